/* one.h: machines with one coordinate, whose spring may be nonlinear. */
#ifndef STANDSTILL_PROOF_ONE_H
#define STANDSTILL_PROOF_ONE_H

#include "prove.h"

typedef struct ss_one {
  ss_linear linear;  /* with the spring c_0 alone, about the center */
  fmpq_mat_t spring; /* a column: U' = sum c_i x^(2 i + 1), x counted from the center */
} ss_one;

/* Of a system with one coordinate and its parameters inserted; *why_not is a phrase if it is not
 * of this kind (then there is nothing to clear). */
ss_status ss_one_find(ss_arena *arena, const ss_system *system, ss_one *one, const char **why_not);
void ss_one_clear(ss_one *one);

/* sum |w_j| p_j */
void ss_one_bound(fmpq_t p, const ss_facts *f);

/* The condition on the spring. */
bool ss_one_spring(ss_attempt *a, int number, const fmpq_mat_t spring);

bool ss_theorem_wl2004_a(ss_attempt *a, const fmpq_mat_t spring);
/* *whole: the rest set is inside the level. */
bool ss_theorem_wl2004_c(ss_attempt *a, const fmpq_mat_t spring, bool *whole);

#endif
