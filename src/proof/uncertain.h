/* uncertain.h: matrices of which only center ± radius is known, entry by entry. */
#ifndef STANDSTILL_PROOF_UNCERTAIN_H
#define STANDSTILL_PROOF_UNCERTAIN_H

#include <flint/fmpq_mat.h>
#include <stdbool.h>

typedef struct ss_uncertain {
  fmpq_mat_t center, radius;
} ss_uncertain;

void ss_uncertain_init(ss_uncertain *A, slong rows, slong columns);
void ss_uncertain_clear(ss_uncertain *A);

/* AB = A B, initialised here. */
void ss_uncertain_multiply(ss_uncertain *AB, const ss_uncertain *A, const ss_uncertain *B);

/* N^T A N for a certain N, initialised here. */
void ss_uncertain_reduce(ss_uncertain *B, const ss_uncertain *A, const fmpq_mat_t N);

/* A^-1, initialised here; false if some matrix within the radii may be singular. */
bool ss_uncertain_invert(ss_uncertain *inverse, const ss_uncertain *A);

/* Whether every matrix within the radii has its columns independent. */
bool ss_uncertain_is_full(const ss_uncertain *A);

#endif
