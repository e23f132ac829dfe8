/* machine.h: a machine as a handle, and single questions about it.
 *
 *     machine    a model with settings, feedback and inputs, its equations, its parameters
 *     question   how does it move, where can it rest, does it come to a standstill?
 *
 * What a person should read about a request goes to a list of diagnostics that the caller has
 * started (ss_diagnostics_start(&list, arena, NULL, NULL, 0)); options are named there as the
 * command line names them. Results live in the arena that the caller passes. What combines several
 * analyses is in study.h.
 */
#ifndef STANDSTILL_MACHINE_H
#define STANDSTILL_MACHINE_H

#include "standstill/cycle.h"
#include "standstill/proof.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- machines -------------------------------------------------------------------------------- */

/* A model that was read, with its inputs closed and its equations derived. It owns what it is made
 * of, is constant once open and lives until it is closed. */
typedef struct ss_machine ss_machine;

/* All zeros: the model as it stands in its file. */
typedef struct ss_machine_options {
  size_t settings, inputs;
  const char *const *setting; /* "mu=0.4", or "mu=0.3:0.5" for a range; the last of a name counts */
  const char *const *input;   /* "u=2*sin(t)", "u=FILE.csv" (ss_model_input_from_text) */
  const char *feedback;       /* a law by name; NULL: none is named */
  bool open;                  /* leave the inputs as they are: equations only */
  /* laws may change with events (feedback after N), which ss_machine_move and _move_from follow,
   * and nothing else; false: such a law is a mistake */
  bool counts;
} ss_machine_options;

/* Opens a model file; `options` may be NULL. SS_IO, SS_BAD_INPUT: the list says what is wrong (it
 * may be NULL: nobody is told); *machine is NULL then. Warnings go to the list too. */
ss_status ss_machine_open(const char *file, const ss_machine_options *options, ss_diagnostics *list,
                          ss_machine **machine);

/* The same from a text, the model language or its JSON; `file` is its name in messages. */
ss_status ss_machine_parse(const char *file, const char *text, const ss_machine_options *options,
                           ss_diagnostics *list, ss_machine **machine);

/* Another machine: the same with further settings, inputs closed. Reads `machine` only, so that
 * threads may share it. */
ss_status ss_machine_change(const ss_machine *machine, size_t settings, const char *const *setting,
                            ss_diagnostics *list, ss_machine **changed);

/* NULL is allowed. Results that point into the machine (names) end with it. */
void ss_machine_close(ss_machine *machine);

/* What it is made of, as long as it is open: the model; the equations without open inputs
 * (`options.open`: with them); the parameters as numbers; how it was opened. */
const ss_model *ss_machine_model(const ss_machine *machine);
const ss_system *ss_machine_system(const ss_machine *machine);
const double *ss_machine_parameters(const ss_machine *machine);

/* The equations before the inputs were put in; NULL where they are open. */
const ss_system *ss_machine_plant(const ss_machine *machine);
const ss_machine_options *ss_machine_options_of(const ss_machine *machine);

/* Do its laws change with events? */
bool ss_machine_counts(const ss_machine *machine);

/* Its motion: ss_motion_run; with laws that change with events by the method events only. */
ss_status ss_machine_move_from(ss_arena *arena, const ss_machine *machine, const double *q,
                               const double *u, const ss_motion_options *options,
                               ss_motion *motion);

/* The first of the last times of files that inputs follow: from there on their last values are
 * kept. INFINITY: no input follows a file. */
double ss_machine_inputs_until(const ss_machine *machine);

/* A state: a name of the file, "x=0.1, phi'=2", or both ("tilted, x=0.1"); NULL: the first one of
 * the file, all 0 where there is none. q and u have as many entries as the model coordinates.
 * `option` is what messages call it ("--from"); the list may be NULL. */
ss_status ss_machine_state(const ss_machine *machine, const char *option, const char *text,
                           ss_diagnostics *list, double *q, double *u);

/* Where rest sets are searched, from texts as "x=-1:1": fills `from` and `to`, in the arena, with
 * NAN where nothing is said. */
ss_status ss_machine_read_box(ss_arena *arena, const ss_machine *machine, size_t count,
                              const char *const *texts, ss_diagnostics *list,
                              ss_rest_options *search);

/* ---- single questions ------------------------------------------------------------------------ */

/* All of these read the machine only: threads may share it, each with an arena and a list of its
 * own (a list that is NULL: nobody is told). `options` NULL: the defaults of the analysis. Results
 * live in the arena; what they point to in the machine (names, equations) lives as long as it does.
 */

/* The motion from a state (NULL: the first of the file). A failure has its reason in the list and
 * in the motion; unless motion->q is NULL, everything up to there is in it. */
ss_status ss_machine_move(ss_arena *arena, const ss_machine *machine, const char *from,
                          const ss_motion_options *options, ss_diagnostics *list,
                          ss_motion *motion);

/* Where it can rest. SS_BAD_ARGUMENT: open inputs, or something depends on the time. */
ss_status ss_machine_rest(ss_arena *arena, const ss_machine *machine,
                          const ss_rest_options *options, ss_diagnostics *list, ss_rest_sets *sets);

/* The rigid motion and, for each stiffness, that with springs for contacts (the method penalty). */
typedef struct ss_start {
  const double *q, *u;
} ss_start;

typedef struct ss_compared {
  double stiffness;
  double distance, when; /* the largest one of a coordinate from the rigid motion, and its time */
  double order;          /* against the stiffness before: distance ~ stiffness^-order; NAN: none */
  /* n, and one per element: where springs hold it at the end of the motion, and their forces
   * (Tornambe 1999, eq. 48); NULL where something rubs or nothing is found */
  const double *rest, *force;
  ss_motion motion;
} ss_compared;

typedef struct ss_comparison {
  ss_motion rigid;
  size_t count;
  ss_compared *of;
  const char *reason; /* why a motion failed; or NULL */
} ss_comparison;

/* To options->end, compared every options->every. As ss_motion_run fails. */
ss_status ss_machine_compare(ss_arena *arena, const ss_machine *machine, const ss_start *start,
                             const ss_motion_options *options, size_t count,
                             const double *stiffness, ss_comparison *comparison);

/* Whether it can rest at a state, which must not move: answer->verdict. The tolerance (1e-9 is
 * usual) counts where the numbers are not rational. */
ss_status ss_machine_contains(ss_arena *arena, const ss_machine *machine, const char *at,
                              double tolerance, ss_diagnostics *list, ss_rest_answer *answer);

/* What `expect equilibria` of the model says, held against the points that rest sets tell. */
typedef struct ss_expected {
  size_t statements;  /* of the model about its equilibria; 0: nothing is expected */
  ss_verdict verdict; /* REFUTED: false at `at`, a place of rest, proved; else UNKNOWN */
  size_t tested;    /* points at which the relations have values; the first that refutes is last */
  size_t skipped;   /* points at which they have none */
  size_t doubtful;  /* of the tested ones, those that break every statement */
  const double *at; /* n; the point that refutes, else the first doubtful one; NULL: none */
  const ss_relation *const *relation; /* false there: one of each statement */
} ss_expected;

/* Are the relations true at every point that the sets tell? */
ss_status ss_machine_check_expected(ss_arena *arena, const ss_machine *machine,
                                    const ss_rest_sets *sets, ss_expected *expected);

/* The same of the sets that a search with the usual options finds; a machine that it is not for
 * has nothing to hold against: UNKNOWN with no point tested. */
ss_status ss_machine_find_expected(ss_arena *arena, const ss_machine *machine,
                                   ss_expected *expected);

/* The cycle to which a motion tends that goes on at its end, NULL where none is found; the options
 * are those of the motion. SS_BAD_ARGUMENT where forces depend on the time. */
ss_status ss_machine_find_cycle(ss_arena *arena, const ss_machine *machine,
                                const ss_motion_options *options, const ss_motion *motion,
                                const ss_cycle **cycle);

/* The contact problem that a motion of the machine met: of its first impact, else of a time step at
 * its end. No contact is closed there: state->contacts is 0. */
ss_status ss_machine_problem(ss_arena *arena, const ss_machine *machine, const ss_motion *motion,
                             double step, ss_contact_state *state);

/* Which rest set a proof is about, and which others there are. */
typedef struct ss_rest_choice {
  const double *at;     /* a position in it; NULL: nobody has asked for another than the only one */
  ss_rest_sets sets;    /* what a short search has found; none of a machine that has one only */
  const double *energy; /* of the middle of each set */
  size_t chosen;        /* index among the sets; SIZE_MAX: it is none of those that were found */
} ss_rest_choice;

/* How far from a place to rest a state may be that names a rest set. */
#define SS_REST_NEAR 1e-9

/* The rest set at a state or, where `at` is NULL, the one of least energy. Its position goes into
 * the options of a proof. The search ends at the moment `until` of ss_clock(); 0: by itself.
 * SS_BAD_INPUT: it cannot rest there. */
ss_status ss_machine_choose_rest(ss_arena *arena, const ss_machine *machine, const char *at,
                                 double until, ss_diagnostics *list, ss_rest_choice *choice);

/* Does it come to a standstill, or what else options->question asks. A proof is told only once the
 * checker has confirmed its certificate; else the verdict is unknown, and proof->supported. Without
 * a position and rest sets in the options, these are found as ss_machine_choose_rest does. SS_OK
 * whatever proof->verdict is. The caller ends with ss_proof_clear(proof). */
ss_status ss_machine_prove(ss_arena *arena, const ss_machine *machine,
                           const ss_proof_options *options, ss_diagnostics *list, ss_proof *proof);

/* The text of the certificate of a proof of this machine, for standstill-check. SS_BAD_ARGUMENT:
 * the verdict is unknown. SS_BAD_INPUT: the model came from JSON, or an input follows a formula
 * that is no law of its file: neither can stand in a certificate. */
ss_status ss_machine_certificate(const ss_machine *machine, const ss_proof *proof,
                                 ss_diagnostics *list, ss_text *text);

/* The text of a certificate of where it can rest. Linear machines with frictions alone, rational
 * numbers and no box in the options: the ends of each coordinate with what shows them. Others with
 * frictions and contacts of which up to three coordinates matter: a cover of the box. `options` may
 * be NULL. SS_BAD_INPUT as above; SS_BAD_ARGUMENT: it is none of these. */
ss_status ss_machine_rest_certificate(ss_arena *arena, const ss_machine *machine,
                                      const ss_rest_options *options, ss_diagnostics *list,
                                      ss_text *text);

/* That of a proof into a file. */
ss_status ss_machine_certify(const ss_machine *machine, const ss_proof *proof, const char *file,
                             ss_diagnostics *list);

#ifdef __cplusplus
}
#endif

#endif
