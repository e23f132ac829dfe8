/* normal.c: a function of a box in another form: multiplied out, in lowest terms.
 *
 *     f(x, u, a)  ->  polynomial of symbols (numbers.c)  ->  tree
 *
 * The variables of the box are symbols with the ranges of the box, so that everything that is said
 * of numbers holds of them: sin^2 + cos^2 = 1, what cancels cancels, nothing is divided by that may
 * be 0. Terms that are large and cancel, as in the inverse of a matrix that is almost singular, are
 * gone then, and intervals become narrow that no cutting makes so. A function whose form is too
 * large, or that is not seen to be defined in the whole box, has none.
 */
#include "check.h"

static poly *variable_of_box(run *r, node *e) {
  const box_question *q = r->normal;
  size_t k = 0;
  while (k < q->k && !(q->variable[k].op == e->op && q->variable[k].item == e->item)) k++;
  if (k == q->k) malformed(r, "a formula depends on what no box speaks of");
  if (!r->place[k]) {
    interval range = new_interval(r);
    read_double(range.low, q->low[k]);
    read_double(range.high, q->high[k]);
    r->place[k] = enter_symbol(r, 'r', new_poly(r), new_poly(r), range);
    r->origin[r->symbol_count - 1] = e;
  }
  return r->place[k];
}

poly *value_in_box(run *r, node *e) {
  if (e->op == 'd') return value_of(r, write_out(r, e));
  return variable_of_box(r, e);
}

/* ---- back to trees --------------------------------------------------------------------------- */

static node *tree_of(run *r, const poly *e);

static node *make_tree(run *r, const symbol *s) {
  if (s->function == 'r') malformed(r, "a number without a formula");
  if (s->function == 'i') return DIV(integer_tree(r, 1), tree_of(r, s->first));
  if (s->function != 'P')
    return make_node(r, s->function, tree_of(r, s->first),
                     strchr("mMa", s->function) ? tree_of(r, s->second) : NULL);
  node *pi = new_room(r, 1, sizeof *pi);
  *pi = (node){.op = 'P', .fixed = true};
  return pi;
}

static node *tree_of_symbol(run *r, size_t i) {
  if (!r->origin[i]) r->origin[i] = make_tree(r, &r->symbols[i]);
  return r->origin[i];
}

static node *tree_of(run *r, const poly *e) {
  ulong exponents[2 * MOST_COORDINATES + MOST_SYMBOLS];
  fmpq *c = new_rational(r);
  node *sum = integer_tree(r, 0);
  for (slong t = 0; t < fmpq_mpoly_length(e, r->ring); t++) {
    fmpq_mpoly_get_term_coeff_fmpq(c, e, t, r->ring);
    fmpq_mpoly_get_term_exp_ui(exponents, e, t, r->ring);
    node *term = number_tree(r, c);
    for (size_t i = 0; i < r->symbol_count; i++) {
      const ulong power = exponents[2 * r->n + i];
      if (power == 0) continue;
      node *base = tree_of_symbol(r, i);
      term = MUL(term, power == 1 ? base : make_node(r, '^', base, integer_tree(r, (slong)power)));
    }
    sum = ADD(sum, term);
  }
  return sum;
}

/* ---- the question ---------------------------------------------------------------------------- */

/* The same function again where there is no other form: what ends the run elsewhere ends here the
 * attempt only. */
static node *find_other(run *r, node *e) {
  jmp_buf end;
  memcpy(&end, &r->end, sizeof end);
  node *volatile other = e;
  if (setjmp(r->end) == 0) other = tree_of(r, cancel(r, reduce_poly(r, value_of(r, e))));
  memcpy(&r->end, &end, sizeof end);
  r->status = 0;
  r->message[0] = 0;
  return other;
}

void find_other_forms(run *r, box_question *q) {
  memset(r->place, 0, sizeof r->place);
  r->normal = q;
  r->epoch++;
  for (size_t i = 0; i < q->conditions; i++) {
    box_condition *c = &q->condition[i];
    c->other = new_room(r, c->count, sizeof *c->other);
    for (size_t k = 0; k < c->count; k++) c->other[k] = find_other(r, c->f[k]);
  }
  if (q->energy) q->other_energy = find_other(r, q->energy);
  r->normal = NULL;
  r->epoch++;
}
