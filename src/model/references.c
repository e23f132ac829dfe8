/* references.c: names that refer to bodies, points, coordinates and inputs find them.
 *
 * A file may use what it declares later, so that pass 1 only notes such names. Here every one is
 * looked up in the table of its kind: O(1) each. An unknown one is reported with the nearest name
 * of the right kind; what hangs on it is left out without further complaint (a point without body
 * has no position, a force without coordinate no effect). Too many coordinates or states are a
 * limit, and the end of the reading.
 */
#include <string.h>

#include "reader.h"

void ss_reader_refer(ss_reader *reader, ss_reference_kind kind, size_t owner, const char *name,
                     ss_span where) {
  *ss_scratch_append(reader, reader->references, reader->reference_count, ss_reference) =
      (ss_reference){.kind = kind, .owner = owner, .name = name, .where = where};
}

static const struct {
  ss_namespace table;
  ss_kind kind;
} targets[] = {[SS_REFERENCE_BODY] = {SS_NAMESPACE_BODY, SS_KIND_BODY},
               [SS_REFERENCE_COORDINATE] = {SS_NAMESPACE_VALUE, SS_KIND_COORDINATE},
               [SS_REFERENCE_POINT] = {SS_NAMESPACE_POINT, SS_KIND_POINT},
               [SS_REFERENCE_INPUT] = {SS_NAMESPACE_VALUE, SS_KIND_INPUT},
               [SS_REFERENCE_CHART] = {SS_NAMESPACE_VALUE, SS_KIND_COORDINATE},
               [SS_REFERENCE_STATE] = {SS_NAMESPACE_VALUE, SS_KIND_COORDINATE},
               [SS_REFERENCE_ELEMENT] = {SS_NAMESPACE_ELEMENT, SS_KIND_ELEMENT},
               [SS_REFERENCE_DURING] = {SS_NAMESPACE_ELEMENT, SS_KIND_ELEMENT}};

static const char *article(ss_kind kind) {
  return kind == SS_KIND_INPUT || kind == SS_KIND_ELEMENT ? "an" : "a";
}

/* The index of what the name refers to; false after a complaint. */
static bool look_up(ss_reader *reader, const ss_reference *reference, size_t *index) {
  ss_namespace table = targets[reference->kind].table;
  ss_kind kind = targets[reference->kind].kind;
  size_t length = strlen(reference->name);
  ss_known *known = ss_names_find(&reader->names[table], reference->name, length);
  if (known && known->kind == kind) {
    *index = known->index;
    known->used = known->used || reference->kind == SS_REFERENCE_POINT;
    return true;
  }
  ss_diagnostic *item = known ? ss_reader_error(reader, reference->where, "'%s' is not %s %s",
                                                reference->name, article(kind), ss_kind_word(kind))
                              : ss_reader_error(reader, reference->where, "unknown %s '%s'",
                                                ss_kind_word(kind), reference->name);
  ss_names_suggest(reader, item, reference->name, table, 1u << kind);
  return false;
}

/* A key of a state or of the chart: the formula goes to the coordinate's place. */
static void set_key(ss_reader *reader, const ss_reference *reference, size_t index,
                    ss_formula *place, const char *what) {
  if (ss_formula_is_given(&place[index])) {
    ss_reader_error(reader, reference->where, "'%s%s' is given twice in %s", reference->name,
                    reference->primed ? "'" : "", what);
    return;
  }
  place[index] = reference->value;
  if (!ss_formula_is_given(&place[index])) place[index].where = SS_NOWHERE;
}

static void link_chart_key(ss_reader *reader, const ss_reference *reference, size_t index) {
  if (reference->primed)
    ss_reader_error(reader, reference->where, "a chart gives coordinates, not velocities");
  else
    set_key(reader, reference, index, reader->model->chart->map, "the chart");
}

static void link_state_key(ss_reader *reader, const ss_reference *reference, size_t index) {
  ss_state *state = &reader->model->state[reference->owner];
  if (reference->primed && reader->model->coordinate[index].aux) {
    ss_reader_error(reader, reference->where,
                    "'%s' is a first-order state: it has a rate, and no velocity", reference->name);
    return;
  }
  char what[80] = "state '";
  strncat(what, state->name.text, 60);
  strcat(what, "'");
  set_key(reader, reference, index, reference->primed ? state->u : state->q, what);
}

/* Only a contact opens and closes, only what has friction sticks and slips. */
static void check_during(ss_reader *reader, const ss_reference *reference, const ss_feedback *f) {
  const ss_element *e = &reader->model->element[f->element];
  const bool gap = f->during == SS_DURING_OPEN || f->during == SS_DURING_CLOSED;
  if (gap && e->kind != SS_ELEMENT_CONTACT)
    ss_reader_error(reader, reference->where, "only a contact is open or closed, and '%s' is none",
                    reference->name);
  if (!gap && (e->kind == SS_ELEMENT_CLUTCH || e->law == SS_LAW_FRICTIONLESS))
    ss_reader_error(reader, reference->where, "'%s' has no friction: it neither sticks nor slips",
                    reference->name);
}

static void link(ss_reader *reader, const ss_reference *reference) {
  ss_model *model = reader->model;
  size_t index = SIZE_MAX;
  bool found = look_up(reader, reference, &index);
  switch (reference->kind) {
  case SS_REFERENCE_BODY: model->point[reference->owner].body = index; break;
  case SS_REFERENCE_COORDINATE:
    /* the JSON form says so by the rate alone */
    if (reader->json && found && model->force[reference->owner].is_rate)
      model->coordinate[index].aux = true;
    model->force[reference->owner].on = index;
    break;
  case SS_REFERENCE_POINT: model->force[reference->owner].on = index; break;
  case SS_REFERENCE_INPUT: model->feedback[reference->owner].input = index; break;
  case SS_REFERENCE_ELEMENT: model->drawing[reference->owner].element = index; break;
  case SS_REFERENCE_DURING:
    model->feedback[reference->owner].element = index;
    if (found) check_during(reader, reference, &model->feedback[reference->owner]);
    break;
  case SS_REFERENCE_CHART:
    if (found) link_chart_key(reader, reference, index);
    break;
  case SS_REFERENCE_STATE:
    if (found) link_state_key(reader, reference, index);
    break;
  }
}

/* One array for the values of all states. */
static bool make_state_tables(ss_reader *reader) {
  ss_model *model = reader->model;
  size_t n = model->coordinates, cells = 2 * n * model->states;
  if (cells > SS_MODEL_TABLE_MOST) {
    ss_reader_error(reader, (ss_span){0, 0},
                    "too many states: %zu times %zu coordinates is more than %d values",
                    model->states, n, SS_MODEL_TABLE_MOST / 2)
        ->status = SS_LIMIT;
    return false;
  }
  ss_formula *table = ss_reader_keep(reader, cells, sizeof *table);
  for (size_t i = 0; table && i < model->states; i++) {
    model->state[i].q = table + 2 * n * i;
    model->state[i].u = table + 2 * n * i + n;
  }
  return table != NULL;
}

bool ss_reader_link(ss_reader *reader) {
  ss_model *model = reader->model;
  if (model->coordinates > SS_MODEL_COORDINATES_MOST) {
    ss_reader_error(reader, model->coordinate[SS_MODEL_COORDINATES_MOST].name.where,
                    "more than %d coordinates", SS_MODEL_COORDINATES_MOST)
        ->status = SS_LIMIT;
    return false;
  }
  if (!make_state_tables(reader)) return false;
  if (model->chart) {
    model->chart->map = ss_reader_keep(reader, model->coordinates, sizeof(ss_formula));
    if (!model->chart->map) return false;
  }
  for (size_t i = 0; i < reader->reference_count; i++) link(reader, &reader->references[i]);
  ss_reader_check_rates(reader);
  ss_reader_announce_shapes(reader);
  return true;
}
