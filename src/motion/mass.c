/* mass.c: M^-1 x, with as little work a step as the mass matrix allows.
 *
 * What can be known once is computed once: a constant M is inverted at the first update (n <= a few
 * dozen coordinates, and M of a machine is well conditioned, so that the explicit inverse costs no
 * digits that matter), a diagonal one is n divisions. A matrix that varies is factored each time,
 *
 *     M = L D L^T,
 *     D_j = M_jj - sum_k L_jk^2 D_k,      L_ij = (M_ij - sum_k L_ik L_jk D_k) / D_j,
 *
 * n^3/6 products and n divisions, no square roots; a solution costs n^2 products. Plain loops: the
 * matrices are smaller than the overhead of a library call. Fails if a D_j is not positive.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "mass.h"

/* ---- what kind of matrix --------------------------------------------------------------------- */

ss_mass_kind ss_mass_classify(const ss_system *s) {
  if (!s->traits.constant_mass) return SS_MASS_VARIES;
  return s->traits.diagonal_mass ? SS_MASS_DIAGONAL : SS_MASS_CONSTANT;
}

ss_status ss_mass_create(ss_arena *arena, const ss_system *system, ss_mass *mass) {
  assert(ss_graph_is_sealed(system->graph));
  const size_t n = system->coordinates;
  *mass = (ss_mass){.n = n, .kind = ss_mass_classify(system)};
  mass->factor = ss_arena_new(arena, n * n, double);
  mass->inverse = ss_arena_new(arena, n * n, double);
  mass->diagonal = ss_arena_new(arena, n, double);
  mass->most = ss_arena_new(arena, n, double);
  return mass->factor && mass->inverse && mass->diagonal && mass->most ? SS_OK : SS_MEMORY;
}

/* ---- numbers --------------------------------------------------------------------------------- */

/* Pivots below this share of the largest that they were: a direction of u has lost its mass. */
static const double THIN = 1e-2;

static bool factor(ss_mass *mass, const double *M) {
  const size_t n = mass->n;
  double *F = mass->factor;
  for (size_t j = 0; j < n; j++) {
    double d = M[j + n * j];
    for (size_t k = 0; k < j; k++) d -= F[j + n * k] * F[k + n * j];
    if (!(d > 0) || isinf(d)) return false;
    if (d > mass->most[j]) mass->most[j] = d;
    if (d < THIN * mass->most[j]) mass->thin = true;
    const double inverse = F[j + n * j] = 1 / d;
    for (size_t i = j + 1; i < n; i++) {
      double sum = M[i + n * j];
      for (size_t k = 0; k < j; k++) sum -= F[i + n * k] * F[k + n * j];
      F[j + n * i] = sum;           /* D_j L_ij */
      F[i + n * j] = sum * inverse; /* L_ij */
    }
  }
  return true;
}

void ss_mass_solve_raw(size_t n, const double *restrict F, const double *restrict x,
                       double *restrict y) {
  memcpy(y, x, n * sizeof *y);
  for (size_t j = 0; j < n; j++)
    for (size_t i = j + 1; i < n; i++) y[i] -= F[i + n * j] * y[j];
  for (size_t j = n; j-- > 0;) {
    double sum = y[j] * F[j + n * j];
    for (size_t i = j + 1; i < n; i++) sum -= F[i + n * j] * y[i];
    y[j] = sum;
  }
}

static bool divide(ss_mass *mass, const double *M) {
  const size_t n = mass->n;
  for (size_t j = 0; j < n; j++) {
    const double d = M[j + n * j];
    if (!(d > 0) || isinf(d)) return false;
    mass->inverse[j + n * j] = mass->diagonal[j] = 1 / d;
  }
  return true;
}

/* M^-1 column by column. */
static void invert(ss_mass *mass) {
  const size_t n = mass->n;
  for (size_t j = 0; j < n; j++) {
    memset(mass->diagonal, 0, n * sizeof *mass->diagonal);
    mass->diagonal[j] = 1;
    ss_mass_solve_raw(n, mass->factor, mass->diagonal, mass->inverse + n * j);
  }
}

ss_status ss_mass_update(ss_mass *mass, const double *M) {
  if (mass->ready) return SS_OK;
  if (mass->kind == SS_MASS_DIAGONAL) {
    mass->ready = divide(mass, M);
    return mass->ready ? SS_OK : SS_SINGULAR;
  }
  if (!factor(mass, M)) return SS_SINGULAR;
  if (mass->kind == SS_MASS_VARIES) return SS_OK;
  invert(mass);
  mass->ready = true;
  return SS_OK;
}
