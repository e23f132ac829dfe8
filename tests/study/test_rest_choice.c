/* test_rest_choice.c: which rest set a proof is about. */
#include "stage.h"

/* A linear machine without gaps has one: nothing is searched. */
static void the_only_one(void **state) {
  (void)state;
  stage s = open_stage(BEAD);
  ss_rest_choice choice;
  assert_int_equal(ss_machine_choose_rest(s.arena, s.machine, NULL, 0, &s.said, &choice), SS_OK);
  assert_true(choice.sets.count == 0 && !choice.at && choice.chosen == SIZE_MAX);
  assert_int_equal(ss_machine_choose_rest(s.arena, s.machine, "x=1/2", 0, &s.said, &choice), SS_OK);
  assert_true(choice.at && choice.at[0] == 0.5);
  assert_int_equal(ss_machine_choose_rest(s.arena, s.machine, "x=0.51", 0, &s.said, &choice),
                   SS_BAD_INPUT);
  assert_said(&s, "--at x=0.51: it cannot rest there");
  close_stage(&s);
}

/* Two wells of one depth and a top between them; a load makes one of them deeper. */
static void the_deepest(void **state) {
  (void)state;
  static const char tilted[] = "coord x\nkinetic = 1/2*x'^2\n"
                               "potential = 1/4*x^4 - 1/2*x^2 - x/20\n"
                               "friction base { slip = x'; normal = 0.01; law = coulomb(1) }\n";
  stage s = open_stage(tilted);
  ss_rest_choice choice;
  assert_int_equal(ss_machine_choose_rest(s.arena, s.machine, NULL, 0, &s.said, &choice), SS_OK);
  assert_int_equal(choice.sets.count, 3);
  assert_true(choice.at[0] > 0.9 && choice.at == choice.sets.set[choice.chosen].center);
  for (size_t i = 0; i < 3; i++)
    assert_true(choice.energy[i] >= choice.energy[choice.chosen] && choice.energy[i] < 0.01);
  assert_int_equal(ss_machine_choose_rest(s.arena, s.machine, "x=-0.05", 0, &s.said, &choice),
                   SS_OK);
  assert_true(choice.at[0] == -0.05);
  const ss_rest_set *top = &choice.sets.set[choice.chosen];
  assert_true(top->lo[0] < -0.05 && top->hi[0] > -0.05 && top->hi[0] < 0.5);
  close_stage(&s);
}

/* Two wells of one depth: the one that a state names, unless a region has the other. */
static void the_one_that_the_file_is_about(void **state) {
  (void)state;
  static const char *const more[] = {"state s { x = -1 }\n", "state s { x = 1 }\n",
                                     "state s { x = -1 }\nregion r { x >= 0 }\n",
                                     "state s { x = 1 }\nregion r { x <= 0 }\n"};
  static const double middle[] = {-1, 1, 1, -1};
  for (int i = 0; i < 4; i++) {
    char text[400];
    snprintf(text, sizeof text, "%s%s", WELLS, more[i]);
    stage s = open_stage(text);
    ss_rest_choice choice;
    assert_int_equal(ss_machine_choose_rest(s.arena, s.machine, NULL, 0, &s.said, &choice), SS_OK);
    assert_true(choice.sets.count >= 2);
    assert_true(fabs(choice.at[0] - middle[i]) < 0.1);
    close_stage(&s);
  }
}

/* Copies of one well, none of which the file is about: the one in the middle. */
static void the_nearest(void **state) {
  (void)state;
  stage s = open_stage("coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                       "potential = 1 - cos(x) + (y - x)^2/2\n"
                       "friction base { slip = x'; normal = 1; law = coulomb(0.3) }\n");
  ss_rest_choice choice;
  assert_int_equal(ss_machine_choose_rest(s.arena, s.machine, NULL, 0, &s.said, &choice), SS_OK);
  assert_true(choice.sets.count >= 3);
  assert_true(fabs(choice.at[0]) < 0.1 && fabs(choice.at[1]) < 0.1);
  close_stage(&s);
}

RUN_TESTS(T(the_only_one), T(the_deepest), T(the_one_that_the_file_is_about), T(the_nearest))
