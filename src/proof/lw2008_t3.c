/* lw2008_t3.c: negative stiffness pushes the machine off its rest set.
 *
 * THEOREM:   LW2008-T3    Leine & van de Wouw 2008, theorem 3: a linear machine with dry friction
 *                         whose stiffness is not positive semidefinite has an unstable rest set.
 * REQUIRES:  LW2008-T3.1  M is positive definite                       -> check_mass()
 * REQUIRES:  LW2008-T3.2  K is symmetric                               -> check_symmetry()
 * REQUIRES:  LW2008-T3.3  K is not singular                            -> check_regularity()
 * REQUIRES:  LW2008-T3.4  x^T K x < 0 for some x                       -> check_negative()
 * REQUIRES:  LW2008-T3.5  Cs is positive semidefinite                  -> check_damping()
 * REQUIRES:  LW2008-T3.6  ker Cs and ker W^T have only 0 in common     -> check_dissipation()
 * CONCLUDES: LW2008-T3.C  unstable
 * DEVIATES:  LW2008-T3.4  printed as K = K^T != 0, which is not enough.
 * DEVIATES:  LW2008-T3.6  printed with the purely imaginary eigenvalues of C; what counts is where
 *                         nothing dissipates, the kernel of its symmetric part.
 * DEVIATES:  LW2008-T3.C  -V = -1/2 u^T M u - 1/2 q^T K q never falls, so that a motion from rest
 *                         at a point with -V above its maximum on the rest set E cannot come back
 *                         to E, and by the kernels it cannot stay elsewhere either. The print takes
 *                         the start on an eigenvector of K, where -V may be too small; we take
 *                         (1 + delta) times the maximiser of -V on E, which is star-shaped: it is
 *                         as near to E as one likes. The proof needs its existence only; a
 *                         maximiser is reported as a demonstration.
 *
 * The maximum of -1/2 q^T K q over E = {K q = W l, |l_j| <= p_j} is a quadratic program in l over
 * a box, -1/2 l^T G l with G = W^T K^-1 W. Coordinate ascent from every corner (or from 4096 random
 * ones) is enough for a demonstration: each step solves one coordinate exactly. Where G >= 0 the
 * maximum is 0, at the origin, and the start is near it along x, x^T K x < 0.
 */
#include <math.h>
#include <string.h>

#include "prove.h"

static bool check_mass(ss_attempt *a) {
  return ss_attempt_definite(a, 1, "M", a->facts->M);
}

static bool check_symmetry(ss_attempt *a) {
  return ss_attempt_symmetric(a, 2, "K", a->facts->K);
}

static bool check_regularity(ss_attempt *a) {
  return ss_attempt_nonsingular(a, 3, "K", a->facts->K);
}

static bool check_negative(ss_attempt *a) {
  return ss_attempt_negative(a, 4, "K", a->facts->K);
}

static bool check_damping(ss_attempt *a) {
  return ss_attempt_semidefinite(a, 5, "Cs", a->facts->Cs);
}

/* The rank of [Cs; W^T] is n. */
static bool check_dissipation(ss_attempt *a) {
  const ss_facts *f = a->facts;
  fmpq_mat_t stack, kernel, x;
  const char *text = "every velocity dissipates: ker Cs and ker W^T have only 0 in common";
  if (!f->sure_C)
    return ss_attempt_add(a, 6, SS_CONDITION_UNKNOWN, NULL, text,
                          "a parameter is irrational or has a range");
  fmpq_mat_init(stack, f->n + f->m, f->n);
  for (slong j = 0; j < f->n; j++) {
    for (slong i = 0; i < f->n; i++) fmpq_set(ss_entry(stack, i, j), ss_entry(f->Cs, i, j));
    for (slong i = 0; i < f->m; i++) fmpq_set(ss_entry(stack, f->n + i, j), ss_entry(f->W, j, i));
  }
  ss_exact_kernel(kernel, stack);
  bool good = fmpq_mat_ncols(kernel) == 0;
  json_t *evidence = good ? ss_evidence("trivial") : NULL;
  const char *detail = ss_arena_format(f->arena, "rank %ld of %ld", (long)f->n, (long)f->n);
  fmpq_mat_init(x, f->n, 1);
  if (good) {
    json_object_set_new(evidence, "matrices", json_pack("[ss]", "Cs", "W"));
  } else {
    for (slong i = 0; i < f->n; i++) fmpq_set(ss_entry(x, i, 0), ss_entry(kernel, i, 0));
    detail = ss_arena_format(f->arena, "neither damping nor friction acts on %s",
                             ss_vector_text(f->arena, x));
  }
  ss_attempt_add(a, 6, good ? SS_CONDITION_PROVED : SS_CONDITION_FAILED, evidence, text, detail);
  fmpq_mat_clear(stack);
  fmpq_mat_clear(kernel);
  fmpq_mat_clear(x);
  return good;
}

/* ---- the demonstration --------------------------------------------------------------------- */

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

/* x with x^T K x < 0, as a state: where friction does not reach what pushes, V >= 0 on the rest
 * set, and every small multiple of x has less. */
static void show_direction(ss_attempt *a) {
  const ss_facts *f = a->facts;
  double *state = ss_arena_new(f->arena, (size_t)(2 * f->n), double);
  fmpq_mat_t L, D, x;
  fmpq_mat_init(L, f->n, f->n);
  fmpq_mat_init(D, f->n, 1);
  fmpq_mat_init(x, f->n, 1);
  ss_exact_ldl(f->K, L, D, x);
  for (slong i = 0; state && i < f->n; i++) state[i] = ss_entry_double(x, i, 0);
  a->rest_energy = 0;
  a->escape = state;
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

static void find_escape(ss_attempt *a) {
  const ss_facts *f = a->facts;
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
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < m; j++) q[i] += ss_entry_double(shape, (slong)i, (slong)j) * best[j];
  a->rest_energy = most;
  a->escape = q;
  if (!rises(product)) show_direction(a);
  fmpq_mat_clear(shape);
  fmpq_mat_clear(product);
  fmpq_mat_clear(T);
}

bool ss_theorem_lw2008_t3(ss_attempt *a) {
  bool good = check_mass(a) && check_symmetry(a) && check_regularity(a) && check_negative(a) &&
              check_damping(a) && check_dissipation(a);
  if (good) find_escape(a);
  return good;
}
