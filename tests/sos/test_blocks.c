/* Blocks by symmetry, and monomials that leave. */
#include "support.h"

/* x^4 + x^2 y^2 + y^4 + 1 is even in x and in y: four classes of monomials up to degree 2. */
static void split_by_signs(void **state) {
  (void)state;
  one_poly *to = prepare(poly("1 xxxx + 1 xxyy + 1 yyyy + 1"));
  assert_int_equal(to->part.count, 6);
  assert_int_equal(to->work.blocks, 4); /* {1, xx, yy}, {x}, {y}, {xy} */
  one_poly *other = prepare(poly("1 xxxx + 1 xy + 1 yyyy + 1"));
  assert_int_equal(other->work.blocks, 2); /* even and odd degree */
  one_poly *whole = prepare(poly("1 xxxx + 1 xy + 1 yyyy + 1 + 1 x"));
  assert_int_equal(whole->work.blocks, 1);
}

/* With all monomials up to degree 2, x^2 + 1 keeps 1 and x: x^2 squared is in no term. */
static void leave(void **state) {
  (void)state;
  const uint32_t atom = 'x' - 'a';
  ss_sos_basis basis;
  assert_int_equal(ss_sos_monomials(&ring, 1, &atom, NULL, 0, 2, arena, &basis), SS_OK);
  const ss_sos_part part = {ss_poly_integer(&ring, 1), basis.count, basis.monomial};
  const ss_sos_summand summand = {SS_SOS_ONE, poly("1 xx + 1")};
  const ss_sos_condition condition = {1, &summand, 1, &part};
  const ss_sos_program program = {0, 1, &condition};
  sos_work work = {.ring = &ring, .program = &program, .arena = arena};
  assert_true(ss_sos_find_scales(&work) && ss_sos_make_blocks(&work) &&
              ss_sos_make_columns(&work) && ss_sos_drop_monomials(&work));
  assert_int_equal(work.dropped, 1);
  assert_int_equal(work.rows, 2); /* 1 and x^2; x does not occur, by parity */
  assert_int_equal(ss_ring_degree(&ring, work.drop[0].row, NULL), 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(split_by_signs, setup, teardown),
      cmocka_unit_test_setup_teardown(leave, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
