/* rest_private.h: what the files of src/rest share. */
#ifndef STANDSTILL_REST_PRIVATE_H
#define STANDSTILL_REST_PRIVATE_H

#include "standstill/exact.h"
#include "standstill/rest.h"

#define SS_REST_NO_SLOPE "a force has no value at rest: it divides by 0"

/* ---- numbers.c: formulas as numbers ---------------------------------------------------------- */

/* What the equilibria of a system depend on, as formulas of q alone: every parameter is replaced by
 * its value (exactly that of the model where the double is its nearest), u and t by 0. */
typedef struct ss_statics {
  const ss_system *system;
  ss_graph *graph; /* its own, over the system's: of all formulas here, and for more */
  size_t n;
  const ss_expr *h;              /* n */
  const ss_expr *gap, *gradient; /* normals, normals x n: of the gaps */
  const ss_expr *WN, *WT;        /* normals x n, slips x n: along which forces act (steady.c) */
  const ss_expr *law, *normal;   /* 3 an element; the known normal force, 0 where there is none */
  const ss_expr *scale, *given;  /* of the forces of slips: lambda_T = scale lambda' + given, the
                                   latter times the normal force where that is not known */
  ss_domain domain;              /* where the formulas have a value, as they are written */
  bool nowhere;                  /* some formula has no value at rest, wherever; the others are not
                                    there then */
  bool exact;                    /* the numbers are those of the file */
  size_t parameters;
  const ss_expr *parameter, *value; /* the symbols and what they stand for */
} ss_statics;

/* SS_BAD_INPUT (why: SS_REST_NO_SLOPE) if a formula that is derived from those of the file (a
 * slope) has no value at rest, although they have. */
ss_status ss_statics_create(ss_arena *arena, const ss_system *system, const double *parameters,
                            ss_statics *statics);

/* The same in a graph over the system's that is there already. */
ss_status ss_statics_create_in(ss_arena *arena, const ss_system *system, ss_graph *graph,
                               const double *parameters, ss_statics *statics);

/* Does a number of the ball have what is needed? PROVED: every one; REFUTED: none. */
ss_verdict ss_need_decide(ss_need need, const arb_t x);

/* Does a number that is given by a formula? SS_BAD_ARGUMENT if that has symbols. */
ss_status ss_need_decide_number(const ss_graph *graph, ss_need need, ss_expr argument,
                                ss_verdict *verdict);

/* Formulas over parameters and anything else with the parameters' values put in. */
ss_status ss_statics_close(const ss_statics *statics, size_t count, const ss_expr *formulas,
                           ss_expr *closed);

/* The formulas with q replaced by `position`. */
ss_status ss_statics_insert(ss_arena *arena, const ss_statics *statics, const ss_expr *position,
                            ss_statics *there);

/* Formulas without symbols as rationals: exact ones, or the doubles nearest to them; *exact is
 * cleared if one of these was needed. SS_BAD_INPUT if something is not finite. */
ss_status ss_rest_rationals(ss_arena *arena, const ss_statics *statics, size_t count,
                            const ss_expr *closed, fmpq *values, bool *exact);

/* A rational as text in the arena. */
const char *ss_rest_fraction(ss_arena *arena, const fmpq_t value);

/* ---- steady.c: frictions that slip at rest, coefficients that depend on the place ------------ */

/* Why frictions that slip at rest are not understood; NULL if they are, or there are none. */
const char *ss_steady_find_unfit_slip(const ss_system *system);

/* Puts both into the formulas; w are the slips' own velocities, closed. */
ss_status ss_statics_settle(ss_arena *arena, ss_statics *statics, const ss_expr *w);

/* Forces (normals, then slips) as the machine has them, from those of the formulas at a place where
 * all is rational, and at any. */
void ss_statics_restore_exactly(const ss_statics *there, fmpq *forces);
ss_status ss_statics_restore(ss_arena *arena, const ss_statics *statics, const double *q,
                             double *forces);

/* ---- find.c ---------------------------------------------------------------------------------- */

/* Why a system has no rest sets to speak of; NULL if it has. */
const char *ss_rest_find_obstacle(const ss_system *system);

/* ---- patterns.c: which contacts are closed, which way sliders press -------------------------- */

/* One case of the problem: closed[i] an element, true for all but open contacts; side[i] = +1 or -1
 * is the sign of a slider's normal force, 0 where it does not matter. */
typedef struct ss_rest_pattern {
  bool *closed;
  int *side;
  uint64_t next;
  bool all; /* whether every set of closed contacts will have come */
} ss_rest_pattern;

/* All contacts open, no sides chosen. SS_LIMIT if too many sliders have sides. */
ss_status ss_rest_pattern_create(ss_arena *arena, const ss_system *system,
                                 ss_rest_pattern *pattern);
/* Chooses the sides of sliders by the bits of `number`; false (all sides again) beyond the last. */
bool ss_rest_pattern_choose_sides(const ss_system *system, uint64_t number,
                                  ss_rest_pattern *pattern);

/* Before the first of all cases. SS_LIMIT if there are too many. */
ss_status ss_rest_patterns_start(ss_arena *arena, const ss_system *system, size_t contacts_most,
                                 ss_rest_pattern *pattern);
/* The next case; false after the last. */
bool ss_rest_patterns_next(const ss_system *system, ss_rest_pattern *pattern);

/* All cases at once, as walks try them. */
typedef struct ss_patterns {
  size_t count;
  ss_rest_pattern *item;
  bool all;
} ss_patterns;

ss_status ss_rest_patterns_list(ss_arena *arena, const ss_system *system, size_t contacts_most,
                                ss_patterns *patterns);

/* ---- linear.c -------------------------------------------------------------------------------- */

/* The sets of a linear system with planar laws, or what of them is in the box of the options;
 * *done is false if it is not one. */
ss_status ss_rest_find_linear(ss_arena *arena, const ss_statics *statics,
                              const ss_rest_options *options, ss_rest_sets *sets, bool *done);

/* ---- nonlinear.c ----------------------------------------------------------------------------- */

ss_status ss_rest_find_nonlinear(ss_arena *arena, const ss_statics *statics,
                                 const ss_rest_options *options, ss_rest_sets *sets);

/* A distance from q to a set: 0 within. For convex parts the largest excess over a facet or an
 * equation, a lower bound of the Euclidean distance; for curves and patches the Euclidean one to
 * the traced points and what they enclose. */
double ss_rest_distance(const ss_rest_sets *sets, size_t set, const double *q);

#endif
