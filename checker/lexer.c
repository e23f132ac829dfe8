/* lexer.c: the text of a model, or of a setting, in tokens.
 *
 *     name     letter { letter | digit | "_" } { "[" [ "-" ] digits "]" } [ "." name ] [ "'" ]
 *     number   digits [ "." digits ] [ e digits ]         text   "..." on one line
 *     signs    ( ) [ ] { } , ; : = <= >= + - * / ^        "#" to the end of the line is a comment
 *
 * A newline is a ';' too, except inside ( ) and [ ] and, inside { }, behind '=' and relations and
 * around operators: there a formula goes on. One pass, linear. A byte that begins no token ends the
 * run; inside comments and texts any character may stand. JSON strings are UTF-8 without byte 0: it
 * is the end. A byte order mark before the text is passed over.
 */
#include "check.h"

#define DIGITS  "0123456789"
#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"

static bool is_one_of(char c, const char *list) {
  return c && strchr(list, c);
}

static size_t name_length(const char *at) {
  size_t length = strspn(at, LETTERS DIGITS);
  while (at[length] == '[') {
    const size_t digits = length + 1 + (at[length + 1] == '-');
    const size_t end = digits + strspn(at + digits, DIGITS);
    if (end == digits || at[end] != ']') break;
    length = end + 1;
  }
  if (at[length] == '.' && is_one_of(at[length + 1], LETTERS))
    length += 1 + strspn(at + length + 1, LETTERS DIGITS);
  return length + (at[length] == '\'');
}

/* Everything that could be part of a number: value.c reads it strictly. */
static size_t number_length(const char *at) {
  size_t length = strspn(at, LETTERS DIGITS ".");
  for (size_t i = 0; i + 1 < length; i++)
    if (at[i] == '.' && at[i + 1] == '.') return i; /* 1..n */
  if (is_one_of(at[length - 1], "eE") && is_one_of(at[length], "+-"))
    length += 1 + strspn(at + length + 1, LETTERS DIGITS ".");
  return length;
}

static size_t text_length(const char *at) {
  size_t length = 1;
  for (; at[length] != '"'; length++) {
    if (at[length] == '\0' || at[length] == '\n') return 0;
    if (at[length] == '\\' && is_one_of(at[length + 1], "\"\\")) length++;
  }
  return length + 1;
}

/* The token that begins at a byte that is neither blank nor a comment; of length 0 if none does. */
static token next_token(const char *at, size_t line) {
  if (is_one_of(*at, LETTERS)) return (token){'n', at, name_length(at), line};
  if (is_one_of(*at, DIGITS) || (*at == '.' && is_one_of(at[1], DIGITS)))
    return (token){'0', at, number_length(at), line};
  if (*at == '.' && at[1] == '.') return (token){'.', at, 2, line};
  if (*at == '.' && is_one_of(at[1], LETTERS)) return (token){'.', at, 1, line};
  if (*at == '"') return (token){'"', at, text_length(at), line};
  if (*at == '<' || *at == '>') return (token){'r', at, at[1] == '=' ? 2 : 0, line};
  if (*at == '=') return (token){'=', at, at[1] == '=' ? 0 : 1, line};
  return (token){*at == '\n' ? ';' : *at, at, is_one_of(*at, "\n()[]{},;:+-*/^'"), line};
}

static void append(run *r, token t) {
  model *m = &r->model;
  if (m->count == m->capacity) {
    m->capacity = 2 * m->capacity + 256;
    token *more = new_room(r, m->capacity, sizeof *more);
    if (m->count) memcpy(more, m->tokens, m->count * sizeof *more);
    m->tokens = more;
  }
  m->tokens[m->count++] = t;
}

void lex(run *r, const char *at, size_t line) {
  const size_t first = r->model.count;
  size_t brackets = 0, braces = 0;
  token t = {0}, last = {0};
  for (; *at; at += t.length) {
    at += strspn(at, " \t\r");
    if (*at == '#') at += strcspn(at, "\n");
    t = next_token(at, line);
    if (*at && t.length == 0) complain(r, t, "no word of the language begins here");
    line += *at == '\n';
    if (*at == '\n' && (brackets || (braces && is_one_of(last.kind, "=r+-*/^")))) continue;
    if (braces && is_one_of(t.kind, "+-*/^"))
      while (r->model.count > first && *r->model.tokens[r->model.count - 1].at == '\n')
        r->model.count--;
    brackets += is_one_of(t.kind, "([");
    brackets -= brackets && is_one_of(t.kind, ")]");
    braces += t.kind == '{';
    braces -= braces && t.kind == '}';
    if (*at) append(r, last = t);
  }
  append(r, (token){0, at, 0, line});
}

bool token_is(token t, const char *word) {
  return t.length == strlen(word) && memcmp(t.at, word, t.length) == 0;
}

void complain(run *r, token t, const char *what) {
  char place[80] = "settings";
  if (t.line == IN_CERTIFICATE)
    snprintf(place, sizeof place, "formula");
  else if (t.line)
    snprintf(place, sizeof place, "model, line %zu", t.line);
  if (t.kind == 'n' || t.kind == '0')
    malformed(r, "%s, '%.*s': %s", place, (int)FLINT_MIN(t.length, 40), t.at, what);
  malformed(r, "%s: %s", place, what);
}

token peek(run *r) {
  return r->model.tokens[r->model.at];
}

char accept(run *r, const char *kinds) {
  char kind = peek(r).kind;
  if (!is_one_of(kind, kinds)) return 0;
  r->model.at++;
  return kind;
}

void want(run *r, char kind) {
  char what[] = "'?' is expected";
  what[1] = kind;
  if (!accept(r, (char[]){kind, 0})) complain(r, peek(r), what);
}
