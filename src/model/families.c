/* families.c: rows of coordinates, bodies, contacts, written once: the text of a model expanded.
 *
 *     coord x[1..n]                        coord x[1], x[2], …
 *     for i in 1..n-1 { STATEMENTS }       the statements once for every i
 *     sum(i in 1..n: FORMULA)              ((FORMULA) + (FORMULA) + …); 0 where there is no i
 *     x[i+1]                               the name x[2] where i = 1
 *
 * Bounds and indices are whole numbers made of digits, indices, parameters, + - * and brackets. A
 * parameter in them must be a whole number by what the file or --set says of it: it says how many
 * there are of something, so that nobody but --set changes it (ss_parameter.counts). What is read
 * afterwards is the expanded text: families are no more than a way to write it.
 *
 * The text is passed over once, a body once for every index: linear in the text that results, which
 * is at most EXPANDED_MOST. Every piece of it remembers where it comes from and under which
 * indices, so that messages speak of the text that the user wrote, and name the indices.
 */
#include "families.h"

enum { EXPANDED_MOST = 64 << 20 };

/* ---- characters ------------------------------------------------------------------------------ */

size_t ss_expander_skip_name(const ss_expander *x, size_t at, size_t end) {
  while (at < end && ss_continues_name(x->text[at])) at++;
  return at;
}

size_t ss_expander_skip_space(const ss_expander *x, size_t at, size_t end, bool lines) {
  for (; at < end; at++) {
    const char c = x->text[at];
    if (lines && c == '#')
      while (at + 1 < end && x->text[at + 1] != '\n') at++;
    else if (c != ' ' && c != '\t' && c != '\r' && !(lines && c == '\n'))
      break;
  }
  return at;
}

size_t ss_expander_skip_quoted(const ss_expander *x, size_t at, size_t end) {
  const char open = x->text[at];
  if (open != '#' && open != '"') return at;
  for (at++; at < end && x->text[at] != '\n'; at++) {
    if (open == '"' && x->text[at] == '\\')
      at++;
    else if (open == '"' && x->text[at] == '"')
      return at + 1;
  }
  return at < end ? at : end;
}

static bool same_word(const ss_expander *x, ss_span a, ss_span b) {
  return a.length == b.length && memcmp(x->text + a.offset, x->text + b.offset, a.length) == 0;
}

size_t ss_expander_find_closing(const ss_expander *x, size_t at, size_t end) {
  size_t level = 0;
  while (at < end) {
    const size_t quoted = ss_expander_skip_quoted(x, at, end);
    if (quoted > at) {
      at = quoted;
      continue;
    }
    if (strchr("([{", x->text[at]) && x->text[at]) level++;
    if (strchr(")]}", x->text[at]) && x->text[at] && --level == 0) return at;
    at++;
  }
  return end;
}

/* ---- messages -------------------------------------------------------------------------------- */

static bool describe(const ss_expansion *f, uint32_t indices, char *note, size_t size) {
  size_t used = 0;
  for (uint32_t i = indices; i; i = f->indices[i - 1].outer) {
    const ss_family_index *own = &f->indices[i - 1];
    const int more = snprintf(note + used, size - used, "%s%.*s = %ld", used ? ", " : "",
                              (int)own->name.length, f->text + own->name.offset, own->value);
    if (more < 0 || (size_t)more >= size - used) break;
    used += (size_t)more;
  }
  return used > 0;
}

bool ss_expander_complain(ss_expander *x, ss_span where, uint32_t indices, const char *what) {
  char note[200];
  const bool named = describe(x->f, indices, note, sizeof note);
  if (!x->broken)
    ss_reader_error(x->reader, where, named ? "%s (%s)" : "%s", what, named ? note : "");
  x->broken = true;
  return false;
}

static const ss_family_piece *find_piece(const ss_expansion *f, size_t out) {
  size_t low = 0, high = f->piece_count;
  while (high - low > 1) {
    const size_t middle = (low + high) / 2;
    if (f->pieces[middle].out <= out)
      low = middle;
    else
      high = middle;
  }
  return f->piece_count ? &f->pieces[low] : NULL;
}

/* Where a place of the expanded text comes from; the end of a stretch is the end of its piece. */
static size_t trace_back(const ss_family_piece *p, size_t out, bool end) {
  const size_t in = p->in + (out - p->out);
  if (p->verbatim && in <= (size_t)p->in + p->length) return in;
  return end ? (size_t)p->in + p->length : p->in;
}

static const char *find_origin(void *user, ss_span *where) {
  ss_expansion *f = user;
  const ss_family_piece *first = find_piece(f, where->offset);
  if (!first) return NULL;
  const size_t last = where->offset + (where->length ? where->length - 1 : 0);
  const size_t from = trace_back(first, where->offset, false);
  const size_t to = trace_back(find_piece(f, last), last + 1, true);
  *where = ss_span_between(from, to > from ? to : from + 1);
  return describe(f, first->indices, f->note, sizeof f->note) ? f->note : NULL;
}

/* ---- pieces ---------------------------------------------------------------------------------- */

static void add_piece(ss_expander *x, size_t in, size_t length, uint32_t indices, bool verbatim) {
  ss_expansion *f = x->f;
  *ss_scratch_append(x->reader, f->pieces, f->piece_count, ss_family_piece) =
      (ss_family_piece){(uint32_t)f->out.length, (uint32_t)in, (uint32_t)length, indices, verbatim};
  if (f->out.length > EXPANDED_MOST && !x->broken) {
    ss_expander_complain(x, ss_span_between(in, in + length), indices,
                         "the families of the model are too large");
    x->reader->list->items[x->reader->list->count - 1].status = SS_LIMIT;
  }
}

static void copy(ss_expander *x, size_t from, size_t to, uint32_t indices) {
  if (from >= to) return;
  add_piece(x, from, to - from, indices, true);
  ss_text_add_bytes(&x->f->out, x->text + from, to - from);
}

void ss_expander_put(ss_expander *x, size_t from, size_t to, uint32_t indices, const char *text) {
  add_piece(x, from, to - from, indices, false);
  ss_text_add(&x->f->out, text);
}

static void put_number(ss_expander *x, size_t from, size_t to, uint32_t indices, long value) {
  char digits[32];
  snprintf(digits, sizeof digits, value < 0 ? "(%ld)" : "%ld", value);
  ss_expander_put(x, from, to, indices, digits);
}

static uint32_t add_index(ss_expander *x, ss_span name, uint32_t outer) {
  ss_expansion *f = x->f;
  *ss_scratch_append(x->reader, f->indices, f->index_count, ss_family_index) =
      (ss_family_index){name, 0, outer};
  return x->reader->failed ? 0 : (uint32_t)f->index_count;
}

/* ---- the text -------------------------------------------------------------------------------- */

/* The names of all indices, each place of the text once. */
static void note_index(ss_expander *x, ss_span name) {
  ss_reader *reader = x->reader;
  for (size_t i = 0; i < reader->index_name_count; i++)
    if (reader->index_names[i].offset == name.offset) return;
  *ss_scratch_append(reader, reader->index_names, reader->index_name_count, ss_span) = name;
}

/* NAME in LOW..HIGH with the closing sign: 'for' and 'sum' begin so. */
static bool read_head(ss_expander *x, size_t at, size_t end, char close, uint32_t indices,
                      ss_span *name, ss_family_range *found) {
  at = ss_expander_skip_space(x, at, end, close == ':');
  const size_t after = ss_expander_skip_name(x, at, end);
  *name = ss_span_between(at, after);
  if (after == at || !ss_begins_name(x->text[at])) return false;
  at = ss_expander_skip_space(x, after, end, close == ':');
  const size_t word = ss_expander_skip_name(x, at, end);
  if (!ss_expander_word_is(x, ss_span_between(at, word), "in")) return false;
  at = ss_expander_skip_space(x, word, end, close == ':');
  if (!ss_expander_read_range(x, at, end, close, indices, found)) return true;
  for (uint32_t i = indices; i; i = x->f->indices[i - 1].outer)
    if (same_word(x, x->f->indices[i - 1].name, *name))
      ss_expander_complain(x, *name, indices, "this index is used around it already");
  if (found->single)
    ss_expander_complain(x, *name, indices, "expected a range of whole numbers, as 1..n");
  note_index(x, *name);
  return true;
}

/* for NAME in LOW..HIGH { … }: behind it, or `at` if it is none; what was copied so far ends at
 * `copied`. */
static size_t expand_for(ss_expander *x, size_t copied, size_t at, size_t end, uint32_t indices) {
  ss_span name;
  ss_family_range r;
  if (!read_head(x, at + 3, end, '{', indices, &name, &r) || x->broken) return at;
  const size_t close = ss_expander_find_closing(x, r.next - 1, end);
  if (close == end) {
    ss_expander_complain(x, ss_span_between(r.next - 1, r.next), indices, "'{' is never closed");
    return at;
  }
  copy(x, copied, at, indices);
  for (long i = r.low; i <= r.high && !x->broken; i++) {
    /* messages look the value up: every round has an entry of its own */
    const uint32_t round = add_index(x, name, indices);
    if (!round) break;
    x->f->indices[round - 1].value = i;
    ss_expander_expand(x, r.next, close, round);
    ss_expander_put(x, close, close + 1, round, "\n");
  }
  return close + 1;
}

/* sum(NAME in LOW..HIGH: …) likewise; `open` is its bracket. */
static size_t expand_sum(ss_expander *x, size_t copied, size_t at, size_t open, size_t end,
                         uint32_t indices) {
  ss_span name;
  ss_family_range r;
  if (!read_head(x, open + 1, end, ':', indices, &name, &r) || x->broken) return at;
  const size_t close = ss_expander_find_closing(x, open, end);
  if (close == end) {
    ss_expander_complain(x, ss_span_between(open, open + 1), indices, "'(' is never closed");
    return at;
  }
  copy(x, copied, at, indices);
  if (r.low > r.high) ss_expander_put(x, at, close + 1, indices, "0");
  for (long i = r.low; i <= r.high && !x->broken; i++) {
    const uint32_t round = add_index(x, name, indices);
    if (!round) break;
    x->f->indices[round - 1].value = i;
    ss_expander_put(x, at, open + 1, indices, i == r.low ? "((" : " + (");
    ss_expander_expand(x, r.next, close, round);
    ss_expander_put(x, close, close + 1, indices, i == r.high ? "))" : ")");
  }
  return close + 1;
}

/* NAME[WHOLE]…, of a range all of them: behind it. */
static size_t expand_indexed(ss_expander *x, ss_span name, size_t end, uint32_t indices) {
  size_t at = (size_t)name.offset + name.length;
  const size_t from = name.offset;
  ss_text head;
  ss_text_start(&head);
  ss_text_add_bytes(&head, x->text + from, name.length);
  while (at < end && x->text[at] == '[' && !x->broken) {
    ss_family_range r;
    if (!ss_expander_read_range(x, at + 1, end, ']', indices, &r)) break;
    for (long i = r.low; i <= r.high && !r.single && !x->broken; i++) {
      char tail[40];
      snprintf(tail, sizeof tail, "[%ld]%s", i, i < r.high ? ", " : "");
      ss_expander_put(x, from, r.next, indices, head.data);
      ss_text_add(&x->f->out, tail);
    }
    at = r.next;
    if (!r.single) {
      ss_text_stop(&head);
      return at;
    }
    ss_text_addf(&head, "[%ld]", r.low);
  }
  if (!x->broken) ss_expander_put(x, from, at, indices, head.data);
  ss_text_stop(&head);
  return at;
}

bool ss_expander_begins_statement(const ss_expander *x, size_t at) {
  while (at > 0 && strchr(" \t\r", x->text[at - 1])) at--;
  if (at == 3 && memcmp(x->text, "\xEF\xBB\xBF", 3) == 0) return true;
  return at == 0 || strchr("\n;{}", x->text[at - 1]);
}

/* A word that is about a body in space likewise: what comes before it is to be written first, and
 * is taken back where it is none. */
static size_t expand_spatial(ss_expander *x, size_t copied, ss_span word, size_t end,
                             uint32_t indices) {
  const size_t from = word.offset, mark = x->f->out.length, pieces = x->f->piece_count;
  copy(x, copied, from, indices);
  size_t behind = from;
  if (ss_expander_begins_statement(x, from))
    behind = ss_space_expand_statement(x, word, end, indices);
  if (behind == from && !x->broken) behind = ss_space_expand_name(x, word, end, indices);
  if (behind > from || x->broken) return behind;
  x->f->out.length = mark;
  x->f->out.data[mark] = '\0';
  x->f->piece_count = pieces;
  return from;
}

/* What a word stands for: behind it, or its beginning if it is nothing special. What comes before
 * it, from `copied` on, is copied where it is. */
static size_t expand_word(ss_expander *x, size_t copied, ss_span word, size_t end,
                          uint32_t indices) {
  const size_t from = word.offset, to = from + word.length;
  const size_t after = ss_expander_skip_space(x, to, end, false);
  if (from > 0 && x->text[from - 1] == '.') return from;
  if (x->spatial) {
    const size_t behind = expand_spatial(x, copied, word, end, indices);
    if (behind > from || x->broken) return x->broken ? end : behind;
  }
  if (ss_expander_word_is(x, word, "for") && ss_expander_begins_statement(x, from)) {
    const size_t behind = expand_for(x, copied, from, end, indices);
    if (behind > from || x->broken) return x->broken ? end : behind;
  }
  if (ss_expander_word_is(x, word, "sum") && after < end && x->text[after] == '(') {
    const size_t behind = expand_sum(x, copied, from, after, end, indices);
    if (behind > from || x->broken) return x->broken ? end : behind;
  }
  if (to < end && x->text[to] == '[' && !ss_expander_word_is(x, word, "in")) {
    copy(x, copied, from, indices);
    return expand_indexed(x, word, end, indices);
  }
  for (uint32_t i = indices; i; i = x->f->indices[i - 1].outer) {
    if (!same_word(x, x->f->indices[i - 1].name, word)) continue;
    copy(x, copied, from, indices);
    put_number(x, from, to, indices, x->f->indices[i - 1].value);
    return to;
  }
  return from;
}

void ss_expander_expand(ss_expander *x, size_t from, size_t to, uint32_t indices) {
  size_t at = from, copied = from;
  if (++x->depth > SS_FAMILY_LEVELS_MOST)
    ss_expander_complain(x, ss_span_between(from, from + 1), indices, "too many levels");
  while (at < to && !x->broken && !x->reader->failed) {
    const size_t quoted = ss_expander_skip_quoted(x, at, to);
    if (quoted > at) {
      at = quoted;
    } else if (isdigit((unsigned char)x->text[at])) { /* 1e3 is no name */
      while (at < to && (ss_continues_name(x->text[at]) || x->text[at] == '.')) at++;
    } else if (ss_begins_name(x->text[at])) {
      const size_t end = ss_expander_skip_name(x, at, to);
      const size_t behind = expand_word(x, copied, ss_span_between(at, end), to, indices);
      if (behind > at) copied = behind;
      at = behind > at ? behind : end;
    } else {
      at++;
    }
  }
  copy(x, copied, to, indices);
  x->depth--;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* Is there anything to expand: a name with a bracket, a word 'for' or 'sum', a body in space? */
static bool has_families(ss_expander *x) {
  bool some = false;
  for (size_t at = 0; at < x->length; at++) {
    const size_t quoted = ss_expander_skip_quoted(x, at, x->length);
    if (quoted > at) {
      at = quoted - 1;
      continue;
    }
    if (!ss_begins_name(x->text[at]) || (at > 0 && ss_continues_name(x->text[at - 1]))) continue;
    const ss_span word = ss_span_between(at, ss_expander_skip_name(x, at, x->length));
    const size_t end = at + word.length;
    x->spatial |= ss_expander_word_is(x, word, "body3") && ss_expander_begins_statement(x, at);
    if (x->spatial || ss_expander_word_is(x, word, "for") || ss_expander_word_is(x, word, "sum") ||
        (end < x->length && x->text[end] == '[' && !ss_expander_word_is(x, word, "in")))
      some = true;
    at = end - 1;
  }
  return some;
}

bool ss_reader_expand(ss_reader *reader, size_t settings, const ss_setting *setting) {
  ss_diagnostics *list = reader->list;
  ss_expander x = {.reader = reader,
                   .text = list->text,
                   .length = list->text_length,
                   .settings = settings,
                   .setting = setting};
  if (!has_families(&x)) return true;
  ss_expansion *f = x.f = ss_reader_borrow(reader, 1, sizeof *f);
  if (!f) return false;
  f->text = x.text;
  ss_text_start(&f->out);
  ss_expander_list_parameters(&x);
  if (!x.spatial || ss_space_collect(&x)) ss_expander_expand(&x, 0, x.length, 0);
  char *text = ss_arena_copy_text(reader->arena, f->out.data ? f->out.data : "", f->out.length);
  if (f->out.failed || !text) reader->failed = true;
  if (!x.broken && !reader->failed) {
    f->map = (ss_text_map){list->text, list->text_length, find_origin, f};
    list->map = &f->map;
    list->text = text;
    list->text_length = f->out.length;
    reader->model->expanded = text;
  }
  ss_text_stop(&f->out);
  return !x.broken && !reader->failed;
}

/* What parameters say how many there are, and indices are no values. */
void ss_reader_check_families(ss_reader *reader) {
  const ss_names *values = &reader->names[SS_NAMESPACE_VALUE];
  for (size_t i = 0; i < reader->count_count; i++) {
    ss_known *known = ss_names_find(values, reader->counts[i], strlen(reader->counts[i]));
    if (!known || known->kind != SS_KIND_PARAMETER) continue;
    known->used = true;
    reader->model->parameter[known->index].counts = true;
  }
  const ss_text_map *map = reader->list->map;
  for (size_t i = 0; map && i < reader->index_name_count; i++) {
    const ss_span name = reader->index_names[i];
    const ss_known *known = ss_names_find(values, map->text + name.offset, name.length);
    if (!known) continue;
    ss_reader_error(reader, known->where, "'%s' is the name of an index too", known->text);
    return;
  }
}
