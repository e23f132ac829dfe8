/* test_space.c: bodies in space are the statements that they stand for; messages speak of what the
 * user wrote. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "support.h"

static void expect_same(const char *short_text, const char *long_text) {
  reading a = read_good(short_text), b = read_good(long_text);
  if (strcmp(a.model->hash, b.model->hash) != 0) {
    ss_text form[2];
    for (int i = 0; i < 2; i++) ss_text_start(&form[i]);
    ss_model_print_json(a.model, &form[0]);
    ss_model_print_json(b.model, &form[1]);
    fail_msg("%s\nis not\n%s", form[0].data, form[1].data);
  }
  stop_reading(&a);
  stop_reading(&b);
}

#define COORDS "coord x, y, z, s, a, b, c\n"
#define ENERGIES                                                                                   \
  "kinetic = 1/2*(2)*(ddt((x))^2+ddt((y))^2+ddt((z))^2)+1/2*("                                     \
  "(1)*(2*((1+s)*a'-a*s'-b*c'+c*b'))^2+(2)*(2*((1+s)*b'-b*s'-c*a'+a*c'))^2+"                       \
  "(3)*(2*((1+s)*c'-c*s'-a*b'+b*a'))^2)+2*(1)*((1+s)*s'+a*a'+b*b'+c*c')^2\n"                       \
  "slider B_unit { gap = ((1+s)^2+a^2+b^2+c^2-1)/2 }\n"

static void test_body(void **state) {
  (void)state;
  expect_same(COORDS "body3 B { mass = 2; inertia = (1, 2, 3); at = (x, y, z)\n"
                     "  turned by (s, a, b, c) }\n",
              COORDS ENERGIES);
  /* lines, comments, gravity, any order */
  expect_same(COORDS "body3 B {   # a body\n  gravity = (0, 0, # down\n -9.81)\n"
                     "  turned by (s, a,\n b, c)\n  at = (x, y, z); mass =\n 2\n"
                     "  inertia = (1, 2, 3) # principal\n}\n",
              COORDS ENERGIES "potential = -(2)*((0)*(x)+(0)*(y)+(-9.81)*(z))\n");
}

/* A name at the beginning of an entry, a point above its body, all components. */
static void test_points(void **state) {
  (void)state;
  reading r = read_good(
      "point P on B (1, 0, -h)\nlet u = P.z + B.R21\nparam h = 1/2\n" COORDS
      "body3 B { mass = 2; inertia = (1, 2, 3); at = (x, y, z); turned by (s, a, b, c) }\n"
      "contact floor { gap = P.z; slip = (ddt(P.x), B.wz); law = disk(0.1) }\n"
      "region r { P.y <= 1; u <= 1 }\nstate up { z = 1 }\n");
  const ss_graph *g = r.model->graph;
  const ss_element *floor = &r.model->element[1];
  assert_string_equal(r.model->element[0].name.text, "B_unit");
  assert_formula(g, floor->gap.resolved, "z + 2*(a*c - (1+s)*b) - h*((1+s)^2 - a^2 - b^2 + c^2)");
  assert_formula(g, floor->slip[1].resolved, "2*((1+s)*c' - c*s' + a*b' - b*a')");
  const ss_relation *inside = r.model->region[0].items;
  assert_formula(g, inside[0].left.resolved, "y + 2*(a*b + (1+s)*c) - 2*h*(b*c - (1+s)*a)");
  assert_formula(g, inside[1].left.resolved,
                 "z + 2*(a*c - (1+s)*b) - h*((1+s)^2 - a^2 - b^2 + c^2) + 2*(a*b + (1+s)*c)");
  stop_reading(&r);
}

/* The numbers that a state gets: the quaternion of a turn, and w of the body's axes. */
static void test_states(void **state) {
  (void)state;
  reading r =
      read_good(COORDS "body3 B { mass = 2; inertia = (1, 2, 3); at = (x, y, z)\n"
                       "  turned by (s, a, b, c) }\n"
                       "state t { spin B by (1, 2, -3); turned B about (0, 3, 4) by pi/3 }\n"
                       "state u { turned B about (0, 3, 4) by pi/3\nx' = 1\n}\n");
  double q[7], u[7];
  assert_int_equal(ss_model_evaluate_state(r.model, 0, q, u), SS_OK);
  assert_true(fabs(q[3] + 1 - sqrt(3) / 2) < 1e-15 && q[4] == 0);
  assert_true(fabs(q[5] - 0.3) < 1e-15 && fabs(q[6] - 0.4) < 1e-15);
  const double Q = q[3] + 1;
  const double w[] = {2 * (Q * u[4] - q[4] * u[3] - q[5] * u[6] + q[6] * u[5]),
                      2 * (Q * u[5] - q[5] * u[3] - q[6] * u[4] + q[4] * u[6]),
                      2 * (Q * u[6] - q[6] * u[3] - q[4] * u[5] + q[5] * u[4])};
  assert_true(fabs(w[0] - 1) < 1e-15 && fabs(w[1] - 2) < 1e-15 && fabs(w[2] + 3) < 1e-15);
  assert_true(fabs(Q * u[3] + q[4] * u[4] + q[5] * u[5] + q[6] * u[6]) < 1e-15);
  stop_reading(&r);
}

/* Rows of bodies, one hung on the other: written out they are the same. */
static void test_families(void **state) {
  (void)state;
  expect_same("coord s[1..2], a[1..2], b[1..2], c[1..2]\n"
              "for i in 1..2 {\n"
              "  body3 B[i] { mass = i; inertia = (1, 1, 2); turned by (s[i], a[i], b[i], c[i])\n"
              "    at = (top[i-1].x + i, top[i-1].y, top[i-1].z) }\n"
              "  point top[i] on B[i] (0, 0, 1)\n}\n"
              "body3 G { mass = 1; inertia = (1, 1, 1); at = (0, 0, 0); turned by (s0, a0, b0, c0) "
              "}\ncoord s0, a0, b0, c0\npoint top[0] on G (0, 0, 0)\n",
              "coord s[1], s[2], a[1], a[2], b[1], b[2], c[1], c[2]\n"
              "body3 B[1] { mass = 1; inertia = (1, 1, 2); turned by (s[1], a[1], b[1], c[1])\n"
              "  at = (top[0].x + 1, top[0].y, top[0].z) }\npoint top[1] on B[1] (0, 0, 1)\n"
              "body3 B[2] { mass = 2; inertia = (1, 1, 2); turned by (s[2], a[2], b[2], c[2])\n"
              "  at = (top[1].x + 2, top[1].y, top[1].z) }\npoint top[2] on B[2] (0, 0, 1)\n"
              "body3 G { mass = 1; inertia = (1, 1, 1); at = (0, 0, 0); turned by (s0, a0, b0, c0) "
              "}\ncoord s0, a0, b0, c0\npoint top[0] on G (0, 0, 0)\n");
}

static void test_mistakes(void **state) {
  (void)state;
  static const struct {
    const char *text, *message;
  } cases[] = {
      {"body3 B { mass = 2; at = (x, y, z); turned by (s, a, b, c) }", "a body3 needs mass"},
      {"body3 B { mass = 2; inertia = 3 }", "this needs three components"},
      {"body3 B { mass = 2; turned by (a, b, c) }", "turned by four coordinates"},
      {"body3 B { mass = 2; turned by (s, 2*a, b, c) }", "by coordinates, not by formulas"},
      {"body3 B { masse = 2 }", "a body3 has mass, inertia, at, gravity and 'turned by'"},
      {"body3 B mass = 2", "expected 'body3 NAME"},
      {"body3 B { mass 2 }", "expected '='"},
      {"body3 B { mass = 1; inertia = (1, 1, 1); at = (x, y, z); turned by (s, a, b, c) }\n"
       "point P on B (1, 2)",
       "a point on a body in space has three components"},
      {"body3 B { mass = 1; inertia = (1, 1, 1); at = (x, y, z); turned by (s, a, b, c) }\n"
       "potential = B.w4",
       "a body in space has .R11"},
      {"body3 B { mass = 1; inertia = (1, 1, 1); at = (x, y, z); turned by (s, a, b, c) }\n"
       "point P on B (1, 2, 3)\npotential = P.w",
       "a point in space has .x, .y and .z"},
      {"body3 B { mass = 1; inertia = (1, 1, 1); at = (P.x, y, z); turned by (s, a, b, c) }\n"
       "point P on B (1, 2, 3)",
       "lead back to themselves"},
      {"body3 B { mass = 1; inertia = (1, 1, 1); at = (x, y, z); turned by (s, a, b, c) }\n"
       "state t { turned C about (1, 0, 0) by 1 }",
       "this is no body3"},
      {"body3 B { mass = 1; inertia = (1, 1, 1); at = (x, y, z); turned by (s, a, b, c) }\n"
       "body3 B { mass = 1; inertia = (1, 1, 1); at = (x, y, z); turned by (s, a, b, c) }",
       "defined twice"},
      {"body3 B { mass = m; inertia = (1, 1, 1); at = (x, y, z); turned by (s, a, b, c) }",
       "unknown name 'm'"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[600];
    snprintf(text, sizeof text, COORDS "%s\n", cases[i].text);
    expect_mistake(text, cases[i].message);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_body),     cmocka_unit_test(test_points),
      cmocka_unit_test(test_states),   cmocka_unit_test(test_families),
      cmocka_unit_test(test_mistakes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
