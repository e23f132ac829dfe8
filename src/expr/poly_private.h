/* poly_private.h: what polynomials let the other files of the room do. */
#ifndef STANDSTILL_POLY_PRIVATE_H
#define STANDSTILL_POLY_PRIVATE_H

#include "standstill/poly.h"

/* Takes the cost of a step from the budget; false, and the ring has failed, if it cannot be paid.
 */
bool ss_ring_spend(ss_ring *ring, size_t cost);

/* The terms i with keep[i] == value. */
ss_poly ss_poly_select(ss_ring *ring, ss_poly a, const bool *keep, bool value);

#endif
