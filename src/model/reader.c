/* reader.c: memory and messages of the passes that read a model.
 *
 * Memory: arrays double in an arena, so that n items cost O(n). When memory is out, an array hands
 * out a spare item that belongs to nobody and `failed` is set; the passes go on harmlessly and the
 * reading ends with SS_MEMORY. Messages: a text model names line and column, a JSON model the path
 * of the formula ("elements.left.gap: …"), because its lines mean nothing to a person. SS_NOWHERE
 * concerns the file as a whole.
 */
#include "reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- memory ---------------------------------------------------------------------------------- */

static void *take(ss_reader *reader, ss_arena *arena, size_t count, size_t size) {
  void *block = ss_arena_alloc(arena, count, size);
  if (!block) reader->failed = true;
  return block;
}

void *ss_reader_keep(ss_reader *reader, size_t count, size_t size) {
  return take(reader, reader->arena, count, size);
}

void *ss_reader_borrow(ss_reader *reader, size_t count, size_t size) {
  return take(reader, reader->scratch, count, size);
}

void *ss_reader_append(ss_reader *reader, ss_arena *arena, void *items, size_t *count,
                       size_t size) {
  char *old, *grown;
  memcpy(&old, items, sizeof old);
  /* the capacity is the next power of two: full when the count is one */
  if ((*count & (*count - 1)) == 0) {
    grown = take(reader, arena, *count ? 2 * *count : 1, size);
    if (!grown) return memset(reader->spill, 0, sizeof reader->spill);
    if (*count) memcpy(grown, old, *count * size);
    memcpy(items, &grown, sizeof grown);
    old = grown;
  }
  return old + size * (*count)++;
}

/* ---- messages -------------------------------------------------------------------------------- */

static ss_diagnostic *add(ss_reader *reader, ss_severity severity, ss_span where,
                          const char *format, va_list args) {
  char message[512];
  vsnprintf(message, sizeof message, format, args);
  const char *path = "", *text = reader->list->text;
  if (reader->json && !text && where.offset < reader->source_count)
    path = reader->sources[where.offset].path;
  if (where.offset == SS_NOWHERE.offset) reader->list->text = NULL;
  ss_diagnostic *item =
      ss_diagnostics_add(reader->list, severity, where, "%s%s%s", path, *path ? ": " : "", message);
  reader->list->text = text;
  return item;
}

ss_diagnostic *ss_reader_error(ss_reader *reader, ss_span where, const char *format, ...) {
  va_list args;
  va_start(args, format);
  ss_diagnostic *item = add(reader, SS_ERROR, where, format, args);
  va_end(args);
  return item;
}

ss_diagnostic *ss_reader_warn(ss_reader *reader, ss_span where, const char *format, ...) {
  va_list args;
  va_start(args, format);
  ss_diagnostic *item = add(reader, SS_WARNING, where, format, args);
  va_end(args);
  return item;
}

ss_complaint ss_reader_state_complaint(const ss_reader *reader) {
  const ss_model *model = reader->model;
  for (size_t i = 0; i < model->parameters; i++)
    if (model->parameter[i].overridden) return ss_reader_warn;
  return ss_reader_error;
}

void ss_reader_hint(ss_reader *reader, ss_diagnostic *item, const char *format, ...) {
  char hint[256];
  va_list args;
  if (item == &reader->list->spill) return;
  va_start(args, format);
  vsnprintf(hint, sizeof hint, format, args);
  va_end(args);
  item->hint = ss_arena_copy_text(reader->list->arena, hint, strlen(hint));
}

void ss_reader_suggest(ss_reader *reader, ss_diagnostic *item, const char *name, size_t count,
                       const char *const *candidates) {
  if (item == &reader->list->spill) return;
  const char *near = ss_nearest_name(name, count, candidates);
  if (near) ss_reader_hint(reader, item, "did you mean '%s'?", near);
}

void ss_reader_list_words(ss_reader *reader, ss_diagnostic *item, const char *word, size_t count,
                          const char *const *words) {
  if (item == &reader->list->spill) return;
  const char *near = ss_nearest_name(word, count, words);
  ss_text list;
  ss_text_start(&list);
  if (near) ss_text_addf(&list, "did you mean '%s'? ", near);
  for (size_t i = 0; i < count; i++)
    ss_text_addf(&list, "%s%s", i == 0 ? "there are " : i + 1 < count ? ", " : " and ", words[i]);
  if (!list.failed) ss_reader_hint(reader, item, "%s", list.data);
  ss_text_stop(&list);
}

/* ---- the source and the names ---------------------------------------------------------------- */

char *ss_reader_copy(ss_reader *reader, ss_span where) {
  char *copy = ss_arena_copy_text(reader->arena, reader->list->text + where.offset, where.length);
  if (!copy) reader->failed = true;
  return copy ? copy : reader->spill;
}

unsigned ss_reader_line(const ss_reader *reader, ss_span where) {
  const ss_text_map *map = reader->list->map;
  const char *text = map ? map->text : reader->list->text;
  unsigned line = 1;
  if (map) map->find(map->user, &where);
  for (size_t i = 0; i < where.offset; i++) line += text[i] == '\n';
  return line;
}

ss_name *ss_reader_name(ss_reader *reader, ss_kind kind, size_t index) {
  ss_model *model = reader->model;
  switch (kind) {
  case SS_KIND_PARAMETER: return &model->parameter[index].name;
  case SS_KIND_COORDINATE: return &model->coordinate[index].name;
  case SS_KIND_ABBREVIATION: return &model->abbreviation[index].name;
  case SS_KIND_INPUT: return &model->input[index].name;
  case SS_KIND_CHART: return &model->chart->coordinates[index].name;
  case SS_KIND_BODY: return &model->body[index].name;
  case SS_KIND_POINT: return &model->point[index].name;
  case SS_KIND_ELEMENT: return &model->element[index].name;
  case SS_KIND_STATE: return &model->state[index].name;
  case SS_KIND_REGION: return &model->region[index].name;
  case SS_KIND_EXPECTATION: return &model->expectation[index].name;
  case SS_KIND_SHAPE: return &model->shape[index].name;
  case SS_KIND_LYAPUNOV: return &model->lyapunov[index].name;
  case SS_KIND_FEEDBACK:
  case SS_KIND_COUNT: break;
  }
  return NULL;
}
