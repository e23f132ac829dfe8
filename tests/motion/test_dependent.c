/* test_dependent.c: small linear systems, regular, dependent and contradictory. */
#include "../../src/motion/dependent.h"
#include "machine.h"

enum { MOST = 8 };

static uint64_t seed = 1;

static double draw(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(seed >> 11) / 9007199254740992.0 * 2 - 1;
}

typedef struct instance {
  size_t m, rank;
  double A[MOST * MOST], b[MOST], x[MOST];
} instance;

/* A = sum over `rank` products y z^T, b = A x: consistent by construction. */
static instance make(size_t m, size_t rank) {
  instance s = {.m = m, .rank = rank};
  for (size_t r = 0; r < rank; r++) {
    double y[MOST], z[MOST];
    for (size_t i = 0; i < m; i++) y[i] = draw(), z[i] = draw();
    for (size_t i = 0; i < m * m; i++) s.A[i] += y[i % m] * z[i / m];
  }
  for (size_t j = 0; j < m; j++) s.x[j] = draw();
  for (size_t i = 0; i < m * m; i++) s.b[i % m] += s.A[i] * s.x[i / m];
  return s;
}

static void test_random(void **state) {
  (void)state;
  for (int round = 0; round < 2000; round++) {
    const size_t m = 1 + (size_t)round % MOST, rank = m - (size_t)(round / 7) % m;
    const instance s = make(m, rank);
    double A[MOST * MOST], b[MOST], x[MOST], scale[MOST], z[MOST];
    size_t column[MOST];
    memcpy(A, s.A, sizeof A);
    memcpy(b, s.b, sizeof b);
    ss_dependent d = {.m = m, .A = A, .b = b, .x = x, .scale = scale, .column = column};
    if (!ss_dependent_solve(&d)) continue; /* almost dependent by chance */
    if (d.rank != rank) continue;
    for (size_t i = 0; i < m; i++) {
      double left = -s.b[i], size = 1;
      for (size_t j = 0; j < m; j++) {
        left += s.A[i + m * j] * x[j];
        size += fabs(s.A[i + m * j] * x[j]);
      }
      assert_near(left, 0, 1e-8 * size);
    }
    for (size_t k = 0; k < m - rank; k++) {
      ss_dependent_null(&d, k, z);
      double size = 0;
      for (size_t j = 0; j < m; j++) size = fmax(size, fabs(z[j]));
      assert_true(size > 0);
      for (size_t i = 0; i < m; i++) {
        double left = 0;
        for (size_t j = 0; j < m; j++) left += s.A[i + m * j] * z[j];
        assert_near(left / size, 0, 1e-8);
      }
    }
  }
}

static void test_contradiction(void **state) {
  (void)state;
  double A[] = {1, 1, 1, 1}, b[] = {1, 2}, x[2], scale[2];
  size_t column[2];
  ss_dependent s = {.m = 2, .A = A, .b = b, .x = x, .scale = scale, .column = column};
  assert_false(ss_dependent_solve(&s));
  double B[] = {1, 1, 1, 1}, c[] = {1, 2};
  s = (ss_dependent){
      .m = 2, .tolerated = true, .A = B, .b = c, .x = x, .scale = scale, .column = column};
  assert_true(ss_dependent_solve(&s));
  assert_int_equal(s.rank, 1);
  double N[] = {NAN}, d[] = {1};
  s = (ss_dependent){.m = 1, .A = N, .b = d, .x = x, .scale = scale, .column = column};
  assert_false(ss_dependent_solve(&s) && s.rank == 1);
  s = (ss_dependent){.m = 0, .A = N, .b = d, .x = x, .scale = scale, .column = column};
  assert_true(ss_dependent_solve(&s));
}

/* What is left of terms that cancelled is no contradiction; what is as large as they are, is. */
static void test_cancelled(void **state) {
  (void)state;
  double x[2], scale[2];
  size_t column[2];
  for (int round = 0; round < 2; round++) {
    const double left = round ? 0.5 : 1e-17;
    double A[] = {1, 1, 1, 1}, b[] = {left, -left};
    ss_dependent s = {.m = 2, .size = 1, .A = A, .b = b, .x = x, .scale = scale, .column = column};
    assert_int_equal(ss_dependent_solve(&s), round == 0);
  }
}

/* Unknowns with equations of their own, at any places, beside a system that is dependent: they are
 * what they are, the rank is that of all, and what leaves the others undetermined does not reach
 * them. */
static void test_alone(void **state) {
  (void)state;
  for (unsigned set = 0; set < 1u << MOST; set++) {
    instance s = make(MOST, 2);
    size_t together = 0;
    for (size_t i = 0; i < MOST; i++) together += !(set >> i & 1);
    for (size_t i = 0; i < MOST * MOST; i++) {
      const size_t row = i % MOST, column = i / MOST;
      if ((set >> row & 1) || (set >> column & 1)) s.A[i] = row == column ? 1 + fabs(draw()) : 0;
    }
    memset(s.b, 0, sizeof s.b);
    for (size_t i = 0; i < MOST * MOST; i++) s.b[i % MOST] += s.A[i] * s.x[i / MOST];
    double A[MOST * MOST], b[MOST], x[MOST], scale[MOST], z[MOST];
    size_t column[MOST];
    memcpy(A, s.A, sizeof A);
    memcpy(b, s.b, sizeof b);
    ss_dependent d = {.m = MOST, .A = A, .b = b, .x = x, .scale = scale, .column = column};
    assert_true(ss_dependent_solve(&d));
    assert_int_equal(d.rank, MOST - together + (together < 2 ? together : 2));
    for (size_t i = 0; i < MOST; i++) {
      double left = -s.b[i];
      for (size_t j = 0; j < MOST; j++) left += s.A[i + MOST * j] * x[j];
      assert_near(left, 0, 1e-6);
      if (set >> i & 1) assert_near(x[i], s.x[i], 1e-12);
    }
    for (size_t j = 0; j + d.rank < MOST; j++) {
      ss_dependent_null(&d, j, z);
      for (size_t i = 0; i < MOST; i++)
        if (set >> i & 1) assert_near(z[i], 0, 0);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_alone),
      cmocka_unit_test(test_contradiction),
      cmocka_unit_test(test_cancelled),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
