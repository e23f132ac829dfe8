/* test_attack_starts.c: starts lie below the level, in the region, and no contact is broken. */
#include <math.h>

#include "../../src/study/attack.h"
#include "stage.h"

/* V = (x^2 + y^2 + x'^2 + y'^2)/2 + y, above a floor; the machine's own energy. */
static ss_target open_target(stage *s, const ss_proof *proof) {
  const ss_system *system = ss_machine_system(s->machine);
  ss_target t = {.arena = s->arena, .system = system, .proof = proof, .n = 2, .random = 7};
  t.parameters = ss_machine_parameters(s->machine);
  assert_int_equal(
      ss_system_compile(
          system, SS_QUANTITY_BIT(GAP) | SS_QUANTITY_BIT(WN) | SS_QUANTITY_BIT(ENERGY), &t.machine),
      SS_OK);
  t.work = ss_arena_new(s->arena, ss_tape_work_size(t.machine.tape), double);
  ss_tape_prepare(t.machine.tape, t.parameters, t.work);
  t.center = ss_arena_new(s->arena, 16, double);
  t.lo = t.center + 4, t.hi = t.lo + 4, t.size = t.hi + 4;
  for (int i = 0; i < 4; i++) t.center[i] = 0, t.lo[i] = -3, t.hi[i] = 3;
  t.falls = true;
  t.level = 2;
  return t;
}

static void below_the_level(void **state) {
  (void)state;
  stage s = open_stage("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = (x^2 + y^2)/2 + y\n"
                       "contact floor { gap = y }\n");
  ss_proof proof = {0};
  ss_target t = open_target(&s, &proof);
  size_t closed = 0, gliding = 0;
  ss_target_measure(&t);
  for (int i = 0; i < 200; i++) {
    double q[2], u[2];
    assert_true(ss_target_start(&t, i % 2, i % 4 < 2, q, u));
    const double V = (q[0] * q[0] + q[1] * q[1] + u[0] * u[0] + u[1] * u[1]) / 2 + q[1];
    assert_true(V < 2 && q[1] >= -1e-12);
    assert_true(fabs(ss_target_value(&t, q, u) - V) < 1e-12);
    /* on the border: up to rounding */
    if (i % 2) assert_true(V > 2 - 1e-7);
    closed += fabs(q[1]) <= 1e-12;
    gliding += fabs(q[1]) <= 1e-12 && fabs(u[1]) <= 1e-9;
  }
  assert_true(closed > 30 && closed < 200);
  assert_true(gliding > 10 && gliding < closed);
  ss_system_tape_destroy(&t.machine);
  close_stage(&s);
}

/* Without a region, as far as the level reaches. */
static void finds_how_far(void **state) {
  (void)state;
  stage s = open_stage("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = (x^2 + y^2)/2 + y\n"
                       "contact floor { gap = y }\n");
  ss_proof proof = {0};
  ss_target t = open_target(&s, &proof);
  for (int i = 0; i < 4; i++) t.lo[i] = -INFINITY, t.hi[i] = INFINITY;
  ss_target_measure(&t);
  assert_true(t.size[0] >= 2 && t.size[0] <= 1.3 * 2);
  assert_true(t.size[1] >= sqrt(5) - 1 && t.size[1] <= 1.3 * (sqrt(5) - 1));
  const double q[2] = {100, -100}, u[2] = {0};
  assert_true(ss_target_holds(&t, q, u));
  t.hi[0] = 3, t.lo[0] = -3;
  assert_false(ss_target_holds(&t, q, u));
  ss_system_tape_destroy(&t.machine);
  close_stage(&s);
}

RUN_TESTS(T(below_the_level), T(finds_how_far))
