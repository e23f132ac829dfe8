/* linear.c: the rest sets of a linear system, exactly.
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
 * Its shadow on the positions (polyhedron.c) is what can rest in this case; for friction alone and
 * a regular K it is the zonotope K^-1 (f + W [-p, p]) of van de Wouw & Leine 2004, eq. 28. Shadows
 * that meet belong to one rest set. A singular K makes a set unbounded and needs no care: its
 * directions come out as rays.
 *
 * Cost: exponential in the number of elements (2^m vertices of the forces). Beyond the limits of
 * cone.h the machine is left to the search for nonlinear ones.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cone.h"
#include "gather.h"
#include "rest_private.h"

typedef struct machine {
  ss_arena *arena;
  const ss_system *system;
  const ss_statics *statics;
  size_t n;
  /* K (n x n), f (n), W_N and W_T by rows, gaps at q = 0, mu and mu * normal of each element */
  fmpq *K, *f, *WN, *WT, *gap, *mu, *bound, *all;
  size_t count;
  bool exact;
} machine;

/* ---- the data -------------------------------------------------------------------------------- */

static bool depend_on_position(const machine *m, size_t count, const ss_expr *formulas) {
  return ss_system_find_dependence(m->system, m->statics->graph, count, formulas) != SS_EXPR_NONE;
}

/* h = f - K q: the derivatives are constants, and nothing is left over (a step has the derivative
 * 0 and is no constant). */
static bool is_affine(const machine *m, const ss_expr *K, const ss_expr *f) {
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

static bool elements_stay_the_same(const machine *m) {
  const ss_system *s = m->system;
  const ss_statics *t = m->statics;
  for (size_t i = 0; i < s->elements; i++)
    if (s->element[i].slips > 1) return false;
  return !depend_on_position(m, s->normals * m->n, t->WN) &&
         !depend_on_position(m, s->slips * m->n, t->WT) &&
         !depend_on_position(m, 3 * s->elements, t->law) &&
         !depend_on_position(m, s->elements, t->normal);
}

/* All formulas in a row: K, f, W_N, W_T, gaps, mu, mu * normal; false if they are not linear. */
static ss_status list_formulas(const machine *m, ss_expr *list, bool *linear) {
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

static ss_status read_data(machine *m, bool *linear) {
  const ss_system *s = m->system;
  const size_t n = m->n;
  m->count = n * n + n + (s->normals + s->slips) * n + s->normals + 2 * s->elements;
  ss_expr *formulas = ss_arena_new(m->arena, m->count, ss_expr);
  if (!formulas) return SS_MEMORY;
  const ss_status status = list_formulas(m, formulas, linear);
  if (status != SS_OK || !*linear) return status;
  m->all = _fmpq_vec_init((slong)m->count);
  m->K = m->all;
  m->f = m->K + n * n;
  m->WN = m->f + n;
  m->WT = m->WN + s->normals * n;
  m->gap = m->WT + s->slips * n;
  m->mu = m->gap + s->normals;
  m->bound = m->mu + s->elements;
  m->exact = m->statics->exact;
  return ss_rest_rationals(m->arena, m->statics, m->count, formulas, m->all, &m->exact);
}

/* ---- the polyhedron of one case -------------------------------------------------------------- */

/* Columns: 1, q, lambda of the normals, lambda of the slips. Rows are added one by one. */
typedef struct rows {
  fmpq_mat_t equations, inequalities;
  slong equation, inequality;
} rows;

static fmpq *enter(fmpq_mat_t A, slong i, size_t j) {
  return fmpq_mat_entry(A, i, (slong)j);
}

/* K q - f - W lambda = 0 */
static void add_balance(const machine *m, const ss_rest_pattern *pattern, rows *r) {
  const ss_system *s = m->system;
  const size_t n = m->n, force = 1 + n;
  for (size_t k = 0; k < n; k++) {
    const slong i = r->equation++;
    fmpq_neg(enter(r->equations, i, 0), m->f + k);
    for (size_t j = 0; j < n; j++) fmpq_set(enter(r->equations, i, 1 + j), m->K + k * n + j);
    for (size_t e = 0; e < s->elements; e++) {
      const ss_system_element *element = &s->element[e];
      if (!pattern->closed[e]) continue;
      if (element->normal != SIZE_MAX)
        fmpq_neg(enter(r->equations, i, force + element->normal), m->WN + element->normal * n + k);
      if (element->slips)
        fmpq_neg(enter(r->equations, i, force + s->normals + element->slip),
                 m->WT + element->slip * n + k);
    }
  }
}

/* gap = 0 or >= 0 */
static void add_gap(const machine *m, size_t normal, bool closed, rows *r) {
  fmpq_mat_struct *A = closed ? r->equations : r->inequalities;
  const slong i = closed ? r->equation++ : r->inequality++;
  fmpq_set(enter(A, i, 0), m->gap + normal);
  for (size_t j = 0; j < m->n; j++) fmpq_set(enter(A, i, 1 + j), m->WN + normal * m->n + j);
}

/* A force that is not there. */
static void add_nothing(size_t column, rows *r) {
  fmpq_one(enter(r->equations, r->equation++, column));
}

/* |lambda_T| <= bound + mu side lambda_N; the column of lambda_N is 0 where there is none. */
static void add_friction(const machine *m, size_t e, size_t column, size_t normal, int side,
                         rows *r) {
  if (fmpq_is_zero(m->mu + e) || (!normal && fmpq_is_zero(m->bound + e))) {
    add_nothing(column, r);
    return;
  }
  for (int sign = -1; sign <= 1; sign += 2) {
    const slong i = r->inequality++;
    fmpq_set(enter(r->inequalities, i, 0), m->bound + e);
    if (normal) fmpq_mul_si(enter(r->inequalities, i, normal), m->mu + e, side);
    fmpq_set_si(enter(r->inequalities, i, column), sign, 1);
  }
}

static void add_element(const machine *m, const ss_rest_pattern *pattern, size_t e, rows *r) {
  const ss_system_element *element = &m->system->element[e];
  const ss_element_kind kind = element->element->kind;
  const bool has_normal = element->normal != SIZE_MAX;
  const size_t normal = has_normal ? 1 + m->n + element->normal : 0;
  const size_t slip = 1 + m->n + m->system->normals + element->slip;
  const int side = kind == SS_ELEMENT_CONTACT ? 1 : pattern->side[e];
  if (has_normal) add_gap(m, element->normal, pattern->closed[e], r);
  if (!pattern->closed[e]) {
    add_nothing(normal, r);
    if (element->slips) add_nothing(slip, r);
    return;
  }
  if (has_normal && side) fmpq_set_si(enter(r->inequalities, r->inequality++, normal), side, 1);
  if (kind == SS_ELEMENT_CLUTCH)
    fmpq_one(enter(r->inequalities, r->inequality++, slip));
  else if (element->slips)
    add_friction(m, e, slip, normal, side, r);
}

static ss_status find_shadow(const machine *m, const ss_rest_pattern *pattern,
                             ss_polyhedron *shadow) {
  const ss_system *s = m->system;
  const slong columns = (slong)(1 + m->n + s->normals + s->slips);
  rows r = {.equation = 0, .inequality = 0};
  fmpq_mat_t equations, inequalities;
  fmpq_mat_init(r.equations, (slong)(m->n + 3 * s->elements), columns);
  fmpq_mat_init(r.inequalities, (slong)(1 + 4 * s->elements), columns);
  fmpq_one(enter(r.inequalities, r.inequality++, 0));
  add_balance(m, pattern, &r);
  for (size_t e = 0; e < s->elements; e++) add_element(m, pattern, e, &r);
  fmpq_mat_window_init(equations, r.equations, 0, 0, r.equation, columns);
  fmpq_mat_window_init(inequalities, r.inequalities, 0, 0, r.inequality, columns);
  const ss_status status = ss_polyhedron_shadow(m->n, equations, inequalities, shadow);
  fmpq_mat_window_clear(equations);
  fmpq_mat_window_clear(inequalities);
  fmpq_mat_clear(r.equations);
  fmpq_mat_clear(r.inequalities);
  return status;
}

/* ---- all cases ------------------------------------------------------------------------------- */

static ss_status find_parts(const machine *m, const ss_rest_options *options, ss_parts *parts,
                            bool *all) {
  ss_rest_pattern pattern;
  ss_status status = ss_rest_patterns_start(m->arena, m->system, options->contacts_most, &pattern);
  *all = pattern.all;
  while (status == SS_OK && ss_rest_patterns_next(m->system, &pattern)) {
    ss_polyhedron shadow;
    status = find_shadow(m, &pattern, &shadow);
    if (status == SS_OK && !shadow.empty) status = ss_parts_add(parts, &shadow);
  }
  return status;
}

ss_status ss_rest_find_linear(ss_arena *arena, const ss_statics *statics,
                              const ss_rest_options *options, ss_rest_sets *sets, bool *done) {
  const ss_system *system = statics->system;
  machine m = {.arena = arena, .system = system, .statics = statics, .n = system->coordinates};
  *done = false;
  ss_status status = read_data(&m, done);
  ss_parts parts = {.gap = m.gap, .WN = m.WN, .exact = m.exact};
  bool all = true;
  if (status == SS_OK && *done) status = find_parts(&m, options, &parts, &all);
  if (status == SS_OK && *done) status = ss_parts_show(&parts, arena, system, sets);
  ss_parts_clear(&parts);
  if (m.all) _fmpq_vec_clear(m.all, (slong)m.count);
  if (status == SS_LIMIT) { /* too many vertices: what the search finds is better than nothing */
    sets->count = 0;
    *done = false;
    status = SS_OK;
  }
  if (!*done) return status;
  for (size_t i = 0; i < sets->count; i++) {
    ss_rest_set *set = (ss_rest_set *)&sets->set[i];
    set->certain = set->connected = set->enclosed = m.exact;
    set->method = m.exact ? "exact polyhedra" : "polyhedra of rounded numbers";
    set->inner_lo = set->lo;
    set->inner_hi = set->hi;
  }
  sets->complete = status == SS_OK && all;
  sets->how = !all      ? "polyhedra; only sets of at most two closed contacts were tried"
              : m.exact ? "all: exact polyhedra of every set of closed contacts"
                        : "all: polyhedra of every set of closed contacts, of rounded numbers";
  return status;
}
