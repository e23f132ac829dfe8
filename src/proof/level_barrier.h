/* level_barrier.h: the barrier of one cell of velocities, as the files level_barrier.c,
 * level_form.c and level_start.c share it.
 */
#ifndef STANDSTILL_PROOF_LEVEL_BARRIER_H
#define STANDSTILL_PROOF_LEVEL_BARRIER_H

#include <cblas.h>

#include "level.h"

typedef struct ss_barrier {
  const ss_scaled *s;
  ss_leaf *leaf;
  size_t lift;        /* 1 if t is a coordinate, the last one */
  size_t k, m, b;     /* rows of Q; columns; unknowns of one */
  size_t pairs, size; /* size = b m + pairs + lift + 1: y, N, kappa, tau */
  double t, nu;
  double *x, *trial, *step, *gradient, *H, *scale;
  double *w;              /* k x m */
  double *F, *RF;         /* k x b each, m of them: orthonormal bases, and R F */
  double *z;              /* k: one (z_j, zeta_j) */
  double *cap, *low;      /* pairs, m: N < cap, zeta > -low */
  double *Q, *R, *Rw, *G; /* k x k, k x k, k x m, m x m: R w and w^T R w */
  double *T;              /* b m x m: F^T R w */
  double *P, *Pw;         /* k x k, k x m: R J R and R J R w, J = [-I 0; 0 1] */
} ss_barrier;

static inline int given_sign(const ss_barrier *b, size_t j) {
  return b->leaf->sign[b->leaf->column[j]];
}

static inline double sign_of(const ss_barrier *b, size_t j) {
  return given_sign(b, j) < 0 ? -1 : 1;
}

static inline double pair_sign(const ss_barrier *b, size_t p) {
  return sign_of(b, b->leaf->pair[p][0]) * sign_of(b, b->leaf->pair[p][1]);
}

/* q_j */
static inline double weight_of(const ss_barrier *b, size_t j) {
  return b->leaf->column[j] < b->s->m ? 1 : 0;
}

static inline bool is_capped(const ss_barrier *b, size_t j) {
  return b->lift && given_sign(b, j);
}

static inline int last_side(const ss_barrier *b, size_t j) {
  return b->lift && !given_sign(b, j) ? -1 : 1;
}

static inline double length_of(size_t k, const double *x) {
  return cblas_dnrm2((int)k, x, 1);
}

/* ---- level_form.c ---------------------------------------------------------------------------- */

/* (z_j, zeta_j) = F_j y_j, in b->z. */
const double *ss_barrier_expand(const ss_barrier *b, const double *x, size_t j);

/* The barrier's value at x, with the factor of Q; HUGE_VAL outside. */
double ss_barrier_evaluate(ss_barrier *b, const double *x);

/* After a value: R = Q^-1 and what follows from it. After that: gradient and Hessian (its lower
 * triangle) at b->x. */
void ss_barrier_invert(ss_barrier *b);
void ss_barrier_derive(ss_barrier *b);

/* ---- level_start.c --------------------------------------------------------------------------- */

/* The relative gap at which a point is good to start from: not yet near the boundary. */
#define SS_BARRIER_EARLY 0.3

/* A feasible x, and t for it: from the parent's early point, or (parent NULL) from afar. */
bool ss_barrier_start(ss_barrier *b, const ss_leaf *parent);

/* ---- level_barrier.c ------------------------------------------------------------------------- */

/* The barrier of a leaf, in the arena; false when memory is out. */
bool ss_barrier_create(ss_barrier *b, const ss_scaled *s, ss_leaf *leaf, const ss_effort *effort,
                       ss_arena *arena);

#endif
