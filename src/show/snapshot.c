/* snapshot.c: everything about a system at one state.
 *
 * A contact is closed when its gap is at most CLOSED of the size of the configuration: states are
 * computed from formulas in doubles, so that a gap of 0 comes out as some 1e-16. The Delassus
 * matrix G = W^T M^-1 W is that of all directions that act there: normal and slips of closed
 * contacts and of sliders, slips of frictions and clutches. Its condition number is the ratio of
 * its extreme eigenvalues, its rank the number of eigenvalues above DEPENDENT of the largest.
 */
#include <math.h>
#include <string.h>

#include "show_private.h"

static const double CLOSED = 1e-9, DEPENDENT = 1e-12;

static double size_of(size_t n, const double *q) {
  double size = 1;
  for (size_t i = 0; i < n; i++) size = fmax(size, fabs(q[i]));
  return size;
}

static bool acts(const ss_snapshot *s, size_t element) {
  const ss_system_element *e = &s->system->element[element];
  if (e->element->kind != SS_ELEMENT_CONTACT) return true;
  double gap = s->values.of[SS_QUANTITY_GAP][e->normal];
  return gap <= CLOSED * size_of(s->system->coordinates, s->q);
}

static bool find_closed(ss_arena *arena, ss_snapshot *s) {
  bool *closed = ss_arena_new(arena, s->system->elements, bool);
  if (!closed) return false;
  s->directions = 0;
  for (size_t i = 0; i < s->system->elements; i++) {
    const ss_system_element *e = &s->system->element[i];
    closed[i] = acts(s, i);
    if (closed[i]) s->directions += e->slips + (e->normal != SIZE_MAX);
  }
  s->closed = closed;
  return true;
}

/* The columns of W that act, and their names. */
static double *gather_directions(ss_arena *arena, ss_snapshot *s) {
  const ss_system *sys = s->system;
  size_t n = sys->coordinates, count = 0;
  double *W = ss_arena_new(arena, n * s->directions, double);
  s->direction = ss_arena_new(arena, s->directions, const char *);
  if (!W || !s->direction) return NULL;
  for (size_t i = 0; i < sys->elements; i++) {
    const ss_system_element *e = &sys->element[i];
    if (!s->closed[i]) continue;
    if (e->normal != SIZE_MAX) {
      memcpy(W + n * count, s->values.of[SS_QUANTITY_WN] + n * e->normal, n * sizeof *W);
      s->direction[count++] = ss_arena_format(arena, "%s N", e->element->name.text);
    }
    for (size_t k = 0; k < e->slips; k++) {
      memcpy(W + n * count, s->values.of[SS_QUANTITY_WT] + n * (e->slip + k), n * sizeof *W);
      s->direction[count++] =
          ss_arena_format(arena, "%s %s", e->element->name.text, ss_show_slip_name(e->element, k));
    }
  }
  return W;
}

static ss_status compute_delassus(ss_arena *arena, ss_snapshot *s) {
  size_t n = s->system->coordinates, m = s->directions;
  double *W = gather_directions(arena, s), *L = ss_arena_new(arena, n * n, double);
  double *X = ss_arena_new(arena, n * m, double), *G = ss_arena_new(arena, m * m, double);
  if (!W || !L || !X || !G) return SS_MEMORY;
  ss_status status = ss_matrix_factor(n, s->values.of[SS_QUANTITY_M], L);
  if (status != SS_OK) return status;
  memcpy(X, W, n * m * sizeof *X);
  ss_matrix_solve(n, L, m, X);
  for (size_t i = 0; i < m; i++)
    for (size_t j = 0; j < m; j++)
      for (size_t k = 0; k < n; k++) G[i * m + j] += W[i * n + k] * X[j * n + k];
  s->G = G;
  return SS_OK;
}

static ss_status find_condition(ss_arena *arena, ss_snapshot *s) {
  size_t m = s->directions;
  double *copy = ss_arena_new(arena, m * m, double), *value = ss_arena_new(arena, m, double);
  if (!copy || !value) return SS_MEMORY;
  s->rank = 0;
  s->condition = 1;
  if (m == 0) return SS_OK;
  memcpy(copy, s->G, m * m * sizeof *copy);
  ss_status status = ss_matrix_eigenvalues(m, copy, value);
  if (status != SS_OK) return status;
  for (size_t i = 0; i < m; i++) s->rank += value[i] > DEPENDENT * value[m - 1];
  s->condition = s->rank < m ? HUGE_VAL : value[m - 1] / value[0];
  return SS_OK;
}

static bool all_finite(const ss_snapshot *s) {
  for (int k = 0; k < SS_QUANTITY_COUNT; k++)
    for (size_t i = 0; i < ss_system_count(s->system, (ss_quantity)k); i++)
      if (!isfinite(s->values.of[k][i])) return false;
  return true;
}

ss_status ss_snapshot_take(ss_arena *arena, const ss_system *system, const char *name,
                           const double *parameters, const double *q, const double *u,
                           ss_snapshot *s) {
  *s = (ss_snapshot){.system = system, .name = name, .parameters = parameters, .q = q, .u = u};
  ss_status status = ss_system_evaluate(arena, system, parameters, q, u, 0, &s->values);
  if (status != SS_OK) return status;
  if (!all_finite(s)) return SS_BAD_ARGUMENT;
  if (!find_closed(arena, s)) return SS_MEMORY;
  status = compute_delassus(arena, s);
  return status == SS_OK ? find_condition(arena, s) : status;
}
