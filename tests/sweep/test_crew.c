/* test_crew.c: how many threads a process uses. What the ranks do is tested with mpirun, in
 * tests/cli/test_command_basin.sh. */
#include <omp.h>

#include "../../src/sweep/sweep_private.h"
#include "grid.h"

static size_t count_threads(size_t asked) {
  ss_sweep_options options = ss_sweep_default_options();
  options.threads = asked;
  return ss_sweep_threads(&options);
}

static void threads_are_shared_between_ranks(void **state) {
  (void)state;
  const size_t cores = (size_t)omp_get_num_procs();
  unsetenv("OMP_NUM_THREADS");
  unsetenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  assert_int_equal(count_threads(0), cores);
  assert_int_equal(count_threads(7), 7);
  setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "2", 1);
  assert_int_equal(count_threads(0), cores > 2 ? cores / 2 : 1);
  setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "100000", 1);
  assert_int_equal(count_threads(0), 1);
  assert_int_equal(count_threads(3), 3);
  unsetenv("OMPI_COMM_WORLD_LOCAL_SIZE");
}

static void a_nap_is_short(void **state) {
  (void)state;
  const double begin = omp_get_wtime();
  ss_sweep_doze(0.01);
  assert_true(omp_get_wtime() - begin >= 0.0099);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(threads_are_shared_between_ranks),
      cmocka_unit_test(a_nap_is_short),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
