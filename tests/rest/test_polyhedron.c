/* test_polyhedron.c: shadows of boxes, and how boxes lie to each other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../src/rest/cone.h"

/* low <= x, y <= high */
static ss_polyhedron square(long low, long high) {
  fmpq_mat_t E, A;
  ss_polyhedron p;
  fmpq_mat_init(E, 0, 3);
  fmpq_mat_init(A, 5, 3);
  fmpq_one(fmpq_mat_entry(A, 0, 0));
  for (slong i = 0; i < 4; i++) {
    fmpq_set_si(fmpq_mat_entry(A, 1 + i, 0), i % 2 ? high : -low, 1);
    fmpq_set_si(fmpq_mat_entry(A, 1 + i, 1 + i / 2), i % 2 ? -1 : 1, 1);
  }
  assert_int_equal(ss_polyhedron_shadow(2, E, A, &p), SS_OK);
  fmpq_mat_clear(E);
  fmpq_mat_clear(A);
  return p;
}

/* x = G s, |s_i| <= 1 with m generators in the plane, no two parallel: 2 m vertices, 2 m sides. */
static void test_shadow_of_a_cube(void **state) {
  (void)state;
  const slong m = 5, columns = 3 + m;
  fmpq_mat_t E, A;
  ss_polyhedron p;
  fmpq_mat_init(E, 2, columns);
  fmpq_mat_init(A, 1 + 2 * m, columns);
  fmpq_one(fmpq_mat_entry(A, 0, 0));
  for (slong k = 0; k < 2; k++) fmpq_set_si(fmpq_mat_entry(E, k, 1 + k), -1, 1);
  for (slong i = 0; i < m; i++) {
    fmpq_set_si(fmpq_mat_entry(E, 0, 3 + i), i + 1, 3);
    fmpq_set_si(fmpq_mat_entry(E, 1, 3 + i), i * i - 2, 7);
    for (slong side = 0; side < 2; side++) {
      fmpq_one(fmpq_mat_entry(A, 1 + 2 * i + side, 0));
      fmpq_set_si(fmpq_mat_entry(A, 1 + 2 * i + side, 3 + i), side ? 1 : -1, 1);
    }
  }
  assert_int_equal(ss_polyhedron_shadow(2, E, A, &p), SS_OK);
  assert_false(p.empty);
  assert_int_equal(fmpz_mat_nrows(p.points.rays), 2 * m);
  assert_int_equal(fmpz_mat_nrows(p.sides.rays), 2 * m);
  ss_polyhedron_clear(&p);
  fmpq_mat_clear(E);
  fmpq_mat_clear(A);
}

static void test_how_they_lie(void **state) {
  (void)state;
  ss_polyhedron a = square(0, 2), b = square(2, 3), c = square(4, 5), d = square(1, 2);
  bool meet;
  assert_int_equal(ss_polyhedron_meet(&a, &b, &meet), SS_OK);
  assert_true(meet); /* at a corner */
  assert_int_equal(ss_polyhedron_meet(&a, &c, &meet), SS_OK);
  assert_false(meet);
  assert_true(ss_polyhedron_inside(&d, &a));
  assert_false(ss_polyhedron_inside(&a, &d));
  ss_polyhedron_clear(&a);
  ss_polyhedron_clear(&b);
  ss_polyhedron_clear(&c);
  ss_polyhedron_clear(&d);
  a = square(2, 1);
  assert_true(a.empty);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_shadow_of_a_cube),
      cmocka_unit_test(test_how_they_lie),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
