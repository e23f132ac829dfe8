/* probe.h: what the files of the box prover share.
 *
 * A probe is what one thread needs to test boxes of a question: its forms and room for numbers.
 * Nothing is allocated while boxes are tested.
 */
#ifndef STANDSTILL_BOXES_PROBE_H
#define STANDSTILL_BOXES_PROBE_H

#include "standstill/boxes.h"

typedef struct ss_probe {
  const ss_boxes_question *question;
  ss_form form, near; /* near: of the local form; its tape is NULL if there is none */
  arb_ptr factor;     /* a matrix of balls, and a row of weights */
  double *numbers;    /* for weights and left inverses */
  double *root_lo, *root_hi;
} ss_probe;

/* What was found about a box. */
typedef struct ss_finding {
  uint32_t fact;       /* SS_BOXES_OPEN: only bounds are known */
  size_t axis;         /* where to cut; k if it cannot be cut */
  double above, mixed; /* lower ends of V on what the conditions leave of the box; -INFINITY */
  double *weight;      /* by condition */
} ss_finding;

/* False when memory is out. The root's ends are the units in which sides are compared. */
bool ss_probe_create(const ss_boxes_question *question, const double *lo, const double *hi,
                     ss_probe *probe);
void ss_probe_destroy(ss_probe *probe); /* a zeroed one too */

void ss_probe_examine(ss_probe *probe, const double *lo, const double *hi, ss_finding *finding);

/* Does the fact hold on the box? `weight` is that of a MIXED one. */
bool ss_probe_holds(ss_probe *probe, const double *lo, const double *hi, uint32_t fact,
                    const double *weight, double bound);

/* Does the point satisfy every clause, in balls? */
bool ss_probe_satisfies(ss_probe *probe, const double *point);

/* Number of clauses; the first condition of clause c, or the number of conditions. */
size_t ss_question_clauses(const ss_boxes_question *question);
size_t ss_question_clause(const ss_boxes_question *question, size_t c);

/* ---- refute.c -------------------------------------------------------------------------------- */

/* No point of the box that the form was run on satisfies the condition. */
bool ss_probe_refutes(ss_probe *probe, const ss_boxes_condition *condition);
/* The point that the form was run on satisfies it. */
bool ss_probe_confirms(ss_probe *probe, const ss_boxes_condition *condition);
/* L D L^T of a symmetric matrix of balls, lower triangle row by row: all D > 0. `a` is overwritten.
 */
bool ss_balls_are_definite(arb_ptr a, size_t n, slong precision);

/* ---- weights.c ------------------------------------------------------------------------------- */

/* Weights of the conditions with which the sum says most about the box that the form was run on;
 * false if nothing can be mixed. */
bool ss_probe_weigh(ss_probe *probe, double *weight);
/* Weights with which the sum is negative all over the box, about, whatever the objective is. */
bool ss_probe_contradict(ss_probe *probe, double *weight);
size_t ss_probe_weigh_size(const ss_boxes_question *question);
/* sum_i w_i f_i, minus V if there is an objective: less than 0 (or than -bound) says something. */
void ss_probe_mix(const ss_probe *probe, const double *weight, arb_t sum);

/* ---- descend.c ------------------------------------------------------------------------------- */

/* Goes from x to where the conditions hold, in doubles, and down with V along them; true if x is
 * such a point. */
typedef struct ss_descent ss_descent;
ss_descent *ss_descent_create(const ss_boxes_question *question, const double *lo,
                              const double *hi);
void ss_descent_destroy(ss_descent *descent);
bool ss_descent_run(ss_descent *descent, double *x, double *value);

#endif
