/* follow.c: a tube of motions, from a box of starts to where they all come to rest, or escape.
 *
 * The centre x~ moves by centre.c. Every other motion x stays within the tube around it:
 *
 *     loose   |x - x~| <= r;   over a step of length t
 *                 r <- e^(lambda t) (sqrt(r^2 + 6 sum p_j eta_j t) + |delta| t) + jump,
 *             at a rate below lambda while frictions of the centre stick with a margin (held.c)
 *     sure    all motions are in the mode of the centre: x - x~ is a swarm of directions and a
 *             small rest (swarm.c), which passes events as a whole (event.c)
 *
 * A tube is sure whenever it can be, and over an event if that does not make it wider than a loose
 * step would. A loose one forgets its shape; it is a ball when it becomes sure again. Large steps
 * are taken where nothing happens, units where it is loose and all slip. The plan tells what was
 * done: S: sure, large steps; X: an event, after a time and with as much behind it; U, u: loose,
 * large steps or units; the mode, a sign for each friction; the number of steps; after a colon the
 * length of a last, shorter step, in 2^-32 units.
 *
 * A tube is given up when it is wider than what it is to reach, or at the end of the time.
 */
#include <math.h>
#include <string.h>

#include "tube_private.h"

/* A ball forgets the shape of a tube: that is worth so much in size. */
#define FORGET 1.05

typedef struct tube_state {
  const ss_tube *t;
  ss_text *plan;
  double x[X], time, size; /* size: |x| */
  double r;                /* of the tube */
  bool sure;               /* all motions are in the mode of the centre */
  swarm w;                 /* while that is so */
  unsigned launched;       /* frictions whose slips are 0, or of the mode's sign, for all motions */
  mode md;
  expansion e, f[ALL]; /* of the centre, of the swarm */
  char kind;           /* of the stretch of the plan that is under way */
  size_t count;
  size_t idle;  /* events without time */
  bool touches; /* a gap may have closed */
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

static double grow(double rate, double time) {
  return ROUND_UP(exp(rate * time));
}

/* The rate in a tube that is nowhere wider than r during the step. */
static double find_rate(const ss_tube *t, const step_cost *cost, double r) {
  double rate = t->lambda;
  for (size_t i = 0; i < t->helds; i++) {
    const held_rate *h = &t->held[i];
    bool holds = h->lambda < rate;
    for (size_t j = 0; holds && j < t->m; j++)
      if (h->set >> j & 1) holds = cost->margin[j] > (1 + TO_SPARE) * ROUND_UP(h->need[j] * r);
    if (holds) rate = h->lambda;
  }
  return rate;
}

static void arrive(tube_state *s, double length) {
  ss_tube_advance(s->t, &s->e, length, s->x);
  s->time += length;
  s->size = ss_tube_size(s->t, s->x);
}

/* After a sure step the slips of all motions have the signs of the mode: they may only speed up. */
static unsigned all_that_slip(const ss_tube *t, const mode *md) {
  unsigned set = 0;
  for (size_t j = 0; j < t->m; j++) set |= (unsigned)(md->sign[j] != 0) << j;
  return set;
}

/* Those that were launched and go on speeding up, over the step, for all motions. */
static unsigned speed_up(const tube_state *s, double length, double eps, double drag) {
  const ss_tube *t = s->t;
  unsigned set = 0;
  for (size_t j = 0; j < t->m; j++) {
    double most[ALL], ends[2];
    if (!(s->launched >> j & 1) || s->md.sign[j] == 0) continue;
    for (size_t i = 0; i < ss_tube_members(&s->w); i++) {
      ss_tube_find_slope(s->f[i].g[j], 1, 0, length, ends);
      most[i] = fmax(ends[1], -ends[0]);
    }
    ss_tube_find_slope(s->e.g[j], 1, 0, length, ends);
    const double least = s->md.sign[j] > 0 ? ends[0] : -ends[1];
    const double dev = ss_tube_gather(&s->w, most) + t->kappa[j] * (t->bound * eps + drag);
    if (least > (1 + TO_SPARE) * ROUND_UP(dev)) set |= 1u << j;
  }
  return set;
}

/* Of a ball as a swarm the checker sees up to 4^(1/128) more, where it asks for the size. */
static double size_as_checked(const tube_state *s) {
  return s->t->ranges || s->t->gaps ? ss_tube_swarm_size(s->t, &s->w) : s->r;
}

/* A step of that length if it is a sure one. */
static bool step_surely(tube_state *s, double length) {
  const ss_tube *t = s->t;
  step_cost cost;
  swarm_cost more;
  ss_tube_price(t, &s->md, &s->e, length, &cost);
  ss_tube_price_swarm(t, &s->md, &s->w, s->f, length, &more);
  const double r = size_as_checked(s);
  more.drag = ss_tube_find_drag(t, &cost, r, t->lambda, length);
  const double eps = ss_tube_grown(t, &s->md, &cost, &more, s->w.eps, length);
  const unsigned launched = s->launched ? speed_up(s, length, eps, more.drag) : 0;
  if (!ss_tube_is_sure(t, &s->md, &cost, &more, eps, launched)) return false;
  const double wide = ROUND_UP(grow(t->lambda, length) * (r + cost.residual * length));
  if (!ss_tube_stays_apart(t, &s->e, length, wide)) return false;
  s->launched = all_that_slip(t, &s->md);
  ss_tube_advance_swarm(t, s->f, length, &s->w);
  s->w.eps = ROUND_UP(eps + cost.jump + more.jump);
  s->r = ss_tube_swarm_size(t, &s->w);
  arrive(s, length);
  return true;
}

/* The friction whose mode is another one, if it is the only one; SIZE_MAX: it is not. */
static size_t find_change(const ss_tube *t, const mode *a, const mode *b) {
  size_t found = SIZE_MAX;
  for (size_t j = 0; j < t->m; j++) {
    if (a->sign[j] == b->sign[j]) continue;
    if (found != SIZE_MAX) return SIZE_MAX;
    found = j;
  }
  return found;
}

/* The event of the centre after `parts`, with a window as long on both sides, for all motions. */
static bool step_over_event(tube_state *s, uint64_t parts, size_t turning) {
  const ss_tube *t = s->t;
  const double length = ldexp((double)parts, -FINE) * t->unit;
  tube_state next = *s;
  step_cost cost, after;
  swarm_cost more;
  double moved[X];
  ss_tube_price(t, &s->md, &s->e, 2 * length, &cost);
  ss_tube_price_swarm(t, &s->md, &s->w, s->f, 2 * length, &more);
  const double own = size_as_checked(s);
  if (!ss_tube_is_far(t, s->x, s->size, own, 2 * length)) return false;
  more.drag = ss_tube_find_drag(t, &cost, own, t->bound, 2 * length);
  next.w.eps = ss_tube_grown(t, &s->md, &cost, &more, s->w.eps, length);
  next.w.eps = ROUND_UP(next.w.eps + cost.jump + more.jump);
  ss_tube_advance_swarm(t, s->f, length, &next.w);
  arrive(&next, length);
  memcpy(moved, next.x, sizeof moved);
  ss_tube_choose_mode(t, next.x, 1e-9 * s->size, turning, &next.md);
  for (size_t i = 0; i < t->d; i++) moved[i] -= next.x[i];
  const size_t j = find_change(t, &s->md, &next.md);
  if (j == SIZE_MAX || !ss_tube_is_plain(t, &next.md)) return false;
  ss_tube_expand(t, &next.md, next.x, &next.e);
  ss_tube_price(t, &next.md, &next.e, length, &after);
  step_cost both = cost;
  both.forcing = fmax(cost.forcing, after.forcing);
  const centre_event event = {.friction = j,
                              .length = length,
                              .jump = ss_tube_size(t, moved),
                              .residual = cost.residual + after.residual + more.residual,
                              .drag = ss_tube_find_drag(t, &both, own, t->bound, 2 * length),
                              .forcing = both.forcing,
                              .from = &s->md,
                              .to = &next.md,
                              .before = &s->e,
                              .after = &next.e};
  if (!ss_tube_pass_event(t, &event, s->f, &next.w)) return false;
  /* drags were counted twice: for a swarm that is no wider after the event */
  const double wide = ss_tube_swarm_size(t, &next.w);
  if (t->ranges && !(wide < 2 * s->r)) return false;
  /* the second half of the window */
  ss_tube_expand_swarm(t, &next.md, &next.w, &next.e, next.f);
  ss_tube_price_swarm(t, &next.md, &next.w, next.f, length, &more);
  more.drag = ss_tube_find_drag(t, &after, wide, t->lambda, length);
  next.w.eps = ss_tube_grown(t, &next.md, &after, &more, next.w.eps, length);
  next.w.eps = ROUND_UP(next.w.eps + after.jump + more.jump);
  ss_tube_advance_swarm(t, next.f, length, &next.w);
  const double r = ss_tube_swarm_size(t, &next.w);
  if (r > FORGET * grow(t->lambda, 2 * length) * s->r) return false;
  end_stretch(s, 0);
  next.count = 0;
  next.kind = 'X';
  end_stretch(&next, parts);
  arrive(&next, length);
  next.r = r;
  next.idle = 0;
  next.launched = all_that_slip(t, &next.md);
  *s = next;
  return true;
}

static void step_loosely(tube_state *s, size_t units, char kind) {
  const ss_tube *t = s->t;
  step_cost cost;
  size_t turning;
  s->sure = false;
  const uint64_t when = ss_tube_find_event(t, &s->md, &s->e, units, &turning);
  const bool event = when < (uint64_t)units << FINE;
  const double length = ldexp((double)when, -FINE) * t->unit;
  ss_tube_price(t, &s->md, &s->e, length, &cost);
  const double residual = cost.residual + cost.excess + cost.forcing;
  const double r = sqrt(s->r * s->r + cost.wrong * length) + residual * length;
  const double rate = find_rate(t, &cost, ROUND_UP(grow(t->lambda + t->stir, length) * r));
  s->r = ROUND_UP(grow(rate + t->stir, length) * r) + cost.jump;
  s->touches = s->touches || !ss_tube_stays_apart(t, &s->e, length, s->r);
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

/* How long before an event of the centre, at that time, the first of the tube may come; rough. A
 * narrow window is better than a wide one: less happens in it. */
static double find_window(const tube_state *s, double time, size_t turning) {
  double along[ALL], width = 0;
  for (size_t j = 0; j < s->t->m; j++) {
    const bool slips = s->md.sign[j] != 0;
    const double *a = slips ? s->e.g[j] : s->e.s[j];
    double rate = 0;
    if (slips ? fabs(ss_tube_evaluate(a, time)) > 1e-6 * s->size * s->t->kappa[j] : j != turning)
      continue;
    for (size_t k = ORDER; k > 0; k--) rate = rate * time + (double)k * a[k];
    for (size_t i = 0; i < ss_tube_members(&s->w); i++)
      along[i] = ss_tube_evaluate(slips ? s->f[i].g[j] : s->f[i].s[j], time);
    const double most = ss_tube_gather(&s->w, along) +
                        (slips ? s->t->kappa[j] : s->t->bound / s->t->kappa[j]) * s->w.eps;
    width = fmax(width, (slips ? 1.1 : 2.5) * most / fabs(rate));
  }
  return width;
}

/* A sure step, as long as can be, or one over an event; false: there is none. */
static bool go_surely(tube_state *s) {
  const double fine = ldexp(s->t->unit, -FINE);
  const uint64_t large = (uint64_t)BIG << FINE;
  size_t turning;
  ss_tube_expand_swarm(s->t, &s->md, &s->w, &s->e, s->f);
  const uint64_t when = ss_tube_find_event(s->t, &s->md, &s->e, 2 * BIG, &turning);
  uint64_t parts = large;
  if (when < 2 * large) {
    const double width = find_window(s, (double)when * fine, turning) * (1 + 1e-3) + 16 * fine;
    const double left = (double)when * fine - width;
    if (left < width / 8) return when <= large && step_over_event(s, when, turning);
    if (left < (double)large * fine) parts = (uint64_t)(left / fine);
  }
  for (int k = 0; k < 4; k++, parts /= 2)
    if (parts && step_surely(s, (double)parts * fine)) {
      if (parts == large) {
        add_step(s, 'S');
      } else {
        if (s->kind != 'S') end_stretch(s, 0);
        s->kind = 'S';
        end_stretch(s, parts);
      }
      return true;
    }
  return false;
}

/* No slip of the tube is 0 now. */
static bool is_apart(const tube_state *s) {
  for (size_t j = 0; j < s->t->m; j++)
    if (fabs(s->e.g[j][0]) < s->t->kappa[j] * s->r) return false;
  return true;
}

static void step(tube_state *s) {
  bool slides = true;
  ss_tube_expand(s->t, &s->md, s->x, &s->e);
  for (size_t j = 0; j < s->t->m; j++) slides = slides && s->md.sign[j] != 0;
  if (!s->sure && slides && is_apart(s)) {
    ss_tube_swarm_ball(s->t, s->r, &s->w);
    s->sure = true;
    s->launched = 0;
    end_stretch(s, 0);
  }
  if (s->sure && go_surely(s)) return;
  if (s->sure) end_stretch(s, 0);
  step_loosely(s, slides ? 1 : BIG, slides ? 'u' : 'U');
}

/* ---- targets --------------------------------------------------------------------------------- */

static double reach_of(const tube_state *s) {
  return s->sure ? ss_tube_reach_of(s->t, &s->w, s->x, s->r) : s->size + s->r;
}

static bool decide(tube_state *s, ss_tube_answer *answer) {
  const ss_tube *t = s->t;
  if (s->size - s->r < t->radius && (1 + TO_SPARE) * (1 + t->longer) * reach_of(s) < t->radius)
    answer->fate = SS_TUBE_LEVEL;
  else if (ss_tube_settles(t, s->x, s->r, answer->share))
    answer->fate = SS_TUBE_REST;
  else if (ss_tube_escapes(t, s->x, s->sure ? &s->w : NULL, s->r, answer))
    answer->fate = SS_TUBE_ESCAPE;
  return answer->fate != SS_TUBE_OPEN;
}

/* ---- public ---------------------------------------------------------------------------------- */

/* The box as a swarm, if all of it is in one mode from the start on: slips are 0 for all, and the
 * same ones hold or let go. */
static void start_swarm(tube_state *s, const double *half) {
  const ss_tube *t = s->t;
  s->w = (swarm){0};
  for (size_t i = 0; i < t->d; i++)
    if (half[i] > 0) s->w.g[s->w.count++][i] = half[i];
  s->w.ranges = t->ranges;
  s->sure = ss_tube_is_plain(t, &s->md);
  for (size_t j = 0; j < t->m; j++) {
    bool zero = true;
    for (size_t i = 0; i < t->n; i++)
      zero = zero && (t->W[j][i] == 0 || (s->x[t->n + i] == 0 && half[t->n + i] == 0));
    if (zero) s->launched |= 1u << j;
    if (s->md.sign[j] == 0 && !zero) s->sure = false;
  }
}

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
  start_swarm(s, half);
  s->w.eps = ss_tube_size(t, moved);
  if (s->w.eps > 0) s->launched = 0;
  s->r += ROUND_UP(s->w.eps);
}

void ss_tube_follow(const ss_tube *t, const double *x, const double *reach, ss_text *plan,
                    ss_tube_answer *answer) {
  enum { IDLE_MOST = 50 };
  tube_state s = {.t = t, .plan = plan};
  *answer = (ss_tube_answer){0};
  start(&s, x, reach);
  while (!s.touches && !decide(&s, answer)) {
    if (!(s.time < t->end) || s.idle > IDLE_MOST) break;
    if (!(s.r <= s.size + t->radius)) break;
    step(&s);
    if (!s.sure) hold(&s);
  }
  end_stretch(&s, 0);
  answer->time = s.time;
  answer->radius = s.r;
  answer->touches = s.touches;
  for (size_t i = 0; i < t->d; i++) answer->x[i] = s.x[i] + (i < t->n ? t->middle[i] : 0);
}
