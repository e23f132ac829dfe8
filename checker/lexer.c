/* lexer.c: the text of a model, or of a setting, in tokens.
 *
 *     name     letter { letter | digit | "_" } [ "." name ] [ "'" ]
 *     number   digits [ "." digits ] [ e digits ]         text   "..." on one line
 *     signs    ( ) [ ] { } , ; : = <= >= + - * / ^        "#" to the end of the line is a comment
 *
 * One pass, linear. A byte that begins no token ends the run; inside comments and texts any byte
 * may stand.
 */
#include <string.h>

#include "check.h"

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static size_t name_length(const char *at, const char *end) {
  const char *p = at;
  while (p < end && (is_letter(*p) || is_digit(*p))) p++;
  if (p + 1 < end && *p == '.' && is_letter(p[1]))
    for (p++; p < end && (is_letter(*p) || is_digit(*p));) p++;
  if (p < end && *p == '\'') p++;
  return (size_t)(p - at);
}

/* Everything that could be part of a number: value.c reads it strictly. */
static size_t number_length(const char *at, const char *end) {
  const char *p = at;
  for (; p < end && (is_digit(*p) || is_letter(*p) || *p == '.'); p++)
    if ((*p == 'e' || *p == 'E') && p + 1 < end && (p[1] == '-' || p[1] == '+')) p++;
  return (size_t)(p - at);
}

static size_t text_length(const char *at, const char *end) {
  for (const char *p = at + 1; p < end && *p != '\n'; p++) {
    if (*p == '\\' && p + 1 < end && (p[1] == '"' || p[1] == '\\'))
      p++;
    else if (*p == '"')
      return (size_t)(p + 1 - at);
  }
  return 0;
}

/* The token that begins at a byte that is neither blank nor a comment; of length 0 if none does. */
static token next_token(const char *at, const char *end) {
  bool pair = at + 1 < end && at[1] == '=';
  if (is_letter(*at)) return (token){'n', at, name_length(at, end)};
  if (is_digit(*at) || (*at == '.' && at + 1 < end && is_digit(at[1])))
    return (token){'0', at, number_length(at, end)};
  if (*at == '"') return (token){'"', at, text_length(at, end)};
  if (*at == '<' || *at == '>') return (token){'r', at, pair ? 2 : 0};
  if (*at == '=') return (token){'=', at, pair ? 0 : 1};
  return (token){*at, at, *at && strchr("\n()[]{},;:+-*/^", *at) ? 1 : 0};
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

void lex(run *r, const char *text, size_t size) {
  const char *end = text + size;
  for (const char *at = text; at < end;) {
    if (*at == '#') {
      const char *newline = memchr(at, '\n', (size_t)(end - at));
      at = newline ? newline : end;
    } else if (*at == ' ' || *at == '\t' || *at == '\r') {
      at++;
    } else {
      token t = next_token(at, end);
      if (t.length == 0) {
        size_t line = 1;
        for (const char *p = text; p < at; p++) line += *p == '\n';
        malformed(r, "model, line %zu: no word of the language begins here", line);
      }
      append(r, t);
      at += t.length;
    }
  }
  append(r, (token){0, end, 0});
}

bool token_is(token t, const char *word) {
  return t.length == strlen(word) && memcmp(t.at, word, t.length) == 0;
}
