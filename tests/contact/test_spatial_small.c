/* Few spatial contacts: the answers of the ladder, from the short way; everything else is refused.
 */
#include "spatial_support.h"

#include "../../src/contact/spatial.h"

/* Low friction, full rank: one solution, so that the ladder's velocities are the same. */
static void the_same_as_the_ladder(void **state) {
  (void)state;
  random_source source = {60};
  ss_contact_options options = ss_contact_default_options(), newton = options;
  newton.method = SS_METHOD_NEWTON;
  int solved = 0;
  for (int k = 0; k < 500; k++) {
    heap_problem p = draw_disks(&source, draw_count(&source, 1, 16), 0.05, 0);
    double r[48], xi[48], other[48], other_xi[48];
    ss_contact_report report;
    size_t iterations = 0;
    void *work = make_work(ss_few_work(&p.problem));
    assert_true(ss_few_apply(&p.problem));
    options.residual = k % 2 ? SS_RESIDUAL_UNIT : SS_RESIDUAL_SCALED;
    if (ss_few_solve(&p.problem, &options, work, r, &iterations)) {
      solved++;
      assert_true(ss_contact_residual(&p.problem, options.residual, r, xi) <= 1.001e-10);
      assert_int_equal(solve_guarded(&p.problem, &newton, other, other_xi, &report), SS_OK);
      for (size_t i = 0; i < p.problem.size; i++) assert_true(fabs(xi[i] - other_xi[i]) < 1e-7);
    }
    free(work);
    free_problem(&p);
  }
  assert_true(solved >= 490);
}

static void other_problems_are_refused(void **state) {
  (void)state;
  random_source source = {61};
  heap_problem p = draw_disks(&source, 3, 0.5, 0);
  assert_true(ss_few_apply(&p.problem));
  p.contact[1].sliding = true;
  assert_false(ss_few_apply(&p.problem));
  p.contact[1].sliding = false;
  p.contact[2].law.kind = SS_LAW_ELLIPSE;
  assert_false(ss_few_apply(&p.problem));
  p.contact[2] = (ss_contact){.kind = SS_ELEMENT_FRICTION, .law = {SS_LAW_CONTENSOU, {1, 1}}};
  assert_false(ss_few_apply(&p.problem));
  free_problem(&p);
  p = draw_disks(&source, 33, 0.5, 0);
  assert_false(ss_few_apply(&p.problem));
  free_problem(&p);
  p = draw_disks(&source, 3, 0.5, 0);
  make_sparse(&p);
  assert_false(ss_few_apply(&p.problem));
  free_problem(&p);
}

/* A direction in which nothing can move is the ladder's business. */
static void a_zero_on_the_diagonal_is_refused(void **state) {
  (void)state;
  random_source source = {62};
  heap_problem p = draw_disks(&source, 2, 0.5, 0);
  for (size_t k = 0; k < 6; k++) p.G[k + 6 * 4] = p.G[4 + 6 * k] = 0;
  double r[6];
  size_t iterations = 0;
  const ss_contact_options options = ss_contact_default_options();
  void *work = make_work(ss_few_work(&p.problem));
  assert_false(ss_few_solve(&p.problem, &options, work, r, &iterations));
  free(work);
  free_problem(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_same_as_the_ladder),
      cmocka_unit_test(other_problems_are_refused),
      cmocka_unit_test(a_zero_on_the_diagonal_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
