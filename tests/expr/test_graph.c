/* test_graph.c: equal expressions are equal numbers, arguments are older than their users, failures
 * stick, and nothing recurses.
 *
 * Graphs over others keep the numbers of what is below and write nothing there.
 *
 * Oracles: the definition of interning, on many nodes; a plain reachability search; the same
 * formulas in one graph.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../src/expr/graph_private.h"
#include "standstill/tape.h"
#include "trees.h"

/* ---- words ----------------------------------------------------------------------------------- */

static void words_and_operations_name_each_other(void **state) {
  (void)state;
  size_t named = 0;
  for (int op = 0; op < SS_OP_COUNT; op++) {
    const char *word = ss_op_word((ss_op)op);
    if (!word) continue;
    named++;
    assert_int_equal(ss_op_from_word(word, strlen(word)), op);
  }
  assert_int_equal(named, 17);
  assert_int_equal(ss_op_from_word("sine", 4), SS_OP_COUNT);
  assert_int_equal(ss_op_from_word("sine", 3), SS_OP_SIN);
  assert_int_equal(ss_op_from_word("", 0), SS_OP_COUNT);
  assert_int_equal(ss_op_arity(SS_OP_ATAN2), 2);
  assert_int_equal(ss_op_arity(SS_OP_TANH), 1);
  assert_int_equal(ss_op_arity(SS_OP_PI), 0);
}

/* ---- interning ------------------------------------------------------------------------------- */

static void equal_expressions_are_equal_numbers(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_expr x = ss_expr_symbol(g, "x"), y = ss_expr_symbol(g, "y");
  assert_int_equal(ss_expr_symbol(g, "x"), x);
  assert_int_not_equal(ss_expr_symbol(g, "x'"), x);
  assert_int_equal(ss_expr_ratio(g, 2, 6), ss_expr_ratio(g, 1, 3));
  assert_int_equal(ss_expr_ratio(g, 4, 2), ss_expr_integer(g, 2));
  assert_int_equal(ss_expr_pi(g), ss_expr_pi(g));
  ss_expr sum = ss_expr_add(g, x, y);
  assert_int_equal(ss_expr_add(g, y, x), sum);
  assert_int_equal(ss_expr_arg(g, sum, 0), x); /* the order that was asked for first */
  ss_expr product = ss_expr_mul(g, y, x);
  assert_int_equal(ss_expr_mul(g, x, y), product);
  assert_int_equal(ss_expr_arg(g, product, 0), y);
  assert_int_not_equal(ss_expr_sub(g, x, y), ss_expr_sub(g, y, x));
  assert_int_not_equal(ss_expr_binary(g, SS_OP_ATAN2, x, y), ss_expr_binary(g, SS_OP_ATAN2, y, x));
  assert_int_equal(ss_expr_binary(g, SS_OP_MIN, x, y), ss_expr_binary(g, SS_OP_MIN, y, x));
  ss_graph_destroy(g);
}

static void leaves_can_be_read(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_expr x = ss_expr_symbol(g, "A.x"), half = ss_expr_ratio(g, -1, 2);
  const char *name = ss_expr_name(g, x);
  const fmpq *value = ss_expr_value(g, half);
  for (long i = 0; i < 100000; i++) ss_expr_integer(g, i);
  assert_ptr_equal(ss_expr_name(g, x), name); /* they never move */
  assert_ptr_equal(ss_expr_value(g, half), value);
  assert_string_equal(name, "A.x");
  assert_int_equal(fmpz_get_si(fmpq_numref(value)), -1);
  assert_int_equal(fmpz_get_si(fmpq_denref(value)), 2);
  assert_null(ss_expr_name(g, half));
  assert_null(ss_expr_value(g, x));
  assert_int_equal(ss_expr_arg(g, x, 0), SS_EXPR_NONE);
  assert_int_equal(ss_expr_arg(g, SS_EXPR_NONE, 0), SS_EXPR_NONE);
  assert_int_equal(ss_expr_arg(g, ss_expr_unary(g, SS_OP_SIN, x), 1), SS_EXPR_NONE);
  assert_true(ss_expr_is_integer(g, ss_expr_integer(g, -7), -7));
  assert_false(ss_expr_is_integer(g, half, 0));
  assert_false(ss_expr_is_integer(g, SS_EXPR_NONE, 0));
  ss_graph_destroy(g);
}

/* A quarter of a million nodes, so that tables grow 18 times: every node is found again by its
 * operation and arguments, which are older. */
static void many_nodes_are_interned(void **state) {
  (void)state;
  enum { NODES = 250000 };
  static const ss_op ops[] = {SS_OP_ADD, SS_OP_SUB, SS_OP_MUL, SS_OP_DIV, SS_OP_MAX, SS_OP_SIN};
  ss_graph *g = ss_graph_create();
  random_source r = {1};
  for (int i = 0; i < 100; i++) ss_expr_symbol(g, (char[]){'s', (char)('!' + i), 0});
  while (ss_graph_count(g) < NODES) {
    ss_expr a = 1 + (ss_expr)random_below(&r, ss_graph_count(g) - 1);
    ss_expr b = 1 + (ss_expr)random_below(&r, ss_graph_count(g) - 1);
    ss_op op = ops[random_below(&r, 6)];
    ss_op_arity(op) == 1 ? ss_expr_unary(g, op, a) : ss_expr_binary(g, op, a, b);
    ss_graph_clear_status(g); /* a division by x - x */
  }
  size_t wrong = 0;
  for (ss_expr e = 1; e < ss_graph_count(g); e++) {
    ss_node node = g->nodes[e];
    int arity = ss_op_arity(node.op);
    wrong += arity > 0 && (node.a >= e || node.a == 0);
    wrong += arity > 1 && (node.b >= e || node.b == 0);
    wrong += arity > 0 && ss_graph_intern(g, node.op, node.a, node.b) != e;
  }
  assert_int_equal(wrong, 0);
  assert_int_equal(ss_graph_status(g), SS_OK);
  ss_graph_destroy(g);
}

/* 2^1..2^4000 and their neighbours: numbers whose residues and lengths collide are kept apart. */
static void large_numbers_are_interned(void **state) {
  (void)state;
  enum { COUNT = 4000 };
  ss_graph *g = ss_graph_create();
  ss_expr *first = calloc(3 * COUNT, sizeof *first);
  fmpq_t q;
  fmpq_init(q);
  for (int round = 0; round < 2; round++)
    for (long i = 0; i < 3 * COUNT; i++) {
      fmpz_one(fmpq_numref(q));
      fmpz_mul_2exp(fmpq_numref(q), fmpq_numref(q), (ulong)(i / 3 + 2));
      fmpz_add_si(fmpq_numref(q), fmpq_numref(q), i % 3 - 1);
      ss_expr e = ss_expr_number(g, q);
      assert_true(fmpq_equal(ss_expr_value(g, e), q));
      if (round) assert_int_equal(e, first[i]);
      first[i] = e;
    }
  assert_int_equal(ss_graph_count(g), 3 * COUNT + 1);
  fmpq_clear(q);
  free(first);
  ss_graph_destroy(g);
}

/* ---- failures -------------------------------------------------------------------------------- */

static void failures_stick(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_expr x = ss_expr_symbol(g, "x"), none = SS_EXPR_NONE;
  assert_int_equal(ss_expr_add(g, x, none), none);
  assert_int_equal(ss_expr_mul(g, ss_expr_integer(g, 0), none), none);
  assert_int_equal(ss_expr_unary(g, SS_OP_COS, none), none);
  assert_int_equal(ss_graph_status(g), SS_OK); /* NONE alone is no failure of the graph */
  assert_int_equal(ss_expr_div(g, x, ss_expr_integer(g, 0)), none);
  assert_int_equal(ss_graph_status(g), SS_BAD_INPUT);
  ss_graph_fail(g, SS_MEMORY);
  assert_int_equal(ss_graph_status(g), SS_BAD_INPUT); /* the first one is remembered */
  assert_int_not_equal(ss_expr_add(g, x, x), none);   /* and the graph still works */
  assert_int_equal(ss_graph_status(g), SS_BAD_INPUT);
  ss_graph_clear_status(g);
  assert_int_equal(ss_graph_status(g), SS_OK);
  assert_int_equal(ss_expr_ratio(g, 1, 0), none);
  assert_int_equal(ss_graph_status(g), SS_BAD_INPUT);
  ss_graph_destroy(g);
  ss_graph_destroy(NULL);
}

/* ---- passes ---------------------------------------------------------------------------------- */

/* What is reached, by a plain search that repeats until nothing changes. */
static void reach_slowly(const ss_graph *g, size_t roots, const ss_expr *root, uint8_t *marks) {
  for (size_t i = 0; i < roots; i++) marks[root[i]] = 1;
  for (bool changed = true; changed;) {
    changed = false;
    for (ss_expr e = 1; e < ss_graph_count(g); e++)
      for (int i = 0; marks[e] && i < 2; i++) {
        ss_expr a = ss_expr_arg(g, e, i);
        if (!a || marks[a]) continue;
        marks[a] = 1;
        changed = true;
      }
  }
  marks[0] = 0;
}

static void check_listing(const ss_graph *g, size_t roots, const ss_expr *root) {
  size_t count = ss_graph_count(g), length, reached = 0;
  uint8_t *expected = calloc(count, 1), *marks = calloc(count, 1), *listed = calloc(count, 1);
  reach_slowly(g, roots, root, expected);
  ss_expr_mark(g, roots, root, marks);
  assert_memory_equal(marks, expected, count);
  ss_expr *list = ss_graph_collect(g, roots, root, &length);
  for (size_t i = 0; i < length; i++) {
    assert_false(listed[list[i]]);
    for (int k = 0; k < 2; k++)
      assert_true(!ss_expr_arg(g, list[i], k) || listed[ss_expr_arg(g, list[i], k)]);
    listed[list[i]] = 1;
  }
  assert_memory_equal(listed, expected, count);
  for (size_t e = 0; e < count; e++) reached += expected[e];
  if (roots == 1) assert_int_equal(ss_expr_size(g, root[0]), reached);
  for (ss_expr e = 1; roots == 1 && e < count; e++)
    if (ss_expr_op(g, e) == SS_OP_SYMBOL)
      assert_int_equal(ss_expr_depends(g, root[0], e), expected[e]);
  free(list);
  free(listed);
  free(marks);
  free(expected);
}

static void listings_have_arguments_first(void **state) {
  (void)state;
  nursery n = start_nursery(2);
  for (int i = 0; i < 300; i++) {
    ss_expr roots[4] = {0};
    for (int k = 0; k < 3; k++) roots[k] = grow_tree(&n, ANYTHING, 6);
    roots[3] = roots[0]; /* one twice */
    check_listing(n.graph, 1, roots);
    check_listing(n.graph, 4, roots);
    check_listing(n.graph, 2, (ss_expr[]){SS_EXPR_NONE, roots[1]});
    if (ss_graph_count(n.graph) < 1500) continue;
    stop_nursery(&n);
    n = start_nursery((uint64_t)i);
  }
  stop_nursery(&n);
}

/* ---- depth ----------------------------------------------------------------------------------- */

/* The chains of many nodes a step are shorter, for the sake of time. */
static int depth_of(int kind) {
  return kind < 3 ? 20000 : 10000;
}

/* From now on the stack ends after so many bytes; returns the limit before. */
static struct rlimit limit_stack(rlim_t bytes) {
  struct rlimit before, limit;
  assert_int_equal(getrlimit(RLIMIT_STACK, &before), 0);
  limit = before;
  limit.rlim_cur = bytes;
  assert_int_equal(setrlimit(RLIMIT_STACK, &limit), 0);
  return before;
}

static ss_expr chain(ss_graph *g, int kind, ss_expr x, ss_expr y) {
  ss_expr e = x;
  for (int i = 0; i < depth_of(kind); i++) switch (kind) {
    case 0: e = ss_expr_unary(g, SS_OP_SIN, e); break;
    case 1: e = ss_expr_add(g, ss_expr_mul(g, e, y), x); break;
    case 2: e = ss_expr_div(g, x, ss_expr_add(g, e, y)); break;
    case 3: e = ss_expr_pow(g, ss_expr_sub(g, y, e), ss_expr_integer(g, 2)); break;
    case 4: e = ss_expr_add(g, e, ss_expr_pow(g, y, ss_expr_integer(g, i + 2))); break;
    case 5: e = ss_expr_mul(g, e, ss_expr_unary(g, SS_OP_ABS, ss_expr_sub(g, e, y))); break;
    case 6: e = ss_expr_binary(g, SS_OP_MIN, y, ss_expr_unary(g, SS_OP_SQRT, e)); break;
    }
  return e;
}

static void print_all_ways(const ss_graph *g, ss_expr e) {
  ss_text out;
  ss_text_start(&out);
  ss_expr_print(g, e, SS_PRINT_TEXT, &out);
  ss_expr_print(g, e, SS_PRINT_C, &out);
  ss_expr_print(g, e, SS_PRINT_LATEX, &out);
  assert_false(out.failed);
  assert_true(out.length > 20000 && out.length < 10000000);
  ss_text_stop(&out);
}

/* Chains of 10000 and more nested operations go through every pass on a stack of half a megabyte:
 * recursion, with a frame of 52 bytes at the least, would overflow it. */
static void deep_chains_pass_everything(void **state) {
  (void)state;
  const struct rlimit before = limit_stack(512 << 10);
  for (int kind = 0; kind < 7; kind++) {
    size_t depth = (size_t)depth_of(kind);
    ss_graph *g = ss_graph_create();
    ss_expr x = ss_expr_symbol(g, "x"), y = ss_expr_symbol(g, "y"), two = ss_expr_integer(g, 2);
    ss_expr e = chain(g, kind, x, y), derivative, both[2], swapped, simple;
    assert_true(ss_expr_size(g, e) > depth);
    assert_true(ss_expr_depends(g, e, y) == (kind != 0));
    assert_int_equal(ss_expr_differentiate(g, 1, &e, x, &derivative), SS_OK);
    assert_true(ss_expr_size(g, derivative) < 12 * depth);
    assert_int_equal(ss_expr_gradient(g, e, 2, (ss_expr[]){x, y}, both), SS_OK);
    assert_true(ss_expr_size(g, both[0]) < 12 * depth);
    assert_int_equal(
        ss_expr_substitute(g, 2, (ss_expr[]){x, y}, (ss_expr[]){y, two}, 1, &e, &swapped), SS_OK);
    simple = ss_expr_simplify(g, e);
    assert_int_not_equal(simple, SS_EXPR_NONE);
    assert_int_not_equal(ss_expr_is_zero(g, e), SS_PROVED);
    print_all_ways(g, e);
    ss_tape *tape;
    assert_int_equal(ss_tape_compile(g, 0, NULL, 2, (ss_expr[]){x, y}, 1, &e, &tape), SS_OK);
    double value, at[] = {0.5, 0.25};
    assert_int_equal(ss_tape_eval(tape, NULL, at, &value), SS_OK);
    ss_tape_destroy(tape);
    ss_graph_destroy(g);
  }
  assert_int_equal(setrlimit(RLIMIT_STACK, &before), 0);
}

/* ---- graphs over graphs ---------------------------------------------------------------------- */

static void a_graph_over_another_goes_on(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  ss_graph *base = ss_graph_create();
  const ss_expr x = ss_expr_symbol(base, "x"), third = ss_expr_ratio(base, 1, 3);
  const ss_expr product = ss_expr_mul(base, third, x);
  assert_false(ss_graph_is_sealed(base));
  ss_graph_seal(base);
  const size_t count = ss_graph_count(base);
  ss_graph *middle = ss_graph_create_over(arena, base);
  const ss_expr y = ss_expr_symbol(middle, "y"), half = ss_expr_ratio(middle, 1, 2);
  ss_graph_seal(middle);
  ss_graph *top = ss_graph_create_over(arena, middle);
  /* what is below is found, in every table */
  assert_int_equal(ss_expr_symbol(top, "x"), x);
  assert_int_equal(ss_expr_symbol(top, "y"), y);
  assert_int_equal(ss_expr_ratio(top, 1, 3), third);
  assert_int_equal(ss_expr_ratio(top, 2, 4), half);
  assert_int_equal(ss_expr_mul(top, x, third), product);
  /* what is new follows, and is read through all of them */
  const ss_expr sum = ss_expr_add(top, product, y);
  assert_int_equal(sum, ss_graph_count(middle));
  assert_int_equal(ss_expr_arg(top, sum, 0), product);
  assert_string_equal(ss_expr_name(top, ss_expr_arg(top, product, 1)), "x");
  assert_true(ss_expr_depends(top, sum, y) && ss_expr_depends(top, sum, x));
  assert_int_equal(ss_expr_find_symbol(top, 1, &sum, 2, (ss_expr[]){half, y}), y);
  assert_int_equal(ss_expr_find_symbol(top, 1, &product, 1, &y), SS_EXPR_NONE);
  assert_int_equal(ss_graph_count(base), count);
  /* failures are its own */
  assert_int_equal(ss_expr_div(top, x, ss_expr_integer(top, 0)), SS_EXPR_NONE);
  assert_int_equal(ss_graph_status(top), SS_BAD_INPUT);
  assert_int_equal(ss_graph_status(middle), SS_OK);
  ss_arena_destroy(arena);
  ss_graph_destroy(base);
}

/* A random formula prints, differentiates and simplifies over a sealed half as in one graph. */
static void formulas_over_a_graph_are_those_of_one(void **state) {
  (void)state;
  for (long i = 1; i < 200; i++) {
    ss_arena *arena = ss_arena_create();
    ss_graph *g[2] = {ss_graph_create(), ss_graph_create()};
    ss_text text[2];
    ss_graph *base = g[1];
    for (int k = 0; k < 2; k++) {
      ss_expr x = ss_expr_symbol(g[k], "x"), y = ss_expr_symbol(g[k], "y");
      ss_expr a = ss_expr_add(g[k], ss_expr_mul(g[k], ss_expr_integer(g[k], i % 7), x), y);
      ss_expr b = ss_expr_unary(g[k], i % 2 ? SS_OP_SIN : SS_OP_COS, a), d;
      if (k == 1) ss_graph_seal(base), g[1] = ss_graph_create_over(arena, base);
      for (long j = 0; j < i % 5; j++) b = ss_expr_mul(g[k], ss_expr_add(g[k], b, a), y);
      assert_int_equal(ss_expr_differentiate(g[k], 1, &b, x, &d), SS_OK);
      d = ss_expr_simplify(g[k], d);
      ss_text_start(&text[k]);
      ss_expr_print(g[k], d, SS_PRINT_TEXT, &text[k]);
    }
    assert_string_equal(text[0].data, text[1].data);
    for (int k = 0; k < 2; k++) ss_text_stop(&text[k]);
    ss_graph_destroy(g[0]);
    ss_arena_destroy(arena);
    ss_graph_destroy(base);
  }
}

static void add_symbol(ss_graph *g) {
  ss_expr_symbol(g, "new");
}

static void add_number(ss_graph *g) {
  ss_expr_integer(g, 7);
}

static void add_node(ss_graph *g) {
  ss_expr_unary(g, SS_OP_SIN, 1);
}

static void add_failure(ss_graph *g) {
  ss_graph_fail(g, SS_LIMIT);
}

/* Writing to a sealed graph ends the program, or fails without assertions, in a process of its own:
 * the exit code says what happened. */
static int write_to_sealed(void (*write)(ss_graph *g)) {
  const pid_t child = fork();
  if (child == 0) {
    ss_graph *g = ss_graph_create();
    ss_expr_symbol(g, "x");
    ss_graph_seal(g);
    const size_t count = ss_graph_count(g);
    signal(SIGABRT, SIG_DFL);
    if (!freopen("/dev/null", "w", stderr)) _exit(1);
    write(g);
    _exit(ss_graph_status(g) == SS_BAD_ARGUMENT && ss_graph_count(g) == count ? 2 : 0);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT ? 2 : WEXITSTATUS(status);
}

static void nobody_writes_to_a_sealed_graph(void **state) {
  (void)state;
  void (*const writes[])(ss_graph *) = {add_symbol, add_number, add_node, add_failure,
                                        ss_graph_clear_status};
  for (size_t i = 0; i < sizeof writes / sizeof *writes; i++)
    assert_int_equal(write_to_sealed(writes[i]), 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(words_and_operations_name_each_other),
      cmocka_unit_test(equal_expressions_are_equal_numbers),
      cmocka_unit_test(leaves_can_be_read),
      cmocka_unit_test(many_nodes_are_interned),
      cmocka_unit_test(large_numbers_are_interned),
      cmocka_unit_test(failures_stick),
      cmocka_unit_test(listings_have_arguments_first),
      cmocka_unit_test(deep_chains_pass_everything),
      cmocka_unit_test(a_graph_over_another_goes_on),
      cmocka_unit_test(formulas_over_a_graph_are_those_of_one),
      cmocka_unit_test(nobody_writes_to_a_sealed_graph),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
