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
 * the last term for the starts whose two steps happen to fall together. Two impacts within one step
 * are one impact to the time stepping, whatever the step, and a motion may depend on which it was;
 * and a motion that decays without friction rests when a threshold says so. Starts that do not
 * agree are therefore asked again, to twice the time, with dt/10 and dt/100: `finer` counts those
 * that agree then. What is still apart may be a motion that lands on several contacts at once
 * (symmetric legs that left together): the impact at once and impacts in turn, in either order,
 * end differently, and the drift of the time stepping turns the one into the other at any step.
 * `at once` counts these, apart the rest.
 *
 * Usage: campaign_agree [STARTS] [MODEL...]     (default: 1000 starts of every model)
 */
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "subject.h"

#define STEP 1e-3
#define END  20.0

/* How a start ended. */
typedef enum outcome {
  REST,
  MOVING,
  AT_ONCE,
  APART,
  OTHER_END,
  STOPPED,
  REFUSED,
  OUTCOMES
} outcome;

/* How the starts of one model ended. */
typedef struct tally {
  size_t starts, count[OUTCOMES], finer;
  double largest; /* distance among those that rest and agree */
} tally;

/* ---- runs ------------------------------------------------------------------------------------ */

typedef struct trial {
  double step, end;
} trial;

static const trial TRIALS[] = {{STEP, END}, {STEP / 10, 2 * END}, {STEP / 100, 2 * END}};
enum { TRIALS_MOST = sizeof TRIALS / sizeof *TRIALS };

static ss_status run(subject *s, ss_arena *arena, ss_motion_method method, const trial *t,
                     const double *q, const double *u, ss_motion *motion) {
  ss_motion_options options = ss_motion_default_options();
  options.method = method;
  options.end = t->end;
  options.step = t->step;
  return ss_motion_run(arena, s->system, s->parameters, q, u, &options, motion);
}

static double distance(size_t n, const double *a, const double *b) {
  double most = 0;
  for (size_t i = 0; i < n; i++) most = fmax(most, fabs(a[i] - b[i]));
  return most;
}

/* Did contacts that were open collide in one impact? The record has a sample before each. */
static bool collide_at_once(const ss_system *system, const ss_motion *m, const ss_event *e) {
  size_t landing = 0;
  for (size_t i = 0; i < m->samples; i++) {
    const ss_sample *s = &m->sample[i];
    if (s->t != e->t || memcmp(s->u, e->u_before, system->coordinates * sizeof *s->u)) continue;
    landing = 0;
    for (size_t k = 0; k < system->elements; k++) {
      const size_t normal = system->element[k].normal;
      landing += normal != SIZE_MAX && e->impulses[normal] > 0 && s->modes[k] == SS_MODE_FREE;
    }
  }
  return landing > 1;
}

static bool lands_at_once(const ss_system *system, const ss_motion *m) {
  for (size_t i = 0; i < m->events; i++)
    if (m->event[i].kind == SS_EVENT_IMPACT && collide_at_once(system, m, &m->event[i]))
      return true;
  return false;
}

static outcome judge(size_t n, double step, const ss_motion *events, const ss_motion *coarse,
                     const ss_motion *fine, double *apart) {
  double error = distance(n, coarse->q, fine->q), size = 1;
  *apart = distance(n, events->q, fine->q);
  for (size_t i = 0; i < n; i++) size = fmax(size, fabs(events->q[i]));
  if (events->at_rest != fine->at_rest) return OTHER_END;
  if (!(*apart <= 4 * error + 20 * step * size)) return APART;
  return events->at_rest ? REST : MOVING;
}

/* One start by both methods. Painleve, several modes, no end of events: they say so and stop. */
static outcome compare(subject *s, const trial *t, const double *q, const double *u,
                       double *apart) {
  ss_arena *arena = ss_arena_create();
  const trial half = {t->step / 2, t->end};
  ss_motion events, coarse, fine;
  outcome result = STOPPED;
  const ss_status status = run(s, arena, SS_MOTION_EVENTS, t, q, u, &events);
  if (status == SS_BAD_INPUT)
    result = REFUSED; /* the shaken state penetrates */
  else if (status == SS_OK && run(s, arena, SS_MOTION_MOREAU, t, q, u, &coarse) == SS_OK &&
           run(s, arena, SS_MOTION_MOREAU, &half, q, u, &fine) == SS_OK)
    result = judge(s->model->coordinates, t->step, &events, &coarse, &fine, apart);
  if (result == APART && t->step < 0.011 * STEP && lands_at_once(s->system, &events))
    result = AT_ONCE;
  ss_arena_destroy(arena);
  return result;
}

static void try_start(subject *s, tally *t) {
  const size_t n = s->model->coordinates;
  double state[2 * n], *q = state, *u = state + n, apart = 0;
  outcome result = REFUSED;
  draw_start(s, q, u);
  for (int k = 0; k < TRIALS_MOST; k++) {
    result = compare(s, &TRIALS[k], q, u, &apart);
    if (result != APART && result != OTHER_END) {
      t->finer += k > 0 && (result == REST || result == MOVING);
      break;
    }
  }
  if (result == REST) t->largest = fmax(t->largest, apart);
  t->count[result]++;
  t->starts += result != REFUSED;
}

static void run_model(const char *file, size_t starts) {
  subject s;
  tally t = {0};
  const char *name = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
  if (!start_subject(&s, file))
    printf("%-26s not read\n", name);
  else {
    while (t.starts < starts && t.count[REFUSED] < 20 * starts) try_start(&s, &t);
    printf("%-26s %6zu %6zu %6zu %6zu %8zu %6zu %10zu %8zu   %.1e\n", name, t.starts, t.count[REST],
           t.count[MOVING], t.finer, t.count[AT_ONCE], t.count[APART], t.count[OTHER_END],
           t.count[STOPPED], t.largest);
    fflush(stdout);
  }
  stop_subject(&s);
}

int main(int count, char **words) {
  size_t starts = count > 1 ? (size_t)strtoul(words[1], NULL, 10) : 1000;
  glob_t files = {0};
  printf("events against moreau, steps %g and %g, to t = %g\n", STEP, STEP / 2, END);
  printf("%-26s %6s %6s %6s %6s %8s %6s %10s %8s   %s\n", "model", "starts", "rest", "moving",
         "finer", "at once", "apart", "other end", "stopped", "largest difference");
  for (int i = 2; i < count; i++) run_model(words[i], starts);
  if (count > 2) return 0;
  glob("models/*.still", 0, NULL, &files);
  for (size_t i = 0; i < files.gl_pathc; i++) run_model(files.gl_pathv[i], starts);
  globfree(&files);
  return 0;
}
