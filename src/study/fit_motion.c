/* fit_motion.c: what a motion with certain values predicts, and how that changes with them.
 *
 * Values of parameters are settings, so that whatever the file derives from them follows; those of
 * the start stand behind the state's name: "tilted, phi'=0.2". The motion is run by events with
 * regular samples, no farther apart than an 800th of it and a quarter of the time between rows, and
 * looked up between them (ss_motion_look_up: an error of fourth order).
 *
 * Derivatives come from the variation along the motion (vary.h). Where that is refused, the rows
 * behind the refusal have central differences of motions; a row where the two sides differ by more
 * than a half has an event between them, and does not count at this point.
 */
#include <math.h>
#include <string.h>

#include "fit.h"

enum { SAMPLES = 800, SAMPLES_MOST = 50000 };

/* Of a value, and the least that one is taken to be. */
static const double STEP = 1e-5, LEAST = 1e-3;

ss_status ss_fit_point_create(const ss_fitting *f, ss_fit_point *p) {
  p->theta = ss_arena_new(f->arena, f->unknowns, double);
  p->predict = ss_arena_new(f->arena, f->data->columns * f->data->rows, double);
  p->cost = INFINITY;
  return p->theta && p->predict ? SS_OK : SS_MEMORY;
}

void ss_fit_point_copy(const ss_fitting *f, const ss_fit_point *from, ss_fit_point *to) {
  memcpy(to->theta, from->theta, f->unknowns * sizeof(double));
  memcpy(to->predict, from->predict, f->data->columns * f->data->rows * sizeof(double));
  to->cost = from->cost;
}

/* ---- a motion -------------------------------------------------------------------------------- */

/* The end of an entry: the next comma outside of parentheses. */
static size_t find_comma(const char *text) {
  size_t k = 0;
  for (int depth = 0; text[k] && (text[k] != ',' || depth > 0); k++)
    depth += (text[k] == '(') - (text[k] == ')');
  return k;
}

static bool is_entry_of(const char *text, const char *name) {
  text += strspn(text, " \t\n");
  const size_t length = strlen(name);
  if (strncmp(text, name, length) != 0) return false;
  return text[length + strspn(text + length, " \t\n")] == '=';
}

/* A start without the entry of a name, which is to be given anew; NULL when memory is out. */
static const char *leave_out(ss_arena *arena, const char *state, const char *name) {
  const char *kept = "";
  while (*state && kept) {
    const size_t length = find_comma(state);
    if (!is_entry_of(state, name))
      kept = ss_arena_format(arena, "%s%s%.*s", kept, *kept ? "," : "", (int)length, state);
    state += length + (state[length] == ',');
  }
  return kept;
}

ss_status ss_fit_open(ss_fitting *f, const double *theta, ss_machine **machine,
                      const char **start) {
  const size_t parameters = f->options->parameters;
  const char **setting = ss_arena_new(f->scratch, parameters, const char *);
  const char *state = f->from;
  if (!setting) return SS_MEMORY;
  for (size_t i = 0; i < f->unknowns && state; i++) {
    const char *text = ss_arena_format(f->scratch, "%s=%.17g", f->name[i], theta[i]);
    if (!text) return SS_MEMORY;
    if (i < parameters)
      setting[i] = text;
    else if ((state = leave_out(f->scratch, state, f->name[i])))
      state = ss_arena_format(f->scratch, "%s%s%s", state, *state ? ", " : "", text);
  }
  *start = state;
  return state ? ss_machine_change(f->machine, parameters, setting, NULL, machine) : SS_MEMORY;
}

ss_status ss_fit_move(ss_fitting *f, ss_arena *arena, const ss_machine *machine, const char *start,
                      double every, ss_motion *motion) {
  const size_t n = ss_machine_model(machine)->coordinates;
  double *q = ss_arena_new(arena, n, double), *u = ss_arena_new(arena, n, double);
  ss_motion_options how = ss_motion_default_options();
  *motion = (ss_motion){0};
  if (!q || !u) return SS_MEMORY;
  const ss_status status = ss_machine_state(machine, "--from", start, NULL, q, u);
  if (status != SS_OK) return status;
  how.end = fmax(f->data->t[f->rows - 1], 1e-9);
  how.every = every > 0 ? every : how.end / SAMPLES;
  how.tolerance = f->options->tolerance;
  how.go_on_at_rest = true;
  how.first_if_several = f->options->first_if_several;
  f->motions++;
  return ss_motion_run(arena, ss_machine_system(machine), ss_machine_parameters(machine), q, u,
                       &how, motion);
}

/* The shortest time between rows, so that samples are no farther apart than a quarter of it. */
static double choose_interval(const ss_fitting *f) {
  const double end = f->data->t[f->rows - 1];
  double gap = end;
  for (size_t k = 1; k < f->rows; k++) {
    const double d = f->data->t[k] - f->data->t[k - 1];
    if (d > 0) gap = fmin(gap, d);
  }
  return fmax(fmin(end / SAMPLES, gap / 4), end / SAMPLES_MOST);
}

static ss_status read_off(const ss_fitting *f, size_t n, const ss_motion *motion, double *predict) {
  const ss_measured *d = f->data;
  double *x = ss_arena_new(f->scratch, 2 * n, double);
  for (size_t row = 0; x && row < f->rows; row++) {
    ss_motion_look_up(motion, n, d->t[row], x);
    for (size_t c = 0; c < d->columns; c++) predict[c * d->rows + row] = x[d->state[c]];
  }
  return x ? SS_OK : SS_MEMORY;
}

ss_status ss_fit_predict(ss_fitting *f, ss_fit_point *p) {
  const ss_arena_mark mark = ss_arena_get_mark(f->scratch);
  ss_machine *machine = NULL;
  const char *start;
  ss_motion motion = {0};
  p->cost = INFINITY;
  if (f->options->go_on && !f->options->go_on(f->options->user, f->motions)) return SS_LIMIT;
  ss_status status = ss_fit_open(f, p->theta, &machine, &start);
  if (status == SS_OK)
    status = ss_fit_move(f, f->scratch, machine, start, choose_interval(f), &motion);
  if (status == SS_OK && motion.samples) {
    status = read_off(f, ss_machine_model(machine)->coordinates, &motion, p->predict);
    p->cost = ss_fit_cost(f, p->theta, p->predict);
  } else if (motion.reason) {
    f->reason = ss_arena_copy_text(f->arena, motion.reason, strlen(motion.reason));
  }
  ss_machine_close(machine);
  ss_arena_release(f->scratch, mark);
  return status == SS_MEMORY ? SS_MEMORY : SS_OK;
}

/* ---- derivatives ----------------------------------------------------------------------------- */

/* The rows that the variation knows. */
static ss_status use_variation(ss_fitting *f, const ss_fit_point *p, double *J, size_t *known) {
  const ss_measured *d = f->data;
  const size_t m = f->options->parameters;
  ss_machine *machine = NULL;
  const char *start;
  ss_variation v = {0};
  ss_vary_options o = ss_vary_default_options();
  ss_status status = ss_fit_open(f, p->theta, &machine, &start);
  *known = 0;
  if (status != SS_OK) return status;
  const ss_model *model = ss_machine_model(machine);
  const size_t n = model->coordinates;
  double *q = ss_arena_new(f->scratch, n, double), *u = ss_arena_new(f->scratch, n, double);
  double *slope = ss_arena_new(f->scratch, 2 * n * m + 1, double);
  status = q && u && slope ? SS_OK : SS_MEMORY;
  o.end = fmax(d->t[f->rows - 1], 1e-9);
  o.tolerance = f->options->tolerance;
  o.parameters = m;
  o.parameter = f->index;
  o.start_slope = slope;
  o.first_if_several = f->options->first_if_several;
  o.times = f->rows;
  o.time = d->t;
  if (status == SS_OK) status = ss_machine_state(machine, "--from", start, NULL, q, u);
  if (status == SS_OK) status = ss_vary_start_slopes(model, start, m, f->index, slope);
  if (status == SS_OK)
    status = ss_vary_run(f->scratch, ss_machine_system(machine), ss_machine_parameters(machine), q,
                         u, &o, &v);
  f->motions++;
  *known = v.samples;
  for (size_t row = 0; status == SS_OK && row < v.samples; row++)
    for (size_t c = 0; c < d->columns; c++)
      for (size_t i = 0; i < f->unknowns; i++)
        J[(c * d->rows + row) * f->unknowns + i] =
            v.sample_gain[(row * 2 * n + d->state[c]) * v.columns +
                          (i < m ? 2 * n + i : f->index[i])];
  if (v.samples < f->rows && v.refusal.reason && !f->no_gradients)
    f->no_gradients = ss_arena_copy_text(f->arena, v.refusal.reason, strlen(v.refusal.reason));
  ss_machine_close(machine);
  return status == SS_MEMORY ? SS_MEMORY : SS_OK;
}

/* The rows from `first` on, by differences. */
static ss_status use_differences(ss_fitting *f, const ss_fit_point *p, size_t first, double *J) {
  const ss_measured *d = f->data;
  const size_t all = d->columns * d->rows;
  ss_fit_point side[2];
  ss_status status = SS_OK;
  for (size_t k = 0; k < 2 && status == SS_OK; k++) status = ss_fit_point_create(f, &side[k]);
  for (size_t i = 0; i < f->unknowns && status == SS_OK; i++) {
    const double h = STEP * fmax(fabs(p->theta[i]), LEAST);
    for (size_t k = 0; k < 2 && status == SS_OK; k++) {
      memcpy(side[k].theta, p->theta, f->unknowns * sizeof(double));
      side[k].theta[i] += k ? h : -h;
      status = ss_fit_predict(f, &side[k]);
    }
    const bool both = isfinite(side[0].cost) && isfinite(side[1].cost);
    for (size_t x = 0; x < all && status == SS_OK; x++) {
      if (x % d->rows < first || x % d->rows >= f->rows) continue;
      const double low = p->predict[x] - side[0].predict[x];
      const double high = side[1].predict[x] - p->predict[x];
      const bool smooth = fabs(high - low) <= 0.5 * fabs(high + low) + 1e-9;
      J[x * f->unknowns + i] = !both ? 0 : smooth ? (high + low) / (2 * h) : NAN;
    }
  }
  return status;
}

ss_status ss_fit_differentiate(ss_fitting *f, const ss_fit_point *p) {
  const ss_measured *d = f->data;
  const ss_arena_mark mark = ss_arena_get_mark(f->scratch);
  size_t known = 0;
  ss_status status = use_variation(f, p, f->J, &known);
  if (status == SS_OK && known < f->rows) status = use_differences(f, p, known, f->J);
  ss_arena_release(f->scratch, mark);
  for (size_t c = 0; c < d->columns && status == SS_OK; c++)
    for (size_t row = 0; row < d->rows; row++) {
      const size_t x = c * d->rows + row;
      double *slope = f->J + x * f->unknowns;
      bool counts = row < f->rows && !isnan(d->value[c][row]) && !f->left_out[x];
      for (size_t i = 0; i < f->unknowns; i++) counts = counts && isfinite(slope[i]);
      f->r[x] = counts ? f->weight[c] * (d->value[c][row] - p->predict[x]) : 0;
      for (size_t i = 0; i < f->unknowns; i++) slope[i] = counts ? f->weight[c] * slope[i] : 0;
    }
  return status;
}
