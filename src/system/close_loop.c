/* close_loop.c: a system whose inputs are given as formulas.
 *
 *     v = v(q, u, t)   in     M u' = h + B v + …      becomes     M u' = (h + B v) + …
 *
 * An input with a range is saturated: v = min(max(formula, low), high). The result has no open
 * inputs; the control's share of the force, B v, stays readable as `control`, because the energy
 * book asks for the work of controls apart from that of other forces.
 */
#include <assert.h>

#include "derive_private.h"

ss_expr ss_derive_saturate(ss_graph *g, const ss_input *input, ss_expr v) {
  if (input->low.resolved) v = ss_expr_binary(g, SS_OP_MAX, v, input->low.resolved);
  if (input->high.resolved) v = ss_expr_binary(g, SS_OP_MIN, v, input->high.resolved);
  return v;
}

ss_status ss_system_close_loop(ss_arena *arena, const ss_system *open, ss_graph *graph,
                               const ss_expr *formula, ss_system **system) {
  assert(ss_graph_is_sealed(open->graph));
  ss_derivation d;
  ss_derive_open(&d, arena, open->model, graph);
  ss_graph *g = graph;
  size_t n = open->coordinates, m = open->inputs;
  ss_system *s = ss_arena_new(arena, 1, ss_system);
  ss_expr *h = ss_derive_room(&d, n), *control = ss_derive_room(&d, n);
  ss_expr *fnc = ss_derive_room(&d, n), *law = ss_derive_room(&d, m);
  *system = NULL;
  if (!s || d.failed) return SS_MEMORY;
  /* a number is clipped at once: who asks for the law of an input must not read 0 where it is 1 */
  for (size_t j = 0; j < m; j++) {
    const ss_expr clipped = ss_derive_saturate(g, &open->model->input[j], formula[j]);
    law[j] = ss_expr_value(g, formula[j]) ? clipped : formula[j];
  }
  for (size_t k = 0; k < n; k++) {
    for (size_t j = 0; j < m; j++) {
      ss_expr v = ss_derive_saturate(g, &open->model->input[j], formula[j]);
      control[k] = ss_expr_add(g, control[k], ss_expr_mul(g, open->B[k * m + j], v));
    }
    h[k] = ss_expr_add(g, open->h[k], control[k]);
    fnc[k] = ss_expr_add(g, open->nonconservative[k], control[k]);
  }
  ss_derive_simplify(&d, n, control);
  ss_derive_simplify(&d, n, h);
  ss_derive_simplify(&d, n, fnc);
  *s = *open;
  s->h = h;
  s->control = control;
  s->law = law;
  s->nonconservative = fnc;
  s->inputs = 0;
  return ss_derive_finish(&d, s, system);
}
