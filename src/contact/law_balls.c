/* law_balls.c: the sets of force laws in ball arithmetic.
 *
 * For a unit normal force the support functions are
 *
 *     coulomb   mu |v|                         disk      mu sqrt(v1^2 + v2^2)
 *     ellipse   sqrt((mu1 v1)^2 + (mu2 v2)^2)
 *     contensou mu h(a, b),  a = |(v1, v2)|, b = r |v3|, h the mean of |a e + b (-y2, y1)| over the
 *               unit disc (contensou.c), which grows with a and with b: over balls it lies between
 *               its values at their lower and at their upper ends
 *     rolling   that and mur sqrt(v4^2 + v5^2)
 *
 * With m = k^2, k = min(a, b) / max(a, b), complete elliptic integrals of parameter m and
 * D = (K - E)/m, B = K - D the profile's point with normal (a, b) is (f, tau), h = a f + b tau:
 *
 *     a <= b    f = 4k/(3 pi) (B + E),   tau = 4/(9 pi) (m B + (3 - 2m) E)
 *     a >= b    h/a = 4/(9 pi) ((5 + 3m) E - (1 - m)(1 + 3m) D),
 *               tau = 4k/(9 pi) (C - D + 3B), C = (D - B)/m,   f = h/a - k tau
 *
 * D loses 2 log2(1/k) bits, which the precision is raised by; below m = 2^-60 the bounds
 * a <= h <= sqrt(a^2 + b^2/2) (Jensen) and 2b/3 <= h <= 2b/3 + 2a^2/b (f <= 2k) are used instead.
 *
 * Containment: the inequality of the set where there is one. Contensou's set is convex, so that the
 * chord between two of its boundary points is inside: x is in it if it lies below such a chord, and
 * chords of 64 normals, an eighth of a thousandth inside at most, are tried.
 */
#include <acb_elliptic.h>

#include "standstill/contact.h"

enum { CHORDS = 64, GUARD = 160, TINY = -60 };

/* ---- lengths --------------------------------------------------------------------------------- */

/* |(x, y)|, from 0 on where it may be 0. */
static void enclose_length(const arb_t x, const arb_t y, arb_t length, slong p) {
  arb_t square;
  arf_t end;
  arb_init(square);
  arf_init(end);
  arb_sqr(length, x, p);
  arb_sqr(square, y, p);
  arb_add(length, length, square, p);
  if (!arb_is_positive(length) && arb_is_finite(length)) {
    /* [0, u]: the same number as middle and radius */
    mag_t half;
    mag_init(half);
    arb_get_ubound_arf(end, length, p);
    if (arf_sgn(end) < 0) arf_zero(end);
    arb_set_arf(length, end);
    arb_sqrt(length, length, p);
    arb_get_ubound_arf(end, length, p);
    arf_get_mag(half, end);
    mag_mul_2exp_si(half, half, -1);
    arf_set_mag(arb_midref(length), half);
    mag_swap(arb_radref(length), half);
    mag_clear(half);
  } else {
    arb_sqrt(length, length, p);
  }
  arb_clear(square);
  arf_clear(end);
}

/* ---- Contensou ------------------------------------------------------------------------------- */

/* E, B and D of the parameter m in (0, 1); for m = 1: E = B = 1, D with the factor 0. */
static void integrate(const arb_t m, arb_t E, arb_t B, arb_t D, slong p) {
  acb_t z, w;
  if (arb_is_one(m)) {
    arb_one(E);
    arb_one(B);
    arb_zero(D);
    return;
  }
  acb_init(z);
  acb_init(w);
  acb_set_arb(z, m);
  acb_elliptic_e(w, z, p);
  arb_set(E, acb_realref(w));
  acb_elliptic_k(w, z, p);
  arb_sub(D, acb_realref(w), E, p);
  arb_div(D, D, m, p);
  arb_sub(B, acb_realref(w), D, p);
  acb_clear(z);
  acb_clear(w);
}

/* The profile's point (f, tau) with the normal (a, b), exact numbers with a <= b, 0 < b. */
static void find_steep_point(const arb_t a, const arb_t b, arb_t f, arb_t tau, slong p) {
  arb_t k, m, E, B, D;
  arb_ptr all[] = {k, m, E, B, D};
  for (int i = 0; i < 5; i++) arb_init(all[i]);
  arb_div(k, a, b, p);
  arb_sqr(m, k, p);
  if (arb_equal(a, b)) arb_one(m);
  integrate(m, E, B, D, p);
  /* f = 4k/(3 pi) (B + E) */
  arb_add(f, B, E, p);
  arb_mul(f, f, k, p);
  arb_mul_2exp_si(f, f, 2);
  arb_div_si(f, f, 3, p);
  /* tau = 4/(9 pi) (m B + (3 - 2m) E) */
  arb_mul(tau, m, B, p);
  arb_mul_2exp_si(m, m, 1);
  arb_sub_si(m, m, 3, p);
  arb_submul(tau, m, E, p);
  arb_mul_2exp_si(tau, tau, 2);
  arb_div_si(tau, tau, 9, p);
  arb_const_pi(k, p);
  arb_div(f, f, k, p);
  arb_div(tau, tau, k, p);
  for (int i = 0; i < 5; i++) arb_clear(all[i]);
}

/* h(a, b) for a >= b > 0. */
static void find_flat_mean(const arb_t a, const arb_t b, arb_t h, slong p) {
  arb_t k, m, E, B, D;
  arb_ptr all[] = {k, m, E, B, D};
  for (int i = 0; i < 5; i++) arb_init(all[i]);
  arb_div(k, b, a, p);
  arb_sqr(m, k, p);
  integrate(m, E, B, D, p);
  /* ((5 + 3m) E - (1 - m)(1 + 3m) D) 4a/(9 pi) */
  arb_mul_si(B, m, 3, p);
  arb_add_si(h, B, 5, p);
  arb_mul(h, h, E, p);
  arb_add_si(B, B, 1, p);
  arb_sub_si(m, m, 1, p);
  arb_mul(B, B, m, p);
  arb_addmul(h, B, D, p);
  arb_mul(h, h, a, p);
  arb_mul_2exp_si(h, h, 2);
  arb_div_si(h, h, 9, p);
  arb_const_pi(k, p);
  arb_div(h, h, k, p);
  for (int i = 0; i < 5; i++) arb_clear(all[i]);
}

/* The profile's point for a > b > 0: tau = 4k/(9 pi) (C - D + 3B), C = (D - B)/m, f = h/a - k tau.
 */
static void find_flat_point(const arb_t a, const arb_t b, arb_t f, arb_t tau, slong p) {
  arb_t k, m, E, B, D;
  arb_ptr all[] = {k, m, E, B, D};
  for (int i = 0; i < 5; i++) arb_init(all[i]);
  arb_div(k, b, a, p);
  arb_sqr(m, k, p);
  integrate(m, E, B, D, p);
  arb_sub(tau, D, B, p);
  arb_div(tau, tau, m, p);
  arb_sub(tau, tau, D, p);
  arb_addmul_si(tau, B, 3, p);
  arb_mul(tau, tau, k, p);
  arb_mul_2exp_si(tau, tau, 2);
  arb_div_si(tau, tau, 9, p);
  arb_const_pi(E, p);
  arb_div(tau, tau, E, p);
  find_flat_mean(a, b, f, p);
  arb_div(f, f, a, p);
  arb_submul(f, k, tau, p);
  for (int i = 0; i < 5; i++) arb_clear(all[i]);
}

/* Bounds of h where one argument is much smaller than the other, or 0. */
static void bound_mean(const arb_t a, const arb_t b, arb_t h, slong p) {
  arb_t other;
  arb_init(other);
  if (arb_ge(a, b)) {
    /* a <= h <= sqrt(a^2 + b^2/2) */
    arb_sqr(other, b, p);
    arb_mul_2exp_si(other, other, -1);
    arb_addmul(other, a, a, p);
    arb_sqrt(other, other, p);
    arb_union(h, a, other, p);
  } else {
    /* 2b/3 <= h <= 2b/3 + 2a^2/b */
    arb_mul_2exp_si(h, b, 1);
    arb_div_si(h, h, 3, p);
    arb_sqr(other, a, p);
    arb_div(other, other, b, p);
    arb_mul_2exp_si(other, other, 1);
    arb_add(other, h, other, p);
    arb_union(h, h, other, p);
  }
  arb_clear(other);
}

/* h(a, b) at exact numbers a, b >= 0. */
static void find_mean(const arb_t a, const arb_t b, arb_t h, slong precision) {
  const slong p = precision + GUARD;
  arb_t least, limit, f, tau;
  arb_ptr all[] = {least, limit, f, tau};
  for (int i = 0; i < 4; i++) arb_init(all[i]);
  arb_min(least, a, b, p);
  arb_max(limit, a, b, p);
  arb_mul_2exp_si(limit, limit, TINY / 2);
  if (arb_is_zero(a) && arb_is_zero(b)) {
    arb_zero(h);
  } else if (arb_le(least, limit)) {
    bound_mean(a, b, h, p);
  } else if (arb_gt(a, b)) {
    find_flat_mean(a, b, h, p);
  } else {
    find_steep_point(a, b, f, tau, p);
    arb_mul(h, a, f, p);
    arb_addmul(h, b, tau, p);
  }
  for (int i = 0; i < 4; i++) arb_clear(all[i]);
}

/* h over balls a, b >= 0, by its growth. */
static void enclose_mean(const arb_t a, const arb_t b, arb_t h, slong p) {
  arb_t x, y, low;
  arb_init(x);
  arb_init(y);
  arb_init(low);
  arb_get_lbound_arf(arb_midref(x), a, p);
  arb_get_lbound_arf(arb_midref(y), b, p);
  if (arf_sgn(arb_midref(x)) < 0) arb_zero(x);
  if (arf_sgn(arb_midref(y)) < 0) arb_zero(y);
  find_mean(x, y, low, p);
  arb_get_ubound_arf(arb_midref(x), a, p);
  arb_get_ubound_arf(arb_midref(y), b, p);
  find_mean(x, y, h, p);
  arb_union(h, low, h, p);
  arb_clear(x);
  arb_clear(y);
  arb_clear(low);
}

static void support_contensou(arb_srcptr argument, arb_srcptr v, arb_t sum, slong p) {
  arb_t a, b;
  arb_init(a);
  arb_init(b);
  enclose_length(v, v + 1, a, p);
  arb_abs(b, v + 2);
  arb_mul(b, b, argument + 1, p);
  if (arb_is_finite(a) && arb_is_finite(b))
    enclose_mean(a, b, sum, p);
  else
    arb_indeterminate(sum);
  arb_mul(sum, sum, argument, p);
  arb_clear(a);
  arb_clear(b);
}

/* ---- support functions ----------------------------------------------------------------------- */

static void support_ellipse(arb_srcptr argument, arb_srcptr v, arb_t sum, slong p) {
  arb_t x, y;
  arb_init(x);
  arb_init(y);
  arb_mul(x, argument, v, p);
  arb_mul(y, argument + 1, v + 1, p);
  enclose_length(x, y, sum, p);
  arb_clear(x);
  arb_clear(y);
}

static void support_disk(const arb_t mu, arb_srcptr v, arb_t sum, slong p) {
  enclose_length(v, v + 1, sum, p);
  arb_mul(sum, sum, mu, p);
}

void ss_law_support_balls(ss_law_kind kind, arb_srcptr argument, arb_srcptr v, arb_t sum,
                          slong precision) {
  arb_t roll;
  switch (kind) {
  case SS_LAW_COULOMB:
    arb_abs(sum, v);
    arb_mul(sum, sum, argument, precision);
    return;
  case SS_LAW_DISK: support_disk(argument, v, sum, precision); return;
  case SS_LAW_ELLIPSE: support_ellipse(argument, v, sum, precision); return;
  case SS_LAW_CONTENSOU: support_contensou(argument, v, sum, precision); return;
  case SS_LAW_ROLLING:
    arb_init(roll);
    support_contensou(argument, v, sum, precision);
    support_disk(argument + 2, v + 3, roll, precision);
    arb_add(sum, sum, roll, precision);
    arb_clear(roll);
    return;
  case SS_LAW_ONEWAY:
    if (arb_is_nonnegative(v))
      arb_zero(sum);
    else
      arb_indeterminate(sum);
    return;
  case SS_LAW_FRICTIONLESS:
  case SS_LAW_COUNT: arb_zero(sum); return;
  }
}

/* ---- containment ----------------------------------------------------------------------------- */

static ss_verdict compare(const arb_t small, const arb_t large) {
  return arb_le(small, large) ? SS_PROVED : arb_gt(small, large) ? SS_REFUTED : SS_UNKNOWN;
}

/* |x| <= bound, both in balls. */
static ss_verdict is_short(arb_srcptr x, int count, const arb_t bound, slong p) {
  arb_t length;
  arb_init(length);
  if (count == 1)
    arb_abs(length, x);
  else
    enclose_length(x, x + 1, length, p);
  const ss_verdict verdict = compare(length, bound);
  arb_clear(length);
  return verdict;
}

/* |(mu2 x1, mu1 x2)| <= N mu1 mu2; an axis of length 0 allows nothing. */
static ss_verdict is_in_ellipse(arb_srcptr argument, const arb_t normal, arb_srcptr x, slong p) {
  arb_struct scaled[2];
  arb_t bound;
  for (int i = 0; i < 2; i++) arb_init(scaled + i);
  arb_init(bound);
  ss_verdict verdict;
  if (arb_is_zero(argument) || arb_is_zero(argument + 1)) {
    const int flat = arb_is_zero(argument) ? 0 : 1;
    arb_mul(bound, argument + (1 - flat), normal, p);
    verdict = arb_is_zero(x + flat) ? is_short(x + (1 - flat), 1, bound, p) : SS_UNKNOWN;
  } else {
    arb_mul(scaled, x, argument + 1, p);
    arb_mul(scaled + 1, x + 1, argument, p);
    arb_mul(bound, argument, argument + 1, p);
    arb_mul(bound, bound, normal, p);
    verdict = is_short(scaled, 2, bound, p);
  }
  for (int i = 0; i < 2; i++) arb_clear(scaled + i);
  arb_clear(bound);
  return verdict;
}

/* The profile's point number i of CHORDS: normals (i, CHORDS - i), f and tau for mu N = r = 1. */
static void find_point(int i, arb_t f, arb_t tau, slong p) {
  arb_t a, b;
  arb_init(a);
  arb_init(b);
  arb_set_si(a, i);
  arb_set_si(b, CHORDS - i);
  if (i == 0 || i == CHORDS) {
    arb_set_si(f, i == CHORDS);
    arb_set_si(tau, i == 0 ? 2 : 0);
    arb_div_si(tau, tau, 3, p);
  } else if (2 * i <= CHORDS) {
    find_steep_point(a, b, f, tau, p);
  } else {
    find_flat_point(a, b, f, tau, p);
  }
  arb_clear(a);
  arb_clear(b);
}

/* Is (x, y), both >= 0, on the origin's side of the chord of two points, whose tau falls as f
 * grows? (y - tau1)(f2 - f1) <= (x - f1)(tau2 - tau1), with f1 < f2. */
static bool is_below(const arb_t x, const arb_t y, arb_srcptr one, arb_srcptr two, slong p) {
  arb_t left, right, t;
  arb_init(left);
  arb_init(right);
  arb_init(t);
  arb_sub(left, y, one + 1, p);
  arb_sub(t, two, one, p);
  arb_mul(left, left, t, p);
  arb_sub(right, x, one, p);
  arb_sub(t, two + 1, one + 1, p);
  arb_mul(right, right, t, p);
  const bool below = arb_le(left, right);
  arb_clear(left);
  arb_clear(right);
  arb_clear(t);
  return below;
}

/* The set for mu N = 1 and lengths in r: below the chord over f, an exact number. */
static bool is_in_profile(const arb_t f, const arb_t tau, slong p) {
  arb_struct point[4];
  bool inside = false;
  for (int i = 0; i < 4; i++) arb_init(point + i);
  find_point(0, point, point + 1, p + GUARD);
  for (int i = 1; i <= CHORDS && !inside; i++) {
    find_point(i, point + 2, point + 3, p + GUARD);
    inside = arb_le(f, point + 2) && arb_ge(f, point) && is_below(f, tau, point, point + 2, p);
    arb_swap(point, point + 2);
    arb_swap(point + 1, point + 3);
  }
  for (int i = 0; i < 4; i++) arb_clear(point + i);
  return inside;
}

static ss_verdict is_in_contensou(arb_srcptr argument, const arb_t normal, arb_srcptr x, slong p) {
  arb_t f, tau, bound;
  arb_init(f);
  arb_init(tau);
  arb_init(bound);
  ss_verdict verdict = SS_UNKNOWN;
  arb_mul(bound, argument, normal, p);
  if (arb_is_zero(x + 2)) {
    verdict = is_short(x, 2, bound, p);
  } else if (arb_is_positive(bound) && arb_is_positive(argument + 1)) {
    enclose_length(x, x + 1, f, p);
    arb_div(f, f, bound, p);
    arb_abs(tau, x + 2);
    arb_mul(bound, bound, argument + 1, p);
    arb_div(tau, tau, bound, p);
    /* a ball: its farthest corner decides, the set being a disc's turned profile */
    arb_get_ubound_arf(arb_midref(f), f, p);
    arb_get_ubound_arf(arb_midref(tau), tau, p);
    mag_zero(arb_radref(f));
    mag_zero(arb_radref(tau));
    if (is_in_profile(f, tau, p)) verdict = SS_PROVED;
  }
  arb_clear(f);
  arb_clear(tau);
  arb_clear(bound);
  return verdict;
}

static ss_verdict both(ss_verdict a, ss_verdict b) {
  if (a == SS_REFUTED || b == SS_REFUTED) return SS_REFUTED;
  return a == SS_PROVED && b == SS_PROVED ? SS_PROVED : SS_UNKNOWN;
}

ss_verdict ss_law_contains_balls(ss_law_kind kind, arb_srcptr argument, const arb_t normal,
                                 arb_srcptr x, slong precision) {
  arb_t bound;
  arb_init(bound);
  ss_verdict verdict = SS_PROVED;
  arb_mul(bound, argument + (kind == SS_LAW_ROLLING ? 2 : 0), normal, precision);
  switch (kind) {
  case SS_LAW_COULOMB: verdict = is_short(x, 1, bound, precision); break;
  case SS_LAW_DISK: verdict = is_short(x, 2, bound, precision); break;
  case SS_LAW_ELLIPSE: verdict = is_in_ellipse(argument, normal, x, precision); break;
  case SS_LAW_CONTENSOU: verdict = is_in_contensou(argument, normal, x, precision); break;
  case SS_LAW_ROLLING:
    verdict =
        both(is_in_contensou(argument, normal, x, precision), is_short(x + 3, 2, bound, precision));
    break;
  case SS_LAW_ONEWAY:
    verdict = arb_is_nonpositive(x) ? SS_PROVED : arb_is_positive(x) ? SS_REFUTED : SS_UNKNOWN;
    break;
  case SS_LAW_FRICTIONLESS:
  case SS_LAW_COUNT: break;
  }
  arb_clear(bound);
  return verdict;
}
