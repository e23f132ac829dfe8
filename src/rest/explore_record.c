/* explore_record.c: traced sets, written down in the system's coordinates.
 *
 * Points are mapped from the searched coordinates z to q; the extent is the least and the greatest
 * coordinate of the points. Where a coordinate of a curve is extreme between its ends (a beam that
 * swings through its lowest place), the extreme is found by golden section on the curve itself,
 * each trial place being settled on the set. Angles are shifted by whole turns so that the centre
 * of a set lies in (-pi, pi].
 */
#include <math.h>
#include <string.h>

#include "search.h"

/* ---- places on the set ----------------------------------------------------------------------- */

/* Settles near z, with the last pattern that worked first (there is none yet where the cover told
 * all and nothing was walked); false if it goes astray. */
static bool place_near(const ss_pieces *pieces, const double *z) {
  ss_walker *w = pieces->walker;
  const ss_search *s = pieces->search;
  const ss_rest_pattern *first = w->pattern;
  for (size_t i = 0; i <= pieces->patterns->count; i++) {
    w->pattern = i ? &pieces->patterns->item[i - 1] : first;
    if (!w->pattern) continue;
    memcpy(w->z, z, s->k * sizeof *z);
    memset(w->force, 0, (s->normals + s->slips) * sizeof *w->force);
    if (!ss_walker_settle(w, 0.005, NULL)) continue;
    double off = 0;
    for (size_t j = 0; j < s->k; j++) off = fmax(off, fabs(w->z[j] - z[j]) / ss_search_width(s, j));
    if (off < 0.005) return true;
  }
  return false;
}

/* q_j on the curve at t in [0, 2] between the three points from `z` on. */
static double value_at(const ss_pieces *pieces, const double *z, double t, size_t j) {
  const size_t k = pieces->search->k;
  double between[k];
  const double *a = t < 1 ? z : z + k;
  for (size_t i = 0; i < k; i++) between[i] = a[i] + (t < 1 ? t : t - 1) * (a[k + i] - a[i]);
  if (!place_near(pieces, between)) ss_search_at(pieces->search, between);
  return pieces->search->q[j];
}

/* The least of sign * q_j near the middle one of three points. */
static double refine(const ss_pieces *pieces, const double *z, double sign, size_t j) {
  const double golden = (sqrt(5) - 1) / 2;
  double lo = 0, hi = 2, a = hi - golden * (hi - lo), b = lo + golden * (hi - lo);
  double at_a = sign * value_at(pieces, z, a, j), at_b = sign * value_at(pieces, z, b, j);
  for (size_t step = 0; step < 36; step++)
    if (at_a < at_b) {
      hi = b;
      b = a;
      at_b = at_a;
      a = hi - golden * (hi - lo);
      at_a = sign * value_at(pieces, z, a, j);
    } else {
      lo = a;
      a = b;
      at_a = at_b;
      b = lo + golden * (hi - lo);
      at_b = sign * value_at(pieces, z, b, j);
    }
  return sign * fmin(at_a, at_b);
}

/* ---- one piece ------------------------------------------------------------------------------- */

/* A set while it is written down. */
typedef struct record {
  const ss_pieces *pieces;
  ss_arena *arena;
  size_t n, k;
  double *lo, *hi, *center, *point, *chart_lo, *chart_hi, *chart_center;
  bool *open; /* one per normal: not closed somewhere */
  bool cut;   /* a point lies where the region ends */
  size_t points;
} record;

/* Of a coordinate's size, or of the box if that is smaller. */
static const double ENDS = 1e-7;

/* How far an angle has to be turned so that its centre lies in (-pi, pi]. */
static double turns(const ss_search *s, size_t j, double center) {
  const double period = s->period[j];
  return period > 0 ? -period * ceil((center - period / 2 - 1e-9) / period) : 0;
}

void ss_piece_turn(const ss_search *s, ss_piece *piece) {
  for (size_t j = 0; j < s->k; j++) {
    const double shift = turns(s, j, piece->center[j]);
    piece->center[j] += shift;
    for (size_t i = 0; shift != 0 && i < piece->trail.count; i++)
      piece->trail.z[i * s->k + j] += shift;
  }
}

/* Does the region end here at z, as near as ends are found? */
static bool is_at_end_of_region(const ss_search *s, const double *z) {
  for (size_t i = 0; i < s->relations; i++) {
    double change = 0; /* of the relation, over so much */
    for (size_t j = 0; j < s->k; j++)
      change += fabs(s->dregion[i * s->k + j]) * fmin(ss_search_width(s, j), fmax(1, fabs(z[j])));
    if (!s->equal[i] && fabs(s->region[i]) <= ENDS * change) return true;
  }
  return false;
}

static void record_place(record *r, const double *z, bool keep) {
  ss_search *s = r->pieces->search;
  ss_search_at(s, z);
  for (size_t j = 0; j < r->n; j++) {
    r->lo[j] = fmin(r->lo[j], s->q[j]);
    r->hi[j] = fmax(r->hi[j], s->q[j]);
    if (keep) r->point[r->points * r->n + j] = s->q[j];
  }
  for (size_t j = 0; j < r->k; j++) {
    r->chart_lo[j] = fmin(r->chart_lo[j], z[j]);
    r->chart_hi[j] = fmax(r->chart_hi[j], z[j]);
  }
  const double closed = ss_model_closed_below(r->n, s->q);
  for (size_t i = 0; i < s->normals; i++) r->open[i] |= fabs(s->gap[i]) > closed;
  r->cut |= keep && is_at_end_of_region(s, z);
  r->points += keep;
}

/* Extremes of q between the points of a curve. */
static void record_extremes(record *r, const ss_piece *piece) {
  const ss_trail *t = &piece->trail;
  ss_search *s = r->pieces->search;
  for (size_t j = 0; j < r->n; j++)
    for (size_t i = 0; i + 2 < t->count; i++) {
      double q[3];
      for (size_t m = 0; m < 3; m++) {
        ss_search_at(s, t->z + (i + m) * r->k);
        q[m] = s->q[j];
      }
      if (q[1] <= fmin(q[0], q[2]) && q[1] <= r->lo[j] && q[0] + q[2] - 2 * q[1] > 1e-12)
        r->lo[j] = fmin(r->lo[j], refine(r->pieces, t->z + i * r->k, 1, j));
      if (q[1] >= fmax(q[0], q[2]) && q[1] >= r->hi[j] && q[0] + q[2] - 2 * q[1] < -1e-12)
        r->hi[j] = fmax(r->hi[j], refine(r->pieces, t->z + i * r->k, -1, j));
    }
}

static void record_piece(record *r, ss_piece *piece) {
  ss_piece_turn(r->pieces->search, piece);
  for (size_t i = 0; i < piece->trail.count; i++)
    record_place(r, piece->trail.z + i * r->k, piece->shape != SS_REST_POINT);
  if (piece->shape == SS_REST_CURVE) record_extremes(r, piece);
}

/* A whole turn is told as [-pi, pi]. */
static void record_loop(record *r, const ss_piece *piece) {
  const ss_search *s = r->pieces->search;
  const ss_trail *t = &piece->trail;
  for (size_t j = 0; piece->loop && j < r->k; j++)
    if (s->period[j] > 0 && fabs(t->z[(t->count - 1) * r->k + j] - t->z[j]) >= s->period[j]) {
      r->chart_lo[j] = -s->period[j] / 2;
      r->chart_hi[j] = s->period[j] / 2;
      if (!s->chart) {
        r->lo[j] = r->chart_lo[j];
        r->hi[j] = r->chart_hi[j];
      }
    }
}

/* ---- one set --------------------------------------------------------------------------------- */

static bool start_record(record *r, size_t points) {
  const ss_search *s = r->pieces->search;
  r->n = s->n;
  r->k = s->k;
  r->lo = ss_arena_new(r->arena, r->n, double);
  r->hi = ss_arena_new(r->arena, r->n, double);
  r->center = ss_arena_new(r->arena, r->n, double);
  r->chart_lo = ss_arena_new(r->arena, r->k, double);
  r->chart_hi = ss_arena_new(r->arena, r->k, double);
  r->chart_center = ss_arena_new(r->arena, r->k, double);
  r->point = ss_arena_new(r->arena, points * r->n, double);
  r->open = ss_arena_new(r->arena, s->normals, bool);
  if (!r->lo || !r->hi || !r->center || !r->chart_lo || !r->chart_hi || !r->chart_center ||
      !r->point || !r->open)
    return false;
  for (size_t j = 0; j < r->n; j++) r->lo[j] = INFINITY;
  for (size_t j = 0; j < r->n; j++) r->hi[j] = -INFINITY;
  for (size_t j = 0; j < r->k; j++) r->chart_lo[j] = INFINITY;
  for (size_t j = 0; j < r->k; j++) r->chart_hi[j] = -INFINITY;
  return true;
}

/* The centre of a piece, on the set: what a patch is seen from. One that is verified is left as it
 * is. */
static void record_center(record *r, const ss_piece *piece) {
  ss_walker *w = r->pieces->walker;
  const bool placed = !piece->verified && place_near(r->pieces, piece->center);
  const double *z = piece->verified ? piece->center
                    : placed        ? w->z
                                    : piece->trail.z + piece->trail.count / 2 * r->k;
  ss_search_at(r->pieces->search, z);
  memcpy(r->chart_center, z, r->k * sizeof *z);
  memcpy(r->center, r->pieces->search->q, r->n * sizeof *r->center);
}

static bool list_elements(const record *r, ss_rest_set *set) {
  const ss_search *s = r->pieces->search;
  size_t *closed = ss_arena_new(r->arena, s->elements, size_t);
  size_t *free = ss_arena_new(r->arena, r->n, size_t);
  if (!closed || !free) return false;
  for (size_t e = 0; e < s->elements; e++) {
    const ss_system_element *element = &s->system->element[e];
    if (element->element->kind == SS_ELEMENT_CONTACT && !r->open[element->normal])
      closed[set->closed_count++] = e;
  }
  for (size_t j = 0; j < r->n; j++)
    if (s->q_free[j]) {
      free[set->free_count++] = j;
      r->lo[j] = -INFINITY;
      r->hi[j] = INFINITY;
    }
  set->closed = closed;
  set->free = free;
  return true;
}

static bool show_group(const ss_pieces *pieces, size_t group, ss_arena *arena, ss_rest_set *set) {
  record r = {.pieces = pieces, .arena = arena};
  size_t points = 0, members = 0;
  for (size_t i = 0; i < pieces->count; i++)
    if (pieces->piece[i].group == group) points += pieces->piece[i].trail.count;
  size_t *line = ss_arena_new(arena, pieces->count + 1, size_t);
  if (!line || !start_record(&r, points)) return false;
  for (size_t i = 0; i < pieces->count; i++) {
    ss_piece *piece = &pieces->piece[i];
    if (piece->group != group) continue;
    line[members++] = r.points;
    record_piece(&r, piece);
    record_loop(&r, piece);
    if (members == 1 || piece->dimension > set->dimension) {
      set->dimension = piece->dimension;
      set->shape = piece->shape;
      record_center(&r, piece);
    }
    set->certain = (members == 1 || set->certain) && piece->verified;
    set->loop |= piece->loop;
    set->cut |= piece->trail.cut;
    set->residual = fmax(set->residual, piece->trail.residual);
  }
  set->cut |= r.cut;
  line[members] = r.points;
  set->points = r.points;
  set->point = r.point;
  set->lines = r.points ? members : 0;
  set->line = line;
  set->lo = r.lo;
  set->hi = r.hi;
  set->center = r.center;
  if (pieces->search->chart) {
    set->chart_lo = r.chart_lo;
    set->chart_hi = r.chart_hi;
    set->chart_center = r.chart_center;
  }
  return list_elements(&r, set);
}

/* Is it the first piece of its group? */
static bool leads_group(const ss_pieces *pieces, size_t i) {
  for (size_t j = 0; j < i; j++)
    if (pieces->piece[j].group == pieces->piece[i].group) return false;
  return true;
}

ss_status ss_pieces_show(const ss_pieces *pieces, ss_arena *arena, ss_rest_sets *sets,
                         size_t *group) {
  ss_rest_set *set = ss_arena_new(arena, pieces->count, ss_rest_set);
  if (!set) return SS_MEMORY;
  sets->set = set;
  for (size_t i = 0; i < pieces->count; i++) {
    if (!leads_group(pieces, i)) continue;
    if (group) group[sets->count] = pieces->piece[i].group;
    if (!show_group(pieces, pieces->piece[i].group, arena, &set[sets->count++])) return SS_MEMORY;
  }
  return SS_OK;
}
