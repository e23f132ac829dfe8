/* moreau_control.c: steps whose length follows from a tolerance.
 *
 * A step of dt and two of dt/2 from the same state differ by three times the error of the two,
 * where the motion is smooth (the scheme is of second order, its error a step of third). With dq
 * and du the differences relative to the largest |q| and |u| so far (micrometres and kilometres are
 * held to the same share of themselves), and total = tolerance^(2/3), what smooth steps add up to
 * (n of them, n growing like tolerance^(-1/3), each wrong by the tolerance), the two halves are
 * taken if
 *
 *     smooth          dq <= 3 tolerance, du <= 3 total     dt changes like error^(-1/3)
 *     a mode changes  dq, du <= total                      dt changes like 1 / error
 *     a contact hit   dq <= total                          the same
 *
 * Velocities are held to the total only, because what the gap corrections make of them (an error of
 * dt^2 that does not add up) would shorten the steps of machines with sliders for nothing. Where a
 * mode changes the difference need not fall like dt^3. Velocities before and after an impact cannot
 * be compared; and because only positions count then, a contact that is hit ever more slowly asks
 * for ever longer steps: an accumulation of impacts is passed in finitely many.
 *
 * A contact that closes between the middle and the end of the last half would be found too late, by
 * the next step: its gap there counts as a difference in position, as does the height of a flight
 * that was too short for the step.
 *
 * Costs three evaluations for a step of dt, where a fixed step costs two for the same error.
 */
#include <math.h>
#include <string.h>

#include "moreau_control.h"

/* Less than this is not told from 0. */
static const double LEAST = 1e-9;

static const double SHORTEST = 1e-14, GROW_MOST = 2, SHRINK_MOST = 0.1, SAFETY = 0.9;

ss_status ss_moreau_control_create(ss_arena *arena, const ss_moreau *m, double tolerance, double dt,
                                   ss_moreau_control *c) {
  *c = (ss_moreau_control){.tolerance = tolerance, .dt = dt, .size_q = LEAST, .size_u = LEAST};
  ss_moreau_state *const states[] = {&c->start, &c->whole, &c->between};
  ss_moreau_result *const results[] = {&c->once, &c->half[0], &c->half[1]};
  ss_status status = SS_OK;
  for (size_t k = 0; k < 3 && status == SS_OK; k++) {
    status = ss_moreau_new_state(arena, m, states[k]);
    if (status == SS_OK) status = ss_moreau_new_result(arena, m, results[k]);
  }
  return status;
}

static bool has_mode_changes(const ss_moreau *m, const ss_mode *from, const ss_mode *to) {
  return from && memcmp(from, to, m->elements * sizeof *to) != 0;
}

static bool has_hits(const ss_moreau_control *c) {
  return c->once.hits || c->half[0].hits || c->half[1].hits;
}

static bool keeps_modes(const ss_moreau_control *c, const ss_moreau *m, const ss_mode *modes) {
  return !has_mode_changes(m, modes, c->half[0].modes) &&
         !has_mode_changes(m, c->half[0].modes, c->half[1].modes) &&
         !has_mode_changes(m, c->half[1].modes, c->once.modes);
}

static double find_difference(size_t n, const double *a, const double *b) {
  double largest = 0;
  for (size_t k = 0; k < n; k++) largest = fmax(largest, fabs(a[k] - b[k]));
  return largest;
}

static double find_largest(size_t n, const double *a, double so_far) {
  for (size_t k = 0; k < n; k++) so_far = fmax(so_far, fabs(a[k]));
  return so_far;
}

static void note_sizes(ss_moreau_control *c, const ss_moreau *m, const ss_moreau_state *state) {
  c->size_q = find_largest(m->n, state->q, c->size_q);
  c->size_u = find_largest(m->n, state->u, c->size_u);
}

/* The error of the two halves in units of what is allowed, and the next dt in units of this one. */
static double judge(const ss_moreau_control *c, const ss_moreau *m, const ss_moreau_state *state,
                    const ss_mode *modes, double *change) {
  const double size_q = find_largest(m->n, state->q, c->size_q);
  const double size_u = find_largest(m->n, state->u, c->size_u);
  const double positions = find_difference(m->n, state->q, c->whole.q) / size_q;
  const double velocities = has_hits(c) ? 0 : find_difference(m->n, state->u, c->whole.u) / size_u;
  const double late = fmax(c->half[0].unseen, c->half[1].unseen) / size_q;
  const double added_up = cbrt(c->tolerance * c->tolerance);
  double error, power;
  if (!has_hits(c) && keeps_modes(c, m, modes) && late == 0) {
    error = fmax(positions / c->tolerance, velocities / added_up) / 3;
    power = 1.0 / 3;
  } else {
    error = fmax(fmax(positions, velocities), late) / added_up;
    power = 1;
  }
  *change = fmin(GROW_MOST, fmax(SHRINK_MOST, SAFETY * pow(error, -power)));
  return error;
}

static ss_status try_step(ss_moreau_control *c, ss_moreau *m, ss_moreau_state *state, double dt) {
  ss_moreau_copy(&c->whole, &c->start);
  ss_moreau_copy(state, &c->start);
  ss_status status = ss_moreau_step(m, &c->whole, dt, &c->once);
  if (status == SS_OK) status = ss_moreau_step(m, state, 0.5 * dt, &c->half[0]);
  if (status != SS_OK) return status;
  ss_moreau_copy(&c->between, state);
  status = ss_moreau_step(m, state, 0.5 * dt, &c->half[1]);
  state->t = c->start.t + dt;
  return status;
}

ss_status ss_moreau_control_step(ss_moreau_control *c, ss_moreau *m, ss_moreau_state *state,
                                 const ss_mode *modes, double limit) {
  ss_moreau_copy(&c->start, state);
  note_sizes(c, m, state);
  const double shortest = SHORTEST * fmax(limit, state->t);
  for (;;) {
    const double rest = limit - c->start.t;
    const bool last = c->dt >= rest * (1 - 1e-9);
    const double dt = last ? rest : c->dt;
    double change = SHRINK_MOST;
    const ss_status status = try_step(c, m, state, dt);
    const bool accepted = status == SS_OK && judge(c, m, state, modes, &change) <= 1;
    if (accepted && last) state->t = limit;
    if (!accepted || !last || change < 1) c->dt = dt * change;
    if (accepted) return SS_OK;
    if (c->dt >= shortest) continue;
    if (status == SS_OK) m->why = "no step is short enough for the tolerance";
    return status == SS_OK ? SS_NO_CONVERGENCE : status;
  }
}
