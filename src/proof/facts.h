/* facts.h: linear machines: their matrices by name, and conditions about them. */
#ifndef STANDSTILL_PROOF_FACTS_H
#define STANDSTILL_PROOF_FACTS_H

#include "family.h"
#include "theorem.h"
#include "uncertain.h"

/* ---- facts.c: the matrices of a linear machine, by the names of docs/certificate.md ---------- */

typedef struct ss_facts {
  ss_arena *arena;
  const ss_linear *linear;
  slong n, m, r; /* coordinates, frictions, columns of N */
  /* Where entries have radii, M, K, Cs and Crs stand for lower ends (family.c), which no matrix
   * within the ranges is below, and p for its own; C is the center. */
  fmpq_mat_t M, C, K, W, p;
  struct ss_families *families; /* M, K, Cs and Crs over the ranges; NULL if all is exact */
  fmpq_mat_t p_high;
  bool sure; /* M, C and K are exact: the sticking motion is known */
  bool sure_W, sure_K, sure_C;
  bool balls;                           /* some of what the certificate says has a radius */
  fmpq_mat_t center;                    /* q_e, if K is not singular */
  bool sure_center;                     /* it is that rational number */
  fmpq_mat_t Cs, N, Mr, Cr, Kr, Crs, A; /* Mr, Cr, Kr and A at the centers, */
  fmpq_mat_t A_radius;                  /* and how far A may be from there, */
  bool sure_A;                          /* if that is known at all */
  fmpq_mat_t KW, KN;                    /* K + W W^T and N^T K N at the lower end of K */
  fmpq_mat_t CWG;                       /* Cs + W W^T + G G^T at the lower end of Cs */
  fmpq_mat_t Minv, Kinv;                /* Kinv if K is not singular at its lower end */
  bool regular; /* K is not singular, whatever the parameters are in their ranges */
  ss_definiteness M_is, K_is, Cs_is, Crs_is;
  bool symmetric;         /* K = K^T */
  bool falls;             /* the friction of a belt does, with speed (belt_view.c) */
  struct ss_level *level; /* found once (level.c), or NULL */
} ss_facts;

/* False if M is singular: nothing but M_is is set then, and only ss_facts_clear may follow. */
bool ss_facts_find(ss_facts *f, ss_arena *arena, const ss_linear *linear);
void ss_facts_clear(ss_facts *f);

/* K or, reduced, Kr with its radii, initialised here. */
void ss_facts_stiffness(ss_uncertain *K, const ss_facts *f, bool reduced);
/* Whether memory was out while they were read. */
bool ss_facts_failed(const ss_facts *f);
/* M, K, Cs or Crs as it depends on the parameters; NULL if it does not. */
const ss_family *ss_facts_family(const ss_facts *f, const char *name);
/* A_ii -= sum_j R_ij: a lower end of the symmetric matrices within the radii. */
void ss_facts_lower(fmpq_mat_t A, const fmpq_mat_t radius);

fmpq *ss_entry(const fmpq_mat_t A, slong i, slong j);
double ss_entry_double(const fmpq_mat_t A, slong i, slong j);
/* By columns. */
void ss_matrix_to_doubles(const fmpq_mat_t A, double *to);
/* x^T A y for columns x and y. */
void ss_exact_form(fmpq_t value, const fmpq_mat_t x, const fmpq_mat_t A, const fmpq_mat_t y);

/* By its name in a certificate: M, K, Cs, Crs, Kr, KW or CWG, as it is asked to be definite. */
const fmpq_mat_struct *ss_facts_matrix(const ss_facts *f, const char *name);

/* ---- conditions.c: conditions about a matrix, by its name in the certificate ----------------- */

/* Each adds a line to the attempt and says whether it holds. */
bool ss_attempt_definite(ss_attempt *a, const ss_facts *f, int number, const char *name);
bool ss_attempt_semidefinite(ss_attempt *a, const ss_facts *f, int number, const char *name);
bool ss_attempt_symmetric(ss_attempt *a, const ss_facts *f, int number);
bool ss_attempt_nonsingular(ss_attempt *a, const ss_facts *f, int number, const char *name);
bool ss_attempt_negative(ss_attempt *a, const ss_facts *f, int number);
bool ss_attempt_kernel(ss_attempt *a, const ss_facts *f, int number);
bool ss_attempt_friction(ss_attempt *a, const ss_facts *f, int number);
bool ss_attempt_observable(ss_attempt *a, const ss_facts *f, int number);
/* Cs is positive definite on ker W^T, or semidefinite there; and if semidefinite, no sticking
 * motion is free of dissipation. No line where ker W^T = {0}. */
bool ss_attempt_sticking_damping(ss_attempt *a, const ss_facts *f, int number);
bool ss_attempt_sticking_ends(ss_attempt *a, const ss_facts *f, int number);
/* The same in one line: definite there, or no sticking motion is free of dissipation. */
bool ss_attempt_sticking_dissipates(ss_attempt *a, const ss_facts *f, int number);

/* ---- held.c ---------------------------------------------------------------------------------- */

/* A x = b with the free entries of x 0, by the reduced echelon form; false if there is no x. */
bool ss_solve_freely(fmpq_mat_t x, const fmpq_mat_t A, const fmpq_mat_t b);
/* The same for K q = f + W l, at the centers. */
void ss_facts_position(fmpq_mat_t q, const ss_facts *f, const fmpq_mat_t l);

/* Some rest point has its friction forces strictly inside their bounds. */
bool ss_attempt_held(ss_attempt *a, const ss_facts *f, int number);

/* Whether x^T K x < 0 for some x, whatever the parameters are in their ranges. */
bool ss_facts_push(const ss_facts *f);

/* ---- sticking.c ------------------------------------------------------------------------------ */

/* A basis (initialised here) of the sticking motions without dissipation; returns how many rows
 * [0 Crs] A^k had to be looked at. */
slong ss_sticking_unseen(fmpq_mat_t V, const ss_facts *f);

/* The same where matrices have radii: the number of rows after which no motion is unseen, whatever
 * they are within these; 0 if that could not be shown. */
slong ss_sticking_seen(const ss_facts *f);

/* ---- escape.c -------------------------------------------------------------------------------- */

/* Sets where the rest set is left from, and a->rest_energy, the maximum of -V on it. */
void ss_attempt_show_escape(ss_attempt *a, const ss_facts *f);
/* A state (2 n, its position counted from q_e); nothing is told where q_e has a range. */
void ss_attempt_set_escape(ss_attempt *a, const ss_facts *f, double *state, bool beyond);
/* The rest point is q in place of q_e. */
void ss_attempt_escape_from(ss_attempt *a, const ss_facts *f, const fmpq_mat_t q);

/* ---- linear_view.c --------------------------------------------------------------------------- */

/* certificate.c: the members with which certificates begin. */
json_t *ss_certificate_frame(const char *format, const ss_model *model, size_t settings,
                             const char *const *setting, const char *feedback, ss_status *status);

/* What a certificate says of the system. */
json_t *ss_evidence_system(const ss_facts *f);

/* Which machines a theorem concerns, and what is told where it fails. */

/* Damping or stiffness may feed a motion without slip; K > 0, and damping spares one, or friction
 * acts; K >= 0 only; x^T K x < 0 for some x. */
bool ss_linear_is_fed(const void *facts);
bool ss_linear_is_undamped(const void *facts);
bool ss_linear_is_rubbed(const void *facts);
bool ss_linear_is_loose(const void *facts);
bool ss_linear_is_soft(const void *facts);

const char *ss_linear_explain(const ss_attempt *a);
const char *ss_linear_explain_rubbed(const ss_attempt *a);
const char *ss_linear_explain_loose(const ss_attempt *a);
const char *ss_linear_explain_soft(const ss_attempt *a);
const char *ss_linear_explain_stable(const ss_attempt *a);
const char *ss_linear_explain_bounded(const ss_attempt *a);

/* ---- one file a theorem ---------------------------------------------------------------------- */

/* Each tries its theorem; true if all of it was verified. */
bool ss_theorem_wl2004_t2(ss_attempt *a);
bool ss_theorem_wl2004_t3(ss_attempt *a);
bool ss_theorem_wl2004_t4(ss_attempt *a);
bool ss_theorem_lw2008_t3(ss_attempt *a);
bool ss_theorem_ss_stick(ss_attempt *a);
bool ss_theorem_ss_saddle(ss_attempt *a);
bool ss_theorem_ss_undamped(ss_attempt *a);
bool ss_theorem_ss_slide(ss_attempt *a);
bool ss_theorem_ss_slide_free(ss_attempt *a); /* K = 0 */
bool ss_theorem_ss_stick_free(ss_attempt *a); /* nothing rubs */
bool ss_theorem_ss_set(ss_attempt *a);
bool ss_theorem_ss_point(ss_attempt *a);
bool ss_theorem_ss_belt(ss_attempt *a);
bool ss_theorem_ss_belt_stable(ss_attempt *a); /* and bounded */
bool ss_theorem_ss_squeal(ss_attempt *a);
bool ss_belt_is_undamped(const void *facts);
const char *ss_belt_explain(const ss_attempt *a);
bool ss_theorem_ss_bounded(ss_attempt *a);
bool ss_theorem_ss_clutch(ss_attempt *a);
const char *ss_clutch_explain(const ss_attempt *a);

/* Conditions 1 to 8 of theorem 3, by which theorem 4 starts. */
bool ss_attempt_local(ss_attempt *a, const ss_facts *f);

#endif
