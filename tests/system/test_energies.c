/* test_energies.c: the parts of a kinetic energy in frames that move, by closed forms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../model/support.h"
#include "standstill/system.h"

typedef struct split {
  const char *text;                        /* of coordinates and kinetic energy */
  const char *kinetic, *carried, *without; /* T2, T1, T0 */
} split;

static const split splits[] = {
    {"coord x\nkinetic = 1/2*x'^2", "1/2*x'^2", "0", "0"},
    {"coord x\nkinetic = 1/2*(x' + cos(t))^2", "1/2*x'^2", "x'*cos(t)", "cos(t)^2/2"},
    {"coord x\nkinetic = (1 + t)*x'^2", "(1 + t)*x'^2", "0", "0"},
    {"param W = 3\ncoord x, y\nkinetic = 1/2*((x' - W*y)^2 + (y' + W*x)^2)", "1/2*(x'^2 + y'^2)",
     "W*(x*y' - y*x')", "1/2*W^2*(x^2 + y^2)"},
    {"param W = 3\ncoord x\nkinetic = 1/2*(x'^2 + W^2*sin(x)^2)", "1/2*x'^2", "0",
     "1/2*W^2*sin(x)^2"},
    {"coord x\nbody b { mass = 2; inertia = 3; at = (x, sin(t), 4*t) }", "x'^2", "0",
     "cos(t)^2 + 24"},
};

static void test_parts(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof splits / sizeof *splits; i++) {
    char text[400], potential[200];
    snprintf(text, sizeof text, "%s\npotential = 5*x^2\n", splits[i].text);
    snprintf(potential, sizeof potential, "5*x^2 - (%s)", splits[i].without);
    reading r = read_good(text);
    ss_system *s;
    assert_int_equal(ss_system_derive(r.arena, r.model, &s), SS_OK);
    assert_formula(s->graph, s->kinetic, splits[i].kinetic);
    assert_formula(s->graph, s->carried, splits[i].carried);
    assert_formula(s->graph, s->potential, potential);
    assert_int_equal(s->frame_moves, i != 0 && i != 2);
    if (s->frame_moves) assert_null(s->traits.linear);
    stop_reading(&r);
  }
}

/* What carries t only in its terms of first order is not autonomous either. */
static void test_autonomous(void **state) {
  (void)state;
  reading r = read_good("coord x\nkinetic = 1/2*x'^2 + t*x'\n");
  ss_system *s;
  assert_int_equal(ss_system_derive(r.arena, r.model, &s), SS_OK);
  assert_formula(s->graph, s->h[0], "-1");
  assert_false(s->traits.autonomous);
  stop_reading(&r);
}

/* A bead on a ring that turns about its vertical diameter, by a chart: x = r sin(a) cos(W t), … */
static void test_chart(void **state) {
  (void)state;
  reading r =
      read_good("param r = 2; param W = 3; param g = 10\ncoord x, y, z\n"
                "kinetic = 1/2*(x'^2 + y'^2 + z'^2)\npotential = g*z\n"
                "slider ring { gap = x^2 + y^2 + z^2 - r^2 }\n"
                "slider turns { gap = x*sin(W*t) - y*cos(W*t) }\n"
                "chart a { x = r*sin(a)*cos(W*t); y = r*sin(a)*sin(W*t); z = -r*cos(a) }\n");
  ss_system *full, *s;
  assert_int_equal(ss_system_derive(r.arena, r.model, &full), SS_OK);
  assert_false(full->frame_moves);
  assert_int_equal(ss_system_project(r.arena, full, &s), SS_OK);
  assert_true(s->frame_moves);
  assert_formula(s->graph, s->kinetic, "1/2*r^2*a'^2");
  assert_formula(s->graph, s->potential, "-g*r*cos(a) - 1/2*r^2*W^2*sin(a)^2");
  assert_formula(s->graph, s->h[0], "-g*r*sin(a) + r^2*W^2*sin(a)*cos(a)");
  stop_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_parts),
      cmocka_unit_test(test_autonomous),
      cmocka_unit_test(test_chart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
