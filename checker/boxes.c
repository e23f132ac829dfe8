/* boxes.c: trees of boxes, walked without search.
 *
 * A question is a list of conditions that a state may satisfy and an energy V, or none. A tree
 * shows that no state of the root satisfies all conditions with V < level. It is text, from the
 * root downwards: a letter cuts the box across that variable at lo/2 + hi/2, in doubles, the lower
 * half first; what stands at a leaf is the fact that must hold there. Both halves of a cut share
 * it, so that the leaves cover the root whatever the text says.
 *
 *     ^           V >= level
 *     (w0 w1 …)   V - sum w_i f_i >= level, or without V: sum w_i f_i < 0; w_i >= 0 unless f_i = 0
 *     c␣          condition c is false
 *     .           condition 0, f >= 0, is false by the curvature of f near the rest point
 *
 * Over a leaf f is enclosed by its values, by f(c) + f'(box) d, d = x - c, and, where second
 * derivatives are had, by f(c) + f'(c) d + d^T f''(box) d/2, c being the middle. Another program's
 * enclosures may have been narrower: a leaf that is not confirmed as a whole is halved, DEPTH times
 * and into PIECES parts at the most, and all parts must have its fact.
 */
#include <math.h>
#include <stdlib.h>

#include "check.h"

enum { P = BOX_BITS, DEPTH = 60, PIECES = 5000 };

typedef struct leaf {
  char fact;        /* ^ ( . or # */
  size_t condition; /* of # */
  double weight[MOST_CONDITIONS];
  size_t pieces; /* into which it was cut */
} leaf;

/* ---- enclosures ------------------------------------------------------------------------------ */

/* sum w_i f_i as a Taylor polynomial, over the box or at its middle. */
static arb_srcptr weigh(run *r, bool middle, size_t count, node *const *f, const double *w) {
  arb_ptr sum = r->space.spare[2 + middle];
  arb_t factor;
  arb_init(factor);
  r->space.middle = middle;
  _arb_vec_zero(sum, (slong)taylor_length(r));
  for (size_t i = 0; i < count; i++) {
    if (w[i] == 0) continue;
    arb_srcptr own = taylor_of(r, f[i]);
    arb_set_d(factor, w[i]);
    add_value(sum, factor, own);
    for (size_t j = 1; j < taylor_length(r); j++) add_product(sum + j, factor, own + j);
  }
  arb_clear(factor);
  return sum;
}

/* sum = what is in both, if the other is known at all; roundings do not take its sign away. */
static void narrow(arb_t sum, const arb_t other) {
  arb_t both;
  arb_init(both);
  if (arb_is_finite(sum) && arb_is_finite(other) && arb_intersection(both, sum, other, P) &&
      arb_is_nonnegative(both) >= arb_is_nonnegative(sum) &&
      arb_is_nonpositive(both) >= arb_is_nonpositive(sum))
    arb_swap(sum, both);
  arb_clear(both);
}

void enclose_sum(run *r, size_t count, node *const *f, const double *w, arb_t sum) {
  const space *s = &r->space;
  arb_srcptr middle = weigh(r, true, count, f, w), wide = weigh(r, false, count, f, w);
  arb_srcptr d = s->offset;
  arb_t first, second, t;
  arb_init(first);
  arb_init(second);
  arb_init(t);
  arb_set(sum, wide);
  arb_set(first, middle);
  arb_set(second, middle);
  for (size_t i = 0; i < s->k; i++) {
    add_product(first, wide + 1 + i, d + i);
    if (s->order < 2) continue;
    add_product(second, middle + 1 + i, d + i);
    for (size_t j = 0; j <= i; j++) {
      arb_mul(t, d + i, d + j, P);
      if (i == j) raise_ball(t, d + i, 2);
      add_product(second, wide + place_of_pair(r, i, j), t);
    }
  }
  narrow(sum, first);
  if (s->order == 2) narrow(sum, second);
  arb_clear(first);
  arb_clear(second);
  arb_clear(t);
}

void enclose_one(run *r, node *f, arb_t value) {
  const double one = 1;
  enclose_sum(r, 1, &f, &one, value);
}

/* ---- matrices -------------------------------------------------------------------------------- */

/* A symmetric one is positive definite: L D L^T with all D > 0. It is overwritten. */
static bool is_definite(size_t n, arb_ptr A) {
  arb_t t;
  bool definite = true;
  arb_init(t);
  for (size_t k = 0; k < n && definite; k++) {
    definite = arb_is_positive(A + k * n + k);
    for (size_t i = k + 1; i < n && definite; i++) {
      arb_div(t, A + i * n + k, A + k * n + k, P);
      for (size_t j = k + 1; j <= i; j++) arb_submul(A + i * n + j, t, A + j * n + k, P);
    }
  }
  arb_clear(t);
  return definite;
}

/* Gauss' elimination, with the row whose entry is farthest from 0, finds n pivots. */
static bool is_independent(size_t m, size_t n, arb_ptr A) {
  bool good = m >= n;
  arb_t t;
  arf_t end, most;
  arb_init(t);
  arf_init(end);
  arf_init(most);
  for (size_t k = 0; k < n && good; k++) {
    size_t best = k;
    arf_zero(most);
    for (size_t i = k; i < m; i++) {
      arb_get_abs_lbound_arf(end, A + i * n + k, P);
      if (arf_cmp(end, most) <= 0) continue;
      best = i;
      arf_set(most, end);
    }
    good = arf_sgn(most) > 0;
    for (size_t j = 0; j < n && best != k; j++) arb_swap(A + k * n + j, A + best * n + j);
    for (size_t i = k + 1; i < m && good; i++) {
      arb_div(t, A + i * n + k, A + k * n + k, P);
      for (size_t j = k; j < n; j++) arb_submul(A + i * n + j, t, A + k * n + j, P);
    }
  }
  arb_clear(t);
  arf_clear(end);
  arf_clear(most);
  return good;
}

/* The matrix of a condition: not one that is asked about, in all of the box. */
static bool matrix_refutes(run *r, const box_condition *c) {
  const size_t n = c->columns, m = c->sense == 'M' ? n : c->rows;
  arb_ptr A = _arb_vec_init((slong)(m * n));
  for (size_t i = 0, f = 0; i < m; i++)
    for (size_t j = 0; j < (c->sense == 'M' ? i + 1 : n); j++)
      enclose_one(r, c->f[f++], A + i * n + j);
  const bool good = c->sense == 'M' ? is_definite(n, A) : is_independent(m, n, A);
  _arb_vec_clear(A, (slong)(m * n));
  return good;
}

/* ---- facts ----------------------------------------------------------------------------------- */

/* No state of the box satisfies it. */
static bool cannot_hold(run *r, const box_condition *c) {
  if (strchr("MR", c->sense)) return matrix_refutes(r, c);
  arb_t f;
  arb_init(f);
  enclose_one(r, c->f[0], f);
  const bool refuted = c->sense == '>'   ? arb_is_nonpositive(f)
                       : c->sense == 'g' ? arb_is_negative(f)
                                         : arb_is_finite(f) && !arb_contains_zero(f);
  arb_clear(f);
  return refuted;
}

/* sum w_i f_i - V + level <= 0, or without V: sum w_i f_i < 0 */
static bool mixture_holds(run *r, const box_question *q, const leaf *l) {
  node *f[MOST_CONDITIONS + 1];
  double w[MOST_CONDITIONS + 1];
  size_t count = 0;
  arb_t sum, level;
  for (size_t i = 0; i < q->conditions; i++) {
    if (l->weight[i] == 0) continue;
    f[count] = q->condition[i].f[0];
    w[count++] = l->weight[i];
  }
  f[count] = q->energy;
  w[count] = -1;
  arb_init(sum);
  arb_init(level);
  enclose_sum(r, count + (q->energy != NULL), f, w, sum);
  if (q->energy) arb_set_fmpq(level, q->level, P);
  arb_add(sum, sum, level, P);
  const bool holds = q->energy ? arb_is_nonpositive(sum) : arb_is_negative(sum);
  arb_clear(sum);
  arb_clear(level);
  return holds;
}

static bool fact_holds(run *r, const box_question *q, const leaf *l) {
  if (l->fact == '#' || l->fact == '.') return cannot_hold(r, &q->condition[l->condition]);
  return mixture_holds(r, q, l);
}

/* f, which is 0 and has no slope at the center, is negative on the box but there: by its second
 * derivatives on the hull of both. */
static bool is_near(run *r, const box_question *q, const double *low, const double *high) {
  const size_t n = q->states;
  double hull[2][MOST_VARIABLES];
  for (size_t j = 0; j < q->k; j++) {
    hull[0][j] = j < n ? fmin(low[j], q->center[0][j]) : low[j];
    hull[1][j] = j < n ? fmax(high[j], q->center[1][j]) : high[j];
  }
  enter_box(r, hull[0], hull[1]);
  r->space.middle = false;
  arb_srcptr f = taylor_of(r, q->condition[0].f[0]);
  arb_ptr A = _arb_vec_init((slong)(n * n));
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++)
      arb_mul_si(A + i * n + j, f + place_of_pair(r, i, j), i == j ? -2 : -1, P);
  const bool near = arb_is_finite(f) && is_definite(n, A);
  _arb_vec_clear(A, (slong)(n * n));
  return near;
}

/* How far a function changes along side j. */
static double change(run *r, node *f, size_t j, double width) {
  arb_srcptr slope = taylor_of(r, f) + 1 + j;
  const double size =
      fabs(arf_get_d(arb_midref(slope), ARF_RND_NEAR)) + mag_get_d(arb_radref(slope));
  return isfinite(size) ? size * width : 1e200 * width; /* unknown ones: the longest side */
}

/* The side along which the functions of the fact change most. */
static size_t widest(run *r, const box_question *q, const leaf *l, const double *low,
                     const double *high) {
  const bool one = strchr("#.", l->fact);
  size_t best = 0;
  double most = -1;
  r->space.middle = false;
  for (size_t j = 0; j < q->k; j++) {
    const double width = high[j] - low[j];
    double sum = !one && q->energy ? change(r, q->energy, j, width) : 0;
    for (size_t i = 0; i < q->conditions; i++) {
      const double weight = one ? i == l->condition : fabs(l->weight[i]);
      for (size_t k = 0; weight > 0 && k < q->condition[i].count; k++)
        sum += weight * change(r, q->condition[i].f[k], j, width);
    }
    if (sum > most) best = j;
    most = fmax(most, sum);
  }
  return best;
}

static bool holds_in_parts(run *r, const box_question *q, leaf *l, double *low, double *high,
                           size_t depth) {
  if (++r->steps > MOST_STEPS) malformed(r, "the trees are too large for this checker");
  r->boxes++;
  enter_box(r, low, high);
  if (fact_holds(r, q, l)) return true;
  const size_t j = widest(r, q, l, low, high);
  if (q->center[0] && l->condition == 0 && strchr("#.", l->fact) && is_near(r, q, low, high))
    return true;
  const double lo = low[j], hi = high[j], cut = lo / 2 + hi / 2;
  if (depth == DEPTH || ++l->pieces > PIECES || !(cut > lo && cut < hi)) return false;
  high[j] = cut;
  bool good = holds_in_parts(r, q, l, low, high, depth + 1);
  high[j] = hi;
  low[j] = cut;
  good = good && holds_in_parts(r, q, l, low, high, depth + 1);
  low[j] = lo;
  return good;
}

/* The other form of every function, and back. */
static void swap_forms(run *r, box_question *q) {
  if (q->conditions ? !q->condition[0].other : !q->other_energy) find_other_forms(r, q);
  for (size_t i = 0; i < q->conditions; i++) {
    node **other = q->condition[i].other;
    q->condition[i].other = q->condition[i].f;
    q->condition[i].f = other;
  }
  node *energy = q->energy;
  q->energy = q->other_energy;
  q->other_energy = energy;
  q->in_other = !q->in_other;
}

/* The form that has been cheaper; the other one is looked at once a leaf had to be cut. */
static bool prefers_other(const box_question *q) {
  if (!q->tried[1]) return q->was_cut;
  return q->cost[1] * q->tried[0] < q->cost[0] * q->tried[1];
}

static bool holds_in_form(run *r, box_question *q, leaf *l, double *low, double *high) {
  const size_t before = r->nodes;
  l->pieces = 0;
  const bool good = holds_in_parts(r, q, l, low, high, 0);
  q->cost[q->in_other] += r->nodes - before;
  q->tried[q->in_other]++;
  q->was_cut = q->was_cut || l->pieces > 0;
  return good;
}

static void verify_leaf(run *r, box_question *q, leaf *l, double *low, double *high) {
  r->leaves++;
  if (q->in_other != prefers_other(q)) swap_forms(r, q);
  if (holds_in_form(r, q, l, low, high)) return;
  swap_forms(r, q);
  if (!holds_in_form(r, q, l, low, high))
    refuted(r, "leaf %zu of a tree does not show what it says: '%c' does not hold in its box",
            r->leaves, l->fact);
}

/* ---- trees ----------------------------------------------------------------------------------- */

/* The weights of the conditions; matrices have none. */
static char *read_weights(run *r, const box_question *q, char *at, leaf *l) {
  for (size_t i = 0; i < q->conditions; i++) {
    const char sense = q->condition[i].sense, *from = at;
    l->weight[i] = strtod(from, &at);
    if (*from == ' ' || at == from || !isfinite(l->weight[i]) ||
        *at++ != (i + 1 < q->conditions ? ' ' : ')') ||
        (l->weight[i] != 0 && !strchr(">g=", sense)))
      malformed(r, "the weights of a box cannot be read");
    if (l->weight[i] < 0 && sense != '=') refuted(r, "a weight is negative");
  }
  return at;
}

/* The fact at a leaf; `at` goes behind it. */
static leaf read_leaf(run *r, const box_question *q, const char **at) {
  leaf l = {.fact = **at};
  char *end = (char *)*at + 1;
  bool good = (l.fact == '^' && q->energy) || (l.fact == '.' && q->center[0] && q->conditions);
  if (l.fact == '(' && q->conditions) {
    end = read_weights(r, q, end, &l);
    good = true;
  } else if (l.fact >= '0' && l.fact <= '9') {
    l.condition = strtoul(*at, &end, 10);
    good = *end == ' ' && (**at != '0' || end == *at + 1) && l.condition < q->conditions;
    l.fact = '#';
    end++;
  }
  if (!good) malformed(r, "a tree of boxes cannot be read");
  *at = end;
  return l;
}

static void walk(run *r, box_question *q, const char **at, double *low, double *high,
                 size_t depth) {
  const char sign = **at;
  const size_t j = sign >= 'a' && sign <= 'z'   ? (size_t)(sign - 'a')
                   : sign >= 'A' && sign <= 'Z' ? (size_t)(sign - 'A') + 26
                                                : SIZE_MAX;
  if (j == SIZE_MAX) {
    leaf l = read_leaf(r, q, at);
    return verify_leaf(r, q, &l, low, high);
  }
  if (j >= q->k || depth == MOST_NESTING) malformed(r, "a tree of boxes cannot be read");
  const double lo = low[j], hi = high[j], cut = lo / 2 + hi / 2;
  if (!(cut > lo && cut < hi)) malformed(r, "a box is cut where it cannot be");
  ++*at;
  high[j] = cut;
  walk(r, q, at, low, high, depth + 1);
  high[j] = hi;
  low[j] = cut;
  walk(r, q, at, low, high, depth + 1);
  low[j] = lo;
}

node *add_extra(run *r, box_question *q, double low, const char *kind, size_t a, size_t b) {
  enum { LONGEST = 60 };
  item *it = new_room(r, 1, sizeof *it);
  char *name = new_room(r, LONGEST, 1);
  it->name = (token){'n', name, (size_t)snprintf(name, LONGEST, "%s %zu %zu", kind, a, b), 0};
  node *e = new_room(r, 1, sizeof *e);
  if (q->k == COUNT(q->variable)) malformed(r, "too many variables");
  it->kind = PARAM;
  *e = (node){.op = 'r', .item = it};
  q->variable[q->k] = (box_variable){'r', it};
  q->high[q->k] = 1;
  q->low[q->k++] = low;
  return e;
}

void replay_tree(run *r, box_question *q, const char *tree) {
  double low[MOST_VARIABLES], high[MOST_VARIABLES];
  if (q->k == 0) add_extra(r, q, 0, "nothing", 0, 0);
  open_space(r, q->k, q->curved ? 2 : 1, q->variable);
  memcpy(low, q->low, sizeof low);
  memcpy(high, q->high, sizeof high);
  if (!tree) {
    leaf only = {.fact = '#'};
    return verify_leaf(r, q, &only, low, high);
  }
  walk(r, q, &tree, low, high, 0);
  if (*tree) malformed(r, "a tree of boxes does not end where it should");
}
