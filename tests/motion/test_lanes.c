/* test_lanes.c: a block of motions against the same motions one at a time.
 *
 * Lanes differ from the scalar method in rounding only: in the last bit of sines and in the digits
 * of contact impulses beyond the solver's tolerance (1e-10 of a step's velocities, and contact
 * problems forget such errors). Rounding is amplified by impacts and by modes that change; the
 * bounds below are for the times given, in which a motion is not chaotic.
 */
#include "../../src/motion/motion_lanes.h"
#include "machine.h"

enum { MOST = 8 }; /* coordinates */

static uint64_t source = 88172645463325252ULL;

static double draw(double low, double high) {
  source ^= source << 13;
  source ^= source >> 7;
  source ^= source << 17;
  return low + (high - low) * (double)(source >> 11) * 0x1p-53;
}

/* Puts a lane on the start and runs the same motion one step after the other. */
static void compare_lane(machine *m, const ss_motion_lanes *block, size_t lane, double end,
                         double bound) {
  double q[MOST], u[MOST];
  const double t = ss_motion_lanes_get(block, lane, q, u);
  machine_run_well(m, end);
  assert_near(t, end, 1e-9);
  for (size_t k = 0; k < m->system->coordinates; k++) {
    assert_near(q[k], m->motion.q[k], bound);
    assert_near(u[k], m->motion.u[k], 10 * bound);
  }
}

/* `starts` random perturbations of a state's velocities (and of what `spread` gives for the
 * coordinates), in a block and alone. */
static void compare(const char *model, const char *state, double spread, double end, double bound) {
  const double step = 1e-3;
  machine m = machine_open(model, NULL);
  const size_t n = m.system->coordinates;
  double q[SS_LANES][MOST], u[SS_LANES][MOST];
  ss_motion_lanes *block;
  assert_int_equal(ss_motion_lanes_create(m.system, m.parameters, step, &block), SS_OK);
  machine_put(&m, state);
  uint64_t good = 0;
  for (size_t lane = 0; lane < SS_LANES; lane++) {
    for (size_t k = 0; k < n; k++) {
      q[lane][k] = m.q[k] + (lane ? draw(0, spread) : 0);
      u[lane][k] = m.u[k] + (lane && spread > 0 ? draw(-0.1, 0.1) : 0);
    }
    good |= (uint64_t)ss_motion_lanes_put(block, lane, 0, q[lane], u[lane]) << lane;
  }
  assert_true(good & 1);
  assert_true(ss_motion_lanes_moving(block) == good);
  ss_motion_lanes_run(block, (size_t)lround(end / step));
  assert_true(ss_motion_lanes_failed(block) == ~good);
  m.options.method = SS_MOTION_MOREAU;
  m.options.step = step;
  m.options.go_on_at_rest = true;
  size_t compared = 0;
  for (size_t lane = 0; lane < SS_LANES && compared < 12; lane++) {
    if (!(good >> lane & 1)) continue;
    memcpy(m.q, q[lane], n * sizeof *m.q);
    memcpy(m.u, u[lane], n * sizeof *m.u);
    compare_lane(&m, block, lane, end, bound);
    compared++;
  }
  assert_true(spread == 0 || compared == 12);
  ss_motion_lanes_destroy(block);
  machine_close(&m);
}

static void test_blocks_move_as_one_by_one(void **state) {
  (void)state;
  compare("rocking-block", "drop", 0.02, 0.6, 1e-9);
  compare("falling-block", "drop", 0.1, 2, 1e-9);
  compare("bouncing-ball", "drop", 0.1, 3, 1e-9);
  compare("planar-biped", "nudged", 0, 1, 1e-9);
}

static void test_known_forces(void **state) {
  (void)state;
  compare("friction-oscillator", "kick", 0.1, 2, 1e-10);
  compare("two-masses", "apart", 0.5, 10, 1e-9);
  compare("two-masses-between", "apart", 0.5, 10, 1e-9);
}

/* Sliders, a mass matrix that varies, a control, a clutch. */
static void test_all_kinds_of_machines(void **state) {
  (void)state;
  compare("constrained-beam", "pulled", 0, 2, 1e-10);
  compare("plank-box", "above", 0, 0.5, 1e-9);
  compare("arm-against-stop", "start", 0.1, 1, 1e-9);
  compare("ratchet", "wound", 0.3, 2, 1e-9);
  compare("rough-pendulum", "raised", 0, 1, 1e-9);
}

/* What lanes cannot hold is done one at a time, in the same block. */
static void test_spatial_friction(void **state) {
  (void)state;
  compare("sliding-disk", "orbit", 0.2, 0.5, 1e-9);
  compare("three-leg-stool", "drop", 0, 0.5, 1e-8);
}

/* ---- company --------------------------------------------------------------------------------- */

/* A motion is the same to the last bit whatever its lane, its company and the time of its start:
 * work can be cut into blocks and given to threads in any way. */
static void mix(const char *model, const char *state, double spread, size_t steps) {
  static const size_t places[] = {0, 5, 13, 40, 63};
  machine m = machine_open(model, NULL);
  const size_t n = m.system->coordinates, bytes = n * sizeof(double);
  ss_motion_lanes *alone, *block;
  assert_int_equal(ss_motion_lanes_create(m.system, m.parameters, 1e-3, &alone), SS_OK);
  assert_int_equal(ss_motion_lanes_create(m.system, m.parameters, 1e-3, &block), SS_OK);
  machine_put(&m, state);
  assert_true(ss_motion_lanes_put(alone, 17, 0, m.q, m.u));
  ss_motion_lanes_run(alone, steps);
  double q[MOST], u[MOST], other[MOST], speed[MOST];
  ss_motion_lanes_get(alone, 17, q, u);
  for (size_t lane = 0; lane < SS_LANES; lane++) {
    for (size_t k = 0; k < n; k++) other[k] = m.q[k] + draw(0, spread);
    ss_motion_lanes_put(block, lane, 0, other, m.u);
  }
  ss_motion_lanes_run(block, 50);
  for (size_t k = 0; k < 5; k++) /* the last of them late: nothing here depends on the time */
    assert_true(ss_motion_lanes_put(block, places[k], 0.25 * (double)k, m.q, m.u));
  ss_motion_lanes_run(block, steps);
  for (size_t k = 0; k < 5; k++) {
    ss_motion_lanes_get(block, places[k], other, speed);
    assert_memory_equal(other, q, bytes);
    assert_memory_equal(speed, u, bytes);
  }
  ss_motion_lanes_destroy(alone);
  ss_motion_lanes_destroy(block);
  machine_close(&m);
}

static void test_company_does_not_matter(void **state) {
  (void)state;
  mix("rocking-block", "drop", 0.02, 1500);
  mix("rocking-block", "tilted", 0.02, 1500);
  mix("falling-block", "drop", 0.1, 1500);
  mix("bouncing-ball", "drop", 0.3, 3000);
  mix("two-masses", "apart", 0.5, 3000);
  mix("plank-box", "above", 0.01, 1000);
  mix("arm-against-stop", "start", 0.1, 1000);
  mix("ratchet", "wound", 0.3, 1500);
  mix("three-leg-stool", "drop", 0.1, 300);
  /* what happens in the first step has no step before it, whenever that is */
  mix("bouncing-ball", "y=0.0004, y'=-1", 0.3, 20);
  mix("bouncing-ball", "y=-0.0000000005, y'=-1", 0.3, 20);
  mix("rocking-block", "y=0.1003, y'=-1", 0.02, 20);
  mix("two-masses", "x1=3, x1'=-0.0004, x2=-1, x2'=0.0003", 0.5, 20);
  mix("friction-oscillator", "x=3, x'=0.0005", 0.5, 20);
}

/* ---- use ------------------------------------------------------------------------------------- */

static void test_lanes_come_and_go(void **state) {
  (void)state;
  machine m = machine_open("bouncing-ball", NULL);
  ss_motion_lanes *block;
  double q = 1, u = 0;
  assert_int_equal(ss_motion_lanes_create(m.system, m.parameters, 1e-3, &block), SS_OK);
  assert_true(ss_motion_lanes_moving(block) == 0 && ss_motion_lanes_failed(block) == 0);
  ss_motion_lanes_run(block, 10);
  assert_true(ss_motion_lanes_put(block, 3, 0, &q, &u));
  ss_motion_lanes_run(block, 100);
  assert_true(ss_motion_lanes_put(block, 5, 2, &q, &u));
  ss_motion_lanes_run(block, 100);
  assert_true(ss_motion_lanes_moving(block) == (1 << 3 | 1 << 5));
  assert_near(ss_motion_lanes_get(block, 3, &q, &u), 0.2, 1e-12);
  assert_near(q, 1 - 0.5 * 9.81 * 0.2 * 0.2, 1e-12);
  assert_near(ss_motion_lanes_get(block, 5, &q, &u), 2.1, 1e-12);
  assert_near(u, -9.81 * 0.1, 1e-12);
  ss_motion_lanes_take_out(block, 3);
  ss_motion_lanes_run(block, 50);
  assert_true(ss_motion_lanes_moving(block) == 1 << 5);
  assert_near(ss_motion_lanes_get(block, 3, &q, &u), 0.2, 1e-12);
  assert_near(q, 1 - 0.5 * 9.81 * 0.2 * 0.2, 1e-12);
  /* a ball on the floor is slow, one in the air is not */
  q = u = 0;
  assert_true(ss_motion_lanes_put(block, 63, 0, &q, &u));
  ss_motion_lanes_run(block, 10);
  assert_true(ss_motion_lanes_slower(block, 1e-10) == (uint64_t)1 << 63);
  ss_motion_lanes_destroy(block);
  ss_motion_lanes_destroy(NULL);
  machine_close(&m);
}

static void test_bad_input(void **state) {
  (void)state;
  machine m = machine_open("bouncing-ball", NULL);
  ss_motion_lanes *block;
  static const double bad[] = {0, -1, NAN, INFINITY};
  for (size_t k = 0; k < 4; k++) {
    assert_int_equal(ss_motion_lanes_create(m.system, m.parameters, bad[k], &block),
                     SS_BAD_ARGUMENT);
    assert_null(block);
  }
  assert_int_equal(ss_motion_lanes_create(m.system, m.parameters, 1e-3, &block), SS_OK);
  const double deep = -0.1, wild = NAN, high = 1, still = 0, fast = INFINITY;
  assert_false(ss_motion_lanes_put(block, 0, 0, &deep, &still));
  assert_false(ss_motion_lanes_put(block, 1, 0, &wild, &still));
  assert_false(ss_motion_lanes_put(block, 2, 0, &high, &fast));
  assert_true(ss_motion_lanes_put(block, 3, 0, &high, &still));
  assert_true(ss_motion_lanes_failed(block) == 7);
  assert_true(ss_motion_lanes_put(block, 0, 0, &high, &still));
  assert_true(ss_motion_lanes_failed(block) == 6);
  ss_motion_lanes_destroy(block);
  m.parameters[0] = -1; /* the mass */
  assert_int_equal(ss_motion_lanes_create(m.system, m.parameters, 1e-3, &block), SS_SINGULAR);
  machine_close(&m);
  m = machine_parse("coord x\ninput v\nkinetic = 1/2*x'^2\nforce x = v\n");
  ss_system *open;
  assert_int_equal(ss_system_derive(m.arena, m.model, &open), SS_OK);
  assert_int_equal(ss_motion_lanes_create(open, m.parameters, 1e-3, &block), SS_BAD_ARGUMENT);
  machine_close(&m);
}

/* Lanes fail alone: x'' = x^3 explodes at sqrt(2)/x(0), the others go on; where the normal force of
 * a friction or a mass turns negative, the lane stops before. */
static void test_lanes_fail_alone(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\npotential = -1/4*x^4\n");
  ss_motion_lanes *block;
  double q = 1, u = sqrt(0.5);
  assert_int_equal(ss_motion_lanes_create(m.system, m.parameters, 1e-3, &block), SS_OK);
  assert_true(ss_motion_lanes_put(block, 7, 0, &q, &u));
  q = u = 0.01;
  assert_true(ss_motion_lanes_put(block, 8, 0, &q, &u));
  ss_motion_lanes_run(block, 2000);
  assert_true(ss_motion_lanes_failed(block) == 1 << 7 && ss_motion_lanes_moving(block) == 1 << 8);
  const double t = ss_motion_lanes_get(block, 7, &q, &u);
  assert_true(isfinite(q) && isfinite(u) && t > 1.4 && t < 1.5);
  assert_near(ss_motion_lanes_get(block, 8, &q, &u), 2, 1e-9);
  ss_motion_lanes_destroy(block);
  machine_close(&m);
  m = machine_parse("coord x\nkinetic = 1/2*(1 - x)*x'^2\nforce x = 1\n"
                    "friction f { slip = x'; normal = 1/2 - x; law = coulomb(0.1) }\n");
  assert_int_equal(ss_motion_lanes_create(m.system, m.parameters, 1e-3, &block), SS_OK);
  q = 0, u = 1;
  assert_true(ss_motion_lanes_put(block, 0, 0, &q, &u));
  ss_motion_lanes_run(block, 2000);
  assert_true(ss_motion_lanes_failed(block) == 1);
  ss_motion_lanes_get(block, 0, &q, &u);
  assert_near(q, 0.5, 3e-3);
  ss_motion_lanes_destroy(block);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_blocks_move_as_one_by_one),
      cmocka_unit_test(test_known_forces),
      cmocka_unit_test(test_all_kinds_of_machines),
      cmocka_unit_test(test_spatial_friction),
      cmocka_unit_test(test_company_does_not_matter),
      cmocka_unit_test(test_lanes_come_and_go),
      cmocka_unit_test(test_bad_input),
      cmocka_unit_test(test_lanes_fail_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
