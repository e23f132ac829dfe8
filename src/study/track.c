/* track.c: a reference that a machine can follow, from a request.
 *
 *     state, or file ─▶ motion of the closed loop ─▶ segments, gains (reference.h) ─▶ tracker
 *
 * The reference is what the machine does from a state with the inputs that it was opened with, or
 * a motion in a file (track_file.c). Weights are texts, "x=100, x'=1, Fx=0.01": of states in Q, of
 * inputs in R, 1 where nothing is said.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "standstill/table.h"
#include "track.h"

ss_track_options ss_track_default_options(void) {
  return (ss_track_options){.end = NAN, .tolerance = 1e-10, .extent = 0.1};
}

/* ---- weights --------------------------------------------------------------------------------- */

/* The place of a name among 2 n states and the inputs behind them; SIZE_MAX: none. */
static size_t find_place(const ss_model *m, const char *name) {
  for (size_t j = 0; j < m->inputs; j++)
    if (strcmp(m->input[j].name.text, name) == 0) return 2 * m->coordinates + j;
  return ss_study_find_variable(m, name);
}

static ss_status refuse_name(const ss_model *m, ss_arena *arena, const char *name,
                             ss_diagnostics *list) {
  const char **names = ss_arena_new(arena, 2 * m->coordinates + m->inputs, const char *);
  size_t count = 0;
  if (!names) return SS_MEMORY;
  for (size_t i = 0; i < m->coordinates; i++) {
    names[count++] = m->coordinate[i].name.text;
    const char *rate = ss_arena_format(arena, "%s'", m->coordinate[i].name.text);
    if (rate) names[count++] = rate;
  }
  for (size_t j = 0; j < m->inputs; j++) names[count++] = m->input[j].name.text;
  const char *near = ss_nearest_name(name, count, names);
  return ss_study_refuse(list, SS_BAD_INPUT, "--weights: no state or input '%s'%s%s%s", name,
                         near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* One entry, "x=100". */
static ss_status read_weight(ss_tracker *k, const char *text, ss_diagnostics *list, double *all) {
  const ss_model *m = ss_machine_model(k->machine);
  const char *equals = strchr(text, '=');
  char *end;
  if (!equals)
    return ss_study_refuse(list, SS_BAD_INPUT, "--weights: expected NAME=NUMBER, not '%s'", text);
  size_t length = (size_t)(equals - text);
  while (length && text[length - 1] == ' ') length--;
  const char *name = ss_arena_copy_text(k->arena, text, length);
  if (!name) return SS_MEMORY;
  const size_t place = find_place(m, name);
  if (place == SIZE_MAX) return refuse_name(m, k->arena, name, list);
  const double value = strtod(equals + 1, &end);
  const bool input = place >= 2 * m->coordinates;
  const bool good = end != equals + 1 && !end[strspn(end, " ")] && isfinite(value);
  if (!good || value < 0 || (input && value == 0))
    return ss_study_refuse(list, SS_BAD_INPUT, "--weights: %s needs a number %s, not '%s'", name,
                           input ? "above 0" : "of 0 or more", equals + 1);
  all[place] = value;
  return SS_OK;
}

static ss_status read_weights(ss_tracker *k, const char *text, ss_diagnostics *list) {
  const size_t states = 2 * k->n;
  double *all = ss_arena_new(k->arena, states + k->inputs, double);
  if (!all) return SS_MEMORY;
  for (size_t i = 0; i < states + k->inputs; i++) all[i] = 1;
  k->weight = all;
  k->effort = all + states;
  for (ss_status status; text && *text; text += *text == ',') {
    text += strspn(text, " ");
    const size_t length = strcspn(text, ",");
    const char *entry = ss_arena_copy_text(k->arena, text, length);
    if (!entry) return SS_MEMORY;
    if ((status = read_weight(k, entry, list, all)) != SS_OK) return status;
    text += length;
  }
  return SS_OK;
}

/* ---- what inputs follow ---------------------------------------------------------------------- */

static ss_status compile_law(ss_tracker *k) {
  const ss_system *s = ss_machine_system(k->machine);
  const ss_model *m = s->model;
  ss_expr *in = ss_arena_new(k->arena, 2 * k->n + 1, ss_expr);
  ss_expr *parameter = ss_arena_new(k->arena, m->parameters, ss_expr);
  if (!in || !parameter) return SS_MEMORY;
  memcpy(in, s->q, k->n * sizeof *in);
  memcpy(in + k->n, s->u, k->n * sizeof *in);
  in[2 * k->n] = m->time;
  for (size_t i = 0; i < m->parameters; i++) parameter[i] = m->parameter[i].symbol;
  return ss_tape_compile(s->graph, m->parameters, parameter, 2 * k->n + 1, in, k->inputs, s->law,
                         &k->law);
}

static ss_status read_bounds(ss_tracker *k) {
  const ss_model *m = ss_machine_model(k->machine);
  double *bound = ss_arena_new(k->arena, 2 * k->inputs, double);
  if (!bound) return SS_MEMORY;
  for (size_t j = 0; j < k->inputs; j++) {
    const ss_expr side[] = {m->input[j].low.resolved, m->input[j].high.resolved};
    for (size_t i = 0; i < 2; i++) {
      double *at = &bound[i * k->inputs + j];
      *at = i ? INFINITY : -INFINITY;
      const ss_status status = side[i] ? ss_model_evaluate(m, m->graph, 1, &side[i], at) : SS_OK;
      if (status != SS_OK) return status;
    }
  }
  k->low = bound;
  k->high = bound + k->inputs;
  return SS_OK;
}

/* ---- opening --------------------------------------------------------------------------------- */

/* Segments and gains along the motion from (q, u). */
static ss_status make_reference(ss_tracker *k, const ss_track_options *o, const double *q,
                                const double *u, ss_diagnostics *list) {
  const ss_system *closed = ss_machine_system(k->machine);
  const size_t all = closed->model->parameters;
  ss_reference_options how = ss_reference_default_options();
  double *parameters = ss_arena_new(k->arena, all + k->inputs, double);
  if (!parameters) return SS_MEMORY;
  memcpy(parameters, ss_machine_parameters(k->machine), all * sizeof *parameters);
  ss_status status = ss_system_push(k->arena, ss_machine_plant(k->machine), closed, &k->pushed);
  if (status != SS_OK) return status;
  how.end = k->end;
  how.tolerance = o->tolerance;
  how.extent = o->extent;
  how.weight = k->weight;
  how.effort = k->effort;
  how.first_if_several = o->first_if_several;
  status = ss_reference_make(k->arena, k->pushed, parameters, q, u, &how, &k->reference);
  const ss_variation *v = &k->reference.variation;
  if (v->refusal.kind)
    return ss_study_refuse(list, SS_BAD_INPUT, "--track: the reference cannot be followed: %s",
                           v->refusal.reason);
  if (status == SS_NO_CONVERGENCE)
    return ss_study_refuse(list, status,
                           "--track: no gains follow the reference: with these "
                           "weights they have no bounds");
  if (status != SS_OK && status != SS_MEMORY)
    return ss_study_refuse(list, status, "--track: the reference: %s",
                           v->motion.reason ? v->motion.reason : ss_status_text(status));
  return status;
}

static ss_status fill(ss_tracker *k, const ss_track_options *o, ss_diagnostics *list) {
  const bool file = o->reference && ss_table_has_form(o->reference);
  double *q = ss_arena_new(k->arena, k->n, double), *u = ss_arena_new(k->arena, k->n, double);
  ss_track_file rows = {0};
  if (!q || !u) return SS_MEMORY;
  ss_status status = file ? ss_track_read_file(k, o->reference, list, &rows, q, u)
                          : ss_machine_state(k->machine, "--track", o->reference, list, q, u);
  if (status != SS_OK) return status;
  if (k->own) k->machine = k->own;
  if (!isnan(o->end)) k->end = file ? fmin(k->end, o->end) : o->end;
  if (!(k->end > 0))
    return ss_study_refuse(list, SS_BAD_INPUT, "--track: the reference has no duration");
  status = read_weights(k, o->weights, list);
  if (status == SS_OK) status = read_bounds(k);
  if (status == SS_OK) status = compile_law(k);
  if (status == SS_OK) status = make_reference(k, o, q, u, list);
  return status == SS_OK && file ? ss_track_compare_file(k, &rows, list) : status;
}

ss_status ss_track_open(const ss_machine *machine, const ss_track_options *options,
                        ss_diagnostics *list, ss_tracker **tracker) {
  const ss_model *model = ss_machine_model(machine);
  *tracker = NULL;
  if (model->inputs == 0)
    return ss_study_refuse(list, SS_BAD_INPUT, "--track: the model has no inputs to follow with");
  if (!ss_machine_plant(machine) || ss_machine_system(machine)->inputs)
    return ss_study_refuse(list, SS_BAD_ARGUMENT, "--track: the inputs are open");
  ss_arena *arena = ss_arena_create();
  ss_tracker *k = arena ? ss_arena_new(arena, 1, ss_tracker) : NULL;
  if (!k) {
    ss_arena_destroy(arena);
    return SS_MEMORY;
  }
  *k = (ss_tracker){.arena = arena,
                    .machine = machine,
                    .n = model->coordinates,
                    .inputs = model->inputs,
                    .elements = model->elements,
                    .end = 10,
                    .by_clock = options->by_clock};
  const ss_status status = fill(k, options, list);
  if (status == SS_OK)
    *tracker = k;
  else
    ss_track_close(k);
  return status;
}

void ss_track_close(ss_tracker *k) {
  if (!k) return;
  ss_tape_destroy(k->law);
  ss_machine_close(k->own);
  ss_arena_destroy(k->arena);
}

const ss_reference_motion *ss_track_reference(const ss_tracker *k) {
  return &k->reference;
}
