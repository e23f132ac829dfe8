/* region.c: is a state in a region of the model?
 *
 * A region is a list of relations between formulas of the state. Their sides are compiled into one
 * tape. A relation holds up to SS_CLOSED of its own size, the larger side or 1, because states are
 * rounded (model.h). Costs a run of the tape; fails where memory is out.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "run.h"

struct ss_region {
  const ss_relations *relations;
  size_t n;
  ss_tape *tape; /* left and right sides, in turn */
  double *work;
};

static ss_status compile(const ss_system *s, ss_arena *arena, ss_region *region) {
  const size_t n = s->coordinates, inputs = 2 * n + 1, count = region->relations->count;
  ss_expr *sides = ss_arena_new(arena, 2 * count, ss_expr);
  ss_expr *in = ss_arena_new(arena, inputs, ss_expr);
  ss_expr *parameters = ss_arena_new(arena, s->model->parameters, ss_expr);
  if (!sides || !in || !parameters) return SS_MEMORY;
  for (size_t i = 0; i < count; i++) {
    sides[2 * i] = region->relations->items[i].left.resolved;
    sides[2 * i + 1] = region->relations->items[i].right.resolved;
  }
  memcpy(in, s->q, n * sizeof *in);
  memcpy(in + n, s->u, n * sizeof *in);
  in[2 * n] = s->model->time;
  for (size_t i = 0; i < s->model->parameters; i++) parameters[i] = s->model->parameter[i].symbol;
  return ss_tape_compile(s->graph, s->model->parameters, parameters, inputs, in, 2 * count, sides,
                         &region->tape);
}

ss_status ss_region_create(ss_arena *arena, const ss_system *system, const double *parameters,
                           const ss_relations *relations, ss_region **out) {
  assert(ss_graph_is_sealed(system->graph));
  *out = NULL;
  if (!relations || relations->count == 0) return SS_OK;
  ss_region *region = ss_arena_new(arena, 1, ss_region);
  if (!region) return SS_MEMORY;
  *region = (ss_region){.relations = relations, .n = system->coordinates};
  const ss_status status = compile(system, arena, region);
  if (status != SS_OK) return status;
  *out = region;
  region->work = ss_arena_new(arena, ss_tape_work_size(region->tape), double);
  if (!region->work) return SS_MEMORY;
  ss_tape_prepare(region->tape, parameters, region->work);
  return SS_OK;
}

void ss_region_destroy(ss_region *region) {
  if (region) ss_tape_destroy(region->tape);
}

/* Runs the tape; the sides of the relations in turn. */
static const double *find_sides(ss_region *region, double t, const double *q, const double *u) {
  const size_t n = region->n;
  double *in = ss_tape_in(region->tape, region->work);
  memcpy(in, q, n * sizeof *in);
  memcpy(in + n, u, n * sizeof *in);
  in[2 * n] = t;
  ss_tape_run(region->tape, region->work);
  return ss_tape_out(region->tape, region->work);
}

/* By how much a relation is broken, beyond what rounding explains; at most 0: it holds. */
static double find_excess(ss_relation_kind kind, const double *side) {
  const double difference = side[0] - side[1];
  const double excess = kind == SS_LESS_EQUAL      ? difference
                        : kind == SS_GREATER_EQUAL ? -difference
                                                   : fabs(difference);
  if (excess <= 0) return excess;
  const double beyond = excess - ss_model_closed_below(2, side);
  return beyond > 0 ? beyond : beyond <= 0 ? 0 : (double)INFINITY;
}

size_t ss_region_find_broken(ss_region *region, double t, const double *q, const double *u) {
  const double *side = find_sides(region, t, q, u);
  for (size_t i = 0; i < region->relations->count; i++, side += 2)
    if (find_excess(region->relations->items[i].kind, side) > 0) return i;
  return SIZE_MAX;
}

double ss_region_excess(ss_region *region, double t, const double *q, const double *u) {
  const double *side = find_sides(region, t, q, u);
  double most = -INFINITY;
  for (size_t i = 0; i < region->relations->count; i++, side += 2)
    most = fmax(most, find_excess(region->relations->items[i].kind, side));
  return most;
}
