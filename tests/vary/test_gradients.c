/* test_gradients.c: the models of docs/gradients.md against their closed forms, to 1e-12. */
#include "vary.h"

typedef struct question {
  machine m;
  size_t parameter[4], count;
  double slope[16];
} question;

/* A model of models/gradients at its start, with parameters to vary, ended by NULL. */
static question ask(const char *model, const char *const *parameters, ss_vary_options *options) {
  char path[100];
  snprintf(path, sizeof path, "gradients/%s", model);
  question k = {.m = machine_open(path, NULL)};
  machine_put(&k.m, "start");
  for (; parameters && parameters[k.count]; k.count++)
    k.parameter[k.count] = ss_model_find_parameter(k.m.model, parameters[k.count]);
  *options = ss_vary_default_options();
  return k;
}

static ss_variation answer(question *k, double end, ss_vary_options *options) {
  options->parameters = k->count;
  options->parameter = k->parameter;
  options->start_slope = k->slope;
  assert_int_equal(ss_vary_start_slopes(k->m.model, "start", k->count, k->parameter, k->slope),
                   SS_OK);
  return vary_well(&k->m, end, options);
}

/* right(T) = left0 + left'0 T + 2 r: (1, 0, T, 0), and 2 by r. */
static void test_two_balls(void **state) {
  (void)state;
  const char *const names[] = {"r", NULL};
  ss_vary_options options;
  question k = ask("two-balls", names, &options);
  const ss_variation v = answer(&k, 1, &options);
  const double want[2][5] = {{0, 1, 0, 1, -2}, {1, 0, 1, 0, 2}};
  for (int i = 0; i < 2; i++)
    for (int c = 0; c < 5; c++) assert_near(v.piece[0].gain[5 * i + c], want[i][c], 1e-12);
  assert_near(v.x[1], 1.2, 1e-12);
  machine_close(&k.m);
}

/* y(T) = -(y0 + v0 T): -1 and -T; with restitution e, y(T) = -e (y0 + v0 T), and by e. */
static void test_bounce(void **state) {
  (void)state;
  const char *const names[] = {"e", NULL};
  ss_vary_options options;
  question k = ask("elastic-bounce", names, &options);
  const ss_variation v = answer(&k, 1, &options);
  const double want[] = {-1, -1, 1, 0, -1, 4};
  for (int c = 0; c < 6; c++) assert_near(v.piece[0].gain[c], want[c], 1e-12);
  machine_close(&k.m);
  const char *const settings[] = {"e=0.7", NULL};
  machine m = machine_open("gradients/elastic-bounce", settings);
  machine_put(&m, "start");
  const ss_variation w = vary_well(&m, 1, NULL);
  assert_near(w.piece[0].gain[0], -0.7, 1e-12);
  assert_near(w.piece[0].gain[3], -0.7, 1e-12);
  machine_close(&m);
}

/* y(1) = b/a: dy/da = -b/a^2, dy/db = 1/a. */
static void test_stopped(void **state) {
  (void)state;
  const char *const names[] = {"a", "b", NULL};
  ss_vary_options options;
  question k = ask("stopped-by-event", names, &options);
  const ss_variation v = answer(&k, 1, &options);
  assert_near(v.piece[0].gain[6 + 4], -0.25, 1e-12);
  assert_near(v.piece[0].gain[6 + 5], 0.5, 1e-12);
  assert_near(v.piece[0].gain[6 + 0], 0.5, 1e-12);
  machine_close(&k.m);
}

/* It leaves at s = m g/c, then y = c (T - s)^3/(6 m). */
static void test_lifted(void **state) {
  (void)state;
  const char *const names[] = {"m", "c", NULL};
  ss_vary_options options;
  question k = ask("lifted-box", names, &options);
  const ss_variation v = answer(&k, 1, &options);
  const double m = 2, g = 9.81, c = 40, T = 1, s = m * g / c, d = T - s;
  const double y = c * d * d * d / (6 * m);
  assert_near(v.x[0], y, 1e-12);
  assert_near(v.piece[0].gain[2], -g * d * d / (2 * m) - y / m, 1e-12);
  assert_near(v.piece[0].gain[3], y / c + d * d / (2 * m) * s, 1e-12);
  machine_close(&k.m);
}

/* x = v^2/(2 mu g). */
static void test_sliding(void **state) {
  (void)state;
  const char *const names[] = {"mu", NULL};
  ss_vary_options options;
  question k = ask("sliding-box", names, &options);
  const ss_variation v = answer(&k, 2, &options);
  const double mu = 0.3, g = 9.81, speed = 2;
  assert_near(v.piece[0].gain[2], speed / (mu * g), 1e-12);
  assert_near(v.piece[0].gain[4], -speed * speed / (2 * mu * mu * g), 1e-12);
  assert_near(v.piece[0].gain[2 * 5 + 2], 0, 1e-12);
  machine_close(&k.m);
}

/* phi = M T^2/(2 J): the derivative by J is negative at every horizon. */
static void test_pushed(void **state) {
  (void)state;
  const char *const names[] = {"J", NULL};
  const double horizons[] = {1, 10, 1000};
  for (int i = 0; i < 3; i++) {
    ss_vary_options options;
    question k = ask("pushed-pendulum", names, &options);
    const double T = horizons[i], want = -0.1 * T * T / (2 * 0.25);
    const ss_variation v = answer(&k, T, &options);
    assert_near(v.piece[0].gain[2], want, 1e-12 * fabs(want));
    machine_close(&k.m);
  }
}

/* A ball by its restitution: y(T) = e v s - g s^2/2 after the first bounce, s = T - t_1. */
static void test_restitution(void **state) {
  (void)state;
  machine m = machine_open("bouncing-ball", NULL);
  machine_put(&m, "drop");
  const size_t e = ss_model_find_parameter(m.model, "e");
  ss_vary_options options = ss_vary_default_options();
  options.parameters = 1;
  options.parameter = &e;
  const ss_variation v = vary_well(&m, 1, &options);
  const double speed = sqrt(2 * 9.81), hit = speed / 9.81;
  assert_near(v.piece[0].gain[2], speed * (1 - hit), 1e-12);
  assert_near(v.piece[0].gain[5], speed, 1e-12);
  machine_close(&m);
}

/* The end is the event: the map before it, the event with its gain, and no map after. */
static void test_event_at_end(void **state) {
  (void)state;
  machine m = machine_open("gradients/elastic-bounce", NULL);
  machine_put(&m, "start");
  const ss_variation v = vary_to(&m, 0.75, NULL);
  assert_int_equal(v.refusal.kind, SS_REFUSAL_END);
  assert_int_equal(v.refusal.element, 0);
  assert_int_equal(v.pieces, 1);
  /* before: (1, T); after: the gain times that, -(1, T) */
  assert_near(v.piece[0].gain[0], 1, 1e-12);
  assert_near(v.piece[0].gain[1], 0.75, 1e-12);
  assert_int_equal(v.events, 1);
  assert_near(v.event[0].piece[0].gain[0], -1, 1e-12);
  assert_near(v.event[0].piece[0].gain[3], -1, 1e-12);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_two_balls),   cmocka_unit_test(test_bounce),
      cmocka_unit_test(test_stopped),     cmocka_unit_test(test_lifted),
      cmocka_unit_test(test_sliding),     cmocka_unit_test(test_pushed),
      cmocka_unit_test(test_restitution), cmocka_unit_test(test_event_at_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
