/* test_nonlinear.c: rest sets of nonlinear machines, against closed forms and published values. */
#include "rests.h"

static const ss_rest_set *only(const ss_rest_sets *sets, ss_rest_shape shape) {
  assert_int_equal(sets->count, 1);
  assert_int_equal(sets->set->shape, shape);
  assert_true(sets->set->residual < 1e-12);
  return sets->set;
}

/* The extent of coordinate j encloses [lo, hi]; traced points reach its ends to rounding. */
static void check_extent(const machine *m, const ss_rest_set *set, size_t j, double lo, double hi) {
  const size_t n = m->model->coordinates;
  double least = INFINITY, most = -INFINITY;
  assert_true(set->lo[j] <= lo + 1e-12 && set->hi[j] >= hi - 1e-12);
  assert_near(set->lo[j], lo, 1e-7);
  assert_near(set->hi[j], hi, 1e-7);
  for (size_t i = 0; i < set->points; i++) {
    least = fmin(least, set->point[i * n + j]);
    most = fmax(most, set->point[i * n + j]);
  }
  assert_near(least, lo, 1e-12);
  assert_near(most, hi, 1e-12);
}

/* The set with these contacts closed and its centre nearest to `q` in coordinate j. */
static const ss_rest_set *find_set(const ss_rest_sets *sets, size_t closed, size_t j, double q) {
  const ss_rest_set *best = NULL;
  for (size_t i = 0; i < sets->count; i++)
    if (sets->set[i].closed_count == closed &&
        (!best || fabs(sets->set[i].center[j] - q) < fabs(best->center[j] - q)))
      best = &sets->set[i];
  assert_non_null(best);
  assert_near(best->center[j], q, 1e-4);
  return best;
}

/* A set of 6e-10 in the middle of a region of 1e-8 does not reach its end; one of 1e-8 does. */
static void test_small_region(void **state) {
  (void)state;
#define SMALL                                                                                      \
  "model \"m\"\ncoord x\nkinetic = 1/2*x'^2\npotential = 5e-10*x^2*(1 + 1e18*x^2)\n"               \
  "region r { abs(x) <= 1e-8 }\n"
  static const char *const friction[] = {
      "friction f { slip = x'; normal = 1e-9; law = coulomb(1e-9) }\n",
      "friction f { slip = x'; normal = 1; law = coulomb(1) }\n"};
  for (size_t i = 0; i < 2; i++) {
    char text[400];
    snprintf(text, sizeof text, "%s%s", SMALL, friction[i]);
    machine m = machine_parse(text);
    const ss_rest_sets sets = find_rests(&m);
    assert_true(sets.complete);
    assert_int_equal(only(&sets, SS_REST_CURVE)->cut, i == 1);
    machine_close(&m);
  }
}

/* A double well with friction is the same whatever its forces are counted in. */
static void test_forces_of_any_size(void **state) {
  (void)state;
  static const char *const scale[] = {"1e-9", "1", "1e9"};
  for (size_t i = 0; i < 3; i++) {
    char text[400];
    snprintf(text, sizeof text,
             "model \"m\"\nparam s = %s\ncoord x\nkinetic = 1/2*s*x'^2\n"
             "potential = s*(x^4/4 - x^2/2)\n"
             "friction f { slip = x'; normal = s; law = coulomb(0.1) }\n",
             scale[i]);
    machine m = machine_parse(text);
    const ss_rest_sets sets = find_rests(&m);
    assert_true(sets.complete && sets.count == 3);
    for (size_t k = 0; k < 3; k++) assert_true(sets.set[k].certain && sets.set[k].connected);
    check_extent(&m, &sets.set[1], 0, -0.10103125788101081, 0.10103125788101081);
    machine_close(&m);
  }
}

/* Friction of 2 holds -2 - x^2 at 0 and nowhere else: no curve, and no dimension that is known. */
static void test_touching(void **state) {
  (void)state;
  machine m = machine_parse("model \"m\"\ncoord x\nkinetic = 1/2*x'^2\nforce x = -2 - x^2\n"
                            "friction f { slip = x'; normal = 1; law = coulomb(2) }\n"
                            "region r { x >= -1; x <= 1 }\n");
  const ss_rest_sets sets = find_rests(&m);
  assert_true(sets.complete);
  const ss_rest_set *set = only(&sets, SS_REST_BOX);
  assert_true(set->dimension == SIZE_MAX && set->certain && !set->connected);
  assert_true(set->lo[0] <= 0 && set->hi[0] >= 0 && set->hi[0] - set->lo[0] < 1e-9);
  machine_close(&m);
}

/* The root of k1 x + k3 x^3 = 1, reference values to 18 digits. */
static void test_cubic_spring(void **state) {
  (void)state;
  static const struct {
    const char *k3;
    double x;
  } cases[] = {{"k3=0.5", 0.770916997059248101}, {"k3=1", 0.682327803828019327}};
  for (size_t i = 0; i < 2; i++) {
    const char *const settings[] = {cases[i].k3, NULL};
    machine m = machine_open("friction-oscillator", settings);
    const ss_rest_sets sets = find_rests(&m);
    const ss_rest_set *set = only(&sets, SS_REST_CURVE);
    assert_near(set->hi[0], cases[i].x, 1e-14);
    assert_near(set->lo[0], -cases[i].x, 1e-14);
    assert_near(set->center[0], 0, 1e-13);
    machine_close(&m);
  }
}

/* tan(theta_E) = 2 mu2 / (1 - mu1 mu2), around hanging and upright. */
static void test_beam(void **state) {
  (void)state;
  static const struct {
    const char *settings[8];
    double tip;
  } cases[] = {{{NULL}, 0.5829135889557342},
               {{"m=2", "J=0.4", "l=0.7", "mu1=0.2", "mu2=0.4", "g=9.81"}, 0.7157435896688802}};
  for (size_t i = 0; i < 2; i++) {
    machine m = machine_open("constrained-beam", cases[i].settings);
    const ss_rest_sets sets = find_rests(&m);
    assert_int_equal(sets.count, 2);
    for (size_t k = 0; k < 2; k++) {
      const ss_rest_set *set = &sets.set[k];
      const double middle = fabs(set->chart_center[0]) < 1 ? 0 : M_PI;
      assert_int_equal(set->shape, SS_REST_CURVE);
      assert_near(set->chart_center[0], middle, 1e-12);
      assert_true(set->certain && set->chart_lo[0] <= middle - cases[i].tip);
      assert_true(set->chart_hi[0] >= middle + cases[i].tip);
      assert_near(set->chart_lo[0], middle - cases[i].tip, 1e-10);
      assert_near(set->chart_hi[0], middle + cases[i].tip, 1e-10);
    }
    assert_true(fabs(sets.set[0].chart_center[0] - sets.set[1].chart_center[0]) > 3);
    machine_close(&m);
  }
}

/* mu1 mu2 >= 1: every angle. */
static void test_beam_that_rests_anywhere(void **state) {
  (void)state;
  const char *const settings[] = {"mu1=1.2", "mu2=1", NULL};
  machine m = machine_open("constrained-beam", settings);
  const ss_rest_sets sets = find_rests(&m);
  const ss_rest_set *set = only(&sets, SS_REST_CURVE);
  assert_true(set->loop);
  assert_near(set->chart_lo[0], -M_PI, 1e-15);
  assert_near(set->chart_hi[0], M_PI, 1e-15);
  machine_close(&m);
}

/* Flat on both contacts: |x| <= min(mu, a/b) m g / k. On one corner: the centre of mass stands
 * above the corner within the cone of friction. */
static void test_blocks(void **state) {
  (void)state;
  static const struct {
    const char *model;
    const char *settings[8];
    double x, angle, mu; /* angle from the centre to the right corner: atan(b/a) */
  } cases[] = {
      {"rocking-bar", {NULL}, 0.14715, 0, 0.3},
      {"rocking-bar", {"m=2", "J=0.5", "k=5", "mu=0.6", "g=10"}, 2.4, 0, 0.6},
      {"rocking-bar", {"a=0.5", "J=1.2"}, 0.14715, 0, 0.3},
      {"rocking-block",
       {"a=0.6", "b=0.5", "J=0.4", "k=5", "mu=0.5:0.5"},
       0.981,
       0.6947382761967033,
       0.5},
      {"rocking-block", {"a=1", "b=0.5", "k=30"}, 0.0981, 0.4636476090008061, 0.3},
      {"rocking-block", {"m=2", "k=200"}, 0.02943, 0.4636476090008061, 0.3},
      {"rocking-block", {"a=1", "b=0.8", "k=30", "mu=0.6:0.6"}, 0.1962, 0.6747409422235527, 0.6},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    machine m = machine_open(cases[i].model, cases[i].settings);
    const ss_rest_sets sets = find_rests(&m);
    const ss_rest_set *flat = find_set(&sets, 2, 2, 0);
    check_extent(&m, flat, 0, -cases[i].x, cases[i].x);
    check_extent(&m, flat, 2, 0, 0);
    const double upright = M_PI / 2 - cases[i].angle;
    const ss_rest_set *left = find_set(&sets, 1, 2, upright);
    check_extent(&m, left, 2, upright - atan(cases[i].mu), upright + atan(cases[i].mu));
    check_extent(&m, left, 0, -cases[i].x, cases[i].x);
    machine_close(&m);
  }
}

/* mu > a/b: friction holds the block on a corner at every inclination up to its limit, so that
 * lying and leaning form one set: the block's rest set is not isolated. */
static void test_tall_block(void **state) {
  (void)state;
  const char *const settings[] = {"a=0.3", "b=1", "J=1", "k=30", "mu=0.5:0.5", NULL};
  machine m = machine_open("rocking-block", settings);
  const ss_rest_sets sets = find_rests(&m);
  machine_put(&m, "y=1");
  const size_t lying = ss_rest_which(&sets, m.q, 1e-9);
  assert_in_range(lying, 0, sets.count - 1);
  const ss_rest_set *set = &sets.set[lying];
  check_extent(&m, set, 2, -atan(0.3) - atan(0.5), atan(0.3) + atan(0.5));
  check_extent(&m, set, 0, -0.5 * 9.81 / 30, 0.5 * 9.81 / 30);
  assert_int_equal(set->closed_count, 0); /* neither corner everywhere */
  machine_close(&m);
}

/* Along the whole curve: tan(phi) within the cone and the balance of moments at the hinge. */
static void test_plank_box(void **state) {
  (void)state;
  machine m = machine_open("plank-box", NULL);
  const ss_rest_sets sets = find_rests(&m);
  const ss_rest_set *flat = find_set(&sets, 2, 2, 0);
  assert_near(flat->lo[0], 0.2, 1e-12); /* the region: both corners above the plank */
  assert_near(flat->hi[0], 1.0, 1e-12);
  assert_int_equal(flat->lines, 1);
  for (size_t i = 0; i < flat->points; i++) {
    const double *q = flat->point + i * 4;
    const double X = cos(q[3]) * q[0] - sin(q[3]) * q[1];
    assert_near(q[1], 0.075, 1e-13);
    assert_near(q[2], 0, 1e-13);
    assert_near(400 * q[3] + 5 * 9.81 * 0.6 * cos(q[3]) + 9.81 * X, 0, 1e-11);
  }
  machine_close(&m);
}

/* Hanging or standing rods that touch nothing, and the curve on the floor. */
static void test_pendulum(void **state) {
  (void)state;
  machine m = machine_open("rough-pendulum", NULL);
  const ss_rest_sets sets = find_rests(&m);
  size_t points = 0;
  for (size_t i = 0; i < sets.count; i++) {
    const ss_rest_set *set = &sets.set[i];
    points += set->shape == SS_REST_POINT;
    for (size_t k = 0; k < set->points; k++) {
      const double a1 = set->point[2 * k], a2 = set->point[2 * k + 1];
      const double w1 = 1.5 * 9.81 * sin(a1), w2 = 0.5 * 9.81 * sin(a2), d = sin(a1 - a2);
      const double N = (w1 * cos(a2) - w2 * cos(a1)) / d, T = (w2 * sin(a1) - w1 * sin(a2)) / d;
      if (fabs(d) < 1e-3) continue; /* stretched: the forces are not determined so */
      assert_true(N >= -1e-9 && fabs(T) <= N + 1e-9);
    }
  }
  assert_int_equal(points, 3);
  assert_int_equal(sets.count, 5);
  machine_close(&m);
}

/* Nothing depends on x: the biped may stand anywhere. */
static void test_free_coordinates(void **state) {
  (void)state;
  machine m = machine_open("planar-biped", NULL);
  ss_rest_sets sets = find_rests(&m);
  const ss_rest_set *both = find_set(&sets, 2, 2, 0);
  assert_int_equal(both->free_count, 1);
  assert_true(isinf(both->lo[0]) && isinf(both->hi[0]));
  assert_near(both->hi[1], 0, 1e-14);
  machine_close(&m);
  m = machine_open("three-leg-stool", NULL);
  ss_rest_options options = ss_rest_default_options();
  const char *why_not;
  options.starts = 16;
  options.programs_most = 3000;
  options.boxes_most = 100;
  assert_int_equal(ss_rest_find(m.arena, m.system, m.parameters, &options, &sets, &why_not), SS_OK);
  const ss_rest_set *stands = find_set(&sets, 3, 2, 0.35);
  assert_int_equal(stands->free_count, 2);
  assert_true(stands->loop);
  assert_near(stands->lo[5], -M_PI, 1e-15);
  assert_near(stands->hi[5], M_PI, 1e-15);
  assert_near(stands->hi[3] - stands->lo[3], 0, 1e-12);
  machine_close(&m);
}

/* A disc of radius mu m g / k. */
static void test_spatial_friction(void **state) {
  (void)state;
  machine m = machine_open("sliding-disk", NULL);
  const ss_rest_sets sets = find_rests(&m);
  const ss_rest_set *set = only(&sets, SS_REST_PATCH);
  for (size_t i = 0; i < set->points; i++)
    assert_near(hypot(set->point[2 * i], set->point[2 * i + 1]), 0.2943, 1e-12);
  machine_close(&m);
}

/* Two friction elements and a cubic spring between them: a patch whose corners have both forces at
 * their limits. */
static void test_patch(void **state) {
  (void)state;
  machine m = machine_parse("model \"patch\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                            "potential = 1/2*x^2 + 1/2*y^2 + 1/4*(x - y)^4\n"
                            "friction a { slip = x'; normal = 1; law = coulomb(1/2) }\n"
                            "friction b { slip = y'; normal = 1; law = coulomb(1/2) }\n");
  const ss_rest_sets sets = find_rests(&m);
  const ss_rest_set *set = only(&sets, SS_REST_PATCH);
  assert_near(set->center[0], 0, 1e-9);
  for (size_t i = 0; i < set->points; i++) {
    const double x = set->point[2 * i], y = set->point[2 * i + 1], s = pow(x - y, 3);
    assert_near(fmax(fabs(x + s), fabs(y - s)), 0.5, 1e-12);
  }
  assert_true(set->certain && set->enclosed && set->hi[0] >= 0.5 && set->inner_hi[0] <= 0.5);
  assert_near(set->hi[0], 0.5, 1e-3);
  machine_close(&m);
}

/* A bead on wires y = c x^2 and y = -c x^2 in coordinates of a chart: the cover tells all, nothing
 * is walked before the extremes of y between the traced places are asked for. Rest: |2 c x| <= mu;
 * y is extreme in the middle. */
static void test_wire_with_chart(void **state) {
  (void)state;
  static const double curvature[] = {1, 0.25, -1, -0.5};
  for (size_t i = 0; i < sizeof curvature / sizeof *curvature; i++) {
    const double c = curvature[i], end = 0.2 / (2 * fabs(c)), top = c * end * end;
    char text[400];
    snprintf(text, sizeof text,
             "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 10*y\n"
             "slider wire { gap = y - %g*x^2; slip = x'; law = coulomb(0.2) }\n"
             "chart s { x = s; y = %g*s^2 }\n",
             c, c);
    machine m = machine_parse(text);
    const ss_rest_sets sets = find_rests(&m);
    const ss_rest_set *set = only(&sets, SS_REST_CURVE);
    assert_true(sets.complete && set->certain && set->connected);
    assert_near(set->lo[0], -end, 1e-9);
    assert_near(set->hi[0], end, 1e-9);
    assert_near(c > 0 ? set->lo[1] : set->hi[1], 0, 1e-12);
    assert_near(c > 0 ? set->hi[1] : set->lo[1], top, 1e-9);
    machine_close(&m);
  }
}

/* Nothing rests where a formula of the file has no value: every set lies in lo to hi, and none that
 * has a hole is called connected. The last ones are linear but for what cancels. */
static void test_places_without_a_value(void **state) {
  (void)state;
  static const struct {
    const char *formulas;
    double lo, hi;
    bool connected;
  } cases[] = {
      {"potential = log(x)", 2, 10, true},
      {"potential = x^4 + 0*log(x)", 0, 0.5, false},
      {"potential = x^4 + sqrt(x - 1/4) - sqrt(x - 1/4)", 0.25, 0.5, false},
      {"potential = x^4 + 0*asin(4*x)", -0.25, 0.25, false},
      {"potential = x^4 + 0*asin(x)", -0.5, 0.5, true},
      {"potential = x^2/2 + 0*log(x)", 0, 0.5, false},
      {"potential = x^2/2*(x/x)", -0.5, 0.5, false},
      {"potential = x^2/2\nforce x = 0/(x - 1/4)", -0.5, 0.5, false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[400];
    snprintf(text, sizeof text,
             "coord x\nkinetic = 1/2*x'^2\n%s\n"
             "friction f { slip = x'; normal = 1; law = coulomb(1/2) }\n",
             cases[i].formulas);
    machine m = machine_parse(text);
    const ss_rest_sets sets = find_rests(&m);
    if (sets.count != 1) print_error("%s\n", text);
    assert_int_equal(sets.count, 1);
    assert_true(sets.set->certain);
    assert_near(sets.set->lo[0], cases[i].lo, 1e-9);
    assert_near(sets.set->hi[0], cases[i].hi, 1e-9);
    if (!cases[i].connected) assert_false(sets.set->connected);
    machine_close(&m);
  }
}

/* Numbers that have a value do not make a linear machine another one, rational or not. */
static void test_numbers_with_a_value(void **state) {
  (void)state;
  machine m = machine_parse("param l = sqrt(2)\nparam k = 3\ncoord x\nkinetic = x'^2/l/log(3)\n"
                            "potential = x^2/(2*k)*k^(-1/3)*k^(1/3)/(l - 1)*(l - 1)\n"
                            "friction f { slip = x'; normal = 1; law = coulomb(1/2) }\n");
  const ss_rest_sets sets = find_rests(&m);
  const ss_rest_set *set = only(&sets, SS_REST_SEGMENT);
  assert_near(set->hi[0], 1.5, 1e-12);
  assert_near(set->lo[0], -1.5, 1e-12);
  machine_close(&m);
}

static void test_refusals(void **state) {
  (void)state;
  machine m = machine_parse("model \"shaken\"\ncoord x\nkinetic = 1/2*x'^2\nforce x = sin(t)\n");
  const ss_rest_options options = ss_rest_default_options();
  ss_rest_sets sets;
  const char *why_not = NULL;
  assert_int_equal(ss_rest_find(m.arena, m.system, m.parameters, &options, &sets, &why_not),
                   SS_BAD_ARGUMENT);
  assert_non_null(strstr(why_not, "time"));
  machine_close(&m);
}

/* Where a walk ends, other patterns are tried in vain: their forces are not those of the set. */
static void test_residuals_are_of_the_set(void **state) {
  (void)state;
  machine m = machine_open("cookbook/pile", NULL);
  const ss_rest_sets sets = find_rests(&m);
  assert_true(sets.count > 3);
  for (size_t i = 0; i < sets.count; i++) assert_true(sets.set[i].residual < 1e-9);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cubic_spring),
      cmocka_unit_test(test_beam),
      cmocka_unit_test(test_beam_that_rests_anywhere),
      cmocka_unit_test(test_blocks),
      cmocka_unit_test(test_tall_block),
      cmocka_unit_test(test_plank_box),
      cmocka_unit_test(test_pendulum),
      cmocka_unit_test(test_free_coordinates),
      cmocka_unit_test(test_small_region),
      cmocka_unit_test(test_touching),
      cmocka_unit_test(test_forces_of_any_size),
      cmocka_unit_test(test_spatial_friction),
      cmocka_unit_test(test_patch),
      cmocka_unit_test(test_wire_with_chart),
      cmocka_unit_test(test_places_without_a_value),
      cmocka_unit_test(test_numbers_with_a_value),
      cmocka_unit_test(test_residuals_are_of_the_set),
      cmocka_unit_test(test_refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
