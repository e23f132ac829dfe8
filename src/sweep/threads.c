/* threads.c: one thread coordinates, the others compute.
 *
 * POSIX threads, not a parallel region: a sweep is a few long-lived threads with one lock, and
 * ThreadSanitizer, which knows nothing of an OpenMP runtime, sees all that they do. The caller's
 * own thread coordinates. Threads that the system refuses are done without; the coordinator is told
 * when there are none.
 *
 * What FLINT keeps for a thread is given back at its end.
 */
#include <assert.h>
#include <flint/flint.h>
#include <pthread.h>
#include <stdlib.h>

#include "sweep_private.h"

typedef struct job {
  void (*compute)(void *user);
  void *user;
} job;

static void *run_job(void *data) {
  const job *j = data;
  j->compute(j->user);
  flint_cleanup();
  return NULL;
}

void ss_sweep_in_threads(size_t threads, void (*compute)(void *user),
                         void (*coordinate)(void *user, bool alone), void *user) {
  assert(compute && coordinate);
  job j = {compute, user};
  pthread_t *thread = calloc(threads, sizeof *thread);
  size_t started = 0;
  while (thread && started < threads && pthread_create(&thread[started], NULL, run_job, &j) == 0)
    started++;
  coordinate(user, started == 0);
  for (size_t i = 0; i < started; i++) pthread_join(thread[i], NULL);
  free(thread);
}
