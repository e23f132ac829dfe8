/* test_chart_modes.c: modes over parameters: a bead sticks where friction holds it. */
#include "stage.h"

static void it_sticks_where_it_can(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  ss_parameter_chart_options o = chart_options("modes");
  o.from = "x=1";
  const ss_sweep_map *map = run_chart(&s, &o);
  for (size_t i = 0; i < 3; i++)
    for (size_t j = 0; j < 2; j++) {
      const double F = ss_sweep_at(&map->axis[0], i), k = ss_sweep_at(&map->axis[1], j);
      assert_string_equal(name_class(map, i, j), F >= k ? "stick" : "slip-");
      assert_true(map->value[j * 3 + i] == 1);
    }
  close_stage(&s);
}

RUN_TESTS(T(it_sticks_where_it_can))
