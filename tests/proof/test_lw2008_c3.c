/* test_lw2008_c3.c: machines with sliders; the beam of 2008, section 7.4, whose level is the energy
 * of the tips of the upper rest set, m g l (1 + cos theta_E), tan theta_E = 2 mu2/(1 - mu1 mu2):
 * (143) with its sign mended. */
#include "../../src/proof/energy.h"
#include "support.h"

#define BEAM "models/constrained-beam.still"

/* The energy of the tips. */
static double level_of(double weight, double mu1, double mu2) {
  return weight * (1 + cos(atan2(2 * mu2, 1 - mu1 * mu2)));
}

static void assert_stopped(machine m, const char *id) {
  const ss_proof *p = &m.proof;
  assert_int_equal(p->verdict, SS_UNKNOWN);
  assert_non_null(p->reason);
  assert_true(p->conditions > 0);
  assert_string_equal(p->condition[p->conditions - 1].id, id);
  assert_int_not_equal(p->condition[p->conditions - 1].status, SS_CONDITION_PROVED);
  stop(&m);
}

/* With what is known of rest sets, as the commands have it. */
static machine prove_beam(const char *settings) {
  machine m = prove_file(BEAM, settings);
  ss_rest_sets *sets = ss_arena_new(m.arena, 1, ss_rest_sets);
  const ss_rest_options o = ss_rest_default_options();
  const char *why_not;
  double parameters[8];
  ss_proof_clear(&m.proof);
  ss_model_parameter_values(m.model, parameters);
  assert_int_equal(ss_rest_find(m.arena, m.system, parameters, &o, sets, &why_not), SS_OK);
  m.options.sets = sets;
  for (size_t i = 0; i < sets->count; i++)
    if (sets->set[i].center[1] < 0) m.options.own_set = i;
  m.options.at = sets->set[m.options.own_set].center;
  assert_int_equal(ss_prove(m.arena, m.system, &m.options, &m.proof), SS_OK);
  return m;
}

/* TESTS: LW2008-C3 proved */
static void levels_of_the_beam(void **state) {
  (void)state;
  static const struct {
    const char *settings;
    double weight, mu1, mu2;
  } cases[] = {{"", 10, 0.3, 0.3},
               {"m=2 J=0.4 l=0.7 mu1=0.2 mu2=0.4 g=9.81", 2 * 9.81 * 0.7, 0.2, 0.4},
               {"mu1=0", 10, 0, 0.3},
               {"mu1=0.9 mu2=0.9", 10, 0.9, 0.9}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    machine m = prove_beam(cases[i].settings);
    const double best = level_of(cases[i].weight, cases[i].mu1, cases[i].mu2);
    assert_int_equal(m.proof.verdict, SS_PROVED);
    assert_int_equal(m.proof.claim, SS_CLAIM_LOCALLY_ATTRACTIVE);
    assert_string_equal(m.proof.theorem, "LW2008-C3");
    assert_true(m.proof.levels.proved <= best);
    assert_true(m.proof.levels.proved >= 0.9995 * best);
    /* a hundred times the precision: as much nearer to the tips */
    ss_proof_clear(&m.proof);
    m.options.box_gap /= 100;
    assert_int_equal(ss_prove(m.arena, m.system, &m.options, &m.proof), SS_OK);
    assert_true(m.proof.levels.proved <= best);
    assert_true(m.proof.levels.proved >= 0.999995 * best);
    stop(&m);
  }
}

/* The print excludes states at which normal forces vanish for a moment: they are told. */
static void what_the_print_overlooks(void **state) {
  (void)state;
  machine m = prove_beam("");
  const char *told = NULL;
  double theta = 0;
  for (size_t i = 0; i < m.proof.conditions; i++)
    if (m.proof.condition[i].number == 5) told = strstr(m.proof.condition[i].detail, "theta = ");
  assert_non_null(told);
  assert_int_equal(sscanf(told, "theta = %lf", &theta), 1);
  assert_true(fabs(fabs(theta) - acos(0)) < 0.02);
  stop(&m);
}

#define SLOPE "slider rail { gap = y; slip = x'; law = coulomb(1/2) }\nchart s { x = s; y = 0 }\n"
#define WELL  "potential = 1 - cos(x) + 10*y\n"

/* A bead on a straight rail in a well: the forces are known. */
static void a_bead(void **state) {
  (void)state;
  machine m = prove_text("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                         "potential = 1 - cos(x) + y/10\n" SLOPE);
  assert_int_equal(m.proof.verdict, SS_PROVED);
  assert_string_equal(m.proof.theorem, "LW2008-C3");
  assert_true(m.proof.levels.proved <= 2);
  assert_true(m.proof.levels.proved > 1.9);
  stop(&m);
}

/* TESTS: LW2008-C3.1 violated */
static void no_mass(void **state) {
  (void)state;
  assert_stopped(prove_text("coord x, y\nkinetic = 1/2*((x - 1/4)*x'^2 + y'^2)\n" WELL SLOPE),
                 "LW2008-C3.1");
}

/* TESTS: LW2008-C3.2 violated */
static void no_minimum(void **state) {
  (void)state;
  assert_stopped(prove_text("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                            "potential = x^3 + 10*y\n" SLOPE),
                 "LW2008-C3.2");
}

/* TESTS: LW2008-C3.3 violated */
static void fed(void **state) {
  (void)state;
  assert_stopped(prove_text("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\nforce x = x'\n" WELL SLOPE),
                 "LW2008-C3.3");
}

/* At theta = 0 the determinant is 1 - mu1 mu2/2. */
/* TESTS: LW2008-C3.4 violated */
static void jams(void **state) {
  (void)state;
  assert_stopped(prove_file(BEAM, "mu1=3/2 mu2=3/2"), "LW2008-C3.4");
}

/* Nothing presses on the rail. */
/* TESTS: LW2008-C3.5 violated */
static void no_normal_force(void **state) {
  (void)state;
  assert_stopped(
      prove_text("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 1 - cos(x)\n" SLOPE),
      "LW2008-C3.5");
}

/* One merged set, all around: only the part below a level is claimed. */
/* TESTS: LW2008-C3.8 violated */
static void merged(void **state) {
  (void)state;
  machine m = prove_file(BEAM, "mu1=1.2 mu2=1");
  assert_int_equal(m.proof.verdict, SS_PROVED);
  assert_int_equal(m.proof.claim, SS_CLAIM_ATTRACTIVE_SUBSET);
  stop(&m);
}

/* TESTS: LW2008-C3.9 violated */
static void not_convex(void **state) {
  (void)state;
  machine m = prove_text("coord x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\n"
                         "potential = x^2/2 + x^4 + z^2/2 + y\n"
                         "slider rail { gap = y - x^2/10; slip = x'; law = coulomb(1/2) }\n"
                         "friction f { slip = z'; normal = 1; law = coulomb(1/5) }\n"
                         "chart s, r { x = s; y = s^2/10; z = r }\n");
  assert_int_equal(m.proof.verdict, SS_PROVED);
  assert_non_null(strstr(m.proof.sentence, "assumed: "));
  assert_int_equal(m.proof.condition[m.proof.conditions - 1].status, SS_CONDITION_ASSUMED);
  stop(&m);
}

/* TESTS: LW2008-C3 unknown */
static void without_a_chart(void **state) {
  (void)state;
  machine m = prove_text("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n" WELL
                         "slider rail { gap = y; slip = x'; law = coulomb(1/2) }\n");
  assert_int_equal(m.proof.verdict, SS_UNKNOWN);
  assert_non_null(strstr(m.proof.reason, "no chart"));
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(levels_of_the_beam),
      cmocka_unit_test(what_the_print_overlooks),
      cmocka_unit_test(a_bead),
      cmocka_unit_test(no_mass),
      cmocka_unit_test(no_minimum),
      cmocka_unit_test(fed),
      cmocka_unit_test(jams),
      cmocka_unit_test(no_normal_force),
      cmocka_unit_test(merged),
      cmocka_unit_test(not_convex),
      cmocka_unit_test(without_a_chart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
