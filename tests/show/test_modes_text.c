/* test_modes_text.c: what `info --at --modes` says, in words and in JSON. */
#include "fixture.h"

static const char rod[] = "model \"rod on its tip\"\n"
                          "param mu = 2\n"
                          "coord x, y, a\n"
                          "kinetic = 1/2*(x'^2 + y'^2) + 1/6*a'^2\n"
                          "potential = 9.81*y\n"
                          "contact tip {\n"
                          "  gap = y - sin(a)\n"
                          "  slip = ddt(x + cos(a))\n"
                          "  law = coulomb(mu)\n"
                          "}\n"
                          "state dragged { a = 1; y = sin(1); x' = -1 }\n"
                          "state pushed { a = 1; y = sin(1); x' = 1 }\n"
                          "state spun { a = 1; y = sin(1); x' = 5; a' = 4; y' = 4*cos(1) }\n"
                          "state falls { a = 1; y = sin(1); y' = -1 }\n";

static void assert_says(fixture *f, const char *state, const char *words, const char *json) {
  ss_snapshot s;
  ss_text out;
  assert_int_equal(take(f, state, &s), SS_OK);
  ss_contact_state contacts;
  ss_state_modes modes;
  const ss_place place = {s.q, s.u, NULL};
  assert_int_equal(ss_contact_at_acceleration(f->arena, s.system, &s.values, &place, &contacts),
                   SS_OK);
  assert_int_equal(ss_contact_modes(f->arena, &contacts, &modes), SS_OK);
  s.contacts = &contacts;
  s.modes = &modes;
  ss_text_start(&out);
  ss_show_snapshot(&s, &out);
  assert_contains(&out, words);
  ss_text_stop(&out);
  ss_text_start(&out);
  ss_show_snapshot_json(&s, &out);
  assert_contains(&out, json);
  ss_text_stop(&out);
}

static void test_verdicts(void **state) {
  (void)state;
  fixture f;
  start_fixture(&f, rod);
  assert_says(&f, "dragged", "  exactly one\n\n  contact tip  slip-  λ_N 2.13091  λ_T 4.26182\n",
              "\"solutions\": \"unique\"");
  assert_says(&f, "pushed", "  none (Painlevé)", "\"modes\": [],\n  \"solutions\": \"none\"");
  assert_says(&f, "spun", "  ambiguous: 2 consistent\n", "\"solutions\": \"several\"");
  assert_says(&f, "falls", "an impact comes first", "\"impact\": true");
  stop_fixture(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_verdicts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
