/* test_map.c: points of an axis, counts, and questions. */
#include "../../src/sweep/sweep_private.h"
#include "grid.h"

static void points_of_an_axis(void **state) {
  (void)state;
  const ss_sweep_axis axis = {.low = -6, .high = 6, .count = 41};
  assert_true(ss_sweep_at(&axis, 0) == -6 && ss_sweep_at(&axis, 40) == 6);
  assert_true(ss_sweep_at(&axis, 20) == 0);
  /* the doubles nearest to the decimals, and symmetric */
  assert_true(ss_sweep_at(&axis, 1) == -5.7 && ss_sweep_at(&axis, 23) == 0.9);
  for (size_t i = 0; i < 41; i++) assert_true(ss_sweep_at(&axis, i) == -ss_sweep_at(&axis, 40 - i));
  const ss_sweep_axis point = {.low = 2, .high = 3, .count = 1};
  assert_true(ss_sweep_at(&point, 0) == 2);
  const ss_sweep_axis wide = {.low = 0.1, .high = 0.7, .count = 1000};
  assert_true(ss_sweep_at(&wide, 0) == 0.1 && ss_sweep_at(&wide, 999) == 0.7);
}

static void classes_are_counted(void **state) {
  (void)state;
  uint8_t codes[6] = {1, 2, 0, 1, 1, 2}, evaluated[6] = {1, 1, 0, 1, 0, 1};
  ss_sweep_map map = grid_map(3, 2);
  map.code = codes;
  map.evaluated = evaluated;
  assert_int_equal(ss_sweep_count(&map, 0), 1);
  assert_int_equal(ss_sweep_count(&map, 1), 3);
  assert_int_equal(ss_sweep_count(&map, 2), 2);
  assert_int_equal(ss_sweep_evaluations(&map), 4);
  assert_string_equal(ss_sweep_role_word(SS_SWEEP_UNDECIDED), "undecided");
  assert_string_equal(ss_sweep_role_word(SS_SWEEP_ROLE_COUNT), "");
}

/* Everything that decides the content makes another question. */
static void questions_differ_where_maps_do(void **state) {
  (void)state;
  static const ss_sweep_fact other_facts[] = {{"model", "a circle"}, {"hash", "01"}};
  ss_arena *arena = ss_arena_create();
  ss_sweep_options options[6];
  ss_sweep_map map[6];
  static const char *const keys[] = {
      "", "hash", "range 2", "points along axis 1", "refinement", "points of a chunk"};
  for (int k = 0; k < 6; k++) {
    options[k] = ss_sweep_default_options();
    map[k] = grid_map(3, 2);
  }
  map[1].fact = other_facts;
  map[2].axis[1].high = nextafter(1, 2);
  map[3].axis[0].count = 4;
  options[4].refine = true;
  options[5].chunk = 3;
  options[0].threads = 7; /* does not matter */
  ss_text first, other;
  ss_text_start(&first);
  ss_sweep_state_question(&map[0], &options[0], &first);
  for (int k = 0; k < 6; k++) {
    ss_text_start(&other);
    ss_sweep_state_question(&map[k], &options[k], &other);
    assert_string_equal(ss_sweep_compare_questions(arena, first.data, other.data), keys[k]);
    ss_text_stop(&other);
  }
  ss_text_stop(&first);
  ss_arena_destroy(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(points_of_an_axis),
      cmocka_unit_test(classes_are_counted),
      cmocka_unit_test(questions_differ_where_maps_do),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
