/* test_stance_solve.c: what is found holds; what is changed does not. */
#include "stances.h"

static void found_and_changed(void **state) {
  (void)state;
  machine m = read_machine("models/planar-biped.still", NULL, 0, NULL);
  ss_footing *s = find_stance(&m);
  assert_true(ss_stance_pose(s));
  assert_int_equal(ss_stance_solve(s), SS_OK);
  assert_true(s->margin > 0);
  assert_true(ss_stance_verify(s));
  const double f = s->unknown[STANCE_F];
  s->unknown[STANCE_F] = -f;
  assert_false(ss_stance_verify(s));
  s->unknown[STANCE_F] = f;
  for (size_t k = 0; k < s->multipliers; k++) {
    const double N = s->multiplier[k];
    s->multiplier[k] = -1e-300;
    assert_false(ss_stance_verify(s));
    s->multiplier[k] = N;
  }
  assert_true(ss_stance_verify(s));
  stop(&m);
}

/* The program is kept, and written and read again has the margin for its optimum; each unknown and
 * each multiplier stands in it. */
static void program_is_kept(void **state) {
  const ss_sdp_program *again;
  ss_diagnostics list;
  ss_text text;
  (void)state;
  machine m = ask_biped("");
  assert_non_null(m.proof.program);
  ss_text_start(&text);
  assert_int_equal(ss_sdp_write_text(m.proof.program, NULL, &text), SS_OK);
  ss_diagnostics_start(&list, m.arena, NULL, NULL, 0);
  assert_int_equal(ss_sdp_read_text(text.data, text.length, m.arena, &list, &again), SS_OK);
  ss_text_stop(&text);
  bool met[1000] = {false};
  assert_true(again->equalities < 1000);
  for (size_t k = 0; k < again->entries; k++) met[again->entry[k].equality] = true;
  for (size_t i = 0; i < again->equalities; i++) assert_true(met[i]);
  const ss_sdp_options options = ss_sdp_default_options();
  ss_sdp_answer answer;
  assert_int_equal(ss_sdp_solve(again, &options, m.arena, &answer), SS_OK);
  assert_int_equal(answer.outcome, SS_SDP_OPTIMAL);
  ss_footing *s = find_stance(&m);
  assert_true(ss_stance_pose(s));
  assert_int_equal(ss_stance_solve(s), SS_OK);
  assert_true(fabs(answer.point.y[again->equalities - 1] - s->margin) < 1e-7);
  stop(&m);
}

/* Rocking grows there (inverse chatter): nothing is found. */
static void not_found(void **state) {
  (void)state;
  machine m = prove_file("models/planar-biped.still", "d=0.4 mu1=0.25");
  ss_footing *s = find_stance(&m);
  assert_true(ss_stance_pose(s));
  assert_int_equal(ss_stance_solve(s), SS_OK);
  assert_false(ss_stance_verify(s));
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(found_and_changed),
                                     cmocka_unit_test(program_is_kept),
                                     cmocka_unit_test(not_found)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
