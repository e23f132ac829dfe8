/* impact.h: an impact with its storage, for tests of the impact laws. */
#ifndef TESTS_CONTACT_IMPACT_H
#define TESTS_CONTACT_IMPACT_H

#include "support.h"

enum { COORDINATES_MOST = 12 };

/* An impact with its storage. */
typedef struct scene {
  double M[COORDINATES_MOST * COORDINATES_MOST], L[COORDINATES_MOST * COORDINATES_MOST],
      W[COORDINATES_MOST * 16], u[COORDINATES_MOST], eN[8], eT[8];
  size_t order[8];
  ss_contact contact[8];
  ss_impact impact;
  double after[COORDINATES_MOST], Lambda[16];
  ss_impact_report report;
} scene;

typedef ss_status impact_law(const ss_impact *, const ss_contact_options *, void *, double *,
                             double *, ss_impact_report *);

static void add_contact(scene *s, double mu, double eN, double eT) {
  const size_t i = s->impact.contacts++;
  s->contact[i] = (ss_contact){
      .kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_COULOMB, {mu}}, .offset = s->impact.size};
  s->impact.size += 2;
  s->eN[i] = eN;
  s->eT[i] = eT;
  s->order[i] = i;
}

static void add_frictionless(scene *s, double coefficient) {
  add_contact(s, 0, coefficient, 0);
  s->contact[s->impact.contacts - 1].law = (ss_law){SS_LAW_FRICTIONLESS, {0}};
  s->impact.size--;
}

static void tie_up(scene *s, size_t n) {
  s->impact.n = n;
  s->impact.L = s->L;
  s->impact.u = s->u;
  s->impact.W = s->W;
  s->impact.contact = s->contact;
  s->impact.eN = s->eN;
  s->impact.eT = s->eT;
  s->impact.order = s->order;
  assert_int_equal(ss_matrix_factor(n, s->M, s->L), SS_OK);
}

/* One workspace for all impacts, grown when needed. */
static void *work;
static size_t work_size;

static ss_status strike(scene *s, impact_law *law) {
  const ss_contact_options options = ss_contact_default_options();
  const size_t wanted = ss_impact_work_size(&s->impact, &options);
  if (wanted > work_size) {
    free(work);
    work = make_work(wanted);
    work_size = wanted;
  }
  return law(&s->impact, &options, work, s->after, s->Lambda, &s->report);
}

static int free_work(void **state) {
  (void)state;
  free(work);
  return 0;
}

static void assert_near(double value, double expected) {
  if (fabs(value - expected) > 1e-10 * fmax(1, fabs(expected)))
    fail_msg("%.17g instead of %.17g", value, expected);
}

/* ---- Kane & Levinson's pendulum -------------------------------------------------------------- */

typedef struct pendulum_case {
  double a1, a2, mu, eN, eT, u[2];
  double Lambda[2], after[2], ratio;
  bool gains;
} pendulum_case;

/* Two uniform rods of length and mass 1, angles from the downward vertical. */
static void set_pendulum(scene *s, const pendulum_case *p) {
  const double degree = 3.14159265358979323846 / 180;
  const double a1 = p->a1 * degree, a2 = p->a2 * degree, coupling = cos(a1 - a2) / 2;
  *s = (scene){.M = {4. / 3, coupling, coupling, 1. / 3},
               .W = {sin(a1), sin(a2), cos(a1), cos(a2)},
               .u = {p->u[0], p->u[1]}};
  add_contact(s, p->mu, p->eN, p->eT);
  tie_up(s, 2);
}

#endif
