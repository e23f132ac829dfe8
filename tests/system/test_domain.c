/* test_domain.c: what must hold so that the formulas of a model, as they are written, have values.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "../motion/machine.h"

#define MASS "coord x\nkinetic = 1/2*x'^2\n"

/* The conditions as a text, "x > 0; x - 1 != 0"; to be freed. */
static char *list(const char *text, bool chart) {
  static const char *const words[] = {" != 0", " > 0", " >= 0", " > 0 ?"};
  machine m = machine_parse(text);
  ss_graph *g = ss_graph_create_over(m.arena, m.system->graph);
  const ss_expr zero = ss_expr_integer(g, 0);
  const ss_replacing replace = {1, m.system->u, &zero};
  ss_domain domain;
  ss_text said;
  assert_int_equal(ss_system_list_domain(m.arena, m.system, g, &replace, chart, &domain), SS_OK);
  ss_text_start(&said);
  for (size_t i = 0; i < domain.count; i++) {
    if (i) ss_text_add(&said, "; ");
    ss_expr_print(g, domain.argument[i], SS_PRINT_TEXT, &said);
    ss_text_add(&said, words[domain.need[i]]);
  }
  char *copy = strdup(said.data ? said.data : "");
  ss_text_stop(&said);
  machine_close(&m);
  return copy;
}

static void expect(const char *text, const char *conditions) {
  char *found = list(text, false);
  assert_string_equal(found, conditions);
  free(found);
}

static void every_operation_says_what_it_needs(void **state) {
  (void)state;
  expect(MASS "potential = x^2 + sin(x) + exp(x) + atan(x) + tanh(x)", "");
  expect(MASS "potential = log(x)", "x > 0");
  expect(MASS "potential = sqrt(x)", "x >= 0");
  expect(MASS "potential = 1/x", "x != 0");
  expect(MASS "potential = tan(x)", "cos(x) != 0");
  expect(MASS "potential = x^(-2)", "x != 0");
  expect(MASS "potential = x^(1/3)", "x >= 0");
  expect(MASS "potential = x^(-1/3)", "x > 0");
  expect(MASS "potential = x^x", "x > 0 ?");
  expect(MASS "potential = acos(x)", "1 - x >= 0; 1 + x >= 0");
}

/* What cancels counts, wherever it stands; numbers that have what is needed do not. */
static void what_cancels_counts(void **state) {
  (void)state;
  expect(MASS "potential = 0*log(x)", "x > 0");
  expect(MASS "potential = x/x", "x != 0");
  expect(MASS "force x = -x' + 0/(x - 1)", "x - 1 != 0");
  expect(MASS "friction f { slip = x'; normal = x/x; law = coulomb(1/2) }", "x != 0");
  expect(MASS "contact c { gap = x + 0*sqrt(x) }", "x >= 0");
  expect("coord x\nkinetic = (x/x)*x'^2/2^2/log(3)*sqrt(2)", "x != 0; log(3) != 0");
  expect(MASS "let r = sqrt(x)\npotential = x^2", ""); /* it is not used */
  expect(MASS "let r = sqrt(x)\npotential = x^2 + r - r", "x >= 0");
  expect(MASS "potential = log(1/x)", "x != 0; 1/x > 0");
  expect(MASS "force x = -x'/abs(x')", "0 != 0"); /* at rest */
}

/* Of a chart the map alone, if it is asked for. */
static void a_chart_has_its_own(void **state) {
  (void)state;
  static const char text[] = "coord x, y\nkinetic = x'^2 + y'^2\npotential = log(y)\n"
                             "slider w { gap = y - x }\nchart s { x = s^2/s; y = s }\n";
  char *map = list(text, true), *own = list(text, false);
  assert_string_equal(map, "s != 0");
  assert_string_equal(own, "y > 0");
  free(map);
  free(own);
}

/* A long chain of definitions is read to its end, which has a condition. */
static void definitions_may_be_long(void **state) {
  (void)state;
  enum { LINES = 3000 };
  static char text[40 * LINES];
  size_t at = (size_t)snprintf(text, sizeof text, MASS "let a0 = 0*log(x)\n");
  for (int i = 1; i < LINES; i++)
    at += (size_t)snprintf(text + at, sizeof text - at, "let a%d = a%d + 0\n", i, i - 1);
  snprintf(text + at, sizeof text - at, "potential = a%d\n", LINES - 1);
  expect(text, "x > 0");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_operation_says_what_it_needs),
      cmocka_unit_test(what_cancels_counts),
      cmocka_unit_test(a_chart_has_its_own),
      cmocka_unit_test(definitions_may_be_long),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
