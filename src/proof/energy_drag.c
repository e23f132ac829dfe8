/* energy_drag.c: forces that brake each velocity by itself, not linearly.
 *
 * Let f_nc,i depend on no velocity but u_i. A polynomial in u_i without constant term,
 *
 *     f_nc,i = -u_i^m r_i(q, u_i),   r_i = sum_(k >= m) a_k(q) u_i^(k - m),   a_m not 0,  m odd,
 *
 * takes the power -u_i^(m + 1) r_i away: where r_i > 0 that is positive for every u_i != 0, however
 * small, which enclosures of the power itself do not show. For other functions r_i is -df_nc,i/du_i
 * (m = 1): by the mean value theorem f_nc,i u_i = -r_i(q, s) u_i^2 with s between 0 and u_i, and s
 * needs no more energy than u_i.
 */
#include "energy.h"

enum { DEGREE = 9 };

/* The coefficient of u^k in f, or SS_EXPR_NONE: derivatives at u = 0. `slope` is d^k f/du^k. */
static ss_expr coefficient(ss_graph *g, ss_expr slope, ss_expr u, long factorial) {
  const ss_expr zero = ss_expr_integer(g, 0);
  ss_expr at = SS_EXPR_NONE;
  if (ss_expr_substitute(g, 1, &u, &zero, 1, &slope, &at) != SS_OK) return SS_EXPR_NONE;
  return ss_expr_simplify(g, ss_expr_mul(g, ss_expr_ratio(g, 1, factorial), at));
}

/* r_i of a polynomial; SS_EXPR_NONE if it is none, or begins with an even power. */
static ss_expr divide(ss_graph *g, ss_expr f, ss_expr u) {
  ss_expr slope = f, sum = ss_expr_integer(g, 0), power = ss_expr_integer(g, 1);
  long factorial = 1;
  size_t lowest = 0;
  for (size_t k = 1; k <= DEGREE; k++) {
    factorial *= (long)k;
    if (ss_expr_differentiate(g, 1, &slope, u, &slope) != SS_OK) return SS_EXPR_NONE;
    slope = ss_expr_simplify(g, slope);
    if (ss_expr_is_integer(g, slope, 0))
      return lowest % 2 ? ss_expr_simplify(g, sum) : SS_EXPR_NONE;
    const ss_expr a = coefficient(g, slope, u, factorial);
    if (!a) return SS_EXPR_NONE;
    if (!lowest && ss_expr_is_integer(g, a, 0)) continue;
    if (lowest) power = ss_expr_mul(g, power, u);
    if (!lowest) lowest = k;
    sum = ss_expr_sub(g, sum, ss_expr_mul(g, a, power));
  }
  return SS_EXPR_NONE;
}

void ss_energy_find_drag(ss_energy *e) {
  ss_graph *g = e->graph;
  const size_t n = e->n;
  ss_expr *drag = ss_arena_new(e->arena, n, ss_expr);
  for (size_t i = 0; drag && i < n; i++) {
    const ss_expr u = e->system->u[i];
    drag[i] = SS_EXPR_NONE;
    for (size_t j = 0; j < n; j++)
      if (j != i && ss_expr_depends(g, e->fnc[i], e->system->u[j])) return;
    if (ss_expr_is_integer(g, e->fnc[i], 0)) continue;
    ss_expr slope = SS_EXPR_NONE;
    if (ss_expr_differentiate(g, 1, &e->fnc[i], u, &slope) != SS_OK) return;
    drag[i] = divide(g, e->fnc[i], u);
    if (!drag[i]) drag[i] = ss_expr_simplify(g, ss_expr_neg(g, slope));
  }
  e->drag = drag;
}

bool ss_energy_power_question(const ss_energy *e, size_t k, ss_energy_question *q) {
  if (ss_expr_is_integer(e->graph, e->power, 0) || e->passive) return false;
  if (e->fed) {
    *q =
        (ss_energy_question){.kind = SS_ENERGY_FED, .condition = 3, .open = k / 2, .corner = k % 2};
    return k < 2 * e->n;
  }
  if (!e->drag) {
    *q = (ss_energy_question){.kind = e->damping ? SS_ENERGY_DAMPING : SS_ENERGY_POWER,
                              .condition = 3};
    return k == 0;
  }
  for (size_t i = 0; i < e->n; i++)
    if (e->drag[i] && k-- == 0) {
      *q = (ss_energy_question){.kind = SS_ENERGY_DRAG, .condition = 3, .open = i};
      return true;
    }
  return false;
}
