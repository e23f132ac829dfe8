/* test_table.c: tables from files: what is read, and what is said about files that make no sense.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "standstill/table.h"

typedef struct place {
  ss_arena *arena;
  char file[64];
  ss_data_table table;
  const char *why;
} place;

static int set_up(void **state) {
  place *p = calloc(1, sizeof *p);
  p->arena = ss_arena_create();
  snprintf(p->file, sizeof p->file, "/tmp/test_table.%ld.csv", (long)getpid());
  *state = p;
  return 0;
}

static int tear_down(void **state) {
  place *p = *state;
  unlink(p->file);
  ss_arena_destroy(p->arena);
  free(p);
  return 0;
}

static ss_status read_text(place *p, const char *text, size_t length) {
  FILE *out = fopen(p->file, "wb");
  assert_non_null(out);
  fwrite(text, 1, length, out);
  fclose(out);
  p->why = NULL;
  return ss_table_read(p->arena, p->file, &p->table, &p->why);
}

static void test_columns(void **state) {
  place *p = *state;
  /* comments, a mark of the byte order, CRLF, quotes, blanks, a last line without end, words */
  const char *text = "\xef\xbb\xbf# made by hand\r\n\"t\" , x', floor\r\n0, -1.5e-3 ,stick\r\n\r\n"
                     "# more\n 0.5,,slip+\n1,+2,stick";
  assert_int_equal(read_text(p, text, strlen(text)), SS_OK);
  assert_int_equal(p->table.rows, 3);
  assert_int_equal(p->table.columns, 3);
  const double *t, *x;
  assert_int_equal(ss_table_get_times(p->arena, &p->table, true, &t, &p->why), SS_OK);
  assert_true(t[0] == 0 && t[1] == 0.5 && t[2] == 1);
  assert_int_equal(ss_table_get(p->arena, &p->table, "x'", true, &x, &p->why), SS_OK);
  assert_true(x[0] == -1.5e-3 && isnan(x[1]) && x[2] == 2);
  assert_int_equal(ss_table_get(p->arena, &p->table, "x'", false, &x, &p->why), SS_BAD_INPUT);
  assert_non_null(strstr(p->why, ".csv:6: column 'x'' has a gap"));
  assert_int_equal(ss_table_get(p->arena, &p->table, "floor", true, &x, &p->why), SS_BAD_INPUT);
  assert_non_null(strstr(p->why, ".csv:3: 'stick' in column 'floor' is no finite decimal number"));
  assert_int_equal(ss_table_get(p->arena, &p->table, "flor", true, &x, &p->why), SS_BAD_INPUT);
  assert_non_null(strstr(p->why, "has no column 'flor'; did you mean 'floor'?"));
}

static void test_separators(void **state) {
  place *p = *state;
  const double *x;
  static const char *const texts[] = {"time;x\n1;2\n", "time\tx\n1\t2\n", "time,x\n1,2\n"};
  for (size_t i = 0; i < 3; i++) {
    assert_int_equal(read_text(p, texts[i], strlen(texts[i])), SS_OK);
    assert_int_equal(ss_table_get(p->arena, &p->table, "x", false, &x, &p->why), SS_OK);
    assert_true(x[0] == 2);
    assert_int_equal(ss_table_get_times(p->arena, &p->table, true, &x, &p->why), SS_OK);
    assert_true(x[0] == 1);
  }
}

static void test_bad_files(void **state) {
  place *p = *state;
  static const struct {
    const char *text, *message;
  } bad[] = {
      {"", "is empty: a line of names is expected"},
      {"# t,x\n\n", "is empty"},
      {"t,x\n", "has no rows"},
      {"t,x\n1,2\n3\n", ".csv:3: 1 cell where the line of names has 2"},
      {"t,x\n1,2\n3,4,5\n", ".csv:3: 3 cells where the line of names has 2"},
      {"t,x,t\n1,2,3\n", ".csv:1: two columns are called 't'"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_int_equal(read_text(p, bad[i].text, strlen(bad[i].text)), SS_BAD_INPUT);
    assert_non_null(strstr(p->why, bad[i].message));
  }
  assert_int_equal(read_text(p, "t,x\n1\0,2\n", 9), SS_BAD_INPUT);
  assert_non_null(strstr(p->why, "is no table of text"));
  assert_int_equal(ss_table_read(p->arena, "/nonexistent/x.csv", &p->table, &p->why), SS_IO);
  assert_non_null(strstr(p->why, "/nonexistent/x.csv: No such file"));
  assert_int_equal(ss_table_read(p->arena, "x.txt", &p->table, &p->why), SS_BAD_INPUT);
  assert_non_null(strstr(p->why, "the ending must be .csv or .h5"));
}

static void test_bad_times(void **state) {
  place *p = *state;
  static const struct {
    const char *text, *message;
    ss_status loosely;
  } bad[] = {
      {"x\n1\n", "has no column 't' (or 'time')", SS_BAD_INPUT},
      {"t,x\n0,1\n2,1\n1,1\n", ".csv:4: the time 1 comes after 2", SS_BAD_INPUT},
      {"t,x\n0,1\n2,1\n2,1\n", ".csv:4: the time 2 stands twice", SS_OK},
      {"t,x\n0,1\nnan,1\n", ".csv:3: 'nan' in column 't' is no finite", SS_BAD_INPUT},
      {"t,x\n0,1\n1e999,1\n", ".csv:3: '1e999' in column 't' is no finite", SS_BAD_INPUT},
      {"t,x\n0,1\n0x1,1\n", ".csv:3: '0x1' in column 't' is no finite", SS_BAD_INPUT},
      {"t,x\n0,1\n,1\n", ".csv:3: column 't' has a gap", SS_BAD_INPUT},
  };
  const double *t;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_int_equal(read_text(p, bad[i].text, strlen(bad[i].text)), SS_OK);
    assert_int_equal(ss_table_get_times(p->arena, &p->table, true, &t, &p->why), SS_BAD_INPUT);
    assert_non_null(strstr(p->why, bad[i].message));
    assert_int_equal(ss_table_get_times(p->arena, &p->table, false, &t, &p->why), bad[i].loosely);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_columns, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_separators, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_bad_files, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_bad_times, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
