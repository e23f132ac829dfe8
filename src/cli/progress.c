/* progress.c: a bar on the terminal for long work, nothing in a pipe; and the time limit. */
#include <stdio.h>
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
