/* The linear maps: each is the adjoint of the other, sums that cancel keep their digits, and the
 * bits do not depend on the number of threads. */
#include "support.h"

static ss_sdp_form draw_form(random_source *source) {
  const int sizes[] = {5, 2, -6, 9, 1};
  return make_form(&make_feasible(source, 5, sizes, 30, 4, 5)->program);
}

static double *draw_vector(random_source *source, size_t count) {
  double *x = ss_arena_new(arena, count, double);
  for (size_t i = 0; i < count; i++) x[i] = draw(source);
  return x;
}

static double *draw_point(random_source *source, const ss_sdp_form *form) {
  double *X = draw_vector(source, form->length);
  for (size_t k = 0; k < form->blocks; k++) {
    const size_t n = form->block[k].n;
    double *x = X + form->block[k].at;
    for (size_t j = 0; j < n; j++)
      for (size_t i = 0; i < j; i++) x[i + n * j] = x[j + n * i];
  }
  return X;
}

static double dot(size_t count, const double *x, const double *y) {
  double sum = 0;
  for (size_t i = 0; i < count; i++) sum += x[i] * y[i];
  return sum;
}

static void maps_are_adjoint(void **state) {
  (void)state;
  random_source source = {91};
  const ss_sdp_form form = draw_form(&source);
  const double *X = draw_point(&source, &form), *y = draw_vector(&source, form.m);
  const double *g = draw_vector(&source, form.p);
  double *r = ss_arena_new(arena, form.m, double), *S = ss_arena_new(arena, form.length, double);
  double *u = ss_arena_new(arena, form.p, double);
  ss_sdp_form_residual(&form, 1, NULL, X, g, r);
  ss_sdp_form_slack(&form, 1, NULL, y, NULL, S);
  ss_sdp_form_free_residual(&form, NULL, y, u);
  /* -(A(X) + B g)^T y = <X, -A^T(y)> + g^T (-B^T y) */
  const double left = dot(form.m, r, y), right = ss_sdp_form_dot(&form, X, S) + dot(form.p, g, u);
  assert_true(fabs(left - right) < 1e-13 * (1 + fabs(left)));
  assert_true(fabs(left) > 1e-3);
}

static void terms_are_added(void **state) {
  (void)state;
  random_source source = {92};
  const ss_sdp_form form = draw_form(&source);
  const double *X = draw_point(&source, &form), *Z = draw_point(&source, &form);
  const double *y = draw_vector(&source, form.m), *g = draw_vector(&source, form.p);
  double *with = ss_arena_new(arena, form.length, double), *r = ss_arena_new(arena, form.m, double);
  double *without = ss_arena_new(arena, form.length, double),
         *q = ss_arena_new(arena, form.m, double);
  ss_sdp_form_slack(&form, 1, form.C, y, Z, with);
  ss_sdp_form_slack(&form, 1, NULL, y, NULL, without);
  for (size_t k = 0; k < form.blocks; k++)
    for (size_t e = 0; e < form.block[k].n * form.block[k].n; e++) {
      const size_t at = form.block[k].at + e;
      assert_true(fabs(with[at] - (form.C[at] - Z[at] + without[at])) < 1e-14);
    }
  ss_sdp_form_residual(&form, 1, form.b, X, g, r);
  ss_sdp_form_residual(&form, 1, NULL, X, g, q);
  for (size_t i = 0; i < form.m; i++) assert_true(fabs(r[i] - form.b[i] - q[i]) < 1e-14);
}

/* x1 + x2 + x3 = 1 at x = (1/2, 2^-60, 1/2): a sum in doubles would lose what is lacking. */
static void cancellation_keeps_digits(void **state) {
  (void)state;
  made *to = make_empty();
  add_block(to, 3, true);
  add_equality(to, 1);
  for (size_t k = 0; k < 3; k++) add_entry(to, 0, 0, k, k, 1);
  const ss_sdp_form form = make_form(&to->program);
  const double X[3] = {0.5 / form.beta, 0x1p-60 / form.beta, 0.5 / form.beta};
  double r;
  ss_sdp_form_residual(&form, 1, form.b, X, NULL, &r);
  assert_true(r * form.beta / form.row_scale[0] == -0x1p-60);
}

static void threads_give_the_same_bits(void **state) {
  (void)state;
  random_source source = {93};
  const ss_sdp_form form = draw_form(&source);
  const double *X = draw_point(&source, &form), *y = draw_vector(&source, form.m);
  double *one = ss_arena_new(arena, form.length, double), *r = ss_arena_new(arena, form.m, double);
  double *many = ss_arena_new(arena, form.length, double), *q = ss_arena_new(arena, form.m, double);
  ss_sdp_form_slack(&form, 1, form.C, y, X, one);
  ss_sdp_form_slack(&form, 3, form.C, y, X, many);
  assert_memory_equal(one, many, form.length * sizeof *one);
  ss_sdp_form_residual(&form, 1, form.b, X, NULL, r);
  ss_sdp_form_residual(&form, 3, form.b, X, NULL, q);
  assert_memory_equal(r, q, form.m * sizeof *r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(maps_are_adjoint),
      cmocka_unit_test(terms_are_added),
      cmocka_unit_test(cancellation_keeps_digits),
      cmocka_unit_test(threads_give_the_same_bits),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
