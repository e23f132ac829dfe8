/* test_mass.c: M^-1 x for constant, diagonal and varying mass matrices: M (M^-1 x) = x. */
#include "../../src/motion/mass.h"
#include "machine.h"

static machine open_model(const char *kinetic, const char *coordinates) {
  char text[400];
  snprintf(text, sizeof text, "coord %s\nkinetic = %s\n", coordinates, kinetic);
  return machine_parse(text);
}

static ss_mass_kind classify(const char *kinetic) {
  machine m = open_model(kinetic, "x, y");
  const ss_mass_kind kind = ss_mass_classify(m.system);
  machine_close(&m);
  return kind;
}

static void test_kinds(void **state) {
  (void)state;
  assert_int_equal(classify("1/2*(x'^2 + 2*y'^2)"), SS_MASS_DIAGONAL);
  assert_int_equal(classify("x'^2 + y'^2 + x'*y'"), SS_MASS_CONSTANT);
  assert_int_equal(classify("x'^2 + y'^2 + x'*y'*cos(x - y)"), SS_MASS_VARIES);
  assert_int_equal(classify("x'^2 + (1 + x^2)*y'^2"), SS_MASS_VARIES);
}

/* The residual of M y = x is that of rounding: |M y - x| <= 10 n eps |M| |y|. */
static void check_solution(size_t n, const double *M, const double *x, const double *y) {
  for (size_t i = 0; i < n; i++) {
    double sum = 0, size = 0;
    for (size_t j = 0; j < n; j++) {
      sum += M[i * n + j] * y[j];
      size += fabs(M[i * n + j] * y[j]);
    }
    assert_near(sum, x[i], 10 * (double)n * 2.3e-16 * size);
  }
}

static void solve_with(const char *kinetic, const double *M) {
  machine m = open_model(kinetic, "x, y, z");
  ss_mass mass;
  const double x[3] = {1, -2, 0.5};
  double y[3];
  assert_int_equal(ss_mass_create(m.arena, m.system, &mass), SS_OK);
  assert_int_equal(ss_mass_update(&mass, M), SS_OK);
  ss_mass_solve(&mass, x, y);
  check_solution(3, M, x, y);
  machine_close(&m);
}

static void test_solutions(void **state) {
  (void)state;
  const double diagonal[9] = {2, 0, 0, 0, 3, 0, 0, 0, 0.25};
  const double full[9] = {4, 1, -0.5, 1, 3, 0.7, -0.5, 0.7, 2};
  solve_with("x'^2 + y'^2 + z'^2", diagonal);
  solve_with("x'^2 + y'^2 + z'^2 + x'*y'", full);
  solve_with("x'^2 + y'^2 + z'^2 + x'*y'*cos(z)", full);
}

/* A constant matrix is taken once; one that is not positive definite is refused. */
static void test_updates(void **state) {
  (void)state;
  const double good[4] = {2, 0, 0, 2}, other[4] = {4, 0, 0, 4};
  const double bad[3][4] = {{1, 2, 2, 1}, {-1, 0, 0, 1}, {NAN, 0, 0, 1}};
  const double x[2] = {1, 1};
  double y[2];
  machine m = open_model("x'^2 + y'^2 + x'*y'", "x, y"), d = open_model("x'^2 + y'^2", "x, y");
  ss_mass mass, divided;
  assert_int_equal(ss_mass_create(m.arena, m.system, &mass), SS_OK);
  assert_int_equal(ss_mass_create(d.arena, d.system, &divided), SS_OK);
  for (int k = 0; k < 3; k++) assert_int_equal(ss_mass_update(&mass, bad[k]), SS_SINGULAR);
  for (int k = 1; k < 3; k++) assert_int_equal(ss_mass_update(&divided, bad[k]), SS_SINGULAR);
  assert_int_equal(ss_mass_update(&divided, good), SS_OK);
  assert_int_equal(ss_mass_update(&divided, other), SS_OK);
  ss_mass_solve(&divided, x, y);
  assert_true(y[0] == 0.5 && y[1] == 0.5);
  machine_close(&d);
  assert_int_equal(ss_mass_update(&mass, good), SS_OK);
  assert_int_equal(ss_mass_update(&mass, other), SS_OK);
  ss_mass_solve(&mass, x, y);
  assert_true(y[0] == 0.5 && y[1] == 0.5);
  machine_close(&m);
}

/* That a matrix almost lost a direction is remembered; directions may differ in size. */
static void test_thin(void **state) {
  (void)state;
  const double good[4] = {1, 0, 0, 1e9}, thin[4] = {1, 1, 1, 1.001};
  machine m = open_model("x'^2 + y'^2 + x'*y'*cos(x - y)", "x, y");
  ss_mass mass;
  assert_int_equal(ss_mass_create(m.arena, m.system, &mass), SS_OK);
  assert_int_equal(ss_mass_update(&mass, good), SS_OK);
  assert_false(mass.thin);
  assert_int_equal(ss_mass_update(&mass, thin), SS_OK);
  assert_true(mass.thin);
  assert_int_equal(ss_mass_update(&mass, good), SS_OK);
  assert_true(mass.thin);
  machine_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_kinds),
      cmocka_unit_test(test_solutions),
      cmocka_unit_test(test_updates),
      cmocka_unit_test(test_thin),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
