/* multipliers.c: the eigenvalues of a map over a period, by which a cycle is stable or not.
 *
 * Where all orders have one gain the map over a period is a matrix, the monodromy matrix, and the
 * cycle is stable where its eigenvalues, the multipliers, lie inside the unit circle (but for one
 * that is 1, along the motion, if nothing depends on time). With several pieces the eigenvalues
 * tell about perturbations that stay in one cone only; whoever asks names the piece.
 */
#include <assert.h>
#include <math.h>

#include "variation.h"

ss_status ss_vary_find_multipliers(ss_arena *arena, const ss_variation *v, size_t piece,
                                   const double *q, const double *u, ss_vary_cycle *cycle) {
  assert(v->columns >= 2 * v->n);
  const size_t n2 = 2 * v->n;
  double *A = ss_arena_new(arena, n2 * n2, double);
  double *re = ss_arena_new(arena, n2, double), *im = ss_arena_new(arena, n2, double);
  *cycle = (ss_vary_cycle){.count = n2, .re = re, .im = im};
  if (!A || !re || !im) return SS_MEMORY;
  if (v->refusal.kind || piece >= v->pieces) return SS_BAD_ARGUMENT;
  for (size_t i = 0; i < n2; i++)
    for (size_t j = 0; j < n2; j++) A[i + n2 * j] = v->piece[piece].gain[i * v->columns + j];
  for (size_t k = 0; k < v->n; k++)
    cycle->distance =
        fmax(cycle->distance, fmax(fabs(v->x[k] - q[k]), fabs(v->x[v->n + k] - u[k])));
  return ss_matrix_spectrum(n2, A, re, im);
}
