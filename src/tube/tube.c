/* tube.c: whether a machine is one of those that tubes are about, and what is known beforehand.
 *
 * Exact: M, K symmetric and positive definite (L D L^T over the rationals), all numbers rational,
 * p_j > 0 constant. Then everything that centres and tubes need is rounded to doubles, from above
 * where it is a bound.
 */
#include <assert.h>
#include <math.h>

#include "tube_private.h"

static fmpq *at(const fmpq_mat_t A, slong i, slong j) {
  return fmpq_mat_entry(A, i, j);
}

/* ---- what is asked of a machine -------------------------------------------------------------- */

static bool is_definite(const fmpq_mat_t A) {
  const slong n = fmpq_mat_nrows(A);
  fmpq_mat_t L, D;
  fmpq_mat_init(L, n, n);
  fmpq_mat_init(D, n, 1);
  const bool good = ss_exact_ldl(A, L, D, NULL) == SS_DEFINITE;
  fmpq_mat_clear(L);
  fmpq_mat_clear(D);
  return good;
}

static bool is_symmetric(const fmpq_mat_t A) {
  for (slong i = 0; i < fmpq_mat_nrows(A); i++)
    for (slong j = 0; j < i; j++)
      if (!fmpq_equal(at(A, i, j), at(A, j, i))) return false;
  return true;
}

static const char *find_obstacle(const ss_linear *linear) {
  const ss_linear_data *a = &linear->center;
  if (linear->coordinates > SS_TUBE_MOST || linear->frictions > SS_TUBE_MOST)
    return "it has more than 8 coordinates or frictions";
  if (!linear->symmetric || !is_symmetric(a->K)) return "the stiffness matrix is not symmetric";
  if (!is_symmetric(a->M) || !is_definite(a->M)) return "the mass matrix is not positive definite";
  if (!is_definite(a->K)) return "the stiffness matrix is not positive definite";
  return NULL;
}

/* ---- doubles --------------------------------------------------------------------------------- */

/* sqrt(x), from above */
static double root_up(const fmpq_t x) {
  arb_t z;
  arb_init(z);
  arb_set_fmpq(z, x, BALLS);
  arb_sqrt(z, z, BALLS);
  const double value = ss_tube_upper(z);
  arb_clear(z);
  return value;
}

static double nearest(const fmpq_t x) {
  arb_t z;
  arb_init(z);
  arb_set_fmpq(z, x, BALLS);
  const double value = arf_get_d(arb_midref(z), ARF_RND_NEAR);
  arb_clear(z);
  return value;
}

static void fill_flow(ss_tube *t, const exact_machine *e) {
  for (slong i = 0; i < e->d; i++) {
    t->weight[i] = root_up(at(e->P, i, i));
    for (slong j = 0; j < e->d; j++) {
      t->A[i][j] = nearest(at(e->A, i, j));
      t->P[i][j] = nearest(at(e->P, i, j));
    }
    for (slong j = 0; j < e->m; j++) t->B[j][i] = nearest(at(e->B, i, j));
  }
  for (slong i = 0; i < e->d; i++) {
    for (slong j = 0; j < e->d; j++) t->alpha[j] += t->weight[i] * fabs(t->A[i][j]);
    for (slong j = 0; j < e->m; j++) t->beta[j] += t->weight[i] * fabs(t->B[j][i]);
  }
  for (slong j = 0; j < e->d; j++) t->alpha[j] = ROUND_UP(t->alpha[j]);
  for (slong j = 0; j < e->m; j++) t->beta[j] = ROUND_UP(t->beta[j]);
}

/* w_j, p_j, G = W^T M^-1 W and kappa_j = sqrt(G_jj) */
static void fill_frictions(ss_tube *t, const exact_machine *e) {
  fmpq_mat_t T, G;
  fmpq_mat_init(T, e->m, e->n);
  fmpq_mat_init(G, e->m, e->m);
  fmpq_mat_transpose(T, e->a->W);
  fmpq_mat_mul(T, T, e->Minv);
  fmpq_mat_mul(G, T, e->a->W);
  for (slong j = 0; j < e->m; j++) {
    for (slong i = 0; i < e->n; i++) t->W[j][i] = nearest(at(e->a->W, i, j));
    for (slong i = 0; i < e->m; i++) t->G[j][i] = nearest(at(G, j, i));
    t->p[j] = nearest(at(e->a->p, j, 0));
    t->kappa[j] = root_up(at(G, j, j));
    t->reach[j] = t->kappa[j] * (1 - 0x1p-40);
  }
  fmpq_mat_clear(T);
  fmpq_mat_clear(G);
}

/* sqrt(2 level), from below */
static double find_radius(const ss_tube_options *o) {
  if (o->global) return INFINITY;
  if (!o->level || fmpq_sgn(o->level) <= 0) return 0;
  arb_t z;
  arf_t low;
  arb_init(z);
  arf_init(low);
  arb_set_fmpq(z, o->level, BALLS);
  arb_mul_2exp_si(z, z, 1);
  arb_sqrt(z, z, BALLS);
  arb_get_lbound_arf(low, z, 64);
  const double radius = arf_get_d(low, ARF_RND_FLOOR);
  arb_clear(z);
  arf_clear(low);
  return radius;
}

static void fill_middle(ss_tube *t, const exact_machine *e) {
  fmpq_mat_t q;
  fmpq_mat_init(q, e->n, 1);
  fmpq_mat_mul(q, e->Kinv, e->a->f);
  for (slong i = 0; i < e->n; i++) t->middle[i] = nearest(at(q, i, 0));
  fmpq_mat_clear(q);
}

/* ---- public ---------------------------------------------------------------------------------- */

static void clear_rates(void *tube) {
  ss_tube *t = tube;
  fmpq_clear(t->rate);
  fmpq_clear(t->push);
  fmpq_clear(t->stretch);
  for (size_t i = 0; i < HELD; i++) {
    fmpq_clear(t->held[i].rate);
    fmpq_clear(t->held[i].push);
  }
}

static ss_status fill(ss_arena *arena, ss_tube *t, const ss_linear *linear, const exact_machine *e,
                      const ss_tube_options *o, const char **why_not) {
  t->n = (size_t)e->n;
  t->m = (size_t)e->m;
  t->d = (size_t)e->d;
  t->end = o->end;
  t->radius = find_radius(o);
  *why_not = "the rate at which motions part could not be bounded";
  if (!ss_tube_find_rate(e, t->rate)) return SS_BAD_ARGUMENT;
  t->lambda = ROUND_UP(nearest(t->rate));
  fill_flow(t, e);
  fill_frictions(t, e);
  fill_middle(t, e);
  *why_not = ss_tube_find_ranges(t, e, linear);
  if (*why_not) return SS_BAD_ARGUMENT;
  *why_not = "contacts are only known to stay open without ranges";
  if (o->gaps && t->ranges) return SS_BAD_ARGUMENT;
  *why_not = "its numbers are too large or too small";
  if (!ss_tube_measure(t, e) || !ss_tube_enter_gaps(t, e, o)) return SS_BAD_ARGUMENT;
  *why_not = NULL;
  ss_tube_find_held(t, e);
  ss_tube_find_settling(t, e);
  return t->gaps ? SS_OK : ss_tube_find_rays(arena, t, e);
}

ss_status ss_tube_create(ss_arena *arena, const ss_linear *linear, const ss_tube_options *options,
                         const ss_tube **tube, const char **why_not) {
  exact_machine e;
  assert(arena && linear && options && tube && why_not);
  *tube = NULL;
  *why_not = find_obstacle(linear);
  if (*why_not) return SS_BAD_ARGUMENT;
  ss_tube *t = ss_arena_new(arena, 1, ss_tube);
  if (!t) return SS_MEMORY;
  t->rate = ss_arena_new(arena, 1, fmpq);
  t->push = ss_arena_new(arena, 1, fmpq);
  t->stretch = ss_arena_new(arena, 1, fmpq);
  if (!t->rate || !t->push || !t->stretch) return SS_MEMORY;
  fmpq_init(t->rate);
  fmpq_init(t->push);
  fmpq_init(t->stretch);
  for (size_t i = 0; i < HELD; i++) {
    fmpq_init(t->held[i].rate);
    fmpq_init(t->held[i].push);
  }
  if (!ss_arena_defer(arena, clear_rates, t)) {
    clear_rates(t);
    return SS_MEMORY;
  }
  *why_not = "a matrix is singular";
  const bool opened = ss_tube_open_exact(&e, linear);
  const ss_status status = opened ? fill(arena, t, linear, &e, options, why_not) : SS_BAD_ARGUMENT;
  ss_tube_close_exact(&e);
  if (status == SS_OK) *tube = t;
  return status;
}

const fmpq *ss_tube_rate(const ss_tube *t) {
  return t->rate;
}

const fmpq *ss_tube_stretch(const ss_tube *t) {
  return t->stretch;
}

const fmpq *ss_tube_settling(const ss_tube *t) {
  return t->settles ? t->push : NULL;
}

size_t ss_tube_frictions(const ss_tube *t) {
  return t->m;
}

double ss_tube_step(const ss_tube *t) {
  return t->unit;
}

double ss_tube_radius(const ss_tube *t) {
  return t->radius;
}

size_t ss_tube_helds(const ss_tube *t) {
  return t->helds;
}

unsigned ss_tube_held(const ss_tube *t, size_t held, const fmpq **rate, const fmpq **push) {
  *rate = t->held[held].rate;
  *push = t->held[held].push;
  return t->held[held].set;
}

size_t ss_tube_rays(const ss_tube *t) {
  return t->rays;
}

void ss_tube_ray(const ss_tube *t, size_t ray, double nu[2], double *re, double *im) {
  const growing_mode *g = &t->ray[ray];
  for (int k = 0; k < 2; k++) nu[k] = g->nu[k];
  for (size_t i = 0; i < t->d; i++) {
    re[i] = g->re[i];
    im[i] = g->im[i];
  }
}
