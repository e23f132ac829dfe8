/* gain.c: the derivative of a transition.
 *
 * A perturbed motion reaches the guard at another time. With f- and f+ the rates before and after,
 * J the jump, g the guard and g' its rate along the motion (Bouma 2018, C.35-C.58, with errata):
 *
 *     dt  = -(g_x z + g_p z_p) / g'                               when it happens
 *     z+  = J_x z + J_p z_p + (J_x f- + J_t - f+) dt              compared at one time
 *
 * In steps: the variation at the event's own time, in (q, u, t, p),
 *
 *     E = [ z + f- dt;  dt;  z_p ],
 *
 * every impact changes its rows of u by v_slope E, and z+ = E - f+ dt. The expansion of Poisson's
 * law (transition.c) is an impact after that of compression whose normal impulses e Lambda_N are
 * given: their derivatives, by what E was before the compression, go along. The result is a matrix
 * of `width` rows and columns, whose last rows say that parameters stay.
 */
#include <math.h>
#include <string.h>

#include "variation.h"

/* Jumps of rates, relative, that count as none. */
static const double CONTINUOUS = 1e-6;

/* dt as a row, and E (columns x width). */
static void start(const ss_frame *f, const ss_vary_guard *g, const double *a, double *row,
                  double *E) {
  const size_t n = f->n, width = f->width;
  for (size_t c = 0; c < width; c++) row[c] = g ? -g->slope[c < 2 * n ? c : c + 1] / g->rate : 0;
  memset(E, 0, f->columns * width * sizeof *E);
  for (size_t k = 0; k < f->columns; k++) {
    const double rate = k < 2 * n ? ss_frame_rate(f, f->u, a, k) : k == 2 * n ? 1 : 0;
    for (size_t c = 0; c < width; c++) E[k * width + c] = rate * row[c];
    if (k != 2 * n) E[k * width + (k < 2 * n ? k : k - 1)] += 1;
  }
}

/* What expansion gives back of the compression that the response is, e Lambda_N, by what E is
 * about: a row per element that is given a push in `next`. */
static void give_back(const ss_vary *v, const ss_bond *next, const double *E, double *given) {
  const ss_frame *f = &v->frame;
  const ss_response *s = &v->response;
  for (size_t i = 0; i < f->elements; i++) {
    if (!next[i].given) continue;
    const size_t a = ss_response_find(s, f->system->element[i].normal);
    const double e = ss_frame_value(f, SS_QUANTITY_RESTITUTION, 2 * i);
    const double *de = ss_frame_slope(f, SS_QUANTITY_RESTITUTION, 2 * i);
    double *row = given + i * f->width;
    memset(row, 0, f->width * sizeof *row);
    for (size_t j = 0; j < f->columns; j++) {
      const double slope = e * s->r_slope[a * f->columns + j] + s->r[a] * de[j];
      for (size_t c = 0; slope != 0 && c < f->width; c++) row[c] += slope * E[j * f->width + c];
    }
  }
}

/* One impact: u and the rows of u in E; `next` (NULL: none) may expand after it, and is `given`
 * then. */
static bool jump(ss_vary *v, const double *x, const ss_bond *bonds, const ss_bond *next, double *u,
                 double *E, double *sum, double *given, double *share) {
  ss_frame *f = &v->frame;
  const size_t n = f->n, width = f->width, columns = f->columns;
  ss_response *s = &v->response;
  if (!ss_frame_look(f, v->t, x, u)) return false;
  if (!ss_response_choose(f, bonds, true, s) || !ss_response_solve(f, s)) return false;
  for (size_t k = 0; k < n; k++) {
    double *row = sum + k * width;
    memcpy(row, E + (n + k) * width, width * sizeof *row);
    for (size_t j = 0; j < columns; j++) {
      const double slope = s->v_slope[k * columns + j];
      for (size_t c = 0; slope != 0 && c < width; c++) row[c] += slope * E[j * width + c];
    }
    u[k] += s->v[k];
  }
  for (size_t i = 0; i < f->elements; i++) {
    if (!bonds[i].given) continue;
    ss_response_find_share(f, s, i, share);
    for (size_t k = 0; k < n; k++)
      for (size_t c = 0; c < width; c++) sum[k * width + c] += share[k] * given[i * width + c];
  }
  if (next) give_back(v, next, E, given);
  memcpy(E + n * width, sum, n * width * sizeof *E);
  return true;
}

/* Do rates jump, without a guard that says when? Impacts without one are those of the start. */
static double find_jump(size_t n, const double *x, const double *u, const double *a,
                        const double *b) {
  double most = 0, size = 1;
  for (size_t k = 0; k < n; k++) size = fmax(size, fmax(fabs(a[k]), fabs(b[k])));
  for (size_t k = 0; k < n; k++)
    most = fmax(most, fmax(fabs(a[k] - b[k]) / size, fabs(x[n + k] - u[k])));
  return most;
}

static ss_status fail(ss_vary *v) {
  return ss_vary_refuse(v, SS_REFUSAL_LAW, SIZE_MAX, NAN,
                        "the motion at t = %.9g has no derivative: its forces do not exist, or a "
                        "law is not differentiable there",
                        v->t);
}

ss_status ss_vary_gain(ss_vary *v, const double *x, const ss_mode *modes, const ss_vary_guard *g,
                       const ss_transition *t, double *gain, double *row_out) {
  ss_frame *f = &v->frame;
  const size_t n = f->n, width = f->width;
  const ss_arena_mark mark = ss_arena_get_mark(v->scratch);
  double *E = ss_arena_new(v->scratch, f->columns * width, double);
  double *sum = ss_arena_new(v->scratch, n * width, double);
  double *row = ss_arena_new(v->scratch, width, double), *u = ss_arena_new(v->scratch, n, double);
  double *a = ss_arena_new(v->scratch, n, double), *b = ss_arena_new(v->scratch, n, double);
  double *after = ss_arena_new(v->scratch, 2 * n, double);
  double *given = ss_arena_new(v->scratch, f->elements * width, double);
  double *share = ss_arena_new(v->scratch, n, double);
  if (!E || !sum || !row || !u || !a || !b || !after || !given || !share) return SS_MEMORY;
  if (!ss_frame_look(f, v->t, x, x + n)) return fail(v);
  if (!ss_response_of_modes(f, modes, v->bonds, &v->response)) return fail(v);
  memcpy(a, v->response.v, n * sizeof *a);
  start(f, g, a, row, E);
  memcpy(u, x + n, n * sizeof *u);
  for (size_t k = 0; k < t->jumps; k++)
    if (!jump(v, x, t->jump[k], k + 1 < t->jumps ? t->jump[k + 1] : NULL, u, E, sum, given, share))
      return fail(v);
  memcpy(after, x, n * sizeof *after);
  memcpy(after + n, u, n * sizeof *after);
  if (ss_vary_find_rates(v, after, t->after, b) != SS_OK) return fail(v);
  const double apart = g || t->jumps ? 0 : find_jump(n, x, u, a, b);
  if (apart > CONTINUOUS)
    return ss_vary_refuse(v, SS_REFUSAL_DISCONTINUOUS, SIZE_MAX, apart,
                          "the rates jump by %.3g at t = %.9g, and no single guard says when",
                          apart, v->t);
  memset(gain, 0, width * width * sizeof *gain);
  for (size_t k = 0; k < 2 * n; k++)
    for (size_t c = 0; c < width && ss_frame_has(f, k); c++)
      gain[k * width + c] = E[k * width + c] - ss_frame_rate(f, u, b, k) * row[c];
  for (size_t k = 2 * n; k < width; k++) gain[k * width + k] = 1;
  if (row_out) memcpy(row_out, row, width * sizeof *row);
  ss_arena_release(v->scratch, mark);
  return SS_OK;
}
