/* Siconos's text form: the three storages of a matrix, and what is said about malformed texts. */
#include "support.h"

#include "arena.h"

static const char dense[] = "2\n2\n0\n4\n4\n4 4\n"
                            "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16\n"
                            "-1 -2 -3 -4\n0.25 0.5\n";

static const char blocks[] = "2 2 1 4 4  3 2 2  2 4  2 4  3 3  0 2 3  0 1 1\n"
                             "0 1 5 2 6\n1 3 7 4 8\n2 11 15 12 16\n"
                             "-1 -2 -3 -4\n0.25 0.5\n";

static const char columns[] = "2\n1\n2\n2\n2\n2\nCSparse Version 3\n"
                              "2-by-2, nzmax: 9 nnz: 3, 1-norm: 7\n"
                              "    col 0 : locations 0 to 1\n      0 : 1.5\n      1 : -2\n"
                              "    col 1 : locations 2 to 2\n      1 : 3\n-1 -2\n0.25\n";

static const char triplets[] = "2 1 2 2 2 1\nCSparse Version 3\n"
                               "triplet: 2-by-2, nzmax: 4 nnz: 4\n"
                               "0 0 : 1\n0 0 : 0.5\n1 0 : -2\n1 1 : 3\n-1 -2 0.25";

static ss_status read(const char *text, ss_diagnostics *list, const ss_contact_problem **problem) {
  ss_diagnostics_start(list, arena, "text", text, strlen(text));
  return ss_contact_read_text(text, strlen(text), arena, list, problem);
}

static const ss_contact_problem *read_good(const char *text) {
  ss_diagnostics list;
  const ss_contact_problem *problem;
  assert_int_equal(read(text, &list, &problem), SS_OK);
  assert_int_equal(list.count, 0);
  assert_int_equal(ss_contact_check(problem), SS_OK);
  return problem;
}

static void dense_matrices_come_row_by_row(void **state) {
  (void)state;
  const ss_contact_problem *p = read_good(dense);
  assert_int_equal(p->contacts, 2);
  for (size_t k = 0; k < 16; k++) assert_true(p->dense[k / 4 + 4 * (k % 4)] == (double)(k + 1));
  for (size_t k = 0; k < 4; k++) assert_true(p->c[k] == -(double)(k + 1));
  assert_int_equal(p->contact[1].law.kind, SS_LAW_COULOMB);
  assert_true(p->contact[0].law.argument[0] == 0.25 && p->contact[1].law.argument[0] == 0.5);
}

/* The same matrix with one block left out. */
static void blocks_come_column_by_column(void **state) {
  (void)state;
  const ss_contact_problem *p = read_good(blocks);
  for (size_t k = 0; k < 16; k++) {
    const bool missing = k / 4 >= 2 && k % 4 < 2;
    assert_true(p->dense[k / 4 + 4 * (k % 4)] == (missing ? 0 : (double)(k + 1)));
  }
}

static void sparse_columns_and_triplets(void **state) {
  (void)state;
  const char *texts[] = {columns, triplets};
  for (size_t k = 0; k < 2; k++) {
    const ss_contact_problem *p = read_good(texts[k]);
    const double expected[] = {1.5, -2, 0, 3};
    for (size_t e = 0; e < 4; e++) assert_true(p->dense[e] == expected[e]);
  }
}

static void spatial_contacts_have_disks(void **state) {
  (void)state;
  const ss_contact_problem *p = read_good("3 1 0 3 3 3 3 1 0 0 0 1 0 0 0 1 -1 0 0 0.7 1 0 0 0");
  assert_int_equal(p->contact[0].law.kind, SS_LAW_DISK);
  assert_int_equal(p->size, 3);
}

typedef struct mistake {
  const char *text, *message;
  uint32_t line;
} mistake;

static const mistake mistakes[] = {
    {"", "the file ends where dimension should be", 1},
    {"4", "dimension: 4 is not a whole number from 2 to 3", 1},
    {"2.5", "dimension: 2.5 is not a whole number from 2 to 3", 1},
    {"2\nx", "number of contacts: not a finite number", 2},
    {"2\n0", "number of contacts: 0 is not a whole number", 2},
    {"2\n1\n7", "storage (0 dense, 1 blocks, 2 sparse): 7 is not", 3},
    {"2\n1\n0\n3", "rows of the matrix: 3 is not", 4},
    {"2 1 0 2 2\n2 3", "columns of the dense matrix: 3 is not", 2},
    {"2 1 0 2 2 2 2 1", "the file is too short for a matrix of 4 entries", 1},
    {"2 1 0 2 2 2 2 1 0", "the file ends where entry of the matrix should be", 1},
    {"2 1 0 2 2 2 2\n1 0\n0 nan", "entry of the matrix: not a finite number", 3},
    {"2 1 0 2 2 2 2 1 0 0 1\n", "q: the file is too short for it", 1},
    {"2 1 0 2 2 2 2 1 0 0 1\n-1 -1\n", "the file ends where friction coefficient should be", 3},
    {"2 1 0 2 2 2 2 1 0 0 1\n-1 -1\n-0.5", "contact 1 has the negative friction coefficient", 3},
    {"2 1 1 2 2\n1 1 1\n3 2", "size of the block rows: 3 is not", 3},
    {"2 1 1 2 2 1 1 1 2 2 2 1\n1 1\n0\n0 1 0 0 1", "the row index does not ascend from 0 to 1", 3},
    {"2 1 1 2 2 1 1 1 2 2 2 1\n0 1\n5", "column index: 5 is not", 3},
    {"2 1 1 2 2 1 1 1 2 2 2 1\n0 1\n0\n9 1 0 0 1 0 0 0", "number of the block: 9 is not", 4},
    {"2 1 2 2 2 3", "origin of the sparse matrix (1 triplets, 2 columns): 3 is not", 1},
    {"2 1 2 2 2 2\nCSparse\n3-by-2, nnz: 1", "expected '2-by-2,'", 3},
    {"2 1 2 2 2 2\nCSparse\n2-by-2, nzmax: 1", "expected 'nnz:' and a number", 3},
    {"2 1 2 2 2 2\nCSparse\n2-by-2, nnz: 1e9", "nnz: not a count that fits into the file", 3},
    {"2 1 2 2 2 2\nCSparse\n2-by-2, nnz: 1\ncol 9 : x", "column of the sparse matrix: 9 is not", 4},
    {"2 1 2 2 2 2\nCSparse\n2-by-2, nnz: 1\ncol 0 :\n0 = 1", "expected ':'", 5},
};

static void malformed_texts_are_explained(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof mistakes / sizeof *mistakes; k++) {
    ss_diagnostics list;
    const ss_contact_problem *problem = NULL;
    assert_int_equal(read(mistakes[k].text, &list, &problem), SS_BAD_INPUT);
    assert_int_equal(list.errors, 1);
    assert_int_equal(list.items[0].line, mistakes[k].line);
    assert_non_null(strstr(list.items[0].message, mistakes[k].message));
  }
}

/* Every prefix of a good text ends in a problem or in an error, never in a crash. */
static void prefixes(void **state) {
  (void)state;
  const char *texts[] = {dense, blocks, columns, triplets};
  for (size_t k = 0; k < 4; k++)
    for (size_t length = 0; length < strlen(texts[k]); length++) {
      ss_diagnostics list;
      const ss_contact_problem *problem;
      char *copy = malloc(length + 1);
      memcpy(copy, texts[k], length);
      ss_diagnostics_start(&list, arena, "text", copy, length);
      const ss_status status = ss_contact_read_text(copy, length, arena, &list, &problem);
      assert_true(status == SS_OK || (status == SS_BAD_INPUT && list.errors == 1));
      free(copy);
    }
}

static void words_behind_the_problem_are_mentioned(void **state) {
  (void)state;
  ss_diagnostics list;
  const ss_contact_problem *problem;
  assert_int_equal(read("2 1 0 2 2 2 2 1 0 0 1 -1 -1 0.5 hello", &list, &problem), SS_OK);
  assert_int_equal(list.count, 1);
  assert_int_equal(list.items[0].severity, SS_WARNING);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dense_matrices_come_row_by_row),
      cmocka_unit_test(blocks_come_column_by_column),
      cmocka_unit_test(sparse_columns_and_triplets),
      cmocka_unit_test(spatial_contacts_have_disks),
      cmocka_unit_test(malformed_texts_are_explained),
      cmocka_unit_test(prefixes),
      cmocka_unit_test(words_behind_the_problem_are_mentioned),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
