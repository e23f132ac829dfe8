/* test_ss_perch.c: machines that only friction holds. */
#include "../../src/proof/perch.h"
#include "support.h"

#define INCLINE "models/small/box-on-incline.still"
#define PLANE   "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"

static machine ask(const char *text, ss_question question) {
  machine m = read_machine("test.still", text, 0, NULL);
  m.options.question = question;
  assert_int_equal(ss_prove(m.arena, m.system, &m.options, &m.proof), SS_OK);
  return m;
}

/* tan(0.3) = 0.30934: all three questions, also for ranges, uphill and on a slope the other way. */
/* TESTS: SS-PERCH proved */
static void boxes(void **state) {
  (void)state;
  static const char *const settings[] = {"mu=0.31", "mu=0.4:0.5", "a=-0.3",
                                         "m=0.9:1.1 g=9:10 a=0.28:0.32"};
  static const ss_claim claims[] = {SS_CLAIM_GLOBALLY_ATTRACTIVE, SS_CLAIM_STABLE,
                                    SS_CLAIM_BOUNDED};
  for (size_t i = 0; i < 12; i++) {
    machine m = read_file(INCLINE, settings[i / 3]);
    m.options.question =
        (ss_question[]){SS_QUESTION_ATTRACTIVE, SS_QUESTION_STABLE, SS_QUESTION_BOUNDED}[i % 3];
    assert_int_equal(ss_prove(m.arena, m.system, &m.options, &m.proof), SS_OK);
    assert_verdict(&m, SS_PROVED, claims[i % 3], "SS-PERCH");
    stop(&m);
  }
}

/* Where forces depend on the state a position is stable: on a hill, with drag, on a round floor,
 * with a wall elsewhere; and with a joint that rubs and no contact at all. */
/* TESTS: SS-PERCH proved */
static void near_a_position(void **state) {
  (void)state;
  static const char *const texts[] = {
      PLANE "potential = y - x/4\nforce x = -x'\n"
            "contact f { gap = y; slip = x'; law = coulomb(1/2) }\nstate s { x = 1 }\n",
      PLANE "potential = y\ncontact f { gap = y + x^2/4; slip = x'; law = coulomb(1/2) }\n"
            "state s { x = 1/10; y = -1/400 }\n", /* no double has this gap */
      /* the same in other units: the box is smaller than the position, and than the hills */
      PLANE "potential = y\ncontact f { gap = y + x^2/4e-8; slip = x'; law = coulomb(1/2) }\n"
            "state s { x = 1e-9; y = -1/400*1e-8 }\n",
      PLANE "potential = y - x/4\ncontact f { gap = y; slip = x'; law = coulomb(1/2) }\n"
            "contact w { gap = 9 - x; restitution = newton(1, 0) }\nstate s { x = 1 }\n",
      "coord x\nkinetic = x'^2/2\npotential = cos(x)\nstate s { x = 1/3 }\n"
      "friction f { slip = x'; normal = 2 + x; law = coulomb(1/2) }\n",
      "coord x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\npotential = z - x/5 - y/5 + z^2\n"
      "contact f { gap = z; slip = (x', y'); law = disk(3/10) }\nstate s { x = 1 }\n"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    machine m = ask(texts[i], SS_QUESTION_STABLE);
    assert_verdict(&m, SS_PROVED, SS_CLAIM_STABLE_POINT, "SS-PERCH");
    stop(&m);
  }
}

/* Two blocks that nothing connects. */
/* TESTS: SS-PERCH proved */
static void two_blocks(void **state) {
  (void)state;
  machine m =
      ask("coord x, y, a, b\nkinetic = x'^2 + y'^2 + a'^2 + b'^2\npotential = y - x/4 + 2*b "
          "+ a/4\ncontact f { gap = y; slip = x'; law = coulomb(1/3) }\n"
          "contact g { gap = b; slip = a'; law = coulomb(1/3); restitution = newton(1/2, "
          "0) }\n",
          SS_QUESTION_ATTRACTIVE);
  assert_verdict(&m, SS_PROVED, SS_CLAIM_GLOBALLY_ATTRACTIVE, "SS-PERCH");
  assert_int_equal(m.proof.how, SS_HOW_FINITE);
  stop(&m);
}

/* Ranges do not count twice where frictions do not act on the gap: any e < 1. */
/* TESTS: SS-PERCH proved */
static void ranges(void **state) {
  (void)state;
  machine m = ask("param m = 1 in [1/2, 2]\nparam e = 9/10 in [1/8, 99/100]\ncoord x, y\n"
                  "kinetic = m*(x'^2 + y'^2)/2\npotential = m*(y - x/50)\n"
                  "contact f { gap = y; slip = x'; law = coulomb(1/9); restitution = newton(e, 0) "
                  "}\n",
                  SS_QUESTION_ATTRACTIVE);
  assert_verdict(&m, SS_PROVED, SS_CLAIM_GLOBALLY_ATTRACTIVE, "SS-PERCH");
  stop(&m);
}

/* The condition at which the theorem stops; no other one proves it either. */
static void assert_stops(const char *text, int number) {
  machine m = read_machine("test.still", text, 0, NULL);
  ss_subject subject = {.arena = m.arena, .system = m.system};
  const char *why_not;
  void *facts = NULL;
  ss_attempt a;
  assert_int_equal(ss_view_perch.find(&subject, &facts, &why_not), SS_OK);
  assert_non_null(facts);
  size_t count, row = 0;
  const ss_theorem *theorem = ss_theorems(&count);
  while (theorem[row].view != &ss_view_perch) row++;
  ss_attempt_start(&a, m.arena, &m.options, &theorem[row], facts);
  assert_false(theorem[row].prove(&a));
  assert_int_equal((int)a.count, number);
  assert_int_not_equal(a.condition[number - 1].status, SS_CONDITION_PROVED);
  ss_attempt_clear(&a);
  stop(&m);
}

/* TESTS: SS-PERCH.1 violated */
/* TESTS: SS-PERCH.2 violated */
/* TESTS: SS-PERCH.3 violated */
static void what_is_in_the_way(void **state) {
  (void)state;
  /* a mass that is negative for some of the range */
  assert_stops("param m = 1 in [-1, 3]\ncoord x, y\nkinetic = m*x'^2/2 + y'^2/2\npotential = y\n"
               "contact f { gap = y; slip = x'; law = coulomb(1/2) }\n",
               1);
  /* nothing rubs along x */
  assert_stops(PLANE "potential = y\ncontact f { gap = y; slip = y'; law = coulomb(1/2) }\n", 2);
  /* a gap that has no direction where it is 0 */
  assert_stops(PLANE "potential = y\ncontact f { gap = y^3; slip = x'; law = coulomb(1/2) }\n"
                     "state s { x = 1 }\n",
               2);
  /* Painleve: friction turns around what the normal force does */
  assert_stops("coord x, y\nkinetic = (x'^2 + y'^2)/2 + 4/5*x'*y'\npotential = y\n"
               "contact f { gap = y; slip = x'; law = coulomb(2) }\n",
               3);
  /* one contact stands on the other; a floor that nothing presses the block to */
  assert_stops(PLANE "potential = y\ncontact f { gap = y }\ncontact g { gap = y + x }\n", 3);
  assert_stops(PLANE "potential = -y\ncontact f { gap = y; slip = x'; law = coulomb(1) }\n", 3);
  /* a friction that may lift it: |D| p = 2 > 1 */
  assert_stops("coord x, y, z\nkinetic = (x'^2 + y'^2 + z'^2)/2\npotential = y\n"
               "contact f { gap = y; slip = x'; law = coulomb(1) }\n"
               "friction g { slip = z' + y'; normal = 2; law = coulomb(1) }\n",
               3);
}

/* TESTS: SS-PERCH.4 violated */
/* TESTS: SS-PERCH.5 violated */
/* TESTS: SS-PERCH.6 violated */
/* TESTS: SS-PERCH unknown */
static void not_enough(void **state) {
  (void)state;
  assert_stops(PLANE "potential = y - x/2\ncontact f { gap = y; slip = x'; law = coulomb(1/2) }\n",
               4);
  assert_stops(PLANE "potential = y + x/2\ncontact f { gap = y; slip = x'; law = coulomb(1/2) }\n",
               4);
  assert_stops("coord x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\npotential = z - x/4 - y/4\n"
               "contact f { gap = z; slip = (x', y'); law = disk(7/20) }\n",
               4);
  assert_stops(PLANE "potential = y\ncontact f { gap = y; slip = x'; law = coulomb(1/2); "
                     "restitution = newton(1, 0) }\n",
               5);
  assert_stops(PLANE "potential = y + x^2\ncontact f { gap = y; slip = x'; law = coulomb(1/2) }\n"
                     "state s { x = 0 }\n",
               6);
  machine m = read_file(INCLINE, "mu=0.2");
  m.options.question = SS_QUESTION_STABLE;
  assert_int_equal(ss_prove(m.arena, m.system, &m.options, &m.proof), SS_OK);
  assert_int_equal(m.proof.verdict, SS_UNKNOWN);
  assert_int_equal(status_of(&m.proof, "SS-PERCH.4"), SS_CONDITION_FAILED);
  assert_non_null(strstr(m.proof.reason, "it cannot rest there: 'floor' would have to hold with "
                                         "0.3093 times its normal force, and can with 0.2"));
  stop(&m);
  m = ask(PLANE "potential = y - x/2\n"
                "contact f { gap = y; slip = x'; law = coulomb(1/2) }\n",
          SS_QUESTION_STABLE);
  assert_int_equal(m.proof.verdict, SS_UNKNOWN);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(boxes),  cmocka_unit_test(near_a_position),    cmocka_unit_test(two_blocks),
      cmocka_unit_test(ranges), cmocka_unit_test(what_is_in_the_way), cmocka_unit_test(not_enough),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
