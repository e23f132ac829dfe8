/* test_event.c: events of all motions of a tube, against motions that are followed one by one.
 *
 * A box around a centre shortly before its event is carried over it; random motions of the box,
 * each a tube of its own without width, must lie within the swarm at the end of the window, and
 * what is left over must be quadratic in the size of the box. */
#include "../../src/tube/tube_private.h"

#include "machines.h"

/* By small steps of any mode: where the motion from x is after `time`. */
static void walk(const ss_tube *t, double *x, double time) {
  mode md = {0};
  uint64_t left = (uint64_t)llround(time / t->unit * 0x1p32);
  ss_tube_choose_mode(t, x, 1e-13, SIZE_MAX, &md);
  while (left) {
    expansion e;
    size_t turning;
    ss_tube_expand(t, &md, x, &e);
    const uint64_t event = ss_tube_find_event(t, &md, &e, BIG, &turning);
    const uint64_t when = event < left ? event : left;
    ss_tube_advance(t, &e, ldexp((double)when, -FINE) * t->unit, x);
    left -= when;
    if (when == event && event < (uint64_t)BIG << FINE)
      ss_tube_choose_mode(t, x, 1e-9, turning, &md);
  }
}

/* Passes the event of the centre at x; the leftover, or -1 if it is refused. */
static double pass(const ss_tube *t, const double *x, int first, int second, double half) {
  mode from = {.sign = {first, second}}, to;
  expansion before, after, f[ALL];
  swarm w = {.count = 2};
  double y[X] = {0}, moved[X] = {0};
  size_t turning, j = SIZE_MAX;
  step_cost cost;
  w.g[0][0] = half;
  w.g[1][1] = half;
  ss_tube_set_mode(t, &from);
  ss_tube_expand(t, &from, x, &before);
  const uint64_t when = ss_tube_find_event(t, &from, &before, BIG, &turning);
  const double length = ldexp((double)when, -FINE) * t->unit;
  assert_true(when < (uint64_t)BIG << FINE);
  swarm_cost more;
  ss_tube_expand_swarm(t, &from, &w, &before, f);
  ss_tube_price(t, &from, &before, 2 * length, &cost);
  ss_tube_price_swarm(t, &from, &w, f, 2 * length, &more);
  swarm at = w;
  ss_tube_advance_swarm(t, f, length, &at);
  ss_tube_advance(t, &before, length, y);
  memcpy(moved, y, sizeof moved);
  to = from;
  ss_tube_choose_mode(t, y, 1e-9, turning, &to);
  for (size_t k = 0; k < t->d; k++) moved[k] -= y[k];
  for (size_t k = 0; k < t->m; k++)
    if (from.sign[k] != to.sign[k]) j = k;
  assert_true(j != SIZE_MAX);
  ss_tube_expand(t, &to, y, &after);
  const centre_event event = {.friction = j,
                              .length = length,
                              .jump = ss_tube_size(t, moved),
                              .residual = 2 * cost.residual + more.residual,
                              .from = &from,
                              .to = &to,
                              .before = &before,
                              .after = &after};
  if (!ss_tube_pass_event(t, &event, f, &at)) return -1;
  /* the second half of the window */
  double centre[X] = {0};
  ss_tube_expand_swarm(t, &to, &at, &after, f);
  const double eps = at.eps;
  ss_tube_advance_swarm(t, f, length, &at);
  ss_tube_advance(t, &after, length, centre);
  uint64_t seed = 8;
  for (int k = 0; k < 60; k++) {
    double xi[2], z[X] = {0}, off[X] = {0};
    for (size_t i = 0; i < 2; i++) xi[i] = random_number(&seed);
    for (size_t i = 0; i < t->d; i++) z[i] = x[i] + xi[0] * w.g[0][i] + xi[1] * w.g[1][i];
    walk(t, z, 2 * length);
    for (size_t i = 0; i < t->d; i++)
      off[i] = z[i] - centre[i] - xi[0] * at.g[0][i] - xi[1] * at.g[1][i];
    assert_true(ss_tube_size(t, off) <= eps * exp(t->lambda * length) + 1e-9);
  }
  return eps;
}

/* x1' is about to end: it turns; the leftover falls fourfold with half the box. */
static void turning(void **state) {
  (void)state;
  subject s = open_subject(TWO_MASSES);
  make_tube(&s, NULL);
  const double x[4] = {4, -3, 0.05 * 4, -1};
  double eps[3];
  for (int k = 0; k < 3; k++) {
    eps[k] = pass(s.tube, x, 1, -1, ldexp(0.004, -k));
    assert_true(eps[k] > 0);
  }
  assert_true(eps[1] < 0.5 * eps[0] && eps[2] < 0.5 * eps[1]);
  /* a box that the window cannot hold */
  assert_true(pass(s.tube, x, 1, -1, 4) < 0);
  close_subject(&s);
}

/* The same near 0: it sticks. And one that sticks is let go by the other. */
static void sticking_and_slipping(void **state) {
  (void)state;
  subject s = open_subject(TWO_MASSES);
  make_tube(&s, NULL);
  assert_true(pass(s.tube, (double[]){0.1, -0.2, 0.05, -2}, 1, -1, 0.0005) > 0);
  /* 2 x1 - x2 + 3/8 x2' = 0.825, and grows at 1.65 */
  assert_true(pass(s.tube, (double[]){0.6, 0, 0, -1}, 0, -1, 0.0005) > 0);
  close_subject(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(turning),
                                     cmocka_unit_test(sticking_and_slipping)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
