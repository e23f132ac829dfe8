/* normal.c: from an expression to a polynomial over atoms.
 *
 * Node by node, arguments first: sums and products are expanded, the rest become atoms whose
 * arguments are simplified first. What is divided by becomes a negative power: of its factors where
 * it is a product, of an atom "the sum" where it is a sum. Roots obey sqrt(a)^2 = a, magnitudes
 * |a|^2 = a^2. For deciding zero, exp(a + b) = exp(a) exp(b) and tan = sin/cos.
 *
 * Limits keep the cost linear in the number of nodes: a product or sum of too many terms is
 * not formed, its node becomes an atom as it stands. A long sum is
 * gathered from its leaves at once: the partial sums of a + b + c + ..., which would take quadratic
 * memory, are not formed unless something else needs them.
 *
 * The result is a normal form up to: cancelling of sums in fractions (zero.c clears denominators),
 * relations between atoms other than those named here and in trigonometry.c.
 */
#include "normal_private.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FACTORS = 64 };

/* Of a product or sum: for a reader, and for deciding zero. */
enum { MOST_TERMS_READ = 400, MOST_TERMS_EXPANDED = 3000 };

static const fmpq minus_one = {-1, 1};

/* How far a node is: DEFERRED is part of a sum that is converted at its top. */
enum { UNSEEN, DEFERRED, KNOWN };

bool ss_normal_start(ss_normal *n, ss_graph *graph, bool expand) {
  *n = (ss_normal){.graph = graph, .expand = expand, .count = ss_graph_count(graph)};
  size_t most = expand ? MOST_TERMS_EXPANDED : MOST_TERMS_READ;
  n->of = calloc(n->count, sizeof *n->of);
  n->state = calloc(n->count, sizeof *n->state);
  if (n->of && n->state && ss_ring_start(&n->ring, most)) return true;
  free(n->of);
  free(n->state);
  *n = (ss_normal){0};
  return false;
}

void ss_normal_stop(ss_normal *n) {
  ss_ring_stop(&n->ring);
  free(n->of);
  free(n->state);
  free(n->inside);
  free(n->ordered);
  free(n->tally);
}

/* ---- atoms ----------------------------------------------------------------------------------- */

ss_expr ss_normal_wrap(ss_normal *n, ss_poly p) {
  ss_expr e = ss_normal_build(n, p);
  if (e >= n->inside_count) {
    size_t count = 2 * ss_graph_count(n->graph);
    ss_poly *inside = realloc(n->inside, count * sizeof *inside);
    if (!inside) {
      n->ring.failed = true;
      return e;
    }
    memset(inside + n->inside_count, 0, (count - n->inside_count) * sizeof *inside);
    n->inside = inside;
    n->inside_count = count;
  }
  n->inside[e] = p;
  return e;
}

ss_poly ss_normal_inside(ss_normal *n, ss_expr e) {
  bool is_wrapped = e < n->inside_count && n->inside[e].count;
  return is_wrapped ? n->inside[e] : ss_poly_atom(&n->ring, e, 1);
}

bool ss_normal_is_sum(const ss_normal *n, ss_expr atom) {
  ss_op op = ss_expr_op(n->graph, atom);
  return (op == SS_OP_ADD || op == SS_OP_SUB) && atom < n->inside_count && n->inside[atom].count;
}

/* content * monomial * (the primitive part as an atom)^exponent; false if it is too large, or a
 * division by zero. */
static bool power_of_atom(ss_normal *n, ss_poly p, long exponent, ss_poly *power) {
  if (p.count == 0 || labs(exponent) > SS_RING_LARGEST_EXPONENT) return false;
  fmpq_t content;
  ss_term factor = {0};
  fmpq_init(content);
  fmpq_init(&factor.coefficient);
  ss_poly primitive = ss_normal_primitive(n, p, content, &factor.monomial);
  if (exponent < 0) fmpq_inv(content, content);
  fmpq_set(&factor.coefficient, content);
  if (exponent < 0) factor.monomial = ss_ring_raise(&n->ring, factor.monomial, -1);
  bool good = ss_poly_raise(&n->ring, (ss_poly){1, &factor}, labs(exponent), power);
  if (good && primitive.count > 1) {
    ss_poly atom = ss_poly_atom(&n->ring, ss_normal_wrap(n, primitive), (int32_t)exponent);
    good = ss_poly_multiply(&n->ring, atom, *power, power);
  }
  fmpq_clear(content);
  fmpq_clear(&factor.coefficient);
  return good;
}

/* ---- roots and magnitudes -------------------------------------------------------------------- */

/* The place among the powers of a monomial of a root or magnitude that stands squared, or -1. */
static long find_squared_root(const ss_normal *n, uint32_t monomial) {
  ss_monomial m = n->ring.monomials[monomial];
  for (uint32_t j = 0; j < m.count; j++) {
    ss_op op = ss_expr_op(n->graph, m.powers[j].atom);
    if (abs(m.powers[j].exponent) >= 2 && (op == SS_OP_SQRT || op == SS_OP_ABS)) return j;
  }
  return -1;
}

/* sqrt(a)^(2k+r) = a^k sqrt(a)^r and |a|^(2k+r) = a^(2k) |a|^r in one term. */
static bool reduce_root(ss_normal *n, const ss_term *term, long place, ss_poly *result) {
  ss_power root = n->ring.monomials[term->monomial].powers[place];
  ss_power removed = {root.atom, -2 * (root.exponent / 2)};
  long exponent =
      ss_expr_op(n->graph, root.atom) == SS_OP_SQRT ? root.exponent / 2 : 2 * (root.exponent / 2);
  ss_poly inside = ss_normal_inside(n, ss_expr_arg(n->graph, root.atom, 0)), power;
  if (exponent < 0 || !ss_poly_raise(&n->ring, inside, exponent, &power))
    if (!power_of_atom(n, inside, exponent, &power)) return false;
  uint32_t rest = ss_ring_monomial(&n->ring, 1, &removed);
  ss_poly scaled = ss_poly_scale(&n->ring, (ss_poly){1, (ss_term *)term}, &(fmpq){1, 1}, rest);
  return ss_poly_multiply(&n->ring, scaled, power, result);
}

/* One sweep over all terms; *changed tells whether there was a root. */
static bool reduce_roots_once(ss_normal *n, ss_poly *p, bool *changed) {
  bool *squared = ss_arena_new(n->ring.arena, p->count, bool);
  ss_poly *pieces = ss_arena_new(n->ring.arena, p->count + 1, ss_poly);
  size_t count = 0;
  if (!squared || !pieces) n->ring.failed = true;
  for (size_t i = 0; i < p->count && !n->ring.failed; i++) {
    long place = find_squared_root(n, p->terms[i].monomial);
    squared[i] = place >= 0;
    if (squared[i] && !reduce_root(n, &p->terms[i], place, &pieces[count++])) return false;
  }
  *changed = count > 0;
  if (n->ring.failed) return false;
  if (!*changed) return true;
  pieces[count] = ss_poly_select(&n->ring, *p, squared, false);
  *p = ss_poly_sum(&n->ring, count + 1, pieces);
  return p->count <= n->ring.most_terms && !n->ring.failed;
}

static bool has_squared_root(const ss_normal *n, ss_poly p) {
  for (size_t i = 0; i < p.count; i++)
    if (find_squared_root(n, p.terms[i].monomial) >= 0) return true;
  return false;
}

bool ss_normal_reduce_roots(ss_normal *n, ss_poly *p) {
  bool good = true, changed = has_squared_root(n, *p);
  while (good && changed) good = reduce_roots_once(n, p, &changed);
  return good;
}

/* ---- products -------------------------------------------------------------------------------- */

/* Whether every term of p has the atom in its denominator. */
static bool divides_all(const ss_normal *n, ss_expr atom, ss_poly p) {
  for (size_t i = 0; i < p.count; i++)
    if (ss_ring_exponent(&n->ring, p.terms[i].monomial, atom) >= 0) return false;
  return p.count > 0;
}

/* Whether p has any sum in a denominator. */
static bool has_sum_below(const ss_normal *n, ss_poly p) {
  ss_monomial m = n->ring.monomials[p.terms[0].monomial];
  for (uint32_t j = 0; j < m.count; j++)
    if (m.powers[j].exponent < 0 && ss_normal_is_sum(n, m.powers[j].atom)) return true;
  return false;
}

/* a * b where b has the sum a in all its denominators: the sum cancels. */
static bool cancel_sum(ss_normal *n, ss_poly a, ss_poly b, ss_poly *product) {
  ss_poly whole;
  if (a.count < 2 || b.count == 0 || !has_sum_below(n, b)) return false;
  if (!power_of_atom(n, a, 1, &whole) || whole.count == 0) return false;
  ss_monomial m = n->ring.monomials[whole.terms[0].monomial];
  for (uint32_t j = 0; j < m.count; j++)
    if (divides_all(n, m.powers[j].atom, b)) return ss_poly_multiply(&n->ring, whole, b, product);
  return false;
}

static bool multiply(ss_normal *n, ss_poly a, ss_poly b, ss_poly *product) {
  if (cancel_sum(n, a, b, product) || cancel_sum(n, b, a, product)) return true;
  return ss_poly_multiply(&n->ring, a, b, product) && ss_normal_reduce_roots(n, product);
}

/* p^k for an integer k. */
static bool raise_to(ss_normal *n, ss_poly p, long k, ss_poly *power) {
  bool good = k > 0 && ss_poly_raise(&n->ring, p, k, power);
  if (!good) good = power_of_atom(n, p, k, power);
  return good && ss_normal_reduce_roots(n, power);
}

/* What stands below a line or in a function is brought to the form that one expects there. */
static ss_poly tidy(ss_normal *n, ss_poly p) {
  return n->expand ? ss_normal_reduce_sines(n, p) : ss_normal_contract(n, p);
}

/* The exponent of a power with a small integer one, or 0. */
static long small_exponent(ss_normal *n, ss_expr e) {
  ss_poly exponent = tidy(n, n->of[ss_expr_arg(n->graph, e, 1)]);
  if (exponent.count != 1 || exponent.terms[0].monomial != 0) return 0;
  const fmpq *value = &exponent.terms[0].coefficient;
  if (!fmpz_is_one(fmpq_denref(value))) return 0;
  if (fmpz_cmpabs(fmpq_numref(value), &(fmpz){SS_RING_LARGEST_EXPONENT}) >= 0) return 0;
  return fmpz_get_si(fmpq_numref(value));
}

/* a / e, factor by factor of e. */
static bool divide(ss_normal *n, ss_poly a, ss_expr e, ss_poly *quotient) {
  ss_expr factors[MOST_FACTORS];
  size_t count = 0;
  factors[count++] = e;
  *quotient = a;
  while (count > 0) {
    ss_expr f = factors[--count];
    ss_op op = ss_expr_op(n->graph, f);
    if (op == SS_OP_MUL && count + 2 <= MOST_FACTORS) {
      factors[count++] = ss_expr_arg(n->graph, f, 0);
      factors[count++] = ss_expr_arg(n->graph, f, 1);
      continue;
    }
    long k = op == SS_OP_POW ? small_exponent(n, f) : 0;
    ss_poly inverse, p = tidy(n, n->of[k ? ss_expr_arg(n->graph, f, 0) : f]);
    if (!raise_to(n, p, k ? -k : -1, &inverse)) return false;
    if (!multiply(n, *quotient, inverse, quotient)) return false;
  }
  return true;
}

/* ---- functions ------------------------------------------------------------------------------- */

/* exp(sum of p/q m) = product of exp(m/q)^p */
static bool expand_exponential(ss_normal *n, ss_poly a, ss_poly *result) {
  uint32_t product = 0;
  fmpq_t unit;
  bool good = true;
  fmpq_init(unit);
  for (size_t i = 0; i < a.count && good; i++) {
    const fmpq *c = &a.terms[i].coefficient;
    good = fmpz_cmpabs(fmpq_numref(c), &(fmpz){SS_RING_LARGEST_EXPONENT}) <= 0;
    if (!good) break;
    fmpz_one(fmpq_numref(unit));
    fmpz_set(fmpq_denref(unit), fmpq_denref(c));
    ss_expr argument = ss_normal_wrap(n, ss_poly_term(&n->ring, unit, a.terms[i].monomial));
    ss_power factor = {ss_expr_unary(n->graph, SS_OP_EXP, argument),
                       (int32_t)fmpz_get_si(fmpq_numref(c))};
    product = ss_ring_multiply(&n->ring, product, ss_ring_monomial(&n->ring, 1, &factor));
  }
  fmpq_one(unit);
  *result = ss_poly_term(&n->ring, unit, product);
  fmpq_clear(unit);
  return good;
}

static bool expand_tangent(ss_normal *n, ss_poly a, ss_poly *result) {
  ss_poly sine = ss_normal_trigonometric(n, SS_OP_SIN, a), below;
  return power_of_atom(n, ss_normal_trigonometric(n, SS_OP_COS, a), -1, &below) &&
         multiply(n, sine, below, result);
}

/* What folding made of a function whose argument is a polynomial: itself, its negative, a number,
 * or the argument. */
static ss_poly read_folded(ss_normal *n, ss_expr folded) {
  const fmpq *number = ss_expr_value(n->graph, folded);
  if (number) return ss_poly_number(&n->ring, number);
  if (ss_expr_op(n->graph, folded) != SS_OP_NEG) return ss_normal_inside(n, folded);
  ss_poly positive = ss_normal_inside(n, ss_expr_arg(n->graph, folded, 0));
  return ss_poly_scale(&n->ring, positive, &minus_one, 0);
}

/* f(-x) = -f(x): -1, f(-x) = f(x): 1, neither: 0. */
static int parity(ss_op op) {
  switch (op) {
  case SS_OP_TAN:
  case SS_OP_ASIN:
  case SS_OP_ATAN:
  case SS_OP_TANH:
  case SS_OP_SIGN: return -1;
  case SS_OP_ABS: return 1;
  default: return 0;
  }
}

/* An odd or even function has an argument that begins with a positive term; whether it had not. */
static bool choose_sign(ss_normal *n, ss_op op, ss_poly *a) {
  if (!parity(op) || a->count == 0) return false;
  if (fmpq_sgn(&a->terms[ss_normal_leading(n, *a)].coefficient) > 0) return false;
  *a = ss_poly_scale(&n->ring, *a, &minus_one, 0);
  return true;
}

static bool convert_function(ss_normal *n, ss_expr e, ss_poly *result) {
  ss_op op = ss_expr_op(n->graph, e);
  ss_poly a = tidy(n, n->of[ss_expr_arg(n->graph, e, 0)]);
  if (op == SS_OP_SIN || op == SS_OP_COS) {
    *result = ss_normal_trigonometric(n, op, a);
    return true;
  }
  if (n->expand && op == SS_OP_TAN) return expand_tangent(n, a, result);
  if (n->expand && op == SS_OP_EXP) return expand_exponential(n, a, result);
  bool negate = choose_sign(n, op, &a) && parity(op) < 0;
  ss_expr folded, argument = ss_normal_wrap(n, a);
  if (ss_op_arity(op) == 1) {
    folded = ss_expr_unary(n->graph, op, argument);
  } else {
    ss_poly b = tidy(n, n->of[ss_expr_arg(n->graph, e, 1)]);
    folded = ss_expr_binary(n->graph, op, argument, ss_normal_wrap(n, b));
  }
  if (folded == SS_EXPR_NONE) {
    /* 0^-1 that nobody saw before: let it stand */
    if (ss_graph_status(n->graph) == SS_BAD_INPUT) ss_graph_clear_status(n->graph);
    return false;
  }
  *result = read_folded(n, folded);
  if (negate) *result = ss_poly_scale(&n->ring, *result, &minus_one, 0);
  return true;
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* Part of a sum, with its sign. */
typedef struct summand {
  ss_expr e;
  bool negative;
} summand;

/* Room for gathering the longest sum. */
typedef struct gathering {
  summand *stack;
  ss_poly *pieces;
} gathering;

static bool is_sum_op(ss_op op) {
  return op == SS_OP_ADD || op == SS_OP_SUB || op == SS_OP_NEG;
}

/* The sum e from its leaves: whatever below it is not deferred. */
static bool convert_sum(ss_normal *n, ss_expr e, const gathering *room, ss_poly *sum) {
  size_t used = 0, pieces = 0;
  room->stack[used++] = (summand){e, false};
  while (used > 0) {
    summand top = room->stack[--used];
    ss_op op = ss_expr_op(n->graph, top.e);
    if (top.e != e && n->state[top.e] != DEFERRED) {
      ss_poly p = n->of[top.e];
      room->pieces[pieces++] = top.negative ? ss_poly_scale(&n->ring, p, &minus_one, 0) : p;
      continue;
    }
    for (int i = 0; i < ss_op_arity(op); i++) {
      bool flips = op == SS_OP_NEG || (op == SS_OP_SUB && i == 1);
      room->stack[used++] = (summand){ss_expr_arg(n->graph, top.e, i), top.negative != flips};
    }
  }
  *sum = ss_poly_sum(&n->ring, pieces, room->pieces);
  return sum->count <= n->ring.most_terms;
}

/* A part of one sum and of nothing else is converted with that sum. */
static void defer_parts(ss_normal *n, size_t length, const ss_expr *list, uint8_t *uses) {
  for (size_t i = 0; i < length; i++) {
    ss_op op = ss_expr_op(n->graph, list[i]);
    if (n->state[list[i]] == DEFERRED) n->state[list[i]] = UNSEEN;
    for (int k = 0; k < ss_op_arity(op); k++) {
      ss_expr part = ss_expr_arg(n->graph, list[i], k);
      if (uses[part] < 2) uses[part] = is_sum_op(op) ? uses[part] + 1 : 2;
    }
  }
  for (size_t i = 0; i < length; i++)
    if (n->state[list[i]] == UNSEEN && uses[list[i]] == 1 &&
        is_sum_op(ss_expr_op(n->graph, list[i])))
      n->state[list[i]] = DEFERRED;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* False if the polynomial would be too large, or if there is none. */
static bool convert(ss_normal *n, ss_expr e, const gathering *room, ss_poly *p) {
  ss_poly a = n->of[ss_expr_arg(n->graph, e, 0)], b = n->of[ss_expr_arg(n->graph, e, 1)];
  switch (ss_expr_op(n->graph, e)) {
  case SS_OP_NUMBER: *p = ss_poly_number(&n->ring, ss_expr_value(n->graph, e)); return true;
  case SS_OP_PI:
  case SS_OP_CURVE:
  case SS_OP_SYMBOL: *p = ss_poly_atom(&n->ring, e, 1); return true;
  case SS_OP_ADD:
  case SS_OP_SUB:
  case SS_OP_NEG: return convert_sum(n, e, room, p);
  case SS_OP_MUL: return multiply(n, a, b, p);
  case SS_OP_DIV: return divide(n, a, ss_expr_arg(n->graph, e, 1), p);
  case SS_OP_POW: {
    long k = small_exponent(n, e);
    return k ? raise_to(n, a, k, p) : convert_function(n, e, p);
  }
  default: return convert_function(n, e, p);
  }
}

static void convert_list(ss_normal *n, size_t length, const ss_expr *list, const gathering *room) {
  for (size_t i = 0; i < length && !n->ring.failed; i++) {
    ss_expr e = list[i];
    if (n->state[e] != UNSEEN) continue;
    if (!convert(n, e, room, &n->of[e])) n->of[e] = ss_poly_atom(&n->ring, e, 1);
    n->state[e] = KNOWN;
  }
}

bool ss_normal_convert(ss_normal *n, size_t count, const ss_expr *exprs) {
  size_t length;
  ss_expr *list = ss_graph_collect(n->graph, count, exprs, &length);
  uint8_t *uses = calloc(n->count, sizeof *uses);
  gathering room = {NULL, NULL};
  if (list) room.stack = malloc((2 * length + 2) * sizeof *room.stack);
  if (list) room.pieces = malloc((2 * length + 2) * sizeof *room.pieces);
  bool good = list && uses && room.stack && room.pieces;
  if (good) {
    for (size_t i = 0; i < count; i++) uses[exprs[i]] = 2;
    defer_parts(n, length, list, uses);
    convert_list(n, length, list, &room);
  }
  free(list);
  free(uses);
  free(room.stack);
  free(room.pieces);
  return good && !n->ring.failed && ss_graph_status(n->graph) == SS_OK;
}
