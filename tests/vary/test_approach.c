/* test_approach.c: slip in several directions that ends and begins, against closed forms. */
#include "vary.h"

static const char plate[] = "param mu = 0.3\nparam g = 10\nparam F = 0\ncoord x, y\n"
                            "kinetic = 1/2*(x'^2 + y'^2)\nforce x = 0.6*F\nforce y = 0.8*F\n"
                            "friction plate { slip = (x', y'); normal = g; law = disk(mu) }\n";

static void choose(ss_vary_options *o, machine *m, size_t count, const char *const *names,
                   size_t *index) {
  *o = ss_vary_default_options();
  for (size_t k = 0; k < count; k++) index[k] = ss_model_find_parameter(m->model, names[k]);
  o->parameters = count;
  o->parameter = index;
}

/* Nothing but friction: the mass stops at v |v| / (2 mu g), after |v| / (mu g). */
static void test_straight_stop(void **state) {
  (void)state;
  const char *const names[] = {"mu"};
  size_t index[1];
  ss_vary_options o;
  machine m = machine_parse(plate);
  machine_put(&m, "x'=1.2, y'=-0.9");
  choose(&o, &m, 1, names, index);
  const ss_variation v = vary_well(&m, 2, &o);
  const double mu = 0.3, g = 10, s = 1.5, w[] = {1.2, -0.9};
  assert_int_equal(v.events, 1);
  assert_int_equal(v.event[0].kind, SS_EVENT_STICK);
  for (size_t i = 0; i < 2; i++) {
    for (size_t j = 0; j < 2; j++) {
      const double want = (s * (i == j) + w[i] * w[j] / s) / (2 * mu * g);
      assert_near(v.piece[0].gain[i * 5 + 2 + j], want, 1e-10);
      assert_near(v.piece[0].gain[(2 + i) * 5 + 2 + j], 0, 0);
      assert_near(v.piece[0].gain[i * 5 + j], i == j, 1e-12);
    }
    assert_near(v.piece[0].gain[i * 5 + 4], -w[i] * s / (2 * mu * mu * g), 1e-10);
  }
  machine_close(&m);
}

/* A spot that spins stops after J omega / T, T = 2/3 mu N r: the angle is J omega^2 / (2 T). Its
 * slip is viscous meanwhile, v' = -v mu N / (m r omega), and so ends as omega^(3 J / (2 m r^2)):
 * x(v) = v omega J / (T (1 + p)), p = 3/4. */
static void test_spinning_stop(void **state) {
  (void)state;
  machine m = machine_parse(
      "coord x, y, psi\nkinetic = 1/2*(x'^2 + y'^2) + 1/2*0.005*psi'^2\n"
      "friction plate { slip = (x', y'); spin = psi'; normal = 10; law = contensou(0.3, 0.1) }\n");
  machine_put(&m, "psi'=20");
  const ss_variation v = vary_well(&m, 2, NULL);
  const double T = 2. / 3 * 0.3 * 10 * 0.1;
  assert_near(v.piece[0].gain[2 * 6 + 5], 0.005 * 20 / T, 1e-9);
  assert_near(v.piece[0].gain[0 * 6 + 3], 20 * 0.005 / (T * 1.75), 1e-8);
  assert_near(v.piece[0].gain[1 * 6 + 4], 20 * 0.005 / (T * 1.75), 1e-8);
  assert_near(v.piece[0].gain[0 * 6 + 5], 0, 1e-10);
  machine_close(&m);
}

/* A force lets go of a mass at rest: x = (F - mu g) e t^2 / 2. Its slip must stay at rest. */
static void test_start_from_rest(void **state) {
  (void)state;
  const char *const names[] = {"F", "mu"};
  size_t index[2];
  ss_vary_options o;
  machine m = machine_parse(plate);
  m.parameters[ss_model_find_parameter(m.model, "F")] = 5;
  choose(&o, &m, 2, names, index);
  const ss_variation v = vary_well(&m, 2, &o);
  assert_true(v.from_rest);
  assert_int_equal(v.pieces, 1);
  const double e[] = {0.6, 0.8};
  for (size_t i = 0; i < 2; i++) {
    assert_near(v.piece[0].gain[i * 6 + 4], 2 * e[i], 1e-8);
    assert_near(v.piece[0].gain[i * 6 + 5], -20 * e[i], 1e-8);
    assert_near(v.piece[0].gain[(2 + i) * 6 + 4], 2 * e[i], 1e-8);
  }
  assert_true(vary_order(&m, 2, 4) > 1.95);
  machine_close(&m);
}

/* Springs pull a mass straight back: it stops and goes on the other way. Perturbed ones turn. */
static void test_turning_back(void **state) {
  (void)state;
  machine m = machine_open("sliding-disk", NULL);
  machine_put(&m, "pull");
  assert_true(vary_order(&m, 1.5, 5) > 1.95);
  machine_close(&m);
}

/* Stops of all kinds: curved ones, coupled with spin, of a ball that then rolls. */
static void test_orders(void **state) {
  (void)state;
  static const char *const starts[][2] = {
      {"sliding-disk", "x=-0.219, y=0.208, x'=0.158, y'=-0.147"},
      {"spinning-disk", "curling"},
      {"spinning-disk", "x=0.1, y=-0.05, x'=0.3, y'=0.4, psi'=3"},
      {"spinning-disk", "x=-0.0135, y=0.0717, x'=2.4139, y'=0.4761, psi'=9.0444"},
      {"bowling-ball", "straight"},
      {"bowling-ball", "hook"},
      {"bowling-ball", "rolling"},
      {"bowling-ball", "x'=0.57, y'=-0.39, z=0.068, z'=-0.05, a'=0.17, b'=0.82, c'=0.01"}};
  for (size_t k = 0; k < sizeof starts / sizeof *starts; k++) {
    machine m = machine_open(starts[k][0], NULL);
    machine_put(&m, starts[k][1]);
    assert_true(vary_order(&m, 1.5, 2) > 1.95);
    machine_close(&m);
  }
}

/* A force that sticks and comes to its bound lets a slip begin without acceleration. Along a
 * direction th it slips from t = 2 mu on by 5/6 (t - 2 mu)^3: closed forms by mu and th. */
static void test_from_the_bound(void **state) {
  (void)state;
  machine m =
      machine_parse("param mu = 0.3\nparam th = 0.9\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                    "force x = 5*t*cos(th)\nforce y = 5*t*sin(th)\n"
                    "friction plate { slip = (x', y'); normal = 10; law = disk(mu) }\n");
  ss_vary_options o = ss_vary_default_options();
  const size_t both[] = {0, 1};
  o.parameters = 2;
  o.parameter = both;
  const ss_variation v = vary_to(&m, 2, &o);
  const double late = 1.4, c = cos(0.9), s = sin(0.9);
  const double way = 5 * late * late * late / 6, speed = 2.5 * late * late;
  assert_int_equal(v.refusal.kind, SS_REFUSAL_NONE);
  assert_near(v.x[0], way * c, 1e-10);
  assert_near(v.x[3], speed * s, 1e-10);
  const double by_mu[] = {-5 * late * late * c, -5 * late * late * s, -10 * late * c,
                          -10 * late * s};
  const double by_th[] = {-way * s, way * c, -speed * s, speed * c};
  for (size_t i = 0; i < 4; i++) {
    assert_near(v.piece[0].gain[i * 6 + 4], by_mu[i], 3e-7);
    assert_near(v.piece[0].gain[i * 6 + 5], by_th[i], 3e-7);
  }
  machine_close(&m);
}

/* Skew masses, a contact whose force depends on friction, a load that turns, and another friction
 * beside it; samples while it begins. What has no guard is refused as before. */
static void test_bound_orders(void **state) {
  (void)state;
  machine m =
      machine_parse("coord x, y, z, p\nkinetic = 1/2*(x'^2 + y'^2 + z'^2) + 0.4*x'*y' + 1/2*p'^2\n"
                    "potential = x^2 + 2*y^2 + 10*z + (p - x - y)^2\n"
                    "force x = 3*t\nforce y = sin(2*t)\nforce z = -0.3*t\n"
                    "contact floor { gap = z + 0.1*x; slip = (x', y' + 0.2*x'); law = disk(0.3) }\n"
                    "friction rub { slip = p'; normal = 1; law = coulomb(0.2) }\n"
                    "state start { y = 0.2; p = 0.1; p' = 0.3 }\n");
  machine_put(&m, "start");
  assert_true(vary_order(&m, 2, 4) > 1.95);
  machine_close(&m);
  m = machine_parse("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\nforce x = 4*t\nforce y = 1\n"
                    "friction plate { slip = (x', y'); normal = 5; law = disk(0.3) }\n"
                    "friction other { slip = (x', y'); normal = 5; law = disk(0.3) }\n");
  const ss_variation v = vary_to(&m, 2, NULL);
  assert_int_not_equal(v.refusal.kind, SS_REFUSAL_NONE);
  assert_near(v.refusal.t, sqrt(8) / 4, 1e-5);
  machine_close(&m);
}

/* The bounds of other sets, by all of their arguments: an ellipse askew, slip and spin at once, a
 * ball that begins to roll, one that then begins to slip: its roll has a direction, its slip none.
 */
static void test_other_bounds(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double end;
    size_t parameters;
  } cases[] = {
      {"param mu = 0.3\nparam nu = 0.12\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2) + 0.3*x'*y'\n"
       "potential = x^2 + 2*y^2\nforce x = 3*t\nforce y = 1.5*sin(2*t)\n"
       "friction plate { slip = (x', y'); normal = 10 + x; law = ellipse(mu, nu) }\n",
       1.3, 2},
      {"param mu = 0.3\nparam r = 0.4\ncoord x, y, c\n"
       "kinetic = 1/2*(x'^2 + y'^2) + 0.05*c'^2 + 0.02*x'*c'\npotential = x^2 + 2*y^2\n"
       "force x = 2*t\nforce y = 1.5*sin(2*t)\nforce c = 0.5*t\n"
       "friction plate { slip = (x', y'); spin = c'; normal = 10 + x; law = contensou(mu, r) }\n",
       1.6, 2},
      {"param mu = 0.2\nparam r = 0.01\nparam mur = 0.01\ncoord x, y, a, b, c\n"
       "kinetic = x'^2 + y'^2 + 0.004*(a'^2 + b'^2 + c'^2)\n"
       "force x = 4*t\nforce y = sin(3*t)\nforce c = 0.002*t\n"
       "friction lane { slip = (x' - b'/10, y' + a'/10); spin = c'; roll = (a', b'); normal = 20;\n"
       "  law = rolling(mu, r, mur) }\n",
       0.6, 3},
      {"param mu = 0.3\nparam r = 0.02\nparam mur = 0.01\ncoord x, y, a, b, c\n"
       "kinetic = 1/2*(x'^2 + y'^2) + 0.002*(a'^2 + b'^2 + c'^2)\n"
       "force x = 3*t\nforce y = sin(2*t)\n"
       "friction lane { slip = (x' - b'/10, y' + a'/10); spin = c'; roll = (a', b'); normal = 10;\n"
       "  law = rolling(mu, r, mur) }\n",
       3, 3},
  };
  const size_t all[] = {0, 1, 2};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    machine m = machine_parse(cases[k].text);
    ss_vary_options o = ss_vary_default_options();
    o.parameters = cases[k].parameters;
    o.parameter = all;
    o.checks = 1;
    const ss_variation v = vary_well(&m, cases[k].end, &o);
    assert_true(v.check.order[0] > 1.95);
    machine_close(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_straight_stop),   cmocka_unit_test(test_spinning_stop),
      cmocka_unit_test(test_start_from_rest), cmocka_unit_test(test_turning_back),
      cmocka_unit_test(test_orders),          cmocka_unit_test(test_from_the_bound),
      cmocka_unit_test(test_bound_orders),    cmocka_unit_test(test_other_bounds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
