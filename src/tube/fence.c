/* fence.c: where motions of a machine with one coordinate stop, told by fences.
 *
 * The axis u = 0 is divided by what acts there: friction holds, or the machine starts to the left,
 * or to the right. A stretch where it holds is a haven: what stops there rests. One between a
 * stretch that pushes to the right and one that pushes to the left is the bottom of a well; all
 * three are a trap, if motions from the one end stop before the other and lose energy. Four fences
 * per haven tell of all starts whose motions stop in it:
 *
 *     to the right   under one that ends at `to`, and, if they start before `from`, over one that
 *                    ends there; to the left the same in the mirror
 *
 * What stops elsewhere turns: the positions from which motions at rest start to one side and end in
 * a haven are an interval, which is a haven of its own kind with fences for motions of the other
 * side, and so on outwards (F4 of docs/theory.md). At a stop u becomes -e u: what runs into it
 * between two curves comes back between two others, so that a trap may end there, and a bounce is a
 * haven of its own kind too (F5).
 *
 * What lies between fences of neighbours stays undecided: havens keep a small distance from the
 * ends of their stretches.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fence_private.h"

enum { HAVENS = 64, SAMPLES = 1024, WIDTHS = 32, TRIES = 32 };
/* The fences of a haven. */
enum { RIGHT_UNDER, RIGHT_OVER, LEFT_UNDER, LEFT_OVER };

struct ss_fences {
  orbit *o;
  ss_fence_options options;
  double slack, apart; /* in the slope of fences; of havens from what they end at */
  double first[2];     /* x from where on motions to the right, to the left may start */
  size_t count;
  ss_haven haven[HAVENS];
  fence fence[HAVENS][SS_FENCES_OF_HAVEN];
};

static void forget(void *object) {
  ss_fences *f = object;
  for (size_t k = 0; k < HAVENS; k++)
    for (size_t i = 0; i < SS_FENCES_OF_HAVEN; i++) ss_fence_free(&f->fence[k][i]);
}

static double to_grain(double x) {
  return ldexp(nearbyint(ldexp(x, GRAIN)), -GRAIN);
}

/* ---- fences of a haven ----------------------------------------------------------------------- */

static int side_of(size_t which) {
  return which < LEFT_UNDER ? 1 : -1;
}

/* Where the starts of interest begin, along motions of a side. */
static double first_start(const ss_fences *f, int side) {
  return side > 0 ? f->options.low[0] : -f->options.high[0];
}

/* The fence ends at that position and height, and is needed as far back as `until`, both of q. */
static bool trace_from(ss_fences *f, size_t haven, size_t which, const double end[2],
                       double until) {
  const int side = side_of(which);
  fence *a = &f->fence[haven][which];
  ss_fence_free(a);
  a->side = side;
  a->under = which == RIGHT_UNDER || which == LEFT_UNDER;
  enum { PART = 16 }; /* of the plane: so near to the end it is not so sharp */
  const double back = fmin(f->first[side < 0], side * until), x = side * end[0];
  if (!(x > back)) return true;
  const double near = fmax(x - fmin(first_start(f, side), side * until), 0) / PART;
  return ss_fence_trace(f->o, a, (double[]){x, end[1]}, back, (double[]){f->slack, near});
}

/* It ends on the axis. */
static bool trace(ss_fences *f, size_t haven, size_t which, double end, double until) {
  return trace_from(f, haven, which, (double[]){end, 0}, until);
}

/* How far back it goes. */
static double begin_of(const fence *f) {
  return f->count ? f->x[f->count - 1] : INFINITY;
}

/* The highest point of a fence, as far back as that. */
static double find_top(const fence *f, double until) {
  double most = 0;
  for (size_t i = 0; i < f->count; i++) {
    most = fmax(most, f->w[i] + fabs(f->k[i]));
    if (f->x[i] <= until) break;
  }
  return most;
}

/* The fence ends at one end of the trap. If it does not go back to the other one, that moves to
 * where it begins; if that is behind the bottom already (where speeds are great, damping lets no
 * curve go on), its own end moves, towards the bottom. */
static bool reach_back(ss_fences *f, size_t k, int side, double bottom) {
  ss_haven *h = &f->haven[k];
  double *end = side > 0 ? &h->to : &h->from, *other = side > 0 ? &h->from : &h->to;
  const size_t which = side > 0 ? RIGHT_UNDER : LEFT_UNDER;
  if (!trace(f, k, which, *end, *other)) return false;
  const double begin = side * begin_of(&f->fence[k][which]);
  if (side * (begin - *other) <= 0) return true;
  if (side * (begin - bottom) < 0)
    *other = begin;
  else
    *end = to_grain(bottom + (*end - bottom) / 2);
  return true;
}

/* Motions from one end stop before the other, around a bottom. False: memory; *holds says whether
 * it is one. */
static bool close_trap(ss_fences *f, size_t k, const double bottom[2], bool *holds) {
  ss_haven *h = &f->haven[k];
  fence *right = &f->fence[k][RIGHT_UNDER], *left = &f->fence[k][LEFT_UNDER];
  *holds = false;
  for (int i = 0; i < TRIES; i++) {
    const double from = h->from, to = h->to;
    if (!reach_back(f, k, 1, bottom[0]) || !reach_back(f, k, -1, bottom[1])) return false;
    if (h->from == from && h->to == to) break;
  }
  if (!(h->from < h->to && begin_of(right) <= h->from && begin_of(left) <= -h->to)) return true;
  const double most = fmax(find_top(right, h->from), find_top(left, -h->to));
  *holds = ss_orbit_loses(f->o, h->from, h->to, sqrt(2 * most) * (1 + 0x1p-40));
  return true;
}

/* At the stop a fence ends at a height H of which an impact leaves less than what the fence of the
 * way back has there; or more, where that is one that motions pass above. */
static double find_bounce(const ss_fences *f, const fence *back) {
  enum { HIGHEST = 256 };
  const double height = ss_fence_height(back, -f->o->wall * f->o->stop), e = f->o->bounce;
  if (!back->under) return to_grain(height / (e * e) * (1 + 0x1p-20) + 0x1p-30);
  const double most = e > 0 ? height / (e * e) * (1 - 0x1p-20) - 0x1p-30 : HIGHEST;
  return to_grain(fmin(most, HIGHEST));
}

/* The same for a trap that a stop is one end of: motions from its other end stop, or run into the
 * stop and come back so slowly that they stop before that end. The end moves inwards until it is
 * so. */
static bool close_stop(ss_fences *f, size_t k, double bottom, bool *holds) {
  ss_haven *h = &f->haven[k];
  const int wall = h->wall;
  double *end = wall < 0 ? &h->to : &h->from;
  const size_t there = wall < 0 ? LEFT_UNDER : RIGHT_UNDER, back = RIGHT_UNDER + LEFT_UNDER - there;
  const fence *a = &f->fence[k][there], *b = &f->fence[k][back];
  *holds = false;
  for (int i = 0; i < TRIES && !*holds; i++) {
    if (!(wall * (bottom - *end) > f->apart)) return true;
    if (!trace(f, k, back, *end, f->o->stop)) return false;
    if (!(begin_of(b) <= -wall * f->o->stop)) {
      *end = to_grain(bottom + (*end - bottom) / 2);
      continue;
    }
    /* as low as will do: what is faster is no matter of the trap */
    const double height = find_bounce(f, b);
    if (!(height > 0)) return true;
    for (int part = 6; part >= 0; part--) {
      const double low[2] = {f->o->stop, to_grain(ldexp(height, -part))};
      if (!trace_from(f, k, there, low, *end)) return false;
      if (begin_of(a) <= wall * *end) break;
    }
    if (begin_of(a) <= wall * *end) {
      const double most = fmax(find_top(a, wall * *end), find_top(b, -wall * f->o->stop));
      *holds = ss_orbit_loses(f->o, h->from, h->to, sqrt(2 * most) * (1 + 0x1p-40));
      if (!*holds) *end = to_grain(bottom + (*end - bottom) * 7 / 8);
    } else {
      const double near = fmax(begin_of(a) + f->apart, wall * (bottom + (*end - bottom) * 15 / 16));
      *end = to_grain(wall * near);
    }
  }
  return true;
}

/* Whether it is a haven, with its fences; `bottom` is where it rests. */
static bool close_haven(ss_fences *f, size_t k, const double bottom[2], bool *holds) {
  const ss_haven *h = &f->haven[k];
  if (h->wall) {
    if (!close_stop(f, k, bottom[h->wall < 0], holds)) return false;
  } else if (h->trap) {
    if (!close_trap(f, k, bottom, holds)) return false;
  } else {
    *holds = ss_orbit_rests(f->o, h->from, h->to);
    if (*holds &&
        (!trace(f, k, RIGHT_UNDER, h->to, h->to) || !trace(f, k, LEFT_UNDER, h->from, h->from)))
      return false;
  }
  if (!*holds) return true;
  return (h->wall < 0 || trace(f, k, RIGHT_OVER, h->from, h->from)) &&
         (h->wall > 0 || trace(f, k, LEFT_OVER, h->to, h->to));
}

/* ---- the axis -------------------------------------------------------------------------------- */

/* What happens at rest: 0 it holds, 1 or -1 it starts to that side. */
static int look(const ss_fences *f, double q) {
  if (ss_orbit_pull(f->o, 1, q, 0) >= 0) return 1;
  if (ss_orbit_pull(f->o, -1, -q, 0) >= 0) return -1;
  return 0;
}

/* Where what happens changes, between two positions. */
static double find_change(const ss_fences *f, double from, double to) {
  const int before = look(f, from);
  for (int k = 0; k < 60; k++) {
    const double middle = from + (to - from) / 2;
    if (look(f, middle) == before)
      from = middle;
    else
      to = middle;
  }
  return from;
}

/* How far motions from the starts of interest go to one side, by floating point. */
static double find_farthest(const ss_fences *f, int side) {
  const ss_fence_options *a = &f->options;
  const double width = a->high[0] - a->low[0], h = width / (2 * SAMPLES);
  const double fastest = side > 0 ? a->high[1] : -a->low[1];
  double farthest = first_start(f, side) + width;
  for (int i = 0; i <= 8 && fastest > 0; i++) {
    double x = first_start(f, side) + width * i / 8, w = fastest * fastest / 2;
    const double stop = x + WIDTHS * width;
    while (w > 0 && x < stop) {
      const double half = w + h / 2 * ss_orbit_pull(f->o, side, x, sqrt(2 * w));
      w += h * ss_orbit_pull(f->o, side, x + h / 2, sqrt(2 * fmax(0, half)));
      x += h;
    }
    farthest = fmax(farthest, x);
  }
  return farthest + width / 2;
}

typedef struct stretch {
  int what;
  double from, to;
} stretch;

/* A stretch that holds; at the bottom of a well with its neighbours. */
static bool add_haven(ss_fences *f, const stretch *s, size_t i, size_t count) {
  const bool bottom = i > 0 && i + 1 < count && s[i - 1].what > 0 && s[i + 1].what < 0;
  const double from = bottom ? s[i - 1].from : s[i].from, to = bottom ? s[i + 1].to : s[i].to;
  const double apart = fmin(f->apart, (to - from) / 16);
  if (f->count == HAVENS) return true;
  f->haven[f->count] =
      (ss_haven){.trap = bottom, .from = to_grain(from + apart), .to = to_grain(to - apart)};
  bool holds = false;
  if (!close_haven(f, f->count, (double[]){s[i].from, s[i].to}, &holds)) return false;
  if (holds) f->count++;
  return true;
}

/* The trap that the stop is one end of: what pushes away from it, what holds, what pushes towards
 * it, as far as there is any of these, in this order. */
static bool add_stop(ss_fences *f, const stretch *s, size_t count) {
  const int wall = f->o->wall;
  double bottom[2] = {f->o->stop, f->o->stop}, far = f->o->stop;
  int last = -wall;
  for (size_t i = 0; i < count; i++) {
    const stretch *a = &s[wall < 0 ? i : count - 1 - i];
    if (wall * (a->what - last) < 0) break;
    last = a->what;
    far = wall < 0 ? a->to : a->from;
    if (last == -wall) bottom[0] = bottom[1] = far;
  }
  const double end = to_grain(far + wall * fmin(f->apart, fabs(far - f->o->stop) / 16));
  f->haven[f->count] = (ss_haven){.trap = true,
                                  .wall = wall,
                                  .from = wall < 0 ? f->o->stop : end,
                                  .to = wall < 0 ? end : f->o->stop};
  bool holds = false;
  if (!close_haven(f, f->count, bottom, &holds)) return false;
  if (holds) f->count++;
  return true;
}

static bool find_havens(ss_fences *f) {
  enum { STRETCHES = 512 };
  stretch s[STRETCHES];
  const double step = (f->options.high[0] - f->options.low[0]) / SAMPLES;
  const double last = -f->first[1];
  double q = f->first[0];
  size_t count = 1;
  s[0] = (stretch){look(f, q), q, q};
  while (q < last && count < STRETCHES) {
    const double next = fmin(q + step, last);
    const int what = look(f, next);
    if (what != s[count - 1].what) {
      s[count - 1].to = find_change(f, q, next);
      s[count] = (stretch){what, s[count - 1].to, next};
      count++;
    }
    q = s[count - 1].to = next;
  }
  if (f->o->wall && !add_stop(f, s, count)) return false;
  for (size_t i = 0; i < count; i++) {
    const bool known =
        f->count && f->haven[0].wall && f->haven[0].from <= s[i].from && s[i].to <= f->haven[0].to;
    if (s[i].what == 0 && !known && !add_haven(f, s, i, count)) return false;
  }
  return true;
}

/* ---- turns ----------------------------------------------------------------------------------- */

/* Motions to one side from x in [from, to] at speeds of [slow, fast], slow = 0: at rest too, if
 * what is at rest there starts to that side. */
static bool ends_in(const ss_fences *f, size_t k, int side, const double x[2],
                    const double speed[2]) {
  const ss_haven *h = &f->haven[k];
  const fence *under = &f->fence[k][side > 0 ? RIGHT_UNDER : LEFT_UNDER];
  const fence *over = &f->fence[k][side > 0 ? RIGHT_OVER : LEFT_OVER];
  const double begin = side > 0 ? h->from : -h->to, end = side > 0 ? h->to : -h->from;
  if (!(x[1] < end) && !(h->wall == side && x[1] <= end)) return false;
  if (!(ss_fence_bound(under, x[0], x[1]) > nextafter(speed[1] * speed[1] / 2, INFINITY)))
    return false;
  if (x[0] >= begin && begin < end) return true;
  const double most = ss_fence_bound(over, x[0], fmin(x[1], begin));
  return most <= 0 || most < nextafter(speed[0] * speed[0] / 2, -INFINITY);
}

/* The x, from `from` to `to`, at which motions that are at rest go to that side into a haven: below
 * one fence, and where the other lies on the axis. */
static bool find_rest_stretch(const ss_fences *f, size_t k, int side, double x[2]) {
  const fence *under = &f->fence[k][side > 0 ? RIGHT_UNDER : LEFT_UNDER];
  const fence *over = &f->fence[k][side > 0 ? RIGHT_OVER : LEFT_OVER];
  if (under->count < 2 || over->count < 2) return false;
  size_t i = over->count - 1;
  if (over->w[i] > 0) return false;
  while (i > 0 && !(over->w[i - 1] > 0)) i--;
  x[0] = fmax(begin_of(under), begin_of(over));
  if (f->o->wall == -side) x[0] = fmax(x[0], side * f->o->stop);
  x[1] = over->x[i];
  /* what starts to that side, from its end on backwards */
  const double step = (x[1] - x[0]) / SAMPLES;
  double from = x[1] - f->apart / 2;
  while (from - step > x[0] && look(f, side * (from - step)) == side) from -= step;
  x[0] = fmax(x[0], from);
  return x[1] - x[0] > 8 * f->apart;
}

/* The turn from which motions go to that side into haven k, if there is one. */
static bool add_turn(ss_fences *f, size_t k, int side) {
  double x[2];
  if (f->count == HAVENS || !find_rest_stretch(f, k, side, x)) return true;
  x[0] = to_grain(x[0] + f->apart);
  x[1] = to_grain(x[1] - f->apart);
  const size_t own = f->count;
  f->haven[own] = (ss_haven){
      .starts = side, .next = k, .from = side > 0 ? x[0] : -x[1], .to = side > 0 ? x[1] : -x[0]};
  const ss_haven *h = &f->haven[own];
  if (!ss_orbit_starts(f->o, side, h->from, h->to) || !ends_in(f, k, side, x, (double[]){0, 0}))
    return true;
  const size_t under = side > 0 ? LEFT_UNDER : RIGHT_UNDER,
               over = side > 0 ? LEFT_OVER : RIGHT_OVER;
  const double far = side > 0 ? h->from : h->to, near = side > 0 ? h->to : h->from;
  if (!trace(f, own, under, far, far) || !trace(f, own, over, near, near)) return false;
  f->count++;
  return true;
}

/* What runs into the stop and comes back between the fences of haven k. */
static bool add_bounce(ss_fences *f, size_t k) {
  const int wall = f->o->wall;
  const size_t own = f->count,
               there[2] = {wall < 0 ? LEFT_UNDER : RIGHT_UNDER, wall < 0 ? LEFT_OVER : RIGHT_OVER};
  double height[2];
  if (own == HAVENS || !(f->o->bounce > 0)) return true;
  /* into a trap at the stop motions come as slow as may be: where it knows of them already */
  const bool all = f->haven[k].wall != 0;
  if (all) height[1] = to_grain(f->fence[k][there[0]].w[0] / 64);
  for (int i = 0; i < (all ? 1 : 2); i++) {
    const fence *back = &f->fence[k][wall < 0 ? RIGHT_UNDER + i : LEFT_UNDER + i];
    if (!(begin_of(back) <= -wall * f->o->stop)) return true;
    height[i] = find_bounce(f, back);
  }
  if (!(height[0] > height[1] && height[1] < 256)) return true;
  f->haven[own] = (ss_haven){.wall = wall, .next = k, .from = f->o->stop, .to = f->o->stop};
  const double page = wall < 0 ? f->options.high[0] : f->options.low[0];
  for (int i = 0; i < 2; i++)
    if (!trace_from(f, own, there[i], (double[]){f->o->stop, height[i]}, page)) return false;
  f->count++;
  return true;
}

/* Those of havens, then those of turns and bounces, as long as there are any. */
static bool find_turns(ss_fences *f) {
  for (size_t k = 0; k < f->count; k++) {
    for (int side = 1; side >= -1; side -= 2)
      if (f->haven[k].starts != side && !add_turn(f, k, side)) return false;
    const bool back = f->haven[k].wall && !f->haven[k].trap;
    if (f->o->wall && !back && !add_bounce(f, k)) return false;
  }
  return true;
}

/* ---- public ---------------------------------------------------------------------------------- */

ss_status ss_fences_create(ss_arena *arena, const ss_system *system,
                           const ss_fence_options *options, const ss_fences **fences,
                           const char **why_not) {
  assert(arena && system && options && fences && why_not);
  const double fastest = fmax(fabs(options->low[1]), fabs(options->high[1]));
  ss_fences *f = ss_arena_new(arena, 1, ss_fences);
  *fences = NULL;
  if (!f) return SS_MEMORY;
  if (!ss_arena_defer(arena, forget, f)) return SS_MEMORY;
  f->options = *options;
  const ss_status status = ss_orbit_open(arena, system, &f->o, why_not);
  if (status != SS_OK) return status;
  /* a fence is off by less than a part of a cell, along its whole way */
  const double cell = ldexp(1, -(int)options->depth), width = options->high[0] - options->low[0];
  f->apart = width * cell / 64;
  f->slack = fastest * fastest / 2 * cell / 8 / (8 * width);
  *why_not = "its numbers are too large or too small";
  if (!(f->apart > 0x1p-36 && f->slack > 0x1p-36 && fastest < 32 && fabs(options->low[0]) < 512 &&
        fabs(options->high[0]) < 512))
    return SS_BAD_ARGUMENT;
  f->first[0] = -find_farthest(f, -1);
  f->first[1] = -find_farthest(f, 1);
  if (f->o->wall) f->first[f->o->wall > 0] = -f->o->wall * f->o->stop;
  if (!find_havens(f) || !find_turns(f)) return SS_MEMORY;
  *why_not = "no position was found from which nothing leaves";
  if (f->count == 0) return SS_BAD_ARGUMENT;
  *why_not = NULL;
  *fences = f;
  return SS_OK;
}

size_t ss_fences_count(const ss_fences *f) {
  return f->count;
}

const ss_haven *ss_fences_haven(const ss_fences *f, size_t haven) {
  return &f->haven[haven];
}

size_t ss_fences_root(const ss_fences *f, size_t haven) {
  while (!ss_haven_is_last(&f->haven[haven])) haven = f->haven[haven].next;
  return haven;
}

size_t ss_fences_find(const ss_fences *f, const double low[2], const double high[2]) {
  const double grain = ldexp(1, -GRAIN), stop = f->o->stop;
  double x[2] = {low[0], high[0]};
  /* starts beyond a stop are none, but for what rounding adds to a cell */
  if (f->o->wall < 0 && x[0] < stop && x[0] > stop - grain) x[0] = stop;
  if (f->o->wall > 0 && x[1] > stop && x[1] < stop + grain) x[1] = stop;
  if ((f->o->wall < 0 && x[0] < stop) || (f->o->wall > 0 && x[1] > stop)) return SIZE_MAX;
  const double mirrored[2] = {-x[1], -x[0]};
  for (size_t k = 0; k < f->count; k++) {
    const double right[2] = {fmax(0, low[1]), high[1]}, left[2] = {fmax(0, -high[1]), -low[1]};
    const ss_haven *h = &f->haven[k];
    bool good = true;
    if (low[1] <= 0 && high[1] >= 0)
      good = (h->from < x[0] || (h->wall < 0 && h->from == x[0])) &&
             (x[1] < h->to || (h->wall > 0 && h->to == x[1]));
    if (good && high[1] > 0) good = ends_in(f, h->starts > 0 ? h->next : k, 1, x, right);
    if (good && low[1] < 0) good = ends_in(f, h->starts < 0 ? h->next : k, -1, mirrored, left);
    if (good) return k;
  }
  return SIZE_MAX;
}

bool ss_fences_stop(const ss_fences *f, double *at) {
  *at = f->o->stop;
  return f->o->wall != 0;
}

int64_t ss_fences_bounce(const ss_fences *f, size_t haven, size_t which) {
  const fence *a = &f->fence[haven][which];
  return a->count ? (int64_t)ldexp(a->w[0], GRAIN) : 0;
}

bool ss_fences_print(const ss_fences *f, size_t haven, size_t which, ss_text *out) {
  const fence *a = &f->fence[haven][which];
  if (a->count < 2) return false;
  for (size_t i = 0; i + 1 < a->count; i++)
    ss_text_addf(out, "%s%d %.0f %.0f", i ? " " : "", a->e[i], ldexp(a->w[i + 1], GRAIN),
                 ldexp(a->k[i], GRAIN));
  return true;
}
