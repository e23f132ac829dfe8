/* test_tape.c: what expressions become: which instructions, where, and what is refused. */
#define _GNU_SOURCE
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../../src/expr/tape_private.h"
#include "random_expr.h"

/* ---- expressions from text ------------------------------------------------------------------- */

static ss_expr resolve(void *user, const char *name, size_t length, ss_span where) {
  char copy[32] = {0};
  (void)where;
  assert_true(length < sizeof copy);
  memcpy(copy, name, length);
  return ss_expr_symbol(user, copy);
}

static ss_expr parse(ss_graph *g, const char *text) {
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list;
  ss_diagnostics_start(&list, arena, "test", text, strlen(text));
  ss_expr e = ss_expr_parse(g, &list, (ss_span){0, (uint32_t)strlen(text)}, resolve, g);
  assert_int_equal(list.errors, 0);
  ss_arena_destroy(arena);
  return e;
}

typedef struct fixture {
  ss_graph *graph;
  ss_expr parameter[2], input[3];
} fixture;

static int start(void **state) {
  fixture *f = calloc(1, sizeof *f);
  f->graph = ss_graph_create();
  f->parameter[0] = ss_expr_symbol(f->graph, "p");
  f->parameter[1] = ss_expr_symbol(f->graph, "q");
  f->input[0] = ss_expr_symbol(f->graph, "x");
  f->input[1] = ss_expr_symbol(f->graph, "y");
  f->input[2] = ss_expr_symbol(f->graph, "z");
  *state = f;
  return 0;
}

static int stop(void **state) {
  fixture *f = *state;
  ss_graph_destroy(f->graph);
  free(f);
  return 0;
}

static ss_tape *compile(const fixture *f, size_t outputs, const ss_expr *output) {
  ss_tape *tape;
  assert_int_equal(ss_tape_compile(f->graph, 2, f->parameter, 3, f->input, outputs, output, &tape),
                   SS_OK);
  return tape;
}

/* ---- which instructions ---------------------------------------------------------------------- */

typedef struct shape_case {
  const char *text;
  size_t prologue, body;
  ss_instruction_code last; /* of the body, SS_TAPE_CODES: none */
} shape_case;

static const shape_case shapes[] = {
    {"x + y", 0, 1, SS_TAPE_ADD},
    {"x*y + z", 0, 1, SS_TAPE_MUL_ADD},
    {"x*y - z", 0, 1, SS_TAPE_MUL_SUB},
    {"z - x*y", 0, 1, SS_TAPE_MUL_FROM},
    {"-(x*y)", 0, 1, SS_TAPE_MUL_NEG},
    {"x + y + z", 0, 1, SS_TAPE_ADD_ADD},
    {"x + y - z", 0, 1, SS_TAPE_ADD_SUB},
    {"z - (x + y)", 0, 1, SS_TAPE_ADD_FROM},
    {"(x + y)*z", 0, 1, SS_TAPE_ADD_MUL},
    {"x - y + z", 0, 1, SS_TAPE_SUB_ADD},
    {"x - y - z", 0, 1, SS_TAPE_SUB_SUB},
    {"(x - y)*z", 0, 1, SS_TAPE_SUB_MUL},
    {"x*y*z", 0, 1, SS_TAPE_MUL_MUL},
    {"x*y + x*z", 0, 2, SS_TAPE_MUL_ADD},
    {"(x*y + z)*y", 0, 2, SS_TAPE_MUL}, /* two at a time, not three */
    {"((x*y + z)*y + z)*x", 0, 3, SS_TAPE_MUL},
    {"x*y + y*z + z*x", 0, 3, SS_TAPE_MUL_ADD},
    {"x*y + sin(x*y)", 0, 3, SS_TAPE_ADD},     /* a shared product stays one */
    {"sin(x)*cos(x)", 0, 2, SS_TAPE_MUL},      /* one SIN_COS */
    {"sin(x)*cos(y)", 0, 3, SS_TAPE_MUL},      /* no pair */
    {"(x + y)*(x + y)", 0, 2, SS_TAPE_SQUARE}, /* common subexpression */
    {"x^3", 0, 1, SS_TAPE_POWER},
    {"x^16", 0, 1, SS_TAPE_POWER},
    {"x^17", 0, 1, SS_TAPE_POW},
    {"x^(1/2)", 0, 1, SS_TAPE_SQRT},
    {"x^(1/3)", 0, 1, SS_TAPE_POW},
    {"x/3", 0, 1, SS_TAPE_DIV},
    {"x/4", 0, 1, SS_TAPE_MUL},
    {"x/10 + y", 0, 2, SS_TAPE_ADD},
    {"2*x/3", 0, 1, SS_TAPE_MUL},
    {"p*q + sin(p)", 2, 0, SS_TAPE_CODES},
    {"sin(p)*x + sqrt(2)", 2, 1, SS_TAPE_MUL_ADD},
    {"(p*q)*x", 1, 1, SS_TAPE_MUL},
    {"x", 0, 1, SS_TAPE_COPY},
    {"p", 1, 0, SS_TAPE_CODES},
    {"3/7", 1, 0, SS_TAPE_CODES},
    {"2*pi", 2, 0, SS_TAPE_CODES},
    {"min(x, max(y, abs(z)))", 0, 3, SS_TAPE_MIN},
    {"atan2(x, exp(y))", 0, 2, SS_TAPE_ATAN2},
};

static void expressions_become_these_instructions(void **state) {
  fixture *f = *state;
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    ss_expr e = parse(f->graph, shapes[i].text);
    ss_tape *tape = compile(f, 1, &e);
    size_t prologue = ss_tape_prologue_length(tape), body = ss_tape_length(tape);
    if (prologue != shapes[i].prologue || body != shapes[i].body)
      fail_msg("%s: %zu + %zu instructions", shapes[i].text, prologue, body);
    if (body) assert_int_equal(tape->code[prologue + body - 1].code, shapes[i].last);
    ss_tape_destroy(tape);
  }
}

/* Outputs are contiguous and in order, also where they are numbers, symbols, or one another. */
static void outputs_may_be_anything(void **state) {
  fixture *f = *state;
  static const char *const texts[] = {
      "sin(x)",          "x",   "p",   "1/4", "sin(x)",   "x", "cos(x)",
      "sin(x) + cos(x)", "p*q", "p*q", "pi",  "sin(x)^2", "y"};
  enum { OUTPUTS = sizeof texts / sizeof *texts };
  ss_expr e[OUTPUTS];
  for (int k = 0; k < OUTPUTS; k++) e[k] = parse(f->graph, texts[k]);
  ss_tape *tape = compile(f, OUTPUTS, e);
  double p[] = {3, 5}, x[] = {0.5, 7, 0}, out[OUTPUTS], s, c;
  sincos(0.5, &s, &c);
  const double expected[OUTPUTS] = {s, 0.5, 3, 0.25, s, 0.5, c, s + c, 15, 15, M_PI, s * s, 7};
  assert_int_equal(ss_tape_eval(tape, p, x, out), SS_OK);
  assert_memory_equal(out, expected, sizeof out);
  assert_int_equal(ss_tape_outputs(tape), OUTPUTS);
  assert_int_equal(ss_tape_inputs(tape), 3);
  assert_int_equal(ss_tape_parameters(tape), 2);
  ss_tape_destroy(tape);
}

static void an_empty_tape_runs(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_tape *tape;
  assert_int_equal(ss_tape_compile(g, 0, NULL, 0, NULL, 0, NULL, &tape), SS_OK);
  assert_int_equal(ss_tape_length(tape), 0);
  assert_int_equal(ss_tape_eval(tape, NULL, NULL, NULL), SS_OK);
  ss_tape_destroy(tape);
  ss_tape_destroy(NULL);
  ss_graph_destroy(g);
}

/* x/q is rounded once, whatever q. */
static void division_by_a_number_is_exact(void **state) {
  fixture *f = *state;
  random_source r = {4};
  for (long q = 2; q < 200; q++) {
    ss_expr e = ss_expr_div(f->graph, f->input[0], ss_expr_integer(f->graph, q % 3 ? q : -q));
    ss_tape *tape = compile(f, 1, &e);
    for (int k = 0; k < 20; k++) {
      double p[2] = {0}, x[3] = {random_between(&r, -9, 9)}, out;
      assert_int_equal(ss_tape_eval(tape, p, x, &out), SS_OK);
      assert_true(out == x[0] / (double)(q % 3 ? q : -q));
    }
    ss_tape_destroy(tape);
  }
}

/* ---- what is refused ------------------------------------------------------------------------- */

static void bad_arguments_are_refused(void **state) {
  fixture *f = *state;
  ss_graph *g = f->graph;
  ss_expr x = f->input[0], y = f->input[1], sum = ss_expr_add(g, x, y), none = SS_EXPR_NONE;
  ss_expr ddt = ss_expr_add(g, x, ss_expr_unary(g, SS_OP_DDT, x)), two[] = {x, x};
  ss_expr far = (ss_expr)ss_graph_count(g) + 5;
  ss_tape *tape = (ss_tape *)f;
  assert_int_equal(ss_tape_compile(g, 0, NULL, 1, &x, 1, &sum, &tape), SS_BAD_ARGUMENT); /* y */
  assert_null(tape);
  assert_int_equal(ss_tape_compile(g, 0, NULL, 1, &x, 1, &none, &tape), SS_BAD_ARGUMENT);
  assert_int_equal(ss_tape_compile(g, 0, NULL, 1, &x, 1, &ddt, &tape), SS_BAD_ARGUMENT);
  assert_int_equal(ss_tape_compile(g, 0, NULL, 1, &sum, 1, &x, &tape), SS_BAD_ARGUMENT);
  assert_int_equal(ss_tape_compile(g, 0, NULL, 2, two, 1, &x, &tape), SS_BAD_ARGUMENT);
  assert_int_equal(ss_tape_compile(g, 1, &x, 1, &x, 1, &x, &tape), SS_BAD_ARGUMENT);
  assert_int_equal(ss_tape_compile(g, 0, NULL, 1, &none, 1, &x, &tape), SS_BAD_ARGUMENT);
  assert_int_equal(ss_tape_compile(g, 0, NULL, 1, &x, 1, &far, &tape), SS_BAD_ARGUMENT);
  assert_int_equal(ss_tape_compile(g, 0, NULL, 1, &far, 1, &x, &tape), SS_BAD_ARGUMENT);
  assert_null(tape);
}

/* ---- large ones ------------------------------------------------------------------------------ */

/* 200000 functions inside each other: no recursion, two slots. */
static void deep_expressions_compile(void **state) {
  fixture *f = *state;
  ss_expr e = f->input[0];
  for (int n = 0; n < 200000; n++) e = ss_expr_unary(f->graph, n % 2 ? SS_OP_ATAN : SS_OP_SIN, e);
  ss_tape *tape = compile(f, 1, &e);
  assert_int_equal(ss_tape_length(tape), 200000);
  assert_true(ss_tape_work_size(tape) < 10);
  double p[2] = {0}, x[3] = {1}, out, expected = 1;
  for (int n = 0; n < 200000; n++) expected = n % 2 ? atan(expected) : sin(expected);
  assert_int_equal(ss_tape_eval(tape, p, x, &out), SS_OK);
  assert_true(out == expected);
  ss_tape_destroy(tape);
}

/* Definitions that double: 100 instructions, not 2^100. */
static void shared_expressions_stay_shared(void **state) {
  fixture *f = *state;
  ss_expr e = f->input[0];
  for (int n = 0; n < 100; n++) e = ss_expr_add(f->graph, ss_expr_unary(f->graph, SS_OP_SIN, e), e);
  ss_tape *tape = compile(f, 1, &e);
  assert_int_equal(ss_tape_length(tape), 200);
  ss_tape_destroy(tape);
}

/* Numbers outside the range of doubles become infinities and zeros, not traps. */
static void numbers_beyond_doubles_are_rounded(void **state) {
  fixture *f = *state;
  static const char *const texts[] = {"10^400", "10^-400", "3^5000", "3^-5000", "x*10^400"};
  ss_expr e[5];
  for (int k = 0; k < 5; k++) e[k] = parse(f->graph, texts[k]);
  ss_tape *tape = compile(f, 5, e);
  double p[2] = {0}, x[3] = {1}, out[5];
  assert_int_equal(ss_tape_eval(tape, p, x, out), SS_OK);
  assert_true(out[0] == INFINITY && out[1] == 0 && out[2] == INFINITY && out[3] == 0 &&
              out[4] == INFINITY);
  ss_tape_destroy(tape);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(expressions_become_these_instructions, start, stop),
      cmocka_unit_test_setup_teardown(outputs_may_be_anything, start, stop),
      cmocka_unit_test(an_empty_tape_runs),
      cmocka_unit_test_setup_teardown(division_by_a_number_is_exact, start, stop),
      cmocka_unit_test_setup_teardown(bad_arguments_are_refused, start, stop),
      cmocka_unit_test_setup_teardown(deep_expressions_compile, start, stop),
      cmocka_unit_test_setup_teardown(shared_expressions_stay_shared, start, stop),
      cmocka_unit_test_setup_teardown(numbers_beyond_doubles_are_rounded, start, stop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
