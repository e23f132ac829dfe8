/* map_run.c: a map from the request to the file: sweeps, stops when asked to, writes, sums up.
 *
 * Ctrl-C, SIGTERM and the time limit let the chunks under way finish; a second Ctrl-C ends the
 * program at once, and the journal still has every chunk that was finished. The file is written
 * when the map is complete, when it is stopped, and now and then in between.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "map.h"

/* A signal handler has nothing else to write to. */
static volatile sig_atomic_t was_asked_to_stop;

static void note_signal(int number) {
  (void)number;
  was_asked_to_stop = 1;
}

static void listen_to_signals(void) {
  struct sigaction action = {.sa_handler = note_signal, .sa_flags = (int)SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
}

/* ---- while it runs --------------------------------------------------------------------------- */

typedef struct watch {
  const ss_map_request *request;
  double limit; /* seconds */
  bool draws, stopped_by_limit;
} watch;

static bool go_on(void *user, const ss_sweep_progress *progress) {
  watch *w = user;
  if (w->draws) ss_map_draw_progress(progress);
  w->stopped_by_limit = progress->seconds >= w->limit;
  return !was_asked_to_stop && !w->stopped_by_limit;
}

static bool is_csv(const char *file) {
  const size_t n = strlen(file);
  return n > 4 && strcmp(file + n - 4, ".csv") == 0;
}

static int write_map(const ss_sweep_map *map, const char *file) {
  if (is_csv(file)) {
    ss_text out;
    ss_text_start(&out);
    ss_show_map_csv(map, &out);
    return ss_cli_write_file(file, &out);
  }
  const ss_status status = ss_sweep_write(map, file);
  if (status == SS_OK) return 0;
  if (status != SS_IO) return ss_cli_fail(status, file);
  ss_cli_error("cannot write %s", file);
  return ss_status_exit_code(status);
}

/* The map so far; a failure will be said at the end. */
static void save(void *user, const ss_sweep_map *map) {
  const watch *w = user;
  const char *file = w->request->findings.file;
  if (file && !is_csv(file)) ss_sweep_write(map, file);
}

/* ---- before and after ------------------------------------------------------------------------ */

static const char *name_difference(const ss_map_request *r, const ss_sweep_map *old) {
  const ss_sweep_map *new = &r->map;
  for (size_t i = 0; i < new->facts; i++)
    if (strcmp(ss_sweep_fact_of(old, new->fact[i].key), new->fact[i].value) != 0)
      return new->fact[i].key;
  for (int k = 0; k < 2; k++) {
    const ss_sweep_axis *a = &new->axis[k], *b = &old->axis[k];
    if (strcmp(a->name, b->name) != 0) return "axes";
    if (a->low != b->low || a->high != b->high) return "range";
    if (a->count != b->count) return "grid";
  }
  return old->facts == new->facts ? NULL : "facts";
}

static int refuse_to_go_on(const char *file, const char *why) {
  ss_cli_error("cannot go on with %s: %s", file, why);
  return ss_status_exit_code(SS_BAD_INPUT);
}

/* What a table is about stands in its first lines, in the order of the facts. A table of this
 * question is computed again: it has no values. */
static int look_at_old_table(const ss_map_request *r) {
  const char *file = r->findings.file, *why = NULL;
  FILE *old = fopen(file, "r");
  char *line = NULL;
  size_t size = 0;
  if (!old) return refuse_to_go_on(file, strerror(errno));
  for (size_t i = 0; i < r->map.facts && !why; i++) {
    const ss_sweep_fact *fact = &r->map.fact[i];
    const char *expected = ss_arena_format(r->arena, "# %s: %s\n", fact->key, fact->value);
    if (!expected || getline(&line, &size, old) < 0 || strcmp(line, expected) != 0)
      why = ss_arena_format(r->arena, "it answers another question (%s)", fact->key);
  }
  free(line);
  fclose(old);
  return why ? refuse_to_go_on(file, why) : 0;
}

/* --resume where the file is there and no journal: it is this map, complete, or something else. */
static int look_at_old_file(ss_map_request *r, bool *complete) {
  const char *file = r->findings.file, *why;
  *complete = false;
  if (!r->sweep.resume || access(r->sweep.journal, F_OK) == 0) return 0;
  if (access(file, F_OK) != 0) return 0;
  if (is_csv(file)) return look_at_old_table(r);
  ss_sweep_map old;
  const ss_status status = ss_sweep_read(r->arena, file, &old, &why);
  if (status != SS_OK) {
    ss_cli_error("cannot go on with %s: %s", file, why);
    return ss_status_exit_code(status);
  }
  const char *difference = name_difference(r, &old);
  if (difference) why = ss_arena_format(r->arena, "it answers another question (%s)", difference);
  if (!difference && !old.complete)
    why = ss_arena_format(r->arena, "it is not complete, and its journal %s is missing",
                          r->sweep.journal);
  if (difference || !old.complete) return refuse_to_go_on(file, why ? why : "memory is out");
  r->map.code = old.code;
  r->map.value = old.value;
  r->map.evaluated = old.evaluated;
  r->map.complete = *complete = true;
  return 0;
}

static void say_how_to_go_on(const ss_map_request *r, const watch *w) {
  const size_t points = r->map.axis[0].count * r->map.axis[1].count;
  fprintf(stderr, "standstill: %s after %zu of %zu points\n",
          w->stopped_by_limit ? "stopped by the time limit" : "stopped",
          ss_sweep_evaluations(&r->map), points);
  if (r->findings.file)
    fprintf(stderr, "standstill: go on with: %s --out %s --resume\n", r->map.command,
            r->findings.file);
  else
    fprintf(stderr, "standstill: nothing was kept: with --out FILE a run can be resumed\n");
}

static int complain(const ss_map_request *r, ss_status status, const char *why) {
  if (r->sweep.journal && (status == SS_BAD_INPUT || status == SS_IO))
    ss_cli_error("%s: %s", r->sweep.journal, *why ? why : ss_status_text(status));
  else
    ss_cli_error("%s", *why ? why : ss_status_text(status));
  return ss_status_exit_code(status);
}

static int sweep_and_write(ss_map_request *r) {
  const char *why;
  const bool quiet = ss_arguments_has(r->arguments, "quiet");
  watch w = {.request = r,
             .limit = ss_arguments_real(r->arguments, "time-limit", 1e300),
             .draws = !quiet && r->team.rank == 0 && isatty(STDERR_FILENO)};
  r->sweep.go_on = go_on;
  r->sweep.save = save;
  r->sweep.user = &w;
  listen_to_signals();
  const ss_status status = ss_sweep_run(r->arena, &r->task, &r->sweep, &r->map, &why);
  if (w.draws) ss_map_clear_progress();
  if (r->team.rank != 0) return status == SS_OK ? 0 : ss_status_exit_code(status);
  if (status != SS_OK && status != SS_LIMIT) return complain(r, status, why);
  if (*why && !quiet) fprintf(stderr, "standstill: %s\n", why);
  int code = r->findings.file ? write_map(&r->map, r->findings.file) : 0;
  if (status == SS_LIMIT) say_how_to_go_on(r, &w);
  if (status == SS_OK && code == 0 && r->sweep.journal) ss_sweep_forget(r->sweep.journal);
  return code != 0 ? code : ss_status_exit_code(status);
}

int ss_map_sweep(ss_map_request *r) {
  bool complete = false;
  int code = r->findings.file && r->team.rank == 0 ? look_at_old_file(r, &complete) : 0;
  /* all ranks sweep, or none */
  if (!ss_sweep_agree(code == 0 && !complete)) return code;
  return sweep_and_write(r);
}

int ss_map_print(const ss_map_request *r) {
  ss_text out;
  if (ss_arguments_has(r->arguments, "quiet")) return 0;
  ss_text_start(&out);
  if (ss_arguments_has(r->arguments, "json"))
    ss_show_map_json(&r->map, &r->findings, &out);
  else
    ss_show_map(&r->map, &r->findings, &out);
  return ss_cli_finish(&out);
}

/* ---- all ranks ------------------------------------------------------------------------------- */

static int make_request(ss_map_request *r, int (*make)(ss_map_request *)) {
  const ss_status status = ss_cli_read_model(r->arguments, &r->model);
  return status == SS_OK ? make(r) : ss_status_exit_code(status);
}

int ss_map_run_command(ss_map_request *r, int (*make)(ss_map_request *),
                       int (*finish)(ss_map_request *)) {
  ss_status status = ss_sweep_join(&r->team);
  if (status != SS_OK) return ss_cli_fail(status, "MPI");
  /* what is wrong with the request is said once */
  if (r->team.rank != 0 && !freopen("/dev/null", "w", stderr)) return 2;
  int code = make_request(r, make);
  if (!ss_sweep_agree(code == 0)) {
    if (code == 0 && r->team.rank == 0) ss_cli_error("another rank could not begin");
    if (code == 0) code = ss_status_exit_code(SS_LIMIT);
  } else {
    code = ss_map_sweep(r);
    if (r->team.rank == 0 && r->map.code) {
      const bool stopped = code == ss_status_exit_code(SS_LIMIT);
      const int end = (code == 0 || stopped) && finish ? finish(r) : 0;
      const int print = ss_map_print(r);
      code = code != 0 ? code : end != 0 ? end : print;
    }
  }
  ss_model_close(r->model);
  ss_sweep_leave();
  return code;
}

/* ---- progress -------------------------------------------------------------------------------- */

enum { WIDTH = 30 };

/* "3 s", "2 min 05 s", "1 h 02 min" */
static void add_time(double seconds, char *text, size_t size) {
  const long s = seconds < 1e9 ? (long)(seconds + 0.5) : 1000000000L;
  if (s < 60)
    snprintf(text, size, "%ld s", s);
  else if (s < 3600)
    snprintf(text, size, "%ld min %02ld s", s / 60, s % 60);
  else
    snprintf(text, size, "%ld h %02ld min", s / 3600, s / 60 % 60);
}

void ss_map_draw_progress(const ss_sweep_progress *p) {
  const size_t computed = p->done - p->resumed;
  const double share = p->known ? (double)p->done / (double)p->known : 0;
  const double rate = p->seconds > 0 ? (double)computed / p->seconds : 0;
  const int filled = (int)(WIDTH * share);
  char left[32] = "?";
  if (p->seconds < 0.3) return;
  if (rate > 0) add_time((double)(p->known - p->done) / rate, left, sizeof left);
  fprintf(stderr, "\r  [%.*s%*s] %zu of %zu, %.3g a second, %s left \033[K", filled,
          "##############################", WIDTH - filled, "", p->done, p->known, rate, left);
}

void ss_map_clear_progress(void) {
  fprintf(stderr, "\r\033[K");
}
