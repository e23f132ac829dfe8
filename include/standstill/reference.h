/* reference.h: a motion to be followed through impacts, with the gains that follow it.
 *
 * A reference motion alpha(t) with inputs mu(t) is cut at its instants t_1 < t_2 < ..: segment k is
 * what it does between t_k and t_k+1, in one set of modes, and is continued beyond both in these
 * modes as if nothing happened there (Bouma 2018, chapter 1: reference spreading). Where several
 * events happen at one instant, perturbed motions have them one after the other: there is a segment
 * for each set of them that can have happened, around the instant. A controller compares the
 * state with the segment of the events that have happened, not with that of the clock,
 *
 *     v = mu_k(t) - K_k(t) (x - alpha_k(t)),
 *
 * so that its error is small also between the times of an event in the two motions. The gains K are
 * those of the linear-quadratic problem of the variation (vary.h),
 *
 *     minimise  sum of integrals of z^T Q z + w^T R w  +  z(end)^T Q z(end),
 *     z' = A z + B w  between instants,   z+ = G z-  at them:
 *
 *     -P' = A^T P + P A - P B R^-1 B^T P + Q,    P- = G^T P+ G,    K = R^-1 B^T P.
 *
 * Before an instant with several orders of its events P- is the mean over them.
 */
#ifndef STANDSTILL_REFERENCE_H
#define STANDSTILL_REFERENCE_H

#include "standstill/vary.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ss_reference_options {
  double end;            /* of the reference: 10 */
  double tolerance;      /* of the motion: 1e-10 */
  double extent;         /* segments are continued by so much of the end, each way: 0.1 */
  size_t knots;          /* of the whole motion: 1000; segments have a share each, at least 16 */
  const double *weight;  /* 2 n: Q is diagonal; NULL: ones */
  const double *effort;  /* inputs: R is diagonal, above 0; NULL: ones */
  bool first_if_several; /* as in ss_motion_options */
} ss_reference_options;

ss_reference_options ss_reference_default_options(void);

/* alpha_k and K_k at knots in the order of time. */
typedef struct ss_reference_segment {
  size_t instants;   /* that have happened */
  unsigned done;     /* of the next one's guards, as bits: those that have happened too */
  double begin, end; /* its part of the reference; the same for one between events at once */
  const ss_mode *modes;
  size_t knots;
  const double *t;
  const double *x, *rate; /* knots x 2 n: alpha and its derivative */
  const double *gain;     /* knots x inputs x 2 n */
} ss_reference_segment;

typedef struct ss_reference_motion {
  size_t n, inputs;
  ss_variation variation; /* of the reference: its motion, its events */
  size_t segments;        /* in the order of instants, those between events at once behind */
  const ss_reference_segment *segment;
  const double *cost; /* 2 n x 2 n: P at the start; z^T P z is what a perturbation z costs */
} ss_reference_motion;

/* From a motion of the closed loop; `pushed` is that loop with its pushes (ss_system_push), and so
 * are the parameters. SS_OK also where the variation was refused: variation.refusal, and there are
 * no segments. SS_NO_CONVERGENCE: the gains have no solution. Else as ss_vary_run. */
ss_status ss_reference_make(ss_arena *arena, const ss_system *pushed, const double *parameters,
                            const double *q, const double *u, const ss_reference_options *options,
                            ss_reference_motion *reference);

/* The segment of so many instants and so much of the next; SIZE_MAX: none. */
size_t ss_reference_find(const ss_reference_motion *reference, size_t instants, unsigned done);

/* alpha (2 n) and K (inputs x 2 n; NULL: not wanted) of a segment at a time: by the cubic with
 * values and derivatives at knots, gains by lines. Beyond its knots alpha goes on straight, and the
 * gains stay. */
void ss_reference_look_up(const ss_reference_motion *reference, size_t segment, double t,
                          double *alpha, double *gain);

#ifdef __cplusplus
}
#endif

#endif
