/* test_gather.c: convex parts as rest sets: what is kept, what hangs together, how it is written
 * down. */
#include "../../src/rest/gather.h"
#include "../../src/rest/rest_private.h"
#include "rests.h"

/* {x : b + a . x >= 0 for all rows (b, a)}, or = 0 for the first ones; rows as text, "1 0 -1; ..."
 */
static ss_polyhedron polyhedron(size_t n, size_t equations, const char *rows) {
  char copy[4000], *rest = copy;
  size_t count = 1, at = 0;
  fmpq_mat_t E, A;
  ss_polyhedron p;
  snprintf(copy, sizeof copy, "%s", rows);
  for (const char *c = rows; *c; c++) count += *c == ';';
  fmpq_mat_init(E, (slong)equations, (slong)n + 1);
  fmpq_mat_init(A, (slong)(count - equations) + 1, (slong)n + 1);
  fmpq_one(fmpq_mat_entry(A, (slong)(count - equations), 0));
  for (char *word = strtok_r(copy, " ;", &rest); word; word = strtok_r(NULL, " ;", &rest), at++) {
    const size_t row = at / (n + 1), column = at % (n + 1);
    fmpq *entry = row < equations ? fmpq_mat_entry(E, (slong)row, (slong)column)
                                  : fmpq_mat_entry(A, (slong)(row - equations), (slong)column);
    assert_int_equal(fmpq_set_str(entry, word, 10), 0);
  }
  assert_int_equal(at, count * (n + 1));
  assert_int_equal(ss_polyhedron_shadow(n, E, A, &p), SS_OK);
  assert_false(p.empty);
  fmpq_mat_clear(E);
  fmpq_mat_clear(A);
  return p;
}

/* A plane with two contacts, y >= 0 and x + 1 >= 0, whose parts are made by hand. */
typedef struct plane {
  machine m;
  fmpq *gap, *gradient;
  ss_parts parts;
} plane;

static void open_plane(plane *p) {
  *p = (plane){.m = machine_parse("model \"p\"\ncoord x, y\nkinetic = x'^2 + y'^2\n"
                                  "contact floor { gap = y }\ncontact wall { gap = x + 1 }\n")};
  p->gap = _fmpq_vec_init(2);
  p->gradient = _fmpq_vec_init(4);
  fmpq_one(p->gap + 1);
  fmpq_one(p->gradient + 1);
  fmpq_one(p->gradient + 2);
  p->parts = (ss_parts){.gap = p->gap, .gradient = p->gradient, .exact = true};
}

static void add(plane *p, size_t equations, const char *rows) {
  ss_polyhedron part = polyhedron(2, equations, rows);
  assert_int_equal(ss_parts_add(&p->parts, &part), SS_OK);
}

static ss_rest_sets show(plane *p) {
  ss_rest_sets sets = {.system = p->m.system};
  assert_int_equal(ss_parts_show(&p->parts, p->m.arena, p->m.system, &sets), SS_OK);
  return sets;
}

static void close_plane(plane *p) {
  ss_parts_clear(&p->parts);
  _fmpq_vec_clear(p->gap, 2);
  _fmpq_vec_clear(p->gradient, 4);
  machine_close(&p->m);
}

/* A triangle with corners (0, 0), (2, 0), (0, 1): sides with normals of length 1, a centre, an
 * extent. */
static void test_triangle(void **state) {
  (void)state;
  plane p;
  open_plane(&p);
  add(&p, 0, "0 1 0; 0 0 1; 2 -1 -2");
  const ss_rest_sets sets = show(&p);
  const ss_rest_set *set = sets.set;
  assert_int_equal(sets.count, 1);
  assert_int_equal(set->shape, SS_REST_POLYTOPE);
  assert_int_equal(set->dimension, 2);
  assert_true(set->exact);
  assert_int_equal(set->part->vertices, 3);
  assert_int_equal(set->part->facets, 3);
  assert_int_equal(set->part->equations, 0);
  assert_near(set->center[0], 2.0 / 3, 1e-15);
  assert_near(set->center[1], 1.0 / 3, 1e-15);
  assert_string_equal(set->exact_lo[0], "0");
  assert_string_equal(set->exact_hi[0], "2");
  assert_string_equal(set->exact_hi[1], "1");
  assert_int_equal(set->closed_count, 0);
  const double inside[] = {0.5, 0.25}, outside[] = {2, 1};
  for (size_t i = 0; i < 3; i++) {
    const double *a = set->part->facet + 2 * i;
    assert_near(hypot(a[0], a[1]), 1, 1e-15);
    assert_true(a[0] * inside[0] + a[1] * inside[1] < set->part->bound[i]);
  }
  assert_near(ss_rest_distance(&sets, 0, outside), 2 / sqrt(5), 1e-15);
  assert_true(ss_rest_distance(&sets, 0, inside) == 0);
  close_plane(&p);
}

/* What lies within another part is dropped, whichever comes first; parts that share a corner are
 * one set, others are not. */
static void test_gathering(void **state) {
  (void)state;
  plane p;
  open_plane(&p);
  add(&p, 0, "0 1 0; 1 -1 0; 0 0 1; 1 0 -1");        /* the unit square */
  add(&p, 0, "-1/4 1 0; 3/4 -1 0; 0 0 1; 1/2 0 -1"); /* within it */
  assert_int_equal(p.parts.count, 1);
  add(&p, 0, "1 1 0; 1 -1 0; 0 0 1; 1 0 -1"); /* around it: -1 <= x <= 1 */
  assert_int_equal(p.parts.count, 1);
  add(&p, 0, "-5 1 0; 6 -1 0; 0 0 1; 1 0 -1");  /* far away */
  add(&p, 0, "-1 1 0; 2 -1 0; -1 0 1; 2 0 -1"); /* at the corner (1, 1) */
  add(&p, 0, "-2 1 0; 5 -1 0; -2 0 1; 2 0 -1"); /* a segment from (2, 2) to (5, 2) */
  assert_int_equal(p.parts.count, 4);
  const ss_rest_sets sets = show(&p);
  assert_int_equal(sets.count, 2);
  assert_int_equal(sets.set[0].shape, SS_REST_UNION);
  assert_int_equal(sets.set[0].parts, 3);
  assert_int_equal(sets.set[0].dimension, 2);
  assert_string_equal(sets.set[0].exact_lo[0], "-1");
  assert_string_equal(sets.set[0].exact_hi[0], "5");
  assert_int_equal(sets.set[1].parts, 1);
  assert_string_equal(sets.set[1].exact_lo[0], "5");
  close_plane(&p);
}

/* On the floor, along it to one side or to both, and in the corner: dimension, shape, contacts that
 * stay closed. */
static void test_shapes(void **state) {
  (void)state;
  static const struct {
    size_t equations;
    const char *rows;
    ss_rest_shape shape;
    size_t dimension, closed, rays;
    const char *lo, *hi; /* of x */
  } cases[] = {
      {2, "1 1 0; 0 0 1", SS_REST_POINT, 0, 2, 0, "-1", "-1"},
      {1, "0 0 1; 1 1 0; 1/3 -1 0", SS_REST_SEGMENT, 1, 1, 0, "-1", "1/3"},
      {1, "0 0 1; 1 1 0", SS_REST_POLYHEDRON, 1, 1, 1, "-1", "inf"},
      {1, "0 0 1; -2 -1 0", SS_REST_POLYHEDRON, 1, 1, 1, "-inf", "-2"},
      {1, "0 0 1", SS_REST_POLYHEDRON, 1, 1, 2, "-inf", "inf"},
      {1, "0 1 -1; 3 -1 0; 0 1 0", SS_REST_SEGMENT, 1, 0, 0, "0", "3"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    plane p;
    open_plane(&p);
    add(&p, cases[i].equations, cases[i].rows);
    const ss_rest_sets sets = show(&p);
    const ss_rest_set *set = sets.set;
    assert_int_equal(set->shape, cases[i].shape);
    assert_int_equal(set->dimension, cases[i].dimension);
    assert_int_equal(set->closed_count, cases[i].closed);
    if (set->closed_count) assert_int_equal(set->closed[0], 0);
    assert_int_equal(set->part->rays, cases[i].rays);
    assert_string_equal(set->exact_lo[0], cases[i].lo);
    assert_string_equal(set->exact_hi[0], cases[i].hi);
    assert_int_equal(isinf(set->hi[0]) != 0, strcmp(cases[i].hi, "inf") == 0);
    close_plane(&p);
  }
}

/* Corners that doubles cannot tell apart, x = 1 and 1 + 10^-30 at y = 0 and 1, or the other way
 * round: the exact extent is that of the farther one. */
static void test_extent_is_exact(void **state) {
  (void)state;
#define FAR  "1000000000000000000000000000001/1000000000000000000000000000000"
#define TINY "1/1000000000000000000000000000000"
  static const char *const rows[] = {
      "0 1 0; 0 0 1; 1 0 -1; 1 -1 " TINY, "0 1 0; 0 0 1; 1 0 -1; " FAR " -1 -" TINY,
      "0 -1 0; 0 0 1; 1 0 -1; 1 1 " TINY, "0 -1 0; 0 0 1; 1 0 -1; " FAR " 1 -" TINY};
  for (size_t i = 0; i < 4; i++) {
    plane p;
    open_plane(&p);
    add(&p, 0, rows[i]);
    const ss_rest_sets sets = show(&p);
    assert_string_equal(sets.set->exact_hi[0], i < 2 ? FAR : "0");
    assert_string_equal(sets.set->exact_lo[0], i < 2 ? "0" : "-" FAR);
    assert_true(sets.set->hi[0] == (i < 2) && sets.set->lo[0] == -(double)(i >= 2));
    close_plane(&p);
  }
}

/* Sides and directions of integers with 400 digits, beyond all doubles: only ratios count. */
static void test_long_integers(void **state) {
  (void)state;
  plane p;
  char long_number[402], rows[2000];
  memset(long_number, '3', 400);
  long_number[400] = '\0';
  open_plane(&p);
  /* x >= 0 and d x <= c y with d = 33...3 and c = 43...3: a wedge along x = 1.3 y, nearly */
  snprintf(rows, sizeof rows, "0 1 0; 0 -%s 4%s", long_number, long_number + 1);
  add(&p, 0, rows);
  const ss_rest_sets sets = show(&p);
  const ss_rest_part *part = sets.set->part;
  assert_int_equal(part->facets, 2);
  for (size_t i = 0; i < part->facets; i++) {
    assert_near(hypot(part->facet[2 * i], part->facet[2 * i + 1]), 1, 1e-15);
    assert_true(part->bound[i] == 0);
  }
  bool found = false;
  for (size_t i = 0; i < part->rays; i++) {
    assert_true(isfinite(part->ray[2 * i]) && isfinite(part->ray[2 * i + 1]));
    found |= fabs(part->ray[2 * i] - 1.3 * part->ray[2 * i + 1]) < 1e-15 * part->ray[2 * i];
  }
  assert_true(found);
  const double beyond[] = {1, 0};
  assert_near(ss_rest_distance(&sets, 0, beyond), 1 / hypot(1, 1.3), 1e-15);
  close_plane(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_triangle),      cmocka_unit_test(test_gathering),
      cmocka_unit_test(test_shapes),        cmocka_unit_test(test_extent_is_exact),
      cmocka_unit_test(test_long_integers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
