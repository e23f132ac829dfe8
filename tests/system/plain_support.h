/* plain_support.h: a formula over ranges, read plainly. */
#ifndef STANDSTILL_TESTS_PLAIN_SUPPORT_H
#define STANDSTILL_TESTS_PLAIN_SUPPORT_H

#include <string.h>

#include "../../src/system/plain.h"
#include "../model/support.h"

/* a in [-1, 2], b in [1/3, 3], r irrational, and a parameter with the formula. */
#define RANGES "param a = 0.1 in [-1, 2]\nparam b = 3 in [1/3, 3]\nparam r = sqrt(2)\n"

typedef struct plain_value {
  reading r;
  ss_plain x;
  ss_plain_range range;
} plain_value;

static inline plain_value read_value(const char *formula) {
  char text[400];
  snprintf(text, sizeof text, RANGES "param c = %s\ncoord x\nkinetic = x'^2\n", formula);
  plain_value v = {.r = read_good(text)};
  assert_int_equal(ss_plain_start(&v.x, v.r.model, NULL), SS_OK);
  v.range = ss_plain_find_range(&v.x, ss_plain_parameter_value(&v.x, 3));
  return v;
}

static inline void stop_value(plain_value *v) {
  ss_plain_clear(&v->x);
  stop_reading(&v->r);
}

/* The ends are rationals; the doubles nearest to them are compared. */
static inline void expect(const char *formula, double low, double high) {
  plain_value v = read_value(formula);
  double l = ss_number_to_double(v.range.low), h = ss_number_to_double(v.range.high);
  if (v.x.why || !v.range.exact || l != low || h != high)
    fail_msg("%s: [%.17g, %.17g] %s", formula, l, h, v.x.why ? v.x.why : "");
  stop_value(&v);
}

/* Ends rounded at 2^-256: the nearest double, or the one beside it. */
static inline void expect_rounded(const char *formula, double low, double high) {
  plain_value v = read_value(formula);
  double l = ss_number_to_double(v.range.low), h = ss_number_to_double(v.range.high);
  if (v.x.why || v.range.exact || !(l >= low - 1e-15 && l <= low + 1e-15) ||
      !(h >= high - 1e-15 && h <= high + 1e-15))
    fail_msg("%s: [%.17g, %.17g] %s", formula, l, h, v.x.why ? v.x.why : "");
  stop_value(&v);
}

/* It has no plain reading; the phrase shows the formula and says why. */
static inline void expect_none(const char *formula, const char *why) {
  plain_value v = read_value(formula);
  char phrase[200];
  snprintf(phrase, sizeof phrase, "'%s' in line 4 %s", formula, why);
  assert_non_null(v.x.why);
  assert_string_equal(v.x.why, phrase);
  stop_value(&v);
}

#endif
