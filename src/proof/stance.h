/* stance.h: a planar body on two contacts, ready for Lyapunov functions.
 *
 * Contact i has the coordinates c_i = (w_i, s_i, w_j): its own gap's rate, its slip, the other
 * gap's rate. The surface S_i is {gap_i = w_i = 0}, on which the body slides on contact i alone:
 * slip of either sign has constant accelerations there. With l(u) = h^T u, the power of the load,
 *
 *     V_1 = T - l(q)                                     the energy, which no motion raises
 *     V^(i) = f (l + b_j gap_j) + k_i (T + b_j gap_j) + q_i s_i^2 + a_i w_i^2 + beta_i w_i s_i
 *             + r_i (w_j - rho_i s_i)^2                  on S_i, and after impacts at i
 *
 * b_j = -l's coefficient of w_j in c_i. k_i, q_i, a_i and beta_i are two numbers each, for slips of
 * either sign: sliding down and up the load are not alike. V^(i) has no term in w_j along sliding
 * motions and bounces, which w_j, having no sign there, would turn against any inequality. q_i is
 * such that V^(1) = V^(2) = f l + Q+- s_1^2 where both contacts slide; beta_i such that V^(i) and
 * V^(j) differ by B_i w_i |s_i| there where contact i leaves; r_i is there only where slip of one
 * sign speeds up (and restitution is 0). Unknowns: f, Q, k, a, B, r; docs/theory.md has the proof.
 */
#ifndef SS_PROOF_STANCE_H
#define SS_PROOF_STANCE_H

#include "standstill/zero_order.h"
#include "theorem.h"

enum {
  STANCE_UNKNOWNS = 17,
  STANCE_F = 0,
  STANCE_Q = 1, /* + sign of the slip of the first contact: 0 +, 1 - */
  STANCE_K = 3, /* + 2 contact + sign of its slip */
  STANCE_A = 7,
  STANCE_B = 11,
  STANCE_R = 15,        /* + contact */
  STANCE_ROWS = 4,      /* variables of an inequality */
  STANCE_FORMS = 6,     /* linear forms that are not negative */
  STANCE_PRODUCTS = 15, /* products of them in one */
  STANCE_MOST = 160,    /* inequalities */
  STANCE_MULTIPLIERS = 400,
  STANCE_EVENTS = 60,
  STANCE_STEPS = 60 /* of a cycle */
};

/* Slip of one sign on one contact, the other being open. */
typedef struct stance_slip {
  arb_struct normal;   /* lambda_N */
  arb_struct slip, up; /* accelerations of s_i and w_j */
  bool lasts;          /* D_NN -+ mu D_NT > 0; else (< 0) no motion slips so (Painleve) */
  bool stops;          /* the slip slows down; else it speeds up (both decided) */
} stance_slip;

typedef struct stance_contact {
  arb_mat_t K;          /* 2 T = c^T K c */
  arb_mat_t to_other;   /* c_j = to_other c_i */
  arb_mat_t load;       /* 1 x 3: l(u) = load c */
  arb_mat_t impulse;    /* 3 x 2: change of c by (Lambda_N, Lambda_T) at this contact */
  arb_mat_t fall;       /* 3 x 1: c' in flight */
  arb_struct drag[2];   /* D_NN -+ mu D_NT, slip + and - */
  stance_slip slips[2]; /* + and - */
  arb_struct stuck;     /* w_j' while it sticks */
  bool sticks;          /* no slip starts from rest */
  /* 3 x 3: the quadratic part of V^(i) by sign of s_i and unknown; its coefficient of gap_j */
  arb_mat_t form[2][STANCE_UNKNOWNS];
  arb_struct gap[2][STANCE_UNKNOWNS];
} stance_contact;

/* An inequality  sum_v f_v A_v - sum_k N_k B_k > 0  (a positive definite matrix). */
typedef struct stance_inequality {
  const char *what;
  slong size;
  arb_mat_t A[STANCE_UNKNOWNS];
  size_t products;
  size_t multiplier[STANCE_PRODUCTS];
  arb_mat_t B[STANCE_PRODUCTS];
} stance_inequality;

/* Of an event: multipliers of the products of its forms, by pairs; SIZE_MAX where there is none. */
typedef struct stance_event {
  size_t pairs, multiplier[STANCE_PRODUCTS];
} stance_event;

/* On one contact or, with restitution, in the air: the coordinates are that contact's. */
typedef struct stance_state {
  size_t contact;
  arb_struct slip, rate, gap; /* its slip; rate and gap of the other one; */
  arb_struct own, height;     /* its own rate and gap, both exactly 0 where it is closed; */
  arb_struct size;            /* in this unit of velocity */
} stance_state;

typedef enum stance_kind {
  STANCE_PLASTIC, /* without restitution: a mode, then perhaps an impact at the other contact */
  STANCE_TURN,    /* with it: a mode until the slip ends */
  STANCE_LAND,    /* a mode until the other contact lands */
  STANCE_HIT,     /* an impact at once */
  STANCE_FLY,     /* a flight until an impact */
  STANCE_SETTLE   /* bounces without end, and what they come to */
} stance_kind;

/* A mode until the slip ends, or until the other contact lands and an impact follows. */
typedef struct stance_step {
  ss_zero_mode mode; /* of the closed contact; SS_ZERO_FREE: none, the other is hit at once */
  bool lands;
  ss_zero_mode after; /* where it lands: what the impact ends in */
  /* with restitution, mode being that of the closed contact or of all impacts: */
  stance_kind kind;
  size_t contact; /* that is closed, is hit, or bounces */
} stance_step;

/* Steps that lead from s/|w| in [low, high], w = 1 or, with restitution, -1, back into it, with
 * |w| >= growth. */
typedef struct stance_cycle {
  size_t contact, pieces, steps;
  double low, high, growth;
  stance_step step[STANCE_STEPS];
} stance_cycle;

typedef struct ss_footing {
  const ss_zero_order *zero;
  ss_arena *arena;
  slong precision;
  bool bounces; /* restitution is positive */
  stance_contact contact[2];
  arb_struct ratio; /* s_2 = ratio s_1 where both slide */
  size_t rest[2];   /* the sign whose function counts where a contact does not slip */
  bool tied[2];     /* k_i is the same for both signs */
  size_t inequalities, multipliers;
  stance_inequality *inequality;
  size_t events;
  stance_event event[STANCE_EVENTS];
  double unknown[STANCE_UNKNOWNS], *multiplier, margin;
  const ss_sdp_program *program; /* that was solved last, or NULL */
  double position[3], friction;  /* where it stands; what holds it, of the second contact */
  /* what was decided, and why not */
  ss_verdict held;
  const char *geometry, *modes; /* NULL: as it should be */
  bool potential;               /* all forces but those of the contacts have one */
  bool no_coordinates;          /* c_1 or c_2 are none: nothing below geometry is known */
  size_t motions;               /* from rest: all combinations of modes */
  ss_zero_motion *motion;
} ss_footing;

/* stance.c: geometry and modes; NULL with a phrase where it is no body of this kind. */
ss_status ss_stance_find(ss_arena *arena, const ss_zero_order *zero, ss_footing **stance,
                         const char **why_not);
/* Both slide, the first with sign g (0: +): the sign of lambda_T of a contact, and the system
 * A lambda = -a of the gaps, with lambda_i = part[i] / det A. */
int ss_stance_drag(const ss_footing *s, size_t g, size_t contact);
void ss_stance_pair(const ss_footing *s, size_t g, arb_mat_t A, arb_ptr part);
/* The sign (0 +, 1 -) of s_1 where both slide and s_i has the sign g. */
size_t ss_stance_sign(const ss_footing *s, size_t i, size_t g);
/* stance_forms.c: which unknown k_i is for a sign of slip; the functions; and rho_i, where one slip
 * stops and the other speeds up (false if r_i is not used). */
size_t ss_stance_weight(const ss_footing *s, size_t i, size_t g);
void ss_stance_set_functions(ss_footing *s);
bool ss_stance_slope(const ss_footing *s, size_t i, arb_t slope);
/* stance_slips.c: a new inequality (NULL: there is no more room), and those of what happens between
 * impacts. */
stance_inequality *ss_stance_new_inequality(ss_footing *s, const char *what, slong size);
bool ss_stance_pose_positive(ss_footing *s, size_t i, size_t g);
bool ss_stance_pose_slip(ss_footing *s, size_t i, size_t g);
bool ss_stance_pose_double(ss_footing *s, size_t g);
bool ss_stance_pose_rest(ss_footing *s, size_t i);
/* stance_functions.c: all inequalities. */
bool ss_stance_pose(ss_footing *s);
/* No impact of a single contact raises the kinetic energy. */
bool ss_stance_loses_energy(const ss_footing *s);
/* stance_solve.c: unknowns and multipliers, in doubles; then whether all holds, in balls. */
ss_status ss_stance_solve(ss_footing *s);
bool ss_stance_verify(const ss_footing *s);

/* stance_step.c: takes a step; false if an inequality is not seen to be strict. */
void ss_stance_start(stance_state *x);
void ss_stance_stop(stance_state *x);
bool ss_stance_advance(const ss_footing *s, stance_state *x, const stance_step *step);
/* x = (w, s, w_j) and what contact i answers to it, w being 0 then; false if not inside its law. */
bool ss_stance_respond(const ss_footing *s, size_t i, ss_zero_mode mode, arb_ptr x);
bool ss_stance_goes(const arb_t slip, ss_zero_mode mode);
/* stance_bounce.c: an impact at a contact that is met; a flight to it; bounces until it stays. */
bool ss_stance_strike(const ss_footing *s, stance_state *x, size_t k, ss_zero_mode after);
bool ss_stance_fly(const ss_footing *s, stance_state *x, size_t k);
bool ss_stance_settle(const ss_footing *s, stance_state *x, ss_zero_mode mode);
/* stance_cycle.c: on one contact, the other about to leave or, with restitution, to land. */
bool ss_stance_is_section(const ss_footing *s, const stance_state *x);
/* A motion that comes back larger, and around it all that do. */
bool ss_stance_find_cycle(const ss_footing *s, stance_cycle *c);

bool ss_theorem_ss_stance(ss_attempt *a);            /* of the machine itself */
bool ss_theorem_ss_stance_zero_order(ss_attempt *a); /* of its zero-order dynamics */
bool ss_theorem_ss_grows(ss_attempt *a);
bool ss_theorem_ss_ambiguous(ss_attempt *a);
const char *ss_stance_explain(const ss_attempt *a);
const char *ss_ambiguous_explain(const ss_attempt *a);
/* Forces that hold the body, as evidence. */
json_t *ss_stance_balance(const ss_footing *s);
/* Whether a second, moving solution starts from rest. */
bool ss_stance_is_ambiguous(const void *facts);
/* It is not ambiguous, and theorems speak of the machine itself, or of its zero-order dynamics. */
bool ss_stance_is_machine(const void *facts);
bool ss_stance_is_rough(const void *facts);
/* Whether cycles are looked for: it is not ambiguous. */
bool ss_stance_may_grow(const void *facts);

#endif
