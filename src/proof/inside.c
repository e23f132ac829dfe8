/* inside.c: is the whole rest set inside the level?
 *
 * E = {K^-1 W l, |l_j| <= p_j} has its largest energy at a corner, because V is convex:
 *
 *     V_E = max over s in {-1, 1}^m of s^T H s,      H = 1/2 diag(p) W^T K^-1 W diag(p).
 *
 * Up to 16 frictions all 2^(m-1) corners are visited in the order of a Gray code, in integers: H is
 * multiplied by its common denominator, r = H s is kept, and the flip of s_k changes s^T H s by
 * -4 s_k (r_k - H_kk s_k). Beyond that V_E <= sum t for every t with diag(t) - H >= 0; the best t
 * is the dual of the maximum cut's relaxation, found by a barrier method in floating point
 * (gradient 1
 * - diag(R)/b, Hessian R o R/b with R = (diag(t) - H)^-1), rounded upwards and verified exactly.
 */
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "level.h"

enum { CORNERS_MOST = 16 };

/* H, initialised here. */
static void find_energies(fmpq_mat_t H, const ss_facts *f) {
  fmpq_mat_t X, T;
  fmpq_mat_init(H, f->m, f->m);
  fmpq_mat_init(X, f->n, f->m);
  fmpq_mat_init(T, f->m, f->n);
  fmpq_mat_mul(X, f->Kinv, f->W);
  fmpq_mat_transpose(T, f->W);
  fmpq_mat_mul(H, T, X);
  for (slong i = 0; i < f->m; i++)
    for (slong j = 0; j < f->m; j++) {
      fmpq *entry = ss_entry(H, i, j);
      fmpq_mul(entry, entry, ss_entry(f->p_high, i, 0));
      fmpq_mul(entry, entry, ss_entry(f->p_high, j, 0));
      fmpq_div_2exp(entry, entry, 1);
    }
  fmpq_mat_clear(X);
  fmpq_mat_clear(T);
}

/* ---- corners --------------------------------------------------------------------------------- */

static void visit_corners(fmpz_t most, const fmpz_mat_t H) {
  slong m = fmpz_mat_nrows(H);
  int sign[CORNERS_MOST];
  fmpz *r = _fmpz_vec_init(m);
  fmpz_t value, change;
  fmpz_init(value);
  fmpz_init(change);
  for (slong i = 0; i < m; i++) {
    sign[i] = 1;
    for (slong j = 0; j < m; j++) fmpz_add(r + i, r + i, fmpz_mat_entry(H, i, j));
    fmpz_add(value, value, r + i);
  }
  fmpz_set(most, value);
  /* the last sign stays: corners come in opposite pairs */
  for (unsigned long step = 1; step < 1ul << (m - 1); step++) {
    slong k = __builtin_ctzl(step);
    fmpz_set(change, r + k);
    fmpz_submul_si(change, fmpz_mat_entry(H, k, k), sign[k]);
    fmpz_submul_si(value, change, 4 * sign[k]);
    for (slong i = 0; i < m; i++) fmpz_submul_si(r + i, fmpz_mat_entry(H, i, k), 2 * sign[k]);
    sign[k] = -sign[k];
    if (fmpz_cmp(value, most) > 0) fmpz_set(most, value);
  }
  _fmpz_vec_clear(r, m);
  fmpz_clear(value);
  fmpz_clear(change);
}

static json_t *check_corners(const fmpq_mat_t H, fmpq_t energy) {
  fmpz_mat_t integers;
  fmpz_t denominator, most;
  fmpz_mat_init(integers, fmpq_mat_nrows(H), fmpq_mat_ncols(H));
  fmpz_init(denominator);
  fmpz_init(most);
  fmpq_mat_get_fmpz_mat_matwise(integers, denominator, H);
  visit_corners(most, integers);
  fmpq_set_fmpz_frac(energy, most, denominator);
  json_t *evidence = ss_evidence("inside");
  json_object_set_new(evidence, "method", json_string("vertices"));
  json_object_set_new(evidence, "energy", ss_evidence_number(energy));
  fmpz_mat_clear(integers);
  fmpz_clear(denominator);
  fmpz_clear(most);
  return evidence;
}

/* ---- the diagonal bound ---------------------------------------------------------------------- */

/* R = (diag(t) - H)^-1; false if that is not positive definite. */
static bool invert(size_t m, const double *H, const double *t, double *R) {
  for (size_t i = 0; i < m * m; i++) R[i] = -H[i];
  for (size_t i = 0; i < m; i++) R[i + m * i] += t[i];
  if (LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', (int)m, R, (int)m) != 0) return false;
  if (LAPACKE_dpotri_work(LAPACK_COL_MAJOR, 'L', (int)m, R, (int)m) != 0) return false;
  for (size_t j = 0; j < m; j++)
    for (size_t i = 0; i < j; i++) R[i + m * j] = R[j + m * i];
  return true;
}

/* One Newton step of sum t / b - log det(diag(t) - H), halved until it stays inside. */
static bool take_step(size_t m, const double *H, double b, double *t, double *R, double *work) {
  double *S = work, *step = work + m * m, *trial = step + m;
  if (!invert(m, H, t, R)) return false;
  for (size_t i = 0; i < m * m; i++) S[i] = R[i] * R[i];
  for (size_t i = 0; i < m; i++) step[i] = R[i + m * i] - 1 / b;
  if (LAPACKE_dposv_work(LAPACK_COL_MAJOR, 'L', (int)m, 1, S, (int)m, step, (int)m) != 0)
    return false;
  for (double length = 1; length > 1e-10; length /= 2) {
    for (size_t i = 0; i < m; i++) trial[i] = t[i] + length * step[i];
    if (!invert(m, H, trial, R)) continue;
    memcpy(t, trial, m * sizeof *t);
    return true;
  }
  return false;
}

static bool find_diagonal(ss_arena *arena, size_t m, const double *H, double *t) {
  double *R = ss_arena_new(arena, 2 * m * m + 2 * m, double), size = 0;
  if (!R) return false;
  for (size_t i = 0; i < m; i++) {
    t[i] = 0;
    for (size_t j = 0; j < m; j++) t[i] += fabs(H[i + m * j]);
    size = fmax(size, t[i]);
  }
  for (size_t i = 0; i < m; i++) t[i] += 0.01 * size;
  for (double b = size; b > 1e-7 * size; b /= 4)
    for (int step = 0; step < 8; step++)
      if (!take_step(m, H, b, t, R, R + m * m)) return true;
  return true;
}

static json_t *check_diagonal(const ss_facts *f, const fmpq_mat_t H, fmpq_t energy) {
  size_t m = (size_t)f->m;
  double *h = ss_arena_new(f->arena, m * m, double), *t = ss_arena_new(f->arena, m, double);
  json_t *evidence = NULL;
  if (!h || !t) return NULL;
  ss_matrix_to_doubles(H, h);
  if (!find_diagonal(f->arena, m, h, t)) return NULL;
  fmpq_mat_t A, T, L, D;
  fmpq_mat_init(A, f->m, f->m);
  fmpq_mat_init(T, f->m, 1);
  fmpq_mat_init(L, f->m, f->m);
  fmpq_mat_init(D, f->m, 1);
  fmpq_mat_neg(A, H);
  fmpq_zero(energy);
  for (slong i = 0; i < f->m; i++) {
    ss_exact_from_double(ss_entry(T, i, 0), t[i] * (1 + 1e-7), t[i] * 1e-9);
    fmpq_add(ss_entry(A, i, i), ss_entry(A, i, i), ss_entry(T, i, 0));
    fmpq_add(energy, energy, ss_entry(T, i, 0));
  }
  if (ss_exact_ldl(A, L, D, NULL) != SS_INDEFINITE) {
    evidence = ss_evidence("inside");
    json_object_set_new(evidence, "method", json_string("diagonal"));
    json_object_set_new(evidence, "t", ss_evidence_vector(T));
    ss_evidence_factors(evidence, L, D);
  }
  fmpq_mat_struct *all[] = {A, T, L, D};
  for (int i = 0; i < 4; i++) fmpq_mat_clear(all[i]);
  return evidence;
}

/* The largest energy of a rest point (or a bound), and how much of the rest set the level holds;
 * NULL if neither was found. */
static json_t *measure(ss_attempt *a, const ss_facts *f, fmpq_t energy) {
  fmpq_mat_t H;
  find_energies(H, f);
  json_t *evidence = f->m <= CORNERS_MOST ? check_corners(H, energy) : check_diagonal(f, H, energy);
  if (evidence) {
    a->rest_energy = ss_number_to_double(energy);
    a->rest_fraction =
        fmpq_cmp(energy, a->level) < 0 ? 1 : sqrt(ss_number_to_double(a->level) / a->rest_energy);
  }
  fmpq_mat_clear(H);
  return evidence;
}

void ss_attempt_measure_rest(ss_attempt *a, const ss_facts *f) {
  fmpq_t energy;
  fmpq_init(energy);
  json_decref(measure(a, f, energy));
  fmpq_clear(energy);
}

bool ss_attempt_inside(ss_attempt *a, const ss_facts *f, int number) {
  fmpq_t energy;
  fmpq_init(energy);
  json_t *evidence = measure(a, f, energy);
  bool inside = evidence && fmpq_cmp(energy, a->level) < 0;
  if (!inside) json_decref(evidence);
  ss_attempt_add(a, number, inside ? SS_CONDITION_PROVED : SS_CONDITION_FAILED,
                 inside ? evidence : NULL,
                 ss_arena_format(a->arena, "%s %s %s level",
                                 f->m <= CORNERS_MOST ? "energy" : "energy at most",
                                 ss_number_text(a->arena, energy), inside ? "<" : ">="));
  fmpq_clear(energy);
  return inside;
}
