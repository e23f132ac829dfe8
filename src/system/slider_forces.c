/* slider_forces.c: the forces in sliders as formulas, where nothing that moves changes them.
 *
 * With the gaps e = A z - const as further coordinates, z = map(q) + A^T (A A^T)^-1 e, the equation
 * of a gap at e = 0 is its force,
 *
 *     lambda = L (M z'' - h - W lambda_T),     L = (A A^T)^-1 A,     z'' = T q'' + kappa
 *
 * A being the gradients of the gaps, rational numbers here, and M, h, W those of the model's own
 * coordinates. It is a function of the parameters alone if L M T = 0, L W = 0 for all slips, and
 * L (M kappa - h) is free of q and q'. Any other left inverse L gives the same force along motions,
 * but as a function of q'': with this one, a block on a slope has the force of its weight.
 */
#include "slider_forces.h"
#include "derive_private.h"
#include "standstill/linear.h"

typedef struct sliders {
  ss_derivation d;
  const ss_projection *p;
  const ss_system *full;
  size_t n, k, count; /* full, chart, sliders */
  fmpq_mat_t L;
} sliders;

/* exprs of the full system at q = map, u = velocity. */
static ss_expr *pull_back(sliders *x, size_t count, const ss_expr *exprs) {
  ss_expr *result = ss_derive_room(&x->d, count), *symbols = ss_derive_room(&x->d, 2 * x->n);
  ss_expr *values = ss_derive_room(&x->d, 2 * x->n);
  if (x->d.failed) return NULL;
  for (size_t i = 0; i < x->n; i++) {
    symbols[i] = x->full->q[i];
    symbols[x->n + i] = x->full->u[i];
    values[i] = x->p->map[i];
    values[x->n + i] = x->p->velocity[i];
  }
  ss_expr_substitute(x->d.graph, 2 * x->n, symbols, values, count, exprs, result);
  return result;
}

/* L from the gradients; false if they are not rational or not independent. */
static bool find_inverse(sliders *x) {
  const slong m = (slong)x->count, n = (slong)x->n;
  fmpq_mat_t A, T, S;
  bool good = true;
  fmpq_mat_init(A, m, n);
  fmpq_mat_init(T, n, m);
  fmpq_mat_init(S, m, m);
  for (slong i = 0; i < m; i++)
    for (slong j = 0; j < n; j++) {
      const ss_expr slope = x->full->normal[x->p->slider[i]].W[j];
      const fmpq *value = ss_expr_value(x->d.graph, ss_expr_simplify(x->d.graph, slope));
      good = good && value;
      if (value) fmpq_set(fmpq_mat_entry(A, i, j), value);
    }
  fmpq_mat_transpose(T, A);
  fmpq_mat_mul(S, A, T);
  good = good && fmpq_mat_solve(x->L, S, A);
  fmpq_mat_clear(A);
  fmpq_mat_clear(T);
  fmpq_mat_clear(S);
  return good;
}

/* sum_i L_si column[i], simplified */
static ss_expr combine(sliders *x, size_t s, const ss_expr *column) {
  ss_graph *g = x->d.graph;
  ss_expr sum = ss_expr_integer(g, 0);
  for (size_t i = 0; i < x->n; i++) {
    const ss_expr weight = ss_expr_number(g, fmpq_mat_entry(x->L, (slong)s, (slong)i));
    sum = ss_expr_add(g, sum, ss_expr_mul(g, weight, column[i]));
  }
  return ss_expr_simplify(g, sum);
}

/* Row i of M times a column. */
static ss_expr multiply_row(sliders *x, const ss_expr *M, size_t i, const ss_expr *column,
                            size_t stride) {
  ss_graph *g = x->d.graph;
  ss_expr sum = ss_expr_integer(g, 0);
  for (size_t j = 0; j < x->n; j++)
    sum = ss_expr_add(g, sum, ss_expr_mul(g, M[i * x->n + j], column[j * stride]));
  return sum;
}

/* L M T = 0 and L W = 0, and the force itself; SS_EXPR_NONE if it depends on accelerations or on
 * friction. */
static ss_expr find_force(sliders *x, size_t s, const ss_expr *M, const ss_expr *h) {
  ss_graph *g = x->d.graph;
  ss_expr *column = ss_derive_room(&x->d, x->n);
  if (!column) return SS_EXPR_NONE;
  for (size_t k = 0; k < x->k; k++) {
    for (size_t i = 0; i < x->n; i++) column[i] = multiply_row(x, M, i, x->p->T + k, x->k);
    if (!ss_expr_is_integer(g, combine(x, s, column), 0)) return SS_EXPR_NONE;
  }
  for (size_t c = 0; c < x->full->slips; c++) {
    const ss_expr *w = pull_back(x, x->n, x->full->slip[c].W);
    if (!w || !ss_expr_is_integer(g, combine(x, s, w), 0)) return SS_EXPR_NONE;
  }
  for (size_t i = 0; i < x->n; i++)
    column[i] = ss_expr_sub(g, multiply_row(x, M, i, x->p->kappa, 1), h[i]);
  return combine(x, s, column);
}

ss_status ss_slider_forces(ss_arena *arena, const ss_system *s, ss_graph *graph, ss_expr *forces,
                           const char **why_not) {
  ss_system *full = ss_arena_new(arena, 1, ss_system);
  const ss_status status =
      full ? ss_derive_insert(arena, s->projection->full, graph, full) : SS_MEMORY;
  if (status != SS_OK) return status;
  sliders x = {.d = {.arena = arena, .model = s->model, .graph = graph},
               .p = s->projection,
               .full = full,
               .n = full->coordinates,
               .k = s->coordinates,
               .count = s->projection->sliders};
  fmpq_mat_init(x.L, (slong)x.count, (slong)x.n);
  if (!find_inverse(&x)) *why_not = "a gap of a slider is not linear with rational coefficients";
  const ss_expr *M = pull_back(&x, x.n * x.n, full->M), *h = pull_back(&x, x.n, full->h);
  for (size_t i = 0; M && h && !*why_not && i < x.count; i++) forces[i] = find_force(&x, i, M, h);
  fmpq_mat_clear(x.L);
  return ss_derive_status(&x.d);
}
