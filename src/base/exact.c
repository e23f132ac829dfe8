/* exact.c: definiteness and spaces over the rationals.
 *
 * LDL^T without pivoting: step k reads the Schur complement S of the columns before it,
 *
 *     d_k = S_kk,    L_ik = S_ik / d_k,    S_ij -= L_ik d_k L_jk.
 *
 * d_k < 0: A is indefinite, y = e_k shows it in the coordinates of S. d_k = 0 with S_ik != 0:
 * likewise y = e_i - t e_k with t large enough. d_k = 0 with a zero column: A may be semidefinite,
 * e_k is in the kernel of S. A vector y of S is x = L^-T y in the coordinates of A, x^T A x = y^T
 * (D + S) y.
 */
#include "standstill/exact.h"

#include <assert.h>
#include <math.h>

static fmpq *at(const fmpq_mat_t A, slong i, slong j) {
  return fmpq_mat_entry(A, i, j);
}

static bool has_shape_of(const fmpq_mat_t A, const fmpq_mat_t B) {
  return fmpq_mat_nrows(A) == fmpq_mat_nrows(B) && fmpq_mat_ncols(A) == fmpq_mat_ncols(B);
}

void ss_exact_symmetric_part(fmpq_mat_t S, const fmpq_mat_t A) {
  assert(fmpq_mat_is_square(A) && has_shape_of(S, A));
  slong n = fmpq_mat_nrows(A);
  fmpq_t half;
  fmpq_init(half);
  for (slong i = 0; i < n; i++)
    for (slong j = 0; j <= i; j++) {
      fmpq_add(half, at(A, i, j), at(A, j, i));
      fmpq_div_2exp(half, half, 1);
      fmpq_set(at(S, i, j), half);
      fmpq_set(at(S, j, i), half);
    }
  fmpq_clear(half);
}

/* ---- LDL^T ----------------------------------------------------------------------------------- */

/* x = L^-T y, the columns of L from k on being those of the identity. */
static void pull_back(const fmpq_mat_t L, fmpq_mat_struct *x) {
  for (slong i = fmpq_mat_nrows(L) - 1; i >= 0; i--)
    for (slong j = i + 1; j < fmpq_mat_nrows(L); j++)
      fmpq_submul(at(x, i, 0), at(L, j, i), at(x, j, 0));
}

/* The first row below k with an entry in column k; n if there is none. */
static slong find_below(const fmpq_mat_t S, slong k) {
  slong i = k + 1, n = fmpq_mat_nrows(S);
  while (i < n && fmpq_is_zero(at(S, i, k))) i++;
  return i;
}

/* y = e_i - t e_k, t = (S_ii + 1)/(2 S_ik): y^T S y = S_ii - 2 t S_ik = -1. */
static void set_crossing(const fmpq_mat_t S, slong i, slong k, fmpq_mat_struct *y) {
  fmpq_t t;
  fmpq_init(t);
  fmpq_add_si(t, at(S, i, i), 1);
  fmpq_div(t, t, at(S, i, k));
  fmpq_div_2exp(t, t, 1);
  fmpq_neg(at(y, k, 0), t);
  fmpq_one(at(y, i, 0));
  fmpq_clear(t);
}

static void eliminate(fmpq_mat_t S, fmpq_mat_t L, const fmpq *d, slong k) {
  slong n = fmpq_mat_nrows(S);
  for (slong i = k + 1; i < n; i++) fmpq_div(at(L, i, k), at(S, i, k), d);
  for (slong i = k + 1; i < n; i++) {
    if (fmpq_is_zero(at(L, i, k))) continue;
    for (slong j = k + 1; j <= i; j++) {
      fmpq_submul(at(S, i, j), at(L, i, k), at(S, j, k));
      if (j < i) fmpq_set(at(S, j, i), at(S, i, j));
    }
  }
}

/* One step; false if A turned out indefinite, y then showing it in the coordinates of S. */
static bool step(fmpq_mat_t S, fmpq_mat_t L, fmpq_mat_t D, slong k, fmpq_mat_struct *y) {
  fmpq *d = at(D, k, 0);
  fmpq_set(d, at(S, k, k));
  if (fmpq_sgn(d) > 0) {
    eliminate(S, L, d, k);
    return true;
  }
  slong below = fmpq_sgn(d) < 0 ? k : find_below(S, k);
  if (below == fmpq_mat_nrows(S)) return true;
  if (y && below == k)
    fmpq_one(at(y, k, 0));
  else if (y)
    set_crossing(S, below, k, y);
  return false;
}

ss_definiteness ss_exact_ldl(const fmpq_mat_t A, fmpq_mat_t L, fmpq_mat_t D, fmpq_mat_struct *x) {
  assert(fmpq_mat_is_square(A) && has_shape_of(L, A) && L != A);
  assert(fmpq_mat_nrows(D) == fmpq_mat_nrows(A) && (!x || has_shape_of(x, D)));
  slong n = fmpq_mat_nrows(A), zero = -1;
  fmpq_mat_t S;
  fmpq_mat_init(S, n, n);
  fmpq_mat_set(S, A);
  fmpq_mat_one(L);
  fmpq_mat_zero(D);
  if (x) fmpq_mat_zero(x);
  bool good = true;
  for (slong k = 0; k < n && good; k++) {
    good = step(S, L, D, k, x);
    if (good && zero < 0 && fmpq_is_zero(at(D, k, 0))) zero = k;
  }
  fmpq_mat_clear(S);
  if (x && good && zero >= 0) fmpq_one(at(x, zero, 0));
  if (x && (!good || zero >= 0)) pull_back(L, x);
  return !good ? SS_INDEFINITE : zero >= 0 ? SS_SEMIDEFINITE : SS_DEFINITE;
}

/* ---- spaces ---------------------------------------------------------------------------------- */

void ss_exact_kernel(fmpq_mat_t N, const fmpq_mat_t A) {
  slong rows = fmpq_mat_nrows(A), n = fmpq_mat_ncols(A), column = 0;
  fmpq_mat_t R;
  fmpq_mat_init(R, rows, n);
  slong rank = fmpq_mat_rref(R, A);
  slong *pivot = flint_malloc((size_t)(rank + 1) * sizeof *pivot);
  fmpq_mat_init(N, n, n - rank);
  for (slong i = 0, j = 0; i < rank; i++, j++) {
    while (fmpq_is_zero(at(R, i, j))) j++;
    pivot[i] = j;
  }
  /* a free variable f gives the column: 1 at f, -R_if at the pivots */
  for (slong f = 0, i = 0; f < n; f++) {
    if (i < rank && pivot[i] == f) {
      i++;
      continue;
    }
    fmpq_one(at(N, f, column));
    for (slong k = 0; k < rank; k++) fmpq_neg(at(N, pivot[k], column), at(R, k, f));
    column++;
  }
  flint_free(pivot);
  fmpq_mat_clear(R);
}

slong ss_exact_rank(const fmpq_mat_t A) {
  fmpq_mat_t R;
  fmpq_mat_init(R, fmpq_mat_nrows(A), fmpq_mat_ncols(A));
  slong rank = fmpq_mat_rref(R, A);
  fmpq_mat_clear(R);
  return rank;
}

/* X = (A^T A)^-1 A^T */
bool ss_exact_left_inverse(fmpq_mat_t X, const fmpq_mat_t A) {
  slong m = fmpq_mat_nrows(A), n = fmpq_mat_ncols(A);
  assert(fmpq_mat_nrows(X) == n && fmpq_mat_ncols(X) == m);
  fmpq_mat_t T, G;
  fmpq_mat_init(T, n, m);
  fmpq_mat_init(G, n, n);
  fmpq_mat_transpose(T, A);
  fmpq_mat_mul(G, T, A);
  bool good = fmpq_mat_inv(G, G) != 0;
  if (good) fmpq_mat_mul(X, G, T);
  fmpq_mat_clear(T);
  fmpq_mat_clear(G);
  return good;
}

/* ---- doubles --------------------------------------------------------------------------------- */

static void set_double(fmpq_t value, double number) {
  int exponent;
  double mantissa = frexp(number, &exponent);
  fmpz_set_d(fmpq_numref(value), ldexp(mantissa, 53));
  fmpz_one(fmpq_denref(value));
  exponent -= 53;
  if (exponent >= 0)
    fmpq_mul_2exp(value, value, (flint_bitcnt_t)exponent);
  else
    fmpq_div_2exp(value, value, (flint_bitcnt_t)-exponent);
}

void ss_exact_from_double(fmpq_t value, double number, double tolerance) {
  assert(tolerance >= 0);
  double rest = number, nearest;
  long before[2] = {0, 1}, last[2] = {1, 0}; /* convergents h/k */
  if (!isfinite(number)) {
    fmpq_zero(value);
    return;
  }
  for (int i = 0; i < 40 && tolerance > 0; i++) {
    double whole = floor(rest);
    if (fabs(whole) > 1e9 || labs(last[0]) > 1000000000 || last[1] > 1000000000) break;
    long h = (long)whole * last[0] + before[0], k = (long)whole * last[1] + before[1];
    before[0] = last[0], before[1] = last[1];
    last[0] = h, last[1] = k;
    nearest = (double)h / (double)k;
    if (fabs(nearest - number) <= tolerance) {
      fmpq_set_si(value, h, (ulong)k);
      fmpq_canonicalise(value);
      return;
    }
    rest = 1 / (rest - whole);
    if (!isfinite(rest)) break;
  }
  set_double(value, number);
}
