/* level_scale.c: the search for the level in good coordinates.
 *
 * With M = L L^T and v = L^T u the kinetic energy is 1/2 |v|^2, Cs becomes L^-1 Cs L^-T, and the
 * directions of friction L^-1 W_j, which take up the bounds p_j too.
 *
 * If Cs is only semidefinite on ker W^T, there are velocities U without slip and without
 * dissipation. Q = Cs + sym sum w_j d_j^T >= 0 vanishes on them, so that Q U = 0:
 *
 *     Cs U + 1/2 sum w_j (d_j^T U) = 0,     hence  d_j^T U = -2 h_j  where  Cs U = W h.
 *
 * h exists (Cs U is orthogonal to ker W^T). The part of d_j that this fixes is M U (U^T M U)^-1
 * (-2 h_j)^T, orthogonal in the metric of M^-1 to what is left, d_j = d0_j + B y_j with the columns
 * of B a basis of the vectors orthogonal to U. On the complement of U a strictly feasible start
 * exists again (Finsler).
 *
 * Cuts are columns like the directions of friction, with a factor in the place of p_j that gives
 * them their length.
 */
#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "level.h"

/* U = N ker Crs, B = ker U^T. */
static void find_spaces(ss_scaled *s) {
  const ss_facts *f = s->facts;
  fmpq_mat_t kernel, T;
  if (f->r) {
    ss_exact_kernel(kernel, f->Crs);
  } else {
    fmpq_mat_init(kernel, 0, 0);
  }
  fmpq_mat_init(s->U, f->n, fmpq_mat_ncols(kernel));
  fmpq_mat_mul(s->U, f->N, kernel);
  fmpq_mat_init(T, fmpq_mat_ncols(kernel), f->n);
  fmpq_mat_transpose(T, s->U);
  ss_exact_kernel(s->B, T);
  fmpq_mat_clear(kernel);
  fmpq_mat_clear(T);
}

/* h (m x columns) with W h = X: a particular solution, 0 at the free columns of W. */
static void solve_span(fmpq_mat_t h, const fmpq_mat_t W, const fmpq_mat_t X) {
  slong n = fmpq_mat_nrows(W), m = fmpq_mat_ncols(W), k = fmpq_mat_ncols(X);
  fmpq_mat_t both;
  fmpq_mat_init(both, n, m + k);
  for (slong i = 0; i < n; i++) {
    for (slong j = 0; j < m; j++) fmpq_set(ss_entry(both, i, j), ss_entry(W, i, j));
    for (slong j = 0; j < k; j++) fmpq_set(ss_entry(both, i, m + j), ss_entry(X, i, j));
  }
  slong rank = fmpq_mat_rref(both, both);
  fmpq_mat_zero(h);
  for (slong i = 0, pivot = 0; i < rank; i++, pivot++) {
    while (pivot < m && fmpq_is_zero(ss_entry(both, i, pivot))) pivot++;
    if (pivot == m) break;
    for (slong j = 0; j < k; j++) fmpq_set(ss_entry(h, pivot, j), ss_entry(both, i, m + j));
  }
  fmpq_mat_clear(both);
}

/* d0 = M U (U^T M U)^-1 (-2 h)^T */
static void fix_parts(ss_scaled *s) {
  const ss_facts *f = s->facts;
  slong k = fmpq_mat_ncols(s->U);
  fmpq_mat_init(s->d0, f->n, f->m);
  if (k == 0) return;
  fmpq_mat_t CU, h, T, MU, G, X;
  fmpq_mat_init(CU, f->n, k);
  fmpq_mat_init(h, f->m, k);
  fmpq_mat_init(T, k, f->n);
  fmpq_mat_init(MU, f->n, k);
  fmpq_mat_init(G, k, k);
  fmpq_mat_init(X, k, f->m);
  fmpq_mat_mul(CU, f->Cs, s->U);
  solve_span(h, f->W, CU);
  fmpq_mat_mul(MU, f->M, s->U);
  fmpq_mat_transpose(T, s->U);
  fmpq_mat_mul(G, T, MU);
  fmpq_mat_inv(G, G);
  fmpq_mat_transpose(X, h);
  fmpq_mat_mul(X, G, X);
  fmpq_mat_mul(s->d0, MU, X);
  for (slong i = 0; i < f->n; i++)
    for (slong j = 0; j < f->m; j++) fmpq_mul_si(ss_entry(s->d0, i, j), ss_entry(s->d0, i, j), -2);
  fmpq_mat_struct *all[] = {CU, h, T, MU, G, X};
  for (int i = 0; i < 6; i++) fmpq_mat_clear(all[i]);
}

/* X <- L^-1 X, X being n x columns. */
static void solve_lower(const ss_scaled *s, size_t columns, double *X) {
  if (s->n && columns)
    cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, (int)s->n,
                (int)columns, 1, s->L, (int)s->n, X, (int)s->n);
}

/* The orthonormal complement of L^T U: the last columns of Q in a QR decomposition. */
static bool find_complement(ss_scaled *s) {
  size_t n = s->n, u = (size_t)fmpq_mat_ncols(s->U);
  double *Q = ss_arena_new(s->arena, n * n, double), *scale = ss_arena_new(s->arena, n, double);
  if (!Q || !scale) return false;
  s->k = n - u;
  for (size_t i = 0; i < n; i++) s->E[i + n * i] = u ? 0 : 1;
  if (u == 0) return true;
  ss_matrix_to_doubles(s->U, Q);
  cblas_dtrmm(CblasColMajor, CblasLeft, CblasLower, CblasTrans, CblasNonUnit, (int)n, (int)u, 1,
              s->L, (int)n, Q, (int)n);
  if (LAPACKE_dgeqrf(LAPACK_COL_MAJOR, (int)n, (int)u, Q, (int)n, scale) != 0) return false;
  if (LAPACKE_dorgqr(LAPACK_COL_MAJOR, (int)n, (int)n, (int)u, Q, (int)n, scale) != 0) return false;
  memcpy(s->E, Q + n * u, n * s->k * sizeof *Q);
  return true;
}

/* C (rows x columns) = op(A) B, all by columns. */
static void multiply(size_t rows, size_t columns, size_t inner, const double *A, bool transpose,
                     const double *B, double *C) {
  if (!rows || !columns || !inner) return;
  cblas_dgemm(CblasColMajor, transpose ? CblasTrans : CblasNoTrans, CblasNoTrans, (int)rows,
              (int)columns, (int)inner, 1, A, (int)(transpose ? inner : rows), B, (int)inner, 0, C,
              (int)rows);
}

static bool allocate(ss_scaled *s) {
  size_t n = s->n, m = s->m + s->room;
  double **squares[] = {&s->L, &s->C, &s->E, &s->Ck};
  double **wides[] = {&s->w, &s->wk};
  for (int i = 0; i < 4; i++)
    if (!(*squares[i] = ss_arena_new(s->arena, n * n, double))) return false;
  for (int i = 0; i < 2; i++)
    if (!(*wides[i] = ss_arena_new(s->arena, n * m, double))) return false;
  s->p = ss_arena_new(s->arena, m, double);
  s->fixed = ss_arena_new(s->arena, m, double);
  return s->p && s->fixed;
}

static bool scale(ss_scaled *s) {
  const ss_facts *f = s->facts;
  size_t n = s->n, m = s->m;
  double *work = ss_arena_new(s->arena, n * (n > m ? n : m), double);
  if (!work) return false;
  ss_matrix_to_doubles(f->M, s->L);
  if (ss_matrix_factor(n, s->L, s->L) != SS_OK) return false;
  ss_matrix_to_doubles(f->p, s->p);
  ss_matrix_to_doubles(f->W, s->w);
  solve_lower(s, m, s->w);
  /* L^-1 C L^-T by two solves, a transposition between them */
  ss_matrix_to_doubles(f->Cs, s->C);
  for (int twice = 0; twice < 2; twice++) {
    solve_lower(s, n, s->C);
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < i; j++) {
        double held = s->C[i + n * j];
        s->C[i + n * j] = s->C[j + n * i];
        s->C[j + n * i] = held;
      }
  }
  ss_matrix_to_doubles(s->d0, work);
  solve_lower(s, m, work);
  for (size_t j = 0; j < m; j++)
    for (size_t i = 0; i < n; i++) {
      s->fixed[j] += work[i + n * j] * work[i + n * j] / (s->p[j] * s->p[j]);
      s->w[i + n * j] *= s->p[j];
    }
  return true;
}

bool ss_level_scale(ss_scaled *s, const ss_facts *facts, size_t room, ss_arena *arena) {
  *s = (ss_scaled){.arena = arena, .facts = facts, .n = (size_t)facts->n, .m = (size_t)facts->m};
  s->room = room;
  fmpq_mat_init(s->cut, facts->n, (slong)room);
  find_spaces(s);
  fix_parts(s);
  double *work = ss_arena_new(arena, s->n * s->n, double);
  if (!work || !allocate(s) || !scale(s) || !find_complement(s)) return false;
  multiply(s->n, s->k, s->n, s->C, false, s->E, work);
  multiply(s->k, s->k, s->n, s->E, true, work, s->Ck);
  multiply(s->k, s->m, s->n, s->E, true, s->w, s->wk);
  return true;
}

static double length_of(size_t n, const double *x) {
  return cblas_dnrm2((int)n, x, 1);
}

bool ss_level_add_cut(ss_scaled *s, const double *c) {
  size_t n = s->n, place = s->m + s->cuts;
  double *w = s->w + n * place, mean = 0, size = 0;
  if (s->cuts == s->room) return false;
  /* c^T v = (L E c)^T u, in few digits */
  multiply(n, 1, s->k, s->E, false, c, w);
  cblas_dtrmv(CblasColMajor, CblasLower, CblasNoTrans, CblasNonUnit, (int)n, s->L, (int)n, w, 1);
  for (size_t i = 0; i < n; i++) size = fmax(size, fabs(w[i]));
  if (!(size > 0) || !isfinite(size)) return false;
  for (size_t i = 0; i < n; i++) {
    fmpq *entry = ss_entry(s->cut, (slong)i, (slong)s->cuts);
    ss_exact_from_double(entry, w[i] / size, 1e-4);
    w[i] = ss_number_to_double(entry);
  }
  solve_lower(s, 1, w);
  /* of the frictions' size */
  for (size_t j = 0; j < s->m; j++) mean += length_of(n, s->w + n * j) / (double)s->m;
  s->p[place] = mean / length_of(n, w);
  cblas_dscal((int)n, s->p[place], w, 1);
  multiply(s->k, 1, n, s->E, true, w, s->wk + s->k * place);
  s->cuts++;
  return true;
}

void ss_level_clear(ss_scaled *s) {
  fmpq_mat_clear(s->cut);
  fmpq_mat_clear(s->U);
  fmpq_mat_clear(s->B);
  fmpq_mat_clear(s->d0);
}
