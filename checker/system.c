/* system.c: what the certificate says about parameters and system, held against the model.
 *
 * A number of the certificate is either the rational that the model gives, exactly, or an interval
 *
 *     center - radius <= number <= center + radius
 *
 * that contains the model's. The claim of the certificate is about every system within the radii,
 * hence about the model's. The center is the rest point without friction, K q_e = f: 0 where f is,
 * else where K is not singular. No condition depends on it; where there is none, or where it is not
 * rational, the certificate has null in its place.
 */
#include "check.h"

/* "between LOW and HIGH", or the number where both are one. */
static const char *show_interval(run *r, interval x) {
  enum { LONGEST = 160 };
  char *text = new_room(r, LONGEST, 1);
  if (is_exact(x)) return show_rational(r, x.low);
  snprintf(text, LONGEST, "between %s and %s", show_rational(r, x.low), show_rational(r, x.high));
  return text;
}

static void compare_number(run *r, interval x, uncertain A, size_t i, size_t j, const char *what) {
  const interval said = {entry_end(r, A, i, j, -1), entry_end(r, A, i, j, 1)};
  const bool below = fmpq_cmp(x.low, said.low) < 0;
  fmpq *outside = new_rational(r);
  fmpq_sub(outside, below ? said.low : x.high, below ? x.low : said.high);
  if (fmpq_sgn(outside) > 0)
    refuted(r, "%s is %s in the model, %s in the certificate: %s by %.3g", what,
            show_interval(r, x), show_interval(r, said),
            below ? "smaller than its lower end" : "larger than its upper end",
            fmpq_get_d(outside));
}

/* The formula of an exact entry is the number itself, written as such. */
static void want_number(run *r, const char *text, const fmpq *x, const char *what) {
  char *number =
      new_room(r, fmpz_sizeinbase(fmpq_numref(x), 10) + fmpz_sizeinbase(fmpq_denref(x), 10) + 4, 1);
  if (strcmp(fmpq_get_str(number, 10, x), text) != 0)
    refuted(r, "%s is exact, and its formula is not that number", what);
}

/* Where the entry lies: by the certificate's formula if that is shown to be the same function (it
 * then is the entry), by what was derived here otherwise. */
static interval bound_entry(run *r, poly **own, const char *text, const char *what) {
  interval x = find_range(r, *own);
  node *said = read_text_formula(r, text);
  const poly *difference = reduce_poly(r, sum_of(r, *own, value_of(r, said), -1));
  const bool same = vanishes(r, difference);
  if (same) meet(x, range_of(r, said));
  if (same) *own = value_of(r, said);
  if (!same && differs(r, difference))
    refuted(r, "%s is %s in the model, not %.60s", what, show_interval(r, x), text);
  return x;
}

void compare_entries(run *r, table entries, const json_t *formulas, bool flat, uncertain A,
                     const char *what) {
  const size_t columns = (size_t)fmpq_mat_ncols(A.center), rows = (size_t)fmpq_mat_nrows(A.center);
  char place[80];
  want_array(r, formulas, rows, "formulas");
  for (size_t i = 0; i < rows; i++) {
    const json_t *row = json_array_get(formulas, i);
    if (!flat) want_array(r, row, columns, "formulas");
    for (size_t j = 0; j < columns; j++) {
      snprintf(place, sizeof place, "system: entry (%zu, %zu) of %s", i + 1, j + 1, what);
      const json_t *value = flat ? row : json_array_get(row, j);
      const char *text = json_string_value(value);
      if (!text) malformed(r, "%s: a formula is expected", place);
      compare_number(r, bound_entry(r, &entries[i][j], text, place), A, i, j, place);
      if (fmpq_is_zero(entry(A.radius, i, j))) want_number(r, text, entry(A.center, i, j), place);
    }
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
  node *own = read_item(r, it);
  const interval x = range_of(r, own);
  compare_number(r, x, said, 0, 0, what);
  /* a range with rational ends: the interval must be the range */
  if (it->part[1].to && is_exact(range_of(r, read_formula(r, it->part[1]))) &&
      is_exact(range_of(r, read_formula(r, it->part[2]))) &&
      (fmpq_cmp(x.low, entry_end(r, said, 0, 0, -1)) > 0 ||
       fmpq_cmp(x.high, entry_end(r, said, 0, 0, 1)) < 0))
    refuted(r, "%s has a range that the certificate does not give exactly", what);
}

void compare_parameters(run *r, const json_t *parameters) {
  size_t count = 0;
  if (!json_is_object(parameters)) malformed(r, "parameters: an object is expected");
  for (item *it = NULL; (it = next_item(r, it, PARAM)); count++) {
    char *name = new_room(r, it->name.length + 1, 1);
    memcpy(name, it->name.at, it->name.length);
    compare_parameter(r, it, name, parameters);
  }
  if (json_object_size(parameters) != count) malformed(r, "parameters: one is superfluous");
  confirm(r, "the %zu parameters are those of the model and the settings", count);
}

static void compare_names(run *r, const json_t *list, item **items, size_t count,
                          const char *what) {
  if (!json_is_array(list) || json_array_size(list) != count)
    refuted(r, "system: the model has %zu %s", count, what);
  for (size_t i = 0; i < count; i++) {
    const char *text = json_string_value(json_array_get(list, i));
    if (!text || !token_is(items[i]->name, text))
      refuted(r, "system: entry %zu of the %s is not that of the model", i + 1, what);
  }
}

/* The solution of K q = f; NULL where it is not rational, or K is singular and f not 0. */
static matrix *solve_center(run *r) {
  const size_t n = r->system.n;
  const uncertain K = r->system.K, f = r->system.f;
  const bool exact = fmpq_mat_is_zero(f.radius);
  if (exact && fmpq_mat_is_zero(f.center)) return new_matrix(r, n, 1);
  if (!exact || !fmpq_mat_is_zero(K.radius) || rank_of(r, K.center) < n) return NULL;
  return solve_system(r, K.center, f.center);
}

static void compare_center(run *r, const json_t *system) {
  const matrix *q = solve_center(r);
  if (!q && !json_is_null(json_object_get(system, "center")))
    refuted(r, "system: the center is not unique or not rational, and must be null");
  if (q && !fmpq_mat_equal(q, read_vector(r, system, "center", r->system.n)))
    refuted(r, "system: the center is not the rest point without friction");
}

/* A matrix with n rows, or a vector, with its formulas and its radii if there are any. */
static uncertain take_entries(run *r, const json_t *system, const char *name, size_t columns,
                              table entries) {
  const json_t *radius = json_object_get(system, "radius"), *from[] = {system, radius};
  const bool flat = *name == 'p' || *name == 'f';
  const size_t rows = *name == 'p' ? r->system.m : r->system.n;
  matrix *read[] = {NULL, new_matrix(r, rows, columns)};
  for (size_t i = 0; i < (radius ? 2 : 1); i++)
    read[i] =
        flat ? read_vector(r, from[i], name, rows) : read_matrix(r, from[i], name, rows, columns);
  uncertain A = {read[0], read[1]};
  const json_t *formulas = json_object_get(system, "formulas");
  compare_entries(r, entries, json_object_get(formulas, name), flat, A, name);
  return A;
}

#define ENTRIES "M C K f W p"

static void compare_shape(run *r, const json_t *system, bool sure) {
  const char *entries = r->derived.clutches ? ENTRIES " G" : ENTRIES;
  char members[160];
  snprintf(members, sizeof members, "coordinates frictions center formulas%s%s %s",
           sure ? "" : " radius lower", r->derived.clutches ? " clutches" : "", entries);
  read_shape(r, system, "system", members);
  read_shape(r, json_object_get(system, "formulas"), "formulas", entries);
  if (!sure) read_shape(r, json_object_get(system, "radius"), "radius", entries);
}

void compare_system(run *r, const json_t *system) {
  system_data *s = &r->system;
  derived *d = &r->derived;
  bool spring = strcmp(r->theorem, "WL2004-A") == 0 || strcmp(r->theorem, "WL2004-C") == 0;
  bool sure = !json_object_get(system, "radius");
  if (spring) enter_spring(r, system);
  if (!spring && !d->linear)
    malformed(r, "the model is not linear: a stiffness depends on a coordinate");
  compare_shape(r, system, sure);
  compare_names(r, json_object_get(system, "coordinates"), r->coordinate, s->n, "coordinates");
  compare_names(r, json_object_get(system, "frictions"), d->friction, s->m, "frictions");
  s->M = take_entries(r, system, "M", s->n, d->M);
  s->C = take_entries(r, system, "C", s->n, d->C);
  s->K = take_entries(r, system, "K", s->n, d->K);
  s->f = take_entries(r, system, "f", 1, d->f);
  s->W = take_entries(r, system, "W", s->m, d->W);
  s->p = take_entries(r, system, "p", 1, d->p);
  if (d->clutches) {
    compare_names(r, json_object_get(system, "clutches"), d->clutch, d->clutches, "clutches");
    s->G = take_entries(r, system, "G", d->clutches, d->ways);
    if (!fmpq_mat_is_zero(s->G.radius)) malformed(r, "system: G must be exact");
  }
  for (size_t j = 0; j < s->m; j++)
    if (fmpq_sgn(entry_end(r, s->p, j, 0, -1)) <= 0)
      complain(r, d->friction[j]->name, "the friction may vanish within the ranges");
  if (!fmpq_mat_is_zero(s->W.radius)) malformed(r, "system: W must be exact");
  if (!spring) compare_center(r, system);
  s->N = kernel_of_transpose(r, s->W.center);
  s->r = (size_t)fmpq_mat_ncols(s->N);
  take_lower_ends(r, system);
  confirm(r, "the system, %zu coordinates and %zu frictions, follows from the model%s", s->n, s->m,
          sure ? "" : " within its radii");
}
