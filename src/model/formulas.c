/* formulas.c: pass 2: every formula parsed once, names becoming symbols.
 *
 * All names are declared by now, so that formulas are parsed in any order: an abbreviation or a
 * point's coordinate becomes a symbol, not what it stands for, and a formula costs what its text is
 * long. While a definition (parameter, abbreviation, body, point) is parsed, each name that it uses
 * becomes an edge of the graph of definitions, which order.c sorts; names are counted as the text
 * has them, so that "let a = a - a" is circular although the difference folds to 0.
 */
#include <string.h>

#include "json_private.h"

/* ---- symbols --------------------------------------------------------------------------------- */

static void set_meaning(ss_reader *reader, ss_expr symbol, ss_meaning meaning) {
  if (symbol && symbol < reader->meaning_count) reader->meanings[symbol] = meaning;
}

static ss_expr make_symbol(ss_reader *reader, const char *name, const char *suffix) {
  if (!*suffix) return ss_expr_symbol(reader->graph, name);
  char *text = ss_arena_format(reader->scratch, "%s%s", name, suffix);
  return text ? ss_expr_symbol(reader->graph, text) : SS_EXPR_NONE;
}

static void make_coordinate_symbols(ss_reader *reader, size_t count, ss_coordinate *coordinates) {
  for (size_t i = 0; i < count; i++)
    coordinates[i].q = make_symbol(reader, coordinates[i].name.text, "");
  for (size_t i = 0; i < count; i++)
    coordinates[i].u = make_symbol(reader, coordinates[i].name.text, "'");
}

/* Symbols first: later nodes have larger numbers, and sums print in the order of numbers. */
static void make_symbols(ss_reader *reader) {
  ss_model *model = reader->model;
  model->time = ss_expr_symbol(reader->graph, "t");
  for (size_t i = 0; i < model->parameters; i++)
    model->parameter[i].symbol = make_symbol(reader, model->parameter[i].name.text, "");
  make_coordinate_symbols(reader, model->coordinates, model->coordinate);
  if (model->chart) make_coordinate_symbols(reader, model->chart->count, model->chart->coordinates);
  for (size_t i = 0; i < model->inputs; i++)
    model->input[i].symbol = make_symbol(reader, model->input[i].name.text, "");
  reader->let_symbol = ss_reader_borrow(reader, model->abbreviations, sizeof(ss_expr));
  reader->point_symbol = ss_reader_borrow(reader, 2 * model->points, sizeof(ss_expr));
  if (reader->failed) return;
  for (size_t i = 0; i < model->abbreviations; i++)
    model->abbreviation[i].symbol = reader->let_symbol[i] =
        make_symbol(reader, model->abbreviation[i].name.text, "");
  for (size_t i = 0; i < model->points; i++) {
    reader->point_symbol[2 * i] = make_symbol(reader, model->point[i].name.text, ".x");
    reader->point_symbol[2 * i + 1] = make_symbol(reader, model->point[i].name.text, ".y");
    memcpy(model->point[i].symbol, reader->point_symbol + 2 * i, sizeof model->point[i].symbol);
  }
}

/* The symbol of a value, or of its velocity. */
static ss_expr symbol_of(const ss_reader *reader, const ss_known *known, bool rate) {
  const ss_model *model = reader->model;
  switch (known->kind) {
  case SS_KIND_PARAMETER: return model->parameter[known->index].symbol;
  case SS_KIND_INPUT: return model->input[known->index].symbol;
  case SS_KIND_ABBREVIATION: return reader->let_symbol[known->index];
  case SS_KIND_COORDINATE:
    return rate ? model->coordinate[known->index].u : model->coordinate[known->index].q;
  case SS_KIND_CHART:
    return rate ? model->chart->coordinates[known->index].u
                : model->chart->coordinates[known->index].q;
  default: return SS_EXPR_NONE;
  }
}

void ss_reader_make_symbols(ss_reader *reader) {
  make_symbols(reader);
  if (reader->failed) return;
  reader->meaning_count = ss_graph_count(reader->graph);
  reader->meanings = ss_reader_borrow(reader, reader->meaning_count, sizeof *reader->meanings);
  if (!reader->meanings) return;
  const ss_names *values = &reader->names[SS_NAMESPACE_VALUE];
  for (size_t i = 0; i < values->count; i++) {
    const ss_known *known = &values->items[i];
    ss_meaning meaning = {SS_MEANS_VALUE, known->kind, known->index, 0};
    set_meaning(reader, symbol_of(reader, known, false), meaning);
    meaning.what = SS_MEANS_RATE;
    if (known->kind == SS_KIND_COORDINATE || known->kind == SS_KIND_CHART)
      set_meaning(reader, symbol_of(reader, known, true), meaning);
  }
  const ss_names *points = &reader->names[SS_NAMESPACE_POINT];
  for (size_t i = 0; i < points->count; i++) {
    for (int c = 0; c < 2; c++)
      set_meaning(reader, reader->point_symbol[2 * points->items[i].index + (size_t)c],
                  (ss_meaning){SS_MEANS_POINT, SS_KIND_POINT, points->items[i].index, c});
  }
  set_meaning(reader, reader->model->time, (ss_meaning){SS_MEANS_TIME, SS_KIND_COUNT, 0, 0});
}

/* ---- names in formulas ----------------------------------------------------------------------- */

size_t ss_reader_definition(const ss_reader *reader, ss_kind kind, size_t index) {
  const ss_model *model = reader->model;
  switch (kind) {
  case SS_KIND_PARAMETER: return index;
  case SS_KIND_ABBREVIATION: return model->parameters + index;
  case SS_KIND_BODY: return model->parameters + model->abbreviations + index;
  case SS_KIND_POINT: return model->parameters + model->abbreviations + model->bodies + index;
  default: return SS_NO_DEFINITION;
  }
}

static void note_use(ss_reader *reader, ss_known *known) {
  size_t used = ss_reader_definition(reader, known->kind, known->index);
  known->used = true;
  if (reader->definition == SS_NO_DEFINITION || used == SS_NO_DEFINITION) return;
  *ss_scratch_append(reader, reader->edges, reader->edge_count, ss_edge) =
      (ss_edge){(uint32_t)reader->definition, (uint32_t)used};
}

/* A name that is no value: unknown, or a point or body without its component. */
static ss_expr complain_unknown(ss_reader *reader, const char *name, ss_span where) {
  size_t length = strlen(name);
  if (ss_names_find(&reader->names[SS_NAMESPACE_POINT], name, length)) {
    ss_diagnostic *item = ss_reader_error(reader, where, "'%s' is a point, not a value", name);
    ss_reader_hint(reader, item, "write %s.x or %s.y", name, name);
  } else if (ss_names_find(&reader->names[SS_NAMESPACE_BODY], name, length)) {
    ss_reader_error(reader, where, "'%s' is a body, not a value", name);
  } else {
    ss_diagnostic *item = ss_reader_error(reader, where, "unknown name '%s'", name);
    ss_names_suggest(reader, item, name, SS_NAMESPACE_VALUE, ~0u);
  }
  return SS_EXPR_NONE;
}

static ss_expr as_parsed(const ss_reader *reader, const ss_formula *formula) {
  return reader->plain ? formula->plain : formula->written;
}

/* The sliding velocity of the element whose law is parsed; the length of a pair. */
static ss_expr find_slip(ss_reader *reader) {
  const ss_element *e = reader->ruled;
  ss_graph *g = reader->graph;
  const ss_expr a = as_parsed(reader, &e->slip[0]), b = as_parsed(reader, &e->slip[1]);
  if (ss_law_dimension(e->law) < 2 || !a || !b) return a;
  return ss_expr_unary(g, SS_OP_SQRT, ss_expr_add(g, ss_expr_mul(g, a, a), ss_expr_mul(g, b, b)));
}

/* mu = muk + (mus - muk) exp(-(slip/vs)^2) */
static ss_expr make_stribeck(ss_reader *reader) {
  const ss_element *e = reader->ruled;
  ss_graph *g = reader->graph;
  const ss_expr mus = as_parsed(reader, &e->stribeck[0]), muk = as_parsed(reader, &e->stribeck[1]);
  const ss_expr vs = as_parsed(reader, &e->stribeck[2]), slip = find_slip(reader);
  if (!mus || !muk || !vs || !slip) return SS_EXPR_NONE;
  const ss_expr ratio = ss_expr_div(g, slip, vs);
  const ss_expr square = ss_expr_pow(g, ratio, ss_expr_integer(g, 2));
  const ss_expr fall = ss_expr_unary(g, SS_OP_EXP, ss_expr_neg(g, square));
  return ss_expr_add(g, muk, ss_expr_mul(g, ss_expr_sub(g, mus, muk), fall));
}

static ss_expr resolve_value(ss_reader *reader, const char *name, bool primed, ss_span where) {
  ss_known *known = ss_names_find(&reader->names[SS_NAMESPACE_VALUE], name, strlen(name));
  if (!known && strcmp(name, "t") == 0 && !primed) return reader->model->time;
  if (!known && strcmp(name, "t") == 0) {
    ss_reader_error(reader, where, "the time 't' has no velocity");
    return SS_EXPR_NONE;
  }
  if (!known && reader->ruled && strcmp(name, "slip") == 0 && !primed) return find_slip(reader);
  if (!known) return complain_unknown(reader, name, where);
  note_use(reader, known);
  if (primed && known->kind == SS_KIND_COORDINATE && reader->model->coordinate[known->index].aux) {
    ss_diagnostic *item = ss_reader_error(
        reader, where, "'%s' is a first-order state: it has a rate, and no velocity", name);
    ss_reader_hint(reader, item, "write the formula of its rate");
    return SS_EXPR_NONE;
  }
  if (!primed || known->kind == SS_KIND_COORDINATE || known->kind == SS_KIND_CHART)
    return symbol_of(reader, known, primed);
  ss_diagnostic *item =
      ss_reader_error(reader, where, "%s '%s' has no velocity: only coordinates do",
                      ss_kind_word(known->kind), name);
  if (known->kind == SS_KIND_ABBREVIATION) ss_reader_hint(reader, item, "write ddt(%s)", name);
  return SS_EXPR_NONE;
}

/* A.x */
static ss_expr resolve_point(ss_reader *reader, const char *name, size_t dot, bool primed,
                             ss_span where) {
  const char *component = name + dot + 1;
  ss_known *known = ss_names_find(&reader->names[SS_NAMESPACE_POINT], name, dot);
  if (!known) {
    char *point = ss_arena_copy_text(reader->scratch, name, dot);
    ss_diagnostic *item = ss_reader_error(reader, where, "unknown point '%s'", point ? point : "");
    if (point) ss_names_suggest(reader, item, point, SS_NAMESPACE_POINT, ~0u);
    return SS_EXPR_NONE;
  }
  note_use(reader, known);
  if (primed) {
    ss_diagnostic *item = ss_reader_error(reader, where, "'%s' is not a coordinate", name);
    ss_reader_hint(reader, item, "write ddt(%s)", name);
    return SS_EXPR_NONE;
  }
  if (strcmp(component, "x") == 0) return reader->point_symbol[2 * known->index];
  if (strcmp(component, "y") == 0) return reader->point_symbol[2 * known->index + 1];
  ss_reader_error(reader, where, "a point has .x and .y, not '.%s'", component);
  return SS_EXPR_NONE;
}

ss_expr ss_reader_resolve_name(void *user, const char *name, size_t length, ss_span where) {
  ss_reader *reader = user;
  size_t errors = reader->list->errors;
  bool primed = length && name[length - 1] == '\'';
  char buffer[256], *copy = buffer;
  length -= primed;
  if (length >= sizeof buffer) {
    copy = ss_arena_copy_text(reader->scratch, name, length);
    if (!copy) {
      reader->failed = true;
      return SS_EXPR_NONE;
    }
  } else {
    memcpy(buffer, name, length);
    buffer[length] = '\0';
  }
  const char *dot = strchr(copy, '.');
  ss_expr e = dot ? resolve_point(reader, copy, (size_t)(dot - copy), primed, where)
                  : resolve_value(reader, copy, primed, where);
  reader->unknown_names += reader->list->errors - errors;
  return e;
}

/* ---- all formulas ---------------------------------------------------------------------------- */

/* The definition that a formula belongs to, if its names decide about the order. */
static size_t definition_of(const ss_reader *reader, const ss_site *site) {
  switch (site->role) {
  case SS_ROLE_VALUE: return ss_reader_definition(reader, SS_KIND_PARAMETER, site->owner);
  case SS_ROLE_LET: return ss_reader_definition(reader, SS_KIND_ABBREVIATION, site->owner);
  case SS_ROLE_AT: return ss_reader_definition(reader, SS_KIND_BODY, site->owner);
  case SS_ROLE_LOCAL: return ss_reader_definition(reader, SS_KIND_POINT, site->owner);
  default: return SS_NO_DEFINITION;
  }
}

/* Is it the formula that stands for stribeck(mus, muk, vs)? */
static bool is_short(const ss_reader *reader, ss_span where) {
  const ss_element *e = reader->ruled;
  return e && ss_formula_is_given(&e->stribeck[0]) &&
         where.offset == e->law_argument[0].where.offset;
}

ss_expr ss_reader_parse_plain(ss_reader *reader, ss_span where, const json_t *tree,
                              ss_expr written) {
  ss_graph *graph = reader->graph;
  const size_t definition = reader->definition;
  if (!written) return written;
  reader->definition = SS_NO_DEFINITION; /* what it uses is known already */
  ss_graph_set_folding(graph, false);
  reader->plain = true;
  ss_expr plain = is_short(reader, where) ? make_stribeck(reader)
                  : tree
                      ? ss_reader_build_tree(reader, tree, where)
                      : ss_expr_parse(graph, reader->list, where, ss_reader_resolve_name, reader);
  ss_graph_set_folding(graph, true);
  reader->plain = false;
  reader->definition = definition;
  return plain;
}

void ss_reader_parse_formulas(ss_reader *reader) {
  ss_graph *graph = reader->graph;
  for (size_t i = 0; i < reader->site_count && !reader->failed; i++) {
    ss_formula *formula = reader->sites[i].formula;
    if (formula->written || formula->where.offset == SS_NOWHERE.offset) continue;
    reader->definition = definition_of(reader, &reader->sites[i]);
    reader->ruled = reader->sites[i].role == SS_ROLE_LAW
                        ? &reader->model->element[reader->sites[i].owner]
                        : NULL;
    size_t errors = reader->list->errors - reader->unknown_names;
    const ss_span where = formula->where;
    const json_t *tree = reader->json ? reader->sources[where.offset].tree : NULL;
    formula->written =
        is_short(reader, where) ? make_stribeck(reader)
        : tree                  ? ss_reader_build_tree(reader, tree, where)
               : ss_expr_parse(graph, reader->list, where, ss_reader_resolve_name, reader);
    formula->plain = ss_reader_parse_plain(reader, where, tree, formula->written);
    reader->torn = reader->torn || reader->list->errors - reader->unknown_names > errors;
    reader->failed = reader->failed || ss_graph_status(graph) == SS_MEMORY;
    ss_graph_clear_status(graph);
  }
  reader->definition = SS_NO_DEFINITION;
  reader->ruled = NULL;
}
