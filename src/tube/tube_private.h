/* tube_private.h: what the files of the room share. */
#ifndef STANDSTILL_TUBE_PRIVATE_H
#define STANDSTILL_TUBE_PRIVATE_H

#include <arb_mat.h>

#include "standstill/tube.h"

enum {
  N = SS_TUBE_MOST,  /* coordinates, frictions */
  X = 2 * N,         /* states */
  ORDER = 14,        /* of the polynomials in time */
  BIG = 16,          /* a large step has so many units */
  FINE = 32,         /* parts of a unit in which events are told: 2^-32 */
  RAYS = 4,          /* growing modes */
  DIRECTIONS = 1024, /* of each */
  HELD = 64,         /* rates while frictions stick */
  RANGES = 8,        /* numbers that are known within a radius */
  GAPS = 8,          /* that must stay open */
  ALL = X + RANGES,  /* directions of a swarm */
  BALLS = 192        /* bits */
};

/* More than what a few hundred roundings of positive numbers can take away. */
#define ROUND_UP(x)   ((x) * (1 + 0x1p-40))
#define ROUND_DOWN(x) ((x) * (1 - 0x1p-40))
/* Half an ulp of 1. */
#define HALF_ULP 0x1p-53
/* What is claimed holds with this to spare, so that other arithmetic confirms it. */
#define TO_SPARE 1e-6

/* A growing mode: y = l^T x, y' = nu y - sum l^T B_j s_j. */
typedef struct growing_mode {
  double nu[2], re[X], im[X], size[X]; /* size: |l| entry by entry, rounded up */
  double off[X];                       /* of the ranges: how far l may be from that */
  double least;                        /* of `limit` */
  double limit[DIRECTIONS], dual[DIRECTIONS], cosine[DIRECTIONS], sine[DIRECTIONS];
} growing_mode;

/* While the frictions of a set stick, each with a margin of need_j r: held.c. */
typedef struct held_rate {
  unsigned set;
  fmpq_t rate, push;
  double lambda, need[N]; /* rounded up */
} held_rate;

/* A number of the machine that is known within a radius: C_ij, K_ij (and K_ji), or p_j. */
typedef struct loose_number {
  size_t terms, row[2], column[2]; /* M u' -= theta radius x_column, in that row; |theta| <= 1 */
  size_t friction;                 /* terms = 0: p_j */
  double radius, cost[2];          /* |(0, M^-1 e_row)| radius, rounded up */
} loose_number;

/* A gap a q + d: its value at the rest point without friction, with what that may be off by;
 * |(a, 0)|_*, |(0, a)|_*, rounded up. */
typedef struct tube_gap {
  double a[N], at, slack, size, rate;
} tube_gap;

/* Doubles stand for the rationals next to them: within HALF_ULP, relatively. */
struct ss_tube {
  size_t n, m, d;                         /* coordinates, frictions, d = 2 n */
  double A[X][X], B[N][X], W[N][N], p[N]; /* W[j] is w_j */
  double G[N][N];                         /* w_i^T M^-1 w_j */
  double P[X][X];                         /* diag(K, M) */
  double middle[N];                       /* K q_e = f */
  double weight[X], alpha[X], beta[N];    /* rounding, in the energy's norm: centre.c */
  double kappa[N];                        /* |B_j|, rounded up */
  double reach[N];                        /* |(0, w_j)|_*, rounded down */
  fmpq *rate;
  double lambda;      /* the same, rounded up */
  double unit;        /* of time: a power of 2 */
  double bound;       /* |A|, rounded up */
  double frame[X][X]; /* vectors of length 1, at right angles but for frame_slack */
  double frame_slack;
  double radius; /* {|x| < radius} tends to rest; 0: nothing known; or INFINITY */
  /* settle.c: rest points may settle; push, push/kappa_j rounded up, K^-1 w_j, w_i^T K^-1 w_j */
  bool settles;
  fmpq *push;
  double need[N], bend[N][N], give[N][N];
  double end;
  size_t rays;
  growing_mode *ray;
  size_t helds;
  held_rate held[HELD];
  /* ranges.c */
  size_t ranges;
  loose_number range[RANGES];
  double Minv[N][N], give_way[N]; /* radius of p_j, rounded up */
  double stir;                    /* sum |A_i|, rounded up */
  fmpq *stretch;                  /* k: no stiffness within the radii differs by more than k K */
  double longer;                  /* the same, rounded up */
  size_t gaps;                    /* apart.c */
  tube_gap gap[GAPS];
};

/* ---- norms.c: what is tabulated, in balls ---------------------------------------------------- */

typedef struct exact_machine {
  slong n, m, d;
  const ss_linear_data *a, *radius;
  fmpq_mat_t Minv, Kinv, A, B, P, Pinv; /* B: d x m */
  fmpq_mat_t gain;                      /* d_j/|(0, w_j)|_*^2 */
  arb_mat_t ball_A, ball_P, ball_Pinv;
  arb_mat_t all_A; /* of all machines within the radii */
} exact_machine;

/* False: M or K is singular. */
bool ss_tube_open_exact(exact_machine *e, const ss_linear *linear);
void ss_tube_close_exact(exact_machine *e);

/* |Y|_P = sup |Yx|_P/|x|_P and |y|_P* = sup y x/|x|_P, a row; rounded up. */
double ss_tube_operator_norm(const exact_machine *e, const arb_mat_t Y);
double ss_tube_dual_norm(const exact_machine *e, const arb_mat_t row);
/* Fills unit, bound and frame; false if the numbers are too large or too small. */
bool ss_tube_measure(ss_tube *t, const exact_machine *e);
double ss_tube_upper(const arb_t x);

/* ---- held.c: rates --------------------------------------------------------------------------- */

/* The distance of two motions grows at this rate at most, >= 0 and as small as 20 bits make it;
 * false if none was found. */
bool ss_tube_find_rate(const exact_machine *e, fmpq *rate);
/* Fills the rates while frictions stick. */
void ss_tube_find_held(ss_tube *t, const exact_machine *e);
/* Whether it is a rate while the frictions of the set stick, each with a margin of push r/c_j. */
bool ss_tube_is_rate(const exact_machine *e, unsigned set, const fmpq *rate, const fmpq *push);

/* ---- ranges.c -------------------------------------------------------------------------------- */

/* Fills the numbers that are known within radii; a phrase if there is one that may not be. */
const char *ss_tube_find_ranges(ss_tube *t, const exact_machine *e, const ss_linear *linear);
/* What of a symmetric matrix its radii can take away at most: sums of rows, on the diagonal. */
void ss_tube_subtract_radii(fmpq_mat_t S, const fmpq_mat_t radius);

/* ---- settle.c -------------------------------------------------------------------------------- */

/* Forces of rest points are told in parts of p_j: 2^-SHARE. */
enum { SHARE = 20 };

/* Fills push and what goes with it. */
void ss_tube_find_settling(ss_tube *t, const exact_machine *e);
/* Whether all motions within r of x stay near a rest point, and tend to rest; its forces. */
bool ss_tube_settles(const ss_tube *t, const double *x, double r, long *share);

/* ---- apart.c: contacts that must not close --------------------------------------------------- */

/* Fills the gaps, and takes what is beyond them from the level; false: too many, or no numbers. */
bool ss_tube_enter_gaps(ss_tube *t, const exact_machine *e, const ss_tube_options *o);
/* Whether no motion closes a gap: within rest points' `far`; within r of x for a time, whatever
 * happens. */
bool ss_tube_rests_apart(const ss_tube *t, const double *force, double far);
bool ss_tube_is_far(const ss_tube *t, const double *x, double size, double r, double time);

/* ---- escape.c -------------------------------------------------------------------------------- */

/* Fills the growing modes. */
ss_status ss_tube_find_rays(ss_arena *arena, ss_tube *t, const exact_machine *e);
/* ---- centre.c: the motion in the middle ------------------------------------------------------ */

/* Which frictions slip, and how: sign 1, -1, or 0, stuck. */
typedef struct mode {
  int sign[N];
  size_t stuck, index[N]; /* those that hold: directions that depend on them carry no force */
  double inverse[N][N];   /* of G on them */
} mode;

/* x(t) = sum c_k t^k, slips g_jk, forces s_jk, and sums of what was added for them. */
typedef struct expansion {
  double c[ORDER + 1][X], g[N][ORDER + 1], s[N][ORDER + 1], g_size[N][ORDER + 1];
  double forced[ORDER + 1]; /* sizes of what a centre adds to it */
} expansion;

/* What a step of a length costs, all bounds from above. */
typedef struct step_cost {
  double residual, excess; /* |delta|: of the polynomial; of forces beyond their bounds */
  double wrong;            /* 6 sum p_j eta_j */
  double eta[N];           /* slips that are to be 0 */
  double margin[N];        /* from below: p_j - |s_j| where it sticks, 0 elsewhere */
  double jump;             /* rounding of its end */
  double forcing;          /* sum |A_i x + ...|: what the ranges do to it */
  double least[N];         /* from below: sign_j w_j^T u on the step */
} step_cost;

/* The same for a direction of a swarm. */
typedef struct difference_cost {
  double residual, jump, slip[N], force[N]; /* |w_j^T g|, |s_j| over the step */
} difference_cost;

void ss_tube_set_mode(const ss_tube *t, mode *md);
/* Frictions that slip at less than `slow` are set to stick, x is made so, and those that cannot
 * hold are released. `turning`: one whose force has reached its bound, or SIZE_MAX. */
void ss_tube_choose_mode(const ss_tube *t, double *x, double slow, size_t turning, mode *md);
/* Puts the slips that stick to 0: u -= M^-1 W G^-1 W^T u. */
void ss_tube_hold(const ss_tube *t, const mode *md, double *x);
void ss_tube_expand(const ss_tube *t, const mode *md, const double *x, expansion *e);
/* Without loads and constant forces: how a difference moves. */
void ss_tube_expand_free(const ss_tube *t, const mode *md, const double *x, expansion *e);
double ss_tube_evaluate(const double *a, double time);
/* Ends of the Bernstein coefficients of a polynomial on [0, length], without their rounding. */
void ss_tube_find_ends(const double *a, double length, double *low, double *high);
/* The first event in (0, length]: its time in parts of a unit, `length` if there is none; which
 * friction holds no longer, or SIZE_MAX. */
uint64_t ss_tube_find_event(const ss_tube *t, const mode *md, const expansion *e, size_t units,
                            size_t *turning);
/* Whether nothing within r of the centre closes a gap in a step. */
bool ss_tube_stays_apart(const ss_tube *t, const expansion *e, double length, double r);
void ss_tube_price(const ss_tube *t, const mode *md, const expansion *e, double length,
                   step_cost *cost);
/* Forced by the centre, through that number. */
void ss_tube_expand_forced(const ss_tube *t, const mode *md, const expansion *centre, size_t range,
                           expansion *e);
void ss_tube_price_difference(const ss_tube *t, const mode *md, const expansion *e, double length,
                              difference_cost *cost);
/* sqrt((G^-1)_ii) of the i-th that sticks, rounded up: what a force of it costs. */
double ss_tube_grip(const mode *md, size_t i);
void ss_tube_advance(const ss_tube *t, const expansion *e, double length, double *x);
/* |x|_P, rounded up. */
double ss_tube_size(const ss_tube *t, const double *x);

/* ---- swarm.c: differences from the centre ---------------------------------------------------- */

/* sum xi_i g_i + sum theta_i h_i + e, |e| <= eps; |xi_i| <= 1, or |xi| <= 1 in a ball; h_i, for
 * each number within a radius, stand behind the g_i. */
typedef struct swarm {
  bool ball;
  size_t count, ranges;
  double g[ALL][X], eps;
} swarm;

static inline size_t ss_tube_members(const swarm *w) {
  return w->count + w->ranges;
}

typedef struct swarm_cost {
  double residual, jump, slip[N], force[N];
  double drag; /* ss_tube_find_drag, where there are ranges */
} swarm_cost;

/* max of sum xi_i value_i, rounded up */
double ss_tube_gather(const swarm *w, const double *value);
/* max |x - x~|, rounded up */
double ss_tube_swarm_size(const ss_tube *t, const swarm *w);
/* max |x| around the centre, `size` being the former, rounded up */
double ss_tube_reach_of(const ss_tube *t, const swarm *w, const double *x, double size);
void ss_tube_swarm_ball(const ss_tube *t, double r, swarm *w);
void ss_tube_expand_swarm(const ss_tube *t, const mode *md, const swarm *w, const expansion *centre,
                          expansion *e);
void ss_tube_price_swarm(const ss_tube *t, const mode *md, const swarm *w, const expansion *e,
                         double length, swarm_cost *cost);
/* What the ranges add to (x - x~)' because x is not x~, over a time in which differences grow at
 * that rate at most. */
double ss_tube_find_drag(const ss_tube *t, const step_cost *centre, double r, double rate,
                         double length);
bool ss_tube_is_plain(const ss_tube *t, const mode *md);
double ss_tube_grown(const ss_tube *t, const mode *md, const step_cost *centre,
                     const swarm_cost *cost, double eps, double length);
/* No motion of the tube changes its mode in a step. `launched`: those that slip for another reason.
 */
bool ss_tube_is_sure(const ss_tube *t, const mode *md, const step_cost *centre,
                     const swarm_cost *cost, double eps, unsigned launched);
void ss_tube_advance_swarm(const ss_tube *t, const expansion *e, double length, swarm *w);

/* ---- event.c --------------------------------------------------------------------------------- */

/* The centre has an event `length` after the start of the window, and the window goes as far
 * beyond. */
typedef struct centre_event {
  size_t friction;
  double length, jump, residual, drag, forcing;
  const mode *from, *to;
  const expansion *before, *after;
} centre_event;

/* Ends of a derivative of that order over [from, to], from <= 0 <= to, with their rounding. */
void ss_tube_find_slope(const double *a, int order, double from, double to, double ends[2]);
/* Whether all motions of the tube have that event in the window; the swarm, which is that at the
 * event, becomes that of the new mode. */
bool ss_tube_pass_event(const ss_tube *t, const centre_event *c, const expansion *swarm_before,
                        swarm *w);

/* ---- escape.c: the question ------------------------------------------------------------------ */

/* Whether all motions of the tube escape; says by which mode and direction. Without a swarm it is
 * the ball of radius r. */
bool ss_tube_escapes(const ss_tube *t, const double *x, const swarm *w, double r,
                     ss_tube_answer *answer);

#endif
