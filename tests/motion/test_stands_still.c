/* test_stands_still.c: what is pressed to a wall by friction far above its weight stands still, and
 * does not creep: velocities are 0, not small, for 10^6 s, and the place is the same number.
 *
 * A block, and a capsule that touches the wall at two points, are pressed so that friction could
 * hold MARGIN times their weight; they come sliding, are stopped, and then nothing changes any
 * more. By all methods: with springs at the contacts the rest is that of the springs. */
#include "machine.h"

static const double margins[] = {20, 45, 95};

#define FOREVER 1e6

/* Distance and time in which m (g - mu F) < 0 stops the speed v. */
static void check_stop(const machine *m, double margin, double error) {
  const double v = 0.5, a = (margin - 1) * 9.81;
  assert_near(m->motion.q[1], -v * v / (2 * a), error);
}

static void check_still(const machine *m, double y) {
  assert_true(m->motion.at_rest);
  for (size_t k = 0; k < m->model->coordinates; k++) assert_true(m->motion.u[k] == 0);
  assert_true(m->motion.q[1] == y);
}

static void run_all(const char *text, const char *margin_name, double rounding) {
  for (size_t i = 0; i < sizeof margins / sizeof *margins; i++) {
    machine m = machine_parse(text);
    m.parameters[ss_model_find_parameter(m.model, margin_name)] = margins[i];
    for (int method = 0; method < SS_MOTION_METHOD_COUNT; method++) {
      m.options.method = (ss_motion_method)method;
      m.options.step = 1e-4;
      machine_put(&m, "y'=-0.5");
      machine_run_well(&m, 1);
      const double y = m.motion.q[1];
      check_stop(&m, margins[i], method == SS_MOTION_EVENTS ? rounding : 2e-3);
      check_still(&m, y);
      if (method == SS_MOTION_PENALTY) { /* its rest is that of its springs: all in one run */
        machine_run_well(&m, FOREVER);
        assert_near(m.motion.q[1], y, 1e-9);
        check_still(&m, m.motion.q[1]);
        continue;
      }
      /* .. and it is not only said: the motion goes on to its end */
      memcpy(m.q, m.motion.q, m.model->coordinates * sizeof *m.q);
      memset(m.u, 0, m.model->coordinates * sizeof *m.u);
      m.options.go_on_at_rest = true;
      machine_run_well(&m, FOREVER);
      m.options.go_on_at_rest = false;
      assert_true(m.motion.t == FOREVER);
      check_still(&m, y);
    }
    machine_close(&m);
  }
}

static void test_block(void **state) {
  (void)state;
  run_all("param margin = 20\nparam mu = 0.5\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
          "potential = 9.81*y + 9.81*margin/mu*x\n"
          "contact wall { gap = x; slip = y'; law = coulomb(mu) }\n",
          "margin", 1e-9);
}

static void test_capsule(void **state) {
  (void)state;
  run_all("param margin = 20\nparam mu = 0.5\nparam l = 0.2\nparam r = 0.05\n"
          "coord x, y, phi\nbody capsule { mass = 1; inertia = 0.02; at = (x + r, y, phi); "
          "gravity = (0, -9.81) }\npoint A on capsule (0, l)\npoint B on capsule (0, -l)\n"
          "force x = -9.81*margin/mu\n"
          "contact upper { gap = A.x - r; slip = ddt(A.y) + r*phi'; law = coulomb(mu) }\n"
          "contact lower { gap = B.x - r; slip = ddt(B.y) + r*phi'; law = coulomb(mu) }\n",
          "margin", 1e-9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_block),
      cmocka_unit_test(test_capsule),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
