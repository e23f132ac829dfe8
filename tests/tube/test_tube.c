/* test_tube.c: which machines tubes are about, and which are refused, with the reason. */
#include "machines.h"

#define HEAD "model \"m\"\ncoord x, y\nkinetic = x'^2/2 + y'^2/2\n"
#define RUB  "friction f { slip = x'; normal = 10; law = coulomb(0.1) }\n"

static const char *refuse(const char *text) {
  static char reason[200];
  subject s = open_subject(text);
  const ss_tube_options o = {.end = 10};
  const ss_tube *tube = NULL;
  const char *why = s.why;
  if (!why) {
    assert_int_equal(ss_tube_create(s.arena, &s.linear, &o, &tube, &why), SS_BAD_ARGUMENT);
    assert_null(tube);
  }
  assert_non_null(why);
  snprintf(reason, sizeof reason, "%s", why);
  close_subject(&s);
  return reason;
}

static void refuses_other_machines(void **state) {
  (void)state;
  /* circulatory forces: K is not symmetric */
  assert_non_null(strstr(refuse(HEAD "potential = x^2 + y^2\nforce x = y\nforce y = -x\n" RUB),
                         "not symmetric"));
  assert_non_null(strstr(refuse(HEAD "potential = x^2 - y^2\n" RUB), "not positive definite"));
  assert_non_null(strstr(refuse(HEAD "potential = x^2\n" RUB), "not positive definite"));
  /* the rest point would depend on it */
  assert_non_null(
      strstr(refuse("param c = 0.1 in [0, 0.2]\n" HEAD "potential = x^2 + y^2\nforce x = c\n" RUB),
             "range"));
  /* no linear machine: a mass or a friction force that depends on the state, a cubic spring, a
   * contact */
  refuse("model \"m\"\ncoord x\nkinetic = (1 + x^2)*x'^2/2\npotential = x^2\n" RUB);
  refuse("model \"m\"\ncoord x\nkinetic = x'^2/2\npotential = x^2\n"
         "friction f { slip = x'; normal = 10 + x; law = coulomb(0.1) }\n");
  refuse("model \"m\"\ncoord x\nkinetic = x'^2/2\npotential = x^2 + x^4\n" RUB);
  refuse("model \"m\"\ncoord x\nkinetic = x'^2/2\npotential = x^2 + x\n"
         "contact floor { gap = x; restitution = newton(0.5, 0) }\n");
}

static void takes_linear_machines(void **state) {
  (void)state;
  subject s = open_subject(TWO_MASSES);
  make_tube(&s, "16");
  double nu[2], re[4], im[4];
  assert_true(ss_tube_step(s.tube) > 0 && ss_tube_step(s.tube) < 0.1);
  ss_tube_ray(s.tube, 0, nu, re, im);
  /* l^T A = nu l^T: the opposed motion */
  for (int i = 0; i < 2; i++) {
    assert_true(fabs(re[2 * i] + re[2 * i + 1]) < 1e-12);
    assert_true(fabs(im[2 * i] + im[2 * i + 1]) < 1e-12);
  }
  close_subject(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(refuses_other_machines),
                                     cmocka_unit_test(takes_linear_machines)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
