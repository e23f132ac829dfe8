/* linear_exact.c: M, C, K, f, W, p of a linear machine as rationals.
 *
 * Whether the machine is linear is asked of the derived equations, with the parameters' formulas
 * inserted and everything simplified. Its numbers come from the plain reading of the formulas as
 * they are written (plain.h), by the rules of standstill-check, so that no entry is ever known
 * better here than there. An entry is a rational number wherever the data are rational, else an
 * interval: exactly the one of the rule where only rational ranges occur, so that a damping in
 * [0, 1] is not negative, else widened a little (2^-20 of the radius, 2^-56 of the value) to have
 * short ends. What has no plain reading has no numbers, and the phrase shows the formula.
 *
 * A friction bound is p = mu N for an element with given normal force. A slider's normal force is a
 * number only if nothing that moves changes it (plain_derive.c).
 */
#include <string.h>

#include "derive_private.h"
#include "plain.h"
#include "standstill/linear.h"

/* ---- balls ----------------------------------------------------------------------------------- */

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

/* ---- hulls ----------------------------------------------------------------------------------- */

/* center ± radius: [low, high], a little wider where its ends are rounded. */
static void take_hull(fmpq *center, fmpq *radius, ss_plain_range y) {
  if (y.exact) {
    fmpq_add(center, y.low, y.high);
    fmpq_sub(radius, y.high, y.low);
    fmpq_div_2exp(center, center, 1);
    fmpq_div_2exp(radius, radius, 1);
    return;
  }
  arb_ptr ends = _arb_vec_init(2);
  arb_set_fmpq(ends, y.low, PRECISION);
  arb_set_fmpq(ends + 1, y.high, PRECISION);
  arb_union(ends, ends, ends + 1, PRECISION);
  round_ball(center, radius, ends);
  _arb_vec_clear(ends, 2);
}

/* ---- friction -------------------------------------------------------------------------------- */

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

/* ---- the system ------------------------------------------------------------------------------ */

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

/* One number as center and radius. */
static void take_number(ss_plain *x, const ss_plain_poly *e, fmpq *center, fmpq *radius) {
  const ss_plain_range y = ss_plain_find_range(x, e);
  take_hull(center, radius, y);
}

/* Polynomials by rows become entries. */
static void take(ss_plain *x, ss_plain_poly *const *from, fmpq_mat_t center, fmpq_mat_t radius) {
  for (slong i = 0; i < fmpq_mat_nrows(center); i++)
    for (slong j = 0; j < fmpq_mat_ncols(center); j++)
      take_number(x, *from++, fmpq_mat_entry(center, i, j), fmpq_mat_entry(radius, i, j));
}

static bool is_exact(const ss_linear_data *r) {
  return fmpq_mat_is_zero(r->M) && fmpq_mat_is_zero(r->C) && fmpq_mat_is_zero(r->K) &&
         fmpq_mat_is_zero(r->f) && fmpq_mat_is_zero(r->W) && fmpq_mat_is_zero(r->p);
}

/* K_ij and K_ji are the same polynomial. */
static bool is_symmetric(const ss_plain *x) {
  const size_t n = x->coordinates;
  for (size_t i = 0; i < n * n; i++)
    if (!fmpq_mpoly_equal(x->K[i], x->K[i % n * n + i / n], x->ring)) return false;
  return true;
}

static ss_status name_frictions(ss_arena *arena, const ss_plain *x, ss_linear *l) {
  const char **names = ss_arena_new(arena, x->frictions, const char *);
  if (!names) return SS_MEMORY;
  for (size_t j = 0; j < x->frictions; j++) names[j] = x->model->element[x->element[j]].name.text;
  l->friction = names;
  l->frictions = x->frictions;
  return SS_OK;
}

static ss_status fill(ss_arena *arena, ss_plain *x, ss_linear *l) {
  ss_linear_data *c = &l->center, *r = &l->radius;
  if (name_frictions(arena, x, l) != SS_OK) return SS_MEMORY;
  init_data(c, (slong)x->coordinates, (slong)x->frictions);
  init_data(r, (slong)x->coordinates, (slong)x->frictions);
  take(x, x->M, c->M, r->M);
  take(x, x->C, c->C, r->C);
  take(x, x->K, c->K, r->K);
  take(x, x->f, c->f, r->f);
  take(x, x->W, c->W, r->W);
  take(x, x->p, c->p, r->p);
  l->symmetric = is_symmetric(x);
  l->exact = is_exact(r);
  return SS_OK;
}

/* The spring about a point: c_0 is the stiffness, and the rest goes to the columns. */
static void take_spring(ss_plain *x, const fmpq_t about, ss_spring *spring) {
  ss_plain_poly *coefficient[SS_SPRING_MOST];
  size_t count = ss_plain_spring(x, about, SS_SPRING_MOST, coefficient);
  if (count == 0) {
    ss_plain_refuse(x, "the spring is not odd about any rational point");
    return;
  }
  fmpq_mat_init(spring->center, (slong)count, 1);
  fmpq_mat_init(spring->radius, (slong)count, 1);
  take(x, coefficient, spring->center, spring->radius);
  x->K[0] = coefficient[0];
  x->f[0] = ss_plain_product(x, coefficient[0], ss_plain_constant(x, about));
}

/* The numbers, from the formulas as they are written; `about` is NULL or where the spring is odd.
 */
static ss_status read_numbers(ss_arena *arena, ss_linear *l, const fmpq *about, ss_spring *spring,
                              const char **why_not) {
  ss_plain x;
  ss_status status = ss_plain_start(&x, l->system->model, l->system->law);
  if (status == SS_OK) {
    ss_plain_derive(&x);
    if (!x.why && !x.linear && !about)
      ss_plain_refuse(&x, "the stiffness, as it is written, depends on the state");
    if (!x.why && !x.failed && about) take_spring(&x, about, spring);
    if (!x.why && !x.failed) status = fill(arena, &x, l);
    if (x.failed) status = SS_MEMORY;
  }
  if (status == SS_OK && x.why) {
    *why_not = ss_arena_format(arena, "%s", x.why);
    l->vague = !x.unlinear;
    if (!*why_not) status = SS_MEMORY;
  }
  ss_plain_clear(&x);
  return status;
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

static ss_status create(ss_arena *arena, const ss_system *system, ss_linear *linear,
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
  return read_numbers(arena, linear, NULL, NULL, why_not);
}

ss_status ss_linear_create(ss_arena *arena, const ss_system *system, ss_linear *linear,
                           const char **why_not) {
  ss_status status = create(arena, system, linear, why_not);
  if (status != SS_BAD_INPUT) return status;
  ss_graph_clear_status(system->graph);
  *linear = (ss_linear){.vague = true};
  *why_not = "a formula divides by 0 where the values of the parameters are put in";
  return SS_OK;
}

ss_status ss_linear_create_about(ss_arena *arena, const ss_system *inserted, const fmpq *about,
                                 ss_linear *linear, ss_spring *spring, const char **why_not) {
  *linear = (ss_linear){.system = inserted, .coordinates = 1, .coordinate = inserted->names};
  *spring = (ss_spring){0};
  return read_numbers(arena, linear, about, spring, why_not);
}

void ss_spring_clear(ss_spring *spring) {
  fmpq_mat_clear(spring->center);
  fmpq_mat_clear(spring->radius);
}

ss_status ss_model_enclose_parameters(const ss_model *model, fmpq_mat_t center, fmpq_mat_t radius) {
  ss_plain x;
  ss_status status = ss_plain_start(&x, model, NULL);
  for (size_t i = 0; i < model->parameters && status == SS_OK; i++) {
    const ss_plain_poly *e = ss_plain_parameter_value(&x, i);
    take_number(&x, e, fmpq_mat_entry(center, (slong)i, 0), fmpq_mat_entry(radius, (slong)i, 0));
    if (x.why) status = SS_BAD_INPUT;
    if (x.failed) status = SS_MEMORY;
  }
  ss_plain_clear(&x);
  return status;
}
