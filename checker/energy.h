/* energy.h: a machine by its energies, for the theorem LW2008-T1 (energy.c, questions.c). */
#ifndef STANDSTILL_CHECK_ENERGY_H
#define STANDSTILL_CHECK_ENERGY_H

#include "check.h"

enum { MOST_CONTACTS = 4, MOST_SLIPS = 5, MOST_OUTPUTS = 400 };

typedef struct rubbing {
  const item *item;
  node *gap, *normal[MOST_FORCES], *zeta, *slip[MOST_SLIPS][MOST_FORCES], *limit[MOST_SLIPS];
  node *eN, *eT;
  size_t slips;
} rubbing;

typedef struct energy {
  size_t n, variables;
  item *q[MOST_FORCES];
  node *u[MOST_FORCES];
  box_variable variable[3 * MOST_FORCES + MOST_SYMBOLS];
  double low[3 * MOST_FORCES + MOST_SYMBOLS], high[3 * MOST_FORCES + MOST_SYMBOLS];
  bool used[MOST_FORCES];
  node *T, *U, *M[MOST_FORCES * MOST_FORCES], *Minv[MOST_FORCES * MOST_FORCES];
  node *h[MOST_FORCES], *Q[MOST_FORCES], *power, *C[MOST_FORCES * MOST_FORCES];
  bool linear;             /* Q is, in u */
  bool separate;           /* it is not, and every Q_i depends on no velocity but u_i */
  node *drag[MOST_FORCES]; /* then Q_i = -u_i^m drag_i, m odd, or drag_i = -dQ_i/du_i; or NULL */
  rubbing contact[MOST_CONTACTS], friction[MOST_CONTACTS * 4];
  size_t contacts, frictions, chosen;
  rubbing slider[MOST_CONTACTS]; /* with friction: slip, limit */
  size_t sliders;
  node *normal[MOST_CONTACTS]; /* their forces without friction, and by friction forces: sliders, */
  node *coupling[MOST_CONTACTS][MOST_CONTACTS + MOST_CONTACTS * 4 * MOST_SLIPS]; /* frictions */
  bool everywhere, plain; /* of questions: without a region, without an energy */
  bool any_kind;          /* the point is not asked to be a minimum */
  bool still;             /* nothing but forces at rest counts */
  bool calm;              /* SS-CALM: nothing need take energy away */
  const fmpq *stiffness;  /* of contacts that are springs; NULL: they are rigid */
  const fmpq *zero, *force;
  fmpq *level, *from;
  node *f[MOST_OUTPUTS];
  size_t functions;
} energy;

node *by(run *r, node *e, item *it);   /* the derivative by a coordinate */
void check_formulas(run *r);           /* all are smooth as they are written */
void read_energies(run *r, energy *x); /* q, u, T, U, Q */
void derive_motion(run *r, energy *x); /* M, h */
void read_machine(run *r, energy *x);  /* all of it; forces at rest go to U */
/* A double that is the number or, with a sign, one beyond it on that side. */
double end_of(run *r, const fmpq *x, int sign);
void choose_variables(run *r, energy *x); /* of boxes */
void read_region(run *r, energy *x, const json_t *system);
void read_contact(run *r, const energy *x, rubbing *c); /* gap and normal */
/* One more slip of a contact or friction; it must be linear in the velocities. */
void read_slip(run *r, const energy *x, rubbing *c, node *slip, node *limit);

/* ---- lyapunov.c, rubbed.c -------------------------------------------------------------------- */

typedef struct machine {
  energy x;
  const matrix *center;            /* x_e */
  double ends[2][2 * MOST_FORCES]; /* doubles around it */
  node *V, *above, *rate;          /* V, V - V(x_e), V' */
} machine;

node *derive_rate(run *r, const machine *m, const energy *x); /* V' with the forces of x */
void read_elements(run *r, energy *x);
void check_frictions(run *r, const energy *x); /* what SS-RUBBED is about */

/* ---- questions.c ----------------------------------------------------------------------------- */

/* Ends the run if something stands in the certificate that was not read: coordinates that are not
 * the machine's, conditions that the theorem has not or that stand there twice; further questions
 * unless the claim is less than what they are for. Ends it too if a condition that was confirmed
 * does not stand there. */
void want_no_more(run *r, const energy *x, bool all);
void add_function(run *r, energy *x, node *f);
void add_condition(run *r, energy *x, box_question *q, char sense, node *f);
/* Lower triangle; rows that are 0 are left out where they may be. */
void add_matrix(run *r, energy *x, box_question *q, size_t n, node *const *A, bool leave);
node *form(run *r, const energy *e, node *const *x, node *const *y); /* x^T M^-1 y */
void add_direction(run *r, const energy *x, node *const *w, node *factor, node **y);
size_t count_corners(const energy *x, size_t closed);
/* det [A a], bordered by the open contact, or det A. */
node *acceleration(run *r, const energy *x, size_t closed, size_t open, size_t corner);

/* Which question of a certificate it is. */
typedef struct label {
  int condition;
  const char *kind;
  size_t closed, open, corner, face;
} label;

/* U with the springs of the contacts that are pressed. */
node *potential(run *r, const energy *x, size_t pressed);
/* The next question of the condition must be this one; its tree is replayed. With springs one for
 * each set that may be pressed, unless nothing is said of gaps: `ask_one` is about one set. */
void ask(run *r, energy *x, box_question *q, label l);
void ask_one(run *r, energy *x, box_question *q, label l);
/* The same for all positions and velocities: its functions must not depend on them. */
void ask_everywhere(run *r, energy *x, box_question *q, label l);
void ask_either(run *r, energy *x, box_question *q, label l); /* as the claim is */

/* ---- attraction.c, leaving.c ----------------------------------------------------------------- */

const json_t *find_condition(run *r, int number); /* its entry, or NULL */
bool is_passive(run *r, const energy *x);         /* the damping is rational and semidefinite */
void check_mass(run *r, energy *x);
void check_dissipation(run *r, energy *x);
void check_kernel(run *r, energy *x);
void add_rest(run *r, energy *x, box_question *q, size_t set);

/* ---- fed.c ----------------------------------------------------------------------------------- */

void check_fed(run *r, energy *x); /* condition 3, friction weighed against negative damping */

/* ---- late.c ---------------------------------------------------------------------------------- */

/* Condition 5 by derivatives; the entry of the certificate says how many. */
void check_late(run *r, energy *x, const json_t *entry);

/* ---- minimum.c ------------------------------------------------------------------------------- */

/* A place of the certificate has a strict minimum of U on the admissible set; its box. */
const energy *check_minimum(run *r, energy *x, const json_t *system);
/* Coordinates of which a claim about staying says nothing. */
void print_aside(run *r, const energy *x, bool attracts);

/* ---- sliders.c ------------------------------------------------------------------------------- */

node *pull(run *r, node *e);           /* what the chart makes of it; itself without a chart */
void read_chart(run *r, energy *x);    /* T, U, Q and coordinates of the chart */
void read_sliders(run *r, energy *x);  /* once the frictions are read */
void check_sliders(run *r, energy *x); /* conditions 4 and 5 */
void add_held(run *r, energy *x, box_question *q);

#endif
