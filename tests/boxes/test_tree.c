/* test_tree.c: trees of boxes. */
#include "boxes.h"

/* Random cuts: leaves have disjoint interiors and fill the root, every point is in its leaf. */
static void leaves_fill_the_root(void **state) {
  (void)state;
  uint64_t seed = 1;
  ss_boxes_tree tree = grow(3, -1, 2);
  for (int n = 0; n < 500; n++) {
    size_t leaf = (size_t)(uniform(&seed) * (double)tree.count);
    while (tree.node[leaf].child) leaf = tree.node[leaf].child + (uniform(&seed) < 0.5);
    const size_t axis = (size_t)(uniform(&seed) * 3);
    assert_int_equal(ss_boxes_cut(&tree, leaf, axis), SS_OK);
  }
  assert_int_equal(tree.count, 1001);
  assert_true(ss_boxes_is_tree(&tree));
  double volume = 0, lo[3], hi[3];
  for (size_t i = 0; i < tree.count; i++) {
    if (tree.node[i].child) continue;
    ss_boxes_box(&tree, i, lo, hi);
    volume += (hi[0] - lo[0]) * (hi[1] - lo[1]) * (hi[2] - lo[2]);
  }
  assert_true(fabs(volume - 27) < 1e-9);
  for (int n = 0; n < 500; n++) {
    const double point[] = {3 * uniform(&seed) - 1, 3 * uniform(&seed) - 1, 3 * uniform(&seed) - 1};
    const size_t leaf = ss_boxes_locate(&tree, point);
    assert_int_equal(tree.node[leaf].child, 0);
    ss_boxes_box(&tree, leaf, lo, hi);
    for (int j = 0; j < 3; j++) assert_true(point[j] >= lo[j] && point[j] <= hi[j]);
  }
  const double beyond[] = {0, 0, 2.1};
  assert_true(ss_boxes_locate(&tree, beyond) == SIZE_MAX);
  ss_boxes_tree_destroy(&tree);
}

/* Halves share the cut exactly, down to where no double is left between. */
static void cuts_down_to_the_last_double(void **state) {
  (void)state;
  const double from = 1, to = nextafter(nextafter(1, 2), 2);
  double lo, hi, next;
  ss_boxes_tree tree;
  assert_int_equal(ss_boxes_tree_create(1, &from, &to, &tree), SS_OK);
  assert_int_equal(ss_boxes_cut(&tree, 0, 0), SS_OK);
  ss_boxes_box(&tree, 1, &lo, &hi);
  ss_boxes_box(&tree, 2, &next, &lo);
  assert_true(hi == next && hi == nextafter(1, 2));
  assert_int_equal(ss_boxes_cut(&tree, 1, 0), SS_LIMIT);
  ss_boxes_tree_destroy(&tree);
}

static void refuses_what_is_no_box(void **state) {
  (void)state;
  ss_boxes_tree tree;
  const double lo[] = {0, 1}, hi[] = {1, 0}, far[] = {INFINITY, 2};
  assert_int_equal(ss_boxes_tree_create(2, lo, hi, &tree), SS_BAD_ARGUMENT);
  assert_int_equal(ss_boxes_tree_create(2, lo, far, &tree), SS_BAD_ARGUMENT);
}

/* Each damage to a tree is seen. */
static void sees_damage(void **state) {
  (void)state;
  ss_boxes_tree tree = grow(2, 0, 1);
  ss_boxes_cut(&tree, 0, 0);
  ss_boxes_cut(&tree, 2, 1);
  assert_true(ss_boxes_is_tree(&tree));
  const ss_boxes_node root = tree.node[0], two = tree.node[2], four = tree.node[4];
  tree.node[0].cut = 1.5;
  assert_false(ss_boxes_is_tree(&tree));
  tree.node[0] = root;
  tree.node[0].axis = 2;
  assert_false(ss_boxes_is_tree(&tree));
  tree.node[0] = root;
  tree.node[2].child = 1;
  assert_false(ss_boxes_is_tree(&tree));
  tree.node[2] = two;
  tree.node[4].parent = 1;
  assert_false(ss_boxes_is_tree(&tree));
  tree.node[4] = four;
  tree.node[2].child = 0; /* its halves hang in the air */
  assert_false(ss_boxes_is_tree(&tree));
  ss_boxes_tree_destroy(&tree);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(leaves_fill_the_root),
      cmocka_unit_test(cuts_down_to_the_last_double),
      cmocka_unit_test(refuses_what_is_no_box),
      cmocka_unit_test(sees_damage),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
