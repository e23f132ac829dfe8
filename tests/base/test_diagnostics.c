/* test_diagnostics.c: positions, the caret under the right column whatever the bytes, order, and
 * lists that overflow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "standstill/base.h"

/* An arena, a list about `text`, and what the list prints. */
typedef struct fixture {
  ss_arena *arena;
  ss_diagnostics list;
  ss_text out;
} fixture;

static void start(fixture *f, const char *text, size_t length) {
  f->arena = ss_arena_create();
  ss_diagnostics_start(&f->list, f->arena, "a.still", text, length);
  ss_text_start(&f->out);
}

static void stop(fixture *f) {
  ss_text_stop(&f->out);
  ss_arena_destroy(f->arena);
}

/* Complains about the first occurrence of `word` and returns the print. */
static const char *complain(fixture *f, const char *text, const char *word) {
  start(f, text, strlen(text));
  const char *found = strstr(text, word);
  assert_non_null(found);
  ss_span where = {(uint32_t)(found - text), (uint32_t)strlen(word)};
  ss_diagnostics_add(&f->list, SS_ERROR, where, "unknown name '%s'", word);
  ss_diagnostics_print(&f->list, &f->out);
  return f->out.data;
}

static void a_diagnostic_looks_as_described(void **state) {
  (void)state;
  fixture f;
  const char *text = "model \"m\"\ncontact left { gap = y - a*sin(phy) }\n";
  start(&f, text, strlen(text));
  ss_span where = {(uint32_t)(strstr(text, "phy") - text), 3};
  ss_diagnostics_add(&f.list, SS_ERROR, where, "unknown name '%s'", "phy")->hint =
      "did you mean 'phi'?";
  ss_diagnostics_print(&f.list, &f.out);
  assert_string_equal(f.out.data, "a.still:2:32: error: unknown name 'phy'\n"
                                  "  contact left { gap = y - a*sin(phy) }\n"
                                  "                                 ^~~ did you mean 'phi'?\n");
  assert_int_equal(f.list.errors, 1);
  stop(&f);
}

/* Columns count characters: γ, μ and € take several bytes but one column each. */
static void the_caret_stands_right_under_utf8(void **state) {
  (void)state;
  fixture f;
  assert_string_equal(complain(&f, "let γ = μ€ + phy", "phy"),
                      "a.still:1:14: error: unknown name 'phy'\n"
                      "  let γ = μ€ + phy\n"
                      "               ^~~\n");
  stop(&f);
  assert_string_equal(complain(&f, "let γ = μμ", "μμ"), "a.still:1:9: error: unknown name 'μμ'\n"
                                                        "  let γ = μμ\n"
                                                        "          ^~\n");
  stop(&f);
}

/* Every byte that is no character is shown as one '?', and counts as one. */
static void the_caret_stands_right_under_broken_bytes(void **state) {
  (void)state;
  static const struct {
    const char *before, *shown;
  } cases[] = {
      {"\x80\x80 ", "?? "},                     /* continuation bytes without a head */
      {"\xFF\xFE ", "?? "},                     /* never in UTF-8 */
      {"\xC3( ", "?( "},                        /* a head without its continuation */
      {"\xE2\x82 ", "?? "},                     /* cut off */
      {"\xC0\xAF ", "?? "},                     /* overlong '/' */
      {"\xE0\x80\xAF ", "??? "},                /* overlong, three bytes */
      {"\xED\xA0\x80 ", "??? "},                /* a surrogate */
      {"\xF4\x90\x80\x80 ", "???? "},           /* beyond the last code point */
      {"\x1B[2J ", "?[2J "},                    /* would clear the screen */
      {"\xC2\x9B 2J ", "? 2J "},                /* the same in one control character, U+009B */
      {"\x7F\x01 ", "?? "},                     /* delete and a control character */
      {"\t\t", "  "},                           /* a tab is one column */
      {"\xE2\x82\xAC\xF0\x9D\x9B\xBE ", "€𝛾 "}, /* sound characters stay */
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    fixture f;
    char text[64], expected[160];
    size_t column = ss_text_columns(cases[i].shown) + 1;
    snprintf(text, sizeof text, "%sphy", cases[i].before);
    snprintf(expected, sizeof expected,
             "a.still:1:%zu: error: unknown name 'phy'\n  %sphy\n  %*s^~~\n", column,
             cases[i].shown, (int)column - 1, "");
    assert_string_equal(complain(&f, text, "phy"), expected);
    stop(&f);
  }
}

static void zero_bytes_do_not_end_a_text(void **state) {
  (void)state;
  fixture f;
  start(&f, "a\0b\nc phy", 9);
  ss_diagnostics_add(&f.list, SS_ERROR, (ss_span){1, 1}, "a zero byte");
  ss_diagnostics_add(&f.list, SS_ERROR, (ss_span){6, 3}, "unknown name");
  ss_diagnostics_print(&f.list, &f.out);
  assert_string_equal(f.out.data, "a.still:1:2: error: a zero byte\n  a?b\n   ^\n"
                                  "a.still:2:3: error: unknown name\n  c phy\n    ^~~\n");
  stop(&f);
}

static void a_stretch_ends_with_its_line(void **state) {
  (void)state;
  fixture f;
  assert_string_equal(complain(&f, "body b {\nmass }", "{\nmass"),
                      "a.still:1:8: error: unknown name '{?mass'\n  body b {\n         ^\n");
  stop(&f);
}

static void positions_behind_the_end_are_at_the_end(void **state) {
  (void)state;
  fixture f;
  start(&f, "ab\n", 3);
  ss_diagnostics_add(&f.list, SS_ERROR, (ss_span){3, 0}, "the file ends too early");
  ss_diagnostics_add(&f.list, SS_ERROR, (ss_span){UINT32_MAX, UINT32_MAX}, "far");
  for (size_t i = 0; i < 2; i++) {
    assert_int_equal(f.list.items[i].line, 2);
    assert_int_equal(f.list.items[i].column, 1);
    assert_int_equal(f.list.items[i].length, 1);
  }
  stop(&f);
}

static void an_empty_text_and_no_text_have_diagnostics_too(void **state) {
  (void)state;
  fixture f;
  start(&f, "", 0);
  ss_diagnostics_add(&f.list, SS_ERROR, (ss_span){0, 0}, "the file is empty");
  ss_diagnostics_print(&f.list, &f.out);
  assert_string_equal(f.out.data, "a.still:1:1: error: the file is empty\n  \n  ^\n");
  stop(&f);
  start(&f, NULL, 0);
  ss_diagnostics_add(&f.list, SS_WARNING, (ss_span){5, 1}, "nothing to read")->hint = "look again";
  ss_diagnostics_print(&f.list, &f.out);
  assert_string_equal(f.out.data, "a.still: warning: nothing to read\n  look again\n");
  assert_int_equal(f.list.errors, 0);
  stop(&f);
}

static void a_very_wide_line_is_not_shown(void **state) {
  (void)state;
  char text[1000];
  memset(text, 'a', sizeof text);
  fixture f;
  start(&f, text, sizeof text);
  ss_diagnostics_add(&f.list, SS_ERROR, (ss_span){500, 3}, "wide");
  ss_diagnostics_print(&f.list, &f.out);
  assert_string_equal(f.out.data, "a.still:1:501: error: wide\n");
  stop(&f);
}

static void diagnostics_come_in_the_order_of_the_file(void **state) {
  (void)state;
  fixture f;
  start(&f, "a b\nc\n", 6);
  ss_diagnostics_add(&f.list, SS_ERROR, (ss_span){4, 1}, "third");
  ss_diagnostics_add(&f.list, SS_WARNING, (ss_span){2, 1}, "second");
  ss_diagnostics_add(&f.list, SS_ERROR, (ss_span){0, 1}, "first");
  ss_diagnostics_print(&f.list, &f.out);
  const char *first = strstr(f.out.data, "first"), *second = strstr(f.out.data, "second"),
             *third = strstr(f.out.data, "third");
  assert_true(first && second && third && first < second && second < third);
  assert_int_equal(f.list.errors, 2);
  stop(&f);
}

static void a_full_list_counts_what_it_leaves_out(void **state) {
  (void)state;
  fixture f;
  start(&f, "x", 1);
  for (int i = 0; i < SS_DIAGNOSTICS_MOST + 7; i++)
    ss_diagnostics_add(&f.list, SS_ERROR, (ss_span){0, 1}, "number %03d", i)->hint = "a hint";
  assert_int_equal(f.list.count, SS_DIAGNOSTICS_MOST);
  assert_int_equal(f.list.errors, SS_DIAGNOSTICS_MOST + 7);
  assert_int_equal(f.list.left_out, 7);
  ss_diagnostics_print(&f.list, &f.out);
  assert_non_null(strstr(f.out.data, "number 099"));
  assert_null(strstr(f.out.data, "number 100"));
  assert_non_null(strstr(f.out.data, "a.still: and 7 more\n"));
  stop(&f);
}

/* A message that quotes the file may hold any byte and be of any length. */
static void a_long_or_broken_message_is_tamed(void **state) {
  (void)state;
  fixture f;
  start(&f, "x", 1);
  ss_diagnostic *item = ss_diagnostics_add(&f.list, SS_ERROR, (ss_span){0, 1}, "%*s", 100000, "x");
  assert_true(strlen(item->message) < 1000);
  item = ss_diagnostics_add(&f.list, SS_ERROR, (ss_span){0, 1}, "unknown name '%s'", "\x1B[2J");
  assert_string_equal(item->message, "unknown name '?[2J'");
  stop(&f);
}

/* The second line of the other text, whatever the place. */
static const char *find_second_line(void *user, ss_span *where) {
  *where = (ss_span){4, 3};
  return user;
}

static void a_text_that_was_made_from_another_tells_that_one(void **state) {
  (void)state;
  fixture f;
  const ss_text_map map = {"abc\ndef\n", 8, find_second_line, "i = 3"};
  start(&f, "made of it", 10);
  f.list.map = &map;
  const ss_diagnostic *item =
      ss_diagnostics_add(&f.list, SS_ERROR, (ss_span){5, 2}, "unknown name");
  assert_int_equal(item->line, 2);
  assert_int_equal(item->column, 1);
  assert_int_equal(item->length, 3);
  assert_string_equal(item->source, "def");
  assert_string_equal(item->message, "unknown name (i = 3)");
  stop(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_diagnostic_looks_as_described),
      cmocka_unit_test(the_caret_stands_right_under_utf8),
      cmocka_unit_test(the_caret_stands_right_under_broken_bytes),
      cmocka_unit_test(zero_bytes_do_not_end_a_text),
      cmocka_unit_test(a_stretch_ends_with_its_line),
      cmocka_unit_test(positions_behind_the_end_are_at_the_end),
      cmocka_unit_test(an_empty_text_and_no_text_have_diagnostics_too),
      cmocka_unit_test(a_very_wide_line_is_not_shown),
      cmocka_unit_test(diagnostics_come_in_the_order_of_the_file),
      cmocka_unit_test(a_full_list_counts_what_it_leaves_out),
      cmocka_unit_test(a_long_or_broken_message_is_tamed),
      cmocka_unit_test(a_text_that_was_made_from_another_tells_that_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
