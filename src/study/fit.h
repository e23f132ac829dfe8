/* fit.h: what the files about fits share.
 *
 *     fit.c            the way to the values: stages, tries, weights
 *     fit_motion.c     what a motion predicts, and its derivatives
 *     fit_descend.c    Levenberg and Marquardt's steps
 *     fit_judge.c      intervals, what is not determined
 */
#ifndef STANDSTILL_STUDY_FIT_H
#define STANDSTILL_STUDY_FIT_H

#include "standstill/vary.h"
#include "study_private.h"

typedef struct ss_fitting {
  ss_arena *arena, *scratch; /* results; what one round needs */
  const ss_machine *machine;
  const ss_measured *data;
  const ss_fit_options *options;
  const char *from;
  size_t unknowns;
  const size_t *index; /* of a parameter in the model; of a start in the state */
  const char **name;   /* of the unknowns */
  const double *begin; /* values in the machine */
  /* the ranges that the model declares, infinities where it does not; NULL: of none */
  const double *low, *high;
  size_t rows;    /* that count at this stage: the first so many */
  double *weight; /* columns: 1 / scatter */
  bool *left_out; /* columns x rows */
  double prior;   /* how much the beginning counts: 1 in early stages, then 0 */
  double *r, *J;  /* columns x rows; times unknowns: of the present point, weighed */
  double *A, *L, *g, *step;
  size_t rounds, motions;
  const char *no_gradients, *reason; /* reason: why the last motion failed */
} ss_fitting;

/* Values of the unknowns and what follows from them. */
typedef struct ss_fit_point {
  double *theta;   /* unknowns */
  double *predict; /* columns x rows */
  double cost;     /* INFINITY: there is no motion */
} ss_fit_point;

ss_status ss_fit_point_create(const ss_fitting *f, ss_fit_point *p);
void ss_fit_point_copy(const ss_fitting *f, const ss_fit_point *from, ss_fit_point *to);

/* ---- fit_motion.c ---------------------------------------------------------------------------- */

/* The machine and the start with these values; the text of the start is in the scratch. */
ss_status ss_fit_open(ss_fitting *f, const double *theta, ss_machine **machine, const char **start);

/* Fills predict and cost from theta. A motion that fails costs INFINITY; SS_MEMORY, SS_LIMIT. */
ss_status ss_fit_predict(ss_fitting *f, ss_fit_point *p);

/* The motion itself, with samples, in an arena. */
ss_status ss_fit_move(ss_fitting *f, ss_arena *arena, const ss_machine *machine, const char *start,
                      double every, ss_motion *motion);

/* Residuals and derivatives at a point: f->r and f->J, weighed. */
ss_status ss_fit_differentiate(ss_fitting *f, const ss_fit_point *p);

/* ---- fit_descend.c --------------------------------------------------------------------------- */

/* Goes downhill from a point, at most so many rounds. */
ss_status ss_fit_descend(ss_fitting *f, size_t rounds, ss_fit_point *p);

/* The value of an unknown that its range allows. */
double ss_fit_clip(const ss_fitting *f, size_t unknown, double value);

/* The sum of squares of a prediction, with weights, what is left out and the prior. */
double ss_fit_cost(const ss_fitting *f, const double *theta, const double *predict);

/* ---- fit_judge.c ----------------------------------------------------------------------------- */

/* How far the box around the ellipsoid of confidence reaches, in standard deviations: the root of
 * m times the quantile of F with m and `rest` degrees of freedom. */
double ss_fit_reach(double confidence, size_t m, double rest);

/* Errors and intervals from the derivatives at p, which are those of f->J. */
ss_status ss_fit_judge(ss_fitting *f, const ss_fit_point *p, ss_fit *fit, ss_fit_unknown *unknown);

#endif
