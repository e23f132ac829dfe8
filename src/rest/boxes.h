/* boxes.h: are these all the rest sets there are? */
#ifndef STANDSTILL_REST_BOXES_H
#define STANDSTILL_REST_BOXES_H

#include "search.h"

/* Shows that there are no equilibria in the box of the search but near the pieces, adding pieces
 * that it comes across; *all tells whether that succeeded, *boxes how many boxes it took. */
ss_status ss_boxes_search(ss_pieces *pieces, ss_arena *arena, size_t boxes_most, bool *all,
                          size_t *boxes);

#endif
