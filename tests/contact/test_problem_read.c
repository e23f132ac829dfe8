/* Problems from files: both storages, files that are not there, and the real problems beside the
 * repository where they exist. */
#include "spatial_support.h"

#include <glob.h>
#include <stdio.h>

#include "../../src/contact/problem_file.h"
#include "arena.h"

/* Entries of a random sparse matrix, some places twice, against the sum by hand. */
static void check_assembly(random_source *source, size_t contacts) {
  const size_t d = 3, bilateral = 2, n = contacts * d + bilateral, count = 6 * n;
  ss_stated_problem stated = {.dimension = d, .contacts = contacts, .bilateral = bilateral};
  double *sum = take_zeroed(n * n, sizeof(double)), *x = take_zeroed(n, sizeof(double));
  double *xi = take_zeroed(n, sizeof(double));
  stated.mu = take_zeroed(contacts, sizeof(double));
  stated.c = take_zeroed(n, sizeof(double));
  stated.entries = take_zeroed(count, sizeof(ss_entry));
  stated.entry_count = count;
  for (size_t k = 0; k < count; k++) {
    const size_t row = draw_count(source, 0, n - 1), column = draw_count(source, 0, n - 1);
    stated.entries[k] = (ss_entry){row, column, draw_normal(source)};
    sum[row + n * column] += stated.entries[k].value;
  }
  for (size_t i = 0; i < n; i++) x[i] = draw_normal(source);
  const ss_contact_problem *problem;
  assert_int_equal(ss_contact_assemble(&stated, arena, &problem), SS_OK);
  assert_int_equal(ss_contact_check(problem), SS_OK);
  assert_true((problem->dense != NULL) == (contacts + bilateral <= SS_DENSE_MOST));
  ss_contact_velocity(problem, x, xi);
  for (size_t i = 0; i < n; i++) {
    double expected = 0;
    for (size_t j = 0; j < n; j++) expected += sum[i + n * j] * x[j];
    assert_true(fabs(xi[i] - expected) < 1e-12);
  }
  void *pieces[] = {sum, x, xi, stated.mu, stated.c, stated.entries};
  for (size_t k = 0; k < sizeof pieces / sizeof *pieces; k++) free(pieces[k]);
}

static void assembly_in_both_storages(void **state) {
  (void)state;
  random_source source = {120};
  const size_t contacts[] = {1, 2, 29, 30, 31, 32, 60, 100};
  for (size_t k = 0; k < sizeof contacts / sizeof *contacts; k++)
    check_assembly(&source, contacts[k]);
}

static void files_that_cannot_be_read(void **state) {
  (void)state;
  const char *paths[] = {"/no/such/file", "/tmp"};
  for (size_t k = 0; k < 2; k++) {
    ss_diagnostics list;
    const ss_contact_problem *problem;
    assert_int_equal(ss_contact_read(paths[k], arena, &list, &problem), SS_IO);
    assert_int_equal(list.errors, 1);
    assert_int_equal(list.items[0].status, SS_IO);
  }
}

/* All of them but RockPile_tob1, which nobody solves, and the one with 7002 contacts, which takes
 * seconds. Among them are two that defeat Siconos's NSGS and NSN_AC. */
static void real_problems_are_solved(void **state) {
  (void)state;
  glob_t found;
  if (glob("../shared/problems/*", 0, NULL, &found) != 0) {
    print_message("skipped: ../shared/problems does not exist\n");
    skip();
  }
  const ss_contact_options options = ss_contact_default_options();
  for (size_t k = 0; k < found.gl_pathc; k++) {
    const char *path = found.gl_pathv[k];
    if (strstr(path, "RockPile_tob1") || strstr(path, "07002")) continue;
    ss_diagnostics list;
    const ss_contact_problem *problem;
    assert_int_equal(ss_contact_read(path, arena, &list, &problem), SS_OK);
    double *r = take_zeroed(problem->size, sizeof(double));
    double *xi = take_zeroed(problem->size, sizeof(double));
    ss_contact_report report;
    const ss_status status = solve_guarded(problem, &options, r, xi, &report);
    if (status != SS_OK) print_message("%s: residual %.1e\n", path, report.residual);
    assert_int_equal(status, SS_OK);
    assert_true(ss_contact_residual(problem, SS_RESIDUAL_SCALED, r, xi) <= 1e-10);
    free(r);
    free(xi);
  }
  globfree(&found);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(assembly_in_both_storages),
      cmocka_unit_test(files_that_cannot_be_read),
      cmocka_unit_test(real_problems_are_solved),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
