/* pwl_walk.c: motions of a piecewise linear machine, without records.
 *
 * The walk multiplies the state with exp(A_m h), |A_m| h <= 1/2, and looks at the watched numbers f
 * (pwl.c) at both ends of the step. Between them f deviates from its chord by at most h^2/8 times
 * its largest second derivative c, and c from its own chord by h^2/8 times the fourth, for which
 * there is a bound a mode. So
 *
 *     min(g_0, g_1) > h^2/8 (max(|c_0|, |c_1|) + h^2/8 |x| bend)
 *
 * proves that the guard g = s f, or mu N - |f|, has no root in the step. Where that is not so, f
 * becomes a polynomial by the series of the flow, and the first root is approached from the left:
 * from g(s), its slope and a bound B on its second derivative the next point is the root of
 * g + slope d - B d^2 / 2, which never passes a root and converges quadratically to a simple one.
 * At the first root of all, the elements without slip velocity are given the first mode that the
 * laws at acceleration level allow (the least violated one, when rounding leaves none).
 *
 * An element that has just begun to slip has g = 0 up to rounding: (g - g(0)) / s is searched then.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "pwl_tables.h"

/* Sizes, handed down by value: where they are constants the compiler unrolls everything. */
typedef struct shape {
  size_t n, lead, frictions;
} shape;

typedef struct walk {
  const ss_pwl *pwl;
  double *x, *next, *d;                  /* state, state after the step, series */
  double now[2 * SS_PWL_FRICTIONS_MOST]; /* watched numbers, then curves, at x */
  double then[2 * SS_PWL_FRICTIONS_MOST];
  double sag[SS_PWL_FRICTIONS_MOST]; /* how far a watched number may leave its chord */
  double t, size;                    /* the time; the largest number in x */
  size_t m;
  unsigned fresh;         /* bits: elements that just began to slip */
  size_t switches, stuck; /* switches; those in a row at one instant */
} walk;

/* Inline: the library's fmin and fmax are calls. */
static inline double smaller(double a, double b) {
  return a < b ? a : b;
}

static inline double larger(double a, double b) {
  return a > b ? a : b;
}

/* ---- polynomials ----------------------------------------------------------------------------- */

/* p(s) and its slope. */
static inline double evaluate(const double *p, size_t terms, double s, double *slope) {
  double value = p[terms - 1], d = 0;
  for (size_t j = terms - 1; j-- > 0;) {
    d = d * s + value;
    value = value * s + p[j];
  }
  *slope = d;
  return value;
}

/* How many of the terms matter on [0, h], and a bound on the second derivative there. */
static inline size_t measure(const double *p, double h, double *bend) {
  double power = 1, size = 0, term[SS_AFFINE_TERMS], sum = 0;
  for (size_t j = 0; j < SS_AFFINE_TERMS; j++, power *= h) {
    term[j] = fabs(p[j]) * power;
    size = larger(size, term[j]);
    sum += (double)(j * j - j) * term[j];
  }
  *bend = sum / (h * h);
  size_t terms = SS_AFFINE_TERMS;
  while (terms > 2 && term[terms - 1] < 1e-18 * size) terms--;
  return terms;
}

enum { APPROACHES_MOST = 200 };

/* The first root of p in [0, h], or INFINITY; p is not negative at 0. `fresh`: p starts at 0 and
 * the next root is meant. */
static inline double find_first_root(double *p, double h, bool fresh) {
  double bend, s = 0;
  if (fresh) {
    memmove(p, p + 1, (SS_AFFINE_TERMS - 1) * sizeof *p);
    p[SS_AFFINE_TERMS - 1] = 0;
  }
  const size_t terms = measure(p, h, &bend);
  for (int round = 0; round < APPROACHES_MOST; round++) {
    double slope;
    const double value = evaluate(p, terms, s, &slope);
    if (value <= 0) return s;
    /* value + slope d - bend d^2 / 2 = 0, without cancellation */
    const double root = sqrt(slope * slope + 2 * bend * value);
    const double d = slope > 0 ? (slope + root) / bend : 2 * value / (root - slope);
    if (!(s + d <= h)) return INFINITY;
    if (d <= 1e-16 * h) return s + d;
    s += d;
  }
  return s;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* A row without its constant. */
static inline double multiply(size_t lead, const double *row, const double *x) {
  ss_four sum = {0};
  for (size_t j = 0; j < lead; j += 4)
    sum += *(const ss_four *)(row + j) * *(const ss_four *)(x + j);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

static inline double apply(shape z, const double *rows, size_t i, const double *x) {
  const double *row = rows + PWL_ROW(z.lead) * i;
  return multiply(z.lead, row, x) + row[z.lead];
}

/* Watched numbers, then curves, of the present mode at x. */
static inline void watch(shape z, const walk *w, const double *x, double *out) {
  const ss_pwl *pwl = w->pwl;
  const pwl_mode *mode = &pwl->mode[w->m];
  for (size_t i = 0; i < z.frictions; i++) {
    out[i] = apply(z, mode->watch, i, x);
    out[SS_PWL_FRICTIONS_MOST + i] = apply(z, mode->curve, i, x);
  }
}

/* The guard of element i, given its watched number. */
static inline double guard(const ss_pwl *pwl, size_t m, size_t i, double watched) {
  const int sign = pwl_sign(pwl_digit(pwl, m, i));
  return sign ? sign * watched : pwl->limit[i] - fabs(watched);
}

/* ---- modes ----------------------------------------------------------------------------------- */

/* How far from allowed is mode m for element i, which has no slip velocity? */
static inline double violate(shape z, const ss_pwl *pwl, size_t m, size_t i, const double *x) {
  const int sign = pwl_sign(pwl_digit(pwl, m, i));
  const double value = apply(z, pwl->mode[m].drive, i, x);
  return sign ? larger(0, -sign * value) : larger(0, fabs(value) - pwl->limit[i]);
}

/* The first allowed mode over all choices for the elements in `open` (bits). */
static void choose(shape z, walk *w, unsigned open) {
  const ss_pwl *pwl = w->pwl;
  size_t base = w->m, count = 1, best = w->m, free[SS_PWL_FRICTIONS_MOST], frees = 0;
  for (size_t i = 0; i < z.frictions; i++) {
    if (!(open >> i & 1)) continue;
    base -= pwl->place[i] * (size_t)pwl_digit(pwl, w->m, i);
    free[frees++] = i;
    count *= PWL_DIGITS;
  }
  double least = INFINITY;
  for (size_t c = 0; c < count && least > 0; c++) {
    size_t m = base, rest = c;
    double violation = 0;
    for (size_t k = 0; k < frees; k++, rest /= PWL_DIGITS)
      m += pwl->place[free[k]] * (rest % PWL_DIGITS);
    for (size_t k = 0; k < frees; k++)
      violation = larger(violation, violate(z, pwl, m, free[k], w->x));
    if (violation < least) least = violation, best = m;
  }
  w->m = best;
}

/* Elements without slip velocity, by the modes they are in, and `also`. */
static unsigned list_still(shape z, const walk *w, size_t also) {
  unsigned open = 1u << also;
  for (size_t i = 0; i < z.frictions; i++)
    if (pwl_digit(w->pwl, w->m, i) == PWL_HELD) open |= 1u << i;
  return open;
}

/* Element i's guard reached 0. */
static void switch_mode(shape z, walk *w, size_t i) {
  const ss_pwl *pwl = w->pwl;
  const size_t before = w->m;
  w->switches++;
  if (pwl_digit(pwl, w->m, i) == PWL_HELD) { /* slips against the force that held it */
    const bool pulled = apply(z, pwl->mode[w->m].drive, i, w->x) > 0;
    w->m += pwl->place[i] * (pulled ? PWL_MINUS : PWL_PLUS);
  } else {
    choose(z, w, list_still(z, w, i));
  }
  for (size_t k = 0; k < z.frictions; k++) {
    const int digit = pwl_digit(pwl, w->m, k);
    if (digit != PWL_HELD && (digit != pwl_digit(pwl, before, k) || k == i)) w->fresh |= 1u << k;
  }
  watch(z, w, w->x, w->now);
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* Elements (bits) whose guard may have a root within the step to w->next. */
static inline unsigned list_doubtful(shape z, walk *w, double h) {
  const ss_pwl *pwl = w->pwl;
  const double *bend = pwl->mode[w->m].bend;
  const double size = larger(1, w->size);
  unsigned doubtful = w->fresh;
  for (size_t i = 0; i < z.frictions; i++) {
    const size_t c = SS_PWL_FRICTIONS_MOST + i;
    const double curve = larger(fabs(w->now[c]), fabs(w->then[c])) + h * h / 8 * size * bend[i];
    const double least = smaller(guard(pwl, w->m, i, w->now[i]), guard(pwl, w->m, i, w->then[i]));
    w->sag[i] = h * h / 8 * curve;
    if (!(least > w->sag[i])) doubtful |= 1u << i;
  }
  return doubtful;
}

/* The guard of element i as a polynomial; a held one has two, `end` = +1 and -1. */
static inline void expand_guard(shape z, const walk *w, size_t i, int end, double *p) {
  const ss_pwl *pwl = w->pwl;
  const int sign = pwl_sign(pwl_digit(pwl, w->m, i));
  const double *row = pwl->mode[w->m].watch + PWL_ROW(z.lead) * i, factor = sign ? sign : -end;
  for (size_t j = 0; j < SS_AFFINE_TERMS; j++)
    p[j] = factor * multiply(z.lead, row, w->d + z.lead * j);
  if (!sign) p[0] += pwl->limit[i] * (1 + 1e-12) - end * row[z.lead];
}

/* Is this end of the friction's interval certainly not reached? */
static inline bool is_far(const walk *w, size_t i, int end) {
  const double reached = larger(end * w->now[i], end * w->then[i]);
  return w->pwl->limit[i] - reached > w->sag[i];
}

/* The first root within h of the doubtful guards; *which is its element. */
static inline double find_switch(shape z, walk *w, double h, unsigned doubtful, size_t *which) {
  const ss_pwl *pwl = w->pwl;
  double first = INFINITY, p[SS_AFFINE_TERMS];
  for (size_t i = 0; i < z.frictions; i++) {
    if (!(doubtful >> i & 1)) continue;
    const bool held = pwl_digit(pwl, w->m, i) == PWL_HELD;
    for (int end = held ? -1 : 1; end <= 1; end += 2) {
      if (held && is_far(w, i, end)) continue;
      expand_guard(z, w, i, end, p);
      const double s = find_first_root(p, smaller(h, first), w->fresh >> i & 1);
      if (s < first) first = s, *which = i;
    }
  }
  return first;
}

/* The state after the step becomes the present. */
static inline void accept(walk *w, double h) {
  double *x = w->x;
  w->x = w->next;
  w->next = x;
  w->t += h;
}

/* One whole step, or up to the next switch, or to the end. */
static inline void advance(shape z, walk *w, double end) {
  const pwl_mode *mode = &w->pwl->mode[w->m];
  const bool whole = end - w->t > mode->flow.step;
  const double h = whole ? mode->flow.step : end - w->t;
  unsigned doubtful = ~0u;
  size_t which = 0;
  if (whole) {
    ss_affine_apply(z.lead, 2 * z.n, mode->flow.E, w->x, w->next);
    watch(z, w, w->next, w->then);
    doubtful = list_doubtful(z, w, h);
  } else {
    for (size_t i = 0; i < z.frictions; i++) w->sag[i] = INFINITY;
  }
  double s = INFINITY;
  if (doubtful) {
    ss_affine_expand(z.lead, 2 * z.n, mode->flow.A, w->x, w->d);
    s = find_switch(z, w, h, doubtful, &which);
    if (s <= h || !whole) ss_affine_sum(z.lead, w->d, smaller(s, h), w->next);
  }
  accept(w, smaller(s, h));
  w->stuck = s > 1e-12 * h ? 0 : w->stuck + 1;
  if (w->stuck == 0) w->fresh = 0;
  if (s <= h)
    switch_mode(z, w, which);
  else
    memcpy(w->now, w->then, sizeof w->now);
}

/* ---- from start to end ----------------------------------------------------------------------- */

static void start(shape z, walk *w) {
  const ss_pwl *pwl = w->pwl;
  const double *velocity = pwl->mode[pwl->modes - 1].watch; /* all slip */
  unsigned still = 0;
  for (size_t i = 0; i < z.frictions; i++) {
    const double slip = apply(z, velocity, i, w->x);
    if (fabs(slip) > 1e-12)
      w->m += pwl->place[i] * (slip > 0 ? PWL_PLUS : PWL_MINUS);
    else
      still |= 1u << i;
  }
  if (still) choose(z, w, still);
  for (size_t i = 0; i < z.frictions; i++)
    if ((still >> i & 1) && pwl_digit(pwl, w->m, i) != PWL_HELD) w->fresh |= 1u << i;
  watch(z, w, w->x, w->now);
}

static inline bool rests(shape z, const walk *w) {
  const size_t n = z.n;
  if (w->m != 0) return false;
  const ss_affine *flow = &w->pwl->mode[0].flow;
  for (size_t k = n; k < 2 * n && !w->pwl->pinned; k++) {
    double rate = flow->A[k + flow->lead * 2 * n];
    for (size_t j = 0; j < 2 * n; j++) rate += flow->A[k + flow->lead * j] * w->x[j];
    if (fabs(w->x[k]) > 1e-10 || fabs(rate) > 1e-10) return false;
  }
  return true;
}

enum { STUCK_MOST = 100 };

/* Does the walk go on? */
static inline bool goes_on(shape z, walk *w, double end) {
  w->size = 0;
  for (size_t j = 0; j < z.lead; j++) w->size = larger(w->size, fabs(w->x[j]));
  return w->t < end && w->stuck < STUCK_MOST && w->size < 1e100;
}

size_t ss_pwl_work_size(const ss_pwl *pwl) {
  return pwl->lead * (2 + SS_AFFINE_TERMS);
}

double ss_pwl_step(const ss_pwl *pwl) {
  return pwl->mode[pwl->modes - 1].flow.step;
}

static inline bool walk_on(shape z, walk *w, double end) {
  start(z, w);
  bool resting = rests(z, w);
  while (!resting && goes_on(z, w, end)) {
    advance(z, w, end);
    resting = rests(z, w);
  }
  return resting;
}

/* Compiled for narrow and for wide vectors, with all that it calls, and for the usual sizes: one or
 * two coordinates with a friction each. */
#ifdef __clang__ /* which does not allow both at once */
#define WIDE __attribute__((flatten))
#else
#define WIDE __attribute__((target_clones("avx2", "default"), flatten))
#endif

WIDE static bool walk_to(walk *w, double end) {
  const shape any = {w->pwl->n, w->pwl->lead, w->pwl->frictions};
  const shape one = {1, 4, 1}, two = {2, 4, 2};
  if (any.n == 2 && any.frictions == 2) return walk_on(two, w, end);
  if (any.n == 1 && any.frictions == 1) return walk_on(one, w, end);
  return walk_on(any, w, end);
}

void ss_pwl_run(const ss_pwl *pwl, double *work, double *q, double *u, double end,
                ss_pwl_end *result) {
  const size_t n = pwl->n, lead = pwl->lead;
  assert(end >= 0 && ((uintptr_t)work & 63) == 0);
  walk w = {.pwl = pwl, .x = work, .next = work + lead, .d = work + 2 * lead};
  memset(work, 0, 2 * lead * sizeof *work);
  memcpy(w.x, q, n * sizeof *q);
  memcpy(w.x + n, u, n * sizeof *u);
  bool finite = true;
  for (size_t j = 0; j < lead; j++) finite &= isfinite(w.x[j]) != 0;
  const bool resting = finite && walk_to(&w, end);
  if (resting && pwl->pinned) memset(w.x + n, 0, n * sizeof *u);
  memcpy(q, w.x, n * sizeof *q);
  memcpy(u, w.x + n, n * sizeof *u);
  *result = (ss_pwl_end){
      .rests = resting, .held = resting && pwl->pinned, .t = w.t, .switches = w.switches};
}
