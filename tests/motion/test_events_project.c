/* test_events_project.c: constrained motions: a beam on two sliders, and drift.
 *
 * The beam of Leine & van de Wouw 2008, section 7.4, in full coordinates (three, with two bilateral
 * constraints whose normal forces change their sign on the way). From the hanging position it comes
 * to rest hanging (set E1), leaning (E2) or hanging after a turn, depending on the speed; the
 * speeds between were computed independently, by bisection, to some 1e-8. */
#include "machine.h"

enum { HANGING, LEANING, TURNED };

static const char *const paper[] = {NULL};
static const char *const other[] = {"m=2", "J=0.4", "l=0.7", "mu1=0.2", "mu2=0.4", "g=9.81", NULL};

static void put_beam(machine *m, double theta, double w) {
  const double l = m->parameters[ss_model_find_parameter(m->model, "l")], phi = theta + M_PI;
  m->q[0] = l * sin(phi), m->q[1] = l * cos(phi), m->q[2] = phi;
  m->u[0] = l * cos(phi) * w, m->u[1] = -l * sin(phi) * w, m->u[2] = w;
}

/* Starts at theta with the angular velocity w; where does it come to rest? */
static int classify(machine *m, double theta, double w) {
  put_beam(m, theta, w);
  machine_run_well(m, 100);
  assert_true(m->motion.at_rest);
  assert_true(machine_residual(m) < 1e-10);
  return (int)lround((m->motion.q[2] - M_PI) / M_PI);
}

static void test_beam_boundaries(void **state) {
  (void)state;
  static const struct {
    const char *const *settings;
    double theta, lower, upper, error;
  } cases[] = {{paper, 0, 11.692018044036608, 13.69347245910957, 1e-7},
               {paper, M_PI / 4, 7.569532111785156, 9.029670781423986, 1e-7},
               {paper, M_PI / 2, 4.281632944281873, 5.471142301944977, 1e-7},
               {paper, 3 * M_PI / 4, 1.7347538866848489, 3.07617416884448, 1e-7},
               {paper, -M_PI / 4, 17.015632652497853, 19.886734263339978, 1e-7},
               {paper, -M_PI / 2, 24.43038934217349, 28.61723339906385, 1e-7},
               {other, 0, 11.88472276646095, 14.355883000295982, 1e-7},
               {other, M_PI / 4, 7.340497148814968, 9.15751446439001, 1e-7},
               {other, M_PI / 2, 4.4237590398537145, 6.148225102742386, 1e-7},
               {other, 3 * M_PI / 4, 1.2151208767333237, 3.7892301333056984, 1e-7},
               {other, -M_PI / 4, 19.140022960412598, 22.99793677695416, 4e-7},
               {other, -M_PI / 2, 25.704849054696812, 30.96812475150901, 4e-7}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    machine m = machine_open("constrained-beam", cases[i].settings);
    assert_int_equal(classify(&m, cases[i].theta, cases[i].lower - cases[i].error), HANGING);
    assert_int_equal(classify(&m, cases[i].theta, cases[i].lower + cases[i].error), LEANING);
    assert_int_equal(classify(&m, cases[i].theta, cases[i].upper - cases[i].error), LEANING);
    assert_int_equal(classify(&m, cases[i].theta, cases[i].upper + cases[i].error), TURNED);
    machine_close(&m);
  }
}

/* From the upright position: leaning or, faster, hanging after the rest of the turn. */
static void test_beam_upright(void **state) {
  (void)state;
  static const double upper[] = {1.5221264138146708, 2.214831808665142};
  for (int i = 0; i < 2; i++) {
    machine m = machine_open("constrained-beam", i ? other : paper);
    assert_int_equal(classify(&m, M_PI, upper[i] - 1e-7), LEANING);
    assert_int_equal(classify(&m, M_PI, upper[i] + 1e-7), TURNED);
    machine_close(&m);
  }
}

/* mu1 mu2 >= 1: every position is one of rest. */
static void test_beam_holds_everywhere(void **state) {
  (void)state;
  static const char *const rough[] = {"mu1=1.2", "mu2=1", NULL};
  machine m = machine_open("constrained-beam", rough);
  for (int i = -10; i < 10; i++) {
    const double theta = 0.1 + M_PI * i / 10;
    classify(&m, theta, 0);
    assert_near(m.motion.t, 0, 0);
    assert_near(m.motion.q[2] - M_PI, theta, 1e-14);
  }
  machine_close(&m);
}

/* Forces in the sliders at theta = 1, theta' = 2. */
static void test_beam_forces(void **state) {
  (void)state;
  static const double N[][2] = {{7.336927206526954, 5.573629728122666},
                                {9.95664053159599, 10.147702897675558}};
  for (int i = 0; i < 2; i++) {
    machine m = machine_open("constrained-beam", i ? other : paper);
    put_beam(&m, 1, 2);
    machine_run_well(&m, 0.01);
    assert_near(fabs(m.motion.sample[0].forces[0]), N[i][0], 1e-9);
    assert_near(fabs(m.motion.sample[0].forces[1]), N[i][1], 1e-9);
    machine_close(&m);
  }
}

/* A pendulum as a mass on a circle: the constraint holds for hundreds of swings. */
static void test_drift(void **state) {
  (void)state;
  machine m = machine_parse("param g = 9.81\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                            "potential = g*y\nslider rod { gap = x^2 + y^2 - 1 }\n");
  machine_put(&m, "x=1");
  m.options.every = 0.25;
  machine_run_well(&m, 200);
  for (size_t i = 0; i < m.motion.samples; i++) {
    const ss_sample *s = &m.motion.sample[i];
    assert_near(s->q[0] * s->q[0] + s->q[1] * s->q[1], 1, 1e-10);
    assert_near(s->q[0] * s->u[0] + s->q[1] * s->u[1], 0, 1e-9);
  }
  assert_true(fabs(m.motion.energy.residual) < 1e-8);
  machine_close(&m);
}

/* A block that stands on two sticking corners (dependent directions) on a shaken floor: it sticks
 * until the inertia force reaches mu m g, x'' = -A w^2 sin(w t), both corners at once. */
static void test_two_corners_slip_together(void **state) {
  (void)state;
  machine m =
      machine_parse("param m = 1\nparam a = 0.2\nparam b = 0.1\nparam g = 10\nparam mu = 0.3\n"
                    "coord x, y, phi\n"
                    "body block { mass = m; inertia = 0.02; at = (x, y, phi); gravity = (0, -g) }\n"
                    "point A on block (-a, -b)\npoint B on block (a, -b)\n"
                    "force x = 2*t\n"
                    "contact left  { gap = A.y; slip = ddt(A.x); law = coulomb(mu) }\n"
                    "contact right { gap = B.y; slip = ddt(B.x); law = coulomb(mu) }\n");
  m.q[1] = 0.1;
  machine_run_well(&m, 3);
  assert_int_equal(machine_count(&m, SS_EVENT_SLIP), 2);
  /* 2 t = mu m g; then x'' = 2 t - 3: x = (t - 1.5)^3 / 3 */
  assert_near(machine_event(&m, SS_EVENT_SLIP, 0)->t, 1.5, 1e-9);
  assert_near(machine_event(&m, SS_EVENT_SLIP, 1)->t, 1.5, 1e-9);
  assert_near(m.motion.q[0], 1.5 * 1.5 * 1.5 / 3, 1e-9);
  assert_true(machine_residual(&m) < 1e-9);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_beam_boundaries),
      cmocka_unit_test(test_beam_upright),
      cmocka_unit_test(test_beam_holds_everywhere),
      cmocka_unit_test(test_beam_forces),
      cmocka_unit_test(test_drift),
      cmocka_unit_test(test_two_corners_slip_together),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
