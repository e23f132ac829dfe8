/* gather.c: convex parts gathered into rest sets.
 *
 * Parts that share a point belong to one connected set; whether they do is decided exactly
 * (polyhedron.c). Everything else here is writing down: vertices and rays as doubles and as
 * fractions, sides with normals of length 1, the extent as least and greatest coordinates of the
 * vertices (compared as fractions: vertices may differ by less than doubles tell), the centre as
 * the mean of the vertices of the first part, which is a member because the part is convex. A
 * contact is closed in the set if its gap is 0 at every generator.
 *
 * Rows of sides and directions are coprime integers, which may be beyond all doubles where the
 * parameters are doubles themselves; only their ratios count, so they are scaled by a power of 2.
 */
#include "gather.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "rest_private.h"

/* ---- gathering ------------------------------------------------------------------------------- */

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

/* ---- writing down one part ------------------------------------------------------------------- */

/* The least power of 2 above the n entries of a row after the first. */
static slong find_exponent(size_t n, const fmpz *row) {
  slong most = 0;
  for (size_t j = 1; j <= n; j++) {
    const slong bits = (slong)fmpz_bits(row + j);
    if (bits > most) most = bits;
  }
  return most;
}

/* entry / 2^exponent */
static double scale(const fmpz *entry, slong exponent) {
  slong own;
  const double mantissa = fmpz_get_d_2exp(&own, entry);
  return ldexp(mantissa, (int)(own - exponent));
}

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

/* Appends a vertex, row[1..n] / row[0], or a direction, sign * row[1..n]. */
static void append(ss_arena *arena, size_t n, const fmpz *row, int sign, bool vertex,
                   listing *list) {
  const slong bits = find_exponent(n, row), exponent = bits > DBL_MAX_EXP ? bits : 0;
  fmpq_t value;
  fmpq_init(value);
  for (size_t j = 0; j < n; j++) {
    const size_t at = list->count * n + j;
    fmpz_mul_si(fmpq_numref(value), row + 1 + j, sign);
    fmpz_one(fmpq_denref(value));
    if (vertex) fmpz_set(fmpq_denref(value), row);
    fmpq_canonicalise(value);
    list->number[at] = vertex ? ss_number_to_double(value) : sign * scale(row + 1 + j, exponent);
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

bool ss_parts_side(size_t n, const fmpz *row, double *normal, double *bound) {
  const slong exponent = find_exponent(n, row);
  double length = 0;
  if (exponent == 0) return false;
  for (size_t j = 0; j < n; j++) {
    normal[j] = -scale(row + 1 + j, exponent);
    length += normal[j] * normal[j];
  }
  length = sqrt(length);
  for (size_t j = 0; j < n; j++) normal[j] /= length;
  *bound = scale(row, exponent) / length;
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
    if (ss_parts_side(n, p->sides.rays->rows[i], facet + part->facets * n, bound + part->facets))
      part->facets++;
  for (size_t i = 0; i < lines; i++)
    if (ss_parts_side(n, p->sides.lines->rows[i], hold + part->equations * n,
                      level + part->equations))
      part->equations++;
  part->facet = facet;
  part->bound = bound;
  part->hold = hold;
  part->level = level;
  return true;
}

/* ---- writing down one set -------------------------------------------------------------------- */

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
          fmpq_mul_fmpz(term, parts->gradient + normal * n + j, row + 1 + j);
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

/* The extent of one coordinate. */
typedef struct range {
  fmpq_t lo, hi;
  bool known, below, above; /* whether there are lo and hi; it goes to infinity */
} range;

/* Widens the range by the vertices and directions of a part. */
static void widen(const ss_polyhedron *p, size_t j, range *r) {
  fmpq_t x;
  fmpq_init(x);
  for (slong i = 0; i < fmpz_mat_nrows(p->points.rays); i++) {
    const fmpz *row = p->points.rays->rows[i];
    const int sign = fmpz_sgn(row + 1 + j);
    if (fmpz_is_zero(row)) {
      r->below |= sign < 0;
      r->above |= sign > 0;
      continue;
    }
    fmpq_set_fmpz_frac(x, row + 1 + j, row);
    if (!r->known || fmpq_cmp(x, r->lo) < 0) fmpq_set(r->lo, x);
    if (!r->known || fmpq_cmp(x, r->hi) > 0) fmpq_set(r->hi, x);
    r->known = true;
  }
  for (slong i = 0; i < fmpz_mat_nrows(p->points.lines); i++)
    if (!fmpz_is_zero(p->points.lines->rows[i] + 1 + j)) r->below = r->above = true;
  fmpq_clear(x);
}

/* lo, hi and their fractions in the arena. */
static bool measure(const ss_parts *parts, const size_t *group, size_t which, ss_arena *arena,
                    ss_rest_set *set) {
  const size_t n = parts->part[which].n;
  double *lo = ss_arena_new(arena, n, double), *hi = ss_arena_new(arena, n, double);
  const char **exact_lo = ss_arena_new(arena, n, const char *);
  const char **exact_hi = ss_arena_new(arena, n, const char *);
  if (!lo || !hi || !exact_lo || !exact_hi) return false;
  for (size_t j = 0; j < n; j++) {
    range r = {.known = false};
    fmpq_init(r.lo);
    fmpq_init(r.hi);
    for (size_t i = 0; i < parts->count; i++)
      if (group[i] == which) widen(&parts->part[i], j, &r);
    lo[j] = r.below ? -INFINITY : ss_number_to_double(r.lo);
    hi[j] = r.above ? INFINITY : ss_number_to_double(r.hi);
    exact_lo[j] = r.below ? "-inf" : ss_rest_fraction(arena, r.lo);
    exact_hi[j] = r.above ? "inf" : ss_rest_fraction(arena, r.hi);
    fmpq_clear(r.lo);
    fmpq_clear(r.hi);
  }
  set->lo = lo;
  set->hi = hi;
  set->exact_lo = parts->exact ? exact_lo : NULL;
  set->exact_hi = parts->exact ? exact_hi : NULL;
  return true;
}

/* The mean of the vertices of the first part. */
static bool find_center(const ss_polyhedron *first, bool exact, ss_arena *arena, ss_rest_set *set) {
  double *center = ss_arena_new(arena, first->n, double);
  const char **fraction = ss_arena_new(arena, first->n, const char *);
  if (!center || !fraction) return false;
  fmpq_t sum, x;
  fmpq_init(sum);
  fmpq_init(x);
  for (size_t j = 0; j < first->n; j++) {
    ulong count = 0;
    fmpq_zero(sum);
    for (slong i = 0; i < fmpz_mat_nrows(first->points.rays); i++) {
      const fmpz *row = first->points.rays->rows[i];
      if (fmpz_is_zero(row)) continue;
      fmpq_set_fmpz_frac(x, row + 1 + j, row);
      fmpq_add(sum, sum, x);
      count++;
    }
    fmpq_set_ui(x, 1, count);
    fmpq_mul(sum, sum, x);
    center[j] = ss_number_to_double(sum);
    fraction[j] = ss_rest_fraction(arena, sum);
  }
  fmpq_clear(sum);
  fmpq_clear(x);
  set->center = center;
  set->exact_center = exact ? fraction : NULL;
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
  return measure(parts, group, which, arena, set) &&
         find_center(&parts->part[which], parts->exact, arena, set) &&
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
