/* FCLIB's HDF5 form: the three forms of a sparse matrix, bilateral constraints, global problems,
 * and what is said about malformed files. */
#include <stdio.h>

#include "hdf5_file.h"

#include "arena.h"

/* W = [2 1; 0 3] in each form. */
static const int triplet_i[] = {0, 0, 1}, triplet_p[] = {0, 1, 1};
static const int csc_p[] = {0, 1, 3}, csc_i[] = {0, 0, 1};
static const int csr_p[] = {0, 2, 3}, csr_i[] = {0, 1, 1};
static const double values[] = {2, 1, 3};
static const stored forms[] = {{2, 2, 3, 3, 3, triplet_p, triplet_i, values},
                               {2, 2, -1, 3, 3, csc_p, csc_i, values},
                               {2, 2, -2, 3, 3, csr_p, csr_i, values}};

static void add_vectors(hdf5_file *f, int dimension, double mu) {
  const double q[] = {-1, 0.5};
  add_group(f, "/fclib_local/vectors");
  add_doubles(f, "/fclib_local/vectors/q", 2, q);
  add_doubles(f, "/fclib_local/vectors/mu", 1, &mu);
  add_integers(f, "/fclib_local/spacedim", 1, &dimension);
}

static ss_status read_file(hdf5_file *f, ss_diagnostics *list, const ss_contact_problem **p) {
  H5Fclose(f->id);
  const ss_status status = ss_contact_read(f->path, arena, list, p);
  remove(f->path);
  return status;
}

static void three_forms_of_sparse_matrices(void **state) {
  (void)state;
  for (size_t k = 0; k < 3; k++) {
    hdf5_file f = open_file();
    ss_diagnostics list;
    const ss_contact_problem *p;
    add_group(&f, "/fclib_local");
    add_matrix(&f, "/fclib_local/W", &forms[k]);
    add_vectors(&f, 2, 0.25);
    assert_int_equal(read_file(&f, &list, &p), SS_OK);
    const double expected[] = {2, 0, 1, 3};
    for (size_t e = 0; e < 4; e++) assert_true(p->dense[e] == expected[e]);
    assert_true(p->c[0] == -1 && p->c[1] == 0.5 && p->contact[0].law.argument[0] == 0.25);
  }
}

static void bilateral_constraints_become_sliders(void **state) {
  (void)state;
  hdf5_file f = open_file();
  ss_diagnostics list;
  const ss_contact_problem *p;
  const int one_p[] = {0, 1}, two_p[] = {0, 2}, rows[] = {0, 1};
  const double v[] = {5, 7}, r[] = {11}, s[] = {13};
  add_group(&f, "/fclib_local");
  add_matrix(&f, "/fclib_local/W", &forms[1]);
  add_matrix(&f, "/fclib_local/V", &(stored){2, 1, -1, 2, 2, two_p, rows, v});
  add_matrix(&f, "/fclib_local/R", &(stored){1, 1, -1, 2, 1, one_p, rows, r});
  add_vectors(&f, 2, 0.25);
  add_doubles(&f, "/fclib_local/vectors/s", 1, s);
  assert_int_equal(read_file(&f, &list, &p), SS_OK);
  const double expected[] = {2, 0, 5, 1, 3, 7, 5, 7, 11};
  for (size_t e = 0; e < 9; e++) assert_true(p->dense[e] == expected[e]);
  assert_int_equal(p->contacts, 2);
  assert_int_equal(p->contact[1].kind, SS_ELEMENT_SLIDER);
  assert_true(p->c[2] == 13);
}

static void global_problems_are_reduced(void **state) {
  (void)state;
  hdf5_file f = open_file();
  ss_diagnostics list;
  const ss_contact_problem *p;
  const int index[] = {0, 1}, dimension = 2;
  const double masses[] = {2, 4}, ones[] = {1, 1}, force[] = {-8, 4}, w[] = {0.5, 0}, mu[] = {1};
  add_group(&f, "/fclib_global");
  add_matrix(&f, "/fclib_global/M", &(stored){2, 2, 2, 2, 2, index, index, masses});
  add_matrix(&f, "/fclib_global/H", &(stored){2, 2, 2, 2, 2, index, index, ones});
  add_group(&f, "/fclib_global/vectors");
  add_doubles(&f, "/fclib_global/vectors/f", 2, force);
  add_doubles(&f, "/fclib_global/vectors/w", 2, w);
  add_doubles(&f, "/fclib_global/vectors/mu", 1, mu);
  add_integers(&f, "/fclib_global/spacedim", 1, &dimension);
  assert_int_equal(read_file(&f, &list, &p), SS_OK);
  const double expected[] = {0.5, 0, 0, 0.25};
  for (size_t e = 0; e < 4; e++) assert_true(p->dense[e] == expected[e]);
  assert_true(p->c[0] == -3.5 && p->c[1] == 1);
}

/* A local problem with one thing wrong. */
static void expect_error(const stored *W, int dimension, double mu, const char *message) {
  hdf5_file f = open_file();
  ss_diagnostics list;
  const ss_contact_problem *p;
  add_group(&f, "/fclib_local");
  if (W) add_matrix(&f, "/fclib_local/W", W);
  add_vectors(&f, dimension, mu);
  assert_int_equal(read_file(&f, &list, &p), SS_BAD_INPUT);
  assert_int_equal(list.errors, 1);
  assert_non_null(strstr(list.items[0].message, message));
}

static void malformed_files_are_explained(void **state) {
  (void)state;
  const int beyond[] = {0, 0, 9}, falling[] = {0, 3, 1}, too_many[] = {0, 1, 4};
  const double not_a_number[] = {2, NAN, 3};
  expect_error(NULL, 2, 0.5, "/fclib_local/W: no such matrix");
  expect_error(&(stored){2, 2, -1, 3, 3, csc_p, beyond, values}, 2, 0.5, "out of range");
  expect_error(&(stored){2, 2, -1, 3, 3, falling, csc_i, values}, 2, 0.5, "out of range");
  expect_error(&(stored){2, 2, -1, 3, 3, too_many, csc_i, values}, 2, 0.5, "out of range");
  expect_error(&(stored){2, 2, 9, 3, 3, triplet_p, triplet_i, values}, 2, 0.5, "out of range");
  expect_error(&(stored){2, 2, -1, 3, 3, csc_p, csc_i, not_a_number}, 2, 0.5, "out of range");
  expect_error(&(stored){2, 2, -3, 3, 3, csc_p, csc_i, values}, 2, 0.5, "unknown form");
  expect_error(&(stored){2, 3, -2, 3, 3, csr_p, csr_i, values}, 2, 0.5, "not square");
  expect_error(&forms[1], 3, 0.5, "spacedim does not divide the rows");
  expect_error(&forms[1], 4, 0.5, "spacedim is neither 2 nor 3");
  expect_error(&forms[1], 2, -0.5, "a friction coefficient is negative");
  expect_error(&forms[1], 2, INFINITY, "a number is not finite");
}

static void files_without_a_problem(void **state) {
  (void)state;
  hdf5_file f = open_file();
  ss_diagnostics list;
  const ss_contact_problem *p;
  assert_int_equal(read_file(&f, &list, &p), SS_BAD_INPUT);
  assert_non_null(strstr(list.items[0].message, "neither /fclib_local nor /fclib_global"));
}

/* The signature alone is not a file that HDF5 can open. */
static void broken_files(void **state) {
  (void)state;
  hdf5_file f = open_file();
  H5Fclose(f.id);
  FILE *file = fopen(f.path, "wb");
  fwrite("\x89HDF\r\n\x1a\nrubbish", 1, 15, file);
  fclose(file);
  ss_diagnostics list;
  const ss_contact_problem *p;
  assert_int_equal(ss_contact_read(f.path, arena, &list, &p), SS_BAD_INPUT);
  assert_non_null(strstr(list.items[0].message, "HDF5 cannot open the file"));
  remove(f.path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(three_forms_of_sparse_matrices),
      cmocka_unit_test(bilateral_constraints_become_sliders),
      cmocka_unit_test(global_problems_are_reduced),
      cmocka_unit_test(malformed_files_are_explained),
      cmocka_unit_test(files_without_a_problem),
      cmocka_unit_test(broken_files),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
