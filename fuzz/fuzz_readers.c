/* fuzz_readers.c: a text is given to the program's reader and to the checker's.
 *
 * What the program refuses, the checker must refuse: else a statement could say one thing here and
 * another there. The text is put into a certificate that is empty otherwise; a model that the
 * checker understands is rejected for its parameters or its system. The contrary is no mistake: the
 * checker reads linear machines only. Units are comments to the checker, and what the program finds
 * by numbers (masses that are not positive, states that leave a slider) concerns no proof.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../checker/check.h"
#include "standstill/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LARGEST_SIZE = 20000 };

/* A certificate around the text, with its seal; malloc'ed. NULL if JSON cannot carry the text. */
static char *wrap_text(const char *text, size_t size, size_t *length) {
  char hex[65];
  json_t *value = json_stringn(text, size);
  if (!value) return NULL;
  sha256_hex(text, size, hex);
  json_t *root =
      json_pack("{s:s, s:{s:s, s:s, s:o}, s:[], s:n, s:{}, s:s, s:s, s:n, s:{}, s:[]}", "format",
                "standstill-certificate/2", "model", "file", "m", "sha256", hex, "text", value,
                "settings", "feedback", "parameters", "claim", "globally-attractive", "theorem",
                "WL2004-T2", "level", "system", "conditions");
  char *dump = root ? json_dumps(root, 0) : NULL;
  json_decref(root);
  char *bytes = dump ? calloc(strlen(dump) + 100, 1) : NULL;
  if (bytes) {
    *length = strlen(dump) - 1; /* without '}' */
    memcpy(bytes, dump, *length);
    bytes[(*length)++] = ',';
    sha256_hex(bytes, *length, hex);
    *length += (size_t)sprintf(bytes + *length, "\"seal\": \"%s\"\n}\n", hex);
  }
  free(dump);
  return bytes;
}

static bool checker_understands(const char *text, size_t size) {
  size_t length = 0;
  char message[600] = "", *bytes = wrap_text(text, size, &length);
  if (!bytes) return false;
  check_certificate(bytes, length, NULL, 0, NULL, message);
  free(bytes);
  return strncmp(message, "parameters: ", 12) == 0 ||
         strncmp(message, "system: the member", 18) == 0;
}

/* What the checker does not look at. */
static bool concerns_no_proof(const char *message) {
  static const char *const words[] = {"unit",     "should be in", "kinetic energy",
                                      "in state", "slider",       "chart"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strstr(message, words[i])) return true;
  return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *text = (const char *)data;
  if (size > LARGEST_SIZE || memchr(data, 0, size) || !checker_understands(text, size)) return 0;
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list;
  ss_model *read = NULL;
  if (!arena) return 0;
  ss_diagnostics_start(&list, arena, "fuzz.still", text, size);
  if (ss_model_parse(arena, "fuzz.still", text, size, 0, NULL, &list, &read) == SS_BAD_INPUT)
    for (size_t i = 0; i < list.count; i++)
      if (list.items[i].severity == SS_ERROR && !concerns_no_proof(list.items[i].message)) {
        fprintf(stderr, "the checker understands: %s\n", list.items[i].message);
        abort();
      }
  ss_model_close(read);
  ss_arena_destroy(arena);
  return 0;
}
