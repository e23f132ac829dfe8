/* level_form.c: the quadratic form of a cell, the barrier around where it is semidefinite, and its
 * derivatives.
 *
 *     Q = [C 0; 0 0] + sum_j s_j sym(w_j (z_j, zeta_j)^T) - sum_p N_p s_a s_b sym(w_a w_b^T)
 *         + kappa J,    J = [-I 0; 0 1]
 *     value = t tau - log det Q - sum_j log((q_j tau - zeta_j)^2 - fixed_j - |z_j|^2)
 *             - sum_p log N_p (cap_p - N_p) - sum_j log(cap_j + zeta_j)
 *
 * (level_barrier.c says what they mean). With R = Q^-1 all second derivatives are products of
 * entries of R, R w_j and w_j^T R w_k:
 *
 *     tr(R sym(a b^T) R sym(c d^T)) = ((b^T R c)(d^T R a) + (b^T R d)(c^T R a))/2.
 *
 * Each (z_j, zeta_j) = F_j y_j runs over a subspace of b dimensions. Cost: O(v^2 + m^2 b^2 k) for
 * the Hessian, v = b m + pairs + 2 being the unknowns.
 */
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "level_barrier.h"

/* A += scale sym(a b^T), lower triangle. */
static void add_outer(size_t k, double *A, double scale, const double *a, const double *b) {
  cblas_dsyr2(CblasColMajor, CblasLower, (int)k, scale / 2, a, 1, b, 1, A, (int)k);
}

const double *ss_barrier_expand(const ss_barrier *b, const double *x, size_t j) {
  cblas_dgemv(CblasColMajor, CblasNoTrans, (int)b->k, (int)b->b, 1, b->F + b->k * b->b * j,
              (int)b->k, x + b->b * j, 1, 0, b->z, 1);
  return b->z;
}

/* J_ii */
static double turn(const ss_barrier *b, size_t i) {
  return i + 1 == b->k ? 1 : -1;
}

/* The Cholesky factor of Q at x, in b->Q; false if Q is not positive definite. */
static bool factor_Q(ss_barrier *b, const double *x) {
  const size_t k = b->k, inner = b->s->k;
  memset(b->Q, 0, k * k * sizeof *b->Q);
  for (size_t c = 0; c < inner; c++)
    memcpy(b->Q + k * c, b->s->Ck + inner * c, inner * sizeof *b->Q);
  for (size_t i = 0; b->lift && i < k; i++) b->Q[i + k * i] += turn(b, i) * x[b->size - 2];
  for (size_t j = 0; j < b->m; j++)
    add_outer(k, b->Q, sign_of(b, j), b->w + k * j, ss_barrier_expand(b, x, j));
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

static double zeta_of(const ss_barrier *b, const double *x, size_t j) {
  return b->lift ? x[b->b * (j + 1) - 1] : 0;
}

static cone find_cone(const ss_barrier *b, const double *x, size_t j, int side) {
  const double *z = x + b->b * j;
  const int inner = (int)(b->b - b->lift);
  cone c = {.j = j, .side = side};
  c.radius = weight_of(b, j) * x[b->size - 1] - side * zeta_of(b, x, j);
  c.room = c.radius * c.radius - b->s->fixed[b->leaf->column[j]] - cblas_ddot(inner, z, 1, z, 1);
  return c;
}

/* Cones and caps; HUGE_VAL outside. */
static double evaluate_column(const ss_barrier *b, const double *x, size_t j) {
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

double ss_barrier_evaluate(ss_barrier *b, const double *x) {
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
static void multiply(const ss_barrier *b, const double *A, size_t columns, const double *B,
                     double *C) {
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)b->k, (int)columns, (int)b->k, 1, A,
              (int)b->k, B, (int)b->k, 0, C, (int)b->k);
}

/* R = Q^-1 from the factor, R w, w^T R w, R F, R J R. */
void ss_barrier_invert(ss_barrier *b) {
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

/* ---- derivatives ----------------------------------------------------------------------------- */

/* F_j^T R w_l = (R F_j)^T w_l */
static double seen(const ss_barrier *b, size_t j, size_t i, size_t l) {
  return b->T[b->b * b->m * l + b->b * j + i];
}

/* What the cones and caps of column j add to the gradient. */
static void add_column_gradient(ss_barrier *b, size_t j) {
  const size_t n = b->b, last = b->size - 1;
  for (int side = 1; side >= last_side(b, j); side -= 2) {
    cone c = find_cone(b, b->x, j, side);
    for (size_t i = 0; i < n - b->lift; i++) b->gradient[n * j + i] += 2 * b->x[n * j + i] / c.room;
    if (b->lift) b->gradient[n * j + n - 1] += 2 * side * c.radius / c.room;
    b->gradient[last] -= 2 * weight_of(b, j) * c.radius / c.room;
  }
  if (is_capped(b, j)) b->gradient[n * j + n - 1] -= 1 / (b->low[j] + zeta_of(b, b->x, j));
}

static void find_gradient(ss_barrier *b) {
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
static void add_block(ss_barrier *b, size_t j, size_t l) {
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
static void add_cone(ss_barrier *b, cone c) {
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

static void add_column(ss_barrier *b, size_t j) {
  const size_t place = b->b * (j + 1) - 1;
  for (int side = 1; side >= last_side(b, j); side -= 2) add_cone(b, find_cone(b, b->x, j, side));
  if (!is_capped(b, j)) return;
  double left = b->low[j] + b->x[place];
  b->H[place + b->size * place] += 1 / (left * left);
}

/* Rows of the multipliers N_p: against y, and against each other. */
static void add_pairs(ss_barrier *b) {
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
static void add_kappa(ss_barrier *b) {
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

static void find_hessian(ss_barrier *b) {
  memset(b->H, 0, b->size * b->size * sizeof *b->H);
  for (size_t l = 0; l < b->m; l++)
    for (size_t j = l; j < b->m; j++) add_block(b, j, l);
  for (size_t j = 0; j < b->m; j++) add_column(b, j);
  add_pairs(b);
  if (b->lift) add_kappa(b);
}

void ss_barrier_derive(ss_barrier *b) {
  find_gradient(b);
  find_hessian(b);
}
