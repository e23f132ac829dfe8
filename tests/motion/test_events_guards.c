/* test_events_guards.c: events are found where they are, and only there. */
#include "machine.h"

/* A mass on a spring swings down to c - A above a floor: y = c + A cos(t). It touches if that is
 * negative, however little; `bend` makes the system nonlinear without changing it there. */
static machine make_swing(bool linear) {
  return machine_parse(
      linear ? "coord y, z\nkinetic = 1/2*(y'^2 + z'^2)\npotential = 1/2*(y - 1)^2\n"
               "contact floor { gap = y; restitution = newton(0.5, 0) }\n"
             : "coord y, z\nkinetic = 1/2*(y'^2 + z'^2)\npotential = 1/2*(y - 1)^2 + z^4\n"
               "contact floor { gap = y; restitution = newton(0.5, 0) }\n");
}

static void test_grazing(void **state) {
  (void)state;
  for (int linear = 0; linear < 2; linear++)
    for (int touches = 0; touches < 2; touches++) {
      machine m = make_swing(linear);
      const double depth = touches ? 1e-7 : -1e-7;
      m.q[0] = 2 + depth;
      machine_run_well(&m, 6);
      assert_int_equal(machine_count(&m, SS_EVENT_IMPACT) > 0, touches);
      if (touches) {
        const double t = acos(-1 / (1 + depth));
        assert_near(m.motion.event[0].t, t, 1e-9);
        assert_near(m.motion.event[0].u_before[0], -(1 + depth) * sin(t), 1e-9);
      } else {
        assert_near(m.motion.q[0], 1 + (1 + depth) * cos(6), 1e-9);
      }
      machine_close(&m);
    }
}

/* A contact that lets go: the force 3 - 2 t - .. vanishes at t = 1.5; then y = (t - 1.5)^3 / 3. */
static void test_detach(void **state) {
  (void)state;
  machine m = machine_parse("coord y\nkinetic = 1/2*y'^2\nforce y = 2*t - 3\n"
                            "contact floor { gap = y }\n");
  machine_run_well(&m, 3);
  assert_int_equal(m.motion.events, 1);
  assert_int_equal(m.motion.event[0].kind, SS_EVENT_DETACH);
  assert_near(m.motion.event[0].t, 1.5, 1e-10);
  assert_near(m.motion.q[0], 1.125, 1e-9);
  machine_close(&m);
}

/* Short flights: a ball thrown at 1e-4 m/s comes back after 2e-5 s, in a system with other, slow
 * motion; and it does so in the right time. */
static void test_short_flight(void **state) {
  (void)state;
  machine m = machine_parse("coord y, z\nkinetic = 1/2*(y'^2 + z'^2)\n"
                            "potential = 10*y + 1/4*z^4\n"
                            "contact floor { gap = y; restitution = newton(0.5, 0) }\n");
  for (double v = 1e-1; v > 1e-6; v /= 10) {
    m.u[0] = v;
    m.q[1] = 1;
    machine_run_well(&m, 1e-1);
    assert_near(m.motion.event[0].t / (v / 5), 1, 1e-8);
  }
  machine_close(&m);
}

/* Falls from rest and throws, long and short, beside other motion: the instant of the impact is
 * that of the parabola, to the rounding of the gap and of t. */
static void test_falls(void **state) {
  (void)state;
  machine m = machine_parse("coord y, z\nkinetic = 1/2*(y'^2 + z'^2)\n"
                            "potential = 10*y + 1/4*z^4\n"
                            "contact floor { gap = y; restitution = newton(0.5, 0) }\n");
  for (double height = 1e-6; height < 10; height *= 3)
    for (double v = -3; v <= 3; v += 1.5) {
      const double t = (v + sqrt(v * v + 20 * height)) / 10, speed = sqrt(v * v + 20 * height);
      m.q[0] = height;
      m.u[0] = v;
      m.q[1] = 1;
      machine_run_well(&m, t * 1.01);
      assert_int_equal(m.motion.event[0].kind, SS_EVENT_IMPACT);
      /* rounding of y on its way to v^2 / 20 above the start, of sums of that size in v */
      const double rounding = 1e-15 * (height + v * v / 20 + t * speed);
      assert_near(m.motion.event[0].t, t, 4 * rounding / speed + 4e-16 * t);
    }
  machine_close(&m);
}

/* Two contacts that meet at the same instant meet at once. */
static void test_simultaneous(void **state) {
  (void)state;
  machine m = machine_open("rocking-bar", NULL);
  machine_put(&m, "y=0.5");
  machine_run_well(&m, 0.4);
  assert_int_equal(machine_count(&m, SS_EVENT_IMPACT), 1);
  const ss_event *e = m.motion.event;
  assert_near(e->t, sqrt(1 / 9.81), 1e-12);
  assert_near(e->impulses[0], e->impulses[1], 1e-12);
  machine_close(&m);
}

/* A mass rides on a belt, x = 0.3 t, until the springs' force (6 x + y, 4 y + x) leaves the law's
 * set: an ellipse with half axes 3 and 6, or a spot that does not drill, whose set is a disk of 4.5
 * there. The time was up to 2e-4 late, since the distance from the set has no sign inside it. */
static void test_bounds_in_space(void **state) {
  (void)state;
  static const char *const law[] = {"law = ellipse(0.2, 0.4)",
                                    "spin = p'; law = contensou(0.3, 0.1)"};
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 4; i++) {
      const double y = -0.5 + 0.3 * i, a = k ? 4.5 : 3, b = k ? 4.5 : 6;
      char text[400];
      snprintf(text, sizeof text,
               "coord x, y, p\nkinetic = 1/2*(x'^2 + y'^2 + p'^2)\n"
               "potential = 3*x^2 + 2*y^2 + x*y + p^2\n"
               "friction pad { slip = (x' - 0.3, y'); normal = 15; %s }\n",
               law[k]);
      machine m = machine_parse(text);
      m.q[1] = y;
      m.u[0] = 0.3;
      machine_run_well(&m, 4);
      /* ((6 x + y) / a)^2 + ((4 y + x) / b)^2 = 1 */
      const double A = 36 / (a * a) + 1 / (b * b), B = 6 * y / (a * a) + 4 * y / (b * b);
      const double C = y * y / (a * a) + 16 * y * y / (b * b) - 1;
      const double t = (-B + sqrt(B * B - A * C)) / A / 0.3;
      assert_true(m.motion.events > 0);
      assert_int_equal(m.motion.event[0].kind, SS_EVENT_SLIP);
      assert_near(m.motion.event[0].t, t, 1e-12);
      machine_close(&m);
    }
}

/* The time in which friction 10*(0.2 + 0.2 exp(-(v/w)^2)) stops a mass of 1 from the speed v0, by
 * Simpson's rule on pieces of w / 50. */
static double find_stopping_time(double v0, double w) {
  const int pieces = 2 * (int)ceil(25 * v0 / w);
  const double h = v0 / pieces;
  double sum = 0;
  for (int i = 0; i <= pieces; i++) {
    const double v = i * h, weight = i == 0 || i == pieces ? 1 : i % 2 ? 4 : 2;
    sum += weight * h / 3 / (2 + 2 * exp(-(v / w) * (v / w)));
  }
  return sum;
}

/* Friction that rises where the slip comes to its end, within a part of the last step as small as
 * one likes: a step from afar to beyond the end did not see it, and the end came late. */
static void test_peak_at_the_end_of_a_slip(void **state) {
  (void)state;
  const double speeds[] = {1, 0.97, 3, -2}, widths[] = {0.1, 0.01, 0.001};
  for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++)
    for (size_t k = 0; k < sizeof widths / sizeof *widths; k++) {
      const double v = speeds[i], w = widths[k], time = find_stopping_time(fabs(v), w);
      char text[200], start[40];
      snprintf(text, sizeof text,
               "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 1/2*y^2\n"
               "friction floor { slip = x'; normal = 10; law = stribeck(0.4, 0.2, %g) }\n",
               w);
      machine m = machine_parse(text);
      snprintf(start, sizeof start, "x'=%g, y=1", v);
      machine_put(&m, start);
      machine_run_well(&m, time + 1);
      assert_int_equal(m.motion.events, 1);
      assert_int_equal(m.motion.event[0].kind, SS_EVENT_STICK);
      assert_near(m.motion.event[0].t, time, 1e-9);
      assert_true(machine_residual(&m) < 1e-9);
      machine_close(&m);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bounds_in_space), cmocka_unit_test(test_grazing),
      cmocka_unit_test(test_detach),          cmocka_unit_test(test_short_flight),
      cmocka_unit_test(test_falls),           cmocka_unit_test(test_peak_at_the_end_of_a_slip),
      cmocka_unit_test(test_simultaneous),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
