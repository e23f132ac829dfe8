/* report_replay.c: the machine along the motions of a basin, as data that a page replays.
 *
 * A film of each of eighty motions would be some megabytes. What differs between them are the
 * positions only, so these are stored, and once the formulas that say where the drawings are then,
 *
 *     program    a list of nodes: a number, [variable], or [operation, node, node]
 *     drawings   kind, nodes of the places, of the radius
 *     variables  low and unit: a value is low + unit times a whole number
 *
 * Only variables that drawings depend on are there, the time as the last one. Whole numbers are
 * written as differences of one point to the next, which are short. Forces are not stored: an arrow
 * shows its light. Parameters are numbers here. Cost: the nodes of the drawings, once.
 */
#include <math.h>
#include <string.h>

#include "report.h"

enum { GRAIN = 4000 }; /* values of a variable that can be told apart */

struct ss_replay {
  const ss_report *report;
  const ss_system *system;
  size_t variables;
  size_t *variable; /* i is coordinate i, n + i its velocity */
  double *low, *unit;
  const size_t *number; /* of a node of the graph in the program; SIZE_MAX: it is not there */
};

static ss_expr symbol_of(const ss_system *s, size_t variable) {
  const size_t n = s->coordinates;
  return variable < n ? s->q[variable] : s->u[variable - n];
}

/* ---- making ---------------------------------------------------------------------------------- */

static size_t count_formulas(const ss_drawing *d) {
  return d->places * d->dimensions;
}

static void mark(const ss_system *s, uint8_t *marks) {
  const ss_model *m = s->model;
  for (size_t i = 0; i < m->drawings; i++) {
    const ss_drawing *d = &m->drawing[i];
    for (size_t k = 0; k < count_formulas(d); k++)
      ss_expr_mark(s->graph, 1, &d->place[k].resolved, marks);
    if (d->kind == SS_DRAWING_CIRCLE) ss_expr_mark(s->graph, 1, &d->radius.resolved, marks);
  }
}

/* The range of a variable over all motions, in GRAIN parts. */
static void measure(const ss_report *r, size_t n, size_t variable, double *low, double *unit) {
  double lo = INFINITY, hi = -INFINITY;
  for (size_t i = 0; i < r->tracks; i++)
    for (size_t k = 0; k < r->track[i].points; k++) {
      const double v = r->track[i].state[2 * n * k + variable];
      if (isfinite(v)) lo = fmin(lo, v), hi = fmax(hi, v);
    }
  *low = lo <= hi ? lo : 0;
  *unit = hi > lo ? (hi - lo) / GRAIN : 1;
}

static bool number_nodes(ss_arena *arena, ss_replay *p, const uint8_t *marks) {
  const size_t nodes = ss_graph_count(p->system->graph);
  size_t *number = ss_arena_new(arena, nodes, size_t), next = 0;
  if (!number) return false;
  for (size_t e = 0; e < nodes; e++) number[e] = marks[e] ? next++ : SIZE_MAX;
  p->number = number;
  return true;
}

const ss_replay *ss_replay_make(ss_arena *arena, const ss_report *report) {
  const ss_system *s = ss_machine_system(report->machine);
  const size_t n = s->coordinates;
  if (s->model->drawings == 0 || report->tracks == 0) return NULL;
  ss_replay *p = ss_arena_new(arena, 1, ss_replay);
  uint8_t *marks = ss_arena_new(arena, ss_graph_count(s->graph), uint8_t);
  size_t *variable = ss_arena_new(arena, 2 * n, size_t);
  double *range = ss_arena_new(arena, 4 * n, double);
  if (!p || !marks || !variable || !range) return NULL;
  *p = (ss_replay){.report = report, .system = s, .variable = variable};
  p->low = range, p->unit = range + 2 * n;
  mark(s, marks);
  for (size_t i = 0; i < 2 * n; i++) {
    if (!marks[symbol_of(s, i)]) continue;
    measure(report, n, i, &p->low[p->variables], &p->unit[p->variables]);
    variable[p->variables++] = i;
  }
  return number_nodes(arena, p, marks) ? p : NULL;
}

/* ---- formulas -------------------------------------------------------------------------------- */

static const char *word_of(ss_op op) {
  switch (op) {
  case SS_OP_ADD: return "+";
  case SS_OP_SUB: return "-";
  case SS_OP_MUL: return "*";
  case SS_OP_DIV: return "/";
  case SS_OP_POW: return "^";
  case SS_OP_NEG: return "neg";
  default: return ss_op_word(op);
  }
}

static void add_symbol(const ss_replay *p, ss_expr e, ss_text *out) {
  const ss_model *m = p->system->model;
  const double *parameter = ss_machine_parameters(p->report->machine);
  for (size_t i = 0; i < m->parameters; i++)
    if (m->parameter[i].symbol == e) {
      ss_text_addf(out, "%.9g", parameter[i]);
      return;
    }
  /* what is no variable is the time, after them */
  size_t k = 0;
  while (k < p->variables && symbol_of(p->system, p->variable[k]) != e) k++;
  ss_text_addf(out, "[%zu]", k);
}

static void add_node(const ss_replay *p, ss_expr e, ss_text *out) {
  const ss_graph *graph = p->system->graph;
  const ss_op op = ss_expr_op(graph, e);
  if (op == SS_OP_NUMBER)
    ss_text_addf(out, "%.17g", ss_number_to_double(ss_expr_value(graph, e)));
  else if (op == SS_OP_PI)
    ss_text_addf(out, "%.17g", acos(-1));
  else if (op == SS_OP_SYMBOL)
    add_symbol(p, e, out);
  else {
    ss_text_addf(out, "[\"%s\"", word_of(op));
    for (int i = 0; i < ss_op_arity(op); i++)
      ss_text_addf(out, ",%zu", p->number[ss_expr_arg(graph, e, i)]);
    ss_text_add(out, "]");
  }
}

static void add_drawing(const ss_replay *p, const ss_drawing *d, ss_text *out) {
  ss_text_addf(out, "{\"kind\":\"%s\",\"places\":[", ss_drawing_word(d->kind));
  for (size_t k = 0; k < count_formulas(d); k++)
    ss_text_addf(out, "%s%zu", k ? "," : "", p->number[d->place[k].resolved]);
  ss_text_add(out, "]");
  if (d->kind == SS_DRAWING_CIRCLE)
    ss_text_addf(out, ",\"radius\":%zu", p->number[d->radius.resolved]);
  ss_text_add(out, "}");
}

void ss_replay_add_machine(const ss_replay *p, ss_text *out) {
  const ss_model *m = p->system->model;
  bool first = true;
  ss_text_add(out, "\"machine\":{\"variables\":[");
  for (size_t i = 0; i < p->variables; i++)
    ss_text_addf(out, "%s{\"low\":%.9g,\"unit\":%.9g}", i ? "," : "", p->low[i], p->unit[i]);
  ss_text_add(out, "],\n\"program\":[");
  for (ss_expr e = 0; e < ss_graph_count(p->system->graph); e++) {
    if (p->number[e] == SIZE_MAX) continue;
    ss_text_add(out, first ? "" : ",");
    add_node(p, e, out);
    first = false;
  }
  ss_text_add(out, "],\n\"drawings\":[");
  for (size_t i = 0; i < m->drawings; i++) {
    ss_text_add(out, i ? "," : "");
    add_drawing(p, &m->drawing[i], out);
  }
  ss_text_add(out, "]}");
}

/* ---- motions --------------------------------------------------------------------------------- */

static bool has_arrow(const ss_model *m, size_t element) {
  for (size_t i = 0; i < m->drawings; i++)
    if (m->drawing[i].kind == SS_DRAWING_ARROW && m->drawing[i].element == element) return true;
  return false;
}

static void add_positions(const ss_replay *p, const ss_report_track *t, ss_text *out) {
  const size_t n = p->system->coordinates;
  for (size_t k = 0; k < t->points * p->variables; k++) {
    const size_t j = k % p->variables;
    const double *at = t->state + 2 * n * (k / p->variables) + p->variable[j];
    const double before = k < p->variables ? p->low[j] : *(at - 2 * n);
    /* differences of rounded numbers add up to rounded numbers */
    const double now = round((*at - p->low[j]) / p->unit[j]);
    const double last = round((before - p->low[j]) / p->unit[j]);
    ss_text_addf(out, "%s%.0f", k ? "," : "", isfinite(now - last) ? now - last : 0);
  }
}

static void add_lights(const ss_replay *p, const ss_report_track *t, ss_text *out) {
  const size_t elements = p->system->elements;
  for (size_t e = 0; e < elements; e++) {
    ss_text_add(out, e ? ",\"" : "\"");
    for (size_t k = 0; k < t->points && has_arrow(p->system->model, e); k++)
      ss_text_addf(out, "%d", ss_film_light(t->modes[k * elements + e]));
    ss_text_add(out, "\"");
  }
}

void ss_replay_add_track(const ss_replay *p, const ss_report_track *t, ss_text *out) {
  ss_text_addf(out, ",\"q\":[");
  add_positions(p, t, out);
  ss_text_add(out, "],\"lights\":[");
  add_lights(p, t, out);
  ss_text_add(out, "],\"hits\":[");
  for (size_t i = 0; i < t->impacts && t->impact[i].t < t->until; i++)
    ss_text_addf(out, "%s[%.0f,%zu]", i ? "," : "", 1000 * t->impact[i].t / t->until,
                 t->impact[i].element);
  ss_text_add(out, "]");
}
