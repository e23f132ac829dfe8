/* lanes_kernel.h: one step of the midpoint scheme for all lanes that no contact is hit in, compiled
 * once for each kind of vector register.
 *
 * The including file defines
 *
 *     LANE_KERNEL   the name of the kernel
 *     LANE_WIDTH    doubles in a vector
 *     LANE_TARGET   the function attribute that allows such vectors, or nothing
 *     LANE_BITS     one bit for each number of a mask
 *
 * The formulas are those of moreau_step.c, number for number in the same order, with a loop over
 * the lanes inside each: what differs from the scalar step is the contact problem's way to its
 * solution and the last bit of sines. Nothing is contracted into fused operations, so that all
 * kernels compute the same. Numbers that are 0 whatever the state (most of W and of a diagonal
 * M^-1) are known by their patterns and cost nothing. Yes-or-no questions are answered for all
 * lanes at once first, because the answer is nearly always no; bits are gathered only if it is not.
 *
 * All of it is bound by loads and stores of the first-level cache.
 */
#include <math.h>
#include <string.h>

#include "lanes.h"

#define INLINE LANE_TARGET static inline __attribute__((always_inline))

enum { WIDTH = LANE_WIDTH, VECTORS = SS_LANES / WIDTH };

typedef double lane __attribute__((vector_size(8 * WIDTH)));
typedef int64_t mask __attribute__((vector_size(8 * WIDTH)));
typedef struct ss_motion_lanes block;

/* ---- vectors --------------------------------------------------------------------------------- */

INLINE lane load(const double *x, size_t j) {
  return ((const lane *)x)[j];
}

INLINE void store(double *x, size_t j, lane value) {
  ((lane *)x)[j] = value;
}

INLINE lane choose(mask where, lane yes, lane no) {
  return (lane)((where & (mask)yes) | (~where & (mask)no));
}

INLINE lane magnitude(lane a) {
  return (lane)((mask)a & INT64_MAX);
}

INLINE lane smaller(lane a, lane b) {
  return choose(a < b, a, b);
}

/* All ones in the lanes whose bit is set. */
INLINE mask spread(uint64_t bits, size_t j) {
  mask number;
  for (int i = 0; i < WIDTH; i++) number[i] = i;
  return -(((mask){0} + (int64_t)(bits >> (WIDTH * j))) >> number & 1);
}

INLINE uint64_t gather_bits(mask where, size_t j) {
  return LANE_BITS(where) << (WIDTH * j);
}

/* out = sum of a[k] b[k] over a pattern; a and b begin at the lanes' numbers. One and two terms are
 * what most machines have. */
INLINE void multiply(const ss_lane_pattern *over, const double *const *a, const double *b,
                     double *out) {
  const double *a0 = NULL, *a1 = NULL, *b0 = NULL, *b1 = NULL;
  if (over->count > 0) a0 = a[over->index[0]], b0 = b + over->index[0] * SS_LANES;
  if (over->count > 1) a1 = a[over->index[1]], b1 = b + over->index[1] * SS_LANES;
  for (size_t v = 0; v < VECTORS && over->count == 0; v++) store(out, v, (lane){0});
  for (size_t v = 0; v < VECTORS && over->count == 1; v++) store(out, v, load(a0, v) * load(b0, v));
  for (size_t v = 0; v < VECTORS && over->count > 1; v++)
    store(out, v, load(a0, v) * load(b0, v) + load(a1, v) * load(b1, v));
  for (size_t i = 2; i < over->count; i++) {
    const size_t k = over->index[i];
    for (size_t v = 0; v < VECTORS; v++)
      store(out, v, load(out, v) + load(a[k], v) * load(b + k * SS_LANES, v));
  }
}

INLINE bool is_any(mask where) {
  return LANE_BITS(where) != 0;
}

/* ---- to the middle --------------------------------------------------------------------------- */

LANE_TARGET static void go_half(block *b) {
  const double half = 0.5 * b->dt;
  double *q = b->in, *u = b->in + b->n * SS_LANES, *t = u + b->n * SS_LANES;
  for (size_t j = 0; j < b->n * VECTORS; j++) {
    const lane speed = load(b->u, j);
    store(q, j, load(b->q, j) + half * speed);
    store(u, j, speed + half * load(b->a, j));
  }
  for (size_t j = 0; j < VECTORS; j++) store(t, j, load(b->t, j) + half);
}

/* Lanes in which the gap is not positive although the contact does not touch. That hardly ever is,
 * and costs less to find out than bits. */
LANE_TARGET static uint64_t find_hits(const block *b) {
  uint64_t hits = 0;
  for (size_t k = 0; k < b->normals; k++) {
    const double *gap = b->out[SS_QUANTITY_GAP] + k * SS_LANES;
    const uint64_t apart = b->moving & ~b->touches[k];
    mask any = {0};
    if (b->is_slider[k]) continue;
    for (size_t j = 0; j < VECTORS; j++) any |= ~(load(gap, j) > (lane){0}) & spread(apart, j);
    for (size_t j = 0; j < VECTORS && is_any(any); j++)
      hits |= gather_bits(~(load(gap, j) > (lane){0}), j) & apart;
  }
  return hits;
}

/* Does a slip end? gamma: its velocity at the step's beginning, rate: that of its change. */
INLINE mask does_turn(const block *b, size_t v) {
  const lane gamma = load(b->gamma, v), rate = load(b->rate, v), size = magnitude(gamma);
  const mask meets = size < SS_MOREAU_BEFORE * b->dt * magnitude(rate);
  return (gamma * rate < (lane){0}) & meets & (size > (lane){0} + SS_MOREAU_ENDED);
}

/* Lanes in which the slip of component i ends (moreau_turn.c). Where it is 0 already, as at rest,
 * that is all there is to know. */
INLINE uint64_t find_turn(block *b, size_t i, uint64_t lanes) {
  const size_t row = b->column[i] - b->normals;
  const double *zeta = b->out[SS_QUANTITY_WT_RATE] + row * SS_LANES;
  const double *const *W = b->direction + i * b->n;
  mask slips = {0}, any = {0};
  uint64_t turns = 0;
  if (!lanes) return 0;
  multiply(&b->W[i], W, b->u, b->gamma);
  for (size_t v = 0; v < VECTORS; v++) {
    const lane gamma = load(b->gamma, v) + load(b->own[i], v) - 0.5 * b->dt * load(zeta, v);
    store(b->gamma, v, gamma);
    slips |= (magnitude(gamma) > (lane){0} + SS_MOREAU_ENDED) & spread(lanes, v);
  }
  if (!is_any(slips)) return 0;
  multiply(&b->W[i], W, b->a, b->rate);
  for (size_t v = 0; v < VECTORS; v++) {
    store(b->rate, v, load(b->rate, v) + load(zeta, v));
    any |= does_turn(b, v) & spread(lanes, v);
  }
  for (size_t v = 0; v < VECTORS && is_any(any); v++) turns |= gather_bits(does_turn(b, v), v);
  return turns & lanes;
}

LANE_TARGET static uint64_t find_turns(block *b, uint64_t in) {
  uint64_t turns = 0;
  for (size_t i = 0; i < b->size; i++) {
    const size_t owner = b->owner[i];
    const ss_contact *contact = &b->contact[owner];
    if (b->column[i] < b->normals || contact->law.kind != SS_LAW_COULOMB) continue;
    const bool may_be_open = contact->kind == SS_ELEMENT_CONTACT;
    turns |= find_turn(b, i, may_be_open ? in & b->touches[b->column[i - 1]] : in);
  }
  return turns;
}

/* ---- the mass matrix ------------------------------------------------------------------------- */

/* L D L^T in each lane; returns the lanes in which a D is not positive. */
INLINE uint64_t factor(block *b) {
  const size_t n = b->n;
  const double *M = b->out[SS_QUANTITY_M];
  double *F = b->factor;
  uint64_t bad = 0;
  for (size_t v = 0; v < VECTORS; v++)
    for (size_t j = 0; j < n; j++) {
      lane d = load(M + (j + n * j) * SS_LANES, v);
      for (size_t k = 0; k < j; k++)
        d -= load(F + (j + n * k) * SS_LANES, v) * load(F + (k + n * j) * SS_LANES, v);
      const mask fine = (d > (lane){0}) & (d < (lane){0} + INFINITY);
      if (is_any(~fine)) bad |= gather_bits(~fine, v);
      const lane inverse = 1 / d;
      store(F + (j + n * j) * SS_LANES, v, inverse);
      for (size_t i = j + 1; i < n; i++) {
        lane sum = load(M + (i + n * j) * SS_LANES, v);
        for (size_t k = 0; k < j; k++)
          sum -= load(F + (i + n * k) * SS_LANES, v) * load(F + (k + n * j) * SS_LANES, v);
        store(F + (j + n * i) * SS_LANES, v, sum);
        store(F + (i + n * j) * SS_LANES, v, sum * inverse);
      }
    }
  return bad;
}

/* y = M^-1 x by the factors. */
INLINE void substitute(const block *b, const double *const *x, double *y, size_t v) {
  const size_t n = b->n;
  const double *F = b->factor;
  for (size_t j = 0; j < n; j++) {
    lane sum = load(x[j], v);
    for (size_t i = 0; i < j; i++)
      sum -= load(F + (j + n * i) * SS_LANES, v) * load(y + i * SS_LANES, v);
    store(y + j * SS_LANES, v, sum);
  }
  for (size_t j = n; j-- > 0;) {
    lane sum = load(y + j * SS_LANES, v) * load(F + (j + n * j) * SS_LANES, v);
    for (size_t i = j + 1; i < n; i++)
      sum -= load(F + (i + n * j) * SS_LANES, v) * load(y + i * SS_LANES, v);
    store(y + j * SS_LANES, v, sum);
  }
}

/* Number k of y = M^-1 x for constant M. */
INLINE void multiply_inverse(const block *b, const double *const *x, const ss_lane_pattern *from,
                             size_t k, double *y) {
  const double *inverse = b->inverse + b->n * k;
  for (size_t v = 0; v < VECTORS && b->mass == SS_MASS_DIAGONAL; v++)
    store(y, v, inverse[k] * load(x[k], v));
  for (size_t v = 0; v < VECTORS && b->mass == SS_MASS_CONSTANT; v++) {
    lane sum = {0};
    for (size_t a = 0; a < from->count; a++)
      sum += inverse[from->index[a]] * load(x[from->index[a]], v);
    store(y, v, sum);
  }
}

/* y = M^-1 x; `from` and `to`: where x and y are not 0. */
INLINE void solve_mass(const block *b, const double *const *x, const ss_lane_pattern *from,
                       const ss_lane_pattern *to, double *y) {
  for (size_t v = 0; v < VECTORS && b->mass == SS_MASS_VARIES; v++) substitute(b, x, y, v);
  for (size_t i = 0; i < to->count && b->mass != SS_MASS_VARIES; i++)
    multiply_inverse(b, x, from, to->index[i], y + to->index[i] * SS_LANES);
}

LANE_TARGET static uint64_t find_free(block *b) {
  const uint64_t bad = b->mass == SS_MASS_VARIES ? factor(b) : 0;
  solve_mass(b, b->force, &b->all, &b->all, b->free);
  for (size_t j = 0; j < b->n * VECTORS; j++)
    store(b->v, j, load(b->u, j) + b->dt * load(b->free, j));
  return bad;
}

/* ---- the contact problem --------------------------------------------------------------------- */

/* The normal velocity that takes a gap back to 0 (find_target of moreau_step.c). */
INLINE lane find_target(const block *b, size_t normal, bool slider, lane gamma, size_t j) {
  const double dt = b->dt;
  const lane zeta = load(b->out[SS_QUANTITY_WN_RATE] + normal * SS_LANES, j);
  const lane bend = 0.5 * dt * zeta;
  const lane gap = load(b->out[SS_QUANTITY_GAP] + normal * SS_LANES, j) - 0.25 * dt * bend;
  const mask none = magnitude(gap) < (lane){0} + SS_MOREAU_ROUNDING;
  const lane back = choose(none, (lane){0}, -gap * (1 / dt)) - bend;
  if (slider) return back;
  const lane leave = load(b->leave + normal * SS_LANES, j), pressed = leave - gamma;
  return smaller(back, SS_MOREAU_RISE * choose(pressed > (lane){0}, pressed, (lane){0}));
}

/* The slip velocity, with W of the middle, that is 0 at the end of the step. */
INLINE lane find_turned(const block *b, size_t slip, size_t j) {
  return -0.5 * b->dt * load(b->out[SS_QUANTITY_WT_RATE] + slip * SS_LANES, j);
}

/* Entry i of c. */
INLINE void assemble_entry(block *b, size_t i) {
  const size_t normal = b->column[i];
  const bool is_normal = normal < b->normals, slider = is_normal && b->is_slider[normal];
  double *c = b->c + i * SS_LANES, *target = b->target + i * SS_LANES;
  const double *own = b->own[i];
  multiply(&b->W[i], b->direction + i * b->n, b->v, c);
  for (size_t v = 0; v < VECTORS; v++) {
    const lane gamma = load(c, v) + load(own, v);
    const lane wanted = is_normal ? find_target(b, normal, slider, gamma, v)
                                  : find_turned(b, normal - b->normals, v);
    store(target, v, wanted);
    store(c, v, gamma - wanted);
  }
}

/* Number k of M^-1 W_i, which is not kept where it costs one product. */
INLINE lane read_Z(const block *b, size_t i, size_t k, bool diagonal, size_t v) {
  if (diagonal) return b->inverse[k + b->n * k] * load(b->direction[i * b->n + k], v);
  return load(b->Zs + (i * b->n + k) * SS_LANES, v);
}

/* G_ij = sum of W_i Z_j; one and two terms are what most machines have. */
INLINE void multiply_directions(const block *b, size_t i, size_t j, bool diagonal, double *G) {
  const ss_lane_pattern *over = &b->products[i * b->size + j];
  const double *const *W = b->direction + i * b->n;
  const size_t k0 = over->count > 0 ? over->index[0] : 0, k1 = over->count > 1 ? over->index[1] : 0;
  for (size_t v = 0; v < VECTORS && over->count == 0; v++) store(G, v, (lane){0});
  for (size_t v = 0; v < VECTORS && over->count == 1; v++)
    store(G, v, load(W[k0], v) * read_Z(b, j, k0, diagonal, v));
  for (size_t v = 0; v < VECTORS && over->count > 1; v++)
    store(G, v,
          load(W[k0], v) * read_Z(b, j, k0, diagonal, v) +
              load(W[k1], v) * read_Z(b, j, k1, diagonal, v));
  for (size_t a = 2; a < over->count; a++) {
    const size_t k = over->index[a];
    for (size_t v = 0; v < VECTORS; v++)
      store(G, v, load(G, v) + load(W[k], v) * read_Z(b, j, k, diagonal, v));
  }
}

INLINE void assemble_matrix(block *b, bool diagonal) {
  const size_t n = b->n, size = b->size;
  for (size_t i = 0; i < size && !diagonal; i++)
    solve_mass(b, b->direction + i * n, &b->W[i], &b->Z[i], b->Zs + i * n * SS_LANES);
  for (size_t i = 0; i < size; i++)
    for (size_t j = i; j < size; j++)
      multiply_directions(b, i, j, diagonal, b->G + (i + size * j) * SS_LANES);
}

LANE_TARGET static void assemble(block *b) {
  for (size_t i = 0; i < b->size; i++) assemble_entry(b, i);
  if (b->mass == SS_MASS_DIAGONAL)
    assemble_matrix(b, true);
  else
    assemble_matrix(b, false);
}

/* ---- to the end ------------------------------------------------------------------------------ */

/* Is a number of the state not finite? 0 times infinity or NaN is NaN. */
INLINE mask is_wild(const block *b, size_t v) {
  lane sum = {0};
  for (size_t k = 0; k < b->n; k++)
    sum += 0 * (load(b->u_end + k * SS_LANES, v) + load(b->in + k * SS_LANES, v));
  return sum != (lane){0};
}

/* u_end = v + Z P. */
INLINE void add_impulses(block *b, bool diagonal) {
  for (size_t k = 0; k < b->n; k++) {
    const ss_lane_pattern *over = &b->pushes[k];
    for (size_t v = 0; v < VECTORS; v++) {
      lane u = load(b->v + k * SS_LANES, v);
      for (size_t a = 0; a < over->count; a++) {
        const size_t i = over->index[a];
        u += read_Z(b, i, k, diagonal, v) * load(b->P + i * SS_LANES, v);
      }
      store(b->u_end + k * SS_LANES, v, u);
    }
  }
}

INLINE void swap(double **a, double **b) {
  double *const c = *a;
  *a = *b;
  *b = c;
}

LANE_TARGET static uint64_t push(block *b, bool in_contact) {
  uint64_t bad = 0;
  if (!in_contact)
    swap(&b->v, &b->u_end);
  else if (b->mass == SS_MASS_DIAGONAL)
    add_impulses(b, true);
  else
    add_impulses(b, false);
  mask any = {0};
  for (size_t v = 0; v < VECTORS; v++) any |= is_wild(b, v);
  for (size_t v = 0; v < VECTORS && is_any(any); v++) bad |= gather_bits(is_wild(b, v), v);
  return bad;
}

/* The square of the contact problem's data, of which SS_MOREAU_NOTHING is 0. */
INLINE lane square_data(const block *b, size_t v) {
  lane square = {0};
  for (size_t i = 0; i < b->size; i++) {
    const lane c = load(b->c + i * SS_LANES, v);
    square += choose(~spread(b->open[b->owner[i]], v), c * c, (lane){0});
  }
  return square;
}

/* Who touches after the step. Nearly always that is who touched before, and is pressed. */
INLINE void find_touching(block *b, size_t i) {
  const size_t k = b->column[i];
  const uint64_t closed = ~b->open[b->owner[i]];
  const lane zero = {0};
  mask doubtful = {0};
  for (size_t v = 0; v < VECTORS; v++)
    doubtful |= ~(load(b->P + i * SS_LANES, v) > zero) & spread(closed, v);
  if (!is_any(doubtful) && b->touches[k] == closed) return;
  b->touches[k] = 0;
  for (size_t v = 0; v < VECTORS; v++) {
    const lane xi = load(b->xi + i * SS_LANES, v), P = load(b->P + i * SS_LANES, v);
    const mask slow =
        (xi <= zero) | (xi * xi <= SS_MOREAU_NOTHING * SS_MOREAU_NOTHING * square_data(b, v));
    b->touches[k] |= gather_bits((P > zero) | slow, v) & closed;
  }
}

INLINE void finish_contact(block *b, size_t i) {
  double *leave = b->leave + b->column[i] * SS_LANES;
  find_touching(b, i);
  for (size_t v = 0; v < VECTORS; v++)
    store(leave, v, load(b->xi + i * SS_LANES, v) + load(b->target + i * SS_LANES, v));
}

LANE_TARGET static void finish(block *b, bool in_contact) {
  const double rate = 1 / b->dt;
  for (size_t j = 0; j < b->n * VECTORS; j++) {
    const lane u = load(b->u_end, j);
    store(b->a, j, (u - load(b->u, j)) * rate);
    store(b->q, j, load(b->in, j) + 0.5 * b->dt * u);
  }
  swap(&b->u, &b->u_end);
  for (size_t j = 0; j < VECTORS; j++) store(b->t, j, load(b->t, j) + b->dt);
  for (size_t i = 0; i < b->size && in_contact; i++)
    if (b->column[i] < b->normals && !b->is_slider[b->column[i]]) finish_contact(b, i);
  if (!in_contact && b->pressed) memset(b->P, 0, b->size * SS_LANES * sizeof *b->P);
  b->pressed = in_contact;
}

const ss_block_kernel LANE_KERNEL = {.go_half = go_half,
                                     .find_hits = find_hits,
                                     .find_turns = find_turns,
                                     .find_free = find_free,
                                     .assemble = assemble,
                                     .push = push,
                                     .finish = finish};
