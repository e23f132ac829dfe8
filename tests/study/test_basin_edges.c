/* test_basin_edges.c: the unstable cycle of the fed oscillator, in closed form, along a line. */
#include "stage.h"

static void the_cycle_is_found(void **state) {
  (void)state;
  stage s = open_stage(FED);
  const ss_basin_options o = plane_options(8, 1);
  const double delta = M_PI * 0.15 / sqrt(1 - 0.15 * 0.15), edge = 1 / tanh(delta / 2);
  const double line[4] = {0, 0, 1.7 * edge, 0};
  ss_basin *basin = prepare_basin(&s, &o);
  ss_map_findings f = {0};
  assert_int_equal(ss_basin_find_edges(s.arena, basin, line, &s.said, &f), SS_OK);
  assert_true(f.has_edges);
  assert_int_equal(f.edges, 1);
  assert_true(fabs(f.edge[0].a - edge) < 1e-6 && f.edge[0].b == 0);
  assert_true(fabs(f.edge[0].s - 1 / 1.7) < 1e-6 && f.edge[0].width <= 1e-8);
  assert_string_equal(f.edge[0].before, "E1");
  assert_string_equal(f.edge[0].after, "escapes");
  assert_true(f.edge[0].undecided == 0);
  /* the cycle itself: period 2 pi / sqrt(1 - zeta^2), a turn stretches by exp(2 delta) */
  const ss_cycle *cycle = f.edge[0].cycle;
  assert_non_null(cycle);
  assert_true(fabs(cycle->q[0] - edge) < 1e-7 && fabs(cycle->low[0] + edge) < 1e-6);
  assert_true(fabs(cycle->period - 2 * M_PI / sqrt(1 - 0.15 * 0.15)) < 1e-7);
  assert_true(cycle->outside == 1 && fabs(cycle->re[0] - exp(2 * delta)) < 1e-4);
  assert_int_equal(f.coordinates, 1);
  close_stage(&s);
}

/* Starts next to the boundary take longer than the map's time: the ends are decided all the same,
 * with as much time as they need. */
static void ends_are_decided(void **state) {
  (void)state;
  stage s = open_stage(FED);
  ss_basin_options o = plane_options(8, 1);
  o.reach.end = 12;
  const double delta = M_PI * 0.15 / sqrt(1 - 0.15 * 0.15), edge = 1 / tanh(delta / 2);
  const double line[4] = {0, 0, 1.7 * edge, 0};
  ss_basin *basin = prepare_basin(&s, &o);
  ss_map_findings f = {0};
  assert_int_equal(ss_basin_find_edges(s.arena, basin, line, &s.said, &f), SS_OK);
  assert_int_equal(f.edges, 1);
  assert_true(fabs(f.edge[0].a - edge) < 1e-7 && f.edge[0].width <= 1e-8);
  close_stage(&s);
}

/* Two cycles: the rest set's motions are kept by an unstable one, those outside tend to a stable
 * one and come to no rest: that side cycles, and where it tends to is told. By averaging,
 * (1 - r^2/4 + r^4/80) = 0 at r = 2.351 and 3.804 in x'' + x + 0.3 (1 - x^2 + x^4/10) x' = 0. */
static void a_stable_cycle_is_told(void **state) {
  (void)state;
  stage s = open_stage("coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\n"
                       "force x = -0.3*(1 - x^2 + 0.1*x^4)*x'\n"
                       "friction f { slip = x'; normal = 1; law = coulomb(0.003) }\n");
  ss_basin_options o = plane_options(6, 1);
  o.reach.end = 20;
  const double line[4] = {0.5, 0, 2.5, 0};
  ss_basin *basin = prepare_basin(&s, &o);
  ss_map_findings f = {0};
  assert_int_equal(ss_basin_find_edges(s.arena, basin, line, &s.said, &f), SS_OK);
  assert_int_equal(f.edges, 1);
  assert_true(fabs(f.edge[0].a - 2.35) < 0.05);
  assert_string_equal(f.edge[0].before, "E1");
  assert_string_equal(f.edge[0].after, "cycles");
  assert_non_null(f.edge[0].cycle);
  assert_non_null(f.edge[0].goal);
  assert_int_equal(f.edge[0].goal->outside, 0);
  assert_true(fabs(f.edge[0].goal->high[0] - 3.8) < 0.05);
  close_stage(&s);
}

static void no_edge_and_no_line(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  const ss_basin_options o = plane_options(1, 1);
  const double line[4] = {-1, 0, 1, 0}, point[4] = {1, 1, 1, 1}, wild[4] = {0, 0, INFINITY, 0};
  ss_basin *basin = prepare_basin(&s, &o);
  ss_map_findings f = {0};
  assert_int_equal(ss_basin_find_edges(s.arena, basin, line, &s.said, &f), SS_OK);
  assert_int_equal(f.edges, 0);
  assert_int_equal(ss_basin_find_edges(s.arena, basin, point, &s.said, &f), SS_BAD_INPUT);
  assert_said(&s, "--edge 1,1:1,1: ");
  assert_int_equal(ss_basin_find_edges(s.arena, basin, wild, &s.said, &f), SS_BAD_INPUT);
  close_stage(&s);
}

RUN_TESTS(T(the_cycle_is_found), T(ends_are_decided), T(no_edge_and_no_line),
          T(a_stable_cycle_is_told))
