/* lanes.c: SS_LANES motions of one system at once, by time stepping.
 *
 * All lanes take the same step (lanes_kernel.h) with the tape and the contact solver for lanes.
 * What one of them meets that the others do not is done for it alone, by the scalar stepper, from
 * the same state and with the same formulas:
 *
 *     a contact may have been hit; a slip ends; the contact problem was not solved; M is not
 *     positive definite; a known normal force is negative; a number is not finite
 *
 * and if that fails too, the lane stops there. Its last state is kept. A block so needs no rule of
 * its own about impacts, and its motions are those of ss_motion_run with a fixed step, to rounding.
 * Systems with more than SS_LANE_CONTACTS_MOST elements, with spatial friction or with first-order
 * states run in lanes without gain: every step is the scalar stepper's.
 *
 * A step allocates nothing. What a block costs is tape, G and contact problem for all lanes,
 * whether in use or not; so lanes should be refilled when their motion is decided
 * (ss_motion_lanes_put).
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "lanes.h"

#ifdef __x86_64__
const ss_block_kernel *ss_block_kernel_at(size_t i) {
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
  if (avx512 && i-- == 0) return &ss_block_kernel_avx512;
  if (avx2 && i-- == 0) return &ss_block_kernel_avx2;
  return i == 0 ? &ss_block_kernel_portable : NULL;
}
#else
const ss_block_kernel *ss_block_kernel_at(size_t i) {
  return i == 0 ? &ss_block_kernel_portable : NULL;
}
#endif

/* ---- single lanes ---------------------------------------------------------------------------- */

static uint64_t bit(size_t lane) {
  return (uint64_t)1 << lane;
}

/* Moves the lane's state to b->single. */
static void take_lane(ss_motion_lanes *b, size_t lane) {
  ss_moreau_state *state = &b->single[lane];
  const double rate = 1 / b->dt;
  for (size_t k = 0; k < b->n; k++) {
    state->q[k] = b->q[k * SS_LANES + lane];
    state->u[k] = b->u[k * SS_LANES + lane];
    state->a[k] = b->a[k * SS_LANES + lane];
  }
  for (size_t i = 0; i < b->size; i++)
    state->forces[b->column[i]] = b->P[i * SS_LANES + lane] * rate;
  for (size_t k = 0; k < b->normals; k++) {
    state->leave[k] = b->leave[k * SS_LANES + lane];
    state->touches[k] = b->touches[k] >> lane & 1;
  }
  state->t = b->t[lane];
  state->step = state->t > b->begin[lane] ? b->dt : 0;
  state->solved = b->solved >> lane & 1;
  state->landed = b->landed >> lane & 1;
}

static void set_bit(uint64_t *bits, size_t lane, bool value) {
  *bits = value ? *bits | bit(lane) : *bits & ~bit(lane);
}

static void give_lane(ss_motion_lanes *b, size_t lane) {
  const ss_moreau_state *state = &b->single[lane];
  for (size_t k = 0; k < b->n; k++) {
    b->q[k * SS_LANES + lane] = state->q[k];
    b->u[k * SS_LANES + lane] = state->u[k];
    b->a[k * SS_LANES + lane] = state->a[k];
  }
  for (size_t i = 0; i < b->size; i++)
    b->P[i * SS_LANES + lane] = b->dt * state->forces[b->column[i]];
  b->pressed = true;
  for (size_t k = 0; k < b->normals; k++) {
    b->leave[k * SS_LANES + lane] = state->leave[k];
    set_bit(&b->touches[k], lane, state->touches[k]);
  }
  b->t[lane] = state->t;
  set_bit(&b->solved, lane, state->solved);
  set_bit(&b->landed, lane, state->landed);
}

static void take_lanes(ss_motion_lanes *b, uint64_t lanes) {
  for (; lanes; lanes &= lanes - 1) take_lane(b, (size_t)__builtin_ctzll(lanes));
}

static void give_lanes(ss_motion_lanes *b, uint64_t lanes) {
  for (; lanes; lanes &= lanes - 1) give_lane(b, (size_t)__builtin_ctzll(lanes));
}

/* A step of one lane, in b->single; a lane that fails stops in the state before. */
static void step_alone(ss_motion_lanes *b, size_t lane) {
  if (ss_moreau_step(&b->stepper, &b->single[lane], b->dt, &b->result) == SS_OK) return;
  take_lane(b, lane);
  set_bit(&b->moving, lane, false);
  set_bit(&b->failed, lane, true);
}

/* ---- all lanes ------------------------------------------------------------------------------- */

/* Impulses of known normal forces; returns the lanes in which one is negative. */
static uint64_t load_normals(ss_motion_lanes *b) {
  uint64_t bad = 0;
  for (size_t i = 0; i < b->elements; i++) {
    const double *N = b->out[SS_QUANTITY_NORMAL] + i * SS_LANES;
    double *P = b->normal + i * SS_LANES;
    if (b->contact[i].kind != SS_ELEMENT_FRICTION) continue;
    for (size_t j = 0; j < SS_LANES; j++) {
      P[j] = b->dt * N[j];
      if (N[j] < 0) bad |= bit(j);
    }
  }
  return bad;
}

/* Masks the elements that take no part; returns the lanes in which one does. */
static uint64_t choose_contacts(ss_motion_lanes *b, uint64_t lanes) {
  uint64_t any = 0;
  for (size_t i = 0; i < b->elements; i++) {
    const size_t k = b->system->element[i].normal;
    const bool contact = b->contact[i].kind == SS_ELEMENT_CONTACT;
    const uint64_t closed = lanes & (contact ? b->touches[k] : UINT64_MAX);
    b->open[i] = ~closed;
    any |= closed;
  }
  return any;
}

/* The contact problems of some lanes; returns those in which they were not solved. Whether a lane's
 * forces are new is its own affair: what its neighbours do must not change it. */
static uint64_t solve_contacts(ss_motion_lanes *b, uint64_t lanes) {
  const ss_contact_lanes problem = {.contacts = b->elements,
                                    .size = b->size,
                                    .contact = b->contact,
                                    .G = b->G,
                                    .c = b->c,
                                    .normal = b->normal,
                                    .open = b->open,
                                    .strict = b->solved};
  ss_lane_report report;
  ss_contact_solve_lanes(&problem, &b->options, b->solve_work, b->P, b->xi, &report);
  b->solved = (b->solved & ~lanes) | (~report.kept & lanes);
  return report.unsolved;
}

/* The step of all lanes together; returns those that must go alone, which are in b->single then.
 * Whoever is known to go alone is taken before the contact problems, which take its impulses. */
static uint64_t step_together(ss_motion_lanes *b, bool *in_contact) {
  const uint64_t solved = b->solved;
  b->kernel->go_half(b);
  ss_lanes_run(b->tape.tape, b->work);
  uint64_t alone = b->kernel->find_hits(b), late = 0;
  alone |= b->kernel->find_turns(b, b->moving & ~alone);
  alone |= b->kernel->find_free(b);
  if (b->knows_normals) alone |= load_normals(b);
  alone &= b->moving;
  take_lanes(b, alone);
  const uint64_t closed = choose_contacts(b, b->moving & ~alone);
  *in_contact = closed != 0;
  if (*in_contact) {
    b->kernel->assemble(b);
    late = solve_contacts(b, closed);
  }
  late = (late | b->kernel->push(b, *in_contact)) & b->moving & ~alone;
  b->solved = (b->solved & ~late) | (solved & late);
  take_lanes(b, late);
  return alone | late;
}

static void step(ss_motion_lanes *b) {
  bool in_contact = false;
  if (!b->vectorised) take_lanes(b, b->moving);
  const uint64_t alone = b->vectorised ? step_together(b, &in_contact) : b->moving;
  for (uint64_t left = alone; left; left &= left - 1) step_alone(b, (size_t)__builtin_ctzll(left));
  if (b->vectorised) b->kernel->finish(b, in_contact);
  b->landed &= alone; /* weak hits are for single steps */
  give_lanes(b, alone);
}

void ss_motion_lanes_run(ss_motion_lanes *lanes, size_t steps) {
  for (size_t k = 0; k < steps && lanes->moving; k++) step(lanes);
}

/* ---- in and out ------------------------------------------------------------------------------ */

/* What ss_motion_run refuses: a start that is not finite, penetrates, or is off a slider. */
static bool is_good_start(ss_motion_lanes *b, const double *q, const double *u) {
  ss_moreau *m = &b->stepper;
  const double closed = ss_model_closed_below(b->n, q);
  const double still = ss_model_closed_below(b->n, u);
  for (size_t i = 0; i < b->n; i++)
    if (!isfinite(q[i]) || !isfinite(u[i])) return false;
  for (size_t k = 0; k < b->normals; k++) {
    const double gap = m->at.gap[k], gamma = ss_contact_rate(b->n, m->at.WN, m->at.wN, k, u);
    if (!(gap >= -closed)) return false;
    if (b->is_slider[k] && (gap > closed || !(fabs(gamma) <= still))) return false;
  }
  return ss_mass_update(&m->mass, m->at.M) == SS_OK;
}

bool ss_motion_lanes_put(ss_motion_lanes *lanes, size_t lane, double t, const double *q,
                         const double *u) {
  assert(lane < SS_LANES);
  ss_moreau_state *state = &lanes->single[lane];
  ss_moreau_start(&lanes->stepper, t, q, u, state);
  for (size_t k = 0; k < lanes->n; k++)
    if (lanes->system->aux[k]) state->u[k] = 0;
  const bool good = is_good_start(lanes, q, u);
  lanes->begin[lane] = t;
  give_lane(lanes, lane);
  set_bit(&lanes->moving, lane, good);
  set_bit(&lanes->failed, lane, !good);
  return good;
}

void ss_motion_lanes_take_out(ss_motion_lanes *lanes, size_t lane) {
  assert(lane < SS_LANES);
  take_lane(lanes, lane);
  set_bit(&lanes->moving, lane, false);
}

double ss_motion_lanes_get(const ss_motion_lanes *lanes, size_t lane, double *q, double *u) {
  assert(lane < SS_LANES);
  const bool moves = lanes->moving >> lane & 1;
  const ss_moreau_state *state = &lanes->single[lane];
  for (size_t k = 0; k < lanes->n; k++) {
    q[k] = moves ? lanes->q[k * SS_LANES + lane] : state->q[k];
    u[k] = moves ? lanes->u[k * SS_LANES + lane] : state->u[k];
  }
  return moves ? lanes->t[lane] : state->t;
}

uint64_t ss_motion_lanes_moving(const ss_motion_lanes *lanes) {
  return lanes->moving;
}

uint64_t ss_motion_lanes_failed(const ss_motion_lanes *lanes) {
  return lanes->failed;
}

uint64_t ss_motion_lanes_slower(const ss_motion_lanes *lanes, double speed) {
  uint64_t fast = 0;
  for (size_t k = 0; k < lanes->n; k++)
    for (size_t j = 0; j < SS_LANES; j++)
      if (!(fabs(lanes->u[k * SS_LANES + j]) <= speed)) fast |= bit(j);
  return lanes->moving & ~fast;
}
