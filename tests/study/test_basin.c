/* test_basin.c: basins whose classes are known, and requests that make no sense. */
#include "stage.h"

/* Every motion of the bead rests, in its one set; from (x, 0) with |x| <= F at once. */
static void all_rest(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  const ss_basin_options o = plane_options(2, 9);
  ss_basin *basin = prepare_basin(&s, &o);
  const ss_sweep_map *map = ss_basin_map(basin);
  assert_null(map->code);
  assert_int_equal(ss_basin_run(basin, &s.said), SS_OK);
  for (size_t k = 0; k < 81; k++) assert_string_equal(map->class_of_code[map->code[k]].name, "E1");
  for (size_t i = 0; i < 9; i++) {
    const bool at_once = fabs(ss_sweep_at(&map->axis[0], i)) <= 0.5;
    assert_int_equal(map->value[4 * 9 + i] < 1e-9, at_once);
  }
  assert_string_equal(map->axis[0].unit, "m");
  assert_string_equal(map->axis[1].unit, "m/s");
  assert_string_equal(ss_sweep_fact_of(map, "method"), "pwl");
  close_stage(&s);
}

/* Inside its unstable cycle the fed oscillator rests, outside it escapes: x = coth(delta/2), with
 * delta = pi zeta / sqrt(1 - zeta^2), zeta = 0.15. */
static void two_classes(void **state) {
  (void)state;
  stage s = open_stage(FED);
  ss_basin_options o = plane_options(8, 33);
  const double delta = M_PI * 0.15 / sqrt(1 - 0.15 * 0.15), edge = 1 / tanh(delta / 2);
  o.map.threads = 2;
  ss_basin *basin = prepare_basin(&s, &o);
  assert_int_equal(ss_basin_run(basin, &s.said), SS_OK);
  const ss_sweep_map *map = ss_basin_map(basin);
  for (size_t i = 0; i < 33; i++) {
    const bool rests = fabs(ss_sweep_at(&map->axis[0], i)) < edge;
    assert_string_equal(name_class(map, i, 16), rests ? "E1" : "escapes");
  }
  close_stage(&s);
}

/* A flat bowl rests anywhere within ±40; two wells lie beyond what a search sees by default, on the
 * plane: no motion rests elsewhere. */
static void sets_beyond_the_usual_box(void **state) {
  (void)state;
  static const char *const springs[] = {"potential = x^2/80 + x^4/10000000",
                                        "potential = (x^2 - 900)^2/10000"};
  for (size_t i = 0; i < 2; i++) {
    char text[300];
    snprintf(text, sizeof text,
             "coord x\nkinetic = 1/2*x'^2\n%s\n"
             "friction f { slip = x'; normal = 1; law = coulomb(1) }\n",
             springs[i]);
    stage s = open_stage(text);
    const ss_basin_options o = plane_options(35, 5);
    ss_basin *basin = prepare_basin(&s, &o);
    assert_int_equal(ss_basin_run(basin, &s.said), SS_OK);
    const ss_sweep_map *map = ss_basin_map(basin);
    for (size_t k = 0; k < 25; k++) assert_int_equal(map->class_of_code[map->code[k]].name[0], 'E');
    assert_true(*ss_sweep_fact_of(map, "box"));
    close_stage(&s);
  }
}

static void mistakes(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  const ss_basin_options good = plane_options(1, 3);
  ss_basin_options wrong[8];
  static const char *const said[8] = {
      "--plane: which two",
      "--plane y: this is no coordinate",
      "--plane x,x: the two axes are the same",
      "the range of x is empty",
      "--region moon: the model has no region",
      "--step 0: expected",
      "--box y=0:1: this is no coordinate",
      "unknown state 'moon'",
  };
  const char *box = "y=0:1";
  for (size_t i = 0; i < 8; i++) wrong[i] = good;
  wrong[0].axis[1] = NULL;
  wrong[1].axis[0] = "y";
  wrong[2].axis[1] = "x";
  wrong[3].high[0] = NAN;
  wrong[4].region = "moon";
  wrong[5].reach.step = 0;
  wrong[6].boxes = 1;
  wrong[6].box = &box;
  wrong[7].from = "moon";
  for (size_t i = 0; i < 8; i++) {
    ss_basin *basin;
    assert_int_equal(ss_basin_prepare(s.arena, s.machine, &wrong[i], &s.said, &basin),
                     SS_BAD_INPUT);
    assert_null(basin);
    assert_said(&s, said[i]);
  }
  close_stage(&s);
}

RUN_TESTS(T(all_rest), T(two_classes), T(sets_beyond_the_usual_box), T(mistakes))
