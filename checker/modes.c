/* modes.c: growing modes of a linear machine, and tubes that no friction can hold back (T6).
 *
 * y = l^T x, l^T A = nu l^T with Re nu > 0: all that friction can do to Re(e^(-i phi) y) is the
 * integral of |Re(e^(-i phi - nu t) l^T B_j)| p_j, in closed form. nu and l are enclosed around
 * what the certificate says, for all machines within the radii.
 */
#include "tubes.h"

/* A column of complex balls that the run owns: 2 x d balls, seen as d pairs. */
static void new_column(run *r, acb_mat_struct *column, size_t d) {
  *column = (acb_mat_struct){.entries = (acb_ptr)new_balls(r, 2 * d), .r = (slong)d, .c = 1};
  column->rows = new_room(r, d, sizeof *column->rows);
  for (size_t i = 0; i < d; i++) column->rows[i] = column->entries + i;
}

/* l^T A = nu l^T within Rump's enclosure of what the certificate says; real if that is. */
void enter_modes(run *r, tubes *t, const json_t *list) {
  const json_t *mode;
  acb_mat_t T, v, l;
  size_t k;
  if (!json_is_array(list) || json_array_size(list) > MOST_MODES)
    malformed(r, "map: a list of at most %d modes is expected", MOST_MODES);
  json_array_foreach(list, k, mode) {
    read_shape(r, mode, "mode", "value re im");
    const matrix *value = read_vector(r, mode, "value", 2), *re = read_vector(r, mode, "re", t->d),
                 *im = read_vector(r, mode, "im", t->d);
    const bool real = fmpq_is_zero(entry(value, 1, 0)) && fmpq_mat_is_zero(im);
    t->nu[k] = (acb_ptr)new_balls(r, 2);
    new_column(r, t->l[k], t->d);
    t->modes = k + 1;
    acb_mat_init(l, (slong)t->d, 1);
    acb_mat_init(T, (slong)t->d, (slong)t->d);
    acb_mat_init(v, (slong)t->d, 1);
    acb_mat_set_arb_mat(T, t->all_A);
    acb_mat_transpose(T, T);
    acb_t guess;
    acb_init(guess);
    arb_set_fmpq(acb_realref(guess), entry(value, 0, 0), PREC);
    arb_set_fmpq(acb_imagref(guess), entry(value, 1, 0), PREC);
    for (slong i = 0; i < (slong)t->d; i++) {
      arb_set_fmpq(acb_realref(acb_mat_entry(v, i, 0)), entry(re, i, 0), PREC);
      arb_set_fmpq(acb_imagref(acb_mat_entry(v, i, 0)), entry(im, i, 0), PREC);
    }
    acb_mat_eig_enclosure_rump(t->nu[k], NULL, l, T, guess, v, PREC);
    acb_mat_set(t->l[k], l);
    if (real) arb_zero(acb_imagref(t->nu[k]));
    for (slong i = 0; real && i < (slong)t->d; i++)
      arb_zero(acb_imagref(acb_mat_entry(t->l[k], i, 0)));
    const bool good = acb_is_finite(t->nu[k]) && acb_mat_is_finite(t->l[k]) &&
                      arb_is_positive(acb_realref(t->nu[k])) &&
                      (real || arb_is_positive(acb_imagref(t->nu[k])));
    acb_clear(guess);
    acb_mat_clear(T);
    acb_mat_clear(v);
    acb_mat_clear(l);
    if (!good) malformed(r, "map: mode %zu is not seen to grow", k + 1);
  }
}

/* z = (sin x - a cos x) e^(-a x); z is not x */
static void primitive(arb_t z, const arb_t x, const arb_t a) {
  arb_t c;
  arb_init(c);
  arb_sin_cos(z, c, x, 4 * PREC);
  arb_submul(z, a, c, 4 * PREC);
  arb_mul(c, a, x, 4 * PREC);
  arb_neg(c, c);
  arb_exp(c, c, 4 * PREC);
  arb_mul(z, z, c, 4 * PREC);
  arb_clear(c);
}

/* sum += weight int_0^oo |Re(beta e^(-nu t))| dt: with a = sigma/omega, s = -arg beta and the first
 * zero z of the cosine behind it, |beta|/omega e^(a s) (|F(z) - F(s)| + e^(-a z) coth(a pi/2))/(1 +
 * a^2). */
static void add_integral(arb_t sum, const acb_t nu, acb_t beta, const arb_t weight) {
  arb_t a, s, v, x, z, u;
  fmpz_t k;
  arb_init(a), arb_init(s), arb_init(v), arb_init(x), arb_init(z), arb_init(u);
  fmpz_init(k);
  if (arb_is_zero(acb_imagref(nu))) {
    arb_abs(x, acb_realref(beta));
    arb_div(x, x, acb_realref(nu), PREC);
  } else if (!acb_is_zero(beta)) {
    if (arf_sgn(arb_midref(acb_realref(beta))) < 0) acb_neg(beta, beta);
    arb_div(a, acb_realref(nu), acb_imagref(nu), PREC);
    acb_arg(u, beta, PREC);
    arb_neg(u, u);
    arb_get_lbound_arf(arb_midref(s), u, PREC);
    arb_const_pi(z, 4 * PREC);
    arb_div(x, s, z, 4 * PREC);
    arb_mul_2exp_si(x, x, 1);
    arb_sub_ui(x, x, 1, 4 * PREC);
    arb_mul_2exp_si(x, x, -1);
    arb_ceil(x, x, 4 * PREC);
    if (!arb_get_unique_fmpz(k, x)) arb_indeterminate(z);
    fmpz_mul_2exp(k, k, 1);
    fmpz_add_ui(k, k, 1);
    arb_mul_fmpz(z, z, k, 4 * PREC);
    arb_mul_2exp_si(z, z, -1);
    primitive(x, z, a);
    primitive(v, s, a);
    arb_sub(x, x, v, PREC);
    arb_abs(x, x);
    arb_mul(z, z, a, PREC);
    arb_neg(z, z);
    arb_exp(z, z, PREC);
    arb_const_pi(s, PREC);
    arb_mul(s, s, a, PREC);
    arb_mul_2exp_si(s, s, -1);
    arb_coth(s, s, PREC);
    arb_addmul(x, z, s, PREC);
    arb_sqr(z, a, PREC);
    arb_add_ui(z, z, 1, PREC);
    arb_div(x, x, z, PREC);
    arb_mul(u, u, a, PREC);
    arb_exp(u, u, PREC);
    arb_mul(x, x, u, PREC);
    arb_hypot(u, acb_realref(beta), acb_imagref(beta), PREC);
    arb_mul(x, x, u, PREC);
    arb_div(x, x, acb_imagref(nu), PREC);
  }
  arb_addmul(sum, x, weight, PREC);
  arb_clear(a), arb_clear(s), arb_clear(v), arb_clear(x), arb_clear(z), arb_clear(u);
  fmpz_clear(k);
}

bool escapes(tubes *t, size_t mode, size_t direction) {
  arb_ptr row = t->row, left = t->t[0], right = t->t[1];
  acb_t turn, beta;
  acb_init(turn);
  acb_init(beta);
  arb_set_ui(left, direction);
  arb_mul_2exp_si(left, left, -9);
  arb_neg(left, left);
  arb_sin_cos_pi(acb_imagref(turn), acb_realref(turn), left, PREC);
  arb_zero(right);
  for (size_t j = 0; j < t->m; j++) {
    acb_zero(beta);
    for (size_t i = 0; i < t->d; i++)
      acb_addmul_arb(beta, acb_mat_entry(t->l[mode], i, 0), arb_mat_entry(t->B, i, j), PREC);
    acb_mul(beta, beta, turn, PREC);
    add_integral(right, t->nu[mode], beta, t->most_p + j);
  }
  for (size_t i = 0; i < t->d; i++) {
    acb_mul(beta, acb_mat_entry(t->l[mode], i, 0), turn, PREC);
    arb_set(row + i, acb_realref(beta));
  }
  arb_dot(left, NULL, 0, row, 1, t->x, 1, (slong)t->d, PREC);
  root_form(t->t[2], t->Q, row);
  arb_addmul(right, t->t[2], has_shape(t) ? t->eps : t->r, PREC);
  if (has_shape(t)) {
    arb_set_d(t->t[2], reach_along(t, row));
    arb_add(right, right, t->t[2], PREC);
  }
  const bool good = arb_gt(left, right);
  acb_clear(turn);
  acb_clear(beta);
  return good;
}
