/* test_follow.c: what is said of a box of starts is true of the motions in it, by another method.
 *
 * Motions by events, to 1e-10, from random points of boxes that were decided. */
#include "machines.h"

/* Does the motion from x come to rest within 60? */
static bool comes_to_rest(const subject *s, const double *x, bool *escapes) {
  ss_arena *arena = ss_arena_create();
  const size_t n = s->linear.coordinates;
  ss_motion_options o = ss_motion_default_options();
  ss_motion motion;
  o.end = 60;
  assert_int_equal(ss_motion_run(arena, ss_machine_system(s->machine),
                                 ss_machine_parameters(s->machine), x, x + n, &o, &motion),
                   SS_OK);
  double size = 0;
  for (size_t i = 0; i < n; i++) size = fmax(size, fmax(fabs(motion.q[i]), fabs(motion.u[i])));
  const bool rests = motion.at_rest;
  *escapes = size > 2;
  ss_arena_destroy(arena);
  return rests;
}

static void motions_agree(const char *text, const char *level, double range, int boxes) {
  subject s = open_subject(text);
  make_tube(&s, level);
  const size_t d = 2 * s.linear.coordinates;
  uint64_t seed = 77;
  int decided[4] = {0};
  for (int k = 0; k < boxes; k++) {
    double x[16] = {0}, reach[16] = {0}, y[16] = {0};
    ss_tube_answer a;
    for (size_t i = 0; i < d; i++) {
      x[i] = range * random_number(&seed);
      reach[i] = 0.02 * (1 + random_number(&seed));
    }
    ss_tube_follow(s.tube, x, reach, NULL, &a);
    decided[a.fate]++;
    for (size_t i = 0; i < d; i++) y[i] = x[i] + reach[i] * random_number(&seed);
    bool escapes;
    const bool rests = comes_to_rest(&s, y, &escapes);
    if (a.fate == SS_TUBE_LEVEL || a.fate == SS_TUBE_REST) assert_true(rests);
    if (a.fate == SS_TUBE_ESCAPE) assert_true(!rests && escapes);
  }
  assert_true(decided[SS_TUBE_ESCAPE] > boxes / 20);
  assert_true(decided[SS_TUBE_LEVEL] + decided[SS_TUBE_REST] > boxes / 20);
  assert_true((decided[SS_TUBE_REST] > 0) == !level);
  close_subject(&s);
}

static void motions_agree_with_tubes(void **state) {
  (void)state;
  motions_agree(TWO_MASSES, "16", 4, 150);
  motions_agree(OSCILLATOR("-0.5"), "2", 3.5, 150);
}

/* No level is known: rest points with a margin do. */
static void rests_without_a_level(void **state) {
  (void)state;
  motions_agree(OSCILLATOR("-0.5"), NULL, 3.5, 150);
}

/* 2.5993507 is where the limit cycle of the oscillator begins: both sides to 1e-4. */
static void both_sides_of_the_limit_cycle(void **state) {
  (void)state;
  subject s = open_subject(OSCILLATOR("-0.5"));
  make_tube(&s, "2");
  ss_tube_answer a;
  ss_tube_follow(s.tube, (double[]){2.59930, 0}, (double[]){1e-6, 0}, NULL, &a);
  assert_int_equal(a.fate, SS_TUBE_LEVEL);
  ss_tube_follow(s.tube, (double[]){2.59940, 0}, (double[]){1e-6, 0}, NULL, &a);
  assert_int_equal(a.fate, SS_TUBE_ESCAPE);
  /* a box around it is open */
  ss_tube_follow(s.tube, (double[]){2.59935, 0}, (double[]){1e-4, 0}, NULL, &a);
  assert_int_equal(a.fate, SS_TUBE_OPEN);
  close_subject(&s);
}

/* A load shifts everything: the same answers about the shifted boxes. */
static void loads_shift(void **state) {
  (void)state;
  subject s = open_subject(TWO_MASSES), l = open_subject(TWO_MASSES "force x1 = 0.7\n");
  make_tube(&s, "16");
  make_tube(&l, "16");
  uint64_t seed = 3;
  const double shift[] = {0.7 * 2 / 3, 0.7 / 3};
  for (int k = 0; k < 100; k++) {
    double x[4], y[4], reach[4] = {0.05, 0.05, 0, 0};
    ss_tube_answer a, b;
    for (size_t i = 0; i < 4; i++) x[i] = y[i] = 4 * random_number(&seed);
    for (size_t i = 0; i < 2; i++) y[i] += shift[i];
    ss_tube_follow(s.tube, x, reach, NULL, &a);
    ss_tube_follow(l.tube, y, reach, NULL, &b);
    assert_int_equal(a.fate, b.fate);
    assert_true(fabs(a.radius - b.radius) < 1e-6 * (1 + a.radius));
  }
  close_subject(&s);
  close_subject(&l);
}

/* Phases with their modes, as the certificate has them. */
static void plans_tell_phases(void **state) {
  (void)state;
  subject s = open_subject(OSCILLATOR("-0.5"));
  make_tube(&s, "2");
  ss_tube_answer a;
  ss_text plan;
  ss_text_start(&plan);
  ss_tube_follow(s.tube, (double[]){2.55, 0}, (double[]){0.001, 0}, &plan, &a);
  assert_int_equal(a.fate, SS_TUBE_LEVEL);
  assert_true(plan.length > 0 && strspn(plan.data, "SXUu+-0123456789: ") == plan.length);
  assert_true(plan.data[0] == 'S' && plan.data[1] == '-');
  assert_non_null(strchr(plan.data, 'X'));
  assert_non_null(strchr(plan.data, ':'));
  ss_text_stop(&plan);
  close_subject(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(motions_agree_with_tubes), cmocka_unit_test(rests_without_a_level),
      cmocka_unit_test(both_sides_of_the_limit_cycle), cmocka_unit_test(loads_shift),
      cmocka_unit_test(plans_tell_phases)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
