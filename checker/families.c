/* families.c: rows of things that a model writes once, as the tokens that they stand for.
 *
 *     x[1..n]                          x[1], x[2], ...
 *     for i in 1..n { ... }            the tokens between the braces once for every i, then ';'
 *     sum(i in 1..n: ...)              ((...) + (...) + ...), or 0
 *     x[i+1], x[i+1]', A[i].x          the name x[2] and so on, for i = 1
 *
 * Where a family stands is known from the tokens alone, before any statement is read. A whole
 * number is made of digits, indices, parameters, + - * and brackets; a parameter is what the
 * settings of the certificate say of it, else the model, and has no range. What is none ends the
 * run.
 */
#include "check.h"

enum { MOST_LEVELS = 32, MOST_VALUE = 100000000, MOST_EXPANDED = 20000000 };

typedef struct family_index {
  token name;
  long value;
  const struct family_index *outer;
} family_index;

/* Tokens that are read as a whole number. */
typedef struct stretch {
  const token *at;
  const family_index *indices;
  size_t level;
} stretch;

static long read_whole(run *r, stretch *s);

static bool touches(token a, token b) { /* nothing stands between them */
  return a.at + a.length == b.at;
}

/* ---- whole numbers --------------------------------------------------------------------------- */

/* The tokens behind "param NAME =" of the model; NULL if there are none. */
static const token *find_value(run *r, token name) {
  const model *m = &r->model;
  for (size_t i = 0; i + 3 < m->count && m->tokens[i].line; i++)
    if (token_is(m->tokens[i], "param") && (i == 0 || m->tokens[i - 1].kind == ';') &&
        same_name(m->tokens[i + 1], name) && m->tokens[i + 2].kind == '=')
      return m->tokens + i + 3;
  return NULL;
}

/* What a setting says of it, lexed behind all other tokens; NULL if none does. */
static const token *find_setting(run *r, token name) {
  const json_t *settings = json_object_get(r->root, "settings"), *setting;
  size_t i;
  json_array_foreach(settings, i, setting) {
    const char *text = json_string_value(setting);
    const size_t first = r->model.count;
    if (!text) continue;
    lex(r, text, 0);
    if (same_name(r->model.tokens[first], name) && r->model.tokens[first + 1].kind == '=')
      return r->model.tokens + first + 2;
    r->model.count = first;
  }
  return NULL;
}

static long read_parameter(run *r, stretch *s, token name) {
  const token *own = find_value(r, name), *set = own ? find_setting(r, name) : NULL;
  stretch value = {set ? set : find_value(r, name), NULL, s->level + 1};
  if (!own || value.level > MOST_LEVELS) complain(r, name, "a whole number is expected");
  const long number = read_whole(r, &value);
  if (value.at->kind && value.at->kind != ';') complain(r, name, "it is no whole number");
  return number;
}

static long limit(run *r, const stretch *s, long value) {
  if (value > MOST_VALUE || value < -MOST_VALUE) complain(r, *s->at, "a number is too large");
  return value;
}

static long read_factor(run *r, stretch *s) {
  const token t = *s->at++;
  long value = 0;
  if (++s->level > MOST_LEVELS) complain(r, t, "too many levels");
  if (t.kind == '-') {
    value = -read_factor(r, s);
  } else if (t.kind == '(') {
    value = read_whole(r, s);
    if (s->at++->kind != ')') complain(r, t, "a bracket is not closed");
  } else if (t.kind == '0') {
    for (size_t i = 0; i < t.length; i++) {
      if (t.at[i] < '0' || t.at[i] > '9') complain(r, t, "a whole number is expected");
      value = limit(r, s, 10 * value + (t.at[i] - '0'));
    }
  } else if (t.kind == 'n') {
    const family_index *i = s->indices;
    while (i && !same_name(i->name, t)) i = i->outer;
    value = i ? i->value : read_parameter(r, s, t);
  } else {
    complain(r, t, "a whole number is expected");
  }
  s->level--;
  return value;
}

static long read_product(run *r, stretch *s) {
  long value = read_factor(r, s);
  while (s->at->kind == '*') {
    s->at++;
    const long factor = read_factor(r, s); /* both below 2^27: the product fits */
    value = limit(r, s, value * factor);
  }
  return value;
}

static long read_whole(run *r, stretch *s) {
  long value = read_product(r, s);
  while (s->at->kind == '+' || s->at->kind == '-') {
    const bool plus = s->at++->kind == '+';
    const long term = read_product(r, s);
    value = limit(r, s, plus ? value + term : value - term);
  }
  return value;
}

/* WHOLE or WHOLE..WHOLE and the sign behind it, which *at passes; whether it is a range. */
static bool read_range(run *r, const token **at, const family_index *indices, char close,
                       long ends[2]) {
  stretch s = {*at, indices, 0};
  ends[0] = ends[1] = read_whole(r, &s);
  const bool range = s.at->kind == '.';
  if (range) s.at++;
  if (range) ends[1] = read_whole(r, &s);
  if (s.at->kind != close) complain(r, *s.at, "a range or an index is expected");
  *at = s.at + 1;
  return range;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

/* The expanded ones. */
typedef struct row {
  token *tokens;
  size_t count, capacity;
} row;

static void add(run *r, row *out, token t) {
  if (out->count == out->capacity) {
    out->capacity = 2 * out->capacity + 256;
    if (out->capacity > MOST_EXPANDED) complain(r, t, "the families are too large");
    token *more = new_room(r, out->capacity, sizeof *more);
    if (out->count) memcpy(more, out->tokens, out->count * sizeof *more);
    out->tokens = more;
  }
  out->tokens[out->count++] = t;
}

static void add_sign(run *r, row *out, char sign, token place) {
  static const char signs[] = "();,+-";
  add(r, out, (token){sign, strchr(signs, sign), 1, place.line});
}

/* NAME[value] or, with `name` empty, the number itself. */
static token make_token(run *r, token name, long value) {
  const size_t room = name.length + 24;
  char *text = new_room(r, room, 1);
  const char *const format = name.length ? "%.*s[%ld]" : "%.*s%ld";
  const int length =
      snprintf(text, room, format, (int)name.length, name.length ? name.at : "", value);
  return (token){name.length ? 'n' : '0', text, (size_t)length, name.line};
}

static void add_number(run *r, row *out, long value, token place) {
  if (value < 0) add_sign(r, out, '(', place);
  if (value < 0) add_sign(r, out, '-', place);
  add(r, out, make_token(r, (token){.line = place.line}, labs(value)));
  if (value < 0) add_sign(r, out, ')', place);
}

static const token *find_closing(run *r, const token *open) {
  size_t level = 0;
  for (const token *t = open; t->kind; t++) {
    level += strchr("([{", t->kind) != NULL;
    if (strchr(")]}", t->kind) && --level == 0) return t;
  }
  complain(r, *open, "a bracket is not closed");
}

static void expand(run *r, row *out, const token *at, const token *end,
                   const family_index *indices);

/* NAME in RANGE, up to the sign; the rounds of its body. */
static const token *expand_rounds(run *r, row *out, const token *at, const family_index *indices,
                                  bool sum) {
  const token *close = sum ? find_closing(r, at - 1) : NULL;
  family_index own = {*at, 0, indices};
  long ends[2];
  for (const family_index *i = indices; i; i = i->outer)
    if (same_name(i->name, own.name)) complain(r, own.name, "an index is used twice");
  at += 2;
  if (!read_range(r, &at, indices, sum ? ':' : '{', ends))
    complain(r, own.name, "a range is expected");
  if (!sum) close = find_closing(r, at - 1);
  if (sum && ends[0] > ends[1]) add_number(r, out, 0, own.name);
  for (own.value = ends[0]; own.value <= ends[1]; own.value++) {
    if (sum && own.value == ends[0]) add_sign(r, out, '(', own.name);
    if (sum && own.value > ends[0]) add_sign(r, out, '+', own.name);
    if (sum) add_sign(r, out, '(', own.name);
    expand(r, out, at, close, &own);
    add_sign(r, out, sum ? ')' : ';', own.name);
    if (sum && own.value == ends[1]) add_sign(r, out, ')', own.name);
  }
  return close + 1;
}

/* NAME[...]..., with a prime or a component behind it. */
static const token *expand_indexed(run *r, row *out, const token *at, const family_index *indices) {
  token name = *at++;
  const token first = name;
  while (at->kind == '[') {
    const token *open = at++;
    long ends[2];
    if (read_range(r, &at, indices, ']', ends)) {
      for (long i = ends[0]; i <= ends[1]; i++) {
        if (i > ends[0]) add_sign(r, out, ',', first);
        add(r, out, make_token(r, name, i));
      }
      return at;
    }
    name = make_token(r, name, ends[0]);
    if (!touches(at[-1], *at) || open == at) break;
  }
  const bool prime = at->kind == '\'' && touches(at[-1], *at);
  const bool part = at->kind == '.' && touches(at[-1], *at) && at[1].kind == 'n';
  if (prime || part) {
    char *text = new_room(r, name.length + at[part].length + 3, 1);
    sprintf(text, "%.*s%.*s%.*s", (int)name.length, name.at, (int)at->length, at->at,
            part ? (int)at[1].length : 0, at[1].at);
    name = (token){'n', text, strlen(text), name.line};
  }
  add(r, out, name);
  return at + prime + 2 * part;
}

static void expand(run *r, row *out, const token *at, const token *end,
                   const family_index *indices) {
  while (at < end) {
    const char before = out->count ? out->tokens[out->count - 1].kind : ';';
    const bool loop = token_is(*at, "for") && strchr(";{}", before) && at[1].kind == 'n';
    const bool sum = token_is(*at, "sum") && at[1].kind == '(' && at[2].kind == 'n';
    const family_index *i = indices;
    while (i && !same_name(i->name, *at)) i = i->outer;
    if ((loop && token_is(at[2], "in")) || (sum && token_is(at[3], "in")))
      at = expand_rounds(r, out, at + 1 + sum, indices, sum);
    else if (at->kind == 'n' && at[1].kind == '[' && touches(*at, at[1]) && !token_is(*at, "in"))
      at = expand_indexed(r, out, at, indices);
    else if (i && at->kind == 'n')
      add_number(r, out, i->value, *at++);
    else
      add(r, out, *at++);
  }
}

void expand_families(run *r) {
  model *m = &r->model;
  const size_t count = m->count;
  row out = {0};
  /* settings that are looked at are lexed behind the tokens, whose array may move: keep a copy */
  token *tokens = new_room(r, count, sizeof *tokens);
  memcpy(tokens, m->tokens, count * sizeof *tokens);
  expand(r, &out, tokens, tokens + count, NULL);
  m->tokens = out.tokens;
  m->count = out.count;
  m->capacity = out.capacity;
}
