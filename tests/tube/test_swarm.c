/* test_swarm.c: differences in a mode, against motions of the same mode from random starts. */
#include "../../src/tube/tube_private.h"

#include "machines.h"

static swarm make_box(const double half[4]) {
  swarm w = {.count = 0};
  for (size_t i = 0; i < 4; i++)
    if (half[i] > 0) w.g[w.count++][i] = half[i];
  return w;
}

/* sum xi_i g_i for random xi */
static void pick(const ss_tube *t, const swarm *w, uint64_t *seed, double *xi, double *e) {
  double square = 0;
  for (size_t i = 0; i < w->count; i++) {
    xi[i] = random_number(seed);
    square += xi[i] * xi[i];
  }
  for (size_t i = 0; w->ball && i < w->count; i++) xi[i] /= sqrt(square);
  for (size_t k = 0; k < t->d; k++) {
    e[k] = 0;
    for (size_t i = 0; i < w->count; i++) e[k] += xi[i] * w->g[i][k];
  }
}

/* Sizes are never exceeded, and nearly reached. */
static void sizes_bound(void **state) {
  (void)state;
  subject s = open_subject(TWO_MASSES);
  make_tube(&s, NULL);
  const ss_tube *t = s.tube;
  uint64_t seed = 9;
  for (int ball = 0; ball < 2; ball++) {
    swarm w = make_box((double[]){0.3, 0.2, 0, 0});
    if (ball) ss_tube_swarm_ball(t, 0.4, &w);
    const double x[4] = {3, -1, 2, 0.5}, size = ss_tube_swarm_size(t, &w);
    const double far = ss_tube_reach_of(t, &w, x, size);
    double most = 0, farthest = 0;
    for (int k = 0; k < 3000; k++) {
      double xi[X], e[X] = {0}, y[X] = {0};
      pick(t, &w, &seed, xi, e);
      for (size_t i = 0; i < 4; i++) y[i] = x[i] + e[i];
      most = fmax(most, ss_tube_size(t, e));
      farthest = fmax(farthest, ss_tube_size(t, y));
    }
    assert_true(most <= size * (1 + 1e-9) && most > 0.95 * size);
    assert_true(farthest <= far * (1 + 1e-9) && farthest > 0.97 * far);
  }
  close_subject(&s);
}

/* A sure step: any two motions of the mode differ by what the directions say, their slips and
 * forces by no more than was priced. One friction sticks, one slips. */
static void steps_carry_differences(void **state) {
  (void)state;
  subject s = open_subject(TWO_MASSES);
  make_tube(&s, NULL);
  const ss_tube *t = s.tube;
  uint64_t seed = 4;
  for (int sign = 0; sign < 2; sign++) {
    swarm w = make_box((double[]){0.01, 0.02, sign ? 0.01 : 0, 0.015});
    mode md = {.sign = {sign, 1}};
    double x[X] = {0.2, sign ? -1 : 0.3, sign ? 2 : 0, 1.5};
    expansion e, f[ALL], g;
    step_cost cost;
    swarm_cost more;
    const double length = t->unit * BIG;
    ss_tube_set_mode(t, &md);
    assert_true(ss_tube_is_plain(t, &md));
    ss_tube_expand(t, &md, x, &e);
    ss_tube_expand_swarm(t, &md, &w, &e, f);
    ss_tube_price(t, &md, &e, length, &cost);
    ss_tube_price_swarm(t, &md, &w, f, length, &more);
    const double eps = ss_tube_grown(t, &md, &cost, &more, 0, length);
    assert_true(eps < 1e-10);
    assert_true(ss_tube_is_sure(t, &md, &cost, &more, eps, 0));
    assert_false(ss_tube_is_sure(t, &md, &cost, &more, 10, 0));
    swarm later = w;
    ss_tube_advance_swarm(t, f, length, &later);
    double centre[X] = {0};
    ss_tube_advance(t, &e, length, centre);
    for (int k = 0; k < 50; k++) {
      double xi[X], y[X] = {0}, z[X] = {0};
      pick(t, &w, &seed, xi, y);
      for (size_t i = 0; i < 4; i++) y[i] += x[i];
      ss_tube_expand(t, &md, y, &g);
      ss_tube_advance(t, &g, length, z);
      for (size_t i = 0; i < 4; i++) {
        double expected = centre[i];
        for (size_t a = 0; a < w.count; a++) expected += xi[a] * later.g[a][i];
        assert_true(fabs(z[i] - expected) < 1e-10);
      }
      for (size_t j = 0; j < 2; j++) {
        const double slip =
            ss_tube_evaluate(g.g[j], length / 3) - ss_tube_evaluate(e.g[j], length / 3);
        assert_true(fabs(slip) <= more.slip[j] + 1e-12);
      }
    }
  }
  close_subject(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sizes_bound),
                                     cmocka_unit_test(steps_carry_differences)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
