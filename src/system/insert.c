/* insert.c: a system with the parameters' values put in.
 *
 * A parameter stands for its formula, which may use other parameters; one with a range stays a
 * symbol, so that whatever depends on it keeps depending on it. Formulas are opened in rounds, each
 * replacing every parameter in every formula, until nothing changes (definitions have no cycles).
 * Numbers fold on the way: with k3 = 0 the term k3 x^3 is gone, and a spring that looked nonlinear
 * is linear.
 */
#include <assert.h>
#include <string.h>

#include "derive_private.h"
#include "standstill/linear.h"

typedef struct insertion {
  ss_arena *arena;
  ss_graph *graph;
  size_t count;
  ss_expr *symbol, *value;
  ss_status status; /* SS_BAD_INPUT: a division by 0 appears */
} insertion;

static bool has_range(const ss_parameter *p) {
  return p->low.resolved && p->high.resolved;
}

static void insert(insertion *in, size_t count, const ss_expr *from, ss_expr *to) {
  ss_status status =
      ss_expr_substitute(in->graph, in->count, in->symbol, in->value, count, from, to);
  if (in->status == SS_OK) in->status = status;
}

static void open_formulas(insertion *in, const ss_model *model) {
  in->symbol = ss_arena_new(in->arena, model->parameters, ss_expr);
  in->value = ss_arena_new(in->arena, model->parameters, ss_expr);
  ss_expr *next = ss_arena_new(in->arena, model->parameters, ss_expr);
  if (!in->symbol || !in->value || !next) {
    in->status = SS_MEMORY;
    return;
  }
  for (size_t i = 0; i < model->parameters; i++) {
    const ss_parameter *p = &model->parameter[i];
    if (has_range(p)) continue;
    in->symbol[in->count] = p->symbol;
    in->value[in->count++] = p->value.resolved;
  }
  for (size_t round = 0; round < in->count && in->status == SS_OK; round++) {
    insert(in, in->count, in->value, next);
    if (memcmp(next, in->value, in->count * sizeof *next) == 0) return;
    memcpy(in->value, next, in->count * sizeof *next);
  }
}

ss_status ss_model_open_parameters(ss_arena *arena, const ss_model *model, ss_graph *graph,
                                   ss_expr *formulas) {
  insertion in = {.arena = arena, .graph = graph};
  open_formulas(&in, model);
  for (size_t i = 0, k = 0; i < model->parameters && in.status == SS_OK; i++)
    formulas[i] = has_range(&model->parameter[i]) ? model->parameter[i].symbol : in.value[k++];
  return in.status;
}

/* The parameters whose value is 0 stand for 0. */
static void list_zeros(insertion *in, const ss_system *s, const double *parameters) {
  const ss_model *model = s->model;
  in->symbol = ss_arena_new(in->arena, model->parameters, ss_expr);
  in->value = ss_arena_new(in->arena, model->parameters, ss_expr);
  if (!in->symbol || !in->value) in->status = SS_MEMORY;
  for (size_t i = 0; in->status == SS_OK && i < model->parameters; i++) {
    if (parameters[i] != 0) continue;
    in->symbol[in->count] = model->parameter[i].symbol;
    in->value[in->count++] = s->zero;
  }
}

static const ss_expr *copy_all(insertion *in, size_t count, const ss_expr *from) {
  ss_expr *to = ss_arena_new(in->arena, count, ss_expr);
  if (!to) in->status = SS_MEMORY;
  if (to && from) insert(in, count, from, to);
  return to;
}

static ss_expr copy_one(insertion *in, ss_expr from) {
  ss_expr to = SS_EXPR_NONE;
  if (from) insert(in, 1, &from, &to);
  return to;
}

static const ss_direction *copy_directions(insertion *in, size_t n, size_t count,
                                           const ss_direction *from) {
  ss_direction *to = ss_arena_new(in->arena, count, ss_direction);
  if (!to) in->status = SS_MEMORY;
  for (size_t i = 0; to && i < count; i++)
    to[i] = (ss_direction){copy_all(in, n, from[i].W), copy_one(in, from[i].w),
                           copy_one(in, from[i].zeta)};
  return to;
}

static const ss_system_element *copy_elements(insertion *in, const ss_system *s) {
  ss_system_element *to = ss_arena_new(in->arena, s->elements, ss_system_element);
  ss_element *element = ss_arena_new(in->arena, s->elements, ss_element);
  if (!to || !element) in->status = SS_MEMORY;
  for (size_t i = 0; in->status == SS_OK && i < s->elements; i++) {
    to[i] = s->element[i];
    element[i] = *s->element[i].element;
    element[i].normal.resolved = copy_one(in, element[i].normal.resolved);
    for (size_t k = 0; k < 3; k++)
      element[i].law_argument[k].resolved = copy_one(in, element[i].law_argument[k].resolved);
    for (size_t k = 0; k < 2; k++)
      element[i].restitution_argument[k].resolved =
          copy_one(in, element[i].restitution_argument[k].resolved);
    to[i].element = &element[i];
  }
  return to;
}

static const ss_projection *copy_projection(insertion *in, const ss_system *s) {
  const ss_projection *from = s->projection;
  ss_projection *to = from ? ss_arena_new(in->arena, 1, ss_projection) : NULL;
  if (!to) return NULL;
  *to = *from;
  to->a = copy_all(in, from->sliders, from->a);
  to->b = copy_all(in, from->sliders * s->coordinates, from->b);
  to->D = copy_all(in, from->sliders * (s->slips + s->normals), from->D);
  return to;
}

/* `s` is `from` with the insertion done everywhere. */
static ss_status rewrite(insertion *in, const ss_system *from, ss_system *s) {
  size_t n = from->coordinates;
  *s = *from;
  s->graph = in->graph;
  s->kinetic = copy_one(in, from->kinetic);
  s->potential = copy_one(in, from->potential);
  s->carried = copy_one(in, from->carried);
  s->M = copy_all(in, n * n, from->M);
  s->h = copy_all(in, n, from->h);
  s->nonconservative = copy_all(in, n, from->nonconservative);
  s->gap = copy_all(in, from->normals, from->gap);
  s->normal = copy_directions(in, n, from->normals, from->normal);
  s->slip = copy_directions(in, n, from->slips, from->slip);
  s->element = copy_elements(in, from);
  s->projection = copy_projection(in, from);
  return in->status;
}

ss_status ss_derive_insert(ss_arena *arena, const ss_system *from, ss_graph *graph, ss_system *s) {
  insertion in = {.arena = arena, .graph = graph};
  open_formulas(&in, from->model);
  return in.status == SS_OK ? rewrite(&in, from, s) : in.status;
}

ss_status ss_system_insert_parameters(ss_arena *arena, const ss_system *from,
                                      ss_system **inserted) {
  assert(ss_graph_is_sealed(from->graph));
  ss_derivation d;
  ss_system *s = ss_arena_new(arena, 1, ss_system);
  *inserted = NULL;
  ss_derive_open(&d, arena, from->model, ss_graph_create_over(arena, from->graph));
  if (d.failed || !s) return SS_MEMORY;
  const ss_status status = ss_derive_insert(arena, from, d.graph, s);
  return status == SS_OK ? ss_derive_finish(&d, s, inserted) : status;
}

ss_status ss_system_insert_zeros(ss_arena *arena, const ss_system *from, const double *parameters,
                                 ss_system **inserted) {
  assert(ss_graph_is_sealed(from->graph));
  ss_derivation d;
  ss_system *s = ss_arena_new(arena, 1, ss_system);
  *inserted = NULL;
  ss_derive_open(&d, arena, from->model, ss_graph_create_over(arena, from->graph));
  if (d.failed || !s) return SS_MEMORY;
  insertion in = {.arena = arena, .graph = d.graph};
  list_zeros(&in, from, parameters);
  const ss_status status = in.status == SS_OK ? rewrite(&in, from, s) : in.status;
  return status == SS_OK ? ss_derive_finish(&d, s, inserted) : status;
}
