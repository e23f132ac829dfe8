/* test_find.c: which systems have rest sets to speak of, and how the sets are named. */
#include "../../src/rest/rest_private.h"
#include "rests.h"

static void test_obstacles(void **state) {
  (void)state;
  static const struct {
    const char *lines, *word; /* NULL: none */
  } cases[] = {
      {"force x = -x\n", NULL},
      {"force x = sin(t)\n", "time"},
      {"contact c { gap = x + cos(t) }\n", "time"},
      {"friction f { slip = cos(t)*x'; normal = 1; law = coulomb(1) }\n", "time"},
      {"friction f { slip = x'; normal = 1 + sin(t); law = coulomb(1) }\n", "time"},
      {"friction f { slip = x'; normal = 1 + x; law = coulomb(1) }\n", NULL},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[300];
    snprintf(text, sizeof text, "model \"m\"\ncoord x\nkinetic = x'^2\n%s", cases[i].lines);
    machine m = machine_parse(text);
    const char *why = ss_rest_find_obstacle(m.system);
    if (cases[i].word)
      assert_non_null(why ? strstr(why, cases[i].word) : NULL);
    else
      assert_null(why);
    machine_close(&m);
  }
}

/* A chart's system and open inputs are refused too. */
static void test_other_systems(void **state) {
  (void)state;
  machine m = machine_open("constrained-beam", NULL);
  ss_system *projected;
  assert_int_equal(ss_system_project(m.arena, m.system, &projected), SS_OK);
  assert_null(ss_rest_find_obstacle(m.system));
  assert_non_null(strstr(ss_rest_find_obstacle(projected), "chart"));
  machine_close(&m);
  m = machine_parse("model \"i\"\ncoord x\nkinetic = x'^2\ninput v\nforce x = v\n");
  ss_system *open;
  assert_int_equal(ss_system_derive(m.arena, m.model, &open), SS_OK);
  assert_non_null(strstr(ss_rest_find_obstacle(open), "inputs"));
  assert_null(ss_rest_find_obstacle(m.system)); /* closed: v = 0 */
  machine_close(&m);
}

/* (x^2 - 1)^2 + (y^2 - 4)^2: 9 places where the force is 0, ordered by x, then by y. */
static void test_names_follow_the_order_of_centres(void **state) {
  (void)state;
  machine m = machine_parse("model \"wells\"\ncoord x, y\nkinetic = x'^2 + y'^2\n"
                            "potential = (x^2 - 1)^2 + (y^2 - 4)^2\n");
  const ss_rest_sets sets = find_rests(&m);
  assert_true(sets.complete);
  assert_int_equal(sets.count, 9);
  for (size_t i = 0; i < 9; i++) {
    char name[8];
    snprintf(name, sizeof name, "E%zu", i + 1);
    assert_string_equal(sets.set[i].name, name);
    assert_near(sets.set[i].center[0], (double)(i / 3) - 1, 1e-9);
    assert_near(sets.set[i].center[1], 2 * (double)(i % 3) - 2, 1e-9);
  }
  machine_close(&m);
}

static void test_words(void **state) {
  (void)state;
  assert_string_equal(ss_rest_shape_word(SS_REST_POINT), "point");
  assert_string_equal(ss_rest_shape_word(SS_REST_BOX), "box");
  assert_string_equal(ss_rest_shape_word(SS_REST_SHAPE_COUNT), "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_obstacles),
      cmocka_unit_test(test_other_systems),
      cmocka_unit_test(test_names_follow_the_order_of_centres),
      cmocka_unit_test(test_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
