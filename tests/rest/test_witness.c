/* test_witness.c: covers that can be followed: their ends, what they leave out. That the checker
 * confirms them is tested with the commands (tests/cli) and the checker's own refusals. */
#include "rests.h"

#define MASS "coord x\nkinetic = x'^2/2\n"

static ss_status find(machine *m, ss_rest_witness *w, const char **why_not) {
  const ss_rest_options options = ss_rest_default_options();
  return ss_rest_find_witness(m->arena, m->system, m->parameters, &options, w, why_not);
}

static ss_rest_witness find_places(machine *m, size_t places) {
  ss_rest_witness w;
  const char *why_not;
  assert_int_equal(find(m, &w, &why_not), SS_OK);
  assert_int_equal(w.places, places);
  return w;
}

/* Where 20 x = 2 (1 + sin(3 x)/2) s, by bisection. */
static double solve_end(double s) {
  double lo = 0, hi = s;
  for (int i = 0; i < 200; i++) {
    const double x = (lo + hi) / 2;
    *(s * (20 * x - s * (2 + sin(3 * x))) > 0 ? &hi : &lo) = x;
  }
  return lo;
}

static void check_between(double outer, double x, double inner, double error) {
  const double sign = outer > inner ? 1 : -1;
  assert_true(sign * (outer - x) >= 0 && sign * (x - inner) >= 0);
  assert_true(fabs(outer - inner) <= error);
}

static void both_ends(void **state) {
  (void)state;
  machine m = machine_parse(MASS "potential = 10*x^2\nfriction f { slip = x';"
                                 " normal = 10*(1 + 0.5*sin(3*x)); law = coulomb(0.2) }\n");
  const ss_rest_witness w = find_places(&m, 1);
  assert_int_equal(w.k, 1);
  check_between(w.end[0], solve_end(-1), w.end[2], 1e-9);
  check_between(w.end[1], solve_end(1), w.end[3], 1e-9);
  machine_close(&m);
}

/* The friction rises with the force: |2 x| <= (1 - x)/2 from -1/3 to 1/5. */
static void rising_friction(void **state) {
  (void)state;
  machine m = machine_parse(MASS "potential = x^2\n"
                                 "friction f { slip = x'; normal = 1 - x; law = coulomb(1/2) }\n");
  const ss_rest_witness w = find_places(&m, 1);
  check_between(w.end[0], -1.0 / 3, w.end[2], 1e-9);
  check_between(w.end[1], 0.2, w.end[3], 1e-9);
  machine_close(&m);
}

/* x^3 - x = 0.1 s has three roots for each s. */
static void wells_are_apart(void **state) {
  (void)state;
  machine m = machine_parse(MASS "potential = x^4/4 - x^2/2\n"
                                 "friction f { slip = x'; normal = 1; law = coulomb(0.1) }\n");
  const ss_rest_witness w = find_places(&m, 3);
  for (size_t i = 0; i < 3; i++) {
    assert_true(w.end[4 * i] < w.end[4 * i + 2] && w.end[4 * i + 3] < w.end[4 * i + 1]);
    if (i) assert_true(w.end[4 * i - 3] < w.end[4 * i]);
  }
  machine_close(&m);
}

/* A disk of friction under two springs: a disk, its ends from both sides as far as boxes go. */
static void disk(void **state) {
  (void)state;
  machine m = machine_parse("coord x, y\nkinetic = (x'^2 + y'^2)/2\npotential = x^2 + y^2\n"
                            "friction f { slip = (x', y'); normal = 1; law = disk(1) }\n");
  const ss_rest_witness w = find_places(&m, 1);
  for (size_t j = 0; j < 2; j++) {
    check_between(w.end[4 * j], -0.5, w.end[4 * j + 2], 1e-3);
    check_between(w.end[4 * j + 1], 0.5, w.end[4 * j + 3], 1e-3);
  }
  machine_close(&m);
}

/* On a floor: y is 0, x does not matter, and nothing is shown to rest, having no interior. */
static void floors(void **state) {
  (void)state;
  machine m = machine_parse("coord x, y\nkinetic = (x'^2 + y'^2)/2\npotential = y + y^3/100\n"
                            "contact c { gap = y; slip = x'; law = coulomb(1) }\n");
  const ss_rest_witness w = find_places(&m, 1);
  assert_int_equal(w.k, 1);
  assert_int_equal(w.coordinate[0], 1);
  assert_true(w.end[0] <= 0 && w.end[1] >= 0 && w.end[1] - w.end[0] < 1e-8);
  assert_true(isinf(w.end[2]));
  machine_close(&m);
}

static void nothing(void **state) {
  (void)state;
  machine m = machine_parse(MASS "potential = 2*x + sin(x)\n"
                                 "friction f { slip = x'; normal = 1; law = coulomb(0.9) }\n");
  const ss_rest_witness w = find_places(&m, 0);
  assert_string_equal(w.tree, "-p0 ");
  machine_close(&m);
}

static void refused(void **state) {
  (void)state;
  static const char *const texts[] = {
      MASS "potential = x^4\nclutch c { slip = x'; law = oneway }\n",
      MASS "force x = sin(t)\n",
      MASS "friction f { slip = x'; normal = 1; law = coulomb(1) }\n",
      "param k = 1 in [1, 2]\n" MASS "potential = k*x^4\n",
      "coord x, y, z, w\nkinetic = (x'^2 + y'^2 + z'^2 + w'^2)/2\n"
      "potential = x^4 + y^4 + z^4 + w^4\n",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    machine m = machine_parse(texts[i]);
    ss_rest_witness w;
    const char *why_not;
    assert_int_equal(find(&m, &w, &why_not), SS_BAD_ARGUMENT);
    assert_non_null(why_not);
    machine_close(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(both_ends),       cmocka_unit_test(rising_friction),
      cmocka_unit_test(wells_are_apart), cmocka_unit_test(disk),
      cmocka_unit_test(floors),          cmocka_unit_test(nothing),
      cmocka_unit_test(refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
