/* extent.c: how far the rest set reaches in every coordinate.
 *
 *     E = {q_e + K^-1 W l, |l_j| <= p_j}:     q_i from  q_e,i - e_i  to  q_e,i + e_i,
 *     e_i = sum_j |(K^-1 W)_ij| p_j
 *
 * in rational arithmetic, told as doubles; with one coordinate and an odd spring U', which is
 * monotone, e is where U'(e) = p, by bisection. For people: no proof rests on it, the shape is told
 * by the room rest. Nothing is told where K or q_e is no rational number.
 */
#include <math.h>

#include "odd_spring.h"

/* Room for the two ends of n coordinates; false if there is none. */
static bool make_room(ss_proof *proof, const ss_facts *f, double **lo, double **hi) {
  *lo = ss_arena_new(f->arena, (size_t)f->n, double);
  *hi = ss_arena_new(f->arena, (size_t)f->n, double);
  if (!*lo || !*hi) return false;
  proof->rest_count = (size_t)f->n;
  proof->rest_name = f->linear->coordinate;
  proof->rest_lo = *lo;
  proof->rest_hi = *hi;
  return true;
}

void ss_extent_linear(ss_proof *proof, const ss_facts *f) {
  double *lo, *hi;
  fmpq_mat_t shape;
  fmpq_t reach, part;
  if (!f->sure_K || !f->regular || !f->sure_center || !make_room(proof, f, &lo, &hi)) return;
  fmpq_init(reach);
  fmpq_init(part);
  fmpq_mat_init(shape, f->n, f->m);
  fmpq_mat_mul(shape, f->Kinv, f->W);
  for (slong i = 0; i < f->n; i++) {
    fmpq_zero(reach);
    for (slong j = 0; j < f->m; j++) {
      fmpq_abs(part, ss_entry(shape, i, j));
      fmpq_addmul(reach, part, ss_entry(f->p_high, j, 0));
    }
    fmpq_sub(part, ss_entry(f->center, i, 0), reach);
    lo[i] = ss_number_to_double(part);
    fmpq_add(part, ss_entry(f->center, i, 0), reach);
    hi[i] = ss_number_to_double(part);
  }
  fmpq_mat_clear(shape);
  fmpq_clear(reach);
  fmpq_clear(part);
}

/* U'(x) with the coefficients of the center. */
static double pull(const ss_one *one, double x) {
  double force = 0;
  for (slong i = fmpq_mat_nrows(one->spring.center) - 1; i >= 0; i--)
    force = force * x * x + ss_entry_double(one->spring.center, i, 0);
  return force * x;
}

void ss_extent_spring(ss_proof *proof, const ss_one *one) {
  const ss_facts *f = &one->facts;
  double *lo, *hi, p, below = 0, above;
  fmpq_t bound;
  if (!fmpq_mat_is_zero(one->spring.radius) || !make_room(proof, f, &lo, &hi)) return;
  fmpq_init(bound);
  ss_one_bound(bound, f, f->p_high);
  p = ss_number_to_double(bound);
  fmpq_clear(bound);
  /* the linear part alone pulls as much there */
  above = p / ss_entry_double(one->spring.center, 0, 0);
  for (int i = 0; i < 200 && pull(one, above) > p; i++) {
    const double middle = below / 2 + above / 2;
    if (middle == below || middle == above) break;
    *(pull(one, middle) > p ? &above : &below) = middle;
  }
  lo[0] = ss_number_to_double(one->center) - above;
  hi[0] = ss_number_to_double(one->center) + above;
}
