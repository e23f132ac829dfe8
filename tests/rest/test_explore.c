/* test_explore.c: the set at an equilibrium: its shape, its ends, how far other places are. */
#include "stage.h"

static const char disc[] = "model \"d\"\ncoord x, y\nkinetic = x'^2 + y'^2\n"
                           "potential = 1/2*(x^2 + y^2)\n"
                           "friction f { slip = (x', y'); normal = 1; law = disk(1/2) }\n";

static const ss_piece *explore(stage *s, const double *z) {
  assert_true(stage_put(s, z));
  assert_int_equal(ss_pieces_explore(&s->pieces), SS_OK);
  return &s->pieces.piece[s->pieces.count - 1];
}

/* Wells at -1, 0 and 1: each is found once. */
static void test_points(void **state) {
  (void)state;
  stage s;
  stage_open(&s, "model \"p\"\ncoord x\nkinetic = x'^2\npotential = x^4/4 - x^2/2\n", NULL);
  for (size_t i = 0; i < 6; i++) {
    const double x = (double)(i % 3) - 1;
    const ss_piece *piece = explore(&s, &x);
    assert_int_equal(s.pieces.count, i < 3 ? i + 1 : 3);
    assert_int_equal(piece->shape, SS_REST_POINT);
    assert_int_equal(piece->dimension, 0);
    assert_int_equal(piece->group, s.pieces.count - 1);
  }
  const double x = 0.4; /* to 0, over a box of 20 */
  assert_near(ss_pieces_distance(&s.pieces, &x), 0.02, 1e-15);
  stage_close(&s);
}

/* |x^3| <= 1, from a place off its middle, through both ends. */
static void test_curve(void **state) {
  (void)state;
  stage s;
  const double start = 0.7;
  stage_open(&s,
             "model \"c\"\ncoord x\nkinetic = x'^2\npotential = x^4/4\n"
             "friction f { slip = x'; normal = 1; law = coulomb(1) }\n",
             NULL);
  assert_true(isinf(ss_pieces_distance(&s.pieces, &start)));
  const ss_piece *piece = explore(&s, &start);
  assert_int_equal(piece->shape, SS_REST_CURVE);
  assert_near(piece->trail.z[0], -1, 1e-14);
  assert_near(piece->trail.z[piece->trail.count - 1], 1, 1e-14);
  assert_near(piece->center[0], 0, 1e-13);
  assert_false(piece->loop || piece->trail.cut);
  for (size_t i = 1; i < piece->trail.count; i++)
    assert_true(piece->trail.z[i] >= piece->trail.z[i - 1]);
  const double z[] = {-0.95, 3, -5}, distance[] = {0, 0.1, 0.2};
  for (size_t i = 0; i < 3; i++)
    assert_near(ss_pieces_distance(&s.pieces, &z[i]), distance[i], 1e-14);
  const double again = -0.2;
  explore(&s, &again);
  assert_int_equal(s.pieces.count, 1);
  stage_close(&s);
}

/* sin(phi) within 1/2 around 0: angles are compared by the nearest turn. */
static void test_angle(void **state) {
  (void)state;
  stage s;
  const double start = 0, tip = M_PI / 6;
  stage_open(&s,
             "model \"a\"\ncoord phi\nkinetic = phi'^2\npotential = -cos(phi)\n"
             "friction f { slip = phi'; normal = 1; law = coulomb(1/2) }\n",
             NULL);
  const ss_piece *piece = explore(&s, &start);
  assert_near(piece->trail.z[piece->trail.count - 1], tip, 1e-13);
  for (int turn = -2; turn <= 2; turn++) {
    const double within = 2 * M_PI * turn + 0.3, beyond = 2 * M_PI * turn + tip + 0.1;
    assert_near(ss_pieces_distance(&s.pieces, &within), 0, 1e-14);
    assert_near(ss_pieces_distance(&s.pieces, &beyond), 0.1 / (2 * M_PI), 1e-13);
  }
  const double upright = M_PI; /* the other set */
  explore(&s, &upright);
  assert_int_equal(s.pieces.count, 2);
  assert_int_equal(s.pieces.piece[1].group, 1);
  stage_close(&s);
}

/* A disc of radius 1/2 from a place near its edge: the centre is in the middle, the points go round
 * once, counterclockwise. */
static void test_patch(void **state) {
  (void)state;
  stage s;
  const double start[] = {0.3, -0.3};
  stage_open(&s, disc, NULL);
  const ss_piece *piece = explore(&s, start);
  assert_int_equal(piece->shape, SS_REST_PATCH);
  assert_near(piece->center[0], 0, 1e-6);
  assert_near(piece->center[1], 0, 1e-6);
  double turned = 0;
  const size_t count = piece->trail.count;
  for (size_t i = 0; i < count; i++) {
    const double *p = piece->trail.z + 2 * i, *q = piece->trail.z + 2 * ((i + 1) % count);
    assert_near(hypot(p[0], p[1]), 0.5, 1e-12);
    turned += remainder(atan2(q[1], q[0]) - atan2(p[1], p[0]), 2 * M_PI);
  }
  assert_near(turned, 2 * M_PI, 1e-9);
  const double places[][2] = {{0, 0}, {0.2, -0.4}, {1.5, 0}, {0, -2.5}};
  const double distance[] = {0, 0, 0.05, 0.1}; /* of the polygon at a corner of it */
  for (size_t i = 0; i < 4; i++)
    assert_near(ss_pieces_distance(&s.pieces, places[i]), distance[i], 1e-7);
  stage_close(&s);
}

/* Three frictions: a box of half widths 1, 1/2 and 1/3, known by its ends only. */
static void test_box(void **state) {
  (void)state;
  stage s;
  const double start[] = {0.1, 0.2, -0.3}, half[] = {1, 0.5, 1.0 / 3};
  stage_open(&s,
             "model \"b\"\ncoord x, y, z\nkinetic = x'^2 + y'^2 + z'^2\n"
             "potential = x^2/2 + y^2 + 3*z^2/2\n"
             "friction f { slip = x'; normal = 1; law = coulomb(1) }\n"
             "friction g { slip = y'; normal = 1; law = coulomb(1) }\n"
             "friction h { slip = z'; normal = 1; law = coulomb(1) }\n",
             NULL);
  const ss_piece *piece = explore(&s, start);
  assert_int_equal(piece->shape, SS_REST_BOX);
  assert_int_equal(piece->dimension, 3);
  assert_int_equal(piece->trail.count, 6);
  for (size_t i = 0; i < 6; i++)
    assert_near(piece->trail.z[3 * i + i / 2], (i % 2 ? 1 : -1) * half[i / 2], 1e-9);
  const double beyond[] = {0, 0.5 + 2, 0};
  assert_near(ss_pieces_distance(&s.pieces, beyond), 0.1, 1e-9);
  stage_close(&s);
}

/* A curve that friction of the floor gives ends where the wall's begins: one group. */
static void test_groups(void **state) {
  (void)state;
  stage s;
  const double floor[] = {0.5, 0}, up[] = {1, 0.5};
  stage_open(&s,
             "model \"g\"\ncoord x, y\nkinetic = x'^2 + y'^2\npotential = y - 2*x + y^4\n"
             "contact floor { gap = y; slip = x'; law = coulomb(3) }\n"
             "contact wall { gap = 1 - x; slip = y'; law = coulomb(3) }\n",
             NULL);
  for (size_t i = 0; i < 2; i++)
    for (size_t p = 0; p < s.patterns.count; p++) {
      s.walker.pattern = &s.patterns.item[p];
      if (s.walker.pattern->closed[0] == (i == 0) && s.walker.pattern->closed[1] == (i == 1))
        explore(&s, i ? up : floor);
    }
  /* on the floor up to the wall, then up the wall as far as 1 + 4 y^3 <= 6 */
  const double top = cbrt(1.25), corner[] = {1, 0}, end[] = {1, top + 0.2};
  for (size_t i = 1; i < s.pieces.count; i++) assert_int_equal(s.pieces.piece[i].group, 0);
  assert_near(ss_pieces_distance(&s.pieces, corner), 0, 1e-12);
  assert_near(ss_pieces_distance(&s.pieces, end), 0.01, 1e-12);
  stage_close(&s);
}

/* A narrow slanted patch from any of its members is one patch, with points as near its tips as
 * between them. */
static void test_narrow_patch(void **state) {
  (void)state;
  stage s;
  stage_open(
      &s,
      "model \"n\"\ncoord x, y\nkinetic = x'^2 + y'^2\npotential = 2*(x - y)^2 + (x + y)^2/4\n"
      "friction f { slip = x' + y'; normal = 1; law = coulomb(1) }\n"
      "friction g { slip = x' - y'; normal = 1; law = coulomb(1) }\n",
      NULL);
  /* (x + y)/2 within 1, and 4*(x - y) */
  for (int i = -9; i <= 9; i++) {
    const double z[] = {i / 10.0, i / 10.0};
    explore(&s, z);
  }
  assert_int_equal(s.pieces.count, 1);
  const ss_piece *piece = &s.pieces.piece[0];
  assert_int_equal(piece->shape, SS_REST_PATCH);
  double most = 0;
  for (size_t i = 0; i < piece->trail.count; i++) {
    const double *a = piece->trail.z + 2 * i,
                 *b = piece->trail.z + 2 * ((i + 1) % piece->trail.count);
    most = fmax(most, hypot(a[0] - b[0], a[1] - b[1]));
  }
  assert_true(most < 0.15);
  stage_close(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_points),       cmocka_unit_test(test_curve),
      cmocka_unit_test(test_angle),        cmocka_unit_test(test_patch),
      cmocka_unit_test(test_narrow_patch), cmocka_unit_test(test_box),
      cmocka_unit_test(test_groups),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
