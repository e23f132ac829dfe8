/* derive_private.h: what lagrange.c and project.c share. */
#ifndef STANDSTILL_DERIVE_PRIVATE_H
#define STANDSTILL_DERIVE_PRIVATE_H

#include "standstill/system.h"

typedef struct ss_derivation {
  ss_arena *arena;
  const ss_model *model;
  ss_graph *graph;
  size_t n; /* coordinates of the system being derived */
  const ss_expr *q, *u;
  bool failed; /* memory */
} ss_derivation;

/* An empty system in the given coordinates; NULL when memory is out. */
ss_system *ss_derive_start(ss_derivation *d, ss_arena *arena, const ss_model *model, size_t count,
                           const ss_coordinate *coordinate);

/* An array of zeros; NULL (and `failed`) when memory is out. */
ss_expr *ss_derive_room(ss_derivation *d, size_t count);

/* Adds sum_s de/dq_s u_s + de/dt of each expression to `rate`. */
void ss_derive_rate(ss_derivation *d, size_t count, const ss_expr *exprs, ss_expr *rate);

/* Simplifies an array of ss_derive_room in place. */
void ss_derive_simplify(ss_derivation *d, size_t count, const ss_expr *exprs);

ss_status ss_derive_status(const ss_derivation *d);

#endif
