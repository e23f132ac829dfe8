/* Rays of infeasible programs, primal and dual, with and without free variables; and none where the
 * program is feasible. */
#include "support.h"

static ss_sdp_answer solve(const made *to) {
  const ss_sdp_options options = ss_sdp_default_options();
  ss_sdp_answer answer;
  ss_sdp_solve(&to->program, &options, arena, &answer);
  return answer;
}

/* Random equalities with -I among the A^T(y): tr X = -1 follows. */
static made *draw_primal_infeasible(random_source *source) {
  const int sizes[] = {4, -3, 5};
  made *to = make_feasible(source, 3, sizes, 6, 2, 6);
  double y[6];
  for (size_t i = 0; i < 6; i++) y[i] = draw(source);
  /* equality 6: sum_i y_i (equality i) + <I, X> = b, so that (y, -1) is a ray: A^T = -I */
  const size_t entries = to->program.entries, coefficients = to->program.coefficients;
  double b = -1;
  for (size_t k = 0; k < entries; k++) {
    const ss_sdp_entry e = to->entry[k];
    add_entry(to, 6, e.block, e.row, e.column, y[e.equality] * e.value);
  }
  for (size_t k = 0; k < coefficients; k++)
    add_free(to, 6, to->B[k].variable, y[to->B[k].equality] * to->B[k].value);
  for (size_t k = 0; k < 3; k++)
    for (size_t i = 0; i < to->block[k].size; i++) add_entry(to, 6, k, i, i, 1);
  for (size_t i = 0; i < 6; i++) b += y[i] * to->b[i];
  add_equality(to, b);
  return to;
}

static void primal_rays_are_found(void **state) {
  (void)state;
  random_source source = {101};
  for (int k = 0; k < 10; k++) {
    const made *to = draw_primal_infeasible(&source);
    const ss_sdp_answer answer = solve(to);
    assert_int_equal(answer.outcome, SS_SDP_PRIMAL_INFEASIBLE);
    assert_true(answer.ray <= 1e-9);
    /* by hand: b^T y > 0, -A^T(y) >= 0, B^T y = 0 */
    const double *y = answer.point.y;
    double ahead = 0, *S = make_point(&to->program).X, *zero = make_point(&to->program).X;
    double *none = ss_arena_new(arena, to->program.equalities, double);
    for (size_t i = 0; i < to->program.equalities; i++) ahead += to->b[i] * y[i];
    assert_true(ahead > 0);
    slack(&to->program, y, S);
    slack(&to->program, none, zero);
    for (size_t e = 0; e < ss_sdp_offset(&to->program, 3); e++) S[e] -= zero[e];
    assert_true(is_positive(&to->program, S, 1e-8 * ahead));
    double u[2] = {0};
    for (size_t j = 0; j < to->program.coefficients; j++)
      u[to->B[j].variable] += to->B[j].value * y[to->B[j].equality];
    assert_true(hypot(u[0], u[1]) < 1e-8 * ahead);
  }
}

/* Equalities that I does not feel (traces taken off), and a cost with a negative trace. */
static made *draw_dual_infeasible(random_source *source) {
  const int sizes[] = {4, 3, 5};
  made *to = make_feasible(source, 3, sizes, 6, 2, 6);
  double trace[6] = {0};
  for (size_t k = 0; k < to->program.entries; k++)
    if (to->entry[k].row == to->entry[k].column) trace[to->entry[k].equality] += to->entry[k].value;
  for (size_t i = 0; i < 6; i++) add_entry(to, i, 1, 0, 0, -trace[i]);
  for (size_t k = 0; k < 3; k++)
    for (size_t i = 0; i < to->block[k].size; i++) add_cost(to, k, i, i, -20);
  return to;
}

static void dual_rays_are_found(void **state) {
  (void)state;
  random_source source = {102};
  for (int k = 0; k < 10; k++) {
    const made *to = draw_dual_infeasible(&source);
    const ss_sdp_answer answer = solve(to);
    assert_int_equal(answer.outcome, SS_SDP_DUAL_INFEASIBLE);
    assert_true(answer.ray <= 1e-9);
    double value = 0;
    for (size_t e = 0; e < to->program.costs; e++)
      value += entry_dot(&to->program, &to->cost[e], answer.point.X);
    for (size_t j = 0; j < 2; j++) value += to->f[j] * answer.point.g[j];
    assert_true(value < 0);
    assert_true(is_positive(&to->program, answer.point.X, -1e-8 * value));
    for (size_t i = 0; i < 6; i++)
      assert_true(fabs(left_side(&to->program, i, answer.point.X, answer.point.g)) < -1e-8 * value);
  }
}

/* A feasible program at any of its iterates shows no ray. */
static void feasible_programs_have_none(void **state) {
  (void)state;
  random_source source = {103};
  const int sizes[] = {4, -3, 5};
  for (int k = 0; k < 30; k++) {
    const ss_sdp_answer answer = solve(make_feasible(&source, 3, sizes, 8, 2, 4));
    assert_int_equal(answer.outcome, SS_SDP_OPTIMAL);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(primal_rays_are_found),
      cmocka_unit_test(dual_rays_are_found),
      cmocka_unit_test(feasible_programs_have_none),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
