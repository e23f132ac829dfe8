/* linear.c: is a system linear with constant coefficients?
 *
 *     M u' + C u + K q = f + W_N lambda_N + W_T lambda_T,      M, C, K, f, W constant
 *
 * C = -dh/du and K = -dh/dq are derived and simplified; the system is linear if none of M, C, K, W,
 * the known normal forces and the arguments of the laws depends on q, u or t after that, and h
 * itself not on t. Derived with the system, as one of its traits. Derivatives tell all about h only
 * if it has them everywhere (smooth.c): a step, sign(..), has the derivative 0 and is no constant.
 * The answer is exact: a dependence that simplification does not remove is counted as one, so that
 * `false` may be wrong for a disguised constant, `true` never is. Linear theorems and exact
 * propagation both rest on it.
 */
#include <string.h>

#include "derive_private.h"

/* Says so, with the first of q, u, t, where one of the expressions is not constant. */
static bool expect_constant(ss_derivation *d, const ss_system *s, const char *what, size_t count,
                            const ss_expr *exprs, const char **why_not) {
  const ss_expr on = ss_system_find_dependence(s, s->graph, count, exprs);
  if (on)
    *why_not = ss_arena_format(d->arena, "%s depends on %s", what, ss_expr_name(s->graph, on));
  return !on;
}

static bool expect_constant_directions(ss_derivation *d, const ss_system *s, size_t count,
                                       const ss_direction *direction, const char **why_not) {
  if (s->traits.constant_directions && !s->traits.driven) return true;
  for (size_t i = 0; i < count; i++) {
    if (!expect_constant(d, s, "a contact's direction", s->coordinates, direction[i].W, why_not))
      return false;
    if (!ss_expr_is_integer(s->graph, direction[i].w, 0)) {
      *why_not = "a contact moves by itself";
      return false;
    }
  }
  return true;
}

static bool expect_constant_elements(ss_derivation *d, const ss_system *s, const char **why_not) {
  const unsigned on = s->traits.on[SS_QUANTITY_NORMAL] | s->traits.on[SS_QUANTITY_LAW];
  if (!(on & (SS_ON_POSITION | SS_ON_VELOCITY | SS_ON_TIME))) return true;
  for (size_t i = 0; i < s->elements; i++) {
    const ss_element *e = s->element[i].element;
    ss_expr formulas[4] = {e->normal.resolved, e->law_argument[0].resolved,
                           e->law_argument[1].resolved, e->law_argument[2].resolved};
    if (!expect_constant(d, s, "a friction bound", 4, formulas, why_not)) return false;
  }
  return true;
}

static const char *describe_kink(ss_derivation *d, const ss_system *s, ss_expr kink) {
  const char *name = ss_expr_name(s->graph, ss_system_find_dependence(s, s->graph, 1, &kink));
  ss_op op = ss_expr_op(s->graph, kink);
  if (op == SS_OP_DIV) return ss_arena_format(d->arena, "the force has %s in a denominator", name);
  if (op == SS_OP_POW) return ss_arena_format(d->arena, "the force has %s in a power", name);
  return ss_arena_format(d->arena, "the force has %s in '%s'", name, ss_op_word(op));
}

/* C = -dh/du and K = -dh/dq, f = h at q = u = 0. */
static bool derive_coefficients(ss_derivation *d, const ss_system *s, ss_linear_form *form) {
  size_t n = s->coordinates;
  ss_expr *C = ss_derive_room(d, n * n), *K = ss_derive_room(d, n * n), *f = ss_derive_room(d, n);
  ss_expr *symbols = ss_derive_room(d, 2 * n), *zeros = ss_derive_room(d, 2 * n);
  if (d->failed) return false;
  if (ss_expr_jacobian(d->graph, n, s->h, n, s->u, C) != SS_OK ||
      ss_expr_jacobian(d->graph, n, s->h, n, s->q, K) != SS_OK) {
    d->failed = true;
    return false;
  }
  for (size_t i = 0; i < n * n; i++) {
    if (C[i] != s->zero) C[i] = ss_expr_neg(d->graph, C[i]);
    if (K[i] != s->zero) K[i] = ss_expr_neg(d->graph, K[i]);
  }
  memcpy(symbols, s->q, n * sizeof *symbols);
  memcpy(symbols + n, s->u, n * sizeof *symbols);
  ss_expr_substitute(d->graph, 2 * n, symbols, zeros, n, s->h, f);
  *form = (ss_linear_form){.M = s->M, .C = C, .K = K, .f = f};
  return ss_derive_status(d) == SS_OK;
}

const ss_linear_form *ss_derive_linear_form(ss_derivation *d, const ss_system *s,
                                            const char **why_not) {
  size_t n = s->coordinates;
  *why_not = NULL;
  if (s->frame_moves) {
    *why_not = "the kinetic energy has terms of less than second order in the velocities";
    return NULL;
  }
  /* what has kinks or jumps is not linear, whatever its derivatives are */
  if (s->traits.kink) {
    *why_not = describe_kink(d, s, s->traits.kink);
    return NULL;
  }
  ss_linear_form *form = ss_arena_new(d->arena, 1, ss_linear_form);
  if (!form || !expect_constant(d, s, "the mass matrix", n * n, s->M, why_not) ||
      !derive_coefficients(d, s, form))
    return NULL;
  bool good = expect_constant(d, s, "the damping", n * n, form->C, why_not) &&
              expect_constant(d, s, "the stiffness", n * n, form->K, why_not) &&
              expect_constant(d, s, "the force", n, form->f, why_not) &&
              expect_constant_directions(d, s, s->normals, s->normal, why_not) &&
              expect_constant_directions(d, s, s->slips, s->slip, why_not) &&
              expect_constant_elements(d, s, why_not);
  return good ? form : NULL;
}
