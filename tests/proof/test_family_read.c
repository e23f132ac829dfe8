/* test_family_read.c: entries as polynomials in the parameters with a range. */
#include "support.h"

static const ss_family *read_K(machine *m, const char *text) {
  *m = start_facts(text);
  settle(m);
  return ss_facts_family(&m->facts, "K");
}

/* k and 1/l^2, one product: one variable each, one term beside the constant. */
static void test_products(void **state) {
  (void)state;
  machine m;
  const ss_family *K = read_K(&m, "param k = 2 in [1, 3]\nparam l = 1 in [1, 2]\n" TWO
                                  "potential = 1/2*k/l^2*x^2 + 1/2*y^2\n");
  assert_non_null(K);
  assert_int_equal(K->variables, 2);
  assert_int_equal(K->terms, 2);
  assert_true(fmpq_mat_is_zero(K->radius));
  for (size_t v = 0; v < 2; v++) {
    const ss_variable *y = &K->variable[v];
    assert_true(y->power == 1 || y->power == -2);
    assert_near(ss_number_to_double(&y->low), y->power == 1 ? 1 : 0.25, 0);
    assert_near(ss_number_to_double(&y->high), y->power == 1 ? 3 : 1, 0);
  }
  stop(&m);
}

/* An even power of what changes its sign begins at 0. */
static void test_even_power(void **state) {
  (void)state;
  machine m;
  const ss_family *K =
      read_K(&m, "param e = 1 in [-1, 2]\n" TWO "potential = 1/2*(e^2 + 1)*x^2 + 1/2*y^2\n");
  assert_non_null(K);
  assert_int_equal(K->variables, 1);
  assert_true(fmpq_is_zero(&K->variable[0].low));
  assert_true(fmpq_cmp_si(&K->variable[0].high, 4) == 0);
  stop(&m);
}

/* Functions and irrational numbers are intervals. */
static void test_interval(void **state) {
  (void)state;
  machine m;
  const ss_family *K = read_K(&m, "param e = 1 in [1, 2]\n" TWO
                                  "potential = 1/2*exp(e)*x^2 + 1/2*sqrt(2)*y^2 + e*x*y\n");
  assert_non_null(K);
  assert_int_equal(K->variables, 1);
  assert_true(fmpq_sgn(ss_entry(K->radius, 0, 0)) > 0);
  assert_true(fmpq_sgn(ss_entry(K->radius, 1, 1)) > 0);
  assert_true(fmpq_is_zero(ss_entry(K->radius, 0, 1)));
  stop(&m);
}

/* (e + 1)^4, multiplied out with powers that vary by themselves, may be negative; its interval may
 * not: the reading that shows more is taken, of the reduced matrix too. */
static void test_choice(void **state) {
  (void)state;
  machine m = start_facts("param e = 0 in [-1/2, 1/2]\nparam h = abs((e + 1)^4)\n" TWO
                          "potential = 1/2*(e + 1)^4*x^2 + 1/2*y^2\nforce x = -h*x'\n");
  settle(&m);
  assert_int_equal(m.facts.K_is, SS_DEFINITE);
  assert_int_equal(m.facts.Crs_is, SS_SEMIDEFINITE);
  const ss_family *K = ss_facts_family(&m.facts, "K");
  assert_int_equal(K->variables, 0);
  assert_near(ss_number_to_double(ss_entry(m.facts.K, 0, 0)), 1.0 / 16, 0);
  stop(&m);
  /* k K_0 for k in [1, 9]: its entries by themselves show nothing */
  m = start_facts("param k = 2 in [1, 9]\n" TWO "potential = 1/2*k*(x^2 + (x - y)^2)\n");
  settle(&m);
  assert_int_equal(m.facts.K_is, SS_DEFINITE);
  assert_int_equal(ss_facts_family(&m.facts, "K")->variables, 1);
  stop(&m);
}

/* Polynomials beside intervals: those that stay within their intervals. */
static void test_narrow(void **state) {
  (void)state;
  machine m;
  const ss_family *K =
      read_K(&m, "param e = 0 in [-1/2, 1/2]\nparam k = 1 in [1, 9]\n" TWO
                 "potential = 1/2*(exp(k) + k)*x^2 + 1/2*(k + (e + 1)^4)*y^2 + 1/8*k*x*y\n");
  assert_non_null(K);
  assert_int_equal(K->variables, 1);
  assert_true(fmpq_sgn(ss_entry(K->radius, 0, 0)) > 0);
  assert_true(fmpq_sgn(ss_entry(K->radius, 1, 1)) > 0);
  assert_true(fmpq_is_zero(ss_entry(K->radius, 0, 1)));
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_products), cmocka_unit_test(test_even_power),
      cmocka_unit_test(test_interval), cmocka_unit_test(test_choice),
      cmocka_unit_test(test_narrow),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
