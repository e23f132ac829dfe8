/* items.c: where formulas and the items of blocks begin and end.
 *
 * A formula ends with its line or at ';'. Brackets keep it open over lines. In a block { … } a line
 * also goes on when it ends with an operator or the next one begins with one; otherwise the newline
 * ends the item, as ';' does. A closing bracket or brace that the formula did not open ends it too.
 *
 * A bracket that is never closed would swallow the rest of the file. Two words next to each other
 * never occur in a formula, so that a line that begins like a statement ("coord x", "kinetic =")
 * ends whatever is open, and the bracket is reported where it was opened. All of this is one pass
 * over the tokens with a counter: nesting costs no stack.
 */
#include <string.h>

#include "reader.h"

/* ---- formulas -------------------------------------------------------------------------------- */

static ss_token peek(const ss_reader *reader) {
  ss_lexer ahead = reader->lexer;
  return ss_lexer_next(&ahead);
}

/* Does the line after this newline begin a statement? */
static bool statement_follows(const ss_reader *reader) {
  ss_lexer ahead = reader->lexer;
  ss_token first = ss_lexer_next(&ahead);
  return ss_lexer_at_statement(ahead, first);
}

static bool joins_lines(ss_token_kind kind) {
  return kind == SS_TOKEN_OPERATOR || kind == SS_TOKEN_EQUALS || kind == SS_TOKEN_RELATION;
}

/* "NAME =": the beginning of the next item. */
static bool key_follows(const ss_reader *reader) {
  ss_lexer ahead = reader->lexer;
  return ss_lexer_next(&ahead).kind == SS_TOKEN_NAME &&
         ss_lexer_next(&ahead).kind == SS_TOKEN_EQUALS;
}

/* Does the formula go on after the newline at the current token? `last` is what came before. */
static bool goes_on(const ss_reader *reader, unsigned until, ss_token last) {
  if (!(until & SS_IN_BLOCK)) return false;
  ss_token next = peek(reader);
  if (next.kind == SS_TOKEN_NEWLINE) return true; /* that one decides */
  if (last.where.length == 0) return !key_follows(reader) && next.kind != SS_TOKEN_CLOSE_BRACE;
  return joins_lines(last.kind) || joins_lines(next.kind);
}

static bool is_word(const ss_reader *reader, const char *word) {
  ss_span where = reader->token.where;
  return reader->token.kind == SS_TOKEN_NAME && strlen(word) == where.length &&
         memcmp(reader->list->text + where.offset, word, where.length) == 0;
}

static bool ends_operand(ss_token last) {
  return last.kind == SS_TOKEN_NAME || last.kind == SS_TOKEN_NUMBER || last.kind == SS_TOKEN_CLOSE;
}

/* Does a statement begin here, though not on a line of its own? */
static bool starts_statement(const ss_reader *reader) {
  return ss_lexer_at_statement(reader->lexer, reader->token);
}

static bool ends_formula(const ss_reader *reader, unsigned until, size_t depth, ss_token last) {
  switch (reader->token.kind) {
  case SS_TOKEN_END:
  case SS_TOKEN_SEMICOLON:
  case SS_TOKEN_OPEN_BRACE:
  case SS_TOKEN_CLOSE_BRACE: return true;
  case SS_TOKEN_NEWLINE: return depth ? statement_follows(reader) : !goes_on(reader, until, last);
  case SS_TOKEN_CLOSE: return depth == 0;
  case SS_TOKEN_COMMA: return depth == 0 && (until & (SS_UNTIL_COMMA | SS_IN_BLOCK));
  case SS_TOKEN_EQUALS:
  case SS_TOKEN_RELATION: return depth == 0 && (until & SS_UNTIL_RELATION);
  case SS_TOKEN_NAME:
    return depth == 0 && (((until & SS_UNTIL_IN) && is_word(reader, "in")) ||
                          (ends_operand(last) && starts_statement(reader)));
  default: return false;
  }
}

bool ss_reader_skip_formula(ss_reader *reader, unsigned until, ss_formula *formula) {
  size_t depth = 0;
  ss_token first = reader->token, last = {0}, opened = {0};
  *formula = (ss_formula){0};
  for (; !ends_formula(reader, until, depth, last); ss_reader_advance(reader)) {
    if (reader->token.kind == SS_TOKEN_NEWLINE) continue;
    if (last.where.length == 0) first = reader->token;
    if (reader->token.kind == SS_TOKEN_OPEN && depth++ == 0) opened = reader->token;
    if (reader->token.kind == SS_TOKEN_CLOSE) depth--;
    last = reader->token;
  }
  if (last.where.length == 0) return ss_reader_expected(reader, "a formula");
  if (depth) {
    ss_reader_error(reader, opened.where, "'%c' is never closed",
                    reader->list->text[opened.where.offset]);
    return false;
  }
  formula->where =
      (ss_span){first.where.offset, last.where.offset + last.where.length - first.where.offset};
  return true;
}

/* ---- items of a block ------------------------------------------------------------------------ */

/* NAME or NAME' before '='. */
static bool read_key(ss_reader *reader, ss_item *item) {
  const char *text = reader->list->text + reader->token.where.offset;
  size_t length = reader->token.where.length;
  if (reader->token.kind != SS_TOKEN_NAME) return ss_reader_expected(reader, "a key or '}'");
  item->primed = text[length - 1] == '\'';
  item->where = reader->token.where;
  item->key =
      ss_reader_copy(reader, (ss_span){item->where.offset, (uint32_t)length - item->primed});
  if (strpbrk(item->key, ".'")) {
    ss_reader_error(reader, item->where, "'%.*s' cannot be set", (int)length, text);
    return false;
  }
  ss_reader_advance(reader);
  if (!ss_reader_accept(reader, SS_TOKEN_EQUALS, "'='")) return false;
  return ss_reader_skip_formula(reader, SS_IN_BLOCK, &item->value);
}

static bool read_operator(ss_reader *reader, ss_relation_kind *kind) {
  ss_token token = reader->token;
  const char *sign = reader->list->text + token.where.offset;
  if (token.kind == SS_TOKEN_EQUALS)
    *kind = SS_EQUAL;
  else if (token.kind == SS_TOKEN_RELATION)
    *kind = *sign == '<' ? SS_LESS_EQUAL : SS_GREATER_EQUAL;
  else
    return ss_reader_expected(reader, "'<=', '>=' or '='");
  if (token.where.length != (token.kind == SS_TOKEN_EQUALS ? 1 : 2)) {
    ss_diagnostic *item = ss_reader_error(reader, token.where, "'%.*s' is not a relation",
                                          (int)token.where.length, sign);
    ss_reader_hint(reader, item, "write '%s'", *sign == '=' ? "=" : *sign == '<' ? "<=" : ">=");
    return false;
  }
  ss_reader_advance(reader);
  return true;
}

static bool read_relation(ss_reader *reader, ss_item *item) {
  unsigned until = SS_IN_BLOCK | SS_UNTIL_RELATION;
  item->where = reader->token.where;
  if (!ss_reader_skip_formula(reader, until, &item->value)) return false;
  if (!read_operator(reader, &item->relation)) return false;
  if (!ss_reader_skip_formula(reader, until, &item->right)) return false;
  if (!joins_lines(reader->token.kind)) return true;
  ss_diagnostic *d = ss_reader_error(reader, reader->token.where, "two relations in one item");
  ss_reader_hint(reader, d, "write ';' between them");
  return false;
}

/* To the end of the item, of the block, or to the next statement. */
static void leave_item(ss_reader *reader) {
  size_t depth = 0;
  for (;; ss_reader_advance(reader)) {
    ss_token_kind kind = reader->token.kind;
    if (kind == SS_TOKEN_END || kind == SS_TOKEN_CLOSE_BRACE || kind == SS_TOKEN_SEMICOLON) return;
    if (kind == SS_TOKEN_NEWLINE && (depth == 0 || statement_follows(reader))) return;
    if (kind == SS_TOKEN_OPEN) depth++;
    if (kind == SS_TOKEN_CLOSE && depth) depth--;
    if (ss_reader_at_statement(reader)) return;
  }
}

/* After an item: ';', a newline or '}'. */
static void end_item(ss_reader *reader) {
  ss_token_kind kind = reader->token.kind;
  if (kind == SS_TOKEN_SEMICOLON || kind == SS_TOKEN_NEWLINE || kind == SS_TOKEN_CLOSE_BRACE ||
      kind == SS_TOKEN_END)
    return;
  ss_reader_expected(reader, "';' or '}'");
  leave_item(reader);
}

bool ss_reader_read_items(ss_reader *reader, bool relations, ss_items *items) {
  ss_span brace = reader->token.where;
  *items = (ss_items){.broken = true};
  if (!ss_reader_accept(reader, SS_TOKEN_OPEN_BRACE, "'{'")) return false;
  items->broken = false;
  if (reader->token.kind == SS_TOKEN_NEWLINE) reader->opening_comment = reader->token.comment;
  for (;;) {
    ss_token_kind kind = reader->token.kind;
    if (kind == SS_TOKEN_END || ss_reader_at_statement(reader)) {
      ss_reader_error(reader, brace, "'{' is never closed");
      items->broken = true;
      return false;
    }
    if (kind == SS_TOKEN_NEWLINE || kind == SS_TOKEN_SEMICOLON || kind == SS_TOKEN_CLOSE_BRACE) {
      ss_reader_advance(reader);
      if (kind == SS_TOKEN_CLOSE_BRACE) return true;
      continue;
    }
    ss_item item = {0};
    bool good = relations ? read_relation(reader, &item) : read_key(reader, &item);
    if (good)
      end_item(reader);
    else
      leave_item(reader);
    if (good || item.key)
      *ss_scratch_append(reader, items->items, items->count, ss_item) = item;
    else
      items->broken = true;
  }
}
