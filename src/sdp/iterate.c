/* iterate.c: the interior point method: Mehrotra's predictor and corrector from an infeasible
 * start.
 *
 *     X = xi I, Z = eta I, y = 0, g = 0
 *     repeat
 *       residuals; stop where they are small, or where the iterates point along a ray
 *       M = A (X (.) Z^-1) A^T, factored                       schur.c, system.c
 *       predictor: the step to mu = 0                           direction.c
 *       sigma from how far it would go                          step.c
 *       corrector: the step to sigma mu, with the predictor's second-order term
 *       a share of the longest steps within the cone, primal and dual apart
 *
 * Primal and dual residuals shrink by 1 - alpha in each step and are near rounding once a whole
 * step was taken. The best iterate, by the largest of its residuals, is kept, since the last ones
 * of a program without interior lose what earlier ones had.
 *
 * RAYS. If the primal program is infeasible b^T y grows without bound; then, with y' = y / b^T y
 * less its part in the range of B, -A^T(y') is tested for being positive semidefinite. If the dual
 * program is infeasible, <C, X> + f^T g falls without bound; (X, g) divided by it is moved onto
 * A(X) + B g = 0 by the system of the step and must stay within the cone. In both cases the ray is
 * an interior one of its cone as a rule, and then its residual is rounding only.
 *
 * Cost an iteration: m^3 / 3 and the Schur complement. Ends at the tolerance, along a ray, where
 * steps or improvements vanish (stalled), or at a limit.
 *
 * Reference: Mehrotra, SIAM J. Optim. 2 (1992) 575-601; Toh, Todd, Tutuncu, Optim. Methods Softw.
 * 11 (1999) 545-581, for the start and sigma.
 */
#include <math.h>
#include <omp.h>
#include <string.h>

#include "interior.h"

/* ---- workspace ------------------------------------------------------------------------------- */

static bool make_iterate(const ss_sdp_form *form, ss_arena *arena, ss_iterate *iterate) {
  iterate->X = ss_arena_new(arena, form->length, double);
  iterate->Z = ss_arena_new(arena, form->length, double);
  iterate->y = ss_arena_new(arena, form->m, double);
  iterate->g = ss_arena_new(arena, form->p, double);
  return iterate->X && iterate->Z && iterate->y && iterate->g;
}

static bool make_points(const ss_sdp_form *form, ss_arena *arena, ss_sdp_run *run) {
  double **points[] = {&run->LX, &run->LZ, &run->V, &run->Rd, &run->K, &run->E};
  double **rows[] = {&run->rp, &run->h, &run->ddy, &run->zy};
  double **columns[] = {&run->rf, &run->r, &run->ddg, &run->zg};
  for (size_t k = 0; k < sizeof points / sizeof *points; k++)
    if (!(*points[k] = ss_arena_new(arena, form->length, double))) return false;
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
    if (!(*rows[k] = ss_arena_new(arena, form->m, double))) return false;
  for (size_t k = 0; k < sizeof columns / sizeof *columns; k++)
    if (!(*columns[k] = ss_arena_new(arena, form->p, double))) return false;
  return true;
}

ss_status ss_sdp_run_make(const ss_sdp_form *form, const ss_sdp_options *options, ss_arena *arena,
                          ss_sdp_run *run) {
  *run = (ss_sdp_run){.form = form, .options = *options};
  run->threads = options->threads ? options->threads : 1;
  const size_t n = form->largest;
  run->work_each = 3 * n * n + 4 * n + ss_dense_lanczos_size(n);
  run->work = ss_arena_new(arena, run->threads * run->work_each, double);
  run->least = ss_arena_new(arena, form->blocks, double);
  if (!run->work || !run->least || !make_points(form, arena, run)) return SS_MEMORY;
  ss_iterate *iterates[] = {&run->now, &run->best, &run->step, &run->guess, &run->spare};
  for (size_t k = 0; k < 5; k++)
    if (!make_iterate(form, arena, iterates[k])) return SS_MEMORY;
  return ss_kkt_make(form, arena, &run->kkt);
}

/* ---- the start ------------------------------------------------------------------------------- */

/* The norm of A_i within a block. */
static double part_norm(const ss_sdp_form *form, const ss_sdp_form_part *part) {
  double square = 0;
  for (size_t e = part->first; e < part->last; e++) {
    const ss_sdp_form_entry *a = &form->entry[e];
    square += (a->row == a->column ? 4 : 2) * a->value * a->value;
  }
  return sqrt(square);
}

/* xi and eta of every block: as large as a solution may be by the size of the data. */
static void start_blocks(ss_sdp_run *run, double *xi, double *eta) {
  const ss_sdp_form *form = run->form;
  for (size_t k = 0; k < form->blocks; k++) {
    const ss_sdp_form_block *block = &form->block[k];
    double square = 0;
    for (size_t e = 0; e < block->n * block->n; e++)
      square += form->C[block->at + e] * form->C[block->at + e];
    const double root = sqrt((double)block->n);
    xi[block->at] = fmax(10, root);
    eta[block->at] = fmax(fmax(10, root), sqrt(square));
  }
  for (size_t i = 0; i < form->m; i++)
    for (size_t k = form->part_start[i]; k < form->part_start[i + 1]; k++) {
      const ss_sdp_form_block *block = &form->block[form->part[k].block];
      const double norm = part_norm(form, &form->part[k]);
      xi[block->at] = fmax(xi[block->at], (double)block->n * (1 + fabs(form->b[i])) / (1 + norm));
      eta[block->at] = fmax(eta[block->at], norm);
    }
}

static void set_start(ss_sdp_run *run) {
  const ss_sdp_form *form = run->form;
  double *X = run->now.X, *Z = run->now.Z;
  memset(X, 0, form->length * sizeof *X);
  memset(Z, 0, form->length * sizeof *Z);
  memset(run->now.y, 0, form->m * sizeof *X);
  memset(run->now.g, 0, form->p * sizeof *X);
  start_blocks(run, X, Z);
  for (size_t k = 0; k < form->blocks; k++) {
    const ss_sdp_form_block *block = &form->block[k];
    for (size_t i = 1; i < block->n; i++) {
      X[block->at + i * (block->n + 1)] = X[block->at];
      Z[block->at + i * (block->n + 1)] = Z[block->at];
    }
  }
  const double root = fmax(10, sqrt((double)form->scalars));
  for (size_t s = 0; s < form->scalars; s++) {
    X[s] = root;
    Z[s] = fmax(root, fabs(form->C[s]));
  }
}

/* ---- residuals ------------------------------------------------------------------------------- */

static double sum_products(size_t count, const double *x, const double *y) {
  long double sum = 0;
  for (size_t i = 0; i < count; i++) sum += (long double)x[i] * y[i];
  return (double)sum;
}

static void measure(ss_sdp_run *run) {
  const ss_sdp_form *form = run->form;
  const ss_iterate *now = &run->now;
  ss_sdp_form_residual(form, run->threads, form->b, now->X, now->g, run->rp);
  ss_sdp_form_slack(form, run->threads, form->C, now->y, now->Z, run->Rd);
  ss_sdp_form_free_residual(form, form->f, now->y, run->rf);
  run->mu = ss_sdp_form_dot(form, now->X, now->Z) / (double)form->order;
  run->value_primal =
      ss_sdp_form_dot(form, form->C, now->X) + sum_products(form->p, form->f, now->g);
  run->value_dual = sum_products(form->m, form->b, now->y);
  run->primal = sqrt(sum_products(form->m, run->rp, run->rp));
  run->dual =
      sqrt(ss_sdp_form_dot(form, run->Rd, run->Rd) + sum_products(form->p, run->rf, run->rf));
  run->gap = fabs(run->value_primal - run->value_dual) /
             (1 + fabs(run->value_primal) + fabs(run->value_dual));
}

void ss_sdp_run_copy(const ss_sdp_form *form, const ss_iterate *from, ss_iterate *to) {
  memcpy(to->X, from->X, form->length * sizeof *to->X);
  memcpy(to->Z, from->Z, form->length * sizeof *to->Z);
  memcpy(to->y, from->y, form->m * sizeof *to->y);
  memcpy(to->g, from->g, form->p * sizeof *to->g);
}

/* Keeps the iterate if it is the best; false: nothing better for a while. */
static bool keep_best(ss_sdp_run *run, size_t iteration) {
  const double merit = fmax(fmax(run->primal, run->dual), run->gap);
  if (iteration == 0 || merit < run->merit) {
    if (iteration == 0 || merit < 0.9 * run->merit) run->improved = iteration;
    run->merit = merit;
    ss_sdp_run_copy(run->form, &run->now, &run->best);
  }
  const size_t patience = 20;
  return iteration - run->improved < patience;
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* V = Z^-1 from the factor of Z. */
static void invert_blocks(ss_sdp_run *run) {
  const ss_sdp_form *form = run->form;
  for (size_t s = 0; s < form->scalars; s++) run->V[s] = 1 / run->now.Z[s];
#pragma omp parallel for schedule(dynamic, 1) num_threads(run->threads) if (run->threads > 1)
  for (size_t k = 0; k < form->blocks; k++) {
    const ss_sdp_form_block *block = &form->block[k];
    double *work = run->work + (size_t)omp_get_thread_num() * run->work_each;
    ss_dense_invert(block->n, run->LZ + block->at, work, run->V + block->at);
  }
}

/* <X + a dX, Z + c dZ> / order. */
static double mu_after(const ss_sdp_run *run, const ss_iterate *step, double a, double c) {
  const ss_sdp_form *form = run->form;
  const double XdZ = ss_sdp_form_dot(form, run->now.X, step->Z);
  const double dXZ = ss_sdp_form_dot(form, step->X, run->now.Z);
  const double dXdZ = ss_sdp_form_dot(form, step->X, step->Z);
  return run->mu + (c * XdZ + a * dXZ + a * c * dXdZ) / (double)form->order;
}

/* How central the corrector aims, from how far the predictor comes. */
static double choose_sigma(const ss_sdp_run *run, double a, double c) {
  const double least = fmin(a, c), after = mu_after(run, &run->guess, a, c);
  const double power = least < 0.577 ? 1 : fmax(1, 3 * least * least);
  if (!(after > 0)) return 0.5;
  return fmin(1, fmax(1e-2, pow(after / run->mu, power)));
}

static void add_point(size_t count, double a, const double *d, double *x) {
  for (size_t i = 0; i < count; i++) x[i] += a * d[i];
}

/* x + a d and its factor, shorter where that is needed; the step that was taken. */
static double move(ss_sdp_run *run, double a, const double *d, double *x, double *L) {
  const size_t length = run->form->length;
  memcpy(run->E, x, length * sizeof *x);
  for (int tries = 0; tries < 30; tries++, a *= 0.8) {
    add_point(length, a, d, x);
    if (ss_sdp_run_factor(run, x, L)) return a;
    memcpy(x, run->E, length * sizeof *x);
  }
  ss_sdp_run_factor(run, x, L);
  return 0;
}

/* The linear system of this iterate; false: it could not be factored. */
static bool prepare(ss_sdp_run *run) {
  invert_blocks(run);
  ss_schur_form(run->form, run->threads, run->now.X, run->V, run->work, run->kkt.M);
  return ss_kkt_factor(&run->kkt);
}

/* The predictor, with the shift of the system with which the equalities are met best. */
static bool predict(ss_sdp_run *run) {
  ss_kkt *kkt = &run->kkt;
  const double enough = fmax(0.01 * run->primal, 0.1 * run->options.tolerance);
  ss_sdp_run_direction(run, 0, NULL, &run->guess);
  for (;;) {
    const double before = run->linear;
    const size_t shifts = kkt->shifts;
    if (before <= enough || !ss_kkt_shift(kkt, shifts)) return true;
    ss_sdp_run_direction(run, 0, NULL, &run->guess);
    if (run->linear < before) continue;
    if (!ss_kkt_shift(kkt, shifts - 1)) return false;
    ss_sdp_run_direction(run, 0, NULL, &run->guess);
    return true;
  }
}

/* Predictor, corrector, and the steps; false: no finite step. */
static bool advance(ss_sdp_run *run, double *alpha, double *delta) {
  const ss_sdp_form *form = run->form;
  ss_iterate *step = &run->step, *guess = &run->guess, *now = &run->now;
  if (!predict(run)) return false;
  double a = ss_sdp_run_longest(run, now->X, run->LX, guess->X, 1);
  double c = ss_sdp_run_longest(run, now->Z, run->LZ, guess->Z, 1);
  run->sigma = choose_sigma(run, a, c);
  ss_sdp_run_direction(run, run->sigma, guess, step);
  const double share = 0.9 + 0.09 * fmin(a, c), most = 1 / share;
  a = share * ss_sdp_run_longest(run, now->X, run->LX, step->X, most);
  c = share * ss_sdp_run_longest(run, now->Z, run->LZ, step->Z, most);
  if (!isfinite(a) || !isfinite(c)) return false;
  *alpha = move(run, a, step->X, now->X, run->LX);
  *delta = move(run, c, step->Z, now->Z, run->LZ);
  add_point(form->p, *alpha, step->g, now->g);
  add_point(form->m, *delta, step->y, now->y);
  return true;
}

/* ---- the method ------------------------------------------------------------------------------ */

ss_sdp_outcome ss_sdp_run_iterate(ss_sdp_run *run, size_t *iterations, const char **reason) {
  const double start = omp_get_wtime(), enough = 0.5 * run->options.tolerance;
  set_start(run);
  ss_sdp_run_factor(run, run->now.X, run->LX);
  ss_sdp_run_factor(run, run->now.Z, run->LZ);
  for (size_t k = 0;; k++) {
    *iterations = k;
    measure(run);
    const bool moves = keep_best(run, k);
    if (run->merit <= enough) {
      *reason = "the residuals are within the tolerance";
      return SS_SDP_OPTIMAL;
    }
    const bool solvable = prepare(run);
    const ss_sdp_outcome ray = solvable ? ss_ray_find(run) : SS_SDP_STALLED;
    if (ray == SS_SDP_PRIMAL_INFEASIBLE || ray == SS_SDP_DUAL_INFEASIBLE) {
      *reason = "the iterates point along a ray";
      return ray;
    }
    if (!moves) {
      *reason = "the residuals do not become smaller";
      return SS_SDP_STALLED;
    }
    const double seconds = run->options.seconds;
    if (k >= run->options.iterations || (seconds > 0 && omp_get_wtime() - start > seconds)) {
      *reason = k >= run->options.iterations ? "the limit of iterations" : "the limit of time";
      return SS_SDP_LIMIT;
    }
    double alpha = 0, delta = 0;
    if (!solvable || !advance(run, &alpha, &delta)) {
      *reason = "the linear system of a step cannot be solved";
      return SS_SDP_STALLED;
    }
    if (fmax(alpha, delta) < 1e-8) {
      *reason = "the steps vanish";
      return SS_SDP_STALLED;
    }
  }
}
