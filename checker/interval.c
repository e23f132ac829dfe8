/* interval.c: where a formula lies while the parameters are anywhere in their ranges.
 *
 * The parameters with a range in which the formula is affine (the first ten of them) are put at
 * their ends, the others stand for all of their range, and the formula is evaluated in intervals
 * with rational ends; the hull over the 2^k corners contains every value, because an affine
 * function of one parameter has its extremes at the ends, whatever the others are. Affine is what
 * the tree shows: degree 1 by the rules for sums and products, not in a denominator or a function.
 * What a formula is divided by, or takes a function of, is also known by the same rule for itself
 * over the whole box.
 *
 * Sums, products, quotients and integer powers are exact; functions are Arb's at 256 bits, at the
 * ends where they are monotone, else over the whole interval. A formula that leaves the domain of
 * a function, or divides by an interval with 0 in it, has none. Cost: 2^k walks over the tree.
 */
#include "check.h"

enum { MOST_CORNER_PARAMETERS = 10 };

static const struct {
  const char *name;
  char code;
  unsigned char arguments;
  bool monotone;
  void (*f)(arb_t, const arb_t, slong);
} functions[] = {
    {"sin", 's', 1, false, arb_sin},  {"cos", 'c', 1, false, arb_cos},
    {"tan", 't', 1, false, arb_tan},  {"asin", 'S', 1, true, arb_asin},
    {"acos", 'C', 1, true, arb_acos}, {"atan", 'T', 1, true, arb_atan},
    {"tanh", 'h', 1, true, arb_tanh}, {"exp", 'e', 1, true, arb_exp},
    {"log", 'l', 1, true, arb_log},   {"sqrt", 'q', 1, true, arb_sqrt},
    {"abs", '|', 1, false, NULL},     {"sign", 'g', 1, false, NULL},
    {"min", 'm', 2, false, NULL},     {"max", 'M', 2, false, NULL},
    {"atan2", 'a', 2, false, NULL},   {"ddt", 'd', 1, false, NULL},
};

char find_function(token name, size_t arguments) {
  for (size_t i = 0; i < COUNT(functions); i++)
    if (token_is(name, functions[i].name) && functions[i].arguments == arguments)
      return functions[i].code;
  return 0;
}

static size_t place_of(char code) {
  size_t i = 0;
  while (i < COUNT(functions) && functions[i].code != code) i++;
  return i;
}

bool is_monotone(char code) {
  return functions[place_of(code)].monotone;
}

/* ---- intervals ------------------------------------------------------------------------------- */

interval new_interval(run *r) {
  fmpq *ends = entry(new_matrix(r, 1, 2), 0, 0);
  return (interval){ends, ends + 1};
}

bool is_exact(interval x) {
  return fmpq_equal(x.low, x.high);
}

bool has_zero(interval x) {
  return fmpq_sgn(x.low) * fmpq_sgn(x.high) <= 0;
}

void widen(interval hull, const fmpq *x, bool first) {
  if (first || fmpq_cmp(x, hull.low) < 0) fmpq_set(hull.low, x);
  if (first || fmpq_cmp(x, hull.high) > 0) fmpq_set(hull.high, x);
}

void meet(interval x, interval y) {
  if (fmpq_cmp(y.low, x.low) > 0) fmpq_set(x.low, y.low);
  if (fmpq_cmp(y.high, x.high) < 0) fmpq_set(x.high, y.high);
}

static void copy(interval z, interval x) {
  fmpq_set(z.low, x.low);
  fmpq_set(z.high, x.high);
}

/* The products of the ends. z is neither x nor y. */
static void multiply_intervals(interval z, interval x, interval y) {
  fmpq_t end;
  fmpq_init(end);
  for (size_t i = 0; i < 4; i++) {
    fmpq_mul(end, i & 1 ? x.high : x.low, i & 2 ? y.high : y.low);
    widen(z, end, i == 0);
  }
  fmpq_clear(end);
}

static bool divide_intervals(interval z, interval x, interval y) {
  fmpq_t end;
  if (has_zero(y)) return false;
  fmpq_init(end);
  for (size_t i = 0; i < 4; i++) {
    fmpq_div(end, i & 1 ? x.high : x.low, i & 2 ? y.high : y.low);
    widen(z, end, i == 0);
  }
  fmpq_clear(end);
  return true;
}

/* x^k for an integer k: an even power has its smallest value at 0. */
static bool raise_interval(interval z, interval x, slong k) {
  fmpq_t end;
  if (k < 0 && has_zero(x)) return false;
  fmpq_init(end);
  bool passes = k > 0 && k % 2 == 0 && has_zero(x);
  fmpq_pow_si(end, x.low, k);
  widen(z, end, true);
  fmpq_pow_si(end, x.high, k);
  widen(z, end, false);
  if (passes) fmpq_zero(z.low);
  fmpq_clear(end);
  return true;
}

/* ---- functions ------------------------------------------------------------------------------- */

/* What is too large or too small to be written out is no interval. */
static bool round_ball(interval z, const arb_t ball, bool first) {
  arf_t end[2];
  fmpq_t x;
  bool good = true;
  fmpq_init(x);
  arf_init(end[0]);
  arf_init(end[1]);
  arb_get_interval_arf(end[0], end[1], ball, BITS);
  for (size_t i = 0; i < 2 && good; i++) {
    bool extreme = arf_cmpabs_2exp_si(end[i], 2000) > 0 || arf_cmpabs_2exp_si(end[i], -2000) < 0;
    good = arf_is_finite(end[i]) && (!extreme || arf_is_zero(end[i]));
    if (good) arf_get_fmpq(x, end[i]);
    if (good) widen(z, x, first && i == 0);
  }
  fmpq_clear(x);
  arf_clear(end[0]);
  arf_clear(end[1]);
  return good;
}

bool evaluate_function(char code, arb_t z, const arb_t x, const arb_t y) {
  const size_t i = place_of(code);
  if (i == COUNT(functions) || code == 'd') return false; /* ddt is no function of numbers */
  if (functions[i].f) functions[i].f(z, x, BITS);
  if (code == 'a') arb_atan2(z, x, y, BITS);
  if (code == '|') arb_abs(z, x);
  if (code == 'g') arb_sgn(z, x);
  if (code == 'm') arb_min(z, x, y, BITS);
  if (code == 'M') arb_max(z, x, y, BITS);
  return arb_is_finite(z);
}

void set_ball(arb_t ball, interval x, slong bits) {
  arb_t other;
  arb_init(other);
  arb_set_fmpq(ball, x.low, bits);
  arb_set_fmpq(other, x.high, bits);
  arb_union(ball, ball, other, bits);
  arb_clear(other);
}

/* The value at one end or, with low and high, between them. */
static bool take_ball(interval z, char code, const fmpq *low, const fmpq *high, interval y,
                      bool first) {
  arb_t ball, other;
  arb_init(ball);
  arb_init(other);
  set_ball(ball, (interval){(fmpq *)low, (fmpq *)high}, BITS);
  set_ball(other, y, BITS);
  bool good = evaluate_function(code, ball, ball, other) && round_ball(z, ball, first);
  arb_clear(ball);
  arb_clear(other);
  return good;
}

/* The root of a rational square is rational. */
static bool take_root(interval z, const fmpq *x, bool first) {
  fmpq_t root;
  if (fmpq_sgn(x) < 0) return false;
  if (!fmpz_is_square(fmpq_numref(x)) || !fmpz_is_square(fmpq_denref(x)))
    return take_ball(z, 'q', x, x, (interval){(fmpq *)x, (fmpq *)x}, first);
  fmpq_init(root);
  fmpz_sqrt(fmpq_numref(root), fmpq_numref(x));
  fmpz_sqrt(fmpq_denref(root), fmpq_denref(x));
  widen(z, root, first);
  fmpq_clear(root);
  return true;
}

/* |x|, sign x, the smaller and the larger one. */
static void choose_ends(char code, interval x, interval y, interval z) {
  const bool least = code == 'm';
  if (code == '|') {
    const bool low = fmpq_sgn(x.low) >= 0, high = fmpq_sgn(x.high) <= 0;
    fmpq_t end;
    fmpq_init(end);
    fmpq_abs(end, x.low);
    widen(z, end, true);
    fmpq_abs(end, x.high);
    widen(z, end, false);
    if (!low && !high) fmpq_zero(z.low);
    fmpq_clear(end);
  } else if (code == 'g') {
    fmpq_set_si(z.low, fmpq_sgn(x.low), 1);
    fmpq_set_si(z.high, fmpq_sgn(x.high), 1);
  } else {
    fmpq_set(z.low, (fmpq_cmp(x.low, y.low) < 0) == least ? x.low : y.low);
    fmpq_set(z.high, (fmpq_cmp(x.high, y.high) < 0) == least ? x.high : y.high);
  }
}

bool apply_range(run *r, char code, interval x, interval y, interval z) {
  static const fmpq one = {1, 1}, minus = {-1, 1};
  (void)r;
  if (strchr("|gmM", code)) return choose_ends(code, x, y, z), true;
  if (code == 'q') return take_root(z, x.low, true) && take_root(z, x.high, false);
  if (is_monotone(code))
    return take_ball(z, code, x.low, x.low, y, true) &&
           take_ball(z, code, x.high, x.high, y, false);
  if (!take_ball(z, code, x.low, x.high, y, true)) return false;
  if (code == 's' || code == 'c') meet(z, (interval){(fmpq *)&minus, (fmpq *)&one});
  return true;
}

/* ---- powers ---------------------------------------------------------------------------------- */

/* k, where x is k or k/2 with a small integer k; *half says which. */
static bool is_small_power(interval x, slong *k, bool *half) {
  const fmpz *above = fmpq_numref(x.low), *below = fmpq_denref(x.low);
  if (!is_exact(x) || fmpz_cmp_si(below, 2) > 0 || fmpz_cmpabs(above, (fmpz[]){MOST_POWER}) > 0)
    return false;
  *k = fmpz_get_si(above);
  *half = !fmpz_is_one(below);
  return true;
}

/* x^y: integer powers, powers of the root, exp(y log x). */
static bool apply_power(run *r, interval x, interval y, interval z) {
  interval root = new_interval(r), product = new_interval(r);
  bool half;
  slong k;
  if (!is_small_power(y, &k, &half))
    return fmpq_sgn(x.low) > 0 && apply_range(r, 'l', x, x, root) &&
           (multiply_intervals(product, root, y), apply_range(r, 'e', product, y, z));
  if (half && !apply_range(r, 'q', x, x, root)) return false;
  return raise_interval(z, half ? root : x, k);
}

/* ---- the tree at a corner -------------------------------------------------------------------- */

static bool evaluate_now(run *r, node *e);

/* An argument that must be in a domain: what the rule says of it counts too. */
static bool evaluate_argument(run *r, node *e) {
  if (!evaluate_now(r, e)) return false;
  if (e->asked && e->has_range) meet(e->now, e->range);
  return true;
}

static bool combine(run *r, node *e) {
  const bool plain = strchr("+-*n", e->op) != NULL;
  node *b = e->b ? e->b : e->a;
  bool good =
      plain ? evaluate_now(r, e->a) && evaluate_now(r, b)
            : (e->op == '/' ? evaluate_now : evaluate_argument)(r, e->a) && evaluate_argument(r, b);
  if (!good) return false;
  const interval x = e->a->now, y = b->now, z = e->now;
  switch (e->op) {
  case '+': fmpq_add(z.low, x.low, y.low), fmpq_add(z.high, x.high, y.high); return true;
  case '-': fmpq_sub(z.low, x.low, y.high), fmpq_sub(z.high, x.high, y.low); return true;
  case 'n': fmpq_neg(z.low, x.high), fmpq_neg(z.high, x.low); return true;
  case '*': multiply_intervals(z, x, y); return true;
  case '/': return divide_intervals(z, x, y);
  case '^': return apply_power(r, x, y, z);
  default: return apply_range(r, e->op, x, y, z);
  }
}

static bool is_short(interval x) {
  return fmpq_height_bits(x.low) <= MOST_BITS && fmpq_height_bits(x.high) <= MOST_BITS;
}

static bool evaluate_now(run *r, node *e) {
  if (e->stamp == r->stamp) return e->good;
  if (++r->steps > MOST_STEPS) malformed(r, "the formulas are too large for this checker");
  if (!e->now.low) e->now = new_interval(r);
  e->stamp = r->stamp;
  e->good = true;
  if (e->op == '0')
    widen(e->now, e->number, true);
  else if (e->op == 'r')
    copy(e->now, e->item->now);
  else if (e->op == 'P')
    e->good = take_ball(e->now, 'C', &(fmpq){-1, 1}, &(fmpq){-1, 1}, e->now, true); /* acos(-1) */
  else
    e->good = combine(r, e) && is_short(e->now);
  return e->good;
}

/* ---- the rule -------------------------------------------------------------------------------- */

/* The degree of a formula in a parameter with a range, as its tree shows it; 2 stands for more. */
static int degree_in(run *r, node *e, const item *parameter) {
  if (e->degree_stamp == r->degree_stamp) return e->degree;
  int a = e->a ? degree_in(r, e->a, parameter) : 0, b = e->b ? degree_in(r, e->b, parameter) : 0;
  int degree = a || b ? 2 : 0;
  if (e->op == 'r') degree = e->item == parameter;
  if (e->op == '+' || e->op == '-' || e->op == 'n') degree = a > b ? a : b;
  if (e->op == '*') degree = a + b;
  if (e->op == '/' && !b) degree = a;
  e->degree_stamp = r->degree_stamp;
  return e->degree = degree > 2 ? 2 : degree;
}

/* Arguments of divisions and functions get their intervals first. */
static void prepare(run *r, node *e) {
  interval unused;
  if (e->ready) return;
  e->ready = true;
  if (e->a) prepare(r, e->a);
  if (e->b) prepare(r, e->b);
  if (strchr("0Prxu@+-*n", e->op)) return;
  if (e->a->fixed && e->op != '/') find_interval(r, e->a, &unused);
  if (e->b && e->b->fixed) find_interval(r, e->b, &unused);
}

/* The parameters that go to the corners; all others to the whole of their range. */
static size_t find_corners(run *r, node *e, item **corner) {
  size_t count = 0;
  for (item *it = NULL; (it = next_item(r, it, PARAM));) {
    if (!it->range.low) continue;
    r->degree_stamp++;
    it->now = it->range;
    if (count < MOST_CORNER_PARAMETERS && degree_in(r, e, it) == 1) corner[count++] = it;
  }
  return count;
}

static bool take_hull(run *r, node *e) {
  item *corner[MOST_CORNER_PARAMETERS];
  const size_t count = find_corners(r, e, corner);
  e->range = new_interval(r);
  for (size_t k = 0; k < (size_t)1 << count; k++) {
    for (size_t i = 0; i < count; i++) {
      fmpq *end = k >> i & 1 ? corner[i]->range.high : corner[i]->range.low;
      corner[i]->now = (interval){end, end};
    }
    r->stamp++;
    if (!evaluate_now(r, e)) return false;
    widen(e->range, e->now.low, k == 0);
    widen(e->range, e->now.high, false);
  }
  return true;
}

bool find_interval(run *r, node *e, interval *range) {
  if (!e->fixed) return false;
  prepare(r, e);
  if (!e->asked) e->has_range = take_hull(r, e);
  e->asked = true;
  *range = e->range;
  return e->has_range;
}
