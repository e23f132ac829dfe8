/* test_energy_region.c: where the region may reach, and how it grows. */
#include "energy_support.h"

static ss_energy_search start(machine *m, const char *text) {
  const char *why_not;
  *m = read_machine("t", text, 0, NULL);
  ss_energy *e = see(m, &why_not);
  ss_energy_proof *p = ss_arena_new(m->arena, 1, ss_energy_proof);
  assert_non_null(e);
  assert_non_null(p);
  *p = (ss_energy_proof){0};
  assert_int_equal(ss_energy_find_point(e, NULL, &p->point), SS_OK);
  assert_true(p->point.found);
  assert_int_equal(ss_energy_find_scales(e, &p->point), SS_OK);
  e->zero = p->point.U_hi;
  return (ss_energy_search){.e = e, .p = p};
}

#define DAMPED "force x = -x'\nforce y = -y'\n"

/* All faces get the energy that is aimed at: x^2/2 and x'^2/2 are 8 at 4. */
static void grows(void **state) {
  (void)state;
  machine m;
  ss_energy_search s = start(
      &m, "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = (x^2 + y^2)/2 + y^4\n" DAMPED);
  ss_energy_start_region(&s, 1);
  assert_int_equal(s.status, SS_OK);
  assert_true(ss_energy_grow_region(&s, 8));
  for (size_t f = 0; f < s.faces; f++) assert_true(s.energy[f] >= 8);
  assert_true(s.p->lo[0] <= -4 && s.p->hi[0] >= 4 && s.p->hi[2] >= 4);
  assert_true(s.p->hi[0] <= 1.4 * 1.4 * 4);
  stop(&m);
}

/* M is singular at x = 1 and indefinite beyond: the region ends before, whatever is aimed at. */
static void stops_where_the_mass_vanishes(void **state) {
  (void)state;
  static const char *const kinetic[] = {"1/2*(1 - x)*x'^2 + 1/2*y'^2",
                                        "1/2*x'^2 + 1/2*y'^2 + x*x'*y'"};
  for (int i = 0; i < 2; i++) {
    machine m;
    char text[300];
    snprintf(text, sizeof text, "coord x, y\nkinetic = %s\npotential = (x^2 + y^2)/2\n" DAMPED,
             kinetic[i]);
    ss_energy_search s = start(&m, text);
    ss_energy_start_region(&s, 1);
    assert_false(ss_energy_grow_region(&s, 8));
    assert_true(s.p->hi[0] < 1 && s.p->hi[0] > 0.99);
    assert_true(i == 0 || (s.p->lo[0] > -1 && s.p->lo[0] < -0.99));
    stop(&m);
  }
}

/* A ridge at x = 2: the face stands there, and no farther. */
static void stops_at_a_ridge(void **state) {
  (void)state;
  machine m;
  ss_energy_search s =
      start(&m, "coord x\nkinetic = x'^2\npotential = x^2 - x^3/3\nforce x = -x'\n");
  ss_energy_start_region(&s, 1);
  assert_false(ss_energy_grow_region(&s, 8));
  assert_true(fabs(s.p->hi[0] - 2) < 0.1);
  assert_true(s.energy[1] > 1.3 && s.energy[1] <= 4.0 / 3);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(grows),
                                     cmocka_unit_test(stops_where_the_mass_vanishes),
                                     cmocka_unit_test(stops_at_a_ridge)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
