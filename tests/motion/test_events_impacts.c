/* test_events_impacts.c: impacts within motions, against independent solutions of the impact laws.
 */
#include "machine.h"

/* A bar that falls flat, with both ends, with a contact that is superfluous, and with one that was
 * closed before: Leine & van de Wouw 2008, section 7.2. */
static void test_flat_bar(void **state) {
  (void)state;
  static const struct {
    const char *settings[2], *start;
    double u[3], LaN[2], LaT, ratio;
  } cases[] = {
      {{NULL}, "x'=0.8,y'=-2,phi'=0.3", {-0.1, 1, -0.15}, {1.575, 1.425}, -0.9, 0.2178800856531047},
      {{NULL}, "x'=0.1,y'=-1,phi'=-1", {-0.05, 0.5, 0.5}, {0.5, 1}, -0.15, 0.25},
      {{"J=2", NULL}, "x'=0.1,y'=-1,phi'=-1", {-0.05, 1, 0}, {0, 2}, -0.15, 0.3330564784053156}};
  for (size_t i = 0; i < 3; i++) {
    machine m = machine_open("rocking-bar", cases[i].settings);
    machine_put(&m, cases[i].start);
    machine_run_well(&m, 0.01);
    const ss_event *e = machine_event(&m, SS_EVENT_IMPACT, 0);
    assert_non_null(e);
    assert_near(e->t, 0, 0);
    for (size_t k = 0; k < 3; k++) assert_near(e->u_after[k], cases[i].u[k], 1e-10);
    for (size_t k = 0; k < 2; k++) assert_near(e->impulses[k], cases[i].LaN[k], 1e-10);
    assert_near(e->impulses[2] + e->impulses[3], cases[i].LaT, 1e-10);
    assert_near(e->energy_after / e->energy_before, cases[i].ratio, 1e-10);
    machine_close(&m);
  }
}

/* Kane & Levinson's pendulum: the energy grows, or not, with the restitutions. */
static void test_pendulum(void **state) {
  (void)state;
  static const struct {
    const char *settings[5], *start;
    double La[2], u[2], ratio;
  } cases[] = {
      {{NULL},
       "strike",
       {6.846669885279633, -6.592519565618604},
       {2.2369109155742235, -1.7400078049614776},
       4.926915309946727},
      {{"eT=0.5", NULL}, "strike", {0.7189470213264209, 0.27685414126341}, {-0.1735, 0.985}, 0.25},
      {{"eN=0", NULL}, "strike", {0.4792980142176139, 0.18456942750894}, {0, 0}, 0},
      {{"mu=0.5", "eN=0.7", "H=cos(pi/9)+cos(pi/6)", NULL},
       "a1=pi/9, a2=pi/6, a1'=-0.1, a2'=-0.2",
       {0.9165848137653195, -0.45829240688265976},
       {-0.4430383998304316, 0.4909389340831521},
       2.7576110786973955}};
  for (size_t i = 0; i < 4; i++) {
    machine m = machine_open("rough-pendulum", cases[i].settings);
    machine_put(&m, cases[i].start);
    machine_run_well(&m, 0.001);
    const ss_event *e = machine_event(&m, SS_EVENT_IMPACT, 0);
    assert_non_null(e);
    for (size_t k = 0; k < 2; k++) assert_near(e->u_after[k], cases[i].u[k], 1e-10);
    for (size_t k = 0; k < 2; k++) assert_near(e->impulses[k], cases[i].La[k], 1e-10);
    assert_near(e->energy_after / e->energy_before, cases[i].ratio, 1e-10);
    assert_true(machine_residual(&m) < 1e-10);
    machine_close(&m);
  }
}

static double slip_of(const machine *m, const double *q, const double *u, size_t slip) {
  ss_system_values values;
  double sum = 0;
  assert_int_equal(ss_system_evaluate(m->arena, m->system, m->parameters, q, u, 0, &values), SS_OK);
  for (size_t k = 0; k < 4; k++) sum += values.of[SS_QUANTITY_WT][4 * slip + k] * u[k];
  return sum;
}

/* The left corner alone: slip +0.06 before, backwards after (Bouma 2018, with the friction impulse
 * against the slip after the impact). The box is turned by 1e-8 so that the right corner is open.
 */
static void test_slip_reversal(void **state) {
  (void)state;
  const char *const settings[] = {"mu=0.15", NULL};
  machine m = machine_open("plank-box", settings);
  const double tilt = 1e-8, u[] = {0.05, -0.9, 0.2, -0.1};
  const double q[] = {0.7, 0.025 + 0.2 * sin(tilt) + 0.05 * cos(tilt), tilt, -0.06};
  const double u_after[] = {0.08308803716670651, -0.6183984120262828, -3.0919920601314135,
                            -0.1508455612741726};
  memcpy(m.q, q, sizeof q);
  memcpy(m.u, u, sizeof u);
  machine_run_well(&m, 0.5);
  const ss_event *e = machine_event(&m, SS_EVENT_IMPACT, 0);
  assert_int_equal(e->element, 0);
  /* the tilt changes lever arms by its own size, LB/2 and lB/2 being below 1 */
  for (size_t k = 0; k < 4; k++) assert_near(e->u_after[k], u_after[k], 20 * tilt);
  assert_near(e->impulses[0], 0.24600969508179643, tilt);
  assert_near(e->impulses[2], 0.03690145426226946, tilt);
  assert_near(slip_of(&m, e->q, e->u_before, 0), 0.06, tilt);
  assert_near(slip_of(&m, e->q, e->u_after, 0), -0.07151156583986418, 20 * tilt);
  assert_near(e->energy_after / e->energy_before, 0.7607560146668688, tilt);
  assert_true(machine_residual(&m) < 1e-9);
  machine_close(&m);
}

/* Both corners of the box at once: rough, it sticks; smoother and faster sideways, it slips. */
static void test_box_lands(void **state) {
  (void)state;
  static const struct {
    const char *settings[2], *start;
    ss_mode mode;
  } cases[] = {{{NULL}, "landing", SS_MODE_STICK},
               {{"mu=0.15", NULL}, "landing, x'=0.6", SS_MODE_SLIP_PLUS},
               {{"mu=0.15", NULL}, "landing, x'=-0.6", SS_MODE_SLIP_MINUS}};
  for (size_t i = 0; i < 3; i++) {
    machine m = machine_open("plank-box", cases[i].settings);
    machine_put(&m, cases[i].start);
    machine_run_well(&m, 0.02);
    assert_int_equal(machine_count(&m, SS_EVENT_IMPACT), 1);
    const ss_event *e = machine_event(&m, SS_EVENT_IMPACT, 0);
    assert_true(e->impulses[0] > 0 && e->impulses[1] > 0);
    /* inelastic: both corners stay, and slip as said */
    const ss_sample *after = NULL;
    for (size_t k = 0; k < m.motion.samples && !after; k++)
      if (m.motion.sample[k].modes[0] != SS_MODE_FREE) after = &m.motion.sample[k];
    assert_non_null(after);
    assert_int_equal(after->modes[0], cases[i].mode);
    assert_int_equal(after->modes[1], cases[i].mode);
    assert_true(machine_residual(&m) < 1e-9);
    machine_close(&m);
  }
}

/* From the air to both corners at t = 0.04 and on to t = 0.08; q, then u. */
static void test_box_lands_at_once(void **state) {
  (void)state;
  static const struct {
    const char *settings[2];
    double start[8], before[8], after[8], end[8];
    ss_mode mode;
  } cases[] = {
      {{"mu=0.9", NULL},
       {0.6996081265906112, 0.10438640205515784, -0.006258389507686242, -0.05774161049231375,
        0.0017939044321031038, -0.5724816331386497, 0.1083360471014614, -0.008336047101461446},
       {0.7, 0.07500000000000001, 0.0, -0.06, 0.02, -0.9, 0.2, -0.1},
       {0.7, 0.07500000000000001, 0.0, -0.06, 0.0, 0.0, 0.0, -0.3159748067563699},
       {0.7, 0.07500000000000001, 0.0, -0.07472817963147026, 0.0, 0.0, 0.0, -0.4051901735660654},
       SS_MODE_STICK},
      {{"mu=0.15", NULL},
       {0.6684082061556187, 0.10445686374790136, -0.006258389507686244, -0.057741610492313744,
        0.7817913279349232, -0.5745032594635459, 0.10833604710146175, -0.008336047101461727},
       {0.7, 0.07500000000000001, 0.0, -0.06, 0.8, -0.9, 0.2, -0.1},
       {0.7, 0.07500000000000001, 0.0, -0.06, 0.6715630631919216, 0.0, 0.0, -0.3187687730640501},
       {0.7263869304266405, 0.07500000000000001, 0.0, -0.07477060950344674, 0.6487655849644972, 0.0,
        0.0, -0.40482843608507585},
       SS_MODE_SLIP_PLUS}};
  for (size_t i = 0; i < 2; i++) {
    machine m = machine_open("plank-box", cases[i].settings);
    memcpy(m.q, cases[i].start, 4 * sizeof *m.q);
    memcpy(m.u, cases[i].start + 4, 4 * sizeof *m.u);
    machine_run_well(&m, 0.08);
    assert_int_equal(machine_count(&m, SS_EVENT_IMPACT), 1);
    const ss_event *e = machine_event(&m, SS_EVENT_IMPACT, 0);
    assert_near(e->t, 0.04, 1e-10);
    assert_true(e->impulses[0] > 0 && e->impulses[1] > 0);
    for (size_t k = 0; k < 4; k++) {
      assert_near(e->q[k], cases[i].before[k], 1e-10);
      assert_near(e->u_before[k], cases[i].before[4 + k], 1e-9);
      assert_near(e->u_after[k], cases[i].after[4 + k], 1e-9);
      assert_near(m.motion.q[k], cases[i].end[k], 1e-9);
      assert_near(m.motion.u[k], cases[i].end[4 + k], 1e-9);
    }
    const ss_sample *last = &m.motion.sample[m.motion.samples - 1];
    assert_int_equal(last->modes[0], cases[i].mode);
    assert_int_equal(last->modes[1], cases[i].mode);
    assert_true(machine_residual(&m) < 1e-10);
    machine_close(&m);
  }
}

/* Restitution 0 on both feet of the biped, in sequence: energy is lost, feet end closed. */
static void test_sequence(void **state) {
  (void)state;
  machine m = machine_open("planar-biped", NULL);
  machine_put(&m, "rocked");
  machine_run_well(&m, 20);
  assert_true(m.motion.at_rest);
  assert_true(m.motion.energy.impacts < 0);
  assert_true(machine_residual(&m) < 1e-9);
  machine_close(&m);
}

/* Tornambe's coefficient: T+ = (1 - c |gamma|)^2 T- at each impact of a ball. */
static void test_energetic(void **state) {
  (void)state;
  machine m = machine_parse("param g = 9.81\ncoord y\nkinetic = 1/2*y'^2\npotential = g*y\n"
                            "contact floor { gap = y; restitution = energetic(0.1) }\n");
  machine_put(&m, "y=1");
  machine_run_well(&m, 3);
  assert_true(machine_count(&m, SS_EVENT_IMPACT) > 2);
  for (size_t k = 0; k < machine_count(&m, SS_EVENT_IMPACT); k++) {
    const ss_event *e = machine_event(&m, SS_EVENT_IMPACT, k);
    const double ratio = 1 - 0.1 * fabs(e->u_before[0]);
    assert_near(e->energy_after / e->energy_before, ratio * ratio, 1e-12);
  }
  machine_close(&m);
  m = machine_parse("param g = 9.81\ncoord y\nkinetic = 1/2*y'^2\npotential = g*y\n"
                    "contact floor { gap = y; restitution = energetic(0.5) }\n");
  machine_put(&m, "y=1");
  assert_int_equal(machine_run(&m, 3), SS_NO_CONVERGENCE);
  assert_non_null(strstr(m.motion.reason, "coefficient of restitution is negative"));
  assert_true(m.motion.t > 0.4);
  machine_close(&m);
}

/* Two laws in one impact have no meaning. */
static void test_mixed_laws(void **state) {
  (void)state;
  machine m = machine_parse("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                            "contact a { gap = x; restitution = newton(0.5, 0) }\n"
                            "contact b { gap = y; restitution = sequential(0.5) }\n");
  machine_put(&m, "x=1,y=1,x'=-1,y'=-1");
  assert_int_equal(machine_run(&m, 3), SS_NO_CONVERGENCE);
  assert_non_null(strstr(m.motion.reason, "different impact laws"));
  assert_near(m.motion.t, 1, 1e-12);
  machine_close(&m);
}

/* A clutch that is overtaken at the start jerks. */
static void test_clutch_jerks(void **state) {
  (void)state;
  machine m = machine_open("ratchet", NULL);
  machine_put(&m, "a'=3");
  machine_run_well(&m, 0.001);
  const ss_event *e = machine_event(&m, SS_EVENT_IMPACT, 0);
  assert_non_null(e);
  assert_near(e->u_after[0], 1, 1e-12); /* Ja 3 = (Ja + Jb) 1 */
  assert_near(e->u_after[1], 1, 1e-12);
  machine_close(&m);
}

/* A bar that lands flat, hit at one end first: which end, the order says. The other order is the
 * mirror image, and the order of the file is that of its contacts. */
static void test_order(void **state) {
  (void)state;
  const size_t ranks[][2] = {{0, 1}, {1, 0}};
  double u[3][2];
  for (int i = 0; i < 3; i++) {
    machine m = machine_parse("coord y, phi\nkinetic = 1/2*y'^2 + 1/20*phi'^2\n"
                              "contact left { gap = y - phi; restitution = sequential(0.5) }\n"
                              "contact right { gap = y + phi; restitution = sequential(0.5) }\n");
    machine_put(&m, "y'=-1");
    m.options.impact_rank = i < 2 ? ranks[i] : NULL;
    machine_run_well(&m, 1e-6);
    memcpy(u[i], m.motion.u, sizeof u[i]);
    machine_close(&m);
  }
  assert_near(u[1][0], u[0][0], 1e-14);
  assert_near(u[1][1], -u[0][1], 1e-14);
  assert_true(fabs(u[0][1]) > 0.01);
  assert_true(u[2][1] == u[0][1]);
}

/* Poisson's law. A ball of mass 1 falls with 3 m/s on one of mass 2 that lies on the floor:
 * compression takes 3 Ns from both contacts, expansion gives back 0.3 and 0.5 of it, and the lower
 * ball leaves with 0.3 m/s. Both methods, and the energy book. */
static void test_poisson(void **state) {
  (void)state;
  for (int method = 0; method < 2; method++) {
    machine m = machine_parse("coord a, b\nkinetic = 1/2*(a'^2 + 2*b'^2)\n"
                              "contact between { gap = a - b; restitution = poisson(0.3) }\n"
                              "contact floor { gap = b; restitution = poisson(0.5) }\n");
    m.options.method = method ? SS_MOTION_MOREAU : SS_MOTION_EVENTS;
    m.options.step = 1e-3;
    machine_put(&m, "a=0.3,a'=-3");
    machine_run_well(&m, 0.2);
    const ss_event *e = machine_event(&m, SS_EVENT_IMPACT, 0);
    assert_non_null(e);
    assert_near(e->t, 0.1, 1e-9);
    assert_near(e->impulses[0], 3 * 1.3, 1e-9);
    assert_near(e->impulses[1], 3 * 1.5, 1e-9);
    assert_near(m.motion.u[0], 0.9, 1e-9);
    assert_near(m.motion.u[1], 0.3, 1e-9);
    assert_near(e->energy_after - e->energy_before, 0.5 * 0.81 + 0.09 - 4.5, 1e-9);
    assert_true(machine_residual(&m) < 1e-10);
    machine_close(&m);
  }
}

/* The pendulum that gains energy by Newton's law, five times over, does not by Poisson's.
 * Compression sticks, and expansion slips: friction then is mu of what is given back. */
static void test_poisson_pendulum(void **state) {
  (void)state;
  machine m = machine_open("rough-pendulum", NULL);
  machine_put(&m, "strike");
  machine_run_well(&m, 0.001);
  assert_true(machine_event(&m, SS_EVENT_IMPACT, 0)->energy_after >
              4 * machine_event(&m, SS_EVENT_IMPACT, 0)->energy_before);
  machine_close(&m);
  m = machine_parse(
      "coord a1, a2\n"
      "kinetic = 1/2*(4/3*a1'^2 + cos(a1 - a2)*a1'*a2' + 1/3*a2'^2)\n"
      "param H = cos(pi/3) + cos(5*pi/18)\n"
      "contact floor { gap = H - cos(a1) - cos(a2); slip = cos(a1)*a1' + cos(a2)*a2'\n"
      "  law = coulomb(1); restitution = poisson(1/2) }\n");
  machine_put(&m, "a1=pi/3,a2=5*pi/18,a1'=0.347,a2'=-1.97");
  machine_run_well(&m, 0.001);
  const ss_event *e = machine_event(&m, SS_EVENT_IMPACT, 0);
  assert_non_null(e);
  /* the inelastic impulses (rough-pendulum, eN = 0), half of the normal one again and as much
   * friction, since sin(a) > cos(a) makes the end slip that way */
  assert_near(e->impulses[0], 1.5 * 0.4792980142176139, 1e-9);
  assert_near(e->impulses[1], 0.18456942750894 - 0.5 * 0.4792980142176139, 1e-9);
  assert_true(e->energy_after < e->energy_before);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order),      cmocka_unit_test(test_flat_bar),
      cmocka_unit_test(test_pendulum),   cmocka_unit_test(test_slip_reversal),
      cmocka_unit_test(test_box_lands),  cmocka_unit_test(test_box_lands_at_once),
      cmocka_unit_test(test_sequence),   cmocka_unit_test(test_energetic),
      cmocka_unit_test(test_poisson),    cmocka_unit_test(test_poisson_pendulum),
      cmocka_unit_test(test_mixed_laws), cmocka_unit_test(test_clutch_jerks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
