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

#include "subject.h"

static const double STEP = 1e-3, END = 20;

/* How the starts of one model ended. */
typedef struct tally {
  size_t starts, agree, moving, apart, other_end, stopped, refused;
  double largest; /* distance among those that agree */
} tally;

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
  draw_start(s, q, u);
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
