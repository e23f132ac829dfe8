/* test_patch.c: curves and strips that are thinner than cells are connected, or are not. */
#include "rests.h"

static void check(const char *text, size_t sets, size_t connected) {
  machine m = machine_parse(text);
  const ss_rest_sets found = find_rests(&m);
  size_t count = 0;
  assert_true(found.complete);
  for (size_t i = 0; i < found.count; i++) count += found.set[i].connected;
  assert_int_equal(found.count, sets);
  assert_int_equal(count, connected);
  machine_close(&m);
}

#define PLANE "model \"m\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
#define RUB_X "friction f { slip = x'; normal = 1; law = coulomb(0.1) }\n"
#define RUB_Y "friction g { slip = y'; normal = 1; law = coulomb(0.1) }\n"

/* |4 w| <= 0.1, |x| |0.1 - 8 w| <= 0.1 with w = y - x^2: thin arms that leave the box. */
static void test_strip(void **state) {
  (void)state;
  check(PLANE "potential = 2*(y - x^2)^2 + x^2/20\n" RUB_X RUB_Y, 1, 1);
}

/* No friction along y: y = x^2 with |x| <= 1, and its ends to nine digits. */
static void test_curve(void **state) {
  (void)state;
  machine m = machine_parse(PLANE "potential = 2*(y - x^2)^2 + x^2/20\n" RUB_X);
  const ss_rest_sets sets = find_rests(&m);
  assert_int_equal(sets.count, 1);
  const ss_rest_set *set = sets.set;
  assert_true(sets.complete && set->certain && set->connected && set->enclosed);
  assert_near(set->lo[0], -1, 1e-9);
  assert_near(set->hi[0], 1, 1e-9);
  assert_near(set->lo[1], 0, 1e-9);
  assert_near(set->hi[1], 1, 1e-9);
  machine_close(&m);
}

/* On a floor that waves: |cos(x)/3| <= 0.1 around the crests and the troughs; on a bent rail. */
static void test_surfaces(void **state) {
  (void)state;
  check(PLANE "potential = 3*y\n"
              "contact c { gap = y - sin(x)/3; slip = x' + 1/3*cos(x)*y'; law = coulomb(0.1) }\n",
        2, 2);
  check(PLANE "potential = 3*y\n"
              "slider c { gap = y - x^2/3; slip = x' + 2/3*x*y'; law = coulomb(0.3) }\n",
        1, 1);
}

/* y = x^2, y = x^2 + 1/5 and a ridge between, |x| <= 1: three sets, or not known as one. */
static void test_apart(void **state) {
  (void)state;
  machine m = machine_parse(PLANE "potential = 100*(y - x^2)^2*(y - x^2 - 1/5)^2 + x^2/20\n" RUB_X);
  const ss_rest_sets sets = find_rests(&m);
  assert_true(sets.count == 3 || !sets.set->connected);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_strip),
      cmocka_unit_test(test_curve),
      cmocka_unit_test(test_surfaces),
      cmocka_unit_test(test_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
