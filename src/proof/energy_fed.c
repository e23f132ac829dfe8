/* energy_fed.c: negative damping, and friction on what it feeds (2008, end of section 6.1).
 *
 * f_nc = -C(q) u, Cs not positive definite; each coordinate has dry friction of its own, of bounds
 * p_i(q) altogether, or is damped by itself (C_ii > 0, C_ij = 0). The energy changes at the rate
 *
 *     V' = -u^T Cs u - sum p_i |u_i|  =  -sum |u_i| r_i,    r_i = p_i + Cs_ii |u_i| + sum_(j != i)
 *     sign(u_i) Cs_ij u_j,
 *
 * where |u_i| is divided out: friction is of first order, damping of second. V falls for all u != 0
 * below the least energy of the states with r_i <= 0 for some i, which is asked with both signs of
 * u_i; no hole at rest is left. For one coordinate with a constant C it is m p^2/(2 C^2) (2004, eq.
 * 45). Frictions that couple directions (disks) do not count: theirs is less than the sum.
 */
#include <math.h>

#include "energy.h"

/* The coordinate that a friction acts on alone, with a rational factor; SIZE_MAX if not so. */
static size_t find_own(const ss_energy *e, const ss_rubbing *f) {
  size_t own = SIZE_MAX;
  if (f->slips != 1) return SIZE_MAX;
  for (size_t i = 0; i < e->n; i++) {
    if (ss_expr_is_integer(e->graph, f->slip[0][i], 0)) continue;
    if (own != SIZE_MAX || !ss_expr_value(e->graph, f->slip[0][i])) return SIZE_MAX;
    own = i;
  }
  return own;
}

/* p_i; 0 if nothing rubs there. */
static ss_expr own_friction(const ss_energy *e, size_t i) {
  ss_graph *g = e->graph;
  ss_expr sum = ss_expr_integer(g, 0);
  for (size_t j = 0; j < e->frictions; j++) {
    const ss_rubbing *f = &e->friction[j];
    if (find_own(e, f) != i) continue;
    const ss_expr w = f->slip[0][i];
    const bool negative = fmpq_sgn(ss_expr_value(g, w)) < 0;
    sum = ss_expr_add(g, sum, ss_expr_mul(g, negative ? ss_expr_neg(g, w) : w, f->limit[0]));
  }
  return ss_expr_simplify(g, sum);
}

static bool is_alone(const ss_energy *e, size_t i) {
  for (size_t j = 0; j < e->n; j++)
    if (j != i && !ss_expr_is_integer(e->graph, e->damping[i * e->n + j], 0)) return false;
  return true;
}

/* Friction acts on every coordinate, or it is damped by itself. */
static bool may_be_fed(const ss_energy *e) {
  if (!e->damping || e->sliders) return false;
  for (size_t i = 0; i < e->n; i++)
    if (ss_expr_is_integer(e->graph, own_friction(e, i), 0) && !is_alone(e, i)) return false;
  return true;
}

void ss_energy_judge_damping(ss_energy *e, const ss_energy_point *p) {
  const ss_energy_question q = {.kind = SS_ENERGY_DAMPING, .condition = 3, .plain = true};
  const ss_boxes_effort once = {.boxes = 1};
  double lo[e->variables], hi[e->variables];
  ss_energy_answer answer;
  e->fed = false;
  if (e->passive || !may_be_fed(e)) return;
  for (size_t i = 0; i < e->variables; i++) {
    lo[i] = i < e->n ? p->lo[i] : i < 2 * e->n ? 0 : e->range_lo[i - 2 * e->n];
    hi[i] = i < e->n ? p->hi[i] : i < 2 * e->n ? 0 : e->range_hi[i - 2 * e->n];
  }
  if (ss_energy_ask(e, &q, lo, hi, &once, &answer) != SS_OK) return;
  e->fed = answer.boxes.verdict != SS_PROVED;
  ss_energy_answer_clear(&answer);
}

/* r_i <= 0 while u_i has the sign; or C_ii <= 0. */
void ss_fed_write(const ss_energy *e, const ss_energy_question *q, ss_energy_writing *w) {
  ss_graph *g = e->graph;
  const size_t n = e->n, i = q->open;
  const ss_expr p = own_friction(e, i), *C = e->damping + i * n;
  ss_expr r = p;
  if (ss_expr_is_integer(g, p, 0)) {
    r = C[i];
  } else {
    for (size_t j = 0; j < n; j++) {
      const ss_expr term = ss_expr_mul(g, C[j], e->system->u[j]);
      r = q->corner ? ss_expr_add(g, r, term) : ss_expr_sub(g, r, term);
    }
    ss_energy_write_condition(
        w, SS_BOXES_NOT_NEGATIVE,
        ss_energy_write_function(w, q->corner ? e->system->u[i] : ss_expr_neg(g, e->system->u[i])),
        0, 0);
  }
  ss_energy_write_condition(w, SS_BOXES_NOT_NEGATIVE,
                            ss_energy_write_function(w, ss_expr_simplify(g, ss_expr_neg(g, r))), 0,
                            0);
}
