/* energy_springs.c: machines whose contacts give way, as springs do (Tornambe 1999, section II.B).
 *
 *     U_f = sum_j k/2 max(0, -g_j)^2,     M u' = h - dU_f/dq,    dU_f/dq = -sum k max(0, -g_j) w_Nj
 *
 * in place of contacts: nothing is forbidden, g < 0 is the compression of a spring. U_f is
 * continuously differentiable, not more: so every question is asked once for each set S of contacts
 * that are pressed, g_j <= 0 for j in S and g_j >= 0 for the others, where
 *
 *     U_S = U + sum_(j in S) k g_j^2/2
 *
 * is smooth; these closed sets cover all positions. The rest point (48) has forces lambda_j > 0 of
 * the contacts that are pressed there with g_j + lambda_j/k = 0: the conditions of the rigid
 * machine with a compliance.
 */
#include "energy.h"

ss_expr ss_energy_potential(const ss_energy *e, size_t pressed) {
  ss_graph *g = e->graph;
  ss_expr U = e->U;
  if (!(e->stiffness > 0)) return U;
  const ss_expr half = ss_expr_mul(g, ss_expr_ratio(g, 1, 2), ss_energy_number(e, e->stiffness));
  for (size_t j = 0; j < e->contacts; j++)
    if (pressed >> j & 1) {
      const ss_expr gap = e->contact[j].gap;
      U = ss_expr_add(g, U, ss_expr_mul(g, half, ss_expr_mul(g, gap, gap)));
    }
  return U;
}

ss_expr ss_energy_slope(const ss_energy *e, size_t pressed, size_t i) {
  ss_graph *g = e->graph;
  ss_expr sum = e->dU[i];
  for (size_t j = 0; e->stiffness > 0 && j < e->contacts; j++)
    if (pressed >> j & 1)
      sum = ss_expr_add(g, sum,
                        ss_expr_mul(g, ss_energy_number(e, e->stiffness),
                                    ss_expr_mul(g, e->contact[j].gap, e->contact[j].normal[i])));
  return sum;
}

ss_expr ss_energy_closing(const ss_energy *e, size_t j, ss_expr force) {
  const ss_expr gap = e->contact[j].gap;
  if (!(e->stiffness > 0)) return gap;
  return ss_expr_add(e->graph, gap,
                     ss_expr_div(e->graph, force, ss_energy_number(e, e->stiffness)));
}

ss_expr ss_energy_pressed_function(const ss_energy *e) {
  ss_graph *g = e->graph;
  ss_expr V = ss_energy_function(e);
  const ss_expr half = ss_expr_mul(g, ss_expr_ratio(g, 1, 2), ss_energy_number(e, e->stiffness));
  for (size_t j = 0; j < e->contacts; j++) {
    const ss_expr gap = ss_expr_neg(g, e->contact[j].gap), zero = ss_expr_integer(g, 0);
    const ss_expr depth = ss_expr_binary(g, SS_OP_MAX, zero, gap);
    V = ss_expr_add(g, V, ss_expr_mul(g, half, ss_expr_mul(g, depth, depth)));
  }
  return V;
}

size_t ss_energy_sets(const ss_energy *e) {
  return e->stiffness > 0 ? (size_t)1 << e->contacts : 1;
}

/* ---- the view -------------------------------------------------------------------------------- */

ss_status ss_springs_find(const ss_subject *subject, void **facts, const char **why_not) {
  ss_energy *e = NULL;
  *facts = NULL;
  const ss_status status = ss_energy_see(subject, subject->system, false, &e, why_not);
  if (status != SS_OK || !e) return status;
  if (!e->contacts) *why_not = "there are no contacts that springs could stand for";
  for (size_t j = 0; j < e->contacts; j++)
    if (e->contact[j].slips)
      *why_not = ss_arena_format(e->arena, "%s rubs: theorem 6 is about contacts without friction",
                                 e->contact[j].name);
  e->stiffness = subject->stiffness;
  if (!*why_not) *facts = e;
  return SS_OK;
}
