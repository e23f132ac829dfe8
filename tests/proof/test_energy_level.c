/* test_energy_level.c: regions and levels, against closed forms. */
#include <stdlib.h>

#include "energy_support.h"

static const ss_energy_proof *find(machine *m, const char *text) {
  const char *why_not;
  *m = read_machine("t", text, 0, NULL);
  ss_energy *e = see(m, &why_not);
  assert_non_null(e);
  assert_int_equal(ss_energy_find_level(e, &m->options), SS_OK);
  return e->proof;
}

static void close(machine *m, const ss_energy_proof *p) {
  for (size_t i = 0; i < p->asked; i++) ss_energy_answer_clear(&p->answer[i]);
  free(p->answer);
  stop(m);
}

/* A double well, U = (x^2 - 1)^2 with friction everywhere: up to the ridge, U = 1. */
static void up_to_a_ridge(void **state) {
  (void)state;
  machine m;
  m.options = ss_proof_default_options();
  const ss_energy_proof *p = find(&m, "coord x\nkinetic = x'^2\npotential = (x - 2)^2*x^2\n"
                                      "friction f { slip = x'; normal = 1; law = coulomb(1/5) }\n");
  assert_true(p->point.found);
  assert_true(p->bound <= 1 && p->bound > 0.995);
  assert_true(p->unique);
  close(&m, p);
}

/* A stop far away does not spoil it, and everything holds everywhere. */
static void a_far_stop(void **state) {
  (void)state;
  machine m;
  const ss_energy_proof *p =
      find(&m, "coord x\nkinetic = x'^2\npotential = x^2\nforce x = -x'\n"
               "contact stop { gap = 100 - x; restitution = newton(1/2, 0) }\n");
  assert_true(p->everywhere);
  assert_int_equal(p->chosen, 0);
  close(&m, p);
}

/* Where T may be negative an energy bounds nothing: M > 0 in the whole region, which ends at x = 1,
 * U = 1/2. */
static void mass_that_vanishes(void **state) {
  (void)state;
  machine m;
  const ss_energy_proof *p =
      find(&m, "coord x, y\nkinetic = 1/2*(1 - x^2)*x'^2 + 1/2*y'^2\npotential = (x^2 + y^2)/2\n"
               "friction a { slip = x'; normal = 1; law = coulomb(1/10) }\n"
               "friction b { slip = y'; normal = 1; law = coulomb(1/10) }\n");
  assert_true(p->bound > 0.499 && p->bound <= 0.5);
  assert_true(p->lo[0] > -1 && p->hi[0] < 1);
  close(&m, p);
}

/* Damping 1 - x^2: the level is U at x = 1, where it ends. */
static void damping_that_ends(void **state) {
  (void)state;
  machine m;
  const ss_energy_proof *p =
      find(&m, "coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\nforce x = -(1 - x^2)*x'\n");
  assert_true(p->bound > 0.49995 && p->bound <= 0.5);
  close(&m, p);
}

/* A well of any width: x in units of 10^-6 and 10^5. U = x^2 - x^4, at most 1/4. */
static void units_do_not_matter(void **state) {
  (void)state;
  static const char *const unit[] = {"1e6", "1", "1e-5"};
  for (int i = 0; i < 3; i++) {
    machine m;
    char text[300];
    snprintf(text, sizeof text,
             "param k = %s\ncoord x\nkinetic = (k*x')^2\npotential = (k*x)^2 - (k*x)^4\n"
             "force x = -k^2*x'\n",
             unit[i]);
    const ss_energy_proof *p = find(&m, text);
    assert_true(p->bound > 0.2499 && p->bound <= 0.25);
    close(&m, p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(up_to_a_ridge), cmocka_unit_test(a_far_stop),
                                     cmocka_unit_test(mass_that_vanishes),
                                     cmocka_unit_test(damping_that_ends),
                                     cmocka_unit_test(units_do_not_matter)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
