/* test_plan.c: refinement finds the boundary, all of it, and not much else. */
#include "../../src/sweep/sweep_private.h"
#include "grid.h"

/* Refines a map by hand with the function of a point; returns how many points it took. */
static size_t refine(ss_arena *arena, ss_sweep_map *map, uint8_t (*code)(double, double),
                     size_t coarse) {
  ss_sweep_options options = ss_sweep_default_options();
  const size_t points = map->axis[0].count * map->axis[1].count;
  ss_plan plan;
  size_t total = 0;
  bool more = true;
  options.refine = true;
  options.coarse = coarse;
  map->code = ss_arena_new(arena, points, uint8_t);
  map->evaluated = ss_arena_new(arena, points, uint8_t);
  assert_int_equal(ss_plan_start(&plan, map, &options), SS_OK);
  while (more) {
    total += plan.count;
    for (size_t k = 0; k < plan.count; k++) {
      const size_t point = ss_plan_point(&plan, k);
      assert_int_equal(map->evaluated[point], 0);
      map->code[point] = code(ss_sweep_at(&map->axis[0], point % map->axis[0].count),
                              ss_sweep_at(&map->axis[1], point / map->axis[0].count));
      map->evaluated[point] = 1;
    }
    assert_int_equal(ss_plan_go_on(&plan, &more), SS_OK);
  }
  ss_plan_stop(&plan);
  return total;
}

static size_t count_wrong(const ss_sweep_map *map, uint8_t (*code)(double, double)) {
  size_t wrong = 0;
  for (size_t j = 0; j < map->axis[1].count; j++)
    for (size_t i = 0; i < map->axis[0].count; i++)
      wrong += map->code[j * map->axis[0].count + i] !=
               code(ss_sweep_at(&map->axis[0], i), ss_sweep_at(&map->axis[1], j));
  return wrong;
}

static void a_circle_is_exact(void **state) {
  (void)state;
  static const size_t sizes[][2] = {{1, 1}, {2, 2}, {1, 9}, {33, 33}, {64, 100}, {301, 257}};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    ss_arena *arena = ss_arena_create();
    ss_sweep_map map = grid_map(sizes[k][0], sizes[k][1]);
    const size_t total = refine(arena, &map, grid_code, 32);
    assert_true(total <= sizes[k][0] * sizes[k][1]);
    assert_int_equal(count_wrong(&map, grid_code), 0);
    ss_arena_destroy(arena);
  }
}

/* A wave thinner than a cell of the first level (1/16): its parts between corners are followed. */
static uint8_t wave(double a, double b) {
  return fabs(b - 0.5 * sin(6 * a)) < 0.02 ? 1 : 2;
}

static void a_thin_connected_set_is_followed(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  ss_sweep_map map = grid_map(257, 257);
  refine(arena, &map, wave, 32);
  assert_int_equal(count_wrong(&map, wave), 0);
  ss_arena_destroy(arena);
}

static uint8_t everywhere(double a, double b) {
  (void)a, (void)b;
  return 1;
}

static void no_boundary_costs_the_first_level_only(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  ss_sweep_map map = grid_map(1000, 500);
  assert_int_equal(refine(arena, &map, everywhere, 16), 17 * 17);
  assert_int_equal(count_wrong(&map, everywhere), 0);
  ss_arena_destroy(arena);
}

/* Evaluations of an N x N map grow like N: from N to 2 N by at most 2^1.2. */
static void cost_grows_like_the_boundary(void **state) {
  (void)state;
  size_t before = 0;
  for (size_t n = 256; n <= 2048; n *= 2) {
    ss_arena *arena = ss_arena_create();
    ss_sweep_map map = grid_map(n, n);
    const size_t total = refine(arena, &map, grid_code, 32);
    if (before) assert_true(log2((double)total / (double)before) <= 1.2);
    before = total;
    ss_arena_destroy(arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_circle_is_exact),
      cmocka_unit_test(a_thin_connected_set_is_followed),
      cmocka_unit_test(no_boundary_costs_the_first_level_only),
      cmocka_unit_test(cost_grows_like_the_boundary),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
