/* odd_spring.h: machines with one coordinate, whose spring may be nonlinear. */
#ifndef STANDSTILL_PROOF_ONE_H
#define STANDSTILL_PROOF_ONE_H

#include "facts.h"

typedef struct ss_one {
  ss_facts facts;   /* of the linear machine, and what is known of the whole */
  ss_linear linear; /* with the spring c_0 alone, about the center */
  fmpq_t center;    /* about which the spring is odd */
  ss_spring spring; /* x counted from the center */
} ss_one;

/* Of a system with one coordinate and its parameters inserted; *why_not is a phrase if it is not
 * of this kind (then there is nothing to clear). */
ss_status ss_one_find(ss_arena *arena, const ss_system *system, ss_one *one, const char **why_not);
void ss_one_clear(ss_one *one);

/* Fills `facts`; ss_facts_clear is due. */
void ss_one_find_facts(ss_one *one, ss_arena *arena);

/* sum |w_j| p_j for some ends of the p_j. */
void ss_one_bound(fmpq_t sum, const ss_facts *f, const fmpq_mat_t p);
/* c_i at its lower (-1) or upper (1) end. */
void ss_one_coefficient(fmpq_t c, const ss_one *one, slong i, int end);

/* The condition on the spring. */
bool ss_one_spring(ss_attempt *a, int number, const ss_one *one);

/* Damping feeds it, or not; and what is told where the theorems fail. */
bool ss_spring_is_fed(const void *facts);
bool ss_spring_is_passive(const void *facts);
const char *ss_spring_explain(const ss_attempt *a);

bool ss_theorem_wl2004_a(ss_attempt *a);
bool ss_theorem_wl2004_c(ss_attempt *a);
bool ss_theorem_wl2004_c_part(ss_attempt *a); /* without the condition 5 */

/* ---- extent.c: how far the rest set reaches, for people -------------------------------------- */

void ss_extent_linear(ss_proof *proof, const ss_facts *f);
void ss_extent_spring(ss_proof *proof, const ss_one *one);

#endif
