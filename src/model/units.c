/* units.c: units as products of powers of the SI base units.
 *
 *     unit   = factor { [ " " | "*" | "." | "·" | "/" ] factor }        "/" inverts the next factor
 *     factor = WORD [ [ "^" ] INTEGER ] | "1" | "-"                     m^2, m2, s^-1
 *
 * A dimension is a vector of seven exponents, kept in sixtieths so that roots stay integers; rad,
 * sr, 1 and - are dimensionless. Only coherent SI units are known: base units and the derived ones
 * with a name, without prefix, because the numbers of a model enter formulas as they are: 3 mm is
 * written 0.003 # [m].
 */
#include "units.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* kg m s A K mol cd */
static const struct {
  const char *word;
  signed char power[SS_BASE_UNITS];
} units[] = {{"kg", {1}},
             {"m", {0, 1}},
             {"s", {0, 0, 1}},
             {"A", {0, 0, 0, 1}},
             {"K", {0, 0, 0, 0, 1}},
             {"mol", {0, 0, 0, 0, 0, 1}},
             {"cd", {0, 0, 0, 0, 0, 0, 1}},
             {"rad", {0}},
             {"sr", {0}},
             {"1", {0}},
             {"-", {0}},
             {"N", {1, 1, -2}},
             {"J", {1, 2, -2}},
             {"W", {1, 2, -3}},
             {"Pa", {1, -1, -2}},
             {"Hz", {0, 0, -1}},
             {"C", {0, 0, 1, 1}},
             {"V", {1, 2, -3, -1}},
             {"Ohm", {1, 2, -3, -2}},
             {"S", {-1, -2, 3, 2}},
             {"F", {-1, -2, 4, 2}},
             {"H", {1, 2, -2, -2}},
             {"Wb", {1, 2, -2, -1}},
             {"T", {1, 0, -2, -1}}};

enum { UNITS = sizeof units / sizeof *units };

static const char *const base_words[SS_BASE_UNITS] = {"kg", "m", "s", "A", "K", "mol", "cd"};

/* ---- reading --------------------------------------------------------------------------------- */

static size_t find_unit(const char *word, size_t length) {
  size_t i = 0;
  while (i < UNITS && (strlen(units[i].word) != length || memcmp(units[i].word, word, length) != 0))
    i++;
  return i;
}

/* The length of the word at the beginning of a text: letters, or one of 1 and -. */
static size_t word_length(const char *text) {
  size_t length = 0;
  while (isalpha((unsigned char)text[length])) length++;
  return length ? length : *text == '1' || *text == '-';
}

/* "^-2", "2" or nothing, which is 1. False if '^' has no number. */
static bool read_power(const char **text, long *power) {
  bool marked = **text == '^';
  const char *digits = *text + marked;
  bool sign = *digits == '-' || *digits == '+';
  *power = 1;
  if (!isdigit((unsigned char)digits[sign]) || (sign && !marked)) return !marked;
  char *end;
  *power = strtol(digits, &end, 10);
  *text = end;
  return *power >= -99 && *power <= 99;
}

/* The sign between two factors, and blanks around it; true if the next factor is inverted. */
static bool skip_sign(const char **text) {
  bool inverted = false;
  for (;; (*text)++) {
    if (**text == '/') inverted = true;
    if (strncmp(*text, "\xC2\xB7", 2) == 0) /* the middle dot */
      (*text)++;
    else if (!**text || !strchr(" \t*./", **text))
      return inverted;
  }
}

bool ss_unit_read(const char *text, ss_dimension *dimension, const char **bad, size_t *bad_length) {
  const char *at = text;
  *dimension = (ss_dimension){0};
  bool inverted = false;
  do {
    /* the whole, unless one word is to blame */
    *bad = text;
    *bad_length = strlen(text);
    size_t length = word_length(at), unit = find_unit(at, length);
    long power;
    if (length == 0) return false;
    *bad = at;
    *bad_length = length;
    if (unit == UNITS) return false;
    at += length;
    if (!read_power(&at, &power)) {
      *bad_length = strcspn(*bad, " \t*./");
      return false;
    }
    for (size_t i = 0; i < SS_BASE_UNITS; i++)
      dimension->power[i] += (inverted ? -1 : 1) * (int)power * units[unit].power[i] * SS_ONE_POWER;
    const char *sign = at;
    inverted = skip_sign(&at);
    if (sign == at && *at) {
      *bad = at;
      *bad_length = strlen(at);
      return false;
    }
  } while (*at || inverted);
  return true;
}

const char *ss_unit_nearest(const char *word, bool *scaled) {
  const char *words[UNITS];
  static const char prefixes[] = "numckMGTdh";
  for (size_t i = 0; i < UNITS; i++) words[i] = units[i].word;
  /* mm, kN, ms: the unit behind the prefix */
  size_t length = strlen(word);
  *scaled = true;
  if (length > 1 && strchr(prefixes, *word) && find_unit(word + 1, length - 1) < UNITS)
    return units[find_unit(word + 1, length - 1)].word;
  if (strcmp(word, "g") == 0) return "kg";
  if (strcmp(word, "deg") == 0) return "rad";
  *scaled = false;
  return ss_nearest_name(word, UNITS, words);
}

/* ---- arithmetic and printing ----------------------------------------------------------------- */

bool ss_dimension_equal(const ss_dimension *a, const ss_dimension *b) {
  return memcmp(a->power, b->power, sizeof a->power) == 0;
}

bool ss_dimension_is_one(const ss_dimension *a) {
  return ss_dimension_equal(a, &(ss_dimension){0});
}

ss_dimension ss_dimension_product(const ss_dimension *a, const ss_dimension *b, int sign) {
  ss_dimension product;
  for (size_t i = 0; i < SS_BASE_UNITS; i++) product.power[i] = a->power[i] + sign * b->power[i];
  return product;
}

static void add_power(ss_text *out, const char *word, int power) {
  if (power % SS_ONE_POWER)
    ss_text_addf(out, "%s^(%d/%d)", word, power, SS_ONE_POWER);
  else if (power != SS_ONE_POWER)
    ss_text_addf(out, "%s^%d", word, power / SS_ONE_POWER);
  else
    ss_text_add(out, word);
}

void ss_dimension_print(const ss_dimension *a, ss_text *out) {
  size_t start = out->length;
  for (size_t i = 0; i < SS_BASE_UNITS; i++) {
    if (a->power[i] <= 0) continue;
    if (out->length > start) ss_text_add(out, " ");
    add_power(out, base_words[i], a->power[i]);
  }
  if (out->length == start) ss_text_add(out, "1");
  for (size_t i = 0; i < SS_BASE_UNITS; i++) {
    if (a->power[i] >= 0) continue;
    ss_text_add(out, "/");
    add_power(out, base_words[i], -a->power[i]);
  }
}
