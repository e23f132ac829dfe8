/* test_family.c: lower ends of matrices over ranges, against the matrices at random parameters. */
#include "support.h"

#define SPRING_CHAIN "potential = 1/2*k*(x^2 + (x - y)^2)\n"

static void start(machine *m, const char *text) {
  *m = start_facts(text);
  settle(m);
}

/* B = K at the least k, exactly, however wide the range is. */
static void test_one_factor(void **state) {
  (void)state;
  machine m;
  start(&m, "param k = 1 in [1/1000, 1000]\n" TWO SPRING_CHAIN);
  assert_int_equal(m.facts.K_is, SS_DEFINITE);
  assert_near(ss_entry_double(m.facts.K, 0, 0), 0.002, 1e-15);
  assert_near(ss_entry_double(m.facts.K, 0, 1), -0.001, 1e-15);
  stop(&m);
  start(&m, "param k = 1 in [0, 1]\n" TWO SPRING_CHAIN);
  assert_int_equal(m.facts.K_is, SS_SEMIDEFINITE);
  stop(&m);
}

/* Powers, inverses, products: 1/2 k/l^2 with both in ranges is least at k = 1, l = 2. */
static void test_powers(void **state) {
  (void)state;
  machine m;
  start(&m, "param k = 2 in [1, 3]\nparam l = 1 in [1, 2]\n" TWO
            "potential = 1/2*k/l^2*(x^2 + (x - y)^2)\n");
  assert_int_equal(m.facts.K_is, SS_DEFINITE);
  assert_true(ss_entry_double(m.facts.K, 0, 0) <= 0.5);
  assert_true(ss_entry_double(m.facts.K, 0, 0) >= 0.49);
  stop(&m);
}

/* [k e; e 1] with e in [-1/2, 1/2] is no sum of signs: its corners decide. At k = 1/4 it is
 * singular there, and below it is not definite, which is told with the parameters. */
static void test_corners(void **state) {
  (void)state;
  machine m;
  fmpq_mat_t x;
  fmpq_t value;
  fmpq_init(value);
  fmpq_mat_init(x, 2, 1);
  start(&m, "param k = 1 in [0.26, 2]\nparam e = 0 in [-1/2, 1/2]\n" TWO
            "potential = 1/2*k*x^2 + e*x*y + 1/2*y^2\n");
  assert_int_equal(m.facts.K_is, SS_DEFINITE);
  assert_null(ss_family_violate(m.arena, ss_facts_family(&m.facts, "K"), true, x, value));
  stop(&m);
  start(&m, "param k = 1 in [0.24, 2]\nparam e = 0 in [-1/2, 1/2]\n" TWO
            "potential = 1/2*k*x^2 + e*x*y + 1/2*y^2\n");
  assert_int_not_equal(m.facts.K_is, SS_DEFINITE);
  const char *where = ss_family_violate(m.arena, ss_facts_family(&m.facts, "K"), true, x, value);
  assert_non_null(where);
  assert_non_null(strstr(where, "k = 0.24"));
  assert_true(fmpq_sgn(value) < 0);
  stop(&m);
  fmpq_mat_clear(x);
  fmpq_clear(value);
}

/* What is not definite for no parameters that were found is unknown, not failed. */
static void test_status(void **state) {
  (void)state;
  machine m = prove_text("param k = 1 in [-1/10, 1]\n" TWO SPRING_CHAIN DAMPER("1", "1"));
  assert_verdict(&m, SS_UNKNOWN, SS_CLAIM_NONE, "WL2004-T2");
  assert_int_equal(status_of(&m.proof, "WL2004-T2.3"), SS_CONDITION_FAILED);
  const char *detail = m.proof.condition[m.proof.conditions - 1].detail;
  assert_non_null(strstr(detail, "at k = -0.1"));
  stop(&m);
  /* k^2 - k + 1/5 is negative inside the range only */
  m = prove_text("param k = 1 in [0, 1]\n" TWO
                 "potential = 1/2*(k^2 - k + 1/5)*x^2 + 1/2*y^2\n" DAMPER("1", "1"));
  assert_verdict(&m, SS_UNKNOWN, SS_CLAIM_NONE, NULL);
  for (size_t i = 0; i < m.proof.conditions; i++)
    assert_int_not_equal(m.proof.condition[i].status, SS_CONDITION_FAILED);
  stop(&m);
}

/* Ten blocks, four parameters that enter everywhere, each by 20 %: proved. */
static void test_chain(void **state) {
  (void)state;
  ss_text text;
  ss_text_start(&text);
  ss_text_add(&text, "param k = 100 in [80, 120]\nparam c = 1 in [0.8, 1.2]\n"
                     "param mu = 0.3 in [0.24, 0.36]\nparam m = 1 in [0.8, 1.2]\ncoord x0");
  for (int i = 1; i < 10; i++) ss_text_addf(&text, ", x%d", i);
  ss_text_add(&text, "\nkinetic = 1/2*m*(x0'^2");
  for (int i = 1; i < 10; i++) ss_text_addf(&text, " + x%d'^2", i);
  ss_text_add(&text, ")\npotential = 1/2*k*(x0^2");
  for (int i = 1; i < 10; i++) ss_text_addf(&text, " + (x%d - x%d)^2", i, i - 1);
  ss_text_add(&text, ")\n");
  for (int i = 0; i < 10; i++)
    ss_text_addf(&text,
                 "force x%d = -c*x%d'\n"
                 "friction f%d { slip = x%d'; normal = 10*m; law = coulomb(mu) }\n",
                 i, i, i, i);
  machine m = prove_text(text.data);
  assert_verdict(&m, SS_PROVED, SS_CLAIM_GLOBALLY_ATTRACTIVE, "WL2004-T2");
  stop(&m);
  ss_text_stop(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_one_factor), cmocka_unit_test(test_powers),
      cmocka_unit_test(test_corners),    cmocka_unit_test(test_status),
      cmocka_unit_test(test_chain),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
