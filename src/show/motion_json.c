/* motion_json.c: a motion for programs. The keys are documented in docs/output.md and stable. */
#include "json_private.h"
#include "show_private.h"

static json_t *named(const ss_system *s, const double *q, const double *u) {
  json_t *object = json_object();
  for (size_t i = 0; i < s->coordinates; i++)
    json_object_set_new(object, s->names[i], ss_json_real(q[i]));
  for (size_t i = 0; i < s->coordinates; i++) {
    ss_text name;
    ss_text_start(&name);
    ss_text_addf(&name, "%s'", s->names[i]);
    json_object_set_new(object, name.data, ss_json_real(u[i]));
    ss_text_stop(&name);
  }
  return object;
}

static void add_impact(const ss_system *s, const ss_event *e, json_t *object) {
  double ratio = e->energy_before > 0 ? e->energy_after / e->energy_before : 1;
  json_object_set_new(object, "energy_before", ss_json_real(e->energy_before));
  json_object_set_new(object, "energy_after", ss_json_real(e->energy_after));
  json_object_set_new(object, "energy_ratio", ss_json_real(ratio));
  json_object_set_new(object, "velocity_before", ss_json_list(s->coordinates, e->u_before));
  json_object_set_new(object, "velocity_after", ss_json_list(s->coordinates, e->u_after));
  json_object_set_new(object, "impulses", ss_json_list(s->normals + s->slips, e->impulses));
}

static json_t *list_modes(const ss_system *s, const ss_mode *modes) {
  json_t *list = json_array();
  for (size_t i = 0; modes && i < s->elements; i++)
    json_array_append_new(list, json_string(ss_mode_word(modes[i])));
  return list;
}

static const char *name_element(const ss_system *s, size_t element) {
  return element < s->elements ? s->element[element].element->name.text : NULL;
}

static json_t *guard(const ss_system *s, const ss_event_guard *g) {
  json_t *object = json_object();
  json_object_set_new(object, "kind", json_string(ss_guard_word(g->kind)));
  if (name_element(s, g->element))
    json_object_set_new(object, "contact", json_string(name_element(s, g->element)));
  json_object_set_new(object, "value", ss_json_real(g->value));
  json_object_set_new(object, "rate", ss_json_real(g->rate));
  return object;
}

static json_t *events(const ss_system *s, const ss_motion *m) {
  json_t *list = json_array();
  for (size_t i = 0; i < m->events; i++) {
    const ss_event *e = &m->event[i];
    json_t *object = json_object();
    json_object_set_new(object, "t", ss_json_real(e->t));
    json_object_set_new(object, "kind", json_string(ss_event_word(e->kind)));
    if (name_element(s, e->element))
      json_object_set_new(object, "contact", json_string(name_element(s, e->element)));
    if (e->q) json_object_set_new(object, "q", ss_json_list(s->coordinates, e->q));
    if (e->modes_before)
      json_object_set_new(object, "modes_before", list_modes(s, e->modes_before));
    if (e->modes_after) json_object_set_new(object, "modes_after", list_modes(s, e->modes_after));
    if (e->guard) json_object_set_new(object, "guard", guard(s, e->guard));
    if (e->kind == SS_EVENT_IMPACT) add_impact(s, e, object);
    json_array_append_new(list, object);
  }
  return list;
}

static json_t *trajectory(const ss_system *s, const ss_motion *m) {
  json_t *list = json_array();
  for (size_t i = 0; i < m->samples; i++) {
    const ss_sample *sample = &m->sample[i];
    json_t *object = json_object();
    json_object_set_new(object, "t", ss_json_real(sample->t));
    json_object_set_new(object, "q", ss_json_list(s->coordinates, sample->q));
    json_object_set_new(object, "u", ss_json_list(s->coordinates, sample->u));
    json_object_set_new(object, "forces", ss_json_list(s->normals + s->slips, sample->forces));
    json_object_set_new(object, "modes", list_modes(s, sample->modes));
    json_array_append_new(list, object);
  }
  return list;
}

static json_t *by_element(const ss_system *s, const double *values) {
  json_t *object = json_object();
  for (size_t i = 0; values && i < s->elements; i++)
    json_object_set_new(object, s->element[i].element->name.text, ss_json_real(values[i]));
  return object;
}

static json_t *energy(const ss_system *s, const ss_energy_book *b) {
  json_t *object = json_object();
  json_object_set_new(object, "start", ss_json_real(b->start));
  json_object_set_new(object, "end", ss_json_real(b->end));
  json_object_set_new(object, "kinetic", ss_json_real(b->kinetic));
  json_object_set_new(object, "potential", ss_json_real(b->potential));
  json_object_set_new(object, "work", ss_json_real(b->work));
  json_object_set_new(object, "controls", ss_json_real(b->controls));
  json_object_set_new(object, "friction", ss_json_real(b->friction));
  json_object_set_new(object, "impacts", ss_json_real(b->impacts));
  json_object_set_new(object, "residual", ss_json_real(b->residual));
  json_object_set_new(object, "friction_of", by_element(s, b->friction_of));
  json_object_set_new(object, "impacts_of", by_element(s, b->impacts_of));
  return object;
}

void ss_show_motion_json(const ss_system *s, const ss_motion *m, ss_text *out) {
  json_t *root = json_object(), *final = json_object();
  json_object_set_new(root, "model", json_string(s->model->title));
  json_object_set_new(root, "hash", json_string(s->model->hash));
  json_object_set_new(root, "method", json_string(ss_motion_method_word(m->method)));
  json_object_set_new(root, "status", json_string(ss_status_name(m->status)));
  json_object_set_new(root, "reason", json_string(m->reason ? m->reason : ""));
  json_object_set_new(root, "unique", json_boolean(!m->doubt));
  if (m->doubt) {
    json_t *doubt = json_object();
    json_object_set_new(doubt, "t", ss_json_real(m->doubt_time));
    json_object_set_new(doubt, "reason", json_string(m->doubt));
    json_object_set_new(root, "doubt", doubt);
  }
  json_object_set_new(root, "steps", json_integer((json_int_t)m->steps));
  if (m->method != SS_MOTION_EVENTS)
    json_object_set_new(root, "penetration", ss_json_real(m->penetration));
  json_object_set_new(root, "events", events(s, m));
  json_object_set_new(final, "t", ss_json_real(m->t));
  json_object_set_new(final, "state", named(s, m->q, m->u));
  json_object_set_new(final, "at_rest", json_boolean(m->at_rest));
  json_object_set_new(root, "final", final);
  json_object_set_new(root, "energy", energy(s, &m->energy));
  json_object_set_new(root, "trajectory", trajectory(s, m));
  ss_json_print(root, out);
}
