/* test_map_run.c: maps that are stopped and resumed, files of other questions, tables. */
#include "stage.h"

static bool stop_at_once(void *user, const ss_sweep_progress *progress) {
  (void)progress;
  ++*(int *)user;
  return false;
}

static ss_status run(stage *s, const ss_basin_options *o, const ss_sweep_map **map) {
  ss_basin *basin;
  const ss_status status = ss_basin_prepare(s->arena, s->machine, o, &s->said, &basin);
  if (status != SS_OK) return status;
  *map = ss_basin_map(basin);
  return ss_basin_run(basin, &s->said);
}

static void make_folder(char *folder, char *file, const char *name) {
  assert_non_null(mkdtemp(folder));
  sprintf(file, "%s/%s", folder, name);
}

static void stopped_and_resumed(void **state) {
  (void)state;
  stage s = open_stage(FED);
  ss_basin_options o = plane_options(8, 60);
  char folder[] = "/tmp/standstill-study-XXXXXX", file[64];
  const ss_sweep_map *map, *again;
  int calls = 0;
  make_folder(folder, file, "map.h5");
  o.reach.engine = SS_REACH_ENGINE_EVENTS;
  o.map.file = file;
  o.map.threads = 2;
  o.map.go_on = stop_at_once;
  o.map.user = &calls;
  assert_int_equal(run(&s, &o, &map), SS_LIMIT);
  assert_true(calls > 0);
  assert_false(map->complete);
  assert_int_equal(access(file, F_OK), 0);
  /* without resume the journal is not overwritten */
  o.map.go_on = NULL;
  o.reach.engine = SS_REACH_ENGINE_AUTO;
  o.reach.end = 1;
  assert_int_equal(run(&s, &o, &map), SS_BAD_INPUT);
  s.said.count = s.said.errors = 0;
  o.map.resume = true;
  assert_int_equal(run(&s, &o, &map), SS_BAD_INPUT);
  assert_said(&s, "another question");
  o.reach = ss_basin_default_options().reach;
  o.reach.engine = SS_REACH_ENGINE_EVENTS;
  o.map.count[0] = o.map.count[1] = 60;
  assert_int_equal(run(&s, &o, &map), SS_OK);
  assert_true(map->complete);
  assert_int_equal(run(&s, &o, &again), SS_OK); /* as it is, from the file */
  assert_memory_equal(map->code, again->code, 3600);
  o.low[0] = -7;
  assert_int_equal(run(&s, &o, &again), SS_BAD_INPUT);
  assert_said(&s, "it answers another question (");
  unlink(file);
  rmdir(folder);
  close_stage(&s);
}

static void tables(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  ss_basin_options o = plane_options(1, 5);
  char folder[] = "/tmp/standstill-study-XXXXXX", file[64];
  const ss_sweep_map *map;
  make_folder(folder, file, "map.csv");
  o.map.file = file;
  assert_int_equal(run(&s, &o, &map), SS_OK);
  o.map.resume = true;
  assert_int_equal(run(&s, &o, &map), SS_OK);
  o.reach.end = 3;
  assert_int_equal(run(&s, &o, &map), SS_BAD_INPUT);
  assert_said(&s, "it answers another question (end)");
  unlink(file);
  rmdir(folder);
  close_stage(&s);
}

RUN_TESTS(T(stopped_and_resumed), T(tables))
