/* random_expr.h: random numbers, expressions and states for tests, the same in every run.
 *
 * An expression grows step by step: an operation drawn by lot is applied to the newest expression
 * and to an earlier one. Most functions with a domain get an argument that lies in it (log(1 +
 * x^2), asin(tanh x), …), so that most values are finite; one in eight gets whatever comes.
 */
#ifndef STANDSTILL_TESTS_RANDOM_EXPR_H
#define STANDSTILL_TESTS_RANDOM_EXPR_H

#include <math.h>
#include <string.h>

#include "standstill/expr.h"

typedef struct random_source {
  uint64_t state;
} random_source;

/* splitmix64 */
static inline uint64_t random_bits(random_source *r) {
  uint64_t z = r->state += 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

static inline size_t random_below(random_source *r, size_t n) {
  return (size_t)(random_bits(r) % n);
}

static inline double random_between(random_source *r, double low, double high) {
  return low + (high - low) * (double)(random_bits(r) >> 11) * 0x1p-53;
}

/* Any double at all, NaN and infinities among them. */
static inline double random_pattern(random_source *r) {
  uint64_t bits = random_bits(r);
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

enum { PARAMETERS = 2, INPUTS = 3, MOST_STEPS = 24 };

typedef struct specimen {
  ss_graph *graph;
  ss_expr parameter[PARAMETERS], input[INPUTS];
  ss_expr pool[PARAMETERS + INPUTS + 3 + MOST_STEPS];
  size_t size;
  ss_expr result;
} specimen;

/* 1 + x^2 */
static inline ss_expr make_positive(ss_graph *g, ss_expr x) {
  return ss_expr_add(g, ss_expr_integer(g, 1), ss_expr_pow(g, x, ss_expr_integer(g, 2)));
}

/* op(a, b), with arguments moved into the domain by exact operations. */
static inline ss_expr apply_exact(ss_graph *g, ss_op op, ss_expr a, ss_expr b, bool wild) {
  if (!wild && op == SS_OP_DIV) b = make_positive(g, b);
  if (!wild && op == SS_OP_SQRT) a = ss_expr_unary(g, SS_OP_ABS, a);
  return ss_op_arity(op) == 1 ? ss_expr_unary(g, op, a) : ss_expr_binary(g, op, a, b);
}

static inline ss_expr apply_function(ss_graph *g, ss_op op, ss_expr a, ss_expr b, bool wild) {
  bool bounded = op == SS_OP_ASIN || op == SS_OP_ACOS || op == SS_OP_TAN || op == SS_OP_EXP;
  if (!wild && (op == SS_OP_LOG || op == SS_OP_POW)) a = make_positive(g, a);
  if (!wild && bounded) a = ss_expr_unary(g, SS_OP_TANH, a);
  if (!wild && op == SS_OP_POW) b = ss_expr_unary(g, SS_OP_TANH, b);
  return ss_op_arity(op) == 1 ? ss_expr_unary(g, op, a) : ss_expr_binary(g, op, a, b);
}

static inline ss_expr random_step(specimen *s, random_source *r, bool functions) {
  static const ss_op exact[] = {SS_OP_ADD, SS_OP_SUB, SS_OP_MUL, SS_OP_DIV,  SS_OP_NEG,
                                SS_OP_ABS, SS_OP_MIN, SS_OP_MAX, SS_OP_SIGN, SS_OP_SQRT};
  static const ss_op other[] = {SS_OP_SIN,   SS_OP_COS,  SS_OP_TAN, SS_OP_ASIN,
                                SS_OP_ACOS,  SS_OP_ATAN, SS_OP_EXP, SS_OP_LOG,
                                SS_OP_ATAN2, SS_OP_TANH, SS_OP_POW};
  ss_graph *g = s->graph;
  ss_expr a = s->pool[s->size - 1], b = s->pool[random_below(r, s->size)];
  bool wild = random_below(r, 8) == 0, swap = random_below(r, 2) == 0;
  ss_expr x = swap ? b : a, y = swap ? a : b;
  if (functions && random_below(r, 12) == 0) /* sin and cos of one argument */
    return ss_expr_add(g, ss_expr_unary(g, SS_OP_SIN, x),
                       ss_expr_mul(g, y, ss_expr_unary(g, SS_OP_COS, x)));
  if (functions && random_below(r, 2))
    return apply_function(g, other[random_below(r, sizeof other / sizeof *other)], x, y, wild);
  if (random_below(r, 8) == 0)
    return ss_expr_pow(g, a, ss_expr_integer(g, 2 + (long)random_below(r, 6)));
  return apply_exact(g, exact[random_below(r, sizeof exact / sizeof *exact)], x, y, wild);
}

/* A random expression of at most `steps` steps in a graph of its own. */
static inline specimen grow_specimen(random_source *r, bool functions, size_t steps) {
  static const char *const names[] = {"p", "q", "x", "y", "z"};
  specimen s = {.graph = ss_graph_create()};
  for (int i = 0; i < PARAMETERS; i++)
    s.pool[s.size++] = s.parameter[i] = ss_expr_symbol(s.graph, names[i]);
  if (functions) s.pool[s.size++] = ss_expr_pi(s.graph);
  for (int i = 0; i < 2; i++)
    s.pool[s.size++] =
        ss_expr_ratio(s.graph, (long)random_below(r, 19) - 9, 1 + random_below(r, 9));
  for (int i = 0; i < INPUTS; i++)
    s.pool[s.size++] = s.input[i] = ss_expr_symbol(s.graph, names[PARAMETERS + i]);
  for (size_t i = 0; i < steps; i++) {
    ss_expr e = random_step(&s, r, functions);
    if (e != SS_EXPR_NONE) s.pool[s.size++] = e;
    ss_graph_clear_status(s.graph); /* a division by the number 0 is no step */
  }
  s.result = s.pool[s.size - 1];
  return s;
}

static inline void draw_state(random_source *r, size_t count, double *x) {
  for (size_t i = 0; i < count; i++) x[i] = random_between(r, -3, 3);
}

#endif
