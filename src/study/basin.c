/* basin.c: which rest set does each start reach?
 *
 * A request is looked at as a whole first: axes, base state, region, rest sets; one engine is
 * opened on the calling thread, so that what does not apply is said in a sentence before anything
 * is computed. The bound on the energy gained is, unless it is given, a hundred times the spread of
 * the energy over nine starts of the plane; it is a fact of the map: whoever knows the machine may
 * know better. What counts as near a rest set, and as slow, goes with the size of the motions where
 * that is small.
 */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study_private.h"

ss_basin_options ss_basin_default_options(void) {
  ss_basin_options options = {.reach = ss_reach_default_options(), .map = ss_map_default_options()};
  options.reach.gain = NAN;
  return options;
}

/* ---- the plane ------------------------------------------------------------------------------- */

/* A unit of a velocity: "m/s", "" where the coordinate has none. */
static const char *get_unit(const ss_basin *b, const char *name, size_t axis) {
  const ss_model *model = ss_machine_model(b->machine);
  const size_t n = model->coordinates, on_chart = ss_study_find_chart_variable(model, name);
  const char *unit = axis < 2 * n ? model->coordinate[axis % n].name.unit
                     : on_chart != SIZE_MAX
                         ? model->chart->coordinates[on_chart % model->chart->count].name.unit
                         : model->parameter[ss_model_find_parameter(model, name)].name.unit;
  if (!unit) return "";
  if (axis < n || (axis == 2 * n && name[strlen(name) - 1] != '\'')) return unit;
  const char *rate = ss_arena_format(b->work.arena, "%s/s", unit);
  return rate ? rate : "";
}

static ss_status refuse_variable(const ss_basin *b, const char *name, ss_diagnostics *list) {
  const ss_model *model = ss_machine_model(b->machine);
  const size_t n = model->coordinates, length = strlen(name);
  const bool velocity = length > 1 && name[length - 1] == '\'';
  const char **names = ss_arena_new(b->work.arena, n, const char *);
  const char *plain = ss_arena_copy_text(b->work.arena, name, length - velocity);
  for (size_t j = 0; names && j < n; j++) names[j] = model->coordinate[j].name.text;
  const char *near = names && plain ? ss_nearest_name(plain, n, names) : NULL;
  const size_t known = velocity && plain ? ss_model_find_coordinate(model, plain) : n;
  if (known < n && model->coordinate[known].aux)
    return ss_study_refuse(list, SS_BAD_INPUT,
                           "--plane %s: '%s' is a first-order state: it has no velocity", name,
                           plain);
  if (!near)
    return ss_study_refuse(list, SS_BAD_INPUT,
                           "--plane %s: this is no coordinate, velocity or parameter", name);
  return ss_study_refuse(list, SS_BAD_INPUT, "--plane %s: unknown variable; did you mean '%s%s'?",
                         name, near, velocity ? "'" : "");
}

static bool is_parameter(const ss_machine *machine, const char *name) {
  const ss_model *model = ss_machine_model(machine);
  return name && ss_study_find_variable(model, name) == SIZE_MAX &&
         ss_model_find_parameter(model, name) < model->parameters;
}

/* Which axis is a parameter. */
static ss_status find_varied(ss_basin *b, ss_diagnostics *list) {
  const ss_basin_options *r = b->request;
  const bool first = is_parameter(b->machine, r->axis[0]),
             second = is_parameter(b->machine, r->axis[1]);
  b->varied = first ? 0 : second ? 1 : NO_AXIS;
  if (!first || !second) return SS_OK;
  return ss_study_refuse(list, SS_BAD_INPUT, "--plane %s,%s: two parameters: that is a chart",
                         r->axis[0], r->axis[1]);
}

static ss_status read_plane(ss_basin *b, ss_diagnostics *list) {
  const ss_basin_options *r = b->request;
  const ss_model *model = ss_machine_model(b->machine);
  for (int k = 0; k < 2; k++) {
    const char *name = r->axis[k];
    if (!name) return ss_study_refuse(list, SS_BAD_INPUT, "--plane: which two variables?");
    b->axis[k] =
        b->varied == (size_t)k ? 2 * model->coordinates : ss_study_find_variable(model, name);
    if (b->axis[k] == SIZE_MAX && ss_study_find_chart_variable(model, name) != SIZE_MAX) {
      b->axis[k] = 2 * model->coordinates;
      b->charted = true;
    }
    if (b->axis[k] == SIZE_MAX) return refuse_variable(b, name, list);
    b->work.map.axis[k].name = name;
    b->work.map.axis[k].unit = get_unit(b, name, b->axis[k]);
    const ss_status status = ss_map_set_range(&b->work, k, r->low[k], r->high[k], list);
    if (status != SS_OK) return status;
    b->page[2 * k] = r->low[k];
    b->page[2 * k + 1] = r->high[k];
  }
  if (strcmp(r->axis[0], r->axis[1]) != 0) return SS_OK;
  return ss_study_refuse(list, SS_BAD_INPUT, "--plane %s,%s: the two axes are the same", r->axis[0],
                         r->axis[1]);
}

static ss_status read_region(ss_basin *b, ss_diagnostics *list) {
  const ss_model *model = ss_machine_model(b->machine);
  const char *name = b->request->region;
  b->region = !name && model->regions == 1 ? 0 : SIZE_MAX;
  if (!name) return SS_OK;
  for (size_t i = 0; i < model->regions; i++)
    if (strcmp(model->region[i].name.text, name) == 0) b->region = i;
  if (b->region != SIZE_MAX) return SS_OK;
  return ss_study_refuse(list, SS_BAD_INPUT, "--region %s: the model has no region of that name",
                         name);
}

/* The contact that begins the text; SIZE_MAX: there is none of that name. */
static size_t find_contact(const ss_system *s, const char *text, size_t length) {
  for (size_t i = 0; i < s->elements; i++) {
    const ss_element *e = s->element[i].element;
    if (e->kind == SS_ELEMENT_CONTACT && strlen(e->name.text) == length &&
        strncmp(e->name.text, text, length) == 0)
      return s->element[i].normal;
  }
  return SIZE_MAX;
}

ss_status ss_study_read_closed(ss_arena *arena, const ss_system *system, const char *text,
                               ss_diagnostics *list, const bool **result) {
  bool *closed = ss_arena_new(arena, system->normals, bool);
  if (!closed) return SS_MEMORY;
  for (const char *at = text; *at; at += *at == ',') {
    const size_t length = strcspn(at, ","), normal = find_contact(system, at, length);
    if (normal == SIZE_MAX)
      return ss_study_refuse(list, SS_BAD_INPUT, "--closed %s: the model has no contact '%.*s'",
                             text, (int)length, at);
    closed[normal] = true;
    at += length;
  }
  *result = closed;
  return SS_OK;
}

static ss_status read_closed(ss_basin *b, ss_diagnostics *list) {
  if (!b->request->closed) return SS_OK;
  if (b->request->prove)
    return ss_study_refuse(list, SS_BAD_INPUT, "--closed: it does not go with --prove");
  return ss_study_read_closed(b->work.arena, ss_machine_system(b->machine), b->request->closed,
                              list, &b->options.closed);
}

static ss_status read_base(ss_basin *b, ss_diagnostics *list) {
  const size_t n = ss_machine_model(b->machine)->coordinates;
  b->q = ss_arena_new(b->work.arena, n, double);
  b->u = ss_arena_new(b->work.arena, n, double);
  if (!b->q || !b->u) return SS_MEMORY;
  if (b->charted) return ss_basin_read_chart(b, list);
  return ss_machine_state(b->machine, "--from", b->request->from, list, b->q, b->u);
}

/* ---- rest sets and scales -------------------------------------------------------------------- */

enum { WIDENINGS = 3 };
static const double WIDER = 4;

static bool is_cut(const ss_rest_sets *sets) {
  for (size_t i = 0; i < sets->count; i++)
    if (sets->set[i].cut) return true;
  return false;
}

/* The box of the last search, wider where it was nobody's choice: as wide as the plane, and more
 * where a set was cut. False if that changes nothing. */
static bool widen(const ss_basin *b, const bool *chosen, double *from, double *to) {
  const ss_rest_sets *sets = &b->sets;
  const ss_model *model = ss_machine_model(b->machine);
  const bool cut = is_cut(sets);
  bool changed = false;
  for (size_t j = 0; j < sets->searched; j++) {
    if (chosen[j] || sets->searched_period[j] > 0) continue;
    const double middle = (sets->from[j] + sets->to[j]) / 2, half = (sets->to[j] - middle);
    from[j] = cut ? middle - WIDER * half : sets->from[j];
    to[j] = cut ? middle + WIDER * half : sets->to[j];
    for (int k = 0; k < 2 && !model->chart; k++) {
      if (b->axis[k] != j) continue;
      from[j] = fmin(from[j], b->page[2 * k]);
      to[j] = fmax(to[j], b->page[2 * k + 1]);
    }
    changed |= from[j] < sets->from[j] || to[j] > sets->to[j];
  }
  return changed;
}

/* Motions end where they like: without a region, sets beyond the box of the search are sought too,
 * a few times. */
static ss_status search_farther(ss_basin *b, ss_rest_options *search) {
  ss_arena *arena = b->work.arena;
  const size_t count = b->sets.searched;
  bool *chosen = ss_arena_new(arena, count, bool);
  if (!chosen) return SS_MEMORY;
  for (size_t j = 0; j < count; j++) chosen[j] = !isnan(search->from[j]);
  for (int round = 0; round < WIDENINGS; round++) {
    double *from = ss_arena_new(arena, 2 * count, double);
    ss_rest_sets wider;
    const char *why;
    if (!from) return SS_MEMORY;
    memcpy(from, search->from, count * sizeof *from);
    memcpy(from + count, search->to, count * sizeof *from);
    if (!widen(b, chosen, from, from + count)) break;
    search->from = from;
    search->to = from + count;
    if (ss_rest_find(arena, ss_machine_system(b->machine), ss_machine_parameters(b->machine),
                     search, &wider, &why) != SS_OK)
      break;
    if (b->sets.complete && !wider.complete) break; /* more is less here */
    b->sets = wider;
    b->widened = true;
  }
  return SS_OK;
}

static ss_status find_rest_sets(ss_basin *b, ss_diagnostics *list) {
  const ss_model *model = ss_machine_model(b->machine);
  ss_rest_options search = ss_rest_default_options();
  const char *why;
  if (b->varied != NO_AXIS) return SS_OK; /* they are others for each of its values */
  if (b->request->sets) {
    b->sets = *b->request->sets;
    b->options.sets = b->sets.count ? &b->sets : NULL;
    return SS_OK;
  }
  const ss_status status = ss_machine_read_box(b->work.arena, b->machine, b->request->boxes,
                                               b->request->box, list, &search);
  if (status != SS_OK) return status;
  if (b->region != SIZE_MAX) search.region = model->region[b->region].name.text;
  /* a map without known sets is a map */
  if (ss_rest_find(b->work.arena, ss_machine_system(b->machine), ss_machine_parameters(b->machine),
                   &search, &b->sets, &why) != SS_OK)
    b->sets = (ss_rest_sets){0};
  const ss_status farther =
      b->region == SIZE_MAX && b->sets.searched ? search_farther(b, &search) : SS_OK;
  b->options.sets = b->sets.count ? &b->sets : NULL;
  return farther;
}

/* Nine starts: the spread of their energies, the largest position and velocity. */
typedef struct survey {
  double low, high, q, u;
} survey;

static survey look_around(const ss_basin *b, const ss_basin_worker *w) {
  const ss_sweep_axis *axis = b->work.map.axis;
  const ss_sweep_axis three[2] = {{.low = axis[0].low, .high = axis[0].high, .count = 3},
                                  {.low = axis[1].low, .high = axis[1].high, .count = 3}};
  const size_t n = ss_machine_model(b->machine)->coordinates;
  double *q = ss_arena_new(b->work.arena, 2 * n, double);
  survey s = {.low = INFINITY, .high = -INFINITY};
  for (size_t k = 0; q && k < 9; k++) {
    const double x = ss_sweep_at(&three[0], k % 3), y = ss_sweep_at(&three[1], k / 3);
    if (!ss_basin_start(w, x, y, q, q + n)) continue;
    const double energy = ss_reach_energy(ss_basin_reach(w), q, q + n);
    s.low = fmin(s.low, energy);
    s.high = fmax(s.high, energy);
    for (size_t i = 0; i < n; i++) {
      s.q = fmax(s.q, fabs(q[i]));
      s.u = fmax(s.u, fabs(q[n + i]));
    }
  }
  return s;
}

/* A hundred times the spread of the energy, to three digits; infinite where there is none. */
static double choose_gain(const survey *s) {
  char digits[32];
  if (!(s->high > s->low && isfinite(s->high - s->low))) return INFINITY;
  snprintf(digits, sizeof digits, "%.2e", 100 * (s->high - s->low));
  return strtod(digits, NULL);
}

static void choose_scales(ss_basin *b, const survey *s) {
  const size_t n = ss_machine_model(b->machine)->coordinates;
  const bool positions = b->axis[0] < n || b->axis[1] < n || b->charted;
  if (positions && s->q > 0) b->options.size = fmin(b->options.size, s->q);
  const double speed = s->u > 0 ? s->u : b->options.size;
  b->options.still *= fmin(1, speed);
}

/* Opens an engine once: chooses it, and says what does not apply. */
static ss_status try_engine(ss_basin *b, ss_diagnostics *list) {
  ss_basin_worker *w;
  const char *why;
  const bool given = !isnan(b->options.gain);
  b->options.watchful = given;
  b->options.patient = !given;
  if (!given) b->options.gain = INFINITY;
  const ss_status status = ss_basin_open(b, &b->options, &w, &why);
  if (status != SS_OK)
    return ss_study_refuse(list, status, "basin: %s", why ? why : ss_status_text(status));
  b->options.engine = ss_reach_engine_of(ss_basin_reach(w));
  const survey around = look_around(b, w);
  if (!given) b->options.gain = choose_gain(&around);
  choose_scales(b, &around);
  ss_basin_close(w);
  return SS_OK;
}

/* ---- what the map is about ------------------------------------------------------------------- */

/* "settles to E1": decays towards the set and never quite stops. */
static void add_settling(ss_basin *b, size_t most) {
  ss_map_work *w = &b->work;
  for (size_t i = 0; i < b->sets.count && i < most; i++) {
    const char *name = ss_arena_format(w->arena, "settles to %s", b->sets.set[i].name);
    b->settling_code[i] = ss_map_add_class(w, name ? name : "settles", SS_SWEEP_OTHER);
  }
  b->settling_elsewhere =
      ss_map_add_class(w, b->sets.count ? "settles elsewhere" : "settles", SS_SWEEP_OTHER);
  for (size_t i = most; i < SS_SWEEP_CLASSES_MOST; i++) b->settling_code[i] = b->settling_elsewhere;
}

static void add_classes(ss_basin *b) {
  ss_map_work *w = &b->work;
  enum { SETS_MOST = (SS_SWEEP_CLASSES_MOST - 9) / 2 };
  for (size_t i = 0; i < b->sets.count && i < SETS_MOST; i++)
    b->set_code[i] = ss_map_add_class(w, b->sets.set[i].name, SS_SWEEP_REST);
  b->elsewhere = ss_map_add_class(w, b->sets.count ? "rests elsewhere" : "rests", SS_SWEEP_REST);
  for (size_t i = SETS_MOST; i < SS_SWEEP_CLASSES_MOST; i++) b->set_code[i] = b->elsewhere;
  add_settling(b, SETS_MOST);
  b->code[SS_REACH_CYCLES] = ss_map_add_class(w, "cycles", SS_SWEEP_OTHER);
  b->code[SS_REACH_ESCAPES] = ss_map_add_class(w, "escapes", SS_SWEEP_ESCAPES);
  b->code[SS_REACH_UNDECIDED] = ss_map_add_class(w, "undecided", SS_SWEEP_UNDECIDED);
  b->code[SS_REACH_INCONSISTENT] = ss_map_add_class(w, "inconsistent", SS_SWEEP_INCONSISTENT);
  b->code[SS_REACH_FAILED] = ss_map_add_class(w, "failed", SS_SWEEP_FAILED);
}

static void add_base(ss_basin *b) {
  const ss_model *model = ss_machine_model(b->machine);
  const size_t n = model->coordinates;
  ss_text text;
  if (b->charted) {
    if (b->request->from) ss_map_add_fact(&b->work, "base", "%s", b->request->from);
    return;
  }
  ss_text_start(&text);
  for (size_t i = 0; i < 2 * n; i++) {
    if (i == b->axis[0] || i == b->axis[1]) continue;
    if (i >= n && model->coordinate[i - n].aux) continue;
    ss_text_addf(&text, "%s%s%s = %s", text.length ? ", " : "", model->coordinate[i % n].name.text,
                 i < n ? "" : "'", ss_map_number(&b->work, i < n ? b->q[i] : b->u[i - n]));
  }
  ss_map_add_fact(&b->work, "base", "%s", text.data);
  ss_text_stop(&text);
}

static void add_facts(ss_basin *b) {
  ss_map_work *w = &b->work;
  const ss_reach_options *o = &b->options;
  add_base(b);
  ss_map_add_fact(w, "method", "%s", ss_reach_engine_word(o->engine));
  ss_map_add_fact(w, "end", "%s", ss_map_number(w, o->end));
  if (o->engine == SS_REACH_ENGINE_LANES)
    ss_map_add_fact(w, "step", "%s", ss_map_number(w, o->step));
  if (o->engine == SS_REACH_ENGINE_EVENTS)
    ss_map_add_fact(w, "tolerance", "%s", ss_map_number(w, o->tolerance));
  if (o->gain < INFINITY)
    ss_map_add_fact(w, "escape", "energy gained beyond %s", ss_map_number(w, o->gain));
  if (b->region != SIZE_MAX)
    ss_map_add_fact(w, "region", "%s", ss_machine_model(b->machine)->region[b->region].name.text);
  if (b->options.closed) ss_map_add_fact(w, "closed", "%s", b->request->closed);
  for (size_t i = 0; i < b->request->boxes && !b->widened; i++)
    ss_map_add_fact(w, "box", "%s", b->request->box[i]);
  for (size_t j = 0; j < b->sets.searched && b->widened; j++)
    if (!(b->sets.searched_period[j] > 0))
      ss_map_add_fact(w, "box", "%s=%.17g:%.17g", b->sets.searched_names[j], b->sets.from[j],
                      b->sets.to[j]);
  ss_map_add_loop(w);
  ss_map_add_fact(w, "value", "time to the decision");
}

/* ---- public ---------------------------------------------------------------------------------- */

static ss_status prepare(ss_basin *b, ss_diagnostics *list) {
  static const size_t chunks[] = {[SS_REACH_ENGINE_PWL] = 256,
                                  [SS_REACH_ENGINE_LANES] = 4 * SS_LANES,
                                  [SS_REACH_ENGINE_EVENTS] = 8};
  ss_status status = find_varied(b, list);
  if (status == SS_OK && b->request->prove) status = ss_basin_prepare_proof(b, list);
  if (status == SS_OK) status = ss_map_start(&b->work, "basin", list);
  if (status == SS_OK) status = read_plane(b, list);
  if (status == SS_OK) status = ss_map_check_reach(&b->options, list);
  if (status == SS_OK) status = read_region(b, list);
  if (status == SS_OK) status = read_closed(b, list);
  if (status == SS_OK) status = read_base(b, list);
  if (status == SS_OK) status = find_rest_sets(b, list);
  if (status == SS_OK) status = try_engine(b, list);
  if (status != SS_OK) return status;
  if (b->proof)
    status = ss_basin_start_proof(b, list);
  else
    add_classes(b);
  if (status != SS_OK) return status;
  add_facts(b);
  b->work.sweep.chunk = chunks[b->options.engine];
  b->work.task = ss_basin_task(b);
  return SS_OK;
}

ss_status ss_basin_prepare(ss_arena *arena, const ss_machine *machine,
                           const ss_basin_options *options, ss_diagnostics *list,
                           ss_basin **basin) {
  ss_basin *b = ss_arena_new(arena, 1, ss_basin);
  assert(machine && options && list && basin);
  *basin = NULL;
  if (!b) return SS_MEMORY;
  b->work = (ss_map_work){.arena = arena, .machine = machine, .options = &options->map};
  b->request = options;
  b->machine = machine;
  b->options = options->reach;
  const ss_status status = prepare(b, list);
  if (status == SS_OK) *basin = b;
  return status;
}

ss_status ss_basin_run(ss_basin *basin, ss_diagnostics *list) {
  return basin->proof ? ss_basin_run_proof(basin, list) : ss_map_run(&basin->work, list);
}

const ss_sweep_map *ss_basin_map(const ss_basin *basin) {
  return &basin->work.map;
}
