/* campaign_book.c: the energy book of event-driven motions, from ten thousand random starts a
 * model.
 *
 * For every worked model, random starts around its named states are run to rest or to t = 5 by the
 * events method with its default tolerance. Shown: the largest residual of the energy book relative
 * to the largest energy in it, the deepest gap at samples every 0.05, how many came to rest, and
 * how many runs stopped with a reason (paradoxes of Coulomb's law; the first reason is printed).
 *
 * Usage: campaign_book [STARTS] [MODEL...]      (default: 10000 starts of every model)
 */
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "subject.h"

static const double END = 5, EVERY = 0.05;

typedef struct tally {
  size_t starts, rests, stopped, refused;
  double residual, gap;
  char reason[200];
} tally;

/* The tape of the gaps. */
typedef struct gauge {
  ss_system_tape tape;
  double *work;
} gauge;

static double find_deepest(const subject *s, const gauge *g, const ss_motion *motion) {
  const size_t n = s->system->coordinates, normals = s->system->normals;
  double deepest = 0;
  for (size_t i = 0; i < motion->samples; i++) {
    double *in = ss_tape_in(g->tape.tape, g->work);
    memcpy(in, motion->sample[i].q, n * sizeof *in);
    memcpy(in + n, motion->sample[i].u, n * sizeof *in);
    in[2 * n] = motion->sample[i].t;
    ss_tape_run(g->tape.tape, g->work);
    for (size_t k = 0; k < normals; k++)
      deepest = fmin(deepest, ss_tape_out(g->tape.tape, g->work)[k]);
  }
  return deepest;
}

static double find_residual(const ss_energy_book *b) {
  const double largest = fmax(fmax(fabs(b->start), fabs(b->end)),
                              fmax(fabs(b->work), fmax(fabs(b->friction), fabs(b->impacts))));
  return largest > 0 ? fabs(b->residual) / largest : fabs(b->residual);
}

static void try_start(subject *s, const gauge *g, tally *t) {
  ss_arena *arena = ss_arena_create();
  const size_t n = s->model->coordinates;
  double *q = ss_arena_new(arena, n, double), *u = ss_arena_new(arena, n, double);
  ss_motion_options options = ss_motion_default_options();
  ss_motion motion;
  options.end = END;
  options.every = EVERY;
  draw_start(s, q, u);
  const ss_status status = ss_motion_run(arena, s->system, s->parameters, q, u, &options, &motion);
  if (status == SS_BAD_INPUT) {
    t->refused++;
  } else {
    t->starts++;
    t->rests += motion.at_rest;
    t->stopped += status != SS_OK;
    if (status != SS_OK && t->stopped == 1)
      snprintf(t->reason, sizeof t->reason, "%s", motion.reason);
    t->residual = fmax(t->residual, find_residual(&motion.energy));
    t->gap = fmin(t->gap, find_deepest(s, g, &motion));
  }
  ss_arena_destroy(arena);
}

static void run_model(const char *file, size_t starts) {
  subject s;
  tally t = {0};
  gauge g = {0};
  const char *name = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
  const bool good = start_subject(&s, file) &&
                    ss_system_compile(s.system, SS_QUANTITY_BIT(GAP), &g.tape) == SS_OK;
  if (!good) {
    printf("%-26s not read\n", name);
  } else {
    g.work = ss_arena_new(s.arena, ss_tape_work_size(g.tape.tape), double);
    ss_tape_prepare(g.tape.tape, s.parameters, g.work);
    while (t.starts < starts && t.refused < 20 * starts) try_start(&s, &g, &t);
    printf("%-26s %6zu %6zu %8zu   %8.1e  %8.1e  %s\n", name, t.starts, t.rests, t.stopped,
           t.residual, t.gap, t.reason);
    fflush(stdout);
  }
  ss_system_tape_destroy(&g.tape);
  stop_subject(&s);
}

int main(int count, char **words) {
  const size_t starts = count > 1 ? (size_t)strtoul(words[1], NULL, 10) : 10000;
  glob_t files = {0};
  printf("%-26s %6s %6s %8s   %8s  %8s\n", "model", "starts", "rest", "stopped", "residual",
         "deepest gap");
  for (int i = 2; i < count; i++) run_model(words[i], starts);
  if (count > 2) return 0;
  glob("models/*.still", 0, NULL, &files);
  for (size_t i = 0; i < files.gl_pathc; i++) run_model(files.gl_pathv[i], starts);
  globfree(&files);
  return 0;
}
