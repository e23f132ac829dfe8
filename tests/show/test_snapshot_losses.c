/* test_snapshot_losses.c: what friction and impacts take, worked out by hand. */
#include "fixture.h"

/* Unit mass on a rough floor. */
#define BLOCK(eT, input)                                                                           \
  "coord x, y\n" input "kinetic = 1/2*(x'^2 + y'^2)\npotential = 10*y\n"                           \
  "contact floor { gap = y; slip = x'; law = coulomb(0.3); restitution = newton(0.5, " eT ") }\n"  \
  "state slides { x' = 2 }\nstate hits { x' = 2; y' = -1 }\nstate flies { y = 1 }\n"

static ss_losses find(fixture *f, const char *text, const char *state) {
  ss_snapshot s;
  start_fixture(f, text);
  assert_int_equal(take(f, state, &s), SS_OK);
  assert_int_equal(ss_snapshot_add_losses(f->arena, &s), SS_OK);
  return s.losses;
}

static void assert_close(double value, double expected) {
  assert_true(fabs(value - expected) < 1e-12);
}

/* Normal force 10, friction 3 against the speed 2. */
static void test_power(void **state) {
  (void)state;
  fixture f;
  const ss_losses l = find(&f, BLOCK("0", ""), "slides");
  assert_close(l.power, -6);
  assert_true(l.touches && !l.impact);
  assert_true(l.conditions.in_range && l.conditions.small && !l.conditions.equal);
  stop_fixture(&f);
}

/* Lambda = (1.5, -0.45): the speed 2 becomes 1.55, T changes by -0.375 and -0.79875; friction's
 * part is 1.55*0.45, restitution's (1.5^2/3 + 0.45^2)/2. */
static void test_impact(void **state) {
  (void)state;
  fixture f;
  const ss_losses l = find(&f, BLOCK("0", ""), "hits");
  assert_true(l.impact && isnan(l.power));
  assert_close(l.change, -0.375 - 0.79875);
  assert_close(l.friction, -0.6975);
  assert_close(l.restitution, -0.47625);
  stop_fixture(&f);
}

/* xi = gamma+ + e gamma-: 1.55 + 1, through 1.5. */
static void test_tangential(void **state) {
  (void)state;
  fixture f;
  const ss_losses l = find(&f, BLOCK("0.5", ""), "hits");
  assert_true(l.conditions.equal);
  assert_close(l.change, l.friction + l.restitution);
  assert_close(l.friction, -2.55 * 0.45 / 1.5);
  stop_fixture(&f);
}

/* In flight nothing touches; with an input that no law gives forces are not known. */
static void test_nothing(void **state) {
  (void)state;
  fixture f;
  ss_losses l = find(&f, BLOCK("0", ""), "flies");
  assert_true(!l.touches && !l.impact && l.power == 0);
  stop_fixture(&f);
  l = find(&f, BLOCK("0", "input F\nforce x = F\n"), "slides");
  assert_true(!l.touches && isnan(l.power));
  stop_fixture(&f);
}

static void test_words(void **state) {
  (void)state;
  fixture f;
  ss_snapshot s;
  ss_text text, json;
  start_fixture(&f, BLOCK("0", ""));
  assert_int_equal(take(&f, "hits", &s), SS_OK);
  assert_int_equal(ss_snapshot_add_losses(f.arena, &s), SS_OK);
  ss_text_start(&text);
  ss_text_start(&json);
  ss_show_snapshot(&s, &text);
  ss_show_snapshot_json(&s, &json);
  assert_non_null(strstr(text.data, "changes by -1.17375, by friction -0.6975, by restitution"));
  assert_non_null(strstr(json.data, "\"impact_energy\": {"));
  assert_non_null(strstr(json.data, "\"friction_power\": null"));
  ss_text_stop(&text);
  ss_text_stop(&json);
  stop_fixture(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_power), cmocka_unit_test(test_impact),
                                     cmocka_unit_test(test_tangential),
                                     cmocka_unit_test(test_nothing), cmocka_unit_test(test_words)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
