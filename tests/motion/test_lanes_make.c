/* test_lanes_make.c: what a block knows beforehand: patterns of zeros, kinds of mass matrices. */
#include "../../src/motion/lanes.h"
#include "machine.h"

static ss_motion_lanes *open_block(const machine *m) {
  ss_motion_lanes *block;
  assert_int_equal(ss_motion_lanes_create(m->system, m->parameters, 1e-3, &block), SS_OK);
  return block;
}

/* The block's corners: W_N = (0, 1, w), W_T = (1, 0, w), and M is diagonal, so that normal and
 * tangential directions share the rotation only. */
static void test_patterns_of_the_block(void **state) {
  (void)state;
  machine m = machine_open("rocking-block", NULL);
  ss_motion_lanes *b = open_block(&m);
  assert_true(b->vectorised);
  assert_int_equal(b->mass, SS_MASS_DIAGONAL);
  assert_int_equal(b->size, 4);
  for (size_t i = 0; i < 4; i++) {
    assert_int_equal(b->W[i].count, 2);
    assert_int_equal(b->owner[i], i / 2);
    assert_int_equal(b->column[i], i % 2 ? 2 + i / 2 : i / 2);
    for (size_t j = 0; j < 4; j++)
      assert_int_equal(b->products[4 * i + j].count, i % 2 == j % 2 ? 2 : 1);
  }
  assert_near(b->contact[1].law.argument[0], 0.3, 0);
  assert_false(b->knows_normals);
  ss_motion_lanes_destroy(b);
  machine_close(&m);
}

static void test_kinds_of_machines(void **state) {
  (void)state;
  static const struct {
    const char *model;
    bool vectorised, knows_normals;
    ss_mass_kind mass;
  } cases[] = {{"two-masses", true, true, SS_MASS_DIAGONAL},
               {"plank-box", true, false, SS_MASS_VARIES},
               {"rough-pendulum", true, false, SS_MASS_VARIES},
               {"constrained-beam", true, false, SS_MASS_DIAGONAL},
               {"three-leg-stool", false, false, SS_MASS_VARIES},
               {"sliding-disk", false, true, SS_MASS_DIAGONAL}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    machine m = machine_open(cases[k].model, NULL);
    ss_motion_lanes *b = open_block(&m);
    assert_true(b->vectorised == cases[k].vectorised);
    assert_true(b->knows_normals == cases[k].knows_normals);
    assert_int_equal(b->mass, cases[k].mass);
    ss_motion_lanes_destroy(b);
    machine_close(&m);
  }
}

/* More contacts than lanes can hold are possible all the same. */
static void test_five_contacts(void **state) {
  (void)state;
  machine m = machine_parse("coord x\nkinetic = 1/2*x'^2\n"
                            "contact a { gap = x + 1 }\ncontact b { gap = x + 2 }\n"
                            "contact c { gap = x + 3 }\ncontact d { gap = x + 4 }\n"
                            "contact e { gap = x + 5 }\n");
  ss_motion_lanes *b = open_block(&m);
  double q = 0, u = -1;
  assert_false(b->vectorised);
  assert_true(ss_motion_lanes_put(b, 9, 0, &q, &u));
  ss_motion_lanes_run(b, 2000);
  ss_motion_lanes_get(b, 9, &q, &u);
  assert_near(q, -1, 1e-12);
  ss_motion_lanes_destroy(b);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_patterns_of_the_block),
      cmocka_unit_test(test_kinds_of_machines),
      cmocka_unit_test(test_five_contacts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
