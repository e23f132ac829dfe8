/* level_round.c: a leaf of the level in rationals, verified.
 *
 * The floating-point d_j and N become rationals in two ways: the simplest fractions near them,
 * which hit the exact optimum where that is rational (Q is then singular and still semidefinite);
 * else fractions near enough that Q, strictly definite at the end of the barrier method, stays so.
 * Only what the exact factors L D L^T confirm is accepted. The directions in which d_j is
 * prescribed (level_scale.c) are met exactly: what is rounded are the coordinates y of d_j = d0_j +
 * B y_j, B having the rows of the identity at its free coordinates.
 */
#include <math.h>

#include "level.h"

/* d_j - d0_j = p_j L E z_j, in doubles. */
static void find_direction(const ss_scaled *s, const ss_leaf *leaf, size_t j, double *v,
                           double *d) {
  size_t n = s->n;
  for (size_t i = 0; i < n; i++) {
    v[i] = 0;
    for (size_t l = 0; l < s->k; l++) v[i] += s->E[i + n * l] * leaf->z[l + s->k * j];
  }
  for (size_t i = 0; i < n; i++) {
    d[i] = 0;
    for (size_t l = 0; l <= i; l++) d[i] += s->L[i + n * l] * v[l];
    d[i] *= s->p[j];
  }
}

/* The row of B in which only column c has an entry: its 1. */
static slong free_row(const fmpq_mat_t B, slong c) {
  for (slong i = 0; i < fmpq_mat_nrows(B); i++) {
    bool alone = fmpq_is_one(ss_entry(B, i, c)) != 0;
    for (slong l = 0; l < fmpq_mat_ncols(B) && alone; l++)
      alone = l == c || fmpq_is_zero(ss_entry(B, i, l));
    if (alone) return i;
  }
  return 0;
}

static bool round_directions(const ss_scaled *s, const ss_leaf *leaf, double tolerance,
                             fmpq_mat_t d) {
  size_t n = s->n;
  ss_arena_mark mark = ss_arena_get_mark(s->arena);
  double *v = ss_arena_new(s->arena, 2 * n, double), size = 0;
  if (!v) return false;
  fmpq_t y;
  fmpq_init(y);
  fmpq_mat_set(d, s->d0);
  for (size_t j = 0; j < s->m; j++) {
    find_direction(s, leaf, j, v, v + n);
    size = 0;
    for (size_t i = 0; i < n; i++) size = fmax(size, fabs(v[n + i]));
    for (slong c = 0; c < fmpq_mat_ncols(s->B); c++) {
      ss_exact_from_double(y, v[n + (size_t)free_row(s->B, c)], tolerance * size);
      for (slong i = 0; i < (slong)n; i++)
        fmpq_addmul(ss_entry(d, i, (slong)j), y, ss_entry(s->B, i, c));
    }
  }
  fmpq_clear(y);
  ss_arena_release(s->arena, mark);
  return true;
}

/* N has a row for each friction with a sign; place[j] is that of friction j. */
static void round_multipliers(const ss_scaled *s, const ss_leaf *leaf, double tolerance,
                              fmpq_mat_t N) {
  double size = 0;
  fmpq_mat_zero(N);
  for (size_t p = 0; p < leaf->pairs; p++) size = fmax(size, leaf->N[p]);
  for (size_t p = 0; p < leaf->pairs; p++) {
    size_t j = leaf->pair[p][0], k = leaf->pair[p][1];
    slong row = 0, column = 0;
    for (size_t i = 0; i < j; i++) row += leaf->sign[i] != 0;
    for (size_t i = 0; i < k; i++) column += leaf->sign[i] != 0;
    double scale = s->p[j] * s->p[k];
    fmpq *entry = ss_entry(N, row, column);
    ss_exact_from_double(entry, scale * leaf->N[p], scale * size * tolerance);
    if (fmpq_sgn(entry) < 0) fmpq_zero(entry);
  }
}

/* A += factor sym(a b^T) for columns a of X and b of Y. */
static void add_outer(fmpq_mat_t A, const fmpq_t factor, const fmpq_mat_t X, slong a,
                      const fmpq_mat_t Y, slong b) {
  fmpq_t half, term;
  fmpq_init(half);
  fmpq_init(term);
  fmpq_div_2exp(half, factor, 1);
  for (slong i = 0; i < fmpq_mat_nrows(A); i++)
    for (slong j = 0; j < fmpq_mat_nrows(A); j++) {
      fmpq_mul(term, ss_entry(X, i, a), ss_entry(Y, j, b));
      fmpq_mul(term, term, half);
      fmpq_add(ss_entry(A, i, j), ss_entry(A, i, j), term);
      fmpq_add(ss_entry(A, j, i), ss_entry(A, j, i), term);
    }
  fmpq_clear(half);
  fmpq_clear(term);
}

/* Q = Cs + sym sum s_j w_j d_j^T - sum N_jk s_j s_k sym(w_j w_k^T) = L D L^T >= 0? */
static bool verify(const ss_scaled *s, ss_exact_leaf *e) {
  const ss_facts *f = s->facts;
  const int *sign = e->from->sign;
  fmpq_mat_t Q;
  fmpq_t factor;
  fmpq_init(factor);
  fmpq_mat_init(Q, f->n, f->n);
  fmpq_mat_set(Q, f->Cs);
  for (slong j = 0; j < f->m; j++) {
    fmpq_set_si(factor, sign[j] < 0 ? -1 : 1, 1);
    add_outer(Q, factor, f->W, j, e->d, j);
  }
  for (slong j = 0, row = 0; j < f->m; j++) {
    if (!sign[j]) continue;
    for (slong k = 0, column = 0; k <= j; k++) {
      if (!sign[k]) continue;
      fmpq_mul_si(factor, ss_entry(e->N, row, column), -sign[j] * sign[k]);
      if (!fmpq_is_zero(factor)) add_outer(Q, factor, f->W, j, f->W, k);
      column++;
    }
    row++;
  }
  bool good = ss_exact_ldl(Q, e->L, e->D, NULL) != SS_INDEFINITE;
  fmpq_mat_clear(Q);
  fmpq_clear(factor);
  return good;
}

/* The smallest p_j^2/(2 d_j^T M^-1 d_j); 0 if there is none. */
static void find_level(const ss_facts *f, ss_exact_leaf *e) {
  fmpq_mat_t d;
  fmpq_t value;
  fmpq_mat_init(d, f->n, 1);
  fmpq_init(value);
  fmpq_zero(e->level);
  for (slong j = 0; j < f->m; j++) {
    for (slong i = 0; i < f->n; i++) fmpq_set(ss_entry(d, i, 0), ss_entry(e->d, i, j));
    ss_exact_form(value, d, f->Minv, d);
    if (fmpq_is_zero(value)) continue;
    fmpq_div(value, ss_entry(f->p, j, 0), value);
    fmpq_mul(value, value, ss_entry(f->p, j, 0));
    fmpq_div_2exp(value, value, 1);
    if (fmpq_is_zero(e->level) || fmpq_cmp(value, e->level) < 0) fmpq_set(e->level, value);
  }
  fmpq_mat_clear(d);
  fmpq_clear(value);
}

bool ss_level_round(const ss_scaled *s, const ss_leaf *leaf, ss_exact_leaf *e) {
  static const double tolerances[] = {1e-3, 1e-5, 1e-9, 1e-12, 0};
  const double wanted = 1 / (2 * leaf->tau * leaf->tau);
  slong n = (slong)s->n, m = (slong)s->m, signs = 0;
  for (slong j = 0; j < m; j++) signs += leaf->sign[j] != 0;
  e->from = leaf;
  fmpq_mat_init(e->d, n, m);
  fmpq_mat_init(e->N, signs, signs);
  fmpq_mat_init(e->L, n, n);
  fmpq_mat_init(e->D, n, 1);
  fmpq_init(e->level);
  for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; i++) {
    if (!round_directions(s, leaf, tolerances[i], e->d)) break;
    round_multipliers(s, leaf, tolerances[i], e->N);
    find_level(s->facts, e);
    /* a coarse rounding that costs level is worth nothing: the next one is better */
    double level = ss_number_to_double(e->level);
    if (!(level >= wanted * (1 - (i < 2 ? 1e-7 : 1e-3)))) continue;
    if (verify(s, e)) return true;
  }
  ss_level_clear_leaf(e);
  return false;
}

void ss_level_clear_leaf(ss_exact_leaf *e) {
  fmpq_mat_clear(e->d);
  fmpq_mat_clear(e->N);
  fmpq_mat_clear(e->L);
  fmpq_mat_clear(e->D);
  fmpq_clear(e->level);
}
