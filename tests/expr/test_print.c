/* test_print.c: text reads back, C computes the same.
 *
 * Oracles: the parser, and where it regroups sums and products the zero test; the C compiler, whose
 * results must lie in the enclosure that bounds any evaluation in doubles (reference.h).
 *
 * LIBS: -ldl
 */
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "texts.h"
#include "trees.h"

/* ---- tables ---------------------------------------------------------------------------------- */

static void texts_print_as_they_were_written(void **state) {
  (void)state;
  static const char *const texts[] = {
      "x",
      "-x",
      "-x^2",
      "x^(-y)",
      "(-x)^y",
      "(x + y)^2",
      "(x^y)^z",
      "x^(y^z)",
      "x - (y - z)",
      "x - y - z",
      "x*(y + z)",
      "x/(y*z)",
      "x/y/z",
      "x/(y/z)",
      "-3*x",
      "-1/2*x",
      "-1/3*(x + y)",
      "-6/x",
      "1/2*x*y",
      "x^(1/3)",
      "9.81*m",
      "0.1*x",
      "2/3",
      "-7",
      "1/1024*x",
      "sin(x)^2 + cos(x)^2",
      "atan2(y, x) - min(x, y)*max(x, y)",
      "abs(x)*sign(x)",
      "sqrt(x)*exp(y)*log(z)*tanh(x)",
      "asin(x) + acos(x) + atan(x) + tan(x)",
      "ddt(A.x)",
      "x'*phi1'^2",
      "pi*x",
      "(-2)^x",
      "(1/2)^x",
      "x*(y - z)",
      "x - (-y - z)",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    ss_graph *g = ss_graph_create();
    assert_prints(g, read_text(g, texts[i]), SS_PRINT_TEXT, texts[i]);
    ss_graph_destroy(g);
  }
}

static void c_is_c(void **state) {
  (void)state;
  static const char *const pairs[][2] = {
      {"x' + A.x", "x_dot + A_x"},
      {"2*x", "2.0*x"},
      {"x/3", "0.33333333333333331*x"},
      {"123456789012345678*x", "1.2345678901234568e+17*x"},
      {"12345678901234567*x", "12345678901234568.0*x"},
      {"x^2*y^3", "(x*x)*(y*y*y)"},
      {"(x + y)^4", "((x + y)*(x + y)*(x + y)*(x + y))"},
      {"x^5", "pow(x, 5.0)"},
      {"x^y", "pow(x, y)"},
      {"abs(min(x, max(y, z)))", "fabs(fmin(x, fmax(y, z)))"},
      {"x + (y + z)", "x + (y + z)"},
      {"x*(y*z)", "x*(y*z)"},
      {"sign(x)", "(double)((x > 0) - (x < 0))"},
      {"-x - pi", "-x - M_PI"},
      {"double*int + pow", "double_*int_ + pow_"},
      {"x - 1e200*1e200", "x - INFINITY"},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    ss_graph *g = ss_graph_create();
    assert_prints(g, read_text(g, pairs[i][0]), SS_PRINT_C, pairs[i][1]);
    ss_graph_destroy(g);
  }
}

/* Decimals of at most nine places; the rest are fractions. All read back. */
static void numbers_read_back(void **state) {
  (void)state;
  random_source r = {7};
  for (int i = 0; i < 8000; i++) {
    ss_graph *g = ss_graph_create();
    fmpq_t q;
    fmpq_init(q);
    fmpz_set_ui(fmpq_numref(q), random_bits(&r) >> random_below(&r, 63));
    fmpz_set_ui(fmpq_denref(q), 1 + (random_bits(&r) >> (1 + random_below(&r, 62))));
    if (i % 3) {
      fmpz_set_ui(fmpq_denref(q), 2);
      fmpz_pow_ui(fmpq_denref(q), fmpq_denref(q), random_below(&r, 12));
      for (size_t k = random_below(&r, 12); k > 0; k--)
        fmpz_mul_ui(fmpq_denref(q), fmpq_denref(q), 5);
    }
    if (i % 2) fmpz_neg(fmpq_numref(q), fmpq_numref(q));
    fmpq_canonicalise(q);
    ss_text out;
    ss_text_start(&out);
    ss_expr e = ss_expr_number(g, q);
    ss_expr_print(g, e, SS_PRINT_TEXT, &out);
    assert_int_equal(read_text(g, out.data), e);
    ss_text_stop(&out);
    fmpq_clear(q);
    ss_graph_destroy(g);
  }
}

/* ---- round trip ------------------------------------------------------------------------------ */

static void text_reads_back(void **state) {
  (void)state;
  size_t same = 0, proved = 0;
  for (uint64_t seed = 0; seed < 10000; seed++) {
    nursery n = start_nursery(20000 + seed);
    ss_expr e = grow_tree(&n, ANYTHING, 5);
    ss_text out;
    ss_text_start(&out);
    ss_expr_print(n.graph, e, SS_PRINT_TEXT, &out);
    ss_expr again = read_text(n.graph, out.data);
    same += again == e;
    if (again != e) {
      assert_int_equal(ss_expr_is_zero(n.graph, ss_expr_sub(n.graph, again, e)), SS_PROVED);
      proved++;
    }
    ss_text_stop(&out);
    stop_nursery(&n);
  }
  assert_true(same > 8000);
  assert_int_equal(same + proved, 10000);
}

static void printing_ends(void **state) {
  (void)state;
  static const char *const cut[] = {[SS_PRINT_TEXT] = "...",
                                    [SS_PRINT_LATEX] = "\\ldots",
                                    [SS_PRINT_MATHML] = "<mi>…</mi>",
                                    [SS_PRINT_C] = "..."};
  for (int style = SS_PRINT_TEXT; style <= SS_PRINT_C; style++) {
    ss_graph *g = ss_graph_create();
    ss_expr x = ss_expr_symbol(g, "x"), e = x;
    for (int i = 0; i < 200; i++)
      e = ss_expr_add(g, ss_expr_unary(g, SS_OP_SIN, e), ss_expr_mul(g, e, x));
    ss_text out;
    ss_text_start(&out);
    ss_expr_print(g, e, (ss_print_style)style, &out);
    assert_true(out.length > 200000 && out.length < 300000);
    assert_non_null(strstr(out.data, cut[style]));
    ss_text_stop(&out);
    ss_graph_destroy(g);
  }
  ss_graph *g = ss_graph_create();
  assert_prints(g, SS_EXPR_NONE, SS_PRINT_TEXT, "...");
  ss_graph_destroy(g);
}

/* A sum of 17000 terms prints in full and reads back. */
static void long_sums_read_back(void **state) {
  (void)state;
  ss_graph *g = ss_graph_create();
  ss_expr e = ss_expr_symbol(g, "x");
  for (long i = 0; i < 17000; i++)
    e = ss_expr_add(g, e,
                    ss_expr_symbol(g, (char[]){'v', (char)('a' + i % 26), (char)('a' + i / 26 % 26),
                                               (char)('a' + i / 676), 0}));
  ss_text out;
  ss_text_start(&out);
  ss_expr_print(g, e, SS_PRINT_TEXT, &out);
  assert_int_equal(read_text(g, out.data), e);
  ss_text_stop(&out);
  ss_graph_destroy(g);
}

/* ---- compiled C ------------------------------------------------------------------------------ */

enum { FUNCTIONS = 400, POINTS = 25 };

typedef double (*function)(double x, double y, double z);

static void write_functions(FILE *file, nursery *n, ss_expr *e) {
  fprintf(file, "#include <math.h>\n");
  for (int i = 0; i < FUNCTIONS; i++) {
    ss_text out;
    ss_text_start(&out);
    e[i] = grow_tree(n, i % 2 ? SMOOTH : ANYTHING, 5);
    ss_expr_print(n->graph, e[i], SS_PRINT_C, &out);
    fprintf(file,
            "double f%d(double x, double y, double z) { return x*0 + y*0 + z*0 == 0 ? %s : 0; }\n",
            i, out.data);
    ss_text_stop(&out);
  }
}

/* Whether the value of a function at a point can be told; then it lies in the enclosure. */
static bool check_value(const nursery *n, ss_expr e, function f, const double *x) {
  size_t count = ss_graph_count(n->graph);
  uint8_t *marks = calloc(count, 1);
  arb_ptr balls = _arb_vec_init((slong)count);
  arb_t found;
  arb_init(found);
  ss_expr_mark(n->graph, 1, &e, marks);
  for (int i = 0; i < SYMBOLS; i++) arb_set_d(balls + n->symbol[i], x[i]);
  refer(&(reference){.precision = 128, .rounding = true}, n->graph, marks, balls);
  arb_set_d(found, f(x[0], x[1], x[2]));
  bool known = arb_is_finite(balls + e);
  if (known) assert_true(arb_contains(balls + e, found));
  arb_clear(found);
  _arb_vec_clear(balls, (slong)count);
  free(marks);
  return known;
}

static void *compile_functions(nursery *n, ss_expr *e, const char *folder) {
  char source[256], library[256], command[1024];
  snprintf(source, sizeof source, "%s/functions.c", folder);
  snprintf(library, sizeof library, "%s/functions.so", folder);
  FILE *file = fopen(source, "w");
  assert_non_null(file);
  write_functions(file, n, e);
  fclose(file);
  const char *compiler = getenv("CC") ? getenv("CC") : "cc";
  snprintf(command, sizeof command,
           "%s -O1 -ffp-contract=off -Wall -Werror -shared -fPIC -o %s %s -lm", compiler, library,
           source);
  assert_int_equal(system(command), 0);
  void *handle = dlopen(library, RTLD_NOW);
  unlink(source);
  unlink(library);
  rmdir(folder);
  return handle;
}

static void compiled_c_computes_the_same(void **state) {
  (void)state;
  nursery n = start_nursery(8);
  ss_expr e[FUNCTIONS];
  char folder[] = P_tmpdir "/standstill-XXXXXX";
  assert_non_null(mkdtemp(folder));
  void *handle = compile_functions(&n, e, folder);
  assert_non_null(handle);
  size_t compared = 0;
  for (int i = 0; i < FUNCTIONS; i++) {
    char name[16];
    function f;
    snprintf(name, sizeof name, "f%d", i);
    *(void **)&f = dlsym(handle, name);
    assert_non_null(f);
    for (int k = 0; k < POINTS; k++) {
      double x[SYMBOLS];
      draw_state(&n.random, SYMBOLS, x);
      compared += check_value(&n, e[i], f, x);
    }
  }
  assert_true(compared > FUNCTIONS * POINTS / 2);
  dlclose(handle);
  stop_nursery(&n);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(texts_print_as_they_were_written),
      cmocka_unit_test(c_is_c),
      cmocka_unit_test(numbers_read_back),
      cmocka_unit_test(text_reads_back),
      cmocka_unit_test(printing_ends),
      cmocka_unit_test(long_sums_read_back),
      cmocka_unit_test(compiled_c_computes_the_same),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
