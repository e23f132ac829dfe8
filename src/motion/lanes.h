/* lanes.h: what the files of the motion in lanes share.
 *
 * Number x of lane j is x[... * SS_LANES + j]. The contact problem has all elements, in their
 * order, so that component k of it means the same in every lane; elements that are open in a lane
 * are masked.
 */
#ifndef STANDSTILL_MOTION_LANES_H
#define STANDSTILL_MOTION_LANES_H

#include "moreau.h"
#include "motion_lanes.h"

/* The coordinates in which a direction is not 0, whatever the state. */
typedef struct ss_lane_pattern {
  size_t count;
  size_t *index;
} ss_lane_pattern;

/* The parts of a step, for all lanes at once (lanes_kernel.h). */
typedef struct ss_block_kernel {
  /* Inputs of the tape: the middle of the step. */
  void (*go_half)(ss_motion_lanes *lanes);
  /* Lanes in which a contact may have been hit. */
  uint64_t (*find_hits)(const ss_motion_lanes *lanes);
  /* Of these lanes, those in which a slip ends in the step. */
  uint64_t (*find_turns)(ss_motion_lanes *lanes, uint64_t in);
  /* free = M^-1 h, v = u + dt free; returns the lanes in which M is not positive definite. */
  uint64_t (*find_free)(ss_motion_lanes *lanes);
  /* G, on and above its diagonal, and c, target; Z unless M is diagonal. */
  void (*assemble)(ss_motion_lanes *lanes);
  /* u_end = v + Z P; returns the lanes in which it is not finite. */
  uint64_t (*push)(ss_motion_lanes *lanes, bool in_contact);
  /* The state at the end of the step becomes the present. */
  void (*finish)(ss_motion_lanes *lanes, bool in_contact);
} ss_block_kernel;

extern const ss_block_kernel ss_block_kernel_portable;
#ifdef __x86_64__
extern const ss_block_kernel ss_block_kernel_avx2, ss_block_kernel_avx512;
#endif

/* The kernels that this machine can run, the fastest first; NULL beyond the last. */
const ss_block_kernel *ss_block_kernel_at(size_t i);

struct ss_motion_lanes {
  ss_arena *arena;
  const ss_system *system;
  ss_moreau stepper; /* for one lane at a time */
  ss_moreau_result result;
  size_t n, elements, normals, size;
  double dt;
  bool vectorised; /* few planar contacts; else the stepper does everything */
  const ss_block_kernel *kernel;

  /* the trajectories */
  double *begin;         /* one per lane: when its motion began */
  double *t, *q, *u, *a; /* 1, n, n, n */
  double *P;             /* size: impulses of the last step, the guess of the next */
  bool pressed;          /* one of them may not be 0 */
  double *leave;         /* normals */
  uint64_t *touches;     /* one per normal */
  uint64_t moving;       /* lanes in use that have not failed */
  uint64_t failed;
  uint64_t solved; /* the forces come from a contact problem */
  uint64_t landed; /* the last step had a weak hit */
  ss_moreau_state
      *single; /* one per lane: what the stepper moves; the last state of a failed lane */

  /* the equations */
  ss_system_tape tape;
  double *work, *in;
  const double *out[SS_QUANTITY_COUNT];
  ss_mass_kind mass;
  double *inverse;           /* n x n numbers: M^-1 of constant M */
  double *factor;            /* n x n: L D L^T of others */
  const double **direction;  /* size x n: where each number of W begins */
  const double **own;        /* size: where w begins */
  const double **force;      /* n: where h begins */
  size_t *column;            /* size: which force each component is, normals then slips */
  size_t *owner;             /* size: whose it is */
  bool *is_slider;           /* one per normal */
  ss_lane_pattern all;       /* every coordinate */
  ss_lane_pattern *W, *Z;    /* size: of W, of M^-1 W */
  ss_lane_pattern *products; /* size x size: of both */
  ss_lane_pattern *pushes;   /* n: the components whose M^-1 W is not 0 there */

  /* the step */
  double *free, *v, *u_end; /* n */
  double *Zs;               /* size x n: M^-1 W */
  double *target;           /* size */
  double *G, *c, *xi;
  double *gamma, *rate; /* 1: of a slip */
  double *normal;       /* elements */
  bool knows_normals;   /* there are frictions with a known normal force */
  uint64_t *open;       /* elements */
  ss_contact *contact;
  ss_contact_options options;
  void *solve_work;
};

#endif
