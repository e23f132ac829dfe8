/* test_linear_cases.c: which cases of a linear machine have equilibria. */
#include "linears.h"

static ss_rest_linear_cases list(linears *l) {
  ss_rest_linear_cases cases;
  linears_read(l);
  assert_true(l->is_linear);
  assert_int_equal(ss_rest_linear_list_cases(&l->linear, &cases), SS_OK);
  return cases;
}

/* Gravity closes the contacts of a stack of blocks: one case of 2^20. */
static void test_weight_settles_contacts(void **state) {
  (void)state;
  char text[8000], *end = text;
  end += sprintf(end, "model \"stack\"\n");
  for (int i = 1; i <= 20; i++)
    end += sprintf(end, "coord y%d\nkinetic = 1/2*y%d'^2\npotential = y%d\n", i, i, i);
  end += sprintf(end, "contact c1 { gap = y1 }\n");
  for (int i = 2; i <= 20; i++)
    end += sprintf(end, "contact c%d { gap = y%d - y%d - 1 }\n", i, i, i - 1);
  linears l = linears_open(text);
  const ss_rest_linear_cases cases = list(&l);
  assert_true(cases.all);
  assert_int_equal(cases.count, 1);
  for (int i = 0; i < 20; i++) assert_true(cases.item[0].closed[i] && cases.item[0].settled[i]);
  linears_close(&l);
}

/* A mass between two walls, pulled to either by a spring that pushes outwards: at the one, at the
 * other, or in the middle; never at both. */
static void test_branches(void **state) {
  (void)state;
  linears l = linears_open("model \"walls\"\ncoord x\nkinetic = 1/2*x'^2\npotential = -1/2*x^2\n"
                           "contact a { gap = x + 1 }\ncontact b { gap = 1 - x }\n");
  const ss_rest_linear_cases cases = list(&l);
  size_t closed[2] = {0};
  assert_true(cases.all);
  assert_int_equal(cases.count, 3);
  for (size_t i = 0; i < 3; i++) {
    assert_false(cases.item[i].closed[0] && cases.item[i].closed[1]);
    for (size_t e = 0; e < 2; e++) closed[e] += cases.item[i].closed[e];
  }
  assert_true(closed[0] == 1 && closed[1] == 1);
  linears_close(&l);
}

/* A slider that weight presses to one side, and one that a spring presses to either. */
static void test_sliders(void **state) {
  (void)state;
  static const char text[] =
      "model \"s\"\ncoord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 1/2*x^2 + %s\n"
      "slider s { gap = y; slip = x'; law = coulomb(1/2) }\n";
  char own[400];
  sprintf(own, text, "y");
  linears l = linears_open(own);
  ss_rest_linear_cases cases = list(&l);
  assert_int_equal(cases.count, 1);
  assert_int_equal(cases.item[0].side[0], 1);
  linears_close(&l);
  sprintf(own, text, "x*y");
  l = linears_open(own);
  cases = list(&l);
  assert_int_equal(cases.count, 2);
  assert_int_equal(cases.item[0].side[0] + cases.item[1].side[0], 0);
  linears_close(&l);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_weight_settles_contacts),
                                     cmocka_unit_test(test_branches),
                                     cmocka_unit_test(test_sliders)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
