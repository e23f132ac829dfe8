/* lyapunov.h: machines without contacts, with a function V that the file gives.
 *
 *     M(q) q'' = h(q, u),      V(q, u),      V' = V_q u + V_u M^-1 h
 *
 * as functions of the state x = (q, u) and of the parameters that have a range: both are variables
 * of boxes. All other parameters are inserted, as the formulas that they stand for.
 */
#ifndef STANDSTILL_PROOF_LYAPUNOV_H
#define STANDSTILL_PROOF_LYAPUNOV_H

#include "standstill/boxes.h"
#include "theorem.h"

typedef struct ss_lyapunov_facts {
  ss_arena *arena;
  const ss_system *system; /* parameters inserted */
  ss_graph *graph;
  const char *name; /* of V in the file */
  size_t n, k;      /* coordinates; variables: 2 n states and the parameters with a range */
  ss_expr *variable;
  const char **words; /* of the variables */
  ss_expr V, rate;
  fmpq *center;                          /* 2 n: the rest point */
  double *center_lo, *center_hi;         /* doubles around it */
  ss_tape *tape;                         /* V and V' */
  ss_tape *curvature;                    /* -d2V'/dx2, lower triangle */
  ss_tape *mass;                         /* M, lower triangle */
  double *lo, *hi;                       /* k: the region, once it is found; the ranges */
  struct ss_lyapunov_facts *next;        /* of the next function of the file; NULL */
  const struct ss_lyapunov_facts *shown; /* of the function that the proof is by */
} ss_lyapunov_facts;

extern const ss_view ss_view_lyapunov;

bool ss_theorem_ss_lyapunov(ss_attempt *a);
const char *ss_lyapunov_explain(const ss_attempt *a);

/* ---- lyapunov_region.c ----------------------------------------------------------------------- */

/* A box around the part of {V < level} that holds the rest point, for the largest level that rays
 * from there suggest; false if they suggest none. In doubles: nothing rests on it. */
bool ss_lyapunov_find_region(ss_lyapunov_facts *f, double *level);

/* ---- box_evidence.c -------------------------------------------------------------------------- */

/* {"kind": kind, "tree": text} */
json_t *ss_evidence_tree(const char *kind, const ss_boxes_answer *answer);
json_t *ss_tree_text(const ss_boxes_answer *answer);
/* An exact double as a rational. */
json_t *ss_evidence_double(double x);
/* "q = 0.5, q' = -1": the point in words. */
const char *ss_point_text(ss_arena *arena, size_t k, const char *const *words, const double *point);

#endif
