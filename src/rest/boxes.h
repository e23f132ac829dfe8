/* boxes.h: are these all the rest sets there are? */
#ifndef STANDSTILL_REST_BOXES_H
#define STANDSTILL_REST_BOXES_H

#include "search.h"

typedef struct ss_boxes_found {
  bool all;     /* there are no equilibria in the box but near the pieces */
  bool alone;   /* nor near them: each is a point that is alone in its boxes */
  size_t boxes; /* how many it took */
} ss_boxes_found;

/* Tries to show that, adding pieces that it comes across. */
ss_status ss_boxes_search(ss_pieces *pieces, ss_arena *arena, size_t boxes_most,
                          ss_boxes_found *found);

#endif
