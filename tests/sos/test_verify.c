/* Numbers that prove or refute, and the same with one of them wrong. */
#include "support.h"

/* x^4 + 1 with the basis 1, x, x^2. */
static one_poly *fourth_power(const char *text) {
  one_poly *to = prepare(poly(text));
  assert_int_equal(to->part.count, 3);
  return to;
}

static void gram_matrices(void **state) {
  (void)state;
  one_poly *to = fourth_power("1 xxxx + 1");
  fmpq_mat_struct *gram = ss_sos_matrix(arena, 3, 3);
  for (size_t i = 0; i < 3; i++)
    if (ss_ring_degree(&ring, to->part.basis[i], NULL) != 1)
      fmpq_one(fmpq_mat_entry(gram, (slong)i, (slong)i));
  assert_true(ss_sos_verify(&ring, &to->program, NULL, &gram));
  /* one entry changed by 1e-30: the identity fails */
  fmpq *entry = fmpq_mat_entry(gram, 0, 0);
  fmpq_t tiny;
  fmpq_init(tiny);
  fmpq_one(tiny);
  fmpq_div_2exp(tiny, tiny, 100);
  fmpq_add(entry, entry, tiny);
  assert_false(ss_sos_verify(&ring, &to->program, NULL, &gram));
  fmpq_clear(tiny);
}

/* x^4 - 1/2^100 x^2 = x^2 (...) has a Gram matrix, which is not semidefinite by 2^-100. */
static void no_tolerance(void **state) {
  (void)state;
  fmpq_t tiny;
  fmpq_init(tiny);
  fmpq_one(tiny);
  fmpq_div_2exp(tiny, tiny, 100);
  fmpq_neg(tiny, tiny);
  const ss_poly p = ss_poly_plus(&ring, poly("1 xxxx + 1"),
                                 ss_poly_term(&ring, tiny, poly("1 xx").terms[0].monomial));
  one_poly *to = prepare(p);
  fmpq_mat_struct *gram = ss_sos_matrix(arena, 3, 3);
  for (size_t i = 0; i < 3; i++) {
    fmpq *entry = fmpq_mat_entry(gram, (slong)i, (slong)i);
    if (ss_ring_degree(&ring, to->part.basis[i], NULL) == 1)
      fmpq_set(entry, tiny);
    else
      fmpq_one(entry);
  }
  assert_false(ss_sos_verify(&ring, &to->program, NULL, &gram));
  fmpq_clear(tiny);
}

/* l(p) = p(0) + p''(0): positive definite on 1, x; l(-x^2 + 1/2) < 0. */
static void functionals(void **state) {
  (void)state;
  one_poly *to = prepare(poly("1/2 - 1 xx"));
  const uint32_t monomial[] = {0, poly("1 xx").terms[0].monomial};
  fmpq_mat_struct *value = ss_sos_matrix(arena, 2, 1);
  fmpq_one(fmpq_mat_entry(value, 0, 0));
  fmpq_one(fmpq_mat_entry(value, 1, 0));
  const ss_sos_functional l = {2, monomial, fmpq_mat_entry(value, 0, 0)};
  assert_true(ss_sos_verify_functional(&ring, &to->program, &l));
  fmpq_set_si(fmpq_mat_entry(value, 1, 0), 1, 2); /* l(p) = 0 */
  assert_false(ss_sos_verify_functional(&ring, &to->program, &l));
  fmpq_set_si(fmpq_mat_entry(value, 1, 0), -1, 1); /* not definite */
  assert_false(ss_sos_verify_functional(&ring, &to->program, &l));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(gram_matrices, setup, teardown),
      cmocka_unit_test_setup_teardown(no_tolerance, setup, teardown),
      cmocka_unit_test_setup_teardown(functionals, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
