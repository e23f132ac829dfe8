/* Names that nothing uses, and names that something uses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

static size_t count_warnings(const char *text) {
  reading r = read_good(text);
  size_t count = r.list.count;
  for (size_t i = 0; i < count; i++) assert_int_equal(r.list.items[i].severity, SS_WARNING);
  stop_reading(&r);
  return count;
}

#define FRAME "coord x, y; kinetic = x'^2 + y'^2\n"

static void test_unused(void **state) {
  (void)state;
  assert_int_equal(count_warnings(FRAME "param a = 1"), 1);
  assert_int_equal(count_warnings(FRAME "let a = x"), 1);
  assert_int_equal(count_warnings(FRAME "input u; feedback u = x"), 1);
  assert_int_equal(count_warnings(FRAME "body b { mass = 1; at = (x, y, 0) }; point P on b (1, 1)"),
                   1);
}

static void test_used(void **state) {
  (void)state;
  assert_int_equal(count_warnings(FRAME "param a = 1; param b = a; let c = b; state s { x = c }"),
                   0);
  assert_int_equal(count_warnings(FRAME "param a = 1; region r { x <= a }"), 0);
  assert_int_equal(count_warnings(FRAME "body b { mass = 1; at = (x, y, 0) }; point P on b (1, 1)\n"
                                        "force at P = (1, 1)"),
                   0);
}

static void test_silence_where_something_could_not_be_read(void **state) {
  (void)state;
  reading r;
  start_reading(&r);
  const char *text = FRAME "param a = 1; potential = a +* x\n";
  assert_int_equal(parse(&r, text, strlen(text)), SS_BAD_INPUT);
  assert_int_equal(r.list.count, 1);
  stop_reading(&r);
  /* an unknown name hides nothing */
  start_reading(&r);
  text = FRAME "param a = 1; potential = b*x\n";
  assert_int_equal(parse(&r, text, strlen(text)), SS_BAD_INPUT);
  assert_int_equal(r.list.count, 2);
  stop_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_unused),
      cmocka_unit_test(test_used),
      cmocka_unit_test(test_silence_where_something_could_not_be_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
