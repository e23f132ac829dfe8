/* test_norms.c: the norm of A, and the frame that a ball of differences is written in. */
#include "../../src/tube/tube_private.h"

#include "machines.h"

/* |A x| <= bound |x|, nearly reached by the worst of many. */
static void bound_is_the_norm(void **state) {
  (void)state;
  subject s = open_subject(TWO_MASSES);
  make_tube(&s, NULL);
  const ss_tube *t = s.tube;
  uint64_t seed = 5;
  double most = 0;
  for (int n = 0; n < 4000; n++) {
    double x[X] = {0}, y[X] = {0};
    for (size_t i = 0; i < t->d; i++) x[i] = random_number(&seed);
    for (size_t i = 0; i < t->d; i++)
      for (size_t j = 0; j < t->d; j++) y[i] += t->A[i][j] * x[j];
    const double grown = ss_tube_size(t, y) / ss_tube_size(t, x);
    assert_true(grown <= t->bound * (1 + 1e-9));
    most = fmax(most, grown);
  }
  assert_true(most > 0.95 * t->bound);
  assert_true(t->bound * BIG * t->unit <= 0.5 && t->bound * BIG * t->unit > 0.24);
  close_subject(&s);
}

/* Vectors of the frame have length 1 and are at right angles. */
static void frame_is_orthonormal(void **state) {
  (void)state;
  subject s = open_subject(TWO_MASSES "force x1 = 0.7\n");
  make_tube(&s, NULL);
  const ss_tube *t = s.tube;
  for (size_t a = 0; a < t->d; a++)
    for (size_t b = 0; b < t->d; b++) {
      double sum = 0;
      for (size_t i = 0; i < t->d; i++)
        for (size_t j = 0; j < t->d; j++) sum += t->frame[a][i] * t->P[i][j] * t->frame[b][j];
      assert_true(fabs(sum - (a == b)) <= t->frame_slack);
    }
  assert_true(t->frame_slack < 1e-10);
  close_subject(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(bound_is_the_norm),
                                     cmocka_unit_test(frame_is_orthonormal)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
