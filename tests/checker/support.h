/* support.h: certificates for the tests of the checker: read, changed, sealed again, checked. */
#ifndef TESTS_CHECKER_SUPPORT_H
#define TESTS_CHECKER_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "../../checker/check.h"

typedef struct bytes {
  char *data;
  size_t size;
} bytes;

static inline bytes read_bytes(const char *path) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  fseek(file, 0, SEEK_END);
  bytes b = {NULL, (size_t)ftell(file)};
  rewind(file);
  b.data = calloc(b.size + 1, 1);
  assert_non_null(b.data);
  assert_int_equal(fread(b.data, 1, b.size, file), b.size);
  fclose(file);
  return b;
}

/* The text of a certificate without its seal, sealed. */
static inline bytes seal_certificate(const json_t *certificate) {
  json_t *copy = json_copy((json_t *)certificate);
  json_object_del(copy, "seal");
  char *text = json_dumps(copy, JSON_INDENT(1)), hex[65];
  json_decref(copy);
  assert_non_null(text);
  size_t head = strlen(text) - 2; /* without "\n}" */
  bytes b = {calloc(head + 100, 1), 0};
  memcpy(b.data, text, head);
  head += (size_t)sprintf(b.data + head, ",\n ");
  free(text);
  sha256_hex(b.data, head, hex);
  b.size = head + (size_t)sprintf(b.data + head, "\"seal\": \"%s\"\n}\n", hex);
  return b;
}

static inline int check_json(const json_t *certificate, char message[600]) {
  bytes b = seal_certificate(certificate);
  int status = check_certificate(b.data, b.size, NULL, 0, NULL, message);
  free(b.data);
  return status;
}

#endif
