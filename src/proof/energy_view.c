/* energy_view.c: a machine seen by its energies.
 *
 * What the theorems of Leine & van de Wouw 2008 are about: T = u^T M(q) u/2, a potential U(q),
 * forces f_nc without potential, contacts and frictions that do not move by themselves. Formulas
 * are made once, with the parameters inserted; those with a range stay variables.
 *
 * A feedback law pulls as a spring does, but its force is counted under f_nc. Where f_nc(q, 0) is
 * affine in q with a symmetric matrix it has a potential,
 *
 *     f_nc(q, 0) = f_0 - P q  =>  U := U - f_0 q + q^T P q/2,    f_nc := f_nc(q, u) - f_nc(q, 0),
 *
 * and likewise the whole h(q, 0), where a law cancels gravity.
 *
 * Friction laws as products of intervals (contact.h says what the laws are): coulomb(mu) has the
 * ratio mu, disk(mu) the ratios mu, mu, ellipse(mu1, mu2) these, contensou(mu, r) mu, mu and
 * 2/3 mu r, rolling(mu, r, mur) these and mur, mur.
 *
 * M^-1 is written out by blocks of M, adjugate over determinant; blocks of more than four
 * coordinates are refused: their formulas would fill pages.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "energy.h"
#include "standstill/exact.h"
#include "standstill/linear.h"

enum { BLOCK_MOST = 4 };

/* ---- symbolic matrices ----------------------------------------------------------------------- */

/* The determinant of the rows and columns given, n x n entries in rows of `width`. */
static ss_expr determinant(ss_graph *g, const ss_expr *A, size_t width, size_t n, const size_t *row,
                           const size_t *column) {
  if (n == 0) return ss_expr_integer(g, 1);
  ss_expr sum = ss_expr_integer(g, 0);
  size_t rest[BLOCK_MOST];
  for (size_t k = 0; k < n; k++) {
    const ss_expr entry = A[row[0] * width + column[k]];
    if (ss_expr_is_integer(g, entry, 0)) continue;
    for (size_t j = 0, m = 0; j < n; j++)
      if (j != k) rest[m++] = column[j];
    const ss_expr minor = determinant(g, A, width, n - 1, row + 1, rest);
    const ss_expr term = ss_expr_mul(g, entry, minor);
    sum = k % 2 ? ss_expr_sub(g, sum, term) : ss_expr_add(g, sum, term);
  }
  return sum;
}

/* Coordinates that M couples, directly or not, with `first`. */
static size_t find_block(const ss_graph *g, const ss_expr *M, size_t n, size_t first,
                         size_t *block) {
  bool in[SS_ENERGY_COORDINATES] = {false};
  in[first] = true;
  for (bool grew = true; grew;) {
    grew = false;
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n; j++)
        if (in[i] && !in[j] && !ss_expr_is_integer(g, M[i * n + j], 0)) grew = in[j] = true;
  }
  size_t count = 0;
  for (size_t i = 0; i < n; i++)
    if (in[i]) block[count++] = i;
  return count;
}

/* M^-1 in `Minv`, zeroed before; false if a block is too large. */
static bool invert_mass(ss_graph *g, const ss_expr *M, size_t n, ss_expr *Minv) {
  for (size_t i = 0; i < n; i++) {
    size_t block[SS_ENERGY_COORDINATES], row[BLOCK_MOST], column[BLOCK_MOST];
    const size_t b = find_block(g, M, n, i, block);
    if (b > BLOCK_MOST) return false;
    const ss_expr whole = determinant(g, M, n, b, block, block);
    for (size_t k = 0; k < b; k++) {
      size_t at = 0;
      for (size_t m = 0, r = 0, c = 0; m < b; m++) {
        if (block[m] == i) at = m;
        if (block[m] != i) row[r++] = block[m];
        if (m != k) column[c++] = block[m];
      }
      ss_expr minor = determinant(g, M, n, b - 1, row, column);
      if ((at + k) % 2) minor = ss_expr_neg(g, minor);
      Minv[i * n + block[k]] = ss_expr_simplify(g, ss_expr_div(g, minor, whole));
    }
  }
  return true;
}

/* ---- forces ---------------------------------------------------------------------------------- */

typedef struct build {
  ss_energy *e;
  const ss_system *s;
  ss_expr *parameter; /* formulas of the model's parameters, for what insertion leaves out */
  bool sliders;       /* they may be there */
  const char *why_not;
} build;

static void substitute_rest(const ss_energy *e, size_t count, const ss_expr *from, ss_expr *to) {
  ss_expr zero[SS_ENERGY_COORDINATES];
  for (size_t i = 0; i < e->n; i++) zero[i] = ss_expr_integer(e->graph, 0);
  ss_expr_substitute(e->graph, e->n, e->system->u, zero, count, from, to);
  ss_expr_simplify_all(e->graph, count, to, to);
}

static bool all_zero(const ss_graph *g, size_t count, const ss_expr *x) {
  for (size_t i = 0; i < count; i++)
    if (!ss_expr_is_integer(g, x[i], 0)) return false;
  return true;
}

/* A potential of the force f(q), affine in q; SS_EXPR_NONE if it has none. */
static ss_expr integrate(const ss_energy *e, const ss_expr *f) {
  ss_graph *g = e->graph;
  const size_t n = e->n;
  const ss_expr *q = e->system->q;
  ss_expr J[SS_ENERGY_COORDINATES * SS_ENERGY_COORDINATES], at[SS_ENERGY_COORDINATES],
      zero[SS_ENERGY_COORDINATES], P = ss_expr_integer(g, 0);
  if (ss_expr_jacobian(g, n, f, n, q, J) != SS_OK) return SS_EXPR_NONE;
  if (ss_expr_find_symbol(g, n * n, J, n, q)) return SS_EXPR_NONE;
  for (size_t i = 0; i < n; i++) zero[i] = ss_expr_integer(g, 0);
  ss_expr_substitute(g, n, q, zero, n, f, at);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      if (ss_expr_is_zero(g, ss_expr_sub(g, J[i * n + j], J[j * n + i])) != SS_PROVED)
        return SS_EXPR_NONE;
      ss_expr term = ss_expr_mul(g, J[i * n + j], ss_expr_mul(g, q[i], q[j]));
      P = ss_expr_sub(g, P, ss_expr_mul(g, ss_expr_ratio(g, 1, 2), term));
    }
  for (size_t i = 0; i < n; i++) P = ss_expr_sub(g, P, ss_expr_mul(g, at[i], q[i]));
  return ss_expr_simplify(g, P);
}

/* U, and f_nc without what U takes over. */
static void find_potential(build *b) {
  ss_energy *e = b->e;
  const ss_system *s = e->system;
  ss_graph *g = e->graph;
  ss_expr still[SS_ENERGY_COORDINATES], whole[SS_ENERGY_COORDINATES];
  ss_expr *fnc = ss_arena_new(e->arena, e->n, ss_expr);
  if (!fnc) return;
  e->U = ss_expr_simplify(g, s->potential);
  substitute_rest(e, e->n, s->nonconservative, still);
  substitute_rest(e, e->n, s->h, whole);
  if (!all_zero(g, e->n, still)) {
    ss_expr P = integrate(e, still);
    const ss_expr all = integrate(e, whole);
    if (all)
      e->U = all;
    else if (P)
      e->U = ss_expr_simplify(g, ss_expr_add(g, e->U, P));
    else
      b->why_not = "forces that depend on positions have no potential that is seen";
  }
  for (size_t i = 0; i < e->n; i++) fnc[i] = ss_expr_sub(g, s->nonconservative[i], still[i]);
  ss_expr_simplify_all(g, e->n, fnc, fnc);
  e->fnc = fnc;
  e->T = ss_expr_simplify(g, s->kinetic);
}

/* Rational, and positive semidefinite. */
static bool is_passive(const ss_graph *g, const ss_expr *C, size_t n) {
  fmpq_mat_t A, L, D;
  bool rational = true;
  fmpq_mat_init(A, (slong)n, (slong)n);
  fmpq_mat_init(L, (slong)n, (slong)n);
  fmpq_mat_init(D, (slong)n, 1);
  for (size_t i = 0; i < n * n && rational; i++) {
    const fmpq *x = ss_expr_value(g, C[i]);
    rational = x != NULL;
    if (x) fmpq_set(fmpq_mat_entry(A, (slong)(i / n), (slong)(i % n)), x);
  }
  const bool passive = rational && ss_exact_ldl(A, L, D, NULL) != SS_INDEFINITE;
  fmpq_mat_clear(A);
  fmpq_mat_clear(L);
  fmpq_mat_clear(D);
  return passive;
}

/* u^T f_nc, and the damping matrix where f_nc is linear in u. */
static void find_damping(build *b) {
  ss_energy *e = b->e;
  ss_graph *g = e->graph;
  const size_t n = e->n;
  ss_expr *C = ss_arena_new(e->arena, n * n, ss_expr);
  ss_expr J[SS_ENERGY_COORDINATES * SS_ENERGY_COORDINATES], sum = ss_expr_integer(g, 0);
  for (size_t i = 0; i < n; i++)
    sum = ss_expr_add(g, sum, ss_expr_mul(g, e->system->u[i], e->fnc[i]));
  e->power = ss_expr_simplify(g, sum);
  if (!C || ss_expr_jacobian(g, n, e->fnc, n, e->system->u, J) != SS_OK) return;
  if (ss_expr_find_symbol(g, n * n, J, n, e->system->u)) {
    ss_energy_find_drag(e);
    return;
  }
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      C[i * n + j] =
          ss_expr_mul(g, ss_expr_ratio(g, -1, 2), ss_expr_add(g, J[i * n + j], J[j * n + i]));
  ss_expr_simplify_all(g, n * n, C, C);
  e->damping = C;
  e->passive = is_passive(g, C, n);
}

/* ---- elements -------------------------------------------------------------------------------- */

static ss_expr insert(const build *b, ss_expr formula) {
  const ss_model *m = b->s->model;
  ss_expr symbol[m->parameters + 1], result = SS_EXPR_NONE;
  if (!formula) return ss_expr_integer(b->e->graph, 0);
  for (size_t i = 0; i < m->parameters; i++) symbol[i] = m->parameter[i].symbol;
  ss_expr_substitute(b->e->graph, m->parameters, symbol, b->parameter, 1, &formula, &result);
  return ss_expr_simplify(b->e->graph, result);
}

static const ss_expr *copy_direction(const build *b, const ss_direction *d) {
  ss_expr *W = ss_arena_new(b->e->arena, b->e->n, ss_expr);
  if (W) ss_expr_simplify_all(b->e->graph, b->e->n, d->W, W);
  return W;
}

/* Half widths of the product of intervals, per unit of the normal force. */
static void find_limits(const build *b, const ss_element *element, ss_expr *limit) {
  ss_graph *g = b->e->graph;
  ss_expr a[3];
  for (int i = 0; i < 3; i++) a[i] = element->law_argument[i].resolved;
  for (size_t k = 0; k < element->slips; k++) limit[k] = a[0];
  if (element->law == SS_LAW_ELLIPSE) limit[1] = a[1];
  if (element->law == SS_LAW_CONTENSOU || element->law == SS_LAW_ROLLING)
    limit[2] = ss_expr_mul(g, ss_expr_ratio(g, 2, 3), ss_expr_mul(g, a[0], a[1]));
  if (element->law == SS_LAW_ROLLING) limit[3] = limit[4] = a[2];
}

static void read_element(build *b, const ss_system_element *from, ss_rubbing *to) {
  ss_graph *g = b->e->graph;
  const ss_element *element = from->element;
  ss_expr limit[SS_ENERGY_SLIPS];
  *to = (ss_rubbing){.name = element->name.text};
  if (element->kind == SS_ELEMENT_CONTACT) {
    const ss_direction *d = &b->e->system->normal[from->normal];
    to->gap = ss_expr_simplify(g, b->e->system->gap[from->normal]);
    to->normal = copy_direction(b, d);
    to->zeta = ss_expr_simplify(g, d->zeta);
    to->eN = insert(b, element->restitution_argument[0].resolved);
    to->eT = insert(b, element->restitution_argument[1].resolved);
    if (element->restitution == SS_RESTITUTION_SEQUENTIAL) { /* newton(e, 0) at one contact */
      b->e->single = to->single = true;
      to->eT = ss_expr_integer(g, 0);
    } else if (element->restitution != SS_RESTITUTION_NEWTON) {
      b->why_not = "the impact law is neither Newton's nor `sequential`";
    }
  }
  if (element->law == SS_LAW_FRICTIONLESS) return;
  find_limits(b, element, limit);
  for (size_t k = 0; k < from->slips; k++) {
    ss_expr size = limit[k];
    if (element->kind == SS_ELEMENT_FRICTION) size = ss_expr_mul(g, size, element->normal.resolved);
    size = ss_expr_simplify(g, size);
    if (ss_expr_is_integer(g, size, 0)) continue;
    to->limit[to->slips] = size;
    to->slip[to->slips++] = copy_direction(b, &b->e->system->slip[from->slip + k]);
  }
}

static void read_elements(build *b) {
  ss_energy *e = b->e;
  const ss_system *s = e->system;
  ss_rubbing *contact = ss_arena_new(e->arena, s->elements + 1, ss_rubbing);
  ss_rubbing *friction = ss_arena_new(e->arena, s->elements + 1, ss_rubbing);
  if (!contact || !friction) return;
  e->contact = contact;
  e->friction = friction;
  for (size_t i = 0; i < s->elements && !b->why_not; i++) {
    const ss_element_kind kind = s->element[i].element->kind;
    if (kind == SS_ELEMENT_SLIDER && b->sliders) continue;
    if (kind == SS_ELEMENT_CLUTCH || kind == SS_ELEMENT_SLIDER)
      b->why_not = ss_arena_format(
          e->arena,
          kind == SS_ELEMENT_CLUTCH
              ? "the clutch %s dissipates nothing (0 is not inside its set of forces)"
              : "the force in the slider %s is not known beforehand",
          s->element[i].element->name.text);
    else if (kind == SS_ELEMENT_CONTACT)
      read_element(b, &s->element[i], &contact[e->contacts++]);
    else
      read_element(b, &s->element[i], &friction[e->frictions++]);
  }
  if (e->contacts > SS_ENERGY_CONTACTS) b->why_not = "there are more than four contacts";
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* The nearest double, or the next one on that side where it is not the number itself. */
static double round_to(const fmpq_t x, double side) {
  const double nearest = ss_number_to_double(x);
  fmpq_t exact;
  arf_t number;
  fmpq_init(exact);
  arf_init(number);
  arf_set_d(number, nearest);
  arf_get_fmpq(exact, number);
  const bool same = fmpq_equal(exact, x);
  arf_clear(number);
  fmpq_clear(exact);
  return same ? nearest : nextafter(nearest, side);
}

/* The variables of boxes: q, u, the parameters with a range. */
static bool list_variables(build *b) {
  ss_energy *e = b->e;
  const ss_model *m = b->s->model;
  const size_t n = e->n;
  ss_expr *variable = ss_arena_new(e->arena, 2 * n + m->parameters, ss_expr);
  double *lo = ss_arena_new(e->arena, m->parameters + 1, double);
  double *hi = ss_arena_new(e->arena, m->parameters + 1, double);
  fmpq_t low, high;
  if (!variable || !lo || !hi) return false;
  fmpq_init(low);
  fmpq_init(high);
  for (size_t i = 0; i < n; i++) {
    variable[i] = e->system->q[i];
    variable[n + i] = e->system->u[i];
  }
  for (size_t i = 0; i < m->parameters; i++) {
    if (!m->parameter[i].low.resolved || !m->parameter[i].high.resolved) continue;
    if (!ss_model_parameter_range(m, i, low, high))
      b->why_not = "the range of a parameter is not rational";
    variable[2 * n + e->ranges] = m->parameter[i].symbol;
    lo[e->ranges] = round_to(low, -INFINITY);
    hi[e->ranges++] = round_to(high, INFINITY);
  }
  fmpq_clear(low);
  fmpq_clear(high);
  e->variable = variable;
  e->variables = 2 * n + e->ranges;
  e->range_lo = lo;
  e->range_hi = hi;
  return true;
}

/* Coordinates on which nothing depends: a disk's angle, the place on an even floor. */
static void find_used(build *b) {
  ss_energy *e = b->e;
  const ss_system *s = e->system;
  e->used = ss_arena_new(e->arena, e->n, bool);
  for (size_t i = 0; e->used && i < e->n; i++) {
    const ss_expr q = s->q[i];
    bool used = ss_expr_depends(e->graph, e->U, q) || ss_expr_depends(e->graph, e->T, q);
    for (size_t k = 0; k < e->n; k++) used = used || ss_expr_depends(e->graph, e->fnc[k], q);
    for (size_t j = 0; j < e->contacts + e->frictions; j++) {
      const ss_rubbing *r = j < e->contacts ? &e->contact[j] : &e->friction[j - e->contacts];
      if (r->gap) used = used || ss_expr_depends(e->graph, r->gap, q);
      for (size_t k = 0; k < r->slips; k++) {
        used = used || ss_expr_depends(e->graph, r->limit[k], q);
        for (size_t m = 0; m < e->n; m++)
          used = used || ss_expr_depends(e->graph, r->slip[k][m], q);
      }
    }
    e->used[i] = used;
  }
}

static void derive(build *b) {
  ss_energy *e = b->e;
  ss_expr *Minv = ss_arena_new(e->arena, e->n * e->n, ss_expr);
  ss_expr *dU = ss_arena_new(e->arena, e->n, ss_expr);
  if (!Minv || !dU || !list_variables(b)) return;
  for (size_t i = 0; i < e->n * e->n; i++) Minv[i] = ss_expr_integer(e->graph, 0);
  if (!invert_mass(e->graph, e->system->M, e->n, Minv))
    b->why_not = "the mass matrix couples more than four coordinates";
  e->Minv = Minv;
  find_potential(b);
  if (b->why_not || !e->fnc) return;
  find_damping(b);
  ss_expr_gradient(e->graph, e->U, e->n, e->system->q, dU);
  ss_expr_simplify_all(e->graph, e->n, dU, dU);
  e->dU = dU;
  read_elements(b);
  if (!b->why_not) find_used(b);
}

ss_status ss_energy_see(const ss_subject *subject, const ss_system *s, bool sliders,
                        ss_energy **energy, const char **why_not) {
  ss_energy *e = ss_arena_new(subject->arena, 1, ss_energy);
  build b = {.e = e, .s = s, .sliders = sliders};
  ss_system *inserted = NULL;
  *energy = NULL;
  *why_not = NULL;
  if (!e) return SS_MEMORY;
  if (!subject->not_linear) return SS_OK;   /* theorems about linear machines say more */
  if (subject->linear->vague) return SS_OK; /* nor are these formulas certain */
  for (size_t i = 0; i < s->model->inputs; i++)
    if (s->model->input[i].low.resolved) return SS_OK; /* it saturates */
  if (s->coordinates > SS_ENERGY_COORDINATES)
    *why_not = "there are more than eight coordinates";
  else if (!s->traits.autonomous || s->traits.driven)
    *why_not = "something moves by itself, or depends on the time";
  else if (s->traits.kink)
    *why_not =
        "a force is not smooth (abs, min, max, sign, a denominator, a root, a logarithm): of "
        "theorems that need derivatives none applies; dry friction is written as a friction "
        "element";
  else if (ss_proof_follows_shape(s) && s->model->inputs < s->model->coordinates)
    *why_not = "a shape is followed by fewer inputs than coordinates";
  if (*why_not) return SS_OK;
  ss_status status = ss_system_check_written(subject->arena, s, why_not);
  if (status != SS_OK || *why_not) return status;
  status = ss_system_insert_parameters(subject->arena, s, &inserted);
  if (status != SS_OK) return status == SS_MEMORY ? status : SS_OK;
  *e = (ss_energy){
      .arena = subject->arena, .system = inserted, .n = s->coordinates, .until = subject->until};
  e->graph = ss_graph_create_over(subject->arena, inserted->graph);
  b.parameter = ss_arena_new(subject->arena, s->model->parameters + 1, ss_expr);
  if (!e->graph || !b.parameter) return SS_MEMORY;
  status = ss_model_open_parameters(subject->arena, s->model, e->graph, b.parameter);
  if (status != SS_OK) return status;
  derive(&b);
  *why_not = b.why_not;
  status = ss_graph_status(e->graph);
  if (status == SS_OK && !*why_not) *energy = e;
  return status == SS_MEMORY ? status : SS_OK;
}

static ss_status find_view(const ss_subject *subject, void **facts, const char **why_not) {
  ss_energy *e;
  const ss_status status = ss_energy_see(subject, subject->system, false, &e, why_not);
  *facts = e;
  return status;
}

void ss_energy_proof_clear(ss_energy_proof *p) {
  for (size_t i = 0; p && i < p->asked; i++) ss_energy_answer_clear(&p->answer[i]);
  if (p) free(p->answer);
}

static void clear_view(void *facts) {
  ss_energy_proof_clear(((ss_energy *)facts)->proof);
  ss_energy_proof_clear(((ss_energy *)facts)->leaving);
}

static json_t *double_text(double x) {
  fmpq_t exact;
  fmpq_init(exact);
  ss_exact_from_double(exact, x, 0);
  json_t *text = ss_evidence_number(exact);
  fmpq_clear(exact);
  return text;
}

static json_t *write_box(const ss_energy *e, const double *low, const double *high) {
  json_t *box = json_array();
  for (size_t i = 0; i < e->variables; i++) {
    const double lo = low ? low[i] : i < 2 * e->n ? 0 : e->range_lo[i - 2 * e->n];
    const double hi = low ? high[i] : i < 2 * e->n ? 0 : e->range_hi[i - 2 * e->n];
    json_t *pair = json_array();
    json_array_append_new(pair, double_text(lo));
    json_array_append_new(pair, double_text(hi));
    json_array_append_new(box, pair);
  }
  return box;
}

static json_t *write_numbers(size_t count, const double *x) {
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++) json_array_append_new(list, double_text(x[i]));
  return list;
}

/* energy_minimum.c: a box around the rest point, forces as their share and upper end, Y, tau of a
 * minimum. */
static void write_minimum(const ss_energy *e, json_t *system) {
  const ss_energy_proof *p = e->proof;
  json_t *forces = json_array();
  for (size_t j = 0; j < (size_t)__builtin_popcountll(p->point.closed); j++) {
    const double ends[] = {nextafter(p->force_lo[j] / p->force_hi[j], 0), p->force_hi[j]};
    json_array_append_new(forces, write_numbers(2, ends));
  }
  json_object_set_new(system, "around", write_box(e, p->place_lo, p->place_hi));
  json_object_set_new(system, "forces", forces);
  json_object_set_new(system, "inverse",
                      write_numbers(p->point.unknowns * p->point.unknowns, p->point.inverse));
  if (!p->any_kind) json_object_set_new(system, "tau", double_text(p->point.tau));
}

/* energy_slide.c: [coordinate, parameter, S, theta_0]. */
static json_t *write_slide(const ss_energy *e) {
  json_t *list = json_array();
  for (size_t i = 0; i < e->n * e->ranges; i++) {
    const size_t r = i % e->ranges;
    if (e->slide[i] == 0) continue;
    json_t *one = json_array();
    json_array_append_new(one, json_string(e->system->names[i / e->ranges]));
    json_array_append_new(one, json_string(ss_expr_name(e->graph, e->variable[2 * e->n + r])));
    json_array_append_new(one, double_text(e->slide[i]));
    json_array_append_new(one, double_text(e->slide_from[r]));
    json_array_append_new(list, one);
  }
  return list;
}

static json_t *write_view(const void *facts) {
  const ss_energy *e = facts;
  const ss_energy_proof *p = e->proof;
  json_t *system = json_object(), *region = write_box(e, p->lo, p->hi);
  json_object_set_new(system, "coordinates", ss_evidence_texts(e->n, e->system->names));
  if (e->stiffness > 0) json_object_set_new(system, "stiffness", double_text(e->stiffness));
  if (e->slide && !p->nowhere) json_object_set_new(system, "slide", write_slide(e));
  if (p->nowhere) {
    json_object_set_new(system, "force", double_text(e->force));
    json_object_set_new(system, "region", region);
    return system;
  }
  if (p->form) { /* ss_along.c */
    json_object_set_new(system, "region", region);
    json_object_set_new(system, "closed", json_integer((json_int_t)p->point.closed));
    write_minimum(e, system);
    json_object_set_new(system, "form", write_numbers(4 * e->n * e->n, p->form));
    json_object_set_new(system, "start", write_numbers(2 * e->n, p->start));
    json_object_set_new(system, "weight", double_text(p->weight));
    return system;
  }
  if (p->downwards) { /* energy_leave.c */
    json_object_set_new(system, "region", region);
    json_object_set_new(system, "place", write_box(e, p->place_lo, p->place_hi));
    json_object_set_new(system, "downwards", write_numbers(e->n, p->downwards));
    json_object_set_new(system, "inverse", write_numbers(e->n * e->n, p->inverse));
    return system;
  }
  json_object_set_new(system, "zero", double_text(e->zero));
  json_object_set_new(system, "force", double_text(e->force));
  json_object_set_new(system, "from", p->inside ? double_text(p->rest_energy) : json_null());
  json_object_set_new(system, "place", write_numbers(e->n, p->point.q));
  json_object_set_new(system, "region", region);
  json_object_set_new(system, "chosen", json_integer((json_int_t)p->chosen));
  json_object_set_new(system, "closed", json_integer((json_int_t)p->point.closed));
  if (p->minimum) write_minimum(e, system);
  return system;
}

void ss_energy_find_values(const ss_energy *e, double *theta) {
  const ss_model *m = e->system->model;
  double value[m->parameters + 1];
  ss_model_parameter_values(m, value);
  for (size_t i = 0; i < m->parameters; i++)
    for (size_t r = 0; r < e->ranges; r++)
      if (e->variable[2 * e->n + r] == m->parameter[i].symbol) theta[r] = value[i];
}

/* The region, of the coordinates that something depends on, for the values of the parameters. */
static void describe_view(const void *facts, bool proved, ss_proof *proof) {
  const ss_energy *e = facts;
  const ss_energy_proof *p = e->proof;
  if (!proved || !p || p->nowhere) return;
  double theta[e->ranges + 1], *rest = ss_arena_new(e->arena, e->n, double);
  if (!rest) return;
  ss_energy_find_values(e, theta);
  for (size_t i = 0; i < e->n; i++) rest[i] = p->point.q[i] + ss_energy_slide_at(e, i, theta);
  if (!e->full) { /* in the model's own coordinates */
    proof->rest_point = rest;
    proof->graph = e->graph;
    proof->function = ss_energy_slide_back(e, e->stiffness > 0 ? ss_energy_pressed_function(e)
                                                               : ss_energy_function(e));
  }
  if (p->everywhere || !p->lo) return;
  const char **name = ss_arena_new(e->arena, 2 * e->n, const char *);
  double *lo = ss_arena_new(e->arena, 2 * e->n, double);
  double *hi = ss_arena_new(e->arena, 2 * e->n, double);
  if (!name || !lo || !hi) return;
  for (size_t i = 0; i < 2 * e->n; i++) {
    if (i < e->n && !e->used[i]) continue;
    name[proof->region_count] = i < e->n
                                    ? e->system->names[i]
                                    : ss_arena_format(e->arena, "%s'", e->system->names[i - e->n]);
    const double by = i < e->n ? ss_energy_slide_at(e, i, theta) : 0;
    lo[proof->region_count] = p->lo[i] + by;
    hi[proof->region_count] = p->hi[i] + by;
    if (name[proof->region_count]) proof->region_count++;
  }
  proof->region_name = name, proof->region_lo = lo, proof->region_hi = hi;
  proof->region_moves = ss_energy_tell_slide(e);
}

const ss_view ss_view_energy = {find_view, clear_view, write_view, describe_view,
                                "motions with impacts by Newton's law that go on for all times, "
                                "all of them where there are several"};
const ss_view ss_view_springs = {ss_springs_find, clear_view, write_view, describe_view,
                                 "motions of the machine whose contacts are springs of the given "
                                 "stiffness, with or without dampers beside them"};
const ss_view ss_view_slider = {
    ss_slider_find, clear_view, write_view, describe_view,
    "motions in the sense of Filippov, all of them where there are several"};
