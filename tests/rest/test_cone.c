/* test_cone.c: generators of cones, against counts that are known and against their own rows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../src/rest/cone.h"

static void set(fmpq_mat_t A, slong i, slong j, long value) {
  fmpq_set_si(fmpq_mat_entry(A, i, j), value, 1);
}

/* The cube |x_i| <= 1 in d dimensions has 2^d vertices. */
static void test_cube(void **state) {
  (void)state;
  for (slong d = 1; d <= 6; d++) {
    fmpq_mat_t E, A;
    fmpq_mat_init(E, 0, d + 1);
    fmpq_mat_init(A, 2 * d, d + 1);
    for (slong i = 0; i < 2 * d; i++) {
      set(A, i, 0, 1);
      set(A, i, 1 + i / 2, i % 2 ? -1 : 1);
    }
    ss_cone cone;
    assert_int_equal(ss_cone_generate(E, A, &cone), SS_OK);
    assert_int_equal(fmpz_mat_nrows(cone.lines), 0);
    assert_int_equal(fmpz_mat_nrows(cone.rays), 1 << d);
    ss_cone_clear(&cone);
    fmpq_mat_clear(E);
    fmpq_mat_clear(A);
  }
}

/* A wedge: x >= 0, y >= 0 in space has a line, two rays; with z = 0 none. An empty one: x = 0. */
static void test_lines(void **state) {
  (void)state;
  for (slong equations = 0; equations < 2; equations++) {
    fmpq_mat_t E, A;
    ss_cone cone;
    fmpq_mat_init(E, equations, 3);
    fmpq_mat_init(A, 2, 3);
    if (equations) set(E, 0, 2, 1);
    set(A, 0, 0, 1);
    set(A, 1, 1, 1);
    assert_int_equal(ss_cone_generate(E, A, &cone), SS_OK);
    assert_int_equal(fmpz_mat_nrows(cone.lines), 1 - equations);
    assert_int_equal(fmpz_mat_nrows(cone.rays), 2);
    ss_cone_clear(&cone);
    fmpq_mat_clear(E);
    fmpq_mat_clear(A);
  }
}

/* Random cones: every ray satisfies every row and lies on at least d - 1 of them, of rank d - 1. */
static void test_random(void **state) {
  (void)state;
  flint_rand_t random;
  flint_randinit(random);
  for (int trial = 0; trial < 200; trial++) {
    const slong d = 2 + trial % 4, rows = d + trial % 7;
    fmpq_mat_t E, A, tight;
    ss_cone cone;
    fmpq_mat_init(E, 0, d);
    fmpq_mat_init(A, rows, d);
    fmpq_mat_init(tight, rows, d);
    for (slong i = 0; i < rows; i++)
      for (slong j = 0; j < d; j++) set(A, i, j, (long)n_randint(random, 7) - 3);
    assert_int_equal(ss_cone_generate(E, A, &cone), SS_OK);
    const slong lines = fmpz_mat_nrows(cone.lines);
    for (slong r = 0; r < fmpz_mat_nrows(cone.rays); r++) {
      fmpq_mat_zero(tight);
      for (slong i = 0; i < rows; i++) {
        fmpq_t sum, term;
        fmpq_init(sum);
        fmpq_init(term);
        for (slong j = 0; j < d; j++) {
          fmpq_mul_fmpz(term, fmpq_mat_entry(A, i, j), fmpz_mat_entry(cone.rays, r, j));
          fmpq_add(sum, sum, term);
        }
        assert_true(fmpq_sgn(sum) >= 0);
        for (slong j = 0; fmpq_is_zero(sum) && j < d; j++)
          fmpq_set(fmpq_mat_entry(tight, i, j), fmpq_mat_entry(A, i, j));
        fmpq_clear(sum);
        fmpq_clear(term);
      }
      assert_int_equal(fmpq_mat_rref(tight, tight), d - 1 - lines);
    }
    ss_cone_clear(&cone);
    fmpq_mat_clear(E);
    fmpq_mat_clear(A);
    fmpq_mat_clear(tight);
  }
  flint_randclear(random);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cube),
      cmocka_unit_test(test_lines),
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
