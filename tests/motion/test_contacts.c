/* test_contacts.c: the contact problem at acceleration level, against formulas by hand. */
#include "../../src/motion/run.h"
#include "machine.h"

typedef struct bench {
  machine m;
  ss_run run;
  ss_contacts contacts;
  ss_duty duty[8];
} bench;

static bench open_bench(const char *model, const char *state) {
  bench b = {.m = machine_open(model, NULL)};
  machine_put(&b.m, state);
  return b;
}

static void evaluate(bench *b) {
  assert_int_equal(ss_run_start(&b->run, b->m.arena, b->m.system, b->m.parameters, &b->m.options),
                   SS_OK);
  ss_run_evaluate(&b->run, 0, b->m.q, b->m.u);
  assert_int_equal(ss_contacts_create(&b->run, &b->contacts), SS_OK);
  assert_int_equal(ss_contacts_factor(&b->run, &b->contacts, b->m.u), SS_OK);
}

static void close_bench(bench *b) {
  ss_run_end(&b->run);
  machine_close(&b->m);
}

/* A block on the floor: G = 1/m I, c = (-g, -k x / m). */
static void test_block(void **state) {
  (void)state;
  bench b = open_bench("falling-block", "x=0.5, x'=-2");
  evaluate(&b);
  b.duty[0] = SS_DUTY_REST;
  ss_contacts_gather(&b.run, &b.contacts, b.duty);
  assert_int_equal(b.contacts.at.size, 2);
  assert_near(b.contacts.at.G[0], 1, 1e-15);
  assert_near(b.contacts.at.G[1], 0, 1e-15);
  assert_near(b.contacts.at.G[3], 1, 1e-15);
  assert_near(b.contacts.at.c[0], -9.81, 1e-14);
  assert_near(b.contacts.at.c[1], -5, 1e-14);
  assert_near(b.contacts.at.gamma[1], -2, 0);
  const double r[] = {9.81, 3};
  double forces[2];
  ss_contacts_apply(&b.run, &b.contacts, r, forces);
  assert_near(b.contacts.acceleration[0], -2, 1e-14);
  assert_near(b.contacts.acceleration[1], 0, 1e-14);
  assert_near(forces[1], 3, 0);
  /* sliding backwards: friction pushes forwards, mu for a unit normal force */
  b.duty[0] = SS_DUTY_SLIDING;
  ss_contacts_gather(&b.run, &b.contacts, b.duty);
  assert_true(b.contacts.at.contact[0].sliding);
  assert_near(b.contacts.at.contact[0].slide[0], 0.3, 1e-15);
  b.duty[0] = SS_DUTY_NONE;
  ss_contacts_gather(&b.run, &b.contacts, b.duty);
  assert_int_equal(b.contacts.at.size, 0);
  close_bench(&b);
}

/* Several elements: components are in the order of the file, normal first. */
static void test_order(void **state) {
  (void)state;
  bench b = open_bench("rocking-block", "rest");
  evaluate(&b);
  b.duty[0] = b.duty[1] = SS_DUTY_REST;
  ss_contacts_gather(&b.run, &b.contacts, b.duty);
  const size_t columns[] = {0, 2, 1, 3};
  assert_int_equal(b.contacts.at.size, 4);
  for (size_t j = 0; j < 4; j++) assert_int_equal(b.contacts.at.direction[j], columns[j]);
  /* G_NN of a corner: 1/m + a^2/J, J = m (a^2 + b^2) / 3 */
  assert_near(b.contacts.at.G[0], 1 + 0.04 * 3 / 0.05, 1e-13);
  close_bench(&b);
}

/* An indefinite M is refused. */
static void test_indefinite(void **state) {
  (void)state;
  bench b = open_bench("bouncing-ball", "drop");
  b.m.parameters[0] = -1;
  assert_int_equal(ss_run_start(&b.run, b.m.arena, b.m.system, b.m.parameters, &b.m.options),
                   SS_OK);
  ss_run_evaluate(&b.run, 0, b.m.q, b.m.u);
  assert_int_equal(ss_contacts_create(&b.run, &b.contacts), SS_OK);
  assert_int_equal(ss_contacts_factor(&b.run, &b.contacts, b.m.u), SS_SINGULAR);
  close_bench(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_block),
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_indefinite),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
