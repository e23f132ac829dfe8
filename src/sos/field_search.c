/* field_search.c: a rational point below the level where V does not fall.
 *
 * Points are drawn on rays from 0, between 0 and where V reaches the level; the quantity that is
 * raised is V' divided by the sum of the sizes of its terms, which has no units. The best point
 * walks by random steps that shrink when they do not help. Then its coordinates are rounded by
 * continued fractions, coarsely first, and V < level, V' >= 0 are asked of the exact values.
 */
#include <math.h>
#include <string.h>

#include "field_private.h"

enum { DIRECTIONS = 400, RADII = 6, STEPS = 2000 };

typedef struct search {
  const ss_field *flow;
  double level;
  size_t n;
  uint64_t state; /* of the random numbers */
  double best;
  double x[SS_FIELD_MOST_COORDINATES], trial[SS_FIELD_MOST_COORDINATES];
} search;

static double draw(search *s) {
  s->state = s->state * 6364136223846793005u + 1442695040888963407u;
  return (double)(s->state >> 11) * 0x1p-52 - 1;
}

static double value(const search *s, ss_poly p, const double *x) {
  return ss_poly_value_double(s->flow->ring, p, x);
}

/* V' / sum |terms|, or -inf outside of the level. */
static double rate(const search *s, const double *x) {
  const double V = value(s, s->flow->function, x);
  if (!(V < s->level) || !(V > 0)) return -INFINITY;
  double sum = 0, size = 0;
  for (size_t k = 0; k < s->flow->fall.count; k++) {
    const ss_poly term = {1, s->flow->fall.terms + k};
    const double v = value(s, term, x);
    sum += v;
    size += fabs(v);
  }
  return size > 0 ? sum / size : 0;
}

static void keep(search *s) {
  const double found = rate(s, s->trial);
  if (!(found > s->best)) return;
  s->best = found;
  memcpy(s->x, s->trial, sizeof s->x);
}

static void set(search *s, const double *direction, double radius) {
  for (size_t i = 0; i < s->n; i++) s->trial[i] = radius * direction[i];
}

/* Where V first exceeds the level on a ray, by doubling and halving; at most 1e150. */
static double find_end(search *s, const double *direction) {
  double low = 0, high = 1e-12;
  for (;; low = high, high *= 2) {
    set(s, direction, high);
    if (high > 1e150 || !(value(s, s->flow->function, s->trial) < s->level)) break;
  }
  for (int k = 0; k < 60; k++) {
    const double middle = (low + high) / 2;
    set(s, direction, middle);
    if (value(s, s->flow->function, s->trial) < s->level)
      low = middle;
    else
      high = middle;
  }
  return low;
}

static void look_around(search *s) {
  for (int k = 0; k < DIRECTIONS; k++) {
    double direction[SS_FIELD_MOST_COORDINATES];
    for (size_t i = 0; i < s->n; i++) direction[i] = draw(s);
    const double end = find_end(s, direction);
    for (int j = 1; j <= RADII; j++) {
      set(s, direction, end * (j == RADII ? 1 - 1e-9 : (double)j / RADII));
      keep(s);
    }
  }
}

static void climb(search *s) {
  double size = 0.1;
  for (int k = 0; k < STEPS && s->best < 0.01 && size > 1e-9; k++) {
    const double before = s->best;
    double length = 0;
    for (size_t i = 0; i < s->n; i++) length = fmax(length, fabs(s->x[i]));
    for (size_t i = 0; i < s->n; i++) s->trial[i] = s->x[i] + size * length * draw(s);
    keep(s);
    size *= s->best > before ? 1.5 : 0.95;
  }
}

/* Exact values at the rounded point; true: it shows what is asked. */
static bool shows(const search *s, const fmpq_t level, double tolerance, fmpq_mat_struct *point,
                  fmpq_mat_struct *values) {
  bool zero = true;
  for (size_t i = 0; i < s->n; i++) {
    fmpq *to = fmpq_mat_entry(point, (slong)i, 0);
    ss_exact_from_double(to, s->x[i], tolerance);
    zero = zero && fmpq_is_zero(to);
  }
  fmpq *V = fmpq_mat_entry(values, 0, 0), *fall = fmpq_mat_entry(values, 1, 0);
  const fmpq *x = fmpq_mat_entry(point, 0, 0);
  return !zero && ss_poly_value(s->flow->ring, s->flow->function, x, V) &&
         ss_poly_value(s->flow->ring, s->flow->fall, x, fall) && fmpq_cmp(V, level) < 0 &&
         fmpq_sgn(fall) >= 0;
}

ss_status ss_field_search(const ss_field *flow, const fmpq_t level, ss_arena *arena,
                          ss_field_answer *answer) {
  search s = {.flow = flow,
              .level = fmpq_get_d(level),
              .n = flow->coordinates,
              .state = 1,
              .best = -INFINITY};
  fmpq_mat_struct *point = ss_sos_matrix(arena, s.n, 1), *values = ss_sos_matrix(arena, 2, 1);
  if (!point || !values) return SS_MEMORY;
  look_around(&s);
  if (s.best > -INFINITY) climb(&s);
  if (!(s.best > -1e-9)) return SS_OK;
  double length = 0;
  for (size_t i = 0; i < s.n; i++) length = fmax(length, fabs(s.x[i]));
  for (double tolerance = 0.1; tolerance > 1e-16; tolerance /= 10)
    if (shows(&s, level, tolerance * length, point, values)) {
      answer->verdict = SS_REFUTED;
      answer->point = fmpq_mat_entry(point, 0, 0);
      answer->value = fmpq_mat_entry(values, 0, 0);
      break;
    }
  return SS_OK;
}
