/* escape.c: from where no motion comes back.
 *
 * Let l^T A = nu l^T, sigma = Re nu > 0, y = l^T x, beta_j = l^T B_j. Along every motion, with
 * whatever |s_j| <= p_j, (exp(-nu t) y)' = -exp(-nu t) sum beta_j s_j. So if for some phi
 *
 *     Re(e^(-i phi) y) > h(phi) = sum p_j int_0^oo |Re(e^(-i phi - nu t) beta_j)| dt,
 *
 * then |y(t)| >= e^(sigma t) times the difference: the motion goes away for ever. With nu = sigma +
 * i omega, a = sigma/omega, the integral is |beta|/omega e^(a s) int_s^oo e^(-a z) |cos z| dz, s =
 * phi - arg beta up to the sign of z; with the first zero z1 of the cosine behind s,
 *
 *     |F(z1) - F(s)| + e^(-a z1) (1 + e^(-a pi))/((1 + a^2)(1 - e^(-a pi))),
 *     F(z) = e^(-a z) (sin z - a cos z)/(1 + a^2).
 *
 * The eigenpair is enclosed by Rump's method (Arb), which needs a simple eigenvalue; of a pair of
 * complex ones that with omega > 0 is taken. Where omega = 0 the integral is |Re ..|/sigma.
 */
#include <acb_mat.h>
#include <math.h>

#include "tube_private.h"

/* ---- the integral ---------------------------------------------------------------------------- */

/* F(z) (1 + a^2) */
static void primitive(arb_t F, const arb_t z, const arb_t a) {
  arb_t s, c;
  arb_init(s);
  arb_init(c);
  arb_sin_cos(s, c, z, BALLS);
  arb_submul(s, a, c, BALLS);
  arb_mul(c, a, z, BALLS);
  arb_neg(c, c);
  arb_exp(c, c, BALLS);
  arb_mul(F, s, c, BALLS);
  arb_clear(s);
  arb_clear(c);
}

/* The first pi/2 + k pi at or behind the dyadic number s. */
static void next_zero(arb_t z, const arb_t s) {
  arb_t x;
  fmpz_t k;
  arb_init(x);
  fmpz_init(k);
  /* s is rational and no zero, though it may be as near to one as its bits allow: more of them */
  arb_const_pi(z, 4 * BALLS);
  arb_div(x, s, z, 4 * BALLS);
  arb_set_d(z, 0.5);
  arb_sub(x, x, z, 4 * BALLS);
  arb_ceil(x, x, BALLS);
  if (!arb_get_unique_fmpz(k, x)) fmpz_zero(k), arb_indeterminate(z);
  if (arb_is_finite(z)) {
    arb_set_fmpz(x, k);
    arb_add(x, x, z, BALLS);
    arb_const_pi(z, BALLS);
    arb_mul(z, z, x, BALLS);
  }
  arb_clear(x);
  fmpz_clear(k);
}

/* int_s^oo e^(-a (z - s)) |cos z| dz, from the lower end of s. */
static void integrate_cosine(arb_t sum, const arb_t angle, const arb_t a) {
  arb_t s, z, F, t, u;
  arb_init(s);
  arb_init(z);
  arb_init(F);
  arb_init(t);
  arb_init(u);
  arb_get_lbound_arf(arb_midref(s), angle, BALLS);
  next_zero(z, s);
  primitive(F, z, a);
  primitive(t, s, a);
  arb_sub(F, F, t, BALLS);
  arb_abs(sum, F);
  arb_mul(t, a, z, BALLS);
  arb_neg(t, t);
  arb_exp(t, t, BALLS); /* e^(-a z1) */
  arb_const_pi(u, BALLS);
  arb_mul(u, u, a, BALLS);
  arb_neg(u, u);
  arb_exp(u, u, BALLS); /* e^(-a pi) */
  arb_add_ui(F, u, 1, BALLS);
  arb_mul(t, t, F, BALLS);
  arb_sub_ui(u, u, 1, BALLS);
  arb_neg(u, u);
  arb_div(t, t, u, BALLS);
  arb_add(sum, sum, t, BALLS);
  arb_sqr(t, a, BALLS);
  arb_add_ui(t, t, 1, BALLS);
  arb_div(sum, sum, t, BALLS);
  /* the factor e^(a s) with the whole ball: where s lies above, it is larger and the integral less
   */
  arb_mul(t, a, angle, BALLS);
  arb_exp(t, t, BALLS);
  arb_mul(sum, sum, t, BALLS);
  arb_clear(s);
  arb_clear(z);
  arb_clear(F);
  arb_clear(t);
  arb_clear(u);
}

/* int_0^oo |Re(e^(-i phi - nu t) beta)| dt */
static void integrate(arb_t sum, const acb_t nu, const acb_t beta, const arb_t phi) {
  arb_t a, angle;
  acb_t turn;
  arb_init(a);
  arb_init(angle);
  acb_init(turn);
  arb_neg(acb_imagref(turn), phi);
  acb_exp(turn, turn, BALLS);
  acb_mul(turn, turn, beta, BALLS); /* e^(-i phi) beta */
  if (arb_is_zero(acb_imagref(nu))) {
    arb_abs(sum, acb_realref(turn));
    arb_div(sum, sum, acb_realref(nu), BALLS);
  } else if (acb_is_zero(turn)) {
    arb_zero(sum);
  } else {
    /* Re(turn e^(-i omega t)) = |beta| cos(omega t - arg turn), up to its sign */
    if (arf_sgn(arb_midref(acb_realref(turn))) < 0) acb_neg(turn, turn);
    acb_arg(angle, turn, BALLS);
    arb_neg(angle, angle);
    arb_div(a, acb_realref(nu), acb_imagref(nu), BALLS);
    integrate_cosine(sum, angle, a);
    acb_abs(a, turn, BALLS); /* as the checker: of wide balls it is not |beta| */
    arb_mul(sum, sum, a, BALLS);
    arb_div(sum, sum, acb_imagref(nu), BALLS);
  }
  arb_clear(a);
  arb_clear(angle);
  acb_clear(turn);
}

/* ---- one mode -------------------------------------------------------------------------------- */

/* Bounds in every direction, infinite where none is found. */
static void fill_directions(const exact_machine *e, const acb_t nu, const acb_mat_t l,
                            growing_mode *g) {
  acb_mat_t beta, B;
  arb_mat_t row;
  arb_t phi, sum, part, bound, most;
  acb_mat_init(beta, 1, e->m);
  acb_mat_init(B, e->d, e->m);
  arb_mat_init(row, 1, e->d);
  arb_init(phi);
  arb_init(sum);
  arb_init(part);
  arb_init(bound);
  arb_init(most);
  acb_mat_set_fmpq_mat(B, e->B, BALLS);
  acb_mat_mul(beta, l, B, BALLS);
  g->least = INFINITY;
  for (slong k = 0; k < DIRECTIONS; k++) {
    arb_set_d(phi, (double)k / (DIRECTIONS / 2));
    arb_zero(sum);
    acb_t turn;
    acb_init(turn);
    arb_sin_cos_pi(acb_imagref(turn), acb_realref(turn), phi, BALLS);
    g->cosine[k] = arf_get_d(arb_midref(acb_realref(turn)), ARF_RND_NEAR);
    g->sine[k] = arf_get_d(arb_midref(acb_imagref(turn)), ARF_RND_NEAR);
    for (slong i = 0; i < e->d; i++) { /* Re(e^(-i phi) l) */
      arb_ptr z = arb_mat_entry(row, 0, i);
      arb_mul(z, acb_realref(turn), acb_realref(acb_mat_entry(l, 0, i)), BALLS);
      arb_addmul(z, acb_imagref(turn), acb_imagref(acb_mat_entry(l, 0, i)), BALLS);
    }
    acb_clear(turn);
    g->dual[k] = ss_tube_dual_norm(e, row);
    arb_const_pi(part, BALLS);
    arb_mul(phi, phi, part, BALLS);
    for (slong j = 0; j < e->m; j++) {
      integrate(part, nu, acb_mat_entry(beta, 0, j), phi);
      arb_set_fmpq(bound, fmpq_mat_entry(e->a->p, j, 0), BALLS);
      arb_set_fmpq(most, fmpq_mat_entry(e->radius->p, j, 0), BALLS);
      arb_add(bound, bound, most, BALLS);
      arb_addmul(sum, part, bound, BALLS);
    }
    g->limit[k] = arb_is_finite(sum) ? ss_tube_upper(sum) : INFINITY;
    g->least = fmin(g->least, g->limit[k]);
  }
  acb_mat_clear(beta);
  acb_mat_clear(B);
  arb_mat_clear(row);
  arb_clear(phi);
  arb_clear(sum);
  arb_clear(part);
  arb_clear(bound);
  arb_clear(most);
}

/* The mode in doubles, which are what the balls are about within an ulp. */
static void fill_doubles(const acb_t nu, const acb_mat_t l, growing_mode *g) {
  g->nu[0] = arf_get_d(arb_midref(acb_realref(nu)), ARF_RND_NEAR);
  g->nu[1] = arf_get_d(arb_midref(acb_imagref(nu)), ARF_RND_NEAR);
  for (slong i = 0; i < acb_mat_ncols(l); i++) {
    const acb_struct *z = acb_mat_entry(l, 0, i);
    g->re[i] = arf_get_d(arb_midref(acb_realref(z)), ARF_RND_NEAR);
    g->im[i] = arf_get_d(arb_midref(acb_imagref(z)), ARF_RND_NEAR);
    g->size[i] = ROUND_UP(fabs(g->re[i]) + fabs(g->im[i]));
  }
}

/* How far the enclosure is from the doubles. */
static void fill_off(const acb_mat_t l, growing_mode *g) {
  arb_t z;
  arb_init(z);
  for (slong i = 0; i < acb_mat_ncols(l); i++) {
    const acb_struct *entry = acb_mat_entry(l, 0, i);
    g->off[i] = 0;
    for (int part = 0; part < 2; part++) {
      arb_set_d(z, part ? g->im[i] : g->re[i]);
      arb_sub(z, part ? acb_imagref(entry) : acb_realref(entry), z, BALLS);
      arb_abs(z, z);
      g->off[i] += ss_tube_upper(z);
    }
  }
  arb_clear(z);
}

/* Encloses the eigenpair of A^T near what is given, which is made real where that is meant. */
static bool enclose(const acb_mat_t T, acb_t nu, acb_mat_t v) {
  acb_mat_t X1;
  acb_t value;
  const bool real = fabs(arf_get_d(arb_midref(acb_imagref(nu)), ARF_RND_NEAR)) <
                    1e-20 * (1 + fabs(arf_get_d(arb_midref(acb_realref(nu)), ARF_RND_NEAR)));
  acb_mat_init(X1, acb_mat_nrows(T), 1);
  acb_init(value);
  if (real) arb_zero(acb_imagref(nu));
  for (slong i = 0; real && i < acb_mat_nrows(v); i++)
    arb_zero(acb_imagref(acb_mat_entry(v, i, 0)));
  acb_mat_eig_enclosure_rump(value, NULL, X1, T, nu, v, BALLS);
  const bool good = acb_is_finite(value) && acb_mat_is_finite(X1);
  acb_set(nu, value);
  acb_mat_set(v, X1);
  /* the conjugate pair lies in the same enclosure, which has one only: it is real */
  if (real) arb_zero(acb_imagref(nu));
  for (slong i = 0; real && i < acb_mat_nrows(v); i++)
    arb_zero(acb_imagref(acb_mat_entry(v, i, 0)));
  acb_mat_clear(X1);
  acb_clear(value);
  return good;
}

/* Scaled by a power of 2 so that the largest entry is about 1; as the row l. */
static void set_row(acb_mat_t l, const acb_mat_t v) {
  double most = 0;
  for (slong i = 0; i < acb_mat_nrows(v); i++) {
    const acb_struct *z = acb_mat_entry(v, i, 0);
    most = fmax(most, fabs(arf_get_d(arb_midref(acb_realref(z)), ARF_RND_NEAR)));
    most = fmax(most, fabs(arf_get_d(arb_midref(acb_imagref(z)), ARF_RND_NEAR)));
  }
  const slong shift = most > 0 ? -ilogb(most) : 0;
  for (slong i = 0; i < acb_mat_nrows(v); i++)
    acb_mul_2exp_si(acb_mat_entry(l, 0, i), acb_mat_entry(v, i, 0), shift);
}

static void try_mode(ss_tube *t, const exact_machine *e, const acb_mat_t T, const acb_t guess,
                     const acb_mat_t vectors, slong column) {
  acb_t nu;
  acb_mat_t v, l;
  growing_mode *g = &t->ray[t->rays];
  bool good = true;
  acb_init(nu);
  acb_mat_init(v, e->d, 1);
  acb_mat_init(l, 1, e->d);
  acb_set(nu, guess);
  acb_get_mid(nu, nu);
  for (slong i = 0; i < e->d; i++)
    acb_get_mid(acb_mat_entry(v, i, 0), acb_mat_entry(vectors, i, column));
  for (int twice = 0; good && twice < 2; twice++) {
    /* the second time around the doubles that a certificate tells */
    if (twice) acb_set_d_d(nu, g->nu[0], g->nu[1]);
    for (slong i = 0; twice && i < e->d; i++)
      acb_set_d_d(acb_mat_entry(v, i, 0), g->re[i], g->im[i]);
    good = enclose(T, nu, v) && arb_is_positive(acb_realref(nu)) &&
           (arb_is_zero(acb_imagref(nu)) || arb_is_positive(acb_imagref(nu)));
    if (!good || twice) continue;
    set_row(l, v);
    fill_doubles(nu, l, g);
  }
  if (good) {
    acb_mat_transpose(l, v);
    fill_off(l, g);
    fill_directions(e, nu, l, g);
    t->rays++;
  }
  acb_clear(nu);
  acb_mat_clear(v);
  acb_mat_clear(l);
}

ss_status ss_tube_find_rays(ss_arena *arena, ss_tube *t, const exact_machine *e) {
  acb_mat_t T, R;
  acb_ptr values = _acb_vec_init(e->d);
  t->ray = ss_arena_new(arena, RAYS, growing_mode);
  acb_mat_init(T, e->d, e->d);
  acb_mat_init(R, e->d, e->d);
  acb_mat_set_arb_mat(T, e->all_A);
  acb_mat_transpose(T, T);
  const bool good = t->ray && acb_mat_approx_eig_qr(values, NULL, R, T, NULL, 0, BALLS);
  for (slong k = 0; good && k < e->d && t->rays < RAYS; k++)
    if (arf_sgn(arb_midref(acb_realref(values + k))) > 0) try_mode(t, e, T, values + k, R, k);
  acb_mat_clear(T);
  acb_mat_clear(R);
  _acb_vec_clear(values, e->d);
  return t->ray ? SS_OK : SS_MEMORY;
}

/* ---- the question ---------------------------------------------------------------------------- */

/* The tube, seen by a mode: y = l^T x of its centre and of its directions. */
typedef struct view {
  double y[2], g[ALL][2];
  double eps, rounding;
  const swarm *w;
} view;

static void see(const ss_tube *t, const growing_mode *g, const double *x, double y[2],
                double *rounding) {
  double size = 0, off = 0;
  y[0] = y[1] = 0;
  for (size_t k = 0; k < t->d; k++) {
    y[0] += g->re[k] * x[k];
    y[1] += g->im[k] * x[k];
    size += g->size[k] * fabs(x[k]);
    off += g->off[k] * fabs(x[k]);
  }
  *rounding += ROUND_UP(8 * (double)(t->d + 4) * HALF_ULP * size + off);
}

/* By how much Re(e^(-i phi) y) exceeds what friction and the tube can take, from below. */
static double find_excess(const growing_mode *g, size_t k, const view *v) {
  double along[ALL], most = 0;
  for (size_t i = 0; v->w && i < ss_tube_members(v->w); i++)
    along[i] = g->cosine[k] * v->g[i][0] + g->sine[k] * v->g[i][1];
  if (v->w) most = ss_tube_gather(v->w, along);
  return g->cosine[k] * v->y[0] + g->sine[k] * v->y[1] - v->rounding -
         (1 + TO_SPARE) * (g->limit[k] + most + v->eps * g->dual[k]);
}

/* The best direction: every 32nd first, then downhill steps. */
static size_t find_direction(const growing_mode *g, const view *v) {
  size_t best = 0;
  double most = -INFINITY;
  for (size_t k = 0; k < DIRECTIONS; k += 32) {
    const double excess = find_excess(g, k, v);
    if (excess > most) most = excess, best = k;
  }
  for (size_t step = 16; step; step /= 2)
    for (int side = -1; side <= 1; side += 2) {
      const size_t k = (best + (side < 0 ? DIRECTIONS - step : step)) % DIRECTIONS;
      const double excess = find_excess(g, k, v);
      if (excess > most) most = excess, best = k, side = 1;
    }
  return best;
}

bool ss_tube_escapes(const ss_tube *t, const double *x, const swarm *w, double r,
                     ss_tube_answer *answer) {
  for (size_t i = 0; i < t->rays; i++) {
    const growing_mode *g = &t->ray[i];
    view v = {.w = w, .eps = w ? w->eps : r};
    see(t, g, x, v.y, &v.rounding);
    if (hypot(v.y[0], v.y[1]) <= g->least) continue;
    for (size_t k = 0; w && k < ss_tube_members(w); k++) see(t, g, w->g[k], v.g[k], &v.rounding);
    const size_t k = find_direction(g, &v);
    if (!(find_excess(g, k, &v) > 0)) continue;
    answer->ray = i;
    answer->direction = k;
    return true;
  }
  return false;
}
