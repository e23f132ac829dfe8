/* single.c: the contact problem of one contact, exactly.
 *
 *     xi = g r + q,    g the contact's diagonal block of G, q the velocity without its reaction
 *
 * Planar and spatial friction share one scheme. If q_N >= 0 the contact opens: r = 0. Otherwise the
 * normal equation xi_N = 0 is eliminated,
 *
 *     r_N = -(q_N + g_NT r_T) / g_NN,    H = g_TT - g_TN g_NT / g_NN,    b = q_T - g_TN q_N / g_NN,
 *
 * and r_T = -H^-1 b sticks if |r_T| <= mu r_N. If it does not, it slips: xi_T = -k r_T with k > 0,
 *
 *     (H + k I) r_T(k) = -b,    phi(k) = mu r_N(k) / |r_T(k)| - 1 = 0.
 *
 * phi < 0 at k = 0, and |r_T| -> 0 with mu r_N -> -mu q_N / g_NN > 0 as k grows, so that a root
 * exists; Newton's method on phi, safeguarded by bisection, takes 3 to 5 steps, and the last root
 * is a good start when the contact is visited again. In the plane H is a number and r_T = +-mu r_N
 * gives the root at once.
 *
 * Cost: about 50 ns. A singular g (parallel directions, or G of rank 0 here) gets 1e-14 of the
 * largest diagonal entry added. Reference for the scalar equation: O. Bonnefon, G. Daviet, Quartic
 * formulation of Coulomb 3D frictional contact, Inria RT-0400, 2011 (there solved as a quartic).
 */
#include <math.h>

#include "spatial.h"

enum { MOST_STEPS = 50 };

static const double tiny = 1e-14;

static double larger(double a, double b) {
  return a > b ? a : b;
}

/* Slip in one direction: r_T = tie r_N. False if that does not close the contact. */
static bool slip_planar(const face *f, double gNN, const double *q, double tie, double *r) {
  const double slope = gNN + tie * f->block[f->lead];
  if (!(slope > 0)) return false;
  r[0] = -q[0] / slope;
  r[1] = tie * r[0];
  const double xi = q[1] + f->block[1] * r[0] + f->block[1 + f->lead] * r[1];
  return xi * tie <= 0;
}

static void solve_interval(const face *f, const double *q, double *r) {
  const double *g = f->block;
  const double gNN = g[0] + tiny * f->g, iN = 1 / gNN;
  const double H = g[1 + f->lead] + tiny * f->g - g[1] * g[f->lead] * iN;
  const double b = q[1] - g[1] * q[0] * iN;
  const double T = -b / larger(H, tiny * f->g), N = -(q[0] + g[f->lead] * T) * iN;
  if (fabs(T) <= f->mu * N) {
    r[0] = N;
    r[1] = T;
  } else if (!slip_planar(f, gNN, q, T > 0 ? f->mu : -f->mu, r) &&
             !slip_planar(f, gNN, q, T > 0 ? -f->mu : f->mu, r)) {
    r[0] = -q[0] * iN;
    r[1] = 0;
  }
}

void ss_spatial_eliminate(face *f) {
  const double *g = f->block, *g1 = g + f->lead, *g2 = g1 + f->lead, small = tiny * f->g;
  const double iN = 1 / (g[0] + small);
  f->eliminated = (eliminated){.H11 = larger(g1[1] - g[1] * g1[0] * iN, 0) + small,
                               .H12 = g2[1] - g[1] * g2[0] * iN,
                               .H21 = g1[2] - g[2] * g1[0] * iN,
                               .H22 = larger(g2[2] - g[2] * g2[0] * iN, 0) + small,
                               .iN = iN,
                               .N1 = -g1[0] * iN,
                               .N2 = -g2[0] * iN,
                               .T1 = -g[1] * iN,
                               .T2 = -g[2] * iN};
}

/* What remains when the normal equation is eliminated: H and b, r_N = N0 + N1 r_1 + N2 r_2. */
typedef struct slip {
  const eliminated *e;
  double b1, b2, N0;
} slip;

/* r(k), the excess |r_T| - mu r_N and Newton's step for phi. */
static inline double evaluate(const slip *p, double mu, double k, double *r, double *step) {
  const eliminated *e = p->e;
  const double a11 = e->H11 + k, a22 = e->H22 + k, d = 1 / (a11 * a22 - e->H12 * e->H21);
  const double t1 = (e->H12 * p->b2 - a22 * p->b1) * d, t2 = (e->H21 * p->b1 - a11 * p->b2) * d;
  const double N = p->N0 + e->N1 * t1 + e->N2 * t2, TT = t1 * t1 + t2 * t2, T = sqrt(TT);
  r[0] = N;
  r[1] = t1;
  r[2] = t2;
  /* (H + k I) r' = -r */
  const double s1 = (e->H12 * t2 - a22 * t1) * d, s2 = (e->H21 * t1 - a11 * t2) * d;
  const double dN = e->N1 * s1 + e->N2 * s2, T_dT = t1 * s1 + t2 * s2;
  *step = (T - mu * N) * TT / (mu * (dN * TT - N * T_dT));
  return T - mu * N;
}

/* Where to look after k: Newton's guess, k = 0 if that was not tried, or the middle. */
static inline double choose_next(double low, double high, double guess, double far) {
  if (guess > low && guess < high) return guess;
  if (low < 0) return 0;
  return isinf(high) ? 2 * low + far : 0.5 * (low + high);
}

/* r at the root of phi, or at k = 0 if that sticks; returns k. The search starts from the last
 * root. One step after the excess is small the root has eight digits, and the next visit starts
 * there: passes lose nothing by not waiting for the rest. */
static double find_root(const slip *p, double mu, double start, double *r) {
  double low = -1, high = INFINITY, k = start, step = 0;
  for (int i = 0; i < MOST_STEPS; i++) {
    const double excess = evaluate(p, mu, k, r, &step), size = mu * fabs(r[0]);
    if (fabs(excess) <= 4e-16 * size || (k == 0 && excess <= 0)) break;
    if (excess > 0)
      low = k;
    else
      high = k;
    k = choose_next(low, high, k + step, p->e->H11 + p->e->H22);
    if (fabs(excess) <= 0.03 * size && k > 0) {
      evaluate(p, mu, k, r, &step);
      break;
    }
  }
  return k;
}

static void solve_disk(face *f, const double *q, double *r) {
  const eliminated *e = &f->eliminated;
  const double mu = f->mu;
  const slip p = {e, q[1] + e->T1 * q[0], q[2] + e->T2 * q[0], -q[0] * e->iN};
  if (mu == 0) {
    r[0] = p.N0, r[1] = r[2] = 0;
    return;
  }
  f->bend = find_root(&p, mu, f->bend, r);
  if (f->bend == 0 && r[0] >= 0) return;
  /* slip: onto the cone exactly */
  const double T = sqrt(r[1] * r[1] + r[2] * r[2]);
  r[0] = larger(r[0], 0);
  if (T > mu * r[0]) {
    r[1] *= mu * r[0] / T;
    r[2] *= mu * r[0] / T;
  }
}

void ss_spatial_local(face *f, const double *q, double *r) {
  if (f->form != FORM_BILATERAL && q[0] >= 0) {
    for (unsigned a = 0; a < f->dimension; a++) r[a] = 0;
  } else if (f->form == FORM_INTERVAL) {
    solve_interval(f, q, r);
  } else if (f->form == FORM_DISK) {
    solve_disk(f, q, r);
  } else {
    r[0] = -q[0] / larger(f->gN, tiny * f->g);
  }
}
