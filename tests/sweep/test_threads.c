/* test_threads.c: every thread computes once, the caller coordinates, and all have ended at the
 * end. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../src/sweep/sweep_private.h"

typedef struct count {
  pthread_mutex_t lock;
  pthread_t caller;
  size_t computed, coordinated, elsewhere;
  bool alone;
} count;

static void compute(void *user) {
  count *c = user;
  pthread_mutex_lock(&c->lock);
  c->computed++;
  c->elsewhere += !pthread_equal(pthread_self(), c->caller);
  pthread_mutex_unlock(&c->lock);
}

static void coordinate(void *user, bool alone) {
  count *c = user;
  assert_true(pthread_equal(pthread_self(), c->caller));
  c->coordinated++;
  c->alone = alone;
}

static count run(size_t threads) {
  count c = {.lock = PTHREAD_MUTEX_INITIALIZER, .caller = pthread_self()};
  ss_sweep_in_threads(threads, compute, coordinate, &c);
  return c;
}

static void test_threads(void **state) {
  (void)state;
  const count c = run(5);
  assert_int_equal(c.computed, 5);
  assert_int_equal(c.elsewhere, 5);
  assert_int_equal(c.coordinated, 1);
  assert_false(c.alone);
}

static void test_no_threads(void **state) {
  (void)state;
  const count c = run(0);
  assert_int_equal(c.computed, 0);
  assert_int_equal(c.coordinated, 1);
  assert_true(c.alone);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads),
                                     cmocka_unit_test(test_no_threads)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
