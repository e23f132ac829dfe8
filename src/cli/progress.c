/* progress.c: a bar on the terminal for long work; nothing in a pipe. */
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"

enum { WIDTH = 40 };

static bool is_terminal(void) {
  return isatty(STDERR_FILENO) != 0;
}

/* At most ten times a second, so that the bar costs nothing. */
static bool is_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return now.tv_nsec / 10000000 % 10 == 0;
}

bool ss_cli_show_progress(void *user, double t) {
  double end = *(const double *)user, share = t / end;
  if (!is_terminal() || !is_time() || !(share >= 0 && share <= 1)) return true;
  int filled = (int)(WIDTH * share);
  fprintf(stderr, "\r  [%.*s%*s] t = %.4g of %.4g", filled,
          "########################################", WIDTH - filled, "", t, end);
  return true;
}

void ss_cli_end_progress(void) {
  if (is_terminal()) fprintf(stderr, "\r%*s\r", WIDTH + 40, "");
}
