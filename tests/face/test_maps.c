/* test_maps.c: basins, charts and edges in one call, with files and pictures; one handle for many
 * threads. */
#include "../study/stage.h"
#include "standstill/standstill.h"

static void expect_file(const char *file, const char *ending) {
  char text[4096] = "";
  FILE *in = fopen(file, "r");
  assert_non_null(in);
  size_t last = 0;
  for (size_t n; (n = fread(text, 1, sizeof text - 1, in)) > 0;) last = n;
  text[last] = '\0';
  fclose(in);
  if (ending) assert_non_null(strstr(text, ending));
  unlink(file);
}

static void a_basin_with_its_file_and_picture(void **state) {
  (void)state;
  stage s = open_stage(FED);
  char folder[] = "/tmp/standstill-face-XXXXXX", file[64], drawn[64];
  const char *level = "proved", *motion = "x=2";
  ss_basin_options o = plane_options(6, 21);
  assert_non_null(mkdtemp(folder));
  sprintf(file, "%s/map.h5", folder);
  sprintf(drawn, "%s/map.svg", folder);
  const ss_picture_options picture = {
      .file = drawn, .levels = 1, .level = &level, .motions = 1, .motion = &motion};
  const ss_sweep_map *map, *again;
  o.map.file = file;
  o.map.threads = 2;
  assert_int_equal(ss_machine_basin(s.arena, s.machine, &o, &picture, &s.said, &map), SS_OK);
  assert_true(map->complete);
  assert_string_equal(name_class(map, 10, 10), "E1");
  assert_string_equal(name_class(map, 20, 20), "escapes");
  expect_file(drawn, "</svg>");
  o.map.resume = true;
  assert_int_equal(ss_machine_basin(s.arena, s.machine, &o, NULL, &s.said, &again), SS_OK);
  assert_memory_equal(map->code, again->code, 441);
  expect_file(file, NULL);
  rmdir(folder);
  close_stage(&s);
}

static void a_chart_with_its_picture(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  const ss_parameter_chart_options o = chart_options("contains");
  char drawn[] = "/tmp/standstill-face-XXXXXX.svg";
  const ss_sweep_map *map;
  close(mkstemps(drawn, 4));
  assert_int_equal(ss_machine_chart(s.arena, s.machine, &o, drawn, &s.said, &map), SS_OK);
  assert_int_equal(map->axis[0].count, 3);
  expect_file(drawn, "</svg>");
  close_stage(&s);
}

static void edges_without_a_map(void **state) {
  (void)state;
  stage s = open_stage(FED);
  const ss_basin_options o = plane_options(8, 1);
  const double delta = M_PI * 0.15 / sqrt(1 - 0.15 * 0.15), edge = 1 / tanh(delta / 2);
  const double line[4] = {0, 0, 1.7 * edge, 0};
  ss_map_findings f = {0};
  assert_int_equal(ss_machine_edges(s.arena, s.machine, &o, line, &s.said, &f), SS_OK);
  assert_int_equal(f.edges, 1);
  assert_true(fabs(f.edge[0].a - edge) < 1e-6);
  close_stage(&s);
}

static void mistakes_come_first(void **state) {
  (void)state;
  stage s = open_stage(FED);
  ss_basin_options o = plane_options(6, 1000);
  const ss_parameter_chart_options c = chart_options("fly");
  ss_picture_options picture = {.file = "map.gif"};
  const char *level = "low";
  const ss_sweep_map *map;
  assert_int_equal(ss_machine_basin(s.arena, s.machine, &o, &picture, &s.said, &map), SS_BAD_INPUT);
  assert_null(map);
  assert_said(&s, "a picture ends with .svg, .png or .pdf, not map.gif");
  picture = (ss_picture_options){.file = "map.svg", .levels = 1, .level = &level};
  assert_int_equal(ss_machine_basin(s.arena, s.machine, &o, &picture, &s.said, &map), SS_BAD_INPUT);
  assert_string_equal(ss_machine_said(&s.said),
                      "standstill: error: --level needs a positive number "
                      "or 'proved', not 'low'\n");
  s.said.count = s.said.errors = 0;
  assert_int_equal(ss_machine_chart(s.arena, s.machine, &c, NULL, &s.said, &map), SS_BAD_INPUT);
  assert_null(map);
  s.said.count = s.said.errors = 0;
  assert_string_equal(ss_machine_said(&s.said), "");
  o.map.count[0] = o.map.count[1] = 2;
  picture = (ss_picture_options){.file = "/nowhere/map.svg"};
  assert_int_equal(ss_machine_basin(s.arena, s.machine, &o, &picture, &s.said, &map), SS_IO);
  assert_said(&s, "cannot draw /nowhere/map.svg");
  assert_non_null(map);
  close_stage(&s);
}

/* Threads share a machine and change a parameter of it: x = 2F rests after pi, whatever F is. */
static void threads_share_a_machine(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  int wrong = 0;
#pragma omp parallel for num_threads(4) reduction(+ : wrong)
  for (int i = 1; i <= 40; i++) {
    ss_arena *arena = ss_arena_create();
    ss_diagnostics said;
    ss_machine *changed;
    ss_motion motion;
    const char *setting = ss_arena_format(arena, "F=%d/10", i);
    ss_diagnostics_start(&said, arena, NULL, NULL, 0);
    if (ss_machine_change(s.machine, 1, &setting, &said, &changed) != SS_OK ||
        ss_machine_move(arena, changed, "here", NULL, &said, &motion) != SS_OK || !motion.at_rest ||
        fabs(motion.t - M_PI) > 1e-6)
      wrong++;
    ss_machine_close(changed);
    ss_arena_destroy(arena);
  }
  assert_int_equal(wrong, 0);
  close_stage(&s);
}

RUN_TESTS(T(a_basin_with_its_file_and_picture), T(a_chart_with_its_picture), T(edges_without_a_map),
          T(mistakes_come_first), T(threads_share_a_machine))
