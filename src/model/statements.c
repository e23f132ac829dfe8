/* statements.c: pass 1 over a model text: statements, declared names, stretches of formulas.
 *
 *     file = { statement NEWLINE }        statement = keyword … (see docs/model-language.md)
 *
 * One function a keyword, from one table. Formulas are not read here, only delimited (items.c), and
 * names that refer to other declarations are noted for references.c, because a file may use what it
 * declares later. After a mistake the rest of the statement is passed over and reading goes on with
 * the next one: at the next newline or ';' outside brackets, or where a line begins with a keyword.
 * One pass, linear.
 */
#include <stdlib.h>
#include <string.h>

#include "reader.h"

/* ---- tokens ---------------------------------------------------------------------------------- */

void ss_reader_advance(ss_reader *reader) {
  reader->fresh_line = reader->token.kind == SS_TOKEN_NEWLINE;
  reader->token = ss_lexer_next(&reader->lexer);
}

static bool describe_bad(ss_reader *reader, const char *what, ss_span where) {
  const char *text = reader->list->text + where.offset;
  if (*text == '"') {
    ss_reader_error(reader, where, "this text is never closed: a '\"' is missing");
  } else {
    ss_diagnostic *item =
        ss_reader_error(reader, where, "expected %s, found a character that no model has", what);
    if ((unsigned char)*text >= 0x80)
      ss_reader_hint(reader, item, "names are of the letters a-z, A-Z, digits and '_'");
  }
  return false;
}

bool ss_reader_expected(ss_reader *reader, const char *what) {
  ss_token token = reader->token;
  int length = token.where.length > 40 ? 40 : (int)token.where.length;
  if (token.kind == SS_TOKEN_BAD) return describe_bad(reader, what, token.where);
  if (token.kind == SS_TOKEN_END)
    ss_reader_error(reader, token.where, "expected %s, but the file ends here", what);
  else if (token.kind == SS_TOKEN_NEWLINE)
    ss_reader_error(reader, token.where, "expected %s, but the line ends here", what);
  else
    ss_reader_error(reader, token.where, "expected %s, found '%.*s'", what, length,
                    reader->list->text + token.where.offset);
  return false;
}

bool ss_reader_accept(ss_reader *reader, ss_token_kind kind, const char *what) {
  bool twice = kind == SS_TOKEN_EQUALS && reader->token.where.length != 1; /* == */
  if (reader->token.kind != kind || twice) return ss_reader_expected(reader, what);
  ss_reader_advance(reader);
  return true;
}

bool ss_reader_accept_name(ss_reader *reader, const char *what, ss_name *name) {
  ss_token token = reader->token;
  if (token.kind != SS_TOKEN_NAME) return ss_reader_expected(reader, what);
  ss_span plain = token.where;
  if (!token.plain) {
    ss_reader_expected(reader, what);
    plain.length = (uint32_t)strcspn(ss_reader_copy(reader, plain), ".'");
  }
  *name = (ss_name){.text = ss_reader_copy(reader, plain), .doc = "", .where = token.where};
  ss_reader_advance(reader);
  return true;
}

static bool word_is(const char *text, ss_span where, const char *word) {
  return strlen(word) == where.length && memcmp(text + where.offset, word, where.length) == 0;
}

bool ss_reader_accept_word(ss_reader *reader, const char *word, const char *what) {
  if (reader->token.kind != SS_TOKEN_NAME ||
      !word_is(reader->list->text, reader->token.where, word))
    return ss_reader_expected(reader, what);
  ss_reader_advance(reader);
  return true;
}

/* Inside brackets lines do not count: those before this sign are passed, if it follows. */
static void pass_lines(ss_reader *reader, char sign) {
  ss_lexer ahead = reader->lexer;
  ss_token token = reader->token;
  while (token.kind == SS_TOKEN_NEWLINE) token = ss_lexer_next(&ahead);
  if (token.kind == SS_TOKEN_END || reader->list->text[token.where.offset] != sign) return;
  while (reader->token.kind == SS_TOKEN_NEWLINE) ss_reader_advance(reader);
}

bool ss_reader_at_sign(ss_reader *reader, char sign) {
  if (strchr(",)]", sign)) pass_lines(reader, sign);
  const ss_token token = reader->token;
  return token.kind != SS_TOKEN_END && reader->list->text[token.where.offset] == sign;
}

bool ss_reader_accept_sign(ss_reader *reader, char sign, const char *what) {
  if (!ss_reader_at_sign(reader, sign)) return ss_reader_expected(reader, what);
  ss_reader_advance(reader);
  while (strchr("[(,", sign) && reader->token.kind == SS_TOKEN_NEWLINE) ss_reader_advance(reader);
  return true;
}

/* ---- statements without a block -------------------------------------------------------------- */

bool ss_reader_read_quoted(ss_reader *reader, const char **text) {
  ss_token token = reader->token;
  if (token.kind != SS_TOKEN_STRING) return ss_reader_expected(reader, "a text in quotes");
  char *copy = ss_reader_copy(reader, (ss_span){token.where.offset + 1, token.where.length - 2}),
       *to = copy;
  for (const char *from = copy; *from; from++) {
    if (*from == '\\' && (from[1] == '"' || from[1] == '\\')) from++;
    *to++ = *from;
  }
  *to = '\0';
  ss_reader_make_printable(copy);
  *text = copy;
  ss_reader_advance(reader);
  return true;
}

static bool read_text(ss_reader *reader, const char **text, const char *what) {
  if (**text && reader->token.kind == SS_TOKEN_STRING) {
    ss_reader_error(reader, reader->token.where, "%s is given twice", what);
    return false;
  }
  return ss_reader_read_quoted(reader, text);
}

static bool read_title(ss_reader *reader) {
  return read_text(reader, &reader->model->title, "the model's title");
}

static bool read_source(ss_reader *reader) {
  return read_text(reader, &reader->model->source, "the source");
}

/* NAME becomes the last item of its kind. */
static void declare(ss_reader *reader, ss_kind kind, size_t index, const ss_name *name) {
  reader->declared = kind;
  ss_names_declare(reader, kind, index, name);
}

/* "in" "[" expr "," expr "]" */
static bool read_range(ss_reader *reader, ss_formula *low, ss_formula *high) {
  return ss_reader_accept_word(reader, "in", "'in' or the end of the statement") &&
         ss_reader_accept_sign(reader, '[', "'['") &&
         ss_reader_skip_formula(reader, SS_UNTIL_COMMA, low) &&
         ss_reader_accept_sign(reader, ',', "','") &&
         ss_reader_skip_formula(reader, SS_UNTIL_COMMA, high) &&
         ss_reader_accept_sign(reader, ']', "']'");
}

static bool at_end(const ss_reader *reader) {
  ss_token_kind kind = reader->token.kind;
  return kind == SS_TOKEN_NEWLINE || kind == SS_TOKEN_SEMICOLON || kind == SS_TOKEN_END;
}

static bool read_parameter(ss_reader *reader) {
  ss_model *model = reader->model;
  ss_parameter parameter = {0};
  if (!ss_reader_accept_name(reader, "the parameter's name", &parameter.name)) return false;
  bool good = ss_reader_accept(reader, SS_TOKEN_EQUALS, "'='") &&
              ss_reader_skip_formula(reader, SS_UNTIL_IN, &parameter.value) &&
              (at_end(reader) || read_range(reader, &parameter.low, &parameter.high));
  declare(reader, SS_KIND_PARAMETER, model->parameters, &parameter.name);
  *ss_model_append(reader, model->parameter, model->parameters, ss_parameter) = parameter;
  return good;
}

static bool read_row(ss_reader *reader, bool aux) {
  ss_model *model = reader->model;
  const char *what = aux ? "the first-order state's name" : "the coordinate's name";
  for (;;) {
    ss_coordinate coordinate = {.aux = aux};
    if (!ss_reader_accept_name(reader, what, &coordinate.name)) return false;
    declare(reader, SS_KIND_COORDINATE, model->coordinates, &coordinate.name);
    *ss_model_append(reader, model->coordinate, model->coordinates, ss_coordinate) = coordinate;
    if (reader->token.kind == SS_TOKEN_NAME)
      ss_reader_expected(reader, "','");
    else if (reader->token.kind == SS_TOKEN_COMMA)
      ss_reader_advance(reader);
    else
      return true;
  }
}

static bool read_coordinates(ss_reader *reader) {
  return read_row(reader, false);
}

static bool read_auxiliaries(ss_reader *reader) {
  return read_row(reader, true);
}

static bool read_let(ss_reader *reader) {
  ss_model *model = reader->model;
  ss_abbreviation let = {0};
  if (!ss_reader_accept_name(reader, "the abbreviation's name", &let.name)) return false;
  bool good = ss_reader_accept(reader, SS_TOKEN_EQUALS, "'='") &&
              ss_reader_skip_formula(reader, 0, &let.value);
  declare(reader, SS_KIND_ABBREVIATION, model->abbreviations, &let.name);
  *ss_model_append(reader, model->abbreviation, model->abbreviations, ss_abbreviation) = let;
  return good;
}

/* "(" expr "," expr ")" */
static bool read_pair(ss_reader *reader, ss_formula *pair) {
  return ss_reader_accept_sign(reader, '(', "'('") &&
         ss_reader_skip_formula(reader, SS_UNTIL_COMMA, &pair[0]) &&
         ss_reader_accept_sign(reader, ',', "','") &&
         ss_reader_skip_formula(reader, SS_UNTIL_COMMA, &pair[1]) &&
         ss_reader_accept_sign(reader, ')', "')'");
}

static bool read_point(ss_reader *reader) {
  ss_model *model = reader->model;
  ss_point point = {0};
  ss_name body;
  if (!ss_reader_accept_name(reader, "the point's name", &point.name)) return false;
  bool good = ss_reader_accept_word(reader, "on", "'on'") &&
              ss_reader_accept_name(reader, "the name of a body", &body);
  if (good) ss_reader_refer(reader, SS_REFERENCE_BODY, model->points, body.text, body.where);
  good = good && read_pair(reader, point.local);
  declare(reader, SS_KIND_POINT, model->points, &point.name);
  *ss_model_append(reader, model->point, model->points, ss_point) = point;
  return good;
}

static bool read_kinetic(ss_reader *reader) {
  ss_model *model = reader->model;
  ss_formula formula;
  if (!ss_reader_accept(reader, SS_TOKEN_EQUALS, "'='")) return false;
  if (!ss_reader_skip_formula(reader, 0, &formula)) return false;
  *ss_model_append(reader, model->kinetics, model->kinetics_count, ss_formula) = formula;
  return true;
}

static bool read_potential(ss_reader *reader) {
  ss_model *model = reader->model;
  ss_formula formula;
  if (!ss_reader_accept(reader, SS_TOKEN_EQUALS, "'='")) return false;
  if (!ss_reader_skip_formula(reader, 0, &formula)) return false;
  *ss_model_append(reader, model->potentials, model->potentials_count, ss_formula) = formula;
  return true;
}

/* "force" NAME "=" expr | "force" "at" NAME "=" pair; a coordinate may be called "at". */
static bool read_force(ss_reader *reader) {
  ss_model *model = reader->model;
  ss_force force = {0};
  ss_name name;
  ss_lexer ahead = reader->lexer;
  force.at_point = reader->token.kind == SS_TOKEN_NAME &&
                   word_is(reader->list->text, reader->token.where, "at") &&
                   ss_lexer_next(&ahead).kind != SS_TOKEN_EQUALS;
  if (force.at_point) ss_reader_advance(reader);
  const char *what = force.at_point ? "the name of a point" : "the name of a coordinate";
  if (!ss_reader_accept_name(reader, what, &name)) return false;
  ss_reader_refer(reader, force.at_point ? SS_REFERENCE_POINT : SS_REFERENCE_COORDINATE,
                  model->forces, name.text, name.where);
  bool good = ss_reader_accept(reader, SS_TOKEN_EQUALS, "'='") &&
              (force.at_point ? read_pair(reader, force.value)
                              : ss_reader_skip_formula(reader, 0, force.value));
  *ss_model_append(reader, model->force, model->forces, ss_force) = force;
  return good;
}

static bool read_rate(ss_reader *reader) {
  ss_model *model = reader->model;
  ss_force force = {.is_rate = true};
  ss_name name;
  if (!ss_reader_accept_name(reader, "the name of a first-order state", &name)) return false;
  ss_reader_refer(reader, SS_REFERENCE_COORDINATE, model->forces, name.text, name.where);
  bool good = ss_reader_accept(reader, SS_TOKEN_EQUALS, "'='") &&
              ss_reader_skip_formula(reader, 0, force.value);
  *ss_model_append(reader, model->force, model->forces, ss_force) = force;
  return good;
}

static bool read_input(ss_reader *reader) {
  ss_model *model = reader->model;
  ss_input input = {0};
  if (!ss_reader_accept_name(reader, "the input's name", &input.name)) return false;
  bool good = at_end(reader) || read_range(reader, &input.low, &input.high);
  declare(reader, SS_KIND_INPUT, model->inputs, &input.name);
  *ss_model_append(reader, model->input, model->inputs, ss_input) = input;
  return good;
}

static bool read_lyapunov(ss_reader *reader) {
  ss_model *model = reader->model;
  ss_lyapunov lyapunov = {0};
  if (!ss_reader_accept_name(reader, "the function's name", &lyapunov.name)) return false;
  bool good = ss_reader_accept(reader, SS_TOKEN_EQUALS, "'='") &&
              ss_reader_skip_formula(reader, 0, &lyapunov.value);
  declare(reader, SS_KIND_LYAPUNOV, model->lyapunovs, &lyapunov.name);
  *ss_model_append(reader, model->lyapunov, model->lyapunovs, ss_lyapunov) = lyapunov;
  return good;
}

/* ---- statements with a block ----------------------------------------------------------------- */

/* A block that could not be read to its end is added all the same, marked as broken, so that its
 * name is known and nobody misses its keys. */
static bool read_body(ss_reader *reader) {
  ss_name name;
  ss_items items;
  if (!ss_reader_accept_name(reader, "the body's name", &name)) return false;
  bool good = ss_reader_read_items(reader, false, &items);
  reader->declared = SS_KIND_BODY;
  ss_reader_add_body(reader, &name, &items);
  return good;
}

static bool read_shape(ss_reader *reader) {
  ss_name name;
  ss_items items;
  if (!ss_reader_accept_name(reader, "the shape's name", &name)) return false;
  bool good = ss_reader_read_items(reader, false, &items);
  reader->declared = SS_KIND_SHAPE;
  ss_reader_add_shape(reader, &name, &items);
  return good;
}

static bool read_element(ss_reader *reader, ss_element_kind kind) {
  ss_name name;
  ss_items items;
  if (!ss_reader_accept_name(reader, "the element's name", &name)) return false;
  bool good = ss_reader_read_items(reader, false, &items);
  reader->declared = SS_KIND_ELEMENT;
  ss_reader_add_element(reader, kind, &name, &items);
  return good;
}

static bool read_contact(ss_reader *reader) {
  return read_element(reader, SS_ELEMENT_CONTACT);
}

static bool read_slider(ss_reader *reader) {
  return read_element(reader, SS_ELEMENT_SLIDER);
}

static bool read_friction(ss_reader *reader) {
  return read_element(reader, SS_ELEMENT_FRICTION);
}

static bool read_clutch(ss_reader *reader) {
  return read_element(reader, SS_ELEMENT_CLUTCH);
}

static bool read_chart(ss_reader *reader) {
  ss_name *names = NULL;
  size_t count = 0;
  ss_items items;
  for (;;) {
    ss_name name;
    if (!ss_reader_accept_name(reader, "the chart coordinate's name", &name)) return false;
    *ss_scratch_append(reader, names, count, ss_name) = name;
    if (reader->token.kind != SS_TOKEN_COMMA) break;
    ss_reader_advance(reader);
  }
  bool good = ss_reader_read_items(reader, false, &items);
  if (!reader->model->chart) reader->declared = SS_KIND_CHART;
  ss_reader_add_chart(reader, count, names, &items);
  return good;
}

static bool read_state(ss_reader *reader) {
  ss_name name;
  ss_items items;
  if (!ss_reader_accept_name(reader, "the state's name", &name)) return false;
  bool good = ss_reader_read_items(reader, false, &items);
  reader->declared = SS_KIND_STATE;
  ss_reader_add_state(reader, &name, &items);
  return good;
}

static bool read_region(ss_reader *reader) {
  ss_name name;
  ss_items items;
  if (!ss_reader_accept_name(reader, "the region's name", &name)) return false;
  bool good = ss_reader_read_items(reader, true, &items);
  reader->declared = SS_KIND_REGION;
  ss_reader_add_relations(reader, SS_KIND_REGION, &name, NULL, &items);
  return good;
}

static bool read_expectation(ss_reader *reader) {
  ss_name name, of = {0};
  ss_items items;
  if (!ss_reader_accept_name(reader, "what is expected", &name)) return false;
  if (reader->token.kind == SS_TOKEN_NAME && !ss_reader_accept_name(reader, "a name", &of))
    return false;
  bool good = ss_reader_read_items(reader, true, &items);
  reader->declared = SS_KIND_EXPECTATION;
  ss_reader_add_relations(reader, SS_KIND_EXPECTATION, &name, of.text, &items);
  return good;
}

/* ---- the file -------------------------------------------------------------------------------- */

/* Keyword, its function, and the token that follows it. */
static const struct statement {
  const char *word;
  bool (*read)(ss_reader *reader);
  ss_token_kind next;
} statements[] = {{"model", read_title, SS_TOKEN_STRING},
                  {"source", read_source, SS_TOKEN_STRING},
                  {"param", read_parameter, SS_TOKEN_NAME},
                  {"coord", read_coordinates, SS_TOKEN_NAME},
                  {"let", read_let, SS_TOKEN_NAME},
                  {"body", read_body, SS_TOKEN_NAME},
                  {"point", read_point, SS_TOKEN_NAME},
                  {"kinetic", read_kinetic, SS_TOKEN_EQUALS},
                  {"force", read_force, SS_TOKEN_NAME},
                  {"potential", read_potential, SS_TOKEN_EQUALS},
                  {"input", read_input, SS_TOKEN_NAME},
                  {"feedback", ss_reader_read_feedback, SS_TOKEN_NAME},
                  {"contact", read_contact, SS_TOKEN_NAME},
                  {"slider", read_slider, SS_TOKEN_NAME},
                  {"friction", read_friction, SS_TOKEN_NAME},
                  {"clutch", read_clutch, SS_TOKEN_NAME},
                  {"chart", read_chart, SS_TOKEN_NAME},
                  {"state", read_state, SS_TOKEN_NAME},
                  {"region", read_region, SS_TOKEN_NAME},
                  {"expect", read_expectation, SS_TOKEN_NAME},
                  {"shape", read_shape, SS_TOKEN_NAME},
                  {"draw", ss_reader_read_draw, SS_TOKEN_NAME},
                  {"lyapunov", read_lyapunov, SS_TOKEN_NAME},
                  {"aux", read_auxiliaries, SS_TOKEN_NAME},
                  {"rate", read_rate, SS_TOKEN_NAME}};

enum { STATEMENTS = sizeof statements / sizeof *statements };

static const struct statement *find_statement(const char *text, ss_token token) {
  if (token.kind != SS_TOKEN_NAME) return NULL;
  for (size_t i = 0; i < STATEMENTS; i++)
    if (word_is(text, token.where, statements[i].word)) return &statements[i];
  return NULL;
}

bool ss_lexer_at_statement(ss_lexer ahead, ss_token first) {
  const struct statement *statement = find_statement(ahead.text, first);
  return statement && ss_lexer_next(&ahead).kind == statement->next;
}

bool ss_reader_at_statement(const ss_reader *reader) {
  return reader->fresh_line && ss_lexer_at_statement(reader->lexer, reader->token);
}

static bool complain_unknown(ss_reader *reader) {
  const char *words[STATEMENTS];
  ss_token token = reader->token;
  if (token.kind != SS_TOKEN_NAME)
    return ss_reader_expected(reader, "a statement such as 'param' or 'coord'");
  for (size_t i = 0; i < STATEMENTS; i++) words[i] = statements[i].word;
  ss_span shown = {token.where.offset, token.where.length > 60 ? 60 : token.where.length};
  const char *word = ss_reader_copy(reader, shown);
  ss_diagnostic *item = ss_reader_error(reader, token.where, "unknown statement '%s'", word);
  if (ss_nearest_name(word, STATEMENTS, words))
    ss_reader_suggest(reader, item, word, STATEMENTS, words);
  else
    ss_reader_list_words(reader, item, word, STATEMENTS, words);
  return false;
}

static bool read_statement(ss_reader *reader) {
  const struct statement *statement = find_statement(reader->list->text, reader->token);
  if (!statement) return complain_unknown(reader);
  ss_reader_advance(reader);
  if (!statement->read(reader)) return false;
  return at_end(reader) || ss_reader_expected(reader, "the end of the statement");
}

/* To the newline or ';' outside brackets, or to a line that begins a statement; nowhere if another
 * statement begins right here. */
static void leave_statement(ss_reader *reader) {
  size_t depth = 0;
  if (ss_lexer_at_statement(reader->lexer, reader->token)) return;
  for (; reader->token.kind != SS_TOKEN_END; ss_reader_advance(reader)) {
    ss_token_kind kind = reader->token.kind;
    if (depth == 0 && (kind == SS_TOKEN_NEWLINE || kind == SS_TOKEN_SEMICOLON)) return;
    if (ss_reader_at_statement(reader)) return;
    if (kind == SS_TOKEN_OPEN || kind == SS_TOKEN_OPEN_BRACE) depth++;
    if ((kind == SS_TOKEN_CLOSE || kind == SS_TOKEN_CLOSE_BRACE) && depth) depth--;
  }
}

static size_t count_declared(const ss_reader *reader) {
  const ss_model *model = reader->model;
  switch (reader->declared) {
  case SS_KIND_PARAMETER: return model->parameters;
  case SS_KIND_COORDINATE: return model->coordinates;
  case SS_KIND_ABBREVIATION: return model->abbreviations;
  case SS_KIND_INPUT: return model->inputs;
  case SS_KIND_CHART: return model->chart ? model->chart->count : 0;
  case SS_KIND_BODY: return model->bodies;
  case SS_KIND_POINT: return model->points;
  case SS_KIND_ELEMENT: return model->elements;
  case SS_KIND_STATE: return model->states;
  case SS_KIND_REGION: return model->regions;
  case SS_KIND_EXPECTATION: return model->expectations;
  case SS_KIND_SHAPE: return model->shapes;
  case SS_KIND_LYAPUNOV: return model->lyapunovs;
  default: return 0;
  }
}

/* The comment behind a statement documents what it declared: the last item, or all of a list. */
static void document(ss_reader *reader, size_t coordinates) {
  ss_span comment = reader->token.comment;
  if (comment.length == 0) comment = reader->opening_comment;
  size_t count = count_declared(reader), from = count ? count - 1 : 0;
  if (comment.length == 0 || reader->failed) return;
  if (reader->declared == SS_KIND_COORDINATE) from = coordinates;
  if (reader->declared == SS_KIND_CHART) from = 0;
  bool first = true;
  for (size_t i = from; i < count; i++, first = false) {
    ss_name *name = ss_reader_name(reader, reader->declared, i);
    if (first) ss_reader_document(reader, comment, reader->declared <= SS_KIND_CHART, name);
    name->unit = ss_reader_name(reader, reader->declared, from)->unit;
    name->doc = ss_reader_name(reader, reader->declared, from)->doc;
  }
}

void ss_reader_read_text(ss_reader *reader) {
  ss_span all = {0, (uint32_t)reader->list->text_length};
  /* a byte order mark says nothing */
  if (all.length >= 3 && memcmp(reader->list->text, "\xEF\xBB\xBF", 3) == 0)
    all = (ss_span){3, all.length - 3};
  reader->lexer = ss_lexer_start(reader->list->text, all);
  reader->token = (ss_token){.kind = SS_TOKEN_NEWLINE};
  ss_reader_advance(reader);
  while (reader->token.kind != SS_TOKEN_END && !reader->failed) {
    if (reader->token.kind == SS_TOKEN_NEWLINE || reader->token.kind == SS_TOKEN_SEMICOLON) {
      ss_reader_advance(reader);
      continue;
    }
    size_t coordinates = reader->model->coordinates;
    reader->declared = SS_KIND_COUNT;
    reader->opening_comment = (ss_span){0, 0};
    if (!read_statement(reader)) leave_statement(reader);
    document(reader, coordinates);
  }
}
