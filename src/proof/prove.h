/* prove.h: what the theorems share: the matrices by name, and how a condition is verified. */
#ifndef STANDSTILL_PROOF_PROVE_H
#define STANDSTILL_PROOF_PROVE_H

#include <jansson.h>

#include "standstill/proof.h"
#include "uncertain.h"

/* ---- facts.c: the matrices of a linear machine, by the names of docs/certificate.md ---------- */

typedef struct ss_facts {
  ss_arena *arena;
  const ss_linear *linear;
  const ss_proof_options *options;
  slong n, m, r; /* coordinates, frictions, columns of N */
  /* Lower ends: where an entry has a radius, a symmetric matrix stands for A - diag(r), r being the
   * row sums of the radii of A, and p for its lower end; C is the center. */
  fmpq_mat_t M, C, K, W, p;
  fmpq_mat_t p_high;
  bool sure; /* M, C and K are exact: the sticking motion is known */
  bool sure_W, sure_K, sure_C;
  bool balls;                           /* some of what the certificate says has a radius */
  fmpq_mat_t center;                    /* q_e, if K is not singular */
  bool sure_center;                     /* it is that rational number */
  fmpq_mat_t Cs, N, Mr, Cr, Kr, Crs, A; /* Mr, Cr, Kr and A at the centers, */
  fmpq_mat_t A_radius;                  /* and how far A may be from there, */
  bool sure_A;                          /* if that is known at all */
  fmpq_mat_t Minv, Kinv;
  bool regular; /* K is not singular */
  ss_definiteness M_is, K_is, Cs_is, Crs_is;
  bool symmetric; /* K = K^T */
} ss_facts;

/* False if M is singular: nothing but M_is is set then, and only ss_facts_clear may follow. */
bool ss_facts_find(ss_facts *f, ss_arena *arena, const ss_linear *linear);
void ss_facts_clear(ss_facts *f);

/* K or, reduced, Kr with its radii, initialised here. */
void ss_facts_stiffness(ss_uncertain *K, const ss_facts *f, bool reduced);
/* A_ii -= sum_j R_ij: a lower end of the symmetric matrices within the radii. */
void ss_facts_lower(fmpq_mat_t A, const fmpq_mat_t radius);

fmpq *ss_entry(const fmpq_mat_t A, slong i, slong j);
double ss_entry_double(const fmpq_mat_t A, slong i, slong j);
/* By columns. */
void ss_matrix_to_doubles(const fmpq_mat_t A, double *to);
/* x^T A y for columns x and y. */
void ss_exact_form(fmpq_t value, const fmpq_mat_t x, const fmpq_mat_t A, const fmpq_mat_t y);

/* ---- attempt.c: the conditions of one theorem ------------------------------------------------ */

typedef struct ss_attempt {
  const ss_facts *facts;
  const char *theorem;
  size_t count;
  ss_condition condition[SS_PROOF_CONDITIONS];
  fmpq_t level; /* set by the conditions that find one */
  bool has_level;
  ss_levels levels;
  double rest_energy, rest_fraction;
  double paper_residual; /* how far the print's own condition is from holding; NAN if unknown */
  const double *escape;
} ss_attempt;

void ss_attempt_start(ss_attempt *a, const ss_facts *facts, const char *theorem);
void ss_attempt_clear(ss_attempt *a);

/* The next condition; `evidence` may be NULL and is owned by the attempt from here on. */
bool ss_attempt_add(ss_attempt *a, int number, ss_condition_status status, json_t *evidence,
                    const char *text, const char *detail);

/* Conditions about a matrix, by its name in the certificate. Each adds a line and says whether it
 * holds. */
bool ss_attempt_definite(ss_attempt *a, int number, const char *name, const fmpq_mat_t A);
bool ss_attempt_semidefinite(ss_attempt *a, int number, const char *name, const fmpq_mat_t A);
bool ss_attempt_symmetric(ss_attempt *a, int number, const char *name, const fmpq_mat_t A);
bool ss_attempt_nonsingular(ss_attempt *a, int number, const char *name, const fmpq_mat_t A);
bool ss_attempt_negative(ss_attempt *a, int number, const char *name, const fmpq_mat_t A);
bool ss_attempt_kernel(ss_attempt *a, int number);
bool ss_attempt_friction(ss_attempt *a, int number);
bool ss_attempt_observable(ss_attempt *a, int number);
/* Cs is positive definite on ker W^T, or semidefinite there; and if semidefinite, no sticking
 * motion is free of dissipation. No line where ker W^T = {0}. */
bool ss_attempt_sticking_damping(ss_attempt *a, int number);
bool ss_attempt_sticking_ends(ss_attempt *a, int number);

/* "(1, -1/2)", numbers of more than 12 digits as decimals; and one such number. */
const char *ss_vector_text(ss_arena *arena, const fmpq_mat_t x);
const char *ss_number_text(ss_arena *arena, const fmpq_t x);

/* A level is also told as a double and in ten digits, both rounded towards 0: never more than what
 * was proved. */
void ss_attempt_tell_level(ss_attempt *a);

/* ---- sticking.c ------------------------------------------------------------------------------ */

/* A basis (initialised here) of the sticking motions without dissipation; returns how many rows
 * [0 Crs] A^k had to be looked at. */
slong ss_sticking_unseen(fmpq_mat_t V, const ss_facts *f);

/* The same where matrices have radii: the number of rows after which no motion is unseen, whatever
 * they are within these; 0 if that could not be shown. */
slong ss_sticking_seen(const ss_facts *f);

/* ---- escape.c -------------------------------------------------------------------------------- */

/* Sets a->escape and a->rest_energy, the maximum of -V on the rest set. */
void ss_attempt_show_escape(ss_attempt *a);

/* ---- evidence.c: pieces of certificates ------------------------------------------------------ */

json_t *ss_evidence(const char *kind);
json_t *ss_evidence_number(const fmpq_t x);
json_t *ss_evidence_vector(const fmpq_mat_t column);
json_t *ss_evidence_matrix(const fmpq_mat_t A);
/* Rows of growing length: the strict lower triangle (unit diagonals left out). */
json_t *ss_evidence_triangle(const fmpq_mat_t L);
/* Adds L and D. */
void ss_evidence_factors(json_t *evidence, const fmpq_mat_t L, const fmpq_mat_t D);
json_t *ss_evidence_texts(size_t count, const char *const *text);
json_t *ss_evidence_system(const ss_facts *f);

/* ---- one file a theorem ---------------------------------------------------------------------- */

/* Each tries its theorem; true if all of it was verified. */
bool ss_theorem_wl2004_t2(ss_attempt *a);
bool ss_theorem_wl2004_t3(ss_attempt *a);
bool ss_theorem_wl2004_t4(ss_attempt *a);
bool ss_theorem_lw2008_t3(ss_attempt *a);
bool ss_theorem_ss_stick(ss_attempt *a);
bool ss_theorem_ss_saddle(ss_attempt *a);
bool ss_theorem_ss_undamped(ss_attempt *a);

#endif
