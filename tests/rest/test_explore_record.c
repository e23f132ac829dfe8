/* test_explore_record.c: traced sets in the system's coordinates: extents, turns, contacts. */
#include "../../src/rest/rest_private.h"
#include "stage.h"

/* A bead on a rough ring of radius 2: it rests within 45 degrees of the lowest and the highest
 * place. */
static const char ring[] = "model \"ring\"\nparam r = 2\nparam mu = 1\ncoord x, y\n"
                           "kinetic = x'^2 + y'^2\npotential = 3*y\n"
                           "slider wire { gap = (x^2 + y^2 - r^2)/(2*r); slip = (x*y' - y*x')/r\n"
                           "              law = coulomb(mu) }\n"
                           "chart theta { x = r*cos(theta); y = r*sin(theta) }\n";

static void explore(stage *s, const double *z) {
  for (size_t p = 0; p < s->patterns.count; p++) {
    s->walker.pattern = &s->patterns.item[p];
    if (!stage_put(s, z) || s->walker.margin < 0) continue;
    assert_int_equal(ss_pieces_explore(&s->pieces), SS_OK);
    return;
  }
  fail();
}

static ss_rest_sets show(stage *s) {
  ss_rest_sets sets = {.system = s->m.system};
  assert_int_equal(ss_pieces_show(&s->pieces, s->m.arena, &sets, NULL), SS_OK);
  return sets;
}

/* y is least between the points of the curve, and that is found as sharply as the ends; starts that
 * are some turns off make no difference. */
static void test_extremes(void **state) {
  (void)state;
  for (int turn = -1; turn <= 2; turn++)
    for (int side = -1; side <= 1; side += 2) {
      const double middle = side * M_PI / 2, start = middle + 0.3 + 2 * M_PI * turn;
      stage s;
      stage_open(&s, ring, NULL);
      explore(&s, &start);
      const ss_rest_sets sets = show(&s);
      const ss_rest_set *set = sets.set;
      assert_int_equal(sets.count, 1);
      assert_int_equal(set->shape, SS_REST_CURVE);
      assert_near(set->chart_center[0], middle, 1e-12);
      assert_near(set->chart_lo[0], middle - M_PI / 4, 1e-12);
      assert_near(set->chart_hi[0], middle + M_PI / 4, 1e-12);
      assert_near(set->lo[0], -sqrt(2), 1e-12);
      assert_near(set->hi[0], sqrt(2), 1e-12);
      assert_near(side < 0 ? set->lo[1] : set->hi[1], 2 * side, 1e-13);
      assert_near(side < 0 ? set->hi[1] : set->lo[1], sqrt(2) * side, 1e-12);
      assert_near(set->center[0], 0, 1e-12);
      assert_near(set->center[1], 2 * side, 1e-12);
      assert_int_equal(set->lines, 1);
      assert_int_equal(set->line[1], set->points);
      assert_int_equal(set->closed_count, 0); /* a slider is no contact */
      stage_close(&s);
    }
}

/* A set that the region cuts says so; one within it does not. A region's end is met within 1e-7,
 * which is what counts as being there. */
static void test_cut(void **state) {
  (void)state;
  static const char *const regions[] = {"region r { x <= 1 }\n", "region r { x <= 1.5 }\n"};
  for (size_t i = 0; i < 2; i++) {
    char text[sizeof ring + 40];
    const double start = -M_PI / 2;
    stage s;
    snprintf(text, sizeof text, "%s%s", ring, regions[i]);
    stage_open(&s, text, NULL);
    explore(&s, &start);
    const ss_rest_sets sets = show(&s);
    assert_int_equal(sets.count, 1);
    assert_true(sets.set[0].cut == (i == 0));
    assert_near(sets.set[0].hi[0], i == 0 ? 1 : sqrt(2), i == 0 ? 1e-7 : 1e-12);
    stage_close(&s);
  }
}

/* A contact is closed in a set if it is so at all of its places; a coordinate on which nothing
 * depends is free. */
static void test_contacts(void **state) {
  (void)state;
  stage s;
  const double start[] = {0.2, 0, 5};
  stage_open(&s,
             "model \"k\"\ncoord x, y, z\nkinetic = x'^2 + y'^2 + z'^2\n"
             "potential = 2*y + x^4/4\n"
             "contact floor { gap = y; slip = x'; law = coulomb(1/2) }\n"
             "contact wall { gap = 1/2 - x }\n",
             NULL);
  explore(&s, start);
  const ss_rest_sets sets = show(&s);
  const ss_rest_set *set = sets.set;
  assert_int_equal(set->closed_count, 1);
  assert_int_equal(set->closed[0], 0);
  assert_near(set->lo[0], -1, 1e-13);
  assert_near(set->hi[0], 0.5, 1e-13); /* at the wall */
  assert_int_equal(set->free_count, 1);
  assert_int_equal(set->free[0], 2);
  assert_true(isinf(set->lo[2]) && isinf(set->hi[2]));
  assert_null(set->chart_lo);
  stage_close(&s);
}

static void make_piece(ss_piece *piece, ss_rest_shape shape, size_t dimension, size_t count,
                       const double *points, const double *center) {
  *piece = (ss_piece){.shape = shape, .dimension = dimension, .plane = {0, 1}, .trail.k = 2};
  for (size_t i = 0; i < count; i++)
    assert_true(ss_trail_add(&piece->trail, points + 2 * i, 1e-14 * (double)dimension));
  piece->center = malloc(2 * sizeof *center);
  assert_non_null(piece->center);
  memcpy(piece->center, center, 2 * sizeof *center);
}

/* A curve and a patch of one group, another point: two sets, the first with two lines, the shape
 * and the centre of the patch, which its points are seen from. */
static void test_group(void **state) {
  (void)state;
  static const double curve[] = {-2, 0, -1.5, 0, -1, 0}, point[] = {5, 5};
  static const double square[] = {1, 1, -1, 1, -1, -1, 1, -1}, middle[] = {-1.5, 0};
  static const double origin[] = {0, 0};
  stage s;
  stage_open(&s,
             "model \"g\"\ncoord x, y\nkinetic = x'^2 + y'^2\npotential = x^4/1000 + y^4/1000\n"
             "friction f { slip = x'; normal = 9; law = coulomb(1) }\n"
             "friction g { slip = y'; normal = 9; law = coulomb(1) }\n",
             NULL);
  s.pieces.piece = calloc(3, sizeof *s.pieces.piece);
  assert_non_null(s.pieces.piece);
  make_piece(&s.pieces.piece[0], SS_REST_CURVE, 1, 3, curve, middle);
  make_piece(&s.pieces.piece[1], SS_REST_POINT, 0, 1, point, point);
  make_piece(&s.pieces.piece[2], SS_REST_PATCH, 2, 4, square, origin);
  s.pieces.piece[1].group = 1;
  s.pieces.piece[2].trail.cut = true;
  s.pieces.count = s.pieces.capacity = 3;
  const ss_rest_sets sets = show(&s);
  const ss_rest_set *set = sets.set;
  assert_int_equal(sets.count, 2);
  assert_int_equal(set->shape, SS_REST_PATCH);
  assert_int_equal(set->dimension, 2);
  assert_int_equal(set->lines, 2);
  assert_int_equal(set->line[1], 3);
  assert_int_equal(set->line[2], 7);
  assert_near(set->lo[0], -2, 0);
  assert_near(set->hi[0], 1, 0);
  assert_near(set->lo[1], -1, 0);
  assert_near(set->center[0], 0, 1e-12);
  assert_true(set->cut);
  assert_near(set->residual, 2e-14, 0);
  const double inside[] = {0.9, 0.9};
  assert_near(ss_rest_distance(&sets, 0, inside), 0, 1e-15);
  assert_int_equal(sets.set[1].shape, SS_REST_POINT);
  assert_int_equal(sets.set[1].points, 0);
  assert_near(sets.set[1].center[1], 5, 1e-12);
  assert_false(sets.set[1].cut);
  stage_close(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_extremes),
      cmocka_unit_test(test_cut),
      cmocka_unit_test(test_contacts),
      cmocka_unit_test(test_group),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
