/* Planar problems against Siconos: the same velocities where the solution is unique, and never the
 * larger residual, measured by Siconos.
 *
 * NEEDS:  libsiconos-numerics-dev
 * CFLAGS: -isystem /usr/include/siconos -isystem /usr/include/siconos/numerics
 * LIBS:   -lsiconos_numerics
 */
#include "support.h"

#include "FrictionContactProblem.h"
#include "Friction_cst.h"
#include "NonSmoothDrivers.h"
#include "NumericsMatrix.h"
#include "NumericsVerbose.h"
#include "SolverOptions.h"
#include "fc2d_compute_error.h"

/* Siconos's error of our reactions. */
static double ask_for_error(FrictionContactProblem *peer, double *r, double *xi) {
  double error, norm = 0;
  for (int i = 0; i < 2 * peer->numberOfContacts; i++) norm += peer->q[i] * peer->q[i];
  fc2d_compute_error(peer, r, xi, 1e-10, sqrt(norm), &error);
  return error;
}

static void compare(size_t contacts, int count, bool dependent) {
  random_problem *p = malloc(sizeof *p);
  ss_arena *arena = ss_arena_create();
  random_source source = {600 + contacts};
  const ss_contact_options options = ss_contact_default_options();
  for (int i = 0; i < count; i++) {
    const size_t n = 2 * contacts;
    double r[SIZE_MOST], xi[SIZE_MOST], mu[CONTACTS_MOST], peer_r[SIZE_MOST] = {0},
                                                           peer_xi[SIZE_MOST] = {0};
    draw_planar(&source, contacts, dependent ? draw_count(&source, contacts, n) : 0, p);
    for (size_t k = 0; k < contacts; k++) mu[k] = p->contact[k].law.argument[0];
    ss_contact_report report;
    void *work = make_work(ss_contact_work_size(&p->problem, &options));
    assert_int_equal(ss_contact_solve(&p->problem, &options, work, r, xi, &report), SS_OK);
    free(work);
    NumericsMatrix *matrix = NM_create_from_data(NM_DENSE, (int)n, (int)n, p->G);
    FrictionContactProblem peer = {
        .dimension = 2, .numberOfContacts = (int)contacts, .M = matrix, .q = p->c, .mu = mu};
    SolverOptions *solver = solver_options_create(SICONOS_FRICTION_2D_NSGS);
    solver->dparam[SICONOS_DPARAM_TOL] = 1e-10;
    solver->iparam[SICONOS_IPARAM_MAX_ITER] = 20000;
    fc2d_driver(&peer, peer_r, peer_xi, solver);
    const double theirs = ask_for_error(&peer, peer_r, peer_xi), ours = ask_for_error(&peer, r, xi);
    assert_true(ours <= fmax(theirs, 1e-10));
    ss_mode_list list = {0};
    const ss_arena_mark mark = ss_arena_get_mark(arena);
    if (contacts <= 4) ss_contact_enumerate(&p->problem, 1e-10, arena, &list);
    if (theirs <= 1e-9 && list.solutions == SS_SOLUTIONS_UNIQUE)
      for (size_t k = 0; k < n; k++) assert_true(fabs(xi[k] - peer_xi[k]) <= 1e-5);
    ss_arena_release(arena, mark);
    solver_options_delete(solver);
    free(solver);
    free(matrix);
  }
  ss_arena_destroy(arena);
  free(p);
}

static void agrees_with_siconos(void **state) {
  (void)state;
  numerics_set_verbose(0);
  for (size_t contacts = 2; contacts <= 4; contacts++) {
    compare(contacts, 200, false);
    compare(contacts, 60, true);
  }
  compare(16, 60, false);
  compare(64, 10, false);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(agrees_with_siconos)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
