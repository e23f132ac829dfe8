/* test_energy_part.c: which part of a rest set lies in the level. */
#include "energy_support.h"

/* Rest positions |x| <= 3, of which |x| < 2 lie below U = 4 and x >= -1 in the region. */
static void below_and_inside(void **state) {
  (void)state;
  machine m = read_machine(
      "t", "coord x\nkinetic = x'^2\npotential = x^2 + x^4/1000\nforce x = -x'\n", 0, NULL);
  const char *why_not;
  ss_energy *e = see(&m, &why_not);
  assert_non_null(e);
  double middle = 0, points[] = {-3, -2.5, -1.5, -0.5, 0.5, 1.5, 1.9, 2.5, 3};
  double lo[] = {-1, -9}, hi[] = {9, 9};
  ss_rest_set set = {.center = &middle, .points = 9, .point = points};
  const ss_rest_sets sets = {.count = 1, .set = &set};
  ss_energy_proof p = {.bound = 4, .lo = lo, .hi = hi};
  ss_energy_search s = {.e = e, .p = &p};
  ss_proof_options o = {.sets = &sets};
  ss_energy_find_part(&s, &o);
  assert_true(p.part_lo[0] == -0.5 && p.part_hi[0] == 1.9);
  assert_null(ss_energy_lowest(&s, &o)); /* the middle */
  middle = 2;
  assert_ptr_equal(ss_energy_lowest(&s, &o), &points[3]);
  o.chosen = true;
  assert_null(ss_energy_lowest(&s, &o));
  p.part_lo = NULL;
  o.own_set = SIZE_MAX;
  ss_energy_find_part(&s, &o);
  assert_null(p.part_lo);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(below_and_inside)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
