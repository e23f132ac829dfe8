/* test_stance_cycle.c: cycles of a biped's motion. */
#include <math.h>

#include "stances.h"

/* Growth against a simulation of others (floating point): exp(1.17897...) a round. */
static void growth(void **state) {
  (void)state;
  machine m = ask_biped("d=0.4 mu1=0.25");
  stance_cycle c;
  assert_true(ss_stance_find_cycle(find_stance(&m), &c));
  assert_int_equal(c.steps, 2);
  assert_true(fabs((c.growth) - (exp(70.67421769520968 - 69.49524597153567))) <= 1e-9);
  assert_true(c.low == 0 && c.high == 0);
  stop(&m);
}

/* With little restitution it grows by little more; the state is met where a foot lands. */
static void growth_with_restitution(void **state) {
  (void)state;
  static const char *const settings[] = {"d=0.4 mu1=0.25 e=1e-6", "d=0.4 mu1=0.25 e=0.7"};
  stance_cycle c, plastic;
  machine m = ask_biped("d=0.4 mu1=0.25");
  assert_true(ss_stance_find_cycle(find_stance(&m), &plastic));
  stop(&m);
  for (size_t k = 0; k < 2; k++) {
    m = ask_biped(settings[k]);
    assert_true(ss_stance_find_cycle(find_stance(&m), &c));
    assert_true(c.growth > 1);
    if (k == 0) assert_true(fabs(c.growth - plastic.growth) <= 1e-5);
    size_t settled = 0;
    for (size_t i = 0; i < c.steps; i++) settled += c.step[i].kind == STANCE_SETTLE;
    assert_int_equal(settled, 2);
    stop(&m);
  }
}

static void none(void **state) {
  (void)state;
  machine m = ask_biped("d=0.4 mu1=0.5");
  stance_cycle c;
  assert_false(ss_stance_find_cycle(find_stance(&m), &c));
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(growth), cmocka_unit_test(growth_with_restitution), cmocka_unit_test(none)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
