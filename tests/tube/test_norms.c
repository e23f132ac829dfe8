/* test_norms.c: the rate is a rate, and no difference of motions grows more than the tables say. */
#include "../../src/tube/tube_private.h"

#include "machines.h"

/* exp(A t) x by many small Taylor steps. */
static void flow(const ss_tube *t, double time, double *x) {
  for (int k = 0; k < 64; k++) {
    double term[X], sum[X];
    memcpy(term, x, sizeof term);
    memcpy(sum, x, sizeof sum);
    for (int i = 1; i < 20; i++) {
      double next[X] = {0};
      for (size_t a = 0; a < t->d; a++)
        for (size_t b = 0; b < t->d; b++) next[a] += t->A[a][b] * term[b] * time / 64 / i;
      memcpy(term, next, sizeof term);
      for (size_t a = 0; a < t->d; a++) sum[a] += term[a];
    }
    memcpy(x, sum, sizeof sum);
  }
}

static void rate_is_the_least(void **state) {
  (void)state;
  subject s = open_subject(TWO_MASSES), o = open_subject(OSCILLATOR("-0.5"));
  make_tube(&s, NULL);
  make_tube(&o, NULL);
  /* eigenvalues 1/2 and -1/4 of C; -1/2 */
  assert_int_equal(fmpq_cmp_si(ss_tube_rate(s.tube), 1) < 0, 1);
  assert_true(fabs(fmpq_get_d(ss_tube_rate(s.tube)) - 0.25) < 1e-6);
  assert_true(fabs(fmpq_get_d(ss_tube_rate(o.tube)) - 0.5) < 1e-6);
  assert_true(fmpq_get_d(ss_tube_rate(s.tube)) >= 0.25);
  close_subject(&s);
  close_subject(&o);
  subject damped = open_subject(OSCILLATOR("0.3"));
  make_tube(&damped, NULL);
  assert_true(fmpq_is_zero(ss_tube_rate(damped.tube)));
  close_subject(&damped);
}

/* Random differences: never beyond the tables, and the tables are nearly reached. */
static void tables_bound_differences(void **state) {
  (void)state;
  subject s = open_subject(TWO_MASSES);
  make_tube(&s, NULL);
  const ss_tube *t = s.tube;
  uint64_t seed = 5;
  double nearest = 0, nearest_slip = 0;
  for (int n = 0; n < 4000; n++) {
    const size_t k = (size_t)(n % 200);
    const double inside = 0.5 + 0.5 * random_number(&seed);
    double x[X] = {0}, y[X] = {0};
    for (size_t i = 0; i < t->d; i++) x[i] = random_number(&seed);
    const double size = ss_tube_size(t, x);
    flow(t, t->unit * (double)k, x);
    const double grown = ss_tube_size(t, x) / size;
    assert_true(grown <= t->norm[k] * (1 + 1e-9));
    nearest = fmax(nearest, grown / t->norm[k]);
    memcpy(y, x, sizeof y);
    flow(t, t->unit * inside, y);
    for (size_t j = 0; j < t->m; j++) {
      const double slip = fabs(y[t->n + j]) / size;
      assert_true(slip <= t->slip[k][j] * (1 + 1e-9));
      nearest_slip = fmax(nearest_slip, slip / t->slip[k][j]);
    }
  }
  assert_true(nearest > 0.98 && nearest_slip > 0.95);
  close_subject(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(rate_is_the_least),
                                     cmocka_unit_test(tables_bound_differences)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
