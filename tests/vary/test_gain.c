/* test_gain.c: gains of single events, in closed form. */
#include "vary.h"

/* A ball that hits the floor with -v: G = [-e, 0; (1 + e) g / v, -e], and by e, at its own time. */
static void test_ball(void **state) {
  (void)state;
  machine m = machine_open("bouncing-ball", NULL);
  machine_put(&m, "drop");
  size_t e = ss_model_find_parameter(m.model, "e"), g = ss_model_find_parameter(m.model, "g");
  const size_t parameters[] = {e, g};
  ss_vary_options options = ss_vary_default_options();
  options.parameters = 2;
  options.parameter = parameters;
  const ss_variation r = vary_well(&m, 0.6, &options);
  const double speed = sqrt(2 * 9.81), restitution = 0.8;
  assert_int_equal(r.events, 1);
  assert_near(r.event[0].t, speed / 9.81, 1e-14);
  assert_near(r.event[0].rate, -speed, 1e-13);
  const double want[] = {-restitution, 0, 0, 0, 1.8 * 9.81 / speed, -restitution, speed, 0};
  for (int k = 0; k < 8; k++) assert_near(r.event[0].piece[0].gain[k], want[k], 1e-13);
  machine_close(&m);
}

/* A slip that ends: (f- - f+) over the deceleration. A mass that slides on a floor of friction mu N
 * and is pulled by F < mu N stops for good: velocities are forgotten, positions stay. */
static void test_stick(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\nforce x = 1\n"
                            "friction floor { slip = x'; normal = 10; law = coulomb(0.3) }\n");
  machine_put(&m, "x'=1");
  const ss_variation r = vary_well(&m, 1, NULL);
  assert_int_equal(r.events, 1);
  const double gain[] = {1, 0, 0, 0};
  for (int k = 0; k < 4; k++) assert_near(r.event[0].piece[0].gain[k], gain[k], 1e-13);
  /* x = v^2 / 4 */
  const double map[] = {1, 0.5, 0, 0};
  for (int k = 0; k < 4; k++) assert_near(r.piece[0].gain[k], map[k], 1e-13);
  machine_close(&m);
}

/* A slip that turns round: F > mu N against it. The gain is (F - mu N)/(F + mu N). */
static void test_turn(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\nforce x = -5\n"
                            "friction floor { slip = x'; normal = 10; law = coulomb(0.3) }\n");
  machine_put(&m, "x'=4");
  const ss_variation r = vary_well(&m, 1, NULL);
  assert_int_equal(r.events, 1);
  assert_near(r.event[0].piece[0].gain[3], 2.0 / 8, 1e-13);
  machine_close(&m);
}

/* A force that pulls a mass loose, and one that lifts it off: rates do not jump, the gain is 1. */
static void test_continuous(void **state) {
  (void)state;
  const char *const texts[] = {
      "coord x\nkinetic = 1/2*x'^2\nforce x = 2*t\n"
      "friction floor { slip = x'; normal = 10; law = coulomb(0.1) }\n",
      "coord x\nkinetic = 1/2*x'^2\npotential = 1/2*(x - t)^2 + x\ncontact floor { gap = x }\n"};
  for (int k = 0; k < 2; k++) {
    machine m = machine_parse(texts[k]);
    const ss_variation r = vary_well(&m, 2, NULL);
    const double identity[] = {1, 0, 0, 1};
    assert_int_equal(r.events, 1);
    for (int i = 0; i < 4; i++) assert_near(r.event[0].piece[0].gain[i], identity[i], 1e-9);
    machine_close(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ball),
      cmocka_unit_test(test_stick),
      cmocka_unit_test(test_turn),
      cmocka_unit_test(test_continuous),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
