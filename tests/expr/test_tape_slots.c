/* test_tape_slots.c: slots are reused, and never while their value is still wanted.
 *
 * Oracle: the same expression compiled with all its intermediate values as outputs, each of which
 * has a slot of its own; and the order of writes and reads, checked instruction by instruction.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../../src/expr/tape_private.h"
#include "random_expr.h"

/* A sum of n products of two sines each needs a handful of slots, whatever n. */
static void long_sums_need_few_slots(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_expr xy[] = {ss_expr_symbol(g, "x"), ss_expr_symbol(g, "y")};
  ss_expr sum = ss_expr_integer(g, 0);
  for (int n = 1; n <= 5000; n++) {
    ss_expr a = ss_expr_unary(g, SS_OP_SIN, ss_expr_pow(g, xy[0], ss_expr_integer(g, n)));
    ss_expr b = ss_expr_unary(g, SS_OP_SIN, ss_expr_pow(g, xy[1], ss_expr_integer(g, n)));
    sum = ss_expr_add(g, sum, ss_expr_mul(g, a, b));
  }
  ss_tape *tape;
  assert_int_equal(ss_tape_compile(g, 0, NULL, 2, xy, 1, &sum, &tape), SS_OK);
  assert_true(ss_tape_length(tape) > 5 * 4999);
  /* exponents beyond 16 are constants */
  assert_true(tape->slots - tape->constants < 10);
  ss_tape_destroy(tape);
  ss_graph_destroy(g);
}

/* Operands written before they are read, by the phase that may write them; results never in the
 * slots of constants, parameters and inputs. */
static void check_order(const ss_tape *tape) {
  uint8_t *written = calloc(tape->slots, 1);
  for (size_t s = 0; s < tape->constants + tape->parameters; s++) written[s] = 1;
  for (size_t n = 0; n < tape->prologue + tape->body; n++) {
    const ss_instruction *i = &tape->code[n];
    const uint32_t operand[] = {i->a, i->b, i->c};
    if (n == tape->prologue)
      for (size_t s = 0; s < tape->inputs; s++) written[tape->first_input + s] = 1;
    for (int k = 0; k < ss_instruction_operands(i->code); k++) {
      assert_true(operand[k] < tape->slots);
      assert_true(written[operand[k]]);
    }
    const uint32_t result[] = {i->out, i->code == SS_TAPE_SIN_COS ? i->b : i->out};
    for (int k = 0; k < 2; k++) {
      bool body = n >= tape->prologue, output = result[k] >= tape->first_output;
      size_t first = body ? tape->first_input + tape->inputs : tape->constants + tape->parameters;
      size_t end = body ? tape->slots : tape->first_input;
      assert_true(result[k] >= first && (output || result[k] < end) && result[k] < tape->slots);
      written[result[k]] = 1;
    }
  }
  for (size_t k = 0; k < tape->outputs; k++) assert_true(written[tape->first_output + k]);
  free(written);
}

/* Every intermediate value as an output gets a slot of its own; the result computed beside them is
 * the one computed with reuse. */
static void check_values(const specimen *s, random_source *r) {
  ss_tape *alone, *among;
  assert_int_equal(
      ss_tape_compile(s->graph, PARAMETERS, s->parameter, INPUTS, s->input, 1, &s->result, &alone),
      SS_OK);
  assert_int_equal(ss_tape_compile(s->graph, PARAMETERS, s->parameter, INPUTS, s->input, s->size,
                                   s->pool, &among),
                   SS_OK);
  check_order(alone);
  check_order(among);
  assert_true(alone->slots <= among->slots);
  double p[PARAMETERS], x[INPUTS], one, all[sizeof s->pool / sizeof *s->pool];
  draw_state(r, PARAMETERS, p);
  draw_state(r, INPUTS, x);
  assert_int_equal(ss_tape_eval(alone, p, x, &one), SS_OK);
  assert_int_equal(ss_tape_eval(among, p, x, all), SS_OK);
  assert_true(one == all[s->size - 1] || (isnan(one) && isnan(all[s->size - 1])));
  ss_tape_destroy(alone);
  ss_tape_destroy(among);
}

static void reuse_never_changes_a_value(void **state) {
  (void)state;
  random_source r = {41};
  for (int n = 0; n < 3000; n++) {
    specimen s = grow_specimen(&r, n % 2, 1 + random_below(&r, MOST_STEPS));
    check_values(&s, &r);
    ss_graph_destroy(s.graph);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(long_sums_need_few_slots),
      cmocka_unit_test(reuse_never_changes_a_value),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
