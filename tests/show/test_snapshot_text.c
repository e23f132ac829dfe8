/* test_snapshot_text.c: the page of `info --at`. */
#include "fixture.h"

static void test_page(void **state) {
  (void)state;
  fixture f;
  ss_snapshot s;
  ss_text out;
  start_fixture(&f, bead);
  assert_int_equal(take(&f, "low", &s), SS_OK);
  ss_text_start(&out);
  ss_show_snapshot(&s, &out);
  assert_contains(&out, "at low\n  x  2  x' = 3\n  y  1  y' = 0\n");
  assert_contains(&out, "kinetic energy 9, potential energy 19.62, together 28.62\n");
  assert_contains(&out, "  contact floor  closed  gap 0  γ_N -1.5  γ_T 3\n");
  assert_contains(&out, "Delassus matrix of floor N, floor T, wall T\n");
  assert_contains(&out, "singular: rank 2 of 3");
  ss_text_stop(&out);
  stop_fixture(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_page)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
