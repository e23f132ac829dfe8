/* level.h: the search for the largest level {V < rho} on which the energy provably falls.
 *
 * In the coordinates v = L^T u, M = L L^T, with w_j = p_j L^-1 W_j and C = L^-1 Cs L^-T:
 *
 *     v^T C v + sum |w_j^T v| >= 0  for |v|^2 <= 2 rho      iff     tau := 1/sqrt(2 rho) >= phi(v)
 *     phi(v) = -v^T C v / (|v| sum_j |w_j^T v|)             for all v.
 */
#ifndef STANDSTILL_PROOF_LEVEL_H
#define STANDSTILL_PROOF_LEVEL_H

#include "prove.h"

/* ---- level_scale.c --------------------------------------------------------------------------- */

typedef struct ss_scaled {
  ss_arena *arena;
  const ss_facts *facts;
  size_t n, m;
  double *L;     /* n x n, M = L L^T, by columns */
  double *p;     /* m */
  double *C, *w; /* n x n, n x m */
  /* Where Cs vanishes on a direction without slip (columns of U), d_j^T U is prescribed: d_j =
   * d0_j + B y_j. The search takes place in the complement, k dimensions. */
  size_t k;
  double *E;       /* n x k, orthonormal: the complement of L^T U */
  double *Ck, *wk; /* E^T C E, E^T w */
  double *fixed;   /* m: |d0_j|^2 in these coordinates */
  fmpq_mat_t U, B, d0;
} ss_scaled;

/* False when memory is out or M is not numerically definite. */
bool ss_level_scale(ss_scaled *s, const ss_facts *facts, ss_arena *arena);
void ss_level_clear(ss_scaled *s);

/* ---- level_barrier.c ------------------------------------------------------------------------- */

/* One leaf: signs of the frictions, and the best d_j and N for them. */
typedef struct ss_leaf {
  int *sign;    /* m: -1, 0, 1 */
  size_t pairs; /* of frictions with a sign, j > k */
  size_t (*pair)[2];
  double tau;
  double *z; /* k x m: d_j = p_j L (E z_j) + d0_j */
  double *N; /* pairs, scaled: N_jk = p_j p_k N */
  double
      *Z; /* k x k: the dual matrix, up to a factor; its large eigenvectors are where it is tight */
} ss_leaf;

/* An empty leaf with these signs; NULL when memory is out. */
ss_leaf *ss_level_new_leaf(const ss_scaled *s, const int *sign);

/* Minimises tau to a relative gap. Where `directions` (k x count) are given, each d_j is searched
 * in their span and w_j only. False if no start was found or the first steps failed. */
bool ss_level_minimise(const ss_scaled *s, ss_leaf *leaf, double gap, size_t count,
                       const double *directions);

/* ---- level_tight.c --------------------------------------------------------------------------- */

enum { SS_LEVEL_DIRECTIONS = 8 };

/* The largest phi(v) found, 0 if Cs >= 0. */
double ss_level_tight(const ss_scaled *s, const ss_leaf *hint);

/* Directions (k x count) in which the energy grows fast: eigenvectors of the smallest eigenvalues
 * of C, and where phi leads from them. False when memory is out. */
bool ss_level_directions(const ss_scaled *s, size_t count, double *directions);

/* ---- level_published.c ----------------------------------------------------------------------- */

/* The level of the publication, NAN if its condition does not hold; *residual says how far the
 * eigencolumns of non-positive eigenvalues are from span W. */
double ss_level_published(const ss_scaled *s, double *residual);

/* ---- level_round.c --------------------------------------------------------------------------- */

/* A leaf in rationals, verified. */
typedef struct ss_exact_leaf {
  const ss_leaf *from;
  fmpq_mat_t d, N, L, D; /* n x m; signs x signs, lower triangle; n x n; n x 1 */
  fmpq_t level;          /* the smallest p_j^2/(2 d_j^T M^-1 d_j) */
} ss_exact_leaf;

/* Rounds and verifies; false if no rounding could be verified (nothing to clear then). */
bool ss_level_round(const ss_scaled *s, const ss_leaf *leaf, ss_exact_leaf *exact);
void ss_level_clear_leaf(ss_exact_leaf *exact);

/* ---- level.c --------------------------------------------------------------------------------- */

/* Finds, rounds, verifies: adds the condition, sets the attempt's level and levels. */
bool ss_attempt_level(ss_attempt *a, int number);

/* ---- inside.c -------------------------------------------------------------------------------- */

/* Is the whole rest set inside the level? Adds the condition; `only_if_true` leaves it out where
 * it is not. */
bool ss_attempt_inside(ss_attempt *a, int number);

#endif
