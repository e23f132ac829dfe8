/* test_vary_plot.c: the picture of perturbed motions: panels, lines, names. */
#include <math.h>

#include "motion_fixture.h"
#include "standstill/show.h"

static void a_picture(void **state) {
  (void)state;
  enum { TIMES = 5, STATES = 4, MOTIONS = 2 };
  double t[TIMES], z[MOTIONS * TIMES * STATES], d[MOTIONS * TIMES * STATES];
  static const double event[] = {0.5};
  motion_fixture m;
  ss_text text;
  start_motion(&m);
  for (size_t k = 0; k < TIMES; k++) t[k] = 0.25 * (double)k;
  for (size_t i = 0; i < MOTIONS * TIMES * STATES; i++) z[i] = sin((double)i), d[i] = z[i] + 0.01;
  d[9] = 1e6; /* a peak that leaves its panel */
  d[3] = NAN;
  const ss_spread spread = {2, TIMES, MOTIONS, t, 1e-3, d, z, 1, event};
  assert_int_equal(ss_show_spread_plot(m.f.system, &spread, "no/such/folder/a.svg"), SS_IO);
  assert_int_equal(ss_show_spread_plot(m.f.system, &spread, "a.txt"), SS_BAD_INPUT);
  assert_int_equal(ss_show_spread_plot(m.f.system, &spread, name_file(&m, ".svg")), SS_OK);
  ss_text_start(&text);
  load_file(m.file, &text);
  assert_true(strncmp(text.data, "<?xml", 5) == 0);
  assert_null(strstr(text.data, "nan"));
  size_t broad = 0;
  for (const char *at = text.data; (at = strstr(at, "stroke-width:4")); at++) broad++;
  assert_int_equal(broad, STATES * MOTIONS + 1); /* and one in the legend */
  ss_text_stop(&text);
  stop_motion(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_picture)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
