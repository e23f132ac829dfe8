/* test_tape_balls.c: enclosures are enclosures, and doubles lie where they must.
 *
 * Oracles: Arb applied to the graph node by node (reference.h), at twice the precision; interval
 * images in closed form.
 */
#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "random_expr.h"
#include "reference.h"

static ss_tape *compile(const specimen *s) {
  ss_tape *tape = NULL;
  assert_int_equal(
      ss_tape_compile(s->graph, PARAMETERS, s->parameter, INPUTS, s->input, 1, &s->result, &tape),
      SS_OK);
  return tape;
}

/* ---- agreement on random expressions --------------------------------------------------------- */

typedef struct trial {
  specimen s;
  ss_tape *tape;
  uint8_t *marks;
  arb_ptr rounded, exact, work; /* by node, by node, by slot */
  double *doubles;
} trial;

static trial start_trial(random_source *r, size_t steps) {
  trial t = {.s = grow_specimen(r, true, steps)};
  size_t count = ss_graph_count(t.s.graph);
  t.tape = compile(&t.s);
  t.marks = calloc(count, 1);
  ss_expr_mark(t.s.graph, 1, &t.s.result, t.marks);
  t.rounded = _arb_vec_init((slong)count);
  t.exact = _arb_vec_init((slong)count);
  t.work = _arb_vec_init((slong)ss_balls_work_size(t.tape));
  t.doubles = calloc(ss_tape_work_size(t.tape), sizeof(double));
  return t;
}

static void stop_trial(trial *t) {
  size_t count = ss_graph_count(t->s.graph);
  _arb_vec_clear(t->rounded, (slong)count);
  _arb_vec_clear(t->exact, (slong)count);
  _arb_vec_clear(t->work, (slong)ss_balls_work_size(t->tape));
  free(t->doubles);
  free(t->marks);
  ss_tape_destroy(t->tape);
  ss_graph_destroy(t->s.graph);
}

/* Sets parameters and state in all evaluators; the balls are points. */
static void set_point(trial *t, const double *p, const double *x) {
  for (int i = 0; i < PARAMETERS; i++) {
    arb_set_d(t->rounded + t->s.parameter[i], p[i]);
    arb_set_d(t->exact + t->s.parameter[i], p[i]);
  }
  for (int i = 0; i < INPUTS; i++) {
    arb_set_d(t->rounded + t->s.input[i], x[i]);
    arb_set_d(t->exact + t->s.input[i], x[i]);
    arb_set_d(ss_balls_in(t->tape, t->work) + i, x[i]);
    ss_tape_in(t->tape, t->doubles)[i] = x[i];
  }
}

static void prepare(trial *t, const double *p) {
  arb_ptr balls = _arb_vec_init(PARAMETERS);
  for (int i = 0; i < PARAMETERS; i++) arb_set_d(balls + i, p[i]);
  ss_balls_prepare(t->tape, balls, t->work, 128);
  ss_tape_prepare(t->tape, p, t->doubles);
  _arb_vec_clear(balls, PARAMETERS);
}

static bool contains_double(const arb_t ball, double x) {
  arf_t value;
  arf_init(value);
  arf_set_d(value, x);
  bool inside = arb_contains_arf(ball, value);
  arf_clear(value);
  return inside;
}

/* 2000 expressions at 50 states each: the double lies in the ball widened by its rounding errors,
 * the tape's ball meets the exact value and is sharp. */
static void evaluators_agree(void **state) {
  (void)state;
  const reference rounded = {128, true}, exact = {256, false};
  random_source r = {2024};
  size_t finite = 0, sharp = 0, tight = 0, lost = 0, all = 0;
  for (int n = 0; n < 2000; n++) {
    trial t = start_trial(&r, 3 + random_below(&r, 10));
    double p[PARAMETERS], x[INPUTS];
    draw_state(&r, PARAMETERS, p);
    prepare(&t, p);
    for (int k = 0; k < 50; k++, all++) {
      draw_state(&r, INPUTS, x);
      set_point(&t, p, x);
      ss_tape_run(t.tape, t.doubles);
      ss_balls_run(t.tape, t.work, 128);
      refer(&rounded, t.s.graph, t.marks, t.rounded);
      refer(&exact, t.s.graph, t.marks, t.exact);
      arb_srcptr ball = ss_balls_out(t.tape, t.work), bound = t.rounded + t.s.result;
      double value = *ss_tape_out(t.tape, t.doubles);
      assert_true(arb_overlaps(ball, t.exact + t.s.result));
      lost += arb_is_finite(t.exact + t.s.result) && !arb_is_finite(ball);
      sharp += arb_is_finite(ball) && (arb_is_exact(ball) || arb_rel_accuracy_bits(ball) > 90);
      if (!arb_is_finite(bound)) continue;
      finite++;
      assert_true(contains_double(bound, value));
      assert_true(arb_overlaps(bound, ball));
      tight += arb_is_exact(bound) || arb_rel_accuracy_bits(bound) > 30;
    }
    stop_trial(&t);
  }
  /* the test must not be empty: most values are finite, most bounds say something, and 128 bits
   * nearly always tell what 256 bits tell */
  assert_true(all == 100000 && finite > 7 * all / 10 && lost < all / 100);
  assert_true(sharp > 8 * finite / 10 && tight > 8 * finite / 10);
}

/* Balls of any radius enclose the values at points inside. */
static void boxes_enclose_their_points(void **state) {
  (void)state;
  const reference exact = {128, false};
  random_source r = {7};
  size_t finite = 0, all = 0;
  for (int n = 0; n < 1500; n++) {
    trial t = start_trial(&r, 2 + random_below(&r, 6));
    double p[PARAMETERS], x[INPUTS], y[INPUTS];
    draw_state(&r, PARAMETERS, p);
    prepare(&t, p);
    draw_state(&r, INPUTS, x);
    double width = exp2(-(double)random_below(&r, 12));
    for (int k = 0; k < 6; k++, all++) {
      for (int i = 0; i < INPUTS; i++) y[i] = x[i] + random_between(&r, -width, width);
      set_point(&t, p, y);
      for (int i = 0; i < INPUTS; i++) {
        arb_ptr in = ss_balls_in(t.tape, t.work) + i;
        arb_set_d(in, x[i]);
        mag_set_d(arb_radref(in), width);
      }
      ss_balls_run(t.tape, t.work, 64);
      refer(&exact, t.s.graph, t.marks, t.exact);
      assert_true(arb_overlaps(ss_balls_out(t.tape, t.work), t.exact + t.s.result));
      finite += arb_is_finite(ss_balls_out(t.tape, t.work)) != 0;
    }
    stop_trial(&t);
  }
  assert_true(finite > all / 2);
}

/* ---- images of intervals --------------------------------------------------------------------- */

typedef struct image_case {
  ss_op op;
  long power;        /* for x^n: n/2, otherwise 0 */
  double x[2], y[2]; /* the intervals of the arguments */
  double image[2];   /* NAN: the result must be indeterminate */
} image_case;

static const image_case images[] = {
    {SS_OP_ABS, 0, {-1, 2}, {0}, {0, 2}},
    {SS_OP_ABS, 0, {-3, -1}, {0}, {1, 3}},
    {SS_OP_SIGN, 0, {-1, 2}, {0}, {-1, 1}},
    {SS_OP_SIGN, 0, {0, 2}, {0}, {0, 1}},
    {SS_OP_SIGN, 0, {-2, 0}, {0}, {-1, 0}},
    {SS_OP_SIGN, 0, {1, 2}, {0}, {1, 1}},
    {SS_OP_SIGN, 0, {0, 0}, {0}, {0, 0}},
    {SS_OP_MIN, 0, {-1, 3}, {0, 2}, {-1, 2}},
    {SS_OP_MAX, 0, {-1, 3}, {0, 2}, {0, 3}},
    {SS_OP_MIN, 0, {-1, 0}, {1, 2}, {-1, 0}},
    {SS_OP_MUL, 0, {0, 2}, {0, 2}, {0, 4}},
    {SS_OP_MUL, 0, {-1, 2}, {-3, 4}, {-6, 8}},
    {SS_OP_MUL, 0, {-2, 0}, {0, 2}, {-4, 0}},
    {SS_OP_ADD, 0, {0, 1}, {0, 0.75}, {0, 1.75}},
    {SS_OP_DIV, 0, {1, 2}, {1, 4}, {0.25, 2}},
    {SS_OP_DIV, 0, {1, 2}, {-1, 1}, {NAN, NAN}},
    {SS_OP_POW, 4, {-1, 2}, {0}, {0, 4}},
    {SS_OP_POW, 6, {-2, 1}, {0}, {-8, 1}},
    {SS_OP_POW, 20, {-1, 2}, {0}, {0, 1024}},
    {SS_OP_POW, 40, {-2, 1}, {0}, {0, 1048576}},
    {SS_OP_POW, 5, {0, 4}, {0}, {0, 32}},
    {SS_OP_POW, 5, {-1, 4}, {0}, {NAN, NAN}},
    {SS_OP_SQRT, 0, {0, 4}, {0}, {0, 2}},
    {SS_OP_SQRT, 0, {-1, 4}, {0}, {NAN, NAN}},
    {SS_OP_LOG, 0, {1, 4}, {0}, {0, 1.3862943611198906}},
    {SS_OP_LOG, 0, {0, 4}, {0}, {NAN, NAN}},
    {SS_OP_EXP, 0, {-2, 2}, {0}, {0.1353352832366127, 7.389056098930650}},
    {SS_OP_TANH, 0, {-3, 1}, {0}, {-0.9950547536867305, 0.7615941559557649}},
    {SS_OP_ATAN, 0, {-10, 1}, {0}, {-1.4711276743037347, M_PI_4}},
    {SS_OP_ASIN, 0, {-1, 1}, {0}, {-M_PI_2, M_PI_2}},
    {SS_OP_ASIN, 0, {0, 1.5}, {0}, {NAN, NAN}},
    {SS_OP_ACOS, 0, {-1, 0.5}, {0}, {1.0471975511965979, M_PI}},
    {SS_OP_TAN, 0, {-1, 1}, {0}, {-1.5574077246549023, 1.5574077246549023}},
    {SS_OP_TAN, 0, {1, 2}, {0}, {NAN, NAN}},
    {SS_OP_SIN, 0, {1, 3}, {0}, {0.14112000805986721, 1}},
    {SS_OP_COS, 0, {-1, 3}, {0}, {-0.9899924966004454, 1}},
    {SS_OP_ATAN2, 0, {-1, 1}, {-2, -1}, {-M_PI, M_PI}},
    {SS_OP_ATAN2, 0, {0, 0}, {-2, -1}, {M_PI, M_PI}},
    {SS_OP_ATAN2, 0, {1, 2}, {1, 1}, {M_PI_4, 1.1071487177940904}},
};

static ss_expr apply(ss_graph *g, const image_case *c, ss_expr x, ss_expr y) {
  if (c->op == SS_OP_POW) y = ss_expr_ratio(g, c->power, 2);
  return ss_op_arity(c->op) == 1 ? ss_expr_unary(g, c->op, x) : ss_expr_binary(g, c->op, x, y);
}

/* Ends that are multiples of 1/4: the ball is exactly the interval. */
static void set_interval(arb_t ball, const double *ends) {
  arb_set_d(ball, (ends[0] + ends[1]) / 2);
  mag_set_ui_2exp_si(arb_radref(ball), (ulong)(4 * (ends[1] - ends[0])), -3);
}

/* The ball holds [low, high] up to the rounding of those doubles, and little more. */
static void assert_encloses(const arb_t ball, double low, double high) {
  arf_t l, h;
  arf_init(l);
  arf_init(h);
  arb_get_interval_arf(l, h, ball, 64);
  double slack = 1e-7 * (1 + high - low), dust = 1e-15 * (fabs(low) + fabs(high));
  double ball_low = arf_get_d(l, ARF_RND_FLOOR), ball_high = arf_get_d(h, ARF_RND_CEIL);
  assert_true(ball_low <= low + dust && ball_low >= low - slack);
  assert_true(ball_high >= high - dust && ball_high <= high + slack);
  /* what starts at 0 starts at 0 exactly */
  if (low == 0) assert_true(ball_low >= 0);
  if (high == 0) assert_true(ball_high <= 0);
  arf_clear(l);
  arf_clear(h);
}

static void images_of_intervals_are_tight(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof images / sizeof *images; i++) {
    ss_graph *g = ss_graph_create();
    ss_expr xy[] = {ss_expr_symbol(g, "x"), ss_expr_symbol(g, "y")};
    ss_expr e = apply(g, &images[i], xy[0], xy[1]);
    ss_tape *tape;
    assert_int_equal(ss_tape_compile(g, 0, NULL, 2, xy, 1, &e, &tape), SS_OK);
    arb_ptr work = _arb_vec_init((slong)ss_balls_work_size(tape));
    ss_balls_prepare(tape, NULL, work, 64);
    set_interval(ss_balls_in(tape, work), images[i].x);
    set_interval(ss_balls_in(tape, work) + 1, images[i].y);
    ss_balls_run(tape, work, 64);
    arb_srcptr out = ss_balls_out(tape, work);
    if (isnan(images[i].image[0]))
      assert_true(arf_is_nan(arb_midref(out)));
    else
      assert_encloses(out, images[i].image[0], images[i].image[1]);
    _arb_vec_clear(work, (slong)ss_balls_work_size(tape));
    ss_tape_destroy(tape);
    ss_graph_destroy(g);
  }
}

/* sqrt(x^2 + y^2) and (|x| + y^4)^(3/2) are defined on boxes around 0. */
static void norms_are_defined_at_zero(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_expr x = ss_expr_symbol(g, "x"), y = ss_expr_symbol(g, "y"), xy[] = {x, y};
  ss_expr two = ss_expr_integer(g, 2), four = ss_expr_integer(g, 4);
  ss_expr sum = ss_expr_add(g, ss_expr_pow(g, x, two), ss_expr_pow(g, y, two));
  ss_expr other = ss_expr_add(g, ss_expr_unary(g, SS_OP_ABS, x), ss_expr_pow(g, y, four));
  ss_expr e[] = {ss_expr_unary(g, SS_OP_SQRT, sum), ss_expr_pow(g, other, ss_expr_ratio(g, 3, 2))};
  ss_tape *tape;
  assert_int_equal(ss_tape_compile(g, 0, NULL, 2, xy, 2, e, &tape), SS_OK);
  arb_ptr work = _arb_vec_init((slong)ss_balls_work_size(tape));
  ss_balls_prepare(tape, NULL, work, 64);
  random_source r = {5};
  for (int k = 0; k < 1000; k++) {
    for (int i = 0; i < 2; i++) {
      arb_set_d(ss_balls_in(tape, work) + i, random_between(&r, -1, 1));
      mag_set_ui(arb_radref(ss_balls_in(tape, work) + i), 1 + random_below(&r, 3));
    }
    ss_balls_run(tape, work, 64);
    for (int o = 0; o < 2; o++) {
      assert_true(arb_is_finite(ss_balls_out(tape, work) + o));
      assert_true(arb_is_nonnegative(ss_balls_out(tape, work) + o));
    }
  }
  _arb_vec_clear(work, (slong)ss_balls_work_size(tape));
  ss_tape_destroy(tape);
  ss_graph_destroy(g);
}

/* ---- undefined, exact, in bounds ------------------------------------------------------------- */

/* f(sqrt(x)) is indeterminate at x = -1 and at x = NaN, for every operation f. */
static void undefined_stays_undefined(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_expr x = ss_expr_symbol(g, "x"), y = ss_expr_symbol(g, "y"), xy[] = {x, y};
  ss_expr root = ss_expr_unary(g, SS_OP_SQRT, x);
  for (int op = SS_OP_ADD; op < SS_OP_CURVE; op++) {
    bool unary = ss_op_arity((ss_op)op) == 1;
    ss_expr e[] = {unary ? ss_expr_unary(g, op, root) : ss_expr_binary(g, op, root, y),
                   unary ? ss_expr_unary(g, op, x) : ss_expr_binary(g, op, y, root)};
    ss_tape *tape;
    assert_int_equal(ss_tape_compile(g, 0, NULL, 2, xy, 2, e, &tape), SS_OK);
    arb_ptr work = _arb_vec_init((slong)ss_balls_work_size(tape));
    ss_balls_prepare(tape, NULL, work, 53);
    for (int k = 0; k < 4; k++) {
      arb_set_d(ss_balls_in(tape, work), k / 2 ? NAN : -1);
      arb_set_si(ss_balls_in(tape, work) + 1, k % 2);
      ss_balls_run(tape, work, 53);
      arb_srcptr out = ss_balls_out(tape, work);
      assert_true(arf_is_nan(arb_midref(out)));
      if (!unary || k / 2) assert_true(arf_is_nan(arb_midref(out + 1)));
    }
    _arb_vec_clear(work, (slong)ss_balls_work_size(tape));
    ss_tape_destroy(tape);
  }
  ss_graph_destroy(g);
}

/* Constants enclose the rational that was written, at any precision. */
static void constants_are_exact(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_expr x = ss_expr_symbol(g, "x");
  ss_expr e[] = {ss_expr_mul(g, ss_expr_ratio(g, 1, 10), x), ss_expr_ratio(g, 22, 7), ss_expr_pi(g),
                 ss_expr_div(g, x, ss_expr_integer(g, 3))};
  ss_tape *tape;
  assert_int_equal(ss_tape_compile(g, 0, NULL, 1, &x, 4, e, &tape), SS_OK);
  arb_ptr work = _arb_vec_init((slong)ss_balls_work_size(tape));
  ss_balls_prepare(tape, NULL, work, 1000);
  arb_set_si(ss_balls_in(tape, work), 7);
  ss_balls_run(tape, work, 1000);
  static const long ratio[][2] = {{7, 10}, {22, 7}, {0, 0}, {7, 3}};
  fmpq_t q;
  fmpq_init(q);
  for (int k = 0; k < 4; k++) {
    arb_srcptr out = ss_balls_out(tape, work) + k;
    assert_true(arb_rel_accuracy_bits(out) > 990);
    if (!ratio[k][1]) continue;
    fmpq_set_si(q, ratio[k][0], (ulong)ratio[k][1]);
    assert_true(arb_contains_fmpq(out, q));
  }
  fmpq_clear(q);
  _arb_vec_clear(work, (slong)ss_balls_work_size(tape));
  ss_tape_destroy(tape);
  ss_graph_destroy(g);
}

/* Balls before and after the workspace stay as they were. */
static void work_size_is_respected(void **state) {
  (void)state;
  random_source r = {99};
  for (int n = 0; n < 50; n++) {
    specimen s = grow_specimen(&r, true, 20);
    ss_tape *tape = compile(&s);
    slong size = (slong)ss_balls_work_size(tape);
    arb_ptr all = _arb_vec_init(size + 2), work = all + 1, p = _arb_vec_init(PARAMETERS);
    arb_set_si(all, 42);
    arb_set_si(all + size + 1, 43);
    ss_balls_prepare(tape, p, work, 53);
    for (int i = 0; i < INPUTS; i++) arb_set_d(ss_balls_in(tape, work) + i, 0.25 * i);
    ss_balls_run(tape, work, 53);
    for (int i = 0; i < INPUTS; i++)
      assert_true(contains_double(ss_balls_in(tape, work) + i, 0.25 * i) &&
                  arb_is_exact(ss_balls_in(tape, work) + i));
    assert_true(arb_equal_si(all, 42) && arb_equal_si(all + size + 1, 43));
    _arb_vec_clear(p, PARAMETERS);
    _arb_vec_clear(all, size + 2);
    ss_tape_destroy(tape);
    ss_graph_destroy(s.graph);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(evaluators_agree),
      cmocka_unit_test(boxes_enclose_their_points),
      cmocka_unit_test(images_of_intervals_are_tight),
      cmocka_unit_test(norms_are_defined_at_zero),
      cmocka_unit_test(undefined_stays_undefined),
      cmocka_unit_test(constants_are_exact),
      cmocka_unit_test(work_size_is_respected),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  flint_cleanup();
  return failed;
}
