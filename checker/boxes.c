/* boxes.c: trees of boxes, walked without search.
 *
 * A tree is text, from the root downwards: a letter cuts the box across that variable at
 * lo/2 + hi/2, in doubles, the lower half first; what stands at a leaf is the fact that must hold
 * there. Both halves of a cut share it, so that the leaves cover the root whatever the text says.
 *
 *     ^           V >= level                      .    by the curvature near the rest point
 *     (w0 w1 …)   V - sum w_i f_i >= level, or without V: sum w_i f_i < 0; w_i >= 0
 *     c␣          condition c is false: f_c < 0, or the matrix is positive definite
 *
 * Functions are enclosed over a leaf by their values and by Taylor's formula. Another
 * program's enclosures may have been narrower than ours: a leaf that is not confirmed as a whole is
 * halved, MOST_HALVINGS times at the most, and all its parts must have the same fact.
 */
#include <math.h>
#include <stdlib.h>

#include "check.h"

enum { P = TAYLOR_BITS, MIDDLE = MOST_VARIABLES + 1 };

/* What must hold: sum weight_i f_i < 0, or + level <= 0; or the fact's own meaning. */
typedef struct leaf {
  char fact;
  bool level;
  double weight[MOST_FUNCTIONS];
} leaf;

void enter_box(run *r, const double *lo, const double *hi) {
  arf_t end[2];
  arf_init(end[0]);
  arf_init(end[1]);
  for (size_t i = 0; i < r->space.k; i++) {
    arf_set_d(end[0], lo[i]);
    arf_set_d(end[1], hi[i]);
    arb_set_interval_arf(r->space.at + i, end[0], end[1], P);
  }
  arf_clear(end[0]);
  arf_clear(end[1]);
  r->space.stamp++;
}

/* The functions over the box, to the order `now`; r->space.at is set. */
static void evaluate_at(run *r, void (*form)(run *r), const double *lo, const double *hi,
                        size_t now) {
  enter_box(r, lo, hi);
  r->space.now = now;
  form(r);
}

/* sum_i w_i times the coefficient `at` of the functions, or of what they were at the middle. */
static void weigh(const question *q, const double *weight, arb_srcptr middle, size_t at,
                  arb_t sum) {
  arb_t w;
  arb_init(w);
  arb_zero(sum);
  for (size_t i = 0; i < q->functions; i++) {
    if (weight[i] == 0) continue;
    arb_set_d(w, weight[i]);
    arb_addmul(sum, w, middle ? middle + i * MIDDLE + at : q->function[i] + at, P);
  }
  arb_clear(w);
}

/* sum = what is in both, if the second is known at all. */
static void narrow(arb_t sum, const arb_t other) {
  if (arb_is_finite(sum) && arb_is_finite(other)) arb_intersection(sum, sum, other, P);
}

/* sum_i w_i f_i over the box, d = x - c: its values there, and f(c) + f'(box) d, and
 * f(c) + f'(c) d + d^T f''(box) d/2, in which whatever is of first order cancels exactly. */
static void combine(run *r, const question *q, const double *weight, arb_srcptr d, arb_t sum) {
  const space *s = &r->space;
  arb_t first, second, t, u;
  arb_init(first);
  arb_init(second);
  arb_init(t);
  arb_init(u);
  weigh(q, weight, NULL, 0, sum);
  weigh(q, weight, r->middle, 0, first);
  arb_set(second, first);
  for (size_t i = 0; i < s->k; i++) {
    weigh(q, weight, NULL, s->k - i, t);
    arb_addmul(first, t, d + i, P);
    weigh(q, weight, r->middle, s->k - i, t);
    arb_addmul(second, t, d + i, P);
    for (size_t j = i; j < s->k; j++) {
      weigh(q, weight, NULL, s->product[(s->k - i) * s->room + s->k - j], t);
      arb_mul(u, d + i, d + j, P);
      if (i == j) raise_ball(u, d + i, 2);
      arb_addmul(second, t, u, P);
    }
  }
  narrow(sum, first);
  narrow(sum, second);
  arb_clear(first);
  arb_clear(second);
  arb_clear(t);
  arb_clear(u);
}

bool balls_are_definite(run *r, arb_ptr *a, size_t n) {
  arb_ptr t = r->space.spare[0];
  for (size_t j = 0; j < n; j++) {
    for (size_t k = 0; k < j; k++) {
      arb_div(t, a[j * n + k], a[k * n + k], P);
      for (size_t i = j; i < n; i++) arb_submul(a[i * n + j], a[i * n + k], t, P);
    }
    if (!arb_is_positive(a[j * n + j])) return false;
  }
  return true;
}

/* The sign of the weighted sum of functions that a fact asks for. */
static bool is_signed(run *r, const question *q, const leaf *l, const double *lo,
                      const double *hi) {
  double middle[MOST_VARIABLES];
  arb_t sum, least;
  arb_init(sum);
  arb_init(least);
  for (size_t j = 0; j < r->space.k; j++) middle[j] = lo[j] / 2 + hi[j] / 2;
  void (*form)(run * r) = l->fact == '^' && q->light ? q->light : q->form;
  evaluate_at(r, form, middle, middle, 1);
  for (size_t i = 0; i < q->functions; i++)
    _arb_vec_set(r->middle + i * MIDDLE, q->function[i], (slong)r->space.k + 1);
  arb_ptr offset = r->middle + MOST_FUNCTIONS * MIDDLE;
  for (size_t j = 0; j < r->space.k; j++) arb_set(offset + j, r->space.at + j);
  evaluate_at(r, form, lo, hi, 2);
  for (size_t j = 0; j < r->space.k; j++) arb_sub(offset + j, r->space.at + j, offset + j, P);
  combine(r, q, l->weight, offset, sum);
  if (l->level) arb_set_fmpq(least, q->level, P);
  arb_add(sum, sum, least, P);
  const bool good = l->level ? arb_is_nonpositive(sum) : arb_is_negative(sum);
  arb_clear(sum);
  arb_clear(least);
  return good;
}

static bool holds(run *r, const question *q, const leaf *l, const double *lo, const double *hi) {
  if (l->fact == 'M') { /* its functions are the matrix */
    evaluate_at(r, q->form, lo, hi, 0);
    return balls_are_definite(r, (arb_ptr *)q->function, q->columns);
  }
  /* the first condition may also be false for its curvature */
  const bool first = strchr("0.", l->fact) && l->weight[q->objective] > 0;
  return is_signed(r, q, l, lo, hi) || (first && q->near && q->near(r, lo, hi));
}

/* Halves a leaf across the variable that is widest, in parts of the root. */
static void verify_leaf(run *r, const question *q, const leaf *l, const double *lo,
                        const double *hi, size_t halvings) {
  double low[MOST_VARIABLES], high[MOST_VARIABLES], widest = 0;
  size_t axis = 0;
  r->boxes++;
  if (holds(r, q, l, lo, hi)) return;
  for (size_t j = 0; j < r->space.k; j++) {
    const double width = (hi[j] - lo[j]) / fmax(q->hi[j] - q->lo[j], 1e-300);
    if (width > widest) axis = j;
    widest = fmax(widest, width);
  }
  const double cut = lo[axis] / 2 + hi[axis] / 2;
  if (halvings == 0 || !(cut > lo[axis] && cut < hi[axis])) {
    refuted(r, "the fact '%c' does not hold in the box around %.6g, %.6g, ...", l->fact,
            lo[0] / 2 + hi[0] / 2, lo[r->space.k - 1] / 2 + hi[r->space.k - 1] / 2);
    return;
  }
  memcpy(low, lo, sizeof low);
  memcpy(high, hi, sizeof high);
  low[axis] = high[axis] = cut;
  verify_leaf(r, q, l, lo, high, halvings - 1);
  verify_leaf(r, q, l, low, hi, halvings - 1);
}

/* The fact at a leaf; `at` goes behind it. */
static leaf read_leaf(run *r, const question *q, const char **at) {
  leaf l = {.fact = **at};
  char *end = (char *)*at + 1;
  const size_t first = q->objective; /* conditions are the functions behind the objective */
  if (l.fact == '^' || l.fact == '(') l.level = q->objective;
  if (l.level) l.weight[0] = -1;
  if (l.fact == '(') {
    for (size_t i = first; i < q->functions; i++) {
      l.weight[i] = strtod(end, &end);
      if (!(l.weight[i] >= 0) || !isfinite(l.weight[i]) ||
          *end != (i + 1 < q->functions ? ' ' : ')'))
        malformed(r, "the weights of a box cannot be read");
      end++;
    }
  } else if (l.fact >= '0' && l.fact <= '9') {
    const unsigned long c = strtoul(*at, &end, 10);
    if (*end != ' ' || (**at == '0' && end != *at + 1) ||
        (q->columns ? c != 0 : c >= q->functions - first))
      malformed(r, "the condition of a box cannot be read");
    end++;
    l.fact = q->columns ? 'M' : '0';
    if (!q->columns) l.weight[first + c] = 1;
  }
  if (l.fact == '.') l.weight[first] = 1;
  if (!strchr("^.(0M", l.fact) || (l.fact == '.' && !q->near) || (l.fact == '^' && !q->objective) ||
      (l.fact == '(' && q->columns))
    malformed(r, "a tree of boxes cannot be read");
  *at = end;
  return l;
}

static void walk(run *r, const question *q, const char **at, double *lo, double *hi, size_t depth) {
  const char sign = **at;
  const size_t axis = sign >= 'a' && sign <= 'z'   ? (size_t)(sign - 'a')
                      : sign >= 'A' && sign <= 'Z' ? (size_t)(sign - 'A') + 26
                                                   : SIZE_MAX;
  if (axis == SIZE_MAX) {
    const leaf l = read_leaf(r, q, at);
    r->leaves++;
    return verify_leaf(r, q, &l, lo, hi, MOST_HALVINGS);
  }
  if (axis >= r->space.k || depth == 0) malformed(r, "a tree of boxes cannot be read");
  const double low = lo[axis], high = hi[axis], cut = low / 2 + high / 2;
  if (!(cut > low && cut < high)) malformed(r, "a box is cut where it cannot be");
  ++*at;
  hi[axis] = cut;
  walk(r, q, at, lo, hi, depth - 1);
  hi[axis] = high;
  lo[axis] = cut;
  walk(r, q, at, lo, hi, depth - 1);
  lo[axis] = low;
}

void verify_tree(run *r, const question *q, const json_t *tree) {
  enum { MOST_CUTS = 1000 };
  double lo[MOST_VARIABLES], hi[MOST_VARIABLES];
  const char *at = json_string_value(tree);
  if (!at) malformed(r, "a tree of boxes is expected");
  memcpy(lo, q->lo, sizeof lo);
  memcpy(hi, q->hi, sizeof hi);
  if (!r->middle) r->middle = new_balls(r, (MOST_FUNCTIONS + 1) * MIDDLE);
  walk(r, q, &at, lo, hi, MOST_CUTS);
  if (*at) malformed(r, "a tree of boxes does not end where it should");
}
