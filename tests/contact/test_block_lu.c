/* Sparse block systems: A x = b for known x, with nodes left out; singular blocks; patterns that
 * are not symmetric. */
#include "graph.h"

enum { SIDE_MOST = 6 };

typedef struct block_matrix {
  const test_graph *graph;
  size_t side;
  double *value; /* one block an edge */
  bool *active;
} block_matrix;

static void write_entry(const void *context, size_t i, size_t k, double *block) {
  const block_matrix *A = context;
  (void)i;
  memcpy(block, A->value + k * A->side * A->side, A->side * A->side * sizeof(double));
}

static block_matrix draw_matrix_blocks(random_source *source, const test_graph *g, size_t side) {
  const size_t n = g->adjacency.nodes, edges = g->start[n];
  block_matrix A = {.graph = g, .side = side};
  A.value = malloc(edges * side * side * sizeof(double));
  A.active = malloc(n * sizeof(bool));
  for (size_t k = 0; k < edges * side * side; k++) A.value[k] = draw_normal(source);
  for (size_t i = 0; i < n; i++) {
    A.active[i] = draw_uniform(source) < 0.8;
    for (size_t k = g->start[i]; k < g->start[i + 1]; k++)
      for (size_t a = 0; a < side && g->column[k] == i; a++)
        A.value[k * side * side + a * (side + 1)] += 20 * (double)side;
  }
  return A;
}

/* b = A x over the active nodes; elsewhere b = x. */
static void multiply(const block_matrix *A, const double *x, double *b) {
  const test_graph *g = A->graph;
  const size_t s = A->side;
  for (size_t i = 0; i < g->adjacency.nodes; i++)
    for (size_t a = 0; a < s; a++) {
      double sum = A->active[i] ? 0 : x[i * s + a];
      for (size_t k = g->start[i]; k < g->start[i + 1] && A->active[i]; k++)
        for (size_t e = 0; e < s && A->active[g->column[k]]; e++)
          sum += A->value[k * s * s + a + s * e] * x[g->column[k] * s + e];
      b[i * s + a] = sum;
    }
}

typedef struct factors {
  ss_block_lu lu;
  void *pieces[12];
  size_t count;
} factors;

static void *own(factors *f, size_t count, size_t size) {
  void *piece = malloc(count * size + 1);
  assert_non_null(piece);
  f->pieces[f->count++] = piece;
  return piece;
}

static factors make_factors(const test_graph *g, size_t side) {
  const size_t n = g->adjacency.nodes, square = side * side * sizeof(double);
  factors f = {0};
  size_t *order = order_graph(g);
  const size_t blocks = count_fill(g, order);
  f.pieces[f.count++] = order;
  f.lu.order = order;
  f.lu.place = own(&f, n, sizeof(size_t));
  f.lu.parent = own(&f, n, sizeof(size_t));
  f.lu.start = own(&f, n + 1, sizeof(size_t));
  f.lu.fill = own(&f, n, sizeof(size_t));
  f.lu.mark = own(&f, n, sizeof(size_t));
  f.lu.stack = own(&f, n, sizeof(size_t));
  f.lu.index = own(&f, blocks, sizeof(size_t));
  f.lu.L = own(&f, blocks, square);
  f.lu.U = own(&f, blocks, square);
  f.lu.inverse = own(&f, n, square);
  f.lu.left = own(&f, 2 * n, square);
  f.lu.above = f.lu.left + n * side * side;
  return f;
}

static void free_factors(factors *f) {
  for (size_t k = 0; k < f->count; k++) free(f->pieces[k]);
}

static ss_block_system describe(const block_matrix *A) {
  return (ss_block_system){.graph = &A->graph->adjacency,
                           .side = A->side,
                           .active = A->active,
                           .entry = write_entry,
                           .context = A};
}

/* Diagonally dominant blocks: the growth is at most 2, the condition below 100. */
static void known_solutions(void **state) {
  (void)state;
  random_source source = {20};
  for (int k = 0; k < 400; k++) {
    const size_t n = draw_count(&source, 1, 40), side = draw_count(&source, 1, SIDE_MOST);
    test_graph g = draw_graph(&source, n, draw_count(&source, 0, 2 * n));
    block_matrix A = draw_matrix_blocks(&source, &g, side);
    factors f = make_factors(&g, side);
    const ss_block_system system = describe(&A);
    double x[40 * SIDE_MOST], b[40 * SIDE_MOST];
    for (size_t i = 0; i < n * side; i++) x[i] = draw_normal(&source);
    multiply(&A, x, b);
    assert_true(ss_block_lu_factor(&f.lu, &system));
    ss_block_lu_solve(&f.lu, &system, b);
    for (size_t i = 0; i < n * side; i++) assert_true(fabs(b[i] - x[i]) <= 1e-11);
    free_factors(&f);
    free(A.value);
    free(A.active);
    free_graph(&g);
  }
}

static void singular_blocks_are_refused(void **state) {
  (void)state;
  random_source source = {21};
  test_graph g = draw_graph(&source, 5, 8);
  block_matrix A = draw_matrix_blocks(&source, &g, 3);
  for (size_t k = 0; k < 9 * g.start[5]; k++) A.value[k] = 0;
  for (size_t i = 0; i < 5; i++) A.active[i] = true;
  factors f = make_factors(&g, 3);
  const ss_block_system system = describe(&A);
  assert_false(ss_block_lu_factor(&f.lu, &system));
  free_factors(&f);
  free(A.value);
  free(A.active);
  free_graph(&g);
}

static void patterns_must_be_symmetric(void **state) {
  (void)state;
  const size_t start[] = {0, 2, 3}, column[] = {0, 1, 1};
  size_t mirror[3], work[2];
  const ss_adjacency adjacency = {2, start, column, mirror};
  assert_false(ss_adjacency_mirror(&adjacency, mirror, work));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_solutions),
      cmocka_unit_test(singular_blocks_are_refused),
      cmocka_unit_test(patterns_must_be_symmetric),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
