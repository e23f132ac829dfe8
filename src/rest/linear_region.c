/* linear_region.c: exact rest sets that reach beyond the model's region.
 *
 * Polyhedra are told whole, whatever the region. That one leaves it is seen at its vertices, and
 * FAR out along its rays: for a region that is convex that is all there is to ask. Where vertices
 * are left out, relations in a single coordinate are asked about at the ends of the extent.
 */
#include <math.h>
#include <string.h>

#include "linear.h"
#include "search.h"

static const double FAR = 1e9;

typedef struct asking {
  const ss_rest_linear *m;
  ss_region_margins region;
  ss_tape *tape;
  double *work;
} asking;

/* Is relation i, or any if i is SIZE_MAX, violated at q by more than its digits? */
static bool is_beyond(const asking *a, const double *q, size_t i) {
  const double near = 100 * ss_model_closed_below(a->m->n, q);
  memcpy(ss_tape_in(a->tape, a->work), q, a->m->n * sizeof *q);
  ss_tape_run(a->tape, a->work);
  const double *margin = ss_tape_out(a->tape, a->work);
  for (size_t k = 0; k < a->region.relations; k++)
    if (i == SIZE_MAX || i == k) {
      if (margin[k] < -near || (a->region.equal[k] && margin[k] > near)) return true;
    }
  return false;
}

static bool leaves_by_part(const asking *a, const ss_rest_part *part) {
  const size_t n = a->m->n;
  double q[n + 1];
  for (size_t v = 0; v < part->vertices; v++) {
    const double *vertex = part->vertex + v * n;
    if (is_beyond(a, vertex, SIZE_MAX)) return true;
    for (size_t r = 0; r < part->rays; r++) {
      for (size_t j = 0; j < n; j++) q[j] = vertex[j] + FAR * part->ray[r * n + j];
      if (is_beyond(a, q, SIZE_MAX)) return true;
    }
  }
  return false;
}

/* By the ends of q_j, for relations in nothing but q_j. */
static bool leaves_by_end(const asking *a, const ss_rest_set *set, size_t j) {
  const size_t n = a->m->n;
  double q[n + 1];
  for (size_t i = 0; i < a->region.relations; i++) {
    bool alone = true;
    for (size_t k = 0; k < n; k++)
      if (k != j)
        alone &= !ss_expr_depends(a->m->statics->graph, a->region.margin[i], a->m->system->q[k]);
    for (int side = 0; side < 2 && alone; side++) {
      memcpy(q, set->center, n * sizeof *q);
      q[j] = fmax(-FAR, fmin(FAR, side ? set->hi[j] : set->lo[j]));
      if (is_beyond(a, q, i)) return true;
    }
  }
  return false;
}

static bool leaves(const asking *a, const ss_rest_set *set) {
  for (size_t p = 0; p < set->parts && !set->vertices_left_out; p++)
    if (leaves_by_part(a, &set->part[p])) return true;
  for (size_t j = 0; j < a->m->n && set->vertices_left_out; j++)
    if (leaves_by_end(a, set, j)) return true;
  return false;
}

ss_status ss_rest_linear_tell_beyond(const ss_rest_linear *m, const char *region,
                                     ss_rest_sets *sets) {
  asking a = {.m = m};
  ss_status status = ss_region_list(m->arena, m->statics, region, &a.region);
  if (status != SS_OK || !a.region.relations) return status;
  /* a relation in the coordinates of a chart says nothing about those of a polyhedron */
  const ss_chart *chart = m->system->model->chart;
  for (size_t i = 0; chart && i < chart->count; i++)
    if (ss_expr_find_symbol(m->statics->graph, a.region.relations, a.region.margin, 1,
                            &chart->coordinates[i].q))
      return SS_OK;
  status = ss_tape_compile(m->statics->graph, 0, NULL, m->n, m->system->q, a.region.relations,
                           a.region.margin, &a.tape);
  if (status != SS_OK) return status;
  a.work = ss_arena_new(m->arena, ss_tape_work_size(a.tape), double);
  if (a.work) ss_tape_prepare(a.tape, NULL, a.work);
  for (size_t i = 0; i < sets->count && a.work; i++)
    ((ss_rest_set *)&sets->set[i])->beyond = leaves(&a, &sets->set[i]);
  ss_tape_destroy(a.tape);
  return a.work ? SS_OK : SS_MEMORY;
}
