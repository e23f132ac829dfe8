/* poly_private.h: sums of monomials over atoms, the form in which simplify.c thinks.
 *
 * An atom is any expression that is not taken apart: a symbol, sin(phi), the inverse of a sum. A
 * monomial is a product of integer powers (of either sign) of atoms; a polynomial is a sum of
 * monomials with rational coefficients. Monomials are interned: equal ones have equal numbers.
 */
#ifndef STANDSTILL_POLY_PRIVATE_H
#define STANDSTILL_POLY_PRIVATE_H

#include "graph_private.h"

typedef struct ss_power {
  ss_expr atom;
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
  SS_RING_MOST_BITS = 4096,           /* of a coefficient above or below the line, as in fold.c */
  SS_RING_LARGEST_EXPONENT = 1 << 20, /* of an atom; beyond it the ring has failed */
  SS_RING_BUDGET = 1 << 20            /* terms and powers made before the ring fails */
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
  size_t budget;     /* what is left of it */
  bool failed;
} ss_ring;

bool ss_ring_start(ss_ring *ring, size_t most_terms);
void ss_ring_stop(ss_ring *ring);

/* Takes the cost of a step from the budget; false, and the ring has failed, if it cannot be paid.
 */
bool ss_ring_spend(ss_ring *ring, size_t cost);

/* The monomial of these powers, which need not be sorted and may repeat atoms or have exponent 0.
 */
uint32_t ss_ring_monomial(ss_ring *ring, size_t count, const ss_power *powers);
uint32_t ss_ring_multiply(ss_ring *ring, uint32_t a, uint32_t b);
uint32_t ss_ring_raise(ss_ring *ring, uint32_t monomial, int32_t exponent);
int32_t ss_ring_exponent(const ss_ring *ring, uint32_t monomial, ss_expr atom);

ss_poly ss_poly_number(ss_ring *ring, const fmpq_t value);
ss_poly ss_poly_integer(ss_ring *ring, long value);
ss_poly ss_poly_term(ss_ring *ring, const fmpq_t coefficient, uint32_t monomial);
ss_poly ss_poly_atom(ss_ring *ring, ss_expr atom, int32_t exponent);

/* a + c*b. */
ss_poly ss_poly_add(ss_ring *ring, ss_poly a, ss_poly b, const fmpq_t c);
ss_poly ss_poly_plus(ss_ring *ring, ss_poly a, ss_poly b);
ss_poly ss_poly_minus(ss_ring *ring, ss_poly a, ss_poly b);
/* The sum of many: halves first, O(terms log count). */
ss_poly ss_poly_sum(ss_ring *ring, size_t count, const ss_poly *polys);
/* The terms i with keep[i] == value. */
ss_poly ss_poly_select(ss_ring *ring, ss_poly a, const bool *keep, bool value);
/* c * monomial * a. */
ss_poly ss_poly_scale(ss_ring *ring, ss_poly a, const fmpq_t c, uint32_t monomial);
/* a * b; false (and no product) if it would have more than ring->most_terms terms before
 * collecting, or a coefficient of more than SS_RING_MOST_BITS bits. */
bool ss_poly_multiply(ss_ring *ring, ss_poly a, ss_poly b, ss_poly *product);
/* a^n for n >= 0, with the same limits. */
bool ss_poly_raise(ss_ring *ring, ss_poly a, long n, ss_poly *power);
/* The term with that monomial, or NULL. */
const ss_term *ss_poly_find(ss_poly a, uint32_t monomial);

#endif
