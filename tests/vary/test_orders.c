/* test_orders.c: events at one instant, in all orders. Reference values of the box on a plank were
 * computed independently of this program. */
#include "vary.h"

typedef struct entry {
  int row, column;
  double value;
} entry;

/* A gain has these entries and zeros elsewhere. */
static void check_gain(const double *gain, size_t count, const entry *entries) {
  double want[64] = {0};
  for (size_t k = 0; k < count; k++)
    want[8 * entries[k].row + entries[k].column] = entries[k].value;
  for (int k = 0; k < 64; k++) assert_near(gain[k], want[k], 1e-8);
}

/* Both corners land at once and stick: G_12, G_21, and the cone between them. */
static void test_box_sticks(void **state) {
  (void)state;
  static const entry left_first[] = {{0, 0, 1.0},
                                     {0, 1, 0.0319148936170213},
                                     {0, 2, 0.04361702127659575},
                                     {3, 1, 0.24130327524349615},
                                     {3, 2, 0.005990704813883084},
                                     {3, 3, 1.0},
                                     {7, 0, -0.20531414962762634},
                                     {7, 1, -0.6703606683082843},
                                     {7, 2, -0.009836017186684386},
                                     {7, 4, -0.02576581734898368},
                                     {7, 5, 0.24048096192384766},
                                     {7, 6, 0.0048668766103635835},
                                     {7, 7, 1.0}};
  static const entry right_first[] = {{0, 0, 1.0},
                                      {0, 1, 0.03488372093023258},
                                      {0, 2, 0.056976744186046514},
                                      {3, 1, 0.24137976950578893},
                                      {3, 2, 0.006334928994201022},
                                      {3, 3, 1.0},
                                      {7, 0, -0.20531414962762629},
                                      {7, 1, -0.670119723426678},
                                      {7, 2, -0.008751765219455185},
                                      {7, 4, -0.02576581734898372},
                                      {7, 5, 0.24048096192384766},
                                      {7, 6, 0.004866876610363585},
                                      {7, 7, 1.0}};
  machine m = machine_open("plank-box", NULL);
  machine_put(&m, "x=0.6996081265906112, y=0.10438640205515784, theta=-0.006258389507686242,"
                  "phi=-0.05774161049231375, x'=0.0017939044321031038, y'=-0.5724816331386497,"
                  "theta'=0.1083360471014614, phi'=-0.008336047101461446");
  const ss_variation v = vary_well(&m, 0.08, NULL);
  assert_int_equal(v.events, 1);
  assert_near(v.event[0].t, 0.04, 1e-12);
  assert_true(v.event[0].simultaneous);
  assert_int_equal(v.event[0].pieces, 2);
  check_gain(v.event[0].piece[0].gain, 13, left_first);
  check_gain(v.event[0].piece[1].gain, 13, right_first);
  assert_int_equal(v.event[0].piece[0].order[0], 0);
  assert_int_equal(v.event[0].piece[1].order[0], 1);
  /* the cone's normal, up to its length */
  const double *c = v.event[0].piece[0].cone;
  assert_near(c[1] / c[2], 0.09896091044037614 / 0.4453240969816923, 1e-12);
  assert_true(c[2] < 0);
  /* two starts, one on each side */
  const double one[] = {0, 0, 0, 0, 0, 0, 1, 0}, other[] = {0, 0, 0, 0, 0, 0, -1, 0};
  const double one_end[] = {0.00174468085106383,  0, 0, 0.00037507817978314523, 0, 0, 0,
                            0.0022027311820263873};
  const double other_end[] = {-0.002279069767441861, 0, 0, -0.0003881358517217681, 0, 0, 0,
                              -0.002122791269807184};
  for (int k = 0; k < 8; k++) {
    assert_near(ss_vary_find_piece(&v, one)->gain[8 * k + 6], one_end[k], 1e-8);
    assert_near(-ss_vary_find_piece(&v, other)->gain[8 * k + 6], other_end[k], 1e-8);
  }
  assert_true(vary_order(&m, 0.08, 6) > 1.99);
  machine_close(&m);
}

/* The map is continuous on the border of the cones: there the gains agree. */
static void test_continuity(void **state) {
  (void)state;
  machine m = machine_open("plank-box", NULL);
  machine_put(&m, "landing");
  const ss_variation v = vary_well(&m, 0.05, NULL);
  const double *c = v.event[0].piece[0].cone;
  const double z[] = {0.3, c[2], -c[1], 0.7, -0.2, 0.4, 1.1, 0.6};
  for (int i = 0; i < 8; i++) {
    double apart = 0;
    for (int j = 0; j < 8; j++)
      apart += (v.event[0].piece[0].gain[8 * i + j] - v.event[0].piece[1].gain[8 * i + j]) * z[j];
    assert_near(apart, 0, 1e-12);
  }
  machine_close(&m);
}

/* A tall box: refused, with the contact, the time and a number. */
static void test_superfluous(void **state) {
  (void)state;
  const char *const tall[] = {"LB=0.1", "lB=0.4", "mu=0.15", NULL};
  machine m = machine_open("plank-box", tall);
  machine_put(&m, "x=0.7, y=0.225, phi=-0.06, x'=0.3, y'=-0.9, phi'=-0.1");
  const ss_variation v = vary_to(&m, 0.01, NULL);
  assert_int_equal(v.refusal.kind, SS_REFUSAL_SUPERFLUOUS);
  assert_true(v.refusal.element < 2);
  assert_true(v.refusal.number > 0.1);
  assert_non_null(strstr(v.refusal.reason, "t = 0"));
  machine_close(&m);
}

/* Two balls that know nothing of each other land at once: one gain, whatever the order. */
static void test_independent(void **state) {
  (void)state;
  machine m =
      machine_parse("coord a, b\nkinetic = 1/2*(a'^2 + 3*b'^2)\npotential = 9.81*(a + 3*b)\n"
                    "contact one { gap = a; restitution = newton(0.5, 0) }\n"
                    "contact two { gap = b; restitution = newton(0.7, 0) }\n");
  machine_put(&m, "a=1, b=1");
  const ss_variation v = vary_well(&m, 0.5, NULL);
  assert_int_equal(v.events, 1);
  assert_true(v.event[0].simultaneous);
  assert_int_equal(v.event[0].pieces, 1);
  assert_int_equal(v.pieces, 1);
  assert_near(v.event[0].piece[0].gain[0], -0.5, 1e-13);
  assert_near(v.event[0].piece[0].gain[5], -0.7, 1e-13);
  machine_close(&m);
}

/* A rod that lands flat and bounces: which end is first changes what follows. */
static void test_discontinuous(void **state) {
  (void)state;
  machine m = machine_parse("coord y, phi\nkinetic = 1/2*(y'^2 + 0.1*phi'^2)\npotential = 9.81*y\n"
                            "contact left { gap = y - phi; restitution = newton(0.5, 0) }\n"
                            "contact right { gap = y + phi; restitution = newton(0.5, 0) }\n");
  machine_put(&m, "y=1");
  const ss_variation v = vary_to(&m, 0.6, NULL);
  assert_true(v.refusal.kind == SS_REFUSAL_DISCONTINUOUS ||
              v.refusal.kind == SS_REFUSAL_SUPERFLUOUS);
  assert_near(v.refusal.t, sqrt(2 / 9.81), 1e-9);
  /* what is before it holds: free fall */
  assert_int_equal(v.pieces, 1);
  assert_near(v.piece[0].gain[2], v.t, 1e-12);
  machine_close(&m);
}

/* Corners that clatter: an impact of one pushes the other one back at the same instant, once, or
 * again and again with speeds that fall. */
static void test_followers(void **state) {
  (void)state;
  static const char *const starts[] = {
      "x=0.683353913900702, y=0.413734682132948, theta=0.274985183724739, phi=-0.286177641515583, "
      "x'=0.0232415198223519, y'=-0.645453962200674, theta'=0.458607201155304, "
      "phi'=0.186738986263481",
      "x=0.898819706299429, y=0.462698423629339, theta=0.264556576355488, phi=-0.315545522312977, "
      "x'=-0.868664639786875, y'=0.489335701202675, theta'=0.84542251411375, "
      "phi'=-0.349660686251053",
      "x=0.839190524283256, y=0.419587266806106, theta=0.450360511530275, phi=-0.290378199868317, "
      "x'=0.575971132826426, y'=-0.398041019635299, theta'=-0.888579726272571, "
      "phi'=0.83427330234985"};
  for (size_t k = 0; k < sizeof starts / sizeof *starts; k++) {
    machine m = machine_open("plank-box", NULL);
    machine_put(&m, starts[k]);
    assert_true(vary_order(&m, 0.55, 2) > 1.98);
    machine_close(&m);
  }
}

/* Of three that land at once the two are named at which the orders part, not one twice. */
static void test_named(void **state) {
  (void)state;
  machine m = machine_parse(
      "coord y, p, q\nkinetic = 1/2*y'^2 + 0.05*p'^2 + 0.2*q'^2\npotential = 10*y + q^2\n"
      "contact a { gap = y - p - 0.1*q; restitution = newton(0.3, 0) }\n"
      "contact b { gap = y + p - 0.1*q; restitution = newton(0.3, 0) }\n"
      "contact c { gap = y + 0.5*q; restitution = newton(0.3, 0) }\n");
  machine_put(&m, "y=0.3, y'=-1");
  const ss_variation v = vary_to(&m, 0.35, NULL);
  assert_int_equal(v.refusal.kind, SS_REFUSAL_DISCONTINUOUS);
  assert_non_null(strstr(v.refusal.reason, "'b' and 'a' happen at once"));
  machine_close(&m);
}

/* Two corners of a box that slides flat stop as one: no order, one gain, and one row less. */
static void test_one_event(void **state) {
  (void)state;
  machine m = machine_open("plank-box", NULL);
  machine_put(&m, "landing, x'=0.8, y'=0, theta'=0, phi'=0, phi=-0.083");
  assert_true(vary_order(&m, 0.4, 3) > 1.95);
  const ss_variation v = vary_well(&m, 0.4, NULL);
  assert_true(v.events >= 1);
  assert_int_equal(v.event[0].kind, SS_EVENT_STICK);
  assert_int_equal(v.event[0].pieces, 1);
  machine_close(&m);
}

/* A ball that is braked on its way down: it hits with sqrt(v^2 - 1), or hardly. */
static void test_grazing(void **state) {
  (void)state;
  machine m =
      machine_parse("coord y\nkinetic = 1/2*y'^2\nforce y = 1\ncontact floor { gap = y }\n");
  machine_put(&m, "y=0.5, y'=-1.000000000000125");
  const ss_variation v = vary_to(&m, 2, NULL);
  assert_int_equal(v.refusal.kind, SS_REFUSAL_GRAZING);
  assert_int_equal(v.refusal.element, 0);
  assert_near(v.refusal.number, -5e-7, 1e-8);
  assert_near(v.refusal.t, 1, 1e-5);
  machine_put(&m, "y=0.5, y'=-1.01");
  assert_true(vary_order(&m, 2, 3) > 1.95);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_box_sticks),    cmocka_unit_test(test_continuity),
      cmocka_unit_test(test_superfluous),   cmocka_unit_test(test_independent),
      cmocka_unit_test(test_discontinuous), cmocka_unit_test(test_followers),
      cmocka_unit_test(test_named),         cmocka_unit_test(test_one_event),
      cmocka_unit_test(test_grazing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
