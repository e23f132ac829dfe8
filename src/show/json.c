/* json.c: numbers and lists as JSON.
 *
 * 17 digits bring every double back bit for bit. JSON has no infinity and no NaN: these are null,
 * and so is a list that was not computed. A number is always printed as a real (5.0), so that the
 * type of a key does not depend on its value.
 */
#include <math.h>
#include <stdlib.h>

#include "json_private.h"

json_t *ss_json_real(double value) {
  return isfinite(value) ? json_real(value) : json_null();
}

json_t *ss_json_list(size_t count, const double *values) {
  if (!values) return json_null();
  json_t *array = json_array();
  for (size_t i = 0; i < count; i++) json_array_append_new(array, ss_json_real(values[i]));
  return array;
}

json_t *ss_json_matrix(size_t rows, size_t columns, const double *values) {
  json_t *array = json_array();
  for (size_t i = 0; i < rows; i++)
    json_array_append_new(array, ss_json_list(columns, values + i * columns));
  return array;
}

void ss_json_print(json_t *root, ss_text *out) {
  char *text = json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
  if (text)
    ss_text_addf(out, "%s\n", text);
  else
    out->failed = true;
  free(text);
  json_decref(root);
}
