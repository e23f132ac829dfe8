/* nonlinear.c: the rest sets of a nonlinear system.
 *
 * Equilibria are sought from many starts: the states of the model, the middle of the box, and
 * places spread over the box, each in a different case of closed contacts and slider sides. A start
 * settles on the nearest equilibrium that its linear steps lead to (step.c), and the set there is
 * explored (explore.c) unless it is known. Then branch and bound (boxes.c) tries to show that none
 * was missed.
 */
#include <math.h>
#include <string.h>

#include "boxes.h"

/* ---- starts ---------------------------------------------------------------------------------- */

/* A number in [0, 1): the digits of `index` in a prime base, mirrored (Halton's sequence), shifted
 * by the seed. */
static double spread(size_t index, size_t coordinate, uint64_t seed) {
  static const unsigned primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  const unsigned base = primes[coordinate % (sizeof primes / sizeof *primes)];
  double value = 0, digit = 1.0 / base;
  for (size_t i = index; i > 0; i /= base, digit /= base) value += digit * (double)(i % base);
  value += (double)(seed * 0x9e3779b97f4a7c15u * (coordinate + 1) >> 11) * 0x1p-53;
  return value - floor(value);
}

/* Start number `index`; false if it is none. */
static bool choose_start(const ss_search *s, size_t index, uint64_t seed, double *z) {
  const ss_model *model = s->system->model;
  double u[s->n];
  if (index < model->states) {
    if (model->chart) return false;
    return ss_model_evaluate_state(model, index, z, u) == SS_OK;
  }
  for (size_t j = 0; j < s->k; j++) {
    const double at = index == model->states ? 0.5 : spread(index, j, seed);
    z[j] = s->free[j] ? 0 : s->from[j] + at * ss_search_width(s, j);
  }
  return true;
}

static ss_status try_start(ss_pieces *pieces, const ss_rest_pattern *pattern, size_t index,
                           uint64_t seed) {
  ss_walker *w = pieces->walker;
  const ss_search *s = pieces->search;
  if (!choose_start(s, index, seed, w->z)) return SS_OK;
  for (size_t j = 0; j < s->k; j++)
    if (s->period[j] == 0 && !s->free[j]) w->z[j] = fmin(s->to[j], fmax(s->from[j], w->z[j]));
  w->pattern = pattern;
  memset(w->force, 0, (s->normals + s->slips) * sizeof *w->force);
  if (!ss_walker_settle(w, 0.25, NULL) || !ss_walker_hold(w, 1e-10)) return SS_OK;
  return ss_pieces_explore(pieces);
}

static ss_status try_starts(ss_pieces *pieces, const ss_rest_options *options, size_t *starts) {
  const size_t fixed = pieces->search->system->model->states + 1;
  const size_t cases = pieces->patterns->count;
  const size_t each = options->starts / cases > 8 ? options->starts / cases : 8;
  ss_status status = SS_OK;
  *starts = 0;
  for (size_t i = 0; i < fixed + each; i++)
    for (size_t p = 0; p < cases && status == SS_OK; p++, ++*starts) {
      if (pieces->walker->programs > options->programs_most) return SS_OK;
      status = try_start(pieces, &pieces->patterns->item[p],
                         i < fixed ? i : fixed + (i - fixed) * cases + p, options->seed);
    }
  return status;
}

ss_status ss_rest_find_nonlinear(ss_arena *arena, const ss_statics *statics,
                                 const ss_rest_options *options, ss_rest_sets *sets) {
  ss_search search;
  ss_walker walker;
  ss_patterns patterns = {0};
  size_t starts = 0;
  ss_boxes_found found = {0};
  ss_pieces pieces = {.search = &search, .walker = &walker, .patterns = &patterns};
  ss_status status = ss_search_start(arena, statics, options, &search);
  if (status == SS_OK) status = ss_walker_create(arena, &search, &walker);
  if (status == SS_OK)
    status = ss_rest_patterns_list(arena, statics->system, options->contacts_most, &patterns);
  if (status == SS_OK) status = try_starts(&pieces, options, &starts);
  if (status == SS_OK) status = ss_boxes_search(&pieces, arena, options->boxes_most, &found);
  /* more sets than are kept: those that there are, and not all */
  if (status == SS_LIMIT) status = SS_OK;
  sets->complete = found.all;
  if (status == SS_OK) status = ss_pieces_show(&pieces, arena, sets);
  sets->how = sets->complete
                  ? ss_arena_format(arena, "all%s: decided by box search, %zu boxes",
                                    found.alone ? "" : ", to 1/64 of the box", found.boxes)
                  : ss_arena_format(arena, "found by multi-start from %zu places%s", starts,
                                    patterns.all ? "" : ", with at most two contacts closed");
  sets->searched = search.k;
  sets->from = search.from;
  sets->to = search.to;
  sets->searched_names = search.names;
  sets->period = search.q_period;
  ss_pieces_clear(&pieces);
  ss_search_stop(&search);
  return status == SS_OK && !sets->how ? SS_MEMORY : status;
}
