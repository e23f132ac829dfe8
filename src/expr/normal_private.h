/* normal_private.h: between expressions and polynomials over atoms. */
#ifndef STANDSTILL_NORMAL_PRIVATE_H
#define STANDSTILL_NORMAL_PRIVATE_H

#include "graph_private.h"
#include "poly_private.h"

/* One conversion: a graph, a ring, the polynomial of each node seen so far. */
typedef struct ss_normal {
  ss_graph *graph;
  ss_ring ring;
  bool expand;    /* sin, cos, exp of sums become products of atoms: for deciding zero */
  size_t count;   /* nodes that existed at the start; by their number: */
  ss_poly *of;    /* the polynomial, */
  uint8_t *state; /* and how far it is */

  /* by node number: the polynomial of which a sum among the atoms, or the argument of a function
   * among the atoms, was built */
  ss_poly *inside;
  size_t inside_count;

  /* of build.c: the powers of each monomial in the order of reading, and a number by each atom */
  const ss_power **ordered;
  size_t ordered_count;
  uint32_t *tally;
  size_t tally_count;
} ss_normal;

/* false when memory is out. */
bool ss_normal_start(ss_normal *normal, ss_graph *graph, bool expand);
void ss_normal_stop(ss_normal *normal);

/* Fills `of` for the expressions. False when the ring or the graph failed. */
bool ss_normal_convert(ss_normal *normal, size_t count, const ss_expr *exprs);

/* A short expression equal to the polynomial: common factors pulled out. */
ss_expr ss_normal_build(ss_normal *normal, ss_poly poly);

/* The same, and ss_normal_inside() will know the polynomial again. */
ss_expr ss_normal_wrap(ss_normal *normal, ss_poly poly);
ss_poly ss_normal_inside(ss_normal *normal, ss_expr e);

/* Whether an atom is a sum that was built by ss_normal_wrap. */
bool ss_normal_is_sum(const ss_normal *normal, ss_expr atom);

/* p = content * monomial * primitive, the primitive part having coprime integer coefficients, a
 * positive leading one, and no common power of an atom. Zero gives zero. */
ss_poly ss_normal_primitive(ss_normal *normal, ss_poly p, fmpq_t content, uint32_t *monomial);

/* The position of the term that comes first for a reader. */
size_t ss_normal_leading(ss_normal *normal, ss_poly p);

/* sqrt(a)^2 = a and |a|^2 = a^2 in all terms; false if it becomes too large. */
bool ss_normal_reduce_roots(ss_normal *normal, ss_poly *p);

/* sin or cos of an angle, as a polynomial of atoms (trigonometry.c). */
ss_poly ss_normal_trigonometric(ss_normal *normal, ss_op op, ss_poly angle);

/* Pythagoras and the sum formulas, wherever they make it shorter (trigonometry.c). */
ss_poly ss_normal_contract(ss_normal *normal, ss_poly p);

/* sin^2 = 1 - cos^2 everywhere, as far as the limits of the ring allow (trigonometry.c). */
ss_poly ss_normal_reduce_sines(ss_normal *normal, ss_poly p);

/* Whether the normal form shows that e is zero (zero.c). */
bool ss_zero_prove(ss_graph *graph, ss_expr e);

/* Points first, first + 1, ... before end of a fixed list of rational points. */
typedef struct ss_points {
  int first, end;
} ss_points;

/* Sets refuted[i] for each expression that is not zero at one of the points; others are left as
 * they are (zero.c). */
void ss_zero_refute(const ss_graph *graph, size_t count, const ss_expr *exprs, ss_points points,
                    bool *refuted);

#endif
