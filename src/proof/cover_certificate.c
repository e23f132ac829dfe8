/* cover_certificate.c: where a machine can rest in a box, for a second program.
 *
 * The cover with its facts is that of the room rest (ss_rest_find_witness); here it gets the frame
 * of a certificate. Ends of boxes and entries of pushes are doubles, told as the rationals that
 * they are.
 */
#include <math.h>

#include "facts.h"
#include "standstill/json.h"

static json_t *double_of(double x) {
  fmpq_t exact;
  arf_t number;
  fmpq_init(exact);
  arf_init(number);
  arf_set_d(number, x);
  arf_get_fmpq(exact, number);
  json_t *told = ss_evidence_number(exact);
  arf_clear(number);
  fmpq_clear(exact);
  return told;
}

static json_t *list_of(size_t count, const double *x) {
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++) json_array_append_new(list, double_of(x[i]));
  return list;
}

/* Rows of `columns` numbers, each a `stride` behind the one before. */
static json_t *rows_of(size_t rows, size_t columns, size_t stride, const double *x) {
  json_t *list = json_array();
  for (size_t i = 0; i < rows; i++) json_array_append_new(list, list_of(columns, x + i * stride));
  return list;
}

static json_t *place_of(const ss_rest_witness *w, size_t i) {
  const double *end = w->end + i * w->k * 4;
  json_t *place = json_object();
  json_object_set_new(place, "outer", rows_of(w->k, 2, 4, end));
  json_object_set_new(place, "inner",
                      isfinite(end[2]) ? rows_of(w->k, 2, 4, end + 2) : json_null());
  return place;
}

ss_status ss_rest_write_cover(const ss_rest_witness *w, const ss_system *system, size_t settings,
                              const char *const *setting, const char *feedback, ss_text *out) {
  ss_status status;
  json_t *root = ss_certificate_frame("standstill-rest/1", system->model, settings, setting,
                                      feedback, &status);
  json_t *names = json_array(), *places = json_array(), *own = json_object();
  for (size_t j = 0; j < w->k; j++)
    json_array_append_new(names,
                          json_string(system->model->coordinate[w->coordinate[j]].name.text));
  for (size_t i = 0; i < w->places; i++) json_array_append_new(places, place_of(w, i));
  json_object_set_new(own, "coordinates", names);
  json_object_set_new(own, "box", rows_of(w->k, 2, 2, w->box));
  json_object_set_new(root, "system", own);
  json_object_set_new(root, "pushes",
                      rows_of(w->pushes, system->coordinates, system->coordinates, w->push));
  json_object_set_new(root, "cover", json_string(w->tree));
  json_object_set_new(root, "places", places);
  if (status == SS_OK) return ss_json_print_sealed(root, out);
  json_decref(root);
  return status;
}
