/* Scales bring coefficients near 1, and change no digit. */
#include <math.h>

#include "support.h"

static void coefficients_near_one(void **state) {
  (void)state;
  one_poly *to = prepare(poly("1000000 xxxx + 1/1000000 yy + 1000 zz"));
  const ss_poly scaled = to->work.summand[0].column.poly;
  assert_int_equal(scaled.count, 3);
  for (size_t i = 0; i < 3; i++) {
    const double size = fabs(fmpq_get_d(&scaled.terms[i].coefficient));
    assert_true(size > 0.1 && size < 10);
  }
}

static void powers_of_two(void **state) {
  (void)state;
  one_poly *to = prepare(poly("7/3 xxxx + 1/5 xx + 11"));
  const ss_poly p = to->summand.poly, scaled = to->work.summand[0].column.poly;
  fmpq_t ratio;
  fmpq_init(ratio);
  for (size_t i = 0; i < p.count; i++) {
    const ss_term *other = ss_poly_find(scaled, p.terms[i].monomial);
    fmpq_div(ratio, &other->coefficient, &p.terms[i].coefficient);
    assert_true(fmpz_is_one(fmpq_numref(ratio)) || fmpz_is_one(fmpq_denref(ratio)));
    assert_int_equal(fmpz_val2(fmpq_numref(ratio)) + 1, fmpz_sizeinbase(fmpq_numref(ratio), 2));
    assert_int_equal(fmpz_val2(fmpq_denref(ratio)) + 1, fmpz_sizeinbase(fmpq_denref(ratio), 2));
  }
  fmpq_clear(ratio);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(coefficients_near_one, setup, teardown),
      cmocka_unit_test_setup_teardown(powers_of_two, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
