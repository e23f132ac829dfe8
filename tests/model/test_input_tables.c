/* test_input_tables.c: inputs that follow files: values between rows against closed forms, orders
 * of interpolation, what is kept outside, and what is said about files that make no sense. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "standstill/tape.h"
#include "support.h"

static char file[64];

typedef struct follower {
  reading r;
  ss_graph *graph;
  ss_expr formula;
  double until;
} follower;

static void write_file(const char *text) {
  FILE *out = fopen(file, "wb");
  assert_non_null(out);
  fputs(text, out);
  fclose(out);
}

static follower start(void) {
  follower f = {.r = read_good("coord x; input u\nkinetic = x'^2/2\nforce x = u\n")};
  f.graph = ss_graph_create_over(f.r.arena, f.r.model->graph);
  return f;
}

/* "u=BEFORE FILE AFTER" */
static ss_status follow(follower *f, const char *before, const char *after) {
  const char *text = ss_arena_format(f->r.arena, "u = %s%s%s", before, file, after);
  ss_diagnostics_start(&f->r.list, f->r.arena, "--input", text, strlen(text));
  f->until = INFINITY;
  return ss_model_input_from_text(f->r.model, text, &f->r.list, f->graph, &f->formula, &f->until);
}

/* Value and slope at a time. */
static void look(const follower *f, double t, double *value, double *slope) {
  ss_tape *tape;
  const ss_expr time = f->r.model->time;
  assert_int_equal(ss_tape_compile(f->graph, 0, NULL, 1, &time, 1, &f->formula, &tape), SS_OK);
  double *work = ss_arena_new(f->r.arena, ss_forward_work_size(tape), double);
  ss_forward_prepare(tape, NULL, work);
  *ss_forward_in(tape, work) = t;
  ss_forward_run(tape, work);
  *value = *ss_forward_out(tape, work);
  *slope = *ss_forward_gradients(tape, work);
  ss_tape_destroy(tape);
}

static void expect(const follower *f, double t, double value, double slope) {
  double v, s;
  look(f, t, &v, &s);
  if (!(fabs(v - value) < 1e-14) || !(fabs(s - slope) < 1e-13))
    fail_msg("at %g: %.17g with slope %.17g, not %.17g with %.17g", t, v, s, value, slope);
}

static void test_linear(void **state) {
  (void)state;
  follower f = start();
  write_file("t,u,force\n0,1,9\n1,3,9\n1.5,-1,9\n4,0,7\n");
  assert_int_equal(follow(&f, "", ""), SS_OK);
  assert_true(f.until == 4);
  expect(&f, -1, 1, 0); /* the first value before the first row */
  expect(&f, 0.25, 1.5, 2);
  expect(&f, 1.25, 1, -8);
  expect(&f, 2.75, -0.5, 0.4);
  expect(&f, 9, 0, 0); /* the last one after the last row */
  assert_int_equal(follow(&f, "linear:", ":force"), SS_OK);
  expect(&f, 2.75, 8, -0.8);
  write_file("t,u\n3,7\n"); /* one row: a constant */
  assert_int_equal(follow(&f, "cubic:", ""), SS_OK);
  expect(&f, 1, 7, 0);
  stop_reading(&f.r);
}

/* Parabolas are exact, on any rows; what is not has an error of fourth order inside. */
static void test_cubic(void **state) {
  (void)state;
  follower f = start();
  write_file("t,u\n-1,1\n0,0\n0.5,0.25\n2,4\n3,9\n"); /* t^2 */
  assert_int_equal(follow(&f, "cubic:", ""), SS_OK);
  for (double t = -0.9; t < 3; t += 0.37) expect(&f, t, t * t, 2 * t);
  write_file("t,u\n1,2\n3,6\n"); /* two rows: a line */
  assert_int_equal(follow(&f, "cubic:", ""), SS_OK);
  expect(&f, 1.5, 3, 2);
  stop_reading(&f.r);
}

/* The error of sin(t) over rows h apart falls like h^2, and like h^3 at the least. */
static void test_orders(void **state) {
  (void)state;
  static const char *const words[] = {"linear:", "cubic:"};
  for (int k = 0; k < 2; k++) {
    double error[2] = {0, 0};
    for (int fine = 0; fine < 2; fine++) {
      follower f = start();
      const int rows = fine ? 81 : 41;
      FILE *out = fopen(file, "wb");
      fputs("t,u\n", out);
      for (int i = 0; i < rows; i++)
        fprintf(out, "%.17g,%.17g\n", 4.0 * i / (rows - 1), sin(4.0 * i / (rows - 1)));
      fclose(out);
      assert_int_equal(follow(&f, words[k], ""), SS_OK);
      for (double t = 0.013; t < 4; t += 0.0173) {
        double v, s;
        look(&f, t, &v, &s);
        error[fine] = fmax(error[fine], fabs(v - sin(t)));
      }
      stop_reading(&f.r);
    }
    const double order = log2(error[0] / error[1]);
    assert_true(k == 0 ? order > 1.9 && order < 2.1 : order > 2.8);
    assert_true(error[1] < (k == 0 ? 4e-4 : 3e-5));
  }
}

static void test_mistakes(void **state) {
  (void)state;
  static const struct {
    const char *text, *after, *words;
  } bad[] = {
      {"t,u\n0,1\n2,1\n1,1\n", "", ".csv:4: the time 1 comes after 2"},
      {"t,u\n0,1\n0,2\n", "", ".csv:3: the time 0 stands twice"},
      {"t,u\n0,1\n1,\n2,3\n", "", ".csv:3: column 'u' has a gap"},
      {"t,u\n0,1\n1,nan\n", "", ".csv:3: 'nan' in column 'u' is no finite decimal number"},
      {"t,v\n0,1\n", "", "has no column 'u'"},
      {"t,forces\n0,1\n", ":force", "has no column 'force'; did you mean 'forces'?"},
      {"s,u\n0,1\n", "", "has no column 't' (or 'time')"},
      {"t,u\n0,1\n1\n", "", ".csv:3: 1 cell where the line of names has 2"},
  };
  follower f = start();
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    write_file(bad[i].text);
    assert_int_equal(follow(&f, "", bad[i].after), SS_BAD_INPUT);
    const char *all = messages(&f.r);
    if (!strstr(all, bad[i].words)) fail_msg("expected \"%s\" in:\n%s", bad[i].words, all);
    assert_int_equal(f.formula, SS_EXPR_NONE);
  }
  stop_reading(&f.r);
}

/* A hundred thousand rows: the same formula as ten make, and the value of each. */
static void test_many_rows(void **state) {
  (void)state;
  enum { ROWS = 100000 };
  follower f = start();
  FILE *out = fopen(file, "wb");
  fputs("t,u\n", out);
  for (int i = 0; i < ROWS; i++) fprintf(out, "%d,%d\n", i, i % 7);
  fclose(out);
  assert_int_equal(follow(&f, "", ""), SS_OK);
  assert_true(f.until == ROWS - 1);
  assert_int_equal(ss_expr_size(f.graph, f.formula), 3);
  expect(&f, 98761.25, 98761 % 7 + 0.25, 1);
  expect(&f, 69999.5, 69999 % 7 - 3, -6); /* from 6 to 0 */
  stop_reading(&f.r);
}

int main(void) {
  snprintf(file, sizeof file, "/tmp/test_input_tables.%ld.csv", (long)getpid());
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_linear),    cmocka_unit_test(test_cubic),
      cmocka_unit_test(test_orders),    cmocka_unit_test(test_mistakes),
      cmocka_unit_test(test_many_rows),
  };
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  unlink(file);
  return failed;
}
