/* test_slider_ask.c: questions about sliders, against closed forms. */
#include "../../src/proof/energy.h"
#include "support.h"

static const ss_boxes_effort effort = {.boxes = 20000, .gap = 1e-4};

static ss_energy *see(machine *m) {
  void *facts;
  const char *why_not;
  ss_linear *linear = ss_arena_new(m->arena, 1, ss_linear);
  ss_subject s = {.arena = m->arena, .system = m->system, .linear = linear};
  assert_int_equal(ss_linear_create(m->arena, m->system, linear, &s.not_linear), SS_OK);
  assert_int_equal(ss_view_slider.find(&s, &facts, &why_not), SS_OK);
  assert_non_null(facts);
  return facts;
}

static double ask(const ss_energy *e, ss_energy_question q, double angle, double rate,
                  ss_verdict *verdict) {
  const double lo[] = {-angle, -rate}, hi[] = {angle, rate};
  ss_energy_answer answer;
  assert_int_equal(ss_energy_ask(e, &q, lo, hi, &effort, &answer), SS_OK);
  const double bound = answer.boxes.bound;
  *verdict = answer.boxes.verdict;
  ss_energy_answer_clear(&answer);
  return bound;
}

/* A bead on a circle y = -cos s that only rubs: N = cos s + s'^2, which vanishes where s'^2 = -cos
 * s, V = s'^2/2 - cos s + 1 = 1 - 3/2 cos s >= 1. */
static void where_nothing_presses(void **state) {
  (void)state;
  machine m = read_machine("t",
                           "coord x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = y\n"
                           "slider c { gap = x^2 + y^2 - 1; slip = x'*y - x*y';"
                           " law = coulomb(1/5) }\nchart s { x = sin(s); y = -cos(s) }\n",
                           0, NULL);
  ss_energy *e = see(&m);
  ss_verdict verdict;
  e->zero = -1;
  const double bound =
      ask(e, (ss_energy_question){.kind = SS_ENERGY_STALLED, .condition = 5}, 3, 3, &verdict);
  assert_true(bound <= 1 && bound > 1 - 1e-3);
  assert_true(ss_slider_is_convex(e));
  stop(&m);
}

/* The beam: at theta = 0 the determinants are 1 +- mu1 mu2/2. */
static void what_can_be_solved(void **state) {
  (void)state;
  static const struct {
    const char *mu1;
    bool good;
  } cases[] = {{"mu1=1.9", true}, {"mu1=2.1", false}};
  for (size_t i = 0; i < 2; i++) {
    const ss_setting settings[] = {{.text = cases[i].mu1}, {.text = "mu2=1"}};
    machine m = read_machine("models/constrained-beam.still", NULL, 2, settings);
    const ss_energy *e = see(&m);
    bool good = true;
    for (size_t k = 0; k < 4; k++) {
      ss_verdict verdict;
      const ss_energy_question q = {.kind = SS_ENERGY_SOLVABLE, .condition = 4, .corner = k};
      good = good && ask(e, q, 0.001, 1, &verdict) == INFINITY;
    }
    assert_int_equal(good, cases[i].good);
    stop(&m);
  }
}

/* The beam rests up to tan theta = 2 mu2/(1 - mu1 mu2), U = 10 (1 - cos theta) = 1.6514 there. */
static void what_is_held(void **state) {
  (void)state;
  machine m = read_machine("models/constrained-beam.still", NULL, 0, NULL);
  ss_energy *e = see(&m);
  ss_verdict verdict;
  ss_energy_question q = {
      .kind = SS_ENERGY_HELD, .condition = 8, .face = SIZE_MAX, .from = 1.66, .to = 3};
  e->zero = -10;
  ask(e, q, 1, 1, &verdict);
  assert_int_equal(verdict, SS_PROVED);
  q.from = 1.64;
  ask(e, q, 1, 1, &verdict);
  assert_int_not_equal(verdict, SS_PROVED);
  stop(&m);
}

static void which_questions(void **state) {
  (void)state;
  machine m = read_machine("models/constrained-beam.still", NULL, 0, NULL);
  const ss_energy *e = see(&m);
  ss_energy_question q;
  size_t count = 0, stalled = 0;
  for (; ss_slider_question(e, count, &q); count++) stalled += q.kind == SS_ENERGY_STALLED;
  assert_int_equal(count, 8);
  assert_int_equal(stalled, 4);
  stop(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(where_nothing_presses),
      cmocka_unit_test(what_can_be_solved),
      cmocka_unit_test(what_is_held),
      cmocka_unit_test(which_questions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
