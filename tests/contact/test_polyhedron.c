/* Small linear programs against brute force over all vertices. */
#include "../../src/contact/polyhedron.h"
#include "support.h"

/* The best vertex of {D y + v >= 0} in the plane for c . y; -infinity if there is none. */
static double search_vertices(const polyhedron *p, const double *c) {
  double best = -INFINITY;
  for (size_t i = 0; i < p->rows; i++)
    for (size_t j = i + 1; j < p->rows; j++) {
      const double *a = p->D[i], *b = p->D[j], det = a[0] * b[1] - a[1] * b[0];
      if (fabs(det) < 1e-12) continue;
      const double y[2] = {(-p->v[i] * b[1] + p->v[j] * a[1]) / det,
                           (-p->v[j] * a[0] + p->v[i] * b[0]) / det};
      bool feasible = true;
      for (size_t k = 0; k < p->rows; k++)
        feasible = feasible && p->D[k][0] * y[0] + p->D[k][1] * y[1] + p->v[k] >= -1e-9;
      if (feasible) best = fmax(best, c[0] * y[0] + c[1] * y[1]);
    }
  return best;
}

/* Random half planes inside a box: bounded, empty or not. */
static void plane_programs(void **state) {
  (void)state;
  random_source source = {5};
  polyhedron *p = calloc(1, sizeof *p);
  dictionary *d = malloc(sizeof *d);
  int empty = 0;
  for (int i = 0; i < 3000; i++) {
    p->unknowns = 2;
    p->rows = 4 + draw_count(&source, 0, 8);
    for (size_t k = 0; k < p->rows; k++) {
      p->D[k][0] = k < 4 ? (k == 0) - (k == 1) : draw_normal(&source);
      p->D[k][1] = k < 4 ? (k == 2) - (k == 3) : draw_normal(&source);
      p->v[k] = k < 4 ? 2 : draw_normal(&source);
    }
    double y[3], c[2] = {draw_normal(&source), draw_normal(&source)};
    const double brute = search_vertices(p, c), depth = ss_polyhedron_deepest(p, d, y);
    if (fabs(depth) < 1e-6) continue;
    assert_int_equal(depth > 0, !isinf(brute));
    empty += depth < 0;
    for (size_t k = 0; k < p->rows; k++)
      assert_true(p->D[k][0] * y[0] + p->D[k][1] * y[1] + p->v[k] >= depth - 1e-9);
    if (depth < 0) continue;
    assert_int_equal(ss_polyhedron_climb(p, c, d, y), OPTIMUM_FOUND);
    assert_true(fabs(c[0] * y[0] + c[1] * y[1] - brute) <= 1e-8);
  }
  assert_true(empty > 100);
  free(p);
  free(d);
}

static void unbounded_programs(void **state) {
  (void)state;
  polyhedron *p = calloc(1, sizeof *p);
  dictionary *d = malloc(sizeof *d);
  p->rows = 1;
  p->unknowns = 2;
  p->D[0][0] = 1; /* y0 >= -1 */
  p->v[0] = 1;
  double y[3] = {0, 0, 0}, up[2] = {1, 0}, down[2] = {-1, 0}, side[2] = {0, 1};
  assert_int_equal(ss_polyhedron_climb(p, up, d, y), OPTIMUM_UNBOUNDED);
  y[0] = y[1] = 0;
  assert_int_equal(ss_polyhedron_climb(p, side, d, y), OPTIMUM_UNBOUNDED);
  y[0] = y[1] = 0;
  assert_int_equal(ss_polyhedron_climb(p, down, d, y), OPTIMUM_FOUND);
  assert_true(fabs(y[0] + 1) <= 1e-15);
  assert_true(fabs(ss_polyhedron_deepest(p, d, y) - 1) <= 1e-15);
  free(p);
  free(d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(plane_programs),
      cmocka_unit_test(unbounded_programs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
