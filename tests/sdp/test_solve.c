/* Programs whose optimum is known, infeasible ones, degenerate ones, random ones whose answers are
 * evaluated here, and those of SDPLIB beside the repository where they exist. */
#include <stdio.h>

#include "support.h"

static ss_status solve(const ss_sdp_program *program, ss_sdp_answer *answer) {
  const ss_sdp_options options = ss_sdp_default_options();
  return ss_sdp_solve(program, &options, arena, answer);
}

static double solve_value(const made *to) {
  ss_sdp_answer answer;
  assert_int_equal(solve(&to->program, &answer), SS_OK);
  assert_int_equal(answer.outcome, SS_SDP_OPTIMAL);
  return answer.residuals.primal_value;
}

/* ---- optima that are known ------------------------------------------------------------------- */

/* min <C, X>, tr X = 1: the least eigenvalue of C. */
static void least_eigenvalue(void **state) {
  (void)state;
  made *to = make_empty();
  add_block(to, 3, false);
  add_equality(to, 1);
  for (size_t i = 0; i < 3; i++) add_entry(to, 0, 0, i, i, 1);
  for (size_t i = 0; i < 2; i++) add_cost(to, 0, i, i + 1, 1); /* a path: -sqrt 2 */
  assert_true(fabs(solve_value(to) + M_SQRT2) < 1e-8);
}

/* Lovasz' number of the circle of five: sqrt 5. */
static void theta_of_a_circle(void **state) {
  (void)state;
  made *to = make_empty();
  add_block(to, 5, false);
  add_equality(to, 1);
  for (size_t i = 0; i < 5; i++) add_entry(to, 0, 0, i, i, 1);
  for (size_t i = 0; i < 5; i++) {
    add_equality(to, 0);
    add_entry(to, i + 1, 0, i, (i + 1) % 5, 1);
    for (size_t j = i; j < 5; j++) add_cost(to, 0, i, j, -1);
  }
  assert_true(fabs(solve_value(to) + sqrt(5)) < 1e-8);
}

/* max 3 x + 2 y, x + y <= 4, x + 3 y <= 6, x <= 3: 11 at (3, 1). */
static void linear_program(void **state) {
  (void)state;
  made *to = make_empty();
  add_block(to, 5, true);
  const double rows[3][5] = {{1, 1, 1, 0, 0}, {1, 3, 0, 1, 0}, {1, 0, 0, 0, 1}}, b[] = {4, 6, 3};
  for (size_t i = 0; i < 3; i++) {
    add_equality(to, b[i]);
    for (size_t k = 0; k < 5; k++) add_entry(to, i, 0, k, k, rows[i][k]);
  }
  add_cost(to, 0, 0, 0, -3);
  add_cost(to, 0, 1, 1, -2);
  assert_true(fabs(solve_value(to) + 11) < 1e-7);
}

/* max g, x^4 - 3 x^2 + 1 - g = z^T Q z, z = (1, x, x^2): g = -5/4, the least value. */
static void least_value_of_a_polynomial(void **state) {
  (void)state;
  made *to = make_empty();
  add_block(to, 3, false);
  to->program.variables = 1;
  to->f[0] = -1;
  const double p[] = {1, 0, -3, 0, 1};
  for (size_t i = 0; i < 5; i++) add_equality(to, p[i]);
  for (size_t i = 0; i < 3; i++)
    for (size_t j = i; j < 3; j++) add_entry(to, i + j, 0, i, j, 1);
  add_free(to, 0, 0, 1);
  ss_sdp_answer answer;
  assert_int_equal(solve(&to->program, &answer), SS_OK);
  assert_true(fabs(answer.point.g[0] + 1.25) < 1e-8);
}

/* min |g| over the line g1 + 2 g2 = 5, g free: min t, [t g1 g2; . t 0; . . t] >= 0: sqrt 5. */
static void free_variables_alone_in_an_equality(void **state) {
  (void)state;
  made *to = make_empty();
  add_block(to, 3, false);
  to->program.variables = 2;
  add_equality(to, 5); /* of free variables only */
  add_free(to, 0, 0, 1);
  add_free(to, 0, 1, 2);
  for (size_t j = 0; j < 2; j++) { /* 2 X_0j = 2 g_j */
    add_equality(to, 0);
    add_entry(to, j + 1, 0, 0, j + 1, 1);
    add_free(to, j + 1, j, -2);
    add_equality(to, 0);
  }
  to->program.equalities = 3;
  for (size_t j = 0; j < 2; j++) { /* X_jj = X_00 */
    add_equality(to, 0);
    add_entry(to, 3 + j, 0, 0, 0, 1);
    add_entry(to, 3 + j, 0, j + 1, j + 1, -1);
  }
  add_equality(to, 0);
  add_entry(to, 5, 0, 1, 2, 1);
  add_cost(to, 0, 0, 0, 1);
  assert_true(fabs(solve_value(to) - sqrt(5)) < 1e-8);
}

/* ---- no equalities --------------------------------------------------------------------------- */

static void without_equalities(void **state) {
  (void)state;
  ss_sdp_answer answer;
  made *to = make_empty();
  assert_int_equal(solve(&to->program, &answer), SS_OK); /* nothing at all */
  assert_int_equal(answer.outcome, SS_SDP_OPTIMAL);
  add_block(to, 2, false);
  for (size_t i = 0; i < 2; i++)
    for (size_t j = i; j < 2; j++) add_cost(to, 0, i, j, 1); /* singular, >= 0 */
  assert_int_equal(solve(&to->program, &answer), SS_OK);
  assert_int_equal(answer.outcome, SS_SDP_OPTIMAL);
  assert_true(answer.residuals.primal_value == 0);
  to->cost[1].value = 1.0001; /* not >= 0 */
  assert_int_equal(solve(&to->program, &answer), SS_OK);
  assert_int_equal(answer.outcome, SS_SDP_DUAL_INFEASIBLE);
  assert_true(answer.ray <= 1e-15);
  to->cost[1].value = 1;
  to->program.variables = 1;
  to->f[0] = -1e-3;
  assert_int_equal(solve(&to->program, &answer), SS_OK);
  assert_int_equal(answer.outcome, SS_SDP_DUAL_INFEASIBLE);
  assert_true(answer.point.g[0] > 0);
  to->f[0] = 0;
  add_block(to, 2, true);
  add_cost(to, 1, 1, 1, -1);
  assert_int_equal(solve(&to->program, &answer), SS_OK);
  assert_int_equal(answer.outcome, SS_SDP_DUAL_INFEASIBLE);
}

/* ---- programs without interior --------------------------------------------------------------- */

/* min x11 with 2 x12 = 2: the infimum 0 is not attained. Whatever is said must be measured. */
static void an_infimum_that_is_not_attained(void **state) {
  (void)state;
  made *to = make_empty();
  add_block(to, 2, false);
  add_equality(to, 2);
  add_entry(to, 0, 0, 0, 1, 1);
  add_cost(to, 0, 0, 0, 1);
  ss_sdp_answer answer;
  const ss_status status = solve(&to->program, &answer);
  assert_true(status == SS_OK || status == SS_NO_CONVERGENCE);
  assert_true(answer.outcome == SS_SDP_OPTIMAL || answer.outcome == SS_SDP_STALLED);
  assert_true(fabs(answer.residuals.primal_value) < 1e-3);
}

/* x11 = 0 forces x12 = 0, and 2 x12 + x33 = 1: the primal program has no interior. min x33 is 1;
 * the dual value stays below it, and 0 is as near to feasible as one likes. */
static void a_gap_is_not_called_optimal_away_from_it(void **state) {
  (void)state;
  made *to = make_empty();
  add_block(to, 3, false);
  add_equality(to, 0);
  add_equality(to, 1);
  add_entry(to, 0, 0, 0, 0, 1);
  add_entry(to, 1, 0, 0, 1, 1);
  add_entry(to, 1, 0, 2, 2, 1);
  add_cost(to, 0, 2, 2, 1);
  ss_sdp_answer answer;
  solve(&to->program, &answer);
  if (answer.outcome == SS_SDP_OPTIMAL) {
    const ss_sdp_residuals *r = &answer.residuals;
    assert_true(r->primal <= 1e-9 && r->dual <= 1e-9 && r->gap <= 1e-9);
  }
}

/* The same equality three times, in other units. */
static void dependent_equalities_are_named(void **state) {
  (void)state;
  made *to = make_empty();
  add_block(to, 2, false);
  for (size_t c = 1; c <= 3; c++) {
    add_equality(to, (double)c);
    for (size_t i = 0; i < 2; i++) add_entry(to, c - 1, 0, i, i, (double)c);
  }
  add_cost(to, 0, 0, 1, 1);
  ss_sdp_answer answer;
  assert_int_equal(solve(&to->program, &answer), SS_OK);
  assert_int_equal(answer.outcome, SS_SDP_OPTIMAL);
  assert_int_equal(answer.dependent, 2);
  assert_true(answer.dependents[0] < answer.dependents[1] && answer.dependents[1] < 3);
  assert_true(fabs(answer.residuals.primal_value + 1) < 1e-8);
  for (size_t k = 0; k < 2; k++) assert_true(answer.point.y[answer.dependents[k]] == 0);
  to->b[2] = 3.01;
  assert_int_equal(solve(&to->program, &answer), SS_OK);
  assert_int_equal(answer.outcome, SS_SDP_PRIMAL_INFEASIBLE);
  assert_string_equal(answer.reason, "an equality contradicts the others");
  assert_true(answer.ray < 1e-12);
}

/* ---- random programs ------------------------------------------------------------------------- */

/* Feasibility and complementarity evaluated by the plain loops of support.h. */
static void check_answer(const made *to, const ss_sdp_answer *answer, double tolerance) {
  const ss_sdp_program *p = &to->program;
  double *S = make_point(p).X, u[FREE_MOST] = {0}, value = 0, dual = 0;
  for (size_t i = 0; i < p->equalities; i++) {
    assert_true(fabs(left_side(p, i, answer->point.X, answer->point.g) - p->b[i]) < tolerance);
    dual += p->b[i] * answer->point.y[i];
  }
  assert_true(is_positive(p, answer->point.X, tolerance));
  slack(p, answer->point.y, S);
  assert_true(is_positive(p, S, tolerance));
  for (size_t k = 0; k < p->coefficients; k++)
    u[to->B[k].variable] += to->B[k].value * answer->point.y[to->B[k].equality];
  for (size_t j = 0; j < p->variables; j++) {
    assert_true(fabs(u[j] - p->f[j]) < tolerance);
    value += p->f[j] * answer->point.g[j];
  }
  for (size_t k = 0; k < p->costs; k++) value += entry_dot(p, &p->cost[k], answer->point.X);
  assert_true(fabs(value - dual) < tolerance * (1 + fabs(value) + fabs(dual)));
}

static void random_programs_are_solved(void **state) {
  (void)state;
  random_source source = {2001};
  for (size_t k = 0; k < 40; k++) {
    int sizes[6];
    for (size_t i = 0; i < 6; i++)
      sizes[i] = (int)(1 + draw_index(&source, 12)) * (draw_uniform(&source) < 0.2 ? -1 : 1);
    const size_t m = 2 + draw_index(&source, 30), p = draw_index(&source, m / 2 + 1);
    const made *to = make_feasible(&source, 6, sizes, m, p, 1 + draw_index(&source, 8));
    ss_sdp_answer answer;
    assert_int_equal(solve(&to->program, &answer), SS_OK);
    assert_int_equal(answer.outcome, SS_SDP_OPTIMAL);
    check_answer(to, &answer, 1e-6);
  }
}

/* b, C and f in other units: the same answer in those units. */
static void units_do_not_matter(void **state) {
  (void)state;
  random_source source = {2002};
  const int sizes[] = {5, -3, 4};
  made *to = make_feasible(&source, 3, sizes, 9, 2, 4);
  const double value = solve_value(to);
  const double s[] = {0x1p27, 0x1p-27};
  for (size_t k = 0; k < 2; k++) {
    made *other = ss_arena_new(arena, 1, made);
    memcpy(other, to, sizeof *to);
    other->program.b = other->b;
    other->program.f = other->f;
    other->program.cost = other->cost;
    for (size_t i = 0; i < 9; i++) other->b[i] *= s[k];
    for (size_t i = 0; i < to->program.costs; i++) other->cost[i].value *= s[1 - k] * s[1 - k];
    for (size_t j = 0; j < 2; j++) other->f[j] *= s[1 - k] * s[1 - k];
    assert_true(solve_value(other) == value * s[1 - k]);
  }
}

static void threads_give_the_same_bits(void **state) {
  (void)state;
  random_source source = {2003};
  const int sizes[] = {5, -3, 45, 12};
  const made *to = make_feasible(&source, 4, sizes, 25, 3, 9);
  ss_sdp_options options = ss_sdp_default_options();
  ss_sdp_answer one, many;
  assert_int_equal(ss_sdp_solve(&to->program, &options, arena, &one), SS_OK);
  options.threads = 4;
  assert_int_equal(ss_sdp_solve(&to->program, &options, arena, &many), SS_OK);
  const size_t length = ss_sdp_offset(&to->program, 4);
  assert_memory_equal(one.point.X, many.point.X, length * sizeof(double));
  assert_memory_equal(one.point.Z, many.point.Z, length * sizeof(double));
  assert_memory_equal(one.point.y, many.point.y, 25 * sizeof(double));
  assert_memory_equal(one.point.g, many.point.g, 3 * sizeof(double));
}

/* Several programs solved at once, each with its own arena: the same bits as one after the other.
 */
static void several_at_once(void **state) {
  (void)state;
  random_source source = {2004};
  const int sizes[] = {50, -3, 12};
  enum { COUNT = 8 };
  const made *to[COUNT];
  double value[COUNT], at_once[COUNT];
  for (size_t k = 0; k < COUNT; k++) {
    to[k] = make_feasible(&source, 3, sizes, 20, 2, 9);
    value[k] = solve_value(to[k]);
  }
#pragma omp parallel for num_threads(4) schedule(dynamic, 1)
  for (size_t k = 0; k < COUNT; k++) {
    ss_arena *own = ss_arena_create();
    const ss_sdp_options options = ss_sdp_default_options();
    ss_sdp_answer answer = {0};
    if (own) ss_sdp_solve(&to[k]->program, &options, own, &answer);
    at_once[k] = answer.residuals.primal_value;
    ss_arena_destroy(own);
  }
  for (size_t k = 0; k < COUNT; k++) assert_true(value[k] == at_once[k]);
}

/* ---- arguments and words --------------------------------------------------------------------- */

static void malformed_programs_are_refused(void **state) {
  (void)state;
  random_source source = {2005};
  const int sizes[] = {3, -2};
  for (int k = 0; k < 9; k++) {
    made *to = make_feasible(&source, 2, sizes, 3, 1, 4);
    ss_sdp_entry *e = &to->entry[0];
    if (k == 0) e->equality = 3;
    if (k == 1) e->block = 2;
    if (k == 2) *e = (ss_sdp_entry){0, 0, 3, 0, 1};
    if (k == 3) *e = (ss_sdp_entry){0, 1, 0, 1, 1};
    if (k == 4) e->value = NAN;
    if (k == 5) to->b[0] = INFINITY;
    if (k == 6) to->f[0] = NAN;
    if (k == 7) to->program.cost = NULL;
    if (k == 8) add_free(to, 0, 1, 1);
    ss_sdp_answer answer;
    assert_int_equal(ss_sdp_check(&to->program), SS_BAD_ARGUMENT);
    assert_int_equal(solve(&to->program, &answer), SS_BAD_ARGUMENT);
  }
  made *to = make_empty();
  ss_sdp_options options = ss_sdp_default_options();
  options.tolerance = 0;
  ss_sdp_answer answer;
  assert_int_equal(ss_sdp_solve(&to->program, &options, arena, &answer), SS_BAD_ARGUMENT);
}

static void limits_are_told(void **state) {
  (void)state;
  random_source source = {2006};
  const int sizes[] = {5, -3};
  const made *to = make_feasible(&source, 2, sizes, 6, 1, 4);
  ss_sdp_options options = ss_sdp_default_options();
  options.iterations = 2;
  ss_sdp_answer answer;
  assert_int_equal(ss_sdp_solve(&to->program, &options, arena, &answer), SS_LIMIT);
  assert_int_equal(answer.outcome, SS_SDP_LIMIT);
  assert_true(answer.residuals.gap > 1e-9 && isfinite(answer.residuals.gap));
  options = ss_sdp_default_options();
  options.tolerance = 1e-30;
  assert_int_equal(ss_sdp_solve(&to->program, &options, arena, &answer), SS_NO_CONVERGENCE);
  assert_int_equal(answer.outcome, SS_SDP_STALLED);
  assert_true(answer.residuals.gap < 1e-10);
}

static void words(void **state) {
  (void)state;
  assert_string_equal(ss_sdp_outcome_word(SS_SDP_OPTIMAL), "optimal");
  assert_string_equal(ss_sdp_outcome_word(SS_SDP_LIMIT), "limit");
  assert_string_equal(ss_sdp_outcome_word(SS_SDP_OUTCOME_COUNT), "?");
}

/* ---- SDPLIB ---------------------------------------------------------------------------------- */

/* Published optima, in the sign of the files; 0: infeasible. */
static void problems_of_sdplib(void **state) {
  (void)state;
  const struct {
    const char *name;
    double optimum, digits; /* half a unit of the last published digit */
    ss_sdp_outcome infeasible;
  } problems[] = {
      {"truss1", -8.999996, 5e-7, 0},
      {"truss2", -1.233804e2, 5e-5, 0},
      {"truss3", -9.109996, 5e-7, 0},
      {"truss4", -9.009996, 5e-7, 0},
      {"truss5", -1.326357e2, 5e-5, 0},
      {"truss6", -9.01001e2, 5e-3, 0},
      {"truss7", -9.00001e2, 5e-3, 0},
      {"truss8", -1.331146e2, 5e-5, 0},
      {"control1", 1.778463e1, 5e-6, 0},
      {"control2", 8.3, 5e-7, 0},
      {"theta1", 2.3e1, 5e-6, 0},
      {"mcp100", 2.261574e2, 5e-5, 0},
      {"hinf9", 2.3625e2, 5e-3, 0},
      {"qap5", -4.36e2, 5e-2, 0},
      {"infp1", 0, 0, SS_SDP_DUAL_INFEASIBLE},
      {"infp2", 0, 0, SS_SDP_DUAL_INFEASIBLE},
      {"infd1", 0, 0, SS_SDP_PRIMAL_INFEASIBLE},
      {"infd2", 0, 0, SS_SDP_PRIMAL_INFEASIBLE},
  };
  for (size_t k = 0; k < sizeof problems / sizeof *problems; k++) {
    char path[128];
    snprintf(path, sizeof path, "../shared/problems-sdp/%s.dat-s", problems[k].name);
    FILE *file = fopen(path, "r");
    if (!file) {
      print_message("skipped: %s does not exist\n", path);
      skip();
    }
    fclose(file);
    const ss_sdp_program *program;
    ss_diagnostics list;
    assert_int_equal(ss_sdp_read(path, arena, &list, &program), SS_OK);
    ss_sdp_answer answer;
    solve(program, &answer);
    if (problems[k].infeasible) {
      assert_int_equal(answer.outcome, problems[k].infeasible);
      assert_true(answer.ray <= 1e-9);
      continue;
    }
    assert_true(answer.outcome == SS_SDP_OPTIMAL || answer.outcome == SS_SDP_STALLED);
    assert_true(fabs(-answer.residuals.primal_value - problems[k].optimum) <=
                1.2 * problems[k].digits);
  }
}

/* max t, X = s - t, Y = s - t, (X + Y)/2 + t = 1, the first three times: one equality that follows
 * from another has the value 0 up to rounding alone, which is no contradiction. */
static void dependent_with_one_value(void **state) {
  (void)state;
  made *to = make_empty();
  add_block(to, 1, false);
  add_block(to, 1, true);
  const double row[] = {1, -2, 1};
  for (size_t i = 0; i < 3; i++) {
    add_equality(to, 0);
    add_entry(to, i, 0, 0, 0, -row[i]);
    add_free(to, i, 0, row[i]);
    add_free(to, i, 1, -row[i]);
  }
  add_equality(to, 0);
  add_entry(to, 3, 1, 0, 0, 1);
  add_free(to, 3, 0, -1);
  add_free(to, 3, 1, 1);
  add_equality(to, 1);
  add_entry(to, 4, 0, 0, 0, 0.5);
  add_entry(to, 4, 1, 0, 0, 0.5);
  add_free(to, 4, 1, 1);
  to->program.variables = 2;
  to->f[1] = -1;
  assert_true(fabs(solve_value(to) + 1) < 1e-8);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(least_eigenvalue),
      cmocka_unit_test(theta_of_a_circle),
      cmocka_unit_test(linear_program),
      cmocka_unit_test(dependent_with_one_value),
      cmocka_unit_test(least_value_of_a_polynomial),
      cmocka_unit_test(free_variables_alone_in_an_equality),
      cmocka_unit_test(without_equalities),
      cmocka_unit_test(an_infimum_that_is_not_attained),
      cmocka_unit_test(a_gap_is_not_called_optimal_away_from_it),
      cmocka_unit_test(dependent_equalities_are_named),
      cmocka_unit_test(random_programs_are_solved),
      cmocka_unit_test(units_do_not_matter),
      cmocka_unit_test(threads_give_the_same_bits),
      cmocka_unit_test(several_at_once),
      cmocka_unit_test(malformed_programs_are_refused),
      cmocka_unit_test(limits_are_told),
      cmocka_unit_test(words),
      cmocka_unit_test(problems_of_sdplib),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
