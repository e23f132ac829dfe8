/* value.c: the value of a formula, as a polynomial.
 *
 *     Q[q_1 ... q_n, u_1 ... u_n, s_1, s_2, ...]
 *
 * in the coordinates, the velocities and the symbols s: one for each number that is not rational
 * and for each parameter with a range (numbers.c). A name stands for the polynomial of its
 * definition; the derivative of a coordinate is a velocity, ddt(e) is sum de/dq_i u_i. Everything
 * about a linear system is said exactly in this ring: two formulas are equal where their difference
 * is the zero polynomial. Formulas are read and evaluated in one pass, by recursive descent:
 *
 *     sum = product { (+|-) product }    product = sign { (*|/) sign }    sign = { -|+ } power
 *     power = primary [ ^ sign ]         primary = number | name | name(sum, ...) | ( sum )
 */
#include "check.h"

static poly *read_sum(run *r);

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

static poly *quotient_of(run *r, const poly *a, const poly *b) {
  poly *e = new_poly(r);
  if (!is_constant(r, b)) malformed(r, "the model divides by a coordinate: it is not linear");
  if (is_zero(r, b)) malformed(r, "the model divides by zero");
  poly *inverse = invert(r, b);
  if (fmpq_mpoly_divides(e, a, b, r->ring)) return e;
  return product_of(r, a, inverse);
}

/* base^k, sqrt(base)^k for k/2, else base^e = exp(e log base) */
static poly *raise_power(run *r, poly *base, poly *exponent) {
  if (!is_constant(r, exponent)) malformed(r, "an exponent depends on a coordinate");
  const interval e = find_range(r, exponent);
  bool small = is_exact(e) && fmpz_cmp_si(fmpq_denref(e.low), 2) <= 0 &&
               fmpz_cmpabs(fmpq_numref(e.low), (fmpz[]){MOST_DEGREE}) <= 0;
  if (!small) return apply_named(r, "exp", product_of(r, exponent, apply_named(r, "log", base)));
  if (!fmpz_is_one(fmpq_denref(e.low))) base = apply_named(r, "sqrt", base);
  slong times = fmpz_get_si(fmpq_numref(e.low));
  poly *result = rational_poly(r, &(fmpq){1, 1});
  for (slong i = 0; i < FLINT_ABS(times); i++) result = product_of(r, result, base);
  if (times < 0 && !is_constant(r, base)) malformed(r, "the model divides by a coordinate");
  return times < 0 ? invert(r, result) : result;
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

/* The formula that an input follows; none if it is 0. */
static formula find_law(run *r, const item *input) {
  const item *unnamed = NULL, *only = NULL;
  size_t laws = 0;
  for (const item *law = NULL; (law = next_item(r, law, FEEDBACK));) {
    if (find_item(r, INPUT, law->name) != input) continue;
    if (r->model.feedback && token_is(law->other, r->model.feedback)) return law->part[0];
    if (law->other.length == 0) unnamed = law;
    only = law;
    laws++;
  }
  if (unnamed) return unnamed->part[0];
  if (laws > 1) malformed(r, "an input has several laws and the certificate names none of them");
  return only ? only->part[0] : (formula){0, 0};
}

static poly *evaluate_input(run *r, const item *input) {
  formula law = find_law(r, input);
  poly *e = law.to ? evaluate(r, law) : new_poly(r);
  if (input->part[0].to && !is_zero(r, e))
    complain(r, input->name, "the input saturates: the system is not linear");
  return e;
}

static poly *evaluate_parameter(run *r, const item *it) {
  if (!it->part[1].to) {
    poly *e = evaluate(r, it->part[0]);
    if (!is_constant(r, e)) malformed(r, "a parameter depends on a coordinate");
    return e;
  }
  poly *from = evaluate(r, it->part[1]), *to = evaluate(r, it->part[2]);
  if (!is_constant(r, from) || !is_constant(r, to)) malformed(r, "a range depends on a coordinate");
  interval low = find_range(r, from), high = find_range(r, to), range = {low.low, high.high};
  if (fmpq_cmp(range.low, range.high) > 0) malformed(r, "the range of a parameter is empty");
  return is_exact(range) ? from : enter_symbol(r, 'r', from, to, range);
}

/* A coordinate is a variable or, with a chart, a formula in the variables of the chart. */
static poly *evaluate_coordinate(run *r, const item *it) {
  for (size_t i = 0; i < r->system.n; i++)
    if (r->coordinate[i] == it) return variable(r, i);
  const item *map = find_item(r, CHART_MAP, it->name);
  if (!map) complain(r, it->name, "the name has no meaning here");
  return evaluate(r, map->part[0]);
}

poly *evaluate_item(run *r, item *it) {
  if (it->busy) complain(r, it->name, "a definition leads back to itself");
  it->busy = true;
  if (!it->value)
    it->value = it->kind == PARAM   ? evaluate_parameter(r, it)
                : it->kind == INPUT ? evaluate_input(r, it)
                : it->kind == LET   ? evaluate(r, it->part[0])
                                    : evaluate_coordinate(r, it);
  it->busy = false;
  return it->value;
}

/* X + a cos - b sin and Y + a sin + b cos, the cosine and sine of the body's angle. */
void evaluate_point(run *r, const item *point, poly *position[2]) {
  const item *body = find_item(r, BODY, point->other);
  if (!body) malformed(r, "a point of the model is on an unknown body");
  poly *angle = evaluate(r, body->part[4]);
  poly *cosine = apply_named(r, "cos", angle), *sine = apply_named(r, "sin", angle);
  poly *a = evaluate(r, point->part[0]), *b = evaluate(r, point->part[1]);
  poly *x = sum_of(r, product_of(r, a, cosine), product_of(r, b, sine), -1);
  poly *y = sum_of(r, product_of(r, a, sine), product_of(r, b, cosine), 1);
  position[0] = sum_of(r, evaluate(r, body->part[2]), x, 1);
  position[1] = sum_of(r, evaluate(r, body->part[3]), y, 1);
}

/* NAME.x or NAME.y */
static poly *read_component(run *r, token t, const char *dot) {
  poly *position[2];
  const item *point = find_item(r, POINT, (token){'n', t.at, (size_t)(dot - t.at), t.line});
  if (!point || t.at + t.length != dot + 2 || (dot[1] != 'x' && dot[1] != 'y'))
    complain(r, t, "the name has no meaning here");
  evaluate_point(r, point, position);
  return position[dot[1] == 'y'];
}

static poly *read_call(run *r, token name) {
  poly *argument[2] = {NULL, NULL};
  size_t count = 0;
  do {
    if (count == 2) complain(r, name, "a function has too many arguments");
    argument[count++] = read_sum(r);
  } while (accept(r, ","));
  want(r, ')');
  if (token_is(name, "ddt") && count == 1) return rate_of(r, argument[0]);
  return apply_function(r, name, count, argument);
}

static poly *read_name(run *r, token t) {
  const char *dot = memchr(t.at, '.', t.length);
  bool velocity = t.at[t.length - 1] == '\'';
  if (accept(r, "(")) return read_call(r, t);
  if (dot) return read_component(r, t, dot);
  if (token_is(t, "pi")) return pi_symbol(r);
  if (token_is(t, "t")) complain(r, t, "the model depends on time");
  item *it = find_item(r, velocity ? COORD | CHART_COORD : VALUES,
                       (token){'n', t.at, t.length - velocity, t.line});
  if (!it) complain(r, t, "the name has no meaning here");
  return velocity ? rate_of(r, evaluate_item(r, it)) : evaluate_item(r, it);
}

/* Exactly what the digits say: 12.5e-3 = 125 / 10^4. */
static poly *read_number(run *r, token t) {
  enum { MOST = 400 };
  static const char figures[] = "0123456789";
  char digits[MOST + 1], *end = (char *)t.at;
  size_t before = strspn(t.at, figures), point = t.at[before] == '.';
  size_t behind = point ? strspn(t.at + before + 1, figures) : 0;
  const char *rest = t.at + before + point + behind;
  bool scaled = *rest == 'e' || *rest == 'E';
  long exponent = scaled ? strtol(rest + 1, &end, 10) : 0;
  if ((scaled ? end == rest + 1 || end != t.at + t.length : rest != t.at + t.length) ||
      t.length > MOST || exponent > MOST || exponent < -MOST)
    complain(r, t, "the number cannot be read");
  fmpq *x = new_rational(r), *ten = new_rational(r);
  snprintf(digits, sizeof digits, "%.*s%.*s", (int)before, t.at, (int)behind, t.at + before + 1);
  fmpq_set_str(x, digits, 10);
  fmpq_set_si(ten, 10, 1);
  fmpq_pow_si(ten, ten, exponent - (long)behind);
  fmpq_mul(x, x, ten);
  return rational_poly(r, x);
}

static poly *read_primary(run *r) {
  token t = peek(r);
  if (accept(r, "0")) return read_number(r, t);
  if (accept(r, "n")) return read_name(r, t);
  if (!accept(r, "(")) complain(r, t, "a number or a name is expected");
  poly *e = read_sum(r);
  want(r, ')');
  return e;
}

static poly *read_sign(run *r) {
  bool negative = false;
  if (++r->nesting > MOST_NESTING) malformed(r, "the model is nested too deeply");
  for (char sign; (sign = accept(r, "+-"));) negative ^= sign == '-';
  poly *e = read_primary(r);
  if (accept(r, "^")) e = raise_power(r, e, read_sign(r));
  r->nesting--;
  return negative ? sum_of(r, new_poly(r), e, -1) : e;
}

static poly *read_product(run *r) {
  poly *e = read_sign(r);
  for (char sign; (sign = accept(r, "*/"));)
    e = (sign == '*' ? product_of : quotient_of)(r, e, read_sign(r));
  return e;
}

static poly *read_sum(run *r) {
  poly *e = read_product(r);
  for (char sign; (sign = accept(r, "+-"));)
    e = sum_of(r, e, read_product(r), sign == '+' ? 1 : -1);
  return e;
}

poly *evaluate(run *r, formula f) {
  const size_t at = r->model.at;
  r->model.at = f.from;
  poly *e = read_sum(r);
  if (r->model.at != f.to) complain(r, peek(r), "this is not expected in a formula");
  r->model.at = at;
  return e;
}

/* The coordinates of the equations: those of one kind, of the model or of its chart. */
size_t choose_coordinates(run *r, item_kind kind) {
  size_t count = 0;
  for (item *it = NULL; (it = next_item(r, it, (unsigned)~PARAM));) it->value = NULL;
  for (item *it = NULL; (it = next_item(r, it, kind)); r->coordinate[count++] = it)
    if (count == MOST_COORDINATES)
      malformed(r, "the model has more than %d coordinates", MOST_COORDINATES);
  return r->system.n = count;
}
