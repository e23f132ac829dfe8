/* test_leads.c: ways that stay within what is admissible, and lines on which it is an interval. */
#include "../../src/rest/judge.h"

#include "stage.h"

typedef struct bench {
  stage s;
  ss_judge judge;
} bench;

static void set_up(bench *b, const char *text) {
  stage_open(&b->s, text, NULL);
  assert_int_equal(ss_judge_create(b->s.m.arena, &b->s.search, &b->s.walker, 80, &b->judge), SS_OK);
}

static void tear_down(bench *b) {
  ss_judge_destroy(&b->judge);
  stage_close(&b->s);
}

static const ss_rest_pattern *look(bench *b, const double *lo, const double *hi, ss_held expected) {
  const ss_rest_pattern *pattern = &b->s.patterns.item[b->s.patterns.count - 1];
  ss_judge_look(&b->judge, lo, hi);
  assert_int_equal(ss_judge_hold(&b->judge, pattern), expected);
  return pattern;
}

/* |4 w| <= 0.1 and |x| |0.1 - 8 w| <= 0.1, w = y - x^2: at the corner w = -0.025, x = 1/3 no axis
 * leads inwards, a direction does, to two ends. Through the strip, no way leads at all; lines along
 * y are intervals in it. */
static void test_strip(void **state) {
  (void)state;
  bench b;
  set_up(&b, "model \"m\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
             "potential = 2*(y - x^2)^2 + x^2/20\n"
             "friction f { slip = x'; normal = 1; law = coulomb(0.1) }\n"
             "friction g { slip = y'; normal = 1; law = coulomb(0.1) }\n");
  const double x = 1.0 / 3, y = x * x - 0.025;
  const double lo[] = {x - 1e-3, y - 1e-3}, hi[] = {x + 1e-3, y + 1e-3};
  unsigned char single, joint;
  const ss_rest_pattern *pattern = look(&b, lo, hi, SS_HELD_BRANCH);
  ss_judge_list_ways(&b.judge, pattern, &single, &joint);
  assert_true(single & 8 || joint & 8); /* upwards in any case */
  assert_int_equal(joint & 4, 0);
  const double across_lo[] = {0.5, 0.2}, across_hi[] = {0.51, 0.3};
  pattern = look(&b, across_lo, across_hi, SS_HELD_BRANCH);
  ss_judge_list_ways(&b.judge, pattern, &single, &joint);
  assert_int_equal(single | joint, 0);
  assert_true(ss_judge_is_convex(&b.judge, pattern, 1));
  tear_down(&b);
}

/* On the parabola with friction: |2 x/3| <= 0.3 rests, a graph over x. At its end the way leads
 * back, and the gap's coordinate follows. */
static void test_graph(void **state) {
  (void)state;
  bench b;
  set_up(&b, "model \"m\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 3*y\n"
             "contact c { gap = y - x^2/3; slip = x' + 2/3*x*y'; law = coulomb(0.3) }\n");
  const double lo[] = {0.44, 0.06}, hi[] = {0.46, 0.08};
  unsigned char single, joint;
  const ss_rest_pattern *pattern = look(&b, lo, hi, SS_HELD_BRANCH);
  assert_int_equal(b.judge.branch.moving, 1);
  ss_judge_list_ways(&b.judge, pattern, &single, &joint);
  assert_int_equal(single, 0);
  assert_int_equal(joint, 5); /* down in x and in y */
  tear_down(&b);
}

/* Not an interval: a force that turns round within the box. */
static void test_not_convex(void **state) {
  (void)state;
  bench b;
  set_up(&b, "model \"m\"\ncoord x\nkinetic = 1/2*x'^2\npotential = sin(x)\n"
             "friction f { slip = x'; normal = 1; law = coulomb(1/2) }\n");
  const double lo[] = {0.8}, hi[] = {2.3}, end[] = {1.5}, middle[] = {1.2};
  const ss_rest_pattern *pattern = look(&b, lo, hi, SS_HELD_BRANCH);
  assert_true(ss_judge_is_convex(&b.judge, pattern, 0)); /* cos falls in there */
  const double wide[] = {-1.6};
  pattern = look(&b, wide, hi, SS_HELD_BRANCH);
  assert_false(ss_judge_is_convex(&b.judge, pattern, 0));
  pattern = look(&b, middle, end, SS_HELD_ALWAYS);
  assert_true(ss_judge_is_convex(&b.judge, pattern, 0));
  tear_down(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_strip),
      cmocka_unit_test(test_graph),
      cmocka_unit_test(test_not_convex),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
