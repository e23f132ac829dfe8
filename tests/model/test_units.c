/* Units read and printed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../src/model/units.h"
#include "support.h"

static void expect_unit(const char *unit, const char *base) {
  ss_dimension d;
  const char *bad;
  size_t length;
  ss_text text;
  if (!ss_unit_read(unit, &d, &bad, &length)) fail_msg("'%s' is no unit", unit);
  ss_text_start(&text);
  ss_dimension_print(&d, &text);
  assert_string_equal(text.data, base);
  ss_text_stop(&text);
}

static void test_units(void **state) {
  (void)state;
  expect_unit("kg", "kg");
  expect_unit("N", "kg m/s^2");
  expect_unit("N/m^3", "kg/m^2/s^2");
  expect_unit("N s/m", "kg/s");
  expect_unit("N*s / m", "kg/s");
  expect_unit("N.s/m", "kg/s");
  expect_unit("N\xC2\xB7s/m", "kg/s");
  expect_unit("kg m^2", "kg m^2");
  expect_unit("kg m2", "kg m^2");
  expect_unit("m s^-1", "m/s");
  expect_unit("m/s/s", "m/s^2");
  expect_unit("1", "1");
  expect_unit("-", "1");
  expect_unit("rad", "1");
  expect_unit("N m/rad", "kg m^2/s^2");
  expect_unit("1/s", "1/s");
  expect_unit("m/kg", "m/kg");
  expect_unit("1/kg/m/s/A", "1/kg/m/s/A");
  expect_unit("V", "kg m^2/s^3/A");
  expect_unit("J/W", "s");
  expect_unit("V A s", "kg m^2/s^2");
  expect_unit("Ohm F", "s");
}

static void expect_no_unit(const char *unit, const char *to_blame, const char *near) {
  ss_dimension d;
  const char *bad;
  size_t length;
  char word[40];
  assert_false(ss_unit_read(unit, &d, &bad, &length));
  assert_true(length < sizeof word);
  memcpy(word, bad, length);
  word[length] = '\0';
  assert_string_equal(word, to_blame);
  bool scaled;
  const char *found = ss_unit_nearest(word, &scaled);
  if (near)
    assert_string_equal(found, near);
  else
    assert_null(found);
}

static void test_what_is_no_unit(void **state) {
  (void)state;
  expect_no_unit("kgg", "kgg", "kg");
  expect_no_unit("N mm", "mm", "m");
  expect_no_unit("kN/m", "kN", "N");
  expect_no_unit("ms", "ms", "s");
  expect_no_unit("deg", "deg", "rad");
  expect_no_unit("g", "g", "kg");
  expect_no_unit("furlong", "furlong", NULL);
  expect_no_unit("kg/", "kg/", "kg");
  expect_no_unit("", "", NULL);
  expect_no_unit("m^ kg", "m^", "m");
  expect_no_unit("s m^x", "m^x", NULL);
  expect_no_unit("(m)", "(m)", NULL);
}

/* Another size of a known unit is no slip of the pen. */
static void test_scaled_units(void **state) {
  (void)state;
  static const char *const word[] = {"mm", "kN", "ms", "deg", "g", "kgg", "metre"};
  for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
    bool scaled;
    ss_unit_nearest(word[i], &scaled);
    assert_int_equal(scaled, i < 5);
  }
}

static void test_arithmetic(void **state) {
  (void)state;
  ss_dimension m = {{0, SS_ONE_POWER}}, s = {{0, 0, SS_ONE_POWER}}, root = {{0, SS_ONE_POWER / 2}};
  ss_dimension speed = ss_dimension_product(&m, &s, -1), one = ss_dimension_product(&m, &m, -1);
  ss_dimension back = ss_dimension_product(&speed, &s, 1);
  assert_true(ss_dimension_equal(&back, &m));
  assert_false(ss_dimension_equal(&speed, &m));
  assert_true(ss_dimension_is_one(&one));
  back = ss_dimension_product(&root, &root, 1);
  assert_true(ss_dimension_equal(&back, &m));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_units),
      cmocka_unit_test(test_what_is_no_unit),
      cmocka_unit_test(test_scaled_units),
      cmocka_unit_test(test_arithmetic),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
