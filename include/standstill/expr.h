/* expr.h: expressions as a hash-consed graph over exact rationals.
 *
 * An expression is a number: the index of its node in a graph. Equal expressions have equal
 * numbers. A node's arguments always have smaller numbers than the node, so that every pass over
 * an expression is a loop, never a recursion, however deep the expression is.
 *
 * Errors are sticky. SS_EXPR_NONE stands for "no expression": an operation on it gives it again,
 * and the graph remembers the first failure (memory, a limit, a division by the constant zero).
 * Builders therefore need one check, at their end: ss_graph_status().
 *
 * A graph that is complete is sealed: from then on it is only read, by any number of threads.
 * Whoever needs more expressions makes a graph over it, in which the sealed one's expressions keep
 * their numbers and new ones follow. Expressions of two graphs over the same one must not be mixed.
 */
#ifndef STANDSTILL_EXPR_H
#define STANDSTILL_EXPR_H

#include <flint/fmpq.h>

#include "standstill/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ss_graph ss_graph;
typedef uint32_t ss_expr;

#define SS_EXPR_NONE ((ss_expr)0)

/* One list of operations: name, number of arguments, name in the language (NULL: an operator). */
#define SS_OP_LIST(X)                                                                              \
  X(NUMBER, 0, NULL) /* an exact rational */                                                       \
  X(PI, 0, "pi")                                                                                   \
  X(SYMBOL, 0, NULL)                                                                               \
  X(ADD, 2, NULL)                                                                                  \
  X(SUB, 2, NULL)                                                                                  \
  X(MUL, 2, NULL)                                                                                  \
  X(DIV, 2, NULL)                                                                                  \
  X(POW, 2, NULL)                                                                                  \
  X(NEG, 1, NULL)                                                                                  \
  X(SIN, 1, "sin")                                                                                 \
  X(COS, 1, "cos")                                                                                 \
  X(TAN, 1, "tan")                                                                                 \
  X(ASIN, 1, "asin")                                                                               \
  X(ACOS, 1, "acos")                                                                               \
  X(ATAN, 1, "atan")                                                                               \
  X(ATAN2, 2, "atan2")                                                                             \
  X(SQRT, 1, "sqrt")                                                                               \
  X(EXP, 1, "exp")                                                                                 \
  X(LOG, 1, "log")                                                                                 \
  X(TANH, 1, "tanh")                                                                               \
  X(ABS, 1, "abs")                                                                                 \
  X(MIN, 2, "min")                                                                                 \
  X(MAX, 2, "max")                                                                                 \
  X(SIGN, 1, "sign") /* -1, 0 or 1 */                                                              \
  X(CURVE, 0, NULL)  /* what rows of numbers give (curve.c): second argument of AT only */         \
  X(AT, 2, NULL)     /* its value at the first argument */                                         \
  X(DDT, 1, "ddt")   /* total time derivative, in definitions of a model only */

typedef enum ss_op {
#define SS_OP_ENUM(name, arity, word) SS_OP_##name,
  SS_OP_LIST(SS_OP_ENUM)
#undef SS_OP_ENUM
      SS_OP_COUNT
} ss_op;

/* Number of arguments of an operation; its word in the language or NULL. */
int ss_op_arity(ss_op op);
const char *ss_op_word(ss_op op);

/* The function that a word names, or SS_OP_COUNT. */
ss_op ss_op_from_word(const char *word, size_t length);

/* ---- graph.c: building and reading ----------------------------------------------------------- */

ss_graph *ss_graph_create(void);
void ss_graph_destroy(ss_graph *graph);

/* A graph over a sealed one, which must outlive it: expressions below ss_graph_count(base) are the
 * base's, an expression that the base has is found there, and the base is only read. It costs the
 * same whatever the size of the base, and belongs to the arena. NULL when memory is out. */
ss_graph *ss_graph_create_over(ss_arena *arena, const ss_graph *base);

/* No node, no failure, no setting may be added from now on: trying to is a mistake of the program
 * (an assertion; without assertions the graph fails with SS_BAD_ARGUMENT and stays as it is). */
void ss_graph_seal(ss_graph *graph);
bool ss_graph_is_sealed(const ss_graph *graph);

/* SS_OK, or the first failure since creation or the last clearing. */
ss_status ss_graph_status(const ss_graph *graph);
void ss_graph_clear_status(ss_graph *graph);

/* Without folding, operations are kept as they are asked for: 2*3 is no 6. A graph folds. */
void ss_graph_set_folding(ss_graph *graph, bool folding);

/* Number of nodes, all expressions e of the graph being 0 < e < count. */
size_t ss_graph_count(const ss_graph *graph);

ss_expr ss_expr_number(ss_graph *graph, const fmpq_t value);
ss_expr ss_expr_ratio(ss_graph *graph, long numerator, unsigned long denominator);
ss_expr ss_expr_integer(ss_graph *graph, long value);
ss_expr ss_expr_pi(ss_graph *graph);

/* The symbol of that name; the same name is the same symbol. */
ss_expr ss_expr_symbol(ss_graph *graph, const char *name);

/* An operation on expressions, folded by the rules that hold wherever both sides are defined: exact
 * arithmetic of numbers, x+0, 1*x, 0*x, x-x, x/x, -(-x), x^0, x^1, sin(0), odd and even functions
 * of -x, and the like. a+b and b+a are one expression, printed in the order that was asked for
 * first. */
ss_expr ss_expr_unary(ss_graph *graph, ss_op op, ss_expr a);
ss_expr ss_expr_binary(ss_graph *graph, ss_op op, ss_expr a, ss_expr b);

static inline ss_expr ss_expr_add(ss_graph *graph, ss_expr a, ss_expr b) {
  return ss_expr_binary(graph, SS_OP_ADD, a, b);
}
static inline ss_expr ss_expr_sub(ss_graph *graph, ss_expr a, ss_expr b) {
  return ss_expr_binary(graph, SS_OP_SUB, a, b);
}
static inline ss_expr ss_expr_mul(ss_graph *graph, ss_expr a, ss_expr b) {
  return ss_expr_binary(graph, SS_OP_MUL, a, b);
}
static inline ss_expr ss_expr_div(ss_graph *graph, ss_expr a, ss_expr b) {
  return ss_expr_binary(graph, SS_OP_DIV, a, b);
}
static inline ss_expr ss_expr_pow(ss_graph *graph, ss_expr a, ss_expr b) {
  return ss_expr_binary(graph, SS_OP_POW, a, b);
}
static inline ss_expr ss_expr_neg(ss_graph *graph, ss_expr a) {
  return ss_expr_unary(graph, SS_OP_NEG, a);
}

/* ---- curve.c: functions that rows of numbers give ------------------------------------------- */

typedef struct ss_curve ss_curve;

/* Through the rows (x, y), x rising, at least one, linear or cubic between them; before the first
 * and after the last it keeps their values. NULL: memory is out. Whoever keeps it releases it. */
ss_curve *ss_curve_create(size_t rows, const double *x, const double *y, bool cubic);
ss_curve *ss_curve_keep(ss_curve *curve);
void ss_curve_release(ss_curve *curve);

/* Its derivative of an order (0: itself) at x; on a row where it jumps, the mean of both sides. */
double ss_curve_value(const ss_curve *curve, int order, double x);

/* The x of the first row above x (backwards: below); ±INFINITY: there is none. */
double ss_curve_next(const ss_curve *curve, double x, bool backwards);

/* As an expression, and the leaf of it alone; the graph keeps the curve. */
ss_expr ss_expr_add_curve(ss_graph *graph, ss_curve *curve, int order);
ss_expr ss_expr_follow(ss_graph *graph, ss_curve *curve, int order, ss_expr x);

/* The curve of a SS_OP_CURVE node and the order of its derivative; NULL for other nodes. */
ss_curve *ss_expr_curve(const ss_graph *graph, ss_expr e, int *order);

/* The nearest row of all curves of a graph and of those below it, as ss_curve_next. */
double ss_graph_next_row(const ss_graph *graph, double x, bool backwards);

/* ---- graph.c: reading ----------------------------------------------------------------------- */

ss_op ss_expr_op(const ss_graph *graph, ss_expr e);
/* Argument i (0 or 1); SS_EXPR_NONE where there is none. */
ss_expr ss_expr_arg(const ss_graph *graph, ss_expr e, int i);
/* The value of a SS_OP_NUMBER node, valid while the graph lives; NULL for other nodes. */
const fmpq *ss_expr_value(const ss_graph *graph, ss_expr e);
/* The name of a SS_OP_SYMBOL node, or NULL. */
const char *ss_expr_name(const ss_graph *graph, ss_expr e);

bool ss_expr_is_integer(const ss_graph *graph, ss_expr e, long value);

/* ---- passes over expressions ----------------------------------------------------------------- */

/* marks[e] = 1 for every node that the given expressions reach; marks has ss_graph_count entries,
 * zeroed by the caller. */
void ss_expr_mark(const ss_graph *graph, size_t count, const ss_expr *roots, uint8_t *marks);

/* Whether e depends on the symbol. */
bool ss_expr_depends(const ss_graph *graph, ss_expr e, ss_expr symbol);

/* The first of the symbols on which one of the expressions depends; SS_EXPR_NONE if none does:
 * then they are constants, as far as these symbols go. Expressions may be SS_EXPR_NONE. When memory
 * is out, the first symbol. */
ss_expr ss_expr_find_symbol(const ss_graph *graph, size_t count, const ss_expr *exprs,
                            size_t symbols, const ss_expr *symbol);

/* Nodes of e, a shared one counted once. */
size_t ss_expr_size(const ss_graph *graph, ss_expr e);

/* Partial derivatives of `count` expressions with respect to a symbol, in one pass.
 * At kinks: d|x| = sign(x) dx, d min(a,b) = (da+db - sign(a-b)(da-db))/2, d sign = 0. */
ss_status ss_expr_differentiate(ss_graph *graph, size_t count, const ss_expr *exprs, ss_expr symbol,
                                ss_expr *derivatives);

/* The derivatives along a direction: sum over i of de/dsymbol[i] * direction[i], in one pass. */
ss_status ss_expr_differentiate_along(ss_graph *graph, size_t symbols, const ss_expr *symbol,
                                      const ss_expr *direction, size_t count, const ss_expr *exprs,
                                      ss_expr *derivatives);

/* All partial derivatives of one expression, in one pass. */
ss_status ss_expr_gradient(ss_graph *graph, ss_expr e, size_t symbols, const ss_expr *symbol,
                           ss_expr *gradient);

/* d exprs[row] / d symbol[column] where it is not 0. */
typedef struct ss_partial {
  size_t row, column;
  ss_expr value;
} ss_partial;

/* All of them, symbol by symbol, as an array that the caller frees (NULL if there are none). Costs
 * what depends on the symbols: for many expressions that each depend on few of them. */
ss_status ss_expr_partials(ss_graph *graph, size_t count, const ss_expr *exprs, size_t symbols,
                           const ss_expr *symbol, size_t *listed, ss_partial **list);

/* One step of it: the derivative of the node e by the chain rule, given those of its arguments (not
 * used where there is none; 0 for a number or symbol). SS_EXPR_NONE with SS_BAD_ARGUMENT for ddt.
 */
ss_expr ss_expr_chain_rule(ss_graph *graph, ss_expr e, ss_expr da, ss_expr db);

/* exprs with every from[i] (symbols) replaced by to[i], simultaneously, in one pass. */
ss_status ss_expr_substitute(ss_graph *graph, size_t pairs, const ss_expr *from, const ss_expr *to,
                             size_t count, const ss_expr *exprs, ss_expr *results);

/* ---- simplify.c ------------------------------------------------------------------------------ */

/* A short equivalent form: sums expanded and collected, sin^2 + cos^2 = 1, cos a cos b + sin a sin
 * b = cos(a - b), common factors pulled out; never longer than the input. As rational functions:
 * removable singularities are removed (x/x = 1). */
ss_expr ss_expr_simplify(ss_graph *graph, ss_expr e);

/* The same for many at once: what they share is converted once. */
ss_status ss_expr_simplify_all(ss_graph *graph, size_t count, const ss_expr *exprs,
                               ss_expr *results);

/* Is e = 0 for all values of its symbols? PROVED by the normal form (rational functions in the
 * atoms, trigonometric functions of sums expanded); REFUTED by a ball evaluation at a rational
 * point that excludes zero; UNKNOWN otherwise. */
ss_verdict ss_expr_is_zero(ss_graph *graph, ss_expr e);

/* ---- print.c --------------------------------------------------------------------------------- */

typedef enum ss_print_style {
  SS_PRINT_TEXT,   /* the model language: reads back to an equal expression */
  SS_PRINT_LATEX,  /* x' becomes \dot{x}, phi \varphi, mu_1 or mu1 \mu_1 */
  SS_PRINT_MATHML, /* the same for web pages: what stands inside <math> */
  SS_PRINT_C       /* C source: names made identifiers, integer powers written out */
} ss_print_style;

void ss_expr_print(const ss_graph *graph, ss_expr e, ss_print_style style, ss_text *out);

/* ---- parse.c --------------------------------------------------------------------------------- */

/* How much of the text are the indices of a name, as "[3]" and "[1][-2]". */
size_t ss_expr_index_length(const char *text, size_t length);

/* What a name in an expression stands for. The parser calls it with the name (possibly with a
 * prime, x', or a dot, A.x) and the stretch of text; the result is an expression, or SS_EXPR_NONE
 * after adding a diagnostic. */
typedef ss_expr (*ss_name_resolver)(void *user, const char *name, size_t length, ss_span where);

/* Parses the whole of text[span] as one expression. Mistakes go to the list. */
ss_expr ss_expr_parse(ss_graph *graph, ss_diagnostics *list, ss_span span,
                      ss_name_resolver resolver, void *user);

/* The rational that a decimal literal says ("0.1" is 1/10, "1e-3" is 1/1000); false if it is no
 * literal, has more than 1000 digits, or does not fit a double: its nearest double is infinite, or
 * is 0 although the literal is not. */
bool ss_number_from_text(const char *text, size_t length, fmpq_t value);

/* The double nearest to a rational; ±inf beyond the range. */
double ss_number_to_double(const fmpq_t value);

#ifdef __cplusplus
}
#endif

#endif
