/* descend.c: points that satisfy the conditions, with small V, in doubles.
 *
 * A search needs to know how far its bound is from the best one: from V at a point. From the middle
 * of a box,
 *
 *     back:   x -= f g / |g|^2  for each condition that is violated, a few times (Kaczmarz)
 *     down:   x += t d,  d = -grad V without its parts along the gradients of active conditions,
 *             then back; accepted if V fell, else t is halved
 *
 * in coordinates that are counted in sides of the root and kept within it. Alternatives: the
 * condition of a clause that is violated least counts. Nothing rests on what is found here: points
 * that matter are tried in balls. Matrices are not approached: a point counts if they happen to be
 * as asked there, by elimination in doubles.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "probe.h"

enum { BACK = 12, DOWN = 80 };
static const double SLACK = 1e-9; /* violations of that part of what a step changes count as none */

struct ss_descent {
  const ss_boxes_question *question;
  size_t k, outputs;
  double *work;          /* of the tape */
  double *lo, *hi;       /* the root */
  double *trial, *d, *g; /* k */
};

void ss_descent_destroy(ss_descent *descent) {
  if (!descent) return;
  free(descent->work);
  free(descent->lo);
  free(descent);
}

ss_descent *ss_descent_create(const ss_boxes_question *question, const double *lo,
                              const double *hi) {
  const size_t k = ss_tape_inputs(question->tape), p = ss_tape_parameters(question->tape);
  ss_descent *descent = calloc(1, sizeof *descent);
  if (!descent) return NULL;
  descent->question = question;
  descent->k = k;
  descent->outputs = ss_tape_outputs(question->tape);
  descent->work = malloc((ss_forward_work_size(question->tape) + 1) * sizeof *descent->work);
  descent->lo = malloc((5 * k + p + 1) * sizeof *descent->lo);
  if (!descent->work || !descent->lo) return ss_descent_destroy(descent), NULL;
  descent->hi = descent->lo + k;
  descent->trial = descent->hi + k;
  descent->d = descent->trial + k;
  descent->g = descent->d + k;
  memcpy(descent->lo, lo, k * sizeof *lo);
  memcpy(descent->hi, hi, k * sizeof *hi);
  double *parameter = descent->g + k;
  for (size_t i = 0; i < p; i++)
    parameter[i] = arf_get_d(arb_midref(question->parameters + i), ARF_RND_NEAR);
  ss_forward_prepare(question->tape, parameter, descent->work);
  return descent;
}

static double side(const ss_descent *s, size_t j) {
  return s->hi[j] - s->lo[j];
}

static void evaluate(const ss_descent *s, const double *x) {
  memcpy(ss_forward_in(s->question->tape, s->work), x, s->k * sizeof *x);
  ss_forward_run(s->question->tape, s->work);
}

static double value_of(const ss_descent *s, size_t output) {
  return ss_forward_out(s->question->tape, s->work)[output];
}

/* The gradient by coordinates that are counted in sides; its square. */
static double take_gradient(const ss_descent *s, size_t output, double sign, double *g) {
  const double *row = ss_forward_gradients(s->question->tape, s->work) + output * s->k;
  double square = 0;
  for (size_t j = 0; j < s->k; j++) {
    g[j] = sign * row[j] * side(s, j);
    square += g[j] * g[j];
  }
  return square;
}

/* By how much a condition is violated: 0 or less if it is not. */
static double violation(const ss_descent *s, const ss_boxes_condition *c) {
  const double f = value_of(s, c->output);
  if (c->sense > SS_BOXES_ZERO) return 0;
  return c->sense == SS_BOXES_ZERO ? fabs(f) : -f;
}

/* The condition of the clause from i on that is violated least. */
static size_t take_clause(const ss_descent *s, size_t i, size_t *next) {
  const ss_boxes_question *q = s->question;
  size_t best = i;
  for (i++; i < q->conditions && q->condition[i].alternative; i++)
    if (violation(s, &q->condition[i]) < violation(s, &q->condition[best])) best = i;
  *next = i;
  return best;
}

/* x += t g in sides, kept within the root. */
static void move(const ss_descent *s, double t, const double *g, double *x) {
  for (size_t j = 0; j < s->k; j++)
    x[j] = fmin(fmax(x[j] + t * g[j] * side(s, j), s->lo[j]), s->hi[j]);
}

/* Not positive definite: a pivot of L D L^T is not positive. */
static bool is_not_definite(const ss_descent *s, const ss_boxes_condition *c) {
  const size_t n = c->columns;
  double A[n * n + 1];
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++)
      A[i * n + j] = A[j * n + i] = value_of(s, c->output + i * (i + 1) / 2 + j);
  for (size_t k = 0; k < n; k++) {
    if (!(A[k * n + k] > 0)) return true;
    for (size_t i = k + 1; i < n; i++)
      for (size_t j = k + 1; j < n; j++) A[i * n + j] -= A[i * n + k] * A[k * n + j] / A[k * n + k];
  }
  return false;
}

/* Dependent columns: elimination with the largest entry of a column ends before the last one. */
static bool is_dependent(const ss_descent *s, const ss_boxes_condition *c) {
  const size_t n = c->columns, m = c->rows;
  double A[m * n + 1], size = 0;
  for (size_t i = 0; i < m * n; i++) A[i] = value_of(s, c->output + i);
  for (size_t i = 0; i < m * n; i++) size = fmax(size, fabs(A[i]));
  for (size_t k = 0; k < n; k++) {
    size_t best = k;
    for (size_t i = k; i < m; i++)
      if (fabs(A[i * n + k]) > fabs(A[best * n + k])) best = i;
    if (k >= m || !(fabs(A[best * n + k]) > 1e-12 * size)) return true;
    for (size_t j = 0; j < n; j++) {
      const double t = A[k * n + j];
      A[k * n + j] = A[best * n + j];
      A[best * n + j] = t;
    }
    for (size_t i = k + 1; i < m; i++)
      for (size_t j = n; j-- > k;) A[i * n + j] -= A[i * n + k] / A[k * n + k] * A[k * n + j];
  }
  return false;
}

/* Matrices are as asked, where they make up a clause of their own. */
static bool matrices_hold(const ss_descent *s) {
  const ss_boxes_question *q = s->question;
  for (size_t i = 0; i < q->conditions; i++) {
    const ss_boxes_condition *c = &q->condition[i];
    if (c->sense <= SS_BOXES_ZERO || c->alternative) continue;
    if (i + 1 < q->conditions && q->condition[i + 1].alternative) continue;
    if (!(c->sense == SS_BOXES_NOT_DEFINITE ? is_not_definite(s, c) : is_dependent(s, c)))
      return false;
  }
  return true;
}

/* Goes back to where the conditions hold; true if they do, nearly. */
static bool go_back(const ss_descent *s, double *x) {
  const ss_boxes_question *q = s->question;
  bool good = false;
  for (int n = 0; n < BACK && !good; n++) {
    good = true;
    for (size_t i = 0; i < q->conditions;) {
      evaluate(s, x);
      const ss_boxes_condition *c = &q->condition[take_clause(s, i, &i)];
      const double wrong = violation(s, c);
      if (!isfinite(wrong)) return false;
      const double sign = c->sense == SS_BOXES_ZERO && value_of(s, c->output) > 0 ? -1 : 1;
      const double square = take_gradient(s, c->output, sign, s->g);
      if (!(wrong > SLACK * sqrt(square)) && wrong * 0 == 0 && !(square == 0 && wrong > 0))
        continue;
      if (!(square > 0) || !isfinite(square)) return false;
      move(s, wrong / square, s->g, x);
      good = false;
    }
  }
  evaluate(s, x);
  return good && matrices_hold(s);
}

/* d: downwards with V, along the active conditions. */
static bool find_direction(const ss_descent *s, double *d) {
  const ss_boxes_question *q = s->question;
  if (!(take_gradient(s, q->objective, -1, d) > 0)) return false;
  for (size_t i = 0; i < q->conditions;) {
    const ss_boxes_condition *c = &q->condition[take_clause(s, i, &i)];
    if (c->sense > SS_BOXES_ZERO) continue;
    const double square = take_gradient(s, c->output, 1, s->g);
    double along = 0;
    for (size_t j = 0; j < s->k; j++) along += s->g[j] * d[j];
    const bool active = fabs(value_of(s, c->output)) <= 1e-6 * sqrt(square);
    if (!active || !(square > 0) || (along >= 0 && c->sense != SS_BOXES_ZERO)) continue;
    for (size_t j = 0; j < s->k; j++) d[j] -= along / square * s->g[j];
  }
  double square = 0;
  for (size_t j = 0; j < s->k; j++) square += d[j] * d[j];
  for (size_t j = 0; j < s->k; j++) d[j] /= sqrt(square);
  return isfinite(square) && square > 0;
}

bool ss_descent_run(ss_descent *s, double *x, double *value) {
  const size_t objective = s->question->objective;
  if (!go_back(s, x)) return false;
  *value = objective == SIZE_MAX ? 0 : value_of(s, objective);
  if (objective == SIZE_MAX) return true;
  double step = 0.05;
  bool fresh = true;
  for (int n = 0; n < DOWN && step > 1e-10; n++) {
    if (fresh) {
      evaluate(s, x);
      if (!find_direction(s, s->d)) break;
    }
    memcpy(s->trial, x, s->k * sizeof *x);
    move(s, step, s->d, s->trial);
    fresh = go_back(s, s->trial) && value_of(s, objective) < *value;
    if (!fresh) {
      step /= 2;
      continue;
    }
    memcpy(x, s->trial, s->k * sizeof *x);
    *value = value_of(s, objective);
    step *= 1.5;
  }
  return isfinite(*value);
}
