/* bench_pile.c: time steps of a pile of discs, against Siconos on the same model.
 *
 * models/piles/pile-of-discs.still with n rows, n (n + 1) / 2 discs and 3 n (n - 1) / 2 + n + 2
 * contacts, dropped by 2 mm and left to itself, in steps of 1e-3:
 *
 *     first        the first 0.1 s: it lands, row after row; almost every step has impacts
 *     then         from 0.1 to 0.3 s: it settles; most contacts are closed
 *
 * CPU time a step, one thread; ours without reading and deriving the model (a run of no steps is
 * subtracted), Siconos's without making its model. n = 14 (105 discs, 289 contacts):
 *
 *     wanted: at least 5 times Siconos's steps a second, in both parts; the mean heights after
 *     0.3 s agree
 *
 * and how our time grows with the number of contacts from n = 7 on; wanted: about linearly.
 *
 * NEEDS: g++ libsiconos-kernel-dev libsiconos-numerics-dev
 * LIBS:  -lsiconos_kernel -lsiconos_numerics -lstdc++
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "pile.h"
#include "standstill/standstill.h"

enum { LANDING = 100, ALL = 300 };

double read_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static ss_machine *open_pile(size_t rows) {
  char setting[32];
  snprintf(setting, sizeof setting, "n=%zu", rows);
  const char *settings[] = {setting};
  const ss_machine_options options = {.setting = settings, .settings = 1};
  ss_machine *machine = NULL;
  if (ss_machine_open("models/piles/pile-of-discs.still", &options, NULL, &machine) != SS_OK) {
    fprintf(stderr, "the pile cannot be read\n");
    exit(1);
  }
  return machine;
}

/* CPU time of so many steps, the making of the run included; the mean height afterwards. */
static double move_pile(ss_machine *machine, size_t rows, size_t steps, double *height) {
  ss_arena *arena = ss_arena_create();
  ss_motion_options options = ss_motion_default_options();
  ss_diagnostics list;
  ss_motion motion;
  options.method = SS_MOTION_MOREAU;
  options.step = pile_step;
  options.end = (double)steps * pile_step;
  options.go_on_at_rest = true;
  ss_diagnostics_start(&list, arena, NULL, NULL, 0);
  const double start = read_clock();
  const ss_status status = ss_machine_move(arena, machine, "dropped", &options, &list, &motion);
  const double time = read_clock() - start;
  if (status != SS_OK) {
    fprintf(stderr, "%s\n", motion.reason ? motion.reason : ss_status_text(status));
    exit(1);
  }
  *height = 0;
  const size_t discs = rows * (rows + 1) / 2;
  for (size_t k = 0; k < discs; k++) *height += motion.q[3 * k + 1] / (double)discs;
  ss_arena_destroy(arena);
  return time;
}

typedef struct figures {
  double first, then, height; /* seconds a step */
} figures;

static figures measure(size_t rows) {
  ss_machine *machine = open_pile(rows);
  figures f;
  const double none = move_pile(machine, rows, 1, &f.height);
  const double landing = move_pile(machine, rows, LANDING, &f.height);
  const double all = move_pile(machine, rows, ALL, &f.height);
  f.first = (landing - none) / (LANDING - 1);
  f.then = (all - landing) / (ALL - LANDING);
  ss_machine_close(machine);
  return f;
}

static figures measure_siconos(size_t rows) {
  figures f;
  const double landing = move_pile_in_siconos(rows, LANDING, &f.height);
  const double all = move_pile_in_siconos(rows, ALL, &f.height);
  f.first = landing / LANDING;
  f.then = (all - landing) / (ALL - LANDING);
  return f;
}

static size_t count_contacts(size_t rows) {
  return 3 * rows * (rows - 1) / 2 + rows + 2;
}

int main(void) {
  static const size_t rows[] = {7, 10, 14, 20};
  double first[4], then[4];
  figures at14 = {0};
  printf("a pile of discs, ms a step of 1e-3\n  %5s %8s %9s %9s %9s\n", "discs", "contacts",
         "first", "then", "height");
  for (size_t i = 0; i < 4; i++) {
    const figures f = measure(rows[i]);
    first[i] = f.first;
    then[i] = f.then;
    if (rows[i] == 14) at14 = f;
    printf("  %5zu %8zu %9.3f %9.3f %9.5f\n", rows[i] * (rows[i] + 1) / 2, count_contacts(rows[i]),
           1e3 * f.first, 1e3 * f.then, f.height);
    fflush(stdout);
  }
  const double ratio = log((double)count_contacts(20) / (double)count_contacts(7));
  printf("  from 72 to 592 contacts as contacts^%.2f, contacts^%.2f\n",
         log(first[3] / first[0]) / ratio, log(then[3] / then[0]) / ratio);
  const figures peer = measure_siconos(14);
  printf("  Siconos: %.3f and %.3f ms, height %.5f\n", 1e3 * peer.first, 1e3 * peer.then,
         peer.height);
  printf("  our steps a second over Siconos's: %.1f first, %.1f then (at least 5)\n",
         peer.first / at14.first, peer.then / at14.then);
  return 0;
}
