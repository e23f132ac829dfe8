/* campaign_nudges.c: bodies that are proved to stand, nudged.
 *
 * For every point of the grids of figures 2 and 3 of Varkonyi that `prove` calls stable, motions of
 * planar-biped itself (not of its zero-order dynamics) start at the rest position with random
 * velocities of the size eps. They must stay near: the largest of (|u|^2 + |q|)/eps^2 along all of
 * them is told, and what exceeds NEAR counts as gone. Sequential impacts look at either foot first,
 * every other time; a slip without solution ends by an impact without collision. Half of the nudges
 * have eps = 1e-2, half 1e-3.
 *
 * Usage: campaign_nudges [NUDGES] [POINTS]      (default: 1000 nudges for each of all points)
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "standstill/motion.h"
#include "standstill/proof.h"

/* after FLINT, whose headers use a name of <complex.h> */
#include <cblas.h>

enum { NEAR = 10000 };

static const double origin[3];

typedef struct tally {
  size_t points, proved, motions, rested, gone, stopped;
  double most;
  char reason[200];
} tally;

static uint64_t seed = 77;

static double draw(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return 2 * ((double)(seed >> 11) * 0x1p-53) - 1;
}

typedef struct reach {
  double unit, most;
} reach;

static bool watch(void *user, double t, const double *q, const double *u) {
  reach *r = user;
  double sum = 0;
  (void)t;
  for (size_t i = 0; i < 3; i++) sum += u[i] * u[i] + fabs(q[i]);
  r->most = fmax(r->most, sum / r->unit);
  return r->most < NEAR;
}

static void nudge(const ss_system *system, const double *parameters, size_t number, tally *t) {
  ss_arena *arena = ss_arena_create();
  ss_motion motion;
  ss_motion_options options = ss_motion_default_options();
  const double eps = number % 2 ? 1e-2 : 1e-3;
  const size_t rank[] = {number / 2 % 2, 1 - number / 2 % 2};
  double u[3], length = 0;
  reach r = {.unit = eps * eps};
  for (size_t i = 0; i < 3; i++) {
    u[i] = draw();
    length += u[i] * u[i];
  }
  for (size_t i = 0; i < 3; i++) u[i] *= eps / sqrt(length);
  options.end = 1e4 * eps;
  options.watch = watch;
  options.user = &r;
  options.impact_rank = rank;
  options.impact_if_jammed = options.first_if_several = true;
  options.steps_most = 100000;
  const ss_status status = ss_motion_run(arena, system, parameters, origin, u, &options, &motion);
  t->motions++;
  t->most = fmax(t->most, r.most);
  t->gone += r.most >= NEAR;
  t->rested += status == SS_OK && motion.at_rest;
  if (status != SS_OK && r.most < NEAR && !t->stopped++)
    snprintf(t->reason, sizeof t->reason, "%s", motion.reason ? motion.reason : "");
  ss_arena_destroy(arena);
}

static void try_point(const char *const *text, size_t count, size_t nudges, tally *t) {
  ss_arena *arena = ss_arena_create();
  ss_setting setting[5];
  ss_diagnostics list;
  ss_model *model = NULL;
  ss_system *system = NULL;
  ss_proof proof;
  ss_proof_options options = ss_proof_default_options();
  options.question = SS_QUESTION_STABLE;
  options.at = origin;
  for (size_t i = 0; i < count; i++) setting[i] = (ss_setting){text[i]};
  ss_diagnostics_start(&list, arena, "models/planar-biped.still", NULL, 0);
  if (ss_model_read(arena, "models/planar-biped.still", count, setting, &list, &model) != SS_OK ||
      ss_system_derive(arena, model, &system) != SS_OK ||
      ss_prove(arena, system, &options, &proof) != SS_OK) {
    puts("campaign_nudges: the biped is not read");
    exit(2);
  }
  double *parameters = ss_arena_new(arena, model->parameters, double);
  const bool proved = proof.verdict == SS_PROVED;
  ss_model_parameter_values(model, parameters);
  ss_proof_clear(&proof);
  t->points++;
  t->proved += proved;
  for (size_t k = 0; k < nudges && proved; k++) nudge(system, parameters, k, t);
  ss_arena_destroy(arena);
}

static void print_row(const char *name, const tally *t) {
  printf("| %s | %zu | %zu | %zu | %zu | %zu | %zu | %.0f |\n", name, t->points, t->proved,
         t->motions, t->rested, t->gone, t->stopped, t->most);
  if (t->stopped) printf("\nthe first that stopped: %s\n", t->reason);
}

int main(int count, char **words) {
  static const char *const d[2][8] = {{"0.1", "0.25", "0.4", "0.55", "0.7", "0.9", "1.2", "1.6"},
                                      {"0.15", "0.3", "0.5", "0.75", "1", "1.5", "2", "3"}};
  static const char *const mu[2][8] = {{"0.05", "0.15", "0.25", "0.35", "0.5", "0.7", "1", "1.5"},
                                       {"0.4", "0.5", "0.6", "0.8", "1", "1.4", "2", "3"}};
  const size_t nudges = count > 1 ? (size_t)atol(words[1]) : 1000;
  const size_t points = count > 2 ? (size_t)atol(words[2]) : 64;
  size_t gone = 0;
  openblas_set_num_threads(1);
  puts("| figure | points | proved | motions | came to rest | gone | stopped | largest |\n"
       "|---|---|---|---|---|---|---|---|");
  for (size_t f = 0; f < 2; f++) {
    tally t = {0};
    for (size_t k = 0; k < points && k < 64; k++) {
      char text[3][20];
      /* scattered over the grid, if there are few */
      const size_t at = k * 37 % 64;
      snprintf(text[0], sizeof text[0], "d=%s", d[f][at / 8]);
      snprintf(text[1], sizeof text[1], "mu1=%s", mu[f][at % 8]);
      snprintf(text[2], sizeof text[2], "mu2=%s", f ? mu[f][at % 8] : "2");
      const char *const all[] = {text[0], text[1], text[2], "alpha=pi/9", "e=0.1"};
      try_point(all, f ? 5 : 3, nudges, &t);
    }
    print_row(f ? "3" : "2", &t);
    gone += t.gone;
  }
  return gone > 0;
}
