/* tangent.c: a contact's law, linearised for a Newton step.
 *
 * The prox equation of a contact with step lengths 1/g is (Alart and Curnier)
 *
 *     r_N = max(0, h),  h = r_N - xi_N / g_N;        r_T = -prox_{h C}(y),  y = xi_T / g_T - r_T.
 *
 * h <= 0: free, the new reaction is 0. Otherwise the new xi_N is 0, hence the new h is r_N, and
 * because (h, y) -> prox_{h C}(y) is positively homogeneous, prox = J y + d h with its derivatives
 * J, d: the linearised law has no constant term,
 *
 *     (1 - J) r_T + J xi_T / g_T + d r_N = 0.
 *
 * For an interval or a disk of radius mu h, with t = r_T - xi_T / g_T and k = mu h / |t|:
 *
 *     |t| <  mu h   stick       xi = 0                                          S = B = 1
 *     |t| >= mu h   slip        r_T = mu r_N e + w e',   e = t / |t|, e' perpendicular to it
 *                               xi_N = 0,  e' xi_T + delta w = 0,  delta = g_T (1 - k) / k
 *
 * So a slipping contact has two unknowns instead of three (one in the plane), and the step's matrix
 *
 *     A_ij = B_i G_ij S_j + D_i
 *
 * differs from a compression of G only by the column r_N + mu e and the diagonal term delta: it
 * stays close to positive semidefinite, and is a third smaller in each direction.
 *
 * Elements with a known normal force N have the constant d N; a slider's radius is |r_N|.
 * Nothing can fail. Reference: P. Alart, A. Curnier, A mixed formulation for frictional contact
 * problems prone to Newton like solution methods, CMAME 1991.
 */
#include <math.h>
#include <string.h>

#include "spatial.h"

/* ---- linearising ----------------------------------------------------------------------------- */

/* Where the friction components begin. */
static inline unsigned skip_normal(const face *f) {
  return f->contact->kind != SS_ELEMENT_FRICTION;
}

/* The normal force that bounds friction, and its derivative by r_N. */
static double bounding_force(const face *f, double h, const double *r, double *slope) {
  *slope = 1;
  if (f->contact->kind == SS_ELEMENT_FRICTION) return f->contact->normal;
  if (f->contact->kind == SS_ELEMENT_CONTACT) return h;
  *slope = r[0] < 0 ? -1 : 1;
  return fabs(r[0]);
}

/* Column of r_N in the equation of friction component a, or the constant. */
static inline void set_normal_term(const face *f, general_tangent *g, unsigned row, double value,
                                   double slope) {
  if (skip_normal(f))
    g->D[row] = value * slope;
  else
    g->constant[row] = value * f->contact->normal;
}

static void linearise_general(const face *f, double gN, double gT, const double *r,
                              const double *xi, tangent *t) {
  const ss_contact *contact = f->contact;
  const unsigned skip = skip_normal(f), d = f->dimension, p = d - skip;
  const double h = skip ? r[0] - xi[0] / gN : 0;
  general_tangent *g = t->general;
  double slope, y[SS_SLIP_MOST], J[SS_SLIP_MOST * SS_SLIP_MOST] = {0}, dN[SS_SLIP_MOST];
  bool holds = false;
  t->count = 0;
  if (contact->kind == SS_ELEMENT_CONTACT && h <= 0) return;
  t->count = d;
  memset(g, 0, sizeof *g);
  if (skip) g->B[0] = 1;
  const double N = bounding_force(f, h, r, &slope);
  for (unsigned a = 0; a < p; a++) {
    y[a] = xi[skip + a] / gT - r[skip + a];
    holds |= !ss_contact_slides(contact, a);
  }
  if (holds) ss_law_prox_derivative(&contact->law, N, y, J, dN);
  for (unsigned a = 0; a < p; a++) {
    if (!ss_contact_slides(contact, a)) continue;
    dN[a] = -contact->slide[a];
    for (unsigned b = 0; b < p; b++) J[a + p * b] = J[b + p * a] = 0;
  }
  for (unsigned a = 0; a < p; a++) {
    const unsigned row = skip + a;
    set_normal_term(f, g, row, gT * dN[a], slope);
    for (unsigned b = 0; b < p; b++) {
      g->B[row + d * (skip + b)] = J[a + p * b];
      g->D[row + d * (skip + b)] = gT * ((a == b) - J[a + p * b]);
    }
  }
}

static inline void linearise_interval(const face *f, double bound, double y, tangent *t) {
  t->slips = fabs(y) >= bound;
  t->count = t->slips ? 1 : 2;
  t->e[0] = y > 0 ? f->mu : -f->mu;
}

static inline void linearise_disk(double bound, double gT, double y, double z, tangent *t) {
  const double length = sqrt(y * y + z * z);
  t->slips = length >= bound;
  t->count = t->slips ? 2 : 3;
  if (!t->slips) return;
  if (bound <= 0 || length == 0) { /* no friction: only the normal unknown is left */
    t->count = 1;
    t->e[0] = t->e[1] = 0;
    return;
  }
  t->e[0] = y / length;
  t->e[1] = z / length;
  t->delta = gT * (length - bound) / bound;
}

void ss_tangent_linearise(const face *f, double gN, double gT, const double *r, const double *xi,
                          tangent *t) {
  if (f->form == FORM_GENERAL) {
    linearise_general(f, gN, gT, r, xi, t);
    return;
  }
  const double h = r[0] - xi[0] / gN, bound = f->mu * h;
  t->slips = false;
  t->count = 0;
  if (f->form != FORM_BILATERAL && h <= 0) return;
  t->count = 1;
  if (f->form == FORM_INTERVAL)
    linearise_interval(f, bound, r[1] - xi[1] / gT, t);
  else if (f->form == FORM_DISK)
    linearise_disk(bound, gT, r[1] - xi[1] / gT, r[2] - xi[2] / gT, t);
}

/* ---- unknowns and reactions ------------------------------------------------------------------ */

void ss_tangent_place(const face *f, const tangent *t, const double *r, double *placed) {
  if (t->count == 0) {
    for (unsigned a = 0; a < f->dimension; a++) placed[a] = 0;
  } else if (t->count == f->dimension || !t->slips) {
    for (unsigned a = 0; a < f->dimension; a++) placed[a] = r[a];
  } else if (f->form == FORM_INTERVAL) {
    placed[0] = r[0];
    placed[1] = t->e[0] * r[0];
  } else {
    const double N = f->mu * r[0], w = t->e[0] * r[2] - t->e[1] * r[1];
    placed[0] = r[0];
    placed[1] = t->e[0] * N - t->e[1] * w;
    placed[2] = t->e[1] * N + t->e[0] * w;
  }
}

void ss_tangent_move(const face *f, const tangent *t, const double *y, double *r) {
  if (!t->slips || f->form == FORM_GENERAL) {
    for (unsigned a = 0; a < t->count; a++) r[a] += y[a];
    return;
  }
  r[0] += y[0];
  if (f->form == FORM_INTERVAL) {
    r[1] += t->e[0] * y[0];
    return;
  }
  const double N = f->mu * y[0], w = t->count == 2 ? y[1] : 0;
  r[1] += t->e[0] * N - t->e[1] * w;
  r[2] += t->e[1] * N + t->e[0] * w;
}

void ss_tangent_residual(const face *f, const tangent *t, const double *r, const double *xi,
                         double *b) {
  if (f->form == FORM_GENERAL) {
    const unsigned d = t->count;
    for (unsigned a = 0; a < d; a++) {
      b[a] = -t->general->constant[a];
      for (unsigned k = 0; k < d; k++)
        b[a] -= t->general->B[a + d * k] * xi[k] + t->general->D[a + d * k] * r[k];
    }
    return;
  }
  for (unsigned a = 0; a < t->count; a++) b[a] = -xi[a];
  if (f->form == FORM_DISK && t->count == 2) {
    const double w = t->e[0] * r[2] - t->e[1] * r[1];
    b[1] = t->e[1] * xi[1] - t->e[0] * xi[2] - t->delta * w;
  }
}

/* ---- blocks of the matrix -------------------------------------------------------------------- */

/* rows x count: G S_j, column major. */
static inline void apply_trial(const face *f, const tangent *t, unsigned rows, const double *G,
                               size_t lead, double *out) {
  const double *G0 = G, *G1 = G + lead, *G2 = G1 + lead;
  if (!t->slips || f->form == FORM_GENERAL) {
    for (unsigned b = 0; b < t->count; b++)
      for (unsigned a = 0; a < rows; a++) out[a + rows * b] = G[a + lead * b];
  } else if (f->form == FORM_INTERVAL) {
    for (unsigned a = 0; a < rows; a++) out[a] = G0[a] + t->e[0] * G1[a];
  } else {
    const double m0 = f->mu * t->e[0], m1 = f->mu * t->e[1];
    for (unsigned a = 0; a < rows; a++) out[a] = G0[a] + m0 * G1[a] + m1 * G2[a];
    for (unsigned a = 0; a < rows && t->count == 2; a++)
      out[a + rows] = t->e[0] * G2[a] - t->e[1] * G1[a];
  }
}

void ss_tangent_test(const face *f, const tangent *t, const double *x, double *out) {
  if (f->form == FORM_GENERAL) {
    for (unsigned a = 0; a < t->count; a++) {
      out[a] = 0;
      for (unsigned k = 0; k < t->count; k++) out[a] += t->general->B[a + t->count * k] * x[k];
    }
    return;
  }
  out[0] = x[0];
  if (t->count == 1) return;
  const bool bent = t->slips && f->form == FORM_DISK;
  out[1] = bent ? t->e[0] * x[2] - t->e[1] * x[1] : x[1];
  if (t->count == 3) out[2] = x[2];
}

/* The same of two planar contacts. */
static inline void bend_planar(const tangent *ti, const tangent *tj, const double *G, size_t lead,
                               double *out, size_t out_lead) {
  const double e = tj->slips ? tj->e[0] : 0, *G1 = G + lead;
  const bool two = ti->count == 2;
  if (ti->count == 0) return;
  out[0] = G[0] + e * G1[0];
  if (two) out[1] = G[1] + e * G1[1];
  if (tj->count < 2) return;
  out[out_lead] = G1[0];
  if (two) out[out_lead + 1] = G1[1];
}

void ss_tangent_block(const face *fi, const tangent *ti, const face *fj, const tangent *tj,
                      const double *G, size_t lead, double *out, size_t out_lead) {
  double columns[FACE_MOST * FACE_MOST];
  if (fi->form == FORM_INTERVAL && fj->form == FORM_INTERVAL && tj->count > 0) {
    bend_planar(ti, tj, G, lead, out, out_lead);
    return;
  }
  apply_trial(fj, tj, fi->dimension, G, lead, columns);
  for (unsigned b = 0; b < tj->count; b++)
    ss_tangent_test(fi, ti, columns + fi->dimension * b, out + out_lead * b);
}

/* out = a x + b y + c z */
WIDE_VECTORS static void combine(size_t n, const double *x, const double *weights, double *out) {
  const double a = weights[0], b = weights[1], c = weights[2], *y = x + n, *z = y + n;
  size_t i = 0;
  for (; i + 8 <= n; i += 8)
    *(eight *)(out + i) =
        a * *(const eight *)(x + i) + b * *(const eight *)(y + i) + c * *(const eight *)(z + i);
  for (; i < n; i++) out[i] = a * x[i] + b * y[i] + c * z[i];
}

void ss_tangent_columns(const face *f, const tangent *t, size_t n, const double *G, double *out) {
  if (f->form != FORM_DISK) {
    apply_trial(f, t, (unsigned)n, G, n, out);
    return;
  }
  combine(n, G, (double[]){1, f->mu * t->e[0], f->mu * t->e[1]}, out);
  if (t->count == 2) combine(n, G, (double[]){0, -t->e[1], t->e[0]}, out + n);
}

void ss_tangent_diagonal(const face *f, const tangent *t, double shift, double *out,
                         size_t out_lead) {
  if (f->form == FORM_GENERAL) {
    const unsigned d = t->count;
    for (unsigned b = 0; b < d; b++)
      for (unsigned a = 0; a < d; a++)
        out[a + out_lead * b] += t->general->D[a + d * b] + shift * f->g * t->general->B[a + d * b];
    return;
  }
  for (unsigned a = 0; a < t->count; a++) out[a + out_lead * a] += shift * f->g;
  if (f->form == FORM_DISK && t->count == 2) out[1 + out_lead] += t->delta;
}
