/* test_hold.c: forces that hold whole boxes, graphs and points. */
#include "../../src/rest/judge.h"

#include "stage.h"

typedef struct bench {
  stage s;
  ss_judge judge;
} bench;

static void set_up(bench *b, const char *text) {
  stage_open(&b->s, text, NULL);
  assert_int_equal(ss_judge_create(b->s.m.arena, &b->s.search, &b->s.walker, 64, &b->judge), SS_OK);
}

static void tear_down(bench *b) {
  ss_judge_destroy(&b->judge);
  stage_close(&b->s);
}

/* In the case of all contacts closed. */
static ss_held hold(bench *b, const double *lo, const double *hi) {
  ss_judge_look(&b->judge, lo, hi);
  return ss_judge_hold(&b->judge, &b->s.patterns.item[b->s.patterns.count - 1]);
}

/* |x| <= 1/2: boxes inside, outside, across; the way leads inwards. */
static void test_box(void **state) {
  (void)state;
  bench b;
  set_up(&b, "model \"m\"\ncoord x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2 + x^4/1000\n"
             "friction f { slip = x'; normal = 1; law = coulomb(1/2) }\n");
  const double inside[] = {-0.4, 0.4}, outside[] = {0.6, 0.7}, across[] = {0.45, 0.55};
  assert_int_equal(hold(&b, &inside[0], &inside[1]), SS_HELD_ALWAYS);
  assert_int_equal(hold(&b, &outside[0], &outside[1]), SS_HELD_NEVER);
  assert_int_equal(hold(&b, &across[0], &across[1]), SS_HELD_BRANCH);
  assert_int_equal(b.judge.branch.moving, 0);
  const ss_rest_pattern *pattern = b.s.patterns.item;
  const double inwards[] = {-1}, outwards[] = {1};
  assert_true(ss_judge_leads(&b.judge, pattern, inwards));
  assert_false(ss_judge_leads(&b.judge, pattern, outwards));
  tear_down(&b);
}

/* No friction: one point, enclosed and unique; none where there is none. */
static void test_point(void **state) {
  (void)state;
  bench b;
  set_up(&b, "model \"m\"\ncoord x\nkinetic = 1/2*x'^2\npotential = x^4/4 - 2*x\n");
  const double root = cbrt(2), near[] = {1.2, 1.3}, far[] = {1.5, 1.6};
  assert_int_equal(hold(&b, &near[0], &near[1]), SS_HELD_ALWAYS);
  assert_int_equal(b.judge.branch.moving, 1);
  arb_t point;
  arb_init(point);
  arb_set_d(point, root);
  assert_true(arb_overlaps(b.judge.branch.enclosure, point));
  assert_true(mag_cmp_2exp_si(arb_radref(b.judge.branch.enclosure), -5) < 0);
  arb_clear(point);
  assert_int_not_equal(hold(&b, &far[0], &far[1]), SS_HELD_ALWAYS);
  tear_down(&b);
}

/* A block on a bumpy floor y = x^2/10, held by friction: a graph over x; |slope| <= mu. */
static void test_graph(void **state) {
  (void)state;
  bench b;
  set_up(&b, "model \"m\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 10*y\n"
             "contact floor { gap = y - x^2/10; slip = x' + x/5*y'; law = coulomb(1/2) }\n");
  const double lo[] = {0.1, 0}, hi[] = {0.2, 0.01};
  assert_int_equal(hold(&b, lo, hi), SS_HELD_ALWAYS);
  assert_int_equal(b.judge.branch.moving, 1);
  assert_true(b.judge.branch.determined);
  const size_t forces = 2;
  assert_false(b.judge.branch.is_unknown[forces]);
  arb_t y;
  arb_init(y);
  for (double x = 0.1; x <= 0.2; x += 0.01) {
    arb_set_d(y, x * x / 10);
    assert_true(arb_contains(b.judge.branch.enclosure + forces + 1, y));
  }
  arb_clear(y);
  const double steep_lo[] = {3, 0.9}, steep_hi[] = {3.01, 0.91};
  assert_int_equal(hold(&b, steep_lo, steep_hi), SS_HELD_NEVER);
  tear_down(&b);
}

/* Gaps that depend on each other: nothing is said. */
static void test_dependent_gaps(void **state) {
  (void)state;
  bench b;
  set_up(&b, "model \"m\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 10*y + x^4\n"
             "contact a { gap = y; slip = x'; law = coulomb(1/2) }\n"
             "contact b { gap = 2*y }\n");
  const double lo[] = {-0.1, -0.1}, hi[] = {0.1, 0.1};
  assert_int_equal(hold(&b, lo, hi), SS_HELD_OPEN);
  tear_down(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_box),
      cmocka_unit_test(test_point),
      cmocka_unit_test(test_graph),
      cmocka_unit_test(test_dependent_gaps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
