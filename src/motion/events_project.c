/* events_project.c: constraint drift taken back.
 *
 * Closed gaps and held velocities are constraints of a phase that the flow only knows by their
 * second and first derivatives; integration errors let them drift. The smallest change in the norm
 * of M (that of the kinetic energy) that brings them back to 0 is
 *
 *     dq = -M^-1 W_N G_N^+ g_N,      du = -M^-1 W G^+ gamma,      G = W^T M^-1 W,
 *
 * the first repeated as Newton's method for gaps that are not linear. Done after every step and at
 * every event, the changes are of the size of one step's error, so that drift does not add up and
 * the energy book does not notice. Dependent directions do not matter: they agree.
 */
#include <math.h>
#include <string.h>

#include "dependent.h"
#include "events.h"

enum { NEWTON_STEPS = 4 };

/* Solves G z = error for the directions W (count columns of n) and takes M^-1 W z from v. */
static bool correct(ss_events *ev, size_t count, const double *error, double *v) {
  ss_contacts *c = &ev->contacts;
  const size_t n = ev->run->n, most = ev->run->normals + ev->run->slips;
  ss_contact_delassus(n, c->at.L, count, c->at.W, c->at.Y, c->at.G);
  memcpy(ev->work, c->at.G, count * count * sizeof *c->at.G);
  double *work = ev->work + most * most;
  ss_dependent s = {.m = count,
                    .tolerated = true,
                    .A = ev->work,
                    .b = work,
                    .x = work + most,
                    .scale = work + 2 * most,
                    .column = ev->index};
  memcpy(s.b, error, count * sizeof *error);
  if (!ss_dependent_solve(&s)) return false;
  ev->is_held = s.rank == n;
  for (size_t j = 0; j < count; j++) s.x[j] = -s.x[j];
  ss_contact_respond(n, c->at.L, count, c->at.Y, s.x, c->acceleration);
  for (size_t k = 0; k < n; k++) v[k] += c->acceleration[k];
  return true;
}

static bool is_closed(const ss_events *ev, size_t i) {
  return ev->run->system->element[i].normal != SIZE_MAX && ev->stance[i].kind != SS_STANCE_OPEN &&
         !ss_springs_have(ev->run, i);
}

/* One Newton step on the closed gaps; *size is the largest of them. */
static bool correct_gaps(ss_events *ev, double *q, double *size) {
  const ss_run *run = ev->run;
  const size_t n = run->n;
  size_t count = 0;
  *size = 0;
  for (size_t i = 0; i < run->elements; i++) {
    if (!is_closed(ev, i)) continue;
    const size_t normal = run->system->element[i].normal;
    memcpy(ev->contacts.at.W + n * count, run->at.WN + n * normal, n * sizeof(double));
    ev->error[count] = run->at.gap[normal];
    *size = fmax(*size, fabs(ev->error[count++]));
  }
  return count == 0 || *size == 0 || correct(ev, count, ev->error, q);
}

static void add_velocity(ss_events *ev, const double *W, double gamma, size_t *count) {
  const size_t n = ev->run->n;
  memcpy(ev->contacts.at.W + n * *count, W, n * sizeof *W);
  ev->error[(*count)++] = gamma;
}

static bool correct_velocities(ss_events *ev, double *u) {
  const ss_run *run = ev->run;
  const size_t n = run->n;
  const double *gamma = ev->contacts.at.gamma;
  size_t count = 0;
  ev->is_held = false;
  for (size_t i = 0; i < run->elements; i++) {
    const ss_system_element *e = &run->system->element[i];
    if (is_closed(ev, i)) add_velocity(ev, run->at.WN + n * e->normal, gamma[e->normal], &count);
    if (ev->stance[i].kind == SS_STANCE_OPEN || run->idle[i] || ss_springs_have(run, i)) continue;
    for (size_t a = 0; a < e->slips; a++) {
      if (ss_stance_slips(&ev->stance[i], a < SS_ROLL_FIRST ? 0 : 1)) continue;
      const size_t k = e->slip + a;
      add_velocity(ev, run->at.WT + n * k, gamma[run->normals + k], &count);
    }
  }
  return count == 0 || correct(ev, count, ev->error, u);
}

ss_status ss_events_project(ss_events *ev, double t, double *q, double *u) {
  ss_run *run = ev->run;
  double size = 0;
  for (int step = 0; step < NEWTON_STEPS; step++) {
    ss_run_evaluate(run, t, q, u);
    if (!ss_run_is_finite(run) || ss_contacts_factor(run, &ev->contacts, u) != SS_OK)
      return SS_NO_CONVERGENCE;
    const double before = size;
    if (!correct_gaps(ev, q, &size)) return SS_NO_CONVERGENCE;
    if (size <= 1e-15 * ss_run_size(run->n, q) || (step > 0 && size > 0.1 * before)) break;
  }
  return correct_velocities(ev, u) ? SS_OK : SS_NO_CONVERGENCE;
}
