/* chart_rest.c: where a machine can rest, on a chart of verdicts.
 *
 *     rest       how many rest sets there are, where all are known; value: how many were found
 *     contains   can the machine rest at the state? Exactly where the numbers allow it; where
 *                neither is proved it is undecided; value: the force that is left unbalanced,
 *                over the largest one
 */
#include <math.h>
#include <string.h>

#include "study_private.h"

/* ---- rest ------------------------------------------------------------------------------------ */

enum { UNKNOWN, COUNTED, COUNTED_MOST = 9 };

static ss_status prepare_rest(ss_parameter_chart *c) {
  ss_map_work *w = &c->work;
  c->first = ss_map_add_class(w, "unknown", SS_SWEEP_UNKNOWN);
  ss_map_add_class(w, "no rest set", SS_SWEEP_REFUTED);
  for (int k = 1; k <= COUNTED_MOST; k++) {
    const char *name = ss_arena_format(w->arena, "%d rest set%s", k, k > 1 ? "s" : "");
    ss_map_add_class(w, name ? name : "?", SS_SWEEP_OTHER);
  }
  ss_map_add_class(w, "more rest sets", SS_SWEEP_OTHER);
  return SS_OK;
}

static ss_status run_rest(const ss_chart_point *p, uint8_t *code, double *value) {
  const ss_rest_options options = ss_rest_default_options();
  ss_rest_sets sets;
  const char *why;
  const ss_status status = ss_rest_find(p->arena, p->system, p->parameters, &options, &sets, &why);
  if (status != SS_OK) return status;
  const size_t count = sets.count <= COUNTED_MOST ? sets.count : COUNTED_MOST + 1;
  *code = (uint8_t)(p->chart->first + (sets.complete ? COUNTED + count : UNKNOWN));
  *value = (double)sets.count;
  return SS_OK;
}

/* ---- contains -------------------------------------------------------------------------------- */

static ss_status prepare_contains(ss_parameter_chart *c) {
  c->first = ss_map_add_class(&c->work, "can rest", SS_SWEEP_REST);
  ss_map_add_class(&c->work, "cannot rest", SS_SWEEP_REFUTED);
  ss_map_add_class(&c->work, "undecided", SS_SWEEP_UNDECIDED);
  return SS_OK;
}

static ss_status run_contains(const ss_chart_point *p, uint8_t *code, double *value) {
  static const uint8_t order[] = {[SS_PROVED] = 0, [SS_REFUTED] = 1, [SS_UNKNOWN] = 2};
  static const double TOLERANCE = 1e-9; /* as `rest --contains` */
  ss_rest_answer answer;
  const ss_status status =
      ss_machine_contains(p->arena, p->machine, p->chart->from, TOLERANCE, NULL, &answer);
  if (status != SS_OK) return status;
  *code = (uint8_t)(p->chart->first + order[answer.verdict]);
  *value = answer.verdict == SS_REFUTED ? NAN : answer.residual;
  return SS_OK;
}

const ss_chart_test ss_chart_rest = {"rest", "rest sets", prepare_rest, run_rest};
const ss_chart_test ss_chart_contains = {"contains", "unbalanced force", prepare_contains,
                                         run_contains};
