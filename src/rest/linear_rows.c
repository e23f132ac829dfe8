/* linear_rows.c: a linear machine in numbers, and the polyhedron of one case.
 *
 * With constant K, f, W and gaps g = W_N^T q + g_0, and a choice of closed contacts and of the
 * sides on which sliders press, positions and forces at rest form a polyhedron:
 *
 *     K q = f + W lambda,     g = 0 (closed contacts, sliders),     g >= 0 (open contacts),
 *     contact    lambda_N >= 0,     |lambda_T| <= mu lambda_N
 *     slider     s lambda_N >= 0,   |lambda_T| <= mu s lambda_N
 *     friction                      |lambda_T| <= mu normal
 *     clutch     lambda >= 0
 *
 * and from <= q <= to where a box was asked for. A contact that may be open or closed has g >= 0
 * and the conditions of its forces, a slider that may press either way none on its friction: the
 * equilibria of both choices satisfy that.
 *
 * A machine is linear if K, W, the laws and the known normal forces are the same everywhere and
 * h = f - K q without a remainder, proved.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "linear.h"

/* ---- the data -------------------------------------------------------------------------------- */

static bool depend_on_position(const ss_rest_linear *m, size_t count, const ss_expr *formulas) {
  return ss_system_find_dependence(m->system, m->statics->graph, count, formulas) != SS_EXPR_NONE;
}

/* h = f - K q: the derivatives are constants, and nothing is left over (a step has the derivative
 * 0 and is no constant). */
static bool is_affine(const ss_rest_linear *m, const ss_expr *K, const ss_expr *f) {
  ss_graph *g = m->statics->graph;
  if (depend_on_position(m, m->n * m->n, K)) return false;
  for (size_t i = 0; i < m->n; i++) {
    ss_expr rest = ss_expr_sub(g, m->statics->h[i], f[i]);
    for (size_t j = 0; j < m->n; j++)
      rest = ss_expr_add(g, rest, ss_expr_mul(g, K[i * m->n + j], m->system->q[j]));
    if (ss_expr_is_zero(g, rest) != SS_PROVED) return false;
  }
  return true;
}

static bool elements_stay_the_same(const ss_rest_linear *m) {
  const ss_system *s = m->system;
  const ss_statics *t = m->statics;
  for (size_t i = 0; i < s->elements; i++)
    if (s->element[i].slips > 1) return false;
  return !depend_on_position(m, s->normals * m->n, t->gradient) &&
         !depend_on_position(m, s->normals * m->n, t->WN) &&
         !depend_on_position(m, s->slips * m->n, t->WT) &&
         !depend_on_position(m, 3 * s->elements, t->law) &&
         !depend_on_position(m, s->elements, t->normal);
}

/* All formulas in a row: K, f, gradients of the gaps, W_N, W_T, gaps, mu, mu * normal; false if
 * they are not linear. */
static ss_status list_formulas(const ss_rest_linear *m, ss_expr *list, bool *linear) {
  const ss_system *s = m->system;
  ss_graph *g = m->statics->graph;
  const size_t n = m->n;
  ss_statics origin;
  ss_expr *K = list, *f = list + n * n, *zeros = ss_arena_new(m->arena, n, ss_expr);
  if (!zeros) return SS_MEMORY;
  for (size_t i = 0; i < n; i++) zeros[i] = s->zero;
  ss_status status = ss_statics_insert(m->arena, m->statics, zeros, &origin);
  if (status == SS_BAD_INPUT) { /* not even defined at the origin: 1/x */
    ss_graph_clear_status(g);
    return SS_OK;
  }
  if (status == SS_OK) status = ss_expr_jacobian(g, n, m->statics->h, n, s->q, K);
  if (status != SS_OK) return status;
  for (size_t i = 0; i < n * n; i++) K[i] = ss_expr_neg(g, K[i]);
  memcpy(f, origin.h, n * sizeof *f);
  *linear = elements_stay_the_same(m) && is_affine(m, K, f);
  ss_expr *rest = f + n;
  memcpy(rest, origin.gradient, s->normals * n * sizeof *rest);
  rest += s->normals * n;
  memcpy(rest, origin.WN, s->normals * n * sizeof *rest);
  memcpy(rest + s->normals * n, origin.WT, s->slips * n * sizeof *rest);
  rest += (s->normals + s->slips) * n;
  memcpy(rest, origin.gap, s->normals * sizeof *rest);
  rest += s->normals;
  for (size_t i = 0; i < s->elements; i++) {
    rest[i] = origin.law[3 * i];
    rest[s->elements + i] = ss_expr_mul(g, rest[i], origin.normal[i]);
  }
  return ss_graph_status(g);
}

ss_status ss_rest_linear_read(ss_arena *arena, const ss_statics *statics, ss_rest_linear *m,
                              bool *linear) {
  const ss_system *s = statics->system;
  const size_t n = s->coordinates;
  *m = (ss_rest_linear){.arena = arena, .system = s, .statics = statics, .n = n};
  *linear = false;
  m->count = n * n + n + (2 * s->normals + s->slips) * n + s->normals + 2 * s->elements;
  ss_expr *formulas = ss_arena_new(m->arena, m->count, ss_expr);
  if (!formulas) return SS_MEMORY;
  const ss_status status = list_formulas(m, formulas, linear);
  if (status != SS_OK || !*linear) return status;
  m->all = _fmpq_vec_init((slong)m->count);
  m->K = m->all;
  m->f = m->K + n * n;
  m->gradient = m->f + n;
  m->WN = m->gradient + s->normals * n;
  m->WT = m->WN + s->normals * n;
  m->gap = m->WT + s->slips * n;
  m->mu = m->gap + s->normals;
  m->bound = m->mu + s->elements;
  m->exact = m->statics->exact;
  return ss_rest_rationals(m->arena, m->statics, m->count, formulas, m->all, &m->exact);
}

void ss_rest_linear_clear(ss_rest_linear *m) {
  if (m->all) _fmpq_vec_clear(m->all, (slong)m->count);
  m->all = NULL;
}

/* ---- the polyhedron of one case -------------------------------------------------------------- */

/* Rows are added one by one. */
typedef struct writing {
  const ss_rest_linear *m;
  const ss_rest_linear_case *one;
  fmpq_mat_t equations, inequalities;
  slong equation, inequality;
} writing;

static fmpq *enter(fmpq_mat_t A, slong i, size_t j) {
  return fmpq_mat_entry(A, i, (slong)j);
}

/* K q - f - W lambda = 0 */
static void add_balance(writing *w) {
  const ss_rest_linear *m = w->m;
  const ss_system *s = m->system;
  const size_t n = m->n, force = 1 + n;
  for (size_t k = 0; k < n; k++) {
    const slong i = w->equation++;
    fmpq_neg(enter(w->equations, i, 0), m->f + k);
    for (size_t j = 0; j < n; j++) fmpq_set(enter(w->equations, i, 1 + j), m->K + k * n + j);
    for (size_t e = 0; e < s->elements; e++) {
      const ss_system_element *element = &s->element[e];
      if (element->normal != SIZE_MAX)
        fmpq_neg(enter(w->equations, i, force + element->normal), m->WN + element->normal * n + k);
      if (element->slips)
        fmpq_neg(enter(w->equations, i, force + s->normals + element->slip),
                 m->WT + element->slip * n + k);
    }
  }
}

/* gap = 0 or >= 0; returns the inequality, -1: an equation. */
static slong add_gap(writing *w, size_t normal, bool closed) {
  const ss_rest_linear *m = w->m;
  fmpq_mat_struct *A = closed ? w->equations : w->inequalities;
  const slong i = closed ? w->equation++ : w->inequality++;
  fmpq_set(enter(A, i, 0), m->gap + normal);
  for (size_t j = 0; j < m->n; j++) fmpq_set(enter(A, i, 1 + j), m->gradient + normal * m->n + j);
  return closed ? -1 : i;
}

/* A force that is not there. */
static void add_nothing(writing *w, size_t column) {
  fmpq_one(enter(w->equations, w->equation++, column));
}

/* sign * force >= 0; returns the inequality. */
static slong add_sign(writing *w, size_t column, int sign) {
  fmpq_set_si(enter(w->inequalities, w->inequality, column), sign, 1);
  return w->inequality++;
}

/* |lambda_T| <= bound + mu side lambda_N; the column of lambda_N is 0 where there is none. */
static void add_friction(writing *w, size_t e, size_t column, size_t normal, int side) {
  const ss_rest_linear *m = w->m;
  if (fmpq_is_zero(m->mu + e) || (!normal && fmpq_sgn(m->bound + e) <= 0)) {
    add_nothing(w, column);
    return;
  }
  for (int sign = -1; sign <= 1; sign += 2) {
    const slong i = w->inequality++;
    fmpq_set(enter(w->inequalities, i, 0), m->bound + e);
    if (normal) fmpq_mul_si(enter(w->inequalities, i, normal), m->mu + e, side);
    fmpq_set_si(enter(w->inequalities, i, column), sign, 1);
  }
}

static void add_contact(writing *w, size_t e, size_t normal, size_t slip,
                        ss_rest_linear_rows *rows) {
  const ss_system_element *element = &w->m->system->element[e];
  const bool settled = w->one->settled[e], closed = w->one->closed[e];
  rows->gap[e] = add_gap(w, element->normal, settled && closed);
  if (settled && !closed) {
    add_nothing(w, normal);
    if (element->slips) add_nothing(w, slip);
    return;
  }
  rows->press[e] = add_sign(w, normal, 1);
  if (element->slips) add_friction(w, e, slip, normal, 1);
}

static void add_element(writing *w, size_t e, ss_rest_linear_rows *rows) {
  const ss_rest_linear *m = w->m;
  const ss_system_element *element = &m->system->element[e];
  const size_t normal = 1 + m->n + element->normal;
  const size_t slip = 1 + m->n + m->system->normals + element->slip;
  rows->gap[e] = rows->press[e] = -1;
  switch (element->element->kind) {
  case SS_ELEMENT_CONTACT: add_contact(w, e, normal, slip, rows); break;
  case SS_ELEMENT_SLIDER:
    add_gap(w, element->normal, true);
    if (!element->slips || !w->one->settled[e]) break;
    if (w->one->side[e]) add_sign(w, normal, w->one->side[e]);
    add_friction(w, e, slip, normal, w->one->side[e]);
    break;
  case SS_ELEMENT_CLUTCH: add_sign(w, slip, 1); break;
  default: add_friction(w, e, slip, 0, 0); /* friction of a known normal force */
  }
}

void ss_rest_linear_read_end(double end, fmpq_t value) {
  char text[32] = "";
  int digits = 0;
  do snprintf(text, sizeof text, "%.*g", ++digits, fabs(end));
  while (digits < 17 && strtod(text, NULL) != fabs(end));
  if (!ss_number_from_text(text, strlen(text), value)) ss_exact_from_double(value, fabs(end), 0);
  if (end < 0) fmpq_neg(value, value);
}

/* q_j >= from_j (sign 1), q_j <= to_j (sign -1) */
static void add_end(writing *w, size_t j, double end, int sign) {
  if (isnan(end)) return;
  fmpq *constant = enter(w->inequalities, w->inequality, 0);
  ss_rest_linear_read_end(end, constant);
  if (sign > 0) fmpq_neg(constant, constant);
  fmpq_set_si(enter(w->inequalities, w->inequality++, 1 + j), sign, 1);
}

/* The rows that are in use. */
static void keep(const fmpq_mat_t all, slong rows, fmpq_mat_t kept) {
  fmpq_mat_t window;
  fmpq_mat_window_init(window, all, 0, 0, rows, fmpq_mat_ncols(all));
  fmpq_mat_init(kept, rows, fmpq_mat_ncols(all));
  fmpq_mat_set(kept, window);
  fmpq_mat_window_clear(window);
}

ss_status ss_rest_linear_write(const ss_rest_linear *m, const ss_rest_linear_case *one,
                               ss_rest_linear_rows *rows) {
  const ss_system *s = m->system;
  const slong columns = (slong)(1 + m->n + s->normals + s->slips);
  writing w = {.m = m, .one = one};
  *rows = (ss_rest_linear_rows){.gap = malloc((2 * s->elements + 1) * sizeof *rows->gap)};
  if (!rows->gap) return SS_MEMORY;
  rows->press = rows->gap + s->elements;
  fmpq_mat_init(w.equations, (slong)(m->n + 3 * s->elements), columns);
  fmpq_mat_init(w.inequalities, (slong)(1 + 4 * s->elements + 2 * m->n), columns);
  fmpq_one(enter(w.inequalities, w.inequality++, 0));
  add_balance(&w);
  for (size_t e = 0; e < s->elements; e++) add_element(&w, e, rows);
  for (size_t j = 0; j < m->n && m->from; j++) add_end(&w, j, m->from[j], 1);
  for (size_t j = 0; j < m->n && m->from; j++) add_end(&w, j, m->to[j], -1);
  keep(w.equations, w.equation, rows->equations);
  keep(w.inequalities, w.inequality, rows->inequalities);
  fmpq_mat_clear(w.equations);
  fmpq_mat_clear(w.inequalities);
  return SS_OK;
}

void ss_rest_linear_rows_clear(ss_rest_linear_rows *rows) {
  if (!rows->gap) return;
  fmpq_mat_clear(rows->equations);
  fmpq_mat_clear(rows->inequalities);
  free(rows->gap);
  rows->gap = NULL;
}
