/* test_refusals.c: every reason to refuse, against motions from both sides of the start.
 *
 * What is refused has no derivative: motions from x + eps z and x - eps z are apart by a lower
 * power of eps than the first, or the two sides have slopes of their own. Only `law` refuses one
 * that exists. */
#include "vary.h"

enum { MOST = 8 };

typedef struct sides {
  double apart;       /* |x(+eps) - x(-eps)|, largest component */
  double above[MOST]; /* (x(+eps) - x(0)) / eps at the end */
  double below[MOST]; /* (x(0) - x(-eps)) / eps */
} sides;

static void run_from(machine *m, const char *state, const double *z, double eps, double end,
                     double *x) {
  const size_t n = m->model->coordinates;
  machine_put(m, state);
  for (size_t k = 0; k < n; k++) {
    m->q[k] += eps * z[k];
    m->u[k] += eps * z[n + k];
  }
  m->options.go_on_at_rest = true;
  machine_run_well(m, end);
  memcpy(x, m->motion.q, n * sizeof *x);
  memcpy(x + n, m->motion.u, n * sizeof *x);
}

static sides look(machine *m, const char *state, const double *z, double eps, double end) {
  double at[MOST], plus[MOST], minus[MOST];
  sides s = {0};
  run_from(m, state, z, 0, end, at);
  run_from(m, state, z, eps, end, plus);
  run_from(m, state, z, -eps, end, minus);
  for (size_t k = 0; k < 2 * m->model->coordinates; k++) {
    s.apart = fmax(s.apart, fabs(plus[k] - minus[k]));
    s.above[k] = (plus[k] - at[k]) / eps;
    s.below[k] = (at[k] - minus[k]) / eps;
  }
  return s;
}

/* The power of eps with which the sides come together. */
static double find_power(machine *m, const char *state, const double *z, double end) {
  const double wide = look(m, state, z, 1e-4, end).apart,
               close = look(m, state, z, 1e-6, end).apart;
  return log(wide / close) / log(100);
}

static void refuse(machine *m, const char *state, double end, ss_refusal_kind kind) {
  machine_put(m, state);
  assert_int_equal(vary_to(m, end, NULL).refusal.kind, kind);
}

/* The floor is touched with the speed sqrt(2 eps), or not at all. */
static void test_grazing(void **state) {
  (void)state;
  machine m = machine_parse("coord y\nkinetic = 1/2*y'^2\nforce y = 1\n"
                            "contact floor { gap = y }\n");
  const double z[] = {1, 0};
  refuse(&m, "y = 0.5, y' = -1", 2, SS_REFUSAL_GRAZING);
  assert_near(find_power(&m, "y = 0.5, y' = -1", z, 2), 0.5, 0.02);
  machine_close(&m);
}

/* Of a tall box the corner that lands second does not stay, whichever it is. */
static void test_superfluous(void **state) {
  (void)state;
  const char *const tall[] = {"LB=0.1", "lB=0.4", "mu=0.15", NULL};
  const char *const flat = "x=0.7, y=0.225, phi=-0.06, x'=0.3, y'=-0.9, phi'=-0.1";
  machine m = machine_open("plank-box", tall);
  double x[MOST], other[MOST], apart[2];
  refuse(&m, flat, 0.01, SS_REFUSAL_SUPERFLUOUS);
  for (int k = 0; k < 2; k++) {
    const double eps = k ? 1e-6 : 1e-4;
    const double left[MOST] = {0, 1, 2}, right[MOST] = {0, 1, -2};
    run_from(&m, flat, left, eps, 0.001, x);
    run_from(&m, flat, right, eps, 0.001, other);
    apart[k] = fabs(x[6] - other[6]);
  }
  assert_true(apart[1] > 0.1);
  assert_near(apart[0] / apart[1], 1, 0.1);
  machine_close(&m);
}

/* A rod that lands flat: the end that is first decides which way it turns. */
static void test_discontinuous(void **state) {
  (void)state;
  machine m = machine_parse("coord y, phi\nkinetic = 1/2*(y'^2 + 0.1*phi'^2)\npotential = 9.81*y\n"
                            "contact left { gap = y - phi; restitution = newton(0.5, 0) }\n"
                            "contact right { gap = y + phi; restitution = newton(0.5, 0) }\n");
  const double z[] = {0, 1, 0, 0};
  double x[MOST];
  refuse(&m, "y = 1", 0.46, SS_REFUSAL_DISCONTINUOUS);
  assert_near(find_power(&m, "y = 1", z, 0.46), 0, 0.02);
  /* both sides clatter; between them both ends bounce with half their speed */
  const double speed = 9.81 * sqrt(2 / 9.81), half = 0.5 * speed - 9.81 * (0.46 - speed / 9.81);
  run_from(&m, "y = 1", z, 0, 0.46, x);
  assert_near(x[2], half, 1e-9);
  run_from(&m, "y = 1", z, 1e-6, 0.46, x);
  assert_true(x[2] < 0.25 * half);
  machine_close(&m);
}

/* Held with all its friction: outwards it slides back, inwards it stays where it is put. */
static void test_border(void **state) {
  (void)state;
  machine m = machine_open("friction-oscillator", NULL);
  const double z[] = {1, 0};
  refuse(&m, "stuck", 1, SS_REFUSAL_BORDER);
  for (int k = 0; k < 2; k++) {
    const sides s = look(&m, "stuck", z, k ? 1e-6 : 1e-4, 1);
    assert_true(fabs(s.above[0] - s.below[0]) > 0.1);
  }
  machine_close(&m);
}

/* At the end itself the ball has bounced or has not. */
static void test_end(void **state) {
  (void)state;
  machine m = machine_open("gradients/elastic-bounce", NULL);
  const double z[] = {1, 0};
  refuse(&m, "start", 0.75, SS_REFUSAL_END);
  assert_near(find_power(&m, "start", z, 0.75), 0, 0.02);
  machine_close(&m);
}

/* The energetic law has a derivative, the same from both sides; it is not known here. */
static void test_law(void **state) {
  (void)state;
  machine m = machine_parse("coord y\nkinetic = 1/2*y'^2\npotential = 10*y\n"
                            "contact floor { gap = y; restitution = energetic(0.05) }\n");
  const double z[] = {1, 0};
  refuse(&m, "y = 1, y' = -1", 0.5, SS_REFUSAL_LAW);
  assert_near(find_power(&m, "y = 1, y' = -1", z, 0.5), 1, 0.02);
  const sides s = look(&m, "y = 1, y' = -1", z, 1e-6, 0.5);
  assert_near(s.above[0], s.below[0], 1e-4);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_grazing),       cmocka_unit_test(test_superfluous),
      cmocka_unit_test(test_discontinuous), cmocka_unit_test(test_border),
      cmocka_unit_test(test_end),           cmocka_unit_test(test_law),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
