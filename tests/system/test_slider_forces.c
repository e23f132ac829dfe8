/* test_slider_forces.c: the forces in sliders against those known from statics. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../model/support.h"
#include "standstill/linear.h"

#include "../../src/system/slider_forces.h"

typedef struct machine {
  reading r;
  ss_system *system;
  ss_graph *graph;
  ss_expr force[4];
  const char *why_not;
} machine;

static machine derive(const char *text) {
  machine m = {.r = read_good(text)};
  ss_system *full, *charted;
  assert_int_equal(ss_system_derive(m.r.arena, m.r.model, &full), SS_OK);
  assert_int_equal(ss_system_project(m.r.arena, full, &charted), SS_OK);
  assert_int_equal(ss_system_insert_parameters(m.r.arena, charted, &m.system), SS_OK);
  m.graph = ss_graph_create_over(m.r.arena, m.system->graph);
  assert_int_equal(ss_slider_forces(m.r.arena, m.system, m.graph, m.force, &m.why_not), SS_OK);
  return m;
}

static void expect_force(const char *text, long p, unsigned long q) {
  machine m = derive(text);
  assert_null(m.why_not);
  assert_int_equal(m.force[0], ss_expr_ratio(m.graph, p, q));
  stop_reading(&m.r);
}

#define BLOCK "coord x, y\nkinetic = x'^2 + y'^2\n"

/* On a floor its weight; on a slope of 3:4 the part of it at right angles; whichever way a chart is
 * written. */
static void weights_are_carried(void **state) {
  (void)state;
  expect_force(BLOCK
               "potential = 20*y + 3*x^2\nslider s { gap = y; slip = x'; law = coulomb(0.3) }\n"
               "chart q { x = 2*q; y = 0 }\n",
               20, 1);
  expect_force(BLOCK
               "potential = 20*y + x^2 + y^2\n"
               "slider s { gap = 4/5*y - 3/5*x; slip = 4/5*x' + 3/5*y'; law = coulomb(0.3) }\n"
               "chart q { x = 4/5*q; y = 3/5*q }\n",
               16, 1);
  static const char *const charts[] = {"x = y + 1; y = s", "x = s + 1; y = s", "x = s; y = x - 1"};
  for (size_t i = 0; i < 3; i++) {
    char text[400];
    snprintf(text, sizeof text,
             "coord x, y\nkinetic = (x'^2 + y'^2)/2\npotential = 3*(x + y)^2 + 8*x - 2*y\n"
             "slider tie { gap = x - y - 1; slip = x' + y'; law = coulomb(0.2) }\nchart s { %s }\n",
             charts[i]);
    expect_force(text, 5, 1); /* (8 + 2)/2 */
  }
}

/* A force that accelerations or friction change has no formula; one of a position has. */
static void what_moves_changes_it(void **state) {
  (void)state;
  machine m = derive(BLOCK "potential = y\nkinetic = x'*y'\n"
                           "slider s { gap = y; slip = x'; law = coulomb(0.3) }\n"
                           "chart q { x = q; y = 0 }\n");
  assert_int_equal(m.force[0], SS_EXPR_NONE);
  stop_reading(&m.r);
  m = derive(BLOCK "potential = y\nslider s { gap = y; slip = x'; law = coulomb(0.3) }\n"
                   "friction f { slip = x' + y'; normal = 1; law = coulomb(1) }\n"
                   "chart q { x = q; y = 0 }\n");
  assert_int_equal(m.force[0], SS_EXPR_NONE);
  stop_reading(&m.r);
  m = derive(BLOCK "potential = 20*y + x*y\nslider s { gap = y; slip = x'; law = coulomb(0.3) }\n"
                   "chart q { x = q; y = 0 }\n");
  assert_true(m.force[0] && ss_expr_depends(m.graph, m.force[0], m.system->q[0]));
  stop_reading(&m.r);
}

static void gaps_must_be_rational(void **state) {
  (void)state;
  machine m = derive(BLOCK "slider s { gap = y - sqrt(2)*x; slip = x'; law = coulomb(0.3) }\n"
                           "chart q { x = q; y = sqrt(2)*q }\n");
  assert_string_equal(m.why_not, "a gap of a slider is not linear with rational coefficients");
  stop_reading(&m.r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(weights_are_carried),
      cmocka_unit_test(what_moves_changes_it),
      cmocka_unit_test(gaps_must_be_rational),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
