/* fuzz_readers.c: a text is given to the program's reader and to the checker's.
 *
 * What the program refuses, the checker must refuse: else a statement could say one thing here and
 * another there. The text is put into a certificate that is empty otherwise; a model that the
 * checker understands is rejected for its parameters or its system. Units are comments to the
 * checker, and what the program finds by numbers (masses that are not positive, states that leave a
 * slider) concerns no proof.
 *
 * What the checker refuses as text (its words, names and brackets, not what a linear machine cannot
 * have), the program must refuse too: else it would write what cannot be checked. Machines with
 * first-order states and bodies in space are an exception: of these nothing is ever proved.
 *
 * Both comparisons must be able to see something: a machine that both read comes first.
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
      json_pack("{s:s, s:{s:s, s:s, s:o}, s:[], s:n, s:{}, s:s, s:s, s:s, s:n, s:{}, s:[]}",
                "format", "standstill-certificate/2", "model", "file", "m", "sha256", hex, "text",
                value, "settings", "feedback", "parameters", "claim", "globally-attractive", "how",
                "asymptotic", "theorem", "WL2004-T2", "level", "system", "conditions");
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

static bool contains_one(const char *message, size_t count, const char *const *words) {
  for (size_t i = 0; i < count; i++)
    if (strstr(message, words[i])) return true;
  return false;
}

typedef enum answer { UNDERSTOOD, NO_TEXT, REFUSED } answer;

/* What the checker says of a text; NO_TEXT: it is none of the language. */
static answer ask_checker(const char *text, size_t size, char message[600]) {
  static const char *const reading[] = {
      "no word of the language",
      "a name is expected",
      "is expected",
      "cannot be read",
      "does not end",
      "is not closed",
      "is reserved",
      "defined twice",
      "has no meaning here",
      "unknown statement",
      "unknown function",
      "a key is",
      "leads back to itself",
      "not expected in a form",
      "the state depends on",
  };
  static const char *const unproved[] = {"'aux': unknown statement", "'body3': unknown statement"};
  size_t length = 0;
  char *bytes = wrap_text(text, size, &length);
  message[0] = '\0';
  if (!bytes) return NO_TEXT; /* not UTF-8, or a NUL */
  check_certificate(bytes, length, NULL, 0, NULL, message);
  free(bytes);
  if (strncmp(message, "parameters: ", 12) == 0 || strncmp(message, "system: the member", 18) == 0)
    return UNDERSTOOD;
  if (contains_one(message, sizeof unproved / sizeof *unproved, unproved)) return REFUSED;
  return contains_one(message, sizeof reading / sizeof *reading, reading) ? NO_TEXT : REFUSED;
}

/* The first error of the program that concerns a proof, copied; "" if it has none of these. */
static ss_status ask_program(const char *text, size_t size, char message[600]) {
  static const char *const others[] = {"unit",   "should be in", "kinetic energy", "in state",
                                       "slider", "chart",        " is in ["};
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list;
  ss_model *read = NULL;
  message[0] = '\0';
  if (!arena) return SS_MEMORY;
  ss_diagnostics_start(&list, arena, "fuzz.still", text, size);
  const ss_status status = ss_model_parse(arena, "fuzz.still", text, size, 0, NULL, &list, &read);
  for (size_t i = 0; i < list.count && !message[0]; i++)
    if (list.items[i].severity == SS_ERROR &&
        !contains_one(list.items[i].message, sizeof others / sizeof *others, others))
      snprintf(message, 600, "%s", list.items[i].message);
  ss_model_close(read);
  ss_arena_destroy(arena);
  return status;
}

static void compare(const char *text, size_t size) {
  char checker[600], refusal[600];
  const answer said = ask_checker(text, size, checker);
  const ss_status status = ask_program(text, size, refusal);
  if (status == SS_BAD_INPUT && said == UNDERSTOOD && refusal[0]) {
    fprintf(stderr, "the checker understands what the program refuses: %s\n", refusal);
    abort();
  }
  if (status == SS_OK && said == NO_TEXT) {
    fprintf(stderr, "the program reads what the checker refuses: %s\n", checker);
    abort();
  }
}

static void look_once(void) {
  static const char machine[] = "coord x\nkinetic = x'^2/2\npotential = x^2\n";
  static bool looked;
  char message[600];
  if (looked) return;
  looked = true;
  if (ask_checker(machine, sizeof machine - 1, message) != UNDERSTOOD) {
    fprintf(stderr, "the checker does not understand a machine: %s\n", message);
    abort();
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *text = (const char *)data;
  size_t at = 0;
  look_once();
  while (at < size && strchr(" \t\r\n", data[at])) at++;
  const bool json = at < size && data[at] == '{'; /* the program reads JSON, the checker does not */
  if (size <= LARGEST_SIZE && !json) compare(text, size);
  return 0;
}
