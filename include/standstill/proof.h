/* proof.h: does a machine come to a standstill? Theorems, tried in order, with exact arithmetic.
 *
 * Three questions may be asked about a rest set: does it attract motions, is it stable, are motions
 * bounded? Each has a verdict, a theorem and conditions of its own.
 *
 * A verdict is `proved` only if every condition of a theorem was verified exactly in this process;
 * what was verified can be written as a certificate that another program checks
 * (docs/certificate.md). Floating point only suggests what to verify.
 */
#ifndef STANDSTILL_PROOF_H
#define STANDSTILL_PROOF_H

#include "standstill/linear.h"
#include "standstill/rest.h"
#include "standstill/sdp.h"

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
  SS_CLAIM_NOT_ATTRACTIVE,
  SS_CLAIM_STABLE,          /* the rest set */
  SS_CLAIM_STABLE_POINT,    /* the rest point q_e in its middle */
  SS_CLAIM_BOUNDED,         /* every motion */
  SS_CLAIM_LOCALLY_BOUNDED, /* those that start below a level */
  SS_CLAIM_UNBOUNDED,       /* some that start arbitrarily near the rest set are not bounded */
  SS_CLAIM_ZERO_ORDER       /* the rest position is stable, to lowest order: zero_order.h */
} ss_claim;

/* "none", "globally-attractive", … */
const char *ss_claim_word(ss_claim claim);

/* What is asked. An unstable rest set answers `attractive` with `refuted` too, although motions
 * that leave it may come back; ss_answer tells the two apart. */
typedef enum ss_question {
  SS_QUESTION_ATTRACTIVE, /* does the rest set, or part of it, attract motions? */
  SS_QUESTION_STABLE,     /* is it stable in Lyapunov's sense? */
  SS_QUESTION_BOUNDED     /* are motions bounded? */
} ss_question;

enum { SS_QUESTIONS = SS_QUESTION_BOUNDED + 1 };

/* "attractive", "stable", "bounded". */
const char *ss_question_word(ss_question question);

/* For which motions a claim holds. */
typedef enum ss_scope {
  SS_SCOPE_NONE,
  SS_SCOPE_GLOBAL,    /* all */
  SS_SCOPE_LOCAL,     /* those that start near the rest set, or below the level */
  SS_SCOPE_SUBSET,    /* those that start below the level, which tend to a part of the rest set */
  SS_SCOPE_ZERO_ORDER /* those of the zero-order dynamics: zero_order.h */
} ss_scope;

/* "none", "global", "local", "subset", "zero-order". */
const char *ss_scope_word(ss_scope scope);

/* How an attractive rest set is reached. */
typedef enum ss_how {
  SS_HOW_NONE,
  SS_HOW_ASYMPTOTIC, /* in the limit: that it takes a finite time only was not shown */
  SS_HOW_FINITE      /* in finite time */
} ss_how;

/* "none", "asymptotic", "finite". */
const char *ss_how_word(ss_how how);

/* One claim of a proof: what was asked for, or what follows from the same conditions. */
typedef struct ss_answer {
  ss_question what;
  bool point; /* of the rest point q_e in the middle of the rest set; else of the set */
  ss_verdict verdict;
  ss_scope scope;      /* SS_SCOPE_NONE: unknown */
  ss_how how;          /* if it attracts */
  const char *theorem; /* by which it follows; NULL: unknown */
  double level;        /* NAN: none */
} ss_answer;

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
  /* The numbers of the published one: beta (0: none); the eigenvalues of (C + C^T)/2, in their
   * order; the level of each that is negative, else NAN. */
  double beta;
  size_t eigenvalues;
  double *eigenvalue, *rho;
} ss_levels;

typedef struct ss_proof {
  ss_question question; /* what was asked */
  ss_verdict verdict;   /* of the question */
  ss_claim claim;       /* what is proved: if refuted, what is true instead */
  ss_how how;           /* if it is attractive */
  const char *theorem;  /* "WL2004-T4", or NULL */
  const char *source;   /* "van de Wouw & Leine 2004, theorem 4" */
  const char *sentence; /* the claim in words */
  const char *reason;   /* why it is unknown, or NULL */
  bool stopped;         /* unknown, because options.until came */
  bool supported;       /* unknown, but each condition of `theorem` is proved or supported */
  const char *paper;    /* whether the publication's own, narrower condition holds; or NULL */
  bool paper_holds;
  size_t conditions;
  ss_condition *condition;
  ss_levels levels;
  bool of_function;     /* levels are those of a function of the model; else of the energy */
  const char *motions;  /* in which sense motions are meant; NULL: unknown */
  double rest_energy;   /* the largest energy on the rest set (or a bound of it); NAN */
  double rest_fraction; /* theta with theta E inside the level, at most 1; NAN */
  size_t rest_count;    /* coordinates of the rest set, 0 if its extent is not known: */
  const char *const *rest_name;
  const double *rest_lo, *rest_hi; /* from where to where it reaches */
  /* The box of states that a claim about a level is about: there may be others of less energy
   * elsewhere; 0: it is about all states. What is not in it may have any value. */
  size_t region_count;
  const char *const *region_name; /* "x", "x'" */
  const double *region_lo, *region_hi;
  double stiffness; /* it is about the machine whose contacts are springs; 0: they are rigid */
  const char *region_moves; /* "y by 1 (b - 0.1)": with parameters in their ranges, or NULL */
  ss_escape escape;         /* of what is unstable */
  const double *rest_point; /* that it is about, where V tells which; or NULL */
  bool only_point;          /* motions tend to this point, not to a set around it */
  bool any_energy; /* the theorem does not say that the energy falls: impacts may add some */
  /* V of a claim about a level, over the system's coordinates, velocities and parameters;
   * SS_EXPR_NONE: T + U, counted from the middle of the rest set */
  const ss_graph *graph;
  ss_expr function;
  const ss_linear *linear;       /* NULL if the machine is not linear */
  void *data;                    /* a json_t: the system, as the certificate has it */
  const char *level;             /* the level of the certificate, exact, or NULL */
  const char *limited_by;        /* what stops the level, with the state; or NULL */
  const ss_sdp_program *program; /* semidefinite, that was solved last; NULL: none was */
  size_t answers;                /* claims, those about the question first; at least one */
  ss_answer answer[6];
} ss_proof;

typedef struct ss_proof_options {
  ss_question question;
  const double *at; /* a position in the rest set that is asked about; NULL: the one of least
                       energy. Theorems about machines that have one only do not look at it */
  bool chosen;      /* `at` was chosen by who asks: a function V about another one does not count */
  size_t leaves;    /* cells of velocities that the search for the level may spend */
  double gap;       /* it stops when the level is that near to the largest one, relatively */
  size_t boxes;     /* that a proof by boxes may spend on a question */
  double box_gap;   /* as `gap`, for levels that are found by boxes */
  const ss_rest_sets *sets; /* what is known of rest sets, as a hint; NULL: nothing */
  size_t own_set;           /* index of the one that is asked about; SIZE_MAX: none of them */
  double stiffness;         /* contacts are springs: theorem 6 of Tornambè; 0: they are rigid */
  double until; /* searches end at this moment of ss_clock, with what they have; 0: never */
} ss_proof_options;

ss_proof_options ss_proof_default_options(void);

/* Decides the question about a system without open inputs, in the model's own coordinates; no
 * checker has seen the proof yet (ss_machine_prove asks it). Everything but the json values lives
 * in the arena. SS_OK whatever the verdict is. */
ss_status ss_prove(ss_arena *arena, const ss_system *system, const ss_proof_options *options,
                   ss_proof *proof);
void ss_proof_clear(ss_proof *proof);

/* Takes the verdict back, for the reason: what was found remains, as supported. */
void ss_proof_withdraw(ss_proof *proof, const char *reason);

/* The certificate of a verdict that is not `unknown`, as JSON text. `file` is the model's name,
 * `feedback` the law that closes the loop or NULL. */
ss_status ss_proof_write_certificate(const ss_proof *proof, const ss_model *model, size_t settings,
                                     const char *const *setting, const char *feedback,
                                     ss_text *out);

/* The certificate of where a linear machine with frictions can rest: the ends of the rest set in
 * each coordinate, or that there is none. SS_BAD_ARGUMENT with a phrase in *why_not: the machine is
 * not linear, has other elements than frictions, or numbers that are not rational. */
ss_status ss_rest_write_certificate(ss_arena *arena, const ss_system *system, size_t settings,
                                    const char *const *setting, const char *feedback, ss_text *out,
                                    const char **why_not);

/* The certificate of a cover (rest.h). */
ss_status ss_rest_write_cover(const ss_rest_witness *witness, const ss_system *system,
                              size_t settings, const char *const *setting, const char *feedback,
                              ss_text *out);

/* That of a proof with what is proved of a map: `map`, a json_t, is a member and is taken over. */
ss_status ss_proof_write_map(const ss_proof *proof, const ss_model *model, size_t settings,
                             const char *const *setting, const char *feedback, void *map,
                             ss_text *out);

/* A json_t: what is proved, of the model with its parameters, without the model's text. */
void *ss_proof_describe(const ss_proof *proof, const ss_model *model, ss_status *status);

/* The certificate of a map with such pieces, each about an interval of a parameter. */
ss_status ss_proof_write_strips(const ss_model *model, size_t settings, const char *const *setting,
                                const char *feedback, void *map, ss_text *out);

/* The same for a map that no theorem about a rest set stands beside: by fences. */
ss_status ss_proof_write_fences(const ss_model *model, size_t settings, const char *const *setting,
                                const char *feedback, void *map, ss_text *out);

#ifdef __cplusplus
}
#endif

#endif
