/* test_ss_grows.c: bipeds that rock more and more, and those that do not. */
#include <cblas.h>

#include "stances.h"

/* Simulated as unstable by others, not ambiguous. */
/* TESTS: SS-GROWS proved */
static void rocking_grows(void **state) {
  (void)state;
  static const char *const points[] = {
      "d=0.1 mu1=0.5", "d=0.25 mu1=0.35", "d=0.4 mu1=0.25", "d=0.55 mu1=0.15", "d=0.7 mu1=0.05",
      /* not one ray but an interval of them comes back */
      "h=0.5 alpha=0.533 d=0.134 mu1=0.071 mu2=2.523 phi1=0.295 phi2=0.378"};
  for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
    machine m = ask_biped(points[i]);
    assert_int_equal(m.proof.verdict, SS_REFUTED);
    assert_int_equal(m.proof.claim, SS_CLAIM_UNSTABLE);
    assert_string_equal(m.proof.theorem, "SS-GROWS");
    stop(&m);
  }
}

/* Over a range of the friction as well. */
static void over_a_range(void **state) {
  (void)state;
  machine m = ask_biped("d=0.4 mu1=0.2499:0.2501");
  assert_int_equal(m.proof.verdict, SS_REFUTED);
  assert_string_equal(m.proof.theorem, "SS-GROWS");
  stop(&m);
}

/* TESTS: SS-GROWS.1 violated */
static void not_held(void **state) {
  (void)state;
  machine m = ask_biped("mu1=0.05 mu2=0.05 d=0.1");
  assert_int_equal(m.proof.verdict, SS_UNKNOWN);
  stop(&m);
}

/* A foot bounces without end before the other one lands. */
static void with_restitution(void **state) {
  (void)state;
  static const char *const points[] = {"d=0.4 mu1=0.25 e=0.3", "d=0.1 mu1=0.5 e=0.02",
                                       "d=0.25 mu1=0.35 e=0.9",
                                       /* many pieces of an interval are needed */
                                       "alpha=0.627 h=1.995 l1=0.982 l2=1.954 mu1=1.273 mu2=0.461 "
                                       "e=0.595"};
  for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
    machine m = ask_biped(points[i]);
    assert_int_equal(m.proof.verdict, SS_REFUTED);
    assert_string_equal(m.proof.theorem, "SS-GROWS");
    stop(&m);
  }
}

/* Elastic impacts have no end of that kind. */
/* TESTS: SS-GROWS.2 violated
 * TESTS: SS-GROWS unknown */
static void elastic(void **state) {
  (void)state;
  machine m = ask_biped("d=0.4 mu1=0.25 e=1");
  assert_int_equal(m.proof.verdict, SS_UNKNOWN);
  stop(&m);
}

/* On the other side of the border motions come back smaller. */
/* TESTS: SS-GROWS.3 violated */
static void comes_back_smaller(void **state) {
  (void)state;
  machine m = ask_biped("d=0.4 mu1=0.5");
  assert_int_equal(m.proof.verdict, SS_PROVED);
  assert_string_equal(m.proof.theorem, "SS-STANCE");
  stop(&m);
}

/* Along ten rays through the plane of figure 2, what is proved stable and what is proved unstable
 * meet within 1/1000: from a stable start outwards, by bisection for both. */
static ss_verdict ask_at(double d, double mu) {
  char settings[80];
  snprintf(settings, sizeof settings, "d=%.9f mu1=%.9f", d, mu);
  machine m = ask_biped(settings);
  const ss_verdict verdict = m.proof.verdict;
  stop(&m);
  return verdict;
}

static double find_end(ss_verdict wanted, double from, double to, double cosine, double sine) {
  while (fabs(to - from) > 1e-4) {
    const double t = (from + to) / 2;
    if (ask_at(1 - t * cosine, 0.9 - t * sine) == wanted)
      from = t;
    else
      to = t;
  }
  return from;
}

static void border_is_closed(void **state) {
  (void)state;
  const double angles[] = {0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.15, 1.2};
  for (size_t k = 0; k < 10; k++) {
    const double c = cos(angles[k]), s = sin(angles[k]);
    double far = 0.95;
    while (far > 0.5 && ask_at(1 - far * c, 0.9 - far * s) != SS_REFUTED) far -= 0.05;
    assert_true(far > 0.5);
    const double stable = find_end(SS_PROVED, 0, far, c, s);
    const double unstable = find_end(SS_REFUTED, far, stable, c, s);
    assert_true(unstable - stable < 1e-3);
  }
}

int main(void) {
  openblas_set_num_threads(1); /* as the command line does: these matrices are small */
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rocking_grows),   cmocka_unit_test(over_a_range),
      cmocka_unit_test(not_held),        cmocka_unit_test(with_restitution),
      cmocka_unit_test(elastic),         cmocka_unit_test(comes_back_smaller),
      cmocka_unit_test(border_is_closed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
