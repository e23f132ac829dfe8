/* test_odd_spring.c: springs of machines with one coordinate, as polynomials about their center. */
#include "oscillator.h"

typedef struct found {
  machine m;
  ss_one one;
  const char *why_not;
} found;

static void find(found *f, const char *text) {
  ss_system *inserted;
  f->m = read_machine("test.still", text, 0, NULL);
  assert_int_equal(ss_system_insert_parameters(f->m.arena, f->m.system, &inserted), SS_OK);
  assert_int_equal(ss_one_find(f->m.arena, inserted, &f->one, &f->why_not), SS_OK);
}

static void stop_found(found *f) {
  ss_one_clear(&f->one);
  stop(&f->m);
}

/* U = (x - 2)^2 + 3 (x - 2)^4: U' = 2 y + 12 y^3, y = x - 2. */
static void test_shifted(void **state) {
  (void)state;
  found f;
  find(&f, MASS RUBS "potential = (x - 2)^2 + 3*(x - 2)^4\nforce x = 5*x'\n");
  assert_null(f.why_not);
  assert_int_equal(fmpq_mat_nrows(f.one.spring.center), 2);
  assert_near(ss_entry_double(f.one.spring.center, 0, 0), 2, 0);
  assert_near(ss_entry_double(f.one.spring.center, 1, 0), 12, 0);
  assert_near(ss_entry_double(f.one.linear.center.K, 0, 0), 2, 0);
  assert_near(ss_entry_double(f.one.linear.center.f, 0, 0), 4, 0);
  assert_near(ss_entry_double(f.one.linear.center.C, 0, 0), -5, 0);
  stop_found(&f);
}

/* Ranges about a center that is none; the extremes of a product are at corners. */
static void test_ranges(void **state) {
  (void)state;
  found f;
  find(&f, "param k = 1 in [1, 2]\nparam l = 0 in [-1, 3]\n" MASS RUBS
           "potential = 1/2*k*(x - 2)^2 + 1/4*k*l*(x - 2)^4\n");
  assert_null(f.why_not);
  assert_near(ss_entry_double(f.one.spring.center, 0, 0), 1.5, 0);
  assert_near(ss_entry_double(f.one.spring.radius, 0, 0), 0.5, 0);
  assert_near(ss_entry_double(f.one.spring.center, 1, 0), 2, 0); /* [-2, 6] */
  assert_near(ss_entry_double(f.one.spring.radius, 1, 0), 4, 0);
  assert_int_equal(fmpq_cmp_si(f.one.center, 2), 0);
  stop_found(&f);
  find(&f, MASS RUBS "potential = sqrt(2)*x^2 + x^4\n");
  assert_null(f.why_not);
  assert_near(ss_entry_double(f.one.spring.center, 0, 0), 2.8284271247461903, 1e-15);
  assert_true(fmpq_sgn(ss_entry(f.one.spring.radius, 0, 0)) > 0);
  assert_true(ss_entry_double(f.one.spring.radius, 0, 0) < 1e-15);
  stop_found(&f);
}

/* About a center that is rational though the stiffness is not: the facts know it, and that the
 * certificate speaks of intervals, be it for c_1 alone. */
static void test_facts(void **state) {
  (void)state;
  static const char *const springs[] = {"sqrt(2)*(x - 3)^2", "(x - 3)^2 + sqrt(2)*(x - 3)^4"};
  for (size_t i = 0; i < 2; i++) {
    found f;
    char text[300];
    snprintf(text, sizeof text, MASS RUBS "potential = %s\nforce x = 1/2*x'\n", springs[i]);
    find(&f, text);
    assert_null(f.why_not);
    ss_one_find_facts(&f.one, f.m.arena);
    assert_true(f.one.facts.sure_center && f.one.facts.balls);
    assert_near(ss_entry_double(f.one.facts.center, 0, 0), 3, 0);
    ss_facts_clear(&f.one.facts);
    stop_found(&f);
  }
}

static void expect_not(const char *text, const char *words) {
  found f;
  find(&f, text);
  assert_non_null(f.why_not);
  if (!strstr(f.why_not, words)) fail_msg("\"%s\" is not in: %s", words, f.why_not);
  stop_found(&f);
}

static void test_refusals(void **state) {
  (void)state;
  expect_not(MASS "potential = cos(x)\n", "no polynomial");
  expect_not(MASS "potential = x^2 + x*sin(t)\n", "no polynomial");
  expect_not(MASS "potential = x^2 + sqrt(2)*x\n", "not odd about any rational point");
  expect_not(MASS "potential = x^3\n", "not odd");
  expect_not(MASS "potential = x^2 + x^3 + x^4\n", "not odd");
  expect_not(MASS "potential = x^2\nforce x = x'*x\n", "a constant damping");
  /* the factor of a direction belongs to the bound */
  found f;
  find(&f, "param s = 1 in [1, 2]\n" MASS "potential = x^2\n"
           "friction a { slip = s*x'; normal = 1; law = coulomb(1) }\n");
  assert_null(f.why_not);
  stop_found(&f);
}

/* Forces whose derivatives at 0 are those of the spring x: none of them is that spring. */
static void test_kinks(void **state) {
  (void)state;
  static const char *const forces[] = {
      "-x - abs(x)",         "-x + 3*sign(x)", "-x + 3*sign(x')", "-x + max(x, 5)",
      "-x + 3*sign(x' - 1)", "-asin(sin(x))",  "-x - atan2(x,0)", "-x - x'*abs(x)",
      "-x - tan(atan(x))",   "-atan(tan(x))",  "-log(exp(x)^2)",  "-x*atan2(0, 1 + x^2) - x"};
  for (size_t i = 0; i < sizeof forces / sizeof *forces; i++) {
    char text[128];
    snprintf(text, sizeof text, MASS RUBS "force x = %s\n", forces[i]);
    expect_not(text, "no polynomial");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_facts),  cmocka_unit_test(test_shifted),
      cmocka_unit_test(test_ranges), cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_kinks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
