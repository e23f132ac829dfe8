/* riccati.c: gains of the linear-quadratic problem along a segment, backwards in time.
 *
 *     -P' = A^T P + P A - P S P + Q,     S = B R^-1 B^T,     K = R^-1 B^T P
 *
 * A and B are known at knots and lie on lines between them. From knot to knot the classical method
 * of order four takes as many steps as the size of the right side asks for, so that cheap inputs
 * (small R, large S) are followed through their fast beginning; P stays symmetric by taking its
 * mean with its transpose. Backwards the equation forgets its errors.
 */
#include <math.h>
#include <string.h>

#include "reference.h"

/* Steps are a share of the time on which P changes; at most so many between two knots. */
static const double SHARE = 0.1;
enum { STEPS_MOST = 100000 };

static double norm(size_t count, const double *a) {
  double sum = 0;
  for (size_t i = 0; i < count; i++) sum += a[i] * a[i];
  return sqrt(sum);
}

/* C = A B, all s x s. */
static void multiply(size_t s, const double *A, const double *B, double *C) {
  memset(C, 0, s * s * sizeof *C);
  for (size_t i = 0; i < s; i++)
    for (size_t k = 0; k < s; k++)
      for (size_t j = 0; A[i * s + k] != 0 && j < s; j++)
        C[i * s + j] += A[i * s + k] * B[k * s + j];
}

/* A and S at a share of the way from knot k to knot k - 1. */
static void mix(const ss_riccati *r, size_t k, double share) {
  const size_t size = r->states * r->states;
  const double *A = r->A + k * size, *S = r->S + k * size;
  for (size_t i = 0; i < size; i++) {
    r->at_A[i] = (1 - share) * A[i] + share * (A - size)[i];
    r->at_S[i] = (1 - share) * S[i] + share * (S - size)[i];
  }
}

/* -P' at A and S, from PA and P S P. */
static void find_rate(const ss_riccati *r, const double *P, double *rate) {
  const size_t s = r->states;
  double *PA = r->work, *PS = PA + s * s, *PSP = PS + s * s;
  multiply(s, P, r->at_A, PA);
  multiply(s, P, r->at_S, PS);
  multiply(s, PS, P, PSP);
  for (size_t i = 0; i < s; i++)
    for (size_t j = 0; j < s; j++)
      rate[i * s + j] = PA[i * s + j] + PA[j * s + i] - PSP[i * s + j] + (i == j ? r->Q[i] : 0);
}

static void add(size_t size, const double *a, double factor, const double *b, double *out) {
  for (size_t i = 0; i < size; i++) out[i] = a[i] + factor * b[i];
}

/* One step of length h from a share of the way. */
static void take_step(const ss_riccati *r, size_t k, double share, double step, double h) {
  const size_t s = r->states, size = s * s;
  double *rate = r->rates, *P = r->P, *stage = r->stage;
  mix(r, k, share);
  find_rate(r, P, rate);
  mix(r, k, share + 0.5 * step);
  add(size, P, 0.5 * h, rate, stage);
  find_rate(r, stage, rate + size);
  add(size, P, 0.5 * h, rate + size, stage);
  find_rate(r, stage, rate + 2 * size);
  mix(r, k, share + step);
  add(size, P, h, rate + 2 * size, stage);
  find_rate(r, stage, rate + 3 * size);
  for (size_t i = 0; i < size; i++)
    P[i] += h / 6 * (rate[i] + 2 * rate[size + i] + 2 * rate[2 * size + i] + rate[3 * size + i]);
  for (size_t i = 0; i < s; i++)
    for (size_t j = 0; j < i; j++)
      P[i * s + j] = P[j * s + i] = 0.5 * (P[i * s + j] + P[j * s + i]);
}

/* How fast P changes at a knot: as A - S P, since P S P is what makes it stiff, and as P will be
 * where it is small, sqrt(S Q). */
static double find_speed(const ss_riccati *r, size_t k) {
  const size_t s = r->states, size = s * s;
  multiply(s, r->P, r->S + k * size, r->work);
  return 2 * (norm(size, r->A + k * size) + norm(size, r->work) +
              sqrt(norm(size, r->S + k * size) * norm(s, r->Q)));
}

bool ss_riccati_go_back(const ss_riccati *r, size_t k, double h) {
  const size_t size = r->states * r->states;
  double share = 0;
  for (int count = 0; count < STEPS_MOST; count++) {
    const double left = 1 - share, step = fmin(left, SHARE / fmax(h * find_speed(r, k), 1e-300));
    take_step(r, k, share, step, h * step);
    if (!isfinite(norm(size, r->P))) return false;
    if (step >= left) return true;
    share += step;
  }
  return false;
}

ss_status ss_riccati_create(ss_arena *arena, size_t states, size_t inputs, size_t knots,
                            ss_riccati *r) {
  const size_t size = states * states;
  *r = (ss_riccati){.states = states,
                    .inputs = inputs,
                    .A = ss_arena_new(arena, knots * size, double),
                    .S = ss_arena_new(arena, knots * size, double),
                    .B = ss_arena_new(arena, knots * states * inputs + 1, double),
                    .P = ss_arena_new(arena, size, double),
                    .at_A = ss_arena_new(arena, size, double),
                    .at_S = ss_arena_new(arena, size, double),
                    .work = ss_arena_new(arena, 3 * size, double),
                    .rates = ss_arena_new(arena, 4 * size, double),
                    .stage = ss_arena_new(arena, size, double)};
  const bool all = r->A && r->S && r->B && r->P && r->at_A && r->at_S && r->work && r->rates;
  return all && r->stage ? SS_OK : SS_MEMORY;
}

void ss_riccati_find_gain(const ss_riccati *r, size_t k, double *gain) {
  const size_t s = r->states, m = r->inputs;
  const double *B = r->B + k * s * m;
  memset(gain, 0, m * s * sizeof *gain);
  for (size_t j = 0; j < m; j++)
    for (size_t i = 0; i < s; i++)
      for (size_t c = 0; B[i * m + j] != 0 && c < s; c++)
        gain[j * s + c] += B[i * m + j] * r->P[i * s + c] / r->R[j];
}

void ss_riccati_weigh(const ss_riccati *r, size_t k) {
  const size_t s = r->states, m = r->inputs;
  const double *B = r->B + k * s * m;
  double *S = r->S + k * s * s;
  for (size_t a = 0; a < s; a++)
    for (size_t b = 0; b < s; b++) {
      S[a * s + b] = 0;
      for (size_t j = 0; j < m; j++) S[a * s + b] += B[a * m + j] * B[b * m + j] / r->R[j];
    }
}

void ss_riccati_jump(const ss_riccati *r, size_t columns, const double *G, double share,
                     const double *after, double *sum) {
  const size_t s = r->states;
  double *PG = r->work;
  for (size_t i = 0; i < s; i++)
    for (size_t j = 0; j < s; j++) {
      PG[i * s + j] = 0;
      for (size_t k = 0; k < s; k++) PG[i * s + j] += after[i * s + k] * G[k * columns + j];
    }
  for (size_t i = 0; i < s; i++)
    for (size_t j = 0; j < s; j++)
      for (size_t k = 0; k < s; k++) sum[i * s + j] += share * G[k * columns + i] * PG[k * s + j];
}
