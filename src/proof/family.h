/* family.h: symmetric matrices that depend on parameters with ranges. */
#ifndef STANDSTILL_PROOF_FAMILY_H
#define STANDSTILL_PROOF_FAMILY_H

#include "standstill/linear.h"

/* A power of a parameter, as a variable of its own. */
typedef struct ss_variable {
  size_t parameter; /* of the model */
  long power;       /* not 0 */
  fmpq low, high;
} ss_variable;

/* A product of variables, one bit each, times a matrix. */
typedef struct ss_family_term {
  uint64_t product;
  fmpq_mat_t matrix;
} ss_family_term;

enum { SS_FAMILY_VARIABLES = 64, SS_FAMILY_CORNERS = 10 };

/* A = sum of terms, the first of which is constant, up to the radii of entries that are known as
 * intervals only. */
typedef struct ss_family {
  const ss_model *model;
  slong n;
  size_t variables, terms, room;
  ss_variable variable[SS_FAMILY_VARIABLES];
  ss_family_term *term;
  fmpq_mat_t radius;
} ss_family;

/* Which entries are polynomials: all that can be; those whose values at the corners stay within
 * their interval, so that nothing is lost; none. */
typedef enum ss_family_kind {
  SS_FAMILY_WIDE,
  SS_FAMILY_NARROW,
  SS_FAMILY_INTERVALS
} ss_family_kind;

/* The symmetric part of a square matrix with these formulas (by rows), centers and radii. SS_OK or
 * SS_MEMORY; ss_family_clear is due in both cases. */
ss_status ss_family_read(ss_family *A, ss_family_kind kind, const ss_model *model,
                         const char *const *formula, const fmpq_mat_t center,
                         const fmpq_mat_t radius);
void ss_family_clear(ss_family *A);

/* B = N^T A N, or its negative; as above. */
ss_status ss_family_reduce(ss_family *B, const ss_family *A, const fmpq_mat_t N, bool negative);

/* B, initialised by the caller, with A - B positive semidefinite whatever the parameters are in
 * their ranges. */
void ss_family_lower(fmpq_mat_t B, const ss_family *A);

/* Values of the parameters for which A is not positive definite (or, if not strict, not
 * semidefinite), as "k = 1, m = 2", with x^T A x <= 0 for the column x; NULL if none was found. */
const char *ss_family_violate(ss_arena *arena, const ss_family *A, bool strict, fmpq_mat_t x,
                              fmpq_t value);

#endif
