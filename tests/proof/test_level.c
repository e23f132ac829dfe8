/* test_level.c: branch and bound over cells of velocities. */
#include "levels.h"

static double prove_level(const char *text, size_t leaves, size_t *used) {
  machine m = start_facts(text);
  ss_attempt a;
  settle(&m);
  m.options.leaves = leaves;
  start_attempt(&a, &m);
  assert_true(ss_attempt_level(&a, &m.facts, 8));
  double level = a.levels.proved;
  assert_true(a.has_level && level <= a.levels.tight);
  *used = a.levels.leaves;
  /* every pattern of signs is covered once: 2^(m - signs) each, opposites together */
  json_t *list = json_object_get(a.condition[0].evidence, "leaves");
  double covered = 0;
  for (size_t i = 0; i < json_array_size(list); i++) {
    json_t *signs = json_object_get(json_array_get(list, i), "signs");
    size_t given = 0;
    for (size_t j = 0; j < json_array_size(signs); j++)
      given += json_integer_value(json_array_get(signs, j)) != 0;
    covered += given ? pow(0.5, (double)given - 1) : 1;
  }
  assert_near(covered, 1, 1e-15);
  ss_attempt_clear(&a);
  stop(&m);
  return level;
}

/* More leaves never lower the level. */
static void test_more_leaves(void **state) {
  (void)state;
  size_t used;
  double one = prove_level(COUPLED, 1, &used);
  assert_int_equal(used, 1);
  assert_near(one, 5, 1e-8);
  double many = prove_level(COUPLED, 16, &used);
  assert_true(used > 1 && used <= 16);
  assert_near(many, 50. / 9, 1e-3);
}

/* -C = a symmetric matrix, by rows; p: the bounds of the frictions. */
typedef struct fed {
  double A[6], p[3];
} fed;

/* The largest level by looking at directions: min of (p |u| / u^T A u)^2 / 2 where that is fed. The
 * grid has the planes between the cells, where the minima often are. */
static double sample_level(const fed *f) {
  enum { GRID = 400 };
  const double *A = f->A, *p = f->p;
  double least = INFINITY;
  for (int i = 0; i <= GRID; i++)
    for (int j = 0; j < 2 * GRID; j++) {
      const double a = M_PI / 2 * i / GRID, b = M_PI * j / GRID;
      const double u = sin(a) * cos(b), v = sin(a) * sin(b), w = cos(a);
      const double power = A[0] * u * u + A[3] * v * v + A[5] * w * w +
                           2 * (A[1] * u * v + A[2] * u * w + A[4] * v * w);
      const double held = p[0] * fabs(u) + p[1] * fabs(v) + p[2] * fabs(w);
      if (power > 0) least = fmin(least, held / power);
    }
  return least * least / 2;
}

/* Where the leaf that limits the level is not the first one, it is the one that is split. */
static void test_worst_leaves(void **state) {
  (void)state;
  static const fed machines[] = {{{0.2, 0.1, 0.6, 0.5, -0.6, 0.1}, {1, 2, 2}},
                                 {{0.8, -0.2, 0.4, 0.6, -0.4, 0.7}, {1, 1, 1}},
                                 {{0.3, 0, 0.5, 0.7, 0.4, 0.5}, {1, 1, 1}},
                                 {{0.7, 0.6, -0.6, 0.4, -0.2, 0.8}, {1, 1, 1}}};
  for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
    const double *A = machines[i].A, *p = machines[i].p;
    char text[900];
    size_t used;
    snprintf(text, sizeof text,
             "coord x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\npotential = x^2 + y^2 + z^2\n"
             "force x = %g*x' + (%g)*y' + (%g)*z'\nforce y = (%g)*x' + %g*y' + (%g)*z'\n"
             "force z = (%g)*x' + (%g)*y' + %g*z'\n"
             "friction f { slip = x'; normal = %g; law = coulomb(1) }\n"
             "friction g { slip = y'; normal = %g; law = coulomb(1) }\n"
             "friction h { slip = z'; normal = %g; law = coulomb(1) }\n",
             A[0], A[1], A[2], A[1], A[3], A[4], A[2], A[4], A[5], p[0], p[1], p[2]);
    const double level = prove_level(text, 64, &used), sampled = sample_level(&machines[i]);
    assert_true(used > 1);
    assert_near(level, sampled,
                2e-3 * sampled); /* 1e-3 is asked for, the grid's error is as large */
    assert_true(level <= sampled);
  }
}

/* Where the leaf without signs is exact nothing is split. */
static void test_one_is_enough(void **state) {
  (void)state;
  size_t used;
  assert_near(prove_level(PAPER, 16, &used), 16, 1e-15);
  assert_int_equal(used, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_more_leaves),
      cmocka_unit_test(test_one_is_enough),
      cmocka_unit_test(test_worst_leaves),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
