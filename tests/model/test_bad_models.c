/* test_bad_models.c: what the reader says about each malformed model of tests/bad-models.
 *
 * Each NAME.still has its NAME.expect: the diagnostics, as a person reads them. An expectation is
 * written by `test_bad_models --write` and then read: a message that is unclear, points to the
 * wrong place or misses a suggestion is a defect of the reader, not of the expectation. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "files.h"

enum { FEWEST = 60, MOST_FILES = 1000 };

typedef struct complaint {
  ss_arena *arena;
  ss_status status;
  ss_text said;
  char *expectation; /* the name of its file */
} complaint;

/* Reads tests/bad-models/NAME.still under the name NAME.still. */
static complaint read_bad_model(const char *name) {
  complaint it = {.arena = ss_arena_create()};
  size_t length = 0;
  char *file = ss_arena_format(it.arena, "tests/bad-models/%s", name);
  char *text = read_file(it.arena, file, &length);
  assert_non_null(text);
  ss_text_start(&it.said);
  it.status = complain_about(it.arena, name, text, length, &it.said);
  it.expectation = ss_arena_format(it.arena, "%.*s.expect", (int)strlen(file) - 6, file);
  return it;
}

static void forget(complaint *it) {
  ss_text_stop(&it->said);
  ss_arena_destroy(it->arena);
}

static void check_bad_model(const char *name) {
  complaint it = read_bad_model(name);
  size_t length = 0;
  char *expected = read_file(it.arena, it.expectation, &length);
  if (!expected) print_error("%s is missing; what was said:\n%s", it.expectation, it.said.data);
  assert_non_null(expected);
  assert_true(it.said.length > 0);
  assert_string_equal(it.said.data, expected);
  /* a file that is only warned about is read all the same */
  bool error = strstr(expected, ": error: ") != NULL;
  assert_true(error == (it.status != SS_OK));
  forget(&it);
}

static void write_expectation(const char *name) {
  complaint it = read_bad_model(name);
  FILE *file = fopen(it.expectation, "wb");
  assert_non_null(file);
  fwrite(it.said.data, 1, it.said.length, file);
  fclose(file);
  forget(&it);
}

/* Calls visit for each model of the folder and returns their number. */
static size_t visit_bad_models(void (*visit)(const char *name)) {
  DIR *folder = opendir("tests/bad-models");
  assert_non_null(folder);
  size_t count = 0;
  for (struct dirent *entry; count < MOST_FILES && (entry = readdir(folder));) {
    size_t length = strlen(entry->d_name);
    if (length < 7 || strcmp(entry->d_name + length - 6, ".still") != 0) continue;
    visit(entry->d_name);
    count++;
  }
  closedir(folder);
  return count;
}

static void every_mistake_gets_its_message(void **state) {
  (void)state;
  assert_true(visit_bad_models(check_bad_model) >= FEWEST);
}

static void write_all(void **state) {
  (void)state;
  visit_bad_models(write_expectation);
}

int main(int count, char **arguments) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_mistake_gets_its_message)};
  const struct CMUnitTest writing[] = {cmocka_unit_test(write_all)};
  if (count == 2 && strcmp(arguments[1], "--write") == 0)
    return cmocka_run_group_tests(writing, NULL, NULL);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
