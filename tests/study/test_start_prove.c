/* test_start_prove.c: what is proved of starts is what they do; what cannot be is refused.
 *
 * The fed mass (k = m = F = 1, c = -0.3) has an unstable limit cycle that stops at +-coth(pi
 * sigma/(2 omega)), sigma = 0.15, omega = sqrt(1 - sigma^2): from rest, nearer starts come to rest
 * and farther ones escape. */
#include "stage.h"

static ss_start_proof prove(stage *s, double x, double u, double radius, double end) {
  const ss_start_options o = {.q = &x, .u = &u, .radius = radius, .end = end};
  ss_start_proof proof;
  assert_int_equal(ss_machine_prove_start(s->arena, s->machine, &o, &s->said, &proof), SS_OK);
  return proof;
}

static double find_cycle(void) {
  const double sigma = 0.15, turn = exp(acos(-1) * sigma / sqrt(1 - sigma * sigma));
  return (turn + 1) / (turn - 1);
}

static void both_sides_of_the_cycle(void **state) {
  (void)state;
  stage s = open_stage(FED);
  const double cycle = find_cycle();
  for (int side = -1; side <= 1; side += 2) {
    const ss_start_proof in = prove(&s, side * (cycle - 1e-3), 0, 0, 200);
    assert_int_equal(in.verdict, SS_PROVED);
    assert_true(in.time > 0 && in.level && in.tube < 0.1);
    assert_string_equal(in.set, "E1");
    assert_int_equal(prove(&s, side * (cycle + 1e-3), 0, 0, 200).verdict, SS_REFUTED);
  }
  /* a box that the cycle goes through does neither */
  assert_int_equal(prove(&s, cycle, 0, 1e-3, 200).verdict, SS_UNKNOWN);
  /* nor does one that has no time */
  assert_int_equal(prove(&s, cycle - 1e-3, 0, 0, 1).verdict, SS_UNKNOWN);
  close_stage(&s);
}

/* Random boxes: corners and middle of those that are decided, by simulation. */
static void boxes_do_what_is_proved(void **state) {
  (void)state;
  stage s = open_stage(FED);
  ss_motion_options how = ss_motion_default_options();
  uint64_t seed = 7;
  size_t decided[2] = {0};
  how.end = 400;
  for (int k = 0; k < 60; k++) {
    double at[3];
    for (int i = 0; i < 3; i++) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      at[i] = (double)(seed >> 11) * 0x1p-53;
    }
    const double x = 12 * at[0] - 6, u = 12 * at[1] - 6, radius = 0.3 * at[2];
    const ss_start_proof proof = prove(&s, x, u, radius, 60);
    if (proof.verdict == SS_UNKNOWN) continue;
    decided[proof.verdict == SS_PROVED]++;
    for (int corner = 0; corner < 5; corner++) {
      const double q = corner == 4 ? x : x + (corner % 2 ? radius : -radius);
      const double v = corner == 4 ? u : u + (corner / 2 ? radius : -radius);
      ss_arena *arena = ss_arena_create();
      ss_motion motion;
      how.end = proof.verdict == SS_PROVED ? 400 : 40;
      assert_int_equal(ss_motion_run(arena, ss_machine_system(s.machine),
                                     ss_machine_parameters(s.machine), &q, &v, &how, &motion),
                       SS_OK);
      assert_int_equal(motion.at_rest, proof.verdict == SS_PROVED);
      ss_arena_destroy(arena);
    }
  }
  assert_true(decided[0] >= 5 && decided[1] >= 5);
  close_stage(&s);
}

static void a_machine_that_always_rests(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  const ss_start_proof proof = prove(&s, 1e6, -1e6, 1e3, 60);
  assert_int_equal(proof.verdict, SS_PROVED);
  assert_null(proof.level);
  close_stage(&s);
}

/* The next turn of x'' = -x - x' from x = 1 is at -e^(-pi/sqrt(3)) = -0.163. */
static void what_touches_no_stop(void **state) {
  (void)state;
  static const struct {
    const char *gap;
    bool touches;
  } cases[] = {{"x + 0.17", false}, {"x + 0.16", true}, {"3*x + 1", false}, {"1 - x", true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[300];
    snprintf(text, sizeof text,
             "coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\nforce x = -x'\n"
             "contact c { gap = %s; slip = x'; law = coulomb(1/2) }\n",
             cases[i].gap);
    stage s = open_stage(text);
    const ss_start_proof proof = prove(&s, 1, 0, 0, 60);
    assert_int_equal(proof.verdict, cases[i].touches ? SS_UNKNOWN : SS_PROVED);
    assert_true(proof.apart == !cases[i].touches && proof.touches == cases[i].touches);
    assert_null(proof.reason);
    close_stage(&s);
  }
}

/* It comes to rest where V is above the level: the level is not why, and is not told. */
static void what_settles_above_the_level(void **state) {
  (void)state;
  stage s = open_stage("coord x, y\nkinetic = (x'^2 + y'^2)/2\npotential = (x^2 + y^2)/2\n"
                       "force x = x'/2 + y'\nforce y = x'\n"
                       "friction f { slip = x'; normal = 1; law = coulomb(1) }\n"
                       "friction g { slip = y'; normal = 1; law = coulomb(1/16) }\n");
  const double q[] = {1, 0}, u[] = {0.5, 0};
  const ss_start_options o = {.q = q, .u = u, .end = 60};
  ss_start_proof proof;
  assert_int_equal(ss_machine_prove_start(s.arena, s.machine, &o, &s.said, &proof), SS_OK);
  assert_int_equal(proof.verdict, SS_PROVED);
  assert_true(proof.settles && !proof.level && !proof.reason);
  close_stage(&s);
}

static void refuse(const char *model, double x, double radius, double end, const char *words) {
  stage s = open_stage(model);
  const double u = 0;
  const ss_start_options o = {.q = &x, .u = &u, .radius = radius, .end = end};
  ss_start_proof proof;
  assert_int_equal(ss_machine_prove_start(s.arena, s.machine, &o, &s.said, &proof), SS_BAD_INPUT);
  assert_int_equal(s.said.count, 1);
  if (!strstr(s.said.items[0].message, words)) print_error("%s\n", s.said.items[0].message);
  assert_non_null(strstr(s.said.items[0].message, words));
  close_stage(&s);
}

static void what_makes_no_sense_is_refused(void **state) {
  (void)state;
  refuse(FED, 1, -1, 60, "--radius -1: it must be 0 or above");
  refuse(FED, 1, NAN, 60, "it must be 0 or above");
  refuse(FED, 1, 0, 0, "--end 0: it must be above 0");
  refuse(FED, INFINITY, 0, 60, "the start is not finite");
  refuse(WELLS, 1, 0, 60, "by fences, not single starts");
}

/* Where no start can be followed but all are known to rest, that is told. */
static void what_is_known_of_all_is_told(void **state) {
  (void)state;
  refuse("coord x\nkinetic = 1/2*x'^2\nfriction f { slip = x'; normal = 1; law = coulomb(1) }\n", 1,
         0, 60,
         "not positive definite; but 'standstill prove' shows of all starts: every motion tends");
  refuse("coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\nforce x = -x'\n"
         "contact c { gap = x + 1 + x^3; restitution = newton(1/2, 0) }\n",
         1, 0, 60, "it has contacts: nothing carries a ball of starts through impacts yet");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(both_sides_of_the_cycle),
      cmocka_unit_test(boxes_do_what_is_proved),
      cmocka_unit_test(a_machine_that_always_rests),
      cmocka_unit_test(what_settles_above_the_level),
      cmocka_unit_test(what_touches_no_stop),
      cmocka_unit_test(what_makes_no_sense_is_refused),
      cmocka_unit_test(what_is_known_of_all_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
