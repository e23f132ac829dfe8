/* evidence.c: exact numbers as certificates write them (docs/certificate.md).
 *
 * A rational is a string in lowest terms; vectors are arrays, matrices arrays of rows, triangles
 * have rows of growing length, without the diagonal where that is 1.
 */
#include "theorem.h"

json_t *ss_evidence(const char *kind) {
  json_t *object = json_object();
  json_object_set_new(object, "kind", json_string(kind));
  return object;
}

json_t *ss_evidence_number(const fmpq_t x) {
  char *text = fmpq_get_str(NULL, 10, x);
  json_t *number = json_string(text);
  flint_free(text);
  return number;
}

static json_t *row(const fmpq_mat_t A, slong i, slong length) {
  json_t *list = json_array();
  for (slong j = 0; j < length; j++)
    json_array_append_new(list, ss_evidence_number(fmpq_mat_entry(A, i, j)));
  return list;
}

json_t *ss_evidence_vector(const fmpq_mat_t column) {
  json_t *list = json_array();
  for (slong i = 0; i < fmpq_mat_nrows(column); i++)
    json_array_append_new(list, ss_evidence_number(fmpq_mat_entry(column, i, 0)));
  return list;
}

json_t *ss_evidence_matrix(const fmpq_mat_t A) {
  json_t *list = json_array();
  for (slong i = 0; i < fmpq_mat_nrows(A); i++)
    json_array_append_new(list, row(A, i, fmpq_mat_ncols(A)));
  return list;
}

json_t *ss_evidence_triangle(const fmpq_mat_t L) {
  json_t *list = json_array();
  for (slong i = 0; i < fmpq_mat_nrows(L); i++) json_array_append_new(list, row(L, i, i));
  return list;
}

void ss_evidence_factors(json_t *evidence, const fmpq_mat_t L, const fmpq_mat_t D) {
  json_object_set_new(evidence, "L", ss_evidence_triangle(L));
  json_object_set_new(evidence, "D", ss_evidence_vector(D));
}

json_t *ss_evidence_texts(size_t count, const char *const *text) {
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++) json_array_append_new(list, json_string(text[i]));
  return list;
}
