/* operators.c: the linear maps of the normalised program and their adjoints.
 *
 *     X -> <A_i, X>       y -> sum_i y_i A_i       g -> B g       y -> B^T y
 *
 * Residuals are differences of sums that cancel almost wholly near a solution; they are accumulated
 * in long double, which costs little beside the products of blocks and takes the rounding of the
 * sum out of what is reported. Every number is computed by one thread in one order, so that the
 * bits do not depend on how many threads there are. Cost O(entries + length + m p).
 */
#include <string.h>

#include "interior.h"

/* b_i - <A_i, X>, without the free variables. */
static long double residual_of(const ss_sdp_form *form, size_t i, const double *X,
                               long double sum) {
  for (size_t k = form->term_start[i]; k < form->term_start[i + 1]; k++)
    sum -= (long double)form->term[k].value * X[form->term[k].index];
  for (size_t k = form->part_start[i]; k < form->part_start[i + 1]; k++) {
    const ss_sdp_form_part *part = &form->part[k];
    const ss_sdp_form_block *block = &form->block[part->block];
    const double *x = X + block->at;
    for (size_t e = part->first; e < part->last; e++)
      sum -= 2 * (long double)form->entry[e].value *
             x[form->entry[e].row + block->n * form->entry[e].column];
  }
  return sum;
}

void ss_sdp_form_residual(const ss_sdp_form *form, size_t threads, const double *b, const double *X,
                          const double *g, double *r) {
#pragma omp parallel for schedule(dynamic, 64) num_threads(threads) if (threads > 1)
  for (size_t i = 0; i < form->m; i++) {
    long double sum = residual_of(form, i, X, b ? b[i] : 0);
    for (size_t j = 0; g && j < form->p; j++) sum -= (long double)form->B[i + form->m * j] * g[j];
    r[i] = (double)sum;
  }
}

/* One block of C - A^T(y) - Z. */
static void slack_of(const ss_sdp_form *form, const ss_sdp_form_block *block, const double *C,
                     const double *y, const double *Z, double *S) {
  const size_t n = block->n, at = block->at;
  for (size_t e = 0; e < n * n; e++) S[at + e] = (C ? C[at + e] : 0) - (Z ? Z[at + e] : 0);
  double *s = S + at;
  for (size_t e = block->first; e < block->last; e++) {
    const ss_sdp_form_entry *a = &form->entry[e];
    const double value = y[a->equality] * a->value;
    s[a->row + n * a->column] -= value;
    s[a->column + n * a->row] -= value; /* the diagonal twice, its value is halved */
  }
}

void ss_sdp_form_slack(const ss_sdp_form *form, size_t threads, const double *C, const double *y,
                       const double *Z, double *S) {
  for (size_t s = 0; s < form->scalars; s++) {
    long double sum = (long double)(C ? C[s] : 0) - (Z ? Z[s] : 0);
    for (size_t k = form->down_start[s]; k < form->down_start[s + 1]; k++)
      sum -= (long double)form->down[k].value * y[form->down[k].index];
    S[s] = (double)sum;
  }
#pragma omp parallel for schedule(dynamic, 4) num_threads(threads) if (threads > 1)
  for (size_t k = 0; k < form->blocks; k++) slack_of(form, &form->block[k], C, y, Z, S);
}

void ss_sdp_form_free_residual(const ss_sdp_form *form, const double *f, const double *y,
                               double *r) {
  for (size_t j = 0; j < form->p; j++) {
    long double sum = f ? f[j] : 0;
    for (size_t i = 0; i < form->m; i++) sum -= (long double)form->B[i + form->m * j] * y[i];
    r[j] = (double)sum;
  }
}

double ss_sdp_form_dot(const ss_sdp_form *form, const double *X, const double *Z) {
  long double sum = 0;
  for (size_t s = 0; s < form->scalars; s++) sum += (long double)X[s] * Z[s];
  for (size_t k = 0; k < form->blocks; k++) {
    const ss_sdp_form_block *block = &form->block[k];
    const double *x = X + block->at, *z = Z + block->at;
    double part[4] = {0};
    const size_t count = block->n * block->n;
    for (size_t e = 0; e < count; e++) part[e % 4] += x[e] * z[e];
    sum += (long double)part[0] + part[1] + part[2] + part[3];
  }
  return (double)sum;
}
