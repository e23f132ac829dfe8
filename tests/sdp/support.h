/* support.h: random numbers, random programs and plain evaluation for the tests of this room. */
#ifndef TESTS_SDP_SUPPORT_H
#define TESTS_SDP_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/sdp/interior.h"
#include "standstill/sdp.h"

static ss_arena *arena;

static int set_up(void **state) {
  (void)state;
  arena = ss_arena_create();
  return arena ? 0 : 1;
}

static int tear_down(void **state) {
  (void)state;
  ss_arena_destroy(arena);
  return 0;
}

/* xorshift64*: the same sequence on every machine. */
typedef struct random_source {
  uint64_t state;
} random_source;

static inline double draw_uniform(random_source *source) {
  source->state ^= source->state >> 12;
  source->state ^= source->state << 25;
  source->state ^= source->state >> 27;
  return (double)((source->state * 2685821657736338717ULL) >> 11) * 0x1p-53;
}

static inline double draw(random_source *source) {
  return 2 * draw_uniform(source) - 1;
}

static inline size_t draw_index(random_source *source, size_t count) {
  return (size_t)(draw_uniform(source) * (double)count);
}

/* F F^T + shift I, n x n. */
static inline void draw_definite(random_source *source, size_t n, double shift, double *A) {
  double *F = ss_arena_new(arena, n * n, double);
  for (size_t k = 0; k < n * n; k++) F[k] = draw(source);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      A[i + n * j] = i == j ? shift : 0;
      for (size_t k = 0; k < n; k++) A[i + n * j] += F[i + n * k] * F[j + n * k];
    }
}

/* ---- programs -------------------------------------------------------------------------------- */

enum { BLOCKS_MOST = 40, ENTRIES_MOST = 20000, ROWS_MOST = 200, FREE_MOST = 40 };

typedef struct made {
  ss_sdp_program program;
  ss_sdp_block block[BLOCKS_MOST];
  ss_sdp_entry entry[ENTRIES_MOST], cost[ENTRIES_MOST];
  ss_sdp_coefficient B[ENTRIES_MOST];
  double b[ROWS_MOST], f[FREE_MOST];
} made;

static inline made *make_empty(void) {
  made *to = ss_arena_new(arena, 1, made);
  assert_non_null(to);
  to->program = (ss_sdp_program){.block = to->block,
                                 .b = to->b,
                                 .f = to->f,
                                 .cost = to->cost,
                                 .entry = to->entry,
                                 .coefficient = to->B};
  return to;
}

static inline void add_block(made *to, size_t size, bool diagonal) {
  to->block[to->program.blocks++] = (ss_sdp_block){size, diagonal};
}

static inline void add_entry(made *to, size_t equality, size_t block, size_t row, size_t column,
                             double value) {
  assert_true(to->program.entries < ENTRIES_MOST);
  to->entry[to->program.entries++] = (ss_sdp_entry){equality, block, row, column, value};
}

static inline void add_cost(made *to, size_t block, size_t row, size_t column, double value) {
  assert_true(to->program.costs < ENTRIES_MOST);
  to->cost[to->program.costs++] = (ss_sdp_entry){0, block, row, column, value};
}

static inline void add_free(made *to, size_t equality, size_t variable, double value) {
  to->B[to->program.coefficients++] = (ss_sdp_coefficient){equality, variable, value};
}

static inline void add_equality(made *to, double b) {
  to->b[to->program.equalities++] = b;
}

/* ---- plain evaluation: none of the code under test, but ss_sdp_offset ------------------------ */

static inline ss_sdp_point make_point(const ss_sdp_program *program) {
  const size_t length = ss_sdp_offset(program, program->blocks);
  return (ss_sdp_point){ss_arena_new(arena, length, double), ss_arena_new(arena, length, double),
                        ss_arena_new(arena, program->variables, double),
                        ss_arena_new(arena, program->equalities, double)};
}

/* sum of value X over an entry and its mirror image. */
static inline double entry_dot(const ss_sdp_program *program, const ss_sdp_entry *e,
                               const double *X) {
  const ss_sdp_block *block = &program->block[e->block];
  const double *x = X + ss_sdp_offset(program, e->block);
  if (block->diagonal) return e->value * x[e->row];
  const double sum = x[e->row + block->size * e->column] + x[e->column + block->size * e->row];
  return e->row == e->column ? e->value * sum / 2 : e->value * sum;
}

/* A(X) + B g of one equality. */
static inline double left_side(const ss_sdp_program *program, size_t i, const double *X,
                               const double *g) {
  double sum = 0;
  for (size_t k = 0; k < program->entries; k++)
    if (program->entry[k].equality == i) sum += entry_dot(program, &program->entry[k], X);
  for (size_t k = 0; k < program->coefficients; k++)
    if (program->coefficient[k].equality == i)
      sum += program->coefficient[k].value * g[program->coefficient[k].variable];
  return sum;
}

static inline void add_symmetric(const ss_sdp_program *program, const ss_sdp_entry *e, double scale,
                                 double *S) {
  const ss_sdp_block *block = &program->block[e->block];
  double *s = S + ss_sdp_offset(program, e->block);
  if (block->diagonal) {
    s[e->row] += scale * e->value;
    return;
  }
  s[e->row + block->size * e->column] += scale * e->value;
  if (e->row != e->column) s[e->column + block->size * e->row] += scale * e->value;
}

/* S = C - A^T(y). */
static inline void slack(const ss_sdp_program *program, const double *y, double *S) {
  memset(S, 0, ss_sdp_offset(program, program->blocks) * sizeof *S);
  for (size_t k = 0; k < program->costs; k++) add_symmetric(program, &program->cost[k], 1, S);
  for (size_t k = 0; k < program->entries; k++)
    add_symmetric(program, &program->entry[k], -y[program->entry[k].equality], S);
}

/* Is every block of S + shift I positive definite? */
static inline bool is_positive(const ss_sdp_program *program, const double *S, double shift) {
  for (size_t k = 0; k < program->blocks; k++) {
    const size_t n = program->block[k].size;
    const double *s = S + ss_sdp_offset(program, k);
    if (program->block[k].diagonal) {
      for (size_t i = 0; i < n; i++)
        if (s[i] + shift < 0) return false;
      continue;
    }
    double *copy = ss_arena_new(arena, n * n, double);
    for (size_t i = 0; i < n * n; i++) copy[i] = s[i] + (i % (n + 1) == 0 ? shift : 0);
    if (ss_matrix_factor(n, copy, copy) != SS_OK) return false;
  }
  return true;
}

/* A program with interior points on both sides: blocks of the given sizes (negative: diagonal),
 * each equality with `entries` entries and some free variables. */
static inline made *make_feasible(random_source *source, size_t blocks, const int *sizes, size_t m,
                                  size_t p, size_t entries) {
  made *to = make_empty();
  for (size_t k = 0; k < blocks; k++) add_block(to, (size_t)abs(sizes[k]), sizes[k] < 0);
  ss_sdp_point point = make_point(&to->program);
  double *X = point.X, *Z = point.Z, y[ROWS_MOST], g[FREE_MOST] = {0};
  for (size_t k = 0; k < blocks; k++) {
    const size_t n = to->block[k].size, at = ss_sdp_offset(&to->program, k);
    for (size_t i = 0; to->block[k].diagonal && i < n; i++) {
      X[at + i] = 0.1 + draw_uniform(source);
      Z[at + i] = 0.1 + draw_uniform(source);
    }
    if (to->block[k].diagonal) continue;
    draw_definite(source, n, 0.1, X + at);
    draw_definite(source, n, 0.1, Z + at);
  }
  to->program.variables = p;
  for (size_t j = 0; j < p; j++) g[j] = draw(source);
  for (size_t i = 0; i < m; i++) {
    y[i] = draw(source);
    add_equality(to, 0);
    for (size_t e = 0; e < entries; e++) {
      const size_t k = draw_index(source, blocks), n = to->block[k].size;
      const size_t row = draw_index(source, n), column = draw_index(source, n);
      add_entry(to, i, k, row, to->block[k].diagonal ? row : column, draw(source));
    }
    for (size_t j = 0; j < p; j++)
      if (draw_uniform(source) < 0.4) add_free(to, i, j, draw(source));
  }
  for (size_t i = 0; i < m; i++) to->b[i] = left_side(&to->program, i, X, g);
  for (size_t k = 0; k < to->program.coefficients; k++)
    to->f[to->B[k].variable] += to->B[k].value * y[to->B[k].equality];
  for (size_t k = 0; k < blocks; k++) {
    const size_t n = to->block[k].size, at = ss_sdp_offset(&to->program, k);
    for (size_t i = 0; i < n; i++)
      for (size_t j = i; j < n; j++)
        if (!to->block[k].diagonal)
          add_cost(to, k, i, j, Z[at + i + n * j]);
        else if (i == j)
          add_cost(to, k, i, i, Z[at + i]);
  }
  for (size_t k = 0; k < to->program.entries; k++) {
    const ss_sdp_entry *e = &to->entry[k];
    add_cost(to, e->block, e->row, e->column, y[e->equality] * e->value);
  }
  return to;
}

/* The form of a program with all its equalities. */
static inline ss_sdp_form make_form(const ss_sdp_program *program) {
  ss_sdp_form form;
  assert_int_equal(ss_sdp_form_make(program, (ss_sdp_form_choice){0}, arena, &form), SS_OK);
  return form;
}

#endif
