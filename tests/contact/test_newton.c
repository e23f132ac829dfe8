/* Newton's method alone: from a few passes to the solution of well-posed problems within few steps,
 * quadratically at the end, with every law. */
#include "spatial_support.h"

#include "../../src/contact/spatial.h"

enum { SIZE = 60 };

typedef struct run {
  spatial s;
  void *work;
  double r[SIZE], xi[SIZE];
} run;

static run begin(const ss_contact_problem *problem, const ss_contact_options *options) {
  run n = {.s = {.problem = problem, .options = options, .n = problem->size}};
  n.s.contacts = problem->contacts;
  n.work = make_work(ss_contact_spatial_work(problem, options));
  ss_spatial_start(&n.s, n.work);
  ss_spatial_prepare_lu(&n.s);
  ss_spatial_velocity(&n.s, n.r, n.xi);
  for (int k = 0; k < 8; k++) ss_spatial_pass(&n.s, true, n.r, n.xi);
  ss_spatial_velocity(&n.s, n.r, n.xi);
  return n;
}

/* Low friction, full rank: at least 95 of 100 within 20 steps from eight passes. */
static void count_solved(bool mixed, bool sparse, uint64_t seed) {
  random_source source = {seed};
  const ss_contact_options options = ss_contact_default_options();
  int solved = 0;
  for (int k = 0; k < 100; k++) {
    const size_t contacts = draw_count(&source, 1, 10);
    heap_problem p =
        mixed ? draw_mixed(&source, contacts, 0.3, true) : draw_disks(&source, contacts, 0.3, 0);
    take_own_lengths(&p);
    if (sparse) make_sparse(&p);
    run n = begin(&p.problem, &options);
    const double F = ss_spatial_newton(&n.s, 20, n.s.goal, n.r, n.xi);
    double again[SIZE];
    const double residual = ss_contact_residual(&p.problem, SS_RESIDUAL_SCALED, n.r, again);
    assert_true(fabs(F / n.s.data_size - residual) <= 1e-12 + 1e-6 * residual);
    solved += residual <= options.tolerance;
    free(n.work);
    free_problem(&p);
  }
  assert_true(solved >= 95);
}

static void well_posed_problems(void **state) {
  (void)state;
  count_solved(false, false, 100);
  count_solved(false, true, 101);
  count_solved(true, false, 102);
  count_solved(true, true, 103);
}

/* Once F is below 1e-3, a step at least squares it, up to a factor and to rounding. */
static void convergence_is_quadratic(void **state) {
  (void)state;
  random_source source = {104};
  const ss_contact_options options = ss_contact_default_options();
  int watched = 0;
  for (int k = 0; k < 200; k++) {
    heap_problem p = draw_disks(&source, draw_count(&source, 1, 8), 0.3, 0);
    run n = begin(&p.problem, &options);
    double F = ss_spatial_natural_map(&n.s, n.r, n.xi) / n.s.data_size;
    for (int step = 0; step < 15 && F > 1e-13; step++) {
      const double next = ss_spatial_newton(&n.s, 1, 0, n.r, n.xi) / n.s.data_size;
      if (F < 1e-4 && next < F) {
        watched++;
        assert_true(next <= 1e3 * F * F + 1e-13);
      }
      F = next;
    }
    free(n.work);
    free_problem(&p);
  }
  assert_true(watched > 50);
}

/* G = 0 has no Newton step that helps, and none that hurts. */
static void singular_systems_end(void **state) {
  (void)state;
  const ss_contact_options options = ss_contact_default_options();
  heap_problem p = make_problem(1);
  p.contact[0] = (ss_contact){.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_DISK, {0.5}}};
  settle(&p);
  p.c[0] = -1;
  run n = begin(&p.problem, &options);
  const double F = ss_spatial_newton(&n.s, 10, n.s.goal, n.r, n.xi);
  assert_true(F > 0.5 && isfinite(F));
  free(n.work);
  free_problem(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(well_posed_problems),
      cmocka_unit_test(convergence_is_quadratic),
      cmocka_unit_test(singular_systems_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
