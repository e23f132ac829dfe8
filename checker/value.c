/* value.c: the value of a formula, as a polynomial.
 *
 *     Q[q_1 ... q_n, u_1 ... u_n, s_1, s_2, ...]
 *
 * in the coordinates, the velocities and the symbols s: one symbol for each number that is not
 * rational and for each parameter with a range. A name stands for the polynomial of its definition;
 * the derivative of a coordinate is a velocity, ddt(e) is sum de/dq_i u_i. Everything that can be
 * said about a linear system is said exactly in this ring: two formulas are equal if and only if
 * their difference is the zero polynomial, whatever the symbols are. A function of a coordinate
 * that is no polynomial is refused: it makes no linear system, unless it is never used.
 *
 * Formulas are read and evaluated in one pass, by recursive descent:
 *
 *     sum = product { (+|-) product }    product = sign { (*|/) sign }    sign = { -|+ } power
 *     power = primary [ ^ sign ]         primary = number | name | name(sum, ...) | ( sum )
 */
#include <string.h>

#include "check.h"

typedef struct cursor {
  run *r;
  size_t at, to;
} cursor;

static poly *read_sum(cursor *c);

/* ---- arithmetic ------------------------------------------------------------------------------ */

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
  return e;
}

poly *sum_of(run *r, const poly *a, const poly *b, int sign) {
  count_operation(r, a, b);
  poly *e = new_poly(r);
  if (sign > 0)
    fmpq_mpoly_add(e, a, b, r->ring);
  else
    fmpq_mpoly_sub(e, a, b, r->ring);
  return e;
}

static poly *quotient_of(run *r, const poly *a, poly *b) {
  poly *e = new_poly(r);
  if (!is_constant(r, b)) malformed(r, "the model divides by a coordinate: it is not linear");
  if (fmpq_mpoly_is_zero(b, r->ring)) malformed(r, "the model divides by zero");
  poly *inverse = invert(r, b);
  if (fmpq_mpoly_divides(e, a, b, r->ring)) return e;
  return product_of(r, a, inverse);
}

static poly *raise_power(run *r, poly *base, poly *exponent) {
  fmpq *e = new_rational(r);
  poly *result = new_poly(r);
  if (!is_constant(r, exponent)) malformed(r, "an exponent depends on a coordinate");
  if (fmpq_mpoly_is_fmpq(exponent, r->ring)) fmpq_mpoly_get_fmpq(e, exponent, r->ring);
  bool whole = fmpq_mpoly_is_fmpq(exponent, r->ring) && fmpz_is_one(fmpq_denref(e)) &&
               fmpz_cmpabs(fmpq_numref(e), (fmpz[]){MOST_DEGREE}) <= 0;
  if (!whole) return take_root(r, base, exponent);
  slong times = fmpz_get_si(fmpq_numref(e));
  fmpq_mpoly_one(result, r->ring);
  for (slong i = 0; i < FLINT_ABS(times); i++) result = product_of(r, result, base);
  if (times < 0 && !is_constant(r, base)) malformed(r, "the model divides by a coordinate");
  return times < 0 ? invert(r, result) : result;
}

poly *by_variable(run *r, const poly *e, size_t variable) {
  poly *d = new_poly(r);
  fmpq_mpoly_derivative(d, e, (slong)variable, r->ring);
  return d;
}

poly *rate_of(run *r, const poly *e) {
  poly *rate = new_poly(r), *u = new_poly(r);
  for (size_t i = 0; i < r->n; i++) {
    if (!fmpq_mpoly_is_zero(by_variable(r, e, r->n + i), r->ring))
      malformed(r, "the model differentiates a velocity");
    fmpq_mpoly_gen(u, (slong)(r->n + i), r->ring);
    rate = sum_of(r, rate, product_of(r, by_variable(r, e, i), u), 1);
  }
  return rate;
}

bool is_constant(run *r, const poly *e) {
  int used[2 * MOST_COORDINATES + MOST_SYMBOLS] = {0};
  fmpq_mpoly_used_vars(used, e, r->ring);
  for (size_t i = 0; i < 2 * r->n; i++)
    if (used[i]) return false;
  return true;
}

poly *constant_part(run *r, const poly *e) {
  poly *part = new_poly(r);
  fmpq *zero = new_rational(r);
  fmpq_mpoly_set(part, e, r->ring);
  for (size_t i = 0; i < 2 * r->n; i++)
    if (!fmpq_mpoly_evaluate_one_fmpq(part, part, (slong)i, zero, r->ring))
      malformed(r, "a formula of the model is too large for this checker");
  return part;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

static token peek(cursor *c) {
  while (c->at < c->to && c->r->model.tokens[c->at].kind == '\n') c->at++;
  return c->at < c->to ? c->r->model.tokens[c->at] : (token){0};
}

static bool accept(cursor *c, char sign) {
  bool there = peek(c).kind == sign;
  c->at += there;
  return there;
}

static void want(cursor *c, char sign) {
  if (!accept(c, sign))
    malformed(c->r, "a formula of the model: '%c' is expected before '%.*s'", sign,
              (int)FLINT_MIN(peek(c).length, 40), peek(c).length ? peek(c).at : "");
}

/* Exactly what the digits say: 12.5e-3 = 125 / 10^4. */
static poly *read_number(cursor *c, token t) {
  enum { MOST = 400 };
  char digits[MOST + 1];
  size_t count = 0, i = 0;
  long exponent = 0, shift = 0;
  bool point = false;
  for (; i < t.length && t.length <= MOST && strchr("0123456789.", t.at[i]); i++) {
    if (t.at[i] == '.' && point) break;
    if (t.at[i] == '.') point = true;
    if (t.at[i] != '.') digits[count++] = t.at[i], shift += point;
  }
  digits[count] = '\0';
  if (i < t.length && (t.at[i] == 'e' || t.at[i] == 'E')) {
    bool negative = ++i < t.length && t.at[i] == '-';
    i += i < t.length && (t.at[i] == '-' || t.at[i] == '+');
    if (i == t.length) count = 0;
    for (; i < t.length && t.at[i] >= '0' && t.at[i] <= '9' && exponent <= MOST; i++)
      exponent = 10 * exponent + t.at[i] - '0';
    exponent = negative ? -exponent : exponent;
  }
  if (i < t.length || !count || labs(exponent) > MOST)
    malformed(c->r, "the number '%.*s' of the model cannot be read", (int)FLINT_MIN(t.length, 40),
              t.at);
  poly *e = new_poly(c->r);
  fmpq *x = new_rational(c->r), *ten = new_rational(c->r);
  fmpz_set_str(fmpq_numref(x), digits, 10);
  fmpq_set_si(ten, 10, 1);
  fmpq_pow_si(ten, ten, exponent - shift);
  fmpq_mul(x, x, ten);
  fmpq_mpoly_set_fmpq(e, x, c->r->ring);
  return e;
}

static _Noreturn void refuse_name(run *r, token t) {
  malformed(r, "the name '%.*s' of the model has no meaning here", (int)FLINT_MIN(t.length, 40),
            t.at);
}

/* ---- names ----------------------------------------------------------------------------------- */

/* The formula that an input follows; none if it is 0. */
static formula find_law(run *r, const item *input) {
  const item *unnamed = NULL, *only = NULL;
  size_t laws = 0;
  for (size_t i = 0; i < r->model.item_count; i++) {
    const item *law = &r->model.items[i];
    if (law->kind != FEEDBACK || law->name.length != input->name.length ||
        memcmp(law->name.at, input->name.at, law->name.length) != 0)
      continue;
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
  if (input->part[0].to && !fmpq_mpoly_is_zero(e, r->ring))
    malformed(r, "the input %.*s saturates: the system is not linear", (int)input->name.length,
              input->name.at);
  return e;
}

static poly *evaluate_parameter(run *r, const item *it) {
  if (!it->part[1].to) {
    poly *e = evaluate(r, it->part[0]);
    if (!is_constant(r, e)) malformed(r, "a parameter depends on a coordinate");
    return e;
  }
  fmpq *low = new_rational(r), *high = new_rational(r), *unused = new_rational(r);
  poly *from = evaluate(r, it->part[1]), *to = evaluate(r, it->part[2]);
  if (!is_constant(r, from) || !is_constant(r, to)) malformed(r, "a range depends on a coordinate");
  bool exact = find_range(r, from, low, unused);
  exact &= find_range(r, to, unused, high);
  if (fmpq_cmp(low, high) > 0) malformed(r, "the range of a parameter is empty");
  if (exact && fmpq_equal(low, high)) return from;
  return symbol_poly(r, add_symbol(r, 'r', NULL, NULL, low, high));
}

/* The variable of a coordinate of the equations, or of its velocity; NULL if it is none of them. */
static poly *find_variable(run *r, const item *it, size_t offset) {
  for (size_t i = 0; i < r->system.n; i++) {
    if (r->coordinate[i] != it) continue;
    poly *e = new_poly(r);
    fmpq_mpoly_gen(e, (slong)(offset + i), r->ring);
    return e;
  }
  return NULL;
}

/* A coordinate is a variable or, with a chart, a formula in the variables of the chart. */
static poly *evaluate_coordinate(run *r, const item *it) {
  poly *variable = find_variable(r, it, 0);
  if (variable) return variable;
  const item *map = find_item(r, CHART_MAP, it->name);
  if (!map) refuse_name(r, it->name);
  return evaluate(r, map->part[0]);
}

static poly *value_of(run *r, const item *it) {
  switch (it->kind) {
  case PARAM: return evaluate_parameter(r, it);
  case LET: return evaluate(r, it->part[0]);
  case INPUT: return evaluate_input(r, it);
  default: return evaluate_coordinate(r, it);
  }
}

poly *evaluate_item(run *r, item *it) {
  if (it->state == 1) malformed(r, "a definition of the model leads back to itself");
  if (it->state == 0) {
    it->state = 1;
    it->value = value_of(r, it);
    it->state = 2;
  }
  return it->value;
}

/* X + a cos - b sin and Y + a sin + b cos, the cosine and sine of the body's angle. */
void evaluate_point(run *r, const item *point, poly *position[2]) {
  const item *body = find_item(r, BODY, point->other);
  if (!body) malformed(r, "a point of the model is on an unknown body");
  poly *angle = evaluate(r, body->part[4]);
  poly *cosine = apply_function(r, (token){'n', "cos", 3}, 1, &angle);
  poly *sine = apply_function(r, (token){'n', "sin", 3}, 1, &angle);
  poly *a = evaluate(r, point->part[0]), *b = evaluate(r, point->part[1]);
  position[0] = sum_of(r, evaluate(r, body->part[2]),
                       sum_of(r, product_of(r, a, cosine), product_of(r, b, sine), -1), 1);
  position[1] = sum_of(r, evaluate(r, body->part[3]),
                       sum_of(r, product_of(r, a, sine), product_of(r, b, cosine), 1), 1);
}

/* NAME.x or NAME.y */
static poly *read_component(run *r, token t, const char *dot) {
  poly *position[2];
  const item *point = find_item(r, POINT, (token){'n', t.at, (size_t)(dot - t.at)});
  if (!point || t.at + t.length != dot + 2 || (dot[1] != 'x' && dot[1] != 'y')) refuse_name(r, t);
  evaluate_point(r, point, position);
  return position[dot[1] == 'y'];
}

static poly *read_velocity(run *r, token t) {
  item *it = find_value(r, (token){'n', t.at, t.length - 1});
  if (!it || (it->kind != COORD && it->kind != CHART_COORD)) refuse_name(r, t);
  poly *variable = find_variable(r, it, r->n);
  return variable ? variable : rate_of(r, evaluate_item(r, it));
}

static poly *read_call(cursor *c, token name) {
  poly *argument[2] = {NULL, NULL};
  size_t count = 0;
  want(c, '(');
  do {
    if (count == 2) malformed(c->r, "a function of the model has too many arguments");
    argument[count++] = read_sum(c);
  } while (accept(c, ','));
  want(c, ')');
  if (token_is(name, "ddt") && count == 1) return rate_of(c->r, argument[0]);
  return apply_function(c->r, name, count, argument);
}

static poly *read_name(cursor *c, token t) {
  const char *dot = memchr(t.at, '.', t.length);
  if (peek(c).kind == '(') return read_call(c, t);
  if (dot) return read_component(c->r, t, dot);
  if (t.at[t.length - 1] == '\'') return read_velocity(c->r, t);
  if (token_is(t, "pi")) return pi_symbol(c->r);
  if (token_is(t, "t")) malformed(c->r, "the model depends on time");
  item *it = find_value(c->r, t);
  if (!it) refuse_name(c->r, t);
  return evaluate_item(c->r, it);
}

/* ---- formulas -------------------------------------------------------------------------------- */

static poly *read_primary(cursor *c) {
  token t = peek(c);
  c->at++;
  if (t.kind == '0') return read_number(c, t);
  if (t.kind == 'n') return read_name(c, t);
  if (t.kind != '(') malformed(c->r, "a formula of the model: a number or a name is expected");
  poly *e = read_sum(c);
  want(c, ')');
  return e;
}

static poly *read_sign(cursor *c) {
  int sign = 1;
  while (peek(c).kind == '-' || peek(c).kind == '+')
    sign = accept(c, '-') ? -sign : (c->at++, sign);
  poly *e = read_primary(c);
  if (accept(c, '^')) e = raise_power(c->r, e, read_sign(c));
  return sign > 0 ? e : sum_of(c->r, new_poly(c->r), e, -1);
}

static poly *read_product(cursor *c) {
  poly *e = read_sign(c);
  for (;;) {
    if (accept(c, '*'))
      e = product_of(c->r, e, read_sign(c));
    else if (accept(c, '/'))
      e = quotient_of(c->r, e, read_sign(c));
    else
      return e;
  }
}

static poly *read_sum(cursor *c) {
  if (++c->r->nesting > MOST_NESTING) malformed(c->r, "the model is nested too deeply");
  poly *e = read_product(c);
  for (;;) {
    if (accept(c, '+'))
      e = sum_of(c->r, e, read_product(c), 1);
    else if (accept(c, '-'))
      e = sum_of(c->r, e, read_product(c), -1);
    else
      break;
  }
  c->r->nesting--;
  return e;
}

poly *evaluate(run *r, formula f) {
  cursor c = {r, f.from, f.to};
  poly *e = read_sum(&c);
  if (peek(&c).kind)
    malformed(r, "a formula of the model: '%.*s' is not expected",
              (int)FLINT_MIN(peek(&c).length, 40), peek(&c).at);
  return e;
}

/* The coordinates of the equations: those of one kind, of the model or of its chart. */
size_t choose_coordinates(run *r, item_kind kind) {
  size_t count = 0;
  for (size_t i = 0; i < r->model.item_count; i++) {
    item *it = &r->model.items[i];
    if (it->kind != PARAM) it->state = 0;
    if (it->kind != kind) continue;
    if (count == MOST_COORDINATES)
      malformed(r, "the model has more than %d coordinates", MOST_COORDINATES);
    r->coordinate[count++] = it;
  }
  return r->system.n = count;
}

void start_ring(run *r) {
  r->n = choose_coordinates(r, COORD);
  if (r->n == 0) malformed(r, "the model has no coordinates");
  fmpq_mpoly_ctx_init(r->ring, (slong)(2 * r->n + MOST_SYMBOLS), ORD_DEGLEX);
  r->has_ring = true;
}
