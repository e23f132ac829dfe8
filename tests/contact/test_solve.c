/* One function for all contact problems: no failure on small planar problems, every answer
 * verified, problems without solution are reported as such. */
#include "support.h"

static ss_status solve(const ss_contact_problem *problem, const ss_contact_options *options,
                       double *r, double *xi, ss_contact_report *report) {
  void *work = make_work(ss_contact_work_size(problem, options));
  const ss_status status = ss_contact_solve(problem, options, work, r, xi, report);
  free(work);
  return status;
}

/* The report is true: the residual is that of r, and xi = G r + c. */
static void assert_honest(const ss_contact_problem *problem, const ss_contact_options *options,
                          ss_status status, const double *r, const double *xi,
                          const ss_contact_report *report) {
  double again[SIZE_MOST];
  const double residual = ss_contact_residual(problem, options->residual, r, again);
  assert_true(fabs(residual - report->residual) <= 1e-15 + 1e-9 * residual);
  assert_int_equal(status, residual <= options->tolerance ? SS_OK : SS_NO_CONVERGENCE);
  for (size_t i = 0; i < problem->size; i++) assert_true(again[i] == xi[i]);
}

static void solve_many(size_t contacts, int count, ss_contact_method method, uint64_t seed) {
  random_problem *p = malloc(sizeof *p);
  random_source source = {seed};
  ss_contact_options options = ss_contact_default_options();
  options.method = method;
  for (int i = 0; i < count; i++) {
    double r[SIZE_MOST], xi[SIZE_MOST];
    ss_contact_report report;
    draw_planar(&source, contacts, i % 2 ? draw_count(&source, 1, 2 * contacts) : 0, p);
    const ss_status status = solve(&p->problem, &options, r, xi, &report);
    assert_int_equal(status, SS_OK);
    assert_honest(&p->problem, &options, status, r, xi, &report);
  }
  free(p);
}

/* mu from 0 to 2, full rank and dependent: none fails. */
static void small_planar_problems_never_fail(void **state) {
  (void)state;
  for (size_t contacts = 1; contacts <= 6; contacts++)
    solve_many(contacts, 4000, SS_METHOD_AUTO, 100 + contacts);
}

static void larger_planar_problems(void **state) {
  (void)state;
  const size_t contacts[] = {8, 12, 16, 24, 32, 48, 64};
  for (size_t i = 0; i < sizeof contacts / sizeof *contacts; i++)
    solve_many(contacts[i], (int)(2000 / contacts[i]), SS_METHOD_AUTO, 200 + i);
}

static void each_planar_method_alone(void **state) {
  (void)state;
  for (size_t contacts = 1; contacts <= 3; contacts++) {
    solve_many(contacts, 300, SS_METHOD_ENUMERATE, 300 + contacts);
    solve_many(contacts, 300, SS_METHOD_LEMKE, 310 + contacts);
  }
  solve_many(16, 60, SS_METHOD_LEMKE, 320);
}

/* One or two rigid bodies of masses from 1e-3 to 1e3 that touch walls with up to six points: on one
 * floor (all tangents equal), at integer places (ties everywhere, wedges), anywhere. */
static void draw_bodies(random_source *source, random_problem *p) {
  const size_t contacts = draw_count(source, 1, 6), bodies = draw_count(source, 1, 2);
  const size_t n = 2 * contacts, style = draw_count(source, 0, 2);
  double inverse[6], W[12][6] = {{0}}, v[6];
  for (size_t b = 0; b < bodies; b++) {
    const double m = pow(10, draw_between(source, -3, 3)), l = pow(10, draw_between(source, -2, 1));
    inverse[3 * b] = inverse[3 * b + 1] = 1 / m;
    inverse[3 * b + 2] = 1 / (m * l * l);
  }
  for (size_t k = 0; k < 3 * bodies; k++)
    v[k] = style == 1 ? round(2 * draw_normal(source)) : draw_normal(source);
  for (size_t i = 0; i < contacts; i++) {
    const size_t b = 3 * draw_count(source, 0, bodies - 1);
    double x = draw_normal(source), y = draw_normal(source), a = draw_between(source, 0, 6.28);
    if (style == 0) y = -1, a = 0;
    if (style == 1) x = round(x), y = round(y), a = floor(a / 1.57) * 1.5707963267948966;
    const double normal[2] = {-sin(a), cos(a)}, tangent[2] = {cos(a), sin(a)};
    memcpy(&W[2 * i][b], normal, sizeof normal);
    memcpy(&W[2 * i + 1][b], tangent, sizeof tangent);
    W[2 * i][b + 2] = x * normal[1] - y * normal[0];
    W[2 * i + 1][b + 2] = x * tangent[1] - y * tangent[0];
    const double mu =
        style == 1 ? 0.25 * (double)draw_count(source, 0, 8) : draw_between(source, 0, 2);
    p->contact[i] =
        (ss_contact){.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_COULOMB, {mu}}, .offset = 2 * i};
  }
  for (size_t i = 0; i < n; i++) {
    p->c[i] = 0;
    for (size_t k = 0; k < 3 * bodies; k++) p->c[i] += W[i][k] * v[k];
    for (size_t j = 0; j < n; j++) {
      p->G[i + n * j] = 0;
      for (size_t k = 0; k < 3 * bodies; k++) p->G[i + n * j] += W[i][k] * inverse[k] * W[j][k];
    }
  }
  p->problem = (ss_contact_problem){contacts, n, p->contact, p->G, NULL, p->c};
}

static void touching_bodies_never_fail(void **state) {
  (void)state;
  random_problem *p = malloc(sizeof *p);
  random_source source = {450};
  const ss_contact_options options = ss_contact_default_options();
  for (int i = 0; i < 10000; i++) {
    double r[SIZE_MOST], xi[SIZE_MOST];
    ss_contact_report report;
    draw_bodies(&source, p);
    const ss_status status = solve(&p->problem, &options, r, xi, &report);
    assert_int_equal(status, SS_OK);
    assert_honest(&p->problem, &options, status, r, xi, &report);
  }
  free(p);
}

/* Mixed with sliders, friction elements and clutches: what fails has no solution. */
static void mixed_elements(void **state) {
  (void)state;
  random_problem *p = malloc(sizeof *p);
  ss_arena *arena = ss_arena_create();
  random_source source = {400};
  const ss_contact_options options = ss_contact_default_options();
  int unsolved = 0;
  for (int i = 0; i < 3000; i++) {
    size_t n = 0;
    const size_t contacts = draw_count(&source, 1, 4);
    for (size_t k = 0; k < contacts; k++) {
      static const ss_element_kind kinds[] = {SS_ELEMENT_CONTACT, SS_ELEMENT_SLIDER,
                                              SS_ELEMENT_FRICTION, SS_ELEMENT_CLUTCH};
      const ss_element_kind kind = kinds[draw_count(&source, 0, 3)];
      const ss_law_kind law = kind == SS_ELEMENT_CLUTCH ? SS_LAW_ONEWAY
                              : kind != SS_ELEMENT_FRICTION && draw_uniform(&source) < 0.3
                                  ? SS_LAW_FRICTIONLESS
                                  : SS_LAW_COULOMB;
      p->contact[k] = (ss_contact){.kind = kind,
                                   .law = {law, {draw_between(&source, 0, 1.5)}},
                                   .offset = n,
                                   .normal = draw_uniform(&source)};
      n += ss_contact_dimension(&p->contact[k]);
    }
    p->problem = (ss_contact_problem){contacts, n, p->contact, p->G, NULL, p->c};
    draw_matrix(&source, i % 2 ? draw_count(&source, 1, n) : 2 * n, p);
    assert_int_equal(ss_contact_check(&p->problem), SS_OK);
    double r[SIZE_MOST], xi[SIZE_MOST];
    ss_contact_report report;
    const ss_status status = solve(&p->problem, &options, r, xi, &report);
    assert_honest(&p->problem, &options, status, r, xi, &report);
    ss_mode_list list;
    const ss_arena_mark mark = ss_arena_get_mark(arena);
    assert_int_equal(ss_contact_enumerate(&p->problem, 1e-10, arena, &list), SS_OK);
    if (status != SS_OK) {
      unsolved++;
      assert_int_equal(list.count, 0);
    } else {
      assert_true(list.count > 0);
    }
    ss_arena_release(arena, mark);
  }
  assert_true(unsolved < 150); /* sliders with much friction can have none */
  ss_arena_destroy(arena);
  free(p);
}

/* Painleve: the rod of the enumeration's test, pushed tip first. */
static void no_solution_is_said(void **state) {
  (void)state;
  const double G[4] = {1.876, 1.364, 1.364, 3.124}, c[2] = {-9.81, 0};
  const ss_contact contact = {
      .kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_COULOMB, {2}}, .sliding = true, .slide = {-2}};
  const ss_contact_problem problem = {1, 2, &contact, G, NULL, c};
  const ss_contact_options options = ss_contact_default_options();
  double r[2], xi[2];
  ss_contact_report report;
  const ss_status status = solve(&problem, &options, r, xi, &report);
  assert_int_equal(status, SS_NO_CONVERGENCE);
  assert_true(report.residual > 1e-3);
  assert_honest(&problem, &options, status, r, xi, &report);
}

static void warm_start_takes_the_guess(void **state) {
  (void)state;
  random_problem *p = malloc(sizeof *p);
  random_source source = {500};
  ss_contact_options options = ss_contact_default_options();
  for (int i = 0; i < 300; i++) {
    double r[SIZE_MOST], xi[SIZE_MOST], first[SIZE_MOST];
    ss_contact_report cold, warm;
    draw_planar(&source, 8, 0, p);
    options.warm = false;
    assert_int_equal(solve(&p->problem, &options, r, xi, &cold), SS_OK);
    memcpy(first, r, sizeof first);
    options.warm = true;
    assert_int_equal(solve(&p->problem, &options, r, xi, &warm), SS_OK);
    assert_int_equal(warm.iterations, 1);
    for (size_t k = 0; k < p->problem.size; k++)
      assert_true(fabs(r[k] - first[k]) <= 1e-9 * (1 + fabs(first[k])));
  }
  free(p);
}

static void methods_refuse_what_they_cannot_take(void **state) {
  (void)state;
  const double G[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, c[3] = {-1, 0, 0};
  const ss_contact contact = {.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_DISK, {0.5}}};
  const ss_contact_problem problem = {1, 3, &contact, G, NULL, c};
  ss_contact_options options = ss_contact_default_options();
  double r[3], xi[3];
  ss_contact_report report;
  options.method = SS_METHOD_LEMKE;
  assert_int_equal(solve(&problem, &options, r, xi, &report), SS_BAD_ARGUMENT);
  options.method = SS_METHOD_ENUMERATE;
  assert_int_equal(solve(&problem, &options, r, xi, &report), SS_BAD_ARGUMENT);
  options.method = SS_METHOD_AUTO;
  assert_int_equal(solve(&problem, &options, r, xi, &report), SS_OK);
  assert_string_equal(ss_contact_method_word(SS_METHOD_GAUSS_SEIDEL), "gauss-seidel");
}

/* Not a number anywhere ends in "no convergence", not in a loop. */
static void nonsense_is_survived(void **state) {
  (void)state;
  const ss_contact contact = {.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_COULOMB, {0.5}}};
  const double good[4] = {1, 0, 0, 1}, bad[4] = {1, NAN, NAN, 1};
  const double c[2] = {-1, 1}, worse[2] = {NAN, INFINITY};
  const ss_contact_options options = ss_contact_default_options();
  for (int i = 0; i < 3; i++) {
    const ss_contact_problem problem = {1, 2, &contact, i % 2 ? good : bad, NULL, i ? worse : c};
    double r[2], xi[2];
    ss_contact_report report;
    assert_int_equal(solve(&problem, &options, r, xi, &report), SS_NO_CONVERGENCE);
    assert_int_equal(ss_contact_check(&problem), SS_BAD_ARGUMENT);
  }
}

static void empty_problem(void **state) {
  (void)state;
  const double none[1] = {0};
  const ss_contact_problem problem = {0, 0, NULL, none, NULL, none};
  const ss_contact_options options = ss_contact_default_options();
  double r[1], xi[1];
  ss_contact_report report;
  assert_int_equal(ss_contact_check(&problem), SS_OK);
  assert_int_equal(solve(&problem, &options, r, xi, &report), SS_OK);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(small_planar_problems_never_fail),
      cmocka_unit_test(larger_planar_problems),
      cmocka_unit_test(each_planar_method_alone),
      cmocka_unit_test(touching_bodies_never_fail),
      cmocka_unit_test(mixed_elements),
      cmocka_unit_test(no_solution_is_said),
      cmocka_unit_test(warm_start_takes_the_guess),
      cmocka_unit_test(methods_refuse_what_they_cannot_take),
      cmocka_unit_test(nonsense_is_survived),
      cmocka_unit_test(empty_problem),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
