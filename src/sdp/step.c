/* step.c: how far a step may go within the cone.
 *
 *     X + a D >= 0   if and only if   1 + a lambda >= 0
 *
 * with X = L L^T and lambda the least eigenvalue of L^-1 D L^-T, so that the longest step is -1 /
 * lambda where lambda < 0, and has no end otherwise. lambda is computed for every block by itself,
 * to a hundredth, from below: the step is shortened by more than that anyway. Large blocks: by
 * Lanczos' method, an estimate; the caller factors the new point and steps back where it must.
 */
#include <math.h>
#include <omp.h>

#include "interior.h"

enum { LANCZOS_FROM = 60 };

bool ss_sdp_run_factor(ss_sdp_run *run, const double *point, double *L) {
  const ss_sdp_form *form = run->form;
  for (size_t s = 0; s < form->scalars; s++)
    if (!(point[s] > 0)) return false;
  bool inside = true;
#pragma omp parallel for schedule(dynamic, 1) num_threads(run->threads) if (run->threads > 1)
  for (size_t k = 0; k < form->blocks; k++) {
    const ss_sdp_form_block *block = &form->block[k];
    if (!ss_dense_factor(block->n, point + block->at, L + block->at)) {
#pragma omp atomic write
      inside = false;
    }
  }
  return inside;
}

/* The least eigenvalue of L^-1 D L^-T, of one block. */
static double least_of(const ss_sdp_run *run, const ss_sdp_form_block *block, const double *L,
                       const double *D) {
  double *work = run->work + (size_t)omp_get_thread_num() * run->work_each;
  const size_t n = block->n;
  if (n >= LANCZOS_FROM) return ss_dense_least_lanczos(n, L + block->at, D + block->at, work);
  ss_dense_congrue(n, L + block->at, D + block->at, work);
  return ss_dense_least(n, work, 0.01, work + n * n);
}

double ss_sdp_run_longest(ss_sdp_run *run, const double *point, const double *L, const double *D,
                          double most) {
  const ss_sdp_form *form = run->form;
  double least = 0;
  for (size_t s = 0; s < form->scalars; s++) least = fmin(least, D[s] / point[s]);
#pragma omp parallel for schedule(dynamic, 1) num_threads(run->threads) if (run->threads > 1)
  for (size_t k = 0; k < form->blocks; k++) run->least[k] = least_of(run, &form->block[k], L, D);
  for (size_t k = 0; k < form->blocks; k++) least = fmin(least, run->least[k]);
  return least < 0 ? fmin(most, -1 / least) : most;
}
