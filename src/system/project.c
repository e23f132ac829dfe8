/* project.c: equations of motion in the independent coordinates of a chart.
 *
 * Full coordinates z = f(q, t) that satisfy the sliders identically give, with T = df/dq,
 *
 *     z' = T q' + df/dt,       z'' = T q'' + kappa,      kappa = T' q' + d/dt (df/dt),
 *     M = T^T M T,   h = T^T (h - M kappa),   W_T = T^T W_T,   B = T^T B
 *
 * (van de Wouw & Leine 2004, eqs. 9-16): the sliders' normal directions vanish, T^T W_N = 0. Their
 * forces are what the full equations leave over, W_N lambda_N = M z'' - h - B v - W_T lambda_T -
 * (contacts). With a left inverse L of W_N (L W_N = I),
 *
 *     lambda_N = a + b q'' + D lambda_T + E v,
 *     a = L (M kappa - h),    b = L M T,    D = -L W_T,    E = -L B.
 *
 * L is found by elimination on as many rows of W_N as there are sliders, numbers preferred as
 * pivots, so that in the common case it consists of rows of the identity and the formulas stay
 * short. Unilateral contacts act like slips: the columns of D for their normal forces follow those
 * of the slips.
 */
#include <string.h>

#include "derive_private.h"

typedef struct projection {
  ss_derivation d; /* of the chart's system */
  const ss_system *full;
  ss_projection *p;
  size_t n, k; /* full and chart coordinates */
} projection;

static ss_expr integer(projection *j, long value) {
  return ss_expr_integer(j->d.graph, value);
}

/* ---- the map --------------------------------------------------------------------------------- */

static void derive_map(projection *j) {
  const ss_chart *chart = j->full->model->chart;
  ss_expr *map = ss_derive_room(&j->d, j->n), *T = ss_derive_room(&j->d, j->n * j->k);
  ss_expr *velocity = ss_derive_room(&j->d, j->n), *kappa = ss_derive_room(&j->d, j->n);
  if (j->d.failed) return;
  for (size_t i = 0; i < j->n; i++) map[i] = chart->map[i].resolved;
  ss_derive_simplify(&j->d, j->n, map);
  if (ss_expr_jacobian(j->d.graph, j->n, map, j->k, j->d.q, T) == SS_MEMORY) j->d.failed = true;
  ss_derive_rate(&j->d, j->n, map, velocity);
  ss_derive_rate(&j->d, j->n, velocity, kappa);
  ss_derive_simplify(&j->d, j->n, kappa);
  ss_derive_simplify(&j->d, j->n, velocity);
  j->p->map = map;
  j->p->T = T;
  j->p->velocity = velocity;
  j->p->kappa = kappa;
}

/* Expressions of the full system in the chart's coordinates. */
static ss_expr *pull_back(projection *j, size_t count, const ss_expr *exprs) {
  size_t n = j->n;
  ss_expr *from = ss_derive_room(&j->d, 2 * n), *to = ss_derive_room(&j->d, 2 * n);
  ss_expr *result = ss_derive_room(&j->d, count);
  if (j->d.failed) return NULL;
  memcpy(from, j->full->q, n * sizeof *from);
  memcpy(from + n, j->full->u, n * sizeof *from);
  memcpy(to, j->p->map, n * sizeof *to);
  memcpy(to + n, j->p->velocity, n * sizeof *to);
  ss_expr_substitute(j->d.graph, 2 * n, from, to, count, exprs, result);
  return result;
}

/* C = A^T B or A B, entry by entry; A is n x rows (transposed) or rows x n, B is n x columns. */
static ss_expr *multiply(projection *j, const ss_expr *A, bool transposed, size_t rows,
                         const ss_expr *B, size_t columns, size_t n) {
  ss_graph *g = j->d.graph;
  ss_expr *C = ss_derive_room(&j->d, rows * columns);
  if (!C) return NULL;
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++)
      for (size_t i = 0; i < n; i++) {
        ss_expr a = transposed ? A[i * rows + r] : A[r * n + i];
        C[r * columns + c] =
            ss_expr_add(g, C[r * columns + c], ss_expr_mul(g, a, B[i * columns + c]));
      }
  return C;
}

/* ---- projected dynamics ---------------------------------------------------------------------- */

/* What both the projected equations and the sliders' forces need, in the chart's coordinates. */
typedef struct pulled {
  ss_expr *M, *B, *residual; /* residual = h - M kappa */
} pulled;

static void project_dynamics(projection *j, ss_system *s, pulled *full) {
  size_t n = j->n, k = j->k;
  ss_graph *g = j->d.graph;
  full->M = pull_back(j, n * n, j->full->M);
  full->B = pull_back(j, n * j->full->inputs, j->full->B);
  full->residual = pull_back(j, n, j->full->h);
  ss_expr *gyr = pull_back(j, n, j->full->gyroscopic);
  ss_expr *fnc = pull_back(j, n, j->full->nonconservative);
  ss_expr *control = pull_back(j, n, j->full->control);
  if (j->d.failed) return;
  ss_expr *inertia = multiply(j, full->M, false, n, j->p->kappa, 1, n);
  ss_expr *MT = multiply(j, full->M, false, n, j->p->T, k, n);
  if (j->d.failed) return;
  for (size_t i = 0; i < n; i++) full->residual[i] = ss_expr_sub(g, full->residual[i], inertia[i]);
  s->M = multiply(j, j->p->T, true, k, MT, k, n);
  s->h = multiply(j, j->p->T, true, k, full->residual, 1, n);
  s->B = multiply(j, j->p->T, true, k, full->B, j->full->inputs, n);
  s->gyroscopic = multiply(j, j->p->T, true, k, gyr, 1, n);
  s->nonconservative = multiply(j, j->p->T, true, k, fnc, 1, n);
  s->control = multiply(j, j->p->T, true, k, control, 1, n);
  s->inputs = j->full->inputs;
  s->law = j->full->law;
  if (j->d.failed) return;
  ss_derive_simplify(&j->d, k * k, s->M);
  ss_derive_simplify(&j->d, k, s->h);
  ss_derive_simplify(&j->d, k * s->inputs, s->B);
  ss_derive_simplify(&j->d, k, s->gyroscopic);
  ss_derive_simplify(&j->d, k, s->nonconservative);
  ss_derive_simplify(&j->d, k, s->control);
}

static void project_energies(projection *j, ss_system *s) {
  const ss_system *full = j->full;
  ss_expr T = full->kinetic;
  if (full->frame_moves) T = ss_expr_add(j->d.graph, T, full->carried);
  ss_expr energy[2] = {T, full->potential};
  ss_expr *pulled_back = pull_back(j, 2, energy);
  if (!pulled_back) return;
  ss_derive_simplify(&j->d, 2, pulled_back);
  ss_derive_energies(&j->d, pulled_back[0], pulled_back[1], s);
}

/* One direction: gamma = W^T z' + w = (T^T W)^T q' + (w + W^T df/dt), and its rate. */
static void project_directions(projection *j, size_t count, const ss_direction *from,
                               ss_direction *to) {
  ss_graph *g = j->d.graph;
  ss_expr *rate = ss_derive_room(&j->d, count), *zeros = ss_derive_room(&j->d, j->k);
  if (j->d.failed) return;
  for (size_t i = 0; i < count; i++) {
    ss_expr *W = pull_back(j, j->n, from[i].W), *w = pull_back(j, 1, &from[i].w);
    if (j->d.failed) return;
    ss_expr *velocity = multiply(j, W, false, 1, j->p->velocity, 1, j->n);
    ss_expr *row = multiply(j, W, false, 1, j->p->T, j->k, j->n);
    if (j->d.failed) return;
    ss_expr gamma = ss_expr_add(g, velocity[0], w[0]);
    ss_derive_rate(&j->d, 1, &gamma, &rate[i]);
    ss_expr_substitute(g, j->k, j->d.u, zeros, 1, &gamma, w);
    ss_derive_simplify(&j->d, j->k, row);
    ss_derive_simplify(&j->d, 1, w);
    to[i] = (ss_direction){row, w[0], SS_EXPR_NONE};
  }
  ss_derive_simplify(&j->d, count, rate);
  for (size_t i = 0; i < count; i++) to[i].zeta = rate[i];
}

/* Contacts keep their normals; a slider's own direction is gone. */
static void project_elements(projection *j, ss_system *s) {
  const ss_system *full = j->full;
  ss_system_element *element = ss_arena_new(j->d.arena, full->elements, ss_system_element);
  size_t *slider = ss_arena_new(j->d.arena, full->normals, size_t);
  ss_direction *kept = ss_arena_new(j->d.arena, full->normals, ss_direction);
  ss_direction *normals = ss_arena_new(j->d.arena, full->normals, ss_direction);
  ss_direction *slips = ss_arena_new(j->d.arena, full->slips, ss_direction);
  ss_expr *gap = ss_derive_room(&j->d, full->normals);
  if (!element || !slider || !kept || !normals || !slips || !gap) {
    j->d.failed = true;
    return;
  }
  for (size_t i = 0; i < full->elements; i++) {
    element[i] = full->element[i];
    size_t old = element[i].normal;
    if (element[i].element->kind == SS_ELEMENT_SLIDER) {
      element[i].normal = SIZE_MAX;
      slider[j->p->sliders++] = old;
    } else if (old != SIZE_MAX) {
      element[i].normal = s->normals;
      gap[s->normals] = full->gap[old];
      kept[s->normals++] = full->normal[old];
    }
  }
  s->gap = pull_back(j, s->normals, gap);
  if (j->d.failed) return;
  ss_derive_simplify(&j->d, s->normals, s->gap);
  project_directions(j, s->normals, kept, normals);
  project_directions(j, full->slips, full->slip, slips);
  j->p->slider = slider;
  s->elements = full->elements;
  s->element = element;
  s->slips = full->slips;
  s->normal = normals;
  s->slip = slips;
}

/* ---- the forces in the sliders --------------------------------------------------------------- */

/* A row below `from` whose entry in the column may serve as pivot: a number if there is one. */
static size_t find_pivot(projection *j, const ss_expr *A, size_t width, size_t from,
                         size_t column) {
  size_t best = j->n;
  for (size_t i = from; i < j->n; i++) {
    ss_expr entry = A[i * width + column];
    if (ss_expr_is_integer(j->d.graph, entry, 0)) continue;
    if (ss_expr_value(j->d.graph, entry)) return i;
    if (best == j->n && ss_expr_is_zero(j->d.graph, entry) == SS_REFUTED) best = i;
  }
  return best;
}

static void swap_rows(ss_expr *A, size_t width, size_t a, size_t b) {
  for (size_t c = 0; c < width; c++) {
    ss_expr held = A[a * width + c];
    A[a * width + c] = A[b * width + c];
    A[b * width + c] = held;
  }
}

/* row -= factor * pivot row, simplified. */
static void eliminate(projection *j, ss_expr *A, size_t width, size_t row, size_t pivot,
                      size_t column) {
  ss_graph *g = j->d.graph;
  ss_expr factor = A[row * width + column];
  if (ss_expr_is_integer(g, factor, 0)) return;
  for (size_t c = 0; c < width; c++)
    A[row * width + c] =
        ss_expr_sub(g, A[row * width + c], ss_expr_mul(g, factor, A[pivot * width + c]));
  ss_derive_simplify(&j->d, width, A + row * width);
}

/* Gauss-Jordan on [W_N | I]: the first rows of the right half become L. False if W_N has not full
 * rank. */
static bool left_inverse(projection *j, ss_expr *A, size_t sliders, size_t width) {
  ss_graph *g = j->d.graph;
  for (size_t c = 0; c < sliders; c++) {
    size_t pivot = find_pivot(j, A, width, c, c);
    if (pivot == j->n) return false;
    swap_rows(A, width, c, pivot);
    ss_expr by = A[c * width + c];
    for (size_t i = 0; i < width; i++) A[c * width + i] = ss_expr_div(g, A[c * width + i], by);
    for (size_t i = 0; i < j->n; i++)
      if (i != c) eliminate(j, A, width, i, c, c);
  }
  return true;
}

/* L, sliders x n; NULL if the sliders depend on each other everywhere. */
static ss_expr *find_left_inverse(projection *j) {
  size_t n = j->n, m = j->p->sliders, width = m + n;
  ss_expr *A = ss_derive_room(&j->d, n * width), *L = ss_derive_room(&j->d, m * n);
  if (j->d.failed) return NULL;
  for (size_t c = 0; c < m; c++) {
    ss_expr *W = pull_back(j, n, j->full->normal[j->p->slider[c]].W);
    if (!W) return NULL;
    ss_derive_simplify(&j->d, n, W);
    for (size_t i = 0; i < n; i++) A[i * width + c] = W[i];
  }
  for (size_t i = 0; i < n; i++) A[i * width + m + i] = integer(j, 1);
  if (!left_inverse(j, A, m, width)) return NULL;
  for (size_t r = 0; r < m; r++) memcpy(L + r * n, A + r * width + m, n * sizeof *L);
  return L;
}

/* The slips' directions, then the contacts', as columns of one matrix, negated. */
static ss_expr *other_directions(projection *j, size_t columns) {
  ss_graph *g = j->d.graph;
  ss_expr *W = ss_derive_room(&j->d, j->n * columns);
  size_t column = 0;
  for (size_t c = 0; W && c < j->full->slips + j->full->normals; c++) {
    bool is_slip = c < j->full->slips;
    size_t normal = is_slip ? 0 : c - j->full->slips;
    bool is_slider = false;
    for (size_t i = 0; !is_slip && i < j->p->sliders; i++)
      is_slider = is_slider || j->p->slider[i] == normal;
    if (is_slider) continue;
    ss_expr *w = pull_back(j, j->n, is_slip ? j->full->slip[c].W : j->full->normal[normal].W);
    for (size_t i = 0; w && i < j->n; i++) W[i * columns + column] = ss_expr_neg(g, w[i]);
    column++;
  }
  return W;
}

/* a = -L (h - M kappa), b = L M T, D = -L W, E = -L B. */
static ss_status derive_slider_forces(projection *j, const pulled *full, size_t contacts) {
  ss_graph *g = j->d.graph;
  size_t n = j->n, m = j->p->sliders, others = j->full->slips + contacts;
  ss_expr *L = find_left_inverse(j);
  if (!L) return j->d.failed ? SS_MEMORY : SS_SINGULAR;
  ss_expr *W = other_directions(j, others);
  ss_expr *a = multiply(j, L, false, m, full->residual, 1, n);
  ss_expr *MT = multiply(j, full->M, false, n, j->p->T, j->k, n);
  if (j->d.failed) return SS_MEMORY;
  ss_expr *b = multiply(j, L, false, m, MT, j->k, n);
  ss_expr *D = multiply(j, L, false, m, W, others, n);
  ss_expr *E = multiply(j, L, false, m, full->B, j->full->inputs, n);
  if (j->d.failed) return SS_MEMORY;
  for (size_t i = 0; i < m; i++) a[i] = ss_expr_neg(g, a[i]);
  for (size_t i = 0; i < m * j->full->inputs; i++) E[i] = ss_expr_neg(g, E[i]);
  ss_derive_simplify(&j->d, m, a);
  ss_derive_simplify(&j->d, m * j->k, b);
  ss_derive_simplify(&j->d, m * others, D);
  ss_derive_simplify(&j->d, m * j->full->inputs, E);
  j->p->a = a;
  j->p->b = b;
  j->p->D = D;
  j->p->E = E;
  return ss_derive_status(&j->d);
}

ss_status ss_system_project(ss_arena *arena, const ss_system *full, ss_system **system) {
  const ss_chart *chart = full->model->chart;
  *system = NULL;
  if (!chart) return SS_BAD_ARGUMENT;
  projection j = {.full = full, .n = full->coordinates, .k = chart->count};
  ss_system *s =
      ss_derive_start(&j.d, arena, full->model, full->graph, chart->count, chart->coordinates);
  j.p = ss_arena_new(arena, 1, ss_projection);
  if (!s || !j.p) return SS_MEMORY;
  pulled pulled_back = {0};
  j.p->full = full;
  derive_map(&j);
  if (!j.d.failed) project_dynamics(&j, s, &pulled_back);
  if (!j.d.failed) project_energies(&j, s);
  if (!j.d.failed) project_elements(&j, s);
  if (j.d.failed) return SS_MEMORY;
  ss_status status = derive_slider_forces(&j, &pulled_back, s->normals);
  s->projection = j.p;
  return status == SS_OK ? ss_derive_finish(&j.d, s, system) : status;
}
