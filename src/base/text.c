/* text.c: strings that grow, and names that are near each other.
 *
 * A growing text doubles its buffer, so that n bytes cost O(n). Memory failure is remembered in
 * `failed`, never reported piecewise. Nearness of names is the edit distance with transpositions
 * (Damerau-Levenshtein, restricted), at most a third of the name's length.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base_private.h"

static char empty[1] = "";

void ss_text_start(ss_text *text) {
  *text = (ss_text){.data = empty};
}

void ss_text_stop(ss_text *text) {
  if (text->capacity) free(text->data);
  *text = (ss_text){.data = empty};
}

/* Room for `more` bytes and the terminating zero. */
static bool reserve(ss_text *text, size_t more) {
  size_t needed = text->length + more + 1;
  if (text->failed) return false;
  if (needed <= text->capacity) return true;
  size_t capacity = text->capacity ? text->capacity : 256;
  while (capacity < needed) capacity *= 2;
  char *data = realloc(text->capacity ? text->data : NULL, capacity);
  if (!data) {
    text->failed = true;
    return false;
  }
  text->data = data;
  text->capacity = capacity;
  return true;
}

void ss_text_add_bytes(ss_text *text, const char *piece, size_t length) {
  if (!reserve(text, length)) return;
  memcpy(text->data + text->length, piece, length);
  text->length += length;
  text->data[text->length] = '\0';
}

void ss_text_add(ss_text *text, const char *piece) {
  ss_text_add_bytes(text, piece, strlen(piece));
}

void ss_text_addf(ss_text *text, const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, args);
  if (length >= 0 && reserve(text, (size_t)length)) {
    vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
    text->length += (size_t)length;
  }
  va_end(again);
  va_end(args);
}

size_t ss_text_columns(const char *utf8) {
  size_t columns = 0;
  for (; *utf8; utf8++) columns += ((unsigned char)*utf8 & 0xC0) != 0x80;
  return columns;
}

size_t ss_text_character(const char *text, size_t left) {
  unsigned char c = (unsigned char)text[0], d = left > 1 ? (unsigned char)text[1] : 0;
  if (c < 0x80) return 1;
  size_t n = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
  if (c < 0xC2 || c > 0xF4 || n > left) return 0;
  for (size_t i = 1; i < n; i++)
    if (((unsigned char)text[i] & 0xC0) != 0x80) return 0;
  /* overlong forms, surrogates, beyond U+10FFFF */
  bool is_wrong = (c == 0xE0 && d < 0xA0) || (c == 0xED && d > 0x9F) || (c == 0xF0 && d < 0x90) ||
                  (c == 0xF4 && d > 0x8F);
  return is_wrong ? 0 : n;
}

enum { LONGEST_NAME = 63 };

/* Edit distance of two names of at most LONGEST_NAME bytes, a swap of neighbours counting one. */
static size_t edit_distance(const char *a, size_t n, const char *b, size_t m) {
  size_t rows[3][LONGEST_NAME + 1];
  size_t *before = rows[0], *last = rows[1], *now = rows[2];
  for (size_t j = 0; j <= m; j++) last[j] = j;
  for (size_t i = 1; i <= n; i++) {
    now[0] = i;
    for (size_t j = 1; j <= m; j++) {
      size_t best = last[j - 1] + (a[i - 1] != b[j - 1]);
      if (last[j] + 1 < best) best = last[j] + 1;
      if (now[j - 1] + 1 < best) best = now[j - 1] + 1;
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
          before[j - 2] + 1 < best)
        best = before[j - 2] + 1;
      now[j] = best;
    }
    size_t *oldest = before;
    before = last;
    last = now;
    now = oldest;
  }
  return last[m];
}

const char *ss_nearest_name(const char *name, size_t count, const char *const *candidates) {
  size_t n = strlen(name), best = n <= 2 ? 1 : (n + 2) / 3;
  const char *nearest = NULL;
  if (n == 0 || n > LONGEST_NAME) return NULL;
  for (size_t i = 0; i < count; i++) {
    size_t m = strlen(candidates[i]);
    if (m == 0 || m > LONGEST_NAME || m > n + best || n > m + best) continue;
    size_t distance = edit_distance(name, n, candidates[i], m);
    if (distance < best || (distance == best && !nearest && distance < n)) {
      best = distance;
      nearest = candidates[i];
    }
  }
  return nearest;
}
