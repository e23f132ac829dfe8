/* run.h: what the methods of src/motion share: a run, its record, its energy book, its contacts.
 *
 * A run is made once for a system, its parameters and options (motion.c): tapes are compiled,
 * workspaces taken from `scratch`, and the start is checked. A method then moves the present state
 * (t, q, u) to the end and tells what happens on the way: ss_record_event, ss_record_sample, and
 * amounts of energy to the book. A method that cannot go on returns a status and sets the reason
 * (ss_run_stop); what was recorded stays.
 */
#ifndef STANDSTILL_MOTION_RUN_H
#define STANDSTILL_MOTION_RUN_H

#include <stdarg.h>

#include "standstill/motion.h"

/* In line, for a handful of numbers: a call takes longer than what it is called for. The files that
 * use it are compiled with -fno-tree-loop-distribute-patterns, lest a loop becomes a call. */
static inline void copy_few(size_t n, const double *from, double *to) {
  for (size_t k = 0; k < n; k++) to[k] = from[k];
}

/* fmax and fmin without their care for NaN, which costs a call. */
static inline double larger_of(double a, double b) {
  return a > b ? a : b;
}

static inline double smaller_of(double a, double b) {
  return a < b ? a : b;
}

/* ---- the system at one state (run.c) --------------------------------------------------------- */

/* Views of the tape's outputs; matrices row by row, so that row i of WN is the i-th direction. */
typedef struct ss_state_view {
  const double *M, *h, *gap, *WN, *wN, *zetaN, *WT, *wT, *zetaT, *normal, *law, *restitution,
      *energy, *fnc, *control;
  double drift; /* what the energy gains by itself: -dL/dt at fixed q, u */
} ss_state_view;

/* The views are fixed places in a tape's outputs; those of quantities that it does not compute mean
 * nothing. */
ss_state_view ss_state_view_open(const ss_system_tape *tape, const double *out);

/* ---- the record (record.c) ------------------------------------------------------------------- */

typedef struct ss_record {
  ss_arena *arena; /* of what the lists point to: the results', or the record's own */
  ss_event *event;
  ss_sample *sample;
  size_t events, samples, event_space, sample_space;
  size_t seen;                        /* events so far, in the list or not */
  size_t taken_events, taken_samples; /* of the lists: options->take has had them */
  ss_event *first;                    /* the first events, where the list has lost them */
  size_t ticks;          /* samples of the regular grid so far: the next is at (ticks + 1) every */
  size_t complete;       /* events whose modes after are known */
  bool modes_known;      /* run->modes are those of the motion so far */
  const ss_mode *before; /* copy of the modes before the incomplete ones; NULL: none yet */
  const ss_event_guard *guard; /* what ended the motion before the next events; NULL: nothing did */
  ss_event spill;              /* takes an event that memory has no space for */
  bool failed;                 /* memory */
  bool refused;                /* options->take takes no more */
} ss_record;

/* ---- the energy book (book.c) ---------------------------------------------------------------- */

/* Amounts so far. Methods add to them; the residual is what they forgot or got wrong. */
typedef struct ss_book {
  double start; /* T + U */
  double work, controls;
  double *friction_of, *impacts_of; /* one per element */
} ss_book;

/* ---- springs (springs.c): contacts that give way, in the method penalty ---------------------- */

typedef struct ss_penalty_spring {
  double stiffness; /* k */
  bool own;         /* its own law p^power (k + D p'), else linear with D from restitution */
  double power;
  bool on;           /* the contact touches */
  double damping;    /* D */
  double frequency;  /* sqrt(dN/dp / I), I the mass that the contact feels */
  double share;      /* of critical damping */
  double bounce;     /* the longest time that still is a bounce */
  double begin;      /* when it closed, and then: */
  double energy, *u; /* kinetic energy, velocities */
} ss_penalty_spring;

typedef struct ss_springs {
  ss_penalty_spring *of; /* one per element; only those of contacts mean something */
  double *force;         /* normals, then slips: at the state that ss_contacts_factor saw last */
  double *impulse;       /* normals, then slips: since the contact closed */
} ss_springs;

typedef struct ss_region ss_region; /* region.c */

typedef struct ss_run {
  const ss_system *system;
  const double *parameters;
  const ss_motion_options *options;
  ss_arena *arena;   /* results */
  ss_arena *scratch; /* workspaces; freed when the run ends */
  size_t n, elements, normals, slips;

  ss_system_tape tape;
  ss_tape *drift_tape; /* NULL where U does not depend on t */
  double *work, *drift_work;
  ss_system_tape rate_tape; /* h, for ss_run_velocities; empty without first-order states */
  double *rate_work, *shown;
  ss_state_view at;        /* the state evaluated last */
  ss_system_values values; /* the same, by quantity */
  double *v, *pushed;      /* a controller's inputs; h, fnc and control with them. NULL: none */

  double t, *q, *u; /* the present */
  double *forces;   /* normals, then slips */
  ss_mode *modes;   /* one per element */
  bool *idle;       /* one per element: it can exert no friction (idle.c) */

  ss_record record;
  ss_book book;
  size_t steps;
  const char *reason; /* why it stopped; NULL: it did not */
  const char *doubt;  /* doubt.c: why the motion may not be the only one; NULL: none */
  double doubt_time;
  double kinetic_most; /* the largest kinetic energy at the start and at impacts so far */
  ss_region *region;   /* NULL: none */
  bool outside;        /* .. it was left */
  bool watched_out;    /* the caller has seen enough */
  bool at_rest, settles;
  double rate;             /* of settling */
  double *fast_q, *fast_u; /* where the sum of squares of u was largest so far */
  double fast;             /* .. and that sum */
  double far_q, far_u;     /* the largest |q| and |u| so far */
  double penetration;      /* the deepest so far: moreau, penalty */
  ss_springs *springs;     /* NULL where contacts are rigid */
} ss_run;

/* Compiles and allocates; ss_run_end frees everything, also after a failure. */
ss_status ss_run_start(ss_run *run, ss_arena *arena, const ss_system *system,
                       const double *parameters, const ss_motion_options *options);
void ss_run_end(ss_run *run);

/* Evaluates the system: run->at. No allocation. */
void ss_run_evaluate(ss_run *run, double t, const double *q, const double *u);

/* The velocities of the present, with the rates of first-order states in their places: what a
 * record shows. Valid until the next call. */
const double *ss_run_velocities(const ss_run *run);

/* Are all numbers of run->at finite? */
bool ss_run_is_finite(const ss_run *run);

/* A sentence (printf) that lives as long as the motion; NULL without memory. */
const char *ss_run_text(ss_run *run, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* Sets the reason (printf) and returns the status. */
ss_status ss_run_stop(ss_run *run, ss_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Counts a step. SS_LIMIT with a reason beyond steps_most or when the caller's progress says so. */
ss_status ss_run_count_step(ss_run *run);

/* Remembers the present if nothing was faster, and how far it is; what sqrt(2 T) was there. The
 * latter evaluates. */
void ss_run_note_speed(ss_run *run);
double ss_run_find_fastest(ss_run *run);

/* q' and u' for the accelerations a of all coordinates: u and a; of first-order states (system.h),
 * whose u is 0, a and 0. */
static inline void ss_run_rates(const ss_run *run, const double *u, const double *a, double *dq,
                                double *du) {
  copy_few(run->n, u, dq);
  copy_few(run->n, a, du);
  for (size_t k = 0; run->system->auxiliaries && k < run->n; k++) {
    if (!run->system->aux[k]) continue;
    dq[k] = a[k];
    du[k] = 0;
  }
}

/* The state a short time d later, to second order; of first-order states to first. */
static inline void ss_run_go_on(const ss_run *run, const double *a, double d, double *q,
                                double *u) {
  for (size_t k = 0; k < run->n; k++) {
    const bool aux = run->system->aux[k];
    q[k] = run->q[k] + d * (aux ? a[k] : run->u[k] + 0.5 * d * a[k]);
    u[k] = aux ? 0 : run->u[k] + d * a[k];
  }
}

/* Does nothing depend on time, so that what rests stays where it is? */
static inline bool ss_run_is_autonomous(const ss_run *run) {
  return run->system->traits.autonomous && !run->options->control;
}

/* Has the motion come to its end before its time? */
static inline bool ss_run_is_over(const ss_run *run) {
  return run->watched_out || ((run->at_rest || run->settles) && !run->options->go_on_at_rest);
}

/* Shows the present to the caller. */
static inline void ss_run_watch(ss_run *run) {
  const ss_motion_options *o = run->options;
  if (o->watch && !run->watched_out && !o->watch(o->user, run->t, run->q, run->u))
    run->watched_out = true;
}

/* Has the region been left since the last call, at (t, q, u)? Going back in is no event. */
bool ss_run_leaves(ss_run *run, double t, const double *q, const double *u);

/* Records at the present state that the region is left. */
void ss_run_note_leaving(ss_run *run);

/* Records that the machine rests, or settles with a rate. */
void ss_run_end_at_rest(ss_run *run);
void ss_run_end_settled(ss_run *run, double rate);

/* A machine that rests, where nothing depends on time, stays where it is to the end: steps would
 * only add rounding to it, which creeps. */
ss_status ss_run_stay(ss_run *run);

/* The mode of an element by its slip velocities: it sticks where none is faster than `still`. */
ss_mode ss_run_slip_mode(size_t slips, const double *gamma, double still);

/* A machine that is smaller than this is integrated with tolerances of its own size. A force that
 * jumps asks for more than doubles have then: from there on it counts as any other
 * (ss_run_coarsen; false: it did already). */
#define SS_RUN_SMALL 0.1
bool ss_run_coarsen(ss_run *run);

/* The extent of a small machine, by far_q or far_u; 1 for all others. */
static inline double ss_run_extent(double far) {
  return far > 0 && far < 1 ? far : 1;
}

/* max(1, |v_1|, ..): what rounding errors of v are measured by. */
double ss_run_size(size_t n, const double *v);

/* ---- record.c -------------------------------------------------------------------------------- */

/* Records the present state (with run->forces and run->modes). */
void ss_record_sample(ss_run *run);

/* The same at the end, unless that is a regular sample already. */
void ss_record_end(ss_run *run);

/* The time of the next regular sample, infinity if there is none; taking it. */
double ss_record_next_tick(const ss_run *run);
void ss_record_tick(ss_run *run);

/* Records an event at the present state; the caller may complete it. Never NULL. */
ss_event *ss_record_event(ss_run *run, ss_event_kind kind, size_t element);

/* The next events, until ss_record_modes, happen because of this guard. */
void ss_record_guard(ss_run *run, ss_event_guard guard);

/* A controller's inputs jump by the clock. */
void ss_record_clock(const ss_run *run);

/* run->modes are the modes after the events since the last call, and known from now on. */
void ss_record_modes(ss_run *run);

/* A copy in the results' arena. NULL when memory is out (the record then has failed). */
const double *ss_record_copy(ss_run *run, size_t count, const double *values);

/* Before the first of them, and after the last, also where nothing was recorded. */
ss_status ss_record_start(ss_run *run);
void ss_record_stop(ss_run *run);

/* Moves the lists to the results' arena. */
ss_status ss_record_finish(ss_run *run, ss_motion *motion);

/* ---- book.c ---------------------------------------------------------------------------------- */

ss_status ss_book_start(ss_run *run);

/* How many amounts there are: 2 + elements; with springs as many again as elements and forces. */
size_t ss_book_count(const ss_run *run);

/* The power of what drives contacts at run->at, or its work at an impact: -sum of forces times w.
 */
double ss_book_drive(const ss_run *run, const double *forces);

/* The powers at run->at: [0] of all work that is not friction, [1] of controls, [2 + i] what the
 * contact forces of element i dissipate. `forces`: normals, then slips. With springs [2 + i] is
 * friction alone, [2 + elements + i] what a normal force does beyond storing energy in its spring,
 * and then come the forces themselves, whose integrals are impulses. */
void ss_book_powers(const ss_run *run, const double *u, const double *forces, double *powers);

/* Adds amounts in the same order. */
void ss_book_add(ss_run *run, const double *amounts);

/* The kinetic energy changed by `gain` (negative: lost) in an impact at `element`. Of it the work
 * of what drives the contacts, `drive` (ss_book_drive of the impulses), is no loss. */
void ss_book_impact(ss_run *run, size_t element, double gain, double drive);

/* Closes the book at the present state. */
void ss_book_finish(ss_run *run, ss_energy_book *out);

/* ---- doubt.c --------------------------------------------------------------------------------- */

/* The motion may not be the only one (printf), for what was met at time t; the first reason stays.
 */
void ss_doubt_note(ss_run *run, double t, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Two elements, or contacts of a problem, that land at once, and the smaller of the energies with
 * which they do; 0: none do. */
typedef struct ss_landings {
  size_t one, other;
  double energy;
} ss_landings;

/* .. because these elements land at once, if their energy counts. */
void ss_doubt_landings(ss_run *run, double t, const ss_landings *found);

/* Of the contacts of an impact's problem that land with a velocity approach > 0, the two
 * with the largest energy whose impacts are coupled. `label` has space for one number per
 * contact. */
ss_landings ss_doubt_find_landings(const ss_contact_problem *problem, const double *approach,
                                   size_t *label);

/* Do several motions solve a dense problem? False too where that is not known: spatial laws, many
 * contacts. */
bool ss_doubt_has_several(ss_arena *scratch, const ss_contact_problem *problem);

/* ---- idle.c ---------------------------------------------------------------------------------- */

/* Finds the elements that can exert no friction (run->idle). */
ss_status ss_idle_find(ss_run *run);

/* Names the modes of those of them that are not open by their slip velocities. */
void ss_idle_name_modes(const ss_run *run, const double *gamma, double still);

/* ---- region.c -------------------------------------------------------------------------------- */

/* A region of the system's model, in the arena; NULL where it has no relations. Destroying takes
 * NULL. */
ss_status ss_region_create(ss_arena *arena, const ss_system *system, const double *parameters,
                           const ss_relations *relations, ss_region **region);
void ss_region_destroy(ss_region *region);

/* The first relation that does not hold at a state; SIZE_MAX: the state is in the region. */
size_t ss_region_find_broken(ss_region *region, double t, const double *q, const double *u);

/* By how much a relation does not hold, at most; above 0 outside the region only. */
double ss_region_excess(ss_region *region, double t, const double *q, const double *u);

/* ---- springs.c ------------------------------------------------------------------------------- */

/* Below this slip velocity friction at a contact with a spring is in proportion to slip. */
#define SS_SPRINGS_WIDTH 1e-6

/* Does the element have a spring in place of a rigid contact? */
bool ss_springs_have(const ss_run *run, size_t element);

/* Would the contact phase of element i, should it end now, have been a bounce? */
bool ss_springs_bounce(const ss_run *run, size_t i);

/* The forces at run->at for the velocities gamma (normals, then slips); adds W_N N + W_T lambda_T
 * to the load (n). */
void ss_springs_press(const ss_run *run, const double *gamma, double *load);

/* Names the modes of contacts with springs by their slip velocities. */
void ss_springs_name_modes(const ss_run *run, const double *gamma);

/* Notes how deep the contacts are at run->at (run->penetration). */
void ss_springs_measure(ss_run *run);

/* What all springs store at run->at. */
double ss_springs_energy(const ss_run *run);

/* The power of the damper beside spring i. */
double ss_springs_power(const ss_run *run, size_t i, const double *u);

/* ---- contacts.c: the contact problem at run->at ---------------------------------------------- */

/* What an element does in the problem. */
typedef enum ss_duty {
  SS_DUTY_NONE,         /* an open contact, a clutch that runs free, an idle friction */
  SS_DUTY_REST,         /* the slip velocity is 0: the law decides about the slip acceleration */
  SS_DUTY_SLIDING,      /* it is not: the friction force is known up to the normal force */
  SS_DUTY_SLIDING_ONLY, /* a law with roll: it is not, but nothing rolls */
  SS_DUTY_ROLLING_ONLY  /* .. nothing but the roll moves */
} ss_duty;

/* The contact problem of a run, and what solves it. */
typedef struct ss_contacts {
  ss_contact_state at;  /* the problem (contact.h) */
  double *r, *xi;       /* its size: forces, accelerations of the directions */
  double *acceleration; /* n: M^-1 (load + W r) */
  void *work;           /* for ss_contact_solve */
  ss_contact_options options;
} ss_contacts;

ss_status ss_contacts_create(ss_run *run, ss_contacts *contacts);

/* The largest workspace that a problem of the system's elements can ask for: over the first 1, 2,
 * .. elements, and the same with planar ones only, because few and planar contacts have methods of
 * their own. */
typedef size_t ss_contacts_measure(const ss_run *run, const ss_contact_problem *problem,
                                   const ss_contact_options *options);
size_t ss_contacts_most(const ss_run *run, ss_contacts *contacts, ss_contacts_measure *measure);

/* Factors M and computes load, M^-1 load and gamma. SS_SINGULAR if M is not positive definite. */
ss_status ss_contacts_factor(const ss_run *run, ss_contacts *contacts, const double *u);

/* The problem at acceleration level of the elements' parts; needs ss_contacts_factor. */
void ss_contacts_gather(const ss_run *run, ss_contacts *contacts, const ss_duty *duty);

/* acceleration = M^-1 (load + W r); forces (normals, then slips; others 0) where not NULL. */
void ss_contacts_apply(const ss_run *run, ss_contacts *contacts, const double *r, double *forces);

/* Is the state evaluated last, with u = 0, an equilibrium? What is left of the forces must be below
 * `tolerance` of the largest force at hand or of `size`, whatever is larger. `forces` (may be NULL)
 * receives the forces that hold it. */
ss_status ss_run_is_equilibrium(ss_run *run, ss_contacts *contacts, double tolerance, double size,
                                double *forces, bool *yes);

/* ---- methods --------------------------------------------------------------------------------- */

/* A method moves the run to options->end, or to rest, or as far as it can. */
typedef ss_status ss_method(ss_run *run);
ss_method ss_motion_events;  /* events.c */
ss_method ss_motion_penalty; /* penalty.c */
ss_method ss_motion_moreau;  /* moreau.c */

#endif
