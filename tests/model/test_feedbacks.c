/* test_feedbacks.c: laws of inputs: their names, when they act, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../src/model/reader.h"
#include "support.h"

#define FRAME "coord x; kinetic = x'^2; force x = u\ninput u\ncontact c { gap = x }\n"

static void test_forms(void **state) {
  (void)state;
  static const struct {
    const char *statement, *law;
    size_t after;
    ss_during during;
  } cases[] = {
      {"feedback u = -x", "", 0, 0},
      {"feedback soft: u = -x", "soft", 0, 0},
      {"feedback after 3: u = -x", "", 3, 0},
      {"feedback soft after 12: u = -x", "soft", 12, 0},
      {"feedback while c closed: u = -x", "", 0, SS_DURING_CLOSED},
      {"feedback soft while c open: u = -x", "soft", 0, SS_DURING_OPEN},
      {"feedback after: u = -x", "after", 0, 0}, /* a law of that name */
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[200];
    snprintf(text, sizeof text, FRAME "%s\n", cases[i].statement);
    reading r = read_good(text);
    assert_int_equal(r.model->feedbacks, 1);
    const ss_feedback *f = r.model->feedback;
    assert_string_equal(f->law, cases[i].law);
    assert_int_equal(f->after, cases[i].after);
    assert_int_equal(f->during, cases[i].during);
    if (f->during) assert_string_equal(f->element_name, "c");
    assert_formula(r.model->graph, f->value.resolved, "-x");
    stop_reading(&r);
  }
}

static void test_mistakes(void **state) {
  (void)state;
  static const struct {
    const char *statement, *words;
  } cases[] = {
      {"feedback : u = 1", "expected the name of an input"},
      {"feedback soft since 3: u = 1", "expected ':', '=', 'after' or 'while', found 'since'"},
      {"feedback after 0: u = 1", SS_FEEDBACK_COUNT_EXPECTED},
      {"feedback after 1.5: u = 1", SS_FEEDBACK_COUNT_EXPECTED},
      {"feedback after 2 u = 1", "expected ':'"},
      {"feedback while c glides: u = 1", "found 'glides'"},
      {"feedback while d open: u = 1", "'d'"},
      {"feedback u = 1\nfeedback u = 2", "'u'"},
      {"feedback w = 1", "'w'"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[200];
    snprintf(text, sizeof text, FRAME "%s\n", cases[i].statement);
    expect_mistake(text, cases[i].words);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_forms), cmocka_unit_test(test_mistakes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
