/* tubes.h: what tube.c and map.c share. */
#ifndef STANDSTILL_CHECK_TUBES_H
#define STANDSTILL_CHECK_TUBES_H

#include <acb_mat.h>
#include <stdlib.h>

#include "check.h"

typedef arb_mat_struct balls;

enum {
  PREC = 128,
  ORDER = 14,
  BIG = 16,
  MOST_TUBE = 8,
  MOST_MODES = 4,
  MOST_HELD = 64,
  MOST_LOOSE = 8,
  MOST_WAYS = 2 * MOST_TUBE + MOST_LOOSE,
  MOST_TUBE_STEPS = 100000000
};

/* Frictions that hold: those whose directions are independent, G_SS^-1, sqrt of its diagonal. */
typedef struct held {
  size_t count, index[MOST_TUBE];
  balls *inverse;
} held;

/* The distance of motions grows at this rate at most while the frictions of the set stick, each
 * with a margin of need_j r. */
typedef struct held_rate {
  size_t set;
  arb_ptr rate;
  double need[MOST_TUBE];
} held_rate;

/* A motion, or a difference of two, as a Taylor polynomial from a point on, and what is left out of
 * it and of its derivatives. */
typedef struct series {
  arb_ptr c[ORDER + 2], force; /* of those that hold: ORDER + 1 coefficients each */
  double rest[3], flow;        /* |x'| at its start */
} series;

/* C_ij, K_ij = K_ji or p_j, known within a radius: M u' -= theta radius x_column in a row. */
typedef struct loose {
  size_t terms, row[2], column[2], friction;
  arb_ptr radius;
  double cost[2], size; /* radius |(0, M^-1 e_row)|; |A_i| */
} loose;

/* A gap, a q + d: at the rest point without friction; rows (a, 0), (0, a), and their norms. */
typedef struct tube_gap {
  arb_ptr at, row, rate;
  double size, rate_size;
} tube_gap;

typedef struct tubes {
  size_t n, m, d;
  balls *A, *B, *P, *Q, *W, *frame;            /* Q = P^-1, W: rows (0, w_j^T); Q = frame^T frame */
  arb_ptr p, kappa, rate, bound, unit, radius; /* |A|; of the level */
  double A_size, size_of[MOST_TUBE];           /* the same as bound, kappa, from above */
  bool always;                                 /* all motions come to rest */
  const matrix *low, *high, *base, *center;
  size_t depth, axis[2];
  unsigned char *cells; /* the finest: 1 rests, 2 escapes */
  held *held[1 << MOST_TUBE];
  size_t modes;
  acb_ptr nu[MOST_MODES];
  acb_mat_t l[MOST_MODES];
  /* the tube */
  arb_ptr x, r, eps, reach, row, least, margin, a, weight, t[8];
  series centre, after, way[MOST_WAYS];
  int sign[MOST_TUBE];
  bool sure, begun;
  size_t steps; /* of all tubes */
  /* while it is sure, differences are sum xi_i g_i + e, |e| <= eps; |xi_i| <= 1, or |xi| <= 1 */
  bool ball;
  size_t count;
  arb_ptr g[MOST_WAYS];                      /* those of the numbers within radii behind `count` */
  arb_ptr way_of, along, window, guard_rate; /* of an event */
  unsigned launched; /* frictions whose slips are 0, or of the mode's sign, for all motions */
  size_t rates;
  held_rate held_rate[MOST_HELD];
  /* rest points whose forces have settle_need_j r to spare settle; bend: K^-1 W */
  bool may_settle;
  double settle_need[MOST_TUBE];
  balls *bend;
  /* ranges.c */
  size_t ranges;
  loose loose[MOST_LOOSE];
  balls *Minv, *all_A; /* of all machines within the radii */
  arb_ptr most_p;
  double way_out[MOST_TUBE], stir, longer;
  /* apart.c */
  size_t gaps;
  tube_gap gap[8];
} tubes;

balls *new_ball_matrix(run *r, size_t rows, size_t columns);
balls *to_balls(run *r, const matrix *A);
void root_form(arb_t z, const balls *S, arb_srcptr x); /* z = sqrt(x^T S x), S > 0 */
/* |Y| <= (tr (P^-1 Y^T P Y)^1024)^(1/2048) */
void operator_norm(run *r, const tubes *t, arb_t z, const balls *Y);
/* Ends, as numbers that are beyond them. */
double from_above(const arb_t x);
double from_below(const arb_t x);
const held *hold(run *r, tubes *t, size_t set);
/* y -= B G^-1 W^T y on those that hold; the forces into `force`, if that is not NULL. */
void project(const tubes *t, const held *h, arb_ptr y, arb_ptr force, slong stride);
/* From x on, for |t| <= time; a difference has no loads. */
void expand(tubes *t, const held *h, arb_srcptr x, bool difference, const arb_t time, series *s);
/* Forced by the centre. */
void expand_forced(tubes *t, const held *h, size_t number, const series *centre, const arb_t time);
/* Ends of a derivative of sum a_k t^k over [-back, ahead]. */
void find_extent(tubes *t, arb_srcptr a, int order, const arb_t back, const arb_t ahead,
                 double ends[2]);
void find_slips(tubes *t, const series *s, size_t j); /* coefficients of w_j^T u, into row */
/* y at a time, with what is left out; x becomes its middle, and `jump` bounds the distance. */
void arrive(tubes *t, const series *s, const arb_t time, arb_ptr x, arb_t jump);
size_t stuck_set(const tubes *t);
/* Modes of a stretch, one sign each. */
bool read_signs(const tubes *t, const char **text, int *sign);
/* Slips of a set are put to 0; the distance into `jump`. */
void put_to_rest(run *r, tubes *t, size_t set, arb_t jump);

/* ---- ranges.c ---- */

void enter_ranges(run *r, tubes *t, const json_t *map);
/* y += what the number does to a motion that is off by it, in the k-th power of time. */
void add_forcing(tubes *t, const loose *number, const series *centre, size_t k, arb_ptr y);
/* The sum of what all of them do to the centre at most, in a time. */
double find_forcing(const tubes *t, const series *centre, double time);
/* What they do beyond that, to motions within r of it that part at the rate. */
double find_drag(const tubes *t, double forcing, double r, double rate, double time);
/* What radii can take away: sums of rows, on the diagonal. */
void subtract_radii(matrix *S, const matrix *radius);
bool is_positive(run *r, const matrix *A, bool strict);

/* ---- apart.c ---- */

void enter_gaps(run *r, tubes *t);
/* No gap closes within `far` of the centre over a step; for all of the tube, of radius r, in that
 * time, whatever happens; within `far` of the rest point x - e. */
bool stays_apart(tubes *t, const series *s, const arb_t time, double far);
bool is_far(tubes *t, const arb_t time);
bool rests_apart(tubes *t, arb_srcptr e, double far);

/* ---- swarm.c ---- */

void begin_box(tubes *t);    /* of `reach` around x */
void gather_swarm(tubes *t); /* r, from the swarm */
/* The largest of |row| over the swarm. */
double reach_along(tubes *t, arb_srcptr row);
bool move_surely(run *r, tubes *t, const arb_t time);
bool move_over_event(run *r, tubes *t, const int *sign, const arb_t time);

/* ---- modes.c ---- */

void enter_modes(run *r, tubes *t, const json_t *list);
/* Re(e^(-i phi) l^T x) > h(phi) + r |Re(e^(-i phi) l)|, phi = 2 pi direction/1024 */
bool escapes(tubes *t, size_t mode, size_t direction);
/* The tube is a swarm: that of the cell before any step, or one that is sure. */
static inline bool has_shape(const tubes *t) {
  return t->sure || !t->begun;
}

/* ---- map.c ---- */

/* One piece of a map one of whose axes is a parameter. */
struct strip {
  tubes *whole; /* the plane of all pieces */
  size_t axis, depth, index, leaves;
};

void enter_cells(run *r, tubes *t, const json_t *map);
void verify_shares(run *r, const tubes *t, const json_t *map, size_t leaves);

/* Marks the finest cells of a leaf; false if one is marked. */
bool mark_leaf(size_t depth, unsigned char *cells, const size_t cell[3], int fate);
void compare_share(run *r, const json_t *shares, const char *name, size_t cells, size_t depth);

/* Follows the plan from where the tube is; false: it is none, or a sure step is not. */
bool follow_plan(run *r, tubes *t, const char *text);

#endif
