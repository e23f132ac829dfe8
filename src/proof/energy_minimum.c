/* energy_minimum.c: that a rest point is a strict minimum, so that a second program sees it too.
 *
 * energy_point.c encloses a solution of F(q, lambda) = (dU/dq - W lambda, gaps of the closed
 * contacts) = 0. Here a box around it, of positions and of positive forces, is shown to have one by
 * the theorem of Poincare and Miranda, for all parameters in their ranges: with Y near F'^-1,
 *
 *     (Y F)_i < 0 on the lower, > 0 on the upper face i.                               (BALANCE)
 *
 * In the whole box the other contacts are open (APART), U is below the level (ABOVE), and
 *
 *     d2(U - lambda g)/dq2 + tau W W^T > 0,  over the coordinates that count,           (CURVED)
 *
 * so that the Hessian of U - lambda g is positive definite on ker W^T: with lambda > 0 that is
 * enough for a strict local minimum of U on g >= 0 (Fiacco and McCormick 1968, theorem 4). Forces
 * are told as parts of their upper ends, l in [lo/hi, 1]. Nothing here assumes that gaps are open.
 */
#include <math.h>

#include "energy.h"

/* The forces of the closed contacts, in their order; the one of the face at its end. */
static void write_forces(const ss_energy *e, const ss_energy_question *q, ss_energy_writing *w,
                         ss_expr *force) {
  const ss_energy_proof *p = e->proof;
  size_t count = 0;
  for (size_t j = 0; j < e->contacts; j++) {
    if (!(p->point.closed >> j & 1)) continue;
    const double lo = p->force_lo[count], hi = p->force_hi[count];
    /* the lower end is rounded downwards */
    const double share = nextafter(lo / hi, 0);
    ss_expr l = ss_energy_write_variable(w, "force", j, share);
    const bool face = q->kind == SS_ENERGY_BALANCE && q->face / 2 == e->variables + j;
    if (face) l = ss_energy_number(e, q->face % 2 ? 1 : share);
    force[count++] = ss_expr_mul(e->graph, ss_energy_number(e, hi), l);
  }
}

/* dU_i - sum_j lambda_j w_ji */
static ss_expr residual(const ss_energy *e, const ss_expr *force, size_t i) {
  ss_expr sum = e->dU[i];
  for (size_t j = 0, m = 0; j < e->contacts; j++)
    if (e->proof->point.closed >> j & 1)
      sum = ss_expr_sub(e->graph, sum, ss_expr_mul(e->graph, force[m++], e->contact[j].normal[i]));
  return sum;
}

static void write_balance(const ss_energy *e, const ss_energy_question *q, ss_energy_writing *w) {
  const ss_energy_point *p = &e->proof->point;
  ss_graph *g = e->graph;
  ss_expr force[SS_ENERGY_CONTACTS], sum = ss_expr_integer(g, 0);
  const double *row = p->inverse + q->open * p->unknowns;
  write_forces(e, q, w, force);
  for (size_t i = 0; i < e->n; i++)
    if (e->used[i])
      sum = ss_expr_add(g, sum, ss_expr_mul(g, ss_energy_number(e, *row++), residual(e, force, i)));
  for (size_t j = 0, m = 0; j < e->contacts; j++)
    if (p->closed >> j & 1)
      sum = ss_expr_add(
          g, sum, ss_expr_mul(g, ss_energy_number(e, *row++), ss_energy_closing(e, j, force[m++])));
  if (q->face % 2) sum = ss_expr_neg(g, sum);
  ss_energy_write_condition(w, SS_BOXES_NOT_NEGATIVE, ss_energy_write_function(w, sum), 0, 0);
}

static void write_curved(const ss_energy *e, const ss_energy_question *q, ss_energy_writing *w) {
  const size_t n = e->n, closed = e->proof->point.closed;
  ss_graph *g = e->graph;
  ss_expr force[SS_ENERGY_CONTACTS], F[SS_ENERGY_COORDINATES], H[64];
  size_t first = SIZE_MAX, count = 0;
  write_forces(e, q, w, force);
  for (size_t i = 0; i < n; i++) F[i] = residual(e, force, i);
  if (ss_expr_jacobian(g, n, F, n, e->system->q, H) != SS_OK) return;
  for (size_t i = 0; i < n; i++) {
    for (size_t k = 0; k <= i && e->used[i]; k++) {
      ss_expr sum = H[i * n + k];
      if (!e->used[k]) continue;
      for (size_t j = 0; j < e->contacts; j++)
        if (closed >> j & 1)
          sum = ss_expr_add(
              g, sum,
              ss_expr_mul(g, ss_energy_number(e, e->proof->point.tau),
                          ss_expr_mul(g, e->contact[j].normal[i], e->contact[j].normal[k])));
      const size_t at = ss_energy_write_function(w, ss_expr_simplify(g, sum));
      if (first == SIZE_MAX) first = at;
    }
    count += e->used[i];
  }
  if (count) ss_energy_write_condition(w, SS_BOXES_NOT_DEFINITE, first, count, count);
}

void ss_minimum_write(const ss_energy *e, const ss_energy_question *q, ss_energy_writing *w) {
  ss_graph *g = e->graph;
  ss_expr f = SS_EXPR_NONE;
  if (q->kind == SS_ENERGY_BALANCE) write_balance(e, q, w);
  if (q->kind == SS_ENERGY_CURVED) write_curved(e, q, w);
  if (q->kind == SS_ENERGY_APART) f = ss_expr_neg(g, e->contact[q->open].gap);
  if (q->kind == SS_ENERGY_ABOVE)
    f = ss_expr_sub(g, ss_energy_potential(e, e->proof->point.closed),
                    ss_expr_add(g, ss_energy_number(e, e->zero), ss_energy_number(e, q->to)));
  if (f) ss_energy_write_condition(w, SS_BOXES_NOT_NEGATIVE, ss_energy_write_function(w, f), 0, 0);
}

/* ---- asking ---------------------------------------------------------------------------------- */

static bool none(ss_energy_search *s, ss_energy_question q) {
  const ss_boxes_effort effort = {.boxes = 2000};
  ss_energy_answer answer;
  q.condition = 2;
  q.plain = true;
  const ss_status status =
      ss_energy_ask(s->e, &q, s->p->place_lo, s->p->place_hi, &effort, &answer);
  if (status == SS_MEMORY) s->status = status;
  if (status != SS_OK) return false;
  if (answer.boxes.verdict == SS_PROVED && ss_energy_keep(s, &answer)) return true;
  ss_energy_answer_clear(&answer);
  return false;
}

/* A box a little larger than the enclosure; more the farther it is asked to go. */
static bool find_place(ss_energy_search *s, double more) {
  const ss_energy *e = s->e;
  ss_energy_proof *p = s->p;
  const ss_energy_point *point = &p->point;
  for (size_t i = 0; i < e->variables; i++) {
    const bool place = i < e->n && e->used[i];
    const double lo = i < e->n ? point->lo[i] : i < 2 * e->n ? 0 : e->range_lo[i - 2 * e->n];
    const double hi = i < e->n ? point->hi[i] : i < 2 * e->n ? 0 : e->range_hi[i - 2 * e->n];
    const double by = place ? more * (4 * (hi - lo) + 1e-7 * fmax(e->scale[i], fabs(hi))) : 0;
    p->place_lo[i] = lo - by;
    p->place_hi[i] = hi + by;
    if (place && p->lo && !(p->lo[i] < p->place_lo[i] && p->place_hi[i] < p->hi[i])) return false;
  }
  for (size_t j = 0; j < (size_t)__builtin_popcountll(point->closed); j++) {
    const double lo = point->force_lo[j], hi = point->force_hi[j];
    const double by = more * (4 * (hi - lo) + 1e-7 * hi);
    p->force_lo[j] = lo - by;
    p->force_hi[j] = hi + by;
    if (!(p->force_lo[j] > 0)) return false;
  }
  return true;
}

/* In the order in which the checker asks. */
static bool ask_all(ss_energy_search *s) {
  const ss_energy *e = s->e;
  const size_t closed = s->p->point.closed;
  size_t unknown = 0;
  for (size_t i = 0; i < e->n + e->contacts; i++) {
    if (i < e->n ? !e->used[i] : !(closed >> (i - e->n) & 1)) continue;
    for (size_t end = 0; end < 2; end++) {
      const size_t variable = i < e->n ? i : e->variables + i - e->n;
      if (!none(s, (ss_energy_question){
                       .kind = SS_ENERGY_BALANCE, .open = unknown, .face = 2 * variable + end}))
        return false;
    }
    unknown++;
  }
  if (unknown && !s->p->any_kind && !none(s, (ss_energy_question){.kind = SS_ENERGY_CURVED}))
    return false;
  for (size_t j = 0; j < e->contacts; j++)
    if (!(closed >> j & 1) && !none(s, (ss_energy_question){.kind = SS_ENERGY_APART, .open = j}))
      return false;
  return s->p->everywhere ||
         none(s, (ss_energy_question){.kind = SS_ENERGY_ABOVE, .to = s->p->bound});
}

void ss_energy_show_minimum(ss_energy_search *s) {
  const ss_energy *e = s->e;
  ss_energy_proof *p = s->p;
  const size_t before = p->asked;
  p->place_lo = ss_arena_new(e->arena, e->variables, double);
  p->place_hi = ss_arena_new(e->arena, e->variables, double);
  if (!p->place_lo || !p->place_hi || !p->point.inverse) return;
  for (double more = 1; more > 1e-4 && s->status == SS_OK && !p->minimum; more /= 8) {
    p->minimum = find_place(s, more) && ask_all(s);
    while (!p->minimum && p->asked > before) ss_energy_answer_clear(&p->answer[--p->asked]);
  }
}
