/* uncertain.c: what holds for every matrix within center ± radius, in rational arithmetic.
 *
 *     (A ± R)(B ± S)   lies within   A B ± (|A| S + R (|B| + S))
 *
 * Regularity. With X = A^-1 and G = |X| R, a matrix within the radii is A (I + E), |E| <= G. If
 * I - G has an inverse H >= 0, then the powers of G sum up to it (G >= 0: M-matrices), hence those
 * of E converge, I + E is regular, and
 *
 *     |(A (I + E))^-1 - X|  =  |sum_k>0 (-E)^k X|  <=  H G |X|.
 *
 * Columns are independent if the center's transpose times the matrix is regular.
 *
 * Cost: some inverses and products of exact matrices. What fails: radii that are too wide.
 */
#include <assert.h>

#include "uncertain.h"

void ss_uncertain_init(ss_uncertain *A, slong rows, slong columns) {
  fmpq_mat_init(A->center, rows, columns);
  fmpq_mat_init(A->radius, rows, columns);
}

void ss_uncertain_clear(ss_uncertain *A) {
  fmpq_mat_clear(A->center);
  fmpq_mat_clear(A->radius);
}

/* B = |A|, initialised here. */
static void make_absolute(fmpq_mat_t B, const fmpq_mat_t A) {
  fmpq_mat_init(B, fmpq_mat_nrows(A), fmpq_mat_ncols(A));
  for (slong i = 0; i < fmpq_mat_nrows(A); i++)
    for (slong j = 0; j < fmpq_mat_ncols(A); j++)
      fmpq_abs(fmpq_mat_entry(B, i, j), fmpq_mat_entry(A, i, j));
}

void ss_uncertain_multiply(ss_uncertain *AB, const ss_uncertain *A, const ss_uncertain *B) {
  assert(fmpq_mat_ncols(A->center) == fmpq_mat_nrows(B->center));
  fmpq_mat_t a, b, first;
  ss_uncertain_init(AB, fmpq_mat_nrows(A->center), fmpq_mat_ncols(B->center));
  fmpq_mat_init(first, fmpq_mat_nrows(A->center), fmpq_mat_ncols(B->center));
  make_absolute(a, A->center);
  make_absolute(b, B->center);
  fmpq_mat_mul(AB->center, A->center, B->center);
  fmpq_mat_mul(first, a, B->radius); /* |A| S */
  fmpq_mat_add(b, b, B->radius);
  fmpq_mat_mul(AB->radius, A->radius, b); /* R (|B| + S) */
  fmpq_mat_add(AB->radius, AB->radius, first);
  fmpq_mat_clear(a);
  fmpq_mat_clear(b);
  fmpq_mat_clear(first);
}

/* T = A^T, certain, initialised here. */
static void make_transpose(ss_uncertain *T, const fmpq_mat_t A) {
  ss_uncertain_init(T, fmpq_mat_ncols(A), fmpq_mat_nrows(A));
  fmpq_mat_transpose(T->center, A);
}

void ss_uncertain_reduce(ss_uncertain *B, const ss_uncertain *A, const fmpq_mat_t N) {
  ss_uncertain sure, T, AN;
  ss_uncertain_init(&sure, fmpq_mat_nrows(N), fmpq_mat_ncols(N));
  fmpq_mat_set(sure.center, N);
  make_transpose(&T, N);
  ss_uncertain_multiply(&AN, A, &sure);
  ss_uncertain_multiply(B, &T, &AN);
  ss_uncertain_clear(&sure);
  ss_uncertain_clear(&T);
  ss_uncertain_clear(&AN);
}

static bool is_nonnegative(const fmpq_mat_t A) {
  for (slong i = 0; i < fmpq_mat_nrows(A); i++)
    for (slong j = 0; j < fmpq_mat_ncols(A); j++)
      if (fmpq_sgn(fmpq_mat_entry(A, i, j)) < 0) return false;
  return true;
}

/* radius = H G |X| with G = |X| R, H = (I - G)^-1 >= 0; false if H is not. */
static bool bound_inverse(fmpq_mat_t radius, const fmpq_mat_t X, const fmpq_mat_t R) {
  slong n = fmpq_mat_nrows(X);
  fmpq_mat_t a, G, H, rest;
  make_absolute(a, X);
  fmpq_mat_init(G, n, n);
  fmpq_mat_init(H, n, n);
  fmpq_mat_init(rest, n, n);
  fmpq_mat_mul(G, a, R);
  fmpq_mat_one(rest);
  fmpq_mat_sub(rest, rest, G);
  bool good = fmpq_mat_inv(H, rest) && is_nonnegative(H);
  fmpq_mat_mul(rest, H, G);
  fmpq_mat_mul(radius, rest, a);
  fmpq_mat_clear(a);
  fmpq_mat_clear(G);
  fmpq_mat_clear(H);
  fmpq_mat_clear(rest);
  return good;
}

bool ss_uncertain_invert(ss_uncertain *inverse, const ss_uncertain *A) {
  slong n = fmpq_mat_nrows(A->center);
  ss_uncertain_init(inverse, n, n);
  if (n == 0) return true;
  return fmpq_mat_inv(inverse->center, A->center) &&
         bound_inverse(inverse->radius, inverse->center, A->radius);
}

bool ss_uncertain_is_full(const ss_uncertain *A) {
  ss_uncertain T, gram, inverse;
  make_transpose(&T, A->center);
  ss_uncertain_multiply(&gram, &T, A);
  bool good = ss_uncertain_invert(&inverse, &gram);
  ss_uncertain_clear(&T);
  ss_uncertain_clear(&gram);
  ss_uncertain_clear(&inverse);
  return good;
}
