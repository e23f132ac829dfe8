/* boxes.h: what the tests of src/boxes share. */
#ifndef STANDSTILL_TESTS_BOXES_H
#define STANDSTILL_TESTS_BOXES_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "standstill/boxes.h"

enum { INSIDE = SS_BOXES_OWN, OUTSIDE };

static inline double uniform(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) * 0x1p-53;
}

static inline ss_boxes_tree grow(size_t k, double from, double to) {
  double lo[k], hi[k];
  ss_boxes_tree tree;
  for (size_t j = 0; j < k; j++) lo[j] = from;
  for (size_t j = 0; j < k; j++) hi[j] = to;
  assert_int_equal(ss_boxes_tree_create(k, lo, hi, &tree), SS_OK);
  return tree;
}

/* The discs of radius `data` around (±1, 0): which boxes of the plane are in one, in none? */
static inline uint32_t test_discs(void *data, const double *lo, const double *hi, size_t *axis) {
  const double r = *(double *)data;
  bool outside = true;
  (void)axis;
  for (double c = -1; c <= 1; c += 2) {
    const double x = fmax(0, fmax(lo[0] - c, c - hi[0])), y = fmax(0, fmax(lo[1], -hi[1]));
    const double X = fmax(fabs(lo[0] - c), fabs(hi[0] - c)), Y = fmax(fabs(lo[1]), fabs(hi[1]));
    if (hypot(X, Y) < r) return INSIDE;
    if (hypot(x, y) <= r) outside = false;
  }
  return outside ? OUTSIDE : SS_BOXES_OPEN;
}

/* A cover of these discs within ±4. */
static inline ss_boxes_tree cover_discs(double radius, double smallest, size_t boxes,
                                        ss_boxes_report *report) {
  ss_boxes_tree tree = grow(2, -4, 4);
  const double sides[] = {smallest, smallest};
  const ss_boxes_task task = {
      .test = test_discs, .data = &radius, .smallest = sides, .boxes_most = boxes};
  assert_int_equal(ss_boxes_cover(&tree, &task, report), SS_OK);
  return tree;
}

static inline double area_of(const ss_boxes_tree *tree, uint32_t fact) {
  double sum = 0, lo[2], hi[2];
  for (size_t i = 0; i < tree->count; i++) {
    if (tree->node[i].child || tree->node[i].fact != fact) continue;
    ss_boxes_box(tree, i, lo, hi);
    sum += (hi[0] - lo[0]) * (hi[1] - lo[1]);
  }
  return sum;
}

#endif
