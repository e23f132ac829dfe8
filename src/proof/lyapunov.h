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

enum { SS_LYAPUNOV_FRICTIONS = 4 }; /* at most */

typedef struct ss_lyapunov_facts {
  ss_arena *arena;
  const ss_system *system; /* parameters inserted */
  ss_graph *graph;
  const char *name; /* of V in the file */
  size_t n, k;      /* coordinates; variables: 2 n states and the parameters with a range */
  ss_expr *variable;
  const char **words; /* of the variables */
  ss_expr V, rate;    /* rate: with friction as it is where it slips */
  ss_expr *gradient;  /* 2 n: of V */
  size_t frictions;   /* planar ones (ss_rubbed.c); without, the machine is smooth */
  const ss_expr *slip[SS_LYAPUNOV_FRICTIONS]; /* n: w_j */
  ss_expr bound[SS_LYAPUNOV_FRICTIONS];       /* p_j */
  bool even;                                  /* dV/du = 0 wherever u = 0 */
  bool strict;                                /* D2V > 0 at x_e, exactly */
  fmpq *center;                               /* 2 n: the rest point */
  double *center_lo, *center_hi;              /* doubles around it */
  ss_tape *tape;                              /* V and V'; with friction V */
  ss_tape *scan;                              /* V and V', in doubles; NULL: as above */
  ss_tape *curvature;                         /* -d2V'/dx2, with friction d2V/du2; lower triangle */
  ss_tape *mass;                              /* M, lower triangle */
  ss_tape *bounds;                            /* a diagonal matrix of the p_j, likewise; or NULL */
  double *lo, *hi;                            /* k: the region, once it is found; the ranges */
  struct ss_lyapunov_facts *next;             /* of the next function of the file; NULL */
  const struct ss_lyapunov_facts *shown;      /* of the function that the proof is by */
} ss_lyapunov_facts;

extern const ss_view ss_view_lyapunov;

bool ss_theorem_ss_lyapunov(ss_attempt *a);
const char *ss_lyapunov_explain(const ss_attempt *a);
/* A decimal level of eight digits that is not above the bound, into the attempt; the least double
 * that is not below it. */
double ss_lyapunov_round_level(ss_attempt *a, double bound);
/* The rest point was chosen, and V is about another one. */
bool ss_lyapunov_is_elsewhere(const ss_attempt *a, const ss_lyapunov_facts *f);

/* V' with these friction forces. */
ss_expr ss_lyapunov_rate(const ss_lyapunov_facts *f, const ss_expr *force);
ss_expr ss_lyapunov_number(const ss_lyapunov_facts *f, double x);

/* ---- ss_rubbed.c ----------------------------------------------------------------------------- */

bool ss_theorem_ss_rubbed(ss_attempt *a);
bool ss_lyapunov_is_rubbed(const void *facts); /* there is friction */
bool ss_lyapunov_is_smooth(const void *facts); /* there is none */

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

/* One function of the file after the other; the conditions that are told are those of the last one
 * that was tried. */
bool ss_lyapunov_try_each(ss_attempt *a, bool (*try)(ss_attempt *, ss_lyapunov_facts *));

#endif
