/* test_number.c: literals are the rationals that their digits say, and round to the nearest double.
 *
 * Oracles: GMP's rationals built from the digits; strtod of the C library, which rounds correctly;
 * for fractions the definition of nearest, in exact arithmetic.
 */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "random_expr.h"

/* ---- literals -------------------------------------------------------------------------------- */

/* digits * 10^exponent by GMP. */
static void set_decimal(fmpq_t out, const char *digits, long exponent) {
  mpq_t value;
  mpz_t power;
  mpq_init(value);
  mpz_init(power);
  mpz_set_str(mpq_numref(value), digits, 10);
  mpz_ui_pow_ui(power, 10, (unsigned long)labs(exponent));
  if (exponent < 0)
    mpz_set(mpq_denref(value), power);
  else
    mpz_mul(mpq_numref(value), mpq_numref(value), power);
  mpq_canonicalize(value);
  fmpq_set_mpq(out, value);
  mpq_clear(value);
  mpz_clear(power);
}

/* A random literal of up to 40 digits: its text, and digits and exponent apart. */
static void draw_literal(random_source *r, char *text, char *digits, long *exponent) {
  size_t count = 1 + random_below(r, 40), point = random_below(r, count + 1), length = 0;
  long written = (long)random_below(r, 3) ? (long)random_below(r, 640) - 330 : 0;
  for (size_t i = 0; i < count; i++) {
    digits[i] = (char)('0' + random_below(r, 10));
    if (i == point) text[length++] = '.';
    text[length++] = digits[i];
  }
  digits[count] = '\0';
  text[length] = '\0';
  *exponent = written - (long)(count - point);
  if (written || random_below(r, 2))
    sprintf(text + length, random_below(r, 2) ? "e%ld" : written >= 0 ? "E+%ld" : "E%ld", written);
}

static void literals_are_exact_and_round_to_nearest(void **state) {
  (void)state;
  random_source r = {3};
  fmpq_t value, expected;
  fmpq_init(value);
  fmpq_init(expected);
  size_t refused = 0, subnormal = 0;
  for (int i = 0; i < 100000; i++) {
    char text[80], digits[48];
    long exponent;
    draw_literal(&r, text, digits, &exponent);
    double nearest = strtod(text, NULL);
    set_decimal(expected, digits, exponent);
    bool fits = isfinite(nearest) && (nearest != 0 || fmpq_is_zero(expected));
    assert_int_equal(ss_number_from_text(text, strlen(text), value), fits);
    refused += !fits;
    subnormal += fits && nearest != 0 && nearest < DBL_MIN;
    if (!fits) continue;
    assert_true(fmpq_equal(value, expected));
    assert_true(ss_number_to_double(value) == nearest);
  }
  assert_true(refused > 1000 && subnormal > 500);
  fmpq_clear(value);
  fmpq_clear(expected);
}

/* ---- ties ------------------------------------------------------------------------------------ */

/* mantissa * 2^exponent as an exact decimal literal. */
static void print_exactly(const fmpz_t mantissa, long exponent, char *text) {
  fmpz_t digits, power;
  fmpz_init(digits);
  fmpz_init_set_ui(power, exponent < 0 ? 5 : 2);
  fmpz_pow_ui(power, power, (ulong)labs(exponent));
  fmpz_mul(digits, mantissa, power); /* m 2^-k = m 5^k 10^-k */
  fmpz_get_str(text, 10, digits);
  if (exponent < 0) sprintf(text + strlen(text), "e%ld", exponent);
  fmpz_clear(digits);
  fmpz_clear(power);
}

/* The literals halfway between two doubles, and a little beside it. */
static void check_tie(const fmpz_t odd, long exponent) {
  char text[1200];
  fmpz_t wide;
  fmpq_t value;
  fmpz_init(wide);
  fmpq_init(value);
  for (long beside = -1; beside <= 1; beside++) {
    fmpz_mul_2exp(wide, odd, 60);
    fmpz_add_si(wide, wide, beside);
    print_exactly(wide, exponent - 60, text);
    double nearest = strtod(text, NULL);
    bool fits = isfinite(nearest) && nearest != 0;
    assert_int_equal(ss_number_from_text(text, strlen(text), value), fits);
    if (fits) assert_true(ss_number_to_double(value) == nearest);
  }
  fmpz_clear(wide);
  fmpq_clear(value);
}

static void ties_go_to_even(void **state) {
  (void)state;
  random_source r = {4};
  fmpz_t odd;
  fmpz_init(odd);
  for (int i = 0; i < 3000; i++) {
    /* a 54-bit odd number: the midpoint of two doubles of 53 bits */
    fmpz_set_ui(odd, (random_bits(&r) >> 11) | 1ul << 53 | 1);
    check_tie(odd, (long)random_below(&r, 1980) - 1020);
    /* the same among the subnormals, whose unit is 2^-1074 */
    fmpz_set_ui(odd, random_bits(&r) >> (12 + random_below(&r, 51)) | 1);
    check_tie(odd, -1075);
  }
  fmpz_clear(odd);
}

/* The first literals that do not fit: 2^1024 - 2^970 is halfway to infinity, 2^-1075 halfway to 0.
 */
static void the_range_ends_at_its_ties(void **state) {
  (void)state;
  fmpz_t m;
  fmpq_t value;
  char text[1200];
  fmpq_init(value);
  fmpz_init_set_ui(m, (1ul << 54) - 1);
  print_exactly(m, 970, text);
  assert_false(ss_number_from_text(text, strlen(text), value));
  fmpz_mul_2exp(m, m, 200);
  fmpz_sub_ui(m, m, 1);
  print_exactly(m, 770, text);
  assert_true(ss_number_from_text(text, strlen(text), value));
  assert_true(ss_number_to_double(value) == DBL_MAX);
  fmpz_one(m);
  print_exactly(m, -1075, text);
  assert_false(ss_number_from_text(text, strlen(text), value));
  fmpz_mul_2exp(m, m, 200);
  fmpz_add_ui(m, m, 1);
  print_exactly(m, -1275, text);
  assert_true(ss_number_from_text(text, strlen(text), value));
  assert_true(ss_number_to_double(value) == 0x1p-1074);
  fmpz_clear(m);
  fmpq_clear(value);
}

/* ---- fractions ------------------------------------------------------------------------------- */

/* |value - d| <= |value - other| for both neighbours of d; equal only if d is even. */
static void check_nearest(const fmpq_t value, double d) {
  fmpq_t here, there;
  int64_t bits;
  memcpy(&bits, &d, sizeof bits);
  fmpq_init(here), fmpq_init(there);
  mpq_t exact;
  mpq_init(exact);
  mpq_set_d(exact, d);
  fmpq_set_mpq(here, exact);
  fmpq_sub(here, here, value);
  fmpq_abs(here, here);
  for (int side = -1; side <= 1; side += 2) {
    mpq_set_d(exact, nextafter(d, side < 0 ? -INFINITY : INFINITY));
    fmpq_set_mpq(there, exact);
    fmpq_sub(there, there, value);
    fmpq_abs(there, there);
    int order = fmpq_cmp(here, there);
    assert_true(order < 0 || (order == 0 && bits % 2 == 0));
  }
  mpq_clear(exact);
  fmpq_clear(here), fmpq_clear(there);
}

static void fractions_round_to_nearest(void **state) {
  (void)state;
  random_source r = {5};
  fmpq_t value;
  fmpq_init(value);
  for (int i = 0; i < 20000; i++) {
    fmpz_set_ui(fmpq_numref(value), random_bits(&r) >> random_below(&r, 60));
    fmpz_set_ui(fmpq_denref(value), 1 + (random_bits(&r) >> (1 + random_below(&r, 60))));
    ulong shift = random_below(&r, 900);
    fmpz_mul_2exp(i % 2 ? fmpq_numref(value) : fmpq_denref(value),
                  i % 2 ? fmpq_numref(value) : fmpq_denref(value), shift);
    if (i % 3 == 0) fmpz_neg(fmpq_numref(value), fmpq_numref(value));
    fmpq_canonicalise(value);
    check_nearest(value, ss_number_to_double(value));
  }
  fmpq_set_si(value, 10, 1);
  fmpq_pow_si(value, value, 5000);
  assert_true(ss_number_to_double(value) == INFINITY);
  fmpq_neg(value, value);
  assert_true(ss_number_to_double(value) == -INFINITY);
  fmpq_inv(value, value);
  assert_true(ss_number_to_double(value) == 0);
  fmpq_clear(value);
}

/* ---- what is no literal ---------------------------------------------------------------------- */

static bool accepts(const char *text) {
  fmpq_t value;
  fmpq_init(value);
  bool good = ss_number_from_text(text, strlen(text), value);
  fmpq_clear(value);
  return good;
}

static void forms_of_literals(void **state) {
  (void)state;
  static const char *const good[] = {"0",
                                     "00",
                                     "1.",
                                     ".5",
                                     "1.e3",
                                     "1e-3",
                                     "1E+3",
                                     "0.0e0",
                                     "0e99999",
                                     "0.0e-9999999999999",
                                     "4.9e-324",
                                     "1.7976931348623157e308",
                                     "000000000000000000000000000001"};
  static const char *const bad[] = {"",
                                    ".",
                                    "e3",
                                    "1e",
                                    "1e+",
                                    "1e-",
                                    "1.2.3",
                                    "-1",
                                    "+1",
                                    " 1",
                                    "1 ",
                                    "1x",
                                    "1e3.5",
                                    "0x10",
                                    "1e400",
                                    "1e-400",
                                    "inf",
                                    "nan",
                                    "1,5",
                                    "1e9999",
                                    "1e99999999999999999999",
                                    "1e-99999999999999999999",
                                    "1.8e308",
                                    "2e-324"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) assert_true(accepts(good[i]));
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(accepts(bad[i]));
}

static void literals_have_a_thousand_digits_at_the_most(void **state) {
  (void)state;
  char text[1100];
  memset(text, '0', sizeof text);
  text[0] = '.';
  text[1000] = '7'; /* behind 999 zeros */
  strcpy(text + 1001, "e999");
  assert_true(accepts(text)); /* 0.7 */
  text[1001] = '7';
  strcpy(text + 1002, "e999");
  assert_false(accepts(text));
  memset(text, '9', 1001);
  strcpy(text + 1001, "e-1000");
  assert_false(accepts(text));
  strcpy(text + 1000, "e-1000");
  assert_true(accepts(text));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(literals_are_exact_and_round_to_nearest),
      cmocka_unit_test(ties_go_to_even),
      cmocka_unit_test(the_range_ends_at_its_ties),
      cmocka_unit_test(fractions_round_to_nearest),
      cmocka_unit_test(forms_of_literals),
      cmocka_unit_test(literals_have_a_thousand_digits_at_the_most),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
