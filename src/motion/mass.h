/* mass.h: M^-1 x, with as little work a step as the mass matrix allows. */
#ifndef STANDSTILL_MOTION_MASS_H
#define STANDSTILL_MOTION_MASS_H

#include "standstill/system.h"

typedef enum ss_mass_kind {
  SS_MASS_DIAGONAL, /* constant and diagonal */
  SS_MASS_CONSTANT, /* no state changes it */
  SS_MASS_VARIES
} ss_mass_kind;

typedef struct ss_mass {
  size_t n;
  ss_mass_kind kind;
  bool ready;       /* a constant one was inverted */
  bool thin;        /* one that varies was almost singular at some time */
  double *most;     /* the largest pivots so far */
  double *factor;   /* M = L D L^T: L below the diagonal, 1/D on it, D L^T above (by columns) */
  double *inverse;  /* constant M: M^-1, n x n */
  double *diagonal; /* diagonal M: 1/M_kk; else for work */
} ss_mass;

ss_mass_kind ss_mass_classify(const ss_system *system);

ss_status ss_mass_create(ss_arena *arena, const ss_system *system, ss_mass *mass);

/* Takes the matrix of the present state. SS_SINGULAR if it is not positive definite. */
ss_status ss_mass_update(ss_mass *mass, const double *M);

/* The same from the factor. */
void ss_mass_solve_raw(size_t n, const double *restrict F, const double *restrict x,
                       double *restrict y);

/* y = M^-1 x; y is not x. In line, because most matrices are constant and small. */
static inline void ss_mass_solve(const ss_mass *mass, const double *restrict x,
                                 double *restrict y) {
  const size_t n = mass->n;
  if (mass->kind == SS_MASS_VARIES) {
    ss_mass_solve_raw(n, mass->factor, x, y);
  } else if (mass->kind == SS_MASS_DIAGONAL) {
    for (size_t i = 0; i < n; i++) y[i] = mass->diagonal[i] * x[i];
  } else {
    for (size_t i = 0; i < n; i++) {
      double sum = 0;
      for (size_t k = 0; k < n; k++) sum += mass->inverse[k + n * i] * x[k];
      y[i] = sum;
    }
  }
}

#endif
