/* number.c: from the digits of a user to an exact rational, and from a rational to a double.
 *
 *     "12.5e-3"  =  125 * 10^(-1-3)  =  1/80
 *
 * A literal whose nearest double is infinite, or 0 although the literal is not, is refused: the
 * kernels that will ask for it are written in doubles. Its size is estimated from the number of its
 * digits before anything is multiplied, so that 1e9999 costs nothing. Literals of more than
 * MOST_DIGITS digits are refused too: reading stays linear in the length of the file.
 */
#include <arb.h>
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "standstill/expr.h"

enum { MOST_DIGITS = 1000, MOST_EXPONENT = 9999 };

/* Of a literal that may fit a double: digits before the point, or zeros behind it. */
enum { MOST_SIZE = 309, LEAST_SIZE = -323 };

/* The digits without their point and the zeros before them, and how many stood behind it. */
static bool read_mantissa(const char *text, size_t length, char *digits, size_t *used,
                          long *behind) {
  size_t seen = 0, count = 0, i = 0;
  bool point = false;
  *behind = 0;
  for (; i < length && (isdigit((unsigned char)text[i]) || (text[i] == '.' && !point)); i++) {
    if (text[i] == '.') {
      point = true;
    } else if (++seen > MOST_DIGITS) {
      return false;
    } else {
      if (count > 0 || text[i] != '0') digits[count++] = text[i];
      *behind += point;
    }
  }
  digits[count] = '\0';
  *used = i;
  return seen > 0;
}

/* The exponent behind 'e', the rest of the text; 0 if there is none. Beyond MOST_EXPONENT it only
 * says that it is large. */
static bool read_exponent(const char *text, size_t length, long *exponent) {
  *exponent = 0;
  if (length == 0) return true;
  if (text[0] != 'e' && text[0] != 'E') return false;
  size_t i = 1;
  bool negative = i < length && text[i] == '-';
  if (i < length && (text[i] == '-' || text[i] == '+')) i++;
  if (i == length) return false;
  for (; i < length; i++) {
    if (!isdigit((unsigned char)text[i])) return false;
    if (*exponent <= MOST_EXPONENT) *exponent = 10 * *exponent + (text[i] - '0');
  }
  if (negative) *exponent = -*exponent;
  return true;
}

double ss_number_to_double(const fmpq_t value) {
  arb_t ball;
  arb_init(ball);
  /* so many bits that no rational of this denominator is mistaken for a tie */
  arb_set_fmpq(ball, value, 1200 + (slong)fmpz_bits(fmpq_denref(value)));
  double d = arf_get_d(arb_midref(ball), ARF_RND_NEAR);
  arb_clear(ball);
  return d;
}

bool ss_number_from_text(const char *text, size_t length, fmpq_t value) {
  char digits[MOST_DIGITS + 1];
  size_t used;
  long behind, exponent;
  if (!read_mantissa(text, length, digits, &used, &behind)) return false;
  if (!read_exponent(text + used, length - used, &exponent)) return false;
  exponent -= behind;

  /* 10^(size-1) <= value < 10^size */
  long size = (long)strlen(digits) + exponent;
  fmpq_zero(value);
  if (digits[0] == '\0') return true;
  if (size > MOST_SIZE || size < LEAST_SIZE) return false;
  fmpq_t power;
  fmpq_init(power);
  fmpq_set_si(power, 10, 1);
  fmpq_pow_si(power, power, exponent);
  fmpz_set_str(fmpq_numref(value), digits, 10);
  fmpq_mul(value, value, power);
  fmpq_clear(power);

  double nearest = ss_number_to_double(value);
  return isfinite(nearest) && nearest != 0;
}
