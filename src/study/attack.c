/* attack.c: motions against a claim.
 *
 * A proof and the simulation of motions have nothing in common but the equations. Starts are drawn
 * from the claimed region {V < level} (attack_starts.c), on its border and inside, with contacts
 * open and closed, and followed by the event-driven method, or with springs for contacts where the
 * claim is about these. Of a motion that starts there
 *
 *     V does not grow                       where V is known, beyond the error of integration
 *     the state stays in the region         of a claim that has one
 *     the place where it rests is meant     below the level, in the region; near the point, where
 *                                           the claim is about one
 *
 * must be true: else the claim is wrong, or the motion is. Where rest is claimed, a motion that has
 * not come to rest by the end of its time gets sixteen times as long, as long as not eight moved
 * still after that; one that moves contradicts nothing and is counted; so is one that the method
 * cannot follow.
 * Parameters with a range have their values.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "attack.h"

/* Of the energy at the start: what V may seem to gain by errors of the motion. */
#define NOISE 1e-6

const char *ss_attack_word(ss_attack_kind kind) {
  static const char *const words[] = {"gains", "leaves", "elsewhere"};
  return words[kind];
}

ss_attack_options ss_attack_default_options(void) {
  return (ss_attack_options){.count = 200, .end = 100, .seed = 1};
}

/* ---- the claim ------------------------------------------------------------------------------- */

static bool is_attractive(ss_claim claim) {
  return claim == SS_CLAIM_GLOBALLY_ATTRACTIVE || claim == SS_CLAIM_LOCALLY_ATTRACTIVE ||
         claim == SS_CLAIM_ATTRACTIVE_SUBSET;
}

/* Why motions have nothing to say; NULL: they have. */
static const char *refuse(const ss_machine *machine, const ss_proof *p) {
  const ss_system *s = ss_machine_system(machine);
  if (p->verdict != SS_PROVED || (!is_attractive(p->claim) && p->claim != SS_CLAIM_BOUNDED &&
                                  p->claim != SS_CLAIM_LOCALLY_BOUNDED))
    return "nothing is claimed about motions from a region";
  for (size_t i = 0; i < s->elements; i++)
    if (s->element[i].element->kind == SS_ELEMENT_SLIDER)
      return "starts would have to fulfil the constraints of sliders";
  if (!isnan(p->levels.proved) && !p->function && p->rest_count != s->coordinates)
    return "the energy is not known from where it is counted";
  return NULL;
}

/* The region of the claim, and the middle of the rest set. */
static void set_region(ss_target *t) {
  const ss_proof *p = t->proof;
  for (size_t i = 0; i < 2 * t->n; i++) {
    t->lo[i] = -INFINITY;
    t->hi[i] = INFINITY;
    t->center[i] = i >= t->n               ? 0
                   : p->rest_point         ? p->rest_point[i]
                   : p->rest_count == t->n ? p->rest_lo[i] / 2 + p->rest_hi[i] / 2
                                           : 0;
  }
  for (size_t k = 0; k < p->region_count; k++) {
    const size_t i = ss_study_find_variable(t->system->model, p->region_name[k]);
    if (i >= 2 * t->n) continue;
    t->lo[i] = p->region_lo[k];
    t->hi[i] = p->region_hi[k];
  }
}

/* No force but those of the potential acts on a machine at rest, wherever it is. */
static bool pulls_nowhere(const ss_target *t) {
  const ss_system *s = t->system;
  ss_graph *g = ss_graph_create_over(t->arena, s->graph);
  ss_expr zero[t->n + 1], at_rest[t->n + 1];
  if (!g) return false;
  for (size_t i = 0; i < t->n; i++) zero[i] = ss_expr_integer(g, 0);
  if (ss_expr_substitute(g, t->n, s->u, zero, t->n, s->nonconservative, at_rest) != SS_OK)
    return false;
  for (size_t i = 0; i < t->n; i++)
    if (ss_expr_is_zero(g, at_rest[i]) != SS_PROVED) return false;
  return true;
}

/* V: the proof's function, or T + U where no other force pulls at rest. */
static ss_status set_function(ss_target *t) {
  const ss_proof *p = t->proof;
  const ss_system *s = t->system;
  const ss_model *m = s->model;
  t->level = isnan(p->levels.proved) ? INFINITY : p->levels.proved;
  if (p->function) {
    ss_expr in[2 * t->n + 1], parameter[m->parameters + 1];
    for (size_t i = 0; i < m->parameters; i++) parameter[i] = m->parameter[i].symbol;
    memcpy(in, s->q, t->n * sizeof *in);
    memcpy(in + t->n, s->u, t->n * sizeof *in);
    const ss_status status = ss_tape_compile(p->graph, m->parameters, parameter, 2 * t->n, in, 1,
                                             &p->function, &t->function);
    if (status != SS_OK) return status;
    t->function_work = ss_arena_new(t->arena, ss_tape_work_size(t->function), double);
    if (!t->function_work) return SS_MEMORY;
    ss_tape_prepare(t->function, t->parameters, t->function_work);
    t->falls = true;
    return SS_OK;
  }
  ss_system_values values;
  const ss_status status =
      ss_system_evaluate(t->arena, s, t->parameters, t->center, t->center + t->n, 0, &values);
  if (status != SS_OK) return status;
  t->falls = !p->any_energy && pulls_nowhere(t);
  t->base = values.of[SS_QUANTITY_ENERGY][0] + values.of[SS_QUANTITY_ENERGY][1];
  return SS_OK;
}

static ss_status open_target(ss_target *t) {
  const size_t n = t->n;
  const ss_status status = ss_system_compile(
      t->system, SS_QUANTITY_BIT(GAP) | SS_QUANTITY_BIT(WN) | SS_QUANTITY_BIT(ENERGY), &t->machine);
  if (status != SS_OK) return status;
  t->work = ss_arena_new(t->arena, ss_tape_work_size(t->machine.tape), double);
  t->center = ss_arena_new(t->arena, 8 * n, double);
  if (!t->work || !t->center) return SS_MEMORY;
  t->lo = t->center + 2 * n;
  t->hi = t->lo + 2 * n;
  t->size = t->hi + 2 * n;
  ss_tape_prepare(t->machine.tape, t->parameters, t->work);
  set_region(t);
  return set_function(t);
}

/* ---- motions --------------------------------------------------------------------------------- */

typedef struct pursuit {
  ss_target *target;
  double start, least; /* V at the start, and the least since then */
  ss_attack_finding *finding;
  bool broken; /* the finding is filled in */
} pursuit;

static void blame(pursuit *p, ss_attack_kind kind, double time, double V) {
  p->finding->kind = kind;
  p->finding->t = time;
  p->finding->before = p->least;
  p->finding->after = V;
  p->broken = true;
}

static bool watch(void *user, double time, const double *q, const double *u) {
  pursuit *p = user;
  const double V = ss_target_value(p->target, q, u);
  const double scale = isfinite(p->target->level) ? p->target->level : p->start;
  if (V > p->least + NOISE * (fabs(p->start) + 1e-3 * fabs(scale)))
    blame(p, SS_ATTACK_GAINS, time, V);
  else if (!ss_target_holds(p->target, q, u))
    blame(p, SS_ATTACK_LEAVES, time, V);
  if (V < p->least) p->least = V;
  return !p->broken;
}

/* Is the place of rest one that the claim is about? */
static bool is_meant(const pursuit *p, const ss_motion *m) {
  ss_target *t = p->target;
  const ss_proof *proof = t->proof;
  const double V = ss_target_value(t, m->q, m->u);
  if (isfinite(t->level) && V > t->level) return false;
  if (isfinite(t->level) && proof->rest_fraction == 1 && V > proof->rest_energy + NOISE * t->level)
    return false;
  for (size_t i = 0; proof->only_point && i < t->n; i++)
    if (fabs(m->q[i] - t->center[i]) > 1e-3 * t->size[i]) return false;
  return true;
}

/* The motion from the start of the finding, watched. */
static ss_status move(pursuit *p, double end, ss_motion *m) {
  ss_target *t = p->target;
  ss_motion_options o = ss_motion_default_options();
  o.end = end;
  o.first_if_several = true;
  o.watch = watch;
  o.user = p;
  o.steps_most = 200000;
  if (t->proof->stiffness > 0) {
    o.method = SS_MOTION_PENALTY;
    o.stiffness = t->proof->stiffness;
  }
  p->start = p->least = ss_target_value(t, p->finding->q, p->finding->u);
  return ss_motion_run(t->arena, t->system, t->parameters, p->finding->q, p->finding->u, &o, m);
}

static ss_status follow(pursuit *p, double end, ss_attack *attack) {
  enum { LONGER = 16, IN_VAIN = 8 };
  ss_target *t = p->target;
  ss_motion m;
  ss_status status = move(p, end, &m);
  /* where rest is not claimed it tells nothing, and little where motions never have an end */
  const bool waits = is_attractive(t->proof->claim) && attack->moving < IN_VAIN;
  if (status == SS_OK && !p->broken && !m.at_rest && !m.settles && waits)
    status = move(p, LONGER * end, &m);
  if (status == SS_MEMORY) return status;
  attack->motions++;
  if (!p->broken && status == SS_OK && (m.at_rest || m.settles) && !is_meant(p, &m))
    blame(p, SS_ATTACK_ELSEWHERE, m.t, ss_target_value(t, m.q, m.u));
  if (p->broken)
    attack->findings++;
  else if (status != SS_OK)
    attack->failed++;
  else if (m.at_rest || m.settles)
    attack->rested++;
  else
    attack->moving++;
  return SS_OK;
}

/* One start after the other; the findings stay in the arena, motions do not. */
static ss_status run(ss_target *t, const ss_attack_options *o, ss_attack *attack) {
  ss_status status = SS_OK;
  ss_attack_finding *list = ss_arena_new(t->arena, o->count, ss_attack_finding);
  double *states = ss_arena_new(t->arena, 2 * t->n * o->count, double);
  if (!list || !states) return SS_MEMORY;
  attack->finding = list;
  ss_target_measure(t);
  for (size_t i = 0; i < o->count && status == SS_OK; i++) {
    double *q = states + 2 * t->n * attack->findings;
    pursuit p = {.target = t, .finding = &list[attack->findings]};
    *p.finding = (ss_attack_finding){.q = q, .u = q + t->n};
    if (!ss_target_start(t, i % 3 != 2, i % 2, q, q + t->n)) continue;
    const ss_arena_mark mark = ss_arena_get_mark(t->arena);
    status = follow(&p, o->end, attack);
    ss_arena_release(t->arena, mark);
  }
  return status;
}

ss_status ss_machine_attack(ss_arena *arena, const ss_machine *machine, const ss_proof *proof,
                            const ss_attack_options *options, ss_diagnostics *list,
                            ss_attack *attack) {
  const ss_attack_options defaults = ss_attack_default_options();
  const ss_attack_options *o = options ? options : &defaults;
  assert(arena && machine && proof && attack);
  *attack = (ss_attack){.asked = o->count, .why_not = refuse(machine, proof)};
  attack->names = ss_machine_system(machine)->names;
  attack->coordinates = ss_machine_system(machine)->coordinates;
  if (attack->why_not || o->count == 0) return SS_OK;
  ss_target t = {.arena = arena,
                 .system = ss_machine_system(machine),
                 .parameters = ss_machine_parameters(machine),
                 .proof = proof,
                 .n = attack->coordinates,
                 .random = o->seed};
  ss_status status = open_target(&t);
  if (status == SS_OK && !t.falls && isfinite(t.level))
    attack->why_not = "the energy is not known as a function of the state";
  else if (status == SS_OK)
    status = run(&t, o, attack);
  ss_system_tape_destroy(&t.machine);
  ss_tape_destroy(t.function);
  if (status == SS_OK) return SS_OK;
  return ss_study_refuse(list, status, "--attack: %s", ss_status_text(status));
}
