/* centre.c: the motion in the middle of a tube, and what its errors cost.
 *
 * In a mode (every friction slips one way or sticks) the motion is a polynomial in time,
 *
 *     x(t) = sum c_k t^k,   (k + 1) c_{k+1} = A c_k - sum B_j s_jk,
 *
 * with s_j = +-p_j, or such that the slips w_j^T u that stick stay 0: G s = w^T (A c_k)_u. What the
 * doubles c_k and s_jk fail to satisfy is a residual delta, bounded entry by entry by the usual
 * (number of operations) * 2^-53 * (sum of absolute values), and by |A c_D| t^D at the end. The
 * norm of such a bound is at most sum weight_i |.|_i, weight_i = |e_i|_P; alpha and beta are these
 * sums for the columns of A and B. Slips and forces lie within their Bernstein coefficients.
 *
 *     eta_j     by how much a slip has the wrong sign, or is not 0 where it sticks
 *     excess_j  by how much a force that sticks is beyond p_j: it is clipped, B_j excess_j being
 *               added to the residual
 *
 * No event is enclosed: the motion is cut where floating point says, and the slip that ends is put
 * to 0, by a jump.
 */
#include <math.h>
#include <string.h>

#include "tube_private.h"

double ss_tube_size(const ss_tube *t, const double *x) {
  double sum = 0, all = 0;
  for (size_t i = 0; i < t->d; i++)
    for (size_t j = 0; j < t->d; j++) {
      const double term = x[i] * t->P[i][j] * x[j];
      sum += term;
      all += fabs(term);
    }
  const double most = sum + (double)(t->d * t->d + 8) * 2 * HALF_ULP * all;
  return most > 0 ? ROUND_UP(sqrt(most)) : 0;
}

/* ---- modes ----------------------------------------------------------------------------------- */

/* Inverts G on the frictions that stick, by Gauss and Jordan; those that depend on others before
 * them are left out. */
void ss_tube_set_mode(const ss_tube *t, mode *md) {
  double a[N][2 * N];
  md->stuck = 0;
  for (size_t j = 0; j < t->m; j++) {
    if (md->sign[j] != 0) continue;
    /* is w_j independent of those taken so far? |w_j|^2 - g^T G^-1 g > 0 */
    double rest = t->G[j][j];
    for (size_t i = 0; i < md->stuck; i++)
      for (size_t k = 0; k < md->stuck; k++)
        rest -= t->G[j][md->index[i]] * md->inverse[i][k] * t->G[md->index[k]][j];
    if (!(rest > 1e-10 * t->G[j][j])) continue;
    md->index[md->stuck++] = j;
    const size_t s = md->stuck;
    memset(a, 0, sizeof a);
    for (size_t i = 0; i < s; i++) {
      for (size_t k = 0; k < s; k++) a[i][k] = t->G[md->index[i]][md->index[k]];
      a[i][s + i] = 1;
    }
    /* positive definite: no pivoting */
    for (size_t i = 0; i < s; i++) {
      const double pivot = a[i][i];
      for (size_t k = 0; k < 2 * s; k++) a[i][k] /= pivot;
      for (size_t row = 0; row < s; row++) {
        const double factor = a[row][i];
        if (row == i || factor == 0) continue;
        for (size_t k = 0; k < 2 * s; k++) a[row][k] -= factor * a[i][k];
      }
    }
    for (size_t i = 0; i < s; i++)
      for (size_t k = 0; k < s; k++) md->inverse[i][k] = a[i][s + k];
  }
}

static double find_slip(const ss_tube *t, size_t j, const double *x) {
  double slip = 0;
  for (size_t i = 0; i < t->n; i++) slip += t->W[j][i] * x[t->n + i];
  return slip;
}

/* Forces of those that stick: G s = w^T (y)_u less what the others push (`pushed`). */
static void find_forces(const ss_tube *t, const mode *md, const double *y, bool pushed,
                        double *force) {
  double right[N];
  for (size_t i = 0; i < md->stuck; i++) {
    right[i] = find_slip(t, md->index[i], y);
    for (size_t j = 0; pushed && j < t->m; j++)
      if (md->sign[j]) right[i] -= t->G[md->index[i]][j] * md->sign[j] * t->p[j];
  }
  for (size_t j = 0; j < t->m; j++) force[j] = pushed ? md->sign[j] * t->p[j] : 0;
  for (size_t i = 0; i < md->stuck; i++)
    for (size_t k = 0; k < md->stuck; k++) force[md->index[i]] += md->inverse[i][k] * right[k];
}

/* u -= M^-1 W G^-1 W^T u on those that stick. */
void ss_tube_hold(const ss_tube *t, const mode *md, double *x) {
  double slip[N];
  for (int twice = 0; twice < 2; twice++) {
    for (size_t i = 0; i < md->stuck; i++) slip[i] = find_slip(t, md->index[i], x);
    for (size_t i = 0; i < md->stuck; i++)
      for (size_t k = 0; k < md->stuck; k++)
        for (size_t l = t->n; l < t->d; l++)
          x[l] -= t->B[md->index[i]][l] * md->inverse[i][k] * slip[k];
  }
}

static void multiply(const ss_tube *t, const double *x, double *y) {
  for (size_t i = 0; i < t->d; i++) {
    double sum = 0;
    for (size_t j = 0; j < t->d; j++) sum += t->A[i][j] * x[j];
    y[i] = sum;
  }
}

/* Forces of those without slip: min 1/2 s^T G s - s^T right, |s_j| <= p_j, by Gauss and Seidel. */
static void balance(const ss_tube *t, const mode *md, const double *y, double *s) {
  enum { SWEEPS = 200 };
  for (size_t j = 0; j < t->m; j++) s[j] = md->sign[j] * t->p[j];
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    double change = 0;
    for (size_t j = 0; j < t->m; j++) {
      if (md->sign[j]) continue;
      double rest = find_slip(t, j, y);
      for (size_t k = 0; k < t->m; k++) rest -= t->G[j][k] * s[k];
      const double next = fmin(t->p[j], fmax(-t->p[j], s[j] + rest / t->G[j][j]));
      change = fmax(change, fabs(next - s[j]) / t->p[j]);
      s[j] = next;
    }
    if (change < 1e-13) return;
  }
}

void ss_tube_choose_mode(const ss_tube *t, double *x, double slow, size_t turning, mode *md) {
  double y[X], force[N];
  for (size_t j = 0; j < t->m; j++) {
    const double slip = find_slip(t, j, x);
    if (fabs(slip) <= slow * t->kappa[j])
      md->sign[j] = 0;
    else if (md->sign[j] == 0)
      md->sign[j] = slip > 0 ? 1 : -1;
  }
  ss_tube_set_mode(t, md);
  ss_tube_hold(t, md, x);
  multiply(t, x, y);
  balance(t, md, y, force);
  for (size_t j = 0; j < t->m; j++)
    if (md->sign[j] == 0 && fabs(force[j]) >= t->p[j] * (j == turning ? 1 - 1e-9 : 1))
      md->sign[j] = force[j] > 0 ? 1 : -1;
  ss_tube_set_mode(t, md);
}

/* ---- polynomials ----------------------------------------------------------------------------- */

/* y += what a number that is off by its radius does, in the k-th power of time; its size. */
static double force(const ss_tube *t, const mode *md, const loose_number *r,
                    const expansion *centre, size_t k, double *y) {
  double size = 0;
  for (size_t a = 0; a < r->terms; a++) {
    const double push = r->radius * centre->c[k][r->column[a]];
    for (size_t i = 0; i < t->n; i++) y[t->n + i] -= t->Minv[i][r->row[a]] * push;
    for (size_t i = 0; i < t->n; i++)
      size += t->weight[t->n + i] * fabs(t->Minv[i][r->row[a]] * push);
  }
  if (r->terms || k || !md->sign[r->friction]) return ROUND_UP(size);
  for (size_t i = t->n; i < t->d; i++)
    y[i] -= md->sign[r->friction] * r->radius * t->B[r->friction][i];
  return ROUND_UP(r->radius * t->beta[r->friction]);
}

/* What moves: the centre, pushed by loads; a difference; one that the centre forces. */
typedef struct mover {
  bool pushed;
  const loose_number *number;
  const expansion *centre;
} mover;

/* From e->c[0] on. */
static void expand(const ss_tube *t, const mode *md, const mover *by, expansion *e) {
  for (size_t k = 0; k <= ORDER; k++) {
    double y[X], holding[N];
    for (size_t j = 0; j < t->m; j++) {
      double slip = 0, size = 0;
      for (size_t i = 0; i < t->n; i++) {
        const double term = t->W[j][i] * e->c[k][t->n + i];
        slip += term;
        size += fabs(term);
      }
      e->g[j][k] = slip;
      e->g_size[j][k] = size;
      e->s[j][k] = 0;
    }
    if (k == ORDER) break;
    multiply(t, e->c[k], y);
    e->forced[k] = by->number ? force(t, md, by->number, by->centre, k, y) : 0;
    find_forces(t, md, y, by->pushed && k == 0, holding);
    for (size_t j = 0; j < t->m; j++) {
      e->s[j][k] = holding[j];
      for (size_t i = t->n; i < t->d && holding[j] != 0; i++) y[i] -= t->B[j][i] * holding[j];
    }
    for (size_t i = 0; i < t->d; i++) e->c[k + 1][i] = y[i] / (double)(k + 1);
  }
  /* the last power is not forced: that is part of the residual */
  double y[X] = {0};
  e->forced[ORDER] = by->number ? force(t, md, by->number, by->centre, ORDER, y) : 0;
}

void ss_tube_expand(const ss_tube *t, const mode *md, const double *x, expansion *e) {
  memcpy(e->c[0], x, t->d * sizeof *x);
  expand(t, md, &(mover){.pushed = true}, e);
}

void ss_tube_expand_free(const ss_tube *t, const mode *md, const double *x, expansion *e) {
  memcpy(e->c[0], x, t->d * sizeof *x);
  expand(t, md, &(mover){0}, e);
}

void ss_tube_expand_forced(const ss_tube *t, const mode *md, const expansion *centre, size_t range,
                           expansion *e) {
  expand(t, md, &(mover){.number = &t->range[range], .centre = centre}, e);
}

double ss_tube_evaluate(const double *a, double time) {
  double value = a[ORDER];
  for (size_t k = ORDER; k-- > 0;) value = value * time + a[k];
  return value;
}

void ss_tube_advance(const ss_tube *t, const expansion *e, double length, double *x) {
  for (size_t i = 0; i < t->d; i++) {
    double value = e->c[ORDER][i];
    for (size_t k = ORDER; k-- > 0;) value = value * length + e->c[k][i];
    x[i] = value;
  }
}

/* Ends of the Bernstein coefficients on [0, length], without their rounding: by a triangle of
 * sums, b_i = sum_k C(i,k)/C(D,k) a_k length^k. */
void ss_tube_find_ends(const double *a, double length, double *low, double *high) {
  double b[ORDER + 1], power = 1, choose = 1;
  for (size_t k = 0; k <= ORDER; k++) {
    b[k] = a[k] * power / choose;
    power *= length;
    choose = choose * (double)(ORDER - k) / (double)(k + 1);
  }
  for (size_t pass = 0; pass < ORDER; pass++)
    for (size_t i = ORDER; i > pass; i--) b[i] += b[i - 1];
  *low = *high = b[0];
  for (size_t i = 1; i <= ORDER; i++) {
    *low = fmin(*low, b[i]);
    *high = fmax(*high, b[i]);
  }
}

/* sum |a_k| length^k */
static double find_total(const double *a, double length) {
  double sum = 0;
  for (size_t k = ORDER + 1; k-- > 0;) sum = sum * length + fabs(a[k]);
  return sum;
}

/* ---- events ---------------------------------------------------------------------------------- */

/* The first time in [0, length] at which sign * a(t) + shift is below 0: bracketed in *from, *to.
 * False: none was seen. */
static bool find_crossing(const double *a, double sign, double shift, double length,
                          double bracket[2]) {
  enum { SAMPLES = 16, HALVINGS = 60 };
  double before = 0;
  for (size_t i = 1; i <= SAMPLES; i++) {
    const double now = length * (double)i / SAMPLES;
    if (sign * ss_tube_evaluate(a, now) + shift < 0) {
      double from = before, to = now;
      for (int k = 0; k < HALVINGS; k++) {
        const double middle = 0.5 * (from + to);
        if (sign * ss_tube_evaluate(a, middle) + shift < 0)
          to = middle;
        else
          from = middle;
      }
      bracket[0] = from;
      bracket[1] = to;
      return true;
    }
    before = now;
  }
  return false;
}

uint64_t ss_tube_find_event(const ss_tube *t, const mode *md, const expansion *e, size_t units,
                            size_t *turning) {
  const double fine = ldexp(t->unit, -FINE), length = t->unit * (double)units;
  uint64_t first = (uint64_t)units << FINE;
  double bracket[2], low, high;
  *turning = SIZE_MAX;
  for (size_t j = 0; j < t->m; j++) {
    if (md->sign[j] == 0) continue;
    ss_tube_find_ends(e->g[j], length, &low, &high);
    if ((md->sign[j] > 0 ? low : -high) >= 0) continue;
    if (!find_crossing(e->g[j], md->sign[j], 0, length, bracket)) continue;
    const uint64_t when = (uint64_t)floor(bracket[0] / fine);
    if (when < first) first = when;
  }
  for (size_t i = 0; i < md->stuck; i++) {
    const size_t j = md->index[i];
    ss_tube_find_ends(e->s[j], length, &low, &high);
    for (int side = -1; side <= 1; side += 2) {
      if ((side > 0 ? high : -low) <= t->p[j]) continue;
      if (!find_crossing(e->s[j], -side, t->p[j], length, bracket)) continue;
      const uint64_t when = (uint64_t)ceil(bracket[1] / fine);
      if (when < first) first = when, *turning = j;
    }
  }
  return first;
}

/* ---- what a step costs ----------------------------------------------------------------------- */

/* (operations) * 2^-53 */
static double ulps(size_t operations) {
  return (double)operations * HALF_ULP;
}

static void price_slips(const ss_tube *t, const mode *md, const expansion *e, double length,
                        step_cost *cost) {
  for (size_t j = 0; j < t->m; j++) {
    double low, high, eta;
    const double rounding = ROUND_UP(ulps(4 * ORDER + t->n + 8) * find_total(e->g_size[j], length));
    ss_tube_find_ends(e->g[j], length, &low, &high);
    if (md->sign[j] == 0) {
      eta = cost->eta[j] = fmax(high, -low) + rounding;
    } else {
      cost->least[j] = (md->sign[j] > 0 ? low : -high) - rounding;
      eta = fmax(0, -cost->least[j]);
    }
    cost->wrong += 6.002 * (t->p[j] + t->give_way[j]) * eta; /* the checker has 6.001 */
  }
}

static void price_forces(const ss_tube *t, const mode *md, const expansion *e, double length,
                         step_cost *cost) {
  for (size_t j = 0; j < t->m; j++)
    if (md->sign[j] == 0) cost->margin[j] = ROUND_DOWN(t->p[j] - t->give_way[j]);
  for (size_t i = 0; i < md->stuck; i++) {
    const size_t j = md->index[i];
    double low, high;
    ss_tube_find_ends(e->s[j], length, &low, &high);
    const double most =
        fmax(high, -low) + ROUND_UP(ulps(4 * ORDER + 8) * find_total(e->s[j], length));
    const double excess = most - t->p[j] * (1 - 4 * HALF_ULP);
    if (excess > 0) cost->excess += 1.002 * excess * t->kappa[j]; /* the checker has 1.001 */
    cost->margin[j] = fmax(0, -excess - 2 * HALF_ULP * t->p[j] - t->give_way[j]);
  }
}

/* The residual of a polynomial, and the rounding of its end. */
static void price_flow(const ss_tube *t, const expansion *e, double length, double *residual,
                       double *jump) {
  double sum = 0, last = 0, power = 1;
  *jump = 0;
  for (size_t k = ORDER + 1; k-- > 0;) {
    double flow = 0, size = 0;
    for (size_t i = 0; i < t->d; i++) {
      flow += t->alpha[i] * fabs(e->c[k][i]);
      size += t->weight[i] * fabs(e->c[k][i]);
    }
    for (size_t j = 0; j < t->m; j++) flow += t->beta[j] * fabs(e->s[j][k]);
    flow += e->forced[k];
    if (k == ORDER)
      last = flow;
    else
      sum = sum * length + flow;
    *jump = *jump * length + size;
  }
  for (size_t k = 0; k < ORDER; k++) power *= length;
  *residual = ROUND_UP(ulps(t->d + t->m + 12) * sum + last * power);
  *jump = ROUND_UP(ulps(2 * ORDER + 8) * *jump);
}

/* sum over the numbers within radii of the largest |A_i x - sign_j B_j| over the step */
static double find_forcing(const ss_tube *t, const expansion *e, double length) {
  double sum = 0;
  for (size_t i = 0; i < t->ranges; i++) {
    const loose_number *r = &t->range[i];
    for (size_t a = 0; a < r->terms; a++) {
      double most = 0;
      for (size_t k = ORDER + 1; k-- > 0;) most = most * length + fabs(e->c[k][r->column[a]]);
      sum += r->cost[a] * most;
    }
    if (!r->terms) sum += t->kappa[r->friction] * r->radius;
  }
  return ROUND_UP(sum);
}

void ss_tube_price(const ss_tube *t, const mode *md, const expansion *e, double length,
                   step_cost *cost) {
  *cost = (step_cost){0};
  cost->forcing = find_forcing(t, e, length);
  price_flow(t, e, length, &cost->residual, &cost->jump);
  price_slips(t, md, e, length, cost);
  price_forces(t, md, e, length, cost);
}

void ss_tube_price_difference(const ss_tube *t, const mode *md, const expansion *e, double length,
                              difference_cost *cost) {
  double low, high;
  *cost = (difference_cost){0};
  price_flow(t, e, length, &cost->residual, &cost->jump);
  for (size_t j = 0; j < t->m; j++) {
    const double rounding = ROUND_UP(ulps(4 * ORDER + t->n + 8) * find_total(e->g_size[j], length));
    ss_tube_find_ends(e->g[j], length, &low, &high);
    cost->slip[j] = fmax(high, -low) + rounding;
  }
  for (size_t i = 0; i < md->stuck; i++) {
    const size_t j = md->index[i];
    ss_tube_find_ends(e->s[j], length, &low, &high);
    cost->force[j] = fmax(high, -low) + ROUND_UP(ulps(4 * ORDER + 8) * find_total(e->s[j], length));
  }
}

double ss_tube_grip(const mode *md, size_t i) {
  return sqrt(md->inverse[i][i]) * (1 + 1e-5);
}
