/* test_basin_strips.c: proved basins against a parameter: held against what every start does. */
#include "stage.h"

/* FED from rest at x, for a damping c < 0: half a turn around the end of friction after another. */
static bool comes_to_rest(double c, double x) {
  const double sigma = -c / 2, turn = exp(M_PI * sigma / sqrt(1 - sigma * sigma));
  for (int k = 0; k < 2000 && fabs(x) < 1e6; k++) {
    if (fabs(x) <= 1) return true;
    const double end = x > 0 ? 1 : -1;
    x = end - turn * (x - end);
  }
  return false;
}

/* The start at x against the damping. */
static ss_basin_options strip_options(size_t depth, bool turned) {
  ss_basin_options o = ss_basin_default_options();
  o.axis[turned] = "x", o.low[turned] = -4, o.high[turned] = 4;
  o.axis[!turned] = "c", o.low[!turned] = -1, o.high[!turned] = -0.25;
  o.prove = true;
  o.depth = depth;
  o.map.threads = 1;
  return o;
}

static const ss_basin *run(stage *s, const ss_basin_options *o) {
  ss_basin *basin = prepare_basin(s, o);
  assert_int_equal(ss_basin_run(basin, &s->said), SS_OK);
  return basin;
}

static void cells_do_what_is_proved(void **state) {
  (void)state;
  stage s = open_stage(FED);
  const ss_basin_options o = strip_options(6, false);
  const ss_basin *basin = run(&s, &o);
  const ss_sweep_map *map = ss_basin_map(basin);
  const ss_map_proved *p = ss_basin_proved(basin);
  assert_true(p->rest + p->escape + p->open == 1);
  assert_true(p->rest > 0.4 && p->escape > 0.3 && p->open < 0.1 && p->open > 0);
  for (size_t k = 0; k < 64 * 64; k++) {
    const ss_sweep_role role = map->class_of_code[map->code[k]].role;
    if (role != SS_SWEEP_PROVED_REST && role != SS_SWEEP_PROVED_ESCAPES) continue;
    for (size_t corner = 0; corner < 4; corner++) {
      const double x = -4 + 0.125 * (double)(k % 64 + corner % 2),
                   c = -1 + 0.75 / 64 * (double)(k / 64 + corner / 2);
      assert_int_equal(comes_to_rest(c, x), role == SS_SWEEP_PROVED_REST);
    }
  }
  close_stage(&s);
}

static void either_axis_may_be_the_parameter(void **state) {
  (void)state;
  stage s = open_stage(FED);
  const ss_basin_options a = strip_options(6, false), b = strip_options(6, true);
  const ss_sweep_map *one = ss_basin_map(run(&s, &a)), *other = ss_basin_map(run(&s, &b));
  for (size_t k = 0; k < 64 * 64; k++)
    assert_int_equal(one->code[k], other->code[k % 64 * 64 + k / 64]);
  close_stage(&s);
}

static void open_share_halves(void **state) {
  (void)state;
  stage s = open_stage(FED);
  double open[2];
  for (size_t k = 0; k < 2; k++) {
    const ss_basin_options o = strip_options(6 + k, false);
    open[k] = ss_basin_proved(run(&s, &o))->open;
  }
  assert_true(open[1] < 0.6 * open[0]);
  close_stage(&s);
}

static char *read_all(const char *file) {
  FILE *f = fopen(file, "rb");
  assert_non_null(f);
  char *text = calloc(1 << 20, 1);
  assert_true(fread(text, 1, 1 << 20, f) > 10000);
  fclose(f);
  return text;
}

static bool stop_soon(void *user, const ss_sweep_progress *progress) {
  (void)user;
  return progress->done < 5;
}

/* Threads, or a run that was stopped and goes on, make no difference in the certificate, which the
 * checker has confirmed. */
static void certificates_are_the_same(void **state) {
  (void)state;
  stage s = open_stage(FED);
  const char *const file[] = {"build/strips-1.proof.json", "build/strips-2.proof.json",
                              "build/strips-3.proof.json"};
  char *text[3];
  remove("build/strips-3.proof.json.part");
  for (size_t k = 0; k < 3; k++) {
    ss_basin_options o = strip_options(6, false);
    o.map.threads = k + 1;
    o.map.file = file[k];
    if (k == 2) {
      ss_basin_options stopped = o;
      stopped.map.go_on = stop_soon;
      ss_basin *basin = prepare_basin(&s, &stopped);
      assert_int_equal(ss_basin_run(basin, &s.said), SS_LIMIT);
      assert_null(ss_basin_proved(basin));
      o.map.resume = true;
    }
    assert_string_equal(ss_basin_proved(run(&s, &o))->certificate, file[k]);
    text[k] = read_all(file[k]);
  }
  for (size_t k = 1; k < 3; k++) assert_string_equal(text[0], text[k]);
  for (size_t k = 0; k < 3; k++) free(text[k]);
  close_stage(&s);
}

static void refused(const char *model, const char *setting, ss_basin_options o, const char *why) {
  stage s = open_stage(NULL);
  ss_basin *basin;
  const ss_machine_options m = {.settings = setting ? 1 : 0, .setting = &setting};
  assert_int_equal(ss_machine_parse("stage", model, &m, &s.said, &s.machine), SS_OK);
  assert_int_equal(ss_basin_prepare(s.arena, s.machine, &o, &s.said, &basin), SS_BAD_INPUT);
  assert_said(&s, why);
  close_stage(&s);
}

static void what_has_no_strips_is_refused(void **state) {
  (void)state;
  static const char heavy[] = "model \"Heavy\"\nparam m = 1\ncoord x\nkinetic = m*x'^2/2\n"
                              "potential = x^2/2\nforce x = x'/4\n"
                              "friction base { slip = x'; normal = 1; law = coulomb(1) }\n";
  ss_basin_options o = strip_options(5, false);
  refused(FED, "c=-1/2", o, "--set c: it is an axis of the plane");
  o.axis[1] = "m", o.low[1] = 1, o.high[1] = 2;
  refused(heavy, NULL, o, "masses or directions of friction have a range");
  o = strip_options(5, false);
  o.axis[1] = "F", o.low[1] = 0.1, o.high[1] = 0.2;
  refused(WELLS, NULL, o, "a parameter is an axis of linear machines only");
  o.axis[0] = "k";
  refused(BEAD, NULL, o, "two parameters: that is a chart");
  o.axis[0] = "y";
  refused(BEAD, NULL, o, "this is no coordinate, velocity or parameter");
}

/* A picture of it has nothing of states in it. */
static void pictures_have_no_states(void **state) {
  (void)state;
  stage s = open_stage(FED);
  ss_basin_options o = strip_options(5, false);
  static const char *const level = "1";
  ss_picture_options p = {.levels = 1, .level = &level};
  ss_picture *picture;
  ss_plane plane = {0};
  o.prove = false;
  o.map.count[0] = o.map.count[1] = 5;
  ss_basin *basin = prepare_basin(&s, &o);
  assert_int_equal(ss_basin_picture(s.arena, basin, &p, &s.said, &picture), SS_BAD_INPUT);
  assert_said(&s, "one axis is a parameter");
  p.levels = 0;
  assert_int_equal(ss_basin_picture(s.arena, basin, &p, &s.said, &picture), SS_OK);
  assert_int_equal(ss_picture_fill(picture, NULL, &s.said, &plane), SS_OK);
  assert_null(plane.rest);
  assert_null(plane.system);
  ss_picture_close(picture);
  close_stage(&s);
}

/* By simulation alone: each point has its own machine. */
static void points_have_their_own_machine(void **state) {
  (void)state;
  for (int turned = 0; turned < 2; turned++) {
    stage s = open_stage(FED);
    ss_basin_options o = strip_options(0, turned);
    o.prove = false;
    o.map.count[0] = o.map.count[1] = 16;
    const ss_sweep_map *map = ss_basin_map(run(&s, &o));
    for (size_t i = 0; i < 16; i++)
      for (size_t j = 0; j < 16; j++) {
        const double x = ss_sweep_at(&map->axis[turned], turned ? j : i),
                     c = ss_sweep_at(&map->axis[!turned], turned ? i : j);
        assert_string_equal(name_class(map, i, j), comes_to_rest(c, x) ? "rests" : "escapes");
      }
    close_stage(&s);
  }
}

RUN_TESTS(T(cells_do_what_is_proved), T(either_axis_may_be_the_parameter), T(open_share_halves),
          T(certificates_are_the_same), T(what_has_no_strips_is_refused),
          T(pictures_have_no_states), T(points_have_their_own_machine))
