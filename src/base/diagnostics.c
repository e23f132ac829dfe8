/* diagnostics.c: what a person should read about a source text.
 *
 * A diagnostic is added with a byte span and printed with line, column, the source line and a
 * caret:
 *
 *     rocking-block.still:27:21: error: unknown name 'phy'
 *       contact left { gap = y - a*sin(phy) - b*cos(phi)
 *                                      ^~~ did you mean 'phi'?
 *
 * Lines and columns are counted when a diagnostic is added, on from the last one's line where it
 * came before: O(length of the text) together when they come in order, at worst each, and at most
 * SS_DIAGNOSTICS_MOST times. Source lines of over 160 bytes are not shown. Control characters and
 * bytes that are not UTF-8 are shown as '?', so that a broken file cannot break the terminal.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base_private.h"

enum { WIDEST_SOURCE = 160 };

void ss_diagnostics_start(ss_diagnostics *list, ss_arena *arena, const char *file, const char *text,
                          size_t text_length) {
  *list = (ss_diagnostics){.arena = arena, .file = file, .text = text, .text_length = text_length};
}

/* Characters, a broken byte counting as one. */
static size_t count_characters(const char *text, size_t length) {
  size_t n = 0;
  for (size_t i = 0; i < length; n++) {
    size_t step = ss_text_character(text + i, length - i);
    i += step ? step : 1;
  }
  return n;
}

/* Control characters move the cursor: U+0000 to U+001F, U+007F, U+0080 to U+009F. */
static bool is_control(const char *text, size_t length) {
  unsigned char c = (unsigned char)text[0];
  if (length == 1) return c < 0x20 || c == 0x7F;
  return length == 2 && c == 0xC2 && (unsigned char)text[1] < 0xA0;
}

/* A copy fit for a terminal: one column a character, nothing that moves the cursor. */
static char *printable_copy(ss_arena *arena, const char *text, size_t length) {
  char *copy = ss_arena_alloc(arena, length + 1, 1), *end = copy;
  if (!copy) return NULL;
  for (size_t i = 0; i < length;) {
    size_t n = ss_text_character(text + i, length - i);
    if (n == 1 && (text[i] == '\t' || text[i] == '\r')) {
      *end++ = ' ';
    } else if (n == 0 || is_control(text + i, n)) {
      *end++ = '?';
    } else {
      memcpy(end, text + i, n);
      end += n;
    }
    i += n ? n : 1;
  }
  return copy;
}

/* Line, column and the source line. */
static void locate(ss_diagnostics *list, ss_span where, ss_diagnostic *item) {
  const char *text = list->map ? list->map->text : list->text;
  const size_t length = list->map ? list->map->length : list->text_length;
  size_t offset = where.offset < length ? where.offset : length;
  size_t begin = offset, end = offset;
  while (begin > 0 && text[begin - 1] != '\n') begin--;
  while (end < length && text[end] != '\n') end++;
  if (list->seen_offset > begin || list->seen_line == 0) {
    list->seen_offset = 0;
    list->seen_line = 1;
  }
  for (; list->seen_offset < begin; list->seen_offset++)
    list->seen_line += text[list->seen_offset] == '\n';
  size_t stop = offset + where.length < end ? offset + where.length : end;

  item->line = (uint32_t)list->seen_line;
  item->column = (uint32_t)count_characters(text + begin, offset - begin) + 1;
  item->length = (uint32_t)count_characters(text + offset, stop - offset);
  if (item->length == 0) item->length = 1;
  if (end - begin <= WIDEST_SOURCE)
    item->source = printable_copy(list->arena, text + begin, end - begin);
}

static bool make_room(ss_diagnostics *list) {
  if (list->count < list->capacity) return true;
  size_t capacity = list->capacity ? list->capacity * 2 : 8;
  ss_diagnostic *items = ss_arena_new(list->arena, capacity, ss_diagnostic);
  if (!items) return false;
  if (list->count) memcpy(items, list->items, list->count * sizeof *items);
  list->items = items;
  list->capacity = capacity;
  return true;
}

/* Has the same been said of another member of the family, at the same place? `base`: how much of
 * the message is no note. */
static bool is_repeated(const ss_diagnostics *list, const ss_diagnostic *item, size_t base) {
  for (size_t i = 0; item->message && item->line && i + 1 < list->count; i++) {
    const ss_diagnostic *other = &list->items[i];
    if (other->line == item->line && other->column == item->column && other->message &&
        strncmp(other->message, item->message, base) == 0 &&
        strncmp(other->message + base, " (", 2) == 0)
      return true;
  }
  return false;
}

ss_diagnostic *ss_diagnostics_add(ss_diagnostics *list, ss_severity severity, ss_span where,
                                  const char *format, ...) {
  list->errors += severity == SS_ERROR;
  if (list->count >= SS_DIAGNOSTICS_MOST || !make_room(list)) {
    list->left_out++;
    return &list->spill;
  }
  va_list args;
  char message[512];
  va_start(args, format);
  int length = vsnprintf(message, sizeof message, format, args);
  va_end(args);
  const char *note = list->map && list->text ? list->map->find(list->map->user, &where) : NULL;
  const size_t base = note && length > 0 && (size_t)length < sizeof message ? (size_t)length : 0;
  if (base) length += snprintf(message + length, sizeof message - (size_t)length, " (%s)", note);
  size_t kept = length < 0                        ? 0
                : (size_t)length < sizeof message ? (size_t)length
                                                  : sizeof message - 1;
  ss_diagnostic *item = &list->items[list->count++];
  *item = (ss_diagnostic){.severity = severity, .status = SS_BAD_INPUT, .file = list->file};
  item->message = printable_copy(list->arena, message, kept);
  if (list->text) locate(list, where, item);
  if (!base || !is_repeated(list, item, base)) return item;
  list->count--;
  return &list->spill;
}

static void print_item(const ss_diagnostic *item, ss_text *out) {
  const char *kind = item->severity == SS_ERROR ? "error" : "warning";
  const char *file = item->file ? item->file : "standstill";
  if (item->line)
    ss_text_addf(out, "%s:%u:%u: ", file, item->line, item->column);
  else
    ss_text_addf(out, "%s: ", file);
  ss_text_addf(out, "%s: %s\n", kind, item->message ? item->message : "(out of memory)");
  if (!item->source) {
    if (item->hint) ss_text_addf(out, "  %s\n", item->hint);
    return;
  }
  ss_text_addf(out, "  %s\n  %*s^", item->source, (int)item->column - 1, "");
  for (uint32_t i = 1; i < item->length; i++) ss_text_add(out, "~");
  if (item->hint) ss_text_addf(out, " %s", item->hint);
  ss_text_add(out, "\n");
}

static int by_position(const void *left, const void *right) {
  const ss_diagnostic *a = left, *b = right;
  if (a->line != b->line) return a->line < b->line ? -1 : 1;
  if (a->column != b->column) return a->column < b->column ? -1 : 1;
  return strcmp(a->message ? a->message : "", b->message ? b->message : "");
}

void ss_diagnostics_print(ss_diagnostics *list, ss_text *out) {
  if (list->count) qsort(list->items, list->count, sizeof *list->items, by_position);
  for (size_t i = 0; i < list->count; i++) print_item(&list->items[i], out);
  if (list->left_out) ss_text_addf(out, "%s: and %zu more\n", list->file, list->left_out);
}
