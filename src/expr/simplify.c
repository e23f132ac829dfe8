/* simplify.c: a short equivalent form of expressions.
 *
 * Convert to a polynomial over atoms (normal.c), contract trigonometric functions (trigonometry.c),
 * build a short expression (build.c). It is taken if it is not longer than the original as printed,
 * that is as a tree; beyond READABLE nodes, where nobody reads, also its graph must not be larger,
 * because then it is the machine that counts.
 * What is zero by relations that this form does not see (fractions of sums, tangents, functions of
 * several angles) is found by zero.c, which is asked only about expressions that vanish at a point.
 *
 * Never fails: what is too large, or has no normal form, comes back as it was.
 */
#include <stdlib.h>
#include <string.h>

#include "normal_private.h"

enum { READABLE = 256 }; /* nodes of a tree */

/* ---- hidden zeros ---------------------------------------------------------------------------- */

/* Whether zero may hide behind relations that only the expanded form knows: fractions of sums,
 * tangents, functions of several angles. */
static bool may_hide_zero(const ss_normal *n, ss_poly p) {
  for (size_t i = 0; p.count > 1 && i < p.count; i++) {
    ss_monomial m = n->ring.monomials[p.terms[i].monomial];
    for (uint32_t j = 0; j < m.count; j++) {
      ss_op op = ss_expr_op(n->graph, m.powers[j].atom);
      ss_expr angle = ss_expr_arg(n->graph, m.powers[j].atom, 0);
      bool is_turning = op == SS_OP_SIN || op == SS_OP_COS;
      if (op == SS_OP_ADD || op == SS_OP_SUB || op == SS_OP_TAN) return true;
      if (is_turning && ss_op_arity(ss_expr_op(n->graph, angle)) > 0) return true;
    }
  }
  return false;
}

/* Puts 0 for what is zero although its polynomial does not say so. */
static void find_hidden_zeros(ss_normal *n, size_t count, const ss_expr *exprs, ss_expr *built) {
  ss_expr *suspects = malloc((count + 1) * sizeof *suspects);
  bool *refuted = calloc(count + 1, sizeof *refuted);
  size_t listed = 0;
  if (suspects && refuted) {
    for (size_t i = 0; i < count; i++)
      if (exprs[i] && may_hide_zero(n, n->of[exprs[i]])) suspects[listed++] = exprs[i];
    if (listed) ss_zero_refute(n->graph, listed, suspects, (ss_points){0, 1}, refuted);
    for (size_t i = 0, k = 0; i < count && k < listed; i++) {
      if (exprs[i] != suspects[k]) continue;
      if (!refuted[k++] && ss_zero_prove(n->graph, exprs[i]))
        built[i] = ss_expr_integer(n->graph, 0);
    }
  }
  free(suspects);
  free(refuted);
}

/* ---- the shorter one ------------------------------------------------------------------------- */

/* Nodes of the expressions as trees, which is what a reader sees, by node number. They can be more
 * than any integer holds. A malloc'ed array, or NULL when memory is out. */
static double *measure_trees(const ss_graph *g, size_t count, const ss_expr *exprs) {
  size_t length;
  ss_expr *list = ss_graph_collect(g, count, exprs, &length);
  double *size = list ? calloc(ss_graph_count(g), sizeof *size) : NULL;
  for (size_t i = 0; size && i < length; i++) {
    size[list[i]] = 1;
    for (int k = 0; k < ss_op_arity(ss_expr_op(g, list[i])); k++)
      size[list[i]] += size[ss_expr_arg(g, list[i], k)];
  }
  free(list);
  return size;
}

static void keep_shorter(const ss_graph *g, size_t count, const ss_expr *exprs,
                         const ss_expr *built, ss_expr *results) {
  double *before = measure_trees(g, count, exprs), *after = measure_trees(g, count, built);
  for (size_t i = 0; i < count; i++) {
    ss_expr e = exprs[i], b = built[i];
    bool shorter = before && after && b && after[b] <= before[e];
    if (shorter && after[b] > READABLE) shorter = ss_expr_size(g, b) <= ss_expr_size(g, e);
    results[i] = shorter ? b : e;
  }
  free(before);
  free(after);
}

/* ---- simplify -------------------------------------------------------------------------------- */

static void simplify_all(ss_normal *n, size_t count, const ss_expr *exprs, ss_expr *built) {
  if (!ss_normal_convert(n, count, exprs)) return;
  find_hidden_zeros(n, count, exprs, built);
  for (size_t i = 0; i < count; i++) {
    if (!exprs[i] || built[i]) continue;
    ss_expr e = ss_normal_build(n, ss_normal_contract(n, n->of[exprs[i]]));
    if (!n->ring.failed) built[i] = e;
  }
}

ss_status ss_expr_simplify_all(ss_graph *g, size_t count, const ss_expr *exprs, ss_expr *results) {
  ss_normal n;
  if (ss_graph_status(g) != SS_OK) return ss_graph_status(g);
  ss_expr *built = calloc(count + 1, sizeof *built);
  bool good = built && ss_normal_start(&n, g, false);
  if (good) {
    simplify_all(&n, count, exprs, built);
    ss_normal_stop(&n);
    keep_shorter(g, count, exprs, built, results);
  } else {
    ss_graph_fail(g, SS_MEMORY);
  }
  free(built);
  return ss_graph_status(g);
}

ss_expr ss_expr_simplify(ss_graph *g, ss_expr e) {
  ss_expr result;
  return ss_expr_simplify_all(g, 1, &e, &result) == SS_OK ? result : SS_EXPR_NONE;
}
