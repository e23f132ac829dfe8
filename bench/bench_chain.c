/* bench_chain.c: the equations of motion of a planar chain of n links, from the model file to the
 * tape, and the same chain in SymPy.
 *
 *     links hang from each other by joints; coordinates are the links' angles (from the vertical,
 *     or from link to link); n = 2 … 16
 *
 *     time of reading, of the derivation (M and h, simplified), instructions of the tape; how fast
 *     they grow: exponents fitted by least squares in logarithms                  (at most 3)
 *     SymPy's time for n = 4, derivation and simplification, over ours            (at least 100)
 *
 * CPU time, the least of repetitions.
 *
 * NEEDS: python3-sympy
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "chain.h"
#include "standstill/system.h"

enum { FEWEST = 2, MOST = 16, PEER_LINKS = 4, REPETITIONS = 20 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- measuring ------------------------------------------------------------------------------- */

typedef struct figures {
  double reading, deriving;     /* seconds */
  size_t body, prologue, nodes; /* instructions of the tape; nodes of the graph */
} figures;

static void give_up(ss_diagnostics *list, ss_status status) {
  ss_text out;
  ss_text_start(&out);
  ss_diagnostics_print(list, &out);
  fprintf(stderr, "%s%s\n", out.data, ss_status_text(status));
  exit(1);
}

static void measure_once(const ss_text *text, figures *f) {
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list;
  ss_model *model;
  ss_system *system = NULL;
  ss_system_tape tape = {0};
  ss_diagnostics_start(&list, arena, "chain", text->data, text->length);
  double start = now();
  ss_status status =
      ss_model_parse(arena, "chain", text->data, text->length, 0, NULL, &list, &model);
  double read = now();
  if (status == SS_OK) status = ss_system_derive(arena, model, &system);
  double derived = now();
  if (status == SS_OK)
    status = ss_system_compile(system, SS_QUANTITY_BIT(M) | SS_QUANTITY_BIT(H), &tape);
  if (status != SS_OK) give_up(&list, status);
  f->reading = fmin(f->reading, read - start);
  f->deriving = fmin(f->deriving, derived - read);
  f->body = ss_tape_length(tape.tape);
  f->prologue = ss_tape_prologue_length(tape.tape);
  f->nodes = ss_graph_count(model->graph);
  ss_system_tape_destroy(&tape);
  ss_model_close(model);
  ss_arena_destroy(arena);
}

static figures measure(int links, angles kind) {
  figures f = {.reading = DBL_MAX, .deriving = DBL_MAX};
  ss_text text;
  ss_text_start(&text);
  write_chain(&text, links, kind);
  for (int i = 0; i < REPETITIONS; i++) measure_once(&text, &f);
  ss_text_stop(&text);
  return f;
}

/* The exponent of y = c n^exponent that fits best. */
static double fit_exponent(const double *y) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0, count = MOST - FEWEST + 1;
  for (int n = FEWEST; n <= MOST; n++) {
    double x = log(n), v = log(y[n]);
    sx += x, sy += v, sxx += x * x, sxy += x * v;
  }
  return (count * sxy - sx * sy) / (count * sxx - sx * sx);
}

/* ---- the tables ------------------------------------------------------------------------------ */

static figures show_growth(angles kind) {
  double reading[MOST + 1], deriving[MOST + 1], instructions[MOST + 1];
  figures of_peer = {0};
  printf("%s\n",
         kind == FROM_THE_VERTICAL ? "angles from the vertical" : "angles from link to link");
  printf("  %5s %12s %12s %10s %10s %10s\n", "links", "reading", "deriving", "body", "prologue",
         "nodes");
  for (int n = FEWEST; n <= MOST; n++) {
    figures f = measure(n, kind);
    printf("  %5d %9.3f ms %9.3f ms %10zu %10zu %10zu\n", n, 1e3 * f.reading, 1e3 * f.deriving,
           f.body, f.prologue, f.nodes);
    reading[n] = f.reading;
    deriving[n] = f.deriving;
    instructions[n] = (double)(f.body + f.prologue);
    if (n == PEER_LINKS) of_peer = f;
  }
  printf("  grow as n^%.2f (reading), n^%.2f (deriving), n^%.2f (instructions); at most n^3\n",
         fit_exponent(reading), fit_exponent(deriving), fit_exponent(instructions));
  return of_peer;
}

static void compare_with_sympy(figures own) {
  double deriving, simplifying;
  int operations;
  char command[64];
  snprintf(command, sizeof command, "/usr/bin/python3 bench/chain_sympy.py %d", PEER_LINKS);
  FILE *peer = popen(command, "r");
  int read = peer ? fscanf(peer, "%lf %lf %d", &deriving, &simplifying, &operations) : 0;
  if (peer) pclose(peer);
  if (read != 3) {
    printf("SymPy did not answer\n");
    return;
  }
  printf("SymPy, %d links, angles from the vertical: %.3f s deriving, %.3f s simplifying, "
         "%d operations\n",
         PEER_LINKS, deriving, simplifying, operations);
  printf("  SymPy over ours: %.0f (deriving and simplifying), at least 100\n",
         (deriving + simplifying) / own.deriving);
  printf("  SymPy without simplifying over ours with it and with reading: %.0f\n",
         deriving / (own.deriving + own.reading));
}

int main(void) {
  figures own = show_growth(FROM_THE_VERTICAL);
  show_growth(FROM_LINK_TO_LINK);
  compare_with_sympy(own);
  return 0;
}
