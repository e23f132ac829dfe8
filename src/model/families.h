/* families.h: the expansion of families: what its two files share. */
#ifndef STANDSTILL_MODEL_FAMILIES_H
#define STANDSTILL_MODEL_FAMILIES_H

#include <ctype.h>
#include <string.h>

#include "reader.h"

enum { SS_FAMILY_LEVELS_MOST = 32 };

/* An index with its value, and those around it; numbered from 1. */
typedef struct ss_family_index {
  ss_span name;
  long value;
  uint32_t outer;
} ss_family_index;

/* A piece of the expanded text: [out, next piece's out). */
typedef struct ss_family_piece {
  uint32_t out, in, length; /* where it comes from; copied as it is if `verbatim` */
  uint32_t indices;         /* the innermost ss_family_index around it, 0: none */
  bool verbatim;
} ss_family_piece;

typedef struct ss_family_parameter {
  ss_span name, value;
  bool busy, ranged, counted;
} ss_family_parameter;

typedef struct ss_expansion {
  ss_text out;
  ss_family_piece *pieces;
  size_t piece_count;
  ss_family_index *indices;
  size_t index_count;
  ss_family_parameter *definitions; /* param NAME = value */
  size_t definition_count;
  ss_text_map map;
  const char *text; /* the user's */
  char note[200];
} ss_expansion;

/* A body in space, a point on one: names and values as they are when expanded (space.c). */
typedef struct ss_space_body {
  char *name, *value[14];
  size_t where; /* it is defined */
  uint32_t indices;
} ss_space_body;

typedef struct ss_space_point {
  char *name, *local[3];
  const char *body;
  size_t where;
} ss_space_point;

typedef struct ss_expander {
  ss_reader *reader;
  ss_expansion *f;
  const char *text;
  size_t length, settings;
  const ss_setting *setting;
  size_t depth;
  bool broken; /* a mistake was reported */
  ss_space_body *body;
  ss_space_point *point;
  size_t bodies, points;
  bool spatial;       /* there are some */
  bool changed, last; /* space.c: a value of theirs has; this is the pass that counts */
} ss_expander;

static inline bool ss_begins_name(char c) {
  return isalpha((unsigned char)c) || c == '_';
}

static inline bool ss_continues_name(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

static inline ss_span ss_span_between(size_t from, size_t to) {
  return (ss_span){(uint32_t)from, (uint32_t)(to - from)};
}

/* Whether a word of the text is this one. */
static inline bool ss_expander_word_is(const ss_expander *x, ss_span word, const char *text) {
  return strlen(text) == word.length && memcmp(x->text + word.offset, text, word.length) == 0;
}

/* ---- families.c ------------------------------------------------------------------------------ */

size_t ss_expander_skip_name(const ss_expander *x, size_t at, size_t end);
/* Blanks, not newlines; with `lines` newlines and comments too. */
size_t ss_expander_skip_space(const ss_expander *x, size_t at, size_t end, bool lines);
/* Behind a comment or a "text" that begins here; `at` where none does. */
size_t ss_expander_skip_quoted(const ss_expander *x, size_t at, size_t end);
/* Where the bracket that opens at `at` closes; `end` if nowhere. */
size_t ss_expander_find_closing(const ss_expander *x, size_t at, size_t end);
/* What [from, to) stands for; text that stands for it. */
void ss_expander_expand(ss_expander *x, size_t from, size_t to, uint32_t indices);
void ss_expander_put(ss_expander *x, size_t from, size_t to, uint32_t indices, const char *text);
/* Does a statement or an entry begin here? */
bool ss_expander_begins_statement(const ss_expander *x, size_t at);
/* A complaint about the user's text, once: what follows it would be noise. Returns false. */
bool ss_expander_complain(ss_expander *x, ss_span where, uint32_t indices, const char *what);

/* ---- family_numbers.c: bounds and indices ---------------------------------------------------- */

typedef struct ss_family_range {
  long low, high;
  bool single; /* one number: low = high */
  size_t next; /* behind the closing sign */
} ss_family_range;

/* Notes where the file defines its parameters. */
void ss_expander_list_parameters(ss_expander *x);

/* WHOLE or WHOLE..WHOLE from `at` on, up to and with the sign `close`; false after a complaint. The
 * indices are those around it. */
bool ss_expander_read_range(ss_expander *x, size_t at, size_t end, char close, uint32_t indices,
                            ss_family_range *found);

/* ---- space.c: bodies in space ---------------------------------------------------------------- */

/* Notes all bodies in space and the points on them; false after a complaint. */
bool ss_space_collect(ss_expander *x);

/* What a statement that begins with the word stands for, if it is about them: behind it, and where
 * it begins if it is not. */
size_t ss_space_expand_statement(ss_expander *x, ss_span word, size_t end, uint32_t indices);

/* The same of P.x, B.R11 and the like in a formula. */
size_t ss_space_expand_name(ss_expander *x, ss_span word, size_t end, uint32_t indices);

#endif
