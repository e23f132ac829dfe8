/* test_tubes.c: sizes of swarms and of what ranges do to a motion, against numbers found otherwise.
 *
 * A swarm is {sum xi_i g_i + sum theta_j h_j + e}, |xi| <= 1 or |xi_i| <= 1, |theta_j| <= 1, and
 * |e| <= eps in the norm of P. Its size must not be below that of any of its members, which are
 * drawn, nor above what the two parts can have by themselves: of a ball sqrt(lambda), lambda the
 * largest eigenvalue of the Gram matrix, times 2^(1/128), of a box sqrt(sum |g_a^T P g_b|).
 */
#include <math.h>

#include "../../checker/tubes.h"
#include "support.h"

enum { WAYS = 2, RANGES = 2, DIMENSION = 2 };

static uint64_t seed = 5;

static double draw(void) { /* in [-1, 1] */
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(seed >> 11) * 0x1p-52 - 1;
}

static tubes *open_tubes(run *r, bool ball, double g[WAYS + RANGES][DIMENSION]) {
  tubes *t = new_room(r, 1, sizeof *t);
  t->n = 1;
  t->d = DIMENSION;
  t->count = WAYS;
  t->ranges = RANGES;
  t->ball = ball;
  t->r = new_ball(r);
  t->eps = new_ball(r);
  for (size_t i = 0; i < COUNT(t->t); i++) t->t[i] = new_ball(r);
  t->P = new_ball_matrix(r, DIMENSION, DIMENSION);
  arb_set_d(arb_mat_entry(t->P, 0, 0), 4);
  arb_set_d(arb_mat_entry(t->P, 1, 1), 1);
  for (size_t i = 0; i < WAYS + RANGES; i++) {
    t->g[i] = new_balls(r, DIMENSION);
    for (size_t k = 0; k < DIMENSION; k++) {
      g[i][k] = draw() * (i < WAYS ? 1 : 0.3);
      arb_set_d(t->g[i] + k, g[i][k]);
    }
  }
  return t;
}

static double times(const double *x, const double *y) {
  return 4 * x[0] * y[0] + x[1] * y[1];
}

/* The largest of the swarm's members without e: all corners of a box, directions of a ball. */
static double find_largest(bool ball, double g[WAYS + RANGES][DIMENSION]) {
  double most = 0;
  for (int turn = 0; turn < (ball ? 3600 : 4); turn++)
    for (int corner = 0; corner < 4; corner++) {
      const double phi = M_PI * turn / 1800;
      double xi[WAYS + RANGES] = {cos(phi), sin(phi), corner & 1 ? 1 : -1, corner & 2 ? 1 : -1};
      double sum[DIMENSION] = {0};
      if (!ball) xi[0] = turn & 1 ? 1 : -1, xi[1] = turn & 2 ? 1 : -1;
      for (size_t i = 0; i < WAYS + RANGES; i++)
        for (size_t k = 0; k < DIMENSION; k++) sum[k] += xi[i] * g[i][k];
      most = fmax(most, sqrt(times(sum, sum)));
    }
  return most;
}

static double box_size(size_t from, double g[WAYS + RANGES][DIMENSION]) {
  double sum = 0;
  for (size_t a = from; a < WAYS + RANGES; a++)
    for (size_t b = from; b < WAYS + RANGES; b++) sum += fabs(times(g[a], g[b]));
  return sqrt(sum);
}

static double ball_size(double g[WAYS + RANGES][DIMENSION]) {
  const double a = times(g[0], g[0]), b = times(g[0], g[1]), c = times(g[1], g[1]);
  return sqrt((a + c + sqrt((a - c) * (a - c) + 4 * b * b)) / 2);
}

static void sizes(void **state) {
  (void)state;
  for (int k = 0; k < 40; k++) {
    const bool ball = k % 2;
    double g[WAYS + RANGES][DIMENSION];
    run *r = calloc(1, sizeof *r);
    assert_non_null(r);
    tubes *t = open_tubes(r, ball, g);
    const double eps = k % 3 ? 0.125 : 0;
    arb_set_d(t->eps, eps);
    gather_swarm(t);
    const double size = arf_get_d(arb_midref(t->r), ARF_RND_NEAR) - eps,
                 most = ball ? ball_size(g) * pow(2, 1. / 128) + box_size(WAYS, g) : box_size(0, g);
    assert_true(size >= find_largest(ball, g) * (1 - 1e-12));
    assert_true(size <= most * (1 + 1e-12));
    free_all(r);
    free(r);
  }
}

/* x = (0, 2 - t, within 1/4 of it): 3 (2 + 1/2) + 5/4 until t = 1/2, and 7/8 by a friction. */
static void forcing(void **state) {
  (void)state;
  double g[WAYS + RANGES][DIMENSION];
  run *r = calloc(1, sizeof *r);
  assert_non_null(r);
  tubes *t = open_tubes(r, false, g);
  series centre = {.rest = {0.25, 0, 0}};
  for (size_t k = 0; k < COUNT(centre.c); k++) centre.c[k] = new_balls(r, DIMENSION);
  arb_set_si(centre.c[0] + 1, 2);
  arb_set_si(centre.c[1] + 1, -1);
  t->loose[0] = (loose){.terms = 1, .column = {1, 0}, .cost = {3, 0}, .size = 5};
  t->loose[1] = (loose){.friction = 1};
  t->size_of[1] = 7;
  t->way_out[1] = 0.125;
  const double value = 3 * 2.5 + 5 * 0.25 + 7. / 8, found = find_forcing(t, &centre, 0.5);
  assert_true(found >= value && found <= value * (1 + 1e-9));
  /* h' <= (rate + stir) h + forcing, from r on */
  t->stir = 0.5;
  const double drag = 0.5 * exp(0.75 * 2) * (3 + 2 * 4), said = find_drag(t, 4, 3, 0.25, 2);
  assert_true(said >= drag && said <= drag * (1 + 1e-9));
  free_all(r);
  free(r);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sizes), cmocka_unit_test(forcing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
