/* test_prove.c: which theorem decides: the examples of van de Wouw & Leine 2004 with all their
 * cases, negative stiffness, and what is refused.
 *
 * The numbers were computed independently of this program: rho by the theorem's procedure with the
 * best beta (to 1e-9), the largest level by scans and by sequential quadratic programming (to
 * 1e-7), the largest energy on the rest set. For one case the printed formula is four times too
 * small. */
#include "support.h"

typedef struct example {
  const char *file, *settings, *theorem;
  ss_claim claim;
  double published, tight, rest_energy; /* NAN: none */
} example;

#define GLOBAL   SS_CLAIM_GLOBALLY_ATTRACTIVE
#define LOCAL    SS_CLAIM_LOCALLY_ATTRACTIVE
#define PART     SS_CLAIM_ATTRACTIVE_SUBSET
#define UNSTABLE SS_CLAIM_UNSTABLE
#define REFUTED  SS_CLAIM_NOT_ATTRACTIVE

#define ONE      "models/friction-oscillator.still"
#define TWO_BOTH "models/two-masses.still"
#define TWO_A    "models/two-masses-between.still"
#define TWO_B    "models/two-masses-sum.still"
#define C_T2     "WL2004-T2", GLOBAL, NAN, NAN, NAN

static const example examples[] = {
    /* one coordinate: m p^2/(2 c^2) */
    {ONE, "g=1 mu=1", "WL2004-C", LOCAL, 2, 2, 0.5},
    {ONE, "g=1 mu=1 k=3 c=-1/4", "WL2004-C", LOCAL, 8, 8, 1. / 6},
    {ONE, "m=2 g=3/2 mu=1 k=8 c=-1", "WL2004-C", LOCAL, 9, 9, 0.5625},
    {ONE, "g=1 mu=1 c=3/10", "WL2004-A", GLOBAL, NAN, NAN, NAN},
    {ONE, "g=1 mu=1 c=-3/2", "WL2004-C", PART, 2. / 9, 2. / 9, 0.5},
    /* cubic spring: the same level, a smaller rest set */
    {ONE, "g=1 mu=1 k3=1/2", "WL2004-C", LOCAL, 2, 2, 0.3413075033535242},
    {ONE, "g=1 mu=1 k3=1", "WL2004-C", LOCAL, 2, 2, 0.28697475892619684},
    /* friction under both masses */
    {TWO_BOTH, "", "WL2004-T4", LOCAL, 16, 16, 1},
    {TWO_BOTH, "c2=1/5", C_T2},
    {TWO_BOTH, "c1=-1/5 c2=1/2", "WL2004-T4", LOCAL, 25, 25, 1},
    {TWO_BOTH, "m2=2", "WL2004-T4", LOCAL, 21.333333333333332, 49.238501617539605, 7. / 3},
    {TWO_BOTH, "m2=3 k1=2 k2=1/2 c1=3/10 c2=-2/5 mu1=3/20 mu2=7/300", "WL2004-T4", LOCAL, 2.94,
     9.570175819441275, 0.6583333333333337},
    {TWO_BOTH, "c1=-1/5 c2=-1/10", "WL2004-T4", LOCAL, 1.5625, 5.555555555555555, 1},
    {TWO_BOTH, "c2=-1/4", C_T2},
    {TWO_BOTH, "k1=1/20 k2=1/20 c2=-3/2", "WL2004-T3", PART, 0.16, 0.16, 20},
    /* friction between the masses */
    {TWO_A, "c2=1/5", C_T2},
    {TWO_A, "", "WL2004-T4", LOCAL, 16, 16, 1. / 3},
    {TWO_A, "m2=3 c2=-1/2", "WL2004-T4", LOCAL, 6, 7.283500090038966, 1. / 3},
    {TWO_A, "c1=-1/5 c2=1/2", "SS-STICK", UNSTABLE, NAN, NAN, NAN},
    {TWO_A, "c2=-1/4", C_T2},
    /* friction that feels the sum of the velocities */
    {TWO_B, "c1=1/2 c2=1/5", C_T2},
    {TWO_B, "c1=1/2 c2=-3/8", "SS-STICK", UNSTABLE, NAN, NAN, NAN},
    {TWO_B, "c1=-1/5 c2=1/2", "WL2004-T4", LOCAL, 25, 25, 1},
    {TWO_B, "m2=2 k1=2 c1=-2/5 c2=1/2 mu=3/20", "WL2004-T4", LOCAL, 18.75, 20.492549333899206,
     1.125},
    {TWO_B, "c1=1/2 c2=-1/4", "SS-UNDAMPED", REFUTED, NAN, NAN, NAN},
    /* negative stiffness */
    {ONE, "g=1 mu=1 c=3/10 k=-1", "LW2008-T3", UNSTABLE, NAN, NAN, 0.5},
};

static void assert_number(double value, double expected, double relative) {
  if (isnan(expected))
    assert_true(isnan(value));
  else
    assert_near(value, expected, relative);
}

/* published <= tight and proved <= tight, always; and proved is a bound, near to it but for the
 * case whose cells are wide. */
static void assert_levels(const example *e, const ss_proof *p) {
  assert_number(p->levels.published, e->published, 1e-9);
  assert_number(p->levels.tight, e->tight, 1e-7);
  assert_number(p->rest_energy, e->rest_energy, 1e-9);
  if (isnan(e->tight)) return;
  assert_true(p->levels.published <= p->levels.tight);
  assert_true(p->levels.proved <= p->levels.tight);
  assert_true(p->levels.proved >= 0.89 * e->tight);
  assert_int_equal(p->rest_fraction == 1, e->claim == LOCAL);
}

static void test_examples(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
    const example *e = &examples[i];
    machine m = prove_file(e->file, e->settings);
    assert_verdict(&m, e->claim == REFUTED || e->claim == UNSTABLE ? SS_REFUTED : SS_PROVED,
                   e->claim, e->theorem);
    assert_int_equal(m.proof.how, m.proof.verdict == SS_PROVED ? SS_HOW_ASYMPTOTIC : SS_HOW_NONE);
    assert_levels(e, &m.proof);
    stop(&m);
  }
}

/* Levels that are rational are hit exactly. */
static void test_exact_levels(void **state) {
  (void)state;
  machine m = prove_file(TWO_BOTH, "");
  assert_string_equal(m.proof.level, "16");
  stop(&m);
  m = prove_file(TWO_B, "");
  assert_string_equal(m.proof.level, "25");
  stop(&m);
  m = prove_file(TWO_BOTH, "k1=1/20 k2=1/20 c2=-3/2");
  assert_string_equal(m.proof.level, "4/25");
  stop(&m);
}

#define THREE                                                                                      \
  "coord x, y, z\nkinetic = 1/2*x'^2 + y'^2 + 3/4*z'^2\n"                                          \
  "potential = 3/2*x^2 + 3/2*y^2 + z^2 - x*y - y*z\n"

static void test_three_coordinates(void **state) {
  (void)state;
  machine m = prove_text(THREE "force x = -0.05*x' - 0.35*y'\nforce y = -0.35*x' - 0.05*y'\n"
                               "force z = -0.4*z'\n"
                               "friction a { slip = x' - y'; normal = 1; law = coulomb(1) }\n"
                               "friction b { slip = y'/2 + z'; normal = 3/5; law = coulomb(1) }\n");
  assert_verdict(&m, SS_PROVED, SS_CLAIM_LOCALLY_ATTRACTIVE, "WL2004-T4");
  assert_near(m.proof.levels.published, 14.814814814814815, 1e-9);
  assert_near(m.proof.levels.tight, 19.958022180761564, 1e-7);
  assert_near(m.proof.rest_energy, 0.6269230769230769, 1e-12);
  assert_true(m.proof.levels.proved >= m.proof.levels.tight * (1 - 1e-4));
  stop(&m);
  m = prove_text(THREE "force x = -0.35*x' + 0.3*y' - 0.15*z'\nforce y = 0.3*x' + 0.1*y' - 0.3*z'\n"
                       "force z = -0.15*x' - 0.3*y' - 0.35*z'\n"
                       "friction a { slip = x'; normal = 1; law = coulomb(1) }\n"
                       "friction b { slip = y'; normal = 4/5; law = coulomb(1) }\n"
                       "friction c { slip = z'; normal = 1/2; law = coulomb(1) }\n");
  assert_verdict(&m, SS_PROVED, SS_CLAIM_LOCALLY_ATTRACTIVE, "WL2004-T4");
  assert_near(m.proof.levels.published, 4.9090909090909, 1e-9);
  assert_near(m.proof.levels.tight, 8.602511308240583, 1e-7);
  assert_near(m.proof.rest_energy, 0.6707692307692308, 1e-12);
  assert_true(m.proof.levels.proved >= m.proof.levels.tight * (1 - 1e-4));
  stop(&m);
}

static void expect_unknown(const char *text, const char *words) {
  machine m = prove_text(text);
  assert_verdict(&m, SS_UNKNOWN, SS_CLAIM_NONE, NULL);
  assert_non_null(m.proof.reason);
  if (!strstr(m.proof.reason, words)) fail_msg("\"%s\" is not in: %s", words, m.proof.reason);
  stop(&m);
}

static void test_refusals(void **state) {
  (void)state;
  expect_unknown(TWO "potential = (x - y)^2\n", "singular along (1, 1), and a motion without slip");
  expect_unknown(TWO "potential = (x - y)^2\n" RUBS_X, "a motion without slip may be undamped");
  expect_unknown(TWO SPRINGS "force x = y\n", "not symmetric");
  expect_unknown("coord x, y\nkinetic = 1/2*((x' - y)^2 + (y' + x)^2)\n" SPRINGS, "a frame moves");
  expect_unknown("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = y\n"
                 "slider ring { gap = x^2 + y^2 - 1; slip = x*y' - y*x'; law = coulomb(0.3) }\n"
                 "chart a { x = sin(a + t); y = -cos(a + t) }\n",
                 "depends on the time");
  expect_unknown("coord x\nkinetic = 1/2*(x'^2 + x^2)\npotential = x^2\n" RUBS_X, "a frame moves");
  expect_unknown(TWO "potential = x^2 + y^2 + x^4\n", "there are velocities without dissipation");
  expect_unknown(TWO SPRINGS "contact c { gap = x + 1 }\n", "velocities without dissipation");
  expect_unknown(TWO SPRINGS "clutch c { slip = x'; law = oneway }\n",
                 "some velocity neither rubs nor is damped nor runs in a clutch");
  expect_unknown("coord x\nkinetic = 1/2*x'^2\npotential = 1 - cos(x)\n", "no polynomial");
  expect_unknown("coord x\nkinetic = 1/2*x'^2\npotential = x^2 + x^3 + x^4\n", "not odd");
  expect_unknown("coord x\nkinetic = 1/2*x'^2\npotential = x^2 + x^4\nforce x = -x'*x^2\n",
                 "need a constant damping");
}

/* Without friction the theorem is about a point; a constant force only moves it. */
static void test_no_friction(void **state) {
  (void)state;
  machine m = prove_text(TWO SPRINGS "force x = -x' + 3\nforce y = -y'\n"
                                     "friction a { slip = x'; normal = 1; law = coulomb(0) }\n");
  assert_verdict(&m, SS_PROVED, SS_CLAIM_GLOBALLY_ATTRACTIVE, "WL2004-T2");
  assert_int_equal(m.proof.linear->frictions, 0);
  stop(&m);
}

/* Where a constant force acts, the place from which the rest set is left is told where it is: U =
 * x^2/2 - y^2/2 - 3 x + 2 y has its saddle at (3, 2). */
static void test_escape_is_absolute(void **state) {
  (void)state;
  machine m = prove_text(TWO "potential = 1/2*x^2 - 1/2*y^2 - 3*x + 2*y\n" RUBS_X RUBS_Y);
  assert_verdict(&m, SS_REFUTED, SS_CLAIM_UNSTABLE, "LW2008-T3");
  const ss_escape *e = &m.proof.escape;
  assert_true(e->beyond);
  assert_near(e->from[0], 3, 1e-14);
  assert_near(e->from[1], 2, 1e-14);
  /* the end of the rest set in y: |y - 2| = 1 */
  assert_near(e->q[0], 3, 1e-14);
  assert_near(fabs(e->q[1] - 2), 1, 1e-14);
  stop(&m);
  m = prove_text(TWO "potential = 1/2*x^2 - 1/2*y^2 - 3*x + 2*y\n" RUBS_X);
  assert_verdict(&m, SS_REFUTED, SS_CLAIM_UNSTABLE, "SS-STICK");
  e = &m.proof.escape;
  assert_false(e->beyond);
  assert_near(e->from[0], 3, 1e-14);
  assert_near(e->from[1], 2, 1e-14);
  assert_near(e->q[0], 3, 1e-14);
  assert_true(fabs(e->q[1] - 2) > 0.1);
  stop(&m);
}

/* Two parallel frictions: W has dependent columns, levels do not care. */
static void test_parallel_frictions(void **state) {
  (void)state;
  machine m = prove_text(TWO SPRINGS DAMPER("-1", "1") RUBS_X
                         "friction b { slip = -2*x'; normal = 1; law = coulomb(1/4) }\n");
  assert_verdict(&m, SS_PROVED, SS_CLAIM_LOCALLY_ATTRACTIVE, "WL2004-T4");
  /* p |w| adds up to 3/2: m p^2/(2 c^2) = 9/8 */
  assert_near(m.proof.levels.tight, 1.125, 1e-7);
  assert_near(m.proof.levels.proved, 1.125, 1e-4);
  assert_near(m.proof.levels.published, 1.125, 1e-9);
  stop(&m);
}

/* For all parameters in their ranges: the level is at most that of the worst corner, here p = 0.9
 * and c = -0.26 along the opposed motion, and the rest set is the largest. */
static void test_ranges(void **state) {
  (void)state;
  machine m = prove_file(TWO_BOTH, "mu1=0.09:0.11 mu2=0.09:0.11 c2=-0.38:-0.375");
  assert_verdict(&m, SS_PROVED, SS_CLAIM_LOCALLY_ATTRACTIVE, "WL2004-T4");
  double worst = 0.81 / (0.26 * 0.26);
  assert_true(m.proof.levels.proved <= worst * (1 + 1e-9));
  assert_true(m.proof.levels.proved >= 0.9 * worst);
  assert_near(m.proof.rest_energy, 1.21, 1e-5);
  assert_true(m.proof.rest_energy >= 1.21 * (1 - 1e-12));
  stop(&m);
  /* irrational: nothing is lost but a few ulp */
  m = prove_file(ONE, "g=1 mu=1 c=-sqrt(2)/4");
  assert_verdict(&m, SS_PROVED, SS_CLAIM_LOCALLY_ATTRACTIVE, "WL2004-T4");
  assert_near(m.proof.levels.proved, 4, 1e-4);
  assert_true(m.proof.levels.proved <= 4);
  stop(&m);
}

/* Friction that cannot hold the machine, or that varies: few theorems are about it. */
static void test_belts(void **state) {
  (void)state;
  machine m = prove_file("models/mass-on-belt.still", "");
  assert_verdict(&m, SS_REFUTED, SS_CLAIM_UNSTABLE, "SS-SQUEAL");
  assert_null(m.proof.linear); /* maps of cells have no belts */
  stop(&m);
  m = prove_file("models/mass-on-belt.still", "mus=0.2 c=1");
  assert_verdict(&m, SS_PROVED, SS_CLAIM_GLOBALLY_ATTRACTIVE, "SS-BELT");
  stop(&m);
  expect_unknown("coord x; kinetic = x'^2; potential = x^2; contact c { gap = x + 1 }\n"
                 "friction a { slip = x' - 1; normal = 1; law = coulomb(1) }\n",
                 "'a' slips while the machine rests");
  expect_unknown("coord x; kinetic = x'^2; potential = x^2\n"
                 "friction a { slip = x'; normal = 1; law = coulomb(1 + x^2) }\n",
                 "the coefficient of friction of 'a' depends on x");
  expect_unknown("coord x; kinetic = x'^2; potential = x^2\n"
                 "friction a { slip = x'; normal = 1; law = coulomb(1/(1 + abs(slip))) }\n",
                 "the coefficient of friction of 'a' depends on x'");
  expect_unknown("param v = 0 in [0, 1]\ncoord x; kinetic = x'^2; potential = x^2\n"
                 "friction a { slip = x' - v; normal = 1; law = coulomb(1) }\n",
                 "'a' slips while the machine rests");
}

/* What a range makes undecidable is said, not guessed. */
static void test_ranges_unknown(void **state) {
  (void)state;
  machine m = prove_file(TWO_BOTH, "k1=-0.1:1");
  assert_verdict(&m, SS_UNKNOWN, SS_CLAIM_NONE, NULL);
  assert_non_null(strstr(m.proof.reason, "for all parameters in their ranges"));
  stop(&m);
  expect_unknown("param w = 1 in [1, 2]\n" TWO SPRINGS
                 "friction a { slip = x' + w*y'; normal = 1; law = coulomb(1) }\n",
                 "ker W^T is not certain");
}

/* A hundred blocks are decided as three are; what is beyond the limit is told. */
static void test_long_chains(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) {
    machine m = prove_file("models/chain-of-blocks.still", i ? "n=100" : "n=3");
    assert_verdict(&m, SS_PROVED, SS_CLAIM_GLOBALLY_ATTRACTIVE, "WL2004-T2");
    stop(&m);
  }
  machine m = prove_file("models/chain-of-blocks.still", "n=129");
  assert_verdict(&m, SS_UNKNOWN, SS_CLAIM_NONE, NULL);
  assert_non_null(strstr(m.proof.reason, "more than 128 coordinates"));
  stop(&m);
}

/* A moment that has come ends the search, and is the reason; one that has not changes nothing. */
static void test_time(void **state) {
  (void)state;
  for (int late = 0; late < 2; late++) {
    machine m = read_file("models/rocking-bar.still", "");
    m.options.until = ss_clock() + (late ? 0 : 1000);
    assert_int_equal(ss_prove(m.arena, m.system, &m.options, &m.proof), SS_OK);
    assert_int_equal(m.proof.stopped, late);
    if (late) assert_non_null(strstr(m.proof.reason, "limit of time"));
    assert_int_equal(m.proof.verdict, late ? SS_UNKNOWN : SS_PROVED);
    stop(&m);
  }
}

/* What is taken back is unknown, whatever it was; its conditions remain, as supported. */
static void test_withdraw(void **state) {
  (void)state;
  machine m = prove_text(TWO SPRINGS RUBS_X RUBS_Y);
  assert_int_equal(m.proof.verdict, SS_PROVED);
  ss_proof_withdraw(&m.proof, "so");
  assert_verdict(&m, SS_UNKNOWN, SS_CLAIM_NONE, "WL2004-T2");
  assert_true(m.proof.supported);
  assert_string_equal(m.proof.reason, "so");
  for (size_t i = 0; i < m.proof.conditions; i++)
    assert_int_equal(m.proof.condition[i].status, SS_CONDITION_SUPPORTED);
  for (size_t i = 0; i < m.proof.answers; i++)
    assert_int_equal(m.proof.answer[i].verdict, SS_UNKNOWN);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_examples),
      cmocka_unit_test(test_exact_levels),
      cmocka_unit_test(test_three_coordinates),
      cmocka_unit_test(test_withdraw),
      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_ranges),
      cmocka_unit_test(test_ranges_unknown),
      cmocka_unit_test(test_belts),
      cmocka_unit_test(test_long_chains),
      cmocka_unit_test(test_no_friction),
      cmocka_unit_test(test_escape_is_absolute),
      cmocka_unit_test(test_parallel_frictions),
      cmocka_unit_test(test_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
