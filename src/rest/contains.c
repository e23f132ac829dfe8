/* contains.c: can a machine rest at a position?
 *
 * First the gaps: none may be negative, a slider's must be 0; contacts with gap 0 are closed and
 * may carry forces. Then the forces: is there an admissible lambda with h + W lambda = 0? Where
 * every number at q is rational and all laws are planar, an exact linear program decides
 * (balance.c): its solution are forces that hold the machine, its Farkas vector is a motion that no
 * forces can stop. Elsewhere the program in doubles does (step.c), with cuts for spatial laws, and
 * the answer comes with its residual and with the distance of the forces from their limits.
 * Friction of a slider is bounded by |lambda_N|: one program for each side on which it may press.
 */
#include <math.h>
#include <string.h>

#include "balance.h"
#include "search.h"

/* One position while it is looked at. */
typedef struct question {
  ss_arena *arena;
  const ss_statics *statics;
  const ss_system *system;
  ss_rest_pattern pattern;
  ss_rest_answer *answer;
} question;

/* ---- gaps ------------------------------------------------------------------------------------ */

/* Takes the signs of all gaps (0: closed); false, with the reason, if one is violated. */
static bool look_at_gaps(question *a, const int *sign) {
  size_t *closed = ss_arena_new(a->arena, a->system->elements, size_t);
  if (!closed) return false;
  a->answer->closed = closed;
  for (size_t e = 0; e < a->system->elements; e++) {
    const ss_system_element *element = &a->system->element[e];
    const bool contact = element->element->kind == SS_ELEMENT_CONTACT;
    const int gap = element->normal == SIZE_MAX ? 0 : sign[element->normal];
    a->pattern.closed[e] = gap == 0;
    if (contact && gap == 0) closed[a->answer->closed_count++] = e;
    if (gap < 0 || (gap > 0 && !contact)) {
      a->answer->verdict = SS_REFUTED;
      a->answer->penetrates = e;
      a->answer->reason = ss_arena_format(
          a->arena, contact ? "contact %s is penetrated" : "slider %s is off its track",
          element->element->name.text);
      return false;
    }
  }
  return true;
}

/* ---- exact ----------------------------------------------------------------------------------- */

static const char *const *list_fractions(ss_arena *arena, size_t count, const fmpq *values) {
  const char **texts = ss_arena_new(arena, count, const char *);
  for (size_t i = 0; texts && i < count; i++) texts[i] = ss_rest_fraction(arena, values + i);
  return texts;
}

static const double *list_numbers(ss_arena *arena, size_t count, const fmpq *values) {
  double *numbers = ss_arena_new(arena, count, double);
  for (size_t i = 0; numbers && i < count; i++) numbers[i] = ss_number_to_double(values + i);
  return numbers;
}

/* Asks the exact program for every side. */
static void balance_exactly(question *a, const ss_balance *b) {
  ss_rest_answer *answer = a->answer;
  const size_t forces = a->system->normals + a->system->slips, n = b->n;
  fmpq *lambda = _fmpq_vec_init((slong)forces), *push = _fmpq_vec_init((slong)n);
  answer->verdict = SS_REFUTED;
  answer->reason = "no admissible forces balance the machine";
  for (size_t side = 0;
       answer->verdict == SS_REFUTED && ss_rest_pattern_choose_sides(a->system, side, &a->pattern);
       side++) {
    if (ss_balance_hold(b, &a->pattern, lambda, push)) {
      answer->verdict = SS_PROVED;
      answer->reason = "admissible forces balance the machine";
      answer->forces = list_numbers(a->arena, forces, lambda);
      answer->exact_forces = b->exact ? list_fractions(a->arena, forces, lambda) : NULL;
      answer->push = NULL;
      answer->exact_push = NULL;
    } else if (!answer->push) {
      answer->push = list_numbers(a->arena, n, push);
      answer->exact_push = b->exact ? list_fractions(a->arena, n, push) : NULL;
    }
  }
  _fmpq_vec_clear(lambda, (slong)forces);
  _fmpq_vec_clear(push, (slong)n);
}

/* Decides exactly where everything is rational; *done tells. */
static ss_status decide_exactly(question *a, const ss_rest_formulas *formulas, bool *done) {
  const size_t n = a->system->coordinates;
  ss_statics there;
  ss_balance balance;
  ss_expr *q = ss_arena_new(a->arena, n, ss_expr);
  if (!q) return SS_MEMORY;
  ss_status status = ss_statics_close(a->statics, n, formulas->q, q);
  if (status == SS_OK) status = ss_statics_insert(a->arena, a->statics, q, &there);
  ss_graph_clear_status(a->statics->graph);
  if (status != SS_OK || !ss_balance_of_formulas(&there, &balance)) return SS_OK;
  int *sign = ss_arena_new(a->arena, a->system->normals, int);
  if (sign) {
    *done = true;
    a->answer->exact = balance.exact;
    for (size_t i = 0; i < a->system->normals; i++) sign[i] = fmpq_sgn(balance.gap + i);
    if (look_at_gaps(a, sign)) balance_exactly(a, &balance);
  }
  ss_balance_clear(&balance);
  return sign ? SS_OK : SS_MEMORY;
}

/* ---- doubles --------------------------------------------------------------------------------- */

/* A motion that no forces can stop, of the numbers as they are rounded. */
static void find_push(question *a, const ss_search *s) {
  ss_balance balance;
  if (!ss_balance_of_numbers(s, &balance)) return;
  const char *reason = a->answer->reason;
  ss_rest_answer found = *a->answer;
  question again = *a;
  again.answer = &found;
  balance_exactly(&again, &balance);
  if (found.verdict == SS_REFUTED) a->answer->push = found.push;
  a->answer->reason = reason;
  ss_balance_clear(&balance);
}

static void balance_in_doubles(question *a, ss_walker *w, double tolerance) {
  ss_rest_answer *answer = a->answer;
  const size_t forces = a->system->normals + a->system->slips;
  double *best = ss_arena_new(a->arena, forces, double);
  answer->residual = INFINITY;
  answer->verdict = SS_REFUTED;
  answer->reason = "no admissible forces balance the machine";
  for (size_t side = 0; best && answer->verdict == SS_REFUTED &&
                        ss_rest_pattern_choose_sides(a->system, side, &a->pattern);
       side++) {
    w->pattern = &a->pattern;
    memset(w->force, 0, forces * sizeof *w->force);
    const bool held = ss_walker_hold(w, tolerance);
    if (!(w->residual < answer->residual)) continue;
    const double unit = ss_walker_unit(w);
    answer->residual = w->residual;
    answer->margin = w->margin / unit;
    memcpy(best, w->force, forces * sizeof *best);
    if (held && answer->margin >= -tolerance) {
      answer->verdict = SS_PROVED;
      answer->reason = "admissible forces balance the machine, to the tolerance";
      answer->forces = best;
    }
  }
  if (answer->verdict == SS_REFUTED) find_push(a, w->search);
}

static ss_status decide_in_doubles(question *a, const double *q, double tolerance) {
  ss_search search;
  ss_walker walker;
  ss_status status = ss_search_start(a->arena, a->statics, NULL, &search);
  if (status == SS_OK) status = ss_walker_create(a->arena, &search, &walker);
  int *sign = ss_arena_new(a->arena, search.normals, int);
  if (status == SS_OK && !sign) status = SS_MEMORY;
  if (status == SS_OK && !ss_search_at(&search, q)) status = SS_BAD_ARGUMENT;
  const double closed = ss_model_closed_below(search.n, q);
  for (size_t i = 0; status == SS_OK && i < search.normals; i++)
    sign[i] = fabs(search.gap[i]) <= closed ? 0 : search.gap[i] < 0 ? -1 : 1;
  if (status == SS_OK && look_at_gaps(a, sign)) {
    memcpy(walker.z, q, search.n * sizeof *q);
    balance_in_doubles(a, &walker, tolerance);
  }
  ss_search_stop(&search);
  return status;
}

ss_status ss_rest_contains(ss_arena *arena, const ss_system *system, const double *parameters,
                           const double *q, const ss_rest_formulas *formulas, double tolerance,
                           ss_rest_answer *answer) {
  ss_statics statics;
  question a = {.arena = arena, .statics = &statics, .system = system, .answer = answer};
  bool done = false;
  *answer = (ss_rest_answer){.penetrates = SIZE_MAX, .reason = ""};
  if (ss_rest_find_obstacle(system) || !(tolerance >= 0)) return SS_BAD_ARGUMENT;
  for (size_t i = 0; i < system->coordinates; i++)
    if (!isfinite(q[i])) return SS_BAD_ARGUMENT;
  ss_status status =
      formulas ? ss_statics_create_in(arena, system, formulas->graph, parameters, &statics)
               : ss_statics_create(arena, system, parameters, &statics);
  if (status == SS_OK) status = ss_rest_pattern_create(arena, system, &a.pattern);
  if (status == SS_OK && formulas) status = decide_exactly(&a, formulas, &done);
  if (status == SS_OK && !done) status = decide_in_doubles(&a, q, tolerance);
  return status == SS_OK && !answer->reason ? SS_MEMORY : status;
}
