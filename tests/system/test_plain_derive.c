/* test_plain_derive.c: the equations of motion from formulas as they are written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plain_support.h"

typedef struct derived {
  reading r;
  ss_plain x;
} derived;

static derived derive(const char *text) {
  derived d = {.r = read_good(text)};
  assert_int_equal(ss_plain_start(&d.x, d.r.model, NULL), SS_OK);
  ss_plain_derive(&d.x);
  return d;
}

static void stop(derived *d) {
  ss_plain_clear(&d->x);
  stop_reading(&d->r);
}

static void assert_range(ss_plain *x, const ss_plain_poly *e, double low, double high) {
  ss_plain_range y = ss_plain_find_range(x, e);
  assert_true(y.exact);
  assert_true(ss_number_to_double(y.low) == low && ss_number_to_double(y.high) == high);
}

static void expect_why(const char *text, const char *why) {
  derived d = derive(text);
  assert_non_null(d.x.why);
  assert_string_equal(d.x.why, why);
  stop(&d);
}

/* m omega^2 = k and what depends on it, over ranges. */
static void test_matrices(void **state) {
  (void)state;
  derived d = derive("param m = 1 in [1, 2]\nparam k = 4 in [4, 5]\nparam w = sqrt(k/m)\n"
                     "coord x, y\nkinetic = 1/2*m*x'^2 + y'^2/2\n"
                     "potential = 1/2*m*w^2*x^2 + y^2 - 3*x*y + 7*y\nforce x = -2*m*x' + y'\n"
                     "friction f { slip = x' - 2*y'; normal = m*10; law = coulomb(0.5) }\n");
  assert_null(d.x.why);
  assert_true(d.x.linear);
  assert_range(&d.x, d.x.M[0], 1, 2);
  assert_range(&d.x, d.x.M[1], 0, 0);
  assert_range(&d.x, d.x.K[0], 4, 5);
  assert_range(&d.x, d.x.K[1], -3, -3);
  assert_range(&d.x, d.x.C[0], 2, 4);
  assert_range(&d.x, d.x.C[1], -1, -1);
  assert_range(&d.x, d.x.f[1], -7, -7);
  assert_int_equal(d.x.frictions, 1);
  assert_range(&d.x, d.x.W[1], -2, -2);
  assert_range(&d.x, d.x.p[0], 5, 10);
  stop(&d);
}

/* A wedge guides a block: its force follows from the weight, at right angles to the slope 3:4. */
static void test_slider(void **state) {
  (void)state;
  derived d = derive("coord x, y\nkinetic = x'^2 + y'^2\npotential = 20*y + x^2 + y^2\n"
                     "slider slope { gap = 4/5*y - 3/5*x; slip = 4/5*x' + 3/5*y'; law = "
                     "coulomb(0.3) }\nchart s { x = 4/5*s; y = 3/5*s }\n");
  assert_null(d.x.why);
  assert_range(&d.x, d.x.M[0], 2, 2);
  assert_range(&d.x, d.x.K[0], 2, 2);
  assert_range(&d.x, d.x.f[0], -12, -12);
  assert_range(&d.x, d.x.W[0], 1, 1);
  assert_range(&d.x, d.x.p[0], 4.8, 4.8); /* 0.3*16 */
  stop(&d);
}

/* The entries of a chart may use each other; the force is the same whichever way it is written. */
static void test_chained_chart(void **state) {
  (void)state;
  static const char *const charts[] = {"x = y + 1; y = s", "x = s + 1; y = s", "x = s; y = x - 1"};
  for (size_t i = 0; i < 3; i++) {
    char text[400];
    snprintf(text, sizeof text,
             "coord x, y\nkinetic = (x'^2 + y'^2)/2\npotential = 3*(x + y)^2 + 8*x - 2*y\n"
             "slider tie { gap = x - y - 1; slip = x' + y'; law = coulomb(0.2) }\n"
             "chart s { %s }\n",
             charts[i]);
    derived d = derive(text);
    assert_null(d.x.why);
    assert_range(&d.x, d.x.M[0], 2, 2);
    assert_range(&d.x, d.x.p[0], 1, 1); /* 0.2*(8 + 2)/2 */
    stop(&d);
  }
}

/* The coefficients of an odd force about a point. */
static void test_spring(void **state) {
  (void)state;
  derived d = derive("coord x\nkinetic = x'^2\npotential = (x - 1)^2 + 3*(x - 1)^4\n");
  ss_plain_poly *coefficient[4];
  fmpq_t about;
  fmpq_init(about);
  fmpq_one(about);
  assert_int_equal(ss_plain_spring(&d.x, about, 4, coefficient), 2);
  assert_range(&d.x, coefficient[0], 2, 2);
  assert_range(&d.x, coefficient[1], 12, 12);
  fmpq_zero(about);
  assert_int_equal(ss_plain_spring(&d.x, about, 4, coefficient), 0);
  fmpq_clear(about);
  stop(&d);
}

#define MASSES "coord x, y\nkinetic = x'^2 + y'^2\n"

static void test_refusals(void **state) {
  (void)state;
  expect_why("coord x\nkinetic = (1 + x^2)*x'^2\n",
             "the mass matrix, as it is written, depends on the state");
  expect_why(MASSES "force x = -x'*x^2\n", "the damping, as it is written, depends on the state");
  expect_why(MASSES "potential = cos(x)\n",
             "'cos(x)' in line 3 has a function of a coordinate or velocity");
  expect_why(MASSES "force x = -x*t\n", "'-x*t' in line 3 depends on time");
  expect_why("param mu = 0.1 in [0, 0.2]\n" MASSES
             "friction f { slip = x'; normal = 1; law = coulomb(mu) }\n",
             "the friction of 'f' may vanish in its range");
  expect_why("param n = 1 in [1, 2]\n" MASSES
             "friction f { slip = x'; normal = n^2 - n + 0.5; law = coulomb(1) }\n",
             "the normal force of 'f' may be negative");
  expect_why(MASSES "potential = x*y\nslider s { gap = y; slip = x'; law = coulomb(0.3) }\n"
                    "chart q { x = q; y = 0 }\n",
             "the normal force in slider 's' depends on the motion");
  expect_why(MASSES "potential = y\nslider s { gap = y; slip = x'; law = coulomb(0.3) }\n"
                    "friction f { slip = x' + y'; normal = 1; law = coulomb(1) }\n"
                    "chart q { x = q; y = 0 }\n",
             "the normal force in a slider depends on the friction of 'f'");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_matrices), cmocka_unit_test(test_chained_chart),
      cmocka_unit_test(test_slider),   cmocka_unit_test(test_spring),
      cmocka_unit_test(test_refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
