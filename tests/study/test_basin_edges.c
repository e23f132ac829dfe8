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

RUN_TESTS(T(the_cycle_is_found), T(no_edge_and_no_line))
