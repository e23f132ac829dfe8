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

/* Two subscripts of one letter are a mistake in LaTeX. */
static void test_names(void **state) {
  (void)state;
  fixture f;
  ss_text out;
  start_fixture(&f, "coord y\nkinetic = 1/2*y'^2\nfriction a_b_c { slip = y'; normal = 1; law = "
                    "coulomb(1) }\ncontact d_e_f { gap = y }\n");
  ss_text_start(&out);
  ss_show_system_latex(f.system, NULL, &out);
  assert_contains(&out, "\\mathrm{a\\_b\\_c}");
  assert_contains(&out, "g_{\\mathrm{d\\_e\\_f}} = ");
  ss_text_stop(&out);
  stop_fixture(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_fragment), cmocka_unit_test(test_names)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
