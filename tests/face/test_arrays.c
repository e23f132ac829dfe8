/* test_arrays.c: tables hold what samples hold; equations what a system evaluates to. */
#include "../study/stage.h"
#include "standstill/standstill.h"

#define PENDULUM                                                                                   \
  "coord x\ncoord phi\nkinetic = x'^2 + x'*phi'*cos(phi) + phi'^2\npotential = 1 - cos(phi)\n"     \
  "force x = -0.1*x' + t\nfriction f { slip = x'; normal = 1 + x^2; law = coulomb(0.3) }\n"

static void a_table_holds_the_samples(void **state) {
  (void)state;
  stage s = open_stage(PENDULUM);
  ss_motion_options o = ss_motion_default_options();
  ss_motion m;
  ss_motion_table table;
  o.end = 1, o.every = 0.1;
  assert_int_equal(ss_machine_move(s.arena, s.machine, "phi=1", &o, &s.said, &m), SS_OK);
  const ss_system *system = ss_machine_system(s.machine);
  assert_int_equal(ss_motion_tabulate(s.arena, system, &m, &table), SS_OK);
  assert_int_equal(table.samples, m.samples);
  assert_true(m.samples > 10);
  assert_int_equal(table.coordinates, 2);
  assert_int_equal(table.forces, 1);
  for (size_t k = 0; k < m.samples; k++) {
    assert_true(table.t[k] == m.sample[k].t);
    assert_memory_equal(table.q + 2 * k, m.sample[k].q, 2 * sizeof(double));
    assert_memory_equal(table.u + 2 * k, m.sample[k].u, 2 * sizeof(double));
    assert_memory_equal(table.force + k, m.sample[k].forces, sizeof(double));
  }
  close_stage(&s);
}

static void equations_are_those_of_the_system(void **state) {
  (void)state;
  stage s = open_stage(PENDULUM);
  const double q[6] = {0, 0.3, 1, -2, 0.5, 0.1}, u[6] = {1, 2, 3, -4, 0, 0}, t[3] = {0, 1, 2};
  const ss_states states = {3, q, u, t};
  ss_equations *e;
  assert_int_equal(ss_equations_open(s.machine, &e), SS_OK);
  for (unsigned k = 0; k < SS_QUANTITY_COUNT; k++) {
    const size_t m = ss_equations_count(e, (ss_quantity)k);
    double out[64];
    assert_true(3 * m <= 64);
    assert_int_equal(ss_equations_evaluate(e, (ss_quantity)k, &states, out), SS_OK);
    for (size_t i = 0; i < 3; i++) {
      ss_system_values v;
      assert_int_equal(ss_system_evaluate(s.arena, ss_machine_system(s.machine),
                                          ss_machine_parameters(s.machine), q + 2 * i, u + 2 * i,
                                          t[i], &v),
                       SS_OK);
      for (size_t j = 0; j < m; j++) assert_true(out[i * m + j] == v.of[k][j]);
    }
  }
  ss_equations_close(e);
  ss_equations_close(NULL);
  close_stage(&s);
}

static void velocities_and_times_left_out_are_0(void **state) {
  (void)state;
  stage s = open_stage(PENDULUM);
  const double q[2] = {0.2, 0.3}, zero[3] = {0};
  const ss_states some = {1, q, NULL, NULL}, all = {1, q, zero, zero};
  double one[2], other[2];
  ss_equations *e;
  assert_int_equal(ss_equations_open(s.machine, &e), SS_OK);
  assert_int_equal(ss_equations_evaluate(e, SS_QUANTITY_H, &some, one), SS_OK);
  assert_int_equal(ss_equations_evaluate(e, SS_QUANTITY_H, &all, other), SS_OK);
  assert_memory_equal(one, other, sizeof one);
  ss_equations_close(e);
  close_stage(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_table_holds_the_samples),
                                     cmocka_unit_test(equations_are_those_of_the_system),
                                     cmocka_unit_test(velocities_and_times_left_out_are_0)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
