/* gauss_seidel.c: nonlinear Gauss-Seidel, and the natural map that says how far it is.
 *
 * A pass visits the contacts in turn. With all other reactions fixed, contact i either solves its
 * own problem exactly (single.c), or takes one projection,
 *
 *     r_N <- max(0, r_N - xi_N / G_NN),    r_T <- -prox_C(-(r_T - xi_T / g_T)),
 *
 * g_T a bound of the eigenvalues of G_TT. Exact solves need fewer passes; projections are cheaper,
 * still converge on many problems with dependent directions and much friction where exact solves
 * cycle (128 contacts, mu = 2: 6 of 10 against none), and serve the laws without an exact solution.
 * Linear convergence at best, slow when directions depend on each other, but without demands on G.
 *
 * Dense G: after a change of r_i the columns of contact i are added to xi. Sparse G: xi_i is
 * gathered from the blocks of row i when contact i is visited. Cost: one product with G. Nothing
 * can fail. Reference: M. Jean, The non-smooth contact dynamics method, CMAME 1999.
 */
#include <math.h>
#include <string.h>

#include "spatial.h"

enum { LARGEST = 1 + SS_SLIP_MOST };

/* ---- natural map ----------------------------------------------------------------------------- */

static inline double square(double x) {
  return x * x;
}

static inline double clamp(double x, double low, double high) {
  return x < low ? low : x > high ? high : x;
}

/* |F_i|^2 of the forms that go through the laws' functions. */
static double square_general(const face *f, double gN, double gT, const double *r,
                             const double *xi) {
  const ss_contact *contact = f->contact;
  double sum = 0, normal = contact->normal, y[SS_SLIP_MOST] = {0}, p[SS_SLIP_MOST] = {0};
  unsigned components = f->dimension;
  if (contact->kind != SS_ELEMENT_FRICTION) {
    const bool slider = contact->kind == SS_ELEMENT_SLIDER;
    sum = square(slider ? xi[0] : fmin(gN * r[0], xi[0]));
    normal = slider ? fabs(r[0]) : fmax(r[0], 0);
    r++, xi++, components--;
  }
  for (unsigned a = 0; a < components; a++) y[a] = xi[a] / gT - r[a];
  ss_contact_prox(contact, normal, y, p);
  for (unsigned a = 0; a < components; a++) sum += square(gT * (r[a] + p[a]));
  return sum;
}

/* |F_i|^2 */
static inline double square_natural_map(const face *f, double gN, double gT, const double *r,
                                        const double *xi) {
  if (f->form == FORM_BILATERAL) return square(xi[0]);
  if (f->form == FORM_GENERAL) return square_general(f, gN, gT, r, xi);
  const double sum = square(fmin(gN * r[0], xi[0])), bound = gT * f->mu * fmax(r[0], 0);
  if (f->form == FORM_NORMAL) return sum;
  const double y = gT * r[1] - xi[1];
  if (f->form == FORM_INTERVAL) return sum + square(gT * r[1] - clamp(y, -bound, bound));
  const double z = gT * r[2] - xi[2], length = y * y + z * z;
  if (length <= bound * bound) return sum + square(xi[1]) + square(xi[2]);
  const double k = bound / sqrt(length);
  return sum + square(gT * r[1] - k * y) + square(gT * r[2] - k * z);
}

double ss_spatial_natural_map(const spatial *s, const double *r, const double *xi) {
  double sum = 0;
  for (size_t i = 0; i < s->contacts; i++) {
    const face *f = &s->face[i];
    sum += square_natural_map(f, f->g, s->grade * f->g, r + f->offset, xi + f->offset);
  }
  return sqrt(sum);
}

double ss_spatial_measure(const spatial *s, double F, const double *r, const double *xi) {
  const bool scaled = s->options->residual == SS_RESIDUAL_SCALED;
  if ((scaled && s->grade == 1) || s->shift > 0) return F;
  double sum = 0;
  for (size_t i = 0; i < s->contacts; i++) {
    const face *f = &s->face[i];
    sum +=
        square_natural_map(f, scaled ? f->g : 1, scaled ? f->g : 1, r + f->offset, xi + f->offset);
  }
  return sqrt(sum);
}

/* ---- xi -------------------------------------------------------------------------------------- */

/* xi += G[:, offset ..] change */
WIDE_VECTORS static void add_columns(size_t n, const double *G, unsigned count,
                                     const double *change, double *xi) {
  if (count == 3) {
    const double a = change[0], b = change[1], c = change[2];
    size_t i = 0;
    for (; i + 4 <= n; i += 4)
      *(four *)(xi + i) += a * *(const four *)(G + i) + b * *(const four *)(G + n + i) +
                           c * *(const four *)(G + 2 * n + i);
    for (; i < n; i++) xi[i] += a * G[i] + b * G[n + i] + c * G[2 * n + i];
    return;
  }
  for (unsigned k = 0; k < count; k++) add_multiple(n, change[k], G + k * n, xi);
}

/* Contact i's part of the proximal term. */
static inline void add_proximal(const spatial *s, const face *f, const double *r, double *xi) {
  const double shift = s->shift * f->g;
  for (unsigned a = 0; a < f->dimension; a++) xi[a] += shift * (r[a] - s->center[f->offset + a]);
}

/* xi_i for sparse G. */
static void gather_row(const spatial *s, size_t i, const double *r, double *xi) {
  const ss_block_matrix *G = s->problem->sparse;
  const face *f = &s->face[i];
  const unsigned rows = f->dimension;
  for (unsigned a = 0; a < rows; a++) xi[a] = s->problem->c[f->offset + a];
  for (size_t k = G->start[i]; k < G->start[i + 1]; k++) {
    const face *other = &s->face[G->column[k]];
    const double *block = G->value + G->at[k], *x = r + other->offset;
    if (rows == 3 && other->dimension == 3) {
      for (unsigned a = 0; a < 3; a++)
        xi[a] += block[a] * x[0] + block[a + 3] * x[1] + block[a + 6] * x[2];
      continue;
    }
    if (rows == 2 && other->dimension == 2) {
      for (unsigned a = 0; a < 2; a++) xi[a] += block[a] * x[0] + block[a + 2] * x[1];
      continue;
    }
    for (unsigned b = 0; b < other->dimension; b++)
      for (unsigned a = 0; a < rows; a++) xi[a] += block[a + rows * b] * x[b];
  }
  if (s->shift > 0) add_proximal(s, f, r + f->offset, xi);
}

static void multiply_dense(const spatial *s, const double *r, double *xi) {
  memcpy(xi, s->problem->c, s->n * sizeof *xi);
  for (size_t i = 0; i < s->contacts; i++) {
    const face *f = &s->face[i];
    const double *x = r + f->offset;
    bool zero = true;
    for (unsigned a = 0; a < f->dimension; a++) zero = zero && x[a] == 0;
    if (!zero) add_columns(s->n, s->problem->dense + f->offset * s->n, f->dimension, x, xi);
    if (s->shift > 0) add_proximal(s, f, x, xi + f->offset);
  }
}

void ss_spatial_velocity(const spatial *s, const double *r, double *xi) {
  if (s->problem->dense)
    multiply_dense(s, r, xi);
  else
    for (size_t i = 0; i < s->contacts; i++) gather_row(s, i, r, xi + s->face[i].offset);
}

void ss_spatial_follow(const spatial *s, const double *from, const double *from_xi,
                       const double *to, double *to_xi) {
  const ss_block_matrix *G = s->problem->sparse;
  if (!G) {
    ss_spatial_velocity(s, to, to_xi);
    return;
  }
  memcpy(to_xi, from_xi, s->n * sizeof *to_xi);
  for (size_t i = 0; i < s->contacts; i++) {
    const face *f = &s->face[i];
    double d[FACE_MOST], most = 0;
    for (unsigned a = 0; a < f->dimension; a++) {
      d[a] = to[f->offset + a] - from[f->offset + a];
      most += fabs(d[a]);
    }
    if (most == 0) continue;
    for (size_t k = G->start[i]; k < G->start[i + 1]; k++) {
      const face *other = &s->face[G->column[k]];
      const double *block = G->value + G->at[k];
      for (unsigned b = 0; b < other->dimension; b++)
        for (unsigned a = 0; a < f->dimension; a++)
          to_xi[other->offset + b] += block[a + f->dimension * b] * d[a];
    }
    for (unsigned a = 0; a < f->dimension; a++) to_xi[f->offset + a] += s->shift * f->g * d[a];
  }
}

/* ---- passes ---------------------------------------------------------------------------------- */

/* One projection of the forms that go through the laws' functions. */
static void project_general(const face *f, double shift, const double *xi, double *r) {
  const ss_contact *contact = f->contact;
  double normal = contact->normal, y[SS_SLIP_MOST], moved[LARGEST];
  const bool has_normal = contact->kind != SS_ELEMENT_FRICTION;
  memcpy(moved, xi, f->dimension * sizeof *moved);
  if (has_normal) {
    const bool slider = contact->kind == SS_ELEMENT_SLIDER;
    const double step = r[0] - xi[0] / (f->gN + shift), to = slider ? step : fmax(step, 0);
    for (unsigned a = 0; a < f->dimension; a++) moved[a] += f->block[a] * (to - r[0]);
    r[0] = to;
    normal = fabs(to);
  }
  const unsigned components = f->dimension - has_normal;
  double *T = r + has_normal;
  const double *xiT = moved + has_normal;
  for (unsigned a = 0; a < components; a++) y[a] = xiT[a] / (f->gT + shift) - T[a];
  ss_contact_prox(contact, normal, y, T);
  for (unsigned a = 0; a < components; a++) T[a] = -T[a];
}

/* One projection: the normal component first, then the tangential ones with what it changed. The
 * proximal term adds `shift` to the diagonal. */
static inline void project(const face *f, double shift, const double *xi, double *r) {
  if (f->form == FORM_GENERAL) {
    project_general(f, shift, xi, r);
    return;
  }
  const double step = r[0] - xi[0] / (f->gN + shift), gT = f->gT + shift;
  const double N = f->form == FORM_BILATERAL ? step : fmax(step, 0), change = N - r[0];
  r[0] = N;
  if (f->form == FORM_NORMAL || f->form == FORM_BILATERAL) return;
  const double bound = f->mu * N;
  const double y = r[1] - (xi[1] + f->block[1] * change) / gT;
  if (f->form == FORM_INTERVAL) {
    r[1] = clamp(y, -bound, bound);
    return;
  }
  const double z = r[2] - (xi[2] + f->block[2] * change) / gT, length = sqrt(y * y + z * z);
  const double k = length > bound ? bound / length : 1;
  r[1] = k * y;
  r[2] = k * z;
}

/* q = xi - g r */
static inline void take_away(const face *f, const double *xi, const double *r, double *q) {
  for (unsigned a = 0; a < f->dimension; a++) {
    q[a] = xi[a];
    for (unsigned b = 0; b < f->dimension; b++) q[a] -= f->block[a + f->lead * b] * r[b];
  }
}

static inline void visit(face *f, bool exact, double shift, const double *xi, double *r) {
  double q[LARGEST];
  if (!exact || f->form == FORM_GENERAL) {
    project(f, shift, xi, r);
    return;
  }
  take_away(f, xi, r, q);
  ss_spatial_local(f, q, r);
}

void ss_spatial_pass(spatial *s, bool exact, double *r, double *xi) {
  const double *dense = s->problem->dense;
  for (size_t i = 0; i < s->contacts; i++) {
    face *f = &s->face[i];
    const double shift = s->shift * f->g;
    double *x = r + f->offset, *v = xi + f->offset, change[LARGEST];
    if (!dense) gather_row(s, i, r, v);
    for (unsigned a = 0; a < f->dimension; a++) change[a] = x[a];
    visit(f, exact, shift, v, x);
    if (!dense) continue;
    bool moved = false;
    for (unsigned a = 0; a < f->dimension; a++) {
      change[a] = x[a] - change[a];
      v[a] += shift * change[a];
      moved = moved || change[a] != 0;
    }
    if (moved) add_columns(s->n, dense + f->offset * s->n, f->dimension, change, xi);
  }
  s->passes++;
}
