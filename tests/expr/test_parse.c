/* test_parse.c: formulas mean what mathematicians expect, mistakes are named where they are, and
 * nothing that is typed crashes the reader.
 *
 * Oracles: the same expressions built by hand or read from a fully parenthesised text; an
 * independent evaluator of random formulas; a table of mistakes with their columns.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "texts.h"
#include "trees.h"

/* ---- what formulas mean ---------------------------------------------------------------------- */

static void texts_with_and_without_parentheses(void **state) {
  (void)state;
  static const char *const pairs[][2] = {
      {"a - b - c", "((a - b) - c)"},
      {"a/b/c", "((a/b)/c)"},
      {"a/b*c", "((a/b)*c)"},
      {"a*b/c", "((a*b)/c)"},
      {"a + b*c", "(a + (b*c))"},
      {"a*b + c", "((a*b) + c)"},
      {"a^b^c", "(a^(b^c))"},
      {"a*b^c", "(a*(b^c))"},
      {"-a^b", "(-(a^b))"},
      {"a^-b", "(a^(-b))"},
      {"a^-b^c", "(a^(-(b^c)))"},
      {"-a*b", "((-a)*b)"},
      {"a*-b", "(a*(-b))"},
      {"a - -b", "(a - (-b))"},
      {"a--b", "(a + b)"},
      {"--a", "a"},
      {"-+-a", "a"},
      {"+a", "a"},
      {"a/-b", "(a/(-b))"},
      {"2^3^2", "512"},
      {"-2^2", "-4"},
      {"(-2)^2", "4"},
      {"2^-1", "1/2"},
      {"4^1/2", "2"},
      {"1e-3", "1/1000"},
      {"1e3", "1000"},
      {"1.5e+1", "15"},
      {".5", "1/2"},
      {"1e-3*a", "a/1000"},
      {"sin(a)^2", "((sin(a))^2)"},
      {"sin (a)", "sin(a)"},
      {"min(a, b)/max(a, b)", "((min(a, b))/(max(a, b)))"},
      {"atan2(a + b, c)", "(atan2((a + b), c))"},
      {"pi*a", "(pi*a)"},
      {"ddt(A.x)", "(ddt(A.x))"},
      {"x'^2", "((x')^2)"},
      {"A.x'*2", "((A.x')*2)"},
      {"e", "(e)"},
      {"e3", "(e3)"},
      {"_a1_", "(_a1_)"},
      {"a\n + b # a comment (with a bracket\n\t* c\r\n", "a + b*c"},
      {"# first\na", "a"},
      {"(a # )\n)", "a"},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    ss_graph *g = ss_graph_create();
    assert_int_equal(read_text(g, pairs[i][0]), read_text(g, pairs[i][1]));
    ss_graph_destroy(g);
  }
}

/* A formula being written at random, and its exact value by the rules of arithmetic. */
typedef struct writer {
  random_source random;
  char text[4000];
  size_t length;
} writer;

static void write_text(writer *w, const char *text) {
  w->length +=
      (size_t)sprintf(w->text + w->length, "%s%s", random_below(&w->random, 4) ? "" : " ", text);
}

/* Writes a formula of the level (0 sum, 1 product, 2 sign, 3 primary); false where undefined. */
static bool write_level(writer *w, int level, int depth, fmpq_t value) {
  static const ss_op ops[2][2] = {{SS_OP_ADD, SS_OP_SUB}, {SS_OP_MUL, SS_OP_DIV}};
  static const char *const signs[2][2] = {{"+", "-"}, {"*", "/"}};
  if (level == 2) {
    bool negative = random_below(&w->random, 5) == 0;
    if (negative) write_text(w, "-");
    bool defined = write_level(w, 3, depth, value);
    if (defined && random_below(&w->random, 6) == 0) {
      fmpq_t exponent;
      char digit[] = {(char)('0' + random_below(&w->random, 4)), 0};
      fmpq_init(exponent);
      fmpq_set_si(exponent, digit[0] - '0', 1);
      write_text(w, "^");
      write_text(w, digit);
      defined = operate(SS_OP_POW, value, value, exponent);
      fmpq_clear(exponent);
    }
    if (negative) fmpq_neg(value, value);
    return defined;
  }
  if (level == 3) {
    long numerator = (long)random_below(&w->random, 1000);
    char number[32];
    if (depth > 0 && random_below(&w->random, 2)) {
      write_text(w, "(");
      bool defined = write_level(w, 0, depth - 1, value);
      write_text(w, ")");
      return defined;
    }
    sprintf(number, "%ld.%02ld", numerator / 100, numerator % 100);
    fmpq_set_si(value, numerator, 100);
    write_text(w, number);
    return true;
  }
  fmpq_t right;
  fmpq_init(right);
  bool defined = write_level(w, level + 1, depth, value);
  for (size_t more = random_below(&w->random, 3); more > 0; more--) {
    size_t which = random_below(&w->random, 2);
    write_text(w, signs[level][which]);
    defined &= write_level(w, level + 1, depth, right);
    defined = defined && operate(ops[level][which], value, value, right);
  }
  fmpq_clear(right);
  return defined;
}

static void random_formulas_have_their_value(void **state) {
  (void)state;
  size_t compared = 0;
  fmpq_t value;
  fmpq_init(value);
  for (uint64_t seed = 0; seed < 10000; seed++) {
    writer w = {.random = {seed}};
    bool defined = write_level(&w, 0, 3, value) && w.length < sizeof w.text;
    if (!defined) continue;
    ss_graph *g = ss_graph_create();
    ss_expr e = read_text(g, w.text);
    assert_non_null(ss_expr_value(g, e));
    assert_true(fmpq_equal(ss_expr_value(g, e), value));
    compared++;
    ss_graph_destroy(g);
  }
  assert_true(compared > 7500);
  fmpq_clear(value);
}

/* Names go to the resolver with their stretch of the text. */
typedef struct witness {
  ss_graph *graph;
  char seen[200];
} witness;

static ss_expr note_name(void *user, const char *name, size_t length, ss_span where) {
  witness *w = user;
  sprintf(w->seen + strlen(w->seen), "%.*s@%u+%u ", (int)length, name, where.offset, where.length);
  return resolve_any(w->graph, name, length, where);
}

static void names_have_their_places(void **state) {
  (void)state;
  const char *text = "let f = x' + A.x*A.y' - sin(pi*t) + x1 ;rest";
  witness w = {.graph = ss_graph_create()};
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list;
  ss_diagnostics_start(&list, arena, "model", text, strlen(text));
  ss_expr e = ss_expr_parse(w.graph, &list, (ss_span){8, 31}, note_name, &w);
  assert_int_equal(list.count, 0);
  assert_int_equal(e, read_text(w.graph, "x' + A.x*A.y' - sin(pi*t) + x1"));
  assert_string_equal(w.seen, "x'@8+2 A.x@13+3 A.y'@17+4 t@31+1 x1@36+2 ");
  ss_arena_destroy(arena);
  ss_graph_destroy(w.graph);
}

/* ---- mistakes -------------------------------------------------------------------------------- */

typedef struct mistake {
  const char *text;
  uint32_t line, column, length;
  const char *message, *hint;
} mistake;

static const mistake mistakes[] = {
    {"", 1, 1, 1, "expected a number, a name or '(', but the formula ends here", NULL},
    {"   ", 1, 1, 1, "expected a number, a name or '(', but the formula ends here", NULL},
    {"a +", 1, 4, 1, "expected a number, a name or '(', but the formula ends here", NULL},
    {"a + # and?\n", 1, 4, 1, "expected a number, a name or '(', but the formula ends here", NULL},
    {"(a + b", 1, 7, 1, "expected ')', but the formula ends here", NULL},
    {"a + * b", 1, 5, 1, "expected a number, a name or '(', found '*'", NULL},
    {"a b", 1, 3, 1, "expected an operator, found 'b'", "a product is written '*'"},
    {"a + long_name other", 1, 15, 5, "expected an operator, found 'other'",
     "a product is written '*'"},
    {"(a))", 1, 4, 1, "expected an operator, found ')'", NULL},
    {"(a]", 1, 3, 1, "expected ')', found ']'", NULL},
    {"a +\n  )", 2, 3, 1, "expected a number, a name or '(', found ')'", NULL},
    {"2x", 1, 1, 2, "a number and a name stand together: write an operator between them", NULL},
    {"2.5e3x", 1, 1, 6, "a number and a name stand together: write an operator between them", NULL},
    {"1e", 1, 1, 2, "the exponent of this number has no digits", NULL},
    {"1.2.3", 1, 1, 5, "a number with two points", NULL},
    {"x + 1e400", 1, 5, 5, "this number does not fit a double (largest 1.8e308, smallest 4.9e-324)",
     NULL},
    {"1e-400", 1, 1, 6, "this number does not fit a double (largest 1.8e308, smallest 4.9e-324)",
     NULL},
    {"x*sine(y)", 1, 3, 4, "unknown function 'sine'", "did you mean 'sin'?"},
    {"x*qqqqqqqq(y)", 1, 3, 8, "unknown function 'qqqqqqqq'",
     "the functions are sin cos tan asin acos atan atan2 sqrt exp log tanh abs min max sign ddt"},
    {"sin", 1, 1, 3, "a function needs its argument in parentheses", NULL},
    {"sin + 1", 1, 1, 3, "a function needs its argument in parentheses", NULL},
    {"sin()", 1, 5, 1, "expected a number, a name or '(', found ')'", NULL},
    {"sin(a, b)", 1, 1, 3, "'sin' takes one argument, not 2", NULL},
    {"1 + min(a)", 1, 5, 3, "'min' takes two arguments, not 1", NULL},
    {"max(a, b, c)", 1, 1, 3, "'max' takes two arguments, not 3", NULL},
    {"min(a b)", 1, 7, 1, "expected ',', found 'b'", "a product is written '*'"},
    {"sin(a b)", 1, 7, 1, "expected ')', found 'b'", "a product is written '*'"},
    {"pi(2)", 1, 3, 1, "expected an operator, found '('", NULL},
    {"x''", 1, 1, 3, "a formula has no second derivatives", NULL},
    {"A..x", 1, 2, 3, "expected an operator, found '..x'", NULL},
    {"a/0", 1, 2, 1, "division by zero", NULL},
    {"a + 1/(b - b)", 1, 6, 1, "division by zero", NULL},
    {"0^-1", 1, 2, 1, "zero to a negative power", NULL},
    {"(a - a)^(-2)", 1, 8, 1, "zero to a negative power", NULL},
    {"a $ b", 1, 3, 1, "expected an operator, found '$'", NULL},
    {"a + \xC3\xA4", 1, 5, 1,
     "expected a number, a name or '(', found a character that no formula has", NULL},
    {"\xC3\xA4 + a", 1, 1, 1,
     "expected a number, a name or '(', found a character that no formula has", NULL},
    {"a == b", 1, 3, 1, "expected an operator, found '='", NULL},
    {"a ** b", 1, 4, 1, "expected a number, a name or '(', found '*'", "a power is written '^'"},
};

static void mistakes_are_named_where_they_are(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
    const mistake *m = &mistakes[i];
    ss_graph *g = ss_graph_create();
    ss_arena *arena = ss_arena_create();
    ss_diagnostics list;
    assert_int_equal(read_with(g, &list, arena, m->text, strlen(m->text)), SS_EXPR_NONE);
    assert_int_equal(list.count, 1);
    assert_string_equal(list.items[0].message, m->message);
    assert_int_equal(list.items[0].line, m->line);
    assert_int_equal(list.items[0].column, m->column);
    assert_int_equal(list.items[0].length, m->length);
    if (m->hint)
      assert_string_equal(list.items[0].hint, m->hint);
    else
      assert_null(list.items[0].hint);
    assert_int_equal(ss_graph_status(g), SS_OK); /* a mistake of the user is none of the graph */
    ss_arena_destroy(arena);
    ss_graph_destroy(g);
  }
}

static void a_zero_byte_is_a_mistake(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list;
  assert_int_equal(read_with(g, &list, arena, "a\0b", 3), SS_EXPR_NONE);
  assert_int_equal(list.count, 1);
  assert_int_equal(list.items[0].column, 2);
  assert_string_equal(list.items[0].message,
                      "expected an operator, found a character that no formula has");
  assert_int_equal(read_with(g, &list, arena, "a + \0", 5), SS_EXPR_NONE);
  assert_int_equal(list.count, 1);
  ss_arena_destroy(arena);
  ss_graph_destroy(g);
}

/* A resolver that knows no name: each unknown name is reported, not only the first. */
static ss_expr know_nothing(void *list, const char *name, size_t length, ss_span where) {
  ss_diagnostics_add(list, SS_ERROR, where, "unknown name '%.*s'", (int)length, name);
  return SS_EXPR_NONE;
}

static void all_unknown_names_are_reported(void **state) {
  (void)state;
  const char *text = "a + sin(b)*c - 2^d";
  ss_graph *g = ss_graph_create();
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list;
  ss_diagnostics_start(&list, arena, "formula", text, strlen(text));
  assert_int_equal(
      ss_expr_parse(g, &list, (ss_span){0, (uint32_t)strlen(text)}, know_nothing, &list),
      SS_EXPR_NONE);
  assert_int_equal(list.count, 4);
  static const uint32_t columns[] = {1, 9, 12, 18};
  for (int i = 0; i < 4; i++) assert_int_equal(list.items[i].column, columns[i]);
  ss_arena_destroy(arena);
  ss_graph_destroy(g);
}

/* ---- size ------------------------------------------------------------------------------------ */

/* `before` and `after` around x, so many times. */
static char *nest(const char *before, const char *after, size_t times) {
  size_t left = strlen(before), right = strlen(after);
  char *text = malloc(times * (left + right) + 2), *at = text;
  for (size_t i = 0; i < times; i++, at += left) memcpy(at, before, left);
  *at++ = 'x';
  for (size_t i = 0; i < times; i++, at += right) memcpy(at, after, right);
  *at = '\0';
  return text;
}

static void check_nesting(const char *before, const char *after, size_t times, bool good) {
  char *text = nest(before, after, times);
  ss_graph *g = ss_graph_create();
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list;
  ss_expr e = read_with(g, &list, arena, text, strlen(text));
  assert_int_equal(e != SS_EXPR_NONE, good);
  assert_int_equal(list.count, good ? 0 : 1);
  if (!good)
    assert_string_equal(list.items[0].message,
                        "the formula is nested too deeply (500 levels at the most)");
  ss_arena_destroy(arena);
  ss_graph_destroy(g);
  free(text);
}

static void nesting_has_a_limit_and_length_has_none(void **state) {
  (void)state;
  check_nesting("(", ")", 499, true);
  check_nesting("(", ")", 500, false);
  check_nesting("(", ")", 100000, false);
  check_nesting("(", "", 300000, false);
  check_nesting("sin(", ")", 499, true);
  check_nesting("max(x, ", ")", 100000, false);
  check_nesting("2^", "", 100000, false);
  check_nesting("-(", ")", 100000, false);
  check_nesting("-", "", 300000, true); /* signs are no levels */
  check_nesting("x + ", "", 100000, true);
  check_nesting("", "*x", 100000, true);
  check_nesting("x - ", " - y/2", 100000, true);
}

/* ---- noise ----------------------------------------------------------------------------------- */

/* Either an expression and no diagnostic, or none and at least one. */
static void check_noise(const char *text, size_t length, size_t *good) {
  ss_graph *g = ss_graph_create();
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list;
  ss_text out;
  ss_expr e = read_with(g, &list, arena, text, length);
  assert_int_equal(e == SS_EXPR_NONE, list.count > 0);
  assert_int_equal(ss_graph_status(g), SS_OK);
  ss_text_start(&out);
  ss_diagnostics_print(&list, &out);
  ss_text_stop(&out);
  *good += e != SS_EXPR_NONE;
  ss_arena_destroy(arena);
  ss_graph_destroy(g);
}

static void noise_is_refused_or_read(void **state) {
  (void)state;
  static const char *const words[] = {"x",    "y'",    "A.x",  "1",  "2.5", "0", "1e9",
                                      "+",    "-",     "*",    "/",  "^",   "(", ")",
                                      ",",    ".",     "'",    "#",  "\n",  " ", "sin(",
                                      "min(", "sqrt(", "abs(", "pi", "e",   "$", "\xE2\x82\xAC",
                                      "ddt(", "log("};
  random_source r = {6};
  size_t good = 0;
  for (int trial = 0; trial < 20000; trial++) {
    char text[200];
    size_t length = 0;
    for (size_t words_left = random_below(&r, 12); words_left > 0; words_left--) {
      const char *word = words[random_below(&r, sizeof words / sizeof *words)];
      memcpy(text + length, word, strlen(word));
      length += strlen(word);
    }
    for (size_t k = random_below(&r, 8) == 0 ? random_below(&r, 40) : 0; k > 0; k--)
      text[length++] = (char)random_below(&r, 256);
    check_noise(text, length, &good);
  }
  assert_true(good > 500);
}

/* Printed expressions with one byte changed, taken out or put in. */
static void damaged_formulas_are_refused_or_read(void **state) {
  (void)state;
  size_t good = 0;
  for (uint64_t seed = 0; seed < 1500; seed++) {
    nursery n = start_nursery(seed);
    ss_text text;
    ss_text_start(&text);
    ss_expr_print(n.graph, grow_tree(&n, ANYTHING, 4), SS_PRINT_TEXT, &text);
    for (int k = 0; k < 5; k++) {
      size_t at = random_below(&n.random, text.length);
      char kept = text.data[at];
      text.data[at] = (char)random_below(&n.random, 128);
      check_noise(text.data, text.length, &good);
      check_noise(text.data, at, &good);
      check_noise(text.data + at + 1, text.length - at - 1, &good);
      text.data[at] = kept;
    }
    ss_text_stop(&text);
    stop_nursery(&n);
  }
  assert_true(good > 1000);
}

static void indices_of_names_have_their_length(void **state) {
  (void)state;
  static const struct {
    const char *text;
    size_t length;
  } cases[] = {{"", 0},       {"[3]", 3},    {"[-12]'", 5}, {"[1][2].x", 6}, {"[i]", 0},
               {"[1..2]", 0}, {"[1][n]", 3}, {"[]", 0},     {"[1", 0},       {"(1)", 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_int_equal(ss_expr_index_length(cases[i].text, strlen(cases[i].text)), cases[i].length);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(texts_with_and_without_parentheses),
      cmocka_unit_test(random_formulas_have_their_value),
      cmocka_unit_test(names_have_their_places),
      cmocka_unit_test(indices_of_names_have_their_length),
      cmocka_unit_test(mistakes_are_named_where_they_are),
      cmocka_unit_test(a_zero_byte_is_a_mistake),
      cmocka_unit_test(all_unknown_names_are_reported),
      cmocka_unit_test(nesting_has_a_limit_and_length_has_none),
      cmocka_unit_test(noise_is_refused_or_read),
      cmocka_unit_test(damaged_formulas_are_refused_or_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
