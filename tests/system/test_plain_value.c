/* test_plain_value.c: names in a plain reading, and depth. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plain_support.h"

/* Definitions stand for themselves: c depends on a, so that their difference is known. */
static void test_names(void **state) {
  (void)state;
  reading r = read_good("param a = 1 in [1, 2]\nparam c = 2*a\nparam d = c - a*2 + 1\n"
                        "coord x\nlet y = c*x\nkinetic = x'^2\npotential = ddt(y)*0 + y^2\n");
  ss_plain x;
  assert_int_equal(ss_plain_start(&x, r.model, NULL), SS_OK);
  ss_plain_range d = ss_plain_find_range(&x, ss_plain_parameter_value(&x, 2));
  assert_true(ss_plain_is_exact(d) && fmpq_is_one(d.low));
  const ss_plain_poly *y = ss_plain_read(&x, &r.model->abbreviation[0].value);
  ss_plain_range slope = ss_plain_find_range(&x, ss_plain_by(&x, y, 0));
  assert_true(fmpq_equal_si(slope.low, 2) && fmpq_equal_si(slope.high, 4));
  ss_plain_clear(&x);
  stop_reading(&r);
}

/* Nothing is folded in what is read plainly, everything in what is printed. */
static void test_unfolded(void **state) {
  (void)state;
  reading r = read_good("param a = 2*3 + 0\ncoord x\nkinetic = x'^2\n");
  const ss_formula *f = &r.model->parameter[0].value;
  assert_int_equal(ss_expr_op(r.model->graph, f->plain), SS_OP_ADD);
  assert_int_equal(ss_expr_op(r.model->graph, f->written), SS_OP_NUMBER);
  stop_reading(&r);
}

/* A sum of 6000 terms is refused, not walked. */
static void test_depth(void **state) {
  (void)state;
  enum { TERMS = 6000 };
  static char text[TERMS * 2 + 100];
  size_t at = (size_t)snprintf(text, sizeof text, "coord x\nkinetic = x'^2\nparam c = 1");
  for (int i = 1; i < TERMS; i++) at += (size_t)snprintf(text + at, sizeof text - at, "+1");
  reading r = read_good(text);
  ss_plain x;
  assert_int_equal(ss_plain_start(&x, r.model, NULL), SS_OK);
  ss_plain_parameter_value(&x, 0);
  assert_non_null(x.why);
  assert_non_null(strstr(x.why, "in line 3 is too large for proofs"));
  ss_plain_clear(&x);
  stop_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_unfolded),
      cmocka_unit_test(test_depth),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
