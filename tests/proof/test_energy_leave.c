/* test_energy_leave.c: regions that motions leave, and where there is none. */
#include <stdlib.h>

#include "energy_support.h"

#define PENDULUM "coord x\nkinetic = 1/2*x'^2\npotential = cos(x)\n"

static ss_energy_proof *leave(machine *m, const double *at) {
  const char *why_not;
  ss_energy *e = see(m, &why_not);
  assert_non_null(e);
  m->options.at = at;
  assert_int_equal(ss_energy_find_leaving(e, &m->options), SS_OK);
  assert_non_null(e->leaving);
  return e->leaving;
}

static void clear(ss_energy_proof *p) {
  for (size_t i = 0; i < p->asked; i++) ss_energy_answer_clear(&p->answer[i]);
  free(p->answer);
}

/* Friction 1/5 holds |sin x| <= 1/5: the region ends beyond, the box of the rest point in it. */
static void beyond_what_is_held(void **state) {
  (void)state;
  machine m = read_machine(
      "t", PENDULUM "friction f { slip = x'; normal = 1; law = coulomb(1/5) }\n", 0, NULL);
  ss_energy_proof *p = leave(&m, NULL);
  assert_true(p->holds[8] && p->holds[2] && p->holds[6] && p->holds[5]);
  assert_true(p->hi[0] > asin(0.2) && p->lo[0] < -asin(0.2));
  assert_true(p->place_lo[0] < 0 && p->place_hi[0] > 0 && p->place_hi[0] < p->hi[0]);
  for (size_t i = 0; i < p->asked; i++) assert_int_equal(p->answer[i].boxes.verdict, SS_PROVED);
  clear(p);
  stop(&m);
}

/* The saddle of x^3/3 - x + y^2/2 at x = -1: downwards is along x. */
static void a_direction_downwards(void **state) {
  (void)state;
  const double at[] = {-0.9, 0.1};
  machine m = read_machine("t",
                           "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                           "potential = x^3/3 - x + y^2/2\nforce x = -x'\nforce y = -y'\n",
                           0, NULL);
  ss_energy_proof *p = leave(&m, at);
  assert_true(fabs(p->point.q[0] + 1) < 1e-9 && fabs(p->point.q[1]) < 1e-9);
  assert_true(fabs(p->downwards[0]) == 1 && fabs(p->downwards[1]) < 1e-3);
  /* where it was asked about is not in the region that was found */
  assert_false(p->holds[8]);
  clear(p);
  stop(&m);
}

static void nothing_at_a_minimum(void **state) {
  (void)state;
  const double at[] = {3.1};
  machine m = read_machine("t", PENDULUM "force x = -x'\n", 0, NULL);
  ss_energy_proof *p = leave(&m, at);
  assert_true(p->point.found);
  assert_false(p->holds[2]);
  assert_int_equal(p->asked, 0);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(beyond_what_is_held),
      cmocka_unit_test(a_direction_downwards),
      cmocka_unit_test(nothing_at_a_minimum),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
