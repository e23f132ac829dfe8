/* test_text.c: growing strings against a reference buffer; near names against a slow, plain edit
 * distance. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "standstill/base.h"

static void an_empty_text_is_a_string(void **state) {
  (void)state;
  ss_text text;
  ss_text_start(&text);
  assert_string_equal(text.data, "");
  ss_text_add_bytes(&text, "", 0);
  assert_string_equal(text.data, "");
  ss_text_stop(&text);
  assert_string_equal(text.data, "");
  ss_text_stop(&text);
}

/* 20000 pieces of 0 to 6 bytes, zero bytes among them, against memcpy into one big buffer. */
static void pieces_come_out_as_they_went_in(void **state) {
  (void)state;
  enum { PIECES = 20000 };
  static const char piece[] = "ab\0cde";
  char *expected = calloc(PIECES, sizeof piece);
  size_t length = 0;
  ss_text text;
  ss_text_start(&text);
  for (size_t i = 0; i < PIECES; i++) {
    size_t n = i * 31 % 7;
    ss_text_add_bytes(&text, piece, n);
    memcpy(expected + length, piece, n);
    length += n;
  }
  assert_false(text.failed);
  assert_int_equal(text.length, length);
  assert_memory_equal(text.data, expected, length + 1);
  ss_text_stop(&text);
  free(expected);
}

static void formatted_pieces_may_be_long(void **state) {
  (void)state;
  ss_text text;
  ss_text_start(&text);
  ss_text_add(&text, "x");
  ss_text_addf(&text, "%05d", 42);
  ss_text_addf(&text, "%*s", 5000, "y");
  ss_text_addf(&text, "%s", "");
  assert_int_equal(text.length, 1 + 5 + 5000);
  assert_memory_equal(text.data, "x00042 ", 7);
  assert_string_equal(text.data + text.length - 2, " y");
  ss_text_stop(&text);
}

/* After a failure the text stays what it was, so that a printer checks once, at its end. */
static void failure_is_remembered(void **state) {
  (void)state;
  ss_text text;
  ss_text_start(&text);
  ss_text_add(&text, "before");
  text.failed = true;
  ss_text_add(&text, "after");
  ss_text_addf(&text, "%d", 1);
  assert_string_equal(text.data, "before");
  assert_true(text.failed);
  ss_text_stop(&text);
}

static void columns_are_characters(void **state) {
  (void)state;
  assert_int_equal(ss_text_columns(""), 0);
  assert_int_equal(ss_text_columns("phi'"), 4);
  assert_int_equal(ss_text_columns("γ_T = μ"), 7);
  assert_int_equal(ss_text_columns("€𝛾"), 2);
}

static const char *nearest(const char *name) {
  static const char *const names[] = {"phi", "psi", "mass", "gravity", "x", "simulate"};
  return ss_nearest_name(name, sizeof names / sizeof *names, names);
}

static void near_names_are_found(void **state) {
  (void)state;
  assert_string_equal(nearest("phy"), "phi");
  assert_string_equal(nearest("phii"), "phi");
  assert_string_equal(nearest("gravtiy"), "gravity");
  assert_string_equal(nearest("gravit"), "gravity");
  assert_string_equal(nearest("smiulate"), "simulate");
  assert_string_equal(nearest("ph"), "phi");
  assert_string_equal(nearest("psi"), "psi");
}

static void far_names_are_not(void **state) {
  (void)state;
  assert_null(nearest("theta"));
  assert_null(nearest("y"));
  assert_null(nearest(""));
  assert_null(nearest("qq"));
  assert_null(ss_nearest_name("x", 0, NULL));
  char wide[200];
  memset(wide, 'a', sizeof wide - 1);
  wide[sizeof wide - 1] = '\0';
  assert_null(nearest(wide));
  const char *candidate = wide;
  assert_null(ss_nearest_name("aaaa", 1, &candidate));
}

/* The restricted Damerau-Levenshtein distance by its definition, exponential in the length. */
static size_t slow_distance(const char *a, const char *b) {
  size_t n = strlen(a), m = strlen(b);
  if (n == 0) return m;
  if (m == 0) return n;
  if (a[0] == b[0]) return slow_distance(a + 1, b + 1);
  size_t best = slow_distance(a + 1, b + 1), other = slow_distance(a + 1, b);
  if (other < best) best = other;
  other = slow_distance(a, b + 1);
  if (other < best) best = other;
  if (n > 1 && m > 1 && a[0] == b[1] && a[1] == b[0]) {
    other = slow_distance(a + 2, b + 2);
    if (other < best) best = other;
  }
  return best + 1;
}

static void random_name(char *name, size_t longest, uint32_t *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  size_t n = 1 + (*seed >> 16) % longest;
  for (size_t i = 0; i < n; i++) {
    *seed = *seed * 1664525u + 1013904223u;
    name[i] = (char)('a' + (*seed >> 16) % 3);
  }
  name[n] = '\0';
}

/* What is returned is nearest, and within a third of the length (one for names of two). */
static void the_nearest_of_random_names_is_nearest(void **state) {
  (void)state;
  uint32_t seed = 1;
  for (int round = 0; round < 2000; round++) {
    char name[8], names[5][8];
    const char *candidates[5];
    random_name(name, 6, &seed);
    size_t best = SIZE_MAX;
    for (int i = 0; i < 5; i++) {
      random_name(names[i], 6, &seed);
      candidates[i] = names[i];
      size_t distance = slow_distance(name, names[i]);
      if (distance < best) best = distance;
    }
    size_t n = strlen(name), allowed = n <= 2 ? 1 : (n + 2) / 3;
    const char *found = ss_nearest_name(name, 5, candidates);
    bool expected = best <= allowed && best < n;
    assert_int_equal(found != NULL, expected);
    if (found) assert_int_equal(slow_distance(name, found), best);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_empty_text_is_a_string),
      cmocka_unit_test(pieces_come_out_as_they_went_in),
      cmocka_unit_test(formatted_pieces_may_be_long),
      cmocka_unit_test(failure_is_remembered),
      cmocka_unit_test(columns_are_characters),
      cmocka_unit_test(near_names_are_found),
      cmocka_unit_test(far_names_are_not),
      cmocka_unit_test(the_nearest_of_random_names_is_nearest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
