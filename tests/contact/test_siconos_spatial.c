/* Spatial problems against Siconos: ours is never left unsolved where Siconos is not, never has the
 * larger residual beyond the tolerance, and has the same velocities and reactions where the
 * solution is unique.
 *
 * NEEDS:  libsiconos-numerics-dev
 * CFLAGS: -isystem /usr/include/siconos -isystem /usr/include/siconos/numerics
 * LIBS:   -lsiconos_numerics
 */
#include "spatial_support.h"

#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <NumericsVerbose.h>
#include <SolverOptions.h>

enum { SIZE = 3 * 64 };

/* NSGS with 20000 iterations at 1e-10; the unit residual of its answer. */
static double ask_siconos(heap_problem *p, double mu, double *r, double *xi) {
  const int n = (int)p->problem.size;
  double friction[SIZE / 3];
  for (size_t i = 0; i < p->problem.contacts; i++) friction[i] = mu;
  NumericsMatrix *M = NM_create_from_data(NM_DENSE, n, n, p->G);
  FrictionContactProblem problem = {
      .dimension = 3, .numberOfContacts = n / 3, .M = M, .q = p->c, .mu = friction};
  SolverOptions *options = solver_options_create(SICONOS_FRICTION_3D_NSGS);
  options->dparam[SICONOS_DPARAM_TOL] = 1e-10;
  options->iparam[SICONOS_IPARAM_MAX_ITER] = 20000;
  memset(r, 0, SIZE * sizeof *r);
  memset(xi, 0, SIZE * sizeof *xi);
  fc3d_driver(&problem, r, xi, options);
  SolverOptions *inner =
      options->internalSolvers[0]; /* emptied, but not freed, with the outer one */
  solver_options_delete(options);
  free(inner);
  free(options);
  free(M);
  return ss_contact_residual(&p->problem, SS_RESIDUAL_UNIT, r, xi);
}

static void compare(size_t contacts, size_t rank, double mu, int count, uint64_t seed) {
  random_source source = {seed};
  ss_contact_options options = ss_contact_default_options();
  options.residual = SS_RESIDUAL_UNIT;
  for (int k = 0; k < count; k++) {
    double r[SIZE], xi[SIZE], other[SIZE], other_xi[SIZE];
    heap_problem p = draw_disks(&source, contacts, mu, rank);
    ss_contact_report report;
    const ss_status status = solve_guarded(&p.problem, &options, r, xi, &report);
    const double theirs = ask_siconos(&p, mu, other, other_xi);
    assert_true(status == SS_OK || theirs > 1e-10);
    assert_true(report.residual <= fmax(theirs, 1e-10));
    /* full rank and little friction: one solution, conditioned by G's least eigenvalue, about 0.1
     */
    for (size_t i = 0; i < p.problem.size && rank == 0 && mu <= 0.2 && theirs < 1e-9; i++) {
      assert_true(fabs(xi[i] - other_xi[i]) < 1e-6);
      assert_true(fabs(r[i] - other[i]) < 1e-6);
    }
    free_problem(&p);
  }
}

static void full_rank(void **state) {
  (void)state;
  compare(2, 0, 0.2, 100, 140);
  compare(8, 0, 0.1, 50, 141);
  compare(32, 0, 0.1, 5, 142);
  compare(64, 0, 0.05, 2, 143);
  compare(8, 0, 2, 50, 144);
}

static void dependent_directions(void **state) {
  (void)state;
  compare(2, 4, 0.5, 100, 145);
  compare(8, 12, 0.5, 30, 146);
  compare(32, 48, 0.5, 3, 147);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(full_rank),
      cmocka_unit_test(dependent_directions),
  };
  numerics_set_verbose(0);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
