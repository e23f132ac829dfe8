/* event.c: a friction changes its mode, for all motions of a tube within a short window.
 *
 * Friction j goes from mode a to mode b (a slip ends and turns, or sticks; a force that sticks
 * reaches its bound); all others are sure. In mode a the centre x^- has its event at t_c, and is
 * continued beyond; the centre x^+ of mode b starts there and is continued backwards. A motion x
 * that has the event at t_c + s is x^- + e^- before and x^+ + e^+ after it, both flows are linear,
 * and with e^-_c, e^+_c, their values carried to t_c,
 *
 *     e^+_c = exp(-A_b s) (exp(A_a s) e^-_c + x^-(t_c + s) - x^+(t_c + s))
 *           = e^-_c + s d + ...,     d = f_a - f_b,
 *     0 = gamma(x^-(t_c + s)) + c exp(A_a s) e^-_c = gamma_0 + s gamma' + c e^-_c + ...,
 *
 * gamma the slip, or the force, c its row. So e^+_c = S e^-_c + ..., S = 1 - d c/gamma': with y =
 * Pi_J B_j (J: the others that stick), |y|^2 = w_j^T y,
 *
 *     turns     d = -2 sign p_j y     |S| <= 1: friction takes from differences what it does
 *     sticks    d = y gamma'/|y|^2    S is the projection along y
 *     slips     d = 0
 *
 * and the dots are bounded by what is quadratic in the radius. With E = e^(|A| W), W the half width
 * of the window, gamma' in [low, high] in it:
 *
 *     |s| <= h = (|gamma_0| + |c e_c|)/(low - |(c e)'|) <= W     the event takes place, once
 *     |s + (gamma_0 + c e_c)/gamma'| <= h (high - low + |(c e)'|)/|gamma'|
 *     |x^- - x^+ - s d - D_0| <= |A| E h D_0 + h^2/2 |y| (|k'| + |A| E |k|)
 *
 * since (x^- - x^+)' = A_b (x^- - x^+) + k y with a number k: -2 sign p_j, slip'/|y|^2, the force
 * beyond its bound; and exp(-A_b s) exp(A_a s) e - e is 0 where A_a = A_b, else at most h E^2
 * |(A_a - A_b) e|, (A_a - A_b) e = y (slip of A e)/|y|^2 or y (c e).
 *
 * In the whole window both swarms must leave the others as they are; and what follows must go on:
 * the slip turns on with an acceleration of its sign, or the force that sticks has a margin, or
 * what was released speeds up.
 */
#include <math.h>
#include <string.h>

#include "tube_private.h"

typedef struct event_window {
  const ss_tube *t;
  double W, E; /* half width; e^(|A| W) */
  size_t j;
  const mode *from, *to;
  const expansion *before, *after; /* from the window's start; from t_c */
  double y[X], y_size;             /* Pi_J B_j */
  double jump;                     /* D_0 */
  double omega;                    /* residuals, over the window */
  double residual;                 /* of rounding alone, likewise */
  double drag, forcing;            /* of the ranges: |theta A_i e|, |theta A_i x| */
} event_window;

/* y = Pi_J B_j, J what sticks besides j. */
static bool find_direction_of(event_window *v) {
  const ss_tube *t = v->t;
  mode md = *(v->from->sign[v->j] == 0 ? v->to : v->from);
  double square = 0;
  memcpy(v->y, t->B[v->j], sizeof v->y);
  ss_tube_hold(t, &md, v->y);
  for (size_t i = 0; i < t->n; i++) square += t->W[v->j][i] * v->y[t->n + i];
  v->y_size = square > 0 ? sqrt(square) : 0;
  return square > 1e-6 * t->G[v->j][v->j];
}

/* The ends of the k-th derivative of a polynomial over [from, to], from <= 0 <= to. */
void ss_tube_find_slope(const double *a, int order, double from, double to, double ends[2]) {
  double b[ORDER + 1] = {0}, c[ORDER + 1], low, high;
  memcpy(b, a, sizeof b);
  for (int pass = 0; pass < order; pass++) {
    for (size_t k = 0; k < ORDER; k++) b[k] = (double)(k + 1) * b[k + 1];
    b[ORDER] = 0;
  }
  for (size_t k = 0; k <= ORDER; k++) c[k] = k % 2 ? -b[k] : b[k];
  ss_tube_find_ends(b, to, &ends[0], &ends[1]);
  ss_tube_find_ends(c, -from, &low, &high);
  ends[0] = fmin(ends[0], low);
  ends[1] = fmax(ends[1], high);
  /* rounding: a few hundred operations on these */
  double total = 0;
  for (size_t k = ORDER + 1; k-- > 0;) total = total * fmax(to, -from) + fabs(b[k]);
  ends[0] -= 0x1p-40 * total;
  ends[1] += 0x1p-40 * total;
}

/* ---- what must hold in the window ------------------------------------------------------------ */

/* A swarm in a mode, with the polynomials of its centre and of its directions, over [-back, ahead].
 */
typedef struct stretch {
  const mode *md;
  const expansion *centre, *way;
  const swarm *w;
  double back, ahead;
} stretch;

static void reflect(const ss_tube *t, const expansion *e, expansion *back) {
  *back = *e;
  for (size_t k = 1; k <= ORDER; k += 2) {
    for (size_t i = 0; i < t->d; i++) back->c[k][i] = -e->c[k][i];
    for (size_t j = 0; j < t->m; j++) back->g[j][k] = -e->g[j][k], back->s[j][k] = -e->s[j][k];
  }
}

/* The largest of a derivative of the slip, or of the force, of friction i over the differences. */
static double find_spread(const stretch *s, size_t i, bool force, int order) {
  double most[ALL], ends[2];
  for (size_t k = 0; k < ss_tube_members(s->w); k++) {
    ss_tube_find_slope(force ? s->way[k].s[i] : s->way[k].g[i], order, -s->back, s->ahead, ends);
    most[k] = fmax(ends[1], -ends[0]);
  }
  return ss_tube_gather(s->w, most);
}

/* What is not in the directions, wherever in the window. */
static double find_rest(const event_window *v, const swarm *w) {
  return ROUND_UP(v->E * (w->eps + v->omega));
}

/* The centre, over both parts of a stretch. */
static void price_centre(const ss_tube *t, const stretch *s, step_cost *cost) {
  ss_tube_price(t, s->md, s->centre, s->ahead, cost);
  if (!(s->back > 0)) return;
  expansion back;
  step_cost past;
  reflect(t, s->centre, &back);
  ss_tube_price(t, s->md, &back, s->back, &past);
  cost->residual = fmax(cost->residual, past.residual);
  for (size_t i = 0; i < t->m; i++) {
    cost->least[i] = fmin(cost->least[i], past.least[i]);
    cost->margin[i] = fmin(cost->margin[i], past.margin[i]);
  }
}

/* What the ranges leave out of the rate of a row, in its own units. */
static double find_stir(const event_window *v) {
  return v->drag + v->t->stir * v->forcing / v->t->bound;
}

static bool others_are_sure(const event_window *v, const stretch *s) {
  const ss_tube *t = v->t;
  const double eps = find_rest(v, s->w);
  step_cost cost;
  price_centre(t, s, &cost);
  for (size_t i = 0; i < t->m; i++) {
    if (i == v->j || s->md->sign[i] == 0) continue;
    const double dev = ROUND_UP(find_spread(s, i, false, 0) + t->kappa[i] * eps);
    if (!(cost.least[i] > (1 + TO_SPARE) * dev)) return false;
  }
  for (size_t k = 0; k < s->md->stuck; k++) {
    const size_t i = s->md->index[k];
    if (i == v->j && s->md == v->from) continue;
    const double own = ss_tube_grip(s->md, k) * (t->bound * eps + 4 * cost.residual + v->drag);
    const double dev = ROUND_UP(find_spread(s, i, true, 0) + own);
    if (!(cost.margin[i] > (1 + TO_SPARE) * dev)) return false;
  }
  return true;
}

/* Friction j in its new mode: it turns, or slips, with the sign of that mode. */
static bool goes_on(const event_window *v, const stretch *s) {
  const ss_tube *t = v->t;
  const int sign = v->to->sign[v->j], order = v->from->sign[v->j] ? 1 : 2;
  double ends[2], rest = t->kappa[v->j] * t->bound * find_rest(v, s->w);
  if (sign == 0) return true; /* its margin is seen to by the others */
  rest += 2 * t->kappa[v->j] * find_stir(v);
  if (order == 2) rest *= t->bound;
  ss_tube_find_slope(v->after->g[v->j], order, -v->W, v->W, ends);
  const double dev = ROUND_UP(find_spread(s, v->j, false, order) + rest);
  return (sign > 0 ? ends[0] : -ends[1]) > (1 + TO_SPARE) * dev;
}

/* A force that is about to reach one bound is away from the other. */
static bool holds_before(const event_window *v, const stretch *s) {
  const ss_tube *t = v->t;
  double low, high;
  if (v->from->sign[v->j]) return true;
  ss_tube_find_ends(v->before->s[v->j], s->ahead, &low, &high);
  const double most = v->to->sign[v->j] > 0 ? -low : high;
  const double rest = t->bound / v->y_size * (find_rest(v, s->w) + v->drag / t->bound);
  const double dev = ROUND_UP(find_spread(s, v->j, true, 0) + rest + t->give_way[v->j]);
  return most + dev < 0.9 * t->p[v->j];
}

/* Before the event, as far as the latest motion has it; after it, from the earliest one on. */
static bool is_sure_before(const event_window *v, const swarm *w, const expansion *way) {
  const stretch s = {v->from, v->before, way, w, 0, 2 * v->W};
  return others_are_sure(v, &s) && holds_before(v, &s);
}

static bool is_sure_after(const event_window *v, const swarm *w) {
  expansion way[ALL];
  const stretch s = {v->to, v->after, way, w, v->W, v->W};
  ss_tube_expand_swarm(v->t, v->to, w, v->after, way);
  return others_are_sure(v, &s) && goes_on(v, &s);
}

/* ---- the jump of differences ----------------------------------------------------------------- */

typedef struct guard {
  double value, rate, low, high; /* gamma_0, gamma'; ends of gamma', towards the event */
  double bend;                   /* |gamma''| */
  double size;                   /* |c|_* */
  double most, turn;             /* |c e|, at t_c; |(c e)'|, in the window */
} guard;

/* The polynomial of the guard: a slip, or a force. */
static const double *guard_of(const event_window *v, const expansion *e) {
  return v->from->sign[v->j] ? e->g[v->j] : e->s[v->j];
}

static bool find_guard(const event_window *v, const swarm *w, const expansion *swarm_before,
                       const double *along, guard *g) {
  const ss_tube *t = v->t;
  const bool slips = v->from->sign[v->j] != 0;
  const double *a = guard_of(v, v->before);
  const double sign = slips ? -v->from->sign[v->j] : v->to->sign[v->j];
  double ends[2], b[ORDER + 1], slope[ALL];
  for (size_t k = 0; k <= ORDER; k++) b[k] = sign * a[k];
  ss_tube_find_slope(b, 2, 0, 2 * v->W, ends);
  g->bend = fmax(ends[1], -ends[0]);
  ss_tube_find_slope(b, 1, 0, 2 * v->W, ends);
  g->low = ends[0];
  g->high = ends[1];
  g->value = ss_tube_evaluate(b, v->W) - (slips ? 0 : t->p[v->j]);
  g->rate = 0;
  for (size_t k = ORDER; k > 0; k--) g->rate = g->rate * v->W + (double)k * b[k];
  for (size_t i = 0; i < ss_tube_members(w); i++) {
    ss_tube_find_slope(guard_of(v, &swarm_before[i]), 1, 0, 2 * v->W, ends);
    slope[i] = fmax(ends[1], -ends[0]);
  }
  g->size = ROUND_UP(slips ? t->kappa[v->j] : t->bound / v->y_size);
  g->most = ROUND_UP(ss_tube_gather(w, along) + g->size * w->eps);
  g->turn = ROUND_UP(ss_tube_gather(w, slope) + g->size * t->bound * v->E * (w->eps + v->omega) +
                     g->size * find_stir(v));
  return g->rate > 0 && g->low > 0;
}

/* The rows of the directions: c g_i at t_c. A bound that is off by its radius shifts the guard. */
static void find_along(const event_window *v, const swarm *w, const expansion *e, double *along) {
  const ss_tube *t = v->t;
  for (size_t i = 0; i < ss_tube_members(w); i++)
    along[i] = ss_tube_evaluate(guard_of(v, &e[i]), v->W);
  for (size_t i = 0; i < w->ranges && !v->from->sign[v->j]; i++)
    if (!t->range[i].terms && t->range[i].friction == v->j)
      along[w->count + i] -= v->to->sign[v->j] * t->range[i].radius;
}

/* |x| by weights, from above: for what is to be bounded roughly */
static double coarse(const ss_tube *t, const double *x) {
  double sum = 0;
  for (size_t i = 0; i < t->d; i++) sum += t->weight[i] * fabs(x[i]);
  return ROUND_UP(sum);
}

/* What the checker bounds more roughly is bounded no better here: its tubes would be wider. */
#define TO_CHECK 1.001

/* f_a - f_b = k(t) y + A_b (x^- - x^+): |k| and |k'| in the window, and what (A_a - A_b) e is. */
static void find_push(const event_window *v, const guard *g, double push[3]) {
  const double square = v->y_size * v->y_size;
  const int was = v->from->sign[v->j], is = v->to->sign[v->j];
  if (was && is) {
    push[0] = 2 * v->t->p[v->j];
    push[1] = 0;
    push[2] = 2 * v->t->give_way[v->j] * v->y_size;
  } else if (was) {
    push[0] = TO_CHECK * g->high / square;
    push[1] = TO_CHECK * g->bend / square;
    push[2] = TO_CHECK * g->turn / v->y_size;
  } else {
    push[0] = fabs(g->value) + g->high * v->W;
    push[1] = g->high;
    push[2] = v->y_size * (g->most + g->turn * v->W + v->drag / v->t->bound * g->size);
  }
}

/* h, the remainders and R; false if the event is not seen to take place. */
static bool bound_jump(event_window *v, const guard *g, double *extra) {
  const double A = v->t->bound, E = v->E, least = g->low - g->turn;
  const double tiny = 0x1p-40 * v->t->p[v->j] + 4 * v->residual / v->W * (1 + g->size / A) +
                      (v->from->sign[v->j] ? 0 : g->size / A * v->drag);
  const double off = ROUND_UP(fabs(g->value) + tiny + g->size * v->omega);
  const double h = ROUND_UP((off + g->most) / least);
  double push[3];
  if (!(least > 0) || !((1 + TO_SPARE) * h < v->W)) return false;
  find_push(v, g, push);
  const double d = v->y_size * (v->from->sign[v->j] ? push[0] : fabs(g->value));
  const double late = ROUND_UP((h * (g->high - g->low + g->turn) + off) / g->low);
  /* |x^- - x^+ - s d|, |x^- - x^+| */
  const double apart = v->jump * E + h * h / 2 * v->y_size * (push[1] + A * E * push[0]) + v->omega;
  const double gap = v->jump * E + h * E * v->y_size * push[0] + v->omega;
  /* directions do not jump where a force is released: all of s d is left over */
  const double left = v->from->sign[v->j] ? late : h;
  *extra = ROUND_UP(d * left + apart + h * E * E * push[2] + h * A * E * gap + 2 * v->omega);
  return isfinite(*extra);
}

/* g_i -= d (c g_i)/gamma', and its rounding */
static void jump_swarm(const event_window *v, const guard *g, const double *along, double scale,
                       double sign, swarm *w) {
  const ss_tube *t = v->t;
  for (size_t i = 0; i < ss_tube_members(w); i++) {
    const double part = scale * (sign * along[i]) / g->rate;
    w->eps += 0x1p-46 * (coarse(t, w->g[i]) + fabs(part) * coarse(t, v->y));
    for (size_t k = t->n; k < t->d; k++) w->g[i][k] -= part * v->y[k];
  }
}

bool ss_tube_pass_event(const ss_tube *t, const centre_event *c, const expansion *swarm_before,
                        swarm *w) {
  event_window v = {.t = t, .W = c->length, .j = c->friction, .from = c->from, .to = c->to};
  double along[ALL], scale = 0, extra;
  guard g;
  v.before = c->before;
  v.after = c->after;
  v.E = ROUND_UP(exp(t->bound * v.W));
  v.jump = c->jump;
  v.drag = ROUND_UP(2 * v.E * c->drag);
  v.forcing = c->forcing;
  v.residual = ROUND_UP(2 * v.E * v.W * c->residual);
  v.omega = ROUND_UP(v.residual + 2 * v.E * v.W * v.drag);
  if (!find_direction_of(&v)) return false;
  find_along(&v, w, swarm_before, along);
  if (!find_guard(&v, w, swarm_before, along, &g)) return false;
  /* d = scale y, in the direction in which the guard grows */
  const int was = v.from->sign[v.j], is = v.to->sign[v.j];
  if (was && is) scale = -2 * was * t->p[v.j];
  if (was && !is) scale = -was * g.rate / (v.y_size * v.y_size);
  if (!bound_jump(&v, &g, &extra) || !is_sure_before(&v, w, swarm_before)) return false;
  jump_swarm(&v, &g, along, scale, was ? -was : 0, w);
  w->eps = ROUND_UP(w->eps * (1 + 0x1p-30) + extra);
  return is_sure_after(&v, w);
}
