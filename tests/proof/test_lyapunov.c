/* test_lyapunov.c: V' along the motions of machines, against formulas by hand. */
#include "../../src/proof/lyapunov.h"

#include "support.h"

static ss_lyapunov_facts *see(machine *m, const char **why_not) {
  const ss_subject subject = {.arena = m->arena, .system = m->system};
  void *facts;
  assert_int_equal(ss_view_lyapunov.find(&subject, &facts, why_not), SS_OK);
  return facts;
}

/* M = [2, cos x; cos x, 1] with h = (0, -y): V = x' + y' changes by the sum of M^-1 h. */
static void solves_the_mass(void **state) {
  (void)state;
  machine m = read_machine("test.still",
                           "coord x, y\nkinetic = x'^2 + x'*y'*cos(x) + 1/2*y'^2\n"
                           "potential = 1/2*y^2\nlyapunov V = 1/2*(x^2 + y^2 + x'^2 + y'^2)\n",
                           0, NULL);
  const char *why_not;
  ss_lyapunov_facts *f = see(&m, &why_not);
  assert_non_null(f);
  const double x = 0.3, y = -0.7, u = 0.4, v = 1.1;
  double out[2];
  assert_int_equal(ss_tape_eval(f->tape, NULL, (double[]){x, y, u, v}, out), SS_OK);
  /* h_1 = u^2... : d/dt(2 u + v cos x) = -u v sin x, hence 2 u' + v' cos x = 0;
   * d/dt(u cos x + v) = -y, hence u' cos x + v' = u^2 sin x - y */
  const double c = cos(x), r = u * u * sin(x) - y, det = 2 - c * c;
  const double du = -c * r / det, dv = 2 * r / det;
  assert_true(fabs(out[0] - (x * x + y * y + u * u + v * v) / 2) < 1e-14);
  assert_true(fabs(out[1] - (x * u + y * v + u * du + v * dv)) < 1e-13);
  ss_view_lyapunov.clear(f);
  stop(&m);
}

/* The rest point is found where it is not 0, and is exact; V counts from there. */
static void finds_the_rest_point(void **state) {
  (void)state;
  machine m = read_machine("test.still",
                           "coord q\nkinetic = 1/2*q'^2\nforce q = -q^3 + 8/27 - q'\n"
                           "lyapunov V = (q - 2/3)^2 + q'^2 + 5\n",
                           0, NULL);
  const char *why_not;
  ss_lyapunov_facts *f = see(&m, &why_not);
  assert_non_null(f);
  fmpq_t expected;
  fmpq_init(expected);
  fmpq_set_si(expected, 2, 3);
  assert_true(fmpq_equal(&f->center[0], expected));
  fmpq_clear(expected);
  double out[2];
  assert_int_equal(ss_tape_eval(f->tape, NULL, (double[]){2. / 3, 0}, out), SS_OK);
  assert_true(fabs(out[0]) < 1e-15);
  ss_view_lyapunov.clear(f);
  stop(&m);
}

/* Where it cannot be seen so, a phrase says why. */
static void refuses(void **state) {
  (void)state;
  static const struct {
    const char *text, *why;
  } set[] = {
      {"coord q\nkinetic = 1/2*q'^2\nforce q = sin(t)\nlyapunov V = q^2\n", "time"},
      {"coord q\nkinetic = 1/2*q'^2\nforce q = -q\nlyapunov V = (q - 1)^2 + q'^2\n", "stationary"},
      {"coord q\nkinetic = 1/2*q'^2\nforce q = -q\nfriction f { slip = q'; normal = 1; law = "
       "coulomb(1) }\ncontact c { gap = q + 9 }\nlyapunov V = q^2 + q'^2\n",
       "contacts"},
      {"coord q\nbody b { mass = 1; at = (q, 0, 0) }\nforce q = -q - q'\nlyapunov V = q^2 + q'^2\n",
       "bodies"},
      {"coord a, b, c, d, e, f, g\nkinetic = a'^2 + b'^2 + c'^2 + d'^2 + e'^2 + f'^2 + g'^2\n"
       "lyapunov V = a^2\n",
       "14 variables"},
      {"coord q\nkinetic = 1/2*q'^2\nforce q = 0/(q - 1/2) - q - q'\nlyapunov V = q^2 + q'^2\n",
       "smooth"},
      {"coord q\nlet z = q - 1\nkinetic = 1/2*q'^2\nforce q = -q*z/z - q'\nlyapunov V = q^2 + "
       "q'^2\n",
       "smooth"},
  };
  for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
    machine m = read_machine("test.still", set[i].text, 0, NULL);
    const char *why_not = NULL;
    assert_null(see(&m, &why_not));
    assert_non_null(strstr(why_not, set[i].why));
    stop(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(solves_the_mass),
                                     cmocka_unit_test(finds_the_rest_point),
                                     cmocka_unit_test(refuses)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
