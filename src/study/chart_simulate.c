/* chart_simulate.c: the motion from a state on a chart: rests, settles, escapes, undecided; the
 * value is when.
 *
 * Exact propagators where the machine is piecewise linear, the event-driven method elsewhere: a
 * chart has one motion a point, so that lanes would not pay. The bound on the energy gained is,
 * where it is not given, a hundred times the larger energy at the start in the middle of the chart.
 */
#include <math.h>

#include "study_private.h"

/* A hundred times the larger energy at the start, where nothing else is said; none without any. */
static double estimate_gain(const ss_chart_point *p) {
  ss_system_values values;
  const ss_status status =
      ss_system_evaluate(p->arena, p->system, p->parameters, p->q, p->u, 0, &values);
  if (status != SS_OK) return INFINITY;
  const double *energy = values.of[SS_QUANTITY_ENERGY];
  const double size = fmax(energy[0], fabs(energy[1]));
  return size > 0 && isfinite(size) ? 100 * size : INFINITY;
}

/* In the middle of the chart, if there is a model there. */
static double choose_gain(const ss_parameter_chart *c) {
  const ss_sweep_axis *axis = c->work.map.axis;
  double gain = INFINITY;
  ss_chart_point nominal;
  if (ss_chart_open_point(c, c->work.arena, 0.5 * (axis[0].low + axis[0].high),
                          0.5 * (axis[1].low + axis[1].high), &nominal) == SS_OK)
    gain = estimate_gain(&nominal);
  ss_chart_close_point(&nominal);
  return gain;
}

static ss_status prepare_simulate(ss_parameter_chart *c) {
  ss_map_work *w = &c->work;
  c->options.watchful = !isnan(c->options.gain);
  c->options.patient = !c->options.watchful;
  if (isnan(c->options.gain)) c->options.gain = choose_gain(c);
  ss_map_add_fact(w, "end", "%s", ss_map_number(w, c->options.end));
  ss_map_add_fact(w, "tolerance", "%s", ss_map_number(w, c->options.tolerance));
  if (c->options.gain < INFINITY)
    ss_map_add_fact(w, "escape", "energy gained beyond %s", ss_map_number(w, c->options.gain));
  c->first = ss_map_add_class(w, "rests", SS_SWEEP_REST);
  ss_map_add_class(w, "settles", SS_SWEEP_REST);
  ss_map_add_class(w, "cycles", SS_SWEEP_OTHER);
  ss_map_add_class(w, "escapes", SS_SWEEP_ESCAPES);
  ss_map_add_class(w, "undecided", SS_SWEEP_UNDECIDED);
  ss_map_add_class(w, "inconsistent", SS_SWEEP_INCONSISTENT);
  return SS_OK;
}

static ss_status run_simulate(const ss_chart_point *p, uint8_t *code, double *value) {
  ss_reach_options options = p->chart->options;
  ss_reach *reach;
  const char *why;
  options.engine = SS_REACH_ENGINE_PWL;
  ss_status status = ss_reach_create(p->system, p->parameters, &options, &reach, &why);
  if (status == SS_BAD_ARGUMENT) {
    options.engine = SS_REACH_ENGINE_EVENTS;
    status = ss_reach_create(p->system, p->parameters, &options, &reach, &why);
  }
  if (status != SS_OK) return status;
  ss_reach_end end;
  status = ss_reach_run(reach, 1, p->q, p->u, &end);
  ss_reach_destroy(reach);
  *value = end.t;
  *code =
      end.kind == SS_REACH_FAILED ? p->chart->failed : (uint8_t)(p->chart->first + (int)end.kind);
  return status;
}

const ss_chart_test ss_chart_simulate = {"simulate", "time to the decision", prepare_simulate,
                                         run_simulate};
