/* map.c: a map as JSON and as a summary for people. It counts classes; the grid itself is in the
 * map's file. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "show_private.h"
#include "standstill/json.h"

/* ---- lines ----------------------------------------------------------------------------------- */

/* Neighbours of one class along a line: points first to last, and what their values are. */
typedef struct stretch {
  size_t first, last;
  double least, greatest; /* NAN: there are none */
} stretch;

/* The stretch that begins at a point; false beyond the last one. */
static bool find_stretch(const ss_sweep_map *map, size_t first, stretch *s) {
  *s = (stretch){first, first, NAN, NAN};
  if (!ss_sweep_is_line(map) || first >= map->axis[0].count) return false;
  for (size_t i = first; i < map->axis[0].count && map->code[i] == map->code[first]; i++) {
    s->last = i;
    s->least = fmin(s->least, map->value[i]);
    s->greatest = fmax(s->greatest, map->value[i]);
  }
  return true;
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static json_t *list_axes(const ss_sweep_map *map) {
  json_t *axes = json_array();
  for (int k = 0; k < 2 - ss_sweep_is_line(map); k++) {
    const ss_sweep_axis *axis = &map->axis[k];
    json_t *object = json_object();
    ss_json_set(&object, "name", json_string(axis->name));
    ss_json_set(&object, "unit", json_string(axis->unit));
    ss_json_set(&object, "low", ss_json_real(axis->low));
    ss_json_set(&object, "high", ss_json_real(axis->high));
    ss_json_set(&object, "count", json_integer((json_int_t)axis->count));
    ss_json_append(&axes, object);
  }
  return axes;
}

static json_t *count_classes(const ss_sweep_map *map) {
  json_t *counts = json_object();
  for (size_t k = map->complete; k < map->classes; k++) {
    const size_t count = ss_sweep_count(map, k);
    /* of the classes without a fixed meaning only those that there are */
    if (count || map->class_of_code[k].role != SS_SWEEP_OTHER)
      ss_json_set(&counts, map->class_of_code[k].name, json_integer((json_int_t)count));
  }
  return counts;
}

static json_t *list_stretches(const ss_sweep_map *map) {
  json_t *list = json_array();
  stretch s;
  for (size_t i = 0; find_stretch(map, i, &s); i = s.last + 1) {
    json_t *object = json_object();
    ss_json_set(&object, "low", ss_json_real(ss_sweep_at(&map->axis[0], s.first)));
    ss_json_set(&object, "high", ss_json_real(ss_sweep_at(&map->axis[0], s.last)));
    ss_json_set(&object, "class", json_string(map->class_of_code[map->code[i]].name));
    ss_json_set(&object, "least", ss_json_real(s.least));
    ss_json_set(&object, "greatest", ss_json_real(s.greatest));
    ss_json_append(&list, object);
  }
  return list;
}

static json_t *list_edges(const ss_map_findings *f) {
  json_t *edges = json_array();
  for (size_t i = 0; i < f->edges; i++) {
    const ss_map_edge *e = &f->edge[i];
    json_t *object = json_object();
    ss_json_set(&object, "s", ss_json_real(e->s));
    ss_json_set(&object, "a", ss_json_real(e->a));
    ss_json_set(&object, "b", ss_json_real(e->b));
    ss_json_set(&object, "width", ss_json_real(e->width));
    ss_json_set(&object, "undecided", ss_json_real(e->undecided));
    ss_json_set(&object, "before", json_string(e->before));
    ss_json_set(&object, "after", json_string(e->after));
    if (e->cycle) ss_json_set(&object, "cycle", ss_show_cycle_json(f->coordinates, e->cycle));
    if (e->goal) ss_json_set(&object, "goal", ss_show_cycle_json(f->coordinates, e->goal));
    ss_json_append(&edges, object);
  }
  return edges;
}

static json_t *list_disagreements(const ss_map_findings *f) {
  json_t *list = json_array();
  for (size_t i = 0; i < f->disagreements; i++) {
    const ss_map_disagreement *d = &f->disagreement[i];
    json_t *object = json_object();
    ss_json_set(&object, "a", ss_json_real(d->a));
    ss_json_set(&object, "b", ss_json_real(d->b));
    ss_json_set(&object, "map", json_string(d->map));
    ss_json_set(&object, "events", json_string(d->events));
    ss_json_append(&list, object);
  }
  return list;
}

static json_t *describe_proved(const ss_map_proved *p) {
  json_t *object = json_object();
  ss_json_set(&object, "rest", ss_json_real(p->rest));
  ss_json_set(&object, "escape", ss_json_real(p->escape));
  ss_json_set(&object, "open", ss_json_real(p->open));
  ss_json_set(&object, "set", json_string(p->set));
  ss_json_set(&object, "motions", json_integer((json_int_t)p->motions));
  ss_json_set(&object, "certificate", ss_json_text(p->certificate));
  return object;
}

void ss_show_map_json(const ss_sweep_map *map, const ss_map_findings *f, ss_text *out) {
  json_t *root = json_object(), *facts = json_object();
  for (size_t i = 0; i < map->facts; i++)
    ss_json_set(&facts, map->fact[i].key, ss_json_text(map->fact[i].value));
  ss_json_set(&root, "axes", list_axes(map));
  ss_json_set(&root, "counts", count_classes(map));
  if (ss_sweep_is_line(map)) ss_json_set(&root, "stretches", list_stretches(map));
  ss_json_set(&root, "evaluations", json_integer((json_int_t)ss_sweep_evaluations(map)));
  ss_json_set(&root, "complete", json_boolean(map->complete));
  ss_json_set(&root, "file", ss_json_text(f->file));
  ss_json_set(&root, "command", ss_json_text(map->command));
  ss_json_set(&root, "facts", facts);
  if (f->has_edges) ss_json_set(&root, "edges", list_edges(f));
  if (f->proved) ss_json_set(&root, "proved", describe_proved(f->proved));
  if (f->checked) {
    ss_json_set(&root, "checked", json_integer((json_int_t)f->checked));
    ss_json_set(&root, "disagreements", list_disagreements(f));
  }
  ss_json_print(root, out);
}

/* ---- text ------------------------------------------------------------------------------------ */

static void print_facts(const ss_sweep_map *map, ss_text *out) {
  /* what a reader needs to understand the classes; the rest is in the file */
  static const char *const keys[] = {"base", "method", "end", "escape", "region", "closed", "test"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    const char *value = ss_sweep_fact_of(map, keys[i]);
    if (*value) ss_text_addf(out, "%-8s %s\n", keys[i], value);
  }
}

static void print_classes(const ss_sweep_map *map, ss_text *out) {
  const size_t points = map->axis[0].count * map->axis[1].count;
  size_t width = 0;
  for (size_t k = 0; k < map->classes; k++) {
    const size_t columns = ss_text_columns(map->class_of_code[k].name);
    if (columns > width && ss_sweep_count(map, k)) width = columns;
  }
  for (size_t k = 0; k < map->classes; k++) {
    const size_t count = ss_sweep_count(map, k);
    const char *name = map->class_of_code[k].name;
    if (count == 0) continue;
    ss_text_addf(out, "  %s%*s  %10zu  %5.1f %%\n", name, (int)(width - ss_text_columns(name)), "",
                 count, 100. * (double)count / (double)points);
  }
}

/* " from 1 to 2", or " = 1" where the digits that are shown make no difference. */
static void print_between(double low, double high, int digits, ss_text *out) {
  char from[32], to[32];
  snprintf(from, sizeof from, "%.*g", digits, low);
  snprintf(to, sizeof to, "%.*g", digits, high);
  if (strcmp(from, to) == 0)
    ss_text_addf(out, " = %s", from);
  else
    ss_text_addf(out, " from %s to %s", from, to);
}

/* Where the class changes along a line, and between which bounds the values are. */
static void print_stretches(const ss_sweep_map *map, ss_text *out) {
  const ss_sweep_axis *axis = &map->axis[0];
  stretch s;
  for (size_t i = 0; find_stretch(map, i, &s); i = s.last + 1) {
    if (i == 0) ss_text_add(out, "\n");
    ss_text_addf(out, "  %s", axis->name);
    print_between(ss_sweep_at(axis, s.first), ss_sweep_at(axis, s.last), 10, out);
    ss_text_addf(out, ": %s", map->class_of_code[map->code[i]].name);
    if (!isnan(s.least)) {
      ss_text_addf(out, " (%s", ss_sweep_fact_of(map, "value"));
      print_between(s.least, s.greatest, 6, out);
      ss_text_add(out, ")");
    }
    ss_text_add(out, "\n");
  }
}

static void print_edge(const ss_map_findings *f, const ss_map_edge *e, ss_text *out) {
  ss_text_addf(out, "edge at %.12g, %.12g (s = %.12g, within %.1e): %s | %s\n", e->a, e->b, e->s,
               e->width, e->before, e->after);
  if (e->undecided > 0)
    ss_text_addf(out, "  no time that was tried decides a band of %.1e between them\n",
                 e->undecided);
  if (e->cycle)
    ss_show_cycle(f->coordinates, f->names, "an unstable cycle is there", e->cycle, out);
  const bool half = strcmp(e->before, "undecided") == 0 || strcmp(e->after, "undecided") == 0;
  if (e->goal)
    ss_show_cycle(f->coordinates, f->names, "what is beside it tends to a stable cycle", e->goal,
                  out);
  else if (half)
    ss_text_add(
        out, "  beside it no time that was tried decides: what is there need not be one class\n");
}

static void print_findings(const ss_map_findings *f, ss_text *out) {
  if (f->has_edges && f->edges == 0) ss_text_add(out, "\nthe line crosses no boundary\n");
  for (size_t i = 0; i < f->edges; i++) {
    if (i == 0) ss_text_add(out, "\n");
    print_edge(f, &f->edge[i], out);
  }
  if (f->checked)
    ss_text_addf(out, "\n%zu point%s done again by events, %zu disagree%s\n", f->checked,
                 f->checked == 1 ? "" : "s", f->disagreements, f->disagreements == 1 ? "s" : "");
  for (size_t i = 0; i < f->disagreements; i++)
    ss_text_addf(out, "  at %.10g, %.10g: %s, by events %s\n", f->disagreement[i].a,
                 f->disagreement[i].b, f->disagreement[i].map, f->disagreement[i].events);
}

/* Shares with as many digits as they have, rounded so that both bounds stay true. */
static void print_proved(const ss_map_proved *p, ss_text *out) {
  const double low = floor(1e4 * p->rest) / 100, high = ceil(1e4 * (p->rest + p->open)) / 100;
  ss_text_addf(out, "\nproved: between %.2f %% and %.2f %% of these starts come to rest\n", low,
               high);
  ss_text_addf(out, "  %.2f %% of the plane is open; ", 100 * p->open);
  if (p->motions)
    ss_text_addf(out, "%zu motion%s followed\n", p->motions, p->motions == 1 ? " was" : "s were");
  else
    ss_text_add(out, "by fences, no motion was followed\n");
  if (p->certificate)
    ss_text_addf(out, "  certificate: %s (standstill-check %s)\n", p->certificate, p->certificate);
}

void ss_show_map(const ss_sweep_map *map, const ss_map_findings *f, ss_text *out) {
  const ss_sweep_axis *a = &map->axis[0], *b = &map->axis[1];
  ss_text_addf(out, "%s\n", ss_sweep_fact_of(map, "model"));
  ss_text_addf(out, "%s from %g to %g", a->name, a->low, a->high);
  if (ss_sweep_is_line(map))
    ss_text_addf(out, ": %zu points\n", a->count);
  else
    ss_text_addf(out, ", %s from %g to %g: %zu x %zu points\n", b->name, b->low, b->high, a->count,
                 b->count);
  print_facts(map, out);
  ss_text_addf(out, "\n");
  print_classes(map, out);
  const size_t evaluations = ss_sweep_evaluations(map);
  if (evaluations < a->count * b->count)
    ss_text_addf(out, "  %zu points were computed\n", evaluations);
  if (!map->complete) ss_text_add(out, "  not complete\n");
  print_stretches(map, out);
  if (f->proved) print_proved(f->proved, out);
  print_findings(f, out);
  if (f->file) ss_text_addf(out, "\nthe map is in %s\n", f->file);
}
