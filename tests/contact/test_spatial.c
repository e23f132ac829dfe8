/* The ladder of methods: random problems of every kind are solved and verified, dense and sparse
 * storage agree, problems without solution are reported as such, nothing is allocated. */
#include <malloc.h>

#include "creeping.h"

static const ss_contact_report no_report;

typedef struct solution {
  ss_status status;
  double *r, *xi;
  ss_contact_report report;
} solution;

static solution solve(const ss_contact_problem *problem, const ss_contact_options *options) {
  solution s = {.r = take_zeroed(problem->size, sizeof(double)),
                .xi = take_zeroed(problem->size, sizeof(double)),
                .report = no_report};
  s.status = solve_guarded(problem, options, s.r, s.xi, &s.report);
  double *again = take_zeroed(problem->size, sizeof(double));
  const double residual = ss_contact_residual(problem, options->residual, s.r, again);
  assert_true(residual == s.report.residual);
  assert_int_equal(s.status, residual <= options->tolerance ? SS_OK : SS_NO_CONVERGENCE);
  free(again);
  return s;
}

static void free_solution(solution *s) {
  free(s->r);
  free(s->xi);
}

static void expect_solved(const ss_contact_problem *problem, const ss_contact_options *options) {
  solution s = solve(problem, options);
  assert_int_equal(s.status, SS_OK);
  free_solution(&s);
}

/* ---- random problems ------------------------------------------------------------------------- */

static void disks_of_full_rank(void **state) {
  (void)state;
  random_source source = {40};
  const ss_contact_options options = ss_contact_default_options();
  for (int k = 0; k < 600; k++) {
    const size_t contacts = k < 500 ? draw_count(&source, 1, 10) : draw_count(&source, 17, 40);
    heap_problem p = draw_disks(&source, contacts, draw_between(&source, 0, 2), 0);
    expect_solved(&p.problem, &options);
    free_problem(&p);
  }
}

static void dependent_directions(void **state) {
  (void)state;
  random_source source = {41};
  const ss_contact_options options = ss_contact_default_options();
  for (int k = 0; k < 300; k++) {
    const size_t contacts = draw_count(&source, 2, 12);
    const size_t rank = draw_count(&source, 1, 2 * contacts);
    heap_problem p = draw_disks(&source, contacts, draw_between(&source, 0, 1), rank);
    expect_solved(&p.problem, &options);
    free_problem(&p);
  }
}

/* The slips are those that Siconos's NSN_NM finds, to its residual of 6e-13; its NSGS and NSN_AC
 * give up. The goal here is 1e-10 |c| = 1e-12. */
static void stool_that_creeps(void **state) {
  (void)state;
  static const double slip[LEGS][2] = {{-1.3119e-10, 4.5816e-11}, {-3.2573e-10, 1.9197e-10}, {0}};
  ss_contact_options options = ss_contact_default_options();
  heap_problem p = make_stool();
  for (int k = 0; k < 4; k++) {
    options.residual = k % 2 ? SS_RESIDUAL_UNIT : SS_RESIDUAL_SCALED;
    options.warm = k / 2;
    solution s = solve(&p.problem, &options);
    assert_int_equal(s.status, SS_OK);
    for (size_t i = 0; i < LEGS; i++)
      for (size_t a = 0; a < 2; a++) assert_true(fabs(s.xi[3 * i + 1 + a] - slip[i][a]) < 3e-12);
    free_solution(&s);
  }
  free_problem(&p);
}

/* Without other step lengths for friction four in five of these stay unsolved. */
static void legs_that_creep(void **state) {
  (void)state;
  random_source source = {46};
  ss_contact_options options = ss_contact_default_options();
  size_t unsolved = 0;
  for (int k = 0; k < 1000; k++) {
    const double off = pow(10, -draw_between(&source, 4, 9));
    heap_problem p = draw_creeping(&source, draw_between(&source, 0.2, 1), off);
    options.warm = k % 2;
    solution s = solve(&p.problem, &options);
    unsolved += s.status != SS_OK;
    free_solution(&s);
    free_problem(&p);
  }
  assert_true(unsolved <= 10);
}

/* A start whose residual is the tolerance but for rounding, whichever way that falls. */
static void starts_at_the_tolerance(void **state) {
  (void)state;
  random_source source = {47};
  for (int k = 0; k < 300; k++) {
    ss_contact_options options = ss_contact_default_options();
    heap_problem p = draw_disks(&source, draw_count(&source, 1, 6), 0.5, 0);
    solution s = solve(&p.problem, &options);
    for (size_t i = 0; i < p.problem.size; i++) s.r[i] += 1e-9 * draw_normal(&source);
    options.warm = true;
    options.tolerance = ss_contact_residual(&p.problem, options.residual, s.r, s.xi) * (1 - 1e-15);
    assert_int_equal(solve_guarded(&p.problem, &options, s.r, s.xi, &s.report), SS_OK);
    free_solution(&s);
    free_problem(&p);
  }
}

/* All elements and laws together: ellipses, discs with spin, rolling, known normal forces,
 * clutches, bilateral constraints. */
static void mixed_elements(void **state) {
  (void)state;
  random_source source = {42};
  const ss_contact_options options = ss_contact_default_options();
  for (int k = 0; k < 300; k++) {
    heap_problem p = draw_mixed(&source, draw_count(&source, 1, 8), 0.8, true);
    expect_solved(&p.problem, &options);
    if (k % 2) {
      make_sparse(&p);
      expect_solved(&p.problem, &options);
    }
    free_problem(&p);
  }
}

/* Sliders with friction too: not always solvable, always honest (solve() checks). */
static void sliders_with_friction(void **state) {
  (void)state;
  random_source source = {43};
  const ss_contact_options options = ss_contact_default_options();
  int solved = 0;
  for (int k = 0; k < 100; k++) {
    heap_problem p = draw_mixed(&source, draw_count(&source, 1, 6), 0.3, false);
    solution s = solve(&p.problem, &options);
    solved += s.status == SS_OK;
    free_solution(&s);
    free_problem(&p);
  }
  assert_true(solved >= 95);
}

/* Contacts at acceleration level that slide already: r_T = N slide, linear but for the normal. */
static void sliding_contacts(void **state) {
  (void)state;
  random_source source = {44};
  const ss_contact_options options = ss_contact_default_options();
  for (int k = 0; k < 100; k++) {
    heap_problem p = draw_disks(&source, draw_count(&source, 1, 6), 0.2, 0);
    for (size_t i = 0; i < p.problem.contacts; i++) {
      const double angle = draw_between(&source, 0, 6.28);
      p.contact[i].sliding = draw_uniform(&source) < 0.5;
      p.contact[i].slide[0] = 0.2 * cos(angle);
      p.contact[i].slide[1] = 0.2 * sin(angle);
    }
    expect_solved(&p.problem, &options);
    free_problem(&p);
  }
}

/* ---- storage --------------------------------------------------------------------------------- */

/* mu below the bound that makes the solution unique for these chains: velocities agree. */
static void dense_and_sparse_agree(void **state) {
  (void)state;
  random_source source = {45};
  const ss_contact_options options = ss_contact_default_options();
  for (int k = 0; k < 40; k++) {
    heap_problem p = draw_chain(&source, draw_count(&source, 2, 30), 0.1);
    solution dense = solve(&p.problem, &options);
    make_sparse(&p);
    solution sparse = solve(&p.problem, &options);
    assert_int_equal(dense.status, SS_OK);
    assert_int_equal(sparse.status, SS_OK);
    for (size_t i = 0; i < p.problem.size; i++)
      assert_true(fabs(dense.xi[i] - sparse.xi[i]) < 1e-7);
    free_solution(&dense);
    free_solution(&sparse);
    free_problem(&p);
  }
}

static void long_chains(void **state) {
  (void)state;
  random_source source = {46};
  const ss_contact_options options = ss_contact_default_options();
  for (size_t contacts = 60; contacts <= 240; contacts += 60) {
    heap_problem p = draw_chain(&source, contacts, 0.6);
    make_sparse(&p);
    expect_solved(&p.problem, &options);
    /* linear memory: far below the square that dense G would take */
    const size_t n = p.problem.size;
    assert_true(ss_contact_work_size(&p.problem, &options) < n * n * sizeof(double) / 4);
    free_problem(&p);
  }
}

/* A block that only one triangle has: no Newton steps, but still an answer by passes. */
static void patterns_that_are_not_symmetric(void **state) {
  (void)state;
  random_source source = {47};
  const ss_contact_options options = ss_contact_default_options();
  heap_problem p = draw_chain(&source, 6, 0.3);
  for (size_t a = 0; a < 3; a++)
    for (size_t b = 0; b < 3; b++) p.G[a + p.problem.size * (3 + b)] *= 0; /* block (0, 1) */
  make_sparse(&p);
  expect_solved(&p.problem, &options);
  free_problem(&p);
}

/* ---- options --------------------------------------------------------------------------------- */

static void every_method_and_residual(void **state) {
  (void)state;
  random_source source = {48};
  const ss_contact_method methods[] = {SS_METHOD_AUTO, SS_METHOD_NEWTON, SS_METHOD_GAUSS_SEIDEL};
  for (int k = 0; k < 60; k++) {
    ss_contact_options options = ss_contact_default_options();
    options.method = methods[k % 3];
    options.residual = k % 2 ? SS_RESIDUAL_UNIT : SS_RESIDUAL_SCALED;
    heap_problem p = draw_disks(&source, draw_count(&source, 1, 20), 0.3, 0);
    solution s = solve(&p.problem, &options);
    assert_int_equal(s.status, SS_OK);
    if (options.method != SS_METHOD_AUTO && s.report.method != options.method)
      assert_int_equal(s.report.method, SS_METHOD_GAUSS_SEIDEL); /* Newton's first passes did it */
    free_solution(&s);
    free_problem(&p);
  }
}

/* A solution as a guess: accepted at once; a bad guess does no harm. */
static void warm_starts(void **state) {
  (void)state;
  random_source source = {49};
  ss_contact_options options = ss_contact_default_options();
  for (int k = 0; k < 50; k++) {
    heap_problem p = draw_disks(&source, draw_count(&source, 1, 20), 0.4, 0);
    options.warm = false;
    solution s = solve(&p.problem, &options);
    options.warm = true;
    ss_contact_report report = no_report;
    assert_int_equal(solve_guarded(&p.problem, &options, s.r, s.xi, &report), SS_OK);
    assert_int_equal(report.iterations, 0);
    for (size_t i = 0; i < p.problem.size; i++) s.r[i] = draw_wide(&source);
    assert_int_equal(solve_guarded(&p.problem, &options, s.r, s.xi, &report), SS_OK);
    free_solution(&s);
    free_problem(&p);
  }
}

/* Limits of 0 leave r = 0: reported as what it is. */
static void limits_are_kept(void **state) {
  (void)state;
  random_source source = {50};
  ss_contact_options options = ss_contact_default_options();
  options.method = SS_METHOD_GAUSS_SEIDEL;
  options.passes_most = 3;
  heap_problem p = draw_disks(&source, 30, 0.5, 45);
  solution s = solve(&p.problem, &options);
  assert_int_equal(s.status, SS_NO_CONVERGENCE);
  assert_int_equal(s.report.iterations, 3);
  free_solution(&s);
  free_problem(&p);
}

/* ---- no solution ----------------------------------------------------------------------------- */

/* Nothing moves (G = 0) and the contact closes: no reaction can help. */
static void problems_without_solution(void **state) {
  (void)state;
  const ss_contact_options options = ss_contact_default_options();
  heap_problem p = make_problem(2);
  for (size_t i = 0; i < 2; i++)
    p.contact[i] = (ss_contact){.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_DISK, {0.5}}};
  settle(&p);
  p.c[0] = -1;
  p.c[3] = 1;
  solution s = solve(&p.problem, &options);
  assert_int_equal(s.status, SS_NO_CONVERGENCE);
  assert_true(s.report.residual > 0.1 && isfinite(s.report.residual));
  free_solution(&s);
  make_sparse(&p);
  s = solve(&p.problem, &options);
  assert_int_equal(s.status, SS_NO_CONVERGENCE);
  free_solution(&s);
  free_problem(&p);
}

/* Painleve: one contact whose friction turns the effective normal mass negative has, for an
 * approach with slip, no solution at acceleration level (sliding, r_T = -mu r_N): 1 + mu g_NT < 0.
 */
static void painleve(void **state) {
  (void)state;
  const ss_contact_options options = ss_contact_default_options();
  heap_problem p = make_problem(1);
  p.contact[0] = (ss_contact){
      .kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_DISK, {2}}, .sliding = true, .slide = {-2, 0}};
  settle(&p);
  const double G[] = {1, 0.9, 0, 0.9, 1, 0, 0, 0, 1};
  memcpy(p.G, G, sizeof G);
  p.c[0] = -1; /* r_N (1 - 1.8) = 1 */
  solution s = solve(&p.problem, &options);
  assert_int_equal(s.status, SS_NO_CONVERGENCE);
  free_solution(&s);
  p.c[0] = 1; /* r_N = 0 and r_N = 1 / 0.8 are solutions: one of them comes out */
  s = solve(&p.problem, &options);
  assert_int_equal(s.status, SS_OK);
  free_solution(&s);
  free_problem(&p);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void solving_allocates_nothing(void **state) {
  (void)state;
  random_source source = {51};
  const ss_contact_options options = ss_contact_default_options();
  for (int sparse = 0; sparse < 2; sparse++) {
    heap_problem p = draw_chain(&source, 40, 1.5);
    if (sparse) make_sparse(&p);
    const size_t n = p.problem.size;
    void *work = make_work(ss_contact_work_size(&p.problem, &options));
    double *r = take_zeroed(n, sizeof(double)), *xi = take_zeroed(n, sizeof(double));
    ss_contact_report report;
    ss_contact_solve(&p.problem, &options, work, r, xi, &report); /* binds lazy symbols */
    const size_t before = mallinfo2().uordblks;
    ss_contact_solve(&p.problem, &options, work, r, xi, &report);
    assert_int_equal(mallinfo2().uordblks, before);
    free(work);
    free(r);
    free(xi);
    free_problem(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(disks_of_full_rank),
      cmocka_unit_test(dependent_directions),
      cmocka_unit_test(stool_that_creeps),
      cmocka_unit_test(legs_that_creep),
      cmocka_unit_test(starts_at_the_tolerance),
      cmocka_unit_test(mixed_elements),
      cmocka_unit_test(sliders_with_friction),
      cmocka_unit_test(sliding_contacts),
      cmocka_unit_test(dense_and_sparse_agree),
      cmocka_unit_test(long_chains),
      cmocka_unit_test(patterns_that_are_not_symmetric),
      cmocka_unit_test(every_method_and_residual),
      cmocka_unit_test(warm_starts),
      cmocka_unit_test(limits_are_kept),
      cmocka_unit_test(problems_without_solution),
      cmocka_unit_test(painleve),
      cmocka_unit_test(solving_allocates_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
