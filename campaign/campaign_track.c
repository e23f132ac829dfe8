/* campaign_track.c: are peaks around impacts as small as the perturbation, and errors after them
 * what the jump gains say?
 *
 * For every model of models/tracking: random perturbations z of its reference's start, |z| = eps,
 * of three sizes, followed with spreading and by the clock. Around the impacts of the reference (a
 * twentieth of its duration to both sides) the largest error and feedback are noted; in proportion
 * to eps they are the same for all sizes. At every impact that the motion has in common with the
 * reference the error behind it is compared with the gain of its piece times the error before it:
 * `off` is the largest difference of all, relative to the error.
 *
 * Usage: campaign_track [STARTS [MODEL [SIZE...]]]      (default: 100 starts of every model)
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "standstill/study.h"

enum { STARTS = 100, SIZES = 3, MOST = 16 };

typedef struct task {
  const char *name, *file, *from, *weights;
  double end;
} task;

static const task tasks[] = {
    {"plank-box", "models/tracking/plank-box.still", "above",
     "x=100,y=100,theta=100,phi=0,Fx=0.01,Fy=0.01,Mz=0.1", 1.5},
    {"plank-box-three", "models/tracking/plank-box-three.still", "above",
     "x=100,y=100,theta=100,phi=0,Fx=0.01,Fy=0.01,Mz=0.1", 1},
    {"hopper", "models/tracking/hopper.still", "flight", "x=100,y=100,a=100,F1=0.01,F2=0.01,H=0.01",
     1.2},
    {"peg", "models/tracking/peg.still", "away", "x=100,y=100,a=10,Fx=0.1,Fy=0.1,Mz=1", 1},
};

static double sizes[SIZES] = {1e-2, 1e-3, 1e-4};
static int size_count = SIZES;

typedef struct outcome {
  bool ran;
  double error, feedback; /* around impacts */
  double off;             /* of the errors behind them */
  double shift;           /* of the first impact, as a share of its time */
  size_t unexpected, missed;
} outcome;

static double draw(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

/* A perturbation of length eps. */
static void draw_start(const ss_reference_motion *r, uint64_t seed, double eps, double *x) {
  double z[MOST], square = 0;
  seed = seed * 7919 + 17;
  for (int i = 0; i < 10; i++) draw(&seed);
  for (size_t i = 0; i < 2 * r->n; i++) {
    z[i] = draw(&seed);
    square += z[i] * z[i];
  }
  ss_reference_look_up(r, 0, 0, x, NULL);
  for (size_t i = 0; i < 2 * r->n; i++) x[i] += eps * z[i] / sqrt(square);
}

static bool is_near_impact(const ss_variation *v, double t) {
  for (size_t k = 0; k < v->events; k++)
    if (v->event[k].kind == SS_EVENT_IMPACT && fabs(t - v->event[k].t) < 0.05 * v->t) return true;
  return false;
}

/* |z+ - G z-| / |G z-|, for the piece whose cone is least violated. */
static double compare(const ss_variation *v, const ss_vary_event *e, const double *before,
                      const double *after) {
  const size_t n2 = 2 * v->n;
  const ss_vary_piece *best = NULL;
  double least = INFINITY, apart = 0, size = 0;
  for (size_t k = 0; k < e->pieces; k++) {
    double worst = -INFINITY;
    for (size_t i = 0; i < e->piece[k].rows; i++) {
      double sum = 0;
      for (size_t c = 0; c < n2; c++) sum += e->piece[k].cone[i * v->columns + c] * before[c];
      worst = fmax(worst, sum);
    }
    if (best && worst >= least) continue;
    best = &e->piece[k];
    least = worst;
  }
  for (size_t i = 0; i < n2; i++) {
    double sum = 0;
    for (size_t c = 0; c < n2; c++) sum += best->gain[i * v->columns + c] * before[c];
    apart += (after[i] - sum) * (after[i] - sum);
    size += sum * sum;
  }
  return sqrt(apart / size);
}

/* Errors on both sides of the impacts. */
static double judge_jumps(const ss_reference_motion *r, const ss_track *t) {
  const ss_variation *v = &r->variation;
  double off = 0;
  for (size_t k = 0; k < v->events; k++) {
    size_t last = SIZE_MAX, first = SIZE_MAX;
    if (v->event[k].kind != SS_EVENT_IMPACT) continue;
    for (size_t i = 0; i < t->samples; i++) {
      const ss_reference_segment *s = &r->segment[t->sample[i].segment];
      if (s->instants == k && !s->done) last = i;
      if (s->instants == k + 1 && !s->done && first == SIZE_MAX) first = i;
    }
    if (last == SIZE_MAX || first == SIZE_MAX) continue;
    off = fmax(off, compare(v, &v->event[k], t->sample[last].error, t->sample[first].error));
  }
  return off;
}

static outcome follow(const ss_tracker *k, uint64_t seed, double eps) {
  const ss_reference_motion *r = ss_track_reference(k);
  ss_arena *arena = ss_arena_create();
  ss_motion_options how = ss_motion_default_options();
  ss_motion m;
  ss_track t;
  outcome o = {0};
  double x[MOST];
  draw_start(r, seed, eps, x);
  how.end = r->variation.t;
  how.every = how.end / 1000;
  o.ran = ss_track_run(arena, k, x, x + r->n, &how, &m, &t) == SS_OK;
  for (size_t i = 0; o.ran && i < t.samples; i++) {
    if (!is_near_impact(&r->variation, m.sample[i].t)) continue;
    for (size_t c = 0; c < 2 * r->n; c++) o.error = fmax(o.error, fabs(t.sample[i].error[c]));
    for (size_t j = 0; j < t.inputs; j++)
      o.feedback = fmax(o.feedback, fabs(t.sample[i].feedback[j]));
  }
  if (o.ran && !t.by_clock) o.off = judge_jumps(r, &t);
  for (size_t i = 0; o.ran && i < m.events && o.shift == 0; i++)
    if (m.event[i].kind == SS_EVENT_IMPACT)
      o.shift = fabs(m.event[i].t / r->variation.event[0].t - 1);
  o.unexpected = t.unexpected;
  o.missed = t.missed;
  ss_arena_destroy(arena);
  return o;
}

static void run_size(const task *a, const ss_tracker *k, bool by_clock, double eps, int starts) {
  outcome sum = {0};
  size_t ran = 0, strange = 0;
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < starts; i++) {
    const outcome o = follow(k, (uint64_t)i + 1, eps);
#pragma omp critical
    {
      ran += o.ran;
      strange += o.unexpected || o.missed;
      sum.error = fmax(sum.error, o.error);
      sum.feedback = fmax(sum.feedback, o.feedback);
      sum.off = fmax(sum.off, o.off);
      sum.shift = fmax(sum.shift, o.shift);
    }
  }
  printf("%-16s %-7s %7g %5zu %8.2f %% %10.4g %10.4g %10.4g %10.4g ", a->name,
         by_clock ? "clock" : "events", eps, ran, 100 * sum.shift, sum.error, sum.error / eps,
         sum.feedback, sum.feedback / eps);
  if (by_clock)
    printf("%10s %8s\n", "-", "-");
  else
    printf("%8.3f %% %8zu\n", 100 * sum.off, strange);
  fflush(stdout);
}

static bool run_task(const task *a, int starts) {
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list;
  ss_machine *machine = NULL;
  ss_tracker *k = NULL;
  ss_diagnostics_start(&list, arena, NULL, NULL, 0);
  bool good = ss_machine_open(a->file, NULL, &list, &machine) == SS_OK;
  for (int by_clock = 0; by_clock < 2 && good; by_clock++) {
    ss_track_options o = ss_track_default_options();
    o.reference = a->from;
    o.weights = a->weights;
    o.end = a->end;
    o.by_clock = by_clock;
    good = ss_track_open(machine, &o, &list, &k) == SS_OK;
    for (int i = 0; i < size_count && good; i++) run_size(a, k, by_clock, sizes[i], starts);
    ss_track_close(k);
  }
  if (!good) fprintf(stderr, "%s: %s\n", a->name, list.count ? list.items[0].message : "failed");
  ss_machine_close(machine);
  ss_arena_destroy(arena);
  return good;
}

int main(int count, char **words) {
  const int starts = count > 1 ? atoi(words[1]) : STARTS;
  bool good = starts > 0;
  if (count > 3) size_count = count - 3 < SIZES ? count - 3 : SIZES;
  for (int i = 0; count > 3 && i < size_count; i++) sizes[i] = strtod(words[3 + i], NULL);
  printf("%-16s %-7s %7s %5s %10s %10s %10s %10s %10s %10s %8s\n", "model", "by", "eps", "ran",
         "shift", "error", "through eps", "feedback", "through eps", "off", "strange");
  for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++)
    if (count < 3 || strcmp(words[2], tasks[i].name) == 0) good &= run_task(&tasks[i], starts);
  return good ? 0 : 1;
}
