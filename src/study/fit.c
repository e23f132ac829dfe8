/* fit.c: parameters and starts from a measured motion.
 *
 * Least squares between a motion with events and measurements have many valleys: a frequency that
 * is off by a third is out of step after two periods, a restitution that is off makes another
 * number of impacts. Hence
 *
 *     stages    the first eighth of the time is fitted first, then a quarter, a half, all: while it
 *               is short a motion cannot get out of step. Early stages hold values to their
 *               beginnings by a prior of their own size, so that what the first rows do not tell
 *               stays where it was.
 *     tries     where what is left is not noise (neighbouring residuals hang together), all of it
 *               is tried from other beginnings, between a half and the double of the given ones, by
 *               a fixed sequence; the least residual counts.
 *     weights   columns may have different units: first each counts by the spread of its data,
 *               then, twice, by the scatter of its residuals.
 *     outliers  a velocity that was measured just before an impact, where the motion is just after
 *               it, is off by the whole jump: numbers beyond SIX scatters of their column are left
 *               out, at most a twentieth of all. The scatter is that of the median here.
 *
 *     jumps     a table of a motion has both sides of an impact, at one time. What differs between
 *               rows of the same time counts for neither: the motion that is compared is on one
 *               side of it, by chance, until its impact is at that very time.
 *
 * Whether noise is left: the correlation of neighbours is below 4 of its standard deviations, as it
 * is for independent errors all but once in 30,000 fits. The fit tells it; values from a model that
 * does not explain the data are no measurements. Cost: some 50 motions for each try.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit.h"

static const double SIX = 6, LEFT_OUT_MOST = 0.05;

/* Of the spread of a column: residuals below it are those of the motions themselves. */
static const double EXACT = 1e-7;

/* Sums of squares of larger numbers may overflow. */
static const double LARGEST = 1e140;

enum { STAGES = 4, ROUNDS = 12, ROUNDS_AT_LAST = 40 };

ss_fit_options ss_fit_default_options(void) {
  return (ss_fit_options){.confidence = 0.95, .tolerance = 1e-9, .tries = 12};
}

/* ---- names ----------------------------------------------------------------------------------- */

static ss_status refuse_name(const char *option, const char *name, const char *what,
                             ss_diagnostics *list) {
  return ss_study_refuse(list, SS_BAD_INPUT, "%s %s: %s", option, name, what);
}

static ss_status find_parameter(ss_fitting *f, size_t i, const char *name, ss_diagnostics *list,
                                size_t *index) {
  const ss_model *m = ss_machine_model(f->machine);
  *index = ss_model_find_parameter(m, name);
  if (*index == m->parameters)
    return refuse_name("--parameters", name, "the model has no parameter of that name", list);
  if (m->parameter[*index].counts)
    return refuse_name("--parameters", name, "it counts, and cannot be fitted", list);
  for (size_t k = 0; k < i; k++)
    if (f->index[k] == *index) return refuse_name("--parameters", name, "it is named twice", list);
  return SS_OK;
}

/* The ranges of the parameters among the unknowns. */
static ss_status list_ranges(ss_fitting *f) {
  const ss_model *m = ss_machine_model(f->machine);
  double *low = ss_arena_new(f->arena, 2 * f->unknowns, double), *high = low + f->unknowns;
  fmpq_t from, to;
  if (!low) return SS_MEMORY;
  fmpq_init(from);
  fmpq_init(to);
  for (size_t i = 0; i < f->unknowns; i++) {
    const bool ranged =
        i < f->options->parameters && ss_model_parameter_range(m, f->index[i], from, to);
    low[i] = ranged ? fmpq_get_d(from) : -INFINITY;
    high[i] = ranged ? fmpq_get_d(to) : INFINITY;
  }
  fmpq_clear(from);
  fmpq_clear(to);
  f->low = low;
  f->high = high;
  return SS_OK;
}

/* Names, indices and beginnings of all unknowns. */
static ss_status list_unknowns(ss_fitting *f, const double *q, const double *u,
                               ss_diagnostics *list) {
  const ss_fit_options *o = f->options;
  const ss_model *m = ss_machine_model(f->machine);
  const double *parameters = ss_machine_parameters(f->machine);
  size_t *index = ss_arena_new(f->arena, f->unknowns, size_t);
  double *begin = ss_arena_new(f->arena, f->unknowns, double);
  f->name = ss_arena_new(f->arena, f->unknowns, const char *);
  if (!index || !begin || !f->name) return SS_MEMORY;
  f->index = index;
  f->begin = begin;
  for (size_t i = 0; i < o->parameters; i++) {
    const ss_status status = find_parameter(f, i, o->parameter[i], list, &index[i]);
    if (status != SS_OK) return status;
    f->name[i] = o->parameter[i];
    begin[i] = parameters[index[i]];
  }
  for (size_t k = 0; k < o->starts; k++) {
    const size_t i = o->parameters + k, at = ss_study_find_variable(m, o->start[k]);
    if (at == SIZE_MAX)
      return refuse_name("--start", o->start[k],
                         "this is no coordinate and no velocity, as x or x'", list);
    for (size_t j = o->parameters; j < i; j++)
      if (index[j] == at) return refuse_name("--start", o->start[k], "it is named twice", list);
    index[i] = at;
    f->name[i] = o->start[k];
    begin[i] = at < m->coordinates ? q[at] : u[at - m->coordinates];
  }
  return list_ranges(f);
}

/* ---- weights --------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The spread of a column's data: standard deviation, or its size where it does not vary. */
static double find_spread(const ss_measured *d, size_t c) {
  double sum = 0, squares = 0, count = 0, size = 0;
  for (size_t k = 0; k < d->rows; k++) {
    const double v = d->value[c][k];
    if (isnan(v)) continue;
    sum += v, squares += v * v, count++;
    size = fmax(size, fabs(v));
  }
  const double variance = count ? squares / count - sum / count * (sum / count) : 0;
  return variance > 1e-20 * size * size ? sqrt(variance) : size > 0 ? size : 1;
}

/* Sum of squares of a column's residuals and how many count. */
static double add_squares(const ss_fitting *f, const ss_fit_point *p, size_t c, size_t *count) {
  const ss_measured *d = f->data;
  double sum = 0;
  *count = 0;
  for (size_t k = 0; k < d->rows; k++) {
    const size_t x = c * d->rows + k;
    if (isnan(d->value[c][k]) || f->left_out[x]) continue;
    sum += (d->value[c][k] - p->predict[x]) * (d->value[c][k] - p->predict[x]);
    ++*count;
  }
  return sum;
}

/* Every column by its scatter; degrees of freedom are shared out by numbers. */
static void weigh_by_scatter(ss_fitting *f, const ss_fit_point *p) {
  size_t all = 0, count;
  for (size_t c = 0; c < f->data->columns; c++) {
    add_squares(f, p, c, &count);
    all += count;
  }
  const double free = all > f->unknowns ? 1 - (double)f->unknowns / (double)all : 1;
  for (size_t c = 0; c < f->data->columns; c++) {
    const double sum = add_squares(f, p, c, &count);
    const double scatter = count ? sqrt(sum / ((double)count * free)) : 1;
    f->weight[c] = 1 / fmax(scatter, 1e-12 * find_spread(f->data, c));
  }
}

/* Marks numbers that are far off; none where they are too many. */
static ss_status leave_out(ss_fitting *f, const ss_fit_point *p) {
  const ss_measured *d = f->data;
  const ss_arena_mark mark = ss_arena_get_mark(f->scratch);
  double *size = ss_arena_new(f->scratch, d->rows, double);
  size_t measured = 0, out = 0;
  if (!size) return SS_MEMORY;
  for (size_t c = 0; c < d->columns; c++) {
    size_t count = 0;
    for (size_t k = 0; k < d->rows; k++)
      if (!isnan(d->value[c][k]))
        size[count++] = fabs(d->value[c][k] - p->predict[c * d->rows + k]);
    qsort(size, count, sizeof *size, compare);
    /* 1.4826 medians of the size are a standard deviation of normal errors */
    const double most = count ? SIX * 1.4826 * size[count / 2] : 0;
    const double least = EXACT * find_spread(d, c);
    for (size_t k = 0; k < d->rows; k++) {
      const size_t x = c * d->rows + k;
      const double r = fabs(d->value[c][k] - p->predict[x]);
      f->left_out[x] = r > most && r > least;
      if (f->left_out[x]) out++;
    }
    measured += count;
  }
  if ((double)out > LEFT_OUT_MOST * (double)measured)
    memset(f->left_out, 0, d->columns * d->rows * sizeof *f->left_out);
  ss_arena_release(f->scratch, mark);
  return SS_OK;
}

/* ---- what is left ---------------------------------------------------------------------------- */

/* The largest correlation of neighbouring residuals of a column, in its standard deviations. */
static double find_correlation(const ss_fitting *f, const ss_fit_point *p, double *deviations) {
  const ss_measured *d = f->data;
  double worst = 0;
  *deviations = 0;
  for (size_t c = 0; c < d->columns; c++) {
    double before = NAN, sum = 0, squares = 0, count = 0;
    for (size_t k = 0; k < d->rows; k++) {
      const size_t x = c * d->rows + k;
      if (isnan(d->value[c][k]) || f->left_out[x]) continue;
      const double r = d->value[c][k] - p->predict[x];
      if (!isnan(before)) sum += r * before;
      squares += r * r;
      before = r;
      count++;
    }
    if (count < 8 || sqrt(squares / count) <= EXACT * find_spread(d, c)) continue;
    const double correlation = sum / squares;
    if (correlation > worst) worst = correlation;
    *deviations = fmax(*deviations, correlation * sqrt(count));
  }
  return worst;
}

static bool is_explained(const ss_fitting *f, const ss_fit_point *p) {
  double deviations;
  if (!isfinite(p->cost)) return false;
  find_correlation(f, p, &deviations);
  return deviations < 4;
}

/* ---- the way there --------------------------------------------------------------------------- */

static void start_weights(ss_fitting *f) {
  for (size_t c = 0; c < f->data->columns; c++)
    f->weight[c] = 10 / find_spread(f->data, c); /* a tenth of the spread is a first guess */
  memset(f->left_out, 0, f->data->columns * f->data->rows * sizeof *f->left_out);
}

/* From short times to all of them, from p->theta. */
static ss_status go_by_stages(ss_fitting *f, ss_fit_point *p) {
  ss_status status = SS_OK;
  const double *t = f->data->t, end = t[f->data->rows - 1];
  start_weights(f);
  for (int stage = STAGES - 1; stage >= 0 && status == SS_OK; stage--) {
    f->rows = 1;
    while (f->rows < f->data->rows && t[f->rows] <= end / (1 << stage)) f->rows++;
    if (f->rows < 4 * f->unknowns && stage) continue;
    f->prior = stage ? 1 : 0;
    status = ss_fit_descend(f, stage ? ROUNDS : ROUNDS_AT_LAST, p);
  }
  return status;
}

/* A number between -1 and 1: the fractional parts of multiples of roots (Weyl's sequence). */
static double draw(size_t try, size_t unknown) {
  const double x = (double)try * sqrt((double)(unknown * unknown + 4 * unknown + 2));
  return 2 * (x - floor(x)) - 1;
}

/* The best of several beginnings: the first that leaves only noise. */
static ss_status search(ss_fitting *f, ss_fit_point *best) {
  ss_fit_point p;
  ss_status status = ss_fit_point_create(f, &p);
  for (size_t try = 0; status == SS_OK && try <= f->options->tries; try++) {
    for (size_t i = 0; i < f->unknowns; i++) {
      const bool parameter = i < f->options->parameters;
      p.theta[i] = f->begin[i] * (parameter ? exp2(try ? draw(try, i) : 0) : 1);
      p.theta[i] = ss_fit_clip(f, i, p.theta[i]);
    }
    status = go_by_stages(f, &p);
    if (p.cost < best->cost) ss_fit_point_copy(f, &p, best);
    if (status == SS_OK && is_explained(f, best)) break;
  }
  return status;
}

/* Again with the scatter of each column, without what is far off. */
static ss_status refine(ss_fitting *f, ss_fit_point *p) {
  ss_status status = SS_OK;
  for (int round = 0; round < 2 && status == SS_OK; round++) {
    status = leave_out(f, p);
    weigh_by_scatter(f, p);
    if (status == SS_OK) status = ss_fit_descend(f, ROUNDS_AT_LAST, p);
  }
  weigh_by_scatter(f, p);
  return status;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static ss_status open_fitting(ss_fitting *f) {
  const size_t all = f->data->columns * f->data->rows, m = f->unknowns;
  f->weight = ss_arena_new(f->arena, f->data->columns, double);
  f->left_out = ss_arena_new(f->arena, all, bool);
  f->r = ss_arena_new(f->arena, all, double);
  f->J = ss_arena_new(f->arena, all * m, double);
  f->A = ss_arena_new(f->arena, m * m, double);
  f->L = ss_arena_new(f->arena, m * m, double);
  f->g = ss_arena_new(f->arena, m, double);
  f->step = ss_arena_new(f->arena, m, double);
  const bool all_there = f->weight && f->left_out && f->r && f->J && f->A && f->L;
  return all_there && f->g && f->step ? SS_OK : SS_MEMORY;
}

/* The data without what jumps at the time of a row. */
static ss_status pass_over_jumps(ss_fitting *f, ss_measured *clean) {
  const ss_measured *d = f->data;
  const double **value = ss_arena_new(f->arena, d->columns, const double *);
  if (!value) return SS_MEMORY;
  for (size_t c = 0; c < d->columns; c++) {
    double *column = ss_arena_new(f->arena, d->rows, double);
    if (!column) return SS_MEMORY;
    memcpy(column, d->value[c], d->rows * sizeof *column);
    for (size_t k = 0; k + 1 < d->rows; k++)
      if (d->t[k] == d->t[k + 1] && d->value[c][k] != d->value[c][k + 1])
        column[k] = column[k + 1] = NAN;
    value[c] = column;
  }
  *clean = *d;
  clean->value = value;
  f->data = clean;
  return SS_OK;
}

static ss_status count_numbers(const ss_fitting *f, ss_diagnostics *list, size_t *numbers) {
  const ss_measured *d = f->data;
  *numbers = 0;
  for (size_t c = 0; c < d->columns; c++)
    for (size_t k = 0; k < d->rows; k++) {
      if (!isnan(d->value[c][k])) ++*numbers;
      if (fabs(d->value[c][k]) > LARGEST)
        return ss_study_refuse(list, SS_BAD_INPUT, "%s: %s = %g at t = %g cannot be squared",
                               d->file, d->name[c], d->value[c][k], d->t[k]);
    }
  if (*numbers > f->unknowns) return SS_OK;
  return ss_study_refuse(list, SS_BAD_INPUT, "%s: %zu measured number%s cannot tell %zu unknown%s",
                         d->file, *numbers, *numbers == 1 ? "" : "s", f->unknowns,
                         f->unknowns == 1 ? "" : "s");
}

static ss_status tell(ss_fitting *f, const ss_fit_point *p, ss_fit *fit) {
  const size_t columns = f->data->columns;
  ss_fit_unknown *unknown = ss_arena_new(f->arena, f->unknowns, ss_fit_unknown);
  double *residuals = ss_arena_new(f->arena, columns, double), sum = 0, deviations;
  if (!unknown || !residuals) return SS_MEMORY;
  size_t counted = 0, count;
  for (size_t c = 0; c < columns; c++) {
    const double squares = add_squares(f, p, c, &count);
    residuals[c] = count ? sqrt(squares / (double)count) : NAN;
    sum += squares;
    counted += count;
  }
  fit->left_out = fit->numbers - counted;
  fit->residual = counted ? sqrt(sum / (double)counted) : NAN;
  fit->residuals = residuals;
  fit->predicted = p->predict;
  fit->unknown = unknown;
  fit->unknowns = f->unknowns;
  fit->correlation = find_correlation(f, p, &deviations);
  fit->explained = deviations < 4;
  for (size_t i = 0; i < f->unknowns; i++)
    unknown[i] = (ss_fit_unknown){
        .name = f->name[i],
        .begin = f->begin[i],
        .at_end = f->low && (p->theta[i] <= f->low[i] || p->theta[i] >= f->high[i])};
  f->no_gradients = NULL;
  ss_status status = ss_fit_differentiate(f, p);
  if (status == SS_OK) status = ss_fit_judge(f, p, fit, unknown);
  fit->no_gradients = f->no_gradients;
  fit->rounds = f->rounds;
  fit->motions = f->motions;
  return status;
}

/* The machine and the motion with the values found. */
static ss_status keep_motion(ss_fitting *f, const ss_fit_point *p, ss_fit *fit) {
  enum { SEEN = 500 }; /* samples, for pictures */
  const double end = f->data->t[f->data->rows - 1];
  const char *start;
  ss_status status = ss_fit_open(f, p->theta, &fit->machine, &start);
  if (status == SS_OK)
    status = ss_fit_move(f, f->arena, fit->machine, start, end / SEEN, &fit->motion);
  return status;
}

static ss_status run(ss_fitting *f, ss_diagnostics *list, ss_fit *fit) {
  const size_t n = ss_machine_model(f->machine)->coordinates;
  double *q = ss_arena_new(f->arena, n, double), *u = ss_arena_new(f->arena, n, double);
  ss_fit_point best;
  ss_measured clean;
  if (!q || !u) return SS_MEMORY;
  ss_status status = ss_machine_state(f->machine, "--from", f->from, list, q, u);
  if (status == SS_OK) status = pass_over_jumps(f, &clean);
  if (status == SS_OK) status = list_unknowns(f, q, u, list);
  if (status == SS_OK) status = count_numbers(f, list, &fit->numbers);
  if (status == SS_OK) status = open_fitting(f);
  if (status == SS_OK) status = ss_fit_point_create(f, &best);
  if (status == SS_OK) status = search(f, &best);
  if (status != SS_OK) return status;
  if (!isfinite(best.cost))
    return ss_study_refuse(list, SS_NO_CONVERGENCE,
                           "no motion from these values gets to t = %g: %s",
                           f->data->t[f->data->rows - 1], f->reason ? f->reason : "it fails");
  status = refine(f, &best);
  if (status == SS_OK) status = tell(f, &best, fit);
  return status == SS_OK ? keep_motion(f, &best, fit) : status;
}

ss_status ss_machine_fit(ss_arena *arena, const ss_machine *machine, const ss_measured *measured,
                         const ss_fit_options *options, ss_diagnostics *list, ss_fit *fit) {
  const ss_model *model = ss_machine_model(machine);
  ss_fitting f = {.arena = arena, .machine = machine, .data = measured, .options = options};
  *fit = (ss_fit){.confidence = options->confidence};
  f.unknowns = options->parameters + options->starts;
  f.from = options->from;
  if (!f.from) f.from = model->states ? model->state[0].name.text : "";
  if (f.unknowns == 0)
    return ss_study_refuse(list, SS_BAD_INPUT, "nothing is to be found: --parameters names what");
  if (!(options->confidence > 0 && options->confidence < 1))
    return ss_study_refuse(list, SS_BAD_INPUT, "--confidence is a probability between 0 and 1");
  f.scratch = ss_arena_create();
  if (!f.scratch) return SS_MEMORY;
  f.rows = measured->rows;
  const ss_status status = run(&f, list, fit);
  ss_arena_destroy(f.scratch);
  if (status != SS_OK) ss_fit_clear(fit);
  return status;
}

void ss_fit_clear(ss_fit *fit) {
  ss_machine_close(fit->machine);
  fit->machine = NULL;
}
