/* test_energy_view.c: what is seen of a machine by its energies. */
#include "energy_support.h"

static void a_block(void **state) {
  (void)state;
  const char *why_not;
  machine m = read_machine("t", PLANE "potential = x^2 + 3*y\nforce x = -4*x'\n" FLOOR, 0, NULL);
  ss_energy *e = see(&m, &why_not);
  assert_non_null(e);
  assert_int_equal(e->variables, 4);
  assert_int_equal(e->contacts, 1);
  assert_int_equal(e->contact[0].slips, 1);
  assert_true(e->passive);
  /* M = 2: M^-1 = 1/2; the damping is 4 */
  assert_true(fmpq_equal_si((fmpq *)ss_expr_value(e->graph, e->damping[0]), 4));
  assert_near(ss_number_to_double(ss_expr_value(e->graph, e->Minv[0])), 0.5, 0);
  stop(&m);
}

/* A law that pulls as a spring does belongs to the potential: U = 9 x^2/2 + 3 y. */
static void a_law_with_a_potential(void **state) {
  (void)state;
  const char *why_not;
  machine m = read_machine("t", PLANE "potential = 3*y\nforce x = -9*x - x'\n" FLOOR, 0, NULL);
  ss_energy *e = see(&m, &why_not);
  assert_non_null(e);
  const ss_expr nine = ss_expr_mul(e->graph, ss_expr_integer(e->graph, 9), e->system->q[0]);
  assert_int_equal(ss_expr_is_zero(e->graph, ss_expr_sub(e->graph, e->dU[0], nine)), SS_PROVED);
  stop(&m);
  m = read_machine("t", PLANE "potential = 3*y\nforce x = -9*y\nforce y = -x\n" FLOOR, 0, NULL);
  assert_null(see(&m, &why_not));
  assert_non_null(strstr(why_not, "no potential"));
  stop(&m);
}

static void what_is_refused(void **state) {
  (void)state;
  static const struct {
    const char *text, *words;
  } cases[] = {
      {PLANE "potential = x^4\nclutch c { slip = x'; law = oneway }\n", "clutch c"},
      {PLANE "potential = y + sin(t)*x^2\n" FLOOR, "time"},
      {PLANE "potential = y\ncontact a { gap = y; restitution = energetic(1/2) }\n",
       "neither Newton's"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *why_not = NULL;
    machine m = read_machine("t", cases[i].text, 0, NULL);
    assert_null(see(&m, &why_not));
    assert_non_null(why_not);
    if (!strstr(why_not, cases[i].words)) fail_msg("%s", why_not);
    stop(&m);
  }
}

/* One impact at a time: newton(e, 0) at that contact, told to theorems that do not know them. */
static void single_impacts(void **state) {
  (void)state;
  const char *why_not = NULL;
  machine m = read_machine("t",
                           PLANE "potential = y\ncontact a { gap = y; slip = x'; law = coulomb(1); "
                                 "restitution = sequential(1/2) }\n",
                           0, NULL);
  ss_energy *e = see(&m, &why_not);
  assert_non_null(e);
  assert_true(e->single && !ss_energy_is_joint(e));
  assert_true(ss_expr_is_integer(e->graph, e->contact[0].eT, 0));
  assert_false(ss_expr_is_integer(e->graph, e->contact[0].eN, 0));
  stop(&m);
  m = read_machine("t", PLANE "potential = y\n" FLOOR, 0, NULL);
  assert_true(ss_energy_is_joint(see(&m, &why_not)));
  stop(&m);
}

/* The rest point that is told is that of the parameters' values, not of other ones: x = 2 a,
 * a = 3/4. */
static void the_rest_point(void **state) {
  (void)state;
  machine m = prove_text("param a = 3/4 in [1/2, 2]\n" PLANE
                         "potential = (x - 2*a)^2 + (x - 2*a)^4 + 3*y\nforce x = -4*x'\n" FLOOR);
  assert_int_equal(m.proof.verdict, SS_PROVED);
  assert_non_null(m.proof.rest_point);
  assert_near(m.proof.rest_point[0], 1.5, 1e-9);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_block), cmocka_unit_test(a_law_with_a_potential),
      cmocka_unit_test(what_is_refused), cmocka_unit_test(single_impacts),
      cmocka_unit_test(the_rest_point)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
