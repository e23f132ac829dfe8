/* basin_points.c: what is computed at a point of a basin.
 *
 * All threads share the one machine, which is sealed; a thread has its own engine. A point is the
 * base state with two numbers replaced; what is left is made consistent with the contacts
 * (ss_reach_adjust) before the motion starts. Where one axis is a parameter a point has a machine
 * of its own, with the decimal of the grid, and the engine of the last one is kept. The class of a
 * point does not depend on the points around it.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "study_private.h"

struct ss_basin_worker {
  const ss_basin *basin;
  ss_arena *arena;
  ss_reach *reach;
  size_t n;
  bool *fixed_q, *fixed_u;
  ss_reach_options options;
  ss_machine *machine; /* of the last value of the parameter; NULL: that of the basin */
  double value;
};

/* ---- opening --------------------------------------------------------------------------------- */

static ss_status fix_axes(ss_basin_worker *w) {
  bool *fixed = ss_arena_new(w->arena, 2 * w->n, bool);
  if (!fixed) return SS_MEMORY;
  for (int k = 0; k < 2; k++)
    if (w->basin->axis[k] < 2 * w->n) fixed[w->basin->axis[k]] = true;
  for (size_t i = 0; i < 2 * w->n; i++) fixed[i] |= w->basin->charted;
  w->fixed_q = fixed;
  w->fixed_u = fixed + w->n;
  return SS_OK;
}

static ss_status open_engine(ss_basin_worker *w, const ss_machine *machine, const char **why) {
  const ss_basin *b = w->basin;
  const ss_model *model = ss_machine_model(machine);
  w->options.region = b->region == SIZE_MAX ? NULL : &model->region[b->region];
  return ss_reach_create(ss_machine_system(machine), ss_machine_parameters(machine), &w->options,
                         &w->reach, why);
}

static ss_status fill_worker(ss_basin_worker *w, const ss_reach_options *given, const char **why) {
  const ss_status status = fix_axes(w);
  w->options = *given;
  return status == SS_OK ? open_engine(w, w->basin->machine, why) : status;
}

ss_status ss_basin_open(const ss_basin *basin, const ss_reach_options *options,
                        ss_basin_worker **worker, const char **why) {
  ss_arena *arena = ss_arena_create();
  ss_basin_worker *w = arena ? ss_arena_new(arena, 1, ss_basin_worker) : NULL;
  *worker = NULL;
  *why = NULL;
  if (!w) {
    ss_arena_destroy(arena);
    return SS_MEMORY;
  }
  *w = (ss_basin_worker){
      .basin = basin, .arena = arena, .n = ss_machine_model(basin->machine)->coordinates};
  const ss_status status = fill_worker(w, options, why);
  if (status == SS_OK)
    *worker = w;
  else
    ss_basin_close(w);
  return status;
}

void ss_basin_close(ss_basin_worker *w) {
  if (!w) return;
  ss_reach_destroy(w->reach);
  ss_machine_close(w->machine);
  ss_arena_destroy(w->arena);
}

ss_reach *ss_basin_reach(const ss_basin_worker *w) {
  return w->reach;
}

ss_status ss_basin_open_events(const ss_basin *basin, double longer, ss_diagnostics *list,
                               ss_basin_worker **worker) {
  ss_reach_options options = basin->options;
  options.end *= longer;
  const char *why;
  options.engine = SS_REACH_ENGINE_EVENTS;
  const ss_status status = ss_basin_open(basin, &options, worker, &why);
  if (status == SS_OK) return SS_OK;
  return ss_study_refuse(list, status, "by events: %s", why ? why : ss_status_text(status));
}

/* ---- points ---------------------------------------------------------------------------------- */

bool ss_basin_start(const ss_basin_worker *w, double a, double b, double *q, double *u) {
  const double value[2] = {a, b};
  if (w->basin->charted) {
    const ss_machine *machine = w->machine ? w->machine : w->basin->machine;
    return ss_basin_start_on_chart(w->basin, machine, value, q, u) &&
           ss_reach_adjust(w->reach, w->fixed_q, w->fixed_u, q, u);
  }
  memcpy(q, w->basin->q, w->n * sizeof *q);
  memcpy(u, w->basin->u, w->n * sizeof *u);
  for (int k = 0; k < 2; k++) {
    const size_t axis = w->basin->axis[k];
    assert(axis <= 2 * w->n);
    if (axis < w->n)
      q[axis] = value[k];
    else if (axis < 2 * w->n)
      u[axis - w->n] = value[k];
  }
  return ss_reach_adjust(w->reach, w->fixed_q, w->fixed_u, q, u);
}

static uint8_t find_class(const ss_basin *b, const ss_reach_end *end) {
  const bool known = end->set < SS_SWEEP_CLASSES_MOST;
  if (end->kind == SS_REACH_RESTS) return known ? b->set_code[end->set] : b->elsewhere;
  if (end->kind == SS_REACH_SETTLES)
    return known ? b->settling_code[end->set] : b->settling_elsewhere;
  return b->code[end->kind];
}

/* Of the machine that the worker has. */
static ss_status classify(ss_basin_worker *w, size_t count, const double *a, const double *b,
                          uint8_t *codes, double *times) {
  const size_t n = w->n;
  const ss_arena_mark mark = ss_arena_get_mark(w->arena);
  double *q = ss_arena_new(w->arena, count * n, double);
  double *u = ss_arena_new(w->arena, count * n, double);
  size_t *point = ss_arena_new(w->arena, count, size_t);
  ss_reach_end *ends = ss_arena_new(w->arena, count, ss_reach_end);
  ss_status status = q && u && point && ends ? SS_OK : SS_MEMORY;
  size_t starts = 0;
  for (size_t i = 0; status == SS_OK && i < count; i++) {
    codes[i] = w->basin->code[SS_REACH_INCONSISTENT];
    times[i] = NAN;
    if (ss_basin_start(w, a[i], b[i], q + starts * n, u + starts * n)) point[starts++] = i;
  }
  if (status == SS_OK) status = ss_reach_run(w->reach, starts, q, u, ends);
  for (size_t k = 0; status == SS_OK && k < starts; k++) {
    codes[point[k]] = find_class(w->basin, &ends[k]);
    times[point[k]] = ends[k].kind == SS_REACH_INCONSISTENT ? NAN : ends[k].t;
  }
  ss_arena_release(w->arena, mark);
  return status;
}

/* Goes over to the machine with that value. SS_BAD_INPUT: there is none. */
static ss_status change_machine(ss_basin_worker *w, double value) {
  const ss_basin *b = w->basin;
  const char *why;
  if (w->machine && w->value == value) return SS_OK;
  const ss_arena_mark mark = ss_arena_get_mark(w->arena);
  const char *setting = ss_chart_set_parameter(w->arena, b->request->axis[b->varied], value);
  ss_machine *machine = NULL;
  ss_status status =
      setting ? ss_machine_change(b->machine, 1, &setting, NULL, &machine) : SS_MEMORY;
  ss_arena_release(w->arena, mark);
  if (status != SS_OK) return status;
  ss_reach_destroy(w->reach);
  ss_machine_close(w->machine);
  w->reach = NULL;
  w->machine = machine;
  w->value = value;
  status = open_engine(w, machine, &why);
  if (status == SS_OK) return SS_OK;
  w->value = NAN;
  return status == SS_BAD_ARGUMENT ? SS_BAD_INPUT : status;
}

ss_status ss_basin_classify(ss_basin_worker *w, size_t count, const double *a, const double *b,
                            uint8_t *codes, double *times) {
  const size_t varied = w->basin->varied;
  ss_status status = SS_OK;
  if (varied == NO_AXIS) return classify(w, count, a, b, codes, times);
  for (size_t i = 0; i < count && status == SS_OK; i++) {
    status = change_machine(w, varied == 0 ? a[i] : b[i]);
    codes[i] = w->basin->code[SS_REACH_INCONSISTENT];
    times[i] = NAN;
    if (status == SS_OK)
      status = classify(w, 1, a + i, b + i, codes + i, times + i);
    else if (status == SS_BAD_INPUT)
      status = SS_OK;
  }
  return status;
}

/* ---- the task -------------------------------------------------------------------------------- */

static ss_status open_task(const void *user, void **worker) {
  const ss_basin *basin = user;
  const char *why;
  return ss_basin_open(basin, &basin->options, (ss_basin_worker **)worker, &why);
}

static void close_task(void *worker) {
  ss_basin_close(worker);
}

static ss_status classify_task(void *worker, size_t count, const double *a, const double *b,
                               uint8_t *codes, double *values) {
  return ss_basin_classify(worker, count, a, b, codes, values);
}

ss_sweep_task ss_basin_task(const ss_basin *basin) {
  return (ss_sweep_task){
      .user = basin, .open = open_task, .close = close_task, .classify = classify_task};
}
