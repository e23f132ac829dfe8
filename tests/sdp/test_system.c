/* The system of a step: random ones, one whose M is singular, and the shifts. */
#include "support.h"

/* M dy + B dg = h, B^T dy = r with the M that was factored. */
static void check_solution(ss_kkt *kkt, const double *M, random_source *source) {
  const size_t m = kkt->form->m, p = kkt->form->p;
  double *h = ss_arena_new(arena, m, double), *r = ss_arena_new(arena, p, double);
  double *dy = ss_arena_new(arena, m, double), *dg = ss_arena_new(arena, p, double);
  for (size_t i = 0; i < m; i++) h[i] = draw(source);
  for (size_t j = 0; j < p; j++) r[j] = draw(source);
  ss_kkt_solve(kkt, h, r, dy, dg);
  for (size_t i = 0; i < m; i++) {
    double sum = -h[i];
    for (size_t k = 0; k < m; k++) sum += (k <= i ? M[i + m * k] : M[k + m * i]) * dy[k];
    for (size_t j = 0; j < p; j++) sum += kkt->form->B[i + m * j] * dg[j];
    assert_true(fabs(sum) < 1e-10);
  }
  for (size_t j = 0; j < p; j++) {
    double sum = -r[j];
    for (size_t i = 0; i < m; i++) sum += kkt->form->B[i + m * j] * dy[i];
    assert_true(fabs(sum) < 1e-10);
  }
}

/* M at X = V = I. */
static double *form_unit(const ss_sdp_form *form, ss_kkt *kkt) {
  double *X = ss_arena_new(arena, form->length, double);
  double *work = ss_arena_new(arena, ss_schur_work_size(form), double);
  for (size_t s = 0; s < form->scalars; s++) X[s] = 1;
  for (size_t k = 0; k < form->blocks; k++)
    for (size_t i = 0; i < form->block[k].n; i++)
      X[form->block[k].at + i * (form->block[k].n + 1)] = 1;
  assert_int_equal(ss_kkt_make(form, arena, kkt), SS_OK);
  ss_schur_form(form, 1, X, X, work, kkt->M);
  double *copy = ss_arena_new(arena, form->m * form->m, double);
  memcpy(copy, kkt->M, form->m * form->m * sizeof *copy);
  return copy;
}

static void random_systems(void **state) {
  (void)state;
  random_source source = {41};
  const int sizes[] = {6, -5, 4, 3};
  for (size_t p = 0; p <= 6; p += 3) {
    const ss_sdp_form form = make_form(&make_feasible(&source, 4, sizes, 15, p, 6)->program);
    ss_kkt kkt;
    const double *M = form_unit(&form, &kkt);
    assert_true(ss_kkt_factor(&kkt));
    assert_true(kkt.shift == 0);
    check_solution(&kkt, M, &source);
    /* with a shift the solution is near, not the same; without end there is none */
    assert_true(ss_kkt_shift(&kkt, kkt.shifts));
    assert_true(kkt.shift > 0);
    check_solution(&kkt, M, &source);
    while (ss_kkt_shift(&kkt, kkt.shifts))
      ;
    assert_true(kkt.shift >= 1e-9);
    /* and back */
    assert_true(ss_kkt_shift(&kkt, 0));
    assert_true(kkt.shift == 0);
    check_solution(&kkt, M, &source);
  }
}

/* Equalities in which only free variables occur: M has rows of zeros. */
static void equalities_of_free_variables(void **state) {
  (void)state;
  random_source source = {42};
  made *to = make_empty();
  add_block(to, 3, false);
  to->program.variables = 3;
  for (size_t i = 0; i < 4; i++) add_equality(to, draw(&source));
  for (size_t k = 0; k < 3; k++) add_entry(to, k / 2, 0, k, k, 1 + draw_uniform(&source));
  for (size_t i = 0; i < 4; i++)
    for (size_t j = 0; j < 3; j++) add_free(to, i, j, draw(&source));
  const ss_sdp_form form = make_form(&to->program);
  ss_kkt kkt;
  const double *M = form_unit(&form, &kkt);
  assert_true(M[3 + 4 * 3] == 0);
  assert_true(ss_kkt_factor(&kkt));
  check_solution(&kkt, M, &source);
}

/* A diagonal that rounding made negative: that equality is left out of the step. */
static void a_lost_equality_is_left_out(void **state) {
  (void)state;
  random_source source = {44};
  const int sizes[] = {4, 3};
  const ss_sdp_form form = make_form(&make_feasible(&source, 2, sizes, 5, 0, 4)->program);
  ss_kkt kkt;
  form_unit(&form, &kkt);
  kkt.M[2 + 5 * 2] = -1e-20;
  assert_true(ss_kkt_factor(&kkt));
  const double h[5] = {1, 1, 1, 1, 1};
  double dy[5];
  ss_kkt_solve(&kkt, h, NULL, dy, NULL);
  assert_true(dy[2] == 0 && dy[0] != 0);
  /* or made smaller than what stands beside it */
  form_unit(&form, &kkt);
  kkt.M[3 + 5 * 3] = 1e-20;
  kkt.M[3 + 5 * 1] = 1e-3;
  assert_true(ss_kkt_factor(&kkt));
  ss_kkt_solve(&kkt, h, NULL, dy, NULL);
  assert_true(dy[3] == 0 && dy[1] != 0);
}

static void what_is_not_finite_is_refused(void **state) {
  (void)state;
  random_source source = {43};
  const int sizes[] = {3, 3};
  const ss_sdp_form form = make_form(&make_feasible(&source, 2, sizes, 4, 1, 4)->program);
  ss_kkt kkt;
  form_unit(&form, &kkt);
  kkt.M[0] = NAN;
  assert_false(ss_kkt_factor(&kkt));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_systems),
      cmocka_unit_test(equalities_of_free_variables),
      cmocka_unit_test(a_lost_equality_is_left_out),
      cmocka_unit_test(what_is_not_finite_is_refused),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
