/* verify.c: are the places of traced sets equilibria?
 *
 * A search in doubles claims nothing. Each place that it reports is therefore asked about in ball
 * arithmetic, as ss_rest_contains does: with the contacts closed whose gaps are 0 up to SS_CLOSED,
 * are there admissible forces that balance it, or a place within NEAR of it (hold.c)? At the end
 * of a set a place that lies further inwards by INWARDS of the box (step.c, ease) is asked about as
 * well, because digits of an end may lie beyond it. Places that have no certificate are dropped; a
 * piece is verified if one is left. Pieces along a single coordinate are different sets if a place
 * between them is refuted (refute.c).
 *
 * Cost: a run of the tape in balls per place and slider side, some 0.1 ms.
 */
#include <math.h>
#include <string.h>

#include "judge.h"

enum { PRECISION = 80, ASKED = 16 };

/* Of the box. WAY: as far as a way inwards is asked for; REACH: as a centre may settle. */
static const double INWARDS = 1e-11, LEAST = 1e-15, NEAR = 1e-10, WAY = 1e-3, REACH = 0.005;

typedef struct verifying {
  ss_pieces *pieces;
  ss_judge judge;
  ss_rest_pattern pattern;
  size_t places_most;
} verifying;

/* The contacts that are closed at the place; false if one is penetrated. */
static bool read_gaps(verifying *v, const double *z) {
  const ss_search *s = v->pieces->search;
  if (!ss_search_at(v->pieces->search, z)) return false;
  const double closed = ss_model_closed_below(s->n, s->q);
  for (size_t e = 0; e < s->elements; e++) {
    const ss_system_element *element = &s->system->element[e];
    const double gap = element->normal == SIZE_MAX ? 0 : s->gap[element->normal];
    v->pattern.closed[e] = fabs(gap) <= closed;
    if (gap < -closed) return false;
    if (!v->pattern.closed[e] && element->element->kind != SS_ELEMENT_CONTACT) return false;
  }
  return true;
}

/* How far the equilibrium of the judge is from z, in widths of the box. */
static double find_distance(const verifying *v, const double *z) {
  const ss_search *s = v->pieces->search;
  double most = 0;
  for (size_t j = 0; j < s->k; j++) {
    arb_srcptr at = v->judge.branch.enclosure + s->normals + s->slips + j;
    const double off = fabs(arf_get_d(arb_midref(at), ARF_RND_NEAR) - z[j]);
    if (!s->free[j]) most = fmax(most, (off + mag_get_d(arb_radref(at))) / ss_search_width(s, j));
  }
  return most;
}

/* Admissible forces balance the machine at z, or within NEAR of it, for some sides of sliders. */
static bool is_held(verifying *v, const double *z) {
  const ss_system *system = v->pieces->search->system;
  if (!read_gaps(v, z)) return false;
  for (size_t side = 0; ss_rest_pattern_choose_sides(system, side, &v->pattern); side++)
    for (int moving = 0; moving < 2; moving++) {
      v->judge.still = !moving;
      ss_judge_look(&v->judge, z, z);
      if (ss_judge_hold(&v->judge, &v->pattern) != SS_HELD_ALWAYS) continue;
      if (find_distance(v, z) <= NEAR) return true;
    }
  return false;
}

/* A way inwards, of the length 1 in widths of the box; false if none is found. */
static bool find_way(verifying *v, const double *z, double *way) {
  ss_walker *w = v->pieces->walker;
  const ss_search *s = v->pieces->search;
  double longest = 0;
  memcpy(w->z, z, s->k * sizeof *z);
  w->pattern = &v->pattern;
  if (!ss_walker_hold(w, 1e-6)) return false;
  for (size_t j = 0; j < s->k; j++) w->reach[j] = s->free[j] ? 0 : WAY * ss_search_width(s, j);
  if (!ss_walker_ease(w)) return false;
  for (size_t j = 0; j < s->k; j++) longest = fmax(longest, fabs(w->dz[j]) / ss_search_width(s, j));
  for (size_t j = 0; j < s->k && longest > 0; j++) way[j] = w->dz[j] / longest;
  return longest > 0;
}

/* A place that is held only further inwards is moved there, as little as does: what is told is what
 * was asked about, for who asks again (contains.c) may not find the same way. */
static bool verify_place(verifying *v, double *z) {
  const ss_system *system = v->pieces->search->system;
  const size_t k = v->pieces->search->k;
  double moved[k + 1], way[k + 1];
  if (is_held(v, z)) return true;
  for (size_t side = 0; ss_rest_pattern_choose_sides(system, side, &v->pattern); side++) {
    if (!read_gaps(v, z) || !find_way(v, z, way)) continue;
    for (double step = LEAST; step <= INWARDS; step *= 10) {
      for (size_t j = 0; j < k; j++) moved[j] = z[j] + step * way[j];
      if (!is_held(v, moved)) continue;
      memcpy(z, moved, k * sizeof *z);
      return true;
    }
  }
  return false;
}

/* The same with the centre as the way inwards, for sets that are round. */
static bool verify_towards(verifying *v, double *z, const double *center) {
  const ss_search *s = v->pieces->search;
  double moved[s->k + 1], farthest = 0;
  for (size_t j = 0; j < s->k; j++)
    if (!s->free[j]) farthest = fmax(farthest, fabs(center[j] - z[j]) / ss_search_width(s, j));
  for (size_t j = 0; j < s->k; j++)
    moved[j] = z[j] + (farthest > 0 && !s->free[j] ? INWARDS * (center[j] - z[j]) / farthest : 0);
  if (!(farthest > INWARDS) || !is_held(v, moved)) return false;
  memcpy(z, moved, s->k * sizeof *z);
  return true;
}

/* Puts the centre on the set: where a walk from it settles, or on a place of the trail. */
static void place_center(verifying *v, ss_piece *piece) {
  const ss_search *s = v->pieces->search;
  ss_walker *w = v->pieces->walker;
  for (size_t p = 0; p < v->pieces->patterns->count; p++) {
    double z[s->k + 1], off = 0;
    w->pattern = &v->pieces->patterns->item[p];
    memcpy(w->z, piece->center, s->k * sizeof *z);
    memset(w->force, 0, (s->normals + s->slips) * sizeof *w->force);
    if (!ss_walker_settle(w, REACH, NULL)) continue;
    memcpy(z, w->z, s->k * sizeof *z);
    for (size_t j = 0; j < s->k; j++)
      off = fmax(off, fabs(z[j] - piece->center[j]) / ss_search_width(s, j));
    if (off > REACH || !verify_place(v, z)) continue;
    memcpy(piece->center, z, s->k * sizeof *z);
    return;
  }
  memcpy(piece->center, piece->trail.z + piece->trail.count / 2 * s->k, s->k * sizeof(double));
}

/* Keeps the places that are verified, of those that are evenly spread and the last. */
static void verify_piece(verifying *v, ss_piece *piece) {
  ss_trail *t = &piece->trail;
  const size_t every = 1 + t->count / v->places_most;
  size_t kept = 0;
  for (size_t i = 0; i < t->count; i++) {
    double *z = t->z + i * t->k;
    if (i % every != 0 && i + 1 < t->count) continue;
    if (!verify_place(v, z) && !verify_towards(v, z, piece->center)) continue;
    memmove(t->z + kept++ * t->k, z, t->k * sizeof *z);
  }
  piece->verified = kept > 0;
  if (kept == 0) return;
  t->count = kept;
  if (!verify_place(v, piece->center)) place_center(v, piece);
}

ss_status ss_pieces_verify(ss_pieces *pieces, ss_arena *arena, size_t places_most) {
  verifying v = {.pieces = pieces, .places_most = places_most};
  const ss_rest_pattern *before = pieces->walker->pattern;
  const size_t relations = pieces->search->relations;
  ss_status status = ss_rest_pattern_create(arena, pieces->search->system, &v.pattern);
  if (status == SS_OK)
    status = ss_judge_create(arena, pieces->search, pieces->walker, PRECISION, &v.judge);
  /* where a set is cut by the region it rests all the same */
  pieces->search->relations = 0;
  for (size_t i = 0; i < pieces->count && status == SS_OK; i++) {
    if (pieces->piece[i].verified) continue;
    ss_piece_turn(pieces->search, &pieces->piece[i]); /* that rounds: what is told is asked about */
    verify_piece(&v, &pieces->piece[i]);
  }
  ss_judge_destroy(&v.judge);
  pieces->walker->pattern = before;
  pieces->search->relations = relations;
  return status;
}

/* ---- what is apart --------------------------------------------------------------------------- */

/* Can nothing rest at z, certainly, whatever is closed? */
static bool is_refuted(verifying *v, const double *z) {
  ss_judge_look(&v->judge, z, z);
  for (size_t p = 0; p < v->pieces->patterns->count; p++) {
    const ss_rest_pattern *pattern = &v->pieces->patterns->item[p];
    if (!ss_judge_misses(&v->judge, pattern) && !ss_judge_refute(&v->judge, pattern)) return false;
  }
  return v->pieces->patterns->all;
}

/* The coordinate that matters, at the lowest or the highest place of a piece. */
static double find_end(const ss_piece *piece, size_t j, int side) {
  const ss_trail *t = &piece->trail;
  double end = t->z[j];
  for (size_t i = 1; i < t->count; i++)
    end = side > 0 ? fmax(end, t->z[i * t->k + j]) : fmin(end, t->z[i * t->k + j]);
  return end;
}

/* Is there a place in the gap between two pieces at which nothing rests? Other sets may lie in it:
 * several are asked about. */
static bool is_apart(verifying *v, const ss_piece *a, const ss_piece *b, size_t j) {
  const ss_search *s = v->pieces->search;
  double z[s->k + 1];
  for (size_t i = 0; i < s->k; i++) z[i] = s->free[i] ? 0 : a->trail.z[i];
  const double from = find_end(a, j, 1), to = find_end(b, j, -1);
  for (int i = 1; i < ASKED; i++) {
    z[j] = from + (to - from) * fmod(0.618033988749895 * i, 1); /* in step with nothing */
    if (from < z[j] && z[j] < to && is_refuted(v, z)) return true;
  }
  return false;
}

static void part(verifying *v, size_t j) {
  ss_pieces *pieces = v->pieces;
  for (size_t i = 1; i < pieces->count; i++) /* by place */
    for (size_t m = i;
         m > 0 && find_end(&pieces->piece[m], j, -1) < find_end(&pieces->piece[m - 1], j, -1);
         m--) {
      const ss_piece other = pieces->piece[m];
      pieces->piece[m] = pieces->piece[m - 1];
      pieces->piece[m - 1] = other;
    }
  size_t group = 0;
  for (size_t i = 0; i < pieces->count; i++) {
    if (i > 0 && is_apart(v, &pieces->piece[i - 1], &pieces->piece[i], j)) group++;
    pieces->piece[i].group = group;
  }
}

ss_status ss_pieces_part(ss_pieces *pieces, ss_arena *arena) {
  const ss_search *s = pieces->search;
  verifying v = {.pieces = pieces};
  size_t axis = 0;
  if (ss_search_mattering(s) != 1) return SS_OK;
  while (s->free[axis]) axis++;
  const ss_status status =
      ss_judge_create(arena, pieces->search, pieces->walker, PRECISION, &v.judge);
  if (status == SS_OK) part(&v, axis);
  ss_judge_destroy(&v.judge);
  return status;
}
