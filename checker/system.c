/* system.c: what the certificate says about parameters and system, held against the model.
 *
 * A number of the certificate is either the rational that the model gives, exactly, or an interval
 *
 *     center - radius <= number <= center + radius
 *
 * that contains the model's. The claim of the certificate is about every system within the radii,
 * hence about the model's. The center is the rest point without friction, K q_e = f; the solution
 * is unique where K is not singular, else the free coordinates of the reduced echelon form are 0.
 * No condition depends on it; where it is not rational the certificate has null in its place.
 */
#include "check.h"

static interval compare_number(run *r, const poly *e, uncertain A, size_t i, size_t j,
                               const char *what) {
  const interval x = find_range(r, e);
  if (fmpq_sgn(entry(A.radius, i, j)) < 0) malformed(r, "%s: a radius is negative", what);
  if (fmpq_cmp(x.low, entry_end(r, A, i, j, -1)) < 0 ||
      fmpq_cmp(x.high, entry_end(r, A, i, j, 1)) > 0)
    refuted(r, "%s is %s in the model, %s in the certificate", what, show_rational(r, x.low),
            show_rational(r, entry(A.center, i, j)));
  return x;
}

void compare_entries(run *r, table entries, uncertain A, const char *what) {
  const size_t columns = (size_t)fmpq_mat_ncols(A.center), rows = (size_t)fmpq_mat_nrows(A.center);
  char place[80];
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < columns; j++) {
      snprintf(place, sizeof place, "system: entry (%zu, %zu) of %s", i + 1, j + 1, what);
      compare_number(r, entries[i][j], A, i, j, place);
    }
}

static void compare_parameter(run *r, item *it, const char *name, const json_t *all) {
  const json_t *value = json_object_get(all, name);
  const bool sure = !json_is_object(value);
  char what[96];
  if (!value) malformed(r, "parameters: %s is missing", name);
  if (!sure) read_shape(r, value, name, "center radius");
  uncertain said = {new_matrix(r, 1, 1), new_matrix(r, 1, 1)};
  fmpq_set(entry(said.center, 0, 0), read_rational(r, sure ? all : value, sure ? name : "center"));
  if (!sure) fmpq_set(entry(said.radius, 0, 0), read_rational(r, value, "radius"));
  snprintf(what, sizeof what, "the parameter %s", name);
  const interval x = compare_number(r, evaluate_item(r, it), said, 0, 0, what);
  /* a range with rational ends: the interval must be the range */
  if (it->part[1].to && is_exact(find_range(r, evaluate(r, it->part[1]))) &&
      is_exact(find_range(r, evaluate(r, it->part[2]))) &&
      (fmpq_cmp(x.low, entry_end(r, said, 0, 0, -1)) > 0 ||
       fmpq_cmp(x.high, entry_end(r, said, 0, 0, 1)) < 0))
    refuted(r, "%s has a range that the certificate does not give exactly", what);
}

void compare_parameters(run *r, const json_t *parameters) {
  size_t count = 0;
  if (!json_is_object(parameters)) malformed(r, "parameters: an object is expected");
  for (item *it = NULL; (it = next_item(r, it, PARAM)); count++) {
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)FLINT_MIN(it->name.length, 60), it->name.at);
    compare_parameter(r, it, name, parameters);
  }
  if (json_object_size(parameters) != count) malformed(r, "parameters: one is superfluous");
  confirm(r, "the %zu parameters are those of the model and the settings", count);
}

static void compare_names(run *r, const json_t *list, item **items, size_t count,
                          const char *what) {
  if (json_array_size(list) != count) refuted(r, "system: the model has %zu %s", count, what);
  for (size_t i = 0; i < count; i++) {
    const char *text = json_string_value(json_array_get(list, i));
    if (!text || !token_is(items[i]->name, text))
      refuted(r, "system: entry %zu of the %s is not that of the model", i + 1, what);
  }
}

/* The solution of K q = f whose free coordinates are 0, by the reduced echelon form of [K f]; 0
 * where f is; NULL where it is not rational. */
static matrix *solve_center(run *r) {
  const size_t n = r->system.n;
  matrix *A = new_matrix(r, n, n + 1), *q = new_matrix(r, n, 1);
  bool still = true, rational = true;
  for (size_t i = 0; i < n; i++) {
    still &= is_zero(r, r->derived.f[i]);
    for (size_t j = 0; j <= n; j++) {
      const interval x = find_range(r, j < n ? r->derived.K[i][j] : r->derived.f[i]);
      fmpq_set(entry(A, i, j), x.low);
      rational &= is_exact(x);
    }
  }
  if (still || !rational) return still ? q : NULL;
  for (slong i = 0, rank = fmpq_mat_rref(A, A); i < rank; i++) {
    size_t pivot = 0;
    while (fmpq_is_zero(entry(A, i, pivot))) pivot++;
    if (pivot == n) malformed(r, "the model has no rest point without friction");
    fmpq_set(entry(q, pivot, 0), entry(A, i, n));
  }
  return q;
}

static void compare_center(run *r, const json_t *system) {
  const matrix *q = solve_center(r);
  if (!q && !json_is_null(json_object_get(system, "center")))
    refuted(r, "system: the center is not rational and must be null");
  if (!q && rank_of(r, r->system.K.center) < r->system.n)
    malformed(r, "system: K is singular and the center irrational");
  if (q && !fmpq_mat_equal(q, read_vector(r, system, "center", r->system.n)))
    refuted(r, "system: the center is not the rest point without friction");
}

/* A matrix with n rows, or the vector p, with its radii if there are any. */
static uncertain take_entries(run *r, const json_t *system, const char *name, size_t columns,
                              table entries) {
  const size_t n = r->system.n, m = r->system.m;
  const json_t *radius = json_object_get(system, "radius"), *from[] = {system, radius};
  matrix *read[] = {NULL, new_matrix(r, *name == 'p' ? m : n, columns)};
  for (size_t i = 0; i < (radius ? 2 : 1); i++)
    read[i] =
        *name == 'p' ? read_vector(r, from[i], name, m) : read_matrix(r, from[i], name, n, columns);
  uncertain A = {read[0], read[1]};
  compare_entries(r, entries, A, name);
  return A;
}

void compare_system(run *r, const json_t *system) {
  system_data *s = &r->system;
  derived *d = &r->derived;
  bool spring = strcmp(r->theorem, "WL2004-A") == 0 || strcmp(r->theorem, "WL2004-C") == 0;
  bool sure = !json_object_get(system, "radius");
  if (spring) enter_spring(r, system);
  if (!spring && !d->linear)
    malformed(r, "the model is not linear: a stiffness depends on a coordinate");
  read_shape(r, system, "system",
             sure ? "coordinates frictions center M C K W p"
                  : "coordinates frictions center M C K W p radius");
  if (!sure) read_shape(r, json_object_get(system, "radius"), "radius", "M C K W p");
  compare_names(r, json_object_get(system, "coordinates"), r->coordinate, s->n, "coordinates");
  compare_names(r, json_object_get(system, "frictions"), d->friction, s->m, "frictions");
  s->M = take_entries(r, system, "M", s->n, d->M);
  s->C = take_entries(r, system, "C", s->n, d->C);
  s->K = take_entries(r, system, "K", s->n, d->K);
  s->W = take_entries(r, system, "W", s->m, d->W);
  s->p = take_entries(r, system, "p", 1, d->p);
  if (!fmpq_mat_is_zero(s->W.radius)) malformed(r, "system: W must be exact");
  if (!spring) compare_center(r, system);
  s->N = kernel_of_transpose(r, s->W.center);
  s->r = (size_t)fmpq_mat_ncols(s->N);
  confirm(r, "the system, %zu coordinates and %zu frictions, follows from the model%s", s->n, s->m,
          sure ? "" : " within its radii");
}
