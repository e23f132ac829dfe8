/* zero_order.h: a body at rest on planar contacts, and what it does when it is nudged.
 *
 * Near a rest position with closed contacts, motions are invariant, to lowest order, under
 * (q, u, t) -> (eps^2 q, eps u, eps t): mass matrix, loads and contact directions are those of the
 * rest position. This is the zero-order dynamics. In contact coordinates, gap_1, slip_1, gap_2, …
 *
 *     c = J u,    c' = a + D lambda,    D = J M^-1 J^T,    a = J M^-1 h,
 *
 * with Coulomb's law at each contact and impacts one at a time (`sequential`), all of them cones.
 * Numbers are balls of Arb: what is decided about them is decided for all parameters within.
 */
#ifndef STANDSTILL_ZERO_ORDER_H
#define STANDSTILL_ZERO_ORDER_H

#include <arb_mat.h>

#include "standstill/system.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SS_ZERO_ORDER_MOST = 4 }; /* contacts */

typedef struct ss_zero_order {
  const ss_system *system;
  size_t contacts, coordinates;
  size_t element[SS_ZERO_ORDER_MOST];
  const char *name[SS_ZERO_ORDER_MOST];
  slong precision;
  arb_mat_t M, h, J; /* n x n, n x 1, 2 contacts x n */
  arb_mat_t D, a;    /* 2 contacts x 2 contacts, 2 contacts x 1 */
  arb_struct mu[SS_ZERO_ORDER_MOST], e[SS_ZERO_ORDER_MOST];
} ss_zero_order;

/* The zero-order dynamics at a position (doubles, taken as exact). NULL with *why_not, a phrase,
 * where it is not of this kind: no contacts or more than SS_ZERO_ORDER_MOST are closed, one of them
 * is not planar or has another law than coulomb, there is other friction, something moves by
 * itself. The arena clears it. */
ss_status ss_zero_order_find(ss_arena *arena, const ss_system *system, const double *q,
                             const ss_zero_order **zero, const char **why_not);

typedef enum ss_zero_mode { SS_ZERO_FREE, SS_ZERO_STICK, SS_ZERO_PLUS, SS_ZERO_MINUS } ss_zero_mode;

/* "free", "stick", "slip+", "slip-". */
const char *ss_zero_mode_word(ss_zero_mode mode);

/* What all contacts do at once, starting from rest: PROVED it is consistent (with all inequalities
 * strict), REFUTED it is not, UNKNOWN: an equality, or not determined (statically indeterminate
 * sticking of several contacts). */
typedef struct ss_zero_motion {
  ss_zero_mode mode[SS_ZERO_ORDER_MOST];
  ss_verdict consistent;
  bool determined;                             /* forces and accelerations below are it */
  double force[2 * SS_ZERO_ORDER_MOST];        /* lambda, in the order of c */
  double acceleration[2 * SS_ZERO_ORDER_MOST]; /* c' */
} ss_zero_motion;

/* All 4^contacts combinations. */
ss_status ss_zero_order_motions(ss_arena *arena, const ss_zero_order *zero, size_t *count,
                                ss_zero_motion **motion);

/* Whether forces within the friction cones hold the position: PROVED strictly, by forces inside;
 * REFUTED no forces do. `friction`, unless NULL, is that of the second contact among them, for two
 * contacts of a body in the plane. */
ss_verdict ss_zero_order_holds(const ss_zero_order *zero, double *friction);

#ifdef __cplusplus
}
#endif

#endif
