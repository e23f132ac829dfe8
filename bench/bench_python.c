/* bench_python.c: a loop of 10^4 short motions through Python against the same loop in C.
 *
 * Both open the model once and move the machine from starts given as text, with 500 samples, and
 * read the last position; CPU time of one core. At most 1.5 times C.
 *
 * NEEDS: python3 python3-cffi python3-numpy
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "standstill/standstill.h"

enum { MOTIONS = 10000 };

static const char MODEL[] = "models/friction-oscillator.still";

static void fail(const char *what) {
  fprintf(stderr, "%s\n", what);
  exit(1);
}

/* The sum of the last positions, by which both can be told to have done the same. */
static double loop_in_c(const ss_machine *machine, double end, double *sum) {
  ss_motion_options o = ss_motion_default_options();
  const clock_t begun = clock();
  o.end = end;
  o.every = end / 500;
  *sum = 0;
  for (int k = 0; k < MOTIONS; k++) {
    ss_arena *arena = ss_arena_create();
    ss_diagnostics list;
    ss_motion motion;
    char from[64];
    if (!arena) fail("out of memory");
    ss_diagnostics_start(&list, arena, NULL, NULL, 0);
    snprintf(from, sizeof from, "x=%.17g", 2 + 1e-4 * k);
    if (ss_machine_move(arena, machine, from, &o, &list, &motion) != SS_OK) fail("a motion fails");
    *sum += motion.q[0];
    ss_arena_destroy(arena);
  }
  return (double)(clock() - begun) / CLOCKS_PER_SEC;
}

static double loop_in_python(double end, double *sum) {
  const char *build = getenv("BUILD");
  char command[512];
  double seconds;
  snprintf(command, sizeof command,
           "B=%s; make -s BUILD=$B $B/python/libstandstill.so >/dev/null && /usr/bin/env BUILD=$B "
           "/usr/bin/python3 python/backend.py package $B/python/site >/dev/null && "
           "PYTHONPATH=$B/python/site /usr/bin/python3 bench/python_loop.py %s %d %g",
           build ? build : "build", MODEL, MOTIONS, end);
  FILE *out = popen(command, "r");
  if (!out || fscanf(out, "%lf %lf", &seconds, sum) != 2) fail("the loop in Python fails");
  pclose(out);
  return seconds;
}

int main(void) {
  static const double ends[] = {2, 0.2};
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list;
  ss_machine *machine;
  if (!arena) fail("out of memory");
  ss_diagnostics_start(&list, arena, NULL, NULL, 0);
  if (ss_machine_open(MODEL, NULL, &list, &machine) != SS_OK) fail("no model");
  for (int i = 0; i < 2; i++) {
    double here, there;
    const double c = loop_in_c(machine, ends[i], &here);
    const double python = loop_in_python(ends[i], &there);
    if (fabs(here - there) > 1e-9 * fabs(here)) fail("the loops do not agree");
    printf("%d motions until t = %g: Python takes %.2f of C (%.0f us each)\n", MOTIONS, ends[i],
           python / c, 1e6 * c / MOTIONS);
  }
  ss_machine_close(machine);
  ss_arena_destroy(arena);
  return 0;
}
