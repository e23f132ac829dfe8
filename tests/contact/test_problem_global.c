/* Global problems: the reduction against M^-1 by hand and against the definition. */
#include "support.h"

#include "../../src/contact/problem_global.h"
#include "arena.h"

enum { ROWS = 7, COLUMNS = 6, BILATERAL = 2, ALL = COLUMNS + BILATERAL };

static ss_sparse make_sparse(size_t rows, size_t columns, const double *dense) {
  ss_sparse A = {.rows = rows, .columns = columns};
  A.entries = ss_arena_new(arena, rows * columns, ss_entry);
  for (size_t k = 0; k < rows * columns; k++)
    if (dense[k] != 0) A.entries[A.count++] = (ss_entry){k % rows, k / rows, dense[k]};
  return A;
}

/* The sum of the entries at a place. */
static double entry_at(const ss_stated_problem *p, size_t row, size_t column) {
  double sum = 0;
  for (size_t k = 0; k < p->entry_count; k++)
    if (p->entries[k].row == row && p->entries[k].column == column) sum += p->entries[k].value;
  return sum;
}

/* One body of mass 2 and inertia 0.5 on one contact at arm 3, gravity -10 as f. */
static void one_body_by_hand(void **state) {
  (void)state;
  const double M[] = {2, 0, 0, 0, 2, 0, 0, 0, 0.5}, H[] = {0, 1, 3, 1, 0, 0};
  double f[] = {0, -20, 0}, w[] = {0.5, 0.25};
  const ss_global_problem global = {
      .M = make_sparse(3, 3, M), .H = make_sparse(3, 2, H), .f = f, .w = w};
  ss_stated_problem local = {.dimension = 2, .contacts = 1};
  assert_int_equal(ss_contact_reduce_global(&global, arena, &local), SS_OK);
  assert_true(fabs(entry_at(&local, 0, 0) - (0.5 + 9 / 0.5)) < 1e-14);
  assert_true(entry_at(&local, 0, 1) == 0 && fabs(entry_at(&local, 1, 1) - 0.5) < 1e-15);
  assert_true(fabs(local.c[0] - (0.5 - 10)) < 1e-14 && local.c[1] == 0.25);
}

/* Random M in two coupled groups of coordinates: with v = M^-1 (B x + f) for random x, found by
 * choosing v first, B^T v + (w, b) must be what the reduced problem says. */
static void reduced_velocities_are_the_global_ones(void **state) {
  (void)state;
  random_source source = {31};
  for (int round = 0; round < 50; round++) {
    double M[ROWS * ROWS] = {0}, B[ROWS * ALL], v[ROWS], x[ALL], f[ROWS], w[COLUMNS], b[BILATERAL];
    for (size_t k = 0; k < ROWS * ROWS; k++) {
      const size_t i = k % ROWS, j = k / ROWS;
      if ((i < 3) == (j < 3)) M[k] = draw_normal(&source) + (i == j ? 8 : 0);
    }
    for (size_t k = 0; k < ROWS * ALL; k++)
      B[k] = draw_uniform(&source) < 0.4 ? 0 : draw_normal(&source);
    for (size_t k = 0; k < ALL; k++) x[k] = draw_normal(&source);
    for (size_t i = 0; i < ROWS; i++) v[i] = draw_normal(&source);
    for (size_t k = 0; k < COLUMNS; k++) w[k] = draw_normal(&source);
    for (size_t k = 0; k < BILATERAL; k++) b[k] = draw_normal(&source);
    for (size_t i = 0; i < ROWS; i++) {
      f[i] = 0; /* f = M v - B x */
      for (size_t j = 0; j < ROWS; j++) f[i] += M[i + ROWS * j] * v[j];
      for (size_t j = 0; j < ALL; j++) f[i] -= B[i + ROWS * j] * x[j];
    }
    const ss_global_problem global = {.M = make_sparse(ROWS, ROWS, M),
                                      .H = make_sparse(ROWS, COLUMNS, B),
                                      .G = make_sparse(ROWS, BILATERAL, B + ROWS * COLUMNS),
                                      .f = f,
                                      .w = w,
                                      .b = b};
    ss_stated_problem local = {.dimension = 3, .contacts = 2};
    assert_int_equal(ss_contact_reduce_global(&global, arena, &local), SS_OK);
    assert_int_equal(local.bilateral, BILATERAL);
    for (size_t i = 0; i < ALL; i++) {
      double u = local.c[i], expected = i < COLUMNS ? w[i] : b[i - COLUMNS];
      for (size_t j = 0; j < ALL; j++) u += entry_at(&local, i, j) * x[j];
      for (size_t k = 0; k < ROWS; k++) expected += B[k + ROWS * i] * v[k];
      assert_true(fabs(u - expected) < 1e-11);
    }
  }
}

static void a_singular_mass_matrix_is_refused(void **state) {
  (void)state;
  const double M[] = {1, 0, 0, 0}, H[] = {1, 0, 0, 1};
  double f[2] = {0}, w[2] = {0};
  const ss_global_problem global = {
      .M = make_sparse(2, 2, M), .H = make_sparse(2, 2, H), .f = f, .w = w};
  ss_stated_problem local = {.dimension = 2, .contacts = 1};
  assert_int_equal(ss_contact_reduce_global(&global, arena, &local), SS_SINGULAR);
}

static void a_huge_body_is_refused(void **state) {
  (void)state;
  const size_t n = 4097;
  ss_sparse M = {.rows = n, .columns = n, .entries = ss_arena_new(arena, 2 * n, ss_entry)};
  for (size_t i = 0; i < n; i++) M.entries[M.count++] = (ss_entry){i, i, 2};
  for (size_t i = 1; i < n; i++) M.entries[M.count++] = (ss_entry){i, i - 1, 1};
  const ss_sparse H = {.rows = n, .columns = 2, .entries = M.entries};
  double *f = ss_arena_new(arena, n, double), w[2] = {0};
  const ss_global_problem global = {.M = M, .H = H, .f = f, .w = w};
  ss_stated_problem local = {.dimension = 2, .contacts = 1};
  assert_int_equal(ss_contact_reduce_global(&global, arena, &local), SS_LIMIT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_body_by_hand),
      cmocka_unit_test(reduced_velocities_are_the_global_ones),
      cmocka_unit_test(a_singular_mass_matrix_is_refused),
      cmocka_unit_test(a_huge_body_is_refused),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
