/* equilibrium.c: can the machine rest here?
 *
 * (q, 0) is an equilibrium if admissible forces r exist with h(q, 0) + W r = 0 (Leine & van de Wouw
 * 2008, section 5). That is the contact problem at acceleration level with every closed contact at
 * rest, asked for a solution without acceleration:
 *
 *     small and planar   all solutions are listed: one of them must be still; where all normal
 *                        forces are known the acceleration is unique (Gauss's principle of least
 *                        constraint), and the first solution that is found decides. Sticking
 *                        everywhere is tried first: 1 instead of 3^k modes at rest
 *     otherwise          the solver's solution must be; where the problem has several solutions the
 *                        solver may find one that moves, and the answer is no
 *
 * What slips by itself (a belt) slides, with the friction that this gives it. Still means:
 * |M a| <= tolerance of the largest force at hand, max(|h|, |W r|); for the rate of a first-order
 * state z, tolerance of max(1, |z|) in a unit of time.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "run.h"

/* The residual of solutions that count. */
static const double EXACT = 1e-12;

/* Is the solution r still? `allowed` is relative to the forces at hand, or to `size`. */
static bool is_still(const ss_run *run, const ss_contacts *c, double allowed, double size) {
  const size_t n = run->n;
  const double *r = c->r, *q = ss_tape_in(run->tape.tape, run->work);
  double left = 0;
  for (size_t k = 0; k < n; k++) {
    double force = c->at.load[k];
    if (run->system->aux[k]) {
      if (fabs(force) > allowed * fmax(1, fabs(q[k]))) return false;
      continue;
    }
    size = fmax(size, fabs(force));
    for (size_t j = 0; j < c->at.size; j++) {
      force += c->at.W[k + n * j] * r[j];
      size = fmax(size, fabs(c->at.W[k + n * j] * r[j]));
    }
    left = fmax(left, fabs(force));
  }
  return left <= allowed * size;
}

static bool is_planar(const ss_contacts *c) {
  for (size_t i = 0; i < c->at.contacts; i++)
    if (ss_law_dimension(c->at.contact[i].law.kind) > 1) return false;
  return c->at.contacts <= SS_ENUMERATE_MOST;
}

/* Is the acceleration unique, because no friction depends on an unknown normal force? */
static bool has_known_normals(const ss_contacts *c) {
  for (size_t i = 0; i < c->at.contacts; i++)
    if (c->at.contact[i].kind != SS_ELEMENT_FRICTION) return false;
  return c->at.contacts > 0;
}

/* Is the first solution in the order of the modes still? Keeps it in c->r. */
static ss_status find_solution(const ss_run *run, ss_contacts *c, double allowed, double size,
                               bool *yes) {
  const ss_contact_problem problem = ss_contact_state_problem(&c->at);
  ss_contact_options options = c->options;
  ss_contact_report report;
  options.method = SS_METHOD_ENUMERATE;
  options.tolerance = EXACT;
  const ss_status status = ss_contact_solve(&problem, &options, c->work, c->r, c->xi, &report);
  if (status == SS_OK) *yes = is_still(run, c, allowed, size);
  return status == SS_NO_CONVERGENCE ? SS_OK : status;
}

/* Looks for a still solution among all; keeps it in c->r. */
static ss_status list_solutions(ss_run *run, ss_contacts *c, double allowed, double size,
                                bool *yes) {
  const ss_arena_mark mark = ss_arena_get_mark(run->scratch);
  const ss_contact_problem problem = ss_contact_state_problem(&c->at);
  ss_mode_list list;
  const ss_status status = ss_contact_enumerate(&problem, EXACT, run->scratch, &list);
  for (size_t k = 0; status == SS_OK && k < list.count && !*yes; k++) {
    memcpy(c->r, list.items[k].r, c->at.size * sizeof *c->r);
    *yes = is_still(run, c, allowed, size);
  }
  ss_arena_release(run->scratch, mark);
  return status;
}

static ss_status solve_once(ss_run *run, ss_contacts *c, double allowed, double size, bool *yes) {
  const ss_contact_problem problem = ss_contact_state_problem(&c->at);
  ss_contact_report report;
  const ss_status status = ss_contact_solve(&problem, &c->options, c->work, c->r, c->xi, &report);
  if (status == SS_OK) *yes = is_still(run, c, allowed, size);
  return status == SS_NO_CONVERGENCE ? SS_OK : status;
}

/* Does its slip go on at rest, on a belt? */
static bool moves_by_itself(const ss_run *run, const ss_system_element *e) {
  for (size_t k = e->slip; k < e->slip + e->slips; k++)
    if (run->at.wT[k] != 0) return e->element->kind != SS_ELEMENT_CLUTCH;
  return false;
}

/* Closed contacts and everything without a gap; false if a contact penetrates or a slider is off
 * its track. */
static bool choose_duties(const ss_run *run, const double *q, ss_duty *duty) {
  const double closed = ss_model_closed_below(run->n, q);
  for (size_t i = 0; i < run->elements; i++) {
    const ss_system_element *e = &run->system->element[i];
    const double gap = e->normal == SIZE_MAX ? 0 : run->at.gap[e->normal];
    const ss_duty duty_closed = moves_by_itself(run, e) ? SS_DUTY_SLIDING : SS_DUTY_REST;
    if (ss_springs_have(run, i)) {
      duty[i] = run->springs->of[i].on ? duty_closed : SS_DUTY_NONE;
      continue;
    }
    if (gap < -closed || (e->element->kind == SS_ELEMENT_SLIDER && gap > closed)) return false;
    duty[i] = gap > closed ? SS_DUTY_NONE : duty_closed;
  }
  return true;
}

ss_status ss_run_is_equilibrium(ss_run *run, ss_contacts *c, double tolerance, double size,
                                double *forces, bool *yes) {
  const ss_arena_mark mark = ss_arena_get_mark(run->scratch);
  ss_duty *duty = ss_arena_new(run->scratch, run->elements, ss_duty);
  double *zero = ss_arena_new(run->scratch, run->n, double);
  *yes = false;
  ss_status status = duty && zero ? SS_OK : SS_MEMORY;
  const double *q = ss_tape_in(run->tape.tape, run->work);
  if (status == SS_OK && choose_duties(run, q, duty)) {
    status = ss_contacts_factor(run, c, zero);
    if (status == SS_OK) {
      ss_contacts_gather(run, c, duty);
      status = !is_planar(c)          ? solve_once(run, c, tolerance, size, yes)
               : has_known_normals(c) ? find_solution(run, c, tolerance, size, yes)
                                      : list_solutions(run, c, tolerance, size, yes);
    }
    if (status == SS_OK && *yes) ss_contacts_apply(run, c, c->r, forces);
  }
  ss_arena_release(run->scratch, mark);
  return status;
}

ss_status ss_motion_is_equilibrium(ss_arena *arena, const ss_system *system,
                                   const double *parameters, const double *q, double t,
                                   double tolerance, bool *yes) {
  assert(ss_graph_is_sealed(system->graph));
  const ss_motion_options options = ss_motion_default_options();
  ss_run run;
  ss_contacts contacts;
  *yes = false;
  if (system->inputs || system->projection) return SS_BAD_ARGUMENT;
  ss_status status = ss_run_start(&run, arena, system, parameters, &options);
  if (status == SS_OK) {
    ss_run_evaluate(&run, t, q, run.u);
    status = ss_run_is_finite(&run) ? ss_contacts_create(&run, &contacts) : SS_BAD_ARGUMENT;
  }
  if (status == SS_OK) status = ss_run_is_equilibrium(&run, &contacts, tolerance, 0, NULL, yes);
  ss_run_end(&run);
  return status;
}
