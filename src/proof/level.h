/* level.h: the search for the largest level {V < rho} on which the energy provably falls.
 *
 * In the coordinates v = L^T u, M = L L^T, with w_j = p_j L^-1 W_j and C = L^-1 Cs L^-T:
 *
 *     v^T C v + sum |w_j^T v| >= 0  for |v|^2 <= 2 rho      iff     tau := 1/sqrt(2 rho) >= phi(v)
 *     phi(v) = -v^T C v / (|v| sum_j |w_j^T v|)             for all v.
 *
 * The columns w_j are the frictions and, after them, the cuts: vectors c that split the velocities
 * into those with c^T v >= 0 and the others. A cut is like a friction without force.
 */
#ifndef STANDSTILL_PROOF_LEVEL_H
#define STANDSTILL_PROOF_LEVEL_H

#include "facts.h"

/* ---- level_scale.c --------------------------------------------------------------------------- */

typedef struct ss_scaled {
  ss_arena *arena;
  const ss_facts *facts;
  size_t n, m;
  size_t cuts, room; /* how many there are, and may be */
  double *L;         /* n x n, M = L L^T, by columns */
  double *p;         /* m + cuts: what w has taken up */
  double *C, *w;     /* n x n, n x (m + cuts) */
  /* Where Cs vanishes on a direction without slip (columns of U), d_j^T U is prescribed: d_j =
   * d0_j + B y_j. The search takes place in the complement, k dimensions. */
  size_t k;
  double *E;       /* n x k, orthonormal: the complement of L^T U */
  double *Ck, *wk; /* E^T C E, E^T w */
  double *fixed;   /* m + cuts: |d0_j|^2 in these coordinates */
  fmpq_mat_t U, B, d0;
  fmpq_mat_t cut; /* n x room: the cuts as they are, c^T u */
} ss_scaled;

/* With room for that many cuts; false when memory is out or M is not numerically definite. */
bool ss_level_scale(ss_scaled *s, const ss_facts *facts, size_t room, ss_arena *arena);
/* The cut c^T v, c (k) being rounded; false if there is no room or c vanishes. */
bool ss_level_add_cut(ss_scaled *s, const double *c);
void ss_level_clear(ss_scaled *s);

/* ---- level_barrier.c ------------------------------------------------------------------------- */

/* Multipliers for a cell of velocities. */
typedef struct ss_multipliers {
  double tau;
  double *z; /* (k + 1) x columns: d_j = p_j L (E z_j) + d0_j, and zeta_j below it */
  double *N; /* pairs, scaled: N_jk = p_j p_k N */
  double kappa;
} ss_multipliers;

/* One leaf: signs of the columns, and the best multipliers for them. */
typedef struct ss_leaf {
  int *sign; /* m + room: -1, 0, 1 */
  size_t columns;
  size_t *column; /* those that it uses: all frictions, and the cuts with a sign */
  bool lifted;    /* |v| is a coordinate of its own */
  size_t pairs;   /* of columns with a sign, by their places in `column`, first > second */
  size_t (*pair)[2];
  ss_multipliers best, early; /* the last one found, and one on the way (tau = 0: none) */
  double bound;               /* (nearly) a lower bound of tau */
  double work;                /* the cubes of the unknowns, a Newton step */
  double *Z;                  /* (k + 1) x (k + 1): the dual matrix, up to a factor: of v and |v| */
} ss_leaf;

/* When to stop: at this relative gap, at a tau that is good enough, or at one that is surely too
 * large (0 and HUGE_VAL: never). Where `directions` (k x count) are given, each z_j is searched in
 * their span and w_j only. */
typedef struct ss_effort {
  double gap, enough, hopeless;
  size_t count;
  const double *directions;
  const ss_leaf *parent; /* a leaf that contains this one, where to start from; or NULL */
} ss_effort;

/* An empty leaf with these signs (m + room of them, or NULL); NULL when memory is out. */
ss_leaf *ss_level_new_leaf(const ss_scaled *s, const int *sign);

/* Minimises tau, as far as floating point goes. False if no start was found. */
bool ss_level_minimise(const ss_scaled *s, ss_leaf *leaf, const ss_effort *effort);

/* ---- level_tight.c --------------------------------------------------------------------------- */

enum { SS_LEVEL_DIRECTIONS = 8 };

/* The largest phi(v) found, 0 if Cs >= 0; from where the leaf is tight only, or from all starts. */
double ss_level_tight(const ss_scaled *s, const ss_leaf *hint, bool all);

/* Directions (k x count) in which the energy grows fast: eigenvectors of the smallest eigenvalues
 * of C, and where phi leads from them. False when memory is out. */
bool ss_level_directions(const ss_scaled *s, size_t count, double *directions);

/* ---- level_published.c ----------------------------------------------------------------------- */

/* The level of the publication, NAN if its condition does not hold; *residual says how far the
 * eigencolumns of non-positive eigenvalues are from span W. Its numbers go to the levels. */
double ss_level_published(const ss_scaled *s, ss_arena *arena, ss_levels *levels, double *residual);

/* ---- level_round.c --------------------------------------------------------------------------- */

/* A leaf in rationals, verified. */
typedef struct ss_exact_leaf {
  const ss_leaf *from;
  fmpq_mat_t d;     /* (n + 1) x columns: d_j, and zeta_j below it */
  fmpq_mat_t N;     /* columns x columns, lower triangle */
  fmpq_mat_t L, D;  /* (n + 1) x (n + 1), (n + 1) x 1 */
  fmpq_mat_t kappa; /* 1 x 1 */
  fmpq_t level;     /* the smallest (p_j - zeta_j)^2/(2 d_j^T M^-1 d_j) */
} ss_exact_leaf;

/* Rounds and verifies, to a level that is not (much) below the one wanted; false if no rounding
 * could be verified (nothing to clear then). */
bool ss_level_round(const ss_scaled *s, const ss_leaf *leaf, double wanted, ss_exact_leaf *exact);
void ss_level_clear_leaf(ss_exact_leaf *exact);

/* ---- level_split.c --------------------------------------------------------------------------- */

/* The signs (m + room) of the leaves that take the place of one; adds a cut where signs of
 * frictions do not help. Returns their number, 0 if it cannot be split. */
size_t ss_level_split(ss_scaled *s, const ss_leaf *leaf, int *sign[2]);

/* ---- level.c --------------------------------------------------------------------------------- */

/* Finds, rounds, verifies: adds the condition, sets the attempt's level and levels. */
bool ss_attempt_level(ss_attempt *a, const ss_facts *f, int number);
/* Room for what was found of a machine, NULL when memory is out; and its end (NULL is fine). */
struct ss_level *ss_level_room(ss_arena *arena);
void ss_level_forget(struct ss_level *level);

/* ---- inside.c -------------------------------------------------------------------------------- */

/* Is the whole rest set inside the level? Adds the condition. */
bool ss_attempt_inside(ss_attempt *a, const ss_facts *f, int number);
/* No condition: only how much of it is. */
void ss_attempt_measure_rest(ss_attempt *a, const ss_facts *f);

#endif
