/* reference.h: what the files about references share. */
#ifndef STANDSTILL_VARY_REFERENCE_H
#define STANDSTILL_VARY_REFERENCE_H

#include "standstill/reference.h"
#include "variation.h"

/* ---- riccati.c ------------------------------------------------------------------------------- */

/* Along the knots of one segment. */
typedef struct ss_riccati {
  size_t states, inputs;
  const double *Q, *R; /* diagonals */
  double *A, *B, *S;   /* per knot: states x states, states x inputs, B R^-1 B^T */
  double *P;           /* at the present knot */
  double *at_A, *at_S, *work, *rates, *stage;
} ss_riccati;

ss_status ss_riccati_create(ss_arena *arena, size_t states, size_t inputs, size_t knots,
                            ss_riccati *riccati);

/* S of a knot, from its B; K of a knot (inputs x states), from its B and P. */
void ss_riccati_weigh(const ss_riccati *riccati, size_t knot);
void ss_riccati_find_gain(const ss_riccati *riccati, size_t knot, double *gain);

/* P goes from a knot to the one before it, h earlier; false: it has no bounds. */
bool ss_riccati_go_back(const ss_riccati *riccati, size_t knot, double h);

/* sum += share G^T after G, for the first columns of G. */
void ss_riccati_jump(const ss_riccati *riccati, size_t columns, const double *G, double share,
                     const double *after, double *sum);

#endif
