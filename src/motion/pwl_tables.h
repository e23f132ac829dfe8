/* pwl_tables.h: what pwl.c makes and pwl_walk.c walks on. */
#ifndef STANDSTILL_MOTION_PWL_TABLES_H
#define STANDSTILL_MOTION_PWL_TABLES_H

#include "affine.h"
#include "pwl.h"

/* What a friction does in a mode: a digit of the mode's number to the base 3. */
enum { PWL_HELD, PWL_PLUS, PWL_MINUS, PWL_DIGITS };

/* Rows are affine functions of the state: `lead` factors and a constant, in so many numbers. */
#define PWL_ROW(lead) ((lead) + 4)

typedef struct pwl_mode {
  ss_affine flow;
  const double *watch; /* one row per friction: slip velocity, or the friction force where held */
  const double *curve; /* the second derivatives of these by time */
  const double *bend;  /* one per friction: a bound on the fourth, for a state of size 1 */
  const double
      *drive; /* one row per friction: slip acceleration, or the friction force where held */
} pwl_mode;

struct ss_pwl {
  size_t n, lead, frictions, modes;
  const size_t *element; /* of the system, one per friction: the first of its direction */
  const size_t *group;   /* one per element: the friction that it is part of; SIZE_MAX: idle */
  const double *share;   /* one per element: its slip for a slip 1 of that friction */
  const double *limit;   /* mu N, summed over its elements; one per friction */
  const size_t *place;   /* 3^i */
  const int *digit;      /* modes x frictions */
  const pwl_mode *mode;
  bool pinned; /* sticking everywhere leaves no freedom */
};

static inline int pwl_digit(const ss_pwl *pwl, size_t m, size_t i) {
  return pwl->digit[m * pwl->frictions + i];
}

static inline int pwl_sign(int digit) {
  return digit == PWL_PLUS ? 1 : digit == PWL_MINUS ? -1 : 0;
}

#endif
