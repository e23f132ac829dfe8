/* reach_judge.c: rest or settling, at the end of a motion that kept no record.
 *
 * Exact propagators and time stepping in lanes know the last state and nothing of the modes. They
 * follow from the state: a contact is closed where its gap is 0 to time stepping's errors, and what
 * moves slower than a bound is held; the rest slips. How fast the motion was
 * follows from the energy that it lost, which it had to have as kinetic energy to lose it. Then
 * settle.c decides as it does for recorded motions.
 *
 * The run that this takes is made at the first question and kept. What fails is undecided.
 */
#include <math.h>
#include <string.h>

#include "events.h"
#include "reach.h"

/* Forces left over, of those at hand: time stepping's gaps are not exact. */
static const double BALANCE = 1e-4;

/* Gaps of time stepping. */
static const double GAP = 1e-6;

struct ss_reach_referee {
  ss_run run;
  ss_events events;
  ss_motion_options options;
  ss_mode *modes;
};

static struct ss_reach_referee *open_referee(ss_reach *r) {
  struct ss_reach_referee *referee = ss_arena_new(r->arena, 1, struct ss_reach_referee);
  if (!referee) return NULL;
  referee->options = ss_motion_default_options();
  referee->modes = ss_arena_new(r->arena, r->system->elements, ss_mode);
  ss_status status =
      ss_run_start(&referee->run, r->arena, r->system, r->parameters, &referee->options);
  if (status == SS_OK) {
    memcpy(referee->run.q, r->q, r->n * sizeof *r->q);
    status = ss_events_prepare(&referee->events, &referee->run);
  }
  if (status == SS_OK && referee->modes) return referee;
  ss_run_end(&referee->run);
  return NULL;
}

void ss_reach_judge_close(ss_reach *r) {
  if (r->referee) ss_run_end(&r->referee->run);
  r->referee = NULL;
}

/* Modes by the state that the run was evaluated at. */
static void name_modes(const ss_reach *r, struct ss_reach_referee *referee, double held) {
  const ss_run *run = &referee->run;
  const double gap = GAP * ss_run_size(r->n, r->q);
  for (size_t i = 0; i < run->elements; i++) {
    const ss_system_element *e = &run->system->element[i];
    const ss_element_kind kind = e->element->kind;
    double gamma[SS_SLIP_MOST] = {0};
    for (size_t k = 0; k < e->slips; k++)
      gamma[k] = ss_contact_rate(r->n, run->at.WT, run->at.wT, e->slip + k, r->u);
    referee->modes[i] = e->element->law == SS_LAW_FRICTIONLESS
                            ? SS_MODE_CLOSED
                            : ss_run_slip_mode(e->slips, gamma, held);
    const bool open = kind == SS_ELEMENT_CONTACT && run->at.gap[e->normal] > gap;
    const bool runs_free = kind == SS_ELEMENT_CLUTCH && gamma[0] > held;
    if (open || runs_free) referee->modes[i] = SS_MODE_FREE;
  }
}

static struct ss_reach_referee *get_referee(ss_reach *r) {
  if (!r->referee) r->referee = open_referee(r);
  return r->referee;
}

bool ss_reach_is_balanced(ss_reach *r, const double *q, const double *u) {
  if (!get_referee(r)) return false;
  ss_run *run = &r->referee->run;
  double force = 0;
  bool yes = false;
  ss_run_evaluate(run, 0, q, u);
  for (size_t k = 0; k < r->n; k++) force = fmax(force, fabs(run->at.h[k]));
  memset(run->u, 0, r->n * sizeof *run->u);
  ss_run_evaluate(run, 0, r->q, run->u);
  const ss_status status =
      ss_run_is_equilibrium(run, &r->referee->events.contacts, BALANCE, force, NULL, &yes);
  return status == SS_OK && yes;
}

/* sqrt(u^T M u) is at most this where no velocity is above 1. */
static double measure_mass(const ss_run *run) {
  double sum = 0;
  for (size_t k = 0; k < run->n * run->n; k++) sum += fabs(run->at.M[k]);
  return sqrt(sum);
}

ss_reach_kind ss_reach_judge(ss_reach *r, ss_reach_start start, double held) {
  if (!get_referee(r)) return SS_REACH_UNDECIDED;
  ss_run *run = &r->referee->run;
  memcpy(run->q, r->q, r->n * sizeof *r->q);
  memcpy(run->u, r->u, r->n * sizeof *r->u);
  run->far_q = r->options.size;
  ss_run_evaluate(run, 0, run->q, run->u);
  name_modes(r, r->referee, held);
  const double lost = fmax(start.total - run->at.energy[0] - run->at.energy[1], start.kinetic);
  const ss_still still = {.q = run->q,
                          .u = run->u,
                          .fastest = sqrt(2 * fmax(0, lost)),
                          .slow = r->options.still * measure_mass(run)};
  ss_settling end;
  if (ss_settle_judge(&r->referee->events, r->referee->modes, &still, &end) != SS_OK)
    return SS_REACH_UNDECIDED;
  return end.kind == SS_STILL_RESTS     ? SS_REACH_RESTS
         : end.kind == SS_STILL_SETTLES ? SS_REACH_SETTLES
                                        : SS_REACH_UNDECIDED;
}
