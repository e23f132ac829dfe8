/* test_map.c: a map in the making: its grid, its file, its facts. */
#include "stage.h"

static ss_status start(stage *s, const ss_map_options *o, ss_map_work *w) {
  *w = (ss_map_work){.arena = s->arena, .machine = s->machine, .options = o};
  return ss_map_start(w, "basin", &s->said);
}

static void first_facts(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  const ss_map_options o = ss_map_default_options();
  ss_map_work w;
  assert_int_equal(start(&s, &o, &w), SS_OK);
  assert_string_equal(ss_sweep_fact_of(&w.map, "kind"), "basin");
  assert_string_equal(ss_sweep_fact_of(&w.map, "model"), "Bead");
  assert_string_equal(ss_sweep_fact_of(&w.map, "parameters"), "F=0.5 k=1");
  assert_int_equal(strlen(ss_sweep_fact_of(&w.map, "hash")), 64);
  assert_int_equal(w.map.axis[1].count, 101);
  assert_int_equal(w.map.class_of_code[0].role, SS_SWEEP_NOT_DONE);
  ss_map_add_fact(&w, "note", "two\nlines");
  assert_string_equal(ss_sweep_fact_of(&w.map, "note"), "two lines");
  assert_string_equal(ss_map_number(&w, 0.1), "0.1");
  assert_string_equal(ss_map_number(&w, 1.0 / 3), "0.3333333333333333");
  close_stage(&s);
}

static void the_loop_is_a_fact(void **state) {
  (void)state;
  stage s = open_stage(NULL);
  const char *input = "v=sin(t)";
  const ss_machine_options options = {.feedback = "soft", .inputs = 1, .input = &input};
  const ss_map_options o = ss_map_default_options();
  ss_map_work w;
  assert_int_equal(ss_machine_parse("cart", CART, &options, &s.said, &s.machine), SS_OK);
  assert_int_equal(start(&s, &o, &w), SS_OK);
  ss_map_add_loop(&w);
  assert_string_equal(ss_sweep_fact_of(&w.map, "feedback"), "soft");
  assert_string_equal(ss_sweep_fact_of(&w.map, "input"), "v=sin(t)");
  close_stage(&s);
}

static void mistakes(void **state) {
  (void)state;
  static const struct {
    ss_map_options options;
    ss_status status;
    const char *text;
  } wrong[] = {
      {{.count = {0, 5}}, SS_BAD_INPUT, "--grid 0x5: expected"},
      {{.count = {99999, 99999}}, SS_BAD_INPUT, "more points than a map can have"},
      {{.count = {2, 2}, .threads = 2000}, SS_BAD_INPUT, "--threads 2000: at most 1024"},
      {{.count = {2, 2}, .resume = true}, SS_BAD_INPUT, "--out FILE"},
      {{.count = {2, 2}, .file = "a.txt"}, SS_BAD_INPUT, "the ending must be"},
      {{.count = {2, 2}, .file = "/nowhere/a.h5"}, SS_IO, "cannot write /nowhere/a.h5"},
  };
  stage s = open_stage(BEAD);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    ss_map_work w;
    assert_int_equal(start(&s, &wrong[i].options, &w), wrong[i].status);
    assert_said(&s, wrong[i].text);
  }
  close_stage(&s);
}

static void numbers_of_motions(void **state) {
  (void)state;
  stage s = open_stage(NULL);
  ss_reach_options o = ss_reach_default_options();
  o.gain = NAN; /* to be chosen */
  assert_int_equal(ss_map_check_reach(&o, &s.said), SS_OK);
  o.tolerance = 1;
  assert_int_equal(ss_map_check_reach(&o, &s.said), SS_BAD_INPUT);
  assert_said(&s, "--tolerance 1: ");
  o.end = -1;
  assert_int_equal(ss_map_check_reach(&o, &s.said), SS_BAD_INPUT);
  assert_said(&s, "--end -1: expected a number above 0");
  close_stage(&s);
}

RUN_TESTS(T(first_facts), T(the_loop_is_a_fact), T(mistakes), T(numbers_of_motions))
