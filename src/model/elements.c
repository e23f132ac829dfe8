/* elements.c: contacts, sliders, frictions and clutches: which keys and laws go together.
 *
 *     contact    gap, [slip, law, spin, roll], [restitution]      slider   gap, [slip, law]
 *     friction   slip, normal, law, [spin, roll]                  clutch   slip, law = oneway
 *
 * A law says how many components it takes of slip, spin and roll (the table in model.h); they stand
 * in this order in the element. A law without slip, a slip without law, and components that do not
 * fit are errors here; the ranges of the arguments need numbers and are checked in check_laws.c.
 */
#include <stdio.h>
#include <string.h>

#include "reader.h"

enum { KEY_SLIP, KEY_LAW, KEY_GAP, KEY_NORMAL, KEY_RESTITUTION, KEY_SPIN, KEY_ROLL, KEYS };

static const char *const key_words[KEYS] = {"slip",        "law",  "gap", "normal",
                                            "restitution", "spin", "roll"};

/* For each kind of element: its keys, the required ones in capitals. */
static const char *const key_lists[SS_ELEMENT_COUNT] = {[SS_ELEMENT_CONTACT] = "slGrip",
                                                        [SS_ELEMENT_SLIDER] = "slG",
                                                        [SS_ELEMENT_FRICTION] = "SLNip",
                                                        [SS_ELEMENT_CLUTCH] = "SL"};

static const char key_letters[KEYS + 1] = "slgnrip";

/* An element as it is being read: its keys by number. */
typedef struct draft {
  ss_reader *reader;
  ss_element *element;
  const ss_item *item[KEYS];
  bool broken; /* what is missing may have been there */
  char what[80];
} draft;

static void find_keys(draft *d, const ss_items *items) {
  const char *list = key_lists[d->element->kind];
  ss_block_key keys[KEYS + 1] = {{NULL, false}};
  const ss_item *found[KEYS];
  int numbers[KEYS];
  for (size_t i = 0; list[i]; i++) {
    bool required = list[i] < 'a';
    numbers[i] = (int)(strchr(key_letters, required ? list[i] + 'a' - 'A' : list[i]) - key_letters);
    keys[i] = (ss_block_key){key_words[numbers[i]], required};
  }
  d->broken = !ss_reader_find_keys(d->reader, items, d->what, d->element->name.where, keys, found);
  for (size_t i = 0; list[i]; i++) d->item[numbers[i]] = found[i];
}

/* ---- laws ------------------------------------------------------------------------------------ */

/* How laws and restitutions are written, for hints. */
static const char *const calls[] = {
    "coulomb(mu)",         "disk(mu)",   "ellipse(mu1, mu2)",     "contensou(mu, r)",
    "rolling(mu, r, mur)", "oneway",     "newton(eN, eT)",        "sequential(e)",
    "energetic(e)",        "poisson(e)", "stribeck(mus, muk, vs)"};

static const char *show_call(const char *word) {
  const size_t length = strlen(word);
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
    if (strncmp(calls[i], word, length) == 0 && calls[i][length] == '(') return calls[i];
  return word;
}

static void complain_arguments(draft *d, const ss_item *item, const char *word, int takes,
                               size_t given) {
  if (takes == 0)
    ss_reader_error(d->reader, item->value.where, "'%s' takes no argument", word);
  else
    ss_reader_hint(d->reader,
                   ss_reader_error(d->reader, item->value.where,
                                   "'%s' takes %d argument%s, not %zu", word, takes,
                                   takes > 1 ? "s" : "", given),
                   "as %s", show_call(word));
}

/* Which of the words it is; `count` if none, after a complaint. */
static size_t find_word(draft *d, const ss_item *item, const char *word, size_t count,
                        const char *const *words) {
  size_t i = 0;
  while (i < count && strcmp(words[i], word) != 0) i++;
  if (i == count) {
    ss_span where = item->value.where;
    if (where.length) where.length = (uint32_t)strlen(word);
    ss_diagnostic *complaint =
        ss_reader_error(d->reader, where, "unknown %s '%s'", item->key, word);
    ss_reader_list_words(d->reader, complaint, word, count, words);
  }
  return i;
}

/* Does this kind of element take this law? */
static bool law_fits_element(draft *d, ss_law_kind law) {
  ss_element_kind kind = d->element->kind;
  ss_span where = d->item[KEY_LAW]->value.where;
  if ((kind == SS_ELEMENT_CLUTCH) != (law == SS_LAW_ONEWAY)) {
    ss_reader_error(d->reader, where,
                    law == SS_LAW_ONEWAY ? "the law 'oneway' belongs to a clutch"
                                         : "a clutch has the law 'oneway', no other");
    return false;
  }
  if (kind == SS_ELEMENT_SLIDER && (law == SS_LAW_CONTENSOU || law == SS_LAW_ROLLING)) {
    ss_reader_error(d->reader, where, "a slider cannot have the law '%s'", ss_law_word(law));
    return false;
  }
  return true;
}

/* stribeck(mus, muk, vs) is coulomb(mu), or disk(mu) for a pair, with a mu that the formulas'
 * reader makes of the three. */
static bool read_stribeck(draft *d, const ss_item *item, size_t count, const ss_formula *parts) {
  ss_formula slips[2] = {{0}};
  const ss_item *slip = d->item[KEY_SLIP];
  const bool pair = slip && ss_reader_split_tuple(d->reader, slip, 2, slips) == 2;
  const ss_law_kind law = pair ? SS_LAW_DISK : SS_LAW_COULOMB;
  if (!law_fits_element(d, law)) return false;
  if (count != 3) {
    complain_arguments(d, item, "stribeck", 3, count);
    return false;
  }
  d->element->law = law;
  memcpy(d->element->stribeck, parts, sizeof d->element->stribeck);
  d->element->law_argument[0].where = item->value.where;
  return true;
}

/* True if the element has a law that the rest may be held against. */
static bool read_law(draft *d) {
  const char *words[SS_LAW_COUNT]; /* the last one is a short form */
  const ss_item *item = d->item[KEY_LAW];
  ss_formula parts[3] = {{0}};
  size_t count;
  const char *word = item ? ss_reader_split_call(d->reader, item, 3, parts, &count) : NULL;
  if (!word) return false;
  for (int i = 1; i < SS_LAW_COUNT; i++) words[i - 1] = ss_law_word((ss_law_kind)i);
  words[SS_LAW_COUNT - 1] = "stribeck";
  size_t found = find_word(d, item, word, SS_LAW_COUNT, words);
  if (found == SS_LAW_COUNT - 1) return read_stribeck(d, item, count, parts);
  if (found == SS_LAW_COUNT) return false;
  ss_law_kind law = (ss_law_kind)(found + 1);
  if (!law_fits_element(d, law)) return false;
  if (count != (size_t)ss_law_arguments(law)) {
    complain_arguments(d, item, word, ss_law_arguments(law), count);
    return false;
  }
  d->element->law = law;
  memcpy(d->element->law_argument, parts, sizeof parts);
  return true;
}

static void read_restitution(draft *d) {
  const char *words[SS_RESTITUTION_COUNT];
  const ss_item *item = d->item[KEY_RESTITUTION];
  ss_formula parts[2] = {{0}};
  size_t count;
  const char *word = item ? ss_reader_split_call(d->reader, item, 2, parts, &count) : NULL;
  if (!word) return;
  for (int i = 0; i < SS_RESTITUTION_COUNT; i++)
    words[i] = ss_restitution_word((ss_restitution_kind)i);
  size_t found = find_word(d, item, word, SS_RESTITUTION_COUNT, words);
  if (found == SS_RESTITUTION_COUNT) return;
  ss_restitution_kind kind = (ss_restitution_kind)found;
  if (count != (size_t)ss_restitution_arguments(kind)) {
    complain_arguments(d, item, word, ss_restitution_arguments(kind), count);
    return;
  }
  if (kind == SS_RESTITUTION_ENERGETIC && d->item[KEY_LAW])
    ss_reader_error(d->reader, item->value.where,
                    "'energetic' is for contacts without friction, but %s has a law", d->what);
  d->element->restitution = kind;
  memcpy(d->element->restitution_argument, parts, sizeof parts);
}

/* ---- slips ----------------------------------------------------------------------------------- */

/* Appends the components of slip, spin or roll; the law takes `wanted` of them. */
static void read_components(draft *d, int key, int wanted) {
  const ss_item *item = d->item[key];
  const char *law = ss_law_word(d->element->law), *word = key_words[key];
  ss_formula parts[2] = {{0}};
  bool missed = strchr(key_lists[d->element->kind], 'S') != NULL && key == KEY_SLIP;
  if (!item && wanted && !missed && !d->broken)
    ss_reader_error(d->reader, d->element->name.where, "%s has the law '%s' but no '%s'", d->what,
                    law, word);
  if (!item) return;
  size_t given = ss_reader_split_tuple(d->reader, item, 2, parts);
  if (given == 0) return;
  if (wanted == 0) {
    ss_reader_error(d->reader, item->where, "the law '%s' has no '%s'", law, word);
  } else if (given != (size_t)wanted) {
    ss_reader_error(d->reader, item->value.where,
                    "the law '%s' needs %s as '%s', but this has %zu component%s", law,
                    wanted == 1 ? "one number" : "a pair", word, given, given == 1 ? "" : "s");
  } else {
    for (size_t i = 0; i < given; i++) d->element->slip[d->element->slips++] = parts[i];
  }
}

/* Without a law there is nothing for a slip to do. */
static void complain_lawless(draft *d) {
  static const int keys[] = {KEY_SLIP, KEY_SPIN, KEY_ROLL};
  for (size_t i = 0; i < 3; i++) {
    const ss_item *item = d->item[keys[i]];
    if (!item) continue;
    ss_diagnostic *complaint =
        ss_reader_error(d->reader, item->where, "%s has a '%s' but no law", d->what, item->key);
    ss_reader_hint(d->reader, complaint, "add law = coulomb(mu), or leave the %s out", item->key);
  }
}

/* A key that takes one formula. */
static ss_formula read_single(draft *d, int key) {
  const ss_item *item = d->item[key];
  ss_formula parts[2] = {{0}};
  if (!item) return (ss_formula){0};
  size_t given = ss_reader_split_tuple(d->reader, item, 2, parts);
  if (given <= 1) return item->value;
  ss_reader_error(d->reader, item->value.where, "'%s' needs one formula, but this has %zu",
                  key_words[key], given);
  return (ss_formula){0};
}

#define SLIP_OF(name, word, arguments, slip, spin, roll) {slip, spin, roll},
static const int components[][3] = {SS_LAW_LIST(SLIP_OF)};

void ss_reader_add_element(ss_reader *reader, ss_element_kind kind, const ss_name *name,
                           const ss_items *items) {
  ss_model *model = reader->model;
  ss_element element = {.kind = kind, .name = *name};
  draft d = {.reader = reader, .element = &element};
  snprintf(d.what, sizeof d.what, "%s '%.60s'", ss_element_word(kind), name->text);
  find_keys(&d, items);
  element.gap = read_single(&d, KEY_GAP);
  element.normal = read_single(&d, KEY_NORMAL);
  if (read_law(&d)) {
    read_components(&d, KEY_SLIP, components[element.law][0]);
    read_components(&d, KEY_SPIN, components[element.law][1]);
    read_components(&d, KEY_ROLL, components[element.law][2]);
  } else if (!d.item[KEY_LAW] && !d.broken && kind != SS_ELEMENT_FRICTION &&
             kind != SS_ELEMENT_CLUTCH) {
    complain_lawless(&d);
  }
  read_restitution(&d);
  ss_names_declare(reader, SS_KIND_ELEMENT, model->elements, name);
  *ss_model_append(reader, model->element, model->elements, ss_element) = element;
}
