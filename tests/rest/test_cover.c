/* test_cover.c: covers of the places where machines rest, against closed forms and sampling. */
#include "rests.h"

static machine friction(const char *potential, const char *normal, const char *mu) {
  char text[512];
  snprintf(text, sizeof text,
           "model \"m\"\ncoord x\nkinetic = 1/2*x'^2\npotential = %s\n"
           "friction f { slip = x'; normal = %s; law = coulomb(%s) }\n",
           potential, normal, mu);
  return machine_parse(text);
}

/* Everything is proved, and the extent encloses the truth closely. */
static void check_set(const ss_rest_set *set, double lo, double hi, double error) {
  assert_true(set->certain && set->connected && set->enclosed);
  assert_string_equal(set->method, "cover");
  assert_true(set->lo[0] <= lo + 1e-15 && set->inner_lo[0] >= lo - 1e-15);
  assert_true(set->hi[0] >= hi - 1e-15 && set->inner_hi[0] <= hi + 1e-15);
  assert_near(set->lo[0], lo, error);
  assert_near(set->inner_lo[0], lo, error);
  assert_near(set->hi[0], hi, error);
  assert_near(set->inner_hi[0], hi, error);
}

/* The normal force depends on the place. 20 x = ±2 (1 + sin(3x)/2) by a few steps of iteration. */
static void test_normal_that_varies(void **state) {
  (void)state;
  double lo = 0, hi = 0;
  for (int i = 0; i < 200; i++) {
    hi = 0.1 * (1 + 0.5 * sin(3 * hi));
    lo = -0.1 * (1 + 0.5 * sin(3 * lo));
  }
  machine m = friction("10*x^2", "10*(1 + 0.5*sin(3*x))", "0.2");
  ss_rest_sets sets = find_rests(&m);
  assert_true(sets.complete);
  assert_int_equal(sets.count, 1);
  check_set(sets.set, lo, hi, 1e-13);
  machine_close(&m);
  /* 20 x = 0.2 (10 - x^2/20): x^2 + 2000 x - 200 = 0 */
  m = friction("10*x^2", "10 - 0.05*x^2", "0.2");
  sets = find_rests(&m);
  assert_int_equal(sets.count, 1);
  hi = 200 / (1000 + sqrt(1000200.0));
  check_set(sets.set, -hi, hi, 1e-13);
  machine_close(&m);
}

/* Sign changes of f - bound on a fine grid: how many sets there are. */
static size_t count_by_sampling(double (*force)(double), double bound, double from, double to) {
  enum { SAMPLES = 4000000 };
  size_t count = 0;
  bool before = fabs(force(from)) <= bound;
  count += before;
  for (size_t i = 1; i <= SAMPLES; i++) {
    const bool now = fabs(force(from + (to - from) * (double)i / SAMPLES)) <= bound;
    count += now && !before;
    before = now;
  }
  return count;
}

static double cosine_force(double x) {
  return x - 2 * sin(20 * x);
}

static double fine_force(double x) {
  return x + 0.01 * cos(1000 * x);
}

static double cogging_force(double x) {
  return x / 20 + 0.3 * sin(24 * x);
}

/* A motor with a detent torque, twelve cogs a turn, on a torsion spring. */
static double detent_force(double x) {
  return x / 10 + 0.4 * sin(12 * x);
}

/* Sets that are apart are told apart, however near or small they are, and all of them. */
static void test_sets_apart(void **state) {
  (void)state;
  static const struct {
    const char *potential, *mu;
    double (*force)(double);
    double bound;
    size_t sets;
  } cases[] = {
      {"1/2*x^2 + 0.1*cos(20*x)", "0.5", cosine_force, 0.5, 25},
      {"1/2*x^2 + 1e-5*sin(1000*x)", "0.001", fine_force, 0.001, 6},
      {"x^2/40 - 0.3/24*cos(24*x)", "0.1", cogging_force, 0.1, 0},
      {"x^2/20 - 0.4/12*cos(12*x)", "0.1", detent_force, 0.1, 29},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    machine m = friction(cases[i].potential, "1", cases[i].mu);
    const ss_rest_sets sets = find_rests(&m);
    const double reach = i == 1 ? 0.1 : 10;
    assert_true(sets.complete);
    assert_int_equal(sets.count, count_by_sampling(cases[i].force, cases[i].bound, -reach, reach));
    if (cases[i].sets) assert_int_equal(sets.count, cases[i].sets);
    for (size_t k = 0; k < sets.count; k++) {
      assert_true(sets.set[k].certain && sets.set[k].connected && sets.set[k].enclosed);
      if (sets.set[k].cut) continue;
      assert_near(fabs(cases[i].force(sets.set[k].hi[0])), cases[i].bound, 1e-9);
      assert_near(fabs(cases[i].force(sets.set[k].lo[0])), cases[i].bound, 1e-9);
    }
    machine_close(&m);
  }
}

/* Between 1.5 and 2.1 there are two sets of them, not one. */
static void test_two_sets(void **state) {
  (void)state;
  machine m = friction("1/2*x^2 + 0.1*cos(20*x)", "1", "0.5");
  const ss_rest_sets sets = find_rests(&m);
  size_t between = 0;
  for (size_t i = 0; i < sets.count; i++) {
    if (sets.set[i].lo[0] < 1.5 || sets.set[i].hi[0] > 2.1) continue;
    between++;
    assert_true(sets.set[i].connected);
    assert_near(fabs(cosine_force(sets.set[i].hi[0])), 0.5, 1e-12);
    assert_near(fabs(cosine_force(sets.set[i].lo[0])), 0.5, 1e-12);
  }
  assert_int_equal(between, 2);
  machine_close(&m);
}

/* A cogging motor: |0.48 sin(24 x)| <= 0.1 round a turn: 48 sets, half of them on top of the cogs.
 */
static void test_cogging_motor(void **state) {
  (void)state;
  machine m = friction("-0.02*cos(24*x)", "1", "0.1");
  const ss_rest_sets sets = find_rests(&m);
  const double half = asin(0.1 / 0.48) / 24;
  assert_true(sets.complete);
  assert_int_equal(sets.count, 48);
  for (size_t i = 0; i < 48; i++) {
    const ss_rest_set *set = &sets.set[i];
    assert_true(set->certain && set->connected && set->enclosed);
    const double middle = round(set->center[0] * 24 / M_PI) * M_PI / 24;
    assert_near(set->lo[0], middle - half, 1e-13);
    assert_near(set->hi[0], middle + half, 1e-13);
  }
  machine_close(&m);
}

/* A bent strip is one set. */
static void test_bent_strip(void **state) {
  (void)state;
  machine m = machine_parse("model \"bent\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                            "potential = 2*(y - x^2)^2 + x^2/20\n"
                            "friction a { slip = x'; normal = 1; law = coulomb(0.1) }\n"
                            "friction b { slip = y'; normal = 1; law = coulomb(0.1) }\n"
                            "region r { abs(x) <= 0.9; abs(y) <= 1 }\n");
  const ss_rest_sets sets = find_rests(&m);
  assert_true(sets.complete);
  assert_int_equal(sets.count, 1);
  assert_true(sets.set->certain);
  machine_close(&m);
}

/* Discs: connected through the ways of cells that lead inwards. The extent is two-sided. */
static void test_disc(void **state) {
  (void)state;
  machine m = machine_open("sliding-disk", NULL);
  const ss_rest_sets sets = find_rests(&m);
  assert_int_equal(sets.count, 1);
  const ss_rest_set *set = sets.set;
  assert_true(sets.complete && set->certain && set->connected && set->enclosed);
  for (size_t j = 0; j < 2; j++) {
    assert_true(set->hi[j] >= 0.2943 && set->inner_hi[j] <= 0.2943);
    assert_near(set->hi[j], 0.2943, 2e-3);
    assert_near(set->inner_hi[j], 0.2943, 1e-2);
  }
  machine_close(&m);
}

/* Isolated equilibria are points, each alone: cos x = -1/2 within ±300, and two that are 0.001
 * apart. A ring of equilibria is not shown to be anything, but stays one candidate. */
static void test_points(void **state) {
  (void)state;
  machine m = machine_parse("model \"w\"\ncoord x\nkinetic = x'^2\npotential = sin(x) + x/2\n"
                            "region r { abs(x) <= 300 }\n");
  ss_rest_sets sets = find_rests(&m);
  size_t count = 0;
  for (int k = -60; k <= 60; k++)
    for (int side = -1; side <= 1; side += 2) count += fabs(2 * M_PI * (k + side / 3.0)) <= 300;
  assert_int_equal(sets.count, count);
  assert_true(sets.complete);
  for (size_t i = 0; i < sets.count; i++) {
    assert_true(sets.set[i].certain && sets.set[i].connected);
    assert_near(cos(sets.set[i].center[0]), -0.5, 1e-12);
  }
  machine_close(&m);
  m = machine_parse("model \"p\"\ncoord x\nkinetic = x'^2\n"
                    "force x = -(x - 1)*(x - 1.001)*(x + 1)\n");
  sets = find_rests(&m);
  assert_int_equal(sets.count, 3);
  assert_true(sets.complete);
  machine_close(&m);
  m = machine_parse("model \"r\"\ncoord x, y\nkinetic = x'^2 + y'^2\n"
                    "potential = (x^2 + y^2 - 1)^2\n");
  sets = find_rests(&m);
  assert_int_equal(sets.count, 2);
  assert_false(sets.set[0].connected && sets.set[1].connected);
  machine_close(&m);
}

/* A machine that rests nowhere in the box: shown, not assumed. */
static void test_none(void **state) {
  (void)state;
  machine m = machine_parse("model \"slope\"\ncoord x\nkinetic = 1/2*x'^2\n"
                            "force x = 2 + sin(x)\n"
                            "friction f { slip = x'; normal = 1; law = coulomb(9/10) }\n");
  const ss_rest_sets sets = find_rests(&m);
  assert_int_equal(sets.count, 0);
  assert_true(sets.complete);
  machine_close(&m);
}

/* With a single start the cover finds the rest, and shows that it is all, in the region; few boxes
 * do not. */
static void test_finds_all(void **state) {
  (void)state;
  static const struct {
    const char *model;
    size_t sets;
  } cases[] = {{"constrained-beam", 2}, {"rough-pendulum", 5}, {"painleve-rod", 1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    machine m = machine_open(cases[i].model, NULL);
    ss_rest_options options = ss_rest_default_options();
    ss_rest_sets sets;
    const char *why_not;
    assert_int_equal(ss_rest_find(m.arena, m.system, m.parameters, &options, &sets, &why_not),
                     SS_OK);
    assert_true(sets.complete);
    assert_int_equal(sets.count, cases[i].sets);
    for (size_t k = 0; k < sets.count; k++) assert_true(sets.set[k].certain);
    options.boxes_most = 5;
    assert_int_equal(ss_rest_find(m.arena, m.system, m.parameters, &options, &sets, &why_not),
                     SS_OK);
    assert_false(sets.complete);
    for (size_t k = 0; k < sets.count; k++) assert_true(sets.set[k].lo[0] <= sets.set[k].hi[0]);
    machine_close(&m);
  }
}

/* Between two surfaces: what one case leaves of a cell is not mixed with what another does. */
static void test_cases_keep_apart(void **state) {
  (void)state;
  machine m = machine_parse(
      "model \"between\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\nforce x = -2.34*x\n"
      "force y = -2.93*y + 1.27*sin(2.05*x + 2.95) + 0.05*x - 0.45*x*y^2 - 5.5\n"
      "contact a { gap = y - 0.12*x - 0.4*x^2 - 0.19 }\n"
      "contact b { gap = 0.26*sin(8.1*x - 0.38) - 0.09*x^3 + 0.71 - y; law = coulomb(0.38)\n"
      "            slip = (-0.8 + 0.06*sin(0.73*x - 2.26))*x' }\n"
      "clutch c { slip = 1.1*y'; law = oneway }\n"
      "region r { abs(x) <= 1; abs(y) <= 1 }\n");
  const ss_rest_sets sets = find_rests(&m);
  assert_true(sets.complete && sets.count > 0);
  for (size_t i = 0; i < sets.count; i++)
    for (size_t j = 0; j < 2; j++) {
      const ss_rest_set *set = &sets.set[i];
      assert_true(set->certain && set->lo[j] <= set->center[j] + 1e-9);
      assert_true(set->center[j] <= set->hi[j] + 1e-9);
    }
  machine_close(&m);
}

/* A slider without friction takes any force: the push keeps across it. */
static void test_plain_slider(void **state) {
  (void)state;
  machine m = machine_parse("model \"plain slider\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                            "potential = x^2 + y\nslider s { gap = y - x^2 }\n");
  const ss_rest_sets sets = find_rests(&m);
  assert_true(sets.complete);
  assert_int_equal(sets.count, 1);
  assert_true(sets.set->certain && sets.set->connected);
  assert_near(sets.set->center[0], 0, 1e-9);
  machine_close(&m);
}

/* A friction that has no hold at x = 0, and more of it farther out: 21/20 |x| <= 2/5 |x| (1 + x^2)
 * at 0 and from sqrt(13/8) on. For each single force one place is held: they are not one set. */
static void test_forces_to_spare(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\nforce x = -21/20*x\n"
                            "friction f { slip = x*x'; normal = 1 + x^2; law = coulomb(2/5) }\n");
  ss_rest_options options = ss_rest_default_options();
  const char *why_not = NULL;
  ss_rest_sets sets;
  options.from = (double[]){-3};
  options.to = (double[]){3};
  assert_int_equal(ss_rest_find(m.arena, m.system, m.parameters, &options, &sets, &why_not), SS_OK);
  assert_true(sets.complete);
  assert_int_equal(sets.count, 3);
  check_set(&sets.set[0], -3, -sqrt(1.625), 1e-9);
  assert_near(sets.set[1].lo[0], 0, 1e-8);
  assert_near(sets.set[1].hi[0], 0, 1e-8);
  assert_false(sets.set[1].cut);
  check_set(&sets.set[2], sqrt(1.625), 3, 1e-9);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_forces_to_spare),
      cmocka_unit_test(test_normal_that_varies),
      cmocka_unit_test(test_sets_apart),
      cmocka_unit_test(test_two_sets),
      cmocka_unit_test(test_cogging_motor),
      cmocka_unit_test(test_bent_strip),
      cmocka_unit_test(test_disc),
      cmocka_unit_test(test_points),
      cmocka_unit_test(test_none),
      cmocka_unit_test(test_finds_all),
      cmocka_unit_test(test_plain_slider),
      cmocka_unit_test(test_cases_keep_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
