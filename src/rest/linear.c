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

/* ---- the box --------------------------------------------------------------------------------- */

/* Was one asked for, of any coordinate that would be searched? */
static bool has_box(const ss_system *s, const ss_rest_options *options) {
  const size_t count = s->model->chart ? s->model->chart->count : s->coordinates;
  for (size_t j = 0; j < count && options->from; j++)
    if (!isnan(options->from[j])) return true;
  return false;
}

/* Does some case, without the box, go beyond this end of it? */
static ss_status goes_beyond(const ss_rest_linear *m, const ss_rest_linear_cases *cases, size_t j,
                             bool upper, bool *beyond) {
  ss_rest_linear open = *m;
  fmpq_t most, end;
  ss_status status = SS_OK;
  open.from = open.to = NULL;
  *beyond = false;
  fmpq_init(most);
  fmpq_init(end);
  ss_rest_linear_read_end(upper ? m->to[j] : m->from[j], end);
  for (size_t i = 0; i < cases->count && !*beyond && status == SS_OK; i++) {
    ss_rest_linear_rows rows;
    ss_dictionary d;
    status = ss_rest_linear_write(&open, &cases->item[i], &rows);
    if (status != SS_OK) break;
    ss_dictionary_create(rows.equations, rows.inequalities, &d);
    *beyond = !ss_dictionary_extreme(&d, (slong)j, upper ? 1 : -1, most) ||
              (upper ? fmpq_cmp(most, end) > 0 : fmpq_cmp(most, end) < 0);
    ss_dictionary_clear(&d);
    ss_rest_linear_rows_clear(&rows);
  }
  fmpq_clear(most);
  fmpq_clear(end);
  return status;
}

/* Sets that reach an end of the box which equilibria go beyond are cut. */
static ss_status tell_cuts(const ss_rest_linear *m, const ss_rest_linear_cases *cases,
                           ss_rest_sets *sets) {
  ss_status status = SS_OK;
  for (size_t k = 0; k < 2 * m->n && status == SS_OK; k++) {
    const size_t j = k / 2;
    const bool upper = k % 2;
    bool beyond = false, touched = false;
    const double end = upper ? m->to[j] : m->from[j];
    for (size_t i = 0; i < sets->count; i++)
      touched |= (upper ? sets->set[i].hi[j] : sets->set[i].lo[j]) == end;
    if (touched) status = goes_beyond(m, cases, j, upper, &beyond);
    for (size_t i = 0; i < sets->count && beyond; i++)
      if ((upper ? sets->set[i].hi[j] : sets->set[i].lo[j]) == end)
        ((ss_rest_set *)&sets->set[i])->cut = true;
  }
  return status;
}

/* The coordinates of the box that was asked for, as those of a search. */
static ss_status show_box(const ss_rest_linear *m, ss_rest_sets *sets) {
  const char **names = ss_arena_new(m->arena, m->n, const char *);
  double *from = ss_arena_new(m->arena, 3 * m->n, double);
  if (!names || !from) return SS_MEMORY;
  double *to = from + m->n;
  for (size_t j = 0; j < m->n; j++) {
    if (isnan(m->from[j])) continue;
    names[sets->searched] = m->system->names[j];
    from[sets->searched] = m->from[j];
    to[sets->searched++] = m->to[j];
  }
  sets->searched_names = names;
  sets->from = from;
  sets->to = to;
  sets->searched_period = to + m->n;
  return SS_OK;
}

ss_status ss_rest_find_linear(ss_arena *arena, const ss_statics *statics,
                              const ss_rest_options *options, ss_rest_sets *sets, bool *done) {
  ss_rest_linear m;
  ss_rest_linear_cases cases;
  const bool boxed = has_box(statics->system, options);
  /* a box is one of the chart's coordinates where there is a chart */
  *done = false;
  if (boxed && statics->system->model->chart) return SS_OK;
  ss_status status = ss_rest_linear_read(arena, statics, &m, done);
  if (status == SS_OK && *done) {
    m.from = boxed ? options->from : NULL;
    m.to = boxed ? options->to : NULL;
    status = ss_rest_linear_list_cases(&m, &cases);
    if (status == SS_OK) status = find_sets(&m, &cases, sets);
    if (status == SS_OK) tell(&m, cases.all, sets);
    if (status == SS_OK) status = ss_rest_linear_tell_beyond(&m, options->region, sets);
    if (status == SS_OK && boxed) status = tell_cuts(&m, &cases, sets);
    if (status == SS_OK && boxed) status = show_box(&m, sets);
  }
  ss_rest_linear_clear(&m);
  return status;
}
