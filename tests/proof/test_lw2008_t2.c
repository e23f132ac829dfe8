/* test_lw2008_t2.c: rest sets from which motions go away: pendulums upside down, the ridge between
 * two wells, the beam that leans. */
#include "../../src/proof/energy.h"
#include "support.h"

#define HINGE(mu)                                                                                  \
  "coord x\nkinetic = 1/2*x'^2\npotential = cos(x)\n"                                              \
  "friction hinge { slip = x'; normal = 1; law = coulomb(" mu ") }\n"
#define PENDULUM "coord x\nkinetic = 1/2*x'^2\npotential = cos(x)\n"

/* Refuted by the theorem, with this claim. */
static void assert_leaves(machine m, ss_claim claim) {
  const ss_proof *p = &m.proof;
  assert_int_equal(p->verdict, SS_REFUTED);
  assert_string_equal(p->theorem, "LW2008-T2");
  assert_int_equal(p->claim, claim);
  for (size_t i = 0; i < p->conditions; i++)
    assert_int_equal(p->condition[i].status, SS_CONDITION_PROVED);
  assert_true(p->region_count > 0);
  stop(&m);
}

/* Nothing is claimed, and the last condition is this one. */
static void assert_stopped(machine m, const char *id) {
  const ss_proof *p = &m.proof;
  assert_int_equal(p->verdict, SS_UNKNOWN);
  assert_true(p->conditions > 0);
  assert_string_equal(p->condition[p->conditions - 1].id, id);
  assert_int_not_equal(p->condition[p->conditions - 1].status, SS_CONDITION_PROVED);
  stop(&m);
}

static machine ask(machine m, ss_question question, const double *at) {
  ss_proof_clear(&m.proof);
  m.options.question = question;
  m.options.at = at;
  assert_int_equal(ss_prove(m.arena, m.system, &m.options, &m.proof), SS_OK);
  return m;
}

/* The region reaches beyond what friction holds, sin x = mu. */
/* TESTS: LW2008-T2 proved */
static void upside_down(void **state) {
  (void)state;
  machine m = prove_text(HINGE("1/10"));
  assert_true(m.proof.region_hi[0] > asin(0.1));
  assert_int_equal(m.proof.answer[0].verdict, SS_REFUTED); /* attraction itself too */
  assert_leaves(m, SS_CLAIM_UNSTABLE);
  assert_leaves(ask(prove_text(HINGE("1/10")), SS_QUESTION_STABLE, NULL), SS_CLAIM_UNSTABLE);
  assert_leaves(prove_text(PENDULUM "force x = -x'/10\n"), SS_CLAIM_UNSTABLE);
}

static void a_ridge(void **state) {
  (void)state;
  assert_leaves(prove_text("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                           "potential = (x^2 - 1)^2 + y^2 + x*y/4\n"
                           "force x = -x'/10\nforce y = -y'/10\n"),
                SS_CLAIM_UNSTABLE);
}

/* 2008, section 7.4: the upper rest set. */
static void a_leaning_beam(void **state) {
  (void)state;
  const double phi = 0.3, at[] = {sin(phi), cos(phi), phi};
  machine m = prove_file("models/constrained-beam.still", "");
  assert_leaves(ask(m, SS_QUESTION_ATTRACTIVE, at), SS_CLAIM_UNSTABLE);
}

/* TESTS: LW2008-T2.1 violated */
static void no_mass(void **state) {
  (void)state;
  assert_stopped(prove_text("coord x\nkinetic = 1/2*(x - 1/8)*x'^2\npotential = cos(x)\n"
                            "force x = -x'/10\n"),
                 "LW2008-T2.1");
}

/* What friction holds reaches to the wells. */
/* TESTS: LW2008-T2.2 violated */
static void wells_in_the_region(void **state) {
  (void)state;
  machine m = prove_text("coord x\nkinetic = 1/2*x'^2\npotential = (x^2 - 1)^2\n"
                         "friction f { slip = x'; normal = 1; law = coulomb(5) }\n");
  assert_int_not_equal(m.proof.verdict, SS_REFUTED);
  stop(&m);
}

/* TESTS: LW2008-T2.3 violated */
static void fed(void **state) {
  (void)state;
  assert_stopped(prove_text(HINGE("1/10") "force x = x'/10\n"), "LW2008-T2.3");
}

/* TESTS: LW2008-T2.4 violated */
static void jams(void **state) {
  (void)state;
  const double at[] = {0, 1, 0};
  machine m = prove_file("models/constrained-beam.still", "mu1=3/2 mu2=1/2 J=1/100");
  m = ask(m, SS_QUESTION_STABLE, at);
  assert_int_not_equal(m.proof.verdict, SS_REFUTED);
  stop(&m);
}

/* Without dissipation it may come back, but not to the rest point: statement 2. That it is unstable
 * SS-ALONG says. */
/* TESTS: LW2008-T2.5 violated */
static void nothing_rubs(void **state) {
  (void)state;
  assert_leaves(prove_text(PENDULUM), SS_CLAIM_NOT_ATTRACTIVE);
  machine m = ask(prove_text(PENDULUM), SS_QUESTION_STABLE, NULL);
  assert_verdict(&m, SS_REFUTED, SS_CLAIM_UNSTABLE, "SS-ALONG");
  stop(&m);
}

/* TESTS: LW2008-T2.6 violated */
static void no_rest_position(void **state) {
  (void)state;
  machine m = prove_text("coord x\nkinetic = 1/2*x'^2\npotential = -x - x^3\nforce x = -x'\n");
  assert_int_not_equal(m.proof.verdict, SS_REFUTED);
  stop(&m);
}

/* Damping that becomes negative far away: unstable, but motions might come back. */
/* TESTS: LW2008-T2.7 violated */
static void fed_far_away(void **state) {
  (void)state;
  machine m = prove_text(PENDULUM "force x = -(1 - x^2)*x'\n");
  assert_int_equal(m.proof.claim, SS_CLAIM_UNSTABLE);
  for (size_t i = 0; i < m.proof.answers; i++)
    if (m.proof.answer[i].what == SS_QUESTION_ATTRACTIVE)
      assert_int_equal(m.proof.answer[i].verdict, SS_UNKNOWN);
  assert_leaves(m, SS_CLAIM_UNSTABLE);
}

/* Friction holds it everywhere. */
/* TESTS: LW2008-T2.8 violated */
static void rests_everywhere(void **state) {
  (void)state;
  assert_stopped(prove_text(HINGE("2")), "LW2008-T2.2");
}

/* TESTS: LW2008-T2.9 violated */
static void not_convex(void **state) {
  (void)state;
  machine m = prove_text("coord x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\n"
                         "potential = cos(x) + z^2/2 + 10*y\n"
                         "slider rail { gap = y - x^2/100; slip = x'; law = coulomb(1/100) }\n"
                         "friction f { slip = z'; normal = 1; law = coulomb(1/100) }\n"
                         "chart s, r { x = s; y = s^2/100; z = r }\n");
  m = ask(m, SS_QUESTION_STABLE, NULL);
  assert_stopped(m, "LW2008-T2.9");
}

/* Stops that the region does not reach change nothing; of one that it does nothing is claimed. Of
 * impacts elsewhere nothing is known: whether it comes back is not said. */
/* TESTS: LW2008-T2.4 violated */
static void between_stops(void **state) {
  (void)state;
  const double at[] = {0};
  machine m =
      ask(prove_text(HINGE("1/10") "contact a { gap = 1 - x; restitution = newton(1/2, 0) }\n"
                                   "contact b { gap = x + 3/2 }\n"),
          SS_QUESTION_STABLE, at);
  for (size_t i = 0; i < m.proof.answers; i++)
    if (m.proof.answer[i].what == SS_QUESTION_ATTRACTIVE)
      assert_int_equal(m.proof.answer[i].verdict, SS_UNKNOWN);
  assert_leaves(m, SS_CLAIM_UNSTABLE);
  m = ask(prove_text(HINGE("1/10") "contact a { gap = 21/200 - x }\n"), SS_QUESTION_STABLE, at);
  assert_int_not_equal(m.proof.verdict, SS_REFUTED);
  stop(&m);
}

/* Asked about the top, another rest set, pressed on the stop, is not the answer. */
/* TESTS: LW2008-T2 proved */
static void beside_a_stop(void **state) {
  (void)state;
  static const double at[] = {0};
  machine m = prove_text("coord a\nkinetic = 1/2*a'^2\npotential = cos(a)\nforce a = -a'\n"
                         "friction pivot { slip = a'; normal = 1; law = coulomb(1/2) }\n"
                         "contact stop { gap = 9/10 - a; restitution = newton(1/2, 0) }\n");
  m.options.at = at;
  assert_int_equal(ss_prove(m.arena, m.system, &m.options, &m.proof), SS_OK);
  assert_verdict(&m, SS_REFUTED, SS_CLAIM_UNSTABLE, "LW2008-T2");
  stop(&m);
}

/* TESTS: LW2008-T2 unknown */
static void with_a_contact(void **state) {
  (void)state;
  machine m = prove_text("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = cos(x) + y\n"
                         "contact c { gap = y; slip = x'; law = coulomb(1/10) }\n");
  assert_int_equal(m.proof.verdict, SS_UNKNOWN);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(upside_down),
      cmocka_unit_test(a_ridge),
      cmocka_unit_test(a_leaning_beam),
      cmocka_unit_test(no_mass),
      cmocka_unit_test(wells_in_the_region),
      cmocka_unit_test(fed),
      cmocka_unit_test(jams),
      cmocka_unit_test(nothing_rubs),
      cmocka_unit_test(no_rest_position),
      cmocka_unit_test(fed_far_away),
      cmocka_unit_test(rests_everywhere),
      cmocka_unit_test(not_convex),
      cmocka_unit_test(between_stops),
      cmocka_unit_test(beside_a_stop),
      cmocka_unit_test(with_a_contact),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
