/* support.h: random numbers and random contact problems for the tests of this room. */
#ifndef TESTS_CONTACT_SUPPORT_H
#define TESTS_CONTACT_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "standstill/contact.h"

/* xorshift64*: the same sequence on every machine. */
typedef struct random_source {
  uint64_t state;
} random_source;

static inline double draw_uniform(random_source *source) {
  source->state ^= source->state >> 12;
  source->state ^= source->state << 25;
  source->state ^= source->state >> 27;
  return (double)((source->state * 2685821657736338717ULL) >> 11) * 0x1p-53;
}

static inline double draw_between(random_source *source, double low, double high) {
  return low + (high - low) * draw_uniform(source);
}

static inline double draw_normal(random_source *source) {
  const double a = 1 - draw_uniform(source), b = draw_uniform(source);
  return sqrt(-2 * log(a)) * cos(6.283185307179586 * b);
}

/* A number whose size varies over eight orders of magnitude. */
static inline double draw_wide(random_source *source) {
  return draw_normal(source) * pow(10, draw_between(source, -4, 4));
}

/* ---- random contact problems ----------------------------------------------------------------- */

enum { CONTACTS_MOST = 64, SIZE_MOST = 2 * CONTACTS_MOST };

/* G = W^T W with W of `rank` rows, c = W^T v: at velocity level, always solvable for contacts. */
typedef struct random_problem {
  ss_contact contact[CONTACTS_MOST];
  double W[SIZE_MOST][2 * SIZE_MOST], v[2 * SIZE_MOST], G[SIZE_MOST * SIZE_MOST], c[SIZE_MOST];
  ss_contact_problem problem;
} random_problem;

/* Fills G and c for the contacts at hand. */
static inline void draw_matrix(random_source *source, size_t rank, random_problem *p) {
  const size_t n = p->problem.size;
  for (size_t k = 0; k < rank; k++) {
    p->v[k] = draw_normal(source);
    for (size_t i = 0; i < n; i++) p->W[i][k] = draw_normal(source);
  }
  for (size_t i = 0; i < n; i++) {
    p->c[i] = 0;
    for (size_t k = 0; k < rank; k++) p->c[i] += p->W[i][k] * p->v[k];
    for (size_t j = 0; j < n; j++) {
      double sum = 0;
      for (size_t k = 0; k < rank; k++) sum += p->W[i][k] * p->W[j][k];
      p->G[i + n * j] = sum;
    }
  }
}

/* `contacts` planar contacts with mu from 0 to 2; rank 0 means full rank. */
static inline void draw_planar(random_source *source, size_t contacts, size_t rank,
                               random_problem *p) {
  for (size_t i = 0; i < contacts; i++) {
    const double mu = draw_uniform(source) < 0.1 ? 0 : draw_between(source, 0, 2);
    p->contact[i] =
        (ss_contact){.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_COULOMB, {mu}}, .offset = 2 * i};
  }
  p->problem = (ss_contact_problem){contacts, 2 * contacts, p->contact, p->G, NULL, p->c};
  draw_matrix(source, rank ? rank : 3 * contacts, p);
}

static inline size_t draw_count(random_source *source, size_t least, size_t most) {
  return least + (size_t)(draw_uniform(source) * (double)(most - least + 1));
}

/* A workspace for anything in these tests. */
static inline void *make_work(size_t bytes) {
  void *work = aligned_alloc(64, (bytes + 63) / 64 * 64 + 64);
  assert_non_null(work);
  return work;
}

#endif
