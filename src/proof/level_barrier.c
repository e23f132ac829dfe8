/* level_barrier.c: the best d_j for one pattern of signs, by a barrier method.
 *
 *     minimise tau   over z_j, N >= 0   with   |z_j|^2 + fixed_j <= tau^2   and
 *     Q = C + sum_j s_j sym(w_j z_j^T) - sum_p N_p s_a s_b sym(w_a w_b^T) >= 0      (p = (a, b))
 *
 * a semidefinite program with second-order cones: tau(v) = -v^T C v is below tau |v| sum |w_j^T v|
 * for all v of the cell. The primal barrier
 *
 *     t tau - log det Q - sum_j log(tau^2 - fixed_j - |z_j|^2) - sum_p log N_p
 *
 * is followed by Newton's method for growing t; at its minimum tau is within nu/t of the best,
 * nu = k + 2 m + pairs, and Q^-1/t is the dual matrix. With R = Q^-1 all second derivatives are
 * products of entries of R, R w_j and w_j^T R w_k:
 *
 *     tr(R sym(a b^T) R sym(c d^T)) = ((b^T R c)(d^T R a) + (b^T R d)(c^T R a))/2.
 *
 * Cost: O(v^2) for the Hessian and v^3/3 for its factor, v = k m + pairs + 1. The start is z_j =
 * s w_j/|w_j|, s large: it exists if and only if C > 0 on ker W^T. For large machines only this
 * family is searched: the smallest s is a bisection.
 */
#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "level.h"

typedef struct barrier {
  const ss_scaled *s;
  ss_leaf *leaf;
  size_t k, m, pairs, size; /* size = k m + pairs + 1: z, N, tau */
  double t;
  double *x, *trial, *step, *gradient, *H;
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

/* The Cholesky factor of Q at x, in b->Q; false if Q is not positive definite. */
static bool factor_Q(barrier *b, const double *x) {
  const ss_scaled *s = b->s;
  memcpy(b->Q, s->Ck, b->k * b->k * sizeof *b->Q);
  for (size_t j = 0; j < b->m; j++)
    add_outer(b->k, b->Q, sign_of(b->leaf, j), s->wk + b->k * j, x + b->k * j);
  for (size_t p = 0; p < b->pairs; p++)
    add_outer(b->k, b->Q, -x[b->k * b->m + p] * pair_sign(b->leaf, p),
              s->wk + b->k * b->leaf->pair[p][0], s->wk + b->k * b->leaf->pair[p][1]);
  return LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', (int)b->k, b->Q, (int)b->k) == 0;
}

/* tau^2 - fixed_j - |z_j|^2 */
static double room(const barrier *b, const double *x, size_t j) {
  double tau = x[b->size - 1];
  return tau * tau - b->s->fixed[j] - cblas_ddot((int)b->k, x + b->k * j, 1, x + b->k * j, 1);
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
    if (!(x[b->k * b->m + p] > 0)) return HUGE_VAL;
    value -= log(x[b->k * b->m + p]);
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
}

/* ---- derivatives --------------------------------------------------------------------------- */

static void find_gradient(barrier *b) {
  size_t k = b->k, m = b->m, last = b->size - 1;
  const ss_leaf *leaf = b->leaf;
  b->gradient[last] = b->t;
  for (size_t j = 0; j < m; j++) {
    double left = room(b, b->x, j);
    for (size_t i = 0; i < k; i++)
      b->gradient[k * j + i] = -sign_of(leaf, j) * b->Rw[i + k * j] + 2 * b->x[k * j + i] / left;
    b->gradient[last] -= 2 * b->x[last] / left;
  }
  for (size_t p = 0; p < b->pairs; p++)
    b->gradient[k * m + p] =
        pair_sign(leaf, p) * b->G[leaf->pair[p][0] + m * leaf->pair[p][1]] - 1 / b->x[k * m + p];
}

/* The part of log det between z_j and z_l, l <= j (lower triangle of H). */
static void add_block(barrier *b, size_t j, size_t l) {
  size_t k = b->k;
  double sign = sign_of(b->leaf, j) * sign_of(b->leaf, l) / 2, g = b->G[j + b->m * l];
  const double *Rj = b->Rw + k * j, *Rl = b->Rw + k * l;
  for (size_t c = 0; c < k; c++) {
    double *column = b->H + b->size * (k * l + c) + k * j, factor = sign * Rj[c];
    const double *R = b->R + k * c;
    for (size_t i = 0; i < k; i++) column[i] = factor * Rl[i] + sign * g * R[i];
  }
}

/* The cones: 4 z z^T/g^2 + 2/g, -4 z tau/g^2, 4 tau^2/g^2 - 2/g. */
static void add_cone(barrier *b, size_t j) {
  size_t k = b->k, last = b->size - 1;
  const double *z = b->x + k * j;
  double g = room(b, b->x, j), tau = b->x[last], square = 4 / (g * g);
  for (size_t c = 0; c < k; c++) {
    double *column = b->H + b->size * (k * j + c);
    for (size_t i = 0; i < k; i++) column[k * j + i] += square * z[i] * z[c];
    column[k * j + c] += 2 / g;
    column[last] = -square * z[c] * tau;
  }
  b->H[b->size * last + last] += square * tau * tau - 2 / g;
}

/* Rows of the multipliers N_p: against z, and against each other. */
static void add_pairs(barrier *b) {
  size_t k = b->k, m = b->m;
  const ss_leaf *leaf = b->leaf;
  const double *G = b->G;
  for (size_t p = 0; p < b->pairs; p++) {
    size_t a = leaf->pair[p][0], c = leaf->pair[p][1];
    double sign = pair_sign(leaf, p) / 2, *row = b->H + k * m + p;
    for (size_t j = 0; j < m; j++)
      for (size_t i = 0; i < k; i++)
        row[b->size * (k * j + i)] =
            -sign * sign_of(leaf, j) *
            (b->Rw[i + k * a] * G[c + m * j] + b->Rw[i + k * c] * G[a + m * j]);
    for (size_t q = 0; q <= p; q++) {
      size_t d = leaf->pair[q][0], e = leaf->pair[q][1];
      row[b->size * (k * m + q)] =
          sign * pair_sign(leaf, q) * (G[c + m * d] * G[e + m * a] + G[c + m * e] * G[d + m * a]);
    }
    double N = b->x[k * m + p];
    row[b->size * (k * m + p)] += 1 / (N * N);
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

/* One damped step; returns the squared Newton decrement before it, negative after a failure. */
static double take_step(barrier *b) {
  double value = evaluate(b, b->x), decrement = 0, length = 1;
  invert(b);
  find_gradient(b);
  find_hessian(b);
  for (size_t i = 0; i < b->size; i++) b->step[i] = -b->gradient[i];
  if (LAPACKE_dposv_work(LAPACK_COL_MAJOR, 'L', (int)b->size, 1, b->H, (int)b->size, b->step,
                         (int)b->size) != 0)
    return -1;
  decrement = -cblas_ddot((int)b->size, b->step, 1, b->gradient, 1);
  for (int halvings = 0; halvings < 50; halvings++, length /= 2) {
    for (size_t i = 0; i < b->size; i++) b->trial[i] = b->x[i] + length * b->step[i];
    if (evaluate(b, b->trial) <= value - 0.1 * length * decrement) {
      memcpy(b->x, b->trial, b->size * sizeof *b->x);
      return decrement;
    }
  }
  return decrement < 1e-6 ? 0 : -1;
}

enum { STEPS_MOST = 60, ROUNDS_MOST = 40 };

/* Follows the path; the last point reached is in x whatever happens. */
static bool follow(barrier *b, double gap) {
  const double nu = (double)(b->k + 2 * b->m + b->pairs);
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
    for (size_t i = 0; i < b->k; i++) b->x[b->k * j + i] = s * sign_of(b->leaf, j) * w[i] / size;
    most = fmax(most, s * s + b->s->fixed[j]);
  }
  b->x[b->size - 1] = 1.1 * sqrt(most);
  for (size_t p = 0; p < b->pairs; p++) {
    double a = length_of(b->k, b->s->wk + b->k * b->leaf->pair[p][0]);
    double c = length_of(b->k, b->s->wk + b->k * b->leaf->pair[p][1]);
    b->x[b->k * b->m + p] = 1e-3 * s / ((double)b->pairs * fmax(a, c));
  }
}

static bool find_start(barrier *b) {
  double s = 0, scale = 0;
  for (size_t j = 0; j < b->m; j++) scale = fmax(scale, length_of(b->k, b->s->wk + b->k * j));
  for (size_t i = 0; i < b->k * b->k; i++) s = fmax(s, fabs(b->s->Ck[i]));
  if (scale == 0 || s == 0) return false;
  b->t = 1;
  for (s /= scale; s < 1e30 * scale; s *= 4) {
    set_start(b, s);
    if (evaluate(b, b->x) < HUGE_VAL) return true;
  }
  return false;
}

static bool allocate(barrier *b, ss_arena *arena) {
  size_t v = b->size, k = b->k, m = b->m;
  double *block = ss_arena_new(arena, v * v + 4 * v + 2 * k * k + k * m + m * m, double);
  if (!block) return false;
  b->H = block;
  b->x = b->H + v * v;
  b->trial = b->x + v;
  b->step = b->trial + v;
  b->gradient = b->step + v;
  b->Q = b->gradient + v;
  b->R = b->Q + k * k;
  b->Rw = b->R + k * k;
  b->G = b->Rw + k * m;
  return true;
}

bool ss_level_minimise(const ss_scaled *s, ss_leaf *leaf, double gap) {
  barrier b = {.s = s, .leaf = leaf, .k = s->k, .m = s->m, .pairs = leaf->pairs};
  b.size = b.k * b.m + b.pairs + 1;
  ss_arena *scratch = ss_arena_create();
  bool good = scratch && s->k && s->m && allocate(&b, scratch) && find_start(&b);
  good = good && follow(&b, gap);
  if (good) good = evaluate(&b, b.x) < HUGE_VAL;
  if (good) {
    invert(&b);
    memcpy(leaf->z, b.x, b.k * b.m * sizeof *leaf->z);
    memcpy(leaf->N, b.x + b.k * b.m, b.pairs * sizeof *leaf->N);
    memcpy(leaf->Z, b.R, b.k * b.k * sizeof *leaf->Z);
    leaf->tau = b.x[b.size - 1];
  }
  ss_arena_destroy(scratch);
  return good;
}

/* ---- large machines ------------------------------------------------------------------------ */

/* C + s S > 0, S = sum w_j w_j^T/|w_j|? The smallest such s is found by bisection: some 40 factors
 * of size k. */
static bool is_definite(const ss_scaled *s, const double *S, double factor, double *work) {
  for (size_t i = 0; i < s->k * s->k; i++) work[i] = s->Ck[i] + factor * S[i];
  return LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', (int)s->k, work, (int)s->k) == 0;
}

bool ss_level_minimise_diagonal(const ss_scaled *s, ss_leaf *leaf) {
  size_t k = s->k;
  double *S = ss_arena_new(s->arena, k * k, double), *work = ss_arena_new(s->arena, k * k, double);
  double low = 0, high = 1, fixed = 0;
  if (!S || !work) return false;
  for (size_t j = 0; j < s->m; j++) {
    const double *w = s->wk + k * j;
    cblas_dsyr(CblasColMajor, CblasLower, (int)k, 1 / length_of(k, w), w, 1, S, (int)k);
    fixed = fmax(fixed, s->fixed[j]);
  }
  while (!is_definite(s, S, high, work)) {
    low = high;
    high *= 4;
    if (high > 1e30) return false;
  }
  while (high - low > 1e-9 * high) {
    double middle = (low + high) / 2;
    if (is_definite(s, S, middle, work))
      high = middle;
    else
      low = middle;
  }
  high *= 1 + 1e-7;
  for (size_t j = 0; j < s->m; j++)
    for (size_t i = 0; i < k; i++)
      leaf->z[i + k * j] = high * s->wk[i + k * j] / length_of(k, s->wk + k * j);
  leaf->tau = sqrt(high * high + fixed);
  return is_definite(s, S, high, work);
}
