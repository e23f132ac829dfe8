/* solve.c: one function for every contact problem.
 *
 * Which methods are tried, in this order, until one reaches the tolerance:
 *
 *     planar, dense G, up to 128 contacts   sweeps and active sets (planar.c), the fastest by far;
 *                                           up to 8 contacts then enumeration, which decides;
 *                                           up to 64 contacts then Lemke, which cannot cycle
 *     everything else, or still no answer   semismooth Newton and Gauss-Seidel (spatial.c)
 *
 * After each method the residual is computed afresh from G and c, and the best reactions so far are
 * kept: a method may be wrong, the answer may not. Lemke's result, whose rounding grows with the
 * pivots, is polished by the active-set method started from it.
 */
#include <math.h>
#include <string.h>

#include "modes.h"

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
                              .sweeps_most = 20000,
                              .newton_most = 2000,
                              .pivots_most = 10000};
}

/* ---- which methods apply -----------------------------------------------------------------------
 */

static bool fits_enumeration(const ss_contact_problem *problem) {
  return problem->contacts <= SS_ENUMERATE_MOST && ss_modes_apply(problem);
}

static bool wants(const ss_contact_options *options, ss_contact_method method) {
  return options->method == method || options->method == SS_METHOD_AUTO;
}

static bool tries_planar(const ss_contact_problem *problem, const ss_contact_options *options) {
  return options->method == SS_METHOD_AUTO && problem->contacts <= PLANAR_MOST &&
         ss_modes_apply(problem);
}

static bool tries_lemke(const ss_contact_problem *problem, const ss_contact_options *options) {
  if (!ss_modes_apply(problem)) return false;
  return options->method == SS_METHOD_LEMKE ||
         (options->method == SS_METHOD_AUTO && problem->contacts > SS_ENUMERATE_MOST &&
          problem->contacts <= LEMKE_MOST);
}

static bool tries_spatial(const ss_contact_options *options) {
  return options->method != SS_METHOD_ENUMERATE && options->method != SS_METHOD_LEMKE;
}

static size_t larger(size_t a, size_t b) {
  return a > b ? a : b;
}

size_t ss_contact_work_size(const ss_contact_problem *problem, const ss_contact_options *options) {
  size_t bytes = 0;
  if (tries_planar(problem, options) || tries_lemke(problem, options))
    bytes = larger(bytes, ss_contact_planar_work(problem));
  if (wants(options, SS_METHOD_ENUMERATE) && fits_enumeration(problem))
    bytes = larger(bytes, ss_contact_enumerate_work());
  if (tries_lemke(problem, options)) bytes = larger(bytes, ss_contact_lemke_work(problem));
  if (tries_spatial(options)) bytes = larger(bytes, ss_contact_spatial_work(problem, options));
  return bytes + 2 * carve_size(problem->size, sizeof(double));
}

/* ---- trying them -------------------------------------------------------------------------------
 */

typedef struct attempt {
  const ss_contact_problem *problem;
  const ss_contact_options *options;
  void *work;
  double *best, *trial, *xi;
  ss_contact_report *report;
} attempt;

/* Takes the trial if it beats the best so far; is the tolerance reached? */
static bool judge(attempt *a, ss_contact_method method) {
  const ss_contact_problem *problem = a->problem;
  const double residual = ss_contact_residual(problem, a->options->residual, a->trial, a->xi);
  if (residual < a->report->residual) {
    a->report->residual = residual;
    a->report->method = method;
    memcpy(a->best, a->trial, problem->size * sizeof *a->best);
  }
  return a->report->residual <= a->options->tolerance;
}

static void start_trial(attempt *a, const double *start) {
  const size_t bytes = a->problem->size * sizeof *a->trial;
  if (start)
    memcpy(a->trial, start, bytes);
  else
    memset(a->trial, 0, bytes);
}

static bool try_planar(attempt *a, ss_contact_method method, const ss_contact_options *options,
                       const double *start) {
  start_trial(a, start);
  ss_contact_planar_raw(a->problem, options, a->work, a->trial, a->report);
  return judge(a, method);
}

static bool try_enumeration(attempt *a) {
  start_trial(a, NULL);
  ss_contact_enumerate_raw(a->problem, a->options, a->work, a->trial, a->report);
  return judge(a, SS_METHOD_ENUMERATE);
}

static bool try_lemke(attempt *a) {
  start_trial(a, NULL);
  ss_contact_lemke_raw(a->problem, a->options, a->work, a->trial, a->report);
  if (judge(a, SS_METHOD_LEMKE)) return true;
  ss_contact_options polish = *a->options;
  polish.warm = true;
  return try_planar(a, SS_METHOD_LEMKE, &polish, a->best);
}

static bool try_spatial(attempt *a, const double *start) {
  start_trial(a, start);
  const ss_contact_method asked = a->options->method;
  ss_contact_report report = *a->report;
  report.method = asked == SS_METHOD_GAUSS_SEIDEL ? asked : SS_METHOD_NEWTON;
  ss_contact_spatial_raw(a->problem, a->options, a->work, a->trial, &report);
  a->report->iterations = report.iterations;
  return judge(a, report.method);
}

ss_status ss_contact_solve(const ss_contact_problem *problem, const ss_contact_options *options,
                           void *work, double *r, double *xi, ss_contact_report *report) {
  attempt a = {.problem = problem, .options = options, .xi = xi, .report = report};
  a.best = carve(&work, problem->size, sizeof *a.best);
  a.trial = carve(&work, problem->size, sizeof *a.trial);
  a.work = work;
  memset(a.best, 0, problem->size * sizeof *a.best);
  *report = (ss_contact_report){.method = options->method, .residual = INFINITY};
  const double *start = options->warm ? r : NULL;
  const bool enumerates = wants(options, SS_METHOD_ENUMERATE) && fits_enumeration(problem);
  if (options->method == SS_METHOD_ENUMERATE && !enumerates) return SS_BAD_ARGUMENT;
  if (options->method == SS_METHOD_LEMKE && !tries_lemke(problem, options)) return SS_BAD_ARGUMENT;
  const bool solved =
      (tries_planar(problem, options) && try_planar(&a, SS_METHOD_NEWTON, options, start)) ||
      (enumerates && try_enumeration(&a)) || (tries_lemke(problem, options) && try_lemke(&a)) ||
      (tries_spatial(options) && try_spatial(&a, start));
  memcpy(r, a.best, problem->size * sizeof *r);
  ss_contact_velocity(problem, r, xi);
  return solved ? SS_OK : SS_NO_CONVERGENCE;
}
