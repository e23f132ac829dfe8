/* linear.h: a linear machine in numbers, and the polyhedra of its cases. */
#ifndef STANDSTILL_REST_LINEAR_H
#define STANDSTILL_REST_LINEAR_H

#include "dictionary.h"
#include "rest_private.h"

/* ---- linear_rows.c --------------------------------------------------------------------------- */

typedef struct ss_rest_linear {
  ss_arena *arena;
  const ss_system *system;
  const ss_statics *statics;
  size_t n;
  const double *from, *to; /* n: the box that was asked for, NAN where none was; NULL: nowhere */
  /* K (n x n), f (n), W_N and W_T by rows, gaps at q = 0, mu and mu * normal of each element */
  fmpq *K, *f, *gradient, *WN, *WT, *gap, *mu, *bound, *all;
  size_t count;
  bool exact; /* the numbers are those of the file */
} ss_rest_linear;

/* *linear is false, and the rest of no use, if the machine is not linear or a law not planar. Must
 * be cleared in any case. */
ss_status ss_rest_linear_read(ss_arena *arena, const ss_statics *statics, ss_rest_linear *machine,
                              bool *linear);
void ss_rest_linear_clear(ss_rest_linear *machine);

/* One case: which contacts are closed, which way sliders press. An element that is not settled may
 * be either: then the rows say what follows from both. */
typedef struct ss_rest_linear_case {
  bool *closed, *settled;
  int *side;
} ss_rest_linear_case;

/* The polyhedron of a case. Columns: 1, q, lambda of the normals, lambda of the slips. gap[e] and
 * press[e] are the inequalities that say gap >= 0 and lambda_N >= 0 of a contact; -1: there is
 * none. */
typedef struct ss_rest_linear_rows {
  fmpq_mat_t equations, inequalities;
  slong *gap, *press;
} ss_rest_linear_rows;

/* The end of a box as the shortest decimal that means the number: 0.1 is 1/10. */
void ss_rest_linear_read_end(double end, fmpq_t value);

ss_status ss_rest_linear_write(const ss_rest_linear *machine, const ss_rest_linear_case *one,
                               ss_rest_linear_rows *rows);
void ss_rest_linear_rows_clear(ss_rest_linear_rows *rows);

/* ---- linear_cases.c -------------------------------------------------------------------------- */

typedef struct ss_rest_linear_cases {
  size_t count, capacity;
  ss_rest_linear_case *item;
  bool all; /* every case that has equilibria is among them */
} ss_rest_linear_cases;

/* All cases with equilibria, settled: what is closed in one of them is closed all over it. */
ss_status ss_rest_linear_list_cases(const ss_rest_linear *machine, ss_rest_linear_cases *cases);

/* ---- linear_large.c -------------------------------------------------------------------------- */

/* The rest sets by their extents, dimensions and sides, without their vertices. */
ss_status ss_rest_linear_show_large(const ss_rest_linear *machine,
                                    const ss_rest_linear_cases *cases, ss_rest_sets *sets);

/* ---- linear_region.c ------------------------------------------------------------------------- */

/* Marks the sets that reach beyond the region of that name (NULL: the only one). */
ss_status ss_rest_linear_tell_beyond(const ss_rest_linear *machine, const char *region,
                                     ss_rest_sets *sets);

#endif
