/* The Schur complement against <A_i, X A_j V> written out, for programs that take each of the three
 * ways, and with any number of threads. */
#include "support.h"

/* <A_i, X A_j V> over one block, from dense matrices. */
static double product_of(size_t n, const double *A, const double *X, const double *B,
                         const double *V) {
  double *T = ss_arena_new(arena, n * n, double), *U = ss_arena_new(arena, n * n, double), sum = 0;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      for (size_t k = 0; k < n; k++) T[i + n * j] += X[i + n * k] * B[k + n * j];
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      for (size_t k = 0; k < n; k++) U[i + n * j] += T[i + n * k] * V[k + n * j];
  for (size_t k = 0; k < n * n; k++) sum += A[k] * U[k];
  return sum;
}

/* A_i as a point of the form. */
static double *write_out(const ss_sdp_form *form, size_t i) {
  double *A = ss_arena_new(arena, form->length, double), *y = ss_arena_new(arena, form->m, double);
  y[i] = -1;
  ss_sdp_form_slack(form, 1, NULL, y, NULL, A);
  return A;
}

static void check_form(random_source *source, const ss_sdp_form *form) {
  double *X = ss_arena_new(arena, form->length, double),
         *V = ss_arena_new(arena, form->length, double);
  for (size_t s = 0; s < form->scalars; s++)
    X[s] = draw_uniform(source), V[s] = draw_uniform(source);
  for (size_t k = 0; k < form->blocks; k++) {
    draw_definite(source, form->block[k].n, 0.1, X + form->block[k].at);
    draw_definite(source, form->block[k].n, 0.1, V + form->block[k].at);
  }
  const size_t m = form->m;
  double *M = ss_arena_new(arena, m * m, double), *N = ss_arena_new(arena, m * m, double);
  double *work = ss_arena_new(arena, 3 * ss_schur_work_size(form), double);
  ss_schur_form(form, 1, X, V, work, M);
  ss_schur_form(form, 3, X, V, work, N);
  for (size_t j = 0; j < m; j++) {
    assert_memory_equal(M + j + m * j, N + j + m * j, (m - j) * sizeof *M);
    const double *B = write_out(form, j);
    for (size_t i = j; i < m; i++) {
      const double *A = write_out(form, i);
      double expected = 0;
      for (size_t s = 0; s < form->scalars; s++) expected += A[s] * B[s] * X[s] * V[s];
      for (size_t k = 0; k < form->blocks; k++) {
        const size_t at = form->block[k].at;
        expected += product_of(form->block[k].n, A + at, X + at, B + at, V + at);
      }
      assert_true(fabs(M[i + m * j] - expected) < 1e-11 * (1 + fabs(expected)));
    }
  }
}

/* One entry each: place by place. Some: outer products. Many in few rows: products. */
static void all_ways_agree(void **state) {
  (void)state;
  random_source source = {31};
  const struct {
    int sizes[4];
    size_t rows, entries;
  } cases[] = {{{4, -3, 6, 2}, 12, 1},
               {{3, 3, -2, 4}, 10, 6},
               {{5, 4, 2, 3}, 12, 40},
               {{12, 2, -5, 1}, 8, 60},
               {{SS_DENSE_SMALL + 4, 2, -2, 3}, 4, 400}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const made *to = make_feasible(&source, 4, cases[k].sizes, cases[k].rows, 2, cases[k].entries);
    const ss_sdp_form form = make_form(&to->program);
    check_form(&source, &form);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_ways_agree)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
