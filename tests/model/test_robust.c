/* Hostile files: long, deep, noisy, doubling. Each ends in a message or a model. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "support.h"

#define FRAME "coord x, y\nkinetic = x'^2 + y'^2\n"

/* The first message about a text contains the words; NULL: the text is a model. */
static void expect_end(const char *text, size_t length, const char *words) {
  reading r;
  start_reading(&r);
  ss_status status = parse(&r, text, length);
  assert_true((status == SS_OK) == (r.model != NULL));
  assert_true((status == SS_OK) == (r.list.errors == 0));
  assert_true((status == SS_OK) == (words == NULL));
  const char *said = messages(&r);
  if (words && !strstr(said, words)) fail_msg("expected \"%s\" in:\n%.2000s", words, said);
  stop_reading(&r);
}

static void expect_text_end(ss_text *text, const char *words) {
  assert_false(text->failed);
  expect_end(text->data, text->length, words);
  ss_text_stop(text);
}

static ss_text start_text(const char *beginning) {
  ss_text text;
  ss_text_start(&text);
  ss_text_add(&text, beginning);
  return text;
}

static void repeat(ss_text *text, const char *piece, int times) {
  for (int i = 0; i < times; i++) ss_text_add(text, piece);
}

static void test_ten_megabytes(void **state) {
  (void)state;
  ss_text text = start_text(FRAME "# ");
  for (int i = 0; i < 110000; i++)
    ss_text_add(&text,
                "a comment of one hundred characters, or so, repeated until the file is long "
                "enough, and even more. ");
  assert_true(text.length > 10000000);
  expect_text_end(&text, "the file is too long");
}

static void test_as_long_as_allowed(void **state) {
  (void)state;
  ss_text text = start_text(FRAME "potential = x");
  while (text.length < 4000000) ss_text_addf(&text, " + sin(%zu*x)*y", text.length);
  ss_text_add(&text, "\n");
  expect_text_end(&text, NULL);
}

static void test_parentheses(void **state) {
  (void)state;
  ss_text text = start_text(FRAME "potential = ");
  repeat(&text, "(", 100000);
  ss_text_add(&text, "x");
  repeat(&text, ")", 100000);
  expect_text_end(&text, "nested too deeply");
  text = start_text(FRAME "potential = ");
  repeat(&text, "(", 100000);
  expect_text_end(&text, "'(' is never closed");
  text = start_text(FRAME "potential = x");
  repeat(&text, ")", 100000);
  expect_text_end(&text, "found ')'");
}

static void test_towers(void **state) {
  (void)state;
  static const char *const pieces[] = {"sin(", "x^", "-", "2^"};
  static const char *const words[] = {"'(' is never closed", "nested too deeply", NULL,
                                      "nested too deeply"};
  for (size_t i = 0; i < 4; i++) {
    ss_text text = start_text(FRAME "potential = ");
    repeat(&text, pieces[i], 100000);
    ss_text_add(&text, "x\n");
    expect_text_end(&text, words[i]);
  }
}

/* let a1 = f(a0), let a2 = f(a1), …: written out, the last one would have 2^10000 terms. */
static void expect_chain(const char *keyword, const char *step, bool backwards, const char *words) {
  enum { LENGTH = 10000 };
  ss_text text = start_text(FRAME);
  ss_text_addf(&text, "%s a0 = %s\n", keyword, *keyword == 'l' ? "x" : "1/3");
  for (int i = 1; i <= LENGTH; i++) {
    int k = backwards ? LENGTH + 1 - i : i;
    ss_text_addf(&text, "%s a%d = ", keyword, k);
    for (const char *c = step; *c; c++) {
      if (*c == '@')
        ss_text_addf(&text, "a%d", k - 1);
      else
        ss_text_add_bytes(&text, c, 1);
    }
    ss_text_add(&text, "\n");
  }
  ss_text_addf(&text, "potential = a%d*y\n", LENGTH);
  if (*keyword == 'l')
    ss_text_addf(&text, "friction f { slip = ddt(a%d); normal = 1; law = coulomb(1) }\n", LENGTH);
  expect_text_end(&text, words);
}

static void test_chained_definitions(void **state) {
  (void)state;
  for (int backwards = 0; backwards < 2; backwards++) {
    expect_chain("let", "@ + @*@", backwards, NULL);
    expect_chain("let", "sin(@) + @*x", backwards, NULL);
    expect_chain("let", "cos(@)*sin(@)", backwards, NULL);
    /* 2^1024 x and x^(2^1024): numbers that no double can hold */
    expect_chain("let", "@ + @", backwards, "abbreviation 'a1024' contains a number");
    expect_chain("let", "@*@", backwards, "abbreviation 'a1024' contains a number");
    expect_chain("param", "sin(@)/(1 + @^2)", backwards, NULL);
    expect_chain("param", "@ + @", backwards, "parameter 'a1026' is not finite");
    expect_chain("param", "@*@", backwards, "parameter 'a10' is not finite");
  }
}

static void test_chained_derivatives(void **state) {
  (void)state;
  ss_text text = start_text(FRAME "let a0 = sin(t)\n");
  for (int i = 1; i <= 10000; i++) ss_text_addf(&text, "let a%d = ddt(a%d)\n", i, i - 1);
  ss_text_add(&text, "potential = a10000*x\n");
  expect_text_end(&text, NULL);
}

static void test_ten_thousand_mistakes(void **state) {
  (void)state;
  static const char *const lines[] = {
      "potential = unknown\n",
      "param = 1\n",
      "@\n",
      "contact c { gap = x'^2 + }\n",
      "state s { z = 1 }\n",
      "friction f { slip = x'^2; normal = -1; law = coulomb(-1) }\n"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    ss_text text = start_text(FRAME);
    repeat(&text, lines[i], 10000);
    expect_text_end(&text, "more\n");
  }
}

static void test_noise(void **state) {
  (void)state;
  static const char letters[] = "(){}[];:,=<>+-*/^'.\"#\n abxt01paramcoordlet";
  enum { LENGTH = 300000 };
  char *text = malloc(LENGTH);
  assert_non_null(text);
  uint64_t seed = 1;
  for (int kind = 0; kind < 2; kind++) {
    for (size_t i = 0; i < LENGTH; i++) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      unsigned n = (unsigned)(seed >> 40);
      text[i] = kind ? letters[n % (sizeof letters - 1)] : (char)n;
    }
    expect_end(text, LENGTH, "error");
  }
  memset(text, 0, LENGTH);
  expect_end(text, LENGTH, "the byte 0x00 is not a character");
  memset(text, ';', LENGTH);
  expect_end(text, LENGTH, "the model has no coordinate");
  memset(text, '\n', LENGTH);
  expect_end(text, LENGTH, "the file is empty");
  free(text);
}

static void test_small_files(void **state) {
  (void)state;
  expect_end("", 0, "the file is empty");
  expect_end("coord x; kinetic = x'^2", 23, NULL);
  expect_end("coord x\r\nkinetic = x'^2\r\n", 25, NULL);
  expect_end("coord x\0y", 9, "the byte 0x00 is not a character");
  expect_end("{", 1, "this is not JSON");
  expect_end("\"", 1, "error");
  expect_end("coord", 5, "expected the coordinate's name, but the file ends here");
  expect_end("\xEF\xBB\xBF", 3, "the model has no coordinate");
}

static void test_names_are_ascii(void **state) {
  (void)state;
  const char *text = "coord x # caf\xC3\xA9\nkinetic = x'^2\nparam \xCE\xBC = 1\n";
  expect_end(text, strlen(text), "test.still:3:7: error:");
  expect_end(text, strlen(text), "names are of the letters a-z");
}

static void test_huge_numbers(void **state) {
  (void)state;
  static const char *const numbers[] = {
      "1e999",   "1e-999",        "10^(10^9)",  "10^(-10^9)",     "9^9^9^9",   "1e308*10",
      "0.1^400", "2^2^2^2^2^2^2", "1e99999999", "exp(exp(10^9))", "tan(pi/2)", "1e308^1e308"};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    ss_text text = start_text(FRAME "potential = x*");
    ss_text_addf(&text, "%s\n", numbers[i]);
    expect_text_end(&text, "error");
  }
  /* a literal of many digits */
  ss_text text = start_text(FRAME "potential = x*0.");
  repeat(&text, "3", 1000000);
  expect_text_end(&text, "error");
}

static void test_many_declarations(void **state) {
  (void)state;
  ss_text text = start_text(FRAME);
  for (int i = 0; i < 50000; i++) ss_text_addf(&text, "param p%d = %d.5 # [m] doc\n", i, i);
  for (int i = 0; i < 10000; i++) ss_text_addf(&text, "state s%d { x = p%d }\n", i, i);
  for (int i = 0; i < 5000; i++)
    ss_text_addf(&text, "contact c%d { gap = x + p%d; slip = y'; law = coulomb(sqrt(2)/%d) }\n", i,
                 i, i + 1);
  expect_text_end(&text, NULL);
}

static void test_open_blocks(void **state) {
  (void)state;
  ss_text text = start_text("");
  repeat(&text, "body b { ", 100000);
  expect_text_end(&text, "'{' is never closed");
  text = start_text("");
  repeat(&text, "state s { x = (\n", 50000);
  expect_text_end(&text, "is never closed");
  text = start_text(FRAME "potential = (x");
  repeat(&text, "\n", 1000000);
  expect_text_end(&text, "'(' is never closed");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ten_megabytes),         cmocka_unit_test(test_as_long_as_allowed),
      cmocka_unit_test(test_parentheses),           cmocka_unit_test(test_towers),
      cmocka_unit_test(test_chained_definitions),   cmocka_unit_test(test_chained_derivatives),
      cmocka_unit_test(test_ten_thousand_mistakes), cmocka_unit_test(test_noise),
      cmocka_unit_test(test_small_files),           cmocka_unit_test(test_names_are_ascii),
      cmocka_unit_test(test_huge_numbers),          cmocka_unit_test(test_many_declarations),
      cmocka_unit_test(test_open_blocks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
