/* Bases held against hand-made lists. */
#include "support.h"

static bool has(const ss_sos_basis *basis, const char *text) {
  const uint32_t wanted = poly(text).terms[0].monomial;
  for (size_t i = 0; i < basis->count; i++)
    if (basis->monomial[i] == wanted) return true;
  return false;
}

static void newton_of_motzkin(void **state) {
  (void)state;
  ss_sos_basis basis;
  assert_int_equal(ss_sos_newton(&ring, poly("1 xxxxyy + 1 xxyyyy + 1 - 3 xxyy"), arena, &basis),
                   SS_OK);
  assert_int_equal(basis.count, 4); /* 1, xy, x^2 y, x y^2 */
  assert_true(has(&basis, "1") && has(&basis, "1 xy") && has(&basis, "1 xxy") &&
              has(&basis, "1 xyy"));
}

static void newton_of_nothing(void **state) {
  (void)state;
  ss_sos_basis basis;
  assert_int_equal(ss_sos_newton(&ring, (ss_poly){0}, arena, &basis), SS_OK);
  assert_int_equal(basis.count, 0);
  assert_int_equal(ss_sos_newton(&ring, ss_poly_atom(&ring, 0, -2), arena, &basis), SS_OK);
  assert_int_equal(basis.count, 0);
}

static void weighted(void **state) {
  (void)state;
  ss_sos_basis basis;
  const uint32_t atom[] = {'s' - 'a', 'w' - 'a', 'g' - 'a'};
  const int32_t weight[] = {1, 1, 2};
  assert_int_equal(ss_sos_monomials(&ring, 3, atom, weight, 2, 2, arena, &basis), SS_OK);
  assert_int_equal(basis.count, 4); /* ss, sw, ww, g */
  assert_true(has(&basis, "1 g") && has(&basis, "1 sw"));
  assert_int_equal(ss_sos_monomials(&ring, 3, atom, weight, 0, 400, arena, &basis), SS_LIMIT);
  const int32_t wrong[] = {1, 0, 1};
  assert_int_equal(ss_sos_monomials(&ring, 3, atom, wrong, 0, 1, arena, &basis), SS_BAD_ARGUMENT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(newton_of_motzkin, setup, teardown),
      cmocka_unit_test_setup_teardown(newton_of_nothing, setup, teardown),
      cmocka_unit_test_setup_teardown(weighted, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
