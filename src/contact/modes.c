/* modes.c: the linear system that belongs to a combination of planar contact modes.
 *
 * With the modes given, the closed directions are unknowns, and slipping tangential reactions are
 * tied to their normal ones: r = P x + r0, P having a 1 in row i_b of column b and the tie s_b in
 * the tangential row of the same contact. The closed directions must be at rest,
 *
 *     A dx = -xi_rows(z),      A[a, b] = G[i_a, i_b] + s_b G[i_a, t_b],
 *
 * solved for the increment from the present z. A is positive (semi)definite where nothing slips;
 * slip makes it unsymmetric. Elimination without row exchanges is enough then, and a pivot that has
 * lost all but 1e-11 of its diagonal entry marks a direction that depends on earlier ones: its
 * increment is 0, so that dependent directions share their reaction as they did before. Where that
 * reasoning fails (steep slip with mu near Painleve's), the result misses the residual, and the
 * caller notices.
 *
 * Cost m^3/3, no branches inside the loops, columns contiguous.
 */
#include <math.h>
#include <string.h>

#include "modes.h"

bool ss_modes_apply(const ss_contact_problem *problem) {
  if (!problem->dense) return false;
  for (size_t i = 0; i < problem->contacts; i++) {
    const ss_law_kind law = problem->contact[i].law.kind;
    if (law != SS_LAW_FRICTIONLESS && law != SS_LAW_COULOMB && law != SS_LAW_ONEWAY) return false;
  }
  return true;
}

size_t ss_modes_work(const ss_contact_problem *problem) {
  const size_t n = problem->size;
  return carve_size(problem->contacts, sizeof(planar_contact)) +
         carve_size(n * (n + 7), sizeof(double)) + carve_size(n, sizeof(double)) +
         3 * carve_size(n + 7, sizeof(double)) + 2 * carve_size(n, sizeof(size_t));
}

void ss_modes_place(const ss_contact *in, planar_contact *out) {
  const bool normal = in->kind != SS_ELEMENT_FRICTION, tangential = in->law.kind == SS_LAW_COULOMB;
  out->kind = in->kind;
  out->sliding = in->sliding && tangential;
  out->N = normal ? in->offset : NO_COMPONENT;
  out->T = tangential ? in->offset + normal : NO_COMPONENT;
  out->mu = tangential ? in->law.argument[0] : 0;
  out->normal = in->normal;
  out->slide = out->sliding ? in->slide[0] : 0;
}

static void compact_one(const ss_contact_problem *problem, size_t i, planar_contact *out) {
  ss_modes_place(&problem->contact[i], out);
  const size_t step = problem->size + 1;
  const double gN = out->N != NO_COMPONENT ? problem->dense[out->N * step] : 0;
  const double gT = out->T != NO_COMPONENT ? problem->dense[out->T * step] : 0;
  const double g = gN > gT ? gN : gT;
  out->g = g > 0 ? g : 1;
  out->iN = gN > 0 ? 1 / gN : 0;
  out->iT = gT > 0 ? 1 / gT : 0;
}

void ss_modes_compact(const ss_contact_problem *problem, planar_contact *out) {
  for (size_t i = 0; i < problem->contacts; i++) compact_one(problem, i, &out[i]);
}

void *ss_modes_start(const ss_contact_problem *problem, void *work, planar *p,
                     mode_system *system) {
  const size_t n = problem->size;
  *p = (planar){problem, problem->contacts, n, problem->dense, problem->c, NULL};
  p->contact = carve(&work, problem->contacts, sizeof *p->contact);
  ss_modes_compact(problem, p->contact);
  system->A = carve(&work, n * (n + 7), sizeof *system->A);
  system->multiplier = carve(&work, n + 7, sizeof *system->multiplier);
  system->x = carve(&work, n + 7, sizeof *system->x);
  system->tie = carve(&work, n, sizeof *system->tie);
  system->inverse = carve(&work, n + 7, sizeof *system->inverse);
  system->row = carve(&work, n, sizeof *system->row);
  system->tied = carve(&work, n, sizeof *system->tied);
  return work;
}

static inline double square(double x) {
  return x * x;
}

double ss_modes_natural_map(const planar *p, const double *r, const double *xi) {
  double sum = 0;
  for (size_t i = 0; i < p->contacts; i++) {
    const planar_contact *contact = &p->contact[i];
    const size_t N = contact->N, T = contact->T;
    const double g = contact->g;
    double normal = contact->normal;
    if (contact->kind == SS_ELEMENT_SLIDER) {
      sum += square(xi[N]);
      normal = fabs(r[N]);
    } else if (contact->kind != SS_ELEMENT_FRICTION) {
      sum += square(smaller_of(g * r[N], xi[N]));
      normal = larger_of(r[N], 0);
    }
    if (T == NO_COMPONENT) continue;
    const double bound = contact->mu * normal, y = g * r[T] - xi[T];
    const double low = -g * bound, high = g * bound;
    const double to = contact->sliding ? g * normal * contact->slide
                      : y > high       ? high
                      : y < low        ? low
                                       : y;
    sum += square(g * r[T] - to);
  }
  return sqrt(sum);
}

static inline void add_unknown(mode_system *s, size_t row, size_t tied, double tie) {
  s->row[s->m] = row;
  s->tied[s->m] = tied;
  s->tie[s->m++] = tie;
}

/* Sets z[i]; did that change it? */
static inline bool set(double *z, size_t i, double value) {
  const bool changes = i != NO_COMPONENT && z[i] != value;
  if (changes) z[i] = value;
  return changes;
}

bool ss_modes_list(const planar *p, const unsigned char *modes, mode_system *s, double *z) {
  bool changed = false;
  s->m = 0;
  for (size_t i = 0; i < p->contacts; i++) {
    const planar_contact *contact = &p->contact[i];
    const unsigned char mode = modes[i] & MODE_MASK;
    const size_t N = contact->N, T = contact->T;
    if (mode == SS_MODE_FREE) {
      changed |= set(z, N, 0);
      changed |= set(z, T, 0);
      continue;
    }
    if (mode == SS_MODE_STICK && !contact->sliding) {
      if (N != NO_COMPONENT) add_unknown(s, N, N, 0);
      if (T != NO_COMPONENT) add_unknown(s, T, T, 0);
      continue;
    }
    /* the tangential reaction hangs on the normal one */
    const double share = contact->sliding             ? contact->slide
                         : mode == SS_MODE_SLIP_MINUS ? contact->mu
                                                      : -contact->mu;
    const double tie = modes[i] & MODE_PULLS ? -share : share;
    if (N != NO_COMPONENT) add_unknown(s, N, T, tie);
    changed |= set(z, T, N != NO_COMPONENT ? tie * z[N] : share * contact->normal);
  }
  return changed;
}

void ss_modes_gather(const planar *p, const double *xz, mode_system *s) {
  const size_t m = s->m;
  s->lead = (m + 3) & ~(size_t)3;
  for (size_t b = 0; b < m; b++) {
    const double *column = p->G + s->row[b] * p->n, *other = p->G + s->tied[b] * p->n;
    const double tie = s->tie[b];
    double *A = s->A + b * s->lead;
    for (size_t a = 0; a < m; a++) A[a] = column[s->row[a]] + tie * other[s->row[a]];
  }
  for (size_t a = 0; a < m; a++) s->x[a] = -xz[s->row[a]];
}

/* The inverse of pivot k; 0 for a dependent direction. */
static inline double invert_pivot(const planar *p, const mode_system *s, size_t k) {
  const double pivot = s->A[k * s->lead + k], diagonal = p->G[s->row[k] * (p->n + 1)];
  return fabs(pivot) > 1e-11 * diagonal ? 1 / pivot : 0;
}

/* Eliminates A and x together; x becomes the solution. Dependent directions get 0. */
static void eliminate_few(const planar *p, mode_system *s) {
  const size_t m = s->m, lead = s->lead;
  double *A = s->A, *x = s->x;
  for (size_t k = 0; k < m; k++) {
    const double inverse = s->inverse[k] = invert_pivot(p, s, k);
    for (size_t i = k + 1; i < m; i++) {
      const double l = A[k * lead + i] * inverse;
      for (size_t j = k + 1; j < m; j++) A[j * lead + i] -= l * A[j * lead + k];
      x[i] -= l * x[k];
    }
  }
  for (size_t k = m; k-- > 0;) {
    x[k] *= s->inverse[k];
    for (size_t i = 0; i < k; i++) x[i] -= A[k * lead + i] * x[k];
  }
}

/* The same with vectors. The multipliers of a step are copied to l, zero above the next row, so
 * that whole vectors can be subtracted. */
WIDE_VECTORS static void eliminate_many(const planar *p, mode_system *s) {
  const size_t m = s->m, lead = s->lead;
  double *A = s->A, *x = s->x, *l = s->multiplier;
  for (size_t a = m; a < lead; a++) x[a] = l[a] = 0;
  for (size_t k = 0; k < m; k++) {
    const double inverse = s->inverse[k] = invert_pivot(p, s, k);
    const size_t from = (k + 1) & ~(size_t)3;
    l[k] = 0;
    for (size_t i = k + 1; i < m; i++) l[i] = A[k * lead + i] * -inverse;
    for (size_t j = k + 1; j < m; j++)
      add_multiple(lead - from, A[j * lead + k], l + from, A + j * lead + from);
    add_multiple(lead - from, x[k], l + from, x + from);
  }
  for (size_t k = m; k-- > 0;) {
    x[k] *= s->inverse[k];
    add_multiple(k, -x[k], A + k * lead, x);
  }
}

enum { FEW = 8 };

bool ss_modes_solve(const planar *p, const unsigned char *modes, mode_system *s, double *z,
                    double *xz) {
  if (ss_modes_list(p, modes, s, z)) ss_contact_velocity(p->problem, z, xz);
  ss_modes_gather(p, xz, s);
  if (s->m <= FEW)
    eliminate_few(p, s);
  else
    eliminate_many(p, s);
  double sum = 0;
  for (size_t b = 0; b < s->m; b++) {
    z[s->row[b]] += s->x[b];
    if (s->tied[b] != s->row[b]) z[s->tied[b]] = s->tie[b] * z[s->row[b]];
    sum += fabs(s->x[b]);
  }
  ss_contact_velocity(p->problem, z, xz);
  return isfinite(sum);
}
