/* curve.c: a function of one variable that rows of numbers give.
 *
 *     rows (x_k, y_k), x_0 < x_1 < …;   h = x_k+1 - x_k,  s = (x - x_k)/h,  d = y_k+1 - y_k
 *
 *     linear   y_k + d s
 *     cubic    y_k + a s + (3 d - 2 a - b) s^2 + (a + b - 2 d) s^3,   a = h y'_k, b = h y'_k+1,
 *              y'_k the slope in x_k of the parabola through rows k-1, k, k+1 (at the ends: through
 *              the first and last three): once differentiable, exact for parabolas
 *
 * and before the first row and after the last one their values. Its derivative of any order is had
 * from the same rows; where it jumps, at a row, it is the mean of its two sides, as expr.h says of
 * kinks. Rows are doubles and the function is that of these doubles, exactly: balls enclose it.
 *
 * The row below x is looked for where it stands if rows are equally far apart, then next to it,
 * then by halving: a look-up costs the same for ten rows and for a million. Curves do not change
 * and are shared by graphs and tapes, also of several threads: the last one releases it.
 */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "tape_private.h"

struct ss_curve {
  atomic_size_t owners;
  size_t rows;
  bool cubic;
  double *x, *y, *slope; /* rows each; slope: of cubic ones */
};

/* The slope in x[k] of the parabola through the rows next to it. */
static double find_slope(size_t rows, const double *x, const double *y, size_t k) {
  if (rows < 3) return (y[1] - y[0]) / (x[1] - x[0]);
  const size_t i = k == 0 ? 0 : k == rows - 1 ? rows - 3 : k - 1;
  const double left = (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
  const double right = (y[i + 2] - y[i + 1]) / (x[i + 2] - x[i + 1]);
  const double bend = (right - left) / (x[i + 2] - x[i]);
  return left + bend * ((x[k] - x[i]) + (x[k] - x[i + 1]));
}

ss_curve *ss_curve_create(size_t rows, const double *x, const double *y, bool cubic) {
  ss_curve *c = calloc(1, sizeof *c);
  double *room = malloc(3 * (rows + 1) * sizeof *room);
  if (!c || !room || !rows) {
    free(c);
    free(room);
    return NULL;
  }
  atomic_init(&c->owners, 1);
  c->rows = rows;
  c->cubic = cubic && rows > 1;
  c->x = memcpy(room, x, rows * sizeof *x);
  c->y = memcpy(room + rows, y, rows * sizeof *y);
  c->slope = room + 2 * rows;
  for (size_t k = 0; c->cubic && k < rows; k++) c->slope[k] = find_slope(rows, x, y, k);
  return c;
}

ss_curve *ss_curve_keep(ss_curve *c) {
  atomic_fetch_add(&c->owners, 1);
  return c;
}

void ss_curve_release(ss_curve *c) {
  if (!c || atomic_fetch_sub(&c->owners, 1) != 1) return;
  free(c->x);
  free(c);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* The last row at or below x, for x_0 <= x <= x_last; never the last row of several. */
static size_t find_row(const ss_curve *c, double x) {
  const double *at = c->x;
  size_t low = 0, high = c->rows - 1; /* at[low] <= x, and x < at[high] or it is the last */
  const double share = (x - at[0]) / (at[high] - at[0]);
  size_t guess = (size_t)(share * (double)high);
  if (guess >= high) guess = high - 1;
  if (at[guess] <= x) {
    low = guess;
    if (x < at[guess + 1]) return guess;
    if (guess + 2 <= high && x < at[guess + 2]) return guess + 1;
  } else {
    high = guess;
    if (at[guess - 1] <= x) return guess - 1;
  }
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    if (at[middle] <= x)
      low = middle;
    else
      high = middle;
  }
  return low;
}

double ss_curve_next(const ss_curve *c, double x, bool backwards) {
  const double *at = c->x;
  const size_t last = c->rows - 1;
  if (backwards) {
    if (!(x > at[0])) return -INFINITY;
    if (x > at[last]) return at[last];
    const size_t k = last ? find_row(c, x) : 0;
    return at[k] < x ? (x == at[last] && last ? at[last - 1] : at[k]) : at[k - 1];
  }
  if (x < at[0]) return at[0];
  if (!(x < at[last])) return INFINITY;
  return at[find_row(c, x) + 1];
}

/* ---- doubles --------------------------------------------------------------------------------- */

/* The derivative of the piece behind row k at s in [0, 1]. */
static double evaluate(const ss_curve *c, size_t k, int order, double s) {
  const double h = c->x[k + 1] - c->x[k], d = c->y[k + 1] - c->y[k];
  const double a = c->cubic ? h * c->slope[k] : d, b = c->cubic ? h * c->slope[k + 1] : d;
  const double second = 3 * d - 2 * a - b, third = a + b - 2 * d;
  switch (order) {
  case 0: return c->cubic ? c->y[k] + s * (a + s * (second + s * third)) : c->y[k] + s * d;
  case 1: return c->cubic ? (a + s * (2 * second + s * 3 * third)) / h : d / h;
  case 2: return c->cubic ? (2 * second + 6 * s * third) / (h * h) : 0;
  case 3: return c->cubic ? 6 * third / (h * h * h) : 0;
  default: return 0;
  }
}

double ss_curve_value(const ss_curve *c, int order, double x) {
  const size_t last = c->rows - 1;
  if (isnan(x)) return x;
  if (x < c->x[0] || !last) return order ? 0 : c->y[0];
  if (x > c->x[last]) return order ? 0 : c->y[last];
  if (order == 0 && x == c->x[last]) return c->y[last];
  const size_t k = find_row(c, x);
  if (order == 0 || (x != c->x[k] && x != c->x[last]))
    return evaluate(c, k, order, (x - c->x[k]) / (c->x[k + 1] - c->x[k]));
  /* on a row: the mean of both sides */
  if (x == c->x[last]) return evaluate(c, k, order, 1) / 2;
  return ((k ? evaluate(c, k - 1, order, 1) : 0) + evaluate(c, k, order, 0)) / 2;
}

/* ---- balls ----------------------------------------------------------------------------------- */

/* Coefficients of the powers of s of the piece behind row k, and h. */
static void set_powers(const ss_curve *c, size_t k, arb_ptr power, arb_t h, slong p) {
  arb_t a, b, d;
  arb_init(a), arb_init(b), arb_init(d);
  arb_set_d(h, c->x[k + 1]), arb_set_d(d, c->x[k]), arb_sub(h, h, d, p);
  arb_set_d(power, c->y[k]);
  arb_set_d(d, c->y[k + 1]), arb_sub(d, d, power, p);
  arb_set(power + 1, d);
  arb_zero(power + 2), arb_zero(power + 3);
  if (c->cubic) {
    arb_set_d(a, c->slope[k]), arb_mul(a, a, h, p);
    arb_set_d(b, c->slope[k + 1]), arb_mul(b, b, h, p);
    arb_set(power + 1, a);
    arb_mul_si(power + 2, d, 3, p);
    arb_submul_ui(power + 2, a, 2, p), arb_sub(power + 2, power + 2, b, p);
    arb_add(power + 3, a, b, p), arb_submul_ui(power + 3, d, 2, p);
  }
  arb_clear(a), arb_clear(b), arb_clear(d);
}

/* The derivative of the piece behind row k over the ball x, which lies in it. */
static void enclose_piece(const ss_curve *c, size_t k, int order, const arb_t x, arb_t out,
                          slong p) {
  arb_struct power[4];
  arb_t h, s;
  for (int i = 0; i < 4; i++) arb_init(power + i);
  arb_init(h), arb_init(s);
  set_powers(c, k, power, h, p);
  arb_set_d(s, c->x[k]), arb_sub(s, x, s, p), arb_div(s, s, h, p);
  int degree = 3;
  for (int o = 0; o < order && degree >= 0; o++, degree--) {
    for (int i = 0; i < degree; i++) arb_mul_si(power + i, power + i + 1, i + 1, p);
    for (int i = 0; i < degree; i++) arb_div(power + i, power + i, h, p);
  }
  arb_zero(out);
  for (int i = degree; i >= 0; i--) arb_mul(out, out, s, p), arb_add(out, out, power + i, p);
  for (int i = 0; i < 4; i++) arb_clear(power + i);
  arb_clear(h), arb_clear(s);
}

static void take_in(arb_t out, const arb_t part, bool *any, slong p) {
  if (*any)
    arb_union(out, out, part, p);
  else
    arb_set(out, part);
  *any = true;
}

/* The pieces that touch [low, high], of x as a whole where one alone does. */
static void enclose_pieces(const ss_curve *c, int order, const double range[2], const arb_t x,
                           arb_t out, bool *any, slong p) {
  const size_t last = c->rows - 1;
  const double from = fmax(range[0], c->x[0]), to = fmin(range[1], c->x[last]);
  arb_t part, end;
  arb_init(part), arb_init(end);
  if (last && from <= to) {
    size_t k = find_row(c, from);
    if (k && c->x[k] == from) k--; /* the piece that ends there, too */
    for (; k < last && c->x[k] <= to; k++) {
      const bool inside = c->x[k] <= range[0] && range[1] <= c->x[k + 1];
      arb_set_d(part, fmin(fmax(from, c->x[k]), c->x[k + 1]));
      arb_set_d(end, fmin(to, c->x[k + 1]));
      arb_union(part, part, end, p);
      enclose_piece(c, k, order, inside ? x : part, part, p);
      take_in(out, part, any, p);
    }
  }
  arb_clear(part), arb_clear(end);
}

/* The ends of a ball, rounded outwards. */
static void find_range(const arb_t x, double range[2]) {
  arf_t low, high;
  arf_init(low), arf_init(high);
  arb_get_interval_arf(low, high, x, 60);
  range[0] = arf_get_d(low, ARF_RND_FLOOR);
  range[1] = arf_get_d(high, ARF_RND_CEIL);
  arf_clear(low), arf_clear(high);
}

void ss_curve_enclose(const ss_curve *c, int order, const arb_t x, arb_t out, slong p) {
  const size_t last = c->rows - 1;
  double range[2];
  bool any = false;
  if (!arb_is_finite(x)) {
    arb_indeterminate(out);
    return;
  }
  arb_t part, whole;
  arb_init(part), arb_init(whole);
  find_range(x, range);
  enclose_pieces(c, order, range, x, whole, &any, p);
  arb_set_d(part, order ? 0 : c->y[0]);
  if (!last || range[0] <= c->x[0]) take_in(whole, part, &any, p);
  arb_set_d(part, order ? 0 : c->y[last]);
  if (last && range[1] >= c->x[last]) take_in(whole, part, &any, p);
  arb_swap(out, whole);
  arb_clear(part), arb_clear(whole);
}

bool ss_curve_may_jump(const ss_curve *c, int order, const arb_t x) {
  double range[2];
  if (c->rows < 2 || order < 1) return false;
  if (!arb_is_finite(x)) return true;
  find_range(x, range);
  const double first = c->x[0], last = c->x[c->rows - 1];
  if (range[0] <= first && first <= range[1]) return true;
  if (range[0] <= last && last <= range[1]) return true;
  if (c->cubic && order == 1) return false;
  return ss_curve_next(c, nextafter(range[0], -INFINITY), false) <= range[1];
}
