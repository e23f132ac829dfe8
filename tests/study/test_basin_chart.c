/* test_basin_chart.c: planes over coordinates of a chart.
 *
 * A bead on a straight wire in the plane, its place along the wire being the chart's s, is the
 * machine WELLS in another dress: x^2 + y^2 = s^2. Maps of both must be the same, point by point.
 */
#include "stage.h"

static const char WIRE[] =
    "model \"Wire\"\n"
    "param F = 0.1\n"
    "coord x, y\n"
    "kinetic = 1/2*(x'^2 + y'^2)\n"
    "potential = 1/4*(x^2 + y^2)^2 - 1/2*(x^2 + y^2)\n"
    "slider wire { gap = 4*x - 3*y }\n"
    "friction base { slip = 3/5*x' + 4/5*y'; normal = F; law = coulomb(1) }\n"
    "chart s { x = 3/5*s; y = 4/5*s }\n"
    "state lifted { x = 0.3; y = 0.4 }\n";

static ss_basin_options wire_options(const char *first, const char *second, size_t points) {
  ss_basin_options o = plane_options(1.5, points);
  o.axis[0] = first;
  o.axis[1] = second;
  return o;
}

static void the_map_is_that_of_one_coordinate(void **state) {
  (void)state;
  enum { POINTS = 9 };
  stage plain = open_stage(WELLS), dressed = open_stage(WIRE);
  const ss_basin_options o = plane_options(1.5, POINTS), p = wire_options("s", "s'", POINTS);
  ss_basin *one = prepare_basin(&plain, &o), *two = prepare_basin(&dressed, &p);
  assert_int_equal(ss_basin_run(one, &plain.said), SS_OK);
  assert_int_equal(ss_basin_run(two, &dressed.said), SS_OK);
  size_t seen[3] = {0};
  for (size_t j = 0; j < POINTS; j++)
    for (size_t i = 0; i < POINTS; i++) {
      const char *name = name_class(ss_basin_map(one), i, j);
      seen[name[1] - '1']++;
      /* sets are numbered by x, which grows with s */
      assert_string_equal(name_class(ss_basin_map(two), i, j), name);
    }
  assert_true(seen[0] > 10 && seen[1] > 0 && seen[2] > 10);
  close_stage(&plain);
  close_stage(&dressed);
}

/* A point is the state that --from makes of the same words, in the machine of its parameter. */
static void starts_are_those_of_the_chart(void **state) {
  (void)state;
  stage s = open_stage(WIRE);
  const ss_basin_options o = wire_options("s", "s'", 3);
  ss_basin *basin = prepare_basin(&s, &o);
  ss_basin_worker *w;
  const char *why;
  double q[2], u[2], p[2], v[2];
  assert_int_equal(ss_basin_open(basin, &basin->options, &w, &why), SS_OK);
  assert_true(ss_basin_start(w, 0.7, -0.3, q, u));
  assert_int_equal(ss_machine_state(s.machine, "--from", "s=0.7,s'=-0.3", &s.said, p, v), SS_OK);
  /* made consistent with the slider once more, they may differ by a last digit */
  for (int i = 0; i < 2; i++) assert_true(fabs(q[i] - p[i]) < 1e-15 && fabs(u[i] - v[i]) < 1e-15);
  assert_true(fabs(q[0] - 0.42) < 1e-15 && fabs(u[1] + 0.24) < 1e-15);
  ss_basin_close(w);
  close_stage(&s);
}

/* At rest at s: it stays if |s^3 - s| <= F. */
static void the_other_axis_may_be_a_parameter(void **state) {
  (void)state;
  stage s = open_stage(WIRE);
  ss_basin_options o = wire_options("s", "F", 2);
  o.low[0] = 0.2, o.high[0] = 0.3; /* 0.192 and 0.273 */
  o.low[1] = 0.15, o.high[1] = 0.25;
  ss_basin *basin = prepare_basin(&s, &o);
  assert_int_equal(ss_basin_run(basin, &s.said), SS_OK);
  const double *time = ss_basin_map(basin)->value;
  assert_true(time[0] > 0.1 && time[1] > 0.1 && time[2] < 0.1 && time[3] > 0.1);
  close_stage(&s);
}

static void assert_refused(const ss_basin_options *o, const char *text) {
  stage s = open_stage(WIRE);
  ss_basin *basin;
  assert_int_equal(ss_basin_prepare(s.arena, s.machine, o, &s.said, &basin), SS_BAD_INPUT);
  assert_said(&s, text);
  close_stage(&s);
}

static void what_is_refused(void **state) {
  (void)state;
  ss_basin_options o = wire_options("s", "x", 3);
  assert_refused(&o, "'x' is no coordinate of the chart, the other one is");
  o = wire_options("s", "s", 3);
  assert_refused(&o, "the two axes are the same");
  o = wire_options("s", "s''", 3);
  assert_refused(&o, "--plane s''");
  o = wire_options("s", "s'", 3);
  o.from = "lifted";
  assert_refused(&o, "stands beside no named state");
  o.from = "x=0.5";
  assert_refused(&o, "does not agree with the coordinates of the chart");
}

RUN_TESTS(T(the_map_is_that_of_one_coordinate), T(starts_are_those_of_the_chart),
          T(the_other_axis_may_be_a_parameter), T(what_is_refused))
