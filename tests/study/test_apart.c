/* test_apart.c: gaps as numbers, and machines without their contacts. */
#include "stage.h"

#define MACHINE(contacts)                                                                          \
  "param d = 1/3\ncoord x, y\nkinetic = x'^2/2 + y'^2/2\npotential = x^2/2 + y^2/2\n"              \
  "friction f { slip = x'; normal = 1; law = coulomb(1) }\n" contacts                              \
  "friction g { slip = y'; normal = 1; law = coulomb(1) }\n"
#define CONTACT(name, gap) "contact " name " { gap = " gap "; restitution = newton(1/2, 0) }\n"

static void gaps_are_numbers(void **state) {
  (void)state;
  stage s = open_stage(MACHINE(CONTACT("a", "d*(2 - y)") CONTACT("b", "x + y/4 + 5")));
  const ss_tube_gap *gap;
  const char *why;
  ss_machine *apart;
  assert_int_equal(ss_study_find_gaps(s.arena, s.machine, &gap, &why), SS_OK);
  assert_null(why);
  assert_true(fabs(gap[0].d - 2. / 3) < 1e-15 && fabs(gap[0].a[1] + 1. / 3) < 1e-15);
  assert_true(gap[0].a[0] == 0);
  assert_true(gap[1].d == 5 && gap[1].a[0] == 1 && gap[1].a[1] == 0.25);
  assert_int_equal(ss_machine_apart(s.machine, &s.said, &apart), SS_OK);
  assert_true(ss_machine_is_apart(apart) && !ss_machine_is_apart(s.machine));
  assert_int_equal(ss_machine_system(apart)->normals, 0);
  assert_int_equal(ss_machine_model(apart)->elements, 2);
  assert_string_equal(ss_machine_model(apart)->element[1].name.text, "g");
  ss_machine_close(apart);
  close_stage(&s);
}

static void others_are_refused(void **state) {
  (void)state;
  static const struct {
    const char *text, *why;
  } cases[] = {
      {MACHINE(CONTACT("a", "2 - y - x*y")), "a gap is not linear"},
      {MACHINE(CONTACT("a", "2 - sin(y)")), "a gap is not linear"},
      {MACHINE(CONTACT("a", "2 - y + sin(t)")), "something depends on the time"},
      {MACHINE("param r = 1 in [0.5, 2]\n" CONTACT("a", "2 - y")), "a parameter has a range"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    stage s = open_stage(cases[i].text);
    const ss_tube_gap *gap;
    const char *why;
    assert_int_equal(ss_study_find_gaps(s.arena, s.machine, &gap, &why), SS_OK);
    assert_non_null(why);
    assert_string_equal(why, cases[i].why);
    close_stage(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(gaps_are_numbers),
                                     cmocka_unit_test(others_are_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
