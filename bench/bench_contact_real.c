/* bench_contact_real.c: friction-contact problems from other people's simulations, against Siconos.
 *
 *     for each file: our time, each of Siconos's solvers (NSGS on dense and on block storage,
 * NSN_AC on dense storage for spatial problems, Lemke for planar ones), the residuals, and the
 * largest difference of the velocities over |q|; then the geometric mean of the ratios    (at least
 * 3)
 *
 * Files: those given as arguments, or all of ../shared/problems where that folder exists. Residual
 * 1e-10 with unit step, cold start, CPU time, the least of repetitions, one thread. Reactions are
 * not unique where directions depend on each other; velocities are far more often, and are
 * compared.
 *
 * NEEDS:  libsiconos-numerics-dev
 * CFLAGS: -isystem /usr/include/siconos -isystem /usr/include/siconos/numerics
 * LIBS:   -lsiconos_numerics
 */
#include <glob.h>

#include "contact_peer.h"

/* Dense storage for Siconos beyond this many rows takes minutes. */
enum { DENSE_ROWS_MOST = 1500 };

typedef struct summary {
  size_t files, own_solved, peer_solved, lost, won, larger;
  double logs;
  size_t ratios;
} summary;

static double largest_difference(const ss_contact_problem *problem, const double *x,
                                 const double *y) {
  double most = 0, square = 0;
  for (size_t k = 0; k < problem->size; k++) {
    most = fmax(most, fabs(x[k] - y[k]));
    square += problem->c[k] * problem->c[k];
  }
  return square > 0 ? most / sqrt(square) : most;
}

/* One of Siconos's solvers: its time, printed; the best of them kept. */
static void try_peer(const ss_contact_problem *problem, peer *siconos, peer_solver solver,
                     const double *own_xi, double *best, double *least_residual) {
  double *r = grab(problem->size, sizeof(double)), *xi = grab(problem->size, sizeof(double));
  const peer_run run = run_peer(siconos, problem, solver, 0.01, r, xi);
  const double residual = ss_contact_residual(problem, SS_RESIDUAL_UNIT, r, xi);
  if (run.possible) {
    printf(" | %s %.1f us", peer_name(siconos, solver), 1e6 * run.seconds);
    if (run.solved)
      printf(" (%.0e, differs %.0e)", residual, largest_difference(problem, own_xi, xi));
    else
      printf(" unsolved (%.0e)", residual);
  }
  if (run.solved && run.seconds < *best) *best = run.seconds;
  if (run.solved && residual < *least_residual) *least_residual = residual;
  free(r);
  free(xi);
}

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static void compare(const char *path, summary *all) {
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list;
  const ss_contact_problem *problem;
  if (!arena || ss_contact_read(path, arena, &list, &problem) != SS_OK) {
    printf("%-40s cannot be read\n", base_name(path));
    ss_arena_destroy(arena);
    return;
  }
  double *r = grab(problem->size, sizeof(double)), *xi = grab(problem->size, sizeof(double));
  const own_run own = run_own(problem, 0.01, r, xi);
  const double residual = ss_contact_residual(problem, SS_RESIDUAL_UNIT, r, xi);
  printf("%-40s %4zu contacts: ours %.1f us%s (%.0e)", base_name(path), problem->contacts,
         1e6 * own.seconds, own.solved ? "" : " unsolved", residual);
  fflush(stdout);
  peer siconos = make_peer(problem, problem->size <= DENSE_ROWS_MOST);
  double best = INFINITY, theirs = INFINITY;
  for (peer_solver s = 0; s < PEER_COUNT; s++) {
    /* spatial NSGS is up to ten times faster on blocks than on dense storage */
    if (s == PEER_NSGS && siconos.dimension == 3 && problem->sparse) continue;
    try_peer(problem, &siconos, s, xi, &best, &theirs);
  }
  if (own.solved && !isinf(best)) {
    printf(" | %.1f times", best / own.seconds);
    all->logs += log(best / own.seconds);
    all->ratios++;
    all->larger += residual > theirs && residual > 1e-10;
  }
  puts("");
  all->files++;
  all->own_solved += own.solved;
  all->peer_solved += !isinf(best);
  all->lost += !own.solved && !isinf(best);
  all->won += own.solved && isinf(best);
  free_peer(&siconos);
  free(r);
  free(xi);
  ss_arena_destroy(arena);
}

int main(int count, char **words) {
  summary all = {0};
  glob_t found = {0};
  numerics_set_verbose(0);
  if (count < 2) glob("../shared/problems/*", 0, NULL, &found);
  for (int k = 1; k < count; k++) compare(words[k], &all);
  for (size_t k = 0; k < found.gl_pathc; k++) compare(found.gl_pathv[k], &all);
  globfree(&found);
  if (all.files == 0) {
    puts("no problems: give files, or put them into ../shared/problems");
    return 0;
  }
  printf(
      "\n%zu files: solved by ours %zu, by any of Siconos's %zu; by those alone %zu, by ours alone "
      "%zu\n",
      all.files, all.own_solved, all.peer_solved, all.lost, all.won);
  if (all.ratios)
    printf("Siconos's best over ours, geometric mean of %zu: %.1f times (at least 3)\n", all.ratios,
           exp(all.logs / (double)all.ratios));
  return 0;
}
