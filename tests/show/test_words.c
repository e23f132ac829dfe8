/* test_words.c: laws, restitutions, shortest doubles. */
#include "../../src/show/show_private.h"
#include "fixture.h"

static void test_doubles(void **state) {
  (void)state;
  const double values[] = {0.1, 1.0 / 3, 1e300, -2.5, 5e-324, 0};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    ss_text out;
    ss_text_start(&out);
    ss_show_double(values[i], &out);
    assert_true(strtod(out.data, NULL) == values[i]);
    if (i == 0) assert_string_equal(out.data, "0.1");
    ss_text_stop(&out);
  }
}

static void test_laws(void **state) {
  (void)state;
  fixture f;
  ss_text out;
  start_fixture(&f, bead);
  ss_text_start(&out);
  ss_show_law(f.model->graph, &f.model->element[0], &out);
  ss_text_add(&out, " ");
  ss_show_restitution(f.model->graph, &f.model->element[0], &out);
  ss_text_add(&out, " ");
  ss_show_parameter_value(f.model, 2, &out);
  assert_string_equal(out.data, "coulomb(mu) newton(0, 0) = 1/4");
  ss_text_stop(&out);
  stop_fixture(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_doubles), cmocka_unit_test(test_laws)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
