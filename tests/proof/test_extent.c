/* test_extent.c: how far the rest set reaches, against closed forms. */
#include "support.h"

static void expect_extent(const char *text, size_t count, const double *lo, const double *hi) {
  machine m = prove_text(text);
  assert_int_equal(m.proof.rest_count, count);
  for (size_t i = 0; i < count; i++) {
    assert_near(m.proof.rest_lo[i], lo[i], 1e-15 * fmax(1, fabs(lo[i])));
    assert_near(m.proof.rest_hi[i], hi[i], 1e-15 * fmax(1, fabs(hi[i])));
  }
  stop(&m);
}

/* K = [2 -1; -1 2], a parallelogram about K^-1 (5, -7) = (1, -3); friction on y - x only; without
 * friction, and with a singular K, of which nothing is told. */
static void linear_machines(void **state) {
  (void)state;
#define COUPLED "potential = x^2 - x*y + y^2 - 5*x + 7*y\n" DAMPER("1", "1")
  expect_extent(TWO COUPLED RUBS_X "friction b { slip = 2*y'; normal = 1/2; law = coulomb(1) }\n",
                2, (double[]){0, -4}, (double[]){2, -2});
  expect_extent(TWO COUPLED "friction b { slip = y' - x'; normal = 1; law = coulomb(1) }\n", 2,
                (double[]){1 - 1.0 / 3, -3 - 1.0 / 3}, (double[]){1 + 1.0 / 3, -3 + 1.0 / 3});
  expect_extent(TWO COUPLED, 2, (double[]){1, -3}, (double[]){1, -3});
  expect_extent(TWO "potential = (x - y)^2\n" RUBS_X DAMPER("1", "1"), 0, NULL, NULL);
}

/* y + y^3 = 2 at y = 1, y = x - 3; damped and fed. */
static void springs(void **state) {
  (void)state;
#define SPRING                                                                                     \
  "coord x\nkinetic = 1/2*x'^2\npotential = 1/2*(x - 3)^2 + 1/4*(x - 3)^4\n"                       \
  "friction a { slip = x'; normal = 2; law = coulomb(1) }\n"
  expect_extent(SPRING "force x = -x'\n", 1, (double[]){2}, (double[]){4});
  expect_extent(SPRING "force x = x'/10\n", 1, (double[]){2}, (double[]){4});
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(linear_machines),
      cmocka_unit_test(springs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
