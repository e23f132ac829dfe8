/* explore.c: the set at an equilibrium, whatever its shape.
 *
 * From one member a set is explored by walks (trace.c), as its dimension asks for:
 *
 *     0    a point
 *     1    a curve: a walk each way
 *     2    a patch: from a place in its middle, walks in FAN directions of a plane of two
 *          coordinates, and between two of them where their ends are APART of its radius or more;
 *          the ends go round the boundary, as far as it is seen from there
 *     3…   a box: the places where each coordinate is least and greatest
 *
 * A member within NEAR of a known set (in widths of the box) belongs to it. Pieces whose ends touch
 * are connected.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "search.h"

enum { FAN = 72, HALVINGS = 4, PIECES_MOST = 2000 };

static const double NEAR = 5e-4, APART = 0.1, TOUCH = 1e-6, SAME = 1e-7;

/* (a - b) / width, by the nearest turn of an angle; 0 for a free coordinate. */
static double apart(const ss_search *s, size_t j, double a, double b) {
  double difference = a - b;
  if (s->free[j]) return 0;
  if (s->period[j] > 0) difference -= s->period[j] * round(difference / s->period[j]);
  return difference / ss_search_width(s, j);
}

/* ---- distances ------------------------------------------------------------------------------- */

/* The distance from z to the segment from a to b. */
static double to_segment(const ss_search *s, const double *z, const double *a, const double *b) {
  double dot = 0, length = 0, sum = 0;
  for (size_t j = 0; j < s->k; j++) {
    const double along = (b[j] - a[j]) / ss_search_width(s, j);
    if (s->free[j]) continue;
    dot += along * apart(s, j, z[j], a[j]);
    length += along * along;
  }
  const double at = length > 0 ? fmin(1, fmax(0, dot / length)) : 0;
  for (size_t j = 0; j < s->k; j++) {
    const double off = apart(s, j, z[j], a[j] + at * (b[j] - a[j]));
    sum += off * off;
  }
  return sqrt(sum);
}

/* The distance to the polyline, which a patch closes. */
static double to_curve(const ss_search *s, const ss_piece *piece, const double *z) {
  const ss_trail *t = &piece->trail;
  double least = INFINITY;
  for (size_t i = 0; i < t->count; i++) {
    const bool last = i + 1 == t->count;
    const size_t next = !last ? i + 1 : piece->shape == SS_REST_PATCH ? 0 : i;
    least = fmin(least, to_segment(s, z, t->z + i * s->k, t->z + next * s->k));
  }
  return least;
}

/* Is z within the boundary, seen in the plane from the centre? */
static bool is_within_patch(const ss_search *s, const ss_piece *piece, const double *z) {
  const size_t a = piece->plane[0], b = piece->plane[1];
  const double x = apart(s, a, z[a], piece->center[a]), y = apart(s, b, z[b], piece->center[b]);
  for (size_t i = 0; i < piece->trail.count; i++) {
    const double *p = piece->trail.z + i * s->k;
    const double *q = piece->trail.z + (i + 1) % piece->trail.count * s->k;
    const double px = apart(s, a, p[a], piece->center[a]), py = apart(s, b, p[b], piece->center[b]);
    const double qx = apart(s, a, q[a], piece->center[a]), qy = apart(s, b, q[b], piece->center[b]);
    const double area = px * qy - py * qx;
    if (!(area > 0)) continue;
    const double u = (x * qy - y * qx) / area, v = (px * y - py * x) / area;
    if (u >= -1e-9 && v >= -1e-9 && u + v <= 1 + NEAR) return true;
  }
  return false;
}

/* The excess over the box of the points. */
static double to_box(const ss_search *s, const ss_piece *piece, const double *z) {
  double most = 0;
  for (size_t j = 0; j < s->k; j++) {
    double lo = INFINITY, hi = -INFINITY;
    for (size_t i = 0; i < piece->trail.count; i++) {
      const double x = apart(s, j, piece->trail.z[i * s->k + j], piece->center[j]);
      lo = fmin(lo, x);
      hi = fmax(hi, x);
    }
    const double x = apart(s, j, z[j], piece->center[j]);
    most = fmax(most, fmax(lo - x, x - hi));
  }
  return most;
}

static double distance_to(const ss_search *s, const ss_piece *piece, const double *z) {
  if (piece->shape == SS_REST_BOX) return to_box(s, piece, z);
  if (piece->shape == SS_REST_PATCH && is_within_patch(s, piece, z)) return to_box(s, piece, z);
  return to_curve(s, piece, z);
}

double ss_pieces_distance(const ss_pieces *pieces, const double *z) {
  double least = INFINITY;
  for (size_t i = 0; i < pieces->count; i++)
    least = fmin(least, distance_to(pieces->search, &pieces->piece[i], z));
  return least;
}

const double *ss_pieces_point(const ss_pieces *pieces, const double *z) {
  const ss_piece *nearest = NULL;
  double least = INFINITY;
  for (size_t i = 0; i < pieces->count; i++) {
    const double distance = distance_to(pieces->search, &pieces->piece[i], z);
    if (distance < least) nearest = &pieces->piece[i];
    least = fmin(least, distance);
  }
  return nearest && nearest->shape == SS_REST_POINT ? nearest->trail.z : NULL;
}

static bool is_known(const ss_pieces *pieces, const double *z) {
  for (size_t i = 0; i < pieces->count; i++) {
    const ss_piece *piece = &pieces->piece[i];
    const double near = piece->shape == SS_REST_POINT ? SAME : NEAR;
    if (distance_to(pieces->search, piece, z) <= near) return true;
  }
  return false;
}

/* ---- exploring ------------------------------------------------------------------------------- */

static void put(ss_walker *w, const double *z, const ss_rest_pattern *pattern) {
  memcpy(w->z, z, w->search->k * sizeof *z);
  w->pattern = pattern;
  ss_walker_hold(w, INFINITY);
}

/* The walk back, then the walk on, as one trail. */
static bool explore_curve(ss_pieces *pieces, size_t coordinate, ss_piece *piece) {
  ss_walker *w = pieces->walker;
  const ss_search *s = w->search;
  const ss_rest_pattern *pattern = w->pattern;
  ss_trail back = {.k = s->k}, on = {.k = s->k};
  double start[s->k], goal[s->k];
  memset(goal, 0, sizeof goal);
  memcpy(start, w->z, sizeof start);
  goal[coordinate] = 1 / ss_search_width(s, coordinate);
  bool good = ss_trace_walk(w, pieces->patterns, goal, NULL, &on);
  goal[coordinate] = -goal[coordinate];
  put(w, start, pattern);
  if (good && !on.round) good = ss_trace_walk(w, pieces->patterns, goal, NULL, &back);
  for (size_t i = back.count; good && i > 1; i--)
    good = ss_trail_add(&piece->trail, back.z + (i - 1) * s->k, back.residual);
  for (size_t i = 0; good && i < on.count; i++)
    good = ss_trail_add(&piece->trail, on.z + i * s->k, on.residual);
  piece->loop = on.round;
  piece->trail.cut = on.cut || back.cut;
  free(back.z);
  free(on.z);
  return good;
}

/* The place in the middle of a curve, by length. */
static void find_middle(const ss_search *s, const ss_piece *piece, double *z) {
  const ss_trail *t = &piece->trail;
  double whole = 0, sum = 0;
  for (size_t i = 1; i < t->count; i++)
    whole += to_segment(s, t->z + i * s->k, t->z + (i - 1) * s->k, t->z + (i - 1) * s->k);
  memcpy(z, t->z, s->k * sizeof *z);
  for (size_t i = 1; i < t->count; i++) {
    const double *a = t->z + (i - 1) * s->k, *b = t->z + i * s->k;
    const double length = to_segment(s, b, a, a);
    if (length > 0 && sum + length >= whole / 2) {
      const double at = (whole / 2 - sum) / length;
      for (size_t j = 0; j < s->k; j++) z[j] = a[j] + at * (b[j] - a[j]);
      return;
    }
    sum += length;
  }
}

/* The places where the coordinate is least and greatest. */
static bool find_ends(ss_pieces *pieces, size_t coordinate, ss_trail *ends) {
  ss_walker *w = pieces->walker;
  const ss_search *s = w->search;
  const ss_rest_pattern *pattern = w->pattern;
  double start[s->k], goal[s->k];
  memcpy(start, w->z, sizeof start);
  bool good = true;
  for (int side = -1; side <= 1 && good; side += 2) {
    memset(goal, 0, sizeof goal);
    goal[coordinate] = side / ss_search_width(s, coordinate);
    put(w, start, pattern);
    ss_trace_climb(w, goal);
    good = ss_trail_add(ends, w->z, w->residual);
  }
  put(w, start, pattern);
  return good;
}

/* Where the walk from the middle of a patch ends: added to the trail. */
static bool walk_out(ss_pieces *pieces, ss_piece *piece, const ss_rest_pattern *pattern,
                     double angle, ss_trail *ends) {
  ss_walker *w = pieces->walker;
  const ss_search *s = w->search;
  const size_t a = piece->plane[0], b = piece->plane[1];
  double goal[s->k], hold[s->k];
  ss_trail ray = {.k = s->k};
  memset(goal, 0, sizeof goal);
  memset(hold, 0, sizeof hold);
  goal[a] = cos(angle) / ss_search_width(s, a);
  goal[b] = sin(angle) / ss_search_width(s, b);
  hold[a] = -sin(angle) / ss_search_width(s, a);
  hold[b] = cos(angle) / ss_search_width(s, b);
  put(w, piece->center, pattern);
  const bool good =
      ss_trace_walk(w, pieces->patterns, goal, hold, &ray) && ss_trail_add(ends, w->z, w->residual);
  piece->trail.cut |= ray.cut;
  free(ray.z);
  return good;
}

/* Walks between angles from and to, whose ends are a and b, where these are far apart. */
static bool fill_gap(ss_pieces *pieces, ss_piece *piece, const ss_rest_pattern *pattern,
                     const double angle[2], const double *const end[2], int halvings) {
  const ss_search *s = pieces->search;
  const double *c = piece->center;
  const double radius = fmax(to_segment(s, end[0], c, c), to_segment(s, end[1], c, c));
  if (halvings == 0 || to_segment(s, end[0], end[1], end[1]) <= APART * radius) return true;
  const double middle = (angle[0] + angle[1]) / 2;
  double z[s->k];
  ss_trail one = {.k = s->k};
  bool good = walk_out(pieces, piece, pattern, middle, &one);
  if (good) memcpy(z, one.z, sizeof z);
  const double first[] = {angle[0], middle}, second[] = {middle, angle[1]};
  good = good &&
         fill_gap(pieces, piece, pattern, first, (const double *[]){end[0], z}, halvings - 1) &&
         ss_trail_add(&piece->trail, z, one.residual) &&
         fill_gap(pieces, piece, pattern, second, (const double *[]){z, end[1]}, halvings - 1);
  free(one.z);
  return good;
}

/* Walks from the middle in all directions of the plane. Where no member is found near the middle,
 * the patch stays without points. */
static bool explore_patch(ss_pieces *pieces, ss_piece *piece) {
  ss_walker *w = pieces->walker;
  const ss_search *s = w->search;
  const ss_rest_pattern *pattern = w->pattern;
  ss_trail ends = {.k = s->k};
  double middle[s->k];
  bool good =
      find_ends(pieces, piece->plane[0], &ends) && find_ends(pieces, piece->plane[1], &ends);
  memset(middle, 0, sizeof middle);
  for (size_t i = 0; good && i < ends.count * s->k; i++)
    middle[i % s->k] += ends.z[i] / (double)ends.count;
  free(ends.z);
  ends = (ss_trail){.k = s->k};
  if (good) memcpy(w->z, middle, sizeof middle);
  if (good && !ss_walker_settle(w, 0.01, NULL)) return true;
  memcpy(piece->center, w->z, sizeof middle);
  for (size_t i = 0; good && i < FAN; i++)
    good = walk_out(pieces, piece, pattern, 2 * M_PI * (double)i / FAN, &ends);
  for (size_t i = 0; good && i < FAN; i++) {
    const double angle[] = {2 * M_PI * (double)i / FAN, 2 * M_PI * (double)(i + 1) / FAN};
    const double *const both[] = {ends.z + i * s->k, ends.z + (i + 1) % FAN * s->k};
    good = ss_trail_add(&piece->trail, both[0], ends.residual) &&
           fill_gap(pieces, piece, pattern, angle, both, HALVINGS);
  }
  free(ends.z);
  return good;
}

static bool explore_box(ss_pieces *pieces, ss_piece *piece) {
  const ss_search *s = pieces->search;
  bool good = true;
  for (size_t j = 0; j < s->k && good; j++)
    if (!s->free[j]) good = find_ends(pieces, j, &piece->trail);
  return good;
}

/* ---- the list -------------------------------------------------------------------------------- */

static ss_piece *add_piece(ss_pieces *pieces) {
  if (pieces->count == pieces->capacity) {
    const size_t capacity = 2 * pieces->capacity + 8;
    ss_piece *more = realloc(pieces->piece, capacity * sizeof *more);
    if (!more) return NULL;
    pieces->piece = more;
    pieces->capacity = capacity;
  }
  ss_piece *piece = &pieces->piece[pieces->count];
  *piece = (ss_piece){.group = pieces->count, .trail.k = pieces->search->k};
  piece->center = calloc(pieces->search->k, sizeof *piece->center);
  if (!piece->center) return NULL;
  pieces->count++;
  return piece;
}

/* Whether the last piece is a patch around the middle of another: the same, from another member. */
static bool is_again(const ss_pieces *pieces) {
  const ss_piece *last = &pieces->piece[pieces->count - 1];
  for (size_t i = 0; i + 1 < pieces->count && last->shape == SS_REST_PATCH; i++) {
    const ss_piece *other = &pieces->piece[i];
    const double *c = other->center;
    if (other->shape == SS_REST_PATCH && is_within_patch(pieces->search, other, last->center) &&
        to_segment(pieces->search, last->center, c, c) <= NEAR)
      return true;
  }
  return false;
}

static void drop_last(ss_pieces *pieces) {
  pieces->count--;
  free(pieces->piece[pieces->count].trail.z);
  free(pieces->piece[pieces->count].center);
}

/* Joins the groups of pieces that touch the last one. */
static void connect(ss_pieces *pieces) {
  const size_t k = pieces->search->k, last = pieces->count - 1;
  const ss_trail *t = &pieces->piece[last].trail;
  for (size_t i = 0; i < last; i++) {
    const ss_trail *other = &pieces->piece[i].trail;
    double least = INFINITY;
    const double *ends[] = {t->z, t->z + (t->count - 1) * k};
    const double *others[] = {other->z, other->z + (other->count - 1) * k};
    for (size_t e = 0; e < 2; e++) {
      least = fmin(least, distance_to(pieces->search, &pieces->piece[i], ends[e]));
      least = fmin(least, distance_to(pieces->search, &pieces->piece[last], others[e]));
    }
    if (least > TOUCH) continue;
    const size_t from = pieces->piece[last].group, to = pieces->piece[i].group;
    for (size_t j = 0; j <= last; j++)
      if (pieces->piece[j].group == from) pieces->piece[j].group = to;
  }
}

static bool explore(ss_pieces *pieces, const size_t *coordinate, ss_piece *piece) {
  ss_walker *w = pieces->walker;
  piece->plane[0] = coordinate[0];
  piece->plane[1] = coordinate[1];
  memcpy(piece->center, w->z, w->search->k * sizeof *w->z);
  switch (piece->dimension) {
  case 0: piece->shape = SS_REST_POINT; return ss_trail_add(&piece->trail, w->z, w->residual);
  case 1:
    piece->shape = SS_REST_CURVE;
    if (!explore_curve(pieces, coordinate[0], piece)) return false;
    find_middle(w->search, piece, piece->center);
    return true;
  case 2: piece->shape = SS_REST_PATCH; return explore_patch(pieces, piece);
  default: piece->shape = SS_REST_BOX; return explore_box(pieces, piece);
  }
}

ss_status ss_pieces_explore(ss_pieces *pieces) {
  ss_walker *w = pieces->walker;
  size_t coordinate[w->search->k + 2];
  memset(coordinate, 0, sizeof coordinate);
  if (is_known(pieces, w->z)) return SS_OK;
  if (pieces->count == PIECES_MOST) return SS_LIMIT;
  const size_t dimension = ss_trace_dimension(w, coordinate);
  ss_search_at(w->search, w->z);
  ss_piece *piece = add_piece(pieces);
  if (!piece) return SS_MEMORY;
  piece->dimension = dimension;
  if (!explore(pieces, coordinate, piece)) return SS_MEMORY;
  if (piece->trail.count == 0 && !ss_trail_add(&piece->trail, piece->center, 0)) return SS_MEMORY;
  if (is_again(pieces))
    drop_last(pieces);
  else
    connect(pieces);
  return SS_OK;
}

void ss_pieces_clear(ss_pieces *pieces) {
  for (size_t i = 0; i < pieces->count; i++) {
    free(pieces->piece[i].trail.z);
    free(pieces->piece[i].center);
  }
  free(pieces->piece);
}
