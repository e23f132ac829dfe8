/* test_facts.c: the matrices by name, and their lower ends where entries are balls. */
#include "support.h"

static void assert_entry(const fmpq_mat_t A, slong i, slong j, long p, unsigned long q) {
  fmpq_t value;
  fmpq_init(value);
  fmpq_set_si(value, p, q);
  fmpq_canonicalise(value);
  assert_true(fmpq_equal(value, ss_entry(A, i, j)));
  fmpq_clear(value);
}

/* Masses 1 and 2 that rub on each other: ker W^T = span (1, 1). */
static void test_reduced(void **state) {
  (void)state;
  machine m =
      start_facts("coord x, y\nkinetic = 1/2*x'^2 + y'^2\npotential = 1/2*x^2 + 3/2*y^2 - x\n"
                  "force x = -x' + y'\nforce y = -3*y'\n" RUBS_APART);
  const ss_facts *f = &m.facts;
  assert_int_equal(f->r, 1);
  assert_entry(f->Mr, 0, 0, 3, 1);
  assert_entry(f->Kr, 0, 0, 4, 1);
  assert_entry(f->Cr, 0, 0, 3, 1);
  assert_entry(f->Crs, 0, 0, 3, 1);
  assert_entry(f->Cs, 0, 1, -1, 2);
  assert_entry(f->A, 0, 1, 1, 1);
  assert_entry(f->A, 1, 0, -4, 3);
  assert_entry(f->A, 1, 1, -1, 1);
  assert_entry(f->center, 0, 0, 1, 1);
  assert_entry(f->center, 1, 0, 0, 1);
  assert_true(f->sure && f->regular && f->symmetric);
  assert_int_equal(f->K_is, SS_DEFINITE);
  stop(&m);
}

/* x^T A y for a matrix that is not symmetric. */
static void test_form(void **state) {
  (void)state;
  fmpq_mat_t A, x, y;
  fmpq_t value;
  fmpq_init(value);
  fmpq_mat_init(A, 2, 2);
  fmpq_mat_init(x, 2, 1);
  fmpq_mat_init(y, 2, 1);
  for (slong i = 0; i < 2; i++) {
    fmpq_set_si(ss_entry(A, 0, i), i + 1, 1);
    fmpq_set_si(ss_entry(A, 1, i), 5, 3);
    fmpq_set_si(ss_entry(x, i, 0), 1 - 2 * i, 1);
    fmpq_set_si(ss_entry(y, i, 0), 2, 1);
  }
  /* (1, -1) (6, 20/3) = -2/3 */
  ss_exact_form(value, x, A, y);
  assert_int_equal(fmpq_cmp_si(value, 0), -1);
  fmpq_mul_si(value, value, 3);
  assert_true(fmpq_cmp_si(value, -2) == 0);
  fmpq_mat_clear(A);
  fmpq_mat_clear(x);
  fmpq_mat_clear(y);
  fmpq_clear(value);
}

/* K = [k k/4; k/4 10], k in [2, 4]: the lower end is positive definite, and K at 2, 3 and 4 is not
 * below it. */
static void test_lower_ends(void **state) {
  (void)state;
  machine m = start_facts("param k = 3 in [2, 4]; param mu = 1/2 in [1/4, 3/4]\n" TWO
                          "potential = 1/2*k*x^2 + 1/4*k*x*y + 5*y^2\n"
                          "friction a { slip = x'; normal = 1; law = coulomb(mu) }\n");
  const ss_facts *f = &m.facts;
  assert_false(f->sure);
  assert_true(f->sure_C && f->sure_W && !f->sure_K);
  assert_int_equal(f->K_is, SS_DEFINITE);
  assert_true(f->regular && ss_facts_family(f, "K") && !ss_facts_family(f, "M"));
  for (int k = 2; k <= 4; k++) {
    double a = k - ss_entry_double(f->K, 0, 0), b = k / 4. - ss_entry_double(f->K, 0, 1);
    double c = 10 - ss_entry_double(f->K, 1, 1);
    assert_true(a >= 0 && c >= 0 && a * c - b * b >= -1e-12);
  }
  assert_true(ss_entry_double(f->p, 0, 0) == 0.25 && ss_entry_double(f->p_high, 0, 0) == 0.75);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reduced),
      cmocka_unit_test(test_form),
      cmocka_unit_test(test_lower_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
