/* comments.c: what a comment says about the declaration that it stands behind.
 *
 *     param k3 = 0          # [N/m^3]  cubic stiffness          unit "N/m^3", doc "cubic stiffness"
 *     coord x, y            # [m]      centre of mass           for both
 *
 * The comment belongs to the last statement that ends on its line. A block that goes over several
 * lines and has no comment behind its end takes the one behind its opening brace. Only what has a
 * value has a unit. Bytes that are not UTF-8, and control characters, become '?': documentation
 * goes to terminals and into JSON.
 */
#include <string.h>

#include "reader.h"
#include "units.h"

static bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '#';
}

static ss_span trim(const char *text, ss_span span) {
  while (span.length && is_space(text[span.offset])) span.offset++, span.length--;
  while (span.length && is_space(text[span.offset + span.length - 1])) span.length--;
  return span;
}

/* Length of the well-formed UTF-8 character at text, 0 if there is none or it is a control. */
static size_t good_character(const unsigned char *text, size_t left) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  unsigned char c = *text;
  if (c < 0x80) return c >= 0x20 && c != 0x7F;
  size_t n = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : c >= 0xC0 ? 2 : 0;
  if (n == 0 || n > left || c >= 0xF8) return 0;
  uint32_t code = c & (0x7Fu >> n);
  for (size_t i = 1; i < n; i++) {
    if ((text[i] & 0xC0) != 0x80) return 0;
    code = code << 6 | (text[i] & 0x3Fu);
  }
  bool good = code >= least[n] && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
  return good ? n : 0;
}

void ss_reader_make_printable(char *text) {
  size_t length = strlen(text);
  for (size_t i = 0; i < length;) {
    size_t n = good_character((const unsigned char *)text + i, length - i);
    if (n == 0) text[i] = text[i] == '\t' ? ' ' : '?';
    i += n ? n : 1;
  }
}

static const char *copy_words(ss_reader *reader, ss_span span) {
  span = trim(reader->list->text, span);
  char *copy = ss_reader_copy(reader, span);
  ss_reader_make_printable(copy);
  return copy;
}

void ss_reader_check_unit(ss_reader *reader, ss_span where, const char *unit) {
  ss_dimension dimension;
  const char *bad;
  size_t length;
  if (ss_unit_read(unit, &dimension, &bad, &length)) return;
  char *word = ss_arena_copy_text(reader->scratch, bad, length);
  if (!reader->json)
    where = (ss_span){where.offset + (uint32_t)(bad - unit), length ? (uint32_t)length : 1};
  ss_diagnostic *item = ss_reader_warn(reader, where, "unknown unit '%s'", word ? word : "");
  bool scaled;
  const char *near = word ? ss_unit_nearest(word, &scaled) : NULL;
  if (near && scaled)
    ss_reader_hint(reader, item, "numbers enter formulas as they are: give this one in [%s]", near);
  else if (near)
    ss_reader_hint(reader, item, "did you mean '%s'?", near);
}

void ss_reader_document(ss_reader *reader, ss_span comment, bool has_unit, ss_name *name) {
  const char *text = reader->list->text;
  ss_span words = trim(text, comment);
  const char *open = text + words.offset;
  bool opened = has_unit && words.length && *open == '[';
  const char *close = opened ? memchr(open, ']', words.length) : NULL;
  if (close) {
    uint32_t unit = (uint32_t)(close - open) - 1;
    ss_span inside = trim(text, (ss_span){words.offset + 1, unit});
    name->unit = copy_words(reader, inside);
    ss_reader_check_unit(reader, inside, name->unit);
    words = (ss_span){words.offset + unit + 2, words.length - unit - 2};
  } else if (opened) {
    ss_reader_warn(reader, (ss_span){words.offset, 1},
                   "this unit is never closed: a ']' is missing");
  }
  name->doc = copy_words(reader, words);
}
