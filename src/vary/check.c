/* check.c: perturbed motions of the program itself against the prediction.
 *
 * For a direction z and shrinking eps the motion from x(0) + eps z with parameters p + eps z_p is
 * run, and
 *
 *     error(eps) = |x_eps(T) - (x(T) + eps G_k z)|,    k the piece of z,
 *
 * is compared over eps: it falls like eps^2 where the gain is right, like eps where it is not. x(T)
 * is that of the motion, not of its repetition along the variation: errors of motions that are
 * smooth in the start cancel. A start with closed contacts is perturbed along them: z is made
 * tangent, and the perturbed start is put back onto gaps and velocities that must be 0 by Newton's
 * method, a correction of order eps^2 in x that the order does not feel.
 *
 * Errors below the noise of such differences say nothing. Where the whole remainder is there, as of
 * linear flows, there is no order: INFINITY, if a wrong gain had been seen. Where too few sizes are
 * above it, nothing is told: NAN. The noise at one size is
 *
 *     NOISE tolerances      if the perturbed motion has the same events in the same order,
 *     NOISE_OF_OTHERS       tolerances else,
 *     NOISE_OF_CUTS         if a motion with other events cuts off an accumulation, which it
 *                           foresees to 1e-10 (events_chatter.c): behind the same bounce that error
 *                           is smooth in the start and cancels, behind another it does not,
 *
 * and at least a eps / l, if the motion is a from its repetition: some 1e-6 where contacts that
 * bounce in turn are cut off. An error that large changes with the start, over lengths l of the
 * size up to which gains hold, or of 1.
 *
 * The smallest sizes count, because a law may bend within less than the perturbation: friction with
 * spin does within slips of the spot's radius times the spin (4e-3 m/s of a bowling ball), and
 * terms of third order then turn the order between larger sizes.
 */
#include <math.h>
#include <string.h>

#include "variation.h"

/* Of differences of motions, in tolerances; a remainder counts from CLEAR times the noise on. Seen
 * in 5771 checks of the worked models: in all but 8 the remainder is at most 8e-13 off a smooth
 * one, where it is below 4e-10. */
static const double NOISE = 2, NOISE_OF_OTHERS = 20, CLEAR = 20;

/* Two sizes do not tell an order from a term of third order: at a third of the second one, between
 * eps and eps/2, it turns 2 into 1.7. Without a remainder a gain counts as right only where one
 * that is off by SEEN would have left one. */
enum { FEWEST = 3 };
static const double SEEN = 1e-2;

/* Tighter tolerances do not make motions better. */
static const double LEAST_TOLERANCE = 1e-12;

/* Differences of motions that cut off an accumulation behind different bounces. */
static const double NOISE_OF_CUTS = 5e-10;

enum { CORRECTIONS = 8, TRIES = 1000 };

/* Numbers of a linear congruence, uniform on [-1, 1): the same everywhere for one seed. */
static double draw(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) / 4503599627370496.0 - 1;
}

typedef struct trial {
  ss_vary *v;
  const ss_variation *nominal;
  const double *parameters, *q, *u;
  size_t rows;
  bool cuts;                       /* the motion cuts off an accumulation */
  double scale, apart;             /* of the state at the end; from the repetition, in scales */
  double *basis;                   /* what the start forbids */
  double *z, *full, *x, *p, *want; /* direction (columns; width), start, parameters, prediction */
} trial;

/* From columns (q, u, parameters) to width (q, u, moved), the start's own slope put in. */
static void expand(const trial *t) {
  const ss_vary *v = t->v;
  const size_t n2 = 2 * v->frame.n, m = v->options->parameters;
  const double *S = v->options->start_slope;
  for (size_t i = 0; i < n2; i++) {
    t->full[i] = t->z[i];
    for (size_t j = 0; S && j < m; j++) t->full[i] += S[i * m + j] * t->z[n2 + j];
  }
  for (size_t k = 0; k < v->frame.moved; k++) {
    t->full[n2 + k] = 0;
    for (size_t j = 0; j < m; j++) t->full[n2 + k] += v->slope[k * m + j] * t->z[n2 + j];
  }
}

/* Makes the direction tangent to what is closed, its largest entry 1. False if nothing is left. */
static bool make_tangent(const trial *t) {
  const ss_vary *v = t->v;
  const size_t n2 = 2 * v->frame.n;
  double most = 0, kept = 0;
  expand(t);
  /* parameters and what they do to the start stay; the rest of the state gives way */
  for (int round = 0; round < 50; round++) {
    ss_vary_keep_bonds(&v->frame, t->rows, t->basis, t->full);
    double change = 0;
    for (size_t k = 0; k < v->frame.moved; k++) {
      double want = 0;
      for (size_t j = 0; j < v->options->parameters; j++)
        want += v->slope[k * v->options->parameters + j] * t->z[n2 + j];
      change = fmax(change, fabs(t->full[n2 + k] - want));
      t->full[n2 + k] = want;
    }
    if (change < 1e-15) break;
  }
  for (size_t i = 0; i < n2; i++) {
    double own = 0;
    for (size_t j = 0; v->options->start_slope && j < v->options->parameters; j++)
      own += v->options->start_slope[i * v->options->parameters + j] * t->z[n2 + j];
    t->z[i] = t->full[i] - own;
  }
  for (size_t i = 0; i < t->nominal->columns; i++) most = fmax(most, fabs(t->z[i]));
  for (size_t i = 0; i < v->frame.width; i++) kept = fmax(kept, fabs(t->full[i]));
  if (most < 1e-6 || kept < 1e-6) return false;
  for (size_t i = 0; i < t->nominal->columns; i++) t->z[i] /= most;
  expand(t);
  return true;
}

/* Is the perturbation possible at the start? */
static bool is_possible(const trial *t) {
  const ss_variation *v = t->nominal;
  for (size_t i = 0; i < v->start_rows; i++) {
    double sum = 0;
    for (size_t c = 0; c < v->columns; c++) sum += v->start_cone[i * v->columns + c] * t->z[c];
    if (sum > -1e-3) return false;
  }
  return true;
}

/* A direction: the caller's, or a random one that is possible. False if none is found. */
static bool choose_direction(const trial *t, uint64_t *seed) {
  const ss_vary_options *o = t->v->options;
  for (int round = 0; round < TRIES; round++) {
    for (size_t c = 0; c < t->nominal->columns; c++)
      t->z[c] = o->check_direction ? o->check_direction[c] : draw(seed);
    if (make_tangent(t) && is_possible(t)) return true;
  }
  return false;
}

/* One equation value(x) = 0 with its slope: x moves along the slope of the state. */
static double correct_one(const ss_frame *f, double value, const double *slope, double *x) {
  double square = 0;
  for (size_t c = 0; c < 2 * f->n; c++) square += slope[c] * slope[c];
  for (size_t c = 0; square > 0 && c < 2 * f->n; c++) x[c] -= value * slope[c] / square;
  return fabs(value);
}

/* The parameters that move, as the frame knows them. */
static void put_parameters(const trial *t, const double *parameters) {
  const ss_vary *v = t->v;
  double *in = ss_forward_in(v->frame.tape.tape, v->frame.work) + 2 * v->frame.n + 1;
  for (size_t k = 0; k < v->frame.moved; k++) in[k] = parameters[v->moved[k]];
}

/* Puts what is closed at the start back to 0. */
static bool correct(const trial *t) {
  ss_vary *v = t->v;
  ss_frame *f = &v->frame;
  const ss_mode *modes = t->nominal->start;
  for (int round = 0; round < 40 * CORRECTIONS; round++) {
    double worst = 0;
    for (size_t i = 0; i < f->elements; i++) {
      const ss_system_element *e = &f->system->element[i];
      if (modes[i] == SS_MODE_FREE) continue;
      for (size_t k = 0; k < 2 + e->slips; k++) {
        if (!ss_frame_look(f, 0, t->x, t->x + f->n)) return false;
        if (k == 0 && e->normal != SIZE_MAX)
          worst = fmax(worst, correct_one(f, ss_frame_value(f, SS_QUANTITY_GAP, e->normal),
                                          ss_frame_slope(f, SS_QUANTITY_GAP, e->normal), t->x));
        const size_t d = k == 1 ? e->normal : f->normals + e->slip + k - 2;
        const bool held =
            k == 1 ? e->normal != SIZE_MAX : k > 1 && ss_vary_is_held(f, modes, i, k - 2);
        if (held)
          worst = fmax(worst, correct_one(f, f->gamma[d], f->gamma_slope + d * f->columns, t->x));
      }
    }
    if (worst < 1e-14) return true;
  }
  return false;
}

/* Does the perturbed motion have the events of the motion? */
static bool is_alike(const ss_motion *a, const ss_motion *b) {
  if (a->events != b->events) return false;
  for (size_t k = 0; k < a->events; k++)
    if (a->event[k].kind != b->event[k].kind || a->event[k].element != b->event[k].element)
      return false;
  return true;
}

static double find_noise(const trial *t, double eps, const ss_motion *motion) {
  const double tolerance = fmax(LEAST_TOLERANCE, t->v->options->tolerance);
  const bool alike = is_alike(motion, &t->nominal->motion);
  const double own = (alike ? NOISE : NOISE_OF_OTHERS) * tolerance;
  const double off = t->apart * fmin(1, eps / fmin(1, t->nominal->size));
  return fmax(fmax(own, off), alike || !t->cuts ? 0 : NOISE_OF_CUTS);
}

/* The error at one size and its noise; NAN if the perturbed motion did not get
 * there. */
static double measure(const trial *t, double eps, double *noise, const char **note) {
  ss_vary *v = t->v;
  const size_t n = v->frame.n, columns = t->nominal->columns;
  const ss_arena_mark mark = ss_arena_get_mark(v->scratch);
  ss_motion_options how = ss_motion_default_options();
  ss_motion motion;
  double error = 0;
  how.end = t->nominal->t;
  how.tolerance = v->options->tolerance;
  how.go_on_at_rest = true;
  how.first_if_several = v->options->first_if_several;
  for (size_t k = 0; k < n; k++) {
    t->x[k] = t->q[k] + eps * t->full[k];
    t->x[n + k] = t->u[k] + eps * t->full[n + k];
  }
  memcpy(t->p, t->parameters, v->system->model->parameters * sizeof *t->p);
  for (size_t k = 0; k < v->frame.moved; k++) t->p[v->moved[k]] += eps * t->full[2 * n + k];
  /* closed contacts stay closed, with the parameters that they have now */
  put_parameters(t, t->p);
  if (t->rows && !correct(t)) *note = "the start cannot be kept closed";
  put_parameters(t, t->parameters);
  const ss_status status =
      *note ? SS_BAD_INPUT
            : ss_motion_run(v->scratch, v->system, t->p, t->x, t->x + n, &how, &motion);
  const ss_vary_piece *piece = ss_vary_find_piece(t->nominal, t->z);
  for (size_t i = 0; status == SS_OK && i < 2 * n; i++) {
    if (i >= n && v->system->aux[i - n]) continue; /* no velocity of its own */
    double want = i < n ? t->nominal->motion.q[i] : t->nominal->motion.u[i - n];
    for (size_t c = 0; c < columns; c++) want += eps * piece->gain[i * columns + c] * t->z[c];
    error = fmax(error, fabs((i < n ? motion.q[i] : motion.u[i - n]) - want) / t->scale);
  }
  if (status != SS_OK && !*note) *note = "the perturbed motion stops early";
  *noise = status == SS_OK ? find_noise(t, eps, &motion) : NAN;
  ss_arena_release(v->scratch, mark);
  return status == SS_OK ? error : NAN;
}

/* |G z| over the state's scale: how far the end moves, by the size. */
static double find_motion(const trial *t) {
  const ss_vary_piece *piece = ss_vary_find_piece(t->nominal, t->z);
  const size_t n2 = 2 * t->v->frame.n, columns = t->nominal->columns;
  double most = 0;
  for (size_t i = 0; i < n2; i++) {
    double sum = 0;
    for (size_t c = 0; c < columns; c++) sum += piece->gain[i * columns + c] * t->z[c];
    most = fmax(most, fabs(sum));
  }
  return most / t->scale;
}

/* The order between the two smallest sizes whose errors are clear of noise; NAN if they are fewer
 * than FEWEST, or none is though a gain that is off by SEEN would be below noise, too. */
static double find_order(const trial *t, const double *size, const double *error,
                         const double *noise) {
  size_t last = 0;
  while (last < SS_CHECK_SIZES && error[last] > CLEAR * noise[last]) last++;
  if (last == 0)
    return CLEAR * noise[0] <= SEEN * size[0] * fmax(1, find_motion(t)) ? INFINITY : NAN;
  if (last < FEWEST) return NAN;
  return log(error[last - 2] / error[last - 1]) / log(size[last - 2] / size[last - 1]);
}

/* How far the motion is from its repetition at the end: some 1e-9 where a slip in several
 * directions begins or ends, which motions round off. */
static double find_difference(const ss_vary *v, const ss_variation *out) {
  const size_t n = out->n;
  double apart = 0;
  for (size_t k = 0; k < n && out->motion.t == out->t; k++) {
    apart = fmax(apart, fabs(out->motion.q[k] - out->x[k]));
    if (!v->system->aux[k]) apart = fmax(apart, fabs(out->motion.u[k] - out->x[n + k]));
  }
  return apart;
}

static ss_status create(ss_vary *v, trial *t) {
  const size_t n2 = 2 * v->frame.n, width = v->frame.width;
  t->basis = ss_arena_new(v->arena, (2 * v->frame.directions + 1) * width, double);
  t->full = ss_arena_new(v->arena, width, double);
  t->x = ss_arena_new(v->arena, n2, double);
  t->p = ss_arena_new(v->arena, v->system->model->parameters, double);
  if (!t->basis || !t->full || !t->x || !t->p) return SS_MEMORY;
  if (!ss_frame_look(&v->frame, 0, t->q, t->u)) return SS_NO_CONVERGENCE;
  t->rows = ss_vary_list_bonds(&v->frame, t->nominal->start, t->basis);
  for (size_t k = 0; k < t->nominal->events; k++)
    t->cuts = t->cuts || t->nominal->event[k].kind == SS_EVENT_ACCUMULATION;
  t->scale = 1;
  for (size_t i = 0; i < n2; i++) t->scale = fmax(t->scale, fabs(t->nominal->x[i]));
  t->apart = find_difference(v, t->nominal) / t->scale;
  return SS_OK;
}

ss_status ss_vary_check_run(ss_vary *v, const double *parameters, const double *q, const double *u,
                            ss_variation *out) {
  const size_t count = v->options->checks, columns = out->columns;
  double *direction = ss_arena_new(v->arena, count * columns, double);
  double *size = ss_arena_new(v->arena, count * SS_CHECK_SIZES, double);
  double *error = ss_arena_new(v->arena, count * SS_CHECK_SIZES, double);
  double *order = ss_arena_new(v->arena, count, double);
  const char **note = ss_arena_new(v->arena, count, const char *);
  const size_t n2 = 2 * out->n, all = v->system->model->parameters;
  double *start = ss_arena_new(v->arena, count * n2, double);
  double *parameter = ss_arena_new(v->arena, count * all, double);
  trial t = {.v = v, .nominal = out, .parameters = parameters, .q = q, .u = u};
  if (!direction || !size || !error || !order || !note || !start || !parameter) return SS_MEMORY;
  const ss_status status = create(v, &t);
  if (status != SS_OK) return status;
  uint64_t seed = v->options->seed * 0x9e3779b97f4a7c15u + 1;
  double noise[SS_CHECK_SIZES];
  for (size_t k = 0; k < count; k++) {
    t.z = direction + k * columns;
    const bool tangent = choose_direction(&t, &seed);
    if (!tangent) note[k] = "the start allows no perturbation";
    for (size_t s = 0; s < SS_CHECK_SIZES; s++) {
      size[k * SS_CHECK_SIZES + s] = v->options->check_size * pow(0.5, (double)s);
      error[k * SS_CHECK_SIZES + s] =
          tangent ? measure(&t, size[k * SS_CHECK_SIZES + s], &noise[s], &note[k]) : NAN;
      if (s) continue;
      memcpy(start + k * n2, t.x, n2 * sizeof *start);
      if (all) memcpy(parameter + k * all, t.p, all * sizeof *parameter);
    }
    order[k] = note[k]
                   ? NAN
                   : find_order(&t, size + k * SS_CHECK_SIZES, error + k * SS_CHECK_SIZES, noise);
  }
  out->check = (ss_vary_check){count, direction, size, error, order, note, start, parameter};
  return SS_OK;
}
