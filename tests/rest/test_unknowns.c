/* test_unknowns.c: forces first, then coordinates, and what cannot be solved. */
#include "../../src/rest/judge.h"

#include "stage.h"

/* The unknowns of the case with all contacts closed at z. */
static bool choose(const char *text, const double *z, size_t *moving, size_t *spare) {
  stage s;
  ss_judge judge;
  stage_open(&s, text, NULL);
  assert_int_equal(ss_judge_create(s.m.arena, &s.search, &s.walker, 64, &judge), SS_OK);
  const ss_rest_pattern *pattern = &s.patterns.item[s.patterns.count - 1];
  ss_judge_look(&judge, z, z);
  ss_judge_list_equations(&judge, pattern);
  const bool good = ss_judge_choose_unknowns(&judge, pattern);
  *moving = judge.branch.moving;
  *spare = judge.branch.spare;
  ss_judge_destroy(&judge);
  stage_close(&s);
  return good;
}

static void test_choice(void **state) {
  (void)state;
  const double z[] = {0.1, 0};
  size_t moving, spare;
  const char *const head = "model \"m\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n";
  char text[600];
  snprintf(text, sizeof text, "%spotential = x^4 + y^2\n%s", head,
           "friction f { slip = x'; normal = 1; law = coulomb(1) }\n");
  assert_true(choose(text, z, &moving, &spare));
  assert_int_equal(moving, 1);
  assert_int_equal(spare, 0);
  snprintf(text, sizeof text, "%spotential = x^4 + y^2\n%s", head,
           "friction f { slip = x'; normal = 1; law = coulomb(1) }\n"
           "friction g { slip = x' + y'; normal = 1; law = coulomb(1) }\n"
           "friction h { slip = y'; normal = 1; law = coulomb(1) }\n");
  assert_true(choose(text, z, &moving, &spare));
  assert_int_equal(moving, 0);
  assert_int_equal(spare, 1);
  snprintf(text, sizeof text, "%spotential = x^4 + y\n%s", head,
           "contact a { gap = y }\ncontact b { gap = 2*y }\n");
  assert_false(choose(text, z, &moving, &spare));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_choice)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
