/* test_zero_order.c: the biped's numbers by hand, and what is no stance. */
#include "stances.h"

/* J = [gap 1; slip 1; gap 2; slip 2] = [0 1 l1; 1 0 h; 0 1 l2; 1 0 h], M = 1. */
static void biped(void **state) {
  (void)state;
  machine m = read_machine("models/planar-biped.still", NULL, 0, NULL);
  const ss_zero_order *z = find_zero(&m);
  const double t = tan(M_PI / 6), l1 = t - 0.55, l2 = t + 0.55;
  const double D[4][4] = {{1 + l1 * l1, l1, 1 + l1 * l2, l1},
                          {l1, 2, l2, 2},
                          {1 + l1 * l2, l2, 1 + l2 * l2, l2},
                          {l1, 2, l2, 2}};
  const double a[] = {-cos(M_PI / 6), 0.5, -cos(M_PI / 6), 0.5};
  for (slong i = 0; i < 4; i++) {
    assert_true(fabs(ball_middle(arb_mat_entry(z->a, i, 0)) - a[i]) < 1e-14);
    for (slong j = 0; j < 4; j++)
      assert_true(fabs(ball_middle(arb_mat_entry(z->D, i, j)) - D[i][j]) < 1e-14);
  }
  assert_string_equal(z->name[1], "foot2");
  assert_true(ball_middle(&z->mu[1]) == 2 && arb_is_zero(&z->e[0]));
  stop(&m);
}

static void refuses(void **state) {
  (void)state;
  static const struct {
    const char *file, *why;
  } wrong[] = {
      {"models/two-masses.still", "friction besides"},
      {"models/spinning-disk.still", "planar"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    machine m = read_machine(wrong[i].file, NULL, 0, NULL);
    const ss_zero_order *zero;
    const char *why_not = NULL;
    assert_int_equal(ss_zero_order_find(m.arena, m.system, origin, &zero, &why_not), SS_OK);
    assert_null(zero);
    assert_non_null(why_not);
    stop(&m);
  }
  /* above the floor */
  machine m = read_machine("models/planar-biped.still", NULL, 0, NULL);
  const double high[] = {0, 1, 0};
  const ss_zero_order *zero;
  const char *why_not = NULL;
  assert_int_equal(ss_zero_order_find(m.arena, m.system, high, &zero, &why_not), SS_OK);
  assert_null(zero);
  assert_string_equal(why_not, "no contact is closed there");
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(biped), cmocka_unit_test(refuses)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
