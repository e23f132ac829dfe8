/* film_arrows.c: the arrows of contact forces.
 *
 * The arrow of a contact shows its force at the place P(q) where it acts. The model knows the force
 * as W lambda on the coordinates only; the force F in the plane does the same work,
 *
 *     J^T F = W_N lambda_N + W_T lambda_T,     J = dP/dq,
 *
 * which is solved by least squares, J J^T F = J W lambda: exact where the contact acts at P.
 */
#include <math.h>
#include <string.h>

#include "film_studio.h"

/* W lambda of an element: directions at the state times the forces of the sample. */
static void add_force(const ss_system_values *v, const ss_system *system, size_t element,
                      const double *forces, double *g) {
  const ss_system_element *e = &system->element[element];
  const size_t n = system->coordinates;
  for (size_t i = 0; i < n; i++) {
    g[i] = 0;
    if (e->normal < system->normals)
      g[i] += v->of[SS_QUANTITY_WN][e->normal * n + i] * forces[e->normal];
    for (size_t k = e->slip; k < e->slip + e->slips; k++)
      g[i] += v->of[SS_QUANTITY_WT][k * n + i] * forces[system->normals + k];
  }
}

/* J J^T F = J g by Cramer's rule or elimination; 0 where J J^T is singular. */
static void solve_force(size_t d, size_t n, const double *J, const double *g, double *F) {
  double A[9], L[9];
  for (size_t i = 0; i < d; i++) {
    F[i] = 0;
    for (size_t k = 0; k < n; k++) F[i] += J[i * n + k] * g[k];
    for (size_t j = 0; j < d; j++) {
      A[i * d + j] = 0;
      for (size_t k = 0; k < n; k++) A[i * d + j] += J[i * n + k] * J[j * n + k];
    }
  }
  /* a place that cannot move in some direction shows no force there */
  double trace = 0;
  for (size_t i = 0; i < d; i++) trace += A[i * d + i];
  for (size_t i = 0; i < d; i++) A[i * d + i] += 1e-12 * trace;
  if (trace > 0 && ss_matrix_factor(d, A, L) == SS_OK)
    ss_matrix_solve(d, L, 1, F);
  else
    memset(F, 0, d * sizeof *F);
}

/* Whether a force at the place does what the element does, J^T F = g, up to what the time between
 * samples changes. */
static bool is_force(size_t d, size_t n, const double *J, const double *g, const double *F) {
  double miss = 0, all = 0;
  for (size_t k = 0; k < n; k++) {
    double at = g[k];
    for (size_t i = 0; i < d; i++) at -= J[i * n + k] * F[i];
    miss += at * at;
    all += g[k] * g[k];
  }
  return miss <= 0.01 * all;
}

ss_status ss_film_find_arrow(ss_film_studio *s, size_t drawing, size_t frame, size_t sample,
                             double *out) {
  const ss_drawing *d = &s->system->model->drawing[drawing];
  const ss_sample *at = &s->motion->sample[sample];
  const double *raw = s->raw + frame * s->outputs;
  const ss_arena_mark mark = ss_arena_get_mark(s->arena);
  const size_t n = s->system->coordinates;
  const double *J = raw + s->jacobian[drawing];
  double *g = ss_arena_new(s->arena, n, double);
  ss_system_values v;
  memcpy(out, raw + s->first[drawing], d->dimensions * sizeof *out);
  ss_status status = g ? SS_OK : SS_MEMORY;
  if (status == SS_OK)
    status = ss_system_evaluate(s->arena, s->system, s->parameters, at->q, at->u, at->t, &v);
  if (status == SS_OK && at->forces) {
    add_force(&v, s->system, d->element, at->forces, g);
    solve_force(d->dimensions, n, J, g, out + d->dimensions);
    /* a moment is no force at a point */
    if (s->system->element[d->element].element->kind == SS_ELEMENT_FRICTION &&
        !is_force(d->dimensions, n, J, g, out + d->dimensions))
      memset(out + d->dimensions, 0, d->dimensions * sizeof *out);
  }
  ss_arena_release(s->arena, mark);
  return status;
}

void ss_film_scale_arrows(const ss_film_studio *s, double *number) {
  const ss_film *f = s->film;
  const size_t d = f->dimensions;
  double largest = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (size_t k = 0; k < f->pieces * f->frames; k++) {
      const ss_film_piece *p = &f->piece[k / f->frames];
      double *a = number + (k % f->frames) * f->numbers + p->first, square = 0;
      if (p->kind != SS_FILM_ARROW) continue;
      for (size_t i = 0; i < d; i++) square += a[d + i] * a[d + i];
      if (pass == 0 && isfinite(square)) largest = fmax(largest, sqrt(square));
      for (size_t i = 0; pass == 1 && i < d; i++)
        a[d + i] = a[i] + (largest > 0 ? 0.25 * s->size * a[d + i] / largest : 0);
    }
  }
}
