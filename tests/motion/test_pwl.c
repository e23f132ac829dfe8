/* test_pwl.c: which machines are piecewise linear with friction only, and what their tables say. */
#include "machine.h"
#include "standstill/pwl.h"

static const char *ask(const char *model, const char *const *settings) {
  machine m = machine_open(model, settings);
  const ss_pwl *pwl;
  const char *why_not;
  assert_int_equal(ss_pwl_create(m.arena, m.system, m.parameters, &pwl, &why_not), SS_OK);
  assert_int_equal(pwl == NULL, why_not != NULL);
  machine_close(&m);
  return why_not;
}

static void test_kinds(void **state) {
  (void)state;
  static const char *const cubic[] = {"k3=0.1", NULL};
  assert_null(ask("friction-oscillator", NULL));
  assert_non_null(strstr(ask("friction-oscillator", cubic), "not linear"));
  assert_null(ask("two-masses", NULL));
  assert_null(ask("two-masses-between", NULL));
  assert_non_null(strstr(ask("bouncing-ball", NULL), "elements other than"));
  assert_non_null(strstr(ask("sliding-disk", NULL), "elements other than"));
  assert_non_null(strstr(ask("ratchet", NULL), "elements other than"));
}

/* Two frictions in one direction hold together, and nothing says how they share the force. */
static void test_dependent(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\n"
                            "friction a { slip = x'; normal = 1; law = coulomb(0.5) }\n"
                            "friction b { slip = 2*x'; normal = 1; law = coulomb(0.5) }\n");
  const ss_pwl *pwl;
  const char *why_not;
  assert_int_equal(ss_pwl_create(m.arena, m.system, m.parameters, &pwl, &why_not), SS_OK);
  assert_null(pwl);
  assert_non_null(strstr(why_not, "depend on each other"));
  machine_close(&m);
}

static void test_open_inputs(void **state) {
  (void)state;
  machine m = machine_parse("coord x\ninput F\nkinetic = 1/2*x'^2\nforce x = F\n"
                            "friction a { slip = x'; normal = 1; law = coulomb(0.5) }\n");
  ss_system *open;
  const ss_pwl *pwl;
  const char *why_not;
  assert_int_equal(ss_system_derive(m.arena, m.model, &open), SS_OK);
  assert_int_equal(ss_pwl_create(m.arena, open, m.parameters, &pwl, &why_not), SS_OK);
  assert_null(pwl);
  assert_string_equal(why_not, "it has open inputs");
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_kinds),
      cmocka_unit_test(test_dependent),
      cmocka_unit_test(test_open_inputs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
