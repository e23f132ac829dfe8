/* planar.c: planar contact problems by Gauss-Seidel passes and active sets.
 *
 * A few projected Gauss-Seidel passes,
 *
 *     r_N <- max(0, r_N - xi_N / G_NN),      r_T <- clamp(r_T - xi_T / G_TT, -mu r_N, mu r_N),
 *
 * with xi = G r + c kept up to date column by column, guess the mode of each contact; the modes
 * turn the problem into a linear system (modes.c); its solution suggests new modes. This is a
 * semismooth Newton method on the natural map, and it ends at a solution when the modes repeat
 * themselves. If they do not, twice as many passes provide the next start.
 *
 * Costs n^2 a pass and m^3/3 a linear system, m <= n the number of closed directions; random
 * problems need 2-4 passes and 1-3 systems. It may fail to converge on any problem; the caller then
 * turns to a method that cannot cycle. Reference: Alart & Curnier 1991 (the Newton method),
 * Jourdan, Alart & Jean 1998 (the passes).
 */
#include <math.h>
#include <string.h>

#include "modes.h"

enum { NEWTON_STEPS = 8, ROUNDS = 12 };

/* Adds d to component i of r and keeps xi = G r + c. */
static inline void change(const planar *p, size_t i, double value, double *r, double *xi) {
  const double d = value - r[i];
  if (d == 0) return;
  r[i] = value;
  add_multiple(p->n, d, p->G + i * p->n, xi);
}

static inline void relax_contact(const planar *p, const planar_contact *contact, double *r,
                                 double *xi) {
  const size_t N = contact->N, T = contact->T;
  double normal = contact->normal;
  if (contact->kind != SS_ELEMENT_FRICTION) {
    double x = r[N] - xi[N] * contact->iN;
    if (contact->kind != SS_ELEMENT_SLIDER && !(x > 0)) x = 0;
    change(p, N, x, r, xi);
    normal = fabs(x);
  }
  if (T == NO_COMPONENT) return;
  if (contact->sliding) {
    change(p, T, normal * contact->slide, r, xi);
    return;
  }
  const double bound = contact->mu * normal, y = r[T] - xi[T] * contact->iT;
  change(p, T, y > bound ? bound : y < -bound ? -bound : y, r, xi);
}

WIDE_VECTORS static void pass(const planar *p, size_t count, double *r, double *xi) {
  for (size_t s = 0; s < count; s++)
    for (size_t i = 0; i < p->contacts; i++) relax_contact(p, &p->contact[i], r, xi);
}

/* The mode that the natural map at (r, xi) is in. */
static inline unsigned char guess_mode(const planar_contact *contact, const double *r,
                                       const double *xi) {
  const size_t N = contact->N, T = contact->T;
  unsigned char sign = 0;
  double normal = contact->normal;
  if (contact->kind != SS_ELEMENT_FRICTION) {
    if (contact->kind != SS_ELEMENT_SLIDER && !(r[N] - xi[N] * contact->iN > 0))
      return SS_MODE_FREE;
    if (contact->kind == SS_ELEMENT_SLIDER && r[N] < 0) sign = MODE_PULLS;
    normal = contact->kind == SS_ELEMENT_SLIDER ? fabs(r[N]) : larger_of(r[N], 0);
  }
  if (T == NO_COMPONENT || contact->sliding) return SS_MODE_STICK | sign;
  const double bound = contact->mu * normal, y = r[T] - xi[T] * contact->iT;
  return (y >= bound ? SS_MODE_SLIP_MINUS : y <= -bound ? SS_MODE_SLIP_PLUS : SS_MODE_STICK) | sign;
}

/* Guesses all modes; are they those of `modes` already? */
static bool guess_modes(const planar *p, const double *r, const double *xi, unsigned char *modes) {
  unsigned char different = 0;
  for (size_t i = 0; i < p->contacts; i++) {
    const unsigned char mode = guess_mode(&p->contact[i], r, xi);
    different |= modes[i] ^ mode;
    modes[i] = mode;
  }
  return different == 0;
}

typedef struct search {
  const planar *p;
  unsigned char *modes;
  double *z, *xz; /* the iterate and its velocities */
  mode_system system;
  double target;
} search;

/* Newton steps from z until the target is reached or the modes repeat; returns the natural map. */
static double follow_modes(search *s, size_t *steps) {
  double map = INFINITY;
  memset(s->modes, MODE_NONE, s->p->contacts);
  for (int step = 0; step < NEWTON_STEPS && !(map <= s->target); step++) {
    if (guess_modes(s->p, s->z, s->xz, s->modes)) break;
    ++*steps;
    if (!ss_modes_solve(s->p, s->modes, &s->system, s->z, s->xz)) return INFINITY;
    map = ss_modes_natural_map(s->p, s->z, s->xz);
  }
  return map;
}

size_t ss_contact_planar_work(const ss_contact_problem *problem) {
  return ss_modes_work(problem) + carve_size(problem->contacts, 1) +
         4 * carve_size(problem->size, sizeof(double));
}

bool ss_contact_planar_raw(const ss_contact_problem *problem, const ss_contact_options *options,
                           void *work, double *r, ss_contact_report *report) {
  const size_t n = problem->size, bytes = n * sizeof *r;
  planar p;
  search s = {.p = &p};
  work = ss_modes_start(problem, work, &p, &s.system);
  double *xi = carve(&work, n, sizeof *xi), *best = carve(&work, n, sizeof *best);
  s.z = carve(&work, n, sizeof *s.z), s.xz = carve(&work, n, sizeof *s.xz);
  s.modes = carve(&work, problem->contacts, 1);
  s.target = 0.5 * options->tolerance * ss_contact_data_size(problem, SS_RESIDUAL_SCALED);
  ss_contact_velocity(problem, r, xi); /* a cold start skips the zeros */
  double least = INFINITY;
  memcpy(best, r, bytes);
  /* a pass costs n^2 and spares Newton steps of n^3 */
  const size_t first_passes = 1 + n / 12;
  size_t passes = options->warm ? 0 : first_passes;
  for (int round = 0; round < ROUNDS && report->iterations < options->passes_most; round++) {
    pass(&p, passes, r, xi);
    report->iterations += passes;
    memcpy(s.z, r, bytes);
    memcpy(s.xz, xi, bytes);
    const double map = follow_modes(&s, &report->iterations);
    if (map < least) {
      least = map;
      memcpy(best, s.z, bytes);
    }
    if (least <= s.target) break;
    passes = passes == 0 ? first_passes : 2 * passes;
  }
  memcpy(r, best, bytes);
  return least <= s.target;
}
