/* field_private.h: the search for a point where a function does not fall. */
#ifndef SS_FIELD_PRIVATE_H
#define SS_FIELD_PRIVATE_H

#include "sos_private.h"
#include "standstill/field.h"

/* Sets point, value and verdict if a rational point x != 0 with V(x) < level and V'(x) >= 0 is
 * found. */
ss_status ss_field_search(const ss_field *flow, const fmpq_t level, ss_arena *arena,
                          ss_field_answer *answer);

#endif
