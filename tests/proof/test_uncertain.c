/* test_uncertain.c: products and inverses of matrices within radii, against random members. */
#include "support.h"

static void set_entry(fmpq_mat_t A, slong i, slong j, long numerator, unsigned long denominator) {
  fmpq_set_si(ss_entry(A, i, j), numerator, denominator);
}

/* Centers -6/3 … 6/3, radii up to `wide`/60. */
static void fill(ss_uncertain *A, slong rows, slong columns, flint_rand_t random, ulong wide) {
  ss_uncertain_init(A, rows, columns);
  for (slong i = 0; i < rows; i++)
    for (slong j = 0; j < columns; j++) {
      set_entry(A->center, i, j, (long)n_randint(random, 13) - 6, 3);
      set_entry(A->radius, i, j, (long)n_randint(random, wide + 1), 60);
    }
}

/* A matrix within: at the ends, in the middle, or between. */
static void choose(fmpq_mat_t X, const ss_uncertain *A, flint_rand_t random) {
  fmpq_t share;
  fmpq_init(share);
  fmpq_mat_init(X, fmpq_mat_nrows(A->center), fmpq_mat_ncols(A->center));
  for (slong i = 0; i < fmpq_mat_nrows(X); i++)
    for (slong j = 0; j < fmpq_mat_ncols(X); j++) {
      fmpq_set_si(share, (long)n_randint(random, 5) - 2, 2);
      fmpq_mul(share, share, ss_entry(A->radius, i, j));
      fmpq_add(ss_entry(X, i, j), ss_entry(A->center, i, j), share);
    }
  fmpq_clear(share);
}

static void assert_within(const fmpq_mat_t X, const ss_uncertain *A) {
  fmpq_t off;
  fmpq_init(off);
  for (slong i = 0; i < fmpq_mat_nrows(X); i++)
    for (slong j = 0; j < fmpq_mat_ncols(X); j++) {
      fmpq_sub(off, ss_entry(X, i, j), ss_entry(A->center, i, j));
      fmpq_abs(off, off);
      assert_true(fmpq_cmp(off, ss_entry(A->radius, i, j)) <= 0);
    }
  fmpq_clear(off);
}

static void products_lie_within(void **state) {
  (void)state;
  flint_rand_t random;
  flint_randinit(random);
  for (int round = 0; round < 200; round++) {
    ss_uncertain A, B, AB;
    fmpq_mat_t X, Y, XY;
    fill(&A, 2, 3, random, 60);
    fill(&B, 3, 2, random, 60);
    ss_uncertain_multiply(&AB, &A, &B);
    choose(X, &A, random);
    choose(Y, &B, random);
    fmpq_mat_init(XY, 2, 2);
    fmpq_mat_mul(XY, X, Y);
    assert_within(XY, &AB);
    fmpq_mat_clear(X);
    fmpq_mat_clear(Y);
    fmpq_mat_clear(XY);
    ss_uncertain_clear(&A);
    ss_uncertain_clear(&B);
    ss_uncertain_clear(&AB);
  }
  flint_randclear(random);
}

/* Where it says that there is an inverse, every member has one, and it lies within. */
static void inverses_lie_within(void **state) {
  (void)state;
  flint_rand_t random;
  int found = 0;
  flint_randinit(random);
  for (int round = 0; round < 300; round++) {
    ss_uncertain A, inverse;
    fill(&A, 3, 3, random, round % 20);
    bool good = ss_uncertain_invert(&inverse, &A);
    found += good;
    for (int k = 0; good && k < 5; k++) {
      fmpq_mat_t X, Y;
      choose(X, &A, random);
      fmpq_mat_init(Y, 3, 3);
      assert_true(fmpq_mat_inv(Y, X));
      assert_within(Y, &inverse);
      fmpq_mat_clear(X);
      fmpq_mat_clear(Y);
    }
    ss_uncertain_clear(&A);
    ss_uncertain_clear(&inverse);
  }
  assert_true(found > 100 && found < 300);
  flint_randclear(random);
}

/* 2 ± r, r = 1, 2: 1/2 ± 1/2, and none. The column (1 ± 1/4, 0) is not 0, (1 ± 5/4, 0) may be. */
static void small_ones(void **state) {
  (void)state;
  for (long r = 1; r <= 2; r++) {
    ss_uncertain A, inverse, B;
    ss_uncertain_init(&A, 1, 1);
    ss_uncertain_init(&B, 2, 1);
    set_entry(A.center, 0, 0, 2, 1);
    set_entry(A.radius, 0, 0, r, 1);
    set_entry(B.center, 0, 0, 1, 1);
    set_entry(B.radius, 0, 0, 4 * r - 3, 4);
    assert_int_equal(ss_uncertain_invert(&inverse, &A), r == 1);
    if (r == 1) assert_true(fmpq_cmp_si(ss_entry(inverse.center, 0, 0), 1) < 0);
    assert_int_equal(ss_uncertain_is_full(&B), r == 1);
    ss_uncertain_clear(&A);
    ss_uncertain_clear(&inverse);
    ss_uncertain_clear(&B);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(products_lie_within),
      cmocka_unit_test(inverses_lie_within),
      cmocka_unit_test(small_ones),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
