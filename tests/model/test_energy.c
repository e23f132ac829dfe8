/* test_energy.c: the energy book of the derived equations, for every worked model.
 *
 * Along M u' = h the energy T + U changes by the power of the forces that have no potential,
 *
 *     dT/dq . u + dU/dq . u + dT/du . u' = u . f_nc,
 *
 * and the gyroscopic forces have no power, u . f_gyr = 0. Both are checked at 1000 random states,
 * relative to the sum of the absolute values of all products that enter (the solution of M u' = h
 * has a backward error that is small against |M| |u'|), to 1e-12: 9000 roundings of 2^-53. The
 * second is also proved symbolically. T and U are differentiated here; nothing of the derivation of
 * h is used. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "standstill/system.h"
#include "worked.h"

enum { STATES = 1000, MOST = 8 };
static const double tolerance = 1e-12;

/* What is evaluated at a state: M (n x n), then h, f_nc, f_gyr, dT/dq, dU/dq, dT/du (n each). */
enum { H, FNC, FGYR, T_Q, U_Q, T_U, PARTS };

typedef struct book {
  const ss_system *system;
  size_t n;
  ss_tape *tape;
  double *work;
} book;

static ss_expr slope(ss_graph *graph, ss_expr e, ss_expr symbol) {
  ss_expr derivative = SS_EXPR_NONE;
  assert_int_equal(ss_expr_differentiate(graph, 1, &e, symbol, &derivative), SS_OK);
  return derivative;
}

static void list_outputs(const ss_system *s, ss_graph *graph, ss_expr *outputs) {
  size_t n = s->coordinates;
  for (size_t i = 0; i < n * n; i++) outputs[i] = s->M[i];
  ss_expr *rest = outputs + n * n;
  for (size_t i = 0; i < n; i++) {
    rest[H * n + i] = s->h[i];
    rest[FNC * n + i] = s->nonconservative[i];
    rest[FGYR * n + i] = s->gyroscopic[i];
    rest[T_Q * n + i] = slope(graph, s->kinetic, s->q[i]);
    rest[U_Q * n + i] = slope(graph, s->potential, s->q[i]);
    rest[T_U * n + i] = slope(graph, s->kinetic, s->u[i]);
  }
}

static book open_book(ss_arena *arena, const ss_system *s) {
  book b = {.system = s, .n = s->coordinates};
  const ss_model *model = s->model;
  size_t n = b.n, outputs = n * n + PARTS * n;
  assert_true(n <= MOST);
  ss_expr *output = ss_arena_new(arena, outputs, ss_expr);
  ss_expr *input = ss_arena_new(arena, 2 * n, ss_expr);
  ss_expr *parameter = ss_arena_new(arena, model->parameters, ss_expr);
  ss_graph *graph = ss_graph_create_over(arena, s->graph);
  list_outputs(s, graph, output);
  for (size_t i = 0; i < n; i++) input[i] = s->q[i];
  for (size_t i = 0; i < n; i++) input[n + i] = s->u[i];
  for (size_t i = 0; i < model->parameters; i++) parameter[i] = model->parameter[i].symbol;
  assert_int_equal(
      ss_tape_compile(graph, model->parameters, parameter, 2 * n, input, outputs, output, &b.tape),
      SS_OK);
  b.work = ss_arena_new(arena, ss_tape_work_size(b.tape), double);
  double *value = ss_arena_new(arena, model->parameters, double);
  ss_model_parameter_values(model, value);
  ss_tape_prepare(b.tape, value, b.work);
  return b;
}

/* Adds a product to a sum and to the sum of absolute values. */
static void enter(double product, double *sum, double *size) {
  *sum += product;
  *size += fabs(product);
}

static void check_state(const book *b, uint64_t *seed) {
  size_t n = b->n;
  double *in = ss_tape_in(b->tape, b->work);
  for (size_t i = 0; i < 2 * n; i++) in[i] = random_between(seed, -1, 1);
  for (size_t i = 0; i < n; i++)
    if (b->system->aux[i]) in[n + i] = 0; /* first-order states have no velocity */
  ss_tape_run(b->tape, b->work);
  const double *M = ss_tape_out(b->tape, b->work), *part = M + n * n, *u = in + n;

  double factor[MOST * MOST], a[MOST]; /* a = u' = M^-1 h */
  memcpy(a, part + H * n, n * sizeof *a);
  assert_int_equal(ss_matrix_factor(n, M, factor), SS_OK);
  ss_matrix_solve(n, factor, 1, a);
  for (size_t i = 0; i < n; i++)
    if (b->system->aux[i]) a[i] = 0;

  double defect = 0, size = 0, power = 0, power_size = 0, spare = 0;
  for (size_t i = 0; i < n; i++) {
    enter(part[T_Q * n + i] * u[i], &defect, &size);
    enter(part[U_Q * n + i] * u[i], &defect, &size);
    enter(part[T_U * n + i] * a[i], &defect, &size);
    enter(-part[FNC * n + i] * u[i], &defect, &size);
    enter(part[FGYR * n + i] * u[i], &power, &power_size);
    for (size_t j = 0; j < n; j++) enter(u[i] * M[i * n + j] * a[j], &spare, &size);
  }
  assert_true(fabs(defect) <= tolerance * size);
  assert_true(fabs(power) <= tolerance * power_size);
}

static void prove_gyroscopic(ss_arena *arena, const ss_system *s) {
  ss_graph *g = ss_graph_create_over(arena, s->graph);
  ss_expr power = s->zero;
  for (size_t i = 0; i < s->coordinates; i++)
    power = ss_expr_add(g, power, ss_expr_mul(g, s->u[i], s->gyroscopic[i]));
  assert_int_equal(ss_expr_is_zero(g, power), SS_PROVED);
}

static void check_system(ss_arena *arena, const ss_system *s, uint64_t seed) {
  prove_gyroscopic(arena, s);
  book b = open_book(arena, s);
  for (int k = 0; k < STATES; k++) check_state(&b, &seed);
  ss_tape_destroy(b.tape);
}

static void the_energy_changes_by_the_work_done(void **state) {
  (void)state;
  for (size_t k = 0; k < WORKED_COUNT; k++) {
    ss_arena *arena = ss_arena_create();
    ss_model *model = read_worked_model(arena, worked_models[k].name);
    ss_system *system = NULL, *projected = NULL;
    assert_int_equal(ss_system_derive(arena, model, &system), SS_OK);
    check_system(arena, system, k + 1);
    if (model->chart) {
      assert_int_equal(ss_system_project(arena, system, &projected), SS_OK);
      check_system(arena, projected, k + 1);
    }
    ss_model_close(model);
    ss_arena_destroy(arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_energy_changes_by_the_work_done)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
