/* grid.h: maps of sets that are known by formula, for the tests of sweeps. */
#ifndef STANDSTILL_TESTS_SWEEP_GRID_H
#define STANDSTILL_TESTS_SWEEP_GRID_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "standstill/sweep.h"

static const ss_sweep_class grid_classes[] = {
    {"not done", SS_SWEEP_NOT_DONE}, {"inside", SS_SWEEP_REST}, {"outside", SS_SWEEP_ESCAPES}};
static const ss_sweep_fact grid_facts[] = {{"model", "a circle"}, {"hash", "00"}};

/* Inside the circle of radius 0.7; the value is the distance from its centre. */
static inline uint8_t grid_code(double a, double b) {
  return a * a + b * b < 0.49 ? 1 : 2;
}

typedef struct grid_task {
  int calls;        /* of classify */
  int stopped;      /* go_on has said no */
  ss_status result; /* of classify */
} grid_task;

static inline ss_status grid_open(const void *user, void **worker) {
  *worker = (void *)user;
  return SS_OK;
}

static inline void grid_close(void *worker) {
  (void)worker;
}

static inline ss_status grid_classify(void *worker, size_t count, const double *a, const double *b,
                                      uint8_t *codes, double *values) {
  grid_task *task = worker;
  __atomic_add_fetch(&task->calls, 1, __ATOMIC_RELAXED);
  for (size_t i = 0; i < count; i++) {
    codes[i] = grid_code(a[i], b[i]);
    values[i] = hypot(a[i], b[i]);
  }
  return task->result;
}

static inline ss_sweep_task grid_make_task(grid_task *task) {
  return (ss_sweep_task){
      .user = task, .open = grid_open, .close = grid_close, .classify = grid_classify};
}

static inline ss_sweep_map grid_map(size_t n, size_t m) {
  return (ss_sweep_map){.axis = {{"x", "m", -1, 1, n}, {"x'", "m/s", -1, 1, m}},
                        .classes = 3,
                        .class_of_code = grid_classes,
                        .facts = 2,
                        .fact = grid_facts,
                        .command = "standstill basin circle",
                        .model = "{}"};
}

/* Equal bit for bit: classes, values, what was computed. */
static inline void grid_assert_equal(const ss_sweep_map *one, const ss_sweep_map *other) {
  const size_t points = one->axis[0].count * one->axis[1].count;
  assert_int_equal(points, other->axis[0].count * other->axis[1].count);
  assert_memory_equal(one->code, other->code, points);
  assert_memory_equal(one->evaluated, other->evaluated, points);
  assert_memory_equal(one->value, other->value, points * sizeof *one->value);
  assert_int_equal(one->complete, other->complete);
}

/* A name in a folder for temporary files, different for each process. */
static inline const char *grid_file(char name[64], const char *end) {
  snprintf(name, 64, P_tmpdir "/standstill-%d-%s", (int)getpid(), end);
  unlink(name);
  return name;
}

#endif
