/* test_perch.c: the numbers of a machine that friction holds, and which machines are seen so. */
#include "../../src/proof/perch.h"
#include "support.h"

static ss_perch *see(machine *m, const char *text, const double *at) {
  *m = read_machine("test.still", text, 0, NULL);
  ss_subject subject = {.arena = m->arena, .system = m->system, .at = at};
  const char *why_not;
  void *facts = NULL;
  assert_int_equal(ss_view_perch.find(&subject, &facts, &why_not), SS_OK);
  assert_null(why_not);
  return facts;
}

static void assert_is(arb_srcptr x, double value) {
  assert_true(arb_contains_si(x, 0) == (value == 0) &&
              fabs(arf_get_d(arb_midref(x), ARF_RND_NEAR) - value) < 1e-12);
}

/* By hand: J = [0 1; 1 0], M^-1 = [4 -2; -2 4]/3 for M = [1 1/2; 1/2 1], h = (1/4, -1). */
static void numbers(void **state) {
  (void)state;
  machine m;
  const ss_perch *p = see(&m,
                          "coord x, y\nkinetic = (x'^2 + x'*y' + y'^2)/2\npotential = y - x/4\n"
                          "contact f { gap = y; slip = x'; law = coulomb(1/2); restitution = "
                          "newton(1/4, 0) }\n",
                          NULL);
  assert_non_null(p);
  assert_true(p->everywhere && p->heavy && p->independent && p->closed);
  assert_is(arb_mat_entry(p->D, 0, 0), 4.0 / 3);
  assert_is(arb_mat_entry(p->D, 0, 1), -2.0 / 3);
  assert_is(arb_mat_entry(p->D, 1, 1), 4.0 / 3);
  assert_is(arb_mat_entry(p->a, 0, 0), -1.5);
  assert_is(arb_mat_entry(p->a, 1, 0), 1);
  assert_is(arb_mat_entry(p->force, 0, 0), 1);
  assert_is(arb_mat_entry(p->force, 1, 0), -0.25);
  assert_is(&p->element[0].bound, 0.5);
  assert_is(&p->element[0].e, 0.25);
  stop(&m);
}

/* |D| p of a friction that acts on the gap, and the length of two components. */
static void stirred(void **state) {
  (void)state;
  machine m;
  const ss_perch *p = see(&m,
                          "coord x, y, z\nkinetic = (x'^2 + y'^2 + z'^2)/2\npotential = y\n"
                          "contact f { gap = y; slip = x'; law = coulomb(1) }\n"
                          "friction g { slip = z' - y'/2; normal = 3; law = coulomb(1/4) }\n",
                          NULL);
  arb_t x;
  arb_init(x);
  assert_non_null(p);
  ss_perch_stir(p, &p->element[0], x);
  assert_is(x, 0.375);
  ss_perch_length(p->a, 0, 2, 64, x);
  assert_is(x, 1);
  arb_clear(x);
  stop(&m);
}

/* Contacts that are open in the box are left out; sliders, clutches, other laws are not seen. */
static void which(void **state) {
  (void)state;
  static const char *const others[] = {
      "coord x\nkinetic = x'^2/2\nclutch c { slip = x'; law = oneway }\n",
      "coord x, y\nkinetic = (x'^2 + y'^2)/2\npotential = y\n"
      "contact f { gap = y; slip = x'; law = coulomb(1); restitution = poisson(1/2) }\n",
      "coord x\nkinetic = x'^2/2\nforce x = abs(x)\n"
      "friction f { slip = x'; normal = 1; law = coulomb(2) }\nstate s { x = 1 }\n",
      "coord x, y\nkinetic = (x'^2 + y'^2)/2\n"
      "friction f { slip = x'; normal = 1; law = coulomb(2) }\n",
      "coord x, y\nkinetic = (x'^2 + y'^2)/2\n"
      "friction f { slip = (x', y'); normal = 1; law = ellipse(1, 2) }\n"};
  static const char walls[] = "coord x, y\nkinetic = (x'^2 + y'^2)/2\npotential = y\n"
                              "contact f { gap = y; slip = x'; law = coulomb(1) }\n"
                              "contact w { gap = 2 - x }\n";
  machine m;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    assert_null(see(&m, others[i], NULL));
    stop(&m);
  }
  const ss_perch *p = see(&m, walls, (const double[]){1, 0});
  assert_true(p && !p->everywhere && p->elements == 1 && p->closed);
  stop(&m);
  assert_null(see(&m, walls, (const double[]){2, 0}));
  stop(&m);
  assert_null(see(&m, walls, NULL));
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(numbers), cmocka_unit_test(stirred),
                                     cmocka_unit_test(which)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
