/* diff.c: derivatives and substitution, each one sweep over the graph.
 *
 * Both passes list the nodes that the given expressions reach, arguments first, and give every node
 * its image from the images of its arguments:
 *
 *     differentiate   de/dx by the chain rule          substitute   e with symbols replaced
 *
 * so that a shared subexpression is treated once, and the result shares again: the derivative of a
 * graph of n nodes has at most a few times n nodes. No recursion, however deep the expression.
 *
 * The gradient of one expression by many symbols goes the other way, from the expression to its
 * symbols: with a~ = de/da of the whole by a node a, each node f adds f~ df/da to its argument's a~
 * (Griewank & Walther, Evaluating Derivatives, 2008, chapter 3). All partial derivatives together
 * then have a few times n nodes, not each of them.
 *
 * Kinks follow the convention of expr.h: |x|' = sign(x) x', min and max through |a-b|, sign' = 0.
 * Fails when memory does, or when an expression contains ddt (SS_BAD_ARGUMENT).
 */
#include "graph_private.h"

#include <stdlib.h>

/* The image of each node, found by the node's number. */
typedef struct image_map {
  ss_expr *of;
  size_t count;
} image_map;

static ss_expr image(const image_map *map, ss_expr e) {
  return map->of[e];
}

/* ---- chain rule ------------------------------------------------------------------------------ */

static ss_expr integer(ss_graph *g, long n) {
  return ss_expr_integer(g, n);
}

static ss_expr square(ss_graph *g, ss_expr a) {
  return ss_expr_pow(g, a, integer(g, 2));
}

/* The derivative of a function at its argument. */
static ss_expr outer_derivative(ss_graph *g, ss_op op, ss_expr e, ss_expr a) {
  ss_expr one = integer(g, 1);
  switch (op) {
  case SS_OP_SIN: return ss_expr_unary(g, SS_OP_COS, a);
  case SS_OP_COS: return ss_expr_neg(g, ss_expr_unary(g, SS_OP_SIN, a));
  case SS_OP_TAN: return ss_expr_add(g, one, square(g, e));
  case SS_OP_ASIN:
    return ss_expr_div(g, one, ss_expr_unary(g, SS_OP_SQRT, ss_expr_sub(g, one, square(g, a))));
  case SS_OP_ACOS: return ss_expr_neg(g, outer_derivative(g, SS_OP_ASIN, e, a));
  case SS_OP_ATAN: return ss_expr_div(g, one, ss_expr_add(g, one, square(g, a)));
  case SS_OP_SQRT: return ss_expr_div(g, one, ss_expr_mul(g, integer(g, 2), e));
  case SS_OP_EXP: return e;
  case SS_OP_LOG: return ss_expr_div(g, one, a);
  case SS_OP_TANH: return ss_expr_sub(g, one, square(g, e));
  case SS_OP_ABS: return ss_expr_unary(g, SS_OP_SIGN, a);
  case SS_OP_NEG: return integer(g, -1);
  case SS_OP_SIGN: return integer(g, 0);
  default: return ss_graph_fail(g, SS_BAD_ARGUMENT);
  }
}

/* (a/b)' = a'/b - a b'/b^2 */
static ss_expr quotient_rule(ss_graph *g, ss_expr a, ss_expr b, ss_expr da, ss_expr db) {
  ss_expr left = ss_expr_div(g, da, b);
  ss_expr right = ss_expr_div(g, ss_expr_mul(g, a, db), square(g, b));
  return ss_expr_sub(g, left, right);
}

/* (a^b)' = b a^(b-1) a'  +  a^b log(a) b'  (the second term only where the exponent varies) */
static ss_expr power_rule(ss_graph *g, ss_expr e, ss_expr da, ss_expr db) {
  ss_expr a = ss_expr_arg(g, e, 0), b = ss_expr_arg(g, e, 1);
  ss_expr sum = integer(g, 0);
  if (!ss_expr_is_integer(g, da, 0)) {
    ss_expr lower = ss_expr_pow(g, a, ss_expr_sub(g, b, integer(g, 1)));
    sum = ss_expr_mul(g, ss_expr_mul(g, b, lower), da);
  }
  if (ss_expr_is_integer(g, db, 0)) return sum;
  ss_expr growth = ss_expr_mul(g, e, ss_expr_unary(g, SS_OP_LOG, a));
  return ss_expr_add(g, sum, ss_expr_mul(g, growth, db));
}

/* atan2(a, b)' = (b a' - a b')/(a^2 + b^2) */
static ss_expr angle_rule(ss_graph *g, ss_expr a, ss_expr b, ss_expr da, ss_expr db) {
  ss_expr turn = ss_expr_sub(g, ss_expr_mul(g, b, da), ss_expr_mul(g, a, db));
  return ss_expr_div(g, turn, ss_expr_add(g, square(g, a), square(g, b)));
}

/* min(a, b)' = (a' + b' - sign(a - b)(a' - b'))/2, max with a plus. */
static ss_expr extremum_rule(ss_graph *g, ss_expr e, ss_expr da, ss_expr db) {
  ss_expr difference = ss_expr_sub(g, ss_expr_arg(g, e, 0), ss_expr_arg(g, e, 1));
  ss_expr side = ss_expr_mul(g, ss_expr_unary(g, SS_OP_SIGN, difference), ss_expr_sub(g, da, db));
  if (ss_expr_op(g, e) == SS_OP_MIN) side = ss_expr_neg(g, side);
  return ss_expr_mul(g, ss_expr_ratio(g, 1, 2), ss_expr_add(g, ss_expr_add(g, da, db), side));
}

/* The slope at a of the curve b. */
static ss_expr curve_slope(ss_graph *g, ss_expr a, ss_expr b) {
  int order;
  ss_curve *curve = ss_expr_curve(g, b, &order);
  return ss_expr_follow(g, curve, order + 1, a);
}

ss_expr ss_expr_chain_rule(ss_graph *g, ss_expr e, ss_expr da, ss_expr db) {
  ss_op op = ss_expr_op(g, e);
  if (e == SS_EXPR_NONE) return SS_EXPR_NONE;
  if (op == SS_OP_DDT) return ss_graph_fail(g, SS_BAD_ARGUMENT);
  ss_expr a = ss_expr_arg(g, e, 0), b = ss_expr_arg(g, e, 1);
  bool da_is_zero = ss_expr_is_integer(g, da, 0), db_is_zero = ss_expr_is_integer(g, db, 0);
  if (ss_op_arity(op) == 0 || (da_is_zero && (ss_op_arity(op) == 1 || db_is_zero)))
    return integer(g, 0);
  switch (op) {
  case SS_OP_ADD: return ss_expr_add(g, da, db);
  case SS_OP_SUB: return ss_expr_sub(g, da, db);
  case SS_OP_MUL: return ss_expr_add(g, ss_expr_mul(g, da, b), ss_expr_mul(g, a, db));
  case SS_OP_DIV: return quotient_rule(g, a, b, da, db);
  case SS_OP_POW: return power_rule(g, e, da, db);
  case SS_OP_ATAN2: return angle_rule(g, a, b, da, db);
  case SS_OP_MIN:
  case SS_OP_MAX: return extremum_rule(g, e, da, db);
  case SS_OP_AT: return ss_expr_mul(g, curve_slope(g, a, b), da);
  default: return ss_expr_mul(g, outer_derivative(g, op, e, a), da);
  }
}

static ss_expr derivative(ss_graph *g, ss_expr e, const image_map *map) {
  return ss_expr_chain_rule(g, e, image(map, ss_expr_arg(g, e, 0)),
                            image(map, ss_expr_arg(g, e, 1)));
}

/* ---- the sweeps ------------------------------------------------------------------------------ */

typedef struct sweep {
  image_map map;
  ss_expr *list; /* the reached nodes, arguments first */
  size_t length;
} sweep;

static bool start_sweep(sweep *s, ss_graph *g, size_t count, const ss_expr *exprs) {
  s->map.count = ss_graph_count(g);
  s->map.of = calloc(s->map.count, sizeof *s->map.of);
  s->list = ss_graph_collect(g, count, exprs, &s->length);
  if (!s->map.of || !s->list) ss_graph_fail(g, SS_MEMORY);
  return s->map.of && s->list;
}

static void stop_sweep(sweep *s) {
  free(s->map.of);
  free(s->list);
}

/* False, and the graph has failed, if ddt is among the nodes. */
static bool refuse_ddt(ss_graph *g, const sweep *s) {
  for (size_t i = 0; i < s->length; i++)
    if (ss_expr_op(g, s->list[i]) == SS_OP_DDT) {
      ss_graph_fail(g, SS_BAD_ARGUMENT);
      return false;
    }
  return true;
}

typedef ss_expr (*image_rule)(ss_graph *g, ss_expr e, const image_map *map);

/* Symbols with given images; then every other node from the images of its arguments. */
static void run_sweep(sweep *s, ss_graph *g, size_t symbols, const ss_expr *symbol,
                      const ss_expr *given, image_rule rule) {
  for (size_t i = 0; i < symbols; i++) s->map.of[symbol[i]] = given[i];
  for (size_t i = 0; i < s->length; i++) {
    ss_expr e = s->list[i];
    if (!s->map.of[e]) s->map.of[e] = rule(g, e, &s->map);
  }
}

/* The images of the expressions, SS_EXPR_NONE where something failed. */
static ss_status end_sweep(sweep *s, ss_graph *g, bool good, size_t count, const ss_expr *exprs,
                           ss_expr *results) {
  for (size_t i = 0; i < count; i++)
    results[i] = good && exprs[i] ? image(&s->map, exprs[i]) : SS_EXPR_NONE;
  stop_sweep(s);
  return ss_graph_status(g);
}

ss_status ss_expr_differentiate_along(ss_graph *g, size_t symbols, const ss_expr *symbol,
                                      const ss_expr *direction, size_t count, const ss_expr *exprs,
                                      ss_expr *derivatives) {
  sweep s;
  bool good = start_sweep(&s, g, count, exprs) && refuse_ddt(g, &s);
  if (good) run_sweep(&s, g, symbols, symbol, direction, derivative);
  return end_sweep(&s, g, good, count, exprs, derivatives);
}

ss_status ss_expr_differentiate(ss_graph *g, size_t count, const ss_expr *exprs, ss_expr symbol,
                                ss_expr *derivatives) {
  ss_expr one = integer(g, 1);
  return ss_expr_differentiate_along(g, 1, &symbol, &one, count, exprs, derivatives);
}

/* ---- the gradient ---------------------------------------------------------------------------- */

/* varies[e] for the nodes of the sweep that depend on one of the symbols. */
static uint8_t *find_varying(const ss_graph *g, const sweep *s, size_t symbols,
                             const ss_expr *symbol) {
  uint8_t *varies = calloc(s->map.count, sizeof *varies);
  for (size_t i = 0; varies && i < symbols; i++) varies[symbol[i]] = 1;
  for (size_t i = 0; varies && i < s->length; i++) {
    ss_expr e = s->list[i];
    varies[e] |= varies[ss_expr_arg(g, e, 0)] | varies[ss_expr_arg(g, e, 1)];
  }
  return varies;
}

/* Adds f~ df/da to a~ for both arguments of the node f. */
static void pass_down(ss_graph *g, ss_expr f, const uint8_t *varies, ss_expr *adjoint) {
  ss_expr zero = integer(g, 0), one = integer(g, 1);
  for (int k = 0; k < ss_op_arity(ss_expr_op(g, f)); k++) {
    ss_expr a = ss_expr_arg(g, f, k);
    if (!varies[a]) continue;
    ss_expr partial = ss_expr_chain_rule(g, f, k == 0 ? one : zero, k == 0 ? zero : one);
    ss_expr share = ss_expr_mul(g, adjoint[f], partial);
    adjoint[a] = adjoint[a] ? ss_expr_add(g, adjoint[a], share) : share;
  }
}

ss_status ss_expr_gradient(ss_graph *g, ss_expr e, size_t symbols, const ss_expr *symbol,
                           ss_expr *gradient) {
  sweep s; /* its map holds the adjoints */
  bool good = start_sweep(&s, g, 1, &e) && refuse_ddt(g, &s);
  uint8_t *varies = good ? find_varying(g, &s, symbols, symbol) : NULL;
  if (good && !varies) ss_graph_fail(g, SS_MEMORY), good = false;
  if (good && e) s.map.of[e] = integer(g, 1);
  for (size_t i = s.length; good && i-- > 0;)
    if (s.map.of[s.list[i]]) pass_down(g, s.list[i], varies, s.map.of);
  for (size_t i = 0; i < symbols; i++) {
    ss_expr found = good ? s.map.of[symbol[i]] : SS_EXPR_NONE;
    bool is_absent = !found && good && e && ss_graph_status(g) == SS_OK;
    gradient[i] = is_absent ? integer(g, 0) : found;
  }
  free(varies);
  stop_sweep(&s);
  return ss_graph_status(g);
}

/* ---- substitution ---------------------------------------------------------------------------- */

static ss_expr rebuild(ss_graph *g, ss_expr e, const image_map *map) {
  ss_op op = ss_expr_op(g, e);
  if (ss_op_arity(op) == 0) return e;
  ss_expr a = ss_expr_arg(g, e, 0);
  if (ss_op_arity(op) == 1) return image(map, a) == a ? e : ss_expr_unary(g, op, image(map, a));
  ss_expr b = ss_expr_arg(g, e, 1);
  if (image(map, a) == a && image(map, b) == b) return e;
  return ss_expr_binary(g, op, image(map, a), image(map, b));
}

ss_status ss_expr_substitute(ss_graph *g, size_t pairs, const ss_expr *from, const ss_expr *to,
                             size_t count, const ss_expr *exprs, ss_expr *results) {
  sweep s;
  bool good = start_sweep(&s, g, count, exprs);
  if (good) run_sweep(&s, g, pairs, from, to, rebuild);
  return end_sweep(&s, g, good, count, exprs, results);
}
