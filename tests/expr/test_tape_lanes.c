/* test_tape_lanes.c: lanes against doubles, for every kernel that this machine can run.
 *
 * Oracle: the double evaluator, bit for bit where the header says so, within 2 units in the last
 * place for the functions of SLEEF; and the bound on rounding of reference.h for whole expressions.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../../src/expr/tape_private.h"
#include "random_expr.h"
#include "reference.h"

static bool same_bits(double a, double b) {
  return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

/* Doubles between two doubles; a NaN is near a NaN only. */
static uint64_t distance(double a, double b) {
  int64_t i, j;
  if (isnan(a) || isnan(b)) return isnan(a) && isnan(b) ? 0 : UINT64_MAX;
  memcpy(&i, &a, sizeof i);
  memcpy(&j, &b, sizeof j);
  if (i < 0) i = INT64_MIN - i;
  if (j < 0) j = INT64_MIN - j;
  return i < j ? (uint64_t)j - (uint64_t)i : (uint64_t)i - (uint64_t)j;
}

static ss_tape *compile(const specimen *s) {
  ss_tape *tape = NULL;
  assert_int_equal(
      ss_tape_compile(s->graph, PARAMETERS, s->parameter, INPUTS, s->input, 1, &s->result, &tape),
      SS_OK);
  return tape;
}

static double *make_lanes(const ss_tape *tape) {
  size_t bytes = (ss_lanes_work_size(tape) * sizeof(double) + 63) & ~(size_t)63;
  return aligned_alloc(SS_LANES_ALIGNMENT, bytes ? bytes : 64);
}

static void run_kernel(const ss_lane_kernel *kernel, const ss_tape *tape, double *work) {
  kernel->run(tape->lane_code, work);
}

/* ---- operations that agree bit for bit ------------------------------------------------------- */

static void compare_bits(const ss_tape *tape, const double *p, random_source *r) {
  double *lanes = make_lanes(tape), *one = calloc(ss_tape_work_size(tape), sizeof *one);
  ss_tape_prepare(tape, p, one);
  for (size_t n = 0; ss_lane_kernel_at(n); n++) {
    ss_lanes_prepare(tape, p, lanes);
    draw_state(r, INPUTS * SS_LANES, ss_lanes_in(tape, lanes));
    /* some lanes hold zeros, infinities and anything */
    for (int i = 0; i < INPUTS; i++)
      if (random_below(r, 4) == 0)
        ss_lanes_in(tape, lanes)[random_below(r, INPUTS * SS_LANES)] = i == 0   ? 0.0
                                                                       : i == 1 ? -INFINITY
                                                                                : random_pattern(r);
    run_kernel(ss_lane_kernel_at(n), tape, lanes);
    for (int j = 0; j < SS_LANES; j++) {
      for (int i = 0; i < INPUTS; i++)
        ss_tape_in(tape, one)[i] = ss_lanes_in(tape, lanes)[i * SS_LANES + j];
      ss_tape_run(tape, one);
      assert_true(same_bits(*ss_tape_out(tape, one), ss_lanes_out(tape, lanes)[j]));
    }
  }
  free(lanes);
  free(one);
}

/* Powers of powers grow beyond the products that are exact, to pow. */
static bool needs_pow(const specimen *s) {
  for (ss_expr e = 1; e < ss_graph_count(s->graph); e++) {
    const fmpq *n = ss_expr_op(s->graph, e) == SS_OP_POW
                        ? ss_expr_value(s->graph, ss_expr_arg(s->graph, e, 1))
                        : NULL;
    if (n && fmpq_cmp_ui(n, 16) > 0) return true;
  }
  return false;
}

/* 1600 expressions without vector functions, 64 states each and every kernel: the same bits. */
static void exact_operations_agree_bit_for_bit(void **state) {
  (void)state;
  random_source r = {11};
  for (int n = 0; n < 1600;) {
    specimen s = grow_specimen(&r, false, 3 + random_below(&r, 20));
    if (needs_pow(&s)) {
      ss_graph_destroy(s.graph);
      continue;
    }
    ss_tape *tape = compile(&s);
    double p[PARAMETERS];
    draw_state(&r, PARAMETERS, p);
    compare_bits(tape, p, &r);
    n++;
    ss_tape_destroy(tape);
    ss_graph_destroy(s.graph);
  }
}

/* ---- functions, one by one ------------------------------------------------------------------- */

/* Every operation of two arguments or one, and sin with cos. */
typedef struct function_case {
  ss_graph *graph;
  ss_tape *tape;
  double *lanes, *one;
} function_case;

static function_case start_function(ss_op op, bool paired) {
  function_case f = {.graph = ss_graph_create()};
  ss_expr xy[] = {ss_expr_symbol(f.graph, "x"), ss_expr_symbol(f.graph, "y")};
  ss_expr e[] = {ss_op_arity(op) == 1 ? ss_expr_unary(f.graph, op, xy[0])
                                      : ss_expr_binary(f.graph, op, xy[0], xy[1]),
                 ss_expr_unary(f.graph, SS_OP_COS, xy[0])};
  assert_int_equal(ss_tape_compile(f.graph, 0, NULL, 2, xy, paired ? 2 : 1, e, &f.tape), SS_OK);
  f.lanes = make_lanes(f.tape);
  f.one = calloc(ss_tape_work_size(f.tape), sizeof *f.one);
  ss_tape_prepare(f.tape, NULL, f.one);
  return f;
}

static void stop_function(function_case *f) {
  free(f->lanes);
  free(f->one);
  ss_tape_destroy(f->tape);
  ss_graph_destroy(f->graph);
}

/* Lanes within `allowed` units of libm on SS_LANES arguments, for every kernel; kernels with
 * vector functions agree with each other bit for bit. */
static void compare_function(function_case *f, const double *x, uint64_t allowed) {
  double first[2 * SS_LANES];
  size_t outputs = ss_tape_outputs(f->tape) * SS_LANES;
  for (size_t n = 0; ss_lane_kernel_at(n); n++) {
    bool portable = ss_lane_kernel_at(n + 1) == NULL;
    ss_lanes_prepare(f->tape, NULL, f->lanes);
    memcpy(ss_lanes_in(f->tape, f->lanes), x, 2 * SS_LANES * sizeof *x);
    run_kernel(ss_lane_kernel_at(n), f->tape, f->lanes);
    const double *out = ss_lanes_out(f->tape, f->lanes);
    if (n == 0) memcpy(first, out, outputs * sizeof *out);
    for (size_t k = 0; k < outputs; k++) {
      ss_tape_in(f->tape, f->one)[0] = x[k % SS_LANES];
      ss_tape_in(f->tape, f->one)[1] = x[SS_LANES + k % SS_LANES];
      ss_tape_run(f->tape, f->one);
      double expected = ss_tape_out(f->tape, f->one)[k / SS_LANES];
      assert_true(distance(out[k], expected) <= (portable ? 0 : allowed));
      if (!portable) assert_true(same_bits(out[k], first[k]));
    }
  }
}

static const double corners[] = {0.0,
                                 -0.0,
                                 INFINITY,
                                 -INFINITY,
                                 NAN,
                                 1,
                                 -1,
                                 0.5,
                                 -0.5,
                                 2,
                                 -2,
                                 3,
                                 -3,
                                 2.5,
                                 0x1p-1074,
                                 -0x1p-1074,
                                 1e-320,
                                 0x1p-1022,
                                 -0x1p-1022,
                                 1.7976931348623157e308,
                                 -1.7976931348623157e308,
                                 1e300,
                                 1e-300,
                                 1e160,
                                 709.78271289338397,
                                 709.782712,
                                 710,
                                 -708.5,
                                 -745.2,
                                 -1e5,
                                 1e15,
                                 1e22,
                                 -1e22,
                                 0x1.fffffffffffffp-1,
                                 0x1.0000000000001p0,
                                 M_PI,
                                 M_PI_2,
                                 -M_PI_2,
                                 3.141592e5,
                                 0x1p53,
                                 0x1.8p52,
                                 19.1,
                                 0x1p-30,
                                 1e-8};

enum { CORNERS = sizeof corners / sizeof *corners };

static uint64_t allowed_distance(ss_op op) {
  return op == SS_OP_SIN || op == SS_OP_COS || op == SS_OP_TAN || op == SS_OP_ASIN ||
                 op == SS_OP_ACOS || op == SS_OP_ATAN || op == SS_OP_ATAN2 || op == SS_OP_EXP ||
                 op == SS_OP_LOG || op == SS_OP_TANH || op == SS_OP_POW
             ? 2
             : 0;
}

/* All pairs of corners, then arguments of every size, then the neighbourhood of overflow. */
static void draw_arguments(random_source *r, size_t block, double *x) {
  for (size_t k = 0; k < SS_LANES; k++) {
    size_t pair = block * SS_LANES + k;
    double *a = &x[k], *b = &x[SS_LANES + k];
    if (pair < CORNERS * CORNERS) {
      *a = corners[pair / CORNERS];
      *b = corners[pair % CORNERS];
    } else if (block % 4 == 0) {
      *a = random_pattern(r);
      *b = random_pattern(r);
    } else if (block % 4 == 1) {
      *a = random_between(r, -10, 10);
      *b = random_between(r, -10, 10);
    } else if (block % 4 == 2) {
      *a = random_between(r, -1, 1);
      *b = 4 * (double)random_below(r, 300);
    } else {
      *a = random_between(r, 709.7827, 709.7828);
      *b = 709.78271 / log(*a) + random_between(r, 0, 1e-9);
    }
  }
}

static void functions_are_within_two_units(void **state) {
  (void)state;
  for (int op = SS_OP_ADD; op < SS_OP_CURVE; op++) { /* curves: test_curve.c */
    random_source r = {(uint64_t)op};
    double x[2 * SS_LANES];
    function_case f = start_function((ss_op)op, false);
    for (size_t block = 0; block < 1000; block++) {
      draw_arguments(&r, block, x);
      compare_function(&f, x, allowed_distance((ss_op)op));
    }
    stop_function(&f);
  }
}

static void sine_with_cosine_is_within_two_units(void **state) {
  (void)state;
  random_source r = {3};
  double x[2 * SS_LANES];
  function_case f = start_function(SS_OP_SIN, true);
  assert_int_equal(ss_tape_length(f.tape), 1);
  for (size_t block = 0; block < 1000; block++) {
    draw_arguments(&r, block, x);
    compare_function(&f, x, 2);
  }
  stop_function(&f);
}

/* ---- whole expressions ----------------------------------------------------------------------- */

/* Lanes lie in the ball that bounds an evaluation with functions good to 2 units. */
static void lanes_lie_in_the_bound(void **state) {
  (void)state;
  const reference bound = {128, true};
  random_source r = {17};
  size_t finite = 0;
  for (int n = 0; n < 400; n++) {
    specimen s = grow_specimen(&r, true, 3 + random_below(&r, 10));
    ss_tape *tape = compile(&s);
    double *lanes = make_lanes(tape), p[PARAMETERS];
    uint8_t *marks = calloc(ss_graph_count(s.graph), 1);
    arb_ptr balls = _arb_vec_init((slong)ss_graph_count(s.graph));
    draw_state(&r, PARAMETERS, p);
    for (int i = 0; i < PARAMETERS; i++) arb_set_d(balls + s.parameter[i], p[i]);
    ss_expr_mark(s.graph, 1, &s.result, marks);
    ss_lanes_prepare(tape, p, lanes);
    draw_state(&r, INPUTS * SS_LANES, ss_lanes_in(tape, lanes));
    ss_lanes_run(tape, lanes);
    for (int j = 0; j < SS_LANES; j++) {
      for (int i = 0; i < INPUTS; i++)
        arb_set_d(balls + s.input[i], ss_lanes_in(tape, lanes)[i * SS_LANES + j]);
      refer(&bound, s.graph, marks, balls);
      if (!arb_is_finite(balls + s.result)) continue;
      finite++;
      arb_t value;
      arb_init(value);
      arb_set_d(value, ss_lanes_out(tape, lanes)[j]);
      assert_true(arb_contains(balls + s.result, value));
      arb_clear(value);
    }
    _arb_vec_clear(balls, (slong)ss_graph_count(s.graph));
    free(marks);
    free(lanes);
    ss_tape_destroy(tape);
    ss_graph_destroy(s.graph);
  }
  assert_true(finite > 400 * SS_LANES / 2);
}

/* ---- workspaces and threads ------------------------------------------------------------------ */

/* A cache line before and after the workspace stays as it was, and so do the inputs. */
static void work_size_is_respected(void **state) {
  (void)state;
  random_source r = {23};
  for (int n = 0; n < 100; n++) {
    specimen s = grow_specimen(&r, true, 20);
    ss_tape *tape = compile(&s);
    size_t size = ss_lanes_work_size(tape), guard = 8;
    double *all = aligned_alloc(64, (size + 2 * guard) * sizeof *all), *work = all + guard;
    double p[PARAMETERS], x[INPUTS * SS_LANES];
    draw_state(&r, PARAMETERS, p);
    draw_state(&r, INPUTS * SS_LANES, x);
    for (size_t k = 0; ss_lane_kernel_at(k); k++) {
      for (size_t i = 0; i < size + 2 * guard; i++) all[i] = 42;
      ss_lanes_prepare(tape, p, work);
      for (int i = 0; i < INPUTS * SS_LANES; i++) assert_true(ss_lanes_in(tape, work)[i] == 0);
      memcpy(ss_lanes_in(tape, work), x, sizeof x);
      run_kernel(ss_lane_kernel_at(k), tape, work);
      for (size_t i = 0; i < guard; i++) assert_true(all[i] == 42 && all[guard + size + i] == 42);
      assert_memory_equal(ss_lanes_in(tape, work), x, sizeof x);
    }
    free(all);
    ss_tape_destroy(tape);
    ss_graph_destroy(s.graph);
  }
}

/* States come from columns, by every kernel; what is missing in a last block repeats the last
 * state. */
static void states_are_loaded_from_columns(void **state) {
  (void)state;
  enum { STATES = SS_LANES + 5 };
  ss_graph *g = ss_graph_create();
  ss_expr xy[] = {ss_expr_symbol(g, "x"), ss_expr_symbol(g, "y")}, e = ss_expr_sub(g, xy[0], xy[1]);
  ss_tape *tape;
  assert_int_equal(ss_tape_compile(g, 0, NULL, 2, xy, 1, &e, &tape), SS_OK);
  double *work = make_lanes(tape), columns[2 * STATES];
  for (int n = 0; n < STATES; n++) columns[n] = n, columns[STATES + n] = 3 * n;
  for (size_t first = 0; first <= 5; first++) {
    for (size_t count = 0; count <= SS_LANES; count++) {
      ss_lanes_prepare(tape, NULL, work);
      ss_lanes_load(tape, columns + first, STATES, count, work);
      ss_lanes_run(tape, work);
      for (size_t j = 0; j < SS_LANES; j++) {
        size_t n = count == 0 ? 0 : first + (j < count ? j : count - 1);
        assert_true(ss_lanes_out(tape, work)[j] == -2.0 * (double)n);
      }
    }
    for (size_t k = 0; ss_lane_kernel_at(k); k++) {
      double *in = ss_lanes_in(tape, work);
      ss_lanes_prepare(tape, NULL, work);
      ss_lane_kernel_at(k)->load(columns + first, STATES, 2, in);
      assert_memory_equal(in, columns + first, SS_LANES * sizeof *in);
      assert_memory_equal(in + SS_LANES, columns + STATES + first, SS_LANES * sizeof *in);
    }
  }
  free(work);
  ss_tape_destroy(tape);
  ss_graph_destroy(g);
}

enum { THREADS = 4, ROUNDS = 300 };

typedef struct job {
  const ss_tape *tape;
  const double *parameters;
  uint64_t seed;
  double sums[ROUNDS]; /* of the finite outputs, doubles and lanes */
} job;

static double sum_finite(const double *x, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; i++)
    if (isfinite(x[i])) sum += x[i];
  return sum;
}

static void *work_on_shared_tape(void *argument) {
  job *j = argument;
  random_source r = {j->seed};
  double *lanes = make_lanes(j->tape), *one = calloc(ss_tape_work_size(j->tape), sizeof *one);
  ss_lanes_prepare(j->tape, j->parameters, lanes);
  ss_tape_prepare(j->tape, j->parameters, one);
  for (int n = 0; n < ROUNDS; n++) {
    draw_state(&r, INPUTS * SS_LANES, ss_lanes_in(j->tape, lanes));
    draw_state(&r, INPUTS, ss_tape_in(j->tape, one));
    ss_lanes_run(j->tape, lanes);
    ss_tape_run(j->tape, one);
    j->sums[n] = sum_finite(ss_lanes_out(j->tape, lanes), SS_LANES) +
                 sum_finite(ss_tape_out(j->tape, one), 1);
  }
  free(lanes);
  free(one);
  return NULL;
}

/* Threads on one tape compute what each computes alone. */
static void threads_share_a_tape(void **state) {
  (void)state;
  random_source r = {31};
  specimen s = grow_specimen(&r, true, MOST_STEPS);
  ss_tape *tape = compile(&s);
  double p[PARAMETERS] = {0.5, 1.5};
  job *together = calloc(THREADS, sizeof *together), *alone = calloc(THREADS, sizeof *alone);
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++) {
    together[i].tape = alone[i].tape = tape;
    together[i].parameters = alone[i].parameters = p;
    together[i].seed = alone[i].seed = (uint64_t)(i + 1);
    work_on_shared_tape(&alone[i]);
  }
  for (int i = 0; i < THREADS; i++)
    assert_int_equal(pthread_create(&thread[i], NULL, work_on_shared_tape, &together[i]), 0);
  for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
  for (int i = 0; i < THREADS; i++)
    assert_memory_equal(together[i].sums, alone[i].sums, sizeof alone[i].sums);
  free(together);
  free(alone);
  ss_tape_destroy(tape);
  ss_graph_destroy(s.graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(exact_operations_agree_bit_for_bit),
      cmocka_unit_test(functions_are_within_two_units),
      cmocka_unit_test(sine_with_cosine_is_within_two_units),
      cmocka_unit_test(lanes_lie_in_the_bound),
      cmocka_unit_test(work_size_is_respected),
      cmocka_unit_test(states_are_loaded_from_columns),
      cmocka_unit_test(threads_share_a_tape),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  flint_cleanup();
  return failed;
}
