/* linear.c: is a system linear with constant coefficients?
 *
 *     M u' + C u + K q = f + W_N lambda_N + W_T lambda_T,      M, C, K, f, W constant
 *
 * C = -dh/du and K = -dh/dq are derived and simplified; the system is linear if none of M, C, K, W,
 * the known normal forces and the arguments of the laws depends on q, u or t after that, and h
 * itself not on t. Derivatives tell all about h only if it has them everywhere (smooth.c): a step,
 * sign(..), has the derivative 0 and is no constant. The answer is exact: a dependence that
 * simplification does not remove is counted as one, so that `false` may be wrong for a disguised
 * constant, `true` never is. Linear theorems and exact propagation both rest on it.
 */
#include <stdlib.h>
#include <string.h>

#include "derive_private.h"

/* The first of q, u, t on which one of the expressions depends; SS_EXPR_NONE if none. */
static ss_expr find_dependence(const ss_system *s, size_t count, const ss_expr *exprs) {
  uint8_t *marks = calloc(ss_graph_count(s->graph), 1);
  ss_expr found = SS_EXPR_NONE;
  if (!marks) return s->model->time;
  ss_expr_mark(s->graph, count, exprs, marks);
  for (size_t i = 0; i < s->coordinates && !found; i++)
    found = marks[s->q[i]] ? s->q[i] : marks[s->u[i]] ? s->u[i] : SS_EXPR_NONE;
  if (!found && marks[s->model->time]) found = s->model->time;
  free(marks);
  return found;
}

static bool is_constant(ss_derivation *d, const ss_system *s, const char *what, size_t count,
                        const ss_expr *exprs, const char **why_not) {
  ss_expr on = count ? find_dependence(s, count, exprs) : SS_EXPR_NONE;
  if (on)
    *why_not = ss_arena_format(d->arena, "%s depends on %s", what, ss_expr_name(s->graph, on));
  return !on;
}

static bool directions_are_constant(ss_derivation *d, const ss_system *s, size_t count,
                                    const ss_direction *direction, const char **why_not) {
  for (size_t i = 0; i < count; i++) {
    if (!is_constant(d, s, "a contact's direction", s->coordinates, direction[i].W, why_not))
      return false;
    if (!ss_expr_is_integer(s->graph, direction[i].w, 0)) {
      *why_not = "a contact moves by itself";
      return false;
    }
  }
  return true;
}

static bool elements_are_constant(ss_derivation *d, const ss_system *s, const char **why_not) {
  for (size_t i = 0; i < s->elements; i++) {
    const ss_element *e = s->element[i].element;
    ss_expr formulas[4] = {e->normal.resolved, e->law_argument[0].resolved,
                           e->law_argument[1].resolved, e->law_argument[2].resolved};
    if (!is_constant(d, s, "a friction bound", 4, formulas, why_not)) return false;
  }
  return true;
}

static const char *describe_kink(ss_derivation *d, const ss_system *s, ss_expr kink) {
  const char *name = ss_expr_name(s->graph, find_dependence(s, 1, &kink));
  ss_op op = ss_expr_op(s->graph, kink);
  if (op == SS_OP_DIV) return ss_arena_format(d->arena, "the force has %s in a denominator", name);
  if (op == SS_OP_POW) return ss_arena_format(d->arena, "the force has %s in a power", name);
  return ss_arena_format(d->arena, "the force has %s in '%s'", name, ss_op_word(op));
}

/* What has kinks or jumps is not linear, whatever its derivatives are. */
static bool force_is_smooth(ss_derivation *d, const ss_system *s, const char **why_not) {
  ss_expr kink;
  if (ss_system_find_kink(s, s->coordinates, s->h, false, &kink) != SS_OK) return false;
  if (kink) *why_not = describe_kink(d, s, kink);
  return !kink;
}

/* C = -dh/du and K = -dh/dq. */
static bool derive_coefficients(ss_derivation *d, const ss_system *s, ss_linear_form *form) {
  size_t n = s->coordinates;
  ss_expr *C = ss_derive_room(d, n * n), *K = ss_derive_room(d, n * n), *f = ss_derive_room(d, n);
  ss_expr *symbols = ss_derive_room(d, 2 * n), *zeros = ss_derive_room(d, 2 * n);
  if (d->failed) return false;
  ss_expr_jacobian(s->graph, n, s->h, n, s->u, C);
  ss_expr_jacobian(s->graph, n, s->h, n, s->q, K);
  for (size_t i = 0; i < n * n; i++) {
    C[i] = ss_expr_neg(s->graph, C[i]);
    K[i] = ss_expr_neg(s->graph, K[i]);
  }
  memcpy(symbols, s->q, n * sizeof *symbols);
  memcpy(symbols + n, s->u, n * sizeof *symbols);
  ss_expr_substitute(s->graph, 2 * n, symbols, zeros, n, s->h, f);
  *form = (ss_linear_form){.M = s->M, .C = C, .K = K, .f = f};
  return true;
}

ss_status ss_system_linear_form(ss_arena *arena, const ss_system *s, ss_linear_form *form,
                                const char **why_not) {
  ss_derivation d = {.arena = arena, .model = s->model, .graph = s->graph};
  size_t n = s->coordinates;
  *why_not = NULL;
  *form = (ss_linear_form){0};
  if (!force_is_smooth(&d, s, why_not)) return *why_not ? SS_OK : SS_MEMORY;
  if (!derive_coefficients(&d, s, form)) return SS_MEMORY;
  bool good = is_constant(&d, s, "the mass matrix", n * n, form->M, why_not) &&
              is_constant(&d, s, "the damping", n * n, form->C, why_not) &&
              is_constant(&d, s, "the stiffness", n * n, form->K, why_not) &&
              is_constant(&d, s, "the force", n, form->f, why_not) &&
              directions_are_constant(&d, s, s->normals, s->normal, why_not) &&
              directions_are_constant(&d, s, s->slips, s->slip, why_not) &&
              elements_are_constant(&d, s, why_not);
  if (!good && !*why_not) *why_not = "out of memory";
  return ss_derive_status(&d);
}
