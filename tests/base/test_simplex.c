/* test_simplex.c: every answer is checked by its own proof: dual vector, Farkas vector, ray. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "standstill/exact.h"

static long next_random(uint64_t *seed, long range) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (long)((*seed >> 33) % (uint64_t)(2 * range + 1)) - range;
}

static void dot(fmpq_t value, const fmpq_mat_t a, const fmpq_mat_t b) {
  fmpq_zero(value);
  for (slong i = 0; i < fmpq_mat_nrows(a); i++)
    fmpq_addmul(value, fmpq_mat_entry(a, i, 0), fmpq_mat_entry(b, i, 0));
}

static bool is_nonnegative(const fmpq_mat_t x) {
  for (slong i = 0; i < fmpq_mat_nrows(x); i++)
    if (fmpq_sgn(fmpq_mat_entry(x, i, 0)) < 0) return false;
  return true;
}

typedef struct program {
  fmpq_mat_t A, b, c, x, y, slack, image;
} program;

static void start(program *p, slong m, slong n) {
  fmpq_mat_init(p->A, m, n);
  fmpq_mat_init(p->b, m, 1);
  fmpq_mat_init(p->c, n, 1);
  fmpq_mat_init(p->x, n, 1);
  fmpq_mat_init(p->y, m, 1);
  fmpq_mat_init(p->slack, n, 1);
  fmpq_mat_init(p->image, m, 1);
}

static void stop(program *p) {
  fmpq_mat_clear(p->A);
  fmpq_mat_clear(p->b);
  fmpq_mat_clear(p->c);
  fmpq_mat_clear(p->x);
  fmpq_mat_clear(p->y);
  fmpq_mat_clear(p->slack);
  fmpq_mat_clear(p->image);
}

/* slack = -A^T y, image = A x */
static void multiply(program *p) {
  fmpq_mat_t T;
  fmpq_mat_init(T, fmpq_mat_ncols(p->A), fmpq_mat_nrows(p->A));
  fmpq_mat_transpose(T, p->A);
  fmpq_mat_mul(p->slack, T, p->y);
  fmpq_mat_neg(p->slack, p->slack);
  fmpq_mat_mul(p->image, p->A, p->x);
  fmpq_mat_clear(T);
}

static void check(program *p, ss_lp_outcome outcome) {
  fmpq_t primal, dual;
  fmpq_init(primal);
  fmpq_init(dual);
  multiply(p);
  dot(primal, p->c, p->x);
  dot(dual, p->b, p->y);
  if (outcome == SS_LP_OPTIMAL) {
    fmpq_mat_add(p->slack, p->slack, p->c);
    assert_true(is_nonnegative(p->x) && fmpq_mat_equal(p->image, p->b));
    assert_true(is_nonnegative(p->slack) && fmpq_equal(primal, dual));
  } else if (outcome == SS_LP_INFEASIBLE) {
    assert_true(is_nonnegative(p->slack) && fmpq_sgn(dual) > 0);
  } else {
    assert_true(is_nonnegative(p->x) && fmpq_mat_is_zero(p->image) && fmpq_sgn(primal) < 0);
  }
  fmpq_clear(primal);
  fmpq_clear(dual);
}

static void test_random(void **state) {
  (void)state;
  uint64_t seed = 11;
  int seen[3] = {0};
  for (int round = 0; round < 3000; round++) {
    program p;
    slong m = 1 + round % 4, n = 1 + (round / 4) % 7;
    start(&p, m, n);
    for (slong i = 0; i < m; i++) {
      fmpq_set_si(fmpq_mat_entry(p.b, i, 0), next_random(&seed, 3), 1);
      for (slong j = 0; j < n; j++)
        fmpq_set_si(fmpq_mat_entry(p.A, i, j), next_random(&seed, 2), 1);
    }
    for (slong j = 0; j < n; j++) fmpq_set_si(fmpq_mat_entry(p.c, j, 0), next_random(&seed, 3), 2);
    ss_lp_outcome outcome = ss_exact_lp(p.A, p.b, p.c, p.x, p.y);
    seen[outcome]++;
    check(&p, outcome);
    stop(&p);
  }
  for (int k = 0; k < 3; k++) assert_true(seen[k] > 100);
}

/* Beale's example, on which the simplex method with the usual rule cycles: minimum -1/20. */
static void test_cycling(void **state) {
  (void)state;
  static const long numerator[3][7] = {
      {1, 0, 0, 1, -32, -4, 36}, {0, 1, 0, 1, -24, -1, 6}, {0, 0, 1, 0, 0, 1, 0}};
  static const ulong denominator[3][7] = {
      {1, 1, 1, 4, 4, 4, 4}, {1, 1, 1, 2, 2, 2, 2}, {1, 1, 1, 1, 1, 1, 1}};
  static const long cost[7] = {0, 0, 0, -75, 15000, -2, 600};
  program p;
  fmpq_t value, expected;
  fmpq_init(value);
  fmpq_init(expected);
  start(&p, 3, 7);
  for (slong i = 0; i < 3; i++)
    for (slong j = 0; j < 7; j++)
      fmpq_set_si(fmpq_mat_entry(p.A, i, j), numerator[i][j], denominator[i][j]);
  fmpq_one(fmpq_mat_entry(p.b, 2, 0));
  for (slong j = 0; j < 7; j++) fmpq_set_si(fmpq_mat_entry(p.c, j, 0), cost[j], 100);
  ss_lp_outcome outcome = ss_exact_lp(p.A, p.b, p.c, p.x, p.y);
  assert_int_equal(outcome, SS_LP_OPTIMAL);
  check(&p, outcome);
  dot(value, p.c, p.x);
  fmpq_set_si(expected, -1, 20);
  assert_true(fmpq_sgn(value) < 0);
  stop(&p);
  fmpq_clear(value);
  fmpq_clear(expected);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_cycling)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
