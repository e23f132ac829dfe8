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
 * the last term for the starts whose two steps happen to fall together. It is asked for where both
 * methods claim that the motion is the only one (src/motion/doubt.c): symmetric legs that left
 * together land at once, where the limit of impacts in turn is another motion. Where events does
 * not claim it, `agree` and `differ` count what the methods say all the same.
 *
 * Two impacts within one step are one to the time stepping, which then claims nothing; and a motion
 * that decays without friction rests when a threshold says so. Where time stepping claims nothing
 * or does not agree, the start is asked again, to twice the time, with dt/10 and dt/100: `finer`
 * counts those that agree then.
 *
 * Every PROGRESS starts stderr has the figures so far.
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
enum { PROGRESS = 200 };

/* How a start ended: where both methods claim to be the only motion, where one does not. */
typedef enum outcome {
  REST,
  MOVING,
  APART,
  OTHER_END,
  AGREE,
  DIFFER,
  STOPPED,
  REFUSED,
  OUTCOMES
} outcome;

typedef struct verdict {
  outcome outcome;
  bool finer;
  double apart; /* distance of the final positions */
} verdict;

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
  const ss_status status = ss_motion_run(arena, s->system, s->parameters, q, u, &options, motion);
  if (status != SS_OK && status != SS_BAD_INPUT)
    fprintf(stderr, "%s with steps of %g stopped: %s\n",
            method == SS_MOTION_EVENTS ? "events" : "moreau", t->step, motion->reason);
  return status;
}

static double distance(size_t n, const double *a, const double *b) {
  double most = 0;
  for (size_t i = 0; i < n; i++) most = fmax(most, fabs(a[i] - b[i]));
  return most;
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
static outcome compare(subject *s, const trial *t, const double *q, bool *final, double *apart) {
  ss_arena *arena = ss_arena_create();
  const double *u = q + s->model->coordinates;
  const trial half = {t->step / 2, t->end};
  ss_motion events, coarse, fine;
  outcome result = STOPPED;
  *final = true;
  const ss_status status = run(s, arena, SS_MOTION_EVENTS, t, q, u, &events);
  if (status == SS_BAD_INPUT)
    result = REFUSED; /* the shaken state penetrates */
  else if (status == SS_OK && run(s, arena, SS_MOTION_MOREAU, t, q, u, &coarse) == SS_OK &&
           run(s, arena, SS_MOTION_MOREAU, &half, q, u, &fine) == SS_OK) {
    const bool claims = !coarse.doubt && !fine.doubt;
    result = judge(s->model->coordinates, t->step, &events, &coarse, &fine, apart);
    const bool good = result == REST || result == MOVING;
    *final = events.doubt || (claims && good);
    if (events.doubt || !claims) result = good ? AGREE : DIFFER;
  }
  ss_arena_destroy(arena);
  return result;
}

static verdict try_start(subject *s, const double *state) {
  verdict v = {.outcome = REFUSED};
  bool final = false;
  for (int k = 0; k < TRIALS_MOST && !final; k++) {
    v.outcome = compare(s, &TRIALS[k], state, &final, &v.apart);
    v.finer = k > 0 && (v.outcome == REST || v.outcome == MOVING);
  }
  return v;
}

static void run_block(team *crew, size_t starts, tally *t) {
  verdict one[BLOCK];
  draw_block(crew);
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < BLOCK; i++)
    one[i] = try_start(&crew->member[omp_get_thread_num()], crew->state[i]);
  for (size_t i = 0; i < BLOCK && t->starts < starts; i++) {
    if (one[i].outcome == REST) t->largest = fmax(t->largest, one[i].apart);
    t->count[one[i].outcome]++;
    t->finer += one[i].finer;
    t->starts += one[i].outcome != REFUSED;
  }
}

static void print_tally(FILE *out, const char *name, const tally *t) {
  fprintf(out, "%-26s %6zu %6zu %6zu %6zu %6zu %10zu %6zu %6zu %8zu   %.1e\n", name, t->starts,
          t->count[REST], t->count[MOVING], t->finer, t->count[APART], t->count[OTHER_END],
          t->count[AGREE], t->count[DIFFER], t->count[STOPPED], t->largest);
  fflush(out);
}

static void run_model(const char *file, size_t starts) {
  team crew;
  tally t = {0};
  const char *name = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
  if (!start_team(&crew, file))
    printf("%-26s not read\n", name);
  else {
    for (size_t next = PROGRESS; t.starts < starts && t.count[REFUSED] < 20 * starts;) {
      run_block(&crew, starts, &t);
      if (t.starts >= next) print_tally(stderr, name, &t);
      while (t.starts >= next) next += PROGRESS;
    }
    print_tally(stdout, name, &t);
  }
  stop_team(&crew);
}

int main(int count, char **words) {
  size_t starts = count > 1 ? (size_t)strtoul(words[1], NULL, 10) : 1000;
  glob_t files = {0};
  printf("events against moreau, steps %g and %g, to t = %g\n", STEP, STEP / 2, END);
  printf("%-26s %6s %6s %6s %6s %6s %10s %6s %6s %8s   %s\n", "model", "starts", "rest", "moving",
         "finer", "apart", "other end", "agree", "differ", "stopped", "largest difference");
  for (int i = 2; i < count; i++) run_model(words[i], starts);
  if (count > 2) return 0;
  glob("models/*.still", 0, NULL, &files);
  for (size_t i = 0; i < files.gl_pathc; i++) run_model(files.gl_pathv[i], starts);
  globfree(&files);
  return 0;
}
