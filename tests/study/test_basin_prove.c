/* test_basin_prove.c: maps whose cells are proved: against simulation, and what is refused. */
#include "stage.h"

static ss_basin_options proof_options(double reach, size_t depth) {
  ss_basin_options o = ss_basin_default_options();
  for (int k = 0; k < 2; k++) o.low[k] = -reach, o.high[k] = reach;
  o.axis[0] = "x";
  o.axis[1] = "x'";
  o.prove = true;
  o.depth = depth;
  o.map.threads = 2;
  return o;
}

/* Corners and middles of proved cells, by events: each does what was proved. */
static void cells_do_what_is_proved(void **state) {
  (void)state;
  stage s = open_stage(FED);
  const ss_basin_options o = proof_options(8, 6);
  ss_basin *basin;
  ss_basin_worker *w;
  assert_int_equal(ss_basin_prepare(s.arena, s.machine, &o, &s.said, &basin), SS_OK);
  assert_null(ss_basin_proved(basin));
  assert_int_equal(ss_basin_run(basin, &s.said), SS_OK);
  const ss_map_proved *p = ss_basin_proved(basin);
  const ss_sweep_map *map = ss_basin_map(basin);
  assert_true(p->rest + p->escape + p->open == 1);
  assert_true(p->rest > 0.1 && p->escape > 0.2 && p->open < 0.2 && p->open > 0);
  ss_basin_options simulated = o;
  simulated.prove = false;
  ss_basin *other;
  assert_int_equal(ss_basin_prepare(s.arena, s.machine, &simulated, &s.said, &other), SS_OK);
  assert_int_equal(ss_basin_open_events(other, 1, &s.said, &w), SS_OK);
  size_t seen[2] = {0};
  for (size_t k = 0; k < 64 * 64; k += 3) {
    const ss_sweep_role role = map->class_of_code[map->code[k]].role;
    const double corner = 0.125 * (k % 2 ? 1 : -1);
    const double x = ss_sweep_at(&map->axis[0], k % 64) + corner,
                 y = ss_sweep_at(&map->axis[1], k / 64) - corner;
    uint8_t code;
    double time;
    if (role != SS_SWEEP_PROVED_REST && role != SS_SWEEP_PROVED_ESCAPES) continue;
    assert_int_equal(ss_basin_classify(w, 1, &x, &y, &code, &time), SS_OK);
    const ss_sweep_role found = other->work.map.class_of_code[code].role;
    assert_int_equal(found, role == SS_SWEEP_PROVED_REST ? SS_SWEEP_REST : SS_SWEEP_ESCAPES);
    seen[role == SS_SWEEP_PROVED_REST]++;
  }
  assert_true(seen[0] > 100 && seen[1] > 100);
  ss_basin_close(w);
  close_stage(&s);
}

/* Half the width of a cell: half as much is open, and what was proved stays so. */
static void open_share_halves(void **state) {
  (void)state;
  stage s = open_stage(FED);
  double open[3];
  for (size_t k = 0; k < 3; k++) {
    const ss_basin_options o = proof_options(8, 5 + k);
    ss_basin *basin;
    assert_int_equal(ss_basin_prepare(s.arena, s.machine, &o, &s.said, &basin), SS_OK);
    assert_int_equal(ss_basin_run(basin, &s.said), SS_OK);
    open[k] = ss_basin_proved(basin)->open;
  }
  assert_true(open[1] < 0.7 * open[0] && open[2] < 0.7 * open[1]);
  close_stage(&s);
}

/* Every motion of a damped machine comes to rest: all of the map does. */
static void passive_machines_are_proved_at_once(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  const ss_basin_options o = proof_options(100, 3);
  ss_basin *basin;
  assert_int_equal(ss_basin_prepare(s.arena, s.machine, &o, &s.said, &basin), SS_OK);
  assert_int_equal(ss_basin_run(basin, &s.said), SS_OK);
  assert_true(ss_basin_proved(basin)->rest == 1);
  close_stage(&s);
}

static void refuse(const char *text, const char *why, bool refine) {
  stage s = open_stage(text);
  ss_basin_options o = proof_options(1, 3);
  o.map.refine = refine;
  ss_basin *basin;
  assert_int_equal(ss_basin_prepare(s.arena, s.machine, &o, &s.said, &basin), SS_BAD_INPUT);
  assert_null(basin);
  assert_true(s.said.count > 0 && strstr(s.said.items[0].message, why));
  close_stage(&s);
}

static void others_are_refused(void **state) {
  (void)state;
  refuse("coord x, y\nkinetic = x'^2/2 + y'^2/2\npotential = x^4 + y^2\n"
         "friction f { slip = x'; normal = 1; law = coulomb(1) }\n",
         "motions of several coordinates", false);
  refuse(FED, "by a quadtree", true);
  /* circulatory forces; a coefficient with a denominator; masses that depend on x */
  refuse("coord x, y\nkinetic = x'^2/2 + y'^2/2\npotential = x^2 + y^2\nforce x = y\nforce y = -x\n"
         "friction f { slip = x'; normal = 1; law = coulomb(1) }\n",
         "--prove", false);
  refuse("coord x\nkinetic = x'^2/2\npotential = x^2\n"
         "friction f { slip = x'; normal = 1; law = coulomb(1/(1 + x'^2)) }\n",
         "--prove", false);
  refuse("coord x, y\nkinetic = (1 + x^2)*x'^2/2 + y'^2/2\npotential = x^2 + y^2\n"
         "friction f { slip = x'; normal = 1; law = coulomb(1) }\n",
         "--prove", false);
  refuse("coord x\nkinetic = x'^2/2\npotential = x^2 + x\ncontact wall { gap = x }\n", "--prove",
         false);
}

RUN_TESTS(T(cells_do_what_is_proved), T(open_share_halves), T(passive_machines_are_proved_at_once),
          T(others_are_refused))
