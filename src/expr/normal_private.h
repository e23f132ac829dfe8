/* normal_private.h: between expressions and polynomials over atoms. */
#ifndef STANDSTILL_NORMAL_PRIVATE_H
#define STANDSTILL_NORMAL_PRIVATE_H

#include "poly_private.h"

/* One conversion: a graph, a ring, and the polynomial of each node seen so far. */
typedef struct ss_normal {
  ss_graph *graph;
  ss_ring ring;
  bool expand; /* sin, cos, exp of sums become products of atoms: for deciding zero */
  ss_poly *of; /* by node number, for the nodes that existed at the start */
  size_t count;
} ss_normal;

/* false when memory is out. */
bool ss_normal_start(ss_normal *normal, ss_graph *graph, bool expand);
void ss_normal_stop(ss_normal *normal);

/* Fills `of` for everything that the expressions reach. */
bool ss_normal_convert(ss_normal *normal, size_t count, const ss_expr *exprs);

/* The polynomial of an expression that was built during the conversion. */
ss_poly ss_normal_poly(ss_normal *normal, ss_expr e);

/* A short expression equal to the polynomial: common factors pulled out. */
ss_expr ss_normal_build(ss_normal *normal, ss_poly poly);

/* p = content * monomial * primitive, the primitive part having coprime integer coefficients, a
 * positive leading one, and no common power of an atom. Zero gives zero. */
ss_poly ss_normal_primitive(ss_normal *normal, ss_poly p, fmpq_t content, uint32_t *monomial);

/* The position of the term that comes first for a reader. */
size_t ss_normal_leading(const ss_normal *normal, ss_poly p);

/* sin or cos of an angle, as a polynomial of atoms (trigonometry.c). */
ss_poly ss_normal_trigonometric(ss_normal *normal, ss_op op, ss_poly angle);

/* Pythagoras and the sum formulas, wherever they make it shorter (trigonometry.c). */
ss_poly ss_normal_contract(ss_normal *normal, ss_poly p);

/* sin^2 = 1 - cos^2 everywhere (trigonometry.c). */
ss_poly ss_normal_reduce_sines(ss_normal *normal, ss_poly p);

#endif
