/* test_expect.c: what a model expects of its rest sets. */
#include "stage.h"

static ss_expected check(stage *s, const char *text) {
  ss_rest_sets sets;
  ss_expected expected;
  *s = open_stage(text);
  assert_int_equal(ss_machine_rest(s->arena, s->machine, NULL, &s->said, &sets), SS_OK);
  assert_int_equal(ss_machine_check_expected(s->arena, s->machine, &sets, &expected), SS_OK);
  return expected;
}

#define SPRING                                                                                     \
  "param F = 0.5\ncoord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\n"                              \
  "friction base { slip = x'; normal = F; law = coulomb(1) }\n"

static void nothing_is_expected(void **state) {
  (void)state;
  stage s;
  const ss_expected e = check(&s, BEAD);
  assert_true(e.statements == 0 && e.tested == 0 && !e.at && e.verdict == SS_UNKNOWN);
  close_stage(&s);
}

/* The rest set is [-F, F]: its ends satisfy what is true to the last digit. No test is a proof. */
static void it_agrees(void **state) {
  (void)state;
  stage s;
  const ss_expected e = check(&s, SPRING "expect equilibria { abs(x) <= F }\n");
  assert_true(e.statements == 1 && e.tested == 3 && e.doubtful == 0 && !e.at);
  assert_int_equal(e.verdict, SS_UNKNOWN);
  close_stage(&s);
}

/* 0.4999 is too small, and an end shows it; each sign of a relation. */
static void a_false_one_is_shown(void **state) {
  (void)state;
  static const char *const text[] = {
      SPRING "expect equilibria { x >= -1; x <= 0.4999 }\n",
      SPRING "expect equilibria { x >= -0.4999 }\n",
      SPRING "expect equilibria { x = 0 }\n",
      SPRING "expect equilibria { 1 <= F }\n",
      SPRING "force x = 1/2\nexpect equilibria { x <= 0.6 }\n", /* an end of [0, 1] shows it */
  };
  for (size_t i = 0; i < 5; i++) {
    stage s;
    const ss_expected e = check(&s, text[i]);
    assert_int_equal(e.verdict, SS_REFUTED);
    assert_true(e.at && e.relation && fabs(e.at[0]) <= (i == 4 ? 1 : 0.5));
    if (i < 3) assert_true(fabs(e.at[0]) > 0.4999);
    const ss_relation *second = &ss_machine_model(s.machine)->expectation[0].items[1];
    if (i == 0) assert_ptr_equal(e.relation[0], second);
    close_stage(&s);
  }
}

/* The search is done too; what has an open input has nothing to hold against. */
static void by_a_search(void **state) {
  (void)state;
  ss_expected e;
  stage s = open_stage(SPRING "expect equilibria { x <= 0.4999 }\n");
  assert_int_equal(ss_machine_find_expected(s.arena, s.machine, &e), SS_OK);
  assert_int_equal(e.verdict, SS_REFUTED);
  close_stage(&s);
  s = open_stage("coord x\nkinetic = 1/2*x'^2\nforce x = sin(t)\nexpect equilibria { x = 0 }\n");
  assert_int_equal(ss_machine_find_expected(s.arena, s.machine, &e), SS_OK);
  assert_true(e.verdict == SS_UNKNOWN && e.tested == 0);
  close_stage(&s);
}

/* Several statements describe several sets: a place satisfies one of them. */
static void one_of_several(void **state) {
  (void)state;
#define DEEP                                                                                       \
  "coord x\nkinetic = 1/2*x'^2\npotential = 1/4*x^4 - 1/2*x^2\n"                                   \
  "friction base { slip = x'; normal = 0.1; law = coulomb(1) }\n"                                  \
  "expect equilibria left { x >= -1.1; x <= -0.8 }\n"                                              \
  "expect equilibria right { x >= 0.8; x <= 1.1 }\n"
  stage s;
  ss_expected e = check(&s, DEEP "expect equilibria top { abs(x) <= 0.2 }\n");
  assert_true(e.statements == 3 && e.tested >= 9 && e.doubtful == 0);
  close_stage(&s);
  e = check(&s, DEEP);
  assert_int_equal(e.verdict, SS_REFUTED);
  assert_true(fabs(e.at[0]) < 0.2);
  close_stage(&s);
}

/* Other expectations are not about rest; a formula that has no value there is no test. */
static void what_does_not_count(void **state) {
  (void)state;
  stage s;
  ss_expected e = check(&s, SPRING "expect frequency { x = 7 }\n");
  assert_true(e.statements == 0 && e.tested == 0);
  close_stage(&s);
  e = check(&s, SPRING "expect equilibria { sqrt(x - 1) <= -1 }\n");
  assert_true(e.tested == 0 && e.skipped == 3 && !e.at);
  close_stage(&s);
}

/* An angle is the same a turn further: a pendulum on top, told as pi. */
static void turns_do_not_count(void **state) {
  (void)state;
#define PENDULUM                                                                                   \
  "coord phi # [rad]\nkinetic = 1/2*phi'^2\npotential = -cos(phi)\n"                               \
  "friction base { slip = phi'; normal = 0.1; law = coulomb(1) }\n"
  stage s;
  ss_expected e = check(&s, PENDULUM "expect equilibria { abs(sin(phi)) <= 0.1 }\n");
  assert_true(e.tested > 0 && e.doubtful == 0);
  close_stage(&s);
  e = check(&s, PENDULUM "expect equilibria { cos(phi) >= 0 }\n");
  assert_int_equal(e.verdict, SS_REFUTED);
  assert_true(cos(e.at[0]) < -0.9);
  close_stage(&s);
}

RUN_TESTS(T(nothing_is_expected), T(it_agrees), T(a_false_one_is_shown), T(by_a_search),
          T(one_of_several), T(what_does_not_count), T(turns_do_not_count))
