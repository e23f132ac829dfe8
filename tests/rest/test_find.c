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

/* Every point that is told is accepted as it is printed in full. */
static void check_points(const machine *m, const ss_rest_set *set) {
  const size_t n = m->model->coordinates;
  for (size_t i = 0; i <= set->points; i++) {
    const double *q = i < set->points ? set->point + i * n : set->center;
    ss_rest_answer answer;
    assert_int_equal(ss_rest_contains(m->arena, m->system, m->parameters, q, NULL, 1e-9, &answer),
                     SS_OK);
    assert_int_equal(answer.verdict, SS_PROVED);
  }
}

/* Sets in closed form, from -end to end in the first coordinate, whatever the scale and the place;
 * the relation of the region says where the one that is meant lies. */
static void test_closed_forms(void **state) {
  (void)state;
  static const struct {
    const char *lines, *region;
    double middle, end, scale;
  } cases[] = {
      {"potential = 10*x^2\nfriction f { slip = x'; normal = 10 - 0.05*x^2; law = coulomb(1/5) }\n",
       "abs(x) <= 3", 0, 0.09999500049993751, 1},
      {"potential = -cos(x)\nfriction f { slip = x'; normal = 1; law = coulomb(1/2) }\n",
       "abs(x) <= 1", 0, M_PI / 6, 1},
      {"potential = x^2/2 + x^4/4e-12\nfriction f { slip = x'; normal = 1e-6; law = coulomb(2) }\n",
       "abs(x) <= 1e-5", 0, 1e-6, 1e-6},
      {"potential = x^2/2 + x^4/4e12\nfriction f { slip = x'; normal = 1e6; law = coulomb(2) }\n",
       "abs(x) <= 1e7", 0, 1e6, 1e6},
      {"potential = (x - 1e6)^2/2 + (x - 1e6)^4/4\n"
       "friction f { slip = x'; normal = 1; law = coulomb(2) }\n",
       "abs(x - 1e6) <= 5", 1e6, 1, 1e4},
      {"force x = -tanh(x)\nfriction f { slip = x'; normal = 1; law = coulomb(1/2) }\n",
       "abs(x) <= 5", 0, 0.5493061443340548, 1},
      {"potential = x^2/2\nfriction f { slip = x'; normal = 1; law = coulomb(1/(1 + x^2)) }\n",
       "abs(x) <= 3", 0, 0.6823278038280193, 1},
      {"force x = -(x^3 - 3*x)\nfriction f { slip = x'; normal = 1; law = coulomb(2 - 1e-12) }\n",
       "abs(x) <= 0.9999999", 0, 0.9999994226497, 1},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[500];
    snprintf(text, sizeof text, "model \"m\"\ncoord x\nkinetic = x'^2/2\n%sregion r { %s }\n",
             cases[i].lines, cases[i].region);
    machine m = machine_parse(text);
    const ss_rest_sets sets = find_rests(&m);
    assert_true(sets.complete);
    assert_int_equal(sets.count, 1);
    const ss_rest_set *set = sets.set;
    assert_true(set->certain && set->connected && set->enclosed);
    assert_near(set->lo[0], cases[i].middle - cases[i].end, 1e-12 * cases[i].scale);
    assert_near(set->hi[0], cases[i].middle + cases[i].end, 1e-12 * cases[i].scale);
    check_points(&m, set);
    machine_close(&m);
  }
}

/* Three sets whose gaps are 1.2e-6 wide: |x^3 - 3 x| <= 2 - 1e-12. */
static void test_near_each_other(void **state) {
  (void)state;
  machine m = machine_parse("model \"m\"\ncoord x\nkinetic = x'^2/2\nforce x = -(x^3 - 3*x)\n"
                            "friction f { slip = x'; normal = 1; law = coulomb(2 - 1e-12) }\n"
                            "region r { abs(x) <= 3 }\n");
  const ss_rest_sets sets = find_rests(&m);
  assert_true(sets.complete);
  assert_int_equal(sets.count, 3);
  assert_near(sets.set[2].lo[0] - sets.set[1].hi[0], 2 * 5.77350269e-7, 1e-12);
  for (size_t i = 0; i < 3; i++) assert_true(sets.set[i].connected);
  machine_close(&m);
}

/* Formulas without a value at rest: nothing rests, whatever the place. Where only a slope that
 * follows from them has none, nothing is said. */
static void test_no_value_at_rest(void **state) {
  (void)state;
  static const char *const forces[] = {
      "-abs(x')/x'", "-x'/sqrt(x'^2)", "-1/x'",      "-sin(x')/x'",    "-x'*abs(x')^(-1/2)",
      "-x'^(-2)",    "-x*abs(x')/x'",  "-log(x'^2)", "-sqrt(-1-x'^2)", "-x'^3/(x'^2)"};
  for (size_t i = 0; i < sizeof forces / sizeof *forces; i++) {
    char text[300];
    snprintf(text, sizeof text,
             "coord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\nforce x = %s\n"
             "friction f { slip = x'; normal = 1; law = coulomb(1/5) }\n",
             forces[i]);
    machine m = machine_parse(text);
    ss_rest_answer answer;
    const ss_rest_sets sets = find_rests(&m);
    assert_int_equal(sets.count, 0);
    assert_true(sets.complete);
    assert_non_null(strstr(sets.how, "no value at rest"));
    assert_int_equal(ss_rest_contains(m.arena, m.system, m.parameters, m.q, NULL, 1e-9, &answer),
                     SS_OK);
    assert_int_equal(answer.verdict, SS_REFUTED);
    machine_close(&m);
  }
  machine m = machine_parse("param a = 0\ncoord x\nkinetic = 1/2*x'^2\n"
                            "potential = 1/2*x^2 + sqrt(a*x)\n");
  const ss_rest_options options = ss_rest_default_options();
  ss_rest_sets sets;
  ss_rest_answer answer;
  const char *why;
  assert_int_equal(ss_rest_find(m.arena, m.system, m.parameters, &options, &sets, &why),
                   SS_BAD_ARGUMENT);
  assert_string_equal(why, SS_REST_NO_SLOPE);
  assert_int_equal(ss_rest_contains(m.arena, m.system, m.parameters, m.q, NULL, 1e-9, &answer),
                   SS_OK);
  assert_int_equal(answer.verdict, SS_UNKNOWN);
  assert_string_equal(answer.reason, SS_REST_NO_SLOPE);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_closed_forms),
      cmocka_unit_test(test_near_each_other),
      cmocka_unit_test(test_obstacles),
      cmocka_unit_test(test_no_value_at_rest),
      cmocka_unit_test(test_other_systems),
      cmocka_unit_test(test_names_follow_the_order_of_centres),
      cmocka_unit_test(test_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
