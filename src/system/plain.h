/* plain.h: a model read plainly: its formulas as they are written, as polynomials.
 *
 *     Q[q_1 ... q_n, u_1 ... u_n, s_1, s_2, ...],     low_i <= s_i <= high_i
 *
 * in the coordinates, the velocities and one symbol s for each number that is not rational and each
 * parameter with a range. This is the reading of standstill-check, rule by rule (the rules are in
 * docs/certificate.md): what it gives for an entry of a matrix is what the checker will find.
 */
#ifndef STANDSTILL_MODEL_PLAIN_H
#define STANDSTILL_MODEL_PLAIN_H

#include <arb.h>
#include <flint/fmpq_mpoly.h>

#include "standstill/exact.h"
#include "standstill/model.h"

/* The limits of the checker. */
enum {
  SS_PLAIN_BITS = 256,
  SS_PLAIN_COORDINATES = 64,
  SS_PLAIN_SYMBOLS = 48,
  SS_PLAIN_TERMS = 20000,
  SS_PLAIN_DEGREE = 32,
  SS_PLAIN_OPERATIONS = 2000000,
  SS_PLAIN_COEFFICIENT_BITS = 100000,
  SS_PLAIN_CORNERS = 10,
  SS_PLAIN_DEPTH = 400
};

typedef fmpq_mpoly_struct ss_plain_poly;

typedef struct ss_plain_range {
  fmpq *low, *high;
  bool exact; /* the ends are not rounded */
} ss_plain_range;

/* What made it: an operation on these numbers; SS_OP_SYMBOL for a range. */
typedef struct ss_plain_symbol {
  ss_op op;
  const ss_plain_poly *first, *second;
  ss_plain_range range;
} ss_plain_symbol;

/* left = by * right, for the newest symbol in left: A + left B is A + (B / by) right. */
typedef struct ss_plain_relation {
  size_t newest;
  const ss_plain_poly *left, *by, *right;
} ss_plain_relation;

/* What a symbol of the graph means. */
typedef enum ss_plain_kind {
  SS_PLAIN_NOTHING,
  SS_PLAIN_PARAMETER,
  SS_PLAIN_LET,
  SS_PLAIN_INPUT,
  SS_PLAIN_COORDINATE,
  SS_PLAIN_VELOCITY,
  SS_PLAIN_CHART,
  SS_PLAIN_CHART_VELOCITY,
  SS_PLAIN_POINT
} ss_plain_kind;

typedef struct ss_plain_meaning {
  ss_plain_kind kind;
  size_t index; /* of a point: 2 i + component */
} ss_plain_meaning;

typedef struct ss_plain_pool ss_plain_pool;

typedef struct ss_plain {
  const ss_model *model;
  const ss_graph *graph;
  const ss_expr *law; /* what the inputs follow, resolved; NULL if there are none */
  ss_arena *arena;
  ss_plain_pool *pool;
  bool has_ring, charted; /* charted: the coordinates are those of the chart */
  size_t n, coordinates;  /* of the model; of the equations */
  fmpq_mpoly_ctx_t ring;
  ss_plain_symbol symbol[SS_PLAIN_SYMBOLS];
  ss_plain_relation relation[2 * SS_PLAIN_SYMBOLS];
  size_t symbols, relations, operations;
  size_t depth, levels;      /* of definitions, of a walk */
  ss_plain_meaning *meaning; /* by node of the graph */
  /* found so far, or NULL */
  ss_plain_poly **parameter, **let, **input, **coordinate;
  const ss_formula *formula; /* the one being read */

  /* Why there is no such reading: a phrase, or NULL. What was asked for afterwards is 0. */
  const char *why;
  bool unlinear; /* because it is not linear */
  bool failed;   /* memory */

  /* M q'' + G(q, q') = W lambda, G = C q' + K q - f if it is linear; by rows */
  ss_plain_poly **M, **C, **K, **f, **W, **p, **G;
  size_t frictions, *element; /* those with p > 0 */
  bool linear;
  ss_plain_poly **normal; /* the force in each slider with friction, else NULL */
} ss_plain;

/* ---- plain.c --------------------------------------------------------------------------------- */

/* The reading of a model whose inputs follow `law`. SS_OK or SS_MEMORY; `why` says what it lacks.
 * ss_plain_clear is due in both cases. */
ss_status ss_plain_start(ss_plain *x, const ss_model *model, const ss_expr *law);
void ss_plain_clear(ss_plain *x);

/* Remembers why the model has no plain reading. */
void ss_plain_refuse(ss_plain *x, const char *format, ...) __attribute__((format(printf, 2, 3)));

fmpq *ss_plain_rational(ss_plain *x);
arb_ptr ss_plain_ball(ss_plain *x);
ss_plain_poly *ss_plain_new(ss_plain *x); /* 0 */
ss_plain_poly **ss_plain_room(ss_plain *x, size_t count);

/* ---- plain_ring.c ---------------------------------------------------------------------------- */

ss_plain_poly *ss_plain_constant(ss_plain *x, const fmpq_t value);
ss_plain_poly *ss_plain_integer(ss_plain *x, slong value);
ss_plain_poly *ss_plain_variable(ss_plain *x, size_t index); /* q, u, then symbols */
ss_plain_poly *ss_plain_sum(ss_plain *x, const ss_plain_poly *a, const ss_plain_poly *b, int sign);
ss_plain_poly *ss_plain_product(ss_plain *x, const ss_plain_poly *a, const ss_plain_poly *b);
ss_plain_poly *ss_plain_quotient(ss_plain *x, const ss_plain_poly *a, const ss_plain_poly *b);
ss_plain_poly *ss_plain_power(ss_plain *x, const ss_plain_poly *base,
                              const ss_plain_poly *exponent);
ss_plain_poly *ss_plain_by(ss_plain *x, const ss_plain_poly *e, size_t index); /* derivative */
ss_plain_poly *ss_plain_rate(ss_plain *x, const ss_plain_poly *e);             /* sum de/dq_i u_i */
/* The variables [from, to) put to 0. */
ss_plain_poly *ss_plain_at_zero(ss_plain *x, const ss_plain_poly *e, size_t from, size_t to);
bool ss_plain_is_constant(ss_plain *x, const ss_plain_poly *e);
bool ss_plain_is_zero(ss_plain *x, const ss_plain_poly *e);

/* ---- plain_numbers.c ------------------------------------------------------------------------- */

/* Where a polynomial of symbols lies. */
ss_plain_range ss_plain_find_range(ss_plain *x, const ss_plain_poly *e);
bool ss_plain_is_exact(ss_plain_range range); /* one number */
ss_plain_poly *ss_plain_symbol_of(ss_plain *x, ss_op op, const ss_plain_poly *first,
                                  const ss_plain_poly *second, ss_plain_range range);
ss_plain_poly *ss_plain_invert(ss_plain *x, const ss_plain_poly *e);

/* ---- plain_functions.c ----------------------------------------------------------------------- */

ss_plain_poly *ss_plain_pi(ss_plain *x);
ss_plain_poly *ss_plain_apply(ss_plain *x, ss_op op, const ss_plain_poly *a,
                              const ss_plain_poly *b);

/* ---- plain_value.c --------------------------------------------------------------------------- */

ss_plain_poly *ss_plain_read(ss_plain *x, const ss_formula *formula);
ss_plain_poly *ss_plain_parameter_value(ss_plain *x, size_t parameter);
ss_plain_poly *ss_plain_coordinate_value(ss_plain *x, size_t coordinate);
void ss_plain_place(ss_plain *x, size_t point, ss_plain_poly *position[2]);
/* From now on in the coordinates of the chart and, behind them, of the gaps, of which the model's
 * coordinates get their shares: a row per gap. */
void ss_plain_enter_chart(ss_plain *x, const fmpq_mat_t shares);

/* ---- plain_derive.c -------------------------------------------------------------------------- */

/* M, C, K, f, W, p, G. */
void ss_plain_derive(ss_plain *x);
/* The coefficients of x, x^3, ... of G about a point; their number, 0 if G is not odd there. One
 * coordinate. */
size_t ss_plain_spring(ss_plain *x, const fmpq_t about, size_t most, ss_plain_poly **coefficient);

#endif
