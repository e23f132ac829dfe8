/* search.c: what is searched for equilibria, and the numbers at a place.
 *
 * The formulas of a system at rest (numbers.c) are written in the coordinates that are searched, z:
 * the chart's where there is one, because it satisfies the sliders, else q. One tape computes them
 * with their gradients. A coordinate on which nothing depends is free: the sets are the same for
 * each of its values. One that enters everything periodically (period.c), as angles do, is searched
 * once round, and sets are followed beyond the ends.
 *
 * The box comes from the caller, else from the model's region (region.c), else it is one
 * period, or ±10 for other coordinates. The region, the one that is named or the only one, also
 * limits the sets by its relations, as far as these are about positions.
 */
#include "search.h"

#include <math.h>
#include <string.h>

static const double WIDE = 10;

/* ---- formulas -------------------------------------------------------------------------------- */

/* All formulas of z in a row. */
typedef struct listing {
  ss_statics there;
  const ss_expr *q;
  ss_region_margins region;
  size_t count;
  ss_expr *all;
} listing;

static ss_status name_coordinates(ss_arena *arena, ss_search *s) {
  const ss_chart *chart = s->chart;
  s->k = chart ? chart->count : s->n;
  s->z = ss_arena_new(arena, s->k, ss_expr);
  s->names = ss_arena_new(arena, s->k, const char *);
  s->from = ss_arena_new(arena, s->k, double);
  s->to = ss_arena_new(arena, s->k, double);
  s->period = ss_arena_new(arena, s->k, double);
  s->free = ss_arena_new(arena, s->k, bool);
  if (!s->z || !s->names || !s->from || !s->to || !s->period || !s->free) return SS_MEMORY;
  for (size_t i = 0; i < s->k; i++) {
    s->z[i] = chart ? chart->coordinates[i].q : s->system->q[i];
    s->names[i] = chart ? chart->coordinates[i].name.text : s->system->names[i];
  }
  return SS_OK;
}

/* The position as a function of z, with the parameters' values. */
static ss_status list_position(ss_arena *arena, const ss_statics *statics, ss_search *s,
                               listing *l) {
  const ss_chart *chart = s->chart;
  ss_expr *q = ss_arena_new(arena, s->n, ss_expr);
  if (!q) return SS_MEMORY;
  for (size_t i = 0; i < s->n; i++) q[i] = chart ? chart->map[i].resolved : s->system->q[i];
  l->q = q;
  return ss_statics_close(statics, s->n, q, q);
}

static void append(listing *l, size_t count, const ss_expr *formulas) {
  if (count) memcpy(l->all + l->count, formulas, count * sizeof *formulas); /* none: NULL */
  l->count += count;
}

/* Where the machine has a value, then where the chart's map does. */
static ss_status list_domain(ss_arena *arena, const ss_statics *statics, ss_search *s, listing *l) {
  const ss_replacing replace = {statics->parameters, statics->parameter, statics->value};
  const ss_domain *own = &l->there.domain;
  ss_domain map = {0};
  s->domain = *own;
  if (!s->chart) return SS_OK;
  const ss_status status = ss_system_list_domain(arena, s->system, s->graph, &replace, true, &map);
  if (status != SS_OK || !map.count) return status;
  ss_expr *argument = ss_arena_new(arena, map.count + own->count, ss_expr);
  ss_need *need = ss_arena_new(arena, map.count + own->count, ss_need);
  if (!argument || !need) return SS_MEMORY;
  for (size_t i = 0; i < map.count + own->count; i++) {
    argument[i] = i < map.count ? map.argument[i] : own->argument[i - map.count];
    need[i] = i < map.count ? map.need[i] : own->need[i - map.count];
  }
  s->domain = (ss_domain){map.count + own->count, argument, need};
  return SS_OK;
}

static ss_status list_formulas(ss_arena *arena, const ss_statics *statics, ss_search *s,
                               listing *l) {
  ss_status status = list_position(arena, statics, s, l);
  if (status == SS_OK && !s->plain)
    status = ss_region_list(arena, statics, s->region_name, &l->region);
  s->relations = l->region.relations;
  s->equal = l->region.equal;
  if (status == SS_OK) status = ss_statics_insert(arena, statics, l->q, &l->there);
  if (status == SS_OK)
    status = ss_expr_substitute(s->graph, s->n, s->system->q, l->q, s->relations, l->region.margin,
                                l->region.margin);
  if (status == SS_OK) status = list_domain(arena, statics, s, l);
  const size_t directions = (s->normals + s->slips) * s->n;
  l->all = ss_arena_new(
      arena, 2 * s->n + s->normals + directions + 4 * s->elements + s->relations + s->domain.count,
      ss_expr);
  if (!l->all) return SS_MEMORY;
  if (status != SS_OK) return status;
  append(l, s->n, l->there.h);
  append(l, s->normals, l->there.gap);
  append(l, s->normals * s->n, l->there.WN);
  append(l, s->slips * s->n, l->there.WT);
  append(l, s->elements, l->there.normal);
  append(l, 3 * s->elements, l->there.law);
  append(l, s->domain.count, s->domain.argument);
  append(l, s->relations, l->region.margin);
  append(l, s->n, l->q);
  return SS_OK;
}

/* ---- free coordinates and angles ------------------------------------------------------------- */

/* Formulas that decide about rest: all but the position and the region. */
static size_t count_deciding(const ss_search *s, const listing *l) {
  return l->count - s->n - s->relations;
}

static bool is_free(const ss_search *s, const listing *l, size_t i) {
  return !ss_expr_find_symbol(s->graph, count_deciding(s, l), l->all, 1, &s->z[i]);
}

/* After which distance of z_i nothing has changed; 0: none. */
static double find_period(ss_arena *arena, const ss_search *s, const listing *l, size_t i) {
  return ss_search_find_period(arena, s->graph, count_deciding(s, l), l->all, s->z[i]);
}

/* The box of coordinate i: what was asked for, else what the region allows, lo to hi, else a
 * default. Where an end is given, a little is added, for sets that end there. */
static void choose_range(const ss_rest_options *options, ss_search *s, size_t i, double lo,
                         double hi) {
  const double period = s->period[i], wide = period > 0 ? period / 2 : WIDE;
  const double extra = isfinite(hi - lo) ? 1e-6 * fmax(hi - lo, fmax(fabs(lo), 1e-3)) : 0;
  s->from[i] = isfinite(lo) ? lo - extra : isfinite(hi) ? fmin(-wide, hi - 2 * wide) : -wide;
  s->to[i] = isfinite(hi) ? hi + extra : isfinite(lo) ? fmax(wide, lo + 2 * wide) : wide;
  const bool low = options->from && !isnan(options->from[i]);
  const bool high = options->to && !isnan(options->to[i]);
  if (low) s->from[i] = options->from[i];
  if (high) s->to[i] = options->to[i];
  /* a period is told once, unless more or less than that was asked for */
  const double turns = period > 0 ? (s->to[i] - s->from[i]) / period : 1;
  if (fabs(turns - 1) > 1e-9 && (turns < 1 || low || high || isfinite(hi - lo))) s->period[i] = 0;
}

static ss_status choose_box(ss_arena *arena, const ss_rest_options *options, const listing *l,
                            ss_search *s) {
  double lo[s->k], hi[s->k];
  const ss_status status = ss_region_bound(s, l->region.margin, lo, hi);
  if (status != SS_OK) return status;
  for (size_t i = 0; i < s->k; i++) {
    s->free[i] = is_free(s, l, i);
    s->period[i] = s->free[i] ? 0 : find_period(arena, s, l, i);
    choose_range(options, s, i, lo[i], hi[i]);
    if (!isfinite(s->from[i]) || !isfinite(s->to[i]) || s->from[i] >= s->to[i])
      return SS_BAD_ARGUMENT;
  }
  return SS_OK;
}

/* The same for q itself, which a chart may hide. */
static ss_status find_angles(ss_arena *arena, const ss_statics *statics, const listing *l,
                             ss_search *s) {
  ss_search plain = *s;
  listing own = {.there = *statics};
  s->q_period = ss_arena_new(arena, s->n, double);
  s->q_free = ss_arena_new(arena, s->n, bool);
  own.all = ss_arena_new(arena, l->count, ss_expr);
  if (!s->q_period || !s->q_free || !own.all) return SS_MEMORY;
  append(&own, s->n, statics->h);
  append(&own, s->normals, statics->gap);
  append(&own, s->normals * s->n, statics->WN);
  append(&own, s->slips * s->n, statics->WT);
  append(&own, s->elements, statics->normal);
  append(&own, statics->domain.count, statics->domain.argument);
  plain.relations = 0;
  own.count += s->n; /* as if the position followed */
  ss_expr q[s->n];
  memcpy(q, s->system->q, sizeof q);
  plain.z = q;
  for (size_t i = 0; i < s->n; i++) {
    s->q_period[i] = s->chart ? find_period(arena, &plain, &own, i) : s->period[i];
    for (size_t j = 0; j < s->k; j++)
      s->q_free[i] |= s->free[j] && ss_expr_depends(s->graph, l->q[i], s->z[j]);
  }
  return SS_OK;
}

/* ---- numbers --------------------------------------------------------------------------------- */

static const double *take(const ss_search *s, size_t *at, size_t count, const double **gradient) {
  const double *values = ss_forward_out(s->tape, s->work) + *at;
  if (gradient) *gradient = ss_forward_gradients(s->tape, s->work) + *at * s->k;
  *at += count;
  return values;
}

static void point_at_numbers(ss_search *s) {
  size_t at = 0;
  s->h = take(s, &at, s->n, &s->dh);
  s->gap = take(s, &at, s->normals, &s->dgap);
  s->WN = take(s, &at, s->normals * s->n, &s->dWN);
  s->WT = take(s, &at, s->slips * s->n, &s->dWT);
  s->normal = take(s, &at, s->elements, &s->dnormal);
  s->law = take(s, &at, 3 * s->elements, NULL);
  s->argument = take(s, &at, s->domain.count, NULL);
  s->region = take(s, &at, s->relations, &s->dregion);
  s->q = take(s, &at, s->n, &s->dq);
}

/* What counts as a force: of the largest forces at some places of the box the second smallest, the
 * smallest being perhaps the rounding error of an equilibrium that was hit. */
static void measure_forces(ss_search *s) {
  enum { PLACES = 32 };
  double z[s->k], least = INFINITY, second = INFINITY;
  for (size_t i = 0; i < PLACES; i++) {
    double most = 0;
    for (size_t j = 0; j < s->k; j++) {
      const double at = fmod(0.5 + 0.618033988749895 * (double)((j + 1) * i), 1);
      z[j] = s->free[j] ? 0 : s->from[j] + at * (s->to[j] - s->from[j]);
    }
    if (!ss_search_at(s, z)) continue;
    for (size_t j = 0; j < s->n; j++) most = fmax(most, fabs(s->h[j]));
    for (size_t e = 0; e < s->elements; e++) most = fmax(most, fabs(s->normal[e]));
    if (most == 0) continue;
    second = fmin(second, fmax(least, most));
    least = fmin(least, most);
  }
  s->force = isfinite(second) ? second : isfinite(least) ? least : 1;
}

ss_status ss_search_start(ss_arena *arena, const ss_statics *statics,
                          const ss_rest_options *options, ss_search *search) {
  const ss_system *system = statics->system;
  listing l = {.count = 0};
  *search = (ss_search){.system = system,
                        .graph = statics->graph,
                        .n = system->coordinates,
                        .chart = options ? system->model->chart : NULL,
                        .plain = !options,
                        .region_name = options ? options->region : NULL,
                        .normals = system->normals,
                        .slips = system->slips,
                        .elements = system->elements,
                        .begun = ss_clock(),
                        .until = options ? options->until : 0};
  ss_status status = name_coordinates(arena, search);
  if (status == SS_OK) status = list_formulas(arena, statics, search, &l);
  if (status == SS_OK && options) status = choose_box(arena, options, &l, search);
  if (status == SS_OK && options) status = find_angles(arena, statics, &l, search);
  ss_graph_clear_status(statics->graph);
  if (status == SS_OK)
    status = ss_tape_compile(statics->graph, 0, NULL, search->k, search->z, l.count, l.all,
                             &search->tape);
  if (status != SS_OK) return status;
  search->formula = l.there.h;
  search->work = ss_arena_new(arena, ss_forward_work_size(search->tape), double);
  if (!search->work) return SS_MEMORY;
  ss_forward_prepare(search->tape, NULL, search->work);
  point_at_numbers(search);
  if (options) measure_forces(search);
  return SS_OK;
}

void ss_search_stop(ss_search *search) {
  ss_tape_destroy(search->tape);
  search->tape = NULL;
}

/* Do doubles say that a formula has no value? */
static bool leaves_domain(const ss_search *s) {
  for (size_t i = 0; i < s->domain.count; i++) {
    const double x = s->argument[i];
    const ss_need need = s->domain.need[i];
    if ((need == SS_NEED_NONZERO && x == 0) || (need == SS_NEED_POSITIVE && x <= 0) ||
        (need == SS_NEED_NONNEGATIVE && x < 0))
      return true;
  }
  return false;
}

bool ss_search_at(ss_search *search, const double *z) {
  memcpy(ss_forward_in(search->tape, search->work), z, search->k * sizeof *z);
  ss_forward_run(search->tape, search->work);
  const size_t count = ss_tape_outputs(search->tape);
  const double *out = ss_forward_out(search->tape, search->work);
  const double *gradient = ss_forward_gradients(search->tape, search->work);
  for (size_t i = 0; i < count; i++)
    if (!isfinite(out[i])) return false;
  for (size_t i = 0; i < count * search->k; i++)
    if (!isfinite(gradient[i])) return false;
  return !leaves_domain(search);
}
