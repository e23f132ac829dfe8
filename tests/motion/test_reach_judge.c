/* test_reach_judge.c: basins tell rest from settling, by every engine. */
#include "machine.h"
#include "standstill/reach.h"

static void expect_ends(const char *text, const char *start, ss_reach_kind kind) {
  static const ss_reach_engine engines[] = {SS_REACH_ENGINE_AUTO, SS_REACH_ENGINE_LANES,
                                            SS_REACH_ENGINE_EVENTS};
  for (size_t k = 0; k < sizeof engines / sizeof *engines; k++) {
    machine m = machine_parse(text);
    machine_put(&m, start);
    ss_reach_options options = ss_reach_default_options();
    ss_reach *reach;
    ss_reach_end end;
    const char *why;
    options.engine = engines[k];
    assert_int_equal(ss_reach_create(m.system, m.parameters, &options, &reach, &why), SS_OK);
    assert_int_equal(ss_reach_run(reach, 1, m.q, m.u, &end), SS_OK);
    if (end.kind != kind)
      print_error("%s from %s by %s: %s at t = %g\n", text, start,
                  ss_reach_engine_word(ss_reach_engine_of(reach)), ss_reach_word(end.kind), end.t);
    assert_int_equal(end.kind, kind);
    assert_true(end.t < options.end);
    ss_reach_destroy(reach);
    machine_close(&m);
  }
}

#define HEAD "coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\n"
#define RUB  "friction f { slip = x'; normal = 1; law = coulomb(0.1) }\n"

static void test_one_mass(void **state) {
  (void)state;
  expect_ends(HEAD "force x = -x'\n", "x=1", SS_REACH_SETTLES);
  expect_ends(HEAD "force x = -x'/2\n" RUB, "x=1", SS_REACH_RESTS);
  expect_ends(HEAD "force x = -3*x'\n" RUB, "x=1", SS_REACH_SETTLES);
  expect_ends(HEAD "force x = -3*x'\n" RUB, "x=0.05", SS_REACH_RESTS);
}

/* A slip that swings sticks where it turns, however slow it is. */
static void test_slow_slip(void **state) {
  (void)state;
  expect_ends("coord x\nkinetic = 1/2*x'^2\npotential = 1/4*x^4 - 1/2*x^2\nforce x = -x'/5\n"
              "friction f { slip = x'; normal = 1; law = coulomb(0.05) }\n",
              "x=4.8,x'=-5.6", SS_REACH_RESTS);
}

static void test_half_held(void **state) {
  (void)state;
  expect_ends("coord x, y\n"
              "kinetic = 1/2*(x'^2 + y'^2)\n"
              "potential = 1/2*x^2 + 1/2*(y - x)^2\n"
              "force x = -x'\n"
              "force y = -y'/2\n"
              "friction f { slip = y'; normal = 1; law = coulomb(0.1) }\n",
              "x=1", SS_REACH_SETTLES);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_one_mass),
      cmocka_unit_test(test_half_held),
      cmocka_unit_test(test_slow_slip),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
