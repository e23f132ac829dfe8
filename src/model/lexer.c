/* lexer.c: the text of a model file in tokens.
 *
 *     name     letter { letter | digit | "_" } { "[" [ "-" ] digits "]" } [ "." name ] { "'" }
 *     number   digits with a point and an exponent      string   "…" on one line, \" and \\ inside
 *     signs    ( ) [ ] { } , ; : = <= >= + - * / ^
 *     newline  and comments from "#" to the end of the line, which newlines carry with them
 *
 * Formulas are read by the parser of src/expr from the text itself; the tokens are for finding
 * where statements, keys and formulas begin and end, so that a number is only passed over. Names
 * are ASCII. One pass, no memory, linear; nothing can fail: what is no token is a BAD one.
 */
#include <string.h>

#include "reader.h"

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static bool continues_name(char c) {
  return is_letter(c) || is_digit(c);
}

/* The character at a place, 0 beyond the end. */
static char look(const ss_lexer *lexer, size_t at) {
  return at < lexer->end ? lexer->text[at] : '\0';
}

ss_lexer ss_lexer_start(const char *text, ss_span span) {
  return (ss_lexer){text, span.offset, (size_t)span.offset + span.length};
}

/* Passes over white space and a comment, whose stretch it returns. */
static ss_span skip_space(ss_lexer *lexer) {
  ss_span comment = {0, 0};
  while (lexer->at < lexer->end) {
    char c = lexer->text[lexer->at];
    if (c == '#') {
      const char *from = lexer->text + lexer->at;
      const char *newline = memchr(from, '\n', lexer->end - lexer->at);
      size_t length = newline ? (size_t)(newline - from) : lexer->end - lexer->at;
      comment = (ss_span){(uint32_t)lexer->at, (uint32_t)length};
      lexer->at += length;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      lexer->at++;
    } else {
      break;
    }
  }
  return comment;
}

static ss_token_kind read_name(ss_lexer *lexer, bool *plain) {
  while (continues_name(look(lexer, lexer->at))) lexer->at++;
  lexer->at += ss_expr_index_length(lexer->text + lexer->at, lexer->end - lexer->at);
  *plain = true;
  if (look(lexer, lexer->at) == '.' && is_letter(look(lexer, lexer->at + 1))) {
    *plain = false;
    lexer->at++;
    while (continues_name(look(lexer, lexer->at))) lexer->at++;
  }
  for (; look(lexer, lexer->at) == '\''; lexer->at++) *plain = false;
  return SS_TOKEN_NAME;
}

static ss_token_kind read_number(ss_lexer *lexer) {
  while (is_digit(look(lexer, lexer->at)) || look(lexer, lexer->at) == '.') lexer->at++;
  char e = look(lexer, lexer->at), sign = look(lexer, lexer->at + 1);
  if (e == 'e' || e == 'E') {
    size_t digits = lexer->at + 1 + (sign == '+' || sign == '-');
    if (is_digit(look(lexer, digits))) {
      lexer->at = digits;
      while (is_digit(look(lexer, lexer->at))) lexer->at++;
    }
  }
  while (continues_name(look(lexer, lexer->at))) lexer->at++; /* 2m is one mistake, not two words */
  return SS_TOKEN_NUMBER;
}

/* The opening quote has been passed. */
static ss_token_kind read_string(ss_lexer *lexer) {
  while (lexer->at < lexer->end && look(lexer, lexer->at) != '\n') {
    char c = lexer->text[lexer->at++];
    if (c == '"') return SS_TOKEN_STRING;
    if (c == '\\' && (look(lexer, lexer->at) == '"' || look(lexer, lexer->at) == '\\')) lexer->at++;
  }
  return SS_TOKEN_BAD;
}

/* A character outside ASCII is marked as a whole. */
static ss_token_kind read_bad(ss_lexer *lexer) {
  while (((unsigned char)look(lexer, lexer->at) & 0xC0) == 0x80) lexer->at++;
  return SS_TOKEN_BAD;
}

static ss_token_kind read_sign(ss_lexer *lexer, char c) {
  switch (c) {
  case '(':
  case '[': return SS_TOKEN_OPEN;
  case ')':
  case ']': return SS_TOKEN_CLOSE;
  case '{': return SS_TOKEN_OPEN_BRACE;
  case '}': return SS_TOKEN_CLOSE_BRACE;
  case ',': return SS_TOKEN_COMMA;
  case ';': return SS_TOKEN_SEMICOLON;
  case ':': return SS_TOKEN_COLON;
  case '+':
  case '-':
  case '*':
  case '/':
  case '^': return SS_TOKEN_OPERATOR;
  case '=':
  case '<':
  case '>':
    if (look(lexer, lexer->at) == '=') lexer->at++;
    return c == '=' ? SS_TOKEN_EQUALS : SS_TOKEN_RELATION;
  case '"': return read_string(lexer);
  default: return read_bad(lexer);
  }
}

ss_token ss_lexer_next(ss_lexer *lexer) {
  ss_token token = {.comment = skip_space(lexer)};
  size_t from = lexer->at;
  if (from >= lexer->end) {
    token.kind = SS_TOKEN_END;
  } else {
    char c = lexer->text[lexer->at];
    if (is_letter(c)) {
      token.kind = read_name(lexer, &token.plain);
    } else if (is_digit(c) || (c == '.' && is_digit(look(lexer, from + 1)))) {
      token.kind = read_number(lexer);
    } else {
      lexer->at++;
      token.kind = c == '\n' ? SS_TOKEN_NEWLINE : read_sign(lexer, c);
    }
  }
  token.where = (ss_span){(uint32_t)from, (uint32_t)(lexer->at - from)};
  return token;
}
