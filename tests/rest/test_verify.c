/* test_verify.c: places of traced sets, asked about in balls. */
#include "stage.h"

static const char *const RAIL =
    "model \"rail\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
    "potential = 3*y\nslider c { gap = y - x^2/3; slip = x' + 2/3*x*y'; "
    "law = coulomb(0.3) }\n";

/* A set that was traced to its ends: all places stay, the ends too. On the rail
 * |2 x / 3| <= 0.3 rests. */
static void test_keeps(void **state) {
  (void)state;
  stage s;
  stage_open(&s, RAIL, NULL);
  const double z[] = {0.1, 0.01 / 3};
  for (size_t i = 0; i < s.patterns.count; i++) { /* the side on which the slider presses */
    s.walker.pattern = &s.patterns.item[i];
    if (stage_put(&s, z) && s.walker.margin > 0) break;
  }
  assert_int_equal(ss_pieces_explore(&s.pieces), SS_OK);
  const ss_piece *piece = s.pieces.piece;
  const size_t before = piece->trail.count;
  assert_int_equal(ss_pieces_verify(&s.pieces, s.m.arena, 32), SS_OK);
  assert_true(piece->verified);
  assert_true(before <= 32 ? piece->trail.count == before : piece->trail.count >= 16);
  const double *last = piece->trail.z + (piece->trail.count - 1) * 2;
  assert_near(fabs(last[0]), 0.45, 1e-14);
  stage_close(&s);
}

/* Places that do not rest are dropped; a piece without any that does is not verified. */
static void test_drops(void **state) {
  (void)state;
  stage s;
  stage_open(&s, RAIL, NULL);
  const double places[][2] = {{0.1, 0.01 / 3}, {0.6, 0.12}, {0.1, 0.02}, {-0.3, 0.03}};
  assert_true(stage_put(&s, places[0]));
  assert_int_equal(ss_pieces_explore(&s.pieces), SS_OK);
  ss_piece *piece = s.pieces.piece;
  piece->trail.count = 0;
  for (size_t i = 0; i < 4; i++) assert_true(ss_trail_add(&piece->trail, places[i], 0));
  assert_int_equal(ss_pieces_verify(&s.pieces, s.m.arena, 32), SS_OK);
  assert_true(piece->verified);
  assert_int_equal(piece->trail.count, 2);
  assert_near(piece->trail.z[2], -0.3, 1e-15);
  piece->verified = false;
  piece->trail.count = 0;
  for (size_t i = 1; i < 3; i++) assert_true(ss_trail_add(&piece->trail, places[i], 0));
  assert_int_equal(ss_pieces_verify(&s.pieces, s.m.arena, 32), SS_OK);
  assert_false(piece->verified);
  stage_close(&s);
}

/* Four legs, whose gaps depend on each other: the table on the floor, and its centre. */
static void test_dependent_gaps(void **state) {
  (void)state;
  machine m = machine_parse(
      "model \"table\"\ncoord x, y, z, a, b\nkinetic = x'^2 + y'^2 + z'^2 + a'^2 + b'^2\n"
      "potential = 10*z\n"
      "contact c1 { gap = z + sin(a) + sin(b); slip = (x', y'); law = disk(0.3) }\n"
      "contact c2 { gap = z + sin(a) - sin(b); slip = (x', y'); law = disk(0.3) }\n"
      "contact c3 { gap = z - sin(a) + sin(b); slip = (x', y'); law = disk(0.3) }\n"
      "contact c4 { gap = z - sin(a) - sin(b); slip = (x', y'); law = disk(0.3) }\n"
      "force x = -x\nforce y = -y\n"
      "region r { abs(x) <= 9; abs(y) <= 9; abs(a) <= 1; abs(b) <= 1; abs(z) <= 1 }\n");
  const ss_rest_sets sets = find_rests(&m);
  bool found = false;
  for (size_t i = 0; i < sets.count; i++)
    if (sets.set[i].closed_count == 4) found = found || sets.set[i].certain;
  assert_true(found);
  assert_false(sets.complete);
  machine_close(&m);
}

/* Teeth of a comb are apart from each other; with more friction they are one set. */
static void test_part(void **state) {
  (void)state;
  for (int apart = 0; apart < 2; apart++) {
    char text[400];
    snprintf(text, sizeof text,
             "model \"comb\"\ncoord x\nkinetic = 1/2*x'^2\n"
             "potential = 1e-8*(1 - cos(1e4*x)) + 1e-9*x^2\n"
             "friction f { slip = x'; normal = 1; law = coulomb(%s) }\n",
             apart ? "5e-5" : "1.01e-4");
    stage s;
    stage_open(&s, text, NULL);
    const double period = 0.2 * M_PI; /* of every thousandth tooth */
    for (int tooth = 2; tooth >= 0; tooth--) {
      const double z[] = {period * tooth};
      assert_true(stage_put(&s, z));
      assert_int_equal(ss_pieces_explore(&s.pieces), SS_OK);
      s.pieces.piece[s.pieces.count - 1].group = 7;
    }
    assert_int_equal(ss_pieces_part(&s.pieces, s.m.arena), SS_OK);
    assert_int_equal(s.pieces.count, apart ? 3 : 1);
    for (size_t i = 0; i < s.pieces.count; i++) {
      assert_int_equal(s.pieces.piece[i].group, i);
      if (apart) assert_near(s.pieces.piece[i].center[0], period * (double)i, 1e-6);
    }
    stage_close(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_keeps),
      cmocka_unit_test(test_drops),
      cmocka_unit_test(test_dependent_gaps),
      cmocka_unit_test(test_part),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
