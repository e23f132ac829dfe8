/* machine.h: random linear machines with dry friction, as model texts.
 *
 * All numbers are ratios of small integers, so that the text says exactly what is meant:
 *
 *     M = 1/8 (16 I + A A^T)       K = 1/8 (4 I + B B^T), or with a direction turned negative
 *     C = 1/64 (D D^T + I) - sum of a_k v_k v_k^T, skew parts added now and then
 *
 * A direction v_k that damping feeds is either anywhere or in the span of W, where friction acts.
 */
#ifndef STANDSTILL_CAMPAIGN_MACHINE_H
#define STANDSTILL_CAMPAIGN_MACHINE_H

#include <stdint.h>

#include "standstill/proof.h"

enum { MACHINE_MOST = 40 };

typedef struct random_machine {
  size_t n, m;
  size_t fed;        /* directions that damping feeds */
  bool in_span;      /* they lie in span W */
  bool saddle, skew; /* negative stiffness; a skew part of C */
  long M[MACHINE_MOST][MACHINE_MOST], C[MACHINE_MOST][MACHINE_MOST], K[MACHINE_MOST][MACHINE_MOST];
  long W[MACHINE_MOST][MACHINE_MOST], p[MACHINE_MOST]; /* over 8, 64, 8, 1, 4 */
} random_machine;

static inline long draw(uint64_t *seed, long low, long high) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return low + (long)((*seed >> 33) % (uint64_t)(high - low + 1));
}

/* A += scale a a^T */
static inline void add_square(size_t n, long A[][MACHINE_MOST], long scale, const long *a) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) A[i][j] += scale * a[i] * a[j];
}

static inline void fill_square(random_machine *r, long A[][MACHINE_MOST], long diagonal,
                               size_t columns, uint64_t *seed) {
  for (size_t i = 0; i < r->n; i++)
    for (size_t j = 0; j < r->n; j++) A[i][j] = i == j ? diagonal : 0;
  for (size_t k = 0; k < columns; k++) {
    long a[MACHINE_MOST];
    for (size_t i = 0; i < r->n; i++) a[i] = draw(seed, -2, 2);
    add_square(r->n, A, 1, a);
  }
}

static inline void feed(random_machine *r, uint64_t *seed) {
  long v[MACHINE_MOST] = {0};
  for (size_t i = 0; i < r->n && !r->in_span; i++) v[i] = draw(seed, -2, 2);
  for (size_t j = 0; j < r->m && r->in_span; j++) {
    long g = draw(seed, -1, 1);
    for (size_t i = 0; i < r->n; i++) v[i] += g * r->W[i][j];
  }
  add_square(r->n, r->C, -draw(seed, 1, 8), v);
}

static inline void draw_machine(random_machine *r, uint64_t *seed) {
  for (size_t j = 0; j < r->m; j++) {
    long size = 0;
    while (size == 0)
      for (size_t i = 0; i < r->n; i++)
        size += labs(r->W[i][j] = draw(seed, 0, 2) ? 0 : draw(seed, -2, 2));
    r->p[j] = draw(seed, 1, 12);
  }
  fill_square(r, r->M, 16, 2, seed);
  fill_square(r, r->K, 4, r->n, seed);
  fill_square(r, r->C, 1, (r->n + 1) / 2, seed);
  for (size_t k = 0; k < r->fed; k++) feed(r, seed);
  if (r->saddle) {
    long v[MACHINE_MOST];
    for (size_t i = 0; i < r->n; i++) v[i] = draw(seed, -2, 2);
    add_square(r->n, r->K, -8 * (long)r->n, v);
  }
  for (size_t i = 0; i < r->n && r->skew; i++)
    for (size_t j = 0; j < i; j++) {
      long s = draw(seed, -6, 6);
      r->C[i][j] += s;
      r->C[j][i] -= s;
    }
}

/* "1/2*(a/d)*x1'*x1' + …" */
static inline void print_form(const random_machine *r, const long A[][MACHINE_MOST], long over,
                              const char *prime, ss_text *out) {
  for (size_t i = 0; i < r->n; i++)
    for (size_t j = 0; j <= i; j++)
      if (A[i][j])
        ss_text_addf(out, "%+ld/%ld*x%zu%s*x%zu%s", i == j ? A[i][j] : 2 * A[i][j], 2 * over, i,
                     prime, j, prime);
  ss_text_add(out, "\n");
}

static inline void print_machine(const random_machine *r, ss_text *out) {
  ss_text_add(out, "coord x0");
  for (size_t i = 1; i < r->n; i++) ss_text_addf(out, ", x%zu", i);
  ss_text_add(out, "\nkinetic = ");
  print_form(r, r->M, 8, "'", out);
  ss_text_add(out, "potential = ");
  print_form(r, r->K, 8, "", out);
  for (size_t i = 0; i < r->n; i++) {
    ss_text_addf(out, "force x%zu = 0", i);
    for (size_t j = 0; j < r->n; j++)
      if (r->C[i][j]) ss_text_addf(out, "%+ld/64*x%zu'", -r->C[i][j], j);
    ss_text_add(out, "\n");
  }
  for (size_t j = 0; j < r->m; j++) {
    ss_text_addf(out, "friction f%zu { slip = 0", j);
    for (size_t i = 0; i < r->n; i++)
      if (r->W[i][j]) ss_text_addf(out, "%+ld*x%zu'", r->W[i][j], i);
    ss_text_addf(out, "; normal = %ld/4; law = coulomb(1) }\n", r->p[j]);
  }
}

#endif
