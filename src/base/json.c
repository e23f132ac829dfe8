/* json.c: numbers, texts and lists as JSON, and failures that rise to the root (json.h).
 *
 * 17 digits bring every double back bit for bit. JSON has no infinity and no NaN: these are null,
 * and so is a list that was not computed. A number is always printed as a real (5.0), so that the
 * type of a key does not depend on its value.
 *
 * Jansson gives NULL where memory is out, takes NULL everywhere, and tells a failed setter by a
 * number that nobody reads: a key would be lost without a word.
 */
#include "standstill/json.h"

#include <math.h>
#include <string.h>

#include "base_private.h"

static void drop(json_t **container) {
  json_decref(*container);
  *container = NULL;
}

void ss_json_set(json_t **object, const char *key, json_t *value) {
  if (json_object_set_new(*object, key, value) != 0) drop(object);
}

void ss_json_append(json_t **array, json_t *value) {
  if (json_array_append_new(*array, value) != 0) drop(array);
}

json_t *ss_json_real(double value) {
  return isfinite(value) ? json_real(value) : json_null();
}

json_t *ss_json_text(const char *text) {
  ss_text plain;
  if (!text) return json_null();
  ss_text_start(&plain);
  for (size_t left = strlen(text), n; left > 0; text += n, left -= n) {
    n = ss_text_character(text, left);
    ss_text_add_bytes(&plain, n ? text : "?", n ? n : 1);
    if (n == 0) n = 1;
  }
  json_t *value = plain.failed ? NULL : json_string(plain.data);
  ss_text_stop(&plain);
  return value;
}

json_t *ss_json_list(size_t count, const double *values) {
  if (!values) return json_null();
  json_t *array = json_array();
  for (size_t i = 0; i < count; i++) ss_json_append(&array, ss_json_real(values[i]));
  return array;
}

json_t *ss_json_matrix(size_t rows, size_t columns, const double *values) {
  json_t *array = json_array();
  for (size_t i = 0; i < rows; i++)
    ss_json_append(&array, ss_json_list(columns, values + i * columns));
  return array;
}

static int add_piece(const char *piece, size_t length, void *out) {
  ss_text_add_bytes(out, piece, length);
  return 0;
}

/* Not json_dumps, which loses pieces when its buffer cannot grow; a text remembers. */
void ss_json_print(json_t *root, ss_text *out) {
  if (!root ||
      json_dump_callback(root, add_piece, out, JSON_INDENT(2) | JSON_REAL_PRECISION(17)) != 0)
    out->failed = true;
  ss_text_add(out, "\n");
  json_decref(root);
}

ss_status ss_json_print_sealed(json_t *root, ss_text *out) {
  char hash[65];
  ss_text body;
  ss_text_start(&body);
  if (!root || json_dump_callback(root, add_piece, &body, JSON_INDENT(1)) != 0) body.failed = true;
  json_decref(root);
  /* without the last brace */
  size_t length = body.length;
  while (length > 0 && body.data[length - 1] != '}') length--;
  if (length > 0) length--;
  while (length > 0 && body.data[length - 1] == '\n') length--;
  const size_t start = out->length;
  ss_text_add_bytes(out, body.data, length);
  ss_text_add(out, ",\n ");
  out->failed = out->failed || body.failed;
  ss_text_stop(&body);
  if (out->failed) return SS_MEMORY;
  ss_sha256(out->data + start, out->length - start, hash);
  ss_text_addf(out, "\"seal\": \"%s\"\n}\n", hash);
  return out->failed ? SS_MEMORY : SS_OK;
}
