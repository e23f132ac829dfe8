/* cone.h: polyhedral cones and polyhedra over the rationals, by vertices and by facets. */
#ifndef STANDSTILL_REST_CONE_H
#define STANDSTILL_REST_CONE_H

#include <flint/fmpq_mat.h>
#include <flint/fmpz_mat.h>

#include "standstill/base.h"

/* ---- cone.c ---------------------------------------------------------------------------------- */

/* span(lines) + cone(rays): rows are vectors of coprime integers, of no superfluous ray. */
typedef struct ss_cone {
  fmpz_mat_t lines, rays;
} ss_cone;

/* The cone {x : equations x = 0, inequalities x >= 0}; both have as many columns as x has entries.
 * SS_LIMIT beyond SS_CONE_RAYS_MOST rays on the way, or SS_CONE_TESTS_MOST comparisons of them (a
 * few seconds); the cone is initialised in any case. */
enum { SS_CONE_RAYS_MOST = 5000, SS_CONE_TESTS_MOST = 20000000 };

ss_status ss_cone_generate(const fmpq_mat_t equations, const fmpq_mat_t inequalities,
                           ss_cone *cone);
void ss_cone_clear(ss_cone *cone);

/* ---- polyhedron.c ---------------------------------------------------------------------------- */

/* {q : (1, q) in the cone}, by generators and by constraints, both without superfluous members.
 * The first entry of every row belongs to the 1: rays of `points` with a first entry c > 0 are
 * vertices (rest of the row over c), with 0 directions; a row (b, a) of `sides` says
 * b + a . q >= 0 (rays) or = 0 (lines). */
typedef struct ss_polyhedron {
  size_t n;
  bool empty;
  ss_cone points, sides; /* not initialised where it is empty */
} ss_polyhedron;

/* The shadow on the first n coordinates of {x : (1, x) satisfies the rows}. */
ss_status ss_polyhedron_shadow(size_t n, const fmpq_mat_t equations, const fmpq_mat_t inequalities,
                               ss_polyhedron *shadow);
void ss_polyhedron_clear(ss_polyhedron *polyhedron);

/* Do they share a point? Both are of the same n and not empty. */
ss_status ss_polyhedron_meet(const ss_polyhedron *a, const ss_polyhedron *b, bool *meet);

/* Is every point of a one of b? */
bool ss_polyhedron_inside(const ss_polyhedron *a, const ss_polyhedron *b);

#endif
