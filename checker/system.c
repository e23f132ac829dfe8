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
#include <string.h>

#include "check.h"

static void compare_parameter(run *r, item *it, const char *name, const json_t *all) {
  fmpq *low = new_rational(r), *high = new_rational(r), *radius = new_rational(r), *center;
  const json_t *value = json_object_get(all, name);
  if (!value) malformed(r, "parameters: %s is missing", name);
  find_range(r, evaluate_item(r, it), low, high);
  if (json_is_object(value)) {
    read_shape(r, value, name, "center radius");
    center = read_rational(r, value, "center");
    radius = read_rational(r, value, "radius");
  } else {
    center = read_rational(r, all, name);
  }
  fmpq_sub(low, center, low);
  fmpq_sub(high, high, center);
  if (fmpq_cmp(low, radius) > 0 || fmpq_cmp(high, radius) > 0)
    refuted(r, "the parameter %.40s is not %s, or leaves the interval", name,
            show_rational(r, center));
  bool range = it->part[1].to && fmpq_mpoly_is_fmpq(evaluate(r, it->part[1]), r->ring) &&
               fmpq_mpoly_is_fmpq(evaluate(r, it->part[2]), r->ring);
  if (range && !(fmpq_equal(low, radius) && fmpq_equal(high, radius)))
    refuted(r, "the interval of the parameter %.40s is wider than its range", name);
}

void compare_parameters(run *r, const json_t *parameters) {
  size_t count = 0;
  if (!json_is_object(parameters)) malformed(r, "parameters: an object is expected");
  for (size_t i = 0; i < r->model.item_count; i++) {
    item *it = &r->model.items[i];
    char name[64];
    if (it->kind != PARAM) continue;
    snprintf(name, sizeof name, "%.*s", (int)FLINT_MIN(it->name.length, 60), it->name.at);
    compare_parameter(r, it, name, parameters);
    count++;
  }
  if (json_object_size(parameters) != count) malformed(r, "parameters: one is superfluous");
  confirm(r, "the %zu parameters are those of the model and the settings", count);
}

static void compare_name(run *r, const json_t *list, size_t i, token name, const char *what) {
  const char *text = json_string_value(json_array_get(list, i));
  if (!text || !token_is(name, text))
    refuted(r, "system: %s %zu is %.*s", what, i + 1, (int)FLINT_MIN(name.length, 40), name.at);
}

static void compare_names(run *r, const json_t *system) {
  const json_t *coordinates = json_object_get(system, "coordinates");
  const json_t *frictions = json_object_get(system, "frictions");
  if (json_array_size(coordinates) != r->system.n || json_array_size(frictions) != r->system.m)
    refuted(r, "system: the model has %zu coordinates and %zu frictions with p > 0", r->system.n,
            r->system.m);
  for (size_t i = 0; i < r->system.n; i++)
    compare_name(r, coordinates, i, r->coordinate[i]->name, "coordinate");
  for (size_t i = 0; i < r->system.m; i++)
    compare_name(r, frictions, i, r->derived.friction[i]->name, "friction");
}

/* |entry of the model - center| <= radius; without radii it is the center. */
static void compare_entries(run *r, poly **entries, const matrix *A, const matrix *R,
                            const char *what) {
  fmpq *low = new_rational(r), *high = new_rational(r), *x = new_rational(r);
  const size_t columns = (size_t)fmpq_mat_ncols(A), rows = (size_t)fmpq_mat_nrows(A);
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < columns; j++) {
      const fmpq *center = fmpq_mat_entry(A, i, j), *radius = fmpq_mat_entry(R, i, j);
      find_range(r, entries[i * columns + j], low, high);
      fmpq_sub(x, center, low);
      fmpq_sub(high, high, center);
      if (fmpq_cmp(x, radius) > 0 || fmpq_cmp(high, radius) > 0)
        refuted(r, "system: entry (%zu, %zu) of %s is %s in the model, %s in the certificate",
                i + 1, j + 1, what, show_rational(r, low), show_rational(r, center));
    }
}

static bool has_irrational(run *r, poly **entries, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!fmpq_mpoly_is_fmpq(entries[i], r->ring)) return true;
  return false;
}

static void refuse_negative(run *r, const matrix *R) {
  for (slong i = 0; i < fmpq_mat_nrows(R); i++)
    for (slong j = 0; j < fmpq_mat_ncols(R); j++)
      if (fmpq_sgn(fmpq_mat_entry(R, i, j)) < 0) malformed(r, "system: a radius is negative");
}

/* The matrices and, if it has them, their radii. */
static void read_matrices(run *r, const json_t *from, system_data *s) {
  s->M = read_matrix(r, from, "M", s->n, s->n);
  s->C = read_matrix(r, from, "C", s->n, s->n);
  s->K = read_matrix(r, from, "K", s->n, s->n);
  s->W = read_matrix(r, from, "W", s->n, s->m);
  s->p = read_vector(r, from, "p", s->m);
}

/* The solution of K q = f whose free coordinates are 0, by the reduced echelon form of [K f]. */
static matrix *solve_center(run *r) {
  const size_t n = r->system.n;
  matrix *A = new_matrix(r, n, n + 1), *q = new_matrix(r, n, 1);
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++)
      fmpq_mpoly_get_fmpq(fmpq_mat_entry(A, i, j), r->derived.K[i * n + j], r->ring);
    fmpq_mpoly_get_fmpq(fmpq_mat_entry(A, i, n), r->derived.f[i], r->ring);
  }
  slong rank = fmpq_mat_rref(A, A);
  for (slong i = 0; i < rank; i++) {
    size_t pivot = 0;
    while (fmpq_is_zero(fmpq_mat_entry(A, i, pivot))) pivot++;
    if (pivot == n) malformed(r, "the model has no rest point without friction");
    fmpq_set(fmpq_mat_entry(q, pivot, 0), fmpq_mat_entry(A, i, n));
  }
  return q;
}

static void compare_center(run *r, const json_t *system) {
  const size_t n = r->system.n;
  bool still = true;
  for (size_t i = 0; i < n; i++) still &= fmpq_mpoly_is_zero(r->derived.f[i], r->ring);
  if (!still && (has_irrational(r, r->derived.K, n * n) || has_irrational(r, r->derived.f, n))) {
    if (!json_is_null(json_object_get(system, "center")))
      refuted(r, "system: the center is not rational and must be null");
    if (rank_of(r, r->system.K) < n)
      malformed(r, "system: K is singular and the center irrational");
    return;
  }
  matrix *q = still ? new_matrix(r, n, 1) : solve_center(r);
  if (!fmpq_mat_equal(q, read_vector(r, system, "center", n)))
    refuted(r, "system: the center is not the rest point without friction");
}

/* The model's K is symmetric whatever the symbols are. */
static bool is_symmetric(run *r) {
  const size_t n = r->system.n;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++)
      if (!fmpq_mpoly_equal(r->derived.K[i * n + j], r->derived.K[j * n + i], r->ring))
        return false;
  return true;
}

static void read_system(run *r, const json_t *system, bool uncertain) {
  static const char members[] = "coordinates frictions center M C K W p radius";
  system_data *s = &r->system, radius = *s;
  char shape[sizeof members];
  snprintf(shape, sizeof shape, "%.*s", (int)(sizeof members - 1 - (uncertain ? 0 : 7)), members);
  read_shape(r, system, "system", shape);
  compare_names(r, system);
  read_matrices(r, system, s);
  s->RM = new_matrix(r, s->n, s->n);
  s->RC = new_matrix(r, s->n, s->n);
  s->RK = new_matrix(r, s->n, s->n);
  s->Rp = new_matrix(r, s->m, 1);
  if (!uncertain) return;
  read_shape(r, json_object_get(system, "radius"), "radius", "M C K W p");
  read_matrices(r, json_object_get(system, "radius"), &radius);
  s->RM = radius.M;
  s->RC = radius.C;
  s->RK = radius.K;
  s->Rp = radius.p;
  if (!fmpq_mat_is_zero(radius.W)) malformed(r, "system: W must be exact");
  refuse_negative(r, s->RM);
  refuse_negative(r, s->RC);
  refuse_negative(r, s->RK);
  refuse_negative(r, s->Rp);
}

void compare_system(run *r, const json_t *system) {
  system_data *s = &r->system;
  const derived *d = &r->derived;
  bool spring = expects_spring(r->theorem);
  if (spring) enter_spring(r, system);
  if (!spring && !d->linear)
    malformed(r, "the model is not linear: a stiffness depends on a coordinate");
  bool uncertain = json_object_get(system, "radius") != NULL;
  read_system(r, system, uncertain);
  compare_entries(r, d->M, s->M, s->RM, "M");
  compare_entries(r, d->C, s->C, s->RC, "C");
  compare_entries(r, d->K, s->K, s->RK, "K");
  compare_entries(r, d->W, s->W, new_matrix(r, s->n, s->m), "W");
  compare_entries(r, d->p, s->p, s->Rp, "p");
  if (!spring) compare_center(r, system);
  s->K_symmetric = is_symmetric(r);
  s->N = kernel_of_transpose(r, s->W);
  s->r = (size_t)fmpq_mat_ncols(s->N);
  confirm(r, "the system, %zu coordinates and %zu frictions, follows from the model%s", s->n, s->m,
          uncertain ? " within its radii" : "");
}
