/* test_ss_calm.c: machines that nothing feeds; levels against closed forms. */
#include "../../src/proof/energy.h"
#include "support.h"

static machine ask(machine m, ss_question question) {
  ss_proof_clear(&m.proof);
  m.options.question = question;
  assert_int_equal(ss_prove(m.arena, m.system, &m.options, &m.proof), SS_OK);
  return m;
}

static void assert_stopped(const char *text, const char *id) {
  machine m = ask(read_machine("t", text, 0, NULL), SS_QUESTION_STABLE);
  assert_int_equal(m.proof.verdict, SS_UNKNOWN);
  assert_true(m.proof.conditions > 0);
  assert_string_equal(m.proof.condition[m.proof.conditions - 1].id, id);
  assert_int_not_equal(m.proof.condition[m.proof.conditions - 1].status, SS_CONDITION_PROVED);
  stop(&m);
}

/* The hinge need not rub: up to the energy of the upper rest point, 2, everything stays. */
/* TESTS: SS-CALM proved */
static void a_pendulum(void **state) {
  (void)state;
  for (int question = SS_QUESTION_STABLE; question <= SS_QUESTION_BOUNDED; question++) {
    machine m =
        ask(read_machine("t", "coord x\nkinetic = 1/2*x'^2\npotential = 1 - cos(x)\n", 0, NULL),
            (ss_question)question);
    assert_verdict(&m, SS_PROVED,
                   question == SS_QUESTION_STABLE ? SS_CLAIM_STABLE_POINT
                                                  : SS_CLAIM_LOCALLY_BOUNDED,
                   "SS-CALM");
    assert_true(m.proof.levels.proved <= 2 && m.proof.levels.proved > 1.9999);
    stop(&m);
  }
}

/* Worked models that come to rest are stable, too; of the block, more stays than is attracted. */
static void worked_models(void **state) {
  (void)state;
  static const char *const files[] = {"falling-block", "bouncing-ball", "sliding-disk",
                                      "spinning-disk"};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    char file[64];
    snprintf(file, sizeof file, "models/%s.still", files[i]);
    machine m = ask(read_file(file, ""), SS_QUESTION_STABLE);
    assert_verdict(&m, SS_PROVED, SS_CLAIM_STABLE_POINT, "SS-CALM");
    stop(&m);
    m = ask(read_file(file, ""), SS_QUESTION_BOUNDED);
    assert_verdict(&m, SS_PROVED, SS_CLAIM_BOUNDED, "SS-CALM");
    stop(&m);
  }
  machine m = ask(read_file("models/falling-block.still", "mu=0.25:0.35 k=9:11 eN=0.4:0.6"),
                  SS_QUESTION_STABLE);
  assert_verdict(&m, SS_PROVED, SS_CLAIM_STABLE_POINT, "SS-CALM");
  stop(&m);
}

/* A block in a corner, impacts one at a time: plastic ones lose energy; with restitution and this
 * friction they might gain some. LW2008-T1 does not know them. */
#define CORNER(e)                                                                                  \
  "coord x, z\nkinetic = 1/2*x'^2 + 1/2*z'^2 + 9/10*x'*z'\npotential = x + z\n"                    \
  "contact floor { gap = z; slip = x'; law = coulomb(2); restitution = sequential(" e ") }\n"      \
  "contact wall { gap = x; slip = z'; law = coulomb(2); restitution = sequential(" e ") }\n"

static void one_impact_at_a_time(void **state) {
  (void)state;
  machine m = ask(read_machine("t", CORNER("0"), 0, NULL), SS_QUESTION_STABLE);
  assert_verdict(&m, SS_PROVED, SS_CLAIM_STABLE_POINT, "SS-CALM");
  stop(&m);
  m = ask(read_machine("t", CORNER("0"), 0, NULL), SS_QUESTION_ATTRACTIVE);
  assert_int_equal(m.proof.verdict, SS_UNKNOWN);
  stop(&m);
  assert_stopped(CORNER("9/10"), "SS-CALM.7");
}

/* Two contacts have more directions than there are coordinates: nothing is known of a common
 * impact, but where no two are hit at once each may lose energy by itself. */
#define LOOSE(e, wall)                                                                             \
  "coord x, z\nkinetic = 1/2*x'^2 + 1/2*z'^2 + 1/10*x'*z'\npotential = x + z\n"                    \
  "contact floor { gap = z; slip = x'; law = coulomb(2); restitution = sequential(" e ") }\n"      \
  "contact wall { gap = x; slip = z'; law = coulomb(2); restitution = " wall " }\n"

static void no_two_at_once(void **state) {
  (void)state;
  machine m = ask(read_machine("t", LOOSE("1/2", "sequential(1/2)"), 0, NULL), SS_QUESTION_STABLE);
  assert_verdict(&m, SS_PROVED, SS_CLAIM_STABLE_POINT, "SS-CALM");
  stop(&m);
  m = ask(read_machine("t", LOOSE("1/2", "sequential(1/4)"), 0, NULL), SS_QUESTION_STABLE);
  assert_verdict(&m, SS_PROVED, SS_CLAIM_STABLE_POINT, "SS-CALM");
  stop(&m);
  assert_stopped(LOOSE("1/2", "newton(1/2, 0)"), "SS-CALM.7");
  assert_stopped(LOOSE("999/1000", "sequential(999/1000)"), "SS-CALM.7");
}

/* A puck on ice: how high it jumps stays bounded, where it goes does not. */
static void what_nothing_depends_on(void **state) {
  (void)state;
  machine m = ask(read_machine("t",
                               "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = y\n"
                               "contact floor { gap = y; restitution = newton(1, 0) }\n",
                               0, NULL),
                  SS_QUESTION_BOUNDED);
  assert_verdict(&m, SS_PROVED, SS_CLAIM_BOUNDED, "SS-CALM");
  assert_non_null(strstr(m.proof.sentence, "nothing is said of x"));
  stop(&m);
}

#define PLANE "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
#define FLOOR "contact floor { gap = y; slip = x'; law = coulomb(1/2) }\n"

/* TESTS: SS-CALM.1 violated */
static void no_mass(void **state) {
  (void)state;
  assert_stopped("coord x, y\nkinetic = 1/2*(x'^2 + y'^2) + 2*exp(-10000*(x - 3)^2)*x'*y'\n"
                 "potential = (x - 3)^2 + y\n" FLOOR,
                 "SS-CALM.1");
}

/* On the floor y = 0 the first one has a ridge; the second is as flat as a board; the third rolls
 * down beside the hump on which it stands, where friction does not hold it. */
/* TESTS: SS-CALM.2 violated */
static void no_minimum(void **state) {
  (void)state;
  assert_stopped(PLANE "potential = y - x^2\n" FLOOR, "SS-CALM.2");
  assert_stopped(PLANE "potential = x^4 + y^2 + y^4\n", "SS-CALM.2");
  assert_stopped(PLANE "potential = y - 2*x^2\n"
                       "contact hump { gap = y - x^2; slip = x'; law = coulomb(1/9) }\n",
                 "SS-CALM.2");
}

/* Whatever is fed, for some parameter, at however small a speed. */
/* TESTS: SS-CALM.3 violated */
static void fed(void **state) {
  (void)state;
  assert_stopped(PLANE "potential = x^2 + x^4 + y^2\nforce x = x'^2\n", "SS-CALM.3");
  assert_stopped("param c = 1 in [-1/100, 1]\n" PLANE
                 "potential = x^2 + x^4 + y^2\nforce x = -c*x'\n",
                 "SS-CALM.3");
}

/* Where its bound changes its sign the level ends: V = x^2 + ... at x = -1/100. */
/* TESTS: SS-CALM.5 violated */
static void friction_without_a_sign(void **state) {
  (void)state;
  machine m = ask(read_machine("t",
                               PLANE "potential = x^2 + x^4 + y^2\n"
                                     "friction f { slip = x'; normal = 1 + 100*x;"
                                     " law = coulomb(1/2) }\n",
                               0, NULL),
                  SS_QUESTION_BOUNDED);
  assert_verdict(&m, SS_PROVED, SS_CLAIM_LOCALLY_BOUNDED, "SS-CALM");
  assert_true(m.proof.levels.proved <= 1.0001e-4 && m.proof.levels.proved > 0.999e-4);
  stop(&m);
  assert_stopped("param mu = 1/10 in [0, 1]\n" PLANE "potential = x^2 + y\n"
                 "contact floor { gap = y; slip = x'; law = coulomb(mu) }\n",
                 "SS-CALM.5");
}

/* TESTS: SS-CALM.6 violated */
static void restitution_that_turns_slip(void **state) {
  (void)state;
  assert_stopped(PLANE "potential = x^2 + y\ncontact floor { gap = y; slip = x';"
                       " law = coulomb(1/2); restitution = newton(1/2, -1/2) }\n",
                 "SS-CALM.6");
}

/* Newton's law and friction with a mass matrix that couples: eN = 1 and eT = 0 gain energy. */
/* TESTS: SS-CALM.7 violated */
static void impacts_that_gain(void **state) {
  (void)state;
  assert_stopped("coord x, y\nkinetic = 1/2*(x'^2 + y'^2 + x'*y')\npotential = x^2 + y\n"
                 "contact floor { gap = y; slip = x'; law = coulomb(1/2);"
                 " restitution = newton(1, 0) }\n",
                 "SS-CALM.7");
}

/* What is asked about lies on the other side of a ridge. */
/* TESTS: SS-CALM.8 violated */
static void another_one(void **state) {
  (void)state;
  const double at = 9;
  machine m = read_machine("t",
                           "coord x\nkinetic = 1/2*x'^2\npotential = x/4 + 4*exp(-(x - 2)^2)\n"
                           "contact l { gap = x; restitution = newton(1/2, 0) }\n",
                           0, NULL);
  m.options.at = &at;
  m = ask(m, SS_QUESTION_STABLE);
  assert_int_equal(m.proof.verdict, SS_UNKNOWN);
  stop(&m);
}

/* TESTS: SS-CALM unknown */
static void a_ratchet(void **state) {
  (void)state;
  machine m = ask(read_file("models/ratchet.still", ""), SS_QUESTION_STABLE);
  assert_int_equal(m.proof.verdict, SS_UNKNOWN);
  assert_non_null(strstr(m.proof.reason, "the clutch pawl"));
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_pendulum),
      cmocka_unit_test(worked_models),
      cmocka_unit_test(what_nothing_depends_on),
      cmocka_unit_test(no_mass),
      cmocka_unit_test(no_minimum),
      cmocka_unit_test(fed),
      cmocka_unit_test(friction_without_a_sign),
      cmocka_unit_test(restitution_that_turns_slip),
      cmocka_unit_test(impacts_that_gain),
      cmocka_unit_test(one_impact_at_a_time),
      cmocka_unit_test(no_two_at_once),
      cmocka_unit_test(another_one),
      cmocka_unit_test(a_ratchet),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
