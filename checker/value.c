/* value.c: the value of a formula, as a polynomial.
 *
 *     Q[q_1 ... q_n, u_1 ... u_n, s_1, s_2, ...]
 *
 * in the coordinates, the velocities and the symbols s: one for each number that is not rational
 * and for each parameter with a range (numbers.c). A name stands for the polynomial of its
 * definition; the derivative of a coordinate is a velocity, ddt(e) is sum de/dq_i u_i. Everything
 * about a linear system is said exactly in this ring. A divisor must be a number whose interval is
 * without 0, the argument of a function a number in its domain, as the formula is written: what
 * cancels later does not count (interval.c says where a number lies).
 */
#include "check.h"

static void count_operation(run *r, const poly *a, const poly *b) {
  slong bits = fmpz_mpoly_max_bits(a->zpoly), more = fmpz_mpoly_max_bits(b->zpoly);
  ulong content = fmpq_height_bits(a->content) + fmpq_height_bits(b->content);
  r->operations +=
      1 + (size_t)fmpq_mpoly_length(a, r->ring) + (size_t)fmpq_mpoly_length(b, r->ring);
  if (r->operations > MOST_OPERATIONS ||
      (ulong)FLINT_ABS(bits) + (ulong)FLINT_ABS(more) + content > MOST_BITS)
    malformed(r, "the model is too large for this checker");
}

poly *product_of(run *r, const poly *a, const poly *b) {
  count_operation(r, a, b);
  slong terms = fmpq_mpoly_length(a, r->ring) * fmpq_mpoly_length(b, r->ring);
  slong degree = fmpq_mpoly_total_degree_si(a, r->ring) + fmpq_mpoly_total_degree_si(b, r->ring);
  if (terms > MOST_TERMS || degree > MOST_DEGREE)
    malformed(r, "a formula of the model is too large for this checker");
  r->operations += (size_t)terms;
  poly *e = new_poly(r);
  fmpq_mpoly_mul(e, a, b, r->ring);
  return reduce_poly(r, e);
}

poly *sum_of(run *r, const poly *a, const poly *b, int sign) {
  count_operation(r, a, b);
  poly *e = new_poly(r);
  (sign > 0 ? fmpq_mpoly_add : fmpq_mpoly_sub)(e, a, b, r->ring);
  return e;
}

static poly *quotient_of(run *r, node *e) {
  poly *a = value_of(r, e->a), *b = value_of(r, e->b), *quotient = new_poly(r);
  if (!is_constant(r, b)) malformed(r, "the model divides by a coordinate: it is not linear");
  const interval x = range_of(r, e->b);
  if (has_zero(x)) complain(r, e->at, "the model divides by what may be zero");
  if (fmpq_mpoly_divides(quotient, a, b, r->ring)) return quotient;
  return product_of(r, a, invert(r, b, x));
}

static poly *function_of(run *r, char code, poly *a, interval x) {
  interval z = new_interval(r);
  if (!apply_range(r, code, x, x, z)) malformed(r, "a function of the model has no finite value");
  return apply_function(r, code, a, a, x, x, z);
}

/* e^times, or NULL where that is too large to go on. */
static poly *multiply_out(run *r, const poly *e, ulong times) {
  poly *result = rational_poly(r, &(fmpq){1, 1});
  for (ulong i = 0; i < times && result; i++) result = try_product(r, result, e);
  return result;
}

/* exp(e log base) */
static poly *general_power(run *r, node *e, poly *base, const poly *exponent) {
  poly *logarithm = function_of(r, 'l', base, range_of(r, e->a));
  poly *product = product_of(r, exponent, logarithm);
  return function_of(r, 'e', product, find_range(r, product));
}

/* base^k, sqrt(base)^k for k/2, else base^e = exp(e log base) */
static poly *power_of(run *r, node *e) {
  poly *base = value_of(r, e->a), *exponent = value_of(r, e->b);
  if (!is_constant(r, exponent)) malformed(r, "an exponent depends on a coordinate");
  const interval k = range_of(r, e->b);
  const bool small = is_exact(k) && fmpz_cmp_si(fmpq_denref(k.low), 2) <= 0 &&
                     fmpz_cmpabs(fmpq_numref(k.low), (fmpz[]){MOST_POWER}) <= 0;
  const bool whole = small && fmpz_is_one(fmpq_denref(k.low));
  if (!is_constant(r, base) && !(whole && fmpq_sgn(k.low) >= 0))
    malformed(r, "a power of a coordinate: the model is not linear");
  if (!small) return general_power(r, e, base, exponent);
  const poly *root = whole ? base : function_of(r, 'q', base, range_of(r, e->a));
  const slong times = fmpz_get_si(fmpq_numref(k.low));
  poly *result = multiply_out(r, root, (ulong)FLINT_ABS(times));
  if (!result && is_constant(r, base)) return general_power(r, e, base, exponent);
  if (!result) malformed(r, "a formula of the model is too large for this checker");
  if (times >= 0) return result;
  interval x = range_of(r, e->a), z = new_interval(r);
  if (!whole) x = find_range(r, root);
  if (has_zero(x)) complain(r, e->at, "the model divides by what may be zero");
  for (size_t i = 0; i < 2; i++) {
    fmpq *end = new_rational(r);
    fmpq_pow_si(end, i ? x.high : x.low, -times);
    widen(z, end, i == 0);
  }
  return invert(r, result, z);
}

poly *by_variable(run *r, const poly *e, size_t index) {
  poly *d = new_poly(r);
  fmpq_mpoly_derivative(d, e, (slong)index, r->ring);
  return d;
}

poly *variable(run *r, size_t index) {
  poly *e = new_poly(r);
  fmpq_mpoly_gen(e, (slong)index, r->ring);
  return e;
}

poly *rate_of(run *r, const poly *e) {
  poly *rate = new_poly(r);
  for (size_t i = 0; i < r->n; i++) {
    if (!is_zero(r, by_variable(r, e, r->n + i)))
      malformed(r, "the model differentiates a velocity");
    rate = sum_of(r, rate, product_of(r, by_variable(r, e, i), variable(r, r->n + i)), 1);
  }
  return rate;
}

bool is_zero(run *r, const poly *e) {
  return fmpq_mpoly_is_zero(e, r->ring);
}

bool is_constant(run *r, const poly *e) {
  int used[2 * MOST_COORDINATES + MOST_SYMBOLS] = {0};
  fmpq_mpoly_used_vars(used, e, r->ring);
  for (size_t i = 0; i < 2 * r->n; i++)
    if (used[i]) return false;
  return true;
}

poly *put_to_zero(run *r, const poly *e, size_t from, size_t to) {
  poly *part = new_poly(r);
  fmpq *zero = new_rational(r);
  fmpq_mpoly_set(part, e, r->ring);
  for (size_t i = from; i < to; i++)
    fmpq_mpoly_evaluate_one_fmpq(part, part, (slong)i, zero, r->ring);
  return part;
}

/* A coordinate is a variable or, with a chart, a formula in the variables of the chart. */
poly *evaluate_coordinate(run *r, item *it) {
  if (it->value) return it->value;
  for (size_t i = 0; i < r->system.n; i++)
    if (r->coordinate[i] == it) return it->value = variable(r, i);
  const item *map = find_item(r, CHART_MAP, it->name);
  if (!map || it->busy) complain(r, it->name, "the name has no meaning here");
  it->busy = true;
  it->value = evaluate(r, map->part[0]);
  it->busy = false;
  return it->value;
}

static poly *call_of(run *r, node *e) {
  poly *a = value_of(r, e->a), *b = e->b ? value_of(r, e->b) : a;
  if (!is_constant(r, a) || !is_constant(r, b))
    complain(r, e->at, "a function of a coordinate or velocity: the model is not linear");
  const interval x = range_of(r, e->a), y = e->b ? range_of(r, e->b) : x;
  interval z = new_interval(r), own;
  if (e->op == 'q' && fmpq_sgn(x.low) < 0)
    complain(r, e->at, "the model takes a root of what may be negative");
  if (!apply_range(r, e->op, x, y, z))
    complain(r, e->at, "a function of the model has no finite value");
  if (find_interval(r, e, &own)) meet(z, own);
  return apply_function(r, e->op, a, b, x, y, z);
}

static poly *compute(run *r, node *e) {
  if (r->normal && !e->fixed && strchr("xurd", e->op)) return value_in_box(r, e);
  switch (e->op) {
  case '0': return rational_poly(r, e->number);
  case 'P': return pi_symbol(r);
  case 'r':
    if (!e->item->value) {
      e->item->value = enter_symbol(r, 'r', new_poly(r), new_poly(r), e->item->range);
      r->origin[r->symbol_count - 1] = e;
    }
    return e->item->value;
  case '@': complain(r, e->at, "the model depends on time");
  case 'x': return evaluate_coordinate(r, e->item);
  case 'u': return rate_of(r, evaluate_coordinate(r, e->item));
  case 'd': return rate_of(r, value_of(r, e->a));
  case '+': return sum_of(r, value_of(r, e->a), value_of(r, e->b), 1);
  case '-': return sum_of(r, value_of(r, e->a), value_of(r, e->b), -1);
  case 'n': return sum_of(r, new_poly(r), value_of(r, e->a), -1);
  case '*': return product_of(r, value_of(r, e->a), value_of(r, e->b));
  case '/': return quotient_of(r, e);
  case '^': return power_of(r, e);
  default: return call_of(r, e);
  }
}

/* Found once; what depends on coordinates anew where these are others. */
poly *value_of(run *r, node *e) {
  if (!e->value || (!e->fixed && e->epoch != r->epoch)) e->value = compute(r, e);
  e->epoch = r->epoch;
  return e->value;
}

interval range_of(run *r, node *e) {
  interval own, x = find_range(r, value_of(r, e));
  if (find_interval(r, e, &own)) meet(x, own);
  return x;
}

static bool has_range(run *r, const poly *e) {
  int used[2 * MOST_COORDINATES + MOST_SYMBOLS] = {0};
  fmpq_mpoly_used_vars(used, e, r->ring);
  for (size_t i = 0; i < r->symbol_count; i++) {
    const symbol *s = &r->symbols[i];
    if (used[2 * r->n + i] &&
        (s->function == 'r' || has_range(r, s->first) || has_range(r, s->second)))
      return true;
  }
  return false;
}

bool is_sure(run *r, node *e) {
  if (!e->fixed || !e->value) return false;
  if (!e->sure) e->sure = has_range(r, e->value) ? 'n' : 'y';
  return e->sure == 'y';
}

poly *evaluate(run *r, formula f) {
  return value_of(r, read_formula(r, f));
}

/* The coordinates of the equations: those of one kind, of the model or of its chart. */
size_t choose_coordinates(run *r, item_kind kind) {
  size_t count = 0;
  r->epoch++;
  for (item *it = NULL; (it = next_item(r, it, COORD | CHART_COORD));) it->value = NULL;
  for (item *it = NULL; (it = next_item(r, it, kind)); r->coordinate[count++] = it)
    if (count == MOST_COORDINATES)
      malformed(r, "the model has more than %d coordinates", MOST_COORDINATES);
  return r->system.n = count;
}
