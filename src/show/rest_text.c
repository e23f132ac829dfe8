/* rest_text.c: rest sets, and whether a machine can rest at a position, for people. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "show_private.h"
#include "standstill/exact.h"

enum { LINES_MOST = 24, FRACTION_MOST = 14, DIGITS = 15 };

/* Is the fraction a decimal number of at most DIGITS digits, so that these say all of it? */
static bool is_decimal(const char *fraction) {
  fmpq_t value;
  fmpz_t limit;
  fmpq_init(value);
  fmpz_init(limit);
  fmpz_ui_pow_ui(limit, 10, DIGITS);
  fmpq_set_str(value, fraction, 10);
  for (int k = 0; k < DIGITS && !fmpz_is_one(fmpq_denref(value)); k++)
    fmpq_mul_ui(value, value, 10);
  const bool decimal =
      fmpz_is_one(fmpq_denref(value)) && fmpz_cmpabs(fmpq_numref(value), limit) < 0;
  fmpq_clear(value);
  fmpz_clear(limit);
  return decimal;
}

/* An exact number as a decimal that says all of it, or as a fraction, however long; others with ten
 * digits, rounding errors of the size of things being 0. */
static void add_number(ss_text *out, double value, const char *fraction, double size) {
  if (!fraction)
    ss_text_addf(out, "%.10g", fabs(value) < 1e-13 * fmax(1, size) ? 0 : value);
  else if (strchr(fraction, '/') && is_decimal(fraction))
    ss_text_addf(out, "%.*g", DIGITS, value);
  else
    ss_text_add(out, fraction);
}

/* So many digits on the side of the fraction that is wanted: at least it (1), or at most (-1). */
static void add_rounded(ss_text *out, double value, const char *fraction, int side, int count) {
  char digits[40];
  fmpq_t exact, rounded;
  fmpq_init(exact);
  fmpq_init(rounded);
  fmpq_set_str(exact, fraction, 10);
  double at = value;
  for (int step = 0; step < 8; step++) {
    snprintf(digits, sizeof digits, "%.*g", count, at);
    const bool negative = digits[0] == '-';
    ss_number_from_text(digits + negative, strlen(digits + negative), rounded);
    if (negative) fmpq_neg(rounded, rounded);
    if (fmpq_cmp(rounded, exact) * side >= 0) break;
    at += side * fmax(pow(10, -count), 2.3e-16) * fabs(value);
  }
  fmpq_clear(exact);
  fmpq_clear(rounded);
  ss_text_add(out, digits);
}

static bool is_long(const char *fraction) {
  return fraction && strlen(fraction) > FRACTION_MOST && !is_decimal(fraction);
}

static double find_size(size_t n, const ss_rest_set *set) {
  double size = 0;
  for (size_t j = 0; j < n; j++) {
    if (isfinite(set->lo[j])) size = fmax(size, fabs(set->lo[j]));
    if (isfinite(set->hi[j])) size = fmax(size, fabs(set->hi[j]));
  }
  return size;
}

/* ---- one set --------------------------------------------------------------------------------- */

static size_t count_vertices(const ss_rest_set *set) {
  size_t count = 0;
  for (size_t i = 0; i < set->parts; i++) count += set->part[i].vertices;
  return count;
}

static void add_count(const ss_rest_set *set, ss_text *out) {
  const size_t count = count_vertices(set);
  if (set->vertices_left_out)
    ss_text_addf(out, " of dimension %zu, its vertices left out", set->dimension);
  else
    ss_text_addf(out, " with %zu %s", count, count == 1 ? "vertex" : "vertices");
}

/* A line, a plane, …: one point, and as many ways to and fro as it has dimensions. */
static bool is_flat(const ss_rest_set *set) {
  return set->shape == SS_REST_POLYHEDRON && set->parts == 1 && set->part[0].vertices == 1 &&
         set->part[0].rays == 2 * set->dimension;
}

static void add_shape(const ss_rest_set *set, ss_text *out) {
  if (is_flat(set) && set->dimension <= 2)
    ss_text_add(out, set->dimension == 1 ? "line" : "plane");
  else if (is_flat(set))
    ss_text_addf(out, "flat of dimension %zu", set->dimension);
  else
    ss_text_add(out, ss_rest_shape_word(set->shape));
  if (!is_flat(set) && (set->shape == SS_REST_POLYTOPE || set->shape == SS_REST_POLYHEDRON ||
                        set->shape == SS_REST_UNION))
    add_count(set, out);
}

/* How sure this is: "exact", "proved", what of it is not, or what a search leaves unbalanced. */
static void add_guarantee(const ss_rest_set *set, ss_text *out) {
  if (set->exact)
    ss_text_add(out, ", exact");
  else if (set->certain && set->connected && set->enclosed)
    ss_text_add(out, ", proved");
  else if (set->certain && set->enclosed)
    ss_text_add(out, ", proved but for being connected");
  else if (set->certain)
    ss_text_add(out, set->shape == SS_REST_POINT ? ", verified"
                                                 : ", verified at its points, traced between them");
  else if (set->parts == 0)
    ss_text_addf(out, ", traced with residual %.2g", set->residual);
}

/* "E1  polytope with 4 vertices, exact; closed: left, right" */
static void add_headline(const ss_system *s, const ss_rest_set *set, ss_text *out) {
  ss_text_addf(out, "%s  ", set->name);
  add_shape(set, out);
  if (set->shape == SS_REST_UNION) ss_text_addf(out, " in %zu parts", set->parts);
  if (set->loop) ss_text_add(out, " that closes");
  if (set->shape == SS_REST_BOX && set->dimension != SIZE_MAX)
    ss_text_addf(out, " around a set of dimension %zu", set->dimension);
  add_guarantee(set, out);
  for (size_t i = 0; i < set->closed_count; i++)
    ss_text_addf(out, "%s%s",
                 i ? ", " : "; closed: ", s->element[set->closed[i]].element->name.text);
  ss_text_add(out, "\n");
}

bool ss_show_is_free(const ss_rest_set *set, size_t j) {
  for (size_t i = 0; i < set->free_count; i++)
    if (set->free[i] == j) return true;
  return false;
}

/* As many digits as tell the ends of a set apart: ten, more where it is narrow and far from 0. */
static int count_digits(const double bounds[2]) {
  const double far = fmax(fabs(bounds[0]), fabs(bounds[1])), width = bounds[1] - bounds[0];
  if (!isfinite(far) || !(width > 0)) return 10;
  return (int)fmin(17, 10 + fmax(0, floor(log10(far / width)) - 3));
}

/* So many digits, not below the number (side 1) or not above it (-1). */
static void add_directed(ss_text *out, double value, int side, int count) {
  char digits[40];
  double at = value;
  for (int step = 0; step < 8; step++) {
    snprintf(digits, sizeof digits, "%.*g", count, at);
    if ((strtod(digits, NULL) - value) * side >= 0) break;
    at += side * 5 * pow(10, -count) * fabs(value);
  }
  ss_text_add(out, digits);
}

/* An end, {outer, inner}: one number, rounded inwards where it is long; or the two between which it
 * lies, where so many digits tell them apart, the outer one rounded outwards, the inner one "?"
 * where it is not known (infinite). */
static void add_end(ss_text *out, const double end[2], const char *fraction, double size,
                    int inwards, int digits) {
  const double outer = end[0], inner = end[1];
  if (is_long(fraction))
    add_rounded(out, outer, fraction, inwards, digits < 15 ? digits + 2 : 17);
  else if (fraction || isnan(inner) || isinf(outer))
    add_number(out, outer, fraction, size);
  else if (fabs(inner) < 1e-13 * fmax(1, size) && fabs(outer) < 1e-13 * fmax(1, size))
    ss_text_add(out, "0");
  else if (fabs(outer - inner) <= 10 * pow(10, -digits) * fmax(fabs(outer), 1e-3 * size))
    add_directed(out, inner, inwards, digits);
  else {
    ss_text_add(out, isinf(inner) && inwards < 0 ? "[?" : "[");
    if (isfinite(inner) || inwards > 0) add_directed(out, fmin(outer, inner), -1, digits);
    ss_text_add(out, ", ");
    if (isfinite(inner) || inwards < 0) add_directed(out, fmax(outer, inner), 1, digits);
    ss_text_add(out, isinf(inner) && inwards > 0 ? "?]" : "]");
  }
}

/* Outer and inner ends; NAN: no inner one is known. */
static void add_interval(ss_text *out, const double bounds[2], const double inner[2],
                         const char *const fractions[2], double size) {
  if (fractions[0] && fractions[1] ? strcmp(fractions[0], fractions[1]) == 0
                                   : bounds[1] - bounds[0] <= 1e-12 * fmax(1, size)) {
    ss_text_add(out, "= ");
    add_number(out, bounds[0] / 2 + bounds[1] / 2, fractions[0], size);
    return;
  }
  const int digits = count_digits(bounds);
  ss_text_add(out, "from ");
  add_end(out, (double[]){bounds[0], inner[0]}, fractions[0], size, 1, digits);
  ss_text_add(out, " to ");
  add_end(out, (double[]){bounds[1], inner[1]}, fractions[1], size, -1, digits);
}

static void add_extent(const ss_system *s, const ss_rest_set *set, ss_text *out) {
  const size_t n = s->coordinates, most = set->chart_lo ? s->model->chart->count : 0;
  const double size = find_size(n, set);
  bool rounded = false;
  ss_table t;
  ss_table_start(&t, 2);
  for (size_t j = 0; j < n + most; j++) {
    const bool chart = j >= n;
    const size_t i = chart ? j - n : j;
    const double bounds[] = {chart ? set->chart_lo[i] : set->lo[i],
                             chart ? set->chart_hi[i] : set->hi[i]};
    const double *const in_lo = chart ? set->chart_inner_lo : set->inner_lo;
    const double *const in_hi = chart ? set->chart_inner_hi : set->inner_hi;
    double inner[] = {in_lo ? in_lo[i] : NAN, in_hi ? in_hi[i] : NAN};
    if (in_lo && set->enclosed && isnan(inner[0])) inner[0] = INFINITY;
    if (in_hi && set->enclosed && isnan(inner[1])) inner[1] = -INFINITY;
    const char *const fractions[] = {!chart && set->exact_lo ? set->exact_lo[i] : NULL,
                                     !chart && set->exact_hi ? set->exact_hi[i] : NULL};
    ss_text text;
    ss_text_start(&text);
    rounded |= bounds[0] < bounds[1] && (is_long(fractions[0]) || is_long(fractions[1]));
    if (!chart && ss_show_is_free(set, i))
      ss_text_add(&text, "anything: nothing depends on it");
    else
      add_interval(&text, bounds, inner, fractions, size);
    ss_table_add(&t, "%s", chart ? s->model->chart->coordinates[i].name.text : s->names[i]);
    ss_table_add_text(&t, &text);
    ss_text_stop(&text);
  }
  ss_table_print(&t, 4, out);
  ss_table_stop(&t);
  if (rounded) ss_text_add(out, "    long fractions are rounded inwards\n");
}

static void add_vector(ss_text *out, size_t n, const double *values, const char *const *fractions,
                       double size) {
  ss_text_add(out, "(");
  for (size_t j = 0; j < n; j++) {
    if (j) ss_text_add(out, ", ");
    add_number(out, values[j], fractions ? fractions[j] : NULL, size);
  }
  ss_text_add(out, ")");
}

/* Whether a ray is followed by its opposite: both are one line of text. */
static bool goes_both_ways(size_t n, const ss_rest_part *part, size_t ray) {
  if (ray + 1 >= part->rays) return false;
  for (size_t j = 0; j < n; j++)
    if (part->ray[ray * n + j] != -part->ray[(ray + 1) * n + j]) return false;
  return true;
}

/* Vertices and rays, a line each, as many as people read. */
static void add_generators(size_t n, const ss_rest_set *set, ss_text *out) {
  const double size = find_size(n, set);
  size_t lines = 0;
  if (set->shape == SS_REST_POINT) return;
  for (size_t i = 0; i < set->parts; i++) {
    const ss_rest_part *part = &set->part[i];
    for (size_t k = 0; k < part->vertices + part->rays; k++, lines++) {
      const bool ray = k >= part->vertices;
      const size_t at = (ray ? k - part->vertices : k) * n;
      const char *const *fractions = ray ? part->exact_ray : part->exact_vertex;
      const bool both = ray && goes_both_ways(n, part, k - part->vertices);
      if (both) k++;
      if (lines >= LINES_MOST) continue;
      ss_text_add(out, both           ? "    unbounded to and fro along "
                       : ray          ? "    unbounded along "
                       : is_flat(set) ? "    through "
                                      : "    vertex ");
      add_vector(out, n, (ray ? part->ray : part->vertex) + at, fractions ? fractions + at : NULL,
                 size);
      ss_text_add(out, "\n");
    }
  }
  if (lines > LINES_MOST) ss_text_addf(out, "    ... and %zu more\n", lines - LINES_MOST);
}

/* Where was searched; ranges of many coordinates that are the same are said once. */
static void add_searched(const ss_rest_sets *sets, ss_text *out) {
  enum { MANY = 8 };
  const size_t n = sets->searched;
  bool same = n > MANY;
  for (size_t i = 1; i < n; i++)
    same = same && sets->from[i] == sets->from[0] && sets->to[i] == sets->to[0];
  if (same)
    ss_text_addf(out, "searched: each of %zu coordinates from %.6g to %.6g\n", n, sets->from[0],
                 sets->to[0]);
  for (size_t i = 0; i < n && !same; i++)
    ss_text_addf(out, "%s%s from %.6g to %.6g%s", i ? ", " : "searched: ", sets->searched_names[i],
                 sets->from[i], sets->to[i], i + 1 == n ? "\n" : "");
}

void ss_show_rest(const ss_rest_sets *sets, ss_text *out) {
  const ss_system *s = sets->system;
  ss_text_addf(out, "%zu rest set%s   %s\n", sets->count, sets->count == 1 ? "" : "s", sets->how);
  add_searched(sets, out);
  for (size_t i = 0; i < sets->searched; i++) /* that angles do goes without saying */
    if (sets->searched_period[i] > 0 && sets->searched_period[i] != 2 * M_PI)
      ss_text_addf(out, "everything repeats after %.9g of %s\n", sets->searched_period[i],
                   sets->searched_names[i]);
  for (size_t i = 0; i < sets->count; i++) {
    const ss_rest_set *set = &sets->set[i];
    ss_text_add(out, "\n  ");
    add_headline(s, set, out);
    add_extent(s, set, out);
    add_generators(s->coordinates, set, out);
    if (set->cut) ss_text_add(out, "    goes on beyond the box or the region that was searched\n");
    if (set->beyond) ss_text_add(out, "    reaches beyond the region; it is told whole\n");
  }
}

void ss_show_expected(const ss_system *s, const ss_expected *e, ss_text *out) {
  if (e->statements == 0) return;
  if (e->tested == 0) {
    ss_text_add(out, "\nthere is no point at which expectations could be tested\n");
    return;
  }
  if (!e->at) {
    ss_text_addf(out, "\nas expected at %zu point%s", e->tested, e->tested == 1 ? "" : "s");
    if (e->skipped) ss_text_addf(out, "; at %zu the relations have no value", e->skipped);
    ss_text_add(out, "\n");
    return;
  }
  const bool refuted = e->verdict == SS_REFUTED;
  ss_text_add(out, refuted ? "\nnot as expected: " : "\nperhaps not as expected: ");
  for (size_t i = 0; i < e->statements; i++) {
    if (i) ss_text_add(out, "; ");
    ss_show_relation(s->graph, e->relation[i], out);
  }
  ss_text_add(out, " is false at ");
  for (size_t j = 0; j < s->coordinates; j++)
    ss_text_addf(out, "%s%s=%.10g", j ? "," : "", s->names[j], e->at[j]);
  ss_text_add(out, refuted ? ", where it can rest (proved)\n"
                           : ", which is not proved to be a place of rest\n");
}

/* ---- a position ------------------------------------------------------------------------------ */

static void add_forces(const ss_system *s, const ss_rest_answer *a, ss_text *out) {
  ss_table t;
  ss_table_start(&t, 3);
  for (size_t e = 0; e < s->elements; e++) {
    const ss_system_element *element = &s->element[e];
    for (size_t k = element->normal == SIZE_MAX ? 1 : 0; k <= element->slips; k++) {
      const size_t at = k ? s->normals + element->slip + k - 1 : element->normal;
      ss_text text;
      ss_text_start(&text);
      add_number(&text, a->forces[at], a->exact_forces ? a->exact_forces[at] : NULL, 1);
      ss_table_add(&t, "%s", element->element->name.text);
      ss_table_add(&t, "%s", k ? ss_show_slip_name(element->element, k - 1) : "N");
      ss_table_add_text(&t, &text);
      ss_text_stop(&text);
    }
  }
  ss_text_add(out, "forces that hold it\n");
  ss_table_print(&t, 2, out);
  ss_table_stop(&t);
}

void ss_show_rest_answer(const ss_system *s, const ss_rest_answer *a, ss_text *out) {
  static const char *const words[] = {
      [SS_PROVED] = "can rest here", [SS_REFUTED] = "cannot rest here", [SS_UNKNOWN] = "undecided"};
  ss_text_addf(out, "%s: %s%s\n", words[a->verdict], a->reason, a->exact ? " (exact)" : "");
  for (size_t i = 0; i < a->closed_count; i++)
    ss_text_addf(out, "%s%s%s", i ? ", " : "closed: ", s->element[a->closed[i]].element->name.text,
                 i + 1 == a->closed_count ? "\n" : "");
  if (a->verdict == SS_UNKNOWN)
    ss_text_addf(out, "unbalanced: %.3g of the largest force\n", a->residual);
  if (a->forces) add_forces(s, a, out);
  if (a->push) {
    ss_text_add(out, "no contact force can stop the motion along ");
    add_vector(out, s->coordinates, a->push, a->exact_push, 1);
    ss_text_add(out, "\n");
  }
}
