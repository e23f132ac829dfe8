/* energy_part.c: which part of a rest set lies in the level?
 *
 * Where the rest set that is asked about reaches above the level, a claim is about its part below.
 * Rest positions are known as they were traced: in doubles, some of them. How far those reach that
 * have V < level and lie in the region is told; nothing is proved by it. The lowest of them is a
 * place to look for the rest point from, where there is none near the middle of a long set.
 */
#include <math.h>
#include <string.h>

#include "energy.h"

typedef ss_energy_search search;

/* V at rest at a position. */
static double energy_of(const search *s, const ss_tape *tape, const double *q) {
  const ss_energy *e = s->e;
  double in[e->variables], U = NAN;
  memset(in, 0, sizeof in);
  memcpy(in, q, e->n * sizeof *q);
  for (size_t r = 0; r < e->ranges; r++) in[2 * e->n + r] = (e->range_lo[r] + e->range_hi[r]) / 2;
  return ss_tape_eval(tape, NULL, in, &U) == SS_OK ? U - e->zero : (double)NAN;
}

/* A position of the set, k-th of those that are known: its middle first. */
static const double *position(const ss_energy *e, const ss_rest_set *set, size_t k) {
  if (k == 0) return set->center;
  return k <= set->points ? set->point + (k - 1) * e->n
                          : set->part[0].vertex + (k - 1 - set->points) * e->n;
}

static size_t positions(const ss_rest_set *set) {
  return 1 + set->points + (set->parts ? set->part[0].vertices : 0);
}

/* How far the positions of the set that were traced reach below the level. */
void ss_energy_find_part(search *s, const ss_proof_options *o) {
  const ss_energy *e = s->e;
  ss_energy_proof *p = s->p;
  const size_t n = e->n;
  ss_tape *tape = NULL;
  double *lo = ss_arena_new(e->arena, 2 * n, double), *hi = lo + n;
  if (e->full || !lo || !o->sets || o->own_set >= o->sets->count) return;
  const ss_rest_set *set = &o->sets->set[o->own_set];
  if (ss_tape_compile(e->graph, 0, NULL, e->variables, e->variable, 1, &e->U, &tape) != SS_OK)
    return;
  for (size_t k = 0; k < positions(set); k++) {
    const double *q = position(e, set, k);
    bool below = energy_of(s, tape, q) < p->bound;
    for (size_t i = 0; i < n; i++)
      below = below && (!e->used[i] || (q[i] >= p->lo[i] && q[i] <= p->hi[i]));
    for (size_t i = 0; i < n && below; i++) {
      lo[i] = p->part_lo ? fmin(lo[i], q[i]) : q[i];
      hi[i] = p->part_lo ? fmax(hi[i], q[i]) : q[i];
    }
    if (below) p->part_lo = lo, p->part_hi = hi;
  }
  ss_tape_destroy(tape);
}

/* The position of least energy of the rest set that is asked about, as it was traced; NULL if it is
 * the middle. */
const double *ss_energy_lowest(const search *s, const ss_proof_options *o) {
  const ss_energy *e = s->e;
  ss_tape *tape = NULL;
  const double *lowest = NULL;
  double least = INFINITY, size = 0;
  if (e->full || o->chosen || !o->sets || o->own_set >= o->sets->count) return NULL;
  const ss_rest_set *set = &o->sets->set[o->own_set];
  if (ss_tape_compile(e->graph, 0, NULL, e->variables, e->variable, 1, &e->U, &tape) != SS_OK)
    return NULL;
  for (size_t k = 0; k < positions(set); k++) {
    const double *q = position(e, set, k);
    const double energy = energy_of(s, tape, q);
    size = fmax(size, fabs(energy));
    if (!(energy < least - 1e-6 * size)) continue; /* the middle, as long as it is as low */
    least = energy;
    lowest = k ? q : NULL;
  }
  ss_tape_destroy(tape);
  return lowest;
}
