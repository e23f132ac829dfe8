/* Statements: each keyword, several on a line, recovery, encodings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

#define FRAME "coord x; kinetic = x'^2\n"

static void test_order_does_not_matter(void **state) {
  (void)state;
  reading r =
      read_good("state s { x = a }\nfriction f { slip = v; normal = N; law = coulomb(mu) }\n"
                "let v = x'; kinetic = 1/2*m*x'^2; param N = m*g; param mu = 0.1\n"
                "coord x; param a = 2*m; param m = 3; param g = 10");
  double q, u;
  assert_int_equal(ss_model_evaluate_state(r.model, 0, &q, &u), SS_OK);
  assert_true(q == 6);
  assert_formula(r.model->graph, r.model->element[0].slip[0].resolved, "x'");
  stop_reading(&r);
}

static void test_title_and_source(void **state) {
  (void)state;
  reading r = read_good("model \"A \\\"quoted\\\" \\\\ title\"\nsource \"s\"\n" FRAME);
  assert_string_equal(r.model->title, "A \"quoted\" \\ title");
  assert_string_equal(r.model->source, "s");
  stop_reading(&r);
  r = read_good(FRAME);
  assert_string_equal(r.model->title, "");
  stop_reading(&r);
  expect_mistake("model 3\n" FRAME, "expected a text in quotes, found '3'");
  expect_mistake("model \"a\nsource \"b\"\n" FRAME, "this text is never closed");
  expect_mistake("model \"a\"; model \"b\"\n" FRAME, "title is given twice");
}

static void test_words_of_the_language_as_names(void **state) {
  (void)state;
  reading r =
      read_good("coord at, on, state, param; kinetic = at'^2 + on'^2 + state'^2 + param'^2\n"
                "force at = -at\n force on = -on; state state { state = 1 }\n");
  assert_formula(r.model->graph, r.model->generalised_force[0], "-at");
  stop_reading(&r);
}

static void test_line_ends_and_marks(void **state) {
  (void)state;
  reading r = read_good("\xEF\xBB\xBF"
                        "coord x\r\nkinetic = x'^2 # doc\r\nstate s {\r\n x = 1\r\n}");
  assert_int_equal(r.model->states, 1);
  stop_reading(&r);
}

static void test_each_statement_is_told_what_it_lacks(void **state) {
  (void)state;
  static const struct {
    const char *statement, *words;
  } cases[] = {
      {"param", "expected the parameter's name, but the line ends here"},
      {"param a", "expected '='"},
      {"param a = 1 in 2", "expected '['"},
      {"param a = 1 in [2]", "expected ','"},
      {"param a = 1 in [2, 3", "expected ']'"},
      {"param a = 1 in [2, 3] 4", "expected the end of the statement, found '4'"},
      {"coord", "expected the coordinate's name"},
      {"coord y z", "expected ',', found 'z'"},
      {"let = 3", "expected the abbreviation's name, found '='"},
      {"body { mass = 1 }", "expected the body's name"},
      {"body b", "expected '{'"},
      {"point A at b (0, 0)", "expected 'on', found 'at'"},
      {"point A on b 0, 0", "expected '('"},
      {"kinetic x", "expected '=', found 'x'"},
      {"potential == x", "expected '=', found '=='"},
      {"force = x", "expected the name of a coordinate"},
      {"force at P = 1", "expected '('"},
      {"input u [1, 2]", "expected 'in'"},
      {"feedback : u = 1", "expected the name of an input"},
      {"contact { gap = x }", "expected the element's name"},
      {"chart { x = 1 }", "expected the chart coordinate's name"},
      {"state { x = 1 }", "expected the state's name"},
      {"region { x <= 1 }", "expected the region's name"},
      {"expect { x <= 1 }", "expected what is expected"},
      {"parma a = 1", "did you mean 'param'?"},
      {"3", "expected a statement such as 'param' or 'coord', found '3'"},
      {"coord y'", "expected the coordinate's name, found 'y''"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[200];
    snprintf(text, sizeof text, FRAME "%s\n", cases[i].statement);
    expect_mistake(text, cases[i].words);
  }
}

static void test_all_mistakes_in_one_go(void **state) {
  (void)state;
  reading r;
  start_reading(&r);
  const char *text =
      "param = 1\ncoord x\nkinetic = x'^2 +\nfoo bar; potential = y\nstate s { x 1 }\n";
  assert_int_equal(parse(&r, text, strlen(text)), SS_BAD_INPUT);
  const char *said = messages(&r);
  for (unsigned line = 1; line <= 5; line++) {
    char place[40];
    if (line == 2) continue;
    snprintf(place, sizeof place, "test.still:%u:", line);
    assert_non_null(strstr(said, place));
  }
  assert_int_equal(r.list.errors, 5);
  stop_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order_does_not_matter),
      cmocka_unit_test(test_title_and_source),
      cmocka_unit_test(test_words_of_the_language_as_names),
      cmocka_unit_test(test_line_ends_and_marks),
      cmocka_unit_test(test_each_statement_is_told_what_it_lacks),
      cmocka_unit_test(test_all_mistakes_in_one_go),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
