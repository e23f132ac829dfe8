/* replay.c: trees of boxes, replayed.
 *
 * A question is a list of functions: an energy V, or none, and conditions that a state may satisfy.
 * A tree says of each box why no state in it satisfies all of them with V < level. Functions are
 * evaluated in balls, with their slopes by the variables of the box:
 *
 *     f(B)  and  f(c) + f'(B) (B - c),    c the middle of B:
 *
 * both enclose f on B. Facts of leaves: "^" V >= level; a number: that condition cannot hold;
 * "(w ...)": sum w_i f_i < 0, or V - sum w_i f_i >= level, with w_i >= 0 where f_i >= 0 is meant.
 * Where the enclosures of the formulas, which are not simplified, are too wide for the fact of a
 * leaf, it is halved, up to DEPTH times and into PIECES pieces. Nothing of the tree is believed.
 */
#include <math.h>
#include <stdlib.h>

#include "check.h"

enum { BOX_BITS = 96, DEPTH = 60, PIECES = 5000, MOST_NODES = 1 << 16, MOST_OUTPUTS = 160 };

struct program {
  size_t count, k;
  node **node;                 /* arguments before what they are arguments of */
  arb_ptr wide, narrow, slope; /* count, count, count x k */
  arb_ptr middle, offset;      /* k */
  double *low, *high;
};

/* ---- programs -------------------------------------------------------------------------------- */

static void enter_node(run *r, program *p, node *e) {
  if (e->op == 'd') {
    if (!e->rate) differentiate(r, e, r->coordinate[0], false);
    enter_node(r, p, e->rate);
    e->slot = e->rate->slot;
    e->program = p;
    return;
  }
  if (e->program == p) return;
  if (e->a) enter_node(r, p, e->a);
  if (e->b) enter_node(r, p, e->b);
  if (p->count == MOST_NODES) malformed(r, "the formulas are too large for this checker");
  e->program = p;
  e->slot = p->count;
  p->node[p->count++] = e;
}

static program *make_program(run *r, size_t k, size_t outputs, node *const *output) {
  program *p = new_room(r, 1, sizeof *p);
  p->k = k;
  p->node = new_room(r, MOST_NODES, sizeof *p->node);
  for (size_t i = 0; i < outputs; i++) enter_node(r, p, output[i]);
  p->wide = new_balls(r, p->count);
  p->narrow = new_balls(r, p->count);
  p->slope = new_balls(r, p->count * k);
  p->middle = new_balls(r, k);
  p->offset = new_balls(r, k);
  p->low = new_room(r, k + 1, sizeof *p->low);
  p->high = new_room(r, k + 1, sizeof *p->high);
  return p;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

/* x^n of a ball, an even power being at least 0. */
static void power_of_ball(arb_t z, const arb_t x, slong n) {
  arb_t y;
  arb_init(y);
  arb_set(y, x);
  if (n % 2 == 0) arb_abs(y, y);
  if (n % 2 == 0 && arb_contains_zero(y)) arb_nonnegative_part(y, y);
  arb_pow_ui(z, y, (ulong)(n < 0 ? -n : n), BOX_BITS);
  if (n % 2 == 0 && n && arb_contains_zero(z)) arb_nonnegative_part(z, z);
  if (n < 0) arb_inv(z, z, BOX_BITS);
  arb_clear(y);
}

static void apply_node(const node *e, arb_ptr values, arb_t z) {
  const arb_struct *x = e->a ? values + e->a->slot : NULL, *y = e->b ? values + e->b->slot : NULL;
  switch (e->op) {
  case '0': arb_set_fmpq(z, e->number, BOX_BITS); break;
  case 'P': arb_const_pi(z, BOX_BITS); break;
  case '+': arb_add(z, x, y, BOX_BITS); break;
  case '-': arb_sub(z, x, y, BOX_BITS); break;
  case '*':
    if (e->a == e->b)
      power_of_ball(z, x, 2);
    else
      arb_mul(z, x, y, BOX_BITS);
    break;
  case '/': arb_div(z, x, y, BOX_BITS); break;
  case 'n': arb_neg(z, x); break;
  case '^':
    if (e->b->op == '0' && fmpz_is_one(fmpq_denref(e->b->number)) &&
        fmpz_cmpabs(fmpq_numref(e->b->number), (fmpz[]){64}) <= 0)
      power_of_ball(z, x, fmpz_get_si(fmpq_numref(e->b->number)));
    else
      arb_pow(z, x, y, BOX_BITS);
    break;
  default:
    if (!evaluate_function(e->op, z, x, y)) arb_indeterminate(z);
  }
}

/* d z = p d x + q d y */
static void chain(const program *p, const node *e, const arb_t by_x, const arb_t by_y) {
  arb_ptr z = p->slope + e->slot * p->k;
  for (size_t j = 0; j < p->k; j++) {
    arb_zero(z + j);
    if (by_x) arb_addmul(z + j, by_x, p->slope + e->a->slot * p->k + j, BOX_BITS);
    if (by_y) arb_addmul(z + j, by_y, p->slope + e->b->slot * p->k + j, BOX_BITS);
  }
}

static void find_slopes(const program *p, const node *e) {
  arb_srcptr x = e->a ? p->wide + e->a->slot : NULL, y = e->b ? p->wide + e->b->slot : NULL;
  arb_srcptr z = p->wide + e->slot;
  arb_t s, t;
  arb_init(s);
  arb_init(t);
  arb_one(s);
  switch (e->op) {
  case '+': chain(p, e, s, s); break;
  case '-': arb_set_si(t, -1), chain(p, e, s, t); break;
  case 'n': arb_set_si(t, -1), chain(p, e, t, NULL); break;
  case '*': chain(p, e, y, x); break;
  case '/':
    arb_inv(s, y, BOX_BITS);
    arb_mul(t, z, s, BOX_BITS);
    arb_neg(t, t);
    chain(p, e, s, t);
    break;
  case '^':
    if (e->b->op != '0' || !fmpz_is_one(fmpq_denref(e->b->number))) {
      arb_indeterminate(s);
    } else {
      const slong n = fmpz_get_si(fmpq_numref(e->b->number));
      power_of_ball(s, x, n - 1);
      arb_mul_si(s, s, n, BOX_BITS);
    }
    chain(p, e, s, NULL);
    break;
  case 's': arb_cos(s, x, BOX_BITS), chain(p, e, s, NULL); break;
  case 'c': arb_sin(s, x, BOX_BITS), arb_neg(s, s), chain(p, e, s, NULL); break;
  case 't': power_of_ball(t, z, 2), arb_add(s, s, t, BOX_BITS), chain(p, e, s, NULL); break;
  case 'h': power_of_ball(t, z, 2), arb_sub(s, s, t, BOX_BITS), chain(p, e, s, NULL); break;
  case 'T':
    power_of_ball(t, x, 2), arb_add(s, s, t, BOX_BITS), arb_inv(s, s, BOX_BITS);
    chain(p, e, s, NULL);
    break;
  case 'e': chain(p, e, z, NULL); break;
  case 'l': arb_inv(s, x, BOX_BITS), chain(p, e, s, NULL); break;
  case 'q': arb_mul_2exp_si(t, z, 1), arb_inv(s, t, BOX_BITS), chain(p, e, s, NULL); break;
  default: arb_indeterminate(s); chain(p, e, s, e->b ? s : NULL);
  }
  arb_clear(s);
  arb_clear(t);
}

static void set_box(const program *p) {
  arf_t a, b;
  arf_init(a);
  arf_init(b);
  for (size_t j = 0; j < p->k; j++) {
    arf_set_d(a, p->low[j]);
    arf_set_d(b, p->high[j]);
    arb_set_interval_arf(p->offset + j, a, b, BOX_BITS);
    arb_get_mid_arb(p->middle + j, p->offset + j);
  }
  arf_clear(a);
  arf_clear(b);
}

/* All values over the box, with slopes, and at its middle. */
static void run_program(run *r, const program *p, const box_variable *variable) {
  set_box(p);
  for (size_t i = 0; i < p->count; i++) {
    const node *e = p->node[i];
    size_t j = p->k;
    if (strchr("xur", e->op))
      for (j = 0; j < p->k && !(variable[j].op == e->op && variable[j].item == e->item);) j++;
    _arb_vec_zero(p->slope + i * p->k, (slong)p->k);
    if (j < p->k) {
      arb_set(p->wide + i, p->offset + j);
      arb_set(p->narrow + i, p->middle + j);
      arb_one(p->slope + i * p->k + j);
      continue;
    }
    if (strchr("xur@", e->op)) malformed(r, "a formula depends on what no box speaks of");
    apply_node(e, p->wide, p->wide + i);
    apply_node(e, p->narrow, p->narrow + i);
    if (!strchr("0P", e->op)) find_slopes(p, e);
  }
  for (size_t j = 0; j < p->k; j++) arb_sub(p->offset + j, p->offset + j, p->middle + j, BOX_BITS);
}

/* sum of w_i f_i over the box: its mean-value form. */
static void mix(const program *p, size_t count, node *const *f, const double *w, arb_t sum) {
  arb_t s, t;
  arb_init(s);
  arb_init(t);
  arb_zero(sum);
  for (size_t i = 0; i < count; i++) {
    if (w[i] == 0) continue;
    arb_set_d(t, w[i]);
    arb_addmul(sum, t, p->narrow + f[i]->slot, BOX_BITS);
    if (!arb_is_finite(p->wide + f[i]->slot)) arb_indeterminate(sum);
  }
  for (size_t j = 0; j < p->k; j++) {
    arb_zero(s);
    for (size_t i = 0; i < count; i++) {
      if (w[i] == 0) continue;
      arb_set_d(t, w[i]);
      arb_addmul(s, t, p->slope + f[i]->slot * p->k + j, BOX_BITS);
    }
    arb_addmul(sum, s, p->offset + j, BOX_BITS);
  }
  arb_clear(s);
  arb_clear(t);
}

/* What both enclosures say of one function. */
static void enclose(const program *p, node *f, arb_t value) {
  const double one = 1;
  arb_srcptr natural = p->wide + f->slot;
  mix(p, 1, &f, &one, value);
  if (!arb_is_finite(value) || !arb_is_finite(natural) || arb_is_nonnegative(natural) ||
      arb_is_nonpositive(natural)) {
    arb_set(value, natural);
    return;
  }
  if (!arb_intersection(value, natural, value, BOX_BITS)) arb_set(value, natural);
}

/* ---- conditions ------------------------------------------------------------------------------ */

/* L D L^T with all D > 0. */
static bool is_definite(run *r, const program *p, const box_condition *c) {
  const size_t n = c->columns;
  arb_ptr A = _arb_vec_init((slong)(n * n));
  bool definite = true;
  arb_t t;
  (void)r;
  arb_init(t);
  for (size_t i = 0, f = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++, f++) {
      enclose(p, c->f[f], A + i * n + j);
      arb_set(A + j * n + i, A + i * n + j);
    }
  for (size_t k = 0; k < n && definite; k++) {
    definite = arb_is_positive(A + k * n + k);
    for (size_t i = k + 1; i < n && definite; i++)
      for (size_t j = k + 1; j < n; j++) {
        arb_mul(t, A + i * n + k, A + k * n + j, BOX_BITS);
        arb_div(t, t, A + k * n + k, BOX_BITS);
        arb_sub(A + i * n + j, A + i * n + j, t, BOX_BITS);
      }
  }
  arb_clear(t);
  _arb_vec_clear(A, (slong)(n * n));
  return definite;
}

/* Gauss' elimination in balls, with the row whose entry is farthest from 0, finds n pivots. */
static bool is_independent(const program *p, const box_condition *c) {
  const size_t n = c->columns, m = c->rows;
  arb_ptr A = _arb_vec_init((slong)(m * n));
  bool good = m >= n;
  arb_t t;
  arb_init(t);
  for (size_t i = 0; i < m * n; i++) enclose(p, c->f[i], A + i);
  for (size_t k = 0; k < n && good; k++) {
    size_t best = k;
    double most = 0;
    for (size_t i = k; i < m; i++) {
      arf_t end;
      arf_init(end);
      arb_get_abs_lbound_arf(end, A + i * n + k, BOX_BITS);
      const double size = arf_get_d(end, ARF_RND_DOWN);
      if (size > most) best = i;
      most = fmax(most, size);
      arf_clear(end);
    }
    good = most > 0;
    for (size_t j = 0; j < n && best != k; j++) arb_swap(A + k * n + j, A + best * n + j);
    for (size_t i = k + 1; i < m && good; i++)
      for (size_t j = n; j-- > k;) {
        arb_div(t, A + i * n + k, A + k * n + k, BOX_BITS);
        arb_submul(A + i * n + j, t, A + k * n + j, BOX_BITS);
      }
  }
  arb_clear(t);
  _arb_vec_clear(A, (slong)(m * n));
  return good;
}

/* No state of the box satisfies it. */
static bool is_refuted(run *r, const program *p, const box_condition *c) {
  if (c->sense == 'M') return is_definite(r, p, c);
  if (c->sense == 'R') return is_independent(p, c);
  arb_t f;
  arb_init(f);
  enclose(p, c->f[0], f);
  const bool refuted = c->sense == '>'   ? arb_is_nonpositive(f)
                       : c->sense == 'g' ? arb_is_negative(f)
                                         : arb_is_finite(f) && !arb_contains_zero(f);
  arb_clear(f);
  return refuted;
}

/* ---- facts ----------------------------------------------------------------------------------- */

typedef struct fact {
  char kind; /* '^', '(' or '#' */
  size_t condition;
  double weight[MOST_OUTPUTS];
  size_t pieces; /* into which its leaf was cut */
} fact;

static bool mixture_holds(const box_question *q, const fact *x) {
  node *f[MOST_OUTPUTS];
  double w[MOST_OUTPUTS];
  arb_t sum, level;
  size_t count = 0;
  for (size_t i = 0; i < q->conditions; i++) {
    f[count] = q->condition[i].f[0];
    w[count++] = x->weight[i];
  }
  if (q->energy) {
    f[count] = q->energy;
    w[count++] = -1;
  }
  arb_init(sum);
  arb_init(level);
  mix(q->program, count, f, w, sum);
  if (q->energy) arb_set_fmpq(level, q->level, BOX_BITS);
  arb_neg(level, level);
  const bool holds = q->energy ? arb_le(sum, level) : arb_is_negative(sum);
  arb_clear(sum);
  arb_clear(level);
  return holds;
}

static bool fact_holds(run *r, const box_question *q, const fact *x) {
  if (++r->steps > MOST_STEPS) malformed(r, "the trees are too large for this checker");
  run_program(r, q->program, q->variable);
  if (x->kind == '(') return mixture_holds(q, x);
  if (x->kind == '#') return is_refuted(r, q->program, &q->condition[x->condition]);
  arb_t V, level;
  arb_init(V);
  arb_init(level);
  enclose(q->program, q->energy, V);
  arb_set_fmpq(level, q->level, BOX_BITS);
  const bool holds = arb_ge(V, level);
  arb_clear(V);
  arb_clear(level);
  return holds;
}

/* How far a function changes along side j. */
static double change(const program *p, const node *f, size_t j) {
  const arb_struct *s = p->slope + f->slot * p->k + j;
  const double size = fabs(arf_get_d(arb_midref(s), ARF_RND_NEAR)) + mag_get_d(arb_radref(s));
  return isfinite(size) ? size * (p->high[j] - p->low[j]) : 1e300;
}

/* The side along which the functions of the fact change most. */
static size_t widest(const box_question *q, const fact *x) {
  const program *p = q->program;
  size_t best = 0;
  double most = -1;
  for (size_t j = 0; j < p->k; j++) {
    double sum = x->kind != '#' && q->energy ? change(p, q->energy, j) : 0;
    for (size_t i = 0; i < q->conditions; i++) {
      const box_condition *c = &q->condition[i];
      const bool counts = x->kind == '#' ? i == x->condition : x->weight[i] != 0;
      for (size_t k = 0; counts && k < c->count; k++)
        sum += (x->kind == '#' ? 1 : fabs(x->weight[i])) * change(p, c->f[k], j);
    }
    if (sum > most) best = j;
    most = fmax(most, sum);
  }
  return best;
}

static bool holds_in_parts(run *r, const box_question *q, fact *x, size_t depth) {
  const program *p = q->program;
  if (fact_holds(r, q, x)) return true;
  if (depth == DEPTH || p->k == 0 || ++x->pieces > PIECES) return false;
  const size_t j = widest(q, x);
  const double low = p->low[j], high = p->high[j], cut = low / 2 + high / 2;
  p->high[j] = cut;
  bool good = holds_in_parts(r, q, x, depth + 1);
  p->high[j] = high;
  p->low[j] = cut;
  good = good && holds_in_parts(r, q, x, depth + 1);
  p->low[j] = low;
  return good;
}

/* ---- trees ----------------------------------------------------------------------------------- */

static void read_fact(run *r, const box_question *q, const char **at, fact *x) {
  char *end;
  x->kind = **at;
  if (x->kind == '^') {
    if (!q->energy) refuted(r, "a leaf speaks of an energy that the question has not");
    ++*at;
  } else if (x->kind == '(') {
    ++*at;
    for (size_t i = 0; i < q->conditions; i++) {
      x->weight[i] = strtod(*at, &end);
      if (end == *at || !isfinite(x->weight[i])) malformed(r, "a weight cannot be read");
      const char sense = q->condition[i].sense;
      if (x->weight[i] != 0 && !strchr(">g=", sense)) refuted(r, "a matrix cannot be weighed");
      if (x->weight[i] < 0 && sense != '=') refuted(r, "a weight is negative");
      *at = end;
    }
    if (**at != ')') malformed(r, "a list of weights does not end");
    ++*at;
  } else {
    x->kind = '#';
    x->condition = strtoul(*at, &end, 10);
    if (end == *at || *end != ' ' || x->condition >= q->conditions)
      malformed(r, "a leaf of a tree cannot be read");
    *at = end + 1;
  }
}

static void walk(run *r, const box_question *q, const char **at, size_t depth) {
  const program *p = q->program;
  const size_t j = **at >= 'a' && **at <= 'z'   ? (size_t)(**at - 'a')
                   : **at >= 'A' && **at <= 'Z' ? (size_t)(**at - 'A') + 26
                                                : p->k;
  fact x = {0};
  if (j < p->k) {
    if (depth > MOST_NESTING) malformed(r, "a tree is too deep");
    const double low = p->low[j], high = p->high[j], cut = low / 2 + high / 2;
    ++*at;
    p->high[j] = cut;
    walk(r, q, at, depth + 1);
    p->high[j] = high;
    p->low[j] = cut;
    walk(r, q, at, depth + 1);
    p->low[j] = low;
    return;
  }
  read_fact(r, q, at, &x);
  r->leaves++;
  if (!holds_in_parts(r, q, &x, 0))
    refuted(r, "leaf %zu of a tree does not show what it says", r->leaves);
}

node *add_extra(run *r, box_question *q, double low) {
  item *it = new_room(r, 1, sizeof *it);
  node *e = new_room(r, 1, sizeof *e);
  if (q->k == COUNT(q->variable)) malformed(r, "too many variables");
  it->kind = PARAM;
  *e = (node){.op = 'r', .item = it};
  q->variable[q->k] = (box_variable){'r', it};
  q->low[q->k++] = low;
  return e;
}

void replay_tree(run *r, box_question *q, const char *tree) {
  node *output[MOST_OUTPUTS * 4];
  size_t outputs = 0;
  for (size_t i = 0; i < q->conditions; i++)
    for (size_t j = 0; j < q->condition[i].count; j++) {
      if (outputs + 1 == COUNT(output)) malformed(r, "too many functions");
      output[outputs++] = q->condition[i].f[j];
    }
  if (q->energy) output[outputs++] = q->energy;
  q->program = make_program(r, q->k, outputs, output);
  memcpy(q->program->low, q->low, q->k * sizeof *q->low);
  memcpy(q->program->high, q->high, q->k * sizeof *q->high);
  /* without a tree: one condition, everywhere */
  if (!tree) {
    fact only = {.kind = '#', .condition = 0};
    if (!holds_in_parts(r, q, &only, 0)) refuted(r, "a condition is not seen to hold");
    return;
  }
  walk(r, q, &tree, 0);
  if (*tree) malformed(r, "a tree does not end");
}
