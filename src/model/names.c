/* names.c: who is declared under which name.
 *
 * Values (parameters, coordinates, abbreviations, inputs, chart coordinates) share one table, since
 * a formula must know what a name means; bodies, points, elements, states, regions, feedback laws,
 * shapes and expectations have one each. A table is a list in the order of declaration with a hash
 * index (open addressing, at most half full): looking up costs O(1) on average.
 *
 * A second declaration in the same table is an error; the first one keeps the name. Words that mean
 * something in formulas (functions, pi, t, in) cannot name a value.
 */
#include "reader.h"

#include <string.h>

enum { MOST_CANDIDATES = 2000 };

#define WORD_OF(name, word, table)  word,
#define TABLE_OF(name, word, table) SS_NAMESPACE_##table,

static const char *const words[] = {SS_KIND_LIST(WORD_OF)};
static const ss_namespace tables[] = {SS_KIND_LIST(TABLE_OF)};

const char *ss_kind_word(ss_kind kind) {
  return words[kind];
}

static size_t hash(const char *text, size_t length) {
  uint64_t h = 14695981039346656037u;
  for (size_t i = 0; i < length; i++) h = (h ^ (unsigned char)text[i]) * 1099511628211u;
  return (size_t)(h ^ h >> 29);
}

ss_known *ss_names_find(const ss_names *names, const char *text, size_t length) {
  if (!names->slot_count) return NULL;
  size_t mask = names->slot_count - 1;
  for (size_t i = hash(text, length) & mask; names->slots[i]; i = (i + 1) & mask) {
    ss_known *known = &names->items[names->slots[i] - 1];
    if (strncmp(known->text, text, length) == 0 && known->text[length] == '\0') return known;
  }
  return NULL;
}

static void put(ss_names *names, size_t index) {
  const char *text = names->items[index].text;
  size_t mask = names->slot_count - 1, i = hash(text, strlen(text)) & mask;
  while (names->slots[i]) i = (i + 1) & mask;
  names->slots[i] = (uint32_t)index + 1;
}

static void add(ss_reader *reader, ss_names *names, ss_known known) {
  ss_known *slot = ss_scratch_append(reader, names->items, names->count, ss_known);
  *slot = known;
  if (reader->failed) return;
  if (2 * names->count <= names->slot_count) {
    put(names, names->count - 1);
    return;
  }
  size_t size = names->slot_count ? 2 * names->slot_count : 64;
  uint32_t *slots = ss_reader_borrow(reader, size, sizeof *slots);
  if (!slots) return;
  names->slots = slots;
  names->slot_count = size;
  for (size_t i = 0; i < names->count; i++) put(names, i);
}

static bool is_reserved(const char *name) {
  return ss_op_from_word(name, strlen(name)) != SS_OP_COUNT || strcmp(name, "t") == 0 ||
         strcmp(name, "in") == 0;
}

static const char *reason_of(const char *name) {
  if (strcmp(name, "t") == 0) return "it is the time";
  if (strcmp(name, "pi") == 0) return "it is the number 3.14159...";
  return strcmp(name, "in") == 0 ? "it is a word of the language" : "it is a function";
}

/* The name is taken: by something of the same kind, or of another in the same table. */
static void complain_twice(ss_reader *reader, ss_kind kind, const ss_name *name,
                           const ss_known *first) {
  const char *word = words[first->kind];
  const char *article = strchr("aei", *word) ? "an" : "a";
  ss_diagnostic *item =
      first->kind == kind
          ? ss_reader_error(reader, name->where, "%s '%s' is defined twice", word, name->text)
          : ss_reader_error(reader, name->where, "'%s' is already the name of %s %s", name->text,
                            article, word);
  if (!reader->json && item != &reader->list->spill)
    ss_reader_hint(reader, item, "first defined in line %u", ss_reader_line(reader, first->where));
}

bool ss_names_declare(ss_reader *reader, ss_kind kind, size_t index, const ss_name *name) {
  ss_names *names = &reader->names[tables[kind]];
  const ss_known *first = ss_names_find(names, name->text, strlen(name->text));
  bool reserved = tables[kind] == SS_NAMESPACE_VALUE && is_reserved(name->text);
  if (reserved)
    ss_reader_error(reader, name->where, "'%s' cannot be the name of a value: %s", name->text,
                    reason_of(name->text));
  else if (first)
    complain_twice(reader, kind, name, first);
  /* known all the same, so that its uses are not reported again */
  if (!first) add(reader, names, (ss_known){name->text, kind, index, name->where, reserved});
  return !reserved && !first;
}

void ss_names_suggest(ss_reader *reader, ss_diagnostic *item, const char *name, ss_namespace table,
                      unsigned kinds) {
  const char *candidates[MOST_CANDIDATES];
  const ss_names *names = &reader->names[table];
  size_t count = 0;
  if (item == &reader->list->spill) return;
  for (size_t i = 0; i < names->count && count < MOST_CANDIDATES; i++)
    if (kinds >> names->items[i].kind & 1) candidates[count++] = names->items[i].text;
  ss_reader_suggest(reader, item, name, count, candidates);
}
