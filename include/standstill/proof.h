/* proof.h: does a machine come to a standstill? Theorems, tried in order, with exact arithmetic.
 *
 * A verdict is `proved` only if every condition of a theorem was verified exactly in this process;
 * what was verified can be written as a certificate that another program checks
 * (docs/certificate.md). Floating point only suggests what to verify.
 */
#ifndef STANDSTILL_PROOF_H
#define STANDSTILL_PROOF_H

#include "standstill/linear.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ss_condition_status {
  SS_CONDITION_PROVED,    /* exact or ball arithmetic */
  SS_CONDITION_SUPPORTED, /* floating point */
  SS_CONDITION_ASSUMED,   /* nobody checks it */
  SS_CONDITION_FAILED,    /* shown to be false */
  SS_CONDITION_UNKNOWN
} ss_condition_status;

/* "proved", "supported", "assumed", "failed", "unknown". */
const char *ss_condition_word(ss_condition_status status);

typedef struct ss_condition {
  const char *id;     /* "WL2004-T4.6" */
  int number;         /* 6 */
  const char *text;   /* "Cs is positive definite on ker W^T" */
  const char *detail; /* the number that decides, or the vector that shows the contrary */
  ss_condition_status status;
  void *evidence; /* a json_t: what the certificate says about it; NULL if nothing */
} ss_condition;

typedef enum ss_claim {
  SS_CLAIM_NONE,
  SS_CLAIM_GLOBALLY_ATTRACTIVE,
  SS_CLAIM_LOCALLY_ATTRACTIVE,
  SS_CLAIM_ATTRACTIVE_SUBSET,
  SS_CLAIM_UNSTABLE,
  SS_CLAIM_NOT_ATTRACTIVE
} ss_claim;

/* "none", "globally-attractive", … */
const char *ss_claim_word(ss_claim claim);

/* How an attractive rest set is reached. */
typedef enum ss_how {
  SS_HOW_NONE,
  SS_HOW_ASYMPTOTIC, /* in the limit: that it takes a finite time only was not shown */
  SS_HOW_FINITE      /* in finite time */
} ss_how;

/* "none", "asymptotic", "finite". */
const char *ss_how_word(ss_how how);

/* From where a rest set is left: absolute positions in the machine's coordinates; q NULL if there
 * is nothing to show. */
typedef struct ss_escape {
  double *from, *q, *u; /* a rest point; a position; velocities */
  bool beyond;          /* from rest at from + (1 + delta) (q - from), small delta > 0; else from
                           from + epsilon (q - from) with epsilon u, small epsilon */
} ss_escape;

/* What is known about the level {V < rho}; NAN where there is nothing to say. */
typedef struct ss_levels {
  double published;   /* the theorem's own procedure with the best beta */
  double tight;       /* the largest level on which the energy falls, in floating point */
  double proved;      /* the one of the certificate, rounded down */
  const char *exact;  /* the same as a rational, or NULL */
  const char *digits; /* and in few digits, rounded down */
  size_t leaves;      /* cells of velocities that it took */
} ss_levels;

typedef struct ss_proof {
  ss_verdict verdict;   /* is the rest set, or part of it, attractive? */
  ss_claim claim;       /* what is proved: if refuted, what is true instead */
  ss_how how;           /* if it is attractive */
  const char *theorem;  /* "WL2004-T4", or NULL */
  const char *source;   /* "van de Wouw & Leine 2004, theorem 4" */
  const char *sentence; /* the claim in words */
  const char *reason;   /* why it is unknown, or NULL */
  const char *paper;    /* whether the publication's own, narrower condition holds; or NULL */
  bool paper_holds;
  size_t conditions;
  ss_condition *condition;
  ss_levels levels;
  double rest_energy;   /* the largest energy on the rest set (or a bound of it); NAN */
  double rest_fraction; /* theta with theta E inside the level, at most 1; NAN */
  size_t rest_count;    /* coordinates of the rest set, 0 if its extent is not known: */
  const char *const *rest_name;
  const double *rest_lo, *rest_hi; /* from where to where it reaches */
  ss_escape escape;                /* of what is unstable */
  const ss_linear *linear;         /* NULL if the machine is not linear */
  void *data;                      /* a json_t: the system, as the certificate has it */
  const char *level;               /* the level of the certificate, exact, or NULL */
} ss_proof;

typedef struct ss_proof_options {
  size_t leaves; /* cells of velocities that the search for the level may spend */
  double gap;    /* it stops when the level is that near to the largest one, relatively */
} ss_proof_options;

ss_proof_options ss_proof_default_options(void);

/* Decides about a system without open inputs, in the model's own coordinates. Everything but the
 * json values lives in the arena. SS_OK whatever the verdict is. */
ss_status ss_prove(ss_arena *arena, const ss_system *system, const ss_proof_options *options,
                   ss_proof *proof);
void ss_proof_clear(ss_proof *proof);

/* The certificate of a verdict that is not `unknown`, as JSON text. `file` is the model's name,
 * `feedback` the law that closes the loop or NULL. */
ss_status ss_proof_write_certificate(const ss_proof *proof, const ss_model *model, size_t settings,
                                     const char *const *setting, const char *feedback,
                                     ss_text *out);

#ifdef __cplusplus
}
#endif

#endif
