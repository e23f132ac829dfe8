/* follow.c: a tube of motions, from a box of starts to where they all come to rest, or escape.
 *
 * The centre x~ moves by centre.c. Every other motion x stays within the tube around it:
 *
 *     loose phase   |x - x~| <= r;   over a step of length t
 *                       r <- e^(lambda t) (sqrt(r^2 + 4 sum p_j eta_j t) + |delta| t) + jump
 *     sure phase    x - x~ = exp(A t) e_0 + e_1, |e_0| <= r_0, |e_1| <= eps,
 *                   while no slip can be 0 anywhere in the tube: sign_j w_j^T u~ > slip_k,j r_0 +
 *                   kappa_j eps over the whole step; then r <- norm_k r_0 + eps
 *
 * Sure phases are entered whenever they can be: they never grow faster. Large steps are taken where
 * nothing happens, small ones (units) where a slip is about to become unsure or sure again. The
 * plan tells what was done: L, l: sure, U, u: loose, large steps or units; the mode, a sign for
 * each friction; the number of steps; after a colon the length of a last, shorter step, in 2^-32
 * units.
 *
 * A tube is given up when it is wider than what it is to reach, or at the end of the time.
 */
#include <math.h>
#include <string.h>

#include "tube_private.h"

typedef struct tube_state {
  const ss_tube *t;
  ss_text *plan;
  double x[X], time, size; /* size: |x| */
  double r;                /* loose; or sure: what it would be */
  bool sure;
  double r0, eps;
  size_t k; /* units since the sure phase began */
  mode md;
  expansion e;
  char kind; /* of the stretch of the plan that is under way */
  size_t count;
  size_t idle; /* events without time */
} tube_state;

/* ---- the plan -------------------------------------------------------------------------------- */

static void end_stretch(tube_state *s, uint64_t rest) {
  if (s->plan && (s->count || rest)) {
    char signs[N + 1] = "";
    for (size_t j = 0; j < s->t->m; j++) signs[j] = "-0+"[s->md.sign[j] + 1];
    ss_text_addf(s->plan, "%s%c%s%zu", s->plan->length ? " " : "", s->kind, signs, s->count);
    if (rest) ss_text_addf(s->plan, ":%llu", (unsigned long long)rest);
  }
  s->count = 0;
}

static void add_step(tube_state *s, char kind) {
  if (s->kind != kind) end_stretch(s, 0);
  s->kind = kind;
  s->count++;
}

/* ---- steps ----------------------------------------------------------------------------------- */

static double grow(const ss_tube *t, double time) {
  return ROUND_UP(exp(t->lambda * time));
}

static void arrive(tube_state *s, double length) {
  ss_tube_advance(s->t, &s->e, length, s->x);
  s->time += length;
  s->size = ss_tube_size(s->t, s->x);
}

/* The sure step of so many units, if it is one. */
static bool step_surely(tube_state *s, size_t units, char kind) {
  const ss_tube *t = s->t;
  const double length = t->unit * (double)units;
  step_cost cost;
  const bool fresh = !s->sure || s->k + units > TABLE;
  const double r0 = fresh ? s->r : s->r0, eps = fresh ? 0 : s->eps;
  const size_t from = fresh ? 0 : s->k;
  ss_tube_price(t, &s->md, &s->e, length, &cost);
  const double grown = ROUND_UP(grow(t, length) * (eps + cost.residual * length));
  for (size_t j = 0; j < t->m; j++) {
    double most = 0;
    for (size_t k = from; k < from + units; k++) most = fmax(most, t->slip[k][j]);
    if (!(cost.least[j] > (1 + TO_SPARE) * ROUND_UP(most * r0 + t->kappa[j] * grown))) return false;
  }
  /* a phase that begins anew is a stretch of its own */
  if (fresh && s->sure) end_stretch(s, 0);
  add_step(s, kind);
  s->sure = true;
  s->r0 = r0;
  s->k = from + units;
  s->eps = grown + cost.jump;
  s->r = ROUND_UP(t->norm[s->k] * r0 + s->eps);
  arrive(s, length);
  return true;
}

static void step_loosely(tube_state *s, size_t units, char kind) {
  const ss_tube *t = s->t;
  step_cost cost;
  size_t turning;
  if (s->sure) end_stretch(s, 0);
  s->sure = false;
  const uint64_t when = ss_tube_find_event(t, &s->md, &s->e, units, &turning);
  const bool event = when < (uint64_t)units << FINE;
  const double length = ldexp((double)when, -FINE) * t->unit;
  ss_tube_price(t, &s->md, &s->e, length, &cost);
  const double r = sqrt(s->r * s->r + cost.wrong * length) + cost.residual * length;
  s->r = ROUND_UP(grow(t, length) * r) + cost.jump;
  arrive(s, length);
  if (!event) {
    add_step(s, kind);
    return;
  }
  s->idle = when ? 0 : s->idle + 1;
  if (s->kind != kind) end_stretch(s, 0);
  s->kind = kind;
  end_stretch(s, when);
  double old[X], moved[X];
  memcpy(old, s->x, sizeof old);
  ss_tube_choose_mode(t, s->x, 1e-9 * s->size, turning, &s->md);
  for (size_t i = 0; i < t->d; i++) moved[i] = s->x[i] - old[i];
  s->r += ROUND_UP(ss_tube_size(t, moved));
}

/* Slips of the centre that are to be 0 are made so once more; all of them, where it stands. */
static void hold(tube_state *s) {
  double old[X], moved[X] = {0};
  const ss_tube *t = s->t;
  if (!s->md.stuck) return;
  memcpy(old, s->x, sizeof old);
  ss_tube_hold(t, &s->md, s->x);
  for (size_t i = t->n; i < t->d && s->md.stuck == t->n; i++) s->x[i] = 0;
  for (size_t i = t->n; i < t->d; i++) moved[i] = s->x[i] - old[i];
  s->r += ROUND_UP(ss_tube_size(t, moved));
}

static void step(tube_state *s) {
  ss_tube_expand(s->t, &s->md, s->x, &s->e);
  bool slides = true;
  for (size_t j = 0; j < s->t->m; j++) slides = slides && s->md.sign[j] != 0;
  if (!slides)
    step_loosely(s, BIG, 'U');
  else if (!step_surely(s, BIG, 'L') && !step_surely(s, 1, 'l'))
    step_loosely(s, 1, 'u');
}

/* ---- targets --------------------------------------------------------------------------------- */

/* The centre stands still; margins mu_j = p_j - |s_j|, lambda r < min mu_j/|W^-T e_j|_M. */
static bool rests(const tube_state *s) {
  const ss_tube *t = s->t;
  double force[N], size[N];
  if (!t->holds) return false;
  for (size_t i = t->n; i < t->d; i++)
    if (s->x[i] != 0) return false;
  for (size_t i = 0; i < t->n; i++) {
    force[i] = size[i] = 0;
    for (size_t k = 0; k < t->n; k++)
      for (size_t l = 0; l < t->n; l++) {
        const double term = t->unhold[i][k] * t->K[k][l] * s->x[l];
        force[i] += term;
        size[i] += fabs(term);
      }
  }
  for (size_t i = 0; i < t->n; i++) {
    const double most = fabs(force[i]) + (double)(4 * t->d * t->d + 16) * HALF_ULP * size[i];
    const double margin = ROUND_DOWN(t->p[t->basis[i]]) - ROUND_UP(most);
    if (!(margin > (1 + TO_SPARE) * ROUND_UP(t->lambda * s->r * t->unhold_size[i]))) return false;
  }
  return true;
}

static bool decide(tube_state *s, ss_tube_answer *answer) {
  const ss_tube *t = s->t;
  if ((1 + TO_SPARE) * (s->size + s->r) < t->radius)
    answer->fate = SS_TUBE_LEVEL;
  else if (rests(s))
    answer->fate = SS_TUBE_REST;
  else if (ss_tube_escapes(t, s->x, s->r, answer))
    answer->fate = SS_TUBE_ESCAPE;
  return answer->fate != SS_TUBE_OPEN;
}

/* ---- public ---------------------------------------------------------------------------------- */

static void start(tube_state *s, const double *x, const double *reach) {
  const ss_tube *t = s->t;
  double sum = 0, half[X], old[X], moved[X];
  for (size_t i = 0; i < t->d; i++) {
    const double shift = i < t->n ? t->middle[i] : 0;
    s->x[i] = x[i] - shift;
    half[i] = reach[i] + (shift != 0 ? 4 * HALF_ULP * (fabs(x[i]) + fabs(shift)) : 0);
  }
  for (size_t i = 0; i < t->d; i++)
    for (size_t j = 0; j < t->d; j++) sum += half[i] * fabs(t->P[i][j]) * half[j];
  s->r = ROUND_UP(sqrt(sum));
  s->size = ss_tube_size(t, s->x);
  memcpy(old, s->x, sizeof old);
  ss_tube_choose_mode(t, s->x, 1e-12 * s->size, SIZE_MAX, &s->md);
  for (size_t i = 0; i < t->d; i++) moved[i] = s->x[i] - old[i];
  s->r += ROUND_UP(ss_tube_size(t, moved));
}

void ss_tube_follow(const ss_tube *t, const double *x, const double *reach, ss_text *plan,
                    ss_tube_answer *answer) {
  enum { IDLE_MOST = 50 };
  tube_state s = {.t = t, .plan = plan};
  *answer = (ss_tube_answer){0};
  start(&s, x, reach);
  while (!decide(&s, answer)) {
    if (!(s.time < t->end) || s.idle > IDLE_MOST) break;
    if (!(s.r <= s.size + t->radius)) break;
    step(&s);
    hold(&s);
  }
  end_stretch(&s, 0);
  answer->time = s.time;
  answer->radius = s.r;
}
