/* find.c: the rest sets of a system.
 *
 * Linear systems with planar laws are decided exactly, as unions of polyhedra (linear.c). All
 * others are searched and traced in doubles, and covered by boxes where few coordinates matter
 * (nonlinear.c). Refused, with the reason, is what has no rest sets to speak of: open inputs, the
 * coordinates of a chart (the full system has them too), something that depends on the time.
 *
 * The sets are named E1, E2, … in the order of their centres: by the first coordinate in which
 * these differ by more than 1e-9 of their size, so that rounding does not exchange names.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rest_private.h"

const char *ss_rest_shape_word(ss_rest_shape shape) {
  static const char *const words[] = {
#define SHAPE_WORD(name, word) word,
      SS_REST_SHAPE_LIST(SHAPE_WORD)
#undef SHAPE_WORD
  };
  return shape < SS_REST_SHAPE_COUNT ? words[shape] : "";
}

ss_rest_options ss_rest_default_options(void) {
  return (ss_rest_options){.starts = 200,
                           .programs_most = 100000,
                           .boxes_most = 12000,
                           .cell = 1.0 / 64,
                           .ends = 1e-9,
                           .contacts_most = 8,
                           .seed = 1};
}

const char *ss_rest_find_obstacle(const ss_system *s) {
  if (s->inputs) return "inputs are open: choose a feedback law or a function of time";
  if (s->projection) return "the system is in the coordinates of a chart";
  if (!s->traits.autonomous) return "a force, a gap or a slip depends on the time";
  return ss_steady_find_unfit_slip(s);
}

/* ---- order and names ------------------------------------------------------------------------- */

/* Before: the centre that is smaller in the first coordinate that tells them apart. */
static bool comes_before(size_t n, const ss_rest_set *a, const ss_rest_set *b) {
  for (size_t j = 0; j < n; j++) {
    const double scale = 1e-9 * fmax(1, fmax(fabs(a->center[j]), fabs(b->center[j])));
    if (fabs(a->center[j] - b->center[j]) > scale) return a->center[j] < b->center[j];
  }
  return false;
}

static ss_status name_sets(ss_arena *arena, size_t n, ss_rest_sets *sets) {
  ss_rest_set *set = ss_arena_new(arena, sets->count, ss_rest_set);
  if (!set) return SS_MEMORY;
  for (size_t i = 0; i < sets->count; i++) {
    size_t at = i;
    for (; at > 0 && comes_before(n, &sets->set[i], &set[at - 1]); at--) set[at] = set[at - 1];
    set[at] = sets->set[i];
  }
  for (size_t i = 0; i < sets->count; i++) {
    set[i].name = ss_arena_format(arena, "E%zu", i + 1);
    if (!set[i].name) return SS_MEMORY;
  }
  sets->set = set;
  return SS_OK;
}

ss_status ss_rest_find(ss_arena *arena, const ss_system *system, const double *parameters,
                       const ss_rest_options *options, ss_rest_sets *sets, const char **why_not) {
  assert(ss_graph_is_sealed(system->graph));
  bool done = false;
  *sets = (ss_rest_sets){.system = system, .how = ""};
  *why_not = ss_rest_find_obstacle(system);
  if (*why_not) return SS_BAD_ARGUMENT;
  ss_statics statics;
  ss_status status = ss_statics_create(arena, system, parameters, &statics);
  if (status == SS_BAD_INPUT) *why_not = SS_REST_NO_SLOPE;
  if (*why_not) return SS_BAD_ARGUMENT;
  if (status == SS_OK && statics.nowhere) {
    sets->complete = true;
    sets->how = "all: a formula of the model has no value at rest";
    return SS_OK;
  }
  /* polyhedra do not see where a formula has no value */
  if (status == SS_OK && !statics.domain.count)
    status = ss_rest_find_linear(arena, &statics, options, sets, &done);
  if (status == SS_OK && !done) status = ss_rest_find_nonlinear(arena, &statics, options, sets);
  if (status == SS_OK) status = name_sets(arena, system->coordinates, sets);
  return status;
}
