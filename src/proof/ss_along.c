/* ss_along.c: rest points that motions leave along the contacts that are closed there.
 *
 * THEOREM:   SS-ALONG    ours: a rest point without friction, a contact pressing or none, near
 *                        which motions that keep the contact closed grow, is unstable.
 * REQUIRES:  SS-ALONG.2  forces balance at a point, what is closed there presses, all else is
 *                        open; M > 0                                         -> check_point()
 * REQUIRES:  SS-ALONG.3  a quadratic form grows along motions on the contact, and is positive
 *                        somewhere                                           -> check_growth()
 * CONCLUDES: SS-ALONG.C  unstable, and no other rest position is near
 *
 * With the contact closed x = (q, u) follows a smooth flow F, J = DF at rest. On the tangents of
 * the contact, (w, 0) z = (0, w) z = 0, let
 *
 *     J^T P + P J + tau (w w^T) > 0 in both blocks,    y^T P y > 0 for a tangent y.
 *
 * P is found in doubles: on a basis of the tangents J is a matrix L, and L^T X + X L = 1 has one
 * solution if no two eigenvalues of L add up to 0; there may be one, found by a small shift of L,
 * where some do, as of a saddle without damping. It is a linear system of (2 m)^2 equations, m =
 * n without the contact. docs/theory.md has the proof. It is for a minimum of the potential that is
 * fed by negative damping, and for a point on a contact that is a minimum across and none along it
 * (without contact LW2008-T2 has these, with friction too).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "energy.h"

enum { MOST = 4 }; /* coordinates */

/* Of the largest entry of L: it tells motions that grow by e^(a t) from those that fall by
 * e^(-a t). */
#define SHIFT 1e-4

/* ---- the flow -------------------------------------------------------------------------------- */

/* The contact that is closed at the rest point, or NULL. */
static const ss_rubbing *closed_contact(const ss_energy *e) {
  for (size_t j = 0; j < e->contacts; j++)
    if (e->proof->point.closed >> j & 1) return &e->contact[j];
  return NULL;
}

static ss_expr times_inverse(const ss_energy *e, const ss_expr *x, const ss_expr *y) {
  ss_graph *g = e->graph;
  ss_expr sum = ss_expr_integer(g, 0);
  for (size_t i = 0; i < e->n; i++)
    for (size_t j = 0; j < e->n; j++)
      sum = ss_expr_add(g, sum, ss_expr_mul(g, x[i], ss_expr_mul(g, e->Minv[i * e->n + j], y[j])));
  return sum;
}

/* J, 2 n x 2 n, at rest: a formula of the positions. */
static ss_status write_slopes(const ss_energy *e, ss_expr *J) {
  ss_graph *g = e->graph;
  const size_t n = e->n;
  const ss_rubbing *c = closed_contact(e);
  ss_expr force[MOST], zero[MOST], rate[MOST], slope[MOST * 2 * MOST];
  for (size_t i = 0; i < n; i++) zero[i] = ss_expr_integer(g, 0);
  memcpy(force, e->system->h, n * sizeof *force);
  if (c) {
    const ss_expr up = ss_expr_add(g, times_inverse(e, c->normal, e->system->h), c->zeta);
    const ss_expr lambda = ss_expr_div(g, up, times_inverse(e, c->normal, c->normal));
    for (size_t i = 0; i < n; i++)
      force[i] = ss_expr_sub(g, force[i], ss_expr_mul(g, lambda, c->normal[i]));
  }
  for (size_t i = 0; i < n; i++) {
    rate[i] = ss_expr_integer(g, 0);
    for (size_t j = 0; j < n; j++)
      rate[i] = ss_expr_add(g, rate[i], ss_expr_mul(g, e->Minv[i * n + j], force[j]));
  }
  ss_status status = ss_expr_jacobian(g, n, rate, 2 * n, e->variable, slope);
  if (status == SS_OK)
    status = ss_expr_substitute(g, n, e->system->u, zero, 2 * n * n, slope, slope);
  if (status == SS_OK) ss_expr_simplify_all(g, 2 * n * n, slope, slope);
  for (size_t i = 0; i < 2 * n * n; i++) {
    J[i] = ss_expr_integer(g, i % (2 * n) == n + i / (2 * n));
    J[2 * n * n + i] = slope[i];
  }
  return status;
}

/* ---- questions ------------------------------------------------------------------------------- */

/* (J^T P + P J)_ab + tau w_a w_b */
static ss_expr write_entry(const ss_energy *e, const ss_expr *J, size_t a, size_t b) {
  const ss_energy_proof *p = e->proof;
  const ss_rubbing *c = closed_contact(e);
  ss_graph *g = e->graph;
  const size_t n = e->n, k = 2 * n;
  ss_expr sum = ss_expr_integer(g, 0);
  for (size_t i = 0; i < k; i++) {
    sum =
        ss_expr_add(g, sum, ss_expr_mul(g, ss_energy_number(e, p->form[i * k + b]), J[i * k + a]));
    sum =
        ss_expr_add(g, sum, ss_expr_mul(g, ss_energy_number(e, p->form[a * k + i]), J[i * k + b]));
  }
  if (c && a / n == b / n)
    sum = ss_expr_add(g, sum,
                      ss_expr_mul(g, ss_energy_number(e, p->weight),
                                  ss_expr_mul(g, c->normal[a % n], c->normal[b % n])));
  return ss_expr_simplify(g, sum);
}

/* y^T P y, y being what of p->start is along the contact. */
static ss_expr write_start(const ss_energy *e) {
  const ss_energy_proof *p = e->proof;
  const ss_rubbing *c = closed_contact(e);
  ss_graph *g = e->graph;
  const size_t n = e->n, k = 2 * n;
  ss_expr y[2 * MOST], sum = ss_expr_integer(g, 0), size = ss_expr_integer(g, 0);
  for (size_t i = 0; i < k; i++) y[i] = ss_energy_number(e, p->start[i]);
  for (size_t i = 0; c && i < n; i++)
    size = ss_expr_add(g, size, ss_expr_mul(g, c->normal[i], c->normal[i]));
  for (size_t half = 0; c && half < 2; half++) {
    ss_expr part = ss_expr_integer(g, 0);
    for (size_t i = 0; i < n; i++)
      part = ss_expr_add(g, part, ss_expr_mul(g, c->normal[i], y[half * n + i]));
    part = ss_expr_div(g, part, size);
    for (size_t i = 0; i < n; i++)
      y[half * n + i] = ss_expr_sub(g, y[half * n + i], ss_expr_mul(g, part, c->normal[i]));
  }
  for (size_t i = 0; i < k * k; i++)
    sum = ss_expr_add(
        g, sum,
        ss_expr_mul(g, ss_energy_number(e, p->form[i]), ss_expr_mul(g, y[i / k], y[i % k])));
  return ss_expr_simplify(g, sum);
}

void ss_along_write(const ss_energy *e, const ss_energy_question *q, ss_energy_writing *w) {
  const size_t k = 2 * e->n;
  ss_expr J[4 * MOST * MOST];
  size_t first = SIZE_MAX;
  if (q->kind == SS_ENERGY_STARTS) {
    const ss_expr f = ss_expr_neg(e->graph, write_start(e));
    ss_energy_write_condition(w, SS_BOXES_NOT_NEGATIVE, ss_energy_write_function(w, f), 0, 0);
    return;
  }
  if (write_slopes(e, J) != SS_OK) return;
  for (size_t a = 0; a < k; a++)
    for (size_t b = 0; b <= a; b++) {
      const size_t at = ss_energy_write_function(w, write_entry(e, J, a, b));
      if (first == SIZE_MAX) first = at;
    }
  ss_energy_write_condition(w, SS_BOXES_NOT_DEFINITE, first, k, k);
}

/* ---- P, in doubles --------------------------------------------------------------------------- */

/* J and w at the rest point, parameters in the middle of their ranges. */
static bool evaluate(const ss_energy *e, double *J, double *w) {
  const size_t n = e->n, count = 4 * n * n;
  const ss_rubbing *c = closed_contact(e);
  ss_expr out[4 * MOST * MOST + MOST];
  double x[e->variables], value[4 * MOST * MOST + MOST];
  ss_tape *tape = NULL;
  for (size_t i = 0; i < e->variables; i++)
    x[i] = i < n       ? e->proof->point.q[i]
           : i < 2 * n ? 0
                       : (e->range_lo[i - 2 * n] + e->range_hi[i - 2 * n]) / 2;
  if (write_slopes(e, out) != SS_OK) return false;
  for (size_t i = 0; i < n; i++) out[count + i] = c ? c->normal[i] : ss_expr_integer(e->graph, 0);
  bool good = ss_tape_compile(e->graph, 0, NULL, e->variables, e->variable, count + n, out,
                              &tape) == SS_OK &&
              ss_tape_eval(tape, NULL, x, value) == SS_OK;
  ss_tape_destroy(tape);
  for (size_t i = 0; i < count + n && good; i++) good = isfinite(value[i]);
  memcpy(J, value, count * sizeof *J);
  memcpy(w, value + count, n * sizeof *w);
  return good;
}

/* N, n x m by columns of length n: orthonormal, normal to w. */
static size_t find_tangents(size_t n, const double *w, double *N) {
  double size = 0;
  size_t m = 0;
  for (size_t i = 0; i < n; i++) size += w[i] * w[i];
  for (size_t i = 0; i < n && m < n - (size > 0); i++) {
    double *v = N + m * n, length = 0;
    for (size_t k = 0; k < n; k++) v[k] = (k == i) - (size > 0 ? w[i] * w[k] / size : 0);
    for (size_t j = 0; j < m; j++) {
      double part = 0;
      for (size_t k = 0; k < n; k++) part += v[k] * N[j * n + k];
      for (size_t k = 0; k < n; k++) v[k] -= part * N[j * n + k];
    }
    for (size_t k = 0; k < n; k++) length += v[k] * v[k];
    if (length < 1e-6) continue;
    for (size_t k = 0; k < n; k++) v[k] /= sqrt(length);
    m++;
  }
  return m;
}

/* A x = b by Gauss, A overwritten. */
static bool solve(size_t n, double *A, double *b) {
  for (size_t k = 0; k < n; k++) {
    size_t best = k;
    for (size_t i = k; i < n; i++)
      if (fabs(A[i * n + k]) > fabs(A[best * n + k])) best = i;
    if (!(fabs(A[best * n + k]) > 1e-12)) return false;
    for (size_t j = 0; j < n && best != k; j++) {
      const double a = A[k * n + j];
      A[k * n + j] = A[best * n + j];
      A[best * n + j] = a;
    }
    const double other = b[k];
    b[k] = b[best];
    b[best] = other;
    for (size_t i = 0; i < n; i++) {
      const double factor = i == k ? 0 : A[i * n + k] / A[k * n + k];
      if (factor == 0) continue;
      for (size_t j = k; j < n; j++) A[i * n + j] -= factor * A[k * n + j];
      b[i] -= factor * b[k];
    }
  }
  for (size_t k = 0; k < n; k++) b[k] /= A[k * n + k];
  return true;
}

/* (L + shift)^T X + X (L + shift) = 1; L d x d. */
static bool solve_lyapunov(size_t d, const double *L, double shift, double *X) {
  const size_t count = d * d;
  double *A = calloc(count * count, sizeof *A);
  if (!A) return false;
  for (size_t i = 0; i < d; i++)
    for (size_t j = 0; j < d; j++) {
      X[i * d + j] = i == j;
      for (size_t k = 0; k < d; k++) {
        A[(i * d + j) * count + k * d + j] += L[k * d + i] + (k == i) * shift;
        A[(i * d + j) * count + i * d + k] += L[k * d + j] + (k == j) * shift;
      }
    }
  const bool good = solve(count, A, X);
  free(A);
  return good;
}

/* The vector along which X is largest; its value. */
static double find_largest(size_t d, const double *X, double *y) {
  double shift = 0, value = 0, next[2 * MOST];
  for (size_t i = 0; i < d * d; i++) shift += fabs(X[i]);
  for (size_t i = 0; i < d; i++) y[i] = 1 + 0.1 * (double)i;
  for (int step = 0; step < 500; step++) {
    double length = 0;
    for (size_t i = 0; i < d; i++) {
      next[i] = shift * y[i];
      for (size_t j = 0; j < d; j++) next[i] += X[i * d + j] * y[j];
      length += next[i] * next[i];
    }
    for (size_t i = 0; i < d; i++) y[i] = next[i] / sqrt(length);
  }
  for (size_t i = 0; i < d * d; i++) value += X[i] * y[i / d] * y[i % d];
  return value;
}

/* tau with which the form is definite at the rest point, 0: none. */
static double find_weight(size_t n, const double *J, const double *P, const double *w) {
  const size_t k = 2 * n;
  double A[4 * MOST * MOST], factor[4 * MOST * MOST];
  for (double tau = 1; tau < 1e12; tau *= 4) {
    for (size_t a = 0; a < k; a++)
      for (size_t b = 0; b < k; b++) {
        A[a * k + b] = (a / n == b / n ? tau * w[a % n] * w[b % n] : 0) - (a == b) * 1e-3;
        for (size_t i = 0; i < k; i++)
          A[a * k + b] += J[i * k + a] * P[i * k + b] + P[a * k + i] * J[i * k + b];
      }
    if (ss_matrix_factor(k, A, factor) == SS_OK) return 2 * tau;
  }
  return 0;
}

/* p->form, p->weight, p->start; false where nothing grows. */
static bool find_form(const ss_energy *e, ss_energy_proof *p) {
  const size_t n = e->n, k = 2 * n;
  double J[4 * MOST * MOST], w[MOST], N[MOST * MOST], L[4 * MOST * MOST], X[4 * MOST * MOST];
  double B[4 * MOST * MOST] = {0}, y[2 * MOST], size = 0;
  if (!evaluate(e, J, w)) return false;
  const size_t m = find_tangents(n, w, N), d = 2 * m;
  if (m == 0) return false;
  for (size_t j = 0; j < d; j++) /* B: k x d, the tangents of positions, then of velocities */
    for (size_t i = 0; i < n; i++) B[(j / m * n + i) * d + j] = N[j % m * n + i];
  memset(L, 0, sizeof L);
  for (size_t a = 0; a < d; a++)
    for (size_t b = 0; b < d; b++)
      for (size_t i = 0; i < k * k; i++) L[a * d + b] += B[i / k * d + a] * J[i] * B[i % k * d + b];
  for (size_t i = 0; i < d * d; i++) size = fmax(size, fabs(L[i]));
  if (!solve_lyapunov(d, L, 0, X) && !solve_lyapunov(d, L, SHIFT * size, X)) return false;
  if (!(find_largest(d, X, y) > 0)) return false;
  p->form = ss_arena_new(e->arena, k * k, double);
  p->start = ss_arena_new(e->arena, k, double);
  if (!p->form || !p->start) return false;
  for (size_t i = 0; i < k; i++)
    for (size_t j = 0; j <= i; j++) {
      double sum = 0;
      for (size_t a = 0; a < d * d; a++) sum += B[i * d + a / d] * X[a] * B[j * d + a % d];
      p->form[i * k + j] = p->form[j * k + i] = (double)(float)sum;
    }
  for (size_t i = 0; i < k; i++) {
    p->start[i] = 0;
    for (size_t a = 0; a < d; a++) p->start[i] += B[i * d + a] * y[a];
    p->start[i] = (double)(float)p->start[i];
  }
  p->weight = find_weight(n, J, p->form, w);
  return p->weight > 0;
}

/* ---- the conditions -------------------------------------------------------------------------- */

static bool none(ss_energy_search *s, ss_energy_kind kind, int condition) {
  const ss_boxes_effort effort = {.boxes = 2000};
  const ss_energy_question q = {.kind = kind, .condition = condition, .plain = true};
  ss_energy_answer answer;
  if (ss_energy_ask(s->e, &q, s->p->place_lo, s->p->place_hi, &effort, &answer) != SS_OK)
    return false;
  if (answer.boxes.verdict == SS_PROVED && ss_energy_keep(s, &answer)) return true;
  ss_energy_answer_clear(&answer);
  return false;
}

static bool check_point(ss_attempt *a, ss_energy_search *s) {
  ss_energy_show_minimum(s);
  const bool good = s->p->minimum && none(s, SS_ENERGY_MASS, 2);
  s->p->lo = s->p->place_lo;
  s->p->hi = s->p->place_hi;
  if (!good) return ss_attempt_add(a, 2, SS_CONDITION_UNKNOWN, NULL, "it is not shown");
  return ss_attempt_add(a, 2, SS_CONDITION_PROVED, ss_energy_write_answers(a, 2), "");
}

static bool check_growth(ss_attempt *a, ss_energy_search *s) {
  if (!none(s, SS_ENERGY_GROWS, 3) || !none(s, SS_ENERGY_STARTS, 3))
    return ss_attempt_add(a, 3, SS_CONDITION_UNKNOWN, NULL,
                          "it is not shown for all parameters in their ranges");
  return ss_attempt_add(a, 3, SS_CONDITION_PROVED, ss_energy_write_answers(a, 3), "");
}

/* Without friction, one contact closed at the most. */
static bool is_concerned(const ss_energy *e) {
  bool fit = e->n <= MOST && !e->frictions && !e->sliders && !e->full && !(e->stiffness > 0) &&
             e->proof->point.stationary && __builtin_popcountll(e->proof->point.closed) <= 1;
  for (size_t i = 0; i < e->n && fit; i++) fit = e->used[i];
  for (size_t j = 0; j < e->contacts && fit; j++) fit = e->contact[j].slips == 0;
  return fit;
}

bool ss_theorem_ss_along(ss_attempt *a) {
  ss_energy *e = (ss_energy *)a->facts;
  if (ss_energy_find_level(e, a->options) != SS_OK || !is_concerned(e)) return false;
  if (!e->scale && ss_energy_find_scales(e, &e->proof->point) != SS_OK) return false;
  ss_energy_proof *before = e->proof, *p = ss_arena_new(a->arena, 1, ss_energy_proof);
  if (!p) return false;
  *p = (ss_energy_proof){
      .point = before->point, .everywhere = true, .any_kind = true, .bound = -INFINITY};
  ss_energy_search s = {.e = e, .p = p};
  e->proof = p;
  const bool shown = find_form(e, p) && check_point(a, &s) && check_growth(a, &s);
  ss_energy_proof_clear(shown ? before : p);
  if (!shown) e->proof = before;
  return shown;
}
