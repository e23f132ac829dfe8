/* test_search.c: questions whose answers are known. */
#include <stdio.h>

#include "questions.h"

static const double NEAR_ZERO[] = {0, 0};

/* x^2 + y^2 < 1 and x + y > 3/2 have no common point; with 7/5 they have. */
static void decides(void **state) {
  (void)state;
  const ss_boxes_condition conditions[] = {{.sense = SS_BOXES_POSITIVE, .output = 0},
                                           {.sense = SS_BOXES_NOT_NEGATIVE, .output = 1}};
  const double lo[] = {-2, -2}, hi[] = {2, 2};
  for (int true_one = 0; true_one < 2; true_one++) {
    const char *text[] = {"1 - x^2 - y^2", true_one ? "x + y - 3/2" : "x + y - 7/5"};
    asked a = ask_about(2, text, 2, conditions, SIZE_MAX);
    ss_boxes_answer answer;
    bool holds;
    assert_int_equal(ss_boxes_ask(&a.question, lo, hi, &(ss_boxes_effort){0}, &answer), SS_OK);
    assert_int_equal(answer.verdict, true_one ? SS_PROVED : SS_REFUTED);
    if (true_one) {
      assert_int_equal(ss_boxes_replay(&a.question, &answer, &holds), SS_OK);
      assert_true(holds);
    } else {
      const double x = answer.point[0], y = answer.point[1];
      assert_true(x * x + y * y < 1 && x + y >= 1.4);
    }
    ss_boxes_answer_clear(&answer);
    forget(&a);
  }
}

/* A clause with alternatives: outside the square |x|, |y| <= 1 or below the line: the circle of
 * radius 1 has no such point above y = -2. */
static void knows_alternatives(void **state) {
  (void)state;
  const ss_boxes_condition conditions[] = {
      {.sense = SS_BOXES_NOT_NEGATIVE, .output = 0},
      {.sense = SS_BOXES_POSITIVE, .output = 1},
      {.sense = SS_BOXES_POSITIVE, .output = 2, .alternative = true}};
  const char *text[] = {"1 - x^2 - y^2", "x - 1.01", "-2 - y"};
  const double lo[] = {-3, -3}, hi[] = {3, 3};
  asked a = ask_about(3, text, 3, conditions, SIZE_MAX);
  ss_boxes_answer answer;
  assert_int_equal(ss_boxes_ask(&a.question, lo, hi, &(ss_boxes_effort){0}, &answer), SS_OK);
  assert_int_equal(answer.verdict, SS_PROVED);
  ss_boxes_answer_clear(&answer);
  forget(&a);
}

/* What was not within reach of the boxes is unknown, with a box: sin(x) = sin(x) + 0 y cannot be
 * refuted, and not be confirmed at a point either. */
static void admits_ignorance(void **state) {
  (void)state;
  const ss_boxes_condition conditions[] = {{.sense = SS_BOXES_ZERO, .output = 0}};
  const char *text[] = {"sin(x)^2 + cos(x)^2 - 1"};
  const double lo[] = {0, 0}, hi[] = {1, 1};
  asked a = ask_about(1, text, 1, conditions, SIZE_MAX);
  ss_boxes_answer answer;
  const ss_boxes_effort effort = {.boxes = 100};
  assert_int_equal(ss_boxes_ask(&a.question, lo, hi, &effort, &answer), SS_OK);
  assert_int_equal(answer.verdict, SS_UNKNOWN);
  assert_true(answer.tested <= 102);
  assert_int_equal(answer.tree.node[answer.blocking].child, 0);
  ss_boxes_answer_clear(&answer);
  /* nor after a moment that has come */
  const ss_boxes_effort late = {.boxes = 100, .until = ss_clock()};
  assert_int_equal(ss_boxes_ask(&a.question, lo, hi, &late, &answer), SS_OK);
  assert_int_equal(answer.verdict, SS_UNKNOWN);
  assert_true(answer.tested < 100);
  ss_boxes_answer_clear(&answer);
  forget(&a);
}

/* The reversed Van der Pol oscillator x' = y, y' = -x - mu (1 - x^2) y, V = x^T P x with
 * A^T P + P A = -I: P = [mu/2 + 1/mu, 1/2; 1/2, 1/mu], V' = -(x^2 + y^2) + mu x^2 y (x + 2 y/mu).
 * The least V with V' >= 0, but for the origin: 1.95898 for mu = 5/4. */
static asked ask_van_der_pol(const char *V, const char *rate, const char *const *curvature) {
  static const ss_boxes_condition conditions[] = {{.sense = SS_BOXES_NOT_NEGATIVE, .output = 1}};
  const char *text[] = {V, rate};
  asked a = ask_about(2, text, 1, conditions, 0);
  a.near = compile_texts(&a, 3, curvature);
  a.local = (ss_boxes_local){.tape = a.near, .lo = NEAR_ZERO, .hi = NEAR_ZERO, .inputs = 2};
  return a;
}

static void finds_levels(void **state) {
  (void)state;
  const char *curvature[] = {"2 - 5/2*x*y*3 - 4*y^2", "-15/4*x^2 - 8*x*y", "2 - 4*x^2"};
  asked a =
      ask_van_der_pol("57/40*x^2 + x*y + 4/5*y^2", "-x^2 - y^2 + 5/4*x^2*y*(x + 8/5*y)", curvature);
  const double lo[] = {-3, -3}, hi[] = {3, 3};
  double last = 0;
  for (int i = 0; i < 3; i++) {
    ss_boxes_answer answer;
    bool holds;
    const ss_boxes_effort effort = {.gap = i == 0 ? 1e-2 : i == 1 ? 1e-4 : 1e-6};
    a.question.local = &a.local;
    assert_int_equal(ss_boxes_ask(&a.question, lo, hi, &effort, &answer), SS_OK);
    assert_int_equal(answer.verdict, SS_PROVED);
    assert_true(answer.bound > last && answer.bound < 1.95899);
    assert_true(answer.bound > 1.95897 * (1 - effort.gap));
    last = answer.bound;
    assert_int_equal(ss_boxes_replay(&a.question, &answer, &holds), SS_OK);
    assert_true(holds);
    /* a larger level is not shown by the same tree */
    answer.bound = 1.96;
    assert_int_equal(ss_boxes_replay(&a.question, &answer, &holds), SS_OK);
    assert_false(holds);
    ss_boxes_answer_clear(&answer);
  }
  forget(&a);
}

/* The same tree, whatever the number of threads. */
static void is_deterministic(void **state) {
  (void)state;
  const char *curvature[] = {"2 - 5/2*x*y*3 - 4*y^2", "-15/4*x^2 - 8*x*y", "2 - 4*x^2"};
  asked a =
      ask_van_der_pol("57/40*x^2 + x*y + 4/5*y^2", "-x^2 - y^2 + 5/4*x^2*y*(x + 8/5*y)", curvature);
  const double lo[] = {-3, -3}, hi[] = {3, 3};
  ss_text text[3];
  a.question.local = &a.local;
  for (size_t i = 0; i < 3; i++) {
    ss_boxes_answer answer;
    const ss_boxes_effort effort = {.gap = 1e-5, .threads = 1 + 2 * i};
    assert_int_equal(ss_boxes_ask(&a.question, lo, hi, &effort, &answer), SS_OK);
    ss_text_start(&text[i]);
    ss_boxes_write(&answer, &text[i]);
    ss_text_addf(&text[i], "%.17g", answer.bound);
    assert_string_equal(text[i].data, text[0].data);
    ss_boxes_answer_clear(&answer);
  }
  for (size_t i = 0; i < 3; i++) ss_text_stop(&text[i]);
  forget(&a);
}

/* V and the conditions in units 1e8 times larger or smaller, states too: the same level. */
static void does_not_depend_on_units(void **state) {
  (void)state;
  static const char *const units[] = {"1", "100000000", "(1/100000000)"};
  const double unit[] = {1, 1e8, 1e-8};
  for (int v = 0; v < 3; v++)
    for (int x = 0; x < 3; x++) {
      char V[400], rate[400];
      const double lo[] = {-3 * unit[x], -3 * unit[x]}, hi[] = {3 * unit[x], 3 * unit[x]};
      const char *X = units[x];
      static const ss_boxes_condition conditions[] = {
          {.sense = SS_BOXES_NOT_NEGATIVE, .output = 1},
          {.sense = SS_BOXES_NOT_NEGATIVE, .output = 2}};
      snprintf(V, sizeof V, "%s*(57/40*(x/%s)^2 + x/%s*y/%s + 4/5*(y/%s)^2)", units[v], X, X, X, X);
      snprintf(rate, sizeof rate,
               "%s*(-(x/%s)^2 - (y/%s)^2 + 5/4*(x/%s)^2*(y/%s)*(x/%s + 8/5*(y/%s)))", units[v], X,
               X, X, X, X, X);
      char far[100];
      snprintf(far, sizeof far, "(x/%s)^2 + (y/%s)^2 - 1/4", X, X);
      const char *text[] = {V, rate, far};
      asked a = ask_about(3, text, 2, conditions, 0);
      ss_boxes_answer answer;
      assert_int_equal(ss_boxes_ask(&a.question, lo, hi, &(ss_boxes_effort){0}, &answer), SS_OK);
      assert_int_equal(answer.verdict, SS_PROVED);
      assert_true(fabs(answer.bound / unit[v] - 1.95898) < 2e-4 * 1.95898);
      ss_boxes_answer_clear(&answer);
      forget(&a);
    }
}

/* A part of a box on which something is proved: it is proved there too. */
static void proves_parts(void **state) {
  (void)state;
  uint64_t seed = 5;
  const ss_boxes_condition conditions[] = {{.sense = SS_BOXES_NOT_NEGATIVE, .output = 0}};
  const char *text[] = {"sin(3*x)*cos(2*y) - 1.001"};
  asked a = ask_about(1, text, 1, conditions, SIZE_MAX);
  for (int n = 0; n < 40; n++) {
    double lo[] = {-2, -2}, hi[] = {2, 2};
    ss_boxes_answer answer;
    for (int j = 0; j < 2 && n; j++) {
      lo[j] += 3 * uniform(&seed);
      hi[j] = lo[j] + (2 - lo[j]) * uniform(&seed);
    }
    assert_int_equal(ss_boxes_ask(&a.question, lo, hi, &(ss_boxes_effort){0}, &answer), SS_OK);
    assert_int_equal(answer.verdict, SS_PROVED);
    ss_boxes_answer_clear(&answer);
  }
  forget(&a);
}

/* What interval tools got wrong in public: poles, empty domains, ends that round to nearest. Each
 * of these has a solution, or is undefined somewhere, and must not be refuted. */
static void is_not_fooled(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double lo, hi;
  } trap[] = {
      {"-tan(x)", 1, 2},              /* positive beyond the pole at pi/2 */
      {"-1/x", -1, 1},                /* a division hulled across 0 */
      {"-sqrt(x) - 1", -1, 1},        /* half of the domain is empty */
      {"-log(x) - 10", -1, 1},        /* unbounded at 0 */
      {"0.1 + 0.2 - 0.3 - x", 0, 1},  /* 0 at x = 0: doubles say 5.6e-17 */
      {"3/10 - 0.1 - 0.2 - x", 0, 1}, /* and the other way round */
      {"x^2 - 2*x*0.1 + 0.01", 0, 1}, /* (x - 1/10)^2 touches 0 at no double */
      {"-(x - 1)^2 - y", 0, 2},       /* touches 0 at (1, 0) */
      {"-abs(x)", -1, 1},             /* 0 at the kink */
      {"min(x, -x)", -1, 1},
      {"-sign(x)", -1, 1},
      {"-acos(x)", 0, 3}, /* beyond the domain */
      {"-x^0.5", -1, 1},
      {"-atan2(y, x) - 3", -1, 1}, /* the branch cut */
  };
  const ss_boxes_condition conditions[] = {{.sense = SS_BOXES_NOT_NEGATIVE, .output = 0}};
  for (size_t i = 0; i < sizeof trap / sizeof *trap; i++) {
    asked a = ask_about(1, &trap[i].text, 1, conditions, SIZE_MAX);
    const double lo[] = {trap[i].lo, i == 13 ? -1 : 0}, hi[] = {trap[i].hi, 1};
    const ss_boxes_effort effort = {.boxes = 3000};
    ss_boxes_answer answer;
    assert_int_equal(ss_boxes_ask(&a.question, lo, hi, &effort, &answer), SS_OK);
    if (answer.verdict == SS_PROVED) fail_msg("%s >= 0 was refuted", trap[i].text);
    ss_boxes_answer_clear(&answer);
    forget(&a);
  }
}

/* Boxes and conditions that make no sense. */
static void refuses(void **state) {
  (void)state;
  const char *text[] = {"x"};
  const ss_boxes_condition wrong[] = {{.sense = SS_BOXES_ZERO, .output = 1},
                                      {.sense = SS_BOXES_ZERO, .alternative = true},
                                      {.sense = SS_BOXES_NOT_DEFINITE, .columns = 2}};
  const double lo[] = {0, 0}, hi[] = {1, 1}, endless[] = {1, INFINITY};
  ss_boxes_answer answer;
  for (size_t i = 0; i < 3; i++) {
    asked a = ask_about(1, text, 1, &wrong[i], SIZE_MAX);
    assert_int_equal(ss_boxes_ask(&a.question, lo, hi, &(ss_boxes_effort){0}, &answer),
                     SS_BAD_ARGUMENT);
    ss_boxes_answer_clear(&answer);
    a.question.conditions = 0;
    assert_int_equal(ss_boxes_ask(&a.question, lo, endless, &(ss_boxes_effort){0}, &answer),
                     SS_BAD_ARGUMENT);
    ss_boxes_answer_clear(&answer);
    forget(&a);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(decides),          cmocka_unit_test(knows_alternatives),
      cmocka_unit_test(admits_ignorance), cmocka_unit_test(finds_levels),
      cmocka_unit_test(is_deterministic), cmocka_unit_test(does_not_depend_on_units),
      cmocka_unit_test(proves_parts),     cmocka_unit_test(is_not_fooled),
      cmocka_unit_test(refuses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
