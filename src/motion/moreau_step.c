/* moreau_step.c: one step of Moreau's midpoint scheme.
 *
 * The motion is a measure differential inclusion, M du - h dt - W dP = 0 with set-valued laws
 * between the impulses dP and the velocities (Moreau 1988; Leine & van de Wouw 2008, section 4). A
 * step of length dt moves to the middle, finds the impulses of the step there, and moves on:
 *
 *     q_M = q + dt/2 u                      M, h, W, gaps: at q_M, t + dt/2, u + dt/2 a
 *     contacts that have been hit           moreau_impact.c: changes u, q_M; the rest of dt is left
 *     a slip that ends                      moreau_turn.c: the same
 *     v   = u + dt M^-1 h                   the velocity without contacts
 *     xi  = G P + W^T v + w - target        G = W^T M^-1 W; the contact laws hold between P and xi
 *     u+  = v + M^-1 W P
 *     q+  = q_M + dt/2 u+
 *
 * a being the acceleration of the last step, so that forces that depend on u are taken in the
 * middle to second order. Impulses of lasting contact and of friction come out of one problem
 * (ss_contact_solve, started from the last step's impulses), whatever the modes.
 *
 * GAPS. Left alone, a constraint that holds for velocities drifts away: by dt^2 a step where W
 * turns. On a motion that keeps gamma_N = 0 at the ends of steps the gap is zeta dt^2 / 8 in the
 * middle (the tangent leaves the curve), and gamma_N of u+ is -zeta dt / 2 with W of the middle.
 * What deviates from that is taken back by the middle of the next step:
 *
 *     back = -zeta dt/2 - (g_M - zeta dt^2/8) / dt
 *     slider     xi_N = 0:   gamma_N+ = back                       SHAKE, linearised
 *     touching   xi_N >= 0:  gamma_N+ >= min(back, 3/4 p)          p: what presses it
 *
 * Slip velocities are those of u+ at the end of the step for the same reason: gamma_T+ = -zeta_T
 * dt/2 with W of the middle where a contact sticks.
 *
 * A gap so stays of the size of dt^2. A contact that is deeper rises no faster than what presses it
 * in one step, p = gamma_N of the last step - gamma_N of v, could press it back: it stays closed.
 * A contact touches after a step in which it was pressed or did not leave; others are open.
 *
 * Costs a tape run, n^2 size for M^-1 W, size^2 n for G (or moreau_sparse.c), a contact problem.
 * Fails if M is not positive definite or so nearly singular that energy comes out of nothing, if no
 * solution is found, if a known normal force is negative, or if numbers leave what doubles hold.
 *
 * CFLAGS: -fno-tree-loop-distribute-patterns
 */
#include <assert.h>
#include <math.h>

#include "moreau.h"

/* Where nothing changes, the last step's impulses are a solution. Those that have just been solved
 * for must be one to this share of the tolerance, lest a step corrects what the last one left. */
static const double SAME = 1e-3;

/* A step in which an almost massless direction goes that far, and gains so many times its energy,
 * is none. */
static const double FAR = 0.5, GROWTH = 100;

/* ---- the contact problem --------------------------------------------------------------------- */

void ss_moreau_evaluate(ss_moreau *m, double t, const double *q, const double *u) {
  if (q != m->q) copy_few(m->n, q, m->q);
  copy_few(m->n, u, m->in + m->n);
  m->in[2 * m->n] = t;
  ss_tape_run(m->tape.tape, m->work);
  m->at = m->full;
}

void ss_moreau_glance(ss_moreau *m, double t, const double *u) {
  if (!m->light_work) {
    ss_moreau_evaluate(m, t, m->q, u);
    return;
  }
  double *in = ss_tape_in(m->light_tape.tape, m->light_work);
  copy_few(m->n, m->q, in);
  copy_few(m->n, u, in + m->n);
  in[2 * m->n] = t;
  ss_tape_run(m->light_tape.tape, m->light_work);
  m->at = m->light;
}

static void add_direction(ss_moreau *m, size_t column) {
  const size_t n = m->n, slip = column - m->normals, at = m->size++;
  const bool is_normal = column < m->normals;
  const double *W = is_normal ? m->at.WN + n * column : m->at.WT + n * slip;
  if (!m->sparse.on) copy_few(n, W, m->W + n * at);
  m->w[at] = is_normal ? m->at.wN[column] : m->at.wT[slip];
  m->column[at] = column;
  m->target[at] = 0;
}

void ss_moreau_add(ss_moreau *m, size_t i) {
  const ss_system_element *e = &m->system->element[i];
  ss_contact *contact = &m->contact[m->count];
  contact->kind = m->kind[i].kind;
  contact->law.kind = m->kind[i].law.kind;
  for (size_t k = 0; k < 3; k++) contact->law.argument[k] = larger_of(m->at.law[3 * i + k], 0);
  contact->offset = m->size;
  m->element[m->count++] = i;
  if (e->normal != SIZE_MAX) add_direction(m, e->normal);
  for (size_t k = 0; k < e->slips; k++) add_direction(m, m->normals + e->slip + k);
}

static inline double dot(size_t n, const double *a, const double *b) {
  double sum = 0;
  for (size_t k = 0; k < n; k++) sum += a[k] * b[k];
  return sum;
}

static bool is_open(const ss_moreau *m, const ss_moreau_state *state, size_t i) {
  const size_t k = m->system->element[i].normal;
  return m->kind[i].kind == SS_ELEMENT_CONTACT && m->at.gap[k] > 0 && !state->touches[k];
}

/* Everything that is not open, with the impulses of known normal forces. */
static ss_status gather(ss_moreau *m, const ss_moreau_state *state) {
  m->count = m->size = 0;
  for (size_t i = 0; i < m->elements; i++) {
    if (is_open(m, state, i)) continue;
    m->contact[m->count].normal = m->rest * m->at.normal[i];
    if (m->at.normal[i] < 0) {
      m->why = "a known normal force is negative";
      m->where = i;
      return SS_NO_CONVERGENCE;
    }
    ss_moreau_add(m, i);
  }
  return SS_OK;
}

/* The normal velocity that takes the gap back to 0; `gamma` is that of v. */
static double find_target(const ss_moreau *m, const ss_moreau_state *state, const ss_contact *c,
                          double gamma, double dt) {
  const size_t k = m->column[c->offset];
  const double bend = 0.5 * dt * m->at.zetaN[k];
  const double gap = m->at.gap[k] - 0.25 * dt * bend;
  const double back = (fabs(gap) < SS_MOREAU_ROUNDING ? 0 : -gap * (1 / dt)) - bend;
  if (c->kind == SS_ELEMENT_SLIDER) return back;
  if (!state->touches[k]) return 0;
  const double pressed = m->weak > 0 ? 0 : larger_of(0, state->leave[k] - gamma);
  return smaller_of(back, SS_MOREAU_RISE * pressed);
}

/* Z = M^-1 W, G = W^T Z, c = W^T v + w. Inlined for the usual n, whose loops then vanish. */
static inline __attribute__((always_inline)) void multiply(ss_moreau *m, size_t n) {
  const size_t size = m->size;
  double *restrict G = m->G;
  const double *restrict W = m->W, *restrict Z = m->Z;
  for (size_t j = 0; j < size; j++) {
    ss_mass_solve(&m->mass, W + n * j, m->Z + n * j);
    m->c[j] = dot(n, W + n * j, m->v) + m->w[j];
  }
  for (size_t j = 0; j < size; j++)
    for (size_t i = 0; i <= j; i++)
      G[i + size * j] = G[j + size * i] = dot(n, W + n * i, Z + n * j);
}

/* The same by blocks, without Z. */
static void multiply_blocks(ss_moreau *m) {
  ss_moreau_sparse_fill(m);
  for (size_t j = 0; j < m->size; j++) m->c[j] = ss_moreau_rate(m, m->column[j], m->v) + m->w[j];
}

/* G, c = W^T v + w - target, and the last step's forces as a guess. */
static void assemble(ss_moreau *m, const ss_moreau_state *state, double dt) {
  switch (m->sparse.on ? 0 : m->n) {
  case 0: multiply_blocks(m); break;
  case 1: multiply(m, 1); break;
  case 2: multiply(m, 2); break;
  case 3: multiply(m, 3); break;
  default: multiply(m, m->n); break;
  }
  for (size_t j = 0; j < m->size; j++) m->P[j] = m->rest * state->forces[m->column[j]];
  for (size_t k = 0; k < m->count; k++) {
    const size_t j = m->contact[k].offset;
    if (m->column[j] < m->normals)
      m->target[j] = find_target(m, state, &m->contact[k], m->c[j], dt);
  }
  for (size_t j = 0; j < m->size; j++) {
    if (m->column[j] >= m->normals)
      m->target[j] = -0.5 * dt * m->at.zetaT[m->column[j] - m->normals];
    m->c[j] -= m->target[j];
  }
}

static bool is_finite(size_t count, const double *values) {
  double sum = 0;
  for (size_t k = 0; k < count; k++) sum += fabs(values[k]);
  return isfinite(sum);
}

static ss_status fail_to_be_finite(ss_moreau *m) {
  m->why = "the motion is not finite any more";
  return SS_NO_CONVERGENCE;
}

static ss_status solve(ss_moreau *m, ss_moreau_state *state) {
  if (!is_finite(m->size, m->c)) return fail_to_be_finite(m);
  const ss_contact_problem problem = ss_moreau_problem(m);
  const double residual = ss_contact_residual(&problem, SS_RESIDUAL_SCALED, m->P, m->xi);
  const double share = state->solved ? SAME : 0.1;
  state->solved = residual > share * m->options.tolerance;
  if (!state->solved) return SS_OK;
  ss_contact_report report;
  const ss_status status =
      ss_contact_solve(&problem, &m->options, m->solve_work, m->P, m->xi, &report);
  if (status != SS_OK) m->why = "the contact problem of the step has no solution that was found";
  return status;
}

/* ---- after the problem ----------------------------------------------------------------------- */

static ss_mode name_mode(const ss_moreau *m, const ss_contact *c, size_t end, double slow) {
  const size_t first = c->offset + (m->column[c->offset] < m->normals);
  if (c->kind == SS_ELEMENT_CLUTCH) return m->P[c->offset] > 0 ? SS_MODE_STICK : SS_MODE_FREE;
  if (first == end) return SS_MODE_CLOSED;
  return ss_run_slip_mode(end - first, m->xi + first, slow);
}

/* The contact problem's data in velocities: c, and what known friction can stop in a step. The
 * solver's residual is relative to that (contact.h), so that slower slips are what it leaves. Of a
 * machine at rest that nothing drives, c itself is no more. */
static double find_data(const ss_moreau *m, double c) {
  double square = c * c;
  for (size_t k = 0; k < m->count; k++) {
    const ss_contact *contact = &m->contact[k];
    const size_t end = k + 1 < m->count ? contact[1].offset : m->size;
    if (contact->kind != SS_ELEMENT_FRICTION) continue;
    for (size_t j = contact->offset; j < end; j++) {
      double axis[SS_SLIP_MOST] = {0};
      axis[j - contact->offset] = 1;
      const double known =
          ss_moreau_diagonal(m, j) * ss_law_support(&contact->law, contact->normal, axis, NULL);
      square += known * known;
    }
  }
  return sqrt(square);
}

/* Forces, modes, who touches, what the contacts did to the energy. */
static void note_contacts(ss_moreau *m, ss_moreau_state *state, ss_moreau_result *result) {
  const double size = sqrt(dot(m->size, m->c, m->c)), nothing = SS_MOREAU_NOTHING * size;
  const double slow = SS_MOREAU_NOTHING * find_data(m, size), rate = 1 / m->rest;
  for (size_t k = 0; k < m->count; k++) {
    const ss_contact *c = &m->contact[k];
    const size_t i = m->element[k], end = k + 1 < m->count ? c[1].offset : m->size;
    double energy = 0, drive = 0;
    for (size_t j = c->offset; j < end; j++) {
      const size_t column = m->column[j];
      energy += m->P[j] * ss_moreau_rate(m, column, m->u_mean);
      drive -= m->P[j] * (column < m->normals ? m->at.wN[column] : m->at.wT[column - m->normals]);
      state->forces[column] = m->P[j] * rate;
    }
    result->amounts[0] += drive;
    result->amounts[2 + i] += energy - drive;
    result->modes[i] = name_mode(m, c, end, slow);
    if (c->kind != SS_ELEMENT_CONTACT) continue;
    const size_t normal = m->column[c->offset];
    const double leaving = m->xi[c->offset];
    state->touches[normal] = m->P[c->offset] > 0 || leaving <= nothing;
    state->leave[normal] = leaving + m->target[c->offset];
    if (!state->touches[normal]) result->modes[i] = SS_MODE_FREE;
  }
}

/* The gaps in the middle, and where open contacts will be at the end. */
static void note_gaps(const ss_moreau *m, const ss_moreau_state *state, double dt,
                      ss_moreau_result *result) {
  for (size_t i = 0; i < m->elements; i++) {
    const size_t k = m->system->element[i].normal;
    if (k == SIZE_MAX) continue;
    const double gap = m->at.gap[k];
    const bool slider = m->kind[i].kind == SS_ELEMENT_SLIDER;
    result->penetration = larger_of(result->penetration, slider ? fabs(gap) : -gap);
    if (slider || state->touches[k] || gap <= 0) continue;
    const double gamma = ss_moreau_rate(m, k, state->u) + m->at.wN[k];
    const double late = -gap - 0.5 * dt * gamma;
    result->unseen = larger_of(result->unseen, late);
    result->penetration = larger_of(result->penetration, late);
  }
}

static void clear(const ss_moreau *m, ss_moreau_result *result) {
  result->hits = 0;
  result->at_once.energy = 0;
  result->penetration = result->unseen = 0;
  result->amounts[0] = result->amounts[1] = 0;
  for (size_t i = 0; i < m->elements; i++) {
    result->amounts[2 + i] = 0;
    result->modes[i] = SS_MODE_FREE;
  }
}

static double find_energy(size_t n, const double *M, const double *u) {
  double twice = 0;
  for (size_t i = 0; i < n; i++) twice += u[i] * dot(n, M + n * i, u);
  return 0.5 * twice;
}

/* Where M is almost singular, h may be as large as it likes, and so may be velocities from then on:
 * did the step turn that into energy? */
static bool explodes(const ss_moreau *m, const ss_moreau_state *state, double dt) {
  double farthest = 0;
  for (size_t k = 0; k < m->n; k++) farthest = larger_of(farthest, dt * fabs(state->u[k]));
  return farthest > FAR &&
         !(find_energy(m->n, m->at.M, state->u) <= GROWTH * find_energy(m->n, m->at.M, m->u));
}

/* q+ and u+ are known; m->q is the middle and m->u the velocity after the impacts. */
static ss_status finish(ss_moreau *m, ss_moreau_state *state, double dt, ss_moreau_result *result) {
  const double rate = 1 / m->rest;
  double work = 0, controls = 0, sum = 0;
  for (size_t k = 0; k < m->n; k++) {
    const double late = m->weak * (state->u[k] - m->u[k]);
    const double end = m->q[k] + 0.5 * dt * state->u[k] + late;
    work += m->at.fnc[k] * m->u_mean[k];
    controls += m->at.control[k] * m->u_mean[k];
    state->a[k] = (state->u[k] - m->u[k]) * rate;
    state->q[k] = end;
    sum += end + state->u[k];
  }
  result->amounts[0] += m->rest * work;
  result->amounts[1] += m->rest * controls;
  state->t += dt;
  state->step = dt;
  state->landed = m->weak > 0;
  note_gaps(m, state, dt, result);
  return isfinite(sum) ? SS_OK : fail_to_be_finite(m);
}

/* ---- first-order states ---------------------------------------------------------------------- */

/* First-order states z (system.h) go to the middle with the last step's rate, and to the end with
 * that of the middle, z + dt h_z: second order as well. Their velocities stay 0. */
static void go_half_auxiliaries(ss_moreau *m, const ss_moreau_state *state, double dt) {
  for (size_t k = 0; k < m->n; k++)
    if (m->system->aux[k]) m->q[k] = state->q[k] + 0.5 * dt * state->rate[k];
}

/* To the end, with the rates of the middle; they have no velocities. */
static void move_auxiliaries(ss_moreau *m, ss_moreau_state *state, double dt) {
  for (size_t k = 0; k < m->n; k++) {
    if (!m->system->aux[k]) continue;
    m->q[k] += dt * (m->free[k] - 0.5 * state->rate[k]);
    state->rate[k] = m->free[k];
    m->v[k] = 0;
  }
}

/* ---- the step -------------------------------------------------------------------------------- */

/* To the middle. */
static void go_half(ss_moreau *m, const ss_moreau_state *state, double dt) {
  for (size_t k = 0; k < m->n; k++) {
    m->u[k] = state->u[k];
    m->q[k] = state->q[k] + 0.5 * dt * state->u[k];
    m->v[k] = state->u[k] + 0.5 * dt * state->a[k];
  }
  if (m->system->auxiliaries) go_half_auxiliaries(m, state, dt);
  ss_moreau_evaluate(m, state->t + 0.5 * dt, m->q, m->v);
}

/* Are forces and gaps numbers in the middle? */
static bool is_known(const ss_moreau *m) {
  return is_finite(m->n, m->at.h) && is_finite(m->normals, m->at.gap);
}

/* u+ = v + Z P. */
static void push(ss_moreau *m, ss_moreau_state *state) {
  const size_t n = m->n;
  copy_few(n, m->v, state->u);
  if (m->sparse.on) ss_moreau_sparse_push(m, m->P, state->u);
  for (size_t j = 0; j < m->size && !m->sparse.on; j++)
    for (size_t k = 0; k < n; k++) state->u[k] += m->Z[n * j + k] * m->P[j];
  for (size_t k = 0; k < n; k++) m->u_mean[k] = 0.5 * (m->u[k] + state->u[k]);
}

ss_status ss_moreau_step(ss_moreau *m, ss_moreau_state *state, double dt,
                         ss_moreau_result *result) {
  assert(dt > 0);
  clear(m, result);
  go_half(m, state, dt);
  if (!is_known(m)) return fail_to_be_finite(m);
  ss_status status = ss_moreau_collide(m, state, dt, result);
  if (status != SS_OK) return status;
  if (result->hits && !is_known(m)) return fail_to_be_finite(m);
  ss_moreau_turn(m, state, dt, result);
  if (ss_mass_update(&m->mass, m->at.M) != SS_OK) {
    m->why = "the mass matrix is not positive definite";
    return SS_SINGULAR;
  }
  ss_mass_solve(&m->mass, m->at.h, m->free);
  for (size_t k = 0; k < m->n; k++) m->v[k] = m->u[k] + m->rest * m->free[k];
  if (m->system->auxiliaries) move_auxiliaries(m, state, dt);
  status = gather(m, state);
  if (status == SS_OK && m->count) {
    assemble(m, state, dt);
    status = solve(m, state);
  }
  if (status != SS_OK) return status;
  push(m, state);
  for (size_t k = 0; k < m->normals + m->slips; k++) state->forces[k] = 0;
  note_contacts(m, state, result);
  if (m->mass.thin && explodes(m, state, dt)) {
    m->why = "energy out of nothing, after the mass matrix was almost singular (as where the "
             "coordinates are): forces of inertia grow there without bound, and the step is too "
             "long for them";
    return SS_NO_CONVERGENCE;
  }
  return finish(m, state, dt, result);
}
