/* test_table.c: columns are as wide as their widest cell, in characters. */
#include "../../src/show/show_private.h"
#include "fixture.h"

static void test_alignment(void **state) {
  (void)state;
  ss_table t;
  ss_text out;
  ss_text_start(&out);
  ss_table_start(&t, 3);
  ss_table_add(&t, "λ");
  ss_table_add(&t, "%d", 12345);
  ss_table_add(&t, "end");
  ss_table_add(&t, "abc");
  ss_table_add(&t, "%d", 1);
  ss_table_add(&t, "%s", "");
  ss_table_print(&t, 1, &out);
  assert_string_equal(out.data, " λ    12345  end\n abc  1\n");
  ss_table_stop(&t);
  ss_text_stop(&out);
}

static void test_expressions_and_many_rows(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_table t;
  ss_text out;
  ss_text_start(&out);
  ss_table_start(&t, 1);
  for (int i = 0; i < 1000; i++) ss_table_add_expr(&t, g, ss_expr_integer(g, i));
  ss_table_print(&t, 0, &out);
  assert_false(out.failed);
  assert_int_equal(strncmp(out.data, "0\n1\n2\n", 6), 0);
  assert_non_null(strstr(out.data, "\n999\n"));
  ss_table_stop(&t);
  ss_text_stop(&out);
  ss_graph_destroy(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_alignment),
                                     cmocka_unit_test(test_expressions_and_many_rows)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
