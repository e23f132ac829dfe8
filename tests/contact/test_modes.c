/* The linear system of a combination of modes: its solution is at rest where it should be, tied
 * where it slips; the natural map is that of the public residual. */
#include "../../src/contact/modes.h"
#include "support.h"

static void systems_are_solved(void **state) {
  (void)state;
  random_problem *p = malloc(sizeof *p);
  random_source source = {11};
  for (int i = 0; i < 2000; i++) {
    const size_t contacts = draw_count(&source, 1, 12);
    draw_planar(&source, contacts, 0, p);
    void *work = make_work(ss_modes_work(&p->problem));
    planar compact;
    mode_system system;
    unsigned char modes[16];
    double z[SIZE_MOST], xz[SIZE_MOST];
    ss_modes_start(&p->problem, work, &compact, &system);
    for (size_t k = 0; k < contacts; k++) {
      modes[k] = (unsigned char)draw_count(&source, SS_MODE_FREE, SS_MODE_SLIP_MINUS);
      /* keep away from singular slip: mu small */
      compact.contact[k].mu *= 0.1;
      z[2 * k] = draw_normal(&source);
      z[2 * k + 1] = draw_normal(&source);
    }
    ss_contact_velocity(&p->problem, z, xz);
    assert_true(ss_modes_solve(&compact, modes, &system, z, xz));
    for (size_t k = 0; k < contacts; k++) {
      const double mu = compact.contact[k].mu, N = z[2 * k], T = z[2 * k + 1];
      if (modes[k] == SS_MODE_FREE) assert_true(N == 0 && T == 0);
      if (modes[k] != SS_MODE_FREE) assert_true(fabs(xz[2 * k]) <= 1e-8);
      if (modes[k] == SS_MODE_STICK) assert_true(fabs(xz[2 * k + 1]) <= 1e-8);
      if (modes[k] == SS_MODE_SLIP_PLUS) assert_true(T == -mu * N);
      if (modes[k] == SS_MODE_SLIP_MINUS) assert_true(T == mu * N);
    }
    free(work);
  }
  free(p);
}

static void natural_map_is_the_residual(void **state) {
  (void)state;
  random_problem *p = malloc(sizeof *p);
  random_source source = {12};
  for (int i = 0; i < 2000; i++) {
    const size_t contacts = draw_count(&source, 1, 8);
    draw_planar(&source, contacts, 0, p);
    for (size_t k = 0; k < contacts; k++) {
      p->contact[k].kind = draw_uniform(&source) < 0.5 ? SS_ELEMENT_CONTACT : SS_ELEMENT_SLIDER;
      p->contact[k].sliding = draw_uniform(&source) < 0.3;
      p->contact[k].slide[0] = 0.4;
    }
    planar_contact contact[8];
    ss_modes_compact(&p->problem, contact);
    const planar compact = {&p->problem, contacts, 2 * contacts, p->G, p->c, contact};
    double r[SIZE_MOST], xi[SIZE_MOST], size = 0;
    for (size_t k = 0; k < 2 * contacts; k++) {
      r[k] = draw_normal(&source);
      size += p->c[k] * p->c[k];
    }
    const double residual = ss_contact_residual(&p->problem, SS_RESIDUAL_SCALED, r, xi);
    const double map = ss_modes_natural_map(&compact, r, xi) / sqrt(size);
    assert_true(fabs(residual - map) <= 1e-12 * residual);
  }
  free(p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(systems_are_solved),
      cmocka_unit_test(natural_map_is_the_residual),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
