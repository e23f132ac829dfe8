/* files.h: whole files into memory and what the reader says about a text, for the tests of the
 * model language. */
#ifndef TESTS_MODEL_FILES_H
#define TESTS_MODEL_FILES_H

#include <stdio.h>
#include <stdlib.h>

#include "standstill/model.h"

/* The bytes of a file in the arena, with a zero behind them; NULL if it cannot be read. */
static inline char *read_file(ss_arena *arena, const char *name, size_t *length) {
  FILE *file = fopen(name, "rb");
  if (!file) return NULL;
  fseek(file, 0, SEEK_END);
  *length = (size_t)ftell(file);
  rewind(file);
  char *text = ss_arena_new(arena, *length + 1, char);
  bool whole = fread(text, 1, *length, file) == *length;
  fclose(file);
  return whole ? text : NULL;
}

/* Reads a text as a model, closes the model again, and gives what a person would be told. */
static inline ss_status complain_about(ss_arena *arena, const char *name, const char *text,
                                       size_t length, ss_text *out) {
  ss_diagnostics list;
  ss_diagnostics_start(&list, arena, name, text, length);
  ss_model *model = NULL;
  ss_status status = ss_model_parse(arena, name, text, length, 0, NULL, &list, &model);
  ss_diagnostics_print(&list, out);
  if (status == SS_OK) ss_model_close(model);
  return status;
}

#endif
