/* cycle_attract.c: does a motion tend to a cycle?
 *
 * The return map P of a section (turns.c) is looked at around a state x of the motion in which it
 * nearly returns. Let all numbers be measured by how much they vary in a turn, |.| be the sum of
 * their absolute values, and r = NEAR. If, for K turns,
 *
 *     |P^K(x) - x| <= r/2     and     |P^K(x +- r e_i) - P^K(x)| <= r/2   for all i,
 *
 * then P^K takes the ball of radius r around x into itself, as far as these points show it, and
 * shortens distances by half: there is one cycle through the ball, and what starts there tends to
 * it (Banach). What decays slowly does not pass: it shortens distances no faster than itself. Nor
 * does a family of periodic motions, or chaos. Each side counts by itself: friction makes cycles
 * that are reached from outside in one turn, and are the border of a family inside. A side on which
 * no start is possible (along a closed contact, a slider) is none of the motion.
 *
 * Points are no proof: what happens between them is not seen. Costs up to RETURNS_MOST turns to see
 * that it does not return, as most motions that are asked about, else 4 n K more.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "standstill/cycle.h"
#include "turns.h"

enum { RETURNS_MOST = 32, ORDER_MOST = 4, POWERS_MOST = 8 };

/* The radius; what varies less than LEAST of what varies most is measured by that; ZERO: how near
 * to its moment a section is taken. */
static const double NEAR = 1e-3, LEAST = 1e-2, ZERO = 1e-6;

typedef struct pull {
  ss_turns turns;
  size_t n, size; /* 2 n */
  double *scale;  /* 2 n */
  double *past;   /* (ORDER_MOST + 1) x 2 n: the last states on the section */
  size_t sides;   /* 2 (2 n - 1): e_i and -e_i */
  double *ahead;  /* 2 n x (sides + 1): P^k of x +- r e_i, and of x */
  bool *idle;     /* per side: nothing can start there */
  size_t order;   /* turns after which it nearly returns */
} pull;

static bool allocate(pull *p, ss_arena *scratch) {
  const size_t size = p->size;
  p->scale = ss_arena_new(scratch, size, double);
  p->past = ss_arena_new(scratch, (ORDER_MOST + 1) * size, double);
  p->ahead = ss_arena_new(scratch, (p->sides + 1) * size, double);
  p->idle = ss_arena_new(scratch, p->sides + 1, bool);
  return p->scale && p->past && p->ahead && p->idle;
}

static void set_scales_of(size_t n, const double *low, const double *high, double *scale) {
  double widest = 0;
  for (size_t k = 0; k < n; k++) widest = fmax(widest, high[k] - low[k]);
  for (size_t k = 0; k < n; k++) scale[k] = fmax(high[k] - low[k], LEAST * widest);
}

/* By the last turn: what decays is measured by what is left of it. */
static void set_scales(pull *p) {
  set_scales_of(p->n, p->turns.low, p->turns.high, p->scale);
  set_scales_of(p->n, p->turns.slow, p->turns.fast, p->scale + p->n);
}

static double distance(const pull *p, double *a, double *b) {
  double sum = 0;
  for (size_t i = 0; i + 1 < p->size; i++) {
    const double *scale = ss_turns_locate(&p->turns, p->scale, i);
    sum += fabs(*ss_turns_locate(&p->turns, a, i) - *ss_turns_locate(&p->turns, b, i)) / *scale;
  }
  return sum;
}

static bool turn(pull *p, double *state) {
  double t;
  return ss_turns_next(&p->turns, p->turns.options.end, state, state + p->n, &t);
}

/* ---- returning ------------------------------------------------------------------------------- */

/* After how many turns it is where it was; 0: after none of 1, 2, 4. */
static size_t compare(const pull *p, size_t turns) {
  double *now = p->past + turns % (ORDER_MOST + 1) * p->size;
  for (size_t k = 1; k <= ORDER_MOST && k < turns; k *= 2)
    if (distance(p, now, p->past + (turns - k) % (ORDER_MOST + 1) * p->size) <= NEAR / 2) return k;
  return 0;
}

/* Follows the motion until it nearly returns; that state is in *state. */
static bool find_return(pull *p, const double *q, const double *u, double *state) {
  memcpy(state, q, p->n * sizeof *q);
  memcpy(state + p->n, u, p->n * sizeof *u);
  for (size_t k = 1; k <= RETURNS_MOST && !p->order; k++) {
    if (!turn(p, state)) return false;
    set_scales(p);
    memcpy(p->past + k % (ORDER_MOST + 1) * p->size, state, p->size * sizeof *state);
    p->order = compare(p, k);
  }
  return p->order > 0;
}

/* ---- contraction ----------------------------------------------------------------------------- */

/* The start on one side of x and its first turn. */
static bool begin(pull *p, const double *x, size_t side) {
  double *ahead = p->ahead + side * p->size;
  const size_t i = side / 2;
  const double step = NEAR * *ss_turns_locate(&p->turns, p->scale, i);
  memcpy(ahead, x, p->size * sizeof *x);
  *ss_turns_locate(&p->turns, ahead, i) += side % 2 ? -step : step;
  if (turn(p, ahead)) return true;
  p->idle[side] = p->turns.last == SS_BAD_INPUT;
  return p->idle[side];
}

/* Is P^k, which is in `ahead`, what Banach asks for? */
static bool is_contraction(const pull *p, double *x) {
  double *own = p->ahead + p->sides * p->size;
  if (distance(p, own, x) > NEAR / 2) return false;
  for (size_t i = 0; i < p->sides; i++)
    if (!p->idle[i] && distance(p, p->ahead + i * p->size, own) > NEAR / 2) return false;
  return true;
}

static bool contracts(pull *p, double *x) {
  for (size_t i = 0; i < p->sides; i++)
    if (!begin(p, x, i)) return false;
  double *own = p->ahead + p->sides * p->size;
  memcpy(own, x, p->size * sizeof *x);
  if (!turn(p, own)) return false;
  for (size_t k = 1; k <= POWERS_MOST * p->order; k++) {
    if (k % p->order == 0 && is_contraction(p, x)) return true;
    for (size_t i = 0; i <= p->sides; i++)
      if (!p->idle[i] && !turn(p, p->ahead + i * p->size)) return false;
  }
  return false;
}

ss_status ss_cycle_attracts(const ss_system *system, const double *parameters, const double *q,
                            const double *u, const ss_motion_options *options, bool *yes) {
  pull p = {.n = system->coordinates, .size = 2 * system->coordinates};
  p.sides = p.n > 0 ? 2 * (p.size - 1) : 0;
  assert(ss_graph_is_sealed(system->graph) && q && u && options->end > 0);
  *yes = false;
  if (!system->traits.autonomous || system->inputs || p.n == 0) return SS_BAD_ARGUMENT;
  ss_arena *scratch = ss_arena_create();
  ss_status status = scratch && allocate(&p, scratch) ? SS_OK : SS_MEMORY;
  double *x = status == SS_OK ? ss_arena_new(scratch, p.size, double) : NULL;
  status = x ? ss_turns_open(&p.turns, scratch, system, parameters, options) : SS_MEMORY;
  p.turns.zero = ZERO;
  if (status == SS_OK)
    *yes = ss_turns_survey(&p.turns, q, u) && find_return(&p, q, u, x) && contracts(&p, x);
  if (status == SS_OK) status = p.turns.status;
  ss_arena_destroy(scratch);
  return status;
}
