/* test_inside.c: the largest energy on the rest set, by corners and by the diagonal bound. */
#include "levels.h"

/* n masses in a row between springs, all rubbing: K = tridiagonal (-1, 2, -1). */
static void print_chain(ss_text *out, int n) {
  ss_text_add(out, "coord x0");
  for (int i = 1; i < n; i++) ss_text_addf(out, ", x%d", i);
  ss_text_add(out, "\nkinetic = 1/2*x0'^2");
  for (int i = 1; i < n; i++) ss_text_addf(out, " + 1/2*x%d'^2", i);
  ss_text_addf(out, "\npotential = 1/2*x0^2 + 1/2*x%d^2", n - 1);
  for (int i = 1; i < n; i++) ss_text_addf(out, " + 1/2*(x%d - x%d)^2", i, i - 1);
  ss_text_add(out, "\n");
  for (int i = 0; i < n; i++)
    ss_text_addf(out, "friction f%d { slip = x%d'; normal = 1; law = coulomb(1/10) }\n", i, i);
}

/* K^-1 is positive, so that all forces one way are the worst: p^2/2 times the sum of its entries,
 * n (n + 1) (n + 2)/12. */
static double largest_energy(int n) {
  return 0.005 * n * (n + 1) * (n + 2) / 12;
}

static void expect(int n, long level, bool inside, double relative) {
  ss_text text;
  ss_attempt a;
  ss_text_start(&text);
  print_chain(&text, n);
  machine m = start_facts(text.data);
  settle(&m);
  start_attempt(&a, &m);
  fmpq_set_si(a.level, level, 1);
  assert_int_equal(ss_attempt_inside(&a, &m.facts, 9), inside);
  assert_int_equal(a.condition[0].evidence != NULL, inside);
  assert_true(a.rest_energy >= largest_energy(n) * (1 - 1e-12));
  assert_near(a.rest_energy, largest_energy(n), relative);
  if (!inside) assert_near(a.rest_fraction, sqrt((double)level / a.rest_energy), 1e-12);
  ss_attempt_clear(&a);
  stop(&m);
  ss_text_stop(&text);
}

static void test_corners(void **state) {
  (void)state;
  expect(1, 1, true, 1e-14);
  expect(5, 1, true, 1e-14);
  expect(16, 3, true, 1e-14);
  expect(16, 2, false, 1e-14);
}

/* With a positive matrix the bound is exact up to its rounding. */
static void test_diagonal(void **state) {
  (void)state;
  expect(17, 3, true, 1e-5);
  expect(20, 2, false, 1e-5);
}

/* A rest set that touches the level is not inside: V < level is an open set. */
static void test_border(void **state) {
  (void)state;
  for (long level = 50; level <= 51; level++) {
    ss_attempt a;
    machine m = start_facts("coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\n"
                            "friction f { slip = x'; normal = 1; law = coulomb(1) }\n");
    settle(&m);
    start_attempt(&a, &m);
    fmpq_set_si(a.level, level, 100);
    fmpq_canonicalise(a.level);
    assert_int_equal(ss_attempt_inside(&a, &m.facts, 9), level == 51);
    ss_attempt_clear(&a);
    stop(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_border),
      cmocka_unit_test(test_corners),
      cmocka_unit_test(test_diagonal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
