/* json_write.c: the canonical form of a model, as JSON.
 *
 * Every declaration in the order of the file, kind by kind, formulas as written (names of
 * abbreviations and points are not replaced, ddt stays) in the trees of json_tree.c. What the file
 * does not say is left out. No spaces, no freedom: two texts that say the same in the same order of
 * declarations have the same form, and its SHA-256 is the model's hash. Folding may not hide what
 * is undefined somewhere: (k/k)*x is not x.
 *
 *     {"format":"standstill-model/1","title":…,"source":…,
 *      "coordinates":["x",…],
 *      "parameters":{"m":{"value":1,"exact":"1","formula":tree,"range":[tree,tree]},…},
 *      (and "counts":true where it says how many there are of something)
 *      "units":{"m":"kg",…},"docs":{"m":"mass",…},              of all values
 *      "abbreviations":{"h":tree,…},
 *      "bodies":[{"name":…,"mass":tree,…}],"points":[{"name":…,"body":…,"local":[tree,tree]}],
 *      "kinetic":[tree,…],"potential":[tree,…],
 *      "forces":[{"on":"x","value":tree},{"at":"A","value":[tree,tree]},
 *                {"rate":"z","value":tree}],
 *      "inputs":{"u":{"range":[tree,tree]},…},"feedbacks":[{"law":…,"input":…,"value":tree}],
 *      "shapes":[{"name":…,"potential":tree,"damping":tree}],
 *      "lyapunovs":[{"name":…,"value":tree}],
 *      "elements":[{"kind":"contact","name":…,"gap":tree,"slip":[tree,…],"law":["coulomb",tree],
 *                   "restitution":["newton",tree,tree]},…],
 *      "chart":{"coordinates":["theta"],"map":{"x":tree,…}},
 *      "states":[{"name":…,"values":{"x":tree,"x'":tree}}],
 *      "regions":[{"name":…,"relations":[["<=",tree,tree],…]}],
 *      "expectations":[{"what":…,"of":…,"relations":[…]}],
 *      "drawings":[{"kind":"line","places":[[tree,tree],[tree,tree]]}],
 *      "hash":"…"}   (of all that stands before the drawings)
 *
 * "value" and "exact" of a parameter are its number, for scripts; "formula" is what is read back.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "json_private.h"

typedef struct writer {
  const ss_model *model;
  ss_trees trees;
  ss_text *out;
  bool *named;     /* by expression: a symbol stands in it */
  uint32_t *stamp; /* by expression: the walk that met it last */
  uint32_t now;
  ss_expr *stack;
} writer;

/* ---- formulas -------------------------------------------------------------------------------- */

/* Whether an operation is not defined for all numbers. */
static bool is_partial(ss_op op) {
  return op == SS_OP_DIV || op == SS_OP_POW || op == SS_OP_SQRT || op == SS_OP_LOG ||
         op == SS_OP_TAN || op == SS_OP_ASIN || op == SS_OP_ACOS || op == SS_OP_ATAN2;
}

/* What is asked of every node of the graph: one sweep; and room for walks through formulas. */
static void start_walks(writer *w) {
  const ss_graph *g = w->model->graph;
  const size_t nodes = ss_graph_count(g) + 1;
  w->named = calloc(nodes, sizeof *w->named);
  w->stamp = calloc(nodes, sizeof *w->stamp);
  w->stack = calloc(nodes, sizeof *w->stack);
  if (!w->named || !w->stamp || !w->stack) w->out->failed = true;
  for (ss_expr k = 1; w->named && k + 1 < nodes; k++) {
    const ss_expr a = ss_expr_arg(g, k, 0), b = ss_expr_arg(g, k, 1);
    w->named[k] = ss_expr_op(g, k) == SS_OP_SYMBOL || (a && w->named[a]) || (b && w->named[b]);
  }
}

static void stop_walks(writer *w) {
  free(w->named);
  free(w->stamp);
  free(w->stack);
}

/* Such operations in an expression on what is not a number; every node is met once. */
static size_t count_partial(writer *w, ss_expr e) {
  const ss_graph *g = w->model->graph;
  size_t count = 0, height = 0;
  if (!w->named || !w->stamp || !w->stack) return 0;
  w->stamp[e] = ++w->now;
  w->stack[height++] = e;
  while (height) {
    const ss_expr k = w->stack[--height];
    const ss_op op = ss_expr_op(g, k);
    const ss_expr part[2] = {ss_expr_arg(g, k, 0), ss_expr_arg(g, k, 1)};
    count += is_partial(op) && w->named[part[op == SS_OP_DIV]];
    for (int i = 0; i < 2; i++) {
      if (!part[i] || w->stamp[part[i]] == w->now) continue;
      w->stamp[part[i]] = w->now;
      w->stack[height++] = part[i];
    }
  }
  return count;
}

/* As written; where folding removed what may be undefined, as (k/k), or all names, as 0*x', without
 * folding: a proof is about what is written. */
static ss_expr form_to_write(writer *w, const ss_formula *formula) {
  if (!formula->plain || formula->plain == formula->written || !w->named) return formula->written;
  if (w->named[formula->plain] && !w->named[formula->written]) return formula->plain;
  return count_partial(w, formula->plain) > count_partial(w, formula->written) ? formula->plain
                                                                               : formula->written;
}

/* ---- pieces ---------------------------------------------------------------------------------- */

/* A string of the model: UTF-8 without control characters. */
static void write_string(ss_text *out, const char *text) {
  ss_text_add(out, "\"");
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') ss_text_add(out, "\\");
    ss_text_add_bytes(out, text, 1);
  }
  ss_text_add(out, "\"");
}

/* A comma unless it is the first of its list. */
static void separate(ss_text *out) {
  char last = out->length ? out->data[out->length - 1] : '{';
  if (last != '{' && last != '[' && last != ':') ss_text_add(out, ",");
}

static void write_key(writer *w, const char *key) {
  separate(w->out);
  write_string(w->out, key);
  ss_text_add(w->out, ":");
}

static void write_text(writer *w, const char *key, const char *text) {
  write_key(w, key);
  write_string(w->out, text);
}

static void write_tree(writer *w, const ss_formula *formula) {
  separate(w->out);
  ss_trees_write(&w->trees, form_to_write(w, formula), w->out);
}

/* key: tree, if the file has it. */
static void write_formula(writer *w, const char *key, const ss_formula *formula) {
  if (!formula->written) return;
  write_key(w, key);
  ss_trees_write(&w->trees, form_to_write(w, formula), w->out);
}

static void write_list(writer *w, const char *key, size_t count, const ss_formula *formulas) {
  if (count == 0 || !formulas[0].written) return;
  write_key(w, key);
  ss_text_add(w->out, "[");
  for (size_t i = 0; i < count; i++) write_tree(w, &formulas[i]);
  ss_text_add(w->out, "]");
}

static void write_range(writer *w, const ss_formula *low, const ss_formula *high) {
  ss_formula range[2] = {*low, *high};
  write_list(w, "range", 2, range);
}

/* { "name": …, "doc": … } is left open. */
static void open_object(writer *w, const ss_name *name) {
  separate(w->out);
  ss_text_add(w->out, "{");
  write_text(w, "name", name->text);
  if (name->doc && *name->doc) write_text(w, "doc", name->doc);
}

/* ---- values ---------------------------------------------------------------------------------- */

static void write_coordinates(writer *w, size_t count, const ss_coordinate *coordinates) {
  write_key(w, "coordinates");
  ss_text_add(w->out, "[");
  for (size_t i = 0; i < count; i++) {
    separate(w->out);
    write_string(w->out, coordinates[i].name.text);
  }
  ss_text_add(w->out, "]");
}

static void write_parameter(writer *w, const ss_parameter *parameter) {
  const fmpq *exact = ss_expr_value(w->model->graph, parameter->closed);
  write_key(w, parameter->name.text);
  ss_text_add(w->out, "{");
  write_key(w, "value");
  ss_text_addf(w->out, "%.17g", parameter->number);
  write_key(w, "exact");
  ss_trees_write(&w->trees, exact ? parameter->closed : SS_EXPR_NONE, w->out);
  write_formula(w, "formula", &parameter->value);
  write_range(w, &parameter->low, &parameter->high);
  if (parameter->counts) {
    write_key(w, "counts");
    ss_text_add(w->out, "true");
  }
  ss_text_add(w->out, "}");
}

static void write_word(writer *w, const ss_name *name, bool unit) {
  const char *text = unit ? name->unit : name->doc;
  if (text && *text) write_text(w, name->text, text);
}

/* "units" or "docs" of everything that has a value. */
static void write_words(writer *w, const char *key, bool unit) {
  const ss_model *model = w->model;
  write_key(w, key);
  ss_text_add(w->out, "{");
  for (size_t i = 0; i < model->parameters; i++) write_word(w, &model->parameter[i].name, unit);
  for (size_t i = 0; i < model->coordinates; i++) write_word(w, &model->coordinate[i].name, unit);
  for (size_t i = 0; i < model->abbreviations; i++)
    write_word(w, &model->abbreviation[i].name, unit);
  for (size_t i = 0; i < model->inputs; i++) write_word(w, &model->input[i].name, unit);
  for (size_t i = 0; model->chart && i < model->chart->count; i++)
    write_word(w, &model->chart->coordinates[i].name, unit);
  ss_text_add(w->out, "}");
}

static void write_values(writer *w) {
  const ss_model *model = w->model;
  write_coordinates(w, model->coordinates, model->coordinate);
  write_key(w, "parameters");
  ss_text_add(w->out, "{");
  for (size_t i = 0; i < model->parameters; i++) write_parameter(w, &model->parameter[i]);
  ss_text_add(w->out, "}");
  write_words(w, "units", true);
  write_words(w, "docs", false);
  write_key(w, "abbreviations");
  ss_text_add(w->out, "{");
  for (size_t i = 0; i < model->abbreviations; i++)
    write_formula(w, model->abbreviation[i].name.text, &model->abbreviation[i].value);
  ss_text_add(w->out, "}");
}

/* ---- bodies and forces ----------------------------------------------------------------------- */

static void open_list(writer *w, const char *key) {
  write_key(w, key);
  ss_text_add(w->out, "[");
}

static void write_bodies(writer *w) {
  const ss_model *model = w->model;
  open_list(w, "bodies");
  for (size_t i = 0; i < model->bodies; i++) {
    const ss_body *body = &model->body[i];
    open_object(w, &body->name);
    write_formula(w, "mass", &body->mass);
    write_formula(w, "inertia", &body->inertia);
    write_list(w, "at", 3, body->at);
    write_list(w, "gravity", 2, body->gravity);
    ss_text_add(w->out, "}");
  }
  ss_text_add(w->out, "]");
  open_list(w, "points");
  for (size_t i = 0; i < model->points; i++) {
    const ss_point *point = &model->point[i];
    open_object(w, &point->name);
    write_text(w, "body", model->body[point->body].name.text);
    write_list(w, "local", 2, point->local);
    ss_text_add(w->out, "}");
  }
  ss_text_add(w->out, "]");
}

static void write_lines(writer *w, const char *key, size_t count, const ss_formula *lines) {
  open_list(w, key);
  for (size_t i = 0; i < count; i++) write_tree(w, &lines[i]);
  ss_text_add(w->out, "]");
}

static void write_forces(writer *w) {
  const ss_model *model = w->model;
  open_list(w, "forces");
  for (size_t i = 0; i < model->forces; i++) {
    const ss_force *force = &model->force[i];
    separate(w->out);
    ss_text_add(w->out, "{");
    if (force->at_point) {
      write_text(w, "at", model->point[force->on].name.text);
      write_list(w, "value", 2, force->value);
    } else {
      write_text(w, force->is_rate ? "rate" : "on", model->coordinate[force->on].name.text);
      write_formula(w, "value", &force->value[0]);
    }
    ss_text_add(w->out, "}");
  }
  ss_text_add(w->out, "]");
}

static void write_inputs(writer *w) {
  const ss_model *model = w->model;
  write_key(w, "inputs");
  ss_text_add(w->out, "{");
  for (size_t i = 0; i < model->inputs; i++) {
    write_key(w, model->input[i].name.text);
    ss_text_add(w->out, "{");
    write_range(w, &model->input[i].low, &model->input[i].high);
    ss_text_add(w->out, "}");
  }
  ss_text_add(w->out, "}");
  open_list(w, "feedbacks");
  for (size_t i = 0; i < model->feedbacks; i++) {
    const ss_feedback *feedback = &model->feedback[i];
    if (feedback->derived) continue;
    separate(w->out);
    ss_text_add(w->out, "{");
    if (*feedback->law) write_text(w, "law", feedback->law);
    if (feedback->after) write_key(w, "after");
    if (feedback->after) ss_text_addf(w->out, "%zu", feedback->after);
    if (feedback->during) {
      write_key(w, "while");
      ss_text_add(w->out, "{");
      write_text(w, "element", feedback->element_name);
      write_text(w, "does", ss_during_word(feedback->during));
      ss_text_add(w->out, "}");
    }
    write_text(w, "input", model->input[feedback->input].name.text);
    write_formula(w, "value", &feedback->value);
    ss_text_add(w->out, "}");
  }
  ss_text_add(w->out, "]");
}

static void write_shapes(writer *w) {
  const ss_model *model = w->model;
  if (model->shapes == 0) return;
  open_list(w, "shapes");
  for (size_t i = 0; i < model->shapes; i++) {
    open_object(w, &model->shape[i].name);
    write_formula(w, "potential", &model->shape[i].potential);
    write_formula(w, "damping", &model->shape[i].damping);
    ss_text_add(w->out, "}");
  }
  ss_text_add(w->out, "]");
}

static void write_lyapunovs(writer *w) {
  const ss_model *model = w->model;
  if (model->lyapunovs == 0) return;
  open_list(w, "lyapunovs");
  for (size_t i = 0; i < model->lyapunovs; i++) {
    open_object(w, &model->lyapunov[i].name);
    write_formula(w, "value", &model->lyapunov[i].value);
    ss_text_add(w->out, "}");
  }
  ss_text_add(w->out, "]");
}

/* ---- elements -------------------------------------------------------------------------------- */

/* ["coulomb", tree] */
static void write_law(writer *w, const char *key, const char *word, int count,
                      const ss_formula *arguments) {
  open_list(w, key);
  write_string(w->out, word);
  for (int i = 0; i < count; i++) write_tree(w, &arguments[i]);
  ss_text_add(w->out, "]");
}

#define SLIP_OF(name, word, arguments, slip, spin, roll) {slip, spin, roll},
static const size_t components[][3] = {SS_LAW_LIST(SLIP_OF)};

static void write_element(writer *w, const ss_element *element) {
  const size_t *count = components[element->law];
  separate(w->out);
  ss_text_add(w->out, "{");
  write_text(w, "kind", ss_element_word(element->kind));
  write_text(w, "name", element->name.text);
  if (element->name.doc && *element->name.doc) write_text(w, "doc", element->name.doc);
  write_formula(w, "gap", &element->gap);
  write_list(w, "slip", count[0], element->slip);
  write_list(w, "spin", count[1], element->slip + count[0]);
  write_list(w, "roll", count[2], element->slip + count[0] + count[1]);
  write_formula(w, "normal", &element->normal);
  if (element->law != SS_LAW_FRICTIONLESS)
    write_law(w, "law", ss_law_word(element->law), ss_law_arguments(element->law),
              element->law_argument);
  if (element->restitution_argument[0].written)
    write_law(w, "restitution", ss_restitution_word(element->restitution),
              ss_restitution_arguments(element->restitution), element->restitution_argument);
  ss_text_add(w->out, "}");
}

static void write_elements(writer *w) {
  open_list(w, "elements");
  for (size_t i = 0; i < w->model->elements; i++) write_element(w, &w->model->element[i]);
  ss_text_add(w->out, "]");
}

/* ---- charts, states, relations --------------------------------------------------------------- */

static void write_chart(writer *w) {
  const ss_model *model = w->model;
  if (!model->chart) return;
  write_key(w, "chart");
  ss_text_add(w->out, "{");
  write_coordinates(w, model->chart->count, model->chart->coordinates);
  write_key(w, "map");
  ss_text_add(w->out, "{");
  for (size_t i = 0; i < model->coordinates; i++)
    write_formula(w, model->coordinate[i].name.text, &model->chart->map[i]);
  ss_text_add(w->out, "}}");
}

static void write_states(writer *w) {
  const ss_model *model = w->model;
  open_list(w, "states");
  for (size_t i = 0; i < model->states; i++) {
    const ss_state *state = &model->state[i];
    open_object(w, &state->name);
    write_key(w, "values");
    ss_text_add(w->out, "{");
    for (size_t k = 0; k < model->coordinates; k++)
      write_formula(w, model->coordinate[k].name.text, &state->q[k]);
    for (size_t k = 0; k < model->coordinates; k++)
      write_formula(w, ss_expr_name(model->graph, model->coordinate[k].u), &state->u[k]);
    ss_text_add(w->out, "}}");
  }
  ss_text_add(w->out, "]");
}

static void write_relations(writer *w, const ss_relations *relations) {
  static const char *const signs[] = {
      [SS_LESS_EQUAL] = "<=", [SS_GREATER_EQUAL] = ">=", [SS_EQUAL] = "="};
  open_list(w, "relations");
  for (size_t i = 0; i < relations->count; i++) {
    separate(w->out);
    ss_text_addf(w->out, "[\"%s\"", signs[relations->items[i].kind]);
    write_tree(w, &relations->items[i].left);
    write_tree(w, &relations->items[i].right);
    ss_text_add(w->out, "]");
  }
  ss_text_add(w->out, "]");
}

static void write_claims(writer *w) {
  const ss_model *model = w->model;
  open_list(w, "regions");
  for (size_t i = 0; i < model->regions; i++) {
    open_object(w, &model->region[i].name);
    write_relations(w, &model->region[i]);
    ss_text_add(w->out, "}");
  }
  ss_text_add(w->out, "]");
  open_list(w, "expectations");
  for (size_t i = 0; i < model->expectations; i++) {
    const ss_relations *expectation = &model->expectation[i];
    separate(w->out);
    ss_text_add(w->out, "{");
    write_text(w, "what", expectation->name.text);
    if (expectation->of) write_text(w, "of", expectation->of);
    if (expectation->name.doc && *expectation->name.doc)
      write_text(w, "doc", expectation->name.doc);
    write_relations(w, expectation);
    ss_text_add(w->out, "}");
  }
  ss_text_add(w->out, "]");
}

/* ---- drawings -------------------------------------------------------------------------------- */

static void write_drawing(writer *w, const ss_drawing *drawing) {
  separate(w->out);
  ss_text_add(w->out, "{");
  write_text(w, "kind", ss_drawing_word(drawing->kind));
  if (drawing->element < w->model->elements)
    write_text(w, "contact", w->model->element[drawing->element].name.text);
  if (*drawing->text) write_text(w, "text", drawing->text);
  open_list(w, "places");
  for (size_t i = 0; i < drawing->places; i++) {
    separate(w->out);
    ss_text_add(w->out, "[");
    for (size_t k = 0; k < drawing->dimensions; k++)
      write_tree(w, &drawing->place[i * drawing->dimensions + k]);
    ss_text_add(w->out, "]");
  }
  ss_text_add(w->out, "]");
  write_formula(w, "radius", &drawing->radius);
  ss_text_add(w->out, "}");
}

static void write_drawings(writer *w) {
  if (w->model->drawings == 0) return;
  open_list(w, "drawings");
  for (size_t i = 0; i < w->model->drawings; i++) write_drawing(w, &w->model->drawing[i]);
  ss_text_add(w->out, "]");
}

/* ---- the model ------------------------------------------------------------------------------- */

/* All but the closing brace; what it looks like only where it is wanted. */
static void write_model(const ss_model *model, bool drawn, ss_text *out) {
  writer w = {.model = model, .out = out};
  start_walks(&w);
  if (ss_trees_start(&w.trees, model->graph)) {
    ss_text_add(out, "{");
    write_text(&w, "format", "standstill-model/1");
    write_text(&w, "title", model->title);
    write_text(&w, "source", model->source);
    write_values(&w);
    write_bodies(&w);
    write_lines(&w, "kinetic", model->kinetics_count, model->kinetics);
    write_lines(&w, "potential", model->potentials_count, model->potentials);
    write_forces(&w);
    write_inputs(&w);
    write_shapes(&w);
    write_lyapunovs(&w);
    write_elements(&w);
    write_chart(&w);
    write_states(&w);
    write_claims(&w);
    if (drawn) write_drawings(&w);
  } else {
    out->failed = true;
  }
  ss_trees_stop(&w.trees);
  stop_walks(&w);
}

void ss_model_print_canonical(const ss_model *model, ss_text *out) {
  write_model(model, false, out);
  ss_text_add(out, "}");
}

void ss_model_print_json(const ss_model *model, ss_text *out) {
  write_model(model, true, out);
  ss_text_addf(out, ",\"hash\":\"%s\"}", model->hash);
}
