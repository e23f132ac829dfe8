/* tube.h: what one computed motion says of all that start near it.
 *
 * Of a linear machine with dry friction, M q'' + C q' + K q = f - sum w_j s_j, s_j in
 * p_j Sign(w_j^T q'), M and K symmetric and positive definite, p_j constant, the distance of two
 * motions grows at most at a known rate: friction is monotone. So a motion that is followed to a
 * level below which all motions come to rest, to a rest point with a margin, or to where none
 * comes back from, takes the whole box of starts around it along: docs/theory.md, "Tubes".
 *
 * The centre of a tube is computed in floating point; its residual, its switching and all rounding
 * are bounded and added to the radius.
 */
#ifndef STANDSTILL_TUBE_H
#define STANDSTILL_TUBE_H

#include "standstill/linear.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is known of a machine before any motion is followed; constant, threads share it. */
typedef struct ss_tube ss_tube;

enum { SS_TUBE_MOST = 8 }; /* coordinates, and frictions */

/* A gap a q + d that is positive while its contact is open; doubles next to its numbers. */
typedef struct ss_tube_gap {
  double a[SS_TUBE_MOST], d;
} ss_tube_gap;

typedef struct ss_tube_options {
  const fmpq *level; /* all motions that start with V < level tend to rest; NULL: none is known */
  bool global;       /* all motions do */
  double end;        /* how long a motion is followed */
  /* contacts, which the machine at hand is without: what closes one is open, and so are escapes */
  size_t gaps;
  const ss_tube_gap *gap;
} ss_tube_options;

/* In the arena. SS_BAD_ARGUMENT: *why_not is a phrase ("the stiffness matrix is not symmetric"). */
ss_status ss_tube_create(ss_arena *arena, const ss_linear *linear, const ss_tube_options *options,
                         const ss_tube **tube, const char **why_not);

typedef enum ss_tube_fate {
  SS_TUBE_OPEN,   /* nothing is shown */
  SS_TUBE_LEVEL,  /* all of them come below the level: they tend to rest */
  SS_TUBE_REST,   /* all of them tend to rest near a rest point with a margin */
  SS_TUBE_ESCAPE, /* all of them go away for ever, without bound */
} ss_tube_fate;

typedef struct ss_tube_answer {
  ss_tube_fate fate;
  double time;                /* when it was decided, or given up */
  double radius;              /* of the tube then, in the energy's norm */
  bool touches;               /* it was given up because a contact may close */
  double x[2 * SS_TUBE_MOST]; /* where its centre is then */
  size_t ray;                 /* SS_TUBE_ESCAPE: which growing mode */
  size_t direction;           /* and which direction of it */
  long share[SS_TUBE_MOST];   /* SS_TUBE_REST: forces of the rest point, in 2^-20 p_j */
} ss_tube_answer;

/* Every motion that starts in the box x - reach <= (q, u) <= x + reach; all have 2n entries. The
 * plan of the motion, as docs/certificate.md has it, is put behind what is in `plan`, which may be
 * NULL. */
void ss_tube_follow(const ss_tube *tube, const double *x, const double *reach, ss_text *plan,
                    ss_tube_answer *answer);

/* What a certificate says: the bound of the rate of growth, the step, the growing modes; what rest
 * points ask of their forces, NULL: none settles. */
const fmpq *ss_tube_rate(const ss_tube *tube);
const fmpq *ss_tube_settling(const ss_tube *tube);
/* No stiffness within the radii differs by more than this share of the one in the middle. */
const fmpq *ss_tube_stretch(const ss_tube *tube);
double ss_tube_step(const ss_tube *tube);
/* All motions from |x| below it tend to rest: of the level, or within the gaps. */
double ss_tube_radius(const ss_tube *tube);
size_t ss_tube_frictions(const ss_tube *tube);
/* Rates while frictions stick: a set of them, bit by bit. */
size_t ss_tube_helds(const ss_tube *tube);
unsigned ss_tube_held(const ss_tube *tube, size_t held, const fmpq **rate, const fmpq **push);
size_t ss_tube_rays(const ss_tube *tube);
/* nu and l^T, 2n entries each, near to an eigenvalue and its left eigenvector. */
void ss_tube_ray(const ss_tube *tube, size_t ray, double nu[2], double *re, double *im);

#ifdef __cplusplus
}
#endif

#endif
