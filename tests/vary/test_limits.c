/* test_limits.c: the sizes up to which gains hold. */
#include "vary.h"

/* Two balls that fall side by side a little apart: the gain of the second holds as long as their
 * order does not change. a = 1 lands at s, b = 1 + d at s sqrt(1 + d); the time of a's moves by
 * -dy/v and so on. */
static void test_size(void **state) {
  (void)state;
  machine m = machine_parse("coord a, b\nkinetic = 1/2*(a'^2 + b'^2)\npotential = a + b\n"
                            "contact one { gap = a; restitution = newton(0.5, 0) }\n"
                            "contact two { gap = b; restitution = newton(0.5, 0) }\n");
  machine_put(&m, "a=1, b=1.001");
  const ss_variation v = vary_well(&m, 2, NULL);
  assert_int_equal(v.events, 2);
  const double s = sqrt(2), r = sqrt(2.002), apart = r - s;
  /* row: (1/s, 1, 0, 0) against (0, 0, 1/r, 1) in the order a, b, a', b' */
  const double want = apart / sqrt(1 / (s * s) + 1 + 1 / (r * r) + 1);
  assert_near(v.event[1].size, want, 1e-3 * want);
  assert_non_null(strstr(v.event[1].limit, "order"));
  assert_near(v.size, want, 1e-3 * want);
  machine_close(&m);
}

/* A ball that hits the floor shortly before the end: perturbed, it may hit it afterwards. The time
 * of the impact changes by (1/v, t/v) times the start. */
static void test_end(void **state) {
  (void)state;
  machine m = machine_open("bouncing-ball", NULL);
  machine_put(&m, "drop");
  const ss_variation v = vary_well(&m, 0.4516, NULL);
  const double speed = sqrt(2 * 9.81), hit = speed / 9.81;
  const double want = (0.4516 - hit) / (hypot(1, hit) / speed);
  assert_near(v.event[0].size, want, 1e-9);
  assert_non_null(strstr(v.event[0].limit, "after the end"));
  machine_close(&m);
}

/* A mass that sticks with a force of 1 where 3 is the bound, held by a spring: it is the start's
 * position that may not change by more than 2 / k. */
static void test_guard(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\npotential = 1/2*4*(x - 1/2)^2\n"
                            "friction floor { slip = x'; normal = 10; law = coulomb(0.3) }\n");
  /* it decelerates from x = 0.25, v so that it stops at 3/4: the force there is 1 */
  machine_put(&m, "x=0.7499, x'=0.02");
  const ss_variation v = vary_well(&m, 1, NULL);
  assert_int_equal(v.events, 1);
  const double stop = v.x[0], inside = 3 - 4 * (stop - 0.5);
  const double *map = v.piece[0].gain;
  assert_near(v.event[0].size, inside / (4 * hypot(map[0], map[1])), 1e-6);
  assert_non_null(strstr(v.event[0].limit, "'floor'"));
  machine_close(&m);
}

/* A force that grows with time lifts a box off the floor when it does, whatever the start: nothing
 * is said about a size. It was 5e299. */
static void test_no_limit(void **state) {
  (void)state;
  machine m = machine_open("gradients/lifted-box", NULL);
  machine_put(&m, "start");
  const ss_variation v = vary_well(&m, 1, NULL);
  assert_int_equal(v.events, 1);
  assert_true(isinf(v.event[0].size) && isinf(v.size));
  assert_null(v.event[0].limit);
  machine_close(&m);
}

/* A ball that is driven sideways, and hardly slips in its impact, or hardly sticks: with the
 * impact's speed w, w^2 = 2 g y + y'^2, and v = x' - 2 t, t = (y' + w) / g, it slips where
 *
 *     c = (1 + eT) v - mu (1 + eN) w > 0.
 *
 * Beyond its size, in the direction of c's slope, a motion does the other. */
static void test_slip_of_impact(void **state) {
  (void)state;
  const char *model = "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 9.81*y + 2*x\n"
                      "contact floor { gap = y; slip = x'; law = coulomb(0.3);"
                      " restitution = newton(0.5, %s) }\n";
  for (int k = 0; k < 4; k++) {
    const double w = sqrt(2 * 9.81), eT = k & 1 ? 0.25 : 0, c = k & 2 ? -1e-4 : 1e-4;
    const double dy = (1 + eT) * -2 / w - 0.45 * 9.81 / w, dv = (1 + eT) * -2 / 9.81;
    const double slope = sqrt(dy * dy + dv * dv + (1 + eT) * (1 + eT));
    char text[400];
    snprintf(text, sizeof text, model, k & 1 ? "1/4" : "0");
    machine m = machine_parse(text);
    m.q[1] = 1;
    m.u[0] = (0.45 * w + c) / (1 + eT) + 2 * w / 9.81;
    const ss_variation v = vary_well(&m, 0.6, NULL);
    assert_int_equal(v.events, 1);
    assert_near(v.event[0].size, fabs(c) / slope, 1e-4 * fabs(c));
    assert_non_null(strstr(v.event[0].limit, c > 0 ? "'floor' ends its slip" : "begins to slip"));
    for (int beyond = 0; beyond < 2; beyond++) {
      const double far = (beyond ? 1.01 : 0.99) * -c / (slope * slope);
      machine other = machine_parse(text);
      other.q[1] = 1 + far * dy;
      other.u[0] = m.u[0] + far * (1 + eT);
      other.u[1] = far * dv;
      machine_run_well(&other, 0.6);
      const ss_event *e = machine_event(&other, SS_EVENT_IMPACT, 0);
      const double asked = e->u_after[0] + eT * e->u_before[0];
      assert_true((fabs(asked) > 1e-9) == ((c > 0) != beyond));
      machine_close(&other);
    }
    machine_close(&m);
  }
}

/* The same in two directions, without a force: c = mu (1 + eN) w - |v|. */
static void test_stick_in_space(void **state) {
  (void)state;
  const double w = sqrt(2 * 9.81), c = 1e-4;
  machine m = machine_parse("coord x, z, y\nkinetic = 1/2*(x'^2 + z'^2 + y'^2)\n"
                            "potential = 9.81*y\ncontact floor { gap = y; slip = (x', z');"
                            " law = disk(0.3); restitution = newton(0.5, 0) }\n");
  m.q[2] = 1;
  m.u[0] = 0.6 * (0.45 * w - c);
  m.u[1] = 0.8 * (0.45 * w - c);
  const ss_variation v = vary_well(&m, 0.6, NULL);
  assert_near(v.event[0].size, c / hypot(1, 0.45 * 9.81 / w), 1e-4 * c);
  assert_non_null(strstr(v.event[0].limit, "begins to slip"));
  machine_close(&m);
}

/* A ball that falls from y has no impact where y is 0: to first order its impulse 1.9 w,
 * w^2 = 2 g y, vanishes at 2 y. The event of another ball comes between it and the end. */
static void test_impulse(void **state) {
  (void)state;
  machine m = machine_parse("coord y, z\nkinetic = 1/2*(y'^2 + z'^2)\npotential = 10*(y + z)\n"
                            "contact floor { gap = y; restitution = newton(0.9, 0) }\n"
                            "contact other { gap = z; restitution = newton(0.9, 0) }\n");
  m.q[0] = 1e-3;
  m.q[1] = 5e-3;
  const ss_variation v = vary_well(&m, 0.036, NULL);
  assert_int_equal(v.events, 2);
  assert_near(v.event[0].size, 2e-3, 1e-9);
  assert_non_null(strstr(v.event[0].limit, "the impulse of 'floor' reaches 0"));
  machine_close(&m);
}

/* The second bounce of a ball comes just after the end, and before it from a start that is a little
 * lower: y = v s - g s^2/2 at the time s after the first, v = e w, which changes with the start by
 * the transition map. Motions beyond the size have another impact. */
static void test_before_the_end(void **state) {
  (void)state;
  machine m = machine_open("bouncing-ball", NULL);
  machine_put(&m, "drop");
  const double w = sqrt(2 * 9.81), flight = 2 * 0.8 * w / 9.81, end = w / 9.81 + flight - 1e-4;
  const ss_variation v = vary_well(&m, end, NULL);
  assert_int_equal(v.events, 1);
  const double *map = v.piece[0].gain, slope = hypot(map[0], map[1]);
  assert_near(v.size, v.x[0] / slope, 1e-9);
  assert_non_null(strstr(v.event[0].limit, "'floor' reaches 0 before the end"));
  for (int beyond = 0; beyond < 2; beyond++) {
    const double far = (beyond ? 1.01 : 0.99) * v.size / slope;
    machine other = machine_open("bouncing-ball", NULL);
    machine_put(&other, "drop");
    other.q[0] -= far * map[0];
    other.u[0] -= far * map[1];
    machine_run_well(&other, end);
    assert_int_equal(machine_count(&other, SS_EVENT_IMPACT), 1 + beyond);
    machine_close(&other);
  }
  machine_close(&m);
}

/* Bounces of one ball come in their order, however near they are. */
static void test_one_contact(void **state) {
  (void)state;
  machine m = machine_open("bouncing-ball", NULL);
  machine_put(&m, "drop");
  const ss_variation v = vary_well(&m, 3, NULL);
  assert_true(v.events > 4);
  for (size_t k = 0; k < v.events; k++)
    assert_true(!v.event[k].limit || !strstr(v.event[k].limit, "order"));
  machine_close(&m);
}

/* Slip in two directions that an impact hardly leaves: |v| - mu (1 + eN) w. */
static void test_slip_in_space(void **state) {
  (void)state;
  const double w = sqrt(2 * 9.81), c = 1e-4;
  machine m = machine_parse("coord x, z, y\nkinetic = 1/2*(x'^2 + z'^2 + y'^2)\n"
                            "potential = 9.81*y\ncontact floor { gap = y; slip = (x', z');"
                            " law = disk(0.3); restitution = newton(0.5, 0) }\n");
  m.q[2] = 1;
  m.u[0] = 0.6 * (0.45 * w + c);
  m.u[1] = 0.8 * (0.45 * w + c);
  const ss_variation v = vary_well(&m, 0.6, NULL);
  assert_near(v.event[0].size, c / hypot(1, 0.45 * 9.81 / w), 1e-4 * c);
  assert_non_null(strstr(v.event[0].limit, "ends its slip"));
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_size),           cmocka_unit_test(test_end),
      cmocka_unit_test(test_guard),          cmocka_unit_test(test_no_limit),
      cmocka_unit_test(test_slip_of_impact), cmocka_unit_test(test_stick_in_space),
      cmocka_unit_test(test_one_contact),    cmocka_unit_test(test_impulse),
      cmocka_unit_test(test_before_the_end), cmocka_unit_test(test_slip_in_space),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
