/* test_box_evidence.c: trees and points in certificates. */
#include "../../src/proof/lyapunov.h"

#include "support.h"

static void writes_doubles(void **state) {
  (void)state;
  static const struct {
    double x;
    const char *text;
  } set[] = {{0.375, "3/8"}, {-2, "-2"}, {0, "0"}};
  for (size_t i = 0; i < 3; i++) {
    json_t *text = ss_evidence_double(set[i].x);
    assert_string_equal(json_string_value(text), set[i].text);
    json_decref(text);
  }
}

static void writes_points(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  const char *const words[] = {"q", "q'"};
  const double point[] = {0.5, -1};
  assert_string_equal(ss_point_text(arena, 2, words, point), "q = 0.5, q' = -1");
  ss_arena_destroy(arena);
}

static void writes_trees(void **state) {
  (void)state;
  ss_boxes_answer answer = {0};
  const double lo = 0, hi = 1;
  assert_int_equal(ss_boxes_tree_create(1, &lo, &hi, &answer.tree), SS_OK);
  assert_int_equal(ss_boxes_cut(&answer.tree, 0, 0), SS_OK);
  answer.tree.node[1].fact = SS_BOXES_NEAR;
  answer.tree.node[2].fact = SS_BOXES_CLAUSE;
  json_t *evidence = ss_evidence_tree("falls", &answer);
  assert_string_equal(json_string_value(json_object_get(evidence, "tree")), "a.0 ");
  assert_string_equal(json_string_value(json_object_get(evidence, "kind")), "falls");
  json_decref(evidence);
  ss_boxes_answer_clear(&answer);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(writes_doubles),
                                     cmocka_unit_test(writes_points),
                                     cmocka_unit_test(writes_trees)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
