/* evidence.c: exact numbers as certificates write them (docs/certificate.md).
 *
 * A rational is a string in lowest terms; vectors are arrays, matrices arrays of rows, triangles
 * have rows of growing length, without the diagonal where that is 1.
 */
#include "prove.h"

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
    json_array_append_new(list, ss_evidence_number(ss_entry(A, i, j)));
  return list;
}

json_t *ss_evidence_vector(const fmpq_mat_t column) {
  json_t *list = json_array();
  for (slong i = 0; i < fmpq_mat_nrows(column); i++)
    json_array_append_new(list, ss_evidence_number(ss_entry(column, i, 0)));
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

static json_t *names(size_t count, const char *const *name) {
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++) json_array_append_new(list, json_string(name[i]));
  return list;
}

json_t *ss_evidence_texts(size_t count, const char *const *text) {
  return names(count, text);
}

static json_t *formula_rows(size_t rows, size_t columns, const char *const *text) {
  json_t *list = json_array();
  for (size_t i = 0; i < rows; i++) json_array_append_new(list, names(columns, text + i * columns));
  return list;
}

static json_t *formulas_of(const ss_linear *l) {
  const ss_linear_formulas *f = &l->formula;
  const size_t n = l->coordinates, m = l->frictions;
  json_t *object = json_object();
  json_object_set_new(object, "M", formula_rows(n, n, f->M));
  json_object_set_new(object, "C", formula_rows(n, n, f->C));
  json_object_set_new(object, "K", formula_rows(n, n, f->K));
  json_object_set_new(object, "f", names(n, f->f));
  json_object_set_new(object, "W", formula_rows(n, m, f->W));
  json_object_set_new(object, "p", names(m, f->p));
  return object;
}

static void add_data(json_t *object, const ss_linear_data *d) {
  json_object_set_new(object, "M", ss_evidence_matrix(d->M));
  json_object_set_new(object, "C", ss_evidence_matrix(d->C));
  json_object_set_new(object, "K", ss_evidence_matrix(d->K));
  json_object_set_new(object, "f", ss_evidence_vector(d->f));
  json_object_set_new(object, "W", ss_evidence_matrix(d->W));
  json_object_set_new(object, "p", ss_evidence_vector(d->p));
}

json_t *ss_evidence_system(const ss_facts *f) {
  json_t *system = json_object();
  const ss_linear *l = f->linear;
  json_object_set_new(system, "coordinates", names(l->coordinates, l->coordinate));
  json_object_set_new(system, "frictions", names(l->frictions, l->friction));
  json_object_set_new(system, "center",
                      f->sure_center ? ss_evidence_vector(f->center) : json_null());
  json_object_set_new(system, "formulas", formulas_of(l));
  add_data(system, &l->center);
  if (f->balls) {
    json_t *radius = json_object();
    add_data(radius, &l->radius);
    json_object_set_new(system, "radius", radius);
  }
  return system;
}
