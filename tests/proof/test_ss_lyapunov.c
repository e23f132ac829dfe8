/* test_ss_lyapunov.c: functions of the file that fall along motions. */
#include "support.h"

#define OSCILLATOR "coord q\nkinetic = 1/2*q'^2\n"

static machine expect(const char *text, ss_verdict verdict) {
  machine m = prove_text(text);
  assert_int_equal(m.proof.verdict, verdict);
  if (verdict == SS_PROVED) assert_string_equal(m.proof.theorem, "SS-LYAPUNOV");
  return m;
}

static void expect_status(const machine *m, const char *id, ss_condition_status status) {
  for (size_t i = 0; i < m->proof.conditions; i++)
    if (strcmp(m->proof.condition[i].id, id) == 0) {
      assert_int_equal(m->proof.condition[i].status, status);
      return;
    }
  fail_msg("%s is missing", id);
}

/* TESTS: SS-LYAPUNOV proved
 * The best levels for eight dampings, computed independently to six digits. */
static void van_der_pol(void **state) {
  (void)state;
  static const struct {
    const char *setting;
    double best;
  } set[] = {{"mu=1.25", 1.95898}, {"mu=2.4", 1.36649},  {"mu=1.96", 1.49887},
             {"mu=1.7", 1.61638},  {"mu=0.81", 2.72682}, {"mu=0.62", 3.43164},
             {"mu=2.23", 1.41028}, {"mu=1.92", 1.51454}};
  for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
    machine m = prove_file("tests/checker/models/falls-van-der-pol.still", set[i].setting);
    assert_int_equal(m.proof.claim, SS_CLAIM_LOCALLY_ATTRACTIVE);
    assert_true(m.proof.levels.proved > 0.9999 * set[i].best);
    assert_true(m.proof.levels.proved < set[i].best + 1e-5);
    assert_non_null(m.proof.limited_by);
    stop(&m);
  }
}

/* Levels rise with the effort and stay below the best one. */
static void converges(void **state) {
  (void)state;
  double last = 0;
  for (int i = 0; i < 3; i++) {
    machine m = read_machine("tests/checker/models/falls-van-der-pol.still", NULL, 0, NULL);
    m.options.box_gap = pow(10, -2 - 2 * i);
    assert_int_equal(ss_prove(m.arena, m.system, &m.options, &m.proof), SS_OK);
    assert_true(m.proof.levels.proved > last);
    assert_true(m.proof.levels.proved < 1.95899);
    last = m.proof.levels.proved;
    stop(&m);
  }
  assert_true(last > 1.95898 * (1 - 1e-5));
}

/* A damped pendulum with a V of its own, whose level is stopped by the copies of the rest point; a
 * parameter with a range; a rest point that is not 0; two coordinates with a mass matrix that
 * depends on them. */
static void other_machines(void **state) {
  (void)state;
  machine m = expect(OSCILLATOR "potential = 1 - cos(q)\nforce q = -q'\n"
                                "lyapunov V = 3/2*(1 - cos(q)) + 1/4*q^2 + 1/2*q*q' + 1/2*q'^2\n",
                     SS_PROVED);
  assert_true(m.proof.levels.proved > 1);
  stop(&m);
  m = expect("param c = 1 in [0.95, 1.05]\n" OSCILLATOR "force q = -q + q^3 - c*q'\n"
             "lyapunov W = 3/2*q^2 + q*q' + q'^2\n",
             SS_PROVED);
  stop(&m);
  m = expect(OSCILLATOR "force q = -(q - 1/3) - (1 - (q - 1/3)^2)*q'\n"
                        "lyapunov W = 3/2*(q - 1/3)^2 + (q - 1/3)*q' + q'^2 + 7\n",
             SS_PROVED);
  stop(&m);
  m = expect("coord x, y\nkinetic = 1/2*(1 + x^2)*x'^2 + 1/2*y'^2\npotential = 1/2*x^2 + 1/2*y^2\n"
             "force x = -x'*(1 - x^2)\nforce y = -y'\n"
             "lyapunov V = 3/2*x^2 + x*x' + x'^2 + 3/2*y^2 + y*y' + y'^2\n",
             SS_PROVED);
  stop(&m);
}

/* TESTS: SS-LYAPUNOV.1 violated
 * The mass 1 - x is not positive everywhere in the box around the level. */
static void singular_mass(void **state) {
  (void)state;
  machine m = read_machine("test.still",
                           "coord x, y\nkinetic = 1/2*x'^2*(1 - x) + 1/2*y'^2\n"
                           "force x = -x - x' + y/50\nforce y = -y - y' - x/50\n"
                           "lyapunov V = x^2 + x*x' + x'^2 + y^2 + y*y' + y'^2\n",
                           0, NULL);
  m.options.box_gap = 0.1;
  assert_int_equal(ss_prove(m.arena, m.system, &m.options, &m.proof), SS_OK);
  expect_status(&m, "SS-LYAPUNOV.1", SS_CONDITION_UNKNOWN);
  stop(&m);
}

/* TESTS: SS-LYAPUNOV.2 violated */
static void no_rest_point(void **state) {
  (void)state;
  /* V is least at 0, the machine rests at 1 */
  machine m = expect(OSCILLATOR "force q = 1 - q - q'\nforce q = -q^3\nlyapunov V = q^2 + q'^2\n",
                     SS_UNKNOWN);
  assert_non_null(strstr(m.proof.reason, "no stationary point"));
  stop(&m);
}

/* TESTS: SS-LYAPUNOV.3 violated
 * A V that has no level around the rest point at all. */
static void no_level(void **state) {
  (void)state;
  machine m = expect(OSCILLATOR "force q = -q - q^2 - q'\nlyapunov V = q^2 - q'^2\n", SS_UNKNOWN);
  stop(&m);
}

/* TESTS: SS-LYAPUNOV.4 violated
 * Forwards in time the rest point repels; without damping nothing falls. */
static void grows(void **state) {
  (void)state;
  machine m = expect(OSCILLATOR "force q = -q + (1 - q^2)*q'\nlyapunov V = 3/2*q^2 + q*q' + q'^2\n",
                     SS_REFUTED); /* SS-ALONG */
  stop(&m);
  m = expect(OSCILLATOR "force q = -q + q'^3\nlyapunov V = q^2 + q'^2\n", SS_UNKNOWN);
  expect_status(&m, "SS-LYAPUNOV.4", SS_CONDITION_UNKNOWN);
  stop(&m);
  m = expect(OSCILLATOR "force q = -q - q^2\nlyapunov V = q^2 + 2/3*q^3 + q'^2\n", SS_UNKNOWN);
  stop(&m);
}

/* TESTS: SS-LYAPUNOV unknown
 * What it is not about is told. */
static void not_about_it(void **state) {
  (void)state;
  machine m = expect(OSCILLATOR "force q = -q - q^3 - q'\nlyapunov V = q^2 + q'^2\n"
                                "contact c { gap = q + 1 }\n",
                     SS_UNKNOWN);
  assert_non_null(strstr(m.proof.reason, "without contacts"));
  stop(&m);
  m = expect(OSCILLATOR "force q = -q - q^3 - abs(q')\nlyapunov V = q^2 + q'^2\n", SS_UNKNOWN);
  assert_non_null(strstr(m.proof.reason, "smooth"));
  stop(&m);
}

/* Units of V and of q that are 1e8 times larger or smaller: the same level, in these units. */
static void units(void **state) {
  (void)state;
  static const char *const unit[] = {"1e8", "1e-8"};
  for (int i = 0; i < 4; i++) {
    char text[400];
    snprintf(text, sizeof text,
             "param v = %s\nparam s = %s\n" OSCILLATOR "force q = -q - 5/4*(1 - (q/s)^2)*q'\n"
             "lyapunov V = v*(57/40*q^2 + q*q' + 4/5*q'^2)/s^2\n",
             unit[i % 2], unit[i / 2]);
    machine m = expect(text, SS_PROVED);
    const double level = m.proof.levels.proved / (i % 2 ? 1e-8 : 1e8);
    assert_true(level > 0.9999 * 1.95898 && level < 1.95899);
    stop(&m);
  }
}

/* The order of statements says nothing; a V of degree four gives more than one of degree two. */
static void order_and_degree(void **state) {
  (void)state;
  const char *const text[] = {
      OSCILLATOR "force q = -q - (1 - q^2)*q'\nlyapunov V = 3/2*q^2 + q*q' + q'^2\n",
      "lyapunov V = 3/2*q^2 + q*q' + q'^2\nforce q = -q - (1 - q^2)*q'\n" OSCILLATOR};
  char *exact[2];
  for (int i = 0; i < 2; i++) {
    machine m = expect(text[i], SS_PROVED);
    exact[i] = strdup(m.proof.levels.exact);
    stop(&m);
  }
  assert_string_equal(exact[0], exact[1]);
  free(exact[0]);
  free(exact[1]);
}

/* Functions are tried in their order, and the one that shows it is told. */
static void several(void **state) {
  (void)state;
  machine m = expect(OSCILLATOR "force q = -q - (1 - q^2)*q'\nlyapunov A = (q - 3)^2\n"
                                "lyapunov B = q^2 + q'^2\nlyapunov C = 3/2*q^2 + q*q' + q'^2\n",
                     SS_PROVED);
  assert_string_equal(json_string_value(json_object_get(m.proof.data, "lyapunov")), "C");
  assert_int_equal(m.proof.conditions, 4);
  stop(&m);
}

/* Where V falls everywhere, some level is claimed all the same. */
static void falls_everywhere(void **state) {
  (void)state;
  machine m = expect(OSCILLATOR "potential = 1/2*q^2\nforce q = -q' - q'^3\n"
                                "lyapunov V = 3/2*q^2 + 1/10*q*q' + 3/2*q'^2\n",
                     SS_PROVED);
  assert_true(m.proof.levels.proved > 0);
  stop(&m);
}

/* Two wells: V = 3/2 q^2 + ... about 0 says nothing of the well at -1, if that was chosen. */
static void another_rest_point(void **state) {
  (void)state;
  machine m = read_machine(
      "test.still", OSCILLATOR "force q = -q - q^2 - q'\nlyapunov V = 3/2*q^2 + q*q' + q'^2\n", 0,
      NULL);
  const double at[] = {-1};
  m.options.at = at;
  m.options.chosen = true;
  assert_int_equal(ss_prove(m.arena, m.system, &m.options, &m.proof), SS_OK);
  assert_int_equal(m.proof.verdict, SS_UNKNOWN);
  stop(&m);
}

/* Stability and boundedness by the same conditions. */
static void other_questions(void **state) {
  (void)state;
  const ss_claim claim[] = {SS_CLAIM_LOCALLY_ATTRACTIVE, SS_CLAIM_STABLE_POINT,
                            SS_CLAIM_LOCALLY_BOUNDED};
  for (int i = 0; i < SS_QUESTIONS; i++) {
    machine m = read_machine("tests/checker/models/falls-van-der-pol.still", NULL, 0, NULL);
    m.options.question = (ss_question)i;
    assert_int_equal(ss_prove(m.arena, m.system, &m.options, &m.proof), SS_OK);
    assert_verdict(&m, SS_PROVED, claim[i], "SS-LYAPUNOV");
    stop(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(van_der_pol),
      cmocka_unit_test(converges),
      cmocka_unit_test(other_machines),
      cmocka_unit_test(singular_mass),
      cmocka_unit_test(no_rest_point),
      cmocka_unit_test(no_level),
      cmocka_unit_test(grows),
      cmocka_unit_test(not_about_it),
      cmocka_unit_test(other_questions),
      cmocka_unit_test(units),
      cmocka_unit_test(order_and_degree),
      cmocka_unit_test(another_rest_point),
      cmocka_unit_test(several),
      cmocka_unit_test(falls_everywhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
