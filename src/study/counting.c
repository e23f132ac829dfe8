/* counting.c: motions whose inputs follow other laws once something has happened, or while a
 * contact does something.
 *
 *     feedback after 2 : u = FORMULA              feedback while floor sticks : u = FORMULA
 *
 * What counts are instants at which something happens, as a motion lists them: events at one time
 * count once. All laws of all stages are one tape over q, u, t, and a controller of the motion
 * (motion.h) reads the part of the present stage. A stage begins when its guard has reached 0,
 * before the modes behind the event are chosen, so that they are those of the new law. Where
 * nothing comes of a guard, or an event has none, the second call at the instant puts it right.
 *
 * Laws with `while` are chosen together with the modes: modes are chosen with the laws of the modes
 * before, and again as long as other laws follow from them (motion.h). Of those that hold the last
 * one of the file counts, and where none does the law of the stage.
 */
#include <math.h>
#include <string.h>

#include "study_private.h"

struct ss_counting {
  size_t stages, inputs, n;
  const size_t *after; /* stages: from when on, the first 0 */
  size_t whiles;
  const ss_feedback **during; /* laws with a condition, in the order of the file */
  ss_tape *laws;              /* stages x inputs, then whiles: over q, u, t */
  const ss_graph *graph;
};

/* ---- which laws ------------------------------------------------------------------------------ */

/* Was the input's formula given by the caller? */
static bool is_given(const ss_machine *machine, size_t input) {
  const ss_machine_options *o = ss_machine_options_of(machine);
  const char *name = ss_machine_model(machine)->input[input].name.text;
  for (size_t i = 0; i < o->inputs; i++) {
    const char *text = o->input[i] + strspn(o->input[i], " ");
    const size_t length = strlen(name);
    if (strncmp(text, name, length) == 0 && text[length + strspn(text + length, " ")] == '=')
      return true;
  }
  return false;
}

/* The least number of instants above `events` from which an input follows another law; 0: none. */
static size_t find_next(const ss_machine *machine, size_t events, size_t *which) {
  const ss_model *m = ss_machine_model(machine);
  const char *law = ss_machine_options_of(machine)->feedback;
  size_t next = 0;
  for (size_t i = 0; i < m->feedbacks; i++) {
    const ss_feedback *f = &m->feedback[i];
    if (f->after <= events || (next && f->after >= next) || is_given(machine, f->input)) continue;
    if (ss_model_find_feedback(m, f->input, law, f->after) != f) continue;
    next = f->after;
    *which = f->input;
  }
  return next;
}

/* The laws with `while` that inputs follow; NULL when memory is out. */
static const ss_feedback **list_whiles(ss_arena *arena, const ss_machine *machine, size_t *count) {
  const ss_model *m = ss_machine_model(machine);
  const char *law = ss_machine_options_of(machine)->feedback;
  const ss_feedback **list = ss_arena_new(arena, m->feedbacks + 1, const ss_feedback *);
  *count = 0;
  for (size_t i = 0; list && i < m->feedbacks; i++) {
    const ss_feedback *f = &m->feedback[i];
    if (f->during && !is_given(machine, f->input) && ss_model_follows(m, f, law))
      list[(*count)++] = f;
  }
  return list;
}

static ss_expr saturate(ss_graph *g, const ss_input *input, ss_expr v) {
  if (input->low.resolved) v = ss_expr_binary(g, SS_OP_MAX, v, input->low.resolved);
  return input->high.resolved ? ss_expr_binary(g, SS_OP_MIN, v, input->high.resolved) : v;
}

static ss_status compile(ss_arena *arena, const ss_machine *machine, ss_graph *g,
                         const ss_expr *first, ss_counting *c) {
  const ss_system *s = ss_machine_plant(machine);
  const ss_model *m = s->model;
  const size_t n = c->n, inputs = c->inputs;
  ss_expr *in = ss_arena_new(arena, 2 * n + 1, ss_expr);
  ss_expr *parameter = ss_arena_new(arena, m->parameters, ss_expr);
  const size_t outputs = c->stages * inputs + c->whiles;
  ss_expr *out = ss_arena_new(arena, outputs, ss_expr);
  if (!in || !parameter || !out) return SS_MEMORY;
  memcpy(in, s->q, n * sizeof *in);
  memcpy(in + n, s->u, n * sizeof *in);
  in[2 * n] = m->time;
  for (size_t i = 0; i < m->parameters; i++) parameter[i] = m->parameter[i].symbol;
  for (size_t k = 0; k < c->stages; k++)
    for (size_t j = 0; j < inputs; j++) {
      const ss_feedback *f =
          ss_model_find_feedback(m, j, ss_machine_options_of(machine)->feedback, c->after[k]);
      const bool later = f && f->after && !is_given(machine, j);
      out[k * inputs + j] = saturate(g, &m->input[j], later ? f->value.resolved : first[j]);
    }
  for (size_t k = 0; k < c->whiles; k++)
    out[c->stages * inputs + k] =
        saturate(g, &m->input[c->during[k]->input], c->during[k]->value.resolved);
  const ss_status status = ss_graph_status(g);
  if (status != SS_OK) return status;
  return ss_tape_compile(g, m->parameters, parameter, 2 * n + 1, in, outputs, out, &c->laws);
}

static ss_status refuse(const ss_machine *machine, ss_diagnostics *list, size_t next, size_t which,
                        const ss_feedback *during) {
  const ss_model *m = ss_machine_model(machine);
  if (next)
    return ss_study_refuse(
        list, SS_BAD_INPUT,
        "input '%s' follows another law from event %zu on (feedback after): only "
        "simulate, by events, follows such a law",
        m->input[which].name.text, next);
  return ss_study_refuse(
      list, SS_BAD_INPUT,
      "input '%s' follows another law while '%s' %s%s (feedback while): only simulate, by events, "
      "follows such a law",
      m->input[during->input].name.text, during->element_name,
      during->during == SS_DURING_OPEN || during->during == SS_DURING_CLOSED ? "is " : "",
      ss_during_word(during->during));
}

ss_status ss_counting_make(ss_arena *arena, const ss_machine *machine, ss_graph *graph,
                           const ss_expr *first, ss_diagnostics *list, ss_counting **counting) {
  const ss_model *m = ss_machine_model(machine);
  size_t which = 0, whiles, next = find_next(machine, 0, &which);
  const ss_feedback **during = list_whiles(arena, machine, &whiles);
  *counting = NULL;
  if (!during) return SS_MEMORY;
  if (!next && !whiles) return SS_OK;
  if (!ss_machine_options_of(machine)->counts) return refuse(machine, list, next, which, *during);
  ss_counting *c = ss_arena_new(arena, 1, ss_counting);
  size_t *after = ss_arena_new(arena, m->feedbacks + 1, size_t);
  if (!c || !after) return SS_MEMORY;
  *c = (ss_counting){.stages = 1,
                     .inputs = m->inputs,
                     .n = m->coordinates,
                     .after = after,
                     .whiles = whiles,
                     .during = during,
                     .graph = graph};
  for (; next; next = find_next(machine, next, &which)) after[c->stages++] = next;
  const ss_status status = compile(arena, machine, graph, first, c);
  if (status == SS_OK) *counting = c;
  return status;
}

void ss_counting_destroy(ss_counting *c) {
  if (c) ss_tape_destroy(c->laws);
}

/* ---- the motion ------------------------------------------------------------------------------ */

typedef struct count {
  const ss_counting *laws;
  double *work;
  size_t instants; /* at which something happened */
  bool expected;   /* the present one is counted already */
  size_t stage;
  bool *holds; /* whiles */
} count;

static void choose(void *user, double t, const double *q, const double *u, double *v) {
  count *c = user;
  const ss_counting *k = c->laws;
  double *in = ss_tape_in(k->laws, c->work);
  memcpy(in, q, k->n * sizeof *in);
  memcpy(in + k->n, u, k->n * sizeof *in);
  in[2 * k->n] = t;
  ss_tape_run(k->laws, c->work);
  const double *out = ss_tape_out(k->laws, c->work);
  memcpy(v, out + c->stage * k->inputs, k->inputs * sizeof *v);
  for (size_t i = 0; i < k->whiles; i++)
    if (c->holds[i]) v[k->during[i]->input] = out[k->stages * k->inputs + i];
}

/* A contact that rolls without slip sticks. */
static bool holds(ss_during during, ss_mode mode) {
  const bool sticks = mode == SS_MODE_STICK || mode == SS_MODE_ROLL;
  switch (during) {
  case SS_DURING_OPEN: return mode == SS_MODE_FREE;
  case SS_DURING_CLOSED: return mode != SS_MODE_FREE;
  case SS_DURING_STICKS: return sticks;
  default: return !sticks && mode != SS_MODE_FREE && mode != SS_MODE_CLOSED;
  }
}

static bool follow(void *user, const ss_mode *modes) {
  count *c = user;
  bool changed = false;
  for (size_t i = 0; i < c->laws->whiles; i++) {
    const ss_feedback *f = c->laws->during[i];
    const bool now = holds(f->during, modes[f->element]);
    changed |= now != c->holds[i];
    c->holds[i] = now;
  }
  return changed;
}

static void notice(void *user, const ss_motion_instant *now) {
  count *c = user;
  const bool happens = now->guard || now->events;
  if (happens && !c->expected) c->instants++;
  if (!happens && c->expected) c->instants--;
  c->expected = now->guard;
  for (c->stage = 0; c->stage + 1 < c->laws->stages; c->stage++)
    if (c->laws->after[c->stage + 1] > c->instants) break;
}

ss_status ss_counting_move(ss_arena *arena, const ss_machine *machine, const ss_counting *laws,
                           const ss_start *start, const ss_motion_options *options,
                           ss_motion *motion) {
  count c = {.laws = laws,
             .work = ss_arena_new(arena, ss_tape_work_size(laws->laws), double),
             .holds = ss_arena_new(arena, laws->whiles + 1, bool)};
  const ss_motion_control control = {choose, notice, NULL, &c, follow, laws->graph};
  ss_motion_options how = *options;
  *motion = (ss_motion){.status = SS_MEMORY};
  if (!c.work || !c.holds) return SS_MEMORY;
  ss_tape_prepare(laws->laws, ss_machine_parameters(machine), c.work);
  how.control = &control;
  return ss_motion_run(arena, ss_machine_plant(machine), ss_machine_parameters(machine), start->q,
                       start->u, &how, motion);
}
