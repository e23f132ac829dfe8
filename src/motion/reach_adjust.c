/* reach_adjust.c: starts made consistent with contacts and sliders.
 *
 * Positions: Newton's method for the sliders' gaps g = 0 and for the contacts that penetrate. Each
 * step changes the free coordinates by the shortest vector that closes the linearised error,
 *
 *     d = -J^T (J J^T + eps)^-1 g,        J = W_N^T, columns of the free coordinates,
 *
 * so a block that is tilted into the floor is lifted, not turned; and by no more than LONGEST of
 * the size of things: where the gap hardly changes, as that of an upright rod with its angle, the
 * next step knows better. Contacts that do not penetrate
 * are left alone, unless they are to be kept closed (options.closed): then they are treated as
 * sliders are. Where two contacts push each other back in turn, as floor and wall do to a ladder,
 * that converges slowly or not at all: a second attempt from the same place holds, to first order,
 * every gap that was corrected once (a row with the error 0). Velocities: the same, once, with
 * W_N^T u + w in the place of g, for sliders and for closed contacts that would close further.
 *
 * Cost: a tape run and a small Cholesky factor a step. What can fail: no free coordinate helps, or
 * Newton's method does not converge.
 */
#include <math.h>
#include <string.h>

#include "reach.h"

static const double EXACT = 1e-12, REGULAR = 1e-14, LONGEST = 0.05;

enum { STEPS_MOST = 100 };

/* Rows that must change, gathered: J (rows x n, zero at fixed coordinates) and their error. What
 * was `corrected` is held from then on, if `holds`. */
typedef struct rows {
  size_t count, n;
  double *J, *error, *A, *y, *start;
  bool holds, *corrected;
} rows;

static bool make_rows(ss_arena *arena, const ss_reach *r, rows *w) {
  const size_t m = r->system->normals;
  *w = (rows){.n = r->n};
  w->J = ss_arena_new(arena, m * r->n, double);
  w->error = ss_arena_new(arena, m, double);
  w->A = ss_arena_new(arena, m * m, double);
  w->y = ss_arena_new(arena, m, double);
  w->start = ss_arena_new(arena, r->n, double);
  w->corrected = ss_arena_new(arena, m, bool);
  return w->J && w->error && w->A && w->y && w->start && w->corrected;
}

static void add_row(rows *w, const double *direction, const bool *fixed, double error) {
  double *row = w->J + w->count * w->n;
  for (size_t j = 0; j < w->n; j++) row[j] = fixed[j] ? 0 : direction[j];
  w->error[w->count++] = error;
}

/* x -= J^T (J J^T + eps)^-1 error, shortened to `most`; false if no free coordinate helps. */
static bool correct(rows *w, double most, double *x) {
  const size_t m = w->count, n = w->n;
  double size = 0;
  for (size_t i = 0; i < m; i++)
    for (size_t k = 0; k < m; k++) {
      double sum = 0;
      for (size_t j = 0; j < n; j++) sum += w->J[i * n + j] * w->J[k * n + j];
      w->A[i + k * m] = sum;
      if (i == k) size = fmax(size, sum);
    }
  for (size_t i = 0; i < m; i++) {
    w->A[i + i * m] += REGULAR * size;
    w->y[i] = w->error[i];
  }
  if (size == 0 || ss_matrix_factor(m, w->A, w->A) != SS_OK) return false;
  ss_matrix_solve(m, w->A, 1, w->y);
  double longest = 0;
  for (int pass = 0; pass < 2; pass++)
    for (size_t j = 0; j < n; j++) {
      double step = 0;
      for (size_t i = 0; i < m; i++) step += w->J[i * n + j] * w->y[i];
      if (pass == 0) longest = fmax(longest, fabs(step));
      if (pass == 1) x[j] -= longest > most ? step * (most / longest) : step;
    }
  return true;
}

/* Sliders, and contacts that are to be kept closed. */
static bool is_kept(const ss_reach *r, size_t normal) {
  const ss_system *s = r->system;
  if (r->options.closed && r->options.closed[normal]) return true;
  for (size_t i = 0; i < s->elements; i++)
    if (s->element[i].normal == normal) return s->element[i].element->kind == SS_ELEMENT_SLIDER;
  return false;
}

static bool move_positions(ss_reach *r, rows *w, const bool *fixed, double *q, const double *u) {
  const size_t *offset = r->tape.offset;
  double most = 1;
  for (size_t j = 0; j < r->n; j++) most = fmax(most, fabs(q[j]));
  for (int step = 0; step < STEPS_MOST; step++) {
    const double *out = ss_reach_evaluate(r, q, u);
    const double *gap = out + offset[SS_QUANTITY_GAP], *WN = out + offset[SS_QUANTITY_WN];
    double size = 1;
    for (size_t j = 0; j < r->n; j++) size = fmax(size, fabs(q[j]));
    bool consistent = true;
    w->count = 0;
    for (size_t k = 0; k < r->system->normals; k++) {
      if (!isfinite(gap[k])) return false;
      const bool wrong = (is_kept(r, k) ? fabs(gap[k]) : -gap[k]) > EXACT * size;
      if (wrong || w->corrected[k]) add_row(w, WN + k * r->n, fixed, wrong ? gap[k] : 0);
      w->corrected[k] |= wrong && w->holds;
      consistent &= !wrong;
    }
    if (consistent) return true;
    if (!correct(w, LONGEST * most, q)) return false;
  }
  return false;
}

static bool adjust_positions(ss_reach *r, rows *w, const bool *fixed, double *q, const double *u) {
  memcpy(w->start, q, r->n * sizeof *q);
  memset(w->corrected, 0, r->system->normals * sizeof *w->corrected);
  if (move_positions(r, w, fixed, q, u)) return true;
  memcpy(q, w->start, r->n * sizeof *q);
  w->holds = true;
  return move_positions(r, w, fixed, q, u);
}

static bool adjust_velocities(ss_reach *r, rows *w, const bool *fixed, const double *q, double *u) {
  const size_t *offset = r->tape.offset;
  const double *out = ss_reach_evaluate(r, q, u);
  const double *gap = out + offset[SS_QUANTITY_GAP], *WN = out + offset[SS_QUANTITY_WN];
  const double *wN = out + offset[SS_QUANTITY_WN_TIME];
  const double closed = ss_model_closed_below(r->n, q);
  bool slides = false;
  w->count = 0;
  for (size_t k = 0; k < r->system->normals; k++) {
    double gamma = wN[k];
    for (size_t j = 0; j < r->n; j++) gamma += WN[k * r->n + j] * u[j];
    const bool kept = is_kept(r, k);
    const bool closes = gap[k] <= closed && gamma < -EXACT;
    if (kept ? fabs(gamma) > EXACT : closes) {
      add_row(w, WN + k * r->n, fixed, gamma);
      slides |= kept;
    }
  }
  return w->count == 0 || correct(w, INFINITY, u) || !slides;
}

bool ss_reach_adjust(ss_reach *r, const bool *fixed_q, const bool *fixed_u, double *q, double *u) {
  if (r->system->normals == 0) return true;
  const ss_arena_mark mark = ss_arena_get_mark(r->arena);
  rows w;
  const bool fine = make_rows(r->arena, r, &w) && adjust_positions(r, &w, fixed_q, q, u) &&
                    adjust_velocities(r, &w, fixed_u, q, u);
  ss_arena_release(r->arena, mark);
  return fine;
}
