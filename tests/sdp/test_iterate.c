/* The iteration on its own: it ends for each of its reasons, and what it keeps is its best. */
#include "support.h"

static ss_sdp_outcome iterate(const made *to, const ss_sdp_options *options, ss_sdp_run *run,
                              size_t *iterations, const char **reason) {
  ss_sdp_form *form = ss_arena_new(arena, 1, ss_sdp_form);
  *form = make_form(&to->program);
  assert_int_equal(ss_sdp_run_make(form, options, arena, run), SS_OK);
  return ss_sdp_run_iterate(run, iterations, reason);
}

static made *draw_program(uint64_t seed) {
  random_source source = {seed};
  const int sizes[] = {6, -5, 4, 9};
  return make_feasible(&source, 4, sizes, 20, 4, 5);
}

static void it_converges(void **state) {
  (void)state;
  const ss_sdp_options options = ss_sdp_default_options();
  for (uint64_t seed = 1; seed <= 10; seed++) {
    ss_sdp_run run;
    size_t iterations;
    const char *reason;
    const made *to = draw_program(1000 + seed);
    assert_int_equal(iterate(to, &options, &run, &iterations, &reason), SS_SDP_OPTIMAL);
    assert_true(iterations < 25);
    assert_true(run.merit <= options.tolerance);
    assert_true(ss_sdp_run_factor(&run, run.best.X, run.LX) &&
                ss_sdp_run_factor(&run, run.best.Z, run.LZ));
  }
}

static void it_ends_at_its_limits(void **state) {
  (void)state;
  ss_sdp_options options = ss_sdp_default_options();
  options.iterations = 3;
  ss_sdp_run run;
  size_t iterations;
  const char *reason;
  assert_int_equal(iterate(draw_program(7), &options, &run, &iterations, &reason), SS_SDP_LIMIT);
  assert_int_equal(iterations, 3);
  assert_string_equal(reason, "the limit of iterations");
  options = ss_sdp_default_options();
  options.seconds = 1e-9;
  assert_int_equal(iterate(draw_program(7), &options, &run, &iterations, &reason), SS_SDP_LIMIT);
  assert_string_equal(reason, "the limit of time");
}

/* A tolerance below rounding cannot be reached: it says so, with its best iterate. */
static void it_stalls_below_rounding(void **state) {
  (void)state;
  ss_sdp_options options = ss_sdp_default_options();
  options.tolerance = 1e-30;
  ss_sdp_run run;
  size_t iterations;
  const char *reason;
  assert_int_equal(iterate(draw_program(8), &options, &run, &iterations, &reason), SS_SDP_STALLED);
  assert_true(run.merit < 1e-11 && run.merit > 1e-30);
}

/* The answer does not change by a bit with the number of threads. */
static void threads_give_the_same_bits(void **state) {
  (void)state;
  const made *to = draw_program(9);
  ss_sdp_run one, many;
  size_t iterations, same;
  const char *reason;
  ss_sdp_options options = ss_sdp_default_options();
  iterate(to, &options, &one, &iterations, &reason);
  options.threads = 3;
  iterate(to, &options, &many, &same, &reason);
  assert_int_equal(iterations, same);
  assert_memory_equal(one.best.X, many.best.X, one.form->length * sizeof(double));
  assert_memory_equal(one.best.Z, many.best.Z, one.form->length * sizeof(double));
  assert_memory_equal(one.best.y, many.best.y, one.form->m * sizeof(double));
}

/* Nothing is allocated once the workspace is made. */
static void nothing_is_allocated(void **state) {
  (void)state;
  const made *to = draw_program(10);
  const ss_sdp_form form = make_form(&to->program);
  const ss_sdp_options options = ss_sdp_default_options();
  ss_sdp_run run;
  size_t iterations;
  const char *reason;
  assert_int_equal(ss_sdp_run_make(&form, &options, arena, &run), SS_OK);
  const size_t before = ss_arena_bytes(arena);
  ss_sdp_run_iterate(&run, &iterations, &reason);
  assert_int_equal(ss_arena_bytes(arena), before);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_converges),
      cmocka_unit_test(it_ends_at_its_limits),
      cmocka_unit_test(it_stalls_below_rounding),
      cmocka_unit_test(threads_give_the_same_bits),
      cmocka_unit_test(nothing_is_allocated),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
