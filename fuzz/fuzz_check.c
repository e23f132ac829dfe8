/* fuzz_check.c: the certificate checker on any bytes.
 *
 * A certificate is sealed and carries a digest of its model text, so that bytes changed at random
 * would get no further than that: the target mends both before it checks. Bytes that are no JSON
 * are taken for the text of a model, with a certificate around it, which exercises parser and
 * derivation. Whatever the bytes are, the checker ends with a status, and with a message exactly
 * when something is wrong.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../checker/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Limits that keep a run short. */
enum { LARGEST_SIZE = 20000 };

static void check_sealed(const char *head, size_t size) {
  char hex[65], message[600] = "";
  char *bytes = malloc(size + 100);
  if (!bytes) return;
  if (size) memcpy(bytes, head, size);
  sha256_hex(head, size, hex);
  size += (size_t)sprintf(bytes + size, "\"seal\": \"%s\"\n}\n", hex);
  const int status = check_certificate(bytes, size, NULL, 0, NULL, message);
  if (status < 0 || status > 2 || (status == 0) != (message[0] == '\0')) abort();
  free(bytes);
}

/* The text without its closing brace, and a comma. */
static void check_json(json_t *root) {
  char hex[65];
  json_t *part = json_object_get(root, "model"), *text = json_object_get(part, "text");
  if (json_is_string(text)) {
    sha256_hex(json_string_value(text), json_string_length(text), hex);
    json_object_set_new(part, "sha256", json_string(hex));
  }
  json_object_del(root, "seal");
  char *dump = json_dumps(root, 0);
  size_t length = dump ? strlen(dump) : 0;
  if (length > 2) {
    dump[length - 1] = ',';
    check_sealed(dump, length);
  }
  free(dump);
}

static void check_model(const uint8_t *data, size_t size) {
  json_t *text = json_stringn((const char *)data, size);
  if (!text) return;
  json_t *root =
      json_pack("{s:s, s:{s:s, s:s, s:o}, s:[], s:n, s:{}, s:s, s:s, s:n, s:{}, s:[]}", "format",
                "standstill-certificate/2", "model", "file", "m", "sha256", "", "text", text,
                "settings", "feedback", "parameters", "claim", "globally-attractive", "theorem",
                "WL2004-T2", "level", "system", "conditions");
  if (root) check_json(root);
  json_decref(root);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > LARGEST_SIZE) return 0;
  json_t *root = json_loadb((const char *)data, size, 0, NULL);
  if (json_is_object(root))
    check_json(root);
  else if (size && data[0] == '{')
    check_sealed((const char *)data, size);
  else
    check_model(data, size);
  json_decref(root);
  return 0;
}
