/* level_start.c: where the barrier method starts.
 *
 * From afar: z_j = s w_j/|w_j|, s large, N, kappa and what belongs to cuts small, tau a little
 * above. Q is then definite if and only if C > 0 on ker W^T (Finsler); s grows and the small ones
 * shrink until it is.
 *
 * From a leaf that contains this one: what that leaf had at a relative gap of SS_BARRIER_EARLY, not
 * yet near the boundary, is feasible here too, with little of what is new: the multipliers of the
 * new sign or cut. It saves the first half of the steps.
 *
 * The caps of N and zeta are far out, 1e4 times the scale of the problem.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "level_barrier.h"

/* Frictions: z_j = s sign_j w_j/|w_j|, zeta_j = 0. Cuts: z_j = 0, zeta_j < 0, small. */
static void start_column(ss_barrier *b, size_t j, double s, double small) {
  const double *w = b->w + b->k * j;
  const double size = length_of(b->k, w);
  double *y = b->x + b->b * j;
  for (size_t i = 0; i < b->b; i++)
    y[i] = weight_of(b, j) * s * sign_of(b, j) / size *
           cblas_ddot((int)b->k, b->F + b->k * (b->b * j + i), 1, w, 1);
  if (!b->lift) return;
  y[b->b - 1] = weight_of(b, j) > 0 ? 0 : -small / (10 * (double)b->m * size);
  b->low[j] = 1e4 * s;
}

/* N and kappa small, tau a little above all z_j. */
static void set_start(ss_barrier *b, double s, double small) {
  double most = s * s;
  for (size_t j = 0; j < b->m; j++) {
    start_column(b, j, s, small);
    most = fmax(most, s * s + b->s->fixed[b->leaf->column[j]]);
  }
  b->x[b->size - 1] = 1.1 * sqrt(most);
  if (b->lift) b->x[b->size - 2] = small;
  for (size_t p = 0; p < b->pairs; p++) {
    size_t first = b->leaf->pair[p][0];
    double a = length_of(b->k, b->w + b->k * first);
    double c = length_of(b->k, b->w + b->k * b->leaf->pair[p][1]);
    double share = weight_of(b, first) > 0 ? 1e-3 * s * fmin(a, c) : 0.1 * small;
    b->x[b->b * b->m + p] = share / ((double)b->pairs * a * c);
    b->cap[p] = 1e4 * s / fmin(a, c);
  }
}

static bool find_start(ss_barrier *b) {
  double s = 0, scale = 0;
  for (size_t j = 0; j < b->s->m; j++) scale = fmax(scale, length_of(b->k, b->w + b->k * j));
  for (size_t i = 0; i < b->s->k * b->s->k; i++) s = fmax(s, fabs(b->s->Ck[i]));
  if (scale == 0 || s == 0) return false;
  double small = 1e-2 * s;
  b->t = 1;
  s /= scale;
  for (int attempt = 0; attempt < 60; attempt++, s *= 4, small /= 4) {
    set_start(b, s, small);
    if (!(ss_barrier_evaluate(b, b->x) < HUGE_VAL)) continue;
    b->t = b->nu / b->x[b->size - 1];
    return true;
  }
  return false;
}

/* The place of a column in a leaf; SIZE_MAX if it is not there. */
static size_t find_column(const ss_leaf *leaf, size_t column) {
  for (size_t j = 0; j < leaf->columns; j++)
    if (leaf->column[j] == column) return j;
  return SIZE_MAX;
}

/* What the parent's early point says about column j; nothing about a new cut. */
static void inherit_column(ss_barrier *b, const ss_leaf *parent, size_t j, double small) {
  const size_t from = find_column(parent, b->leaf->column[j]), rows = b->s->k + 1;
  double *y = b->x + b->b * j, size = length_of(b->k, b->w + b->k * j);
  b->low[j] = 1e4 * parent->early.tau;
  if (from == SIZE_MAX) {
    memset(y, 0, b->b * sizeof *y);
    y[b->b - 1] = -small / size;
    return;
  }
  /* without a sign it counted as +1 */
  const bool turned = parent->sign[parent->column[from]] == 0 && given_sign(b, j) < 0;
  for (size_t i = 0; i < b->b; i++)
    y[i] = (turned ? -1 : 1) *
           cblas_ddot((int)b->k, b->F + b->k * (b->b * j + i), 1, parent->early.z + rows * from, 1);
}

static void inherit_pairs(ss_barrier *b, const ss_leaf *parent, double small) {
  for (size_t p = 0; p < b->pairs; p++) {
    const size_t *pair = b->leaf->pair[p];
    double a = length_of(b->k, b->w + b->k * pair[0]);
    double c = length_of(b->k, b->w + b->k * pair[1]);
    double *N = &b->x[b->b * b->m + p];
    *N = small / (a * c);
    b->cap[p] = 1e4 * parent->early.tau / fmin(a, c);
    for (size_t q = 0; q < parent->pairs; q++)
      if (parent->column[parent->pair[q][0]] == b->leaf->column[pair[0]] &&
          parent->column[parent->pair[q][1]] == b->leaf->column[pair[1]])
        *N = parent->early.N[q];
  }
}

/* The parent's early point, with little of what is new. */
static bool find_warm_start(ss_barrier *b, const ss_leaf *parent) {
  if (parent->early.tau == 0) return false;
  double small = parent->early.tau * length_of(b->k, b->w);
  b->t = 1;
  for (int attempt = 0; attempt < 10; attempt++, small /= 4) {
    for (size_t j = 0; j < b->m; j++) inherit_column(b, parent, j, small);
    inherit_pairs(b, parent, small);
    if (b->lift) b->x[b->size - 2] = parent->lifted ? parent->early.kappa : small;
    b->x[b->size - 1] = 1.001 * parent->early.tau;
    if (!(ss_barrier_evaluate(b, b->x) < HUGE_VAL)) continue;
    b->t = b->nu / (SS_BARRIER_EARLY * b->x[b->size - 1]);
    return true;
  }
  return false;
}

bool ss_barrier_start(ss_barrier *b, const ss_leaf *parent) {
  return (parent && find_warm_start(b, parent)) || find_start(b);
}
