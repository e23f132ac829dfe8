/* fuzz_model.c: the model reader on any bytes, text or JSON.
 *
 * Besides memory safety it holds the reader to its word: a model comes back exactly when there is
 * no error, every failure has a diagnostic, and the canonical form of a good model reads back to
 * the same hash.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "standstill/model.h"

static void demand(int truth) {
  if (!truth) abort();
}

static ss_status read_again(const ss_text *json, const char *hash) {
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list;
  ss_model *model = NULL;
  ss_diagnostics_start(&list, arena, "fuzz.json", json->data, json->length);
  ss_status status =
      ss_model_parse(arena, "fuzz.json", json->data, json->length, 0, NULL, &list, &model);
  if (status == SS_OK) demand(strcmp(model->hash, hash) == 0);
  ss_model_close(model);
  ss_arena_destroy(arena);
  return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list;
  ss_model *model = NULL;
  ss_text out;
  if (!arena) return 0;
  const char *text = (const char *)data;
  ss_text_start(&out);
  ss_diagnostics_start(&list, arena, "fuzz.still", text, size);
  ss_status status = ss_model_parse(arena, "fuzz.still", text, size, 0, NULL, &list, &model);
  demand((status == SS_OK) == (model != NULL));
  demand((status == SS_OK) == (list.errors == 0));
  ss_diagnostics_print(&list, &out);
  if (model) {
    ss_text_stop(&out);
    ss_text_start(&out);
    ss_model_print_json(model, &out);
    /* the JSON library refuses what is nested more deeply than it likes */
    demand(read_again(&out, model->hash) == SS_OK || out.length > 10000);
  }
  ss_text_stop(&out);
  ss_model_close(model);
  ss_arena_destroy(arena);
  return 0;
}
