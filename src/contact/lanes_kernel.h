/* lanes_kernel.h: the lane method, compiled once for each kind of vector register.
 *
 * lanes.c explains the method. The including file defines
 *
 *     LANE_SOLVE                   the name of the function
 *     LANE_WIDTH                   numbers in a vector
 *     LANE_TARGET                  the function attribute that allows such vectors, or nothing
 *     LANE_MASK                    the type of conditions
 *     LANE_SPREAD(x), LANE_BITS(m) a condition from bits, and back
 *     LANE_GREATER(a, b)           a > b
 *     LANE_CHOOSE(m, a, b)         a where m, else b
 *     LANE_LARGER(a, b)            a > b ? a : b
 *     LANE_SMALLER(a, b)           a < b ? a : b
 *
 * The processor waits for the result of one operation before it can start the next in a chain of
 * passes. Several vectors of lanes, stage by stage, give it something to do meanwhile. A warm start
 * has no passes: one vector at a time then stays in registers, and where all gaps are open there is
 * nothing to do.
 */
#include <math.h>

#include "lanes.h"

enum {
  WIDTH = LANE_WIDTH,
  TOGETHER = 4, /* vectors in passes */
  SIZE = 2 * SS_LANE_CONTACTS_MOST,
  STEPS = 3 /* of Newton: what has not converged by then seldom does */
};

typedef double lane __attribute__((vector_size(8 * WIDTH)));
typedef int64_t word __attribute__((vector_size(8 * WIDTH)));
typedef LANE_MASK mask;

/* everything below is inlined: no vector ever crosses a call */
#pragma GCC diagnostic ignored "-Wpsabi"
#define INLINE LANE_TARGET static inline __attribute__((always_inline))

INLINE lane fill(double x) {
  return x - (lane){0};
}

INLINE lane choose(mask where, lane yes, lane no) {
  return LANE_CHOOSE(where, yes, no);
}

INLINE lane keep(mask where, lane x) {
  return LANE_CHOOSE(where, x, fill(0));
}

INLINE lane larger(lane a, lane b) {
  return LANE_LARGER(a, b);
}

INLINE lane smaller(lane a, lane b) {
  return LANE_SMALLER(a, b);
}

INLINE mask is_greater(lane a, lane b) {
  return LANE_GREATER(a, b);
}

INLINE mask both(mask a, mask b) {
  return (mask)(a & b);
}

INLINE mask without(mask a, mask b) {
  return (mask)(a & ~b);
}

INLINE lane magnitude(lane a) {
  return (lane)((word)a & INT64_MAX);
}

INLINE lane load(const double *x) {
  return *(const lane *)x;
}

/* The condition that holds in the lanes whose bit is set. */
INLINE mask spread(uint64_t bits, size_t at) {
  return LANE_SPREAD(bits >> at);
}

/* What the problems have in common. The compiler knows it for the usual ones. */
typedef struct shape {
  size_t n, contacts;
  const planar_contact *contact;
  size_t vectors; /* that are solved together */
} shape;

/* The problems of a group, in vectors. */
typedef struct group {
  const double *G; /* entry (i, j) begins at G[(i + j n) SS_LANES] */
  const double *c;
  lane mu[SS_LANE_CONTACTS_MOST], normal[SS_LANE_CONTACTS_MOST], g[SS_LANE_CONTACTS_MOST];
  mask closed[SS_LANE_CONTACTS_MOST]; /* the gap */
  lane inverse[SIZE];
  lane r[SIZE], xi[SIZE]; /* the passes' iterate */
  lane z[SIZE], xz[SIZE]; /* Newton's */
  lane tie[SIZE], b[SIZE];
  mask active[SIZE];
  lane A[SIZE][SIZE];
  lane target;
  mask waiting, strict;
} group;

INLINE lane read_G(shape of, const group *p, size_t i, size_t j) {
  return load(p->G + (i + j * of.n) * SS_LANES);
}

/* x += d times column j of G. Of G, which is symmetric, the entries above the diagonal are enough,
 * and half as much to compute and to load. */
INLINE void push(shape of, const group *p, size_t j, lane d, lane *x) {
  for (size_t i = 0; i <= j; i++) x[i] += read_G(of, p, i, j) * d;
  for (size_t i = j + 1; i < of.n; i++) x[i] += read_G(of, p, j, i) * d;
}

/* ---- one contact ----------------------------------------------------------------------------- */

/* Direction i of contact k: its share in the scales of the residual. */
INLINE void start_direction(shape of, group *p, size_t k, size_t i) {
  if (i == NO_COMPONENT) return;
  const lane c = load(p->c + i * SS_LANES);
  p->g[k] = larger(p->g[k], read_G(of, p, i, i));
  p->target += keep(p->closed[k], c * c);
}

INLINE void start_contact(shape of, group *p, const ss_contact_lanes *lanes, size_t k, size_t at) {
  const ss_contact *contact = &lanes->contact[k];
  p->mu[k] = lanes->mu ? load(lanes->mu + k * SS_LANES + at) : fill(contact->law.argument[0]);
  p->normal[k] = lanes->normal ? load(lanes->normal + k * SS_LANES + at) : fill(contact->normal);
  p->closed[k] = spread(lanes->open ? ~lanes->open[k] : UINT64_MAX, at);
  p->g[k] = fill(0);
  start_direction(of, p, k, of.contact[k].N);
  start_direction(of, p, k, of.contact[k].T);
  p->g[k] = choose(is_greater(p->g[k], fill(0)), p->g[k], fill(1));
  const lane known = p->g[k] * p->mu[k] * p->normal[k];
  if (of.contact[k].kind == SS_ELEMENT_FRICTION) p->target += keep(p->closed[k], known * known);
}

INLINE void relax_contact(shape of, group *p, size_t k) {
  const planar_contact *contact = &of.contact[k];
  const size_t N = contact->N, T = contact->T;
  lane normal = p->normal[k];
  if (N != NO_COMPONENT) {
    lane x = p->r[N] - p->xi[N] * p->inverse[N];
    if (contact->kind != SS_ELEMENT_SLIDER) x = larger(x, fill(0));
    x = keep(p->closed[k], x);
    push(of, p, N, x - p->r[N], p->xi);
    p->r[N] = x;
    normal = magnitude(x);
  }
  if (T == NO_COMPONENT) return;
  const lane bound = keep(p->closed[k], p->mu[k] * normal);
  const lane y = p->r[T] - p->xi[T] * p->inverse[T];
  const lane x = larger(smaller(y, bound), -bound);
  push(of, p, T, x - p->r[T], p->xi);
  p->r[T] = x;
}

/* Masks and ties of the mode that the natural map at (z, xz) is in, and z made to fit it. */
INLINE void guess_mode(shape of, group *p, size_t k) {
  const planar_contact *contact = &of.contact[k];
  const size_t N = contact->N, T = contact->T;
  lane normal = p->normal[k], sign = fill(1);
  mask closed = p->closed[k];
  if (N != NO_COMPONENT) {
    if (contact->kind != SS_ELEMENT_SLIDER)
      closed = both(closed, is_greater(read_G(of, p, N, N) * p->z[N], p->xz[N]));
    else
      sign = choose(is_greater(fill(0), p->z[N]), fill(-1), sign);
    p->active[N] = closed;
    p->z[N] = keep(closed, p->z[N]);
    p->tie[N] = fill(0);
    normal = larger(sign * p->z[N], fill(0));
  }
  if (T == NO_COMPONENT) return;
  const lane g = read_G(of, p, T, T), bound = g * p->mu[k] * normal, y = g * p->z[T] - p->xz[T];
  const mask stick = both(closed, is_greater(bound, magnitude(y))), slip = without(closed, stick);
  const lane share = (lane)((word)p->mu[k] | ((word)y & INT64_MIN)); /* mu sign(y) */
  p->active[T] = stick;
  p->tie[T] = fill(0);
  if (N != NO_COMPONENT) p->tie[N] = keep(slip, share * sign);
  const lane limit = N != NO_COMPONENT ? p->tie[N] * p->z[N] : share * normal;
  p->z[T] = keep(closed, choose(slip, limit, p->z[T]));
}

/* The square of a contact's natural map at (z, xz). */
INLINE lane square_natural_map(shape of, const group *p, size_t k) {
  const planar_contact *contact = &of.contact[k];
  const size_t N = contact->N, T = contact->T;
  const lane g = p->g[k];
  lane normal = p->normal[k], sum = fill(0);
  if (N != NO_COMPONENT) {
    const bool slider = contact->kind == SS_ELEMENT_SLIDER;
    const lane F = slider ? p->xz[N] : smaller(g * p->z[N], p->xz[N]);
    sum = F * F;
    normal = slider ? magnitude(p->z[N]) : larger(p->z[N], fill(0));
  }
  if (T != NO_COMPONENT) {
    const lane bound = g * p->mu[k] * normal, y = g * p->z[T] - p->xz[T];
    const lane F = g * p->z[T] - larger(smaller(y, bound), -bound);
    sum += F * F;
  }
  return keep(p->closed[k], sum);
}

/* ---- one Newton step ------------------------------------------------------------------------- */

INLINE void update_velocity(shape of, group *p) {
  for (size_t i = 0; i < of.n; i++) p->xz[i] = load(p->c + i * SS_LANES);
  for (size_t j = 0; j < of.n; j++) push(of, p, j, p->z[j], p->xz);
}

/* Column j of A and entry j of b. T is the component whose reaction is tied to that of j, or j. */
INLINE void assemble_column(shape of, group *p, size_t j, size_t T) {
  for (size_t i = 0; i <= j; i++) p->A[j][i] = read_G(of, p, i, j);
  for (size_t i = j + 1; i < of.n; i++) p->A[j][i] = read_G(of, p, j, i);
  if (T != j) push(of, p, T, p->tie[j], p->A[j]);
  p->b[j] = -p->xz[j];
}

/* Inactive and dependent directions get the inverse pivot 0: they neither act nor move. */
INLINE void eliminate_column(shape of, group *p, size_t k) {
  const lane pivot = p->A[k][k];
  const lane least = fill(1e-11) * read_G(of, p, k, k);
  const mask alive = both(p->active[k], is_greater(magnitude(pivot), least));
  const lane inverse = keep(alive, fill(1) / pivot);
  p->A[k][k] = inverse;
  for (size_t i = k + 1; i < of.n; i++) {
    const lane factor = p->A[k][i] * inverse;
    for (size_t j = k + 1; j < of.n; j++) p->A[j][i] -= factor * p->A[j][k];
    p->b[i] -= factor * p->b[k];
  }
}

INLINE void substitute(group *p, size_t k) {
  p->b[k] *= p->A[k][k];
  for (size_t i = 0; i < k; i++) p->b[i] -= p->A[k][i] * p->b[k];
}

INLINE void move(shape of, group *p) {
  for (size_t i = 0; i < of.n; i++) p->z[i] += p->b[i];
  for (size_t k = 0; k < of.contacts; k++) {
    const size_t N = of.contact[k].N, T = of.contact[k].T;
    if (N != NO_COMPONENT && T != NO_COMPONENT) p->z[T] += p->tie[N] * p->b[N];
  }
}

/* ---- a group --------------------------------------------------------------------------------- */

/* Every stage for all vectors before the next one. */
#define EACH_VECTOR for (group *p = groups; p < groups + of.vectors; p++)

INLINE void take_step(shape of, group *groups) {
  const size_t n = of.n, contacts = of.contacts;
  for (size_t k = 0; k < contacts; k++) EACH_VECTOR guess_mode(of, p, k);
  EACH_VECTOR update_velocity(of, p);
  for (size_t k = 0; k < contacts; k++) {
    const size_t N = of.contact[k].N, T = of.contact[k].T;
    if (N != NO_COMPONENT) EACH_VECTOR assemble_column(of, p, N, T != NO_COMPONENT ? T : N);
    if (T != NO_COMPONENT) EACH_VECTOR assemble_column(of, p, T, T);
  }
  for (size_t k = 0; k < n; k++) EACH_VECTOR eliminate_column(of, p, k);
  for (size_t k = n; k-- > 0;) EACH_VECTOR substitute(p, k);
  EACH_VECTOR {
    move(of, p);
    update_velocity(of, p);
  }
}

/* Stores the lanes that have just converged, to `share` of the tolerance; is any still waiting? */
INLINE bool harvest(shape of, group *groups, size_t at, bool strict, double *r, double *xi) {
  uint64_t waiting = 0;
  EACH_VECTOR {
    lane square = fill(0);
    for (size_t k = 0; k < of.contacts; k++) square += square_natural_map(of, p, k);
    const lane target = strict ? choose(p->strict, p->target * fill(1e-6), p->target) : p->target;
    const mask done = both(p->waiting, is_greater(target, square));
    p->waiting = without(p->waiting, done);
    waiting |= LANE_BITS(p->waiting);
    const size_t offset = at + WIDTH * (size_t)(p - groups);
    for (size_t i = 0; i < of.n; i++) {
      lane *to = (lane *)(r + i * SS_LANES + offset), *speed = (lane *)(xi + i * SS_LANES + offset);
      *to = choose(done, p->z[i], *to);
      *speed = choose(done, p->xz[i], *speed);
    }
  }
  return waiting != 0;
}

INLINE void start(group *groups, const ss_contact_lanes *lanes, shape of, size_t at,
                  double tolerance) {
  EACH_VECTOR {
    const size_t offset = at + WIDTH * (size_t)(p - groups);
    p->G = lanes->G + offset;
    p->c = lanes->c + offset;
    p->target = fill(0);
    p->waiting = spread(UINT64_MAX, 0);
    p->strict = spread(lanes->strict, offset);
    for (size_t k = 0; k < of.contacts; k++) start_contact(of, p, lanes, k, offset);
    p->target = choose(is_greater(p->target, fill(0)), p->target, fill(1));
    p->target *= fill(0.25 * tolerance * tolerance);
  }
}

/* z = r where the contact is closed; what a cold start knows is 0. */
INLINE void start_iterate(shape of, group *groups, size_t at, bool warm, const double *r) {
  EACH_VECTOR {
    const size_t offset = at + WIDTH * (size_t)(p - groups);
    for (size_t k = 0; k < of.contacts; k++) {
      const size_t N = of.contact[k].N, T = of.contact[k].T;
      const mask closed = p->closed[k];
      if (N != NO_COMPONENT)
        p->z[N] = warm ? keep(closed, load(r + N * SS_LANES + offset)) : fill(0);
      if (T != NO_COMPONENT)
        p->z[T] = warm ? keep(closed, load(r + T * SS_LANES + offset)) : fill(0);
    }
    update_velocity(of, p);
  }
}

/* What passes and Newton steps need besides. */
INLINE void prepare(shape of, group *groups) {
  EACH_VECTOR for (size_t i = 0; i < of.n; i++) {
    const lane diagonal = read_G(of, p, i, i);
    p->inverse[i] = keep(is_greater(diagonal, fill(0)), fill(1) / diagonal);
    p->r[i] = p->z[i];
    p->xi[i] = p->xz[i];
  }
}

INLINE uint64_t list_waiting(shape of, group *groups) {
  uint64_t bits = 0;
  EACH_VECTOR bits |= LANE_BITS(p->waiting) << WIDTH * (size_t)(p - groups);
  return bits;
}

/* Newton steps from z; returns the bits of the lanes that did not converge. */
INLINE uint64_t take_steps(shape of, group *groups, size_t at, double *r, double *xi) {
  bool waiting = true;
  for (int s = 0; s < STEPS && waiting; s++) {
    take_step(of, groups);
    waiting = harvest(of, groups, at, false, r, xi);
  }
  return waiting ? list_waiting(of, groups) << at : 0;
}

/* Lanes at, at + 1, .. from nothing, by passes first. */
INLINE uint64_t solve_cold(const ss_contact_lanes *lanes, shape of, size_t at,
                           const ss_lane_effort *effort, double *r, double *xi) {
  group groups[TOGETHER];
  start(groups, lanes, of, at, effort->tolerance);
  start_iterate(of, groups, at, false, r);
  if (!harvest(of, groups, at, true, r, xi)) return 0;
  prepare(of, groups);
  for (int s = 0; s < effort->passes; s++)
    for (size_t k = 0; k < of.contacts; k++) EACH_VECTOR relax_contact(of, p, k);
  EACH_VECTOR for (size_t i = 0; i < of.n; i++) {
    p->z[i] = p->r[i];
    p->xz[i] = p->xi[i];
  }
  return take_steps(of, groups, at, r, xi);
}

/* Is no contact closed in the lanes of a vector? */
INLINE bool is_free(const ss_contact_lanes *lanes, shape of, size_t at) {
  uint64_t open = lanes->open ? UINT64_MAX : 0;
  for (size_t k = 0; k < of.contacts && lanes->open; k++) open &= lanes->open[k];
  return (~(open >> at) & (((uint64_t)1 << WIDTH) - 1)) == 0;
}

/* A vector of lanes from a warm start; *kept receives the lanes in which it was a solution. */
INLINE uint64_t solve_warm(const ss_contact_lanes *lanes, shape of, size_t at,
                           const ss_lane_effort *effort, double *r, double *xi) {
  group one;
  const uint64_t all = ((uint64_t)1 << WIDTH) - 1;
  bool waiting = false;
  if (is_free(lanes, of, at)) {
    for (size_t i = 0; i < of.n; i++) {
      *(lane *)(r + i * SS_LANES + at) = fill(0);
      *(lane *)(xi + i * SS_LANES + at) = load(lanes->c + i * SS_LANES + at);
    }
  } else {
    start(&one, lanes, of, at, effort->tolerance);
    start_iterate(of, &one, at, true, r);
    waiting = harvest(of, &one, at, true, r, xi);
  }
  *effort->kept |= (waiting ? list_waiting(of, &one) ^ all : all) << at;
  return waiting ? take_steps(of, &one, at, r, xi) : 0;
}

/* Warm and cold, one function for each shape that the compiler knows. */
#define SOLVER(name, solve, together, n, contacts, places)                                         \
  LANE_TARGET static uint64_t name(const ss_contact_lanes *lanes, const planar_contact *contact,   \
                                   const ss_lane_effort *effort, double *r, double *xi) {          \
    const shape of = {n, contacts, places, together};                                              \
    uint64_t bits = 0;                                                                             \
    (void)contact;                                                                                 \
    for (size_t at = 0; at < effort->lanes; at += WIDTH * (together))                              \
      bits |= solve(lanes, of, at, effort, r, xi);                                                 \
    return bits;                                                                                   \
  }

static const planar_contact usual[] = {{.kind = SS_ELEMENT_CONTACT, .N = 0, .T = 1},
                                       {.kind = SS_ELEMENT_CONTACT, .N = 2, .T = 3}};

SOLVER(warm_one, solve_warm, 1, 2, 1, usual)
SOLVER(cold_one, solve_cold, TOGETHER, 2, 1, usual)
SOLVER(warm_two, solve_warm, 1, 4, 2, usual)
SOLVER(cold_two, solve_cold, TOGETHER, 4, 2, usual)
SOLVER(warm_any, solve_warm, 1, lanes->size, lanes->contacts, contact)
SOLVER(cold_any, solve_cold, TOGETHER, lanes->size, lanes->contacts, contact)

/* Are all of them unilateral contacts with friction? */
INLINE bool is_usual(const ss_contact_lanes *lanes, const planar_contact *contact) {
  for (size_t k = 0; k < lanes->contacts; k++)
    if (contact[k].kind != SS_ELEMENT_CONTACT || contact[k].T == NO_COMPONENT) return false;
  return true;
}

LANE_TARGET uint64_t LANE_SOLVE(const ss_contact_lanes *lanes, const planar_contact *contact,
                                const ss_lane_effort *effort, double *r, double *xi) {
  const bool warm = effort->kept != NULL, is_known = is_usual(lanes, contact);
  if (is_known && lanes->contacts == 1)
    return (warm ? warm_one : cold_one)(lanes, contact, effort, r, xi);
  if (is_known && lanes->contacts == 2)
    return (warm ? warm_two : cold_two)(lanes, contact, effort, r, xi);
  return (warm ? warm_any : cold_any)(lanes, contact, effort, r, xi);
}
