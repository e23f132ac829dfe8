/* crew.c: how many threads, and the part of the ranks that work for rank 0.
 *
 * A rank says how many chunks it can hold (two a thread, so that none waits for a message), gets
 * chunks as lists of points, and sends back classes and values until it is told to stop. It knows
 * nothing of grids or files. One thread talks and sleeps in between, the others compute.
 *
 * A failure on the way (memory, the task's own) goes back as the status of the chunk: rank 0
 * decides.
 */
#include <omp.h> /* how many threads the user wants */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sweep_private.h"

size_t ss_sweep_threads(const ss_sweep_options *options) {
  if (options->threads) return options->threads;
  if (getenv("OMP_NUM_THREADS")) return (size_t)omp_get_max_threads();
  const int cores = omp_get_num_procs();
  /* ranks of one machine share its cores */
  const char *local = getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  const long ranks = local ? strtol(local, NULL, 10) : 1;
  return (size_t)(ranks > 1 ? (cores > ranks ? cores / ranks : 1) : cores);
}

void ss_sweep_doze(double seconds) {
  const struct timespec time = {.tv_sec = 0, .tv_nsec = (long)(1e9 * seconds)};
  nanosleep(&time, NULL);
}

ss_status ss_sweep_tell(const ss_sweep_task *task, void *worker, ss_text *text) {
  enum { LENGTH_MOST = 1 << 30 };
  if (!task->tell) return SS_OK;
  ss_text_stop(text);
  ss_text_start(text);
  const ss_status status = task->tell(worker, text);
  if (status != SS_OK) return status;
  return text->failed ? SS_MEMORY : text->length > LENGTH_MOST ? SS_LIMIT : SS_OK;
}

/* A message in a list. */
typedef struct item {
  struct item *next;
  void *data;
  size_t bytes;
} item;

typedef struct crew {
  const ss_sweep_task *task;
  ss_wire *wire;    /* the talking thread's */
  ss_status status; /* the talking thread's */
  pthread_mutex_t lock;
  item *todo, **todo_end; /* first in, first out */
  item *ready;
  bool over;
} crew;

/* ---- the threads that compute ---------------------------------------------------------------- */

/* The answer to a chunk, in the place of its message; NULL when memory is out. */
static void *work_on(const crew *c, void *worker, ss_status opened, const void *data,
                     size_t *bytes) {
  ss_message head;
  memcpy(&head, data, sizeof head);
  const size_t n = head.count;
  const double *a = (const double *)(const void *)((const char *)data + sizeof head);
  *bytes = sizeof head + n * (sizeof(double) + 1);
  char *answer = calloc(1, *bytes);
  if (!answer) return NULL;
  double *values = (double *)(void *)(answer + sizeof head);
  uint8_t *codes = (uint8_t *)(values + n);
  ss_status status =
      opened == SS_OK ? c->task->classify(worker, n, a, a + n, codes, values) : opened;
  ss_text told;
  ss_text_start(&told);
  if (status == SS_OK) status = ss_sweep_tell(c->task, worker, &told);
  char *longer = status == SS_OK && told.length ? realloc(answer, *bytes + told.length) : NULL;
  if (longer) {
    answer = longer;
    memcpy(answer + *bytes, told.data, told.length);
    *bytes += told.length;
  } else if (status == SS_OK && told.length) {
    status = SS_MEMORY;
  }
  ss_text_stop(&told);
  head.kind = SS_MESSAGE_RESULT;
  head.status = (uint32_t)status;
  memcpy(answer, &head, sizeof head);
  return answer;
}

static item *take(crew *c, bool *over) {
  pthread_mutex_lock(&c->lock);
  item *first = c->todo;
  if (first) c->todo = first->next;
  if (!c->todo) c->todo_end = &c->todo;
  *over = c->over;
  pthread_mutex_unlock(&c->lock);
  return first;
}

/* A chunk that is waiting, if there is one; false when all is over. */
static bool compute_once(crew *c, void *worker, ss_status opened) {
  bool over;
  item *work = take(c, &over);
  if (!work) {
    ss_sweep_doze(2e-4);
    return !over;
  }
  size_t bytes;
  void *answer = work_on(c, worker, opened, work->data, &bytes);
  if (!answer) {
    /* the chunk's head alone, as a failure */
    ss_message *head = work->data;
    *head = (ss_message){.kind = SS_MESSAGE_RESULT, .status = SS_MEMORY, .chunk = head->chunk};
    work->bytes = sizeof *head;
  } else {
    free(work->data);
    work->data = answer;
    work->bytes = bytes;
  }
  pthread_mutex_lock(&c->lock);
  work->next = c->ready;
  c->ready = work;
  pthread_mutex_unlock(&c->lock);
  return true;
}

static void compute(void *user) {
  crew *c = user;
  void *worker = NULL;
  const ss_status opened = c->task->open(c->task->user, &worker);
  while (compute_once(c, worker, opened)) {
  }
  if (opened == SS_OK) c->task->close(worker);
}

/* ---- the thread that talks ------------------------------------------------------------------- */

static void free_items(item *first) {
  while (first) {
    item *next = first->next;
    free(first->data);
    free(first);
    first = next;
  }
}

static ss_status say_hello(ss_wire *wire, size_t threads, const char *question) {
  ss_message head = {.kind = SS_MESSAGE_HELLO, .chunk = 2 * threads, .count = strlen(question)};
  char *hello = malloc(sizeof head + head.count);
  if (!hello) return SS_MEMORY;
  memcpy(hello, &head, sizeof head);
  memcpy(hello + sizeof head, question, head.count);
  const ss_status status = ss_sweep_wire.send(wire, 0, hello, sizeof head + head.count);
  free(hello);
  return status;
}

/* Sends what is ready. */
static ss_status send_ready(crew *c, ss_wire *wire) {
  pthread_mutex_lock(&c->lock);
  item *ready = c->ready;
  c->ready = NULL;
  pthread_mutex_unlock(&c->lock);
  ss_status status = SS_OK;
  for (item *i = ready; i && status == SS_OK; i = i->next)
    status = ss_sweep_wire.send(wire, 0, i->data, i->bytes);
  free_items(ready);
  return status;
}

/* Takes a message in; false where there was none. */
static bool take_message(crew *c, ss_wire *wire, bool *stop) {
  int from;
  void *data;
  size_t bytes;
  if (!ss_sweep_wire.receive(wire, &from, &data, &bytes)) return false;
  ss_message head;
  memcpy(&head, data, sizeof head);
  item *new = calloc(1, sizeof *new);
  if (head.kind == SS_MESSAGE_STOP) *stop = true;
  if (new &&head.kind == SS_MESSAGE_WORK) {
    *new = (item){.data = data, .bytes = bytes};
    pthread_mutex_lock(&c->lock);
    *c->todo_end = new;
    c->todo_end = &new->next;
    pthread_mutex_unlock(&c->lock);
    return true;
  }
  if (!new &&head.kind == SS_MESSAGE_WORK) {
    head = (ss_message){.kind = SS_MESSAGE_RESULT, .status = SS_MEMORY, .chunk = head.chunk};
    ss_sweep_wire.send(wire, 0, &head, sizeof head);
  }
  free(new);
  free(data);
  return true;
}

/* Talks until rank 0 says stop; computes as well where the system granted one thread only. */
static void talk(void *user, bool alone) {
  crew *c = user;
  void *worker = NULL;
  const ss_status opened = alone ? c->task->open(c->task->user, &worker) : SS_LIMIT;
  for (bool stop = false; !stop && c->status == SS_OK;) {
    c->status = send_ready(c, c->wire);
    if (take_message(c, c->wire, &stop)) continue;
    if (alone)
      compute_once(c, worker, opened);
    else
      ss_sweep_doze(2e-4);
  }
  if (opened == SS_OK) c->task->close(worker);
  pthread_mutex_lock(&c->lock);
  c->over = true;
  pthread_mutex_unlock(&c->lock);
}

ss_status ss_crew_serve(const ss_sweep_task *task, const ss_sweep_options *options,
                        const char *question) {
  crew c = {.task = task};
  const size_t threads = ss_sweep_threads(options);
  const ss_status status = ss_sweep_wire.open(&c.wire);
  if (status != SS_OK) return status;
  c.todo_end = &c.todo;
  pthread_mutex_init(&c.lock, NULL);
  c.status = say_hello(c.wire, threads, question);
  ss_sweep_in_threads(threads, compute, talk, &c);
  pthread_mutex_destroy(&c.lock);
  free_items(c.todo);
  free_items(c.ready);
  ss_sweep_wire.close(c.wire);
  return c.status;
}
