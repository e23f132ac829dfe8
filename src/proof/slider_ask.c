/* slider_ask.c: questions about machines with sliders, whose normal forces come from constraints.
 *
 *     lambda_N = A + B lambda_T,     -lambda_Ti in mu_i |lambda_Ni| Sign(gamma_Ti)
 *
 * (slider_view.c); the signs of lambda_N are open. With t_i in [-1, 1], lambda_Ti = mu_i t_i
 * lambda_Ni for every friction force that the law allows, whatever the sign of lambda_Ni, and
 *
 *     P lambda_N = A,     P = I - B diag(mu t).
 *
 * SOLVABLE. All slip: lambda_N + B diag(mu s) |lambda_N| = A, s = +-1. It has one solution for each
 * A iff det (I + B diag(mu s)) > 0 for all s (Rohn, Systems of linear interval equations, 1989,
 * theorem 1.2: the determinant is affine in each s_i, hence positive on the whole cube). Then the
 * accelerations that the law allows, u'(s) over the cube of s_i in [-1, 1] where a slider does not
 * slip, are a continuous image of it. In one dimension that is an interval; and they are convex
 * where B = 0.
 *
 * STALLED. No slider dissipates: those of a set J do not slip, the others carry nothing. The forces
 * of J are t_j mu_j lambda_Nj, those of z outside are 0, and by Cramer's rule
 *
 *     det P_JJ lambda_Nz = det [ P_JJ  A_J ; -B_zJ diag(mu t)  A_z ] = 0.
 *
 * A motion that dissipates nothing for a while does so at almost all times, at which the slip of
 * those of J is 0 together with its rate. With one coordinate gamma_j = w_j(q) u, and u != 0 there
 * gives w_j = 0 and dw_j/dq = 0: a slip that only passes through 0 is no reason to stall.
 *
 * HELD. Rest: dU/dq = sum w_j mu_j t_j lambda_Nj + sum f_k p_k w_k with A at u = 0; for each
 * coordinate i
 *
 *     det [ P  A ; (w_ji mu_j t_j)  dU_i - sum f_k p_k w_ki ] = 0.
 */
#include <string.h>

#include "energy.h"

enum { SIDE = 5 }; /* four sliders, and one row and column more */

typedef struct slide {
  const ss_energy *e;
  ss_energy_writing *w;
  ss_expr A[SIDE];     /* forces without those of the sliders */
  ss_expr share[SIDE]; /* mu_i t_i */
} slide;

static size_t count_frictions(const ss_energy *e) {
  size_t count = 0;
  for (size_t j = 0; j < e->frictions; j++) count += e->friction[j].slips;
  return count;
}

static ss_expr coupling(const ss_energy *e, size_t i, size_t j) {
  return e->coupling[i * (e->sliders + count_frictions(e)) + j];
}

static ss_expr determinant(ss_graph *g, size_t n, ss_expr X[SIDE][SIDE]) {
  if (n == 0) return ss_expr_integer(g, 1);
  ss_expr sum = ss_expr_integer(g, 0), minor[SIDE][SIDE];
  for (size_t k = 0; k < n; k++) {
    if (ss_expr_is_integer(g, X[0][k], 0)) continue;
    for (size_t i = 1; i < n; i++)
      for (size_t j = 0, m = 0; j < n; j++)
        if (j != k) minor[i - 1][m++] = X[i][j];
    const ss_expr term = ss_expr_mul(g, X[0][k], determinant(g, n - 1, minor));
    sum = k % 2 ? ss_expr_sub(g, sum, term) : ss_expr_add(g, sum, term);
  }
  return sum;
}

/* A, with the forces of the frictions as variables; their part of the forces on coordinate i, if
 * asked for. */
static void add_friction_forces(slide *s, ss_expr *push) {
  const ss_energy *e = s->e;
  ss_graph *g = e->graph;
  memcpy(s->A, e->normal, e->sliders * sizeof *s->A);
  for (size_t j = 0, column = e->sliders; j < e->frictions; j++)
    for (size_t k = 0; k < e->friction[j].slips; k++, column++) {
      const ss_expr f = ss_energy_write_variable(s->w, "friction", column, -1);
      const ss_expr force = ss_expr_mul(g, f, e->friction[j].limit[k]);
      for (size_t i = 0; i < e->sliders; i++)
        s->A[i] = ss_expr_add(g, s->A[i], ss_expr_mul(g, coupling(e, i, column), force));
      for (size_t i = 0; push && i < e->n; i++)
        push[i] = ss_expr_add(g, push[i], ss_expr_mul(g, force, e->friction[j].slip[k][i]));
    }
}

static void add_shares(slide *s, size_t set) {
  for (size_t j = 0; j < s->e->sliders; j++)
    if (set >> j & 1)
      s->share[j] = ss_expr_mul(s->e->graph, s->e->slider[j].limit[0],
                                ss_energy_write_variable(s->w, "slider", j, -1));
}

/* [ P_JJ A_J ] in the first rows; how many. */
static size_t write_forces(const slide *s, size_t set, ss_expr X[SIDE][SIDE]) {
  ss_graph *g = s->e->graph;
  size_t rows = 0;
  for (size_t i = 0; i < s->e->sliders; i++) {
    size_t columns = 0;
    if (!(set >> i & 1)) continue;
    for (size_t j = 0; j < s->e->sliders; j++)
      if (set >> j & 1)
        X[rows][columns++] = ss_expr_sub(g, ss_expr_integer(g, i == j),
                                         ss_expr_mul(g, coupling(s->e, i, j), s->share[j]));
    X[rows++][columns] = s->A[i];
  }
  return rows;
}

static void write_zero(const slide *s, ss_expr f) {
  const size_t first = ss_energy_write_function(s->w, ss_expr_simplify(s->e->graph, f));
  ss_energy_write_condition(s->w, SS_BOXES_ZERO, first, 0, 0);
}

/* ---- the questions --------------------------------------------------------------------------- */

static void write_solvable(const slide *s, size_t corner) {
  const ss_energy *e = s->e;
  ss_graph *g = e->graph;
  ss_expr X[SIDE][SIDE];
  for (size_t i = 0; i < e->sliders; i++)
    for (size_t j = 0; j < e->sliders; j++) {
      const ss_expr term = ss_expr_mul(g, coupling(e, i, j), e->slider[j].limit[0]);
      const ss_expr one = ss_expr_integer(g, i == j);
      X[i][j] = corner >> j & 1 ? ss_expr_add(g, one, term) : ss_expr_sub(g, one, term);
    }
  const ss_expr det = ss_expr_simplify(g, determinant(g, e->sliders, X));
  ss_energy_write_condition(s->w, SS_BOXES_NOT_NEGATIVE,
                            ss_energy_write_function(s->w, ss_expr_neg(g, det)), 0, 0);
}

/* Rows of a matrix: those of what dissipates. */
typedef struct matrix {
  size_t first, rows;
} matrix;

static void write_row(const slide *s, const ss_expr *row, matrix *A) {
  for (size_t i = 0; i < s->e->n; i++) {
    const size_t at = ss_energy_write_function(s->w, row[i]);
    if (A->rows == 0 && i == 0) A->first = at;
  }
  A->rows++;
}

/* With one coordinate the slopes of the slips by it are 0 too, if it goes on so. */
static void write_slopes(const slide *s, size_t set, bool always) {
  const ss_energy *e = s->e;
  for (size_t j = 0; j < e->sliders && e->n == 1; j++) {
    ss_expr slope;
    if (!(set >> j & 1)) continue;
    if (!always)
      write_zero(s, e->slider[j].slip[0][0]);
    else if (ss_expr_gradient(e->graph, e->slider[j].slip[0][0], 1, e->system->q, &slope) == SS_OK)
      write_zero(s, slope);
  }
}

/* `always`: and it goes on so. */
static void write_stalled(slide *s, size_t set, bool always) {
  const ss_energy *e = s->e;
  ss_graph *g = e->graph;
  matrix A = {0};
  for (size_t j = 0; j < e->sliders; j++)
    if (set >> j & 1) write_row(s, e->slider[j].slip[0], &A);
  for (size_t j = 0; j < e->frictions; j++)
    for (size_t k = 0; k < e->friction[j].slips; k++) write_row(s, e->friction[j].slip[k], &A);
  for (size_t r = 0; e->damping && r < e->n; r++) {
    bool zero = true;
    for (size_t i = 0; i < e->n; i++)
      zero = zero && ss_expr_is_integer(g, e->damping[r * e->n + i], 0);
    if (!zero) write_row(s, e->damping + r * e->n, &A);
  }
  if (A.rows) ss_energy_write_condition(s->w, SS_BOXES_DEPENDENT, A.first, A.rows, e->n);
  write_slopes(s, set, always);
  add_friction_forces(s, NULL);
  add_shares(s, set);
  for (size_t z = 0; z < e->sliders; z++) {
    ss_expr X[SIDE][SIDE];
    size_t columns = 0;
    if (set >> z & 1) continue;
    const size_t last = write_forces(s, set, X);
    for (size_t j = 0; j < e->sliders; j++)
      if (set >> j & 1)
        X[last][columns++] = ss_expr_neg(g, ss_expr_mul(g, coupling(e, z, j), s->share[j]));
    X[last][columns] = s->A[z];
    write_zero(s, determinant(g, last + 1, X));
  }
}

static void write_held(slide *s) {
  const ss_energy *e = s->e;
  ss_graph *g = e->graph;
  const size_t all = ((size_t)1 << e->sliders) - 1;
  ss_expr X[SIDE][SIDE], push[SS_ENERGY_COORDINATES], zero[SS_ENERGY_COORDINATES];
  for (size_t i = 0; i < e->n; i++) push[i] = zero[i] = ss_expr_integer(g, 0);
  add_friction_forces(s, push);
  ss_expr_substitute(g, e->n, e->system->u, zero, e->sliders, s->A, s->A);
  ss_expr_simplify_all(g, e->sliders, s->A, s->A);
  add_shares(s, all);
  for (size_t i = 0; i < e->n; i++) {
    const size_t last = write_forces(s, all, X);
    for (size_t j = 0; j < e->sliders; j++)
      X[last][j] = ss_expr_mul(g, e->slider[j].slip[0][i], s->share[j]);
    X[last][last] = ss_expr_sub(g, e->dU[i], push[i]);
    const ss_expr held = determinant(g, last + 1, X);
    if (!ss_expr_is_integer(g, held, 0)) write_zero(s, held);
  }
}

void ss_slider_write(const ss_energy *e, const ss_energy_question *q, ss_energy_writing *w) {
  slide s = {.e = e, .w = w};
  if (q->kind == SS_ENERGY_SOLVABLE) write_solvable(&s, q->corner);
  if (q->kind == SS_ENERGY_STALLED) write_stalled(&s, q->closed, !q->open);
  if (q->kind == SS_ENERGY_HELD) write_held(&s);
}

bool ss_slider_question(const ss_energy *e, size_t k, ss_energy_question *q) {
  const size_t sets = (size_t)1 << e->sliders;
  if (!e->sliders || k >= 2 * sets) return false;
  *q = k < sets
           ? (ss_energy_question){.kind = SS_ENERGY_SOLVABLE, .condition = 4, .corner = k}
           : (ss_energy_question){.kind = SS_ENERGY_STALLED, .condition = 5, .closed = k - sets};
  return true;
}

bool ss_slider_is_convex(const ss_energy *e) {
  const size_t width = e->sliders + count_frictions(e);
  for (size_t i = 0; e->n > 1 && i < e->sliders * width; i++)
    if (!ss_expr_is_integer(e->graph, e->coupling[i], 0)) return false;
  return true;
}
