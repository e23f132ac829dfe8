/* test_families.c: what is written with families is what is written out; messages speak of the
 * user's text and name the index. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

#define ROW "param n = 3\ncoord x[1..n]\nfor i in 1..n { kinetic = 1/2*x[i]'^2 }\n"

/* The canonical forms are the same. */
static void expect_same(const char *short_text, const char *long_text) {
  reading a = read_good(short_text), b = read_good(long_text);
  if (strcmp(a.model->hash, b.model->hash) != 0) {
    ss_text form[2];
    for (int i = 0; i < 2; i++) ss_text_start(&form[i]);
    ss_model_print_json(a.model, &form[0]);
    ss_model_print_json(b.model, &form[1]);
    fail_msg("%s\nis not\n%s", form[0].data, form[1].data);
  }
  stop_reading(&a);
  stop_reading(&b);
}

static void test_rows(void **state) {
  (void)state;
  expect_same(ROW, "param n = 3\nfor z in 1..0*n { }\n"
                   "coord x[1], x[2], x[3]\nkinetic = 1/2*x[1]'^2\n"
                   "kinetic = 1/2*x[2]'^2\nkinetic = 1/2*x[3]'^2\n");
  /* two rows of statements in one loop, an index as a number, a negative one, + - * and brackets */
  expect_same(
      "coord x[-1..1]; for i in -1..1 { kinetic = x[i]'^2\n potential = i*x[2*(i - i) - i] }",
      "coord x[-1], x[0], x[1]; kinetic = x[-1]'^2; kinetic = x[0]'^2; kinetic = x[1]'^2\n"
      "potential = (-1)*x[1]; potential = 0*x[0]; potential = 1*x[-1]");
  /* nothing at all */
  expect_same(ROW "for i in 1..0 { unknown things }\n", ROW);
}

static void test_sums(void **state) {
  (void)state;
  expect_same(ROW "potential = 2*sum(i in 1..n-1: (x[i+1] - x[i])^2)\n",
              ROW "potential = 2*((x[2] - x[1])^2 + (x[3] - x[2])^2)\n");
  expect_same(ROW "potential = x[1] - sum(i in 1..2: sum(j in i..2: x[i]*x[j]))\n",
              ROW "potential = x[1] - (x[1]*x[1] + x[1]*x[2] + x[2]*x[2])\n");
  expect_same(ROW "potential = x[1] + sum(i in 2..1: x[i])\n", ROW "potential = x[1] + 0\n");
}

/* Elements, bodies, points, parameters, states; a grid of two indices. */
static void test_everything(void **state) {
  (void)state;
  expect_same("coord x[1..2], y[1..2]\nparam m[1] = 2\nparam m[2] = 3\n"
              "for i in 1..2 {\n"
              "  body b[i] { mass = m[i]; inertia = 0; at = (x[i], y[i], 0) }\n"
              "  point A[i] on b[i] (1, i)\n"
              "  contact c[i] { gap = A[i].y; slip = ddt(A[i].x); law = coulomb(i/10) }\n"
              "}\nstate s { for i in 1..2 { y[i] = 3 + i\n x[i]' = i } }\n",
              "coord x[1], x[2], y[1], y[2]\nparam m[1] = 2\nparam m[2] = 3\n"
              "body b[1] { mass = m[1]; inertia = 0; at = (x[1], y[1], 0) }\n"
              "body b[2] { mass = m[2]; inertia = 0; at = (x[2], y[2], 0) }\n"
              "point A[1] on b[1] (1, 1)\npoint A[2] on b[2] (1, 2)\n"
              "contact c[1] { gap = A[1].y; slip = ddt(A[1].x); law = coulomb(1/10) }\n"
              "contact c[2] { gap = A[2].y; slip = ddt(A[2].x); law = coulomb(2/10) }\n"
              "state s { y[1] = 3 + 1; x[1]' = 1; y[2] = 3 + 2; x[2]' = 2 }\n");
  expect_same("coord q[1][1..2], q[2][1..2]\n"
              "for i in 1..2 { for j in 1..2 { kinetic = q[i][j]'^2 } }\n",
              "coord q[1][1], q[1][2], q[2][1], q[2][2]\nkinetic = q[1][1]'^2\n"
              "kinetic = q[1][2]'^2\nkinetic = q[2][1]'^2\nkinetic = q[2][2]'^2\n");
}

/* A number that says how many there are is the file's or that of --set. */
static void test_settings(void **state) {
  (void)state;
  const ss_setting setting = {"n=5"};
  reading r;
  start_reading(&r);
  ss_diagnostics_start(&r.list, r.arena, "test.still", ROW, strlen(ROW));
  assert_int_equal(
      ss_model_parse(r.arena, "test.still", ROW, strlen(ROW), 1, &setting, &r.list, &r.model),
      SS_OK);
  assert_int_equal(r.model->coordinates, 5);
  assert_true(r.model->parameter[0].counts);
  assert_true(r.model->parameter[0].number == 5);
  assert_string_equal(r.model->text, ROW);
  assert_string_equal(r.model->coordinate[4].name.text, "x[5]");
  stop_reading(&r);
}

/* Where the user wrote it, with the index. */
static void test_messages(void **state) {
  (void)state;
  static const struct {
    const char *text, *message;
    unsigned line, column, length;
  } cases[] = {
      {ROW "potential = sum(i in 1..n: x[i+1])\n", "unknown name 'x[4]' (i = 3)", 4, 28, 6},
      {ROW "for i in 1..n {\n  force x[i] = y*i\n}\n", "unknown name 'y' (i = 1)", 5, 16, 1},
      {ROW "for i in 1..2 { for j in 0..1 { force x[i-j] = 1 } }\n",
       "unknown coordinate 'x[0]' (j = 1, i = 1)", 4, 39, 6},
      {ROW "for i in 1..m { }\n", "expected a range of whole numbers, as 1..n", 4, 10, 5},
      {ROW "for i in 3 { }\n", "expected a range of whole numbers, as 1..n", 4, 5, 1},
      {ROW "force x[1/2] = 1\n", "expected a whole number as index, or a range as 1..n", 4, 9, 3},
      {ROW "for i in 1..2 { force x[i] = 1\n", "'{' is never closed", 4, 15, 1},
      {ROW "for x in 1..2 { for x in 1..2 { } }\n", "this index is used around it already (x = 1)",
       4, 21, 1},
      {ROW "param i = 1\nfor i in 1..2 { force x[i] = 1 }\n", "'i' is the name of an index too", 4,
       7, 1},
      {ROW "force x[10^9] = 1\n", "expected a whole number as index, or a range as 1..n", 4, 9, 4},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    reading r;
    start_reading(&r);
    assert_int_equal(parse(&r, cases[i].text, strlen(cases[i].text)), SS_BAD_INPUT);
    const ss_diagnostic *item = &r.list.items[0];
    if (strcmp(item->message, cases[i].message) != 0 || item->line != cases[i].line ||
        item->column != cases[i].column || item->length != cases[i].length)
      fail_msg("%u:%u (%u): %s\nfor %s", item->line, item->column, item->length, item->message,
               cases[i].text);
    stop_reading(&r);
  }
}

/* What is too large is refused, not tried. */
static void test_limits(void **state) {
  (void)state;
  reading r;
  const char *text = "coord x[1..100000000]\nkinetic = 1\n";
  start_reading(&r);
  assert_int_equal(parse(&r, text, strlen(text)), SS_LIMIT);
  stop_reading(&r);
}

/* Words that only look like families. */
static void test_others(void **state) {
  (void)state;
  expect_same("model \"for i in 1..2 { x[i] }\"\n# sum(i in 1..2: x[i]) for x[i]\n" ROW,
              "model \"for i in 1..2 { x[i] }\"\n" ROW);
  expect_same("param sum = 2 in [1, 3]\ncoord x\nkinetic = sum*x'^2\n",
              "param sum = 2 in[1, 3]\ncoord x\nkinetic = sum*x'^2\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),       cmocka_unit_test(test_sums),
      cmocka_unit_test(test_everything), cmocka_unit_test(test_settings),
      cmocka_unit_test(test_messages),   cmocka_unit_test(test_limits),
      cmocka_unit_test(test_others),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
