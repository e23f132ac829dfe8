/* slider_view.c: a machine with sliders, seen by its energies in the coordinates of its chart.
 *
 * A slider's normal force comes from the constraint and has either sign; its friction is at most
 * mu |lambda_N|. In the coordinates of the chart (system.h)
 *
 *     M u' = h + W_T lambda_T,     lambda_N = a + b u' + D lambda_T,
 *
 * so that, with u' inserted, lambda_N = A(q, u) + B(q) lambda_T,
 *
 *     A = a + b M^-1 h,     B = D + b M^-1 W_T.
 *
 * lambda_T lists the sliders with friction first, then the frictions whose normal force is known.
 * The position that is asked about is one of the full coordinates: its place in the chart is found
 * by Newton's method on the squares, from several starts; without one there is none.
 */
#include <math.h>
#include <string.h>

#include "energy.h"

enum { SLIDERS_MOST = 4, STARTS = 17, STEPS = 60 };

/* ---- forces in the sliders ------------------------------------------------------------------- */

/* Which row of the projection an element has; SIZE_MAX if it is no slider with friction. */
static size_t find_row(const ss_energy *e, size_t element) {
  const ss_projection *p = e->system->projection;
  const ss_element *of = e->system->element[element].element;
  if (of->kind != SS_ELEMENT_SLIDER || of->law == SS_LAW_FRICTIONLESS) return SIZE_MAX;
  for (size_t i = 0; i < p->sliders; i++)
    if (p->slider[i] == p->full->element[element].normal) return i;
  return SIZE_MAX;
}

static const ss_expr *copy_slip(const ss_energy *e, size_t slip) {
  ss_expr *W = ss_arena_new(e->arena, e->n, ss_expr);
  if (W) ss_expr_simplify_all(e->graph, e->n, e->system->slip[slip].W, W);
  return W;
}

/* b_row M^-1 x */
static ss_expr press(const ss_energy *e, size_t row, const ss_expr *x) {
  ss_graph *g = e->graph;
  const ss_expr *b = e->system->projection->b + row * e->n;
  ss_expr sum = ss_expr_integer(g, 0);
  for (size_t i = 0; i < e->n; i++)
    for (size_t k = 0; k < e->n; k++)
      sum = ss_expr_add(g, sum, ss_expr_mul(g, b[i], ss_expr_mul(g, e->Minv[i * e->n + k], x[k])));
  return sum;
}

/* The columns of B: slips of sliders with friction, then of frictions. */
typedef struct columns {
  size_t count;
  size_t slip[SS_ENERGY_COORDINATES * SS_ENERGY_SLIPS]; /* index among those of the system */
  size_t row[SLIDERS_MOST];
} columns;

static bool add_column(columns *c, size_t slip) {
  if (c->count == sizeof c->slip / sizeof *c->slip) return false;
  c->slip[c->count++] = slip;
  return true;
}

/* False with a phrase. */
static bool list_columns(ss_energy *e, columns *c, const char **why_not) {
  const ss_system *s = e->system;
  ss_rubbing *slider = ss_arena_new(e->arena, SLIDERS_MOST, ss_rubbing);
  bool room = slider != NULL;
  e->slider = slider;
  for (size_t i = 0; i < s->elements && room; i++) {
    const ss_element *of = s->element[i].element;
    const size_t row = find_row(e, i);
    if (row == SIZE_MAX) continue;
    const ss_expr mu = ss_expr_simplify(e->graph, of->law_argument[0].resolved);
    if (of->law != SS_LAW_COULOMB || s->element[i].slips != 1)
      *why_not = ss_arena_format(e->arena, "the slider %s slips in more than one direction",
                                 of->name.text);
    if (*why_not) return false;
    if (ss_expr_is_integer(e->graph, mu, 0)) continue;
    room = e->sliders < SLIDERS_MOST && add_column(c, s->element[i].slip);
    if (!room) break;
    slider[e->sliders] = (ss_rubbing){.name = of->name.text, .slips = 1, .limit = {mu}};
    slider[e->sliders].slip[0] = copy_slip(e, s->element[i].slip);
    c->row[e->sliders++] = row;
  }
  for (size_t i = 0; i < s->elements && room; i++)
    for (size_t k = 0; k < s->element[i].slips && room; k++)
      if (s->element[i].element->kind == SS_ELEMENT_FRICTION)
        room = add_column(c, s->element[i].slip + k);
  size_t known = 0;
  for (size_t j = 0; j < e->frictions; j++) known += e->friction[j].slips;
  if (!room) *why_not = "there are too many sliders";
  if (room && known != c->count - e->sliders) *why_not = "a friction beside sliders has no force";
  return !*why_not;
}

static bool read_sliders(ss_energy *e, const char **why_not) {
  const ss_projection *p = e->system->projection;
  columns c = {0};
  if (!list_columns(e, &c, why_not)) return false;
  const size_t width = e->system->slips + e->system->normals;
  ss_expr *A = ss_arena_new(e->arena, e->sliders + 1, ss_expr);
  ss_expr *B = ss_arena_new(e->arena, e->sliders * c.count + 1, ss_expr);
  if (!A || !B) return false;
  for (size_t i = 0; i < e->sliders; i++) {
    const size_t row = c.row[i];
    A[i] = ss_expr_add(e->graph, p->a[row], press(e, row, e->system->h));
    for (size_t j = 0; j < c.count; j++)
      B[i * c.count + j] = ss_expr_add(e->graph, p->D[row * width + c.slip[j]],
                                       press(e, row, e->system->slip[c.slip[j]].W));
  }
  ss_expr_simplify_all(e->graph, e->sliders, A, A);
  ss_expr_simplify_all(e->graph, e->sliders * c.count, B, B);
  e->normal = A;
  e->coupling = B;
  for (size_t i = 0; i < e->n; i++) {
    const ss_expr q = e->system->q[i];
    for (size_t k = 0; k < e->sliders; k++)
      e->used[i] = e->used[i] || ss_expr_depends(e->graph, A[k], q) ||
                   ss_expr_find_symbol(e->graph, e->n, e->slider[k].slip[0], 1, &q);
    e->used[i] = e->used[i] || ss_expr_find_symbol(e->graph, e->sliders * c.count, B, 1, &q);
  }
  return true;
}

/* ---- a place in the chart -------------------------------------------------------------------- */

/* One step of Newton's method for |map - at|^2, by the normal equations of one or more unknowns. */
static double improve(size_t n, size_t full, const double *J, const double *residual, double *x) {
  double A[SS_ENERGY_COORDINATES * SS_ENERGY_COORDINATES] = {0}, b[SS_ENERGY_COORDINATES] = {0};
  double step = 0;
  for (size_t i = 0; i < full; i++)
    for (size_t j = 0; j < n; j++) {
      b[j] += J[i * n + j] * residual[i];
      for (size_t k = 0; k < n; k++) A[j * n + k] += J[i * n + j] * J[i * n + k];
    }
  /* A is positive definite where the chart is one */
  for (size_t k = 0; k < n; k++)
    for (size_t i = k + 1; i < n; i++) {
      const double f = A[i * n + k] / A[k * n + k];
      for (size_t j = k; j < n; j++) A[i * n + j] -= f * A[k * n + j];
      b[i] -= f * b[k];
    }
  for (size_t k = n; k-- > 0;) {
    for (size_t j = k + 1; j < n; j++) b[k] -= A[k * n + j] * b[j];
    b[k] /= A[k * n + k];
    x[k] -= b[k];
    step = fmax(step, fabs(b[k]));
  }
  return step;
}

static bool descend(const ss_tape *tape, size_t n, size_t full, const double *at, double *work,
                    double *x) {
  double residual[2 * SS_ENERGY_COORDINATES], step = INFINITY, distance = 0;
  for (int round = 0; round < STEPS && step > 1e-14; round++) {
    memcpy(ss_forward_in(tape, work), x, n * sizeof *x);
    ss_forward_run(tape, work);
    distance = 0;
    for (size_t i = 0; i < full; i++) {
      residual[i] = ss_forward_out(tape, work)[i] - at[i];
      distance = fmax(distance, fabs(residual[i]));
    }
    step = improve(n, full, ss_forward_gradients(tape, work), residual, x);
    if (!isfinite(step)) return false;
  }
  return distance < 1e-6;
}

/* Where the chart maps to `at`. */
static ss_status locate(ss_energy *e, const ss_system *full, const ss_expr *map, const double *at) {
  double *x = ss_arena_new(e->arena, e->n, double);
  ss_tape *tape = NULL;
  bool found = false;
  if (!x) return SS_MEMORY;
  if (full->coordinates > 2 * SS_ENERGY_COORDINATES) return SS_OK;
  if (ss_tape_compile(e->graph, e->ranges, e->variable + 2 * e->n, e->n, e->system->q,
                      full->coordinates, map, &tape))
    return SS_OK;
  double theta[e->ranges + 1];
  ss_energy_find_values(e, theta);
  double *work = ss_arena_new(e->arena, ss_forward_work_size(tape), double);
  for (int start = 0; start < STARTS && work && !found; start++) {
    const double side = start % 2 ? 1 : -1;
    for (size_t i = 0; i < e->n; i++) x[i] = side * 0.4 * ((start + 1) / 2);
    ss_forward_prepare(tape, theta, work);
    found = descend(tape, e->n, full->coordinates, at, work, x);
  }
  ss_tape_destroy(tape);
  if (found) e->at = x;
  return work ? SS_OK : SS_MEMORY;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static ss_status take_place(const ss_subject *subject, ss_energy *e) {
  const ss_system *full = subject->system;
  const ss_model *m = full->model;
  const size_t count = full->coordinates + 1;
  ss_expr *symbol = ss_arena_new(e->arena, m->parameters + 1, ss_expr);
  ss_expr *value = ss_arena_new(e->arena, m->parameters + 1, ss_expr);
  ss_expr *formula = ss_arena_new(e->arena, count, ss_expr);
  if (!symbol || !value || !formula) return SS_MEMORY;
  ss_status status = ss_model_open_parameters(e->arena, m, e->graph, value);
  if (status != SS_OK) return status;
  for (size_t i = 0; i < m->parameters; i++) symbol[i] = m->parameter[i].symbol;
  memcpy(formula, e->system->projection->map, full->coordinates * sizeof *formula);
  formula[full->coordinates] = full->potential;
  status = ss_expr_substitute(e->graph, m->parameters, symbol, value, count, formula, formula);
  if (status != SS_OK) return status;
  e->full = full;
  e->full_U = formula[full->coordinates];
  return subject->at ? locate(e, full, formula, subject->at) : SS_OK;
}

ss_status ss_slider_find(const ss_subject *subject, void **facts, const char **why_not) {
  const ss_system *s = subject->system;
  ss_system *projected = NULL;
  ss_energy *e = NULL;
  bool sliders = false;
  *facts = NULL;
  *why_not = NULL;
  for (size_t i = 0; i < s->elements; i++)
    sliders = sliders || s->element[i].element->kind == SS_ELEMENT_SLIDER;
  if (!sliders || s->projection) return SS_OK;
  if (!s->model->chart) {
    *why_not = "there are sliders and no chart (a body3 has one, for its quaternion)";
    return SS_OK;
  }
  ss_status status = ss_system_project(subject->arena, s, &projected);
  if (status == SS_OK) status = ss_energy_see(subject, projected, true, &e, why_not);
  if (status == SS_MEMORY || !e) return status == SS_MEMORY ? status : SS_OK;
  if (e->contacts) *why_not = "there are contacts beside sliders";
  if (*why_not || !read_sliders(e, why_not)) return *why_not ? SS_OK : SS_MEMORY;
  status = take_place(subject, e);
  if (status == SS_OK && subject->at && !e->at)
    *why_not = "the position that is asked about is not found in the chart";
  if (*why_not) return SS_OK;
  if (ss_graph_status(e->graph) == SS_OK && status == SS_OK && e->sliders) *facts = e;
  return status == SS_MEMORY ? status : SS_OK;
}
