/* system_latex.c: the derived equations as a LaTeX fragment (needs amsmath). */
#include <assert.h>

#include "show_private.h"

static void add(const ss_system *s, ss_expr e, ss_text *out) {
  ss_expr_print(s->graph, e, SS_PRINT_LATEX, out);
}

static void add_matrix(const ss_system *s, size_t rows, size_t columns, const ss_expr *e,
                       ss_text *out) {
  ss_text_add(out, "\\begin{bmatrix}\n");
  for (size_t i = 0; i < rows; i++) {
    ss_text_add(out, "  ");
    for (size_t j = 0; j < columns; j++) {
      if (j) ss_text_add(out, " & ");
      add(s, e[i * columns + j], out);
    }
    ss_text_add(out, i + 1 < rows ? " \\\\\n" : "\n");
  }
  ss_text_add(out, "\\end{bmatrix}");
}

static void add_equation(const ss_system *s, const char *left, ss_expr e, ss_text *out) {
  ss_text_addf(out, "\\[ %s = ", left);
  add(s, e, out);
  ss_text_add(out, " \\]\n");
}

static void add_dynamics(const ss_system *s, ss_text *out) {
  add_equation(s, "T", s->kinetic, out);
  add_equation(s, "U", s->potential, out);
  ss_text_add(out, "\\[ \\mathbf{M} = ");
  add_matrix(s, s->coordinates, s->coordinates, s->M, out);
  ss_text_add(out, ", \\quad \\mathbf{h} = ");
  add_matrix(s, s->coordinates, 1, s->h, out);
  if (s->inputs) {
    ss_text_add(out, ", \\quad \\mathbf{B} = ");
    add_matrix(s, s->coordinates, s->inputs, s->B, out);
  }
  ss_text_add(out, " \\]\n");
}

/* What moves by itself: w of gamma = W^T u + w, where it is not 0. */
static void add_drifts(const ss_system *s, const char *index, size_t count,
                       const ss_direction *direction, ss_text *out) {
  bool moves = false;
  for (size_t i = 0; i < count; i++)
    moves = moves || !ss_expr_is_integer(s->graph, direction[i].w, 0);
  if (!moves) return;
  ss_text_addf(out, "\\[ \\mathbf{w}_{\\mathrm{%s}} = \\begin{bmatrix}\n", index);
  for (size_t i = 0; i < count; i++) {
    ss_text_add(out, "  ");
    add(s, direction[i].w, out);
    ss_text_add(out, i + 1 < count ? " \\\\\n" : "\n");
  }
  ss_text_add(out, "\\end{bmatrix} \\]\n");
}

/* W^T of one kind, one row a direction. */
static void add_directions(const ss_system *s, const char *index, size_t count,
                           const ss_direction *direction, ss_text *out) {
  if (count == 0) return;
  ss_text_addf(out, "\\[ \\mathbf{W}_{\\mathrm{%s}}^{\\mathrm{T}} = \\begin{bmatrix}\n", index);
  for (size_t i = 0; i < count; i++) {
    ss_text_add(out, "  ");
    for (size_t j = 0; j < s->coordinates; j++) {
      if (j) ss_text_add(out, " & ");
      add(s, direction[i].W[j], out);
    }
    ss_text_add(out, i + 1 < count ? " \\\\\n" : "\n");
  }
  ss_text_add(out, "\\end{bmatrix} \\]\n");
  add_drifts(s, index, count, direction, out);
}

/* An underscore in it is no subscript: two of them would be a mistake. */
static void add_name(const char *name, ss_text *out) {
  for (; *name; name++) {
    if (*name == '_') ss_text_add(out, "\\");
    ss_text_add_bytes(out, name, 1);
  }
}

static void add_system(const ss_system *s, ss_text *out) {
  add_dynamics(s, out);
  for (size_t i = 0; i < s->elements; i++) {
    const ss_system_element *e = &s->element[i];
    const bool friction = e->element->kind == SS_ELEMENT_FRICTION;
    if (e->normal == SIZE_MAX && !friction) continue;
    ss_text_add(out, friction ? "\\[ \\lambda_{\\mathrm{N},\\mathrm{" : "\\[ g_{\\mathrm{");
    add_name(e->element->name.text, out);
    ss_text_add(out, "}} = ");
    add(s, friction ? e->element->normal.resolved : s->gap[e->normal], out);
    ss_text_add(out, " \\]\n");
  }
  add_directions(s, "N", s->normals, s->normal, out);
  add_directions(s, "T", s->slips, s->slip, out);
}

void ss_show_system_latex(const ss_system *s, const ss_system *projected, ss_text *out) {
  assert(ss_graph_is_sealed(s->graph));
  ss_text_addf(out, "%% %s\n", s->model->title);
  add_system(s, out);
  if (!projected) return;
  ss_text_add(out, "% in the coordinates of the chart\n");
  add_system(projected, out);
}
