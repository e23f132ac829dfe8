/* field_certificate.c: what a second program needs to check that a function falls.
 *
 * Gram matrices are written as their factors, G = L D L^T, over bases of exponents: the checker
 * multiplies sum_k D_k (sum_i L_ik m_i)^2 out and compares. A refutation is its point.
 */
#include <stdlib.h>

#include "field_private.h"
#include "standstill/json.h"

static json_t *rational(const fmpq *x) {
  char *text = fmpq_get_str(NULL, 10, x);
  json_t *value = json_string(text);
  flint_free(text);
  return value;
}

static json_t *exponents(const ss_field *flow, uint32_t monomial) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < flow->coordinates; i++)
    ss_json_append(&list, json_integer(ss_ring_exponent(flow->ring, monomial, i)));
  return list;
}

/* The rows of L below the diagonal, and D. */
static json_t *factors(const ss_field *flow, const ss_field_gram *gram) {
  const slong n = (slong)gram->count;
  fmpq_mat_t L, D;
  fmpq_mat_init(L, n, n);
  fmpq_mat_init(D, n, 1);
  ss_exact_ldl(gram->matrix, L, D, NULL);
  json_t *object = json_object(), *basis = json_array(), *rows = json_array(), *list = json_array();
  for (slong i = 0; i < n; i++) {
    json_t *row = json_array();
    for (slong j = 0; j < i; j++) ss_json_append(&row, rational(fmpq_mat_entry(L, i, j)));
    ss_json_append(&rows, row);
    ss_json_append(&list, rational(fmpq_mat_entry(D, i, 0)));
    ss_json_append(&basis, exponents(flow, gram->basis[i]));
  }
  ss_json_set(&object, "basis", basis);
  ss_json_set(&object, "L", rows);
  ss_json_set(&object, "D", list);
  fmpq_mat_clear(L);
  fmpq_mat_clear(D);
  return object;
}

static json_t *model_of(const ss_field *flow) {
  char hash[65];
  ss_sha256(flow->text, flow->length, hash);
  json_t *object = json_object();
  ss_json_set(&object, "file", ss_json_text(flow->file ? flow->file : ""));
  ss_json_set(&object, "sha256", json_string(hash));
  ss_json_set(&object, "text", json_stringn(flow->text, flow->length));
  return object;
}

ss_status ss_field_write_certificate(const ss_field *flow, const ss_field_answer *answer,
                                     ss_text *out) {
  static const char *const member[] = {"function", "squares", "multiplier"};
  if (answer->verdict == SS_UNKNOWN) return SS_BAD_ARGUMENT;
  json_t *root = json_object();
  ss_json_set(&root, "format", json_string("standstill-flow/1"));
  ss_json_set(&root, "model", model_of(flow));
  ss_json_set(&root, "level", rational(answer->level));
  if (answer->verdict == SS_PROVED) {
    for (size_t k = 0; k < 3; k++) ss_json_set(&root, member[k], factors(flow, &answer->gram[k]));
  } else {
    json_t *point = json_array();
    for (size_t i = 0; i < flow->coordinates; i++)
      ss_json_append(&point, rational(&answer->point[i]));
    ss_json_set(&root, "point", point);
  }
  return ss_json_print_sealed(root, out);
}
