/* trees.h: random expressions in a given graph, and what they are worth exactly.
 *
 * Two values of an expression at a rational point, both straight from its nodes: the exact rational
 * where every operation has one, and an enclosure by Arb (reference.h).
 */
#ifndef STANDSTILL_TESTS_TREES_H
#define STANDSTILL_TESTS_TREES_H

#include <stdlib.h>

#include "random_expr.h"
#include "reference.h"

enum { SYMBOLS = 3 };

typedef struct nursery {
  ss_graph *graph;
  ss_expr symbol[SYMBOLS];
  random_source random;
} nursery;

static inline nursery start_nursery(uint64_t seed) {
  static const char *const names[] = {"x", "y", "z"};
  nursery n = {.graph = ss_graph_create(), .random = {seed}};
  for (int i = 0; i < SYMBOLS; i++) n.symbol[i] = ss_expr_symbol(n.graph, names[i]);
  return n;
}

static inline void stop_nursery(nursery *n) {
  ss_graph_destroy(n->graph);
}

/* ---- growing --------------------------------------------------------------------------------- */

/* What trees are made of. */
typedef enum tree_kind {
  RATIONAL, /* + - * / ^ */
  KINKED,   /* and abs, min, max, sign */
  SMOOTH,   /* RATIONAL and functions inside their domains */
  ANYTHING  /* all of it, domains or not */
} tree_kind;

static inline ss_expr grow_leaf(nursery *n) {
  random_source *r = &n->random;
  if (random_below(r, 3)) return n->symbol[random_below(r, SYMBOLS)];
  return ss_expr_ratio(n->graph, (long)random_below(r, 13) - 6, 1 + random_below(r, 4));
}

static inline ss_op draw_operation(random_source *r, tree_kind kind) {
  static const ss_op rational[] = {SS_OP_ADD, SS_OP_SUB, SS_OP_MUL, SS_OP_MUL,
                                   SS_OP_ADD, SS_OP_DIV, SS_OP_NEG, SS_OP_POW};
  static const ss_op kinked[] = {SS_OP_ABS, SS_OP_MIN, SS_OP_MAX, SS_OP_SIGN};
  static const ss_op smooth[] = {SS_OP_SIN,  SS_OP_COS, SS_OP_TAN, SS_OP_ASIN,  SS_OP_ACOS,
                                 SS_OP_ATAN, SS_OP_EXP, SS_OP_LOG, SS_OP_ATAN2, SS_OP_TANH,
                                 SS_OP_SQRT, SS_OP_SIN, SS_OP_COS};
  bool kinks = kind == KINKED || kind == ANYTHING, functions = kind >= SMOOTH;
  if (kinks && random_below(r, 4) == 0) return kinked[random_below(r, 4)];
  if (functions && random_below(r, 3) == 0) return smooth[random_below(r, 13)];
  return rational[random_below(r, 8)];
}

/* op(a, b); most exponents of powers are small integers, and SMOOTH moves arguments into domains.
 */
static inline ss_expr apply(nursery *n, tree_kind kind, ss_op op, ss_expr a, ss_expr b) {
  ss_graph *g = n->graph;
  if (op == SS_OP_POW && (kind < SMOOTH || random_below(&n->random, 4)))
    b = ss_expr_integer(g, (long)random_below(&n->random, 6) - 2);
  if (kind == SMOOTH) {
    if (op == SS_OP_DIV || op == SS_OP_ATAN2) b = make_positive(g, b);
    if (op == SS_OP_POW || op == SS_OP_LOG || op == SS_OP_SQRT) a = make_positive(g, a);
    if (op == SS_OP_ASIN || op == SS_OP_ACOS || op == SS_OP_TAN || op == SS_OP_EXP)
      a = ss_expr_unary(g, SS_OP_TANH, a);
  }
  return ss_op_arity(op) == 1 ? ss_expr_unary(g, op, a) : ss_expr_binary(g, op, a, b);
}

/* A tree of at most so many levels. A division by the number zero becomes a leaf. */
static inline ss_expr grow_tree(nursery *n, tree_kind kind, int levels) {
  if (levels == 0 || random_below(&n->random, 6) == 0) return grow_leaf(n);
  ss_op op = draw_operation(&n->random, kind);
  ss_expr a = grow_tree(n, kind, levels - 1);
  ss_expr b = ss_op_arity(op) == 2 ? grow_tree(n, kind, levels - 1) : SS_EXPR_NONE;
  ss_expr e = apply(n, kind, op, a, b);
  ss_graph_clear_status(n->graph);
  return e ? e : grow_leaf(n);
}

/* ---- exact values ---------------------------------------------------------------------------- */

typedef fmpq point[SYMBOLS];

static inline void start_point(point at) {
  for (int i = 0; i < SYMBOLS; i++) fmpq_init(&at[i]);
}

static inline void stop_point(point at) {
  for (int i = 0; i < SYMBOLS; i++) fmpq_clear(&at[i]);
}

/* Rationals between -2 and 2, with denominators of about 1000: nothing vanishes by chance. */
static inline void draw_point(random_source *r, point at) {
  for (int i = 0; i < SYMBOLS; i++)
    fmpq_set_si(&at[i], (long)random_below(r, 4001) - 2000, 997 + random_below(r, 7));
}

/* a op b exactly; false where it has no rational value. out may be a or b. */
static inline bool operate(ss_op op, fmpq_t out, const fmpq_t a, const fmpq_t b) {
  switch (op) {
  case SS_OP_ADD: fmpq_add(out, a, b); return true;
  case SS_OP_SUB: fmpq_sub(out, a, b); return true;
  case SS_OP_MUL: fmpq_mul(out, a, b); return true;
  case SS_OP_NEG: fmpq_neg(out, a); return true;
  case SS_OP_ABS: fmpq_abs(out, a); return true;
  case SS_OP_SIGN: fmpq_set_si(out, fmpq_sgn(a), 1); return true;
  case SS_OP_MIN: fmpq_set(out, fmpq_cmp(a, b) < 0 ? a : b); return true;
  case SS_OP_MAX: fmpq_set(out, fmpq_cmp(a, b) > 0 ? a : b); return true;
  case SS_OP_DIV:
    if (fmpq_is_zero(b)) return false;
    fmpq_div(out, a, b);
    return true;
  case SS_OP_POW:
    if (!fmpz_is_one(fmpq_denref(b)) || fmpz_cmpabs(fmpq_numref(b), &(fmpz){1000}) > 0)
      return false;
    if (fmpq_is_zero(a) && fmpq_sgn(b) < 0) return false;
    fmpq_pow_si(out, a, fmpz_get_si(fmpq_numref(b)));
    return true;
  default: return false;
  }
}

/* The exact value of e; false if it has none (an undefined or irrational operation on the way). */
static inline bool evaluate_exactly(const nursery *n, ss_expr e, point at, fmpq_t value) {
  uint8_t *marks = calloc((size_t)e + 1, 1), *defined = calloc((size_t)e + 1, 1);
  fmpq *values = calloc((size_t)e + 1, sizeof *values);
  ss_expr_mark(n->graph, 1, &e, marks);
  for (ss_expr i = 0; i <= e; i++) fmpq_init(values + i);
  for (ss_expr i = 1; i <= e; i++) {
    ss_expr a = ss_expr_arg(n->graph, i, 0), b = ss_expr_arg(n->graph, i, 1);
    if (!marks[i]) continue;
    defined[i] = true;
    if (ss_expr_value(n->graph, i))
      fmpq_set(values + i, ss_expr_value(n->graph, i));
    else if (ss_expr_op(n->graph, i) == SS_OP_SYMBOL)
      fmpq_set(values + i, &at[i == n->symbol[0] ? 0 : i == n->symbol[1] ? 1 : 2]);
    else
      defined[i] = (!a || defined[a]) && (!b || defined[b]) &&
                   operate(ss_expr_op(n->graph, i), values + i, values + a, values + b);
  }
  bool good = defined[e];
  if (good) fmpq_set(value, values + e);
  for (ss_expr i = 0; i <= e; i++) fmpq_clear(values + i);
  free(values);
  free(marks);
  free(defined);
  return good;
}

/* ---- enclosures ------------------------------------------------------------------------------ */

/* An enclosure of e where the symbols have the given balls. */
static inline void enclose_on(const nursery *n, ss_expr e, arb_srcptr symbols, slong precision,
                              arb_t out) {
  size_t count = ss_graph_count(n->graph);
  uint8_t *marks = calloc(count, 1);
  arb_ptr balls = _arb_vec_init((slong)count);
  ss_expr_mark(n->graph, 1, &e, marks);
  for (int i = 0; i < SYMBOLS; i++) arb_set(balls + n->symbol[i], symbols + i);
  refer(&(reference){.precision = precision}, n->graph, marks, balls);
  arb_set(out, balls + e);
  _arb_vec_clear(balls, (slong)count);
  free(marks);
}

/* An enclosure of e at a point. */
static inline void enclose_at(const nursery *n, ss_expr e, point at, slong precision, arb_t out) {
  arb_ptr symbols = _arb_vec_init(SYMBOLS);
  for (int i = 0; i < SYMBOLS; i++) arb_set_fmpq(symbols + i, &at[i], precision);
  enclose_on(n, e, symbols, precision, out);
  _arb_vec_clear(symbols, SYMBOLS);
}

/* Two expressions at a point: 1 equal (as far as the balls tell, which are tight), 0 different, -1
 * one of them is not defined there. */
static inline int compare_at(const nursery *n, ss_expr a, ss_expr b, point at) {
  arb_t left, right;
  arb_init(left);
  arb_init(right);
  enclose_at(n, a, at, 256, left);
  enclose_at(n, b, at, 256, right);
  bool tight = arb_is_finite(left) && arb_is_finite(right) &&
               mag_cmp_2exp_si(arb_radref(left), -60) < 0 &&
               mag_cmp_2exp_si(arb_radref(right), -60) < 0;
  int result = !tight ? -1 : arb_overlaps(left, right);
  arb_clear(left);
  arb_clear(right);
  return result;
}

#endif
