/* test_matrix_text.c: brackets where a matrix fits a line, a list without zeros where not. */
#include "../../src/show/show_private.h"
#include "fixture.h"

static void show(const ss_matrix_text *m, size_t columns, size_t count, const char *const *cells,
                 ss_text *out) {
  ss_table t;
  ss_table_start(&t, columns);
  for (size_t i = 0; i < count; i++) ss_table_add(&t, "%s", cells[i]);
  ss_text_start(out);
  ss_show_matrix(m, &t, out);
  ss_table_stop(&t);
}

static void test_brackets(void **state) {
  (void)state;
  const char *names[] = {"x", "y"}, *cells[] = {"m", "0", "0", "m + J"};
  ss_matrix_text m = {"M", names, names};
  ss_text out;
  show(&m, 2, 4, cells, &out);
  assert_string_equal(out.data, "  M = [ m  0     ]\n      [ 0  m + J ]\n");
  ss_text_stop(&out);
}

static void test_wide(void **state) {
  (void)state;
  char wide[120] = {0};
  memset(wide, 'a', 110);
  const char *names[] = {"x", "y"}, *cells[] = {wide, "0", "0", "b"};
  ss_matrix_text m = {"M", names, names};
  ss_text out;
  show(&m, 2, 4, cells, &out);
  assert_contains(&out, "  M[x, x] = aaa");
  assert_contains(&out, "  M[y, y] = b\n");
  assert_null(strstr(out.data, "M[x, y]"));
  ss_text_stop(&out);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_brackets), cmocka_unit_test(test_wide)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
