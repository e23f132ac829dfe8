/* system_text.c: a model and its derived equations for people. */
#include <assert.h>
#include <stdio.h>

#include "show_private.h"

/* ---- the model ------------------------------------------------------------------------------- */

static void show_head(const ss_model *m, ss_text *out) {
  if (*m->title) ss_text_addf(out, "%s\n", m->title);
  if (*m->source) ss_text_addf(out, "%s\n", m->source);
  if (*m->title || *m->source) ss_text_add(out, "\n");
}

static void add_unit_and_doc(ss_table *t, const ss_name *name) {
  if (name->unit)
    ss_table_add(t, "[%s]", name->unit);
  else
    ss_table_add(t, "%s", "");
  ss_table_add(t, "%s", name->doc ? name->doc : "");
}

static void show_coordinates(const char *title, size_t count, const ss_coordinate *coordinate,
                             ss_text *out) {
  ss_table t;
  ss_table_start(&t, 3);
  for (size_t i = 0; i < count; i++) {
    ss_table_add(&t, "%s", coordinate[i].name.text);
    add_unit_and_doc(&t, &coordinate[i].name);
  }
  ss_text_addf(out, "%s\n", title);
  ss_table_print(&t, 2, out);
  ss_table_stop(&t);
}

/* "m*(a^2 + b^2)/3 = 1/60", "0.3 in [0.25, 0.35]" */
static void add_parameter_value(ss_table *t, const ss_model *m, size_t i) {
  const ss_parameter *p = &m->parameter[i];
  ss_text text;
  ss_text_start(&text);
  ss_text_add(&text, "= ");
  ss_expr_print(m->graph, p->value.written, SS_PRINT_TEXT, &text);
  if (!ss_expr_value(m->graph, p->value.written)) {
    ss_text_add(&text, " ");
    ss_show_parameter_value(m, i, &text);
  }
  if (p->low.written) {
    ss_text_add(&text, " in [");
    ss_expr_print(m->graph, p->low.written, SS_PRINT_TEXT, &text);
    ss_text_add(&text, ", ");
    ss_expr_print(m->graph, p->high.written, SS_PRINT_TEXT, &text);
    ss_text_add(&text, "]");
  }
  if (p->overridden) ss_text_add(&text, " (set)");
  ss_table_add_text(t, &text);
  ss_text_stop(&text);
}

static void show_parameters(const ss_model *m, ss_text *out) {
  if (m->parameters == 0) return;
  ss_table t;
  ss_table_start(&t, 4);
  for (size_t i = 0; i < m->parameters; i++) {
    ss_table_add(&t, "%s", m->parameter[i].name.text);
    add_parameter_value(&t, m, i);
    add_unit_and_doc(&t, &m->parameter[i].name);
  }
  ss_text_add(out, "\nparameters\n");
  ss_table_print(&t, 2, out);
  ss_table_stop(&t);
}

static void show_lyapunovs(const ss_model *m, ss_text *out) {
  if (m->lyapunovs) ss_text_add(out, "\nlyapunov functions\n");
  for (size_t i = 0; i < m->lyapunovs; i++) {
    ss_text_addf(out, "  %s = ", m->lyapunov[i].name.text);
    ss_expr_print(m->graph, m->lyapunov[i].value.written, SS_PRINT_TEXT, out);
    ss_text_add(out, "\n");
  }
}

static void show_inputs(const ss_model *m, ss_text *out) {
  if (m->inputs == 0) return;
  ss_text_add(out, "\ninputs\n");
  for (size_t i = 0; i < m->inputs; i++) {
    const ss_input *in = &m->input[i];
    ss_text_addf(out, "  %s", in->name.text);
    if (in->low.written) {
      ss_text_add(out, " in [");
      ss_expr_print(m->graph, in->low.written, SS_PRINT_TEXT, out);
      ss_text_add(out, ", ");
      ss_expr_print(m->graph, in->high.written, SS_PRINT_TEXT, out);
      ss_text_add(out, "], to which it saturates");
    }
    if (in->name.unit) ss_text_addf(out, "  [%s]", in->name.unit);
    if (in->name.doc && *in->name.doc) ss_text_addf(out, "  %s", in->name.doc);
    ss_text_add(out, "\n");
  }
  for (size_t i = 0; i < m->shapes; i++) {
    const ss_shape *shape = &m->shape[i];
    ss_text_addf(out, "  shape %s: potential ", shape->name.text);
    ss_expr_print(m->graph, shape->potential.written, SS_PRINT_TEXT, out);
    if (shape->damping.written) ss_text_add(out, ", damping ");
    if (shape->damping.written) ss_expr_print(m->graph, shape->damping.written, SS_PRINT_TEXT, out);
    ss_text_add(out, "\n");
  }
  for (size_t i = 0; i < m->feedbacks; i++) {
    const ss_feedback *f = &m->feedback[i];
    ss_text_addf(out, "  %s", f->law);
    if (f->after) ss_text_addf(out, "%safter %zu", *f->law ? " " : "", f->after);
    if (f->during)
      ss_text_addf(out, "%swhile %s %s", *f->law ? " " : "", f->element_name,
                   ss_during_word(f->during));
    ss_text_addf(out, "%s%s = ", *f->law || f->after || f->during ? ": " : "",
                 m->input[f->input].name.text);
    ss_expr_print(m->graph, f->value.written, SS_PRINT_TEXT, out);
    ss_text_add(out, "\n");
  }
}

static void show_names(const char *title, size_t count,
                       const ss_name *(*name)(const ss_model *, size_t), const ss_model *m,
                       ss_text *out) {
  if (count == 0) return;
  ss_text_addf(out, "\n%s ", title);
  for (size_t i = 0; i < count; i++) ss_text_addf(out, " %s", name(m, i)->text);
  ss_text_add(out, "\n");
}

static const ss_name *state_name(const ss_model *m, size_t i) {
  return &m->state[i].name;
}

static const ss_name *region_name(const ss_model *m, size_t i) {
  return &m->region[i].name;
}

/* ---- equations ------------------------------------------------------------------------------- */

static void show_line(const ss_graph *g, const char *name, ss_expr e, ss_text *out) {
  ss_text_addf(out, "  %s = ", name);
  ss_expr_print(g, e, SS_PRINT_TEXT, out);
  ss_text_add(out, "\n");
}

/* Entry by entry, without zeros: nobody makes a table of a thousand columns. */
static void list_exprs(const ss_system *s, const ss_matrix_text *m, size_t columns,
                       const ss_expr *e, ss_text *out) {
  for (size_t i = 0; i < s->coordinates * columns; i++) {
    if (ss_expr_is_integer(s->graph, e[i], 0)) continue;
    ss_show_place(m, i / columns, i % columns, columns, out);
    ss_expr_print(s->graph, e[i], SS_PRINT_TEXT, out);
    ss_text_add(out, "\n");
  }
}

static void show_exprs(const ss_system *s, const char *name, size_t columns,
                       const char *const *column_names, const ss_expr *e, ss_text *out) {
  ss_table t;
  ss_matrix_text m = {name, s->names, column_names};
  if (columns > SS_SHOW_MOST_COLUMNS) {
    list_exprs(s, &m, columns, e, out);
    return;
  }
  ss_table_start(&t, columns);
  for (size_t i = 0; i < s->coordinates * columns; i++) ss_table_add_expr(&t, s->graph, e[i]);
  ss_show_matrix(&m, &t, out);
  ss_table_stop(&t);
}

static void show_input_matrix(const ss_system *s, ss_text *out) {
  const char *names[16];
  if (s->inputs == 0 || s->inputs > 16) return;
  for (size_t i = 0; i < s->inputs; i++) names[i] = s->model->input[i].name.text;
  show_exprs(s, "B", s->inputs, names, s->B, out);
}

static void show_dynamics(const ss_system *s, ss_text *out) {
  ss_text_add(out, "\nenergies\n");
  show_line(s->graph, "T", s->kinetic, out);
  show_line(s->graph, "U", s->potential, out);
  ss_text_add(out, "\nequations of motion   M u' = h");
  if (s->inputs) ss_text_add(out, " + B v");
  if (s->normals) ss_text_add(out, " + W_N λ_N");
  if (s->slips) ss_text_add(out, " + W_T λ_T");
  ss_text_add(out, "\n");
  show_exprs(s, "M", s->coordinates, s->names, s->M, out);
  show_exprs(s, "h", 1, NULL, s->h, out);
  show_input_matrix(s, out);
  for (size_t i = 0; i < s->coordinates; i++)
    if (s->aux[i])
      ss_text_addf(out, "  %s is a first-order state: its row is %s', not %s''\n", s->names[i],
                   s->names[i], s->names[i]);
}

/* ---- elements -------------------------------------------------------------------------------- */

enum { WIDEST_ROW = 90 };

/* "(0, 1, -a*cos(phi))" in one cell, or one cell a coordinate where that is too wide. */
static void add_row(const ss_system *s, const char *name, const ss_expr *W, ss_table *t) {
  ss_text row;
  ss_text_start(&row);
  const bool is_short = 3 * s->coordinates <= WIDEST_ROW; /* else too wide whatever the entries */
  for (size_t j = 0; is_short && j < s->coordinates; j++) {
    ss_text_add(&row, j ? ", " : "(");
    ss_expr_print(s->graph, W[j], SS_PRINT_TEXT, &row);
  }
  const bool is_narrow = is_short && ss_text_columns(row.data) < WIDEST_ROW;
  if (is_narrow) {
    ss_text_add(&row, ")");
    ss_table_add(t, "W_%s", name);
    ss_table_add_text(t, &row);
  }
  for (size_t j = 0; !is_narrow && j < s->coordinates; j++) {
    if (ss_expr_is_integer(s->graph, W[j], 0)) continue;
    ss_table_add(t, "W_%s[%s]", name, s->names[j]);
    ss_table_add_expr(t, s->graph, W[j]);
  }
  ss_text_stop(&row);
}

/* W and, where not zero, w and zeta. */
static void show_direction(const ss_system *s, const char *name, const ss_direction *d,
                           ss_table *t) {
  add_row(s, name, d->W, t);
  if (!ss_expr_is_integer(s->graph, d->w, 0)) {
    ss_table_add(t, "w_%s", name);
    ss_table_add_expr(t, s->graph, d->w);
  }
  if (!ss_expr_is_integer(s->graph, d->zeta, 0)) {
    ss_table_add(t, "ζ_%s", name);
    ss_table_add_expr(t, s->graph, d->zeta);
  }
}

static void show_element_head(const ss_system *s, const ss_element *e, ss_text *out) {
  ss_text_addf(out, "\n%s %s   ", ss_element_word(e->kind), e->name.text);
  ss_show_law(s->graph, e, out);
  if (e->kind == SS_ELEMENT_CONTACT) {
    ss_text_add(out, ", ");
    ss_show_restitution(s->graph, e, out);
  }
  ss_text_add(out, "\n");
}

static void show_element(const ss_system *s, const ss_system_element *e, ss_text *out) {
  ss_table t;
  ss_table_start(&t, 2);
  show_element_head(s, e->element, out);
  if (e->normal != SIZE_MAX) {
    ss_table_add(&t, "gap");
    ss_table_add_expr(&t, s->graph, s->gap[e->normal]);
    show_direction(s, "N", &s->normal[e->normal], &t);
  }
  if (e->element->kind == SS_ELEMENT_FRICTION) {
    ss_table_add(&t, "normal force");
    ss_table_add_expr(&t, s->graph, e->element->normal.resolved);
  }
  for (size_t k = 0; k < e->slips; k++)
    show_direction(s, ss_show_slip_name(e->element, k), &s->slip[e->slip + k], &t);
  ss_table_print(&t, 2, out);
  ss_table_stop(&t);
}

/* ---- sliders in a chart ---------------------------------------------------------------------- */

static bool is_zero(const ss_graph *g, ss_expr e) {
  return ss_expr_is_integer(g, e, 0);
}

/* sum + coefficient * NAME */
static ss_expr add_named(ss_graph *g, ss_expr sum, ss_expr coefficient, const char *format,
                         const char *name) {
  char symbol[160];
  if (is_zero(g, coefficient)) return sum;
  snprintf(symbol, sizeof symbol, format, name);
  return ss_expr_add(g, sum, ss_expr_mul(g, coefficient, ss_expr_symbol(g, symbol)));
}

/* lambda_N of slider i as one expression in u', friction forces, contact forces and inputs. */
static ss_expr slider_force(const ss_system *s, ss_graph *g, size_t i) {
  const ss_projection *p = s->projection;
  size_t others = s->slips + s->normals;
  ss_expr sum = p->a[i];
  for (size_t j = 0; j < s->coordinates; j++)
    sum = add_named(g, sum, p->b[i * s->coordinates + j], "%s''", s->names[j]);
  for (size_t e = 0; e < s->elements; e++) {
    const ss_system_element *el = &s->element[e];
    for (size_t k = 0; k < el->slips; k++)
      sum = add_named(g, sum, p->D[i * others + el->slip + k], "λ_T.%s", el->element->name.text);
    if (el->normal != SIZE_MAX)
      sum = add_named(g, sum, p->D[i * others + s->slips + el->normal], "λ_N.%s",
                      el->element->name.text);
  }
  for (size_t v = 0; v < s->inputs; v++)
    sum = add_named(g, sum, p->E[i * s->inputs + v], "%s", s->model->input[v].name.text);
  return sum;
}

static const char *slider_name(const ss_system *s, size_t normal) {
  const ss_system *full = s->projection->full;
  for (size_t e = 0; e < full->elements; e++)
    if (full->element[e].normal == normal) return full->element[e].element->name.text;
  return "?";
}

static void show_slider_forces(const ss_system *s, ss_text *out) {
  ss_arena *arena = ss_arena_create();
  ss_graph *g = arena ? ss_graph_create_over(arena, s->graph) : NULL;
  if (!g) out->failed = true;
  if (s->projection->sliders) ss_text_add(out, "\nnormal forces of the sliders\n");
  for (size_t i = 0; g && i < s->projection->sliders; i++) {
    ss_text_addf(out, "  λ_N.%s = ", slider_name(s, s->projection->slider[i]));
    ss_expr_print(g, slider_force(s, g, i), SS_PRINT_TEXT, out);
    ss_text_add(out, "\n");
  }
  ss_arena_destroy(arena);
}

static void show_projection(const ss_system *s, ss_text *out) {
  const ss_model *m = s->model;
  ss_table t;
  ss_text_add(out, "\n");
  show_coordinates("chart", m->chart->count, m->chart->coordinates, out);
  ss_table_start(&t, 3);
  for (size_t i = 0; i < m->coordinates; i++) {
    ss_table_add(&t, "%s", m->coordinate[i].name.text);
    ss_table_add(&t, "=");
    ss_table_add_expr(&t, s->graph, s->projection->map[i]);
  }
  ss_table_print(&t, 2, out);
  ss_table_stop(&t);
  show_dynamics(s, out);
  for (size_t i = 0; i < s->elements; i++) show_element(s, &s->element[i], out);
  show_slider_forces(s, out);
}

void ss_show_system(const ss_system *s, const ss_system *projected, ss_text *out) {
  assert(ss_graph_is_sealed(s->graph));
  const ss_model *m = s->model;
  show_head(m, out);
  show_coordinates("coordinates", m->coordinates, m->coordinate, out);
  show_parameters(m, out);
  show_inputs(m, out);
  show_lyapunovs(m, out);
  show_dynamics(s, out);
  for (size_t i = 0; i < s->elements; i++) show_element(s, &s->element[i], out);
  if (projected) show_projection(projected, out);
  show_names("states", m->states, state_name, m, out);
  show_names("regions", m->regions, region_name, m, out);
}
