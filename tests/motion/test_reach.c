/* test_reach.c: where motions end, against closed forms. */
#include "machine.h"
#include "standstill/reach.h"

/* Two masses, moved apart by (s, -s): one oscillator with negative damping and dry friction,
 *
 *     m x'' + (c1 + 2 c2) x' + (k1 + 2 k2) x = -F sign(x'),
 *
 * whose unstable limit cycle has the amplitude (F / k) coth(delta / 2), with
 * delta = pi zeta / sqrt(1 - zeta^2) (van de Wouw & Leine 2004). Starts inside rest, starts outside
 * escape. */
static double get_amplitude(void) {
  const double k = 3, zeta = 0.25 / (2 * sqrt(3)), delta = M_PI * zeta / sqrt(1 - zeta * zeta);
  return 1 / k / tanh(delta / 2);
}

static ss_reach *make(machine *m, ss_reach_engine engine, const ss_rest_sets *sets) {
  ss_reach_options options = ss_reach_default_options();
  ss_reach *reach;
  const char *why;
  options.engine = engine;
  options.gain = 1000;
  options.sets = sets;
  assert_int_equal(ss_reach_create(m->system, m->parameters, &options, &reach, &why), SS_OK);
  return reach;
}

static void find_sets(machine *m, ss_rest_sets *sets) {
  const ss_rest_options options = ss_rest_default_options();
  const char *why;
  assert_int_equal(ss_rest_find(m->arena, m->system, m->parameters, &options, sets, &why), SS_OK);
}

static void check_around_amplitude(ss_reach_engine engine, double distance) {
  machine m = machine_open("two-masses", NULL);
  ss_rest_sets sets;
  find_sets(&m, &sets);
  assert_int_equal(sets.count, 1);
  ss_reach *reach = make(&m, engine, &sets);
  assert_int_equal(ss_reach_engine_of(reach), engine);
  const double s = get_amplitude(), inside = s - distance, outside = s + distance;
  const double q[4] = {inside, -inside, outside, -outside}, u[4] = {0};
  ss_reach_end ends[2];
  assert_int_equal(ss_reach_run(reach, 2, q, u, ends), SS_OK);
  assert_int_equal(ends[0].kind, SS_REACH_RESTS);
  assert_int_equal(ends[0].set, 0);
  assert_int_equal(ends[1].kind, SS_REACH_ESCAPES);
  assert_true(ends[0].t > 0 && ends[0].t < 200);
  ss_reach_destroy(reach);
  machine_close(&m);
}

/* At a distance d from the cycle the motion needs log(1 / d) / 0.12 or so to decide: 200 are enough
 * for 1e-8. */
static void pwl_is_exact(void **state) {
  (void)state;
  check_around_amplitude(SS_REACH_ENGINE_PWL, 1e-8);
}

static void events_are_exact(void **state) {
  (void)state;
  check_around_amplitude(SS_REACH_ENGINE_EVENTS, 1e-7);
}

/* Time stepping is off by the order of its step. */
static void lanes_are_near(void **state) {
  (void)state;
  check_around_amplitude(SS_REACH_ENGINE_LANES, 1e-2);
}

static void the_time_limit_leaves_it_open(void **state) {
  (void)state;
  static const ss_reach_engine engines[] = {SS_REACH_ENGINE_PWL, SS_REACH_ENGINE_LANES,
                                            SS_REACH_ENGINE_EVENTS};
  machine m = machine_open("two-masses", NULL);
  for (size_t k = 0; k < 3; k++) {
    ss_reach_options options = ss_reach_default_options();
    ss_reach *reach;
    const char *why;
    ss_reach_end end;
    options.engine = engines[k];
    options.end = 0.5;
    assert_int_equal(ss_reach_create(m.system, m.parameters, &options, &reach, &why), SS_OK);
    const double q[2] = {3, 3}, u[2] = {0};
    assert_int_equal(ss_reach_run(reach, 1, q, u, &end), SS_OK);
    assert_int_equal(end.kind, SS_REACH_UNDECIDED);
    assert_near(end.t, 0.5, 0);
    ss_reach_destroy(reach);
  }
  machine_close(&m);
}

static ss_reach_kind follow(machine *m, ss_reach_options options, const char *start) {
  ss_reach *reach;
  const char *why;
  ss_reach_end end;
  machine_put(m, start);
  assert_int_equal(ss_reach_create(m->system, m->parameters, &options, &reach, &why), SS_OK);
  assert_int_equal(ss_reach_run(reach, 1, m->q, m->u, &end), SS_OK);
  ss_reach_destroy(reach);
  return end.kind;
}

/* A block on a belt that is fed by its damper swings up until it sticks: a cycle, whatever energy
 * it gained, unless the bound was meant; and before the time in which it gets there, undecided. */
static void stick_slip_is_a_cycle(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\nforce x = x'/20\n"
                            "friction f { slip = x' - 1; normal = 1; law = coulomb(1) }\n");
  for (int k = 0; k < 2; k++) {
    ss_reach_options o = ss_reach_default_options();
    o.engine = k ? SS_REACH_ENGINE_EVENTS : SS_REACH_ENGINE_LANES;
    assert_int_equal(follow(&m, o, "x=1.1"), SS_REACH_CYCLES);
    o.gain = 0.01;
    o.patient = true;
    assert_int_equal(follow(&m, o, "x=1.1"), SS_REACH_CYCLES);
    o.patient = false;
    assert_int_equal(follow(&m, o, "x=1.1"), SS_REACH_ESCAPES);
    o.gain = INFINITY;
    o.end = 20;
    assert_int_equal(follow(&m, o, "x=1.1"), SS_REACH_UNDECIDED);
  }
  machine_close(&m);
}

/* What runs away is let go, patient or not, by every engine. */
static void runaways_are_no_cycles(void **state) {
  (void)state;
  static const ss_reach_engine engines[] = {SS_REACH_ENGINE_PWL, SS_REACH_ENGINE_LANES,
                                            SS_REACH_ENGINE_EVENTS};
  machine m = machine_open("friction-oscillator", NULL);
  machine cubic = machine_parse("coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\n"
                                "force x = x'^3/10\n");
  for (int k = 0; k < 6; k++) {
    ss_reach_options o = ss_reach_default_options();
    o.engine = engines[k / 2];
    o.patient = k % 2;
    o.gain = 100;
    assert_int_equal(follow(&m, o, "x=3"), SS_REACH_ESCAPES);
    if (k >= 2) assert_int_equal(follow(&cubic, o, "x=1"), SS_REACH_ESCAPES);
  }
  machine_close(&m);
  machine_close(&cubic);
}

/* auto takes the propagators where it can; asked for them elsewhere it says why not. */
static void engines_are_chosen(void **state) {
  (void)state;
  machine m = machine_open("rocking-block", NULL);
  ss_reach *reach = make(&m, SS_REACH_ENGINE_AUTO, NULL);
  assert_int_equal(ss_reach_engine_of(reach), SS_REACH_ENGINE_LANES);
  ss_reach_destroy(reach);
  ss_reach_options options = ss_reach_default_options();
  const char *why;
  options.engine = SS_REACH_ENGINE_PWL;
  assert_int_equal(ss_reach_create(m.system, m.parameters, &options, &reach, &why),
                   SS_BAD_ARGUMENT);
  assert_string_not_equal(why, "");
  assert_null(reach);
  machine_close(&m);
  m = machine_open("two-masses", NULL);
  reach = make(&m, SS_REACH_ENGINE_AUTO, NULL);
  assert_int_equal(ss_reach_engine_of(reach), SS_REACH_ENGINE_PWL);
  ss_reach_destroy(reach);
  machine_close(&m);
}

/* A ball without floor below the region. */
static void leaving_the_region_is_an_escape(void **state) {
  (void)state;
  static const char text[] = "model \"falls\"\n coord y\n kinetic = 1/2*y'^2\n potential = 10*y\n"
                             "region above { y >= -5; y <= 100 }\n";
  static const ss_reach_engine engines[] = {SS_REACH_ENGINE_LANES, SS_REACH_ENGINE_EVENTS};
  machine m = machine_parse(text);
  for (size_t k = 0; k < 2; k++) {
    ss_reach_options options = ss_reach_default_options();
    ss_reach *reach;
    const char *why;
    ss_reach_end end;
    options.engine = engines[k];
    options.end = 20;
    options.region = &m.model->region[0];
    assert_int_equal(ss_reach_create(m.system, m.parameters, &options, &reach, &why), SS_OK);
    const double q[1] = {0}, u[1] = {1};
    assert_near(ss_reach_energy(reach, q, u), 0.5, 1e-15);
    assert_int_equal(ss_reach_run(reach, 1, q, u, &end), SS_OK);
    assert_int_equal(end.kind, SS_REACH_ESCAPES);
    /* y = t - 5 t^2 is -5 at 1.105; noticed 16 steps later at the most */
    assert_near(end.t, (1 + sqrt(101)) / 10 + 0.008, 0.009);
    ss_reach_destroy(reach);
  }
  machine_close(&m);
}

/* A swing out of |x| <= 2 and back, to rest in the end; a start that is outside already; one that
 * stays inside. */
static void what_comes_back_has_left(void **state) {
  (void)state;
  static const char text[] = "model \"swing\"\n coord x\n kinetic = 1/2*x'^2\n"
                             "potential = 1/2*x^2\n force x = -0.2*x'\n"
                             "friction base { slip = x'; normal = 1; law = coulomb(0.1) }\n"
                             "region near { x <= 2; x >= -2 }\n";
  static const ss_reach_engine engines[] = {SS_REACH_ENGINE_PWL, SS_REACH_ENGINE_LANES,
                                            SS_REACH_ENGINE_EVENTS};
  static const double q[3] = {-1.9, 2.1, 1}, u[3] = {5, 0, 0};
  static const ss_reach_kind kinds[] = {SS_REACH_ESCAPES, SS_REACH_ESCAPES, SS_REACH_RESTS};
  machine m = machine_parse(text);
  for (size_t k = 0; k < 3; k++) {
    ss_reach_options options = ss_reach_default_options();
    ss_reach *reach;
    const char *why;
    ss_reach_end ends[3];
    options.engine = engines[k];
    options.region = &m.model->region[0];
    assert_int_equal(ss_reach_create(m.system, m.parameters, &options, &reach, &why), SS_OK);
    assert_int_equal(ss_reach_run(reach, 3, q, u, ends), SS_OK);
    for (size_t i = 0; i < 3; i++) assert_int_equal(ends[i].kind, kinds[i]);
    assert_near(ends[1].t, 0, 0);
    ss_reach_destroy(reach);
  }
  machine_close(&m);
}

/* Exactly where two modes meet: the force on y is 2.7 - 1.5 - 0.45 (friction of the third), which
 * is what friction can hold, 0.75. Neighbours on both sides rest as well. */
static void starts_between_modes_are_followed(void **state) {
  (void)state;
  static const char text[] =
      "model \"chain\"\n coord x, y, z\n kinetic = 1/2*(x'^2 + 2*y'^2 + z'^2)\n"
      "potential = 1/2*(x^2 + (y - x)^2 + 3*(z - y)^2 + z^2)\n"
      "force x = 0.1*x' - 0.4*y'; force y = 0.4*y' - 0.4*x'; force z = -0.3*z'\n"
      "friction one { slip = x'; normal = 10; law = coulomb(0.15) }\n"
      "friction two { slip = y'; normal = 5; law = coulomb(0.15) }\n"
      "friction three { slip = z' - y'; normal = 3; law = coulomb(0.15) }\n";
  static const double q[9] = {3.19, 0.5, 0, 3.2, 0.5, 0, 3.21, 0.5, 0};
  static const double u[9] = {0, 0, -4, 0, 0, -4, 0, 0, -4};
  machine m = machine_parse(text);
  ss_reach *reach = make(&m, SS_REACH_ENGINE_PWL, NULL);
  ss_reach_end ends[3];
  assert_int_equal(ss_reach_run(reach, 3, q, u, ends), SS_OK);
  for (size_t i = 0; i < 3; i++) assert_int_equal(ends[i].kind, SS_REACH_RESTS);
  assert_near(ends[1].t, (ends[0].t + ends[2].t) / 2, 0.1);
  ss_reach_destroy(reach);
  machine_close(&m);
}

/* x'' = [t > 60]: it begins to move after more than two eighths of the time, and has the energy 50
 * at t = 70 and 200 at t = 80. */
static void forces_of_time_are_those_of_their_time(void **state) {
  (void)state;
  static const char text[] = "model \"pushed late\"\n coord x\n kinetic = 1/2*x'^2\n"
                             "force x = 1/2 + 1/2*sign(t - 60)\n";
  static const ss_reach_engine engines[] = {SS_REACH_ENGINE_LANES, SS_REACH_ENGINE_EVENTS};
  machine m = machine_parse(text);
  for (size_t k = 0; k < 2; k++) {
    for (int late = 0; late < 2; late++) {
      ss_reach_options options = ss_reach_default_options();
      ss_reach *reach;
      const char *why;
      ss_reach_end end;
      const double q[1] = {0}, u[1] = {0};
      options.engine = engines[k];
      options.end = late ? 80 : 70;
      options.gain = 100;
      options.watchful = true;
      assert_int_equal(ss_reach_create(m.system, m.parameters, &options, &reach, &why), SS_OK);
      assert_int_equal(ss_reach_run(reach, 1, q, u, &end), SS_OK);
      assert_int_equal(end.kind, late ? SS_REACH_ESCAPES : SS_REACH_UNDECIDED);
      if (late) assert_near(end.t, 60 + sqrt(200), 0.02);
      ss_reach_destroy(reach);
    }
  }
  machine_close(&m);
}

/* The set of the beam is a traced curve: a motion ends within its polyline's error of it. */
static void a_traced_set_is_recognised(void **state) {
  (void)state;
  static const ss_reach_engine engines[] = {SS_REACH_ENGINE_LANES, SS_REACH_ENGINE_EVENTS};
  machine m = machine_open("constrained-beam", NULL);
  ss_rest_sets sets;
  ss_reach_end end;
  size_t set[2];
  find_sets(&m, &sets);
  machine_put(&m, "leaning");
  for (int k = 0; k < 2; k++) {
    ss_reach *reach = make(&m, engines[k], &sets);
    assert_int_equal(ss_reach_run(reach, 1, m.q, m.u, &end), SS_OK);
    assert_int_equal(end.kind, SS_REACH_RESTS);
    assert_in_range(end.set, 0, sets.count - 1);
    set[k] = end.set;
    ss_reach_destroy(reach);
  }
  assert_int_equal(set[0], set[1]);
  machine_close(&m);
}

/* The constrained beam (Leine & van de Wouw 2008, section 7.4): theta = phi - pi = 0.2 pi: motions
 * with theta' from 8.3200519776 to 9.8654686151 end in the upper rest set, those beside the band in
 * the lower one. */
static void ends_on_curves_are_named(void **state) {
  (void)state;
  static const double speeds[] = {8.32005, 8.32006, 9.86546, 9.86547};
  static const bool upper[] = {false, true, true, false};
  machine m = machine_open("constrained-beam", NULL);
  ss_rest_sets sets;
  find_sets(&m, &sets);
  assert_int_equal(sets.count, 2);
  const size_t low = sets.set[0].center[1] < 0 ? 0 : 1;
  ss_reach *reach = make(&m, SS_REACH_ENGINE_EVENTS, &sets);
  const double phi = 1.2 * M_PI;
  for (size_t i = 0; i < 4; i++) {
    const double q[3] = {sin(phi), cos(phi), phi};
    const double u[3] = {speeds[i] * cos(phi), -speeds[i] * sin(phi), speeds[i]};
    ss_reach_end end;
    assert_int_equal(ss_reach_run(reach, 1, q, u, &end), SS_OK);
    assert_int_equal(end.kind, SS_REACH_RESTS);
    assert_int_equal(end.set, upper[i] ? 1 - low : low);
  }
  ss_reach_destroy(reach);
  machine_close(&m);
}

static void words(void **state) {
  (void)state;
  assert_string_equal(ss_reach_word(SS_REACH_ESCAPES), "escapes");
  assert_string_equal(ss_reach_word(SS_REACH_COUNT), "");
  assert_string_equal(ss_reach_engine_word(SS_REACH_ENGINE_LANES), "moreau");
  assert_string_equal(ss_reach_engine_word(SS_REACH_ENGINE_COUNT), "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pwl_is_exact),
      cmocka_unit_test(events_are_exact),
      cmocka_unit_test(lanes_are_near),
      cmocka_unit_test(the_time_limit_leaves_it_open),
      cmocka_unit_test(engines_are_chosen),
      cmocka_unit_test(stick_slip_is_a_cycle),
      cmocka_unit_test(runaways_are_no_cycles),
      cmocka_unit_test(leaving_the_region_is_an_escape),
      cmocka_unit_test(what_comes_back_has_left),
      cmocka_unit_test(starts_between_modes_are_followed),
      cmocka_unit_test(forces_of_time_are_those_of_their_time),
      cmocka_unit_test(a_traced_set_is_recognised),
      cmocka_unit_test(ends_on_curves_are_named),
      cmocka_unit_test(words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
