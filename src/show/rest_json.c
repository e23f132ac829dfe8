/* rest_json.c: rest sets, and whether a machine can rest at a position, for programs. The keys are
 * documented in docs/output.md and stable. */
#include <math.h>

#include "show_private.h"
#include "standstill/json.h"

/* {name: value}; of the coordinates. */
static json_t *named(size_t n, const char *const *names, const double *values) {
  json_t *object = json_object();
  for (size_t j = 0; j < n; j++) ss_json_set(&object, names[j], ss_json_real(values[j]));
  return object;
}

static json_t *named_texts(size_t n, const char *const *names, const char *const *texts) {
  json_t *object = json_object();
  for (size_t j = 0; j < n; j++) ss_json_set(&object, names[j], json_string(texts[j]));
  return object;
}

static json_t *list_rows(const ss_system *s, size_t count, const double *rows) {
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++)
    ss_json_append(&list, named(s->coordinates, s->names, rows + i * s->coordinates));
  return list;
}

static json_t *list_texts(const ss_system *s, size_t count, const char *const *rows) {
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++)
    ss_json_append(&list, named_texts(s->coordinates, s->names, rows + i * s->coordinates));
  return list;
}

static json_t *list_elements(const ss_system *s, size_t count, const size_t *elements) {
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++)
    ss_json_append(&list, json_string(s->element[elements[i]].element->name.text));
  return list;
}

/* ---- sets ------------------------------------------------------------------------------------ */

static json_t *extent(const ss_system *s, const ss_rest_set *set, bool exact) {
  json_t *object = json_object();
  const ss_chart *chart = s->model->chart;
  for (size_t j = 0; j < s->coordinates; j++) {
    json_t *pair = json_array();
    ss_json_append(&pair, exact ? json_string(set->exact_lo[j]) : ss_json_real(set->lo[j]));
    ss_json_append(&pair, exact ? json_string(set->exact_hi[j]) : ss_json_real(set->hi[j]));
    ss_json_set(&object, s->names[j], pair);
  }
  for (size_t j = 0; !exact && set->chart_lo && j < chart->count; j++) {
    json_t *pair = json_array();
    ss_json_append(&pair, ss_json_real(set->chart_lo[j]));
    ss_json_append(&pair, ss_json_real(set->chart_hi[j]));
    ss_json_set(&object, chart->coordinates[j].name.text, pair);
  }
  return object;
}

/* What is certain of the extent: null where nothing is. */
static void add_inner(json_t **object, const char *name, double lo, double hi) {
  json_t *pair = isnan(lo) && isnan(hi) ? json_null() : json_array();
  if (json_is_array(pair)) ss_json_append(&pair, ss_json_real(lo));
  if (json_is_array(pair)) ss_json_append(&pair, ss_json_real(hi));
  ss_json_set(object, name, pair);
}

static json_t *inner(const ss_system *s, const ss_rest_set *set) {
  json_t *object = json_object();
  for (size_t j = 0; set->inner_lo && j < s->coordinates; j++)
    add_inner(&object, s->names[j], set->inner_lo[j], set->inner_hi[j]);
  for (size_t j = 0; set->chart_inner_lo && j < s->model->chart->count; j++)
    add_inner(&object, s->model->chart->coordinates[j].name.text, set->chart_inner_lo[j],
              set->chart_inner_hi[j]);
  return object;
}

static json_t *center(const ss_system *s, const ss_rest_set *set) {
  json_t *object = named(s->coordinates, s->names, set->center);
  const ss_chart *chart = s->model->chart;
  for (size_t j = 0; set->chart_center && j < chart->count; j++)
    ss_json_set(&object, chart->coordinates[j].name.text, ss_json_real(set->chart_center[j]));
  return object;
}

static void add_part(const ss_system *s, const ss_rest_set *set, const ss_rest_part *part,
                     json_t **object) {
  if (set->vertices_left_out) return;
  ss_json_set(object, "vertices", list_rows(s, part->vertices, part->vertex));
  if (part->exact_vertex)
    ss_json_set(object, "exact_vertices", list_texts(s, part->vertices, part->exact_vertex));
  if (part->rays) ss_json_set(object, "rays", list_rows(s, part->rays, part->ray));
}

static void add_shape(const ss_system *s, const ss_rest_set *set, json_t **object) {
  ss_json_set(object, "vertices_left_out", json_boolean(set->vertices_left_out));
  if (set->parts == 1) add_part(s, set, set->part, object);
  if (set->parts > 1) {
    json_t *parts = json_array();
    for (size_t i = 0; i < set->parts; i++) {
      json_t *part = json_object();
      add_part(s, set, &set->part[i], &part);
      ss_json_append(&parts, part);
    }
    ss_json_set(object, "parts", parts);
  }
  ss_json_set(object, "cut", json_boolean(set->cut || set->beyond));
  if (set->parts) return;
  json_t *lines = json_array();
  for (size_t i = 0; i < set->lines; i++)
    ss_json_append(&lines, list_rows(s, set->line[i + 1] - set->line[i],
                                     set->point + set->line[i] * s->coordinates));
  ss_json_set(object, "boundary", lines);
  ss_json_set(object, "loop", json_boolean(set->loop));
  ss_json_set(object, "residual", ss_json_real(set->residual));
}

static json_t *one_set(const ss_system *s, const ss_rest_set *set) {
  json_t *object = json_object(), *unbound = json_array();
  ss_json_set(&object, "name", json_string(set->name));
  ss_json_set(&object, "shape", json_string(ss_rest_shape_word(set->shape)));
  ss_json_set(&object, "dimension",
              set->dimension == SIZE_MAX ? json_null() : json_integer((json_int_t)set->dimension));
  ss_json_set(&object, "closed", list_elements(s, set->closed_count, set->closed));
  ss_json_set(&object, "center", center(s, set));
  ss_json_set(&object, "extent", extent(s, set, false));
  if (set->exact_lo) ss_json_set(&object, "exact_extent", extent(s, set, true));
  if (set->exact_center)
    ss_json_set(&object, "exact_center", named_texts(s->coordinates, s->names, set->exact_center));
  for (size_t i = 0; i < set->free_count; i++)
    ss_json_append(&unbound, json_string(s->names[set->free[i]]));
  ss_json_set(&object, "free", unbound);
  ss_json_set(&object, "inner", inner(s, set));
  ss_json_set(&object, "exact", json_boolean(set->exact));
  ss_json_set(&object, "certain", json_boolean(set->certain));
  ss_json_set(&object, "enclosed", json_boolean(set->enclosed));
  ss_json_set(&object, "connected", json_boolean(set->connected));
  ss_json_set(&object, "method", json_string(set->method));
  add_shape(s, set, &object);
  return object;
}

static json_t *broken(const ss_system *s, const ss_expected *e) {
  ss_text text;
  ss_text_start(&text);
  for (size_t i = 0; i < e->statements; i++) {
    if (i) ss_text_add(&text, "; ");
    ss_show_relation(s->graph, e->relation[i], &text);
  }
  json_t *string = text.failed ? NULL : json_string(text.data);
  ss_text_stop(&text);
  return string;
}

/* One object for all that the model says about its equilibria. */
static json_t *expectations(const ss_system *s, const ss_expected *e) {
  json_t *list = json_array(), *object = json_object();
  if (e->statements == 0) {
    json_decref(object);
    return list;
  }
  const bool agrees = e->tested > 0 && e->doubtful == 0 && e->skipped == 0;
  ss_json_set(&object, "of", json_string("equilibria"));
  ss_json_set(&object, "holds",
              agrees                     ? json_true()
              : e->verdict == SS_REFUTED ? json_false()
                                         : json_null());
  ss_json_set(&object, "tested", json_integer((json_int_t)e->tested));
  ss_json_set(&object, "skipped", json_integer((json_int_t)e->skipped));
  ss_json_set(&object, "at", e->at ? named(s->coordinates, s->names, e->at) : json_null());
  ss_json_set(&object, "relation", e->at ? broken(s, e) : json_null());
  ss_json_append(&list, object);
  return list;
}

void ss_show_rest_json(const ss_rest_sets *sets, const ss_expected *expected, ss_text *out) {
  const ss_system *s = sets->system;
  json_t *root = json_object(), *list = json_array(), *box = json_object();
  json_t *periods = json_object();
  ss_json_set(&root, "model", json_string(s->model->title));
  ss_json_set(&root, "hash", json_string(s->model->hash));
  for (size_t i = 0; i < sets->count; i++) ss_json_append(&list, one_set(s, &sets->set[i]));
  ss_json_set(&root, "sets", list);
  ss_json_set(&root, "complete", json_boolean(sets->complete));
  if (sets->stopped) ss_json_set(&root, "stopped", json_true());
  ss_json_set(&root, "how", json_string(sets->how));
  for (size_t i = 0; i < sets->searched; i++) {
    const double bounds[] = {sets->from[i], sets->to[i]};
    ss_json_set(&box, sets->searched_names[i], ss_json_list(2, bounds));
    if (sets->searched_period[i] > 0)
      ss_json_set(&periods, sets->searched_names[i], ss_json_real(sets->searched_period[i]));
  }
  ss_json_set(&root, "searched", box);
  ss_json_set(&root, "periods", periods);
  if (expected) ss_json_set(&root, "expectations", expectations(s, expected));
  ss_json_print(root, out);
}

/* ---- a position ------------------------------------------------------------------------------ */

/* {element: [normal, then friction]}, as numbers or as fractions. */
static json_t *forces(const ss_system *s, const ss_rest_answer *a, bool exact) {
  json_t *object = json_object();
  for (size_t e = 0; e < s->elements; e++) {
    const ss_system_element *element = &s->element[e];
    json_t *list = json_array();
    for (size_t k = element->normal == SIZE_MAX ? 1 : 0; k <= element->slips; k++) {
      const size_t at = k ? s->normals + element->slip + k - 1 : element->normal;
      ss_json_append(&list, exact ? json_string(a->exact_forces[at]) : ss_json_real(a->forces[at]));
    }
    ss_json_set(&object, element->element->name.text, list);
  }
  return object;
}

void ss_show_rest_answer_json(const ss_system *s, const double *q, const ss_rest_answer *a,
                              ss_text *out) {
  json_t *root = json_object(), *answer = json_object();
  ss_json_set(&root, "model", json_string(s->model->title));
  ss_json_set(&root, "hash", json_string(s->model->hash));
  ss_json_set(&answer, "q", named(s->coordinates, s->names, q));
  ss_json_set(&answer, "member",
              a->verdict == SS_UNKNOWN ? json_null() : json_boolean(a->verdict == SS_PROVED));
  ss_json_set(&answer, "exact", json_boolean(a->exact));
  ss_json_set(&answer, "reason", json_string(a->reason));
  ss_json_set(&answer, "closed", list_elements(s, a->closed_count, a->closed));
  if (a->verdict == SS_PROVED) ss_json_set(&answer, "distance", ss_json_real(a->distance));
  if (a->verdict == SS_UNKNOWN) ss_json_set(&answer, "residual", ss_json_real(a->residual));
  if (a->forces) ss_json_set(&answer, "forces", forces(s, a, false));
  if (a->exact_forces) ss_json_set(&answer, "exact_forces", forces(s, a, true));
  if (a->push) ss_json_set(&answer, "push", named(s->coordinates, s->names, a->push));
  if (a->exact_push)
    ss_json_set(&answer, "exact_push", named_texts(s->coordinates, s->names, a->exact_push));
  ss_json_set(&root, "contains", answer);
  ss_json_print(root, out);
}
