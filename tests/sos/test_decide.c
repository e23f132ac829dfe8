/* Polynomials whose answer is known: sums of squares on the border and inside, classical ones that
 * are not negative and no sums of squares, weights, unknowns. */
#include <math.h>

#include "support.h"

#define MOTZKIN "1 xxxxyy + 1 xxyyyy + 1 - 3 xxyy"

static void sums_of_squares(void **state) {
  (void)state;
  const char *const list[] = {
      "1 xx",
      "1 xx + 1 yy",
      "2 xxxx + 2 xxxy - 1 xxyy + 5 yyyy",
      "1 xx - 2 xy + 1 yy",
      "4 xxxx - 4 xxy + 1 yy",
      "1 xxxxxx + 1/1000000000000 yyyyyy",
      "1",
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    const ss_sos_answer answer = decide(poly(list[i]));
    if (answer.verdict != SS_PROVED) fail_msg("%s: %s", list[i], answer.reason);
  }
}

static void no_sums_of_squares(void **state) {
  (void)state;
  const char *const list[] = {
      MOTZKIN,
      "-1 xx",
      "1 xx - 3 xy + 1 yy",
      "1 xx + 1 y",
      "1 x",
      "-1",
      /* Robinson 1969, dehomogenised; Choi & Lam 1977 */
      "1 xxxxxx + 1 yyyyyy + 1 - 1 xxxxyy - 1 xxyyyy - 1 xxxx - 1 yyyy - 1 xx - 1 yy + 3 xxyy",
      "1 xxyy + 1 yyzz + 1 zzxx + 1 - 4 xyz",
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    const ss_sos_answer answer = decide(poly(list[i]));
    if (answer.verdict != SS_REFUTED) fail_msg("%s: %s", list[i], answer.reason);
    assert_non_null(answer.functional);
  }
}

/* (1 + x^2 + y^2) Motzkin is a sum of squares with four zeros: its Gram matrix is singular. */
static void motzkin_with_a_denominator(void **state) {
  (void)state;
  const ss_sos_answer answer = decide(times(poly(MOTZKIN), poly("1 + 1 xx + 1 yy")));
  assert_int_equal(answer.verdict, SS_PROVED);
  assert_true(answer.faces > 0);
}

/* x^2 - 2 a xy + y^2 for a near 1: the sign is exact, however near. */
static void nearly_semidefinite(void **state) {
  (void)state;
  assert_int_equal(decide(poly("1000000000000 xx - 1999999999999 xy + 1000000000000 yy")).verdict,
                   SS_PROVED);
  assert_int_not_equal(
      decide(poly("1000000000000 xx - 2000000000001 xy + 1000000000000 yy")).verdict, SS_PROVED);
}

static void units_do_not_matter(void **state) {
  (void)state;
  for (int power = -60; power <= 60; power += 20) {
    fmpq_t c;
    fmpq_init(c);
    fmpq_set_si(c, 1, 1);
    if (power > 0) fmpq_mul_2exp(c, c, (ulong)power);
    if (power < 0) fmpq_div_2exp(c, c, (ulong)-power);
    const ss_poly good = poly("3 xxxx - 2 xxy + 1 yy + 1 xy + 4"),
                  bad = poly("1 xxxx - 3 xxyy + 1 yyyy");
    assert_int_equal(decide(ss_poly_scale(&ring, good, c, 0)).verdict, SS_PROVED);
    assert_int_equal(decide(ss_poly_scale(&ring, bad, c, 0)).verdict, SS_REFUTED);
    fmpq_clear(c);
  }
}

/* 1 - x^2 >= 0 on |x| <= r: with the weight r^2 - x^2, yes up to r = 1, no beyond. */
static void weights(void **state) {
  (void)state;
  for (int k = 0; k < 2; k++) {
    ss_sos_basis one;
    const uint32_t atom = 'x' - 'a';
    assert_int_equal(ss_sos_monomials(&ring, 1, &atom, NULL, 0, 1, arena, &one), SS_OK);
    const ss_sos_part part[] = {
        {ss_poly_integer(&ring, 1), one.count, one.monomial},
        {poly(k == 0 ? "99/100 - 1 xx" : "101/100 - 1 xx"), 1, one.monomial}};
    const ss_sos_summand summand = {SS_SOS_ONE, poly("1 - 1 xx")};
    const ss_sos_condition condition = {1, &summand, 2, part};
    const ss_sos_program program = {0, 1, &condition};
    const ss_sos_options options = ss_sos_default_options();
    ss_sos_answer answer;
    assert_int_equal(ss_sos_decide(&ring, &program, &options, arena, &answer), SS_OK);
    assert_int_equal(answer.verdict, k == 0 ? SS_PROVED : SS_REFUTED);
  }
}

/* x^4 + f x^2 + 1 and -f - 1 as sums of squares: -2 <= f <= -1; with -f - 3: none. */
static void unknowns(void **state) {
  (void)state;
  for (int k = 0; k < 2; k++) {
    ss_sos_basis two, one;
    const uint32_t atom = 'x' - 'a';
    assert_int_equal(ss_sos_monomials(&ring, 1, &atom, NULL, 0, 2, arena, &two), SS_OK);
    assert_int_equal(ss_sos_monomials(&ring, 1, &atom, NULL, 0, 0, arena, &one), SS_OK);
    const ss_poly unit = ss_poly_integer(&ring, 1);
    const ss_sos_part part[] = {{unit, two.count, two.monomial}, {unit, 1, one.monomial}};
    const ss_sos_summand summand[] = {{SS_SOS_ONE, poly("1 xxxx + 1")},
                                      {0, poly("1 xx")},
                                      {SS_SOS_ONE, poly(k == 0 ? "-1" : "-3")},
                                      {0, poly("-1")}};
    const ss_sos_condition condition[] = {{2, summand, 1, part}, {2, summand + 2, 1, part + 1}};
    const ss_sos_program program = {1, 2, condition};
    const ss_sos_options options = ss_sos_default_options();
    ss_sos_answer answer;
    assert_int_equal(ss_sos_decide(&ring, &program, &options, arena, &answer), SS_OK);
    assert_int_equal(answer.verdict, k == 0 ? SS_PROVED : SS_REFUTED);
    if (k == 0) {
      assert_true(fmpq_cmp_si(&answer.value[0], -2) >= 0);
      assert_true(fmpq_cmp_si(&answer.value[0], -1) <= 0);
    }
  }
}

/* Sums of random squares: one, whose Gram matrix has rank 1, or several without a common zero. (Two
 * have common zeros that are irrational, as are the null vectors of their Gram matrices then.) */
static void random_squares(void **state) {
  (void)state;
  srand(7);
  for (int trial = 0; trial < 20; trial++) {
    ss_poly sum = {0};
    for (int k = 0; k < 1 + 2 * (trial % 3); k++) {
      char text[80];
      snprintf(text, sizeof text, "%d xx + %d xy + %d y + %d", rand() % 7 - 3, rand() % 7 - 3,
               rand() % 7 - 3, 1 + rand() % 3);
      for (char *at = text; (at = strstr(at, "+ -")); at++) memcpy(at, " - ", 3);
      const ss_poly p = poly(text);
      sum = ss_poly_plus(&ring, sum, times(p, p));
    }
    const ss_sos_answer answer = decide(sum);
    if (answer.verdict != SS_PROVED) fail_msg("trial %d: %s", trial, answer.reason);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(sums_of_squares, setup, teardown),
      cmocka_unit_test_setup_teardown(no_sums_of_squares, setup, teardown),
      cmocka_unit_test_setup_teardown(motzkin_with_a_denominator, setup, teardown),
      cmocka_unit_test_setup_teardown(nearly_semidefinite, setup, teardown),
      cmocka_unit_test_setup_teardown(units_do_not_matter, setup, teardown),
      cmocka_unit_test_setup_teardown(weights, setup, teardown),
      cmocka_unit_test_setup_teardown(unknowns, setup, teardown),
      cmocka_unit_test_setup_teardown(random_squares, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
