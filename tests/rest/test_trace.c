/* test_trace.c: walks among equilibria end where closed forms say, go on where other contacts take
 * over, and stop at gaps. */
#include "stage.h"

/* x^3 = friction within 1: |x| <= 1. */
static const char cubic[] = "model \"c\"\ncoord x\nkinetic = x'^2\npotential = x^4/4\n"
                            "friction f { slip = x'; normal = 1; law = coulomb(1) }\n";

static ss_trail walk_from(stage *s, const double *z, const double *goal, const double *hold) {
  ss_trail trail = {.k = s->search.k};
  assert_true(stage_put(s, z));
  assert_true(ss_trace_walk(&s->walker, &s->patterns, goal, hold, &trail));
  return trail;
}

static void test_ends(void **state) {
  (void)state;
  stage s;
  stage_open(&s, cubic, NULL);
  for (double goal = -1; goal <= 1; goal += 2) {
    const double start = 0.3;
    ss_trail trail = walk_from(&s, &start, &goal, NULL);
    assert_near(trail.z[0], start, 0); /* the trail begins with the place */
    assert_near(trail.z[trail.count - 1], goal, 1e-14);
    assert_false(trail.cut || trail.round);
    assert_true(trail.residual <= 1e-12);
    for (size_t i = 1; i < trail.count; i++) {
      const double step = goal * (trail.z[i] - trail.z[i - 1]);
      assert_true(step >= 0 && step <= 0.011 * 20);
    }
    free(trail.z);
  }
  stage_close(&s);
}

/* The same in a box that ends before. */
static void test_end_of_box(void **state) {
  (void)state;
  stage s;
  const double to = 0.7, goal = 1, start = 0;
  ss_rest_options options = ss_rest_default_options();
  options.to = &to;
  stage_open(&s, cubic, &options);
  ss_trail trail = walk_from(&s, &start, &goal, NULL);
  assert_true(trail.cut);
  assert_near(trail.z[trail.count - 1], 0.7, 1e-14);
  free(trail.z);
  stage_close(&s);
}

/* A slider that is pressed by x + x^3, rubs with mu = 1 and is pushed by c: it rests where
 * |x + x^3| >= c. Without a push the walk goes through x = 0, where the normal force changes its
 * side; a small push leaves a gap, in which nothing rests, and the walk ends at it. */
static void test_other_sides(void **state) {
  (void)state;
  static const struct {
    const char *push;
    double end;
  } cases[] = {{"0", -10}, {"0.002", 0.00199999200009599846}, {"2", 1}};
  const double start[] = {4, 0}, goal[] = {-1, 0};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[300];
    snprintf(text, sizeof text,
             "model \"s\"\ncoord x, y\nkinetic = x'^2 + y'^2\nforce x = %s\nforce y = -x - x^3\n"
             "slider s { gap = y; slip = x'; law = coulomb(1) }\n",
             cases[i].push);
    stage s;
    stage_open(&s, text, NULL);
    for (size_t p = 0; p < 2; p++)
      if (s.patterns.item[p].side[0] > 0) s.walker.pattern = &s.patterns.item[p];
    ss_trail trail = walk_from(&s, start, goal, NULL);
    assert_near(trail.z[2 * (trail.count - 1)], cases[i].end, 1e-12);
    assert_int_equal(trail.cut, i == 0);
    free(trail.z);
    stage_close(&s);
  }
}

/* Friction holds x^3 up to x = 1, a wall at 1.003 whatever comes: near, but another set. */
static void test_other_contacts(void **state) {
  (void)state;
  stage s;
  const double start[] = {0, 0}, goal[] = {1, 0};
  stage_open(&s,
             "model \"f\"\ncoord x, y\nkinetic = x'^2 + y'^2\npotential = 2*y - x^4/4\n"
             "contact floor { gap = y; slip = x'; law = coulomb(1/2) }\n"
             "contact wall { gap = 1003/1000 - x }\n",
             NULL);
  for (size_t p = 0; p < 4; p++)
    if (s.patterns.item[p].closed[0] && !s.patterns.item[p].closed[1])
      s.walker.pattern = &s.patterns.item[p];
  ss_trail trail = walk_from(&s, start, goal, NULL);
  assert_near(trail.z[2 * (trail.count - 1)], 1, 1e-13);
  assert_near(trail.z[2 * (trail.count - 1) + 1], 0, 1e-15);
  free(trail.z);
  stage_close(&s);
}

/* An angle that rests anywhere comes round. */
static void test_round(void **state) {
  (void)state;
  stage s;
  const double start = 1, goal = 1;
  stage_open(&s,
             "model \"r\"\ncoord phi\nkinetic = phi'^2\npotential = cos(phi)\n"
             "friction f { slip = phi'; normal = 3; law = coulomb(1/2) }\n",
             NULL);
  ss_trail trail = walk_from(&s, &start, &goal, NULL);
  assert_true(trail.round);
  assert_false(trail.cut);
  const double end = trail.z[trail.count - 1];
  assert_true(end >= start + 2 * M_PI && end <= start + 2.1 * M_PI);
  free(trail.z);
  stage_close(&s);
}

/* hold: a ray in the disc of friction ends on the circle of radius 1/2 in its own direction. */
static void test_hold(void **state) {
  (void)state;
  stage s;
  stage_open(&s,
             "model \"d\"\ncoord x, y\nkinetic = x'^2 + y'^2\npotential = 1/2*(x^2 + y^2)\n"
             "friction f { slip = (x', y'); normal = 1; law = disk(1/2) }\n",
             NULL);
  for (size_t i = 0; i < 7; i++) {
    const double angle = (double)i, start[] = {0, 0};
    const double goal[] = {cos(angle), sin(angle)}, hold[] = {-sin(angle), cos(angle)};
    ss_trail trail = walk_from(&s, start, goal, hold);
    const double *end = trail.z + 2 * (trail.count - 1);
    assert_near(end[0], cos(angle) / 2, 1e-12);
    assert_near(end[1], sin(angle) / 2, 1e-12);
    free(trail.z);
  }
  /* the highest place of the disc */
  const double start[] = {0.3, 0}, up[] = {0, 1};
  assert_true(stage_put(&s, start));
  ss_trace_climb(&s.walker, up);
  assert_near(s.walker.z[1], 0.5, 1e-9);
  stage_close(&s);
}

/* 0, 1 and 2 directions lead on, with coordinates that tell them apart; at an end as within. */
static void test_dimension(void **state) {
  (void)state;
  static const struct {
    const char *lines;
    double z[3];
    size_t dimension, first;
  } cases[] = {
      {"", {0, 0, 0}, 0, 0},
      {"friction f { slip = z'; normal = 1; law = coulomb(1) }\n", {0, 0, 0}, 1, 2},
      {"friction f { slip = z'; normal = 1; law = coulomb(1) }\n", {0, 0, 1}, 1, 2},
      {"friction f { slip = y'; normal = 1; law = coulomb(1) }\n"
       "friction g { slip = z'; normal = 1; law = coulomb(1) }\n",
       {0, 0.2, 0},
       2,
       1},
      {"friction f { slip = x' + y'; normal = 1; law = coulomb(1) }\n", {0, 0, 0}, 1, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[400];
    size_t coordinate[5] = {0};
    snprintf(text, sizeof text,
             "model \"d\"\ncoord x, y, z\nkinetic = x'^2 + y'^2 + z'^2\n"
             "potential = 1/2*(x^2 + 2*y^2 + z^2) + x^4\n%s",
             cases[i].lines);
    stage s;
    stage_open(&s, text, NULL);
    assert_true(stage_put(&s, cases[i].z));
    assert_int_equal(ss_trace_dimension(&s.walker, coordinate), cases[i].dimension);
    if (cases[i].dimension) assert_int_equal(coordinate[0], cases[i].first);
    if (cases[i].dimension == 2) assert_int_equal(coordinate[1], 2);
    stage_close(&s);
  }
}

/* The trail grows beyond its first room and keeps the largest residual. */
static void test_trail(void **state) {
  (void)state;
  ss_trail trail = {.k = 3};
  for (size_t i = 0; i < 1000; i++) {
    const double z[] = {(double)i, 2 * (double)i, -(double)i};
    assert_true(ss_trail_add(&trail, z, i == 500 ? 0.5 : 0.1));
  }
  assert_int_equal(trail.count, 1000);
  for (size_t i = 0; i < 1000; i++) {
    assert_near(trail.z[3 * i], (double)i, 0);
    assert_near(trail.z[3 * i + 2], -(double)i, 0);
  }
  assert_near(trail.residual, 0.5, 0);
  free(trail.z);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ends),        cmocka_unit_test(test_end_of_box),
      cmocka_unit_test(test_other_sides), cmocka_unit_test(test_other_contacts),
      cmocka_unit_test(test_round),       cmocka_unit_test(test_hold),
      cmocka_unit_test(test_dimension),   cmocka_unit_test(test_trail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
