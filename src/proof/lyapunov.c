/* lyapunov.c: a machine without contacts as x' = F(x), with a V that the file gives.
 *
 *     F = (u, M^-1 h),     V' = V_q u + V_u M^-1 h
 *
 * M^-1 h is found as a formula by M = L D L^T without pivoting, which M > 0 allows: where the
 * pivots vanish V' has no value and no proof is found. The rest point x_e is 0, or what Newton's
 * method finds from there for grad V = 0, as a rational of small denominators; that F and grad V
 * vanish there is then decided exactly, for all parameters within their ranges. V counts from its
 * value at x_e. The curvature of V' at and around x_e, -d2V'/dx2, is compiled besides.
 */
#include "lyapunov.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "standstill/exact.h"

enum { MOST_VARIABLES = 12 }; /* that standstill-check takes */

/* ---- formulas -------------------------------------------------------------------------------- */

ss_expr ss_lyapunov_number(const ss_lyapunov_facts *f, double x) {
  fmpq_t exact;
  fmpq_init(exact);
  ss_exact_from_double(exact, x, 0);
  const ss_expr number = ss_expr_number(f->graph, exact);
  fmpq_clear(exact);
  return number;
}

/* a := M^-1 a, n of them: L D L^T, column by column. */
static void solve_mass(const ss_lyapunov_facts *f, ss_expr *a) {
  ss_graph *g = f->graph;
  const size_t n = f->n;
  ss_expr L[n * n + 1], D[n + 1];
  for (size_t j = 0; j < n; j++)
    for (size_t i = j; i < n; i++) {
      ss_expr sum = f->system->M[i * n + j];
      for (size_t k = 0; k < j; k++)
        sum = ss_expr_sub(g, sum, ss_expr_mul(g, ss_expr_mul(g, L[i * n + k], L[j * n + k]), D[k]));
      sum = ss_expr_simplify(g, sum);
      if (i == j) D[j] = sum;
      L[i * n + j] = i == j ? ss_expr_integer(g, 1) : ss_expr_div(g, sum, D[j]);
    }
  for (size_t i = 0; i < n; i++) {
    for (size_t k = 0; k < i; k++) a[i] = ss_expr_sub(g, a[i], ss_expr_mul(g, L[i * n + k], a[k]));
  }
  for (size_t i = n; i-- > 0;) {
    a[i] = ss_expr_div(g, a[i], D[i]);
    for (size_t k = i + 1; k < n; k++)
      a[i] = ss_expr_sub(g, a[i], ss_expr_mul(g, L[k * n + i], a[k]));
  }
}

ss_expr ss_lyapunov_rate(const ss_lyapunov_facts *f, const ss_expr *force) {
  ss_graph *g = f->graph;
  const size_t n = f->n;
  ss_expr a[n + 1], rate = ss_expr_integer(g, 0);
  memcpy(a, f->system->h, n * sizeof *a);
  for (size_t j = 0; j < f->frictions; j++)
    for (size_t i = 0; i < n; i++)
      a[i] = ss_expr_add(g, a[i], ss_expr_mul(g, f->slip[j][i], force[j]));
  solve_mass(f, a);
  for (size_t i = 0; i < n; i++) {
    rate = ss_expr_add(g, rate, ss_expr_mul(g, f->gradient[i], f->system->u[i]));
    rate = ss_expr_add(g, rate, ss_expr_mul(g, f->gradient[n + i], a[i]));
  }
  return ss_expr_simplify(g, rate);
}

/* Friction as it is where it slips: for a search in doubles. */
static void form_rate(ss_lyapunov_facts *f) {
  ss_graph *g = f->graph;
  ss_expr force[SS_LYAPUNOV_FRICTIONS];
  for (size_t j = 0; j < f->frictions; j++) {
    ss_expr slip = ss_expr_integer(g, 0);
    for (size_t i = 0; i < f->n; i++)
      slip = ss_expr_add(g, slip, ss_expr_mul(g, f->slip[j][i], f->system->u[i]));
    force[j] = ss_expr_neg(g, ss_expr_mul(g, f->bound[j], ss_expr_unary(g, SS_OP_SIGN, slip)));
  }
  f->rate = ss_lyapunov_rate(f, force);
}

/* Parameters with a range become variables, all others are inserted. */
static ss_status insert_parameters(ss_lyapunov_facts *f, const ss_model *m, ss_expr V) {
  ss_expr from[m->parameters + 1], to[m->parameters + 1];
  f->variable = ss_arena_new(f->arena, 2 * f->n + m->parameters, ss_expr);
  f->words = ss_arena_new(f->arena, 2 * f->n + m->parameters, const char *);
  if (!f->variable || !f->words) return SS_MEMORY;
  for (size_t i = 0; i < f->n; i++) {
    f->variable[i] = f->system->q[i];
    f->variable[f->n + i] = f->system->u[i];
    f->words[i] = f->system->names[i];
    f->words[f->n + i] = ss_arena_format(f->arena, "%s'", f->system->names[i]);
  }
  f->k = 2 * f->n;
  ss_status status = ss_model_open_parameters(f->arena, m, f->graph, to);
  for (size_t i = 0; status == SS_OK && i < m->parameters; i++) {
    from[i] = m->parameter[i].symbol;
    if (to[i] != from[i]) continue;
    f->words[f->k] = m->parameter[i].name.text;
    f->variable[f->k++] = from[i];
  }
  if (status == SS_OK) status = ss_expr_substitute(f->graph, m->parameters, from, to, 1, &V, &f->V);
  return status;
}

static double number_of(const fmpq *x, int direction) {
  arf_t end;
  arf_init(end);
  arf_set_fmpq(end, x, 53, direction < 0 ? ARF_RND_FLOOR : ARF_RND_CEIL);
  const double number = arf_get_d(end, direction < 0 ? ARF_RND_FLOOR : ARF_RND_CEIL);
  arf_clear(end);
  return number;
}

static void take_ranges(ss_lyapunov_facts *f, const ss_model *m) {
  fmpq_t low, high;
  fmpq_init(low);
  fmpq_init(high);
  for (size_t i = 0; i < m->parameters; i++)
    for (size_t j = 2 * f->n; j < f->k; j++)
      if (f->variable[j] == m->parameter[i].symbol && ss_model_parameter_range(m, i, low, high)) {
        f->lo[j] = number_of(low, -1);
        f->hi[j] = number_of(high, 1);
      }
  fmpq_clear(low);
  fmpq_clear(high);
}

/* ---- the rest point -------------------------------------------------------------------------- */

/* Do F and grad V vanish at the center? With friction it need not be a place without forces. */
static bool is_rest_point(const ss_lyapunov_facts *f, const ss_expr *gradient) {
  ss_graph *g = f->graph;
  const size_t m = 2 * f->n;
  ss_expr at[m + 1], all[3 * f->n + 1];
  for (size_t j = 0; j < m; j++) at[j] = ss_expr_number(g, &f->center[j]);
  for (size_t j = f->n; j < m; j++)
    if (!fmpq_is_zero(&f->center[j])) return false;
  const size_t forces = f->frictions ? 0 : f->n;
  memcpy(all, f->system->h, forces * sizeof *all);
  memcpy(all + forces, gradient, m * sizeof *all);
  if (ss_expr_substitute(g, m, f->variable, at, m + forces, all, all) != SS_OK) return false;
  for (size_t i = 0; i < m + forces; i++)
    if (ss_expr_is_zero(g, all[i]) != SS_PROVED) return false;
  return true;
}

/* The rational of the smallest denominator within 1e-9 of x. */
static void set_near(fmpq_t r, double x) {
  fmpq_t lo, hi;
  fmpq_init(lo);
  fmpq_init(hi);
  arf_t number;
  arf_init(number);
  const double slack = 1e-9 * fmax(1, fabs(x));
  arf_set_d(number, x - slack);
  arf_get_fmpq(lo, number);
  arf_set_d(number, x + slack);
  arf_get_fmpq(hi, number);
  fmpq_simplest_between(r, lo, hi);
  arf_clear(number);
  fmpq_clear(lo);
  fmpq_clear(hi);
}

/* Newton's method for grad V = 0 in the coordinates, velocities being 0; the center is set. */
static bool improve_center(ss_lyapunov_facts *f, const ss_expr *gradient) {
  const size_t m = 2 * f->n;
  ss_tape *tape = NULL;
  if (ss_tape_compile(f->graph, 0, NULL, f->k, f->variable, m, gradient, &tape) != SS_OK)
    return false;
  double *work = ss_arena_new(f->arena, ss_forward_work_size(tape), double);
  double A[m * m + 1], step[m + 1], size = INFINITY;
  if (work) ss_forward_prepare(tape, NULL, work);
  for (int n = 0; work && n < 50 && size > 1e-14; n++) {
    double *in = ss_forward_in(tape, work);
    if (n == 0)
      for (size_t j = 0; j < f->k; j++)
        in[j] = j < m ? ss_number_to_double(&f->center[j]) : f->lo[j] / 2 + f->hi[j] / 2;
    ss_forward_run(tape, work);
    for (size_t i = 0; i < m; i++) {
      step[i] = ss_forward_out(tape, work)[i];
      for (size_t j = 0; j < m; j++) A[i + j * m] = ss_forward_gradients(tape, work)[i * f->k + j];
    }
    if (ss_matrix_factor(m, A, A) != SS_OK) break;
    ss_matrix_solve(m, A, 1, step);
    size = 0;
    for (size_t j = 0; j < m; j++) {
      in[j] -= step[j];
      size = fmax(size, fabs(step[j]) / fmax(1, fabs(in[j])));
    }
  }
  const bool good = work && size <= 1e-10;
  for (size_t j = 0; good && j < m; j++) set_near(&f->center[j], ss_forward_in(tape, work)[j]);
  ss_tape_destroy(tape);
  return good;
}

/* V counts from its value at the center. */
static ss_status count_from_center(ss_lyapunov_facts *f) {
  ss_graph *g = f->graph;
  const size_t m = 2 * f->n;
  ss_expr at[m + 1], value;
  for (size_t j = 0; j < m; j++) at[j] = ss_expr_number(g, &f->center[j]);
  const ss_status status = ss_expr_substitute(g, m, f->variable, at, 1, &f->V, &value);
  f->V = ss_expr_sub(g, f->V, ss_expr_simplify(g, value));
  return status;
}

/* ---- friction -------------------------------------------------------------------------------- */

/* dV/du = 0 wherever u = 0, whatever the parameters are. */
static bool is_even(const ss_lyapunov_facts *f) {
  ss_graph *g = f->graph;
  ss_expr zero[f->n + 1], slope[f->n + 1];
  for (size_t i = 0; i < f->n; i++) zero[i] = ss_expr_integer(g, 0);
  if (ss_expr_substitute(g, f->n, f->system->u, zero, f->n, f->gradient + f->n, slope) != SS_OK)
    return false;
  for (size_t i = 0; i < f->n; i++)
    if (ss_expr_is_zero(g, slope[i]) != SS_PROVED) return false;
  return true;
}

/* D2V at x_e is rational and positive definite. */
static bool is_strict(const ss_lyapunov_facts *f) {
  ss_graph *g = f->graph;
  const size_t m = 2 * f->n;
  ss_expr at[m + 1], row[m + 1];
  fmpq_mat_t A, L, D;
  bool rational = true;
  fmpq_mat_init(A, (slong)m, (slong)m);
  fmpq_mat_init(L, (slong)m, (slong)m);
  fmpq_mat_init(D, (slong)m, 1);
  for (size_t j = 0; j < m; j++) at[j] = ss_expr_number(g, &f->center[j]);
  for (size_t i = 0; i < m && rational; i++) {
    rational = ss_expr_gradient(g, f->gradient[i], m, f->variable, row) == SS_OK &&
               ss_expr_substitute(g, m, f->variable, at, m, row, row) == SS_OK;
    for (size_t j = 0; j < m && rational; j++) {
      const fmpq *x = ss_expr_value(g, ss_expr_simplify(g, row[j]));
      rational = x != NULL;
      if (x) fmpq_set(fmpq_mat_entry(A, (slong)i, (slong)j), x);
    }
  }
  const bool strict = rational && ss_exact_ldl(A, L, D, NULL) == SS_DEFINITE;
  fmpq_mat_clear(A);
  fmpq_mat_clear(L);
  fmpq_mat_clear(D);
  return strict;
}

/* V; d2V/du2; the bounds on a diagonal; and V, V' for the search. */
static ss_status compile_rubbed(ss_lyapunov_facts *f) {
  ss_graph *g = f->graph;
  const size_t n = f->n, m = f->frictions;
  ss_expr curve[n * (n + 1) / 2 + 1], row[n + 1], bounds[m * (m + 1) / 2 + 1];
  size_t count = 0, b = 0;
  for (size_t i = 0; i < n; i++) {
    ss_expr_gradient(g, f->gradient[n + i], i + 1, f->system->u, row);
    for (size_t j = 0; j <= i; j++) curve[count++] = ss_expr_simplify(g, row[j]);
  }
  for (size_t i = 0; i < m; i++)
    for (size_t j = 0; j <= i; j++) bounds[b++] = i == j ? f->bound[i] : ss_expr_integer(g, 0);
  const ss_expr both[] = {f->V, f->rate};
  f->even = is_even(f);
  f->strict = is_strict(f);
  ss_status status = ss_graph_status(g);
  if (status == SS_OK) status = ss_tape_compile(g, 0, NULL, f->k, f->variable, 1, both, &f->tape);
  if (status == SS_OK) status = ss_tape_compile(g, 0, NULL, f->k, f->variable, 2, both, &f->scan);
  if (status == SS_OK)
    status = ss_tape_compile(g, 0, NULL, f->k, f->variable, count, curve, &f->curvature);
  if (status == SS_OK)
    status = ss_tape_compile(g, 0, NULL, f->k, f->variable, b, bounds, &f->bounds);
  return status;
}

static ss_status compile_mass(ss_lyapunov_facts *f) {
  ss_expr mass[f->n * (f->n + 1) / 2 + 1];
  size_t count = 0;
  for (size_t i = 0; i < f->n; i++)
    for (size_t j = 0; j <= i; j++) mass[count++] = f->system->M[i * f->n + j];
  return ss_tape_compile(f->graph, 0, NULL, f->k, f->variable, count, mass, &f->mass);
}

/* ---- tapes ----------------------------------------------------------------------------------- */

static ss_status compile(ss_lyapunov_facts *f) {
  ss_graph *g = f->graph;
  const size_t m = 2 * f->n;
  ss_expr slope[m + 1], row[m + 1], curve[m * (m + 1) / 2 + 1];
  size_t count = 0;
  ss_expr_gradient(g, f->rate, m, f->variable, slope);
  for (size_t i = 0; i < m; i++) {
    ss_expr_gradient(g, slope[i], i + 1, f->variable, row);
    for (size_t j = 0; j <= i; j++) curve[count++] = ss_expr_neg(g, row[j]);
  }
  ss_expr_simplify_all(g, count, curve, curve);
  const ss_expr both[] = {f->V, f->rate};
  ss_status status = ss_graph_status(g);
  if (status == SS_OK) status = ss_tape_compile(g, 0, NULL, f->k, f->variable, 2, both, &f->tape);
  if (status == SS_OK)
    status = ss_tape_compile(g, 0, NULL, f->k, f->variable, count, curve, &f->curvature);
  return status;
}

/* ---- the view -------------------------------------------------------------------------------- */

static void clear_one(ss_lyapunov_facts *f) {
  if (f->center) _fmpq_vec_clear(f->center, (slong)(2 * f->n));
  ss_tape_destroy(f->tape);
  ss_tape_destroy(f->curvature);
  ss_tape_destroy(f->mass);
  ss_tape_destroy(f->scan);
  ss_tape_destroy(f->bounds);
}

static void clear_view(void *facts) {
  for (ss_lyapunov_facts *f = facts; f; f = f->next) clear_one(f);
}

/* Does e, as it is written, move with the state, or with a name that may? */
static bool moves(const ss_system *s, ss_expr e) {
  const ss_model *m = s->model;
  const size_t n = s->coordinates;
  if (ss_expr_find_symbol(m->graph, 1, &e, n, s->q) ||
      ss_expr_find_symbol(m->graph, 1, &e, n, s->u))
    return true;
  for (size_t i = 0; i < m->abbreviations; i++)
    if (ss_expr_depends(m->graph, e, m->abbreviation[i].symbol)) return true;
  return false;
}

/* Does an operation keep smooth what is smooth? */
static bool keeps_smooth(const ss_system *s, ss_expr e) {
  const ss_graph *g = s->model->graph;
  const ss_expr base = ss_expr_arg(g, e, 0), last = ss_expr_arg(g, e, 1);
  switch (ss_expr_op(g, e)) {
  case SS_OP_DIV: return !moves(s, last);
  case SS_OP_POW: {
    const fmpq *n = ss_expr_value(g, last);
    return (n && fmpz_is_one(fmpq_denref(n)) && fmpq_sgn(n) >= 0) || !moves(s, base);
  }
  case SS_OP_SQRT:
  case SS_OP_LOG:
  case SS_OP_TAN:
  case SS_OP_ASIN:
  case SS_OP_ACOS:
  case SS_OP_ATAN2:
  case SS_OP_DDT: return !moves(s, e);
  default: return true;
  }
}

/* Are formulas smooth as they are written? What cancels, as in (q/q) q, must be defined too. */
static bool is_smooth(const ss_system *s, size_t count, const void *items, size_t size,
                      size_t offset) {
  const ss_graph *g = s->model->graph;
  const size_t nodes = ss_graph_count(g);
  for (size_t i = 0; i < count; i++) {
    const ss_formula *f = (const ss_formula *)((const char *)items + i * size + offset);
    uint8_t *marks = f->plain ? calloc(nodes, 1) : NULL;
    if (!f->plain) continue;
    bool smooth = marks != NULL;
    if (marks) ss_expr_mark(g, 1, &f->plain, marks);
    for (ss_expr e = 1; e < nodes && smooth; e++) smooth = !marks[e] || keeps_smooth(s, e);
    free(marks);
    if (!smooth) return false;
  }
  return true;
}

static bool is_written_smoothly(const ss_system *s) {
  const ss_model *m = s->model;
  const size_t size = sizeof(ss_formula);
  return is_smooth(s, m->kinetics_count, m->kinetics, size, 0) &&
         is_smooth(s, m->potentials_count, m->potentials, size, 0) &&
         is_smooth(s, m->abbreviations, m->abbreviation, sizeof *m->abbreviation,
                   offsetof(ss_abbreviation, value)) &&
         is_smooth(s, m->forces, m->force, sizeof *m->force, offsetof(ss_force, value)) &&
         is_smooth(s, m->feedbacks, m->feedback, sizeof *m->feedback,
                   offsetof(ss_feedback, value)) &&
         is_smooth(s, m->lyapunovs, m->lyapunov, sizeof *m->lyapunov, offsetof(ss_lyapunov, value));
}

/* What a second program cannot check is not tried. */
static const char *refuse(const ss_system *s) {
  const ss_model *m = s->model;
  for (size_t i = 0; i < s->elements; i++) {
    const ss_element *e = s->element[i].element;
    if (e->kind != SS_ELEMENT_FRICTION || e->law != SS_LAW_COULOMB || s->element[i].slips != 1)
      return "a Lyapunov function of the file is tried without contacts, sliders, clutches and "
             "frictions of several directions";
  }
  if (s->elements > SS_LYAPUNOV_FRICTIONS)
    return "a Lyapunov function of the file is tried with four frictions at most";
  if (m->chart || m->bodies || m->shapes)
    return "a Lyapunov function of the file is tried without charts, bodies and shapes";
  if (!s->traits.autonomous || s->inputs)
    return "a Lyapunov function needs a machine that no time and no input moves";
  if (s->traits.kink || !is_written_smoothly(s)) return "a Lyapunov function needs smooth forces";
  return NULL;
}

static ss_status allocate(ss_lyapunov_facts *f, const ss_model *m) {
  const size_t room = 2 * f->n + m->parameters;
  f->center = _fmpq_vec_init((slong)(2 * f->n));
  f->center_lo = ss_arena_new(f->arena, 4 * room, double);
  if (!f->center_lo) return SS_MEMORY;
  f->center_hi = f->center_lo + room;
  f->lo = f->center_hi + room;
  f->hi = f->lo + room;
  return SS_OK;
}

/* Directions and bounds, those that are 0 left out. */
static void read_frictions(ss_lyapunov_facts *f) {
  const ss_system *s = f->system;
  for (size_t i = 0; i < s->elements; i++) {
    const ss_element *e = s->element[i].element;
    const ss_expr p = ss_expr_simplify(
        f->graph, ss_expr_mul(f->graph, e->law_argument[0].resolved, e->normal.resolved));
    if (ss_expr_is_integer(f->graph, p, 0)) continue;
    f->slip[f->frictions] = s->slip[s->element[i].slip].W;
    f->bound[f->frictions++] = p;
  }
}

/* The function as a machine's; *why_not where it has no rest point. */
static ss_status prepare(ss_lyapunov_facts *f, const ss_model *m, const ss_lyapunov *lyapunov,
                         const char **why_not) {
  ss_status status = allocate(f, m);
  ss_expr *gradient = f->gradient = ss_arena_new(f->arena, 2 * f->n, ss_expr);
  if (!gradient) return SS_MEMORY;
  read_frictions(f);
  if (status == SS_OK) status = insert_parameters(f, m, lyapunov->value.resolved);
  if (status != SS_OK) return status;
  f->name = lyapunov->name.text;
  if (f->k > MOST_VARIABLES) {
    *why_not = ss_arena_format(f->arena, "a proof by boxes would have %zu variables", f->k);
    return SS_OK;
  }
  take_ranges(f, m);
  status = ss_expr_gradient(f->graph, f->V, 2 * f->n, f->variable, gradient);
  if (status != SS_OK) return status;
  if (!is_rest_point(f, gradient) && !(improve_center(f, gradient) && is_rest_point(f, gradient))) {
    *why_not = ss_arena_format(f->arena,
                               "the function %s has no stationary point that is a rest point with "
                               "rational coordinates",
                               f->name);
    return SS_OK;
  }
  for (size_t j = 0; j < 2 * f->n; j++) {
    f->center_lo[j] = number_of(&f->center[j], -1);
    f->center_hi[j] = number_of(&f->center[j], 1);
  }
  status = count_from_center(f);
  form_rate(f);
  if (status == SS_OK) status = compile_mass(f);
  if (status != SS_OK) return status;
  return f->frictions ? compile_rubbed(f) : compile(f);
}

/* *f is NULL where the function has no rest point. */
static ss_status see_function(ss_arena *arena, const ss_system *inserted, const ss_lyapunov *V,
                              ss_lyapunov_facts **f, const char **why_not) {
  ss_lyapunov_facts *facts = ss_arena_new(arena, 1, ss_lyapunov_facts);
  const char *none = NULL;
  if (!facts) return SS_MEMORY;
  *facts = (ss_lyapunov_facts){.arena = arena, .system = inserted, .n = inserted->coordinates};
  facts->graph = ss_graph_create_over(arena, inserted->graph);
  if (!facts->graph) return SS_MEMORY;
  const ss_status status = prepare(facts, inserted->model, V, &none);
  if (status == SS_OK && !none)
    *f = facts;
  else
    clear_one(facts);
  if (none) *why_not = none;
  return status;
}

static ss_status find_view(const ss_subject *s, void **facts, const char **why_not) {
  const ss_model *m = s->system->model;
  ss_system *inserted;
  *facts = NULL;
  *why_not = NULL;
  if (m->lyapunovs == 0) return SS_OK;
  *why_not = refuse(s->system);
  if (*why_not) return SS_OK;
  ss_status status = ss_system_insert_parameters(s->arena, s->system, &inserted);
  ss_lyapunov_facts *first = NULL, **last = &first;
  for (size_t i = 0; i < m->lyapunovs && status == SS_OK; i++) {
    ss_lyapunov_facts *f = NULL;
    status = see_function(s->arena, inserted, &m->lyapunov[i], &f, why_not);
    if (!f) continue;
    *last = f;
    last = &f->next;
  }
  if (first) *why_not = NULL;
  if (status != SS_OK) clear_view(first);
  *facts = status == SS_OK ? first : NULL;
  return status;
}

static json_t *write_view(const void *facts) {
  const ss_lyapunov_facts *f = ((const ss_lyapunov_facts *)facts)->shown;
  json_t *object = json_object(), *center = json_array(), *lo = json_array(), *hi = json_array();
  for (size_t j = 0; j < 2 * f->n; j++)
    json_array_append_new(center, ss_evidence_number(&f->center[j]));
  for (size_t j = 0; j < 2 * f->n; j++) {
    json_array_append_new(lo, ss_evidence_double(f->lo[j]));
    json_array_append_new(hi, ss_evidence_double(f->hi[j]));
  }
  json_object_set_new(object, "lyapunov", json_string(f->name));
  json_object_set_new(object, "center", center);
  json_object_set_new(object, "low", lo);
  json_object_set_new(object, "high", hi);
  return object;
}

static void describe_view(const void *facts, bool proved, ss_proof *proof) {
  const ss_lyapunov_facts *f = ((const ss_lyapunov_facts *)facts)->shown;
  double *q = proved && f ? ss_arena_new(f->arena, f->n, double) : NULL;
  for (size_t j = 0; q && j < f->n; j++) q[j] = ss_number_to_double(&f->center[j]);
  proof->rest_point = q;
  proof->of_function = proved;
  proof->only_point = q != NULL && !f->frictions;
  if (q) proof->graph = f->graph, proof->function = f->V;
  if (!q || !f->lo) return;
  proof->region_count = 2 * f->n;
  proof->region_name = f->words, proof->region_lo = f->lo, proof->region_hi = f->hi;
}

const ss_view ss_view_lyapunov = {find_view, clear_view, write_view, describe_view, SS_FILIPPOV};

bool ss_lyapunov_try_each(ss_attempt *a, bool (*try)(ss_attempt *, ss_lyapunov_facts *)) {
  ss_lyapunov_facts *first = (ss_lyapunov_facts *)a->facts;
  for (ss_lyapunov_facts *f = first; f; f = f->next) {
    while (a->count) json_decref(a->condition[--a->count].evidence);
    a->has_level = false;
    first->shown = f;
    if (try(a, f)) return true;
  }
  return false;
}
