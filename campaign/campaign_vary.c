/* campaign_vary.c: is every gain right, from random starts of every worked model?
 *
 * For every worked model, random starts around its named states are varied over [0, END], or to
 * just behind the third instant with events where that is later (at the latest LATEST), bodies in
 * space on three legs or more over [0, END_ON_LEGS], and compared with perturbed motions of the
 * program itself (src/vary/check.c): what is left must fall with an order of at least LEAST, or be
 * rounding, or a sentence must say why there is no derivative. Perturbations are kept to a fifth
 * of the size up to which the gains hold, and of the extent of first-order states; where that is
 * below NEAR the remainder would be below the noise of motions. Larger ones are tried then, and
 * where they do not have the order the start counts as near.
 *
 *     good      order at least LEAST       exact   no remainder above rounding
 *     low       order below it: a mistake  near    events too close to each other to tell
 *     stopped   the perturbed motion stopped or could not start
 *     few       fewer than three sizes above noise, or so much noise that a gain that is off by a
 *               hundredth would not be seen: nothing is told
 *     refused   by reason, as the library words it
 *
 * Starts with a low order go to stderr. CAMPAIGN_SECONDS in the environment ends each model after
 * that time, with the starts that it has had.
 *
 * Usage: campaign_vary [STARTS] [MODEL...]     (default: 200 starts of every model)
 */
#include <glob.h>
#include <math.h>
#include <stdio.h>

#include "standstill/vary.h"
#include "subject.h"

#define END         1.5
#define END_ON_LEGS 0.3
#define LATEST      20
#define BEHIND      0.25
#define LEAST       1.95
#define NEAR        1e-6

typedef enum outcome { GOOD, EXACT, LOW, FEW, NEAR_BY, STOPPED, UNFIT, REFUSED, OUTCOMES } outcome;

typedef struct verdict {
  outcome outcome;
  ss_refusal_kind why;
  size_t events;
  double order;
} verdict;

typedef struct tally {
  size_t starts, count[OUTCOMES], why[SS_REFUSAL_COUNT], long_ones;
  double least;
} tally;

static verdict judge(const ss_variation *v) {
  verdict d = {.outcome = STOPPED, .events = v->events, .order = v->check.order[0]};
  if (v->check.note[0]) return d;
  d.outcome = isnan(d.order) ? FEW : isinf(d.order) ? EXACT : d.order >= LEAST ? GOOD : LOW;
  return d;
}

/* Models on legs tip over or clatter on without an end: they have their three instants, and a good
 * deal more, at once. */
static double find_usual_end(const subject *s) {
  return s->model->coordinates >= 6 && s->system->normals >= 3 ? END_ON_LEGS : END;
}

static double behind_last(size_t count, const double *instant) {
  const double last = count == 0 ? 0 : instant[count < 3 ? count - 1 : 2];
  return fmin(last + BEHIND, count > 3 ? 0.5 * (last + instant[3]) : INFINITY);
}

/* The usual end, or behind the third instant: halfway to the fourth, at most BEHIND. Where a motion
 * has fewer, behind its last. */
static double choose_end(ss_arena *arena, const subject *s, const double *q, const double *u) {
  ss_motion_options how = ss_motion_default_options();
  ss_motion m;
  double instant[4] = {0};
  const double end = find_usual_end(s);
  if (!s->system->elements) return end;
  for (how.end = end;; how.end = LATEST) {
    size_t count = 0;
    if (ss_motion_run(arena, s->system, s->parameters, q, u, &how, &m) != SS_OK) return end;
    for (size_t i = 0; i < m.events && count < 4; i++)
      if (count == 0 || m.event[i].t != instant[count - 1]) instant[count++] = m.event[i].t;
    if (count >= 3 && how.end == end) return end;
    if (how.end == LATEST) return fmax(end, behind_last(count, instant));
  }
}

static verdict try_start(const subject *s, const double *q, uint64_t seed) {
  ss_arena *arena = ss_arena_create();
  ss_vary_options options = ss_vary_default_options();
  ss_variation v;
  verdict d = {.outcome = UNFIT};
  const double *u = q + s->model->coordinates;
  options.end = choose_end(arena, s, q, u);
  options.seed = seed;
  if (ss_vary_run(arena, s->system, s->parameters, q, u, &options, &v) == SS_OK) {
    d = (verdict){.outcome = REFUSED, .why = v.refusal.kind, .events = v.events};
    if (!v.refusal.kind) {
      const bool near = v.size < NEAR;
      options.checks = 1;
      if (!near) options.check_size = fmin(options.check_size, 0.2 * v.size);
      for (size_t k = 0; k < s->model->coordinates; k++)
        if (s->extent[k] > 0) options.check_size = fmin(options.check_size, 0.2 * s->extent[k]);
      const bool ran = ss_vary_run(arena, s->system, s->parameters, q, u, &options, &v) == SS_OK;
      d = ran ? judge(&v) : (verdict){.outcome = STOPPED};
      if (near && d.outcome == LOW) d.outcome = NEAR_BY;
    }
  }
  ss_arena_destroy(arena);
  return d;
}

/* When a model that has begun now must end: after CAMPAIGN_SECONDS, if the environment has them. */
static double find_deadline(void) {
  const char *given = getenv("CAMPAIGN_SECONDS");
  return given ? omp_get_wtime() + strtod(given, NULL) : INFINITY;
}

/* A start whose gain is wrong, as the command line takes it. */
static void report(const subject *s, const double *state, const verdict *v) {
  const size_t n = s->model->coordinates;
  fprintf(stderr, "order %.3f from ", v->order);
  for (size_t i = 0; i < 2 * n; i++)
    fprintf(stderr, "%s%s%s=%.17g", i ? "," : "", s->system->names[i % n], i < n ? "" : "'",
            state[i]);
  fprintf(stderr, "\n");
}

static void run_block(team *crew, size_t starts, double deadline, tally *t) {
  verdict one[BLOCK];
  draw_block(crew);
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < BLOCK; i++) {
    one[i] = (verdict){.outcome = UNFIT};
    if (omp_get_wtime() < deadline)
      one[i] = try_start(&crew->member[omp_get_thread_num()], crew->state[i], (uint64_t)i + 1);
  }
  for (size_t i = 0; i < BLOCK && t->starts < starts; i++) {
    t->count[one[i].outcome]++;
    if (one[i].outcome == LOW) report(crew->member, crew->state[i], &one[i]);
    if (one[i].outcome == REFUSED) t->why[one[i].why]++;
    if (one[i].outcome == UNFIT) continue;
    t->starts++;
    t->long_ones += one[i].events >= 3;
    if (one[i].outcome == GOOD || one[i].outcome == LOW) t->least = fmin(t->least, one[i].order);
  }
}

static void print_tally(const char *name, const tally *t) {
  printf("%-26s %6zu %6zu %6zu %6zu %6zu %6zu %6zu %8zu %8zu  %6.3f ", name, t->starts,
         t->long_ones, t->count[GOOD], t->count[EXACT], t->count[LOW], t->count[FEW],
         t->count[NEAR_BY], t->count[STOPPED], t->count[REFUSED], t->least);
  for (int k = 1; k < SS_REFUSAL_COUNT; k++)
    if (t->why[k]) printf(" %s %zu", ss_refusal_word((ss_refusal_kind)k), t->why[k]);
  printf("\n");
  fflush(stdout);
}

static void run_model(const char *file, size_t starts) {
  team crew;
  tally t = {.least = INFINITY};
  const double deadline = find_deadline();
  const char *name = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
  if (!start_team(&crew, file)) {
    printf("%-26s not read\n", name);
  } else {
    while (t.starts < starts && t.count[UNFIT] < 20 * starts && omp_get_wtime() < deadline)
      run_block(&crew, starts, deadline, &t);
    print_tally(name, &t);
  }
  stop_team(&crew);
}

int main(int count, char **words) {
  size_t starts = count > 1 ? (size_t)strtoul(words[1], NULL, 10) : 200;
  glob_t files = {0};
  printf("gains against perturbed motions, over [0, %g] or three instants\n", END);
  printf("%-26s %6s %6s %6s %6s %6s %6s %6s %8s %8s  %6s  %s\n", "model", "starts", "long", "good",
         "exact", "low", "few", "near", "stopped", "refused", "least", "why refused");
  for (int i = 2; i < count; i++) run_model(words[i], starts);
  if (count > 2) return 0;
  glob("models/*.still", 0, NULL, &files);
  for (size_t i = 0; i < files.gl_pathc; i++) run_model(files.gl_pathv[i], starts);
  globfree(&files);
  return 0;
}
