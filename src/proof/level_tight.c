/* level_tight.c: the largest level on which the energy falls, in floating point.
 *
 *     tau = max over v of  phi(v) = -v^T C v / (|v| sum_j |w_j^T v|),      rho = 1/(2 tau^2).
 *
 * phi is raised by minorisation: at the point v, with a_j = |w_j^T v|, l = sum a_j, r = l/|v|,
 *
 *     |x| sum |w_j^T x| <= x^T H x,    H = 1/2 (r I + sum_j (l/a_j) w_j w_j^T / r),
 *
 * with equality at x = v (Cauchy and the arithmetic mean), so that the best x of -x^T C x/(x^T H
 * x), an eigenvector, is at least as good as v. Where a slip tends to 0 its weight grows without
 * bound and the slip stays there; a last phase sets small slips to 0. Starts: eigenvectors of C,
 * the dual matrix of a leaf, random ones from a fixed seed. What is found is a local maximum: the
 * level printed from it is an upper bound of what can be proved, not a claim.
 */
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "level.h"

typedef struct ascent {
  const ss_scaled *s;
  double *A, *H, *values, *slip, *v;
} ascent;

enum { STEPS_MOST = 200, RANDOM_STARTS = 16 };

static double norm(size_t n, const double *v) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += v[i] * v[i];
  return sqrt(sum);
}

/* Slips of v and their sum. */
static double find_slips(ascent *a, const double *v) {
  double sum = 0;
  for (size_t j = 0; j < a->s->m; j++) {
    const double *w = a->s->w + a->s->n * j;
    double slip = 0;
    for (size_t i = 0; i < a->s->n; i++) slip += w[i] * v[i];
    a->slip[j] = fabs(slip);
    sum += fabs(slip);
  }
  return sum;
}

static double phi(ascent *a, const double *v) {
  size_t n = a->s->n;
  double form = 0, sum = find_slips(a, v), length = norm(n, v);
  for (size_t j = 0; j < n; j++)
    for (size_t i = 0; i < n; i++) form += v[i] * a->s->C[i + n * j] * v[j];
  if (form >= 0) return 0;
  return sum > 0 ? -form / (length * sum) : 0;
}

/* One step from a->v; slips below `floor` of their sum count as that. */
static bool improve(ascent *a, double floor) {
  size_t n = a->s->n;
  double sum = find_slips(a, a->v), ratio = sum / norm(n, a->v);
  if (!(sum > 0) || !isfinite(ratio)) return false;
  for (size_t i = 0; i < n * n; i++) a->A[i] = -a->s->C[i], a->H[i] = 0;
  for (size_t i = 0; i < n; i++) a->H[i + n * i] = ratio / 2;
  for (size_t j = 0; j < a->s->m; j++) {
    const double *w = a->s->w + n * j;
    double weight = sum / fmax(a->slip[j], floor * sum) / (2 * ratio);
    for (size_t c = 0; c < n; c++)
      for (size_t i = c; i < n; i++) a->H[i + n * c] += weight * w[i] * w[c];
  }
  if (LAPACKE_dsygv(LAPACK_COL_MAJOR, 1, 'V', 'L', (int)n, a->A, (int)n, a->H, (int)n, a->values) !=
      0)
    return false;
  memcpy(a->v, a->A + n * (n - 1), n * sizeof *a->v);
  return a->values[n - 1] > 0;
}

/* Slips that have become small are set to nothing: their weight is raised once more. */
static double climb(ascent *a) {
  double value = 0;
  for (int phase = 0; phase < 2; phase++)
    for (int step = 0; step < STEPS_MOST; step++) {
      if (!improve(a, phase ? 1e-13 : 1e-9)) return value;
      double now = phi(a, a->v);
      if (now <= value * (1 + 1e-12)) break;
      value = now;
    }
  return value;
}

static void start_random(ascent *a, uint64_t *seed) {
  for (size_t i = 0; i < a->s->n; i++) {
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    a->v[i] = (double)(int64_t)*seed / 9.2e18;
  }
}

/* From the columns of a symmetric matrix' eigenvectors, the `count` last ones. */
static double climb_from(ascent *a, const double *columns, size_t count, double best) {
  size_t n = a->s->n;
  for (size_t c = 0; c < count; c++) {
    memcpy(a->v, columns + n * c, n * sizeof *a->v);
    best = fmax(best, phi(a, a->v));
    best = fmax(best, climb(a));
  }
  return best;
}

/* Eigenvectors of C for negative eigenvalues; of the dual matrix for its largest three. If not
 * `all`, the first of the latter. */
static double climb_from_hints(ascent *a, const ss_leaf *hint, bool all, double best) {
  size_t n = a->s->n, k = a->s->k, negative = 0;
  ss_arena_mark mark = ss_arena_get_mark(a->s->arena);
  double *V = ss_arena_new(a->s->arena, n * n, double),
         *X = ss_arena_new(a->s->arena, n * n, double);
  double *values = ss_arena_new(a->s->arena, n, double);
  if (!V || !X || !values) return best;
  memcpy(V, a->s->C, n * n * sizeof *V);
  if (all && LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'L', (int)n, V, (int)n, values) == 0) {
    while (negative < n && negative < 4 && values[negative] < 0) negative++;
    best = climb_from(a, V, negative, best);
  }
  size_t count = !hint || !k ? 0 : all && k >= 3 ? 3 : 1;
  for (size_t c = 0; count && c < k; c++) memcpy(V + k * c, hint->Z + (k + 1) * c, k * sizeof *V);
  if (count && LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'L', (int)k, V, (int)k, values) == 0) {
    for (size_t c = 0; c < count; c++)
      for (size_t i = 0; i < n; i++) {
        X[i + n * c] = 0;
        for (size_t l = 0; l < k; l++) X[i + n * c] += a->s->E[i + n * l] * V[l + k * (k - 1 - c)];
      }
    best = climb_from(a, X, count, best);
  }
  ss_arena_release(a->s->arena, mark);
  return best;
}

double ss_level_tight(const ss_scaled *s, const ss_leaf *hint, bool all) {
  ss_arena_mark mark = ss_arena_get_mark(s->arena);
  size_t n = s->n;
  double best = 0, *block = ss_arena_new(s->arena, 2 * n * n + 2 * n + s->m, double);
  uint64_t seed = 20041115;
  if (!block) return NAN;
  ascent a = {.s = s, .A = block, .H = block + n * n, .values = block + 2 * n * n};
  a.v = a.values + n;
  a.slip = a.v + n;
  best = climb_from_hints(&a, hint, all, best);
  for (size_t i = 0; all && i < (n > 20 ? 4 : RANDOM_STARTS); i++) {
    start_random(&a, &seed);
    best = fmax(best, climb(&a));
  }
  ss_arena_release(s->arena, mark);
  return best;
}

/* x = E^T v */
static void reduce(const ss_scaled *s, const double *v, double *x) {
  for (size_t l = 0; l < s->k; l++) {
    x[l] = 0;
    for (size_t i = 0; i < s->n; i++) x[l] += s->E[i + s->n * l] * v[i];
  }
}

bool ss_level_directions(const ss_scaled *s, size_t count, double *directions) {
  size_t n = s->n;
  double *block = ss_arena_new(s->arena, 3 * n * n + 3 * n + s->m, double);
  if (!block) return false;
  ascent a = {.s = s, .A = block, .H = block + n * n, .values = block + 2 * n * n};
  a.v = a.values + n;
  a.slip = a.v + n;
  double *V = a.slip + s->m, *values = V + n * n;
  memcpy(V, s->C, n * n * sizeof *V);
  if (LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'L', (int)n, V, (int)n, values) != 0) return false;
  for (size_t c = 0; c < count; c++) {
    memcpy(a.v, V + n * (c / 2 % n), n * sizeof *a.v);
    if (c % 2) climb(&a);
    reduce(s, a.v, directions + s->k * c);
  }
  return true;
}
