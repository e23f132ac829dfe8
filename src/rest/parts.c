/* parts.c: convex parts gathered into rest sets.
 *
 * Parts that share a point belong to one connected set; whether they do is decided exactly
 * (polyhedron.c). Everything else here is writing down: vertices and rays as doubles and as
 * fractions, sides with normals of length 1, the extent as least and greatest coordinates of the
 * vertices, the centre as the mean of the vertices of the first part, which is a member because the
 * part is convex. A contact is closed in the set if its gap is 0 at every generator.
 */
#include "parts.h"

#include <math.h>
#include <stdlib.h>

#include "rest_private.h"

/* ---- gathering ----------------------------------------------------------------------------- */

ss_status ss_parts_add(ss_parts *parts, ss_polyhedron *polyhedron) {
  for (size_t i = 0; i < parts->count; i++)
    if (ss_polyhedron_inside(polyhedron, &parts->part[i])) {
      ss_polyhedron_clear(polyhedron);
      return SS_OK;
    }
  size_t kept = 0;
  for (size_t i = 0; i < parts->count; i++)
    if (ss_polyhedron_inside(&parts->part[i], polyhedron))
      ss_polyhedron_clear(&parts->part[i]);
    else
      parts->part[kept++] = parts->part[i];
  parts->count = kept;
  if (parts->count == parts->capacity) {
    const size_t capacity = 2 * parts->capacity + 8;
    ss_polyhedron *more = realloc(parts->part, capacity * sizeof *more);
    if (!more) {
      ss_polyhedron_clear(polyhedron);
      return SS_MEMORY;
    }
    parts->part = more;
    parts->capacity = capacity;
  }
  parts->part[parts->count++] = *polyhedron;
  return SS_OK;
}

void ss_parts_clear(ss_parts *parts) {
  for (size_t i = 0; i < parts->count; i++) ss_polyhedron_clear(&parts->part[i]);
  free(parts->part);
}

/* group[i]: the lowest part that part i is connected with. */
static ss_status connect(const ss_parts *parts, size_t *group) {
  for (size_t i = 0; i < parts->count; i++) group[i] = i;
  for (size_t i = 0; i < parts->count; i++)
    for (size_t j = 0; j < i; j++) {
      bool meet;
      if (group[i] == group[j]) continue;
      const ss_status status = ss_polyhedron_meet(&parts->part[i], &parts->part[j], &meet);
      if (status != SS_OK) return status;
      const size_t low = group[i] < group[j] ? group[i] : group[j];
      const size_t high = group[i] < group[j] ? group[j] : group[i];
      for (size_t k = 0; meet && k <= i; k++)
        if (group[k] == high) group[k] = low;
    }
  return SS_OK;
}

/* ---- writing down one part ----------------------------------------------------------------- */

/* Generators of one kind, as numbers and as fractions. */
typedef struct listing {
  size_t count;
  double *number;
  const char **fraction;
} listing;

static bool start_listing(ss_arena *arena, size_t count, size_t n, bool exact, listing *list) {
  list->count = 0;
  list->number = ss_arena_new(arena, count * n, double);
  list->fraction = exact ? ss_arena_new(arena, count * n, const char *) : NULL;
  return list->number && (list->fraction || !exact);
}

/* Appends sign * row[1..n] / divisor. */
static void append(ss_arena *arena, size_t n, const fmpz *row, int sign, bool vertex,
                   listing *list) {
  fmpq_t value;
  fmpq_init(value);
  for (size_t j = 0; j < n; j++) {
    const size_t at = list->count * n + j;
    fmpz_mul_si(fmpq_numref(value), row + 1 + j, sign);
    fmpz_one(fmpq_denref(value));
    if (vertex) fmpz_set(fmpq_denref(value), row);
    fmpq_canonicalise(value);
    list->number[at] = ss_number_to_double(value);
    if (list->fraction) list->fraction[at] = ss_rest_fraction(arena, value);
  }
  list->count++;
  fmpq_clear(value);
}

static bool list_generators(ss_arena *arena, const ss_polyhedron *p, bool exact,
                            ss_rest_part *part) {
  const size_t rays = (size_t)fmpz_mat_nrows(p->points.rays);
  const size_t lines = (size_t)fmpz_mat_nrows(p->points.lines);
  listing vertex, ray;
  if (!start_listing(arena, rays, p->n, exact, &vertex) ||
      !start_listing(arena, rays + 2 * lines, p->n, exact, &ray))
    return false;
  for (size_t i = 0; i < rays; i++) {
    const fmpz *row = p->points.rays->rows[i];
    const bool is_vertex = !fmpz_is_zero(row);
    append(arena, p->n, row, 1, is_vertex, is_vertex ? &vertex : &ray);
  }
  for (size_t i = 0; i < 2 * lines; i++)
    append(arena, p->n, p->points.lines->rows[i / 2], i % 2 ? -1 : 1, false, &ray);
  part->vertices = vertex.count;
  part->vertex = vertex.number;
  part->exact_vertex = vertex.fraction;
  part->rays = ray.count;
  part->ray = ray.number;
  part->exact_ray = ray.fraction;
  return true;
}

/* A row (b, a) of the sides as normal (-a, or a) and bound, both over |a|; false if a = 0. */
static bool normalise(size_t n, const fmpz *row, double sign, double *normal, double *bound) {
  double length = 0, largest = 0;
  for (size_t j = 0; j < n; j++) largest = fmax(largest, fabs(fmpz_get_d(row + 1 + j)));
  if (largest == 0) return false;
  for (size_t j = 0; j < n; j++) {
    normal[j] = -sign * fmpz_get_d(row + 1 + j) / largest;
    length += normal[j] * normal[j];
  }
  length = sqrt(length);
  for (size_t j = 0; j < n; j++) normal[j] /= length;
  *bound = sign * fmpz_get_d(row) / largest / length;
  return true;
}

static bool list_sides(ss_arena *arena, const ss_polyhedron *p, ss_rest_part *part) {
  const size_t rays = (size_t)fmpz_mat_nrows(p->sides.rays), n = p->n;
  const size_t lines = (size_t)fmpz_mat_nrows(p->sides.lines);
  double *facet = ss_arena_new(arena, rays * n, double), *bound = ss_arena_new(arena, rays, double);
  double *hold = ss_arena_new(arena, lines * n, double),
         *level = ss_arena_new(arena, lines, double);
  if (!facet || !bound || !hold || !level) return false;
  for (size_t i = 0; i < rays; i++)
    if (normalise(n, p->sides.rays->rows[i], 1, facet + part->facets * n, bound + part->facets))
      part->facets++;
  for (size_t i = 0; i < lines; i++)
    if (normalise(n, p->sides.lines->rows[i], 1, hold + part->equations * n,
                  level + part->equations))
      part->equations++;
  part->facet = facet;
  part->bound = bound;
  part->hold = hold;
  part->level = level;
  return true;
}

/* ---- writing down one set ------------------------------------------------------------------ */

/* Is the gap 0 at all generators of the parts of the group? */
static bool stays_closed(const ss_parts *parts, const size_t *group, size_t which, size_t normal) {
  fmpq_t sum, term;
  fmpq_init(sum);
  fmpq_init(term);
  bool closed = true;
  for (size_t i = 0; i < parts->count && closed; i++) {
    if (group[i] != which) continue;
    const size_t n = parts->part[i].n;
    const fmpz_mat_struct *kinds[] = {parts->part[i].points.rays, parts->part[i].points.lines};
    for (size_t k = 0; k < 2; k++)
      for (slong r = 0; r < fmpz_mat_nrows(kinds[k]) && closed; r++) {
        const fmpz *row = kinds[k]->rows[r];
        fmpq_mul_fmpz(sum, parts->gap + normal, row);
        for (size_t j = 0; j < n; j++) {
          fmpq_mul_fmpz(term, parts->WN + normal * n + j, row + 1 + j);
          fmpq_add(sum, sum, term);
        }
        closed = fmpq_is_zero(sum);
      }
  }
  fmpq_clear(sum);
  fmpq_clear(term);
  return closed;
}

static bool list_closed(const ss_parts *parts, const size_t *group, size_t which, ss_arena *arena,
                        const ss_system *system, ss_rest_set *set) {
  size_t *closed = ss_arena_new(arena, system->elements, size_t);
  if (!closed) return false;
  for (size_t e = 0; e < system->elements; e++)
    if (system->element[e].element->kind == SS_ELEMENT_CONTACT &&
        stays_closed(parts, group, which, system->element[e].normal))
      closed[set->closed_count++] = e;
  set->closed = closed;
  return true;
}

/* Widens lo and hi by one part. */
static void extend(size_t n, const ss_rest_part *part, double *lo, double *hi,
                   const char **exact_lo, const char **exact_hi) {
  for (size_t k = 0; k < part->vertices * n; k++) {
    const double x = part->vertex[k];
    const size_t j = k % n;
    if (x < lo[j]) exact_lo[j] = part->exact_vertex ? part->exact_vertex[k] : NULL;
    if (x > hi[j]) exact_hi[j] = part->exact_vertex ? part->exact_vertex[k] : NULL;
    lo[j] = fmin(lo[j], x);
    hi[j] = fmax(hi[j], x);
  }
  for (size_t k = 0; k < part->rays * n; k++) {
    const size_t j = k % n;
    if (part->ray[k] < 0) lo[j] = -INFINITY;
    if (part->ray[k] > 0) hi[j] = INFINITY;
  }
}

static bool measure(ss_arena *arena, size_t n, bool exact, ss_rest_set *set) {
  double *lo = ss_arena_new(arena, n, double), *hi = ss_arena_new(arena, n, double);
  double *center = ss_arena_new(arena, n, double);
  const char **exact_lo = ss_arena_new(arena, n, const char *);
  const char **exact_hi = ss_arena_new(arena, n, const char *);
  if (!lo || !hi || !center || !exact_lo || !exact_hi) return false;
  for (size_t j = 0; j < n; j++) lo[j] = INFINITY;
  for (size_t j = 0; j < n; j++) hi[j] = -INFINITY;
  for (size_t i = 0; i < set->parts; i++) extend(n, &set->part[i], lo, hi, exact_lo, exact_hi);
  for (size_t j = 0; j < n; j++) {
    if (isinf(lo[j])) exact_lo[j] = "-inf";
    if (isinf(hi[j])) exact_hi[j] = "inf";
  }
  const ss_rest_part *first = set->part;
  for (size_t k = 0; k < first->vertices * n; k++)
    center[k % n] += first->vertex[k] / (double)first->vertices;
  set->lo = lo;
  set->hi = hi;
  set->center = center;
  set->exact_lo = exact ? exact_lo : NULL;
  set->exact_hi = exact ? exact_hi : NULL;
  return true;
}

static void name_shape(size_t n, ss_rest_set *set) {
  bool bounded = true;
  set->dimension = 0;
  for (size_t i = 0; i < set->parts; i++) {
    const size_t dimension = n - set->part[i].equations;
    if (dimension > set->dimension) set->dimension = dimension;
    if (set->part[i].rays) bounded = false;
  }
  set->shape = set->parts > 1        ? SS_REST_UNION
               : !bounded            ? SS_REST_POLYHEDRON
               : set->dimension == 0 ? SS_REST_POINT
               : set->dimension == 1 ? SS_REST_SEGMENT
                                     : SS_REST_POLYTOPE;
}

static bool show_set(const ss_parts *parts, const size_t *group, size_t which, ss_arena *arena,
                     const ss_system *system, ss_rest_set *set) {
  const size_t n = system->coordinates;
  ss_rest_part *part = ss_arena_new(arena, parts->count, ss_rest_part);
  if (!part) return false;
  set->part = part;
  for (size_t i = 0; i < parts->count; i++)
    if (group[i] == which) {
      if (!list_generators(arena, &parts->part[i], parts->exact, &part[set->parts]) ||
          !list_sides(arena, &parts->part[i], &part[set->parts]))
        return false;
      set->parts++;
    }
  set->exact = parts->exact;
  name_shape(n, set);
  return measure(arena, n, parts->exact, set) &&
         list_closed(parts, group, which, arena, system, set);
}

ss_status ss_parts_show(const ss_parts *parts, ss_arena *arena, const ss_system *system,
                        ss_rest_sets *sets) {
  size_t *group = ss_arena_new(arena, parts->count, size_t);
  ss_rest_set *set = ss_arena_new(arena, parts->count, ss_rest_set);
  if (!group || !set) return SS_MEMORY;
  ss_status status = connect(parts, group);
  sets->set = set;
  for (size_t i = 0; i < parts->count && status == SS_OK; i++)
    if (group[i] == i) {
      if (!show_set(parts, group, i, arena, system, &set[sets->count])) status = SS_MEMORY;
      sets->count++;
    }
  return status;
}
