/* motion.h: motions with set-valued friction, contact and impact, and the energy book.
 *
 * Three methods, one result:
 *
 *     events    smooth motion between events, to a tolerance; every event found, named and applied
 *     moreau    time stepping on the measure differential inclusion; accumulations need no care
 *     penalty   contacts as stiff springs (Tornambe 1999, section II-B), damped like restitution
 *
 * A run takes a system without open inputs (ss_system_close_loop puts feedback laws and functions
 * of time in), or one whose inputs a controller chooses, and a start, and gives a trajectory, a
 * list of events and an energy book. A run that cannot go on keeps everything up to there: status
 * and `reason` say why.
 */
#ifndef STANDSTILL_MOTION_H
#define STANDSTILL_MOTION_H

#include "standstill/contact.h"
#include "standstill/system.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SS_MOTION_METHOD_LIST(X) X(EVENTS, "events") X(MOREAU, "moreau") X(PENALTY, "penalty")

typedef enum ss_motion_method {
#define SS_MOTION_METHOD_ENUM(name, word) SS_MOTION_##name,
  SS_MOTION_METHOD_LIST(SS_MOTION_METHOD_ENUM)
#undef SS_MOTION_METHOD_ENUM
      SS_MOTION_METHOD_COUNT
} ss_motion_method;

const char *ss_motion_method_word(ss_motion_method method);

typedef struct ss_motion_piece ss_motion_piece;
typedef struct ss_motion_instant ss_motion_instant;

/* Somebody who chooses the inputs v of a system with open ones while it moves: M u' = h + B v + ...
 * Between two instants v must be a continuous function of time and state; where it may jump, it
 * does so when it is told of an instant. */
typedef struct ss_motion_control {
  void (*choose)(void *user, double t, const double *q, const double *u, double *v);
  /* Called twice at every instant: when a guard has ended the phase, before anything follows, and
   * when all that happened is known; once at the start, with the modes there, and once at every
   * time of `until`. May be NULL. */
  void (*notice)(void *user, const ss_motion_instant *instant);
  /* The next time after t when v jumps by the clock; INFINITY: never. NULL: it never does. */
  double (*until)(void *user, double t);
  void *user;
  /* The modes that were chosen with the present inputs, before anything else follows: true if the
   * inputs are others in these modes, which then are chosen again. NULL: they do not depend. */
  bool (*follow)(void *user, const ss_mode *modes);
  const ss_graph *rows; /* steps end at the rows of its curves (expr.h), too; NULL: it has none */
} ss_motion_control;

typedef struct ss_motion_options {
  ss_motion_method method;
  double end;       /* stop at this time */
  double every;     /* also record the state every so often; 0: at events only */
  double step;      /* moreau: its step; 0: chosen between impacts by the tolerance */
  double tolerance; /* events: of the integrator, 1e-10; moreau with step 0: a step's error; all:
                       the share of the fastest motion below which a decay has settled */
  double stiffness; /* penalty: of every contact */
  /* penalty: one per element, those of contacts count; NULL: `stiffness` for all */
  const double *stiffness_of;
  /* penalty: the contact's own law, N = p^power (stiffness + damping p') of the penetration p (Hunt
   * and Crossley); one per element. damping NULL or NAN: a linear damper that has the model's
   * restitution, with power 1 only; power NULL: 1 */
  const double *damping_of, *power_of;
  /* events: the order in which sequential impacts look at contacts: one rank per element, the
   * smallest first; NULL: as the model lists them */
  const size_t *impact_rank;
  bool go_on_at_rest;    /* keep integrating after rest or settling was detected */
  bool first_if_several; /* events: at an ambiguous state follow the first mode, else stop */
  bool impact_if_jammed; /* events: where no modes obey the contact laws go on with an impact
                                 without collision, else stop */
  /* events: chooses the open inputs; NULL: the system has none */
  const ss_motion_control *control;
  const ss_relations *region; /* of the system's model: leaving it is an event; NULL: none */
  size_t steps_most;          /* a limit: SS_LIMIT beyond it */
  /* Takes samples and events in pieces, each once, in the order of time, when no more will be known
   * about them; they live until it returns. False ends the motion (SS_IO). The motion then keeps no
   * samples, and of many events the first and the last: memory does not grow with its length. NULL:
   * the motion keeps everything. */
  bool (*take)(void *user, const ss_motion_piece *piece);
  void *taker; /* the `user` of take */
  /* called after every step and at regular samples; false ends the motion there. May be NULL. */
  bool (*watch)(void *user, double t, const double *q, const double *u);
  /* called now and then with the time reached; false stops the run (SS_LIMIT). May be NULL. */
  bool (*progress)(void *user, double t);
  void *user;
  double until; /* a moment of ss_clock() at which it stops likewise; 0: never */
} ss_motion_options;

/* events, end 10, tolerance 1e-10, step 1e-3 (moreau), stiffness 1e6, ten million steps. */
ss_motion_options ss_motion_default_options(void);

/* ---- results --------------------------------------------------------------------------------- */

#define SS_EVENT_LIST(X)                                                                           \
  X(IMPACT, "impact")                                                                              \
  X(STICK, "stick")                                                                                \
  X(SLIP, "slip")                                                                                  \
  X(DETACH, "detach")                                                                              \
  X(CLOSE, "close")                                                                                \
  X(ACCUMULATION, "accumulation")                                                                  \
  X(REST, "rest")                                                                                  \
  X(SETTLE, "settle")                                                                              \
  X(LEAVE, "leave")                                                                                \
  X(ROLL, "roll") /* a contact with the law rolling sticks, or begins to move, and rolls */        \
  X(JAM, "jam")   /* an impact without collision */

typedef enum ss_event_kind {
#define SS_EVENT_ENUM(name, word) SS_EVENT_##name,
  SS_EVENT_LIST(SS_EVENT_ENUM)
#undef SS_EVENT_ENUM
      SS_EVENT_COUNT
} ss_event_kind;

const char *ss_event_word(ss_event_kind kind);

/* Do velocities jump at such an event, so that it has energies and impulses? */
static inline bool ss_event_jumps(ss_event_kind kind) {
  return kind == SS_EVENT_IMPACT || kind == SS_EVENT_JAM;
}

/* A guard is a function of the state that is positive while the modes are right; where it reaches 0
 * the smooth motion ends. Gaps and slips are lengths and velocities, with their rates; the others
 * are forces, relative to those at hand. */
#define SS_GUARD_LIST(X)                                                                           \
  X(GAP, "gap")       /* of an open contact; of one with a spring: minus the gap */                \
  X(NORMAL, "normal") /* normal force of a closed contact; of a slider: times its side */          \
  X(SLIP, "slip")     /* slip velocity times its sign, a speed; that of a free clutch */           \
  X(BOUND, "bound")   /* how far a sticking force is inside its set; force of a locked clutch */   \
  X(FORCES, "forces") /* dependent directions: how far all forces together are inside */

typedef enum ss_guard_kind {
#define SS_GUARD_ENUM(name, word) SS_GUARD_##name,
  SS_GUARD_LIST(SS_GUARD_ENUM)
#undef SS_GUARD_ENUM
      SS_GUARD_COUNT
} ss_guard_kind;

const char *ss_guard_word(ss_guard_kind kind);

/* The guard that ended the motion before an event, as it was then. */
typedef struct ss_event_guard {
  ss_guard_kind kind;
  size_t element;     /* SIZE_MAX: none (forces) */
  double value, rate; /* with the modes before; rate: NAN where it is not known */
} ss_event_guard;

/* An impact concerns all contacts with an impulse; `element` is the one that closed. Arrays live in
 * the arena; NULL where they mean nothing. */
typedef struct ss_event {
  double t;
  ss_event_kind kind;
  size_t element;                     /* SIZE_MAX: none (rest) */
  double energy_before, energy_after; /* kinetic, of an impact */
  const double *u_before, *u_after;   /* n each, of an impact */
  const double *impulses;             /* normals, then slips, of an impact */
  double rate;                        /* of a settling: velocities fall like exp(-rate t) */
  const ss_relation *relation;        /* of a leaving: the first of the region that is broken */
  const double *q;                    /* n, at the event */
  /* per element, before and after all that happened at this instant; before: NULL at the start */
  const ss_mode *modes_before, *modes_after;
  const ss_event_guard *guard; /* NULL: at the start, rest, time stepping */
} ss_event;

/* What a controller is told. */
struct ss_motion_instant {
  double t;
  const ss_event_guard *guard; /* what has ended the phase; NULL: the rest is known now */
  size_t events;
  const ss_event *event;
  const ss_mode *modes; /* after it; those before: event->modes_before */
};

/* Records of the motion: at the start, at events (before and after an impact), and every so often.
 */
typedef struct ss_sample {
  double t;
  const double *q, *u;  /* n each */
  const double *forces; /* normals, then slips */
  const ss_mode *modes; /* one per element */
} ss_sample;

/* What a motion has recorded since the last piece. */
struct ss_motion_piece {
  size_t samples, events;
  const ss_sample *sample;
  const ss_event *event;
};

/* T + U at the end = start + work + friction + impacts + residual; friction and impacts are
 * negative where energy is lost. */
typedef struct ss_energy_book {
  double start, end;         /* kinetic + potential */
  double kinetic, potential; /* at the end */
  double work;               /* of non-conservative forces and controls */
  double controls;           /* the part of it that controls did */
  double friction;           /* all elements together */
  double impacts;
  double residual;
  const double *friction_of,
      *impacts_of; /* one per element (an impact counts for the one that closed) */
} ss_energy_book;

typedef struct ss_motion {
  ss_motion_method method;
  ss_status status;   /* SS_OK: reached the end, rest or settled */
  const char *reason; /* why it stopped early; NULL: it did not */
  size_t steps;
  size_t events, samples;
  const ss_event *event;
  const ss_sample *sample;
  size_t left_out; /* events in the middle of the list that only options->take has seen */
  double t;        /* the end of the motion */
  const double *q, *u;
  bool at_rest; /* in finite time: u = 0, and admissible forces balance h */
  bool settles; /* it only decays: to the tolerance it is at an equilibrium, for good */
  double rate;  /* settles: velocities fall like exp(-rate t); NAN: not known */
  const struct ss_cycle *cycle; /* that it tends to, where a caller has looked (cycle.h); NULL */
  const char *doubt;            /* why the motion may not be the only one; NULL: it claims to be */
  double doubt_time;            /* when the first such place was met */
  double penetration; /* moreau, penalty: the deepest a contact was; moreau: or the farthest a
                         slider was off, in the middle and at the end of steps */
  ss_energy_book energy;
} ss_motion;

/* Runs from (q, u) at t = 0. SS_BAD_INPUT (start penetrates, not finite, M not positive definite,
 * options that make no sense) has a reason and no motion; every other status comes with what was
 * computed. Open inputs without a controller are SS_BAD_ARGUMENT. */
ss_status ss_motion_run(ss_arena *arena, const ss_system *system, const double *parameters,
                        const double *q, const double *u, const ss_motion_options *options,
                        ss_motion *motion);

/* The state (q, then u: 2 n numbers) at a time, from the samples next to it: coordinates by the
 * cubic with their values and velocities, velocities by its slope. Events are samples: nothing
 * bridges a jump, and at the time of one it is the state after it. Before the first sample and
 * after the last it is theirs. The motion must have samples. */
void ss_motion_look_up(const ss_motion *motion, size_t n, double t, double *x);

/* ---- rest ------------------------------------------------------------------------------------ */

/* Whether (q, 0) is an equilibrium: are there admissible contact forces r with h(q, 0) + W r = 0?
 * Decided by the contact problem at acceleration level with sticking contacts: its solution must
 * not accelerate, to `tolerance` of the forces at hand. */
ss_status ss_motion_is_equilibrium(ss_arena *arena, const ss_system *system,
                                   const double *parameters, const double *q, double t,
                                   double tolerance, bool *yes);

#ifdef __cplusplus
}
#endif

#endif
