/* face.c: facial reduction by null vectors that were seen in doubles.
 *
 * Where the margin is 0, no solution has definite Gram matrices: all S of all solutions vanish on
 * common vectors, which the interior point method's S, being in the middle of the solutions, nearly
 * does. Its eigenvectors of tiny eigenvalues are brought to echelon form, in which the null vectors
 * of a rational program are rational, mostly with small denominators, and are rounded by continued
 * fractions. F becomes N^T F with the columns of N orthogonal to them: S = N S' N^T.
 *
 * To restrict the Gram matrices so can only lose solutions: what is proved then is proved, and what
 * is not proved then is not refuted.
 */
#include <math.h>

#include <lapacke.h>

#include "sos_private.h"

/* An eigenvalue is taken for 0 below TINY (their mean is 1) if a gap follows. */
static const double TINY = 1e-4, GAP = 30, NEAR = 1e-4;

/* How many of the ascending eigenvalues are null; they are followed by a gap. */
static size_t count_null(size_t size, const double *value) {
  size_t null = 0;
  for (size_t i = 0; i < size && value[i] < TINY; i++)
    if (i + 1 == size || value[i + 1] > GAP * fmax(value[i], 1e-12)) null = i + 1;
  return null;
}

/* Reduced echelon form of the rows of V (null x size, by rows), with complete pivoting by row. */
static void reduce(size_t null, size_t size, double *V) {
  for (size_t r = 0; r < null; r++) {
    size_t row = r, column = 0;
    for (size_t i = r; i < null; i++)
      for (size_t j = 0; j < size; j++)
        if (fabs(V[i * size + j]) > fabs(V[row * size + column])) row = i, column = j;
    for (size_t j = 0; j < size; j++) {
      const double held = V[r * size + j];
      V[r * size + j] = V[row * size + j];
      V[row * size + j] = held;
    }
    const double pivot = V[r * size + column];
    for (size_t j = 0; j < size; j++) V[r * size + j] /= pivot;
    for (size_t i = 0; i < null; i++) {
      const double factor = V[i * size + column];
      if (i == r) continue;
      for (size_t j = 0; j < size; j++) V[i * size + j] -= factor * V[r * size + j];
      V[i * size + column] = 0;
    }
  }
}

static bool reduce_block(sos_work *work, sos_block *block, double *S, bool *reduced) {
  const size_t size = sos_size(block);
  double *value = ss_arena_new(work->arena, size, double),
         *vector = ss_arena_new(work->arena, size * size, double);
  if (!value || !vector) return false;
  for (size_t i = 0; i < size * size; i++) vector[i] = S[i];
  if (LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'U', (int)size, vector, (int)size, value) != 0)
    return true;
  const size_t null = count_null(size, value);
  if (null == 0) return true;
  reduce(null, size, vector); /* eigenvectors are columns: rows of the transpose */
  fmpq_mat_t K, N, T;
  fmpq_mat_init(K, (slong)null, (slong)size);
  for (size_t i = 0; i < null; i++)
    for (size_t j = 0; j < size; j++)
      ss_exact_from_double(fmpq_mat_entry(K, (slong)i, (slong)j), vector[i * size + j], NEAR);
  ss_exact_kernel(N, K);
  fmpq_mat_init(T, fmpq_mat_ncols(N), fmpq_mat_nrows(N));
  fmpq_mat_transpose(T, N);
  fmpq_mat_struct *face = ss_sos_matrix(work->arena, (size_t)fmpq_mat_nrows(T), block->count);
  if (face) fmpq_mat_mul(face, T, block->face);
  fmpq_mat_clear(K);
  fmpq_mat_clear(N);
  fmpq_mat_clear(T);
  block->face = face;
  *reduced = true;
  return face;
}

bool ss_sos_reduce_faces(sos_work *work, const sos_point *point, bool *reduced) {
  *reduced = false;
  for (size_t b = 0; b < work->blocks; b++)
    if (sos_size(&work->block[b]) > 0 && !reduce_block(work, &work->block[b], point->S[b], reduced))
      return false;
  return !*reduced || ss_sos_make_columns(work);
}
