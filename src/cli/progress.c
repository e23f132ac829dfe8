/* progress.c: a bar on the terminal for long work, nothing in a pipe; and the time limit. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <unistd.h>

#include "cli.h"

enum { WIDTH = 40 };

static double elapsed(const struct timespec *from, const struct timespec *to) {
  return (double)(to->tv_sec - from->tv_sec) + 1e-9 * (double)(to->tv_nsec - from->tv_nsec);
}

ss_progress ss_cli_start_progress(double end, double limit, bool quiet) {
  ss_progress progress = {
      .end = end, .limit = limit, .visible = !quiet && isatty(STDERR_FILENO) != 0};
  clock_gettime(CLOCK_MONOTONIC, &progress.start);
  progress.last = progress.start;
  return progress;
}

bool ss_cli_show_progress(void *user, double t) {
  static const double INTERVAL = 0.1; /* seconds: the bar costs nothing, short work shows none */
  ss_progress *progress = user;
  const double share = t / progress->end;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (elapsed(&progress->start, &now) > progress->limit) return false;
  if (!progress->visible || !(share >= 0 && share <= 1)) return true;
  if (elapsed(&progress->last, &now) < INTERVAL) return true;
  progress->last = now;
  progress->drawn = true;
  const int filled = (int)(WIDTH * share);
  fprintf(stderr, "\r  [%.*s%*s] t = %.4g of %.4g ", filled,
          "########################################", WIDTH - filled, "", t, progress->end);
  return true;
}

void ss_cli_end_progress(const ss_progress *progress) {
  if (progress->drawn) fprintf(stderr, "\r%*s\r", WIDTH + 40, "");
}

/* ---- the time limit -------------------------------------------------------------------------- */

double ss_cli_read_limit(const ss_arguments *a) {
  const double limit = ss_arguments_real(a, "time-limit", INFINITY);
  if (limit > 0) return limit;
  ss_cli_error("--time-limit %s: expected a number of seconds above 0",
               ss_arguments_text(a, "time-limit"));
  return 0;
}

/* Files have no name before they are whole, and results are printed in one go: nothing is lost. */
static void end_at_limit(int number) {
  static const char text[] = "standstill: error: stopped by --time-limit; nothing was found yet\n";
  (void)number;
  if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(1);
  _exit(ss_status_exit_code(SS_LIMIT));
}

bool ss_cli_limit_time(const ss_arguments *a, double *until) {
  static const double LONGEST = 1e9; /* a longer one is none */
  double limit = ss_cli_read_limit(a);
  if (until) *until = 0;
  if (limit == 0 || limit > LONGEST) return limit > 0;
  if (until) *until = ss_clock() + limit;
  if (until) limit += 2 + limit / 4;
  const time_t whole = (time_t)limit;
  const suseconds_t rest = (suseconds_t)(1e6 * (limit - (double)whole));
  const struct itimerval timer = {.it_value = {whole, whole + rest > 0 ? rest : 1}};
  signal(SIGALRM, end_at_limit);
  return setitimer(ITIMER_REAL, &timer, NULL) == 0;
}

int ss_cli_tell_stop(void) {
  ss_cli_error("stopped by --time-limit: what is printed is what was found until then");
  return ss_status_exit_code(SS_LIMIT);
}
