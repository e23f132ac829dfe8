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

/* Poisson's law of one contact without friction is Newton's, its derivative by e included. */
static void test_poisson_ball(void **state) {
  (void)state;
  machine m = machine_parse("param e = 0.8\ncoord y\nkinetic = 1/2*y'^2\npotential = 9.81*y\n"
                            "contact floor { gap = y; restitution = poisson(e) }\n");
  const size_t parameter = 0;
  machine_put(&m, "y=1");
  ss_vary_options options = ss_vary_default_options();
  options.parameters = 1;
  options.parameter = &parameter;
  const ss_variation r = vary_well(&m, 0.6, &options);
  const double speed = sqrt(2 * 9.81);
  const double want[] = {-0.8, 0, 0, 1.8 * 9.81 / speed, -0.8, speed};
  for (int k = 0; k < 6; k++) assert_near(r.event[0].piece[0].gain[k], want[k], 1e-13);
  machine_close(&m);
}

/* A rod that falls on its ends, with friction: slip that turns or sticks in compression and in
 * expansion, and the other end that bounces or is kept down. */
static void test_poisson_rod(void **state) {
  (void)state;
  static const struct {
    const char *state;
    double end;
  } cases[] = {{"y=1, y'=-1, x'=1, phi'=0.5", 0.7},
               {"y=1, y'=-1, x'=0.2, phi'=-2", 0.8},
               {"y=1, y'=-1, x'=-0.1, phi'=0.2, phi=-0.31", 0.75},
               {"y=1, y'=-3, x'=3, phi'=1", 0.5}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    machine m = machine_parse(
        "param e = 0.5\nparam mu = 0.3\ncoord x, y, phi\n"
        "kinetic = 1/2*x'^2 + 1/2*y'^2 + 1/20*phi'^2\npotential = 9.81*y\nlet a = phi + 0.3\n"
        "contact a { gap = y - 0.5*sin(a); slip = ddt(x - 0.5*cos(a)); law = coulomb(mu);\n"
        "            restitution = poisson(e) }\n"
        "contact b { gap = y + 0.5*sin(a); slip = ddt(x + 0.5*cos(a)); law = coulomb(mu);\n"
        "            restitution = poisson(e) }\n");
    const size_t parameters[] = {0, 1};
    ss_vary_options options = ss_vary_default_options();
    options.parameters = 2;
    options.parameter = parameters;
    options.checks = 4;
    machine_put(&m, cases[k].state);
    const ss_variation first = vary_well(&m, cases[k].end, &options);
    options.check_size = fmin(1e-3, 0.2 * first.size);
    const ss_variation r = vary_well(&m, cases[k].end, &options);
    assert_true(r.events >= 3);
    for (size_t j = 0; j < options.checks; j++) {
      assert_null(r.check.note[j]);
      assert_true(r.check.order[j] > 1.98);
    }
    machine_close(&m);
  }
}

/* Two wheels, the first of which drives the second through a clutch from the start on: they go on
 * with one velocity, by an impact that no guard times. It is so up to perturbations that let the
 * second run ahead. */
static void test_clutch_at_start(void **state) {
  (void)state;
  machine m = machine_parse("coord a, b\nkinetic = 1/2*0.1*a'^2 + 1/2*0.2*b'^2\n"
                            "potential = 1/2*5*a^2\n"
                            "clutch pawl { slip = b' - a'; law = oneway }\n"
                            "friction brake { slip = b'; normal = 1; law = coulomb(0.4) }\n");
  machine_put(&m, "a=-1, a'=2, b'=1.9");
  const ss_variation r = vary_well(&m, 0.2, NULL);
  const double share = 1.0 / 3;
  const double want[] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, share, 1 - share, 0, 0, share, 1 - share};
  assert_true(r.events >= 1);
  assert_near(r.event[0].t, 0, 0);
  for (int k = 0; k < 16; k++) assert_near(r.event[0].piece[0].gain[k], want[k], 1e-13);
  assert_near(r.event[0].size, 0.1 / sqrt(2), 1e-12);
  assert_non_null(strstr(r.event[0].limit, "'pawl' does not engage"));
  assert_true(vary_order(&m, 0.2, 4) > 1.98);
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
      cmocka_unit_test(test_ball),        cmocka_unit_test(test_poisson_ball),
      cmocka_unit_test(test_poisson_rod), cmocka_unit_test(test_clutch_at_start),
      cmocka_unit_test(test_stick),       cmocka_unit_test(test_turn),
      cmocka_unit_test(test_continuous),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
