/* parse.c: from the text of a formula to an expression.
 *
 *     sum     = product { ("+" | "-") product }
 *     product = sign { ("*" | "/") sign }
 *     sign    = { "-" | "+" } power
 *     power   = primary [ "^" sign ]                      (binds to the right: -x^2 = -(x^2))
 *     primary = number | name | function "(" sum { "," sum } ")" | "(" sum ")"
 *     name    = letter { letter | digit | "_" } { "[" [ "-" ] digits "]" } [ "." name ] [ "'" ]
 *
 * Recursive descent with a limit on the depth (MOST_DEPTH), one pass, no backtracking: linear in
 * the length of the text. White space, newlines and comments between the tokens mean nothing here;
 * where a formula ends is the caller's business. After the first mistake of syntax the rest of the
 * formula is passed over; names that are unknown are all reported, because the resolver is asked
 * for each.
 */
#include <ctype.h>
#include <string.h>

#include "graph_private.h"

enum { MOST_DEPTH = 500 };

typedef struct parser {
  ss_graph *graph;
  ss_diagnostics *list;
  const char *text;
  size_t at, end;
  size_t last;    /* the end of the last token */
  size_t skipped; /* where the last white space ended */
  int depth;
  bool broken; /* a mistake of syntax was reported */
  ss_name_resolver resolver;
  void *user;
} parser;

static ss_expr parse_sum(parser *p);
static ss_expr parse_sign(parser *p);

static ss_span span_of(size_t from, size_t to) {
  return (ss_span){(uint32_t)from, (uint32_t)(to - from)};
}

/* ---- characters ------------------------------------------------------------------------------ */

static void skip_space(parser *p) {
  if (p->at != p->skipped) p->last = p->at;
  for (; p->at < p->end; p->at++) {
    char c = p->text[p->at];
    if (c == '#')
      while (p->at < p->end && p->text[p->at] != '\n') p->at++;
    else if (c != ' ' && c != '\t' && c != '\n' && c != '\r')
      break;
    if (p->at == p->end) break;
  }
  p->skipped = p->at;
}

/* The next character that means something, 0 at the end. */
static char peek(parser *p) {
  skip_space(p);
  return p->at < p->end ? p->text[p->at] : '\0';
}

static bool accept(parser *p, char c) {
  if (p->broken || peek(p) != c || p->at >= p->end) return false;
  p->at++;
  return true;
}

static bool starts_name(char c) {
  return isalpha((unsigned char)c) || c == '_';
}

static bool continues_name(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

/* The end of what a reader would call one token: for carets. */
static size_t token_end(const parser *p) {
  size_t i = p->at;
  while (i < p->end && (continues_name(p->text[i]) || p->text[i] == '.')) i++;
  if (i == p->at && i < p->end) i++;
  while (i < p->end && ((unsigned char)p->text[i] & 0xC0) == 0x80) i++;
  return i;
}

static ss_expr complain(parser *p, ss_span where, const char *message) {
  if (!p->broken) ss_diagnostics_add(p->list, SS_ERROR, where, "%s", message);
  p->broken = true;
  return SS_EXPR_NONE;
}

/* What somebody may have meant who wrote the character at the current place. */
static const char *guess_intention(const parser *p, char found) {
  if (found == '*' && p->at > 0 && p->text[p->at - 1] == '*') return "a power is written '^'";
  if (starts_name(found) || isdigit((unsigned char)found)) return "a product is written '*'";
  return NULL;
}

/* "expected …, found …" at the current place. */
static ss_expr complain_expected(parser *p, const char *expected) {
  char found = peek(p);
  ss_span here = span_of(p->at, token_end(p));
  if (p->broken) return SS_EXPR_NONE;
  p->broken = true;
  if (p->at >= p->end) {
    ss_diagnostics_add(p->list, SS_ERROR, span_of(p->last, p->last + 1),
                       "expected %s, but the formula ends here", expected);
  } else if (isprint((unsigned char)found)) {
    ss_diagnostics_add(p->list, SS_ERROR, here, "expected %s, found '%.*s'", expected,
                       here.length > 40 ? 40 : (int)here.length, p->text + here.offset)
        ->hint = guess_intention(p, found);
  } else {
    ss_diagnostics_add(p->list, SS_ERROR, here,
                       "expected %s, found a character that no formula has", expected);
  }
  return SS_EXPR_NONE;
}

/* ---- operations that can fail ---------------------------------------------------------------- */

static ss_expr combine(parser *p, ss_op op, ss_expr a, ss_expr b, ss_span where) {
  ss_expr e = ss_expr_binary(p->graph, op, a, b);
  if (e || !a || !b || ss_graph_status(p->graph) != SS_BAD_INPUT) return e;
  ss_graph_clear_status(p->graph);
  return complain(p, where, op == SS_OP_DIV ? "division by zero" : "zero to a negative power");
}

/* ---- primaries ------------------------------------------------------------------------------- */

/* Why a stretch of digits, points and an exponent is no number for us. */
static const char *blame_number(const char *text, size_t length) {
  size_t points = 0, digits = 0;
  for (size_t i = 0; i < length && text[i] != 'e' && text[i] != 'E'; i++)
    text[i] == '.' ? points++ : digits++;
  if (points > 1) return "a number with two points";
  if (digits > 1000) return "a number of more than 1000 digits";
  return "this number does not fit a double (largest 1.8e308, smallest 4.9e-324)";
}

static ss_expr parse_number(parser *p) {
  size_t from = p->at;
  const char *text = p->text;
  while (p->at < p->end && (isdigit((unsigned char)text[p->at]) || text[p->at] == '.')) p->at++;
  if (p->at < p->end && (text[p->at] == 'e' || text[p->at] == 'E')) {
    size_t digits = p->at + 1;
    if (digits < p->end && (text[digits] == '+' || text[digits] == '-')) digits++;
    if (digits < p->end && isdigit((unsigned char)text[digits])) {
      p->at = digits;
      while (p->at < p->end && isdigit((unsigned char)text[p->at])) p->at++;
    }
  }
  if (p->at < p->end && continues_name(text[p->at])) {
    bool exponent = token_end(p) == p->at + 1 && (text[p->at] == 'e' || text[p->at] == 'E');
    return complain(p, span_of(from, token_end(p)),
                    exponent
                        ? "the exponent of this number has no digits"
                        : "a number and a name stand together: write an operator between them");
  }
  fmpq_t value;
  fmpq_init(value);
  ss_expr e = SS_EXPR_NONE;
  if (ss_number_from_text(text + from, p->at - from, value))
    e = ss_expr_number(p->graph, value);
  else
    complain(p, span_of(from, p->at), blame_number(text + from, p->at - from));
  fmpq_clear(value);
  return e;
}

/* All functions, for somebody who asked for another one. */
static const char *list_functions(parser *p, size_t count, const char *const *words) {
  char *list = ss_arena_format(p->list->arena, "the functions are %s", words[0]);
  for (size_t i = 1; i < count && list; i++)
    list = ss_arena_format(p->list->arena, "%s %s", list, words[i]);
  return list;
}

static void suggest_function(parser *p, ss_span where) {
  const char *words[SS_OP_COUNT];
  size_t count = 0;
  char name[64];
  for (int op = 0; op < SS_OP_COUNT; op++)
    if (ss_op_word((ss_op)op) && ss_op_arity((ss_op)op) > 0) words[count++] = ss_op_word((ss_op)op);
  size_t length = where.length < sizeof name ? where.length : sizeof name - 1;
  memcpy(name, p->text + where.offset, length);
  name[length] = '\0';
  ss_diagnostic *item = ss_diagnostics_add(p->list, SS_ERROR, where, "unknown function '%s'", name);
  const char *near = ss_nearest_name(name, count, words);
  item->hint = near ? ss_arena_format(p->list->arena, "did you mean '%s'?", near)
                    : list_functions(p, count, words);
  p->broken = true;
}

/* function "(" sum { "," sum } ")", the word having been read. */
static ss_expr parse_call(parser *p, ss_op op, ss_span word) {
  ss_expr argument[2] = {SS_EXPR_NONE, SS_EXPR_NONE};
  int count = 0;
  p->at++;
  do {
    ss_expr e = parse_sum(p);
    if (count < 2) argument[count] = e;
    count++;
  } while (accept(p, ','));
  if (!accept(p, ')')) return complain_expected(p, count < ss_op_arity(op) ? "','" : "')'");
  if (count != ss_op_arity(op)) {
    if (!p->broken)
      ss_diagnostics_add(p->list, SS_ERROR, word, "'%s' takes %s, not %d", ss_op_word(op),
                         ss_op_arity(op) == 1 ? "one argument" : "two arguments", count);
    p->broken = true;
    return SS_EXPR_NONE;
  }
  if (count == 1) return ss_expr_unary(p->graph, op, argument[0]);
  return combine(p, op, argument[0], argument[1], word);
}

size_t ss_expr_index_length(const char *text, size_t length) {
  size_t end = 0;
  for (;;) {
    size_t at = end;
    if (at >= length || text[at++] != '[') return end;
    if (at < length && text[at] == '-') at++;
    const size_t digits = at;
    while (at < length && isdigit((unsigned char)text[at])) at++;
    if (at == digits || at >= length || text[at] != ']') return end;
    end = at + 1;
  }
}

static ss_expr parse_name(parser *p) {
  size_t from = p->at;
  const char *text = p->text;
  while (p->at < p->end && continues_name(text[p->at])) p->at++;
  ss_span word = span_of(from, p->at);
  ss_op function = ss_op_from_word(text + from, p->at - from);
  if (function == SS_OP_PI) return ss_expr_pi(p->graph);
  size_t after = p->at;
  if (peek(p) == '(') {
    if (function != SS_OP_COUNT) return parse_call(p, function, word);
    suggest_function(p, word);
    return SS_EXPR_NONE;
  }
  p->at = after;
  if (function != SS_OP_COUNT)
    return complain(p, word, "a function needs its argument in parentheses");
  p->at += ss_expr_index_length(text + p->at, p->end - p->at);
  if (p->at + 1 < p->end && text[p->at] == '.' && starts_name(text[p->at + 1])) {
    p->at++;
    while (p->at < p->end && continues_name(text[p->at])) p->at++;
  }
  if (p->at < p->end && text[p->at] == '\'') p->at++;
  if (p->at < p->end && text[p->at] == '\'')
    return complain(p, span_of(from, p->at + 1), "a formula has no second derivatives");
  return p->resolver(p->user, text + from, p->at - from, span_of(from, p->at));
}

static ss_expr parse_primary(parser *p) {
  char c = peek(p);
  if (p->broken) return SS_EXPR_NONE;
  if (isdigit((unsigned char)c) ||
      (c == '.' && p->at + 1 < p->end && isdigit((unsigned char)p->text[p->at + 1])))
    return parse_number(p);
  if (starts_name(c)) return parse_name(p);
  if (!accept(p, '(')) return complain_expected(p, "a number, a name or '('");
  ss_expr e = parse_sum(p);
  if (!accept(p, ')')) return complain_expected(p, "')'");
  return e;
}

/* ---- operators ------------------------------------------------------------------------------- */

static ss_expr parse_power(parser *p) {
  ss_expr base = parse_primary(p);
  peek(p);
  size_t at = p->at;
  if (!accept(p, '^')) return base;
  ss_expr exponent = parse_sign(p);
  return combine(p, SS_OP_POW, base, exponent, span_of(at, at + 1));
}

static void complain_depth(parser *p) {
  peek(p);
  if (!p->broken)
    ss_diagnostics_add(p->list, SS_ERROR, span_of(p->at, p->at + 1),
                       "the formula is nested too deeply (%d levels at the most)", MOST_DEPTH)
        ->status = SS_LIMIT;
  p->broken = true;
}

static ss_expr parse_sign(parser *p) {
  bool negative = false;
  if (++p->depth > MOST_DEPTH) complain_depth(p);
  while (!p->broken && (peek(p) == '-' || peek(p) == '+'))
    if (p->text[p->at++] == '-') negative = !negative;
  ss_expr e = p->broken ? SS_EXPR_NONE : parse_power(p);
  p->depth--;
  return negative ? ss_expr_neg(p->graph, e) : e;
}

static ss_expr parse_product(parser *p) {
  ss_expr e = parse_sign(p);
  for (char c = peek(p); !p->broken && (c == '*' || c == '/'); c = peek(p)) {
    ss_span where = span_of(p->at, p->at + 1);
    p->at++;
    ss_expr right = parse_sign(p);
    e = combine(p, c == '*' ? SS_OP_MUL : SS_OP_DIV, e, right, where);
  }
  return e;
}

static ss_expr parse_sum(parser *p) {
  ss_expr e = parse_product(p);
  for (char c = peek(p); !p->broken && (c == '+' || c == '-'); c = peek(p)) {
    p->at++;
    ss_expr right = parse_product(p);
    e = ss_expr_binary(p->graph, c == '+' ? SS_OP_ADD : SS_OP_SUB, e, right);
  }
  return e;
}

ss_expr ss_expr_parse(ss_graph *graph, ss_diagnostics *list, ss_span span,
                      ss_name_resolver resolver, void *user) {
  parser p = {.graph = graph,
              .list = list,
              .text = list->text,
              .at = span.offset,
              .end = span.offset + span.length,
              .last = span.offset,
              .skipped = span.offset,
              .resolver = resolver,
              .user = user};
  while (p.last > 0 && isspace((unsigned char)p.text[p.last - 1])) p.last--;
  ss_expr e = parse_sum(&p);
  if (!p.broken && peek(&p) != '\0') complain_expected(&p, "an operator");
  if (!p.broken && p.at < p.end) complain_expected(&p, "an operator");
  return p.broken ? SS_EXPR_NONE : e;
}
