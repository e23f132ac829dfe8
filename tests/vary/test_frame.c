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

/* A constant mass matrix is evaluated once, unless a parameter moves. */
static void test_fixed_mass(void **state) {
  (void)state;
  const char text[] = "param m = 3\ncoord x, y\nkinetic = 1/2*m*x'^2 + x'*y' + y'^2\n";
  const char *const moved[] = {"m"};
  const double want[] = {3, 1, 1, 2}, q[] = {0.3, 0.4};
  for (size_t k = 0; k < 2; k++) {
    bench b;
    bench_open(&b, machine_parse(text), k, moved);
    assert_int_equal(b.v.frame.fixed_mass, k == 0);
    assert_true(ss_frame_look(&b.v.frame, 0, q, q));
    for (int i = 0; i < 4; i++) assert_near(b.v.frame.values.of[SS_QUANTITY_M][i], want[i], 1e-15);
    if (k) assert_near(ss_frame_slope(&b.v.frame, SS_QUANTITY_M, 0)[5], 1, 0);
    bench_close(&b);
  }
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
      cmocka_unit_test(test_fixed_mass),
      cmocka_unit_test(test_not_finite),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
