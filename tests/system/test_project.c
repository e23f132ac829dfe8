/* test_project.c: equations in the coordinates of a chart, against a bead on a ring,
 * x = r cos(theta), y = r sin(theta). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../model/support.h"
#include "standstill/system.h"

static const char bead[] = "param m = 2; param r = 3; param g = 10\n"
                           "coord x, y\ninput v\n"
                           "kinetic = 1/2*m*(x'^2 + y'^2)\npotential = m*g*y\nforce x = v - x'\n"
                           "feedback v = -x\n"
                           "contact floor { gap = y + 5 }\n"
                           "slider ring { gap = x^2 + y^2 - r^2 }\n"
                           "friction drag { slip = x'; normal = 1; law = coulomb(1/4) }\n"
                           "chart theta { x = r*cos(theta); y = r*sin(theta) }\n";

#define X_RATE "(-r*sin(theta)*theta')" /* x' */

typedef struct projected {
  reading r;
  ss_system *full, *s;
} projected;

static projected project(const char *text, bool closed) {
  projected p = {.r = read_good(text)};
  assert_int_equal(ss_system_derive(p.r.arena, p.r.model, &p.full), SS_OK);
  if (closed) {
    ss_expr formula[1] = {SS_EXPR_NONE};
    assert_int_equal(p.r.model->inputs, 1);
    ss_graph *g = ss_graph_create_over(p.r.arena, p.full->graph);
    assert_int_equal(ss_model_choose_feedback(p.r.model, NULL, &p.r.list, g, formula), SS_OK);
    assert_int_equal(ss_system_close_loop(p.r.arena, p.full, g, formula, &p.full), SS_OK);
  }
  assert_int_equal(ss_system_project(p.r.arena, p.full, &p.s), SS_OK);
  return p;
}

static void test_map(void **state) {
  (void)state;
  projected p = project(bead, false);
  const ss_projection *j = p.s->projection;
  assert_int_equal(p.s->coordinates, 1);
  assert_string_equal(p.s->names[0], "theta");
  assert_formula(p.s->graph, j->map[1], "r*sin(theta)");
  assert_formula(p.s->graph, j->T[0], "-r*sin(theta)");
  assert_formula(p.s->graph, j->T[1], "r*cos(theta)");
  assert_formula(p.s->graph, j->velocity[0], X_RATE);
  assert_formula(p.s->graph, j->kappa[0], "-r*cos(theta)*theta'^2");
  assert_formula(p.s->graph, j->kappa[1], "-r*sin(theta)*theta'^2");
  stop_reading(&p.r);
}

/* m r^2 theta'' = -m g r cos(theta) - r sin(theta) (v - x'); centrifugal forces are the
 * ring's. */
static void test_dynamics(void **state) {
  (void)state;
  projected p = project(bead, false);
  assert_formula(p.s->graph, p.s->M[0], "m*r^2");
  assert_formula(p.s->graph, p.s->h[0], "-m*g*r*cos(theta) - r*sin(theta)*(-" X_RATE ")");
  assert_formula(p.s->graph, p.s->B[0], "-r*sin(theta)");
  assert_formula(p.s->graph, p.s->nonconservative[0], "r*sin(theta)*" X_RATE);
  assert_formula(p.s->graph, p.s->control[0], "0");
  assert_formula(p.s->graph, p.s->potential, "m*g*r*sin(theta)");
  assert_formula(p.s->graph, p.s->kinetic, "m/2*(" X_RATE "^2 + (r*cos(theta)*theta')^2)");
  stop_reading(&p.r);
}

/* The ring's direction is gone, the floor's and the drag's are kept, with new indices. */
static void test_elements(void **state) {
  (void)state;
  projected p = project(bead, false);
  const ss_system *s = p.s;
  assert_int_equal(s->elements, 3);
  assert_int_equal(s->normals, 1);
  assert_int_equal(s->slips, 1);
  assert_int_equal(s->element[0].normal, 0);
  assert_true(s->element[1].normal == SIZE_MAX);
  assert_int_equal(s->projection->sliders, 1);
  assert_int_equal(s->projection->slider[0], 1);
  assert_formula(s->graph, s->gap[0], "r*sin(theta) + 5");
  assert_formula(s->graph, s->normal[0].W[0], "r*cos(theta)");
  assert_formula(s->graph, s->normal[0].zeta, "-r*sin(theta)*theta'^2");
  assert_formula(s->graph, s->slip[0].W[0], "-r*sin(theta)");
  assert_formula(s->graph, s->slip[0].w, "0");
  assert_formula(s->graph, s->slip[0].zeta, "-r*cos(theta)*theta'^2");
  stop_reading(&p.r);
}

/* a + b theta'' + D lambda + E v, with theta'' from the equation of motion. */
static ss_expr force_in_slider(const ss_system *s, ss_graph *g, ss_expr v, ss_expr laT,
                               ss_expr laN) {
  const ss_projection *p = s->projection;
  const ss_expr factor[] = {s->B[0], s->slip[0].W[0], s->normal[0].W[0]}, force[] = {v, laT, laN};
  const ss_expr part[] = {p->E[0], p->D[0], p->D[1]};
  ss_expr acceleration = s->h[0], sum = p->a[0];
  for (size_t i = 0; i < 3; i++) {
    acceleration = ss_expr_add(g, acceleration, ss_expr_mul(g, factor[i], force[i]));
    sum = ss_expr_add(g, sum, ss_expr_mul(g, part[i], force[i]));
  }
  acceleration = ss_expr_div(g, acceleration, s->M[0]);
  return ss_expr_add(g, sum, ss_expr_mul(g, p->b[0], acceleration));
}

/* Newton along the radius n = (cos, sin), where the slider's direction is 2 r n:
 * 2 r lambda_N = m n . z'' - n . (forces). */
static void test_forces_in_the_slider(void **state) {
  (void)state;
  projected p = project(bead, false);
  ss_graph *g = ss_graph_create_over(p.r.arena, p.s->graph);
  const ss_expr v = ss_expr_symbol(g, "v"), laT = ss_expr_symbol(g, "laT");
  const ss_expr laN = ss_expr_symbol(g, "laN");
  assert_formula(g, force_in_slider(p.s, g, v, laT, laN),
                 "(-m*r*theta'^2 - (v + laT - " X_RATE ")*cos(theta)"
                 " - (laN - m*g)*sin(theta))/(2*r)");
  stop_reading(&p.r);
}

/* A loop that was closed before: its share of the force comes along. */
static void test_closed_loop(void **state) {
  (void)state;
  projected p = project(bead, true);
  assert_int_equal(p.s->inputs, 0);
  assert_formula(p.s->graph, p.s->control[0], "r*sin(theta)*r*cos(theta)");
  assert_formula(p.s->graph, p.s->nonconservative[0], "r*sin(theta)*(" X_RATE " + r*cos(theta))");
  stop_reading(&p.r);
}

/* Two sliders, whose directions are numbers: three coordinates, one left. W_N has pivots that are
 * not on its diagonal. lambda = forces that keep z = 2 s and y = -s. */
static void test_two_sliders(void **state) {
  (void)state;
  projected p = project("coord x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\n"
                        "force x = 6; force y = 1; force z = 2\n"
                        "slider a { gap = z - 2*x }; slider b { gap = y + x }\n"
                        "chart s { x = s; y = -s; z = 2*s }\n",
                        false);
  const ss_projection *j = p.s->projection;
  assert_formula(p.s->graph, p.s->M[0], "6");
  assert_formula(p.s->graph, p.s->h[0], "9"); /* s'' = 3/2 */
  /* z: 3 = 2 + la, y: -3/2 = 1 + lb */
  ss_graph *g = ss_graph_create_over(p.r.arena, p.s->graph);
  const ss_expr half = ss_expr_ratio(g, 3, 2);
  assert_formula(g, ss_expr_add(g, j->a[0], ss_expr_mul(g, j->b[0], half)), "1");
  assert_formula(g, ss_expr_add(g, j->a[1], ss_expr_mul(g, j->b[1], half)), "-5/2");
  stop_reading(&p.r);
}

/* Frictions push against a slider: lambda = 5 - 2 f - 3 g; and a contact takes its share. */
static void test_frictions_on_a_slider(void **state) {
  (void)state;
  projected p = project("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 5*y\n"
                        "friction f { slip = x' + 2*y'; normal = 1; law = coulomb(1) }\n"
                        "friction g { slip = x' + 3*y'; normal = 1; law = coulomb(1) }\n"
                        "slider floor { gap = y }; contact stop { gap = x + 4*y }\n"
                        "chart s { x = s; y = 0 }\n",
                        false);
  const ss_projection *j = p.s->projection;
  assert_formula(p.s->graph, j->a[0], "5");
  assert_formula(p.s->graph, j->b[0], "0");
  assert_formula(p.s->graph, j->D[0], "-2");
  assert_formula(p.s->graph, j->D[1], "-3");
  assert_formula(p.s->graph, j->D[2], "-4");
  stop_reading(&p.r);
}

static void test_no_chart(void **state) {
  (void)state;
  reading r = read_good("coord x\nkinetic = x'^2\n");
  ss_system *full, *s;
  assert_int_equal(ss_system_derive(r.arena, r.model, &full), SS_OK);
  assert_int_equal(ss_system_project(r.arena, full, &s), SS_BAD_ARGUMENT);
  assert_null(s);
  stop_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_map),
      cmocka_unit_test(test_dynamics),
      cmocka_unit_test(test_elements),
      cmocka_unit_test(test_forces_in_the_slider),
      cmocka_unit_test(test_closed_loop),
      cmocka_unit_test(test_two_sliders),
      cmocka_unit_test(test_frictions_on_a_slider),
      cmocka_unit_test(test_no_chart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
