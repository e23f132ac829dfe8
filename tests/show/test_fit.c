/* test_fit.c: a fit as text and JSON, measurements as a picture. */
#include <math.h>

#include "motion_fixture.h"
#include "standstill/show.h"

static const double times[] = {0, 0.5, 1}, first[] = {0, NAN, 1.5}, second[] = {10, 11, 12};
static const double *const values[] = {first, second};
static const double predicted[] = {0.1, 0.6, 1.1, 10, 10.5, 11}, residuals[] = {0.25, 0.125};
static const size_t columns[] = {0, 3};
static const char *const names[] = {"x", "y'"};
static const ss_measured measured = {"ball.csv", 3, 2, times, columns, names, values};

static ss_fit make_fit(ss_fit_unknown *unknown) {
  unknown[0] = (ss_fit_unknown){"mu", 0.5, 0.25, true, 0.01, 0.225, 0.275, false};
  unknown[1] = (ss_fit_unknown){"g", 9, 9.5, false, NAN, -INFINITY, INFINITY, true};
  return (ss_fit){.unknowns = 2,
                  .unknown = unknown,
                  .confidence = 0.95,
                  .numbers = 5,
                  .left_out = 1,
                  .residual = 0.2,
                  .residuals = residuals,
                  .predicted = predicted,
                  .correlation = 0.75,
                  .explained = false,
                  .rounds = 7,
                  .motions = 9,
                  .no_gradients = "'floor' grazes"};
}

static void texts(void **state) {
  (void)state;
  ss_fit_unknown unknown[2];
  ss_fit fit = make_fit(unknown);
  ss_text out;
  ss_text_start(&out);
  ss_show_fit(&measured, &fit, &out);
  assert_non_null(strstr(out.data, "fitted to 5 numbers of ball.csv:\n"));
  assert_non_null(strstr(out.data, "  mu  0.25  in [0.225, 0.275]  from 0.5\n"));
  assert_non_null(strstr(out.data, "undetermined       from 9, at the end of its range\n"));
  assert_null(strstr(out.data, "all intervals together")); /* of a model that explains nothing */
  assert_non_null(strstr(out.data, "  y'  0.125\n"));
  assert_non_null(strstr(out.data, "left out: 1 number far off all others\n"));
  assert_non_null(strstr(out.data, "residuals hang together (correlation 0.75)"));
  assert_non_null(strstr(out.data, "by differences of motions in part: 'floor' grazes\n"));
  ss_text_stop(&out);
  fit.explained = true;
  fit.left_out = 0;
  fit.no_gradients = NULL;
  ss_text_start(&out);
  ss_show_fit(&measured, &fit, &out);
  assert_null(strstr(out.data, "hang together"));
  assert_null(strstr(out.data, "left out"));
  assert_null(strstr(out.data, "differences"));
  ss_text_stop(&out);
}

static void keys(void **state) {
  (void)state;
  ss_fit_unknown unknown[2];
  const ss_fit fit = make_fit(unknown);
  ss_text out;
  ss_text_start(&out);
  ss_show_fit_json(&measured, &fit, &out);
  static const char *const parts[] = {
      "\"mu\": 0.25",     "\"g\": 9.5",           "0.2250000",       "0.2750000",
      "\"g\": null",      "\"residual\": 0.2000", "\"x\": 0.25",     "\"explained\": false",
      "\"left_out\": 1",  "\"numbers\": 5",       "\"motions\": 9",  "\"confidence\": 0.9499",
      "\"undetermined\"", "\"intervals\"",        "\"residuals\": {"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (!strstr(out.data, parts[i])) fail_msg("no %s in %s", parts[i], out.data);
  ss_text_stop(&out);
}

/* How often a text holds another. Measurements are one path in each panel. */
static size_t count(const char *text, const char *what) {
  size_t found = 0;
  for (; (text = strstr(text, what)); text++) found++;
  return found;
}

static void a_picture(void **state) {
  (void)state;
  motion_fixture m;
  ss_text plain, full;
  start_motion(&m);
  const ss_system *s = m.f.system;
  assert_int_equal(ss_show_measured_plot(s, &m.motion, &measured, NULL, "no/such/folder/a.svg"),
                   SS_IO);
  assert_int_equal(ss_show_measured_plot(s, &m.motion, &measured, NULL, "a.txt"), SS_BAD_INPUT);
  assert_int_equal(ss_show_measured_plot(s, &m.motion, &measured, NULL, name_file(&m, ".svg")),
                   SS_OK);
  ss_text_start(&plain);
  load_file(m.file, &plain);
  assert_int_equal(ss_show_measured_plot(s, &m.motion, &measured, predicted, name_file(&m, ".svg")),
                   SS_OK);
  ss_text_start(&full);
  load_file(m.file, &full);
  assert_true(full.length > plain.length); /* what is left has panels of its own */
  assert_int_equal(count(plain.data, "fill-opacity:0.7"), 2); /* a path for each column, */
  assert_int_equal(count(full.data, "fill-opacity:0.7"), 4);  /* and for what is left of it */
  ss_text_stop(&plain);
  ss_text_stop(&full);
  stop_motion(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(texts),
      cmocka_unit_test(keys),
      cmocka_unit_test(a_picture),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
