/* linear_hull.c: all values of formulas over ranges and irrational numbers, by a rule that another
 * program can follow.
 *
 *     e = p(s_1 ... s_k),   low_i <= s_i <= high_i
 *
 * A formula is expanded as a polynomial with rational coefficients in atoms s_i: the parameters
 * with a range, pi, and each function of numbers that is not rational, which has its own interval.
 * Where p is affine in each atom and k <= 10, its extremes are at corners of the box; else the
 * intervals of its terms c s_1^e_1 ... s_k^e_k are added. Both are exact in rationals, so that
 * standstill-check, which does the same from the model's text, finds the same interval wherever the
 * ends of all atoms are rational, and one that differs by roundings of 2^-256 elsewhere.
 *
 * A quotient is one of polynomials where the division leaves nothing, else the inverse of the
 * divisor is an atom. abs, min, max and sign need a certain sign. What is larger than the limits
 * below, or has no certain value, has no hull here. A node of the graph is expanded once; the cost
 * is that of the products of polynomials, and of 2^k values at the corners.
 */
#include <stdlib.h>

#include <flint/fmpq_mpoly.h>

#include "linear_hull.h"
#include "reader.h"

enum { ATOMS_MOST = 32, CORNERS_MOST = 10, TERMS_MOST = 20000, DEGREE_MOST = 32, BITS = 256 };

typedef fmpq_mpoly_struct poly;

typedef struct interval {
  fmpq_t low, high;
  bool exact; /* the ends are not rounded */
} interval;

/* What makes an atom: the operation (a division: the inverse of `first`) and its arguments. */
typedef struct atom {
  ss_op op;
  poly first[1], second[1];
  interval range;
} atom;

enum { UNSEEN, NEEDED, FOUND }; /* of a node */

typedef struct expansion {
  const ss_model *model;
  const ss_graph *graph;
  fmpq_mpoly_ctx_t ring;
  atom atom[ATOMS_MOST];
  size_t atoms, nodes;
  poly *of; /* by node */
  uint8_t *state;
} expansion;

static void init_interval(interval *x) {
  fmpq_init(x->low);
  fmpq_init(x->high);
  x->exact = true;
}

static void clear_interval(interval *x) {
  fmpq_clear(x->low);
  fmpq_clear(x->high);
}

/* ---- the hull of a polynomial -------------------------------------------------------------- */

/* The hull takes x in, or is x where that is the first. */
static void widen(interval *hull, const fmpq *x, bool first) {
  if (first || fmpq_cmp(x, hull->low) < 0) fmpq_set(hull->low, x);
  if (first || fmpq_cmp(x, hull->high) > 0) fmpq_set(hull->high, x);
}

static void visit_corners(const expansion *x, const poly *p, size_t count, const size_t *used,
                          interval *hull) {
  fmpq *values[ATOMS_MOST];
  fmpq_t zero, value;
  fmpq_init(zero);
  fmpq_init(value);
  for (size_t i = 0; i < ATOMS_MOST; i++) values[i] = zero;
  for (size_t corner = 0; corner < (size_t)1 << count; corner++) {
    for (size_t i = 0; i < count; i++) {
      const interval *s = &x->atom[used[i]].range;
      values[used[i]] = (fmpq *)(corner >> i & 1 ? s->high : s->low);
    }
    fmpq_mpoly_evaluate_all_fmpq(value, p, values, x->ring);
    widen(hull, value, corner == 0);
  }
  fmpq_clear(zero);
  fmpq_clear(value);
}

/* term *= s^e: the extremes are at the ends of both, or 0 where s passes it. */
static void multiply_power(interval *term, const interval *s, slong e) {
  interval y;
  fmpq_t x;
  init_interval(&y);
  fmpq_init(x);
  for (int i = 0; i < 4; i++) {
    fmpq_pow_si(x, i & 1 ? s->high : s->low, e);
    fmpq_mul(x, x, i & 2 ? term->high : term->low);
    widen(&y, x, i == 0);
  }
  fmpq_zero(x);
  if (fmpq_sgn(s->low) * fmpq_sgn(s->high) < 0) widen(&y, x, false);
  fmpq_swap(term->low, y.low);
  fmpq_swap(term->high, y.high);
  clear_interval(&y);
  fmpq_clear(x);
}

static void add_terms(const expansion *x, const poly *p, interval *sum) {
  ulong exponent[ATOMS_MOST];
  interval term;
  init_interval(&term);
  fmpq_set_si(sum->low, 0, 1);
  fmpq_set_si(sum->high, 0, 1);
  for (slong t = 0; t < fmpq_mpoly_length(p, x->ring); t++) {
    fmpq_mpoly_get_term_coeff_fmpq(term.low, p, t, x->ring);
    fmpq_mpoly_get_term_exp_ui(exponent, p, t, x->ring);
    fmpq_set(term.high, term.low);
    for (size_t i = 0; i < x->atoms; i++)
      if (exponent[i]) multiply_power(&term, &x->atom[i].range, (slong)exponent[i]);
    fmpq_add(sum->low, sum->low, term.low);
    fmpq_add(sum->high, sum->high, term.high);
  }
  clear_interval(&term);
}

static void find_range(const expansion *x, const poly *p, interval *hull) {
  size_t used[ATOMS_MOST], count = 0;
  bool affine = true;
  hull->exact = true;
  for (size_t i = 0; i < x->atoms; i++) {
    slong degree = fmpq_mpoly_degree_si(p, (slong)i, x->ring);
    if (degree <= 0) continue;
    used[count++] = i;
    affine = affine && degree == 1;
    hull->exact = hull->exact && x->atom[i].range.exact;
  }
  if (affine && count <= CORNERS_MOST)
    visit_corners(x, p, count, used, hull);
  else
    add_terms(x, p, hull);
}

/* ---- atoms --------------------------------------------------------------------------------- */

/* result = the atom; the same operation on the same numbers is the same atom. */
static bool enter_atom(expansion *x, ss_op op, const poly *first, const poly *second,
                       const interval *range, poly *result) {
  size_t i = 0;
  if (fmpq_equal(range->low, range->high) && range->exact) {
    fmpq_mpoly_set_fmpq(result, range->low, x->ring);
    return true;
  }
  for (; i < x->atoms; i++)
    if (op != SS_OP_SYMBOL && x->atom[i].op == op &&
        fmpq_mpoly_equal(x->atom[i].first, first, x->ring) &&
        fmpq_mpoly_equal(x->atom[i].second, second, x->ring))
      break;
  if (i == ATOMS_MOST) return false;
  if (i == x->atoms) {
    atom *a = &x->atom[x->atoms++];
    a->op = op;
    fmpq_mpoly_init(a->first, x->ring);
    fmpq_mpoly_init(a->second, x->ring);
    fmpq_mpoly_set(a->first, first, x->ring);
    fmpq_mpoly_set(a->second, second, x->ring);
    init_interval(&a->range);
    fmpq_set(a->range.low, range->low);
    fmpq_set(a->range.high, range->high);
    a->range.exact = range->exact;
  }
  fmpq_mpoly_gen(result, (slong)i, x->ring);
  return true;
}

/* The ends of a ball; false if they cannot be written out. */
static bool take_ends(interval *range, const arb_t ball) {
  fmpq *to[2] = {range->low, range->high};
  bool good = arb_is_finite(ball);
  arf_t end[2];
  arf_init(end[0]);
  arf_init(end[1]);
  if (good) arb_get_interval_arf(end[0], end[1], ball, BITS);
  for (int i = 0; i < 2 && good; i++) {
    good = arf_is_zero(end[i]) ||
           (arf_cmpabs_2exp_si(end[i], 2000) <= 0 && arf_cmpabs_2exp_si(end[i], -2000) >= 0);
    if (good) arf_get_fmpq(to[i], end[i]);
  }
  arf_clear(end[0]);
  arf_clear(end[1]);
  range->exact = false;
  return good;
}

/* Every value that the parameter may have. */
static bool expand_symbol(expansion *x, ss_expr e, poly *result) {
  const ss_parameter *p = NULL;
  for (size_t i = 0; i < x->model->parameters && !p; i++)
    if (x->model->parameter[i].symbol == e) p = &x->model->parameter[i];
  if (!p) return false;
  bool ranged = p->closed_low && p->closed_high;
  ss_expr ends[2] = {ranged ? p->closed_low : p->closed, ranged ? p->closed_high : p->closed};
  const fmpq *low = ss_expr_value(x->graph, ends[0]), *high = ss_expr_value(x->graph, ends[1]);
  arb_ptr two = _arb_vec_init(2);
  interval range;
  init_interval(&range);
  bool good = true;
  if (low && high) {
    fmpq_set(range.low, low);
    fmpq_set(range.high, high);
  } else {
    good = ends[0] && ends[1] && ss_model_enclose(x->graph, 2, ends, two) == SS_OK;
    arb_union(two, two, two + 1, BITS);
    good = good && take_ends(&range, two);
  }
  good = good && enter_atom(x, SS_OP_SYMBOL, result, result, &range, result);
  clear_interval(&range);
  _arb_vec_clear(two, 2);
  return good;
}

static bool invert(expansion *x, const poly *p, poly *result) {
  interval range;
  init_interval(&range);
  find_range(x, p, &range);
  bool good = fmpq_sgn(range.low) * fmpq_sgn(range.high) > 0;
  if (good) {
    fmpq_inv(range.low, range.low);
    fmpq_inv(range.high, range.high);
    fmpq_swap(range.low, range.high);
    good = enter_atom(x, SS_OP_DIV, p, p, &range, result);
  }
  clear_interval(&range);
  return good;
}

/* ---- functions ----------------------------------------------------------------------------- */

typedef void (*ball_function)(arb_t, const arb_t, slong);

/* f of an interval that is a ball, or of one of its ends. */
static ball_function find_function(ss_op op, bool *monotone) {
  static const struct {
    ss_op op;
    ball_function f;
    bool monotone;
  } functions[] = {{SS_OP_SIN, arb_sin, false},  {SS_OP_COS, arb_cos, false},
                   {SS_OP_TAN, arb_tan, false},  {SS_OP_ASIN, arb_asin, true},
                   {SS_OP_ACOS, arb_acos, true}, {SS_OP_ATAN, arb_atan, true},
                   {SS_OP_SQRT, arb_sqrt, true}, {SS_OP_EXP, arb_exp, true},
                   {SS_OP_LOG, arb_log, true},   {SS_OP_TANH, arb_tanh, true}};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (functions[i].op == op) {
      *monotone = functions[i].monotone;
      return functions[i].f;
    }
  return NULL;
}

static void set_ball(arb_t ball, const fmpq_t low, const fmpq_t high) {
  arb_t other;
  arb_init(other);
  arb_set_fmpq(ball, low, BITS);
  arb_set_fmpq(other, high, BITS);
  arb_union(ball, ball, other, BITS);
  arb_clear(other);
}

/* y = hull of y and the ball */
static bool join_ball(interval *y, const arb_t ball, bool first) {
  interval z;
  init_interval(&z);
  bool good = take_ends(&z, ball);
  widen(y, z.low, first);
  widen(y, z.high, false);
  y->exact = false;
  clear_interval(&z);
  return good;
}

/* All values of the operation; those of a power are at corners, x^y being monotone in x and y. */
static bool enclose_operation(ss_op op, const interval *a, const interval *b, interval *y) {
  bool monotone = false, good = true;
  ball_function f = find_function(op, &monotone);
  arb_t u, v;
  arb_init(u);
  arb_init(v);
  if (op == SS_OP_POW && fmpq_sgn(a->low) <= 0) good = false;
  for (int i = 0; i < (op == SS_OP_POW ? 4 : f && monotone ? 2 : 1) && good; i++) {
    const fmpq *end = i & 1 ? a->high : a->low, *other = i & 2 ? b->high : b->low;
    bool corner = op == SS_OP_POW || monotone;
    set_ball(u, corner ? end : a->low, corner ? end : a->high);
    set_ball(v, corner ? other : b->low, corner ? other : b->high);
    if (op == SS_OP_POW)
      arb_pow(u, u, v, BITS);
    else if (op == SS_OP_ATAN2)
      arb_atan2(u, u, v, BITS);
    else if (op == SS_OP_PI)
      arb_const_pi(u, BITS);
    else if (f)
      f(u, u, BITS);
    good = (f || op == SS_OP_POW || op == SS_OP_ATAN2 || op == SS_OP_PI) && join_ball(y, u, i == 0);
  }
  arb_clear(u);
  arb_clear(v);
  return good;
}

static bool expand_function(expansion *x, ss_op op, const poly *a, const poly *b, poly *result) {
  interval in[2], y;
  init_interval(&in[0]);
  init_interval(&in[1]);
  init_interval(&y);
  find_range(x, a, &in[0]);
  find_range(x, b, &in[1]);
  bool good = enclose_operation(op, &in[0], &in[1], &y) && enter_atom(x, op, a, b, &y, result);
  clear_interval(&in[0]);
  clear_interval(&in[1]);
  clear_interval(&y);
  return good;
}

/* The sign of all values; 2 if there are several. */
static int find_sign(const expansion *x, const poly *p) {
  interval range;
  init_interval(&range);
  find_range(x, p, &range);
  int low = fmpq_sgn(range.low), high = fmpq_sgn(range.high);
  clear_interval(&range);
  return low == high ? low : 2;
}

static bool expand_choice(expansion *x, ss_op op, const poly *a, const poly *b, poly *result) {
  if (op == SS_OP_MIN || op == SS_OP_MAX)
    fmpq_mpoly_sub(result, a, b, x->ring);
  else
    fmpq_mpoly_set(result, a, x->ring);
  int sign = find_sign(x, result);
  if (op == SS_OP_SIGN)
    fmpq_mpoly_set_si(result, sign, x->ring);
  else if (op == SS_OP_ABS && sign < 0)
    fmpq_mpoly_neg(result, a, x->ring);
  else if (op != SS_OP_ABS)
    fmpq_mpoly_set(result, (sign < 0) == (op == SS_OP_MIN) ? a : b, x->ring);
  return sign != 2;
}

/* ---- polynomials --------------------------------------------------------------------------- */

static bool multiply(const expansion *x, const poly *a, const poly *b, poly *result) {
  slong terms = fmpq_mpoly_length(a, x->ring) * fmpq_mpoly_length(b, x->ring);
  slong degree = fmpq_mpoly_total_degree_si(a, x->ring) + fmpq_mpoly_total_degree_si(b, x->ring);
  if (terms > TERMS_MOST || degree > DEGREE_MOST) return false;
  fmpq_mpoly_mul(result, a, b, x->ring);
  return true;
}

static bool divide(expansion *x, const poly *a, const poly *b, poly *result) {
  poly inverse[1];
  if (fmpq_mpoly_is_zero(b, x->ring)) return false;
  fmpq_mpoly_init(inverse, x->ring);
  bool good = invert(x, b, inverse);
  if (good && !fmpq_mpoly_divides(result, a, b, x->ring)) good = multiply(x, a, inverse, result);
  fmpq_mpoly_clear(inverse, x->ring);
  return good;
}

/* By products if the exponent is a small integer. */
static bool raise_power(expansion *x, const poly *a, const poly *b, poly *result) {
  fmpq_t e;
  fmpq_init(e);
  bool whole = fmpq_mpoly_is_fmpq(b, x->ring);
  if (whole) fmpq_mpoly_get_fmpq(e, b, x->ring);
  whole = whole && fmpz_is_one(fmpq_denref(e)) && fmpz_cmpabs(fmpq_numref(e), (fmpz[]){32}) <= 0;
  slong times = whole ? fmpz_get_si(fmpq_numref(e)) : 0;
  bool good = true;
  fmpq_clear(e);
  if (!whole) return expand_function(x, SS_OP_POW, a, b, result);
  fmpq_mpoly_one(result, x->ring);
  for (slong i = 0; i < FLINT_ABS(times) && good; i++) good = multiply(x, result, a, result);
  return good && (times >= 0 || invert(x, result, result));
}

/* The polynomial of a node whose arguments have theirs. */
static bool expand_node(expansion *x, ss_expr e, const poly *a, const poly *b, poly *result) {
  ss_op op = ss_expr_op(x->graph, e);
  switch (op) {
  case SS_OP_NUMBER: fmpq_mpoly_set_fmpq(result, ss_expr_value(x->graph, e), x->ring); break;
  case SS_OP_SYMBOL: return expand_symbol(x, e, result);
  case SS_OP_ADD: fmpq_mpoly_add(result, a, b, x->ring); break;
  case SS_OP_SUB: fmpq_mpoly_sub(result, a, b, x->ring); break;
  case SS_OP_NEG: fmpq_mpoly_neg(result, a, x->ring); break;
  case SS_OP_MUL: return multiply(x, a, b, result);
  case SS_OP_DIV: return divide(x, a, b, result);
  case SS_OP_POW: return raise_power(x, a, b, result);
  case SS_OP_ABS:
  case SS_OP_MIN:
  case SS_OP_MAX:
  case SS_OP_SIGN: return expand_choice(x, op, a, b, result);
  default: return expand_function(x, op, a, b, result);
  }
  return true;
}

static void expand_all(expansion *x) {
  poly none[1];
  fmpq_mpoly_init(none, x->ring);
  for (size_t i = 0; i < x->nodes; i++) {
    if (x->state[i] == UNSEEN) continue;
    const poly *argument[2] = {none, none};
    bool good = true;
    for (int k = 0; k < ss_op_arity(ss_expr_op(x->graph, (ss_expr)i)); k++) {
      ss_expr from = ss_expr_arg(x->graph, (ss_expr)i, k);
      good = good && x->state[from] == FOUND;
      argument[k] = &x->of[from];
    }
    fmpq_mpoly_init(&x->of[i], x->ring);
    if (good && expand_node(x, (ss_expr)i, argument[0], argument[1], &x->of[i]))
      x->state[i] = FOUND;
  }
  fmpq_mpoly_clear(none, x->ring);
}

static void clear(expansion *x) {
  for (size_t i = 0; i < x->nodes; i++)
    if (x->state[i] != UNSEEN) fmpq_mpoly_clear(&x->of[i], x->ring);
  for (size_t i = 0; i < x->atoms; i++) {
    fmpq_mpoly_clear(x->atom[i].first, x->ring);
    fmpq_mpoly_clear(x->atom[i].second, x->ring);
    clear_interval(&x->atom[i].range);
  }
  fmpq_mpoly_ctx_clear(x->ring);
}

ss_status ss_model_find_hulls(const ss_model *model, size_t count, const ss_expr *exprs,
                              fmpq_mat_t low, fmpq_mat_t high, ss_hull_kind *kind) {
  expansion x = {.model = model, .graph = model->graph, .nodes = ss_graph_count(model->graph)};
  x.of = calloc(x.nodes, sizeof *x.of);
  x.state = calloc(x.nodes, 1);
  ss_status status = x.of && x.state ? SS_OK : SS_MEMORY;
  if (status == SS_OK) {
    interval hull;
    init_interval(&hull);
    fmpq_mpoly_ctx_init(x.ring, ATOMS_MOST, ORD_LEX);
    ss_expr_mark(x.graph, count, exprs, x.state);
    expand_all(&x);
    for (size_t i = 0; i < count; i++) {
      kind[i] = SS_HULL_NONE;
      if (x.state[exprs[i]] != FOUND) continue;
      find_range(&x, &x.of[exprs[i]], &hull);
      fmpq_set(fmpq_mat_entry(low, (slong)i, 0), hull.low);
      fmpq_set(fmpq_mat_entry(high, (slong)i, 0), hull.high);
      kind[i] = hull.exact ? SS_HULL_EXACT : SS_HULL_ROUNDED;
    }
    clear_interval(&hull);
    clear(&x);
  }
  free(x.of);
  free(x.state);
  return status;
}
