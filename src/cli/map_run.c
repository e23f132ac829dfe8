/* map_run.c: a command that makes a map, from joining the other ranks to the summary.
 *
 * Ctrl-C, SIGTERM and the time limit let the chunks under way finish; a second Ctrl-C ends the
 * program at once, and the journal still has every chunk that was finished.
 */
#include <signal.h>
#include <stdio.h>
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

bool ss_map_go_on(void *user, const ss_sweep_progress *progress) {
  ss_map_run *r = user;
  if (r->draws) ss_map_draw_progress(progress);
  r->stopped_by_limit = progress->seconds >= r->limit;
  return !was_asked_to_stop && !r->stopped_by_limit;
}

/* ---- after the sweep ------------------------------------------------------------------------- */

static void say_how_to_go_on(const ss_map_run *r) {
  const size_t points = r->map->axis[0].count * r->map->axis[1].count;
  fprintf(stderr, "standstill: %s after %zu of %zu points\n",
          r->stopped_by_limit ? "stopped by the time limit" : "stopped",
          ss_sweep_evaluations(r->map), points);
  if (!r->findings.file) {
    fprintf(stderr, "standstill: nothing was kept: with --out FILE a run can be resumed\n");
    return;
  }
  ss_text file;
  ss_text_start(&file);
  ss_cli_quote(r->findings.file, &file);
  fprintf(stderr, "standstill: go on with: %s --out %s --resume\n", r->map->command, file.data);
  ss_text_stop(&file);
}

static int print(const ss_map_run *r) {
  ss_text out;
  if (ss_arguments_has(r->arguments, "quiet")) return 0;
  ss_text_start(&out);
  if (ss_arguments_has(r->arguments, "json"))
    ss_show_map_json(r->map, &r->findings, &out);
  else
    ss_show_map(r->map, &r->findings, &out);
  return ss_cli_finish(&out);
}

static int sweep(ss_map_run *r, const ss_map_command *command) {
  const bool quiet = ss_arguments_has(r->arguments, "quiet");
  r->draws = !quiet && r->team.rank == 0 && isatty(STDERR_FILENO);
  listen_to_signals();
  const ss_status status = command->sweep(r);
  if (r->draws) ss_map_clear_progress();
  if (r->team.rank != 0) return ss_status_exit_code(status);
  /* remarks are no errors */
  if (quiet && r->list.errors == 0) r->list.count = 0;
  const bool fine = r->list.errors == 0 && (status == SS_OK || status == SS_LIMIT);
  const int code = ss_cli_end(fine ? SS_OK : status, &r->list, r->arguments->operand);
  if (fine && status == SS_LIMIT) say_how_to_go_on(r);
  const int end = fine ? command->finish(r) : code;
  /* what could not be written can be told; what was not confirmed cannot */
  if (!fine) r->findings.file = NULL;
  const int printed = r->map->code && (fine || status == SS_IO) ? print(r) : 0;
  return status == SS_LIMIT ? ss_status_exit_code(status) : end != 0 ? end : printed;
}

/* ---- all ranks ------------------------------------------------------------------------------- */

int ss_map_run_command(ss_map_run *r, const ss_map_command *command) {
  const ss_status status = ss_sweep_join(&r->team);
  if (status != SS_OK) return ss_cli_fail(status, "MPI");
  /* what is wrong with the request is said once */
  if (r->team.rank != 0 && !freopen("/dev/null", "w", stderr)) return 2;
  ss_diagnostics_start(&r->list, r->arena, NULL, NULL, 0);
  int code = ss_cli_open(r->arguments, false, &r->machine);
  if (code == 0) code = command->prepare(r);
  if (ss_sweep_agree(code == 0)) {
    code = sweep(r, command);
  } else if (code == 0) {
    if (r->team.rank == 0) ss_cli_error("another rank could not begin");
    code = ss_status_exit_code(SS_LIMIT);
  }
  ss_machine_close(r->machine);
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
