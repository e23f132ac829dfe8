/* test_write.c: trees as text. */
#include "questions.h"

/* x >= 1 on [0, 2]: the lower half is refuted but for its end; cut once more there. */
static void writes_trees(void **state) {
  (void)state;
  const char *text[] = {"x - 1.6", "-0.5*x + 0.7 + 0*y"};
  const ss_boxes_condition c[] = {{.sense = SS_BOXES_NOT_NEGATIVE, .output = 0},
                                  {.sense = SS_BOXES_NOT_NEGATIVE, .output = 1}};
  asked a = ask_about(2, text, 2, c, SIZE_MAX);
  ss_boxes_answer answer;
  ss_text out;
  ss_text_start(&out);
  assert_int_equal(
      ss_boxes_ask(&a.question, (double[]){0, 0}, (double[]){2, 1}, &(ss_boxes_effort){0}, &answer),
      SS_OK);
  ss_boxes_write(&answer, &out);
  assert_string_equal(out.data, "(1 2)");
  /* by hand: cut, the lower half by clause 0, the upper half by V and near a point */
  assert_int_equal(ss_boxes_cut(&answer.tree, 0, 0), SS_OK);
  assert_int_equal(ss_boxes_cut(&answer.tree, 2, 1), SS_OK);
  answer.tree.node[1].fact = SS_BOXES_CLAUSE;
  answer.tree.node[3].fact = SS_BOXES_ABOVE;
  answer.tree.node[4].fact = SS_BOXES_NEAR;
  ss_text_stop(&out);
  ss_text_start(&out);
  ss_boxes_write(&answer, &out);
  assert_string_equal(out.data, "a0 b^.");
  ss_text_stop(&out);
  ss_boxes_answer_clear(&answer);
  forget(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(writes_trees)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
