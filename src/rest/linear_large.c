/* linear_large.c: rest sets of linear machines that have too many vertices to be listed.
 *
 * A chain of n blocks has a rest set with 2^n vertices. What people ask of it needs none of them;
 * everything follows from linear programs on the polyhedron of positions and forces, exactly:
 *
 *     extent       the least and the greatest value of each coordinate
 *     dimension    with G the inequalities that are equations all over the polyhedron and Q the
 *                  positions, both as functions of the parameters t that the equations leave:
 *                  rank (G, Q) - rank G, the dimension of Q (ker G)
 *     connected    two parts share a position if the polyhedron of one position and two sets of
 *                  forces is not empty
 *     centre       the mean of the vertices at which the coordinates are extreme
 *     sides        forces that the equations determine are put into the inequalities; where some
 *                  are not determined, the sides are those of the box of the extents
 *
 * Parts that lie within others are not looked for: their union is the same.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gather.h"
#include "linear.h"

/* A part, its extents and its place among the others. */
typedef struct part {
  ss_rest_linear_rows rows;
  ss_dictionary dictionary;
  fmpq *lo, *hi, *center;
  bool *below, *above; /* it goes to infinity */
  size_t dimension, group;
} part;

typedef struct large {
  const ss_rest_linear *m;
  const ss_rest_linear_cases *cases;
  part *part;
  size_t count;
} large;

/* ---- one part -------------------------------------------------------------------------------- */

/* Extents, and the mean of the places where they are attained. */
static void measure(const ss_rest_linear *m, part *p) {
  ss_dictionary *d = &p->dictionary;
  ulong places = 0;
  for (size_t k = 0; k < 2 * m->n; k++) {
    const size_t j = k / 2;
    const bool upper = k % 2;
    const bool ends =
        ss_dictionary_extreme(d, (slong)j, upper ? 1 : -1, upper ? p->hi + j : p->lo + j);
    *(upper ? &p->above[j] : &p->below[j]) = !ends;
    if (!ends && (places || k + 1 < 2 * m->n)) continue;
    for (size_t i = 0; i < m->n; i++)
      fmpq_add(p->center + i, p->center + i, ss_dictionary_at(d, (slong)i));
    places++;
  }
  fmpq_t share;
  fmpq_init(share);
  fmpq_set_ui(share, 1, places);
  for (size_t i = 0; i < m->n; i++) fmpq_mul(p->center + i, p->center + i, share);
  fmpq_clear(share);
}

/* Equations, and inequalities that are, then the positions: x without the constants. */
static void find_dimension(const ss_rest_linear *m, part *p) {
  const ss_rest_linear_rows *rows = &p->rows;
  const slong width = fmpq_mat_ncols(rows->equations) - 1, n = (slong)m->n;
  const slong equations = fmpq_mat_nrows(rows->equations);
  const slong most = equations + fmpq_mat_nrows(rows->inequalities) + n;
  slong count = 0;
  fmpq_mat_t A, window;
  fmpq_mat_init(A, most, width);
  for (slong i = 0; i < most - n; i++) {
    const bool equation = i < equations;
    if (!equation && ss_dictionary_is_strict(&p->dictionary, i - equations)) continue;
    for (slong j = 0; j < width; j++)
      fmpq_set(fmpq_mat_entry(A, count, j),
               equation ? fmpq_mat_entry(rows->equations, i, 1 + j)
                        : fmpq_mat_entry(rows->inequalities, i - equations, 1 + j));
    count++;
  }
  fmpq_mat_window_init(window, A, 0, 0, count, width);
  const slong before = ss_exact_rank(window);
  fmpq_mat_window_clear(window);
  for (slong j = 0; j < n; j++) fmpq_one(fmpq_mat_entry(A, count + j, j));
  fmpq_mat_window_init(window, A, 0, 0, count + n, width);
  p->dimension = (size_t)(ss_exact_rank(window) - before);
  fmpq_mat_window_clear(window);
  fmpq_mat_clear(A);
}

static ss_status make_part(const ss_rest_linear *m, const ss_rest_linear_case *one, part *p) {
  p->lo = _fmpq_vec_init((slong)m->n);
  p->hi = _fmpq_vec_init((slong)m->n);
  p->center = _fmpq_vec_init((slong)m->n);
  p->below = ss_arena_new(m->arena, 2 * m->n, bool);
  p->above = p->below + m->n;
  if (!p->below) return SS_MEMORY;
  const ss_status status = ss_rest_linear_write(m, one, &p->rows);
  if (status != SS_OK) return status;
  ss_dictionary_create(p->rows.equations, p->rows.inequalities, &p->dictionary);
  measure(m, p);
  find_dimension(m, p);
  return SS_OK;
}

static void clear_part(const ss_rest_linear *m, part *p) {
  if (p->rows.gap) ss_dictionary_clear(&p->dictionary);
  ss_rest_linear_rows_clear(&p->rows);
  if (p->lo) _fmpq_vec_clear(p->lo, (slong)m->n);
  if (p->hi) _fmpq_vec_clear(p->hi, (slong)m->n);
  if (p->center) _fmpq_vec_clear(p->center, (slong)m->n);
}

/* ---- which parts are connected --------------------------------------------------------------- */

static bool extents_meet(const ss_rest_linear *m, const part *a, const part *b) {
  for (size_t j = 0; j < m->n; j++) {
    if (!a->above[j] && !b->below[j] && fmpq_cmp(a->hi + j, b->lo + j) < 0) return false;
    if (!b->above[j] && !a->below[j] && fmpq_cmp(b->hi + j, a->lo + j) < 0) return false;
  }
  return true;
}

/* Rows of a and b with common positions, the forces side by side. */
static void stack(size_t n, const fmpq_mat_t a, const fmpq_mat_t b, fmpq_mat_t both) {
  const slong width = fmpq_mat_ncols(a), shared = 1 + (slong)n, first = fmpq_mat_nrows(a);
  fmpq_mat_init(both, first + fmpq_mat_nrows(b), 2 * width - shared);
  for (slong i = 0; i < fmpq_mat_nrows(both); i++)
    for (slong j = 0; j < width; j++) {
      const slong to = i < first || j < shared ? j : j + width - shared;
      fmpq_set(fmpq_mat_entry(both, i, to),
               i < first ? fmpq_mat_entry(a, i, j) : fmpq_mat_entry(b, i - first, j));
    }
}

static bool parts_meet(const ss_rest_linear *m, const part *a, const part *b) {
  fmpq_mat_t equations, inequalities;
  ss_dictionary both;
  if (!extents_meet(m, a, b)) return false;
  stack(m->n, a->rows.equations, b->rows.equations, equations);
  stack(m->n, a->rows.inequalities, b->rows.inequalities, inequalities);
  ss_dictionary_create(equations, inequalities, &both);
  const bool meet = !both.empty;
  ss_dictionary_clear(&both);
  fmpq_mat_clear(equations);
  fmpq_mat_clear(inequalities);
  return meet;
}

/* group: the lowest part that a part is connected with. */
static void connect(large *l) {
  for (size_t i = 0; i < l->count; i++) {
    l->part[i].group = i;
    for (size_t j = 0; j < i; j++) {
      const size_t own = l->part[i].group, other = l->part[j].group;
      if (own == other || !parts_meet(l->m, &l->part[i], &l->part[j])) continue;
      for (size_t k = 0; k <= i; k++)
        if (l->part[k].group == own || l->part[k].group == other)
          l->part[k].group = own < other ? own : other;
    }
  }
}

/* ---- sides ----------------------------------------------------------------------------------- */

/* The equations solved for the forces first, columns: forces, q, 1; returns the rank. */
static slong solve_forces(const ss_rest_linear *m, const ss_rest_linear_rows *rows, fmpq_mat_t R) {
  const slong width = fmpq_mat_ncols(rows->equations), n = (slong)m->n;
  fmpq_mat_init(R, fmpq_mat_nrows(rows->equations), width);
  for (slong i = 0; i < fmpq_mat_nrows(R); i++)
    for (slong j = 0; j < width; j++) {
      const slong to = j == 0 ? width - 1 : j <= n ? width - 2 - n + j : j - 1 - n;
      fmpq_set(fmpq_mat_entry(R, i, to), fmpq_mat_entry(rows->equations, i, j));
    }
  return fmpq_mat_rref(R, R);
}

/* Row r without its forces, as coprime integers (1, q); false if a force is left. */
static bool write_side(const ss_rest_linear *m, const fmpq_mat_t R, slong rank, fmpq *row,
                       fmpz *side) {
  const slong width = fmpq_mat_ncols(R), n = (slong)m->n, forces = width - 1 - n;
  fmpq_t factor;
  fmpq_init(factor);
  for (slong i = 0, j = 0; i < rank && j < forces; i++) {
    while (j < forces && fmpq_is_zero(fmpq_mat_entry(R, i, j))) j++;
    if (j == forces) break;
    fmpq_set(factor, row + j);
    for (slong k = j; !fmpq_is_zero(factor) && k < width; k++)
      fmpq_submul(row + k, factor, fmpq_mat_entry(R, i, k));
  }
  fmpq_clear(factor);
  for (slong j = 0; j < forces; j++)
    if (!fmpq_is_zero(row + j)) return false;
  fmpz_t common;
  fmpz_init_set_ui(common, 1);
  for (slong j = forces; j < width; j++) fmpz_lcm(common, common, fmpq_denref(row + j));
  for (slong j = 0; j <= n; j++) {
    const fmpq *entry = j ? row + forces + j - 1 : row + width - 1;
    fmpz_mul(side + j, fmpq_numref(entry), common);
    fmpz_divexact(side + j, side + j, fmpq_denref(entry));
  }
  fmpz_clear(common);
  return true;
}

/* The sides of the box of the extents. */
static void list_box(const ss_rest_linear *m, const part *p, double *facet, double *bound,
                     ss_rest_part *out) {
  const size_t n = m->n;
  memset(facet, 0, 2 * n * n * sizeof *facet);
  for (size_t k = 0; k < 2 * n; k++) {
    const size_t j = k / 2;
    if (k % 2 ? p->above[j] : p->below[j]) continue;
    facet[out->facets * n + j] = k % 2 ? 1 : -1;
    bound[out->facets++] = k % 2 ? ss_number_to_double(p->hi + j) : -ss_number_to_double(p->lo + j);
  }
  out->facet = facet;
  out->bound = bound;
}

/* Facets from inequalities, equations from what the solved equations leave; false if forces are
 * not determined. */
static bool list_determined(const ss_rest_linear *m, const part *p, double *facet, double *bound,
                            ss_rest_part *out) {
  const slong width = fmpq_mat_ncols(p->rows.equations), forces = width - 1 - (slong)m->n;
  fmpq_mat_t R;
  const slong rank = solve_forces(m, &p->rows, R), slacks = fmpq_mat_nrows(p->rows.inequalities);
  fmpq *row = _fmpq_vec_init(width);
  fmpz *side = _fmpz_vec_init((slong)m->n + 1);
  bool good = true;
  for (slong i = 0; i < slacks && good; i++) {
    for (slong j = 0; j < width; j++) {
      const slong from = j < forces ? j + 1 + (slong)m->n : j == width - 1 ? 0 : j - forces + 1;
      fmpq_set(row + j, fmpq_mat_entry(p->rows.inequalities, i, from));
    }
    good = write_side(m, R, rank, row, side);
    out->facets +=
        good && ss_parts_side(m->n, side, facet + out->facets * m->n, bound + out->facets);
  }
  double *hold = ss_arena_new(m->arena, (size_t)rank * m->n, double);
  double *level = ss_arena_new(m->arena, (size_t)rank, double);
  good = good && hold && level;
  for (slong i = 0; i < rank && good; i++) {
    bool force = false;
    for (slong j = 0; j < forces; j++) force |= !fmpq_is_zero(fmpq_mat_entry(R, i, j));
    if (force) continue;
    for (slong j = 0; j < width; j++) fmpq_set(row + j, fmpq_mat_entry(R, i, j));
    write_side(m, R, 0, row, side);
    out->equations +=
        ss_parts_side(m->n, side, hold + out->equations * m->n, level + out->equations);
  }
  out->facet = facet;
  out->bound = bound;
  out->hold = hold;
  out->level = level;
  _fmpz_vec_clear(side, (slong)m->n + 1);
  _fmpq_vec_clear(row, width);
  fmpq_mat_clear(R);
  return good;
}

static ss_status list_sides(const ss_rest_linear *m, const part *p, ss_rest_part *out) {
  const size_t most = (size_t)fmpq_mat_nrows(p->rows.inequalities) + 2 * m->n;
  double *facet = ss_arena_new(m->arena, most * m->n, double);
  double *bound = ss_arena_new(m->arena, most, double);
  if (!facet || !bound) return SS_MEMORY;
  if (list_determined(m, p, facet, bound, out)) return SS_OK;
  *out = (ss_rest_part){0};
  list_box(m, p, facet, bound, out);
  return SS_OK;
}

/* ---- one set --------------------------------------------------------------------------------- */

/* The extent of coordinate j over the parts of a group. */
static void join_extents(const large *l, size_t group, size_t j, fmpq_t lo, fmpq_t hi,
                         bool infinite[2]) {
  bool first = true;
  infinite[0] = infinite[1] = false;
  for (size_t i = 0; i < l->count; i++) {
    const part *p = &l->part[i];
    if (p->group != group) continue;
    infinite[0] |= p->below[j];
    infinite[1] |= p->above[j];
    if (first || fmpq_cmp(p->lo + j, lo) < 0) fmpq_set(lo, p->lo + j);
    if (first || fmpq_cmp(p->hi + j, hi) > 0) fmpq_set(hi, p->hi + j);
    first = false;
  }
}

/* lo, hi, the centre and their fractions. */
static ss_status record_extents(const large *l, size_t group, ss_rest_set *set, bool *bounded) {
  const size_t n = l->m->n;
  ss_arena *arena = l->m->arena;
  double *numbers = ss_arena_new(arena, 3 * n, double);
  const char **texts = ss_arena_new(arena, 3 * n, const char *);
  if (!numbers || !texts) return SS_MEMORY;
  fmpq_t lo, hi;
  fmpq_init(lo);
  fmpq_init(hi);
  for (size_t j = 0; j < n; j++) {
    const fmpq *center = l->part[group].center + j;
    bool infinite[2];
    join_extents(l, group, j, lo, hi, infinite);
    numbers[j] = infinite[0] ? -INFINITY : ss_number_to_double(lo);
    numbers[n + j] = infinite[1] ? INFINITY : ss_number_to_double(hi);
    numbers[2 * n + j] = ss_number_to_double(center);
    texts[j] = infinite[0] ? "-inf" : ss_rest_fraction(arena, lo);
    texts[n + j] = infinite[1] ? "inf" : ss_rest_fraction(arena, hi);
    texts[2 * n + j] = ss_rest_fraction(arena, center);
    *bounded &= !infinite[0] && !infinite[1];
  }
  fmpq_clear(lo);
  fmpq_clear(hi);
  set->lo = numbers;
  set->hi = numbers + n;
  set->center = numbers + 2 * n;
  if (!l->m->exact) return SS_OK;
  set->exact_lo = texts;
  set->exact_hi = texts + n;
  set->exact_center = texts + 2 * n;
  return SS_OK;
}

/* Contacts that are closed in every part of the group. */
static ss_status list_closed(const large *l, size_t group, ss_rest_set *set) {
  const ss_system *s = l->m->system;
  size_t *closed = ss_arena_new(l->m->arena, s->elements, size_t);
  if (!closed) return SS_MEMORY;
  for (size_t e = 0; e < s->elements; e++) {
    bool all = s->element[e].element->kind == SS_ELEMENT_CONTACT;
    for (size_t i = 0; i < l->count && all; i++) {
      part *p = &l->part[i];
      if (p->group == group && p->rows.gap[e] >= 0)
        all = !ss_dictionary_is_strict(&p->dictionary, p->rows.gap[e]);
    }
    if (all) closed[set->closed_count++] = e;
  }
  set->closed = closed;
  return SS_OK;
}

static ss_status show_set(const large *l, size_t group, ss_rest_set *set) {
  bool bounded = true;
  ss_rest_part *out = ss_arena_new(l->m->arena, l->count, ss_rest_part);
  ss_status status = out ? record_extents(l, group, set, &bounded) : SS_MEMORY;
  if (status == SS_OK) status = list_closed(l, group, set);
  for (size_t i = 0; i < l->count && status == SS_OK; i++) {
    const part *p = &l->part[i];
    if (p->group != group) continue;
    if (p->dimension > set->dimension) set->dimension = p->dimension;
    status = list_sides(l->m, p, &out[set->parts++]);
  }
  set->part = out;
  set->exact = l->m->exact;
  set->vertices_left_out = true;
  set->shape = set->parts > 1 ? SS_REST_UNION : bounded ? SS_REST_POLYTOPE : SS_REST_POLYHEDRON;
  return status;
}

ss_status ss_rest_linear_show_large(const ss_rest_linear *m, const ss_rest_linear_cases *cases,
                                    ss_rest_sets *sets) {
  large l = {.m = m, .cases = cases, .count = cases->count};
  l.part = ss_arena_new(m->arena, cases->count, part);
  ss_rest_set *set = ss_arena_new(m->arena, cases->count, ss_rest_set);
  ss_status status = l.part && set ? SS_OK : SS_MEMORY;
  for (size_t i = 0; i < l.count && status == SS_OK; i++)
    status = make_part(m, &cases->item[i], &l.part[i]);
  if (status == SS_OK) connect(&l);
  sets->set = set;
  sets->count = 0;
  for (size_t i = 0; i < l.count && status == SS_OK; i++)
    if (l.part[i].group == i) status = show_set(&l, i, &set[sets->count++]);
  for (size_t i = 0; l.part && i < l.count; i++) clear_part(m, &l.part[i]);
  return status;
}
