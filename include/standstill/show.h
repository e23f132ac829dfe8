/* show.h: what was found, for people and for programs. Nothing here decides anything. */
#ifndef STANDSTILL_SHOW_H
#define STANDSTILL_SHOW_H

#include "standstill/field.h"
#include "standstill/study.h"
#include "standstill/vary.h"
#include "standstill/zero_order.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether a picture can have the file's ending: .svg, .png, .pdf. */
bool ss_show_draws(const char *file);

/* ---- models and systems ---------------------------------------------------------------------- */

/* The model and its derived equations: coordinates, parameters, energies, M, h, elements with their
 * directions, and, if `projected` is not NULL, the equations in the chart's coordinates. */
void ss_show_system(const ss_system *system, const ss_system *projected, ss_text *out);

/* The same equations as a LaTeX fragment. */
void ss_show_system_latex(const ss_system *system, const ss_system *projected, ss_text *out);

/* Where energy goes at a state. */
typedef struct ss_losses {
  double power;                         /* of friction; NAN: not known, or an impact comes first */
  bool touches;                         /* something could be hit, and these are known: */
  ss_restitution_conditions conditions; /* of what touches */
  bool impact;                          /* one is due, with */
  double change;                        /* of the kinetic energy, the sum of: */
  double friction, restitution;
} ss_losses;

/* A system at a state, with everything that `info --at` tells. */
typedef struct ss_snapshot {
  const ss_system *system;
  const char *name; /* of the state, as the user said it */
  const double *parameters, *q, *u;
  ss_system_values values;
  const bool *closed;     /* one per element: a contact is closed; others always act */
  size_t directions;      /* that act: of closed contacts, sliders, frictions, clutches */
  const double *G;        /* their Delassus matrix W^T M^-1 W, by rows */
  const char **direction; /* their names: "left N", "left T" */
  double condition;       /* largest through smallest eigenvalue of G; HUGE_VAL if singular */
  size_t rank;            /* of G */
  ss_losses losses;       /* ss_snapshot_add_losses */
  /* the consistent modes of motion, where the caller has asked for them (else NULL) */
  const ss_contact_state *contacts;
  const ss_state_modes *modes;
  const ss_zero_order *zero; /* at rest on planar contacts; else NULL, */
  const char *no_zero;       /* with why not */
  size_t motions;            /* from rest, in the zero-order dynamics */
  const ss_zero_motion *motion;
} ss_snapshot;

/* Evaluates. SS_SINGULAR if M is not positive definite at the state: all but G, rank and condition
 * is then valid. SS_BAD_ARGUMENT if something is not finite. */
ss_status ss_snapshot_take(ss_arena *arena, const ss_system *system, const char *name,
                           const double *parameters, const double *q, const double *u,
                           ss_snapshot *snapshot);

/* Adds what friction takes, and what an impact would. */
ss_status ss_snapshot_add_losses(ss_arena *arena, ss_snapshot *snapshot);

/* Adds the consistent modes of motion there and, at rest, the zero-order dynamics. */
ss_status ss_snapshot_add_modes(ss_arena *arena, ss_snapshot *snapshot);

void ss_show_snapshot(const ss_snapshot *snapshot, ss_text *out);

/* The JSON of `info --at`, with the keys of docs/output.md. */
void ss_show_snapshot_json(const ss_snapshot *snapshot, ss_text *out);

/* ---- contact problems, polynomial systems ---------------------------------------------------- */

/* A friction-contact problem and what was found: SS_OK or what ss_contact_solve says. */
typedef struct ss_contact_answer {
  const ss_contact_problem *problem;
  ss_contact_options options;
  ss_contact_report report;
  ss_status status;
  const double *r, *xi;
} ss_contact_answer;

/* Solves once, with work and results in the arena. SS_OK or SS_MEMORY. */
ss_status ss_contact_answer_find(ss_arena *arena, const ss_contact_problem *problem,
                                 const ss_contact_options *options, ss_contact_answer *answer);

/* Reactions and velocities, with how they were found; `name` is what the problem is called. */
void ss_show_contact(const ss_contact_answer *answer, const char *name, ss_text *out);
void ss_show_contact_json(const ss_contact_answer *answer, ss_text *out);

/* Whether a function falls along the motions of a system (field.h). */
void ss_show_field(const ss_field *flow, const ss_field_answer *answer, ss_text *out);
void ss_show_field_json(const ss_field *flow, const ss_field_answer *answer, ss_text *out);

/* ---- rest sets ------------------------------------------------------------------------------- */

/* Each set with its closed contacts, its extent and its vertices. */
void ss_show_rest(const ss_rest_sets *sets, ss_text *out);

/* Whether they are what the model expects; nothing if it says nothing. */
void ss_show_expected(const ss_system *system, const ss_expected *expected, ss_text *out);

/* Keys: sets, complete, how, searched, and expectations unless `expected` is NULL. */
void ss_show_rest_json(const ss_rest_sets *sets, const ss_expected *expected, ss_text *out);

/* A picture (.svg, .png, .pdf) in the plane of two coordinates; NULL: the first two that vary.
 * SS_BAD_INPUT for another ending or an unknown name, SS_IO if the file cannot be written. */
ss_status ss_show_rest_plot(const ss_rest_sets *sets, const char *const plane[2], const char *file);

/* Whether the machine can rest at a position, and the forces or the push that show it. JSON key:
 * contains. */
void ss_show_rest_answer(const ss_system *system, const ss_rest_answer *answer, ss_text *out);
void ss_show_rest_answer_json(const ss_system *system, const double *q,
                              const ss_rest_answer *answer, ss_text *out);

/* A picture of the force laws at a state (force against slip, or the set of forces), and of the
 * power of forces and friction against the velocity, where the machine is fed or `power` asks for
 * it. SS_BAD_ARGUMENT with a phrase in *why_not where there is nothing to be drawn or an input is
 * open; else as for ss_show_rest_plot. */
ss_status ss_show_law_plot(const ss_snapshot *snapshot, bool power, const char *file,
                           const char **why_not);

/* A picture of the friction forces that hold a machine where the answer asks: admissible ones,
 * those that balance it, and what both are, in the plane of two forces by their names in the
 * snapshot (`left T`; NULL: the first two; one: an interval). The others are those of the answer.
 * The snapshot is of that position. SS_BAD_ARGUMENT with a phrase in *why_not where there is no
 * such picture; else as for ss_show_rest_plot. */
ss_status ss_show_hold_plot(const ss_snapshot *snapshot, const ss_rest_answer *answer,
                            const char *const plane[2], const char *file, const char **why_not);

/* ---- motions --------------------------------------------------------------------------------- */

/* Events, the end, the energy book. */
void ss_show_motion(const ss_system *system, const ss_motion *motion, ss_text *out);

/* Keys: events, final, energy, method, steps, status, reason, trajectory. */
void ss_show_motion_json(const ss_system *system, const ss_motion *motion, ss_text *out);

/* Where a motion comes from: what its file tells besides. */
typedef struct ss_motion_source {
  const ss_system *system;
  const double *parameters;
  const ss_machine_options *inputs; /* what they followed; NULL: the model's own laws */
  const ss_motion_options *how;     /* NULL: as by default */
  const char *start;                /* what it is called; NULL: nothing */
} ss_motion_source;

/* A motion's file, written while the motion goes and put in place at the end (ss_file). Its ending
 * says what it is:
 *
 *     .csv           a line for each sample: t, q, u, forces, modes, after '#' lines that
 *                    tell model and parameters
 *     .json          the text of ss_show_motion_json
 *     .h5, .hdf5     plain datasets with attributes, sealed
 *
 * The source must outlive it. SS_BAD_INPUT: another ending; SS_IO: it cannot be made. */
typedef struct ss_motion_file ss_motion_file;

ss_status ss_show_motion_begin(const ss_motion_source *source, const char *name,
                               ss_motion_file **file);

/* Whether the name has one of these endings. */
bool ss_show_motion_has_form(const char *name);

/* To be the options' `take`, the file its taker. False: going on makes no sense. */
bool ss_show_motion_take(void *file, const ss_motion_piece *piece);

/* Puts it in place, or leaves no trace. SS_IO: errno says why. Both free the handle. */
ss_status ss_show_motion_end(ss_motion_file *file, const ss_motion *motion);
void ss_show_motion_cancel(ss_motion_file *file);

/* All in one, of a motion that kept everything. */
ss_status ss_show_motion_write(const ss_motion_source *source, const ss_motion *motion,
                               const char *name);

/* Reads such a file (.h5) back: the machine as it was, how it moved, and of the motion what
 * pictures show: samples and events. The caller closes the machine. SS_IO: cannot be read;
 * SS_BAD_INPUT: no motion of this program; *why says it in a phrase. */
typedef struct ss_recording {
  ss_machine *machine;
  ss_motion_options how;
  const char *start; /* what it was called; "recorded" where nobody said */
  ss_motion motion;
} ss_recording;

ss_status ss_show_motion_read(ss_arena *arena, const char *file, ss_recording *recording,
                              const char **why);

/* A picture (.svg, .png, .pdf): everything over time. SS_BAD_INPUT for another ending, SS_IO if the
 * file cannot be written. */
ss_status ss_show_motion_plot(const ss_system *system, const ss_motion *motion, const char *file);

/* Motions with springs beside the rigid one: text, JSON (keys: method, end, compare), and a picture
 * of all coordinates over each other. */
void ss_show_comparison(const ss_system *system, const ss_comparison *comparison, ss_text *out);
void ss_show_comparison_json(const ss_system *system, const ss_comparison *comparison,
                             ss_text *out);
ss_status ss_show_comparison_plot(const ss_system *system, const ss_comparison *comparison,
                                  const char *file);

/* A movie (.html, .svg, .gif) of a motion with regular samples, from the model's drawings; the
 * arena is for work. SS_BAD_INPUT: another ending (ss_show_films tells), or the model has no
 * drawings; SS_IO. */
bool ss_show_films(const char *file);
ss_status ss_show_movie(ss_arena *arena, const ss_system *system, const double *parameters,
                        const ss_motion *motion, const char *file);

/* ---- variations ------------------------------------------------------------------------------ */

/* Gains, the transition map, multipliers (`cycle`, may be NULL), the check, what was refused;
 * `parameter`: the indices of those that were varied. JSON keys: events, transition, parameters,
 * multipliers, refused, check, … */
void ss_show_vary(const ss_system *system, const ss_variation *variation,
                  const ss_vary_cycle *cycle, const size_t *parameter, ss_text *out);
void ss_show_vary_json(const ss_system *system, const ss_variation *variation,
                       const ss_vary_cycle *cycle, const size_t *parameter, ss_text *out);

/* A picture (.svg, .png, .pdf) of perturbed motions and what is predicted of them. */
ss_status ss_show_spread_plot(const ss_system *system, const ss_spread *spread, const char *file);

/* ---- tracking -------------------------------------------------------------------------------- */

/* How well a motion followed its reference: some lines; the motion's JSON with one key more, track;
 * a picture (.svg, .png, .pdf) of states and inputs over those of the reference. */
void ss_show_track(const ss_system *system, const ss_reference_motion *reference,
                   const ss_track *track, ss_text *out);
void ss_show_track_json(const ss_system *system, const ss_motion *motion,
                        const ss_reference_motion *reference, const ss_track *track, ss_text *out);
ss_status ss_show_track_plot(const ss_system *system, const ss_motion *motion,
                             const ss_track *track, const char *file);

/* ---- measurements ---------------------------------------------------------------------------- */

/* Values, intervals, residuals. JSON keys: values, intervals, residual, undetermined, … */
void ss_show_fit(const ss_measured *measured, const ss_fit *fit, ss_text *out);
void ss_show_fit_json(const ss_measured *measured, const ss_fit *fit, ss_text *out);

/* A picture (.svg, .png, .pdf): what was measured over a motion, and what is left where `predicted`
 * (columns x rows) is not NULL. */
ss_status ss_show_measured_plot(const ss_system *system, const ss_motion *motion,
                                const ss_measured *measured, const double *predicted,
                                const char *file);

/* ---- planes ---------------------------------------------------------------------------------- */

/* A picture (.svg, .png, .pdf). SS_BAD_INPUT for another ending or an unknown name, SS_IO if the
 * file cannot be written. */
ss_status ss_show_plane_plot(const ss_plane *plane, const char *file);

/* ---- maps ------------------------------------------------------------------------------------ */

/* How many points have which class. */
void ss_show_map(const ss_sweep_map *map, const ss_map_findings *findings, ss_text *out);
void ss_show_map_json(const ss_sweep_map *map, const ss_map_findings *findings, ss_text *out);

/* ---- proofs ---------------------------------------------------------------------------------- */

/* The claim in one sentence, the conditions and what decides them, what follows besides, levels,
 * the rest set. */
void ss_show_proof(const ss_proof *proof, ss_text *out);

/* Which rest set it is about, and the names of the others; nothing where there is one only. */
void ss_show_rest_choice(const ss_rest_choice *choice, ss_text *out);

/* How many motions came to rest, and those that contradict the claim. */
void ss_show_attack(const ss_attack *attack, ss_text *out);

/* Keys: verdict, claim, theorem, source, conditions, claims, level, levels, rest_set_inside, …;
 * `choice`, `attack` and `certificate`, the name of its file, may be NULL. The verdict is "error"
 * where the attack has findings. */
void ss_show_proof_json(const ss_proof *proof, const ss_rest_choice *choice,
                        const ss_attack *attack, const char *certificate, ss_text *out);

/* What is proved of a start. JSON keys: verdict, fate, start, radius, time, tube, set, theorem,
 * level, certificate. */
void ss_show_start_proof(const ss_model *model, const ss_start_options *options,
                         const ss_start_proof *proof, ss_text *out);
void ss_show_start_proof_json(const ss_model *model, const ss_start_options *options,
                              const ss_start_proof *proof, ss_text *out);

/* ---- reports --------------------------------------------------------------------------------- */

/* A report as one HTML page that needs no other file, at most a million bytes unless the model's
 * own text is of that size. */
ss_status ss_show_report(const ss_report *report, ss_text *out);

#ifdef __cplusplus
}
#endif

#endif
