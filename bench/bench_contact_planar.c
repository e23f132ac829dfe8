/* bench_contact_planar.c: planar contact problems against Siconos, and lanes against one at a time.
 *
 * Random problems of full rank (G = W^T W with twice as many rows as columns, every contact
 * approaching, mu = 0.5) and with dependent directions (half as many rows), cold start, residual
 * 1e-10. Each problem is repeated until the clock can see it; the peer's time is that of the faster
 * of its solvers that really solve the problem (residual below 1e-8).
 *
 * NEEDS:  libsiconos-numerics-dev
 * CFLAGS: -isystem /usr/include/siconos -isystem /usr/include/siconos/numerics
 * LIBS:   -lsiconos_numerics
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "FrictionContactProblem.h"
#include "Friction_cst.h"
#include "NonSmoothDrivers.h"
#include "NumericsMatrix.h"
#include "NumericsVerbose.h"
#include "SolverOptions.h"

#include "standstill/contact.h"

enum { MOST = 64, SIZE = 2 * MOST, ROWS = 2 * SIZE, PROBLEMS = 200 };

static uint64_t state = 88172645463325252ULL;

static double draw(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (double)(state >> 11) * 0x1p-53;
}

static double draw_normal(void) {
  const double a = 1 - draw(), b = draw();
  return sqrt(-2 * log(a)) * cos(6.283185307179586 * b);
}

static double read_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- problems -------------------------------------------------------------------------------- */

static void make_problem(size_t n, size_t rows, double *G, double *c) {
  static double W[SIZE][ROWS], v[ROWS];
  for (size_t k = 0; k < rows; k++) {
    v[k] = draw_normal();
    for (size_t i = 0; i < n; i++) W[i][k] = draw_normal() / sqrt((double)rows);
  }
  for (size_t i = 0; i < n; i++) {
    c[i] = 0;
    for (size_t k = 0; k < rows; k++) c[i] += W[i][k] * v[k];
    if (i % 2 || c[i] <= 0) continue;
    for (size_t k = 0; k < rows; k++) W[i][k] = -W[i][k];
    c[i] = -c[i];
  }
  for (size_t j = 0; j < n; j++)
    for (size_t i = 0; i < n; i++) {
      G[i + n * j] = 0;
      for (size_t k = 0; k < rows; k++) G[i + n * j] += W[i][k] * W[j][k];
    }
}

/* ---- contenders ------------------------------------------------------------------------------ */

typedef struct contender {
  ss_contact_problem problem;
  double r[SIZE], xi[SIZE];
  void *work;
  ss_contact_options options;
  FrictionContactProblem *peer;
  SolverOptions *solver;
} contender;

static void solve_ours(contender *x) {
  ss_contact_report report;
  ss_contact_solve(&x->problem, &x->options, x->work, x->r, x->xi, &report);
}

static void solve_peer(contender *x) {
  memset(x->r, 0, sizeof x->r);
  memset(x->xi, 0, sizeof x->xi);
  fc2d_driver(x->peer, x->r, x->xi, x->solver);
}

/* Seconds for one solution. */
static double measure(contender *x, void (*solve)(contender *)) {
  double start = read_clock();
  solve(x);
  double once = read_clock() - start;
  if (once > 1e-4) return once;
  const int repeats = (int)(2e-4 / fmax(once, 1e-7)) + 1;
  start = read_clock();
  for (int i = 0; i < repeats; i++) solve(x);
  return (read_clock() - start) / repeats;
}

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double find_median(size_t count, double *x) {
  qsort(x, count, sizeof *x, compare);
  return x[count / 2];
}

static double find_residual(const contender *x) {
  double xi[SIZE];
  return ss_contact_residual(&x->problem, SS_RESIDUAL_UNIT, x->r, xi);
}

/* One line of the table. */
static void run(size_t contacts, bool dependent) {
  const size_t n = 2 * contacts, rows = dependent ? (contacts > 3 ? contacts : 3) : 2 * n;
  static double G[SIZE * SIZE], c[SIZE], mu[MOST], ours[PROBLEMS], theirs[PROBLEMS],
      ratio[PROBLEMS];
  static ss_contact contact[MOST];
  contender x = {.options = ss_contact_default_options()};
  for (size_t i = 0; i < contacts; i++) {
    mu[i] = 0.5;
    contact[i] =
        (ss_contact){.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_COULOMB, {mu[i]}}, .offset = 2 * i};
  }
  x.problem = (ss_contact_problem){contacts, n, contact, G, NULL, c};
  x.work = aligned_alloc(64, (ss_contact_work_size(&x.problem, &x.options) + 63) / 64 * 64);
  NumericsMatrix *matrix = NM_create_from_data(NM_DENSE, (int)n, (int)n, G);
  FrictionContactProblem peer = {
      .dimension = 2, .numberOfContacts = (int)contacts, .M = matrix, .q = c, .mu = mu};
  x.peer = &peer;
  const int id[2] = {SICONOS_FRICTION_2D_NSGS, SICONOS_FRICTION_2D_LEMKE};
  size_t wrong = 0, failed = 0, unsolved = 0, kept = 0;
  for (size_t i = 0; i < PROBLEMS; i++) {
    make_problem(n, rows, G, c);
    ours[kept] = measure(&x, solve_ours);
    if (!(find_residual(&x) < 1e-8)) failed++;
    theirs[kept] = INFINITY;
    for (int k = 0; k < 2; k++) {
      x.solver = solver_options_create(id[k]);
      x.solver->dparam[SICONOS_DPARAM_TOL] = 1e-10;
      x.solver->iparam[SICONOS_IPARAM_MAX_ITER] = 10000;
      const double time = measure(&x, solve_peer);
      if (find_residual(&x) < 1e-8)
        theirs[kept] = fmin(theirs[kept], time);
      else
        wrong++;
      solver_options_delete(x.solver);
      free(x.solver);
    }
    if (isinf(theirs[kept])) {
      unsolved++;
      continue;
    }
    ratio[kept] = theirs[kept] / ours[kept];
    kept++;
  }
  free(matrix);
  free(x.work);
  printf("%8zu  %-9s %12.2f %12.2f %8.1fx %8zu %8zu %8zu\n", contacts,
         dependent ? "dependent" : "full rank", 1e6 * find_median(kept, ours),
         1e6 * find_median(kept, theirs), find_median(kept, ratio), failed, unsolved, wrong);
}

/* ---- lanes ----------------------------------------------------------------------------------- */

static void run_lanes(size_t contacts, bool dependent) {
  enum { BLOCKS = 12 };
  const size_t n = 2 * contacts, rows = dependent ? (contacts > 3 ? contacts : 3) : 2 * n;
  const size_t per = n * n, all = BLOCKS * SS_LANES;
  double *G = malloc(all * per * sizeof *G), *c = malloc(all * n * sizeof *c);
  double *lane_G = aligned_alloc(64, all * per * sizeof *G),
         *lane_c = aligned_alloc(64, all * n * 8);
  for (size_t p = 0; p < all; p++) {
    make_problem(n, rows, G + p * per, c + p * n);
    const size_t block = p / SS_LANES, lane = p % SS_LANES;
    for (size_t i = 0; i < per; i++) lane_G[(block * per + i) * SS_LANES + lane] = G[p * per + i];
    for (size_t i = 0; i < n; i++) lane_c[(block * n + i) * SS_LANES + lane] = c[p * n + i];
  }
  ss_contact contact[4];
  for (size_t i = 0; i < contacts; i++)
    contact[i] =
        (ss_contact){.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_COULOMB, {0.5}}, .offset = 2 * i};
  ss_contact_lanes lanes = {contacts, n, contact, lane_G, lane_c, NULL, NULL, NULL, 0};
  const ss_contact_options options = ss_contact_default_options();
  void *work = aligned_alloc(64, (ss_contact_lanes_work_size(&lanes, &options) + 63) / 64 * 64);
  _Alignas(64) double r[8 * SS_LANES], xi[8 * SS_LANES];
  double one = INFINITY, many = INFINITY;
  size_t redone = 0;
  for (int repeat = 0; repeat < 25; repeat++) {
    double start = read_clock();
    for (size_t p = 0; p < all; p++) {
      const ss_contact_problem problem = {contacts, n, contact, G + p * per, NULL, c + p * n};
      ss_contact_report report;
      ss_contact_solve(&problem, &options, work, r, xi, &report);
    }
    one = fmin(one, (read_clock() - start) / (double)all);
    start = read_clock();
    redone = 0;
    for (size_t b = 0; b < BLOCKS; b++) {
      ss_lane_report report;
      lanes.G = lane_G + b * per * SS_LANES;
      lanes.c = lane_c + b * n * SS_LANES;
      ss_contact_solve_lanes(&lanes, &options, work, r, xi, &report);
      redone += (size_t)__builtin_popcountll(report.redone);
    }
    many = fmin(many, (read_clock() - start) / (double)all);
  }
  printf("%8zu  %-9s %12.3f %12.3f %8.1fx %7.2f%%\n", contacts,
         dependent ? "dependent" : "full rank", 1e6 * many, 1e6 * one, one / many,
         100. * (double)redone / (double)all);
  free(G), free(c), free(lane_G), free(lane_c), free(work);
}

int main(void) {
  numerics_set_verbose(0);
  printf("planar contact problems, residual 1e-10, cold start; medians over %d problems\n",
         PROBLEMS);
  printf("%8s  %-9s %12s %12s %9s %8s %8s %8s\n", "contacts", "directions", "ours, us",
         "Siconos, us", "faster", "failed", "they all", "wrong");
  for (int dependent = 0; dependent < 2; dependent++)
    for (size_t contacts = 2; contacts <= 32; contacts *= 2) run(contacts, dependent);
  printf("\nlanes (%d problems at once) against one at a time\n", SS_LANES);
  printf("%8s  %-9s %12s %12s %9s %8s\n", "contacts", "directions", "lanes, us", "one, us",
         "faster", "redone");
  for (int dependent = 0; dependent < 2; dependent++)
    for (size_t contacts = 1; contacts <= 4; contacts++) run_lanes(contacts, dependent);
  return 0;
}
