/* level_barrier.c: the best d_j for one pattern of signs, by a barrier method.
 *
 *     minimise tau   over z_j, N >= 0   with   |z_j|^2 + fixed_j <= tau^2   and
 *     Q = C + sum_j s_j sym(w_j z_j^T) - sum_p N_p s_a s_b sym(w_a w_b^T) >= 0      (p = (a, b))
 *
 * a semidefinite program with second-order cones: tau(v) = -v^T C v is below tau |v| sum |w_j^T v|
 * for all v of the cell. The primal barrier
 *
 *     t tau - log det Q - sum_j log(tau^2 - fixed_j - |z_j|^2) - sum_p log N_p (cap_p - N_p)
 *
 * is followed by Newton's method for growing t (the caps, far out, keep N finite where no velocity
 * has the signs of the cell); at its minimum tau is within nu/t of the best, nu = k + 2 m + 2
 * pairs, and Q^-1/t is the dual matrix. With R = Q^-1 all second derivatives are products of
 * entries of R, R w_j and w_j^T R w_k:
 *
 *     tr(R sym(a b^T) R sym(c d^T)) = ((b^T R c)(d^T R a) + (b^T R d)(c^T R a))/2.
 *
 * Each z_j = F_j y_j runs over a subspace of b dimensions: everything for small machines, w_j and a
 * few directions in which the energy grows fastest for large ones. Cost: O(v^2 + m^2 b^2 k) for the
 * Hessian, v^3/3 for its factor, v = b m + pairs + 1. The Hessian is scaled to unit diagonal before
 * it is factorised; steps with a decrement below 1/4 need no descent test (self-concordance), which
 * rounding would spoil where t is large. The start is z_j = s w_j/|w_j|, s large: it exists if and
 * only if C > 0 on ker W^T.
 */
#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "level.h"

typedef struct barrier {
  const ss_scaled *s;
  ss_leaf *leaf;
  size_t k, m, b, pairs, size; /* size = b m + pairs + 1: y, N, tau */
  double t;
  double *x, *trial, *step, *gradient, *H, *scale;
  double *F, *RF;         /* k x b each, m of them: orthonormal bases, and R F */
  double *z;              /* k: one z_j */
  double *cap;            /* pairs */
  double *Q, *R, *Rw, *G; /* k x k, k x k, k x m, m x m: R w and w^T R w */
} barrier;

static double sign_of(const ss_leaf *leaf, size_t j) {
  return leaf->sign[j] < 0 ? -1 : 1;
}

static double pair_sign(const ss_leaf *leaf, size_t p) {
  return leaf->sign[leaf->pair[p][0]] * leaf->sign[leaf->pair[p][1]];
}

ss_leaf *ss_level_new_leaf(const ss_scaled *s, const int *sign) {
  ss_leaf *leaf = ss_arena_new(s->arena, 1, ss_leaf);
  if (!leaf) return NULL;
  leaf->sign = ss_arena_new(s->arena, s->m, int);
  leaf->pair = ss_arena_alloc(s->arena, s->m * s->m, sizeof *leaf->pair);
  leaf->z = ss_arena_new(s->arena, s->k * s->m, double);
  leaf->N = ss_arena_new(s->arena, s->m * s->m, double);
  leaf->Z = ss_arena_new(s->arena, s->k * s->k, double);
  if (!leaf->sign || !leaf->pair || !leaf->z || !leaf->N || !leaf->Z) return NULL;
  if (sign) memcpy(leaf->sign, sign, s->m * sizeof *sign);
  for (size_t j = 0; j < s->m; j++)
    for (size_t i = 0; i < j; i++)
      if (leaf->sign[i] && leaf->sign[j]) {
        leaf->pair[leaf->pairs][0] = j;
        leaf->pair[leaf->pairs++][1] = i;
      }
  return leaf;
}

/* ---- the functions ------------------------------------------------------------------------- */

/* A += scale sym(a b^T), lower triangle. */
static void add_outer(size_t k, double *A, double scale, const double *a, const double *b) {
  cblas_dsyr2(CblasColMajor, CblasLower, (int)k, scale / 2, a, 1, b, 1, A, (int)k);
}

/* z_j = F_j y_j, in b->z. */
static const double *expand(const barrier *b, const double *x, size_t j) {
  cblas_dgemv(CblasColMajor, CblasNoTrans, (int)b->k, (int)b->b, 1, b->F + b->k * b->b * j,
              (int)b->k, x + b->b * j, 1, 0, b->z, 1);
  return b->z;
}

/* The Cholesky factor of Q at x, in b->Q; false if Q is not positive definite. */
static bool factor_Q(barrier *b, const double *x) {
  const ss_scaled *s = b->s;
  memcpy(b->Q, s->Ck, b->k * b->k * sizeof *b->Q);
  for (size_t j = 0; j < b->m; j++)
    add_outer(b->k, b->Q, sign_of(b->leaf, j), s->wk + b->k * j, expand(b, x, j));
  for (size_t p = 0; p < b->pairs; p++)
    add_outer(b->k, b->Q, -x[b->b * b->m + p] * pair_sign(b->leaf, p),
              s->wk + b->k * b->leaf->pair[p][0], s->wk + b->k * b->leaf->pair[p][1]);
  return LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', (int)b->k, b->Q, (int)b->k) == 0;
}

/* tau^2 - fixed_j - |z_j|^2 */
static double room(const barrier *b, const double *x, size_t j) {
  double tau = x[b->size - 1];
  return tau * tau - b->s->fixed[j] - cblas_ddot((int)b->b, x + b->b * j, 1, x + b->b * j, 1);
}

/* The barrier's value; HUGE_VAL outside. */
static double evaluate(barrier *b, const double *x) {
  double value = b->t * x[b->size - 1];
  if (x[b->size - 1] <= 0) return HUGE_VAL;
  for (size_t j = 0; j < b->m; j++) {
    double left = room(b, x, j);
    if (!(left > 0)) return HUGE_VAL;
    value -= log(left);
  }
  for (size_t p = 0; p < b->pairs; p++) {
    double N = x[b->b * b->m + p], left = b->cap[p] - N;
    if (!(N > 0 && left > 0)) return HUGE_VAL;
    value -= log(N) + log(left);
  }
  if (!factor_Q(b, x)) return HUGE_VAL;
  for (size_t i = 0; i < b->k; i++) value -= 2 * log(b->Q[i + b->k * i]);
  return isfinite(value) ? value : HUGE_VAL;
}

/* R = Q^-1 from the factor, R w, w^T R w. */
static void invert(barrier *b) {
  size_t k = b->k, m = b->m;
  memcpy(b->R, b->Q, k * k * sizeof *b->R);
  LAPACKE_dpotri_work(LAPACK_COL_MAJOR, 'L', (int)k, b->R, (int)k);
  for (size_t j = 0; j < k; j++)
    for (size_t i = 0; i < j; i++) b->R[i + k * j] = b->R[j + k * i];
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)k, (int)m, (int)k, 1, b->R, (int)k,
              b->s->wk, (int)k, 0, b->Rw, (int)k);
  cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, (int)m, (int)m, (int)k, 1, b->s->wk, (int)k,
              b->Rw, (int)k, 0, b->G, (int)m);
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)k, (int)(b->b * m), (int)k, 1, b->R,
              (int)k, b->F, (int)k, 0, b->RF, (int)k);
}

/* ---- derivatives --------------------------------------------------------------------------- */

/* F_j^T R w_l = (R F_j)^T w_l */
static double seen(const barrier *b, size_t j, size_t i, size_t l) {
  return cblas_ddot((int)b->k, b->RF + b->k * (b->b * j + i), 1, b->s->wk + b->k * l, 1);
}

static void find_gradient(barrier *b) {
  size_t n = b->b, m = b->m, last = b->size - 1;
  const ss_leaf *leaf = b->leaf;
  b->gradient[last] = b->t;
  for (size_t j = 0; j < m; j++) {
    double left = room(b, b->x, j);
    for (size_t i = 0; i < n; i++)
      b->gradient[n * j + i] = -sign_of(leaf, j) * seen(b, j, i, j) + 2 * b->x[n * j + i] / left;
    b->gradient[last] -= 2 * b->x[last] / left;
  }
  for (size_t p = 0; p < b->pairs; p++) {
    double N = b->x[n * m + p];
    b->gradient[n * m + p] = pair_sign(leaf, p) * b->G[leaf->pair[p][0] + m * leaf->pair[p][1]] -
                             1 / N + 1 / (b->cap[p] - N);
  }
}

/* The part of log det between y_j and y_l, l <= j (lower triangle of H). */
static void add_block(barrier *b, size_t j, size_t l) {
  size_t n = b->b, k = b->k;
  double sign = sign_of(b->leaf, j) * sign_of(b->leaf, l) / 2, g = b->G[j + b->m * l];
  double *corner = b->H + b->size * n * l + n * j;
  cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, (int)n, (int)n, (int)k, sign * g,
              b->F + k * n * j, (int)k, b->RF + k * n * l, (int)k, 0, corner, (int)b->size);
  for (size_t c = 0; c < n; c++) {
    double factor = sign * seen(b, l, c, j);
    for (size_t i = 0; i < n; i++) corner[i + b->size * c] += factor * seen(b, j, i, l);
  }
}

/* The cones: 4 y y^T/g^2 + 2/g, -4 y tau/g^2, 4 tau^2/g^2 - 2/g. */
static void add_cone(barrier *b, size_t j) {
  size_t n = b->b, last = b->size - 1;
  const double *y = b->x + n * j;
  double g = room(b, b->x, j), tau = b->x[last], square = 4 / (g * g);
  for (size_t c = 0; c < n; c++) {
    double *column = b->H + b->size * (n * j + c);
    for (size_t i = 0; i < n; i++) column[n * j + i] += square * y[i] * y[c];
    column[n * j + c] += 2 / g;
    column[last] = -square * y[c] * tau;
  }
  b->H[b->size * last + last] += square * tau * tau - 2 / g;
}

/* Rows of the multipliers N_p: against y, and against each other. */
static void add_pairs(barrier *b) {
  size_t n = b->b, m = b->m;
  const ss_leaf *leaf = b->leaf;
  const double *G = b->G;
  for (size_t p = 0; p < b->pairs; p++) {
    size_t a = leaf->pair[p][0], c = leaf->pair[p][1];
    double sign = pair_sign(leaf, p) / 2, *row = b->H + n * m + p;
    for (size_t j = 0; j < m; j++)
      for (size_t i = 0; i < n; i++)
        row[b->size * (n * j + i)] =
            -sign * sign_of(leaf, j) *
            (seen(b, j, i, a) * G[c + m * j] + seen(b, j, i, c) * G[a + m * j]);
    for (size_t q = 0; q <= p; q++) {
      size_t d = leaf->pair[q][0], e = leaf->pair[q][1];
      row[b->size * (n * m + q)] =
          sign * pair_sign(leaf, q) * (G[c + m * d] * G[e + m * a] + G[c + m * e] * G[d + m * a]);
    }
    double N = b->x[n * m + p];
    row[b->size * (n * m + p)] += 1 / (N * N) + 1 / ((b->cap[p] - N) * (b->cap[p] - N));
  }
}

static void find_hessian(barrier *b) {
  memset(b->H, 0, b->size * b->size * sizeof *b->H);
  for (size_t l = 0; l < b->m; l++)
    for (size_t j = l; j < b->m; j++) add_block(b, j, l);
  for (size_t j = 0; j < b->m; j++) add_cone(b, j);
  add_pairs(b);
}

/* ---- Newton -------------------------------------------------------------------------------- */

/* H step = -gradient, H scaled to unit diagonal and, if need be, raised a little. */
static bool solve_newton(barrier *b) {
  size_t v = b->size;
  for (size_t i = 0; i < v; i++) {
    b->scale[i] = 1 / sqrt(b->H[i + v * i]);
    if (!isfinite(b->scale[i])) return false;
  }
  for (size_t j = 0; j < v; j++) {
    for (size_t i = j; i < v; i++) b->H[i + v * j] *= b->scale[i] * b->scale[j];
    b->H[j + v * j] += 1e-13;
    b->step[j] = -b->gradient[j] * b->scale[j];
  }
  if (LAPACKE_dposv_work(LAPACK_COL_MAJOR, 'L', (int)v, 1, b->H, (int)v, b->step, (int)v) != 0)
    return false;
  for (size_t i = 0; i < v; i++) b->step[i] *= b->scale[i];
  return true;
}

/* One damped step; returns the squared Newton decrement before it, negative after a failure. */
static double take_step(barrier *b) {
  double value = evaluate(b, b->x), length = 1;
  invert(b);
  find_gradient(b);
  find_hessian(b);
  if (!solve_newton(b)) return -1;
  const double decrement = -cblas_ddot((int)b->size, b->step, 1, b->gradient, 1);
  for (int halvings = 0; halvings < 50; halvings++, length /= 2) {
    for (size_t i = 0; i < b->size; i++) b->trial[i] = b->x[i] + length * b->step[i];
    double there = evaluate(b, b->trial);
    if (there == HUGE_VAL) continue;
    if (decrement > 1. / 16 && there > value - 0.1 * length * decrement) continue;
    memcpy(b->x, b->trial, b->size * sizeof *b->x);
    return decrement;
  }
  return -1;
}

enum { STEPS_MOST = 60, ROUNDS_MOST = 40 };

/* Follows the path; the last point reached is in x whatever happens. */
static bool follow(barrier *b, double gap) {
  const double nu = (double)(b->k + 2 * b->m + 2 * b->pairs);
  b->t = nu / b->x[b->size - 1];
  for (int round = 0; round < ROUNDS_MOST; round++) {
    double decrement = 1;
    for (int step = 0; step < STEPS_MOST && decrement > 1e-2; step++) decrement = take_step(b);
    if (decrement < 0) return round > 2;
    if (nu / b->t < gap * b->x[b->size - 1]) return true;
    b->t *= 12;
  }
  return true;
}

/* ---- the start ----------------------------------------------------------------------------- */

static double length_of(size_t k, const double *x) {
  return cblas_dnrm2((int)k, x, 1);
}

/* z_j = s sign_j w_j/|w_j|, N small, tau a little above all of them. */
static void set_start(barrier *b, double s) {
  double most = s * s;
  for (size_t j = 0; j < b->m; j++) {
    const double *w = b->s->wk + b->k * j;
    double size = length_of(b->k, w);
    for (size_t i = 0; i < b->b; i++)
      b->x[b->b * j + i] = s * sign_of(b->leaf, j) / size *
                           cblas_ddot((int)b->k, b->F + b->k * (b->b * j + i), 1, w, 1);
    most = fmax(most, s * s + b->s->fixed[j]);
  }
  b->x[b->size - 1] = 1.1 * sqrt(most);
  for (size_t p = 0; p < b->pairs; p++) {
    double a = length_of(b->k, b->s->wk + b->k * b->leaf->pair[p][0]);
    double c = length_of(b->k, b->s->wk + b->k * b->leaf->pair[p][1]);
    b->x[b->b * b->m + p] = 1e-3 * s / ((double)b->pairs * fmax(a, c));
    b->cap[p] = 1e4 * s / fmin(a, c);
  }
}

static bool find_start(barrier *b) {
  double s = 0, scale = 0;
  for (size_t j = 0; j < b->m; j++) scale = fmax(scale, length_of(b->k, b->s->wk + b->k * j));
  for (size_t i = 0; i < b->k * b->k; i++) s = fmax(s, fabs(b->s->Ck[i]));
  if (scale == 0 || s == 0) return false;
  b->t = 1;
  s /= scale;
  for (int attempt = 0; attempt < 60; attempt++, s *= 4) {
    set_start(b, s);
    if (evaluate(b, b->x) < HUGE_VAL) return true;
  }
  return false;
}

/* Orthonormal: w_j, then the given directions, by Gram and Schmidt (twice); what vanishes is
 * replaced by unit vectors. All of the space if it has no more dimensions than asked for. */
static void choose_basis(barrier *b, size_t j, const double *directions) {
  size_t k = b->k, filler = 0;
  double *F = b->F + k * b->b * j;
  for (size_t c = 0; c < b->b; c++) {
    double *f = F + k * c;
    const double *from = b->b == k ? NULL : c == 0 ? b->s->wk + k * j : directions + k * (c - 1);
    for (double size = 0; size < 1e-6; from = NULL) {
      memset(f, 0, k * sizeof *f);
      if (from)
        memcpy(f, from, k * sizeof *f);
      else
        f[filler++ % k] = 1;
      double before = length_of(k, f);
      for (size_t e = 0; e < 2 * c; e++)
        cblas_daxpy((int)k, -cblas_ddot((int)k, F + k * (e % c), 1, f, 1), F + k * (e % c), 1, f,
                    1);
      size = length_of(k, f) / before;
    }
    cblas_dscal((int)k, 1 / length_of(k, f), f, 1);
  }
}

static bool allocate(barrier *b, ss_arena *arena) {
  size_t v = b->size, k = b->k, m = b->m, wide = k * b->b * m;
  double *block = ss_arena_new(
      arena, v * v + 5 * v + 2 * k * k + k * m + m * m + 2 * wide + k + b->pairs, double);
  if (!block) return false;
  b->H = block;
  b->x = b->H + v * v;
  b->trial = b->x + v;
  b->step = b->trial + v;
  b->gradient = b->step + v;
  b->scale = b->gradient + v;
  b->Q = b->scale + v;
  b->R = b->Q + k * k;
  b->Rw = b->R + k * k;
  b->G = b->Rw + k * m;
  b->F = b->G + m * m;
  b->RF = b->F + wide;
  b->z = b->RF + wide;
  b->cap = b->z + k;
  return true;
}

bool ss_level_minimise(const ss_scaled *s, ss_leaf *leaf, double gap, size_t count,
                       const double *directions) {
  barrier b = {.s = s, .leaf = leaf, .k = s->k, .m = s->m, .pairs = leaf->pairs};
  b.b = directions && count + 1 < s->k ? count + 1 : s->k;
  b.size = b.b * b.m + b.pairs + 1;
  ss_arena *scratch = ss_arena_create();
  bool good = scratch && s->k && s->m && allocate(&b, scratch);
  for (size_t j = 0; good && j < b.m; j++) choose_basis(&b, j, directions);
  good = good && find_start(&b) && follow(&b, gap);
  if (good) good = evaluate(&b, b.x) < HUGE_VAL;
  if (good) {
    invert(&b);
    for (size_t j = 0; j < b.m; j++)
      memcpy(leaf->z + b.k * j, expand(&b, b.x, j), b.k * sizeof *leaf->z);
    memcpy(leaf->N, b.x + b.b * b.m, b.pairs * sizeof *leaf->N);
    memcpy(leaf->Z, b.R, b.k * b.k * sizeof *leaf->Z);
    leaf->tau = b.x[b.size - 1];
  }
  ss_arena_destroy(scratch);
  return good;
}
