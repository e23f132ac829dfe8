/* attack.h: motions against a claim (attack.c, attack_starts.c). */
#ifndef STANDSTILL_STUDY_ATTACK_H
#define STANDSTILL_STUDY_ATTACK_H

#include "study_private.h"

/* A claim as motions see it: {V < level} in a box of states. */
typedef struct ss_target {
  ss_arena *arena;
  const ss_system *system;
  const double *parameters;
  const ss_proof *proof;
  size_t n;
  ss_system_tape machine;          /* gaps, their directions, energies, forces without potential */
  double *work;                    /* of it */
  ss_tape *function;               /* V, inputs q, u; NULL: the energy of the machine */
  double *function_work;           /* of it */
  bool falls;                      /* V is known, and must not grow */
  double level, base;              /* V counts from here; INFINITY: all states */
  double *center, *lo, *hi, *size; /* 2 n: the middle, the region, where starts are looked for */
  uint64_t random;
} ss_target;

/* V at a state, counted from the base; NAN if it is not known. */
double ss_target_value(ss_target *t, const double *q, const double *u);

bool ss_target_holds(const ss_target *t, const double *q, const double *u); /* in the region */

/* Fills in how far to look for starts. */
void ss_target_measure(ss_target *t);

/* A state below the level, on the border of the claim or inside; every other one with contacts
 * closed. False: none was found. */
bool ss_target_start(ss_target *t, bool border, bool closed, double *q, double *u);

#endif
