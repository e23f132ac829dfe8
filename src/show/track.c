/* track.c: how well a motion followed its reference, for people and as JSON. */
#include <string.h>

#include "show_private.h"
#include "standstill/json.h"

static const char *name_element(const ss_system *s, size_t element) {
  return element < s->elements ? s->element[element].element->name.text : "forces";
}

void ss_show_track(const ss_system *s, const ss_reference_motion *r, const ss_track *track,
                   ss_text *out) {
  const ss_variation *v = &r->variation;
  ss_text_addf(out, "\ntracking, references switched by %s\n",
               track->by_clock ? "the clock" : "events");
  ss_text_addf(out, "  the reference has %zu instant%s and %zu segment%s\n", v->events,
               v->events == 1 ? "" : "s", r->segments, r->segments == 1 ? "" : "s");
  ss_text_addf(out, "  largest error %.6g, largest feedback %.6g, cost %.6g\n", track->error,
               track->feedback, track->cost);
  if (track->saturated > 0) ss_text_addf(out, "  inputs saturated for %.6g\n", track->saturated);
  if (track->missed && !track->by_clock)
    ss_text_addf(out, "  %zu instant%s of the reference did not happen, the first at t = %.9g\n",
                 track->missed, track->missed == 1 ? "" : "s",
                 v->event[v->events - track->missed].t);
  if (track->unexpected)
    ss_text_addf(out, "  %zu event%s not in the reference, the first at t = %.9g (%s of '%s')\n",
                 track->unexpected, track->unexpected == 1 ? "" : "s", track->unexpected_time,
                 ss_guard_word(track->unexpected_guard.kind),
                 name_element(s, track->unexpected_guard.element));
}

static json_t *list_guards(const ss_system *s, const ss_vary_event *e) {
  json_t *list = json_array();
  for (size_t i = 0; i < e->guards; i++) {
    json_t *item = json_object();
    ss_json_set(&item, "kind", json_string(ss_guard_word(e->guard[i].kind)));
    ss_json_set(&item, "contact", json_string(name_element(s, e->guard[i].element)));
    ss_json_append(&list, item);
  }
  return list;
}

static json_t *segment(const ss_system *s, const ss_reference_segment *g) {
  json_t *item = json_object(), *modes = json_array();
  ss_json_set(&item, "instants", json_integer((json_int_t)g->instants));
  ss_json_set(&item, "done", json_integer((json_int_t)g->done));
  ss_json_set(&item, "begin", ss_json_real(g->begin));
  ss_json_set(&item, "end", ss_json_real(g->end));
  ss_json_set(&item, "from", ss_json_real(g->t[0]));
  ss_json_set(&item, "to", ss_json_real(g->t[g->knots - 1]));
  for (size_t i = 0; i < s->elements; i++)
    ss_json_append(&modes, json_string(ss_mode_word(g->modes[i])));
  ss_json_set(&item, "modes", modes);
  return item;
}

static json_t *reference(const ss_system *s, const ss_reference_motion *r) {
  json_t *object = json_object(), *instants = json_array(), *segments = json_array();
  for (size_t k = 0; k < r->variation.events; k++) {
    json_t *item = json_object();
    ss_json_set(&item, "t", ss_json_real(r->variation.event[k].t));
    ss_json_set(&item, "guards", list_guards(s, &r->variation.event[k]));
    ss_json_append(&instants, item);
  }
  for (size_t i = 0; i < r->segments; i++) ss_json_append(&segments, segment(s, &r->segment[i]));
  ss_json_set(&object, "instants", instants);
  ss_json_set(&object, "segments", segments);
  return object;
}

static json_t *sample(const ss_system *s, const ss_track *track, size_t i, double t) {
  const ss_track_sample *at = &track->sample[i];
  json_t *item = json_object();
  ss_json_set(&item, "t", ss_json_real(t));
  ss_json_set(&item, "segment", json_integer((json_int_t)at->segment));
  ss_json_set(&item, "error", ss_json_list(2 * s->coordinates, at->error));
  ss_json_set(&item, "input", ss_json_list(track->inputs, at->input));
  ss_json_set(&item, "feedback", ss_json_list(track->inputs, at->feedback));
  return item;
}

void ss_show_track_json(const ss_system *s, const ss_motion *m, const ss_reference_motion *r,
                        const ss_track *track, ss_text *out) {
  json_t *root = json_object(), *samples = json_array();
  ss_text text;
  ss_json_set(&root, "by_clock", json_boolean(track->by_clock));
  ss_json_set(&root, "error", ss_json_real(track->error));
  ss_json_set(&root, "feedback", ss_json_real(track->feedback));
  ss_json_set(&root, "cost", ss_json_real(track->cost));
  ss_json_set(&root, "saturated", ss_json_real(track->saturated));
  ss_json_set(&root, "missed", json_integer((json_int_t)track->missed));
  ss_json_set(&root, "unexpected", json_integer((json_int_t)track->unexpected));
  ss_json_set(&root, "reference", reference(s, r));
  for (size_t i = 0; i < track->samples; i++)
    ss_json_append(&samples, sample(s, track, i, m->sample[i].t));
  ss_json_set(&root, "samples", samples);
  ss_text_start(&text);
  ss_json_print(root, &text);
  /* the motion's object, with one key more */
  ss_show_motion_json(s, m, out);
  while (out->length && strchr("}\n ", out->data[out->length - 1])) out->data[--out->length] = 0;
  ss_text_add(out, ",\n  \"track\": ");
  ss_text_add(out, text.failed ? "" : text.data);
  ss_text_add(out, "}\n");
  out->failed |= text.failed;
  ss_text_stop(&text);
}
