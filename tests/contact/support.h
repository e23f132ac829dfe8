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

#endif
