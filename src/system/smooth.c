/* smooth.c: is a formula a smooth function of the state, everywhere?
 *
 * What derivatives say about a function holds only where it has them, and between two such places
 * it may jump: sign(x), abs(x), atan2(x, 0) and atan(x) + atan(1/x) have derivatives that simplify
 * to constants, and are neither constant nor linear. Sums, products, powers with exponents 0, 1,
 * 2, … and sin, cos, atan, tanh, exp have all derivatives everywhere; where only these see the
 * state, a derivative that is identically constant says what it seems to say. Polynomials are the
 * same without the functions.
 *
 * A node's arguments stand before it, so that one pass over the graph tells which nodes depend on
 * the state, and a second one which of them are not allowed.
 */
#include <stdlib.h>

#include "derive_private.h"

/* seen[e] = 1 for every node that depends on a coordinate or a velocity. */
static void mark_state(const ss_system *s, const ss_graph *g, size_t count, uint8_t *seen) {
  for (size_t i = 0; i < s->coordinates; i++) seen[s->q[i]] = seen[s->u[i]] = 1;
  for (ss_expr e = 1; e < count; e++)
    for (int k = 0; k < ss_op_arity(ss_expr_op(g, e)); k++) seen[e] |= seen[ss_expr_arg(g, e, k)];
}

static bool is_natural(const fmpq *number) {
  return number && fmpz_is_one(fmpq_denref(number)) && fmpq_sgn(number) >= 0;
}

/* Whether the operation keeps smooth what is smooth. */
static bool is_smooth(const ss_graph *g, ss_expr e, const uint8_t *seen) {
  switch (ss_expr_op(g, e)) {
  case SS_OP_SYMBOL:
  case SS_OP_ADD:
  case SS_OP_SUB:
  case SS_OP_MUL:
  case SS_OP_NEG:
  case SS_OP_SIN:
  case SS_OP_COS:
  case SS_OP_ATAN:
  case SS_OP_TANH:
  case SS_OP_EXP: return true;
  case SS_OP_DIV: return !seen[ss_expr_arg(g, e, 1)];
  case SS_OP_POW: return is_natural(ss_expr_value(g, ss_expr_arg(g, e, 1)));
  default: return false;
  }
}

static bool is_function(ss_op op) {
  return ss_op_word(op) != NULL;
}

ss_status ss_system_find_kink(const ss_system *s, const ss_graph *graph, size_t count,
                              const ss_expr *exprs, bool polynomial, ss_expr *kink) {
  const size_t nodes = ss_graph_count(graph);
  uint8_t *marks = calloc(2 * nodes, 1), *seen = marks + nodes;
  *kink = SS_EXPR_NONE;
  if (!marks) return SS_MEMORY;
  ss_expr_mark(graph, count, exprs, marks);
  mark_state(s, graph, nodes, seen);
  for (ss_expr e = 1; e < nodes && !*kink; e++)
    if (marks[e] && seen[e] &&
        (!is_smooth(graph, e, seen) || (polynomial && is_function(ss_expr_op(graph, e)))))
      *kink = e;
  free(marks);
  return SS_OK;
}
