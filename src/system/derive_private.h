/* derive_private.h: what the files that make a system share.
 *
 * A system is derived in a graph of its own, over the graph of the model or of the system that it
 * is made from. ss_derive_finish finds its traits and seals it. */
#ifndef STANDSTILL_DERIVE_PRIVATE_H
#define STANDSTILL_DERIVE_PRIVATE_H

#include "standstill/system.h"

typedef struct ss_derivation {
  ss_arena *arena;
  const ss_model *model;
  ss_graph *graph; /* the new system's, open until it is finished */
  size_t n;        /* coordinates of the system being derived */
  const ss_expr *q, *u;
  bool failed; /* memory */
} ss_derivation;

/* Starts a derivation in the given graph, which may be NULL: `failed`. */
void ss_derive_open(ss_derivation *d, ss_arena *arena, const ss_model *model, ss_graph *graph);

/* An empty system in the given coordinates, in a graph over `base`; NULL when memory is out. */
ss_system *ss_derive_start(ss_derivation *d, ss_arena *arena, const ss_model *model,
                           const ss_graph *base, size_t count, const ss_coordinate *coordinate);

/* An array of zeros; NULL (and `failed`) when memory is out. */
ss_expr *ss_derive_room(ss_derivation *d, size_t count);

/* Adds sum_s de/dq_s u_s + de/dt of each expression to `rate`. */
void ss_derive_rate(ss_derivation *d, size_t count, const ss_expr *exprs, ss_expr *rate);

/* energies.c: sets the energies of the system from T and U, T of any order up to two in u. */
void ss_derive_energies(ss_derivation *d, ss_expr T, ss_expr U, ss_system *s);

/* Between the ends of an input's range. */
ss_expr ss_derive_saturate(ss_graph *g, const ss_input *input, ss_expr v);

/* system.c: ss_expr_jacobian; of a symmetric one half is derived and mirrored. */
ss_status ss_derive_jacobian(ss_graph *graph, size_t count, const ss_expr *exprs, size_t symbols,
                             const ss_expr *symbol, bool symmetric, ss_expr *jacobian);

/* Simplifies an array of ss_derive_room in place. */
void ss_derive_simplify(ss_derivation *d, size_t count, const ss_expr *exprs);

ss_status ss_derive_status(const ss_derivation *d);

/* Finds the traits of the system and seals its graph. On success *system is s, else NULL. */
ss_status ss_derive_finish(ss_derivation *d, ss_system *s, ss_system **system);

/* insert.c: the system with its parameters inserted, in an open graph over its own: neither traits
 * nor a seal. */
ss_status ss_derive_insert(ss_arena *arena, const ss_system *from, ss_graph *graph, ss_system *s);

/* traits.c: fills s->traits; the linear form is derived in the graph of the derivation. */
void ss_derive_traits(ss_derivation *d, ss_system *s);

/* linear.c: the form, or why there is none; both NULL when memory is out. */
const ss_linear_form *ss_derive_linear_form(ss_derivation *d, const ss_system *s,
                                            const char **why_not);

/* system.c: the expressions of a quantity, in the order of its numbers. */
void ss_system_list(const ss_system *s, ss_quantity quantity, ss_expr *out);

#endif
