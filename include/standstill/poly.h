/* poly.h: exact polynomials, sparse, in as many variables as one likes.
 *
 *     p = sum_i c_i x_1^e_i1 x_2^e_i2 ...,      c_i rational, e_ij integers of either sign
 *
 * A variable, an atom, is any number: the simplifier takes expressions that are not taken apart (a
 * symbol, sin(phi), the inverse of a sum), others count theirs from 0. Monomials are interned in a
 * ring: equal ones have equal numbers, so that adding is merging sorted lists of integers. Terms
 * live in the ring until it is stopped; a polynomial is a value that refers to them and is never
 * freed by itself.
 */
#ifndef STANDSTILL_POLY_H
#define STANDSTILL_POLY_H

#include <arb.h>
#include <flint/fmpq.h>

#include "standstill/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ss_power {
  uint32_t atom;
  int32_t exponent; /* not 0 */
} ss_power;

/* Powers sorted by atom; monomial 0 is 1. */
typedef struct ss_monomial {
  const ss_power *powers;
  uint32_t count;
} ss_monomial;

typedef struct ss_term {
  uint32_t monomial;
  fmpq coefficient; /* not 0 */
} ss_term;

/* Terms sorted by monomial, each monomial once. The zero polynomial has no terms. */
typedef struct ss_poly {
  size_t count;
  ss_term *terms;
} ss_poly;

enum {
  SS_RING_MOST_EXPONENT = 64,         /* to which a sum is raised */
  SS_RING_LARGEST_EXPONENT = 1 << 20, /* of an atom; beyond it the ring has failed */
  /* what a ring begins with; its owner may set others in it */
  SS_RING_MOST_BITS = 4096, /* of a coefficient above or below the line, as in fold.c */
  SS_RING_BUDGET = 1 << 20  /* terms and powers made before the ring fails */
};

/* What the polynomials of one computation share. A failure is sticky: memory is out, an exponent is
 * too large, or more was computed than the budget allows. What was computed after it means nothing.
 */
typedef struct ss_ring {
  ss_arena *arena;
  ss_monomial *monomials;
  size_t count, capacity;
  uint32_t *table; /* of monomials, open addressing */
  size_t table_size;
  struct ss_term_block *blocks; /* all terms, for freeing their numbers */
  ss_term *scratch;             /* where products are collected */
  size_t scratch_size;
  size_t most_terms; /* of a product, before collecting, and of a sum */
  long most_bits;    /* of a coefficient */
  size_t budget;     /* what is left of it */
  bool failed;
} ss_ring;

bool ss_ring_start(ss_ring *ring, size_t most_terms);
void ss_ring_stop(ss_ring *ring);

/* The monomial of these powers, which need not be sorted and may repeat atoms or have exponent 0.
 */
uint32_t ss_ring_monomial(ss_ring *ring, size_t count, const ss_power *powers);
uint32_t ss_ring_multiply(ss_ring *ring, uint32_t a, uint32_t b);
uint32_t ss_ring_raise(ss_ring *ring, uint32_t monomial, int32_t exponent);
int32_t ss_ring_exponent(const ss_ring *ring, uint32_t monomial, uint32_t atom);

ss_poly ss_poly_number(ss_ring *ring, const fmpq_t value);
ss_poly ss_poly_integer(ss_ring *ring, long value);
ss_poly ss_poly_term(ss_ring *ring, const fmpq_t coefficient, uint32_t monomial);
ss_poly ss_poly_atom(ss_ring *ring, uint32_t atom, int32_t exponent);

/* a + c*b. */
ss_poly ss_poly_add(ss_ring *ring, ss_poly a, ss_poly b, const fmpq_t c);
ss_poly ss_poly_plus(ss_ring *ring, ss_poly a, ss_poly b);
ss_poly ss_poly_minus(ss_ring *ring, ss_poly a, ss_poly b);
/* The sum of many: halves first, O(terms log count). */
ss_poly ss_poly_sum(ss_ring *ring, size_t count, const ss_poly *polys);
/* c * monomial * a. */
ss_poly ss_poly_scale(ss_ring *ring, ss_poly a, const fmpq_t c, uint32_t monomial);
/* a * b; false (and no product) if it would have more than ring->most_terms terms before
 * collecting, or a coefficient of more than ring->most_bits bits. */
bool ss_poly_multiply(ss_ring *ring, ss_poly a, ss_poly b, ss_poly *product);
/* a^n for n >= 0, with the same limits. */
bool ss_poly_raise(ss_ring *ring, ss_poly a, long n, ss_poly *power);
/* The term with that monomial, or NULL. */
const ss_term *ss_poly_find(ss_poly a, uint32_t monomial);

/* ---- poly_calculus.c ------------------------------------------------------------------------- */

/* The derivative by an atom. */
ss_poly ss_poly_derivative(ss_ring *ring, ss_poly a, uint32_t atom);

/* a with every atom[i] replaced by to[i], at once; false (and no result) with the limits of
 * ss_poly_multiply, or where a negative power of an atom would become one of no single term. */
bool ss_poly_substitute(ss_ring *ring, ss_poly a, size_t count, const uint32_t *atom,
                        const ss_poly *to, ss_poly *result);

/* The degree of a monomial, and the largest and smallest of a polynomial that is not 0:
 * sum weight[atom] * exponent, or with weight NULL the sum of the exponents. */
long ss_ring_degree(const ss_ring *ring, uint32_t monomial, const int32_t *weight);
long ss_poly_degree(const ss_ring *ring, ss_poly a, const int32_t *weight);
long ss_poly_order(const ss_ring *ring, ss_poly a, const int32_t *weight);
/* The terms of degrees from low to high. */
ss_poly ss_poly_part(ss_ring *ring, ss_poly a, const int32_t *weight, long low, long high);

/* The value where atom j is value[j]: exact, false if that divides by 0; in doubles, with their
 * roundings; in balls of `precision` bits, which contain it. */
bool ss_poly_value(const ss_ring *ring, ss_poly a, const fmpq *value, fmpq_t result);
double ss_poly_value_double(const ss_ring *ring, ss_poly a, const double *value);
void ss_poly_value_ball(const ss_ring *ring, ss_poly a, arb_srcptr value, slong precision,
                        arb_t result);

#ifdef __cplusplus
}
#endif

#endif
