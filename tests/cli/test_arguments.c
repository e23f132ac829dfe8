/* test_arguments.c: every form of an option and every mistake, on a command made up for the test.
 *
 * Error messages go to stderr; they are compared end to end in test_cli.sh. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../src/cli/cli.h"

static const ss_option options[] = {
    SS_SHARED_SET,
    SS_SHARED_JSON,
    SS_SHARED_OUT,
    SS_SHARED_THREADS,
    {"time", SS_OPTION_REAL, "T", "stop at time T"},
};

static const ss_command command = {
    .name = "try",
    .operand = "MODEL",
    .summary = "a command of the test",
    .options = options,
    .option_count = sizeof options / sizeof *options,
};

static int start(void **state) {
  *state = ss_arena_create();
  return *state ? 0 : -1;
}

static int stop(void **state) {
  ss_arena_destroy(*state);
  return 0;
}

enum { WORDS_MOST = 16 };

/* Splits at spaces and parses. */
static ss_status parse(ss_arena *arena, const ss_command *of, const char *line, ss_arguments *out) {
  char *words[WORDS_MOST], *rest = ss_arena_copy_text(arena, line, strlen(line));
  int count = 0;
  for (char *word; (word = strsep(&rest, " ")) && count < WORDS_MOST;) words[count++] = word;
  if (!*line) count = 0;
  return ss_arguments_parse(arena, of, count, words, out);
}

static void options_and_operand_come_in_any_order(void **state) {
  static const char *const lines[] = {
      "a.still --json --out b.csv --set mu=0.4 --threads 3 --time 1e-3",
      "--json --out=b.csv --threads=3 a.still --set=mu=0.4 --time=0.001",
      "--time 5 --set mu=0.4 --json --threads 3 --out x --out b.csv --time .001 -- a.still",
  };
  for (size_t i = 0; i < 3; i++) {
    ss_arguments arguments;
    assert_int_equal(parse(*state, &command, lines[i], &arguments), SS_OK);
    assert_string_equal(arguments.operand, "a.still");
    assert_true(ss_arguments_has(&arguments, "json"));
    assert_string_equal(ss_arguments_text(&arguments, "out"), "b.csv");
    assert_string_equal(ss_arguments_text(&arguments, "set"), "mu=0.4");
    assert_int_equal(ss_arguments_integer(&arguments, "threads", 1), 3);
    assert_true(ss_arguments_real(&arguments, "time", 7) == 0.001);
  }
}

static void what_is_absent_has_its_default(void **state) {
  ss_arguments arguments;
  assert_int_equal(parse(*state, &command, "a.still", &arguments), SS_OK);
  assert_false(ss_arguments_has(&arguments, "json"));
  assert_null(ss_arguments_text(&arguments, "out"));
  assert_int_equal(ss_arguments_integer(&arguments, "threads", 5), 5);
  assert_true(ss_arguments_real(&arguments, "time", 7.5) == 7.5);
  size_t count = 9;
  assert_non_null(ss_arguments_all(&arguments, "set", &count));
  assert_int_equal(count, 0);
}

static void repeated_options_are_all_kept_in_order(void **state) {
  ss_arguments arguments;
  const char *line = "--set mu=0.4 m.still --json --set k=1:2 --set=e=0";
  assert_int_equal(parse(*state, &command, line, &arguments), SS_OK);
  size_t count = 0;
  const char *const *all = ss_arguments_all(&arguments, "set", &count);
  assert_int_equal(count, 3);
  assert_string_equal(all[0], "mu=0.4");
  assert_string_equal(all[1], "k=1:2");
  assert_string_equal(all[2], "e=0");
}

/* A value may look like an option; only "--" alone ends the options. */
static void values_may_open_with_a_dash(void **state) {
  ss_arguments arguments;
  assert_int_equal(parse(*state, &command, "m --time -2.5 --out --json", &arguments), SS_OK);
  assert_true(ss_arguments_real(&arguments, "time", 0) == -2.5);
  assert_string_equal(ss_arguments_text(&arguments, "out"), "--json");
  assert_false(ss_arguments_has(&arguments, "json"));
  assert_int_equal(parse(*state, &command, "-- --json", &arguments), SS_OK);
  assert_string_equal(arguments.operand, "--json");
  assert_int_equal(parse(*state, &command, "-", &arguments), SS_OK);
  assert_string_equal(arguments.operand, "-");
  assert_int_equal(parse(*state, &command, "m --out=", &arguments), SS_OK);
  assert_string_equal(ss_arguments_text(&arguments, "out"), "");
}

static void help_needs_no_operand(void **state) {
  ss_arguments arguments;
  assert_int_equal(parse(*state, &command, "--help", &arguments), SS_OK);
  assert_true(arguments.help);
  assert_int_equal(parse(*state, &command, "m --json", &arguments), SS_OK);
  assert_false(arguments.help);
}

static void an_operand_in_brackets_may_be_left_out(void **state) {
  static const ss_command loose = {.name = "loose", .operand = "[COMMAND]"};
  static const ss_command bare = {.name = "bare"};
  ss_arguments arguments;
  assert_int_equal(parse(*state, &loose, "", &arguments), SS_OK);
  assert_null(arguments.operand);
  assert_int_equal(parse(*state, &loose, "x", &arguments), SS_OK);
  assert_int_equal(parse(*state, &loose, "x y", &arguments), SS_BAD_INPUT);
  assert_int_equal(parse(*state, &bare, "", &arguments), SS_OK);
  assert_int_equal(parse(*state, &bare, "x", &arguments), SS_BAD_INPUT);
}

static void mistakes_are_refused(void **state) {
  static const char *const lines[] = {
      "",                       /* no operand */
      "--json",                 /* likewise */
      "a b",                    /* two */
      "a --nonsense",           /* no such option */
      "a --jso",                /* no abbreviations */
      "a --json=yes",           /* a switch with a value */
      "a --=x",                 /* an option without a name */
      "a --out",                /* a value that is missing */
      "a --set",                /* likewise */
      "a -j",                   /* one dash */
      "a --threads 0",          /* below the range */
      "a --threads 1000000001", /* above it */
      "a --threads 2.5",        /* no integer */
      "a --threads -1",         /* negative */
      "a --threads 1e3",        /* no digits only */
      "a --threads 0x10",       /* likewise */
      "a --threads=",           /* empty */
      "a --time x",             /* no number */
      "a --time 1s",            /* a number and more */
      "a --time nan",           /* no decimal number */
      "a --time inf",           /* likewise */
      "a --time 1e999",         /* beyond the doubles */
      "a --time 0x1p3",         /* not decimal */
      "a --time=",              /* empty */
      "a --threads 99999999999999999999999",
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    ss_arguments arguments;
    if (parse(*state, &command, lines[i], &arguments) != SS_BAD_INPUT)
      fail_msg("accepted: '%s'", lines[i]);
  }
}

#define IN_ARENA(test) cmocka_unit_test_setup_teardown(test, start, stop)

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_ARENA(options_and_operand_come_in_any_order),
      IN_ARENA(what_is_absent_has_its_default),
      IN_ARENA(repeated_options_are_all_kept_in_order),
      IN_ARENA(values_may_open_with_a_dash),
      IN_ARENA(help_needs_no_operand),
      IN_ARENA(an_operand_in_brackets_may_be_left_out),
      IN_ARENA(mistakes_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
