/* settings.c: parameters set from the command line.
 *
 *     --set mu=0.4         the value, which may be a formula over parameters; a range is dropped
 *     --set mu=0.25:0.35   the range; the value is its middle
 *
 * A setting takes the place of what the file says before anything is computed, so that parameters
 * that depend on it follow. Mistakes are shown in the setting's own text, under the name "--set".
 */
#include <string.h>

#include "reader.h"

void ss_diagnostics_take_over(ss_diagnostics *list, const ss_diagnostics *other) {
  for (size_t i = 0; i < other->count; i++) {
    const char *text = list->text;
    list->text = NULL;
    ss_diagnostic *item =
        ss_diagnostics_add(list, other->items[i].severity, (ss_span){0, 0}, "%s", "");
    list->text = text;
    if (item != &list->spill) *item = other->items[i];
  }
}

static ss_span span_between(const char *text, size_t from, size_t to) {
  while (from < to && strchr(" \t", text[from])) from++;
  while (from < to && strchr(" \t", text[to - 1])) to--;
  return (ss_span){(uint32_t)from, (uint32_t)(to - from)};
}

static ss_formula parse(ss_reader *reader, ss_span where) {
  ss_formula formula = {.where = SS_NOWHERE};
  if (where.length) {
    formula.written =
        ss_expr_parse(reader->graph, reader->list, where, ss_reader_resolve_name, reader);
    formula.plain = ss_reader_parse_plain(reader, where, NULL, formula.written);
  } else {
    ss_reader_error(reader, where, "expected a number or a formula");
  }
  ss_graph_clear_status(reader->graph);
  return formula;
}

static void set_range(ss_reader *reader, ss_parameter *parameter, ss_span low, ss_span high) {
  ss_graph *graph = reader->graph;
  parameter->low = parse(reader, low);
  parameter->high = parse(reader, high);
  ss_expr sum = ss_expr_add(graph, parameter->low.written, parameter->high.written);
  parameter->value = (ss_formula){.where = SS_NOWHERE};
  parameter->value.written = ss_expr_mul(graph, ss_expr_ratio(graph, 1, 2), sum);
}

/* "NAME=VALUE" or "NAME=LOW:HIGH", the text of reader->list. */
static void apply(ss_reader *reader) {
  ss_model *model = reader->model;
  const char *text = reader->list->text;
  size_t length = strlen(text), plain = strcspn(text, "#\n\r");
  const char *equals = strchr(text, '=');
  if (!equals || plain < length) { /* one line, and no comment: as certificates have it */
    const size_t from = equals ? plain : 0;
    ss_diagnostic *item =
        ss_reader_error(reader, (ss_span){(uint32_t)from, (uint32_t)(length - from)},
                        "a setting is NAME=VALUE or NAME=LOW:HIGH");
    ss_reader_hint(reader, item, "for example mu=0.4");
    return;
  }
  size_t at = (size_t)(equals - text);
  ss_span where = span_between(text, 0, at);
  const char *name = ss_reader_copy(reader, where);
  ss_known *known = ss_names_find(&reader->names[SS_NAMESPACE_VALUE], name, strlen(name));
  if (!known || known->kind != SS_KIND_PARAMETER) {
    ss_diagnostic *item = ss_reader_error(reader, where, "unknown parameter '%s'", name);
    ss_names_suggest(reader, item, name, SS_NAMESPACE_VALUE, 1u << SS_KIND_PARAMETER);
    return;
  }
  ss_parameter *parameter = &model->parameter[known->index];
  if (reader->json && parameter->counts) {
    ss_reader_error(reader, where,
                    "'%s' says how many there are of something, and a model in JSON has all of "
                    "them written out",
                    name);
    return;
  }
  parameter->overridden = true;
  reader->definition = ss_reader_definition(reader, SS_KIND_PARAMETER, known->index);
  const char *colon = strchr(equals, ':');
  if (colon) {
    size_t middle = (size_t)(colon - text);
    set_range(reader, parameter, span_between(text, at + 1, middle),
              span_between(text, middle + 1, length));
  } else {
    parameter->value = parse(reader, span_between(text, at + 1, length));
    parameter->low = parameter->high = (ss_formula){0};
  }
}

void ss_reader_apply_settings(ss_reader *reader, size_t count, const ss_setting *settings) {
  ss_diagnostics *list = reader->list;
  for (size_t i = 0; i < count && !reader->failed; i++) {
    ss_diagnostics own;
    const char *text = settings[i].text;
    ss_diagnostics_start(&own, list->arena, "--set", text, strlen(text));
    reader->list = &own;
    apply(reader);
    reader->list = list;
    ss_diagnostics_take_over(list, &own);
  }
  reader->definition = SS_NO_DEFINITION;
}
