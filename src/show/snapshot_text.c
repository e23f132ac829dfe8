/* snapshot_text.c: a system at a state, for people: six digits, aligned, zeros as 0. */
#include <math.h>

#include "show_private.h"

static double rounded(double value) {
  return fabs(value) < 1e-15 ? 0 : value;
}

static void show_numbers(const char *name, size_t rows, size_t columns, const double *values,
                         ss_text *out) {
  ss_table t;
  const char *none[64];
  for (size_t i = 0; i < 64; i++) none[i] = "";
  if (rows == 0 || columns == 0) return;
  ss_table_start(&t, columns);
  for (size_t i = 0; i < rows * columns; i++) ss_table_add(&t, "%.6g", rounded(values[i]));
  ss_matrix_text m = {name, NULL, none};
  if (columns <= 64) ss_show_matrix(&m, &t, out);
  ss_table_stop(&t);
}

static void show_state(const ss_snapshot *s, ss_text *out) {
  ss_table t;
  ss_table_start(&t, 3);
  for (size_t i = 0; i < s->system->coordinates; i++) {
    ss_table_add(&t, "%s", s->system->names[i]);
    ss_table_add(&t, "%.10g", s->q[i]);
    if (s->system->aux[i])
      ss_table_add(&t, "first-order state");
    else
      ss_table_add(&t, "%s' = %.10g", s->system->names[i], s->u[i]);
  }
  ss_text_addf(out, "at %s\n", s->name);
  ss_table_print(&t, 2, out);
  ss_table_stop(&t);
}

static const char *state_of(const ss_snapshot *s, size_t element) {
  if (s->system->element[element].element->kind != SS_ELEMENT_CONTACT) return "";
  return s->closed[element] ? "closed" : "open";
}

/* gamma = W^T u + w of one direction. */
static double velocity_of(const ss_snapshot *s, ss_quantity W, ss_quantity w, size_t row) {
  size_t n = s->system->coordinates;
  double gamma = s->values.of[w][row];
  for (size_t j = 0; j < n; j++) gamma += s->values.of[W][row * n + j] * s->u[j];
  return gamma;
}

static void show_elements(const ss_snapshot *s, ss_text *out) {
  const ss_system *sys = s->system;
  ss_table t;
  if (sys->elements == 0) return;
  ss_table_start(&t, 5);
  for (size_t i = 0; i < sys->elements; i++) {
    const ss_system_element *e = &sys->element[i];
    ss_table_add(&t, "%s %s", ss_element_word(e->element->kind), e->element->name.text);
    ss_table_add(&t, "%s", state_of(s, i));
    if (e->normal != SIZE_MAX) {
      ss_table_add(&t, "gap %.6g", rounded(s->values.of[SS_QUANTITY_GAP][e->normal]));
      ss_table_add(&t, "γ_N %.6g",
                   rounded(velocity_of(s, SS_QUANTITY_WN, SS_QUANTITY_WN_TIME, e->normal)));
    } else {
      ss_table_add(&t, "%s", "");
      ss_table_add(&t, "%s", "");
    }
    ss_text slip;
    ss_text_start(&slip);
    for (size_t k = 0; k < e->slips; k++)
      ss_text_addf(&slip, "%sγ_%s %.6g", k ? "  " : "", ss_show_slip_name(e->element, k),
                   rounded(velocity_of(s, SS_QUANTITY_WT, SS_QUANTITY_WT_TIME, e->slip + k)));
    ss_table_add_text(&t, &slip);
    ss_text_stop(&slip);
  }
  ss_text_add(out, "\n");
  ss_table_print(&t, 2, out);
  ss_table_stop(&t);
}

static void show_directions(const ss_snapshot *s, ss_text *out) {
  const ss_system *sys = s->system;
  size_t n = sys->coordinates;
  ss_table t;
  ss_table_start(&t, n + 1);
  for (size_t i = 0; i < sys->elements; i++) {
    const ss_system_element *e = &sys->element[i];
    for (size_t row = 0; row < e->slips + (e->normal != SIZE_MAX); row++) {
      bool is_normal = e->normal != SIZE_MAX && row == 0;
      size_t k = row - (e->normal != SIZE_MAX);
      const double *W = is_normal ? s->values.of[SS_QUANTITY_WN] + n * e->normal
                                  : s->values.of[SS_QUANTITY_WT] + n * (e->slip + k);
      ss_table_add(&t, "W_%s %s", is_normal ? "N" : ss_show_slip_name(e->element, k),
                   e->element->name.text);
      for (size_t j = 0; j < n; j++) ss_table_add(&t, "%.6g", rounded(W[j]));
    }
  }
  if (t.count) ss_text_add(out, "\n");
  ss_table_print(&t, 2, out);
  ss_table_stop(&t);
}

static void show_delassus(const ss_snapshot *s, ss_text *out) {
  if (s->directions == 0 || !s->G) return;
  ss_text_add(out, "\nDelassus matrix of ");
  for (size_t i = 0; i < s->directions; i++)
    ss_text_addf(out, "%s%s", i ? ", " : "", s->direction[i]);
  ss_text_add(out, "\n");
  show_numbers("G", s->directions, s->directions, s->G, out);
  if (isfinite(s->condition))
    ss_text_addf(out, "  condition number %.6g\n", s->condition);
  else
    ss_text_addf(out, "  singular: rank %zu of %zu, the directions depend on each other\n", s->rank,
                 s->directions);
}

/* What the inputs of a closed loop follow. */
static void show_inputs(const ss_snapshot *s, ss_text *out) {
  const ss_model *model = s->system->model;
  for (size_t i = 0; s->system->law && i < model->inputs; i++) {
    const ss_input *input = &model->input[i];
    ss_text_addf(out, "%s  input %s = ", i ? "" : "\n", input->name.text);
    ss_expr_print(s->system->graph, s->system->law[i], SS_PRINT_TEXT, out);
    if (input->low.resolved) {
      ss_text_add(out, ", clipped to [");
      ss_expr_print(s->system->graph, input->low.written, SS_PRINT_TEXT, out);
      ss_text_add(out, ", ");
      ss_expr_print(s->system->graph, input->high.written, SS_PRINT_TEXT, out);
      ss_text_add(out, "]");
    }
    ss_text_add(out, "\n");
  }
}

static bool all_zero(size_t n, const double *x) {
  for (size_t i = 0; i < n; i++)
    if (x[i] != 0) return false;
  return true;
}

/* The parts of h that theorems ask about, where there are such forces; u^T f_gyr is 0. */
static void show_forces(const ss_snapshot *s, ss_text *out) {
  const size_t n = s->system->coordinates;
  const double *gyroscopic = s->values.of[SS_QUANTITY_FGYR],
               *others = s->values.of[SS_QUANTITY_FNC];
  if (!all_zero(n, gyroscopic)) show_numbers("f_gyr", n, 1, gyroscopic, out);
  if (all_zero(n, others)) return;
  show_numbers("f_nc", n, 1, others, out);
  ss_text_addf(out, "  power of the forces without potential: %.6g\n",
               rounded(ss_snapshot_power(s)));
}

void ss_show_snapshot(const ss_snapshot *s, ss_text *out) {
  size_t n = s->system->coordinates;
  const double *energy = s->values.of[SS_QUANTITY_ENERGY];
  show_state(s, out);
  ss_text_addf(out, "\n  kinetic energy %.10g, potential energy %.10g, together %.10g\n", energy[0],
               energy[1], energy[0] + energy[1]);
  show_inputs(s, out);
  show_elements(s, out);
  ss_text_add(out, "\n");
  show_numbers("M", n, n, s->values.of[SS_QUANTITY_M], out);
  show_numbers("h", n, 1, s->values.of[SS_QUANTITY_H], out);
  show_forces(s, out);
  show_numbers("B", n, s->system->inputs, s->values.of[SS_QUANTITY_B], out);
  show_directions(s, out);
  show_delassus(s, out);
  ss_show_losses(s, out);
  ss_show_modes(s, out);
}
