/* trees.c: derivatives of formulas, as trees.
 *
 * A derivative is found once for each node and variable and shared from then on, so that the trees
 * stay as small as the formulas are long. Numbers, zeros and ones fold; nothing else is simplified.
 * ddt of a function of positions is sum_i (df/dx_i) x_i'. What has a kink (abs, sign, min, max) and
 * atan2 have no derivative here: a model that needs one is refused.
 */
#include "check.h"

struct derivative {
  const item *by;
  bool velocity;
  node *result;
  derivative *next;
};

static bool is_number(const node *e, slong value) {
  return e->op == '0' && fmpq_equal_si((fmpq *)e->number, value);
}

/* Sums, products and whole powers of numbers and variables: finite wherever these are. */
static bool is_plain(const node *e) {
  if (!e->a) return true;
  const bool whole = e->op == '^' && e->b->op == '0' && fmpq_sgn(e->b->number) > 0 &&
                     fmpz_is_one(fmpq_denref(e->b->number));
  return (whole || strchr("+-*n", e->op)) && is_plain(e->a) && (!e->b || is_plain(e->b));
}

static bool find_zero(const node *e) {
  switch (e->op) {
  case '0': return fmpq_is_zero(e->number);
  case 'n': return is_zero_tree(e->a);
  case '+':
  case '-': return is_zero_tree(e->a) && is_zero_tree(e->b);
  case '*': return (is_zero_tree(e->a) && is_plain(e->b)) || (is_zero_tree(e->b) && is_plain(e->a));
  case '/': return is_zero_tree(e->a) && e->b->op == '0' && !fmpq_is_zero(e->b->number);
  default: return false;
  }
}

bool is_zero_tree(const node *e) {
  if (!e->zero) ((node *)e)->zero = find_zero(e) ? 'y' : 'n';
  return e->zero == 'y';
}

node *number_tree(run *r, const fmpq *x) {
  node *e = new_room(r, 1, sizeof *e);
  fmpq *copy = new_rational(r);
  fmpq_set(copy, x);
  *e = (node){.op = '0', .number = copy, .fixed = true};
  return e;
}

node *integer_tree(run *r, slong value) {
  return number_tree(r, &(fmpq){value, 1});
}

/* + - * / n, with numbers folded. */
node *combine_trees(run *r, char op, node *a, node *b) {
  fmpq_t x;
  if (a->op == '0' && (!b || b->op == '0') && !(op == '/' && is_number(b, 0))) {
    fmpq_init(x);
    if (op == '+') fmpq_add(x, a->number, b->number);
    if (op == '-') fmpq_sub(x, a->number, b->number);
    if (op == '*') fmpq_mul(x, a->number, b->number);
    if (op == '/') fmpq_div(x, a->number, b->number);
    if (op == 'n') fmpq_neg(x, a->number);
    node *e = number_tree(r, x);
    fmpq_clear(x);
    return e;
  }
  if (op == '+' && is_number(a, 0)) return b;
  if ((op == '+' || op == '-') && is_number(b, 0)) return a;
  if (op == '-' && is_number(a, 0)) return combine_trees(r, 'n', b, NULL);
  if ((op == '*' || op == '/') && is_number(a, 0)) return a;
  if (op == '*' && is_number(b, 0)) return b;
  if (op == '*' && is_number(a, 1)) return b;
  if ((op == '*' || op == '/') && is_number(b, 1)) return a;
  if (op == 'n' && a->op == 'n') return a->a;
  return make_node(r, op, a, b);
}

#define ONE integer_tree(r, 1)

static node *raise_tree(run *r, node *a, node *exponent) {
  if (is_number(exponent, 0)) return ONE;
  return is_number(exponent, 1) ? a : make_node(r, '^', a, exponent);
}

/* f' at the argument. */
static node *slope_of_function(run *r, node *e) {
  node *a = e->a,
       *square = make_node(r, '^', e->op == 't' || e->op == 'h' ? e : a, integer_tree(r, 2));
  switch (e->op) {
  case 's': return make_node(r, 'c', a, NULL);
  case 'c': return NEG(make_node(r, 's', a, NULL));
  case 't': return ADD(ONE, square);
  case 'h': return SUB(ONE, square);
  case 'S': return DIV(ONE, make_node(r, 'q', SUB(ONE, square), NULL));
  case 'C': return NEG(DIV(ONE, make_node(r, 'q', SUB(ONE, square), NULL)));
  case 'T': return DIV(ONE, ADD(ONE, square));
  case 'e': return e;
  case 'l': return DIV(ONE, a);
  case 'q': return DIV(ONE, MUL(integer_tree(r, 2), e));
  default: malformed(r, "a formula of the model is not smooth, or not known to be");
  }
}

node *velocity_tree(run *r, item *coordinate) {
  node *e = new_room(r, 1, sizeof *e);
  *e = (node){.op = 'u', .item = coordinate, .at = coordinate->name};
  return e;
}

/* sum df/dx_i x_i' */
static node *rate_tree(run *r, node *a) {
  node *sum = integer_tree(r, 0);
  for (item *it = NULL; (it = next_item(r, it, COORD));) {
    if (!is_zero_tree(differentiate(r, a, it, true)))
      malformed(r, "ddt of what depends on a velocity");
    sum = ADD(sum, MUL(differentiate(r, a, it, false), velocity_tree(r, it)));
  }
  return sum;
}

static node *find_slope(run *r, node *e, const item *by, bool velocity) {
  node *a = e->a ? differentiate(r, e->a, by, velocity) : NULL;
  node *b = e->b ? differentiate(r, e->b, by, velocity) : NULL;
  switch (e->op) {
  case 'x':
  case 'u': return integer_tree(r, e->item == by && (e->op == 'u') == velocity);
  case 'r': return integer_tree(r, 0); /* a force */
  case '@': malformed(r, "the model depends on the time");
  case '+': return ADD(a, b);
  case '-': return SUB(a, b);
  case 'n': return NEG(a);
  case '*': return ADD(MUL(a, e->b), MUL(e->a, b));
  case '/': return DIV(SUB(a, MUL(e, b)), e->b);
  case '^':
    if (e->b->op != '0') malformed(r, "an exponent of the model is no number");
    return MUL(MUL(e->b, raise_tree(r, e->a, SUB(e->b, ONE))), a);
  default: return is_zero_tree(a) && !e->b ? a : MUL(slope_of_function(r, e), a);
  }
}

node *write_out(run *r, node *e) {
  if (!e->rate) e->rate = rate_tree(r, e->a);
  return e->rate;
}

node *differentiate(run *r, node *e, const item *by, bool velocity) {
  if (e->fixed) return integer_tree(r, 0);
  if (e->op == 'd') return differentiate(r, write_out(r, e), by, velocity);
  for (derivative *s = e->slopes; s; s = s->next)
    if (s->by == by && s->velocity == velocity) return s->result;
  derivative *s = new_room(r, 1, sizeof *s);
  *s = (derivative){by, velocity, find_slope(r, e, by, velocity), e->slopes};
  e->slopes = s;
  return s->result;
}

node *rebuild_tree(run *r, char op, node *a, node *b) {
  if (strchr("+-*/n", op)) return combine_trees(r, op, a, b);
  const bool zero = op == '^' && is_zero_tree(a) && b->op == '0' && fmpq_sgn(b->number) > 0;
  return zero ? a : make_node(r, op, a, b);
}

/* With every velocity 0. */
node *at_rest(run *r, node *e) {
  if (e->fixed || e->op == 'x') return e;
  if (e->op == 'u' || e->op == 'd') return integer_tree(r, 0);
  if (e->op == '@') malformed(r, "the model depends on the time");
  if (e->rest) return e->rest;
  node *a = at_rest(r, e->a), *b = e->b ? at_rest(r, e->b) : NULL;
  return e->rest = rebuild_tree(r, e->op, a, b);
}

node *at_place(run *r, node *e, item *const *q, const matrix *place) {
  size_t i = 0;
  if (e->op == 'u' || e->op == 'd') return integer_tree(r, 0);
  if (e->fixed || e->op == '@') return e;
  if (e->placed && e->where == place) return e->placed;
  if (e->op == 'x') {
    while ((slong)i < fmpq_mat_nrows(place) && q[i] != e->item) i++;
    if ((slong)i == fmpq_mat_nrows(place))
      malformed(r, "a formula depends on what no place speaks of");
    e->placed = number_tree(r, entry(place, i, 0));
  } else {
    node *a = at_place(r, e->a, q, place), *b = e->b ? at_place(r, e->b, q, place) : NULL;
    e->placed = rebuild_tree(r, e->op, a, b);
  }
  e->where = place;
  return e->placed;
}

/* sum_i x_i y_i */
node *dot_trees(run *r, size_t n, node *const *x, node *const *y) {
  node *sum = integer_tree(r, 0);
  for (size_t i = 0; i < n; i++) sum = ADD(sum, MUL(x[i], y[i]));
  return sum;
}

/* Along the first row; `skip` is a set of columns. */
static node *expand(run *r, size_t n, size_t row, size_t skip, node *const *A) {
  if (row == n) return ONE;
  node *sum = integer_tree(r, 0);
  bool odd = false;
  for (size_t j = 0; j < n; j++) {
    if (skip >> j & 1) continue;
    node *entry = A[row * n + j];
    if (!is_zero_tree(entry)) {
      node *term = MUL(entry, expand(r, n, row + 1, skip | (size_t)1 << j, A));
      sum = odd ? SUB(sum, term) : ADD(sum, term);
    }
    odd = !odd;
  }
  return sum;
}

node *determinant_tree(run *r, size_t n, node *const *A) {
  return expand(r, n, 0, 0, A);
}

/* A^-1 = adj A / det A: entry (i, j) is the determinant with row j replaced by the unit row i. */
void invert_trees(run *r, size_t n, node *const *A, node **inverse) {
  node *copy[MOST_FORCES * MOST_FORCES], *whole = determinant_tree(r, n, A);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      memcpy(copy, A, n * n * sizeof *copy);
      for (size_t k = 0; k < n; k++) copy[j * n + k] = integer_tree(r, k == i);
      inverse[i * n + j] = DIV(determinant_tree(r, n, copy), whole);
    }
}
