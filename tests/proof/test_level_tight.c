/* test_level_tight.c: the largest phi, against closed forms and a scan of all directions. */
#include "levels.h"

static void test_closed_forms(void **state) {
  (void)state;
  search t;
  start_search(&t, PAPER);
  assert_near(ss_level_tight(&t.s, NULL, true), sqrt(1. / 32), 1e-10);
  stop_search(&t);
  start_search(&t, DIAGONAL);
  assert_near(ss_level_tight(&t.s, NULL, true), 2, 1e-9);
  stop_search(&t);
  /* nothing is fed */
  start_search(&t, TWO SPRINGS RUBS_X RUBS_Y DAMPER("1", "2"));
  assert_true(ss_level_tight(&t.s, NULL, true) == 0);
  stop_search(&t);
}

static double phi(const ss_scaled *s, double angle) {
  double v[2] = {cos(angle), sin(angle)}, form = 0, slips = 0;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) form -= v[i] * s->C[i + 2 * j] * v[j];
  for (size_t j = 0; j < s->m; j++) slips += fabs(s->w[2 * j] * v[0] + s->w[2 * j + 1] * v[1]);
  return form / slips;
}

/* In the plane every direction can be tried: 20000 of them. */
static void test_scan(void **state) {
  (void)state;
  static const char *const forces[] = {
      "force x = 0.3*x' - 0.1*y'\nforce y = 0.3*y' - 0.1*x'\n",
      "force x = 2*x' + 3*y'\nforce y = -y' + 3*x'\n",
      "force x = x'/7 + y'\nforce y = x' + y'/5\n",
  };
  for (size_t k = 0; k < 3; k++) {
    char text[600];
    search t;
    double best = 0;
    snprintf(text, sizeof text, "%s%s%s%s%s", "coord x, y\nkinetic = 1/2*x'^2 + 3/2*y'^2\n",
             SPRINGS, RUBS_X, "friction b { slip = y' - x'/2; normal = 2; law = coulomb(1) }\n",
             forces[k]);
    start_search(&t, text);
    for (int i = 0; i < 20000; i++) best = fmax(best, phi(&t.s, M_PI * i / 20000));
    double found = ss_level_tight(&t.s, NULL, true);
    assert_true(found >= best * (1 - 1e-12));
    /* at a kink the scan is off by its step times the slope, which is of order 1 here */
    assert_near(found, best, 1e-3);
    stop_search(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_closed_forms),
      cmocka_unit_test(test_scan),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
