/* drawings.c: what a machine looks like.
 *
 *     draw line (X, Y) to (X, Y)        also spring, damper, ground, wall
 *     draw polygon (X, Y) (X, Y) (X, Y) …
 *     draw circle (X, Y) radius R
 *     draw arrow CONTACT at (X, Y)      the contact's force, which lights up
 *     draw label "TEXT" at (X, Y)
 *
 * Coordinates are formulas of the state and the time; all of a model's places have two of them, or
 * all have three. Nothing of it changes the mechanics: drawings are read and checked as everything
 * else, and stand outside the model's hash. One table says what each kind consists of.
 */
#include <string.h>

#include "reader.h"

/* What follows the word: so many places, at least; a radius, a name, a text. */
static const struct {
  const char *word;
  size_t places;
  bool many, radius, element, text;
} kinds[] = {
#define SS_DRAWING_ROW(name, word, ...) [SS_DRAWING_##name] = {word, __VA_ARGS__},
    SS_DRAWING_LIST(SS_DRAWING_ROW)
#undef SS_DRAWING_ROW
};

const char *ss_drawing_word(ss_drawing_kind kind) {
  return kinds[kind].word;
}

bool ss_drawing_find(const char *word, ss_drawing_kind *kind) {
  for (int k = 0; k < SS_DRAWING_COUNT; k++) {
    *kind = (ss_drawing_kind)k;
    if (strcmp(word, kinds[k].word) == 0) return true;
  }
  return false;
}

void ss_reader_suggest_drawing(ss_reader *reader, ss_span where, const char *word) {
  const char *words[SS_DRAWING_COUNT];
  for (int k = 0; k < SS_DRAWING_COUNT; k++) words[k] = kinds[k].word;
  ss_diagnostic *item = ss_reader_error(reader, where, "nothing to draw is called '%.40s'", word);
  ss_reader_suggest(reader, item, word, SS_DRAWING_COUNT, words);
}

/* ---- the statement --------------------------------------------------------------------------- */

/* "(" expr "," expr [ "," expr ] ")", appended to the places. */
static bool read_place(ss_reader *reader, ss_drawing *d) {
  ss_formula part[SS_DRAWING_DIMENSIONS] = {0};
  const ss_span where = reader->token.where;
  size_t count = 0;
  if (!ss_reader_accept_sign(reader, '(', "'(' and a place, as (x, 0)")) return false;
  do {
    if (count) ss_reader_advance(reader);
    if (count == SS_DRAWING_DIMENSIONS) return ss_reader_expected(reader, "')'");
    if (!ss_reader_skip_formula(reader, SS_UNTIL_COMMA, &part[count++])) return false;
  } while (ss_reader_at_sign(reader, ','));
  if (!ss_reader_accept_sign(reader, ')', "')'")) return false;
  if (count == 1 || (d->places && count != d->dimensions)) {
    ss_reader_error(reader, where,
                    count == 1 ? "a place has two coordinates, or three"
                               : "places of a drawing have two coordinates, or all have three");
    return false;
  }
  d->dimensions = count;
  for (size_t k = 0; k < count; k++) {
    size_t entries = d->places * count + k;
    *ss_model_append(reader, d->place, entries, ss_formula) = part[k];
  }
  d->places++;
  return true;
}

static bool read_places(ss_reader *reader, ss_drawing *d) {
  const bool joined = kinds[d->kind].places == 2;
  if (!read_place(reader, d)) return false;
  while (d->places < kinds[d->kind].places ||
         (kinds[d->kind].many && reader->token.kind == SS_TOKEN_OPEN)) {
    if (joined && !ss_reader_accept_word(reader, "to", "'to'")) return false;
    if (!read_place(reader, d)) return false;
  }
  return true;
}

static bool read_drawing(ss_reader *reader, ss_drawing *d, ss_name *element) {
  if (kinds[d->kind].element && !ss_reader_accept_name(reader, "the name of a contact", element))
    return false;
  if (kinds[d->kind].text && !ss_reader_read_quoted(reader, &d->text)) return false;
  if ((kinds[d->kind].element || kinds[d->kind].text) &&
      !ss_reader_accept_word(reader, "at", "'at'"))
    return false;
  if (!read_places(reader, d)) return false;
  return !kinds[d->kind].radius || (ss_reader_accept_word(reader, "radius", "'radius'") &&
                                    ss_reader_skip_formula(reader, 0, &d->radius));
}

bool ss_reader_read_draw(ss_reader *reader) {
  ss_name word, element = {0};
  ss_drawing drawing = {.text = "", .element = SIZE_MAX};
  if (!ss_reader_accept_name(reader, "what to draw, as line or circle", &word)) return false;
  if (!ss_drawing_find(word.text, &drawing.kind)) {
    ss_reader_suggest_drawing(reader, word.where, word.text);
    return false;
  }
  drawing.where = word.where;
  const bool good = read_drawing(reader, &drawing, &element);
  ss_reader_add_drawing(reader, &drawing, element.text ? &element : NULL);
  return good;
}

/* ---- both readers ---------------------------------------------------------------------------- */

/* A text has what its grammar asks for; JSON may lack anything. */
static void check_parts(ss_reader *reader, const ss_drawing *d, bool named) {
  const char *word = kinds[d->kind].word;
  const bool many =
      kinds[d->kind].many ? d->places >= kinds[d->kind].places : d->places == kinds[d->kind].places;
  if (!many)
    ss_reader_error(reader, d->where, "a %s has %s%zu place%s", word,
                    kinds[d->kind].many ? "at least " : "", kinds[d->kind].places,
                    kinds[d->kind].places == 1 ? "" : "s");
  if (kinds[d->kind].radius != ss_formula_is_given(&d->radius))
    ss_reader_error(reader, d->where, "a %s has %s radius", word,
                    kinds[d->kind].radius ? "a" : "no");
  if (kinds[d->kind].element != named)
    ss_reader_error(reader, d->where, "a %s has %s contact", word,
                    kinds[d->kind].element ? "a" : "no");
  if (kinds[d->kind].text != (*d->text != '\0'))
    ss_reader_error(reader, d->where, "a %s has %s text", word, kinds[d->kind].text ? "a" : "no");
}

void ss_reader_add_drawing(ss_reader *reader, const ss_drawing *drawing, const ss_name *element) {
  ss_model *model = reader->model;
  if (reader->json) check_parts(reader, drawing, element != NULL);
  if (element)
    *ss_scratch_append(reader, reader->references, reader->reference_count, ss_reference) =
        (ss_reference){.kind = SS_REFERENCE_ELEMENT,
                       .owner = model->drawings,
                       .name = element->text,
                       .where = element->where};
  *ss_model_append(reader, model->drawing, model->drawings, ss_drawing) = *drawing;
}

void ss_reader_check_drawings(ss_reader *reader) {
  const ss_model *model = reader->model;
  for (size_t i = 1; i < model->drawings; i++) {
    const size_t first = model->drawing[0].dimensions, now = model->drawing[i].dimensions;
    if (!first || !now || first == now) continue;
    ss_reader_error(reader, model->drawing[i].where,
                    "this is drawn with %zu coordinates, the first drawing with %zu", now, first);
  }
}
