/* test_law_balls.c: laws in balls against laws in doubles, and against their definitions. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "standstill/contact.h"

enum { PRECISION = 64 };

static const ss_law laws[] = {
    {SS_LAW_COULOMB, {0.3}},
    {SS_LAW_DISK, {0.7}},
    {SS_LAW_ELLIPSE, {0.5, 0.2}},
    {SS_LAW_CONTENSOU, {0.4, 0.25}},
    {SS_LAW_ROLLING, {0.4, 0.1, 0.02}},
    {SS_LAW_CONTENSOU, {1, 1}},
};

static double uniform(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) * 0x1p-52 - 1;
}

static int count(ss_law_kind kind) {
  return kind == SS_LAW_COULOMB ? 1 : kind == SS_LAW_CONTENSOU ? 3 : kind == SS_LAW_ROLLING ? 5 : 2;
}

static void load(int n, const double *from, arb_ptr to) {
  for (int i = 0; i < n; i++) arb_set_d(to + i, from[i]);
}

/* At points: the double's value to its rounding; on balls: the values at all of their points. */
static void test_support(void **state) {
  (void)state;
  uint64_t seed = 1;
  arb_ptr argument = _arb_vec_init(3), v = _arb_vec_init(5);
  arb_t sum, point;
  arb_init(sum);
  arb_init(point);
  for (size_t l = 0; l < sizeof laws / sizeof *laws; l++)
    for (int n = 0; n < 300; n++) {
      double x[5], y[5];
      const double width = ldexp(1, -(n % 10));
      for (int i = 0; i < 5; i++) x[i] = n % 7 == i ? 0 : uniform(&seed) * ldexp(1, -(n * i) % 20);
      load(3, laws[l].argument, argument);
      load(count(laws[l].kind), x, v);
      ss_law_support_balls(laws[l].kind, argument, v, sum, PRECISION);
      assert_true(arb_rel_accuracy_bits(sum) > 25 || arb_is_zero(sum));
      const double expected = ss_law_support(&laws[l], 1, x, NULL);
      assert_true(fabs(arf_get_d(arb_midref(sum), ARF_RND_NEAR) - expected) <=
                  1e-7 * fabs(expected));
      for (int i = 0; i < 5; i++) {
        mag_set_d(arb_radref(v + i), width);
        y[i] = x[i] + width * uniform(&seed);
      }
      ss_law_support_balls(laws[l].kind, argument, v, sum, PRECISION);
      arb_set_d(point, ss_law_support(&laws[l], 1, y, NULL));
      mag_set_d(arb_radref(point), 1e-13);
      assert_true(arb_overlaps(sum, point));
    }
  arb_clear(sum);
  arb_clear(point);
  _arb_vec_clear(argument, 3);
  _arb_vec_clear(v, 5);
}

/* Limits of Contensou's mean: h(a, 0) = a, h(0, b) = 2b/3, h(a, a) = 32a/(9 pi), and next to them.
 */
static void test_mean(void **state) {
  (void)state;
  static const double cases[][3] = {{1, 0, 1},     {0, 1, 2. / 3},     {1, 1, 32 / (9 * M_PI)},
                                    {1, 1e-12, 1}, {1e-12, 1, 2. / 3}, {0, 0, 0}};
  arb_ptr argument = _arb_vec_init(3), v = _arb_vec_init(3);
  arb_t sum;
  arb_init(sum);
  arb_one(argument);
  arb_one(argument + 1);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    arb_set_d(v + 1, cases[i][0]);
    arb_set_d(v + 2, -cases[i][1]);
    ss_law_support_balls(SS_LAW_CONTENSOU, argument, v, sum, PRECISION);
    assert_true(fabs(arf_get_d(arb_midref(sum), ARF_RND_NEAR) - cases[i][2]) < 1e-15);
  }
  arb_clear(sum);
  _arb_vec_clear(argument, 3);
  _arb_vec_clear(v, 3);
}

/* Forces a little inside are held, a little outside are not, and balls across are unknown. */
static void test_contains(void **state) {
  (void)state;
  uint64_t seed = 2;
  arb_ptr argument = _arb_vec_init(3), x = _arb_vec_init(5);
  arb_t normal;
  arb_init(normal);
  arb_set_d(normal, 2);
  for (size_t l = 0; l < sizeof laws / sizeof *laws; l++)
    for (int n = 0; n < 60; n++) {
      double v[5], point[5];
      const ss_law_kind kind = laws[l].kind;
      for (int i = 0; i < 5; i++) v[i] = uniform(&seed);
      ss_law_support(&laws[l], 2, v, point);
      load(3, laws[l].argument, argument);
      for (int side = -1; side <= 1; side += 2) {
        double moved[5];
        for (int i = 0; i < 5; i++) moved[i] = (1 + side * 0.002) * point[i];
        load(count(kind), moved, x);
        const ss_verdict verdict = ss_law_contains_balls(kind, argument, normal, x, PRECISION);
        if (side < 0) assert_int_equal(verdict, SS_PROVED);
        if (side > 0) assert_int_not_equal(verdict, SS_PROVED);
        if (side > 0 && kind != SS_LAW_CONTENSOU) assert_int_equal(verdict, SS_REFUTED);
        mag_set_d(arb_radref(x), 1);
        assert_int_not_equal(ss_law_contains_balls(kind, argument, normal, x, PRECISION),
                             SS_PROVED);
      }
    }
  arb_clear(normal);
  _arb_vec_clear(argument, 3);
  _arb_vec_clear(x, 5);
}

/* Nothing but 0 without friction; one way; an ellipse that is a line. */
static void test_flat(void **state) {
  (void)state;
  arb_ptr argument = _arb_vec_init(3), x = _arb_vec_init(3);
  arb_t normal, sum;
  arb_init(normal);
  arb_init(sum);
  arb_one(normal);
  assert_int_equal(ss_law_contains_balls(SS_LAW_COULOMB, argument, normal, x, PRECISION),
                   SS_PROVED);
  arb_set_d(x, 1e-30);
  assert_int_equal(ss_law_contains_balls(SS_LAW_COULOMB, argument, normal, x, PRECISION),
                   SS_REFUTED);
  assert_int_equal(ss_law_contains_balls(SS_LAW_ONEWAY, argument, normal, x, PRECISION),
                   SS_REFUTED);
  ss_law_support_balls(SS_LAW_ONEWAY, argument, x, sum, PRECISION);
  assert_true(arb_is_zero(sum));
  arb_neg(x, x);
  ss_law_support_balls(SS_LAW_ONEWAY, argument, x, sum, PRECISION);
  assert_false(arb_is_finite(sum));
  arb_one(argument + 1);
  arb_set(x + 1, x);
  arb_zero(x);
  assert_int_equal(ss_law_contains_balls(SS_LAW_ELLIPSE, argument, normal, x, PRECISION),
                   SS_PROVED);
  arb_one(argument);
  arb_zero(argument + 1);
  assert_int_equal(ss_law_contains_balls(SS_LAW_ELLIPSE, argument, normal, x, PRECISION),
                   SS_UNKNOWN);
  arb_clear(normal);
  arb_clear(sum);
  _arb_vec_clear(argument, 3);
  _arb_vec_clear(x, 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_support),
      cmocka_unit_test(test_mean),
      cmocka_unit_test(test_contains),
      cmocka_unit_test(test_flat),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
