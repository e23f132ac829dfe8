/* formula.c: formulas as trees.
 *
 *     sum = product { (+|-) product }    product = sign { (*|/) sign }    sign = { -|+ } power
 *     power = primary [ ^ sign ]         primary = number | name | name(sum, ...) | ( sum )
 *
 * A name stands for the tree of its definition: a parameter without a range, a let, an input for
 * its law, NAME.x for the place of a point. What stays are numbers, pi, the parameters with a
 * range, coordinates and velocities. Trees are shared and never changed, so that the polynomial
 * and the interval of one are found once. Reading is recursive; depth is limited.
 */
#include <stdlib.h>

#include "check.h"

static node *read_sum(run *r);

static node *new_node(run *r, char op, token at) {
  node *e = new_room(r, 1, sizeof *e);
  e->op = op;
  e->at = at;
  e->fixed = op != 'x' && op != 'u';
  return e;
}

static node *number_node(run *r, slong value) {
  node *e = new_node(r, '0', (token){0});
  fmpq *x = new_rational(r);
  fmpq_set_si(x, value, 1);
  e->number = x;
  return e;
}

node *make_node(run *r, char op, node *a, node *b) {
  node *e = new_node(r, op, a->at);
  e->a = a;
  e->b = b;
  e->fixed = a->fixed && (!b || b->fixed);
  e->depth = 1 + (b && b->depth > a->depth ? b->depth : a->depth);
  if (e->depth > MOST_DEPTH) malformed(r, "the formulas of the model are nested too deeply");
  return e;
}

/* ---- names ----------------------------------------------------------------------------------- */

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

static node *read_input(run *r, const item *input) {
  formula law = find_law(r, input);
  return law.to ? read_formula(r, law) : number_node(r, 0);
}

/* [low, high], whose ends are numbers; a single number is no range. */
static node *read_range(run *r, item *it) {
  node *end[2] = {read_formula(r, it->part[1]), read_formula(r, it->part[2])};
  for (size_t i = 0; i < 2; i++) {
    if (!end[i]->fixed) malformed(r, "a range depends on a coordinate");
    value_of(r, end[i]);
  }
  const interval low = range_of(r, end[0]), high = range_of(r, end[1]);
  if (fmpq_cmp(low.low, high.high) > 0) malformed(r, "the range of a parameter is empty");
  if (fmpq_equal(low.low, high.high)) return end[0];
  it->range = (interval){low.low, high.high};
  node *e = new_node(r, 'r', it->name);
  e->item = it;
  return e;
}

static node *read_parameter(run *r, item *it) {
  node *e = it->part[1].to ? read_range(r, it) : read_formula(r, it->part[0]);
  if (!e->fixed) malformed(r, "a parameter depends on a coordinate");
  return e;
}

node *read_item(run *r, item *it) {
  if (it->busy) complain(r, it->name, "a definition leads back to itself");
  it->busy = true;
  if (!it->tree && it->kind & (COORD | CHART_COORD)) {
    it->tree = new_node(r, 'x', it->name);
    it->tree->item = it;
  }
  if (!it->tree)
    it->tree = it->kind == PARAM   ? read_parameter(r, it)
               : it->kind == INPUT ? read_input(r, it)
                                   : read_formula(r, it->part[0]);
  it->busy = false;
  return it->tree;
}

/* X + a cos - b sin and Y + a sin + b cos, the cosine and sine of the body's angle. */
void read_point(run *r, const item *point, node *position[2]) {
  const item *body = find_item(r, BODY, point->other);
  if (!body) malformed(r, "a point of the model is on an unknown body");
  node *angle = read_formula(r, body->part[4]);
  node *cosine = make_node(r, 'c', angle, NULL), *sine = make_node(r, 's', angle, NULL);
  node *a = read_formula(r, point->part[0]), *b = read_formula(r, point->part[1]);
  node *x = make_node(r, '-', make_node(r, '*', a, cosine), make_node(r, '*', b, sine));
  node *y = make_node(r, '+', make_node(r, '*', a, sine), make_node(r, '*', b, cosine));
  position[0] = make_node(r, '+', read_formula(r, body->part[2]), x);
  position[1] = make_node(r, '+', read_formula(r, body->part[3]), y);
}

/* NAME.x or NAME.y */
static node *read_component(run *r, token t, const char *dot) {
  node *position[2];
  item *point = find_item(r, POINT, (token){'n', t.at, (size_t)(dot - t.at), t.line});
  if (!point || t.at + t.length != dot + 2 || (dot[1] != 'x' && dot[1] != 'y'))
    complain(r, t, "the name has no meaning here");
  if (point->busy) complain(r, t, "a definition leads back to itself");
  point->busy = true;
  read_point(r, point, position);
  point->busy = false;
  return position[dot[1] == 'y'];
}

static node *read_call(run *r, token name) {
  node *argument[2] = {NULL, NULL};
  size_t count = 0;
  do {
    if (count == 2) complain(r, name, "a function has too many arguments");
    argument[count++] = read_sum(r);
  } while (accept(r, ","));
  want(r, ')');
  const char code = find_function(name, count);
  if (!code) complain(r, name, "an unknown function, or a wrong number of arguments");
  if (code == 'd' && argument[0]->fixed) return number_node(r, 0);
  node *e = make_node(r, code, argument[0], argument[1]);
  e->at = name;
  return e;
}

static node *read_name(run *r, token t) {
  const char *dot = memchr(t.at, '.', t.length);
  const bool velocity = t.at[t.length - 1] == '\'', own = t.line != IN_CERTIFICATE;
  if (accept(r, "(")) return read_call(r, t);
  if (token_is(t, "pi")) return new_node(r, 'P', t);
  if (dot && own) return read_component(r, t, dot);
  if (token_is(t, "t")) complain(r, t, "the model depends on time");
  const unsigned kinds = !own ? PARAM : velocity ? COORD | CHART_COORD : VALUES;
  item *it = find_item(r, kinds, (token){'n', t.at, t.length - velocity, t.line});
  if (!it) complain(r, t, "the name has no meaning here");
  if (!velocity) return read_item(r, it);
  node *e = new_node(r, 'u', t);
  e->item = it;
  return e;
}

/* ---- numbers and operators ------------------------------------------------------------------- */

/* Exactly what the digits say: 12.5e-3 = 125 / 10^4. */
static node *read_number(run *r, token t) {
  enum { MOST = 2000, MOST_SCALE = 400 };
  static const char figures[] = "0123456789";
  char digits[MOST + 1], *end = (char *)t.at;
  size_t before = strspn(t.at, figures), point = t.at[before] == '.';
  size_t behind = point ? strspn(t.at + before + 1, figures) : 0;
  const char *rest = t.at + before + point + behind;
  bool scaled = *rest == 'e' || *rest == 'E';
  long exponent = scaled ? strtol(rest + 1, &end, 10) : 0;
  if ((scaled ? end == rest + 1 || end != t.at + t.length : rest != t.at + t.length) ||
      t.length > MOST || exponent > MOST_SCALE || exponent < -MOST_SCALE)
    complain(r, t, "the number cannot be read");
  fmpq *x = new_rational(r), *ten = new_rational(r);
  snprintf(digits, sizeof digits, "%.*s%.*s", (int)before, t.at, (int)behind, t.at + before + 1);
  fmpq_set_str(x, digits, 10);
  fmpq_set_si(ten, 10, 1);
  fmpq_pow_si(ten, ten, exponent - (long)behind);
  fmpq_mul(x, x, ten);
  node *e = new_node(r, '0', t);
  e->number = x;
  return e;
}

static node *read_primary(run *r) {
  token t = peek(r);
  if (accept(r, "0")) return read_number(r, t);
  if (accept(r, "n")) return read_name(r, t);
  if (!accept(r, "(")) complain(r, t, "a number or a name is expected");
  node *e = read_sum(r);
  want(r, ')');
  return e;
}

static node *read_sign(run *r) {
  bool negative = false;
  if (++r->nesting > MOST_NESTING) malformed(r, "the model is nested too deeply");
  for (char sign; (sign = accept(r, "+-"));) negative ^= sign == '-';
  node *e = read_primary(r);
  if (accept(r, "^")) e = make_node(r, '^', e, read_sign(r));
  r->nesting--;
  return negative ? make_node(r, 'n', e, NULL) : e;
}

static node *read_product(run *r) {
  node *e = read_sign(r);
  for (char sign; (sign = accept(r, "*/"));) e = make_node(r, sign, e, read_sign(r));
  return e;
}

static node *read_sum(run *r) {
  node *e = read_product(r);
  for (char sign; (sign = accept(r, "+-"));) e = make_node(r, sign, e, read_product(r));
  return e;
}

node *read_formula(run *r, formula f) {
  const size_t at = r->model.at;
  r->model.at = f.from;
  node *e = read_sum(r);
  if (r->model.at != f.to) complain(r, peek(r), "this is not expected in a formula");
  r->model.at = at;
  return e;
}

node *read_text_formula(run *r, const char *text) {
  const size_t from = r->model.count;
  if (strlen(text) > MOST_FORMULA) malformed(r, "a formula is longer than %d bytes", MOST_FORMULA);
  if (strpbrk(text, "#\n;\"{}")) malformed(r, "\"%.40s\" is no formula", text);
  lex(r, text, IN_CERTIFICATE);
  return read_formula(r, (formula){from, r->model.count - 1});
}
