/* linear.c: the rest sets of a linear machine, exactly.
 *
 * For each choice of closed contacts and of the sides on which sliders press, positions and forces
 * at rest form a polyhedron (linear_rows.c); those that are not empty are found by branch and bound
 * (linear_cases.c). Its shadow on the positions (polyhedron.c) is what can rest in this case; for
 * friction alone and a regular K it is the zonotope K^-1 (f + W [-p, p]) of van de Wouw & Leine
 * 2004, eq. 28. Shadows that meet belong to one rest set. A singular K makes a set unbounded and
 * needs no care: its directions come out as rays.
 *
 * Cost: exponential in the number of elements as far as vertices go (2^m of the forces). Beyond the
 * limits of cone.h they are left out, and extents, dimensions and sides are found without them
 * (linear_large.c): exact as well, and a hundred blocks take a second.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cone.h"
#include "gather.h"
#include "linear.h"

/* The parts by their vertices; SS_LIMIT if there are too many. */
static ss_status find_parts(const ss_rest_linear *m, const ss_rest_linear_cases *cases,
                            ss_parts *parts) {
  ss_status status = SS_OK;
  for (size_t i = 0; i < cases->count && status == SS_OK; i++) {
    ss_rest_linear_rows rows;
    ss_polyhedron shadow;
    status = ss_rest_linear_write(m, &cases->item[i], &rows);
    if (status != SS_OK) break;
    status = ss_polyhedron_shadow(m->n, rows.equations, rows.inequalities, &shadow);
    ss_rest_linear_rows_clear(&rows);
    if (status == SS_OK && !shadow.empty) status = ss_parts_add(parts, &shadow);
  }
  return status;
}

static ss_status find_sets(const ss_rest_linear *m, const ss_rest_linear_cases *cases,
                           ss_rest_sets *sets) {
  ss_parts parts = {.gap = m->gap, .gradient = m->gradient, .exact = m->exact};
  ss_status status = find_parts(m, cases, &parts);
  if (status == SS_OK) status = ss_parts_show(&parts, m->arena, m->system, sets);
  ss_parts_clear(&parts);
  return status == SS_LIMIT ? ss_rest_linear_show_large(m, cases, sets) : status;
}

/* How much of it is proved. */
static void tell(const ss_rest_linear *m, bool all, ss_rest_sets *sets) {
  for (size_t i = 0; i < sets->count; i++) {
    ss_rest_set *set = (ss_rest_set *)&sets->set[i];
    set->certain = set->connected = set->enclosed = m->exact;
    set->method = m->exact ? "exact polyhedra" : "polyhedra of rounded numbers";
    set->inner_lo = set->lo;
    set->inner_hi = set->hi;
  }
  sets->complete = all && m->exact; /* of rounded numbers a set may be missed that only just is */
  sets->how = !all       ? "polyhedra; more sets of closed contacts than were tried"
              : m->exact ? "all: exact polyhedra of every set of closed contacts"
                         : "polyhedra of every set of closed contacts, of rounded numbers";
}

ss_status ss_rest_find_linear(ss_arena *arena, const ss_statics *statics, ss_rest_sets *sets,
                              bool *done) {
  ss_rest_linear m;
  ss_rest_linear_cases cases;
  ss_status status = ss_rest_linear_read(arena, statics, &m, done);
  if (status == SS_OK && *done) {
    status = ss_rest_linear_list_cases(&m, &cases);
    if (status == SS_OK) status = find_sets(&m, &cases, sets);
    if (status == SS_OK) tell(&m, cases.all, sets);
  }
  ss_rest_linear_clear(&m);
  return status;
}
