/* balance.c: forces that hold a machine, by exact linear programs.
 *
 * Forces are non-negative combinations of the edges of their laws,
 *
 *     contact, slider    lambda_N = s (alpha + beta),   lambda_T = mu (alpha - beta)
 *     friction           lambda_T = alpha - beta,       alpha + beta = mu normal
 *     clutch, no law     lambda = alpha       (a slider without friction: alpha - beta)
 *
 * so that W lambda = -h is a program in standard form, A x = b, x >= 0. It is feasible or has a
 * Farkas vector y, A^T y <= 0 < b^T y, whose first n entries, negated, are the push: no edge can
 * take its work away, and what frictions of known normal force can take is less than that of h.
 */
#include "balance.h"

#include <math.h>

/* ---- the numbers ----------------------------------------------------------------------------- */

static bool is_planar(const ss_system *system) {
  for (size_t i = 0; i < system->elements; i++)
    if (system->element[i].slips > 1) return false;
  return true;
}

static void start(const ss_system *s, ss_balance *b) {
  const size_t n = s->coordinates;
  *b = (ss_balance){.system = s, .n = n};
  b->count = n + s->normals + (s->normals + s->slips) * n + 2 * s->elements;
  b->all = _fmpq_vec_init((slong)b->count);
  b->h = b->all;
  b->gap = b->h + n;
  b->WN = b->gap + s->normals;
  b->WT = b->WN + s->normals * n;
  b->mu = b->WT + s->slips * n;
  b->normal = b->mu + s->elements;
}

void ss_balance_clear(ss_balance *balance) {
  _fmpq_vec_clear(balance->all, (slong)balance->count);
  balance->all = NULL;
}

static bool take(const ss_graph *graph, size_t count, const ss_expr *formulas, size_t stride,
                 fmpq *to) {
  for (size_t i = 0; i < count; i++) {
    const fmpq *value = ss_expr_value(graph, formulas[i * stride]);
    if (!value) return false;
    fmpq_set(to + i, value);
  }
  return true;
}

bool ss_balance_of_formulas(const ss_statics *t, ss_balance *b) {
  const ss_system *s = t->system;
  const size_t n = s->coordinates;
  if (!is_planar(s)) return false;
  start(s, b);
  b->exact = t->exact;
  const bool good = take(t->graph, n, t->h, 1, b->h) &&
                    take(t->graph, s->normals, t->gap, 1, b->gap) &&
                    take(t->graph, s->normals * n, t->WN, 1, b->WN) &&
                    take(t->graph, s->slips * n, t->WT, 1, b->WT) &&
                    take(t->graph, s->elements, t->law, 3, b->mu) &&
                    take(t->graph, s->elements, t->normal, 1, b->normal);
  if (!good) ss_balance_clear(b);
  return good;
}

static void round_to(size_t count, const double *from, size_t stride, fmpq *to) {
  for (size_t i = 0; i < count; i++) ss_exact_from_double(to + i, from[i * stride], 0);
}

bool ss_balance_of_numbers(const ss_search *s, ss_balance *b) {
  if (!is_planar(s->system)) return false;
  start(s->system, b);
  round_to(s->n, s->h, 1, b->h);
  round_to(s->normals, s->gap, 1, b->gap);
  round_to(s->normals * s->n, s->WN, 1, b->WN);
  round_to(s->slips * s->n, s->WT, 1, b->WT);
  round_to(s->elements, s->law, 3, b->mu);
  round_to(s->elements, s->normal, 1, b->normal);
  return true;
}

/* ---- the program ----------------------------------------------------------------------------- */

/* One column: which components of force it is, and how much of them. */
typedef struct edge {
  size_t element;
  int side; /* part of lambda_N: -1, 0, 1 */
  int slip; /* part of lambda_T, in units of mu or of 1 */
  bool by_mu;
} edge;

typedef struct program {
  const ss_balance *b;
  edge *edges;
  size_t count, bounds; /* columns; rows of known friction */
} program;

static void add_edge(program *p, size_t element, int side, int slip, bool by_mu) {
  p->edges[p->count++] = (edge){element, side, slip, by_mu};
}

static void list_edges(program *p, const ss_rest_pattern *pattern) {
  const ss_system *s = p->b->system;
  for (size_t e = 0; e < s->elements; e++) {
    const ss_element_kind kind = s->element[e].element->kind;
    const bool rubs = s->element[e].slips && !fmpq_is_zero(p->b->mu + e);
    const int side = pattern->side[e] < 0 ? -1 : 1;
    if (!pattern->closed[e]) continue;
    if (kind == SS_ELEMENT_CLUTCH)
      add_edge(p, e, 0, 1, false);
    else if (kind == SS_ELEMENT_FRICTION) {
      if (!rubs || fmpq_sgn(p->b->normal + e) <= 0) continue;
      add_edge(p, e, 0, 1, false);
      add_edge(p, e, 0, -1, false);
      p->bounds++;
    } else if (rubs) {
      add_edge(p, e, side, 1, true);
      add_edge(p, e, side, -1, true);
    } else {
      add_edge(p, e, side, 0, false);
      if (kind == SS_ELEMENT_SLIDER) add_edge(p, e, -side, 0, false);
    }
  }
}

/* to += part * mu (or 1) * from */
static void add_part(const ss_balance *b, const edge *g, const fmpq *from, fmpq *to) {
  fmpq_t term;
  fmpq_init(term);
  fmpq_mul_si(term, from, g->slip);
  if (g->by_mu) fmpq_mul(term, term, b->mu + g->element);
  fmpq_add(to, to, term);
  fmpq_clear(term);
}

static void write_program(const program *p, fmpq_mat_t A, fmpq_mat_t rhs) {
  const ss_balance *b = p->b;
  const size_t n = b->n;
  size_t bound = n;
  for (size_t i = 0; i < n; i++) fmpq_neg(fmpq_mat_entry(rhs, (slong)i, 0), b->h + i);
  for (size_t c = 0; c < p->count; c++) {
    const edge *g = &p->edges[c];
    const ss_system_element *element = &b->system->element[g->element];
    for (size_t i = 0; i < n; i++) {
      fmpq *entry = fmpq_mat_entry(A, (slong)i, (slong)c);
      if (g->side) fmpq_mul_si(entry, b->WN + element->normal * n + i, g->side);
      if (g->slip) add_part(b, g, b->WT + element->slip * n + i, entry);
    }
    if (element->element->kind != SS_ELEMENT_FRICTION) continue;
    fmpq_one(fmpq_mat_entry(A, (slong)bound, (slong)c));
    fmpq_mul(fmpq_mat_entry(rhs, (slong)bound, 0), b->mu + g->element, b->normal + g->element);
    if (g->slip < 0) bound++;
  }
}

static void read_forces(const program *p, const fmpq_mat_t x, fmpq *lambda) {
  const ss_system *s = p->b->system;
  fmpq_t part;
  fmpq_init(part);
  for (size_t i = 0; i < s->normals + s->slips; i++) fmpq_zero(lambda + i);
  for (size_t c = 0; c < p->count; c++) {
    const edge *g = &p->edges[c];
    const ss_system_element *element = &s->element[g->element];
    const fmpq *value = fmpq_mat_entry(x, (slong)c, 0);
    fmpq_mul_si(part, value, g->side);
    if (g->side) fmpq_add(lambda + element->normal, lambda + element->normal, part);
    if (g->slip) add_part(p->b, g, value, lambda + s->normals + element->slip);
  }
  fmpq_clear(part);
}

bool ss_balance_hold(const ss_balance *b, const ss_rest_pattern *pattern, fmpq *lambda,
                     fmpq *push) {
  edge edges[2 * b->system->elements + 1];
  program p = {.b = b, .edges = edges};
  list_edges(&p, pattern);
  const slong rows = (slong)(b->n + p.bounds), columns = (slong)p.count;
  fmpq_mat_t A, rhs, cost, x, y;
  fmpq_mat_init(A, rows, columns);
  fmpq_mat_init(rhs, rows, 1);
  fmpq_mat_init(cost, columns, 1);
  fmpq_mat_init(x, columns, 1);
  fmpq_mat_init(y, rows, 1);
  write_program(&p, A, rhs);
  const bool holds = ss_exact_lp(A, rhs, cost, x, y) == SS_LP_OPTIMAL;
  if (holds) read_forces(&p, x, lambda);
  for (size_t i = 0; !holds && i < b->n; i++) fmpq_neg(push + i, fmpq_mat_entry(y, (slong)i, 0));
  fmpq_mat_clear(A);
  fmpq_mat_clear(rhs);
  fmpq_mat_clear(cost);
  fmpq_mat_clear(x);
  fmpq_mat_clear(y);
  return holds;
}
