/* fit.h: a ball that falls and bounces, in closed form, and a fit of it by hand: shared by the
 * tests of fits. */
#ifndef STANDSTILL_TESTS_STUDY_FIT_H
#define STANDSTILL_TESTS_STUDY_FIT_H

#include "../../src/study/fit.h"
#include "stage.h"

#define BALL                                                                                       \
  "param g = 9.81; param e = 0.8; param idle = 1\ncoord y\nkinetic = 1/2*y'^2 + 0*idle\n"          \
  "potential = g*y\ncontact floor { gap = y; restitution = newton(e, 0) }\nstate drop { y = 1 }\n"

enum { BALL_ROWS = 40 };

/* Up to the second impact. */
static inline double ball_height(double t, double g, double e) {
  const double hit = sqrt(2 / g), speed = e * g * hit;
  return t < hit ? 1 - g * t * t / 2 : speed * (t - hit) - g * (t - hit) * (t - hit) / 2;
}

typedef struct ball {
  stage s;
  double t[BALL_ROWS], y[BALL_ROWS];
  size_t state;
  const char *name, *parameter[3];
  const double *value;
  ss_measured measured;
  ss_fit_options options;
} ball;

/* Heights with g and e, each off by `noise` times +1 or -1. */
static inline void ball_open(ball *b, double g, double e, double noise) {
  *b = (ball){.s = open_stage(BALL), .name = "y", .parameter = {"g", "e", "idle"}};
  for (size_t k = 0; k < BALL_ROWS; k++) {
    b->t[k] = 0.02 * (double)(k + 1);
    b->y[k] = ball_height(b->t[k], g, e) + (k * k % 7 < 3 ? noise : -noise);
  }
  b->value = b->y;
  b->measured = (ss_measured){"ball.csv", BALL_ROWS, 1, b->t, &b->state, &b->name, &b->value};
  b->options = ss_fit_default_options();
  b->options.parameters = 2;
  b->options.parameter = b->parameter;
}

/* The inside of a fit, at its beginning. */
static inline ss_fitting ball_fitting(ball *b) {
  static const size_t index[] = {0, 1, 2};
  static const double begin[] = {9.81, 0.8, 1};
  ss_arena *a = b->s.arena;
  const size_t m = b->options.parameters;
  ss_fitting f = {.arena = a,
                  .scratch = ss_arena_create(),
                  .machine = b->s.machine,
                  .data = &b->measured,
                  .options = &b->options,
                  .from = "drop",
                  .unknowns = m,
                  .index = index,
                  .name = b->parameter,
                  .begin = begin,
                  .rows = BALL_ROWS,
                  .weight = ss_arena_new(a, 1, double),
                  .left_out = ss_arena_new(a, BALL_ROWS, bool),
                  .r = ss_arena_new(a, BALL_ROWS, double),
                  .J = ss_arena_new(a, BALL_ROWS * m, double),
                  .A = ss_arena_new(a, m * m, double),
                  .L = ss_arena_new(a, m * m, double),
                  .g = ss_arena_new(a, m, double),
                  .step = ss_arena_new(a, m, double)};
  f.weight[0] = 1;
  return f;
}

#endif
