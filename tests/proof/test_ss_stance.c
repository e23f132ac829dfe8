/* test_ss_stance.c: bodies that stand, or of which that is not shown. */
#include <cblas.h>

#include "stances.h"

static void expect(const char *settings, int number, ss_condition_status status) {
  machine m = ask_biped(settings);
  const ss_condition *c = condition_of(&m, number);
  if (!c || strncmp(c->id, "SS-STANCE", 9) != 0 || c->status != status)
    fail_msg("%s: %s %s", settings, c ? c->id : "none", c ? ss_condition_word(c->status) : "");
  stop(&m);
}

/* Points of the paper's figures 2 and 3 at which simulations never left. */
/* TESTS: SS-STANCE proved */
static void stands(void **state) {
  (void)state;
  static const char *const points[] = {
      "d=0.55 mu1=0.7", "d=0.1 mu1=1", "d=0.25 mu1=0.7", "d=0.25 mu1=1.5", "d=0.4 mu1=0.5",
      "d=0.55 mu1=0.35", "d=0.7 mu1=0.25", "d=0.9 mu1=0.15", "d=1.2 mu1=0.05", "d=1.6 mu1=1.5",
      "alpha=pi/9 e=0.1 d=0.15 mu1=0.6 mu2=0.6", "alpha=pi/9 e=0.1 d=0.5 mu1=0.4 mu2=0.4",
      "alpha=pi/9 e=0.1 d=1 mu1=1 mu2=1", "alpha=pi/9 e=0.1 d=2 mu1=2 mu2=2",
      "alpha=pi/9 e=0.1 d=0.3 mu1=3 mu2=3", "alpha=pi/9 e=0.1 d=0.15 mu1=0.4 mu2=0.4",
      "alpha=pi/9 e=0.1 d=3 mu1=2 mu2=2",
      /* Painleve: slip of one sign has no solution */
      "alpha=pi/9 d=0.5 mu1=3 mu2=3"};
  for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
    machine m = ask_biped(points[i]);
    if (m.proof.verdict != SS_PROVED) fail_msg("%s: %s", points[i], m.proof.reason);
    assert_int_equal(m.proof.claim, SS_CLAIM_STABLE_POINT);
    assert_int_equal(m.proof.answer[0].scope, SS_SCOPE_LOCAL);
    for (int k = 1; k <= 6; k++) assert_int_equal(condition_of(&m, k)->status, SS_CONDITION_PROVED);
    stop(&m);
  }
}

/* The verdict at a point of a figure. */
static ss_verdict judge(const char *settings) {
  machine m = ask_biped(settings);
  const ss_verdict verdict = m.proof.verdict;
  if (verdict == SS_PROVED) assert_string_equal(m.proof.theorem, "SS-STANCE");
  stop(&m);
  return verdict;
}

/* The paper's figure 2 (restitution 0): all 49 points of the grid at which simulations stay are
 * proved, the 15 that are ambiguous or at which rocking grows, those with the least friction,
 * refuted. */
static void figure_2(void **state) {
  (void)state;
  static const char *const d[] = {"0.1", "0.25", "0.4", "0.55", "0.7", "0.9", "1.2", "1.6"};
  static const char *const mu[] = {"0.05", "0.15", "0.25", "0.35", "0.5", "0.7", "1.0", "1.5"};
  static const size_t unstable[] = {5, 4, 3, 2, 1, 0, 0, 0};
  for (size_t i = 0; i < 8; i++)
    for (size_t j = 0; j < 8; j++) {
      char text[64];
      snprintf(text, sizeof text, "d=%s mu1=%s", d[i], mu[j]);
      if (judge(text) != (j >= unstable[i] ? SS_PROVED : SS_REFUTED)) fail_msg("%s", text);
    }
}

/* Figure 3 (restitution 1/10, 20 degrees): 58 of the 64 points; simulations leave none. */
static void figure_3(void **state) {
  (void)state;
  static const char *const d[] = {"0.15", "0.3", "0.5", "0.75", "1.0", "1.5", "2.0", "3.0"};
  static const char *const mu[] = {"0.4", "0.5", "0.6", "0.8", "1.0", "1.4", "2.0", "3.0"};
  size_t count = 0;
  for (size_t i = 0; i < 8; i++)
    for (size_t j = 0; j < 8; j++) {
      char text[96];
      snprintf(text, sizeof text, "alpha=pi/9 e=0.1 d=%s mu1=%s mu2=%s", d[i], mu[j], mu[j]);
      count += SS_PROVED == judge(text);
    }
  assert_true(count >= 58);
}

/* TESTS: SS-STANCE.1 violated */
static void no_load_along_the_floor(void **state) {
  (void)state;
  expect("alpha=0 e=0.95", 1, SS_CONDITION_UNKNOWN);
  /* with less restitution, or none, the energy is enough */
  machine m = ask_biped("alpha=0");
  assert_int_equal(m.proof.verdict, SS_PROVED);
  assert_string_equal(m.proof.theorem, "SS-CALM");
  stop(&m);
}

/* TESTS: SS-STANCE.2 violated */
static void slides(void **state) {
  (void)state;
  expect("mu1=0.5 mu2=0.5", 2, SS_CONDITION_FAILED);
}

/* A moment: without foot 2 the load would lift foot 1. */
/* TESTS: SS-STANCE.3 violated */
static void lifts(void **state) {
  (void)state;
  expect("alpha=0.3 l1=-2 l2=2 T=-1 mu1=1 mu2=1", 3, SS_CONDITION_UNKNOWN);
}

/* TESTS: SS-STANCE.4 violated */
static void impacts_that_gain(void **state) {
  (void)state;
  expect("alpha=pi/9 e=0.99 d=2 mu1=2 mu2=2", 4, SS_CONDITION_UNKNOWN);
}

/* Motions settle in all simulations, and no functions were found: points of figure 3. */
/* TESTS: SS-STANCE.5 violated
 * TESTS: SS-STANCE unknown */
static void open_points(void **state) {
  (void)state;
  static const char *const points[] = {"alpha=0.349 e=0.1 d=3 mu1=0.5 mu2=0.5",
                                       "alpha=0.349 e=0.1 d=3 mu1=1 mu2=1"};
  for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
    expect(points[i], 5, SS_CONDITION_UNKNOWN);
    machine m = ask_biped(points[i]);
    assert_int_equal(m.proof.verdict, SS_UNKNOWN);
    stop(&m);
  }
}

/* The biped with a force besides its load, which does not act at rest. */
static machine ask_forced(const char *force) {
  char text[1000];
  snprintf(text, sizeof text,
           "coord x, z, a\nbody b { mass = 1; inertia = 1; at = (x, z, a) }\n"
           "point P on b (0, -1)\npoint Q on b (1.1, -1)\npotential = 0.87*z - 0.5*x\n%s\n"
           "contact p { gap = P.y + 1; slip = ddt(P.x); law = coulomb(0.7); restitution = "
           "sequential(0) }\ncontact q { gap = Q.y + 1; slip = ddt(Q.x); law = coulomb(2); "
           "restitution = sequential(0) }\n",
           force);
  machine m = read_machine("forced.still", text, 0, NULL);
  m.options.question = SS_QUESTION_STABLE;
  m.options.at = origin;
  assert_int_equal(ss_prove(m.arena, m.system, &m.options, &m.proof), SS_OK);
  assert_int_equal(m.proof.verdict, SS_PROVED);
  return m;
}

/* Forces that vary: of the machine itself nothing is claimed. A constant one has a potential. */
/* TESTS: SS-STANCE.6 violated */
static void forces_that_vary(void **state) {
  (void)state;
  static const char *const forces[] = {"force x = -x'", "force a = z", "force z = x^2"};
  for (size_t i = 0; i < 3; i++) {
    machine m = ask_forced(forces[i]);
    assert_int_equal(m.proof.claim, SS_CLAIM_ZERO_ORDER);
    assert_int_equal(m.proof.answer[0].scope, SS_SCOPE_ZERO_ORDER);
    assert_null(condition_of(&m, 6));
    assert_non_null(strstr(m.proof.sentence, "machine itself"));
    stop(&m);
  }
  machine m = ask_forced("force x = 1/100");
  assert_int_equal(m.proof.claim, SS_CLAIM_STABLE_POINT);
  assert_int_equal(condition_of(&m, 6)->status, SS_CONDITION_PROVED);
  stop(&m);
}

/* On foot 1 flights may turn the slip from the sign that counts without slip to the other one: both
 * have one k. On foot 2 the impacts prevent it. */
static void bounces_that_turn(void **state) {
  (void)state;
  machine m = ask_biped("alpha=-pi/9 e=0.1 d=1 mu1=1 mu2=1");
  assert_int_equal(m.proof.verdict, SS_PROVED);
  const json_t *list = json_object_get(condition_of(&m, 5)->evidence, "functions");
  assert_true(json_equal(json_array_get(list, STANCE_K), json_array_get(list, STANCE_K + 1)));
  assert_false(json_equal(json_array_get(list, STANCE_K + 2), json_array_get(list, STANCE_K + 3)));
  stop(&m);
}

int main(void) {
  openblas_set_num_threads(1); /* as the command line does: these matrices are small */
  const struct CMUnitTest tests[] = {cmocka_unit_test(stands),
                                     cmocka_unit_test(figure_2),
                                     cmocka_unit_test(figure_3),
                                     cmocka_unit_test(no_load_along_the_floor),
                                     cmocka_unit_test(slides),
                                     cmocka_unit_test(lifts),
                                     cmocka_unit_test(impacts_that_gain),
                                     cmocka_unit_test(forces_that_vary),
                                     cmocka_unit_test(bounces_that_turn),
                                     cmocka_unit_test(open_points)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
