/* written.c: the formulas of a model as they are written.
 *
 * The equations of motion are derived and simplified, and what cancels is gone: (k/k) x is x. A
 * proof is about the file as written, over all of its ranges, so that nothing may cancel that is
 * not defined there. Here every formula from which the equations follow is copied, nothing folded,
 * into a graph of its own, definitions in place of their names, and looked at node by node:
 *
 *     a/b, a^-k           b, a  a number whose interval is without 0
 *     sqrt, log, asin, …  of a number that lies in the domain
 *     x^k                 of a coordinate: k = 0, 1, 2, …
 *
 * Where this holds each step of a simplification is an identity throughout the ranges. Functions of
 * coordinates are refused too where theorems are about polynomials; where they are about smooth
 * machines, functions with all derivatives everywhere are good.
 * Cost: that of the intervals of denominators and arguments (range.c). The first obstacle is kept
 * as a phrase that shows the formula where it stands.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "range.h"
#include "standstill/system.h"

/* What is larger is not tried; the checker has limits of its own, none below these. */
enum {
  DEEPEST = 400,
  DEEPEST_COPY = 4000, /* where formulas are copied only */
  MOST_NESTING = 4000,
  MOST_POWER = 32,
  MOST_DEGREE = 100,
  MOST_TERMS = 20000,
  MOST_SYMBOLS = 90
};

/* A node: whether a coordinate or velocity stands in it; its size as a tree and as a polynomial of
 * coordinates, velocities and of what is no rational operation, from above. */
typedef struct ss_written_node {
  bool moves;
  uint32_t nesting, degree, terms;
} ss_written_node;

static ss_expr copy_expression(ss_written *w, ss_expr e);

/* ---- what stands against it ------------------------------------------------------------------ */

/* "'a/(b - 1)' in line 7", as far as it is known. */
static const char *show_formula(ss_written *w) {
  enum { LONGEST = 60 };
  const ss_formula *f = w->formula;
  const char *text = w->model->expanded ? NULL : w->model->text, *shown;
  if (f->where.offset == SS_NOWHERE.offset) return "a formula of --set";
  if (!text) {
    ss_text said;
    ss_text_start(&said);
    ss_expr_print(w->model->graph, f->plain, SS_PRINT_TEXT, &said);
    shown = ss_arena_format(w->arena, "'%.*s'", LONGEST, said.data);
    ss_text_stop(&said);
    return shown ? shown : "a formula";
  }
  size_t line = 1, length = f->where.length;
  for (size_t i = 0; i < f->where.offset; i++) line += text[i] == '\n';
  shown =
      ss_arena_format(w->arena, "'%.*s%s' in line %zu", (int)(length < LONGEST ? length : LONGEST),
                      text + f->where.offset, length > LONGEST ? " …" : "", line);
  return shown ? shown : "a formula";
}

void ss_written_refuse(ss_written *w, const char *format, ...) {
  char sentence[200];
  va_list values;
  if (w->why) return;
  va_start(values, format);
  vsnprintf(sentence, sizeof sentence, format, values);
  va_end(values);
  w->why = w->formula ? ss_arena_format(w->arena, "%s %s", show_formula(w), sentence)
                      : ss_arena_format(w->arena, "%s", sentence);
  if (!w->why) w->failed = true;
}

/* ---- names ----------------------------------------------------------------------------------- */

ss_expr ss_written_read(ss_written *w, const ss_formula *formula) {
  const ss_formula *outer = w->formula;
  if (!formula->plain || w->why || w->failed) return SS_EXPR_NONE;
  w->formula = formula;
  if (++w->depth > (w->loose ? DEEPEST_COPY : DEEPEST))
    ss_written_refuse(w, "is at the end of too long a definition");
  const ss_expr e = copy_expression(w, formula->plain);
  w->depth--;
  if (!w->why) w->formula = outer;
  return e;
}

ss_expr ss_written_law(ss_written *w, size_t input) {
  const ss_model *m = w->model;
  if (!w->law || !w->law[input]) {
    ss_written_refuse(w, "input '%s' is open", m->input[input].name.text);
    return SS_EXPR_NONE;
  }
  for (size_t i = 0; i < m->feedbacks; i++)
    if (m->feedback[i].input == input && m->feedback[i].value.resolved == w->law[input])
      return ss_written_read(w, &m->feedback[i].value);
  return copy_expression(w, w->law[input]);
}

/* X + a cos - b sin or Y + a sin + b cos, of the body's angle. */
static ss_expr read_place(ss_written *w, const ss_point *point, int component) {
  const ss_body *body = &w->model->body[point->body];
  const ss_expr angle = ss_written_read(w, &body->at[2]);
  const ss_expr cosine = ss_expr_unary(w->graph, SS_OP_COS, angle);
  const ss_expr sine = ss_expr_unary(w->graph, SS_OP_SIN, angle);
  const ss_expr a = ss_written_read(w, &point->local[0]), b = ss_written_read(w, &point->local[1]);
  const ss_expr left = ss_expr_mul(w->graph, a, component ? sine : cosine);
  const ss_expr right = ss_expr_mul(w->graph, b, component ? cosine : sine);
  return ss_expr_add(w->graph, ss_written_read(w, &body->at[component]),
                     ss_expr_binary(w->graph, component ? SS_OP_ADD : SS_OP_SUB, left, right));
}

/* What a name of the model stands for; itself if that is a range, a coordinate or a velocity. */
static ss_expr copy_name(ss_written *w, ss_expr e) {
  const ss_model *m = w->model;
  for (size_t i = 0; i < m->parameters; i++)
    if (m->parameter[i].symbol == e && !m->parameter[i].low.plain && !w->loose)
      return ss_written_read(w, &m->parameter[i].value);
  for (size_t i = 0; i < m->abbreviations; i++)
    if (m->abbreviation[i].symbol == e) return ss_written_read(w, &m->abbreviation[i].value);
  for (size_t i = 0; i < m->inputs; i++)
    if (m->input[i].symbol == e) return ss_written_law(w, i);
  for (size_t i = 0; i < 2 * m->points; i++)
    if (m->point[i / 2].symbol[i % 2] == e) return read_place(w, &m->point[i / 2], (int)(i % 2));
  if (e == m->time && !w->loose) {
    w->unlinear = true;
    ss_written_refuse(w, "depends on time");
  }
  return ss_expr_symbol(w->graph, ss_expr_name(w->from, e));
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static bool is_range(const ss_written *w, ss_expr e) {
  for (size_t i = 0; i < w->box.count; i++)
    if (w->box.symbol[i] == e) return true;
  return false;
}

/* An argument that must be a number with an interval. */
static bool is_defined(ss_written *w, ss_expr e) {
  bool defined;
  if (ss_box_find(&w->box, e, &defined) != SS_OK) w->failed = true;
  return defined && !w->failed;
}

static bool is_natural(ss_written *w, ss_expr e) {
  if (!is_defined(w, e)) return false;
  const fmpq *x = w->box.found + 2 * e;
  return fmpq_equal(x, x + 1) && fmpz_is_one(fmpq_denref(x)) && fmpq_sgn(x) >= 0 &&
         fmpz_cmp_si(fmpq_numref(x), MOST_POWER) <= 0;
}

/* An operation on numbers must be defined throughout the ranges. */
static void check_number(ss_written *w, ss_expr e, ss_op op) {
  const bool rational = op == SS_OP_ADD || op == SS_OP_SUB || op == SS_OP_MUL || op == SS_OP_NEG;
  if (rational || ss_op_arity(op) == 0) return;
  if (is_defined(w, e)) {
    w->symbols += !fmpq_equal(w->box.found + 2 * e, w->box.found + 2 * e + 1);
    return;
  }
  if (op == SS_OP_DIV)
    ss_written_refuse(w, "divides by what may be 0");
  else if (op == SS_OP_SQRT)
    ss_written_refuse(w, "takes a root of what may be negative");
  else if (op == SS_OP_POW)
    ss_written_refuse(w, "has a power that may not be defined");
  else
    ss_written_refuse(w, "has %s of what may be outside its domain", ss_op_word(op));
}

/* A function that has all derivatives everywhere. */
static bool is_smooth(ss_op op) {
  return op == SS_OP_SIN || op == SS_OP_COS || op == SS_OP_ATAN || op == SS_OP_TANH ||
         op == SS_OP_EXP;
}

/* One on coordinates or velocities must be that of a polynomial, or smooth. */
static void check_motion(ss_written *w, ss_expr e, ss_op op) {
  const ss_expr b = ss_expr_arg(w->graph, e, 1);
  bool good = op == SS_OP_ADD || op == SS_OP_SUB || op == SS_OP_MUL || op == SS_OP_NEG ||
              op == SS_OP_SYMBOL || op == SS_OP_DDT || (w->smooth && is_smooth(op));
  if (op == SS_OP_DIV && !w->node[b].moves) {
    const bool known = is_defined(w, b);
    const fmpq *x = w->box.found + 2 * b;
    w->symbols += known && !fmpq_equal(x, x + 1);
    if (known && fmpq_sgn(x) * fmpq_sgn(x + 1) > 0) return;
    ss_written_refuse(w, "divides by what may be 0");
    return;
  }
  if (op == SS_OP_POW && !w->node[b].moves) good = is_natural(w, b);
  if (good) return;
  w->unlinear = true;
  ss_written_refuse(w, op == SS_OP_DIV || op == SS_OP_POW
                           ? "divides by a coordinate or velocity"
                           : "has a function of a coordinate or velocity");
}

/* (t terms)^k has at most (t + k - 1 over k). */
static uint32_t count_terms(uint32_t terms, uint32_t k) {
  double count = 1;
  for (uint32_t i = 1; i <= k && count <= MOST_TERMS; i++) count = count * (terms + i - 1) / i;
  return count > MOST_TERMS ? MOST_TERMS + 1 : (uint32_t)count;
}

/* What is not a rational operation, or a division by other than a number, is a symbol. */
static ss_written_node measure(const ss_written *w, ss_expr e, ss_op op) {
  const int arity = ss_op_arity(op);
  const ss_expr second = ss_expr_arg(w->graph, e, 1);
  const ss_written_node none = {0};
  const ss_written_node a = arity > 0 ? w->node[ss_expr_arg(w->graph, e, 0)] : none;
  const ss_written_node b = arity > 1 ? w->node[second] : none;
  const fmpq *k = arity > 1 ? ss_expr_value(w->graph, second) : NULL;
  ss_written_node x = {.nesting = 1 + (a.nesting > b.nesting ? a.nesting : b.nesting),
                       .degree = 1,
                       .terms = 1,
                       .moves = a.moves || b.moves || op == SS_OP_DDT ||
                                (op == SS_OP_SYMBOL && !is_range(w, e))};
  if (op == SS_OP_NUMBER) x.degree = 0;
  if (op == SS_OP_NEG || op == SS_OP_DDT) x.degree = a.degree, x.terms = a.terms;
  if (op == SS_OP_ADD || op == SS_OP_SUB) {
    x.degree = a.degree > b.degree ? a.degree : b.degree;
    x.terms = a.terms + b.terms;
  }
  if (op == SS_OP_MUL) x.degree = a.degree + b.degree, x.terms = a.terms * b.terms;
  if (op == SS_OP_DIV) x.degree = a.degree + !k, x.terms = a.terms;
  if (op == SS_OP_POW && k && fmpz_is_one(fmpq_denref(k)) && fmpq_sgn(k) > 0 &&
      fmpz_cmp_si(fmpq_numref(k), MOST_POWER) <= 0) {
    const uint32_t power = (uint32_t)fmpz_get_ui(fmpq_numref(k));
    x.degree = power * a.degree;
    x.terms = count_terms(a.terms, power);
  }
  return x;
}

static bool make_room(ss_written *w, size_t count) {
  if (count <= w->room) return true;
  ss_written_node *node = realloc(w->node, 2 * count * sizeof *node);
  if (!node) return false;
  w->node = node;
  w->room = 2 * count;
  return true;
}

/* The nodes that are new. */
static void check_nodes(ss_written *w) {
  const size_t count = ss_graph_count(w->graph);
  if (w->loose) return;
  if (!make_room(w, count)) w->failed = true;
  for (; w->checked < count && !w->why && !w->failed; w->checked++) {
    const ss_expr e = (ss_expr)w->checked;
    const ss_op op = ss_expr_op(w->graph, e);
    const ss_written_node x = w->node[e] = measure(w, e, op);
    if (x.moves)
      check_motion(w, e, op);
    else
      check_number(w, e, op);
    if (!w->smooth && (x.nesting > MOST_NESTING || x.degree > MOST_DEGREE || x.terms > MOST_TERMS ||
                       w->symbols + w->box.count > MOST_SYMBOLS))
      ss_written_refuse(w, "is too large for proofs");
  }
}

/* Without recursion but for definitions: arguments have smaller numbers. */
static ss_expr copy_expression(ss_written *w, ss_expr e) {
  const ss_graph *from = w->from;
  if (!e || w->why || w->failed) return SS_EXPR_NONE;
  if (w->copy[e]) return w->copy[e];
  uint8_t *marks = calloc(ss_graph_count(from), 1);
  if (!marks) w->failed = true;
  if (marks) ss_expr_mark(from, 1, &e, marks);
  for (ss_expr k = 1; marks && k <= e && !w->why && !w->failed; k++) {
    if (!marks[k] || w->copy[k]) continue;
    const ss_op op = ss_expr_op(from, k);
    const ss_expr a = w->copy[ss_expr_arg(from, k, 0)], b = w->copy[ss_expr_arg(from, k, 1)];
    if (op == SS_OP_NUMBER)
      w->copy[k] = ss_expr_number(w->graph, ss_expr_value(from, k));
    else if (op == SS_OP_PI)
      w->copy[k] = ss_expr_pi(w->graph);
    else if (op == SS_OP_SYMBOL)
      w->copy[k] = copy_name(w, k);
    else if (op == SS_OP_CURVE)
      ss_written_refuse(w, "follows rows of a file");
    else
      w->copy[k] = ss_op_arity(op) == 1 ? ss_expr_unary(w->graph, op, a)
                                        : ss_expr_binary(w->graph, op, a, b);
  }
  free(marks);
  if (ss_graph_status(w->graph) != SS_OK) w->failed = true;
  if (!w->why && !w->failed) check_nodes(w);
  return w->why || w->failed ? SS_EXPR_NONE : w->copy[e];
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void read_list(ss_written *w, size_t count, const ss_formula *formula) {
  for (size_t i = 0; i < count; i++) ss_written_read(w, &formula[i]);
}

static void read_element(ss_written *w, const ss_element *e) {
  ss_written_read(w, &e->gap);
  ss_written_read(w, &e->normal);
  read_list(w, e->slips, e->slip);
  /* the short form depends on the slip; what it is made of does not */
  if (e->stribeck[0].written && !w->loose)
    read_list(w, 3, e->stribeck);
  else
    read_list(w, w->loose ? 3 : 1, e->law_argument);
}

void ss_written_read_machine(ss_written *w) {
  const ss_model *m = w->model;
  read_list(w, m->kinetics_count, m->kinetics);
  read_list(w, m->potentials_count, m->potentials);
  for (size_t i = 0; i < m->bodies; i++) {
    ss_written_read(w, &m->body[i].mass);
    ss_written_read(w, &m->body[i].inertia);
    read_list(w, 3, m->body[i].at);
    read_list(w, 2, m->body[i].gravity);
  }
  for (size_t i = 0; i < m->forces; i++) {
    read_list(w, m->force[i].at_point ? 2 : 1, m->force[i].value);
    for (int k = 0; m->force[i].at_point && k < 2 && !w->why; k++)
      read_place(w, &m->point[m->force[i].on], k);
  }
  for (size_t i = 0; i < m->elements; i++) read_element(w, &m->element[i]);
}

void ss_written_read_all(ss_written *w) {
  const ss_model *m = w->model;
  for (size_t i = 0; i < m->parameters; i++) ss_written_read(w, &m->parameter[i].value);
  ss_written_read_machine(w);
  if (m->chart) read_list(w, m->coordinates, m->chart->map);
  if (!w->why && !w->failed) check_nodes(w);
}

static ss_expr find_symbol(void *user, const char *name, size_t length, ss_span where) {
  ss_written *w = user;
  const char *copy = ss_arena_format(w->arena, "%.*s", (int)length, name);
  (void)where;
  return copy ? ss_expr_symbol(w->graph, copy) : SS_EXPR_NONE;
}

ss_expr ss_written_parse(ss_written *w, const char *text) {
  ss_diagnostics list;
  const ss_span all = {0, (uint32_t)strlen(text)};
  ss_diagnostics_start(&list, w->arena, "", text, all.length);
  const ss_expr e = ss_expr_parse(w->graph, &list, all, find_symbol, w);
  return list.errors ? SS_EXPR_NONE : e;
}

/* ---- start and end --------------------------------------------------------------------------- */

/* The ends of a range are numbers without ranges of their own (linear_exact.c). */
static void read_range(ss_written *w, const ss_parameter *p, fmpq *low, fmpq *high) {
  const ss_expr from = ss_written_read(w, &p->low), to = ss_written_read(w, &p->high);
  if (!from || !to) return;
  if (!is_defined(w, from) || !is_defined(w, to)) {
    ss_written_refuse(w, "the range of '%s' is not known", p->name.text);
    return;
  }
  fmpq_set(low, w->box.found + 2 * from);
  fmpq_set(high, w->box.found + 2 * to + 1);
  if (fmpq_cmp(low, high) > 0) ss_written_refuse(w, "the range of '%s' is empty", p->name.text);
}

static void read_ranges(ss_written *w) {
  const ss_model *m = w->model;
  ss_expr *symbol = ss_arena_new(w->arena, m->parameters + 1, ss_expr);
  fmpq *ends = ss_arena_new(w->arena, 2 * m->parameters + 2, fmpq);
  size_t count = 0;
  if (!symbol || !ends) {
    w->failed = true;
    return;
  }
  for (size_t i = 0; i < 2 * m->parameters + 2; i++) fmpq_init(ends + i);
  ss_box_start(&w->box, w->graph, 0, symbol, ends, ends + m->parameters + 1);
  for (size_t i = 0; i < m->parameters; i++)
    if (m->parameter[i].low.plain)
      symbol[count++] = ss_expr_symbol(w->graph, m->parameter[i].name.text);
  w->box.count = count;
  for (size_t i = 0, k = 0; i < m->parameters && !w->why && !w->failed; i++) {
    if (!m->parameter[i].low.plain) continue;
    read_range(w, &m->parameter[i], w->box.low + k, w->box.high + k);
    k++;
  }
}

ss_status ss_written_start(ss_written *w, const ss_model *model, const ss_graph *from,
                           const ss_expr *law) {
  *w = (ss_written){.model = model, .from = from, .law = law, .checked = 1};
  w->arena = ss_arena_create();
  w->graph = ss_graph_create();
  w->copy = calloc(ss_graph_count(from), sizeof *w->copy);
  if (!w->arena || !w->graph || !w->copy) return SS_MEMORY;
  ss_graph_set_folding(w->graph, false);
  read_ranges(w);
  return w->failed ? SS_MEMORY : SS_OK;
}

void ss_written_clear(ss_written *w) {
  fmpq *ends = w->box.low;
  for (size_t i = 0; ends && i < 2 * w->model->parameters + 2; i++) fmpq_clear(ends + i);
  ss_box_clear(&w->box);
  ss_graph_destroy(w->graph);
  free(w->copy);
  free(w->node);
  ss_arena_destroy(w->arena);
  *w = (ss_written){0};
}

ss_status ss_system_check_written(ss_arena *arena, const ss_system *system, const char **why_not) {
  ss_written w;
  ss_status status = ss_written_start(&w, system->model, system->graph, system->law);
  w.smooth = true;
  if (status == SS_OK) ss_written_read_all(&w);
  *why_not = status == SS_OK && w.why ? ss_arena_format(arena, "%s", w.why) : NULL;
  if (w.failed || (status == SS_OK && w.why && !*why_not)) status = SS_MEMORY;
  ss_written_clear(&w);
  return status;
}
