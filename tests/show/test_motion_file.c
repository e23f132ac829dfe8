/* test_motion_file.c: a motion's file, in one piece and in many. */
#include <errno.h>

#include "motion_fixture.h"

static const char *const endings[] = {".csv", ".json", ".h5", ".hdf5"};
enum { ENDINGS = sizeof endings / sizeof *endings };

static void test_endings(void **state) {
  (void)state;
  motion_fixture m;
  ss_motion_file *file;
  start_motion(&m);
  const ss_motion_source source = get_source(&m);
  for (size_t k = 0; k < ENDINGS; k++)
    assert_true(ss_show_motion_has_form(name_file(&m, endings[k])));
  static const char *const others[] = {"run", "run.h55", ".csv", "h5", "run.csv.gz", ""};
  for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
    assert_false(ss_show_motion_has_form(others[k]));
    assert_int_equal(ss_show_motion_begin(&source, others[k], &file), SS_BAD_INPUT);
    assert_null(file);
  }
  for (size_t k = 0; k < ENDINGS; k++) {
    char name[50];
    snprintf(name, sizeof name, "no/such/folder/run%s", endings[k]);
    assert_int_equal(ss_show_motion_begin(&source, name, &file), SS_IO);
    assert_int_equal(errno, ENOENT);
  }
  stop_motion(&m);
}

/* A sample and an event at a time, as a long motion gives them. */
static void write_in_pieces(const motion_fixture *m, const char *name) {
  const ss_motion_source source = get_source(m);
  ss_motion_file *file;
  assert_int_equal(ss_show_motion_begin(&source, name, &file), SS_OK);
  for (size_t i = 0; i < SAMPLES; i++) {
    const ss_motion_piece piece = {1, i < EVENTS, &m->sample[i], i < EVENTS ? &m->event[i] : NULL};
    assert_true(ss_show_motion_take(file, &piece));
  }
  assert_int_equal(ss_show_motion_end(file, &m->motion), SS_OK);
}

/* It is the same file, byte by byte, and the JSON is that of the standard output. */
static void test_pieces(void **state) {
  (void)state;
  motion_fixture m;
  start_motion(&m);
  const ss_motion_source source = get_source(&m);
  for (size_t k = 0; k < ENDINGS; k++) {
    ss_text whole, pieces, json;
    ss_text_start(&whole);
    ss_text_start(&pieces);
    ss_text_start(&json);
    const char *name = name_file(&m, endings[k]);
    assert_int_equal(ss_show_motion_write(&source, &m.motion, name), SS_OK);
    load_file(name, &whole);
    write_in_pieces(&m, name);
    load_file(name, &pieces);
    assert_int_equal(whole.length, pieces.length);
    assert_memory_equal(whole.data, pieces.data, whole.length);
    ss_show_motion_json(m.f.system, &m.motion, &json);
    if (k == 1) assert_string_equal(json.data, whole.data);
    ss_text_stop(&json);
    ss_text_stop(&pieces);
    ss_text_stop(&whole);
  }
  stop_motion(&m);
}

/* What was cancelled leaves what was there. */
static void test_cancelled(void **state) {
  (void)state;
  motion_fixture m;
  start_motion(&m);
  const ss_motion_source source = get_source(&m);
  for (size_t k = 0; k < ENDINGS; k++) {
    const char *name = name_file(&m, endings[k]);
    ss_motion_file *file;
    ss_text text;
    ss_text_start(&text);
    ss_text_add(&text, "old");
    assert_int_equal(ss_file_write(name, &text), SS_OK);
    assert_int_equal(ss_show_motion_begin(&source, name, &file), SS_OK);
    const ss_motion_piece piece = {SAMPLES, EVENTS, m.sample, m.event};
    assert_true(ss_show_motion_take(file, &piece));
    ss_show_motion_cancel(file);
    load_file(name, &text);
    assert_string_equal(text.data, "oldold");
    ss_text_stop(&text);
  }
  ss_show_motion_cancel(NULL);
  stop_motion(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_endings),
      cmocka_unit_test(test_pieces),
      cmocka_unit_test(test_cancelled),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
