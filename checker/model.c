/* model.c: the statements of a model.
 *
 * A statement is entered in a list with the places of its formulas; the formulas are read when they
 * are asked for (value.c), so that the order of the statements does not matter. What a proof about
 * a linear system does not depend on is passed over: model, source, state, region, expect. What a
 * linear system cannot have is refused with a sentence: contacts, clutches, sliders with friction,
 * spatial friction laws.
 *
 * A formula ends with its line or at ';'. Brackets keep it open; in a block a line also goes on
 * where it ends with an operator or the next one begins with one.
 */
#include <string.h>

#include "check.h"

static token *now(run *r, size_t at) {
  return &r->model.tokens[at];
}

static _Noreturn void complain(run *r, token t, const char *what) {
  size_t line = 1;
  const char *text = json_string_value(json_object_get(json_object_get(r->root, "model"), "text"));
  size_t length = strlen(text);
  bool inside = t.at >= text && t.at <= text + length;
  for (const char *p = text; inside && p < t.at; p++) line += *p == '\n';
  if (!inside) malformed(r, "settings: %s", what);
  malformed(r, "model, line %zu: %s", line, what);
}

static bool is_plain_name(token t) {
  return t.kind == 'n' && !memchr(t.at, '.', t.length) && t.at[t.length - 1] != '\'';
}

static token take_name(run *r, size_t *at) {
  token t = *now(r, *at);
  if (!is_plain_name(t)) complain(r, t, "a name is expected");
  ++*at;
  return t;
}

static void take_sign(run *r, size_t *at, char sign) {
  char what[] = "'?' is expected";
  what[1] = sign;
  if (now(r, *at)->kind != sign) complain(r, *now(r, *at), what);
  ++*at;
}

/* ---- formulas -------------------------------------------------------------------------------- */

static bool joins(char kind) {
  return kind && strchr("+-*/^=r", kind);
}

/* Does a formula in a block go on after the newlines at `at`? It began at `from`. */
static bool goes_on(run *r, size_t from, size_t *at) {
  size_t next = *at;
  while (now(r, next)->kind == '\n') next++;
  bool begun = false;
  for (size_t i = from; i < *at; i++) begun |= now(r, i)->kind != '\n';
  if (begun && !joins(now(r, *at - 1)->kind) && !joins(now(r, next)->kind)) return false;
  *at = next - 1;
  return true;
}

static formula take_formula(run *r, size_t *at, bool in_block) {
  size_t from = *at, depth = 0;
  for (;; ++*at) {
    token t = *now(r, *at);
    if (t.kind == 0 || t.kind == ';' || t.kind == '{' || t.kind == '}') break;
    if (depth == 0 && (t.kind == ',' || t.kind == ':' || token_is(t, "in"))) break;
    if (depth == 0 && (t.kind == ')' || t.kind == ']')) break;
    if (depth == 0 && t.kind == '\n' && !(in_block && goes_on(r, from, at))) break;
    if (t.kind == '(' || t.kind == '[') depth++;
    if (t.kind == ')' || t.kind == ']') depth--;
  }
  if (depth) complain(r, *now(r, from), "a bracket is not closed");
  if (*at == from) complain(r, *now(r, from), "a formula is expected");
  return (formula){from, *at};
}

/* "(" a "," b ... ")" in `count` parts. */
static void split(run *r, formula f, size_t count, formula *part) {
  size_t at = f.from;
  while (now(r, at)->kind == '\n') at++;
  take_sign(r, &at, '(');
  for (size_t i = 0; i < count; i++) {
    size_t from = at, depth = 0;
    for (; at < f.to; at++) {
      char kind = now(r, at)->kind;
      if (depth == 0 && (kind == ',' || kind == ')')) break;
      if (kind == '(') depth++;
      if (kind == ')') depth--;
    }
    part[i] = (formula){from, at};
    take_sign(r, &at, i + 1 < count ? ',' : ')');
  }
  while (at < f.to && now(r, at)->kind == '\n') at++;
  if (at < f.to) complain(r, *now(r, at), "something stands behind the bracket");
}

/* "in" "[" low "," high "]", if it is there. */
static void take_range(run *r, size_t *at, formula *part) {
  if (!token_is(*now(r, *at), "in")) return;
  ++*at;
  take_sign(r, at, '[');
  part[0] = take_formula(r, at, true);
  take_sign(r, at, ',');
  part[1] = take_formula(r, at, true);
  while (now(r, *at)->kind == '\n') ++*at;
  take_sign(r, at, ']');
}

/* ---- items ----------------------------------------------------------------------------------- */

static bool same_name(token a, token b) {
  return a.length == b.length && (a.length == 0 || memcmp(a.at, b.at, a.length) == 0);
}

item *find_item(run *r, item_kind kind, token name) {
  for (size_t i = 0; i < r->model.item_count; i++) {
    item *it = &r->model.items[i];
    if (it->kind == kind && same_name(it->name, name)) return it;
  }
  return NULL;
}

static bool is_value(item_kind kind) {
  return kind == PARAM || kind == COORD || kind == LET || kind == INPUT || kind == CHART_COORD;
}

/* Values share one space of names, the other kinds have one each. */
item *find_value(run *r, token name) {
  for (size_t i = 0; i < r->model.item_count; i++) {
    item *it = &r->model.items[i];
    if (is_value(it->kind) && same_name(it->name, name)) return it;
  }
  return NULL;
}

static bool is_reserved(token name) {
  static const char *const words[] = {"t",    "pi",   "sin",   "cos", "tan",  "asin", "acos",
                                      "atan", "sqrt", "exp",   "log", "tanh", "abs",  "min",
                                      "max",  "sign", "atan2", "ddt", "in"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (token_is(name, words[i])) return true;
  return false;
}

/* A name has one meaning. */
static void refuse_double(run *r, item_kind kind, token name) {
  if (kind == KINETIC || kind == POTENTIAL || kind == FORCE || kind == FORCE_AT || kind == FEEDBACK)
    return;
  if (is_value(kind) ? find_value(r, name) : find_item(r, kind, name))
    complain(r, name, "a name is defined twice");
  if (is_value(kind) && is_reserved(name)) complain(r, name, "a name is reserved");
}

static item *add_item(run *r, item_kind kind, token name) {
  refuse_double(r, kind, name);
  if (r->model.item_count == MOST_ITEMS)
    malformed(r, "the model has more than %d statements", MOST_ITEMS);
  item *it = &r->model.items[r->model.item_count++];
  *it = (item){.kind = kind, .name = name};
  return it;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* The next "key = value" of a block; false at its end, which is passed. */
static bool next_entry(run *r, size_t *at, token *key, formula *value) {
  while (now(r, *at)->kind == '\n' || now(r, *at)->kind == ';') ++*at;
  if (now(r, *at)->kind == '}') return ++*at, false;
  *key = take_name(r, at);
  take_sign(r, at, '=');
  *value = take_formula(r, at, true);
  char end = now(r, *at)->kind;
  if (end != '\n' && end != ';' && end != '}') complain(r, *now(r, *at), "an entry does not end");
  return true;
}

/* The keys of the blocks: how many formulas each has, 0 for coulomb(mu), and where they go. */
static const struct block {
  const char *word;
  item_kind kind;
  struct {
    const char *word;
    size_t count, part;
  } key[4];
} blocks[] = {
    {"body", BODY, {{"mass", 1, 0}, {"inertia", 1, 1}, {"at", 3, 2}, {"gravity", 2, 5}}},
    {"friction", FRICTION, {{"slip", 1, 0}, {"normal", 1, 1}, {"law", 0, 2}}},
    {"slider", SLIDER, {{"gap", 1, 0}}},
};

static formula take_coulomb(run *r, formula law, token name) {
  formula mu;
  while (now(r, law.from)->kind == '\n') law.from++;
  if (!token_is(*now(r, law.from), "coulomb"))
    complain(r, name, "only the law coulomb(mu) belongs to a linear system");
  split(r, (formula){law.from + 1, law.to}, 1, &mu);
  return mu;
}

static void take_block(run *r, size_t *at, const struct block *b) {
  item *it = add_item(r, b->kind, take_name(r, at));
  token key;
  formula value;
  take_sign(r, at, '{');
  while (next_entry(r, at, &key, &value)) {
    size_t k = 0;
    while (k < 4 && b->key[k].word && !token_is(key, b->key[k].word)) k++;
    if (k == 4 || !b->key[k].word) complain(r, key, "not a key of linear systems");
    formula *part = it->part + b->key[k].part;
    if (part->to) complain(r, key, "a key is given twice");
    if (b->key[k].count > 1)
      split(r, value, b->key[k].count, part);
    else
      *part = b->key[k].count ? value : take_coulomb(r, value, it->name);
  }
  for (size_t k = 0; k < 3 && b->key[k].word; k++)
    if (!it->part[b->key[k].part].to) complain(r, it->name, "a key is missing");
}

static void take_names(run *r, size_t *at, item_kind kind) {
  add_item(r, kind, take_name(r, at));
  for (; now(r, *at)->kind == ','; add_item(r, kind, take_name(r, at))) ++*at;
}

static void take_chart(run *r, size_t *at) {
  token key;
  formula value;
  take_names(r, at, CHART_COORD);
  take_sign(r, at, '{');
  while (next_entry(r, at, &key, &value)) add_item(r, CHART_MAP, key)->part[0] = value;
}

/* ---- statements ------------------------------------------------------------------------------ */

static void take_force(run *r, size_t *at) {
  bool at_point = token_is(*now(r, *at), "at") && now(r, *at + 1)->kind != '=';
  *at += at_point;
  item *it = add_item(r, at_point ? FORCE_AT : FORCE, take_name(r, at));
  take_sign(r, at, '=');
  formula f = take_formula(r, at, false);
  it->part[0] = f;
  if (at_point) split(r, f, 2, it->part);
}

static void take_feedback(run *r, size_t *at) {
  token law = {0}, name = take_name(r, at);
  if (now(r, *at)->kind == ':') {
    law = name;
    ++*at;
    name = take_name(r, at);
  }
  for (size_t i = 0; i < r->model.item_count; i++)
    if (r->model.items[i].kind == FEEDBACK && same_name(r->model.items[i].name, name) &&
        same_name(r->model.items[i].other, law))
      complain(r, name, "a law is given twice");
  item *it = add_item(r, FEEDBACK, name);
  it->other = law;
  take_sign(r, at, '=');
  it->part[0] = take_formula(r, at, false);
}

static void take_point(run *r, size_t *at) {
  item *it = add_item(r, POINT, take_name(r, at));
  if (!token_is(*now(r, *at), "on")) complain(r, *now(r, *at), "'on' is expected");
  ++*at;
  it->other = take_name(r, at);
  split(r, take_formula(r, at, false), 2, it->part);
}

/* NAME "=" formula, or "=" formula. */
static void take_value(run *r, size_t *at, item_kind kind, token word) {
  bool named = kind == PARAM || kind == LET;
  item *it = add_item(r, kind, named ? take_name(r, at) : word);
  take_sign(r, at, '=');
  it->part[0] = take_formula(r, at, false);
  if (kind == PARAM) take_range(r, at, it->part + 1);
}

static void skip_block(run *r, size_t *at) {
  size_t depth = 0;
  do {
    char kind = now(r, *at)->kind;
    if (kind == 0) complain(r, *now(r, *at), "a block is not closed");
    if (kind == '{') depth++;
    if (kind == '}') depth--;
    ++*at;
  } while (depth);
}

static void skip_statement(run *r, size_t *at) {
  while (is_plain_name(*now(r, *at)) || now(r, *at)->kind == '"') ++*at;
  if (now(r, *at)->kind == '{') skip_block(r, at);
}

static void take_statement(run *r, size_t *at) {
  token word = take_name(r, at);
  static const char *const values[] = {"param", "let", "kinetic", "potential"};
  static const item_kind kinds[] = {PARAM, LET, KINETIC, POTENTIAL};
  static const char *const skipped[] = {"model", "source", "state", "region", "expect"};
  for (size_t i = 0; i < 4; i++)
    if (token_is(word, values[i])) return take_value(r, at, kinds[i], word);
  for (size_t i = 0; i < 3; i++)
    if (token_is(word, blocks[i].word)) return take_block(r, at, &blocks[i]);
  for (size_t i = 0; i < 5; i++)
    if (token_is(word, skipped[i])) return skip_statement(r, at);
  if (token_is(word, "force")) return take_force(r, at);
  if (token_is(word, "feedback")) return take_feedback(r, at);
  if (token_is(word, "point")) return take_point(r, at);
  if (token_is(word, "chart")) return take_chart(r, at);
  if (token_is(word, "coord")) return take_names(r, at, COORD);
  if (token_is(word, "input")) return take_range(r, at, add_item(r, INPUT, take_name(r, at))->part);
  if (token_is(word, "contact") || token_is(word, "clutch"))
    complain(r, word, "a system with contacts or clutches is not linear");
  complain(r, word, "unknown statement");
}

void parse_model(run *r, const char *text, size_t size) {
  r->model.items = new_room(r, MOST_ITEMS, sizeof *r->model.items);
  lex(r, text, size);
  for (size_t at = 0; now(r, at)->kind;) {
    if (now(r, at)->kind == '\n' || now(r, at)->kind == ';') {
      at++;
      continue;
    }
    take_statement(r, &at);
    char end = now(r, at)->kind;
    if (end && end != '\n' && end != ';') complain(r, *now(r, at), "a statement does not end");
  }
}

/* NAME=VALUE drops a range, NAME=LOW:HIGH sets one. */
void apply_setting(run *r, const char *text) {
  size_t at = r->model.count;
  if (strpbrk(text, "#\n;\"{}")) malformed(r, "settings: \"%.40s\" is no setting", text);
  lex(r, text, strlen(text));
  item *it = find_item(r, PARAM, take_name(r, &at));
  if (!it) malformed(r, "settings: \"%.40s\" names no parameter", text);
  if (it->set) malformed(r, "settings: \"%.40s\" sets a parameter for the second time", text);
  it->set = true;
  it->part[1] = it->part[2] = (formula){0, 0};
  take_sign(r, &at, '=');
  it->part[0] = take_formula(r, &at, false);
  if (now(r, at)->kind == ':') {
    it->part[1] = it->part[0];
    at++;
    it->part[2] = take_formula(r, &at, false);
  }
  if (now(r, at)->kind) malformed(r, "settings: \"%.40s\" does not end", text);
}
