/* test_run.c: sweeps: every point, whoever computes it; stops, resumes, failures. */
#include "grid.h"

static void sweep(ss_arena *arena, grid_task *task, const ss_sweep_options *options,
                  ss_sweep_map *map, ss_status expected) {
  const ss_sweep_task t = grid_make_task(task);
  const char *why;
  const ss_status status = ss_sweep_run(arena, &t, options, map, &why);
  if (status != expected) print_error("%s\n", why);
  assert_int_equal(status, expected);
}

static void every_point_has_its_class(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  ss_sweep_map map = grid_map(37, 23);
  ss_sweep_options options = ss_sweep_default_options();
  grid_task task = {0};
  options.chunk = 10;
  sweep(arena, &task, &options, &map, SS_OK);
  assert_true(map.complete);
  assert_int_equal(task.calls, (37 * 23 + 9) / 10);
  for (size_t j = 0; j < 23; j++)
    for (size_t i = 0; i < 37; i++) {
      const double a = ss_sweep_at(&map.axis[0], i), b = ss_sweep_at(&map.axis[1], j);
      assert_int_equal(map.code[j * 37 + i], grid_code(a, b));
      assert_true(map.value[j * 37 + i] == hypot(a, b));
      assert_int_equal(map.evaluated[j * 37 + i], 1);
    }
  ss_arena_destroy(arena);
}

static void threads_make_no_difference(void **state) {
  (void)state;
  for (int refine = 0; refine < 2; refine++) {
    ss_arena *arena = ss_arena_create();
    ss_sweep_map one = grid_map(101, 87), other;
    ss_sweep_options options = ss_sweep_default_options();
    grid_task task = {0};
    options.chunk = 7;
    options.threads = 1;
    options.refine = refine;
    sweep(arena, &task, &options, &one, SS_OK);
    for (size_t threads = 2; threads <= 5; threads++) {
      other = grid_map(101, 87);
      options.threads = threads;
      sweep(arena, &task, &options, &other, SS_OK);
      grid_assert_equal(&one, &other);
    }
    ss_arena_destroy(arena);
  }
}

/* ---- what is told of chunks ------------------------------------------------------------------ */

enum { TOLD = 7 * 11 };

/* The texts that came, by chunk; how often. */
typedef struct audience {
  char text[TOLD][32];
  int heard[TOLD];
  int asked;
} audience;

typedef struct teller {
  const audience *to;
  double last;
} teller;

static ss_status open_teller(const void *user, void **worker) {
  teller *t = calloc(1, sizeof *t);
  t->to = user;
  *worker = t;
  return SS_OK;
}

static ss_status classify_last(void *worker, size_t count, const double *a, const double *b,
                               uint8_t *codes, double *values) {
  for (size_t i = 0; i < count; i++) codes[i] = 1, values[i] = b[i];
  ((teller *)worker)->last = 10 * a[0] + b[0];
  return SS_OK;
}

static ss_status tell(void *worker, ss_text *text) {
  ss_text_addf(text, "at %.6f", ((teller *)worker)->last);
  return SS_OK;
}

static ss_status hear(const void *user, size_t chunk, const char *text, size_t length) {
  audience *a = (audience *)user;
  if (length < 3 || memcmp(text, "at ", 3) != 0) return SS_BAD_INPUT;
  snprintf(a->text[chunk], sizeof a->text[chunk], "%.*s", (int)length, text);
  a->heard[chunk]++;
  return SS_OK;
}

static bool stop_soon(void *user, const ss_sweep_progress *progress) {
  (void)progress;
  return ++((audience *)user)->asked < 3;
}

/* One text a chunk, from threads and, after a stop, from the journal. */
static void texts_come_once(void **state) {
  (void)state;
  char name[64];
  ss_arena *arena = ss_arena_create();
  audience all = {0}, again = {0};
  const ss_sweep_task task = {&all, open_teller, free, classify_last, tell, hear};
  ss_sweep_options options = ss_sweep_default_options();
  ss_sweep_map map = grid_map(7, 11);
  const char *why;
  options.chunk = 1;
  options.threads = 3;
  options.journal = grid_file(name, "told");
  assert_int_equal(ss_sweep_run(arena, &task, &options, &map, &why), SS_OK);
  /* all of it is in the journal now */
  ss_sweep_task other = task;
  other.user = &again;
  options.resume = true;
  options.go_on = stop_soon;
  options.user = &again;
  map = grid_map(7, 11);
  assert_int_equal(ss_sweep_run(arena, &other, &options, &map, &why), SS_OK);
  for (size_t k = 0; k < TOLD; k++) {
    char expected[32];
    snprintf(expected, sizeof expected, "at %.6f",
             10 * ss_sweep_at(&map.axis[0], k % 7) + ss_sweep_at(&map.axis[1], k / 7));
    assert_string_equal(all.text[k], expected);
    assert_string_equal(again.text[k], expected);
    assert_int_equal(all.heard[k], 1);
    assert_int_equal(again.heard[k], 1);
  }
  /* a task that hears nothing has another journal */
  grid_task deaf = {0};
  map = grid_map(7, 11);
  sweep(arena, &deaf, &options, &map, SS_BAD_INPUT);
  ss_sweep_forget(name);
  ss_arena_destroy(arena);
}

/* ---- stops ----------------------------------------------------------------------------------- */

/* Every run is stopped once it has done this many chunks. */
enum { CHUNKS_A_RUN = 20 };

/* Beyond them a thread waits until the stop has been asked for. */
static ss_status classify_and_wait(void *worker, size_t count, const double *a, const double *b,
                                   uint8_t *codes, double *values) {
  grid_task *task = worker;
  const ss_status status = grid_classify(worker, count, a, b, codes, values);
  while (__atomic_load_n(&task->calls, __ATOMIC_RELAXED) > CHUNKS_A_RUN &&
         !__atomic_load_n(&task->stopped, __ATOMIC_RELAXED))
    usleep(1000);
  return status;
}

static bool stop_after_some(void *user, const ss_sweep_progress *progress) {
  grid_task *task = user;
  assert_true(progress->done <= progress->known);
  assert_true(progress->resumed <= progress->done);
  if (__atomic_load_n(&task->calls, __ATOMIC_RELAXED) <= CHUNKS_A_RUN) return true;
  __atomic_store_n(&task->stopped, 1, __ATOMIC_RELAXED);
  return false;
}

static void a_stopped_sweep_goes_on(bool refine) {
  char name[64];
  ss_arena *arena = ss_arena_create();
  ss_sweep_map whole = grid_map(60, 60), map;
  ss_sweep_options options = ss_sweep_default_options();
  grid_task task = {0};
  const char *why;
  options.threads = 2;
  options.chunk = 12;
  options.refine = refine;
  sweep(arena, &task, &options, &whole, SS_OK);
  ss_sweep_task slow = grid_make_task(&task);
  slow.classify = classify_and_wait;
  options.journal = grid_file(name, "stop.part");
  options.go_on = stop_after_some;
  options.user = &task;
  ss_status status = SS_LIMIT;
  int stops = 0;
  for (; status == SS_LIMIT && stops < 100; stops++) {
    map = grid_map(60, 60);
    task.calls = task.stopped = 0;
    status = ss_sweep_run(arena, &slow, &options, &map, &why);
    assert_int_equal(map.complete, status == SS_OK);
    if (status == SS_LIMIT) assert_true(ss_sweep_evaluations(&map) < 3600);
    options.resume = true;
  }
  assert_int_equal(status, SS_OK);
  assert_in_range(stops, 2, 99);
  grid_assert_equal(&whole, &map);
  /* and with nothing left to do */
  map = grid_map(60, 60);
  task.calls = 0;
  sweep(arena, &task, &options, &map, SS_OK);
  assert_int_equal(task.calls, 0);
  grid_assert_equal(&whole, &map);
  ss_sweep_forget(name);
  assert_int_not_equal(access(name, F_OK), 0);
  ss_arena_destroy(arena);
}

static void stops_and_resumes(void **state) {
  (void)state;
  a_stopped_sweep_goes_on(false);
  a_stopped_sweep_goes_on(true);
}

/* ---- what can go wrong ----------------------------------------------------------------------- */

static void bad_grids_are_refused(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  const ss_sweep_options options = ss_sweep_default_options();
  grid_task task = {0};
  ss_sweep_map map = grid_map(0, 5);
  sweep(arena, &task, &options, &map, SS_BAD_ARGUMENT);
  map = grid_map((size_t)1 << 20, (size_t)1 << 20);
  sweep(arena, &task, &options, &map, SS_BAD_ARGUMENT);
  map = grid_map(5, 5);
  map.axis[1].high = NAN;
  sweep(arena, &task, &options, &map, SS_BAD_ARGUMENT);
  map = grid_map(5, 5);
  map.classes = 1;
  sweep(arena, &task, &options, &map, SS_BAD_ARGUMENT);
  ss_arena_destroy(arena);
}

static ss_status open_nothing(const void *user, void **worker) {
  (void)user, (void)worker;
  return SS_NO_CONVERGENCE;
}

static ss_status classify_wrongly(void *worker, size_t count, const double *a, const double *b,
                                  uint8_t *codes, double *values) {
  grid_classify(worker, count, a, b, codes, values);
  codes[0] = 3;
  return SS_OK;
}

static void a_failing_task_ends_the_sweep(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  const ss_sweep_options options = ss_sweep_default_options();
  const char *why;
  grid_task task = {.result = SS_SINGULAR};
  ss_sweep_map map = grid_map(50, 50);
  sweep(arena, &task, &options, &map, SS_SINGULAR);
  assert_false(map.complete);
  ss_sweep_task t = grid_make_task(&task);
  t.open = open_nothing;
  map = grid_map(50, 50);
  assert_int_equal(ss_sweep_run(arena, &t, &options, &map, &why), SS_NO_CONVERGENCE);
  assert_non_null(why);
  /* a class that does not exist */
  t = grid_make_task(&task);
  t.classify = classify_wrongly;
  map = grid_map(50, 50);
  assert_int_equal(ss_sweep_run(arena, &t, &options, &map, &why), SS_BAD_ARGUMENT);
  ss_arena_destroy(arena);
}

static void a_journal_that_cannot_be_written(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  ss_sweep_options options = ss_sweep_default_options();
  grid_task task = {0};
  ss_sweep_map map = grid_map(5, 5);
  options.journal = "/nowhere/at/all.part";
  sweep(arena, &task, &options, &map, SS_IO);
  ss_arena_destroy(arena);
}

static void save(void *user, const ss_sweep_map *map) {
  (void)user, (void)map;
}

static void a_single_point(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  ss_sweep_options options = ss_sweep_default_options();
  grid_task task = {0};
  options.save = save;
  for (int refine = 0; refine < 2; refine++) {
    ss_sweep_map map = grid_map(1, 1);
    options.refine = refine;
    sweep(arena, &task, &options, &map, SS_OK);
    assert_int_equal(map.code[0], grid_code(-1, -1));
  }
  ss_arena_destroy(arena);
}

static void one_rank_is_a_team(void **state) {
  (void)state;
  ss_sweep_team team;
  assert_int_equal(ss_sweep_join(&team), SS_OK);
  assert_int_equal(team.rank, 0);
  assert_int_equal(team.size, 1);
  assert_true(ss_sweep_agree(true));
  assert_false(ss_sweep_agree(false));
  ss_sweep_leave();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_point_has_its_class),
      cmocka_unit_test(threads_make_no_difference),
      cmocka_unit_test(texts_come_once),
      cmocka_unit_test(stops_and_resumes),
      cmocka_unit_test(bad_grids_are_refused),
      cmocka_unit_test(a_failing_task_ends_the_sweep),
      cmocka_unit_test(a_journal_that_cannot_be_written),
      cmocka_unit_test(a_single_point),
      cmocka_unit_test(one_rank_is_a_team),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
