/* test_refuse.c: sentences without a place, and lists passed on. */
#include "stage.h"

static void sentences_have_no_place(void **state) {
  (void)state;
  stage s = open_stage(NULL);
  ss_text out;
  assert_int_equal(ss_study_refuse(&s.said, SS_IO, "cannot write %s", "a.h5"), SS_IO);
  assert_int_equal(s.said.errors, 1);
  assert_int_equal(s.said.items[0].status, SS_IO);
  ss_text_start(&out);
  ss_diagnostics_print(&s.said, &out);
  assert_string_equal(out.data, "standstill: error: cannot write a.h5\n");
  ss_text_stop(&out);
  assert_int_equal(ss_study_refuse(NULL, SS_BAD_INPUT, "nobody hears"), SS_BAD_INPUT);
  close_stage(&s);
}

static void lists_outlive_their_texts(void **state) {
  (void)state;
  stage s = open_stage(NULL);
  ss_diagnostics about;
  char file[] = "some.still";
  ss_diagnostics_start(&about, s.arena, file, "x = 1", 5);
  ss_diagnostics_add(&about, SS_WARNING, (ss_span){0, 1}, "first");
  ss_diagnostics_add(&about, SS_ERROR, (ss_span){4, 1}, "second");
  ss_study_pass_on(&about, NULL, &s.said);
  memset(file, '?', sizeof file - 1);
  assert_int_equal(s.said.count, 2);
  assert_int_equal(s.said.errors, 1);
  assert_string_equal(s.said.items[1].file, "some.still");
  assert_int_equal(s.said.items[1].column, 5);
  assert_string_equal(s.said.items[1].message, "second");
  assert_string_equal(s.said.items[1].source, "x = 1");
  assert_true(s.said.items[1].message != about.items[1].message);
  assert_true(s.said.items[1].source != about.items[1].source);
  ss_study_pass_on(&about, "--also", &s.said);
  assert_string_equal(s.said.items[3].file, "--also");
  ss_study_pass_on(&about, NULL, NULL);
  close_stage(&s);
}

RUN_TESTS(T(sentences_have_no_place), T(lists_outlive_their_texts))
