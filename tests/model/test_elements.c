/* Elements: which keys and laws go together. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

#define FRAME "coord x, y, s; kinetic = x'^2 + y'^2 + s'^2\n"

static const struct {
  const char *element, *words;
} cases[] = {
    {"contact c { }", "contact 'c' has no 'gap'"},
    {"contact c { gap = y; law = coulomb(1) }", "has the law 'coulomb' but no 'slip'"},
    {"contact c { gap = y; slip = x' }", "contact 'c' has a 'slip' but no law"},
    {"contact c { gap = y; slip = x'; law = coulomb }", "'coulomb' takes 1 argument, not 0"},
    {"contact c { gap = y; slip = x'; law = coulomb(1, 2) }", "'coulomb' takes 1 argument, not 2"},
    {"contact c { gap = y; slip = x'; law = columb(1) }", "did you mean 'coulomb'?"},
    {"contact c { gap = y; slip = x'; law = tyre(1) }", "there are coulomb, disk,"},
    {"contact c { gap = y; restitution = moreau(1) }",
     "there are newton, sequential, energetic and poisson"},
    {"contact c { gap = y; slip = x'; law = 3 }", "needs a word and its arguments"},
    {"contact c { gap = y; slip = x'; law = oneway }", "'oneway' belongs to a clutch"},
    {"contact c { gap = y; slip = (x', s'); law = coulomb(1) }", "needs one number as 'slip'"},
    {"contact c { gap = y; slip = x'; law = disk(1) }", "needs a pair as 'slip'"},
    {"contact c { gap = y; slip = (x', s'); law = contensou(1, 2) }", "but no 'spin'"},
    {"contact c { gap = y; slip = (x', s'); spin = s'; law = disk(1) }",
     "the law 'disk' has no 'spin'"},
    {"contact c { gap = y; slip = (x', s'); spin = s'; law = rolling(1, 1, 1) }", "but no 'roll'"},
    {"contact c { gap = y; normal = 1 }", "unknown key 'normal' in contact 'c'"},
    {"contact c { gap = y; restitution = newton(1) }", "'newton' takes 2 arguments, not 1"},
    {"contact c { gap = y; restitution = newtn(1, 1) }", "did you mean 'newton'?"},
    {"contact c { gap = y; slip = x'; law = coulomb(1); restitution = energetic(1) }",
     "'energetic' is for contacts without friction"},
    {"slider c { gap = y; restitution = newton(1, 1) }", "unknown key 'restitution' in slider 'c'"},
    {"slider c { gap = y; slip = (x', s'); law = contensou(1, 1) }", "cannot have the law"},
    {"friction c { slip = x'; law = coulomb(1) }", "friction 'c' has no 'normal'"},
    {"friction c { normal = 1; law = coulomb(1) }", "friction 'c' has no 'slip'"},
    {"friction c { slip = x'; normal = 1 }", "friction 'c' has no 'law'"},
    {"friction c { slip = x'; normal = 1; law = coulomb(1); gap = y }", "unknown key 'gap'"},
    {"clutch c { slip = x'; law = coulomb(1) }", "a clutch has the law 'oneway', no other"},
    {"clutch c { slip = x'; law = oneway(1) }", "'oneway' takes no argument"},
    {"clutch c { slip = x' }", "clutch 'c' has no 'law'"},
};

static void test_what_does_not_go_together(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[300];
    snprintf(text, sizeof text, FRAME "%s\n", cases[i].element);
    expect_mistake(text, cases[i].words);
    /* and it is said once */
    reading r;
    start_reading(&r);
    parse(&r, text, strlen(text));
    if (r.list.errors != 1) fail_msg("%s", messages(&r));
    stop_reading(&r);
  }
}

static void test_components_stand_in_order(void **state) {
  (void)state;
  reading r = read_good(FRAME "contact c { roll = (x' + s', y'); gap = y; spin = s'\n"
                              "slip = (x', 2*s'); law = rolling(0.1, 0.2, 0.3) }\n");
  static const char *const slips[] = {"x'", "2*s'", "s'", "x' + s'", "y'"};
  assert_int_equal(r.model->element[0].slips, 5);
  for (size_t i = 0; i < 5; i++)
    assert_formula(r.model->graph, r.model->element[0].slip[i].resolved, slips[i]);
  stop_reading(&r);
}

static void test_restitution_by_default(void **state) {
  (void)state;
  reading r = read_good(FRAME "contact c { gap = y }\n");
  assert_int_equal(r.model->element[0].restitution, SS_RESTITUTION_NEWTON);
  assert_int_equal(r.model->element[0].restitution_argument[0].resolved, SS_EXPR_NONE);
  stop_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_what_does_not_go_together),
      cmocka_unit_test(test_components_stand_in_order),
      cmocka_unit_test(test_restitution_by_default),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
