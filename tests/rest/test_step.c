/* test_step.c: one linear step, where its answer is known in closed form. */
#include "stage.h"

static void set_reach(stage *s, double reach) {
  for (size_t j = 0; j < s->search.k; j++) s->walker.reach[j] = reach;
}

/* A mass on a spring, friction 1/2: forces are k x, at a distance 1/2 - |x| from their limits, or
 * beyond them. */
static void test_hold(void **state) {
  (void)state;
  stage s;
  stage_open(&s,
             "model \"m\"\ncoord x\nkinetic = x'^2\npotential = 1/2*x^2\n"
             "friction f { slip = x'; normal = 5; law = coulomb(1/10) }\n",
             NULL);
  for (int i = -8; i <= 8; i++) {
    const double x = i / 10.0;
    assert_true(stage_put(&s, &x));
    assert_near(s.walker.force[0], x, 1e-14);
    assert_near(s.walker.margin, (0.5 - fabs(x)) / 2, 1e-14); /* of alpha and beta each */
    assert_true(s.walker.residual <= 1e-15);
  }
  assert_near(ss_walker_unit(&s.walker), 5, 0); /* the normal force is the largest */
  stage_close(&s);
}

/* A disc of radius 1/2 by cuts: forces of every direction up to the limit, none beyond. */
static void test_spatial_hold(void **state) {
  (void)state;
  stage s;
  stage_open(&s,
             "model \"d\"\ncoord x, y\nkinetic = x'^2 + y'^2\npotential = 1/2*(x^2 + y^2)\n"
             "friction f { slip = (x', y'); normal = 5; law = disk(1/10) }\n",
             NULL);
  for (size_t i = 0; i < 24; i++) {
    const double angle = 2 * M_PI * (double)i / 24 + 0.1;
    const double inside[] = {0.4999999 * cos(angle), 0.4999999 * sin(angle)};
    const double outside[] = {0.5001 * cos(angle), 0.5001 * sin(angle)};
    assert_true(stage_put(&s, inside));
    assert_near(s.walker.force[0], inside[0], 1e-13);
    assert_near(s.walker.force[1], inside[1], 1e-13);
    assert_true(s.walker.margin >= 0);
    const bool held = stage_put(&s, outside);
    assert_true(!held || s.walker.margin < 0);
  }
  stage_close(&s);
}

/* A slider with friction: the normal force has the sign of the chosen side. */
static void test_sides(void **state) {
  (void)state;
  stage s;
  const double origin[] = {0, 0};
  stage_open(&s,
             "model \"r\"\ncoord x, y\nkinetic = x'^2 + y'^2\nforce x = 1\nforce y = 8\n"
             "slider s { gap = y; slip = x'; law = coulomb(1/4) }\n",
             NULL);
  for (size_t i = 0; i < s.patterns.count; i++) {
    s.walker.pattern = &s.patterns.item[i];
    const bool held = stage_put(&s, origin) && s.walker.margin >= 0;
    assert_int_equal(held, s.walker.pattern->side[0] < 0);
    if (!held) continue;
    assert_near(s.walker.force[0], -8, 1e-13);
    assert_near(s.walker.force[1], -1, 1e-13);
  }
  stage_close(&s);
}

/* x^3 - x = friction within 1/10: from x = 1 the linear step goes as far as 2 dx = 1/10, or as its
 * reach, or as the box. */
static void test_advance(void **state) {
  (void)state;
  stage s;
  const double to = 1.02, goal = 1, x = 1;
  ss_rest_options options = ss_rest_default_options();
  options.to = &to;
  static const char text[] = "model \"w\"\ncoord x\nkinetic = x'^2\npotential = x^4/4 - x^2/2\n"
                             "friction f { slip = x'; normal = 1; law = coulomb(1/10) }\n";
  stage_open(&s, text, NULL);
  assert_true(stage_put(&s, &x));
  set_reach(&s, 0.5);
  assert_true(ss_walker_advance(&s.walker, &goal, NULL));
  assert_near(s.walker.dz[0], 0.05, 1e-14);
  assert_near(s.walker.new_force[0], 0.1, 1e-14);
  const double back = -1;
  assert_true(ss_walker_advance(&s.walker, &back, NULL));
  assert_near(s.walker.dz[0], -0.05, 1e-14);
  set_reach(&s, 0.01);
  assert_true(ss_walker_advance(&s.walker, &goal, NULL));
  assert_near(s.walker.dz[0], 0.01, 1e-15);
  assert_near(s.walker.new_force[0], 0.02, 1e-14);
  stage_close(&s);
  stage_open(&s, text, &options);
  assert_true(stage_put(&s, &x));
  set_reach(&s, 0.5);
  assert_true(ss_walker_advance(&s.walker, &goal, NULL));
  assert_near(s.walker.dz[0], 0.02, 1e-14); /* the end of the box */
  stage_close(&s);
}

/* An open gap ends a step, a closed one keeps it on its surface; `hold` takes a direction away. */
static void test_conditions(void **state) {
  (void)state;
  stage s;
  const double z[] = {0, 1}, goal[] = {1, 0.1}, hold[] = {0, 1};
  stage_open(&s,
             "model \"g\"\ncoord x, y\nkinetic = x'^2 + y'^2\n"
             "contact wall { gap = 3 - 2*x - y }\n",
             NULL);
  for (size_t i = 0; i < 2; i++) {
    const bool closed = s.patterns.item[i].closed[0];
    s.walker.pattern = &s.patterns.item[i];
    memcpy(s.walker.z, z, sizeof z);
    assert_true(ss_search_at(&s.search, z));
    set_reach(&s, 4);
    assert_true(ss_walker_advance(&s.walker, goal, hold));
    assert_near(s.walker.dz[0], 1, 1e-14); /* 2 dx = 2 */
    assert_near(s.walker.dz[1], 0, 1e-15);
    const double away[] = {-1, 0};
    assert_true(ss_walker_advance(&s.walker, away, hold));
    assert_near(s.walker.dz[0], closed ? 1 : -4, 1e-14);
    assert_near(ss_walker_residual(&s.walker), closed ? 2 : 0, 0);
  }
  stage_close(&s);
}

/* Newton's steps to sqrt(2), where nothing holds but the spring; none where there is nothing. */
static void test_settle(void **state) {
  (void)state;
  stage s;
  const double start = 3;
  stage_open(&s, "model \"n\"\ncoord x\nkinetic = x'^2\npotential = x^3/3 - 2*x\n", NULL);
  memcpy(s.walker.z, &start, sizeof start);
  assert_true(ss_walker_settle(&s.walker, 0.1, NULL));
  assert_near(s.walker.z[0], sqrt(2), 1e-12);
  stage_close(&s);
  stage_open(&s, "model \"n\"\ncoord x\nkinetic = x'^2\npotential = x^3/3 + 2*x\n", NULL);
  memcpy(s.walker.z, &start, sizeof start);
  assert_false(ss_walker_settle(&s.walker, 0.1, NULL));
  stage_close(&s);
}

/* A contact without friction cannot pull sideways: of h = (-3, -4) the 3 stay, over 4. */
static void test_unbalanced(void **state) {
  (void)state;
  stage s;
  const double origin[] = {0, 0};
  stage_open(&s,
             "model \"u\"\ncoord x, y\nkinetic = x'^2 + y'^2\npotential = 3*x + 4*y\n"
             "contact c { gap = y }\n",
             NULL);
  assert_false(stage_put(&s, origin));
  assert_near(s.walker.force[0], 4, 1e-14);
  assert_near(s.walker.residual, 0.75, 1e-14);
  assert_near(ss_walker_unit(&s.walker), 4, 1e-14);
  stage_close(&s);
}

/* At the end of what friction holds a way leads inwards. */
static void test_ease(void **state) {
  (void)state;
  stage s;
  stage_open(&s,
             "model \"m\"\ncoord x\nkinetic = 1/2*x'^2\npotential = x^2/2 + x^4/4\n"
             "friction f { slip = x'; normal = 2; law = coulomb(1) }\n",
             NULL);
  const double end = 1; /* x + x^3 = 2 */
  stage_put(&s, &end);
  s.walker.reach[0] = 0.01;
  assert_true(ss_walker_ease(&s.walker));
  assert_true(s.walker.dz[0] < 0 && s.walker.margin > 0);
  stage_close(&s);
}

/* A spatial friction whose normal force is negative gives no force, and no trouble. */
static void test_negative_normal(void **state) {
  (void)state;
  stage s;
  stage_open(&s,
             "model \"m\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
             "potential = (x^2 + y^2)/2\n"
             "friction f { slip = (x', y'); normal = 1 - 4*x^2; law = disk(0.5) }\n",
             NULL);
  const double beyond[] = {1, 0}, within[] = {0.2, 0.3};
  assert_false(stage_put(&s, beyond));
  assert_true(stage_put(&s, within) && s.walker.margin > 0);
  const ss_rest_sets sets = find_rests(&s.m);
  assert_int_equal(sets.count, 1);
  assert_true(sets.complete && sets.set->certain);
  stage_close(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ease),       cmocka_unit_test(test_negative_normal),
      cmocka_unit_test(test_hold),       cmocka_unit_test(test_spatial_hold),
      cmocka_unit_test(test_sides),      cmocka_unit_test(test_advance),
      cmocka_unit_test(test_conditions), cmocka_unit_test(test_settle),
      cmocka_unit_test(test_unbalanced),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
