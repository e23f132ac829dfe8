/* springs.c: contacts that give way.
 *
 * While a contact touches, its gap g < 0 is the compression of a spring with a damper beside it,
 *
 *     N = -k g - D gamma_N,        U_f = 1/2 k g^2
 *
 * (Tornambe 1999, eqs. 12-14 and remark 12), or its own law with the penetration p = -g,
 *
 *     N = p^a (k - d gamma_N),     U_f = k p^(a+1) / (a + 1)
 *
 * (Hunt & Crossley 1975; Hertz: a = 3/2): S = k p^a and D = d p^a below. N acts on the machine as
 * the force W_N N, so that
 *
 *     N W_N^T u + d U_f / dt = -D gamma_N^2 - N w_N
 *
 * is what the contact does beyond storing energy: the damper's loss, and the work of what drives a
 * contact that moves by itself (book.c). At the end of a bounce the linear damper pulls: N < 0
 * until g = 0.
 *
 * Friction is that of its law's set C, smoothed, for the spring's part S = -k g of the force,
 *
 *     lambda_T = -prox_{S C} (S mu gamma_T / width),
 *
 * mu being the law's largest coefficient: in proportion to slip below the width, at its bound
 * above. S and not N, because S is never negative and the damper's impulse over a bounce is 0: the
 * integral of gamma_N is the change of the gap. So the impulses of a bounce that slips are
 * Lambda_T = mu Lambda_N to the letter, as in the rigid limit, and at rest S is N.
 */
#include <math.h>

#include "run.h"

bool ss_springs_have(const ss_run *run, size_t i) {
  return run->springs && run->system->element[i].element->kind == SS_ELEMENT_CONTACT;
}

bool ss_springs_bounce(const ss_run *run, size_t i) {
  const ss_penalty_spring *spring = &run->springs->of[i];
  return spring->on && run->t - spring->begin <= spring->bounce;
}

/* S = k p^a, 0 where nothing is pressed, and the factor of -gamma_N beside it. */
static double find_pressure(const ss_penalty_spring *spring, double gap, double *damping) {
  *damping = spring->damping;
  if (!spring->own) return -spring->stiffness * gap;
  const double p = pow(fmax(0, -gap), spring->power);
  *damping = spring->damping * p;
  return spring->stiffness * p;
}

/* ---- forces ---------------------------------------------------------------------------------- */

static void add_force(const ss_run *run, const double *W, double force, double *load) {
  for (size_t k = 0; k < run->n; k++) load[k] += W[k] * force;
}

static void rub(const ss_run *run, size_t i, double S, const double *gamma, double *force) {
  const ss_system_element *e = &run->system->element[i];
  const double *argument = run->at.law + 3 * i;
  const ss_law law = {e->element->law,
                      {fmax(0, argument[0]), fmax(0, argument[1]), fmax(0, argument[2])}};
  double mu = law.argument[0];
  if (law.kind == SS_LAW_ELLIPSE) mu = fmax(mu, law.argument[1]);
  for (size_t k = 0; k < e->slips; k++) force[k] = S * mu * gamma[k] / SS_SPRINGS_WIDTH;
  ss_law_prox(&law, S, force, force);
  for (size_t k = 0; k < e->slips; k++) force[k] = -force[k];
}

static void press(const ss_run *run, size_t i, const double *gamma, double *load) {
  const ss_springs *s = run->springs;
  const ss_system_element *e = &run->system->element[i];
  const size_t n = run->n, first = run->normals + e->slip;
  double damping;
  const double S = find_pressure(&s->of[i], run->at.gap[e->normal], &damping);
  const double N = S - damping * gamma[e->normal];
  s->force[e->normal] = N;
  add_force(run, run->at.WN + n * e->normal, N, load);
  if (e->slips == 0) return;
  rub(run, i, fmax(S, 0), gamma + first, s->force + first);
  for (size_t k = 0; k < e->slips; k++)
    add_force(run, run->at.WT + n * (e->slip + k), s->force[first + k], load);
}

void ss_springs_press(const ss_run *run, const double *gamma, double *load) {
  for (size_t k = 0; k < run->normals + run->slips; k++) run->springs->force[k] = 0;
  for (size_t i = 0; i < run->elements; i++)
    if (ss_springs_have(run, i) && run->springs->of[i].on) press(run, i, gamma, load);
}

void ss_springs_name_modes(const ss_run *run, const double *gamma) {
  for (size_t i = 0; i < run->elements; i++) {
    const ss_system_element *e = &run->system->element[i];
    if (!ss_springs_have(run, i) || !run->springs->of[i].on || e->slips == 0) continue;
    run->modes[i] = ss_run_slip_mode(e->slips, gamma + run->normals + e->slip, SS_SPRINGS_WIDTH);
  }
}

void ss_springs_measure(ss_run *run) {
  for (size_t i = 0; i < run->elements; i++)
    if (ss_springs_have(run, i) && run->springs->of[i].on)
      run->penetration = fmax(run->penetration, -run->at.gap[run->system->element[i].normal]);
}

/* ---- energy ---------------------------------------------------------------------------------- */

double ss_springs_energy(const ss_run *run) {
  double energy = 0;
  for (size_t i = 0; run->springs && i < run->elements; i++) {
    const ss_penalty_spring *spring = &run->springs->of[i];
    if (!ss_springs_have(run, i) || !spring->on) continue;
    const double gap = run->at.gap[run->system->element[i].normal];
    energy += !spring->own
                  ? 0.5 * spring->stiffness * gap * gap
                  : spring->stiffness * pow(fmax(0, -gap), spring->power + 1) / (spring->power + 1);
  }
  return energy;
}

double ss_springs_power(const ss_run *run, size_t i, const double *u) {
  const ss_penalty_spring *spring = &run->springs->of[i];
  const size_t normal = run->system->element[i].normal;
  if (!spring->on) return 0;
  const double gamma = ss_contact_rate(run->n, run->at.WN, run->at.wN, normal, u);
  double damping;
  find_pressure(spring, run->at.gap[normal], &damping);
  return -damping * gamma * gamma;
}
