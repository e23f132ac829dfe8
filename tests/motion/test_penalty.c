/* test_penalty.c: smooth impacts against closed forms, against the rigid motion that they tend to,
 * and against values computed independently for Tornambe's arm. */
#include "machine.h"

/* ---- Tornambe's arm -------------------------------------------------------------------------- */

/* From shared values: stiffness, where the arm rests, the force there, the largest deviation from
 * the rigid motion on 601 points up to t = 1.2 (without damping from e = 1, with it from e), and
 * two positions. */
typedef struct row {
  double k, q_rest, force, elastic_error, damped_error, elastic_q, damped_q;
} row;

typedef struct arm {
  const char *settings[8], *elastic[8], *start;
  row rows[7];
} arm;

static const arm arms[] = {{{"Kp=1.8", "Kv=0.2", "q0=0.5", "e=0.6", NULL},
                            {"Kp=1.8", "Kv=0.2", "q0=0.5", "e=1", NULL},
                            "q=1.6",
                            {{1e3, 0.499101617089, 0.898382910761, 0.128185653313, 0.0789378281081,
                              0.49830232219, 0.563511554925},
                             {1e4, 0.499910016197, 0.899838029155, 0.0419301252632, 0.0258512837527,
                              0.527250394302, 0.546438022883},
                             {1e5, 0.499991000162, 0.899983800292, 0.0135179939228,
                              0.00822988851333, 0.543291947921, 0.540562577899},
                             {1e6, 0.499999100002, 0.899998380003, 0.00430283554219,
                              0.0025888047636, 0.547804298363, 0.538659922305},
                             {1e7, 0.49999991, 0.899999838, 0.00137667684351, 0.000817650397662,
                              0.54917614315, 0.538053875997},
                             {1e8, 0.499999991, 0.8999999838, 0.000435014017211, 0.000258463572631,
                              0.549604480569, 0.537861792921},
                             {1e9, 0.4999999991, 0.89999999838, 0.000137530563416,
                              8.17233385945e-05, 0.549739385925, 0.537801007572}}},
                           {{"Kp=3", "Kv=0.3", "q0=0.6", "e=0.8", NULL},
                            {"Kp=3", "Kv=0.3", "q0=0.6", "e=1", NULL},
                            "q=2",
                            {{1e3, 0.598205383848, 1.79461615155, 0.186496891543, 0.150012091137,
                              0.616955492405, 0.663923378182},
                             {1e4, 0.599820053984, 1.79946016195, 0.0622109084389, 0.0498308445372,
                              0.603890889192, 0.70237446182},
                             {1e5, 0.59998200054, 1.79994600162, 0.0199748801991, 0.0160046004976,
                              0.606154354036, 0.710632446969},
                             {1e6, 0.599998200005, 1.79999460002, 0.00637407180228,
                              0.00511781278585, 0.611267095395, 0.712877236552},
                             {1e7, 0.59999982, 1.79999946, 0.00201443200585, 0.0016150928206,
                              0.612721351203, 0.713551175722},
                             {1e8, 0.599999982, 1.799999946, 0.000636748913329, 0.000510500949964,
                              0.613165327474, 0.713760724628},
                             {1e9, 0.5999999982, 1.7999999946, 0.000201330634474, 0.000161410945389,
                              0.613304146108, 0.713826633606}}}};

enum { ARMS = sizeof arms / sizeof *arms, ROWS = 7, GRID = 600 };

static const double END = 1.2;

/* q at the 601 points; the run goes on after rest. */
static void sample(machine *m, double q[GRID + 1]) {
  size_t next = 0;
  m->options.every = END / GRID;
  m->options.go_on_at_rest = true;
  machine_run_well(m, END);
  for (size_t i = 0; i < m->motion.samples && next <= GRID; i++) {
    const ss_sample *s = &m->motion.sample[i];
    if (fabs(s->t - END * (double)next / GRID) < 1e-12) q[next++] = s->q[0];
  }
  assert_int_equal(next, GRID + 1);
}

static void follow_arm(const arm *a, bool damped, double stiffness, double q[GRID + 1]) {
  machine m = machine_open("arm-against-stop", damped ? a->settings : a->elastic);
  machine_put(&m, a->start);
  if (stiffness > 0) use_penalty(&m, stiffness);
  sample(&m, q);
  /* some hundred steps; for k = 1e9 rounding of q alone is worth k x dq = 1e9 6e-5 2e-16 in each */
  assert_true(machine_residual(&m) < 5e-9);
  machine_close(&m);
}

static double find_deviation(const double *a, const double *b) {
  double largest = 0;
  for (size_t i = 0; i <= GRID; i++) largest = fmax(largest, fabs(a[i] - b[i]));
  return largest;
}

/* The deviation shrinks like k^(-1/2), by the values given (to 1 %: they depend on the grid), and
 * positions agree to the 1e-10 of their tables: 12 digits, integrated there to some 1e-11. */
static void test_arm(void **state) {
  (void)state;
  static double rigid[GRID + 1], q[GRID + 1];
  for (size_t i = 0; i < ARMS; i++)
    for (int damped = 0; damped < 2; damped++) {
      double before = 0;
      follow_arm(&arms[i], damped, 0, rigid);
      for (size_t k = 0; k < ROWS; k++) {
        const row *r = &arms[i].rows[k];
        follow_arm(&arms[i], damped, r->k, q);
        const double deviation = find_deviation(q, rigid);
        const double expected = damped ? r->damped_error : r->elastic_error;
        assert_near(deviation, expected, 0.01 * expected);
        if (damped)
          assert_near(q[250], r->damped_q, 1e-9);
        else
          assert_near(q[550], r->elastic_q, 1e-9);
        if (k > 0) assert_near(log10(before / deviation), 0.5, 0.03);
        before = deviation;
      }
    }
}

/* The arm rests on the stop, pressed by Kp q; the steady force and the place are those of a spring.
 */
static void test_rest(void **state) {
  (void)state;
  for (size_t i = 0; i < ARMS; i++)
    for (size_t k = 1; k < ROWS; k++) {
      const row *r = &arms[i].rows[k];
      machine m = machine_open("arm-against-stop", arms[i].settings);
      machine_put(&m, arms[i].start);
      use_penalty(&m, r->k);
      machine_run_well(&m, 3);
      assert_true(m.motion.at_rest);
      assert_non_null(machine_event(&m, SS_EVENT_REST, 0));
      const ss_sample *last = &m.motion.sample[m.motion.samples - 1];
      /* rest: balanced to 1e-10 of the largest force, that of an impact, some 9 sqrt(k I); the
       * table has 12 digits */
      const double left = 1e-10 * 9 * sqrt(0.05 * r->k);
      assert_near(last->forces[0], r->force, left);
      assert_near(m.motion.q[0], r->q_rest, 1e-12 + left / r->k);
      assert_int_equal(last->modes[0], SS_MODE_CLOSED);
      machine_close(&m);
    }
}

/* ---- closed forms ---------------------------------------------------------------------------- */

/* Under gravity g a ball falls on an undamped spring with speed v, stays for
 * (2/w)(pi - atan(v w/g)), w = sqrt(k/m), leaves with v, and flies for 2 v/g. */
static void test_ball(void **state) {
  (void)state;
  static const double stiffness[] = {1e3, 1e6, 1e9};
  for (size_t i = 0; i < 3; i++) {
    const char *settings[] = {"e=1", NULL};
    machine m = machine_open("bouncing-ball", settings);
    machine_put(&m, "drop");
    use_penalty(&m, stiffness[i]);
    machine_run_well(&m, 5);
    const double g = 9.81, v = sqrt(2 * g), w = sqrt(stiffness[i]);
    const double contact = 2 / w * (M_PI - atan(v * w / g));
    for (size_t k = 0; k < 5; k++) {
      const ss_event *impact = machine_event(&m, SS_EVENT_IMPACT, k);
      const ss_event *detach = machine_event(&m, SS_EVENT_DETACH, k);
      if (!impact || !detach) break;
      const double begin = v / g + (double)k * (contact + 2 * v / g);
      assert_near(impact->t, begin, 1e-9);
      assert_near(detach->t, begin + contact, 1e-9);
      assert_near(impact->u_after[0], v, 1e-9);
      assert_near(impact->energy_before, g, 1e-8);
      assert_near(impact->energy_after, g, 1e-8);
      /* m (v + v) and the weight meanwhile */
      assert_near(impact->impulses[0], 2 * v + g * contact, 1e-8);
    }
    assert_true(machine_count(&m, SS_EVENT_IMPACT) >= 5);
    assert_near(m.motion.penetration, g / (w * w) + hypot(v / w, g / (w * w)),
                0.05 * m.motion.penetration);
    assert_true(machine_residual(&m) < 1e-11);
    machine_close(&m);
  }
}

/* A bar that hits a wall with one end, no other forces: gamma_N becomes -e gamma_N after half a
 * period pi/(w sqrt(1 - zeta^2)), w = sqrt(k/I), and the impulse is (1 + e) I |gamma_N| whatever k.
 * The gap is linear, so that all this is exact. */
static void test_restitution(void **state) {
  (void)state;
  static const double restitution[] = {1, 0.9, 0.5, 0.1, 0.01};
  for (size_t i = 0; i < sizeof restitution / sizeof *restitution; i++)
    for (double k = 1e2; k <= 1e8; k *= 1e3) {
      const double e = restitution[i];
      char text[300];
      snprintf(text, sizeof text,
               "coord y, a\nkinetic = 1/2*2*y'^2 + 1/2*3*a'^2\n"
               "contact wall { gap = y + 2*a; restitution = newton(%g, 0) }\n",
               e);
      machine m = machine_parse(text);
      machine_put(&m, "y=1,y'=-1,a'=-0.25");
      use_penalty(&m, k);
      machine_run_well(&m, 2);
      const double I = 1 / (1.0 / 2 + 4.0 / 3), gamma = 1.5; /* 1/(W^T M^-1 W), approach */
      const double impulse = (1 + e) * I * gamma, zeta = -log(e) / hypot(M_PI, log(e));
      const double half = M_PI / (sqrt(k / I) * sqrt(1 - zeta * zeta));
      const ss_event *impact = machine_event(&m, SS_EVENT_IMPACT, 0);
      const ss_event *detach = machine_event(&m, SS_EVENT_DETACH, 0);
      assert_non_null(impact);
      assert_non_null(detach);
      assert_near(impact->t, 1 / gamma, 1e-12);
      assert_near(detach->t - impact->t, half, 1e-9);
      assert_near(impact->impulses[0], impulse, 1e-9);
      assert_near(impact->u_after[0], -1 + impulse / 2, 1e-9);
      assert_near(impact->u_after[1], -0.25 + 2 * impulse / 3, 1e-9);
      /* T- - (1 - e^2) I gamma^2 / 2, all of it in the book of the contact */
      const double loss = 0.5 * (1 - e * e) * I * gamma * gamma;
      assert_near(impact->energy_before - impact->energy_after, loss, 1e-9);
      assert_near(m.motion.energy.impacts_of[0], -loss, 1e-9);
      assert_true(machine_residual(&m) < 1e-10);
      machine_close(&m);
    }
}

/* What a slider holds bounces along, whatever the angle and the number of sliders; gamma_N becomes
 * -e gamma_N whatever k. The mass that bounces is 1 + 3, or 1 + 3 + 5/4. */
static void test_attached(void **state) {
  (void)state;
  static const struct {
    const char *links;
    double mass;
  } cases[] = {{"slider rod { gap = x - y }\nslider held { gap = z }", 4},
               {"slider rod { gap = x - y }\nslider lever { gap = x + y - 4*z }", 4 + 5.0 / 4}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (double k = 1e4; k <= 1e8; k *= 1e2) {
      char text[400];
      snprintf(text, sizeof text,
               "coord x, y, z\nkinetic = 1/2*x'^2 + 1/2*3*y'^2 + 1/2*5*z'^2\n%s\n"
               "contact wall { gap = x; restitution = newton(1/2, 0) }\n",
               cases[i].links);
      machine m = machine_parse(text);
      machine_put(&m, i ? "x=1,y=1,z=0.5,x'=-1,y'=-1,z'=-0.5" : "x=1,y=1,x'=-1,y'=-1");
      use_penalty(&m, k);
      machine_run_well(&m, 2);
      const ss_event *impact = machine_event(&m, SS_EVENT_IMPACT, 0);
      assert_non_null(impact);
      assert_near(impact->u_after[0], 0.5, 1e-8);
      assert_near(impact->u_after[1], 0.5, 1e-8);
      assert_near(impact->impulses[2], 1.5 * cases[i].mass, 1e-8);
      machine_close(&m);
    }
}

/* What is not matched, as the head of penalty.c says: a bar that lands flat on its two ends has
 * zeta sqrt(2 I/m), I = 1/(1/m + a^2/J), in place of zeta. J = m a^2 uncouples the ends. */
static void test_flat_landing(void **state) {
  (void)state;
  static const double inertia[] = {1, 0.5, 2};
  for (size_t i = 0; i < 3; i++) {
    char text[400];
    snprintf(text, sizeof text,
             "coord y, a\nkinetic = 1/2*y'^2 + 1/2*%g*a'^2\n"
             "contact left  { gap = y - a; restitution = newton(1/2, 0) }\n"
             "contact right { gap = y + a; restitution = newton(1/2, 0) }\n",
             inertia[i]);
    machine m = machine_parse(text);
    machine_put(&m, "y=1,y'=-1");
    use_penalty(&m, 1e6);
    machine_run_well(&m, 2);
    const double zeta = log(2) / hypot(M_PI, log(2)) * sqrt(2 / (1 + 1 / inertia[i]));
    assert_near(m.motion.u[0], exp(-M_PI * zeta / sqrt(1 - zeta * zeta)), 1e-8);
    assert_near(m.motion.u[1], 0, 1e-8);
    machine_close(&m);
  }
}

/* Two walls of different stiffness: the bounces last as long as each of them says. */
static void test_stiffness_of_each(void **state) {
  (void)state;
  machine m = machine_parse("coord y\nkinetic = 1/2*y'^2\n"
                            "contact soft { gap = y; restitution = newton(1, 0) }\n"
                            "contact hard { gap = 1 - y; restitution = newton(1, 0) }\n");
  const double stiffness[] = {1e4, 1e8};
  machine_put(&m, "y=0.5,y'=-1");
  use_penalty(&m, 1);
  m.options.stiffness_of = stiffness;
  machine_run_well(&m, 3);
  for (size_t i = 0; i < 2; i++) {
    const ss_event *impact = machine_event(&m, SS_EVENT_IMPACT, i);
    const ss_event *detach = machine_event(&m, SS_EVENT_DETACH, i);
    assert_int_equal(impact->element, i);
    assert_near(detach->t - impact->t, M_PI / sqrt(stiffness[i]), 1e-9);
  }
  const double wrong[] = {1e4, 0};
  m.options.stiffness_of = wrong;
  assert_int_equal(machine_run(&m, 3), SS_BAD_INPUT);
  assert_string_equal(m.motion.reason, "the stiffness of 'hard' must be positive, not 0");
  machine_close(&m);
}

/* e = 0: critical damping, the mass comes to rest at the wall and does not let go. */
static void test_no_restitution(void **state) {
  (void)state;
  machine m = machine_parse("coord y\nkinetic = 1/2*y'^2\ncontact wall { gap = y }\n");
  machine_put(&m, "y=1,y'=-1");
  use_penalty(&m, 1e6);
  machine_run_well(&m, 3);
  assert_int_equal(machine_count(&m, SS_EVENT_IMPACT), 0);
  assert_int_equal(machine_count(&m, SS_EVENT_CLOSE), 1);
  assert_true(m.motion.at_rest);
  assert_near(m.motion.q[0], 0, 1e-9);
  assert_near(m.motion.energy.impacts, -0.5, 1e-9);
  machine_close(&m);
}

/* A spatial slip begins while a contact bounces: the moment by which the state moves on then is
 * short for the damper too. */
static void test_slip_beside(void **state) {
  (void)state;
  machine m = machine_parse("coord x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\n"
                            "force x = 3\npotential = 10*z\n"
                            "friction table { slip = (x', y'); normal = 1; law = disk(1) }\n"
                            "contact floor { gap = z; restitution = newton(0.3, 0) }\n");
  machine_put(&m, "z'=-2");
  use_penalty(&m, 100);
  machine_run_well(&m, 0.1);
  assert_near(m.motion.q[0], 0.01, 1e-9);
  assert_true(machine_residual(&m) < 1e-9);
  machine_close(&m);
}

/* However stiff the floor: a ball that is let go above it falls. */
static void test_very_stiff(void **state) {
  (void)state;
  machine m = machine_open("bouncing-ball", NULL);
  const double hit = sqrt(2 / 9.81), speed = 0.8 * 9.81 * hit, flight = 1 - hit;
  machine_put(&m, "drop");
  use_penalty(&m, 1e16);
  machine_run_well(&m, 1);
  assert_false(m.motion.at_rest);
  assert_near(m.motion.q[0], flight * (speed - 9.81 / 2 * flight), 1e-6);
  machine_close(&m);
}

/* Tornambe's law: T+ = (1 - c |gamma|)^2 T-, also where only a part of T is in the normal
 * direction. */
static void test_energetic(void **state) {
  (void)state;
  machine m = machine_parse("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                            "contact wall { gap = y; restitution = energetic(1/20) }\n");
  machine_put(&m, "y=1,y'=-2,x'=0.5");
  use_penalty(&m, 1e6);
  machine_run_well(&m, 2);
  const ss_event *impact = machine_event(&m, SS_EVENT_IMPACT, 0);
  assert_non_null(impact);
  assert_near(impact->energy_after / impact->energy_before, 0.9 * 0.9, 1e-9);
  /* v = (4, -1): T = 8.5 and at least 8 stays, so that 0.95^2 T = 7.67 cannot be had */
  machine_put(&m, "y=1,y'=-1,x'=4");
  assert_int_equal(machine_run(&m, 2), SS_NO_CONVERGENCE);
  assert_non_null(strstr(m.motion.reason, "cannot return the prescribed energy"));
  machine_close(&m);
}

/* ---- friction -------------------------------------------------------------------------------- */

static const char puck[] = "param e = 1/2\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                           "contact floor { gap = y; slip = x'; law = coulomb(3/10);\n"
                           "  restitution = newton(e, 0) }\n";

/* No gravity. Fast: it slips all the time, Lambda_T = -mu Lambda_N = -0.3 * 1.5. Slow: it sticks
 * before the bounce is over, and the slip that is left is below the width of the law. */
static void test_friction(void **state) {
  (void)state;
  for (double k = 1e3; k <= 1e9; k *= 1e3) {
    machine m = machine_parse(puck);
    use_penalty(&m, k);
    machine_put(&m, "y=1,y'=-1,x'=-2");
    machine_run_well(&m, 2);
    const ss_event *impact = machine_event(&m, SS_EVENT_IMPACT, 0);
    assert_non_null(impact);
    assert_near(impact->impulses[0], 1.5, 1e-8);
    assert_near(impact->impulses[1], 0.45, 1e-8);
    assert_near(impact->u_after[0], -1.55, 1e-8);
    assert_true(machine_residual(&m) < 1e-9);
    machine_put(&m, "y=1,y'=-1,x'=0.2");
    machine_run_well(&m, 2);
    impact = machine_event(&m, SS_EVENT_IMPACT, 0);
    assert_non_null(impact);
    assert_near(impact->u_after[0], 0, 1e-6);
    assert_near(m.motion.energy.friction, -0.02, 1e-6);
    machine_close(&m);
  }
}

/* A block that falls, bounces, slides and sticks: the place where it rests tends to the rigid
 * one's, the events' times too. */
static void test_limit(void **state) {
  (void)state;
  machine rigid = machine_open("falling-block", NULL);
  machine_put(&rigid, "drop");
  machine_run_well(&rigid, 10);
  assert_true(rigid.motion.at_rest);
  for (double k = 1e5; k <= 1e9; k *= 1e2) {
    machine m = machine_open("falling-block", NULL);
    machine_put(&m, "drop");
    use_penalty(&m, k);
    machine_run_well(&m, 10);
    assert_true(m.motion.at_rest);
    /* speeds of some m/s, a dozen bounces of pi/sqrt(k) each */
    assert_near(m.motion.q[0], rigid.motion.q[0], 2 / sqrt(k));
    for (size_t i = 0; i < 3; i++)
      assert_near(machine_event(&m, SS_EVENT_IMPACT, i)->t,
                  machine_event(&rigid, SS_EVENT_IMPACT, i)->t, 20 / sqrt(k));
    machine_close(&m);
  }
  machine_close(&rigid);
}

/* Sticking on a slope: no faster than the width of the law, and rest is seen all the same. */
static void test_stick(void **state) {
  (void)state;
  machine m = machine_parse("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 10*y\n"
                            "force x = 2\n"
                            "contact floor { gap = y; slip = x'; law = coulomb(3/10) }\n");
  machine_put(&m, "x=0");
  use_penalty(&m, 1e6);
  machine_run_well(&m, 5);
  assert_true(m.motion.at_rest);
  assert_near(m.motion.q[1], -1e-5, 1e-9);
  assert_near(m.motion.q[0], 0, 1e-4); /* 2 N while the floor is not yet pressed */
  const double *forces = m.motion.sample[m.motion.samples - 1].forces;
  assert_near(forces[0], 10, 1e-6);
  assert_near(forces[1], -2, 1e-6);
  assert_int_equal(m.motion.sample[m.motion.samples - 1].modes[0], SS_MODE_STICK);
  m.options.go_on_at_rest = true;
  machine_run_well(&m, 5);
  assert_true(fabs(m.motion.u[0]) <= 1e-6);
  machine_close(&m);
}

/* The same in other coordinates, a hundred times faster than the slip, beside a mass that the
 * contact does not see: rest is seen when that one stands, too. */
static void test_creep(void **state) {
  (void)state;
  machine m = machine_parse("coord x, y, z\nkinetic = 1/2*(x'^2/10000 + y'^2 + z'^2)\n"
                            "potential = 10*y\nforce x = 2/100\n"
                            "friction table { slip = z'; normal = 1; law = coulomb(1/2) }\n"
                            "contact floor { gap = y; slip = x'/100; law = coulomb(3/10) }\n");
  for (int moves = 0; moves < 2; moves++) {
    machine_put(&m, moves ? "z'=1" : "x=0");
    use_penalty(&m, 1e6);
    machine_run_well(&m, 5);
    assert_true(m.motion.at_rest);
    /* friction 1/2 stops the mass at t = 2 */
    assert_true(moves ? m.motion.t >= 2 && m.motion.t < 2.1 : m.motion.t < 0.1);
  }
  machine_close(&m);
}

/* ---- all models ------------------------------------------------------------------------------ */

/* Every model with contacts, from a state that moves: the book is closed, and energy does not grow
 * by itself. The residual is that of some 10^4 implicit steps of tolerance 1e-12. */
static void test_books(void **state) {
  (void)state;
  static const struct {
    const char *model, *start;
    double end;
  } runs[] = {{"bouncing-ball", "drop", 6},    {"falling-block", "drop", 3},
              {"rocking-bar", "drop", 2},      {"rocking-block", "tilted", 2},
              {"rocking-block", "drop", 2},    {"planar-biped", "rocked", 3},
              {"plank-box", "above", 2},       {"rough-pendulum", "raised", 2},
              {"painleve-rod", "pushed", 0.5}, {"three-leg-stool", "shoved", 1}};
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
    machine m = machine_open(runs[i].model, NULL);
    machine_put(&m, runs[i].start);
    use_penalty(&m, 1e6);
    machine_run_well(&m, runs[i].end);
    if (!(machine_residual(&m) < 1e-7))
      print_error("%s: %g\n", runs[i].model, machine_residual(&m));
    assert_true(machine_residual(&m) < 1e-7);
    assert_true(m.motion.energy.friction <= 1e-12 && m.motion.energy.impacts <= 1e-12);
    machine_close(&m);
  }
}

/* The rocking block rests near where the rigid one does: on both corners, within its rest set. */
static void test_block(void **state) {
  (void)state;
  machine m = machine_open("rocking-block", NULL);
  machine_put(&m, "tilted");
  use_penalty(&m, 1e6);
  machine_run_well(&m, 2);
  assert_true(m.motion.at_rest);
  assert_near(m.motion.q[1], 0.1, 1e-5);
  assert_near(m.motion.q[2], 0, 1e-5);
  assert_true(fabs(m.motion.q[0]) <= 0.3 * 9.81 / 20);
  machine_close(&m);
}

/* A floor that shakes does work; machines without contacts move as in the event-driven method. */
static void test_others(void **state) {
  (void)state;
  machine m = machine_parse("coord y\nkinetic = 1/2*y'^2\npotential = 10*y\n"
                            "contact floor { gap = y - sin(20*t)/100;\n"
                            "  restitution = newton(1/2, 0) }\n");
  machine_put(&m, "y=0.1");
  use_penalty(&m, 1e5);
  machine_run_well(&m, 3);
  assert_true(machine_count(&m, SS_EVENT_IMPACT) > 3);
  assert_true(machine_residual(&m) < 1e-9);
  machine_close(&m);
  machine rigid = machine_open("ratchet", NULL);
  m = machine_open("ratchet", NULL);
  machine_put(&rigid, "wound");
  machine_put(&m, "wound");
  use_penalty(&m, 1e6);
  machine_run_well(&rigid, 10);
  machine_run_well(&m, 10);
  assert_int_equal(m.motion.events, rigid.motion.events);
  for (size_t k = 0; k < 2; k++) assert_near(m.motion.q[k], rigid.motion.q[k], 1e-9);
  machine_close(&m);
  machine_close(&rigid);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arm),
      cmocka_unit_test(test_rest),
      cmocka_unit_test(test_ball),
      cmocka_unit_test(test_restitution),
      cmocka_unit_test(test_attached),
      cmocka_unit_test(test_flat_landing),
      cmocka_unit_test(test_stiffness_of_each),
      cmocka_unit_test(test_no_restitution),
      cmocka_unit_test(test_very_stiff),
      cmocka_unit_test(test_slip_beside),
      cmocka_unit_test(test_energetic),
      cmocka_unit_test(test_friction),
      cmocka_unit_test(test_limit),
      cmocka_unit_test(test_stick),
      cmocka_unit_test(test_creep),
      cmocka_unit_test(test_books),
      cmocka_unit_test(test_block),
      cmocka_unit_test(test_others),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
