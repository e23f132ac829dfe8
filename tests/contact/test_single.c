/* One contact alone: its exact solution, in closed form where g is a multiple of the identity, by
 * the residual elsewhere. */
#include "spatial_support.h"

#include "../../src/contact/spatial.h"

/* Solves through the face of the only contact, visited `visits` times. */
static void solve_alone(const heap_problem *p, int visits, double *r) {
  const ss_contact_options options = ss_contact_default_options();
  spatial s = {.problem = &p->problem, .options = &options, .n = p->problem.size, .contacts = 1};
  void *work = make_work(ss_contact_spatial_work(&p->problem, &options));
  ss_spatial_start(&s, work);
  for (int k = 0; k < visits; k++) ss_spatial_local(&s.face[0], p->c, r);
  free(work);
}

/* g = 1: r_N = -q_N, r_T = -q_T cut to the disk. */
static void isotropic_contacts_in_closed_form(void **state) {
  (void)state;
  random_source source = {70};
  for (int k = 0; k < 1000; k++) {
    const double mu = draw_between(&source, 0, 2);
    heap_problem p = make_problem(1);
    p.contact[0] = (ss_contact){.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_DISK, {mu}}};
    settle(&p);
    double r[3], expected[3];
    for (size_t a = 0; a < 3; a++) {
      p.G[4 * a] = 1;
      p.c[a] = draw_normal(&source);
    }
    const double N = fmax(-p.c[0], 0), T = hypot(p.c[1], p.c[2]), cut = fmin(1, mu * N / T);
    expected[0] = N;
    expected[1] = -p.c[1] * cut;
    expected[2] = -p.c[2] * cut;
    solve_alone(&p, 4, r);
    for (size_t a = 0; a < 3; a++) assert_true(fabs(r[a] - expected[a]) <= 1e-13);
    free_problem(&p);
  }
}

/* Any positive definite g, is_planar and spatial; scales over eight orders of magnitude. */
static void anisotropic_contacts_by_the_residual(void **state) {
  (void)state;
  random_source source = {71};
  for (int k = 0; k < 4000; k++) {
    const bool is_planar = k % 2;
    const double scale = pow(10, draw_between(&source, -4, 4));
    heap_problem p = make_problem(1);
    p.contact[0] = (ss_contact){
        .kind = SS_ELEMENT_CONTACT,
        .law = {is_planar ? SS_LAW_COULOMB : SS_LAW_DISK, {draw_between(&source, 0, 1)}}};
    settle(&p);
    fill_dense(&source, 6, &p);
    for (size_t e = 0; e < p.problem.size * p.problem.size; e++) p.G[e] *= scale;
    double r[3] = {0}, xi[3];
    solve_alone(&p, 6, r);
    assert_true(ss_contact_residual(&p.problem, SS_RESIDUAL_SCALED, r, xi) < 1e-11);
    free_problem(&p);
  }
}

static void bilateral_and_frictionless_contacts(void **state) {
  (void)state;
  const ss_element_kind kinds[] = {SS_ELEMENT_SLIDER, SS_ELEMENT_CONTACT, SS_ELEMENT_CLUTCH};
  for (size_t k = 0; k < 6; k++) {
    heap_problem p = make_problem(1);
    p.contact[0] = (ss_contact){.kind = kinds[k % 3]};
    if (k % 3 == 2) p.contact[0].law.kind = SS_LAW_ONEWAY;
    settle(&p);
    p.G[0] = 4;
    p.c[0] = k < 3 ? 2 : -2;
    double r[1] = {7};
    solve_alone(&p, 1, r);
    assert_true(r[0] == (k < 3 ? (k == 0 ? -0.5 : 0) : 0.5));
    free_problem(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(isotropic_contacts_in_closed_form),
      cmocka_unit_test(anisotropic_contacts_by_the_residual),
      cmocka_unit_test(bilateral_and_frictionless_contacts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
