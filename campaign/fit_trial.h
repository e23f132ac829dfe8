/* fit_trial.h: a motion measured with noise, and the fit that must find what made it: shared by the
 * campaign about fits and its short test. */
#ifndef STANDSTILL_CAMPAIGN_FIT_TRIAL_H
#define STANDSTILL_CAMPAIGN_FIT_TRIAL_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "standstill/study.h"

enum { FIT_ROWS = 200, FIT_PARAMETERS = 4, FIT_COLUMNS = 4 };

typedef struct fit_case {
  const char *name, *file, *from;
  double end;
  size_t parameters, columns;
  const char *parameter[FIT_PARAMETERS];
  const char *column[FIT_COLUMNS];
} fit_case;

static const fit_case fit_cases[] = {
    {"friction oscillator",
     "models/friction-oscillator.still",
     "x=2.4",
     16,
     2,
     1,
     {"mu", "k"},
     {"x"}},
    {"rocking block",
     "models/rocking-block.still",
     "drop",
     1.5,
     3,
     3,
     {"mu", "k", "eN"},
     {"x", "y", "phi"}},
    {"two masses",
     "models/two-masses.still",
     "x1=-2, x2=1, x1'=3",
     10,
     4,
     2,
     {"mu1", "mu2", "k1", "k2"},
     {"x1", "x2"}},
};

typedef struct fit_outcome {
  bool ran, explained, within; /* within: all true values are in their intervals */
  bool each[FIT_PARAMETERS];
  double value[FIT_PARAMETERS], error[FIT_PARAMETERS];
  size_t motions;
} fit_outcome;

/* Uniform on (0, 1), and normal. */
static inline double fit_draw(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return ((double)(*seed >> 11) + 0.5) / 9007199254740992.0;
}

static inline double fit_draw_normal(uint64_t *seed) {
  const double radius = sqrt(-2 * log(fit_draw(seed)));
  return radius * cos(6.283185307179586 * fit_draw(seed));
}

/* Regular samples of the motion with errors of `noise` times the largest value of each column. */
static inline bool fit_measure(ss_arena *arena, const ss_machine *machine, const fit_case *c,
                               double noise, uint64_t *seed, ss_measured *m) {
  const ss_model *model = ss_machine_model(machine);
  const double every = c->end / (FIT_ROWS - 1);
  ss_motion_options how = ss_motion_default_options();
  ss_motion motion;
  how.end = c->end;
  how.every = every;
  how.go_on_at_rest = true;
  double *t = ss_arena_new(arena, FIT_ROWS, double);
  size_t *state = ss_arena_new(arena, c->columns, size_t);
  const double **value = ss_arena_new(arena, c->columns, const double *);
  if (ss_machine_move(arena, machine, c->from, &how, NULL, &motion) != SS_OK) return false;
  for (size_t i = 0; i < c->columns; i++) {
    double *v = ss_arena_new(arena, FIT_ROWS, double), most = 0;
    state[i] = 0;
    while (strcmp(model->coordinate[state[i]].name.text, c->column[i]) != 0) state[i]++;
    for (size_t k = 0, at = 0; k < FIT_ROWS; k++) {
      t[k] = fmin((double)k * every, c->end);
      while (at + 1 < motion.samples && motion.sample[at].t < t[k] - 1e-9) at++;
      v[k] = motion.sample[at].q[state[i]];
      most = fmax(most, fabs(v[k]));
    }
    for (size_t k = 0; k < FIT_ROWS; k++) v[k] += noise * most * fit_draw_normal(seed);
    value[i] = v;
  }
  *m = (ss_measured){"trial", FIT_ROWS, c->columns, t, state, c->column, value};
  return true;
}

/* One trial: a measured motion of the machine of the file, fitted from values 50 % off. */
static inline fit_outcome fit_try(const fit_case *c, double noise, uint64_t seed) {
  ss_arena *arena = ss_arena_create();
  ss_machine *machine = NULL, *off = NULL;
  ss_measured measured;
  ss_fit_options options = ss_fit_default_options();
  ss_fit fit = {0};
  fit_outcome out = {0};
  const char *setting[FIT_PARAMETERS];
  seed = seed * 0x9e3779b97f4a7c15u + 1;
  for (int k = 0; k < 8; k++) fit_draw(&seed);
  bool good = ss_machine_open(c->file, NULL, NULL, &machine) == SS_OK;
  double truth[FIT_PARAMETERS] = {0};
  for (size_t i = 0; good && i < c->parameters; i++) {
    const size_t p = ss_model_find_parameter(ss_machine_model(machine), c->parameter[i]);
    truth[i] = ss_machine_parameters(machine)[p];
    const double factor = fit_draw(&seed) < 0.5 ? 0.5 : 1.5;
    setting[i] = ss_arena_format(arena, "%s=%.17g", c->parameter[i], factor * truth[i]);
  }
  good = good && fit_measure(arena, machine, c, noise, &seed, &measured);
  good = good && ss_machine_change(machine, c->parameters, setting, NULL, &off) == SS_OK;
  options.from = c->from;
  options.parameters = c->parameters;
  options.parameter = c->parameter;
  if (good && ss_machine_fit(arena, off, &measured, &options, NULL, &fit) == SS_OK) {
    out = (fit_outcome){.ran = true, .explained = fit.explained, .within = true};
    out.motions = fit.motions;
    for (size_t i = 0; i < c->parameters; i++) {
      const ss_fit_unknown *x = &fit.unknown[i];
      out.each[i] = x->determined && x->low <= truth[i] && truth[i] <= x->high;
      out.within = out.within && out.each[i];
      out.value[i] = x->value;
      out.error[i] = x->error;
    }
  }
  ss_fit_clear(&fit);
  ss_machine_close(off);
  ss_machine_close(machine);
  ss_arena_destroy(arena);
  return out;
}

#endif
