/* level_barrier.c: the best multipliers for one cell of velocities, by a barrier method.
 *
 * In the cell s_j w_j^T v >= 0 (columns j with a sign: frictions, q_j = 1, and cuts, q_j = 0) it is
 * to be shown that v^T C v + tau t sum q_j |w_j^T v| >= 0, t = |v|. From it are subtracted products
 * of what is not negative there,
 *
 *     |w_j^T v| ((q_j tau - zeta_j) t - z_j^T v),   |z_j| <= q_j tau - zeta_j,
 *     N_p (s_a w_a^T v)(s_b w_b^T v),   N_p >= 0,   p = (a, b)
 *
 * and kappa (|v|^2 - t^2) = 0. What is left is a quadratic form of (v, t):
 *
 *     minimise tau   with   Q = [C 0; 0 0] + sum_j s_j sym(w_j (z_j, zeta_j)^T)
 *                               - sum_p N_p s_a s_b sym(w_a w_b^T) + kappa [-I 0; 0 1] >= 0,
 *
 * a semidefinite program with second-order cones. For a column without a sign s_j = 1 and the cone
 * has |zeta_j|. It is the relaxation of Sturm and Zhang, On cones of nonnegative quadratic
 * functions, Math. Oper. Res. 28 (2003), which is exact for one column, and in more columns nearly
 * so where the cell is narrow. Where Cs vanishes on motions without slip (U in level_scale.c) kappa
 * must be 0, and where no column has a sign v and -v are alike: there the coordinate t is left out.
 * The primal barrier
 *
 *     t tau - log det Q - sum_j log((q_j tau - zeta_j)^2 - fixed_j - |z_j|^2)
 *                       - sum_p log N_p (cap_p - N_p) - sum_j log(cap_j + zeta_j)
 *
 * is followed by Newton's method for growing t (the caps, far out, keep N and zeta finite where no
 * velocity is in the cell); at its minimum tau is within nu/t of the best, nu being the number of
 * logarithms, and Q^-1/t is the dual matrix.
 *
 * Each (z_j, zeta_j) = F_j y_j runs over a subspace of b dimensions: everything for small machines,
 * w_j and a few directions in which the energy grows fastest for large ones. Cost: a Hessian
 * (level_form.c) and its factor, v^3/3 with v = b m + pairs + 2, some 5 times for each factor 12 of
 * t. The Hessian is scaled to unit diagonal before it is factorised; steps with a decrement below
 * 1/4 need no descent test (self-concordance), which rounding would spoil where t is large.
 */
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "level_barrier.h"

/* ---- the leaf -------------------------------------------------------------------------------- */

static bool allocate_leaf(const ss_scaled *s, ss_leaf *leaf) {
  const size_t all = s->m + s->room, k = s->k + 1;
  leaf->sign = ss_arena_new(s->arena, all, int);
  leaf->column = ss_arena_new(s->arena, all, size_t);
  return leaf->sign && leaf->column && (leaf->Z = ss_arena_new(s->arena, k * k, double));
}

ss_leaf *ss_level_new_leaf(const ss_scaled *s, const int *sign) {
  ss_leaf *leaf = ss_arena_new(s->arena, 1, ss_leaf);
  size_t signs = 0;
  if (!leaf || !allocate_leaf(s, leaf)) return NULL;
  if (sign) memcpy(leaf->sign, sign, (s->m + s->room) * sizeof *sign);
  for (size_t j = 0; j < s->m + s->cuts; j++) {
    signs += leaf->sign[j] != 0;
    if (j < s->m || leaf->sign[j]) leaf->column[leaf->columns++] = j;
  }
  leaf->lifted = signs && s->k == s->n;
  leaf->pair = ss_arena_alloc(s->arena, signs * signs, sizeof *leaf->pair);
  for (int i = 0; i < 2; i++) {
    ss_multipliers *point = i ? &leaf->early : &leaf->best;
    point->z = ss_arena_new(s->arena, (s->k + 1) * leaf->columns, double);
    point->N = ss_arena_new(s->arena, signs * signs, double);
    if (!leaf->pair || !point->z || !point->N) return NULL;
  }
  for (size_t j = 0; j < leaf->columns; j++)
    for (size_t i = 0; i < j; i++)
      if (leaf->sign[leaf->column[i]] && leaf->sign[leaf->column[j]]) {
        leaf->pair[leaf->pairs][0] = j;
        leaf->pair[leaf->pairs++][1] = i;
      }
  return leaf;
}

/* ---- the barrier ----------------------------------------------------------------------------- */

/* Orthonormal: w_j, then the given directions, by Gram and Schmidt (twice); what vanishes is
 * replaced by unit vectors. All of the space if it has no more dimensions than asked for. t, where
 * it is a coordinate, comes last. */
static void choose_basis(ss_barrier *b, size_t j, const double *directions) {
  const size_t k = b->k, inner = b->s->k, count = b->b - b->lift;
  size_t filler = 0;
  double *F = b->F + k * b->b * j;
  for (size_t c = 0; c < count; c++) {
    double *f = F + k * c;
    const double *from = count == inner ? NULL
                         : c == 0       ? b->w + k * j
                                        : directions + inner * (c - 1);
    for (double size = 0; size < 1e-6; from = NULL) {
      memset(f, 0, k * sizeof *f);
      if (from)
        memcpy(f, from, inner * sizeof *f);
      else
        f[filler++ % inner] = 1;
      double before = length_of(k, f);
      for (size_t e = 0; e < 2 * c; e++)
        cblas_daxpy((int)k, -cblas_ddot((int)k, F + k * (e % c), 1, f, 1), F + k * (e % c), 1, f,
                    1);
      size = length_of(k, f) / before;
    }
    cblas_dscal((int)k, 1 / length_of(k, f), f, 1);
  }
  if (b->lift) F[k * count + k - 1] = 1;
}

static bool allocate(ss_barrier *b, ss_arena *arena) {
  const size_t v = b->size, k = b->k, m = b->m, wide = k * b->b * m;
  struct {
    double **to;
    size_t count;
  } parts[] = {{&b->H, v * v},     {&b->x, v},        {&b->trial, v},
               {&b->step, v},      {&b->gradient, v}, {&b->scale, v},
               {&b->Q, k * k},     {&b->R, k * k},    {&b->P, k * k},
               {&b->w, k * m},     {&b->Rw, k * m},   {&b->Pw, k * m},
               {&b->G, m * m},     {&b->F, wide},     {&b->RF, wide},
               {&b->z, k},         {&b->low, m},      {&b->T, b->b * m * m},
               {&b->cap, b->pairs}};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (!(*parts[i].to = ss_arena_new(arena, parts[i].count, double))) return false;
  return true;
}

static void start_barrier(ss_barrier *b, const double *directions) {
  b->nu = (double)(b->k + 2 * b->pairs);
  for (size_t j = 0; j < b->m; j++) {
    memcpy(b->w + b->k * j, b->s->wk + b->s->k * b->leaf->column[j], b->s->k * sizeof *b->w);
    choose_basis(b, j, directions);
    b->nu += last_side(b, j) < 0 ? 4 : is_capped(b, j) ? 3 : 2;
  }
}

bool ss_barrier_create(ss_barrier *b, const ss_scaled *s, ss_leaf *leaf, const ss_effort *e,
                       ss_arena *arena) {
  *b = (ss_barrier){.s = s, .leaf = leaf, .m = leaf->columns, .pairs = leaf->pairs};
  b->lift = leaf->lifted;
  b->k = s->k + b->lift;
  b->b = (e->directions && e->count + 1 < s->k ? e->count + 1 : s->k) + b->lift;
  b->size = b->b * b->m + b->pairs + b->lift + 1;
  if (!s->k || !s->m || !allocate(b, arena)) return false;
  start_barrier(b, e->directions);
  return true;
}

/* ---- Newton ---------------------------------------------------------------------------------- */

/* H step = -gradient, H scaled to unit diagonal and, if need be, raised a little. */
static bool solve_newton(ss_barrier *b) {
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
static double take_step(ss_barrier *b) {
  double value = ss_barrier_evaluate(b, b->x), length = 1;
  ss_barrier_invert(b);
  ss_barrier_derive(b);
  if (!solve_newton(b)) return -1;
  const double decrement = -cblas_ddot((int)b->size, b->step, 1, b->gradient, 1);
  for (int halvings = 0; halvings < 50; halvings++, length /= 2) {
    for (size_t i = 0; i < b->size; i++) b->trial[i] = b->x[i] + length * b->step[i];
    double there = ss_barrier_evaluate(b, b->trial);
    if (there == HUGE_VAL) continue;
    if (decrement > 1. / 16 && there > value - 0.1 * length * decrement) continue;
    memcpy(b->x, b->trial, b->size * sizeof *b->x);
    return decrement;
  }
  return -1;
}

enum { STEPS_MOST = 60, ROUNDS_MOST = 40 };

static void keep(ss_barrier *b, ss_multipliers *point) {
  const size_t rows = b->s->k + 1;
  for (size_t j = 0; j < b->m; j++)
    memcpy(point->z + rows * j, ss_barrier_expand(b, b->x, j), b->k * sizeof *point->z);
  memcpy(point->N, b->x + b->b * b->m, b->pairs * sizeof *point->N);
  point->kappa = b->lift ? b->x[b->size - 2] : 0;
  point->tau = b->x[b->size - 1];
}

/* Follows the path. The last point reached is in x whatever happens: it is feasible. */
static void follow(ss_barrier *b, const ss_effort *e) {
  const double *tau = &b->x[b->size - 1];
  b->leaf->bound = 0;
  for (int round = 0; round < ROUNDS_MOST; round++) {
    double decrement = 1;
    for (int step = 0; step < STEPS_MOST && decrement > 1e-2; step++) {
      decrement = take_step(b);
      b->leaf->work += pow((double)b->size, 3);
      if (*tau <= e->enough) return;
    }
    if (decrement < 0) return;
    if (b->leaf->early.tau == 0 && b->nu / b->t < SS_BARRIER_EARLY * *tau) keep(b, &b->leaf->early);
    b->leaf->bound = fmax(b->leaf->bound, *tau - 1.1 * b->nu / b->t);
    /* what is to be split must be known well enough to say how */
    if (b->leaf->bound > e->hopeless && 20 * b->nu / b->t < *tau - e->enough) return;
    if (b->nu / b->t < e->gap * *tau) return;
    b->t *= 12;
  }
}

static void keep_dual(ss_barrier *b) {
  ss_leaf *leaf = b->leaf;
  ss_barrier_invert(b);
  for (size_t c = 0; c < b->k; c++)
    memcpy(leaf->Z + (b->s->k + 1) * c, b->R + b->k * c, b->k * sizeof *leaf->Z);
}

bool ss_level_minimise(const ss_scaled *s, ss_leaf *leaf, const ss_effort *e) {
  ss_barrier b;
  ss_arena *scratch = ss_arena_create();
  bool good =
      scratch && ss_barrier_create(&b, s, leaf, e, scratch) && ss_barrier_start(&b, e->parent);
  if (good) follow(&b, e);
  good = good && ss_barrier_evaluate(&b, b.x) < HUGE_VAL;
  if (good) {
    keep(&b, &leaf->best);
    keep_dual(&b);
  }
  ss_arena_destroy(scratch);
  return good;
}
