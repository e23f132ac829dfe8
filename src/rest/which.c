/* which.c: the rest set at a position.
 *
 * The distance to a convex part is its largest excess over a facet or an equation, which is exact
 * within and a lower bound outside; that to a curve is the one to the nearest of its segments; a
 * patch is seen as the triangles between its centre and its boundary; of a box only the excess over
 * its sides is known. Angles are compared by the nearest turn, free coordinates not at all. Nothing
 * is allocated: basins ask this of every motion.
 */
#include <math.h>

#include "rest_private.h"

/* A set and its coordinates. */
typedef struct place {
  const ss_rest_sets *sets;
  const ss_rest_set *set;
  size_t n;
} place;

static bool is_free(const place *p, size_t j) {
  for (size_t i = 0; i < p->set->free_count; i++)
    if (p->set->free[i] == j) return true;
  return false;
}

/* a - b, by the nearest turn; 0 for a free coordinate. */
static double apart(const place *p, size_t j, double a, double b) {
  const double period = p->sets->period ? p->sets->period[j] : 0;
  if (is_free(p, j)) return 0;
  return period > 0 ? remainder(a - b, period) : a - b;
}

/* The largest excess over a side, 0 within. */
static double to_part(size_t n, const ss_rest_part *part, const double *q) {
  double most = 0;
  for (size_t i = 0; i < part->facets; i++) {
    double sum = -part->bound[i];
    for (size_t j = 0; j < n; j++) sum += part->facet[i * n + j] * q[j];
    most = fmax(most, sum);
  }
  for (size_t i = 0; i < part->equations; i++) {
    double sum = -part->level[i];
    for (size_t j = 0; j < n; j++) sum += part->hold[i * n + j] * q[j];
    most = fmax(most, fabs(sum));
  }
  return most;
}

/* |q - a - s (b - a) - t (c - a)|^2 */
static double to_combination(const place *p, const double *q, const double *const corner[3],
                             double s, double t) {
  double sum = 0;
  for (size_t j = 0; j < p->n; j++) {
    const double off = apart(p, j, q[j], corner[0][j]) -
                       s * apart(p, j, corner[1][j], corner[0][j]) -
                       t * apart(p, j, corner[2][j], corner[0][j]);
    sum += off * off;
  }
  return sum;
}

static double to_segment(const place *p, const double *q, const double *a, const double *b) {
  double dot = 0, length = 0;
  for (size_t j = 0; j < p->n; j++) {
    const double along = apart(p, j, b[j], a[j]);
    dot += along * apart(p, j, q[j], a[j]);
    length += along * along;
  }
  const double *const corner[] = {a, b, b};
  return sqrt(to_combination(p, q, corner, length > 0 ? fmin(1, fmax(0, dot / length)) : 0, 0));
}

/* The distance to the triangle of a, b and c: to its plane, if the foot lies within, or to its
 * sides. */
static double to_triangle(const place *p, const double *q, const double *a, const double *b,
                          const double *c) {
  double bb = 0, bc = 0, cc = 0, bq = 0, cq = 0;
  for (size_t j = 0; j < p->n; j++) {
    const double x = apart(p, j, b[j], a[j]), y = apart(p, j, c[j], a[j]);
    const double z = apart(p, j, q[j], a[j]);
    bb += x * x;
    bc += x * y;
    cc += y * y;
    bq += x * z;
    cq += y * z;
  }
  const double area = bb * cc - bc * bc;
  const double s = (cc * bq - bc * cq) / area, t = (bb * cq - bc * bq) / area;
  const double *const corner[] = {a, b, c};
  if (area > 0 && s >= 0 && t >= 0 && s + t <= 1) return sqrt(to_combination(p, q, corner, s, t));
  return fmin(to_segment(p, q, b, c), fmin(to_segment(p, q, a, b), to_segment(p, q, a, c)));
}

static double to_box(const place *p, const double *q) {
  double most = 0;
  for (size_t j = 0; j < p->n; j++) {
    const double middle = isfinite(p->set->lo[j]) ? p->set->lo[j] / 2 + p->set->hi[j] / 2 : 0;
    const double off = fabs(apart(p, j, q[j], middle)) - (p->set->hi[j] - p->set->lo[j]) / 2;
    if (!is_free(p, j)) most = fmax(most, off);
  }
  return most;
}

/* Polyline number `line` of a curve, or of the boundary of a patch. */
static double to_line(const place *p, const double *q, size_t line) {
  const size_t first = p->set->line[line], end = p->set->line[line + 1];
  const bool patch = p->set->shape == SS_REST_PATCH;
  double least = INFINITY;
  for (size_t i = first; i < end; i++) {
    const size_t next = i + 1 < end ? i + 1 : patch ? first : i;
    const double *a = p->set->point + i * p->n, *b = p->set->point + next * p->n;
    least = fmin(least, patch ? to_triangle(p, q, p->set->center, a, b) : to_segment(p, q, a, b));
  }
  return least;
}

double ss_rest_distance(const ss_rest_sets *sets, size_t set, const double *q) {
  const place p = {sets, &sets->set[set], sets->system->coordinates};
  double least = INFINITY;
  for (size_t i = 0; i < p.set->parts; i++) least = fmin(least, to_part(p.n, &p.set->part[i], q));
  if (p.set->parts) return least;
  if (p.set->shape == SS_REST_POINT) return to_segment(&p, q, p.set->center, p.set->center);
  if (p.set->shape == SS_REST_BOX) return to_box(&p, q);
  for (size_t i = 0; i < p.set->lines; i++) least = fmin(least, to_line(&p, q, i));
  return least;
}

size_t ss_rest_which(const ss_rest_sets *sets, const double *q, double tolerance) {
  size_t best = SIZE_MAX;
  double least = tolerance;
  for (size_t i = 0; i < sets->count; i++) {
    const double distance = ss_rest_distance(sets, i, q);
    if (distance < least || (distance == least && best == SIZE_MAX)) {
      least = distance;
      best = i;
    }
  }
  return best;
}

size_t ss_rest_which_at_rest(const ss_rest_sets *sets, const double *q, double tolerance) {
  const size_t near = ss_rest_which(sets, q, tolerance);
  size_t only = SIZE_MAX;
  if (near != SIZE_MAX || !sets->complete) return near;
  for (size_t i = 0; i < sets->count; i++) {
    const place p = {sets, &sets->set[i], sets->system->coordinates};
    if (!p.set->enclosed) return SIZE_MAX;
    if (to_box(&p, q) > tolerance) continue;
    if (only != SIZE_MAX) return SIZE_MAX;
    only = i;
  }
  return only;
}
