/* test_proximal.c: problems that the methods of solve.c leave unsolved, here because they are
 * starved: one Newton step, one pass. What the rounds return is checked by the residual, computed
 * here from G, c and the laws' projections as everywhere else. */
#include "spatial_support.h"

#include "arena.h"

/* Solves with next to no steps: at once, which must fail, and patiently. */
static size_t solve_starved(const ss_contact_problem *p) {
  ss_contact_options o = ss_contact_default_options();
  o.newton_most = o.passes_most = o.pivots_most = 1;
  double *r = take_zeroed(p->size, sizeof(double)), *xi = take_zeroed(p->size, sizeof(double));
  ss_contact_report at_once, report;
  const bool failed = solve_guarded(p, &o, r, xi, &at_once) == SS_NO_CONVERGENCE;
  const ss_arena_mark before = ss_arena_get_mark(arena);
  assert_int_equal(ss_contact_solve_patiently(arena, p, &o, r, xi, &report), SS_OK);
  const ss_arena_mark after = ss_arena_get_mark(arena);
  assert_memory_equal(&before, &after, sizeof before);
  const double residual = ss_contact_residual(p, SS_RESIDUAL_SCALED, r, xi);
  assert_true(residual <= o.tolerance && residual == report.residual);
  if (failed) assert_true(report.iterations > at_once.iterations);
  free(r);
  free(xi);
  return failed;
}

/* Reactions that are not unique: 3 n directions, n + 6 coordinates. */
static void dependent_contacts_in_both_storages(void **state) {
  (void)state;
  random_source source = {15};
  size_t starved = 0;
  for (size_t contacts = 4; contacts <= 24; contacts += 5)
    for (int k = 0; k < 4; k++) {
      heap_problem p = draw_disks(&source, contacts, 0.5, contacts + 6);
      starved += solve_starved(&p.problem);
      make_sparse(&p);
      starved += solve_starved(&p.problem);
      free_problem(&p);
    }
  assert_true(starved > 20);
}

/* All kinds of contacts and laws, with units of their own on the diagonal. */
static void mixed_contacts(void **state) {
  (void)state;
  random_source source = {16};
  for (int k = 0; k < 10; k++) {
    heap_problem p = draw_mixed(&source, 8, 0.7, true);
    solve_starved(&p.problem);
    free_problem(&p);
  }
}

/* 0 r - 1 >= 0 has no solution; r stays finite and the residual is told. */
static void without_a_solution(void **state) {
  (void)state;
  heap_problem p = make_problem(1);
  p.contact[0] = (ss_contact){.kind = SS_ELEMENT_CONTACT};
  settle(&p);
  p.c[0] = -1;
  const ss_contact_options o = ss_contact_default_options();
  double r = 0, xi = 0;
  ss_contact_report report;
  assert_int_equal(ss_contact_solve_patiently(arena, &p.problem, &o, &r, &xi, &report),
                   SS_NO_CONVERGENCE);
  assert_true(isfinite(r) && report.residual > o.tolerance && xi == -1);
  free_problem(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dependent_contacts_in_both_storages),
      cmocka_unit_test(mixed_contacts),
      cmocka_unit_test(without_a_solution),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
