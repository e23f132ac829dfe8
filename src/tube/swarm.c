/* swarm.c: the differences of all motions of a tube from its centre, while their frictions agree.
 *
 * x - x~ = sum xi_i g_i + e, |e| <= eps: directions g_i, with |xi_i| <= 1 each (a box of starts),
 * or sum xi_i^2 <= 1 (a ball). In a mode that is sure, where all motions of the tube have the
 * frictions J stuck and the others slip as the centre does,
 *
 *     (x - x~)' = Pi_J A (x - x~) - delta,     Pi_J = 1 - B_J G_J^-1 W_J^T,
 *
 * so that directions are carried along as motions without loads, by the same polynomials; what
 * these fail to satisfy goes into eps, which grows at the rate lambda: Pi_J is an orthogonal
 * projection in the norm, and e lies where Pi_J e = e but for slips that rounding leaves.
 *
 * A mode is sure if, over the step, slips of the centre exceed those of the differences, and forces
 * that stick have more to spare than those of the differences: rows y have |y e| <= |y|_* eps, and
 * the force of a friction that sticks is the row of G_J^-1 W_J^T A, with |.|_* <= sqrt((G_J^-1)_jj)
 * |A|. Frictions that stick must be independent: their forces are unique then.
 */
#include <math.h>
#include <string.h>

#include "tube_private.h"

/* ---- sizes ----------------------------------------------------------------------------------- */

double ss_tube_gather(const swarm *w, const double *value) {
  double sum = 0;
  for (size_t i = 0; i < w->count; i++) sum += w->ball ? value[i] * value[i] : fabs(value[i]);
  if (w->ball) sum = sqrt(sum);
  for (size_t i = 0; i < w->ranges; i++) sum += fabs(value[w->count + i]);
  return ROUND_UP(sum);
}

/* g_a^T P g_b, and more than its rounding in *size. */
static double product(const ss_tube *t, const double *a, const double *b, double *rounding) {
  double sum = 0, all = 0;
  for (size_t i = 0; i < t->d; i++)
    for (size_t j = 0; j < t->d; j++) {
      const double term = a[i] * t->P[i][j] * b[j];
      sum += term;
      all += fabs(term);
    }
  *rounding = (double)(t->d * t->d + 8) * 2 * HALF_ULP * all;
  return sum;
}

/* The largest eigenvalue of a Gram matrix is at most (tr N^s)^(1/s), s = 64. */
static double spectral(size_t n, double N1[X][X]) {
  enum { SQUARINGS = 6 };
  double trace = 0, N2[X][X], root;
  for (size_t i = 0; i < n; i++) trace += N1[i][i];
  if (!(trace > 0)) return trace;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) N1[i][j] /= trace;
  for (int k = 0; k < SQUARINGS; k++) {
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n; j++) {
        N2[i][j] = 0;
        for (size_t l = 0; l < n; l++) N2[i][j] += N1[i][l] * N1[l][j];
      }
    memcpy(N1, N2, sizeof N2);
  }
  root = 0;
  for (size_t i = 0; i < n; i++) root += N1[i][i];
  for (int k = 0; k < SQUARINGS; k++) root = sqrt(root);
  /* entries are at most 1, the largest eigenvalue at least 1/n: rounding is below 1e-12 of it */
  return trace * root * (1 + 1e-9);
}

/* max |sum xi_i g_i|, |xi_i| <= 1, over the members from one on */
static double box_size(const ss_tube *t, const swarm *w, size_t from) {
  double sum = 0, rounding;
  for (size_t a = from; a < ss_tube_members(w); a++)
    for (size_t b = from; b < ss_tube_members(w); b++)
      sum += fabs(product(t, w->g[a], w->g[b], &rounding)) + rounding;
  return ROUND_UP(sum > 0 ? sqrt(sum) : 0);
}

double ss_tube_swarm_size(const ss_tube *t, const swarm *w) {
  double gram[X][X], rounding, slack = 0;
  if (!w->ball) return box_size(t, w, 0) + w->eps;
  for (size_t a = 0; a < w->count; a++)
    for (size_t b = 0; b < w->count; b++) {
      gram[a][b] = product(t, w->g[a], w->g[b], &rounding);
      slack += rounding;
    }
  const double sum = spectral(w->count, gram) + slack;
  return ROUND_UP((sum > 0 ? sqrt(sum) : 0) + box_size(t, w, w->count)) + w->eps;
}

double ss_tube_reach_of(const ss_tube *t, const swarm *w, const double *x, double size) {
  double along[ALL], rounding, slack = 0;
  for (size_t i = 0; i < ss_tube_members(w); i++) {
    along[i] = product(t, x, w->g[i], &rounding);
    slack += rounding;
  }
  /* |x + sum xi g|^2 <= |x|^2 + 2 max x^T P g + |g|^2 */
  const double r = ROUND_UP(size - w->eps), far = ss_tube_size(t, x);
  const double square = far * far + 2 * (ss_tube_gather(w, along) + slack) + r * r;
  return ROUND_UP(sqrt(square)) + w->eps;
}

void ss_tube_swarm_ball(const ss_tube *t, double r, swarm *w) {
  w->ball = true;
  w->count = t->d;
  w->ranges = t->ranges;
  memset(w->g, 0, sizeof w->g);
  for (size_t i = 0; i < t->d; i++)
    for (size_t k = 0; k < t->d; k++) w->g[i][k] = t->frame[i][k] * r;
  w->eps = ROUND_UP(r * t->frame_slack);
}

/* ---- steps ----------------------------------------------------------------------------------- */

void ss_tube_expand_swarm(const ss_tube *t, const mode *md, const swarm *w, const expansion *centre,
                          expansion *e) {
  for (size_t i = 0; i < w->count; i++) ss_tube_expand_free(t, md, w->g[i], &e[i]);
  for (size_t i = 0; i < w->ranges; i++) {
    memcpy(e[w->count + i].c[0], w->g[w->count + i], t->d * sizeof(double));
    ss_tube_expand_forced(t, md, centre, i, &e[w->count + i]);
  }
}

double ss_tube_find_drag(const ss_tube *t, const step_cost *centre, double r, double rate,
                         double length) {
  if (!t->ranges) return 0;
  const double far = ROUND_UP(exp((rate + t->stir) * length) * (r + length * centre->forcing));
  return ROUND_UP(t->stir * far);
}

void ss_tube_price_swarm(const ss_tube *t, const mode *md, const swarm *w, const expansion *e,
                         double length, swarm_cost *cost) {
  double slip[N][ALL], force[N][ALL];
  *cost = (swarm_cost){0};
  for (size_t i = 0; i < ss_tube_members(w); i++) {
    difference_cost c;
    ss_tube_price_difference(t, md, &e[i], length, &c);
    cost->residual += c.residual;
    cost->jump += c.jump;
    for (size_t j = 0; j < t->m; j++) slip[j][i] = c.slip[j], force[j][i] = c.force[j];
  }
  for (size_t j = 0; j < t->m; j++) {
    cost->slip[j] = ss_tube_gather(w, slip[j]);
    cost->force[j] = ss_tube_gather(w, force[j]);
  }
  /* slips that are to be 0 and are not: |A| |B_J G_J^-1 v| <= |A| sum sqrt((G_J^-1)_jj) |v_j| */
  for (size_t i = 0; i < md->stuck; i++)
    cost->residual += ROUND_UP(t->bound * ss_tube_grip(md, i) * cost->slip[md->index[i]]);
}

/* Forces that stick are told apart only where their directions are independent. */
bool ss_tube_is_plain(const ss_tube *t, const mode *md) {
  size_t stuck = 0;
  for (size_t j = 0; j < t->m; j++) stuck += md->sign[j] == 0;
  return stuck == md->stuck;
}

/* What the eps of a step is at its end, but for rounding of the end. */
double ss_tube_grown(const ss_tube *t, const mode *md, const step_cost *centre,
                     const swarm_cost *cost, double eps, double length) {
  double residual = centre->residual + cost->residual + cost->drag;
  for (size_t i = 0; i < md->stuck; i++)
    residual += ROUND_UP(t->bound * ss_tube_grip(md, i) * centre->eta[md->index[i]]);
  return ROUND_UP(exp(t->lambda * length) * (eps + ROUND_UP(residual * length)));
}

bool ss_tube_is_sure(const ss_tube *t, const mode *md, const step_cost *centre,
                     const swarm_cost *cost, double eps, unsigned launched) {
  for (size_t j = 0; j < t->m; j++) {
    if (md->sign[j] == 0) continue;
    if (centre->least[j] > (1 + TO_SPARE) * ROUND_UP(cost->slip[j] + t->kappa[j] * eps)) continue;
    if (!(launched >> j & 1)) return false;
  }
  for (size_t i = 0; i < md->stuck; i++) {
    const size_t j = md->index[i];
    /* the centre's own force satisfies its equation but for rounding */
    const double off = 4 * (centre->residual + cost->residual);
    const double own = ROUND_UP(ss_tube_grip(md, i) * (t->bound * eps + off + cost->drag));
    if (!(centre->margin[j] > (1 + TO_SPARE) * ROUND_UP(cost->force[j] + own))) return false;
  }
  return true;
}

void ss_tube_advance_swarm(const ss_tube *t, const expansion *e, double length, swarm *w) {
  for (size_t i = 0; i < ss_tube_members(w); i++) ss_tube_advance(t, &e[i], length, w->g[i]);
}
