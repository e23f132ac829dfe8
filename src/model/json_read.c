/* json_read.c: pass 1 over a model in its canonical JSON form (json_write.c shows it).
 *
 * Declarations and blocks go through the same functions as those of a text, so that every rule
 * holds for both; formulas stay trees until all names are known. What a text says with a line and
 * column, a JSON model says with the path of the place: "elements.left.gap: …".
 *
 * Lenient where scripts benefit: lists that are empty may be left out; a parameter may be
 * {"formula": tree}, {"exact": "1/3"}, {"value": 0.3}, or just the tree; keys of the whole that are
 * not the model's ("hash", "at", …) are passed over. Where "formula" and "exact" are both given
 * they must agree: a script that changes one is told so.
 */
#include <string.h>

#include "json_private.h"

/* ---- places and types ------------------------------------------------------------------------ */

ss_span ss_reader_add_source(ss_reader *reader, const char *path, const json_t *tree) {
  if (!reader->source_count)
    *ss_scratch_append(reader, reader->sources, reader->source_count, ss_json_source) =
        (ss_json_source){"", NULL};
  *ss_scratch_append(reader, reader->sources, reader->source_count, ss_json_source) =
      (ss_json_source){path ? path : "", tree};
  return (ss_span){(uint32_t)(reader->source_count - 1), 0};
}

/* The place `key` under a path: "elements.left" and "gap". */
static ss_span place(ss_reader *reader, const char *path, const char *key, const json_t *tree) {
  return ss_reader_add_source(
      reader, ss_arena_format(reader->scratch, "%s%s%s", path, *path ? "." : "", key), tree);
}

static ss_span place_index(ss_reader *reader, const char *path, size_t i, const json_t *tree) {
  return ss_reader_add_source(reader, ss_arena_format(reader->scratch, "%s[%zu]", path, i), tree);
}

static const char *path_of(const ss_reader *reader, ss_span where) {
  return where.offset < reader->source_count ? reader->sources[where.offset].path : "";
}

static ss_formula formula_at(ss_span where) {
  return (ss_formula){.where = where};
}

/* The value of a key of the right type; NULL if it is missing, or after a complaint. */
static const json_t *get(ss_reader *reader, const json_t *object, const char *path, const char *key,
                         json_type type) {
  static const char *const words[] = {[JSON_OBJECT] = "an object {…}",
                                      [JSON_ARRAY] = "a list […]",
                                      [JSON_STRING] = "a string",
                                      [JSON_INTEGER] = "a whole number",
                                      [JSON_TRUE] = "true"};
  const json_t *value = json_object_get(object, key);
  if (!value || json_is_null(value)) return NULL;
  if (json_typeof(value) == type) return value;
  ss_reader_error(reader, place(reader, path, key, value), "expected %s", words[type]);
  return NULL;
}

/* A string of the model, fit for a terminal; "" if it is missing. */
static const char *get_text(ss_reader *reader, const json_t *object, const char *path,
                            const char *key) {
  const json_t *value = get(reader, object, path, key, JSON_STRING);
  if (!value) return "";
  char *copy =
      ss_arena_copy_text(reader->arena, json_string_value(value), json_string_length(value));
  if (!copy) {
    reader->failed = true;
    return "";
  }
  ss_reader_make_printable(copy);
  return copy;
}

static bool is_name(const char *text) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
  if (!*text || !strchr(letters, *text)) return false;
  const size_t length =
      strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
  return text[length + ss_expr_index_length(text + length, strlen(text) - length)] == '\0';
}

/* The name of a declaration; false after a complaint. */
static bool make_name(ss_reader *reader, const char *text, ss_span where, ss_name *name) {
  *name = (ss_name){.text = text, .doc = "", .where = where};
  if (is_name(text)) return true;
  ss_reader_error(reader, where, *text ? "'%s' is not a name" : "a name is missing%s", text);
  return false;
}

/* ---- values ---------------------------------------------------------------------------------- */

static const char *word_of(ss_reader *reader, const json_t *words, const char *name) {
  const char *text = get_text(reader, words, "", name);
  return *text ? text : NULL;
}

/* Copies the name and adds its unit and documentation. */
static bool make_value(ss_reader *reader, const json_t *root, const char *text, ss_span where,
                       ss_name *name) {
  char *copy = ss_arena_copy_text(reader->arena, text, strlen(text));
  if (!copy) reader->failed = true;
  if (!copy || !make_name(reader, copy, where, name)) return false;
  const char *doc = word_of(reader, json_object_get(root, "docs"), text);
  name->unit = word_of(reader, json_object_get(root, "units"), text);
  name->doc = doc ? doc : "";
  if (name->unit) ss_reader_check_unit(reader, place(reader, "units", text, NULL), name->unit);
  return true;
}

/* The names of a list of coordinates. */
static ss_name *read_names(ss_reader *reader, const json_t *root, const json_t *list,
                           const char *path, size_t *count) {
  ss_name *names = NULL;
  *count = 0;
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *item = json_array_get(list, i);
    ss_span where = place_index(reader, path, i, item);
    ss_name name;
    const char *text = json_string_value(item);
    if (make_value(reader, root, text ? text : "", where, &name))
      *ss_scratch_append(reader, names, *count, ss_name) = name;
  }
  return names;
}

static void read_coordinates(ss_reader *reader, const json_t *root) {
  ss_model *model = reader->model;
  size_t count;
  const json_t *list = get(reader, root, "", "coordinates", JSON_ARRAY);
  ss_name *names = read_names(reader, root, list, "coordinates", &count);
  for (size_t i = 0; i < count; i++) {
    ss_names_declare(reader, SS_KIND_COORDINATE, model->coordinates, &names[i]);
    ss_model_append(reader, model->coordinate, model->coordinates, ss_coordinate)->name = names[i];
  }
}

/* "range": [low, high] */
static void read_range(ss_reader *reader, const json_t *object, const char *path, ss_formula *low,
                       ss_formula *high) {
  const json_t *range = get(reader, object, path, "range", JSON_ARRAY);
  if (!range) return;
  ss_span where = place(reader, path, "range", range);
  if (json_array_size(range) != 2) {
    ss_reader_error(reader, where, "a range has two ends");
    return;
  }
  *low = formula_at(place_index(reader, path_of(reader, where), 0, json_array_get(range, 0)));
  *high = formula_at(place_index(reader, path_of(reader, where), 1, json_array_get(range, 1)));
}

/* The formula of a parameter: its "formula", else its "exact", else its "value". */
static ss_formula parameter_formula(ss_reader *reader, const json_t *value, const char *path) {
  static const char *const keys[] = {"formula", "exact", "value"};
  for (size_t i = 0; i < 3; i++) {
    const json_t *tree = json_object_get(value, keys[i]);
    if (tree && !json_is_null(tree)) return formula_at(place(reader, path, keys[i], tree));
  }
  ss_reader_error(reader, place(reader, path, "formula", value), "a parameter needs a 'formula'");
  return formula_at(SS_NOWHERE);
}

static void read_parameters(ss_reader *reader, const json_t *root) {
  ss_model *model = reader->model;
  json_t *parameters = (json_t *)get(reader, root, "", "parameters", JSON_OBJECT);
  const char *key;
  json_t *value;
  json_object_foreach(parameters, key, value) {
    ss_span where = place(reader, "parameters", key, value);
    const char *path = path_of(reader, where);
    ss_parameter parameter = {0};
    if (!make_value(reader, root, key, where, &parameter.name)) continue;
    if (json_is_object(value)) {
      parameter.value = parameter_formula(reader, value, path);
      read_range(reader, value, path, &parameter.low, &parameter.high);
      parameter.counts = json_is_true(get(reader, value, path, "counts", JSON_TRUE));
    } else {
      parameter.value = formula_at(where);
    }
    if (ss_names_declare(reader, SS_KIND_PARAMETER, model->parameters, &parameter.name) &&
        parameter.counts)
      ss_names_find(&reader->names[SS_NAMESPACE_VALUE], key, strlen(key))->used = true;
    *ss_model_append(reader, model->parameter, model->parameters, ss_parameter) = parameter;
  }
}

void ss_reader_check_claims(ss_reader *reader, const json_t *root) {
  ss_model *model = reader->model;
  ss_graph *graph = reader->graph;
  const json_t *parameters = json_object_get(root, "parameters");
  for (size_t i = 0; i < model->parameters; i++) {
    const ss_parameter *parameter = &model->parameter[i];
    const json_t *value = json_object_get(parameters, parameter->name.text);
    const char *exact = json_string_value(json_object_get(value, "exact"));
    if (!exact || !json_object_get(value, "formula") || !parameter->closed) continue;
    ss_expr claimed =
        ss_reader_build_tree(reader, json_object_get(value, "exact"), parameter->name.where);
    if (claimed && ss_expr_value(graph, claimed) && claimed != parameter->closed)
      ss_reader_error(reader, parameter->name.where,
                      "'exact' is %s, but that is not the value of 'formula'", exact);
  }
}

static void read_abbreviations(ss_reader *reader, const json_t *root) {
  ss_model *model = reader->model;
  json_t *lets = (json_t *)get(reader, root, "", "abbreviations", JSON_OBJECT);
  const char *key;
  json_t *value;
  json_object_foreach(lets, key, value) {
    ss_span where = place(reader, "abbreviations", key, value);
    ss_abbreviation let = {.value = formula_at(where)};
    if (!make_value(reader, root, key, where, &let.name)) continue;
    ss_names_declare(reader, SS_KIND_ABBREVIATION, model->abbreviations, &let.name);
    *ss_model_append(reader, model->abbreviation, model->abbreviations, ss_abbreviation) = let;
  }
}

static void read_inputs(ss_reader *reader, const json_t *root) {
  ss_model *model = reader->model;
  json_t *inputs = (json_t *)get(reader, root, "", "inputs", JSON_OBJECT);
  const char *key;
  json_t *value;
  json_object_foreach(inputs, key, value) {
    ss_span where = place(reader, "inputs", key, value);
    ss_input input = {0};
    if (!make_value(reader, root, key, where, &input.name)) continue;
    read_range(reader, value, path_of(reader, where), &input.low, &input.high);
    ss_names_declare(reader, SS_KIND_INPUT, model->inputs, &input.name);
    *ss_model_append(reader, model->input, model->inputs, ss_input) = input;
  }
}

/* ---- lists ----------------------------------------------------------------------------------- */

static void read_lines(ss_reader *reader, const json_t *root, const char *key, ss_formula **lines,
                       size_t *count) {
  const json_t *list = get(reader, root, "", key, JSON_ARRAY);
  for (size_t i = 0; i < json_array_size(list); i++)
    *(ss_formula *)ss_reader_append(reader, reader->arena, lines, count, sizeof **lines) =
        formula_at(place_index(reader, key, i, json_array_get(list, i)));
}

/* A value as exactly `count` parts. */
static void read_parts(ss_reader *reader, const json_t *object, const char *path, const char *key,
                       size_t count, ss_formula *parts) {
  const json_t *tree = json_object_get(object, key);
  ss_item item = {.key = key, .value = formula_at(place(reader, path, key, tree))};
  ss_formula split[3];
  size_t given = ss_json_split_tuple(reader, &item, 3, split);
  if (given == count)
    memcpy(parts, split, count * sizeof *parts);
  else
    ss_reader_error(reader, item.value.where, "expected %zu component%s", count,
                    count == 1 ? "" : "s");
}

static void read_forces(ss_reader *reader, const json_t *root) {
  ss_model *model = reader->model;
  const json_t *list = get(reader, root, "", "forces", JSON_ARRAY);
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *object = json_array_get(list, i);
    ss_span where = place_index(reader, "forces", i, object);
    const char *path = path_of(reader, where);
    ss_force force = {.at_point = json_object_get(object, "at") != NULL,
                      .is_rate = json_object_get(object, "rate") != NULL};
    const char *key = force.is_rate ? "rate" : force.at_point ? "at" : "on";
    const char *name = get_text(reader, object, path, key);
    if (force.is_rate) force.at_point = false;
    ss_reader_refer(reader, force.at_point ? SS_REFERENCE_POINT : SS_REFERENCE_COORDINATE,
                    model->forces, name, where);
    read_parts(reader, object, path, "value", force.at_point ? 2 : 1, force.value);
    *ss_model_append(reader, model->force, model->forces, ss_force) = force;
  }
}

/* "while": {"element": .., "does": ..} */
static void read_during(ss_reader *reader, const json_t *feedback, const char *path,
                        ss_feedback *out) {
  const json_t *object = get(reader, feedback, path, "while", JSON_OBJECT);
  if (!object) return;
  const ss_span where = place(reader, path, "while", object);
  const char *inner = path_of(reader, where);
  out->element_name = get_text(reader, object, inner, "element");
  out->during = ss_during_from_word(get_text(reader, object, inner, "does"));
  if (!out->during)
    ss_reader_error(reader, place(reader, inner, "does", object), SS_DURING_EXPECTED);
  else
    ss_reader_refer(reader, SS_REFERENCE_DURING, reader->model->feedbacks, out->element_name,
                    where);
}

static void read_feedbacks(ss_reader *reader, const json_t *root) {
  ss_model *model = reader->model;
  const json_t *list = get(reader, root, "", "feedbacks", JSON_ARRAY);
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *object = json_array_get(list, i);
    ss_span where = place_index(reader, "feedbacks", i, object);
    const char *path = path_of(reader, where);
    ss_feedback feedback = {.law = get_text(reader, object, path, "law")};
    const char *input = get_text(reader, object, path, "input");
    ss_name key = {.where = where};
    const json_t *after = get(reader, object, path, "after", JSON_INTEGER);
    feedback.after = ss_feedback_count(json_integer_value(after));
    if (after && !feedback.after)
      ss_reader_error(reader, place(reader, path, "after", after), SS_FEEDBACK_COUNT_EXPECTED);
    read_during(reader, object, path, &feedback);
    key.text = ss_model_feedback_key(reader->arena, &feedback, input);
    if (key.text) ss_names_declare(reader, SS_KIND_FEEDBACK, model->feedbacks, &key);
    ss_reader_refer(reader, SS_REFERENCE_INPUT, model->feedbacks, input, where);
    read_parts(reader, object, path, "value", 1, &feedback.value);
    *ss_model_append(reader, model->feedback, model->feedbacks, ss_feedback) = feedback;
  }
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* The keys of an object as the items of a block, but for those in `skip`. */
static void make_items(ss_reader *reader, const json_t *object, const char *path, const char *skip,
                       ss_items *items) {
  const char *key;
  json_t *value;
  *items = (ss_items){.broken = !json_is_object(object)};
  json_object_foreach((json_t *)object, key, value) {
    char quoted[32] = "|";
    size_t length = strlen(key);
    if (length < 16) strcat(strcat(quoted, key), "|");
    if ((length < 16 && strstr(skip, quoted)) || json_is_null(value)) continue;
    bool primed = length && key[length - 1] == '\'';
    ss_span where = place(reader, path, key, value);
    ss_item item = {.primed = primed, .where = where, .value = formula_at(where)};
    item.key = ss_arena_copy_text(reader->arena, key, length - primed);
    if (!item.key) reader->failed = true;
    if (item.key) *ss_scratch_append(reader, items->items, items->count, ss_item) = item;
  }
}

/* What is common to the objects of a list: place, name, documentation. */
static const json_t *open_object(ss_reader *reader, const json_t *list, const char *key, size_t i,
                                 const char *naming, ss_name *name) {
  const json_t *object = json_array_get(list, i);
  const char *index = path_of(reader, place_index(reader, key, i, object));
  const char *text = get_text(reader, object, index, naming);
  ss_span where =
      is_name(text) ? place(reader, key, text, object) : place_index(reader, key, i, object);
  if (!make_name(reader, text, where, name)) return NULL;
  name->doc = get_text(reader, object, index, "doc");
  return object;
}

/* A list of objects that have a name and else formulas: bodies, shapes. */
static void read_list(ss_reader *reader, const json_t *root, const char *key,
                      void (*add)(ss_reader *reader, const ss_name *name, const ss_items *items)) {
  const json_t *list = get(reader, root, "", key, JSON_ARRAY);
  for (size_t i = 0; i < json_array_size(list); i++) {
    ss_name name;
    ss_items items;
    const json_t *object = open_object(reader, list, key, i, "name", &name);
    if (!object) continue;
    make_items(reader, object, path_of(reader, name.where), "|name|doc|", &items);
    add(reader, &name, &items);
  }
}

static void read_points(ss_reader *reader, const json_t *root) {
  ss_model *model = reader->model;
  const json_t *list = get(reader, root, "", "points", JSON_ARRAY);
  for (size_t i = 0; i < json_array_size(list); i++) {
    ss_point point = {0};
    const json_t *object = open_object(reader, list, "points", i, "name", &point.name);
    if (!object) continue;
    const char *path = path_of(reader, point.name.where);
    ss_reader_refer(reader, SS_REFERENCE_BODY, model->points,
                    get_text(reader, object, path, "body"), point.name.where);
    read_parts(reader, object, path, "local", 2, point.local);
    ss_names_declare(reader, SS_KIND_POINT, model->points, &point.name);
    *ss_model_append(reader, model->point, model->points, ss_point) = point;
  }
}

static void read_lyapunovs(ss_reader *reader, const json_t *root) {
  ss_model *model = reader->model;
  const json_t *list = get(reader, root, "", "lyapunovs", JSON_ARRAY);
  for (size_t i = 0; i < json_array_size(list); i++) {
    ss_lyapunov lyapunov = {0};
    const json_t *object = open_object(reader, list, "lyapunovs", i, "name", &lyapunov.name);
    if (!object) continue;
    read_parts(reader, object, path_of(reader, lyapunov.name.where), "value", 1, &lyapunov.value);
    ss_names_declare(reader, SS_KIND_LYAPUNOV, model->lyapunovs, &lyapunov.name);
    *ss_model_append(reader, model->lyapunov, model->lyapunovs, ss_lyapunov) = lyapunov;
  }
}

static void read_elements(ss_reader *reader, const json_t *root) {
  const json_t *list = get(reader, root, "", "elements", JSON_ARRAY);
  for (size_t i = 0; i < json_array_size(list); i++) {
    ss_name name;
    ss_items items;
    const json_t *object = open_object(reader, list, "elements", i, "name", &name);
    if (!object) continue;
    const char *path = path_of(reader, name.where);
    const char *word = get_text(reader, object, path, "kind");
    int kind = 0;
    while (kind < SS_ELEMENT_COUNT && strcmp(ss_element_word((ss_element_kind)kind), word) != 0)
      kind++;
    if (kind == SS_ELEMENT_COUNT) {
      ss_reader_error(reader, name.where, "unknown kind of element '%s'", word);
      continue;
    }
    make_items(reader, object, path, "|name|doc|kind|", &items);
    ss_reader_add_element(reader, (ss_element_kind)kind, &name, &items);
  }
}

static void read_chart(ss_reader *reader, const json_t *root) {
  const json_t *chart = get(reader, root, "", "chart", JSON_OBJECT);
  if (!chart) return;
  size_t count;
  ss_items items;
  const json_t *list = get(reader, chart, "chart", "coordinates", JSON_ARRAY);
  ss_name *names = read_names(reader, root, list, "chart.coordinates", &count);
  if (!count) {
    ss_reader_error(reader, place(reader, "chart", "coordinates", chart),
                    "a chart needs coordinates");
    return;
  }
  make_items(reader, get(reader, chart, "chart", "map", JSON_OBJECT), "chart.map", "||", &items);
  ss_reader_add_chart(reader, count, names, &items);
}

static void read_states(ss_reader *reader, const json_t *root) {
  const json_t *list = get(reader, root, "", "states", JSON_ARRAY);
  for (size_t i = 0; i < json_array_size(list); i++) {
    ss_name name;
    ss_items items;
    const json_t *object = open_object(reader, list, "states", i, "name", &name);
    if (!object) continue;
    const char *path = path_of(reader, name.where);
    make_items(reader, get(reader, object, path, "values", JSON_OBJECT), path, "||", &items);
    ss_reader_add_state(reader, &name, &items);
  }
}

/* ["<=", left, right] */
static bool make_relation(ss_reader *reader, const json_t *tree, ss_span where, ss_item *item) {
  const char *sign = json_string_value(json_array_get(tree, 0));
  if (json_array_size(tree) != 3 || !sign ||
      (strcmp(sign, "<=") != 0 && strcmp(sign, ">=") != 0 && strcmp(sign, "=") != 0)) {
    ss_reader_error(reader, where, "a relation is [\"<=\", left, right], or with >= or =");
    return false;
  }
  const char *path = path_of(reader, where);
  item->relation = *sign == '<' ? SS_LESS_EQUAL : *sign == '>' ? SS_GREATER_EQUAL : SS_EQUAL;
  item->where = where;
  item->value = formula_at(place_index(reader, path, 1, json_array_get(tree, 1)));
  item->right = formula_at(place_index(reader, path, 2, json_array_get(tree, 2)));
  return true;
}

static void read_claims(ss_reader *reader, const json_t *root, const char *key, ss_kind kind) {
  const json_t *list = get(reader, root, "", key, JSON_ARRAY);
  for (size_t i = 0; i < json_array_size(list); i++) {
    ss_name name;
    ss_items items = {0};
    const json_t *object =
        open_object(reader, list, key, i, kind == SS_KIND_REGION ? "name" : "what", &name);
    if (!object) continue;
    const char *path = path_of(reader, name.where), *of = get_text(reader, object, path, "of");
    const json_t *relations = get(reader, object, path, "relations", JSON_ARRAY);
    for (size_t k = 0; k < json_array_size(relations); k++) {
      ss_item item = {0};
      const json_t *tree = json_array_get(relations, k);
      if (make_relation(reader, tree, place_index(reader, path, k, tree), &item))
        *ss_scratch_append(reader, items.items, items.count, ss_item) = item;
    }
    ss_reader_add_relations(reader, kind, &name, *of ? of : NULL, &items);
  }
}

static bool read_place(ss_reader *reader, const json_t *tree, ss_span where, ss_drawing *d) {
  const ss_item item = {.value = formula_at(where)};
  ss_formula part[SS_DRAWING_DIMENSIONS];
  const size_t given = ss_json_split_tuple(reader, &item, SS_DRAWING_DIMENSIONS, part);
  if (!json_is_array(tree) || given < 2 || given > SS_DRAWING_DIMENSIONS ||
      (d->places && given != d->dimensions)) {
    ss_reader_error(reader, where, "expected two coordinates of a place, or three");
    return false;
  }
  d->dimensions = given;
  for (size_t k = 0; k < given; k++) {
    size_t entries = d->places * given + k;
    *ss_model_append(reader, d->place, entries, ss_formula) = part[k];
  }
  d->places++;
  return true;
}

static void read_drawings(ss_reader *reader, const json_t *root) {
  const json_t *list = get(reader, root, "", "drawings", JSON_ARRAY);
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *object = json_array_get(list, i);
    ss_drawing d = {.element = SIZE_MAX, .where = place_index(reader, "drawings", i, object)};
    const char *path = path_of(reader, d.where), *kind = get_text(reader, object, path, "kind");
    const ss_name element = {.text = get_text(reader, object, path, "contact"), .where = d.where};
    const json_t *places = get(reader, object, path, "places", JSON_ARRAY);
    bool good = ss_drawing_find(kind, &d.kind);
    if (!good) ss_reader_suggest_drawing(reader, d.where, kind);
    d.text = get_text(reader, object, path, "text");
    for (size_t k = 0; good && k < json_array_size(places); k++) {
      const json_t *tree = json_array_get(places, k);
      good = read_place(reader, tree, place_index(reader, path, k, tree), &d);
    }
    if (json_object_get(object, "radius"))
      d.radius = formula_at(place(reader, path, "radius", json_object_get(object, "radius")));
    if (good) ss_reader_add_drawing(reader, &d, *element.text ? &element : NULL);
  }
}

void ss_reader_read_json(ss_reader *reader, const json_t *root) {
  ss_model *model = reader->model;
  model->title = get_text(reader, root, "", "title");
  model->source = get_text(reader, root, "", "source");
  read_coordinates(reader, root);
  read_parameters(reader, root);
  read_abbreviations(reader, root);
  read_inputs(reader, root);
  read_list(reader, root, "bodies", ss_reader_add_body);
  read_points(reader, root);
  read_lines(reader, root, "kinetic", &model->kinetics, &model->kinetics_count);
  read_lines(reader, root, "potential", &model->potentials, &model->potentials_count);
  read_forces(reader, root);
  read_feedbacks(reader, root);
  read_list(reader, root, "shapes", ss_reader_add_shape);
  read_lyapunovs(reader, root);
  read_elements(reader, root);
  read_chart(reader, root);
  read_states(reader, root);
  read_claims(reader, root, "regions", SS_KIND_REGION);
  read_claims(reader, root, "expectations", SS_KIND_EXPECTATION);
  read_drawings(reader, root);
}

/* ---- values with parts ----------------------------------------------------------------------- */

size_t ss_json_split_tuple(ss_reader *reader, const ss_item *item, size_t most, ss_formula *parts) {
  ss_span where = item->value.where;
  const json_t *tree = reader->sources[where.offset].tree;
  if (!json_is_array(tree) || ss_json_is_operation(tree)) {
    parts[0] = item->value;
    return 1;
  }
  size_t count = json_array_size(tree);
  for (size_t i = 0; i < count && i < most; i++)
    parts[i] = formula_at(place_index(reader, path_of(reader, where), i, json_array_get(tree, i)));
  return count;
}

const char *ss_json_split_call(ss_reader *reader, const ss_item *item, size_t most,
                               ss_formula *parts, size_t *count) {
  ss_span where = item->value.where;
  const json_t *tree = reader->sources[where.offset].tree;
  const char *word = json_string_value(json_is_array(tree) ? json_array_get(tree, 0) : tree);
  if (!word) {
    ss_reader_error(reader, where, "expected [word, argument, …]");
    return NULL;
  }
  *count = json_array_size(tree) ? json_array_size(tree) - 1 : 0;
  for (size_t i = 0; i < *count && i < most; i++)
    parts[i] =
        formula_at(place_index(reader, path_of(reader, where), i + 1, json_array_get(tree, i + 1)));
  return word;
}
