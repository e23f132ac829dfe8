/* settle.c: rest without a level.
 *
 * x~ = (q~, 0), K q~ = -sum w_j s_j, is a rest point whose forces leave mu_j = p_j - |s_j| > 0. For
 * the difference e of a motion from it, |e|^2 = e_q^T K e_q + u^T M u,
 *
 *     1/2 (|e|^2)' <= -u^T C_s u - sum mu_j |w_j^T u|,
 *
 * and |w_j^T u| <= kappa_j r while |e| <= r. So if C_s + push sum w_j w_j^T/kappa_j^2 > 0, and mu_j
 * kappa_j >= push r for all j, |e| does not grow, int |u|^2 dt is finite, and the motion tends to
 * rest (T5 of docs/theory.md). No friction need hold on its own; there may be fewer of them than
 * coordinates, or more.
 *
 * The rest point is looked for in doubles: the one nearest to the centre, min |x - x~| over forces
 * that leave what r asks for, a convex quadratic problem with bounds, by Gauss and Seidel. Forces
 * are rounded to parts of p_j, and x~ is what they say.
 */
#include <math.h>

#include "standstill/base.h"
#include "tube_private.h"

static fmpq *at(const fmpq_mat_t A, slong i, slong j) {
  return fmpq_mat_entry(A, i, j);
}

/* ---- once for a machine ---------------------------------------------------------------------- */

/* Whether C_s + push sum w_j w_j^T/kappa_j^2 > 0. */
static bool is_damped(const exact_machine *e, const fmpq *push) {
  fmpq_mat_t S, L, D;
  fmpq_t z;
  fmpq_init(z);
  fmpq_mat_init(S, e->n, e->n);
  fmpq_mat_init(L, e->n, e->n);
  fmpq_mat_init(D, e->n, 1);
  ss_exact_symmetric_part(S, e->a->C);
  ss_tube_subtract_radii(S, e->radius->C);
  for (slong j = 0; j < e->m; j++)
    for (slong i = 0; i < e->n; i++)
      for (slong k = 0; k < e->n; k++) {
        fmpq_mul(z, at(e->a->W, i, j), at(e->a->W, k, j));
        fmpq_mul(z, z, push);
        fmpq_mul(z, z, at(e->gain, j, 0));
        fmpq_add(at(S, i, k), at(S, i, k), z);
      }
  const bool good = ss_exact_ldl(S, L, D, NULL) == SS_DEFINITE;
  fmpq_mat_clear(S);
  fmpq_mat_clear(L);
  fmpq_mat_clear(D);
  fmpq_clear(z);
  return good;
}

/* The least push, 5 % too large at most, with so few bits that it is short. */
static bool find_push(const exact_machine *e, double most, fmpq *push) {
  double low = 1e-9 * most, high = most;
  ss_exact_from_double(push, high, 0);
  if (!is_damped(e, push)) return false;
  while (high > 1.05 * low) {
    int exponent;
    const double fraction = frexp(sqrt(low * high), &exponent);
    const double middle = ldexp(ceil(ldexp(fraction, 12)), exponent - 12);
    if (!(middle < high)) break;
    ss_exact_from_double(push, middle, 0);
    if (is_damped(e, push))
      high = middle;
    else
      low = middle;
  }
  ss_exact_from_double(push, high, 0);
  return true;
}

void ss_tube_find_settling(ss_tube *t, const exact_machine *e) {
  fmpq_mat_t T;
  t->settles = find_push(e, ldexp(1, ilogb(t->bound) + 12), t->push);
  if (!t->settles) return;
  fmpq_mat_init(T, e->n, e->m);
  fmpq_mat_mul(T, e->Kinv, e->a->W);
  for (slong j = 0; j < e->m; j++) {
    t->need[j] = ROUND_UP(fmpq_get_d(t->push) * (1 + 0x1p-50) / t->reach[j]);
    for (slong i = 0; i < e->n; i++) t->bend[j][i] = fmpq_get_d(at(T, i, j));
    for (slong k = 0; k < e->m; k++) {
      double sum = 0;
      for (slong i = 0; i < e->n; i++) sum += t->W[k][i] * t->bend[j][i];
      t->give[k][j] = sum;
    }
  }
  fmpq_mat_clear(T);
}

/* ---- the question ---------------------------------------------------------------------------- */

/* min 1/2 s^T H s + s^T W^T q over |s_j| <= most_j, H = W^T K^-1 W */
static void find_forces(const ss_tube *t, const double *x, const double *most, double *s) {
  enum { SWEEPS = 60 };
  double right[N];
  for (size_t j = 0; j < t->m; j++) {
    right[j] = s[j] = 0;
    for (size_t i = 0; i < t->n; i++) right[j] -= t->W[j][i] * x[i];
  }
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    double change = 0;
    for (size_t j = 0; j < t->m; j++) {
      double rest = right[j];
      for (size_t k = 0; k < t->m; k++) rest -= t->give[j][k] * s[k];
      const double next = fmin(most[j], fmax(-most[j], s[j] + rest / t->give[j][j]));
      change = fmax(change, fabs(next - s[j]) / t->p[j]);
      s[j] = next;
    }
    if (change < 1e-7) return;
  }
}

/* |x - x~|, rounded up. */
static double find_distance(const ss_tube *t, const double *x, const double *s) {
  double e[X], rounding = 0;
  for (size_t i = 0; i < t->d; i++) {
    double size = fabs(x[i]);
    e[i] = x[i];
    for (size_t j = 0; i < t->n && j < t->m; j++) {
      e[i] += t->bend[j][i] * s[j];
      size += fabs(t->bend[j][i] * s[j]);
    }
    rounding += t->weight[i] * (double)(4 * t->m + 8) * HALF_ULP * size;
  }
  return ROUND_UP(ss_tube_size(t, e) + rounding);
}

bool ss_tube_settles(const ss_tube *t, const double *x, double r, long *share) {
  double u[X] = {0}, most[N], s[N], widest = INFINITY;
  if (!t->settles) return false;
  for (size_t i = t->n; i < t->d; i++) u[i] = x[i];
  for (size_t j = 0; j < t->m; j++) widest = fmin(widest, t->p[j] / t->need[j]);
  const double least = r + ss_tube_size(t, u);
  if (!(least < widest)) return false;
  for (size_t j = 0; j < t->m; j++)
    most[j] = fmax(0, t->p[j] - t->give_way[j] - (1 + 1e-5) * t->need[j] * least);
  find_forces(t, x, most, s);
  for (size_t j = 0; j < t->m; j++) {
    share[j] = lround(ldexp(s[j] / t->p[j], SHARE));
    s[j] = ldexp((double)share[j], -SHARE) * t->p[j];
  }
  const double near = ROUND_UP(r + find_distance(t, x, s));
  /* the rest point of another stiffness is elsewhere, and so is its norm */
  const double far = ROUND_UP((1 + t->longer) * near + 2 * t->longer * (near + ss_tube_size(t, x)));
  for (size_t j = 0; j < t->m; j++) {
    const double spare = t->p[j] * (1 - 8 * HALF_ULP) - t->give_way[j] - fabs(s[j]);
    if (!(spare > (1 + TO_SPARE) * ROUND_UP(t->need[j] * far))) return false;
  }
  return ss_tube_rests_apart(t, s, far);
}
