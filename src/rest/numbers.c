/* numbers.c: formulas of a system as numbers, exact where they can be.
 *
 * A model's numbers are rationals, and arithmetic keeps them rational: replacing every parameter by
 * its value folds a formula to a number (expr.h). What stays a formula (sqrt(2), sin(1)) is
 * evaluated in balls and rounded once, and the caller is told that exactness is gone. A double that
 * is not the nearest to the model's own value comes from a caller who varies parameters; it stands
 * for the rational that it is.
 */
#include <math.h>

#include "rest_private.h"

/* What a parameter stands for. */
static ss_expr find_value(ss_graph *graph, const ss_model *model, size_t i, double number) {
  if (number == model->parameter[i].number) return model->parameter[i].closed;
  fmpq_t value;
  fmpq_init(value);
  ss_exact_from_double(value, number, 0);
  const ss_expr e = ss_expr_number(graph, value);
  fmpq_clear(value);
  return e;
}

/* ---- where formulas have a value ------------------------------------------------------------- */

enum { PRECISION = 160 };

ss_verdict ss_need_decide(ss_need need, const arb_t x) {
  if (!arb_is_finite(x)) return SS_UNKNOWN;
  if (arb_is_positive(x)) return SS_PROVED;
  switch (need) {
  case SS_NEED_NONZERO:
    return arb_is_negative(x) ? SS_PROVED : arb_is_zero(x) ? SS_REFUTED : SS_UNKNOWN;
  case SS_NEED_POSITIVE: return arb_is_nonpositive(x) ? SS_REFUTED : SS_UNKNOWN;
  case SS_NEED_NONNEGATIVE:
    return arb_is_nonnegative(x) ? SS_PROVED : arb_is_negative(x) ? SS_REFUTED : SS_UNKNOWN;
  case SS_NEED_PERHAPS: break;
  }
  return SS_UNKNOWN;
}

ss_status ss_need_decide_number(const ss_graph *graph, ss_need need, ss_expr argument,
                                ss_verdict *verdict) {
  ss_tape *tape;
  arb_t x;
  *verdict = SS_UNKNOWN;
  arb_init(x);
  const fmpq *value = ss_expr_value(graph, argument);
  ss_status status = SS_OK;
  if (value) {
    arb_set_si(x, fmpq_sgn(value));
  } else {
    status = ss_tape_compile(graph, 0, NULL, 0, NULL, 1, &argument, &tape);
    if (status == SS_OK) {
      arb_ptr work = _arb_vec_init((slong)ss_balls_work_size(tape));
      ss_balls_prepare(tape, NULL, work, PRECISION);
      ss_balls_run(tape, work, PRECISION);
      arb_set(x, ss_balls_out(tape, work));
      _arb_vec_clear(work, (slong)ss_balls_work_size(tape));
      ss_tape_destroy(tape);
    }
  }
  if (status == SS_OK) *verdict = ss_need_decide(need, x);
  arb_clear(x);
  return status;
}

/* Leaves out what holds for numbers that are no rationals, as log(3); *nowhere: something holds for
 * none, as x' != 0 at rest. */
static ss_status drop_numbers(ss_arena *arena, const ss_graph *graph, ss_domain *domain,
                              bool *nowhere) {
  ss_expr *argument = ss_arena_new(arena, domain->count, ss_expr);
  ss_need *need = ss_arena_new(arena, domain->count, ss_need);
  size_t kept = 0;
  if (!argument || !need) return SS_MEMORY;
  for (size_t i = 0; i < domain->count; i++) {
    ss_verdict holds;
    const ss_status status =
        ss_need_decide_number(graph, domain->need[i], domain->argument[i], &holds);
    if (status == SS_MEMORY) return status;
    if (status == SS_OK && holds == SS_PROVED) continue;
    *nowhere |= status == SS_OK && holds == SS_REFUTED;
    argument[kept] = domain->argument[i];
    need[kept++] = domain->need[i];
  }
  *domain = (ss_domain){kept, argument, need};
  return SS_OK;
}

/* ---- statics --------------------------------------------------------------------------------- */

/* Substitutions, and the formulas that they are applied to. */
typedef struct rewriting {
  ss_arena *arena;
  const ss_system *system;
  ss_graph *graph;
  size_t pairs;
  ss_expr *from, *to;
  ss_status status;
} rewriting;

static const ss_expr *rewrite(rewriting *r, size_t count, const ss_expr *formulas) {
  ss_expr *results = ss_arena_new(r->arena, count, ss_expr);
  if (!results) r->status = SS_MEMORY;
  if (r->status == SS_OK)
    r->status = ss_expr_substitute(r->graph, r->pairs, r->from, r->to, count, formulas, results);
  return results;
}

static void add_pair(rewriting *r, ss_expr from, ss_expr to) {
  r->from[r->pairs] = from;
  r->to[r->pairs++] = to;
}

static const ss_expr *rewrite_directions(rewriting *r, size_t count,
                                         const ss_direction *direction) {
  const size_t n = r->system->coordinates;
  ss_expr *all = ss_arena_new(r->arena, count * n, ss_expr);
  if (!all) {
    r->status = SS_MEMORY;
    return NULL;
  }
  for (size_t i = 0; i < count * n; i++) all[i] = direction[i / n].W[i % n];
  return rewrite(r, count * n, all);
}

static const ss_expr *rewrite_laws(rewriting *r, bool normals) {
  const ss_system *s = r->system;
  const size_t each = normals ? 1 : 3;
  ss_expr *all = ss_arena_new(r->arena, s->elements * each, ss_expr);
  if (!all) {
    r->status = SS_MEMORY;
    return NULL;
  }
  for (size_t i = 0; i < s->elements * each; i++) {
    const ss_element *e = s->element[i / each].element;
    all[i] = normals ? e->normal.resolved : e->law_argument[i % 3].resolved;
    if (!all[i]) all[i] = s->zero;
  }
  return rewrite(r, s->elements * each, all);
}

static const ss_expr *rewrite_velocities(rewriting *r) {
  const ss_system *s = r->system;
  ss_expr *all = ss_arena_new(r->arena, s->slips, ss_expr);
  if (!all) {
    r->status = SS_MEMORY;
    return NULL;
  }
  for (size_t i = 0; i < s->slips; i++) all[i] = s->slip[i].w;
  return rewrite(r, s->slips, all);
}

static bool start_rewriting(rewriting *r, size_t pairs) {
  r->from = ss_arena_new(r->arena, pairs, ss_expr);
  r->to = ss_arena_new(r->arena, pairs, ss_expr);
  if (!r->from || !r->to) r->status = SS_MEMORY;
  return r->status == SS_OK;
}

ss_status ss_statics_create(ss_arena *arena, const ss_system *system, const double *parameters,
                            ss_statics *statics) {
  ss_graph *graph = ss_graph_create_over(arena, system->graph);
  return graph ? ss_statics_create_in(arena, system, graph, parameters, statics) : SS_MEMORY;
}

ss_status ss_statics_create_in(ss_arena *arena, const ss_system *system, ss_graph *graph,
                               const double *parameters, ss_statics *statics) {
  const ss_model *model = system->model;
  const size_t n = system->coordinates;
  rewriting r = {.arena = arena, .system = system, .graph = graph};
  *statics = (ss_statics){.system = system, .graph = graph, .n = n, .exact = true};
  if (!start_rewriting(&r, model->parameters + n + 1)) return r.status;
  for (size_t i = 0; i < model->parameters; i++) {
    add_pair(&r, model->parameter[i].symbol, find_value(graph, model, i, parameters[i]));
    if (parameters[i] != model->parameter[i].number) statics->exact = false;
  }
  statics->parameters = r.pairs;
  statics->parameter = r.from;
  statics->value = r.to;
  for (size_t i = 0; i < n; i++) add_pair(&r, system->u[i], system->zero);
  add_pair(&r, model->time, system->zero);
  const ss_replacing replace = {r.pairs, r.from, r.to};
  r.status = ss_system_list_domain(arena, system, graph, &replace, false, &statics->domain);
  if (r.status == SS_OK) r.status = drop_numbers(arena, graph, &statics->domain, &statics->nowhere);
  if (r.status != SS_OK || statics->nowhere) return r.status;
  statics->h = rewrite(&r, n, system->h);
  statics->gap = rewrite(&r, system->normals, system->gap);
  statics->WN = rewrite_directions(&r, system->normals, system->normal);
  statics->WT = rewrite_directions(&r, system->slips, system->slip);
  statics->law = rewrite_laws(&r, false);
  statics->normal = rewrite_laws(&r, true);
  const ss_expr *w = rewrite_velocities(&r);
  return r.status == SS_OK ? ss_statics_settle(arena, statics, w) : r.status;
}

ss_status ss_statics_close(const ss_statics *statics, size_t count, const ss_expr *formulas,
                           ss_expr *closed) {
  return ss_expr_substitute(statics->graph, statics->parameters, statics->parameter, statics->value,
                            count, formulas, closed);
}

ss_status ss_statics_insert(ss_arena *arena, const ss_statics *statics, const ss_expr *position,
                            ss_statics *there) {
  const ss_system *s = statics->system;
  rewriting r = {.arena = arena, .system = s, .graph = statics->graph};
  *there = *statics;
  if (!start_rewriting(&r, statics->n)) return r.status;
  for (size_t i = 0; i < statics->n; i++) add_pair(&r, s->q[i], position[i]);
  there->h = rewrite(&r, statics->n, statics->h);
  there->gap = rewrite(&r, s->normals, statics->gap);
  there->gradient = rewrite(&r, s->normals * statics->n, statics->gradient);
  there->WN = rewrite(&r, s->normals * statics->n, statics->WN);
  there->WT = rewrite(&r, s->slips * statics->n, statics->WT);
  there->law = rewrite(&r, 3 * s->elements, statics->law);
  there->normal = rewrite(&r, s->elements, statics->normal);
  there->scale = rewrite(&r, s->slips, statics->scale);
  there->given = rewrite(&r, s->slips, statics->given);
  there->domain.argument = rewrite(&r, statics->domain.count, statics->domain.argument);
  return r.status;
}

/* ---- rationals ------------------------------------------------------------------------------- */

ss_status ss_rest_rationals(ss_arena *arena, const ss_statics *statics, size_t count,
                            const ss_expr *closed, fmpq *values, bool *exact) {
  const ss_arena_mark mark = ss_arena_get_mark(arena);
  double *numbers = ss_arena_new(arena, count, double);
  ss_status status = SS_OK;
  bool rational = true;
  for (size_t i = 0; i < count && rational; i++)
    rational = ss_expr_value(statics->graph, closed[i]) != NULL;
  if (!numbers) status = SS_MEMORY;
  if (status == SS_OK && !rational) {
    *exact = false;
    status = ss_model_evaluate(statics->system->model, statics->graph, count, closed, numbers);
  }
  for (size_t i = 0; i < count && status == SS_OK; i++) {
    const fmpq *value = ss_expr_value(statics->graph, closed[i]);
    if (value)
      fmpq_set(values + i, value);
    else
      ss_exact_from_double(values + i, numbers[i], 0);
  }
  ss_arena_release(arena, mark);
  return status;
}

const char *ss_rest_fraction(ss_arena *arena, const fmpq_t value) {
  char *digits = fmpq_get_str(NULL, 10, value);
  const char *text = ss_arena_format(arena, "%s", digits);
  flint_free(digits);
  return text;
}
