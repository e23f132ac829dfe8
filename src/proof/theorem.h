/* theorem.h: how a theorem plugs in.
 *
 * A theorem is a row of the table in theorems.c: its name and source, what it concludes, what it is
 * about (a view of the machine), its conditions in words, and the function that tries it. The
 * function adds one condition after the other to an attempt. Neither rows nor attempts know what
 * kind of machine they speak of: that is the view's business.
 */
#ifndef STANDSTILL_PROOF_THEOREM_H
#define STANDSTILL_PROOF_THEOREM_H

#include <jansson.h>

#include "standstill/proof.h"

/* ---- what theorems are about ----------------------------------------------------------------- */

/* The machine that was asked about. */
typedef struct ss_subject {
  ss_arena *arena;
  const ss_system *system;
  const ss_linear *linear;   /* as a linear one; `system` of it may be there if it is none */
  const char *not_linear;    /* a phrase, or NULL if it is */
  const ss_linear *clutched; /* a linear one with clutches, or NULL; `linear` is empty then */
  const char *varying;       /* a phrase: friction slips at rest or depends on the speed; or NULL */
  const double *at;          /* the position that is asked about, or NULL */
  double stiffness;          /* of contacts, which are springs; 0: they are rigid */
  double until;              /* searches end at this moment of ss_clock; 0: never */
} ss_subject;

/* Shapes (shapes.c): do the inputs of the closed loop follow one? What the checker could not read
 * of shapes, as a phrase in *why_not; else NULL. */
bool ss_proof_follows_shape(const ss_system *s);
ss_status ss_proof_find_unfit_shape(ss_arena *arena, const ss_system *s, const char **why_not);

/* A way to see a machine: as a linear one, as one with an odd spring. */
typedef struct ss_view {
  /* What is known of it, in the arena; NULL with *why_not, a phrase, if it cannot be seen so. */
  ss_status (*find)(const ss_subject *s, void **facts, const char **why_not);
  void (*clear)(void *facts);
  /* What the certificate says of the system. */
  json_t *(*write)(const void *facts);
  /* What people want to know besides. `proved`: a theorem about this view was. */
  void (*describe)(const void *facts, bool proved, ss_proof *proof);
  const char *motions; /* in which sense theorems about it speak of them */
} ss_view;

#define SS_FILIPPOV "motions in the sense of Filippov, which exist and are unique for this class"

extern const ss_view ss_view_clutch, ss_view_linear, ss_view_spring, ss_view_stance, ss_view_energy,
    ss_view_slider, ss_view_belt, ss_view_squeal, ss_view_springs, ss_view_perch;

/* ---- rows of the table ----------------------------------------------------------------------- */

typedef struct ss_attempt ss_attempt;

typedef struct ss_requirement {
  int number; /* of a condition; 0 ends the list */
  const char *text;
} ss_requirement;

/* What follows besides from the conditions of a theorem. */
typedef struct ss_consequence {
  ss_claim claim; /* SS_CLAIM_NONE ends the list */
  const char *by; /* the theorem whose conditions are among them */
} ss_consequence;

typedef struct ss_theorem {
  const char *id, *source;
  ss_claim claim; /* which says what question it answers */
  ss_how how;
  const char *sentence; /* the claim in words; %s is the level */
  const ss_view *view;
  const ss_requirement *conditions;
  const ss_consequence *also;          /* NULL: nothing */
  bool (*concerns)(const void *facts); /* whether to try it at all; NULL: always */
  bool (*prove)(ss_attempt *a);        /* all of it was verified */
  /* Why it fails, where that tells most about the machine; NULL or a phrase. */
  const char *(*explain)(const ss_attempt *a);
} ss_theorem;

/* In the order in which they are tried; *count of them. */
const ss_theorem *ss_theorems(size_t *count);

/* ---- answers.c: what a claim says ------------------------------------------------------------ */

/* Whether a theorem with this claim is tried for the question. */
bool ss_claim_answers(ss_claim claim, ss_question question);

/* The verdict of the question that it answers. */
ss_verdict ss_claim_verdict(ss_claim claim);

/* The claims of a proof, its verdict decided: those of the theorem (NULL: unknown), and that
 * nothing is known of what was asked, where none of them is about it. */
void ss_proof_answer(ss_proof *proof, const ss_theorem *theorem);

/* ---- attempt.c: the conditions of one theorem ------------------------------------------------ */

struct ss_attempt {
  ss_arena *arena;
  const ss_proof_options *options;
  const ss_theorem *theorem;
  const void *facts; /* of the theorem's view */
  size_t count, room;
  ss_condition *condition;
  fmpq_t level; /* set by the conditions that find one */
  bool has_level;
  ss_levels levels;
  const char *limited_by; /* what stops the level; or NULL */
  double rest_energy, rest_fraction;
  double paper_residual; /* how far the print's own condition is from holding; NAN if unknown */
  ss_escape escape;
  const char *assuming; /* what the claim assumes, a clause that starts with "that"; or NULL */
  const char *aside;    /* what it does not say, a sentence; or NULL */
};

void ss_attempt_start(ss_attempt *a, ss_arena *arena, const ss_proof_options *options,
                      const ss_theorem *theorem, const void *facts);
void ss_attempt_clear(ss_attempt *a);

/* Why a theorem does not decide, by the condition at which it stopped; NULL: it tells nothing. */
const char *ss_attempt_explain(const ss_attempt *a, const char *about);

/* The next condition, in the words of the table; whether it is proved. `evidence` may be NULL and
 * is owned by the attempt from here on. */
bool ss_attempt_add(ss_attempt *a, int number, ss_condition_status status, json_t *evidence,
                    const char *detail);

/* A level is also told as a double and in ten digits, both rounded towards 0: never more than what
 * was proved. */
void ss_attempt_tell_level(ss_attempt *a);

/* "(1, -1/2)", numbers of more than 12 digits as decimals; and one such number. */
const char *ss_vector_text(ss_arena *arena, const fmpq_mat_t x);
const char *ss_number_text(ss_arena *arena, const fmpq_t x);

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

#endif
