/* test_lanes_kernel.c: parts of a step in all lanes against the scalar stepper's numbers.
 *
 * Bounds: rounding, a few times 2.2e-16 of the largest number at hand.
 */
#include "../../src/motion/lanes.h"
#include "machine.h"

enum { MOST = 8 }; /* coordinates */

/* The same state in all lanes but for one coordinate. */
static ss_motion_lanes *open_block(machine *m, const char *state, double spread) {
  ss_motion_lanes *b;
  assert_int_equal(ss_motion_lanes_create(m->system, m->parameters, 1e-3, &b), SS_OK);
  machine_put(m, state);
  for (size_t lane = 0; lane < SS_LANES; lane++) {
    m->u[0] += spread;
    assert_true(ss_motion_lanes_put(b, lane, 0, m->q, m->u));
  }
  return b;
}

static void test_free_motion(void **state) {
  (void)state;
  static const char *const models[] = {"plank-box", "rocking-block", "arm-against-stop"};
  static const char *const starts[] = {"above", "drop", "start"};
  for (size_t k = 0; k < 3; k++) {
    machine m = machine_open(models[k], NULL);
    ss_motion_lanes *b = open_block(&m, starts[k], 0.01);
    b->kernel->go_half(b);
    ss_lanes_run(b->tape.tape, b->work);
    assert_true(b->kernel->find_hits(b) == 0);
    assert_true(b->kernel->find_free(b) == 0);
    for (size_t lane = 0; lane < SS_LANES; lane += 21) {
      ss_moreau_state *one = &b->single[lane];
      assert_int_equal(ss_moreau_step(&b->stepper, one, 1e-3, &b->result), SS_OK);
      for (size_t i = 0; i < b->n; i++)
        assert_near(b->v[i * SS_LANES + lane], one->u[i], 1e-14 * (1 + fabs(one->u[i])));
    }
    ss_motion_lanes_destroy(b);
    machine_close(&m);
  }
}

/* A contact is found in the lanes that it is closed in, and only where it does not touch. */
static void test_hits_are_found(void **state) {
  (void)state;
  machine m = machine_open("bouncing-ball", NULL);
  ss_motion_lanes *b = open_block(&m, "drop", 0);
  const double below = 1e-4, fast = -1, high = 1, still = 0;
  assert_true(ss_motion_lanes_put(b, 0, 0, &below, &fast));
  assert_true(ss_motion_lanes_put(b, 31, 0, &below, &fast));
  assert_true(ss_motion_lanes_put(b, 63, 0, &below, &fast));
  assert_true(ss_motion_lanes_put(b, 32, 0, &still, &still)); /* touches */
  assert_true(ss_motion_lanes_put(b, 33, 0, &high, &fast));
  ss_motion_lanes_take_out(b, 31);
  b->kernel->go_half(b);
  ss_lanes_run(b->tape.tape, b->work);
  assert_true(b->kernel->find_hits(b) == ((uint64_t)1 << 63 | 1));
  ss_motion_lanes_destroy(b);
  machine_close(&m);
}

/* Numbers that are not finite, and mass matrices that are not positive definite, are found. */
static void test_wild_lanes_are_found(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = 1/2*(1 - x)*x'^2\n");
  ss_motion_lanes *b = open_block(&m, "x=0", 0);
  b->q[5] = 2;
  b->q[6] = NAN;
  b->kernel->go_half(b);
  ss_lanes_run(b->tape.tape, b->work);
  assert_true(b->kernel->find_free(b) == (1 << 5 | 1 << 6));
  b->v[7] = INFINITY;
  assert_true(b->kernel->push(b, false) == (1 << 6 | 1 << 7));
  ss_motion_lanes_destroy(b);
  machine_close(&m);
}

/* G of the block against W^T M^-1 W by hand: corners (-+a, -b) of a block that stands upright. */
static void test_delassus_matrix(void **state) {
  (void)state;
  machine m = machine_open("rocking-block", NULL);
  ss_motion_lanes *b = open_block(&m, "rest", 0);
  const double a = 0.2, h = 0.1, J = 0.05 / 3;
  const double W[4][3] = {{0, 1, -a}, {1, 0, h}, {0, 1, a}, {1, 0, h}};
  b->kernel->go_half(b);
  ss_lanes_run(b->tape.tape, b->work);
  b->kernel->find_free(b);
  b->kernel->assemble(b);
  for (size_t i = 0; i < 4; i++)
    for (size_t j = i; j < 4; j++) { /* what is below the diagonal is not read */
      const double g = W[i][0] * W[j][0] + W[i][1] * W[j][1] + W[i][2] * W[j][2] / J;
      assert_near(b->G[(i + 4 * j) * SS_LANES + 17], g, 1e-14);
    }
  assert_near(b->c[17], -9.81e-3, 1e-15);
  ss_motion_lanes_destroy(b);
  machine_close(&m);
}

/* All kernels compute the same, to the last bit: nothing is contracted or reordered. */
static void test_kernels_are_equal(void **state) {
  (void)state;
  static const char *const models[] = {"rocking-block", "plank-box", "two-masses"};
  static const char *const starts[] = {"drop", "above", "apart"};
  for (size_t k = 0; k < 3; k++) {
    machine m = machine_open(models[k], NULL);
    double q[MOST] = {0}, u[MOST] = {0}, first_q[MOST], first_u[MOST];
    const ss_block_kernel *kernel;
    for (size_t which = 0; (kernel = ss_block_kernel_at(which)); which++) {
      ss_motion_lanes *b = open_block(&m, starts[k], 0.01);
      b->kernel = kernel;
      ss_motion_lanes_run(b, 1000);
      ss_motion_lanes_get(b, 40, q, u);
      if (which == 0) memcpy(first_q, q, sizeof q), memcpy(first_u, u, sizeof u);
      assert_memory_equal(q, first_q, b->n * sizeof *q);
      assert_memory_equal(u, first_u, b->n * sizeof *u);
      ss_motion_lanes_destroy(b);
    }
    machine_close(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_free_motion),          cmocka_unit_test(test_hits_are_found),
      cmocka_unit_test(test_wild_lanes_are_found), cmocka_unit_test(test_delassus_matrix),
      cmocka_unit_test(test_kernels_are_equal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
