/* test_refute.c: pushes that no forces can stop, against the sets' closed forms: boxes outside are
 * refuted once they are small against their distance, boxes that hold a member never are. */
#include "../../src/rest/judge.h"

#include "stage.h"

static double uniform(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) * 0x1p-52 - 1;
}

typedef bool (*membership)(double x, double y);

/* Random boxes of half width `size` in ±1: *refuted counts; none has a member at its middle. */
static void try_boxes(const char *text, membership member, double size, size_t least) {
  stage s;
  ss_judge judge;
  uint64_t seed = 5;
  size_t refuted = 0;
  stage_open(&s, text, NULL);
  assert_int_equal(ss_judge_create(s.m.arena, &s.search, &s.walker, 64, &judge), SS_OK);
  for (int n = 0; n < 300; n++) {
    const double x = uniform(&seed), y = uniform(&seed);
    const double lo[] = {x - size, y - size}, hi[] = {x + size, y + size};
    ss_judge_look(&judge, lo, hi);
    bool all = true;
    for (size_t p = 0; p < s.patterns.count; p++)
      all = all && (ss_judge_misses(&judge, &s.patterns.item[p]) ||
                    ss_judge_refute(&judge, &s.patterns.item[p]));
    refuted += all;
    for (int a = -1; a <= 1 && all; a++)
      for (int b = -1; b <= 1; b++) assert_false(member(x + a * size, y + b * size));
  }
  assert_true(refuted >= least);
  ss_judge_destroy(&judge);
  stage_close(&s);
}

static bool in_disc(double x, double y) {
  return hypot(x, y) <= 0.5;
}

static bool in_ellipse(double x, double y) {
  return hypot(x / 0.5, y / 0.25) <= 1;
}

static bool in_parallelogram(double x, double y) {
  return fabs(x + x * x * x) <= 0.5 && fabs(y) <= 0.25;
}

static void test_pushes(void **state) {
  (void)state;
  const char *const head = "model \"m\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n";
  char text[600];
  snprintf(text, sizeof text, "%spotential = 1/2*(x^2 + y^2)\n%s", head,
           "friction f { slip = (x', y'); normal = 1; law = disk(1/2) }\n");
  try_boxes(text, in_disc, 0.01, 200);
  snprintf(text, sizeof text, "%spotential = 1/2*(x^2 + y^2)\n%s", head,
           "friction f { slip = (x', y'); normal = 1; law = ellipse(1/2, 1/4) }\n");
  try_boxes(text, in_ellipse, 0.01, 220);
  snprintf(text, sizeof text, "%spotential = 1/2*(x^2 + y^2) + x^4/4\n%s", head,
           "friction f { slip = x'; normal = 1; law = coulomb(1/2) }\n"
           "friction g { slip = y'; normal = 1; law = coulomb(1/4) }\n");
  try_boxes(text, in_parallelogram, 0.01, 230);
}

static bool on_parabola(double x, double y) {
  return fabs(y - x * x) < 1e-12 && fabs(x) < 1e-12;
}

/* A plain slider: only pushes along it count. */
static void test_plain_slider(void **state) {
  (void)state;
  try_boxes("model \"m\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = x^2 + y\n"
            "slider s { gap = y - x^2 }\n",
            on_parabola, 0.01, 290);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pushes),
      cmocka_unit_test(test_plain_slider),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
