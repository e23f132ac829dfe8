/* test_boxes.c: branch and bound finds what no start has found, and says what it cannot say. */
#include "rests.h"

static ss_rest_sets search(machine *m, size_t programs, size_t boxes) {
  ss_rest_options options = ss_rest_default_options();
  ss_rest_sets sets;
  const char *why_not;
  options.programs_most = programs;
  options.boxes_most = boxes;
  assert_int_equal(ss_rest_find(m->arena, m->system, m->parameters, &options, &sets, &why_not),
                   SS_OK);
  return sets;
}

/* With a single start the boxes find the rest, and show that it is all. */
static void test_finds_all(void **state) {
  (void)state;
  static const struct {
    const char *model;
    size_t sets;
  } cases[] = {{"constrained-beam", 2},
               {"rough-pendulum", 5},
               {"rocking-bar", 4},
               {"painleve-rod", 2},
               {"sliding-disk", 1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    machine m = machine_open(cases[i].model, NULL);
    const ss_rest_sets sets = search(&m, 0, 8000);
    assert_true(sets.complete);
    assert_int_equal(sets.count, cases[i].sets);
    machine_close(&m);
  }
}

/* A machine that rests nowhere in the box: shown, not assumed. */
static void test_none(void **state) {
  (void)state;
  machine m = machine_parse("model \"slope\"\ncoord x\nkinetic = 1/2*x'^2\n"
                            "force x = 2 + sin(x)\n"
                            "friction f { slip = x'; normal = 1; law = coulomb(9/10) }\n");
  const ss_rest_sets sets = search(&m, 1000, 8000);
  assert_int_equal(sets.count, 0);
  assert_true(sets.complete);
  machine_close(&m);
}

/* Few boxes, or a slider that takes any force: not complete. */
static void test_says_what_it_cannot(void **state) {
  (void)state;
  machine m = machine_open("rocking-block", NULL);
  const ss_rest_sets few = search(&m, 100000, 5);
  assert_false(few.complete);
  assert_non_null(strstr(few.how, "multi-start"));
  machine_close(&m);
  m = machine_parse("model \"plain slider\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                    "potential = x^4 + y\nslider s { gap = y - x^2 }\n");
  const ss_rest_sets slider = search(&m, 100000, 8000);
  assert_false(slider.complete);
  assert_int_equal(slider.count, 1);
  assert_near(slider.set->center[0], 0, 1e-4);
  machine_close(&m);
}

/* Equilibria that are nearer to each other than 1/64 of the box, each alone: cos x = -1/2 within
 * ±300, and two that are 0.001 apart. */
static void test_alone(void **state) {
  (void)state;
  machine m = machine_parse("model \"w\"\ncoord x\nkinetic = x'^2\npotential = sin(x) + x/2\n"
                            "region r { abs(x) <= 300 }\n");
  ss_rest_sets sets = find_rests(&m);
  size_t count = 0;
  for (int k = -60; k <= 60; k++)
    for (int side = -1; side <= 1; side += 2) count += fabs(2 * M_PI * (k + side / 3.0)) <= 300;
  assert_int_equal(sets.count, count);
  assert_true(sets.complete && strncmp(sets.how, "all:", 4) == 0);
  machine_close(&m);
  m = machine_parse("model \"p\"\ncoord x\nkinetic = x'^2\n"
                    "force x = -(x - 1)*(x - 1.001)*(x + 1)\n");
  sets = find_rests(&m);
  assert_int_equal(sets.count, 3);
  assert_true(sets.complete && strncmp(sets.how, "all:", 4) == 0);
  machine_close(&m);
  /* a ring of equilibria: nothing is alone there */
  m = machine_parse("model \"r\"\ncoord x, y\nkinetic = x'^2 + y'^2\n"
                    "potential = (x^2 + y^2 - 1)^2\n");
  sets = find_rests(&m);
  assert_int_equal(sets.count, 2);
  assert_true(sets.complete && strncmp(sets.how, "all, to", 7) == 0);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_alone),
      cmocka_unit_test(test_finds_all),
      cmocka_unit_test(test_none),
      cmocka_unit_test(test_says_what_it_cannot),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
