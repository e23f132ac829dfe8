/* expect.c: what a model expects of its rest sets, held against those that were found.
 *
 * `expect equilibria { r_1; r_2; … }` says that every position q of rest satisfies the relations;
 * several such statements say that q satisfies those of at least one. Every point that a rest set
 * tells (its middle, vertices, points of its curves) is tried. The sides of the relations are
 * enclosed on the box
 *
 *     |z_j - q_j| <= NEAR max(1, |q_j|),    parameters up to ROUNDED of their size,
 *
 * and a relation is broken if it is false throughout. NEAR is ten times what the digits of a place
 * of rest may be off (SS_REST_NEAR), so that the place itself breaks it. Points of exact sets are
 * such places, of others ss_rest_contains is asked for a proof; that makes the expectation false.
 * Where no relation is broken at any point they agree, which is a test and no proof; a relation
 * that is false by less than NEAR passes it. An angle counts as told and as brought to a turn
 * around 0: it breaks a relation if it does so in both.
 *
 * One run of a tape in balls a point, one question of membership a point that breaks something, at
 * most ASKED of these.
 */
#include <math.h>
#include <string.h>

#include "study_private.h"

enum { PRECISION = 128, ASKED = 20 };

static const double NEAR = 10 * SS_REST_NEAR, ROUNDED = 1e-12;

typedef struct trial {
  ss_arena *arena;
  const ss_machine *machine;
  const ss_rest_sets *sets;
  ss_expected *expected;
  size_t n, relations; /* of all statements together */
  const ss_relation **relation;
  size_t *statement; /* which each belongs to */
  size_t *broken;    /* of each statement: a relation, or SIZE_MAX */
  ss_tape *tape;     /* left and right sides, in turn */
  arb_ptr balls;
  double *turned;
  size_t asked;
  bool exact; /* the points at hand are of a set that is exact */
} trial;

/* ---- the relations --------------------------------------------------------------------------- */

static bool is_of_equilibria(const ss_relations *expectation) {
  return strcmp(expectation->name.text, "equilibria") == 0;
}

static ss_status list_relations(trial *t) {
  const ss_model *model = ss_machine_model(t->machine);
  size_t most = 0;
  for (size_t i = 0; i < model->expectations; i++) most += model->expectation[i].count;
  t->relation = ss_arena_new(t->arena, most, const ss_relation *);
  t->statement = ss_arena_new(t->arena, most, size_t);
  t->broken = ss_arena_new(t->arena, model->expectations, size_t);
  t->turned = ss_arena_new(t->arena, t->n, double);
  if (!t->relation || !t->statement || !t->broken || !t->turned) return SS_MEMORY;
  for (size_t i = 0; i < model->expectations; i++) {
    const ss_relations *expectation = &model->expectation[i];
    if (!is_of_equilibria(expectation)) continue;
    for (size_t k = 0; k < expectation->count; k++) {
      t->relation[t->relations] = &expectation->items[k];
      t->statement[t->relations++] = t->expected->statements;
    }
    t->expected->statements++;
  }
  return SS_OK;
}

static ss_status compile(trial *t) {
  const ss_system *s = ss_machine_system(t->machine);
  const ss_model *model = ss_machine_model(t->machine);
  const size_t n = t->n, inputs = 2 * n + 1;
  ss_expr *sides = ss_arena_new(t->arena, 2 * t->relations, ss_expr);
  ss_expr *in = ss_arena_new(t->arena, inputs, ss_expr);
  ss_expr *symbol = ss_arena_new(t->arena, model->parameters, ss_expr);
  if (!sides || !in || !symbol) return SS_MEMORY;
  for (size_t i = 0; i < t->relations; i++) {
    sides[2 * i] = t->relation[i]->left.resolved;
    sides[2 * i + 1] = t->relation[i]->right.resolved;
  }
  memcpy(in, s->q, n * sizeof *in);
  memcpy(in + n, s->u, n * sizeof *in);
  in[2 * n] = model->time;
  for (size_t i = 0; i < model->parameters; i++) symbol[i] = model->parameter[i].symbol;
  return ss_tape_compile(s->graph, model->parameters, symbol, inputs, in, 2 * t->relations, sides,
                         &t->tape);
}

static void set_ball(arb_t ball, double middle, double radius) {
  arb_set_d(ball, middle);
  mag_set_d(arb_radref(ball), radius);
}

static void prepare(trial *t) {
  const size_t count = ss_machine_model(t->machine)->parameters;
  const double *value = ss_machine_parameters(t->machine);
  arb_ptr parameters = _arb_vec_init((slong)count);
  for (size_t i = 0; i < count; i++) set_ball(parameters + i, value[i], ROUNDED * fabs(value[i]));
  t->balls = _arb_vec_init((slong)ss_balls_work_size(t->tape));
  ss_balls_prepare(t->tape, parameters, t->balls, PRECISION);
  _arb_vec_clear(parameters, (slong)count);
}

/* ---- one point ------------------------------------------------------------------------------- */

/* Is the relation false for all values of its sides? */
static bool is_false(const ss_relation *relation, const arb_t left, const arb_t right) {
  if (relation->kind != SS_GREATER_EQUAL && arb_gt(left, right)) return true;
  return relation->kind != SS_LESS_EQUAL && arb_lt(left, right);
}

/* What a point says: it satisfies a statement as far as can be told, breaks all, or neither
 * because formulas have no value there. */
typedef enum outcome { AGREES, BREAKS, SAYS_NOTHING } outcome;

/* Of the relations around q; if it breaks all statements, how is in t->broken. */
static outcome look(trial *t, const double *q) {
  arb_ptr in = ss_balls_in(t->tape, t->balls);
  const size_t statements = t->expected->statements;
  bool breaks = true, vague[statements];
  for (size_t j = 0; j < t->n; j++) set_ball(in + j, q[j], NEAR * fmax(1, fabs(q[j])));
  ss_balls_run(t->tape, t->balls, PRECISION);
  for (size_t i = 0; i < statements; i++) {
    t->broken[i] = SIZE_MAX;
    vague[i] = false;
  }
  arb_srcptr side = ss_balls_out(t->tape, t->balls);
  for (size_t i = 0; i < t->relations; i++, side += 2) {
    size_t *broken = &t->broken[t->statement[i]];
    if (!arb_is_finite(side) || !arb_is_finite(side + 1))
      vague[t->statement[i]] = true;
    else if (*broken == SIZE_MAX && is_false(t->relation[i], side, side + 1))
      *broken = i;
  }
  for (size_t i = 0; i < statements; i++) {
    if (t->broken[i] == SIZE_MAX && !vague[i]) return AGREES;
    breaks = breaks && t->broken[i] != SIZE_MAX;
  }
  return breaks ? BREAKS : SAYS_NOTHING;
}

/* Keeps the point, and what is false there. */
static ss_status keep(trial *t, const double *q) {
  const size_t statements = t->expected->statements;
  const ss_relation **relation = ss_arena_new(t->arena, statements, const ss_relation *);
  if (!relation) return SS_MEMORY;
  for (size_t i = 0; i < statements; i++) relation[i] = t->relation[t->broken[i]];
  t->expected->at = q;
  t->expected->relation = relation;
  return SS_OK;
}

/* A point that breaks a relation: the expectation is false if it is proved to be a place of rest;
 * else the first one is kept as a doubt. */
static ss_status judge(trial *t, const double *q) {
  ss_rest_answer answer = {.verdict = t->exact ? SS_PROVED : SS_UNKNOWN};
  ss_expected *e = t->expected;
  ss_status status = SS_OK;
  e->doubtful++;
  if (!t->exact && t->asked++ < ASKED)
    status = ss_rest_contains(t->arena, ss_machine_system(t->machine),
                              ss_machine_parameters(t->machine), q, NULL, SS_REST_NEAR, &answer);
  if (status != SS_OK) return status == SS_BAD_ARGUMENT ? SS_OK : status;
  if (answer.verdict == SS_PROVED) e->verdict = SS_REFUTED;
  if (e->at && e->verdict != SS_REFUTED) return SS_OK;
  return keep(t, q);
}

static ss_status try_point(trial *t, const double *q) {
  for (size_t j = 0; j < t->n; j++)
    if (!isfinite(q[j])) return SS_OK;
  for (size_t j = 0; j < t->n; j++) {
    const double period = t->sets->period ? t->sets->period[j] : 0;
    t->turned[j] = period > 0 ? q[j] - period * round(q[j] / period) : q[j];
  }
  const outcome turned = look(t, t->turned), told = look(t, q);
  const bool agrees = turned == AGREES || told == AGREES;
  const bool breaks = turned == BREAKS && told == BREAKS;
  *(agrees || breaks ? &t->expected->tested : &t->expected->skipped) += 1;
  return breaks ? judge(t, q) : SS_OK;
}

static ss_status try_points(trial *t, size_t count, const double *points) {
  ss_status status = SS_OK;
  for (size_t i = 0; i < count && status == SS_OK && t->expected->verdict != SS_REFUTED; i++)
    status = try_point(t, points + i * t->n);
  return status;
}

/* ---- all of them ----------------------------------------------------------------------------- */

static ss_status try_set(trial *t, const ss_rest_set *set) {
  t->exact = set->exact;
  ss_status status = try_points(t, 1, set->center);
  for (size_t i = 0; i < set->parts && status == SS_OK; i++)
    status = try_points(t, set->part[i].vertices, set->part[i].vertex);
  if (status == SS_OK) status = try_points(t, set->points, set->point);
  return status;
}

ss_status ss_machine_check_expected(ss_arena *arena, const ss_machine *machine,
                                    const ss_rest_sets *sets, ss_expected *expected) {
  trial t = {.arena = arena, .machine = machine, .sets = sets, .expected = expected};
  *expected = (ss_expected){.verdict = SS_UNKNOWN};
  t.n = ss_machine_model(machine)->coordinates;
  ss_status status = list_relations(&t);
  if (status != SS_OK || t.relations == 0) return status;
  status = compile(&t);
  if (status != SS_OK) return status;
  prepare(&t);
  for (size_t i = 0; i < sets->count && status == SS_OK; i++) status = try_set(&t, &sets->set[i]);
  _arb_vec_clear(t.balls, (slong)ss_balls_work_size(t.tape));
  ss_tape_destroy(t.tape);
  return status;
}

ss_status ss_machine_find_expected(ss_arena *arena, const ss_machine *machine,
                                   ss_expected *expected) {
  const ss_rest_options search = ss_rest_default_options();
  ss_diagnostics list;
  ss_rest_sets sets;
  *expected = (ss_expected){.verdict = SS_UNKNOWN};
  if (!ss_machine_model(machine)->expectations) return SS_OK;
  ss_diagnostics_start(&list, arena, NULL, NULL, 0);
  const ss_status status = ss_machine_rest(arena, machine, &search, &list, &sets);
  /* open inputs, something that depends on the time: nothing to hold them against */
  if (status == SS_BAD_ARGUMENT || status == SS_BAD_INPUT) return SS_OK;
  return status == SS_OK ? ss_machine_check_expected(arena, machine, &sets, expected) : status;
}
