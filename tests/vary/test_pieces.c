/* test_pieces.c: the transition map, its pieces and its columns. */
#include "vary.h"

/* A start that is a formula of a parameter moves with it: the column of the parameter is that of
 * the height then; events are about the state at the event, and do not know. */
static void test_start_slope(void **state) {
  (void)state;
  machine m = machine_parse("param h = 1\ncoord y\nkinetic = 1/2*y'^2\npotential = 9.81*y\n"
                            "contact floor { gap = y; restitution = newton(0.8, 0) }\n"
                            "state drop { y = h }\n");
  machine_put(&m, "drop");
  const size_t h = 0;
  double slope[2];
  assert_int_equal(ss_vary_start_slopes(m.model, "drop", 1, &h, slope), SS_OK);
  ss_vary_options options = ss_vary_default_options();
  options.parameters = 1;
  options.parameter = &h;
  options.start_slope = slope;
  const ss_variation v = vary_well(&m, 1, &options);
  assert_int_equal(v.columns, 3);
  for (int k = 0; k < 2; k++) {
    assert_near(v.piece[0].gain[3 * k + 2], v.piece[0].gain[3 * k], 1e-13);
    assert_near(v.event[0].piece[0].gain[3 * k + 2], 0, 0);
  }
  machine_close(&m);
}

/* Two boxes' worth of instants: pieces multiply, and exactly one of them holds for a perturbation,
 * but on borders. */
static void test_pieces(void **state) {
  (void)state;
  machine m = machine_open("two-masses", NULL);
  machine_put(&m, "apart");
  const ss_variation v = vary_well(&m, 2.3, NULL);
  assert_true(v.pieces > 4);
  uint64_t seed = 7;
  for (int round = 0; round < 50; round++) {
    double z[4];
    size_t holds = 0;
    for (int c = 0; c < 4; c++) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      z[c] = (double)(seed >> 11) / 4503599627370496.0 - 1;
    }
    const ss_vary_piece *found = ss_vary_find_piece(&v, z);
    for (size_t k = 0; k < v.pieces; k++) {
      bool inside = true;
      for (size_t i = 0; i < v.piece[k].rows; i++) {
        double sum = 0;
        for (int c = 0; c < 4; c++) sum += v.piece[k].cone[4 * i + c] * z[c];
        inside = inside && sum <= 0;
      }
      /* pieces that share their cone are one */
      if (inside) {
        holds++;
        for (int i = 0; i < 16; i++) assert_near(v.piece[k].gain[i], found->gain[i], 1e-9);
      }
    }
    assert_true(holds >= 1);
  }
  machine_close(&m);
}

/* States and derivatives at times on the way are those of shorter motions; a time beyond a refusal
 * has none. */
static void test_samples(void **state) {
  (void)state;
  static const double times[] = {0, 0.1, 0.3, 0.3, 0.7, 1};
  enum { TIMES = sizeof times / sizeof *times };
  machine m = machine_open("bouncing-ball", NULL);
  machine_put(&m, "drop");
  const size_t e = ss_model_find_parameter(m.model, "e");
  ss_vary_options options = ss_vary_default_options();
  options.parameters = 1;
  options.parameter = &e;
  options.times = TIMES;
  options.time = times;
  const ss_variation v = vary_well(&m, 1, &options);
  assert_int_equal(v.samples, TIMES);
  ss_vary_options plain = ss_vary_default_options();
  plain.parameters = 1;
  plain.parameter = &e;
  for (size_t k = 1; k < TIMES; k++) {
    const ss_variation to = vary_well(&m, times[k], &plain);
    for (int i = 0; i < 2; i++) assert_near(v.sample_x[2 * k + (size_t)i], to.x[i], 1e-10);
    for (int i = 0; i < 6; i++)
      assert_near(v.sample_gain[6 * k + (size_t)i], to.piece[0].gain[i], 1e-9);
  }
  assert_near(v.sample_gain[0], 1, 0);
  assert_near(v.sample_gain[1], 0, 0);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_start_slope),
      cmocka_unit_test(test_pieces),
      cmocka_unit_test(test_samples),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
