/* test_ways.c: what is shown to be connected, and what must not be. */
#include "../../src/rest/cover.h"

#include "stage.h"

/* How many components there are, and how many of them are connected. */
static void count_of(const char *potential, const char *elements, size_t *components,
                     size_t *connected) {
  stage s;
  ss_cover cover;
  char text[400];
  snprintf(text, sizeof text,
           "model \"m\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = %s\n%s\n"
           "region r { abs(x) <= 2; abs(y) <= 2 }\n",
           potential, elements);
  stage_open(&s, text, NULL);
  assert_int_equal(
      ss_cover_create(s.m.arena, &s.search, &s.walker, &s.patterns, 1.0 / 32, 6000, &cover), SS_OK);
  *components = cover.count;
  *connected = 0;
  for (size_t i = 0; i < cover.count; i++) *connected += cover.component[i].connected;
  ss_cover_destroy(&cover);
  stage_close(&s);
}

static void count(const char *potential, const char *mu, size_t *components, size_t *connected) {
  char disk[100];
  snprintf(disk, sizeof disk, "friction f { slip = (x', y'); normal = 1; law = disk(%s) }", mu);
  count_of(potential, disk, components, connected);
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

/* Friction along x only: what rests lies on curves, here y = 0, which is where cells meet. The ends
 * are in two cells, whose ways lead to each other. */
static void test_along_an_edge(void **state) {
  (void)state;
  size_t components, connected;
  count_of("x^2/2 + x^4/8 + y^2/2 + x*y^2/8 + y^4",
           "friction f { slip = x'; normal = 1; law = coulomb(1/2) }", &components, &connected);
  assert_int_equal(components, 1);
  assert_int_equal(connected, 1);
}

/* Two curves 1/2 apart, one in the air at y = 0 and one on the floor: each is a single graph in
 * cells that touch at first. */
static void test_apart(void **state) {
  (void)state;
  size_t components, connected;
  count_of("cos(x)*cos(y) + x^2/10 + y^2/5 + x*y^2/20",
           "friction f { slip = x'; normal = 2 + sin(y); law = coulomb(1/10) }\n"
           "contact c { gap = y + 1/2 + x^2/5 }",
           &components, &connected);
  assert_int_equal(components, 4);
  assert_int_equal(connected, 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_connected),
                                     cmocka_unit_test(test_along_an_edge),
                                     cmocka_unit_test(test_apart)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
