/* test_confirm.c: what the checker does not confirm is not called proved, whoever asks: a
 * proof, a point of a chart, or a map. */
#include <unistd.h>

#include "stage.h"

static const char SPRING[] = "param c = 1\ncoord x\nkinetic = 1/2*x'^2\npotential = x^2\n"
                             "force x = -c*x'\n";

static const char WELL[] = "coord x\nkinetic = 1/2*x'^2\npotential = x^4/4 - x^2/2\n"
                           "force x = -x'/4\n"
                           "friction f { slip = x'; normal = 1; law = coulomb(1/10) }\n";

/* A model with more statements than the checker reads: nothing else is wrong with it. */
static char *make_long_model(ss_arena *arena, const char *head) {
  enum { STATES = 2100, ROOM = 32 };
  char *text = ss_arena_new(arena, strlen(head) + STATES * ROOM, char);
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
  assert_int_equal(
      ss_machine_parse("long", make_long_model(s.arena, SPRING), NULL, &s.said, &s.machine), SS_OK);
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
  assert_int_equal(
      ss_machine_parse("long", make_long_model(s.arena, SPRING), NULL, &s.said, &s.machine), SS_OK);
  ss_parameter_chart_options o = chart_options("prove");
  o.parameter[0] = "c";
  o.parameter[1] = NULL;
  o.low[0] = 1;
  o.high[0] = 2;
  const ss_sweep_map *map = run_chart(&s, &o);
  assert_string_equal(name_class(map, 0, 0), "unknown");
  close_stage(&s);
}

/* Without a file, with a map, with a certificate alone. (Tubes towards a level have none here: the
 * proof that they lead to is withdrawn.) */
static void nor_does_a_map(void **state) {
  (void)state;
  static const char *const ends[] = {NULL, ".h5", ".proof.json"};
  for (size_t k = 0; k < 3; k++) {
    stage s = open_stage(NULL);
    ss_basin_options o = ss_basin_default_options();
    ss_basin *basin;
    char file[100], part[110];
    snprintf(file, sizeof file, "%s/unconfirmed-%d%s", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp",
             (int)getpid(), ends[k] ? ends[k] : "");
    snprintf(part, sizeof part, "%s.part", file);
    for (int i = 0; i < 2; i++) o.low[i] = -2, o.high[i] = 2;
    o.axis[0] = "x";
    o.axis[1] = "x'";
    o.prove = true;
    o.depth = 4;
    o.map.file = ends[k] ? file : NULL;
    char *text = make_long_model(s.arena, WELL);
    assert_int_equal(ss_machine_parse("long", text, NULL, &s.said, &s.machine), SS_OK);
    assert_int_equal(ss_basin_prepare(s.arena, s.machine, &o, &s.said, &basin), SS_OK);
    assert_int_equal(ss_basin_run(basin, &s.said), SS_BAD_INPUT);
    assert_non_null(strstr(s.said.items[s.said.count - 1].message, "not confirm it: the model"));
    assert_int_not_equal(access(file, F_OK), 0);
    assert_int_not_equal(access(part, F_OK), 0);
    close_stage(&s);
  }
}

RUN_TESTS(T(a_proof_is_withdrawn), T(what_it_confirms_stays), T(nor_does_a_chart_tell_it),
          T(nor_does_a_map))
