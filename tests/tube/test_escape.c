/* test_escape.c: bounds of what friction can do against a growing mode, and the limit cycle. */
#include "../../src/tube/tube_private.h"

#include "machines.h"

/* int_0^oo |Re(e^(-i phi - nu t) beta)| dt by Simpson's rule. */
static double integrate_roughly(const double nu[2], const double beta[2], double phi) {
  enum { PARTS = 400000 };
  const double end = 40 / nu[0], h = end / PARTS;
  double sum = 0;
  for (int k = 0; k <= PARTS; k++) {
    const double t = h * k, angle = -phi - nu[1] * t;
    const double f = fabs(exp(-nu[0] * t) * (beta[0] * cos(angle) - beta[1] * sin(angle)));
    sum += (k == 0 || k == PARTS ? 1 : k % 2 ? 4 : 2) * f;
  }
  return sum * h / 3;
}

static void limits_are_integrals(void **state) {
  (void)state;
  subject s = open_subject(TWO_MASSES);
  make_tube(&s, NULL);
  assert_int_equal(ss_tube_rays(s.tube), 1);
  const growing_mode *g = &s.tube->ray[0];
  assert_true(fabs(g->nu[0] - 0.125) < 1e-12 && fabs(g->nu[1] - sqrt(3 - 1 / 64.)) < 1e-12);
  for (size_t k = 0; k < DIRECTIONS; k += 97) {
    double sum = 0;
    for (size_t j = 0; j < 2; j++) {
      const double beta[2] = {g->re[2 + j], g->im[2 + j]}; /* l^T B_j, M = 1 */
      sum += integrate_roughly(g->nu, beta, 2 * M_PI * (double)k / DIRECTIONS);
    }
    assert_true(fabs(sum - g->limit[k]) < 1e-6 * sum);
  }
  close_subject(&s);
}

/* A real mode, c = -3: y = l^T x escapes beyond |l^T B| p/nu. */
static void real_modes(void **state) {
  (void)state;
  subject s = open_subject(OSCILLATOR("-3"));
  make_tube(&s, NULL);
  assert_int_equal(ss_tube_rays(s.tube), 2);
  for (size_t i = 0; i < 2; i++) {
    const growing_mode *g = &s.tube->ray[i];
    assert_true(g->nu[1] == 0);
    assert_true(fabs(g->nu[0] * g->nu[0] - 3 * g->nu[0] + 1) < 1e-12);
    assert_true(fabs(g->limit[0] - fabs(g->re[1]) / g->nu[0]) < 1e-12);
  }
  close_subject(&s);
}

/* The limit cycle of the oscillator passes through x = 2.5993507, x' = 0 (closed form: the half
 * turn x -> e (x - 1) - 1, e = exp(pi sigma/omega), returns to -x). */
static void border_is_the_limit_cycle(void **state) {
  (void)state;
  subject s = open_subject(OSCILLATOR("-0.5"));
  make_tube(&s, "2");
  const double e = exp(M_PI * 0.25 / sqrt(1 - 0.0625)), cycle = (e + 1) / (e - 1);
  ss_tube_answer a = {0};
  assert_true(fabs(cycle - 2.5993507) < 1e-6);
  for (int k = 2; k < 5; k++) {
    const double gap = pow(10, -k);
    /* a start has escaped as soon as it is outside, whatever its phase, up to the directions */
    assert_true(ss_tube_escapes(s.tube, (double[]){cycle + 10 * gap, 0}, NULL, gap / 10, &a));
    assert_false(ss_tube_escapes(s.tube, (double[]){cycle - gap, 0}, NULL, 0, &a));
  }
  close_subject(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(limits_are_integrals),
                                     cmocka_unit_test(real_modes),
                                     cmocka_unit_test(border_is_the_limit_cycle)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
