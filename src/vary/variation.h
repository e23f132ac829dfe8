/* variation.h: what the files of the room share.
 *
 * A FRAME is the system at one state with all derivatives by q, u, t and the parameters that move.
 * BONDS say what every element does, in a phase or in an impact; with them accelerations and forces
 * (velocity jumps and impulses) follow from a linear system, and so do their derivatives: a
 * RESPONSE. GUARDS end a phase. A TRANSITION is what happens when guards reach 0: impacts, and the
 * modes after. A GAIN is its derivative.
 *
 *     columns    q, u, t, moved parameters: of derivatives           2 n + 1 + moved
 *     width      q, u, moved parameters: of variations               2 n + moved
 */
#ifndef STANDSTILL_VARY_VARIATION_H
#define STANDSTILL_VARY_VARIATION_H

#include "standstill/vary.h"

/* ---- frame.c --------------------------------------------------------------------------------- */

typedef struct ss_frame {
  const ss_system *system;
  size_t n, elements, normals, directions; /* directions: all normals, then all slips */
  size_t moved, columns, width;
  bool fixed_mass; /* M is constant: its derivatives are 0 and not stored */
  ss_system_tape tape;
  double *work;                 /* of the forward evaluator */
  const double *value, *slopes; /* outputs; a row of `columns` per output */
  ss_system_values values;
  double t, *q, *u;
  double *gamma, *gamma_slope; /* directions; directions x columns */
} ss_frame;

/* `moved`: which parameters move, by index. Destroy also after a failure. */
ss_status ss_frame_create(ss_arena *arena, const ss_system *system, const double *parameters,
                          size_t moved, const size_t *parameter, ss_frame *frame);
void ss_frame_destroy(ss_frame *frame);

/* Is there a column k of (q, u, parameters)? First-order states (system.h) have no velocity. */
static inline bool ss_frame_has(const ss_frame *f, size_t k) {
  return k < f->n || k >= 2 * f->n || !f->system->aux[k - f->n];
}

/* The rate of state k (q, then u) for the accelerations a: u and a; of first-order states
 * (system.h) a and 0. */
static inline double ss_frame_rate(const ss_frame *f, const double *u, const double *a, size_t k) {
  const bool aux = f->system->aux[k % f->n];
  return k < f->n ? (aux ? a[k] : u[k]) : aux ? 0 : a[k - f->n];
}

/* Evaluates at (t, q, u); false if something is not finite. */
bool ss_frame_look(ss_frame *frame, double t, const double *q, const double *u);

/* |gamma| over one part of an element's law (contact.h). */
double ss_frame_speed(const ss_frame *frame, size_t element, size_t part);
bool ss_frame_rests(const ss_frame *frame, size_t element, size_t part); /* is it 0? */

static inline double ss_frame_value(const ss_frame *f, ss_quantity k, size_t i) {
  return f->value[f->tape.offset[k] + i];
}

/* The derivatives of number i of a quantity: `columns` numbers. */
static inline const double *ss_frame_slope(const ss_frame *f, ss_quantity k, size_t i) {
  return f->slopes + (f->tape.offset[k] + i) * f->columns;
}

/* ---- bonds.c --------------------------------------------------------------------------------- */

typedef enum ss_bond_kind { SS_BOND_NONE, SS_BOND_HELD, SS_BOND_SLIP } ss_bond_kind;

/* What an element does. A closed contact without friction is held. */
typedef struct ss_bond {
  ss_bond_kind kind;
  int sign;                  /* of a planar slip */
  int side;                  /* slider: sign of its normal force */
  bool soft;                 /* impact: without restitution, whatever the model says */
  bool stops;                /* impact: a friction takes part, too */
  bool holds[SS_PARTS_MOST]; /* slip: parts of the law that are held all the same (contact.h) */
  bool given;                /* impact: `push` is its normal impulse (poisson, expansion) */
  double push;               /* impact with slip in several directions: its normal impulse, */
  double slip[SS_SLIP_MOST]; /* and the slip gamma+ + e gamma- against which the others act */
} ss_bond;

typedef enum ss_bond_role {
  SS_ROLE_UNKNOWN,
  SS_ROLE_TIED,
  SS_ROLE_KNOWN,
  SS_ROLE_LAW, /* of an impact with slip in several directions, whose direction is not known */
  SS_ROLE_DROPPED
} ss_bond_role;

/* One part of a law in an impact with slip in several directions. */
typedef struct ss_turning {
  size_t first, count, part; /* its components */
  size_t unknown, normal;    /* places of the first of them, and of the normal, among unknowns */
  double push;               /* the normal impulse */
  double basis[SS_ROLL_FIRST][SS_ROLL_FIRST]; /* rows: along the slip, and across */
  ss_law_slope slope;
} ss_turning;

/* The directions that act, and what is computed for them. All buffers are of the largest size. */
typedef struct ss_response {
  bool impact; /* velocity jumps and impulses in place of accelerations and forces */
  size_t size;
  size_t *direction, *owner, *master; /* master: the component of the normal force */
  ss_bond_role *role;
  size_t unknowns, *unknown;
  bool dependent;      /* directions were dropped because they depend on others */
  double *tie;         /* tied: r = tie r_master; known: r = tie */
  double *tie_slope;   /* size x columns */
  double *r, *r_slope; /* size; size x columns */
  double *v, *v_slope; /* n; n x columns: accelerations, or the jump of u */
  size_t turnings;     /* law: parts of elements that turn, ... */
  ss_turning *turning;
  double *slip;                        /* ... and the slip after the impact, per component */
  double *L, *Y, *P, *inverse, *b, *e; /* workspaces */
  const ss_bond *bond;                 /* the caller's */
} ss_response;

ss_status ss_response_create(ss_arena *arena, const ss_frame *frame, ss_response *response);

/* The bonds of modes, and what they do at the frame's state: chosen and solved. */
void ss_bonds_of_modes(const ss_frame *frame, const ss_mode *modes, ss_bond *bonds);
bool ss_response_of_modes(const ss_frame *frame, const ss_mode *modes, ss_bond *bonds,
                          ss_response *response);

/* Lists the directions of the bonds at the frame's state, those dropped that depend on others: good
 * for a whole phase. False: M is not positive definite, or a law has no derivative here. */
bool ss_response_choose(const ss_frame *frame, const ss_bond *bonds, bool impact,
                        ss_response *response);

/* Forces and accelerations, impulses and jumps, with their derivatives. */
bool ss_response_solve(const ss_frame *frame, ss_response *response);

/* The same along a phase: the normal force of a slider that slips may change its sign, where its
 * friction is 0 and nothing jumps; `bonds` are those of the response. */
bool ss_response_follow(const ss_frame *frame, ss_bond *bonds, ss_response *response);

/* e of component a in an impact, and its derivatives; NULL: it has none. */
double ss_response_restitution(const ss_frame *frame, const ss_response *response, size_t a,
                               const double **slope);

/* The derivative of v by the normal impulse that element i is given (n numbers). */
void ss_response_find_share(const ss_frame *frame, const ss_response *response, size_t i,
                            double *share);

/* The component of a direction in the response; SIZE_MAX: it does not act. */
size_t ss_response_find(const ss_response *response, size_t direction);

/* Are all of them numbers? */
static inline bool ss_vary_are_finite(size_t count, const double *x) {
  double sum[4] = {0}; /* independent of each other: additions need not wait */
  size_t k = 0;
  for (; k + 3 < count; k += 4)
    for (size_t j = 0; j < 4; j++) sum[j] += x[k + j] * 0;
  for (; k < count; k++) sum[0] += x[k] * 0;
  return sum[0] + sum[1] + sum[2] + sum[3] == 0;
}

/* ---- turning.c ------------------------------------------------------------------------------- */

/* Impacts with slip in several directions (role LAW). The rows of their equations, from rows of
 * velocities (one per unknown, `columns` numbers each): N Hessian times them. */
bool ss_turning_find(const ss_frame *frame, ss_response *response);
void ss_turning_mix(const ss_response *response, size_t columns, double *rows);

/* r + N p on the diagonal and in the column of N; minus N times the change of p with the law's
 * arguments, to the right-hand sides. */
void ss_turning_add_forces(const ss_response *response, double *A);
void ss_turning_add_arguments(const ss_frame *frame, const ss_response *response, double *b);

/* The slips that the response says, in place of those it was found with: how much they changed. */
double ss_turning_repeat(const ss_frame *frame, ss_response *response);

/* ---- guards.c -------------------------------------------------------------------------------- */

typedef struct ss_vary_guard {
  ss_guard_kind kind;
  size_t element;
  int sign; /* of a planar slip or bound; of a slip in several directions the part of its law */
  double value, rate;
  double *slope; /* columns */
  double bound;  /* of a force in several directions: its largest amount */
} ss_vary_guard;

enum { SS_VARY_GUARDS_AN_ELEMENT = 3 };

/* Does the guard end a slip in several directions? */
static inline bool ss_guard_is_spatial(const ss_frame *f, ss_guard_kind kind, size_t element) {
  return kind == SS_GUARD_SLIP && f->system->element[element].slips > 1;
}

/* The guards of modes at the frame's state; the response is that of the modes. Those of forces that
 * are not unique are left out. Returns how many; guard[..].slope has space. */
size_t ss_vary_list_guards(const ss_frame *frame, const ss_mode *modes, const ss_response *response,
                           ss_vary_guard *guard);

/* ---- flow.c ---------------------------------------------------------------------------------- */

/* A phase: x from t to `end`, and the transition matrix over it (2 n x width, by rows). */
typedef struct ss_vary_flow {
  ss_frame *frame;
  ss_response response;
  ss_bond *bonds;
  double tolerance, pace;
  size_t size;
  double *y, *stage, *rates, *high, *low, *blur;
  bool watches;    /* some contacts are open: */
  double *closing; /* rates of their gaps at the step's beginning */
  size_t grazing;  /* one whose gap came to 0 and went up again, SIZE_MAX: none; how near */
  double margin, when;
} ss_vary_flow;

ss_status ss_vary_flow_create(ss_arena *arena, ss_frame *frame, double tolerance,
                              ss_vary_flow *flow);

/* SS_NO_CONVERGENCE where steps become too short or forces do not exist. x (2 n) is moved. */
ss_status ss_vary_flow_run(ss_vary_flow *flow, const ss_mode *modes, double t, double end,
                           double *x, double *transition);

/* ---- transition.c ---------------------------------------------------------------------------- */

enum { SS_JUMPS_MOST = 64 };

/* What follows when guards reach 0 at a state. */
typedef struct ss_transition {
  size_t jumps;
  ss_bond *jump[SS_JUMPS_MOST]; /* impacts in turn: bonds of all elements */
  double *u;                    /* after the impacts */
  ss_mode *after;
  double margin;         /* the smallest distance of an impulse from the border of its mode, ... */
  size_t margin_element; /* ... relative to the impulse */
} ss_transition;

/* Where a run stands: one structure for all files. */
typedef struct ss_vary ss_vary;

ss_status ss_transition_create(ss_arena *arena, const ss_vary *v, ss_transition *transition);

/* The impacts of contacts that close (`closes`, per element) at (t, q, u) in modes. */
ss_status ss_transition_collide(ss_vary *v, const double *x, const ss_mode *modes,
                                const bool *closes, ss_transition *out);

/* The modes after guards `fired` of `modes` have reached 0, with the velocities out->u. */
ss_status ss_transition_choose(ss_vary *v, const double *x, const ss_mode *modes, size_t fired,
                               const ss_vary_guard *const *guard, ss_transition *out);

/* The accelerations at x in modes, where slips that begin have no direction yet. */
ss_status ss_transition_accelerate(ss_vary *v, const double *x, const ss_mode *modes, double *a);

/* ---- gain.c ---------------------------------------------------------------------------------- */

/* The gain (width x width) of a transition at x = (q, u) in modes. `guard` NULL: none is known, and
 * rates must not jump. `row` (width; may be NULL) receives the derivative of the event's time. */
ss_status ss_vary_gain(ss_vary *v, const double *x, const ss_mode *modes,
                       const ss_vary_guard *guard, const ss_transition *transition, double *gain,
                       double *row);

/* ---- orders.c -------------------------------------------------------------------------------- */

enum { SS_ORDERS_MOST = 64, SS_TOGETHER_MOST = 4 };

/* After some of the events of an instant. */
typedef struct ss_order_stage {
  unsigned done;      /* of the instant's guards, as bits */
  const double *x;    /* 2 n */
  const double *gain; /* width x width: of the last of them */
  const ss_mode *modes;
} ss_order_stage;

/* One order of the events of an instant. */
typedef struct ss_order {
  ss_order_stage stage[SS_TOGETHER_MOST]; /* `count`; x NULL: there are none between */
  size_t count, element[SS_TOGETHER_MOST];
  size_t rows;
  double *cone; /* rows x width */
  double *gain; /* width x width */
  double *x;    /* 2 n, after */
  double *rate; /* n: accelerations after */
  ss_mode *modes;
  size_t lost; /* an element whose guard did not go on to 0 after another event; SIZE_MAX: none */
} ss_order;

/* A piece of the map in the making: width x width, rows x width. */
typedef struct ss_map_piece {
  double *matrix, *cone;
  size_t rows, orders, *order;
} ss_map_piece;

/* All that is known of an instant. */
typedef struct ss_instant {
  double t;
  const double *x;      /* 2 n, before */
  const ss_mode *modes; /* before */
  const ss_mode *after; /* as the motion says */
  size_t guards;
  ss_vary_guard *guard; /* those that reach 0 */
  const bool *closes;   /* not NULL: an accumulation; these contacts close without restitution */
  const bool *hits;     /* per element: contacts that have impacts in it; NULL: not known */
  size_t pieces;        /* of the map so far: which perturbations reach the instant; 0: any may */
  const ss_map_piece *piece;
  size_t orders;
  ss_order order[SS_ORDERS_MOST];
} ss_instant;

ss_status ss_vary_explore(ss_vary *v, ss_instant *instant);

/* ---- alike.c --------------------------------------------------------------------------------- */

/* An orthonormal basis (rows x width) of what closed and sticking contacts forbid at the frame's
 * state; space for 2 directions rows. What is left of z without it. */
size_t ss_vary_list_bonds(const ss_frame *frame, const ss_mode *modes, double *basis);
void ss_vary_keep_bonds(const ss_frame *frame, size_t rows, const double *basis, double *z);

/* Do rows a and b agree on all perturbations that the bonds allow (d: width); on all that the start
 * leads to, by the pieces of the map and the gain of the instant so far (d: 4 width)? */
bool ss_vary_rows_agree(const ss_frame *frame, size_t rows, const double *basis, const double *a,
                        const double *b, double *d);
bool ss_vary_rows_meet(const ss_frame *frame, const ss_instant *instant, const double *gain,
                       const double *a, const double *b, double *d);

/* How far perturbations of the start move what a row is about, the largest; 1: not known. */
double ss_vary_reach(const ss_frame *frame, const ss_instant *instant, const double *gain,
                     const double *row);

/* ---- instants.c ------------------------------------------------------------------------------ */

/* Events of a motion that happen at once: from first to last. */
typedef struct ss_moment {
  const ss_event *first, *last;
} ss_moment;

ss_status ss_vary_list_instants(ss_vary *v, const ss_motion *motion, size_t *count,
                                ss_moment **moments);

/* Is it an accumulation? Those contacts are marked (per element). */
bool ss_moment_closes(const ss_vary *v, const ss_moment *moment, bool *closes);

/* Marks the contacts that have impacts in it (per element, zeros before); returns `hits`. */
const bool *ss_moment_hits(const ss_moment *moment, bool *hits);

/* ---- start.c --------------------------------------------------------------------------------- */

/* What a motion that starts at x in modes allows, and slips that begin there. */
typedef struct ss_vary_start {
  size_t rows;
  double *cone;  /* rows x width: perturbations with row z > 0 are not possible */
  size_t begins; /* slips that begin */
  size_t element[SS_TOGETHER_MOST];
  size_t pieces;   /* all the ways in which perturbations can start: orders, 2^begins or more */
  ss_order *piece; /* of the instant t = 0 */
} ss_vary_start;

ss_status ss_vary_begin(ss_vary *v, const double *x, const ss_mode *modes, ss_vary_start *start);

/* ---- check.c --------------------------------------------------------------------------------- */

/* Perturbed motions: fills out->check. */
ss_status ss_vary_check_run(ss_vary *v, const double *parameters, const double *q, const double *u,
                            ss_variation *out);

/* ---- vary.c ---------------------------------------------------------------------------------- */

struct ss_vary {
  const ss_system *system;
  const ss_vary_options *options;
  ss_arena *arena, *scratch; /* results; what one instant needs */
  ss_frame frame;
  ss_vary_flow flow;
  ss_response response; /* of single states */
  ss_bond *bonds;
  ss_contact_state contacts;
  ss_refusal refusal;
  double t;            /* the present */
  const double *slope; /* d moved / d parameters asked for: moved x parameters */
  const size_t *moved; /* indices of the parameters that move */
};

/* On the way along a motion. */
typedef struct ss_walk {
  ss_vary v;
  ss_variation *out;
  size_t pieces;
  ss_map_piece *piece;
  double *x, *phase, *product;
  ss_vary_event *event;
  double *sample_x, *sample_gain;
  ss_vary *pushed;    /* the loop with its pushes; NULL: not asked for */
  double *row_before; /* of the last instant's time, by the start */
  double time_before;
  size_t element_before;
} ss_walk;

/* Sets the refusal (printf); SS_OK, so that the caller sees it by refusal.kind. */
ss_status ss_vary_refuse(ss_vary *v, ss_refusal_kind kind, size_t element, double number,
                         const char *format, ...) __attribute__((format(printf, 5, 6)));

const char *ss_vary_name(const ss_vary *v, size_t element);

/* Does a clutch turn backwards, at the frame's state? It engages by an impact. */
bool ss_vary_engages(const ss_vary *v, const double *x);

/* max(1, |u_1|, ..) at a state x = (q, u); velocities and gaps that count as 0 there. */
double ss_vary_speed(const ss_vary *v, const double *x);
double ss_vary_still(const ss_vary *v, const double *x);

/* A phase goes on to `end`; the same with a sample at every time that was asked for on the way. */
ss_status ss_walk_go(ss_walk *w, const ss_mode *modes, double end);
ss_status ss_walk_run(ss_walk *w, const ss_mode *modes, double end);

/* The guards of the modes at the walk's state; the one that the motion names, or NULL. */
ss_status ss_walk_list_guards(ss_walk *w, const ss_mode *modes, ss_vary_guard **list,
                              size_t *count);
ss_vary_guard *ss_walk_find_trigger(const ss_event_guard *named, size_t count, ss_vary_guard *list);

/* ---- approach.c ------------------------------------------------------------------------------ */

/* Follows a phase to just before the end of a slip in several directions. */
ss_status ss_walk_approach(ss_walk *w, const ss_moment *moment, const ss_mode *modes);

/* Does a part of the element's slip in several directions begin, from rest, at this state? */
bool ss_vary_begins(const ss_frame *frame, const ss_mode *modes, size_t element, size_t part);

/* Must slip k of the element stay 0: it sticks, or begins in several directions? */
bool ss_vary_is_held(const ss_frame *frame, const ss_mode *modes, size_t element, size_t k);

/* Accelerations at x in modes, those of slips that begin included: the machine's own. */
ss_status ss_vary_find_rates(ss_vary *v, const double *x, const ss_mode *modes, double *a);

/* Gives slips in several directions that begin the velocity of the next moment. */
ss_status ss_walk_set_off(ss_walk *w, const ss_mode *modes, bool *any);

/* ---- pieces.c -------------------------------------------------------------------------------- */

/* The pieces at the start, in modes. */
ss_status ss_walk_start(ss_walk *w, const ss_mode *modes);

/* Every piece goes on by the matrix of a phase (2 n rows); by the orders of an instant. */
void ss_walk_move(ss_walk *w, const double *phase);
ss_status ss_walk_branch(ss_walk *w, const ss_instant *instant, size_t orders);

/* Are all gains of an instant one? */
bool ss_walk_is_one_gain(const ss_walk *w, const ss_instant *instant);

/* The state and a piece, as the caller sees them, are the next sample. */
void ss_walk_keep_sample(ss_walk *w);

/* The map so far, and an instant, as the caller sees them. */
ss_status ss_walk_publish(ss_walk *w);
ss_status ss_walk_publish_event(ss_walk *w, const ss_instant *instant, const ss_moment *moment,
                                size_t orders);

/* ---- inputs.c -------------------------------------------------------------------------------- */

/* With options->pushed: the pushed loop beside the walk; an instant of it, its orders those of `in`
 * (NULL: not known; *orders grows where they differ by inputs only); its columns in the pieces. */
ss_status ss_walk_open_inputs(ss_walk *w, const double *parameters);
ss_status ss_walk_find_inputs(ss_walk *w, const ss_instant *in, size_t *orders,
                              ss_instant **pushed);
ss_status ss_walk_publish_inputs(ss_walk *w, const ss_instant *pushed, size_t orders,
                                 ss_vary_piece *piece);

/* ---- limits.c -------------------------------------------------------------------------------- */

/* The derivative of an instant's time by the start, from its guard: a row. */
void ss_walk_time_row(const ss_walk *w, const ss_vary_guard *guard, double *row);

/* The newest event, of `element`, its time being `row`: how far its order holds; and the
 * modes after it. */
void ss_walk_limit_by_order(ss_walk *w, const double *row, size_t element);
void ss_walk_limit_by_end(ss_walk *w, double end);
void ss_walk_limit_by_clutches(ss_walk *w, const ss_instant *instant);
ss_status ss_walk_limit_by_impacts(ss_walk *w, const ss_instant *instant);
ss_status ss_walk_limit_by_guards(ss_walk *w, const ss_instant *instant);
ss_status ss_walk_limit_at_end(ss_walk *w, const ss_mode *modes);

#endif
