/* Small dense systems: the solution of A x = b for known x, pivots of 0, rows behind the matrix. */
#include "support.h"

#include "../../src/contact/dense_lu.h"

enum { LARGEST = 70 };

typedef struct linear_system {
  size_t n, lead;
  double *A, *b, *panel, x[LARGEST];
  size_t pivot[LARGEST];
} linear_system;

/* Random A with `diagonal` added, b = A x as its column n. */
static linear_system draw_system(random_source *source, size_t n, double diagonal) {
  linear_system s = {.n = n, .lead = ss_lu_lead(n)};
  s.A = make_work((n + 1) * s.lead * sizeof(double));
  s.panel = make_work(SS_LU_PANEL * s.lead * sizeof(double));
  memset(s.A, 0, (n + 1) * s.lead * sizeof(double));
  s.b = s.A + n * s.lead;
  for (size_t j = 0; j < n; j++) {
    s.x[j] = draw_normal(source);
    for (size_t i = 0; i < n; i++) {
      s.A[i + s.lead * j] = draw_normal(source) + (i == j ? diagonal : 0);
      s.b[i] += s.A[i + s.lead * j] * s.x[j];
    }
  }
  return s;
}

static void free_system(linear_system *s) {
  free(s->A);
  free(s->panel);
}

/* |x - exact| <= condition * growth * n eps; the bound leaves four digits for both. */
static void assert_solved(const linear_system *s, const double *x, double bound) {
  for (size_t i = 0; i < s->n; i++) assert_true(fabs(x[i] - s->x[i]) <= bound);
}

static void elimination_of_dominant_matrices(void **state) {
  (void)state;
  random_source source = {1};
  for (size_t n = 1; n <= LARGEST; n++) {
    linear_system s = draw_system(&source, n, 3 * (double)n);
    assert_true(ss_lu_eliminate(n, s.lead, s.A, s.panel));
    assert_solved(&s, s.b, 1e-12);
    free_system(&s);
  }
}

static void exchanges_solve_any_regular_matrix(void **state) {
  (void)state;
  random_source source = {2};
  for (size_t n = 1; n <= LARGEST; n++)
    for (int k = 0; k < 5; k++) {
      linear_system s = draw_system(&source, n, 0);
      if (n > 1) {
        /* a first pivot of 0, which only exchanges survive */
        for (size_t i = 0; i < n; i++) s.b[i] -= i == 0 ? s.A[0] * s.x[0] : 0;
        s.A[0] = 0;
      }
      assert_true(ss_lu_factor(n, s.lead, s.A, s.pivot));
      ss_lu_solve(n, s.lead, s.A, s.pivot, s.b);
      assert_solved(&s, s.b, 1e-8);
      free_system(&s);
    }
}

static void singular_matrices_are_refused(void **state) {
  (void)state;
  random_source source = {3};
  for (size_t n = 1; n <= 20; n++) {
    linear_system s = draw_system(&source, n, 30);
    for (size_t i = 0; i < n; i++) s.A[i] = 0; /* a column of zeros stays one */
    assert_false(ss_lu_eliminate(n, s.lead, s.A, s.panel));
    free_system(&s);
    s = draw_system(&source, n, 30);
    for (size_t i = 0; i < n; i++) s.A[i] = 0;
    assert_false(ss_lu_factor(n, s.lead, s.A, s.pivot));
    free_system(&s);
    s = draw_system(&source, n, 30);
    s.A[0] = NAN;
    assert_false(ss_lu_eliminate(n, s.lead, s.A, s.panel));
    free_system(&s);
  }
}

static void rows_behind_the_matrix_stay_zero(void **state) {
  (void)state;
  random_source source = {4};
  for (size_t n = 1; n <= 40; n++) {
    linear_system s = draw_system(&source, n, 3 * (double)n);
    assert_true(ss_lu_eliminate(n, s.lead, s.A, s.panel));
    for (size_t j = 0; j <= n; j++)
      for (size_t i = n; i < s.lead; i++) assert_true(s.A[i + s.lead * j] == 0);
    free_system(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(elimination_of_dominant_matrices),
      cmocka_unit_test(exchanges_solve_any_regular_matrix),
      cmocka_unit_test(singular_matrices_are_refused),
      cmocka_unit_test(rows_behind_the_matrix_stay_zero),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
