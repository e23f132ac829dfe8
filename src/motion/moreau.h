/* moreau.h: what the files of the time-stepping method share.
 *
 * A STATE is one trajectory between two steps. A STEPPER knows the system: its tape, its buffers;
 * it moves states, any number of them, one step at a time (moreau_step.c, moreau_impact.c,
 * moreau_turn.c). What a step did is its RESULT, which the method (moreau.c) puts into the record
 * and the book, after the step control (moreau_control.c) has accepted it. lanes.c moves many
 * states at once and hands single ones to the stepper.
 */
#ifndef STANDSTILL_MOTION_MOREAU_H
#define STANDSTILL_MOTION_MOREAU_H

#include "mass.h"
#include "run.h"

/* ---- states ---------------------------------------------------------------------------------- */

typedef struct ss_moreau_state {
  double t, step; /* the length of the last step */
  bool solved;    /* the forces come from a contact problem, not from the step before */
  bool landed;    /* the last step had a weak hit, whose jump is in a and in the forces */
  double *q, *u;
  double *a;       /* mean acceleration of the last step, impacts apart: guesses the next */
  double *rate;    /* of first-order states, in the middle of the last step; 0 for the others */
  double *forces;  /* normals, then slips: means over the last step, impacts apart */
  double *leave;   /* one per normal: gamma_N at the end of the last step, where it touches */
  double *landing; /* two a normal: when it was hit last, having been open, and how fast */
  bool *touches;   /* one per normal: in lasting contact */
  void *block;     /* all of the arrays */
  size_t bytes;
} ss_moreau_state;

/* ---- results --------------------------------------------------------------------------------- */

typedef struct ss_moreau_hit {
  double t;
  size_t element;
  double before, after; /* kinetic energy */
  double drive;         /* what driven gaps and slips put in (ss_book_drive) */
  double *q, *u_before, *u_after, *impulses;
} ss_moreau_hit;

typedef struct ss_moreau_result {
  size_t hits;
  ss_moreau_hit *hit;  /* space for one per normal: a contact is hit once in a step */
  double *amounts;     /* of energy, for ss_book_add */
  ss_mode *modes;      /* one per element, at the end of the step */
  ss_landings at_once; /* elements that were hit within one step of each other, coupled */
  double penetration;  /* the deepest gap in the middle of the step, or of open contacts at its end;
                         or the farthest slider */
  double unseen;       /* the deepest gap expected at the end of the step, of open contacts; the
                         height of flights that were too short */
} ss_moreau_result;

/* ---- blocks (moreau_sparse.c) ---------------------------------------------------------------- */

typedef struct ss_moreau_sparse {
  bool on;               /* M is diagonal, many elements, few of them share a coordinate */
  bool filled;           /* G has the blocks of those who take part in the impact at work */
  size_t *first, *index; /* coordinates of direction c: index[first[c]] .. index[first[c + 1]) */
  size_t *near_first, *near; /* elements that share a coordinate with one, itself too, ascending */
  bool *reached;             /* one per element: an impulse of the impact at work can reach it */
  size_t *place;             /* one per element: which contact of the problem it is */
  size_t *start, *column, *at;
  size_t *cursor; /* one per contact: its first block right of the diagonal not yet mirrored */
  double *value;
  ss_block_matrix G;
} ss_moreau_sparse;

/* ---- the stepper ----------------------------------------------------------------------------- */

typedef struct ss_moreau {
  const ss_system *system;
  size_t n, elements, normals, slips;
  ss_system_tape tape;
  double *work, *in;
  ss_state_view at;          /* the state evaluated last */
  ss_system_tape light_tape; /* gaps, directions, laws: for impacts of machines with blocks */
  double *light_work;        /* NULL: there is none */
  ss_state_view full, light; /* where the two tapes leave their outputs */
  ss_mass mass;
  ss_moreau_sparse sparse;

  /* the step at work */
  double rest;        /* what is left of it after the last impact or the end of a slip */
  double weak;        /* how long ago a contact was hit that the contact problem stops */
  double *q;          /* in the middle: the tape's input */
  double *u;          /* after its impacts */
  double *free;       /* M^-1 h */
  double *v, *u_mean; /* u + dt M^-1 h; (u + u+) / 2 */

  /* its contact problem */
  size_t count, size;
  ss_contact *kind;    /* one per element: what never changes */
  ss_contact *contact; /* of the problem */
  size_t *element;     /* which element each contact is */
  size_t *column;      /* which force each component is: normals, then slips */
  double *target;      /* the velocity asked for, by component */
  double *W, *Z, *G;   /* directions, M^-1 W: n x size; size x size, by columns; not while sparse */
  double *c, *P, *xi;  /* size */
  double *w;           /* size */
  void *solve_work;
  ss_contact_options options;

  /* impacts: nothing is known of their impulses before */
  double *L, *eN, *eT;
  bool factored; /* M = L L^T, for good */
  ss_contact_options impact_options;
  size_t *order;
  double *ago;      /* one per normal: how long ago it was hit */
  double *approach; /* one per element */
  void *impact_work;

  const char *why; /* what went wrong; NULL: nothing */
  size_t where;    /* the element at which it did; SIZE_MAX: none of its own */
} ss_moreau;

/* Compiles the tape and takes the buffers from the arena; destroy also after a failure. */
ss_status ss_moreau_create(ss_arena *arena, const ss_system *system, const double *parameters,
                           ss_moreau *m);
void ss_moreau_destroy(ss_moreau *m);

ss_status ss_moreau_new_state(ss_arena *arena, const ss_moreau *m, ss_moreau_state *state);
void ss_moreau_copy(ss_moreau_state *to, const ss_moreau_state *from);
ss_status ss_moreau_new_result(ss_arena *arena, const ss_moreau *m, ss_moreau_result *result);

/* A trajectory begins at (t, q, u): contacts that neither approach nor leave touch. */
void ss_moreau_start(ss_moreau *m, double t, const double *q, const double *u,
                     ss_moreau_state *state);

/* One step. On failure the state is not to be used, and m->why says why. No allocation. */
ss_status ss_moreau_step(ss_moreau *m, ss_moreau_state *state, double dt, ss_moreau_result *result);

/* ---- products with W and G, full or by their blocks (moreau_sparse.c) ------------------------ */

/* Finds out whether blocks serve the machine. */
ss_status ss_moreau_sparse_create(ss_arena *arena, ss_moreau *m);

/* W^T x of a direction: normals, then slips. */
double ss_moreau_rate(const ss_moreau *m, size_t column, const double *x);

/* Blocks of G of those who take part; the same as a full matrix. */
void ss_moreau_sparse_fill(ss_moreau *m);
void ss_moreau_sparse_spread(ss_moreau *m);

/* u += M^-1 W P */
void ss_moreau_sparse_push(const ss_moreau *m, const double *P, double *u);

/* The contact problem; an entry of G's diagonal. */
ss_contact_problem ss_moreau_problem(ss_moreau *m);
double ss_moreau_diagonal(const ss_moreau *m, size_t component);

/* Newton's impact law at m->u for those who take part. */
ss_status ss_moreau_sparse_impact(ss_moreau *m, double *u_after, ss_impact_report *report);

/* ---- numbers that the scalar step and the lanes share ---------------------------------------- */

/* Velocities below this share of the contact problem's data are 0: a hundred tolerances. */
#define SS_MOREAU_NOTHING 1e-8

/* Gaps below this one are 0: divided by dt, rounding would be a velocity. */
#define SS_MOREAU_ROUNDING 1e-14

/* A deep contact rises with no more than this share of the velocity that presses it in a step. */
#define SS_MOREAU_RISE 0.75

/* Slower slips have ended; and before so much of a step a slip must end to be noticed. */
#define SS_MOREAU_ENDED  1e-11
#define SS_MOREAU_BEFORE 0.999

/* ---- parts of a step ------------------------------------------------------------------------- */

/* Evaluates the system. */
void ss_moreau_evaluate(ss_moreau *m, double t, const double *q, const double *u);

/* Evaluates what impacts need at m->q, at least: gaps, directions, laws, restitution; the rest is
 * that of the last full evaluation. */
void ss_moreau_glance(ss_moreau *m, double t, const double *u);

/* Appends element i to the contact problem: kind, law, directions. */
void ss_moreau_add(ss_moreau *m, size_t i);

/* Velocities go on by s with the acceleration of the last step; what its forces do is booked. */
void ss_moreau_advance(ss_moreau *m, const ss_moreau_state *state, double s,
                       ss_moreau_result *result);

/* A slip that ends in the step: moves there, m->rest is what is left of the step. */
void ss_moreau_turn(ss_moreau *m, const ss_moreau_state *state, double dt,
                    ss_moreau_result *result);

/* Impacts of contacts that have closed by the middle of the step (m->q, m->u). */
ss_status ss_moreau_collide(ss_moreau *m, ss_moreau_state *state, double dt,
                            ss_moreau_result *result);

#endif
