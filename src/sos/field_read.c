/* field_read.c: the text of a polynomial system.
 *
 * Statements are found line by line, formulas are parsed by the expression parser into a graph of
 * their own, and turned into polynomials node by node: a node's arguments come before it. What is
 * no polynomial over the rationals (functions, pi, division by a coordinate) is refused.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "standstill/expr.h"
#include "standstill/field.h"

enum { MOST_NAMES = 256, MOST_TERMS = 20000, BUDGET = 1 << 24 };

typedef struct name {
  const char *text;
  ss_expr symbol;
  bool coordinate, has_rate;
  bool hidden;   /* the function: formulas do not use it */
  ss_poly value; /* of what is defined */
} name;

typedef struct reader {
  ss_arena *arena;
  ss_diagnostics *list;
  const char *text;
  size_t length, at;
  ss_graph *graph;
  ss_ring *ring;
  size_t names;
  name name[MOST_NAMES];
  ss_poly rate[SS_FIELD_MOST_COORDINATES];
  ss_field flow;
  size_t begins; /* of the statement at hand */
} reader;

static bool refuse(reader *r, size_t from, size_t to, const char *what) {
  const size_t length = to > from ? to - from : 1;
  ss_diagnostics_add(r->list, SS_ERROR, (ss_span){(uint32_t)from, (uint32_t)length}, "%s", what);
  return false;
}

/* ---- words ----------------------------------------------------------------------------------- */

static void skip_blanks(reader *r) {
  while (r->at < r->length &&
         (r->text[r->at] == ' ' || r->text[r->at] == '\t' || r->text[r->at] == '\r'))
    r->at++;
}

static bool at_end(reader *r) {
  skip_blanks(r);
  return r->at == r->length || strchr("#\n;", r->text[r->at]);
}

static bool accept(reader *r, char sign) {
  skip_blanks(r);
  if (r->at == r->length || r->text[r->at] != sign) return false;
  r->at++;
  return true;
}

/* A name in the arena; NULL if there is none. */
static const char *take_word(reader *r) {
  skip_blanks(r);
  const size_t from = r->at;
  while (r->at < r->length && (isalnum((unsigned char)r->text[r->at]) || r->text[r->at] == '_') &&
         !(r->at == from && isdigit((unsigned char)r->text[r->at])))
    r->at++;
  return r->at > from ? ss_arena_copy_text(r->arena, r->text + from, r->at - from) : NULL;
}

static name *find(reader *r, const char *text, size_t length) {
  for (size_t i = 0; i < r->names; i++)
    if (strlen(r->name[i].text) == length && memcmp(r->name[i].text, text, length) == 0)
      return &r->name[i];
  return NULL;
}

static name *define(reader *r, const char *text, size_t from) {
  if (find(r, text, strlen(text)))
    return refuse(r, from, r->at, "this name is defined twice"), NULL;
  if (r->names == MOST_NAMES) return refuse(r, from, r->at, "too many names"), NULL;
  if (strcmp(text, "t") == 0 || strcmp(text, "pi") == 0 || strcmp(text, "in") == 0 ||
      ss_op_from_word(text, strlen(text)) != SS_OP_COUNT)
    return refuse(r, from, r->at, "this name is reserved"), NULL;
  name *made = &r->name[r->names++];
  *made = (name){.text = text, .symbol = ss_expr_symbol(r->graph, text)};
  return made;
}

/* ---- formulas -------------------------------------------------------------------------------- */

static ss_expr resolve(void *user, const char *text, size_t length, ss_span where) {
  reader *r = user;
  const name *found = find(r, text, length);
  if (found && !found->hidden) return found->symbol;
  ss_diagnostics_add(r->list, SS_ERROR, where, "'%.*s' is not defined above", (int)length, text);
  return SS_EXPR_NONE;
}

static bool raise_to(reader *r, ss_poly base, const ss_poly exponent, ss_poly *result) {
  if (exponent.count == 0) return ss_poly_raise(r->ring, base, 0, result);
  if (exponent.count > 1 || exponent.terms[0].monomial != 0) return false;
  const fmpq *value = &exponent.terms[0].coefficient;
  if (!fmpz_is_one(fmpq_denref(value)) || fmpq_sgn(value) < 0 ||
      fmpz_cmp_si(fmpq_numref(value), 32) > 0)
    return false;
  return ss_poly_raise(r->ring, base, fmpz_get_si(fmpq_numref(value)), result);
}

static bool divide(reader *r, ss_poly a, ss_poly b, ss_poly *result) {
  if (b.count != 1 || b.terms[0].monomial != 0) return false;
  fmpq_t inverse;
  fmpq_init(inverse);
  fmpq_inv(inverse, &b.terms[0].coefficient);
  *result = ss_poly_scale(r->ring, a, inverse, 0);
  fmpq_clear(inverse);
  return true;
}

static ss_poly value_of_symbol(reader *r, ss_expr e) {
  const char *text = ss_expr_name(r->graph, e);
  const name *found = find(r, text, strlen(text));
  if (!found->coordinate) return found->value;
  return ss_poly_atom(r->ring, (uint32_t)(found - r->name), 1);
}

/* The polynomial of a node, those of its arguments being known. */
static bool convert_node(reader *r, ss_expr e, const ss_poly *value, ss_poly *to) {
  const ss_op op = ss_expr_op(r->graph, e);
  const ss_poly a = value[ss_expr_arg(r->graph, e, 0)], b = value[ss_expr_arg(r->graph, e, 1)];
  switch (op) {
  case SS_OP_NUMBER: *to = ss_poly_number(r->ring, ss_expr_value(r->graph, e)); return true;
  case SS_OP_SYMBOL: *to = value_of_symbol(r, e); return true;
  case SS_OP_ADD: *to = ss_poly_plus(r->ring, a, b); return true;
  case SS_OP_SUB: *to = ss_poly_minus(r->ring, a, b); return true;
  case SS_OP_NEG: *to = ss_poly_minus(r->ring, (ss_poly){0}, a); return true;
  case SS_OP_MUL: return ss_poly_multiply(r->ring, a, b, to);
  case SS_OP_DIV: return divide(r, a, b, to);
  case SS_OP_POW: return raise_to(r, a, b, to);
  default: return false;
  }
}

static bool convert(reader *r, ss_expr root, ss_poly *poly) {
  uint8_t *marks = calloc(root + 1, 1);
  ss_poly *value = calloc(root + 1, sizeof *value);
  bool good = marks && value;
  if (good) marks[root] = 1;
  for (ss_expr e = root; good && e > 0; e--)
    if (marks[e])
      for (int i = 0; i < 2; i++)
        if (ss_expr_arg(r->graph, e, i)) marks[ss_expr_arg(r->graph, e, i)] = 1;
  for (ss_expr e = 1; good && e <= root; e++)
    if (marks[e]) good = convert_node(r, e, value, &value[e]) && !r->ring->failed;
  if (good) *poly = value[root];
  free(marks);
  free(value);
  return good;
}

/* "= FORMULA" to the end of the line, or farther while a bracket is open. */
static bool take_formula(reader *r, ss_poly *poly) {
  const size_t sign = r->at;
  if (!accept(r, '=')) return refuse(r, sign, r->at, "'=' is expected");
  const size_t from = r->at;
  int depth = 0;
  while (r->at < r->length) {
    const char c = r->text[r->at];
    if (c == '#') break;
    if (depth <= 0 && (c == '\n' || c == ';')) break;
    depth += (c == '(') - (c == ')');
    r->at++;
  }
  const ss_span span = {(uint32_t)from, (uint32_t)(r->at - from)};
  const size_t errors = r->list->errors;
  const ss_expr e = ss_expr_parse(r->graph, r->list, span, resolve, r);
  if (e == SS_EXPR_NONE || r->list->errors > errors) {
    if (r->list->errors == errors) refuse(r, from, r->at, "this formula cannot be read");
    return false;
  }
  return convert(r, e, poly) || refuse(r, from, r->at, "this is no polynomial, or too large a one");
}

/* ---- statements ------------------------------------------------------------------------------ */

static bool take_text(reader *r, const char **to) {
  const size_t from = r->at;
  if (!accept(r, '"')) return refuse(r, from, r->at, "a text in quotes is expected");
  const size_t begin = r->at;
  while (r->at < r->length && !strchr("\"\n", r->text[r->at])) r->at++;
  const char *text = ss_arena_copy_text(r->arena, r->text + begin, r->at - begin);
  if (!accept(r, '"')) return refuse(r, from, r->at, "the text does not end");
  if (to) *to = text;
  return true;
}

static bool take_coordinates(reader *r) {
  do {
    skip_blanks(r);
    const size_t from = r->at;
    const char *text = take_word(r);
    if (!text) return refuse(r, from, r->at, "a name is expected");
    for (size_t i = 0; i < r->names; i++)
      if (!r->name[i].coordinate)
        return refuse(r, from, r->at, "coordinates come before definitions");
    if (r->names == SS_FIELD_MOST_COORDINATES)
      return refuse(r, from, r->at, "there are too many coordinates");
    name *made = define(r, text, from);
    if (!made) return false;
    made->coordinate = true;
    r->flow.coordinates++;
  } while (accept(r, ','));
  return true;
}

static bool take_definition(reader *r, bool function) {
  skip_blanks(r);
  const size_t from = r->at;
  const char *text = take_word(r);
  if (!text) return refuse(r, from, r->at, "a name is expected");
  if (function && r->flow.function_name)
    return refuse(r, from, r->at, "there is a function already");
  ss_poly value;
  const size_t end = r->at;
  if (!take_formula(r, &value)) return false;
  const size_t held = r->at;
  r->at = end;
  name *made = define(r, text, from);
  r->at = held;
  if (!made) return false;
  made->value = value;
  if (!function) return true;
  made->hidden = true;
  r->flow.function_name = text;
  r->flow.function = value;
  return true;
}

static bool take_rate(reader *r) {
  skip_blanks(r);
  const size_t from = r->at;
  const char *text = take_word(r);
  name *found = text ? find(r, text, strlen(text)) : NULL;
  if (!found || !found->coordinate) return refuse(r, from, r->at, "a coordinate is expected");
  if (found->has_rate) return refuse(r, from, r->at, "this coordinate has a rate already");
  found->has_rate = true;
  return take_formula(r, &r->rate[found - r->name]);
}

static bool take_statement(reader *r) {
  r->begins = r->at;
  const char *word = take_word(r);
  if (!word) return refuse(r, r->at, r->at + 1, "a statement is expected");
  if (strcmp(word, "model") == 0) return take_text(r, &r->flow.title);
  if (strcmp(word, "source") == 0) return take_text(r, NULL);
  if (strcmp(word, "coord") == 0) return take_coordinates(r);
  if (strcmp(word, "let") == 0 || strcmp(word, "param") == 0) return take_definition(r, false);
  if (strcmp(word, "function") == 0) return take_definition(r, true);
  if (strcmp(word, "rate") == 0) return take_rate(r);
  return refuse(r, r->begins, r->at, "expected coord, let, param, rate, function, model or source");
}

static bool take_all(reader *r) {
  while (r->at < r->length) {
    if (!at_end(r) && !take_statement(r)) return false;
    if (!at_end(r)) return refuse(r, r->at, r->at + 1, "the statement does not end");
    if (r->at < r->length && r->text[r->at] == '#')
      while (r->at < r->length && r->text[r->at] != '\n') r->at++;
    else
      r->at++;
  }
  return true;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* V counts from its value at 0, which a level is compared with. */
static bool vanishes_at_zero(const reader *r) {
  const size_t n = r->flow.coordinates;
  fmpq *zero = ss_arena_new(r->arena, n, fmpq);
  fmpq_t value;
  if (!zero) return false;
  for (size_t i = 0; i < n; i++) fmpz_one(fmpq_denref(&zero[i]));
  fmpq_init(value);
  const bool vanishes =
      ss_poly_value(r->ring, r->flow.function, zero, value) && fmpq_is_zero(value);
  fmpq_clear(value);
  return vanishes;
}

static bool finish(reader *r) {
  ss_field *flow = &r->flow;
  const char **names = ss_arena_new(r->arena, flow->coordinates, const char *);
  ss_poly *rate = ss_arena_new(r->arena, flow->coordinates, ss_poly);
  if (!names || !rate) return false;
  if (flow->coordinates == 0) return refuse(r, 0, 0, "there are no coordinates");
  if (!flow->function_name) return refuse(r, 0, 0, "there is no function");
  if (!vanishes_at_zero(r)) return refuse(r, 0, 0, "the function is not 0 at 0");
  for (size_t i = 0; i < flow->coordinates; i++) {
    if (!r->name[i].has_rate) return refuse(r, 0, 0, "a coordinate has no rate");
    names[i] = r->name[i].text;
    rate[i] = r->rate[i];
    ss_poly product;
    if (!ss_poly_multiply(r->ring, ss_poly_derivative(r->ring, flow->function, (uint32_t)i),
                          rate[i], &product))
      return refuse(r, 0, 0, "the polynomials are too large");
    flow->fall = ss_poly_plus(r->ring, flow->fall, product);
  }
  flow->name = names;
  flow->rate = rate;
  return !r->ring->failed || refuse(r, 0, 0, "the polynomials are too large");
}

static void stop_ring(void *ring) {
  ss_ring_stop(ring);
}

static ss_ring *make_ring(ss_arena *arena) {
  ss_ring *ring = ss_arena_new(arena, 1, ss_ring);
  if (!ring || !ss_ring_start(ring, MOST_TERMS)) return NULL;
  ring->budget = BUDGET;
  if (ss_arena_defer(arena, stop_ring, ring)) return ring;
  ss_ring_stop(ring);
  return NULL;
}

ss_status ss_field_read_text(const char *text, size_t length, ss_arena *arena, ss_diagnostics *list,
                             const ss_field **flow) {
  reader *r = calloc(1, sizeof *r);
  if (!r) return SS_MEMORY;
  *r = (reader){.arena = arena, .list = list, .text = text, .length = length};
  r->graph = ss_graph_create();
  r->ring = make_ring(arena);
  ss_field *made = ss_arena_new(arena, 1, ss_field);
  ss_status status = r->graph && r->ring && made ? SS_OK : SS_MEMORY;
  if (status == SS_OK && length > SS_FIELD_MOST_BYTES) refuse(r, 0, 0, "the text is too long");
  if (status == SS_OK && list->errors == 0 && (!take_all(r) || !finish(r)))
    status = list->errors ? SS_BAD_INPUT : SS_MEMORY;
  if (list->errors) status = SS_BAD_INPUT;
  if (status == SS_OK) {
    *made = r->flow;
    made->file = list->file;
    made->text = text;
    made->length = length;
    made->ring = r->ring;
    *flow = made;
  }
  ss_graph_destroy(r->graph);
  free(r);
  return status;
}

ss_status ss_field_read(const char *path, ss_arena *arena, ss_diagnostics *list,
                        const ss_field **flow) {
  ss_diagnostics_start(list, arena, path, NULL, 0);
  FILE *file = fopen(path, "rb");
  char *text = file ? ss_arena_new(arena, SS_FIELD_MOST_BYTES + 2, char) : NULL;
  const size_t length = text ? fread(text, 1, SS_FIELD_MOST_BYTES + 1, file) : 0;
  const bool good = text && !ferror(file);
  if (file) fclose(file);
  if (!good) {
    ss_diagnostics_add(list, SS_ERROR, SS_NOWHERE, "it cannot be %s", file ? "read" : "opened");
    return SS_IO;
  }
  ss_diagnostics_start(list, arena, path, text, length);
  return ss_field_read_text(text, length, arena, list, flow);
}
