/* check_states.c: the states obey gaps and sliders, and the sliders are independent.
 *
 *     contact   g(q) >= 0                        slider   g(q) = 0  and  dg/dt = 0
 *
 * at t = 0, each as closely as ss_model_closed_below says: a state may be written in rounded
 * decimals. States and gaps are enclosed in balls, so that a complaint is
 * a proof; what the balls cannot decide passes. A state that only a parameter set from the command
 * line spoils is a warning: the other states and the model are as good as before.
 *
 * Sliders are independent where their directions W_i = dg_i/dq are. They are orthogonalised one
 * after the other (Gram-Schmidt, twice, in doubles) at each state and at one point of no special
 * position: on the chart where there is one. A direction of which less than 1e-9 is left depends on
 * the earlier ones, and the reaction forces would not be determined.
 */
#include <math.h>
#include <string.h>

#include "reader.h"
#include "standstill/tape.h"

enum { PRECISION = 128, MOST_WORK = 20000000 };

static const double DEPENDENT = 1e-9; /* of the length of a slider's direction */

typedef struct inspector {
  ss_reader *reader;
  size_t n, gaps, sliders;
  const ss_element **element; /* of each gap, sliders first */
  ss_tape *tape;              /* of t, q, u: gaps, rates of the sliders, their directions */
  arb_ptr work, input;        /* input: t, q, u */
  double *direction;          /* sliders x n */
} inspector;

/* ---- the tape -------------------------------------------------------------------------------- */

/* Elements with a gap that can be evaluated, sliders first. */
static void list_gaps(inspector *x) {
  const ss_model *model = x->reader->model;
  static const ss_element_kind kinds[] = {SS_ELEMENT_SLIDER, SS_ELEMENT_CONTACT};
  for (size_t k = 0; k < 2; k++) {
    for (size_t i = 0; i < model->elements; i++) {
      const ss_element *element = &model->element[i];
      unsigned traits = ss_reader_traits(x->reader, element->gap.resolved);
      if (element->kind != kinds[k] || !element->gap.resolved) continue;
      if (traits & ~(unsigned)(SS_ALLOW_SMOOTH | SS_HAS_KINK)) continue;
      x->element[x->gaps++] = element;
      x->sliders += k == 0;
    }
  }
}

/* Gaps, then rates, then directions, with numbers in place of parameters. */
static ss_expr *list_outputs(inspector *x, size_t *count) {
  ss_reader *reader = x->reader;
  ss_model *model = reader->model;
  *count = x->gaps + x->sliders * (1 + x->n);
  ss_expr *out = ss_reader_borrow(reader, *count, sizeof *out);
  ss_expr *column = ss_reader_borrow(reader, x->sliders, sizeof *column);
  if (!out || !column) return NULL;
  for (size_t i = 0; i < x->gaps; i++) out[i] = x->element[i]->gap.resolved;
  for (size_t i = 0; i < x->sliders; i++)
    out[x->gaps + i] = ss_rewriter_apply(&reader->rates, out[i]);
  for (size_t j = 0; x->sliders && j < x->n; j++) {
    ss_expr_differentiate(reader->graph, x->sliders, out, model->coordinate[j].q, column);
    for (size_t i = 0; i < x->sliders; i++) out[x->gaps + x->sliders + i * x->n + j] = column[i];
  }
  for (size_t i = 0; i < *count; i++) {
    out[i] = ss_rewriter_apply(&reader->closer, out[i]);
    if (!out[i]) return NULL; /* a parameter is broken */
  }
  return out;
}

static bool start_inspector(inspector *x, ss_reader *reader) {
  ss_model *model = reader->model;
  *x = (inspector){.reader = reader, .n = model->coordinates};
  x->element = ss_reader_borrow(reader, model->elements, sizeof *x->element);
  ss_expr *symbol = ss_reader_borrow(reader, 2 * x->n + 1, sizeof *symbol);
  if (!x->element || !symbol) return false;
  list_gaps(x);
  size_t count;
  ss_expr *out = x->gaps ? list_outputs(x, &count) : NULL;
  ss_graph_clear_status(reader->graph);
  x->direction = ss_reader_borrow(reader, x->sliders * x->n, sizeof *x->direction);
  if (!out || !x->direction) return false;
  symbol[0] = model->time;
  for (size_t i = 0; i < x->n; i++) {
    symbol[1 + i] = model->coordinate[i].q;
    symbol[1 + x->n + i] = model->coordinate[i].u;
  }
  if (ss_tape_compile(reader->graph, 0, NULL, 2 * x->n + 1, symbol, count, out, &x->tape) != SS_OK)
    return false;
  x->work = _arb_vec_init((slong)ss_balls_work_size(x->tape));
  x->input = _arb_vec_init((slong)(2 * x->n + 1));
  ss_balls_prepare(x->tape, NULL, x->work, PRECISION);
  return true;
}

static void stop_inspector(inspector *x) {
  if (!x->tape) return;
  _arb_vec_clear(x->work, (slong)ss_balls_work_size(x->tape));
  _arb_vec_clear(x->input, (slong)(2 * x->n + 1));
  ss_tape_destroy(x->tape);
}

static arb_srcptr run(inspector *x) {
  _arb_vec_set(ss_balls_in(x->tape, x->work), x->input, (slong)(2 * x->n + 1));
  ss_balls_run(x->tape, x->work, PRECISION);
  return ss_balls_out(x->tape, x->work);
}

/* ---- gaps and rates -------------------------------------------------------------------------- */

/* What counts as 0 beside these numbers. */
static double threshold(arb_srcptr values, size_t count) {
  double middle[count + 1];
  for (size_t i = 0; i < count; i++) middle[i] = arf_get_d(arb_midref(values + i), ARF_RND_NEAR);
  return ss_model_closed_below(count, middle);
}

/* Is the ball wholly below -limit, or wholly outside [-limit, limit]? */
static bool is_off(const arb_t value, double limit, bool both_sides) {
  arb_t distance, bound;
  arb_init(distance);
  arb_init(bound);
  arb_set_d(bound, limit);
  if (both_sides)
    arb_abs(distance, value);
  else
    arb_neg(distance, value);
  bool off = arb_is_finite(distance) && arb_gt(distance, bound);
  arb_clear(distance);
  arb_clear(bound);
  return off;
}

static void check_state(inspector *x, const ss_state *state, arb_srcptr out) {
  double limit = threshold(x->input + 1, x->n), speed = threshold(x->input + 1 + x->n, x->n);
  ss_complaint say = ss_reader_state_complaint(x->reader);
  for (size_t i = 0; i < x->gaps; i++) {
    const ss_element *element = x->element[i];
    bool slider = i < x->sliders;
    double gap = arf_get_d(arb_midref(out + i), ARF_RND_NEAR);
    if (is_off(out + i, limit, slider))
      say(x->reader, state->name.where, "state '%s' violates %s '%s': its gap is %.6g",
          state->name.text, ss_element_word(element->kind), element->name.text, gap);
    else if (slider && is_off(out + x->gaps + i, speed, true))
      say(x->reader, state->name.where,
          "state '%s' violates slider '%s': its gap changes at the rate %.6g", state->name.text,
          element->name.text, arf_get_d(arb_midref(out + x->gaps + i), ARF_RND_NEAR));
  }
}

/* ---- independent sliders --------------------------------------------------------------------- */

static double norm(const double *v, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += v[i] * v[i];
  return sqrt(sum);
}

/* v -= (v . w) w */
static void remove_part(double *v, const double *w, size_t n) {
  double dot = 0;
  for (size_t i = 0; i < n; i++) dot += v[i] * w[i];
  for (size_t i = 0; i < n; i++) v[i] -= dot * w[i];
}

/* The first slider whose direction depends on the earlier ones; the count if none does, or if a
 * direction is not finite here. */
static size_t find_dependent(inspector *x, arb_srcptr out) {
  size_t n = x->n;
  arb_srcptr balls = out + x->gaps + x->sliders;
  for (size_t i = 0; i < x->sliders; i++) {
    double *v = x->direction + i * n;
    for (size_t j = 0; j < n; j++) v[j] = arf_get_d(arb_midref(balls + i * n + j), ARF_RND_NEAR);
    double length = norm(v, n);
    if (!isfinite(length)) return x->sliders;
    for (int twice = 0; twice < 2; twice++)
      for (size_t k = 0; k < i; k++) remove_part(v, x->direction + k * n, n);
    double left = norm(v, n);
    if (left <= DEPENDENT * length || length == 0) return i;
    for (size_t j = 0; j < n; j++) v[j] /= left;
  }
  return x->sliders;
}

static void complain_dependent(inspector *x, size_t slider, const char *where, const char *name) {
  ss_reader_error(x->reader, x->element[slider]->name.where,
                  slider ? "slider '%s' depends on the sliders before it%s%s%s"
                         : "slider '%s' constrains nothing%s%s%s",
                  x->element[slider]->name.text, where, name, *name ? "'" : "");
}

/* A point of no special position, on the chart if there is one. */
static bool choose_point(inspector *x) {
  ss_model *model = x->reader->model;
  bool good = true;
  for (size_t i = 0; i < x->n; i++) {
    arb_set_d(x->input + 1 + i, 0.5 + 0.3 * sin(1.7 + 2.3 * (double)i));
    arb_zero(x->input + 1 + x->n + i);
  }
  if (!model->chart) return true;
  ss_expr *map = ss_reader_borrow(x->reader, x->n, sizeof *map);
  if (!map) return false;
  for (size_t i = 0; i < model->chart->count; i++)
    ss_rewriter_set(&x->reader->closer, model->chart->coordinates[i].q,
                    ss_expr_ratio(x->reader->graph, 37 + 11 * (long)(i % 7), 100));
  for (size_t i = 0; good && i < x->n; i++) {
    map[i] = ss_rewriter_apply(&x->reader->closer, model->chart->map[i].resolved);
    good = map[i] != SS_EXPR_NONE;
  }
  ss_expr start = ss_expr_integer(x->reader->graph, 0);
  if (good) ss_expr_substitute(x->reader->graph, 1, &model->time, &start, x->n, map, map);
  ss_graph_clear_status(x->reader->graph);
  return good && ss_model_enclose(x->reader->graph, x->n, map, x->input + 1) == SS_OK;
}

/* ---- all states ------------------------------------------------------------------------------ */

/* The values of all states, as balls: state i's coordinates, then its velocities. */
static arb_ptr evaluate_states(inspector *x, uint8_t *broken) {
  ss_reader *reader = x->reader;
  ss_model *model = reader->model;
  size_t each = 2 * x->n, count = each * model->states;
  ss_expr *exprs = ss_reader_borrow(reader, count, sizeof *exprs);
  if (!exprs) return NULL;
  for (size_t i = 0; i < count; i++) {
    const ss_state *state = &model->state[i / each];
    const ss_formula *formula = i % each < x->n ? &state->q[i % each] : &state->u[i % each - x->n];
    bool good = !(ss_reader_traits(reader, formula->resolved) & ~(unsigned)SS_ALLOW_CONSTANT);
    exprs[i] = good ? ss_rewriter_apply(&reader->closer, formula->resolved) : SS_EXPR_NONE;
    if (!exprs[i]) {
      broken[i / each] = 1;
      exprs[i] = ss_expr_integer(reader->graph, 0);
    }
  }
  ss_graph_clear_status(reader->graph);
  arb_ptr values = _arb_vec_init((slong)count);
  if (ss_model_enclose(reader->graph, count, exprs, values) == SS_OK) return values;
  _arb_vec_clear(values, (slong)count);
  return NULL;
}

static void check_states(inspector *x) {
  ss_model *model = x->reader->model;
  size_t each = 2 * x->n;
  uint8_t *broken = ss_reader_borrow(x->reader, model->states, 1);
  arb_ptr values = broken ? evaluate_states(x, broken) : NULL;
  if (!values) return;
  for (size_t i = 0; i < model->states; i++) {
    if (broken[i]) continue;
    arb_zero(x->input);
    _arb_vec_set(x->input + 1, values + each * i, (slong)each);
    arb_srcptr out = run(x);
    check_state(x, &model->state[i], out);
    size_t slider = find_dependent(x, out);
    if (slider < x->sliders)
      complain_dependent(x, slider, " in state '", model->state[i].name.text);
  }
  _arb_vec_clear(values, (slong)(each * model->states));
}

void ss_reader_check_states(ss_reader *reader) {
  ss_model *model = reader->model;
  inspector x;
  if (start_inspector(&x, reader)) {
    size_t dependent = x.sliders && choose_point(&x) ? find_dependent(&x, run(&x)) : x.sliders;
    if (dependent < x.sliders)
      complain_dependent(&x, dependent, "", "");
    else if (model->states * ss_tape_length(x.tape) <= MOST_WORK)
      check_states(&x);
    else
      ss_reader_warn(reader, model->state[0].name.where, "too many states: gaps are not checked");
  }
  stop_inspector(&x);
}
