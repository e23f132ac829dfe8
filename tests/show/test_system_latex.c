/* test_system_latex.c: a fragment with balanced braces and environments. */
#include "fixture.h"

static size_t count_of(const char *text, const char *piece) {
  size_t count = 0;
  for (const char *at = text; (at = strstr(at, piece)) != NULL; at += strlen(piece)) count++;
  return count;
}

static void test_fragment(void **state) {
  (void)state;
  fixture f;
  ss_text out;
  start_fixture(&f, bead);
  ss_text_start(&out);
  ss_show_system_latex(f.system, NULL, &out);
  assert_int_equal(count_of(out.data, "{"), count_of(out.data, "}"));
  assert_int_equal(count_of(out.data, "\\["), count_of(out.data, "\\]"));
  assert_int_equal(count_of(out.data, "\\begin{bmatrix}"), count_of(out.data, "\\end{bmatrix}"));
  assert_contains(&out, "\\dot{x}");
  assert_contains(&out, "g_{\\mathrm{floor}} = ");
  ss_text_stop(&out);
  stop_fixture(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_fragment)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
