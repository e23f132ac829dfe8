/* Names in formulas: values, velocities, points, the time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

#define FRAME "coord x, y; kinetic = x'^2 + y'^2; param m = 1; let v = m*x\n"

static const struct {
  const char *statement, *words;
} cases[] = {
    {"potential = m'*x*v", "parameter 'm' has no velocity: only coordinates do"},
    {"potential = v'*x", "write ddt(v)"},
    {"potential = t'*x*v", "the time 't' has no velocity"},
    {"potential = w*v", "unknown name 'w'"},
    {"potential = A.x*v", "unknown point 'A'"},
    {"body A { mass = 1; at = (x, y, 0) }; potential = A*v", "'A' is a body, not a value"},
    {"body b { mass = 1; at = (x, y, 0) }; point A on b (0, 0); potential = A*v + A.x",
     "write A.x or A.y"},
    {"body b { mass = 1; at = (x, y, 0) }; point A on b (0, 0); potential = A.z*v",
     "a point has .x and .y, not '.z'"},
    {"body b { mass = 1; at = (x, y, 0) }; point A on b (0, 0); force x = A.x'*v",
     "write ddt(A.x)"},
    {"potential = m*ddt*v", "a function needs its argument"},
};

static void test_names_that_mean_nothing_here(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[300];
    snprintf(text, sizeof text, FRAME "%s\n", cases[i].statement);
    expect_mistake(text, cases[i].words);
  }
}

static void test_all_unknown_names_of_a_formula(void **state) {
  (void)state;
  reading r;
  start_reading(&r);
  const char *text = FRAME "potential = a*b + c*v\n";
  assert_int_equal(parse(&r, text, strlen(text)), SS_BAD_INPUT);
  assert_int_equal(r.list.errors, 3);
  stop_reading(&r);
}

static void test_what_failed_causes_no_further_complaint(void **state) {
  (void)state;
  reading r;
  start_reading(&r);
  const char *text = FRAME "let a = unknown*v\nlet b = a^2\npotential = sin(b)\n"
                           "contact c { gap = b; slip = ddt(a); law = coulomb(d) }\n"
                           "param d = e\nstate s { x = b }\n";
  assert_int_equal(parse(&r, text, strlen(text)), SS_BAD_INPUT);
  assert_int_equal(r.list.errors, 2); /* unknown, e */
  assert_int_equal(r.list.count, 2);
  stop_reading(&r);
}

static void test_long_names(void **state) {
  (void)state;
  char name[400], text[1000];
  memset(name, 'n', sizeof name - 1);
  name[sizeof name - 1] = '\0';
  snprintf(text, sizeof text, "coord %s; kinetic = %s'^2", name, name);
  reading r = read_good(text);
  assert_string_equal(r.model->coordinate[0].name.text, name);
  stop_reading(&r);
}

static void test_time(void **state) {
  (void)state;
  reading r = read_good(FRAME "potential = v*sin(t)\n");
  assert_formula(r.model->graph, r.model->potential, "m*x*sin(t)");
  stop_reading(&r);
}

/* In a law `slip` is the sliding velocity of its element, the length of a pair; stribeck is short
 * for a coulomb or a disk. A value of that name is that value. */
static void test_slip(void **state) {
  (void)state;
  static const struct {
    const char *element, *mu;
  } laws[] = {
      {"friction f { slip = x' - 2; normal = 1; law = coulomb(1 + abs(slip)) }", "1 + abs(x' - 2)"},
      {"friction f { slip = (x', 2*x'); normal = 1; law = disk(slip) }",
       "sqrt(x'*x' + 2*x'*(2*x'))"},
      {"friction f { slip = x' - 2; normal = 1; law = stribeck(4, 3, m) }",
       "3 + exp(-((x' - 2)/m)^2)"},
      {"param slip = 7\nfriction f { slip = x'; normal = 1; law = coulomb(slip) }", "slip"},
  };
  for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
    char text[300];
    snprintf(text, sizeof text, FRAME "%s\n", laws[i].element);
    reading r = read_good(text);
    assert_formula(r.model->graph, r.model->element[0].law_argument[0].resolved, laws[i].mu);
    stop_reading(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names_that_mean_nothing_here),
      cmocka_unit_test(test_all_unknown_names_of_a_formula),
      cmocka_unit_test(test_what_failed_causes_no_further_complaint),
      cmocka_unit_test(test_long_names),
      cmocka_unit_test(test_time),
      cmocka_unit_test(test_slip),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
