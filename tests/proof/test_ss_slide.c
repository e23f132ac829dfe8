/* test_ss_slide.c: sliding on a rough floor. */
#include "support.h"

static void expect(const char *text, const char *id, ss_condition_status status) {
  machine m = start_facts(text);
  settle(&m);
  ss_attempt a;
  const ss_theorem *row = find_theorem("SS-SLIDE") + 1; /* without the claim about time */
  assert_string_equal(row->id, "SS-SLIDE");
  ss_attempt_start(&a, m.arena, &m.options, row, &m.facts);
  assert_int_equal(row->prove(&a), status == SS_CONDITION_PROVED);
  assert_string_equal(a.condition[a.count - 1].id, id);
  assert_int_equal(a.condition[a.count - 1].status, status);
  ss_attempt_clear(&a);
  stop(&m);
}

#define PAIR "potential = 1/2*(x - y)^2\nforce x = y' - x' + 1/4\nforce y = x' - y'\n"

/* TESTS: SS-SLIDE proved */
static void coupled_blocks(void **state) {
  (void)state;
  machine m = prove_text(TWO PAIR RUBS_X);
  assert_verdict(&m, SS_PROVED, SS_CLAIM_GLOBALLY_ATTRACTIVE, "SS-SLIDE");
  assert_int_equal(m.proof.how, SS_HOW_ASYMPTOTIC);
  stop(&m);
}

/* Without springs the time is finite; with the load at the bound, or beyond, it goes on. */
/* TESTS: SS-SLIDE proved
 * TESTS: SS-SLIDE.8 violated
 * TESTS: SS-SLIDE unknown */
static void a_block_on_a_floor(void **state) {
  (void)state;
  static const char rough[] = "coord x\nkinetic = 1/2*x'^2\n"
                              "friction a { slip = x'; normal = 1; law = coulomb(1) }\n";
  static const char *const loads[] = {"", "force x = 0.999\n", "force x = 1\n", "force x = 2\n"};
  for (size_t i = 0; i < 4; i++) {
    char text[200];
    snprintf(text, sizeof text, "%s%s", rough, loads[i]);
    machine m = prove_text(text);
    if (i < 2)
      assert_verdict(&m, SS_PROVED, SS_CLAIM_GLOBALLY_ATTRACTIVE, "SS-SLIDE");
    else
      assert_verdict(&m, SS_UNKNOWN, SS_CLAIM_NONE, "SS-SLIDE");
    assert_int_equal(m.proof.how, i < 2 ? SS_HOW_FINITE : SS_HOW_NONE);
    expect(text, "SS-SLIDE.8", i < 2 ? SS_CONDITION_PROVED : SS_CONDITION_FAILED);
    stop(&m);
  }
}

/* TESTS: SS-SLIDE.1 violated */
static void negative_mass(void **state) {
  (void)state;
  machine m = start_facts(TWO PAIR RUBS_X);
  settle(&m);
  fmpq_set_si(ss_entry(m.facts.M, 1, 1), -1, 1);
  ss_attempt a;
  ss_attempt_start(&a, m.arena, &m.options, find_theorem("SS-SLIDE") + 1, &m.facts);
  assert_false(ss_theorem_ss_slide(&a));
  assert_string_equal(a.condition[a.count - 1].id, "SS-SLIDE.1");
  ss_attempt_clear(&a);
  stop(&m);
}

/* TESTS: SS-SLIDE.2 violated */
static void circulatory_force(void **state) {
  (void)state;
  expect(TWO PAIR RUBS_X "force x = y\n", "SS-SLIDE.2", SS_CONDITION_FAILED);
}

/* TESTS: SS-SLIDE.3 violated */
static void negative_spring(void **state) {
  (void)state;
  expect(TWO "potential = -x^2\n" RUBS_X RUBS_Y, "SS-SLIDE.3", SS_CONDITION_FAILED);
}

/* TESTS: SS-SLIDE.4 violated */
static void negative_damping(void **state) {
  (void)state;
  expect(TWO "force x = x'/10\n" RUBS_X RUBS_Y, "SS-SLIDE.4", SS_CONDITION_FAILED);
}

/* The second block swings on its spring without a damper while the first one sticks. */
/* TESTS: SS-SLIDE.6 violated */
static void undamped_without_slip(void **state) {
  (void)state;
  expect(TWO "potential = 1/2*(x - y)^2\n" RUBS_X, "SS-SLIDE.6", SS_CONDITION_FAILED);
}

/* A damper stops the distance of two blocks, and nothing where they are: they drift. */
/* TESTS: SS-SLIDE.7 violated */
static void nothing_holds_the_middle(void **state) {
  (void)state;
  expect(TWO "potential = 1/2*(x - y)^2\nforce x = -x'\nforce y = -y'\n", "SS-SLIDE.7",
         SS_CONDITION_FAILED);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(coupled_blocks),        cmocka_unit_test(a_block_on_a_floor),
      cmocka_unit_test(negative_mass),         cmocka_unit_test(circulatory_force),
      cmocka_unit_test(negative_spring),       cmocka_unit_test(negative_damping),
      cmocka_unit_test(undamped_without_slip), cmocka_unit_test(nothing_holds_the_middle),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
