/* plain_value.c: the value of a formula as it is written.
 *
 * The tree of the formula is walked from left to right, each operation done in the ring as it
 * stands; a name stands for the polynomial of its definition, which is read when it is first met:
 * a coordinate is a variable or, with a chart, the chart's formula for it; its prime and ddt(..)
 * are sum de/dq_i u_i; a parameter with a range is a symbol; an input is what its law says.
 *
 * The walk is recursive. Its depth is limited, so that a sum of more terms than DEEPEST ends the
 * reading and not the program.
 */
#include "plain.h"

enum { DEEPEST = 5000 };

typedef ss_plain_poly poly;

static poly *read_node(ss_plain *x, ss_expr e);

/* ---- names ----------------------------------------------------------------------------------- */

poly *ss_plain_read(ss_plain *x, const ss_formula *formula) {
  const ss_formula *outer = x->formula;
  if (x->why) return ss_plain_new(x);
  x->formula = formula;
  if (++x->depth > SS_PLAIN_DEPTH) ss_plain_refuse(x, "is at the end of too long a definition");
  poly *e = read_node(x, formula->plain);
  x->depth--;
  if (!x->why) x->formula = outer;
  return e;
}

/* The range, or the value where there is none; ends of ranges are numbers (checked before). */
static poly *read_parameter(ss_plain *x, const ss_parameter *p) {
  if (!p->low.plain) {
    poly *e = ss_plain_read(x, &p->value);
    if (!ss_plain_is_constant(x, e)) ss_plain_refuse(x, "'%s' is no constant", p->name.text);
    return e;
  }
  poly *from = ss_plain_read(x, &p->low);
  const poly *to = ss_plain_read(x, &p->high);
  ss_plain_range low = ss_plain_find_range(x, from), high = ss_plain_find_range(x, to);
  ss_plain_range range = {low.low, high.high, low.exact && high.exact};
  if (fmpq_cmp(range.low, range.high) > 0)
    ss_plain_refuse(x, "the range of '%s' is empty", p->name.text);
  if (x->why || ss_plain_is_exact(range)) return from;
  return ss_plain_symbol_of(x, SS_OP_SYMBOL, from, to, range);
}

poly *ss_plain_parameter_value(ss_plain *x, size_t i) {
  if (!x->parameter[i]) x->parameter[i] = read_parameter(x, &x->model->parameter[i]);
  return x->parameter[i];
}

static poly *read_let(ss_plain *x, size_t i) {
  if (!x->let[i]) x->let[i] = ss_plain_read(x, &x->model->abbreviation[i].value);
  return x->let[i];
}

poly *ss_plain_coordinate_value(ss_plain *x, size_t i) {
  if (!x->charted) return ss_plain_variable(x, i);
  if (!x->coordinate[i]) x->coordinate[i] = ss_plain_read(x, &x->model->chart->map[i]);
  return x->coordinate[i];
}

/* The law among those of the file that is this formula; else the formula itself. */
static poly *read_law(ss_plain *x, size_t input, ss_expr law) {
  const ss_model *m = x->model;
  for (size_t i = 0; i < m->feedbacks; i++)
    if (m->feedback[i].input == input && m->feedback[i].value.resolved == law)
      return ss_plain_read(x, &m->feedback[i].value);
  return read_node(x, law);
}

static poly *read_input(ss_plain *x, size_t i) {
  const ss_input *input = &x->model->input[i];
  if (!x->law || !x->law[i]) ss_plain_refuse(x, "input '%s' is open", input->name.text);
  if (x->why) return ss_plain_new(x);
  if (!x->input[i]) x->input[i] = read_law(x, i, x->law[i]);
  if ((input->low.plain || input->high.plain) && !ss_plain_is_zero(x, x->input[i])) {
    x->unlinear = true;
    ss_plain_refuse(x, "uses the input '%s', which saturates", input->name.text);
  }
  return x->input[i];
}

/* X + a cos - b sin and Y + a sin + b cos, the cosine and sine of the body's angle. */
void ss_plain_place(ss_plain *x, size_t index, poly *position[2]) {
  const ss_point *point = &x->model->point[index];
  const ss_body *body = &x->model->body[point->body];
  const poly *angle = ss_plain_read(x, &body->at[2]);
  const poly *cosine = ss_plain_apply(x, SS_OP_COS, angle, angle);
  const poly *sine = ss_plain_apply(x, SS_OP_SIN, angle, angle);
  const poly *a = ss_plain_read(x, &point->local[0]), *b = ss_plain_read(x, &point->local[1]);
  const poly *at[2] = {ss_plain_read(x, &body->at[0]), ss_plain_read(x, &body->at[1])};
  const poly *turned[2] = {
      ss_plain_sum(x, ss_plain_product(x, a, cosine), ss_plain_product(x, b, sine), -1),
      ss_plain_sum(x, ss_plain_product(x, a, sine), ss_plain_product(x, b, cosine), 1)};
  for (size_t i = 0; i < 2; i++) position[i] = ss_plain_sum(x, at[i], turned[i], 1);
}

static poly *read_point(ss_plain *x, size_t index) {
  poly *position[2];
  ss_plain_place(x, index / 2, position);
  return position[index % 2];
}

static poly *read_chart(ss_plain *x, size_t variable) {
  if (!x->charted) ss_plain_refuse(x, "uses a coordinate of the chart");
  return ss_plain_variable(x, variable);
}

static poly *read_name(ss_plain *x, ss_expr e) {
  const ss_plain_meaning m = x->meaning[e];
  switch (m.kind) {
  case SS_PLAIN_PARAMETER: return ss_plain_parameter_value(x, m.index);
  case SS_PLAIN_LET: return read_let(x, m.index);
  case SS_PLAIN_INPUT: return read_input(x, m.index);
  case SS_PLAIN_COORDINATE: return ss_plain_coordinate_value(x, m.index);
  case SS_PLAIN_VELOCITY:
    return x->charted ? ss_plain_rate(x, ss_plain_coordinate_value(x, m.index))
                      : ss_plain_variable(x, x->n + m.index);
  case SS_PLAIN_CHART: return read_chart(x, m.index);
  case SS_PLAIN_CHART_VELOCITY: return read_chart(x, x->n + m.index);
  case SS_PLAIN_POINT: return read_point(x, m.index);
  case SS_PLAIN_NOTHING: break;
  }
  x->unlinear = true;
  ss_plain_refuse(x, "depends on time");
  return ss_plain_new(x);
}

/* ---- operations ------------------------------------------------------------------------------ */

static poly *read_operation(ss_plain *x, ss_op op, const poly *a, const poly *b) {
  switch (op) {
  case SS_OP_ADD: return ss_plain_sum(x, a, b, 1);
  case SS_OP_SUB: return ss_plain_sum(x, a, b, -1);
  case SS_OP_NEG: return ss_plain_sum(x, ss_plain_new(x), a, -1);
  case SS_OP_MUL: return ss_plain_product(x, a, b);
  case SS_OP_DIV: return ss_plain_quotient(x, a, b);
  case SS_OP_POW: return ss_plain_power(x, a, b);
  case SS_OP_DDT: return ss_plain_rate(x, a);
  default: return ss_plain_apply(x, op, a, b);
  }
}

static poly *read_node(ss_plain *x, ss_expr e) {
  if (x->why || !e) return ss_plain_new(x);
  const ss_op op = ss_expr_op(x->graph, e);
  if (op == SS_OP_NUMBER) return ss_plain_constant(x, ss_expr_value(x->graph, e));
  if (op == SS_OP_SYMBOL) return read_name(x, e);
  if (op == SS_OP_PI) return ss_plain_pi(x);
  if (++x->levels > DEEPEST) ss_plain_refuse(x, "is too large for proofs");
  const poly *a = read_node(x, ss_expr_arg(x->graph, e, 0)), *b = a;
  if (ss_op_arity(op) == 2) b = read_node(x, ss_expr_arg(x->graph, e, 1));
  x->levels--;
  return read_operation(x, op, a, b);
}

void ss_plain_enter_chart(ss_plain *x, const fmpq_mat_t shares) {
  const size_t charted = x->model->chart->count;
  x->charted = true;
  x->coordinates = charted;
  for (size_t i = 0; i < x->n; i++) ss_plain_coordinate_value(x, i);
  for (size_t i = 0; i < x->n; i++)
    for (slong s = 0; s < fmpq_mat_nrows(shares); s++) {
      const poly *share = ss_plain_constant(x, fmpq_mat_entry(shares, s, (slong)i));
      share = ss_plain_product(x, share, ss_plain_variable(x, charted + (size_t)s));
      x->coordinate[i] = ss_plain_sum(x, x->coordinate[i], share, 1);
    }
  for (size_t i = 0; i < x->model->abbreviations; i++) x->let[i] = NULL;
  for (size_t i = 0; i < x->model->inputs; i++) x->input[i] = NULL;
}
