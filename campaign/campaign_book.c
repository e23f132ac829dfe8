/* campaign_book.c: the energy book of event-driven motions, from ten thousand random starts a
 * model.
 *
 * For every worked model, random starts around its named states are run to rest or to t = 5 by the
 * events method with its default tolerance. Shown: the largest residual of the energy book relative
 * to the largest energy in it, the deepest gap at samples every 0.05, how many came to rest, and
 * how many runs stopped with a reason (paradoxes of Coulomb's law; the first reason is printed).
 *
 * Energy must not grow by itself: friction never does positive work, and an impact never raises the
 * kinetic energy where conditions 6 and 7 of Leine & van de Wouw 2008, theorem 1, hold. Counted are
 * the impacts that raise it (by more than 1e-12 of it) and, among them, those where the conditions
 * hold; and the elements whose friction did positive work. The last two must be 0.
 *
 * Every PROGRESS starts stderr has the figures so far; and the start of every motion that stopped
 * or whose book is off by more than is asked for.
 *
 * Usage: campaign_book [STARTS] [MODEL...]      (default: 10000 starts of every model)
 */
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "subject.h"

static const double END = 5, EVERY = 0.05, WANTED = 1e-9;
enum { PROGRESS = 200 };

typedef struct tally {
  size_t starts, rests, stopped, refused;
  size_t impacts, gains, wrong_gains,
      pushes; /* impacts: all, that raise T, against 6-7; friction */
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

/* Do conditions 6 and 7 hold at an impact? 7c asks that no contact separates before. */
static bool conditions_hold(const subject *s, const ss_event *e) {
  ss_arena *arena = ss_arena_create();
  ss_system_values values;
  ss_contact_state state;
  ss_restitution_conditions c = {0};
  const ss_place place = {e->q, e->u_before, NULL};
  bool good = ss_system_evaluate(arena, s->system, s->parameters, e->q, e->u_before, e->t,
                                 &values) == SS_OK &&
              ss_contact_at_impact(arena, s->system, &values, &place, &state) == SS_OK;
  const ss_contact_problem problem =
      good ? ss_contact_state_problem(&state) : (ss_contact_problem){0};
  good = good && ss_restitution_check(&problem, state.eN, state.eT, arena, &c) == SS_OK;
  for (size_t j = 0; good && j < state.contacts; j++)
    if (state.gamma[state.direction[state.contact[j].offset]] > SS_CLOSED) c.smooth = false;
  ss_arena_destroy(arena);
  return good && c.in_range && (c.small || c.equal || c.smooth);
}

static void count_gains(const subject *s, const ss_motion *m, tally *t) {
  const double size = fmax(fabs(m->energy.start), fabs(m->energy.end));
  for (size_t i = 0; i < m->events; i++) {
    const ss_event *e = &m->event[i];
    if (e->kind != SS_EVENT_IMPACT) continue;
    t->impacts++;
    if (!(e->energy_after > e->energy_before * (1 + 1e-12))) continue;
    t->gains++;
    t->wrong_gains += conditions_hold(s, e);
  }
  for (size_t i = 0; i < s->system->elements; i++)
    t->pushes += m->energy.friction_of[i] > 1e-9 * size;
}

static double find_residual(const ss_energy_book *b) {
  const double largest = fmax(fmax(fabs(b->start), fabs(b->end)),
                              fmax(fabs(b->work), fmax(fabs(b->friction), fabs(b->impacts))));
  return largest > 0 ? fabs(b->residual) / largest : fabs(b->residual);
}

/* A start that is to be looked at, as simulate takes it. */
static void print_start(const subject *s, const double *q, const char *what, const char *reason) {
  const size_t n = s->model->coordinates;
#pragma omp critical
  {
    fprintf(stderr, "%s: %s\n  --from \"", what, reason);
    for (size_t i = 0; i < 2 * n; i++)
      if (i < n || !s->system->aux[i - n])
        fprintf(stderr, "%s%s%s=%.17g", i ? "," : "", s->system->names[i % n], i < n ? "" : "'",
                q[i]);
    fprintf(stderr, "\"\n");
  }
}

/* One start, from the state q, u behind each other. */
static void try_start(subject *s, const gauge *g, const double *q, tally *t) {
  ss_arena *arena = ss_arena_create();
  const double *u = q + s->model->coordinates;
  ss_motion_options options = ss_motion_default_options();
  ss_motion motion;
  options.end = END;
  options.every = EVERY;
  *t = (tally){0};
  const ss_status status = ss_motion_run(arena, s->system, s->parameters, q, u, &options, &motion);
  if (status == SS_BAD_INPUT) {
    t->refused++;
  } else {
    t->starts++;
    t->rests += motion.at_rest;
    t->stopped += status != SS_OK;
    if (status != SS_OK) {
      snprintf(t->reason, sizeof t->reason, "%s", motion.reason);
      print_start(s, q, "stopped", motion.reason);
    }
    t->residual = find_residual(&motion.energy);
    if (t->residual > WANTED) print_start(s, q, "residual", "of the energy book");
    t->gap = find_deepest(s, g, &motion);
    count_gains(s, &motion, t);
  }
  ss_arena_destroy(arena);
}

static void add_tally(tally *all, const tally *one) {
  if (all->stopped == 0) memcpy(all->reason, one->reason, sizeof all->reason);
  all->starts += one->starts;
  all->rests += one->rests;
  all->stopped += one->stopped;
  all->refused += one->refused;
  all->impacts += one->impacts;
  all->gains += one->gains;
  all->wrong_gains += one->wrong_gains;
  all->pushes += one->pushes;
  all->residual = fmax(all->residual, one->residual);
  all->gap = fmin(all->gap, one->gap);
}

static bool start_gauge(const subject *s, gauge *g) {
  if (ss_system_compile(s->system, SS_QUANTITY_BIT(GAP), &g->tape) != SS_OK) return false;
  g->work = ss_arena_new(s->arena, ss_tape_work_size(g->tape.tape), double);
  ss_tape_prepare(g->tape.tape, s->parameters, g->work);
  return true;
}

static void run_block(team *crew, const gauge *gauges, size_t starts, tally *t) {
  tally one[BLOCK];
  draw_block(crew);
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < BLOCK; i++) {
    const size_t me = (size_t)omp_get_thread_num();
    try_start(&crew->member[me], &gauges[me], crew->state[i], &one[i]);
  }
  for (size_t i = 0; i < BLOCK && t->starts < starts; i++) add_tally(t, &one[i]);
}

static void print_tally(FILE *out, const char *name, const tally *t) {
  fprintf(out, "%-26s %6zu %6zu %8zu   %8.1e  %8.1e %8zu %7zu %7zu %7zu  %s\n", name, t->starts,
          t->rests, t->stopped, t->residual, t->gap, t->impacts, t->gains, t->wrong_gains,
          t->pushes, t->reason);
  fflush(out);
}

static void run_model(const char *file, size_t starts) {
  team crew;
  tally t = {0};
  const char *name = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
  bool good = start_team(&crew, file);
  gauge *gauges = calloc(crew.members + 1, sizeof *gauges);
  for (size_t i = 0; good && i < crew.members; i++) good = start_gauge(&crew.member[i], &gauges[i]);
  if (!good)
    printf("%-26s not read\n", name);
  else {
    for (size_t next = PROGRESS; t.starts < starts && t.refused < 20 * starts;) {
      run_block(&crew, gauges, starts, &t);
      if (t.starts >= next) print_tally(stderr, name, &t);
      while (t.starts >= next) next += PROGRESS;
    }
    print_tally(stdout, name, &t);
  }
  for (size_t i = 0; i < crew.members; i++) ss_system_tape_destroy(&gauges[i].tape);
  free(gauges);
  stop_team(&crew);
}

int main(int count, char **words) {
  const size_t starts = count > 1 ? (size_t)strtoul(words[1], NULL, 10) : 10000;
  glob_t files = {0};
  printf("%-26s %6s %6s %8s   %8s  %8s %8s %7s %7s %7s\n", "model", "starts", "rest", "stopped",
         "residual", "gap", "impacts", "gains", "wrong", "pushes");
  for (int i = 2; i < count; i++) run_model(words[i], starts);
  if (count > 2) return 0;
  glob("models/*.still", 0, NULL, &files);
  for (size_t i = 0; i < files.gl_pathc; i++) run_model(files.gl_pathv[i], starts);
  globfree(&files);
  return 0;
}
