/* SDPA's format: what is read, what is refused and where, and free variables in disguise. */
#include "support.h"

static ss_status read_text(const char *text, const ss_sdp_program **program, ss_diagnostics *list) {
  ss_diagnostics_start(list, arena, "test.dat-s", text, strlen(text));
  return ss_sdp_read_text(text, strlen(text), arena, list, program);
}

static const ss_sdp_program *read_good(const char *text) {
  const ss_sdp_program *program;
  ss_diagnostics list;
  assert_int_equal(read_text(text, &program, &list), SS_OK);
  assert_int_equal(list.count, 0);
  assert_int_equal(ss_sdp_check(program), SS_OK);
  return program;
}

/* The example of the manual, with comments and punctuation in every place where they may be. */
static void a_program_is_read(void **state) {
  (void)state;
  const ss_sdp_program *p = read_good("\"Example 1: mDim = 3, nBLOCK = 1, {2}\n* another comment\n"
                                      "   2  =  mDIM\n   2  =  nBLOCK\n  (2, -3)  \n"
                                      "{48, -8.5e0}\n0 1 1 1 -11\n0 1 2 2 23\n"
                                      "1 1 1 2 10\n1 1 1 1 0\n2 2 3 3 -8\n");
  assert_int_equal(p->equalities, 2);
  assert_true(p->b[0] == 48 && p->b[1] == -8.5);
  assert_int_equal(p->blocks, 2);
  assert_true(p->block[0].size == 2 && !p->block[0].diagonal);
  assert_true(p->block[1].size == 3 && p->block[1].diagonal);
  assert_int_equal(p->costs, 2); /* in either order */
  assert_true(p->cost[0].value + p->cost[1].value == 11 - 23);
  assert_int_equal(p->entries, 2); /* the zero is dropped */
  const ss_sdp_entry *e = &p->entry[0];
  assert_true(e->equality == 0 && e->block == 0 && e->row == 0 && e->column == 1 && e->value == 10);
  e = &p->entry[1];
  assert_true(e->equality == 1 && e->block == 1 && e->row == 2 && e->column == 2 && e->value == -8);
  assert_int_equal(p->variables, 0);
}

static void no_equalities_are_legal(void **state) {
  (void)state;
  const ss_sdp_program *p = read_good("0\n1\n2\n\n0 1 1 1 1\n");
  assert_int_equal(p->equalities, 0);
  assert_int_equal(p->costs, 1);
}

/* Block 2 is x1 - x2, x3 - x4 everywhere: two free variables. Block 1 and 3 are not. */
static void pairs_are_free_variables(void **state) {
  (void)state;
  const ss_sdp_program *p = read_good("2\n3\n-2 -4 2\n1 2\n"
                                      "0 2 1 1 -5\n0 2 2 2 5\n"
                                      "1 1 1 1 1\n1 1 2 2 -2\n1 2 1 1 3\n1 2 2 2 -3\n1 3 1 1 1\n"
                                      "2 2 4 4 7\n2 2 3 3 -7\n2 3 1 2 1\n");
  assert_int_equal(p->variables, 2);
  assert_true(p->f[0] == 5 && p->f[1] == 0);
  assert_int_equal(p->coefficients, 2);
  assert_true(p->coefficient[0].equality == 0 && p->coefficient[0].variable == 0);
  assert_true(p->coefficient[0].value == 3);
  assert_true(p->coefficient[1].equality == 1 && p->coefficient[1].variable == 1);
  assert_true(p->coefficient[1].value == -7);
  assert_int_equal(p->blocks, 2);
  assert_true(p->block[0].diagonal && !p->block[1].diagonal);
  assert_int_equal(p->entries, 4);
  for (size_t k = 0; k < 4; k++) assert_true(p->entry[k].block < 2);
}

static void what_is_wrong_is_named(void **state) {
  (void)state;
  const struct {
    const char *text, *message;
    uint32_t line;
  } cases[] = {
      {"", "the number of equalities: the file ends where it should be", 1},
      {"two\n", "the number of equalities: not a finite number", 1},
      {"1.5\n1\n2\n", "the number of equalities: 1.5 is not a whole number from 0 to 8", 1},
      {"1\n1\n0\n1\n", "the size of a block: it is 0", 3},
      {"1\n1\n2\nnan\n", "a right-hand side: not a finite number", 4},
      {"1\n1\n2\n1\n2 1 1 1 1\n", "the number of a matrix: 2 is not a whole number from 0 to 1", 5},
      {"1\n1\n2\n1\n1 2 1 1 1\n", "the number of a block: 2 is not a whole number from 1 to 1", 5},
      {"1\n1\n2\n1\n1 1 3 1 1\n", "a row: 3 is not a whole number from 1 to 2", 5},
      {"1\n1\n2\n1\n1 1 1 3 1\n", "a column: 3 is not a whole number from 1 to 2", 5},
      {"1\n1\n-2\n1\n1 1 1 2 1\n", "a column: the block is diagonal, and this is not its row", 5},
      {"1\n1\n2\n1\n1 1 1 2\n", "the value of an entry: the file ends where it should be", 6},
      {"1\n1\n2\n1\n1 1 1 2 1e999\n", "the value of an entry: not a finite number", 5},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const ss_sdp_program *program;
    ss_diagnostics list;
    assert_int_equal(read_text(cases[k].text, &program, &list), SS_BAD_INPUT);
    assert_null(program);
    assert_int_equal(list.count, 1);
    assert_string_equal(list.items[0].message, cases[k].message);
    assert_int_equal(list.items[0].line, cases[k].line);
  }
}

/* A short text cannot ask for much memory. */
static void counts_are_held_against_the_length(void **state) {
  (void)state;
  const ss_sdp_program *program;
  ss_diagnostics list;
  const size_t before = ss_arena_bytes(arena);
  assert_int_equal(read_text("1000000000\n1\n2\n", &program, &list), SS_BAD_INPUT);
  assert_int_equal(read_text("1\n1000000000\n2\n", &program, &list), SS_BAD_INPUT);
  assert_true(ss_arena_bytes(arena) - before < 100000);
}

static void files(void **state) {
  (void)state;
  const ss_sdp_program *program;
  ss_diagnostics list;
  assert_int_equal(ss_sdp_read("/no/such/file", arena, &list, &program), SS_IO);
  assert_int_equal(list.items[0].status, SS_IO);
  assert_int_equal(ss_sdp_read("/tmp", arena, &list, &program), SS_IO);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_program_is_read),
      cmocka_unit_test(no_equalities_are_legal),
      cmocka_unit_test(pairs_are_free_variables),
      cmocka_unit_test(what_is_wrong_is_named),
      cmocka_unit_test(counts_are_held_against_the_length),
      cmocka_unit_test(files),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
