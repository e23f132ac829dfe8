/* Values of expressions without symbols. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../src/model/reader.h"
#include "support.h"

static arb_srcptr enclose(ss_graph *g, ss_expr e, arb_t value) {
  assert_int_equal(ss_model_enclose(g, 1, &e, value), SS_OK);
  return value;
}

static void test_values(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  arb_t value;
  arb_init(value);
  ss_expr two = ss_expr_integer(g, 2), root = ss_expr_unary(g, SS_OP_SQRT, two);
  enclose(g, root, value);
  assert_true(arb_rel_accuracy_bits(value) >= 60);
  assert_true(arf_get_d(arb_midref(value), ARF_RND_NEAR) == 1.41421356237309515);
  /* a small difference of large numbers: 128 bits are not enough */
  ss_expr large = ss_expr_pow(g, ss_expr_integer(g, 10), ss_expr_integer(g, 60));
  ss_expr sum = ss_expr_add(g, ss_expr_mul(g, large, root), ss_expr_unary(g, SS_OP_SIN, two));
  enclose(g, ss_expr_sub(g, sum, ss_expr_mul(g, large, root)), value);
  assert_true(arb_rel_accuracy_bits(value) >= 60);
  assert_true(arf_get_d(arb_midref(value), ARF_RND_NEAR) == 0.90929742682568171);
  arb_clear(value);
  ss_graph_destroy(g);
}

static void test_hidden_zero(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_expr a = ss_expr_integer(g, 3), s = ss_expr_unary(g, SS_OP_SIN, a);
  ss_expr c = ss_expr_unary(g, SS_OP_COS, a), two = ss_expr_integer(g, 2);
  ss_expr one = ss_expr_add(g, ss_expr_pow(g, s, two), ss_expr_pow(g, c, two));
  ss_expr zero = ss_expr_sub(g, one, ss_expr_integer(g, 1));
  arb_t value;
  arb_init(value);
  if (!ss_expr_value(g, zero)) assert_true(arb_is_zero(enclose(g, zero, value)));
  assert_int_equal(ss_model_sign(g, zero), 0);
  arb_clear(value);
  ss_graph_destroy(g);
}

static void test_no_value(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_expr minus = ss_expr_integer(g, -2);
  arb_t value;
  arb_init(value);
  assert_false(arb_is_finite(enclose(g, ss_expr_unary(g, SS_OP_SQRT, minus), value)));
  assert_false(
      arb_is_finite(enclose(g, ss_expr_unary(g, SS_OP_LOG, ss_expr_integer(g, 0)), value)));
  ss_expr e = ss_expr_unary(g, SS_OP_ASIN, ss_expr_integer(g, 2));
  assert_int_equal(ss_model_sign(g, e), SS_SIGN_UNKNOWN);
  assert_int_equal(ss_model_sign(g, SS_EXPR_NONE), SS_SIGN_UNKNOWN);
  arb_clear(value);
  ss_graph_destroy(g);
}

static void test_signs(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_expr e = ss_expr_unary(g, SS_OP_COS, ss_expr_integer(g, 2));
  assert_int_equal(ss_model_sign(g, e), -1);
  assert_int_equal(ss_model_sign(g, ss_expr_neg(g, e)), 1);
  assert_int_equal(ss_model_sign(g, ss_expr_ratio(g, -1, 3)), -1);
  assert_int_equal(ss_model_sign(g, ss_expr_integer(g, 0)), 0);
  ss_graph_destroy(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_hidden_zero),
      cmocka_unit_test(test_no_value),
      cmocka_unit_test(test_signs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
