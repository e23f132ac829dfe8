/* disguise.h: the same function in another form.
 *
 * An expression is rebuilt from its leaves, and on the way identities of school algebra are applied
 * by lot: a(b+c) = ab + ac, sin a = sin(a+v)cos v - cos(a+v)sin v, e = (e w)/w and the like. What
 * comes out equals the original wherever both are defined.
 */
#ifndef STANDSTILL_TESTS_DISGUISE_H
#define STANDSTILL_TESTS_DISGUISE_H

#include "trees.h"

static inline bool is_sum(const ss_graph *g, ss_expr e) {
  return ss_expr_op(g, e) == SS_OP_ADD || ss_expr_op(g, e) == SS_OP_SUB;
}

/* sin or cos of a through sin and cos of a + v and v. */
static inline ss_expr turn_away(ss_graph *g, ss_op op, ss_expr a, ss_expr v) {
  ss_expr w = ss_expr_add(g, a, v);
  ss_expr sw = ss_expr_unary(g, SS_OP_SIN, w), cw = ss_expr_unary(g, SS_OP_COS, w);
  ss_expr sv = ss_expr_unary(g, SS_OP_SIN, v), cv = ss_expr_unary(g, SS_OP_COS, v);
  if (op == SS_OP_SIN) return ss_expr_sub(g, ss_expr_mul(g, sw, cv), ss_expr_mul(g, cw, sv));
  return ss_expr_add(g, ss_expr_mul(g, cw, cv), ss_expr_mul(g, sw, sv));
}

/* One identity that fits the operation op(a, b), or the operation itself. */
static inline ss_expr disguise_node(nursery *n, ss_op op, ss_expr a, ss_expr b) {
  ss_graph *g = n->graph;
  ss_expr v = n->symbol[random_below(&n->random, SYMBOLS)];
  if (op == SS_OP_MUL && is_sum(g, b)) {
    ss_expr left = ss_expr_mul(g, a, ss_expr_arg(g, b, 0));
    return ss_expr_binary(g, ss_expr_op(g, b), left, ss_expr_mul(g, a, ss_expr_arg(g, b, 1)));
  }
  if (op == SS_OP_POW && is_sum(g, a) && ss_expr_is_integer(g, b, 2)) {
    ss_expr x = ss_expr_arg(g, a, 0), y = ss_expr_arg(g, a, 1);
    ss_expr cross = ss_expr_mul(g, ss_expr_integer(g, 2), ss_expr_mul(g, x, y));
    ss_expr squares = ss_expr_add(g, ss_expr_pow(g, x, b), ss_expr_pow(g, y, b));
    return ss_expr_binary(g, ss_expr_op(g, a), squares, cross);
  }
  if (op == SS_OP_SIN || op == SS_OP_COS) return turn_away(g, op, a, v);
  if (op == SS_OP_TAN)
    return ss_expr_div(g, ss_expr_unary(g, SS_OP_SIN, a), ss_expr_unary(g, SS_OP_COS, a));
  if (op == SS_OP_EXP)
    return ss_expr_div(g, ss_expr_unary(g, op, ss_expr_add(g, a, v)), ss_expr_unary(g, op, v));
  return ss_op_arity(op) == 1 ? ss_expr_unary(g, op, a) : ss_expr_binary(g, op, a, b);
}

/* An identity that fits everything. */
static inline ss_expr disguise_whole(nursery *n, ss_expr e) {
  ss_graph *g = n->graph;
  ss_expr v = n->symbol[random_below(&n->random, SYMBOLS)], two = ss_expr_integer(g, 2);
  ss_expr w = make_positive(g, v), s = ss_expr_unary(g, SS_OP_SIN, v);
  switch (random_below(&n->random, 5)) {
  case 0: return ss_expr_div(g, ss_expr_mul(g, e, w), w);
  case 1: return ss_expr_sub(g, ss_expr_add(g, e, w), w);
  case 2: {
    ss_expr unit =
        ss_expr_add(g, ss_expr_pow(g, s, two), ss_expr_pow(g, ss_expr_unary(g, SS_OP_COS, v), two));
    return ss_expr_mul(g, e, unit);
  }
  case 3: {
    ss_expr root = ss_expr_unary(g, SS_OP_SQRT, w); /* e (r + 1)(r - 1)/(r^2 - 1), r^2 - 1 = v^2 */
    ss_expr one = ss_expr_integer(g, 1);
    ss_expr both = ss_expr_mul(g, ss_expr_add(g, root, one), ss_expr_sub(g, root, one));
    return ss_expr_div(g, ss_expr_mul(g, e, both), ss_expr_pow(g, v, two));
  }
  default: {
    ss_expr half = ss_expr_mul(g, ss_expr_ratio(g, 1, 2), ss_expr_add(g, e, s));
    return ss_expr_add(g, half, ss_expr_mul(g, ss_expr_ratio(g, 1, 2), ss_expr_sub(g, e, s)));
  }
  }
}

/* The expression with about `changes` identities applied. */
static inline ss_expr disguise(nursery *n, ss_expr e, size_t changes) {
  ss_graph *g = n->graph;
  ss_expr *image = calloc((size_t)e + 1, sizeof *image);
  uint8_t *marks = calloc((size_t)e + 1, 1);
  size_t size = ss_expr_size(g, e);
  ss_expr_mark(g, 1, &e, marks);
  for (ss_expr i = 1; i <= e; i++) {
    ss_op op = ss_expr_op(g, i);
    if (!marks[i]) continue;
    ss_expr a = image[ss_expr_arg(g, i, 0)], b = image[ss_expr_arg(g, i, 1)];
    bool change = random_below(&n->random, size) < changes;
    if (ss_op_arity(op) == 0)
      image[i] = i;
    else if (change)
      image[i] = disguise_node(n, op, a, b);
    else
      image[i] = ss_op_arity(op) == 1 ? ss_expr_unary(g, op, a) : ss_expr_binary(g, op, a, b);
    if (change && random_below(&n->random, 2)) image[i] = disguise_whole(n, image[i]);
  }
  ss_expr result = image[e];
  ss_graph_clear_status(g);
  free(image);
  free(marks);
  return result ? result : e;
}

#endif
