/* film_arrows.c: the arrows of contact forces.
 *
 * The arrow of a contact shows its force at the place P(q) where it acts. The model knows the force
 * as W lambda on the coordinates only; the force F in the plane does the same work,
 *
 *     J^T F = W_N lambda_N + W_T lambda_T,     J = dP/dq,
 *
 * which is solved by least squares, J J^T F = J W lambda: exact where the contact acts at P. W is a
 * tape of its own, compiled once and run once per frame: a pile has dozens of arrows.
 */
#include <math.h>
#include <string.h>

#include "film_studio.h"

ss_status ss_film_begin_arrows(ss_film_studio *s) {
  s->along_at = SIZE_MAX;
  s->force = ss_arena_new(s->arena, s->system->coordinates, double);
  if (!s->force) return SS_MEMORY;
  ss_status status =
      ss_system_compile(s->system, SS_QUANTITY_BIT(WN) | SS_QUANTITY_BIT(WT), &s->along);
  if (status != SS_OK) return status;
  s->along_work = ss_arena_new(s->arena, ss_tape_work_size(s->along.tape), double);
  if (s->along_work) ss_tape_prepare(s->along.tape, s->parameters, s->along_work);
  return s->along_work ? SS_OK : SS_MEMORY;
}

void ss_film_end_arrows(ss_film_studio *s) {
  ss_system_tape_destroy(&s->along);
}

/* The directions at a sample. */
static const double *find_directions(ss_film_studio *s, size_t sample) {
  const ss_sample *at = &s->motion->sample[sample];
  const size_t n = s->system->coordinates;
  if (s->along_at != sample) {
    double *in = ss_tape_in(s->along.tape, s->along_work);
    memcpy(in, at->q, n * sizeof *in);
    memcpy(in + n, at->u, n * sizeof *in);
    in[2 * n] = at->t;
    ss_tape_run(s->along.tape, s->along_work);
    s->along_at = sample;
  }
  return ss_tape_out(s->along.tape, s->along_work);
}

/* W lambda of an element: directions at the sample times its forces. */
static void add_force(ss_film_studio *s, size_t element, size_t sample, double *g) {
  const ss_system *system = s->system;
  const ss_system_element *e = &system->element[element];
  const double *W = find_directions(s, sample), *forces = s->motion->sample[sample].forces;
  const double *WN = W + s->along.offset[SS_QUANTITY_WN], *WT = W + s->along.offset[SS_QUANTITY_WT];
  const size_t n = system->coordinates;
  for (size_t i = 0; i < n; i++) {
    g[i] = 0;
    if (e->normal < system->normals) g[i] += WN[e->normal * n + i] * forces[e->normal];
    for (size_t k = e->slip; k < e->slip + e->slips; k++)
      g[i] += WT[k * n + i] * forces[system->normals + k];
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

void ss_film_find_arrow(ss_film_studio *s, size_t drawing, size_t frame, size_t sample,
                        double *out) {
  const ss_drawing *d = &s->system->model->drawing[drawing];
  const double *raw = s->raw + frame * s->outputs, *J = raw + s->jacobian[drawing];
  const size_t n = s->system->coordinates;
  double *F = out + d->dimensions;
  memcpy(out, raw + s->first[drawing], d->dimensions * sizeof *out);
  if (!s->motion->sample[sample].forces) return;
  add_force(s, d->element, sample, s->force);
  solve_force(d->dimensions, n, J, s->force, F);
  /* a moment is no force at a point */
  if (s->system->element[d->element].element->kind == SS_ELEMENT_FRICTION &&
      !is_force(d->dimensions, n, J, s->force, F))
    memset(F, 0, d->dimensions * sizeof *F);
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
