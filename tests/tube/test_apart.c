/* test_apart.c: tubes that must keep gaps open, against what is known of the oscillator.
 *
 * From x = -2 at rest, x'' = x'/2 - x - sign(x'), the motion stops next at X = e^(pi s/w) - 1 with
 * s = 1/4, w^2 = 1 - s^2, and swings less far after that. So a stop at D > X is not touched. */
#include "machines.h"

#include "../../src/tube/tube_private.h"

static void make_tube_with(subject *s, bool global, size_t gaps, const ss_tube_gap *gap) {
  const char *why;
  assert_int_equal(fmpq_set_str(s->level, "2", 10), 0);
  const ss_tube_options o = {
      .level = s->level, .global = global, .end = 60, .gaps = gaps, .gap = gap};
  assert_int_equal(ss_tube_create(s->arena, &s->linear, &o, &s->tube, &why), SS_OK);
}

static ss_tube_answer follow(subject *s, double x, double u, double reach) {
  const double at[2] = {x, u}, half[2] = {reach, reach};
  ss_tube_answer a;
  ss_tube_follow(s->tube, at, half, NULL, &a);
  return a;
}

static void stops_on_either_side(void **state) {
  (void)state;
  const double sigma = 0.25, end = exp(M_PI * sigma / sqrt(1 - sigma * sigma)) - 1;
  for (int k = 0; k < 8; k++) {
    const int side = k % 2 ? 1 : -1;
    const double scale = k & 2 ? 3 : 1, off = k & 4 ? 0.01 : -0.01;
    const ss_tube_gap gap = {.a = {-side * scale}, .d = scale * (end + off)};
    subject s = open_subject(OSCILLATOR("-0.5"));
    make_tube_with(&s, false, 1, &gap);
    const ss_tube_answer a = follow(&s, -2 * side, 0, 1e-3);
    assert_int_equal(a.touches, off < 0);
    assert_int_equal(a.fate != SS_TUBE_OPEN, off > 0);
    close_subject(&s);
  }
}

/* The level is what of it lies within the gaps; energy that does not grow keeps motions there. */
static void levels(void **state) {
  (void)state;
  const ss_tube_gap gap[] = {{.a = {1}, .d = 1.5}, {.a = {-4}, .d = 5}};
  subject s = open_subject(OSCILLATOR("-0.5"));
  make_tube_with(&s, false, 1, gap);
  assert_true(fabs(ss_tube_radius(s.tube) - 1.5) < 1e-9);
  close_subject(&s);
  s = open_subject(OSCILLATOR("0.5"));
  make_tube_with(&s, true, 2, gap);
  assert_true(fabs(ss_tube_radius(s.tube) - 1.25) < 1e-9);
  close_subject(&s);
  /* a rate above 0: the theorem about all motions tells of no level */
  s = open_subject(OSCILLATOR("-0.5"));
  make_tube_with(&s, true, 2, gap);
  assert_true(ss_tube_radius(s.tube) == 0);
  close_subject(&s);
}

/* A stop that is far away ends no motion, but may end an escape. */
static void escapes_are_open(void **state) {
  (void)state;
  const ss_tube_gap gap = {.a = {-1}, .d = 1000};
  subject s = open_subject(OSCILLATOR("-0.5"));
  make_tube_with(&s, false, 0, NULL);
  assert_int_equal(follow(&s, 4, 0, 0).fate, SS_TUBE_ESCAPE);
  make_tube_with(&s, false, 1, &gap);
  assert_int_equal(follow(&s, 4, 0, 0).fate, SS_TUBE_OPEN);
  assert_int_equal(ss_tube_rays(s.tube), 0);
  close_subject(&s);
}

/* Whatever happens in a time: at rest in the middle of 1, pushed by |A| |x| + p = 1 at most. */
static void whatever_happens(void **state) {
  (void)state;
  const ss_tube_gap gap = {.a = {-1}, .d = 1};
  const double rest[2] = {0, 0}, towards[2] = {0, 1};
  subject s = open_subject(OSCILLATOR("0"));
  make_tube_with(&s, true, 1, &gap);
  assert_true(ss_tube_is_far(s.tube, rest, 0, 0, 1.41));
  assert_false(ss_tube_is_far(s.tube, rest, 0, 0, 1.42));
  assert_false(ss_tube_is_far(s.tube, rest, 0, 0.5, 1));
  assert_true(ss_tube_is_far(s.tube, towards, 1, 0, 0.5));
  assert_false(ss_tube_is_far(s.tube, towards, 1, 0, 1));
  const double none = 0;
  assert_true(ss_tube_rests_apart(s.tube, &none, 0.999));
  assert_false(ss_tube_rests_apart(s.tube, &none, 1.001));
  close_subject(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(stops_on_either_side),
                                     cmocka_unit_test(levels), cmocka_unit_test(escapes_are_open),
                                     cmocka_unit_test(whatever_happens)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
