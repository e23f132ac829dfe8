/* test_search.c: the box, angles, free coordinates, and numbers with their gradients. */
#include "stage.h"

/* x and y matter, phi is an angle, s does not matter at all. */
static const char cart[] =
    "model \"cart\"\nparam a = 3\ncoord x, y, phi, s\nkinetic = x'^2 + y'^2 + phi'^2 + s'^2\n"
    "potential = x^3*y + a*cos(phi)*y\n"
    "contact c { gap = y + x^2 - sin(phi)/2; slip = x' + y*phi'; law = coulomb(1/2) }\n"
    "friction f { slip = s' + x*y'; normal = 2 + x^2; law = coulomb(a/10) }\n"
    "region r { x <= 7; y*x >= -20; x' <= 1; x + y = phi }\n";

static void test_box(void **state) {
  (void)state;
  stage s;
  stage_open(&s, cart, NULL);
  const bool free[] = {false, false, false, true};
  const double wide[] = {10, 10, M_PI, 10}, period[] = {0, 0, 2 * M_PI, 0};
  for (size_t i = 0; i < 4; i++) {
    assert_int_equal(s.search.free[i], free[i]);
    assert_int_equal(s.search.q_free[i], free[i]);
    assert_near(s.search.period[i], period[i], 0);
    assert_near(s.search.q_period[i], period[i], 0);
    assert_near(s.search.from[i], i == 0 ? -13 : -wide[i], 1e-6); /* x <= 7 in the region */
    assert_near(s.search.to[i], i == 0 ? 7 : wide[i], 1e-6);
  }
  stage_close(&s);
  /* a part of a turn is not followed round; what is not said keeps its default */
  double from[] = {-1, NAN, 0, NAN}, to[] = {2, NAN, 3, NAN};
  ss_rest_options options = ss_rest_default_options();
  options.from = from;
  options.to = to;
  stage_open(&s, cart, &options);
  assert_near(s.search.from[0], -1, 0);
  assert_near(s.search.to[0], 2, 0);
  assert_near(s.search.to[1], 10, 0);
  assert_near(s.search.period[2], 0, 0);
  to[0] = -1;
  ss_search empty;
  assert_int_equal(ss_search_start(s.m.arena, &s.statics, &options, &empty), SS_BAD_ARGUMENT);
  ss_search_stop(&empty);
  stage_close(&s);
}

/* Of the region the relations about positions count, each as a margin that must not be negative. */
static void test_region(void **state) {
  (void)state;
  stage s;
  stage_open(&s, cart, NULL);
  const double z[] = {2, -3, 0.5, 0};
  assert_int_equal(s.search.relations, 3);
  assert_true(ss_search_at(&s.search, z));
  assert_near(s.search.region[0], 5, 0);
  assert_near(s.search.region[1], 14, 0);
  assert_near(s.search.region[2], -1.5, 0);
  assert_false(s.search.equal[0]);
  assert_true(s.search.equal[2]);
  stage_close(&s);
}

/* Values by hand. */
static void test_numbers(void **state) {
  (void)state;
  stage s;
  stage_open(&s, cart, NULL);
  const double x = 1.5, y = -2, phi = 0.7, z[] = {x, y, phi, 4};
  assert_true(ss_search_at(&s.search, z));
  const double h[] = {-3 * x * x * y, -x * x * x - 3 * cos(phi), 3 * sin(phi) * y, 0};
  const double WN[] = {2 * x, 1, -cos(phi) / 2, 0}, WT[] = {1, 0, y, 0, 0, x, 0, 1};
  for (size_t i = 0; i < 4; i++) {
    assert_near(s.search.h[i], h[i], 1e-14);
    assert_near(s.search.WN[i], WN[i], 1e-15);
    assert_near(s.search.q[i], z[i], 0);
  }
  for (size_t i = 0; i < 8; i++) assert_near(s.search.WT[i], WT[i], 0);
  assert_near(s.search.gap[0], y + x * x - sin(phi) / 2, 1e-15);
  assert_near(s.search.normal[0], 0, 0);
  assert_near(s.search.normal[1], 2 + x * x, 0);
  assert_near(s.search.law[0], 0.5, 0);
  assert_near(s.search.law[3], 0.3, 0);
  const double far[] = {1e200, 0, 0, 0}; /* x^3 is not finite */
  assert_false(ss_search_at(&s.search, far));
  stage_close(&s);
}

/* Every gradient against central differences: with step e the error is e^2/6 of third derivatives,
 * which are below 10 here, and rounding of 50 eps / e. */
static void check_gradients(ss_search *s, const double *z, const double *const *value,
                            const double *const *gradient, const size_t *count, size_t lists) {
  const double e = 1e-4, error = 10 * e * e + 50 * 2.3e-16 / e;
  for (size_t l = 0; l < lists; l++)
    for (size_t i = 0; i < count[l]; i++)
      for (size_t j = 0; j < s->k; j++) {
        double at[4], sides[2];
        for (int side = 0; side < 2; side++) {
          memcpy(at, z, s->k * sizeof *at);
          at[j] += side ? e : -e;
          assert_true(ss_search_at(s, at));
          sides[side] = value[l][i];
        }
        assert_true(ss_search_at(s, z));
        assert_near(gradient[l][i * s->k + j], (sides[1] - sides[0]) / (2 * e), error);
      }
}

static void test_gradients(void **state) {
  (void)state;
  stage s;
  const ss_search *a = &s.search;
  const double z[] = {0.6, -0.4, 0.9, 0};
  stage_open(&s, cart, NULL);
  const double *const value[] = {a->h, a->gap, a->WN, a->WT, a->normal, a->region, a->q};
  const double *const gradient[] = {a->dh, a->dgap, a->dWN, a->dWT, a->dnormal, a->dregion, a->dq};
  const size_t count[] = {4, 1, 4, 8, 2, 3, 4};
  check_gradients(&s.search, z, value, gradient, count, 7);
  stage_close(&s);
}

/* A bead on a circle: the chart's angle is searched, and q follows. */
static void test_chart(void **state) {
  (void)state;
  stage s;
  stage_open(&s,
             "model \"bead\"\nparam r = 2\ncoord x, y\nkinetic = x'^2 + y'^2\npotential = 3*y\n"
             "slider wire { gap = x^2 + y^2 - r^2 }\n"
             "chart theta { x = r*cos(theta); y = r*sin(theta) }\n",
             NULL);
  const double theta = 0.4;
  assert_int_equal(s.search.k, 1);
  assert_string_equal(s.search.names[0], "theta");
  assert_near(s.search.period[0], 2 * M_PI, 0);
  assert_near(s.search.q_period[0], 0, 0); /* x itself is no angle */
  assert_true(ss_search_at(&s.search, &theta));
  assert_near(s.search.q[1], 2 * sin(theta), 1e-15);
  assert_near(s.search.dq[0], -2 * sin(theta), 1e-15);
  assert_near(s.search.gap[0], 0, 1e-15);
  assert_near(s.search.dgap[0], 0, 1e-15);
  assert_near(s.search.h[1], -3, 0);
  stage_close(&s);
}

/* What counts as a force is not spoilt by one place where it vanishes. */
static void test_size_of_forces(void **state) {
  (void)state;
  stage s;
  stage_open(&s, "model \"f\"\ncoord x\nkinetic = x'^2\npotential = 500*x^2\n", NULL);
  assert_true(s.search.force > 1 && s.search.force <= 10000);
  stage_close(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_box),     cmocka_unit_test(test_region),
      cmocka_unit_test(test_numbers), cmocka_unit_test(test_gradients),
      cmocka_unit_test(test_chart),   cmocka_unit_test(test_size_of_forces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
