/* solve.c: one function for every contact problem.
 *
 * Which methods are tried, in this order, until one reaches the tolerance:
 *
 *     planar, dense G, up to 128 contacts   passes and active sets (planar.c), the fastest by far;
 *                                           up to 64 contacts then Lemke, which cannot cycle;
 *                                           up to 8 contacts then enumeration, which decides
 *     everything else, or not decided       semismooth Newton and Gauss-Seidel (spatial.c)
 *
 * After each method the residual is computed afresh from G and c, and the best reactions so far are
 * kept: a method may be wrong, the answer may not. Lemke's result, whose rounding grows with the
 * pivots, is polished by the active-set method started from it. Where contacts spin and roll, all
 * of this happens in lengths of the problem's own (scale.c).
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "modes.h"
#include "scale.h"

enum { PLANAR_MOST = 128, LEMKE_MOST = 64 };

const char *ss_contact_method_word(ss_contact_method method) {
#define METHOD_WORD(name, word) word,
  static const char *const words[] = {SS_METHOD_LIST(METHOD_WORD)};
#undef METHOD_WORD
  return words[method];
}

ss_contact_options ss_contact_default_options(void) {
  return (ss_contact_options){.method = SS_METHOD_AUTO,
                              .residual = SS_RESIDUAL_SCALED,
                              .tolerance = 1e-10,
                              .passes_most = 20000,
                              .newton_most = 2000,
                              .pivots_most = 10000};
}

/* ---- which methods apply --------------------------------------------------------------------- */

static bool tries_enumeration(const ss_contact_problem *problem, const ss_contact_options *options,
                              bool is_planar) {
  const bool wanted = options->method == SS_METHOD_ENUMERATE || options->method == SS_METHOD_AUTO;
  return wanted && is_planar && problem->contacts <= SS_ENUMERATE_MOST;
}

static bool tries_lemke(const ss_contact_problem *problem, const ss_contact_options *options,
                        bool is_planar) {
  const bool wanted = options->method == SS_METHOD_AUTO && problem->contacts <= LEMKE_MOST;
  return is_planar && (wanted || options->method == SS_METHOD_LEMKE);
}

static bool tries_spatial(const ss_contact_options *options) {
  return options->method != SS_METHOD_ENUMERATE && options->method != SS_METHOD_LEMKE;
}

static size_t larger(size_t a, size_t b) {
  return a > b ? a : b;
}

size_t ss_contact_work_size(const ss_contact_problem *problem, const ss_contact_options *options) {
  const bool is_planar = ss_modes_apply(problem);
  size_t bytes = 0;
  if (is_planar) bytes = ss_contact_planar_work(problem);
  const bool enumerates = tries_enumeration(problem, options, is_planar);
  if (enumerates) bytes = larger(bytes, ss_contact_enumerate_work());
  if (tries_lemke(problem, options, is_planar))
    bytes = larger(bytes, ss_contact_lemke_work(problem));
  if (tries_spatial(options) && !enumerates)
    bytes = larger(bytes, ss_contact_spatial_work(problem, options));
  if (ss_scale_applies(problem, options->residual)) bytes += ss_scale_work(problem);
  return bytes + 3 * carve_size(problem->size, sizeof(double));
}

/* ---- trying them ----------------------------------------------------------------------------- */

typedef struct attempt {
  const ss_contact_problem *problem;
  const ss_contact_options *options;
  void *work;
  double *r, *xi;     /* the best so far, and its velocities */
  double *start;      /* the caller's guess, or zeros */
  double *trial, *xt; /* what a method makes of the start */
  ss_contact_report *report;
} attempt;

/* Takes the trial if it beats the best so far; is the tolerance reached? */
static bool judge(attempt *a, ss_contact_method method) {
  const size_t bytes = a->problem->size * sizeof *a->r;
  const double residual = ss_contact_residual(a->problem, a->options->residual, a->trial, a->xt);
  if (residual < a->report->residual) {
    a->report->residual = residual;
    a->report->method = method;
    memcpy(a->r, a->trial, bytes);
    memcpy(a->xi, a->xt, bytes);
  }
  return a->report->residual <= a->options->tolerance;
}

static void start_from(attempt *a, const double *start) {
  memcpy(a->trial, start, a->problem->size * sizeof *a->trial);
}

/* As many passes as cost about as much as Lemke's method does: k^2 for k contacts. */
static void limit_passes(const attempt *a, ss_contact_options *options) {
  const size_t contacts = a->problem->contacts, passes = 50 + contacts * contacts;
  if (passes < options->passes_most) options->passes_most = passes;
}

static bool try_planar(attempt *a) {
  ss_contact_options few = *a->options;
  if (a->problem->contacts <= LEMKE_MOST) limit_passes(a, &few);
  start_from(a, a->start);
  ss_contact_planar_raw(a->problem, &few, a->work, a->trial, a->report);
  return judge(a, SS_METHOD_NEWTON);
}

static bool try_enumeration(attempt *a) {
  start_from(a, a->start);
  ss_contact_enumerate_raw(a->problem, a->options, a->work, a->trial, a->report);
  return judge(a, SS_METHOD_ENUMERATE);
}

static bool try_lemke(attempt *a) {
  start_from(a, a->start);
  ss_contact_lemke_raw(a->problem, a->options, a->work, a->trial, a->report);
  if (judge(a, SS_METHOD_LEMKE)) return true;
  ss_contact_options polish = *a->options;
  polish.warm = true;
  /* few contacts are left to enumeration, which decides */
  if (tries_enumeration(a->problem, a->options, true)) limit_passes(a, &polish);
  ss_contact_planar_raw(a->problem, &polish, a->work, a->trial, a->report);
  return judge(a, SS_METHOD_LEMKE);
}

static bool try_spatial(attempt *a) {
  start_from(a, a->start);
  const ss_contact_method asked = a->options->method;
  ss_contact_report report = *a->report;
  report.method = asked == SS_METHOD_GAUSS_SEIDEL ? asked : SS_METHOD_NEWTON;
  ss_contact_spatial_raw(a->problem, a->options, a->work, a->trial, &report);
  a->report->iterations = report.iterations;
  return judge(a, report.method);
}

static ss_status solve(const ss_contact_problem *problem, const ss_contact_options *options,
                       void *work, double *r, double *xi, ss_contact_report *report) {
  const size_t n = problem->size;
  assert(options->tolerance > 0 && (!problem->dense || !problem->sparse));
  assert(n == 0 || (problem->contacts > 0 && ((uintptr_t)work & 63) == 0));
  attempt a = {.problem = problem, .options = options, .r = r, .xi = xi, .report = report};
  *report = (ss_contact_report){.method = options->method, .residual = INFINITY};
  const bool is_planar = ss_modes_apply(problem), automatic = options->method == SS_METHOD_AUTO;
  const bool enumerates = tries_enumeration(problem, options, is_planar);
  const bool pivots = tries_lemke(problem, options, is_planar);
  if (options->method == SS_METHOD_ENUMERATE && !enumerates) return SS_BAD_ARGUMENT;
  if (options->method == SS_METHOD_LEMKE && !pivots) return SS_BAD_ARGUMENT;
  a.start = carve(&work, n, sizeof *a.start);
  a.trial = carve(&work, n, sizeof *a.trial);
  a.xt = carve(&work, n, sizeof *a.xt);
  a.work = work;
  if (!options->warm) memset(r, 0, n * sizeof *r);
  memcpy(a.start, r, n * sizeof *r);
  const bool solved =
      (is_planar && automatic && problem->contacts <= PLANAR_MOST && try_planar(&a)) ||
      (pivots && try_lemke(&a)) || (enumerates && try_enumeration(&a)) ||
      (!enumerates && tries_spatial(options) && try_spatial(&a));
  if (isinf(report->residual)) ss_contact_velocity(problem, r, xi);
  return solved ? SS_OK : SS_NO_CONVERGENCE;
}

ss_status ss_contact_solve(const ss_contact_problem *problem, const ss_contact_options *options,
                           void *work, double *r, double *xi, ss_contact_report *report) {
  if (!ss_scale_applies(problem, options->residual))
    return solve(problem, options, work, r, xi, report);
  ss_measured_problem scaled;
  ss_scale_make(problem, &work, &scaled);
  if (options->warm) ss_scale_start(&scaled, r);
  const ss_status status = solve(&scaled.problem, options, work, r, xi, report);
  ss_scale_finish(&scaled, r, xi);
  return status;
}
