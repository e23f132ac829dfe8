/* test_rest_box.c: where rest sets are searched, from texts. */
#include "stage.h"

static void ranges(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  ss_rest_options search = ss_rest_default_options();
  const char *box[] = {"x=-1:2.5"};
  assert_int_equal(ss_machine_read_box(s.arena, s.machine, 0, NULL, &s.said, &search), SS_OK);
  assert_true(isnan(search.from[0]) && isnan(search.to[0]));
  assert_int_equal(ss_machine_read_box(s.arena, s.machine, 1, box, &s.said, &search), SS_OK);
  assert_true(search.from[0] == -1 && search.to[0] == 2.5);
  close_stage(&s);
}

static void mistakes(void **state) {
  (void)state;
  static const char *const wrong[][2] = {{"y=0:1", "--box y=0:1: this is no coordinate"},
                                         {"x", "expected NAME=LOW:HIGH"},
                                         {"x=1", "expected NAME=LOW:HIGH"},
                                         {"x=1:0", "expected NAME=LOW:HIGH"},
                                         {"x=0:inf", "expected NAME=LOW:HIGH"},
                                         {"x=0:1z", "expected NAME=LOW:HIGH"}};
  stage s = open_stage(BEAD);
  ss_rest_options search = ss_rest_default_options();
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_int_equal(ss_machine_read_box(s.arena, s.machine, 1, &wrong[i][0], &s.said, &search),
                     SS_BAD_INPUT);
    assert_said(&s, wrong[i][1]);
  }
  close_stage(&s);
}

RUN_TESTS(T(ranges), T(mistakes))
