/* held.c: how fast motions can part, in balls of the norm, while frictions of the centre stick.
 *
 * For the difference e of two motions and |e|^2 = e^T P e, P as T2 of docs/theory.md asks for,
 *
 *     1/2 (|e|^2)' <= e^T P A e - sum_J d_j mu_j |w_j^T e_u|,
 *
 * J the frictions that stick in the centre and mu_j = p_j - |s_j| what their forces have to spare.
 * In a tube of radius r, |w_j^T e_u| <= c_j r, c_j = |(0, w_j)|_*, hence mu_j |w_j^T e_u| >=
 * mu_j/(c_j r) (w_j^T e_u)^2: what sticks damps, the more so the thinner the tube. If
 *
 *     rate P - (P A + A^T P)/2 + push sum_J d_j/c_j^2 w_j w_j^T >= 0,
 *
 * and mu_j c_j >= push r for all j in J, the distance grows at this rate at most. As push grows the
 * rate falls to that of the machine whose frictions in J are clamped, -min of e^T P A e over w_j^T
 * e_u = 0. Two rates are looked for, for each set J of at most SETS: that limit, or 1/50 of the way
 * up from it, and half way. Guesses are in doubles; what is kept is verified by L D L^T over the
 * rationals.
 */
#include <math.h>

#include "standstill/base.h"
#include "tube_private.h"

static fmpq *at(const fmpq_mat_t A, slong i, slong j) {
  return fmpq_mat_entry(A, i, j);
}

/* S = rate P - (P A + A^T P)/2 + push sum_J d_j/c_j^2 w_j w_j^T */
static void form(const exact_machine *e, unsigned set, const fmpq *rate, const fmpq *push,
                 fmpq_mat_t S) {
  fmpq_mat_t T;
  fmpq_t z;
  fmpq_init(z);
  fmpq_mat_init(T, e->d, e->d);
  fmpq_mat_mul(T, e->P, e->A);
  ss_exact_symmetric_part(S, T);
  fmpq_mat_scalar_mul_fmpq(T, e->P, rate);
  fmpq_mat_sub(S, T, S);
  for (slong j = 0; j < e->m; j++) {
    if (!(set >> j & 1)) continue;
    for (slong i = 0; i < e->n; i++)
      for (slong k = 0; k < e->n; k++) {
        fmpq_mul(z, at(e->a->W, i, j), at(e->a->W, k, j));
        fmpq_mul(z, z, push);
        fmpq_mul(z, z, at(e->gain, j, 0));
        fmpq_add(at(S, e->n + i, e->n + k), at(S, e->n + i, e->n + k), z);
      }
  }
  fmpq_mat_clear(T);
  fmpq_clear(z);
}

bool ss_tube_is_rate(const exact_machine *e, unsigned set, const fmpq *rate, const fmpq *push) {
  fmpq_mat_t S, L, D;
  fmpq_mat_init(S, e->d, e->d);
  fmpq_mat_init(L, e->d, e->d);
  fmpq_mat_init(D, e->d, 1);
  form(e, set, rate, push, S);
  const bool good = fmpq_sgn(rate) >= 0 && ss_exact_ldl(S, L, D, NULL) != SS_INDEFINITE;
  fmpq_mat_clear(S);
  fmpq_mat_clear(L);
  fmpq_mat_clear(D);
  return good;
}

/* The least rate for a push, in doubles: the largest root of det(rate P - ...). */
static double guess_rate(const exact_machine *e, unsigned set, double push) {
  double T[X * X], re[X], im[X], most = 0;
  fmpq_mat_t S;
  fmpq_t z, zero;
  fmpq_init(z);
  fmpq_init(zero);
  fmpq_mat_init(S, e->d, e->d);
  ss_exact_from_double(z, push, 0);
  form(e, set, zero, z, S);
  fmpq_mat_mul(S, e->Pinv, S);
  for (slong j = 0; j < e->d; j++)
    for (slong i = 0; i < e->d; i++) T[j * e->d + i] = fmpq_get_d(at(S, i, j));
  const bool good = ss_matrix_spectrum((size_t)e->d, T, re, im) == SS_OK;
  for (slong i = 0; good && i < e->d; i++) most = fmax(most, -re[i]);
  fmpq_mat_clear(S);
  fmpq_clear(z);
  fmpq_clear(zero);
  return good ? most : NAN;
}

/* A short number at or above x. */
static void round_up(fmpq *z, double x) {
  int exponent;
  frexp(x, &exponent);
  ss_exact_from_double(z, x > 0 ? ldexp(ceil(ldexp(x, 20 - exponent)), exponent - 20) : 0, 0);
}

bool ss_tube_find_rate(const exact_machine *e, fmpq *rate) {
  fmpq_t zero;
  fmpq_init(zero);
  fmpq_zero(rate);
  bool good = ss_tube_is_rate(e, 0, rate, zero);
  const double guess = good ? 0 : guess_rate(e, 0, 0);
  for (int k = 0; k < 12 && !good && isfinite(guess); k++) {
    /* the guess itself first: it may be a short number */
    round_up(rate, k ? guess * (1 + ldexp(1, 2 * k - 24)) : guess * (1 - 0x1p-40));
    good = ss_tube_is_rate(e, 0, rate, zero);
  }
  fmpq_clear(zero);
  return good;
}

/* The least push with which a rate holds, twice too large at most; 0: none. */
static double find_push(const exact_machine *e, unsigned set, double rate, double most) {
  double low = 0, high = most;
  if (!(guess_rate(e, set, most) <= rate)) return 0;
  for (int k = 0; k < 40 && !(low > 0 && high < 1.05 * low); k++) {
    const double middle = low > 0 ? sqrt(low * high) : high / 16;
    if (guess_rate(e, set, middle) <= rate)
      high = middle;
    else
      low = middle;
    if (high < 1e-6 * most) break;
  }
  return 1.01 * high;
}

static void add_held(ss_tube *t, const exact_machine *e, unsigned set, double rate, double most) {
  held_rate *h = &t->held[t->helds];
  const double push = find_push(e, set, rate, most);
  if (!(push > 0)) return;
  round_up(h->rate, rate);
  round_up(h->push, push);
  if (!ss_tube_is_rate(e, set, h->rate, h->push)) return;
  h->set = set;
  h->lambda = ROUND_UP(fmpq_get_d(h->rate));
  for (size_t j = 0; j < t->m; j++) h->need[j] = ROUND_UP(fmpq_get_d(h->push) / t->reach[j]);
  t->helds++;
}

/* Whether a part of the set does as well. */
static bool is_known(const ss_tube *t, unsigned set, double rate) {
  for (size_t i = 0; i < t->helds; i++)
    if ((t->held[i].set & set) == t->held[i].set && t->held[i].lambda <= rate + 1e-3 * t->lambda)
      return true;
  return false;
}

void ss_tube_find_held(ss_tube *t, const exact_machine *e) {
  const double most = 1e4 * t->bound;
  if (!(t->lambda > 0)) return;
  for (size_t size = 1; size <= t->m; size++)
    for (unsigned set = 1; set >> t->m == 0; set++) {
      size_t count = 0;
      for (size_t j = 0; j < t->m; j++) count += set >> j & 1;
      if (count != size || t->helds + 2 > HELD) continue;
      const double least = guess_rate(e, set, most);
      const double rate = least > 0 ? least + (t->lambda - least) / 50 : 0;
      if (!(least < 0.95 * t->lambda) || is_known(t, set, rate)) continue;
      add_held(t, e, set, rate, most);
      add_held(t, e, set, least + (t->lambda - least) / 2, most);
    }
}
