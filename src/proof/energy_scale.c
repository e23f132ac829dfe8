/* energy_scale.c: how far is far? Lengths and velocities of a machine in whatever units.
 *
 * A region grows from a small box (energy_region.c); what is small must not depend on units. A
 * potential and gaps have lengths of their own where they cease to be powers: along a coordinate,
 *
 *     r(s) = F(q_e + s e_i) - F(q_e) - s dF/dq_i,    rho(s) = r(2 s)/r(s),
 *
 * rho is 4 for a quadratic form, 2^k for any power k, and begins to change at the first length that
 * F knows of. The energy there, of U or of a gap times the force of its contact, is E; a coordinate
 * without a length of its own gets the one at which energies change by E, a velocity
 * sqrt(2 E/M_ii). Where nothing has a length all are 1, and so are those between 1e-5 and 1e5:
 * they are kept as they are, so that levels of machines in usual units have always the same digits.
 *
 * Nothing rests on these numbers but where the search begins and when it stops. F is evaluated in
 * balls of many bits: 1 - cos(x) + x^2/2 begins, in doubles, as the half of what it is. Cost: some
 * hundred evaluations of U and the gaps.
 */
#include <math.h>

#include "energy.h"

enum { STEPS = 160, PLATEAU = 8, PRECISION = 320 }; /* four a decade */

/* F of energy_scale: U, and force times gap of the closed contacts; their derivatives. */
typedef struct probing {
  const ss_energy *e;
  ss_tape *tape;
  size_t functions, inputs;
  double *in;   /* q_e, then the parameters at their middles */
  arb_ptr work; /* of the tape */
  arb_ptr here; /* functions, then by function n slopes, at q_e */
  double force[SS_ENERGY_CONTACTS + 1];
} probing;

static double length_of(int step) {
  return pow(10, (step - STEPS / 2) / 4.0);
}

/* All F at q_e + s e_i, in the workspace. */
static arb_srcptr probe(probing *p, size_t i, double s) {
  arb_ptr in = ss_balls_in(p->tape, p->work);
  for (size_t k = 0; k < p->inputs; k++) arb_set_d(in + k, p->in[k]);
  if (i < p->inputs) {
    arb_t step;
    arb_init(step);
    arb_set_d(step, s);
    arb_add(in + i, in + i, step, PRECISION);
    arb_clear(step);
  }
  ss_balls_run(p->tape, p->work, PRECISION);
  return ss_balls_out(p->tape, p->work);
}

/* A ball as a number; NAN where it is not known to a few digits. */
static double number_of(const arb_t x) {
  if (!arb_is_finite(x) || arb_rel_accuracy_bits(x) < 20) return (double)NAN;
  return arf_get_d(arb_midref(x), ARF_RND_NEAR);
}

/* r(s) of function k; NAN where it is not known. */
static double rest_of(probing *p, size_t k, size_t i, double s) {
  arb_t r, part;
  arb_init(r);
  arb_init(part);
  arb_sub(r, probe(p, i, s) + k, p->here + k, PRECISION);
  arb_set_d(part, s);
  arb_submul(r, part, p->here + p->functions + k * p->e->n + i, PRECISION);
  const double value = number_of(r);
  arb_clear(r);
  arb_clear(part);
  return value;
}

/* r(s) r(4 s)/r(2 s)^2: 1 of a power. */
static double change_at(probing *p, size_t k, size_t i, double s) {
  const double r = rest_of(p, k, i, s), twice = rest_of(p, k, i, 2 * s);
  return rest_of(p, k, i, 4 * s) * r / (twice * twice);
}

/* Where function k ceases to be the power that it is near q_e, on one side; 0: nowhere. What is
 * smaller is noise. */
static double find_end(probing *p, size_t k, size_t i, int side) {
  int run = 0;
  for (int step = 0; step < STEPS; step++) {
    const bool same = fabs(change_at(p, k, i, side * length_of(step)) - 1) < 0.05;
    if (!same && run >= PLATEAU) return length_of(step);
    run = same ? run + 1 : 0;
  }
  return 0;
}

/* The least length of coordinate i, and the energy there; 0: it has none. */
static double find_length(probing *p, size_t i, double *energy) {
  double least = 0;
  for (size_t k = 0; k < p->functions; k++)
    for (int side = -1; side <= 1; side += 2) {
      const double s = find_end(p, k, i, side);
      if (!(s > 0) || (least > 0 && s >= least)) continue;
      least = s;
      *energy = fabs(rest_of(p, k, i, side * s)) * p->force[k];
    }
  return least;
}

/* Where energies change by E along coordinate i. */
static double find_reach(probing *p, size_t i, double E) {
  arb_t change;
  arb_init(change);
  double reach = 1;
  for (int step = STEPS - 1; step >= 0; step--) {
    double most = 0;
    arb_srcptr out = probe(p, i, length_of(step));
    for (size_t k = 0; k < p->functions; k++) {
      arb_sub(change, out + k, p->here + k, PRECISION);
      most = fmax(most, p->force[k] * fabs(number_of(change)));
    }
    if (most >= E) reach = length_of(step);
  }
  arb_clear(change);
  return reach;
}

static double keep_usual(double scale) {
  return scale > 1e-5 && scale < 1e5 ? 1 : scale;
}

static void choose_scales(probing *p, const double *mass, double *scale) {
  const size_t n = p->e->n;
  double E = INFINITY, own[SS_ENERGY_COORDINATES];
  for (size_t i = 0; i < n; i++) {
    double energy = 0;
    own[i] = p->e->used[i] ? find_length(p, i, &energy) : 0;
    if (own[i] > 0 && energy > 0) E = fmin(E, energy);
  }
  for (size_t i = 0; i < n && isfinite(E); i++) {
    scale[i] = keep_usual(own[i] > 0 ? own[i] : find_reach(p, i, E));
    if (mass[i] > 0) scale[n + i] = keep_usual(sqrt(2 * E / mass[i]));
  }
}

static ss_status compile(probing *p, const ss_energy_point *point, ss_tape **mass) {
  const ss_energy *e = p->e;
  const size_t n = e->n;
  ss_expr variable[n + e->ranges], out[(SS_ENERGY_CONTACTS + 1) * (1 + SS_ENERGY_COORDINATES)];
  ss_expr diagonal[SS_ENERGY_COORDINATES];
  const ss_expr *slope[SS_ENERGY_CONTACTS + 1];
  p->inputs = n + e->ranges;
  for (size_t i = 0; i < p->inputs; i++) variable[i] = e->variable[i < n ? i : n + i];
  for (size_t i = 0; i < p->inputs; i++)
    p->in[i] = i < n ? point->q[i] : (e->range_lo[i - n] + e->range_hi[i - n]) / 2;
  out[0] = e->U;
  slope[0] = e->dU;
  p->force[0] = 1;
  p->functions = 1;
  for (size_t j = 0, m = 0; j < e->contacts; j++) {
    if (!(point->closed >> j & 1)) continue;
    out[p->functions] = e->contact[j].gap;
    slope[p->functions] = e->contact[j].normal;
    p->force[p->functions++] = point->force_hi[m++];
  }
  for (size_t k = 0; k < p->functions; k++)
    for (size_t i = 0; i < n; i++) out[p->functions + k * n + i] = slope[k][i];
  for (size_t i = 0; i < n; i++) diagonal[i] = e->system->M[i * n + i];
  const ss_status status = ss_tape_compile(e->graph, 0, NULL, p->inputs, variable,
                                           p->functions * (1 + n), out, &p->tape);
  if (status != SS_OK) return status;
  return ss_tape_compile(e->graph, 0, NULL, p->inputs, variable, n, diagonal, mass);
}

/* F at q_e, and the scales. */
static void measure(probing *p, const double *mass, double *scale) {
  const size_t size = p->functions * (1 + p->e->n), room = ss_balls_work_size(p->tape);
  p->work = _arb_vec_init((slong)room);
  p->here = _arb_vec_init((slong)size);
  ss_balls_prepare(p->tape, NULL, p->work, PRECISION);
  _arb_vec_set(p->here, probe(p, p->inputs, 0), (slong)size);
  choose_scales(p, mass, scale);
  _arb_vec_clear(p->work, (slong)room);
  _arb_vec_clear(p->here, (slong)size);
}

ss_status ss_energy_find_scales(ss_energy *e, const ss_energy_point *point) {
  const size_t n = e->n;
  probing p = {.e = e};
  ss_tape *diagonal = NULL;
  double mass[SS_ENERGY_COORDINATES], in[n + e->ranges + 1];
  double *scale = ss_arena_new(e->arena, 2 * n, double);
  if (!scale) return SS_MEMORY;
  for (size_t i = 0; i < 2 * n; i++) scale[i] = 1;
  e->scale = scale;
  p.in = in;
  const ss_status status = compile(&p, point, &diagonal);
  if (status == SS_OK && ss_tape_eval(diagonal, NULL, in, mass) == SS_OK) measure(&p, mass, scale);
  ss_tape_destroy(p.tape);
  ss_tape_destroy(diagonal);
  return status == SS_MEMORY ? status : SS_OK;
}
