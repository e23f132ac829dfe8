/* polyhedron.h: {y : D y + v >= 0} of small size, and linear programs over it. */
#ifndef STANDSTILL_CONTACT_POLYHEDRON_H
#define STANDSTILL_CONTACT_POLYHEDRON_H

#include "standstill/contact.h"

enum {
  POLYHEDRON_ROWS = 4 * SS_ENUMERATE_MOST + 1,
  POLYHEDRON_UNKNOWNS = 2 * SS_ENUMERATE_MOST + 1,
  FREE_VARIABLE = -1
};

typedef struct polyhedron {
  size_t rows, unknowns;
  double D[POLYHEDRON_ROWS][POLYHEDRON_UNKNOWNS], v[POLYHEDRON_ROWS];
} polyhedron;

/* Slacks, outputs and the objective in terms of the nonbasic variables; the last column is the
 * constant. */
typedef struct dictionary {
  size_t rows, unknowns;
  double T[POLYHEDRON_ROWS + POLYHEDRON_UNKNOWNS + 1][POLYHEDRON_UNKNOWNS + 1];
  int row_variable[POLYHEDRON_ROWS], column_variable[POLYHEDRON_UNKNOWNS];
} dictionary;

typedef enum optimum { OPTIMUM_FOUND, OPTIMUM_UNBOUNDED, OPTIMUM_UNKNOWN } optimum;

/* The largest t <= 1 with D y + v >= t for some y: negative if the polyhedron is empty. y has space
 * for unknowns + 1 numbers. */
double ss_polyhedron_deepest(const polyhedron *p, dictionary *d, double *y);

/* Moves the point y of the polyhedron to a maximiser of c . y. */
optimum ss_polyhedron_climb(const polyhedron *p, const double *c, dictionary *d, double *y);

#endif
