/* sos.h: sums of squares, decided exactly.
 *
 * A program has unknown numbers f_1 .. f_n and conditions. Condition c asks that
 *
 *     p_c(x; f) = p_c0(x) + sum_v f_v p_cv(x) = sum_k g_ck(x) m_ck(x)^T G_ck m_ck(x),   G_ck >= 0
 *
 * with given polynomials p_cv, weights g_ck (1, or what is not negative on the set in question) and
 * bases m_ck of monomials. A weight 1 alone: p_c is a sum of squares. Unknown multipliers are Gram
 * matrices here, so that products of unknowns do not occur.
 *
 * THE ANSWER is exact or none. Floating point suggests (the margin program, below); then
 *
 *     proved    f and all G_ck are rational, the identities hold digit by digit, and every G_ck is
 *               positive semidefinite by its factors L D L^T over the rationals;
 *     refuted   there are no such f and G: a rational linear functional l_c for each condition has
 *               l_c(g_ck m_i m_j) positive definite for all k, sum_c l_c(p_cv) = 0 for all v and
 *               sum_c l_c(p_c0) < 0. Where no p_c0 is given, the last one is absent, and what is
 *               refuted is that some G is not 0;
 *     unknown   neither was found; the reason says what stands in the way.
 *
 * THE MARGIN PROGRAM  maximise t  such that  G = X + t I, X >= 0, the traces of all G add up to 1,
 * p_c0 being multiplied with one more unknown tau = X_0 + t, is feasible and bounded whatever is
 * asked. t > 0 leaves room for rounding; t < 0 gives the functional, with room too; t = 0 means
 * that no G is definite: then the null vectors of the G that was found are rounded, the bases are
 * reduced to what is orthogonal to them (facial reduction), and the smaller program is tried.
 *
 * Units do not matter: variables, conditions and unknowns are scaled by powers of two first.
 */
#ifndef STANDSTILL_SOS_H
#define STANDSTILL_SOS_H

#include <flint/fmpq_mat.h>

#include "standstill/poly.h"
#include "standstill/sdp.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SS_SOS_ONE SIZE_MAX /* the unknown that is 1: of p_c0 */

typedef struct ss_sos_summand {
  size_t unknown; /* v, or SS_SOS_ONE */
  ss_poly poly;   /* p_cv */
} ss_sos_summand;

typedef struct ss_sos_part {
  ss_poly weight;        /* g_ck, not 0 */
  size_t count;          /* of the basis; 0 is legal */
  const uint32_t *basis; /* monomials of the ring, without negative exponents, each once */
} ss_sos_part;

typedef struct ss_sos_condition {
  size_t summands;
  const ss_sos_summand *summand;
  size_t parts;
  const ss_sos_part *part;
} ss_sos_condition;

typedef struct ss_sos_program {
  size_t unknowns;
  size_t conditions;
  const ss_sos_condition *condition;
} ss_sos_program;

typedef struct ss_sos_options {
  ss_sdp_options sdp;
  size_t faces; /* reductions that may be tried */
} ss_sos_options;

/* Those of sdp.h, 4 reductions. */
ss_sos_options ss_sos_default_options(void);

/* A linear functional on polynomials: its values at monomials, 0 at all others. */
typedef struct ss_sos_functional {
  size_t count;
  const uint32_t *monomial;
  const fmpq *value;
} ss_sos_functional;

typedef struct ss_sos_answer {
  ss_verdict verdict;
  const char *reason; /* of unknown, one sentence; else NULL */
  double margin;      /* t, of the scaled program as it was solved last; NAN: it was not */
  size_t faces;       /* reductions that were made by rounded null vectors */
  size_t dropped;     /* monomials of bases that cannot stand in any sum */
  size_t largest;     /* rows of the largest block, and how many blocks and equalities there were */
  size_t blocks, equalities;
  const ss_sdp_program *program;       /* the margin program that was solved last; or NULL */
  const fmpq *value;                   /* proved: the unknowns */
  fmpq_mat_struct *const *gram;        /* proved: [condition][part] */
  const ss_sos_functional *functional; /* refuted: by condition */
} ss_sos_answer;

/* Decides a program. Polynomials are in the ring, which is written to (new monomials). The answer
 * lives in the arena. SS_OK whatever the verdict is; SS_LIMIT: the ring has failed. */
ss_status ss_sos_decide(ss_ring *ring, const ss_sos_program *program, const ss_sos_options *options,
                        ss_arena *arena, ss_sos_answer *answer);

/* Whether one polynomial is a sum of squares, with the basis of ss_sos_newton. */
ss_status ss_sos_decide_poly(ss_ring *ring, ss_poly poly, const ss_sos_options *options,
                             ss_arena *arena, ss_sos_answer *answer);

/* ---- verify.c -------------------------------------------------------------------------------- */

/* Whether numbers prove or refute a program, by multiplying out; knows nothing of how they were
 * found. ss_sos_decide says `proved` and `refuted` only after these. False, too, if the ring
 * fails. */
bool ss_sos_verify(ss_ring *ring, const ss_sos_program *program, const fmpq *value,
                   fmpq_mat_struct *const *gram);
bool ss_sos_verify_functional(ss_ring *ring, const ss_sos_program *program,
                              const ss_sos_functional *functional);

/* ---- bases (basis.c) ------------------------------------------------------------------------- */

typedef struct ss_sos_basis {
  size_t count;
  const uint32_t *monomial;
} ss_sos_basis;

/* All monomials x^e in these atoms with  low <= sum weight_j e_j <= high  (weights >= 1; NULL: all
 * 1). SS_LIMIT: more than SS_SOS_MOST_BASIS. */
enum { SS_SOS_MOST_BASIS = 4096 };
ss_status ss_sos_monomials(ss_ring *ring, size_t atoms, const uint32_t *atom, const int32_t *weight,
                           long low, long high, ss_arena *arena, ss_sos_basis *basis);

/* The monomials x^e with 2e in the Newton polytope of the polynomial: no others stand in a
 * decomposition (Reznick 1978). Decided by exact linear programs. A polynomial with negative
 * exponents has the basis of none. */
ss_status ss_sos_newton(ss_ring *ring, ss_poly poly, ss_arena *arena, ss_sos_basis *basis);

#ifdef __cplusplus
}
#endif

#endif
