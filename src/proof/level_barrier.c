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
 * logarithms, and Q^-1/t is the dual matrix. With R = Q^-1 all second derivatives are products of
 * entries of R, R w_j and w_j^T R w_k:
 *
 *     tr(R sym(a b^T) R sym(c d^T)) = ((b^T R c)(d^T R a) + (b^T R d)(c^T R a))/2.
 *
 * Each (z_j, zeta_j) = F_j y_j runs over a subspace of b dimensions: everything for small machines,
 * w_j and a few directions in which the energy grows fastest for large ones. Cost: O(v^2 + m^2 b^2
 * k) for the Hessian, v^3/3 for its factor, v = b m + pairs + 2. The Hessian is scaled to unit
 * diagonal before it is factorised; steps with a decrement below 1/4 need no descent test
 * (self-concordance), which rounding would spoil where t is large. The start is z_j = s w_j/|w_j|,
 * s large, kappa small: it exists if and only if C > 0 on ker W^T.
 */
#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "level.h"

typedef struct barrier {
  const ss_scaled *s;
  ss_leaf *leaf;
  size_t lift;        /* 1 if t is a coordinate, the last one */
  size_t k, m, b;     /* rows of Q; columns; unknowns of one */
  size_t pairs, size; /* size = b m + pairs + lift + 1: y, N, kappa, tau */
  double t, nu;
  double *x, *trial, *step, *gradient, *H, *scale;
  double *w;              /* k x m */
  double *F, *RF;         /* k x b each, m of them: orthonormal bases, and R F */
  double *z;              /* k: one (z_j, zeta_j) */
  double *cap, *low;      /* pairs, m: N < cap, zeta > -low */
  double *Q, *R, *Rw, *G; /* k x k, k x k, k x m, m x m: R w and w^T R w */
  double *T;              /* b m x m: F^T R w */
  double *P, *Pw;         /* k x k, k x m: R J R and R J R w, J = [-I 0; 0 1] */
} barrier;

static int given_sign(const barrier *b, size_t j) {
  return b->leaf->sign[b->leaf->column[j]];
}

static double sign_of(const barrier *b, size_t j) {
  return given_sign(b, j) < 0 ? -1 : 1;
}

static double pair_sign(const barrier *b, size_t p) {
  return sign_of(b, b->leaf->pair[p][0]) * sign_of(b, b->leaf->pair[p][1]);
}

/* q_j */
static double weight_of(const barrier *b, size_t j) {
  return b->leaf->column[j] < b->s->m ? 1 : 0;
}

static bool is_capped(const barrier *b, size_t j) {
  return b->lift && given_sign(b, j);
}

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

/* ---- the functions ------------------------------------------------------------------------- */

/* A += scale sym(a b^T), lower triangle. */
static void add_outer(size_t k, double *A, double scale, const double *a, const double *b) {
  cblas_dsyr2(CblasColMajor, CblasLower, (int)k, scale / 2, a, 1, b, 1, A, (int)k);
}

/* (z_j, zeta_j) = F_j y_j, in b->z. */
static const double *expand(const barrier *b, const double *x, size_t j) {
  cblas_dgemv(CblasColMajor, CblasNoTrans, (int)b->k, (int)b->b, 1, b->F + b->k * b->b * j,
              (int)b->k, x + b->b * j, 1, 0, b->z, 1);
  return b->z;
}

/* J_ii */
static double turn(const barrier *b, size_t i) {
  return i + 1 == b->k ? 1 : -1;
}

/* The Cholesky factor of Q at x, in b->Q; false if Q is not positive definite. */
static bool factor_Q(barrier *b, const double *x) {
  const size_t k = b->k, inner = b->s->k;
  memset(b->Q, 0, k * k * sizeof *b->Q);
  for (size_t c = 0; c < inner; c++)
    memcpy(b->Q + k * c, b->s->Ck + inner * c, inner * sizeof *b->Q);
  for (size_t i = 0; b->lift && i < k; i++) b->Q[i + k * i] += turn(b, i) * x[b->size - 2];
  for (size_t j = 0; j < b->m; j++)
    add_outer(k, b->Q, sign_of(b, j), b->w + k * j, expand(b, x, j));
  for (size_t p = 0; p < b->pairs; p++)
    add_outer(k, b->Q, -x[b->b * b->m + p] * pair_sign(b, p), b->w + k * b->leaf->pair[p][0],
              b->w + k * b->leaf->pair[p][1]);
  return LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', (int)k, b->Q, (int)k) == 0;
}

/* A cone of column j: side 1, and -1 where |zeta_j| counts. */
typedef struct cone {
  size_t j;
  int side;
  double radius, room; /* y = q tau - side zeta; y^2 - fixed - |z|^2 */
} cone;

static int last_side(const barrier *b, size_t j) {
  return b->lift && !given_sign(b, j) ? -1 : 1;
}

static double zeta_of(const barrier *b, const double *x, size_t j) {
  return b->lift ? x[b->b * (j + 1) - 1] : 0;
}

static cone find_cone(const barrier *b, const double *x, size_t j, int side) {
  const double *z = x + b->b * j;
  const int inner = (int)(b->b - b->lift);
  cone c = {.j = j, .side = side};
  c.radius = weight_of(b, j) * x[b->size - 1] - side * zeta_of(b, x, j);
  c.room = c.radius * c.radius - b->s->fixed[b->leaf->column[j]] - cblas_ddot(inner, z, 1, z, 1);
  return c;
}

/* Cones and caps; HUGE_VAL outside. */
static double evaluate_column(const barrier *b, const double *x, size_t j) {
  double value = 0;
  for (int side = 1; side >= last_side(b, j); side -= 2) {
    cone c = find_cone(b, x, j, side);
    if (!(c.radius > 0 && c.room > 0)) return HUGE_VAL;
    value -= log(c.room);
  }
  if (!is_capped(b, j)) return value;
  double left = b->low[j] + zeta_of(b, x, j);
  return left > 0 ? value - log(left) : HUGE_VAL;
}

/* The barrier's value; HUGE_VAL outside. */
static double evaluate(barrier *b, const double *x) {
  double value = b->t * x[b->size - 1];
  if (x[b->size - 1] <= 0) return HUGE_VAL;
  for (size_t j = 0; j < b->m && value < HUGE_VAL; j++) value += evaluate_column(b, x, j);
  for (size_t p = 0; p < b->pairs; p++) {
    double N = x[b->b * b->m + p], left = b->cap[p] - N;
    if (!(N > 0 && left > 0)) return HUGE_VAL;
    value -= log(N) + log(left);
  }
  if (!(value < HUGE_VAL) || !factor_Q(b, x)) return HUGE_VAL;
  for (size_t i = 0; i < b->k; i++) value -= 2 * log(b->Q[i + b->k * i]);
  return isfinite(value) ? value : HUGE_VAL;
}

/* C (k x columns) = A B, A k x k. */
static void multiply(const barrier *b, const double *A, size_t columns, const double *B,
                     double *C) {
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)b->k, (int)columns, (int)b->k, 1, A,
              (int)b->k, B, (int)b->k, 0, C, (int)b->k);
}

/* R = Q^-1 from the factor, R w, w^T R w, R F, R J R. */
static void invert(barrier *b) {
  size_t k = b->k, m = b->m;
  memcpy(b->R, b->Q, k * k * sizeof *b->R);
  LAPACKE_dpotri_work(LAPACK_COL_MAJOR, 'L', (int)k, b->R, (int)k);
  for (size_t j = 0; j < k; j++)
    for (size_t i = 0; i < j; i++) b->R[i + k * j] = b->R[j + k * i];
  multiply(b, b->R, m, b->w, b->Rw);
  cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, (int)m, (int)m, (int)k, 1, b->w, (int)k,
              b->Rw, (int)k, 0, b->G, (int)m);
  multiply(b, b->R, b->b * m, b->F, b->RF);
  cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, (int)(b->b * m), (int)m, (int)k, 1, b->RF,
              (int)k, b->w, (int)k, 0, b->T, (int)(b->b * m));
  if (!b->lift) return;
  /* Q is done with: J R takes its place */
  for (size_t i = 0; i < k * k; i++) b->Q[i] = turn(b, i % k) * b->R[i];
  multiply(b, b->R, k, b->Q, b->P);
  multiply(b, b->P, m, b->w, b->Pw);
}

/* ---- derivatives --------------------------------------------------------------------------- */

/* F_j^T R w_l = (R F_j)^T w_l */
static double seen(const barrier *b, size_t j, size_t i, size_t l) {
  return b->T[b->b * b->m * l + b->b * j + i];
}

/* What the cones and caps of column j add to the gradient. */
static void add_column_gradient(barrier *b, size_t j) {
  const size_t n = b->b, last = b->size - 1;
  for (int side = 1; side >= last_side(b, j); side -= 2) {
    cone c = find_cone(b, b->x, j, side);
    for (size_t i = 0; i < n - b->lift; i++) b->gradient[n * j + i] += 2 * b->x[n * j + i] / c.room;
    if (b->lift) b->gradient[n * j + n - 1] += 2 * side * c.radius / c.room;
    b->gradient[last] -= 2 * weight_of(b, j) * c.radius / c.room;
  }
  if (is_capped(b, j)) b->gradient[n * j + n - 1] -= 1 / (b->low[j] + zeta_of(b, b->x, j));
}

static void find_gradient(barrier *b) {
  size_t n = b->b, m = b->m, last = b->size - 1;
  const ss_leaf *leaf = b->leaf;
  b->gradient[last] = b->t;
  for (size_t j = 0; j < m; j++) {
    for (size_t i = 0; i < n; i++) b->gradient[n * j + i] = -sign_of(b, j) * seen(b, j, i, j);
    add_column_gradient(b, j);
  }
  for (size_t p = 0; p < b->pairs; p++) {
    double N = b->x[n * m + p];
    b->gradient[n * m + p] = pair_sign(b, p) * b->G[leaf->pair[p][0] + m * leaf->pair[p][1]] -
                             1 / N + 1 / (b->cap[p] - N);
  }
  if (!b->lift) return;
  b->gradient[last - 1] = 0;
  for (size_t i = 0; i < b->k; i++) b->gradient[last - 1] -= turn(b, i) * b->R[i + b->k * i];
}

/* The part of log det between y_j and y_l, l <= j (lower triangle of H). */
static void add_block(barrier *b, size_t j, size_t l) {
  size_t n = b->b, k = b->k;
  double sign = sign_of(b, j) * sign_of(b, l) / 2, g = b->G[j + b->m * l];
  double *corner = b->H + b->size * n * l + n * j;
  cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, (int)n, (int)n, (int)k, sign * g,
              b->F + k * n * j, (int)k, b->RF + k * n * l, (int)k, 0, corner, (int)b->size);
  for (size_t c = 0; c < n; c++) {
    double factor = sign * seen(b, l, c, j);
    for (size_t i = 0; i < n; i++) corner[i + b->size * c] += factor * seen(b, j, i, l);
  }
}

/* -log g, g = y^2 - |z|^2: g' g'^T/g^2 + 2/g on z - 2/g y' y'^T, over the unknowns z, zeta, tau. */
static void add_cone(barrier *b, cone c) {
  const size_t n = b->b, inner = n - b->lift, first = n * c.j, last = b->size - 1;
  const double q = weight_of(b, c.j);
  for (size_t col = 0; col <= n; col++) {
    double dy_col = col == n ? q : col < inner ? 0 : -c.side;
    double dg_col = col < inner ? -2 * b->x[first + col] : 2 * c.radius * dy_col;
    double *column = b->H + b->size * (col == n ? last : first + col);
    for (size_t row = col; row <= n; row++) {
      double dy = row == n ? q : row < inner ? 0 : -c.side;
      double dg = row < inner ? -2 * b->x[first + row] : 2 * c.radius * dy;
      double flat = row == col && row < inner ? 2 / c.room : 0;
      column[row == n ? last : first + row] +=
          dg * dg_col / (c.room * c.room) + flat - 2 / c.room * dy * dy_col;
    }
  }
}

static void add_column(barrier *b, size_t j) {
  const size_t place = b->b * (j + 1) - 1;
  for (int side = 1; side >= last_side(b, j); side -= 2) add_cone(b, find_cone(b, b->x, j, side));
  if (!is_capped(b, j)) return;
  double left = b->low[j] + b->x[place];
  b->H[place + b->size * place] += 1 / (left * left);
}

/* Rows of the multipliers N_p: against y, and against each other. */
static void add_pairs(barrier *b) {
  size_t n = b->b, m = b->m;
  const ss_leaf *leaf = b->leaf;
  const double *G = b->G;
  for (size_t p = 0; p < b->pairs; p++) {
    size_t a = leaf->pair[p][0], c = leaf->pair[p][1];
    double sign = pair_sign(b, p) / 2, *row = b->H + n * m + p;
    for (size_t j = 0; j < m; j++)
      for (size_t i = 0; i < n; i++)
        row[b->size * (n * j + i)] =
            -sign * sign_of(b, j) *
            (seen(b, j, i, a) * G[c + m * j] + seen(b, j, i, c) * G[a + m * j]);
    for (size_t q = 0; q <= p; q++) {
      size_t d = leaf->pair[q][0], e = leaf->pair[q][1];
      row[b->size * (n * m + q)] =
          sign * pair_sign(b, q) * (G[c + m * d] * G[e + m * a] + G[c + m * e] * G[d + m * a]);
    }
    double N = b->x[n * m + p];
    row[b->size * (n * m + p)] += 1 / (N * N) + 1 / ((b->cap[p] - N) * (b->cap[p] - N));
  }
}

/* The row of kappa: tr(J R sym(a c^T) R) = a^T P c. */
static void add_kappa(barrier *b) {
  const size_t n = b->b, m = b->m, k = b->k;
  double *row = b->H + b->size - 2, *corner = row + b->size * (b->size - 2);
  for (size_t j = 0; j < m; j++)
    for (size_t i = 0; i < n; i++)
      row[b->size * (n * j + i)] =
          sign_of(b, j) * cblas_ddot((int)k, b->F + k * (n * j + i), 1, b->Pw + k * j, 1);
  for (size_t p = 0; p < b->pairs; p++)
    row[b->size * (n * m + p)] =
        -pair_sign(b, p) *
        cblas_ddot((int)k, b->w + k * b->leaf->pair[p][0], 1, b->Pw + k * b->leaf->pair[p][1], 1);
  for (size_t i = 0; i < k; i++) *corner += turn(b, i) * b->P[i + k * i];
}

static void find_hessian(barrier *b) {
  memset(b->H, 0, b->size * b->size * sizeof *b->H);
  for (size_t l = 0; l < b->m; l++)
    for (size_t j = l; j < b->m; j++) add_block(b, j, l);
  for (size_t j = 0; j < b->m; j++) add_column(b, j);
  add_pairs(b);
  if (b->lift) add_kappa(b);
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

/* The relative gap at which a point is good to start from: not yet near the boundary. */
static const double EARLY = 0.3;

enum { STEPS_MOST = 60, ROUNDS_MOST = 40 };

static void keep(barrier *b, ss_multipliers *point) {
  const size_t rows = b->s->k + 1;
  for (size_t j = 0; j < b->m; j++)
    memcpy(point->z + rows * j, expand(b, b->x, j), b->k * sizeof *point->z);
  memcpy(point->N, b->x + b->b * b->m, b->pairs * sizeof *point->N);
  point->kappa = b->lift ? b->x[b->size - 2] : 0;
  point->tau = b->x[b->size - 1];
}

/* Follows the path. The last point reached is in x whatever happens: it is feasible. */
static void follow(barrier *b, const ss_effort *e) {
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
    if (b->leaf->early.tau == 0 && b->nu / b->t < EARLY * *tau) keep(b, &b->leaf->early);
    b->leaf->bound = fmax(b->leaf->bound, *tau - 1.1 * b->nu / b->t);
    /* what is to be split must be known well enough to say how */
    if (b->leaf->bound > e->hopeless && 20 * b->nu / b->t < *tau - e->enough) return;
    if (b->nu / b->t < e->gap * *tau) return;
    b->t *= 12;
  }
}

/* ---- the start ----------------------------------------------------------------------------- */

static double length_of(size_t k, const double *x) {
  return cblas_dnrm2((int)k, x, 1);
}

/* Frictions: z_j = s sign_j w_j/|w_j|, zeta_j = 0. Cuts: z_j = 0, zeta_j < 0, small. */
static void start_column(barrier *b, size_t j, double s, double small) {
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
static void set_start(barrier *b, double s, double small) {
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

static bool find_start(barrier *b) {
  double s = 0, scale = 0;
  for (size_t j = 0; j < b->s->m; j++) scale = fmax(scale, length_of(b->k, b->w + b->k * j));
  for (size_t i = 0; i < b->s->k * b->s->k; i++) s = fmax(s, fabs(b->s->Ck[i]));
  if (scale == 0 || s == 0) return false;
  double small = 1e-2 * s;
  b->t = 1;
  s /= scale;
  for (int attempt = 0; attempt < 60; attempt++, s *= 4, small /= 4) {
    set_start(b, s, small);
    if (!(evaluate(b, b->x) < HUGE_VAL)) continue;
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
static void inherit_column(barrier *b, const ss_leaf *parent, size_t j, double small) {
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

static void inherit_pairs(barrier *b, const ss_leaf *parent, double small) {
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
static bool find_warm_start(barrier *b, const ss_leaf *parent) {
  if (parent->early.tau == 0) return false;
  double small = parent->early.tau * length_of(b->k, b->w);
  b->t = 1;
  for (int attempt = 0; attempt < 10; attempt++, small /= 4) {
    for (size_t j = 0; j < b->m; j++) inherit_column(b, parent, j, small);
    inherit_pairs(b, parent, small);
    if (b->lift) b->x[b->size - 2] = parent->lifted ? parent->early.kappa : small;
    b->x[b->size - 1] = 1.001 * parent->early.tau;
    if (!(evaluate(b, b->x) < HUGE_VAL)) continue;
    b->t = b->nu / (EARLY * b->x[b->size - 1]);
    return true;
  }
  return false;
}

/* Orthonormal: w_j, then the given directions, by Gram and Schmidt (twice); what vanishes is
 * replaced by unit vectors. All of the space if it has no more dimensions than asked for. t, where
 * it is a coordinate, comes last. */
static void choose_basis(barrier *b, size_t j, const double *directions) {
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

static bool allocate(barrier *b, ss_arena *arena) {
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

static void start_barrier(barrier *b, const double *directions) {
  b->nu = (double)(b->k + 2 * b->pairs);
  for (size_t j = 0; j < b->m; j++) {
    memcpy(b->w + b->k * j, b->s->wk + b->s->k * b->leaf->column[j], b->s->k * sizeof *b->w);
    choose_basis(b, j, directions);
    b->nu += last_side(b, j) < 0 ? 4 : is_capped(b, j) ? 3 : 2;
  }
}

static void keep_dual(barrier *b) {
  ss_leaf *leaf = b->leaf;
  invert(b);
  for (size_t c = 0; c < b->k; c++)
    memcpy(leaf->Z + (b->s->k + 1) * c, b->R + b->k * c, b->k * sizeof *leaf->Z);
}

bool ss_level_minimise(const ss_scaled *s, ss_leaf *leaf, const ss_effort *e) {
  barrier b = {.s = s, .leaf = leaf, .m = leaf->columns, .pairs = leaf->pairs};
  b.lift = leaf->lifted;
  b.k = s->k + b.lift;
  b.b = (e->directions && e->count + 1 < s->k ? e->count + 1 : s->k) + b.lift;
  b.size = b.b * b.m + b.pairs + b.lift + 1;
  ss_arena *scratch = ss_arena_create();
  bool good = scratch && s->k && s->m && allocate(&b, scratch);
  if (good) start_barrier(&b, e->directions);
  good = good && ((e->parent && find_warm_start(&b, e->parent)) || find_start(&b));
  if (good) follow(&b, e);
  good = good && evaluate(&b, b.x) < HUGE_VAL;
  if (good) {
    keep(&b, &leaf->best);
    keep_dual(&b);
  }
  ss_arena_destroy(scratch);
  return good;
}
