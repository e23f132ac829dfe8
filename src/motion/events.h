/* events.h: what the files of the event-driven method share.
 *
 * A PHASE is a stretch of motion with constant stances of all elements. In a phase the motion is
 * smooth: given the stances, forces and accelerations follow from a linear system
 * (events_stances.c). A FLOW (flow_smooth.c, flow_linear.c) moves the state through a phase step by
 * step and can tell the state anywhere inside its last step. GUARDS (events_guards.c) are functions
 * of the state that are positive while the stances are right; the first that reaches 0 ends the
 * phase. Then the state is cleaned (events_project.c), impacts happen (events_impacts.c,
 * events_chatter.c), the next stances are chosen (events_choose.c), and the next phase begins
 * (events.c).
 *
 *     y = (q, u, amounts, impulses)
 *
 * amounts: energies of ss_book_powers since the phase began; impulses: integrals of the contacts'
 * generalised forces W r, which are there so that steps resolve these forces even where nothing
 * moves.
 */
#ifndef STANDSTILL_MOTION_EVENTS_H
#define STANDSTILL_MOTION_EVENTS_H

#include "run.h"

/* ---- stances --------------------------------------------------------------------------------- */

/* What an element does in a phase. */
typedef enum ss_stance_kind {
  SS_STANCE_OPEN, /* no force: an open contact, a clutch that runs free, an idle friction */
  SS_STANCE_HELD, /* closed, without slip: stick, or a contact without friction */
  SS_STANCE_SLIP  /* closed, with slip in some part of its law */
} ss_stance_kind;

typedef struct ss_stance {
  ss_stance_kind kind;
  int sign;                   /* of the slip velocity of a scalar law: +1, -1 */
  int side;                   /* slider: the sign of its normal force */
  bool holds[SS_PARTS_MOST];  /* slip: this part of the law has none (rolling without sliding) */
  bool begins[SS_PARTS_MOST]; /* spatial slip: it begins now, with the force `slide` for a unit
                                 normal force */
  bool slowly[SS_PARTS_MOST]; /* .. and with (almost) no acceleration */
  double slide[SS_SLIP_MOST];
} ss_stance;

/* Does a part of the law slip? */
static inline bool ss_stance_slips(const ss_stance *stance, size_t part) {
  return stance->kind == SS_STANCE_SLIP && !stance->holds[part];
}

/* A part of a law begins to slip, or is held from now on. */
void ss_stance_slip(ss_stance *stance, size_t part);
void ss_stance_hold(ss_stance *stance, size_t part, size_t parts);

/* ---- guards ---------------------------------------------------------------------------------- */

/* A guard (motion.h) and how it is followed. */
typedef struct ss_guard {
  ss_guard_kind kind;
  size_t element;
  size_t part;  /* BOUND, SLIP: of its law */
  int sign;     /* BOUND of a scalar law: which end; SLIP: the direction; GAP: -1 with a spring */
  bool armed;   /* it was clearly positive; else it starts at 0 */
  bool rises;   /* starts at 0 with a positive rate */
  double slack; /* what counts as 0 */
  double start, middle, value; /* at the step's start, middle and end */
  double start_rate, rate;     /* NAN where not known */
} ss_guard;

enum { SS_GUARDS_AN_ELEMENT = 3 };

/* ---- the method ------------------------------------------------------------------------------ */

typedef struct ss_events ss_events;

/* A spatial slip that begins from 0 has a direction but no speed, and the equations are singular
 * there: the state moves on by this share of a step. */
#define SS_NUDGE 1e-8

/* A way to move through a phase. All times are since the phase began. */
typedef struct ss_flow {
  /* A new phase begins at the run's present state. */
  ss_status (*begin)(ss_events *ev);
  /* One step from (time, y) to (time_end, y_end), not beyond `limit`. */
  ss_status (*step)(ss_events *ev, double limit);
  /* The state at `s` after the step's start, 0 <= s <= time_end - time. The amounts of energy in y
   * are needed only with `amounts`. */
  ss_status (*inside)(ss_events *ev, double s, bool amounts, double *y);
} ss_flow;

/* Impacts of one contact, on their way to an accumulation. */
enum { SS_FLIGHTS = 5 };
typedef struct ss_chatter {
  size_t element;              /* SIZE_MAX: none */
  size_t flights;              /* how many flights in a row */
  size_t impacts;              /* of any contact, since the run began */
  double flight[SS_FLIGHTS];   /* the last ones, the newest first */
  double flown;                /* of the flight that goes on: its phases that are over */
  double slip[SS_SLIP_MOST];   /* after the last impact */
  size_t turns[SS_PARTS_MOST]; /* impacts in a row after which a part of it was turned */
  size_t since[SS_PARTS_MOST]; /* .. and those since the last that turned it */
} ss_chatter;

struct ss_events {
  ss_run *run;
  ss_contacts contacts;
  size_t size;           /* of y: 2 n + 2 + elements */
  ss_stance *stance;     /* one per element */
  ss_stance *old_stance; /* before an event */
  bool *ended;           /* SS_PARTS_MOST per element: its slip velocity counts as 0 now */
  bool *border;          /* SS_PARTS_MOST per element: between two stances */
  bool *closing;         /* one per element: at an accumulation point */
  unsigned *swings;      /* SS_PARTS_MOST per element: did its slip come to 0 in this flight (1), in
                            the last (2), in that before it (4), .. */
  bool *falls;           /* one per element: its law depends on velocities */
  bool *pressed;         /* one per element: a contact that leaves, but not visibly */
  bool *aloft;           /* one per element: a contact in a low flight that something else parts */
  ss_duty *duty;

  ss_flow flow; /* of this phase */
  ss_flow smooth_flow, stiff_flow;
  struct ss_smooth *smooth; /* workspaces of the flows */
  struct ss_stiff *stiff;
  struct ss_linear_flow *linear;
  bool is_stiff; /* this phase goes through the beginning of a spatial slip, whose direction is */
  double round;  /* rounded off below this speed */
  bool creeps;   /* this phase goes on with the implicit flow, as the explicit one is too slow */
  double begin;  /* when the phase began */
  double time, time_end; /* of the step, since then */
  double *y, *y_end, *y_inside;
  double longest;   /* steps are no longer than this */
  double pace;      /* the longest step so far */
  bool is_held;     /* the stances hold every velocity: nothing moves but by them */
  double frequency; /* the highest of the springs that touch; 0: none */

  ss_guard *guard;
  size_t guards;
  bool looked;     /* inside the step, since its end was solved */
  size_t freedoms; /* dimension of the set of forces that produce the same motion */
  double *null;    /* as many directions in which forces may change (components of the problem) */
  double margin;   /* how far inside their bounds the forces are then */

  ss_chatter chatter;
  size_t stuck, short_steps; /* events without progress, and short steps, in a row */
  size_t slow_steps;         /* .. and steps that are shorter than they should be */
  size_t pulling;            /* a friction with a negative normal force; SIZE_MAX: none */
  double force;              /* the largest generalised force so far */
  double load;               /* the largest acceleration that contacts had to balance lately */
  double load_now;           /* .. and in the problem solved last */
  bool jammed;               /* no modes obeyed the contact laws when they were asked last */
  bool rests_for_good;       /* nothing depends on t: an equilibrium is the end */
  size_t wait;               /* steps until rest is looked for again */
  double *line;              /* events_undetermined.c */
  double *work, *error;      /* the linear systems of stances and projections */
  size_t *index, *unknown, *owner, unknowns;
  double *restitution, *amounts;
  void *impact_work;
};

/* ---- events_open.c --------------------------------------------------------------------------- */

/* Buffers for a run that stands at its start; and flows. ss_events_close also after a failure. */
ss_status ss_events_prepare(ss_events *ev, ss_run *run);
ss_status ss_events_open(ss_events *ev, ss_run *run);
void ss_events_close(ss_events *ev);

/* Velocities and gaps that count as 0 at an event; the speed at which a spatial slip ends. */
double ss_events_still(const ss_events *ev);
double ss_events_slowest(const ss_events *ev);
double ss_events_touching(const ss_events *ev);

/* Is the gap of a contact that low, and not that of a flight which goes on? */
bool ss_events_touches(const ss_events *ev, size_t element);

/* Sets ev->aloft: contacts that fly low, seen by rounding, where another guard than theirs ended
 * the phase. They land when their gap says so. */
void ss_events_find_aloft(ss_events *ev, const ss_guard *guard);

/* ---- events_stances.c ------------------------------------------------------------------------ */

/* Parts in the contact problem (ev->duty): contacts with springs have none. */
void ss_stances_choose_duties(ss_events *ev);

/* Forces (run->forces) and accelerations (contacts.acceleration) of the stances at (t, q, u). False
 * if something is not finite, M is not positive definite or the forces do not exist. */
bool ss_stances_solve(ss_events *ev, double t, const double *q, const double *u);

/* After ss_stances_solve: changes u by impulses so that closed and held directions stop, slipping
 * ones having their friction impulse tied to the normal one if it `rubs`, else none. */
bool ss_stances_stop(ss_events *ev, bool rubs, double *u);

/* After ss_stances_solve: the run moves on by a short time d, q + u d + a d^2/2, u + a d. The
 * powers times d go into the book, and stay in ev->amounts. */
void ss_stances_drift(ss_events *ev, double d);

/* dy/dt; false as above. */
bool ss_stances_rate(ss_events *ev, double t, const double *y, double *rate);

/* The velocity of a part of an element's law, at the state solved last. */
double ss_stances_speed(const ss_events *ev, size_t element, size_t part);

/* Parts of an element's law: 1 also where it has none. */
size_t ss_stances_parts(const ss_events *ev, size_t element);

/* The velocity on whose scale a spatial slip force turns: the smallest of all that slip now;
 * infinity if none does. */
double ss_stances_scale(const ss_events *ev);

/* The slowest spatial slip that began slowly, at the state solved last; infinity if there is none.
 */
double ss_stances_slowest(const ss_events *ev);

ss_mode ss_stance_mode(const ss_run *run, size_t i, const ss_stance *stance);

/* ---- events_undetermined.c ------------------------------------------------------------------- */

/* The part of ss_stances_solve that chooses contacts.r among the forces r + null z of the stances:
 * where they are farthest inside their bounds, or the smallest. ev->margin says how far inside they
 * are, relative to the forces at hand, negative if no admissible forces exist. */
void ss_events_share(ss_events *ev);

/* Do accelerations, or what friction takes, depend on that choice? */
bool ss_events_share_matters(const ss_events *ev);

/* After ss_stances_solve: if the motion depends on that choice, it is not the only one. */
void ss_events_doubt_shares(const ss_events *ev);

/* What the forces of contact k of the problem are measured by. */
double ss_events_force_size(const ss_events *ev, size_t k);

/* What the contacts have to balance now (ev->load_now); once per problem, many ask for it. */
void ss_events_measure_load(ss_events *ev);

/* Notes what the contacts have to balance (ev->load); a new phase forgets most of what was. */
void ss_events_note_load(ss_events *ev, bool new_phase);

/* ---- events_nearest.c ------------------------------------------------------------------------ */

/* Makes ev->null orthonormal and contacts.r the smallest of its forces, bounds or not. */
void ss_nearest_begin(ss_events *ev);

/* After that: contacts.r becomes the smallest of the admissible forces, as nearly as there are any;
 * ev->margin as above. */
void ss_nearest_choose(ss_events *ev);

/* ---- events_project.c ------------------------------------------------------------------------ */

/* Puts closed gaps and held velocities of (q, u) back to 0 by the smallest change in the norm of
 * M. */
ss_status ss_events_project(ss_events *ev, double t, double *q, double *u);

/* ---- events_guards.c ------------------------------------------------------------------------- */

/* Guards of the stances at the present state. */
ss_status ss_guards_begin(ss_events *ev);

/* Until when the next step may go, so that it ends soon after the next event. */
double ss_guards_limit(const ss_events *ev);

/* Moves the run's present to a state y at `time` of the phase. */
void ss_events_move_to(ss_events *ev, double time, const double *y);

/* events_region.c: records where the region is left within the first `s` of the step, whose end is
 * y_end. Asked only where there is a region. */
ss_status ss_events_watch_region(ss_events *ev, double s);

/* The first guard that ends the phase within the step, and when; NULL if none does. After the call
 * the guards' start values are those of the step's end, if none does. */
ss_status ss_guards_find(ss_events *ev, double *s, const ss_guard **first);

/* ---- events_choose.c ------------------------------------------------------------------------- */

/* The stances after an event, from the accelerations that the contact laws allow. Elements in
 * ev->ended have no slip velocity. */
ss_status ss_events_choose(ss_events *ev);

/* ---- events_name.c --------------------------------------------------------------------------- */

/* Stop the run because the contact problem at hand has no solution, none that was found, or these;
 * because the stances have no forces at time t. The reasons name the elements and their modes. */
ss_status ss_events_stop_at_none(ss_events *ev);
ss_status ss_events_stop_unsolved(ss_events *ev, double residual);
ss_status ss_events_stop_at_several(ss_events *ev, const ss_mode_list *list);
ss_status ss_events_stop_without_forces(ss_events *ev, double t);

/* .. because the known normal force of ev->pulling has become negative. */
ss_status ss_events_stop_at_pull(ss_events *ev);

/* "; modes: left slip+, right stick" for other reasons, "" where there are no elements. */
const char *ss_events_name_modes(const ss_events *ev);

/* ---- events_impacts.c, events_chatter.c ------------------------------------------------------ */

/* Impacts of all contacts that touch and approach, until none does. `first`: the contact that
 * closed, SIZE_MAX at the start. *happened says whether there was one. */
ss_status ss_events_impact(ss_events *ev, size_t first, bool *happened);

/* The problem of all contacts that touch and do not leave; needs ss_contacts_factor. */
void ss_events_gather_impact(ss_events *ev);

/* events_jam.c: an impact without collision, where no modes obey the contact laws; false if there
 * is none. */
bool ss_events_jam(ss_events *ev);

/* Notes an impact after a flight of the given duration; looks whether impacts accumulate, and if
 * so carries the motion to the accumulation point: *closed is set. */
ss_status ss_chatter_note(ss_events *ev, size_t element, double flight, bool *closed);
void ss_chatter_forget(ss_events *ev);

/* Notes a slip that came to 0 and ended a phase of the given duration, the flight going on. */
void ss_chatter_note_swing(ss_events *ev, const ss_guard *guard, double duration);

/* After stances were chosen from (q, u), behind an impact: contacts that they close, though they
 * leave, bounce lower than rounding shows, and the motion is carried to the end of these bounces:
 * *closed is set, and stances are to be chosen anew. Else state and stances stay. */
ss_status ss_chatter_close_unseen(ss_events *ev, const double *q, const double *u, bool *closed);

/* ---- settle.c -------------------------------------------------------------------------------- */

/* A state near an equilibrium, and how fast the motion was: sqrt(2 T). */
typedef struct ss_still {
  const double *q, *u;
  const double *fast_u; /* velocities when it was fastest; NULL: not known */
  double fastest;
  double slow; /* slower motions have settled, if they decay */
} ss_still;

typedef struct ss_settling {
  enum { SS_STILL_MOVES, SS_STILL_RESTS, SS_STILL_SETTLES } kind;
  double rate; /* settles; NAN: not known */
} ss_settling;

/* Does a machine that admissible forces can hold at q rest, settle or move on, with these modes?
 * The run's forces stay; forces and accelerations in ev->contacts are then of another state. */
ss_status ss_settle_judge(ss_events *ev, const ss_mode *modes, const ss_still *still,
                          ss_settling *out);

/* Slow enough to look for rest: no velocity is above `slow`, or all are a small share of the
 * fastest so far. What counts is decided later. */
bool ss_settle_is_slow(const ss_run *run, double slow);

/* The machine is slow, and admissible forces can hold it where it is: ends the run (at rest, or
 * settled) if that is how it ends. */
ss_status ss_settle_end(ss_events *ev);

/* The velocities, as a share of the fastest, below which a decay has settled; of forces that are
 * left over then. */
double ss_settle_share(const ss_motion_options *options);

/* ---- penalty.c ------------------------------------------------------------------------------- */

/* Contacts with springs close and let go: what the guard tells, or all of them at the start (NULL).
 * A contact phase that was a bounce becomes an impact in the record. */
ss_status ss_penalty_switch(ss_events *ev, const ss_guard *guard);

/* Does a contact with a spring rub? Its friction is stiff. */
bool ss_penalty_is_stiff(const ss_events *ev);

/* Velocities of a machine at rest, below which only creep is left; and forces that rounding leaves.
 */
double ss_penalty_still(const ss_events *ev);

/* Contacts that rub move below that, and so does all they do not see; v (n) is workspace. */
bool ss_penalty_only_creeps(ss_events *ev, double *v);

double ss_penalty_noise(const ss_events *ev);

/* ---- flows ----------------------------------------------------------------------------------- */

/* A phase's y is set by events.c before a flow begins it. */
ss_status ss_flow_smooth_create(ss_events *ev);
void ss_flow_smooth_destroy(ss_events *ev);
ss_status ss_flow_stiff_create(ss_events *ev);
void ss_flow_stiff_destroy(ss_events *ev);
ss_status ss_flow_linear_create(ss_events *ev);

/* Are forces and accelerations affine functions of the state in every phase, with the run's
 * parameters? */
ss_status ss_flow_is_linear(const ss_run *run, bool *yes);

/* x' = A x + b of the stances at hand, x = (q, u): A and b by columns of `lead` numbers. */
bool ss_flow_linearise(ss_events *ev, size_t lead, double *A);

#endif
