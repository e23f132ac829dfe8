/* family_numbers.c: bounds and indices of families: whole numbers.
 *
 *     whole   = product { ("+" | "-") product }
 *     product = factor { "*" factor }
 *     factor  = digits | index | parameter | "-" factor | "(" whole ")"
 *
 * An index has the value of the round that is expanded. A parameter has what --set says of it, else
 * the file, and that must be such a whole number itself: it is looked up in the text, because
 * nothing of the file has been read yet. At most VALUE_MOST in size, so that nothing overflows.
 */
#include <stdlib.h>

#include "families.h"

enum { VALUE_MOST = 100000000 };

/* ---- whole numbers --------------------------------------------------------------------------- */

/* A stretch that is read as a whole number. */
typedef struct counting {
  const char *text;
  size_t at, end;
  uint32_t indices;
  size_t depth;
  bool bad;
} counting;

static long read_whole(ss_expander *x, counting *c);

static void skip_blanks(counting *c) {
  while (c->at < c->end && strchr(" \t\r\n", c->text[c->at])) c->at++;
}

static bool passes(counting *c, char sign) {
  skip_blanks(c);
  if (c->at >= c->end || c->text[c->at] != sign) return false;
  c->at++;
  return true;
}

/* What --set or the file says of a parameter; *text NULL if nothing does. */
static counting find_parameter(ss_expander *x, const char *name, size_t length,
                               ss_family_parameter **own) {
  ss_expansion *f = x->f;
  counting c = {.text = NULL};
  *own = NULL;
  for (size_t i = 0; i < f->definition_count; i++) {
    ss_family_parameter *d = &f->definitions[i];
    if (d->name.length != length || memcmp(x->text + d->name.offset, name, length) != 0) continue;
    *own = d;
    c = (counting){
        .text = x->text, .at = d->value.offset, .end = (size_t)d->value.offset + d->value.length};
  }
  for (size_t i = 0; *own && i < x->settings; i++) {
    const char *text = x->setting[i].text, *equals = strchr(text, '=');
    const size_t blank = strspn(text, " \t");
    if (!equals || strncmp(text + blank, name, length) != 0 ||
        text + blank + length + strspn(text + blank + length, " \t") != equals)
      continue;
    c = (counting){.text = text, .at = (size_t)(equals + 1 - text), .end = strlen(text)};
    (*own)->ranged = strchr(equals, ':') != NULL;
  }
  return c;
}

static long read_parameter(ss_expander *x, counting *c, const char *name, size_t length) {
  ss_family_parameter *own;
  counting value = find_parameter(x, name, length, &own);
  if (!own || own->busy || own->ranged || c->depth > SS_FAMILY_LEVELS_MOST) {
    c->bad = true;
    return 0;
  }
  own->busy = true;
  value.depth = c->depth + 1;
  const long number = read_whole(x, &value);
  skip_blanks(&value);
  own->busy = false;
  c->bad = c->bad || value.bad || value.at < value.end;
  char *copy = own->counted || c->bad ? NULL : ss_arena_copy_text(x->reader->scratch, name, length);
  own->counted = own->counted || copy;
  if (copy)
    *ss_scratch_append(x->reader, x->reader->counts, x->reader->count_count, const char *) = copy;
  return number;
}

static long read_name_value(ss_expander *x, counting *c) {
  const char *name = c->text + c->at;
  size_t length = 0;
  while (c->at + length < c->end && ss_continues_name(name[length])) length++;
  c->at += length;
  for (uint32_t i = c->indices; i; i = x->f->indices[i - 1].outer) {
    const ss_family_index *own = &x->f->indices[i - 1];
    if (own->name.length == length && memcmp(x->text + own->name.offset, name, length) == 0)
      return own->value;
  }
  return read_parameter(x, c, name, length);
}

static long limit(counting *c, long value) {
  if (value > VALUE_MOST || value < -VALUE_MOST) c->bad = true;
  return c->bad ? 0 : value;
}

static long read_factor(ss_expander *x, counting *c) {
  long value = 0;
  if (++c->depth > SS_FAMILY_LEVELS_MOST) c->bad = true;
  if (c->bad) return 0;
  if (passes(c, '-')) {
    value = -read_factor(x, c);
  } else if (passes(c, '(')) {
    value = read_whole(x, c);
    c->bad = c->bad || !passes(c, ')');
  } else if (c->at < c->end && isdigit((unsigned char)c->text[c->at])) {
    for (; c->at < c->end && isdigit((unsigned char)c->text[c->at]); c->at++)
      value = limit(c, 10 * value + (c->text[c->at] - '0'));
  } else if (c->at < c->end && ss_begins_name(c->text[c->at])) {
    value = read_name_value(x, c);
  } else {
    c->bad = true;
  }
  c->depth--;
  return value;
}

static long read_product(ss_expander *x, counting *c) {
  long value = read_factor(x, c);
  while (!c->bad && passes(c, '*')) {
    const long factor = read_factor(x, c);
    value = factor && (value > VALUE_MOST / labs(factor) || value < -VALUE_MOST / labs(factor))
                ? limit(c, VALUE_MOST + 1L)
                : value * factor;
  }
  return value;
}

static long read_whole(ss_expander *x, counting *c) {
  long value = read_product(x, c);
  while (!c->bad) {
    const bool plus = passes(c, '+');
    if (!plus && !passes(c, '-')) break;
    const long term = read_product(x, c);
    value = limit(c, plus ? value + term : value - term);
  }
  return value;
}

bool ss_expander_read_range(ss_expander *x, size_t at, size_t end, char close, uint32_t indices,
                            ss_family_range *found) {
  counting c = {.text = x->text, .at = at, .end = end, .indices = indices};
  *found = (ss_family_range){.single = true};
  found->low = found->high = read_whole(x, &c);
  skip_blanks(&c);
  if (!c.bad && c.at + 1 < end && x->text[c.at] == '.' && x->text[c.at + 1] == '.') {
    c.at += 2;
    found->single = false;
    found->high = read_whole(x, &c);
  }
  if (c.bad || !passes(&c, close)) {
    size_t to = at;
    while (to < end && x->text[to] != close && x->text[to] != '\n') to++;
    return ss_expander_complain(x, ss_span_between(at, to > at ? to : at + 1), indices,
                                close == ']'
                                    ? "expected a whole number as index, or a range as 1..n"
                                    : "expected a range of whole numbers, as 1..n");
  }
  found->next = c.at;
  return true;
}

/* ---- parameters ------------------------------------------------------------------------------ */

/* param NAME = VALUE, where a statement begins. */
void ss_expander_list_parameters(ss_expander *x) {
  for (size_t at = 0; at < x->length;) {
    const size_t quoted = ss_expander_skip_quoted(x, at, x->length);
    const size_t word = ss_expander_skip_name(x, at, x->length);
    if (quoted > at || word == at) {
      at = quoted > at ? quoted : at + 1;
      continue;
    }
    const ss_span keyword = ss_span_between(at, word);
    const size_t name = ss_expander_skip_space(x, word, x->length, false);
    const size_t behind = ss_expander_skip_name(x, name, x->length);
    const size_t equals = ss_expander_skip_space(x, behind, x->length, false);
    const bool found = ss_expander_word_is(x, keyword, "param") &&
                       ss_expander_begins_statement(x, at) && behind > name && equals < x->length &&
                       x->text[equals] == '=';
    at = word;
    if (!found) continue;
    size_t end = equals + 1;
    while (end < x->length && !strchr("#\n;", x->text[end])) end++;
    *ss_scratch_append(x->reader, x->f->definitions, x->f->definition_count, ss_family_parameter) =
        (ss_family_parameter){.name = ss_span_between(name, behind),
                              .value = ss_span_between(equals + 1, end)};
    at = end;
  }
}
