/* test_frame.c: a system at a state with its derivatives, against differences. */
#include "vary.h"

static const char *const names[] = {"l1", "mu"};

/* Every number and every velocity by every column, parameters included. */
static void test_slopes(void **state) {
  (void)state;
  bench b;
  bench_open(&b, machine_open("rough-pendulum", NULL), 2, names);
  machine_put(&b.m, "a1=0.4, a2=0.9, a1'=-1.3, a2'=0.7");
  ss_frame *f = &b.v.frame;
  const size_t outputs = ss_tape_outputs(f->tape.tape), columns = f->columns;
  assert_int_equal(columns, 7);
  double *slopes = ss_arena_new(b.m.arena, (outputs + f->directions) * columns, double);
  double *values = ss_arena_new(b.m.arena, outputs + f->directions, double);
  bench_look(&b, 0, 0);
  memcpy(slopes, f->slopes, outputs * columns * sizeof *slopes);
  memcpy(slopes + outputs * columns, f->gamma_slope, f->directions * columns * sizeof *slopes);
  const double d = 1e-6;
  for (size_t c = 0; c < columns; c++) {
    bench_look(&b, c, -d);
    memcpy(values, f->value, outputs * sizeof *values);
    memcpy(values + outputs, f->gamma, f->directions * sizeof *values);
    bench_look(&b, c, d);
    for (size_t i = 0; i < outputs + f->directions; i++) {
      const double now = i < outputs ? f->value[i] : f->gamma[i - outputs];
      assert_near(slopes[i * columns + c], (now - values[i]) / (2 * d), 1e-8);
    }
  }
  bench_close(&b);
}

/* What is not finite is said. */
static void test_not_finite(void **state) {
  (void)state;
  bench b;
  bench_open(&b, machine_parse("coord x\nkinetic = 1/2*x'^2\npotential = 1/x\n"), 0, NULL);
  const double q[] = {0}, u[] = {1};
  assert_false(ss_frame_look(&b.v.frame, 0, q, u));
  bench_close(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_slopes),
      cmocka_unit_test(test_not_finite),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
