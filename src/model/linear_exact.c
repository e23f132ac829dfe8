/* linear_exact.c: M, C, K, f, W, p of a linear machine as rationals.
 *
 * The parameters' formulas are inserted, the linear form is asked for, and each entry is then a
 * rational number wherever the data are rational. An entry with ranges or irrational numbers has
 * the interval that linear_hull.c finds, which the checker of certificates finds too: exactly that
 * one where only rational ranges occur, so that a damping in [0, 1] is not negative, else widened a
 * little (2^-20 of the radius, 2^-56 of the value) against other roundings. Where that has none
 * (abs of an uncertain sign, too many terms), the entry is evaluated in ball arithmetic.
 *
 * A friction bound is p = mu N for an element with given normal force. A slider's normal force,
 * from the projection to the chart, is a + b u' + D lambda: it is a constant only if b and D vanish
 * and a does not depend on the state; then p = mu |a|.
 */
#include <string.h>

#include "derive_private.h"
#include "linear_hull.h"
#include "reader.h"
#include "standstill/linear.h"

/* ---- balls --------------------------------------------------------------------------------- */

enum { PRECISION = 192, KEPT_BITS = 64 };

/* center: the midpoint in 64 bits; radius: what is left, widened. */
static void round_ball(fmpq *center, fmpq *radius, const arb_t ball) {
  arf_t middle;
  arb_t rest;
  mag_t size, extra;
  arf_init(middle);
  arb_init(rest);
  mag_init(size);
  mag_init(extra);
  arf_set_round(middle, arb_midref(ball), KEPT_BITS, ARF_RND_NEAR);
  arb_sub_arf(rest, ball, middle, PRECISION);
  arb_get_mag(size, rest);
  mag_mul_2exp_si(extra, size, -20);
  mag_add(size, size, extra);
  arf_get_mag(extra, middle);
  mag_mul_2exp_si(extra, extra, -56);
  mag_add(size, size, extra);
  arf_get_fmpq(center, middle);
  mag_get_fmpq(radius, size);
  arf_clear(middle);
  arb_clear(rest);
  mag_clear(size);
  mag_clear(extra);
}

/* Every value that the parameter may have. */
static bool enclose_parameter(const ss_model *model, const ss_parameter *p, arb_t ball) {
  ss_expr ends[2] = {p->closed_low, p->closed_high};
  bool good = true;
  arb_ptr two = _arb_vec_init(2);
  if (ends[0] && ends[1])
    good = ss_model_enclose(model->graph, 2, ends, two) == SS_OK;
  else
    good = p->closed && ss_model_enclose(model->graph, 1, &p->closed, two) == SS_OK;
  if (ends[0] && ends[1])
    arb_union(ball, two, two + 1, PRECISION);
  else
    arb_set(ball, two);
  _arb_vec_clear(two, 2);
  return good;
}

static bool run_tape(const ss_model *model, const ss_tape *tape, arb_ptr parameter,
                     const size_t *which, size_t count, fmpq_mat_t center, fmpq_mat_t radius) {
  slong size = (slong)ss_balls_work_size(tape);
  arb_ptr work = _arb_vec_init(size);
  bool good = true;
  for (size_t i = 0; i < model->parameters && good; i++)
    good = enclose_parameter(model, &model->parameter[i], parameter + i);
  if (good) {
    ss_balls_prepare(tape, parameter, work, PRECISION);
    ss_balls_run(tape, work, PRECISION);
  }
  for (size_t i = 0; i < count && good; i++) {
    arb_srcptr value = ss_balls_out(tape, work) + i;
    good = arb_is_finite(value);
    slong row = (slong)which[i];
    if (good) round_ball(fmpq_mat_entry(center, row, 0), fmpq_mat_entry(radius, row, 0), value);
  }
  _arb_vec_clear(work, size);
  return good;
}

/* Those that are no rational numbers, in balls. */
static ss_status enclose_rest(const ss_model *model, size_t count, const ss_expr *exprs,
                              const size_t *which, fmpq_mat_t center, fmpq_mat_t radius) {
  ss_arena *scratch = ss_arena_create();
  ss_expr *symbols = scratch ? ss_arena_new(scratch, model->parameters, ss_expr) : NULL;
  ss_tape *tape = NULL;
  ss_status status = symbols ? SS_OK : SS_MEMORY;
  for (size_t i = 0; symbols && i < model->parameters; i++) symbols[i] = model->parameter[i].symbol;
  if (symbols)
    status =
        ss_tape_compile(model->graph, model->parameters, symbols, 0, NULL, count, exprs, &tape);
  if (status == SS_OK) {
    arb_ptr parameter = _arb_vec_init((slong)model->parameters);
    if (!run_tape(model, tape, parameter, which, count, center, radius)) status = SS_BAD_INPUT;
    _arb_vec_clear(parameter, (slong)model->parameters);
  }
  ss_tape_destroy(tape);
  ss_arena_destroy(scratch);
  return status;
}

/* ---- hulls --------------------------------------------------------------------------------- */

/* center ± radius: [low, high], a little wider where its ends are rounded. */
static void take_hull(fmpq *center, fmpq *radius, const fmpq *low, const fmpq *high,
                      ss_hull_kind kind) {
  if (kind == SS_HULL_EXACT) {
    fmpq_add(center, low, high);
    fmpq_sub(radius, high, low);
    fmpq_div_2exp(center, center, 1);
    fmpq_div_2exp(radius, radius, 1);
    return;
  }
  arb_ptr ends = _arb_vec_init(2);
  arb_set_fmpq(ends, low, PRECISION);
  arb_set_fmpq(ends + 1, high, PRECISION);
  arb_union(ends, ends, ends + 1, PRECISION);
  round_ball(center, radius, ends);
  _arb_vec_clear(ends, 2);
}

/* Formulas that have no hull are enclosed in balls. */
static ss_status enclose_all(const ss_model *model, ss_arena *scratch, size_t count,
                             const ss_expr *exprs, fmpq_mat_t center, fmpq_mat_t radius) {
  ss_expr *rest = ss_arena_new(scratch, count, ss_expr);
  size_t *which = ss_arena_new(scratch, count, size_t), left = 0;
  ss_hull_kind *kind = ss_arena_new(scratch, count, ss_hull_kind);
  fmpq_mat_t low, high;
  if (!rest || !which || !kind) return SS_MEMORY;
  fmpq_mat_init(low, (slong)count, 1);
  fmpq_mat_init(high, (slong)count, 1);
  ss_status status = ss_model_find_hulls(model, count, exprs, low, high, kind);
  for (size_t i = 0; status == SS_OK && i < count; i++) {
    slong row = (slong)i;
    if (kind[i] == SS_HULL_NONE) {
      rest[left] = exprs[i];
      which[left++] = i;
    } else {
      take_hull(fmpq_mat_entry(center, row, 0), fmpq_mat_entry(radius, row, 0),
                fmpq_mat_entry(low, row, 0), fmpq_mat_entry(high, row, 0), kind[i]);
    }
  }
  fmpq_mat_clear(low);
  fmpq_mat_clear(high);
  if (status == SS_OK && left) status = enclose_rest(model, left, rest, which, center, radius);
  return status;
}

ss_status ss_model_enclose_values(const ss_model *model, size_t count, const ss_expr *exprs,
                                  fmpq_mat_t center, fmpq_mat_t radius) {
  ss_arena *scratch = ss_arena_create();
  ss_status status =
      scratch ? enclose_all(model, scratch, count, exprs, center, radius) : SS_MEMORY;
  ss_arena_destroy(scratch);
  return status;
}

/* ---- friction ------------------------------------------------------------------------------ */

/* An input with bounds that a law drives, also where it stays at them. */
static const char *find_saturation(ss_arena *arena, const ss_system *s) {
  bool driven = false;
  for (size_t k = 0; s->control && k < s->coordinates; k++)
    driven = driven || !ss_expr_is_integer(s->graph, s->control[k], 0);
  for (size_t i = 0; driven && i < s->model->inputs; i++)
    if (s->model->input[i].low.resolved || s->model->input[i].high.resolved)
      return ss_arena_format(arena, "input '%s' saturates", s->model->input[i].name.text);
  return NULL;
}

static const char *find_obstacle(ss_arena *arena, const ss_system *s) {
  for (size_t i = 0; i < s->elements; i++) {
    const ss_element *e = s->element[i].element;
    if (e->kind == SS_ELEMENT_CONTACT)
      return ss_arena_format(arena, "contact '%s' can open", e->name.text);
    if (e->kind == SS_ELEMENT_CLUTCH)
      return ss_arena_format(arena, "clutch '%s' is one-way", e->name.text);
    if (s->element[i].slips > 1)
      return ss_arena_format(arena, "the friction of '%s' couples %zu directions", e->name.text,
                             s->element[i].slips);
    if (e->kind == SS_ELEMENT_SLIDER && !s->projection && !s->model->chart)
      return ss_arena_format(arena, "slider '%s' is there and the model has no chart",
                             e->name.text);
  }
  return s->inputs ? "an input is open" : find_saturation(arena, s);
}

/* The index of a slider element among the projection's sliders. */
static size_t slider_index(const ss_system *s, size_t element) {
  size_t k = 0;
  for (size_t i = 0; i < element; i++) k += s->element[i].element->kind == SS_ELEMENT_SLIDER;
  return k;
}

/* |a| where the slider's force is a alone; SS_EXPR_NONE otherwise. */
static ss_expr slider_force(const ss_system *s, size_t element) {
  const ss_projection *p = s->projection;
  size_t k = slider_index(s, element), others = s->slips + s->normals;
  for (size_t j = 0; j < s->coordinates; j++)
    if (ss_expr_is_zero(s->graph, p->b[k * s->coordinates + j]) != SS_PROVED) return SS_EXPR_NONE;
  for (size_t j = 0; j < others; j++)
    if (ss_expr_is_zero(s->graph, p->D[k * others + j]) != SS_PROVED) return SS_EXPR_NONE;
  ss_expr a = ss_expr_simplify(s->graph, p->a[k]);
  for (size_t j = 0; j < s->coordinates; j++)
    if (ss_expr_depends(s->graph, a, s->q[j]) || ss_expr_depends(s->graph, a, s->u[j]))
      return SS_EXPR_NONE;
  if (ss_expr_depends(s->graph, a, s->model->time)) return SS_EXPR_NONE;
  return ss_expr_unary(s->graph, SS_OP_ABS, a);
}

/* bounds[i] = mu N of element i, SS_EXPR_NONE where it has no friction law. */
static const char *find_bounds(ss_arena *arena, const ss_system *s, ss_expr *bounds) {
  for (size_t i = 0; i < s->elements; i++) {
    const ss_element *e = s->element[i].element;
    if (e->law == SS_LAW_FRICTIONLESS) continue;
    ss_expr normal = e->kind == SS_ELEMENT_SLIDER ? slider_force(s, i) : e->normal.resolved;
    if (!normal)
      return ss_arena_format(arena, "the normal force in slider '%s' depends on the motion",
                             e->name.text);
    bounds[i] = ss_expr_mul(s->graph, e->law_argument[0].resolved, normal);
  }
  return NULL;
}

/* ---- the system ---------------------------------------------------------------------------- */

static void init_data(ss_linear_data *d, slong n, slong m) {
  fmpq_mat_init(d->M, n, n);
  fmpq_mat_init(d->C, n, n);
  fmpq_mat_init(d->K, n, n);
  fmpq_mat_init(d->f, n, 1);
  fmpq_mat_init(d->W, n, m);
  fmpq_mat_init(d->p, m, 1);
}

static void clear_data(ss_linear_data *d) {
  fmpq_mat_clear(d->M);
  fmpq_mat_clear(d->C);
  fmpq_mat_clear(d->K);
  fmpq_mat_clear(d->f);
  fmpq_mat_clear(d->W);
  fmpq_mat_clear(d->p);
}

void ss_linear_clear(ss_linear *linear) {
  clear_data(&linear->center);
  clear_data(&linear->radius);
}

/* Rows i of a column become entries of A. */
static slong take(fmpq_mat_t A, const fmpq_mat_t column, slong from) {
  for (slong i = 0; i < fmpq_mat_nrows(A); i++)
    for (slong j = 0; j < fmpq_mat_ncols(A); j++)
      fmpq_set(fmpq_mat_entry(A, i, j), fmpq_mat_entry(column, from++, 0));
  return from;
}

static void take_data(ss_linear_data *d, const fmpq_mat_t column) {
  slong at = take(d->M, column, 0);
  at = take(d->C, column, at);
  at = take(d->K, column, at);
  at = take(d->f, column, at);
  at = take(d->W, column, at);
  take(d->p, column, at);
}

/* Frictions with p > 0: their elements, and why one is impossible. */
static ss_status choose_frictions(ss_arena *arena, const ss_system *s, const ss_expr *bounds,
                                  ss_linear *l, const char **why_not) {
  size_t *element = ss_arena_new(arena, s->elements, size_t);
  const char **names = ss_arena_new(arena, s->elements, const char *);
  fmpq_mat_t p, r;
  ss_status status = element && names ? SS_OK : SS_MEMORY;
  fmpq_mat_init(p, 1, 1);
  fmpq_mat_init(r, 1, 1);
  for (size_t i = 0; i < s->elements && status == SS_OK && !*why_not; i++) {
    if (!bounds[i]) continue;
    status = ss_model_enclose_values(s->model, 1, &bounds[i], p, r);
    const char *name = s->element[i].element->name.text;
    if (fmpq_is_zero(fmpq_mat_entry(p, 0, 0)) && fmpq_is_zero(fmpq_mat_entry(r, 0, 0))) continue;
    fmpq_sub(fmpq_mat_entry(r, 0, 0), fmpq_mat_entry(p, 0, 0), fmpq_mat_entry(r, 0, 0));
    if (fmpq_sgn(fmpq_mat_entry(p, 0, 0)) < 0)
      *why_not = ss_arena_format(arena, "the normal force of '%s' is negative", name);
    else if (fmpq_sgn(fmpq_mat_entry(r, 0, 0)) <= 0)
      *why_not = ss_arena_format(arena, "the friction of '%s' may vanish in its range", name);
    names[l->frictions] = name;
    element[l->frictions++] = i;
  }
  fmpq_mat_clear(p);
  fmpq_mat_clear(r);
  l->friction = names;
  l->element = element;
  return status;
}

static ss_expr *gather(ss_arena *arena, const ss_linear *l, const ss_linear_form *form,
                       const ss_expr *bounds, size_t *count) {
  const ss_system *s = l->system;
  size_t n = l->coordinates, m = l->frictions, at = 0;
  *count = 3 * n * n + n + n * m + m;
  ss_expr *all = ss_arena_new(arena, *count, ss_expr);
  if (!all) return NULL;
  memcpy(all, form->M, n * n * sizeof *all);
  memcpy(all + n * n, form->C, n * n * sizeof *all);
  memcpy(all + 2 * n * n, form->K, n * n * sizeof *all);
  memcpy(all + 3 * n * n, form->f, n * sizeof *all);
  at = 3 * n * n + n;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < m; j++) all[at++] = s->slip[s->element[l->element[j]].slip].W[i];
  for (size_t j = 0; j < m; j++) all[at++] = bounds[l->element[j]];
  return all;
}

static ss_status fill(ss_arena *arena, ss_linear *l, const ss_linear_form *form,
                      const ss_expr *bounds) {
  size_t count;
  ss_expr *all = gather(arena, l, form, bounds, &count);
  fmpq_mat_t center, radius;
  if (!all) return SS_MEMORY;
  ss_expr_simplify_all(l->system->graph, count, all, all);
  fmpq_mat_init(center, (slong)count, 1);
  fmpq_mat_init(radius, (slong)count, 1);
  ss_status status = ss_model_enclose_values(l->system->model, count, all, center, radius);
  if (status == SS_OK) {
    init_data(&l->center, (slong)l->coordinates, (slong)l->frictions);
    init_data(&l->radius, (slong)l->coordinates, (slong)l->frictions);
    take_data(&l->center, center);
    take_data(&l->radius, radius);
    l->exact = fmpq_mat_is_zero(radius);
  }
  fmpq_mat_clear(center);
  fmpq_mat_clear(radius);
  return status;
}

/* K_ij - K_ji vanishes, whatever the parameters are. */
static bool is_symmetric(const ss_system *s, const ss_expr *K) {
  size_t n = s->coordinates;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++) {
      ss_expr difference = ss_expr_sub(s->graph, K[i * n + j], K[j * n + i]);
      if (ss_expr_is_zero(s->graph, difference) != SS_PROVED) return false;
    }
  return true;
}

/* In the chart's coordinates where there are sliders, with all parameters inserted. */
static ss_status prepare(ss_arena *arena, const ss_system *full, ss_system **prepared) {
  ss_system *s = NULL;
  bool sliders = false;
  for (size_t i = 0; i < full->elements; i++)
    sliders = sliders || full->element[i].element->kind == SS_ELEMENT_SLIDER;
  if (sliders && !full->projection) {
    ss_status status = ss_system_project(arena, full, &s);
    if (status != SS_OK) return status;
  }
  return ss_system_insert_parameters(arena, s ? s : full, prepared);
}

/* The end of a range must be a number: with a range of its own it would be another set than the box
 * that the ends at the parameters' values make. */
static ss_status check_ranges(ss_arena *arena, const ss_model *model, const char **why_not) {
  size_t n = model->parameters;
  ss_expr *symbols = ss_arena_new(arena, n, ss_expr), *formulas = ss_arena_new(arena, n, ss_expr);
  if (!symbols || !formulas) return SS_MEMORY;
  ss_status status = ss_model_open_parameters(arena, model, formulas);
  for (size_t i = 0; i < n; i++) symbols[i] = model->parameter[i].symbol;
  for (size_t i = 0; i < n && status == SS_OK; i++) {
    const ss_parameter *p = &model->parameter[i];
    ss_expr ends[2] = {p->low.resolved, p->high.resolved};
    if (!ends[0] || !ends[1]) continue;
    status = ss_expr_substitute(model->graph, n, symbols, formulas, 2, ends, ends);
    for (size_t j = 0; j < n && status == SS_OK; j++)
      if (ss_expr_depends(model->graph, ends[0], symbols[j]) ||
          ss_expr_depends(model->graph, ends[1], symbols[j]))
        *why_not = ss_arena_format(arena, "the range of '%s' depends on '%s', which has a range",
                                   p->name.text, model->parameter[j].name.text);
  }
  return status;
}

ss_status ss_linear_create(ss_arena *arena, const ss_system *system, ss_linear *linear,
                           const char **why_not) {
  ss_system *s;
  ss_linear_form form;
  *linear = (ss_linear){0};
  *why_not = find_obstacle(arena, system);
  if (*why_not) return SS_OK;
  ss_status status = check_ranges(arena, system->model, why_not);
  if (status != SS_OK || *why_not) return status;
  status = prepare(arena, system, &s);
  if (status != SS_OK) return status;
  linear->system = s;
  status = ss_system_linear_form(arena, s, &form, why_not);
  if (status != SS_OK || *why_not) return status;
  linear->coordinates = s->coordinates;
  linear->coordinate = s->names;
  linear->symmetric = is_symmetric(s, form.K);
  ss_expr *bounds = ss_arena_new(arena, s->elements, ss_expr);
  if (!bounds) return SS_MEMORY;
  *why_not = find_bounds(arena, s, bounds);
  if (!*why_not) status = choose_frictions(arena, s, bounds, linear, why_not);
  if (status != SS_OK || *why_not) return status;
  return fill(arena, linear, &form, bounds);
}
