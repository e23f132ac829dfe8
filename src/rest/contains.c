/* contains.c: can a machine rest at a position?
 *
 * First the gaps: none may be negative, a slider's must be 0; contacts with gap 0 are closed and
 * may carry forces. Then the forces: is there an admissible lambda with h + W lambda = 0? Where
 * every number at q is rational and all laws are planar, an exact linear program decides
 * (balance.c): its solution are forces that hold the machine, its Farkas vector is a motion that no
 * forces can stop. Elsewhere ball arithmetic does, with a certificate on either side: forces that
 * are enclosed and admissible wherever they are in their balls (hold.c), or a push that is stronger
 * than all of them (refute.c). Friction of a slider is bounded by |lambda_N|: both are asked for
 * each side on which it may press.
 *
 * Rounded positions miss the surfaces of contacts, and equilibria that no friction widens. Gaps
 * count as closed up to SS_CLOSED; and a position counts as one where an equilibrium is proved to
 * exist within `tolerance` of it: by Newton's method in balls (hold.c), also from a place a little
 * further inwards, because digits of the end of a set may lie beyond it. Linear systems, whose sets
 * are told in fractions, are taken at their word. Where neither side has a certificate the answer
 * is unknown, with the least force that stays unbalanced in doubles.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "balance.h"
#include "judge.h"

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

/* ---- where formulas have a value ------------------------------------------------------------- */

/* The position as numbers or formulas without symbols. */
static ss_status write_position(const question *a, const double *numbers,
                                const ss_rest_formulas *formulas, ss_expr *q) {
  const size_t n = a->system->coordinates;
  if (formulas) return ss_statics_close(a->statics, n, formulas->q, q);
  fmpq_t value;
  fmpq_init(value);
  for (size_t i = 0; i < n; i++) {
    ss_exact_from_double(value, numbers[i], 0);
    q[i] = ss_expr_number(a->statics->graph, value);
  }
  fmpq_clear(value);
  return ss_graph_status(a->statics->graph);
}

/* Do all formulas have a value at q? Conditions on what others are made of come first, so that one
 * that cannot be put in numbers comes after one that does not hold. */
static ss_status look_at_domain(question *a, const double *numbers,
                                const ss_rest_formulas *formulas, ss_verdict *domain) {
  const ss_statics *s = a->statics;
  ss_expr *q = ss_arena_new(a->arena, s->n, ss_expr);
  *domain = SS_PROVED;
  if (!q) return SS_MEMORY;
  ss_status status = s->domain.count ? write_position(a, numbers, formulas, q) : SS_OK;
  for (size_t i = 0; i < s->domain.count && status == SS_OK && *domain != SS_REFUTED; i++) {
    ss_expr argument;
    ss_verdict one = SS_UNKNOWN;
    status =
        ss_expr_substitute(s->graph, s->n, s->system->q, q, 1, s->domain.argument + i, &argument);
    if (status == SS_OK)
      status = ss_need_decide_number(s->graph, s->domain.need[i], argument, &one);
    if (status == SS_BAD_INPUT) status = SS_OK; /* it has no value itself */
    ss_graph_clear_status(s->graph);
    if (one != SS_PROVED) *domain = one;
  }
  if (status == SS_OK && *domain == SS_REFUTED) {
    a->answer->verdict = SS_REFUTED;
    a->answer->exact = s->exact;
    a->answer->reason = "the formulas of the model have no value there";
  }
  return status;
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
static void balance_exactly(question *a, const ss_statics *there, const ss_balance *b) {
  ss_rest_answer *answer = a->answer;
  const size_t forces = a->system->normals + a->system->slips, n = b->n;
  fmpq *lambda = _fmpq_vec_init((slong)forces), *push = _fmpq_vec_init((slong)n);
  answer->verdict = SS_REFUTED;
  answer->reason = "no admissible forces balance the machine";
  for (size_t side = 0;
       answer->verdict == SS_REFUTED && ss_rest_pattern_choose_sides(a->system, side, &a->pattern);
       side++) {
    if (ss_balance_hold(b, &a->pattern, lambda, push)) {
      ss_statics_restore_exactly(there, lambda);
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

/* Is a gap not 0, but so small that digits of a surface that is curved may not say it better? */
static bool nearly_closes(const question *a, const ss_balance *b, const double *q) {
  const double closed = ss_model_closed_below(a->system->coordinates, q);
  for (size_t i = 0; i < a->system->normals && !a->system->traits.linear; i++)
    if (!fmpq_is_zero(b->gap + i) && fabs(ss_number_to_double(b->gap + i)) <= closed) return true;
  return false;
}

/* Decides exactly where everything is rational; *done tells. `numbers`: q in doubles. */
static ss_status decide_exactly(question *a, const double *numbers,
                                const ss_rest_formulas *formulas, bool *done) {
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
  if (sign && !nearly_closes(a, &balance, numbers)) {
    *done = true;
    a->answer->exact = balance.exact;
    for (size_t i = 0; i < a->system->normals; i++) sign[i] = fmpq_sgn(balance.gap + i);
    if (look_at_gaps(a, sign)) balance_exactly(a, &there, &balance);
  }
  ss_balance_clear(&balance);
  return sign ? SS_OK : SS_MEMORY;
}

/* ---- balls ----------------------------------------------------------------------------------- */

enum { PRECISION = 160 };

/* Of the forces: nearly balanced. Of the box: as far as a way inwards is asked for. */
static const double NEARLY = 1e-6, WAY = 1e-3;

/* The forces of the branch, as they are in the middle of their balls. */
static void take_forces(question *a, const ss_judge *j, const double *q) {
  const size_t forces = a->system->normals + a->system->slips;
  double *list = ss_arena_new(a->arena, forces, double);
  for (size_t i = 0; list && i < forces; i++)
    list[i] = arf_get_d(arb_midref(j->branch.enclosure + i), ARF_RND_NEAR);
  if (list && ss_statics_restore(a->arena, a->statics, q, list) != SS_OK) list = NULL;
  a->answer->forces = list;
}

/* How far the equilibrium that was found is from q: in the coordinates that were solved for, and in
 * those in which the place was moved. */
static double find_distance(const ss_judge *j, const double *q) {
  const size_t forces = j->s->normals + j->s->slips;
  double most = 0;
  for (size_t i = 0; i < j->s->k; i++) {
    arb_srcptr at = j->branch.enclosure + forces + i;
    const double off = fabs(arf_get_d(arb_midref(at), ARF_RND_NEAR) - q[i]);
    if (j->branch.is_unknown[forces + i] || j->lo[i] > q[i] || j->hi[i] < q[i])
      most = fmax(most, off + mag_get_d(arb_radref(at)));
  }
  return most;
}

/* Is it held at the judge's place, or near it, within `tolerance` of q? */
static bool is_held(question *a, ss_judge *j, const double *q, double tolerance) {
  ss_rest_answer *answer = a->answer;
  for (int moving = 0; moving < 2; moving++) {
    j->still = !moving;
    ss_judge_look(j, j->lo, j->hi);
    if (ss_judge_hold(j, &a->pattern) != SS_HELD_ALWAYS) continue;
    const double distance = find_distance(j, q);
    if (!(distance <= tolerance)) continue;
    answer->verdict = SS_PROVED;
    answer->distance = distance;
    answer->reason = distance > 0
                         ? ss_arena_format(a->arena,
                                           "admissible forces balance the machine within %.2g of "
                                           "this place",
                                           distance)
                         : "admissible forces balance the machine";
    take_forces(a, j, q);
    return true;
  }
  return false;
}

/* Decimals that were rounded to doubles, on the way in or out: is it held at the double itself? */
static bool is_held_rounded(question *a, ss_judge *j, const double *q, double tolerance) {
  const size_t k = j->s->k;
  double lo[k + 1], hi[k + 1], off = 0;
  for (size_t i = 0; i < k; i++) off = fmax(off, fmax(j->hi[i] - q[i], q[i] - j->lo[i]));
  if (!(off > 0 && off <= tolerance)) return false;
  memcpy(lo, j->lo, k * sizeof *lo);
  memcpy(hi, j->hi, k * sizeof *hi);
  memcpy(j->lo, q, k * sizeof *lo);
  memcpy(j->hi, q, k * sizeof *hi);
  const bool held = is_held(a, j, q, tolerance - off);
  memcpy(j->lo, lo, k * sizeof *lo);
  memcpy(j->hi, hi, k * sizeof *hi);
  if (held) a->answer->distance = fmax(a->answer->distance, off);
  return held;
}

/* Where q lies at the end of what the forces can hold, up to rounding: is a place held that lies
 * further inwards, by half the tolerance? */
static bool is_held_inwards(question *a, ss_judge *j, const double *q, double tolerance) {
  const size_t k = j->s->k;
  ss_walker *w = j->w;
  double lo[k + 1], hi[k + 1], longest = 0;
  memcpy(w->z, q, k * sizeof *q);
  w->pattern = &a->pattern;
  /* the end: forces that balance are not beyond their limits, or hardly */
  if (!ss_walker_hold(w, NEARLY) || w->margin < -NEARLY * ss_walker_unit(w)) return false;
  for (size_t i = 0; i < k; i++) w->reach[i] = j->s->free[i] ? 0 : WAY * ss_search_width(j->s, i);
  if (!ss_walker_ease(w)) return false;
  for (size_t i = 0; i < k; i++) longest = fmax(longest, fabs(w->dz[i]));
  if (!(longest > 0)) return false;
  memcpy(lo, j->lo, k * sizeof *lo);
  memcpy(hi, j->hi, k * sizeof *hi);
  for (size_t i = 0; i < k; i++) j->lo[i] = j->hi[i] = q[i] + w->dz[i] / longest * tolerance / 2;
  const bool held = is_held(a, j, q, tolerance);
  memcpy(j->lo, lo, k * sizeof *lo);
  memcpy(j->hi, hi, k * sizeof *hi);
  return held;
}

/* Asks on every side; refuted if all are. */
static void balance_in_balls(question *a, ss_judge *j, const double *q, double tolerance) {
  ss_rest_answer *answer = a->answer;
  bool refuted = true;
  answer->residual = INFINITY;
  answer->reason = "no admissible forces balance the machine";
  for (size_t side = 0; ss_rest_pattern_choose_sides(a->system, side, &a->pattern); side++) {
    if (is_held(a, j, q, tolerance) || is_held_rounded(a, j, q, tolerance) ||
        is_held_inwards(a, j, q, tolerance)) {
      answer->push = NULL;
      answer->residual = 0;
      return;
    }
    ss_judge_look(j, j->lo, j->hi);
    if (ss_judge_refute(j, &a->pattern)) {
      double *push = ss_arena_new(a->arena, j->s->n, double);
      for (size_t i = 0; push && i < j->s->n; i++) push[i] = j->v[i];
      if (!answer->push) answer->push = push;
      continue;
    }
    refuted = false;
    memcpy(j->w->z, q, j->s->k * sizeof *q);
    j->w->pattern = &a->pattern;
    ss_walker_hold(j->w, INFINITY);
    answer->residual = fmin(answer->residual, j->w->residual);
  }
  if (refuted) answer->residual = 0;
  answer->verdict = refuted ? SS_REFUTED : SS_UNKNOWN;
  if (refuted) return;
  answer->push = NULL;
  answer->reason = "neither forces that hold the machine nor a motion that they cannot stop were "
                   "proved";
}

/* The place as a box: q itself, or a little around it where it is rounded from a formula. */
static void place(const ss_search *s, const double *q, const ss_rest_formulas *formulas, double *lo,
                  double *hi) {
  fmpq_t exact;
  fmpq_init(exact);
  for (size_t i = 0; i < s->k; i++) {
    const fmpq *value = formulas ? ss_expr_value(formulas->graph, formulas->q[i]) : NULL;
    ss_exact_from_double(exact, q[i], 0);
    const bool rounded = formulas && !(value && fmpq_equal(value, exact));
    lo[i] = rounded ? nextafter(q[i], -INFINITY) : q[i];
    hi[i] = rounded ? nextafter(q[i], INFINITY) : q[i];
  }
  fmpq_clear(exact);
}

/* Signs of the gaps, 0 up to SS_CLOSED of the coordinates' size. */
static void read_gaps(const ss_search *s, const double *q, int *sign) {
  const double closed = ss_model_closed_below(s->n, q);
  for (size_t i = 0; i < s->normals; i++)
    sign[i] = fabs(s->gap[i]) <= closed ? 0 : s->gap[i] < 0 ? -1 : 1;
}

static ss_status decide_in_balls(question *a, const double *q, const ss_rest_formulas *formulas,
                                 double tolerance) {
  ss_search search;
  ss_walker walker;
  ss_judge judge = {0};
  ss_status status = ss_search_start(a->arena, a->statics, NULL, &search);
  if (status == SS_OK) status = ss_walker_create(a->arena, &search, &walker);
  int *sign = ss_arena_new(a->arena, search.normals, int);
  if (status == SS_OK && !sign) status = SS_MEMORY;
  for (size_t i = 0; status == SS_OK && i < search.n; i++) { /* lengths are measured in these */
    search.from[i] = q[i] - fmax(1, fabs(q[i]));
    search.to[i] = q[i] + fmax(1, fabs(q[i]));
  }
  if (status == SS_OK) status = ss_judge_create(a->arena, &search, &walker, PRECISION, &judge);
  if (status == SS_OK && !ss_search_at(&search, q)) status = SS_BAD_ARGUMENT;
  if (status == SS_OK) read_gaps(&search, q, sign);
  if (status == SS_OK && look_at_gaps(a, sign)) {
    place(&search, q, formulas, judge.lo, judge.hi);
    balance_in_balls(a, &judge, q, tolerance);
  }
  ss_judge_destroy(&judge);
  ss_search_stop(&search);
  return status;
}

/* The ends of nonlinear sets are no decimals: after an exact no, is there rest within the
 * tolerance? */
static ss_status look_nearby(question *a, const double *q, double tolerance) {
  ss_rest_answer *exact = a->answer, near = {.penetrates = SIZE_MAX, .reason = ""};
  if (a->system->traits.linear || exact->verdict != SS_REFUTED || exact->penetrates != SIZE_MAX)
    return SS_OK;
  a->answer = &near;
  const ss_status status = decide_in_balls(a, q, NULL, tolerance);
  a->answer = exact;
  if (status == SS_OK && near.verdict == SS_PROVED) *exact = near;
  return status;
}

ss_status ss_rest_contains(ss_arena *arena, const ss_system *system, const double *parameters,
                           const double *q, const ss_rest_formulas *formulas, double tolerance,
                           ss_rest_answer *answer) {
  assert(ss_graph_is_sealed(system->graph));
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
  if (status == SS_BAD_INPUT) {
    answer->reason = SS_REST_NO_SLOPE;
    return SS_OK;
  }
  if (status == SS_OK) status = ss_rest_pattern_create(arena, system, &a.pattern);
  ss_verdict domain = SS_PROVED;
  if (status == SS_OK) status = look_at_domain(&a, q, formulas, &domain);
  if (status == SS_OK && domain == SS_REFUTED) return SS_OK;
  if (status == SS_OK && formulas && domain == SS_PROVED)
    status = decide_exactly(&a, q, formulas, &done);
  if (status == SS_OK && !done) status = decide_in_balls(&a, q, formulas, tolerance);
  if (status == SS_OK && done) status = look_nearby(&a, q, tolerance);
  return status == SS_OK && !answer->reason ? SS_MEMORY : status;
}
