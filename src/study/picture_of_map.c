/* picture_of_map.c: the picture of a basin, just computed or read from a file.
 *
 * Both have the plane of the map, its rest sets, and motions by events that end when the map's do;
 * so a file, drawn again, is the same picture. A file has the machine in its model and its facts:
 *
 *     feedback, input    what the inputs follow         base         the state around the plane
 *     region, box        where rest sets were searched  end          when motions end
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "study_private.h"

enum { SAMPLES = 5000 };

static void set_motions(ss_picture_options *o, double end) {
  o->how = ss_motion_default_options();
  if (end > 0) o->how.end = end;
  o->how.every = o->how.end / SAMPLES;
  o->how.first_if_several = true;
  o->resample = true;
}

ss_status ss_basin_picture(ss_arena *arena, const ss_basin *b, const ss_picture_options *options,
                           ss_diagnostics *list, ss_picture **picture) {
  ss_picture_options o = *options;
  o.q = b->q;
  o.u = b->u;
  o.rest = b->options.sets;
  o.page = b->page;
  o.closed = b->options.closed;
  for (int k = 0; k < 2; k++) o.axis[k] = b->axis[k];
  set_motions(&o, b->options.end);
  return ss_picture_prepare(arena, b->machine, &o, list, picture);
}

/* ---- from a file ----------------------------------------------------------------------------- */

/* The values of all facts with the key, in the arena; NULL when memory is out. */
static const char **list_facts(ss_arena *arena, const ss_sweep_map *map, const char *key,
                               size_t *count) {
  const char **values = ss_arena_new(arena, map->facts, const char *);
  *count = 0;
  for (size_t i = 0; values && i < map->facts; i++)
    if (strcmp(map->fact[i].key, key) == 0) values[(*count)++] = map->fact[i].value;
  return values;
}

static ss_status open_machine(ss_arena *arena, const ss_sweep_map *map, ss_machine **machine) {
  const char *law = ss_sweep_fact_of(map, "feedback");
  ss_machine_options options = {.feedback = *law ? law : NULL};
  options.input = list_facts(arena, map, "input", &options.inputs);
  return options.input ? ss_machine_parse("model", map->model, &options, NULL, machine) : SS_MEMORY;
}

/* The base state; all 0 where the map does not tell. */
static ss_status read_base(ss_arena *arena, const ss_sweep_map *map, const ss_machine *machine,
                           ss_picture_options *o) {
  const size_t n = ss_machine_model(machine)->coordinates;
  double *q = ss_arena_new(arena, n, double), *u = ss_arena_new(arena, n, double);
  o->q = q;
  o->u = u;
  if (!q || !u) return SS_MEMORY;
  return ss_machine_state(machine, "base", ss_sweep_fact_of(map, "base"), NULL, q, u);
}

static ss_status read_search(ss_arena *arena, const ss_sweep_map *map, const ss_machine *machine,
                             ss_picture_options *o) {
  ss_rest_options search = ss_rest_default_options();
  const char *region = ss_sweep_fact_of(map, "region");
  size_t count;
  const char **texts = list_facts(arena, map, "box", &count);
  if (!texts) return SS_MEMORY;
  const ss_status status = ss_machine_read_box(arena, machine, count, texts, NULL, &search);
  o->region = *region ? region : NULL;
  o->from = search.from;
  o->to = search.to;
  return status;
}

/* Contacts that all starts of the map keep closed. */
static ss_status read_closed(ss_arena *arena, const ss_sweep_map *map, const ss_machine *machine,
                             ss_picture_options *o) {
  const char *text = ss_sweep_fact_of(map, "closed");
  if (!*text) return SS_OK;
  return ss_study_read_closed(arena, ss_machine_system(machine), text, NULL, &o->closed);
}

static ss_status read_page(ss_arena *arena, const ss_sweep_map *map, const ss_machine *machine,
                           ss_picture_options *o) {
  const ss_model *model = ss_machine_model(machine);
  double *page = ss_arena_new(arena, 4, double);
  if (!page) return SS_MEMORY;
  o->page = page;
  for (int k = 0; k < 2; k++) {
    page[2 * k] = map->axis[k].low;
    page[2 * k + 1] = map->axis[k].high;
    const char *name = map->axis[k].name;
    o->axis[k] = ss_study_find_variable(model, name);
    if (o->axis[k] == SIZE_MAX && (ss_model_find_parameter(model, name) < model->parameters ||
                                   ss_study_find_chart_variable(model, name) != SIZE_MAX))
      o->axis[k] = 2 * model->coordinates;
    if (o->axis[k] == SIZE_MAX) return SS_BAD_INPUT;
  }
  return SS_OK;
}

ss_status ss_picture_of_map(ss_arena *arena, const ss_sweep_map *map,
                            const ss_picture_options *options, ss_diagnostics *list,
                            ss_picture **picture) {
  ss_picture_options o = *options;
  ss_machine *machine = NULL;
  assert(map && options && list && picture);
  *picture = NULL;
  o.rest = NULL;
  ss_status status = open_machine(arena, map, &machine);
  if (status == SS_OK) status = read_base(arena, map, machine, &o);
  if (status == SS_OK) status = read_search(arena, map, machine, &o);
  if (status == SS_OK) status = read_page(arena, map, machine, &o);
  if (status == SS_OK) status = read_closed(arena, map, machine, &o);
  if (status != SS_OK) {
    ss_study_refuse(list, status, "the map's model or its facts make no sense");
  } else {
    set_motions(&o, strtod(ss_sweep_fact_of(map, "end"), NULL));
    status = ss_picture_prepare(arena, machine, &o, list, picture);
  }
  if (status == SS_OK)
    (*picture)->own = machine;
  else
    ss_machine_close(machine);
  return status;
}
