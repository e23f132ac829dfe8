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
  e->fixed = !strchr("xu@", op);
  e->has = (char)(op == 'x' ? HAS_X : op == 'u' ? HAS_U : op == '@' ? HAS_TIME : 0);
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
  const int left = a->inputs, right = b ? b->inputs : 0;
  const int sum = left + right, more = sum ? 2 : 0, larger = left > right ? left : right;
  e->inputs = (char)(strchr("+-n", op)         ? larger
                     : op == '*'               ? FLINT_MIN(sum, 2)
                     : op == '/' && right == 0 ? left
                                               : more);
  e->a = a;
  e->b = b;
  e->has = (char)(a->has | (b ? b->has : 0) |
                  (strchr("|gmM", op) ? HAS_KINK
                   : op == 'd'        ? HAS_U
                                      : 0));
  e->fixed = a->fixed && (!b || b->fixed);
  e->depth = 1 + (b && b->depth > a->depth ? b->depth : a->depth);
  if (e->depth > MOST_DEPTH) malformed(r, "the formulas of the model are nested too deeply");
  return e;
}

/* ---- names ----------------------------------------------------------------------------------- */

const item *find_law(run *r, const item *input) {
  const item *unnamed = NULL, *only = NULL;
  size_t laws = 0;
  for (const item *law = NULL; (law = next_item(r, law, FEEDBACK | SHAPE));) {
    if (law->kind == FEEDBACK && find_item(r, INPUT, law->name) != input) continue;
    const token name = law->kind == SHAPE ? law->name : law->other;
    if (r->model.feedback && token_is(name, r->model.feedback)) return law;
    if (name.length == 0) unnamed = law;
    only = law;
    laws++;
  }
  if (unnamed) return unnamed;
  if (laws > 1) malformed(r, "an input has several laws and the certificate names none of them");
  return only;
}

const item OPEN_INPUTS;

void probe_input(run *r, const item *input) {
  r->model.probe = input;
  for (item *it = NULL; (it = next_item(r, it, LET | INPUT));) it->tree = NULL;
}

/* A law that is a number is clipped to the bounds. */
static node *clip_law(run *r, const item *input, node *law) {
  if (!law->fixed || !input->part[0].to) return law;
  node *low = read_formula(r, input->part[0]), *high = read_formula(r, input->part[1]);
  return make_node(r, 'm', make_node(r, 'M', law, low), high);
}

static node *read_input(run *r, const item *input) {
  const item *law = r->model.probe ? NULL : find_law(r, input);
  node *e = law && law->kind == FEEDBACK     ? read_formula(r, law->part[0])
            : r->model.probe == &OPEN_INPUTS ? new_node(r, 'x', input->name)
                                             : number_node(r, input == r->model.probe);
  if (e->op == 'x') e->item = (item *)input;
  e = make_node(r, '+', clip_law(r, input, e), number_node(r, 0));
  if (e->inputs) complain(r, input->name, "the law of an input uses an input");
  e->inputs = 1;
  e->has = 0;
  return e;
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
  node *value = read_formula(r, it->part[0]);
  if (!value->fixed) malformed(r, "a parameter depends on a coordinate");
  value_of(r, value);
  const interval x = range_of(r, value);
  if (fmpq_cmp(x.high, low.low) < 0 || fmpq_cmp(x.low, high.high) > 0)
    complain(r, it->name, "the value is outside of its range");
  if (fmpq_equal(low.low, high.high)) return end[0];
  it->range = (interval){low.low, high.high};
  node *e = new_node(r, 'r', it->name);
  e->item = it;
  return e;
}

static node *read_parameter(run *r, item *it) {
  node *e = it->part[1].to ? read_range(r, it) : read_formula(r, it->part[0]);
  if (e->has & ~HAS_KINK) malformed(r, "a parameter depends on a coordinate");
  if (e->has) e = make_node(r, '+', e, number_node(r, 0)); /* others may stand where it may not */
  e->has = 0;
  return e;
}

node *read_item(run *r, item *it) {
  if (it->busy) complain(r, it->name, "a definition leads back to itself");
  it->busy = true;
  if (!it->tree && it->kind & (COORD | CHART_COORD)) {
    it->tree = new_node(r, 'x', it->name);
    it->tree->item = it;
    if (it->kind == CHART_COORD) it->tree->has = HAS_CHART;
    if (it->slide) it->tree = make_node(r, '+', it->tree, it->slide);
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
  node *e = make_node(r, code, argument[0], argument[1]);
  e->at = name;
  if (code != 'd' || !argument[0]->fixed) return e;
  e = number_node(r, 0); /* a velocity all the same */
  e->has = HAS_U;
  return e;
}

static node *read_name(run *r, token t) {
  const char *dot = memchr(t.at, '.', t.length);
  const bool velocity = t.at[t.length - 1] == '\'', own = t.line != IN_CERTIFICATE;
  if (accept(r, "(")) return read_call(r, t);
  if (token_is(t, "pi")) return new_node(r, 'P', t);
  if (dot && own) return read_component(r, t, dot);
  if (token_is(t, "t") && own) return new_node(r, '@', t);
  const unsigned kinds = !own ? PARAM : velocity ? COORD | CHART_COORD : VALUES;
  if (velocity && !own) complain(r, t, "a formula of the certificate is about parameters");
  item *it = find_item(r, kinds, (token){'n', t.at, t.length - velocity, t.line});
  if (!it) complain(r, t, "the name has no meaning here");
  if (!velocity) return read_item(r, it);
  node *e = new_node(r, 'u', t);
  e->item = it;
  return e;
}

/* ---- statements ------------------------------------------------------------------------------ */

/* What may stand in a part of a statement, and up to which degree inputs may. */
static const struct {
  unsigned kinds, parts;
  int has, inputs;
} places[] = {
    {PARAM | INPUT, ~0u, HAS_KINK, 0},
    {LET, ~0u, ~0, 2},
    {BODY, 1 << 2 | 1 << 3 | 1 << 4, HAS_X | HAS_TIME, 0},
    {BODY, 1 << 5 | 1 << 6, HAS_KINK | HAS_TIME, 0},
    {POINT, ~0u, HAS_X | HAS_TIME | HAS_KINK, 0},
    {KINETIC, ~0u, HAS_X | HAS_U | HAS_TIME, 0},
    {POTENTIAL, ~0u, HAS_X | HAS_TIME, 0},
    {FORCE | FORCE_AT, ~0u, ~HAS_CHART, 1},
    {FEEDBACK | RELATION | DRAWING, ~0u, ~HAS_CHART, 0},
    {FRICTION | SLIDER | CONTACT | CLUTCH, 1 << 0 | 1 << 1 | 31 << SLIPS, ~HAS_CHART, 0},
    {SLIDER | CONTACT, 1 << 3, HAS_X | HAS_TIME, 0},
    {CHART_MAP, ~0u, HAS_KINK | HAS_CHART | HAS_X, 0},
    {ENTRY, ~0u, HAS_KINK | HAS_X | HAS_U, 0},
    {SHAPE, 1 << 0, HAS_X | HAS_TIME, 0},
    {SHAPE, 1 << 1, HAS_X | HAS_U | HAS_TIME, 0},
    {LYAPUNOV, ~0u, HAS_X | HAS_U, 0},
    {RATE | FUNCTION, ~0u, HAS_X, 0},
    {~0u, ~0u, HAS_KINK, 0}, /* masses, coefficients */
};

static void check_part(run *r, const item *it, size_t i) {
  if (!it->part[i].to) return;
  const node *e = read_formula(r, it->part[i]);
  const token at = r->model.tokens[it->part[i].from];
  size_t k = 0;
  while (!(places[k].kinds & it->kind && places[k].parts >> i & 1)) k++;
  if (e->inputs > places[k].inputs)
    complain(r, at, "an input stands where none may, or not linearly");
  if (it->kind == ENTRY && e->has & HAS_TIME) complain(r, it->name, "the state depends on time");
  if (e->has & ~places[k].has)
    complain(r, at,
             "a coordinate, a velocity, the time or a function with a kink stands where none may");
}

/* The entries of a state may use each other, but not themselves. */
static void check_entry(run *r, item *it) {
  if (it->busy) complain(r, it->name, "a definition leads back to itself");
  it->busy = true;
  for (size_t i = it->part[0].from; i < it->part[0].to; i++)
    for (item *other = NULL; (other = next_item(r, other, ENTRY));)
      if (r->model.tokens[i].kind == 'n' && same_name(other->name, r->model.tokens[i]) &&
          same_name(other->other, it->other))
        check_entry(r, other);
  it->busy = false;
}

/* What the name of a statement must be the name of. */
static unsigned kind_of_name(const item *it) {
  return it->kind == FORCE || it->kind == CHART_MAP || it->kind == ENTRY || it->kind == RATE ? COORD
         : it->kind == FORCE_AT                                                              ? POINT
         : it->kind == FEEDBACK                                                              ? INPUT
         : it->kind == POINT                                                                 ? BODY
         : it->kind == DRAWING && it->name.length ? FRICTION | SLIDER | CONTACT | CLUTCH
                                                  : 0;
}

/* Restitutions are 0 <= eN <= 1, |eT| <= 1, 0 <= e <= 1, whether or not they act: none is certainly
 * beyond, and no end of a range is. */
static void check_restitution(run *r, const item *it) {
  for (size_t i = 0; i < 2; i++) {
    const formula f = it->part[RESTITUTION + i];
    interval at;
    if (!f.to) continue;
    node *e = read_formula(r, f);
    if (!e->fixed || !find_interval(r, e, &at)) continue;
    const bool range = e->op == 'r';
    const fmpq *low = range ? at.low : at.high, *high = range ? at.high : at.low;
    if (fmpq_cmp_si(low, i ? -1 : 0) < 0 || fmpq_cmp_si(high, 1) > 0)
      complain(r, r->model.tokens[f.from], "a restitution is beyond its bounds");
  }
}

void check_names(run *r) {
  for (item *it = NULL; (it = next_item(r, it, ~0u));) {
    token name = it->kind == POINT ? it->other : it->name;
    if (it->kind == ENTRY) name.length -= name.at[name.length - 1] == '\'';
    if (kind_of_name(it) && !find_item(r, kind_of_name(it), name))
      complain(r, name, "the name has no meaning here");
    if (it->kind & (PARAM | LET | INPUT)) read_item(r, it);
    if (it->kind == PARAM && !fits_double(range_of(r, it->tree).high))
      complain(r, it->name, "the value does not fit a double");
    for (size_t i = 0; i < COUNT(it->part); i++) check_part(r, it, i);
    if (it->kind == ENTRY) check_entry(r, it);
    if (it->kind == CONTACT) check_restitution(r, it);
  }
  if (!next_item(r, NULL, KINETIC | BODY | FUNCTION))
    malformed(r, "the model has no kinetic energy");
}

/* ---- numbers and operators ------------------------------------------------------------------- */

bool fits_double(const fmpq *x) {
  const slong size = (slong)fmpz_bits(fmpq_numref(x)) - (slong)fmpz_bits(fmpq_denref(x));
  return fmpq_is_zero(x) || (size < 1024 && size > -1074);
}

void read_double(fmpq *x, double value) {
  arf_t number;
  arf_init(number);
  arf_set_d(number, value);
  arf_get_fmpq(x, number);
  arf_clear(number);
}

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
  if (!fits_double(x)) complain(r, t, "the number cannot be read");
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

/* 0, and no name stands in it: the tokens are [from, to). What a parameter makes 0 may be so in a
 * state or an expectation. */
static bool is_naught(run *r, node *e, formula f) {
  interval at;
  for (size_t i = f.from; i < f.to; i++)
    if (r->model.tokens[i].kind == 'n') return false;
  return e->fixed && find_interval(r, e, &at) && fmpq_is_zero(at.low) && fmpq_is_zero(at.high);
}

static node *read_product(run *r) {
  node *e = read_sign(r);
  for (char sign; (sign = accept(r, "*/"));) {
    const size_t from = r->model.at;
    const token at = peek(r);
    node *b = read_sign(r);
    if (sign == '/' && is_naught(r, b, (formula){from, r->model.at}))
      complain(r, at, "the model divides by zero");
    e = make_node(r, sign, e, b);
  }
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
