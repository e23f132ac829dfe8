/* newton.c: a semismooth Newton method with line search on the prox equations.
 *
 * A step linearises every law (tangent.c), solves for the contacts that are not free
 *
 *     sum_j (B_i G_ij S_j) y_j + D_i y_i = -(B_i xi_i + D_i y_i^old + constant_i),
 *
 * and so gets a target r'. Along r + a (r' - r) the velocity is xi + a (xi' - xi), hence trying a
 * step length costs O(size). If |F(r')| is not below |F(r)|, the lengths 1, 1/2, 1/4, ... are tried
 * until |F| falls; if none does, the one with the least |F| is taken all the same: F is not
 * differentiable, its norm has local minima, and insisting on descent gets stuck in them more often
 * than wandering on (a prototype that insisted failed on six of 33 real problems, one that did not
 * on two).
 *
 * Dependent directions make the matrix singular. So `regular` times the diagonal scale is added, a
 * proximal term about r that does not bias the solution: 1e-12 as long as full steps halve |F|,
 * afterwards up to 0.1 in proportion to the relative |F|, so that steps are cautious far from the
 * solution and Newton's near it. Dense G: a dense LU (dense_lu.c) of the unknowns. Sparse G: a
 * block LU (block_lu.c).
 *
 * Cost of a step: the factorisation and two products with G. Ends at the goal, at the limit, or
 * when numbers are no longer finite; the caller judges by the returned norm. Reference: L. Qi, J.
 * Sun, A nonsmooth version of Newton's method, Math. Programming 1993.
 */
#include <math.h>
#include <string.h>

#include "dense_lu.h"
#include "spatial.h"

static const double least_regular = 1e-12, most_regular = 0.1, hopeless = 1e8, shortest = 1e-3;

/* ---- the linear system ----------------------------------------------------------------------- */

/* Modes of all contacts at r, xi; where their unknowns are; target = r placed where they allow. */
static void linearise(spatial *s, const double *r, const double *xi) {
  s->unknowns = 0;
  for (size_t i = 0; i < s->contacts; i++) {
    const face *f = &s->face[i];
    tangent *t = &s->tangent[i];
    const double gN = s->own_scales ? f->gN : f->g, gT = s->grade * (s->own_scales ? f->gT : f->g);
    ss_tangent_linearise(f, gN, gT, r + f->offset, xi + f->offset, t);
    ss_tangent_place(f, t, r + f->offset, s->target + f->offset);
    s->active[i] = t->count > 0;
    s->column[i] = s->unknowns;
    s->unknowns += t->count;
  }
}

/* G S_j, n rows, one column for each unknown: G's own columns where S_j = 1. */
static const double *make_trial(spatial *s, size_t j) {
  const face *f = &s->face[j];
  const tangent *t = &s->tangent[j];
  const double *G = s->problem->dense + f->offset * s->n;
  if (!t->slips) return G;
  ss_tangent_columns(f, t, s->n, G, s->strip);
  return s->strip;
}

/* The matrix of the unknowns, zeros behind its last row, and the right side as its last column. */
static void assemble_dense(spatial *s, size_t lead) {
  const size_t m = s->unknowns;
  double *A = s->matrix, *b = A + lead * m;
  for (size_t j = 0; j < s->contacts; j++) {
    const tangent *tj = &s->tangent[j];
    if (!tj->count) continue;
    const double *trial = make_trial(s, j);
    double *columns = A + lead * s->column[j];
    for (unsigned k = 0; k < tj->count; k++)
      for (size_t i = 0; i < s->contacts; i++)
        if (s->tangent[i].count)
          ss_tangent_test(&s->face[i], &s->tangent[i], trial + s->n * k + s->face[i].offset,
                          columns + lead * k + s->column[i]);
    ss_tangent_diagonal(&s->face[j], tj, s->shift + s->regular, columns + s->column[j], lead);
    ss_tangent_residual(&s->face[j], tj, s->target + s->face[j].offset,
                        s->target_xi + s->face[j].offset, b + s->column[j]);
  }
  for (size_t k = 0; k <= m; k++)
    for (size_t a = m; a < lead; a++) A[a + lead * k] = 0;
}

/* Without row exchanges while all goes well, with them as soon as it does not. */
static bool solve_dense(spatial *s) {
  const size_t m = s->unknowns, lead = ss_lu_lead(m);
  double *A = s->matrix, *b = A + lead * m;
  assemble_dense(s, lead);
  if (!s->careful) {
    s->solution = b;
    if (ss_lu_eliminate(m, lead, A, s->panel)) return true;
    assemble_dense(s, lead);
  }
  s->solution = b;
  if (!ss_lu_factor(m, lead, A, s->pivot)) return false;
  ss_lu_solve(m, lead, A, s->pivot, b);
  return true;
}

/* The block of edge k in row i, padded with an identity. */
static void write_entry(const void *context, size_t i, size_t k, double *block) {
  const spatial *s = context;
  const ss_block_matrix *G = s->problem->sparse;
  const size_t j = G->column[k], side = s->side;
  const tangent *ti = &s->tangent[i], *tj = &s->tangent[j];
  for (size_t a = 0; a < side * side; a++) block[a] = 0;
  ss_tangent_block(&s->face[i], ti, &s->face[j], tj, G->value + G->at[k], s->face[i].dimension,
                   block, side);
  if (i != j) return;
  ss_tangent_diagonal(&s->face[i], ti, s->shift + s->regular, block, side);
  for (size_t a = ti->count; a < side; a++) block[a * (side + 1)] = 1;
}

static bool solve_sparse(spatial *s) {
  if (!s->has_lu) return false;
  const ss_block_system A = {
      .graph = &s->graph, .side = s->side, .active = s->active, .entry = write_entry, .context = s};
  for (size_t i = 0; i < s->contacts; i++) {
    const face *f = &s->face[i];
    double *b = s->rhs + i * s->side;
    s->column[i] = i * s->side;
    for (size_t a = 0; a < s->side; a++) b[a] = 0;
    if (s->active[i])
      ss_tangent_residual(f, &s->tangent[i], s->target + f->offset, s->target_xi + f->offset, b);
  }
  if (!ss_block_lu_factor(&s->lu, &A)) return false;
  ss_block_lu_solve(&s->lu, &A, s->rhs);
  s->solution = s->rhs;
  return true;
}

/* target and target_xi: where the linearised laws hold. */
static bool find_target(spatial *s, const double *r, const double *xi) {
  linearise(s, r, xi);
  ss_spatial_follow(s, r, xi, s->target, s->target_xi);
  if (s->unknowns == 0) return true;
  if (!(s->problem->dense ? solve_dense(s) : solve_sparse(s))) return false;
  double sum = 0;
  for (size_t i = 0; i < s->contacts; i++) {
    const double *y = s->solution + s->column[i];
    for (unsigned a = 0; a < s->tangent[i].count; a++) sum += fabs(y[a]);
    ss_tangent_move(&s->face[i], &s->tangent[i], y, s->target + s->face[i].offset);
  }
  if (!isfinite(sum)) return false;
  ss_spatial_velocity(s, s->target, s->target_xi);
  return true;
}

/* ---- line search ----------------------------------------------------------------------------- */

/* target = r + a (target - r), and the velocities alike. */
static void go_part(const spatial *s, double a, const double *r, const double *xi, double *to,
                    double *to_xi) {
  for (size_t k = 0; k < s->n; k++) {
    to[k] = r[k] + a * (s->target[k] - r[k]);
    to_xi[k] = xi[k] + a * (s->target_xi[k] - xi[k]);
  }
}

/* Shortens the step; `before` = |F(r)|, `full` = |F(target)|. Returns the new |F|. */
static double search(spatial *s, double before, double full, const double *r, const double *xi) {
  double best = isfinite(full) ? full : INFINITY, length = 1;
  for (double a = 0.5; a > shortest; a *= 0.5) {
    go_part(s, a, r, xi, s->trial, s->trial_xi);
    const double F = ss_spatial_natural_map(s, s->trial, s->trial_xi);
    if (F < best) {
      best = F;
      length = a;
    }
    if (F < (1 - 1e-4 * a) * before) break;
  }
  if (length < 1) go_part(s, length, r, xi, s->target, s->target_xi);
  return best;
}

double ss_spatial_newton(spatial *s, size_t most, double goal, double *r, double *xi) {
  const size_t bytes = s->n * sizeof *r;
  double F = ss_spatial_natural_map(s, r, xi), damping = 0;
  s->careful = false;
  double measure = ss_spatial_measure(s, F, r, xi);
  const double limit = hopeless * F;
  for (size_t k = 0; k < most && measure > goal && F < limit; k++) {
    s->regular = fmax(least_regular, fmin(most_regular, damping * F / s->data_size));
    if (!find_target(s, r, xi)) break;
    double next = ss_spatial_natural_map(s, s->target, s->target_xi);
    if (!(next < 0.5 * F)) {
      damping = s->damping;
      s->careful = true;
    }
    if (!(next < 0.999 * F)) next = search(s, F, next, r, xi);
    if (!isfinite(next)) break;
    memcpy(r, s->target, bytes);
    memcpy(xi, s->target_xi, bytes);
    F = next;
    measure = ss_spatial_measure(s, F, r, xi);
    s->steps++;
  }
  return measure;
}
