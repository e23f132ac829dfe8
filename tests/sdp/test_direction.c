/* The step solves its equations: linear ones to rounding, the linearised complementarity too. */
#include "support.h"

/* A run at a random interior point, with everything that a step needs. */
static void make_run(random_source *source, const made *to, ss_sdp_form *form, ss_sdp_run *run) {
  *form = make_form(&to->program);
  const ss_sdp_options options = ss_sdp_default_options();
  assert_int_equal(ss_sdp_run_make(form, &options, arena, run), SS_OK);
  for (size_t s = 0; s < form->scalars; s++) {
    run->now.X[s] = 0.5 + draw_uniform(source);
    run->now.Z[s] = 0.5 + draw_uniform(source);
    run->V[s] = 1 / run->now.Z[s];
  }
  for (size_t k = 0; k < form->blocks; k++) {
    const size_t n = form->block[k].n, at = form->block[k].at;
    draw_definite(source, n, 0.5, run->now.X + at);
    draw_definite(source, n, 0.5, run->now.Z + at);
    assert_true(ss_dense_factor(n, run->now.Z + at, run->LZ + at));
    ss_dense_invert(n, run->LZ + at, run->work, run->V + at);
  }
  for (size_t i = 0; i < form->m; i++) run->now.y[i] = draw(source);
  for (size_t j = 0; j < form->p; j++) run->now.g[j] = draw(source);
  ss_sdp_form_residual(form, 1, form->b, run->now.X, run->now.g, run->rp);
  ss_sdp_form_slack(form, 1, form->C, run->now.y, run->now.Z, run->Rd);
  ss_sdp_form_free_residual(form, form->f, run->now.y, run->rf);
  run->mu = ss_sdp_form_dot(form, run->now.X, run->now.Z) / (double)form->order;
  ss_schur_form(form, 1, run->now.X, run->V, run->work, run->kkt.M);
  assert_true(ss_kkt_factor(&run->kkt));
}

static double largest(size_t count, const double *x) {
  double most = 0;
  for (size_t i = 0; i < count; i++) most = fmax(most, fabs(x[i]));
  return most;
}

static void check_linear(const ss_sdp_run *run, const ss_iterate *step) {
  const ss_sdp_form *form = run->form;
  double *r = ss_arena_new(arena, form->m, double), *u = ss_arena_new(arena, form->p, double);
  double *S = ss_arena_new(arena, form->length, double);
  ss_sdp_form_residual(form, 1, run->rp, step->X, step->g, r);
  ss_sdp_form_slack(form, 1, run->Rd, step->y, step->Z, S);
  ss_sdp_form_free_residual(form, run->rf, step->y, u);
  assert_true(largest(form->m, r) < 1e-12);
  assert_true(largest(form->p, u) < 1e-12);
  assert_true(largest(form->length, S) < 1e-11);
}

/* dX + sym(X dZ V) + X - sigma mu V + sym(dX' dZ' V) = 0 */
static void check_complementarity(ss_sdp_run *run, double sigma, const ss_iterate *guess,
                                  const ss_iterate *step) {
  const size_t length = run->form->length;
  double *T = ss_arena_new(arena, length, double), *U = ss_arena_new(arena, length, double);
  ss_sdp_run_respond(run, run->now.X, step->Z, NULL, T);
  if (guess) ss_sdp_run_respond(run, guess->X, guess->Z, NULL, U);
  for (size_t e = 0; e < length; e++) {
    const double off = step->X[e] - T[e] + run->now.X[e] - sigma * run->mu * run->V[e] - U[e];
    assert_true(fabs(off) < 1e-10);
  }
}

static void steps_solve_their_equations(void **state) {
  (void)state;
  random_source source = {81};
  const int sizes[] = {5, -4, 3, 7};
  for (size_t p = 0; p <= 4; p += 2) {
    ss_sdp_form form;
    ss_sdp_run run;
    make_run(&source, make_feasible(&source, 4, sizes, 14, p, 5), &form, &run);
    ss_sdp_run_direction(&run, 0, NULL, &run.guess);
    check_linear(&run, &run.guess);
    check_complementarity(&run, 0, NULL, &run.guess);
    ss_sdp_run_direction(&run, 0.3, &run.guess, &run.step);
    check_linear(&run, &run.step);
    check_complementarity(&run, 0.3, &run.guess, &run.step);
    assert_true(run.linear < 1e-12);
  }
}

/* The response on a scalar and on a diagonal matrix: in - x d v. */
static void response(void **state) {
  (void)state;
  random_source source = {82};
  const int sizes[] = {2, -1};
  made *to = make_feasible(&source, 2, sizes, 2, 0, 6);
  add_cost(to, 0, 0, 1, 1); /* keeps the block together */
  ss_sdp_form form;
  ss_sdp_run run;
  make_run(&source, to, &form, &run);
  const size_t at = form.block[0].at;
  double X[16] = {0}, D[16] = {0}, in[16] = {0}, out[16];
  assert_true(form.length <= 16);
  X[0] = 2, D[0] = 3, in[0] = 1, run.V[0] = 5;
  X[at] = 2, X[at + 3] = 3, D[at + 1] = D[at + 2] = 1;
  run.V[at] = 7, run.V[at + 3] = 11, run.V[at + 1] = run.V[at + 2] = 0;
  ss_sdp_run_respond(&run, X, D, in, out);
  assert_true(out[0] == -29);
  assert_true(out[at] == 0 && out[at + 1] == -21.5 && out[at + 2] == -21.5); /* (2 11 + 3 7) / 2 */
}

/* A system whose factor is wrong by a hundredth: refinement makes up for it. */
static void refinement_makes_up_for_the_factor(void **state) {
  (void)state;
  random_source source = {83};
  const int sizes[] = {6, 4, -3};
  ss_sdp_form form;
  ss_sdp_run run;
  make_run(&source, make_feasible(&source, 3, sizes, 12, 2, 5), &form, &run);
  for (size_t i = 0; i < form.m; i++) run.kkt.M[i + form.m * i] *= 1 + 0.01 * draw(&source);
  ss_sdp_run_direction(&run, 0.1, NULL, &run.step);
  check_linear(&run, &run.step);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps_solve_their_equations),
      cmocka_unit_test(response),
      cmocka_unit_test(refinement_makes_up_for_the_factor),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
