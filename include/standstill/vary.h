/* vary.h: how a motion changes when its start or its parameters change a little.
 *
 * Along a motion by events x(t) = (q, u), with perturbed starts and parameters
 *
 *     x_eps(0) = x(0) + eps z(0),   p_eps = p + eps z_p,      x_eps(t) = x(t) + eps z(t) + o(eps)
 *
 * the variation z follows z' = A z + A_p z_p between events and jumps at them, z+ = G z- + G_p z_p.
 * Where several events happen at one instant, perturbations choose their order: G depends on the
 * cone that z- lies in, z+ = G_k z- for c . z- <= 0 for all rows c of cone k (Bouma 2018, positive
 * homogenisation). All of it holds off the events' own instants: between the times of an event in
 * the two motions the difference is not small.
 *
 * Matrices are by rows; their columns are those of the variation: q, u, then the parameters asked
 * for. A start with closed contacts can be varied only so that they stay closed. A start with a
 * slip that just begins is an instant too: perturbations that slip the other way first have a map
 * of their own.
 */
#ifndef STANDSTILL_VARY_H
#define STANDSTILL_VARY_H

#include "standstill/motion.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ss_vary_options {
  double end;        /* the map is that over [0, end] */
  double tolerance;  /* of the motion and of its variation: 1e-12 */
  double window;     /* guards that reach 0 within this time of each other do so at once: 1e-8 */
  size_t parameters; /* to vary, by index in the model */
  const size_t *parameter;
  /* d start / d parameter: 2 n x parameters; NULL: the start does not depend on them */
  const double *start_slope;
  size_t checks;                 /* perturbed motions to compare with; 0: none */
  double check_size;             /* the largest perturbation of a check: 1e-3 */
  const double *check_direction; /* 2 n + parameters; NULL: random ones, `seed` */
  uint64_t seed;
  bool first_if_several; /* as in ss_motion_options */
  size_t times; /* where the state and its derivative are wanted too: in order, from 0 on */
  const double *time;
  const ss_system
      *pushed;         /* of ss_system_push: events say what inputs do, too; NULL: they do not */
  const double *along; /* 2 n + parameters: of the piece of this perturbation; NULL: of the first */
} ss_vary_options;

ss_vary_options ss_vary_default_options(void);

/* ---- results --------------------------------------------------------------------------------- */

/* The map of one cone: z+ = gain z- where cone z- <= 0. */
typedef struct ss_vary_piece {
  size_t orders;       /* events in turn */
  const size_t *order; /* the element of each */
  size_t rows;         /* of the cone; 0: all perturbations */
  const double *cone;  /* rows x columns */
  const double *gain;  /* 2 n x columns */
  /* of an event, with options->pushed: z+ = gain z- + input_gain v where cone z- + input_cone v <=
   * 0, v the change of the inputs; 2 n x inputs and rows x inputs; NULL: not known */
  const double *input_gain, *input_cone;
} ss_vary_piece;

/* After some of the events of an instant, which all happen at once: what an order goes through. */
typedef struct ss_vary_stage {
  unsigned done;        /* the guards that have reached 0, as bits of the instant's */
  const double *x;      /* 2 n: the state then */
  const ss_mode *modes; /* and the modes */
  const double *gain;   /* 2 n x columns: z after it, from that before it */
} ss_vary_stage;

/* All stages of one order; after the last all has happened. */
typedef struct ss_vary_way {
  size_t stages;
  const ss_vary_stage *stage;
} ss_vary_way;

/* All that happens at one instant. */
typedef struct ss_vary_event {
  double t;
  const ss_mode *before; /* modes; those after: of the last stage of a way */
  size_t guards;
  const ss_event_guard *guard; /* that reach 0, values and rates before */
  size_t ways;                 /* orders that perturbations can produce, the gains alike or not */
  const ss_vary_way *way;
  ss_event_kind kind; /* of the first */
  size_t contacts;
  const size_t *contact; /* elements whose guards reached 0 */
  double rate;           /* of the first guard; NAN: none is known */
  size_t pieces;
  const ss_vary_piece *piece;
  bool simultaneous; /* several guards at once */
  double size;       /* perturbations of the start up to about this keep what is said; INFINITY */
  const char *limit; /* what happens beyond it; NULL where size is INFINITY */
} ss_vary_event;

#define SS_REFUSAL_LIST(X)                                                                         \
  X(NONE, "")                                                                                      \
  X(MOTION, "motion")               /* the motion itself ends early */                             \
  X(GRAZING, "grazing")             /* a guard reaches 0 with no rate */                           \
  X(SUPERFLUOUS, "superfluous")     /* a contact that closes in one order lifts in another */      \
  X(DISCONTINUOUS, "discontinuous") /* the orders end in different states */                       \
  X(BORDER, "border")               /* an impact between stick and slip, or with no impulse */     \
  X(AMBIGUOUS, "ambiguous")         /* several motions, or none, between two events at once */     \
  X(END, "end")                     /* an event at the end itself: the map before it is given */   \
  X(LAW, "law")                     /* a law whose derivative is not known here */                 \
  X(LIMIT, "limit")                 /* too many events at once, or pieces */

typedef enum ss_refusal_kind {
#define SS_REFUSAL_ENUM(name, word) SS_REFUSAL_##name,
  SS_REFUSAL_LIST(SS_REFUSAL_ENUM)
#undef SS_REFUSAL_ENUM
      SS_REFUSAL_COUNT
} ss_refusal_kind;

const char *ss_refusal_word(ss_refusal_kind kind);

/* Why there is no derivative from some instant on. */
typedef struct ss_refusal {
  ss_refusal_kind kind; /* SS_REFUSAL_NONE: there is one up to the end */
  const char *reason;   /* a sentence with contact, time and number */
  double t;
  size_t element; /* SIZE_MAX: none */
  size_t other;   /* the second of two that the reason names; SIZE_MAX: none */
  double number;  /* what was too small, or by how much states differ; NAN: none */
} ss_refusal;

/* Perturbed motions against the prediction. */
typedef struct ss_vary_check {
  size_t count;
  const double *direction; /* count x columns */
  const double *size;      /* count x SS_CHECK_SIZES: eps */
  const double *error;     /* the same: |x_eps - (x + eps z)|, the largest entry */
  const double *order;     /* count: observed between the two best sizes; INFINITY: no remainder */
  const char *const *note; /* count: why one is not counted; NULL: it is */
  const double *start;     /* count x 2 n: where the largest perturbation starts, */
  const double *parameter; /* count x parameters of the model: with these */
} ss_vary_check;

enum { SS_CHECK_SIZES = 6 };

typedef struct ss_variation {
  size_t n, columns; /* columns = 2 n + parameters */
  size_t inputs;     /* columns of the events' input gains; 0: they were not asked for */
  ss_motion motion;
  double t;        /* up to which the map holds: the end, or just before what is refused */
  const double *x; /* 2 n: the state there */
  size_t events;
  const ss_vary_event *event;
  size_t pieces; /* of the transition map over [0, t]; cones are about the start */
  const ss_vary_piece *piece;
  ss_refusal refusal;
  double size;          /* the smallest of the events' */
  const ss_mode *start; /* per element: those that are closed or stick at the start must stay so */
  /* further perturbations of the start that are not possible: where a row times z is positive */
  size_t start_rows;
  const double *start_cone; /* start_rows x columns */
  bool from_rest; /* a slip in several directions begins: perturbations must leave it at rest */
  ss_vary_check check;
  size_t samples;         /* of options->time, the first so many: all, or those before a refusal */
  const double *sample_x; /* samples x 2 n; at the time of an event, the state before it */
  const double *sample_gain; /* samples x 2 n x columns: of one piece (options->along) */
} ss_variation;

/* The motion from (q, u) at t = 0 and its variation. SS_OK also where something was refused: what
 * holds before it is there. SS_BAD_INPUT: the motion cannot start (variation->motion.reason). */
ss_status ss_vary_run(ss_arena *arena, const ss_system *system, const double *parameters,
                      const double *q, const double *u, const ss_vary_options *options,
                      ss_variation *variation);

/* The matrix of the piece that a perturbation of the start (columns numbers) belongs to. */
const ss_vary_piece *ss_vary_find_piece(const ss_variation *variation, const double *z);

/* The map over a period. */
typedef struct ss_vary_cycle {
  size_t count;          /* 2 n */
  const double *re, *im; /* multipliers: eigenvalues of a piece in its state columns */
  double distance;       /* of the end from the start, largest entry */
} ss_vary_cycle;

/* Of one piece. SS_BAD_ARGUMENT where something was refused. */
ss_status ss_vary_find_multipliers(ss_arena *arena, const ss_variation *variation, size_t piece,
                                   const double *q, const double *u, ss_vary_cycle *cycle);

/* How all parameters of a model move with some of them, through the formulas of the file, as --set
 * moves them: slope is model->parameters x count. And how a state does that a text names (as
 * ss_model_state_from_text): 2 n x count. */
ss_status ss_vary_parameter_slopes(const ss_model *model, size_t count, const size_t *parameter,
                                   double *slope);
ss_status ss_vary_start_slopes(const ss_model *model, const char *state, size_t count,
                               const size_t *parameter, double *slope);

#ifdef __cplusplus
}
#endif

#endif
