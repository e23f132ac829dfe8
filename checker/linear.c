/* linear.c: linear algebra with rational matrices.
 *
 *     L D L^T = A,  L unit lower triangular     A > 0 if and only if all D > 0,
 *                                               A >= 0 if all D >= 0
 *
 * Sylvester's law of inertia is all that is used: x^T A x = sum D_i (L^T x)_i^2. Where D_i = 0, the
 * column i of L has no influence and must be 0, so that the factors of a matrix are unique. The
 * reduced row echelon form of W^T gives the basis N of ker W^T whose free coordinates are 1.
 * Everything is exact, of cubic cost in rational operations.
 */
#include "check.h"

matrix *multiply(run *r, const matrix *A, const matrix *B) {
  matrix *C = new_matrix(r, (size_t)fmpq_mat_nrows(A), (size_t)fmpq_mat_ncols(B));
  fmpq_mat_mul(C, A, B);
  return C;
}

matrix *transpose(run *r, const matrix *A) {
  matrix *B = new_matrix(r, (size_t)fmpq_mat_ncols(A), (size_t)fmpq_mat_nrows(A));
  fmpq_mat_transpose(B, A);
  return B;
}

matrix *symmetric_part(run *r, const matrix *A) {
  matrix *S = transpose(r, A);
  fmpq_mat_add(S, S, A);
  fmpq_mat_scalar_div_fmpz(S, S, (fmpz[]){2});
  return S;
}

matrix *solve_system(run *r, const matrix *A, const matrix *B) {
  matrix *X = new_matrix(r, (size_t)fmpq_mat_nrows(B), (size_t)fmpq_mat_ncols(B));
  if (fmpq_mat_nrows(A) > 0 && !fmpq_mat_solve(X, A, B)) refuted(r, "a matrix is singular");
  return X;
}

/* Symmetric matrices within the radii are >= center - diag(row sums of the radii): dominance. */
matrix *lower_end(run *r, uncertain A) {
  const slong n = fmpq_mat_nrows(A.center);
  matrix *B = new_matrix(r, (size_t)n, (size_t)n);
  fmpq_mat_set(B, A.center);
  for (slong i = 0; i < n; i++)
    for (slong j = 0; j < n; j++) fmpq_sub(entry(B, i, i), entry(B, i, i), entry(A.radius, i, j));
  return B;
}

matrix *absolute(run *r, const matrix *A) {
  matrix *B = new_matrix(r, (size_t)fmpq_mat_nrows(A), (size_t)fmpq_mat_ncols(A));
  for (slong i = 0; i < fmpq_mat_nrows(A); i++)
    for (slong j = 0; j < fmpq_mat_ncols(A); j++) fmpq_abs(entry(B, i, j), entry(A, i, j));
  return B;
}

/* (A ± R)(B ± S) lies within A B ± (|A| S + R (|B| + S)). */
uncertain multiply_uncertain(run *r, uncertain A, uncertain B) {
  matrix *size = absolute(r, B.center), *radius = multiply(r, absolute(r, A.center), B.radius);
  fmpq_mat_add(size, size, B.radius);
  fmpq_mat_add(radius, radius, multiply(r, A.radius, size));
  return (uncertain){multiply(r, A.center, B.center), radius};
}

/* X = A^-1, G = |X| R, H = (I - G)^-1 >= 0: the inverses differ from X by at most H G |X|. */
uncertain invert_uncertain(run *r, uncertain A) {
  const size_t n = (size_t)fmpq_mat_nrows(A.center);
  matrix *unit = new_matrix(r, n, n), *rest = new_matrix(r, n, n);
  fmpq_mat_one(unit);
  matrix *X = solve_system(r, A.center, unit), *size = absolute(r, X);
  const matrix *G = multiply(r, size, A.radius);
  fmpq_mat_sub(rest, unit, G);
  matrix *H = solve_system(r, rest, unit);
  if (!fmpq_mat_equal(H, absolute(r, H))) refuted(r, "a matrix may be singular within its radii");
  return (uncertain){X, multiply(r, H, multiply(r, G, size))};
}

/* The columns are independent, whatever the entries are: with T = center^T, T A has an inverse. */
bool is_full(run *r, uncertain A) {
  if (fmpq_mat_is_zero(A.radius)) return rank_of(r, A.center) == (size_t)fmpq_mat_ncols(A.center);
  matrix *T = transpose(r, A.center);
  invert_uncertain(r, (uncertain){multiply(r, T, A.center), multiply(r, absolute(r, T), A.radius)});
  return true;
}

fmpq *entry_end(run *r, uncertain A, size_t i, size_t j, int sign) {
  fmpq *x = new_rational(r);
  (sign < 0 ? fmpq_sub : fmpq_add)(x, entry(A.center, i, j), entry(A.radius, i, j));
  return x;
}

matrix *kernel_of_transpose(run *r, const matrix *W) {
  const slong n = fmpq_mat_nrows(W), m = fmpq_mat_ncols(W);
  matrix *E = transpose(r, W);
  slong rank = m > 0 ? fmpq_mat_rref(E, E) : 0, column = 0, row = 0;
  matrix *N = new_matrix(r, (size_t)n, (size_t)(n - rank));
  slong *pivot = new_room(r, (size_t)n, sizeof *pivot); /* of each row of E */
  for (slong j = 0; j < n; j++) {
    if (row < rank && !fmpq_is_zero(entry(E, row, j))) {
      pivot[row++] = j;
      continue;
    }
    /* j is free: x_j = 1, and each pivot coordinate is minus its entry in column j */
    fmpq_one(entry(N, j, column));
    for (slong i = 0; i < row; i++) fmpq_neg(entry(N, pivot[i], column), entry(E, i, j));
    column++;
  }
  return N;
}

size_t rank_of(run *r, const matrix *A) {
  matrix *E = new_matrix(r, (size_t)fmpq_mat_nrows(A), (size_t)fmpq_mat_ncols(A));
  return (size_t)fmpq_mat_rref(E, A);
}

/* Pivots of the sign that is asked for, and columns without influence 0. */
static void verify_pivots(run *r, const matrix *L, const matrix *D, bool strict) {
  const slong n = fmpq_mat_nrows(L);
  for (slong j = 0; j < n; j++) {
    const fmpq *pivot = entry(D, j, 0);
    if (fmpq_sgn(pivot) < 0 || (strict && fmpq_is_zero(pivot)))
      refuted(r, "the pivot D_%ld = %s is not %s", (long)j + 1, show_rational(r, pivot),
              strict ? "positive" : "at least 0");
    for (slong i = j + 1; i < n && fmpq_is_zero(pivot); i++)
      if (!fmpq_is_zero(entry(L, i, j)))
        refuted(r, "column %ld of L is not 0 although its pivot is", (long)j + 1);
  }
}

void verify_factors(run *r, const matrix *A, const json_t *c, bool strict) {
  const size_t n = (size_t)fmpq_mat_nrows(A);
  matrix *L = read_triangle(r, c, "L", n, 0), *D = read_vector(r, c, "D", n);
  for (size_t i = 0; i < n; i++) fmpq_one(entry(L, i, i));
  verify_pivots(r, L, D, strict);
  matrix *LD = new_matrix(r, n, n);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++) fmpq_mul(entry(LD, i, j), entry(L, i, j), entry(D, j, 0));
  if (!fmpq_mat_equal(multiply(r, LD, transpose(r, L)), A))
    refuted(r, "L D L^T is not the matrix that it should be");
}
