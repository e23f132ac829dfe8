/* motion_hand.c: the rocking block by hand: Moreau's midpoint scheme written for this one machine.
 *
 * One trajectory in plain C, and blocks of them in vectors of eight doubles with a polynomial sine
 * and cosine. Impulses by Gauss-Seidel passes on (N1, T1, N2, T2), started from the last step's,
 * until no impulse changes by more than 1e-10 m g dt. It is less work than the library's scheme:
 * no correction of gaps, no time of impacts, no energy book, no events.
 *
 * For this machine and no other:
 * CFLAGS: -O3 -march=native -ffp-contract=fast -Wno-psabi
 */
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "motion_block.h"

enum { PASSES_MOST = 1000 };

static const double enough = 1e-10 * 1 * 9.81 * 1e-4; /* 1e-10 m g dt */

double read_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- one trajectory -------------------------------------------------------------------------- */

/* Directions (1, 0, arm) and (0, 1, arm): r_N0, r_T0, r_N1, r_T1. */
typedef struct contacts {
  double arm[4], inverse[4], restitution[2], r[4];
  double closed[2];
} contacts;

static inline double clamp(double x, double bound) {
  return x > bound ? bound : x < -bound ? -bound : x;
}

static inline double pass(contacts *c, block_state *s) {
  double change = 0;
  for (int k = 0; k < 2; k++) {
    const double aN = c->arm[2 * k], aT = c->arm[2 * k + 1];
    const double N = c->r[2 * k] - c->inverse[2 * k] * (s->vy + aN * s->w + c->restitution[k]);
    double r = N > 0 ? N * c->closed[k] : 0, d = r - c->r[2 * k];
    c->r[2 * k] = r;
    s->vy += d * (1 / block_m);
    s->w += aN * d * (1 / block_J);
    change += fabs(d);
    const double T = c->r[2 * k + 1] - c->inverse[2 * k + 1] * (s->vx + aT * s->w);
    r = clamp(T, block_mu * r) * c->closed[k];
    d = r - c->r[2 * k + 1];
    c->r[2 * k + 1] = r;
    s->vx += d * (1 / block_m);
    s->w += aT * d * (1 / block_J);
    change += fabs(d);
  }
  return change;
}

static inline void push(contacts *c, block_state *s) {
  for (int k = 0; k < 4; k++)
    c->inverse[k] = 1 / (1 / block_m + c->arm[k] * c->arm[k] * (1 / block_J));
  for (int k = 0; k < 2; k++) c->restitution[k] = block_e * (s->vy + c->arm[2 * k] * s->w);
  s->vx -= block_step * block_k / block_m * s->x;
  s->vy -= block_step * block_g;
  for (int k = 0; k < 4; k++) c->r[k] *= c->closed[k / 2];
  s->vy += (c->r[0] + c->r[2]) * (1 / block_m);
  s->vx += (c->r[1] + c->r[3]) * (1 / block_m);
  for (int k = 0; k < 4; k++) s->w += c->arm[k] * c->r[k] * (1 / block_J);
  for (int k = 0; k < PASSES_MOST && pass(c, s) >= enough; k++) {
  }
}

static inline void step(contacts *c, block_state *s) {
  const double half = 0.5 * block_step;
  s->x += half * s->vx, s->y += half * s->vy, s->phi += half * s->w;
  const double sine = sin(s->phi), cosine = cos(s->phi);
  const double as = block_a * sine, ac = block_a * cosine, bs = block_b * sine,
               bc = block_b * cosine;
  c->closed[0] = s->y - as - bc <= 0;
  c->closed[1] = s->y + as - bc <= 0;
  if (c->closed[0] + c->closed[1] != 0) {
    c->arm[0] = bs - ac, c->arm[1] = as + bc, c->arm[2] = ac + bs, c->arm[3] = bc - as;
    push(c, s);
  } else {
    s->vx -= block_step * block_k / block_m * s->x;
    s->vy -= block_step * block_g;
  }
  s->x += half * s->vx, s->y += half * s->vy, s->phi += half * s->w;
}

double move_by_hand(block_state *state, size_t steps) {
  contacts c = {0};
  block_state s = *state;
  const double start = read_clock();
  for (size_t k = 0; k < steps; k++) step(&c, &s);
  *state = s;
  return read_clock() - start;
}

/* ---- many trajectories ----------------------------------------------------------------------- */

enum { WIDTH = 8, TOGETHER = 4 };

typedef double lane __attribute__((vector_size(8 * WIDTH)));
typedef int64_t mask __attribute__((vector_size(8 * WIDTH)));

#define INLINE static inline __attribute__((always_inline))

typedef struct lane_state {
  lane x, y, phi, vx, vy, w, r[4];
} lane_state;

INLINE lane fill(double x) {
  return x - (lane){0};
}

INLINE lane keep(mask where, lane x) {
  return (lane)(where & (mask)x);
}

INLINE lane choose(mask where, lane yes, lane no) {
  return (lane)((where & (mask)yes) | (~where & (mask)no));
}

INLINE lane larger(lane a, lane b) {
  return choose(a > b, a, b);
}

INLINE lane smaller(lane a, lane b) {
  return choose(a < b, a, b);
}

INLINE lane magnitude(lane a) {
  return (lane)((mask)a & INT64_MAX);
}

INLINE int is_any(mask where) {
  int64_t any = 0;
  for (int k = 0; k < WIDTH; k++) any |= where[k];
  return any != 0;
}

/* Sine and cosine for |x| < 1e5: multiples of pi/2 taken off in two pieces, then polynomials whose
 * coefficients are those of the Taylor series made optimal (fdlibm's). */
INLINE void find_sine_and_cosine(lane x, lane *sine, lane *cosine) {
  const lane big = fill(6755399441055744.0); /* 1.5 2^52: adding it rounds to integers */
  const lane shifted = x * 0.63661977236758134308 + big, n = shifted - big;
  x = x - n * 1.57079632679489655800e+00;
  x = x - n * 6.12323399573676603587e-17;
  const lane z = x * x;
  const lane s =
      x + x * z *
              (-1.66666666666666324348e-01 +
               z * (8.33333333332248946124e-03 +
                    z * (-1.98412698298579493134e-04 +
                         z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 +
                                                                z * 1.58969099521155010221e-10)))));
  const lane c =
      1.0 - 0.5 * z +
      z * z *
          (4.16666666666666019037e-02 +
           z * (-1.38888888888741095749e-03 +
                z * (2.48015872894767294178e-05 +
                     z * (-2.75573143513906633035e-07 +
                          z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
  const mask quarter = (mask)shifted; /* its last bits count quarter turns */
  const mask odd = -(quarter & 1);
  const lane first = choose(odd, c, s), second = choose(odd, s, c);
  *sine = (lane)((mask)first ^ ((quarter & 2) << 62));
  *cosine = (lane)((mask)second ^ (((quarter + 1) & 2) << 62));
}

typedef struct lane_contacts {
  lane arm[4], inverse[4], restitution[2];
} lane_contacts;

INLINE lane pass_lanes(const lane_contacts *c, lane_state *s) {
  const lane im = fill(1 / block_m), iJ = fill(1 / block_J);
  lane change = fill(0);
  for (int k = 0; k < 2; k++) {
    const lane aN = c->arm[2 * k], aT = c->arm[2 * k + 1];
    lane r =
        larger(s->r[2 * k] - c->inverse[2 * k] * (s->vy + aN * s->w + c->restitution[k]), fill(0));
    lane d = r - s->r[2 * k];
    s->r[2 * k] = r;
    s->vy += im * d;
    s->w += iJ * aN * d;
    change += magnitude(d);
    const lane bound = block_mu * r;
    r = larger(smaller(s->r[2 * k + 1] - c->inverse[2 * k + 1] * (s->vx + aT * s->w), bound),
               -bound);
    d = r - s->r[2 * k + 1];
    s->r[2 * k + 1] = r;
    s->vx += im * d;
    s->w += iJ * aT * d;
    change += magnitude(d);
  }
  return change;
}

/* Impulses in the lanes in which a corner is closed. */
INLINE void push_lanes(lane_contacts *c, mask left, mask right, lane_state *s) {
  const lane im = fill(1 / block_m), iJ = fill(1 / block_J);
  for (int k = 0; k < 4; k++) {
    const mask closed = k < 2 ? left : right;
    c->inverse[k] = keep(closed, 1 / (im + c->arm[k] * c->arm[k] * iJ));
    s->r[k] = keep(closed, s->r[k]);
  }
  for (int k = 0; k < 2; k++) c->restitution[k] = block_e * (s->vy + c->arm[2 * k] * s->w);
  s->vx -= block_step * block_k / block_m * s->x;
  s->vy -= fill(block_step * block_g);
  s->vx += im * (s->r[1] + s->r[3]);
  s->vy += im * (s->r[0] + s->r[2]);
  for (int k = 0; k < 4; k++) s->w += iJ * c->arm[k] * s->r[k];
  for (int k = 0; k < PASSES_MOST; k++)
    if (!is_any(pass_lanes(c, s) >= fill(enough))) break;
}

INLINE void step_lanes(lane_state *s) {
  const lane half = fill(0.5 * block_step);
  lane sine, cosine;
  s->x += half * s->vx, s->y += half * s->vy, s->phi += half * s->w;
  find_sine_and_cosine(s->phi, &sine, &cosine);
  const lane as = block_a * sine, ac = block_a * cosine, bs = block_b * sine, bc = block_b * cosine;
  const mask left = s->y - as - bc <= fill(0), right = s->y + as - bc <= fill(0);
  if (is_any(left | right)) {
    lane_contacts c = {.arm = {bs - ac, as + bc, ac + bs, bc - as}};
    push_lanes(&c, left, right, s);
  } else {
    s->vx -= block_step * block_k / block_m * s->x;
    s->vy -= fill(block_step * block_g);
  }
  s->x += half * s->vx, s->y += half * s->vy, s->phi += half * s->w;
}

static void load_lanes(const block_state *states, lane_state *s) {
  memset(s, 0, sizeof *s);
  for (int k = 0; k < WIDTH; k++) {
    s->x[k] = states[k].x, s->y[k] = states[k].y, s->phi[k] = states[k].phi;
    s->vx[k] = states[k].vx, s->vy[k] = states[k].vy, s->w[k] = states[k].w;
  }
}

static void store_lanes(const lane_state *s, block_state *states) {
  for (int k = 0; k < WIDTH; k++)
    states[k] = (block_state){s->x[k], s->y[k], s->phi[k], s->vx[k], s->vy[k], s->w[k]};
}

double move_many_by_hand(block_state *states, size_t count, size_t steps) {
  const double start = read_clock();
  for (size_t at = 0; at < count; at += WIDTH * TOGETHER) {
    lane_state s[TOGETHER];
    for (int k = 0; k < TOGETHER; k++) load_lanes(states + at + (size_t)k * WIDTH, &s[k]);
    for (size_t n = 0; n < steps; n++)
      for (int k = 0; k < TOGETHER; k++) step_lanes(&s[k]);
    for (int k = 0; k < TOGETHER; k++) store_lanes(&s[k], states + at + (size_t)k * WIDTH);
  }
  return read_clock() - start;
}
