/* test_cover.c: covers of two discs, whose area is known. */
#include "boxes.h"

static void encloses_the_area(void **state) {
  (void)state;
  ss_boxes_report report;
  for (double smallest = 0.5; smallest > 0.01; smallest /= 2) {
    ss_boxes_tree tree = cover_discs(0.75, smallest, 1000000, &report);
    const double area = 2 * M_PI * 0.75 * 0.75;
    const double inner = area_of(&tree, INSIDE), open = area_of(&tree, SS_BOXES_OPEN);
    assert_true(inner <= area && inner + open >= area);
    assert_true(fabs(inner + open + area_of(&tree, OUTSIDE) - 64) < 1e-9);
    assert_true(open < 4 * 2 * 2 * M_PI * 0.75 * smallest);
    assert_int_equal(report.untested, 0);
    assert_true(report.open > 0);
    ss_boxes_tree_destroy(&tree);
  }
}

/* The same tree, node for node, in one go and in two. */
static void goes_on_where_it_stopped(void **state) {
  (void)state;
  ss_boxes_report report;
  ss_boxes_tree whole = cover_discs(0.75, 0.125, 1000000, &report);
  const size_t tests = report.tested;
  ss_boxes_tree begun = cover_discs(0.75, 0.125, 50, &report);
  assert_int_equal(report.tested, 50);
  assert_true(report.untested > 0);
  double radius = 0.75;
  const double sides[] = {0.125, 0.125};
  const ss_boxes_task task = {
      .test = test_discs, .data = &radius, .smallest = sides, .boxes_most = 1000000};
  assert_int_equal(ss_boxes_cover(&begun, &task, &report), SS_OK);
  assert_int_equal(report.tested, tests - 50);
  assert_int_equal(begun.count, whole.count);
  for (size_t i = 0; i < whole.count; i++) {
    assert_int_equal(begun.node[i].child, whole.node[i].child);
    if (!whole.node[i].child) assert_int_equal(begun.node[i].fact, whole.node[i].fact);
  }
  ss_boxes_tree_destroy(&whole);
  ss_boxes_tree_destroy(&begun);
}

/* Larger boxes first: what a limit leaves over differs by one cut in size. */
static void treats_all_alike(void **state) {
  (void)state;
  ss_boxes_report report;
  ss_boxes_tree tree = cover_discs(0.75, 1e-6, 3000, &report);
  double least = INFINITY, most = 0, lo[2], hi[2];
  for (size_t i = 0; i < tree.count; i++) {
    if (tree.node[i].child || tree.node[i].fact >= SS_BOXES_OWN) continue;
    ss_boxes_box(&tree, i, lo, hi);
    least = fmin(least, (hi[0] - lo[0]) * (hi[1] - lo[1]));
    most = fmax(most, (hi[0] - lo[0]) * (hi[1] - lo[1]));
  }
  assert_true(most <= 2 * least);
  ss_boxes_tree_destroy(&tree);
}

static uint32_t never(void *data, const double *lo, const double *hi, size_t *axis) {
  (void)lo;
  (void)hi;
  *axis = *(size_t *)data;
  return SS_BOXES_OPEN;
}

/* The test chooses the side; a side that is small enough is not cut even so. */
static void cuts_the_side_that_is_asked_for(void **state) {
  (void)state;
  ss_boxes_tree tree = grow(2, 0, 1);
  size_t wanted = 1;
  const double sides[] = {0.5, 0.25};
  const ss_boxes_task task = {.test = never, .data = &wanted, .smallest = sides, .boxes_most = 100};
  ss_boxes_report report;
  assert_int_equal(ss_boxes_cover(&tree, &task, &report), SS_OK);
  assert_int_equal(tree.node[0].axis, 1);
  assert_int_equal(tree.node[1].axis, 1);
  assert_int_equal(tree.node[3].axis, 0);
  assert_int_equal(report.open, 8);
  ss_boxes_tree_destroy(&tree);
}

static void stops_when_time_is_over(void **state) {
  (void)state;
  ss_boxes_tree tree = grow(2, 0, 1);
  size_t wanted = 2;
  const double sides[] = {1e-9, 1e-9};
  const ss_boxes_task task = {.test = never,
                              .data = &wanted,
                              .smallest = sides,
                              .boxes_most = SIZE_MAX,
                              .seconds_most = 0.01};
  ss_boxes_report report;
  assert_int_equal(ss_boxes_cover(&tree, &task, &report), SS_OK);
  assert_true(report.untested > 0);
  ss_boxes_tree_destroy(&tree);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(encloses_the_area),       cmocka_unit_test(goes_on_where_it_stopped),
      cmocka_unit_test(treats_all_alike),        cmocka_unit_test(cuts_the_side_that_is_asked_for),
      cmocka_unit_test(stops_when_time_is_over),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
