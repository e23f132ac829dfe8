/* run.c: a sweep from beginning to end, as rank 0 sees it.
 *
 *     while there is a round (plan.c)
 *       cut its points into chunks; take those that the journal has
 *       hand the others out, to threads and to ranks, whoever is free
 *       store each result, in memory and in the journal
 *
 * A chunk is a fixed stretch of the round's list, so who computes it and when does not matter. One
 * thread coordinates: it talks to the other ranks, asks the caller whether to go on, and sleeps in
 * between; the others compute. A stop lets the chunks under way finish.
 *
 * Cost besides the task: a lock, a copy and a write a chunk. What can fail: memory, the journal,
 * the task.
 */
#include <errno.h>
#include <math.h>
#include <omp.h> /* the clock */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "sweep_private.h"

enum { CHUNK_MOST = 1 << 24 }; /* points: a message between ranks stays below 2 GB */

static const double ASK_SECONDS = 0.05, KEEP_SECONDS = 10;

typedef struct rank_state {
  size_t holds, under_way; /* chunks that it may have, and has */
  bool there;              /* it has said hello */
} rank_state;

typedef struct sweep {
  const ss_sweep_task *task;
  const ss_sweep_options *options;
  ss_sweep_map *map;
  const char *question;
  ss_arena *arena;
  ss_plan plan;
  ss_journal journal;
  ss_wire *wire;
  int ranks;
  rank_state *rank;
  pthread_mutex_t lock; /* for all that follows, and the map's arrays */
  size_t chunks, next, finished;
  uint8_t *chunk_done;
  size_t before, resumed, known; /* points of former rounds; found in the journal; known so far */
  size_t done;                   /* points of this round */
  bool stop, over;
  ss_status status;
  const char *why;
} sweep;

/* ---- chunks ---------------------------------------------------------------------------------- */

static size_t get_chunk_size(const sweep *s, size_t chunk) {
  const size_t begin = chunk * s->options->chunk, left = s->plan.count - begin;
  return left < s->options->chunk ? left : s->options->chunk;
}

static void get_points(const sweep *s, size_t chunk, double *a, double *b) {
  const ss_sweep_axis *axis = s->map->axis;
  const size_t begin = chunk * s->options->chunk, count = get_chunk_size(s, chunk);
  for (size_t k = 0; k < count; k++) {
    const size_t point = ss_plan_point(&s->plan, begin + k);
    a[k] = ss_sweep_at(&axis[0], point % axis[0].count);
    b[k] = ss_sweep_at(&axis[1], point / axis[0].count);
  }
}

static void fail(sweep *s, ss_status status, const char *why) {
  if (s->status != SS_OK) return;
  s->status = status;
  s->why = why;
  s->stop = true;
}

/* The next chunk that nobody has; the lock is held. */
static bool take_chunk(sweep *s, size_t *chunk) {
  while (s->next < s->chunks && s->chunk_done[s->next]) s->next++;
  if (s->stop || s->next == s->chunks) return false;
  *chunk = s->next++;
  return true;
}

/* Puts a result into the map; the lock is held. */
static void store(sweep *s, size_t chunk, const uint8_t *codes, const double *values) {
  const size_t begin = chunk * s->options->chunk, count = get_chunk_size(s, chunk);
  for (size_t k = 0; k < count; k++) {
    const size_t point = ss_plan_point(&s->plan, begin + k);
    s->map->code[point] = codes[k];
    s->map->value[point] = values[k];
    s->map->evaluated[point] = 1;
  }
  s->chunk_done[chunk] = 1;
  s->finished++;
  s->done += count;
}

static bool are_classes(const sweep *s, size_t count, const uint8_t *codes) {
  for (size_t k = 0; k < count; k++)
    if (codes[k] == 0 || codes[k] >= s->map->classes) return false;
  return true;
}

/* Why the journal takes no more; errno is that of writing. */
static const char *explain_journal(ss_status status) {
  if (status == SS_MEMORY) return ss_status_text(status);
  if (errno == ENOSPC || errno == EDQUOT)
    return "the journal cannot be written: No space left on device";
  return errno == EFBIG ? "the journal cannot be written: File too large"
                        : "the journal cannot be written";
}

/* What the task told of a chunk; the lock is held. */
static ss_status pass_on(const sweep *s, const ss_journal_record *r) {
  if (!s->task->hear) return r->length ? SS_BAD_INPUT : SS_OK;
  return s->task->hear(s->task->user, r->chunk, r->text, r->length);
}

/* A result has come; the lock is held. */
static void deliver(sweep *s, ss_status status, ss_journal_record *r) {
  r->round = (uint32_t)s->plan.round;
  r->count = (uint32_t)get_chunk_size(s, r->chunk);
  if (status == SS_OK && !are_classes(s, r->count, r->codes)) status = SS_BAD_ARGUMENT;
  if (status == SS_OK) status = pass_on(s, r);
  if (status != SS_OK) {
    fail(s, status, "a point could not be computed");
    return;
  }
  store(s, r->chunk, r->codes, r->values);
  const ss_status written = ss_journal_append(&s->journal, r);
  if (written != SS_OK) fail(s, written, explain_journal(written));
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* Cuts the round into chunks and takes from the journal what is there; the lock is held. */
static void begin_round(sweep *s) {
  const size_t size = s->options->chunk;
  s->chunks = (s->plan.count + size - 1) / size;
  s->next = s->finished = s->done = 0;
  s->known = s->before + s->plan.count;
  free(s->chunk_done);
  s->chunk_done = calloc(s->chunks + 1, 1);
  if (!s->chunk_done) {
    s->chunks = 0;
    fail(s, SS_MEMORY, "memory is out");
  }
  for (size_t k = 0; k < s->chunks; k++) {
    const ss_journal_record *r = ss_journal_find(&s->journal, s->plan.round, k);
    if (!r) continue;
    if (r->count != get_chunk_size(s, k) || !are_classes(s, r->count, r->codes) ||
        pass_on(s, r) != SS_OK) {
      fail(s, SS_BAD_INPUT, "a chunk of the journal does not fit");
      return;
    }
    store(s, k, r->codes, r->values);
    s->resumed += r->count;
  }
}

/* Goes to the next round where the present one is complete, and says when all is over. */
static void advance(sweep *s) {
  pthread_mutex_lock(&s->lock);
  while (!s->stop && !s->over && s->finished == s->chunks) {
    bool more;
    s->before += s->plan.count;
    const ss_status status = ss_plan_go_on(&s->plan, &more);
    if (status != SS_OK) fail(s, status, "memory is out");
    if (status == SS_OK && more) begin_round(s);
    if (!more) s->over = true;
  }
  if (s->stop) s->over = true;
  pthread_mutex_unlock(&s->lock);
}

/* ---- the threads that compute ---------------------------------------------------------------- */

typedef struct thread_state {
  ss_status opened;
  void *worker;
  double *a, *b, *values;
  uint8_t *codes;
  ss_text told;
} thread_state;

static void open_thread(sweep *s, thread_state *t) {
  const size_t n = s->options->chunk;
  *t = (thread_state){.a = malloc(3 * n * sizeof(double)), .codes = malloc(n)};
  t->b = t->a + n;
  t->values = t->b + n;
  ss_text_start(&t->told);
  t->opened = t->a && t->codes ? s->task->open(s->task->user, &t->worker) : SS_MEMORY;
  pthread_mutex_lock(&s->lock);
  if (t->opened != SS_OK) fail(s, t->opened, "a thread could not begin");
  pthread_mutex_unlock(&s->lock);
}

static void close_thread(sweep *s, thread_state *t) {
  if (t->opened == SS_OK) s->task->close(t->worker);
  free(t->a);
  free(t->codes);
  ss_text_stop(&t->told);
}

/* One chunk, or a short sleep; false when all is over. */
static bool compute_once(sweep *s, thread_state *t) {
  size_t chunk = 0, count = 0;
  pthread_mutex_lock(&s->lock);
  const bool over = s->over || t->opened != SS_OK, work = !over && take_chunk(s, &chunk);
  if (work) {
    get_points(s, chunk, t->a, t->b);
    count = get_chunk_size(s, chunk);
  }
  pthread_mutex_unlock(&s->lock);
  if (!work) {
    if (!over) ss_sweep_doze(2e-4);
    return !over;
  }
  ss_status status = s->task->classify(t->worker, count, t->a, t->b, t->codes, t->values);
  if (status == SS_OK) status = ss_sweep_tell(s->task, t->worker, &t->told);
  ss_journal_record record = {.length = (uint32_t)t->told.length,
                              .chunk = chunk,
                              .codes = t->codes,
                              .values = t->values,
                              .text = t->told.data};
  pthread_mutex_lock(&s->lock);
  deliver(s, status, &record);
  pthread_mutex_unlock(&s->lock);
  return true;
}

static void compute(void *user) {
  sweep *s = user;
  thread_state t;
  open_thread(s, &t);
  while (compute_once(s, &t)) {
  }
  close_thread(s, &t);
}

/* ---- the other ranks ------------------------------------------------------------------------- */

static void send_chunk(sweep *s, int rank, size_t chunk) {
  const size_t count = get_chunk_size(s, chunk);
  const ss_message head = {.kind = SS_MESSAGE_WORK, .chunk = chunk, .count = count};
  const size_t bytes = sizeof head + 2 * count * sizeof(double);
  char *data = malloc(bytes);
  if (!data) {
    fail(s, SS_MEMORY, "memory is out");
    return;
  }
  double *a = (double *)(void *)(data + sizeof head);
  memcpy(data, &head, sizeof head);
  get_points(s, chunk, a, a + count);
  if (ss_sweep_wire.send(s->wire, rank, data, bytes) == SS_OK)
    s->rank[rank].under_way++;
  else
    fail(s, SS_IO, "a message to another rank could not be sent");
  free(data);
}

static void feed_ranks(sweep *s) {
  size_t chunk;
  pthread_mutex_lock(&s->lock);
  for (int r = 1; r < s->ranks; r++)
    while (s->rank[r].there && s->rank[r].under_way < s->rank[r].holds && take_chunk(s, &chunk))
      send_chunk(s, r, chunk);
  pthread_mutex_unlock(&s->lock);
}

static void greet(sweep *s, int from, const ss_message *head, const char *question) {
  s->rank[from].there = true;
  s->rank[from].holds = head->chunk;
  if (head->count != strlen(s->question) || memcmp(question, s->question, head->count) != 0)
    fail(s, SS_BAD_INPUT, "another rank has another question: do all machines see one model file?");
}

/* A message of a rank; false where there is none. */
static bool hear(sweep *s) {
  int from;
  void *data;
  size_t bytes;
  if (!ss_sweep_wire.receive(s->wire, &from, &data, &bytes)) return false;
  ss_message head;
  memcpy(&head, data, sizeof head);
  const char *body = (const char *)data + sizeof head;
  pthread_mutex_lock(&s->lock);
  if (head.kind == SS_MESSAGE_HELLO) {
    greet(s, from, &head, body);
  } else {
    const double *values = (const double *)(const void *)body;
    ss_journal_record record = {
        .chunk = head.chunk, .codes = (const uint8_t *)(values + head.count), .values = values};
    const size_t fixed = sizeof head + head.count * (sizeof(double) + 1);
    record.text = (const char *)(record.codes + head.count);
    record.length = bytes > fixed ? (uint32_t)(bytes - fixed) : 0;
    s->rank[from].under_way--;
    deliver(s, (ss_status)head.status, &record);
  }
  pthread_mutex_unlock(&s->lock);
  free(data);
  return true;
}

/* Waits for what the ranks have under way, and sends them home. */
static void dismiss_ranks(sweep *s) {
  const ss_message stop = {.kind = SS_MESSAGE_STOP};
  for (int r = 1; r < s->ranks; r++) {
    while (!s->rank[r].there || s->rank[r].under_way)
      if (!hear(s)) ss_sweep_doze(2e-4);
    ss_sweep_wire.send(s->wire, r, &stop, sizeof stop);
  }
}

/* ---- the thread that coordinates ------------------------------------------------------------- */

static void ask_caller(sweep *s, double begin) {
  pthread_mutex_lock(&s->lock);
  const ss_sweep_progress progress = {.done = s->before + s->done,
                                      .known = s->known,
                                      .resumed = s->resumed,
                                      .seconds = omp_get_wtime() - begin};
  pthread_mutex_unlock(&s->lock);
  if (!s->options->go_on || s->options->go_on(s->options->user, &progress)) return;
  pthread_mutex_lock(&s->lock);
  s->stop = true;
  pthread_mutex_unlock(&s->lock);
}

/* To the disk, and to whoever wants to see how far it is. Returns when to do it again: it may take
 * a fiftieth of the time. */
static double keep(sweep *s, double now) {
  ss_journal_flush(&s->journal);
  pthread_mutex_lock(&s->lock);
  if (s->options->save) s->options->save(s->options->user, s->map);
  pthread_mutex_unlock(&s->lock);
  const double then = omp_get_wtime();
  return then + fmax(KEEP_SECONDS, 50 * (then - now));
}

static void coordinate(void *user, bool alone) {
  sweep *s = user;
  const double begin = omp_get_wtime();
  double ask = begin + ASK_SECONDS, next_keep = begin + KEEP_SECONDS;
  thread_state t;
  if (alone) open_thread(s, &t);
  for (advance(s); !s->over; advance(s)) {
    bool busy = false;
    if (s->ranks > 1) {
      feed_ranks(s);
      busy = hear(s);
    }
    const double now = omp_get_wtime();
    if (now > ask) {
      ask_caller(s, begin);
      ask = now + ASK_SECONDS;
    }
    if (now > next_keep) next_keep = keep(s, now);
    if (alone && !busy)
      compute_once(s, &t);
    else if (!busy)
      ss_sweep_doze(s->ranks > 1 ? 2e-4 : 5e-4);
  }
  if (alone) close_thread(s, &t);
  dismiss_ranks(s);
}

/* ---- beginning and end ----------------------------------------------------------------------- */

static ss_status make_arrays(ss_arena *arena, ss_sweep_map *map) {
  const size_t points = map->axis[0].count * map->axis[1].count;
  map->code = ss_arena_new(arena, points, uint8_t);
  map->evaluated = ss_arena_new(arena, points, uint8_t);
  map->value = ss_arena_new(arena, points, double);
  if (!map->code || !map->evaluated || !map->value) return SS_MEMORY;
  for (size_t i = 0; i < points; i++) map->value[i] = NAN;
  return SS_OK;
}

static void lead(sweep *s) {
  pthread_mutex_lock(&s->lock);
  if (s->status == SS_OK) begin_round(s);
  pthread_mutex_unlock(&s->lock);
  ss_sweep_in_threads(ss_sweep_threads(s->options), compute, coordinate, s);
  ss_journal_flush(&s->journal);
  s->map->complete = s->status == SS_OK && !s->stop;
}

static ss_status run_as_leader(sweep *s) {
  ss_status status = ss_sweep_wire.open(&s->wire);
  s->rank = ss_arena_new(s->arena, (size_t)s->ranks, rank_state);
  if (status == SS_OK && !s->rank) status = SS_MEMORY;
  if (status != SS_OK) return status;
  status = make_arrays(s->arena, s->map);
  if (status == SS_OK) status = ss_plan_start(&s->plan, s->map, s->options);
  if (status == SS_OK)
    status = ss_journal_open(s->arena, s->options, s->question, &s->journal, &s->why);
  /* a failure is told to the ranks as well: they are waiting */
  if (status != SS_OK) {
    s->status = status;
    s->stop = true;
  }
  pthread_mutex_init(&s->lock, NULL);
  if (status == SS_OK)
    lead(s);
  else
    dismiss_ranks(s);
  pthread_mutex_destroy(&s->lock);
  ss_plan_stop(&s->plan);
  ss_journal_close(&s->journal);
  ss_sweep_wire.close(s->wire);
  free(s->chunk_done);
  return s->status == SS_OK && s->stop ? SS_LIMIT : s->status;
}

static bool is_sound(const ss_sweep_map *map, const ss_sweep_options *options) {
  const size_t n = map->axis[0].count, m = map->axis[1].count;
  if (n == 0 || m == 0 || n > SS_SWEEP_POINTS_MOST / m) return false;
  for (int k = 0; k < 2; k++)
    if (!isfinite(map->axis[k].low) || !isfinite(map->axis[k].high)) return false;
  return map->classes > 1 && map->classes <= SS_SWEEP_CLASSES_MOST && options->chunk > 0 &&
         options->chunk <= CHUNK_MOST && options->coarse > 0;
}

ss_status ss_sweep_run(ss_arena *arena, const ss_sweep_task *task, const ss_sweep_options *options,
                       ss_sweep_map *map, const char **why) {
  ss_text question;
  const ss_sweep_team team = ss_sweep_wire.team();
  *why = NULL;
  if (!is_sound(map, options)) {
    *why = "the grid, its classes or its chunks are outside their range";
    return SS_BAD_ARGUMENT;
  }
  ss_text_start(&question);
  ss_sweep_state_question(map, options, &question);
  sweep s = {.task = task,
             .options = options,
             .map = map,
             .question = question.data,
             .arena = arena,
             .journal = {.file = -1},
             .ranks = team.size,
             .why = NULL};
  ss_status status = question.failed  ? SS_MEMORY
                     : team.rank == 0 ? run_as_leader(&s)
                                      : ss_crew_serve(task, options, question.data);
  *why = s.why;
  ss_text_stop(&question);
  return status;
}

ss_sweep_options ss_sweep_default_options(void) {
  return (ss_sweep_options){.chunk = 256, .coarse = 32};
}

ss_status ss_sweep_join(ss_sweep_team *team) {
  return ss_sweep_wire.join(team);
}

void ss_sweep_leave(void) {
  ss_sweep_wire.leave();
}

bool ss_sweep_agree(bool fine) {
  return ss_sweep_wire.agree(fine);
}
