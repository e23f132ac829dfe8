/* fences.c: a map of starts of a machine with one coordinate, by fences (docs/theory.md).
 *
 *     u' = F(q, u) = (h - sign(u) P)/M,   P = sum |a_j| N_j mu_j,   w = u^2/2
 *
 * Along motions to one side, s = 1 or -1, x = s q grows and w' = g(x, |u|) = s F(s x, s |u|). A
 * fence is a curve B(x) of parabolas that ends at the axis, with R = B' - g > 0 all along (under:
 * what is below stays so and stops before the end) or R < 0 (over: what is above passes the end).
 * R is evaluated in balls over each segment, or as R(middle) + [-h/2, h/2] R'.
 *
 * A haven: an interval of positions all of which rest with F < 0 for u > 0 and F > 0 for u < 0, or
 * a trap: from one end motions stop before the other, and between them energy falls, which is so
 * where |u| max(0, d/du (h + M' u^2/2)) < P. Or a turn: all of it, at rest, starts to one side and
 * ends in a haven that stands before it. A leaf is a cell of starts that stop in a haven. At a stop
 * u becomes -e u: a fence may end there, at a height of which e^2 is left, and that must lie within
 * the fences of the way back. On trust: the theorem.
 */
#include <math.h>

#include "energy.h"
#include "tubes.h"

enum { MOST_HAVENS = 64, MOST_SEGMENTS = 1 << 20, GRAIN = 40, P_BITS = BOX_BITS };
enum { RIGHT_UNDER, RIGHT_OVER, LEFT_UNDER, LEFT_OVER, FENCES };

/* Nodes from the end on backwards; segment i is between node i + 1 and node i. */
typedef struct fence {
  size_t count;
  double *x, *w, *k;
} fence;

typedef struct haven {
  bool trap, stop, back; /* a trap with the stop at one end; what runs into it, back into `next` */
  int starts;            /* 1, -1: a turn to that side, into `next` */
  size_t next;
  double from, to;
  fence fence[FENCES];
} haven;

typedef struct plane {
  node *M, *F[2], *P, *push, *part[MOST_TUBE]; /* F: for u > 0, for u < 0; part: N_j mu_j */
  size_t parts;
  box_variable variable[2];
  haven haven[MOST_HAVENS];
  size_t havens, depth, axis; /* which axis the coordinate is */
  const matrix *low, *high;
  arb_ptr t[6];
  node *gap, *restitution;     /* of the only contact; NULL: there is none */
  int wall;                    /* the side of motions that run into it; 0: there is none */
  double stop;                 /* at most 2^-40 beyond where the gap is 0 */
  double bounce, least_bounce; /* ends of the restitution */
} plane;

/* ---- the machine ----------------------------------------------------------------------------- */

static void add_friction(run *r, plane *p, const item *it, item *q) {
  const bool falling = falls(it);
  node *slip = read_formula(r, it->part[SLIPS]), *arm = differentiate(r, slip, q, true);
  if ((!falling && !token_is(it->law, "coulomb")) || it->part[SLIPS + 1].to)
    complain(r, it->name, "fences are about friction along one direction");
  if (!is_zero_tree(at_rest(r, slip)) || !is_zero_tree(differentiate(r, arm, q, true)))
    complain(r, it->name, "the slip is not one of a machine at rest, or not linear in it");
  node *mu = falling ? friction_coefficient(r, it) : read_formula(r, it->part[LAW]);
  node *force = MUL(read_formula(r, it->part[1]), mu);
  if (p->parts == MOST_TUBE) malformed(r, "more than %d frictions", MOST_TUBE);
  p->part[p->parts++] = force;
  p->P = ADD(p->P, MUL(rebuild_tree(r, '|', arm, NULL), force));
}

/* A gap c q + d without friction. */
static void enter_contact(run *r, plane *p, item *q) {
  const item *it = next_item(r, NULL, CONTACT);
  if (!it) return;
  if (next_item(r, it, CONTACT)) complain(r, it->name, "fences are about one stop");
  if (it->part[SLIPS].to || (it->part[RESTITUTION].to && !it->part[RESTITUTION + 1].to))
    complain(r, it->name, "fences are about stops without friction, by newton's law");
  p->gap = read_formula(r, it->part[3]);
  p->restitution =
      it->part[RESTITUTION].to ? read_formula(r, it->part[RESTITUTION]) : integer_tree(r, 0);
  if (p->gap->has & HAS_TIME || !is_zero_tree(by(r, by(r, p->gap, q), q)))
    complain(r, it->name, "the gap is not c q + d");
}

static void enter_plane(run *r, plane *p) {
  energy *x = new_room(r, 1, sizeof *x);
  const item *other = next_item(r, NULL, SLIDER | CLUTCH | CHART_COORD);
  if (other) complain(r, other->name, "fences are about friction alone");
  for (const item *it = NULL; (it = next_item(r, it, PARAM));)
    if (it->range.low) complain(r, it->name, "fences are about numbers without ranges");
  for (const item *it = NULL; (it = next_item(r, it, INPUT));)
    if (it->part[0].to) complain(r, it->name, "the input has bounds");
  check_formulas(r);
  read_energies(r, x);
  if (x->n != 1) malformed(r, "fences are about one coordinate");
  derive_motion(r, x);
  p->P = integer_tree(r, 0);
  for (const item *it = NULL; (it = next_item(r, it, FRICTION));) add_friction(r, p, it, x->q[0]);
  enter_contact(r, p, x->q[0]);
  /* T = M u^2/2, so d/dt dT/du - dT/dq = M u' + M' u^2/2; written so, M' occurs once in F */
  p->M = x->M[0];
  p->push = SUB(x->Q[0], by(r, x->U, x->q[0]));
  node *square = make_node(r, '^', x->u[0], integer_tree(r, 2));
  node *turn = MUL(number_tree(r, &(fmpq){1, 2}), MUL(by(r, p->M, x->q[0]), square));
  node *h = SUB(p->push, turn);
  p->F[0] = DIV(SUB(h, p->P), p->M);
  p->F[1] = DIV(ADD(h, p->P), p->M);
  if ((p->F[0]->has | p->M->has) & HAS_TIME) malformed(r, "something depends on the time");
  p->variable[0] = (box_variable){'x', x->q[0]};
  p->variable[1] = (box_variable){'u', x->q[0]};
  open_space(r, 2, 1, p->variable);
  for (size_t i = 0; i < COUNT(p->t); i++) p->t[i] = new_ball(r);
}

/* M > 0 and no N mu is negative, over the box that was entered. */
static bool is_physical(run *r, const plane *p) {
  bool good = arb_is_positive(taylor_of(r, p->M));
  for (size_t i = 0; i < p->parts; i++) good = good && arb_is_nonnegative(taylor_of(r, p->part[i]));
  return good;
}

/* F and its slopes over a box of x and |u|; NULL: it has none, or M may vanish. */
static arb_srcptr pull_over(run *r, const plane *p, int side, const double x[2],
                            const double v[2]) {
  const double low[2] = {side > 0 ? x[0] : -x[1], side > 0 ? v[0] : -v[1]};
  const double high[2] = {side > 0 ? x[1] : -x[0], side > 0 ? v[1] : -v[0]};
  enter_box(r, low, high);
  if (!is_physical(r, p)) return NULL;
  arb_srcptr F = taylor_of(r, p->F[side < 0]);
  return arb_is_finite(F) ? F : NULL;
}

/* ---- fences ---------------------------------------------------------------------------------- */

/* B over segment i: its least and its greatest value are within. */
static void find_heights(const fence *f, size_t i, double ends[2]) {
  ends[0] = fmin(f->w[i], f->w[i + 1]) - fmax(0, f->k[i]) / 4;
  ends[1] = fmax(f->w[i], f->w[i + 1]) + fmax(0, -f->k[i]) / 4;
}

static void find_speeds(const double w[2], double v[2]) {
  v[0] = w[0] > 0 ? nextafter(sqrt(2 * w[0]), 0) : 0;
  v[1] = nextafter(sqrt(2 * w[1]), INFINITY);
}

static bool has_sign(const arb_t R, bool under) {
  return under ? arb_is_positive(R) : arb_is_negative(R);
}

/* (w_i - w_(i+1) + [-|k|, |k|] spread)/h */
static void find_slope(const fence *f, size_t i, bool spread, arb_t slope) {
  arb_set_d(slope, f->w[i] - f->w[i + 1]); /* multiples of 2^-40 below 2^10: exact */
  if (spread) mag_set_d(arb_radref(slope), fabs(f->k[i]));
  arb_mul_2exp_si(slope, slope, -ilogb(f->x[i] - f->x[i + 1]));
}

/* The same for a segment on the axis, where |u| has no slope: F(q, u) is in F(middle, u) +
 * [-h/2, h/2] F_q. */
static bool is_fence_at_end(run *r, plane *p, const fence *f, size_t i, size_t which) {
  const int side = which < LEFT_UNDER ? 1 : -1;
  const double h = f->x[i] - f->x[i + 1], x[2] = {f->x[i + 1], f->x[i]};
  const double at[2] = {x[0] + h / 2, x[0] + h / 2};
  double w[2], v[2];
  arb_ptr slope = p->t[0], R = p->t[1], change = p->t[2];
  find_heights(f, i, w);
  find_speeds(w, v);
  arb_srcptr F = pull_over(r, p, side, x, v);
  if (!F) return false;
  arb_mul_2exp_si(change, F + 1, ilogb(h) - 1);
  arf_zero(arb_midref(R));
  arb_get_mag(arb_radref(R), change);
  if (!(F = pull_over(r, p, side, at, v))) return false;
  find_slope(f, i, true, slope);
  arb_add(R, R, slope, P_BITS);
  (side > 0 ? arb_sub : arb_add)(R, R, F, P_BITS);
  return has_sign(R, which == RIGHT_UNDER || which == LEFT_UNDER);
}

/* R > 0 or R < 0 on segment i, whose length is a power of 2. */
static bool is_fence(run *r, plane *p, const fence *f, size_t i, size_t which) {
  const bool under = which == RIGHT_UNDER || which == LEFT_UNDER;
  const int side = which < LEFT_UNDER ? 1 : -1;
  const double h = f->x[i] - f->x[i + 1], middle = (f->w[i] + f->w[i + 1]) / 2 - f->k[i] / 4;
  const double x[2] = {f->x[i + 1], f->x[i]}, at[2] = {x[0] + h / 2, x[0] + h / 2};
  double w[2], v[2];
  arb_ptr slope = p->t[0], R = p->t[1], change = p->t[2], z = p->t[3];
  find_heights(f, i, w);
  if (!(w[0] >= 0) || (under && !(f->w[i + 1] > 0 && (w[0] > 0 || i == 0)))) return false;
  find_speeds(w, v);
  arb_srcptr F = pull_over(r, p, side, x, v);
  if (!F) return false;
  find_slope(f, i, true, slope);
  (side > 0 ? arb_sub : arb_add)(R, slope, F, P_BITS);
  if (has_sign(R, under)) return true;
  if (!arb_is_finite(F + 1)) return false;
  if (!(w[0] > 0)) return is_fence_at_end(r, p, f, i, which);
  if (!arb_is_finite(F + 2)) return false;
  /* R' = B'' - F_q - F_u B'/|u| */
  arf_set_d(arb_midref(z), v[0]);
  mag_zero(arb_radref(z));
  arb_div(change, slope, z, P_BITS);
  arf_set_d(arb_midref(z), v[1]);
  arb_div(z, slope, z, P_BITS);
  arb_union(change, change, z, P_BITS);
  arb_mul(change, change, F + 2, P_BITS);
  arb_add(change, change, F + 1, P_BITS);
  arb_set_d(z, 2 * f->k[i]);
  arb_mul_2exp_si(z, z, -2 * ilogb(h));
  arb_sub(change, z, change, P_BITS);
  arb_mul_2exp_si(change, change, ilogb(h) - 1);
  arb_get_mag(arb_radref(R), change);
  arf_zero(arb_midref(R));
  const double both[2] = {middle, middle};
  find_speeds(both, v);
  if (!(F = pull_over(r, p, side, at, v))) return false;
  find_slope(f, i, false, slope);
  arb_add(R, R, slope, P_BITS);
  (side > 0 ? arb_sub : arb_add)(R, R, F, P_BITS);
  return has_sign(R, under);
}

static long read_number(run *r, const char **text) {
  char *end;
  const long value = strtol(*text, &end, 10);
  if (end == *text || (*end && *end != ' ')) malformed(r, "a fence: numbers are expected");
  *text = *end ? end + 1 : end;
  return value;
}

/* "e w k" for each segment: its length is 2^-e, w and k are multiples of 2^-40. */
static void read_fence(run *r, const char *text, const double end[2], fence *f) {
  size_t numbers = 1;
  for (const char *c = text; *c; c++) numbers += *c == ' ';
  if (numbers % 3 || numbers / 3 > MOST_SEGMENTS) malformed(r, "a fence: threes are expected");
  f->count = numbers / 3;
  f->x = new_room(r, f->count + 1, sizeof *f->x);
  f->w = new_room(r, f->count + 1, sizeof *f->w);
  f->k = new_room(r, f->count + 1, sizeof *f->k);
  f->x[0] = end[0], f->w[0] = end[1];
  for (size_t i = 0; i < f->count; i++) {
    const long e = read_number(r, &text), w = read_number(r, &text), k = read_number(r, &text);
    if (e < 0 || e > GRAIN || labs(w) >= 1L << 50 || labs(k) >= 1L << 50)
      malformed(r, "a fence: a number is out of range");
    f->x[i + 1] = f->x[i] - ldexp(1, (int)-e);
    f->w[i + 1] = ldexp((double)w, -GRAIN);
    f->k[i] = ldexp((double)k, -GRAIN);
    if (f->x[i + 1] < -1024) malformed(r, "a fence: it goes too far");
  }
}

/* The least B over [from, to], or the greatest; NAN: it does not reach so far. */
static double bound_height(const fence *f, bool least, double from, double to) {
  double bound = least ? INFINITY : -INFINITY, w[2];
  size_t low = 0, high = f->count;
  if (!f->count || !(f->x[f->count] <= from && from <= to && to <= f->x[0])) return NAN;
  while (high - low > 1) { /* x[high] <= to < x[low], or low = 0 */
    const size_t middle = (low + high) / 2;
    *(f->x[middle] <= to ? &high : &low) = middle;
  }
  for (size_t i = low; i < f->count && (i == low || f->x[i] > from); i++) {
    find_heights(f, i, w);
    bound = least ? fmin(bound, w[0]) : fmax(bound, w[1]);
  }
  return bound;
}

/* ---- havens ---------------------------------------------------------------------------------- */

static bool rests(run *r, plane *p, double from, double to, int depth) {
  const double x[2] = {from, to}, mirrored[2] = {-to, -from}, still[2] = {0, 0};
  arb_srcptr F = pull_over(r, p, 1, x, still);
  bool good = F && arb_is_negative(F);
  if (good) good = (F = pull_over(r, p, -1, mirrored, still)) && arb_is_positive(F);
  const double middle = from + (to - from) / 2;
  if (good || depth == 0 || !(from < middle && middle < to)) return good;
  return rests(r, p, from, middle, depth - 1) && rests(r, p, middle, to, depth - 1);
}

static bool loses(run *r, plane *p, double from, double to, double speed, int depth) {
  const double low[2] = {from, -speed}, high[2] = {to, speed};
  enter_box(r, low, high);
  arb_srcptr P = taylor_of(r, p->P), slope = taylor_of(r, p->push) + 2;
  bool good = is_physical(r, p) && arb_is_positive(P) && arb_is_finite(slope);
  if (good && !arb_is_nonpositive(slope)) {
    arb_set_d(p->t[0], speed);
    arb_get_ubound_arf(arb_midref(p->t[1]), slope, P_BITS);
    mag_zero(arb_radref(p->t[1]));
    arb_mul(p->t[0], p->t[0], p->t[1], P_BITS);
    good = arb_lt(p->t[0], P);
  }
  const double middle = from + (to - from) / 2;
  if (good || depth == 0) return good;
  return loses(r, p, from, middle, speed, depth - 1) && loses(r, p, middle, to, speed, depth - 1);
}

/* The least or the greatest B over [x, x + 2^-40], within one segment: nodes are multiples of that.
 * |B'| <= |w_i - w_(i+1)| + |k| over the length. */
static double height_at(const fence *f, double x, bool least) {
  const double grain = ldexp(1, -GRAIN);
  for (size_t i = 0; i < f->count; i++) {
    if (!(f->x[i + 1] <= x && x + grain <= f->x[i])) continue;
    const double h = f->x[i] - f->x[i + 1], t = (x - f->x[i + 1]) / h;
    const double rise = f->w[i] - f->w[i + 1], slope = fabs(rise) + fabs(f->k[i]);
    const double B = f->w[i + 1] + t * rise - t * (1 - t) * f->k[i];
    const double off = slope * grain / h + 0x1p-46 * (fabs(f->w[i + 1]) + slope);
    return least ? B - off : B + off;
  }
  return NAN;
}

/* What runs into the stop below one fence comes back below the other, wherever between p->stop and
 * 2^-40 before it that is. */
static bool comes_back(const plane *p, const fence *there, const fence *back) {
  const double x = p->wall * p->stop, e = p->bounce;
  const double most = height_at(there, x - ldexp(1, -GRAIN), false);
  return e * e * most * (1 + 0x1p-40) < height_at(back, -x, true);
}

/* From one end of a trap motions stop before the other, and lose energy. */
static bool is_trap(run *r, plane *p, const haven *h) {
  const fence *right = &h->fence[RIGHT_UNDER], *left = &h->fence[LEFT_UNDER];
  if (h->stop && !comes_back(p, p->wall < 0 ? left : right, p->wall < 0 ? right : left))
    return false;
  const double top =
      fmax(bound_height(right, false, h->from, h->to), bound_height(left, false, -h->to, -h->from));
  return !isnan(bound_height(right, false, h->from, h->to)) &&
         !isnan(bound_height(left, false, -h->to, -h->from)) &&
         loses(r, p, h->from, h->to, nextafter(sqrt(2 * top), INFINITY), 12);
}

static double read_end(run *r, const json_t *object, const char *name) {
  const double x = end_of(r, read_rational(r, object, name), 0);
  if (!(fabs(x) < 512) || ldexp(x, GRAIN) != nearbyint(ldexp(x, GRAIN)))
    malformed(r, "havens: multiples of 2^-40 below 512 are expected");
  return x;
}

/* Motions to one side from x in [from, to] at speeds of [slow, fast]; slow = 0: where what is at
 * rest starts to that side. */
static bool ends_in(const haven *h, int wall, int side, const double x[2], const double speed[2]) {
  const double begin = side > 0 ? h->from : -h->to, end = side > 0 ? h->to : -h->from;
  const fence *under = &h->fence[side > 0 ? RIGHT_UNDER : LEFT_UNDER];
  const fence *over = &h->fence[side > 0 ? RIGHT_OVER : LEFT_OVER];
  if (!(x[1] < end || ((h->stop || h->back) && side == wall && x[1] <= end)) ||
      !(bound_height(under, true, x[0], x[1]) > nextafter(speed[1] * speed[1] / 2, INFINITY)))
    return false;
  if (x[0] >= begin && !h->back) return true;
  const double most = bound_height(over, false, x[0], fmin(x[1], begin));
  return most <= 0 || most < nextafter(speed[0] * speed[0] / 2, -INFINITY);
}

/* The stop: its gap is 0 within 2^-40 of what is said, and open on one side of that. */
static void enter_stop(run *r, plane *p, const json_t *map) {
  const double grain = ldexp(1, -GRAIN), at = p->stop = read_end(r, map, "stop");
  enter_box(r, (double[]){at, 0}, (double[]){at, 0});
  arb_srcptr gap = taylor_of(r, p->gap), e = taylor_of(r, p->restitution);
  if (arb_contains_zero(gap + 1)) malformed(r, "stop: its gap has no slope");
  p->wall = arb_is_positive(gap + 1) ? -1 : 1;
  p->bounce = from_above(e), p->least_bounce = from_below(e);
  const bool first = arb_is_nonpositive(gap), share = arb_is_nonnegative(e) && p->bounce < 1;
  const double inside = at - p->wall * grain;
  enter_box(r, (double[]){inside, 0}, (double[]){inside, 0});
  if (!first || !arb_is_nonnegative(taylor_of(r, p->gap)))
    refuted(r, "stop: its gap is not 0 there");
  if (!share) malformed(r, "stop: its restitution is not in [0, 1)");
}

/* Positions that are not beyond the stop. */
static bool is_before_stop(const plane *p, double from, double to) {
  return p->wall == 0 || (p->wall < 0 ? from >= p->stop : to <= p->stop);
}

/* All of it starts to that side. */
static bool starts(run *r, plane *p, int side, const double x[2], int depth) {
  const double still[2] = {0, 0}, middle = x[0] + (x[1] - x[0]) / 2;
  arb_srcptr F = pull_over(r, p, side, x, still);
  const bool good = F && (side > 0 ? arb_is_positive(F) : arb_is_negative(F));
  if (good || depth == 0 || !(x[0] < middle && middle < x[1])) return good;
  const double first[2] = {x[0], middle}, second[2] = {middle, x[1]};
  return starts(r, p, side, first, depth - 1) && starts(r, p, side, second, depth - 1);
}

/* What stops there starts to one side and stops next in another haven, which is known. */
static void verify_turn(run *r, plane *p, haven *h, const json_t *object) {
  h->next =
      (size_t)read_integer(r, json_object_get(object, "next"), 0, (long)p->havens - 2, "next");
  const double x[2] = {h->starts > 0 ? h->from : -h->to, h->starts > 0 ? h->to : -h->from};
  if (!starts(r, p, h->starts, x, 50))
    refuted(r, "havens: not all of haven %zu starts to the %s", p->havens,
            h->starts > 0 ? "right" : "left");
  if (!ends_in(&p->haven[h->next], p->wall, h->starts, x, (double[]){0, 0}))
    refuted(r, "havens: what stops in haven %zu may not go to haven %zu", p->havens, h->next + 1);
}

/* What comes to the stop between the fences comes back between those of a haven that is known. */
static void verify_bounce(run *r, plane *p, haven *h, const json_t *object) {
  h->next =
      (size_t)read_integer(r, json_object_get(object, "next"), 0, (long)p->havens - 2, "next");
  const haven *next = &p->haven[h->next];
  const size_t under = p->wall < 0 ? LEFT_UNDER : RIGHT_UNDER, back = LEFT_UNDER - under;
  const double x = p->wall * p->stop, e = p->least_bounce;
  const double least = height_at(&h->fence[under + 1], x - ldexp(1, -GRAIN), true);
  const double most = height_at(&next->fence[back + 1], -x, false);
  /* a trap at the stop takes all that is slow enough */
  const bool passes = next->stop || (e > 0 && e * e * least * (1 - 0x1p-40) > most);
  if (!comes_back(p, &h->fence[under], &next->fence[back]) || !passes)
    refuted(r, "havens: what comes back from the stop may not go to haven %zu", h->next + 1);
}

static void enter_haven(run *r, plane *p, const json_t *object) {
  static const char *const names[FENCES] = {"right_under", "right_over", "left_under", "left_over"};
  haven *h = &p->haven[p->havens++];
  const json_t *kind = json_object_get(object, "kind");
  h->stop = p->wall && says(kind, "stop");
  h->back = p->wall && says(kind, "bounce");
  h->trap = h->stop || says(kind, "trap");
  h->starts = says(kind, "right") ? 1 : says(kind, "left") ? -1 : 0;
  read_shape(r, object, "a haven",
             h->starts ? "kind next from to right_under right_over left_under left_over"
             : h->back ? "kind height over next from to right_under right_over left_under left_over"
             : h->stop ? "kind height from to right_under right_over left_under left_over"
                       : "kind from to right_under right_over left_under left_over");
  if (!h->trap && !h->starts && !h->back && !says(kind, "rest"))
    malformed(r, "a haven: it is a trap, a turn, or at rest");
  h->from = read_end(r, object, "from");
  h->to = read_end(r, object, "to");
  if (!(h->from < h->to) && !(h->back && h->from == h->to)) malformed(r, "a haven: it is empty");
  if (!is_before_stop(p, h->from, h->to)) malformed(r, "a haven: it is beyond the stop");
  if ((h->stop || h->back) && (p->wall < 0 ? h->from : h->to) != p->stop)
    malformed(r, "a haven: it does not end at the stop");
  double ends[FENCES][2] = {{h->to}, {h->from}, {-h->from}, {-h->to}};
  const size_t there = p->wall < 0 ? LEFT_UNDER : RIGHT_UNDER;
  for (size_t i = 0; i < (h->back ? 2 : h->stop); i++) {
    const char *name = i ? "over" : "height";
    ends[there + i][1] =
        ldexp((double)read_integer(r, json_object_get(object, name), 1, 1L << 50, name), -GRAIN);
  }
  for (size_t i = 0; i < FENCES; i++) {
    if (json_is_null(json_object_get(object, names[i]))) continue;
    fence *f = &h->fence[i];
    read_fence(r, read_text(r, object, names[i]), ends[i], f);
    for (size_t k = 0; k < f->count; k++)
      if (!is_fence(r, p, f, k, i))
        refuted(r, "havens: motions may cross segment %zu of the fence %s of haven %zu", k + 1,
                names[i], p->havens);
  }
  if (h->starts) return verify_turn(r, p, h, object);
  if (h->back) return verify_bounce(r, p, h, object);
  if (!h->trap && !rests(r, p, h->from, h->to, 50))
    refuted(r, "havens: not all of haven %zu rests", p->havens);
  if (h->trap && !is_trap(r, p, h))
    refuted(r, "havens: motions may leave haven %zu, or not come to rest in it", p->havens);
}

/* ---- leaves ---------------------------------------------------------------------------------- */

/* The ends of a cell along an axis, or beyond them. */
static void find_ends(plane *p, size_t axis, const size_t cell[3], double ends[2]) {
  arb_ptr width = p->t[0], low = p->t[1], z = p->t[2];
  arb_set_fmpq(low, entry(p->low, axis, 0), P_BITS);
  arb_set_fmpq(width, entry(p->high, axis, 0), P_BITS);
  arb_sub(width, width, low, P_BITS);
  arb_mul_2exp_si(width, width, -(slong)cell[0]);
  for (size_t k = 0; k < 2; k++) {
    arb_mul_ui(z, width, cell[1 + axis] + k, P_BITS);
    arb_add(z, z, low, P_BITS);
    ends[k] = k ? from_above(z) : from_below(z);
  }
}

/* "DEPTH COLUMN ROW rest HAVEN" */
static bool verify_cell(run *r, plane *p, const char *text, size_t cell[3]) {
  double q[2], u[2];
  size_t k;
  int used = 0;
  if (sscanf(text, "%zu %zu %zu rest %zu%n", &cell[0], &cell[1], &cell[2], &k, &used) != 4 ||
      text[used] || cell[0] > p->depth || cell[1] >> cell[0] || cell[2] >> cell[0] ||
      k >= p->havens)
    malformed(r, "leaves: \"%.40s\" is none", text);
  const haven *h = &p->haven[k];
  find_ends(p, p->axis, cell, q);
  find_ends(p, 1 - p->axis, cell, u);
  const double mirrored[2] = {-q[1], -q[0]};
  if (!is_before_stop(p, q[0], q[1])) return false;
  const bool from = h->from < q[0] || (h->stop && p->wall < 0 && h->from == q[0]);
  const bool to = q[1] < h->to || (h->stop && p->wall > 0 && h->to == q[1]);
  if (u[0] <= 0 && u[1] >= 0 && !(from && to)) return false;
  const haven *next = h->starts ? &p->haven[h->next] : h;
  const haven *right = h->starts > 0 ? next : h, *left = h->starts < 0 ? next : h;
  if (u[1] > 0 && !ends_in(right, p->wall, 1, q, (double[]){fmax(0, u[0]), u[1]})) return false;
  return !(u[0] < 0) || ends_in(left, p->wall, -1, mirrored, (double[]){fmax(0, -u[1]), -u[0]});
}

static void enter_map(run *r, plane *p, const json_t *map) {
  const json_t *axes = json_object_get(map, "axes"), *havens = json_object_get(map, "havens");
  const json_t *object;
  size_t i;
  read_shape(r, map, "map",
             p->gap ? "axes low high depth stop havens leaves shares"
                    : "axes low high depth havens leaves shares");
  if (p->gap) enter_stop(r, p, map);
  want_array(r, axes, 2, "axes");
  p->axis = read_integer(r, json_array_get(axes, 0), 0, 1, "axes") == 0 ? 0 : 1;
  if (read_integer(r, json_array_get(axes, 1), 0, 1, "axes") != (p->axis == 0))
    malformed(r, "map: the two axes are one");
  p->low = read_vector(r, map, "low", 2);
  p->high = read_vector(r, map, "high", 2);
  for (size_t k = 0; k < 2; k++)
    if (fmpq_cmp(entry(p->low, k, 0), entry(p->high, k, 0)) >= 0)
      malformed(r, "map: a range is empty");
  p->depth = (size_t)read_integer(r, json_object_get(map, "depth"), 1, 12, "depth");
  if (!json_is_array(havens) || json_array_size(havens) > MOST_HAVENS)
    malformed(r, "map: a list of at most %d havens is expected", MOST_HAVENS);
  json_array_foreach(havens, i, object) enter_haven(r, p, object);
}

void verify_fences(run *r) {
  const json_t *map = json_object_get(r->root, "map"), *leaf;
  const json_t *leaves = json_object_get(map, "leaves"), *shares = json_object_get(map, "shares");
  plane *p = new_room(r, 1, sizeof *p);
  size_t i, cell[3], proved = 0;
  enter_plane(r, p);
  enter_map(r, p, map);
  if (!json_is_array(leaves)) malformed(r, "leaves: an array is expected");
  const size_t all = (size_t)1 << 2 * p->depth;
  unsigned char *cells = new_room(r, all, 1);
  json_array_foreach(leaves, i, leaf) {
    const char *text = json_string_value(leaf);
    if (!text) malformed(r, "leaves: a string is expected");
    if (!verify_cell(r, p, text, cell))
      refuted(r, "leaves: motions of \"%.40s\" may end elsewhere", text);
    if (!mark_leaf(p->depth, cells, cell, 1))
      refuted(r, "leaves: \"%.40s\" covers what another one does", text);
  }
  for (size_t k = 0; k < all; k++) proved += cells[k];
  read_shape(r, shares, "shares", "rest escape open");
  compare_share(r, shares, "rest", proved, p->depth);
  compare_share(r, shares, "escape", 0, p->depth);
  compare_share(r, shares, "open", all - proved, p->depth);
  confirm(r, "map: %zu leaves of 2^%zu x 2^%zu cells, each between fences of its haven", i,
          p->depth, p->depth);
  for (size_t k = 0; r->print && k < p->havens && !p->haven[k].starts && !p->haven[k].back; k++)
    fprintf(r->print, "proved     haven %zu, from %.17g to %.17g: %s\n", k, p->haven[k].from,
            p->haven[k].to,
            p->haven[k].trap ? "what stops there comes to rest there" : "all of it rests");
  if (r->print)
    fprintf(r->print, "proved     map: %.4f %% of the starts tend to rest in them\n",
            100. * (double)proved / (double)all);
}
