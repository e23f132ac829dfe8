/* prove.c: which theorem decides?
 *
 * The rows of the table (theorems.c) that answer the question are tried in their order, each on its
 * view of the machine, which is found when the first row asks for it. The first theorem whose
 * conditions are all verified decides. What none of them decides is `unknown`, with the conditions
 * of the last one that has something to tell about the machine, or with why it cannot be seen in
 * any of the ways.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "theorem.h"

const char *ss_condition_word(ss_condition_status status) {
  static const char *const words[] = {"proved", "supported", "assumed", "failed", "unknown"};
  return words[status];
}

const char *ss_how_word(ss_how how) {
  static const char *const words[] = {"none", "asymptotic", "finite"};
  return words[how];
}

ss_proof_options ss_proof_default_options(void) {
  return (ss_proof_options){.leaves = 64, .gap = 1e-3, .boxes = 200000, .box_gap = 2e-5};
}

/* A view that was asked for. */
typedef struct seen {
  const ss_view *view;
  void *facts; /* NULL: the machine cannot be seen so */
} seen;

typedef struct decision {
  ss_subject subject;
  const ss_proof_options *options;
  ss_proof *proof;
  seen *seen; /* room for one per row */
  size_t count;
} decision;

/* ---- what is told ---------------------------------------------------------------------------- */

static void tell_paper(ss_proof *p, ss_arena *arena, double residual) {
  if (isnan(residual)) return;
  p->paper_holds = residual < 1e-9;
  p->paper = ss_arena_format(
      arena, "eigencolumns of the non-positive eigenvalues of Cs %s span W (distance %.2g)",
      p->paper_holds ? "lie in" : "do not lie in", residual);
}

/* The conditions become the proof's; the attempt is over. */
static void take_conditions(decision *d, ss_attempt *a) {
  ss_proof *p = d->proof;
  for (size_t i = 0; i < p->conditions; i++) json_decref(p->condition[i].evidence);
  p->condition = a->condition;
  p->conditions = a->count;
  p->theorem = a->theorem->id;
  p->source = a->theorem->source;
  p->levels = a->levels;
  p->limited_by = a->limited_by;
  p->rest_energy = a->rest_energy;
  p->rest_fraction = a->rest_fraction;
  p->escape = a->escape;
  tell_paper(p, a->arena, a->paper_residual);
  a->count = 0;
}

static void conclude(decision *d, ss_attempt *a) {
  const ss_theorem *t = a->theorem;
  ss_proof *p = d->proof;
  for (size_t i = 0; i < a->count; i++)
    assert(a->condition[i].status == SS_CONDITION_PROVED ||
           (a->condition[i].status == SS_CONDITION_ASSUMED && a->assuming));
  take_conditions(d, a);
  p->claim = t->claim;
  p->how = t->how;
  p->verdict = ss_claim_verdict(t->claim);
  p->sentence =
      a->has_level ? ss_arena_format(a->arena, t->sentence, a->levels.digits) : t->sentence;
  if (a->aside) p->sentence = ss_arena_format(a->arena, "%s; %s", p->sentence, a->aside);
  if (a->assuming)
    p->sentence = ss_arena_format(a->arena, "%s; assumed: %s", p->sentence, a->assuming);
  p->level = a->has_level ? a->levels.exact : NULL;
  p->reason = NULL;
  p->data = t->view->write(a->facts);
  p->motions = t->view->motions;
  ss_proof_answer(p, t);
}

/* Nothing is missing but a second look: all conditions hold, some in floating point only. */
static bool is_supported(const ss_proof *p, const ss_theorem *theorem) {
  size_t stated = 0;
  for (size_t i = 0; i < p->conditions; i++)
    if (p->condition[i].status != SS_CONDITION_PROVED &&
        p->condition[i].status != SS_CONDITION_SUPPORTED)
      return false;
  for (const ss_requirement *r = theorem->conditions; r->number; r++) stated++;
  return p->conditions == stated;
}

/* Undecided so far: an attempt that tells something is kept, it may be the last. */
static void give_up(decision *d, ss_attempt *a) {
  const char *reason = a->theorem->explain ? a->theorem->explain(a) : NULL;
  if (!reason) return;
  take_conditions(d, a);
  d->proof->reason = reason;
  d->proof->supported = is_supported(d->proof, a->theorem);
}

/* ---- views ----------------------------------------------------------------------------------- */

/* "…, and …": the machine can be seen in neither way. What an attempt has told says more. */
static void add_reason(decision *d, const char *why_not) {
  const char *before = d->proof->reason;
  if (d->proof->theorem || (before && strstr(before, why_not))) return;
  d->proof->reason = before && !strstr(why_not, before)
                         ? ss_arena_format(d->subject.arena, "%s; %s", why_not, before)
                         : why_not;
}

static ss_status find_facts(decision *d, const ss_view *view, void **facts) {
  const char *why_not;
  for (size_t i = 0; i < d->count; i++)
    if (d->seen[i].view == view) {
      *facts = d->seen[i].facts;
      return SS_OK;
    }
  ss_status status = view->find(&d->subject, facts, &why_not);
  if (status != SS_OK) return status;
  d->seen[d->count++] = (seen){view, *facts};
  if (why_not) add_reason(d, why_not);
  return SS_OK;
}

/* What people want to know besides, of the view that decided or of all. */
static void finish_views(decision *d, const ss_view *decided) {
  for (size_t i = 0; i < d->count; i++) {
    const seen *s = &d->seen[i];
    if (s->facts && (!decided || s->view == decided))
      s->view->describe(s->facts, decided != NULL, d->proof);
    if (s->facts) s->view->clear(s->facts);
  }
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* *decided: its conditions are all verified. */
static ss_status try_theorem(decision *d, const ss_theorem *t, bool *decided) {
  void *facts;
  ss_attempt a;
  *decided = false;
  if (!ss_claim_answers(t->claim, d->options->question)) return SS_OK;
  /* belts, and friction that falls: few theorems are about these, and these about nothing else */
  const bool belts = t->view == &ss_view_belt || t->view == &ss_view_squeal;
  if (belts != (d->subject.varying != NULL)) return SS_OK;
  if ((t->view == &ss_view_springs) != (d->subject.stiffness > 0)) return SS_OK;
  ss_status status = find_facts(d, t->view, &facts);
  if (status != SS_OK || !facts || (t->concerns && !t->concerns(facts))) return status;
  ss_attempt_start(&a, d->subject.arena, d->options, t, facts);
  *decided = t->prove(&a);
  if (*decided)
    conclude(d, &a);
  else
    give_up(d, &a);
  ss_attempt_clear(&a);
  return SS_OK;
}

static ss_status decide(decision *d) {
  size_t count;
  const ss_theorem *theorem = ss_theorems(&count);
  ss_status status = SS_OK;
  bool decided = false;
  size_t i = 0;
  d->seen = ss_arena_new(d->subject.arena, count, seen);
  if (!d->seen) return SS_MEMORY;
  while (i < count && status == SS_OK && !decided && !d->proof->stopped) {
    status = try_theorem(d, &theorem[i++], &decided);
    d->proof->stopped = !decided && ss_clock_is_past(d->options->until);
  }
  if (d->proof->stopped && !d->proof->supported)
    d->proof->reason = "the limit of time was reached before a proof was found";
  finish_views(d, decided ? theorem[i - 1].view : NULL);
  return status;
}

/* ---- friction that varies -------------------------------------------------------------------- */

/* The formulas of an element that theorems take for constant: those of its law, and the velocities
 * that its slips have by themselves; the parameters without a range inserted. */
static ss_status read_element(ss_arena *arena, const ss_system *s, ss_graph *graph,
                              const ss_expr *values, size_t i, ss_expr *formulas) {
  const ss_system_element *e = &s->element[i];
  const ss_model *model = s->model;
  ss_expr *symbols = ss_arena_new(arena, model->parameters, ss_expr);
  if (!symbols) return SS_MEMORY;
  for (size_t k = 0; k < model->parameters; k++) symbols[k] = model->parameter[k].symbol;
  for (size_t k = 0; k < 3 + SS_SLIP_MOST; k++) {
    const ss_expr law = k < 3 ? e->element->law_argument[k].resolved : SS_EXPR_NONE;
    const ss_expr own = k >= 3 && k - 3 < e->slips ? s->slip[e->slip + k - 3].w : SS_EXPR_NONE;
    formulas[k] = law ? law : own ? own : s->zero;
  }
  return ss_expr_substitute(graph, model->parameters, symbols, values, 3 + SS_SLIP_MOST, formulas,
                            formulas);
}

/* "…" in *why_not: friction that few theorems are about, those of one view. */
static ss_status find_varying_friction(ss_arena *arena, const ss_system *s, const char **why_not) {
  ss_graph *graph = ss_graph_create_over(arena, s->graph);
  ss_expr *values = ss_arena_new(arena, s->model->parameters, ss_expr);
  if (!graph || !values) return SS_MEMORY;
  ss_status status = ss_model_open_parameters(arena, s->model, graph, values);
  for (size_t i = 0; i < s->elements && status == SS_OK && !*why_not; i++) {
    const char *name = s->element[i].element->name.text;
    ss_expr formulas[3 + SS_SLIP_MOST];
    status = read_element(arena, s, graph, values, i, formulas);
    const ss_expr on = status ? SS_EXPR_NONE : ss_system_find_dependence(s, graph, 3, formulas);
    for (size_t k = 3; k < 3 + SS_SLIP_MOST && status == SS_OK; k++)
      if (!ss_expr_is_integer(graph, formulas[k], 0))
        *why_not = ss_arena_format(arena, "'%s' slips while the machine rests", name);
    if (on)
      *why_not = ss_arena_format(arena, "the coefficient of friction of '%s' depends on %s", name,
                                 ss_expr_name(graph, on));
  }
  return status;
}

/* Why the energies are not those of a machine in a frame at rest; NULL: they are. */
static const char *find_moving_frame(const ss_system *s) {
  if (s->frame_moves)
    return "the kinetic energy has terms of less than second order in the velocities (a frame "
           "moves): the theorems are about machines in a frame at rest";
  const ss_chart *chart = s->model->chart;
  for (size_t i = 0; chart && i < s->model->coordinates; i++)
    if (ss_expr_find_symbol(s->graph, 1, &chart->map[i].resolved, 1, &s->model->time))
      return "the chart depends on the time";
  return NULL;
}

/* ---- the question ---------------------------------------------------------------------------- */

static const char *find_clutch(const ss_system *s) {
  for (size_t i = 0; i < s->elements; i++)
    if (s->element[i].element->kind == SS_ELEMENT_CLUTCH) return s->element[i].element->name.text;
  return NULL;
}

/* As a linear machine; one with clutches is seen by the theorem about these alone. */
static ss_status see_linear(decision *d, ss_linear *linear) {
  ss_subject *s = &d->subject;
  const ss_status status = ss_linear_create(s->arena, s->system, linear, &s->not_linear);
  const char *clutch = find_clutch(s->system);
  if (status != SS_OK) return status;
  if (!clutch) {
    if (!s->not_linear) d->proof->linear = linear;
    return SS_OK;
  }
  ss_linear *nothing = ss_arena_new(s->arena, 1, ss_linear);
  if (!nothing) return SS_MEMORY;
  *nothing = (ss_linear){.vague = linear->vague};
  s->linear = nothing;
  if (!s->not_linear) s->clutched = linear;
  if (!linear->vague) s->not_linear = ss_arena_format(s->arena, "clutch '%s' is one-way", clutch);
  return s->not_linear ? SS_OK : SS_MEMORY;
}

ss_status ss_prove(ss_arena *arena, const ss_system *system, const ss_proof_options *options,
                   ss_proof *proof) {
  assert(ss_graph_is_sealed(system->graph));
  ss_linear *linear = ss_arena_new(arena, 1, ss_linear);
  decision d = {.subject = {.arena = arena,
                            .system = system,
                            .linear = linear,
                            .at = options->at,
                            .stiffness = options->stiffness,
                            .until = options->until},
                .options = options,
                .proof = proof};
  *proof = (ss_proof){.question = options->question,
                      .stiffness = options->stiffness,
                      .rest_energy = NAN,
                      .rest_fraction = NAN};
  proof->levels = (ss_levels){.published = NAN, .tight = NAN, .proved = NAN};
  ss_proof_answer(proof, NULL);
  if (!linear) return SS_MEMORY;
  for (size_t i = 0; i < system->coordinates && system->auxiliaries; i++) {
    if (!system->aux[i]) continue;
    proof->reason = ss_arena_format(arena,
                                    "'%s' is a first-order state: the theorems are about machines "
                                    "whose states are positions and velocities",
                                    system->names[i]);
    return proof->reason ? SS_OK : SS_MEMORY;
  }
  proof->reason = find_moving_frame(system);
  if (proof->reason) return SS_OK;
  ss_status status = ss_proof_find_unfit_shape(arena, system, &proof->reason);
  if (status != SS_OK || proof->reason) return status;
  status = find_varying_friction(arena, system, &d.subject.varying);
  if (status != SS_OK) return status;
  if (d.subject.varying) {
    proof->reason = d.subject.varying;
    return decide(&d);
  }
  status = see_linear(&d, linear);
  if (status == SS_OK) status = decide(&d);
  if (d.subject.clutched) ss_linear_clear(linear);
  return status;
}

void ss_proof_withdraw(ss_proof *p, const char *reason) {
  for (size_t i = 0; i < p->conditions; i++)
    if (p->condition[i].status == SS_CONDITION_PROVED)
      p->condition[i].status = SS_CONDITION_SUPPORTED;
  p->verdict = SS_UNKNOWN;
  p->claim = SS_CLAIM_NONE;
  p->how = SS_HOW_NONE;
  p->sentence = p->level = NULL;
  p->levels.proved = NAN;
  p->levels.exact = p->levels.digits = NULL;
  p->supported = true;
  p->reason = reason;
  ss_proof_answer(p, NULL);
}

void ss_proof_clear(ss_proof *proof) {
  for (size_t i = 0; i < proof->conditions; i++) json_decref(proof->condition[i].evidence);
  json_decref(proof->data);
  if (proof->linear) ss_linear_clear((ss_linear *)proof->linear);
  proof->conditions = 0;
  proof->data = NULL;
  proof->linear = NULL;
}
