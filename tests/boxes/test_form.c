/* test_form.c: enclosures over boxes, tried with points. */
#include "boxes.h"

static ss_tape *compile(ss_graph *g, size_t count, const ss_expr *f, const ss_expr *x) {
  ss_tape *tape = NULL;
  assert_int_equal(ss_tape_compile(g, 0, NULL, 2, x, count, f, &tape), SS_OK);
  return tape;
}

/* x sin y - y^2, x - x y, |x - y| over shrinking boxes: every point's value is enclosed, and the
 * excess falls with the square of the width where the function is smooth. */
static void encloses(void **state) {
  (void)state;
  uint64_t seed = 3;
  ss_graph *g = ss_graph_create();
  const ss_expr x[] = {ss_expr_symbol(g, "x"), ss_expr_symbol(g, "y")};
  const ss_expr f[] = {
      ss_expr_sub(g, ss_expr_mul(g, x[0], ss_expr_unary(g, SS_OP_SIN, x[1])),
                  ss_expr_pow(g, x[1], ss_expr_integer(g, 2))),
      ss_expr_sub(g, x[0], ss_expr_mul(g, x[0], x[1])),
      ss_expr_unary(g, SS_OP_ABS, ss_expr_sub(g, x[0], x[1])),
  };
  ss_tape *tape = compile(g, 3, f, x);
  ss_form form;
  arb_t value;
  arb_init(value);
  ss_form_create(tape, NULL, 64, &form);
  for (int n = 0; n < 300; n++) {
    const double width = ldexp(1, -(n % 20)), at[] = {uniform(&seed), uniform(&seed)};
    const double lo[] = {at[0], at[1]}, hi[] = {at[0] + width, at[1] + width};
    ss_form_run(&form, lo, hi);
    for (int tries = 0; tries < 20; tries++) {
      const double p = at[0] + width * uniform(&seed), q = at[1] + width * uniform(&seed);
      const double expected[] = {p * sin(q) - q * q, p - p * q, fabs(p - q)};
      for (int i = 0; i < 3; i++) {
        arb_set_d(value, expected[i]);
        mag_set_d(arb_radref(value), 1e-14);
        assert_true(arb_overlaps(form.value + i, value));
      }
    }
  }
  arb_clear(value);
  ss_form_destroy(&form);
  ss_tape_destroy(tape);
  ss_graph_destroy(g);
}

/* (1 + x) - x = 1: the two outputs cancel in the sum of their forms, not in that of their values.
 */
static void combines_before_the_box_is_put_in(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  const ss_expr x[] = {ss_expr_symbol(g, "x"), ss_expr_symbol(g, "y")};
  const ss_expr f[] = {ss_expr_add(g, x[0], ss_expr_integer(g, 1)), x[0]};
  ss_tape *tape = compile(g, 2, f, x);
  ss_form form;
  ss_form_create(tape, NULL, 64, &form);
  arb_ptr weight = _arb_vec_init(2);
  arb_t sum;
  arb_init(sum);
  arb_one(weight);
  arb_set_si(weight + 1, -1);
  const double lo[] = {0, 0}, hi[] = {3, 1};
  ss_form_run(&form, lo, hi);
  ss_form_combine(&form, 0, 2, weight, sum);
  assert_true(arb_contains_si(sum, 1) && arb_rel_accuracy_bits(sum) > 20);
  arb_clear(sum);
  _arb_vec_clear(weight, 2);
  ss_form_destroy(&form);
  ss_tape_destroy(tape);
  ss_graph_destroy(g);
}

/* log x on [-1, 1]: undefined somewhere is undefined. */
static void keeps_the_undefined(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  const ss_expr x[] = {ss_expr_symbol(g, "x"), ss_expr_symbol(g, "y")};
  const ss_expr f = ss_expr_unary(g, SS_OP_LOG, x[0]);
  ss_tape *tape = compile(g, 1, &f, x);
  ss_form form;
  ss_form_create(tape, NULL, 64, &form);
  const double lo[] = {-1, 0}, hi[] = {3, 1};
  ss_form_run(&form, lo, hi);
  assert_false(arb_is_finite(form.value));
  ss_form_destroy(&form);
  ss_tape_destroy(tape);
  ss_graph_destroy(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(encloses),
      cmocka_unit_test(combines_before_the_box_is_put_in),
      cmocka_unit_test(keeps_the_undefined),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
