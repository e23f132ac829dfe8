/* Faces: (2 x - 3 y)^2 has the null vector (3, 2); a definite Gram matrix has none. */
#include "support.h"

static bool reduce_once(one_poly *to) {
  const ss_sdp_options options = ss_sdp_default_options();
  sos_point point;
  bool reduced;
  assert_true(ss_sos_solve_margin(&to->work, &options, &point));
  assert_true(ss_sos_reduce_faces(&to->work, &point, &reduced));
  return reduced;
}

static void null_vector(void **state) {
  (void)state;
  one_poly *to = prepare(poly("4 xx - 12 xy + 9 yy"));
  assert_true(reduce_once(to));
  const sos_block *block = &to->work.block[0];
  assert_int_equal(sos_size(block), 1);
  /* F m, scaled back, is a multiple of 2 x - 3 y */
  fmpq_t ratio;
  fmpq_init(ratio);
  fmpq_div(ratio, fmpq_mat_entry(block->face, 0, 0), fmpq_mat_entry(block->face, 0, 1));
  const long bits =
      ss_sos_shift(&to->work, block->monomial[1]) - ss_sos_shift(&to->work, block->monomial[0]);
  if (bits > 0) fmpq_mul_2exp(ratio, ratio, (ulong)bits);
  if (bits < 0) fmpq_div_2exp(ratio, ratio, (ulong)-bits);
  const bool x_first = ss_ring_exponent(&ring, block->monomial[0], 'x' - 'a') == 1;
  assert_true(fmpq_cmp_si(ratio, 0) < 0);
  fmpq_mul_si(ratio, ratio, x_first ? 3 : 2);
  assert_int_equal(fmpq_cmp_si(ratio, x_first ? -2 : -3), 0);
  fmpq_clear(ratio);
}

static void none(void **state) {
  (void)state;
  assert_false(reduce_once(prepare(poly("1 xx + 1 xy + 1 yy"))));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(null_vector, setup, teardown),
      cmocka_unit_test_setup_teardown(none, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
