/* campaign_prove.c: verdicts about random linear machines, attacked by simulation.
 *
 * Machines with 2 to 8 coordinates, 1 to 8 frictions, 0 to 3 directions that damping feeds (in the
 * span of W for half of them), one in eight with negative stiffness, one in four with a skew part
 * of C. What is claimed is attacked by motions:
 *
 *     attractive   100 starts with V = 0.999 level (or any V, if global), half of them at the rest
 *                  point with a velocity; no motion may gain energy (beyond 1e-9) or leave
 *     unstable     the start that the proof names, a little beyond the rest set or on the growing
 *                  motion: it must get 20 times farther away
 *     undamped     counted
 *
 * Motions: the exact propagators (pwl.h) where they can, else events. A motion that stops with an
 * error is listed with its machine, start, engine and reason; so are escapes that are missed.
 *
 * Every machine has random numbers of its own, by its number, so that it can be done alone and that
 * the result does not depend on how many threads (OMP_NUM_THREADS) share the work. Machines are
 * done in blocks, and a block is reported before the next one begins.
 *
 * Usage: campaign_prove [MACHINES] [STARTS] [SECONDS]      (default: 10000 machines, 100 starts,
 * no limit of time; the report is about the machines that were done)
 *        campaign_prove machine NUMBER [STARTS]            (one machine: its text and its report)
 */
#include <cblas.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../src/motion/pwl.h"
#include "machine.h"
#include "standstill/motion.h"

typedef struct subject {
  size_t number;
  ss_arena *arena;
  ss_model *model;
  ss_system *system;
  const ss_pwl *pwl;
  const char *why_not; /* why there is no pwl */
  double *work;
  ss_proof proof;
  size_t n;
  double *M, *K;
} subject;

enum { REASONS_MOST = 40 };

/* Why machines are undecided, or not done by propagators. */
typedef struct reasons {
  size_t count, times[REASONS_MOST];
  char text[REASONS_MOST][200];
} reasons;

/* What happened to one machine, or to all. */
typedef struct tally {
  size_t machines, claims[SS_CLAIM_NOT_ATTRACTIVE + 1];
  size_t beyond_paper;           /* decided, and the publication's own conditions do not hold */
  size_t motions, gains, leaves; /* gains, leaves must stay 0 */
  size_t escapes, missed;        /* missed must stay 0 */
  size_t by_events, stopped;     /* motions without pwl; motions that stopped with an error */
  double gain, gap, widest;      /* largest relative gain; sum and maximum of level gaps */
  size_t levels;
  reasons unknown, events;
  ss_text notes; /* of one machine: what is to be looked at */
} tally;

static double uniform(uint64_t *seed) {
  return (double)draw(seed, -1000000, 1000000) / 1e6;
}

/* ---- the machine ----------------------------------------------------------------------------- */

static void take_matrix(const fmpq_mat_t A, double *to) {
  for (slong i = 0; i < fmpq_mat_nrows(A); i++)
    for (slong j = 0; j < fmpq_mat_ncols(A); j++)
      *to++ = ss_number_to_double(fmpq_mat_entry(A, i, j));
}

static bool start_subject(subject *s, const ss_text *text) {
  ss_diagnostics list;
  ss_proof_options o = ss_proof_default_options();
  o.leaves = 8;
  s->arena = ss_arena_create();
  ss_diagnostics_start(&list, s->arena, "random.still", text->data, text->length);
  if (ss_model_parse(s->arena, "random.still", text->data, text->length, 0, NULL, &list,
                     &s->model) != SS_OK ||
      ss_system_derive(s->arena, s->model, &s->system) != SS_OK ||
      ss_prove(s->arena, s->system, &o, &s->proof) != SS_OK)
    return false;
  s->n = s->system->coordinates;
  s->M = ss_arena_new(s->arena, s->n * s->n, double);
  s->K = ss_arena_new(s->arena, s->n * s->n, double);
  take_matrix(s->proof.linear->center.M, s->M);
  take_matrix(s->proof.linear->center.K, s->K);
  ss_pwl_create(s->arena, s->system, NULL, &s->pwl, &s->why_not);
  if (s->pwl) s->work = ss_arena_new(s->arena, ss_pwl_work_size(s->pwl), double);
  return true;
}

static void stop_subject(subject *s) {
  ss_proof_clear(&s->proof);
  ss_model_close(s->model);
  ss_arena_destroy(s->arena);
}

static double form(size_t n, const double *A, const double *x) {
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) sum += x[i] * A[i * n + j] * x[j];
  return sum;
}

static double energy(const subject *s, const double *q, const double *u) {
  return (form(s->n, s->M, u) + form(s->n, s->K, q)) / 2;
}

/* ---- motions --------------------------------------------------------------------------------- */

static void note_stop(const subject *s, double t, const char *engine, const char *reason,
                      tally *to) {
  to->stopped++;
  ss_text_addf(&to->notes, "machine %zu, motion %zu: %s stops at t = %.9g: %s\n", s->number,
               to->motions, engine, t, reason);
}

/* Moves (q, u) by `time`; false after an error. *rests: it has come to rest. */
static bool move(subject *s, double *q, double *u, double time, bool *rests, tally *t) {
  if (s->pwl) {
    ss_pwl_end end;
    ss_pwl_run(s->pwl, s->work, q, u, time, &end);
    *rests = end.rests;
    if (end.rests || end.t >= time) return true;
    double size = 0;
    for (size_t i = 0; i < s->n; i++) size = fmax(size, fmax(fabs(q[i]), fabs(u[i])));
    char reason[60];
    snprintf(reason, sizeof reason, "%s, at the size %.2g",
             size > 1e99 ? "too large" : "switches without end", size);
    note_stop(s, end.t, "pwl", reason, t);
    return false;
  }
  ss_arena *arena = ss_arena_create();
  ss_motion_options o = ss_motion_default_options();
  ss_motion motion;
  o.end = time;
  o.every = 0;
  ss_status status = ss_motion_run(arena, s->system, NULL, q, u, &o, &motion);
  if (status == SS_OK) {
    memcpy(q, motion.q, s->n * sizeof *q);
    memcpy(u, motion.u, s->n * sizeof *u);
    *rests = motion.at_rest;
  } else {
    note_stop(s, motion.t, "events", motion.reason, t);
  }
  ss_arena_destroy(arena);
  return status == SS_OK;
}

/* ---- attacks --------------------------------------------------------------------------------- */

static void start_inside(const subject *s, double level, bool fast, uint64_t *seed, double *q,
                         double *u) {
  for (size_t i = 0; i < s->n; i++) {
    q[i] = fast ? 0 : uniform(seed);
    u[i] = uniform(seed);
  }
  double factor = sqrt(0.999 * level / energy(s, q, u));
  for (size_t i = 0; i < s->n; i++) q[i] *= factor, u[i] *= factor;
}

/* The energy after a piece of motion; false if that is the end of the attack. */
static bool compare(double now, double start, double level, double *before, tally *t) {
  double gain = (now - *before) / start;
  t->gain = fmax(t->gain, gain);
  if (gain > 1e-9) t->gains++;
  if (now > level) t->leaves++;
  *before = now;
  return gain <= 1e-9 && now <= level;
}

/* One motion with samples. */
static void attack_by_events(subject *s, double level, const double *q, const double *u, tally *t) {
  ss_arena *arena = ss_arena_create();
  ss_motion_options o = ss_motion_default_options();
  ss_motion motion;
  double start = energy(s, q, u), before = start;
  o.end = 20;
  o.every = 0.25;
  if (ss_motion_run(arena, s->system, NULL, q, u, &o, &motion) != SS_OK)
    note_stop(s, motion.t, "events", motion.reason, t);
  for (size_t i = 0; i < motion.samples; i++)
    if (!compare(energy(s, motion.sample[i].q, motion.sample[i].u), start, level, &before, t))
      break;
  t->by_events++;
  ss_arena_destroy(arena);
}

static void attack_once(subject *s, double level, bool fast, uint64_t *seed, tally *t) {
  double q[MACHINE_MOST], u[MACHINE_MOST];
  bool rests = false;
  start_inside(s, level, fast, seed, q, u);
  double start = energy(s, q, u), before = start;
  t->motions++;
  if (!s->pwl) {
    attack_by_events(s, level, q, u, t);
    return;
  }
  for (int piece = 0; piece < 20 && !rests; piece++) {
    if (!move(s, q, u, piece < 10 ? 0.25 : 2, &rests, t)) return;
    if (!compare(energy(s, q, u), start, level, &before, t)) return;
  }
}

static double distance(const subject *s, const double *q, const double *u) {
  double sum = 0;
  for (size_t i = 0; i < s->n; i++) sum += q[i] * q[i] + u[i] * u[i];
  return sqrt(sum);
}

/* SS-STICK: the square of the distance grows at least like exp(alpha t). */
static double find_growth(const ss_proof *p) {
  double alpha = 0;
  fmpq_t number;
  fmpq_init(number);
  for (size_t i = 0; i < p->conditions; i++) {
    const json_t *text = json_object_get(p->condition[i].evidence, "alpha");
    if (text && fmpq_set_str(number, json_string_value(text), 10) == 0)
      alpha = ss_number_to_double(number);
  }
  fmpq_clear(number);
  return alpha;
}

static void confirm_escape(subject *s, tally *t) {
  double q[MACHINE_MOST], u[MACHINE_MOST];
  const bool soft = strcmp(s->proof.theorem, "SS-STICK") != 0;
  const double factor = soft ? 1.001 : 1e-5;
  const ss_escape *e = &s->proof.escape;
  /* some thousand time units, or twice what the proof says that a slow motion takes */
  const double time = soft ? 20000 : fmax(20000, 4 * log(20) / find_growth(&s->proof));
  bool rests = false;
  for (size_t i = 0; i < s->n; i++) {
    q[i] = e->from[i] + factor * (e->q[i] - e->from[i]);
    u[i] = factor * e->u[i];
  }
  const double start = distance(s, q, u);
  for (int piece = 0; piece < 4000 && !rests; piece++) {
    if (!move(s, q, u, time / 4000, &rests, t)) break;
    if (distance(s, q, u) > 20 * start) {
      t->escapes++;
      return;
    }
  }
  /* a motion beyond the range of numbers has escaped too */
  if (distance(s, q, u) > 20 * start)
    t->escapes++;
  else {
    t->missed++;
    ss_text_addf(&t->notes, "machine %zu: no escape, %s: %g times as far\n", s->number,
                 s->proof.theorem, distance(s, q, u) / start);
  }
}

/* ---- counting -------------------------------------------------------------------------------- */

/* Do the publication's own conditions hold: C > 0, or (31) with C = C^T? */
static bool paper_decides(const random_machine *r, const ss_proof *p) {
  if (p->claim == SS_CLAIM_GLOBALLY_ATTRACTIVE) {
    slong n = (slong)r->n;
    fmpq_mat_t S, L, D;
    fmpq_mat_init(S, n, n);
    fmpq_mat_init(L, n, n);
    fmpq_mat_init(D, n, 1);
    ss_exact_symmetric_part(S, p->linear->center.C);
    bool definite = ss_exact_ldl(S, L, D, NULL) == SS_DEFINITE;
    fmpq_mat_clear(S);
    fmpq_mat_clear(L);
    fmpq_mat_clear(D);
    return definite;
  }
  if (p->claim == SS_CLAIM_UNSTABLE) return strcmp(p->theorem, "LW2008-T3") == 0;
  return p->claim != SS_CLAIM_NOT_ATTRACTIVE && p->paper_holds && !r->skew;
}

static void count_reason(reasons *r, const char *text, size_t times) {
  size_t i = 0;
  while (i < r->count && strncmp(r->text[i], text, sizeof *r->text - 1) != 0) i++;
  if (i == REASONS_MOST) return;
  if (i == r->count) snprintf(r->text[r->count++], sizeof *r->text, "%s", text);
  r->times[i] += times;
}

/* Why it is undecided, and the first condition that is not proved. */
static void count_unknown(const ss_proof *p, tally *t) {
  char text[200];
  size_t i = 0;
  while (i < p->conditions && p->condition[i].status == SS_CONDITION_PROVED) i++;
  snprintf(text, sizeof text, "%s: %s", i < p->conditions ? p->condition[i].id : "-", p->reason);
  count_reason(&t->unknown, text, 1);
}

static void attack(const random_machine *r, subject *s, size_t starts, uint64_t *seed, tally *t) {
  const ss_proof *p = &s->proof;
  t->machines++;
  t->claims[p->claim]++;
  if (p->verdict == SS_UNKNOWN) count_unknown(p, t);
  if (p->verdict == SS_UNKNOWN) return;
  if (!s->pwl) count_reason(&t->events, s->why_not, 1);
  if (!paper_decides(r, p)) t->beyond_paper++;
  if (p->claim == SS_CLAIM_UNSTABLE) confirm_escape(s, t);
  if (p->levels.proved > 0) {
    t->levels++;
    t->gap = t->widest = 1 - p->levels.proved / p->levels.tight;
  }
  if (p->claim == SS_CLAIM_UNSTABLE || p->claim == SS_CLAIM_NOT_ATTRACTIVE) return;
  for (size_t i = 0; i < starts; i++) {
    double level = p->levels.proved > 0 ? p->levels.proved : pow(10, (double)draw(seed, -2, 4));
    attack_once(s, level, i % 2, seed, t);
  }
}

/* The machine of a number, as drawn; its further random numbers in *seed. */
static void draw_number(random_machine *r, size_t number, uint64_t *seed) {
  *seed = 2004 + UINT64_C(0x9e3779b97f4a7c15) * (number + 1);
  for (int i = 0; i < 4; i++) draw(seed, 0, 1); /* seeds that are alike drift apart */
  *r = (random_machine){.n = (size_t)draw(seed, 2, 8), .m = (size_t)draw(seed, 1, 8)};
  r->fed = (size_t)draw(seed, 0, 3);
  r->in_span = draw(seed, 0, 1);
  r->saddle = draw(seed, 0, 7) == 0;
  r->skew = draw(seed, 0, 3) == 0;
  draw_machine(r, seed);
}

static void do_machine(size_t number, size_t starts, bool show, tally *t) {
  random_machine *r = calloc(1, sizeof *r);
  ss_text text;
  subject s = {.number = number};
  uint64_t seed;
  if (!r) return;
  draw_number(r, number, &seed);
  ss_text_start(&text);
  print_machine(r, &text);
  if (show) fputs(text.data, stdout);
  if (start_subject(&s, &text))
    attack(r, &s, starts, &seed, t);
  else
    ss_text_addf(&t->notes, "machine %zu could not be read\n", number);
  stop_subject(&s);
  ss_text_stop(&text);
  free(r);
}

/* ---- all machines ---------------------------------------------------------------------------- */

static void add_reasons(reasons *to, const reasons *from) {
  for (size_t i = 0; i < from->count; i++) count_reason(to, from->text[i], from->times[i]);
}

static void add_tally(tally *to, const tally *from) {
  to->machines += from->machines;
  for (int c = 0; c <= SS_CLAIM_NOT_ATTRACTIVE; c++) to->claims[c] += from->claims[c];
  to->beyond_paper += from->beyond_paper;
  to->motions += from->motions;
  to->gains += from->gains;
  to->leaves += from->leaves;
  to->escapes += from->escapes;
  to->missed += from->missed;
  to->by_events += from->by_events;
  to->stopped += from->stopped;
  to->gain = fmax(to->gain, from->gain);
  to->gap += from->gap;
  to->widest = fmax(to->widest, from->widest);
  to->levels += from->levels;
  add_reasons(&to->unknown, &from->unknown);
  add_reasons(&to->events, &from->events);
}

enum { BLOCK = 64 };

/* Machines first to last - 1, whose tallies are added in their order. */
static void do_block(size_t first, size_t last, size_t starts, tally *total) {
  tally *each = calloc(BLOCK, sizeof *each);
  if (!each) return;
#pragma omp parallel for schedule(dynamic, 1)
  for (size_t i = first; i < last; i++) {
    ss_text_start(&each[i - first].notes);
    do_machine(i, starts, false, &each[i - first]);
  }
  for (size_t i = 0; i < last - first; i++) {
    add_tally(total, &each[i]);
    if (each[i].notes.length) fputs(each[i].notes.data, stdout);
    ss_text_stop(&each[i].notes);
  }
  fflush(stdout);
  free(each);
}

static void report_reasons(const char *title, const reasons *r) {
  if (r->count) printf("%s\n", title);
  for (size_t i = 0; i < r->count; i++) printf("  %6zu  %s\n", r->times[i], r->text[i]);
}

static void report(const tally *t) {
  printf("machines                      %zu\n", t->machines);
  for (int c = 0; c <= SS_CLAIM_NOT_ATTRACTIVE; c++)
    printf("  %-27s %zu (%.1f %%)\n", c ? ss_claim_word((ss_claim)c) : "unknown", t->claims[c],
           100 * (double)t->claims[c] / (double)t->machines);
  printf("decided beyond the print      %zu\n", t->beyond_paper);
  printf("levels: gap proved to tight   mean %.2g %%, largest %.2g %%\n",
         100 * t->gap / fmax(1, (double)t->levels), 100 * t->widest);
  printf("motions                       %zu (%zu by events, the others by propagators)\n",
         t->motions, t->by_events);
  printf("  that gained energy          %zu (largest relative gain in a piece %.1e)\n", t->gains,
         t->gain);
  printf("  that left the level         %zu\n", t->leaves);
  printf("  that stopped with an error  %zu\n", t->stopped);
  printf("escapes confirmed             %zu, missed %zu\n", t->escapes, t->missed);
  report_reasons("undecided, by the first condition that is not proved", &t->unknown);
  report_reasons("decided machines that move by events, because", &t->events);
}

/* `machine NUMBER [STARTS]` */
static void do_one(size_t number, size_t starts, tally *t) {
  do_machine(number, starts, true, t);
  if (t->notes.length) fputs(t->notes.data, stdout);
}

int main(int argc, char **argv) {
  const bool one = argc > 2 && strcmp(argv[1], "machine") == 0;
  if (one) argv++, argc--;
  const size_t machines = argc > 1 ? strtoul(argv[1], NULL, 10) : 10000;
  const size_t starts = argc > 2 ? strtoul(argv[2], NULL, 10) : 100;
  const double seconds = argc > 3 ? strtod(argv[3], NULL) : HUGE_VAL;
  const time_t begin = time(NULL);
  tally *t = calloc(1, sizeof *t);
  if (!t) return 2;
  ss_text_start(&t->notes);
  openblas_set_num_threads(1);
  if (one) do_one(machines, starts, t);
  for (size_t i = 0; !one && i < machines && difftime(time(NULL), begin) < seconds; i += BLOCK)
    do_block(i, i + BLOCK < machines ? i + BLOCK : machines, starts, t);
  report(t);
  const bool bad = t->gains || t->leaves || t->missed;
  ss_text_stop(&t->notes);
  free(t);
  return bad;
}
