/* clock.c: seconds of a clock that nobody sets, for limits of time. */
#include <time.h>

#include "standstill/base.h"

double ss_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool ss_clock_is_past(double moment) {
  return moment > 0 && ss_clock() >= moment;
}
