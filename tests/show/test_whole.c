/* test_whole.c: whichever allocation fails, a text is whole or says that it is not.
 *
 * LIBS: -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=strdup
 */
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "motion_fixture.h"
#include "standstill/show.h"

/* ---- allocations that fail ------------------------------------------------------------------- */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
char *__wrap_strdup(const char *text);

static long until_failure = -1; /* allocations that still succeed; negative: all do */

/* One fails, the next ones succeed again: the harder case. */
static bool fails(void) {
  if (until_failure < 0) return false;
  return until_failure-- == 0;
}

void *__wrap_malloc(size_t size) {
  return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
  return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size) {
  return fails() ? NULL : __real_realloc(memory, size);
}

char *__wrap_strdup(const char *text) {
  return fails() ? NULL : __real_strdup(text);
}

/* ---- writers --------------------------------------------------------------------------------- */

static void print_system(const motion_fixture *m, ss_text *out) {
  ss_show_system(m->f.system, NULL, out);
}

static void print_motion(const motion_fixture *m, ss_text *out) {
  ss_show_motion(m->f.system, &m->motion, out);
}

static void print_motion_json(const motion_fixture *m, ss_text *out) {
  ss_show_motion_json(m->f.system, &m->motion, out);
}

static void test_texts_are_whole_or_failed(void **state) {
  static void (*const writers[])(const motion_fixture *, ss_text *) = {print_system, print_motion,
                                                                       print_motion_json};
  motion_fixture m;
  (void)state;
  start_motion(&m);
  json_set_alloc_funcs(__wrap_malloc, free);
  for (size_t w = 0; w < sizeof writers / sizeof *writers; w++) {
    ss_text whole, out;
    size_t failures = 0;
    bool is_over = false;
    ss_text_start(&whole);
    writers[w](&m, &whole);
    assert_false(whole.failed);
    for (long k = 0; !is_over; k++) {
      ss_text_start(&out);
      until_failure = k;
      writers[w](&m, &out);
      is_over = until_failure >= 0;
      until_failure = -1;
      failures += out.failed;
      if (!out.failed) assert_string_equal(out.data, whole.data);
      ss_text_stop(&out);
    }
    assert_true(failures > 0);
    ss_text_stop(&whole);
  }
  json_set_alloc_funcs(malloc, free);
  stop_motion(&m);
}

/* Whichever allocation fails, a file is whole or not there. */
static void test_files_are_whole_or_not_there(void **state) {
  static const char *const endings[] = {".csv", ".json", ".h5"};
  motion_fixture m;
  (void)state;
  start_motion(&m);
  const ss_motion_source source = get_source(&m);
  json_set_alloc_funcs(__wrap_malloc, free);
  for (size_t w = 0; w < sizeof endings / sizeof *endings; w++) {
    ss_text whole, out;
    size_t failures = 0;
    const char *name = name_file(&m, endings[w]);
    ss_text_start(&whole);
    assert_int_equal(ss_show_motion_write(&source, &m.motion, name), SS_OK);
    load_file(name, &whole);
    for (long k = 0; until_failure < 0; k++) {
      unlink(name);
      until_failure = k;
      const ss_status status = ss_show_motion_write(&source, &m.motion, name);
      if (until_failure >= 0) break;
      ss_text_start(&out);
      if (status == SS_OK) load_file(name, &out);
      if (status == SS_OK) assert_memory_equal(out.data, whole.data, whole.length);
      ss_text_stop(&out);
      if (status == SS_OK) continue;
      assert_int_equal(status, SS_MEMORY);
      assert_int_equal(access(name, F_OK), -1);
      failures++;
    }
    until_failure = -1;
    assert_true(failures > 2);
    ss_text_stop(&whole);
  }
  json_set_alloc_funcs(malloc, free);
  stop_motion(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_texts_are_whole_or_failed),
                                     cmocka_unit_test(test_files_are_whole_or_not_there)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
