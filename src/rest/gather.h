/* gather.h: convex parts gathered into rest sets. */
#ifndef STANDSTILL_REST_PARTS_H
#define STANDSTILL_REST_PARTS_H

#include "cone.h"
#include "standstill/rest.h"

typedef struct ss_parts {
  const fmpq *gap, *gradient; /* gaps at q = 0 and their directions: which contacts are closed */
  bool exact;
  size_t count, capacity;
  ss_polyhedron *part;
} ss_parts;

/* Takes the polyhedron over; it is dropped if an earlier part contains it. */
ss_status ss_parts_add(ss_parts *parts, ss_polyhedron *polyhedron);

/* The connected unions of parts, as rest sets in the arena. */
ss_status ss_parts_show(const ss_parts *parts, ss_arena *arena, const ss_system *system,
                        ss_rest_sets *sets);
void ss_parts_clear(ss_parts *parts);

/* A row (b, a), which says b + a . q >= 0, as the normal -a / |a| and the bound b / |a|; false if
 * a = 0. */
bool ss_parts_side(size_t n, const fmpz *row, double *normal, double *bound);

#endif
