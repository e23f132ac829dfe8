/* Expressions as trees: the same form whatever the order of building; there and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../src/model/json_private.h"
#include "support.h"

static const char *const letters[] = {"a", "b", "c", "d"};

/* A deterministic sequence of numbers below n. */
static unsigned draw(uint64_t *seed, unsigned n) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(*seed >> 33) % n;
}

/* A random expression; `salt` adds nodes in between, so that numbers differ from graph to graph. */
static ss_expr grow(ss_graph *g, uint64_t *seed, int depth, int salt) {
  static const ss_op binary[] = {SS_OP_ADD, SS_OP_SUB, SS_OP_MUL,
                                 SS_OP_DIV, SS_OP_MIN, SS_OP_ATAN2};
  static const ss_op unary[] = {SS_OP_SIN, SS_OP_NEG, SS_OP_ABS, SS_OP_DDT, SS_OP_SQRT};
  unsigned choice = draw(seed, depth > 0 ? 10 : 2);
  if (salt) ss_expr_mul(g, ss_expr_integer(g, ++salt), ss_expr_symbol(g, letters[depth % 4]));
  if (choice == 0) return ss_expr_ratio(g, (long)draw(seed, 9) + 1, draw(seed, 5) + 1);
  if (choice == 1) return ss_expr_symbol(g, letters[draw(seed, 4)]);
  if (choice < 7) {
    ss_op op = binary[draw(seed, 6)];
    ss_expr a = grow(g, seed, depth - 1, salt), b = grow(g, seed, depth - 1, salt);
    return ss_expr_binary(g, op, a, b);
  }
  if (choice == 7)
    return ss_expr_pow(g, grow(g, seed, depth - 1, salt),
                       ss_expr_integer(g, (long)draw(seed, 4) + 2));
  return ss_expr_unary(g, unary[draw(seed, 5)], grow(g, seed, depth - 1, salt));
}

static void write(const ss_graph *g, ss_expr e, ss_text *out) {
  ss_trees trees;
  ss_text_start(out);
  assert_true(ss_trees_start(&trees, g));
  ss_trees_write(&trees, e, out);
  ss_trees_stop(&trees);
}

static void test_the_form_does_not_depend_on_the_graph(void **state) {
  (void)state;
  for (uint64_t i = 0; i < 500; i++) {
    ss_graph *g = ss_graph_create(), *h = ss_graph_create();
    for (int k = 3; k >= 0; k--) ss_expr_symbol(h, letters[k]);
    uint64_t seed = i, same = i;
    ss_expr e = grow(g, &seed, 6, 0), f = grow(h, &same, 6, 1);
    ss_graph_clear_status(g);
    ss_graph_clear_status(h);
    ss_text one, two;
    write(g, e, &one);
    write(h, f, &two);
    assert_string_equal(one.data, two.data);
    ss_text_stop(&one);
    ss_text_stop(&two);
    ss_graph_destroy(g);
    ss_graph_destroy(h);
  }
}

/* A reader that knows the letters as parameters. */
static void start_reader(ss_reader *reader, ss_model *model, ss_diagnostics *list) {
  *reader = (ss_reader){.arena = ss_arena_create(), .scratch = ss_arena_create(), .list = list};
  ss_diagnostics_start(list, reader->arena, "test.json", NULL, 0);
  reader->graph = ss_graph_create();
  *model = (ss_model){.graph = reader->graph};
  reader->model = model;
  reader->json = true;
  reader->definition = SS_NO_DEFINITION;
  for (size_t i = 0; i < 4; i++) {
    ss_parameter *p = ss_model_append(reader, model->parameter, model->parameters, ss_parameter);
    p->name = (ss_name){.text = letters[i], .doc = ""};
    ss_names_declare(reader, SS_KIND_PARAMETER, i, &p->name);
  }
  ss_reader_make_symbols(reader);
}

static void stop_reader(ss_reader *reader) {
  ss_graph_destroy(reader->graph);
  ss_arena_destroy(reader->arena);
  ss_arena_destroy(reader->scratch);
}

static void test_there_and_back(void **state) {
  (void)state;
  for (uint64_t i = 0; i < 500; i++) {
    ss_reader reader;
    ss_model model;
    ss_diagnostics list;
    ss_text text;
    uint64_t seed = i;
    start_reader(&reader, &model, &list);
    ss_expr e = grow(reader.graph, &seed, 6, 0);
    ss_graph_clear_status(reader.graph);
    write(model.graph, e, &text);
    json_t *tree = json_loads(text.data, JSON_DECODE_ANY, NULL);
    if (e) assert_int_equal(ss_reader_build_tree(&reader, tree, SS_NOWHERE), e);
    json_decref(tree);
    ss_text_stop(&text);
    stop_reader(&reader);
  }
}

static void expect_form(const char *formula, const char *form) {
  ss_graph *g = ss_graph_create();
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list;
  ss_text text;
  ss_diagnostics_start(&list, arena, "formula", formula, strlen(formula));
  ss_expr e = ss_expr_parse(g, &list, (ss_span){0, (uint32_t)strlen(formula)}, symbol_of, g);
  write(g, e, &text);
  assert_string_equal(text.data, form);
  ss_text_stop(&text);
  ss_arena_destroy(arena);
  ss_graph_destroy(g);
}

static void test_forms(void **state) {
  (void)state;
  expect_form("0.25", "\"1/4\"");
  expect_form("x'", "\"x'\"");
  expect_form("pi", "\"pi\"");
  expect_form("a - b", "[\"-\",\"a\",\"b\"]");
  expect_form("b + a", "[\"+\",\"a\",\"b\"]");
  expect_form("-a", "[\"neg\",\"a\"]");
  expect_form("a/b", "[\"/\",\"a\",\"b\"]");
  expect_form("a^2", "[\"^\",\"a\",\"2\"]");
  expect_form("ddt(A.x)", "[\"ddt\",\"A.x\"]");
  expect_form("a + b - c + d", "[\"+\",\"a\",\"b\",[\"-\",\"c\"],\"d\"]");
}

static void test_long_sums_are_flat(void **state) {
  (void)state;
  enum { TERMS = 100000 };
  ss_graph *g = ss_graph_create();
  ss_expr sum = ss_expr_symbol(g, "x");
  for (long i = 2; i < TERMS; i++) {
    ss_expr term = ss_expr_pow(g, ss_expr_symbol(g, "x"), ss_expr_integer(g, i));
    sum = ss_expr_binary(g, i % 3 ? SS_OP_ADD : SS_OP_SUB, sum, term);
  }
  ss_text text;
  write(g, sum, &text);
  size_t depth = 0, deepest = 0;
  for (const char *c = text.data; *c; c++) {
    if (*c == '[' && ++depth > deepest) deepest = depth;
    if (*c == ']') depth--;
  }
  assert_int_equal(depth, 0);
  assert_true(deepest <= 4);
  ss_text_stop(&text);
  ss_graph_destroy(g);
}

static void test_what_scripts_may_write(void **state) {
  (void)state;
  static const struct {
    const char *json;
    long numerator;
    unsigned long denominator;
  } cases[] = {{"0.1", 1, 10},     {"3", 3, 1},       {"-0.25", -1, 4},    {"\"-6/4\"", -3, 2},
               {"\"0.3\"", 3, 10}, {"1e-3", 1, 1000}, {"\"2.5e1\"", 25, 1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ss_reader reader;
    ss_model model;
    ss_diagnostics list;
    start_reader(&reader, &model, &list);
    json_t *tree = json_loads(cases[i].json, JSON_DECODE_ANY, NULL);
    assert_int_equal(ss_reader_build_tree(&reader, tree, SS_NOWHERE),
                     ss_expr_ratio(reader.graph, cases[i].numerator, cases[i].denominator));
    json_decref(tree);
    stop_reader(&reader);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_the_form_does_not_depend_on_the_graph),
      cmocka_unit_test(test_there_and_back),
      cmocka_unit_test(test_forms),
      cmocka_unit_test(test_long_sums_are_flat),
      cmocka_unit_test(test_what_scripts_may_write),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
