/* vary_json.c: a variation for programs. The keys are documented in docs/output.md and stable. */
#include <math.h>

#include "show_private.h"
#include "standstill/json.h"

static json_t *matrix(size_t rows, size_t columns, size_t first, size_t count, const double *A) {
  json_t *list = json_array();
  for (size_t i = 0; i < rows; i++)
    ss_json_append(&list, ss_json_list(count, A + i * columns + first));
  return list;
}

static json_t *elements(const ss_system *s, size_t count, const size_t *element) {
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++)
    ss_json_append(&list, json_string(s->element[element[i]].element->name.text));
  return list;
}

/* A number, or null where it is infinite or not known. */
static json_t *number(double value) {
  return isfinite(value) ? ss_json_real(value) : json_null();
}

static json_t *piece(const ss_system *s, const ss_variation *v, const ss_vary_piece *p,
                     const char *name) {
  const size_t n2 = 2 * v->n, m = v->columns - n2;
  json_t *object = json_object();
  ss_json_set(&object, "order", elements(s, p->orders, p->order));
  ss_json_set(&object, "cone", matrix(p->rows, v->columns, 0, n2, p->cone));
  if (m) ss_json_set(&object, "cone_parameters", matrix(p->rows, v->columns, n2, m, p->cone));
  ss_json_set(&object, name, matrix(n2, v->columns, 0, n2, p->gain));
  if (m) ss_json_set(&object, "parameters", matrix(n2, v->columns, n2, m, p->gain));
  if (p->input_gain)
    ss_json_set(&object, "input_gain", matrix(n2, v->inputs, 0, v->inputs, p->input_gain));
  if (p->input_gain && p->rows)
    ss_json_set(&object, "cone_inputs", matrix(p->rows, v->inputs, 0, v->inputs, p->input_cone));
  return object;
}

static json_t *pieces(const ss_system *s, const ss_variation *v, size_t count,
                      const ss_vary_piece *p, const char *name) {
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++) ss_json_append(&list, piece(s, v, &p[i], name));
  return list;
}

static json_t *events(const ss_system *s, const ss_variation *v) {
  json_t *list = json_array();
  for (size_t i = 0; i < v->events; i++) {
    const ss_vary_event *e = &v->event[i];
    json_t *object = json_object();
    ss_json_set(&object, "t", ss_json_real(e->t));
    ss_json_set(&object, "kind", json_string(ss_event_word(e->kind)));
    ss_json_set(&object, "contacts", elements(s, e->contacts, e->contact));
    ss_json_set(&object, "rate", number(e->rate));
    ss_json_set(&object, "simultaneous", json_boolean(e->simultaneous));
    if (e->pieces == 1) {
      const size_t n2 = 2 * v->n, m = v->columns - n2;
      ss_json_set(&object, "gain", matrix(n2, v->columns, 0, n2, e->piece[0].gain));
      if (m) ss_json_set(&object, "parameters", matrix(n2, v->columns, n2, m, e->piece[0].gain));
      if (e->piece[0].input_gain)
        ss_json_set(&object, "input_gain",
                    matrix(n2, v->inputs, 0, v->inputs, e->piece[0].input_gain));
    }
    ss_json_set(&object, "pieces", pieces(s, v, e->pieces, e->piece, "gain"));
    ss_json_set(&object, "holds_up_to", number(e->size));
    if (e->limit) ss_json_set(&object, "beyond", json_string(e->limit));
    ss_json_append(&list, object);
  }
  return list;
}

static json_t *refused(const ss_system *s, const ss_refusal *r) {
  json_t *object = json_object(), *contacts = json_array();
  if (r->element < s->elements)
    ss_json_append(&contacts, json_string(s->element[r->element].element->name.text));
  if (r->other < s->elements && r->other != r->element)
    ss_json_append(&contacts, json_string(s->element[r->other].element->name.text));
  ss_json_set(&object, "kind", json_string(ss_refusal_word(r->kind)));
  ss_json_set(&object, "reason", json_string(r->reason ? r->reason : ""));
  ss_json_set(&object, "t", ss_json_real(r->t));
  ss_json_set(&object, "contacts", contacts);
  ss_json_set(&object, "number", number(r->number));
  return object;
}

static json_t *check(const ss_variation *v) {
  const ss_vary_check *c = &v->check;
  json_t *object = json_object(), *runs = json_array();
  double least = INFINITY;
  for (size_t i = 0; i < c->count; i++) {
    json_t *run = json_object();
    ss_json_set(&run, "direction", ss_json_list(v->columns, c->direction + i * v->columns));
    ss_json_set(&run, "eps", ss_json_list(SS_CHECK_SIZES, c->size + i * SS_CHECK_SIZES));
    json_t *errors = json_array();
    for (size_t k = 0; k < SS_CHECK_SIZES; k++)
      ss_json_append(&errors, number(c->error[i * SS_CHECK_SIZES + k]));
    ss_json_set(&run, "error", errors);
    ss_json_set(&run, "order", number(c->order[i]));
    ss_json_set(&run, "exact", json_boolean(isinf(c->order[i])));
    if (c->note[i]) ss_json_set(&run, "note", json_string(c->note[i]));
    ss_json_append(&runs, run);
    if (!isnan(c->order[i])) least = fmin(least, c->order[i]);
  }
  ss_json_set(&object, "order", number(least));
  ss_json_set(&object, "runs", runs);
  return object;
}

static json_t *multipliers(const ss_vary_cycle *cycle) {
  json_t *object = json_object(), *list = json_array();
  double largest = 0;
  for (size_t k = 0; k < cycle->count; k++) {
    const double pair[] = {cycle->re[k], cycle->im[k]};
    ss_json_append(&list, ss_json_list(2, pair));
    largest = fmax(largest, hypot(pair[0], pair[1]));
  }
  ss_json_set(&object, "values", list);
  ss_json_set(&object, "largest", ss_json_real(largest));
  ss_json_set(&object, "distance", ss_json_real(cycle->distance));
  return object;
}

void ss_show_vary_json(const ss_system *s, const ss_variation *v, const ss_vary_cycle *cycle,
                       const size_t *parameter, ss_text *out) {
  json_t *root = json_object(), *map = json_object(), *names = json_array();
  json_t *parameters = json_array(), *start = json_array(), *inputs = json_array();
  for (size_t i = 0; i < s->coordinates; i++) ss_json_append(&names, json_string(s->names[i]));
  for (size_t i = 0; i < v->columns - 2 * v->n; i++)
    ss_json_append(&parameters, json_string(s->model->parameter[parameter[i]].name.text));
  for (size_t i = 0; v->start && i < s->elements; i++)
    ss_json_append(&start, json_string(ss_mode_word(v->start[i])));
  ss_json_set(&root, "model", json_string(s->model->title));
  ss_json_set(&root, "hash", json_string(s->model->hash));
  ss_json_set(&root, "coordinates", names);
  ss_json_set(&root, "parameters", parameters);
  for (size_t i = 0; i < v->inputs; i++)
    ss_json_append(&inputs, json_string(s->model->input[i].name.text));
  if (v->inputs)
    ss_json_set(&root, "inputs", inputs);
  else
    json_decref(inputs);
  ss_json_set(&root, "start_modes", start);
  ss_json_set(&root, "from_rest", json_boolean(v->from_rest));
  ss_json_set(&root, "t", ss_json_real(v->t));
  ss_json_set(&root, "state", ss_json_list(2 * v->n, v->x));
  ss_json_set(&root, "events", events(s, v));
  ss_json_set(&map, "pieces", pieces(s, v, v->pieces, v->piece, "matrix"));
  ss_json_set(&root, "transition", map);
  ss_json_set(&root, "holds_up_to", number(v->size));
  if (v->refusal.kind) ss_json_set(&root, "refused", refused(s, &v->refusal));
  if (cycle) ss_json_set(&root, "multipliers", multipliers(cycle));
  if (v->check.count) ss_json_set(&root, "check", check(v));
  ss_json_print(root, out);
}
