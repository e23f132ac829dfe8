/* model.c: reading a model from beginning to end.
 *
 * The passes of reader.h one after the other. A mistake does not end the reading: what could not be
 * read has no expression, and the checks pass over it, so that one run reports all mistakes. Only
 * limits and memory end it. The canonical form and its hash are made of models without error.
 *
 * A text that opens with '{' is the canonical JSON form. Cost: linear in the text, in the graph for
 * each of a fixed number of sweeps, and what the numeric checks of states take.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_private.h"

/* ---- passes ---------------------------------------------------------------------------------- */

/* After pass 1: everything is declared. */
static void understand(ss_reader *reader, size_t settings, const ss_setting *setting) {
  reader->torn = reader->list->errors > 0;
  if (!reader->torn && !reader->model->coordinates)
    ss_reader_error(reader, SS_NOWHERE, "the model has no coordinate");
  if (!ss_reader_link(reader)) return;
  ss_reader_make_symbols(reader);
  if (reader->failed) return;
  ss_reader_apply_settings(reader, settings, setting);
  ss_reader_list_sites(reader);
  ss_reader_parse_formulas(reader);
  ss_reader_sort_definitions(reader);
  if (reader->failed) return;
  ss_reader_resolve(reader);
  ss_reader_add_up(reader);
  ss_reader_localise(reader);
  if (reader->failed) return;
  ss_reader_find_traits(reader);
  if (reader->failed) return;
  ss_reader_check_contents(reader);
  ss_reader_evaluate(reader);
  if (reader->failed) return;
  ss_reader_check_degrees(reader);
  ss_reader_derive_shapes(reader);
  ss_reader_check_laws(reader);
  ss_reader_check_states(reader);
  ss_reader_check_chart(reader);
  ss_reader_check_mass(reader);
  ss_reader_check_drawings(reader);
  ss_reader_check_units(reader);
  ss_reader_check_unused(reader);
}

static bool is_blank(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (!strchr(" \t\r\n", text[i]) || !text[i]) return false;
  return true;
}

/* A byte order mark says nothing. */
static size_t skip_mark(const char *text, size_t length) {
  return length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

static bool is_json(const char *text, size_t length) {
  size_t i = skip_mark(text, length);
  while (i < length && text[i] && strchr(" \t\r\n", text[i])) i++;
  return i < length && text[i] == '{';
}

/* The bytes of a character in UTF-8; 0 if there is none. Two to four bytes have the least value
 * that needs them; surrogates and what lies above U+10FFFF are no characters; nor is
 * NUL in a text. */
static size_t character_length(const unsigned char *at, size_t left) {
  static const uint32_t least[] = {0, 1, 0x80, 0x800, 0x10000};
  const size_t length = at[0] < 0x80             ? 1
                        : (at[0] & 0xE0) == 0xC0 ? 2
                        : (at[0] & 0xF0) == 0xE0 ? 3
                        : (at[0] & 0xF8) == 0xF0 ? 4
                                                 : 0;
  if (length == 0 || length > left) return 0;
  uint32_t value = length == 1 ? at[0] : at[0] & (0x7Fu >> length);
  for (size_t i = 1; i < length; i++) {
    if ((at[i] & 0xC0) != 0x80) return 0;
    value = value << 6 | (at[i] & 0x3Fu);
  }
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  return value < least[length] || surrogate || value > 0x10FFFF ? 0 : length;
}

/* A model is text: UTF-8 without NUL, in comments and titles too, so that it can be passed on. */
static bool is_text(ss_reader *reader) {
  const unsigned char *text = (const unsigned char *)reader->list->text;
  const size_t length = reader->list->text_length;
  for (size_t at = 0, step; at < length; at += step) {
    step = character_length(text + at, length - at);
    if (step > 0) continue;
    ss_reader_error(reader, (ss_span){(uint32_t)at, 1},
                    "the byte 0x%02X is not %s: a model is a text", text[at],
                    text[at] ? "UTF-8" : "a character");
    return false;
  }
  return true;
}

static void read_json(ss_reader *reader, size_t settings, const ss_setting *setting) {
  const char *text = reader->list->text;
  const size_t length = reader->list->text_length, mark = skip_mark(text, length);
  json_error_t error;
  json_t *root = json_loadb(text + mark, length - mark, JSON_REJECT_DUPLICATES, &error);
  if (!root) {
    size_t at = mark + (error.position > 0 ? (size_t)error.position - 1 : 0);
    ss_reader_error(reader, (ss_span){(uint32_t)at, 1}, "this is not JSON: %s", error.text);
    return;
  }
  reader->list->text = NULL;
  ss_reader_read_json(reader, root);
  if (!reader->failed) understand(reader, settings, setting);
  if (!settings && !reader->failed) ss_reader_check_claims(reader, root);
  reader->list->text = text;
  json_decref(root);
}

static void read(ss_reader *reader, size_t settings, const ss_setting *setting) {
  const char *text = reader->list->text;
  size_t length = reader->list->text_length;
  reader->json = is_json(text, length);
  size_t most = reader->json ? SS_MODEL_JSON_MOST : SS_MODEL_TEXT_MOST;
  if (length > most) {
    ss_reader_error(reader, SS_NOWHERE,
                    "the file is too long: %zu bytes, and a model has at most %zu", length, most)
        ->status = SS_LIMIT;
  } else if (is_blank(text, length)) {
    ss_reader_error(reader, SS_NOWHERE, "the file is empty");
  } else if (!is_text(reader)) {
    return;
  } else if (reader->json) {
    read_json(reader, settings, setting);
  } else {
    if (!ss_reader_expand(reader, settings, setting)) return;
    ss_reader_read_text(reader);
    ss_reader_check_families(reader);
    if (!reader->failed) understand(reader, settings, setting);
    reader->list->text = text;
    reader->list->text_length = length;
    reader->list->map = NULL;
  }
}

/* ---- the result ------------------------------------------------------------------------------ */

static void add_hash(ss_reader *reader) {
  ss_text text;
  ss_text_start(&text);
  ss_model_print_canonical(reader->model, &text);
  ss_sha256(text.data, text.length, reader->model->hash);
  reader->failed = reader->failed || text.failed;
  ss_text_stop(&text);
}

static ss_status conclude(ss_reader *reader) {
  if (reader->failed) {
    ss_reader_error(reader, SS_NOWHERE, "out of memory")->status = SS_MEMORY;
    return SS_MEMORY;
  }
  for (size_t i = 0; i < reader->list->count; i++)
    if (reader->list->items[i].status == SS_LIMIT) return SS_LIMIT;
  return reader->list->errors ? SS_BAD_INPUT : SS_OK;
}

/* The model's silence: empty texts, not NULL. */
static ss_model *start_model(ss_arena *arena, const char *file, const char *text, size_t length) {
  ss_model *model = ss_arena_new(arena, 1, ss_model);
  if (!model) return NULL;
  model->title = model->source = "";
  model->file = ss_arena_copy_text(arena, file, strlen(file));
  model->text = is_json(text, length) ? NULL : ss_arena_copy_text(arena, text, length);
  return model;
}

ss_status ss_model_parse(ss_arena *arena, const char *file, const char *text, size_t length,
                         size_t settings, const ss_setting *setting, ss_diagnostics *list,
                         ss_model **model) {
  *model = start_model(arena, file, text, length);
  ss_reader *reader = calloc(1, sizeof *reader);
  ss_arena *scratch = ss_arena_create();
  ss_status status = SS_MEMORY;
  ss_graph *graph = ss_graph_create();
  if (*model) (*model)->graph = graph;
  if (*model && graph && reader && scratch) {
    *reader = (ss_reader){
        .arena = arena, .scratch = scratch, .list = list, .model = *model, .graph = graph};
    reader->definition = SS_NO_DEFINITION;
    read(reader, settings, setting);
    if (!list->errors && !reader->failed) add_hash(reader);
    status = conclude(reader);
    ss_rewriter_stop(&reader->resolver);
    ss_rewriter_stop(&reader->rates);
    ss_rewriter_stop(&reader->closer);
    ss_graph_seal(graph);
  }
  if (!*model) ss_graph_destroy(graph);
  ss_arena_destroy(scratch);
  free(reader);
  if (status != SS_OK && *model) {
    ss_model_close(*model);
    *model = NULL;
  }
  return status;
}

void ss_model_close(ss_model *model) {
  if (!model) return;
  ss_graph_destroy((ss_graph *)model->graph); /* whoever made it may end it */
  model->graph = NULL;
}

/* ---- files ----------------------------------------------------------------------------------- */

/* The bytes of a file, as far as a model may be long and one more. */
static char *load(ss_arena *arena, FILE *stream, size_t *length) {
  ss_text text;
  char *copy = NULL, block[1 << 16];
  size_t count;
  ss_text_start(&text);
  while (text.length <= SS_MODEL_JSON_MOST && (count = fread(block, 1, sizeof block, stream)) > 0)
    ss_text_add_bytes(&text, block, count);
  *length = text.length;
  if (!text.failed && !ferror(stream)) copy = ss_arena_copy_text(arena, text.data, text.length);
  ss_text_stop(&text);
  return copy;
}

ss_status ss_model_read(ss_arena *arena, const char *file, size_t settings,
                        const ss_setting *setting, ss_diagnostics *list, ss_model **model) {
  *model = NULL;
  errno = 0;
  FILE *stream = fopen(file, "rb");
  size_t length = 0;
  char *text = stream ? load(arena, stream, &length) : NULL;
  int reason = errno;
  if (stream) fclose(stream);
  ss_diagnostics_start(list, arena, file, text, length);
  if (!text) {
    ss_diagnostics_add(list, SS_ERROR, (ss_span){0, 0}, "cannot read the file: %s",
                       strerror(reason))
        ->status = SS_IO;
    return SS_IO;
  }
  return ss_model_parse(arena, file, text, length, settings, setting, list, model);
}
