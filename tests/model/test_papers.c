/* test_papers.c: the derived equations of motion are those that the papers print.
 *
 * The formulas below are transcribed from the papers (with their printed errors corrected where a
 * line says so) and know nothing of the way in which the models state the same system. They are
 * parsed by the formula parser alone. Each entry must agree twice: the difference is proved to be
 * zero by its normal form, and both are evaluated at 1000 random states with random parameters.
 *
 * Bound of the numeric comparison: parameters in [1/2, 2], states in [-3/2, 3/2] keep every
 * intermediate value below 1000; no entry takes 100 operations; so rounding stays below
 * 100 * 1000 * 2^-53 = 1.2e-11 on either side. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "standstill/system.h"
#include "worked.h"

enum { STATES = 1000, MOST_ENTRIES = 128 };
static const double tolerance = 2.4e-11;

/* ---- the papers ------------------------------------------------------------------------------ */

typedef struct printed_element {
  const char *name;
  const char *WN, *zetaN; /* the gap's direction; what its acceleration has besides W^T u' */
  const char *WT;         /* the slip's direction */
  const char *bound;      /* of the friction force, where the normal force is known */
} printed_element;

/* Entries of matrices row by row, separated by ';'. NULL where the paper is silent. */
typedef struct printed {
  const char *where, *model;
  bool chart;
  const char *M, *h, *B;
  printed_element element[2];
} printed;

/* C and K of eq. (46), which all three systems of van de Wouw & Leine 2004, section 6, share. */
#define EQUATION_46_M "m1; 0;  0; m2"
#define EQUATION_46_H                                                                              \
  "-(c1 + c2)*x1' + c2*x2' - (k1 + k2)*x1 + k2*x2;"                                                \
  " c2*x1' - (c1 + c2)*x2' + k2*x1 - (k1 + k2)*x2"

static const printed papers[] = {
    {.where = "Leine & van de Wouw 2008, eq. (101)",
     .model = "falling-block",
     .M = "m; 0;  0; m",
     .h = "-k*x; -m*g",
     .element = {{.name = "floor", .WN = "0; 1", .zetaN = "0", .WT = "1; 0"}}},

    {.where = "Leine & van de Wouw 2008, eqs. (106), (107), (113)",
     .model = "rocking-bar",
     .M = "m; 0; 0;  0; m; 0;  0; 0; J",
     .h = "-k*x; -m*g; 0",
     .element = {{.name = "left",
                  .WN = "0; 1; -a*cos(phi)",
                  .zetaN = "a*phi'^2*sin(phi)",
                  .WT = "1; 0; a*sin(phi)"},
                 {.name = "right",
                  .WN = "0; 1; a*cos(phi)",
                  .zetaN = "-a*phi'^2*sin(phi)",
                  .WT = "1; 0; -a*sin(phi)"}}},

    {.where = "Leine & van de Wouw 2008, eqs. (122), (123), (129)",
     .model = "rocking-block",
     .M = "m; 0; 0;  0; m; 0;  0; 0; J",
     .h = "-k*x; -m*g; 0",
     .element = {{.name = "left",
                  .WN = "0; 1; -a*cos(phi) + b*sin(phi)",
                  .zetaN = "(a*sin(phi) + b*cos(phi))*phi'^2",
                  .WT = "1; 0; a*sin(phi) + b*cos(phi)"},
                 {.name = "right",
                  .WN = "0; 1; a*cos(phi) + b*sin(phi)",
                  .zetaN = "(-a*sin(phi) + b*cos(phi))*phi'^2",
                  .WT = "1; 0; -a*sin(phi) + b*cos(phi)"}}},

    {.where = "Leine & van de Wouw 2008, eqs. (136), (137)",
     .model = "constrained-beam",
     .chart = true,
     .M = "m*l^2 + J",
     .h = "-m*g*l*sin(theta)",
     .element = {{.name = "vertical", .WT = "2*l*sin(theta)"},
                 {.name = "horizontal", .WT = "-2*l*cos(theta)"}}},

    {.where = "van de Wouw & Leine 2004, eq. (46)",
     .model = "two-masses",
     .M = EQUATION_46_M,
     .h = EQUATION_46_H,
     .element = {{.name = "first", .WT = "1; 0", .bound = "mu1*m1*g"},
                 {.name = "second", .WT = "0; 1", .bound = "mu2*m2*g"}}},

    {.where = "van de Wouw & Leine 2004, eq. (46) and section 6.2.1",
     .model = "two-masses-between",
     .M = EQUATION_46_M,
     .h = EQUATION_46_H,
     .element = {{.name = "between", .WT = "-1; 1", .bound = "mu*m1*g"}}},

    {.where = "van de Wouw & Leine 2004, eq. (46) and section 6.2.2",
     .model = "two-masses-sum",
     .M = EQUATION_46_M,
     .h = EQUATION_46_H,
     .element = {{.name = "support", .WT = "1; 1", .bound = "mu*m1*g"}}},

    /* corrected: the spring's sign in (F.10); W_T of (F.35) */
    {.where = "Bouma 2018, eqs. (F.9)-(F.11), (F.34), (F.35)",
     .model = "plank-box",
     .M = "mB; 0; 0; -mB*y;  0; mB; 0; mB*x;  0; 0; JB; JB;"
          " -mB*y; mB*x; JB; mP*LP^2/4 + mB*x^2 + mB*y^2 + JB + JP",
     .h = "mB*(x*phi'^2 + 2*y'*phi' - g*sin(phi));"
          " -mB*(-y*phi'^2 + 2*x'*phi' + g*cos(phi)); 0;"
          " -kP*phi - bP*phi' - 2*mB*phi'*x*x' - 2*mB*phi'*y*y' - LP*g*mP*cos(phi)/2"
          " - g*mB*x*cos(phi) + g*mB*y*sin(phi)",
     .B = "cos(phi); sin(phi); 0;  -sin(phi); cos(phi); 0;  0; 0; 1;"
          " -y*cos(phi) - x*sin(phi); x*cos(phi) - y*sin(phi); 1",
     .element = {{.name = "left",
                  .WN = "0; 1; -cos(theta)*LB/2 + sin(theta)*lB/2; 0",
                  .WT = "1; 0; LB/2*sin(theta) + lB/2*cos(theta); 0"},
                 {.name = "right",
                  .WN = "0; 1; cos(theta)*LB/2 + sin(theta)*lB/2; 0",
                  .WT = "1; 0; -LB/2*sin(theta) + lB/2*cos(theta); 0"}}},

    /* corrected: C stands on the right side of (6); the third row of J_T in (8) is -psi */
    {.where = "Várkonyi, eqs. (7)-(14)",
     .model = "planar-biped",
     .M = "1; 0; 0;  0; 1; 0;  0; 0; 1",
     .h = "F*sin(alpha); -F*cos(alpha); T",
     .element = {{.name = "foot1",
                  .WN = "-sin(phi1); cos(phi1); l1*cos(phi1 - theta) - h*sin(phi1 - theta)",
                  .WT = "cos(phi1); sin(phi1); h*cos(phi1 - theta) + l1*sin(phi1 - theta)"},
                 {.name = "foot2",
                  .WN = "-sin(phi2); cos(phi2); l2*cos(phi2 - theta) - h*sin(phi2 - theta)",
                  .WT = "cos(phi2); sin(phi2); h*cos(phi2 - theta) + l2*sin(phi2 - theta)"}}},

    {.where = "Tornambè 1999, eq. (55)",
     .model = "arm-against-stop",
     .M = "I",
     .h = "0",
     .B = "1",
     .element = {{.name = "stop", .WN = "1"}, {.name = "far", .WN = "-1"}}},
};

/* ---- reading the papers ---------------------------------------------------------------------- */

/* Pairs of expressions that must be equal. */
typedef struct comparison {
  ss_arena *arena;
  const ss_system *system;
  ss_graph *graph; /* over the system's */
  size_t count;
  ss_expr derived[MOST_ENTRIES], printed[MOST_ENTRIES];
} comparison;

/* A name in a printed formula is a parameter, a coordinate or a velocity of the system. */
static ss_expr resolve(void *user, const char *name, size_t length, ss_span where) {
  (void)where;
  const comparison *c = user;
  const ss_system *s = c->system;
  char text[32];
  assert_true(length < sizeof text);
  memcpy(text, name, length);
  text[length] = '\0';
  ss_expr symbol = ss_expr_symbol(c->graph, text);
  bool known = ss_model_find_parameter(s->model, text) < s->model->parameters;
  for (size_t i = 0; i < s->coordinates; i++)
    known = known || symbol == s->q[i] || symbol == s->u[i];
  if (!known) print_error("a printed formula has the unknown name %s\n", text);
  assert_true(known);
  return symbol;
}

/* Reads `count` formulas and pairs them with the derived ones. */
static void pair(comparison *c, const char *formulas, size_t count, const ss_expr *derived) {
  if (!formulas) return;
  ss_diagnostics list;
  ss_diagnostics_start(&list, c->arena, "paper", formulas, strlen(formulas));
  size_t at = 0;
  for (size_t i = 0; i < count; i++) {
    ss_span span = {(uint32_t)at, (uint32_t)strcspn(formulas + at, ";")};
    assert_true(c->count < MOST_ENTRIES);
    c->derived[c->count] = derived[i];
    c->printed[c->count] = ss_expr_parse(c->graph, &list, span, resolve, c);
    assert_int_equal(list.count, 0);
    c->count++;
    at += span.length;
    /* as many formulas as derived entries, neither fewer nor more */
    assert_int_equal(formulas[at] == ';', i + 1 < count);
    at++;
  }
}

static void pair_element(comparison *c, const printed_element *it) {
  const ss_system *s = c->system;
  size_t k = ss_model_find_element(s->model, it->name);
  assert_true(k < s->elements);
  const ss_system_element *element = &s->element[k];
  if (it->WN) {
    const ss_direction *normal = &s->normal[element->normal];
    pair(c, it->WN, s->coordinates, normal->W);
    pair(c, it->zetaN, 1, &normal->zeta);
  }
  if (it->WT) {
    assert_int_equal(element->slips, 1);
    pair(c, it->WT, s->coordinates, s->slip[element->slip].W);
  }
  if (it->bound) {
    const ss_element *e = element->element;
    ss_expr bound = ss_expr_mul(c->graph, e->law_argument[0].resolved, e->normal.resolved);
    pair(c, it->bound, 1, &bound);
  }
}

static void pair_all(comparison *c, const printed *paper) {
  size_t n = c->system->coordinates;
  pair(c, paper->M, n * n, c->system->M);
  pair(c, paper->h, n, c->system->h);
  pair(c, paper->B, n * c->system->inputs, c->system->B);
  for (int i = 0; i < 2 && paper->element[i].name; i++) pair_element(c, &paper->element[i]);
}

/* ---- comparing ------------------------------------------------------------------------------- */

static void check_symbols(const comparison *c, const printed *paper) {
  ss_graph *graph = c->graph;
  for (size_t i = 0; i < c->count; i++) {
    ss_expr difference = ss_expr_sub(graph, c->derived[i], c->printed[i]);
    ss_verdict verdict = ss_expr_is_zero(graph, difference);
    if (verdict != SS_PROVED) {
      ss_text text;
      ss_text_start(&text);
      ss_expr_print(graph, difference, SS_PRINT_TEXT, &text);
      print_error("%s: entry %zu differs by %s\n", paper->where, i, text.data);
      ss_text_stop(&text);
    }
    assert_int_equal(verdict, SS_PROVED);
  }
}

/* All derived entries, then all printed ones, in one tape over parameters, q and u. */
static ss_tape *compile_both(const comparison *c) {
  const ss_system *s = c->system;
  size_t n = s->coordinates;
  ss_expr *outputs = ss_arena_new(c->arena, 2 * c->count, ss_expr);
  ss_expr *inputs = ss_arena_new(c->arena, 2 * n, ss_expr);
  ss_expr *parameters = ss_arena_new(c->arena, s->model->parameters, ss_expr);
  for (size_t i = 0; i < c->count; i++) outputs[i] = c->derived[i];
  for (size_t i = 0; i < c->count; i++) outputs[c->count + i] = c->printed[i];
  for (size_t i = 0; i < n; i++) inputs[i] = s->q[i];
  for (size_t i = 0; i < n; i++) inputs[n + i] = s->u[i];
  for (size_t i = 0; i < s->model->parameters; i++) parameters[i] = s->model->parameter[i].symbol;
  ss_tape *tape = NULL;
  assert_int_equal(ss_tape_compile(c->graph, s->model->parameters, parameters, 2 * n, inputs,
                                   2 * c->count, outputs, &tape),
                   SS_OK);
  return tape;
}

static void check_numbers(const comparison *c, uint64_t seed) {
  ss_tape *tape = compile_both(c);
  double *work = ss_arena_new(c->arena, ss_tape_work_size(tape), double);
  double *parameters = ss_arena_new(c->arena, ss_tape_parameters(tape), double);
  for (int k = 0; k < STATES; k++) {
    for (size_t i = 0; i < ss_tape_parameters(tape); i++)
      parameters[i] = random_between(&seed, 0.5, 2);
    ss_tape_prepare(tape, parameters, work);
    double *in = ss_tape_in(tape, work);
    for (size_t i = 0; i < ss_tape_inputs(tape); i++) in[i] = random_between(&seed, -1.5, 1.5);
    ss_tape_run(tape, work);
    const double *out = ss_tape_out(tape, work);
    for (size_t i = 0; i < c->count; i++)
      assert_true(fabs(out[i] - out[c->count + i]) <= tolerance);
  }
  ss_tape_destroy(tape);
}

static void the_derived_equations_are_the_printed_ones(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof papers / sizeof papers[0]; k++) {
    ss_arena *arena = ss_arena_create();
    ss_model *model = read_worked_model(arena, papers[k].model);
    ss_system *system = NULL, *projected = NULL;
    assert_int_equal(ss_system_derive(arena, model, &system), SS_OK);
    if (papers[k].chart) assert_int_equal(ss_system_project(arena, system, &projected), SS_OK);
    comparison *c = ss_arena_new(arena, 1, comparison);
    *c = (comparison){.arena = arena, .system = projected ? projected : system};
    c->graph = ss_graph_create_over(arena, c->system->graph);
    pair_all(c, &papers[k]);
    check_symbols(c, &papers[k]);
    check_numbers(c, k + 1);
    ss_model_close(model);
    ss_arena_destroy(arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_derived_equations_are_the_printed_ones)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
