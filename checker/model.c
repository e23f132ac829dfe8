/* model.c: the statements of a model.
 *
 * A statement is entered in a list with the places of its formulas; the formulas are read when they
 * are asked for (formula.c), so that the order of the statements does not matter. What a proof does
 * not depend on (model, source, state, region, expect, draw) is read as strictly as the rest: so
 * nothing can hide in it.
 * How statements and entries of blocks look is said by patterns:
 *
 *     N  the name      O  "on" and a name      L  a name and ':', or nothing
 *     F  a formula     R  "in [F,F]", or nothing      C  a friction law      "  a text
 *     S  a slip        E  an impact law               ?  one more name, or nothing
 *     else  the sign itself
 */
#include "check.h"

static const struct {
  const char *word;
  item_kind kind;
  const char *pattern;
} statements[] = {
    {"param", PARAM, "N=FR"},    {"let", LET, "N=F"},
    {"kinetic", KINETIC, "=F"},  {"potential", POTENTIAL, "=F"},
    {"point", POINT, "NO(F,F)"}, {"force", FORCE, "N=F"},
    {"input", INPUT, "NR"},      {"feedback", FEEDBACK, "LN=F"},
    {"body", BODY, "N{"},        {"friction", FRICTION, "N{"},
    {"slider", SLIDER, "N{"},    {"model", TEXT, "\""},
    {"source", TEXT, "\""},      {"state", STATE, "N{"},
    {"region", STATE, "N{"},     {"expect", STATE, "N?{"},
    {"shape", SHAPE, "N{"},      {"lyapunov", LYAPUNOV, "N=F"},
    {"rate", RATE, "N=F"},       {"function", FUNCTION, "N=F"},
    {"contact", CONTACT, "N{"},  {"clutch", CLUTCH, "N{"},
};

/* The entries of blocks, and where their formulas go. Inertia and gravity may be absent. */
static const struct {
  item_kind kind;
  const char *key, *pattern;
  size_t part;
  bool optional;
} entries[] = {
    {BODY, "mass", "F", 0, false},
    {BODY, "inertia", "F", 1, true},
    {BODY, "at", "(F,F,F)", 2, false},
    {BODY, "gravity", "(F,F)", 5, true},
    {FRICTION, "slip", "S", 0, false},
    {FRICTION, "normal", "F", 1, false},
    {FRICTION, "law", "C", 2, false},
    {SLIDER, "gap", "F", 3, false},
    {SLIDER, "slip", "S", 0, true},
    {SLIDER, "law", "C", 2, true},
    {CLUTCH, "slip", "F", 0, false},
    {CLUTCH, "law", "C", 2, true},
    {CONTACT, "gap", "F", 3, false},
    {CONTACT, "slip", "S", 0, true},
    {CONTACT, "law", "C", 2, true},
    {CONTACT, "restitution", "E", RESTITUTION, true},
    {CONTACT, "spin", "F", SLIPS + 2, true},
    {CONTACT, "roll", "(F,F)", SLIPS + 3, true},
    {FRICTION, "spin", "F", SLIPS + 2, true},
    {FRICTION, "roll", "(F,F)", SLIPS + 3, true},
    {SHAPE, "potential", "F", 0, false},
    {SHAPE, "damping", "F", 1, true},
};

static token take_name(run *r) {
  token t = peek(r);
  if (t.kind != 'n' || memchr(t.at, '.', t.length) || t.at[t.length - 1] == '\'')
    complain(r, t, "a name is expected");
  r->model.at++;
  return t;
}

/* To the next ',', ')' and so on that it did not open; brackets in it are paired. */
static formula take_formula(run *r) {
  const size_t from = r->model.at;
  size_t depth = 0;
  for (;; r->model.at++) {
    token t = peek(r);
    if (!t.kind || strchr(";{}", t.kind)) break;
    if (depth == 0 && (strchr(",:)]=r", t.kind) || token_is(t, "in"))) break;
    if (t.kind == '(' || t.kind == '[') depth++;
    if (t.kind == ')' || t.kind == ']') depth--;
  }
  if (depth) complain(r, r->model.tokens[from], "a bracket is not closed");
  if (r->model.at == from) complain(r, peek(r), "a formula is expected");
  return (formula){from, r->model.at};
}

static bool accept_word(run *r, const char *word) {
  bool there = token_is(peek(r), word);
  r->model.at += there;
  return there;
}

static void take_pattern(run *r, const char *pattern, item *it, formula *part);

/* One formula, or a pair in brackets. */
static formula take_slip(run *r, item *it) {
  size_t depth = 0, at = r->model.at;
  bool pair = false;
  if (peek(r).kind == '(') do {
      const char kind = r->model.tokens[at++].kind;
      if (!kind) break;
      depth += kind == '(';
      depth -= kind == ')';
      pair = pair || (kind == ',' && depth == 1);
    } while (depth);
  if (!pair) return take_formula(r);
  formula both[2];
  take_pattern(r, "(F,F)", it, both);
  it->part[SLIPS + 1] = both[1];
  return both[0];
}

static void take_law(run *r, item *it) {
  static const struct {
    const char *word, *pattern;
  } laws[] = {{"coulomb", "(F)"},     {"disk", "(F)"},        {"ellipse", "(F,F)"},
              {"contensou", "(F,F)"}, {"rolling", "(F,F,F)"}, {"stribeck", "(F,F,F)"},
              {"oneway", ""}};
  if (it->law.length) complain(r, peek(r), "a key is given twice");
  it->law = take_name(r);
  size_t i = 0;
  while (i < COUNT(laws) && !token_is(it->law, laws[i].word)) i++;
  if (i == COUNT(laws))
    complain(r, it->law, "only the law coulomb(mu), and spatial ones, are known");
  if ((it->kind == CLUTCH) != token_is(it->law, "oneway"))
    complain(r, it->law, "clutches are oneway, and nothing else is");
  take_pattern(r, laws[i].pattern, it, it->part + LAW);
}

/* A law acts on as many components as it is about. */
static void check_components(run *r, const item *it) {
  const bool spatial = it->law.length && !token_is(it->law, "coulomb") && !falls(it);
  const bool spins = token_is(it->law, "contensou") || token_is(it->law, "rolling");
  if (!(it->kind & (CONTACT | FRICTION))) return;
  if (it->law.length ? !it->part[0].to : it->part[0].to != 0)
    complain(r, it->name, "a slip and a law belong together");
  if (spatial != (it->part[SLIPS + 1].to != 0) || spins != (it->part[SLIPS + 2].to != 0) ||
      token_is(it->law, "rolling") != (it->part[SLIPS + 3].to != 0))
    complain(r, it->name, "the law does not fit the components of the slip");
}

static void take_pattern(run *r, const char *pattern, item *it, formula *part) {
  for (bool single; *pattern; pattern++) {
    switch (*pattern) {
    case 'N': it->name = take_name(r); break;
    case 'F': *part++ = take_formula(r); break;
    case 'R':
      if (accept_word(r, "in")) take_pattern(r, "[F,F]", it, part);
      break;
    case '?':
      if (peek(r).kind == 'n') it->other = take_name(r);
      break;
    case 'O':
      if (!accept_word(r, "on")) complain(r, peek(r), "'on' is expected");
      it->other = take_name(r);
      break;
    case 'L':
      if (!peek(r).kind || r->model.tokens[r->model.at + 1].kind != ':') break;
      it->other = take_name(r);
      want(r, ':');
      break;
    case 'S': *part = it->part[SLIPS] = take_slip(r, it); break;
    case 'C':
      take_law(r, it);
      *part = it->part[LAW];
      break;
    case 'E':
      single = accept_word(r, "sequential");
      if (!single && !accept_word(r, "newton"))
        complain(r, it->name, "only newton(eN, eT) and sequential(e) are known");
      take_pattern(r, single ? "(F)" : "(F,F)", it, part);
      break;
    default: want(r, *pattern);
    }
  }
}

bool same_name(token a, token b) {
  return a.length == b.length && (a.length == 0 || memcmp(a.at, b.at, a.length) == 0);
}

item *next_item(run *r, const item *after, unsigned kinds) {
  item *it = after ? (item *)after + 1 : r->model.items;
  while (it < r->model.items + r->model.item_count && !(it->kind & kinds)) it++;
  return it < r->model.items + r->model.item_count ? it : NULL;
}

item *find_item(run *r, unsigned kinds, token name) {
  item *it = next_item(r, NULL, kinds);
  while (it && !same_name(it->name, name)) it = next_item(r, it, kinds);
  return it;
}

/* Functions, too, are no names of values. */
static bool is_reserved(token name) {
  return token_is(name, "pi") || token_is(name, "t") || token_is(name, "in") ||
         find_function(name, 1) || find_function(name, 2);
}

/* A name has one meaning: values share one space of names, the other kinds have one each. Energies,
 * forces and relations add up; inputs and states may have several entries of different names. */
static void add_item(run *r, item added) {
  unsigned kinds = added.kind & VALUES ? VALUES : added.kind;
  if (kinds & (KINETIC | POTENTIAL | FORCE | FORCE_AT | RELATION | DRAWING)) kinds = 0;
  const bool both = added.kind & (FEEDBACK | ENTRY | STATE);
  for (const item *it = NULL; (it = next_item(r, it, kinds));)
    if (same_name(it->name, added.name) && (!both || same_name(it->other, added.other)))
      complain(r, added.name, "a name or law is defined twice");
  if (kinds == VALUES && is_reserved(added.name)) complain(r, added.name, "a name is reserved");
  if (r->model.item_count == MOST_ITEMS)
    malformed(r, "the model has more than %d statements", MOST_ITEMS);
  r->model.items[r->model.item_count++] = added;
}

static void take_names(run *r, item_kind kind) {
  do add_item(r, (item){.kind = kind, .name = take_name(r)});
  while (accept(r, ","));
}

static void take_entry(run *r, item *it, token key) {
  size_t k = 0;
  if (it->kind == CHART_MAP) {
    it->name = key;
    it->part[0] = take_formula(r);
    return add_item(r, *it);
  }
  while (k < COUNT(entries) && !(entries[k].kind == it->kind && token_is(key, entries[k].key))) k++;
  if (k == COUNT(entries)) complain(r, key, "not a key of linear systems");
  formula *part = it->part + entries[k].part;
  if (part->to) complain(r, key, "a key is given twice");
  take_pattern(r, entries[k].pattern, it, part);
}

static void end_entry(run *r) {
  const char next = peek(r).kind;
  if (next != ';' && next != '}')
    complain(r, peek(r), next ? "an entry does not end" : "a block is not closed");
}

/* What stands between '{' and '}'. */
static void take_entries(run *r, item *it) {
  while (!accept(r, "}")) {
    if (accept(r, ";")) continue;
    token key = take_name(r);
    want(r, '=');
    take_entry(r, it, key);
    end_entry(r);
  }
  for (size_t k = 0; k < COUNT(entries); k++)
    if (entries[k].kind == it->kind && !entries[k].optional && !it->part[entries[k].part].to)
      complain(r, it->name, "a key is missing");
  if (it->kind == CLUTCH && !it->law.length) complain(r, it->name, "a key is missing");
  check_components(r, it);
}

/* COORDINATE = FORMULA; ... or FORMULA <= FORMULA; ... */
static void take_lines(run *r, const item *block, token word) {
  const bool state = token_is(word, "state");
  while (!accept(r, "}")) {
    if (accept(r, ";")) continue;
    item line = {.kind = state ? ENTRY : RELATION, .name = peek(r), .other = block->name};
    if (state) {
      take_pattern(r, peek(r).kind == 'n' ? "" : "N", &line, line.part);
      r->model.at++;
      take_pattern(r, "=F", &line, line.part);
    } else {
      line.part[0] = take_formula(r);
      while (*peek(r).at == '\n') r->model.at++; /* the sign may begin the next line */
      if (!accept(r, "=r")) complain(r, peek(r), "a relation is expected");
      line.part[1] = take_formula(r);
    }
    end_entry(r);
    add_item(r, line);
  }
}

/* Two coordinates, or three, as all places of the model have. */
static void take_place(run *r, item *place) {
  const token at = peek(r);
  size_t count = 0;
  want(r, '(');
  do place->part[count++] = take_formula(r);
  while (count < 3 && accept(r, ","));
  want(r, ')');
  const item *first = next_item(r, NULL, DRAWING);
  const size_t others = first ? 2 + (first->part[2].to > 0) : count;
  if (count < 2 || count != others) complain(r, at, "a place has another number of coordinates");
}

/* What can be drawn: P a place, + more of them, N a contact, else a text or a word. */
static void take_drawing(run *r) {
  static const char *const kinds[][2] = {{"line", "P>P"},   {"spring", "P>P"}, {"damper", "P>P"},
                                         {"ground", "P>P"}, {"wall", "P>P"},   {"polygon", "PPP+"},
                                         {"circle", "P@"},  {"arrow", "N:P"},  {"label", "\":P"}};
  const token word = take_name(r);
  token contact = {0};
  item *last = NULL;
  size_t k = 0;
  while (k < COUNT(kinds) && !token_is(word, kinds[k][0])) k++;
  if (k == COUNT(kinds)) complain(r, word, "nothing to draw has this name");
  for (const char *p = kinds[k][1]; *p; p += *p != '+' || peek(r).kind != '(') {
    if (*p == 'P' || (*p == '+' && peek(r).kind == '(')) {
      item place = {.kind = DRAWING, .name = contact};
      take_place(r, &place);
      add_item(r, place);
      last = &r->model.items[r->model.item_count - 1];
    }
    if (*p == 'N') contact = take_name(r);
    if (*p == '"') want(r, '"');
    const char *between = *p == '>' ? "to" : *p == ':' ? "at" : *p == '@' ? "radius" : NULL;
    if (between && !accept_word(r, between)) complain(r, peek(r), "a word is missing");
    if (*p == '@') last->part[3] = take_formula(r);
  }
}

static void take_statement(run *r) {
  token word = take_name(r);
  item it = {0};
  if (token_is(word, "coord")) return take_names(r, COORD);
  if (token_is(word, "draw")) return take_drawing(r);
  if (token_is(word, "chart")) {
    take_names(r, CHART_COORD);
    want(r, '{');
    it.kind = CHART_MAP;
    return take_entries(r, &it);
  }
  size_t k = 0;
  while (k < COUNT(statements) && !token_is(word, statements[k].word)) k++;
  if (k == COUNT(statements)) complain(r, word, "unknown statement");
  it.kind = statements[k].kind;
  if (it.kind == FORCE && accept_word(r, "at")) {
    it.kind = peek(r).kind == '=' ? FORCE : FORCE_AT;
    r->model.at -= it.kind == FORCE; /* "at" is a coordinate */
  }
  take_pattern(r, it.kind == FORCE_AT ? "N=(F,F)" : statements[k].pattern, &it, it.part);
  if (it.kind & (BODY | FRICTION | SLIDER | SHAPE | CONTACT | CLUTCH)) take_entries(r, &it);
  if (it.kind == TEXT) it.name = word;
  if (it.kind == STATE) take_lines(r, &it, word);
  if (it.kind == STATE && !it.other.length) it.other = word; /* states and regions are two things */
  add_item(r, it);
}

void parse_model(run *r, const char *text) {
  r->model.items = new_room(r, MOST_ITEMS, sizeof *r->model.items);
  lex(r, text + (strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0), 1);
  expand_families(r);
  while (peek(r).kind) {
    if (accept(r, ";")) continue;
    take_statement(r);
    if (peek(r).kind && peek(r).kind != ';') complain(r, peek(r), "a statement does not end");
  }
}

/* NAME=VALUE drops a range, NAME=LOW:HIGH sets one. */
void apply_setting(run *r, const char *text) {
  r->model.at = r->model.count;
  if (strpbrk(text, "#\n;\"{}")) malformed(r, "settings: \"%.40s\" is no setting", text);
  lex(r, text, 0);
  item *it = find_item(r, PARAM, take_name(r));
  if (!it) malformed(r, "settings: \"%.40s\" names no parameter", text);
  if (it->set) malformed(r, "settings: \"%.40s\" sets a parameter for the second time", text);
  it->set = true;
  it->part[1] = it->part[2] = (formula){0, 0};
  take_pattern(r, "=F", it, it->part);
  if (peek(r).kind == ':') {
    it->part[1] = it->part[0];
    take_pattern(r, ":F", it, it->part + 2);
  }
  if (peek(r).kind) malformed(r, "settings: \"%.40s\" does not end", text);
}
