/* test_refute.c: conditions on a box, against matrices whose nature is known. */
#include "../../src/boxes/probe.h"

#include "questions.h"

/* [2, x; x, 1] is positive definite for |x| < sqrt 2. */
static void knows_definite_matrices(void **state) {
  (void)state;
  const char *text[] = {"2", "x", "1 + 0*y"};
  const ss_boxes_condition c = {.sense = SS_BOXES_NOT_DEFINITE, .columns = 2};
  asked a = ask_about(3, text, 1, &c, SIZE_MAX);
  ss_probe probe;
  assert_true(ss_probe_create(&a.question, (double[]){-2, 0}, (double[]){2, 1}, &probe));
  const double ends[] = {0.5, 1.4, 1.42, 2};
  for (int i = 0; i < 4; i++) {
    ss_form_run(&probe.form, (double[]){ends[i] - 0.01, 0}, (double[]){ends[i], 1});
    assert_int_equal(ss_probe_refutes(&probe, &c), i < 2);
  }
  ss_probe_destroy(&probe);
  forget(&a);
}

/* The rows (1, x), (x, 1), (0, y): independent columns but for |x| = 1, y = 0. */
static void knows_ranks(void **state) {
  (void)state;
  const char *text[] = {"1", "x", "x", "1", "0", "y"};
  const ss_boxes_condition c = {.sense = SS_BOXES_DEPENDENT, .rows = 3, .columns = 2};
  asked a = ask_about(6, text, 1, &c, SIZE_MAX);
  ss_probe probe;
  assert_true(ss_probe_create(&a.question, (double[]){-2, -1}, (double[]){2, 1}, &probe));
  static const struct {
    double x, y;
    bool full;
  } box[] = {{0, 0, true}, {0.9, 0, true}, {0.995, 0, false}, {0.995, 0.5, true}, {1.5, 0, true}};
  for (int i = 0; i < 5; i++) {
    ss_form_run(&probe.form, (double[]){box[i].x, box[i].y},
                (double[]){box[i].x + 0.01, box[i].y + 0.01});
    assert_int_equal(ss_probe_refutes(&probe, &c), box[i].full);
  }
  ss_probe_destroy(&probe);
  forget(&a);
}

/* A box with points where f = 0, but none where f > 0: f > 0 is refuted, f >= 0 and f = 0 are not.
 */
static void minds_ends(void **state) {
  (void)state;
  const char *text[] = {"-abs(x - 1)"};
  const ss_boxes_sense sense[] = {SS_BOXES_POSITIVE, SS_BOXES_NOT_NEGATIVE, SS_BOXES_ZERO};
  ss_boxes_condition c = {.output = 0};
  asked a = ask_about(1, text, 1, &c, SIZE_MAX);
  ss_probe probe;
  assert_true(ss_probe_create(&a.question, (double[]){0, 0}, (double[]){2, 1}, &probe));
  for (int i = 0; i < 3; i++) {
    c.sense = sense[i];
    ss_form_run(&probe.form, (double[]){0.5, 0}, (double[]){1.25, 1});
    assert_int_equal(ss_probe_refutes(&probe, &c), i == 0);
    ss_form_run(&probe.form, (double[]){1, 0}, (double[]){1, 0});
    assert_int_equal(ss_probe_confirms(&probe, &c), i > 0);
  }
  ss_probe_destroy(&probe);
  forget(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(knows_definite_matrices),
      cmocka_unit_test(knows_ranks),
      cmocka_unit_test(minds_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
