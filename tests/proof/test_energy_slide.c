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
  const struct CMUnitTest tests[] = {cmocka_unit_test(it_moves), cmocka_unit_test(it_stays)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
