/* test_counting.c: laws that change with the number of instants at which something happened. */
#include <math.h>

#include <string.h>

#include "stage.h"

/* A ball that is lifted after its first impact, let go.. */
#define BALL                                                                                       \
  "coord y\ninput F in [-50, 12]\nkinetic = 1/2*y'^2\npotential = 10*y\nforce y = F\n"             \
  "feedback after 1 : F = 15\nfeedback still : F = 0\nfeedback still after 2 : F = 1\n"            \
  "contact floor { gap = y; restitution = newton(1/2, 0) }\nstate drop { y = 5 }\n"

static ss_status open_ball(const ss_machine_options *o, ss_diagnostics *list,
                           ss_machine **machine) {
  return ss_machine_parse("ball.still", BALL, o, list, machine);
}

static double height(const ss_machine_options *o, double end) {
  ss_arena *arena = ss_arena_create();
  ss_motion_options how = ss_motion_default_options();
  ss_machine *machine;
  ss_motion motion;
  how.end = end;
  assert_int_equal(open_ball(o, NULL, &machine), SS_OK);
  assert_int_equal(ss_machine_move(arena, machine, "drop", &how, NULL, &motion), SS_OK);
  const double y = motion.q[0];
  ss_machine_close(machine);
  ss_arena_destroy(arena);
  return y;
}

/* It hits the floor at t = 1 with 10 and leaves it with 5; F is clipped to 12, its weight is 10.
 * The law without a name is 0 before. With the other law it comes down at t = 2 and leaves with
 * 2.5, from then on with 9 downwards. By a formula of the caller nothing changes. */
static void test_motion(void **state) {
  (void)state;
  const char *const free_fall[] = {"F=0"};
  const double tolerance = 1e-8;
  double y = height(&(ss_machine_options){.counts = true}, 3);
  assert_true(fabs(y - (5 * 2 + 2 * 2)) < tolerance);
  y = height(&(ss_machine_options){.counts = true, .feedback = "still"}, 2.5);
  assert_true(fabs(y - (2.5 * 0.5 - 4.5 * 0.25)) < tolerance);
  y = height(&(ss_machine_options){.inputs = 1, .input = free_fall}, 1.5);
  assert_true(fabs(y - (5 * 0.5 - 5 * 0.25)) < tolerance);
}

static ss_status move(const char *text, const char *start, double end, double *x, char *why) {
  ss_arena *arena = ss_arena_create();
  ss_motion_options how = ss_motion_default_options();
  ss_machine *machine;
  ss_motion motion;
  how.end = end;
  const ss_machine_options counts = {.counts = true};
  assert_int_equal(ss_machine_parse("m.still", text, &counts, NULL, &machine), SS_OK);
  const ss_status status = ss_machine_move(arena, machine, start, &how, NULL, &motion);
  *x = motion.q[0];
  strncpy(why, motion.reason ? motion.reason : "", 199);
  ss_machine_close(machine);
  ss_arena_destroy(arena);
  return status;
}

#define PUSHED                                                                                     \
  "coord x\ninput F\nkinetic = 1/2*x'^2\nforce x = F\n"                                            \
  "friction floor { slip = x'; normal = 10; law = coulomb(1/10) }\n"
#define LANDING                                                                                    \
  "coord x; coord y\ninput F\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 10*y\nforce x = F\n"

static void test_while(void **state) {
  (void)state;
  static const struct {
    const char *text, *start;
  } cases[] = {
      /* lands at t = 1 and brakes while it stands: x' = 2 exp(1 - t) */
      {LANDING "feedback while skid closed : F = -x'\ncontact skid { gap = y }\n", "y=5,x'=2"},
      /* pulled by t until it slips, by 2 while it does; the law of another name is not followed */
      {PUSHED "feedback F = 0\nfeedback while floor slips : F = 2\n"
              "feedback while floor sticks : F = t\nfeedback odd while floor slips : F = 5\n",
       "x=0"},
      /* of two that hold the last: slows down by 2 and stands, held, at t = 1.5 */
      {LANDING "feedback while floor closed : F = 1/2\nfeedback while floor slips : F = -1\n"
               "contact floor { gap = y; slip = x'; law = coulomb(1/10) }\n",
       "x'=3"},
  };
  const double exact[] = {2 + 2 * (1 - exp(-2)), 2, 2.25};
  char why[200] = "";
  double x;
  for (size_t i = 0; i < 3; i++) {
    assert_int_equal(move(cases[i].text, cases[i].start, 3, &x, why), SS_OK);
    if (!(fabs(x - exact[i]) < 1e-8)) fail_msg("case %zu: %.12g, not %.12g", i, x, exact[i]);
  }
  /* the push that makes it slip ends when it slips: no motion from t = 0 on */
  const char *undone = PUSHED "feedback F = 0\nfeedback while floor sticks : F = 2\n";
  assert_int_equal(move(undone, "x=0", 3, &x, why), SS_NO_CONVERGENCE);
  assert_non_null(strstr(why, "at t = 0 the inputs depend on modes that they do not leave"));
}

/* Who does not count is told so, and by what. */
static void test_refused(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list;
  ss_machine *machine;
  ss_diagnostics_start(&list, arena, NULL, NULL, 0);
  assert_int_equal(open_ball(NULL, &list, &machine), SS_BAD_INPUT);
  assert_null(machine);
  assert_non_null(strstr(list.items[0].message, "input 'F' follows another law from event 1 on"));
  assert_int_equal(ss_machine_parse("m.still", PUSHED "feedback while floor sticks : F = 2\n", NULL,
                                    &list, &machine),
                   SS_BAD_INPUT);
  assert_non_null(strstr(list.items[1].message, "follows another law while 'floor' sticks"));
  ss_motion_options how = ss_motion_default_options();
  ss_motion motion;
  how.method = SS_MOTION_MOREAU;
  assert_int_equal(open_ball(&(ss_machine_options){.counts = true}, NULL, &machine), SS_OK);
  assert_true(ss_machine_counts(machine));
  assert_int_not_equal(ss_machine_move(arena, machine, "drop", &how, NULL, &motion), SS_OK);
  ss_machine_close(machine);
  ss_arena_destroy(arena);
}

/* The canonical form has it, and is read back to the same. */
static void test_json(void **state) {
  (void)state;
  ss_machine *first, *again;
  ss_text a, b;
  ss_text_start(&a);
  ss_text_start(&b);
  const ss_machine_options o = {.counts = true};
  assert_int_equal(open_ball(&o, NULL, &first), SS_OK);
  ss_model_print_json(ss_machine_model(first), &a);
  assert_non_null(strstr(a.data, "\"after\":2"));
  assert_int_equal(ss_machine_parse("ball.json", a.data, &o, NULL, &again), SS_OK);
  ss_model_print_json(ss_machine_model(again), &b);
  assert_string_equal(a.data, b.data);
  assert_true(ss_machine_counts(again));
  ss_machine_close(again);
  ss_machine_close(first);
  ss_text_stop(&a);
  ss_text_start(&a);
  assert_int_equal(
      ss_machine_parse("m.still", PUSHED "feedback while floor slips : F = 2\n", &o, NULL, &first),
      SS_OK);
  ss_model_print_json(ss_machine_model(first), &a);
  assert_non_null(strstr(a.data, "\"while\":{\"element\":\"floor\",\"does\":\"slips\"}"));
  assert_int_equal(ss_machine_parse("m.json", a.data, &o, NULL, &again), SS_OK);
  assert_true(ss_machine_counts(again));
  ss_machine_close(first);
  ss_machine_close(again);
  ss_text_stop(&a);
  ss_text_stop(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_motion), cmocka_unit_test(test_while),
                                     cmocka_unit_test(test_refused), cmocka_unit_test(test_json)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
