/* test_ways.c: what is shown to be connected, and what must not be. */
#include "../../src/rest/cover.h"

#include "stage.h"

/* How many components there are, and how many of them are connected. */
static void count(const char *potential, const char *mu, size_t *components, size_t *connected) {
  stage s;
  ss_cover cover;
  char text[400];
  snprintf(text, sizeof text,
           "model \"m\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = %s\n"
           "friction f { slip = (x', y'); normal = 1; law = disk(%s) }\n"
           "region r { abs(x) <= 2; abs(y) <= 2 }\n",
           potential, mu);
  stage_open(&s, text, NULL);
  assert_int_equal(
      ss_cover_create(s.m.arena, &s.search, &s.walker, &s.patterns, 1.0 / 32, 6000, &cover), SS_OK);
  *components = cover.count;
  *connected = 0;
  for (size_t i = 0; i < cover.count; i++) *connected += cover.component[i].connected;
  ss_cover_destroy(&cover);
  stage_close(&s);
}

static void test_connected(void **state) {
  (void)state;
  size_t components, connected;
  count("1/2*(x^2 + y^2) + x^4/10", "1/2", &components, &connected);
  assert_int_equal(components, 1);
  assert_int_equal(connected, 1);
  /* x^3 - x: two wells and a saddle, apart; all three are connected */
  count("x^4/4 - x^2/2 + y^2/2", "1/10", &components, &connected);
  assert_int_equal(components, 3);
  assert_int_equal(connected, 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_connected)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
