/* test_linear_exact.c: the numbers of linear machines with dry friction, and why others have none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../model/support.h"
#include "standstill/linear.h"

typedef struct numbers {
  reading r;
  ss_linear l;
  const char *why_not;
} numbers;

static numbers derive(const char *text) {
  numbers f = {.r = read_good(text)};
  ss_system *system;
  assert_int_equal(ss_system_derive(f.r.arena, f.r.model, &system), SS_OK);
  assert_int_equal(ss_linear_create(f.r.arena, system, &f.l, &f.why_not), SS_OK);
  return f;
}

static void stop(numbers *f) {
  ss_linear_clear(&f->l);
  stop_reading(&f->r);
}

static void assert_entry(const fmpq_mat_t A, slong i, slong j, long p, unsigned long q) {
  assert_true(i < fmpq_mat_nrows(A) && j < fmpq_mat_ncols(A));
  fmpq_t value;
  fmpq_init(value);
  fmpq_set_si(value, p, q);
  fmpq_canonicalise(value);
  assert_true(fmpq_equal(value, fmpq_mat_entry(A, i, j)));
  fmpq_clear(value);
}

static void expect_not(const char *text, const char *why_not) {
  numbers f = derive(text);
  assert_non_null(f.why_not);
  assert_string_equal(f.why_not, why_not);
  stop(&f);
}

/* The same with its inputs following their laws, or 0 where they have none. */
static void expect_closed(const char *text, const char *why_not) {
  numbers f = {.r = read_good(text)};
  ss_system *open, *closed;
  ss_expr laws[4] = {SS_EXPR_NONE};
  assert_int_equal(ss_system_derive(f.r.arena, f.r.model, &open), SS_OK);
  ss_graph *g = ss_graph_create_over(f.r.arena, open->graph);
  if (ss_model_choose_feedback(f.r.model, NULL, &f.r.list, g, laws) != SS_OK)
    for (size_t i = 0; i < f.r.model->inputs; i++)
      if (!laws[i]) laws[i] = ss_expr_integer(g, 0);
  assert_int_equal(ss_system_close_loop(f.r.arena, open, g, laws, &closed), SS_OK);
  assert_int_equal(ss_linear_create(f.r.arena, closed, &f.l, &f.why_not), SS_OK);
  if (why_not)
    assert_string_equal(f.why_not, why_not);
  else
    assert_null(f.why_not);
  stop(&f);
}

#define MASSES "coord x, y\nkinetic = 1/2*(x'^2 + 3*y'^2)\n"

/* Decimals are the rationals that they say; what does not rub is left out. */
static void test_numbers(void **state) {
  (void)state;
  numbers f = derive("param k3 = 0; param mu = 0\n" MASSES
                     "potential = 1/2*(x - y)^2 + x^2 + k3*x^4 - 0.7*y\nforce x = -0.1*x' + y'\n"
                     "friction a { slip = x'; normal = 1; law = coulomb(mu) }\n"
                     "friction b { slip = x' - 2*y'; normal = 0.2; law = coulomb(0.3) }\n");
  assert_null(f.why_not);
  assert_true(f.l.exact);
  assert_int_equal(f.l.frictions, 1);
  assert_string_equal(f.l.friction[0], "b");
  assert_entry(f.l.center.M, 1, 1, 3, 1);
  assert_entry(f.l.center.C, 0, 0, 1, 10);
  assert_entry(f.l.center.C, 0, 1, -1, 1);
  assert_entry(f.l.center.K, 0, 0, 3, 1);
  assert_entry(f.l.center.K, 1, 0, -1, 1);
  assert_entry(f.l.center.f, 1, 0, 7, 10);
  assert_entry(f.l.center.W, 1, 0, -2, 1);
  assert_entry(f.l.center.p, 0, 0, 3, 50);
  stop(&f);
}

static bool contains(const ss_linear *l, slong i, double value) {
  double center = ss_number_to_double(fmpq_mat_entry(l->center.K, i, i));
  double radius = ss_number_to_double(fmpq_mat_entry(l->radius.K, i, i));
  return center - radius <= value && value <= center + radius;
}

/* Irrational numbers and ranges are balls; the ball of a root is narrow, that of a range has its
 * size. */
static void test_balls(void **state) {
  (void)state;
  numbers f =
      derive("param k = 2 in [1, 5/2]\n" MASSES "potential = 1/2*sqrt(2)*x^2 + 1/2*k*y^2\n");
  assert_null(f.why_not);
  assert_false(f.l.exact);
  assert_true(contains(&f.l, 0, 1.4142135623730951));
  assert_true(ss_number_to_double(fmpq_mat_entry(f.l.radius.K, 0, 0)) < 1e-15);
  assert_true(contains(&f.l, 1, 1) && contains(&f.l, 1, 2.5));
  assert_entry(f.l.center.K, 1, 1, 7, 4);
  assert_entry(f.l.radius.K, 1, 1, 3, 4);
  assert_true(fmpq_is_zero(fmpq_mat_entry(f.l.radius.M, 0, 0)));
  stop(&f);
}

/* Extremes of products are at corners; of squares, magnitudes and quotients they need not be: there
 * the enclosure is a little wider than the range. */
static void test_corners(void **state) {
  (void)state;
  numbers f = derive("param a = 0 in [-1, 2]\nparam b = 3 in [1/3, 3]\n" MASSES
                     "potential = 1/2*(a*b + a)*x^2\nforce y = -(a^2 - abs(a)/b)*y\n"
                     "force x = -(1 + sign(a))*x'\n");
  assert_null(f.why_not);
  assert_entry(f.l.center.K, 0, 0, 2, 1); /* [-4, 8] */
  assert_entry(f.l.radius.K, 0, 0, 6, 1);
  assert_true(contains(&f.l, 1, -0.25) && contains(&f.l, 1, 4 - 2. / 3));
  double center = ss_number_to_double(fmpq_mat_entry(f.l.center.C, 0, 0));
  double radius = ss_number_to_double(fmpq_mat_entry(f.l.radius.C, 0, 0));
  assert_true(center - radius <= 0 && center + radius >= 2);
  stop(&f);
}

/* A block in a horizontal guide: its weight is the slider's force. */
static void test_slider(void **state) {
  (void)state;
  numbers f = derive("coord x, y\nkinetic = x'^2 + y'^2\npotential = 20*y + 3*x^2\n"
                     "slider guide { gap = y; slip = x'; law = coulomb(0.3) }\n"
                     "chart s { x = 2*s; y = 0 }\n");
  assert_null(f.why_not);
  assert_int_equal(f.l.coordinates, 1);
  assert_string_equal(f.l.coordinate[0], "s");
  assert_entry(f.l.center.M, 0, 0, 8, 1);
  assert_entry(f.l.center.K, 0, 0, 24, 1);
  assert_entry(f.l.center.W, 0, 0, 2, 1);
  assert_entry(f.l.center.p, 0, 0, 6, 1);
  stop(&f);
}

/* Clutches are told apart from frictions. */
static void test_clutch(void **state) {
  (void)state;
  numbers f = derive(MASSES "clutch c { slip = 2*x'; law = oneway }\n"
                            "friction f { slip = y'; normal = 3; law = coulomb(1) }\n");
  assert_int_equal(f.l.clutches, 1);
  assert_string_equal(f.l.clutch[0], "c");
  assert_entry(f.l.center.G, 0, 0, 2, 1);
  assert_entry(f.l.center.G, 1, 0, 0, 1);
  assert_int_equal(f.l.frictions, 1);
  assert_entry(f.l.center.W, 1, 0, 1, 1);
  stop(&f);
}

/* A factor of a direction that has a range goes to the bound of the friction, |c| w being as good
 * as w; unless it may be 0, or two directions have ranges of their own. */
static void test_factor(void **state) {
  (void)state;
  numbers f = derive("param r = 0.5 in [1/4, 1]\nparam s = 1 in [-1, 2]\n" MASSES
                     "clutch c { slip = 2*r*(x' - y'); law = oneway }\n"
                     "friction f { slip = 3*r*y' - r*x'; normal = 2; law = coulomb(1) }\n"
                     "friction g { slip = -r*y'; normal = 1; law = coulomb(1) }\n"
                     "friction h { slip = s*y'; normal = 1; law = coulomb(1) }\n"
                     "friction i { slip = r*x' + y'; normal = 1; law = coulomb(1) }\n");
  assert_entry(f.l.center.G, 0, 0, 1, 1);
  assert_entry(f.l.center.G, 1, 0, -1, 1);
  assert_entry(f.l.center.W, 0, 0, -1, 1);
  assert_entry(f.l.center.W, 1, 0, 3, 1);
  assert_entry(f.l.center.p, 0, 0, 5, 4); /* 2 r, in [1/2, 2] */
  assert_entry(f.l.radius.p, 0, 0, 3, 4);
  assert_entry(f.l.center.W, 1, 1, -1, 1);
  assert_entry(f.l.center.p, 1, 0, 5, 8);
  assert_entry(f.l.radius.W, 1, 2, 3, 2);
  assert_entry(f.l.center.p, 2, 0, 1, 1);
  assert_entry(f.l.radius.W, 0, 3, 3, 8);
  stop(&f);
}

static void test_refusals(void **state) {
  (void)state;
  expect_not(MASSES "potential = x^4\n", "the stiffness depends on x");
  expect_not(MASSES "contact wall { gap = x + 1 }\n", "contact 'wall' can open");
  expect_not(MASSES "friction f { slip = (x', y'); normal = 1; law = disk(0.3) }\n",
             "the friction of 'f' couples 2 directions");
  expect_not(MASSES "slider s { gap = x }\n", "slider 's' is there and the model has no chart");
  expect_not(MASSES "input v\nforce x = v\n", "an input is open");
  expect_closed(MASSES "input a in [1, 2]\ninput b\nforce x = a*x' - b*x'\nfeedback b = 1\n",
                "input 'a' saturates");
  expect_closed(MASSES "input a in [-1, 2]\nforce x = a - a\nfeedback a = x'\n",
                "input 'a' saturates");
  expect_closed(MASSES "input a in [-1, 2]\nforce x = a\n", NULL);
  expect_not("param a = 1 in [1, 2]\nparam c = 2*a\nparam b = 3 in [c, 5]\n" MASSES
             "potential = a*x^2 + b*y^2\n",
             "the range of 'b' depends on 'a', which has a range");
  expect_not("param a = 1\n" MASSES "force x = -(min(2, a)^2 - 1)/(min(2, a) - 1)*x'\n",
             "a formula divides by 0 where the values of the parameters are put in");
  expect_not("param mu = 0.1 in [0, 0.2]\n" MASSES
             "friction f { slip = x'; normal = 1; law = coulomb(mu) }\n",
             "the friction of 'f' may vanish in its range");
  expect_not("coord x, y\nkinetic = x'^2 + y'^2\npotential = 20*y + 3*x^2 + x*y\n"
             "slider guide { gap = y; slip = x'; law = coulomb(0.3) }\n"
             "chart s { x = s; y = 0 }\n",
             "the normal force in slider 'guide' depends on the motion");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbers),  cmocka_unit_test(test_balls),
      cmocka_unit_test(test_corners),  cmocka_unit_test(test_slider),
      cmocka_unit_test(test_clutch),   cmocka_unit_test(test_factor),
      cmocka_unit_test(test_refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
