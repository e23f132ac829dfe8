/* Step lengths within the cone, against what is known by hand and against bisection. */
#include "support.h"

/* A form with one block of n rows, two scalars, and a run on it. */
static void make_run(size_t n, ss_sdp_form *form, ss_sdp_run *run) {
  made *to = make_empty();
  add_block(to, n, false);
  add_block(to, 2, true);
  add_equality(to, 1);
  for (size_t i = 0; i + 1 < n; i++) add_entry(to, 0, 0, i, i + 1, 1);
  for (size_t i = 0; i < 2; i++) add_entry(to, 0, 1, i, i, 1);
  *form = make_form(&to->program);
  const ss_sdp_options options = ss_sdp_default_options();
  assert_int_equal(ss_sdp_run_make(form, &options, arena, run), SS_OK);
}

static void by_hand(void **state) {
  (void)state;
  ss_sdp_form form;
  ss_sdp_run run;
  make_run(2, &form, &run);
  const size_t at = form.block[0].at;
  double *X = run.now.X, *D = run.step.X;
  X[0] = 1, X[1] = 2;
  X[at] = 4, X[at + 3] = 9;
  assert_true(ss_sdp_run_factor(&run, X, run.LX));
  D[0] = -0.25; /* 4 */
  assert_true(ss_sdp_run_longest(&run, X, run.LX, D, 10) == 4);
  D[at] = -2; /* 2 */
  const double two = ss_sdp_run_longest(&run, X, run.LX, D, 10);
  assert_true(two <= 2 && two > 1.97);
  assert_true(ss_sdp_run_longest(&run, X, run.LX, D, 1) == 1);
  D[0] = 0.25, D[at] = 0; /* inwards: no end */
  assert_true(ss_sdp_run_longest(&run, X, run.LX, D, 10) == 10);
  D[at + 1] = D[at + 2] = 3; /* det = 36 - 9 a^2: 2 */
  const double again = ss_sdp_run_longest(&run, X, run.LX, D, 10);
  assert_true(again <= 2 && again > 1.97);
}

static void outside_there_is_no_factor(void **state) {
  (void)state;
  ss_sdp_form form;
  ss_sdp_run run;
  make_run(2, &form, &run);
  const size_t at = form.block[0].at;
  double *X = run.now.X;
  X[0] = X[1] = X[at] = X[at + 3] = 1;
  assert_true(ss_sdp_run_factor(&run, X, run.LX));
  X[at + 1] = X[at + 2] = 1.5;
  assert_false(ss_sdp_run_factor(&run, X, run.LX));
  X[at + 1] = X[at + 2] = 0;
  X[1] = 0;
  assert_false(ss_sdp_run_factor(&run, X, run.LX));
}

/* Blocks of several sizes: a little more than the longest step is outside, a little less inside.
 * Large ones are estimates, which may be short by a few hundredths. */
static void just_inside(void **state) {
  (void)state;
  random_source source = {71};
  const size_t sizes[] = {3, 10, 30, 59, 60, 90};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    const size_t n = sizes[k];
    ss_sdp_form form;
    ss_sdp_run run;
    make_run(n, &form, &run);
    double *X = run.now.X, *D = run.step.X;
    X[0] = X[1] = 1;
    draw_definite(&source, n, 0.5, X + form.block[0].at);
    draw_definite(&source, n, 0, D + form.block[0].at);
    for (size_t i = 0; i < n; i++) D[form.block[0].at + i * (n + 1)] -= (double)n / 2;
    assert_true(ss_sdp_run_factor(&run, X, run.LX));
    const double a = ss_sdp_run_longest(&run, X, run.LX, D, 1e3);
    for (size_t e = 0; e < form.length; e++) run.E[e] = X[e] + 0.99 * a * D[e];
    assert_true(ss_sdp_run_factor(&run, run.E, run.LZ));
    for (size_t e = 0; e < form.length; e++) run.E[e] = X[e] + 1.1 * a * D[e];
    assert_false(ss_sdp_run_factor(&run, run.E, run.LZ));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(by_hand),
      cmocka_unit_test(outside_there_is_no_factor),
      cmocka_unit_test(just_inside),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
