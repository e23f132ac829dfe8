/* test_mpi.c: the back end of this build, MPI's or none, in a process that mpirun did not start: a
 * team of one. Ranks are tested with mpirun, in tests/cli/test_command_basin.sh. */
#include "../../src/sweep/sweep_private.h"
#include "grid.h"

static void a_team_of_one(void **state) {
  (void)state;
  ss_sweep_team team = {.rank = 7, .size = 7};
  ss_wire *wire;
  unsetenv("OMPI_COMM_WORLD_SIZE");
  unsetenv("PMI_SIZE");
  unsetenv("PMIX_RANK");
  assert_int_equal(ss_sweep_wire.join(&team), SS_OK);
  assert_int_equal(team.rank, 0);
  assert_int_equal(team.size, 1);
  assert_int_equal(ss_sweep_wire.team().size, 1);
  assert_true(ss_sweep_wire.agree(true));
  assert_false(ss_sweep_wire.agree(false));
  assert_int_equal(ss_sweep_wire.open(&wire), SS_OK);
  ss_sweep_wire.close(wire);
  ss_sweep_wire.close(NULL);
  ss_sweep_wire.leave();
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_team_of_one)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
