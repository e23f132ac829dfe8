/* stance.h: a body that stands on two rough contacts (stance.c, events.c, cycle.c,
 * bounces.c). */
#ifndef STANDSTILL_CHECK_STANCE_H
#define STANDSTILL_CHECK_STANCE_H

#include "energy.h"

enum { P = BITS };

typedef arb_ptr vector; /* three balls */

typedef struct foot {
  vector N, T, MN, MT, unit[3]; /* rows, M^-1 N, M^-1 T; velocities with w_i, s_i, w_j = 1 alone */
  arb_ptr mu, e, b, r, rho;     /* and the numbers of V: by the sign of the slip */
  arb_ptr k[2], a[2], q[2], beta[2];
  size_t rest; /* the sign whose function counts without slip: 0 +, 1 - */
  bool lasts[2], stops[2];
  vector slide[2];
} foot;

typedef struct stance {
  foot foot[2];
  vector M[3], h, fall;
  bool bounces;
  arb_ptr f, Q[2];
  const char *name[2]; /* of the contacts */
  arb_ptr growth;      /* of a cycle, at least */
  bool potential;      /* forces besides it do not vary */
} stance;

/* New balls and vectors. */
arb_ptr op(run *r, char sign, arb_srcptr a, arb_srcptr b);
arb_ptr whole(run *r, slong x);
arb_ptr of_rational(run *r, const fmpq *x);
arb_ptr dot(run *r, arb_srcptr x, arb_srcptr y);
vector along(run *r, arb_srcptr x, arb_srcptr c, arb_srcptr y); /* x + c y */
vector combine(run *r, const vector *column, arb_srcptr x);     /* sum_i x_i column_i */
arb_ptr energy_of(run *r, const stance *s, arb_srcptr u);
/* The edge of the friction cone against a slip, as an impulse: M^-1 (N -+ mu T). */
vector edge(run *r, const foot *c, size_t g);
/* The acceleration where the contacts are free (f), stick (s) or slip (+ -), and the forces (normal
 * and friction of each); false if they are not determined. */
bool accelerate(run *r, const stance *s, const char *mode, vector *acceleration, arb_ptr force);
/* Forces (normal, friction) inside the cone. */
bool is_inside(run *r, const foot *c, arb_srcptr force);
/* The sign of s_1 where both slide and s_i has the sign g; and back. */
size_t sign_of(run *r, const stance *s, size_t i, size_t g);
/* Both slide, the first with the sign g: the signs, the acceleration (or NULL); 1 they push, -1
 * they do not, 0 it is not decided. */
int slide_both(run *r, const stance *s, size_t g, size_t *signs, vector *acceleration);

/* A state of a cycle. */
typedef struct place {
  size_t on;               /* the closed contact, or the one whose coordinates these are: */
  arb_ptr slip, rate, gap; /* its slip; rate and gap of the other one; */
  arb_ptr own, height;     /* its rate and gap, both exactly 0 where it is closed; */
  arb_ptr size;            /* in this unit of velocity, |rate| after each step where it is not 0 */
} place;

vector velocity_at(run *r, const stance *s, const place *x);
/* The letter of a mode, or of none. */
char read_mode(run *r, const json_t *step, const char *key);
/* Whether a slip is of the sign of the mode. */
bool goes(arb_srcptr slip, char mode);
/* Along a mode: until the slip ends (turns), or until the other contact is reached. */
bool take_mode(run *r, const stance *s, place *x, char mode, bool turns);
/* How velocities change by the impulse that makes 0 of a rate `hit` (and of the slip, if it is to
 * stick); false if Coulomb's law does not give it. */
bool answer_of(run *r, const foot *c, char mode, arb_srcptr hit, arb_srcptr slip, vector *change);
/* A step of a motion with restitution. */
bool take_bounce(run *r, const stance *s, place *x, const json_t *step);

#endif
