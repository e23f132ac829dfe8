/* campaign_agree.c: do the event-driven method and time stepping end at the same place?
 *
 * For every worked model, random starts around its named states (velocities too; through the chart
 * where there are sliders) are run to rest or to the end by the events method and by Moreau's
 * method with the steps dt and dt/2. The time-stepping error is measured, not guessed: e =
 * |moreau(dt) - moreau(dt/2)|, the distance of final positions. A start agrees if both methods rest
 * (or both do not) and
 *
 *     |events - moreau(dt/2)|  <=  4 e + 20 dt * (size of the positions),
 *
 * the last term for the starts whose two steps happen to fall together. Where contacts repeat many
 * times, motions depend on their start so strongly that no step length helps: these show as
 * `apart`, with e.
 *
 * Usage: campaign_agree [STARTS] [MODEL...]     (default: 1000 starts of every model)
 */
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "standstill/motion.h"

static const double STEP = 1e-3, END = 20;

typedef struct subject {
  ss_arena *arena;
  ss_model *model;
  ss_system *system, *chart; /* chart: NULL without sliders */
  double *parameters;
  ss_tape *map; /* of the chart: q and u of the full system */
  uint64_t seed;
} subject;

/* How the starts of one model ended. */
typedef struct tally {
  size_t starts, agree, moving, apart, other_end, stopped, refused;
  double largest; /* distance among those that agree */
} tally;

static double uniform(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return 2 * ((double)(*seed >> 11) / (double)(1ull << 53)) - 1;
}

/* ---- the model ----------------------------------------------------------------------------- */

static bool close_loop(subject *s) {
  ss_diagnostics list;
  ss_expr *formulas = ss_arena_new(s->arena, s->model->inputs, ss_expr);
  ss_system *closed;
  ss_diagnostics_start(&list, s->arena, "inputs", NULL, 0);
  /* a model with several laws is run with its inputs at 0 */
  if (ss_model_choose_feedback(s->model, NULL, &list, formulas) != SS_OK)
    for (size_t i = 0; i < s->model->inputs; i++) formulas[i] = ss_expr_integer(s->model->graph, 0);
  if (ss_system_close_loop(s->arena, s->system, formulas, &closed) != SS_OK) return false;
  s->system = closed;
  return true;
}

static bool compile_chart(subject *s) {
  const ss_projection *p;
  size_t n = s->model->coordinates, k = s->model->chart->count;
  if (ss_system_project(s->arena, s->system, &s->chart) != SS_OK) return false;
  p = s->chart->projection;
  ss_expr *in = ss_arena_new(s->arena, 2 * k + 1, ss_expr);
  ss_expr *out = ss_arena_new(s->arena, 2 * n, ss_expr);
  ss_expr *parameter = ss_arena_new(s->arena, s->model->parameters, ss_expr);
  memcpy(in, s->chart->q, k * sizeof *in);
  memcpy(in + k, s->chart->u, k * sizeof *in);
  in[2 * k] = s->model->time;
  memcpy(out, p->map, n * sizeof *out);
  memcpy(out + n, p->velocity, n * sizeof *out);
  for (size_t i = 0; i < s->model->parameters; i++) parameter[i] = s->model->parameter[i].symbol;
  return ss_tape_compile(s->model->graph, s->model->parameters, parameter, 2 * k + 1, in, 2 * n,
                         out, &s->map) == SS_OK;
}

static bool start_subject(subject *s, const char *file) {
  ss_diagnostics list;
  *s = (subject){.arena = ss_arena_create(), .seed = 20040101};
  ss_diagnostics_start(&list, s->arena, file, NULL, 0);
  if (ss_model_read(s->arena, file, 0, NULL, &list, &s->model) != SS_OK) return false;
  s->parameters = ss_arena_new(s->arena, s->model->parameters, double);
  ss_model_parameter_values(s->model, s->parameters);
  if (ss_system_derive(s->arena, s->model, &s->system) != SS_OK || !close_loop(s)) return false;
  return !s->model->chart || compile_chart(s);
}

static void stop_subject(subject *s) {
  ss_tape_destroy(s->map);
  if (s->model) ss_model_close(s->model);
  ss_arena_destroy(s->arena);
}

/* ---- starts -------------------------------------------------------------------------------- */

/* A named state, shaken: by 0.2 in positions, by 1 in velocities. */
static void shake_state(subject *s, double *q, double *u) {
  size_t states = s->model->states, n = s->model->coordinates;
  size_t pick = (size_t)((uniform(&s->seed) + 1) / 2 * (double)states);
  ss_model_evaluate_state(s->model, pick < states ? pick : states - 1, q, u);
  for (size_t i = 0; i < n; i++) {
    q[i] += 0.2 * uniform(&s->seed);
    u[i] += uniform(&s->seed);
  }
}

/* A random point of the chart, so that the sliders hold. */
static void draw_from_chart(subject *s, double *q, double *u) {
  size_t n = s->model->coordinates, k = s->model->chart->count;
  double *work = ss_arena_new(s->arena, ss_tape_work_size(s->map), double);
  ss_tape_prepare(s->map, s->parameters, work);
  for (size_t i = 0; i < 2 * k; i++) ss_tape_in(s->map, work)[i] = 2 * uniform(&s->seed);
  ss_tape_in(s->map, work)[2 * k] = 0;
  ss_tape_run(s->map, work);
  memcpy(q, ss_tape_out(s->map, work), n * sizeof *q);
  memcpy(u, ss_tape_out(s->map, work) + n, n * sizeof *u);
}

/* ---- runs ---------------------------------------------------------------------------------- */

static ss_status run(subject *s, ss_arena *arena, ss_motion_method method, double step,
                     const double *q, const double *u, ss_motion *motion) {
  ss_motion_options options = ss_motion_default_options();
  options.method = method;
  options.end = END;
  options.step = step;
  options.steps_most = 200000;
  return ss_motion_run(arena, s->system, s->parameters, q, u, &options, motion);
}

static double distance(size_t n, const double *a, const double *b) {
  double most = 0;
  for (size_t i = 0; i < n; i++) most = fmax(most, fabs(a[i] - b[i]));
  return most;
}

static void judge(size_t n, const ss_motion *events, const ss_motion *coarse, const ss_motion *fine,
                  tally *t) {
  double error = distance(n, coarse->q, fine->q), apart = distance(n, events->q, fine->q), size = 1;
  for (size_t i = 0; i < n; i++) size = fmax(size, fabs(events->q[i]));
  if (events->at_rest != fine->at_rest) {
    t->other_end++;
  } else if (!events->at_rest) {
    t->moving++;
  } else if (apart <= 4 * error + 20 * STEP * size) {
    t->agree++;
    t->largest = fmax(t->largest, apart);
  } else {
    t->apart++;
  }
}

static void try_start(subject *s, tally *t) {
  size_t n = s->model->coordinates;
  ss_arena *arena = ss_arena_create();
  double *q = ss_arena_new(arena, n, double), *u = ss_arena_new(arena, n, double);
  ss_motion events, coarse, fine;
  if (s->map)
    draw_from_chart(s, q, u);
  else
    shake_state(s, q, u);
  ss_status status = run(s, arena, SS_MOTION_EVENTS, 0, q, u, &events);
  if (status == SS_BAD_INPUT) {
    t->refused++; /* the shaken state penetrates */
  } else if (status != SS_OK) {
    t->starts++;
    t->stopped++; /* Painleve, several modes, no end of events: said so */
  } else {
    t->starts++;
    bool good = run(s, arena, SS_MOTION_MOREAU, STEP, q, u, &coarse) == SS_OK &&
                run(s, arena, SS_MOTION_MOREAU, STEP / 2, q, u, &fine) == SS_OK;
    if (good)
      judge(n, &events, &coarse, &fine, t);
    else
      t->stopped++;
  }
  ss_arena_destroy(arena);
}

static void run_model(const char *file, size_t starts) {
  subject s;
  tally t = {0};
  const char *name = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
  if (!start_subject(&s, file))
    printf("%-26s not read\n", name);
  else {
    while (t.starts < starts && t.refused < 20 * starts) try_start(&s, &t);
    printf("%-26s %6zu %6zu %6zu %6zu %10zu %8zu   %.1e\n", name, t.starts, t.agree, t.moving,
           t.apart, t.other_end, t.stopped, t.largest);
    fflush(stdout);
  }
  stop_subject(&s);
}

int main(int count, char **words) {
  size_t starts = count > 1 ? (size_t)strtoul(words[1], NULL, 10) : 1000;
  glob_t files = {0};
  printf("events against moreau, steps %g and %g, to t = %g\n", STEP, STEP / 2, END);
  printf("%-26s %6s %6s %6s %6s %10s %8s   %s\n", "model", "starts", "agree", "moving", "apart",
         "other end", "stopped", "largest difference");
  for (int i = 2; i < count; i++) run_model(words[i], starts);
  if (count > 2) return 0;
  glob("models/*.still", 0, NULL, &files);
  for (size_t i = 0; i < files.gl_pathc; i++) run_model(files.gl_pathv[i], starts);
  globfree(&files);
  return 0;
}
