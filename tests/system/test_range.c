/* test_range.c: intervals of formulas over ranges, against closed forms and against points.
 *
 * a in [-1, 2], b in [1/3, 3], c in [1, 2] and formulas of them in a graph in which nothing is
 * folded.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "../../src/system/range.h"
#include "standstill/tape.h"

typedef struct world {
  ss_arena *arena;
  ss_graph *graph;
  ss_expr symbol[3];
  fmpq low[3], high[3];
  ss_box box;
} world;

static ss_expr find_symbol(void *user, const char *name, size_t length, ss_span where) {
  (void)where;
  return ss_expr_symbol(user, (char[]){length == 1 ? *name : '?', 0});
}

static void start_world(world *w) {
  *w = (world){.arena = ss_arena_create(), .graph = ss_graph_create()};
  static const slong ends[3][4] = {{-1, 1, 2, 1}, {1, 3, 3, 1}, {1, 1, 2, 1}};
  for (int i = 0; i < 3; i++) {
    w->symbol[i] = ss_expr_symbol(w->graph, (char[]){(char)('a' + i), 0});
    fmpq_init(&w->low[i]);
    fmpq_init(&w->high[i]);
    fmpq_set_si(&w->low[i], ends[i][0], (ulong)ends[i][1]);
    fmpq_set_si(&w->high[i], ends[i][2], (ulong)ends[i][3]);
  }
  ss_graph_set_folding(w->graph, false);
  assert_int_equal(ss_box_start(&w->box, w->graph, 3, w->symbol, w->low, w->high), SS_OK);
}

static void stop_world(world *w) {
  ss_box_clear(&w->box);
  ss_graph_destroy(w->graph);
  ss_arena_destroy(w->arena);
}

static ss_expr parse(world *w, const char *text) {
  ss_diagnostics list;
  ss_diagnostics_start(&list, w->arena, "", text, strlen(text));
  const ss_expr e =
      ss_expr_parse(w->graph, &list, (ss_span){0, (uint32_t)strlen(text)}, find_symbol, w->graph);
  assert_int_equal(list.errors, 0);
  return e;
}

static ss_expr find(world *w, const char *text, double *low, double *high) {
  const ss_expr e = parse(w, text);
  bool defined;
  assert_int_equal(ss_box_find(&w->box, e, &defined), SS_OK);
  if (!defined) fail_msg("%s: no interval", text);
  *low = ss_number_to_double(w->box.found + 2 * e);
  *high = ss_number_to_double(w->box.found + 2 * e + 1);
  return e;
}

/* The ends are rationals; the doubles nearest to them are compared. */
static void expect(world *w, const char *text, double low, double high) {
  double l, h;
  const ss_expr e = find(w, text, &l, &h);
  if (!ss_box_is_exact(&w->box, e) || l != low || h != high)
    fail_msg("%s: [%.17g, %.17g]", text, l, h);
}

/* Ends rounded at 2^-256: the nearest double, or the one beside it. */
static void expect_rounded(world *w, const char *text, double low, double high) {
  double l, h;
  const ss_expr e = find(w, text, &l, &h);
  if (ss_box_is_exact(&w->box, e) || !(l >= low - 1e-15 && l <= low + 1e-15) ||
      !(h >= high - 1e-15 && h <= high + 1e-15))
    fail_msg("%s: [%.17g, %.17g]", text, l, h);
}

static void expect_none(world *w, const char *text) {
  bool defined;
  assert_int_equal(ss_box_find(&w->box, parse(w, text), &defined), SS_OK);
  if (defined) fail_msg("%s has an interval", text);
}

static void affine_formulas_are_exact(void **state) {
  (void)state;
  world w;
  start_world(&w);
  expect(&w, "7/4", 1.75, 1.75);
  expect(&w, "a*b + a", -4, 8);
  expect(&w, "3 - a*b", -3, 6);
  expect(&w, "a*b - b*a + 1", 1, 1);
  expect(&w, "(a - c)*(b - 1)/2", -3, 1);
  expect(&w, "c - c + a - a", 0, 0);
  stop_world(&w);
}

/* What occurs once is exact; what occurs more often is enclosed. */
static void others_are_enclosed(void **state) {
  (void)state;
  world w;
  start_world(&w);
  expect(&w, "a^2", 0, 4);
  expect(&w, "a^3", -1, 8);
  expect(&w, "b*a^2", 0, 12);
  expect(&w, "-b*a^3", -24, 3);
  expect(&w, "a^2 - a", -2, 5);
  expect(&w, "(a - 1/2)^2", 0, 2.25);
  expect(&w, "1/b", 1. / 3, 3);
  expect(&w, "a/(1 + b)", -0.75, 1.5);
  expect(&w, "(b - c)/c", -5. / 3, 2);
  stop_world(&w);
}

static void functions_are_taken_at_their_ends(void **state) {
  (void)state;
  world w;
  start_world(&w);
  expect_rounded(&w, "b*pi", 3.1415926535897932 / 3, 3 * 3.1415926535897932);
  expect_rounded(&w, "sqrt(b + 1)", 1.1547005383792515, 2);
  expect_rounded(&w, "(b + 1)^(-1/2)", 0.5, 0.8660254037844386);
  expect_rounded(&w, "atan(a)", -0.7853981633974483, 1.1071487177940904);
  expect_rounded(&w, "exp(a)", 0.36787944117144232, 7.38905609893065);
  expect_rounded(&w, "log(b)", -1.0986122886681098, 1.0986122886681098);
  expect_rounded(&w, "tanh(a)", -0.76159415595576485, 0.96402758007581690);
  expect_rounded(&w, "acos(a/2)", 0, 2.0943951023931957);
  expect_rounded(&w, "b^0.3", 0.7192230933248643, 1.3903891703159093);
  expect_rounded(&w, "sqrt(a + 1)", 0, 1.7320508075688772);
  expect_rounded(&w, "atan2(1, c - c + 1)", 0.7853981633974483, 0.7853981633974483);
  expect_rounded(&w, "sin(0*a)", 0, 0);
  stop_world(&w);
}

static void choices_have_the_interval_of_their_cases(void **state) {
  (void)state;
  world w;
  start_world(&w);
  expect(&w, "abs(-b)", 1. / 3, 3);
  expect(&w, "abs(a)", 0, 2);
  expect(&w, "max(b, a - 3)", 1. / 3, 3);
  expect(&w, "min(b, a - 3)", -4, -1);
  expect(&w, "max(a, b)", 1. / 3, 3);
  expect(&w, "min(a, b)", -1, 2);
  expect(&w, "sign(b) + a", 0, 3);
  expect(&w, "sign(a + 1)", 0, 1);
  stop_world(&w);
}

/* A divisor that may be 0, a root of what may be negative, no value, another symbol. */
static void what_may_be_undefined_has_none(void **state) {
  (void)state;
  world w;
  start_world(&w);
  expect_none(&w, "a/a");
  expect_none(&w, "b/(a + b)");
  expect_none(&w, "a^(-2)");
  expect_none(&w, "1/(1 + a)");
  expect_none(&w, "sqrt(a)");
  expect_none(&w, "a^0.5");
  expect_none(&w, "log(a + 1)");
  expect_none(&w, "tan(a)");
  expect_none(&w, "asin(a)");
  expect_none(&w, "(a + 2)^b + q");
  stop_world(&w);
}

/* The denominator is affine: its own interval by the rule counts, not that of its parts. */
static void arguments_are_known_by_the_rule(void **state) {
  (void)state;
  world w;
  start_world(&w);
  expect(&w, "1/(c*(b + 1) - b*c)", 0.5, 1);
  expect_rounded(&w, "sqrt(c*(b + 1) - b*c)", 1, 1.4142135623730951);
  stop_world(&w);
}

/* No value at any point of the box lies outside. */
static void points_lie_inside(void **state) {
  static const char *const formulas[] = {
      "a^2*b - a*c/(1 + b^2)",
      "sqrt(b)*sin(a)*c^3 - cos(a*b)",
      "exp(a)/(c + b) - tanh(a - b)*abs(a)",
      "max(a, b*c - 2)^2 + min(a*b, c) - atan2(b, a + 3)",
      "(b + c)^a + log(c)*a",
      "(a*b + c)*(a - b*c) + a^3/b",
  };
  enum { STEPS = 8 };
  (void)state;
  for (size_t k = 0; k < sizeof formulas / sizeof *formulas; k++) {
    world w;
    start_world(&w);
    double low, high;
    const ss_expr e = find(&w, formulas[k], &low, &high);
    ss_tape *tape;
    assert_int_equal(ss_tape_compile(w.graph, 0, NULL, 3, w.symbol, 1, &e, &tape), SS_OK);
    double *work = calloc(ss_tape_work_size(tape), sizeof *work);
    ss_tape_prepare(tape, NULL, work);
    for (int i = 0; i < STEPS * STEPS * STEPS; i++) {
      double *in = ss_tape_in(tape, work);
      for (int j = 0, digits = i; j < 3; j++, digits /= STEPS) {
        const double l = ss_number_to_double(&w.low[j]), h = ss_number_to_double(&w.high[j]);
        in[j] = l + (h - l) * (digits % STEPS) / (STEPS - 1);
      }
      ss_tape_run(tape, work);
      const double y = *ss_tape_out(tape, work);
      if (!(y >= low - 1e-9 && y <= high + 1e-9)) fail_msg("%s: %g", formulas[k], y);
    }
    free(work);
    ss_tape_destroy(tape);
    stop_world(&w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(affine_formulas_are_exact),
      cmocka_unit_test(others_are_enclosed),
      cmocka_unit_test(functions_are_taken_at_their_ends),
      cmocka_unit_test(choices_have_the_interval_of_their_cases),
      cmocka_unit_test(what_may_be_undefined_has_none),
      cmocka_unit_test(arguments_are_known_by_the_rule),
      cmocka_unit_test(points_lie_inside),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
