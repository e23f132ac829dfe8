/* idle.c: elements that can exert no friction, whatever happens.
 *
 * A friction law whose set of admissible forces is {0} for good,
 *
 *     N C = {0}:   C = {0} (mu = 0),   or a friction with the known normal force N = 0,
 *
 * has nothing to decide: its force is 0 in stick and in slip, and where its slip velocity passes 0
 * nothing happens. As a law it is degenerate all the same: a contact that "sticks" by it would need
 * a force, every state without slip is on the border of its modes, and beside another friction in
 * the same direction no stances fit. So the event-driven method has it take no part: an idle
 * friction has no force, an idle contact or slider is one without friction (contacts.c). Records
 * name its mode by its slip velocity.
 *
 * For good: the formula of N or of all numbers of the law, with the parameters that are 0 put to
 * 0, depends on no coordinate, velocity or time, and has the value 0. A normal force that is 0 at
 * some places only does not count. C = {0} where the nearest point of C to +-e_k is 0 for all k:
 * then no point of C has a positive component along any of them.
 */
#include <math.h>
#include <string.h>

#include "run.h"

/* The parameters that are 0, and a graph for formulas in which they are. */
typedef struct zeros {
  ss_graph *graph;
  size_t count;
  ss_expr *zero, *to;
} zeros;

static bool list_zeros(const ss_run *run, zeros *z) {
  const ss_system *s = run->system;
  const size_t parameters = s->model->parameters;
  *z = (zeros){.graph = ss_graph_create_over(run->scratch, s->graph),
               .zero = ss_arena_new(run->scratch, parameters, ss_expr),
               .to = ss_arena_new(run->scratch, parameters, ss_expr)};
  if (!z->graph || !z->zero || !z->to) return false;
  for (size_t i = 0; i < parameters; i++) {
    if (run->parameters[i] != 0) continue;
    z->zero[z->count] = s->model->parameter[i].symbol;
    z->to[z->count++] = s->zero;
  }
  return true;
}

/* Does the formula have different values, at other states or times? */
static bool varies(const ss_run *run, const zeros *z, const ss_formula *formula) {
  ss_expr e = formula->resolved;
  if (!e) return false;
  if (ss_expr_substitute(z->graph, z->count, z->zero, z->to, 1, &e, &e) != SS_OK) {
    ss_graph_clear_status(z->graph);
    return true;
  }
  return ss_system_find_dependence(run->system, z->graph, 1, &e) != SS_EXPR_NONE;
}

/* C = {0} at the state evaluated last. */
static bool is_point(const ss_law *law) {
  const size_t count = (size_t)ss_law_dimension(law->kind);
  for (size_t k = 0; k < 2 * count; k++) {
    double x[SS_SLIP_MOST] = {0}, p[SS_SLIP_MOST] = {0};
    x[k / 2] = k % 2 ? -1 : 1;
    ss_law_prox(law, 1, x, p);
    for (size_t a = 0; a < count; a++)
      if (p[a] != 0) return false;
  }
  return true;
}

static bool is_idle(const ss_run *run, const zeros *z, size_t i) {
  const ss_element *e = run->system->element[i].element;
  if (e->kind == SS_ELEMENT_CLUTCH || ss_law_dimension(e->law) == 0) return false;
  if (e->kind == SS_ELEMENT_FRICTION && run->at.normal[i] == 0 && !varies(run, z, &e->normal))
    return true;
  ss_law law = {.kind = e->law};
  memcpy(law.argument, run->at.law + 3 * i, sizeof law.argument);
  for (size_t k = 0; k < 3; k++)
    if (!isfinite(law.argument[k]) || varies(run, z, &e->law_argument[k])) return false;
  return is_point(&law);
}

ss_status ss_idle_find(ss_run *run) {
  zeros z;
  run->idle = ss_arena_new(run->scratch, run->elements, bool);
  if (!run->idle || !list_zeros(run, &z)) return SS_MEMORY;
  /* formulas of a chart's system are in the coordinates of the full one */
  if (run->system->projection) return SS_OK;
  ss_run_evaluate(run, 0, run->q, run->u);
  for (size_t i = 0; i < run->elements; i++) run->idle[i] = is_idle(run, &z, i);
  return SS_OK;
}

void ss_idle_name_modes(const ss_run *run, const double *gamma, double still) {
  for (size_t i = 0; i < run->elements; i++) {
    const ss_system_element *e = &run->system->element[i];
    const bool open = e->normal != SIZE_MAX && run->modes[i] == SS_MODE_FREE;
    if (run->idle[i] && !open && !ss_springs_have(run, i))
      run->modes[i] = ss_run_slip_mode(e->slips, gamma + run->normals + e->slip, still);
  }
}
