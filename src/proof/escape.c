/* escape.c: a start near the rest set from which negative stiffness drives the machine away.
 *
 * With V = 1/2 u^T M u + 1/2 q^T K q, it is (1 + delta) q*, q* being the maximiser of -V on the
 * rest set E = {K q = W l, |l_j| <= p_j}, which is star-shaped: as near to E as one likes, and with
 * less energy than any rest point. That is a quadratic program in l over a box, -1/2 l^T G l with
 * G = W^T K^-1 W. Coordinate ascent from every corner (or from 4096 random ones) is enough for a
 * demonstration, which no proof rests on: each step solves one coordinate exactly. Where frictions
 * depend on each other, other forces may hold the same point with less of their bounds, so that it
 * is not on the border of E: the least share t of them is a linear program,
 *
 *     min t,   W l' = W l,   |l'_j| <= t p_j,
 *
 * and the ascent goes on from l'/t. Where G >= 0 the maximum is 0, at the origin, and the start is
 * near it along x, x^T K x < 0.
 */
#include <math.h>
#include <string.h>

#include "facts.h"

enum { CORNERS_MOST = 4096, SWEEPS_MOST = 100 };

/* Coordinate ascent of -1/2 l^T G l in the box, from l; returns the value. */
static double ascend(size_t m, const double *G, const double *p, double *l) {
  double value = 0;
  for (int sweep = 0; sweep < SWEEPS_MOST; sweep++) {
    bool moved = false;
    for (size_t j = 0; j < m; j++) {
      double slope = 0, old = l[j];
      for (size_t k = 0; k < m; k++)
        if (k != j) slope -= G[j + m * k] * l[k];
      /* maximise slope x - 1/2 G_jj x^2 on [-p_j, p_j] */
      double best = slope >= 0 ? p[j] : -p[j];
      if (G[j + m * j] > 0) best = fmax(-p[j], fmin(p[j], slope / G[j + m * j]));
      l[j] = best;
      moved = moved || fabs(best - old) > 1e-14 * p[j];
    }
    if (!moved) break;
  }
  for (size_t j = 0; j < m; j++)
    for (size_t k = 0; k < m; k++) value -= 0.5 * l[j] * G[j + m * k] * l[k];
  return value;
}

/* ---- dependent frictions --------------------------------------------------------------------- */

/* Programs of more frictions are not tried: they are solved over the rationals. */
enum { PROGRAM_MOST = 16, ROUNDS_MOST = 20 };

/* Rows and right-hand sides of the program for a, b >= 0 and t: l' = (b - a)/2, a + b = 2 t p. */
static void write_program(const ss_facts *f, const double *l, fmpq_mat_t A, fmpq_mat_t right) {
  fmpq_t force;
  fmpq_init(force);
  for (slong j = 0; j < f->m; j++) {
    ss_exact_from_double(force, l[j], 1e-10 * ss_entry_double(f->p, j, 0));
    for (slong i = 0; i < f->n; i++) {
      fmpq_div_2exp(ss_entry(A, i, f->m + j), ss_entry(f->W, i, j), 1);
      fmpq_neg(ss_entry(A, i, j), ss_entry(A, i, f->m + j));
      fmpq_addmul(ss_entry(right, i, 0), ss_entry(f->W, i, j), force);
    }
    fmpq_one(ss_entry(A, f->n + j, j));
    fmpq_one(ss_entry(A, f->n + j, f->m + j));
    fmpq_mul_si(ss_entry(A, f->n + j, 2 * f->m), ss_entry(f->p, j, 0), -2);
  }
  fmpq_clear(force);
}

/* Forces l with the same effect that use the least share of their bounds, which is returned. */
static double relax(const ss_facts *f, double *l) {
  const slong rows = f->n + f->m, columns = 2 * f->m + 1;
  fmpq_mat_t A, right, cost, x, y;
  fmpq_mat_init(A, rows, columns);
  fmpq_mat_init(right, rows, 1);
  fmpq_mat_init(cost, columns, 1);
  fmpq_mat_init(x, columns, 1);
  fmpq_mat_init(y, rows, 1);
  write_program(f, l, A, right);
  fmpq_one(ss_entry(cost, 2 * f->m, 0));
  double share = 1;
  if (ss_exact_lp(A, right, cost, x, y) == SS_LP_OPTIMAL) {
    share = ss_entry_double(x, 2 * f->m, 0);
    for (slong j = 0; j < f->m; j++)
      l[j] = (ss_entry_double(x, f->m + j, 0) - ss_entry_double(x, j, 0)) / 2;
  }
  fmpq_mat_struct *all[] = {A, right, cost, x, y};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) fmpq_mat_clear(all[i]);
  return share;
}

/* Brings l to the border of the rest set, and ascends again; returns the value. */
static double reach_border(const ss_facts *f, const double *G, const double *p, double *l,
                           double value) {
  const size_t m = (size_t)f->m;
  if (f->m > PROGRAM_MOST || fmpq_mat_ncols(f->W) + f->r <= f->n) return value;
  for (int round = 0; round < ROUNDS_MOST && value > 0; round++) {
    const double share = relax(f, l);
    if (!(share > 0 && share < 1 - 1e-9)) break;
    for (size_t j = 0; j < m; j++) l[j] /= share;
    value = ascend(m, G, p, l);
  }
  return value;
}

/* ---- the start ------------------------------------------------------------------------------- */

/* x with x^T K x < 0, as a state: where friction does not reach what pushes, V >= 0 on the rest
 * set, and every small multiple of x has less. */
static void show_direction(ss_attempt *a, const ss_facts *f) {
  double *state = ss_arena_new(f->arena, (size_t)(2 * f->n), double);
  fmpq_mat_t L, D, x;
  fmpq_mat_init(L, f->n, f->n);
  fmpq_mat_init(D, f->n, 1);
  fmpq_mat_init(x, f->n, 1);
  ss_exact_ldl(f->K, L, D, x);
  for (slong i = 0; state && i < f->n; i++) state[i] = ss_entry_double(x, i, 0);
  a->rest_energy = 0;
  if (state) ss_attempt_set_escape(a, f, state, false);
  fmpq_mat_clear(L);
  fmpq_mat_clear(D);
  fmpq_mat_clear(x);
}

/* Whether -V > 0 somewhere on the rest set. */
static bool rises(const fmpq_mat_t product) {
  slong m = fmpq_mat_nrows(product);
  fmpq_mat_t L, D;
  if (m == 0) return false;
  fmpq_mat_init(L, m, m);
  fmpq_mat_init(D, m, 1);
  bool indefinite = ss_exact_ldl(product, L, D, NULL) == SS_INDEFINITE;
  fmpq_mat_clear(L);
  fmpq_mat_clear(D);
  return indefinite;
}

/* Whether a matrix is known to ten digits. */
static bool is_narrow(const fmpq_mat_t A, const fmpq_mat_t R) {
  double most = 0, radius = 0;
  for (slong i = 0; i < fmpq_mat_nrows(A); i++)
    for (slong j = 0; j < fmpq_mat_ncols(A); j++) {
      most = fmax(most, fabs(ss_entry_double(A, i, j)));
      radius = fmax(radius, ss_entry_double(R, i, j));
    }
  return radius <= 1e-10 * most;
}

/* Where K or f have ranges there is no such place for all machines within. */
static bool is_known(const ss_facts *f) {
  const ss_linear_data *d = &f->linear->center, *r = &f->linear->radius;
  return is_narrow(d->K, r->K) && is_narrow(d->f, r->f);
}

/* The position counts from q_e; what is told is absolute. */
void ss_attempt_set_escape(ss_attempt *a, const ss_facts *f, double *state, bool beyond) {
  double *from = ss_arena_new(a->arena, (size_t)f->n, double);
  if (!from || !is_known(f)) return;
  for (slong i = 0; i < f->n; i++) {
    from[i] = ss_entry_double(f->center, i, 0);
    state[i] += from[i];
  }
  a->escape = (ss_escape){.from = from, .q = state, .u = state + f->n, .beyond = beyond};
}

void ss_attempt_escape_from(ss_attempt *a, const ss_facts *f, const fmpq_mat_t q) {
  double *from = a->escape.from, *to = a->escape.q;
  for (slong i = 0; from && i < f->n; i++) {
    to[i] += ss_entry_double(q, i, 0) - from[i];
    from[i] = ss_entry_double(q, i, 0);
  }
}

void ss_attempt_show_escape(ss_attempt *a, const ss_facts *f) {
  if (!is_known(f)) return;
  size_t n = (size_t)f->n, m = (size_t)f->m;
  double *G = ss_arena_new(f->arena, m * m, double), *p = ss_arena_new(f->arena, m, double);
  double *l = ss_arena_new(f->arena, m, double), *best = ss_arena_new(f->arena, m, double);
  double *q = ss_arena_new(f->arena, 2 * n, double), most = -1;
  if (!G || !p || !l || !best || !q) return;
  fmpq_mat_t shape, product, T;
  fmpq_mat_init(shape, f->n, f->m);
  fmpq_mat_init(product, f->m, f->m);
  fmpq_mat_init(T, f->m, f->n);
  fmpq_mat_transpose(T, f->W);
  fmpq_mat_mul(shape, f->Kinv, f->W);
  fmpq_mat_mul(product, T, shape);
  ss_matrix_to_doubles(product, G);
  ss_matrix_to_doubles(f->p, p);
  size_t corners = m < 12 ? (size_t)1 << m : CORNERS_MOST;
  for (size_t c = 0; c < corners; c++) {
    uint64_t bits = m < 12 ? c : c * UINT64_C(0x9e3779b97f4a7c15);
    for (size_t j = 0; j < m; j++) l[j] = (bits >> j % 64) & 1 ? p[j] : -p[j];
    double value = ascend(m, G, p, l);
    if (value > most) {
      most = value;
      memcpy(best, l, m * sizeof *l);
    }
  }
  most = reach_border(f, G, p, best, most);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < m; j++) q[i] += ss_entry_double(shape, (slong)i, (slong)j) * best[j];
  a->rest_energy = most;
  if (rises(product))
    ss_attempt_set_escape(a, f, q, true);
  else
    show_direction(a, f);
  fmpq_mat_clear(shape);
  fmpq_mat_clear(product);
  fmpq_mat_clear(T);
}
