/* level_split.c: how a leaf of the level is split.
 *
 * The dual matrix Z of a leaf (level_barrier.c) is a mean of (v, t)(v, t)^T, t = |v|, over those
 * velocities that keep its tau from falling. Were it one velocity, the leaf would be exact. Where t
 * is a coordinate there is a mean velocity x = Z_vt/Z_tt, and what is mixed lies mostly along the
 * first eigenvector c of Z/Z_tt - x x^T, of eigenvalue r^2: at x + r c and x - r c. The leaf is
 * split
 *
 *     without a sign   no: that of the friction that slips most is +1 (v and -v are alike, so that
 *                      this is no loss), and t becomes a coordinate
 *     by a friction    that slips one way at x + r c and the other way at x - r c, if such
 *                      frictions dissipate enough: a missing sign costs the lesser of both slips
 *     by a cut         through x and across c, else
 *
 * Where t cannot be a coordinate (a motion without slip and without damping) cuts do not help: the
 * friction j that, beside another one l with a sign (or any, if none has: both get one then), mixes
 * signs most, sqrt(Z_jj Z_ll) - |Z_jl| with Z_jl = w_j^T Z w_l.
 */
#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "level.h"

/* What missing signs must cost, as a part of the dissipation, to be looked for. */
static const double COST_LEAST = 0.05;

static bool has_sign(const ss_scaled *s, const ss_leaf *leaf) {
  for (size_t j = 0; j < s->m + s->room; j++)
    if (leaf->sign[j]) return true;
  return false;
}

/* ---- without t ------------------------------------------------------------------------------- */

/* w_j^T Z w_l */
static double dual_form(const ss_scaled *s, const ss_leaf *leaf, size_t j, size_t l) {
  const size_t k = s->k;
  double sum = 0;
  for (size_t i = 0; i < k; i++)
    sum += s->wk[k * j + i] * cblas_ddot((int)k, leaf->Z + (k + 1) * i, 1, s->wk + k * l, 1);
  return sum;
}

static size_t choose_first(const ss_scaled *s, const ss_leaf *leaf) {
  size_t most = 0;
  for (size_t j = 1; j < s->m; j++)
    if (dual_form(s, leaf, j, j) > dual_form(s, leaf, most, most)) most = j;
  return most;
}

/* The friction j without a sign to split by, and its partner l; false if there is none. */
static bool choose_pair(const ss_scaled *s, const ss_leaf *leaf, size_t *j, size_t *l) {
  const bool any = has_sign(s, leaf);
  double best = -1;
  for (size_t a = 0; a < s->m; a++) {
    if (leaf->sign[a]) continue;
    for (size_t b = 0; b < s->m; b++) {
      if (b == a || (any && !leaf->sign[b])) continue;
      double mixed = sqrt(dual_form(s, leaf, a, a) * dual_form(s, leaf, b, b)) -
                     fabs(dual_form(s, leaf, a, b));
      if (!(mixed > best)) continue;
      best = mixed;
      *j = a;
      *l = b;
    }
  }
  return best >= 0;
}

/* ---- with t ---------------------------------------------------------------------------------- */

typedef struct mixture {
  double *x, *c; /* k each; c of length r */
} mixture;

/* False if the leaf is about one velocity. */
static bool find_mixture(const ss_scaled *s, const ss_leaf *leaf, mixture *m) {
  const size_t k = s->k, rows = k + 1;
  const double *last = leaf->Z + rows * k;
  double *A = ss_arena_new(s->arena, k * k, double),
         *values = ss_arena_new(s->arena, 2 * k, double);
  if (!A || !values || !(last[k] > 0)) return false;
  m->x = values + k;
  for (size_t i = 0; i < k; i++) m->x[i] = last[i] / last[k];
  for (size_t j = 0; j < k; j++)
    for (size_t i = 0; i < k; i++)
      A[i + k * j] = leaf->Z[i + rows * j] / last[k] - m->x[i] * m->x[j];
  if (LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'L', (int)k, A, (int)k, values) != 0) return false;
  if (!(values[k - 1] > 1e-12 * cblas_ddot((int)k, m->x, 1, m->x, 1))) return false;
  m->c = A + k * (k - 1);
  cblas_dscal((int)k, sqrt(fmax(0, values[k - 1])), m->c, 1);
  return true;
}

/* The friction that explains most; false if all of them do not explain enough. */
static bool choose_friction(const ss_scaled *s, const ss_leaf *leaf, const mixture *m, size_t *j) {
  const int k = (int)s->k;
  double best = 0, sum = 0, all = 0;
  for (size_t l = 0; l < s->m; l++) {
    const double *w = s->wk + s->k * l;
    const double slip = cblas_ddot(k, w, 1, m->x, 1), change = cblas_ddot(k, w, 1, m->c, 1);
    const double cost = leaf->sign[l] ? 0 : fmax(0, fabs(change) - fabs(slip));
    all += fabs(slip) + cost;
    sum += cost;
    if (!(cost > best)) continue;
    best = cost;
    *j = l;
  }
  return sum > COST_LEAST * all;
}

/* Through x, across c. */
static bool add_cut(ss_scaled *s, const mixture *m) {
  const int k = (int)s->k;
  const double square = cblas_ddot(k, m->x, 1, m->x, 1), size = cblas_dnrm2(k, m->c, 1);
  if (!(square > 0)) return false;
  cblas_daxpy(k, -cblas_ddot(k, m->c, 1, m->x, 1) / square, m->x, 1, m->c, 1);
  return cblas_dnrm2(k, m->c, 1) > 1e-3 * size && ss_level_add_cut(s, m->c);
}

static bool choose_cut(ss_scaled *s, const ss_leaf *leaf, size_t *j) {
  mixture m;
  if (!find_mixture(s, leaf, &m)) return false;
  if (choose_friction(s, leaf, &m, j)) return true;
  *j = s->m + s->cuts;
  return add_cut(s, &m);
}

/* ---- signs ----------------------------------------------------------------------------------- */

/* The first sign of a leaf is +1. */
static void turn_round(size_t count, int *sign) {
  size_t i = 0;
  while (i < count && !sign[i]) i++;
  if (i < count && sign[i] < 0)
    for (; i < count; i++) sign[i] = -sign[i];
}

size_t ss_level_split(ss_scaled *s, const ss_leaf *leaf, int *sign[2]) {
  const size_t count = s->m + s->room;
  size_t j = 0, l = 0;
  for (int c = 0; c < 2; c++) memcpy(sign[c], leaf->sign, count * sizeof *sign[c]);
  if (s->k == s->n && !has_sign(s, leaf)) {
    sign[0][choose_first(s, leaf)] = 1;
    return 1;
  }
  if (!(leaf->lifted ? choose_cut(s, leaf, &j) : choose_pair(s, leaf, &j, &l))) return 0;
  if (leaf->lifted) l = j;
  for (int c = 0; c < 2; c++) {
    if (!sign[c][l]) sign[c][l] = 1;
    sign[c][j] = c ? -1 : 1;
    turn_round(count, sign[c]);
  }
  return 2;
}
