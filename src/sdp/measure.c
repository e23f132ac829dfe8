/* measure.c: what a point or a ray is worth, from the program as it was given.
 *
 * The residuals that sdp.h defines, computed without anything of the solver: entry by entry of the
 * program, sums in long double, eigenvalues by LAPACK. The solver's word "optimal" rests on this
 * file alone. Cost O(entries + sum of size^3).
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "interior.h"

/* ---- sums over the program ------------------------------------------------------------------- */

size_t ss_sdp_offset(const ss_sdp_program *program, size_t block) {
  assert(block <= program->blocks);
  size_t at = 0;
  for (size_t k = 0; k < block; k++) {
    const size_t n = program->block[k].size;
    at += program->block[k].diagonal ? n : n * n;
  }
  return at;
}

typedef struct scales {
  double *row, *column, beta, gamma; /* of scales.c */
  size_t *at;                        /* where each block begins */
} scales;

static ss_status make_scales(const ss_sdp_program *program, ss_arena *arena, scales *s) {
  ss_scales units;
  const ss_status status = ss_scales_make(program, arena, &units);
  if (status) return status;
  *s = (scales){units.row, units.column, units.beta, units.gamma,
                ss_arena_new(arena, program->blocks + 1, size_t)};
  if (!s->at) return SS_MEMORY;
  for (size_t k = 0; k < program->blocks; k++) {
    const size_t n = program->block[k].size;
    s->at[k + 1] = s->at[k] + (program->block[k].diagonal ? n : n * n);
  }
  return SS_OK;
}

/* The two places of an entry in a point. */
static void find_places(const ss_sdp_program *program, const scales *s, const ss_sdp_entry *e,
                        size_t *one, size_t *other) {
  const ss_sdp_block *block = &program->block[e->block];
  const size_t n = block->size, at = s->at[e->block];
  *one = block->diagonal ? at + e->row : at + e->row + n * e->column;
  *other = block->diagonal ? at + e->row : at + e->column + n * e->row;
}

/* sum += sign (A(X) + B g), for every equality. */
static void add_left_side(const ss_sdp_program *program, const scales *s, const double *X,
                          const double *g, int sign, long double *sum) {
  for (size_t k = 0; k < program->entries; k++) {
    const ss_sdp_entry *e = &program->entry[k];
    size_t one, other;
    find_places(program, s, e, &one, &other);
    sum[e->equality] += sign * (long double)e->value * X[one];
    if (one != other) sum[e->equality] += sign * (long double)e->value * X[other];
  }
  for (size_t k = 0; k < program->coefficients; k++) {
    const ss_sdp_coefficient *c = &program->coefficient[k];
    sum[c->equality] += sign * (long double)c->value * g[c->variable];
  }
}

/* S -= A^T(y), u -= B^T y. */
static void subtract_adjoint(const ss_sdp_program *program, const scales *s, const double *y,
                             long double *S, long double *u) {
  for (size_t k = 0; k < program->entries; k++) {
    const ss_sdp_entry *e = &program->entry[k];
    size_t one, other;
    find_places(program, s, e, &one, &other);
    S[one] -= (long double)e->value * y[e->equality];
    if (one != other) S[other] -= (long double)e->value * y[e->equality];
  }
  for (size_t k = 0; k < program->coefficients; k++)
    u[program->coefficient[k].variable] -=
        (long double)program->coefficient[k].value * y[program->coefficient[k].equality];
}

/* <C, X> + f^T g. */
static double primal_value(const ss_sdp_program *program, const scales *s, const double *X,
                           const double *g) {
  long double sum = 0;
  for (size_t k = 0; k < program->costs; k++) {
    const ss_sdp_entry *e = &program->cost[k];
    size_t one, other;
    find_places(program, s, e, &one, &other);
    sum += (long double)e->value * X[one];
    if (one != other) sum += (long double)e->value * X[other];
  }
  for (size_t j = 0; j < program->variables; j++) sum += (long double)program->f[j] * g[j];
  return (double)sum;
}

static double dual_value(const ss_sdp_program *program, const double *y) {
  long double sum = 0;
  for (size_t i = 0; i < program->equalities; i++) sum += (long double)program->b[i] * y[i];
  return (double)sum;
}

/* The norm of the equalities' residuals, each scaled as its equality. */
static double norm_rows(const ss_sdp_program *program, const scales *s, const long double *r) {
  long double square = 0;
  for (size_t i = 0; i < program->equalities; i++) {
    const long double x = s->row[i] * r[i];
    square += x * x;
  }
  return (double)sqrtl(square);
}

static double norm_columns(const ss_sdp_program *program, const scales *s, const long double *u) {
  long double square = 0;
  for (size_t j = 0; j < program->variables; j++) {
    const long double x = s->column[j] * u[j];
    square += x * x;
  }
  return (double)sqrtl(square);
}

/* ---- eigenvalues ----------------------------------------------------------------------------- */

/* The least eigenvalue of a point of the cone; infinity if there is no block. */
static ss_status find_least(const ss_sdp_program *program, const double *point, ss_arena *arena,
                            double *least) {
  *least = INFINITY;
  for (size_t k = 0, at = 0; k < program->blocks; k++) {
    const size_t n = program->block[k].size;
    if (program->block[k].diagonal) {
      for (size_t i = 0; i < n; i++) *least = fmin(*least, point[at + i]);
      at += n;
      continue;
    }
    const ss_arena_mark mark = ss_arena_get_mark(arena);
    double *copy = ss_arena_new(arena, n * n, double), *values = ss_arena_new(arena, n, double);
    ss_status status = copy && values ? SS_OK : SS_MEMORY;
    if (!status) {
      memcpy(copy, point + at, n * n * sizeof *copy);
      status = ss_dense_eigen(n, copy, false, values);
    }
    if (!status && n) *least = fmin(*least, values[0]);
    ss_arena_release(arena, mark);
    if (status) return status;
    at += n * n;
  }
  return SS_OK;
}

/* ---- points ---------------------------------------------------------------------------------- */

static ss_status measure_primal(const ss_sdp_program *program, const scales *s,
                                const ss_sdp_point *point, ss_arena *arena, ss_sdp_residuals *out) {
  long double *r = ss_arena_new(arena, program->equalities, long double);
  if (!r) return SS_MEMORY;
  for (size_t i = 0; i < program->equalities; i++) r[i] = program->b[i];
  add_left_side(program, s, point->X, point->g, -1, r);
  out->primal = norm_rows(program, s, r) / s->beta;
  const ss_status status = find_least(program, point->X, arena, &out->least_X);
  out->least_X /= s->beta;
  return status;
}

static ss_status measure_dual(const ss_sdp_program *program, const scales *s,
                              const ss_sdp_point *point, ss_arena *arena, ss_sdp_residuals *out) {
  const size_t length = s->at[program->blocks];
  long double *S = ss_arena_new(arena, length, long double), square = 0;
  long double *u = ss_arena_new(arena, program->variables, long double);
  if (!S || !u) return SS_MEMORY;
  for (size_t k = 0; k < program->costs; k++) {
    size_t one, other;
    find_places(program, s, &program->cost[k], &one, &other);
    S[one] += program->cost[k].value;
    if (one != other) S[other] += program->cost[k].value;
  }
  for (size_t k = 0; k < length; k++) S[k] -= point->Z[k];
  for (size_t j = 0; j < program->variables; j++) u[j] = program->f[j];
  subtract_adjoint(program, s, point->y, S, u);
  for (size_t k = 0; k < length; k++) square += S[k] * S[k];
  out->dual = hypot((double)sqrtl(square), norm_columns(program, s, u)) / s->gamma;
  const ss_status status = find_least(program, point->Z, arena, &out->least_Z);
  out->least_Z /= s->gamma;
  return status;
}

ss_status ss_sdp_measure(const ss_sdp_program *program, const ss_sdp_point *point, ss_arena *arena,
                         ss_sdp_residuals *residuals) {
  *residuals = (ss_sdp_residuals){0};
  const ss_arena_mark mark = ss_arena_get_mark(arena);
  scales s;
  ss_status status = make_scales(program, arena, &s);
  if (!status) status = measure_primal(program, &s, point, arena, residuals);
  if (!status) status = measure_dual(program, &s, point, arena, residuals);
  if (!status) {
    const double p = primal_value(program, &s, point->X, point->g);
    const double d = dual_value(program, point->y);
    residuals->primal_value = p;
    residuals->dual_value = d;
    residuals->gap = fabs(p - d) / (s.beta * s.gamma + fabs(p) + fabs(d));
  }
  ss_arena_release(arena, mark);
  return status;
}

/* ---- rays ------------------------------------------------------------------------------------ */

ss_status ss_sdp_measure_primal_ray(const ss_sdp_program *program, const double *y, ss_arena *arena,
                                    double *ray) {
  *ray = INFINITY;
  const ss_arena_mark mark = ss_arena_get_mark(arena);
  scales s;
  ss_status status = make_scales(program, arena, &s);
  const size_t length = status ? 0 : s.at[program->blocks];
  long double *S = ss_arena_new(arena, length, long double);
  long double *u = ss_arena_new(arena, program->variables, long double);
  double *rounded = ss_arena_new(arena, length, double), least = 0;
  if (!S || !u || !rounded) status = SS_MEMORY;
  const double ahead = status ? 0 : dual_value(program, y) / s.beta;
  if (!status && ahead > 0) {
    subtract_adjoint(program, &s, y, S, u);
    for (size_t k = 0; k < length; k++) rounded[k] = (double)S[k];
    status = find_least(program, rounded, arena, &least);
    *ray = (fmax(0, -least) + norm_columns(program, &s, u)) / ahead;
  }
  ss_arena_release(arena, mark);
  return status;
}

ss_status ss_sdp_measure_dual_ray(const ss_sdp_program *program, const double *X, const double *g,
                                  ss_arena *arena, double *ray) {
  *ray = INFINITY;
  const ss_arena_mark mark = ss_arena_get_mark(arena);
  scales s;
  ss_status status = make_scales(program, arena, &s);
  long double *r = ss_arena_new(arena, program->equalities, long double);
  double least = 0;
  if (!r) status = SS_MEMORY;
  const double ahead = status ? 0 : -primal_value(program, &s, X, g) / s.gamma;
  if (!status && ahead > 0) {
    add_left_side(program, &s, X, g, 1, r);
    status = find_least(program, X, arena, &least);
    *ray = (fmax(0, -least) + norm_rows(program, &s, r)) / ahead;
  }
  ss_arena_release(arena, mark);
  return status;
}
