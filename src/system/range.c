/* range.c: where a formula lies while parameters are anywhere in their ranges.
 *
 * The rule of docs/certificate.md: parameters in which the formula is affine (at most ten) go to
 * the ends of their ranges, all others stand for the whole of theirs; the formula is evaluated in
 * intervals with rational ends, and the hull over the 2^k corners is taken. So a sum or product of
 * ranges is exact, a damping in [0, 1] is not negative, and a parameter that occurs once below a
 * root or in a square is bounded exactly too. Balls would not do: that of [0, 1] squared reaches
 * below 0.
 *
 * A node's arguments have smaller numbers: everything is a loop over the nodes below a formula, in
 * their order. Arguments of divisions and functions are asked for by the same rule first. Cost: 2^k
 * times the nodes. Functions are Arb's at 256 bits.
 */
#include "range.h"

#include <arb.h>
#include <stdlib.h>
#include <string.h>

enum { PRECISION = 256, CORNERS = 10, MOST_POWER = 1000, MOST_BITS = 100000 };

/* ---- room ------------------------------------------------------------------------------------ */

ss_status ss_box_start(ss_box *box, const ss_graph *graph, size_t count, const ss_expr *symbol,
                       fmpq *low, fmpq *high) {
  *box = (ss_box){.graph = graph, .count = count, .symbol = symbol, .low = low, .high = high};
  return SS_OK;
}

void ss_box_clear(ss_box *box) {
  for (size_t i = 0; i < 2 * box->room; i++) {
    fmpq_clear(box->now + i);
    fmpq_clear(box->found + i);
  }
  free(box->now);
  free(box->found);
  free(box->asked);
  free(box->good);
  free(box->degree);
  *box = (ss_box){0};
}

static bool grow(void **array, size_t from, size_t to, size_t size) {
  void *more = realloc(*array, to * size);
  if (!more) return false;
  *array = more;
  memset((char *)more + from * size, 0, (to - from) * size);
  return true;
}

static bool make_room(ss_box *box) {
  const size_t from = box->room, to = 2 * ss_graph_count(box->graph);
  if (from >= ss_graph_count(box->graph)) return true;
  if (!grow((void **)&box->now, 2 * from, 2 * to, sizeof *box->now) ||
      !grow((void **)&box->found, 2 * from, 2 * to, sizeof *box->found) ||
      !grow((void **)&box->asked, from, to, 1) || !grow((void **)&box->good, from, to, 1) ||
      !grow((void **)&box->degree, from, to, 1))
    return false;
  for (size_t i = 2 * from; i < 2 * to; i++) {
    fmpq_init(box->now + i);
    fmpq_init(box->found + i);
  }
  box->room = to;
  return true;
}

/* The nodes below e and itself, in their order; a malloc'ed list. */
static ss_expr *list_nodes(const ss_box *box, ss_expr e, size_t *length) {
  uint8_t *marks = calloc(ss_graph_count(box->graph), 1);
  ss_expr *list = malloc(((size_t)e + 1) * sizeof *list);
  *length = 0;
  if (marks && list) {
    ss_expr_mark(box->graph, 1, &e, marks);
    for (ss_expr k = 1; k <= e; k++)
      if (marks[k]) list[(*length)++] = k;
  }
  free(marks);
  if (*length == 0) {
    free(list);
    return NULL;
  }
  return list;
}

/* ---- intervals: x[0] <= x[1] ----------------------------------------------------------------- */

static bool has_zero(const fmpq *x) {
  return fmpq_sgn(x) * fmpq_sgn(x + 1) <= 0;
}

static void take_in(fmpq *hull, const fmpq_t x, bool first) {
  if (first || fmpq_cmp(x, hull) < 0) fmpq_set(hull, x);
  if (first || fmpq_cmp(x, hull + 1) > 0) fmpq_set(hull + 1, x);
}

static void intersect(fmpq *x, const fmpq *y) {
  if (fmpq_cmp(y, x) > 0) fmpq_set(x, y);
  if (fmpq_cmp(y + 1, x + 1) < 0) fmpq_set(x + 1, y + 1);
}

/* x y or x / y: the extremes are among those of the ends. */
static void combine_ends(void (*operation)(fmpq_t, const fmpq_t, const fmpq_t), const fmpq *x,
                         const fmpq *y, fmpq *z) {
  fmpq_t end;
  fmpq_init(end);
  for (int i = 0; i < 4; i++) {
    operation(end, x + i % 2, y + i / 2);
    take_in(z, end, i == 0);
  }
  fmpq_clear(end);
}

static bool raise_to(const fmpq *x, slong k, fmpq *z) {
  fmpq_t end;
  if (k < 0 && has_zero(x)) return false;
  fmpq_init(end);
  for (int i = 0; i < 2; i++) {
    fmpq_pow_si(end, x + i, k);
    take_in(z, end, i == 0);
  }
  if (k > 0 && k % 2 == 0 && has_zero(x)) fmpq_zero(z);
  fmpq_clear(end);
  return true;
}

/* ---- functions ------------------------------------------------------------------------------- */

typedef void (*ball_function)(arb_t, const arb_t, slong);

static ball_function find_function(ss_op op, bool *monotone) {
  *monotone = op != SS_OP_SIN && op != SS_OP_COS && op != SS_OP_TAN;
  switch (op) {
  case SS_OP_SIN: return arb_sin;
  case SS_OP_COS: return arb_cos;
  case SS_OP_TAN: return arb_tan;
  case SS_OP_ASIN: return arb_asin;
  case SS_OP_ACOS: return arb_acos;
  case SS_OP_ATAN: return arb_atan;
  case SS_OP_SQRT: return arb_sqrt;
  case SS_OP_EXP: return arb_exp;
  case SS_OP_LOG: return arb_log;
  case SS_OP_TANH: return arb_tanh;
  default: return NULL;
  }
}

/* Takes the ends of a ball into z; false if they are too large or too small to be written out. */
static bool take_ball(const arb_t ball, fmpq *z, bool first) {
  arf_t end[2];
  fmpq_t x;
  bool good = arb_is_finite(ball);
  fmpq_init(x);
  arf_init(end[0]);
  arf_init(end[1]);
  if (good) arb_get_interval_arf(end[0], end[1], ball, PRECISION);
  for (int i = 0; i < 2 && good; i++) {
    good = arf_is_zero(end[i]) ||
           (arf_cmpabs_2exp_si(end[i], 2000) <= 0 && arf_cmpabs_2exp_si(end[i], -2000) >= 0);
    if (good) arf_get_fmpq(x, end[i]);
    if (good) take_in(z, x, first && i == 0);
  }
  fmpq_clear(x);
  arf_clear(end[0]);
  arf_clear(end[1]);
  return good;
}

static void set_ball(arb_t ball, const fmpq *low, const fmpq *high) {
  arb_t other;
  arb_init(other);
  arb_set_fmpq(ball, low, PRECISION);
  arb_set_fmpq(other, high, PRECISION);
  arb_union(ball, ball, other, PRECISION);
  arb_clear(other);
}

/* The root of a square is rational. */
static bool take_root(const fmpq *x, fmpq *z, bool first) {
  fmpq_t root;
  if (!fmpz_is_square(fmpq_numref(x)) || !fmpz_is_square(fmpq_denref(x))) return false;
  fmpq_init(root);
  fmpz_sqrt(fmpq_numref(root), fmpq_numref(x));
  fmpz_sqrt(fmpq_denref(root), fmpq_denref(x));
  take_in(z, root, first);
  fmpq_clear(root);
  return true;
}

static bool apply_function(ss_op op, const fmpq *x, fmpq *z) {
  static const fmpq unit[2] = {{-1, 1}, {1, 1}};
  bool monotone, good = true;
  const ball_function f = find_function(op, &monotone);
  arb_t ball;
  if (!f || (op == SS_OP_SQRT && fmpq_sgn(x) < 0)) return false;
  arb_init(ball);
  for (int i = 0; i < 2 && good; i++) {
    if (op == SS_OP_SQRT && take_root(x + i, z, i == 0)) continue;
    set_ball(ball, monotone ? x + i : x, monotone ? x + i : x + 1);
    f(ball, ball, PRECISION);
    good = take_ball(ball, z, i == 0);
  }
  if (good && (op == SS_OP_SIN || op == SS_OP_COS)) intersect(z, unit);
  arb_clear(ball);
  return good;
}

static bool apply_atan2(const fmpq *y, const fmpq *x, fmpq *z) {
  arb_t up, right;
  arb_init(up);
  arb_init(right);
  set_ball(up, y, y + 1);
  set_ball(right, x, x + 1);
  arb_atan2(up, up, right, PRECISION);
  bool good = take_ball(up, z, true);
  arb_clear(up);
  arb_clear(right);
  return good;
}

static void take_pi(fmpq *z) {
  arb_t ball;
  arb_init(ball);
  arb_const_pi(ball, PRECISION);
  take_ball(ball, z, true);
  arb_clear(ball);
}

static void apply_choice(ss_op op, const fmpq *x, const fmpq *y, fmpq *z) {
  for (int i = 0; i < 2; i++) {
    if (op == SS_OP_SIGN) fmpq_set_si(z + i, fmpq_sgn(x + i), 1);
    if (op == SS_OP_MIN) fmpq_set(z + i, fmpq_cmp(x + i, y + i) < 0 ? x + i : y + i);
    if (op == SS_OP_MAX) fmpq_set(z + i, fmpq_cmp(x + i, y + i) > 0 ? x + i : y + i);
  }
  if (op != SS_OP_ABS) return;
  const bool below = fmpq_sgn(x + 1) < 0, through = fmpq_sgn(x) < 0 && !below;
  fmpq_t end;
  fmpq_init(end);
  for (int i = 0; i < 2; i++) {
    fmpq_abs(end, x + i);
    take_in(z, end, i == 0);
  }
  if (through) fmpq_zero(z);
  fmpq_clear(end);
}

/* x^y: integer powers, powers of the root, exp(y log x). */
static bool apply_power(const fmpq *x, const fmpq *y, fmpq *z) {
  fmpq room[4];
  bool good;
  for (int i = 0; i < 4; i++) fmpq_init(room + i);
  const bool small = fmpq_equal(y, y + 1) && fmpz_cmp_si(fmpq_denref(y), 2) <= 0 &&
                     fmpz_cmpabs(fmpq_numref(y), &(fmpz){MOST_POWER}) <= 0;
  const bool half = small && !fmpz_is_one(fmpq_denref(y));
  if (small) {
    good = !half || apply_function(SS_OP_SQRT, x, room);
    good = good && raise_to(half ? room : x, fmpz_get_si(fmpq_numref(y)), z);
  } else {
    good = fmpq_sgn(x) > 0 && apply_function(SS_OP_LOG, x, room);
    if (good) combine_ends(fmpq_mul, room, y, room + 2);
    good = good && apply_function(SS_OP_EXP, room + 2, z);
  }
  for (int i = 0; i < 4; i++) fmpq_clear(room + i);
  return good;
}

/* ---- formulas -------------------------------------------------------------------------------- */

static bool is_plain(ss_op op) {
  return ss_op_arity(op) == 0 || op == SS_OP_ADD || op == SS_OP_SUB || op == SS_OP_NEG ||
         op == SS_OP_MUL;
}

/* The interval of an operation from those of its arguments. */
static bool apply(ss_op op, const fmpq *x, const fmpq *y, fmpq *z) {
  switch (op) {
  case SS_OP_ADD: fmpq_add(z, x, y), fmpq_add(z + 1, x + 1, y + 1); return true;
  case SS_OP_SUB: fmpq_sub(z, x, y + 1), fmpq_sub(z + 1, x + 1, y); return true;
  case SS_OP_NEG: fmpq_neg(z, x + 1), fmpq_neg(z + 1, x); return true;
  case SS_OP_MUL: combine_ends(fmpq_mul, x, y, z); return true;
  case SS_OP_DIV:
    if (has_zero(y)) return false;
    combine_ends(fmpq_div, x, y, z);
    return true;
  case SS_OP_POW: return apply_power(x, y, z);
  case SS_OP_ATAN2: return apply_atan2(x, y, z);
  case SS_OP_ABS:
  case SS_OP_SIGN:
  case SS_OP_MIN:
  case SS_OP_MAX: apply_choice(op, x, y, z); return true;
  default: return apply_function(op, x, z);
  }
}

static bool set_leaf(ss_box *box, ss_expr e, uint64_t corner, const size_t *at) {
  const ss_op op = ss_expr_op(box->graph, e);
  fmpq *z = box->now + 2 * e;
  if (op == SS_OP_PI) take_pi(z);
  if (op == SS_OP_NUMBER) take_in(z, ss_expr_value(box->graph, e), true);
  if (op != SS_OP_SYMBOL) return op != SS_OP_CURVE;
  for (size_t i = 0; i < box->count; i++) {
    if (box->symbol[i] != e) continue;
    const bool whole = at[i] == SIZE_MAX, high = !whole && corner >> at[i] & 1;
    fmpq_set(z, high ? box->high + i : box->low + i);
    fmpq_set(z + 1, whole || high ? box->high + i : box->low + i);
    return true;
  }
  return false;
}

static bool is_short(const fmpq *x) {
  return fmpq_height_bits(x) <= MOST_BITS && fmpq_height_bits(x + 1) <= MOST_BITS;
}

/* One node at a corner. What must be in a domain is also known by the rule for itself. */
static bool evaluate_node(ss_box *box, ss_expr e, uint64_t corner, const size_t *at) {
  const ss_op op = ss_expr_op(box->graph, e);
  if (ss_op_arity(op) == 0) return set_leaf(box, e, corner, at);
  for (int i = 0; i < ss_op_arity(op); i++) {
    const ss_expr a = ss_expr_arg(box->graph, e, i);
    if (!box->good[a]) return false;
    if (!is_plain(op) && !(op == SS_OP_DIV && i == 0) && box->asked[a] == 2)
      intersect(box->now + 2 * a, box->found + 2 * a);
  }
  const fmpq *x = box->now + 2 * ss_expr_arg(box->graph, e, 0);
  const fmpq *y = box->now + 2 * ss_expr_arg(box->graph, e, 1);
  fmpq *z = box->now + 2 * e;
  return apply(op, x, y, z) && is_short(z);
}

/* The degree in a symbol as the tree shows it; 2 stands for more. */
static uint8_t find_degree(ss_box *box, size_t length, const ss_expr *list, ss_expr symbol) {
  uint8_t *degree = box->degree;
  for (size_t i = 0; i < length; i++) {
    const ss_op op = ss_expr_op(box->graph, list[i]);
    const uint8_t a = ss_op_arity(op) > 0 ? degree[ss_expr_arg(box->graph, list[i], 0)] : 0;
    const uint8_t b = ss_op_arity(op) > 1 ? degree[ss_expr_arg(box->graph, list[i], 1)] : 0;
    uint8_t d = a || b ? 2 : 0;
    if (op == SS_OP_SYMBOL) d = list[i] == symbol;
    if (op == SS_OP_ADD || op == SS_OP_SUB || op == SS_OP_NEG) d = a > b ? a : b;
    if (op == SS_OP_MUL) d = (uint8_t)(a + b);
    if (op == SS_OP_DIV && !b) d = a;
    degree[list[i]] = d > 2 ? 2 : d;
  }
  return degree[list[length - 1]];
}

static bool take_hull(ss_box *box, size_t length, const ss_expr *list, size_t *at) {
  const ss_expr e = list[length - 1];
  size_t corners = 0;
  for (size_t i = 0; i < box->count; i++) {
    const bool affine = corners < CORNERS && find_degree(box, length, list, box->symbol[i]) == 1;
    at[i] = affine ? corners++ : SIZE_MAX;
  }
  for (uint64_t corner = 0; corner < (uint64_t)1 << corners; corner++) {
    for (size_t i = 0; i < length; i++)
      box->good[list[i]] = evaluate_node(box, list[i], corner, at);
    if (!box->good[e]) return false;
    take_in(box->found + 2 * e, box->now + 2 * e, corner == 0);
    take_in(box->found + 2 * e, box->now + 2 * e + 1, false);
  }
  return true;
}

static ss_status find(ss_box *box, size_t length, const ss_expr *list) {
  bool defined;
  size_t *at = malloc((box->count + 1) * sizeof *at);
  if (!at) return SS_MEMORY;
  /* what must be in a domain comes first, innermost first */
  for (size_t i = 0; i < length; i++) {
    const ss_op op = ss_expr_op(box->graph, list[i]);
    for (int k = op == SS_OP_DIV; !is_plain(op) && k < ss_op_arity(op); k++) {
      const ss_expr a = ss_expr_arg(box->graph, list[i], k);
      const ss_status status = box->asked[a] ? SS_OK : ss_box_find(box, a, &defined);
      if (status == SS_OK) continue;
      free(at);
      return status;
    }
  }
  box->asked[list[length - 1]] = take_hull(box, length, list, at) ? 2 : 1;
  free(at);
  return SS_OK;
}

ss_status ss_box_find(ss_box *box, ss_expr e, bool *defined) {
  *defined = false;
  if (!make_room(box)) return SS_MEMORY;
  if (!box->asked[e]) {
    size_t length;
    ss_expr *list = list_nodes(box, e, &length);
    if (!list) return SS_MEMORY;
    const ss_status status = find(box, length, list);
    free(list);
    if (status != SS_OK) return status;
  }
  *defined = box->asked[e] == 2;
  return SS_OK;
}

bool ss_box_is_exact(const ss_box *box, ss_expr e) {
  size_t length;
  ss_expr *list = list_nodes(box, e, &length);
  bool exact = list != NULL;
  for (size_t i = 0; i < length && exact; i++) {
    const ss_op op = ss_expr_op(box->graph, list[i]);
    const ss_expr b = ss_expr_arg(box->graph, list[i], 1);
    exact = is_plain(op) ? op != SS_OP_PI
                         : op == SS_OP_DIV || op == SS_OP_ABS || op == SS_OP_SIGN ||
                               op == SS_OP_MIN || op == SS_OP_MAX ||
                               (op == SS_OP_POW && ss_expr_value(box->graph, b) &&
                                fmpz_is_one(fmpq_denref(ss_expr_value(box->graph, b))));
  }
  free(list);
  return exact;
}
