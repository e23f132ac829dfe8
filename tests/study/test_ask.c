/* test_ask.c: single questions to a machine, against closed forms. */
#include "stage.h"

/* From 2F it swings once, for pi, and rests in the middle. */
static void a_motion(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  ss_motion motion;
  ss_motion_options o = ss_motion_default_options();
  assert_int_equal(ss_machine_move(s.arena, s.machine, NULL, NULL, &s.said, &motion), SS_OK);
  assert_true(motion.at_rest && fabs(motion.t - M_PI) < 1e-7 && fabs(motion.q[0]) < 1e-7);
  o.end = -1;
  assert_true(ss_machine_move(s.arena, s.machine, "kick", &o, &s.said, &motion) != SS_OK);
  assert_int_equal(s.said.errors, 1);
  s.said.count = s.said.errors = 0;
  assert_int_equal(ss_machine_move(s.arena, s.machine, "moon", NULL, &s.said, &motion),
                   SS_BAD_INPUT);
  assert_null(motion.q);
  assert_said(&s, "unknown state 'moon'");
  close_stage(&s);
}

static void rest_sets_and_members(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  ss_rest_sets sets;
  ss_rest_answer answer;
  assert_int_equal(ss_machine_rest(s.arena, s.machine, NULL, &s.said, &sets), SS_OK);
  assert_int_equal(sets.count, 1);
  assert_true(sets.set[0].lo[0] == -0.5 && sets.set[0].hi[0] == 0.5);
  assert_int_equal(ss_machine_contains(s.arena, s.machine, "x=1/2", 1e-9, &s.said, &answer), SS_OK);
  assert_true(answer.verdict == SS_PROVED && answer.exact);
  assert_int_equal(ss_machine_contains(s.arena, s.machine, NULL, 1e-9, &s.said, &answer), SS_OK);
  assert_int_equal(answer.verdict, SS_REFUTED); /* at 2F */
  assert_int_equal(ss_machine_contains(s.arena, s.machine, "x=0", -1, &s.said, &answer),
                   SS_BAD_ARGUMENT);
  assert_said(&s, "--contains x=0: the tolerance is negative");
  assert_int_equal(ss_machine_contains(s.arena, s.machine, "y=0", 0, &s.said, &answer),
                   SS_BAD_INPUT);
  assert_string_equal(s.said.items[0].file, "--contains");
  close_stage(&s);
}

static void what_depends_on_the_time_has_no_rest(void **state) {
  (void)state;
  stage s = open_stage(NULL);
  const char *input = "v=sin(t)";
  const ss_machine_options o = {.inputs = 1, .input = &input};
  ss_rest_sets sets;
  assert_int_equal(ss_machine_parse("cart", CART, &o, &s.said, &s.machine), SS_OK);
  assert_int_equal(ss_machine_rest(s.arena, s.machine, NULL, &s.said, &sets), SS_BAD_ARGUMENT);
  assert_said(&s, "cart: ");
  close_stage(&s);
}

static void proofs_and_certificates(void **state) {
  (void)state;
  stage s = open_stage(FED), wells = open_stage(WELLS);
  ss_proof proof;
  char file[] = "/tmp/standstill-proof-XXXXXX", text[100] = "";
  close(mkstemp(file));
  assert_int_equal(ss_machine_prove(s.arena, s.machine, NULL, &s.said, &proof), SS_OK);
  assert_int_equal(proof.verdict, SS_PROVED);
  assert_int_equal(ss_machine_certify(s.machine, &proof, file, &s.said), SS_OK);
  FILE *in = fopen(file, "r");
  assert_true(fread(text, 1, sizeof text - 1, in) > 50 && text[0] == '{');
  fclose(in);
  unlink(file);
  assert_int_equal(ss_machine_certify(s.machine, &proof, "/nowhere/p.json", &s.said), SS_IO);
  assert_said(&s, "cannot write /nowhere/p.json");
  ss_proof_clear(&proof);
  assert_int_equal(ss_machine_prove(wells.arena, wells.machine, NULL, &wells.said, &proof), SS_OK);
  /* of three rest sets one in a well, not the one on the hill */
  assert_int_equal(proof.verdict, SS_PROVED);
  ss_proof_clear(&proof);
  ss_proof_options o = ss_proof_default_options();
  o.question = SS_QUESTION_BOUNDED;
  assert_int_equal(ss_machine_prove(wells.arena, wells.machine, &o, &wells.said, &proof), SS_OK);
  assert_int_equal(proof.verdict, SS_PROVED);
  ss_proof_clear(&proof);
  stage odd = open_stage("coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\nforce x = x'^3\n");
  assert_int_equal(ss_machine_prove(odd.arena, odd.machine, &o, &odd.said, &proof), SS_OK);
  assert_int_equal(proof.verdict, SS_UNKNOWN);
  assert_int_equal(ss_machine_certify(odd.machine, &proof, file, &odd.said), SS_BAD_ARGUMENT);
  assert_said(&odd, "nothing to certify");
  ss_proof_clear(&proof);
  close_stage(&odd);
  close_stage(&s);
  close_stage(&wells);
}

/* A certificate has no place for a formula of the caller's: nobody could check it. */
static void a_formula_is_not_certified(void **state) {
  (void)state;
  static const char text[] = "coord x\ninput v\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\n"
                             "force x = v - x'\n"
                             "friction base { slip = x'; normal = 1; law = coulomb(1) }\n";
  stage s = open_stage(NULL);
  const char *input = "v=-x'";
  const ss_machine_options o = {.inputs = 1, .input = &input};
  ss_proof proof;
  assert_int_equal(ss_machine_parse("driven", text, &o, &s.said, &s.machine), SS_OK);
  assert_int_equal(ss_machine_prove(s.arena, s.machine, NULL, &s.said, &proof), SS_OK);
  assert_int_equal(proof.verdict, SS_PROVED);
  assert_int_equal(ss_machine_certify(s.machine, &proof, "/nowhere/p.json", &s.said), SS_BAD_INPUT);
  assert_said(&s, "--input v=-x' is none");
  ss_proof_clear(&proof);
  close_stage(&s);
}

RUN_TESTS(T(a_motion), T(rest_sets_and_members), T(what_depends_on_the_time_has_no_rest),
          T(proofs_and_certificates), T(a_formula_is_not_certified))
