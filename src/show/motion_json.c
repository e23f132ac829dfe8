/* motion_json.c: a motion for programs. The keys are documented in docs/output.md and stable.
 *
 * The two long lists, events and trajectory, are printed item by item, so that no tree of all of
 * them is in memory, and put into the text of the others where that has empty lists:
 *
 *     { .., "events": [ ], .., "trajectory": [ ] }
 *
 * In a file they grow beside it while the motion goes, and go into it at the end.
 */
#include <string.h>

#include "show_private.h"
#include "standstill/json.h"

static json_t *named(const ss_system *s, const double *q, const double *u) {
  json_t *object = json_object();
  for (size_t i = 0; i < s->coordinates; i++) ss_json_set(&object, s->names[i], ss_json_real(q[i]));
  for (size_t i = 0; i < s->coordinates; i++) {
    ss_text name;
    ss_text_start(&name);
    ss_text_addf(&name, "%s'", s->names[i]);
    ss_json_set(&object, name.failed ? NULL : name.data, ss_json_real(u[i]));
    ss_text_stop(&name);
  }
  return object;
}

static void add_impact(const ss_system *s, const ss_event *e, json_t **object) {
  double ratio = e->energy_before > 0 ? e->energy_after / e->energy_before : 1;
  ss_json_set(object, "energy_before", ss_json_real(e->energy_before));
  ss_json_set(object, "energy_after", ss_json_real(e->energy_after));
  ss_json_set(object, "energy_ratio", ss_json_real(ratio));
  ss_json_set(object, "velocity_before", ss_json_list(s->coordinates, e->u_before));
  ss_json_set(object, "velocity_after", ss_json_list(s->coordinates, e->u_after));
  ss_json_set(object, "impulses", ss_json_list(s->normals + s->slips, e->impulses));
}

static json_t *list_modes(const ss_system *s, const ss_mode *modes) {
  json_t *list = json_array();
  for (size_t i = 0; modes && i < s->elements; i++)
    ss_json_append(&list, json_string(ss_mode_word(modes[i])));
  return list;
}

static const char *name_element(const ss_system *s, size_t element) {
  return element < s->elements ? s->element[element].element->name.text : NULL;
}

static json_t *guard(const ss_system *s, const ss_event_guard *g) {
  json_t *object = json_object();
  ss_json_set(&object, "kind", json_string(ss_guard_word(g->kind)));
  if (name_element(s, g->element))
    ss_json_set(&object, "contact", json_string(name_element(s, g->element)));
  ss_json_set(&object, "value", ss_json_real(g->value));
  ss_json_set(&object, "rate", ss_json_real(g->rate));
  return object;
}

static void add_relation(const ss_system *s, const ss_relation *relation, json_t **object) {
  ss_text text;
  ss_text_start(&text);
  ss_show_relation(s->graph, relation, &text);
  ss_json_set(object, "relation", text.failed ? NULL : json_string(text.data));
  ss_text_stop(&text);
}

static json_t *event(const ss_system *s, const ss_event *e) {
  json_t *object = json_object();
  ss_json_set(&object, "t", ss_json_real(e->t));
  ss_json_set(&object, "kind", json_string(ss_event_word(e->kind)));
  if (name_element(s, e->element))
    ss_json_set(&object, "contact", json_string(name_element(s, e->element)));
  if (e->q) ss_json_set(&object, "q", ss_json_list(s->coordinates, e->q));
  if (e->modes_before) ss_json_set(&object, "modes_before", list_modes(s, e->modes_before));
  if (e->modes_after) ss_json_set(&object, "modes_after", list_modes(s, e->modes_after));
  if (e->guard) ss_json_set(&object, "guard", guard(s, e->guard));
  if (ss_event_jumps(e->kind)) add_impact(s, e, &object);
  if (e->kind == SS_EVENT_LEAVE && e->relation) add_relation(s, e->relation, &object);
  if (e->kind == SS_EVENT_SETTLE) ss_json_set(&object, "rate", ss_json_real(e->rate));
  return object;
}

static json_t *sample(const ss_system *s, const ss_sample *at) {
  json_t *object = json_object();
  ss_json_set(&object, "t", ss_json_real(at->t));
  ss_json_set(&object, "q", ss_json_list(s->coordinates, at->q));
  ss_json_set(&object, "u", ss_json_list(s->coordinates, at->u));
  ss_json_set(&object, "forces", ss_json_list(s->normals + s->slips, at->forces));
  ss_json_set(&object, "modes", list_modes(s, at->modes));
  return object;
}

static json_t *by_element(const ss_system *s, const double *values) {
  json_t *object = json_object();
  for (size_t i = 0; values && i < s->elements; i++)
    ss_json_set(&object, s->element[i].element->name.text, ss_json_real(values[i]));
  return object;
}

static json_t *energy(const ss_system *s, const ss_energy_book *b) {
  json_t *object = json_object();
  ss_json_set(&object, "start", ss_json_real(b->start));
  ss_json_set(&object, "end", ss_json_real(b->end));
  ss_json_set(&object, "kinetic", ss_json_real(b->kinetic));
  ss_json_set(&object, "potential", ss_json_real(b->potential));
  ss_json_set(&object, "work", ss_json_real(b->work));
  ss_json_set(&object, "controls", ss_json_real(b->controls));
  ss_json_set(&object, "friction", ss_json_real(b->friction));
  ss_json_set(&object, "impacts", ss_json_real(b->impacts));
  ss_json_set(&object, "residual", ss_json_real(b->residual));
  ss_json_set(&object, "friction_of", by_element(s, b->friction_of));
  ss_json_set(&object, "impacts_of", by_element(s, b->impacts_of));
  return object;
}

/* All but the items of the two lists. */
static void print_frame(const ss_system *s, const ss_motion *m, ss_text *out) {
  json_t *root = json_object(), *final = json_object();
  ss_json_set(&root, "model", json_string(s->model->title));
  ss_json_set(&root, "hash", json_string(s->model->hash));
  ss_json_set(&root, "method", json_string(ss_motion_method_word(m->method)));
  ss_json_set(&root, "status", json_string(ss_status_name(m->status)));
  ss_json_set(&root, "reason", json_string(m->reason ? m->reason : ""));
  ss_json_set(&root, "unique", json_boolean(!m->doubt));
  if (m->doubt) {
    json_t *doubt = json_object();
    ss_json_set(&doubt, "t", ss_json_real(m->doubt_time));
    ss_json_set(&doubt, "reason", json_string(m->doubt));
    ss_json_set(&root, "doubt", doubt);
  }
  ss_json_set(&root, "steps", json_integer((json_int_t)m->steps));
  if (m->method != SS_MOTION_EVENTS)
    ss_json_set(&root, "penetration", ss_json_real(m->penetration));
  ss_json_set(&root, "events", json_array());
  ss_json_set(&final, "t", ss_json_real(m->t));
  ss_json_set(&final, "state", named(s, m->q, m->u));
  ss_json_set(&final, "at_rest", json_boolean(m->at_rest));
  ss_json_set(&final, "settles", json_boolean(m->settles));
  if (m->settles) ss_json_set(&final, "rate", ss_json_real(m->rate));
  if (m->cycle) ss_json_set(&final, "cycle", ss_show_cycle_json(s->coordinates, m->cycle));
  ss_json_set(&root, "final", final);
  ss_json_set(&root, "energy", energy(s, &m->energy));
  ss_json_set(&root, "trajectory", json_array());
  ss_json_print(root, out);
}

/* ---- the lists ------------------------------------------------------------------------------- */

/* An item of a list of the root, with the comma before it and the space around it. */
static void add_item(json_t *item, bool first, ss_text *out) {
  static const char space[] = "\n    ";
  ss_text text;
  ss_text_start(&text);
  ss_json_print(item, &text);
  if (text.failed) out->failed = true;
  if (!first) ss_text_add(out, ",");
  for (const char *line = text.data, *end; (end = strchr(line, '\n')); line = end + 1) {
    ss_text_add(out, space);
    ss_text_add_bytes(out, line, (size_t)(end - line));
  }
  ss_text_stop(&text);
}

/* Where the items of a list go: behind its bracket. Line feeds are in no string. */
static size_t find_list(const ss_text *frame, const char *start) {
  const char *place = strstr(frame->data, start);
  return place ? (size_t)(place - frame->data) + strlen(start) : frame->length;
}

typedef struct places {
  size_t events, trajectory;
} places;

static places find_lists(const ss_text *frame) {
  return (places){find_list(frame, "\n  \"events\": ["), find_list(frame, "\n  \"trajectory\": [")};
}

void ss_show_motion_json(const ss_system *s, const ss_motion *m, ss_text *out) {
  ss_text frame;
  ss_text_start(&frame);
  print_frame(s, m, &frame);
  if (frame.failed) out->failed = true;
  const places at = find_lists(&frame);
  ss_text_add_bytes(out, frame.data, at.events);
  for (size_t i = 0; i < m->events; i++) add_item(event(s, &m->event[i]), i == 0, out);
  if (m->events) ss_text_add(out, "\n  ");
  ss_text_add_bytes(out, frame.data + at.events, at.trajectory - at.events);
  for (size_t i = 0; i < m->samples; i++) add_item(sample(s, &m->sample[i]), i == 0, out);
  if (m->samples) ss_text_add(out, "\n  ");
  ss_text_add(out, frame.data + at.trajectory);
  ss_text_stop(&frame);
}

/* ---- a file ---------------------------------------------------------------------------------- */

static void begin(ss_motion_file *f) {
  if (ss_file_begin(f->name, &f->events) != SS_OK ||
      ss_file_begin(f->name, &f->trajectory) != SS_OK)
    f->failed = true;
}

/* Puts the text of an item into a file. */
static void hand_over(ss_motion_file *f, json_t *item, bool first, ss_file *to) {
  ss_text text;
  ss_text_start(&text);
  add_item(item, first, &text);
  if (text.failed) f->failed = true;
  ss_file_add(to, text.data, text.length);
  ss_text_stop(&text);
}

static void take(ss_motion_file *f, const ss_motion_piece *piece) {
  const ss_system *s = f->source.system;
  for (size_t i = 0; i < piece->events; i++)
    hand_over(f, event(s, &piece->event[i]), f->event_count++ == 0, f->events);
  for (size_t i = 0; i < piece->samples; i++)
    hand_over(f, sample(s, &piece->sample[i]), f->sample_count++ == 0, f->trajectory);
}

static void end(ss_motion_file *f, const ss_motion *m) {
  ss_text frame;
  if (f->failed) return;
  ss_text_start(&frame);
  print_frame(f->source.system, m, &frame);
  if (frame.failed) f->failed = true;
  const places at = find_lists(&frame);
  ss_file_add(f->file, frame.data, at.events);
  ss_file_add_file(f->file, f->events);
  if (f->event_count) ss_file_add(f->file, "\n  ", 3);
  ss_file_add(f->file, frame.data + at.events, at.trajectory - at.events);
  ss_file_add_file(f->file, f->trajectory);
  if (f->sample_count) ss_file_add(f->file, "\n  ", 3);
  ss_file_add(f->file, frame.data + at.trajectory, frame.length - at.trajectory);
  ss_text_stop(&frame);
  f->events = f->trajectory = NULL;
}

const ss_motion_form ss_motion_json = {begin, take, end};
