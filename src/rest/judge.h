/* judge.h: is there rest in a box? Answers that are proofs, for one case of closed contacts. */
#ifndef STANDSTILL_REST_JUDGE_H
#define STANDSTILL_REST_JUDGE_H

#include "search.h"
#include "standstill/boxes.h"

/* ---- judge.c: the numbers over a box --------------------------------------------------------- */

/* Where the numbers of a search (search.h) begin among the outputs of its tape. */
typedef struct ss_outputs {
  size_t h, gap, WN, WT, normal, law, argument, region, q;
} ss_outputs;

/* What is known of the solution over a box (hold.c): the columns of the unknowns, their enclosures,
 * and how the forces change with the other coordinates. */
typedef struct ss_branch {
  size_t equations;
  size_t *unknown;    /* equations: columns, forces (normals, slips) first, then z */
  bool *is_unknown;   /* forces + k */
  arb_ptr enclosure;  /* forces + k: of every force and coordinate over the box */
  arb_ptr derivative; /* equations x k: of the unknowns by the coordinates that are none */
  size_t moving;      /* how many coordinates are unknowns: 0 where the set has an interior */
  size_t spare;       /* forces that are held fixed though they might change */
  bool determined;    /* whatever they are, the unknown coordinates are the same */
} ss_branch;

typedef struct ss_judge {
  ss_search *s;
  ss_walker *w;
  ss_form form, aside; /* over the box; a second one, for a box around it (hold.c) */
  ss_outputs at;
  slong precision;
  double *lo, *hi, *middle; /* k: the box */
  bool finite;              /* the doubles at the middle are */
  bool still;      /* the place is given: gaps are what they are, no coordinate is an unknown */
  size_t fixed;    /* a force that is no unknown; SIZE_MAX: none */
  double fixed_at; /* what it is */
  unsigned along;  /* bits: coordinates that may be unknowns; 0: all */
  ss_branch branch;
  /* workspaces: the push, programs, Newton's method */
  ss_lp lp;
  double *v, *point;
  size_t *owner, points;
  arb_ptr push, slip, plain;
  double *A, *inverse, *forces_only, *start, *box;
  size_t *order;
  arb_ptr residual, drift, slope, start_ball, radius, next;
  size_t most; /* equations at most */
  /* of ways (leads.c) */
  arb_ptr dz, dforce, change; /* k, forces, margins at most */
} ss_judge;

/* The search must outlive the judge; the arena holds its doubles. */
ss_status ss_judge_create(ss_arena *arena, ss_search *search, ss_walker *walker, slong precision,
                          ss_judge *judge);
void ss_judge_destroy(ss_judge *judge);

/* Looks at a box of z: all that follows is about it. */
void ss_judge_look(ss_judge *judge, const double *lo, const double *hi);

/* Do all formulas have a value wherever the form was run? PROVED: everywhere; REFUTED: nowhere. */
ss_verdict ss_judge_domain(const ss_judge *judge);

/* Is a gap or a relation of the region violated all over the box, given what is closed, or has a
 * formula no value there? */
bool ss_judge_misses(const ss_judge *judge, const ss_rest_pattern *pattern);

/* ---- refute.c -------------------------------------------------------------------------------- */

/* Is there one virtual velocity that pushes harder than all admissible forces hold, everywhere in
 * the box? It is in judge->v then (with projections onto plain sliders: as it is at the middle). */
bool ss_judge_refute(ss_judge *judge, const ss_rest_pattern *pattern);

/* Is v (n) one? */
bool ss_judge_refute_by(ss_judge *judge, const ss_rest_pattern *pattern, const double *v);

/* ---- unknowns.c ------------------------------------------------------------------------------ */

/* The equations of a case: judge->order names the gap of each one after the balance. */
void ss_judge_list_equations(ss_judge *judge, const ss_rest_pattern *pattern);

/* Chooses the unknowns of the branch, with judge->inverse; the forces are those of judge->start.
 * False if equations depend on each other. */
bool ss_judge_choose_unknowns(ss_judge *judge, const ss_rest_pattern *pattern);

/* Bits: the coordinates that are unknowns. */
unsigned ss_judge_list_unknowns(const ss_judge *judge);

/* Do the unknown coordinates follow from the gaps and from rows of the balance in which no forces
 * are, over the box that the form was run on? Then they are the same whatever the forces are. */
bool ss_judge_is_determined(const ss_judge *judge, const ss_rest_pattern *pattern);

/* ---- hold.c ---------------------------------------------------------------------------------- */

typedef enum ss_held {
  SS_HELD_OPEN,   /* nothing was shown */
  SS_HELD_BRANCH, /* gaps and balance have exactly one solution for each value of the other
                     coordinates; whether its forces are admissible is open */
  SS_HELD_NEVER,  /* so it is, and they are not: nothing rests in the box in this case */
  SS_HELD_ALWAYS  /* so it is, and they are: every one of these places can rest */
} ss_held;

/* Looks for equilibria in the box by Newton's method in balls. With unknown coordinates (branch.
 * moving > 0) these lie on a graph over the others, near the box rather than in it: the enclosures
 * tell where. */
ss_held ss_judge_hold(ss_judge *judge, const ss_rest_pattern *pattern);

/* The normal force of an element, PROVED to be one that presses; are its forces admissible? */
ss_verdict ss_judge_enclose_normal(const ss_judge *judge, const ss_rest_pattern *pattern, size_t e,
                                   arb_t normal);
ss_verdict ss_judge_element(ss_judge *judge, const ss_rest_pattern *pattern, size_t e);

/* ---- leads.c: after BRANCH ------------------------------------------------------------------- */

/* Does what is admissible stay so when the coordinates that are no unknowns move along d (k) and
 * the unknown ones follow, from everywhere in the box to its end? */
bool ss_judge_leads(ss_judge *judge, const ss_rest_pattern *pattern, const double *d);

/* Ways to ends of the box, bits 2 i + (side > 0): every one of `single` leads to that end; `joint`,
 * unless it is 0, is a way that leads to one of several. */
void ss_judge_list_ways(ss_judge *judge, const ss_rest_pattern *pattern, unsigned char *single,
                        unsigned char *joint);

/* Is what is admissible on each line along the axis an interval (or nothing)? */
bool ss_judge_is_convex(ss_judge *judge, const ss_rest_pattern *pattern, size_t axis);

#endif
