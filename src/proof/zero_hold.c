/* zero_hold.c: can forces within the friction cones hold a position?
 *
 * For two contacts of a body in the plane all forces that balance the load are a line, on which
 * each side of a cone is a half line. With other numbers of contacts two small linear programs, in
 * the middles of the balls, say what to try; G_k = N_i +- mu_i T_i are the edges of the cones:
 *
 *     maximise t <= 1:   sum_k f_k G_k = -h,   f_k >= t             forces, inside if t > 0
 *     maximise m:        G_k w >= m,   h w >= m,   |w|_1 <= 1       a motion that all forces drive
 *
 * Balls decide: of the forces as many as there are coordinates are solved for, the others are
 * doubles; if w exists, 0 = (h + sum f_k G_k) w > 0 is impossible for f >= 0. Neither may be seen:
 * where the cones together contain a line, G_k w > 0 has no solution.
 */
#include "standstill/exact.h"
#include "standstill/zero_order.h"

static double middle(const arb_t x) {
  return arf_get_d(arb_midref(x), ARF_RND_NEAR);
}

/* ---- two contacts ---------------------------------------------------------------------------- */

/* All lambda with J^T lambda = -h: lambda_0 + x nu, for two contacts of a body in the plane. The
 * last force is x; false if the first three do not balance the load. */
static bool balance(const ss_zero_order *z, arb_mat_t lambda, arb_mat_t nu) {
  const slong n = 3;
  arb_mat_t A, b;
  arb_mat_init(A, n, n);
  arb_mat_init(b, n, 2);
  for (slong r = 0; r < n; r++) {
    for (slong k = 0; k < n; k++) arb_set(arb_mat_entry(A, r, k), arb_mat_entry(z->J, k, r));
    arb_neg(arb_mat_entry(b, r, 0), arb_mat_entry(z->h, r, 0));
    arb_neg(arb_mat_entry(b, r, 1), arb_mat_entry(z->J, 3, r));
  }
  const bool good = arb_mat_solve(b, A, b, z->precision);
  for (slong r = 0; r < n && good; r++) {
    arb_set(arb_mat_entry(lambda, r, 0), arb_mat_entry(b, r, 0));
    arb_set(arb_mat_entry(nu, r, 0), arb_mat_entry(b, r, 1));
  }
  arb_zero(arb_mat_entry(lambda, 3, 0));
  arb_one(arb_mat_entry(nu, 3, 0));
  arb_mat_clear(A);
  arb_mat_clear(b);
  return good;
}

/* The rows p + x d > 0 of contact i: normal, and both sides of its cone. */
static void set_row(const ss_zero_order *z, const arb_mat_t lambda, size_t i, int side, arb_t to) {
  arb_srcptr normal = arb_mat_entry(lambda, 2 * i, 0),
             friction = arb_mat_entry(lambda, 2 * i + 1, 0);
  if (side == 0) {
    arb_set(to, normal);
    return;
  }
  arb_mul(to, &z->mu[i], normal, z->precision);
  if (side > 0) arb_add(to, to, friction, z->precision);
  if (side < 0) arb_sub(to, to, friction, z->precision);
}

/* Rows p_k + x d_k > 0, in balls. */
typedef struct rows {
  size_t count, low, high; /* which rows bound x from below and above, in doubles; count: none */
  arb_ptr p, d;
} rows;

static double bound(const rows *r, size_t k) {
  return -middle(r->p + k) / middle(r->d + k);
}

/* The tightest rows on both sides, in doubles: a guess. */
static void find_ends(rows *r) {
  r->low = r->high = r->count;
  for (size_t k = 0; k < r->count; k++) {
    const double slope = middle(r->d + k);
    if (slope > 0 && (r->low == r->count || bound(r, k) > bound(r, r->low))) r->low = k;
    if (slope < 0 && (r->high == r->count || bound(r, k) < bound(r, r->high))) r->high = k;
  }
}

/* Two rows contradict each other: -d_high row_low + d_low row_high is below 0 for every x. */
static bool contradict(const rows *r, slong precision) {
  if (r->low == r->count || r->high == r->count || !arb_is_positive(r->d + r->low) ||
      !arb_is_negative(r->d + r->high))
    return false;
  arb_t sum;
  arb_init(sum);
  arb_mul(sum, r->d + r->low, r->p + r->high, precision);
  arb_submul(sum, r->d + r->high, r->p + r->low, precision);
  const bool found = arb_is_negative(sum);
  arb_clear(sum);
  return found;
}

/* A force between the ends. */
static double find_middle(const rows *r) {
  const bool low = r->low < r->count, high = r->high < r->count;
  if (low && high) return (bound(r, r->low) + bound(r, r->high)) / 2;
  return low ? bound(r, r->low) + 1 : high ? bound(r, r->high) - 1 : 0;
}

/* Does the middle satisfy all rows? */
static bool agree(const rows *r, slong precision) {
  const double x = find_middle(r);
  arb_t at, value;
  arb_init(at);
  arb_init(value);
  arb_set_d(at, x);
  bool good = true;
  for (size_t k = 0; k < r->count && good; k++) {
    arb_mul(value, r->d + k, at, precision);
    arb_add(value, value, r->p + k, precision);
    good = arb_is_positive(value);
  }
  arb_clear(at);
  arb_clear(value);
  return good;
}

static ss_verdict hold_by_two(const ss_zero_order *z, double *friction) {
  arb_mat_t lambda, nu;
  rows r = {.count = 6, .p = _arb_vec_init(6), .d = _arb_vec_init(6)};
  arb_mat_init(lambda, 4, 1);
  arb_mat_init(nu, 4, 1);
  ss_verdict verdict = SS_UNKNOWN;
  if (balance(z, lambda, nu)) {
    for (size_t k = 0; k < r.count; k++) {
      set_row(z, lambda, k / 3, (int)(k % 3) - 1, r.p + k);
      set_row(z, nu, k / 3, (int)(k % 3) - 1, r.d + k);
    }
    find_ends(&r);
    if (friction) *friction = find_middle(&r);
    if (agree(&r, z->precision)) verdict = SS_PROVED;
    if (contradict(&r, z->precision)) verdict = SS_REFUTED;
  }
  _arb_vec_clear(r.p, 6);
  _arb_vec_clear(r.d, 6);
  arb_mat_clear(lambda);
  arb_mat_clear(nu);
  return verdict;
}

/* ---- any number of contacts ------------------------------------------------------------------ */

/* G_k w, or h w for the last k; w are rationals. */
static void set_power(const ss_zero_order *z, size_t k, const fmpq_mat_t w, arb_t to) {
  arb_t share, factor;
  arb_init(share);
  arb_init(factor);
  arb_zero(to);
  for (size_t r = 0; r < z->coordinates; r++) {
    const size_t i = k / 2;
    if (i == z->contacts) {
      arb_set(share, arb_mat_entry(z->h, r, 0));
    } else {
      arb_set(share, arb_mat_entry(z->J, 2 * i, r));
      arb_mul(factor, &z->mu[i], arb_mat_entry(z->J, 2 * i + 1, r), z->precision);
      (k % 2 ? arb_sub : arb_add)(share, share, factor, z->precision);
    }
    arb_set_fmpq(factor, fmpq_mat_entry(w, (slong)r, 0), z->precision);
    arb_addmul(to, share, factor, z->precision);
  }
  arb_clear(share);
  arb_clear(factor);
}

/* The columns G_k and, last, h, as rationals. */
static void set_edges(const ss_zero_order *z, fmpq_mat_t G) {
  fmpq_mat_t unit;
  arb_t entry;
  arb_init(entry);
  fmpq_mat_init(unit, (slong)z->coordinates, 1);
  for (slong r = 0; r < (slong)z->coordinates; r++) {
    fmpq_one(fmpq_mat_entry(unit, r, 0));
    for (slong k = 0; k <= 2 * (slong)z->contacts; k++) {
      set_power(z, (size_t)k, unit, entry);
      ss_exact_from_double(fmpq_mat_entry(G, r, k), middle(entry), 0);
    }
    fmpq_zero(fmpq_mat_entry(unit, r, 0));
  }
  fmpq_mat_clear(unit);
  arb_clear(entry);
}

/* A program min c^T x, A x = b, x >= 0. */
typedef struct program {
  fmpq_mat_t A, b, c, x, y;
} program;

static void start(program *p, slong equations, slong columns) {
  fmpq_mat_init(p->A, equations, columns);
  fmpq_mat_init(p->b, equations, 1);
  fmpq_mat_init(p->c, columns, 1);
  fmpq_mat_init(p->x, columns, 1);
  fmpq_mat_init(p->y, equations, 1);
}

static void stop(program *p) {
  fmpq_mat_clear(p->A);
  fmpq_mat_clear(p->b);
  fmpq_mat_clear(p->c);
  fmpq_mat_clear(p->x);
  fmpq_mat_clear(p->y);
}

/* Forces by contact, normal and friction, as doubles; false if there are none inside. Unknowns are
 * f_k - t, t and 1 - t. */
static bool guess_forces(const ss_zero_order *z, const fmpq_mat_t G, double *force) {
  const slong n = (slong)z->coordinates, edges = 2 * (slong)z->contacts, t = edges;
  program p;
  start(&p, n + 1, edges + 2);
  for (slong r = 0; r < n; r++) {
    for (slong k = 0; k < edges; k++) {
      fmpq *sum = fmpq_mat_entry(p.A, r, t);
      fmpq_set(fmpq_mat_entry(p.A, r, k), fmpq_mat_entry(G, r, k));
      fmpq_add(sum, sum, fmpq_mat_entry(G, r, k));
    }
    fmpq_neg(fmpq_mat_entry(p.b, r, 0), fmpq_mat_entry(G, r, edges));
  }
  fmpq_one(fmpq_mat_entry(p.A, n, t));
  fmpq_one(fmpq_mat_entry(p.A, n, t + 1));
  fmpq_one(fmpq_mat_entry(p.b, n, 0));
  fmpq_set_si(fmpq_mat_entry(p.c, t, 0), -1, 1);
  const bool good = ss_exact_lp(p.A, p.b, p.c, p.x, p.y) == SS_LP_OPTIMAL &&
                    fmpq_sgn(fmpq_mat_entry(p.x, t, 0)) > 0;
  for (slong i = 0; i < edges && good; i += 2) {
    const double least = fmpq_get_d(fmpq_mat_entry(p.x, t, 0)),
                 a = fmpq_get_d(fmpq_mat_entry(p.x, i, 0)) + least,
                 b = fmpq_get_d(fmpq_mat_entry(p.x, i + 1, 0)) + least;
    force[i] = a + b;
    force[i + 1] = middle(&z->mu[i / 2]) * (a - b);
  }
  stop(&p);
  return good;
}

/* The forces `own`, as many as there are coordinates, are solved for; all are inside then. */
static bool holds_with(const ss_zero_order *z, const double *force, const size_t *own) {
  const slong n = (slong)z->coordinates, all = 2 * (slong)z->contacts;
  bool solved[2 * SS_ZERO_ORDER_MOST] = {false};
  arb_mat_t A, b, whole;
  arb_t side;
  arb_init(side);
  arb_mat_init(A, n, n);
  arb_mat_init(b, n, 1);
  arb_mat_init(whole, all, 1);
  for (slong k = 0; k < n; k++) solved[own[k]] = true;
  for (slong k = 0; k < all; k++) arb_set_d(arb_mat_entry(whole, k, 0), solved[k] ? 0 : force[k]);
  for (slong r = 0; r < n; r++) {
    arb_neg(arb_mat_entry(b, r, 0), arb_mat_entry(z->h, r, 0));
    for (slong k = 0; k < n; k++)
      arb_set(arb_mat_entry(A, r, k), arb_mat_entry(z->J, (slong)own[k], r));
    for (slong k = 0; k < all; k++)
      arb_submul(arb_mat_entry(b, r, 0), arb_mat_entry(z->J, k, r), arb_mat_entry(whole, k, 0),
                 z->precision);
  }
  bool good = arb_mat_solve(b, A, b, z->precision);
  for (slong k = 0; k < n && good; k++)
    arb_set(arb_mat_entry(whole, (slong)own[k], 0), arb_mat_entry(b, k, 0));
  for (size_t k = 0; k < 3 * z->contacts && good; k++) {
    set_row(z, whole, k / 3, (int)(k % 3) - 1, side);
    good = arb_is_positive(side);
  }
  arb_clear(side);
  arb_mat_clear(A);
  arb_mat_clear(b);
  arb_mat_clear(whole);
  return good;
}

/* Some choice of them: all sets of as many bits as there are coordinates. */
static bool agree_somehow(const ss_zero_order *z, const double *force) {
  const size_t all = 2 * z->contacts;
  for (size_t set = 0; set < (size_t)1 << all; set++) {
    size_t own[2 * SS_ZERO_ORDER_MOST], count = 0;
    for (size_t k = 0; k < all; k++)
      if (set >> k & 1) own[count++] = k;
    if (count == z->coordinates && holds_with(z, force, own)) return true;
  }
  return false;
}

/* A motion that all admissible forces and the load drive. Unknowns are the positive and negative
 * parts of w, m, and what is left of each row. */
static bool moves(const ss_zero_order *z, const fmpq_mat_t G) {
  const slong n = (slong)z->coordinates, edges = 2 * (slong)z->contacts, m = 2 * n;
  program p;
  start(&p, edges + 2, m + 1 + edges + 2);
  for (slong k = 0; k <= edges; k++) {
    for (slong r = 0; r < n; r++) {
      fmpq_neg(fmpq_mat_entry(p.A, k, r), fmpq_mat_entry(G, r, k));
      fmpq_set(fmpq_mat_entry(p.A, k, n + r), fmpq_mat_entry(G, r, k));
    }
    fmpq_one(fmpq_mat_entry(p.A, k, m));
    fmpq_one(fmpq_mat_entry(p.A, k, m + 1 + k));
  }
  for (slong r = 0; r < m; r++) fmpq_one(fmpq_mat_entry(p.A, edges + 1, r));
  fmpq_one(fmpq_mat_entry(p.A, edges + 1, m + 2 + edges));
  fmpq_one(fmpq_mat_entry(p.b, edges + 1, 0));
  fmpq_set_si(fmpq_mat_entry(p.c, m, 0), -1, 1);
  bool good = ss_exact_lp(p.A, p.b, p.c, p.x, p.y) == SS_LP_OPTIMAL &&
              fmpq_sgn(fmpq_mat_entry(p.x, m, 0)) > 0;
  arb_t power;
  arb_init(power);
  for (slong r = 0; r < n; r++)
    fmpq_sub(fmpq_mat_entry(p.x, r, 0), fmpq_mat_entry(p.x, r, 0), fmpq_mat_entry(p.x, n + r, 0));
  for (slong k = 0; k <= edges && good; k++) {
    set_power(z, (size_t)k, p.x, power);
    good = arb_is_positive(power);
  }
  arb_clear(power);
  stop(&p);
  return good;
}

static ss_verdict hold_by_any(const ss_zero_order *z) {
  double force[2 * SS_ZERO_ORDER_MOST];
  fmpq_mat_t G;
  if (!arb_mat_is_finite(z->J) || !arb_mat_is_finite(z->h)) return SS_UNKNOWN;
  fmpq_mat_init(G, (slong)z->coordinates, 2 * (slong)z->contacts + 1);
  set_edges(z, G);
  ss_verdict verdict = SS_UNKNOWN;
  if (guess_forces(z, G, force) && agree_somehow(z, force))
    verdict = SS_PROVED;
  else if (moves(z, G))
    verdict = SS_REFUTED;
  fmpq_mat_clear(G);
  return verdict;
}

ss_verdict ss_zero_order_holds(const ss_zero_order *z, double *friction) {
  const bool two = z->contacts == 2 && z->coordinates == 3;
  return two ? hold_by_two(z, friction) : hold_by_any(z);
}
