/* test_basin_fences.c: proved basins of machines with one coordinate, against motions by events. */
#include "stage.h"

static const char PENDULUM[] = "coord phi\n"
                               "kinetic = phi'^2/2\n"
                               "potential = 1 - cos(phi)\n"
                               "force phi = -phi'/5\n"
                               "friction pivot { slip = phi'; normal = 1; law = coulomb(1/5) }\n";

static ss_basin_options fence_options(const char *name, const char *rate, double reach,
                                      double speed) {
  ss_basin_options o = ss_basin_default_options();
  o.axis[0] = name;
  o.axis[1] = rate;
  o.low[0] = -reach, o.high[0] = reach;
  o.low[1] = -speed, o.high[1] = speed;
  o.prove = true;
  o.depth = 5;
  o.map.threads = 2;
  return o;
}

/* Corners of proved cells, by events: each rests where the class says, turns counted. */
static void cells_do_what_is_proved(void **state) {
  (void)state;
  stage s = open_stage(PENDULUM);
  const ss_basin_options o = fence_options("phi", "phi'", 3, 4);
  ss_basin *basin, *other;
  ss_basin_worker *w;
  assert_int_equal(ss_basin_prepare(s.arena, s.machine, &o, &s.said, &basin), SS_OK);
  assert_int_equal(ss_basin_run(basin, &s.said), SS_OK);
  const ss_map_proved *p = ss_basin_proved(basin);
  const ss_sweep_map *map = ss_basin_map(basin);
  assert_true(p->rest + p->open == 1 && p->escape == 0 && p->open < 0.2);
  ss_basin_options simulated = o;
  simulated.prove = false;
  assert_int_equal(ss_basin_prepare(s.arena, s.machine, &simulated, &s.said, &other), SS_OK);
  assert_int_equal(ss_basin_open_events(other, 1, &s.said, &w), SS_OK);
  size_t seen = 0, wells = 0;
  for (size_t k = 0; k < 32 * 32; k += 7) {
    const ss_sweep_class *class = &map->class_of_code[map->code[k]];
    if (class->role != SS_SWEEP_PROVED_REST) continue;
    const double x = ss_sweep_at(&map->axis[0], k % 32) + (k % 2 ? 3. : -3.) / 32,
                 y = ss_sweep_at(&map->axis[1], k / 32) + (k % 3 ? 4. : -4.) / 32;
    uint8_t code;
    double time;
    assert_int_equal(ss_basin_classify(w, 1, &x, &y, &code, &time), SS_OK);
    /* the set without its turns */
    assert_int_equal(strncmp(other->work.map.class_of_code[code].name, class->name, 2), 0);
    seen++;
    wells += strstr(class->name, "turn") != NULL;
  }
  assert_true(seen > 80 && wells > 10);
  ss_basin_close(w);
  close_stage(&s);
}

/* Two wells: those that stop in one are decided, both sets have their class. */
static void wells_are_named(void **state) {
  (void)state;
  stage s = open_stage(WELLS);
  const ss_basin_options o = fence_options("x", "x'", 1.5, 0.75);
  ss_basin *basin;
  assert_int_equal(ss_basin_prepare(s.arena, s.machine, &o, &s.said, &basin), SS_OK);
  assert_int_equal(ss_basin_run(basin, &s.said), SS_OK);
  const ss_sweep_map *map = ss_basin_map(basin);
  size_t cells[3] = {0};
  for (size_t k = 0; k < 32 * 32; k++) {
    const char *name = map->class_of_code[map->code[k]].name;
    for (int i = 0; i < 3; i++)
      if (strcmp(name, (const char *[]){"E1, proved", "E2, proved", "E3, proved"}[i]) == 0)
        cells[i]++;
  }
  assert_true(cells[0] > 50 && cells[2] > 50);
  close_stage(&s);
}

static void belts_are_refused(void **state) {
  (void)state;
  stage s = open_stage("coord x\nkinetic = x'^2/2\npotential = x^4\n"
                       "friction f { slip = x' - 1; normal = 1; law = coulomb(1) }\n");
  const ss_basin_options o = fence_options("x", "x'", 1, 1);
  ss_basin *basin;
  assert_int_equal(ss_basin_prepare(s.arena, s.machine, &o, &s.said, &basin), SS_BAD_INPUT);
  assert_true(s.said.count > 0 && strstr(s.said.items[0].message, "a belt feeds it"));
  close_stage(&s);
}

RUN_TESTS(T(cells_do_what_is_proved), T(wells_are_named), T(belts_are_refused))
