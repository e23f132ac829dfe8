/* test_touch.c: what hangs together: against all pairs, and for two discs apart or together. */
#include "boxes.h"

static bool is_not_outside(const void *data, size_t leaf, uint32_t fact) {
  (void)data;
  (void)leaf;
  return fact != OUTSIDE;
}

static bool is_inside(const void *data, size_t leaf, uint32_t fact) {
  (void)data;
  (void)leaf;
  return fact == INSIDE;
}

static size_t count_groups(double radius, double smallest, ss_boxes_choice counts) {
  ss_boxes_report report;
  ss_boxes_tree tree = cover_discs(radius, smallest, 1000000, &report);
  size_t *group = calloc(tree.count, sizeof *group);
  const size_t groups = ss_boxes_components(&tree, NULL, counts, NULL, group);
  free(group);
  ss_boxes_tree_destroy(&tree);
  return groups;
}

/* Radius 0.9: the discs are 0.2 apart; 1.1: they overlap. */
static void parts_and_joins_discs(void **state) {
  (void)state;
  assert_int_equal(count_groups(0.9, 0.5, is_not_outside), 1); /* too coarse to tell */
  assert_int_equal(count_groups(0.9, 0.05, is_not_outside), 2);
  assert_int_equal(count_groups(0.9, 0.05, is_inside), 2);
  assert_int_equal(count_groups(1.1, 0.05, is_not_outside), 1);
  assert_int_equal(count_groups(1.1, 0.05, is_inside), 1);
}

typedef struct tally {
  size_t n;
  unsigned char *met;
} tally;

static void note(void *data, size_t a, size_t b) {
  tally *t = data;
  assert_int_equal(t->met[a * t->n + b] + t->met[b * t->n + a], 0);
  t->met[a * t->n + b] = 1;
}

static bool all(const void *data, size_t leaf, uint32_t fact) {
  (void)data;
  (void)leaf;
  (void)fact;
  return true;
}

static bool share(double lo, double hi, double lo2, double hi2, double turn) {
  for (int shift = -1; shift <= 1; shift++)
    if (lo <= hi2 + shift * turn && lo2 + shift * turn <= hi) return true;
  return false;
}

/* Exactly the pairs that share a point, each once; with and without a period. */
static void finds_all_pairs(void **state) {
  (void)state;
  uint64_t seed = 4;
  for (int round = 0; round < 8; round++) {
    ss_boxes_tree tree = grow(2, 0, 4);
    const double period[] = {round % 2 ? 4 : 0, round % 4 > 1 ? 4 : 0};
    for (int n = 0; n < 60; n++) {
      size_t leaf = (size_t)(uniform(&seed) * (double)tree.count);
      while (tree.node[leaf].child) leaf = tree.node[leaf].child + (uniform(&seed) < 0.5);
      assert_int_equal(ss_boxes_cut(&tree, leaf, (size_t)(2 * uniform(&seed))), SS_OK);
    }
    tally t = {tree.count, calloc(tree.count * tree.count, 1)};
    ss_boxes_touch(&tree, NULL, all, note, &t);
    for (size_t a = 0; a < tree.count; a++)
      for (size_t b = 0; b < a; b++) {
        double lo[2], hi[2], lo2[2], hi2[2];
        if (tree.node[a].child || tree.node[b].child) continue;
        ss_boxes_box(&tree, a, lo, hi);
        ss_boxes_box(&tree, b, lo2, hi2);
        const bool touch =
            share(lo[0], hi[0], lo2[0], hi2[0], 0) && share(lo[1], hi[1], lo2[1], hi2[1], 0);
        assert_int_equal(t.met[a * t.n + b] + t.met[b * t.n + a], touch);
      }
    free(t.met);
    /* the ends of a turn belong together */
    size_t *group = calloc(tree.count, sizeof *group);
    const double left[] = {0, 0}, right[] = {4, 4};
    const size_t ends[] = {ss_boxes_locate(&tree, left), ss_boxes_locate(&tree, right)};
    for (size_t i = 0; i < tree.count; i++)
      if (!tree.node[i].child) tree.node[i].fact = i == ends[0] || i == ends[1] ? INSIDE : OUTSIDE;
    const size_t groups = ss_boxes_components(&tree, period, is_inside, NULL, group);
    double lo[2], hi[2], lo2[2], hi2[2];
    ss_boxes_box(&tree, ends[0], lo, hi);
    ss_boxes_box(&tree, ends[1], lo2, hi2);
    const bool together = ends[0] == ends[1] || (share(lo[0], hi[0], lo2[0], hi2[0], period[0]) &&
                                                 share(lo[1], hi[1], lo2[1], hi2[1], period[1]));
    assert_int_equal(groups, together ? 1 : 2);
    free(group);
    ss_boxes_tree_destroy(&tree);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parts_and_joins_discs),
      cmocka_unit_test(finds_all_pairs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
