/* spatial.h: the state that passes, Newton steps and the ladder above them share.
 *
 * Letters: r reactions, xi = G r + c local velocities, F the natural map (contact.h). A contact is
 * handled in one of five forms; the four named ones are inlined, the rest goes through the force
 * laws' own functions.
 */
#ifndef STANDSTILL_CONTACT_SPATIAL_H
#define STANDSTILL_CONTACT_SPATIAL_H

#include "block_lu.h"
#include "modes.h"

typedef enum face_form {
  FORM_NORMAL,    /* r_N >= 0 only: frictionless contacts, clutches */
  FORM_INTERVAL,  /* contact with coulomb(mu) */
  FORM_DISK,      /* contact with disk(mu) */
  FORM_BILATERAL, /* slider without friction */
  FORM_GENERAL
} face_form;

/* The diagonal block of a spatial contact with xi_N = 0 eliminated (single.c). */
typedef struct eliminated {
  double H11, H12, H21, H22, iN, N1, N2, T1, T2;
} eliminated;

/* What the iterations need of a contact. */
typedef struct face {
  face_form form;
  unsigned dimension;
  size_t offset;
  const double *block; /* its diagonal block of G: block[a + lead * b] */
  size_t lead;
  double mu;
  double g;      /* largest diagonal entry of the block */
  double gN, gT; /* normal diagonal entry; a bound of the tangential block's eigenvalues */
  double bend;   /* the last root of the local slip equation (single.c) */
  const ss_contact *contact;
  eliminated eliminated; /* FORM_DISK */
} face;

/* The share of the tolerance that is aimed at: solve.c sums in another order, and rounding must not
 * undo what is judged to be enough. */
#define SPATIAL_MARGIN 0.9

enum { FACE_MOST = 1 + SS_SLIP_MOST }; /* components of a contact */

/* A linearised law that goes through the force law's own derivative: B xi + D r + constant = 0. */
typedef struct general_tangent {
  double B[FACE_MOST * FACE_MOST], D[FACE_MOST * FACE_MOST], constant[FACE_MOST];
} general_tangent;

/* How a contact enters a Newton step (tangent.c): its new reaction is S y with `count` unknowns y,
 * its equations are B xi + D y + constant = 0. */
typedef struct tangent {
  unsigned count; /* 0: free, the new reaction is 0 */
  bool slips;     /* interval: S = (1, e0); disk: S = (1, mu e; 0, e perpendicular) */
  double e[2], delta;
  general_tangent *general; /* FORM_GENERAL: S = 1; NULL elsewhere */
} tangent;

typedef struct spatial {
  const ss_contact_problem *problem;
  const ss_contact_options *options;
  size_t n, contacts;
  face *face;
  tangent *tangent;
  general_tangent *general;
  double *xi;                 /* of the current r */
  double *point, *point_xi;   /* where Newton is */
  double *target, *target_xi; /* the end of a Newton step */
  double *trial, *trial_xi;   /* a point on the way there */
  double *center, *best;      /* of the proximal term; the best r so far */
  double shift;               /* weight of the proximal term: xi = G r + c + shift g (r - center) */
  double data_size;           /* the residual's denominator */
  double goal, best_F;        /* the measure that is small enough; that of the best r */
  double fine;                /* a norm of F that is small enough in any scaling */
  ss_contact_method best_method;
  double damping, regular; /* of Newton steps (newton.c) */
  double grade;            /* step lengths of friction are 1 / (grade g); 1 as a rule */
  bool own_scales;         /* linearise with gN, gT instead of g */
  size_t passes, steps;    /* done so far */
  /* the linear system of a Newton step */
  double *matrix, *panel, *strip; /* dense: with the right side; for its elimination; columns */
  size_t *pivot;
  bool careful;             /* row exchanges */
  double *rhs;              /* sparse */
  double *solution;         /* of the last system */
  size_t unknowns, *column; /* of the first unknown of each contact */
  bool *active;
  size_t side; /* sparse */
  ss_adjacency graph;
  size_t *order, *mirror;
  ss_block_lu lu;
  bool is_ordered, has_lu; /* has_lu is false if G's pattern is not symmetric */
  char *rest;              /* of the workspace: order, mirror, factors */
} spatial;

/* Few contacts with disk(mu), dense G (spatial_small.c): is this such a problem, what memory it
 * takes, and a try from r = 0 that reaches the tolerance or gives up quickly. */
bool ss_few_apply(const ss_contact_problem *problem);
size_t ss_few_work(const ss_contact_problem *problem);
bool ss_few_solve(const ss_contact_problem *problem, const ss_contact_options *options, void *work,
                  double *r, size_t *iterations);

/* Lays out the workspace and fills the faces; problem, options, n and contacts are set
 * (spatial_start.c). */
void ss_spatial_start(spatial *s, void *work);

/* Orders sparse G, once, before the first Newton step. */
void ss_spatial_prepare_lu(spatial *s);

/* The norm of F at r, xi, scaled by g (friction: grade g) whatever the residual is: the iterations'
 * own measure. */
double ss_spatial_natural_map(const spatial *s, const double *r, const double *xi);

/* The norm by which the options judge, F being the one above. With a proximal term it is F. */
double ss_spatial_measure(const spatial *s, double F, const double *r, const double *xi);

/* xi = G r + c + shift g (r - center). */
void ss_spatial_velocity(const spatial *s, const double *r, double *xi);

/* The same at `to`, which differs from `from` at few contacts; G is symmetric. */
void ss_spatial_follow(const spatial *s, const double *from, const double *from_xi,
                       const double *to, double *to_xi);

/* One pass over the contacts (gauss_seidel.c): `exact` solves each contact's own problem,
 * otherwise one projection for each. Dense G: xi is kept up to date; sparse G: it is not. */
void ss_spatial_pass(spatial *s, bool exact, double *r, double *xi);

/* The reaction that solves one contact's own problem while all others stay: q is the velocity with
 * this reaction taken away (single.c). Not for FORM_GENERAL. */
void ss_spatial_local(face *f, const double *q, double *r);

/* Fills f->eliminated. */
void ss_spatial_eliminate(face *f);

/* The law linearised at r, xi of the contact, with step lengths 1 / gN and 1 / gT (tangent.c). */
void ss_tangent_linearise(const face *f, double gN, double gT, const double *r, const double *xi,
                          tangent *t);

/* r moved to S y: where the linearised law allows it to be. */
void ss_tangent_place(const face *f, const tangent *t, const double *r, double *placed);

/* b = -(B xi + D y + constant) at a placed r. */
void ss_tangent_residual(const face *f, const tangent *t, const double *r, const double *xi,
                         double *b);

/* r += S y. */
void ss_tangent_move(const face *f, const tangent *t, const double *y, double *r);

/* B_i G_ij S_j of two contacts, for a block of G with the given distance between its columns; `out`
 * has the distance out_lead. */
void ss_tangent_block(const face *fi, const tangent *ti, const face *fj, const tangent *tj,
                      const double *G, size_t lead, double *out, size_t out_lead);

/* out = B x, `count` numbers. */
void ss_tangent_test(const face *f, const tangent *t, const double *x, double *out);

/* out = G S: n rows of the contact's columns of dense G. */
void ss_tangent_columns(const face *f, const tangent *t, size_t n, const double *G, double *out);

/* Adds D and (regular + shift) g to the diagonal block. */
void ss_tangent_diagonal(const face *f, const tangent *t, double shift, double *out,
                         size_t out_lead);

/* Newton steps with line search until the measure is at most the goal, `most` of them at most
 * (newton.c). Returns the measure. */
double ss_spatial_newton(spatial *s, size_t most, double goal, double *r, double *xi);

#endif
