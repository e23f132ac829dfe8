/* test_level_form.c: the barrier of a cell and its derivatives, against differences. */
#include "../../src/proof/level_barrier.h"
#include "levels.h"

static void create(search *t, const int *sign, ss_barrier *b) {
  const ss_effort effort = {.gap = 1e-9, .hopeless = HUGE_VAL};
  assert_true(ss_barrier_create(b, &t->s, ss_level_new_leaf(&t->s, sign), &effort, t->m.arena));
  assert_true(ss_barrier_start(b, NULL));
}

static double value_near(ss_barrier *b, size_t i, double step) {
  double held = b->x[i];
  b->x[i] += step;
  double value = ss_barrier_evaluate(b, b->x);
  b->x[i] = held;
  return value;
}

static void derive(ss_barrier *b) {
  ss_barrier_evaluate(b, b->x);
  ss_barrier_invert(b);
  ss_barrier_derive(b);
}

/* Each unknown is moved by 1e-5 of what makes the Hessian 1: central differences of a
 * self-concordant function are off by some 1e-10 of that, and by its rounding. */
static void compare(ss_barrier *b) {
  const size_t v = b->size;
  double *gradient = calloc(v, sizeof *gradient), *H = calloc(v * v, sizeof *H);
  derive(b);
  memcpy(gradient, b->gradient, v * sizeof *gradient);
  memcpy(H, b->H, v * v * sizeof *H);
  for (size_t i = 0; i < v; i++) {
    double scale = sqrt(H[i + v * i]), step = 1e-5 / scale, held = b->x[i];
    double slope = (value_near(b, i, step) - value_near(b, i, -step)) / (2 * step);
    assert_true(fabs(slope - gradient[i]) < 1e-8 * (scale + fabs(gradient[i])) + 1e-9 * scale);
    double *ahead = calloc(v, sizeof *ahead);
    b->x[i] = held + step;
    derive(b);
    memcpy(ahead, b->gradient, v * sizeof *ahead);
    b->x[i] = held - step;
    derive(b);
    b->x[i] = held;
    for (size_t j = i; j < v; j++) {
      double second = (ahead[j] - b->gradient[j]) / (2 * step);
      assert_true(fabs(second - H[j + v * i]) < 1e-7 * scale * sqrt(H[j + v * j]));
    }
    free(ahead);
  }
  free(gradient);
  free(H);
}

/* Without t, with t, with a cut; columns without a sign have two cones. */
static void test_derivatives(void **state) {
  (void)state;
  search t;
  ss_barrier b;
  start_search(&t, COUPLED);
  assert_true(ss_level_add_cut(&t.s, (double[]){1, 1}));
  const int *cells[] = {NULL, SIGNS(1), SIGNS(1, -1), SIGNS(1, 0, -1)};
  const size_t sizes[] = {5, 8, 9, 12};
  for (int i = 0; i < 4; i++) {
    create(&t, cells[i], &b);
    assert_int_equal(b.size, sizes[i]);
    compare(&b);
  }
  stop_search(&t);
}

/* Q at a point, by hand: C = diag(-1, -2), z_1 = (3, 0), z_2 = (0, 4), tau = 5:
 * log det = log 2 + log 2, room = 25 - 9 and 25 - 16. */
static void test_value(void **state) {
  (void)state;
  search t;
  ss_barrier b;
  start_search(&t, DIAGONAL);
  create(&t, NULL, &b);
  const double x[5] = {3, 0, 0, 4, 5};
  b.t = 7;
  assert_near(ss_barrier_evaluate(&b, x), 35 - 2 * log(2) - log(16) - log(9), 1e-14);
  const double outside[5] = {3, 0, 0, 4, 3.9}, indefinite[5] = {0.9, 0, 0, 4, 5};
  assert_true(ss_barrier_evaluate(&b, outside) == HUGE_VAL);
  assert_true(ss_barrier_evaluate(&b, indefinite) == HUGE_VAL);
  stop_search(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_derivatives),
      cmocka_unit_test(test_value),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
