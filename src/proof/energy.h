/* energy.h: machines seen by their energies, with contacts, friction and impacts.
 *
 *     M(q) u' = h(q, u) + sum over contacts (w_N + sum_k s_k w_Tk) lambda_N + sum over frictions
 *               (sum_k f_k w_k),            |s_k| <= ratio_k,  |f_k| <= bound_k,  lambda_N >= 0
 *
 * Every law of friction lies in such a product of intervals; where it does not fill it, what is
 * shown of the product holds for it too. V = T + U is the energy, U including what a feedback law
 * adds to the potential. Formulas are over q, u and the parameters with a range, which together are
 * the variables of boxes, in this order.
 */
#ifndef STANDSTILL_PROOF_ENERGY_H
#define STANDSTILL_PROOF_ENERGY_H

#include "standstill/boxes.h"
#include "theorem.h"

enum {
  SS_ENERGY_CONTACTS = 4,    /* at most, of a machine */
  SS_ENERGY_COORDINATES = 8, /* likewise */
  SS_ENERGY_SLIPS = 5        /* of one element */
};

/* A contact, or a friction whose normal force is known. */
typedef struct ss_rubbing {
  const char *name;
  ss_expr gap;                          /* contacts */
  const ss_expr *normal;                /* n: w_N */
  ss_expr zeta;                         /* w_N'^T u */
  size_t slips;                         /* components with friction */
  const ss_expr *slip[SS_ENERGY_SLIPS]; /* n: w_T */
  ss_expr limit[SS_ENERGY_SLIPS];       /* ratio of a contact, bound of a friction */
  ss_expr eN, eT;                       /* contacts */
  bool sticks; /* every limit is positive wherever it is used: see LW2008-T1.5 */
  bool single; /* its impacts happen one at a time */
} ss_rubbing;

typedef struct ss_energy {
  ss_arena *arena;
  const ss_system *system;     /* parameters inserted, those with a range left */
  ss_graph *graph;             /* over the system's: all formulas below */
  size_t n, ranges, variables; /* variables = 2 n + ranges */
  const ss_expr *variable;     /* q, u, parameters with a range */
  const double *range_lo, *range_hi;
  ss_expr U, T;
  const ss_expr *dU;      /* n */
  const ss_expr *Minv;    /* n x n */
  const ss_expr *fnc;     /* n: what is left of the forces without potential; 0 at u = 0 */
  ss_expr power;          /* u^T fnc */
  const ss_expr *damping; /* n x n: the symmetric part of -d fnc/du; NULL: fnc is not linear */
  const ss_expr *drag; /* n: r_i of energy_drag.c, or SS_EXPR_NONE; NULL: fnc is linear, or mixed */
  bool fed;            /* the damping is not definite, and friction is weighed against it */
  size_t contacts, frictions;
  double stiffness; /* contacts are springs (energy_springs.c); 0: they are rigid */
  bool single;      /* impacts happen one at a time: `sequential` */
  const ss_rubbing *contact, *friction;
  /* Sliders with friction (slider_view.c), one slip each. The system is in the coordinates of a
   * chart of `full`; the forces in the sliders are normal + coupling lambda_T, lambda_T being those
   * of the sliders, then of the frictions. */
  size_t sliders;
  const ss_rubbing *slider;
  const ss_expr *normal;         /* sliders */
  const ss_expr *coupling;       /* sliders x (sliders + slips of the frictions) */
  const ss_system *full;         /* NULL: there is no chart */
  ss_expr full_U;                /* its potential, parameters inserted */
  const double *at;              /* n: the position that is asked about, in the chart; or NULL */
  bool *used;                    /* n: U, a gap, or another formula depends on the coordinate */
  bool passive;                  /* the damping matrix is rational and positive semidefinite */
  double force;                  /* the size of forces, for REST */
  const double *scale;           /* 2 n: lengths and velocities (energy_scale.c) */
  double zero;                   /* V counts from here: the energy of the rest point, from above */
  bool settled;                  /* energy_slide.c was asked */
  const double *slide;           /* n x ranges: S, or NULL: coordinates do not move along */
  const double *slide_from;      /* ranges: theta_0 */
  double until;                  /* questions end at this moment of ss_clock; 0: never */
  struct ss_energy_proof *proof; /* what was found, once (energy_level.c); NULL before */
  struct ss_energy_proof *leaving; /* likewise, of energy_leave.c */
} ss_energy;

/* ---- energy_point.c: the rest point in the middle -------------------------------------------- */

/* A strict local minimum q_e of U on the admissible set, with forces of the closed contacts. */
typedef struct ss_energy_point {
  bool found;
  const char *why_not;   /* a phrase */
  const double *q;       /* n: near it */
  const double *lo, *hi; /* n: around it, for all parameters in their ranges */
  size_t closed;         /* a set of contacts, bit i for contact i */
  double U_lo, U_hi;     /* of its energy */
  double force;          /* the largest force of a contact, 1 without */
  bool stationary;       /* it is enclosed, and no minimum perhaps */
  /* Of a minimum: the forces of the closed contacts, in their order; Y near the inverse of the
   * slope of (dU/dq - W lambda, gaps) by (q, lambda), coordinates that count first; the Hessian of
   * U - lambda g is positive definite after adding tau W W^T. */
  double force_lo[SS_ENERGY_CONTACTS], force_hi[SS_ENERGY_CONTACTS];
  size_t unknowns;
  const double *inverse; /* unknowns x unknowns */
  double tau;
  const double *slope; /* n x ranges: how q moves with the parameters; NULL without */
} ss_energy_point;

/* `at`: where to look. SS_MEMORY. */
ss_status ss_energy_find_point(const ss_energy *e, const double *at, ss_energy_point *point);

/* ---- energy_slide.c: coordinates that move along with the rest point ------------------------- */

/* Sees the machine in coordinates that move with its parameters, once, if its rest point does.
 * SS_MEMORY. */
ss_status ss_energy_slide(ss_energy *e, const double *at);
/* A formula of these coordinates as one of the machine's. */
ss_expr ss_energy_slide_back(const ss_energy *e, ss_expr f);
/* How far coordinate i has moved, the parameters with a range being theta. */
double ss_energy_slide_at(const ss_energy *e, size_t i, const double *theta);
/* V counts from the energy of the rest point; where parameters have ranges it varies with them, and
 * V counts from U at one position near it. */
void ss_energy_count(ss_energy *e, const ss_energy_point *p);
/* The largest U of the box around the rest point, for all parameters; INFINITY if not known. */
double ss_energy_most(const ss_energy *e, const ss_energy_point *p);
/* "y by 1 (b - 0.1)", or NULL. */
const char *ss_energy_tell_slide(const ss_energy *e);

/* ---- energy_ask.c: questions about states that violate a condition --------------------------- */

typedef enum ss_energy_kind {
  SS_ENERGY_BORDER,     /* on a face of the region, or (SIZE_MAX) anywhere in it */
  SS_ENERGY_MASS,       /* M is not positive definite, whatever the energy */
  SS_ENERGY_POWER,      /* u^T f_nc > 0 */
  SS_ENERGY_DAMPING,    /* the damping matrix, without its empty rows, is not positive definite */
  SS_ENERGY_INWARD,     /* an open contact does not accelerate inwards */
  SS_ENERGY_CARRIED,    /* the closed contacts' forces do not follow from the motion */
  SS_ENERGY_FULL,       /* a velocity without dissipation */
  SS_ENERGY_LIMIT,      /* a friction whose bound is not positive */
  SS_ENERGY_IMPACT,     /* an impact may gain energy */
  SS_ENERGY_CONVEX,     /* the Hessian of U, without its empty rows, is not positive definite */
  SS_ENERGY_REST,       /* forces hold the machine, at an energy between two levels */
  SS_ENERGY_HELD,       /* the same with sliders */
  SS_ENERGY_SOLVABLE,   /* the forces in the sliders do not follow from the motion */
  SS_ENERGY_STALLED,    /* the sliders dissipate nothing, for want of slip or of force */
  SS_ENERGY_STATIONARY, /* dU/dq = 0, and the direction of the proof does not lead downwards */
  SS_ENERGY_EXISTS,     /* a component of Y dU/dq has the wrong sign on a face */
  SS_ENERGY_BALANCE,    /* the same of Y (dU/dq - W lambda, gaps), on a face of positions, forces */
  SS_ENERGY_CURVED,     /* the Hessian of U - lambda g + tau/2 g^2 is not positive definite */
  SS_ENERGY_APART,      /* a contact that is open at the rest point is not */
  SS_ENERGY_GROWS,      /* the form of ss_along.c does not grow */
  SS_ENERGY_STARTS,     /* it is not positive where it should be */
  SS_ENERGY_ABOVE,      /* U is not below the level */
  SS_ENERGY_DRAG,       /* what brakes a velocity by itself does not */
  SS_ENERGY_FED,        /* damping feeds a coordinate more than its friction takes */
  SS_ENERGY_LATE        /* dissipation is not seen by derivatives either, up to `corner` of them */
} ss_energy_kind;

/* "border", "mass", … as certificates have it. */
const char *ss_energy_kind_word(ss_energy_kind kind);

typedef struct ss_energy_question {
  ss_energy_kind kind;
  int condition;       /* of the theorem */
  size_t closed, open; /* contacts: a set, and one */
  size_t corner;       /* bit k: the k-th friction force at its upper end */
  size_t face;         /* 2 variable + 1 at its upper end */
  double from, to;     /* REST: energies between these */
  bool plain;          /* about all states of the box, whatever their energy */
} ss_energy_question;

/* A question that was asked in a box of all variables, of which those count that occur. */
typedef struct ss_energy_answer {
  ss_energy_question question;
  size_t variables;
  ss_expr *variable; /* of the box */
  ss_boxes_answer boxes;
} ss_energy_answer;

/* How many friction forces of closed contacts and frictions there are: 2^ of it are the corners. */
size_t ss_energy_corners(const ss_energy *e, size_t closed);

/* The least V of the states that the question is about, over the box, as answer->boxes.bound.
 * lo NULL: over all positions and velocities, whatever gaps are open and closed, of which only the
 * verdict counts; SS_LIMIT if a formula depends on them, or if there are too many. */
ss_status ss_energy_ask(const ss_energy *e, const ss_energy_question *question, const double *lo,
                        const double *hi, const ss_boxes_effort *effort, ss_energy_answer *answer);
void ss_energy_answer_clear(ss_energy_answer *answer);

/* The number as a formula, exactly. */
ss_expr ss_energy_number(const ss_energy *e, double x);

/* V = T + U, counted from the rest point. */
ss_expr ss_energy_function(const ss_energy *e);

/* What a question is written to, for those of slider_ask.c: a function, a condition about functions
 * from `first` on, a variable in [low, 1]. */
typedef struct ss_energy_writing ss_energy_writing;
size_t ss_energy_write_function(ss_energy_writing *w, ss_expr f);
void ss_energy_write_condition(ss_energy_writing *w, ss_boxes_sense sense, size_t first,
                               size_t rows, size_t columns);
ss_expr ss_energy_write_variable(ss_energy_writing *w, const char *name, size_t index, double low);

/* ---- energy_view.c --------------------------------------------------------------------------- */

/* The machine of a system, its sliders left out if they may be; *energy NULL with a phrase, or
 * without if there is nothing to tell. */
ss_status ss_energy_see(const ss_subject *subject, const ss_system *system, bool sliders,
                        ss_energy **energy, const char **why_not);

/* The values that the parameters with a range have. */
void ss_energy_find_values(const ss_energy *e, double *theta);

/* ---- energy_springs.c: contacts that give way; all of it is the rigid machine's otherwise ---- */

/* U with the springs of the contacts that are pressed, and its derivative by coordinate i. */
ss_expr ss_energy_potential(const ss_energy *e, size_t pressed);
ss_expr ss_energy_slope(const ss_energy *e, size_t pressed, size_t i);
/* What is 0 where contact j is closed: its gap, or gap + force/stiffness. */
ss_expr ss_energy_closing(const ss_energy *e, size_t j, ss_expr force);
/* V, whatever is pressed. */
ss_expr ss_energy_pressed_function(const ss_energy *e);
/* Sets of pressed contacts, for each of which questions are asked; 1 without springs. */
size_t ss_energy_sets(const ss_energy *e);
ss_status ss_springs_find(const ss_subject *subject, void **facts, const char **why_not);

/* ---- t1999_t6.c ------------------------------------------------------------------------------ */

bool ss_theorem_t1999_t6_global(ss_attempt *a);
bool ss_theorem_t1999_t6_inside(ss_attempt *a);
bool ss_theorem_t1999_t6(ss_attempt *a);
bool ss_theorem_t1999_t6_point(ss_attempt *a); /* stable, or bounded */
const char *ss_springs_explain(const ss_attempt *a);

/* ---- energy_drag.c: forces that brake each velocity by itself -------------------------------- */

/* e->drag, where f_nc is not linear. */
void ss_energy_find_drag(ss_energy *e);
/* The k-th question of condition 3; false behind the last. */
bool ss_energy_power_question(const ss_energy *e, size_t k, ss_energy_question *question);

/* ---- energy_fed.c: negative damping and friction --------------------------------------------- */

/* FED: coordinate `open`, sign `corner`. */
void ss_fed_write(const ss_energy *e, const ss_energy_question *question, ss_energy_writing *w);
/* e->fed, by what holds at the rest point. */
void ss_energy_judge_damping(ss_energy *e, const ss_energy_point *point);

/* ---- energy_late.c: dissipation that is only seen late --------------------------------------- */

/* LATE. */
void ss_late_write(const ss_energy *e, const ss_energy_question *question, ss_energy_writing *w);
/* How many derivatives see it at the rest point; 0: none, or the machine is not of this kind. */
size_t ss_energy_find_depth(const ss_energy *e, const ss_energy_point *point);

/* ---- slider_view.c --------------------------------------------------------------------------- */

/* For machines with sliders; the view is that of the energies otherwise. */
ss_status ss_slider_find(const ss_subject *subject, void **facts, const char **why_not);

/* ---- slider_ask.c ---------------------------------------------------------------------------- */

/* HELD, SOLVABLE, STALLED. */
void ss_slider_write(const ss_energy *e, const ss_energy_question *question, ss_energy_writing *w);
/* The k-th question of conditions 4 and 5; false behind the last. */
bool ss_slider_question(const ss_energy *e, size_t k, ss_energy_question *question);
/* Forces of friction do not change those in the sliders, or there is one coordinate: then the set
 * of accelerations is convex. */
bool ss_slider_is_convex(const ss_energy *e);

/* ---- energy_level.c: the level --------------------------------------------------------------- */

enum { SS_ENERGY_CONDITIONS = 9 };

typedef struct ss_energy_proof {
  ss_energy_point point;
  bool calm;       /* it is asked whether motions stay (ss_calm.c): nothing need take energy away */
  bool nowhere;    /* there is no rest position (ss_nowhere.c) */
  bool everywhere; /* there is no level: it holds for all motions */
  bool any_kind;   /* it is not asked whether the point is a minimum */
  size_t chosen;   /* I_C, a set of contacts */
  size_t late;     /* derivatives that see what is dissipated; 0: every velocity is seen at once */
  double *lo, *hi; /* the region: one pair per variable */
  double bound;    /* the level: T + U - e->zero < bound */
  size_t asked, room;
  ss_energy_answer *answer; /* to all questions, in the region */
  size_t limiting;          /* index of the answer that ends the level, unless `touches` */
  char restitution;         /* 'a', 'b' or 'c', of condition 7; '-': no contacts; 0: none holds */
  bool smooth;        /* nothing rubs in contacts, and restitutions are at least 0, at most 1 */
  bool inside;        /* the rest set lies in the level: no rest position has an energy between */
  double rest_energy; /* this and the level */
  bool touches;       /* another rest set ends the level */
  const double *part_lo, *part_hi; /* n: what of the rest set, as it was traced, lies in the level;
                                      NULL: not known, or all of it */
  bool unique;                     /* condition 9 follows */
  bool never;                      /* because nothing touches */
  const char *why_unique;
  /* by condition: what was shown; NULL and a phrase: it fails, or is not known */
  const char *detail[SS_ENERGY_CONDITIONS + 1];
  bool holds[SS_ENERGY_CONDITIONS + 1];
  bool fails[SS_ENERGY_CONDITIONS + 1]; /* condition 6: it is false somewhere in the ranges */
  bool minimum; /* that the rest point is one is shown, in the box `place` (energy_minimum.c) */
  double force_lo[SS_ENERGY_CONTACTS], force_hi[SS_ENERGY_CONTACTS]; /* around its forces */
  /* Of energy_leave.c: a direction downwards, n; Y, n x n; a box of positions around the rest
   * point, one pair per variable; else NULL. */
  const double *downwards, *inverse;
  double *place_lo, *place_hi;
  /* Of ss_along.c: P, 2 n x 2 n; the tangent y, 2 n; tau; else NULL. */
  double *form, *start, weight;
} ss_energy_proof;

/* Everything, found once for each position that is asked about; in the arena. SS_MEMORY. */
ss_status ss_energy_find_level(ss_energy *e, const ss_proof_options *options);

/* ---- energy_scale.c: lengths and velocities of the machine ----------------------------------- */

/* e->scale. SS_MEMORY. */
ss_status ss_energy_find_scales(ss_energy *e, const ss_energy_point *point);

/* ---- energy_region.c: the region ------------------------------------------------------------- */

/* A search for the level, and for its region p->lo, p->hi. */
typedef struct ss_energy_search {
  ss_energy *e;
  ss_energy_proof *p;
  ss_status status;
  size_t faces;         /* 4 n: 2 variable + 1 at its upper end */
  double *energy;       /* of each face, from below; NAN: it does not count */
  bool *stuck;          /* it cannot be moved farther out */
  bool below;           /* V < 0 was seen at a point of a face */
  ss_boxes_effort fine; /* of what decides */
} ss_energy_search;

/* A small box around the rest point; `share` 1 is the first to try. */
void ss_energy_start_region(ss_energy_search *s, double share);

/* Grows it until all faces have the energy; false if one cannot. */
bool ss_energy_grow_region(ss_energy_search *s, double aim);

/* ---- energy_minimum.c: the rest point is a strict minimum, for certificates ------------------ */

/* BALANCE, CURVED, APART, ABOVE: of the proof in e->proof. */
void ss_minimum_write(const ss_energy *e, const ss_energy_question *question, ss_energy_writing *w);
/* All of them, kept as questions of condition 2; p->minimum if none has an answer. */
void ss_energy_show_minimum(ss_energy_search *s);
/* An answer that is kept. */
bool ss_energy_keep(ss_energy_search *s, const ss_energy_answer *answer);
/* What was asked for it; the proof itself is in an arena. NULL: nothing. */
void ss_energy_proof_clear(ss_energy_proof *p);

/* ---- ss_calm.c ------------------------------------------------------------------------------- */

bool ss_theorem_ss_calm_global(ss_attempt *a); /* whatever the energy */
bool ss_theorem_ss_calm(ss_attempt *a);        /* below a level */
const char *ss_calm_explain(const ss_attempt *a);

/* ---- ss_along.c ------------------------------------------------------------------------------ */

bool ss_theorem_ss_along(ss_attempt *a);
/* GROWS, STARTS: of the proof in e->proof. */
void ss_along_write(const ss_energy *e, const ss_energy_question *question, ss_energy_writing *w);

/* ---- ss_nowhere.c ---------------------------------------------------------------------------- */

bool ss_theorem_ss_nowhere(ss_attempt *a);

/* ---- energy_leave.c: a region that motions leave --------------------------------------------- */

/* STATIONARY, EXISTS: of the proof in e->leaving. */
void ss_leave_write(const ss_energy *e, const ss_energy_question *question, ss_energy_writing *w);
/* Into e->leaving, once. SS_MEMORY. */
ss_status ss_energy_find_leaving(ss_energy *e, const ss_proof_options *options);

/* ---- lw2008_t2.c ----------------------------------------------------------------------------- */

bool ss_theorem_lw2008_t2_away(ss_attempt *a); /* unstable, and not attractive */
bool ss_theorem_lw2008_t2(ss_attempt *a);      /* unstable */
bool ss_theorem_lw2008_t2_not(ss_attempt *a);  /* not attractive */
const char *ss_energy_explain_leaving(const ss_attempt *a);

/* ---- energy_part.c: part of the rest set ----------------------------------------------------- */

/* What of the rest set that is asked about was traced below the level: p->part_lo, p->part_hi. */
void ss_energy_find_part(ss_energy_search *s, const ss_proof_options *o);
/* The position of least energy of that set, unless another one was chosen or it is its middle; else
 * NULL. */
const double *ss_energy_lowest(const ss_energy_search *s, const ss_proof_options *o);

/* ---- lw2008_t1.c ----------------------------------------------------------------------------- */

bool ss_theorem_lw2008_t1_global(ss_attempt *a);
bool ss_theorem_lw2008_t1_inside(ss_attempt *a); /* the whole rest set has less energy */
bool ss_theorem_lw2008_t1(ss_attempt *a);
const char *ss_energy_explain(const ss_attempt *a);

/* Pieces of it: a condition that was asked by boxes; the rest point; the level; the limit sets. */
bool ss_energy_add_asked(ss_attempt *a, int number, const char *what);
bool ss_energy_add_point(ss_attempt *a);
const char *ss_energy_tell_power(const ss_energy *e); /* of condition 3 */
bool ss_energy_add_level(ss_attempt *a);
bool ss_energy_add_limit_sets(ss_attempt *a);
/* The questions of a condition with their trees. */
json_t *ss_energy_write_answers(const ss_attempt *a, int condition);
/* "x = 0.1, phi' = 2": where a question was hardest, or was seen to be violated; or "". */
const char *ss_energy_state(const ss_attempt *a, const ss_energy_answer *answer);

/* ---- t1999_t5.c ------------------------------------------------------------------------------ */

bool ss_energy_is_joint(const void *facts);   /* no impacts are `sequential` */
bool ss_energy_is_pressed(const void *facts); /* contacts without friction, and damping */
bool ss_theorem_t1999_t5_global(ss_attempt *a);
bool ss_theorem_t1999_t5_inside(ss_attempt *a);
bool ss_theorem_t1999_t5(ss_attempt *a);
const char *ss_energy_explain_pressed(const ss_attempt *a);

/* ---- lw2008_c3.c ----------------------------------------------------------------------------- */

bool ss_theorem_lw2008_c3_inside(ss_attempt *a); /* the whole rest set has less energy */
bool ss_theorem_lw2008_c3(ss_attempt *a);
bool ss_theorem_lw2008_c3_point(ss_attempt *a); /* the rest point is stable */
bool ss_theorem_lw2008_c3_stays(ss_attempt *a); /* motions below the level stay there */
const char *ss_slider_explain(const ss_attempt *a);

#endif
