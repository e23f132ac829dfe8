/* test_compare.c: springs for contacts beside the rigid motion; an arm that a controller drives
 * against a stop, against distances that were computed by another program, to 1 % (they depend on
 * the times that are looked at). */
#include "stage.h"

static ss_comparison compare(stage *s, size_t count, const double *stiffness) {
  const double q[] = {1.6}, u[] = {0};
  const ss_start start = {q, u};
  ss_motion_options o = ss_motion_default_options();
  ss_comparison c;
  o.end = 1.3;
  o.every = 1.3 / 4000;
  assert_int_equal(ss_machine_compare(s->arena, s->machine, &start, &o, count, stiffness, &c),
                   SS_OK);
  return c;
}

#define ARM(e)                                                                                     \
  "coord q\nkinetic = 0.05/2*q'^2\npotential = 1.8/2*q^2\nforce q = -0.2*q'\n"                     \
  "contact stop { gap = q - 1/2; restitution = newton(" e ", 0) }\n"

static void distances_of_the_arm(void **state) {
  (void)state;
  static const double k[] = {1e3, 1e4, 1e5, 1e6};
  static const struct {
    const char *text;
    double distance[4];
  } cases[] = {{ARM("0.6"), {0.0789378, 0.0258513, 0.00822989, 0.00258880}},
               {ARM("1"), {0.128186, 0.0419301, 0.0135180, 0.00430284}}};
  for (size_t i = 0; i < 2; i++) {
    stage s = open_stage(cases[i].text);
    const ss_comparison c = compare(&s, 4, k);
    assert_true(isnan(c.of[0].order));
    /* (48): Kp q = k (q0 - q) */
    for (size_t j = 0; j < 4; j++) {
      const double rest = k[j] * 0.5 / (1.8 + k[j]);
      assert_true(fabs(c.of[j].rest[0] - rest) < 1e-11);
      assert_true(fabs(c.of[j].force[0] - 1.8 * rest) < 1e-5);
    }
    for (size_t j = 0; j < 4; j++) {
      assert_true(fabs(c.of[j].distance / cases[i].distance[j] - 1) < 0.015);
      assert_true(j == 0 || fabs(c.of[j].order - 0.5) < 0.02);
    }
    close_stage(&s);
  }
}

/* One that never touches the stop is the same. */
static void without_contact(void **state) {
  (void)state;
  static const double k[] = {1e3, 1e3};
  stage s = open_stage("coord q\nkinetic = 1/2*q'^2\npotential = 1/2*q^2\n"
                       "contact stop { gap = q + 9; restitution = newton(1/2, 0) }\n");
  const ss_comparison c = compare(&s, 2, k);
  assert_true(c.of[0].distance < 1e-7 && isnan(c.of[1].order));
  close_stage(&s);
}

/* A start below the stop is refused, with a reason. */
static void a_bad_start(void **state) {
  (void)state;
  const double q[] = {0}, u[] = {0}, k[] = {1e3};
  const ss_start start = {q, u};
  ss_motion_options o = ss_motion_default_options();
  ss_comparison c;
  stage s = open_stage(ARM("1/2"));
  assert_int_equal(ss_machine_compare(s.arena, s.machine, &start, &o, 1, k, &c), SS_BAD_INPUT);
  assert_non_null(c.reason);
  close_stage(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(distances_of_the_arm),
      cmocka_unit_test(without_contact),
      cmocka_unit_test(a_bad_start),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
