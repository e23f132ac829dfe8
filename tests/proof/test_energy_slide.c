/* test_energy_slide.c: coordinates that move along with the rest point. */
#include <math.h>

#include "energy_support.h"

/* A formula of the energies at a state. */
static double value_of(const ss_energy *e, ss_expr f, const double *in) {
  ss_tape *tape = NULL;
  double value = NAN;
  assert_int_equal(ss_tape_compile(e->graph, 0, NULL, e->variables, e->variable, 1, &f, &tape),
                   SS_OK);
  assert_int_equal(ss_tape_eval(tape, NULL, in, &value), SS_OK);
  ss_tape_destroy(tape);
  return value;
}

/* A ball of weight 10 on a floor at the height 2 h, beside a spring that is relaxed at h^2: the
 * rest point (h^2, 2 h) moves by (1, 2) around h = 1/2. */
static void it_moves(void **state) {
  (void)state;
  machine m = read_machine("t",
                           "param h = 0.4 in [0.3, 0.7]\ncoord x, y\nkinetic = x'^2 + y'^2\n"
                           "potential = 10*y + (x - h^2)^2 + y^4/99\nforce x = -x'\nforce y = -y'\n"
                           "contact floor { gap = y - 2*h; restitution = newton(0, 0) }\n",
                           0, NULL);
  const char *why_not;
  ss_energy *e = see(&m, &why_not);
  assert_non_null(e);
  const double at[] = {0.25, 1}, q[] = {0.3, 1.7, 3, 4, 0.6}, x[] = {0.2, 1.5, 3, 4, 0.6};
  const double theta = 0.4;
  const double before[] = {value_of(e, e->U, q), value_of(e, e->contact[0].gap, q),
                           value_of(e, e->dU[1], q)};
  assert_int_equal(ss_energy_slide(e, at), SS_OK);
  assert_non_null(e->slide);
  assert_true(e->slide[0] == 1 && e->slide[1] == 2);
  assert_true(fabs(e->slide_from[0] - 0.5) < 1e-15);
  assert_true(fabs(value_of(e, e->U, x) - before[0]) < 1e-12);
  assert_true(fabs(value_of(e, e->contact[0].gap, x) - before[1]) < 1e-12);
  assert_true(fabs(value_of(e, e->dU[1], x) - before[2]) < 1e-12);
  assert_true(fabs(value_of(e, ss_energy_slide_back(e, e->U), q) - before[0]) < 1e-12);
  assert_true(fabs(ss_energy_slide_at(e, 1, &theta) + 0.2) < 1e-12);
  assert_string_equal(ss_energy_tell_slide(e), "x by 1 (h - 0.5), y by 2 (h - 0.5)");
  stop(&m);
}

enum { MOST = 100 };

static size_t take(const ss_expr *from, size_t count, ss_expr *list, size_t found) {
  for (size_t i = 0; from && i < count; i++)
    if (from[i]) list[found++] = from[i];
  assert_true(found + 10 < MOST);
  return found;
}

static size_t take_element(const ss_rubbing *c, size_t n, ss_expr *list, size_t found) {
  const ss_expr own[] = {c->gap, c->zeta, c->eN, c->eT};
  found = take(own, 4, list, found);
  found = take(c->normal, n, list, found);
  found = take(c->limit, c->slips, list, found);
  for (size_t k = 0; k < c->slips; k++) found = take(c->slip[k], n, list, found);
  return found;
}

/* All formulas of a machine. */
static size_t take_all(const ss_energy *e, ss_expr *list) {
  const size_t n = e->n;
  const ss_expr own[] = {e->U, e->T, e->power};
  size_t found = take(own, 3, list, 0);
  found = take(e->dU, n, list, found);
  found = take(e->Minv, n * n, list, found);
  found = take(e->fnc, n, list, found);
  found = take(e->damping, n * n, list, found);
  found = take(e->drag, n, list, found);
  found = take(e->system->M, n * n, list, found);
  found = take(e->system->h, n, list, found);
  for (size_t j = 0; j < e->contacts; j++) found = take_element(&e->contact[j], n, list, found);
  for (size_t j = 0; j < e->frictions; j++) found = take_element(&e->friction[j], n, list, found);
  return found;
}

/* Masses, damping, friction and contacts that depend on the place: every formula of the moved
 * machine has the value there that it had where the place was before. */
static void all_of_it_moves(void **state) {
  (void)state;
  machine m = read_machine(
      "t",
      "param h = 0.5 in [0.3, 0.7]\ncoord x, y\nkinetic = (1 + x^2)*x'^2 + (2 + x^2/9)*y'^2\n"
      "potential = 10*y + (x - h^2)^2 + y^4/99\nforce x = -(1 + x^2)*x'\nforce y = -(2 + y^2)*y'\n"
      "contact floor { gap = y - 2*h + (x - h^2)^2/99; slip = (1 + x/8)*x'; law = coulomb(1/5)\n"
      "  restitution = newton(0, 0) }\n"
      "friction rub { slip = (2 + x)*x'; normal = 3 + x^2; law = coulomb(1/10) }\n",
      0, NULL);
  const char *why_not;
  ss_energy *e = see(&m, &why_not);
  assert_non_null(e);
  const double at[] = {0.25, 1}, q[] = {0.3, 1.7, 3, 4, 0.6}, x[] = {0.2, 1.5, 3, 4, 0.6};
  ss_expr before[MOST], after[MOST];
  double value[MOST];
  const size_t count = take_all(e, before);
  size_t changed = 0;
  for (size_t i = 0; i < count; i++) value[i] = value_of(e, before[i], q);
  assert_int_equal(ss_energy_slide(e, at), SS_OK);
  assert_non_null(e->slide);
  assert_true(e->slide[0] == 1 && e->slide[1] == 2);
  assert_int_equal(take_all(e, after), count);
  for (size_t i = 0; i < count; i++) {
    assert_true(fabs(value_of(e, after[i], x) - value[i]) < 1e-12 * fmax(1, fabs(value[i])));
    changed += fabs(value_of(e, before[i], x) - value[i]) > 1e-3;
  }
  assert_true(changed > 15 && e->frictions == 1 && e->contacts == 1);
  stop(&m);
}

/* What does not move stays as it is; without ranges nothing is asked. */
static void it_stays(void **state) {
  (void)state;
  static const char *const text[] = {
      "param k = 1 in [0.5, 2]\ncoord x\nkinetic = x'^2\npotential = k*x^2 + x^4\nforce x = -x'\n",
      "coord x\nkinetic = x'^2\npotential = x^2 + x^4\nforce x = -x'\n"};
  for (size_t i = 0; i < 2; i++) {
    machine m = read_machine("t", text[i], 0, NULL);
    const char *why_not;
    ss_energy *e = see(&m, &why_not);
    const double zero = 0;
    const ss_expr U = e->U;
    assert_int_equal(ss_energy_slide(e, &zero), SS_OK);
    assert_null(e->slide);
    assert_null(ss_energy_tell_slide(e));
    assert_true(e->U == U && ss_energy_slide_back(e, U) == U);
    stop(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(it_moves), cmocka_unit_test(all_of_it_moves),
                                     cmocka_unit_test(it_stays)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
