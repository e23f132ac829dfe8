/* judge.c: the numbers of the equilibrium conditions over a box, and what they rule out at once.
 *
 * One form (boxes.h) encloses loads, gaps, directions, laws and the region over the box with their
 * slopes; the same numbers as doubles at its middle guide the search for proofs, which stand in
 * refute.c (no rest here) and hold.c (rest here).
 */
#include "judge.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { POINTS_MOST = 96 }; /* of spatial laws, in the program for the push */

static void place_outputs(const ss_search *s, ss_outputs *at) {
  at->h = 0;
  at->gap = s->n;
  at->WN = at->gap + s->normals;
  at->WT = at->WN + s->normals * s->n;
  at->normal = at->WT + s->slips * s->n;
  at->law = at->normal + s->elements;
  at->argument = at->law + 3 * s->elements;
  at->region = at->argument + s->domain.count;
  at->q = at->region + s->relations;
}

static ss_status make_room(ss_arena *arena, ss_judge *j) {
  const ss_search *s = j->s;
  const size_t columns = s->normals + s->slips + s->k;
  const size_t rows = 1 + s->elements + POINTS_MOST + 3 * s->n + s->normals;
  j->lo = ss_arena_new(arena, s->k, double);
  j->hi = ss_arena_new(arena, s->k, double);
  j->middle = ss_arena_new(arena, s->k, double);
  j->v = ss_arena_new(arena, s->n, double);
  j->point = ss_arena_new(arena, POINTS_MOST * SS_SLIP_MOST, double);
  j->owner = ss_arena_new(arena, POINTS_MOST, size_t);
  j->A = ss_arena_new(arena, j->most * columns, double);
  j->inverse = ss_arena_new(arena, j->most * j->most, double);
  j->forces_only = ss_arena_new(arena, j->most * j->most, double);
  j->start = ss_arena_new(arena, columns, double);
  j->box = ss_arena_new(arena, 2 * s->k, double);
  j->order = ss_arena_new(arena, j->most, size_t);
  j->branch.unknown = ss_arena_new(arena, j->most, size_t);
  j->branch.is_unknown = ss_arena_new(arena, columns, bool);
  if (!j->lo || !j->hi || !j->middle || !j->v || !j->point || !j->owner || !j->A || !j->inverse ||
      !j->forces_only || !j->start || !j->box || !j->order || !j->branch.unknown ||
      !j->branch.is_unknown)
    return SS_MEMORY;
  return ss_lp_create(arena, rows, 2 * s->n + 1 + s->elements + rows, &j->lp);
}

/* Of gaps, relations, and per element: its normal force, both sides of its friction. */
static size_t count_margins(const ss_search *s) {
  return s->normals + s->relations + 3 * s->elements;
}

ss_status ss_judge_create(ss_arena *arena, ss_search *search, ss_walker *walker, slong precision,
                          ss_judge *judge) {
  const size_t forces = search->normals + search->slips, k = search->k;
  *judge = (ss_judge){.s = search, .w = walker, .precision = precision, .fixed = SIZE_MAX};
  judge->most = search->n + search->normals;
  place_outputs(search, &judge->at);
  const ss_status status = make_room(arena, judge);
  if (status != SS_OK) return status;
  ss_form_create(search->tape, NULL, precision, &judge->form);
  ss_form_create(search->tape, NULL, precision, &judge->aside);
  judge->push = _arb_vec_init((slong)search->n);
  judge->slip = _arb_vec_init(SS_SLIP_MOST);
  judge->plain = _arb_vec_init((slong)(search->normals * search->n));
  judge->residual = _arb_vec_init((slong)judge->most);
  judge->drift = _arb_vec_init((slong)(judge->most * k));
  judge->slope = _arb_vec_init((slong)(judge->most * (forces + k)));
  judge->start_ball = _arb_vec_init((slong)(forces + k));
  judge->radius = _arb_vec_init((slong)judge->most);
  judge->next = _arb_vec_init((slong)judge->most);
  judge->branch.enclosure = _arb_vec_init((slong)(forces + k));
  judge->branch.derivative = _arb_vec_init((slong)(judge->most * k));
  judge->dz = _arb_vec_init((slong)k);
  judge->dforce = _arb_vec_init((slong)forces);
  judge->change = _arb_vec_init((slong)count_margins(search));
  return SS_OK;
}

void ss_judge_destroy(ss_judge *j) {
  if (!j->form.tape) return;
  const size_t forces = j->s->normals + j->s->slips, k = j->s->k;
  ss_form_destroy(&j->form);
  ss_form_destroy(&j->aside);
  _arb_vec_clear(j->push, (slong)j->s->n);
  _arb_vec_clear(j->slip, SS_SLIP_MOST);
  _arb_vec_clear(j->plain, (slong)(j->s->normals * j->s->n));
  _arb_vec_clear(j->residual, (slong)j->most);
  _arb_vec_clear(j->drift, (slong)(j->most * k));
  _arb_vec_clear(j->slope, (slong)(j->most * (forces + k)));
  _arb_vec_clear(j->start_ball, (slong)(forces + k));
  _arb_vec_clear(j->radius, (slong)j->most);
  _arb_vec_clear(j->next, (slong)j->most);
  _arb_vec_clear(j->branch.enclosure, (slong)(forces + k));
  _arb_vec_clear(j->branch.derivative, (slong)(j->most * k));
  _arb_vec_clear(j->dz, (slong)k);
  _arb_vec_clear(j->dforce, (slong)forces);
  _arb_vec_clear(j->change, (slong)count_margins(j->s));
}

void ss_judge_look(ss_judge *j, const double *lo, const double *hi) {
  const size_t k = j->s->k;
  memmove(j->lo, lo, k * sizeof *lo);
  memmove(j->hi, hi, k * sizeof *hi);
  for (size_t i = 0; i < k; i++) {
    assert(lo[i] <= hi[i]);
    j->middle[i] = lo[i] / 2 + hi[i] / 2;
  }
  ss_form_run(&j->form, lo, hi);
  j->finite = ss_search_at(j->s, j->middle);
}

ss_verdict ss_judge_domain(const ss_judge *j) {
  ss_verdict all = SS_PROVED;
  for (size_t i = 0; i < j->s->domain.count; i++) {
    const ss_verdict one = ss_need_decide(j->s->domain.need[i], j->form.value + j->at.argument + i);
    if (one == SS_REFUTED) return SS_REFUTED;
    if (one == SS_UNKNOWN) all = SS_UNKNOWN;
  }
  return all;
}

bool ss_judge_misses(const ss_judge *j, const ss_rest_pattern *pattern) {
  const ss_search *s = j->s;
  if (ss_judge_domain(j) == SS_REFUTED) return true;
  arb_srcptr gap = j->form.value + j->at.gap, region = j->form.value + j->at.region;
  for (size_t e = 0; e < s->elements; e++) {
    const size_t i = s->system->element[e].normal;
    if (i == SIZE_MAX) continue;
    if (arb_is_negative(gap + i)) return true;
    if (pattern->closed[e] && arb_is_positive(gap + i)) return true;
  }
  for (size_t i = 0; i < s->relations; i++)
    if (arb_is_negative(region + i) || (s->equal[i] && arb_is_positive(region + i))) return true;
  return false;
}
