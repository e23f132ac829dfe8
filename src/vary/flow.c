/* flow.c: a phase of the motion and its variation together.
 *
 *     x' = (u, a(t, x, p)),     Phi' = A Phi + [0 | A_p],     Phi = [I | 0] at the beginning,
 *
 * A = d(u, a)/d(q, u) from bonds.c. A first-order state z (system.h) has z' = a_z; its velocity
 * does not exist, and its row and column of Phi are 0. One pair of order 8(7) (base.h) takes the
 * steps; the error of x and of all of Phi is held below the tolerance, relative and absolute alike,
 * so that gains have the digits that the motion has. The pace is kept from phase to phase.
 *
 * A contact whose gap has a minimum of 0 in the phase grazes: perturbed motions hit it or do not,
 * and there is no derivative. Where a gap's rate turns positive in a step its minimum is found by
 * steps back from the end of it.
 *
 * A slip gamma in several directions is known to DIGITS of the speeds that it is the difference of;
 * slow ones have a direction, and slopes of their friction, with the relative error
 * delta = DIGITS |u| / |gamma|. A ball that rolls and still drills creeps so slowly that this
 * exceeds the tolerance. What a step of length h makes of it, h delta sum_j |A_kj| |Phi_j|, is no
 * error of the step, which no shorter one would avoid; friction takes it back as fast as it makes
 * it.
 *
 * CFLAGS: -O3
 */
#include <math.h>
#include <string.h>

#include "variation.h"

/* Of the user's tolerance; the least that makes sense; short and shortest steps as shares of the
 * time. */
static const double SHARE = 0.01, LEAST = 4e-15, SHORT = 1e-12, SHORTEST = 1e-14;

/* Least gaps of open contacts that graze; rates of gaps that close, at least: a contact that was
 * released has some rounding. */
static const double GRAZING = 1e-9;

/* Of velocities: their last digit. */
static const double DIGITS = 2.3e-16;

enum { STAGES = SS_RUNGE_KUTTA_STAGES, STEPS_MOST = 1000000, ROUNDS = 30 };

ss_status ss_vary_flow_create(ss_arena *arena, ss_frame *frame, double tolerance, ss_vary_flow *w) {
  const size_t size = 2 * frame->n * (1 + frame->width);
  *w = (ss_vary_flow){.frame = frame,
                      .tolerance = fmax(SHARE * tolerance, LEAST),
                      .pace = 1e-3,
                      .size = size,
                      .bonds = ss_arena_new(arena, frame->elements, ss_bond),
                      .y = ss_arena_new(arena, size, double),
                      .stage = ss_arena_new(arena, size, double),
                      .rates = ss_arena_new(arena, STAGES * size, double),
                      .high = ss_arena_new(arena, size, double),
                      .low = ss_arena_new(arena, size, double),
                      .blur = ss_arena_new(arena, 2 * frame->n, double),
                      .closing = ss_arena_new(arena, frame->elements, double)};
  if (!w->blur || (frame->elements && !w->closing) || !w->bonds || !w->y || !w->stage ||
      !w->rates || !w->high || !w->low)
    return SS_MEMORY;
  return ss_response_create(arena, frame, &w->response);
}

/* y = (q, u, Phi by rows). */
static bool evaluate(ss_vary_flow *w, double t, const double *y, double *rate) {
  ss_frame *f = w->frame;
  const size_t n = f->n, width = f->width, columns = f->columns;
  const ss_response *s = &w->response;
  if (!ss_frame_look(f, t, y, y + n)) return false;
  if (!ss_response_follow(f, w->bonds, &w->response)) return false;
  const double *Phi = y + 2 * n;
  double *dPhi = rate + 2 * n;
  for (size_t k = 0; k < 2 * n; k++) rate[k] = ss_frame_rate(f, y + n, s->v, k);
  memcpy(dPhi, Phi + n * width, n * width * sizeof *dPhi);
  for (size_t k = 0; k < n; k++) {
    /* a first-order state moves itself */
    double *row = dPhi + (f->system->aux[k] ? k : n + k) * width;
    const double *slope = s->v_slope + k * columns;
    if (f->system->aux[k]) memset(dPhi + (n + k) * width, 0, width * sizeof *row);
    memset(row, 0, width * sizeof *row);
    memcpy(row + 2 * n, slope + 2 * n + 1, f->moved * sizeof *row);
    for (size_t j = 0; j < 2 * n; j++)
      for (size_t c = 0; slope[j] != 0 && c < width; c++) row[c] += slope[j] * Phi[j * width + c];
  }
  return true;
}

static void combine(const ss_vary_flow *w, int count, const double *weights, double h,
                    double *restrict out) {
  const double *restrict rate[STAGES];
  double factor[STAGES];
  int terms = 0, j = 0;
  for (int i = 0; i < count; i++) {
    if (weights[i] == 0) continue;
    factor[terms] = h * weights[i];
    rate[terms++] = w->rates + (size_t)i * w->size;
  }
  memcpy(out, w->y, w->size * sizeof *out);
  /* three at a time: what is read and written most is the sum */
  for (; j + 2 < terms; j += 3) {
    const double *restrict a = rate[j], *restrict b = rate[j + 1], *restrict c = rate[j + 2];
    const double fa = factor[j], fb = factor[j + 1], fc = factor[j + 2];
    for (size_t k = 0; k < w->size; k++) out[k] = out[k] + fa * a[k] + fb * b[k] + fc * c[k];
  }
  for (; j < terms; j++)
    for (size_t k = 0; k < w->size; k++) out[k] += factor[j] * rate[j][k];
}

/* The relative error of the slowest slip in several directions, of those that slide. */
static double find_relative_error(const ss_vary_flow *w) {
  const ss_frame *f = w->frame;
  double speed = 1, slowest = INFINITY;
  for (size_t k = 0; k < f->n; k++) speed = fmax(speed, fabs(w->y[f->n + k]));
  for (size_t i = 0; i < f->elements; i++) {
    const ss_system_element *e = &f->system->element[i];
    const bool slides = w->bonds[i].kind == SS_BOND_SLIP && !w->bonds[i].holds[0];
    if (!slides || e->slips < 2) continue;
    const double *gamma = f->gamma + f->normals + e->slip;
    slowest = fmin(slowest, hypot(gamma[0], gamma[1]));
  }
  return fmin(DIGITS * speed / slowest, 1);
}

/* Errors of the velocities' rows of Phi' at y that rounding makes, if there are any to speak of. */
static void find_blur(ss_vary_flow *w) {
  const ss_frame *f = w->frame;
  const size_t n = f->n, width = f->width;
  const double delta = find_relative_error(w), *Phi = w->y + 2 * n;
  memset(w->blur, 0, 2 * n * sizeof *w->blur);
  for (size_t j = 0; j < 2 * n && delta > w->tolerance; j++) {
    double most = 0;
    for (size_t c = 0; c < width; c++) most = fmax(most, fabs(Phi[j * width + c]));
    for (size_t k = 0; k < n; k++)
      w->blur[n + k] += delta * fabs(w->response.v_slope[k * f->columns + j]) * most;
  }
}

/* One step from y; the estimated error in units of the tolerance. INFINITY: no forces there. */
static double try_step(ss_vary_flow *w, double t, double h, bool again) {
  const ss_runge_kutta *p = &ss_prince_dormand;
  const size_t n2 = 2 * w->frame->n;
  double worst = 0;
  for (int i = again ? 1 : 0; i < STAGES; i++) {
    combine(w, i, p->matrix[i], h, w->stage);
    if (!evaluate(w, t + p->node[i] * h, w->stage, w->rates + (size_t)i * w->size)) return INFINITY;
    if (i == 0) find_blur(w);
  }
  combine(w, STAGES, p->weight, h, w->high);
  combine(w, STAGES, p->embedded, h, w->low);
  for (size_t k = 0; k < w->size; k++) {
    const size_t row = k < n2 ? 0 : (k - n2) / w->frame->width;
    const double scale = w->tolerance * (1 + fmax(fabs(w->y[k]), fabs(w->high[k])));
    worst = fmax(worst, fabs(w->high[k] - w->low[k]) / (scale + fabs(h) * w->blur[row]));
  }
  return isfinite(worst) ? worst : INFINITY;
}

/* Where a step from t has to end at the latest: at the end, or at a row of a curve. */
static double find_stop(const ss_vary_flow *w, double t, double end) {
  const double row = ss_graph_next_row(w->frame->system->graph, t, end < t);
  return end < t ? fmax(end, row) : fmin(end, row);
}

static bool turns_up(const ss_vary_flow *w, size_t i) {
  const ss_system_element *e = &w->frame->system->element[i];
  return e->element->kind == SS_ELEMENT_CONTACT && w->bonds[i].kind == SS_BOND_NONE &&
         w->closing[i] < -GRAZING && w->frame->gamma[e->normal] > 0;
}

/* The least gap of contact i in the step of length h to t, where the state is y and the gap opens
 * at the rate `after`: found by steps back from t. */
static double find_least_gap(ss_vary_flow *w, size_t i, double t, double h, double *when) {
  ss_frame *f = w->frame;
  const size_t normal = f->system->element[i].normal;
  const double scale = f->gamma[normal] - w->closing[i];
  double low = 0, high = h, before = w->closing[i], after = f->gamma[normal], gap = INFINITY;
  for (int round = 0; round < ROUNDS; round++) {
    const double s = low - before * (high - low) / (after - before);
    *when = t + s - h;
    if (isinf(try_step(w, t, s - h, true)) || !ss_frame_look(f, *when, w->high, w->high + f->n))
      return INFINITY;
    gap = ss_frame_value(f, SS_QUANTITY_GAP, normal);
    if (fabs(f->gamma[normal]) <= 1e-9 * scale) break;
    if (f->gamma[normal] < 0)
      low = s, before = f->gamma[normal];
    else
      high = s, after = f->gamma[normal];
  }
  return gap;
}

static void keep_rates(ss_vary_flow *w) {
  const ss_frame *f = w->frame;
  for (size_t i = 0; i < f->elements; i++) {
    const size_t normal = f->system->element[i].normal;
    w->closing[i] = normal == SIZE_MAX ? 0 : f->gamma[normal];
  }
}

/* Did an open contact graze in the step of length h to t? False: forces are not known there; else
 * the rates at y are. */
static bool look_back(ss_vary_flow *w, double t, double h) {
  ss_frame *f = w->frame;
  if (!evaluate(w, t, w->y, w->rates)) return false;
  find_blur(w);
  for (size_t i = 0; i < f->elements && h > 0; i++) {
    double when;
    if (!turns_up(w, i)) continue;
    const double gap = find_least_gap(w, i, t, h, &when);
    if (w->grazing == SIZE_MAX && fabs(gap) <= GRAZING)
      w->grazing = i, w->margin = gap, w->when = when;
    if (!ss_frame_look(f, t, w->y, w->y + f->n)) return false;
  }
  keep_rates(w);
  return true;
}

static ss_status take_steps(ss_vary_flow *w, double t, double end) {
  const double sense = end < t ? -1 : 1;
  bool again = false;
  keep_rates(w);
  for (size_t step = 0; step < STEPS_MOST && t != end; step++) {
    const double stop = find_stop(w, t, end), left = fabs(stop - t), h = fmin(w->pace, left);
    const double error = try_step(w, t, sense * h, again);
    const double factor = isfinite(error) ? 0.9 * pow(fmax(error, 1e-10), -0.125) : 0.1;
    /* where slopes jump, as those of abs do, the user's tolerance must do for a very short step */
    const bool short_one = h <= SHORT * (1 + fabs(t)) && error < 1 / SHARE;
    again = error > 1 && !short_one;
    if (again) {
      w->pace = h * fmin(fmax(factor, 0.1), 0.9);
      if (w->pace < SHORTEST * (1 + fabs(t))) return SS_NO_CONVERGENCE;
      continue;
    }
    t = h >= left ? stop : t + sense * h;
    memcpy(w->y, w->high, w->size * sizeof *w->y);
    again = w->watches && look_back(w, t, sense * h);
    /* a step that the end has cut short says little about the pace */
    if (h >= w->pace || factor < 1) w->pace = h * (short_one ? 5 : fmin(factor, 5));
  }
  return t == end ? SS_OK : SS_NO_CONVERGENCE;
}

ss_status ss_vary_flow_run(ss_vary_flow *w, const ss_mode *modes, double t, double end, double *x,
                           double *transition) {
  ss_frame *f = w->frame;
  const size_t n = f->n, width = f->width;
  memcpy(w->y, x, 2 * n * sizeof *x);
  memset(w->y + 2 * n, 0, 2 * n * width * sizeof *x);
  for (size_t k = 0; k < 2 * n; k++) w->y[2 * n + k * width + k] = ss_frame_has(f, k);
  if (!ss_frame_look(f, t, x, x + n)) return SS_NO_CONVERGENCE;
  if (!ss_response_of_modes(f, modes, w->bonds, &w->response)) return SS_NO_CONVERGENCE;
  w->grazing = SIZE_MAX;
  w->watches = false;
  for (size_t i = 0; i < f->elements; i++)
    w->watches |= f->system->element[i].element->kind == SS_ELEMENT_CONTACT &&
                  w->bonds[i].kind == SS_BOND_NONE;
  const ss_status status = take_steps(w, t, end);
  memcpy(x, w->y, 2 * n * sizeof *x);
  memcpy(transition, w->y + 2 * n, 2 * n * width * sizeof *x);
  return status;
}
