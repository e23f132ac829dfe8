/* test_shape.c: wrong pieces are dropped, components without a piece get one. */
#include "../../src/rest/cover.h"

#include "stage.h"

/* Two sets, near ±1: a piece across both is wrong, one beside them too, one within is kept. */
static void test_pieces(void **state) {
  (void)state;
  stage s;
  ss_cover cover;
  stage_open(&s,
             "model \"m\"\ncoord x\nkinetic = 1/2*x'^2\npotential = x^4/4 - x^2/2\n"
             "friction f { slip = x'; normal = 1; law = coulomb(1/10) }\n",
             NULL);
  static const double trails[][2] = {{-1, 1}, {5, 5.1}, {0.99, 1.01}};
  for (size_t i = 0; i < 3; i++) {
    s.walker.z[0] = trails[i][0];
    assert_int_equal(ss_pieces_explore(&s.pieces), SS_OK);
    ss_piece *piece = &s.pieces.piece[s.pieces.count - 1];
    piece->trail.count = 0;
    for (size_t k = 0; k < 2; k++) assert_true(ss_trail_add(&piece->trail, &trails[i][k], 0));
  }
  assert_int_equal(
      ss_cover_create(s.m.arena, &s.search, &s.walker, &s.patterns, 1.0 / 64, 12000, &cover),
      SS_OK);
  assert_int_equal(cover.count, 3); /* -1, 0 and 1 */
  assert_int_equal(ss_cover_shape(&cover, &s.pieces), SS_OK);
  assert_int_equal(s.pieces.count, 3);
  for (size_t i = 0; i < 3; i++) {
    const ss_piece *piece = &s.pieces.piece[i];
    assert_int_equal(piece->shape, SS_REST_CURVE);
    for (size_t k = 0; k < piece->trail.count; k++) {
      const double x = piece->trail.z[k];
      assert_true(fabs(x * x * x - x) <= 0.1);
      assert_int_equal(ss_cover_locate(&cover, &x), piece->group);
      assert_true(k == 0 || ss_cover_verify(&cover, &piece->center[0], 0));
    }
  }
  const double nothing = 5, middle = 1;
  assert_true(ss_cover_locate(&cover, &nothing) == SIZE_MAX);
  assert_true(ss_cover_verify(&cover, &middle, 0));
  assert_false(ss_cover_verify(&cover, &nothing, 0));
  ss_cover_destroy(&cover);
  stage_close(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_pieces)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
