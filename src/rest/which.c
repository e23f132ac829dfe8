/* which.c: the rest set at a position. */
#include <math.h>

#include "rest_private.h"

/* The largest excess over a side, 0 within. */
static double excess(size_t n, const ss_rest_part *part, const double *q) {
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

double ss_rest_distance(const ss_rest_sets *sets, size_t set, const double *q) {
  const size_t n = sets->system->coordinates;
  const ss_rest_set *s = &sets->set[set];
  double least = INFINITY;
  for (size_t i = 0; i < s->parts; i++) least = fmin(least, excess(n, &s->part[i], q));
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
