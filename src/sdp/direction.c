/* direction.c: one step of the primal-dual method: the HKM direction with native free variables.
 *
 * From X, Z > 0, y, g with the residuals rp = b - A(X) - B g, Rd = C - A^T(y) - Z, rf = f - B^T y,
 * and V = Z^-1, the step solves, with the symmetric part taken of every product,
 *
 *     A(dX) + B dg = rp,   A^T(dy) + dZ = Rd,   B^T dy = rf,
 *     dX = K - X dZ V,     K = sigma mu V - X - dX' dZ' V     (dX', dZ': the predictor's step)
 *
 * Eliminating dZ and dX leaves  M dy + B dg = rp - A(K - X Rd V),  B^T dy = rf  (system.c).
 *
 * M is formed from X and V, whose entries differ by up to 1/mu^2 near a solution; what a step loses
 * there is primal feasibility. So the step is corrected by conjugate gradients on what the
 * equalities lack with the dX that will be added to X, accumulated in long double, with the
 * factored system before them: B^T dy = rf holds after the first correction and is kept by all
 * others. One correction costs two products of blocks and two triangular solves, little beside
 * forming and factoring M. Without them the primal residual of truss7 of SDPLIB stops at 2e-8, with
 * corrections that solve the system anew each time at 2e-8 too, with these it is 1e-13.
 *
 * Reference: Helmberg, Rendl, Vanderbei, Wolkowicz, SIAM J. Optim. 6 (1996) 342-361; Kojima,
 * Shindoh, Hara, SIAM J. Optim. 7 (1997) 86-125; Monteiro, SIAM J. Optim. 7 (1997) 663-678.
 */
#include <assert.h>
#include <math.h>
#include <omp.h>
#include <string.h>

#include "interior.h"

enum { ROUNDS_MOST = 30, IDLE_MOST = 5 };

static double *own_work(const ss_sdp_run *run) {
  return run->work + (size_t)omp_get_thread_num() * run->work_each;
}

/* out = in - sym(X D V) on one block; in = NULL: 0. out may be in. */
static void subtract_product(const ss_sdp_run *run, const ss_sdp_form_block *block, const double *X,
                             const double *D, const double *in, double *out) {
  const size_t n = block->n, at = block->at;
  double *T = own_work(run), *P = T + n * n;
  ss_dense_multiply(n, X + at, D + at, T);
  ss_dense_multiply(n, T, run->V + at, P);
  for (size_t j = 0; j < n; j++)
    for (size_t i = 0; i <= j; i++) {
      const double half = 0.5 * (P[i + n * j] + P[j + n * i]);
      const double value = (in ? in[at + i + n * j] : 0) - half;
      out[at + i + n * j] = out[at + j + n * i] = value;
    }
}

void ss_sdp_run_respond(const ss_sdp_run *run, const double *X, const double *D, const double *in,
                        double *out) {
  const ss_sdp_form *form = run->form;
  for (size_t s = 0; s < form->scalars; s++) out[s] = (in ? in[s] : 0) - X[s] * D[s] * run->V[s];
#pragma omp parallel for schedule(dynamic, 1) num_threads(run->threads) if (run->threads > 1)
  for (size_t k = 0; k < form->blocks; k++) subtract_product(run, &form->block[k], X, D, in, out);
}

/* K = sigma mu V - X - dX' dZ' V. */
static void set_target(ss_sdp_run *run, double sigma, const ss_iterate *guess) {
  const double push = sigma * run->mu;
  for (size_t e = 0; e < run->form->length; e++) run->K[e] = push * run->V[e] - run->now.X[e];
  if (guess) ss_sdp_run_respond(run, guess->X, guess->Z, run->K, run->K);
}

static void add_to(size_t count, double scale, const double *d, double *x) {
  for (size_t i = 0; i < count; i++) x[i] += scale * d[i];
}

static double norm_of(size_t count, const double *x) {
  double most = 0;
  for (size_t i = 0; i < count; i++) most = fmax(most, fabs(x[i]));
  return most;
}

/* What the equalities lack with the step, into h and r. Returns the largest of it. */
static double lack(ss_sdp_run *run, const ss_iterate *step) {
  const ss_sdp_form *form = run->form;
  ss_sdp_form_residual(form, run->threads, run->rp, step->X, step->g, run->h);
  ss_sdp_form_free_residual(form, run->rf, step->y, run->r);
  return fmax(norm_of(form->m, run->h), norm_of(form->p, run->r));
}

/* The next direction of search: h and r answered by the factored system, made conjugate to the last
 * one. dZ = -A^T(dy) into K, dX = -X dZ V into E: only the correction is multiplied by X and V, so
 * that its rounding is as small as it is. Returns how far to go. */
static double next_correction(ss_sdp_run *run, int round, double *rho) {
  const ss_sdp_form *form = run->form;
  ss_kkt_solve(&run->kkt, run->h, run->r, run->zy, run->zg);
  const double before = *rho;
  *rho = 0;
  for (size_t i = 0; i < form->m; i++) *rho += run->h[i] * run->zy[i];
  /* the first one sets B^T dy right, with a whole step; the others leave it */
  const double keep = round >= 2 && before > 0 ? fmax(0, *rho / before) : 0;
  for (size_t i = 0; i < form->m; i++) run->ddy[i] = run->zy[i] + keep * run->ddy[i];
  for (size_t j = 0; j < form->p; j++) run->ddg[j] = run->zg[j] + keep * run->ddg[j];
  ss_sdp_form_slack(form, run->threads, NULL, run->ddy, NULL, run->K);
  ss_sdp_run_respond(run, run->now.X, run->K, NULL, run->E);
  const double curvature = -ss_sdp_form_dot(form, run->K, run->E);
  return round > 0 && curvature > 0 ? *rho / curvature : 1;
}

static void correct(ss_sdp_run *run, double length, ss_iterate *step) {
  const ss_sdp_form *form = run->form;
  add_to(form->m, length, run->ddy, step->y);
  add_to(form->p, length, run->ddg, step->g);
  add_to(form->length, length, run->K, step->Z);
  add_to(form->length, length, run->E, step->X);
}

/* Conjugate gradients until little is lacking, or no less for a while; the best of them. */
static void refine(ss_sdp_run *run, ss_iterate *step) {
  const double enough = 1e-3 * run->options.tolerance;
  double lacks = lack(run, step), least = lacks, rho = 0;
  bool saved = false;
  for (int round = 0, idle = 0; round < ROUNDS_MOST && idle < IDLE_MOST && lacks > enough;
       round++) {
    if (lacks <= least) ss_sdp_run_copy(run->form, step, &run->spare), saved = true;
    correct(run, next_correction(run, round, &rho), step);
    lacks = lack(run, step);
    idle = lacks < 0.5 * least ? 0 : idle + 1;
    least = fmin(least, lacks);
  }
  if (saved && !(lacks <= least)) ss_sdp_run_copy(run->form, &run->spare, step);
  run->linear = least;
}

void ss_sdp_run_direction(ss_sdp_run *run, double sigma, const ss_iterate *guess,
                          ss_iterate *step) {
  assert(sigma >= 0 && sigma <= 1);
  const ss_sdp_form *form = run->form;
  set_target(run, sigma, guess);
  /* the right-hand side: rp - A(K - X Rd V) */
  ss_sdp_run_respond(run, run->now.X, run->Rd, run->K, run->E);
  ss_sdp_form_residual(form, run->threads, run->rp, run->E, NULL, run->h);
  ss_kkt_solve(&run->kkt, run->h, run->rf, step->y, step->g);
  ss_sdp_form_slack(form, run->threads, run->Rd, step->y, NULL, step->Z);
  ss_sdp_run_respond(run, run->now.X, step->Z, run->K, step->X);
  refine(run, step);
}
