/* basis.c: monomials for Gram matrices.
 *
 * NEWTON POLYTOPE. If p = sum_k h_k^2, the exponents of the h_k lie in 1/2 New(p), the convex hull
 * of the exponents of p: at a vertex of the hull of theirs nothing cancels. Whether 2e is in New(p)
 * is the linear program  sum l_i e_i = 2e, sum l_i = 1, l >= 0, exact. Only exponents within the
 * box and the degrees of p are candidates.
 */
#include "sos_private.h"

typedef struct counter {
  ss_ring *ring;
  size_t atoms;
  const uint32_t *atom;
  const int32_t *weight;
  long low, high;
  const long *box_low, *box_high; /* of each exponent; NULL: none */
  size_t count, most;
  uint32_t *to; /* NULL: counting only */
  ss_power *power;
} counter;

/* All exponents of the atoms from j on, `degree` being what the others have. */
static void enumerate(counter *c, size_t j, long degree) {
  if (c->count > c->most) return;
  if (j == c->atoms) {
    if (degree < c->low) return;
    if (c->to) c->to[c->count] = ss_ring_monomial(c->ring, c->atoms, c->power);
    c->count++;
    return;
  }
  const long weight = c->weight ? c->weight[j] : 1;
  for (long e = c->box_low ? c->box_low[j] : 0;
       degree + weight * e <= c->high && (!c->box_high || e <= c->box_high[j]); e++) {
    c->power[j] = (ss_power){c->atom[j], (int32_t)e};
    enumerate(c, j + 1, degree + weight * e);
  }
}

static ss_status list(counter *c, ss_arena *arena, ss_sos_basis *basis) {
  c->power = ss_arena_new(arena, c->atoms, ss_power);
  if (!c->power) return SS_MEMORY;
  c->most = SS_SOS_MOST_BASIS;
  enumerate(c, 0, 0);
  if (c->count > c->most) return SS_LIMIT;
  c->to = ss_arena_new(arena, c->count, uint32_t);
  if (!c->to) return SS_MEMORY;
  c->count = 0;
  enumerate(c, 0, 0);
  *basis = (ss_sos_basis){c->count, c->to};
  return c->ring->failed ? SS_LIMIT : SS_OK;
}

ss_status ss_sos_monomials(ss_ring *ring, size_t atoms, const uint32_t *atom, const int32_t *weight,
                           long low, long high, ss_arena *arena, ss_sos_basis *basis) {
  for (size_t j = 0; weight && j < atoms; j++)
    if (weight[j] < 1) return SS_BAD_ARGUMENT;
  counter c = {
      .ring = ring, .atoms = atoms, .atom = atom, .weight = weight, .low = low, .high = high};
  return list(&c, arena, basis);
}

/* ---- the Newton polytope --------------------------------------------------------------------- */

/* Its atoms, sorted, and the box of half its exponents; false: a negative one, or no memory. */
static bool find_box(const ss_ring *ring, ss_poly poly, ss_arena *arena, counter *c) {
  size_t most = 0;
  for (size_t i = 0; i < poly.count; i++) most += ring->monomials[poly.terms[i].monomial].count;
  uint32_t *atom = ss_arena_new(arena, most, uint32_t);
  long *low = ss_arena_new(arena, most, long), *high = ss_arena_new(arena, most, long);
  if (!atom || !low || !high) return false;
  for (size_t i = 0; i < poly.count; i++) {
    const ss_monomial m = ring->monomials[poly.terms[i].monomial];
    for (uint32_t k = 0; k < m.count; k++) {
      size_t j = 0;
      while (j < c->atoms && atom[j] != m.powers[k].atom) j++;
      if (m.powers[k].exponent < 0) return false;
      if (j == c->atoms) atom[c->atoms++] = m.powers[k].atom;
    }
  }
  for (size_t j = 0; j < c->atoms; j++) {
    low[j] = SS_RING_LARGEST_EXPONENT;
    for (size_t i = 0; i < poly.count; i++) {
      const long e = ss_ring_exponent(ring, poly.terms[i].monomial, atom[j]);
      if (e < low[j]) low[j] = e;
      if (e > high[j]) high[j] = e;
    }
    low[j] = (low[j] + 1) / 2;
    high[j] /= 2;
  }
  c->atom = atom;
  c->box_low = low;
  c->box_high = high;
  return true;
}

/* Is 2e in the hull? */
static bool is_inside(const counter *c, ss_poly poly, uint32_t e) {
  const slong rows = (slong)c->atoms + 1, columns = (slong)poly.count;
  fmpq_mat_t A, b, cost, x, y;
  fmpq_mat_init(A, rows, columns);
  fmpq_mat_init(b, rows, 1);
  fmpq_mat_init(cost, columns, 1);
  fmpq_mat_init(x, columns, 1);
  fmpq_mat_init(y, rows, 1);
  for (slong j = 0; j + 1 < rows; j++) {
    fmpq_set_si(fmpq_mat_entry(b, j, 0), 2L * ss_ring_exponent(c->ring, e, c->atom[j]), 1);
    for (slong i = 0; i < columns; i++)
      fmpq_set_si(fmpq_mat_entry(A, j, i),
                  ss_ring_exponent(c->ring, poly.terms[i].monomial, c->atom[j]), 1);
  }
  for (slong i = 0; i < columns; i++) fmpq_one(fmpq_mat_entry(A, rows - 1, i));
  fmpq_one(fmpq_mat_entry(b, rows - 1, 0));
  const bool inside = ss_exact_lp(A, b, cost, x, y) == SS_LP_OPTIMAL;
  fmpq_mat_clear(A);
  fmpq_mat_clear(b);
  fmpq_mat_clear(cost);
  fmpq_mat_clear(x);
  fmpq_mat_clear(y);
  return inside;
}

ss_status ss_sos_newton(ss_ring *ring, ss_poly poly, ss_arena *arena, ss_sos_basis *basis) {
  counter c = {.ring = ring};
  *basis = (ss_sos_basis){0};
  if (poly.count == 0) return SS_OK;
  if (!find_box(ring, poly, arena, &c)) return SS_OK;
  c.low = (ss_poly_order(ring, poly, NULL) + 1) / 2;
  c.high = ss_poly_degree(ring, poly, NULL) / 2;
  const ss_status status = list(&c, arena, basis);
  if (status != SS_OK) return status;
  size_t left = 0;
  for (size_t i = 0; i < c.count; i++)
    if (is_inside(&c, poly, c.to[i])) c.to[left++] = c.to[i];
  basis->count = left;
  return SS_OK;
}
