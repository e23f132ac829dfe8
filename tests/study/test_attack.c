/* test_attack.c: claims that are true stand, claims that are false fall. */
#include "stage.h"

#define WELLS                                                                                      \
  "coord x\nkinetic = 1/2*x'^2\npotential = (x^2 - 1)^2\nforce x = -x'/5\n"                        \
  "state right { x = 1 }\n"
/* A reversed van der Pol oscillator: the cycle is at about |x| = 2. */
#define CYCLE                                                                                      \
  "coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\nforce x = -(1 - x^2)*x'\n"                    \
  "lyapunov V = 3*x^2/2 + x*x' + x'^2\n"

static ss_proof prove(stage *s, const char *at) {
  ss_rest_choice choice;
  ss_proof_options o = ss_proof_default_options();
  ss_proof proof;
  assert_int_equal(ss_machine_choose_rest(s->arena, s->machine, at, 0, &s->said, &choice), SS_OK);
  o.at = choice.at;
  o.chosen = at != NULL;
  o.sets = &choice.sets;
  o.own_set = choice.chosen;
  assert_int_equal(ss_machine_prove(s->arena, s->machine, &o, &s->said, &proof), SS_OK);
  return proof;
}

static ss_attack attack(stage *s, const ss_proof *proof, size_t count) {
  ss_attack_options o = ss_attack_default_options();
  ss_attack result;
  o.count = count;
  o.end = 400;
  assert_int_equal(ss_machine_attack(s->arena, s->machine, proof, &o, &s->said, &result), SS_OK);
  assert_null(result.why_not);
  assert_int_equal(result.motions, result.rested + result.moving + result.failed + result.findings);
  return result;
}

static void claims_that_stand(void **state) {
  (void)state;
  static const char *const texts[] = {
      BEAD, WELLS, CYCLE,
      "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = x^2 + y\n"
      "contact floor { gap = y; slip = x'; law = coulomb(1/3);"
      " restitution = newton(1/2, 0) }\n",
      /* a force that pulls everywhere but at the rest point, and is no part of U: T + U grows */
      "coord x\nkinetic = 1/2*x'^2\nforce x = -x - x'\n"
      "friction f { slip = x'; normal = 1; law = coulomb(1/9) }\n",
      /* impacts that gain energy, three times what there was, and the body rests all the same */
      "coord x, y\nkinetic = 6*y'^2 + 4.55*x'^2 - 10*x'*y'\npotential = y\n"
      "contact f { gap = y; slip = x'; law = coulomb(4/5); restitution = newton(22/25, 0) }\n"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    stage s = open_stage(texts[i]);
    ss_proof proof = prove(&s, i == 1 ? "right" : NULL);
    assert_int_equal(proof.verdict, SS_PROVED);
    const ss_attack a = attack(&s, &proof, 40);
    assert_int_equal(a.motions, 40);
    assert_int_equal(a.findings, 0);
    assert_int_equal(a.failed, 0);
    assert_true(a.rested > 0);
    ss_proof_clear(&proof);
    close_stage(&s);
  }
}

/* V grows beyond the true level of a function of the file. */
static void a_level_that_is_too_high(void **state) {
  (void)state;
  stage s = open_stage(CYCLE);
  ss_proof proof = prove(&s, NULL);
  assert_int_equal(proof.verdict, SS_PROVED);
  proof.levels.proved *= 2.5;
  const ss_attack a = attack(&s, &proof, 40);
  assert_true(a.findings > 0);
  size_t gains = 0;
  for (size_t i = 0; i < a.findings; i++) {
    const ss_attack_finding *f = &a.finding[i];
    gains += f->kind == SS_ATTACK_GAINS && f->after > f->before;
    const double V = 1.5 * f->q[0] * f->q[0] + f->q[0] * f->u[0] + f->u[0] * f->u[0];
    assert_true(V <= proof.levels.proved);
  }
  assert_true(gains > 0);
  ss_proof_clear(&proof);
  close_stage(&s);
}

/* Over the ridge between two wells, out of the region; and to the other well, where the region is
 * made larger and a point is claimed. */
static void a_region_that_is_left(void **state) {
  (void)state;
  stage s = open_stage(WELLS);
  ss_proof proof = prove(&s, "right");
  assert_int_equal(proof.verdict, SS_PROVED);
  proof.levels.proved = 3;
  ss_attack a = attack(&s, &proof, 40);
  size_t count[3] = {0};
  for (size_t i = 0; i < a.findings; i++) count[a.finding[i].kind]++;
  assert_true(count[SS_ATTACK_LEAVES] > 0);
  proof.region_count = 0;
  proof.only_point = true;
  a = attack(&s, &proof, 40);
  assert_true(a.findings > 0);
  for (size_t i = 0; i < a.findings; i++) assert_int_equal(a.finding[i].kind, SS_ATTACK_ELSEWHERE);
  ss_proof_clear(&proof);
  close_stage(&s);
}

/* The same seed, the same starts; nothing to attack where nothing is claimed. */
static void repeats(void **state) {
  (void)state;
  stage s = open_stage(CYCLE);
  ss_proof proof = prove(&s, NULL);
  proof.levels.proved *= 2.5;
  const ss_attack a = attack(&s, &proof, 20), b = attack(&s, &proof, 20);
  assert_int_equal(a.findings, b.findings);
  for (size_t i = 0; i < a.findings; i++) {
    assert_true(a.finding[i].q[0] == b.finding[i].q[0] && a.finding[i].u[0] == b.finding[i].u[0]);
    assert_true(a.finding[i].t == b.finding[i].t);
  }
  proof.verdict = SS_UNKNOWN;
  ss_attack none;
  assert_int_equal(ss_machine_attack(s.arena, s.machine, &proof, NULL, &s.said, &none), SS_OK);
  assert_non_null(none.why_not);
  assert_int_equal(none.motions, 0);
  ss_proof_clear(&proof);
  close_stage(&s);
}

RUN_TESTS(T(claims_that_stand), T(a_level_that_is_too_high), T(a_region_that_is_left), T(repeats))
