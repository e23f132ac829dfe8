/* Tokens of a model text: kinds, stretches, comments, characters of no token. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../src/model/reader.h"
#include "support.h"

static const char letter_of[] = {
    [SS_TOKEN_END] = '$',    [SS_TOKEN_NEWLINE] = '|',    [SS_TOKEN_NAME] = 'n',
    [SS_TOKEN_NUMBER] = 'd', [SS_TOKEN_STRING] = 's',     [SS_TOKEN_OPEN] = '(',
    [SS_TOKEN_CLOSE] = ')',  [SS_TOKEN_OPEN_BRACE] = '{', [SS_TOKEN_CLOSE_BRACE] = '}',
    [SS_TOKEN_COMMA] = ',',  [SS_TOKEN_SEMICOLON] = ';',  [SS_TOKEN_COLON] = ':',
    [SS_TOKEN_EQUALS] = '=', [SS_TOKEN_RELATION] = '<',   [SS_TOKEN_OPERATOR] = '+',
    [SS_TOKEN_BAD] = '?'};

static ss_lexer start(const char *text) {
  return ss_lexer_start(text, (ss_span){0, (uint32_t)strlen(text)});
}

/* The kinds of a text's tokens are these letters. */
static void expect_kinds(const char *text, const char *letters) {
  ss_lexer lexer = start(text);
  char found[64] = "";
  for (size_t i = 0; i < sizeof found - 1; i++) {
    found[i] = letter_of[ss_lexer_next(&lexer).kind];
    if (found[i] == '$') break;
  }
  assert_string_equal(found, letters);
}

static void test_kinds(void **state) {
  (void)state;
  expect_kinds("", "$");
  expect_kinds("param k = 2.5e-3\n", "nn=d|$");
  expect_kinds("x' A.x x'' A.x'", "nnnn$");
  expect_kinds("( [ { } ] ) , ; : = <= >= < > + - * / ^", "(({})),;:=<<<<+++++$");
  expect_kinds("\"a \\\" b\" \"c\"", "ss$");
  expect_kinds("a # comment ( { \" \n b", "n|n$");
  expect_kinds("1e 2m .5 .", "ddd?$");
}

static void test_characters_of_no_token(void **state) {
  (void)state;
  expect_kinds("$ @ ! & ? \\", "??????$");
  expect_kinds("\"no end\n", "?|$");
  /* one token for a character of several bytes */
  expect_kinds("\xCE\xBC", "?$");
  expect_kinds("\xE2\x82\xAC", "?$");
}

static void test_a_zero_byte_is_a_character(void **state) {
  (void)state;
  static const char text[] = "a\0b";
  ss_lexer lexer = ss_lexer_start(text, (ss_span){0, 3});
  assert_int_equal(ss_lexer_next(&lexer).kind, SS_TOKEN_NAME);
  assert_int_equal(ss_lexer_next(&lexer).kind, SS_TOKEN_BAD);
  assert_int_equal(ss_lexer_next(&lexer).kind, SS_TOKEN_NAME);
  assert_int_equal(ss_lexer_next(&lexer).kind, SS_TOKEN_END);
}

static void test_stretches_and_comments(void **state) {
  (void)state;
  ss_lexer lexer = start("  abc # words\n'");
  ss_token token = ss_lexer_next(&lexer);
  assert_int_equal(token.where.offset, 2);
  assert_int_equal(token.where.length, 3);
  assert_true(token.plain);
  token = ss_lexer_next(&lexer);
  assert_int_equal(token.kind, SS_TOKEN_NEWLINE);
  assert_int_equal(token.comment.offset, 6);
  assert_int_equal(token.comment.length, 7);
  assert_int_equal(ss_lexer_next(&lexer).kind, SS_TOKEN_BAD);
  token = ss_lexer_next(&lexer);
  assert_int_equal(token.kind, SS_TOKEN_END);
  assert_int_equal(token.comment.length, 0);
}

static void test_primed_and_dotted_names_are_not_plain(void **state) {
  (void)state;
  static const char *const texts[] = {"x'", "A.x", "A.x'"};
  for (size_t i = 0; i < 3; i++) {
    ss_lexer lexer = start(texts[i]);
    ss_token token = ss_lexer_next(&lexer);
    assert_int_equal(token.kind, SS_TOKEN_NAME);
    assert_int_equal(token.where.length, strlen(texts[i]));
    assert_false(token.plain);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_kinds),
      cmocka_unit_test(test_characters_of_no_token),
      cmocka_unit_test(test_a_zero_byte_is_a_character),
      cmocka_unit_test(test_stretches_and_comments),
      cmocka_unit_test(test_primed_and_dotted_names_are_not_plain),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
