/* Units: by hand, and the same however a program is written down. */
#include "support.h"

static void by_hand(void **state) {
  (void)state;
  made *to = make_empty();
  add_block(to, 2, false);
  to->program.variables = 2;
  add_equality(to, 24);
  add_equality(to, -1);
  add_equality(to, 5); /* no entries: its unit is 1 */
  add_entry(to, 0, 0, 0, 0, 3);
  add_free(to, 0, 0, 4);        /* |(3, 4)| = 5 -> 4 */
  add_entry(to, 1, 0, 0, 1, 8); /* |8 (01, 10)| = 8 sqrt 2 -> 2^3.5, to an even exponent: 2^4 */
  add_cost(to, 0, 1, 1, 100);   /* -> 128 */
  to->f[0] = 1;
  ss_scales scales;
  assert_int_equal(ss_scales_make(&to->program, arena, &scales), SS_OK);
  assert_true(scales.row[0] == 0.25);
  assert_true(scales.row[1] == 0.0625 || scales.row[1] == 0.125);
  assert_true(scales.row[2] == 1);
  assert_true(scales.beta == 4 || scales.beta == 8); /* 24 / 4 = 6: log2 is 2.58 -> 8 */
  assert_true(scales.column[0] == 1);                /* 4 / 4 */
  assert_true(scales.column[1] == 1);                /* no coefficient */
  assert_true(scales.gamma == 128);
}

static void an_empty_program(void **state) {
  (void)state;
  made *to = make_empty();
  ss_scales scales;
  assert_int_equal(ss_scales_make(&to->program, arena, &scales), SS_OK);
  assert_true(scales.beta == 1 && scales.gamma == 1);
}

/* 1e9 + 1 - 1e9 in three entries is 1. */
static void entries_of_one_place_are_added(void **state) {
  (void)state;
  made *to = make_empty();
  add_block(to, 2, false);
  to->program.variables = 1;
  add_equality(to, 1);
  const double pieces[] = {1e9, 1, -1e9};
  for (size_t k = 0; k < 3; k++) {
    add_entry(to, 0, 0, k == 1, k != 1, pieces[k]);
    add_cost(to, 0, 0, 0, pieces[k]);
    add_free(to, 0, 0, pieces[k]);
  }
  ss_scales scales;
  assert_int_equal(ss_scales_make(&to->program, arena, &scales), SS_OK);
  assert_true(scales.row[0] == 0.5); /* sqrt 3 -> 2 */
  assert_true(scales.column[0] == 2);
  assert_true(scales.gamma == 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(by_hand),
      cmocka_unit_test(an_empty_program),
      cmocka_unit_test(entries_of_one_place_are_added),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
