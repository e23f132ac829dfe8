/* test_snapshot_text.c: the page of `info --at`. */
#include <math.h>

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

/* A mass that turns and is damped: f_gyr does no work, f_nc = (-r', 0) takes r'^2 = 9. */
static void test_forces(void **state) {
  (void)state;
  fixture f;
  ss_snapshot s;
  ss_text out;
  start_fixture(&f, "coord r, a\nkinetic = 1/2*(r'^2 + r^2*a'^2)\nforce r = -r'\n"
                    "state turning { r = 1; r' = 3; a' = 2 }\n");
  assert_int_equal(take(&f, "turning", &s), SS_OK);
  const double *gyroscopic = s.values.of[SS_QUANTITY_FGYR];
  assert_true(fabs(3 * gyroscopic[0] + 2 * gyroscopic[1]) < 1e-12 && gyroscopic[1] != 0);
  ss_text_start(&out);
  ss_show_snapshot(&s, &out);
  assert_contains(&out, "  f_gyr = [");
  assert_contains(&out, "  f_nc = [ -3 ]\n");
  assert_contains(&out, "  power of the forces without potential: -9\n");
  ss_text_stop(&out);
  stop_fixture(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_page), cmocka_unit_test(test_forces)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
