/* linear_exact.c: M, C, K, f, W, p of a linear machine as formulas and as rationals.
 *
 * They are those of the derived equations, with the parameters' formulas inserted and everything
 * simplified: formulas over the parameters with a range. An entry is a rational number wherever its
 * formula is one, else the interval of the formula by the rule of docs/certificate.md (range.c):
 * exactly, where only rational operations occur, so that a damping in [0, 1] is not negative, else
 * with its ends rounded outwards to 64 bits. Of an entry as it was derived and as it is simplified
 * the form with the narrower interval is taken. What cancelled on the way must be defined in all of
 * the ranges: written.c looks at the formulas as they stand in the file.
 *
 * A friction bound is p = mu N for an element with given normal force. A slider's normal force is a
 * number only if nothing that moves changes it (slider_forces.c). Elements with p = 0 are left out;
 * one that may vanish within the ranges makes the machine uncertain.
 *
 * Directions are only known up to a factor c > 0: c w and p rub as w and c p do. So a factor with a
 * range, or an irrational one, goes to p, and W is rational where it can be.
 */
#include <arb.h>
#include <assert.h>
#include <string.h>

#include "derive_private.h"
#include "range.h"
#include "slider_forces.h"
#include "standstill/linear.h"

enum { KEPT_BITS = 64, LONGEST = 60000 };

/* One reading of numbers. */
typedef struct reading {
  ss_arena *arena;
  const ss_system *s;
  ss_graph *graph;
  ss_written w;
  bool failed; /* memory */
} reading;

/* ---- numbers --------------------------------------------------------------------------------- */

static void round_end(fmpq_t x, arf_rnd_t direction) {
  arf_t end;
  arf_init(end);
  arf_fmpz_div_fmpz(end, fmpq_numref(x), fmpq_denref(x), KEPT_BITS, direction);
  arf_get_fmpq(x, end);
  arf_clear(end);
}

/* center ± radius: the interval of a formula. */
static void take_interval(const ss_box *box, ss_expr e, fmpq *center, fmpq *radius) {
  fmpq_t low, high;
  fmpq_init(low);
  fmpq_init(high);
  fmpq_set(low, box->found + 2 * e);
  fmpq_set(high, box->found + 2 * e + 1);
  if (!ss_box_is_exact(box, e)) {
    round_end(low, ARF_RND_FLOOR);
    round_end(high, ARF_RND_CEIL);
  }
  fmpq_add(center, low, high);
  fmpq_sub(radius, high, low);
  fmpq_div_2exp(center, center, 1);
  fmpq_div_2exp(radius, radius, 1);
  fmpq_clear(low);
  fmpq_clear(high);
}

static const char *print_formula(reading *x, ss_expr e) {
  ss_text text;
  ss_text_start(&text);
  ss_expr_print(x->graph, e, SS_PRINT_TEXT, &text);
  const bool good = !text.failed && text.length <= LONGEST;
  const char *copy = good ? ss_arena_format(x->arena, "%s", text.data) : NULL;
  if (text.failed || (good && !copy)) x->failed = true;
  ss_text_stop(&text);
  return copy;
}

/* An exact entry is its own formula. */
static const char *print_number(reading *x, const fmpq_t value) {
  char *digits = fmpq_get_str(NULL, 10, value);
  const char *copy = ss_arena_format(x->arena, "%s", digits);
  if (!copy) x->failed = true;
  flint_free(digits);
  return copy;
}

/* A formula as the certificate will say it: its text, and its interval if that is narrower than
 * what was found before. */
static void try_form(reading *x, ss_expr e, fmpq *center, fmpq *radius, const char **text) {
  bool defined = false;
  fmpq_t c, r;
  const char *said = print_formula(x, e);
  const ss_expr again = said ? ss_written_parse(&x->w, said) : SS_EXPR_NONE;
  if (!again || ss_box_find(&x->w.box, again, &defined) != SS_OK || !defined) return;
  fmpq_init(c);
  fmpq_init(r);
  take_interval(&x->w.box, again, c, r);
  if (!*text || fmpq_cmp(r, radius) < 0) {
    fmpq_swap(center, c);
    fmpq_swap(radius, r);
    *text = fmpq_is_zero(radius) ? print_number(x, center) : said;
  }
  fmpq_clear(c);
  fmpq_clear(r);
}

/* The name of a coordinate or velocity that the formula depends on, or NULL. */
static const char *find_motion(const reading *x, ss_expr e) {
  const ss_expr on = ss_system_find_dependence(x->s, x->graph, 1, &e);
  return on ? ss_expr_name(x->graph, on) : NULL;
}

static void take_entry(reading *x, const char *what, ss_expr e, fmpq *center, fmpq *radius,
                       const char **text) {
  const ss_expr forms[] = {ss_expr_simplify(x->graph, e), e};
  *text = NULL;
  if (x->w.why || x->failed) return;
  for (int i = 0; i < 2 && !(*text && fmpq_is_zero(radius)); i++)
    if (forms[i] && (i == 0 || forms[i] != forms[0])) try_form(x, forms[i], center, radius, text);
  if (*text || x->failed) return;
  const char *motion = forms[0] ? find_motion(x, forms[0]) : NULL;
  x->w.unlinear = motion != NULL;
  if (motion)
    ss_written_refuse(&x->w, "%s depends on %s", what, motion);
  else
    ss_written_refuse(&x->w, "no interval of %s is known", what);
}

/* Formulas by rows become entries. */
static const char *const *take(reading *x, const char *what, const ss_expr *from, fmpq_mat_t center,
                               fmpq_mat_t radius) {
  const slong rows = fmpq_mat_nrows(center), columns = fmpq_mat_ncols(center);
  const char **text = ss_arena_new(x->arena, (size_t)(rows * columns) + 1, const char *);
  if (!text) x->failed = true;
  for (slong i = 0; text && i < rows * columns; i++)
    take_entry(x, what, from[i], fmpq_mat_entry(center, i / columns, i % columns),
               fmpq_mat_entry(radius, i / columns, i % columns), &text[i]);
  return text;
}

/* ---- obstacles ------------------------------------------------------------------------------- */

static const char *find_nonlinear_element(ss_arena *arena, const ss_system *s) {
  for (size_t i = 0; i < s->elements; i++) {
    const ss_element *e = s->element[i].element;
    if (e->kind == SS_ELEMENT_CONTACT)
      return ss_arena_format(arena, "contact '%s' can open", e->name.text);
    if (s->element[i].slips > 1)
      return ss_arena_format(arena, "the friction of '%s' couples %zu directions", e->name.text,
                             s->element[i].slips);
    if (e->kind == SS_ELEMENT_SLIDER && !s->projection && !s->model->chart)
      return ss_arena_format(arena, "slider '%s' is there and the model has no chart",
                             e->name.text);
  }
  return s->inputs ? "an input is open" : NULL;
}

/* ---- the system ------------------------------------------------------------------------------ */

static void init_data(ss_linear_data *d, slong n, slong m, slong k) {
  fmpq_mat_init(d->M, n, n);
  fmpq_mat_init(d->C, n, n);
  fmpq_mat_init(d->K, n, n);
  fmpq_mat_init(d->f, n, 1);
  fmpq_mat_init(d->W, n, m);
  fmpq_mat_init(d->p, m, 1);
  fmpq_mat_init(d->G, n, k);
}

static void clear_data(ss_linear_data *d) {
  fmpq_mat_clear(d->M);
  fmpq_mat_clear(d->C);
  fmpq_mat_clear(d->K);
  fmpq_mat_clear(d->f);
  fmpq_mat_clear(d->W);
  fmpq_mat_clear(d->p);
  fmpq_mat_clear(d->G);
}

void ss_linear_clear(ss_linear *linear) {
  clear_data(&linear->center);
  clear_data(&linear->radius);
  linear->center = linear->radius = (ss_linear_data){0};
}

static bool is_exact(const ss_linear_data *r) {
  return fmpq_mat_is_zero(r->M) && fmpq_mat_is_zero(r->C) && fmpq_mat_is_zero(r->K) &&
         fmpq_mat_is_zero(r->f) && fmpq_mat_is_zero(r->W) && fmpq_mat_is_zero(r->p) &&
         fmpq_mat_is_zero(r->G);
}

/* ---- friction -------------------------------------------------------------------------------- */

/* A factor of a friction bound, as it is written, must not be negative. */
static void check_factor(reading *x, const ss_formula *formula, const char *what,
                         const char *name) {
  bool defined;
  const ss_expr e = ss_written_read(&x->w, formula);
  if (!e) return;
  if (ss_box_find(&x->w.box, e, &defined) != SS_OK) x->failed = true;
  if (x->failed) return;
  if (!defined || fmpq_sgn(x->w.box.found + 2 * e) < 0)
    ss_written_refuse(&x->w, "the %s of '%s' may be negative", what, name);
}

/* p = mu N as a formula; SS_EXPR_NONE if the element has no friction or nothing is known. */
static ss_expr find_bound(reading *x, size_t i, const ss_expr *forces, size_t *slider) {
  const ss_element *e = x->s->element[i].element;
  const bool slides = e->kind == SS_ELEMENT_SLIDER;
  const ss_expr force = slides ? forces[(*slider)++] : e->normal.resolved;
  if (e->law == SS_LAW_FRICTIONLESS) return SS_EXPR_NONE;
  if (!force || (slides && find_motion(x, force))) {
    x->w.unlinear = true;
    ss_written_refuse(&x->w, "the normal force in slider '%s' depends on the motion", e->name.text);
    return SS_EXPR_NONE;
  }
  if (!slides) check_factor(x, &e->normal, "normal force", e->name.text);
  const bool falls = e->stribeck[0].written != SS_EXPR_NONE;
  for (size_t k = 0; k < (falls ? 2 : 1); k++)
    check_factor(x, falls ? &e->stribeck[k] : &e->law_argument[0], "coefficient of friction",
                 e->name.text);
  const ss_expr N = slides ? ss_expr_unary(x->graph, SS_OP_ABS, force) : force;
  return ss_expr_mul(x->graph, e->law_argument[0].resolved, N);
}

static bool slips(const reading *x, const ss_direction *slip) {
  for (size_t i = 0; i < x->s->coordinates; i++)
    if (!ss_expr_is_integer(x->graph, ss_expr_simplify(x->graph, slip->W[i]), 0)) return true;
  return false;
}

/* The elements with p > 0: their bounds and columns, as lists of formulas. */
typedef struct frictions {
  size_t count;
  ss_expr *p, *columns;
  const char **name;
} frictions;

/* A column c v with rational v becomes v, where c is no number and has one sign: |c|, which belongs
 * to the force, or 1. */
static ss_expr take_factor(reading *x, ss_expr *column) {
  const size_t n = x->s->coordinates;
  ss_graph *g = x->graph;
  ss_expr ratio[n + 1], factor = ss_expr_integer(g, 1), first = SS_EXPR_NONE;
  fmpq_t center, radius;
  const char *text = NULL;
  for (size_t i = 0; i < n; i++) {
    ratio[i] = ss_expr_simplify(g, column[i]);
    if (ss_expr_is_integer(g, ratio[i], 0)) continue;
    if (!first) first = ratio[i];
    ratio[i] = ss_expr_simplify(g, ss_expr_div(g, ratio[i], first));
    if (!ss_expr_value(g, ratio[i])) return factor;
  }
  if (!first || ss_expr_value(g, first)) return factor;
  fmpq_init(center);
  fmpq_init(radius);
  take_entry(x, "a direction of friction", first, center, radius, &text);
  const int sign = fmpq_sgn(center);
  fmpq_abs(center, center);
  if (text && fmpq_cmp(center, radius) > 0) {
    factor = sign < 0 ? ss_expr_neg(g, first) : first;
    for (size_t i = 0; i < n; i++) column[i] = sign < 0 ? ss_expr_neg(g, ratio[i]) : ratio[i];
  }
  fmpq_clear(center);
  fmpq_clear(radius);
  return factor;
}

static void add_friction(reading *x, size_t i, ss_expr p, frictions *f) {
  enum { MOST = 128 };
  const ss_system *s = x->s;
  const ss_system_element *e = &s->element[i];
  const char *name = e->element->name.text, *text;
  fmpq_t center, radius, low;
  fmpq_init(center);
  fmpq_init(radius);
  fmpq_init(low);
  take_entry(x, "a friction bound", p, center, radius, &text);
  fmpq_sub(low, center, radius);
  if (text && fmpq_sgn(low) <= 0 && !(fmpq_is_zero(center) && fmpq_is_zero(radius)))
    ss_written_refuse(&x->w, "the friction of '%s' may vanish in its range", name);
  if (text && fmpq_sgn(low) > 0 && !slips(x, &s->slip[e->slip]))
    ss_written_refuse(&x->w, "friction '%s' never slips", name);
  if (text && fmpq_sgn(low) > 0 && f->count == MOST)
    ss_written_refuse(&x->w, "there are more than %d frictions", MOST);
  if (text && fmpq_sgn(low) > 0 && !x->w.why) {
    ss_expr *column = f->columns + f->count * s->coordinates;
    memcpy(column, s->slip[e->slip].W, s->coordinates * sizeof *column);
    f->name[f->count] = name;
    f->p[f->count++] = ss_expr_mul(x->graph, p, take_factor(x, column));
  }
  fmpq_clear(center);
  fmpq_clear(radius);
  fmpq_clear(low);
}

static void find_frictions(reading *x, frictions *f) {
  const ss_system *s = x->s;
  size_t slider = 0;
  const size_t sliders = s->projection ? s->projection->sliders : 0;
  ss_expr *forces = ss_arena_new(x->arena, sliders + 1, ss_expr);
  f->p = ss_arena_new(x->arena, s->elements + 1, ss_expr);
  f->columns = ss_arena_new(x->arena, s->elements * s->coordinates + 1, ss_expr);
  f->name = ss_arena_new(x->arena, s->elements + 1, const char *);
  const char *why_not = NULL;
  if (!forces || !f->p || !f->columns || !f->name) x->failed = true;
  if (!x->failed && sliders && ss_slider_forces(x->arena, s, x->graph, forces, &why_not) != SS_OK)
    x->failed = true;
  if (why_not) ss_written_refuse(&x->w, "%s", why_not);
  for (size_t i = 0; i < s->elements && !x->w.why && !x->failed; i++) {
    if (s->element[i].element->kind == SS_ELEMENT_CLUTCH) continue;
    const ss_expr p = find_bound(x, i, forces, &slider);
    if (p && !x->w.why) add_friction(x, i, p, f);
  }
}

/* The directions of the clutches. */
static void find_clutches(reading *x, frictions *f) {
  const ss_system *s = x->s;
  f->columns = ss_arena_new(x->arena, s->elements * s->coordinates + 1, ss_expr);
  f->name = ss_arena_new(x->arena, s->elements + 1, const char *);
  if (!f->columns || !f->name) x->failed = true;
  for (size_t i = 0; i < s->elements && !x->failed; i++) {
    const ss_system_element *e = &s->element[i];
    if (e->element->kind != SS_ELEMENT_CLUTCH) continue;
    ss_expr *column = f->columns + f->count * s->coordinates;
    memcpy(column, s->slip[e->slip].W, s->coordinates * sizeof *column);
    f->name[f->count++] = e->element->name.text;
    take_factor(x, column);
  }
}

/* An input with bounds must be 0 where it is clipped to them: else it saturates. */
static void check_inputs(reading *x) {
  const ss_model *m = x->s->model;
  for (size_t i = 0; i < m->inputs && !x->w.why && !x->failed; i++) {
    if (!m->input[i].low.plain && !m->input[i].high.plain) continue;
    const ss_expr law = ss_written_law(&x->w, i);
    bool zero = false;
    if (law && ss_box_find(&x->w.box, law, &zero) != SS_OK) x->failed = true;
    zero = zero && fmpq_is_zero(x->w.box.found + 2 * law) &&
           fmpq_is_zero(x->w.box.found + 2 * law + 1);
    if (zero) continue;
    x->w.formula = NULL;
    x->w.why = NULL;
    x->w.unlinear = true;
    ss_written_refuse(&x->w, "input '%s' saturates", m->input[i].name.text);
  }
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* K_ij and K_ji are the same function. */
static bool is_symmetric(reading *x, const ss_expr *K, size_t n) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++)
      if (K[i * n + j] != K[j * n + i] &&
          ss_expr_is_zero(x->graph, ss_expr_sub(x->graph, K[i * n + j], K[j * n + i])) != SS_PROVED)
        return false;
  return true;
}

static const ss_expr *transpose(reading *x, const frictions *f) {
  const size_t n = x->s->coordinates, m = f->count;
  ss_expr *W = ss_arena_new(x->arena, n * m + 1, ss_expr);
  if (!W) x->failed = true;
  for (size_t i = 0; W && i < n * m; i++) W[i] = f->columns[i % m * n + i / m];
  return W;
}

static void fill(reading *x, const ss_linear_form *form, ss_linear *l) {
  enum { MOST = 128 };
  frictions f = {0}, clutches = {0};
  if (l->coordinates > MOST) ss_written_refuse(&x->w, "there are more than %d coordinates", MOST);
  check_inputs(x);
  if (!x->w.why && !x->failed) ss_written_read_all(&x->w);
  x->w.formula = x->w.why ? x->w.formula : NULL;
  if (!x->w.why && !x->failed) find_frictions(x, &f);
  if (!x->w.why && !x->failed) find_clutches(x, &clutches);
  ss_linear_data *c = &l->center, *r = &l->radius;
  init_data(c, (slong)l->coordinates, (slong)f.count, (slong)clutches.count);
  init_data(r, (slong)l->coordinates, (slong)f.count, (slong)clutches.count);
  if (x->w.why || x->failed) return;
  l->friction = f.name;
  l->frictions = f.count;
  l->clutch = clutches.name;
  l->clutches = clutches.count;
  l->formula.M = take(x, "the mass matrix", form->M, c->M, r->M);
  l->formula.C = take(x, "the damping", form->C, c->C, r->C);
  l->formula.K = take(x, "the stiffness", form->K, c->K, r->K);
  l->formula.f = take(x, "the force", form->f, c->f, r->f);
  const ss_expr *W = transpose(x, &f);
  if (W) l->formula.W = take(x, "a direction of friction", W, c->W, r->W);
  l->formula.p = take(x, "a friction bound", f.p, c->p, r->p);
  const ss_expr *G = transpose(x, &clutches);
  if (G) l->formula.G = take(x, "the direction of a clutch", G, c->G, r->G);
  l->symmetric = is_symmetric(x, form->K, l->coordinates);
  l->exact = is_exact(r);
}

/* The numbers of the form and, with `spring`, of its coefficients: formulas of an open graph over
 * the system's. */
static ss_status read_numbers(ss_arena *arena, ss_linear *l, ss_graph *graph,
                              const ss_linear_form *form, const ss_expr *coefficient,
                              ss_spring *spring, const char **why_not) {
  reading x = {.arena = arena, .s = l->system, .graph = graph};
  if (ss_written_start(&x.w, l->system->model, l->system->graph, l->system->law) != SS_OK)
    x.failed = true;
  if (!x.failed) fill(&x, form, l);
  if (!x.failed && !x.w.why && spring)
    spring->formula = take(&x, "the spring", coefficient, spring->center, spring->radius);
  ss_status status = x.failed || x.w.failed ? SS_MEMORY : ss_graph_status(x.graph);
  if (status == SS_OK && x.w.why) {
    *why_not = ss_arena_format(arena, "%s", x.w.why);
    l->vague = !x.w.unlinear;
    if (!*why_not) status = SS_MEMORY;
  }
  ss_written_clear(&x.w);
  if (status != SS_OK || *why_not) ss_linear_clear(l);
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
  ss_graph *graph = ss_graph_create_over(arena, model->graph);
  if (!graph) return SS_MEMORY;
  ss_status status = ss_model_open_parameters(arena, model, graph, formulas);
  for (size_t i = 0; i < n; i++) symbols[i] = model->parameter[i].symbol;
  for (size_t i = 0; i < n && status == SS_OK; i++) {
    const ss_parameter *p = &model->parameter[i];
    ss_expr ends[2] = {p->low.resolved, p->high.resolved};
    if (!ends[0] || !ends[1]) continue;
    status = ss_expr_substitute(graph, n, symbols, formulas, 2, ends, ends);
    for (size_t j = 0; j < n && status == SS_OK; j++)
      if (ss_expr_find_symbol(graph, 2, ends, 1, &symbols[j]))
        *why_not = ss_arena_format(arena, "the range of '%s' depends on '%s', which has a range",
                                   p->name.text, model->parameter[j].name.text);
  }
  return status;
}

static ss_status create(ss_arena *arena, const ss_system *system, ss_linear *linear,
                        const char **why_not) {
  ss_system *s;
  *linear = (ss_linear){0};
  *why_not = find_nonlinear_element(arena, system);
  if (*why_not) return SS_OK;
  ss_status status = check_ranges(arena, system->model, why_not);
  if (status != SS_OK || *why_not) return status;
  status = prepare(arena, system, &s);
  if (status != SS_OK) return status;
  linear->system = s;
  linear->coordinates = s->coordinates;
  linear->coordinate = s->names;
  *why_not = s->traits.why_not_linear;
  if (*why_not) return SS_OK;
  ss_graph *graph = ss_graph_create_over(arena, s->graph);
  if (!graph) return SS_MEMORY;
  return read_numbers(arena, linear, graph, s->traits.linear, NULL, NULL, why_not);
}

ss_status ss_linear_create(ss_arena *arena, const ss_system *system, ss_linear *linear,
                           const char **why_not) {
  assert(ss_graph_is_sealed(system->graph));
  ss_status status = create(arena, system, linear, why_not);
  if (status != SS_BAD_INPUT) return status;
  *linear = (ss_linear){.vague = true};
  *why_not = "a formula divides by 0 where the values of the parameters are put in";
  return SS_OK;
}

ss_status ss_linear_create_about(ss_arena *arena, const ss_system *s, const fmpq *about,
                                 ss_graph *g, size_t count, const ss_expr *coefficient,
                                 ss_linear *linear, ss_spring *spring, const char **why_not) {
  ss_expr C, f = ss_expr_mul(g, coefficient[0], ss_expr_number(g, about));
  const ss_status status = ss_expr_jacobian(g, 1, s->h, 1, s->u, &C);
  if (status != SS_OK) return status;
  C = ss_expr_neg(g, C);
  const ss_linear_form form = {.M = s->M, .C = &C, .K = coefficient, .f = &f};
  *linear = (ss_linear){.system = s, .coordinates = 1, .coordinate = s->names};
  fmpq_mat_init(spring->center, (slong)count, 1);
  fmpq_mat_init(spring->radius, (slong)count, 1);
  return read_numbers(arena, linear, g, &form, coefficient, spring, why_not);
}

void ss_spring_clear(ss_spring *spring) {
  fmpq_mat_clear(spring->center);
  fmpq_mat_clear(spring->radius);
}

/* A parameter that is rational and has no range behind it is that number. */
static const fmpq *find_number(const ss_written *w, const ss_parameter *p, ss_expr e) {
  for (size_t i = 0; i < w->box.count; i++)
    if (ss_expr_depends(w->graph, e, w->box.symbol[i])) return NULL;
  return ss_expr_value(w->model->graph, p->closed);
}

ss_status ss_model_enclose_parameters(const ss_model *model, fmpq_mat_t center, fmpq_mat_t radius) {
  ss_written w;
  ss_status status = ss_written_start(&w, model, model->graph, NULL);
  for (size_t i = 0; i < model->parameters && status == SS_OK; i++) {
    const ss_parameter *p = &model->parameter[i];
    fmpq *c = fmpq_mat_entry(center, (slong)i, 0), *r = fmpq_mat_entry(radius, (slong)i, 0);
    bool defined = false;
    const ss_expr e =
        p->low.plain ? ss_expr_symbol(w.graph, p->name.text) : ss_written_read(&w, &p->value);
    const fmpq *number = e ? find_number(&w, p, e) : NULL;
    if (number) {
      fmpq_set(c, number);
      continue;
    }
    if (e) status = ss_box_find(&w.box, e, &defined);
    if (status == SS_OK && w.failed) status = SS_MEMORY;
    if (status == SS_OK && !defined) status = SS_BAD_INPUT;
    if (status == SS_OK) take_interval(&w.box, e, c, r);
  }
  ss_written_clear(&w);
  return status;
}
