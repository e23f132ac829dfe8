/* test_confirm.c: what the checker does not confirm is not called proved, whoever asks: a
 * proof or a point of a chart. */
#include "stage.h"

/* A spring, with more statements than the checker reads: nothing else is wrong with it. */
static char *make_long_model(ss_arena *arena) {
  enum { STATES = 2100, ROOM = 32 };
  static const char head[] = "param c = 1\ncoord x\nkinetic = 1/2*x'^2\npotential = x^2\n"
                             "force x = -c*x'\n";
  char *text = ss_arena_new(arena, sizeof head + STATES * ROOM, char);
  assert_non_null(text);
  size_t used = (size_t)sprintf(text, "%s", head);
  for (int i = 0; i < STATES; i++)
    used += (size_t)sprintf(text + used, "state s%d { x = %d }\n", i, i);
  return text;
}

static void a_proof_is_withdrawn(void **state) {
  (void)state;
  stage s = open_stage(NULL);
  ss_proof proof;
  assert_int_equal(ss_machine_parse("long", make_long_model(s.arena), NULL, &s.said, &s.machine),
                   SS_OK);
  assert_int_equal(ss_machine_prove(s.arena, s.machine, NULL, &s.said, &proof), SS_OK);
  assert_int_equal(proof.verdict, SS_UNKNOWN);
  assert_true(proof.supported);
  assert_non_null(strstr(proof.reason, "the checker does not confirm: the model has more than"));
  ss_proof_clear(&proof);
  close_stage(&s);
}

static void what_it_confirms_stays(void **state) {
  (void)state;
  stage s = open_stage(FED);
  ss_proof proof;
  assert_int_equal(ss_machine_prove(s.arena, s.machine, NULL, &s.said, &proof), SS_OK);
  assert_int_equal(proof.verdict, SS_PROVED);
  assert_false(proof.supported);
  ss_proof_clear(&proof);
  close_stage(&s);
}

static void nor_does_a_chart_tell_it(void **state) {
  (void)state;
  stage s = open_stage(NULL);
  assert_int_equal(ss_machine_parse("long", make_long_model(s.arena), NULL, &s.said, &s.machine),
                   SS_OK);
  ss_parameter_chart_options o = chart_options("prove");
  o.parameter[0] = "c";
  o.parameter[1] = NULL;
  o.low[0] = 1;
  o.high[0] = 2;
  const ss_sweep_map *map = run_chart(&s, &o);
  assert_string_equal(name_class(map, 0, 0), "unknown");
  close_stage(&s);
}

RUN_TESTS(T(a_proof_is_withdrawn), T(what_it_confirms_stays), T(nor_does_a_chart_tell_it))
