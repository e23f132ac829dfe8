/* test_cycle.c: a cycle as text and JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../src/show/show_private.h"

static const double q[] = {1, 2}, u[] = {0, 3}, low[] = {-1, -2}, high[] = {1, 2.5};
static const double re[] = {-0.5, -0.5, 0.25}, im[] = {0.125, -0.125, 0};
static const ss_cycle cycle = {.q = q,
                               .u = u,
                               .low = low,
                               .high = high,
                               .period = 6.25,
                               .multipliers = 3,
                               .re = re,
                               .im = im,
                               .residual = 1e-12};
static const char *const names[] = {"x", "y"};

static void text_tells_the_first_multiplier(void **state) {
  (void)state;
  ss_text out;
  ss_text_start(&out);
  ss_show_cycle(2, names, "a cycle", &cycle, &out);
  assert_string_equal(out.data, "  a cycle: period 6.25, multiplier -0.5 +0.125 i\n"
                                "  on it x from -1 to 1, y from -2 to 2.5\n");
  ss_text_stop(&out);
  ss_text_start(&out);
  const ss_cycle real = {.q = q,
                         .u = u,
                         .low = low,
                         .high = high,
                         .period = 2,
                         .multipliers = 1,
                         .re = re,
                         .im = im + 2};
  ss_show_cycle(1, names, "another", &real, &out);
  assert_string_equal(out.data, "  another: period 2, multiplier -0.5\n  on it x from -1 to 1\n");
  ss_text_stop(&out);
}

static void json_tells_all(void **state) {
  (void)state;
  json_t *said = ss_show_cycle_json(2, &cycle);
  json_t *wanted =
      json_pack("{s:f, s:[f,f], s:[f,f], s:[f,f], s:[f,f], s:[[f,f],[f,f],[f,f]], s:f}", "period",
                6.25, "q", 1.0, 2.0, "u", 0.0, 3.0, "low", -1.0, -2.0, "high", 1.0, 2.5,
                "multipliers", -0.5, 0.125, -0.5, -0.125, 0.25, 0.0, "residual", 1e-12);
  assert_non_null(wanted);
  assert_true(json_equal(said, wanted));
  json_decref(said);
  json_decref(wanted);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(text_tells_the_first_multiplier),
      cmocka_unit_test(json_tells_all),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
