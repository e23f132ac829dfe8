/* perch.h: machines that friction holds in every direction (perch.c, ss_perch.c).
 *
 * Contacts that are closed and frictions with known normal forces, whose directions together are
 * coordinates of the velocity:
 *
 *     c = J u,    c' = a + D lambda,    D = J M^-1 J^T,    a = J M^-1 h,    h + J^T force = 0,
 *
 * rows of J being the gap's rate and the slips of each contact, and the slips of each friction.
 * `force` is what holds the machine at rest. All are balls, over a small box of positions and all
 * parameters in their ranges; where nothing depends on the state they are those of all states.
 */
#ifndef SS_PROOF_PERCH_H
#define SS_PROOF_PERCH_H

#include <arb_mat.h>

#include "theorem.h"

enum { PERCH_MOST = 8 }; /* coordinates, hence elements */

typedef struct perch_element {
  const char *name;
  size_t element; /* of the system */
  bool contact;
  size_t row;       /* of its gap's rate, or of its first slip */
  size_t slip;      /* of its first slip */
  size_t slips;     /* 0, 1 or 2: then friction has the same bound in all directions */
  size_t pinned;    /* of a contact, in a box: the coordinate along which its gap changes sign */
  arb_struct bound; /* mu of a contact, mu N of a friction */
  arb_struct e;     /* restitution of a contact */
} perch_element;

typedef struct ss_perch {
  const ss_system *system;
  size_t n, elements;
  perch_element element[PERCH_MOST];
  slong precision;
  bool everywhere;   /* nothing depends on the state, and all contacts are among the elements */
  const double *at;  /* n: the middle of the box */
  double radius;     /* of the box */
  bool closed;       /* all gaps are 0 at some position of the box; true everywhere */
  bool independent;  /* J is regular: D, a and force are known */
  bool heavy;        /* M is positive definite */
  arb_mat_t M, h, J; /* n x n, n x 1, n x n */
  arb_mat_t D, a, force;
} ss_perch;

/* A ball: |D entry| summed over the frictions, times their bounds; the normal row is the contact's.
 * How much they may change the acceleration of its gap. */
void ss_perch_stir(const ss_perch *p, const perch_element *contact, arb_t sum);
/* The length of the rows [from, from + count) of a column. */
void ss_perch_length(const arb_mat_t column, size_t from, size_t count, slong precision, arb_t z);

/* ss_perch.c: all conditions about states near the position hold. */
bool ss_perch_holds(const ss_perch *p);
bool ss_theorem_ss_perch(ss_attempt *a);            /* near the position */
bool ss_theorem_ss_perch_everywhere(ss_attempt *a); /* from all states */
const char *ss_perch_explain(const ss_attempt *a);

#endif
