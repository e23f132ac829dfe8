/* test_runge_kutta.c: the pair has the order that it claims, seen on rooted trees and on a step. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "standstill/base.h"

enum { STAGES = SS_RUNGE_KUTTA_STAGES };

/* sum_i b_i c_i^(k-1) = 1/k, the conditions of quadrature; rows of the matrix sum to the nodes. */
static void test_quadrature(void **state) {
  (void)state;
  const ss_runge_kutta *p = &ss_prince_dormand;
  for (int k = 1; k <= 8; k++) {
    double high = 0, low = 0;
    for (int i = 0; i < STAGES; i++) {
      high += p->weight[i] * pow(p->node[i], k - 1);
      low += p->embedded[i] * pow(p->node[i], k - 1);
    }
    assert_true(fabs(high - 1.0 / k) < 1e-14);
    assert_true(k == 8 || fabs(low - 1.0 / k) < 1e-14);
  }
  for (int i = 0; i < STAGES; i++) {
    double sum = 0;
    for (int j = 0; j < STAGES; j++) sum += p->matrix[i][j];
    assert_true(fabs(sum - p->node[i]) < 1e-13);
  }
}

/* One step of y' = y (1 + t) from 0.5: y has the weights' or the embedded values. */
static double step(double h, const double *weights) {
  const ss_runge_kutta *p = &ss_prince_dormand;
  double rate[STAGES], y = 0.5;
  for (int i = 0; i < STAGES; i++) {
    double at = 0.5;
    for (int j = 0; j < i; j++) at += h * p->matrix[i][j] * rate[j];
    rate[i] = at * (1 + p->node[i] * h);
  }
  for (int i = 0; i < STAGES; i++) y += h * weights[i] * rate[i];
  return y;
}

/* The two values differ by something of order h^8, the error of the embedded one; that of the
 * method is far below: y = exp(h + h^2/2)/2. */
static void test_order(void **state) {
  (void)state;
  const ss_runge_kutta *p = &ss_prince_dormand;
  for (double h = 0.8; h > 0.3; h /= 2) {
    const double estimate = fabs(step(h, p->weight) - step(h, p->embedded));
    const double half = fabs(step(h / 2, p->weight) - step(h / 2, p->embedded));
    assert_true(log2(estimate / half) > 7.7 && log2(estimate / half) < 10);
    assert_true(fabs(step(h, p->weight) - 0.5 * exp(h + h * h / 2)) < 0.1 * estimate);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_quadrature),
      cmocka_unit_test(test_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
