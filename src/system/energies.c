/* energies.c: the parts of a kinetic energy, where the coordinates belong to a frame that moves.
 *
 * Coordinates of a turning table, of a shaken box, of a chart that contains t give a kinetic energy
 * with terms of lower order in the velocities,
 *
 *     T = T2 + T1 + T0,    T2 = 1/2 u^T M u,    T1 = a(q, t)^T u,    T0 = T0(q, t).
 *
 * Lagrange's equations do not ask which; an account of energy must. With L = T - U and
 * p = M u + a, Jacobi's energy
 *
 *     E = u^T p - L = T2 + (U - T0)         has        dE/dt = u^T f - dL/dt at fixed q, u:
 *
 * it is what an observer in the frame calls energy, T0 being the potential of the centrifugal
 * forces; in a frame that moves steadily nothing but forces changes it, and at an impact it jumps
 * by T2, which is what the laws of impact are about. T + U itself would need the work of whoever
 * moves the frame, of which a model says nothing. Where T is quadratic both are the same.
 *
 * So a system keeps T2 as its kinetic energy, U - T0 as its potential, and T1, which does no work,
 * apart. Cost: two sweeps over the graph.
 * Reference: Landau & Lifshitz, Mechanics, sections 6 and 39.
 */
#include "derive_private.h"

/* T1 = sum_k u_k (dT/du_k at u = 0). */
static ss_expr find_linear(ss_derivation *d, ss_expr T, const ss_expr *zeros) {
  ss_graph *g = d->graph;
  ss_expr *a = ss_derive_room(d, d->n);
  ss_expr sum = ss_expr_integer(g, 0);
  if (d->failed) return sum;
  ss_expr_gradient(g, T, d->n, d->u, a);
  ss_expr_substitute(g, d->n, d->u, zeros, d->n, a, a);
  ss_derive_simplify(d, d->n, a);
  for (size_t k = 0; k < d->n; k++) sum = ss_expr_add(g, sum, ss_expr_mul(g, a[k], d->u[k]));
  return sum;
}

static bool is_nothing(const ss_derivation *d, ss_expr e) {
  return ss_expr_is_integer(d->graph, e, 0);
}

void ss_derive_energies(ss_derivation *d, ss_expr T, ss_expr U, ss_system *s) {
  ss_graph *g = d->graph;
  const ss_expr *zeros = ss_derive_room(d, d->n);
  if (d->failed) return;
  ss_expr T0 = T, T1 = find_linear(d, T, zeros);
  ss_expr_substitute(g, d->n, d->u, zeros, 1, &T0, &T0);
  T0 = ss_expr_simplify(g, T0);
  if (!is_nothing(d, T1)) T = ss_expr_sub(g, T, T1);
  if (!is_nothing(d, T0)) {
    T = ss_expr_sub(g, T, T0);
    U = ss_expr_sub(g, U, T0);
  }
  s->kinetic = ss_expr_simplify(g, T);
  s->potential = ss_expr_simplify(g, U);
  s->carried = T1;
  s->frame_moves = !is_nothing(d, T1) || !is_nothing(d, T0);
}
