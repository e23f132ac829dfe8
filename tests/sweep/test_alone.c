/* test_alone.c: the back end of a build without MPI. It is compiled into this program, where it
 * takes the place of the library's: a whole sweep runs on it. */
#include "../../src/sweep/alone.c"
#include "grid.h"

/* Nobody to talk to: nothing is sent, nothing comes, what one rank thinks is agreed. */
static void a_team_of_one(void **state) {
  (void)state;
  ss_sweep_team team = {.rank = 7, .size = 7};
  ss_wire *wire = (ss_wire *)&team;
  assert_int_equal(ss_sweep_wire.join(&team), SS_OK);
  assert_int_equal(team.rank, 0);
  assert_int_equal(team.size, 1);
  assert_int_equal(ss_sweep_wire.team().rank, 0);
  assert_int_equal(ss_sweep_wire.team().size, 1);
  assert_true(ss_sweep_wire.agree(true));
  assert_false(ss_sweep_wire.agree(false));
  assert_int_equal(ss_sweep_wire.open(&wire), SS_OK);
  assert_null(wire);
  int from = 3;
  void *data = &team;
  size_t bytes = 9;
  assert_int_equal(ss_sweep_wire.send(wire, 0, "x", 1), SS_BAD_ARGUMENT);
  assert_false(ss_sweep_wire.receive(wire, &from, &data, &bytes));
  ss_sweep_wire.close(wire);
  ss_sweep_wire.leave();
}

static void a_sweep(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  ss_sweep_map map = grid_map(31, 17);
  ss_sweep_options options = ss_sweep_default_options();
  grid_task task = {0};
  const ss_sweep_task t = grid_make_task(&task);
  const char *why;
  options.threads = 2;
  assert_int_equal(ss_sweep_run(arena, &t, &options, &map, &why), SS_OK);
  assert_true(map.complete);
  for (size_t i = 0; i < 31 * 17; i++)
    assert_int_equal(map.code[i], grid_code(ss_sweep_at(&map.axis[0], i % 31),
                                            ss_sweep_at(&map.axis[1], i / 31)));
  ss_arena_destroy(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_team_of_one), cmocka_unit_test(a_sweep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
