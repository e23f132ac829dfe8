/* test_moreau_make.c: steppers, states, results; and that no step takes memory.
 *
 * Allocations of the library are counted by the linker's wrappers:
 * LIBS: -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=aligned_alloc
 */
#include <stdlib.h>

#include "../../src/motion/motion_lanes.h"
#include "stepping.h"

static size_t allocations;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

void *__wrap_malloc(size_t size) {
  allocations++;
  return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
  allocations++;
  return __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size) {
  allocations++;
  return __real_realloc(old, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  allocations++;
  return __real_aligned_alloc(alignment, size);
}

/* ---- allocation ------------------------------------------------------------------------------ */

static void count_steps(const char *model, const char *from, int steps) {
  stepping s = stepping_open(machine_open(model, NULL), from);
  assert_true(allocations > 0);
  const size_t before = allocations;
  for (int k = 0; k < steps; k++) stepping_step(&s, 1e-3);
  assert_int_equal(allocations, before);
  stepping_close(&s);
}

static void test_steps_take_no_memory(void **state) {
  (void)state;
  count_steps("rocking-block", "drop", 2000);
  count_steps("bouncing-ball", "drop", 5000);
  count_steps("constrained-beam", "pulled", 2000);
  count_steps("two-masses", "apart", 2000);
  count_steps("plank-box", "above", 2000);
  count_steps("three-leg-stool", "drop", 700);
  count_steps("spinning-disk", "rest", 100);
}

/* Lanes that start at a state, coordinate `which` spread. */
static void count_lane_steps(const char *model, const char *from, size_t which, double spread) {
  machine m = machine_open(model, NULL);
  ss_motion_lanes *block;
  assert_int_equal(ss_motion_lanes_create(m.system, m.parameters, 1e-3, &block), SS_OK);
  machine_put(&m, from);
  const size_t before = allocations;
  for (size_t lane = 0; lane < SS_LANES; lane++) {
    m.q[which] += spread;
    assert_true(ss_motion_lanes_put(block, lane, 0, m.q, m.u));
  }
  ss_motion_lanes_run(block, 1000);
  assert_int_equal(allocations, before);
  assert_true(ss_motion_lanes_failed(block) == 0);
  ss_motion_lanes_destroy(block);
  machine_close(&m);
}

static void test_lanes_take_no_memory(void **state) {
  (void)state;
  count_lane_steps("rocking-block", "drop", 2, 0.002);
  count_lane_steps("two-masses", "apart", 0, 0.01);
  count_lane_steps("plank-box", "above", 0, 0.001);
  count_lane_steps("constrained-beam", "pulled", 0, 0);
}

/* A run that records nothing takes as much memory for many steps as for few. */
static void test_runs_take_no_memory(void **state) {
  (void)state;
  size_t taken[2];
  for (int k = 0; k < 2; k++) {
    machine m = machine_open("friction-oscillator", NULL);
    machine_put(&m, "x=0.5");
    m.options.method = SS_MOTION_MOREAU;
    m.options.go_on_at_rest = true;
    const size_t before = allocations;
    machine_run_well(&m, k ? 50 : 1);
    taken[k] = allocations - before;
    machine_close(&m);
  }
  assert_int_equal(taken[0], taken[1]);
}

/* ---- states ---------------------------------------------------------------------------------- */

static void test_who_touches_at_the_start(void **state) {
  (void)state;
  static const struct {
    const char *from;
    bool touches;
  } cases[] = {{"y=0", true},
               {"y=1e-12", true},
               {"y=1e-3", false},
               {"y=0,y'=-1", false},
               {"y=0,y'=1", false}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    stepping s = stepping_open(machine_open("bouncing-ball", NULL), cases[k].from);
    assert_true(s.state.touches[0] == cases[k].touches);
    stepping_close(&s);
  }
}

/* Copies are equal, and lead to the same end. */
static void test_copies(void **state) {
  (void)state;
  stepping s = stepping_open(machine_open("rocking-block", NULL), "drop");
  ss_moreau_state other;
  assert_int_equal(ss_moreau_new_state(s.m.arena, &s.stepper, &other), SS_OK);
  for (int k = 0; k < 200; k++) stepping_step(&s, 1e-3);
  ss_moreau_copy(&other, &s.state);
  for (int k = 0; k < 200; k++) stepping_step(&s, 1e-3);
  for (int k = 0; k < 200; k++)
    assert_int_equal(ss_moreau_step(&s.stepper, &other, 1e-3, &s.result), SS_OK);
  assert_true(other.t == s.state.t && other.step == s.state.step);
  assert_memory_equal(other.q, s.state.q, 3 * sizeof *other.q);
  assert_memory_equal(other.u, s.state.u, 3 * sizeof *other.u);
  assert_memory_equal(other.forces, s.state.forces, 4 * sizeof *other.forces);
  stepping_close(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_steps_take_no_memory),
      cmocka_unit_test(test_lanes_take_no_memory),
      cmocka_unit_test(test_runs_take_no_memory),
      cmocka_unit_test(test_who_touches_at_the_start),
      cmocka_unit_test(test_copies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
